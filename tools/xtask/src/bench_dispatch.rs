//! `cargo xtask bench dispatch`: what a send costs at each rung of `purlin run --dispatch`, and how many
//! sends are full lookups. Remakes docs/dispatch.md. Rungs take turns; a time is the CPU time of a large
//! run less that of a small one by the gas between them, so that neither starting nor compiling counts, and
//! fast rungs may do more than slow ones.

mod page;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::toolchain::{self, ScratchDir};
use crate::{Outcome, release};

/// The suite whose limit a process has here.
const SUITE: &str = "bench.dispatch";
/// The rungs, in their order. The last is the default.
pub const RUNGS: [&str; 6] = ["lookup", "invoke", "mono", "mono+global", "mono-site", "poly"];
pub const TIERS: [&str; 2] = ["interp", "native"];

/// How many rungs, the first ones, look each send up: they take so long that their large runs are smaller.
const SLOW: usize = 2;

/// A program with the arguments of a small run, and of a large one in each tier: first of the rungs that
/// look each send up, then of the others.
pub struct Workload {
    pub name: &'static str,
    file: &'static str,
    /// How many times rungs take turns in a round. The fastest of each counts: what else the machine does
    /// only ever adds, and would hide the distance of two rungs that are close.
    repeats: usize,
    small: &'static [&'static str],
    large: [[&'static [&'static str]; 2]; TIERS.len()],
}

macro_rules! workload {
    ($name:expr, $file:literal, $repeats:expr, $small:expr; $($tier:ident $slow:expr, $fast:expr);*) => {
        Workload {
            name: $name,
            file: $file,
            repeats: $repeats,
            small: &$small,
            large: [$([&$slow, &$fast]),*],
        }
    };
}

pub const WORKLOADS: &[Workload] = &[
    workload!("tinyBenchmarks", "tiny", 1, ["1", "10"];
        interp ["2", "20"], ["32", "30"]; native ["8", "28"], ["300", "35"]),
    workload!("Slopstone", "slopstone", 1, ["100"]; interp ["2000"], ["20000"]; native ["10000"], ["150000"]),
    workload!(SMOPSTONE, "smopstone", 2, ["80", "1"];
        interp ["80", "8"], ["80", "30"]; native ["80", "60"], ["80", "300"]),
    workload!("1 class", "sites", 1, ["1", "100"];
        interp ["1", "20000"], ["1", "100000"]; native ["1", "60000"], ["1", "700000"]),
    workload!("2 classes", "sites", 1, ["2", "100"];
        interp ["2", "20000"], ["2", "100000"]; native ["2", "60000"], ["2", "700000"]),
    workload!("4 classes", "sites", 1, ["4", "100"];
        interp ["4", "20000"], ["4", "100000"]; native ["4", "60000"], ["4", "700000"]),
    workload!("12 classes", "sites", 1, ["12", "100"];
        interp ["12", "20000"], ["12", "100000"]; native ["12", "60000"], ["12", "700000"]),
];

/// The benchmark whose shares of full lookups have bars, and whose neighbouring rungs must differ by more
/// than their intervals.
pub const SMOPSTONE: &str = "Smopstone";
/// The share of sends that may be full lookups there, in per cent, by rung.
pub const BARS: [(&str, f64); 3] = [("mono", 25.0), ("mono+global", 10.0), ("poly", 0.1)];

/// What is known of a workload in a tier.
pub struct Found {
    pub workload: &'static Workload,
    pub tier: &'static str,
    /// CPU nanoseconds a thousand units of gas in all rounds, by rung. Gas is the same at every rung, so it
    /// says how much of the program a run has done.
    pub times: [Vec<f64>; RUNGS.len()],
    /// Full lookups a million units of gas, by rung.
    pub lookups: [f64; RUNGS.len()],
}

impl Found {
    /// The share of sends that are full lookups at a rung, in per cent. At `invoke` each send is one.
    pub fn share(&self, rung: usize) -> f64 {
        100.0 * self.lookups[rung] / self.lookups[1].max(f64::MIN_POSITIVE)
    }

    /// The mean of each rung, and half of its interval of 95 %. What makes a whole round slow or fast is no
    /// difference of rungs, so that it does not widen the intervals: times of a round are divided by their
    /// geometric mean and multiplied by that of all (Cousineau, 2005, with the correction of Morey, 2008).
    pub fn means(&self) -> [(f64, f64); RUNGS.len()] {
        let rounds = self.times[0].len();
        let speed = |round: usize| {
            let logarithms = self.times.iter().map(|times| times[round].max(f64::MIN_POSITIVE).ln());
            logarithms.sum::<f64>() / RUNGS.len() as f64
        };
        let speeds: Vec<f64> = (0..rounds).map(speed).collect();
        let all = speeds.iter().sum::<f64>() / rounds.max(1) as f64;
        let wider = (RUNGS.len() as f64 / (RUNGS.len() as f64 - 1.0)).sqrt();
        self.times.each_ref().map(|times| {
            let even: Vec<f64> =
                times.iter().zip(&speeds).map(|(time, speed)| time * (all - speed).exp()).collect();
            let (middle, half) = mean(&even);
            (middle, half * wider)
        })
    }
}

