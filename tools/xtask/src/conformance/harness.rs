//! Runs a package's own tests: compiled Go says which tests count, and `purlin test` runs the same files in
//! all tiers, which have to agree. Those of Go's library are laid out by the helper program in `suite/`.
//! Knows neither which packages there are nor how scores are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::board::Row;
use super::events;
use super::log::{self, Found};
use crate::limits;
use crate::toolchain::{self, GO_TAGS};

/// The suite whose limit a process has.
const SUITE: &str = "conformance.packages";
/// Processes for one package: one that ends early is followed by another, for the tests that did not run, and
/// one whose tests do not compile by one without them.
const MOST_PROCESSES: usize = 60;

const HELPER: [(&str, &str); 5] = [
    ("main.go", include_str!("suite/main.go")),
    ("edit.go", include_str!("suite/edit.go")),
    ("program.go", include_str!("suite/program.go")),
    ("std.go", include_str!("suite/std.go")),
    ("module.go", include_str!("suite/module.go")),
];

/// The parts that all packages share.
pub struct Harness {
    purlin: PathBuf,
    tiers: Vec<&'static str>,
    helper: PathBuf,
    go_root: PathBuf,
}

/// The tests of a package: the module that they are in, and their folders there.
pub struct Program {
    pub dir: PathBuf,
    pub folders: Vec<String>,
    /// Where is kept what an earlier run has found out, and what was taken out.
    pub notes: PathBuf,
}

/// What the runs of tests in all tiers came to.
#[derive(Default)]
struct Ran {
    found: Found,
    /// How tiers differ, line by line.
    differences: String,
    /// Tests that were taken out, because something in them does not compile, and why.
    gone: BTreeMap<String, String>,
    /// Why nothing of it compiles.
    problem: Option<String>,
}

impl Harness {
    /// Builds the helper in a folder of its own.
    pub fn new(purlin: PathBuf, tiers: Vec<&'static str>, scratch: &Path) -> Result<Harness, String> {
        let dir = scratch.join("helper");
        fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
        for (name, text) in HELPER {
            fs::write(dir.join(name), text).map_err(|e| e.to_string())?;
        }
        fs::write(dir.join("go.mod"), "module suite\n\ngo 1.26\n").map_err(|e| e.to_string())?;
        let helper = dir.join("suite");
        let built = go(&dir, &["build", "-o", "suite", "."])?;
        if !built.status.success() {
            return Err(format!("the helper does not build:\n{}", text(&built.stderr)));
        }
        let go_root = toolchain::go_root().ok_or("no Go installed")?;
        Ok(Harness { purlin, tiers, helper, go_root })
    }

