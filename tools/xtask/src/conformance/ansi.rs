//! The tests of Smalltalk's standard by ANSI, which Camp Smalltalk wrote, from a folder that has them as GNU
//! Smalltalk's repository does (`tests`): `Ansi.st`, `AnsiDB.st`, `AnsiInit.st`. All three are one program
//! here, with a few lines before and after. They stay where they are: their licence is not ours.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};

use super::judge::TIERS;
use crate::toolchain::ScratchDir;

/// What the tests take for granted.
const BEFORE: &str = "Smalltalk at: #'DateAndTime' put: DateTime!
Object subclass: #Compiler instanceVariableNames: '' classVariableNames: '' package: ''!
!Compiler class methodsFor: 'evaluation'!
evaluate: text
    ^Behavior evaluate: text! !
";

/// Runs all suites; each prints its failures and then its counts.
const AFTER: &str = "!
(MainTestCase allSubclasses select: [:each | each name endsWith: 'ANSITest']) do: [:each | each suite run printNl]!
";

/// The tests that pass in every tier.
pub fn tests(purlin: &Path, folder: &Path) -> Result<Value, String> {
    let mut text = BEFORE.to_owned();
    for name in ["Ansi.st", "AnsiDB.st", "AnsiInit.st"] {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        text.push_str(&String::from_utf8_lossy(&bytes));
        text.push('\n');
    }
    text.push_str(AFTER);
    let scratch = ScratchDir::new("ansi")?;
    let program = scratch.path().join("ansi.st");
    fs::write(&program, text).map_err(|e| e.to_string())?;
    let (mut counted, mut fail) = (0, Map::new());
    for tier in TIERS.iter().copied() {
        let output = Command::new(purlin)
            .args(["run", "--gas=20G", "--tier", tier])
            .arg(&program)
            .output()
            .map_err(|e| format!("{}: {e}", purlin.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let runs: Vec<u64> = text.lines().filter_map(run_by).collect();
        if runs.is_empty() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!(
                "the tests give no result in tier {tier}: {}",
                said.lines().next().unwrap_or("")
            ));
        }
        counted = counted.max(runs.iter().sum());
        for (name, why) in text.lines().filter_map(failure) {
            fail.entry(name).or_insert_with(|| format!("{tier}: {why}").into());
        }
    }
    Ok(json!({ "passed": counted - fail.len() as u64, "counted": counted, "fail": fail }))
}

/// How many tests a line says were run: `12 run, 12 passed, 0 failed, 0 errors`. What the tests have written
/// themselves may come before it, and before the name of a test.
fn run_by(line: &str) -> Option<u64> {
    let (count, rest) = line.split_once(" run, ")?;
    let count = count.split_whitespace().next_back()?;
    rest.contains(" passed, ").then(|| count.parse().ok())?
}

/// The test of a line that tells of one that does not pass, and why: `FooANSITest>>#testX failed: …`.
fn failure(line: &str) -> Option<(String, String)> {
    let before = line.split_once("ANSITest>>#")?.0;
    let class = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next()?;
    let (name, why) = line[before.len() - class.len()..].split_once(' ')?;
    let is_one = why.starts_with("failed: ") || why.starts_with("error: ");
    is_one.then(|| (name.to_owned(), why.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_report_are_read() {
        assert_eq!(run_by("12 run, 11 passed, 1 failed, 0 errors"), Some(12));
        assert_eq!(run_by("a run, of sorts"), None);
        assert_eq!(run_by("a \t29 run, 29 passed, 0 failed, 0 errors"), Some(29));
        let told = failure("SetANSITest>>#testXaddX error: did not understand #foo");
        assert_eq!(told.unwrap().0, "SetANSITest>>#testXaddX");
        assert_eq!(failure("SetANSITest>>#testXaddX passed"), None);
        let told = failure("abc(a 9 )TranscriptANSITest>>#testXtab failed: Assertion failed");
        assert_eq!(told.unwrap().0, "TranscriptANSITest>>#testXtab");
    }
}