/// The mean of some numbers, and half of its interval of 95 % after Student.
fn mean(all: &[f64]) -> (f64, f64) {
    let count = all.len() as f64;
    let mean = all.iter().sum::<f64>() / count.max(1.0);
    if all.len() < 2 {
        return (mean, f64::NAN);
    }
    let freedom = count - 1.0;
    let variance = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / freedom;
    // The quantile of 97.5 % by its expansion around the normal one (Cornish and Fisher, 1937).
    let quantile = 1.96 + 2.372 / freedom + 2.823 / freedom.powi(2) + 2.556 / freedom.powi(3);
    (mean, quantile * (variance / count).sqrt())
}

struct Options {
    purlin: Option<std::path::PathBuf>,
    runs: usize,
    filter: Option<String>,
    dry: bool,
    strict: bool,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options { purlin: None, runs: 30, filter: None, dry: false, strict: false };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--purlin" => options.purlin = Some(value()?.into()),
            "--runs" => options.runs = value()?.parse().map_err(|e| format!("--runs: {e}"))?,
            "--filter" => options.filter = Some(value()?.clone()),
            "--dry-run" => options.dry = true,
            "--strict" => options.strict = true,
            other => return Err(format!("bench dispatch does not know `{other}`")),
        }
    }
    Ok(options)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let purlin = match &options.purlin {
        Some(path) => path.clone(),
        None => release::program(root, "purlin")?,
    };
    let bench = Bench { root, purlin: &purlin, scratch: ScratchDir::new("dispatch")? };
    let is_wanted = |w: &&Workload| options.filter.as_ref().is_none_or(|part| w.name.contains(part.as_str()));
    let mut all = Vec::new();
    for workload in WORKLOADS.iter().filter(is_wanted) {
        for tier in TIERS {
            let found = bench.workload(workload, tier, options.runs.max(1))?;
            print!("{}", page::lines(&found));
            all.push(found);
        }
    }
    if options.filter.is_none() && !options.dry {
        let file = root.join("docs/dispatch.md");
        std::fs::write(&file, page::text(&all, options.runs))
            .map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let missed = missed(&all);
    missed.iter().for_each(|line| println!("{line}"));
    if options.strict && !missed.is_empty() {
        Err(format!("{} bars are missed", missed.len()))
    } else {
        Ok(())
    }
}

/// The bars that are missed.
fn missed(all: &[Found]) -> Vec<String> {
    let smopstone = || all.iter().filter(|found| found.workload.name == SMOPSTONE);
    let mut lines = shares_missed(smopstone());
    lines.extend(smopstone().flat_map(overlaps));
    lines
}

/// Neighbouring rungs whose intervals overlap.
fn overlaps(found: &Found) -> Vec<String> {
    let means = found.means();
    let pairs = means.windows(2).enumerate();
    let touching = pairs.filter(|(_, pair)| (pair[0].0 - pair[1].0).abs() <= pair[0].1 + pair[1].1);
    let line = |n: usize| {
        format!("MISSED: {}: the intervals of {} and {} overlap", found.tier, RUNGS[n], RUNGS[n + 1])
    };
    touching.map(|(n, _)| line(n)).collect()
}

/// Rungs at which more sends are full lookups than may be.
fn shares_missed<'a>(smopstone: impl Iterator<Item = &'a Found>) -> Vec<String> {
    let each = smopstone.flat_map(|found| BARS.iter().map(move |bar| (found, bar)));
    let missed = each.filter_map(|(found, (rung, bar))| {
        let share = found.share(RUNGS.iter().position(|r| r == rung)?);
        (share > *bar)
            .then(|| format!("MISSED: {} at {rung}: {share:.2} % are lookups, asked {bar}", found.tier))
    });
    missed.collect()
}

/// What one run took.
struct Run {
    nanoseconds: f64,
    gas: u64,
    lookups: u64,
}

struct Bench<'a> {
    root: &'a Path,
    purlin: &'a Path,
    scratch: ScratchDir,
}

