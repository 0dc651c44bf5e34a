//! `cargo xtask bench dispatch`: what a send costs at each rung of `purlin run --dispatch`, and how many
//! sends are full lookups. Remakes docs/dispatch.md. Rungs take turns; a time is the CPU time of a large
//! run less that of a small one, so that neither starting nor compiling counts.

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

/// A program with the arguments of a small run, and of a large one in each tier.
pub struct Workload {
    pub name: &'static str,
    file: &'static str,
    small: &'static [&'static str],
    large: [&'static [&'static str]; 2],
}

const fn sites(
    name: &'static str,
    small: &'static [&'static str],
    large: [&'static [&'static str]; 2],
) -> Workload {
    Workload { name, file: "sites", small, large }
}

pub const WORKLOADS: &[Workload] = &[
    Workload {
        name: "tinyBenchmarks",
        file: "tiny",
        small: &["1", "10"],
        large: [&["2", "20"], &["4", "24"]],
    },
    Workload { name: "Slopstone", file: "slopstone", small: &["100"], large: [&["2000"], &["6000"]] },
    Workload {
        name: SMOPSTONE,
        file: "smopstone",
        small: &["20", "1"],
        large: [&["20", "8"], &["20", "20"]],
    },
    sites("1 class", &["1", "100"], [&["1", "20000"], &["1", "60000"]]),
    sites("2 classes", &["2", "100"], [&["2", "20000"], &["2", "60000"]]),
    sites("4 classes", &["4", "100"], [&["4", "20000"], &["4", "60000"]]),
    sites("12 classes", &["12", "100"], [&["12", "20000"], &["12", "60000"]]),
];

/// The benchmark whose shares of full lookups have bars.
pub const SMOPSTONE: &str = "Smopstone";
/// The share of sends that may be full lookups there, in per cent, by rung.
pub const BARS: [(&str, f64); 3] = [("mono", 25.0), ("mono+global", 10.0), ("poly", 0.1)];

/// What is known of a workload in a tier.
pub struct Found {
    pub workload: &'static Workload,
    pub tier: &'static str,
    /// Seconds of all rounds, by rung.
    pub seconds: [Vec<f64>; RUNGS.len()],
    /// Full lookups of the large run, by rung.
    pub lookups: [u64; RUNGS.len()],
}

impl Found {
    /// The share of sends that are full lookups at a rung, in per cent. At `invoke` each send is one.
    pub fn share(&self, rung: usize) -> f64 {
        100.0 * self.lookups[rung] as f64 / self.lookups[1].max(1) as f64
    }
}

/// The mean of some numbers, and half of its interval of 95 % after Student.
pub fn mean(all: &[f64]) -> (f64, f64) {
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
    let smopstone = all.iter().filter(|found| found.workload.name == SMOPSTONE);
    let each = smopstone.flat_map(|found| BARS.iter().map(move |bar| (found, bar)));
    let missed = each.filter_map(|(found, (rung, bar))| {
        let share = found.share(RUNGS.iter().position(|r| r == rung)?);
        (share > *bar)
            .then(|| format!("MISSED: {} at {rung}: {share:.2} % are lookups, asked {bar}", found.tier))
    });
    missed.collect()
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
        let mut found = Found { workload, tier, seconds: Default::default(), lookups: [0; RUNGS.len()] };
        let mut gas = None;
        for round in 0..runs {
            for n in 0..RUNGS.len() {
                // Every one begins with another rung.
                let n = (n + round) % RUNGS.len();
                let [small, large] = [workload.small, workload.large[tier_number]]
                    .map(|arguments| self.once(workload, tier, RUNGS[n], arguments));
                let (small, large) = (small?, large?);
                let number = |run: &Value, name: &str| run[name].as_u64().unwrap_or_default();
                let seconds = number(&large, "cpu_ns") as f64 - number(&small, "cpu_ns") as f64;
                found.seconds[n].push(seconds / 1e9);
                found.lookups[n] = number(&large, "lookups");
                let used = number(&large, "gas");
                if *gas.get_or_insert(used) != used {
                    return Err(format!("{} in {tier}: gas differs at {}", workload.name, RUNGS[n]));
                }
            }
        }
        Ok(found)
    }

    /// The numbers of one run.
    fn once(&self, workload: &Workload, tier: &str, rung: &str, arguments: &[&str]) -> Result<Value, String> {
        let [out, err] = ["out", "err"].map(|name| self.scratch.path().join(name));
        let mut command = Command::new(self.purlin);
        command.args(["run", "--deterministic", "--stats", "--json"]);
        command.arg(format!("--tier={tier}")).arg(format!("--dispatch={rung}"));
        command.arg(self.root.join("bench/smalltalk").join(format!("{}.st", workload.file))).args(arguments);
        let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)
            .map_err(|e| format!("cannot run {}: {e}", self.purlin.display()))?;
        let text = std::fs::read_to_string(&err).map_err(|e| e.to_string())?;
        match (usage.exit, serde_json::from_str(text.lines().last().unwrap_or_default())) {
            (Some(0), Ok(numbers)) => Ok(numbers),
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
    fn every_workload_has_its_program() {
        for workload in WORKLOADS {
            let file = crate::root().join("bench/smalltalk").join(format!("{}.st", workload.file));
            assert!(file.exists(), "{}", file.display());
        }
    }

    #[test]
    fn shares_have_bars() {
        let workload = WORKLOADS.iter().find(|w| w.name == SMOPSTONE).unwrap();
        let lookups = [1000, 1000, 200, 101, 5, 1];
        let found = Found { workload, tier: "interp", seconds: Default::default(), lookups };
        assert_eq!(missed(&[found]), ["MISSED: interp at mono+global: 10.10 % are lookups, asked 10"]);
    }
}
