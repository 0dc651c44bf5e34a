//! Accumulation: N against twice as much in one process. What is searched in a list that grows, or is never
//! given back, takes more than twice the time, or ever more memory.
//!
//! Knows nothing of what leaks.

use super::harness::{Harness, TIERS};
use super::registry::{BENCHMARKS, Benchmark};
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

/// Runs N and 2N of each, in each tier; what is beyond the thresholds. The less of two runs counts.
pub fn check(harness: &Harness) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    for (what, name, n, bound) in ROWS {
        for benchmark in BENCHMARKS.iter().filter(|b| b.name == *name) {
            for tier in TIERS {
                let [cpu, memory] = grow(harness, benchmark, tier, *n)?;
                let growth =
                    Growth { what: format!("{what}, {} in {tier}", benchmark.guest), cpu, memory, bound };
                println!("perf: {}: x{:.2} CPU, x{:.2} memory", growth.what, growth.cpu, growth.memory);
                wrong.extend(growth.complaint()?);
            }
        }
    }
    Ok(wrong)
}

/// How much more CPU and memory twice as much takes.
fn grow(harness: &Harness, benchmark: &'static Benchmark, tier: &str, n: u64) -> Result<[f64; 2], String> {
    let mut least = [(f64::MAX, f64::MAX); 2];
    for _ in 0..2 {
        for (side, size) in [n, 2 * n].into_iter().enumerate() {
            let usage = harness.usage(benchmark, tier, size)?;
            let (cpu, memory) = (usage.cpu.as_secs_f64(), usage.rss_kib as f64);
            least[side] = (least[side].0.min(cpu), least[side].1.min(memory));
        }
    }
    let [small, large] = least;
    Ok([large.0 / small.0.max(1e-6), large.1 / small.1.max(1.0)])
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
    fn each_row_has_a_benchmark() {
        assert!(ROWS.iter().all(|(_, name, ..)| BENCHMARKS.iter().any(|b| b.name == *name)));
    }
}
