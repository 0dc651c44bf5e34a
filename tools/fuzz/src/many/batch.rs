//! Checks programs of Smalltalk of consecutive seeds. Nearly all that a small program costs is to compile the
//! class library, to start it and to mark its objects, so the programs are one source that is compiled and
//! run once a mode. What does not end well by itself would hide what follows it, and is checked alone.

use std::ops::Range;
use std::path::Path;

use super::Language;
use super::kept::{report, report_together};
use super::machine::Verdict;
use super::smalltalk::{Extent, Machine, how, how_together, program, together};
use super::tally::Tally;

pub(super) struct Batch<'a> {
    machine: &'a Machine,
    /// Where programs that differ are kept.
    out: &'a Path,
    tally: Tally,
    /// Takes lines that say what is being done, should it kill the process.
    say: fn(&str),
    /// Where modes that are taken in turn begin.
    turn: usize,
    /// The gas that the programs take that are run together, each by itself.
    gas: u64,
}

impl Batch<'_> {
    /// Checks the programs of some seeds, one of them in every mode, more of them as one source.
    pub(super) fn check(machine: &Machine, out: &Path, seeds: Range<u64>, say: fn(&str)) -> Tally {
        let programs = seeds.end - seeds.start;
        let (turn, tally) = (seeds.start as usize, Tally::default());
        let mut batch = Batch { machine, out, tally, say, turn, gas: 0 };
        batch.tally.programs = programs;
        if programs == 1 {
            batch.program(seeds.start, Extent::All);
        } else {
            say(&format!("batch {} {}", seeds.start, seeds.end));
            batch.turn = (seeds.start / programs) as usize;
            let ending: Vec<u64> = seeds.filter(|seed| batch.first(*seed)).collect();
            if !ending.is_empty() {
                search(&mut batch, &ending);
            }
        }
        batch.tally
    }

    /// Runs a program alone in the first mode: whether it ends well. Else it is checked alone, in the modes
    /// without stress.
    fn first(&mut self, seed: u64) -> bool {
        (self.say)(&format!("at {seed}"));
        let how = how(seed, self.turn);
        match self.machine.check(&program(seed), how, Extent::First, &mut self.tally) {
            Verdict::Same(seen) if seen.ending == "done" => {
                self.gas += seen.gas;
                return true;
            }
            Verdict::Same(_) => {
                self.program(seed, Extent::Plain);
            }
            Verdict::Environment(_) => self.tally.ended += 1,
            Verdict::Differ(how) => self.mismatch(seed, &how),
        }
        false
    }

    /// Checks one program. Whether a mismatch was found.
    fn program(&mut self, seed: u64, extent: Extent) -> bool {
        (self.say)(&format!("at {seed}"));
        match self.machine.check(&program(seed), how(seed, self.turn), extent, &mut self.tally) {
            Verdict::Same(_) => return false,
            Verdict::Environment(_) => {
                self.tally.ended += 1;
                return false;
            }
            Verdict::Differ(how) => self.mismatch(seed, &how),
        }
        true
    }

    fn mismatch(&mut self, seed: u64, how: &str) {
        self.tally.mismatches += 1;
        report(self.out, seed, Language::Smalltalk, how);
    }
}

/// What is done with the programs of a batch.
trait Checks {
    /// Runs programs as one source.
    fn together(&mut self, seeds: &[u64]) -> Verdict;

    /// Checks one program in its own words. Whether a mismatch was found.
    fn alone(&mut self, seed: u64) -> bool;

    /// Reports a source about which modes differ, although they agree about its parts.
    fn differs(&mut self, seeds: &[u64], how: &str);
}

/// Checks programs as one source. Where that says that something is wrong, both halves are checked in its
/// place, down to programs alone. Whether a mismatch was found.
fn search(checks: &mut impl Checks, seeds: &[u64]) -> bool {
    let how = match checks.together(seeds) {
        Verdict::Same(seen) if seen.ending == "done" => return false,
        Verdict::Differ(how) => Some(how),
        // A program kept those after it from their turn, which it did not do by itself.
        Verdict::Same(_) | Verdict::Environment(_) => None,
    };
    let found = match seeds {
        [] => false,
        [seed] => checks.alone(*seed),
        _ => {
            let (one, other) = seeds.split_at(seeds.len() / 2);
            let found = search(checks, one);
            search(checks, other) || found
        }
    };
    match how {
        Some(how) if !found => {
            checks.differs(seeds, &how);
            true
        }
        _ => found,
    }
}

