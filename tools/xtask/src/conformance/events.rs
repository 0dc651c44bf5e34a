//! Reads what `purlin test -json` prints: how each test went and why, which tests were cut off, and what does
//! not compile.

use std::collections::BTreeMap;

use serde_json::Value;

use super::log::{self, Found};

/// What one run has told.
#[derive(Default)]
pub struct Told {
    /// Errors of packages that do not compile, line by line.
    pub errors: String,
    /// Whether tests may be left that did not run, because one that failed has ended the package.
    pub cut_off: bool,
}

/// Adds how tests went to `found`. Where one has ended the package, those that waited are not there.
pub fn read(output: &str, found: &mut Found) -> Told {
    let mut told = Told::default();
    let mut logs: BTreeMap<String, String> = BTreeMap::new();
    let (mut package, mut running) = (String::new(), String::new());
    for event in output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        let word = |key: &str| event[key].as_str().unwrap_or_default();
        let test = log::top(word("Test"));
        let of_test = !test.is_empty() && word("Test") == test;
        if !test.is_empty() {
            test.clone_into(&mut running);
        }
        match word("Action") {
            "build-output" => told.errors.push_str(word("Output")),
            "run" if of_test => _ = logs.insert(test.to_owned(), String::new()),
            "output" if test.is_empty() => package.push_str(word("Output")),
            "output" => logs.entry(test.to_owned()).or_default().push_str(word("Output")),
            "pass" if of_test => _ = logs.remove(test).map(|_| found.passes(test)),
            "skip" if of_test => _ = logs.remove(test).map(|_| found.skips(test)),
            "fail" if of_test => {
                told.cut_off = true;
                let log = logs.remove(test).unwrap_or_default();
                found.fails(test, log::reason(&log));
            }
            // A package begins, or has ended; parts of tests have.
            _ => {}
        }
    }
    told.cut_off |= !logs.is_empty();
    // Others that had begun were waiting for their turn, and have it in the next run.
    if let Some(text) = logs.remove(&running) {
        found.fails(&running, log::reason(&(text + &package)));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read() {
        let line = |action: &str, test: &str, output: &str| {
            format!(
                "{}\n",
                serde_json::json!({"Action": action, "Package": "p", "Test": test, "Output": output})
            )
        };
        let text = [
            line("run", "TestA", ""),
            line("pass", "TestA", ""),
            line("run", "TestB", ""),
            line("run", "TestB/x", ""),
            line("output", "TestB/x", "    a_test.go:7: no good\n"),
            line("fail", "TestB/x", ""),
            line("fail", "TestB", ""),
            line("run", "TestWaits", ""),
            line("run", "TestC", ""),
            line("output", "TestC", "panic: oh\n\ngoroutine 1\n"),
            "{\"Action\":\"build-output\",\"Output\":\"x_test.go:1:2: no\\n\"}\n".to_owned(),
        ];
        let mut found = Found::default();
        let told = read(&text.concat(), &mut found);
        assert!(told.cut_off && told.errors == "x_test.go:1:2: no\n");
        assert_eq!(found.passed().collect::<Vec<_>>(), ["TestA"]);
        assert_eq!(found.failure("TestB"), Some("no good"));
        assert_eq!(found.failure("TestC"), Some("panic: oh"));
        assert_eq!(found.names().count(), 3);
    }
}
