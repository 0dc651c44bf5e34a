//! Package `runtime`: where the program is. A program counter is a function's number plus one, and a
//! position.

use purlin_base::{SourceMap, gas, traceback};
use purlin_ir::Module;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::trap::Frame;

use crate::rt::{GoData, Symbols};

natives! {
    /// Frames, for the program itself.
    pub(super) CALLERS in "runtime" {
        /// The program counters of the running goroutine, innermost first, without the first `skip`: how many
        /// fit.
        heavy "callers"(skip: i64, pc: Slice<u64>) -> (i64) = callers; [WRITES OUTSIDE] "CALLER_FRAME a frame";
        /// The name of the function that a program counter is in.
        heavy "function"(pc: u64) -> (Str) = function; [ALLOCATES] "an allocation";
        /// The file and line of a program counter.
        heavy "place"(pc: u64) -> (Str, i64) = place; [ALLOCATES] "an allocation";
        /// A traceback of the running goroutine without the first `skip` frames.
        heavy "trace"(skip: i64) -> (Str) = trace; [ALLOCATES OUTSIDE] "CALLER_FRAME a frame, 1 a 4 bytes, an allocation";
    }
}

/// The symbols of a module, if it calls a native of this table.
pub(crate) fn symbols_wanted_by(module: &Module, sources: &SourceMap) -> Option<Symbols> {
    let asks = |name: &str| CALLERS.iter().any(|row| row.name() == name);
    let wanted = module.natives.values().any(|n| asks(&n.name));
    wanted.then(|| Symbols::of_module(module, sources))
}

/// Runs `f` with the symbols of the program, which has some since it asks.
fn with_symbols<R>(caller: &mut Caller<'_>, f: impl FnOnce(Option<&Symbols>) -> R) -> R {
    let data = caller.guest::<GoData>();
    f(data.as_ref().and_then(|data| data.symbols.as_ref()))
}

/// Program counters of the running goroutine, innermost first.
fn frames(caller: &mut Caller<'_>) -> Vec<u64> {
    let frames = caller.traceback();
    caller.charge(gas::CALLER_FRAME * frames.len() as i64);
    let pc = |f: &Frame| ((u64::from(f.func) + 1) << 32) | u64::from(f.pos.0);
    with_symbols(caller, |symbols| {
        let known = |pc: &u64| symbols.is_some_and(|s| s.name(*pc).is_some());
        frames.iter().map(pc).filter(known).collect()
    })
}

fn callers<'c>(caller: &mut Caller<'c>, skip: i64, pc: SliceRef<'c, u64>) -> Result<i64, Stop> {
    let skip = usize::try_from(skip).unwrap_or(0);
    let found: Vec<u64> = frames(caller).into_iter().skip(skip).take(pc.len()).collect();
    caller.slice_mut(pc)[..found.len()].copy_from_slice(&found);
    Ok(found.len() as i64)
}

fn function<'c>(caller: &mut Caller<'c>, pc: u64) -> Result<StrRef<'c>, Stop> {
    let name = with_symbols(caller, |s| s.and_then(|s| s.function(pc)).unwrap_or("").to_owned());
    caller.new_string(name.as_bytes())
}

fn place<'c>(caller: &mut Caller<'c>, pc: u64) -> Result<(StrRef<'c>, i64), Stop> {
    let at =
        with_symbols(caller, |symbols| symbols.filter(|s| s.name(pc).is_some()).and_then(|s| s.place(pc)));
    let (file, line) = at.map_or_else(|| ("".into(), 0), |at| (at.file, at.line));
    Ok((caller.new_string(file.as_bytes())?, i64::from(line)))
}

fn trace<'c>(caller: &mut Caller<'c>, skip: i64) -> Result<StrRef<'c>, Stop> {
    let skip = usize::try_from(skip).unwrap_or(0);
    let mut text = format!("goroutine {} [running]:\n", caller.fiber_number());
    let frames = frames(caller);
    with_symbols(caller, |symbols| {
        let Some(symbols) = symbols else { return };
        for pc in frames.into_iter().skip(skip) {
            let at = symbols.place(pc);
            traceback::push_frame(&mut text, symbols.name(pc).unwrap_or("?"), at.as_ref());
        }
    });
    caller.charge_bytes(text.len() * 4);
    caller.new_string(text.as_bytes())
}
