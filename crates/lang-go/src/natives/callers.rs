//! Packages `runtime` and `runtime/pprof`: where the program is, and was. A program counter is a function's
//! number plus one, and a position; those of `rt::frames` stand for functions of Go's run time, which are
//! none of the module's.

use purlin_base::{SourceMap, gas, traceback};
use purlin_ir::Module;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef, What};
use purlin_runtime::natives;
use purlin_runtime::trap::{Created, Frame};
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
        /// Tracebacks of the other goroutines, each after an empty line; of the first MOST_SHOWN of them.
        heavy "otherTraces"() -> (Str) = other_traces; [ALLOCATES OUTSIDE] "CALLER_FRAME a frame, 1 a 4 bytes, an allocation";
        /// Of each of the other goroutines the number of its program counters, and they; of the first
        /// MOST_SHOWN of them.
        heavy "otherCallers"() -> (Slice<u64>) = other_callers; [ALLOCATES OUTSIDE] "CALLER_FRAME a frame, an allocation";
    }
}

natives! {
    /// The profile that a program takes of itself.
    pub(super) PROFILE in "runtime/pprof" {
        /// Begins to take samples, one in so many units of gas; false if some are taken already.
        heavy "begin"(units: i64) -> (bool) = begin; [OUTSIDE] "nothing more";
        /// Ends that. Of each stack that was sampled how often it was, the number of its program counters,
        /// and they.
        heavy "end"() -> (Slice<u64>) = end; [ALLOCATES OUTSIDE] "CALLER_FRAME a frame, an allocation";
    }
}

/// Goroutines besides the running one whose stacks are shown.
const MOST_SHOWN: usize = 1_000;

/// The symbols of a module, if it calls a native of this table.
pub(crate) fn symbols_wanted_by(module: &Module, sources: &SourceMap) -> Option<Symbols> {
    let asks = |name: &str| CALLERS.iter().chain(PROFILE).any(|row| row.name() == name);
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
    let fiber = caller.fiber_number();
    counters(caller, &frames, raisers, fiber)
}

/// The program counters of frames that goroutine `fiber` has or had, with what of Go's run time stands at
/// the marks between them and calls the outermost of them.
fn counters(caller: &mut Caller<'_>, frames: &[Frame], raisers: Vec<RuntimeFunc>, fiber: u64) -> Vec<u64> {
    caller.charge(gas::CALLER_FRAME * frames.len() as i64);
    let mut raisers = raisers.into_iter();
    let pc = |f: &Frame| match f.func {
        Frame::RAISE => raisers.next().unwrap_or(RuntimeFunc::Panic).pc(),
        func => ((u64::from(func) + 1) << 32) | u64::from(f.pos.0),
    };
    let pcs: Vec<u64> = frames.iter().map(pc).collect();
    let is_whole = frames.len() < TRACE_FRAMES;
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
    with_symbols(caller, |symbols| push_frames(&mut text, symbols, frames.into_iter().skip(skip)));
    caller.charge_bytes(text.len() * 4);
    caller.new_string(text.as_bytes())
}

/// Appends the frames of program counters, without those of Go's run time that call the program.
fn push_frames(text: &mut String, symbols: Option<&Symbols>, counters: impl Iterator<Item = u64>) {
    let Some(symbols) = symbols else { return };
    for pc in counters {
        let name = match RuntimeFunc::of(pc) {
            // Tracebacks call it by the name that programs do, and begin with the program's functions.
            Some(RuntimeFunc::Panic) => "panic",
            Some(RuntimeFunc::InitOne | RuntimeFunc::Init | RuntimeFunc::Main | RuntimeFunc::Bottom) => {
                continue;
            }
            Some(RuntimeFunc::LeaveFiber) | None => symbols.name(pc).unwrap_or("?"),
        };
        traceback::push_frame(text, name, symbols.place(pc).as_ref());
    }
}

fn other_traces<'c>(caller: &mut Caller<'c>) -> Result<StrRef<'c>, Stop> {
    let mut text = String::new();
    for fiber in caller.fibers_beside(MOST_SHOWN) {
        text += &format!("\ngoroutine {} [{}]:\n", fiber.fiber, fiber.what);
        let counters = counters(caller, &fiber.frames, Vec::new(), fiber.fiber);
        with_symbols(caller, |symbols| {
            push_frames(&mut text, symbols, counters.into_iter());
            if let Some((symbols, created)) = symbols.zip(fiber.created) {
                push_creation(&mut text, symbols, &created);
            }
        });
    }
    caller.charge_bytes(text.len() * 4);
    caller.new_string(text.as_bytes())
}

fn push_creation(text: &mut String, symbols: &Symbols, created: &Created) {
    let pc = ((u64::from(created.at.func) + 1) << 32) | u64::from(created.at.pos.0);
    let name = symbols.name(pc).unwrap_or("?");
    let line = format!("created by {name} in goroutine {}", created.fiber);
    traceback::push_line(text, &line, symbols.place(pc).as_ref());
}

fn other_callers<'c>(caller: &mut Caller<'c>) -> Result<SliceRef<'c, u64>, Stop> {
    let mut all = Vec::new();
    for fiber in caller.fibers_beside(MOST_SHOWN) {
        let counters = counters(caller, &fiber.frames, Vec::new(), fiber.fiber);
        all.push(counters.len() as u64);
        all.extend(counters);
    }
    caller.new_slice(&all)
}

fn begin(caller: &mut Caller<'_>, units: i64) -> Result<bool, Stop> {
    Ok(caller.begin_profile(u64::try_from(units).unwrap_or(0)))
}

fn end<'c>(caller: &mut Caller<'c>) -> Result<SliceRef<'c, u64>, Stop> {
    let mut all = Vec::new();
    if let Some(samples) = caller.end_profile() {
        let mut counts = vec![0; samples.stacks.len()];
        for (place, weight) in &samples.samples {
            counts[place.stack as usize] += weight.count;
        }
        for (stack, count) in samples.stacks.iter().zip(counts) {
            // Whose goroutine it was is not known, and of no matter.
            let counters = counters(caller, stack, Vec::new(), 1);
            all.extend([count, counters.len() as u64]);
            all.extend(counters);
        }
    }
    caller.new_slice(&all)
}
