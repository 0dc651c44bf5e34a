//! Runs one program in this process in every tier and stress mode, and compares all that can be seen of it:
//! output, ending, traceback, gas, bytes allocated. The front end's work is done once and shared. This module
//! knows nothing of how programs come about.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use purlin::{
    Compiled, Config, Diagnostic, Dispatch, Engine, Guest, Input, Isolate, Limits, Module, SourceFile,
    SourceMap, Streams, Stress, Tier, TrapKind, go::Go,
};

use super::tally::{Table, Tally};
use crate::oracle::Mode;
use crate::written::Written;

/// What a front end made, to be compiled again and again.
pub struct Front {
    pub sources: SourceMap,
    pub compiled: Compiled,
}

impl Front {
    fn copy(&self) -> (SourceMap, Compiled) {
        let c = &self.compiled;
        let compiled = Compiled {
            module: c.module.clone(),
            tables: c.tables.clone(),
            exports: c.exports.clone(),
            uncallable: c.uncallable.clone(),
            init: c.init,
            prepared: c.prepared.clone(),
        };
        (self.sources.clone(), compiled)
    }

    /// Compiles Go: one file, or a package with others below it (`-- path --` in the text).
    pub fn of_go(text: &str) -> Result<Front, String> {
        let files = [SourceFile { name: "program.go".into(), text: text.into() }];
        let tree = crate::oracle::tree(text);
        let input = Input {
            files: if tree.is_some() { &[] } else { &files },
            tree: tree.as_ref().map(|t| (t as &dyn purlin::SourceTree, "")),
            tests: false,
            build: purlin::guest::Build::USUAL,
            races: false,
            host: &[],
            budget: None,
        };
        Front::of_input(&input)
    }

    pub fn of_input(input: &Input<'_>) -> Result<Front, String> {
        let mut sources = SourceMap::new();
        let compiled = Go.compile(&mut sources, input).map_err(|all| first_error(&sources, &all))?;
        Ok(Front { sources, compiled })
    }
}

fn first_error(sources: &SourceMap, all: &[Diagnostic]) -> String {
    let place = |d: &Diagnostic| sources.line_col(d.pos).map_or(0, |at| at.line);
    all.first().map_or("no diagnostic".into(), |d| format!("line {}: {}", place(d), d.message))
}

/// The guest of the engines here: gives out what is in the slot.
struct Shared(Arc<Mutex<Option<Front>>>);

impl Guest for Shared {
    fn name(&self) -> &'static str {
        "shared"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["shared"]
    }

    fn compile(&self, sources: &mut SourceMap, _: &Input<'_>) -> Result<Compiled, Vec<Diagnostic>> {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let front =
            slot.as_ref().ok_or_else(|| vec![Diagnostic::error(Default::default(), "nothing is there")])?;
        let (its_sources, compiled) = front.copy();
        *sources = its_sources;
        Ok(compiled)
    }

    fn dump_ast(&self, _: &mut SourceMap, _: &Input<'_>) -> Result<String, Vec<Diagnostic>> {
        Ok(String::new())
    }
}

/// The visible behaviour of a run.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Seen {
    pub stdout: String,
    pub stderr: String,
    /// The kind of the ending, its message, and the traceback.
    pub ending: String,
    /// As a process would exit.
    pub code: i32,
    pub gas: u64,
    pub alloc_bytes: u64,
    pub fibers: u64,
}

impl Seen {
    /// In what another run differs, if it does.
    pub fn difference(&self, other: &Seen) -> Option<String> {
        let texts = [
            ("output", &self.stdout, &other.stdout),
            ("errors", &self.stderr, &other.stderr),
            ("ending", &self.ending, &other.ending),
        ];
        let numbers = [
            ("gas", self.gas, other.gas),
            ("bytes allocated", self.alloc_bytes, other.alloc_bytes),
            ("fibers", self.fibers, other.fibers),
        ];
        let text = texts.into_iter().find(|(_, a, b)| a != b);
        let text = text.map(|(what, a, b)| format!("{what}: {}", crate::oracle::first_difference(a, b)));
        text.or_else(|| {
            let number = numbers.into_iter().find(|(_, a, b)| a != b);
            number.map(|(what, a, b)| format!("{what}: {a} | {b}"))
        })
    }
}

