//! Runs one test of Go's own through `purlin` and says how it went: `pass`, or the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::recipe::{self, Recipe, Wanted};
use crate::toolchain::measure;

pub const TIERS: &[&str] = &["interp", "native", "auto"];
pub const PASS: &str = "pass";
/// CPU time of one run, in seconds; by the clock it may be more, on a machine that does other things too.
const CPU_SECONDS: &str = "20";
const WALL: Duration = Duration::from_secs(90);

/// The parts that all runs share.
pub struct Bench {
    pub purlin: PathBuf,
    /// Go's folder of tests.
    pub tests: PathBuf,
    pub tiers: Vec<&'static str>,
}

/// How a test went: by tier, or for all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Same(String),
    ByTier(Vec<(&'static str, String)>),
}

impl Verdict {
    pub fn passed(&self) -> bool {
        matches!(self, Verdict::Same(r) if r == PASS)
    }

    fn of(results: Vec<(&'static str, String)>) -> Verdict {
        match results.first() {
            Some((_, first)) if results.iter().all(|(_, r)| r == first) => Verdict::Same(first.clone()),
            _ => Verdict::ByTier(results),
        }
    }
}

fn same(reason: impl Into<String>) -> Verdict {
    Verdict::Same(reason.into())
}

/// A folder of a worker's own, for what its tests write.
pub struct Scratch<'a> {
    pub bench: &'a Bench,
    pub dir: PathBuf,
}

/// How a process ended.
struct Ran {
    /// Both streams, as they were written.
    output: Vec<u8>,
    exit: Option<i32>,
    timed_out: bool,
}

impl Scratch<'_> {
    /// The verdict on the test `name`, a path below Go's folder.
    pub fn judge(&self, name: &str, text: &str, recipe: &Recipe) -> Verdict {
        let verdict = self.try_judge(name, text, recipe).unwrap_or_else(same);
        if !verdict.passed() && recipe.kind.starts_with("errorcheck") && self.go_fails(name) {
            return same("Go's own driver lists it among those that its compiler fails");
        }
        verdict
    }

    /// Whether Go's driver expects Go's own compiler to fail this test.
    fn go_fails(&self, name: &str) -> bool {
        let driver = self.bench.tests.join("../src/cmd/internal/testdir/testdir_test.go");
        let text = fs::read_to_string(driver).unwrap_or_default();
        let list = text.split_once("types2Failures = setOf(").and_then(|(_, rest)| rest.split_once("\n)"));
        list.is_some_and(|(list, _)| list.contains(&format!("\"{name}\"")))
    }

    fn try_judge(&self, name: &str, text: &str, recipe: &Recipe) -> Result<Verdict, String> {
        if !recipe::constraints_hold(text) {
            return Ok(same("not for linux/amd64 without cgo"));
        }
        let path = self.bench.tests.join(name);
        if let Some(flag) = recipe.flags.iter().find(|f| about_gc(&recipe.kind, f)) {
            return Ok(same(format!("flag {flag} is about Go's own compiler")));
        }
        Ok(match recipe.kind.as_str() {
            "run" | "buildrun" => self.run(&path, &path.with_extension("out"), &recipe.args),
            "runoutput" | "errorcheckoutput" => self.run_output(&path, recipe)?,
            "compile" | "build" => same(self.compiles(&path)?),
            "errorcheck" => {
                let want_error = !recipe.flags.iter().any(|f| f == "-0");
                let version = recipe.flags.iter().find_map(|f| f.strip_prefix("-lang=go"));
                match version {
                    Some(version) => {
                        let (dir, file) = self.of_version(&path, version)?;
                        same(self.errors(&dir, &[file], want_error)?)
                    }
                    None => same(self.errors(&path, std::slice::from_ref(&path), want_error)?),
                }
            }
            "rundir" | "compiledir" | "errorcheckdir" | "errorcheckandrundir" => {
                self.packages(&path, recipe)?
            }
            "runindir" => self.module(&path, recipe)?,
            "asmcheck" => same("looks at Go's own machine code"),
            "builddir" | "buildrundir" => same("needs Go's assembler"),
            "skip" => same("skipped by Go too"),
            other => same(format!("{other} is not supported")),
        })
    }

    /// Runs a command under the limit of CPU time, both streams into one file.
    fn execute(&self, args: &[&str], files: &[&Path], rest: &[String]) -> Result<Ran, String> {
        let (out, err) = (self.dir.join("out"), self.dir.join("err"));
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -t {CPU_SECONDS}; exec \"$@\" 2>&1"), "sh"]);
        command.arg(&self.bench.purlin).args(args).args(files).args(rest);
        command.current_dir(&self.bench.tests).env_remove("PURLIN_STRESS");
        let usage = measure(&mut command, None, &out, &err, WALL).map_err(|e| e.to_string())?;
        let output = fs::read(&out).map_err(|e| e.to_string())?;
        // A process that used up its CPU time is ended by a signal.
        let spent = usage.exit.is_none() && usage.cpu.as_secs_f64() > 9.0;
        Ok(Ran { output, exit: usage.exit, timed_out: usage.timed_out || spent })
    }

    fn run(&self, source: &Path, expected: &Path, args: &[String]) -> Verdict {
        let expected = fs::read(expected).unwrap_or_default();
        let mut results = Vec::new();
        for tier in &self.bench.tiers {
            let switches = ["run", "--memory=512M", "--stats", "--json", "--tier", tier];
            let result = match self.execute(&switches, &[source], args) {
                Ok(ran) => verdict_of_run(ran, &expected),
                Err(error) => error,
            };
            // What does not compile does so in every tier.
            let everywhere = result.starts_with("compile error") || result.starts_with("needs package");
            results.push((*tier, result));
            if everywhere {
                break;
            }
        }
        Verdict::of(results)
    }

    /// A program that prints a program.
    fn run_output(&self, path: &Path, recipe: &Recipe) -> Result<Verdict, String> {
        if recipe.args.len() > 1 {
            return Ok(same("a generator of several files"));
        }
        let mut files = vec![path.to_owned()];
        files.extend(recipe.args.iter().map(|a| self.bench.tests.join(a)));
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let ran = self.execute(&["run", "--memory=512M", "--tier=auto"], &files, &[])?;
        if ran.exit != Some(0) {
            return Ok(same(format!("the generator: {}", failure(&ran))));
        }
        // The name that Go's driver gives it: what is expected may contain it.
        let source = self.dir.join("tmp__.go");
        fs::write(&source, &ran.output).map_err(|e| e.to_string())?;
        if recipe.kind == "errorcheckoutput" {
            return Ok(same(self.errors(&source, std::slice::from_ref(&source), true)?));
        }
        let expected = path.with_extension("out");
        Ok(self.run(&source, &expected, &[]))
    }

    fn compiles(&self, source: &Path) -> Result<String, String> {
        let source = &*self.compiled(source)?;
        let ran = self.execute(&["check"], &[source], &[])?;
        Ok(if ran.exit == Some(0) { PASS.to_owned() } else { failure(&ran) })
    }

    /// The file to compile for `source`. Go's driver compiles single files as a package called `p`, which a
    /// linker never sees: a `package main` without `main` is none then, and so it is one called otherwise.
    fn compiled(&self, source: &Path) -> Result<PathBuf, String> {
        // Some tests are about bytes that are not UTF-8.
        let text = fs::read(source).unwrap_or_default();
        let lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
        let line = |start: &str| lines.iter().position(|l| l.starts_with(start.as_bytes()));
        // Whatever else is declared as `main` is an error that only a package of this name has.
        let declared = ["func main(", "var main ", "const main ", "type main "].into_iter().find_map(line);
        let (Some(clause), None) = (line("package main"), declared) else {
            return Ok(source.to_owned());
        };
        let rest = lines[clause].strip_prefix(b"package main").unwrap_or_default();
        let new = [b"package p", rest].concat();
        let mut renamed = lines;
        renamed[clause] = &new;
        let path = self.dir.join(source.file_name().unwrap_or_default());
        let renamed = renamed.join(&b'\n');
        fs::write(&path, renamed).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path)
    }

    /// Whether `purlin check SOURCE` reports exactly what the comments in `files` ask for.
    fn errors(&self, source: &Path, files: &[PathBuf], want_error: bool) -> Result<String, String> {
        let compiled = self.compiled(source)?;
        let ran = self.execute(&["check", "--max-errors=100000"], &[&compiled], &[])?;
        let mut output = String::from_utf8_lossy(&ran.output).into_owned();
        if ran.timed_out || ran.exit.is_none() || output.contains("panicked at") {
            return Ok(failure(&ran));
        }
        if !want_error && ran.exit != Some(0) {
            return Ok(failure(&ran));
        }
        // Go's driver too calls the files by their names in what it compares.
        for file in files.iter().chain([&compiled]) {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            output = output.replace(&*file.to_string_lossy(), &name);
        }
        let mut wanted = Vec::new();
        for file in files {
            let text = fs::read(file).map_err(|e| e.to_string())?;
            wanted.extend(recipe::wanted(file, &String::from_utf8_lossy(&text))?);
        }
        let result = match compare(reported(&output, files), &wanted) {
            _ if want_error && ran.exit == Some(0) => "no error where one is expected".to_owned(),
            result => result,
        };
        if result != PASS && wanted.iter().any(|w| w.pattern == "stack frame too large") {
            return Ok("asks for a limit of Go's compiler on the size of frames".to_owned());
        }
        Ok(result)
    }

    /// A module of this version of Go that has one file: its folder, and the file in it.
    fn of_version(&self, source: &Path, version: &str) -> Result<(PathBuf, PathBuf), String> {
        let dir = self.dir.join("module");
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
        let file = dir.join(source.file_name().unwrap_or_default());
        fs::copy(self.compiled(source)?, &file).map_err(|e| e.to_string())?;
        let text = format!("module test\n\ngo {version}\n");
        fs::write(dir.join("go.mod"), text).map_err(|e| e.to_string())?;
        Ok((dir, file))
    }

    /// A folder of single packages that import each other as `./name`: made into a module called `test`.
    fn packages(&self, path: &Path, recipe: &Recipe) -> Result<Verdict, String> {
        let module = self.dir.join("module");
        let packages = lay_out(&path.with_extension("dir"), &module, recipe.flags.iter().any(|f| f == "-s"))?;
        let Some((last, before)) = packages.split_last() else { return Ok(same("an empty folder")) };
        let checks_errors = recipe.kind.starts_with("errorcheck");
        let want_error = !recipe.flags.iter().any(|f| f == "-0");
        for (i, package) in packages.iter().enumerate() {
            let result = match recipe.kind.as_str() {
                "rundir" => continue,
                "compiledir" => self.compiles(&package.dir)?,
                "errorcheckandrundir" if i + 1 == packages.len() => continue,
                _ => {
                    let failing =
                        if recipe.kind == "errorcheckdir" { packages.len() - 1 } else { before.len() - 1 };
                    self.errors(&package.dir, &package.files, want_error && i == failing)?
                }
            };
            if result != PASS {
                return Ok(same(result));
            }
        }
        if recipe.kind == "rundir" || (checks_errors && recipe.kind.ends_with("rundir")) {
            return Ok(self.run(&last.dir, &path.with_extension("out"), &recipe.args));
        }
        Ok(same(PASS))
    }

    /// A folder that becomes a module of its own name.
    fn module(&self, path: &Path, recipe: &Recipe) -> Result<Verdict, String> {
        let source = path.with_extension("dir");
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let target = self.dir.join("module");
        let _ = fs::remove_dir_all(&target);
        copy(&source, &target)?;
        let text = format!("module {name}\n\ngo 1.26\n");
        fs::write(target.join("go.mod"), text).map_err(|e| e.to_string())?;
        Ok(self.run(&target, &path.with_extension("out"), &recipe.args))
    }
}

