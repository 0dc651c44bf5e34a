//! What compiling a module has taken and done so far: times by function, rewrites and ops by name. Knows
//! nothing of what a program does when it runs; [`crate::Stats`] has that.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use purlin_bytecode::func::Func;
use purlin_bytecode::table::Op;
use purlin_ir as ir;
use purlin_opt::passes::Report;

/// What the mid-end has done for a module.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<Entries>);

#[derive(Default)]
struct Entries {
    report: Report,
    /// Processor time by function, where it is measured.
    times: Vec<(ir::FuncId, Duration)>,
}

impl Ledger {
    pub(crate) fn add(&self, report: &Report) {
        self.lock().report.add(report);
    }

    pub(crate) fn took(&self, func: ir::FuncId, time: Duration) {
        self.lock().times.push((func, time));
    }

    pub(crate) fn times(&self) -> Vec<(ir::FuncId, Duration)> {
        self.lock().times.clone()
    }

    pub(crate) fn report(&self) -> Report {
        self.lock().report.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What native code a module has.
#[derive(Clone, Copy, Default)]
pub(crate) struct CodeStats {
    pub(crate) functions: u64,
    pub(crate) failures: u64,
    pub(crate) bytes: u64,
}

/// A piece of native code.
///
/// The example of [`Compilation`] reads some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledFunction {
    /// The function's name; with the suffix `(loop)` where the code is entered inside a loop, and `(careful)`
    /// where it is a second one without speculation.
    pub name: String,
    /// Ops of IR that the code was made of, after inlining.
    pub ops: u64,
    /// Processor time of the mid-end for the function, if this piece was the first that asked for its body.
    pub optimising: Duration,
    /// Processor time of making machine code.
    pub generating: Duration,
    /// Where its machine code lies in this process, and how many bytes of it there are.
    pub address: usize,
    /// See [`CompiledFunction::address`].
    pub bytes: usize,
    /// When its generation began, and how long it took by the clock.
    pub(crate) began: Instant,
    pub(crate) took: Duration,
}

impl CompiledFunction {
    /// Processor time in all.
    pub fn time(&self) -> Duration {
        self.optimising + self.generating
    }
}

/// What native compilation, and the mid-end before both tiers, have taken.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, Tier};
///
/// let text = r#"package main
/// func Sum(n int64) (s int64) {
///     for i := int64(0); i < n; i++ {
///         s += i
///     }
///     return
/// }
/// func main() {}"#;
/// let program = [SourceFile { name: "main.go".into(), text: text.into() }];
/// let engine = Engine::new(Config { tier: Tier::Native, measure: true, ..Config::default() });
/// let module = engine.compile(&program)?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// isolate.call::<_, i64>("Sum", (10i64,))?;
/// let compilation = module.compilation();
/// # if compilation.functions.is_empty() { return Ok(()) } // Without the feature `native`.
/// let first = &compilation.functions[0];
/// assert!(first.ops > 0 && first.ops <= compilation.ops());
/// assert_eq!(first.time(), first.optimising + first.generating);
/// assert!(compilation.p95() <= compilation.time() && compilation.optimising() <= compilation.time());
/// assert!(compilation.slowest().is_some_and(|slowest| slowest.time() >= first.time()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compilation {
    /// Each piece of code, in the order in which they were made. Times are zero unless
    /// [`crate::Config::measure`] is on.
    pub functions: Vec<CompiledFunction>,
    /// Pieces that were compiled although they existed, or while another thread compiled them.
    pub repeated: u64,
    /// Processor time of the mid-end for all functions whose bodies were asked for, to be interpreted or
    /// compiled; zero unless [`crate::Config::measure`] is on.
    pub preparing: Duration,
}

impl Compilation {
    /// Ops of IR that code was made of, of all pieces together.
    pub fn ops(&self) -> u64 {
        self.functions.iter().map(|f| f.ops).sum()
    }

    /// Processor time of all pieces together.
    pub fn time(&self) -> Duration {
        self.functions.iter().map(CompiledFunction::time).sum()
    }

    /// Processor time of the mid-end for all pieces together.
    pub fn optimising(&self) -> Duration {
        self.functions.iter().map(|f| f.optimising).sum()
    }

    /// The time that 95 of 100 functions do not exceed.
    pub fn p95(&self) -> Duration {
        let mut times: Vec<Duration> = self.functions.iter().map(CompiledFunction::time).collect();
        times.sort_unstable();
        let rank = (times.len() * 95).div_ceil(100);
        rank.checked_sub(1).map_or(Duration::ZERO, |n| times[n])
    }

    /// The piece that took longest; `None` if there are none.
    pub fn slowest(&self) -> Option<&CompiledFunction> {
        self.functions.iter().max_by_key(|f| f.time())
    }
}

/// How often things were used in compiling: names and numbers, in the order of their tables, zeros included.
///
/// The example of [`Module::counts`](crate::Module::counts) reads some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rewrites that the mid-end made.
    pub rewrites: Vec<(&'static str, u64)>,
    /// Ops of IR after the mid-end, of functions that were asked for.
    pub ir_ops: Vec<(&'static str, u64)>,
    /// Instructions of bytecode that were lowered.
    pub bytecode_ops: Vec<(&'static str, u64)>,
}

/// Counts the ops of bodies.
pub(crate) fn ir_ops<'a>(bodies: impl Iterator<Item = &'a ir::Function>) -> Vec<(&'static str, u64)> {
    let mut counts = vec![0; ir::Opcode::ALL.len()];
    for body in bodies {
        for inst in body.layout.iter().flat_map(|b| &body.blocks[*b].insts) {
            counts[body.insts[*inst].op as usize] += 1;
        }
    }
    ir::Opcode::ALL.iter().map(|op| op.row().text).zip(counts).collect()
}

/// Counts the instructions of lowered functions.
pub(crate) fn bytecode_ops<'a>(funcs: impl Iterator<Item = &'a Func>) -> Vec<(&'static str, u64)> {
    let mut counts = vec![0; Op::ALL.len()];
    for func in funcs {
        let mut pc = 0;
        while let Some(word) = func.code.get(pc) {
            let op = Op::decode(*word);
            pc += op.map_or(1, |op| op.format().words(*word));
            if let Some(op) = op {
                counts[op as usize] += 1;
            }
        }
    }
    Op::ALL.iter().map(|op| op.text()).zip(counts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_95th_of_100_and_the_slowest() {
        let function = |n: u64| CompiledFunction {
            name: format!("f{n}"),
            ops: n,
            optimising: Duration::from_micros(1),
            generating: Duration::from_micros(n),
            address: 0,
            bytes: 0,
            began: Instant::now(),
            took: Duration::ZERO,
        };
        let mut all = Compilation::default();
        assert_eq!((all.p95(), all.slowest()), (Duration::ZERO, None));
        all.functions = (1..=100).rev().map(function).collect();
        assert_eq!(all.p95(), Duration::from_micros(96));
        assert_eq!(all.slowest().map(|f| &*f.name), Some("f100"));
        assert_eq!(all.ops(), 5050);
    }
}
