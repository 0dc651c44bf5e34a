//! `cargo xtask conformance races`: the functions with which Go tests its own race detector, from the
//! installed Go, each in an isolate of its own. The answer is right if a race is reported exactly when the
//! name says that there is one, as Go's own harness judges. The scoreboard `docs/conformance/races.json` only
//! goes up.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::Outcome;
use crate::release;
use crate::toolchain::{self, ScratchDir};

const RIGHT: &str = "right";
/// Gas for one function, so that none hangs.
const GAS: &str = "2G";

#[derive(Default)]
struct Options {
    filter: String,
    purlin: Option<PathBuf>,
    reason: Option<String>,
    jobs: usize,
    tier: Option<String>,
    dry: bool,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options { jobs: 2, ..Options::default() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--filter" => o.filter = value()?,
            "--jobs" => o.jobs = value()?.parse().map_err(|_| "--jobs needs a number")?,
            "--purlin" => o.purlin = Some(value()?.into()),
            "--reason" => o.reason = Some(value()?),
            "--tier" => o.tier = Some(value()?),
            "--dry-run" => o.dry = true,
            other => return Err(format!("conformance: unknown option `{other}`")),
        }
    }
    Ok(o)
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let options = options(args)?;
    let skipped = |why: &str| {
        println!("SKIPPED: conformance races: {why}");
        Ok(())
    };
    let Some(version) = toolchain::go_version() else {
        return skipped("there is no `go` on the path, so there are no functions to run");
    };
    let version = version.split_whitespace().nth(2).unwrap_or_default().to_owned();
    let tests = toolchain::go_root().ok_or("no Go installed")?.join("src/runtime/race/testdata");
    if !tests.is_dir() {
        return skipped(&format!("{} does not exist in this installation of Go", tests.display()));
    }
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let purlin = fs::canonicalize(&purlin).map_err(|e| format!("{}: {e}", purlin.display()))?;
    let scratch = ScratchDir::new("races")?;
    let mut names = copy(&tests, scratch.path())?;
    names.retain(|name| name.contains(&options.filter));
    let bench = Bench { purlin, dir: scratch.path().to_path_buf(), tier: options.tier.clone() };
    // The first run compiles the program; the others find it.
    bench.judge("TestNone")?;
    let results = judge_all(&names, &bench, options.jobs)?;
    for (name, result) in results.iter().filter(|(_, result)| *result != RIGHT) {
        println!("{name}: {result}");
    }
    let right = results.values().filter(|result| *result == RIGHT).count();
    println!("{right} of {} functions got the right answer", results.len());
    if options.dry || !options.filter.is_empty() {
        println!("(not written: {})", if options.dry { "a dry run" } else { "not all functions were run" });
        return Ok(());
    }
    keep(&root.join("docs/conformance/races.json"), &version, &results, options.reason.as_deref())
}

/// What programs cannot say here, and what is said in its place: bubbles by the public package, and no
/// switching off of the detector.
const REPLACED: [(&str, &str); 3] = [
    ("\"internal/synctest\"", "\"testing/synctest\""),
    ("synctest.Run(func()", "synctest.Test(t, func(t *testing.T)"),
    ("runtime.RaceDisable()", "runtime.Gosched()"),
];

/// Copies the files into a module; the names of the test functions.
fn copy(tests: &Path, to: &Path) -> Result<Vec<String>, String> {
    let failed = |e: std::io::Error| e.to_string();
    fs::write(to.join("go.mod"), "module race_test\n\ngo 1.26\n").map_err(failed)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(tests).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let mut text = fs::read_to_string(&path).map_err(failed)?;
        for (theirs, ours) in REPLACED {
            text = text.replace(theirs, ours);
        }
        // What is about C is a program of its own.
        if !file.ends_with("_test.go") || file.starts_with("cgo_") {
            continue;
        }
        let functions = text.lines().filter_map(|line| line.strip_prefix("func ")?.split_once('('));
        let is_test = |name: &&str| name.starts_with("TestRace") || name.starts_with("TestNoRace");
        names.extend(functions.map(|(name, _)| name).filter(is_test).map(str::to_owned));
        fs::write(to.join(file), text).map_err(failed)?;
    }
    names.sort();
    Ok(names)
}

