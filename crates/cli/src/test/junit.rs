//! `purlin test -junit FILE`: results as build servers read them.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use purlin::test::{Outcome, TestReport};

use super::text;

/// What is collected of the packages, one after the other.
#[derive(Default)]
pub(super) struct Junit {
    suites: String,
    tests: usize,
    failures: usize,
    errors: usize,
    elapsed: Duration,
}

/// A text as XML has it; characters that it cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\n' => out += "&#10;",
            '\t' => out += "&#9;",
            '\r' => out += "&#13;",
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}

/// A test, with what it logged each time that it failed before it passed.
fn case(package: &str, test: &TestReport, before: &[&str]) -> String {
    let (name, time) = (escaped(&test.name), seconds(test.elapsed));
    let mut out = format!("\t\t<testcase classname=\"{}\" name=\"{name}\" time=\"{time}\"", escaped(package));
    let log = escaped(&test.log);
    match test.outcome {
        Outcome::Passed if before.is_empty() => out += "/>\n",
        Outcome::Passed => {
            out += ">\n";
            for log in before {
                let log = escaped(log);
                out += &format!("\t\t\t<flakyFailure message=\"Failed\">{log}</flakyFailure>\n");
            }
            out += "\t\t</testcase>\n";
        }
        Outcome::Skipped => {
            _ = writeln!(out, ">\n\t\t\t<skipped message=\"{}\"/>\n\t\t</testcase>", log.trim())
        }
        Outcome::Failed | Outcome::NotBuilt => {
            _ = writeln!(out, ">\n\t\t\t<failure message=\"Failed\">{log}</failure>\n\t\t</testcase>");
        }
    }
    out
}

impl Junit {
    /// Adds a package.
    pub(super) fn add(&mut self, report: &purlin::test::PackageReport) {
        let path = &report.package.path;
        let has_failed = |test: &&TestReport| test.outcome == Outcome::Failed;
        // What has failed and then passed is one test.
        let is_told = |test: &&TestReport| !has_failed(test) || !report.is_flaky(&test.name);
        let before = |name: &str| -> Vec<&str> {
            let earlier = report.tests.iter().filter(|test| test.name == name && !is_told(test));
            earlier.map(|test| &*test.log).collect()
        };
        let told = || report.tests.iter().filter(is_told);
        let mut cases: String = told().map(|test| case(path, test, &before(&test.name))).collect();
        let mut count = told().count();
        let failures = told().filter(has_failed).count();
        // What is wrong with the package as a whole is a test of its own.
        let whole = match (report.outcome, &report.error) {
            (Outcome::NotBuilt, Some(error)) => Some(("build", error.lines().join("\n"))),
            (Outcome::Failed, _) if failures == 0 => Some(("package", text::reason(report))),
            (_, _) => None,
        };
        if let Some((name, why)) = &whole {
            let (path, why) = (escaped(path), escaped(why));
            cases +=
                &format!("\t\t<testcase classname=\"{path}\" name=\"[{name} failed]\" time=\"0.000\">\n");
            cases += &format!("\t\t\t<error message=\"{name} failed\">{why}</error>\n\t\t</testcase>\n");
            count += 1;
        }
        let errors = usize::from(whole.is_some());
        let skipped = report.tests.iter().filter(|test| test.outcome == Outcome::Skipped).count();
        let _ = writeln!(
            self.suites,
            "\t<testsuite name=\"{}\" tests=\"{count}\" failures=\"{failures}\" errors=\"{errors}\" \
             skipped=\"{skipped}\" time=\"{}\">\n{cases}\t</testsuite>",
            escaped(path),
            seconds(report.elapsed),
        );
        (self.tests, self.failures) = (self.tests + count, self.failures + failures);
        (self.errors, self.elapsed) = (self.errors + errors, self.elapsed + report.elapsed);
    }

    /// Writes the file.
    pub(super) fn write(&self, path: &Path) -> std::io::Result<()> {
        let Junit { suites, tests, failures, errors, elapsed } = self;
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
        let time = seconds(*elapsed);
        std::fs::write(
            path,
            format!(
                "{head}\n<testsuites tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
                 time=\"{time}\">\n{suites}</testsuites>\n"
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("a<b>&\"\n\u{1}"), "a&lt;b&gt;&amp;&quot;&#10;\u{fffd}");
        let test = TestReport {
            name: "TestA/\"x\"".into(),
            outcome: Outcome::Failed,
            log: "no\n".into(),
            elapsed: Duration::from_millis(1500),
            printed: 0,
        };
        let expected = "\t\t<testcase classname=\"m\" name=\"TestA/&quot;x&quot;\" time=\"1.500\">\n\
                        \t\t\t<failure message=\"Failed\">no&#10;</failure>\n\t\t</testcase>\n";
        assert_eq!(case("m", &test, &[]), expected);
        let passed = TestReport { outcome: Outcome::Passed, ..test };
        let expected = "\t\t<testcase classname=\"m\" name=\"TestA/&quot;x&quot;\" time=\"1.500\">\n\
                        \t\t\t<flakyFailure message=\"Failed\">no&#10;</flakyFailure>\n\t\t</testcase>\n";
        assert_eq!(case("m", &passed, &["no\n"]), expected);
    }
}
