//! What a running isolate tells of its tests, and what it is told: the host's side of the natives that a
//! guest's library for tests has.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use purlin_runtime::process::thread_cpu_nanos;
use purlin_runtime::tests_host::{CoveredFile, Fuzzer, Moment, TestsHost};

use super::coverage;
use super::fuzz::Fuzzing;
use super::report::{Outcome, TestReport};

/// What is known of the tests of a package.
#[derive(Default)]
pub(super) struct Seen {
    /// Tests that are not part of others, in the order in which they are to run.
    pub planned: Vec<String>,
    known: BTreeSet<String>,
    /// Which of them were begun.
    pub begun: BTreeSet<String>,
    /// Tests and parts that have begun and not ended, the innermost last.
    pub running: Vec<String>,
    pub tests: Vec<TestReport>,
    /// Tests that are not to run: an earlier isolate has run them.
    pub skipped: BTreeSet<String>,
    /// The only test that is to run; `None` for all. The empty name stands for none.
    pub only: Option<String>,
    /// What has run of what coverage counts, in all isolates together that came to their end.
    pub covered: Option<Vec<CoveredFile>>,
    /// Whether something has ended an earlier isolate.
    pub has_failed: bool,
    /// Whether it is the host that says how everything went.
    pub has_no_verdict: bool,
    /// What makes inputs for a fuzz test.
    pub fuzzing: Option<Arc<Mutex<Fuzzing>>>,
}

/// Shared by an isolate and who runs it.
#[derive(Clone, Default)]
pub(super) struct Watch(Arc<Mutex<Seen>>);

impl Watch {
    pub(super) fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TestsHost for Watch {
    fn admits(&mut self, name: &str) -> bool {
        let mut seen = self.seen();
        let admitted = !seen.skipped.contains(name) && seen.only.as_ref().is_none_or(|only| only == name);
        if admitted {
            seen.begun.insert(name.to_string());
        }
        admitted
    }

    fn told(&mut self, moment: Moment, name: &str, log: &str, nanos: i64) {
        let mut seen = self.seen();
        if moment == Moment::Planned {
            if seen.known.insert(name.to_string()) {
                seen.planned.push(name.to_string());
            }
            return;
        }
        seen.running.retain(|running| running != name);
        let outcome = match moment {
            Moment::Begin => {
                seen.running.push(name.to_string());
                return;
            }
            Moment::Pause | Moment::Planned => return,
            Moment::Pass => Outcome::Passed,
            Moment::Skip => Outcome::Skipped,
            Moment::Fail => Outcome::Failed,
        };
        let elapsed = Duration::from_nanos(u64::try_from(nanos).unwrap_or(0));
        let (name, log) = (name.to_string(), log.to_string());
        seen.tests.push(TestReport { name, outcome, log, elapsed, printed: 0 });
    }

    fn verdict(&mut self, passed: bool) -> bool {
        let seen = self.seen();
        // Of several isolates, one does not speak for all.
        seen.only.is_none() && !seen.has_no_verdict && !(passed && seen.has_failed)
    }

    fn fuzzer(&mut self) -> Option<Arc<Mutex<dyn Fuzzer>>> {
        self.seen().fuzzing.clone().map(|fuzzing| fuzzing as _)
    }

    fn covered(&mut self, files: Vec<CoveredFile>) {
        coverage::add(self.seen().covered.get_or_insert_default(), files);
    }

    fn cpu_time(&mut self) -> i64 {
        thread_cpu_nanos().and_then(|nanos| i64::try_from(nanos).ok()).unwrap_or(0)
    }
}