/// How it is run besides the modes.
#[derive(Clone, Copy, Debug, Default)]
pub struct How {
    /// Units of gas that it may take; 0 for as many as it likes.
    pub gas: u64,
    /// Run it again with so many thousandths of the gas that it took, and then to its end with more.
    pub cut: Option<u64>,
    /// Functions are verified after each pass, and Cranelift's input too.
    pub verify: bool,
    /// Where among the kinds of code under stress it begins to take its share.
    pub turn: usize,
}

/// The result of a program.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All modes agree on this.
    Same(Seen),
    /// Modes, and how they differ.
    Differ(String),
    /// The machine's limits ended it, which modes need not agree on.
    Environment(&'static str),
}

/// A mode: what its code is compiled for, and the stress of its memory, which the code knows nothing of.
pub(super) struct Way {
    pub name: String,
    pub code: usize,
    pub memory: Stress,
}

/// What code is compiled for.
pub(super) type Kind = (Tier, Stress);

/// The kinds of code of all modes, and the modes.
pub(super) fn ways(modes: &[Mode]) -> Result<(Vec<Kind>, Vec<Way>), String> {
    let (mut kinds, mut ways) = (Vec::<Kind>::new(), Vec::new());
    for mode in modes {
        let (tier, memory): (Tier, Stress) = (mode.tier.parse()?, Stress::parse(&mode.stress)?);
        let kind = (tier, Stress { gc: false, poison: false, ..memory });
        let code = kinds.iter().position(|k| *k == kind).unwrap_or(kinds.len());
        if code == kinds.len() {
            kinds.push(kind);
        }
        ways.push(Way { name: mode.name.clone(), code, memory });
    }
    Ok((kinds, ways))
}

/// Which of the kinds of code are under stress, and how many of those a program is run with, alternating.
/// Code under stress takes most of the time; stress of the memory alone is always there.
pub(super) struct Turns {
    stressed: Vec<usize>,
    share: usize,
}

impl Turns {
    pub(super) fn new(kinds: &[Kind], share: Option<usize>) -> Turns {
        let stressed: Vec<usize> = (0..kinds.len()).filter(|n| kinds[*n].1 != Stress::default()).collect();
        let share = share.unwrap_or(stressed.len());
        Turns { stressed, share }
    }

    /// Whether a kind of code is under stress.
    pub(super) fn stresses(&self, code: usize) -> bool {
        self.stressed.contains(&code)
    }

    /// Whether a program takes part in what a kind of code does.
    pub(super) fn takes(&self, code: usize, turn: usize) -> bool {
        let Some(place) = self.stressed.iter().position(|n| *n == code) else { return true };
        let kinds = self.stressed.len();
        (place + kinds - turn.wrapping_mul(self.share) % kinds) % kinds < self.share
    }
}

/// The engines, one for each kind of code, and where they find the program.
pub struct Machine {
    ways: Vec<Way>,
    /// Without and with verification.
    engines: Vec<[Engine; 2]>,
    turns: Turns,
    /// The interpreter without the mid-end. All other modes share the mid-end, and with it the errors of its
    /// passes.
    plain: Engine,
    slot: Arc<Mutex<Option<Front>>>,
}

