//! Asynchronous host functions and runs as futures, in every tier: calls that wait, executors, dropping,
//! cancelling, limits, and recordings of answers.

mod ends;
mod recording;
mod service;
mod waits;

use std::sync::{Arc, Mutex};

use purlin::{
    Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Streams, Tier, Trap, TrapKind,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

fn compile(tier: Tier, packages: impl IntoIterator<Item = HostPackage>, text: &str) -> Module {
    let mut engine = Engine::new(Config { tier, ..Config::default() });
    packages.into_iter().for_each(|package| engine.host_package(package));
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn isolate(module: &Module) -> Isolate<()> {
    limited(module, Limits::default())
}

fn limited(module: &Module, limits: Limits) -> Isolate<()> {
    module.isolate((), limits, Streams::default()).unwrap()
}

/// What a program has written.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Output {
    fn streams(&self) -> Streams {
        Streams { output: Box::new(self.clone()), ..Streams::default() }
    }

    fn text(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }
}

fn is_trap<T: std::fmt::Debug>(result: Result<T, Trap>, kind: TrapKind, why: &str) -> Trap {
    let trap = result.unwrap_err();
    assert_eq!(trap.kind, kind, "{trap}");
    assert!(trap.message.contains(why), "{:?} is not in {:?}", why, trap.message);
    trap
}
