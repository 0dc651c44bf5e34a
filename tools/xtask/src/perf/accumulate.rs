//! Accumulation: N against twice as much in one process. What is searched in a list that grows, or is never
//! given back, takes more than twice the time, or ever more memory.
//!
//! Knows nothing of what leaks.

use super::harness::{Harness, TIERS};
use super::registry::BENCHMARKS;
use super::thresholds;

/// What accumulates: in words, the benchmarks of which guests, by name, how many of it there are, and the
/// threshold of its memory.
const ROWS: &[(&str, &str, u64, &str)] = &[
    ("programs that are compiled and run", "cold_start", 20, "memory"),
    ("functions that are compiled", "compile", 40, "memory_of_one"),
    ("isolates of one module", "isolates", 3_000, "memory"),
    ("sends to fresh classes", "fresh_classes", 1_000, "memory"),
    ("inputs that are loaded", "inputs", 200, "memory"),
];

/// What twice as much took.
#[derive(Debug)]
pub struct Growth {
    pub what: String,
    pub cpu: f64,
    pub memory: f64,
    /// The threshold of its memory.
    pub bound: &'static str,
}

impl Growth {
    /// What is beyond the thresholds, as a sentence.
    fn complaint(&self) -> Result<Option<String>, String> {
        let (cpu, memory) =
            (thresholds::number("accumulation", "cpu")?, thresholds::number("accumulation", self.bound)?);
        let beyond = self.cpu > cpu || self.memory > memory;
        Ok(beyond.then(|| {
            format!(
                "{}: twice as many take x{:.2} CPU (at most {cpu}) and x{:.2} memory (at most {memory})",
                self.what, self.cpu, self.memory
            )
        }))
    }
}

/// How often both sizes run, and how often while a violation persists: on a busy machine one of them may meet
/// a quiet moment that the other does not.
const RUNS: usize = 2;
const MOST_RUNS: usize = 8;

/// Runs N and 2N of each, in each tier; what is beyond the thresholds. The least of all runs counts.
pub fn check(harness: &Harness) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for (what, name, n, bound) in ROWS {
        for benchmark in BENCHMARKS.iter().filter(|b| b.name == *name) {
            for tier in TIERS {
                let what = format!("{what}, {} in {tier}", benchmark.guest);
                let usage = |size: u64| -> Result<(f64, f64), String> {
                    let usage = harness.usage(benchmark, tier, size)?;
                    Ok((usage.cpu.as_secs_f64(), usage.rss_kib as f64))
                };
                let growth = settled(&what, bound, || Ok([usage(*n)?, usage(2 * n)?]))?;
                println!("perf: {}: x{:.2} CPU, x{:.2} memory", growth.what, growth.cpu, growth.memory);
                wrong.extend(growth.complaint()?);
            }
        }
    }
    Ok(wrong)
}

/// How much more CPU and memory twice as much takes, by runs that tell both of both sizes.
fn settled(
    what: &str,
    bound: &'static str,
    mut run: impl FnMut() -> Result<[(f64, f64); 2], String>,
) -> Result<Growth, String> {
    let mut least = [(f64::MAX, f64::MAX); 2];
    let mut number = 0;
    loop {
        number += 1;
        for (least, (cpu, memory)) in least.iter_mut().zip(run()?) {
            *least = (least.0.min(cpu), least.1.min(memory));
        }
        let [small, large] = least;
        let (cpu, memory) = (large.0 / small.0.max(1e-6), large.1 / small.1.max(1.0));
        let growth = Growth { what: what.to_owned(), cpu, memory, bound };
        let persists = growth.complaint()?.is_some() && number < MOST_RUNS;
        if number >= RUNS && !persists {
            return Ok(growth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_twice_is_told() {
        let growth = |cpu, memory| Growth { what: "x".into(), cpu, memory, bound: "memory" };
        assert_eq!(growth(2.0, 1.0).complaint(), Ok(None));
        let one = Growth { bound: "memory_of_one", ..growth(2.0, 1.9) };
        assert_eq!(one.complaint(), Ok(None));
        assert!(growth(2.5, 1.0).complaint().unwrap().unwrap().contains("x2.50 CPU"));
        assert!(growth(2.0, 1.9).complaint().unwrap().is_some());
    }

    #[test]
    fn a_violation_has_to_persist() {
        let mut runs = 0;
        // The smaller size is quiet at once, the larger one in its fifth run.
        let mut busy = || {
            runs += 1;
            Ok([(1.0, 1.0), (if runs == 5 { 2.0 } else { 2.4 }, 1.0)])
        };
        assert_eq!(settled("x", "memory", &mut busy).unwrap().cpu, 2.0);
        assert_eq!(runs, 5);
        let leak = settled("x", "memory", || Ok([(1.0, 1.0), (2.4, 1.0)])).unwrap();
        assert!(leak.complaint().unwrap().is_some());
    }

    #[test]
    fn each_row_has_a_benchmark() {
        assert!(ROWS.iter().all(|(_, name, ..)| BENCHMARKS.iter().any(|b| b.name == *name)));
    }
}
