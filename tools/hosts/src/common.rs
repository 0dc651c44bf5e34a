//! What hosts have in common: compiling, isolates, checks that say where they failed, an output that is kept.

use std::any::Any;
use std::fmt::Debug;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use purlin::{
    Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Streams, Tier, Trap, TrapKind,
};

/// What a host found wrong, if anything.
pub(crate) type Outcome = Result<(), String>;

pub(crate) const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

/// Each tier with a name for messages; only the interpreter under a sanitizer, which sees no machine code.
pub(crate) fn in_tiers(mut f: impl FnMut(Tier) -> Outcome) -> Outcome {
    for tier in TIERS {
        f(tier).map_err(|why| format!("tier {tier}: {why}"))?;
    }
    Ok(())
}

/// A program from declarations: a package clause before them, and a `main` after them.
pub(crate) fn program(text: &str) -> String {
    format!("package main\n\n{text}\n\nfunc main() {{}}\n")
}

pub(crate) fn engine(tier: Tier, packages: &[HostPackage]) -> Engine {
    let mut engine = Engine::new(Config { tier, ..Config::default() });
    packages.iter().for_each(|package| engine.host_package(package.clone()));
    engine
}

/// A module of declarations.
pub(crate) fn compile(tier: Tier, packages: &[HostPackage], text: &str) -> Result<Module, String> {
    compile_with(&engine(tier, packages), &program(text))
}

/// A module of a whole program.
pub(crate) fn compile_with(engine: &Engine, text: &str) -> Result<Module, String> {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).map_err(|error| format!("does not compile: {error}"))
}

pub(crate) fn isolate_of<T: Send + 'static>(
    module: &Module,
    host: T,
    limits: Limits,
) -> Result<Isolate<T>, String> {
    module.isolate(host, limits, Streams::default()).map_err(|e| format!("no isolate: {e}"))
}

pub(crate) fn isolate(module: &Module) -> Result<Isolate<()>, String> {
    isolate_of(module, (), Limits::default())
}

pub(crate) fn with_gas(units: u64) -> Limits {
    Limits { gas: Some(units), ..Limits::default() }
}

fn at(place: &Location<'_>, what: String) -> String {
    format!("{}:{}: {what}", place.file(), place.line())
}

/// Fails unless both are the same.
#[track_caller]
pub(crate) fn same<T: PartialEq<U> + Debug, U: Debug>(found: T, wanted: U) -> Outcome {
    if found == wanted {
        return Ok(());
    }
    Err(at(Location::caller(), format!("found {found:?}, not {wanted:?}")))
}

/// Fails with `what` unless it holds.
#[track_caller]
pub(crate) fn holds(condition: bool, what: impl Into<String>) -> Outcome {
    if condition { Ok(()) } else { Err(at(Location::caller(), what.into())) }
}

/// The result of a call that must end well.
#[track_caller]
pub(crate) fn well<T>(result: Result<T, Trap>) -> Result<T, String> {
    let place = Location::caller();
    result.map_err(|trap| at(place, format!("ended by {trap:?}")))
}

/// The trap of a call that must end so.
#[track_caller]
pub(crate) fn ends<T: Debug>(result: Result<T, Trap>, kind: TrapKind) -> Result<Trap, String> {
    let place = Location::caller();
    match result {
        Err(trap) if trap.kind == kind => Ok(trap),
        other => Err(at(place, format!("ended by {other:?}, not by {kind:?}"))),
    }
}

/// A call that must end as `Host` with this in its message.
#[track_caller]
pub(crate) fn refused<T: Debug>(result: Result<T, Trap>, why: &str) -> Outcome {
    let place = Location::caller();
    match result {
        Err(trap) if trap.kind == TrapKind::Host && trap.message.contains(why) => Ok(()),
        other => Err(at(place, format!("ended by {other:?}, not for {why:?}"))),
    }
}

/// A trap of any kind but `Internal`, which would be a defect of Purlin.
#[track_caller]
pub(crate) fn some_trap<T: Debug>(result: Result<T, Trap>) -> Result<Trap, String> {
    let place = Location::caller();
    match result {
        Err(trap) if trap.kind != TrapKind::Internal => Ok(trap),
        other => Err(at(place, format!("ended by {other:?}, not by a trap of the guest's or the host's"))),
    }
}

/// The message of what must panic.
#[track_caller]
pub(crate) fn panics<R>(f: impl FnOnce() -> R) -> Result<String, String> {
    let place = Location::caller();
    match catch_unwind(AssertUnwindSafe(f)) {
        Ok(_) => Err(at(place, "did not panic".into())),
        Err(payload) => Ok(text_of(payload)),
    }
}

/// The text of a panic. The payload is forgotten, as dropping it may panic again.
pub(crate) fn text_of(payload: Box<dyn Any + Send>) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    std::mem::forget(payload);
    text.unwrap_or_else(|| "no message".into())
}

/// An output stream whose bytes are kept.
#[derive(Clone, Default)]
pub(crate) struct Capture(Arc<Mutex<Vec<u8>>>);

impl Capture {
    pub(crate) fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    pub(crate) fn streams(&self) -> Streams {
        Streams { output: Box::new(self.clone()), ..Streams::default() }
    }
}

impl Write for Capture {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Numbers that look random and are the same in every run (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let a = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let b = (a ^ a >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        b ^ b >> 31
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}
