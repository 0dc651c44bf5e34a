//! `cargo xtask perf --against REV`: the totals of each guest in two revisions: CPU time, peak memory, and
//! the suite that is worst off.
//!
//! Knows nothing of budgets.

use super::cpu::Pair;
use super::harness::{Harness, TIERS};
use super::reference;
use super::registry::{BENCHMARKS, Benchmark, GUESTS};

/// Rounds of both revisions, of which the least counts.
const ROUNDS: usize = 4;

/// Prints a row a guest and tier. `old` is the revision's build.
pub fn compare(old: &Harness, new: &Harness, revision: &str) -> Result<(), String> {
    println!("perf: load {}; CPU of all benchmarks, the least of {ROUNDS} runs in turn", reference::load());
    println!(
        "{:<8} {:<7} {:>10} {:>10} {:>7} {:>9} {:>9} {:>7}  worst",
        "guest", "tier", revision, "here", "CPU", "KiB", "KiB", "memory"
    );
    for guest in GUESTS {
        let benchmarks: Vec<&'static Benchmark> =
            BENCHMARKS.iter().filter(|b| b.guest == guest.name).collect();
        for tier in TIERS {
            println!("{:<8} {}", guest.name, row(old, new, &benchmarks, tier)?);
        }
    }
    Ok(())
}

fn row(
    old: &Harness,
    new: &Harness,
    benchmarks: &[&'static Benchmark],
    tier: &'static str,
) -> Result<String, String> {
    let mut pairs: Vec<Pair> = benchmarks.iter().map(|b| Pair::new(b.key(), tier)).collect();
    let mut memory = [u64::MAX; 2];
    for _ in 0..ROUNDS {
        for (side, harness) in [old, new].into_iter().enumerate() {
            let (times, usage) = harness.times(benchmarks, tier)?;
            memory[side] = memory[side].min(usage.rss_kib);
            for (pair, time) in pairs.iter_mut().zip(times) {
                let least = if side == 0 { &mut pair.old } else { &mut pair.new };
                *least = time.min(*least);
            }
        }
    }
    let seconds = |n: u64| n as f64 / 1e9;
    let (before, after) =
        (pairs.iter().map(|p| p.old).sum::<u64>(), pairs.iter().map(|p| p.new).sum::<u64>());
    let worst = pairs.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio())).ok_or("no benchmark ran")?;
    Ok(format!(
        "{tier:<7} {:>9.3}s {:>9.3}s {:>7.3} {:>9} {:>9} {:>7.3}  {} x{:.3}",
        seconds(before),
        seconds(after),
        after as f64 / before.max(1) as f64,
        memory[0],
        memory[1],
        memory[1] as f64 / memory[0].max(1) as f64,
        worst.benchmark,
        worst.ratio()
    ))
}
