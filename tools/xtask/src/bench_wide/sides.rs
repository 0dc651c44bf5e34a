//! Both sides of the wide set: a package's benchmarks by `go test -c` and by `purlin test`, a program by
//! `go build` and by `purlin run`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::causes::{self, Causes, Counts};
use super::items::{From, Item};
use super::report::Measured;
use crate::conformance::recipe;
use crate::conformance::suites::{Harness, Program, text};
use crate::toolchain::{self, Usage};

/// The suite whose limit a process has.
const SUITE: &str = "bench.wide";
/// CPU time of compiled Go that a benchmark gets so many iterations for.
const TARGET: Duration = Duration::from_millis(300);
/// A program of Go's tests that takes less is not of the set.
const LONG: Duration = Duration::from_millis(100);
/// What Go compiles for: the faster one counts.
const LEVELS: [&str; 2] = ["v1", "v3"];

/// A package with benchmarks.
pub struct Package {
    program: Program,
    purlin: PathBuf,
    go_root: PathBuf,
    /// The folder of each benchmark, once they are known.
    folders: BTreeMap<String, String>,
}

impl Package {
    pub fn new(program: Program, purlin: PathBuf, go_root: &Path) -> Result<Package, String> {
        let mut package = Package { program, purlin, go_root: go_root.to_owned(), folders: BTreeMap::new() };
        for folder in package.program.folders.clone() {
            let Some(binary) = package.go_binary(&folder, LEVELS[0])? else { continue };
            let listed = Command::new(&binary)
                .arg("-test.list=^Benchmark")
                .current_dir(package.program.dir.join(&folder))
                .output()
                .map_err(|e| e.to_string())?;
            let names = text(&listed.stdout);
            let names = names.lines().filter(|line| line.starts_with("Benchmark")).map(str::to_owned);
            package.folders.extend(names.map(|name| (name, folder.clone())));
        }
        Ok(package)
    }

    /// The names of its benchmarks, sorted.
    pub fn benchmarks(&self) -> Result<Vec<String>, String> {
        Ok(self.folders.keys().cloned().collect())
    }

    /// The package, once what Purlin does not compile of its tests was taken out, and Go has compiled the
    /// rest.
    pub fn built(self, harness: &Harness) -> Result<Package, String> {
        if let Some(why) = harness.without_errors(&self.program)? {
            return Err(format!("does not compile: {why}"));
        }
        let Package { program, purlin, go_root, .. } = self;
        for folder in &program.folders {
            for level in LEVELS {
                let _ = fs::remove_file(binary_of(&program, folder, level));
            }
        }
        Package::new(program, purlin, &go_root)
    }

    /// The compiled tests of a folder; none if there are no tests in it.
    fn go_binary(&self, folder: &str, level: &str) -> Result<Option<PathBuf>, String> {
        let binary = binary_of(&self.program, folder, level);
        if !binary.exists() {
            let out = binary.to_string_lossy().into_owned();
            let package = format!("./{folder}");
            let mut command = Command::new("go");
            command.args(["test", "-c", "-vet=off", "-o", &out, &package]).current_dir(&self.program.dir);
            command.env("GOAMD64", level).env("GOFLAGS", "").env("CGO_ENABLED", "0").env("GOWORK", "off");
            let built = command.output().map_err(|e| format!("go: {e}"))?;
            if !built.status.success() {
                let why = text(&built.stderr);
                return Err(format!("Go does not build it: {}", why.lines().next().unwrap_or_default()));
            }
        }
        Ok(binary.exists().then_some(binary))
    }