/// Whether a switch asks for something that only Go's compiler has.
pub(super) fn about_gc(kind: &str, flag: &str) -> bool {
    if kind.starts_with("run") || kind.starts_with("build") {
        // How Go generates code makes no difference to a program's output.
        return flag.starts_with("-race") || flag.starts_with("-goexperiment");
    }
    // What a compiler adds for the race detector makes no difference to what it accepts.
    !matches!(flag, "-race" | "-0" | "-1" | "-e" | "-s" | "-d=panic" | "-N" | "-l" | "-C" | "-complete")
        && !flag.starts_with("-t ")
        && !flag.starts_with("-c=")
        && !flag.starts_with("-lang=")
}

fn verdict_of_run(ran: Ran, expected: &[u8]) -> String {
    let text = String::from_utf8_lossy(&ran.output).into_owned();
    let trimmed = text.trim_end_matches('\n');
    let last = trimmed.rfind("{\"gas\":").unwrap_or(trimmed.len());
    let stats = serde_json::from_str::<serde_json::Value>(&trimmed[last..]).ok();
    let Some(stats) = stats.filter(|_| !ran.timed_out) else { return failure(&ran) };
    let output = &text[..last];
    let ending = stats["ending"].as_str().unwrap_or_default();
    if ran.exit == Some(0) && output.as_bytes() == expected {
        return PASS.to_owned();
    }
    if ran.exit == Some(0) {
        let expected = String::from_utf8_lossy(expected);
        let differs = output.lines().zip(expected.lines()).position(|(a, b)| a != b);
        let line = differs.unwrap_or_else(|| output.lines().count().min(expected.lines().count()));
        return format!(
            "wrong output, line {}: {}",
            line + 1,
            short(output.lines().nth(line).unwrap_or("(none)"))
        );
    }
    let telling = output.lines().find(|l| l.starts_with("panic:") || l.starts_with("fatal error:"));
    let telling = telling.or_else(|| output.lines().find(|l| l.starts_with("purlin:")));
    let telling = telling.or_else(|| output.lines().rfind(|l| !l.is_empty())).unwrap_or_default();
    format!("exit {} ({ending}): {}", ran.exit.unwrap_or(-1), short(telling))
}

