//! Runs one source of Smalltalk in this process: in every tier and stress mode, or in some of them, and at
//! rungs of dispatch. All must agree on output, ending and gas; modes also on what is allocated. Knows
//! nothing of which programs are one source, and why.

use purlin::smalltalk::Smalltalk;
use purlin::{Config, Dispatch, Engine, Module, SourceFile, Stress, Tier};

use super::machine::{How, Runs, Stopped, Turns, Verdict, Way, guarded, run, ways};
use super::tally::Tally;
use crate::oracle::Mode;
use crate::rng::Rng;

/// Units of gas that a program gets. The library's start takes 574,000, and those that end at all seldom take
/// half of the rest.
const GAS: u64 = 2_000_000;

/// The rungs below the default one.
const RUNGS: [Dispatch; 5] =
    [Dispatch::Lookup, Dispatch::Invoke, Dispatch::Mono, Dispatch::MonoGlobal, Dispatch::MonoSite];

/// How much of the machine a program is run in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// In the first mode only, at the default rung: to see how it ends.
    First,
    /// In the modes without stress, of which one has another rung too.
    Plain,
    /// In all modes, of those whose code is under stress in the ones whose turn it is.
    All,
}

pub(super) struct Machine {
    ways: Vec<Way>,
    engines: Vec<Engine>,
    turns: Turns,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    crate::smalltalk::program(seed)
}

/// The programs of several seeds as one.
pub(super) fn together(seeds: &[u64]) -> String {
    crate::smalltalk::together(seeds)
}

/// How the program of a seed is run by itself. One in four is short of gas once.
pub(super) fn how(seed: u64, turn: usize) -> How {
    let mut rng = Rng::part(seed, 1 << 41);
    How { gas: GAS, cut: rng.chance(25).then(|| rng.next() % 1000), verify: false, turn }
}

/// How programs are run together that take so much gas each by itself. They are always short of gas once.
pub(super) fn how_together(seeds: &[u64], gas: u64, turn: usize) -> How {
    let mut rng = Rng::part(seeds.first().copied().unwrap_or_default(), 1 << 42);
    // Sends find more classes at their sites than in a program alone, and the library's start is in each.
    How { gas: GAS + 2 * gas, cut: Some(rng.next() % 1000), verify: false, turn }
}

impl Machine {
    pub(super) fn new(modes: &[Mode], share: Option<usize>) -> Result<Machine, String> {
        let (kinds, ways) = ways(modes)?;
        let turns = Turns::new(&kinds, share);
        let engine = |(tier, stress): (Tier, Stress)| {
            Engine::bare(Config { tier, stress, ..Config::default() }).with_guest(Box::new(Smalltalk))
        };
        Ok(Machine { engines: kinds.into_iter().map(engine).collect(), turns, ways })
    }

    /// Runs a program as far as the extent says, and compares.
    pub(super) fn check(&self, text: &str, how: How, extent: Extent, tally: &mut Tally) -> Verdict {
        match self.compared(text, how, extent, tally) {
            Ok(runs) => Verdict::Same(runs.whole),
            Err(verdict) => verdict,
        }
    }

    /// Whether a program is run in this way.
    fn takes(&self, n: usize, turn: usize, extent: Extent) -> bool {
        let way = &self.ways[n];
        let plain = !way.memory.gc && !way.memory.poison && !self.turns.stresses(way.code);
        match extent {
            Extent::First => n == 0,
            Extent::Plain => n == 0 || plain,
            Extent::All => self.turns.takes(way.code, turn),
        }
    }