impl Bench<'_> {
    fn workload(
        &self,
        workload: &'static Workload,
        tier: &'static str,
        runs: usize,
    ) -> Result<Found, String> {
        let tier_number = usize::from(tier == TIERS[1]);
        let mut found = Found { workload, tier, times: Default::default(), lookups: [0.0; RUNGS.len()] };
        // What the small run and both large ones spend, at whatever rung.
        let mut gas = [None; 3];
        for round in 0..runs {
            let mut fastest = [[f64::INFINITY; 2]; RUNGS.len()];
            let mut units = [0.0; RUNGS.len()];
            for _ in 0..workload.repeats.max(1) {
                for n in 0..RUNGS.len() {
                    // Every one begins with another rung.
                    let n = (n + round) % RUNGS.len();
                    let size = usize::from(n >= SLOW);
                    let small = self.once(workload, tier, RUNGS[n], workload.small)?;
                    let large = self.once(workload, tier, RUNGS[n], workload.large[tier_number][size])?;
                    for (run, known) in [(&small, 0), (&large, 1 + size)] {
                        if *gas[known].get_or_insert(run.gas) != run.gas {
                            return Err(format!("{} in {tier}: gas differs at {}", workload.name, RUNGS[n]));
                        }
                    }
                    let least = fastest[n];
                    fastest[n] = [least[0].min(small.nanoseconds), least[1].min(large.nanoseconds)];
                    units[n] = large.gas.saturating_sub(small.gas) as f64;
                    found.lookups[n] = large.lookups.saturating_sub(small.lookups) as f64 / (units[n] / 1e6);
                }
            }
            for n in 0..RUNGS.len() {
                found.times[n].push((fastest[n][1] - fastest[n][0]) / (units[n] / 1e3));
            }
        }
        Ok(found)
    }

    /// The numbers of one run.
    fn once(&self, workload: &Workload, tier: &str, rung: &str, arguments: &[&str]) -> Result<Run, String> {
        let [out, err] = ["out", "err"].map(|name| self.scratch.path().join(name));
        let mut command = Command::new(self.purlin);
        command.args(["run", "--deterministic", "--stats", "--json"]);
        command.arg(format!("--tier={tier}")).arg(format!("--dispatch={rung}"));
        command.arg(self.root.join("bench/smalltalk").join(format!("{}.st", workload.file))).args(arguments);
        let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)
            .map_err(|e| format!("cannot run {}: {e}", self.purlin.display()))?;
        let text = std::fs::read_to_string(&err).map_err(|e| e.to_string())?;
        match (usage.exit, serde_json::from_str::<Value>(text.lines().last().unwrap_or_default())) {
            (Some(0), Ok(numbers)) => {
                let number = |name: &str| {
                    numbers[name].as_u64().ok_or_else(|| format!("`purlin run --stats` has no `{name}`"))
                };
                let nanoseconds = number("cpu_ns")? as f64;
                Ok(Run { nanoseconds, gas: number("gas")?, lookups: number("lookups")? })
            }
            _ => Err(format!("{} in {tier} at {rung} does not end well: {text}", workload.name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_students() {
        let (middle, half) = mean(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((middle - 3.0).abs() < 1e-9);
        // 2.776 times the standard error.
        assert!((half - 2.776 * (0.5f64).sqrt()).abs() < 0.02, "{half}");
        assert!(mean(&[1.0]).1.is_nan());
    }

    #[test]
    fn a_slow_round_widens_no_interval() {
        let workload = WORKLOADS.iter().find(|w| w.name == SMOPSTONE).unwrap();
        let times = [60.0, 50.0, 40.0, 30.0, 20.0, 10.0].map(|s| vec![s, 2.0 * s, 1.5 * s]);
        let found = Found { workload, tier: "interp", times, lookups: [0.0; RUNGS.len()] };
        let (middle, half) = found.means()[0];
        assert!((middle - 60.0 * 3f64.cbrt()).abs() < 1e-9 && half < 1e-9, "{middle} {half}");
    }

    #[test]
    fn every_workload_has_its_program() {
        for workload in WORKLOADS {
            let file = crate::root().join("bench/smalltalk").join(format!("{}.st", workload.file));
            assert!(file.exists(), "{}", file.display());
        }
    }

    #[test]
    fn shares_have_bars() {
        let workload = WORKLOADS.iter().find(|w| w.name == SMOPSTONE).unwrap();
        let lookups = [1000.0, 1000.0, 200.0, 101.0, 5.0, 1.0];
        let found = Found { workload, tier: "interp", times: Default::default(), lookups };
        assert_eq!(missed(&[found]), ["MISSED: interp at mono+global: 10.10 % are lookups, asked 10"]);
    }

    #[test]
    fn neighbours_that_overlap_are_missed() {
        let workload = WORKLOADS.iter().find(|w| w.name == SMOPSTONE).unwrap();
        let noise = [[0.0, 1.0, 2.0], [1.0, 0.0, 2.0], [2.0, 1.0, 0.0], [0.0, 2.0, 1.0], [1.0; 3], [1.0; 3]];
        let mut times = noise.map(Vec::from);
        let middles = [60.0, 50.0, 40.0, 39.5, 20.0, 10.0];
        times.iter_mut().zip(middles).for_each(|(times, s)| times.iter_mut().for_each(|t| *t += s));
        let found = Found { workload, tier: "native", times, lookups: [1.0, 1.0, 0.0, 0.0, 0.0, 0.0] };
        assert_eq!(missed(&[found]), ["MISSED: native: the intervals of mono and mono+global overlap"]);
    }
}
