//! `cargo xtask test`: everything that must hold on one machine. Unit tests, then the corpus in every tier
//! and stress mode: output, exit status, ending and gas must agree between all of them and with what the
//! program states. `purlin test` runs the corpus, whose programs are golden files; programs that state
//! nothing (the kernels of the benchmarks) are run here.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::corpus::{self, Expectation};
use crate::kernels::{Input, KERNELS, Kernel, Size};
use crate::toolchain::{ScratchDir, measure};
use crate::{Outcome, bench, limits, release};

/// A tier and what is stressed in it.
#[derive(Clone, Copy)]
pub struct Mode {
    pub tier: &'static str,
    stress: &'static str,
}

impl Mode {
    /// As `purlin test -tier` reads it.
    fn name(&self) -> String {
        let stress = self.stress.split(',').filter(|word| !word.is_empty());
        [self.tier].into_iter().chain(stress).collect::<Vec<_>>().join("+")
    }
}

pub const fn mode(tier: &'static str, stress: &'static str) -> Mode {
    Mode { tier, stress }
}

/// The first is what the others are compared with.
const MODES: &[Mode] = &[
    mode("interp", ""),
    mode("native", ""),
    mode("auto", ""),
    mode("interp", "gc,poison"),
    mode("native", "gc,poison"),
    mode("auto", "osr"),
    mode("auto", "osr,deopt"),
    mode("native", "deopt"),
    mode("auto", "eager"),
    mode("auto", "gc,poison,osr,deopt,eager"),
];

/// The suite whose limit a program has, in the slowest stress mode.
const SUITE: &str = "corpus";

/// One program and how it is run.
pub struct Case {
    pub name: String,
    /// Files or folders for the command line.
    pub source: PathBuf,
    expected: Option<Expectation>,
    /// Whether it must not compile.
    pub is_wrong: bool,
    stdin: Option<PathBuf>,
    args: Vec<String>,
}

/// What a run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    stdout: Vec<u8>,
    exit: Option<i32>,
    gas: Option<u64>,
    ending: Option<String>,
}

struct Options {
    filter: String,
    corpus_only: bool,
    /// Start no other program once one has failed.
    fail_fast: bool,
    modes: Vec<Mode>,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options {
        filter: String::new(),
        corpus_only: false,
        fail_fast: false,
        modes: MODES.to_vec(),
        purlin: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--filter" => options.filter = value()?,
            "--corpus" => options.corpus_only = true,
            "--fail-fast" => options.fail_fast = true,
            "--tier" => {
                let tier = value()?;
                options.modes.retain(|m| m.tier == tier && m.stress.is_empty());
            }
            "--purlin" => options.purlin = Some(value()?.into()),
            other => return Err(format!("test: unknown option `{other}`")),
        }
    }
    Ok(options)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    if !options.corpus_only {
        release::all_tests(root)?;
    }
    let began = Instant::now();
    let scratch = ScratchDir::new("corpus")?;
    let (mut passed, mut failed) = corpus(root, &options, &purlin)?;
    let mut kernels = kernel_cases(root, &purlin, scratch.path())?;
    kernels.retain(|c| c.name.contains(&options.filter));
    let failures = run_all(&kernels, &options, &purlin, scratch.path());
    for (name, why) in &failures {
        println!("FAILED {name}\n    {}", why.trim_end().replace('\n', "\n    "));
    }
    (passed, failed) = (passed + kernels.len() - failures.len(), failed + failures.len());
    println!("{} s for all in {} modes", began.elapsed().as_secs(), options.modes.len());
    println!("{passed} passed, {failed} failed");
    if failed == 0 { Ok(()) } else { Err(format!("{failed} programs of the corpus failed")) }
}

