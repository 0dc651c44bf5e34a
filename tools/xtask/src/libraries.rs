//! `cargo xtask libraries`: programs that use code from outside the project. Each folder of
//! `tests/libraries` is a driver: a `main.go` that exercises a public pure-Go library, and the `go.mod` and
//! `go.sum` that pin it. A driver is copied into a scratch folder, `go mod vendor` fetches the library, and
//! what compiled Go prints has to be what every tier prints. This module knows nothing of any library.
//! Without Go or the network the command says so and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::Outcome;
use crate::release;
use crate::toolchain::{self, ScratchDir};

const TIERS: [&str; 3] = ["interp", "native", "auto"];
/// The suite whose limit a process has here.
const SUITE: &str = "libraries";
/// A library below this size proves little.
const LEAST_LINES: usize = 3_000;

struct Options {
    filter: String,
    purlin: Option<PathBuf>,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut options = Options { filter: String::new(), purlin: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--filter" => options.filter = value()?,
            "--purlin" => options.purlin = Some(value()?.into()),
            other => return Err(format!("libraries: unknown option `{other}`")),
        }
    }
    Ok(options)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    if toolchain::go_version().is_none() {
        println!("SKIPPED: Go is not installed, so nothing says what the libraries have to print");
        return Ok(());
    }
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let purlin = fs::canonicalize(&purlin).map_err(|e| format!("{}: {e}", purlin.display()))?;
    let scratch = ScratchDir::new("libraries")?;
    let (mut failed, mut skipped) = (0, 0);
    for driver in drivers(&root.join("tests/libraries"))? {
        let name = driver.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.contains(&options.filter) {
            continue;
        }
        match check(&driver, &scratch.path().join(&name), &purlin) {
            Ok(Found::Same { library, lines, printed }) => {
                println!("ok       {name}: {library}, {lines} lines, {printed} lines printed");
            }
            Ok(Found::Unavailable(why)) => {
                skipped += 1;
                println!("SKIPPED  {name}: {why}");
            }
            Err(why) => {
                failed += 1;
                println!("FAILED   {name}: {why}");
            }
        }
    }
    if skipped > 0 {
        println!("SKIPPED {skipped} libraries that could not be fetched");
    }
    if failed > 0 { Err(format!("{failed} libraries do not run as in Go")) } else { Ok(()) }
}

fn drivers(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_dir()).collect();
    found.sort();
    Ok(found)
}

enum Found {
    Same { library: String, lines: usize, printed: usize },
    Unavailable(String),
}

fn check(driver: &Path, dir: &Path, purlin: &Path) -> Result<Found, String> {
    fs::create_dir_all(dir).map_err(|e| e.to_string())?;
    for name in ["main.go", "go.mod", "go.sum"] {
        fs::copy(driver.join(name), dir.join(name)).map_err(|e| format!("{name}: {e}"))?;
    }
    let vendored = go(dir, &["mod", "vendor"])?;
    if !vendored.status.success() {
        return Ok(Found::Unavailable(text(&vendored.stderr)));
    }
    let library = required(&fs::read_to_string(dir.join("go.mod")).map_err(|e| e.to_string())?)?;
    let lines = lines_below(&dir.join("vendor")).map_err(|e| e.to_string())?;
    if lines < LEAST_LINES {
        return Err(format!("{library} has {lines} lines, fewer than {LEAST_LINES}"));
    }
    let built = go(dir, &["build", "-mod=vendor", toolchain::GO_TAGS, "-o", "driver", "."])?;
    if !built.status.success() {
        return Err(format!("Go does not build it:\n{}", text(&built.stderr)));
    }
    let expected = output(Command::new(dir.join("driver")).current_dir(dir), dir, "go")?;
    for tier in TIERS {
        let mut command = Command::new(purlin);
        command.args(["run", "--tier", tier]).arg(dir);
        let seen = output(&mut command, dir, tier)?;
        if seen != expected {
            return Err(format!("{tier}: {}", first_difference(&expected, &seen)));
        }
    }
    Ok(Found::Same { library, lines, printed: expected.stdout.lines().count() })
}

fn go(dir: &Path, args: &[&str]) -> Result<Output, String> {
    Command::new("go").args(args).current_dir(dir).env("GOFLAGS", "").output().map_err(|e| format!("go: {e}"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}

/// `path version` of the first requirement of a go.mod.
fn required(go_mod: &str) -> Result<String, String> {
    let line = go_mod.lines().find_map(|l| l.strip_prefix("require ")).filter(|l| !l.starts_with('('));
    line.map(|l| l.trim().to_owned()).ok_or_else(|| "go.mod names no library on a line of its own".to_owned())
}

/// The lines of all Go files: `go mod vendor` copies only packages that the driver reaches, and no tests.
fn lines_below(dir: &Path) -> std::io::Result<usize> {
    let mut lines = 0;
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            lines += lines_below(&path)?;
        } else if path.extension().is_some_and(|e| e == "go") {
            lines += fs::read(&path)?.iter().filter(|b| **b == b'\n').count();
        }
    }
    Ok(lines)
}

#[derive(PartialEq)]
struct Printed {
    stdout: String,
    stderr: String,
    exit: Option<i32>,
}

fn output(command: &mut Command, dir: &Path, label: &str) -> Result<Printed, String> {
    let (out, err) = (dir.join(format!("{label}.out")), dir.join(format!("{label}.err")));
    let usage = toolchain::measure(command, None, &out, &err, SUITE).map_err(|e| format!("{label}: {e}"))?;
    if usage.timed_out {
        return Err(format!("{label}: took longer than the suite's limit"));
    }
    let read =
        |p: &Path| fs::read(p).map(|b| String::from_utf8_lossy(&b).into_owned()).map_err(|e| e.to_string());
    Ok(Printed { stdout: read(&out)?, stderr: read(&err)?, exit: usage.exit })
}

fn first_difference(go: &Printed, purlin: &Printed) -> String {
    let pairs = go.stdout.lines().zip(purlin.stdout.lines()).enumerate();
    if let Some((at, (a, b))) = pairs.into_iter().find(|(_, (a, b))| a != b) {
        return format!("line {}\n    Go:     {a}\n    Purlin: {b}", at + 1);
    }
    format!(
        "Go prints {} lines and exits with {:?}, Purlin {} with {:?}\n{}",
        go.stdout.lines().count(),
        go.exit,
        purlin.stdout.lines().count(),
        purlin.exit,
        purlin.stderr
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_driver_is_pinned() {
        let found = drivers(&crate::root().join("tests/libraries")).unwrap();
        assert!(found.len() >= 3);
        for driver in found {
            let library = required(&fs::read_to_string(driver.join("go.mod")).unwrap()).unwrap();
            let (path, version) = library.split_once(' ').unwrap();
            let sums = fs::read_to_string(driver.join("go.sum")).unwrap();
            assert!(sums.contains(&format!("{path} {version} h1:")), "{library} has no sum");
            assert!(driver.join("main.go").is_file());
        }
    }
}