/// Why a process did not end well.
fn failure(ran: &Ran) -> String {
    let text = String::from_utf8_lossy(&ran.output);
    if let Some(line) = text.lines().find(|l| l.contains("panicked at")) {
        return format!("defect: {}", short(line.split("panicked").nth(1).unwrap_or(line)));
    }
    if ran.timed_out {
        return format!("more than {CPU_SECONDS} s");
    }
    let Some(exit) = ran.exit else { return "defect: ended by a signal".to_owned() };
    let first = text.lines().next().unwrap_or_default();
    for (before, after) in [("package ", " is not in std"), ("could not import ", " (no such package")] {
        let found = first.split_once(before).and_then(|(_, rest)| rest.split_once(after));
        if let Some((package, _)) = found {
            return format!("needs package {package}");
        }
    }
    if exit == 1 {
        format!("compile error: {}", short(message(first)))
    } else {
        format!("exit {exit}: {}", short(first))
    }
}

/// An error without the folders before its file's name.
fn message(line: &str) -> &str {
    let path = line.split(':').next().unwrap_or_default();
    &line[path.rfind('/').map_or(0, |n| n + 1)..]
}

fn short(text: &str) -> String {
    let mut text = text.trim().to_owned();
    if let Some((at, _)) = text.char_indices().nth(160) {
        text.truncate(at);
        text.push('…');
    }
    text
}

