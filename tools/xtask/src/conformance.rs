//! `cargo xtask conformance go`: Go's own tests, from the installed Go, through every tier, as golden files
//! that `purlin test` runs. The scoreboard
//! `docs/conformance/go.json` says of each file whether it passes, or why not, and only goes up: a result
//! that would take a pass away is written only with a reason, which the file keeps.

mod ansi;
mod board;
mod events;
mod goldens;
mod harness;
mod judge;
mod layout;
mod log;
mod races;
pub mod recipe;
mod smalltalk;
pub mod suites;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::judge::{Bench, PASS, TIERS, Verdict};
use self::recipe::Recipe;
use crate::Outcome;
use crate::toolchain::{self, ScratchDir};

struct Options {
    filter: String,
    tiers: Vec<&'static str>,
    jobs: usize,
    purlin: Option<PathBuf>,
    reason: Option<String>,
    lists: Option<PathBuf>,
    dry: bool,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        filter: String::new(),
        tiers: TIERS.to_vec(),
        jobs: 2,
        purlin: None,
        reason: None,
        lists: None,
        dry: false,
    };
    let mut args = args.iter();
    if args.next().map(String::as_str) != Some("go") {
        return Err(
            "conformance: which suite? There are `go`, `packages`, `libraries`, `races` and `smalltalk`"
                .to_owned(),
        );
    }
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--filter" => o.filter = value()?,
            "--tier" => {
                let tier = value()?;
                o.tiers.retain(|t| *t == tier);
                if o.tiers.is_empty() {
                    return Err(format!("unknown tier {tier:?} (there are {})", TIERS.join(", ")));
                }
            }
            "--jobs" => o.jobs = value()?.parse().map_err(|_| "--jobs needs a number")?,
            "--purlin" => o.purlin = Some(value()?.into()),
            "--reason" => o.reason = Some(value()?),
            "--lists" => o.lists = Some(value()?.into()),
            "--dry-run" => o.dry = true,
            other => return Err(format!("conformance: unknown option `{other}`")),
        }
    }
    Ok(o)
}

/// One test: its path below Go's folder, its text, what it asks for.
struct Test {
    name: String,
    text: String,
    recipe: Recipe,
}

/// A line of the scoreboard.
#[derive(Clone)]
struct Entry {
    kind: String,
    result: Value,
}

impl Entry {
    fn passes(&self) -> bool {
        self.result == PASS
    }
}

type Board = BTreeMap<String, Entry>;
/// Passes, and files, by kind or by folder.
type Counts = BTreeMap<String, (usize, usize)>;

