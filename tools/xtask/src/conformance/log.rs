//! Reads what the tests of a compiled Go program print under `-test.v=test2json`: which passed, and why
//! others did not.

use std::collections::{BTreeMap, BTreeSet};

/// What lines begin with that say why a program has ended.
const TELLING: [&str; 5] = ["panic:", "fatal error:", "purlin:", "error:", "thread "];

/// Each line of the frame begins with this, wherever it stands.
const MARK: char = '\x16';

#[derive(Clone, Debug, PartialEq, Eq)]
enum Result {
    Pass,
    Skip,
    Fail(String),
}

/// How tests went, by name.
#[derive(Default, Debug)]
pub struct Found(BTreeMap<String, Result>);

impl Found {
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub fn passed(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, r)| **r == Result::Pass).map(|(n, _)| n.as_str())
    }

    /// Why a test did not pass, if it did not.
    pub fn failure(&self, name: &str) -> Option<&str> {
        match self.0.get(name)? {
            Result::Pass => None,
            Result::Skip => Some("skipped"),
            Result::Fail(why) => Some(why),
        }
    }

    pub fn passes(&mut self, name: &str) {
        self.0.insert(name.to_owned(), Result::Pass);
    }

    pub fn skips(&mut self, name: &str) {
        self.0.insert(name.to_owned(), Result::Skip);
    }

    pub fn fails(&mut self, name: &str, why: String) {
        self.0.insert(name.to_owned(), Result::Fail(why));
    }

    /// Tests that were expected to run and did not.
    pub fn missing(&mut self, expected: &BTreeSet<String>) {
        for name in expected {
            self.0.entry(name.clone()).or_insert_with(|| Result::Fail("did not run".to_owned()));
        }
    }
}

/// Adds what an output says, and reports whether the program ran to its end. If it did not, the test that ran
/// last is the one that failed.
pub fn read(output: &str, exit: Option<i32>, timed_out: bool, found: &mut Found) -> bool {
    let mut running: Option<&str> = None;
    let mut reasons: BTreeMap<&str, String> = BTreeMap::new();
    let mut ended = false;
    for piece in output.split(MARK) {
        let line = piece.lines().next().unwrap_or_default();
        let begun = ["=== RUN   ", "=== CONT  ", "=== NAME  "].iter().find_map(|p| line.strip_prefix(p));
        if let Some(name) = begun {
            running = Some(top(name)).filter(|n| !n.is_empty());
        } else if line == "PASS" || line == "FAIL" {
            ended = true;
        } else if let Some((result, name)) = verdict(line) {
            let result = match result {
                "PASS" => Result::Pass,
                "SKIP" => Result::Skip,
                _ => Result::Fail(
                    complaint(piece).or_else(|| reasons.remove(name)).unwrap_or_else(|| "failed".into()),
                ),
            };
            found.0.insert(name.to_owned(), result);
        }
        if let (Some(name), Some(why)) = (running, complaint(piece)) {
            reasons.entry(name).or_insert(why);
        }
    }
    if ended {
        return true;
    }
    if let Some(name) = running {
        let why = ending(output, exit, timed_out);
        // A test that panicked is reported as failed before the panic is printed.
        found.0.insert(name.to_owned(), Result::Fail(why));
    }
    false
}

/// The test that a subtest belongs to.
pub fn top(name: &str) -> &str {
    name.split('/').next().unwrap_or(name).trim()
}

/// `--- PASS: TestX (0.00s)` of a test, and not of a part of one.
fn verdict(line: &str) -> Option<(&str, &str)> {
    let (result, rest) = line.strip_prefix("--- ")?.split_once(": ")?;
    let name = rest.split(' ').next()?;
    (!name.contains('/')).then_some((result, name))
}

/// What a test logged first, or how an example differs.
fn complaint(piece: &str) -> Option<String> {
    complaint_of(piece.lines().skip(1))
}

/// Why a test failed that has logged `text`.
pub fn reason(text: &str) -> String {
    let telling = |line: &&str| TELLING.iter().any(|word| line.starts_with(word));
    let ended = text.lines().find(telling).map(short);
    ended.or_else(|| complaint_of(text.lines())).unwrap_or_else(|| "failed".to_owned())
}

fn complaint_of<'a>(mut lines: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let first = lines.clone().find(|l| l.starts_with("    ") && l.contains(".go:"));
    if let Some(line) = first {
        let at = line.find(".go:").unwrap_or(0);
        return line[at + 4..].split_once(": ").map(|(_, message)| short(message));
    }
    let got = lines.by_ref().find(|l| *l == "got:").and(lines.next())?;
    Some(format!("prints {}", short(got)))
}

/// Why a program ended before its tests did.
fn ending(output: &str, exit: Option<i32>, timed_out: bool) -> String {
    if timed_out {
        return "takes too long".to_owned();
    }
    let line = output.lines().find(|l| TELLING.iter().any(|t| l.starts_with(t)));
    let line = line.or_else(|| output.lines().rfind(|l| !l.trim().is_empty())).unwrap_or_default();
    match exit {
        Some(2) => short(line),
        Some(code) => format!("exit {code}: {}", short(line)),
        None => format!("ended by a signal: {}", short(line)),
    }
}

/// A text of one line that is not long.
pub fn short(text: &str) -> String {
    let mut text: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((at, _)) = text.char_indices().nth(160) {
        text.truncate(at);
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read() {
        let text = "\x16=== RUN   TestA\nhello \x16--- PASS: TestA (0.00s)\n\x16=== RUN   TestB\n\
            \x16=== RUN   TestB/x\n    a_t.go:7: no good\n\x16--- FAIL: TestB (0.10s)\n\
            \x16    --- FAIL: TestB/x (0.00s)\n\x16=== RUN   TestC\n\x16--- SKIP: TestC (0.00s)\n\x16FAIL\n";
        let mut found = Found::default();
        assert!(read(text, Some(1), false, &mut found));
        assert_eq!(found.passed().collect::<Vec<_>>(), ["TestA"]);
        assert_eq!(found.failure("TestB"), Some("no good"));
        assert_eq!(found.failure("TestC"), Some("skipped"));
    }

    #[test]
    fn a_panic_belongs_to_the_test_that_ran() {
        let text = "\x16=== RUN   TestA\n\x16--- PASS: TestA (0.00s)\n\x16=== RUN   TestB\npanic: oh\n\ngoroutine 1\n";
        let mut found = Found::default();
        assert!(!read(text, Some(2), false, &mut found));
        assert_eq!(found.failure("TestB"), Some("panic: oh"));
    }
}
