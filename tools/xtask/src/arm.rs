//! `cargo xtask arm`: what holds for AArch64, on a machine that may be another. Code is generated for every
//! program of the corpus; functions that call nothing run under an emulator; with `--whole` the crates' tests
//! and every program do. What is missing for a part is said, and the part skipped.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Outcome;
use crate::release;
use crate::test::{self, Case};
use crate::toolchain::{self, ScratchDir};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const LINKER: &str = "aarch64-linux-gnu-gcc";
const EMULATOR: &str = "qemu-aarch64";
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// Tests that make thousands of isolates in one process, or much memory: the emulator keeps what they give
/// back.
const FILL_MEMORY: [&str; 3] = ["_end_alike", "memory_of_the_process", "leave_memory_flat"];

/// The crates whose tests say something about another machine.
const CRATES: [&str; 4] = ["purlin-runtime", "purlin-interp", "purlin-native", "purlin"];

struct Options {
    whole: bool,
    filter: String,
    purlin: Option<PathBuf>,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let mut options = Options { whole: false, filter: String::new(), purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--whole" => options.whole = true,
            "--filter" => options.filter = value()?,
            "--purlin" => options.purlin = Some(value()?.into()),
            other => return Err(format!("arm: unknown option `{other}`")),
        }
    }
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let scratch = ScratchDir::new("arm")?;
    let mut cases = test::corpus_cases(root, scratch.path())?;
    cases.extend(test::kernel_cases(root, &purlin, scratch.path())?);
    cases.retain(|c| !c.is_wrong && c.name.contains(&options.filter));
    report("generated", &cases, &|case, _| generates(root, &purlin, case))?;
    release::tests(root, &["--test", "aarch64"])?;
    if options.whole { whole(root, &purlin, &cases, scratch.path()) } else { Ok(()) }
}

/// Whether there is code for every function that the program reaches.
fn generates(root: &Path, purlin: &Path, case: &Case) -> Outcome {
    let output = Command::new(purlin)
        .args(["inspect", "--stage=asm", "--target=aarch64"])
        .arg(&case.source)
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run {}: {e}", purlin.display()))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines().peekable();
    let (mut functions, mut declined) = (0, Vec::new());
    while let Some(line) = lines.next() {
        if !line.starts_with("; fn") {
            continue;
        }
        functions += 1;
        // A comment and nothing else: why there is no code.
        let first = lines.next().unwrap_or_default();
        let code = |l: &&str| l.starts_with(' ');
        if !code(&first) && !lines.peek().is_some_and(code) {
            declined.push(format!("{line}: {first}"));
        }
    }
    match (functions, declined.is_empty()) {
        (0, _) => Err("it has no functions".to_owned()),
        (_, true) => Ok(()),
        (_, false) => Err(declined.join("\n")),
    }
}

/// Everything under the emulator, or at home on such a machine.
fn whole(root: &Path, purlin: &Path, cases: &[Case], scratch: &Path) -> Outcome {
    if cfg!(target_arch = "aarch64") {
        println!("arm: this machine is one: cargo xtask test says the rest");
        return Ok(());
    }
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let has_target = installed.is_ok_and(|o| String::from_utf8_lossy(&o.stdout).contains(TARGET));
    let runs =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    let missing: Vec<&str> = [
        (has_target, "rustup target add aarch64-unknown-linux-gnu"),
        (runs(LINKER), "Debian's gcc-aarch64-linux-gnu"),
        (runs(EMULATOR), "Debian's qemu-user"),
    ]
    .into_iter()
    .filter_map(|(there, name)| (!there).then_some(name))
    .collect();
    if !missing.is_empty() {
        println!("arm: SKIPPED: no whole program was run, for want of {}", missing.join(", "));
        return Ok(());
    }
    let mut tests = cargo(root);
    tests.env("PURLIN_RANDOM_PROGRAMS", "100");
    tests.args(["test", "--release", "--quiet", "--target", TARGET]);
    for name in CRATES {
        tests.args(["--package", name]);
    }
    tests.args(["--lib", "--tests", "--"]);
    tests.args(FILL_MEMORY.iter().flat_map(|name| ["--skip", name]));
    succeed(tests)?;
    let mut build = cargo(root);
    build.args(["build", "--release", "--quiet", "--target", TARGET, "--package", "purlin-cli"]);
    succeed(build)?;
    let there = scratch.join("purlin");
    let program = toolchain::target_dir(root).join(TARGET).join("release/purlin");
    let script = format!("#!/bin/sh\nexec {EMULATOR} -L {LIBRARIES} '{}' \"$@\"\n", program.display());
    fs::write(&there, script).map_err(|e| e.to_string())?;
    fs::set_permissions(&there, fs::Permissions::from_mode(0o755)).map_err(|e| e.to_string())?;
    report("agree", cases, &|case, worker| {
        let files = scratch.join(format!("worker{worker}"));
        let (here, _) = test::run_one(case, test::mode("native", ""), purlin, &files)?;
        for tier in ["interp", "native", "auto"] {
            let (seen, stderr) = test::run_one(case, test::mode(tier, ""), &there, &files)?;
            test::same(&here, &seen, test::is_environmental(&seen))
                .map_err(|e| format!("tier {tier} there against native here: {e}\n{stderr}"))?;
        }
        Ok(())
    })
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .current_dir(root)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", LINKER)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", format!("{EMULATOR} -L {LIBRARIES}"));
    command
}

fn succeed(mut command: Command) -> Outcome {
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}

/// Does `check` with every case, and tells what failed.
fn report(what: &str, cases: &[Case], check: &(dyn Fn(&Case, usize) -> Outcome + Sync)) -> Outcome {
    let failures = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let (failures, next) = (&failures, &next);
            scope.spawn(move || {
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = check(case, worker) {
                        failures.lock().expect("no worker panics").insert(&case.name, why);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no worker panics");
    for (name, why) in &failures {
        println!("FAILED {name}\n    {}", why.trim_end().replace('\n', "\n    "));
    }
    println!("arm: {} programs {what}, {} failed", cases.len() - failures.len(), failures.len());
    if failures.is_empty() { Ok(()) } else { Err(format!("{} programs failed", failures.len())) }
}
