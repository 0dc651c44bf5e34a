//! Package `runtime`: where the program is. A program counter is a function's number plus one, and a
//! position; those of `rt::frames` stand for functions of Go's run time, which are none of the module's.

use purlin_base::{SourceMap, gas, traceback};
use purlin_ir::Module;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef, What};
use purlin_runtime::natives;
use purlin_runtime::trap::Frame;
use purlin_runtime::vm::TRACE_FRAMES;

use crate::rt::{GoData, RuntimeFunc, Symbols};

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

/// Program counters of the running goroutine, innermost first: of its calls, of what the panics whose
/// deferred work runs had left when they began, and of what Go's run time calls the outermost function from.
fn frames(caller: &mut Caller<'_>) -> Vec<u64> {
    let mut frames = caller.traceback();
    let mut raisers = Vec::new();
    for n in (0..caller.raise_count()).rev() {
        let leaves = caller.raise_in_flight(n).is_some_and(|raise| matches!(raise.what, What::Leave));
        raisers.push(if leaves { RuntimeFunc::LeaveFiber } else { RuntimeFunc::Panic });
        Frame::join(&mut frames, caller.raise_frames(n), TRACE_FRAMES);
    }
    caller.charge(gas::CALLER_FRAME * frames.len() as i64);
    let mut raisers = raisers.into_iter();
    let pc = |f: &Frame| match f.func {
        Frame::RAISE => raisers.next().unwrap_or(RuntimeFunc::Panic).pc(),
        func => ((u64::from(func) + 1) << 32) | u64::from(f.pos.0),
    };
    let pcs: Vec<u64> = frames.iter().map(pc).collect();
    let is_whole = frames.len() < TRACE_FRAMES;
    let fiber = caller.fiber_number();
    with_symbols(caller, |symbols| {
        let Some(symbols) = symbols else { return Vec::new() };
        let mut known: Vec<u64> = pcs.into_iter().filter(|pc| symbols.name(*pc).is_some()).collect();
        let outermost = known.last().and_then(|pc| symbols.name(*pc)).filter(|_| is_whole);
        let beneath: &[RuntimeFunc] = match outermost {
            Some(_) if fiber != 1 => &[RuntimeFunc::Bottom],
            Some("main.main") => &[RuntimeFunc::Main, RuntimeFunc::Bottom],
            Some(name) if initialises(name) => {
                &[RuntimeFunc::InitOne, RuntimeFunc::Init, RuntimeFunc::Main, RuntimeFunc::Bottom]
            }
            Some(_) | None => &[],
        };
        known.extend(beneath.iter().map(|func| func.pc()));
        known
    })
}

/// Whether a function's name is that of one that initialises a package: `p.init`, `p.init.0`.
fn initialises(name: &str) -> bool {
    let Some((_, last)) = name.rsplit_once(".init") else { return false };
    last.is_empty() || last.strip_prefix('.').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
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
            let name = match RuntimeFunc::of(pc) {
                // Tracebacks call it by the name that programs do, and begin with the program's functions.
                Some(RuntimeFunc::Panic) => "panic",
                Some(RuntimeFunc::InitOne | RuntimeFunc::Init | RuntimeFunc::Main | RuntimeFunc::Bottom) => {
                    continue;
                }
                Some(RuntimeFunc::LeaveFiber) | None => symbols.name(pc).unwrap_or("?"),
            };
            traceback::push_frame(&mut text, name, symbols.place(pc).as_ref());
        }
    });
    caller.charge_bytes(text.len() * 4);
    caller.new_string(text.as_bytes())
}
