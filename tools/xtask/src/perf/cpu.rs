//! CPU time of an old build against a new one: the two take turns, and of each benchmark the least time of
//! each side counts. A violation has to show in the median of the rounds as well, whose times were measured
//! one after the other: on a busy machine one side may meet a quiet moment that the other does not. And it
//! has to persist: while there is one, and the rounds are not used up, both run again, so that a busy machine
//! costs time and raises no alarm.
//!
//! Knows nothing of what the builds are.

use super::harness::Harness;
use super::judge::{Finding, outside};
use super::registry::Benchmark;
use super::thresholds;

/// The times of both sides.
#[derive(Clone, Debug)]
pub struct Pair {
    pub benchmark: String,
    pub tier: &'static str,
    /// The least times.
    pub old: u64,
    pub new: u64,
    /// All times of both sides, in the order of the rounds.
    rounds: [Vec<u64>; 2],
}

impl Pair {
    /// A benchmark in a tier, of which nothing has been measured yet.
    pub fn new(benchmark: String, tier: &'static str) -> Pair {
        Pair { benchmark, tier, old: u64::MAX, new: u64::MAX, rounds: Default::default() }
    }

    /// The least new time over the least old one.
    pub fn ratio(&self) -> f64 {
        self.new as f64 / self.old.max(1) as f64
    }

    /// The median of the ratios of all rounds.
    fn median(&self) -> f64 {
        let [old, new] = &self.rounds;
        let mut ratios: Vec<f64> =
            old.iter().zip(new).map(|(old, new)| *new as f64 / (*old).max(1) as f64).collect();
        ratios.sort_by(f64::total_cmp);
        match ratios.len() {
            0 => 1.0,
            count => (ratios[(count - 1) / 2] + ratios[count / 2]) / 2.0,
        }
    }

    /// Whether the ratio is beyond a factor, and that of the rounds too.
    fn is_beyond(&self, factor: f64) -> bool {
        let (ratio, median) = (self.ratio(), self.median());
        outside(1.0, ratio, factor) && outside(1.0, median, factor) && (ratio > 1.0) == (median > 1.0)
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
            pairs.push(Pair::new(benchmark.key(), tier));
        }
        let side = if is_old { &mut pairs[n].old } else { &mut pairs[n].new };
        *side = (*side).min(time);
        pairs[n].rounds[usize::from(!is_old)].push(time);
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
        .filter(|p| p.is_beyond(factor))
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
        rounds(&[old; 6], &[new; 6])
    }

    fn rounds(old: &[u64], new: &[u64]) -> Pair {
        let (least_old, least_new) = (*old.iter().min().unwrap(), *new.iter().min().unwrap());
        let rounds = [old.to_vec(), new.to_vec()];
        Pair { benchmark: "go/a".into(), tier: "native", old: least_old, new: least_new, rounds }
    }

    #[test]
    fn a_quiet_moment_of_one_side_is_no_finding() {
        let lucky = rounds(&[200, 210, 205, 220, 202, 208], &[204, 150, 207, 215, 206, 203]);
        assert!(lucky.ratio() < 0.8 && beyond(&[lucky, pair(100, 112), pair(100, 112)]).unwrap().is_empty());
        let slower = rounds(&[200, 150, 205, 220, 202, 208], &[280, 260, 270, 285, 270, 262]);
        let found = beyond(&[slower, pair(100, 85), pair(100, 85)]).unwrap();
        assert_eq!(found.iter().map(|f| f.is).collect::<Vec<_>>(), [260.0]);
    }

    #[test]
    fn the_median_is_of_the_ratios_of_rounds() {
        assert_eq!(rounds(&[100, 100, 200], &[150, 200, 200]).median(), 1.5);
        assert_eq!(rounds(&[100, 100], &[150, 200]).median(), 1.75);
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
