//! Lays Go's own tests out as golden files and has `purlin test` run all of them at once: programs that
//! print, programs that only compile, and programs with errors. Of the rest, and of what fails, `judge`
//! says how it goes, one process each.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::Test;
use super::judge::{Bench, about_gc};
use super::recipe::{self, Recipe};

/// Time by the clock that one test may take, on a machine that does other things too.
const CLOCK: &str = "-clock=90s";
/// Words that begin a directive of golden files. A test with a comment like that is none.
const DIRECTIVES: [&str; 14] = [
    "Output",
    "Error",
    "TypeCheckError",
    "Stderr",
    "Printed",
    "Stdin",
    "Gas",
    "Exit",
    "Trap",
    "Args",
    "ARGS",
    "Flags",
    "GASLIMIT",
    "MAXALLOC",
];

/// Whether tests pass as golden files, by name. One that is not there is none, or something has kept it from
/// running.
pub type Passes = BTreeMap<String, bool>;

/// A test as a golden file, and whether it is to run in every tier.
struct Golden {
    text: String,
    runs: bool,
}

/// Runs what can be golden files below a folder.
pub fn run(tests: &[Test], bench: &Bench, dir: &Path, jobs: usize) -> Result<Passes, String> {
    let folders = [dir.join("check"), dir.join("run")];
    let (mut counts, mut passes) = ([0, 0], Passes::new());
    for test in tests {
        let Some(golden) = golden(test, bench) else { continue };
        let path = folders[usize::from(golden.runs)].join(&test.name);
        let failed = |e: std::io::Error| format!("{}: {e}", path.display());
        fs::create_dir_all(path.parent().unwrap_or(dir)).map_err(failed)?;
        fs::write(&path, golden.text).map_err(failed)?;
        counts[usize::from(golden.runs)] += 1;
    }
    let first = bench.tiers.first().copied().unwrap_or("auto");
    let in_tier = |folder: &PathBuf, tier: &str, passes: &mut Passes| {
        for (name, passed) in in_tier(bench, folder, tier, jobs)? {
            // It passes if it does in every tier.
            let entry = passes.entry(name).or_insert(true);
            *entry &= passed;
        }
        Ok::<(), String>(())
    };
    if counts[0] > 0 {
        in_tier(&folders[0], first, &mut passes)?;
    }
    for tier in bench.tiers.iter().filter(|_| counts[1] > 0) {
        in_tier(&folders[1], tier, &mut passes)?;
    }
    println!(
        "{} of {} tests are golden files: {} run, {} compile",
        counts[0] + counts[1],
        tests.len(),
        counts[1],
        counts[0]
    );
    Ok(passes)
}

fn in_tier(bench: &Bench, folder: &Path, tier: &str, jobs: usize) -> Result<Passes, String> {
    let (workers, tier) = (format!("-j={jobs}"), format!("-tier={tier}"));
    let output = Command::new(&bench.purlin)
        .args(["test", "-json", "-count=1", "-cache=off", "-memory=512M", CLOCK, &workers, &tier, "./..."])
        .current_dir(folder)
        .env_remove("PURLIN_STRESS")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .map_err(|e| format!("cannot run {}: {e}", bench.purlin.display()))?;
    let mut passes = Passes::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        // If the process has ended early, the last line may be cut off.
        let Ok(event) = serde_json::from_str::<Value>(line) else { continue };
        let (Some(package), Some(test)) = (event["Package"].as_str(), event["Test"].as_str()) else {
            continue;
        };
        let name = if package == "." { test.to_owned() } else { format!("{package}/{test}") };
        match event["Action"].as_str() {
            Some("pass") => _ = passes.insert(name, true),
            Some("fail") => _ = passes.insert(name, false),
            Some(_) | None => {}
        }
    }
    Ok(passes)
}

/// The test as a golden file, if it can be one.
fn golden(test: &Test, bench: &Bench) -> Option<Golden> {
    let Test { name, text, recipe } = test;
    let is_plain = !name.ends_with("_test.go") && !text.contains('\u{fffd}') && !has_directive(text);
    if !is_plain || !recipe::constraints_hold(text) || recipe.flags.iter().any(|f| about_gc(&recipe.kind, f))
    {
        return None;
    }
    let wants_errors = recipe.kind == "errorcheck" && !recipe.flags.iter().any(|f| f == "-0");
    match recipe.kind.as_str() {
        "run" | "buildrun" => prints(text, recipe, &bench.tests.join(name)),
        "errorcheck" if wants_errors => fails(name, text),
        "errorcheck" | "compile" | "build" => compiles(text),
        _ => None,
    }
}