/// The errors that were reported: file name, line, and the message with its continuation lines.
fn reported(output: &str, files: &[PathBuf]) -> Vec<(String, usize, String)> {
    let names: Vec<String> =
        files.iter().filter_map(|f| Some(f.file_name()?.to_string_lossy().into_owned())).collect();
    let mut all: Vec<(String, usize, String)> = Vec::new();
    let mut inside = false;
    for line in output.lines() {
        if line.starts_with('\t') && inside {
            if let Some((.., text)) = all.last_mut() {
                text.push_str(&format!("\n{line}"));
            }
            continue;
        }
        inside = false;
        let mut parts = line.splitn(3, ':');
        let (Some(path), Some(number), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        // Columns may be unknown.
        let column = |c: &str| !c.is_empty() && c.bytes().all(|b| b.is_ascii_digit());
        let text = rest.split_once(':').filter(|(c, _)| column(c)).map_or(rest, |(_, text)| text);
        let name = path.rsplit('/').next().unwrap_or(path);
        let Ok(number) = number.parse() else { continue };
        if !line.starts_with(' ') && names.iter().any(|n| n == name) {
            all.push((name.to_owned(), number, text.trim_start().to_owned()));
            inside = true;
        }
    }
    all
}

/// Go's rule: each pattern has an error on its line, and each error is matched by a pattern.
fn compare(mut reported: Vec<(String, usize, String)>, wanted: &[Wanted]) -> String {
    for want in wanted {
        let here = |r: &&(String, usize, String)| r.0 == want.file && r.1 == want.line;
        let Some(first) = reported.iter().find(here).map(|r| r.2.clone()) else {
            return format!("line {}: no error, {:?} expected", want.line, want.pattern);
        };
        let before = reported.len();
        reported.retain(|r| !(here(&r) && want.regex.is_match(&r.2)));
        if reported.len() == before {
            return format!("line {}: {} is not {:?}", want.line, short(&first), want.pattern);
        }
    }
    match reported.first() {
        Some((_, line, text)) => {
            format!("line {line}: unexpected: {}", short(text.lines().next().unwrap_or(text)))
        }
        None => PASS.to_owned(),
    }
}

/// A package of a folder of packages, where it was copied to.
struct Package {
    dir: PathBuf,
    files: Vec<PathBuf>,
}

/// Copies the packages of `source` into a module, each into a folder named after its first file, and makes
/// their imports of each other those of the module. Lines stay where they are.
fn lay_out(source: &Path, module: &Path, one_file_each: bool) -> Result<Vec<Package>, String> {
    let _ = fs::remove_dir_all(module);
    let mut names: Vec<PathBuf> = fs::read_dir(source)
        .map_err(|e| format!("{}: {e}", source.display()))?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "go"))
        .collect();
    names.sort();
    let mut packages: Vec<(String, Package)> = Vec::new();
    for path in names {
        let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
        let clause = text.lines().find_map(|l| l.strip_prefix("package ")).unwrap_or_default();
        let clause = clause.split([' ', ';', '/']).next().unwrap_or_default().to_owned();
        let found = packages.iter().position(|(name, _)| *name == clause && !one_file_each);
        let at = found.unwrap_or_else(|| {
            let dir = module.join(path.file_stem().unwrap_or_default());
            packages.push((clause, Package { dir, files: Vec::new() }));
            packages.len() - 1
        });
        let package = &mut packages[at].1;
        fs::create_dir_all(&package.dir).map_err(|e| e.to_string())?;
        // Go's driver names the files to its compiler; in a folder these would be left out.
        let name = path.file_name().unwrap_or_default().to_string_lossy().replace("_test.go", "_tests.go");
        let target = package.dir.join(name);
        fs::write(&target, text.replace("\"./", "\"test/")).map_err(|e| e.to_string())?;
        package.files.push(target);
    }
    fs::write(module.join("go.mod"), "module test\n\ngo 1.26\n").map_err(|e| e.to_string())?;
    Ok(packages.into_iter().map(|(_, p)| p).collect())
}

pub fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|e| e.to_string())?;
    for entry in fs::read_dir(from).map_err(|e| format!("{}: {e}", from.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
