//! Accumulation: N against twice as much in one process. What is searched in a list that grows, or is never
//! given back, takes more than twice the time, or ever more memory.
//!
//! Knows nothing of what leaks.

use super::harness::{Harness, TIERS};
use super::registry::{BENCHMARKS, Benchmark};
use super::thresholds;

/// What accumulates: in words, the benchmarks of which guests, by name, and how many of it there are.
const ROWS: &[(&str, &str, u64)] = &[
    ("programs that are compiled and run", "cold_start", 20),
    ("functions that are compiled", "compile", 40),
    ("isolates of one module", "isolates", 3_000),
    ("sends to fresh classes", "fresh_classes", 1_000),
    ("inputs that are loaded", "inputs", 200),
];

/// What twice as much took.
#[derive(Debug)]
pub struct Growth {
    pub what: String,
    pub cpu: f64,
    pub memory: f64,
}

impl Growth {
    /// What is beyond the thresholds, as a sentence.
    fn complaint(&self) -> Result<Option<String>, String> {
        let (cpu, memory) =
            (thresholds::number("accumulation", "cpu")?, thresholds::number("accumulation", "memory")?);
        let beyond = self.cpu > cpu || self.memory > memory;
        Ok(beyond.then(|| {
            format!(
                "{}: twice as many take x{:.2} CPU (at most {cpu}) and x{:.2} memory (at most {memory})",
                self.what, self.cpu, self.memory
            )
        }))
    }
}

/// Runs N and 2N of each, in each tier; what is beyond the thresholds. The less of two runs counts.
pub fn check(harness: &Harness) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for (what, name, n) in ROWS {
        for benchmark in BENCHMARKS.iter().filter(|b| b.name == *name) {
            for tier in TIERS {
                let growth =
                    grow(harness, benchmark, tier, *n, &format!("{what}, {} in {tier}", benchmark.guest))?;
                println!("perf: {}: x{:.2} CPU, x{:.2} memory", growth.what, growth.cpu, growth.memory);
                wrong.extend(growth.complaint()?);
            }
        }
    }
    Ok(wrong)
}

fn grow(
    harness: &Harness,
    benchmark: &'static Benchmark,
    tier: &str,
    n: u64,
    what: &str,
) -> Result<Growth, String> {
    let mut least = [(f64::MAX, f64::MAX); 2];
    for _ in 0..2 {
        for (side, size) in [n, 2 * n].into_iter().enumerate() {
            let usage = harness.usage(benchmark, tier, size)?;
            let (cpu, memory) = (usage.cpu.as_secs_f64(), usage.rss_kib as f64);
            least[side] = (least[side].0.min(cpu), least[side].1.min(memory));
        }
    }
    let [small, large] = least;
    Ok(Growth { what: what.to_owned(), cpu: large.0 / small.0.max(1e-6), memory: large.1 / small.1.max(1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_twice_is_told() {
        let growth = |cpu, memory| Growth { what: "x".into(), cpu, memory };
        assert_eq!(growth(2.0, 1.0).complaint(), Ok(None));
        assert!(growth(2.5, 1.0).complaint().unwrap().unwrap().contains("x2.50 CPU"));
        assert!(growth(2.0, 1.9).complaint().unwrap().is_some());
    }

    #[test]
    fn each_row_has_a_benchmark() {
        assert!(ROWS.iter().all(|(_, name, _)| BENCHMARKS.iter().any(|b| b.name == *name)));
    }
}
