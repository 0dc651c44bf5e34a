//! `cargo xtask bench json`: builds `bench/json` with default flags and once more for this very machine, runs
//! both, and shows the JSON crate beside its peers. Knows of the crate only that program's rows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

/// Where `--write` puts the tables.
const DOCUMENT: &str = "docs/json.md";

/// The files whose speeds count; `data` may hold others.
const FILES: [&str; 5] = ["activitypub", "canada", "citm_catalog", "ohai", "twitter"];

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let mut kernels: Vec<String> = Vec::new();
    let mut what: Vec<String> = Vec::new();
    let (mut native, mut write) = (true, false);
    for arg in args {
        if let Some(kernel) = arg.strip_prefix("--kernel=") {
            kernels.extend(kernel.split(',').map(str::to_owned));
            what = vec!["strings".to_owned()];
        } else if arg == "--portable" {
            native = false;
        } else if arg == "--write" {
            write = true;
        } else if ["generate", "parse", "events", "strings"].contains(&arg.as_str()) {
            what.push(arg.clone());
        } else {
            return Err(format!(
                "bench json takes generate, parse, events, strings, --kernel=NAME,…, --portable and --write, not `{arg}`"
            ));
        }
    }
    let Some(folder) = data(root) else {
        println!("bench json: SKIPPED: no folder of JSON files (set PURLIN_JSON_DATA)");
        return Ok(());
    };
    // All of them, where `all` is asked for.
    kernels.retain(|k| k != "all");
    if what.is_empty() {
        what = ["generate", "parse", "events", "strings"].map(str::to_owned).to_vec();
    }
    for what in &what {
        let only = if what == "strings" { kernels.clone() } else { FILES.map(str::to_owned).to_vec() };
        let mut rows = measure(root, &folder, what, &only, false)?;
        if native && what != "strings" {
            for (file, programs) in measure(root, &folder, what, &only, true)? {
                let row = rows.entry(file).or_default();
                row.extend(programs.into_iter().map(|(name, figure)| (format!("{name} (native)"), figure)));
            }
        }
        if what == "generate" || what == "parse" {
            orjson(&folder, what, &mut rows);
        }
        let table = table(&rows, if what == "strings" { "ns a string" } else { "MB/s" });
        println!("\n## {what}\n\n{table}");
        if write {
            put(&root.join(DOCUMENT), what, &table)?;
        }
    }
    Ok(())
}

/// Replaces what stands in the document between a table's two marks.
fn put(path: &Path, name: &str, table: &str) -> Outcome {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (open, close) = (format!("<!-- bench json: {name} -->\n"), format!("<!-- end of {name} -->"));
    let from = text.find(&open).map(|at| at + open.len());
    let (Some(from), Some(to)) = (from, text.find(&close)) else {
        return Err(format!("{}: no `{}`", path.display(), open.trim_end()));
    };
    let again = format!("{}\n{table}\n{}", &text[..from], &text[to..]);
    std::fs::write(path, again).map_err(|e| format!("{}: {e}", path.display()))
}

/// For each file or set of strings: each program's figure.
type Rows = BTreeMap<String, BTreeMap<String, String>>;

/// The folder of JSON files, if there is one.
pub fn data(root: &Path) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("PURLIN_JSON_DATA") {
        return Some(path.into());
    }
    root.ancestors().map(|a| a.join("shared/json")).find(|p| p.is_dir())
}

fn measure(root: &Path, folder: &Path, what: &str, only: &[String], native: bool) -> Result<Rows, String> {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "-p", "purlin-bench-json", "--", what]);
    command.arg(folder).args(only).current_dir(root);
    if native {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        command.env("RUSTFLAGS", "-C target-cpu=native").env("CARGO_TARGET_DIR", target.join("native"));
    }
    let output = command.output().map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(format!("purlin-bench-json {what}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let mut rows = Rows::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            [_, file, program, figure] => {
                rows.entry(file.to_owned()).or_default().insert(program.to_owned(), figure.to_owned());
            }
            _ => println!("{line}"),
        }
    }
    Ok(rows)
}

/// The figures of Python's orjson, where it is installed; `PURLIN_PYTHON` names the Python to ask.
fn orjson(folder: &Path, what: &str, rows: &mut Rows) {
    const SCRIPT: &str = "
import orjson, sys, time
what, path = sys.argv[1:]
text = open(path, 'rb').read()
value = orjson.loads(text)
f, x = (orjson.dumps, value) if what == 'generate' else (orjson.loads, text)
n = max(1, 2_000_000 // len(text))
best = 1e9
for _ in range(25):
    start = time.process_time()
    for _ in range(n): f(x)
    best = min(best, (time.process_time() - start) / n)
print('%.0f' % (len(f(x) if what == 'generate' else text) / best / 1e6))
";
    let python = std::env::var("PURLIN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    for (file, row) in rows.iter_mut() {
        let path = folder.join(format!("{file}.json"));
        let output = Command::new(&python).args(["-c", SCRIPT, what]).arg(path).output();
        match output {
            Ok(output) if output.status.success() => {
                row.insert("orjson".to_owned(), String::from_utf8_lossy(&output.stdout).trim().to_owned());
            }
            _ => {
                println!("orjson: SKIPPED: {python} does not have it (pip install orjson; PURLIN_PYTHON=…)");
                return;
            }
        }
    }
}

/// Names with numbers in the order of the numbers.
fn natural(name: &str) -> (&str, u64) {
    let digits = name.len() - name.bytes().rev().take_while(u8::is_ascii_digit).count();
    (&name[..digits], name[digits..].parse().unwrap_or(0))
}

/// A table, a row for each file or set.
fn table(rows: &Rows, unit: &str) -> String {
    let mut programs: Vec<&String> = rows.values().flat_map(|row| row.keys()).collect();
    programs.sort_by_key(|name| (!name.starts_with("purlin"), name.contains("(native)"), name.as_str()));
    programs.dedup();
    let names: Vec<&str> = programs.iter().map(|p| p.as_str()).collect();
    let mut out = format!("| {unit} | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    let mut order: Vec<_> = rows.iter().collect();
    order.sort_by_key(|(name, _)| natural(name));
    for (name, row) in order {
        let figures: Vec<&str> = names.iter().map(|n| row.get(*n).map_or("–", String::as_str)).collect();
        out += &format!("| {name} | {} |\n", figures.join(" | "));
    }
    out
}
