//! Runs a package whose fuzz test is to be run on made inputs: in an isolate, and in a fresh one whenever an
//! input has ended it. Which inputs these are is the business of `fuzz`.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use purlin_runtime::trap::TrapKind;

use super::fuzz::{Fuzz, Fuzzing, Kept};
use super::output::Stream;
use super::package::{Ended, Run};

impl Run<'_> {
    /// Runs the tests, and then the fuzz test on inputs until one fails or it was done long enough.
    pub(super) fn explore(&mut self, fuzz: &Fuzz) -> io::Result<()> {
        let folder = self.suite.folder().map(|folder| folder.join(&self.package.dir));
        let cache = self.options.cache.clone().filter(|_| folder.is_some());
        let kept = cache.map(|cache| Kept::new(cache, &self.package.path));
        let fuzzing = Fuzzing::new(fuzz, folder, self.report.output.clone(), kept);
        let muted = fuzzing.muted.clone();
        let fuzzing = Arc::new(Mutex::new(fuzzing));
        self.watch.seen().fuzzing = Some(fuzzing.clone());
        let state = || fuzzing.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let ended = self.isolate(&muted)?;
            let is_from_outside = matches!(&ended, Ended::Trap(trap) if matches!(trap.kind, TrapKind::Cancelled | TrapKind::Deadline));
            if is_from_outside && state().was_stopped() {
                self.ended(0);
                let text = format!("{}PASS\n", self.mark());
                self.report.output.add(Stream::Output, text.as_bytes())?;
                break;
            }
            let was_input = match &ended {
                Ended::Exit(code) => state().ended_by(&format!("exit status {code}"), false),
                Ended::Trap(trap) => state().ended_by(&trap.text, trap.kind == TrapKind::Uncaught),
            };
            if !was_input {
                self.after(ended)?;
                break;
            }
            // The tests have run; what is left is to fuzz.
            let mut seen = self.watch.seen();
            let planned = seen.planned.clone();
            seen.skipped.extend(planned);
        }
        self.report.found = state().found.take();
        Ok(())
    }
}
