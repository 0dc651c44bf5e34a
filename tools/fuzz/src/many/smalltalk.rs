//! Runs one program of Smalltalk in this process: in every tier and stress mode, and at every rung of
//! dispatch. All must agree on output, ending and gas; modes also on what is allocated.

use purlin::smalltalk::Smalltalk;
use purlin::{Config, Dispatch, Engine, Module, SourceFile, Stress, Tier};

use super::machine::{How, Runs, Stopped, Turns, Verdict, Way, guarded, run, ways};
use super::tally::Tally;
use crate::oracle::Mode;
use crate::rng::Rng;

/// Units of gas that a program gets. Some would run for long.
const GAS: u64 = 5_000_000;

/// The rungs below the default one.
const RUNGS: [Dispatch; 5] =
    [Dispatch::Lookup, Dispatch::Invoke, Dispatch::Mono, Dispatch::MonoGlobal, Dispatch::MonoSite];

pub(super) struct Machine {
    ways: Vec<Way>,
    engines: Vec<Engine>,
    turns: Turns,
}

/// The program of a seed.
pub(super) fn program(seed: u64) -> String {
    crate::smalltalk::program(seed)
}

impl Machine {
    pub(super) fn new(modes: &[Mode], share: Option<usize>) -> Result<Machine, String> {
        let (kinds, ways) = ways(modes)?;
        let turns = Turns::new(&kinds, share);
        let engine = |(tier, stress): (Tier, Stress)| {
            Engine::bare(Config { tier, stress, ..Config::default() }).with_guest(Box::new(Smalltalk))
        };
        Ok(Machine { ways, engines: kinds.into_iter().map(engine).collect(), turns })
    }

    /// Runs the program of a seed everywhere.
    pub(super) fn check(&self, seed: u64, tally: &mut Tally) -> Verdict {
        let mut rng = Rng::part(seed, 1 << 41);
        let how = How {
            gas: GAS,
            cut: rng.chance(25).then(|| rng.next() % 1000),
            verify: false,
            turn: seed as usize,
        };
        match self.compared(&program(seed), how, tally) {
            Ok(runs) => Verdict::Same(runs.whole),
            Err(verdict) => verdict,
        }
    }

    fn compared(&self, text: &str, how: How, tally: &mut Tally) -> Result<Runs, Verdict> {
        let mut first: Option<(String, Runs)> = None;
        for (code, engine) in self.engines.iter().enumerate().filter(|(c, _)| self.turns.takes(*c, how.turn))
        {
            let file = [SourceFile { name: "program.st".into(), text: text.into() }];
            let module = guarded(|| engine.compile(&file).map_err(|e| e.to_string()));
            let module = module.map_err(|why| Verdict::Differ(format!("not compiled: {why}")))?;
            for way in self.ways.iter().filter(|way| way.code == code) {
                let runs = ran(&module, way, None, how, first.as_ref(), tally)?;
                agree(&mut first, &way.name, runs)?;
            }
            let way = self.ways.iter().find(|way| way.code == code);
            if let (Some(way), Some((name, runs))) = (way, &first) {
                // Lookups by the guest's own code allocate for themselves.
                let mut expected = Some((name.clone(), runs.clone().without_allocations()));
                // All of them in the first kind of code, one in turn in others.
                let turn = (how.turn + code) % RUNGS.len();
                for (_, rung) in RUNGS.iter().enumerate().filter(|(n, _)| code == 0 || *n == turn) {
                    let runs = ran(&module, way, Some(*rung), how, expected.as_ref(), tally)?;
                    agree(&mut expected, &format!("{} at {rung}", way.name), runs.without_allocations())?;
                }
            }
        }
        first.map(|(_, runs)| runs).ok_or(Verdict::Differ("there are no modes".into()))
    }
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

    #[test]
    fn programs_compile_and_agree() {
        let machine =
            Machine::new(&Mode::parse_list("interp,native").expect("modes"), None).expect("engines");
        let mut tally = Tally::default();
        let mut printed = 0;
        for seed in 1..20 {
            match machine.check(seed, &mut tally) {
                Verdict::Same(seen) => printed += seen.stdout.lines().count(),
                Verdict::Environment(_) => {}
                Verdict::Differ(how) => panic!("{seed}: {how}"),
            }
        }
        assert!(printed > 200 && tally.runs > 19 * 8, "{printed} {}", tally.runs);
    }
}