impl Checks for Batch<'_> {
    fn together(&mut self, seeds: &[u64]) -> Verdict {
        let list: Vec<String> = seeds.iter().map(u64::to_string).collect();
        (self.say)(&format!("together {}", list.join(",")));
        let how = how_together(seeds, self.gas, self.turn);
        self.machine.check(&together(seeds), how, Extent::All, &mut self.tally)
    }

    fn alone(&mut self, seed: u64) -> bool {
        self.program(seed, Extent::All)
    }

    fn differs(&mut self, seeds: &[u64], how: &str) {
        self.tally.mismatches += 1;
        report_together(self.out, seeds, how);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::machine::Seen;
    use crate::oracle::Mode;

    /// Modes differ about some programs, about others only if the two are in one source, and some sources end
    /// badly.
    #[derive(Default)]
    struct Fake {
        alone: Vec<u64>,
        pair: Option<[u64; 2]>,
        hides: Option<u64>,
        found: Vec<Vec<u64>>,
    }

    impl Checks for Fake {
        fn together(&mut self, seeds: &[u64]) -> Verdict {
            let has = |seed: &u64| seeds.contains(seed);
            let ending = if self.hides.iter().any(has) { "out of gas" } else { "done" };
            match self.alone.iter().any(has) || self.pair.iter().any(|pair| pair.iter().all(has)) {
                true if ending == "done" => Verdict::Differ("somehow".into()),
                _ => Verdict::Same(Seen { ending: ending.into(), ..Seen::default() }),
            }
        }

        fn alone(&mut self, seed: u64) -> bool {
            let differs = self.alone.contains(&seed);
            self.found.extend(differs.then(|| vec![seed]));
            differs
        }

        fn differs(&mut self, seeds: &[u64], _: &str) {
            self.found.push(seeds.to_vec());
        }
    }

    #[test]
    fn what_differs_is_found_by_halving() {
        let seeds: Vec<u64> = (1..=9).collect();
        let found = |mut fake: Fake| {
            let any = search(&mut fake, &seeds);
            assert_eq!(any, !fake.found.is_empty());
            fake.found
        };
        assert!(found(Fake::default()).is_empty());
        assert_eq!(found(Fake { alone: vec![2, 8], ..Fake::default() }), [[2], [8]]);
        // A pair that the first cut does not part is narrowed down.
        assert_eq!(found(Fake { pair: Some([1, 2]), ..Fake::default() }), [[1, 2]]);
        assert_eq!(found(Fake { pair: Some([1, 9]), ..Fake::default() }), vec![seeds.clone()]);
        // What hides the others does so in its own half only.
        assert_eq!(found(Fake { alone: vec![3, 4], hides: Some(4), ..Fake::default() }), [[3], [4]]);
        assert!(found(Fake { hides: Some(4), ..Fake::default() }).is_empty());
    }

    #[test]
    fn programs_agree_together() {
        let modes = Mode::parse_list("interp,native,native+gc").expect("modes");
        let machine = Machine::new(&modes, None).expect("engines");
        let tally = Batch::check(&machine, Path::new("target/fuzz/tests"), 1..9, |_| {});
        assert_eq!((tally.programs, tally.mismatches, tally.ended), (8, 0, 0));
        // Eight alone; together in three modes, at five rungs and at one, each again with a part of the gas.
        assert!(tally.runs >= 8 + 2 * (3 + 5 + 1), "{}", tally.runs);
    }

    #[test]
    fn programs_print_together_what_they_print_alone() {
        let machine = Machine::new(&Mode::parse_list("interp").expect("modes"), None).expect("engines");
        let printed = |text: &str| {
            let how = how_together(&[1], 0, 0);
            match machine.check(text, how, Extent::First, &mut Tally::default()) {
                Verdict::Same(seen) => seen.stdout,
                verdict => panic!("{verdict:?}"),
            }
        };
        let both = printed(&together(&[2, 3])).replace("s2", "").replace("s3", "");
        assert_eq!(both, format!("seed 2\n{}seed 3\n{}", printed(&program(2)), printed(&program(3))));
    }
}
