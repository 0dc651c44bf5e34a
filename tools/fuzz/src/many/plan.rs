//! What a seed of the campaign stands for: a small program of Go or of IR, and how it is run. Shapes differ
//! from seed to seed, so that all constructs occur although each program is small.

use std::collections::BTreeSet;

use super::ir;
use super::machine::{Front, How};
use crate::generator::{self, Config};
use crate::rng::Rng;

/// The program that is run.
pub enum Subject {
    /// A program of Go, as text.
    Go(String),
    /// Random structured IR.
    Structured,
    /// IR with every op and form.
    Code,
}

pub struct Plan {
    pub subject: Subject,
    pub how: How,
}

/// Which of ten seeds are of IR.
const STRUCTURED: u64 = 7;
const CODE: [u64; 2] = [3, 8];

impl Plan {
    pub fn of(seed: u64) -> Plan {
        let mut rng = Rng::part(seed, 1 << 40);
        let how = How {
            // Loops within loops of random code take long; what only computes may be charged any amount.
            gas: if seed % 10 == STRUCTURED { 100_000 } else { 0 },
            // Gas that runs out somewhere, in one of four.
            cut: rng.chance(25).then(|| rng.next() % 1000),
            verify: rng.chance(3),
            turn: seed as usize,
        };
        let subject = match seed % 10 {
            STRUCTURED => Subject::Structured,
            n if CODE.contains(&n) => Subject::Code,
            _ => Subject::Go(program(seed, &mut rng)),
        };
        Plan { subject, how }
    }

    /// What the front end makes of it; for Go the text may not compile, which is an error of the generator's
    /// or ours.
    pub fn front(&self, seed: u64) -> Result<Front, String> {
        match &self.subject {
            Subject::Go(text) => Front::of_go(text),
            Subject::Structured => Ok(ir::structured(seed)),
            Subject::Code => Ok(ir::code(seed)),
        }
    }

    /// The program's text, and how such a file's name ends.
    pub fn text(&self, seed: u64) -> (String, &'static str) {
        match &self.subject {
            Subject::Go(text) => (text.clone(), "go"),
            Subject::Structured => (purlin_ir::print::module(&ir::structured(seed).compiled.module), "ir"),
            Subject::Code => (purlin_ir::print::module(&ir::code(seed).compiled.module), "ir"),
        }
    }
}

/// Lines beyond which a program counts as long, its prelude included.
const LONG: usize = 290;

/// A program of Go. One in five long ones stays as it is, the others are drawn again, twice at most: a few
/// long ones would take as much time as all others, and show little more.
fn program(seed: u64, rng: &mut Rng) -> String {
    let mut text = generator::program(&config(seed, rng)).text;
    for again in 1..=2 {
        if text.lines().count() < LONG || rng.chance(20) {
            break;
        }
        text = generator::program(&config(seed ^ again << 60, rng)).text;
    }
    text
}

/// The shape of a program of Go.
fn config(seed: u64, rng: &mut Rng) -> Config {
    let mut without: BTreeSet<String> = BTreeSet::new();
    // What imports a large part of the library costs as much to check as a hundred others.
    if !rng.chance(2) {
        without.extend(["print", "lib", "wait"].map(str::to_string));
    }
    Config {
        seed,
        functions: if rng.chance(10) { 2 } else { 1 },
        only: None,
        size: 1 + rng.below(3),
        steps: *rng.pick(&[300, 1000, 3000, 8000]),
        without,
        instrument: false,
        small: true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_one_program() {
        for seed in [3, 7, 17, 40] {
            let (a, b) = (Plan::of(seed), Plan::of(seed));
            assert_eq!(a.text(seed), b.text(seed));
            assert_eq!(a.how.cut, b.how.cut);
        }
    }
}
