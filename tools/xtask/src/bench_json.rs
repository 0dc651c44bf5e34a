//! `cargo xtask bench json`: builds `bench/json` as anyone would and once more for this very machine, runs both, and shows the JSON
//! crate beside its peers. Knows of the crate only that program's rows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Outcome;

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let mut kernels: Vec<String> = Vec::new();
    let mut what: Vec<String> = Vec::new();
    let mut native = true;
    for arg in args {
        if let Some(kernel) = arg.strip_prefix("--kernel=") {
            kernels.extend(kernel.split(',').map(str::to_owned));
        } else if arg == "--portable" {
            native = false;
        } else if ["generate", "parse", "events", "strings"].contains(&arg.as_str()) {
            what.push(arg.clone());
        } else {
            return Err(format!(
                "bench json takes generate, parse, events, strings, --kernel=NAME,… and --portable, not `{arg}`"
            ));
        }
    }
    let Some(folder) = data(root) else {
        println!("bench json: SKIPPED: no folder of JSON files (set PURLIN_JSON_DATA)");
        return Ok(());
    };
    if !kernels.is_empty() {
        // All of them, where `all` is asked for.
        kernels.retain(|k| k != "all");
        let rows = measure(root, &folder, "strings", &kernels, false)?;
        show(&rows, "ns per string");
        return Ok(());
    }
    if what.is_empty() {
        what = ["generate", "parse", "events", "strings"].map(str::to_owned).to_vec();
    }
    for what in &what {
        let mut rows = measure(root, &folder, what, &[], false)?;
        if native && what != "strings" {
            for (file, programs) in measure(root, &folder, what, &[], true)? {
                let row = rows.entry(file).or_default();
                row.extend(programs.into_iter().map(|(name, figure)| (format!("{name} (native)"), figure)));
            }
        }
        if what == "generate" || what == "parse" {
            orjson(&folder, what, &mut rows);
        }
        println!("\n## {what}\n");
        show(&rows, if what == "strings" { "ns per string" } else { "MB/s of CPU time" });
    }
    Ok(())
}

/// For each file or set of strings: each program's figure.
type Rows = BTreeMap<String, BTreeMap<String, String>>;

fn data(root: &Path) -> Option<PathBuf> {
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

/// The same by Python's orjson, where it is installed.
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
    for (file, row) in rows.iter_mut() {
        let path = folder.join(format!("{file}.json"));
        let output = Command::new("python3").args(["-c", SCRIPT, what]).arg(path).output();
        match output {
            Ok(output) if output.status.success() => {
                row.insert("orjson".to_owned(), String::from_utf8_lossy(&output.stdout).trim().to_owned());
            }
            _ => {
                println!("orjson: SKIPPED: python3 with orjson is not installed");
                return;
            }
        }
    }
}

/// A table, a row for each file.
fn show(rows: &Rows, unit: &str) {
    let mut programs: Vec<&String> = rows.values().flat_map(|row| row.keys()).collect();
    programs.sort();
    programs.dedup();
    let names: Vec<&str> = programs.iter().map(|p| p.as_str()).collect();
    println!("| {unit} | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    for (file, row) in rows {
        let figures: Vec<&str> =
            names.iter().map(|name| row.get(*name).map_or("–", String::as_str)).collect();
        println!("| {file} | {} |", figures.join(" | "));
    }
}