    fn compared(&self, text: &str, how: How, extent: Extent, tally: &mut Tally) -> Result<Runs, Verdict> {
        let mut first: Option<(String, Runs)> = None;
        for (code, engine) in self.engines.iter().enumerate() {
            let ways = self.ways.iter().enumerate().filter(|(_, way)| way.code == code);
            let taken = ways.filter(|(n, _)| self.takes(*n, how.turn, extent));
            let taken: Vec<&Way> = taken.map(|(_, way)| way).collect();
            if taken.is_empty() {
                continue;
            }
            let file = [SourceFile { name: "program.st".into(), text: text.into() }];
            let module = guarded(|| engine.compile(&file).map_err(|e| e.to_string()));
            let module = module.map_err(|why| Verdict::Differ(format!("not compiled: {why}")))?;
            for way in &taken {
                let runs = ran(&module, way, None, how, first.as_ref(), tally)?;
                agree(&mut first, &way.name, runs)?;
            }
            if let Some(expected) = first.clone().filter(|_| extent.has_rung(code, how.turn)) {
                let all = code == 0 && extent == Extent::All;
                rungs(&module, taken[0], how, all, expected, tally)?;
            }
        }
        first.map(|(_, runs)| runs).ok_or(Verdict::Differ("there are no modes".into()))
    }
}

impl Extent {
    /// Whether a kind of code runs at other rungs than the default one, too. `Plain` has three kinds of code.
    fn has_rung(self, code: usize, turn: usize) -> bool {
        match self {
            Extent::First => false,
            Extent::Plain => code == turn % 3,
            Extent::All => true,
        }
    }
}

/// Runs a program at the rungs of dispatch, at all of them or at the one whose turn it is.
fn rungs(
    module: &Module,
    way: &Way,
    how: How,
    all: bool,
    (name, runs): (String, Runs),
    tally: &mut Tally,
) -> Result<(), Verdict> {
    // Lookups by the guest's own code allocate for themselves.
    let mut expected = Some((name, runs.without_allocations()));
    let turn = (how.turn + way.code) % RUNGS.len();
    for (_, rung) in RUNGS.iter().enumerate().filter(|(n, _)| all || *n == turn) {
        let runs = ran(module, way, Some(*rung), how, expected.as_ref(), tally)?;
        agree(&mut expected, &format!("{} at {rung}", way.name), runs.without_allocations())?;
    }
    Ok(())
}

fn ran(
    module: &Module,
    way: &Way,
    rung: Option<Dispatch>,
    how: How,
    first: Option<&(String, Runs)>,
    tally: &mut Tally,
) -> Result<Runs, Verdict> {
    match guarded(|| Ok(run(module, way.memory, rung, how, first.map(|(_, runs)| runs)))) {
        Ok(Ok(runs)) => {
            tally.runs += runs.count();
            Ok(runs)
        }
        Ok(Err(Stopped::Environment(kind))) => Err(Verdict::Environment(kind)),
        Ok(Err(Stopped::System(why))) | Err(why) => Err(Verdict::Differ(format!("{}: {why}", way.name))),
    }
}

/// Compares runs with the first ones, if there are some; else they are the first.
fn agree(first: &mut Option<(String, Runs)>, name: &str, runs: Runs) -> Result<(), Verdict> {
    let Some((against, expected)) = first else {
        *first = Some((name.to_string(), runs));
        return Ok(());
    };
    let difference = expected.difference(&runs);
    difference.map_or(Ok(()), |how| Err(Verdict::Differ(format!("{name} against {against}: {how}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(modes: &str) -> Machine {
        Machine::new(&Mode::parse_list(modes).expect("modes"), None).expect("engines")
    }

    #[test]
    fn programs_compile_and_agree() {
        let machine = machine("interp,native");
        let mut tally = Tally::default();
        let mut printed = 0;
        for seed in 1..20 {
            match machine.check(&program(seed), how(seed, seed as usize), Extent::All, &mut tally) {
                Verdict::Same(seen) => printed += seen.stdout.lines().count(),
                Verdict::Environment(_) => {}
                Verdict::Differ(how) => panic!("{seed}: {how}"),
            }
        }
        assert!(printed > 200 && tally.runs > 19 * 8, "{printed} {}", tally.runs);
    }

    #[test]
    fn an_extent_is_a_choice_of_modes() {
        let machine = machine("interp,native,interp+gc,native+gc,auto+gc+osr");
        let taken = |extent| (0..5).filter(|n| machine.takes(*n, 1, extent)).collect::<Vec<_>>();
        assert_eq!(taken(Extent::First), [0]);
        assert_eq!(taken(Extent::Plain), [0, 1]);
        assert_eq!(taken(Extent::All), [0, 1, 2, 3, 4]);
    }
}
