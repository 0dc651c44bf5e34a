//! Runs again what has failed, each test in an isolate of its own: one that then passes is flaky.

use std::io;
use std::sync::Arc;

use super::output::Stream;
use super::package::{Ended, Run};
use super::report::{Ending, Outcome};

impl Run<'_> {
    /// Runs everything, and up to so many times what has failed, and what did not run since something has
    /// ended the program before.
    pub(super) fn all_and_again(&mut self, reruns: u32) -> io::Result<()> {
        self.watch.seen().has_no_verdict = true;
        self.all_once()?;
        let mut failed = self.failed();
        let may_recover = self.report.outcome.is_failure() && !failed.is_empty();
        for _ in 0..reruns {
            self.schedule = self.schedule.map(|seed| seed.wrapping_add(1));
            for name in std::mem::take(&mut failed) {
                if !self.shared.stop.is_set() && self.passes_alone(&name)? {
                    self.tell_flaky(&name)?;
                    self.report.flaky.push(name);
                } else {
                    failed.push(name);
                }
            }
        }
        if may_recover && failed.is_empty() {
            self.report.outcome = Outcome::Passed;
            self.report.ending = Some(Ending::Exit(0));
        }
        self.conclude()
    }

    /// Tests that have failed or did not run, and are not part of others, in the order in which they are to
    /// run.
    fn failed(&self) -> Vec<String> {
        let seen = self.watch.seen();
        let has_failed = |name: &String| {
            seen.tests.iter().any(|test| test.name == *name && test.outcome == Outcome::Failed)
        };
        let planned = seen.planned.iter();
        planned.filter(|name| has_failed(name) || !seen.begun.contains(*name)).cloned().collect()
    }

    /// Says of a test that it is flaky, where names are printed.
    fn tell_flaky(&self, name: &str) -> io::Result<()> {
        if !self.options.args.iter().any(|arg| arg.starts_with("-test.v=")) {
            return Ok(());
        }
        let line = format!("{}=== ATTR  {name} flaky true\n", self.mark());
        self.report.output.add(Stream::Output, line.as_bytes())
    }

    /// Runs one test; whether it passes.
    fn passes_alone(&mut self, name: &str) -> io::Result<bool> {
        let before = {
            let mut seen = self.watch.seen();
            seen.only = Some(name.to_string());
            seen.skipped.remove(name);
            seen.tests.len()
        };
        let ended = self.isolate(&Arc::default())?;
        let is_well = matches!(ended, Ended::Exit(0));
        self.after(ended)?;
        let seen = self.watch.seen();
        let result = seen.tests[before..].iter().rfind(|test| test.name == name);
        Ok(is_well && result.is_some_and(|test| !test.outcome.is_failure()))
    }
}