impl Machine {
    pub fn new(modes: &[Mode], share: Option<usize>) -> Result<Machine, String> {
        let slot = Arc::new(Mutex::new(None));
        let (kinds, ways) = ways(modes)?;
        let registered = |config: Config| {
            let mut engine = Engine::new(config);
            engine.register(Box::new(Shared(slot.clone())));
            engine
        };
        let engine = |(tier, stress): (Tier, Stress), verify: bool| {
            registered(Config { tier, stress, verify, ..Config::default() })
        };
        let optional = purlin::PASSES.iter().filter(|pass| pass.optional);
        let disabled_passes = optional.map(|pass| pass.name.to_string()).collect();
        let plain = registered(Config { tier: Tier::Interp, disabled_passes, ..Config::default() });
        let turns = Turns::new(&kinds, share);
        let engines = kinds.into_iter().map(|kind| [engine(kind, false), engine(kind, true)]).collect();
        Ok(Machine { ways, engines, turns, plain, slot })
    }

    /// Runs a program everywhere. What was lowered and rewritten goes to the tally.
    pub fn check(&self, front: Front, how: How, tally: &mut Tally) -> Verdict {
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(front);
        let mut first: Option<(&str, Runs)> = None;
        let mut lowered = BTreeMap::new();
        let taken = self.engines.iter().enumerate().filter(|(code, _)| self.turns.takes(*code, how.turn));
        for (code, engines) in taken {
            let file = [SourceFile { name: "program.shared".into(), text: "".into() }];
            let compile = || engines[usize::from(how.verify)].compile(&file).map_err(|e| e.to_string());
            let module = match guarded(compile) {
                Ok(module) => module,
                Err(why) => return Verdict::Differ(format!("{}: not compiled: {why}", self.ways[code].name)),
            };
            for way in self.ways.iter().filter(|w| w.code == code) {
                let expected = first.as_ref().map(|(_, runs)| runs);
                let runs = match guarded(|| Ok(run(&module, way.memory, None, how, expected))) {
                    Ok(Ok(runs)) => runs,
                    Ok(Err(Stopped::Environment(kind))) => return Verdict::Environment(kind),
                    Ok(Err(Stopped::System(why))) | Err(why) => {
                        return Verdict::Differ(format!("{}: {why}", way.name));
                    }
                };
                tally.runs += runs.count();
                match &first {
                    None => first = Some((&way.name, runs)),
                    Some((against, expected)) => {
                        if let Some(difference) = expected.difference(&runs) {
                            return Verdict::Differ(format!("{} against {against}: {difference}", way.name));
                        }
                    }
                }
            }
            let counts = module.counts();
            if code == 0 {
                tally.add_all(Table::Rewrites, &counts.rewrites);
                tally.add_all(Table::IrOps, &counts.ir_ops);
            }
            for (op, n) in &counts.bytecode_ops {
                let most = lowered.entry(*op).or_insert(0);
                *most = *n.max(most);
            }
        }
        // What an interpreter lowers depends on the mode: the most that any one did.
        lowered.iter().for_each(|(op, n)| tally.add(Table::Bytecode, op, *n));
        match first {
            Some((name, runs)) => self.check_plain(name, runs.whole, how, tally),
            None => Verdict::Differ("there are no modes".into()),
        }
    }

    /// Compares with a run of what the front end made. Passes may keep objects out of memory, and move where
    /// gas is taken.
    fn check_plain(&self, name: &str, expected: Seen, how: How, tally: &mut Tally) -> Verdict {
        if expected.ending.starts_with(TrapKind::OutOfGas.name()) {
            return Verdict::Same(expected);
        }
        let file = [SourceFile { name: "program.shared".into(), text: "".into() }];
        let whole = How { cut: None, ..how };
        let plain = guarded(|| {
            let module = self.plain.compile(&file).map_err(|e| e.to_string())?;
            Ok(run(&module, Stress::default(), None, whole, None))
        });
        tally.runs += 1;
        match plain {
            Ok(Ok(runs)) => {
                let alloc_bytes = expected.alloc_bytes;
                let difference = expected.difference(&Seen { alloc_bytes, ..runs.whole });
                match difference {
                    Some(difference) => Verdict::Differ(format!("no passes against {name}: {difference}")),
                    None => Verdict::Same(expected),
                }
            }
            Ok(Err(Stopped::Environment(kind))) => Verdict::Environment(kind),
            Ok(Err(Stopped::System(why))) | Err(why) => Verdict::Differ(format!("no passes: {why}")),
        }
    }
}