    /// What the helper answers, as JSON.
    pub fn help(&self, dir: &Path, args: &[&str], stdin: &[u8]) -> Result<Value, String> {
        let mut child = Command::new(&self.helper)
            .args(args)
            .current_dir(dir)
            .env("SUITE_TAGS", GO_TAGS.trim_start_matches("-tags="))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("helper: {e}"))?;
        if let Some(mut pipe) = child.stdin.take() {
            // A helper that failed has closed its end, and says why below.
            let _ = pipe.write_all(stdin);
        }
        let output = child.wait_with_output().map_err(|e| format!("helper: {e}"))?;
        if !output.status.success() {
            return Err(text(&output.stderr));
        }
        serde_json::from_slice(&output.stdout).map_err(|e| format!("helper: {e}"))
    }

    /// Where Go is installed.
    pub fn go_root(&self) -> &Path {
        &self.go_root
    }

    /// Takes out of a program what does not compile; or why nothing of it does.
    pub fn without_errors(&self, program: &Program) -> Result<Option<String>, String> {
        let mut gone = BTreeMap::new();
        for _ in 0..MOST_PROCESSES {
            let (out, err) = (program.notes.join("out"), program.notes.join("err"));
            let mut command = self.command(program, &Found::default())?;
            command.arg("-run=^$");
            toolchain::measure(&mut command, None, &out, &err, SUITE)?;
            let out = text(&fs::read(&out).map_err(|e| e.to_string())?);
            let told = events::read(&out, &mut Found::default());
            if told.errors.is_empty() {
                return Ok(None);
            }
            if let Some(why) = self.take_out(program, &told.errors, &mut gone)? {
                return Ok(Some(why));
            }
        }
        Ok(Some("too many of its declarations do not compile".into()))
    }

    /// Runs the program by compiled Go and in every tier: how many tests count, and how they went.
    pub fn judge(&self, program: &Program) -> Result<Row, String> {
        let mut row = Row::default();
        let counted = match self.baseline(program)? {
            Ok(counted) => counted,
            Err(why) => {
                row.problem = Some(format!("Go does not build it: {why}"));
                return Ok(row);
            }
        };
        row.counted = counted.len();
        if counted.is_empty() {
            return Ok(row);
        }
        let ran = self.in_all_tiers(program, &counted)?;
        if let Some(why) = ran.problem {
            row.fail = counted.into_iter().map(|n| (n, "the package does not compile".into())).collect();
            row.problem = Some(why);
            return Ok(row);
        }
        for name in counted {
            match ran.gone.get(&name).map(String::as_str).or_else(|| ran.found.failure(&name)) {
                None => row.passed += 1,
                Some(why) => _ = row.fail.insert(name, why.to_owned()),
            }
        }
        row.tiers = agreement(&ran.differences);
        Ok(row)
    }

    /// The tests that pass with compiled Go; or why it does not build. What an earlier run found out is kept
    /// in the scratch folder.
    fn baseline(&self, program: &Program) -> Result<Result<BTreeSet<String>, String>, String> {
        let kept = program.notes.join("baseline.json");
        if let Some(names) = fs::read(&kept).ok().and_then(|t| serde_json::from_slice::<Value>(&t).ok()) {
            let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
            return Ok(Ok(names.map(str::to_owned).collect()));
        }
        let binary = program.notes.join("suite.bin");
        let mut names = BTreeSet::new();
        for folder in &program.folders {
            let dir = program.dir.join(folder);
            writable_by_all(&dir)?;
            let package = format!("./{folder}");
            let out = binary.to_string_lossy().into_owned();
            let built = go(&program.dir, &["test", "-c", "-vet=off", GO_TAGS, "-o", &out, &package])?;
            if !built.status.success() {
                return Ok(Err(log::short(&text(&built.stderr).replace('\n', "; "))));
            }
            // Without tests there is no program.
            if binary.exists() {
                names.extend(compiled(&binary, &dir, &program.notes)?.passed().map(str::to_owned));
            }
            // The folder is kept for many packages at once, and the programs are large.
            let _ = fs::remove_file(&binary);
        }
        let list: Vec<Value> = names.iter().map(|n| n.as_str().into()).collect();
        fs::write(&kept, Value::from(list).to_string()).map_err(|e| e.to_string())?;
        Ok(Ok(names))
    }

    /// Runs `purlin test` until each test has run in all tiers or none runs any more. What does not compile
    /// is taken out.
    fn in_all_tiers(&self, program: &Program, counted: &BTreeSet<String>) -> Result<Ran, String> {
        let mut ran = Ran::default();
        for _ in 0..MOST_PROCESSES {
            let (out, err) = (program.notes.join("out"), program.notes.join("err"));
            let mut command = self.command(program, &ran.found)?;
            let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)?;
            let [out, err] = [out, err].map(|path| fs::read(path).map_err(|e| e.to_string()));
            let (out, err) = (text(&out?), text(&err?));
            let before = ran.found.names().count();
            let told = events::read(&out, &mut ran.found);
            if !told.errors.is_empty() {
                if let Some(why) = self.take_out(program, &told.errors, &mut ran.gone)? {
                    ran.problem = Some(why);
                    return Ok(ran);
                }
                continue;
            }
            let crashed = usage.timed_out || !matches!(usage.exit, Some(0..=2));
            if crashed && ran.found.names().count() == before {
                let how = usage.exit.map_or("a signal".to_owned(), |code| format!("status {code}"));
                return Err(format!("purlin test ended by {how}: {}", err.lines().next_back().unwrap_or("")));
            }
            let differs = |line: &&str| line.starts_with("purlin: ") && line.contains(", unlike in ");
            ran.differences.extend(err.lines().filter(differs).map(|line| format!("{line}\n")));
            if !told.cut_off || ran.found.names().count() == before {
                break;
            }
        }
        ran.found.missing(counted);
        Ok(ran)
    }

    /// The command that runs those tests that have not run.
    fn command(&self, program: &Program, found: &Found) -> Result<Command, String> {
        let mut command = Command::new(&self.purlin);
        let clock = format!("-clock={}s", limits::of(SUITE)?.as_secs());
        command.args(["test", "-json", "-short", "-vet=off", "-count=1", "-cache=off", "-slowest=0", "-j=1"]);
        command.args(["-memory=2G", GO_TAGS, &clock]).arg(format!("-tier={}", self.tiers.join(",")));
        let names: Vec<&str> = found.names().collect();
        if !names.is_empty() {
            command.arg(format!("-skip=^({})$", names.join("|")));
        }
        // Tests read files of Go's as well, and some write where they run.
        command.arg("-allow-read").arg(&self.go_root).arg("-allow-write").arg(&program.dir);
        command.args(program.folders.iter().map(|folder| format!("./{folder}")));
        command.current_dir(&program.dir).env("TZ", "UTC").env_remove("PURLIN_STRESS");
        Ok(command)
    }

    /// Takes the tests out that errors are in, and adds them to those that are gone; or why nothing can be.
    fn take_out(
        &self,
        program: &Program,
        errors: &str,
        gone: &mut BTreeMap<String, String>,
    ) -> Result<Option<String>, String> {
        let answer =
            self.help(&program.dir, &["drop", &program.notes.to_string_lossy()], errors.as_bytes())?;
        if let Some(other) = answer["other"][0].as_str() {
            return Ok(Some(about(other)));
        }
        if answer["any"] != true {
            let first = errors.lines().find(|line| !line.starts_with('#')).unwrap_or("no message");
            return Ok(Some(log::short(first)));
        }
        let names = answer["names"].as_object().into_iter().flatten();
        gone.extend(names.filter_map(|(n, why)| Some((n.clone(), log::short(why.as_str()?)))));
        Ok(None)
    }
}

