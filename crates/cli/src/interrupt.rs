//! Ctrl-C: the first asks the program to stop at its next poll, so that the place can be printed; the second
//! ends the process at once. Where the program does not come to a poll, as while it waits for input, the
//! process ends too. Without the feature `interrupts` the system's own handling stays.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use purlin::Canceller;
use purlin::test::Stop;

#[cfg(feature = "interrupts")]
use crate::exit;

/// The time that a program has to come to its next poll.
const PATIENCE: Duration = Duration::from_millis(500);

/// The time that tests have to come to their next polls, and workers to compile what they have begun with:
/// they leave no files behind if they end.
const PATIENCE_WITH_TESTS: Duration = Duration::from_secs(10);

/// What an interrupt stops.
#[derive(Clone, Default)]
pub(crate) struct Interrupts(Arc<Mutex<Option<End>>>);

/// Ends what runs, and how long it may take to end; `None` if the process stays whatever it takes.
type End = (Box<dyn FnOnce() + Send>, Option<Duration>);

impl Interrupts {
    /// Listens from now on. Where that is impossible an interrupt ends the process.
    pub(crate) fn listen() -> Interrupts {
        let interrupts = Interrupts::default();
        #[cfg(feature = "interrupts")]
        interrupts.clone().wait(&[signal_hook::consts::SIGINT]);
        interrupts
    }

    /// Listens to SIGTERM too, which otherwise ends the process at once: for work that leaves files behind.
    pub(crate) fn listen_to_all() -> Interrupts {
        let interrupts = Interrupts::default();
        #[cfg(feature = "interrupts")]
        interrupts.clone().wait(&[signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM]);
        interrupts
    }

    /// Starts the thread that waits for signals.
    #[cfg(feature = "interrupts")]
    fn wait(self, signals: &[i32]) {
        let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) else { return };
        let wait = move || {
            for _ in signals.forever() {
                self.arrived();
            }
        };
        // Without the thread signals are lost; but a process that has no thread left has other troubles.
        let _ = std::thread::Builder::new().name("interrupts".into()).spawn(wait);
    }

    /// Sets what an interrupt stops from now on.
    pub(crate) fn watch(&self, canceller: Option<Canceller>) {
        if let Ok(mut current) = self.0.lock() {
            *current = canceller.map(|canceller| (Box::new(move || canceller.cancel()) as _, Some(PATIENCE)));
        }
    }

    /// Sets what an interrupt stops from now on, where the process stays: one input of several. A second
    /// interrupt ends the process.
    #[cfg(feature = "repl")]
    pub(crate) fn watch_input(&self, canceller: Option<Canceller>) {
        if let Ok(mut current) = self.0.lock() {
            *current = canceller.map(|canceller| (Box::new(move || canceller.cancel()) as _, None));
        }
    }

    /// Sets a run of tests as what an interrupt stops.
    pub(crate) fn stop(&self, stop: Arc<Stop>) {
        if let Ok(mut current) = self.0.lock() {
            *current = Some((Box::new(move || stop.now()), Some(PATIENCE_WITH_TESTS)));
        }
    }

    #[cfg(feature = "interrupts")]
    fn arrived(&self) {
        let end = self.0.lock().ok().and_then(|mut current| current.take());
        let Some((end, patience)) = end else {
            say!("purlin: interrupted");
            std::process::exit(exit::INTERRUPTED.into());
        };
        end();
        let Some(patience) = patience else { return };
        std::thread::spawn(move || {
            std::thread::sleep(patience);
            say!("purlin: interrupted while it waited for input");
            std::process::exit(exit::INTERRUPTED.into());
        });
    }
}