    /// Runs a benchmark on both sides, alternating.
    pub fn compare(&self, item: &Item, tier: &str, runs: u32) -> Result<Measured, String> {
        let folder = self.folders.get(&item.function).ok_or("its package compiles without it only")?;
        let probe = self.go_side(item, folder, LEVELS[0], "10ms")?;
        let first = iterations(&probe.1)?;
        // A run of so many is the better measure: the probe is short, and caches are cold for a part of it.
        let took = self.go_side(item, folder, LEVELS[0], &format!("{first}x"))?.0.cpu;
        let iterations = enough(first, took);
        let so_many = format!("{iterations}x");
        let mut least = Least::default();
        for _ in 0..runs {
            for level in LEVELS {
                least.go(self.go_side(item, folder, level, &so_many)?.0);
            }
            least.ours(self.our_side(item, folder, tier, &so_many)?.0);
        }
        let start = self.our_side(item, folder, tier, "1x")?.0.cpu;
        let go_start = self.go_side(item, folder, LEVELS[0], "1x")?.0.cpu;
        let gas = gas(&self.our_side(item, folder, tier, &so_many)?.1);
        let (ours, go) = least.both()?;
        let nanos = ours.saturating_sub(start).as_nanos() as f64;
        let per_gas = if gas > 0.0 { nanos / gas } else { 0.0 };
        Ok(Measured { ours, go, start, go_start, per_gas, iterations })
    }

    /// What so many iterations of a benchmark do on both sides.
    pub fn causes(&self, item: &Item, iterations: u64) -> Result<Causes, String> {
        let folder = self.folders.get(&item.function).ok_or("its package compiles without it only")?;
        let notes = &self.program.notes;
        let steady = |command: &dyn Fn(&str) -> Result<Command, String>| {
            let many = causes::count(&command(&format!("{}x", iterations + 1))?, notes)?;
            let one = causes::count(&command("1x")?, notes)?.0;
            Ok::<(Counts, f64), String>((many.0.less(&one), bytes(&many.1)))
        };
        let (go, go_bytes) = steady(&|time| self.go_command(item, folder, LEVELS[0], time))?;
        let (ours, bytes) = steady(&|time| Ok(self.our_command(item, folder, "native", time)))?;
        Ok(Causes { ours, go, bytes, go_bytes })
    }

    fn go_side(&self, item: &Item, folder: &str, level: &str, time: &str) -> Result<(Usage, String), String> {
        self.ran(&mut self.go_command(item, folder, level, time)?, "go")
    }

    fn go_command(&self, item: &Item, folder: &str, level: &str, time: &str) -> Result<Command, String> {
        let binary = self.go_binary(folder, level)?.ok_or("it has no tests")?;
        let mut command = Command::new(binary);
        command.args(["-test.run=^$", &format!("-test.bench=^{}$", item.function), "-test.benchmem"]);
        command.arg(format!("-test.benchtime={time}")).current_dir(self.program.dir.join(folder));
        command.env("GOMAXPROCS", "1").env("TZ", "UTC");
        Ok(command)
    }

    fn our_side(&self, item: &Item, folder: &str, tier: &str, time: &str) -> Result<(Usage, String), String> {
        self.ran(&mut self.our_command(item, folder, tier, time), "purlin")
    }

    fn our_command(&self, item: &Item, folder: &str, tier: &str, time: &str) -> Command {
        let mut command = Command::new(&self.purlin);
        command.args(["test", "-run=^$", &format!("-bench=^{}$", item.function), "-vet=off", "-count=1"]);
        command.args([
            "-cache=off",
            "-slowest=0",
            "-j=1",
            "-benchmem",
            "-memory=2G",
            &format!("-tier={tier}"),
        ]);
        command.arg(format!("-benchtime={time}")).arg("-allow-read").arg(&self.go_root);
        command.arg("-allow-write").arg(&self.program.dir).arg(format!("./{folder}"));
        command.current_dir(&self.program.dir).env("PURLIN_CACHE", "off").env("TZ", "UTC");
        command
    }

