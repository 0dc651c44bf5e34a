//! `cargo xtask scoreboard`: docs/scoreboard.md, a row a guest and suite, from the files of
//! docs/conformance. A row's passes only go up: the page is not written with fewer but for a reason, which
//! then stands in it. `--check` says whether the page is what the files make.
//!
//! Knows the three forms of those files, and nothing of how suites are run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::Outcome;

const PAGE: &str = "docs/scoreboard.md";
const LOSSES: &str = "## What was given up";

/// A suite of a guest, and where its results are. A file that is not there has no row.
struct Suite {
    guest: &'static str,
    name: &'static str,
    file: &'static str,
    /// What the peer scores, measured in the same way.
    peer: &'static str,
}

const SUITES: &[Suite] = &[
    Suite {
        guest: "Go",
        name: "Go's own tests (`test/`)",
        file: "go.json",
        peer: "compiled Go: all, as the suite is its own",
    },
    Suite {
        guest: "Go",
        name: "tests of Go's packages",
        file: "packages.json",
        peer: "compiled Go: all that count, as those are what passes there",
    },
    Suite {
        guest: "Go",
        name: "public libraries with their tests",
        file: "libraries.json",
        peer: "compiled Go: all that count, as those are what passes there",
    },
    Suite {
        guest: "Go",
        name: "functions of Go's race detector",
        file: "races.json",
        peer: "`go test -race`: all, as the suite is its own",
    },
    Suite {
        guest: "Smalltalk",
        name: "SOM's TestSuite with two libraries, and Are We Fast Yet",
        file: "smalltalk.json",
        peer: "SOM's own machines: all but what they declare unsupported",
    },
];

/// The results of one suite.
#[derive(Debug, PartialEq)]
struct Score {
    passed: u64,
    of: u64,
    /// How many failed, by reason, most first.
    reasons: Vec<(String, u64)>,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut check, mut reason) = (false, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--check" => check = true,
            "--reason" => reason = Some(args.next().cloned().ok_or("--reason needs a value")?),
            other => return Err(format!("scoreboard does not know `{other}`")),
        }
    }
    let scores = scores(root)?;
    let old = std::fs::read_to_string(root.join(PAGE)).unwrap_or_default();
    if check {
        let losses = old.split_once(LOSSES).map_or("", |(_, losses)| losses);
        return match page(&scores, losses) == old {
            true => Ok(()),
            false => Err(format!("{PAGE} is not what docs/conformance makes: cargo xtask scoreboard")),
        };
    }
    let mut losses = old.split_once(LOSSES).map_or(String::new(), |(_, losses)| losses.to_owned());
    for lost in fallen(&old, &scores) {
        let Some(reason) = &reason else {
            return Err(format!("{lost}: the page stays as it was (--reason TEXT overrides)"));
        };
        let _ = write!(losses, "\n- {lost}: {reason}");
    }
    let text = page(&scores, if losses.is_empty() { "\n\nNothing." } else { &losses });
    std::fs::write(root.join(PAGE), text).map_err(|e| format!("{PAGE}: {e}"))?;
    println!("{PAGE} is written");
    Ok(())
}

/// The scores of the suites whose files are there, and every file there is has a suite.
fn scores(root: &Path) -> Result<Vec<(&'static Suite, Score)>, String> {
    let folder = root.join("docs/conformance");
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".json") && !SUITES.iter().any(|s| s.file == name) {
            return Err(format!("docs/conformance/{name} has no row in tools/xtask/src/scoreboard.rs"));
        }
    }
    let mut all = Vec::new();
    for suite in SUITES {
        let Ok(text) = std::fs::read_to_string(folder.join(suite.file)) else { continue };
        let value: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", suite.file))?;
        let score = match () {
            () if value["files"].is_object() => of_files(&value),
            () if value["functions"].is_object() => of_functions(&value),
            () => of_packages(&value),
        };
        if score.of == 0 {
            return Err(format!("{}: a suite of no tests is a failure", suite.file));
        }
        all.push((suite, score));
    }
    Ok(all)
}

/// Of a file that has a result for each test.
fn of_files(value: &Value) -> Score {
    let results: Vec<&str> =
        value["files"].as_object().into_iter().flatten().filter_map(|(_, f)| f["result"].as_str()).collect();
    let passed = results.iter().filter(|r| **r == "pass").count() as u64;
    let failed = results.iter().filter(|r| **r != "pass");
    Score { passed, of: results.len() as u64, reasons: tally(failed.map(|r| (class(r), 1))) }
}

/// Of a file that says of each function whether it was judged rightly.
fn of_functions(value: &Value) -> Score {
    let results = value["functions"].as_object().into_iter().flatten().filter_map(|(_, r)| r.as_str());
    let (right, wrong): (Vec<&str>, Vec<&str>) = results.partition(|r| *r == "right");
    let of = (right.len() + wrong.len()) as u64;
    Score { passed: right.len() as u64, of, reasons: tally(wrong.into_iter().map(|r| (class(r), 1))) }
}

