//! CPU time of an old build against a new one: the two take turns, and of each benchmark the least time of
//! each side counts. A violation has to persist: while there is one, and the rounds are not used up, both run
//! again, so that a busy machine costs time and raises no alarm.
//!
//! Knows nothing of what the builds are.

use super::harness::Harness;
use super::judge::{Finding, outside};
use super::registry::Benchmark;
use super::thresholds;

/// The least times of both sides.
#[derive(Clone, Debug)]
pub struct Pair {
    pub benchmark: String,
    pub tier: &'static str,
    pub old: u64,
    pub new: u64,
}

impl Pair {
    pub fn ratio(&self) -> f64 {
        self.new as f64 / self.old.max(1) as f64
    }
}

/// Runs both builds in turn in one tier, until nothing is beyond the factors or the rounds are used up.
pub fn alternate(
    old: &Harness,
    new: &Harness,
    benchmarks: &[&'static Benchmark],
    tier: &'static str,
) -> Result<Vec<Pair>, String> {
    let rounds = thresholds::number("cpu", "rounds")? as usize;
    let most = thresholds::number("cpu", "most_rounds")? as usize;
    let mut pairs = turns(old, new, benchmarks, tier, rounds)?;
    for number in rounds..most {
        if beyond(&pairs)?.is_empty() {
            break;
        }
        round((old, new), benchmarks, tier, number, &mut pairs)?;
    }
    Ok(pairs)
}

/// So many rounds of both builds.
pub fn turns(
    old: &Harness,
    new: &Harness,
    benchmarks: &[&'static Benchmark],
    tier: &'static str,
    rounds: usize,
) -> Result<Vec<Pair>, String> {
    let mut pairs = Vec::new();
    for number in 0..rounds {
        round((old, new), benchmarks, tier, number, &mut pairs)?;
    }
    Ok(pairs)
}

/// One round; who goes first alternates too.
fn round(
    (old, new): (&Harness, &Harness),
    benchmarks: &[&'static Benchmark],
    tier: &'static str,
    number: usize,
    pairs: &mut Vec<Pair>,
) -> Result<(), String> {
    let order: [(&Harness, bool); 2] = match number % 2 {
        0 => [(old, true), (new, false)],
        _ => [(new, false), (old, true)],
    };
    for (harness, is_old) in order {
        let (times, _) = harness.times(benchmarks, tier)?;
        note(pairs, benchmarks, tier, &times, is_old);
    }
    Ok(())
}

fn note(
    pairs: &mut Vec<Pair>,
    benchmarks: &[&'static Benchmark],
    tier: &'static str,
    times: &[u64],
    is_old: bool,
) {
    for (n, (benchmark, &time)) in benchmarks.iter().zip(times).enumerate() {
        if pairs.len() <= n {
            pairs.push(Pair { benchmark: benchmark.key(), tier, old: u64::MAX, new: u64::MAX });
        }
        let side = if is_old { &mut pairs[n].old } else { &mut pairs[n].new };
        *side = (*side).min(time);
    }
}

pub fn geomean(pairs: &[Pair]) -> f64 {
    let logs: f64 = pairs.iter().map(|p| p.ratio().ln()).sum();
    (logs / pairs.len().max(1) as f64).exp()
}

/// What is beyond the factors, of single benchmarks and of the mean.
pub fn beyond(pairs: &[Pair]) -> Result<Vec<Finding>, String> {
    let (factor, mean) = (thresholds::number("cpu", "factor")?, thresholds::number("cpu", "geomean")?);
    let mut found: Vec<Finding> = pairs
        .iter()
        .filter(|p| outside(p.old as f64, p.new as f64, factor))
        .map(|p| finding(&p.benchmark, p.tier, p.old as f64, p.new as f64))
        .collect();
    let all = geomean(pairs);
    if !pairs.is_empty() && outside(1.0, all, mean) {
        found.push(finding("geomean", pairs[0].tier, 1.0, all));
    }
    Ok(found)
}

fn finding(benchmark: &str, tier: &str, was: f64, is: f64) -> Finding {
    Finding { benchmark: benchmark.to_owned(), tier: tier.to_owned(), counter: "cpu".into(), was, is }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(old: u64, new: u64) -> Pair {
        Pair { benchmark: "go/a".into(), tier: "native", old, new }
    }

    #[test]
    fn single_benchmarks_and_the_mean_are_judged() {
        assert!(beyond(&[pair(100, 124), pair(100, 90)]).unwrap().is_empty());
        assert_eq!(beyond(&[pair(100, 126), pair(100, 90)]).unwrap().len(), 1);
        assert_eq!(beyond(&[pair(100, 79), pair(100, 110)]).unwrap().len(), 1);
        let all = beyond(&[pair(100, 112), pair(100, 112)]).unwrap();
        assert_eq!(all.iter().map(|f| &*f.benchmark).collect::<Vec<_>>(), ["geomean"]);
    }
}