    /// What a run took, and what it printed.
    fn ran(&self, command: &mut Command, side: &str) -> Result<(Usage, String), String> {
        let (out, err) = (self.program.notes.join("out"), self.program.notes.join("err"));
        let usage = toolchain::measure(command, None, &out, &err, SUITE)?;
        let [out, err] = [out, err].map(|path| fs::read(path).map_or_else(|e| e.to_string(), |b| text(&b)));
        match usage.exit {
            Some(0) if out.lines().any(|line| line.contains("ns/op")) => Ok((usage, out)),
            Some(0) => Err(format!("{side}: it measures nothing")),
            _ if usage.timed_out => Err(format!("{side}: longer than the limit of {SUITE}")),
            _ => {
                let line = out.lines().chain(err.lines()).find(|line| !line.starts_with("goos"));
                Err(format!("{side}: {}", line.unwrap_or("no message")))
            }
        }
    }

    /// Removes its files.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(&self.program.notes);
    }
}

fn binary_of(program: &Program, folder: &str, level: &str) -> PathBuf {
    program.notes.join(format!("{}-{level}.bin", folder.replace(['/', '.'], "+")))
}

/// The least CPU time of each side.
#[derive(Default)]
struct Least {
    ours: Option<Duration>,
    go: Option<Duration>,
}

impl Least {
    fn ours(&mut self, usage: Usage) {
        self.ours = Some(self.ours.map_or(usage.cpu, |least| least.min(usage.cpu)));
    }

    fn go(&mut self, usage: Usage) {
        self.go = Some(self.go.map_or(usage.cpu, |least| least.min(usage.cpu)));
    }

    fn both(&self) -> Result<(Duration, Duration), String> {
        self.ours.zip(self.go).ok_or("no run".into())
    }
}

/// A line of a benchmark: its iterations, and what each took by unit.
fn results(output: &str) -> impl Iterator<Item = (f64, BTreeMap<&str, f64>)> {
    output.lines().filter(|line| line.starts_with("Benchmark")).filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let count = words.first()?.parse().ok()?;
        let pair = |pair: &[&'_ str]| pair[0].parse::<f64>().ok();
        let units = words[1..].chunks_exact(2).filter_map(|two| Some((two[1], pair(two)?)));
        Some((count, units.collect()))
    })
}

/// How many iterations take [`TARGET`], from a run that has measured all parts of a benchmark.
fn iterations(output: &str) -> Result<u64, String> {
    let nanos: f64 = results(output).filter_map(|(_, units)| units.get("ns/op").copied()).sum();
    if nanos <= 0.0 {
        return Err("go: it measures nothing".into());
    }
    Ok((TARGET.as_nanos() as f64 / nanos).clamp(1.0, 1e9) as u64)
}

/// How many iterations take [`TARGET`] if `count` took this; never less, and eight times as many at most.
fn enough(count: u64, took: Duration) -> u64 {
    let factor = TARGET.as_secs_f64() / took.as_secs_f64().max(1e-6);
    (count as f64 * factor.clamp(1.0, 8.0)) as u64
}

/// Units of gas that all parts of a benchmark took.
fn gas(output: &str) -> f64 {
    results(output).map(|(count, units)| count * units.get("gas/op").copied().unwrap_or(0.0)).sum()
}

/// Bytes that an iteration of all parts of a benchmark allocates.
fn bytes(output: &str) -> f64 {
    results(output).filter_map(|(_, units)| units.get("B/op").copied()).sum()
}

/// The programs of Go's own tests that take long.
pub fn long_tests(scratch: &Path) -> Result<Vec<Item>, String> {
    let folder = toolchain::go_root().ok_or("no Go installed")?.join("test");
    let mut found = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(dir) = folders.pop() {
        let entries = fs::read_dir(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                if path.extension().is_none_or(|e| e != "dir") {
                    folders.push(path);
                }
            } else if is_program(&path) {
                let name = path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().into_owned();
                let item = Item::new(From::Test, &name, "");
                let took =
                    go_program(&item, LEVELS[0], scratch).and_then(|binary| run(&binary, &[], scratch));
                if took.is_ok_and(|(usage, _)| usage.cpu >= LONG) {
                    found.push(item);
                }
            }
        }
    }
    found.sort_by(|a, b| a.package.cmp(&b.package));
    Ok(found)
}

