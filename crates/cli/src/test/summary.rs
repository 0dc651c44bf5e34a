//! What `purlin test` says beside the results, on standard error: on a terminal what runs now and how many
//! packages are left, and at the end what has failed and what was slow.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use purlin::test::{Outcome, PackageReport, TestReport};

use crate::terminal;

/// Tests that are called slow if no option says how many.
const SLOWEST: usize = 5;
/// The least time of a test that is called slow without being asked.
const SLOW: Duration = Duration::from_millis(100);
/// The line of progress is written again after this time at the earliest.
const PAUSE: Duration = Duration::from_millis(100);

/// What has happened so far.
pub(super) struct Summary {
    total: usize,
    done: usize,
    running: Vec<(String, Instant)>,
    /// Whether standard error is a terminal.
    live: bool,
    /// Whether a line of progress stands there, and since when.
    shown: Option<Instant>,
    failed: Vec<String>,
    flaky: Vec<String>,
    passed: usize,
    slowest: Option<usize>,
    slow: Vec<(Duration, String)>,
}

impl Summary {
    /// Of so many packages; `slowest` is how many slow tests are named at the end.
    pub(super) fn new(total: usize, slowest: Option<usize>, quiet: bool) -> Summary {
        let live = !quiet && std::io::stderr().is_terminal();
        Summary {
            total,
            done: 0,
            running: Vec::new(),
            live,
            shown: None,
            failed: Vec::new(),
            flaky: Vec::new(),
            passed: 0,
            slowest,
            slow: Vec::new(),
        }
    }

    /// A package has begun.
    pub(super) fn begins(&mut self, path: &str) {
        self.running.push((path.to_string(), Instant::now()));
        if self.live && self.shown.is_none_or(|at| at.elapsed() > PAUSE) {
            let names: Vec<String> = self.running.iter().map(|(path, since)| shown(path, *since)).collect();
            let left = self.total - self.done;
            terminal::tell(&format!("\r\x1b[K{left} left, running {}", names.join(", ")));
            self.shown = Some(Instant::now());
        }
    }

    /// Takes the line of progress away, since something else is printed.
    pub(super) fn clear(&mut self) {
        if self.live && self.shown.take().is_some() {
            terminal::tell("\r\x1b[K");
        }
    }

    /// A package is done.
    pub(super) fn ends(&mut self, report: &PackageReport) {
        let path = &report.package.path;
        self.running.retain(|(running, _)| running != path);
        self.done += 1;
        let is_part = |test: &TestReport| test.name.contains('/');
        let failed = |test: &&TestReport| test.outcome.is_failure() && !report.is_flaky(&test.name);
        self.flaky.extend(report.flaky.iter().map(|name| format!("{path} {name}")));
        let tests: Vec<&TestReport> = report.tests.iter().filter(failed).collect();
        match report.outcome {
            Outcome::Passed | Outcome::Skipped => {}
            Outcome::NotBuilt => self.failed.push(format!("{path} [build failed]")),
            Outcome::Failed if tests.is_empty() => self.failed.push(path.clone()),
            Outcome::Failed => self.failed.extend(tests.iter().map(|test| format!("{path} {}", test.name))),
        }
        self.passed += report.tests.iter().filter(|test| test.outcome == Outcome::Passed).count();
        let slow = report.tests.iter().filter(|test| !is_part(test));
        self.slow.extend(slow.map(|test| (test.elapsed, format!("{path} {}", test.name))));
        let keep = self.slowest.unwrap_or(SLOWEST);
        self.slow.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        self.slow.truncate(keep);
    }

    /// Prints the summary: on a terminal, or if slow tests were asked for.
    pub(super) fn tell(&mut self) {
        self.clear();
        if !self.live && self.slowest.is_none() {
            return;
        }
        let least = if self.slowest.is_some() { Duration::ZERO } else { SLOW };
        let slow: Vec<_> = self.slow.iter().filter(|(time, _)| *time >= least).collect();
        let mut text = String::new();
        if !slow.is_empty() {
            text += "slowest:\n";
            slow.iter().for_each(|(time, name)| text += &format!("{:9.3}s  {name}\n", time.as_secs_f64()));
        }
        for (word, names) in [("flaky", &self.flaky), ("failed", &self.failed)] {
            if !names.is_empty() {
                text += &format!("{word}:\n");
                names.iter().for_each(|name| text += &format!("  {name}\n"));
            }
        }
        text += &format!("{} passed, {} failed\n", self.passed, self.failed.len());
        terminal::tell(&text);
    }
}

fn shown(path: &str, since: Instant) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let seconds = since.elapsed().as_secs();
    if seconds == 0 { name.to_string() } else { format!("{name} ({seconds} s)") }
}
