//! Running `purlin-perf`: counters of every benchmark, instructions by valgrind, and CPU time. Knows nothing
//! of references.
//!
//! Under valgrind one process a guest and tier runs all benchmarks: callgrind writes a file with what it has
//! counted each time that the harness's functions `measured` and `finished` are entered, so every second file
//! is of a benchmark.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::registry::{self, Benchmark};
use crate::toolchain::{ScratchDir, Usage, measure};

pub const TIERS: [&str; 3] = ["interp", "native", "auto"];

/// The functions of the harness between which a benchmark runs.
const MARKS: [&str; 2] = ["purlin_perf::measured*", "purlin_perf::finished*"];

/// What a run of one size was found to take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    pub counters: BTreeMap<String, u64>,
    /// CPU nanoseconds of the harness's thread.
    pub cpu_ns: u64,
    pub instructions: Option<u64>,
}

/// Both sizes of one benchmark in one tier.
#[derive(Clone, Debug)]
pub struct Measured {
    pub benchmark: &'static Benchmark,
    pub tier: &'static str,
    pub small: Sample,
    pub large: Sample,
}

/// A build of the harness, and the tree whose programs it runs.
#[derive(Clone)]
pub struct Harness {
    pub program: PathBuf,
    pub root: PathBuf,
    /// Passes that are left out.
    pub disabled: Vec<String>,
}

impl Harness {
    pub fn new(program: PathBuf, root: &Path) -> Harness {
        Harness { program, root: root.to_owned(), disabled: Vec::new() }
    }