struct Bench {
    purlin: PathBuf,
    dir: PathBuf,
    tier: Option<String>,
}

impl Bench {
    /// `right`, or what was wrong.
    fn judge(&self, name: &str) -> Result<String, String> {
        let mut command = Command::new(&self.purlin);
        command.args(["test", "-race", "-isolate=test", "-json", "-count=1", "-j=1", "-gas", GAS]);
        command.arg(format!("-run=^{name}$")).arg(format!("-cache={}", self.dir.join("cache").display()));
        command.args(self.tier.iter().map(|tier| format!("-tier={tier}")));
        let output =
            command.current_dir(&self.dir).stdin(Stdio::null()).output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let is_refused = output.status.code() == Some(2) || text.contains("\"Action\":\"build-fail\"");
        if is_refused && !text.contains("=== RUN") {
            return Err(format!("{name} does not run:\n{text}"));
        }
        // What the package's initialisation does, which has races too, is no business of the function.
        let own = text.split_once("=== RUN").map_or("", |(_, own)| own);
        // Go's run time reports some races on maps itself.
        let found = own.contains("DATA RACE") || own.contains("fatal error: concurrent map");
        let expected = !name.starts_with("TestNo");
        Ok(match (found, expected) {
            _ if found == expected => RIGHT.to_owned(),
            (true, _) => "a race was reported".to_owned(),
            _ if text.contains("purlin: out of gas") => "it did not end".to_owned(),
            _ => "no race was reported".to_owned(),
        })
    }
}

fn judge_all(names: &[String], bench: &Bench, jobs: usize) -> Result<BTreeMap<String, String>, String> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(BTreeMap::new());
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    match bench.judge(name) {
                        Ok(result) => _ = results.lock().map(|mut all| all.insert(name.clone(), result)),
                        Err(error) => _ = failed.lock().map(|mut failed| *failed = Some(error)),
                    }
                }
            });
        }
    });
    match failed.into_inner().map_err(|e| e.to_string())? {
        Some(error) => Err(error),
        None => results.into_inner().map_err(|e| e.to_string()),
    }
}

/// Writes the scoreboard, unless something was lost for no reason.
fn keep(path: &Path, go: &str, results: &BTreeMap<String, String>, reason: Option<&str>) -> Outcome {
    let old: Value = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?,
        Err(_) => json!({}),
    };
    let was_right = |name: &String| old["functions"].get(name).is_some_and(|result| result == RIGHT);
    let lost: Vec<&String> =
        results.iter().filter(|(name, now)| *now != RIGHT && was_right(name)).map(|(name, _)| name).collect();
    let mut reasons = old["lost"].as_array().cloned().unwrap_or_default();
    if !lost.is_empty() {
        lost.iter().for_each(|name| println!("LOST {name}"));
        let Some(reason) = reason else {
            return Err(format!(
                "{} functions got the right answer before; the scoreboard stays as it was (--reason TEXT overrides)",
                lost.len()
            ));
        };
        reasons.push(json!({ "functions": lost, "reason": reason }));
    }
    let right = results.values().filter(|result| *result == RIGHT).count();
    let mut out =
        format!("{{\n\"go\": {},\n\"right\": {right},\n\"counted\": {},\n", json!(go), results.len());
    let rows: Vec<String> = reasons.iter().map(|reason| format!("  {reason}")).collect();
    let _ = writeln!(out, "\"lost\": [\n{}\n],", rows.join(",\n"));
    let rows: Vec<String> =
        results.iter().map(|(name, result)| format!("  {}: {}", json!(name), json!(result))).collect();
    let _ = write!(out, "\"functions\": {{\n{}\n}}\n}}\n", rows.join(",\n"));
    fs::write(path, out).map_err(|e| format!("{}: {e}", path.display()))
}
