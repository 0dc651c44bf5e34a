//! Ctrl-C: the first asks the program to stop at its next poll, so that it can be said where; the second ends the
//! process at once. Where the program does not come to a poll, as while it waits for input, the process ends too.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use purlin::Canceller;
use signal_hook::consts::SIGINT;
use signal_hook::iterator::Signals;

use crate::exit;

/// How long a program has to come to its next poll.
const PATIENCE: Duration = Duration::from_millis(500);

/// What an interrupt stops.
#[derive(Clone, Default)]
pub struct Interrupts(Arc<Mutex<Option<Canceller>>>);

impl Interrupts {
    /// Listens from now on. Where that is impossible an interrupt ends the process, as always.
    pub fn listen() -> Interrupts {
        let interrupts = Interrupts::default();
        let shared = interrupts.clone();
        if let Ok(mut signals) = Signals::new([SIGINT]) {
            let wait = move || {
                for _ in signals.forever() {
                    shared.arrived();
                }
            };
            // Without the thread signals are lost; but a process that has no thread left has other troubles.
            let _ = std::thread::Builder::new().name("interrupts".into()).spawn(wait);
        }
        interrupts
    }

    /// What there is to stop from now on.
    pub fn watch(&self, canceller: Option<Canceller>) {
        if let Ok(mut current) = self.0.lock() {
            *current = canceller;
        }
    }

    fn arrived(&self) {
        let canceller = self.0.lock().ok().and_then(|mut current| current.take());
        let Some(canceller) = canceller else {
            say!("purlin: interrupted");
            std::process::exit(exit::INTERRUPTED.into());
        };
        canceller.cancel();
        std::thread::spawn(|| {
            std::thread::sleep(PATIENCE);
            say!("purlin: interrupted while it waited for input");
            std::process::exit(exit::INTERRUPTED.into());
        });
    }
}