/// What a function answers, or what it panicked with.
pub(super) fn guarded<T>(f: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(panic_text(&*panic)))
}

/// Runs a program at a rung of dispatch, or at the default one, to its end and as often as `how` says.
pub(super) fn run(
    module: &Module,
    memory: Stress,
    rung: Option<Dispatch>,
    how: How,
    first: Option<&Runs>,
) -> Result<Runs, Stopped> {
    let mut isolate = isolate(module, memory).map_err(|e| Stopped::System(e.to_string()))?;
    if let Some(rung) = rung {
        isolate.set_dispatch(rung);
    }
    let most = if how.gas == 0 { 1 << 40 } else { how.gas };
    let whole = run_once(&mut isolate, most, None)?;
    let mut runs = Runs { whole, cut: None };
    if let Some(thousandths) = how.cut {
        // The gas that the first mode took: a mode that takes another amount is wrong anyway.
        let gas = first.map_or(runs.whole.gas, |f| f.whole.gas);
        let part = gas.saturating_mul(thousandths) / 1000;
        let stopped = run_once(&mut isolate, part, None)?;
        let out = stopped.ending.starts_with(TrapKind::OutOfGas.name());
        let rest = if out { Some(run_once(&mut isolate, part, Some(most - part.min(most)))?) } else { None };
        runs.cut = Some((stopped, rest));
    }
    Ok(runs)
}

pub(super) enum Stopped {
    Environment(&'static str),
    /// No isolate could be made.
    System(String),
}

/// A run to the end, and perhaps one that was short of gas and then resumed.
#[derive(Clone, Debug)]
pub(super) struct Runs {
    pub whole: Seen,
    cut: Option<(Seen, Option<Seen>)>,
}

impl Runs {
    pub(super) fn count(&self) -> u64 {
        1 + u64::from(self.cut.is_some())
    }

    /// The runs without what was allocated.
    pub(super) fn without_allocations(mut self) -> Runs {
        self.whole.alloc_bytes = 0;
        if let Some((stopped, rest)) = &mut self.cut {
            stopped.alloc_bytes = 0;
            rest.iter_mut().for_each(|rest| rest.alloc_bytes = 0);
        }
        self
    }

