//! `cargo xtask test`: everything that must hold on one machine. Unit tests, then the corpus in every tier
//! and stress mode: output, exit status, ending and gas must agree between all of them and with what the
//! program states.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::corpus::{self, Expectation};
use crate::kernels::{Input, KERNELS, Kernel, Size};
use crate::toolchain::{ScratchDir, measure};
use crate::{Outcome, bench};

/// A tier and what is stressed in it.
#[derive(Clone, Copy)]
pub struct Mode {
    pub tier: &'static str,
    stress: &'static str,
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

/// Long enough for the slowest stress mode on a busy machine.
const LIMIT: Duration = Duration::from_secs(120);

/// One program and how it is run.
pub struct Case {
    pub name: String,
    /// Files or folders for the command line.
    pub source: PathBuf,
    expected: Option<Expectation>,
    /// Lines with errors, for programs that must not compile.
    pub errors: Option<Vec<(usize, Vec<String>)>>,
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
    let purlin = purlin_program(root, options.purlin.as_deref())?;
    if !options.corpus_only {
        // The same profile as the program above, so that nothing large is built twice.
        // The features are off unless asked for, and tests need them.
        let features = format!("purlin-json/serde,purlin/async,purlin/serde,{ALL_TARGETS}");
        cargo(root, &["test", "--workspace", "--release", "--quiet", "--features", &features])?;
    }
    let scratch = ScratchDir::new("corpus")?;
    let mut cases = corpus_cases(root, scratch.path())?;
    cases.extend(kernel_cases(root, &purlin, scratch.path())?);
    cases.retain(|c| c.name.contains(&options.filter));
    let failures = run_all(&cases, &options, &purlin, scratch.path());
    for (name, why) in &failures {
        println!("FAILED {name}\n    {}", why.trim_end().replace('\n', "\n    "));
    }
    println!("{} passed, {} failed", cases.len() - failures.len(), failures.len());
    if failures.is_empty() {
        Ok(())
    } else {
        Err(format!("{} programs of the corpus failed", failures.len()))
    }
}

pub fn target_dir(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

pub fn cargo(root: &Path, args: &[&str]) -> Outcome {
    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(args)
        .current_dir(root)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {} failed", args.join(" "))) }
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
        let patterns = corpus::error_patterns(&text);
        if name.starts_with("tests/go/errors") {
            cases.push(Case {
                name,
                source,
                expected: None,
                errors: Some(patterns),
                stdin: None,
                args: vec![],
            });
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
        cases.push(Case { name, source, expected: Some(expected), errors: None, stdin, args });
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
        errors: None,
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

fn check(case: &Case, modes: &[Mode], purlin: &Path, files: &Path) -> Outcome {
    if let Some(errors) = &case.errors {
        return check_errors(case, errors, purlin);
    }
    let mut first: Option<(Mode, Seen)> = None;
    for mode in modes {
        let label = format!("tier {} stress [{}]", mode.tier, mode.stress);
        let (seen, stderr) = run_one(case, *mode, purlin, files).map_err(|e| format!("{label}: {e}"))?;
        if let Some(expected) = &case.expected {
            compare(expected, &seen, &stderr).map_err(|e| format!("{label}: {e}"))?;
        } else if seen.exit != Some(0) {
            return Err(format!("{label}: exit {:?}\n{stderr}", seen.exit));
        }
        match &first {
            None => first = Some((*mode, seen)),
            Some((other, reference)) => {
                let against = format!("tier {} stress [{}]", other.tier, other.stress);
                same(reference, &seen, is_environmental(&seen))
                    .map_err(|e| format!("{label} against {against}: {e}"))?;
            }
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

fn compare(expected: &Expectation, seen: &Seen, stderr: &str) -> Outcome {
    let tail = |text: &str| {
        text.lines().rev().take(12).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\n")
    };
    match &expected.trap {
        Some(trap) if seen.ending.as_deref() != Some(trap) => {
            return Err(format!("ended with {:?}, not {trap}\n{}", seen.ending, tail(stderr)));
        }
        None if seen.exit != Some(expected.exit) => {
            return Err(format!("exit {:?}, not {}\n{}", seen.exit, expected.exit, tail(stderr)));
        }
        Some(_) | None => {}
    }
    let wants_output = expected.trap.is_none() || !expected.output.is_empty();
    let output = String::from_utf8_lossy(&seen.stdout);
    if wants_output && expected.stderr.is_empty() | !expected.output.is_empty() {
        let lines: Vec<&str> = output.lines().map(str::trim_end).collect();
        let want: Vec<&str> = expected.output.iter().map(|l| l.trim_end()).collect();
        if lines != want {
            let at = lines.iter().zip(&want).take_while(|(a, b)| a == b).count();
            let (have, want) = (lines.get(at), want.get(at));
            return Err(format!("output line {}: {have:?}, not {want:?}", at + 1));
        }
    }
    if expected.gas.is_some() && seen.gas != expected.gas {
        let (seen, stated) = (seen.gas.unwrap_or(0), expected.gas.unwrap_or(0));
        return Err(format!(
            "took {seen} units of gas, not {stated}: if this is meant, see cargo xtask bless-gas"
        ));
    }
    for want in &expected.stderr {
        if !stderr.lines().any(|line| line.contains(want.as_str())) {
            return Err(format!("standard error lacks {want:?}:\n{}", tail(stderr)));
        }
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
        errors: None,
        stdin: Some(stdin),
        args: expected.args.clone(),
    };
    let (seen, stderr) = run_one(&case, MODES[0], purlin, &scratch.join("gas"))?;
    seen.gas.ok_or(stderr)
}

/// The command with code for AArch64 too, which `cargo xtask arm` looks at.
pub const ALL_TARGETS: &str = "purlin-cli/all-targets";

/// The program to test: the one that was named, or a release build of this workspace.
pub fn purlin_program(root: &Path, named: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = named {
        return Ok(path.to_path_buf());
    }
    cargo(root, &["build", "--release", "--package", "purlin-cli", "--features", ALL_TARGETS])?;
    Ok(target_dir(root).join("release/purlin"))
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
    let usage = measure(&mut command, case.stdin.as_deref(), &out, &err, LIMIT).map_err(|e| e.to_string());
    if let Some(folder) = folder {
        let _ = fs::remove_dir_all(folder);
    }
    let usage = usage?;
    if usage.timed_out {
        return Err(format!("took more than {} s", LIMIT.as_secs()));
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

/// A program that must not compile: errors on exactly the stated lines, each matching its patterns.
fn check_errors(case: &Case, errors: &[(usize, Vec<String>)], purlin: &Path) -> Outcome {
    let output = Command::new(purlin)
        .args(["check", "--max-errors=1000"])
        .arg(&case.source)
        .current_dir(crate::root())
        .output()
        .map_err(|e| e.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() != Some(1) || stderr.contains("panicked at") {
        return Err(format!("exit {:?}, not 1\n{stderr}", output.status.code()));
    }
    let prefix = format!("{}:", case.source.display());
    // A line directive gives the file's name without its folder.
    let name = format!("{}:", case.source.file_name().unwrap_or_default().display());
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    for line in stderr.lines() {
        let message = line.strip_prefix(&prefix).or_else(|| line.strip_prefix(&name));
        let Some((number, rest)) = message.and_then(|r| r.split_once(':')) else { continue };
        if let Ok(number) = number.parse() {
            found.entry(number).or_default().push_str(&format!("{rest}\n"));
        }
    }
    for (line, patterns) in errors {
        let Some(text) = found.remove(line) else { return Err(format!("line {line}: no error\n{stderr}")) };
        for pattern in patterns {
            let regex = regex_lite::Regex::new(pattern).map_err(|e| format!("line {line}: {e}"))?;
            if !regex.is_match(&text) {
                return Err(format!("line {line}: {text:?} does not match {pattern:?}"));
            }
        }
    }
    match found.into_iter().next() {
        Some((line, text)) => Err(format!("line {line}: unexpected error {text}")),
        None => Ok(()),
    }
}
