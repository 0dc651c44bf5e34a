//! Runs a package's own tests: the helper program in `suite/` lays them out as an ordinary program, compiled
//! Go runs it and says which tests count, and each tier of Purlin runs the same program. Knows neither which
//! packages there are nor how scores are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::board::Row;
use super::log::{self, Found};
use crate::limits;
use crate::toolchain::{self, GO_TAGS};

/// The suite whose limit a process has.
const SUITE: &str = "conformance.packages";
/// Processes for one package: one that ends early is followed by another, for the tests that did not run.
const MOST_PROCESSES: usize = 40;
/// Rounds of taking declarations out that Purlin does not compile.
const MOST_ROUNDS: usize = 60;

const HELPER: [(&str, &str); 5] = [
    ("main.go", include_str!("suite/main.go")),
    ("edit.go", include_str!("suite/edit.go")),
    ("program.go", include_str!("suite/program.go")),
    ("std.go", include_str!("suite/std.go")),
    ("module.go", include_str!("suite/module.go")),
];

/// The parts that all packages share.
pub struct Harness {
    pub purlin: PathBuf,
    pub tiers: Vec<&'static str>,
    helper: PathBuf,
    go_root: PathBuf,
    /// Whether Purlin has grants to write, for the folders that tests make.
    writes: bool,
}

/// A program of tests: the folder that it runs in, and where its source is.
pub struct Program {
    pub dir: PathBuf,
    pub main: PathBuf,
    /// Where what was taken out is remembered.
    pub notes: PathBuf,
}

/// What the runs of a program in one tier came to.
#[derive(Default)]
struct Ran {
    found: Found,
    output: Vec<u8>,
    gas: u64,
    /// Whether a limit of the machine's ended a process, after which outputs need not agree.
    cut_off: bool,
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
        let options =
            Command::new(&purlin).args(["help", "run"]).output().map_err(|e| format!("purlin: {e}"))?;
        let writes = text(&options.stdout).contains("--allow-write");
        Ok(Harness { purlin, tiers, helper, go_root, writes })
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
        let gone = match self.compile(program)? {
            Ok(gone) => gone,
            Err(why) => {
                row.fail = counted.into_iter().map(|n| (n, "the package does not compile".into())).collect();
                row.problem = Some(why);
                return Ok(row);
            }
        };
        let mut ran = Vec::new();
        for tier in &self.tiers {
            ran.push((*tier, self.in_tier(program, tier, &counted)?));
        }
        for name in counted {
            if let Some(why) = gone.get(&name) {
                row.fail.insert(name, why.clone());
                continue;
            }
            let whys: Vec<(&str, &str)> =
                ran.iter().filter_map(|(t, r)| Some((*t, r.found.failure(&name)?))).collect();
            match whys.first() {
                None => row.passed += 1,
                Some((_, why)) if whys.len() == ran.len() => _ = row.fail.insert(name, (*why).to_owned()),
                Some((tier, why)) => _ = row.fail.insert(name, format!("{tier}: {why}")),
            }
        }
        row.tiers = agreement(&ran);
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
        writable_by_all(&program.dir)?;
        let main = program.main.to_string_lossy().into_owned();
        let built = go(&program.dir, &["build", GO_TAGS, "-o", &binary.to_string_lossy(), &main])?;
        if !built.status.success() {
            return Ok(Err(log::short(&text(&built.stderr).replace('\n', "; "))));
        }
        let limit = limits::of(SUITE)?;
        let ran = self.all(program, |skip| {
            let mut command = limited(&binary, limit);
            command.args(["-test.v=test2json", "-test.short"]).args(skip);
            unprivileged(&mut command);
            command
        })?;
        let names: BTreeSet<String> = ran.found.passed().map(str::to_owned).collect();
        let list: Vec<Value> = names.iter().map(|n| n.as_str().into()).collect();
        fs::write(&kept, Value::from(list).to_string()).map_err(|e| e.to_string())?;
        // The folder is kept for many packages at once, and the programs are large.
        let _ = fs::remove_file(&binary);
        Ok(Ok(names))
    }

    /// Takes out what Purlin does not compile. The answer says why tests went; or why nothing is left.
    fn compile(&self, program: &Program) -> Result<Result<BTreeMap<String, String>, String>, String> {
        let notes = program.notes.to_string_lossy().into_owned();
        let mut gone = BTreeMap::new();
        for _ in 0..MOST_ROUNDS {
            let mut command = limited(&self.purlin, limits::of(SUITE)?);
            command.args(["check", "--max-errors=1000000", "--memory=2G"]).arg(&program.main);
            command.current_dir(&program.dir);
            let output = command.output().map_err(|e| format!("purlin: {e}"))?;
            if output.status.success() {
                return Ok(Ok(gone));
            }
            let errors = [&output.stdout[..], &output.stderr[..]].concat();
            let first = || log::short(text(&errors).lines().next().unwrap_or("no message"));
            if output.status.code() != Some(1) {
                return Ok(Err(format!("exit {}: {}", output.status.code().unwrap_or(-1), first())));
            }
            let answer = self.help(&program.dir, &["drop", &notes], &errors)?;
            if let Some(other) = answer["other"][0].as_str() {
                return Ok(Err(about(other)));
            }
            if answer["any"] != true {
                return Ok(Err(first()));
            }
            let names = answer["names"].as_object().into_iter().flatten();
            gone = names.filter_map(|(n, why)| Some((n.clone(), log::short(why.as_str()?)))).collect();
        }
        Ok(Err("there is no end of errors".to_owned()))
    }

    fn in_tier(&self, program: &Program, tier: &str, counted: &BTreeSet<String>) -> Result<Ran, String> {
        let temporary = program.notes.join("tmp");
        // What another tier left there would be seen.
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir_all(&temporary).map_err(|e| e.to_string())?;
        let limit = limits::of(SUITE)?;
        let mut ran = self.all(program, |skip| {
            let mut command = limited(&self.purlin, limit);
            command.args(["run", "--memory=2G", "--stats", "--json", "--tier", tier]);
            // Tests read files of other packages of their module as well.
            for dir in [&program.notes.join("tree"), &self.go_root] {
                command.arg("--allow-read").arg(dir);
            }
            if self.writes {
                command.arg("--allow-write").arg(&program.dir).arg("--allow-write").arg(&temporary);
                command.arg("--allow-read").arg(&temporary).args(["--allow-env", "TMPDIR"]);
                command.env("TMPDIR", &temporary);
            }
            command.arg(&program.main).args(["--", "-test.v=test2json", "-test.short"]).args(skip);
            command
        })?;
        ran.found.missing(counted);
        Ok(ran)
    }

    /// Runs processes until each test has run or none runs any more.
    fn all(&self, program: &Program, command: impl Fn(Option<String>) -> Command) -> Result<Ran, String> {
        let mut all = Ran::default();
        for _ in 0..MOST_PROCESSES {
            let names: Vec<&str> = all.found.names().collect();
            let skip = (!names.is_empty()).then(|| format!("-test.skip=^({})$", names.join("|")));
            let mut command = command(skip);
            command.current_dir(&program.dir).env("TZ", "UTC").env_remove("PURLIN_STRESS");
            let (out, err) = (program.notes.join("out"), program.notes.join("err"));
            let usage = toolchain::measure(&mut command, None, &out, &err, SUITE)?;
            let mut output = fs::read(&out).map_err(|e| e.to_string())?;
            let timed_out = usage.timed_out || usage.exit.is_none() && usage.cpu.as_secs() > 60;
            all.cut_off |= timed_out;
            if let Some(stats) = statistics(&mut output) {
                all.gas += stats["gas"].as_u64().unwrap_or(0);
            }
            let before = all.found.names().count();
            let ended = log::read(&String::from_utf8_lossy(&output), usage.exit, timed_out, &mut all.found);
            all.output.extend(output);
            if ended || all.found.names().count() == before {
                break;
            }
        }
        Ok(all)
    }
}

