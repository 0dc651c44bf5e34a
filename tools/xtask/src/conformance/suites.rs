//! `cargo xtask conformance packages` and `libraries`: the external tests of Go's own packages against ours,
//! and public libraries with their own tests. What a test needs to count is that it passes with compiled Go.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use super::board::{self, Board, Keep, Row, Rows};
pub use super::harness::{Harness, Program, go, text};
use super::judge::TIERS;
use crate::Outcome;
use crate::release;
use crate::toolchain::{self, ScratchDir};

/// Packages about a system that guests do not have; their scores are kept apart.
const APART: [&str; 7] = ["runtime", "os", "os/exec", "syscall", "net", "net/http", "crypto/tls"];

struct Options {
    filter: String,
    tiers: Vec<&'static str>,
    jobs: usize,
    purlin: Option<PathBuf>,
    reason: Option<String>,
    scratch: Option<PathBuf>,
    done: bool,
    dry: bool,
}

fn options(args: &[String]) -> Result<Options, String> {
    let mut o = Options {
        filter: String::new(),
        tiers: TIERS.to_vec(),
        jobs: 2,
        purlin: None,
        reason: None,
        scratch: None,
        done: false,
        dry: false,
    };
    let mut args = args.iter();
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
            "--scratch" => o.scratch = Some(value()?.into()),
            "--done" => o.done = true,
            "--dry-run" => o.dry = true,
            other => return Err(format!("conformance: unknown option `{other}`")),
        }
    }
    Ok(o)
}

/// One package whose tests are to run.
pub struct Task {
    pub name: String,
    group: String,
    /// Where its tests come from.
    from: Source,
}

impl Task {
    /// Whether it is a package of Go's library.
    pub fn is_of_go(&self) -> bool {
        matches!(self.from, Source::Std { .. })
    }
}

enum Source {
    Std { exports: PathBuf },
    Module { dir: PathBuf, relative: String },
}

/// A folder for the work: a temporary one, or one that was asked for and stays.
enum Scratch {
    Temporary(ScratchDir),
    Kept(PathBuf),
}

impl Scratch {
    fn new(options: &Options) -> Result<Scratch, String> {
        match &options.scratch {
            None => Ok(Scratch::Temporary(ScratchDir::new("suites")?)),
            Some(path) => {
                fs::create_dir_all(path).map_err(|e| format!("{}: {e}", path.display()))?;
                Ok(Scratch::Kept(fs::canonicalize(path).map_err(|e| e.to_string())?))
            }
        }
    }

    fn path(&self) -> &Path {
        match self {
            Scratch::Temporary(dir) => dir.path(),
            Scratch::Kept(path) => path,
        }
    }
}

pub fn run(root: &Path, suite: &str, args: &[String]) -> Outcome {
    let options = options(args)?;
    let Some(version) = toolchain::go_version() else {
        println!(
            "SKIPPED: conformance {suite}: there is no `go` on the path, so nothing says which tests count"
        );
        return Ok(());
    };
    let version = version.split_whitespace().nth(2).unwrap_or_default().to_owned();
    let purlin = release::purlin(root, options.purlin.as_deref())?;
    let purlin = fs::canonicalize(&purlin).map_err(|e| format!("{}: {e}", purlin.display()))?;
    let scratch = Scratch::new(&options)?;
    let harness = Harness::new(purlin, options.tiers.clone(), scratch.path())?;
    let (mut tasks, names) = match suite {
        "packages" => packages(root, scratch.path())?,
        _ => libraries(root, scratch.path(), &harness, &options.filter)?,
    };
    tasks.retain(|t| t.name.contains(&options.filter));
    let work = scratch.path().join("work");
    let rows = if options.done {
        left_behind(&tasks, &work)?
    } else {
        judge_all(&tasks, &harness, &work, options.jobs)?
    };
    let write = !options.dry && options.tiers.len() == TIERS.len();
    let how = Keep { go: &version, write, reason: options.reason.as_deref() };
    let path = root.join("docs/conformance").join(format!("{suite}.json"));
    board::keep(&path, rows, |name| names.iter().any(|n| n == name), &how)
}

/// The folder of a task within the one for work.
fn folder(task: &Task, work: &Path) -> PathBuf {
    work.join(task.name.replace(['/', '@'], "+"))
}

/// The rows that a run which was interrupted has left in its folder.
fn left_behind(tasks: &[Task], work: &Path) -> Result<Rows, String> {
    let mut rows = Rows::new();
    for task in tasks {
        rows.extend(board::read(&folder(task, work).join("row.json"))?.rows);
    }
    Ok(rows)
}

