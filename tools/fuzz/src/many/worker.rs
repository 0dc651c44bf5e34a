//! A worker process: runs the programs of a range of seeds, and says on standard output what it is at, what
//! differs and what it counted, a line each. A program that kills or corrupts its
//! process harms this one only.

use std::ops::Range;
use std::path::PathBuf;

use super::batch::Batch;
use super::go;
use super::kept::{report, say};
use super::machine::{Machine, Verdict};
use super::plan::{Plan, Subject};
use super::tally::Tally;
use super::{Language, smalltalk};
use crate::oracle::Mode;

/// Programs between two reports of what was counted: a worker that dies takes that much with it.
const REPORT: u64 = 50;

pub struct Worker {
    pub modes: Vec<Mode>,
    /// See [`Machine::new`].
    pub stress_share: Option<usize>,
    /// Where programs that differ are kept.
    pub out: PathBuf,
    /// The Go command, and of how many programs one is also compared with Go.
    pub go: Option<(String, u64)>,
    /// A folder for this process alone.
    pub scratch: PathBuf,
    pub language: Language,
    /// How many programs of Smalltalk are one source.
    pub batch: u64,
}

impl Worker {
    pub fn run(&self, seeds: Range<u64>) -> Result<(), String> {
        match self.language {
            Language::Go => self.run_go(seeds),
            Language::Smalltalk => self.run_smalltalk(seeds),
        }
    }

    fn run_smalltalk(&self, seeds: Range<u64>) -> Result<(), String> {
        let machine = smalltalk::Machine::new(&self.modes, self.stress_share)?;
        let mut from = seeds.start;
        while from < seeds.end {
            let end = (from + self.batch.max(1)).min(seeds.end);
            say(&Batch::check(&machine, &self.out, from..end, say).line());
            from = end;
        }
        Ok(())
    }

    fn run_go(&self, seeds: Range<u64>) -> Result<(), String> {
        let machine = Machine::new(&self.modes, self.stress_share)?;
        let mut tally = Tally::default();
        let mut sample = Vec::new();
        for seed in seeds {
            say(&format!("at {seed}"));
            let plan = Plan::of(seed);
            tally.programs += 1;
            tally.in_ir += u64::from(!matches!(plan.subject, Subject::Go(_)));
            let verdict = match plan.front(seed) {
                Ok(front) => machine.check(front, plan.how, &mut tally),
                Err(why) => Verdict::Differ(format!("the front end refuses it: {why}")),
            };
            match verdict {
                Verdict::Same(_) => {}
                Verdict::Environment(_) => tally.ended += 1,
                Verdict::Differ(how) => {
                    tally.mismatches += 1;
                    report(&self.out, seed, self.language, &how);
                }
            }
            if let Some((_, share)) = &self.go
                && seed.is_multiple_of(*share)
                && let Subject::Go(text) = plan.subject
                && go::fits(&text)
            {
                sample.push((seed, text));
            }
            if tally.programs == REPORT {
                say(&std::mem::take(&mut tally).line());
            }
        }
        if let Some((go, _)) = self.go.as_ref().filter(|_| !sample.is_empty()) {
            say("go");
            tally.with_go += sample.len() as u64;
            for (seed, how) in go::compare(go, &self.scratch, &sample)? {
                tally.mismatches += 1;
                report(&self.out, seed, self.language, &how);
            }
        }
        say(&tally.line());
        Ok(())
    }
}