/// Runs a program of tests that Go has compiled until each has run or none runs any more.
fn compiled(binary: &Path, dir: &Path, notes: &Path) -> Result<Found, String> {
    let limit = limits::of(SUITE)?;
    let mut found = Found::default();
    for _ in 0..MOST_PROCESSES {
        let names: Vec<&str> = found.names().collect();
        let skip = (!names.is_empty()).then(|| format!("-test.skip=^({})$", names.join("|")));
        let mut command = limited(binary, limit);
        command.args(["-test.v=test2json", "-test.short"]).args(skip).current_dir(dir).env("TZ", "UTC");
        unprivileged(&mut command);
        let (out, err) = (notes.join("out"), notes.join("err"));
        let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)?;
        let output = fs::read(&out).map_err(|e| e.to_string())?;
        let before = found.names().count();
        let output = String::from_utf8_lossy(&output);
        let ended = log::read(&output, usage.exit, usage.timed_out, &mut found);
        if ended || found.names().count() == before {
            break;
        }
    }
    Ok(found)
}

/// Whether all tiers printed and spent the same; or the first difference.
fn agreement(differences: &str) -> String {
    differences.lines().next().map_or_else(|| "same".to_owned(), log::short)
}

/// Tests may write into the folder where they run.
fn writable_by_all(dir: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(dir, fs::Permissions::from_mode(0o777)).map_err(|e| format!("{}: {e}", dir.display()))
}

/// A command under the limit of CPU time, both its streams in one.
fn limited(program: &Path, limit: Duration) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -t {}; exec \"$@\" 2>&1", limit.as_secs()), "sh"]).arg(program);
    command
}

/// Some tests of compiled Go do harm to the machine if the superuser runs them, and others are then skipped.
fn unprivileged(command: &mut Command) {
    use std::os::unix::fs::MetadataExt as _;
    use std::os::unix::process::CommandExt as _;
    const NO_ONE: u32 = 65534;
    if fs::metadata("/proc/self").is_ok_and(|m| m.uid() == 0) {
        command.uid(NO_ONE).gid(NO_ONE).env("HOME", std::env::temp_dir());
    }
}

/// An error in a file that is no test, without the folders before its name.
fn about(error: &str) -> String {
    if let Some((_, package)) = error.split_once("could not import ") {
        return format!("needs package {}", package.split(' ').next().unwrap_or(package));
    }
    let (path, rest) = error.split_once(": ").unwrap_or((error, ""));
    log::short(&format!("{}: {rest}", path.rsplit('/').next().unwrap_or(path)))
}

pub fn go(dir: &Path, args: &[&str]) -> Result<Output, String> {
    let mut command = Command::new("go");
    command.args(args).current_dir(dir).env("GOFLAGS", "").env("CGO_ENABLED", "0").env("GOWORK", "off");
    command.output().map_err(|e| format!("go: {e}"))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}