fn judge_all(tasks: &[Task], harness: &Harness, work: &Path, jobs: usize) -> Result<Rows, String> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Rows::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let dir = folder(task, work);
                    let mut row = judge(task, harness, &dir).unwrap_or_else(|why| Row {
                        problem: Some(super::log::short(&why)),
                        ..Row::default()
                    });
                    row.group.clone_from(&task.group);
                    without_folder(&mut row, work);
                    say(&task.name, &row);
                    let alone = Board { rows: [(task.name.clone(), row.clone())].into(), lost: Vec::new() };
                    // If it cannot be written, `--done` does not find it.
                    let _ = fs::write(dir.join("row.json"), board::print("", &alone));
                    if let Ok(mut rows) = rows.lock() {
                        rows.insert(task.name.clone(), row);
                    }
                }
            });
        }
    });
    rows.into_inner().map_err(|e| e.to_string())
}

/// Calls the folder for work `WORK` in what a row tells: it is another one on each machine.
fn without_folder(row: &mut Row, work: &Path) {
    let work = work.to_string_lossy();
    let texts = row.fail.values_mut().chain(&mut row.problem).chain([&mut row.tiers]);
    texts.for_each(|text| *text = text.replace(&*work, "WORK"));
}

fn say(name: &str, row: &Row) {
    let problem = row.problem.as_deref().unwrap_or_default();
    println!("{name}: {} of {} {} {problem}", row.passed, row.counted, row.tiers);
    if row.problem.is_none() {
        for (test, why) in &row.fail {
            println!("    {test}: {why}");
        }
    }
}

/// Lays the tests of a package out in a folder; one without tests has no folders.
pub fn laid_out(task: &Task, harness: &Harness, notes: &Path) -> Result<Program, String> {
    let tree = notes.join("tree");
    // What an earlier run has taken out may compile by now.
    let _ = fs::remove_dir_all(&tree);
    let _ = fs::remove_file(notes.join("dropped.json"));
    fs::create_dir_all(&tree).map_err(|e| e.to_string())?;
    let folders = match &task.from {
        Source::Std { exports } => {
            let (exports, place) = (exports.to_string_lossy(), tree.to_string_lossy());
            let found = harness.help(notes, &["std", &exports, &task.name, &place], b"")?;
            found.as_array().into_iter().flatten().filter_map(|f| f.as_str().map(str::to_owned)).collect()
        }
        Source::Module { dir, relative } => {
            super::judge::copy(dir, &tree)?;
            vec![relative.clone()]
        }
    };
    Ok(Program { dir: tree, folders, notes: notes.to_owned() })
}

fn judge(task: &Task, harness: &Harness, notes: &Path) -> Result<Row, String> {
    let program = laid_out(task, harness, notes)?;
    if program.folders.is_empty() {
        return Ok(Row::default());
    }
    let row = harness.judge(&program)?;
    // Many trees of a library with all that it needs would fill the disk; where tests fail one will look.
    if matches!(task.from, Source::Module { .. }) && row.fail.is_empty() {
        let _ = fs::remove_dir_all(notes.join("tree"));
    }
    Ok(row)
}