    pub(super) fn difference(&self, other: &Runs) -> Option<String> {
        let whole = || self.whole.difference(&other.whole);
        let cut = || {
            let (a, b) = self.cut.as_ref().zip(other.cut.as_ref())?;
            a.0.difference(&b.0).map(|d| format!("short of gas, {d}"))
        };
        // A run that is resumed ends as if it had never stopped.
        let rest = || {
            let rest = other.cut.as_ref()?.1.as_ref()?;
            let before = &other.cut.as_ref()?.0;
            let joined = Seen {
                stdout: format!("{}{}", before.stdout, rest.stdout),
                stderr: format!("{}{}", before.stderr, rest.stderr),
                ..rest.clone()
            };
            self.whole.difference(&joined).map(|d| format!("resumed with more gas, {d}"))
        };
        whole().or_else(cut).or_else(rest)
    }
}

fn isolate(module: &Module, memory: Stress) -> io::Result<Isolate<()>> {
    let limits = Limits {
        heap_bytes: 512 << 20,
        stack_bytes: 64 << 20,
        output_bytes: Some(1 << 20),
        ..Limits::default()
    };
    let mut isolate = module.isolate_under(memory, (), limits, Streams::default())?;
    isolate.set_args(vec!["program".into()]);
    Ok(isolate)
}

/// Runs from the beginning with so much gas, or resumes with `more`.
fn run_once(isolate: &mut Isolate<()>, gas: u64, more: Option<u64>) -> Result<Seen, Stopped> {
    let (output, errors) = (Written::default(), Written::default());
    isolate.set_streams(Streams {
        input: Box::new(io::empty()),
        output: Box::new(output.clone()),
        errors: Box::new(errors.clone()),
    });
    let result = match more {
        Some(units) => {
            isolate.refuel(units);
            isolate.resume()
        }
        None => {
            isolate.set_gas(Some(gas));
            isolate.reset();
            isolate.run()
        }
    };
    let ending = match &result {
        Ok(()) => "done".to_string(),
        Err(trap) => match trap.kind {
            TrapKind::OutOfMemory | TrapKind::StackOverflow | TrapKind::Deadline | TrapKind::Cancelled => {
                return Err(Stopped::Environment(trap.kind.name()));
            }
            _ => {
                format!("{} {:?}: {}\n{}", trap.kind.name(), trap.kind, trap.message, isolate.traceback(trap))
            }
        },
    };
    let code = match result.as_ref().err().map(|trap| trap.kind) {
        None => 0,
        Some(TrapKind::Exit(code)) => code,
        Some(_) => 2,
    };
    let stats = isolate.stats();
    Ok(Seen {
        code,
        stdout: output.text(),
        stderr: errors.text(),
        ending,
        gas: stats.gas,
        alloc_bytes: stats.alloc_bytes,
        fibers: stats.fibers,
    })
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
    format!("Rust panicked: {}", text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(modes: &str, share: Option<usize>) -> Machine {
        Machine::new(&Mode::parse_list(modes).unwrap(), share).unwrap()
    }

    #[test]
    fn modes_that_differ_in_memory_share_code() {
        let machine = machine("interp,interp+gc+poison,native,native+gc,native+deopt", None);
        assert_eq!(machine.ways.iter().map(|w| w.code).collect::<Vec<_>>(), [0, 0, 1, 1, 2]);
        assert!(machine.turns.takes(2, 5));
    }

    #[test]
    fn stress_is_taken_in_turn() {
        let machine =
            machine("interp,auto+osr,auto+osr+deopt,native+deopt,auto+eager,auto+osr+eager", Some(2));
        let mut taken = [0; 6];
        for turn in 0..10 {
            let modes: Vec<usize> = (0..6).filter(|code| machine.turns.takes(*code, turn)).collect();
            assert_eq!(modes.len(), 3);
            modes.iter().for_each(|n| taken[*n] += 1);
        }
        assert_eq!(taken, [10, 4, 4, 4, 4, 4]);
    }

    #[test]
    fn a_program_is_the_same_everywhere_and_counted() {
        let text = "package main\n\nfunc main() {\n\ts := []int{1, 2, 3}\n\tfor i := range s {\n\t\tprintln(i, s[i])\n\t}\n}\n";
        let machine = machine(crate::many::MODES, None);
        let mut tally = Tally::default();
        let how = How { cut: Some(500), ..How::default() };
        let verdict = machine.check(Front::of_go(text).unwrap(), how, &mut tally);
        let Verdict::Same(seen) = verdict else { panic!("{verdict:?}") };
        assert_eq!((seen.stderr.as_str(), seen.code), ("0 1\n1 2\n2 3\n", 0));
        assert_eq!(tally.runs, 21);
        assert!(tally.rows(Table::Bytecode).iter().any(|(_, n)| *n > 0));
        assert!(Front::of_go("package main\nfunc main() { x }\n").is_err());
    }

    #[test]
    fn differences_are_named() {
        let one = Seen { stderr: "a\nb\n".into(), gas: 5, ..Seen::default() };
        assert_eq!(one.difference(&one.clone()), None);
        assert_eq!(one.difference(&Seen { gas: 6, ..one.clone() }).unwrap(), "gas: 5 | 6");
        assert_eq!(
            one.difference(&Seen { stderr: "a\nc\n".into(), ..one.clone() }).unwrap(),
            "errors: b | c"
        );
    }
}
