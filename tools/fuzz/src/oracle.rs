//! Runs one program in every mode (tier and stress) and as compiled Go, and says where they disagree. This
//! module knows nothing of how programs come about.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use purlin::MemoryTree;

use crate::child::{self, Ending, Outcome};

/// A tier and the stress modes it runs under, written `auto+osr+deopt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    pub name: String,
    pub tier: String,
    pub stress: String,
}

pub const MODES: &str = "interp,native,auto,interp+gc+poison,native+gc+poison,auto+eager,auto+osr+eager,\
                         auto+deopt+osr+eager,auto+gc+poison+osr+deopt+eager";

impl Mode {
    pub fn parse_list(list: &str) -> Result<Vec<Mode>, String> {
        let parse = |name: &str| {
            let (tier, stress) = name.split_once('+').unwrap_or((name, ""));
            if !["interp", "native", "auto"].contains(&tier) {
                return Err(format!("no tier {tier:?} in mode {name:?}: interp, native or auto"));
            }
            Ok(Mode { name: name.to_string(), tier: tier.to_string(), stress: stress.replace('+', ",") })
        };
        list.split(',').map(str::trim).filter(|m| !m.is_empty()).map(parse).collect()
    }
}

#[derive(Clone, Debug)]
pub struct Oracle {
    pub purlin: PathBuf,
    pub modes: Vec<Mode>,
    /// The Go command, if Go takes part.
    pub go: Option<String>,
    pub limit: Duration,
    /// A folder for this oracle alone.
    pub scratch: PathBuf,
    /// A file that programs have as standard input; none is an empty one.
    pub input: Option<PathBuf>,
}

/// The result of a program in one mode, or in Go.
#[derive(Clone, Debug)]
pub struct Result1 {
    pub name: String,
    pub ending: Ending,
    pub stdout: String,
    /// Without the line of statistics.
    pub stderr: String,
    pub gas: Option<u64>,
}

/// In what two results differ; the order is that of how telling it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// A signal, a Rust panic, or a refusal of the program.
    Broken,
    TimedOut,
    Stdout,
    Exit,
    ErrorText,
    Gas,
}

#[derive(Clone, Debug)]
pub struct Mismatch {
    pub mode: String,
    pub against: String,
    pub kind: Difference,
    /// The test functions whose lines differ.
    pub functions: Vec<String>,
    pub detail: String,
}

/// All results of a program and where they differ; `Err` if the program is not Go.
pub type Verdict = std::result::Result<Vec<Mismatch>, String>;

impl Oracle {
    /// Runs a program everywhere and compares.
    pub fn check(&self, text: &str) -> std::io::Result<Verdict> {
        self.check_modes(text, &self.modes, self.go.is_some())
    }

    pub fn check_modes(&self, text: &str, modes: &[Mode], with_go: bool) -> std::io::Result<Verdict> {
        std::fs::create_dir_all(&self.scratch)?;
        let source = lay_out(&self.scratch, text)?;
        let mut results = Vec::new();
        if with_go && let Some(go) = &self.go {
            match self.run_go(go, &source)? {
                Ok(result) => results.push(result),
                Err(message) => return Ok(Err(message)),
            }
        }
        for mode in modes {
            results.push(self.run_mode(mode, &source)?);
        }
        Ok(Ok(compare(&results)))
    }

    pub fn run_go(&self, go: &str, source: &Path) -> std::io::Result<std::result::Result<Result1, String>> {
        let binary = self.scratch.join("program.bin");
        let folder = if source.is_dir() { source } else { self.scratch.as_path() };
        let what = if source.is_dir() { Path::new(".") } else { source };
        if let Err(message) = build_go(go, folder, what, &binary)? {
            return Ok(Err(message));
        }
        // The time zone of the machine, and its database, are not a program's business in Purlin.
        let mut program = Command::new(&binary);
        program.env("TZ", "").env("ZONEINFO", zones(go));
        let outcome = child::run_reading(&mut program, self.stdin()?, self.limit)?;
        Ok(Ok(Result1 {
            name: "go".to_string(),
            ending: outcome.ending,
            stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
            stderr: outcome.stderr_text(),
            gas: None,
        }))
    }

    pub fn run_mode(&self, mode: &Mode, source: &Path) -> std::io::Result<Result1> {
        let mut command = Command::new(&self.purlin);
        command.arg("run").arg(format!("--tier={}", mode.tier)).args(["--stats", "--json"]).arg(source);
        command.env_remove("PURLIN_STRESS").env("PURLIN_CACHE", "off");
        if !mode.stress.is_empty() {
            command.env("PURLIN_STRESS", &mode.stress);
        }
        Ok(result(&mode.name, &child::run_reading(&mut command, self.stdin()?, self.limit)?))
    }