fn has_directive(text: &str) -> bool {
    let is_one = |line: &str| {
        let word = line.strip_prefix("//").and_then(|rest| rest.trim_start().split_once(':'));
        word.is_some_and(|(word, _)| DIRECTIVES.contains(&word))
    };
    text.lines().any(is_one)
}

/// A program with what it prints.
fn prints(text: &str, recipe: &Recipe, path: &Path) -> Option<Golden> {
    // What ends so is another file of the program.
    let is_word =
        |arg: &String| !arg.is_empty() && !arg.contains(char::is_whitespace) && !arg.ends_with(".go");
    if text.contains("// ERROR \"") || !recipe.args.iter().all(is_word) {
        return None;
    }
    let expected = match fs::read(path.with_extension("out")) {
        Ok(bytes) => String::from_utf8(bytes).ok()?,
        Err(_) => String::new(),
    };
    let mut text = format!("{}\n\n", text.trim_end());
    if !recipe.args.is_empty() {
        text += &format!("// Args: {}\n", recipe.args.join(" "));
    }
    text += "// Printed:\n";
    expected.lines().for_each(|line| text += &format!("// {line}\n"));
    Some(Golden { text, runs: true })
}

/// A program that compiles, as a package that does not run.
fn compiles(text: &str) -> Option<Golden> {
    let text = text.replace("// ERROR", "// error").replace("// GC_ERROR", "// error");
    let (text, renamed) = renamed(&text);
    let is_program = text.lines().any(|line| line.starts_with("func main("));
    (renamed || !is_program)
        .then(|| Golden { text: format!("{}\n\n// TypeCheckError:\n", text.trim_end()), runs: false })
}

/// The text with package `p` instead of `main`.
fn renamed(text: &str) -> (String, bool) {
    let Some(at) = text.lines().position(|line| line.starts_with("package main")) else {
        return (text.to_owned(), false);
    };
    let rename = |(n, line): (usize, &str)| match n == at {
        true => line.replacen("package main", "package p", 1),
        false => line.to_owned(),
    };
    (text.split('\n').enumerate().map(rename).collect::<Vec<_>>().join("\n"), true)
}

/// A program with errors, in the form of golden files.
fn fails(name: &str, text: &str) -> Option<Golden> {
    let wanted = recipe::wanted(Path::new(name), text).ok()?;
    if wanted.is_empty() {
        return None;
    }
    // Whatever is declared as `main` is an error that only a package of this name has.
    let declares = ["func main(", "var main ", "const main ", "type main "];
    let text = match text.lines().any(|line| declares.iter().any(|start| line.starts_with(start))) {
        true => text.to_owned(),
        false => renamed(text).0,
    };
    let line = |(n, line): (usize, &str)| {
        let here: Vec<_> = wanted.iter().filter(|w| w.line == n + 1).collect();
        if here.is_empty() {
            return line.replace("// ERROR", "// error");
        }
        let comment = line.find("// ERROR ").or_else(|| line.find("// GC_ERROR "));
        let patterns: String = here.iter().map(|w| format!(" \"{}\"", w.regex.as_str())).collect();
        format!("{}// ERROR{patterns}", &line[..comment.unwrap_or(line.len())])
    };
    let text = text.split('\n').enumerate().map(line).collect::<Vec<_>>().join("\n");
    Some(Golden { text, runs: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_become_golden_files() {
        let made = compiles("// compile\n\npackage main\n\nfunc main() {}\n").map(|golden| golden.text);
        assert_eq!(
            made.as_deref(),
            Some("// compile\n\npackage p\n\nfunc main() {}\n\n// TypeCheckError:\n")
        );
        let text = "// errorcheck\n\npackage main\n\nvar a b // ERROR \"b|LINE\" \"{\"\n";
        let made = fails("d/x.go", text).map(|golden| golden.text);
        let expected = "// errorcheck\n\npackage p\n\nvar a b // ERROR \"b|x.go:5\" \"\\{\"\n";
        assert_eq!(made.as_deref(), Some(expected));
        let recipe = recipe::recipe("// run a b\n").expect("a recipe");
        let made = prints("// run a b\n\npackage main\n", &recipe, Path::new("none.go"));
        let expected = "// run a b\n\npackage main\n\n// Args: a b\n// Printed:\n";
        assert_eq!(made.map(|golden| golden.text).as_deref(), Some(expected));
        assert!(has_directive("x\n// Error: 1\n") && !has_directive("// An Error: 1\n"));
    }
}