/// Whether a file is a test that runs alone.
fn is_program(path: &Path) -> bool {
    let Ok(text) = fs::read_to_string(path) else { return false };
    path.extension().is_some_and(|e| e == "go")
        && recipe::constraints_hold(&text)
        && recipe::recipe(&text).is_some_and(|r| r.kind == "run" && r.args.is_empty() && r.flags.is_empty())
}

fn go_program(item: &Item, level: &str, scratch: &Path) -> Result<PathBuf, String> {
    let binary = scratch.join(format!("{}-{level}.bin", item.package.replace('/', "+")));
    let source = toolchain::go_root().ok_or("no Go installed")?.join("test").join(&item.package);
    let out = binary.to_string_lossy().into_owned();
    let built = Command::new("go")
        .args(["build", "-o", &out])
        .arg(&source)
        .current_dir(scratch)
        .env("GOAMD64", level)
        .output()
        .map_err(|e| format!("go: {e}"))?;
    if built.status.success() {
        Ok(binary)
    } else {
        Err(format!("Go does not build it: {}", text(&built.stderr)))
    }
}

fn run(program: &Path, args: &[String], scratch: &Path) -> Result<(Usage, Vec<u8>), String> {
    let (out, err) = (scratch.join("out"), scratch.join("err"));
    let mut command = Command::new(program);
    command.args(args).current_dir(scratch).env("GOMAXPROCS", "1").env("PURLIN_CACHE", "off");
    let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)?;
    let output = fs::read(&out).map_err(|e| e.to_string())?;
    match usage.exit {
        Some(0) => Ok((usage, output)),
        _ => {
            let said = text(&fs::read(&err).unwrap_or_default());
            Err(format!("{}: {}", program.display(), said.lines().next().unwrap_or("no message")))
        }
    }
}

/// Runs a program of Go's tests on both sides, alternating.
pub fn compare_test(
    item: &Item,
    purlin: &Path,
    tier: &str,
    runs: u32,
    scratch: &Path,
) -> Result<Measured, String> {
    let source = toolchain::go_root().ok_or("no Go installed")?.join("test").join(&item.package);
    let binaries: Vec<PathBuf> =
        LEVELS.iter().map(|level| go_program(item, level, scratch)).collect::<Result<_, _>>()?;
    let args =
        ["run".to_string(), format!("--tier={tier}"), "--cache=off".into(), source.display().to_string()];
    let mut least = Least::default();
    for _ in 0..runs {
        let mut expected = Vec::new();
        for binary in &binaries {
            let (usage, output) = run(binary, &[], scratch)?;
            least.go(usage);
            expected = output;
        }
        let (usage, output) = run(purlin, &args, scratch)?;
        if output != expected {
            return Err("it prints something else".into());
        }
        least.ours(usage);
    }
    let (ours, go) = least.both()?;
    Ok(Measured { ours, go, start: Duration::ZERO, go_start: Duration::ZERO, per_gas: 0.0, iterations: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "goos: linux\nBenchmarkA/x \t 100\t 2000 ns/op\t 30 gas/op\n\
                          BenchmarkA/y 10 18000 ns/op 5 gas/op\nok\n";

    #[test]
    fn iterations_are_for_all_parts_together() {
        assert_eq!(iterations(OUTPUT), Ok(15_000));
        assert_eq!(iterations("BenchmarkB 1 9000000000 ns/op\n"), Ok(1));
        assert!(iterations("PASS\n").is_err());
        assert_eq!(gas(OUTPUT), 3050.0);
        let took = |millis| Duration::from_millis(millis);
        assert_eq!([enough(100, took(150)), enough(100, took(900)), enough(100, took(1))], [200, 100, 800]);
    }
}