/// Whether all tiers printed and spent the same; or which two did not.
fn agreement(ran: &[(&str, Ran)]) -> String {
    if ran.iter().any(|(_, r)| r.cut_off) {
        return "cut off by the limit of time".to_owned();
    }
    let Some(((first, a), rest)) = ran.split_first() else { return "same".to_owned() };
    for (tier, b) in rest {
        if a.output != b.output {
            let (a, b) = (String::from_utf8_lossy(&a.output), String::from_utf8_lossy(&b.output));
            let line = a.lines().zip(b.lines()).position(|(a, b)| a != b).unwrap_or(a.lines().count());
            return format!("{first} and {tier} print different lines {}", line + 1);
        }
        if a.gas != b.gas {
            return format!("{first} spends {} units of gas, {tier} {}", a.gas, b.gas);
        }
    }
    "same".to_owned()
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

/// Takes the line of statistics from the end of an output.
fn statistics(output: &mut Vec<u8>) -> Option<Value> {
    let whole = String::from_utf8_lossy(output).into_owned();
    let at = whole.trim_end().rfind("{\"gas\":")?;
    let stats = serde_json::from_str(whole[at..].trim()).ok()?;
    *output = whole.as_bytes()[..at].to_vec();
    Some(stats)
}

pub fn go(dir: &Path, args: &[&str]) -> Result<Output, String> {
    let mut command = Command::new("go");
    command.args(args).current_dir(dir).env("GOFLAGS", "").env("CGO_ENABLED", "0").env("GOWORK", "off");
    command.output().map_err(|e| format!("go: {e}"))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_owned()
}
