//! `cargo xtask gas`: no program of the corpus, natives included, may spend more than 50 ns of CPU per unit
//! of gas, or metering would not bound time. The CPU is that of the thread that runs the program, from its
//! first instruction to its last: compiling is bounded by the source. The programs `price_*.go`, and
//! `price.st` for Smalltalk, hold the dear cases, each printing a line that begins with its name: they are
//! run for each case, which is their argument. With `--rungs` Smalltalk's cases run in the interpreter at the
//! rungs of dispatch that are not the default, and the dearest of each is told: those rungs show how sends
//! became fast, and are held to no bar.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;
use crate::corpus::{self, Expectation};
use crate::release;
use crate::toolchain::{ScratchDir, measure};

/// Nanoseconds of CPU per unit.
const MOST_NANOS: f64 = 50.0;
/// From here on a program is run again: the least of three runs counts.
const SUSPECT: f64 = 30.0;
/// Runs that take less cannot be told from noise.
const NOISE_NS: u64 = 3_000_000;
/// Time that is subtracted for a program of the corpus, besides what the mid-end took while the program was
/// interpreted: each function is lowered to bytecode when it is first called, which the source bounds. The
/// price programs run long enough.
const START_NS: u64 = 8_000_000;
/// The suite whose limit a process has here.
const SUITE: &str = "gas";
/// A longer limit is for the rungs that are reported, which are slow.
const SUITE_OF_RUNGS: &str = "gas.rungs";
/// Switch and stress mode: native code is there before the run, so that no compiling is counted.
const TIERS: [Way; 3] = [
    Way { tier: "interp", stress: "", rung: "" },
    Way { tier: "native", stress: "eager", rung: "" },
    Way { tier: "auto", stress: "", rung: "" },
];
/// The rungs that are reported.
const RUNGS: [&str; 5] = ["lookup", "invoke", "mono", "mono+global", "mono-site"];

/// How a program runs: the tier, a stress mode or none, and a rung of dispatch, of which the empty one is the
/// default.
#[derive(Clone, Copy)]
struct Way {
    tier: &'static str,
    stress: &'static str,
    rung: &'static str,
}

impl Way {
    fn command(&self, purlin: &Path) -> Command {
        let mut command = Command::new(purlin);
        command.args(["run", "--stats", "--json", "--tier", self.tier]).env_remove("PURLIN_STRESS");
        if !self.rung.is_empty() {
            command.arg(format!("--dispatch={}", self.rung));
        }
        if !self.stress.is_empty() {
            command.env("PURLIN_STRESS", self.stress);
        }
        command
    }

    fn suite(&self) -> &'static str {
        if self.rung.is_empty() { SUITE } else { SUITE_OF_RUNGS }
    }

    /// What a report calls it.
    fn name(&self) -> &'static str {
        if self.rung.is_empty() { self.tier } else { self.rung }
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let value = |name: &str| args.iter().position(|a| a == name).and_then(|i| args.get(i + 1));
    let filter = value("--filter").cloned().unwrap_or_default();
    let purlin = match value("--purlin") {
        Some(path) => std::path::absolute(path).map_err(|e| e.to_string())?,
        None => release::program(root, "purlin")?,
    };
    let scratch = ScratchDir::new("gas")?;
    if args.iter().any(|a| a == "--rungs") {
        return report_rungs(root, &purlin, &filter, scratch.path());
    }
    let (mut prices, mut programs) = (Vec::new(), 0);
    let all = jobs(root)?.into_iter().chain(smalltalk_jobs(root)?);
    for job in all.filter(|j| j.name.contains(&filter)) {
        programs += 1;
        for tier in TIERS {
            let Some(price) = price(root, &purlin, &job, tier, scratch.path())? else {
                // The interpreter is the slowest, but for what the price programs are there to find.
                if job.name.starts_with("price_") { continue } else { break }
            };
            prices.push(told(&job, tier, price));
        }
    }
    prices.sort_by(|a, b| b.0.total_cmp(&a.0));
    let over = prices.iter().take_while(|p| p.0 > MOST_NANOS).count();
    prices.iter().take(over.max(15)).for_each(|(_, line)| println!("{line}"));
    println!("{programs} programs and cases, {} runs long enough to measure", prices.len());
    if over == 0 { Ok(()) } else { Err(format!("{over} runs took more than {MOST_NANOS} ns a unit")) }
}

/// The nanoseconds of a unit, and the line that says so.
fn told(job: &Job, way: Way, (gas, cpu): (u64, u64)) -> (f64, String) {
    let (each, millis) = (cpu as f64 / gas.max(1) as f64, cpu as f64 / 1e6);
    (each, format!("{each:6.1}  {} ({}): {gas} units in {millis:.1} ms", job.name, way.name()))
}

/// Prints the dearest case of Smalltalk at each rung that is not the default.
fn report_rungs(root: &Path, purlin: &Path, filter: &str, scratch: &Path) -> Outcome {
    let jobs: Vec<Job> = smalltalk_jobs(root)?.into_iter().filter(|j| j.name.contains(filter)).collect();
    for rung in RUNGS {
        let way = Way { tier: "interp", stress: "", rung };
        let mut prices = Vec::new();
        for job in &jobs {
            prices.extend(price(root, purlin, job, way, scratch)?.map(|price| told(job, way, price)));
        }
        prices.sort_by(|a: &(f64, String), b| b.0.total_cmp(&a.0));
        prices.iter().take(3).for_each(|(_, line)| println!("{line}"));
    }
    Ok(())
}

