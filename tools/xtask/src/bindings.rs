//! `cargo xtask bindings`: builds what lets other languages use Purlin, and has each pass the cases of
//! `tests/bindings`. Knows how to build and to run; what a binding is tested with is in its own folder.

mod c;
mod cases;
mod go;
mod python;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Outcome, release, toolchain};

/// What the parts of the command have in common.
struct Bench<'a> {
    root: &'a Path,
    /// Where what is built lies.
    scratch: PathBuf,
    /// Only what takes a few minutes, with what the workspace's tests have built.
    short: bool,
}

/// What came of a binding.
enum Verdict {
    Passed,
    /// What is missing on this machine.
    Skipped(String),
}

type Judged = Result<Verdict, String>;

/// Builds and tests the bindings that are named, or all.
pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut short, mut figures, mut named) = (false, false, Vec::new());
    for arg in args {
        match arg.as_str() {
            "--short" => short = true,
            "--figures" => figures = true,
            "c" | "python" | "go" => named.push(arg.as_str()),
            other => {
                return Err(format!(
                    "unknown argument `{other}` (there are c, python, go, --short, --figures)"
                ));
            }
        }
    }
    if named.is_empty() {
        named = vec!["c", "python", "go"];
    }
    let scratch = toolchain::target_dir(root).join("bindings");
    fs::create_dir_all(&scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let bench = Bench { root, scratch, short };
    for name in named {
        let judged = match (name, figures) {
            ("python", false) => python::test(&bench),
            ("python", true) => python::figures(&bench),
            ("go", false) => go::test(&bench),
            ("go", true) => go::figures(&bench),
            (_, false) => c::test(&bench),
            (_, true) => c::figures(&bench),
        };
        match judged.map_err(|why| format!("binding {name}: {why}"))? {
            Verdict::Passed => println!("binding {name}: passed"),
            Verdict::Skipped(why) => println!("binding {name}: SKIPPED, {why}"),
        }
    }
    Ok(())
}

impl Bench<'_> {
    fn target(&self) -> PathBuf {
        toolchain::target_dir(self.root).join("release")
    }

    /// Builds a package as its users do; in the short form as the workspace's tests do, so that what those
    /// have built is used.
    fn build(&self, package: &str) -> Outcome {
        if !self.short {
            return toolchain::cargo(self.root, &["build", "--release", "--quiet", "--package", package]);
        }
        release::build(self.root, &["--lib"])
    }

    /// The shared library of `purlin-c`.
    fn library(&self) -> Result<PathBuf, String> {
        self.build("purlin-c")?;
        let name = if cfg!(target_os = "macos") { "libpurlin_c.dylib" } else { "libpurlin_c.so" };
        Ok(self.target().join(name))
    }
}

/// Whether a program is there.
fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
        || Command::new(program).arg("version").output().is_ok()
}

/// The program of a README: its first block in this language.
fn example(readme: &Path, language: &str) -> Result<String, String> {
    let text = fs::read_to_string(readme).map_err(|e| format!("{}: {e}", readme.display()))?;
    let fence = format!("```{language}\n");
    let block = text.split_once(&fence).and_then(|(_, rest)| rest.split_once("```"));
    let (program, _) = block.ok_or_else(|| format!("{} has no example in {language}", readme.display()))?;
    let lines = program.lines().filter(|line| !line.trim().is_empty()).count();
    match lines {
        0..=10 => Ok(program.to_string()),
        _ => Err(format!("the example of {} has {lines} lines; ten are the most", readme.display())),
    }
}