    fn stdin(&self) -> std::io::Result<Stdio> {
        match &self.input {
            Some(file) => Ok(std::fs::File::open(file)?.into()),
            None => Ok(Stdio::null()),
        }
    }
}

/// Compiles a folder, or a file in it, with Go; the inner error is Go's.
pub fn build_go(
    go: &str,
    folder: &Path,
    what: &Path,
    binary: &Path,
) -> std::io::Result<std::result::Result<(), String>> {
    let mut build = Command::new(go);
    // Only amd64 v1 rounds each operation: from v3 on Go fuses multiply and add.
    build.args(["build", TAGS, "-o"]).arg(binary).env("GOAMD64", "v1").env("GOTOOLCHAIN", "local");
    // Outside a module Go takes the program for one of Go 1.20, where `panic(nil)` is no panic; before 1.23 a
    // stopped timer may still have a tick in its channel.
    std::fs::write(folder.join("go.mod"), MODULE)?;
    // Inlining, debug information and a small heap of the compiler's are most of what Go needs to build a
    // generated program, and none of them changes what the program says.
    build.args(["-buildvcs=false", "-gcflags=-l -dwarf=false", "-gcflags=program/...=-l -dwarf=false"]);
    build.arg("-ldflags=-s -w").env("GOGC", "400");
    build.env("GOFLAGS", "").env("GO111MODULE", "on").env("GOWORK", "off").current_dir(folder);
    let built = child::run(build.arg(what), Duration::from_secs(600))?;
    Ok(if built.ending == Ending::Exit(0) { Ok(()) } else { Err(built.stderr_text()) })
}

/// The database of time zones that comes with Go.
fn zones(go: &str) -> PathBuf {
    let root = Command::new(go).args(["env", "GOROOT"]).output().map(|o| o.stdout).unwrap_or_default();
    Path::new(String::from_utf8_lossy(&root).trim()).join("lib/time/zoneinfo.zip")
}

/// The tags by which Go takes the variants of a package that Purlin takes.
pub const TAGS: &str = "-tags=purego,noasm,appengine,disableunsafe,safe";

pub const MODULE: &str = "module program\n\ngo 1.26\n";

/// The files of a program that has other packages (`-- path --` in the text), the main one first.
fn parts(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut parts = text.split("\n-- ");
    let main = parts.next().unwrap_or_default();
    let files: Vec<(&str, &str)> = parts.filter_map(|part| part.split_once(" --\n")).collect();
    (!files.is_empty()).then(|| std::iter::once(("main.go", main)).chain(files).collect())
}

/// A program of several files as a tree in memory.
pub fn tree(text: &str) -> Option<MemoryTree> {
    let tree = MemoryTree::new().with("go.mod", MODULE);
    Some(parts(text)?.into_iter().fold(tree, |tree, (path, content)| tree.with(path, format!("{content}\n"))))
}

/// Writes a program where it can be run: a file, or a folder if it has other packages.
pub fn lay_out(scratch: &Path, text: &str) -> std::io::Result<PathBuf> {
    let Some(files) = parts(text) else {
        let source = scratch.join("program.go");
        std::fs::write(&source, text)?;
        return Ok(source);
    };
    let folder = scratch.join("program");
    if folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("go.mod"), MODULE)?;
    for (path, content) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, format!("{content}\n"))?;
    }
    Ok(folder)
}

