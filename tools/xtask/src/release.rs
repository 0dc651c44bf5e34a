//! The release build of the workspace that all suites and benchmarks use. Cargo unifies features over the
//! packages of one invocation, so each other choice of packages or features would compile the front end, the
//! facade and the command once more: minutes of two cores for the same code.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Outcome, toolchain};

/// What is off unless it is asked for, and suites need: code for AArch64, asynchronous host functions, values
/// of serde's, columns.
const FEATURES: &str = "purlin/async,purlin/serde,purlin/arrow,purlin-cli/all-targets";

/// Crates of which the front end has fewer features than they have by themselves. With them in one invocation
/// the front end of the product would not be that of the build scripts, and be compiled twice.
const APART: [&str; 3] = ["purlin-kernels", "purlin-json", "purlin-bench-json"];

/// The arguments of a command of Cargo's for the workspace without [`APART`].
fn arguments(verb: &'static str) -> Vec<&'static str> {
    let mut all = vec![verb, "--release", "--quiet", "--workspace", "--features", FEATURES];
    all.extend(APART.iter().flat_map(|name| ["--exclude", *name]));
    all
}

/// Runs all tests.
pub fn all_tests(root: &Path) -> Outcome {
    tests(root, &[])?;
    let mut apart = vec!["test", "--release", "--quiet", "--features", "purlin-json/serde"];
    apart.extend(APART.iter().flat_map(|name| ["--package", *name]));
    toolchain::cargo(root, &apart)
}

/// Runs tests of the workspace without [`APART`]: those that `which` selects (`--test NAME` and the like).
pub fn tests(root: &Path, which: &[&str]) -> Outcome {
    toolchain::cargo(root, &[&arguments("test")[..], which].concat())
}

/// Builds libraries of the workspace: what `which` selects.
pub fn build(root: &Path, which: &[&str]) -> Outcome {
    toolchain::cargo(root, &[&arguments("build")[..], which].concat())
}

/// Builds one of the workspace's programs, and waits for it: a measurement of a stale build is worse than
/// none.
pub fn program(root: &Path, name: &str) -> Result<PathBuf, String> {
    program_into(root, name, None)
}

/// Builds a program of the workspace in `root`, in the folder for builds that is named if one is.
pub fn program_into(root: &Path, name: &str, target: Option<&Path>) -> Result<PathBuf, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    command.args(arguments("build")).args(["--bin", name, "--message-format=json"]);
    command.current_dir(root).stderr(Stdio::inherit());
    if let Some(target) = target {
        command.env("CARGO_TARGET_DIR", target);
    }
    let output = command.output().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("{name} does not build in {}", root.display()));
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == name)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or(format!("cargo built no program named {name}"))
}

/// The program that was named, or the command built anew.
pub fn purlin(root: &Path, named: Option<&Path>) -> Result<PathBuf, String> {
    named.map_or_else(|| program(root, "purlin"), |path| Ok(path.to_path_buf()))
}

/// Runs a program of the workspace, for instance one of `examples/`.
pub fn example(root: &Path, args: &[String]) -> Outcome {
    let [name, rest @ ..] = args else { return Err("example takes the name of a program".into()) };
    let status = Command::new(program(root, name)?).args(rest).current_dir(root).status();
    let status = status.map_err(|e| format!("cannot run {name}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name}: {status}")) }
}