/// Runs the corpus in all modes; how many programs passed, and how many failed or differ between modes.
fn corpus(root: &Path, options: &Options, purlin: &Path) -> Result<(usize, usize), String> {
    let patterns = if options.filter.is_empty() {
        vec!["./tests/go/...".to_owned()]
    } else {
        let files = corpus::go_files(&root.join("tests/go"))?;
        let names = files.iter().map(|file| file.strip_prefix(root).unwrap_or(file).display().to_string());
        let is_program = |name: &String| {
            let folder = Path::new(name).parent().unwrap_or(Path::new(""));
            name.ends_with("/main.go") || !root.join(folder).join("main.go").exists()
        };
        names.filter(|n| n.contains(&options.filter) && is_program(n)).map(|n| format!("./{n}")).collect()
    };
    if patterns.is_empty() {
        return Ok((0, 0));
    }
    let modes: Vec<String> = options.modes.iter().map(Mode::name).collect();
    let (tier, clock) =
        (format!("-tier={}", modes.join(",")), format!("-clock={}s", limits::by_the_clock(SUITE)?.as_secs()));
    let mut command = Command::new(std::path::absolute(purlin).map_err(|e| e.to_string())?);
    command.args(["test", "-json", "-count=1", "-cache=off", "-slowest=0", &tier, &clock]);
    command.args(options.fail_fast.then_some("-failfast")).args(patterns);
    command.current_dir(root).env_remove("PURLIN_STRESS").stdin(Stdio::null()).stdout(Stdio::piped());
    let output = command.spawn().and_then(std::process::Child::wait_with_output);
    let output = output.map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
    let results = Results::of(&String::from_utf8_lossy(&output.stdout))?;
    results.failed.iter().for_each(|(name, log)| println!("FAILED {name}\n{}", log.trim_end()));
    match (output.status.code(), results.failed.len()) {
        (Some(0), 0) => Ok((results.passed, 0)),
        (Some(1), failed) => {
            // What differs between modes was told on standard error.
            let failed = failed.max(1);
            Ok((results.passed, failed))
        }
        (code, _) => Err(format!("purlin test has ended with {code:?}")),
    }
}

/// What the events of a run say.
#[derive(Default)]
struct Results {
    passed: usize,
    /// What has failed, and what was printed of it.
    failed: Vec<(String, String)>,
}

impl Results {
    fn of(events: &str) -> Result<Results, String> {
        let (mut results, mut printed) = (Results::default(), BTreeMap::<String, String>::new());
        for line in events.lines() {
            let event: serde_json::Value =
                serde_json::from_str(line).map_err(|e| format!("{line}: no event: {e}"))?;
            let Some(test) = event["Test"].as_str() else { continue };
            let name = format!("{}/{test}", event["Package"].as_str().unwrap_or_default());
            match event["Action"].as_str() {
                Some("output") => {
                    printed.entry(name).or_default().push_str(event["Output"].as_str().unwrap_or_default());
                }
                Some("pass") => results.passed += 1,
                Some("fail") => {
                    let log = printed.remove(&name).unwrap_or_default();
                    results.failed.push((name, log));
                }
                Some(_) | None => {}
            }
        }
        Ok(results)
    }
}

/// The programs below tests/go. A folder with a `main.go` is one program.
pub fn corpus_cases(root: &Path, scratch: &Path) -> Result<Vec<Case>, String> {
    let dir = root.join("tests/go");
    let mut cases = Vec::new();
    for path in corpus::go_files(&dir)? {
        let parent = path.parent().unwrap_or(&dir);
        let is_folder_program = parent != dir && parent.join("main.go").exists();
        if is_folder_program && !path.ends_with("main.go") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let source = if is_folder_program { parent.to_path_buf() } else { path.clone() };
        let source = source.strip_prefix(root).unwrap_or(&source).to_path_buf();
        let name = source.display().to_string();
        if name.starts_with("tests/go/errors") {
            cases.push(Case { name, source, expected: None, is_wrong: true, stdin: None, args: vec![] });
            continue;
        }
        let expected = corpus::parse(&text).map_err(|e| format!("{name}: {e}"))?.expected;
        let stdin = if expected.stdin.is_empty() {
            None
        } else {
            let file = scratch.join(format!("stdin-{}", cases.len()));
            fs::write(&file, expected.stdin.join("\n") + "\n").map_err(|e| e.to_string())?;
            Some(file)
        };
        let args = expected.args.clone();
        cases.push(Case { name, source, expected: Some(expected), is_wrong: false, stdin, args });
    }
    Ok(cases)
}