fn result(name: &str, outcome: &Outcome) -> Result1 {
    let stderr = outcome.stderr_text();
    let trimmed = stderr.trim_end();
    let (before, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    let stats: Option<serde_json::Value> =
        if last.starts_with('{') { serde_json::from_str(last).ok() } else { None };
    let gas = stats.as_ref().and_then(|s| s.get("gas")).and_then(serde_json::Value::as_u64);
    Result1 {
        name: name.to_string(),
        ending: outcome.ending,
        stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
        stderr: if stats.is_some() { before.to_string() } else { stderr.clone() },
        gas,
    }
}

/// Compares each result with the first, and the error text and gas with the first that has them.
pub fn compare(results: &[Result1]) -> Vec<Mismatch> {
    let mut found = Vec::new();
    let Some(first) = results.first() else { return found };
    let ours = results.iter().find(|r| r.name != "go");
    for r in results {
        let mut add = |kind, against: &Result1, functions, detail: String| {
            found.push(Mismatch {
                mode: r.name.clone(),
                against: against.name.clone(),
                kind,
                functions,
                detail,
            });
        };
        if r.name != "go"
            && (matches!(r.ending, Ending::Signal(_)) || r.stderr.contains("panicked at") || refused(r))
        {
            let functions = blamed(first, r);
            add(Difference::Broken, first, functions, format!("{:?}: {}", r.ending, head(&r.stderr)));
            continue;
        }
        if r.ending == Ending::TimedOut {
            add(Difference::TimedOut, first, blamed(first, r), "no end within the time limit".to_string());
            continue;
        }
        if r.stdout != first.stdout {
            let mut detail = first_difference(&first.stdout, &r.stdout);
            if r.ending != first.ending {
                detail.push_str(&format!(" | {:?}: {}", r.ending, head(&r.stderr)));
            }
            add(Difference::Stdout, first, blamed(first, r), detail);
        } else if r.ending != first.ending {
            add(
                Difference::Exit,
                first,
                Vec::new(),
                format!("{:?} and {:?}: {}", first.ending, r.ending, head(&r.stderr)),
            );
        } else if let Some(ours) = ours.filter(|_| r.name != "go") {
            if r.stderr != ours.stderr {
                add(Difference::ErrorText, ours, Vec::new(), first_difference(&ours.stderr, &r.stderr));
            } else if r.gas != ours.gas {
                add(Difference::Gas, ours, Vec::new(), format!("{:?} and {:?}", ours.gas, r.gas));
            }
        }
    }
    found
}

/// Ended without running anything: a diagnostic instead of output.
fn refused(r: &Result1) -> bool {
    r.stdout.is_empty()
        && r.ending != Ending::Exit(0)
        && r.ending != Ending::TimedOut
        && r.stderr.contains(".go:")
}

fn head(text: &str) -> String {
    text.lines().take(3).collect::<Vec<_>>().join(" / ").chars().take(300).collect()
}

fn checksums(stdout: &str) -> BTreeMap<&str, &str> {
    stdout.lines().filter_map(|line| line.split_once(' ')).filter(|(name, _)| is_test_name(name)).collect()
}

pub fn is_test_name(name: &str) -> bool {
    name.len() == 5 && name.starts_with('t') && name[1..].bytes().all(|b| b.is_ascii_digit())
}

/// The functions whose checksums differ; of those that are missing the first alone.
fn blamed(expected: &Result1, got: &Result1) -> Vec<String> {
    let (want, have) = (checksums(&expected.stdout), checksums(&got.stdout));
    let mut functions: Vec<String> = want
        .iter()
        .filter(|(name, sum)| have.get(*name).is_some_and(|s| s != *sum))
        .map(|(name, _)| (*name).to_string())
        .collect();
    functions.extend(want.keys().find(|name| !have.contains_key(*name)).map(|name| (*name).to_string()));
    functions
}

pub fn first_difference(a: &str, b: &str) -> String {
    let (mut left, mut right) = (a.lines(), b.lines());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return "only in line ends".to_string(),
            (x, y) if x == y => {}
            (x, y) => return format!("{} | {}", x.unwrap_or("(end)"), y.unwrap_or("(end)")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn got(name: &str, stdout: &str, gas: Option<u64>) -> Result1 {
        Result1 {
            name: name.to_string(),
            ending: Ending::Exit(0),
            stdout: stdout.to_string(),
            stderr: String::new(),
            gas,
        }
    }

    #[test]
    fn modes_are_parsed() {
        let modes = Mode::parse_list("interp, auto+osr+gc").expect("both exist");
        assert_eq!((modes[1].tier.as_str(), modes[1].stress.as_str()), ("auto", "osr,gc"));
        assert!(Mode::parse_list("jit").is_err());
    }

    #[test]
    fn differences_are_found() {
        let same = [
            got("go", "t0000 1\n", None),
            got("interp", "t0000 1\n", Some(5)),
            got("native", "t0000 1\n", Some(5)),
        ];
        assert!(compare(&same).is_empty());
        let gas = [same[1].clone(), got("native", "t0000 1\n", Some(6))];
        assert_eq!(compare(&gas)[0].kind, Difference::Gas);
        let out = [got("go", "t0000 1\nt0001 2\nt0002 3\n", None), got("interp", "t0000 1\nt0001 9\n", None)];
        let found = compare(&out);
        assert_eq!(found[0].kind, Difference::Stdout);
        assert_eq!(found[0].functions, ["t0001", "t0002"]);
    }
}
