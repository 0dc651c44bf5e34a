//! Checks programs of Smalltalk of consecutive seeds. Nearly all that a small program costs is to compile the
//! class library, to start it and to mark its objects, so the programs are one source that is compiled and
//! run once a mode. What does not end well by itself would hide what follows it, and is checked alone.

use std::ops::Range;
use std::path::Path;

use super::Language;
use super::machine::Verdict;
use super::smalltalk::{Extent, Machine, how, how_together, program, together};
use super::tally::Tally;
use super::worker::{report, report_together};

pub(super) struct Batch<'a> {
    machine: &'a Machine,
    /// Where programs that differ are kept.
    out: &'a Path,
    tally: Tally,
    /// Takes lines that say what is being done, should it kill the process.
    say: fn(&str),
    /// Where modes that are taken in turn begin.
    turn: usize,
}

impl Batch<'_> {
    /// Checks the programs of some seeds, one of them in every mode, more of them as one source.
    pub(super) fn check(machine: &Machine, out: &Path, seeds: Range<u64>, say: fn(&str)) -> Tally {
        let mut batch = Batch { machine, out, tally: Tally::default(), say, turn: seeds.start as usize };
        let programs = seeds.end - seeds.start;
        batch.tally.programs = programs;
        if programs == 1 {
            batch.alone(seeds.start, Extent::All);
        } else {
            say(&format!("batch {} {}", seeds.start, seeds.end));
            batch.turn = (seeds.start / programs) as usize;
            let mut gas = 0;
            let ending = seeds.filter(|seed| batch.first(*seed).map(|used| gas += used).is_some());
            let ending: Vec<u64> = ending.collect();
            if !ending.is_empty() {
                batch.together(&ending, gas);
            }
        }
        batch.tally
    }

    /// Runs a program alone in the first mode: what gas it takes, if it ends well. Else it is checked alone,
    /// in the modes without stress.
    fn first(&mut self, seed: u64) -> Option<u64> {
        (self.say)(&format!("at {seed}"));
        let how = how(seed, self.turn);
        match self.machine.check(&program(seed), how, Extent::First, &mut self.tally) {
            Verdict::Same(seen) if seen.ending == "done" => return Some(seen.gas),
            Verdict::Same(_) => {
                self.alone(seed, Extent::Plain);
            }
            Verdict::Environment(_) => self.tally.ended += 1,
            Verdict::Differ(how) => self.differs(seed, &how),
        }
        None
    }

    /// Checks one program. Whether a mismatch was found.
    fn alone(&mut self, seed: u64, extent: Extent) -> bool {
        (self.say)(&format!("at {seed}"));
        match self.machine.check(&program(seed), how(seed, self.turn), extent, &mut self.tally) {
            Verdict::Same(_) => return false,
            Verdict::Environment(_) => {
                self.tally.ended += 1;
                return false;
            }
            Verdict::Differ(how) => self.differs(seed, &how),
        }
        true
    }

    fn differs(&mut self, seed: u64, how: &str) {
        self.tally.mismatches += 1;
        report(self.out, seed, Language::Smalltalk, how);
    }

    /// Checks programs as one source. Where it says that something is wrong, both halves are checked in its
    /// place, down to programs alone. Whether a mismatch was found.
    fn together(&mut self, seeds: &[u64], gas: u64) -> bool {
        let how = match self.verdict(seeds, gas) {
            Verdict::Same(seen) if seen.ending == "done" => return false,
            Verdict::Differ(how) => Some(how),
            // A program kept those after it from their turn, which it did not do by itself.
            Verdict::Same(_) | Verdict::Environment(_) => None,
        };
        let found = match seeds {
            [] => false,
            [seed] => self.alone(*seed, Extent::All),
            _ => {
                let (one, other) = seeds.split_at(seeds.len() / 2);
                let found = self.together(one, gas);
                self.together(other, gas) || found
            }
        };
        match how {
            // Modes agree about its parts.
            Some(how) if !found => {
                self.tally.mismatches += 1;
                report_together(self.out, seeds, &how);
                true
            }
            _ => found,
        }
    }

    /// What comes of programs as one source.
    fn verdict(&mut self, seeds: &[u64], gas: u64) -> Verdict {
        let list: Vec<String> = seeds.iter().map(u64::to_string).collect();
        (self.say)(&format!("together {}", list.join(",")));
        let how = how_together(seeds, gas, self.turn);
        self.machine.check(&together(seeds), how, Extent::All, &mut self.tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Mode;

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