    fn jobs(&self, benchmarks: &[&'static Benchmark], tier: &str) -> Vec<String> {
        benchmarks.iter().flat_map(|b| b.sizes(tier).map(|size| self.job(b, size))).collect()
    }

    fn job(&self, benchmark: &Benchmark, size: u64) -> String {
        let extension = registry::extension(benchmark.guest).unwrap_or_default();
        let path = self.root.join(benchmark.file(extension));
        format!("{}:{size}:{}", benchmark.kind.name(), path.display())
    }

    /// The command line, in an environment that is the same everywhere: its size moves the stack.
    fn command(&self, program: &str, before: &[String], tier: &str, jobs: &[String]) -> Command {
        let mut command = Command::new(program);
        command.args(before).arg(tier).args(jobs).current_dir(&self.root);
        command.args(self.disabled.iter().map(|pass| format!("--disable-pass={pass}")));
        command.env_clear().env("PATH", "/usr/bin:/bin").env("LC_ALL", "C");
        command
    }

    /// Counters of both sizes of each benchmark, from one process.
    pub fn counters(
        &self,
        benchmarks: &[&'static Benchmark],
        tier: &'static str,
    ) -> Result<Vec<Measured>, String> {
        let scratch = ScratchDir::new(&unique("counters"))?;
        let mut jobs = self.jobs(benchmarks, tier);
        jobs.push("--count".to_owned());
        let command = self.command(&self.program.display().to_string(), &[], tier, &jobs);
        let (text, _) = run(command, &scratch, "perf.counters")?;
        let mut samples = text.lines().map(sample).collect::<Result<Vec<_>, _>>()?.into_iter();
        let mut pairs = Vec::new();
        for &benchmark in benchmarks {
            let (Some(small), Some(large)) = (samples.next(), samples.next()) else {
                return Err(format!("{}: the harness printed too few lines", benchmark.name));
            };
            if tier == "interp" && large.counters.get("bytecodes").is_none_or(|n| *n == 0) {
                return Err(format!("{}: the harness counted no bytecodes", benchmark.name));
            }
            pairs.push(Measured { benchmark, tier, small, large });
        }
        Ok(pairs)
    }

    /// CPU nanoseconds of the larger size of each benchmark, from one process, and what all of it took.
    pub fn times(&self, benchmarks: &[&'static Benchmark], tier: &str) -> Result<(Vec<u64>, Usage), String> {
        let scratch = ScratchDir::new(&unique("times"))?;
        let jobs: Vec<String> = benchmarks.iter().map(|b| self.job(b, b.sizes(tier)[1])).collect();
        let command = self.command(&self.program.display().to_string(), &[], tier, &jobs);
        let (text, usage) = run(command, &scratch, "perf.counters")?;
        let times = text.lines().map(|line| Ok(sample(line)?.cpu_ns)).collect::<Result<Vec<_>, String>>()?;
        if times.len() != benchmarks.len() {
            return Err(format!("the harness printed {} lines for {} jobs", times.len(), benchmarks.len()));
        }
        Ok((times, usage))
    }

    /// What a process took that ran one size of a benchmark.
    pub fn usage(&self, benchmark: &Benchmark, tier: &str, size: u64) -> Result<Usage, String> {
        let scratch = ScratchDir::new(&unique("usage"))?;
        let jobs = [self.job(benchmark, size)];
        let command = self.command(&self.program.display().to_string(), &[], tier, &jobs);
        Ok(run(command, &scratch, "perf.counters")?.1)
    }

    /// Adds instructions to what [`Harness::counters`] found.
    pub fn instructions(&self, measured: &mut [Measured], tier: &'static str) -> Result<(), String> {
        let scratch = ScratchDir::new(&unique("callgrind"))?;
        let out = scratch.path().join("out");
        let benchmarks: Vec<&'static Benchmark> = measured.iter().map(|m| m.benchmark).collect();
        let options = [
            "--tool=callgrind".to_owned(),
            "--quiet".to_owned(),
            format!("--dump-before={}", MARKS[0]),
            format!("--dump-before={}", MARKS[1]),
            "--dump-line=no".to_owned(),
            "--combine-dumps=no".to_owned(),
            format!("--callgrind-out-file={}", out.display()),
            self.program.display().to_string(),
        ];
        let command = self.command("valgrind", &options, tier, &self.jobs(&benchmarks, tier));
        run(command, &scratch, "perf.callgrind")?;
        let mut number = 0;
        let mut next = || {
            number += 2;
            let path = PathBuf::from(format!("{}.{number}", out.display()));
            total(&path)
        };
        for one in measured {
            one.small.instructions = Some(next()?);
            one.large.instructions = Some(next()?);
        }
        Ok(())
    }
}

/// A name for a scratch folder: several threads of this process make some.
fn unique(name: &str) -> String {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    format!("perf-{name}-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

pub fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Runs the harness within CPU seconds; what it prints, and what it took.
fn run(mut command: Command, scratch: &ScratchDir, suite: &str) -> Result<(String, Usage), String> {
    let [out, err] = ["stdout", "stderr"].map(|name| scratch.path().join(name));
    let usage = measure(&mut command, None, &out, &err, suite)
        .map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))?;
    let complaint = std::fs::read_to_string(&err).unwrap_or_default();
    if usage.timed_out {
        return Err(format!(
            "the harness took {:.0} s of CPU, more than {suite} may",
            usage.cpu.as_secs_f64()
        ));
    }
    if usage.exit != Some(0) {
        let how = usage.exit.map_or("was killed".to_owned(), |code| format!("ended with status {code}"));
        return Err(format!("the harness {how}: {}", complaint.trim_end()));
    }
    let text = std::fs::read_to_string(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    Ok((text, usage))
}

/// Reads a line of the harness.
fn sample(line: &str) -> Result<Sample, String> {
    let value: Value =
        serde_json::from_str(line).map_err(|e| format!("the harness printed `{line}`: {e}"))?;
    let fields = value.as_object().ok_or("the harness printed no object")?;
    let number = |name: &str| fields.get(name).and_then(Value::as_u64).unwrap_or_default();
    let watched = fields.keys().filter(|name| {
        registry::counter(name).is_some_and(|c| !matches!(c.rule, registry::Rule::Ignored(_)))
    });
    Ok(Sample {
        counters: watched.map(|name| (name.clone(), number(name))).collect(),
        cpu_ns: number("cpu_ns"),
        instructions: None,
    })
}

/// The instructions of a file that callgrind wrote.
fn total(path: &Path) -> Result<u64, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let found = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("totals: "))
        .or_else(|| text.lines().find_map(|line| line.strip_prefix("summary: ")));
    found.and_then(|n| n.trim().parse().ok()).ok_or(format!("{}: no total", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_samples() {
        let found = sample(r#"{"job":0,"cpu_ns":5,"gas":7,"live_bytes":3,"polls":0}"#).unwrap();
        assert_eq!(found.cpu_ns, 5);
        assert_eq!(found.counters, [("gas".to_owned(), 7), ("polls".to_owned(), 0)].into());
        assert!(sample("ok").is_err());
    }

    #[test]
    fn totals_are_read() {
        let scratch = ScratchDir::new("perf-totals").unwrap();
        let path = scratch.path().join("out.1");
        std::fs::write(&path, "events: Ir\nfn=(1)\n0 12\ntotals: 3456\n").unwrap();
        assert_eq!(total(&path), Ok(3456));
        std::fs::write(&path, "events: Ir\n").unwrap();
        assert!(total(&path).is_err());
    }
}