/// The packages of Go's library that are there, by the folders of ours.
pub fn packages(root: &Path, scratch: &Path) -> Result<(Vec<Task>, Vec<String>), String> {
    let exports = scratch.join("exports.txt");
    if !exports.exists() {
        let listed = go(scratch, &["list", "-export", "-f", "{{.ImportPath}} {{.Export}}", "std"])?;
        if !listed.status.success() {
            return Err(text(&listed.stderr));
        }
        fs::write(&exports, listed.stdout).map_err(|e| e.to_string())?;
    }
    let listed = fs::read_to_string(&exports).map_err(|e| e.to_string())?;
    let ours = root.join("crates/lang-go/std");
    let mut tasks = Vec::new();
    for name in listed.lines().filter_map(|l| l.split(' ').next()) {
        let hidden = name.split('/').any(|part| part == "internal" || part == "vendor");
        if !hidden && has_go_files(&ours.join(name)) {
            let group = if APART.contains(&name) { "apart" } else { "measured" };
            let from = Source::Std { exports: exports.clone() };
            tasks.push(Task { name: name.to_owned(), group: group.to_owned(), from });
        }
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    let names = tasks.iter().map(|t| t.name.clone()).collect();
    Ok((tasks, names))
}

fn has_go_files(dir: &Path) -> bool {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.into_iter().any(|e| e.path().extension().is_some_and(|e| e == "go"))
}

/// The libraries of the list: `path version`, and the folders of packages if not all are meant.
fn pinned(list: &str) -> Vec<(String, String, Vec<String>)> {
    let mut all = Vec::new();
    for line in list.lines().filter(|l| !l.starts_with('#')) {
        let mut words = line.split_whitespace().map(str::to_owned);
        if let (Some(path), Some(version)) = (words.next(), words.next()) {
            all.push((path, version, words.collect()));
        }
    }
    all
}

/// The packages of the libraries that are pinned, where one has the filter in its name.
pub fn libraries(
    root: &Path,
    scratch: &Path,
    harness: &Harness,
    filter: &str,
) -> Result<(Vec<Task>, Vec<String>), String> {
    let path = root.join("tests/libraries/suites.txt");
    let list = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (mut tasks, mut names) = (Vec::new(), Vec::new());
    let old = board::read(&root.join("docs/conformance/libraries.json"))?;
    for (module, version, wanted) in pinned(&list) {
        let group = format!("{module} {version}");
        let before = old.rows.iter().filter(|(_, r)| r.group == group).map(|(n, _)| n.clone());
        // A package's name begins with the module's, so another filter is one within the module.
        if !module.contains(filter) && !filter.contains(&module) {
            names.extend(before);
            continue;
        }
        let dir = scratch.join("modules").join(module.replace('/', "+"));
        if let Err(why) = fetch(&module, &version, &dir) {
            println!("SKIPPED {group}: {why}");
            names.extend(before);
            continue;
        }
        let found = harness.help(scratch, &["list", &dir.to_string_lossy()], b"")?;
        for relative in found.as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !wanted.is_empty() && !wanted.iter().any(|w| w == relative) {
                continue;
            }
            let name = if relative == "." { module.clone() } else { format!("{module}/{relative}") };
            names.push(name.clone());
            let from = Source::Module { dir: dir.clone(), relative: relative.to_owned() };
            tasks.push(Task { name, group: group.clone(), from });
        }
    }
    Ok((tasks, names))
}

/// Brings a module with its tests and with what they need into a folder.
fn fetch(module: &str, version: &str, dir: &Path) -> Result<(), String> {
    let done = dir.join("fetched");
    if fs::read_to_string(&done).is_ok_and(|v| v == version) {
        return Ok(());
    }
    let _ = fs::remove_dir_all(dir);
    let above = dir.parent().unwrap_or(dir);
    fs::create_dir_all(above).map_err(|e| e.to_string())?;
    let loaded = go(above, &["mod", "download", "-json", &format!("{module}@{version}")])?;
    let answer: Value = serde_json::from_slice(&loaded.stdout).unwrap_or_default();
    let (Some(from), Some(go_mod)) = (answer["Dir"].as_str(), answer["GoMod"].as_str()) else {
        let why = answer["Error"].as_str().map_or_else(|| text(&loaded.stderr), str::to_owned);
        return Err(super::log::short(&why));
    };
    super::judge::copy(Path::new(from), dir)?;
    writable(dir)?;
    if !dir.join("go.mod").exists() {
        fs::copy(go_mod, dir.join("go.mod")).map_err(|e| e.to_string())?;
        writable(dir)?;
    }
    let _ = fs::remove_dir_all(dir.join("vendor"));
    // The tests of the module may use what is newest; the modules that it needs keep the language of their
    // own.
    let edited = go(dir, &["mod", "edit", "-go=1.26", "-toolchain=none"])?;
    if !edited.status.success() {
        return Err(super::log::short(&text(&edited.stderr)));
    }
    if !go(dir, &["mod", "vendor"])?.status.success() {
        let tidied = go(dir, &["mod", "tidy"])?;
        let vendored = go(dir, &["mod", "vendor"])?;
        if !vendored.status.success() {
            return Err(super::log::short(&format!("{}; {}", text(&tidied.stderr), text(&vendored.stderr))));
        }
    }
    fs::write(done, version).map_err(|e| e.to_string())
}

/// Files of the module cache can only be read, and so can copies of them.
fn writable(dir: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt as _;
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .map_err(|e| format!("{}: {e}", path.display()))
    };
    set(dir, 0o755)?;
    for entry in fs::read_dir(dir).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            writable(&path)?;
        } else if !path.is_symlink() {
            set(&path, 0o644)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_libraries_is_pinned() {
        let list = fs::read_to_string(crate::root().join("tests/libraries/suites.txt")).unwrap();
        let all = pinned(&list);
        assert!(all.len() >= 30);
        for (module, version, _) in all {
            assert!(module.contains('.') && version.starts_with('v'), "{module} {version}");
        }
    }
}