/// Runs the suite that the first argument names, if it is not that of the language.
fn other_suite(root: &Path, args: &[String]) -> Option<Outcome> {
    match args.first()?.as_str() {
        suite @ ("packages" | "libraries") => Some(suites::run(root, suite, &args[1..])),
        "races" => Some(races::run(root, &args[1..])),
        "smalltalk" => Some(smalltalk::run(root, &args[1..])),
        _ => None,
    }
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    if let Some(outcome) = other_suite(root, args) {
        return outcome;
    }
    let options = options(args)?;
    let Some(version) = toolchain::go_version() else {
        println!(
            "SKIPPED: conformance go: there is no `go` on the path, so there are no tests of its own to run"
        );
        return Ok(());
    };
    let tests = crate::toolchain::go_root().ok_or("no Go installed")?.join("test");
    if !tests.is_dir() {
        println!("SKIPPED: conformance go: {} does not exist in this installation of Go", tests.display());
        return Ok(());
    }
    let purlin = std::path::absolute(crate::release::purlin(root, options.purlin.as_deref())?);
    let bench = Bench { purlin: purlin.map_err(|e| e.to_string())?, tests, tiers: options.tiers.clone() };
    let mut found = Vec::new();
    collect(&bench.tests, &bench.tests, &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let all: Vec<String> = found.iter().map(|t| t.name.clone()).collect();
    found.retain(|t| t.name.contains(&options.filter));
    let new = judge_all(&found, &bench, options.jobs)?;

    let path = root.join("docs/conformance/go.json");
    let old = read(&path)?;
    let lost: Vec<&String> = old
        .0
        .iter()
        .filter(|(n, e)| e.passes() && new.get(*n).is_some_and(|e| !e.passes()))
        .map(|(n, _)| n)
        .collect();
    report(&new, &options.filter, &old.0);
    if let Some(lists) = &options.lists {
        count_lists(lists, &new)?;
    }
    lost.iter().for_each(|name| println!("LOST {name}: {}", new[*name].result));
    if options.dry || options.tiers.len() != TIERS.len() {
        println!("(not written: {})", if options.dry { "a dry run" } else { "not every tier was run" });
        if !lost.is_empty() {
            return Err(format!("{} files that passed no longer do", lost.len()));
        }
        return Ok(());
    }
    let mut reasons = old.1;
    if !lost.is_empty() {
        let Some(reason) = &options.reason else {
            return Err(format!(
                "{} files that passed no longer do; the scoreboard stays as it was (--reason TEXT overrides)",
                lost.len()
            ));
        };
        reasons.push(json!({ "files": lost, "reason": reason }));
    }
    let mut board: Board = old.0.into_iter().filter(|(n, _)| all.binary_search(n).is_ok()).collect();
    board.extend(new);
    fs::create_dir_all(path.parent().unwrap_or(root)).map_err(|e| e.to_string())?;
    fs::write(&path, print(&version, &board, &reasons)).map_err(|e| format!("{}: {e}", path.display()))
}

/// Every file with a recipe. Folders named `x.dir` belong to the file `x.go`.
fn collect(top: &Path, dir: &Path, found: &mut Vec<Test>) -> Result<(), String> {
    for entry in fs::read_dir(dir).map_err(|e| format!("{}: {e}", dir.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            if path.extension().is_none_or(|e| e != "dir") {
                collect(top, &path, found)?;
            }
        } else if path.extension().is_some_and(|e| e == "go") {
            let text = String::from_utf8_lossy(&fs::read(&path).map_err(|e| e.to_string())?).into_owned();
            let name = path.strip_prefix(top).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if let Some(recipe) = recipe::recipe(&text) {
                found.push(Test { name, text, recipe });
            }
        }
    }
    Ok(())
}

fn judge_all(tests: &[Test], bench: &Bench, jobs: usize) -> Result<Board, String> {
    let scratch = ScratchDir::new("conformance")?;
    let verdicts = goldens::run(tests, bench, scratch.path(), jobs)?;
    let entry = |test: &Test| {
        let verdict = verdicts.get(&test.name)?;
        let failing = !verdict.passed() && test.recipe.kind.starts_with("errorcheck");
        let result = match failing && judge::go_fails(&bench.tests, &test.name) {
            true => "Go's own driver lists it among those that its compiler fails".into(),
            false => value(verdict),
        };
        Some((test.name.clone(), Entry { kind: test.recipe.kind.clone(), result }))
    };
    Ok(tests.iter().filter_map(entry).collect())
}

fn value(verdict: &Verdict) -> Value {
    match verdict {
        _ if verdict.passed() => PASS.into(),
        Verdict::Same(reason) => reason.as_str().into(),
        Verdict::ByTier(all) => all.iter().map(|(t, r)| ((*t).to_owned(), Value::from(r.as_str()))).collect(),
    }
}

/// The scoreboard as it was, and the reasons for what it lost before.
fn read(path: &Path) -> Result<(Board, Vec<Value>), String> {
    let Ok(text) = fs::read_to_string(path) else { return Ok((Board::new(), Vec::new())) };
    let old: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let entry = |(name, e): (&String, &Value)| {
        let kind = e["kind"].as_str().unwrap_or_default().to_owned();
        (name.clone(), Entry { kind, result: e["result"].clone() })
    };
    let board = old["files"].as_object().into_iter().flatten().map(entry).collect();
    Ok((board, old["lost"].as_array().cloned().unwrap_or_default()))
}

/// Passes and files by kind, and by folder.
fn summary(board: &Board) -> (Counts, Counts) {
    let (mut kinds, mut folders) = (Counts::new(), Counts::new());
    for (name, entry) in board {
        let folder = name.rsplit_once('/').map_or(".", |(f, _)| f);
        for (map, key) in [(&mut kinds, entry.kind.as_str()), (&mut folders, folder)] {
            let (passed, all): &mut (usize, usize) = map.entry(key.to_owned()).or_default();
            *passed += usize::from(entry.passes());
            *all += 1;
        }
    }
    (kinds, folders)
}

fn report(board: &Board, filter: &str, old: &Board) {
    if !filter.is_empty() {
        for (name, entry) in board {
            println!("{name} ({}): {}", entry.kind, entry.result);
        }
    }
    for (kind, (passed, all)) in summary(board).0 {
        println!("{kind:20} {passed:5} of {all}");
    }
    let gained = board.iter().filter(|(n, e)| e.passes() && old.get(*n).is_none_or(|o| !o.passes())).count();
    println!(
        "{} of {} pass; {gained} did not before",
        board.values().filter(|e| e.passes()).count(),
        board.len()
    );
}

/// How many of some lists of files pass; the lists are an object of arrays of names.
fn count_lists(path: &Path, board: &Board) -> Outcome {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lists: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    for (name, files) in lists.as_object().into_iter().flatten() {
        let files: Vec<&str> = files.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let passed = files.iter().filter(|f| board.get(**f).is_some_and(Entry::passes)).count();
        println!("{name:20} {passed:5} of {}", files.len());
    }
    Ok(())
}

/// One line a file, so that a change of one result is a change of one line.
fn print(version: &str, board: &Board, lost: &[Value]) -> String {
    let version = version.split_whitespace().nth(2).unwrap_or(version);
    let (kinds, folders) = summary(board);
    let mut out = format!("{{\n\"go\": {},\n", json!(version));
    for (title, map) in [("kinds", kinds), ("folders", folders)] {
        let rows: Vec<String> =
            map.iter().map(|(k, (p, n))| format!("  {}: {{\"pass\": {p}, \"of\": {n}}}", json!(k))).collect();
        let _ = writeln!(out, "{}: {{\n{}\n}},", json!(title), rows.join(",\n"));
    }
    let rows: Vec<String> = lost.iter().map(|l| format!("  {l}")).collect();
    let _ = writeln!(out, "\"lost\": [\n{}\n],", rows.join(",\n"));
    let row = |(name, e): (&String, &Entry)| {
        format!("  {}: {{\"kind\": {}, \"result\": {}}}", json!(name), json!(e.kind), e.result)
    };
    let rows: Vec<String> = board.iter().map(row).collect();
    let _ = write!(out, "\"files\": {{\n{}\n}}\n}}\n", rows.join(",\n"));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scoreboard_is_read_back() {
        let mut board = Board::new();
        board.insert("a/x.go".into(), Entry { kind: "run".into(), result: PASS.into() });
        board.insert("y.go".into(), Entry { kind: "errorcheck".into(), result: "line 3: \"q\"".into() });
        let text =
            print("go version go1.26.8 linux/amd64", &board, &[json!({"files": ["z"], "reason": "r"})]);
        let dir = ScratchDir::new("board").unwrap();
        let path = dir.path().join("go.json");
        fs::write(&path, &text).unwrap();
        let (again, lost) = read(&path).unwrap();
        assert_eq!(print("go version go1.26.8 linux/amd64", &again, &lost), text);
        assert!(again["a/x.go"].passes() && !again["y.go"].passes());
    }
}