/// The kernels at their small sizes: they state no output, but all modes must agree.
pub fn kernel_cases(root: &Path, purlin: &Path, scratch: &Path) -> Result<Vec<Case>, String> {
    let fasta = scratch.join("fasta.txt");
    let output = Command::new(purlin)
        .args(["run", "--tier=interp", "bench/go/fasta.go", "1000"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
    fs::write(&fasta, output.stdout).map_err(|e| e.to_string())?;
    let case = |(k, source): (&Kernel, &str)| Case {
        name: format!("bench/go/{source}.go"),
        source: PathBuf::from(format!("bench/go/{source}.go")),
        expected: None,
        is_wrong: false,
        stdin: matches!(k.input, Input::Fasta { .. }).then(|| fasta.clone()),
        args: bench::words(k.args(Size::Quick)),
    };
    let mut kernels: Vec<_> = KERNELS.iter().flat_map(|k| k.sources().map(move |s| (k, s))).collect();
    kernels.dedup_by_key(|(_, source)| *source);
    Ok(kernels.into_iter().map(case).collect())
}

fn run_all(cases: &[Case], options: &Options, purlin: &Path, scratch: &Path) -> BTreeMap<String, String> {
    let failures = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (failures, next) = (&failures, &next);
            scope.spawn(move || {
                let files = scratch.join(format!("worker{worker}"));
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(case, &options.modes, purlin, &files) {
                        failures.lock().expect("no worker panics").insert(case.name.clone(), why);
                        if options.fail_fast {
                            next.store(cases.len(), Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    failures.into_inner().expect("no worker panics")
}

/// Runs a program that states nothing in all modes: it has to end well, and the same in each.
fn check(case: &Case, modes: &[Mode], purlin: &Path, files: &Path) -> Outcome {
    let mut first: Option<(Mode, Seen)> = None;
    for mode in modes {
        let label = mode.name();
        let (seen, stderr) = run_one(case, *mode, purlin, files).map_err(|e| format!("{label}: {e}"))?;
        if seen.exit != Some(0) {
            return Err(format!("{label}: exit {:?}\n{stderr}", seen.exit));
        }
        match &first {
            None => first = Some((*mode, seen)),
            Some((other, reference)) => same(reference, &seen, is_environmental(&seen))
                .map_err(|e| format!("{label} against {}: {e}", other.name()))?,
        }
    }
    Ok(())
}

/// Endings whose kind is fixed but whose moment is not.
pub fn is_environmental(seen: &Seen) -> bool {
    matches!(seen.ending.as_deref(), Some("OutOfMemory" | "StackOverflow" | "Deadline" | "Cancelled"))
}

pub fn same(a: &Seen, b: &Seen, environmental: bool) -> Outcome {
    if a.exit != b.exit || a.ending != b.ending {
        return Err(format!("exit {:?} {:?}, not {:?} {:?}", b.exit, b.ending, a.exit, a.ending));
    }
    if environmental {
        return Ok(());
    }
    if a.stdout != b.stdout {
        return Err("other output".into());
    }
    if a.gas != b.gas {
        return Err(format!("gas {:?}, not {:?}", b.gas, a.gas));
    }
    Ok(())
}

/// The gas that one program of the corpus takes in the interpreter.
pub fn gas_of(
    root: &Path,
    purlin: &Path,
    file: &Path,
    expected: &Expectation,
    scratch: &Path,
) -> Result<u64, String> {
    let stdin = scratch.join("gas-stdin");
    fs::write(&stdin, expected.stdin.iter().map(|l| format!("{l}\n")).collect::<String>())
        .map_err(|e| e.to_string())?;
    let case = Case {
        name: file.display().to_string(),
        source: file.strip_prefix(root).unwrap_or(file).to_path_buf(),
        expected: Some(expected.clone()),
        is_wrong: false,
        stdin: Some(stdin),
        args: expected.args.clone(),
    };
    let (seen, stderr) = run_one(&case, MODES[0], purlin, &scratch.join("gas"))?;
    seen.gas.ok_or(stderr)
}

/// One program at a time has the folder that `TMPDIR` stands for.
static TMPDIR: Mutex<()> = Mutex::new(());

/// Whether a program's flags name `TMPDIR`.
fn wants_folder(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag.ends_with("=TMPDIR"))
}

/// Adds flags that name `TMPDIR`, which stands for an empty folder. All runs have it by one path, as what a
/// program does with a path takes gas.
fn add_folder(command: &mut Command, flags: &[String]) -> Result<PathBuf, String> {
    let folder = std::env::temp_dir().join(format!("purlin-folder-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let path = folder.display().to_string();
    command.args(flags.iter().map(|flag| match flag.strip_suffix("=TMPDIR") {
        Some("--allow-env") | None => flag.clone(),
        Some(name) => format!("{name}={path}"),
    }));
    command.env("TMPDIR", path);
    Ok(folder)
}

pub fn run_one(case: &Case, mode: Mode, purlin: &Path, files: &Path) -> Result<(Seen, String), String> {
    let (out, err) = (files.with_extension("out"), files.with_extension("err"));
    let mut command = Command::new(purlin);
    command.args(["run", "--stats", "--json", "--tier", mode.tier]);
    let flags = case.expected.as_ref().map_or(&[][..], |expected| &expected.flags);
    let turn = wants_folder(flags).then(|| TMPDIR.lock().unwrap_or_else(|e| e.into_inner()));
    let folder = match &turn {
        Some(_) => Some(add_folder(&mut command, flags)?),
        None => None,
    };
    if folder.is_none() {
        command.args(flags);
    }
    command.arg(&case.source).args(&case.args).env_remove("PURLIN_STRESS");
    if !mode.stress.is_empty() {
        command.env("PURLIN_STRESS", mode.stress);
    }
    command.current_dir(crate::root());
    let usage = measure(&mut command, case.stdin.as_deref(), &out, &err, SUITE);
    if let Some(folder) = folder {
        let _ = fs::remove_dir_all(folder);
    }
    let usage = usage?;
    if usage.timed_out {
        return Err("took longer than the suite's limit".to_owned());
    }
    let stdout = fs::read(&out).map_err(|e| e.to_string())?;
    let stderr = String::from_utf8_lossy(&fs::read(&err).map_err(|e| e.to_string())?).into_owned();
    if stderr.contains("panicked at") || usage.exit.is_none() {
        return Err(format!("Purlin itself failed:\n{stderr}"));
    }
    let stats = stderr.lines().last().and_then(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let stats = stats.ok_or_else(|| format!("no statistics:\n{stderr}"))?;
    let gas = stats["gas"].as_u64();
    let ending = stats["ending"].as_str().map(str::to_owned);
    Ok((Seen { stdout, exit: usage.exit, gas, ending }, stderr))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_from_events() {
        let events = "{\"Action\":\"start\",\"Package\":\"p\"}\n\
                      {\"Action\":\"output\",\"Package\":\"p\",\"Test\":\"a.go\",\"Output\":\"no\\n\"}\n\
                      {\"Action\":\"fail\",\"Package\":\"p\",\"Test\":\"a.go\"}\n\
                      {\"Action\":\"pass\",\"Package\":\"p\",\"Test\":\"b.go\"}\n";
        let results = Results::of(events).unwrap();
        assert_eq!(results.passed, 1);
        assert_eq!(results.failed, [("p/a.go".to_owned(), "no\n".to_owned())]);
        assert!(Results::of("panic").is_err());
        assert_eq!(mode("auto", "osr,deopt").name(), "auto+osr+deopt");
    }
}