/// Of a file that has counts for each package, and the tests that fail.
fn of_packages(value: &Value) -> Score {
    let (mut passed, mut of, mut reasons) = (0, 0, Vec::new());
    for (_, package) in value["packages"].as_object().into_iter().flatten() {
        let number = |name: &str| package[name].as_u64().unwrap_or_default();
        (passed, of) = (passed + number("passed"), of + number("counted"));
        let fail = package["fail"].as_object().into_iter().flatten();
        reasons.extend(fail.filter_map(|(_, why)| Some((class(why.as_str()?), 1))));
    }
    Score { passed, of, reasons: tally(reasons.into_iter()) }
}

/// What kind of reason a text is.
fn class(reason: &str) -> &'static str {
    const CLASSES: [(&str, &[&str]); 8] = [
        ("finalizers, which never run", &["waits for finalizers"]),
        (
            "about Go's own compiler or machine code",
            &["Go's own", "Go's compiler", "assembler", "asks for a limit"],
        ),
        (
            "other machine, other language version, or skipped by Go",
            &["not for ", "skipped", "asks for the language"],
        ),
        (
            "needs cgo, unsafe memory or the system",
            &["unsafe", "mmap", "cgo", "permission", "denied", "/etc/"],
        ),
        ("deadlock or time", &["deadlock", "timeout", "did not run"]),
        ("does not compile", &["does not compile", "compile error", "needs package", "undefined"]),
        ("panics", &["panic"]),
        ("other text of an error", &["error", "Error"]),
    ];
    let found = CLASSES.iter().find(|(_, marks)| marks.iter().any(|mark| reason.contains(mark)));
    found.map_or("other results", |(name, _)| name)
}

fn tally<'a>(reasons: impl Iterator<Item = (&'a str, u64)>) -> Vec<(String, u64)> {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    reasons.for_each(|(reason, n)| *sums.entry(reason).or_default() += n);
    let mut sums: Vec<(String, u64)> = sums.into_iter().map(|(r, n)| (r.to_owned(), n)).collect();
    sums.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    sums
}

fn page(scores: &[(&Suite, Score)], losses: &str) -> String {
    let mut text = String::from(
        "# Scoreboard\n\nOne row a guest and suite: how many tests pass, why the others do not, and what a peer \
         scores that is measured in the same way. The page is made from `docs/conformance` by `cargo xtask \
         scoreboard`, and only goes up.\n\n| guest | suite | passes | of | share | failures by reason | peer |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for (suite, score) in scores {
        let reasons: Vec<String> = score.reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
        let share = 100.0 * score.passed as f64 / score.of as f64;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {share:.1} % | {} | {} |",
            suite.guest,
            suite.name,
            score.passed,
            score.of,
            if reasons.is_empty() { "none".to_owned() } else { reasons.join("; ") },
            suite.peer
        );
    }
    let _ = write!(text, "\n{LOSSES}{losses}");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Suites that passed more tests on the old page.
fn fallen(old: &str, scores: &[(&Suite, Score)]) -> Vec<String> {
    let before = |suite: &Suite| {
        let start = format!("| {} | {} | ", suite.guest, suite.name);
        let row = old.lines().find_map(|line| line.strip_prefix(&start))?;
        row.split(" | ").next()?.parse::<u64>().ok()
    };
    let fell = scores.iter().filter_map(|(suite, score)| {
        let before = before(suite)?;
        (score.passed < before)
            .then(|| format!("{}: {} passed {before}, now {}", suite.guest, suite.name, score.passed))
    });
    fell.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(passed: u64) -> Vec<(&'static Suite, Score)> {
        vec![(&SUITES[0], Score { passed, of: 10, reasons: vec![("panics".into(), 10 - passed)] })]
    }

    #[test]
    fn a_page_knows_what_it_had() {
        let text = page(&score(7), "\n\nNothing.");
        assert!(text.contains("| 7 | 10 | 70.0 % | 3 panics |"), "{text}");
        assert!(fallen(&text, &score(7)).is_empty() && fallen(&text, &score(8)).is_empty());
        assert_eq!(fallen(&text, &score(6)).len(), 1);
        assert!(fallen("", &score(0)).is_empty());
    }

    #[test]
    fn both_forms_are_read() {
        let files = serde_json::json!({ "files": { "a": { "result": "pass" }, "b": { "result": "flag -m is about Go's own compiler" } } });
        assert_eq!((of_files(&files).passed, of_files(&files).of), (1, 2));
        let packages = serde_json::json!({ "packages": { "p": { "passed": 2, "counted": 3, "fail": { "T": "panic: x" } } } });
        assert_eq!(of_packages(&packages), Score { passed: 2, of: 3, reasons: vec![("panics".into(), 1)] });
    }

    #[test]
    fn the_page_is_what_the_files_make() {
        run(&crate::root(), &["--check".to_owned()]).unwrap();
    }
}