/// A program, or one case of a program of tests/go/gas.
pub struct Job {
    pub name: String,
    pub program: PathBuf,
    pub expected: Expectation,
}

/// The programs of tests/go that run, those of limits included: they burn the most.
pub fn jobs(root: &Path) -> Result<Vec<Job>, String> {
    let dir = root.join("tests/go");
    let mut all = Vec::new();
    for path in corpus::go_files(&dir)? {
        let parent = path.parent().unwrap_or(&dir);
        let part = parent.strip_prefix(&dir).unwrap_or(parent);
        let is_folder_program = parent != dir && parent.join("main.go").exists();
        if part.starts_with("errors") || (is_folder_program && !path.ends_with("main.go")) {
            continue;
        }
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let expected = corpus::parse(&text)?.expected;
        let name = path.strip_prefix(&dir).unwrap_or(&path).display().to_string();
        let program = if is_folder_program { parent.to_path_buf() } else { path.clone() };
        if !name.starts_with("price_") {
            all.push(Job { name, program, expected });
            continue;
        }
        let cases: Vec<&str> = expected.output.iter().filter_map(|l| l.split(' ').next()).collect();
        for case in cases {
            let expected = Expectation { args: vec![case.to_owned()], ..expected.clone() };
            all.push(Job { name: format!("{name} {case}"), program: program.clone(), expected });
        }
    }
    Ok(all)
}

/// The dear cases of Smalltalk.
const SMALLTALK: &str = "tests/smalltalk-hostile/price.st";

/// The cases of that program: the methods without arguments of the class that has them.
fn smalltalk_jobs(root: &Path) -> Result<Vec<Job>, String> {
    let program = root.join(SMALLTALK);
    let text = std::fs::read_to_string(&program).map_err(|e| format!("{SMALLTALK}: {e}"))?;
    let (_, class) = text.split_once("subclass: Cases [\n").ok_or(format!("{SMALLTALK} has no cases"))?;
    let methods = class.lines().take_while(|line| *line != "]");
    let names = methods.filter_map(|line| line.strip_prefix("    ")?.split_once(" [")).map(|(name, _)| name);
    let job = |name: &str| Job {
        name: format!("price_smalltalk {name}"),
        program: program.clone(),
        expected: Expectation { args: vec![name.to_owned()], ..Expectation::default() },
    };
    Ok(names.filter(|name| name.chars().all(char::is_alphanumeric)).map(job).collect())
}

/// Whether a case has printed its line, without which it has measured nothing.
fn is_told(job: &Job, out: &Path) -> Result<bool, String> {
    let text = std::fs::read_to_string(out).map_err(|e| e.to_string())?;
    let case = job.expected.args.first().map(|case| format!("{case} "));
    Ok(case.is_none_or(|case| text.lines().any(|line| line.starts_with(&case))))
}

/// Gas, and the nanoseconds of CPU that it took, unless they were too few.
fn price(
    root: &Path,
    purlin: &Path,
    job: &Job,
    way: Way,
    scratch: &Path,
) -> Result<Option<(u64, u64)>, String> {
    let [input, out, err] = ["in", "out", "err"].map(|n| scratch.join(n));
    let stdin: String = job.expected.stdin.iter().map(|l| format!("{l}\n")).collect();
    std::fs::write(&input, stdin).map_err(|e| e.to_string())?;
    let start = if job.name.starts_with("price_") { 0 } else { START_NS };
    let mut least: Option<(u64, u64)> = None;
    for _ in 0..3 {
        let mut command = way.command(purlin);
        command.args(&job.expected.flags).arg(&job.program).args(&job.expected.args).current_dir(root);
        let usage = measure(&mut command, Some(&input), &out, &err, way.suite())?;
        if usage.timed_out {
            return Err(format!("{} ({}) took longer than the suite's limit", job.name, way.name()));
        }
        if job.name.starts_with("price_") && !is_told(job, &out)? {
            return Err(format!("{} ({}) does not print its line", job.name, way.name()));
        }
        let stats = std::fs::read_to_string(&err).map_err(|e| e.to_string())?;
        let stats = stats.lines().last().and_then(|l| serde_json::from_str::<serde_json::Value>(l).ok());
        let stats = stats.ok_or_else(|| format!("{} ({}): no statistics", job.name, way.name()))?;
        let (Some(gas), Some(cpu)) = (stats["gas"].as_u64(), stats["cpu_ns"].as_u64()) else {
            return Err(format!("{}: statistics without gas or CPU time", job.name));
        };
        // In the other tiers most of it is not this thread's, or comes before the first instruction.
        let prepared =
            if way.tier == "interp" && start > 0 { stats["prepare_ns"].as_u64().unwrap_or(0) } else { 0 };
        let cpu = cpu.saturating_sub(start + prepared);
        least = Some(least.map_or((gas, cpu), |l| if cpu < l.1 { (gas, cpu) } else { l }));
        if cpu <= NOISE_NS || (cpu as f64) < SUSPECT * gas as f64 {
            break;
        }
    }
    Ok(least.filter(|l| l.1 > NOISE_NS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smalltalk_has_dear_cases() {
        let jobs = smalltalk_jobs(&crate::root()).expect("the program is there");
        assert!(jobs.len() > 45, "{}", jobs.len());
        assert!(jobs.iter().any(|job| job.expected.args == ["thrash"]), "no thrashed caches");
        assert!(
            jobs.iter().all(|job| !job.name.ends_with("leaveFrom")),
            "a method with arguments is no case"
        );
    }
}
