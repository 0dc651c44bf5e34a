//! How another thread stops a run. Knows nothing of what runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;

/// Stops an isolate from another thread. A cancelled isolate begins no run and resumes none; one that runs
/// stops when its time slice ends, or when the host function or the stream that it waits for returns; one
/// that waits for asynchronous host functions stops at once. It stays cancelled, and so do later runs, until
/// `Isolate::reset`, which makes a new canceller, or `Isolate::clear_cancellation`, which keeps it.
#[derive(Clone, Default, Debug)]
pub struct Canceller(Arc<State>);

#[derive(Default, Debug)]
struct State {
    cancelled: AtomicBool,
    /// Who waits with the run.
    waits: Mutex<Option<Waker>>,
}

impl Canceller {
    /// Cancels. May be called at any time, any number of times, from any thread.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::Release);
        let waits = self.lock().take();
        if let Some(waker) = waits {
            waker.wake();
        }
    }

    /// Takes the cancellation back.
    pub(crate) fn clear(&self) {
        self.0.cancelled.store(false, Ordering::Release);
    }

    /// Whether the isolate is cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::Acquire)
    }

    /// Lets `waker` be woken by a cancellation from now on.
    pub(super) fn listen(&self, waker: &Waker) {
        let mut waits = self.lock();
        if !waits.as_ref().is_some_and(|known| known.will_wake(waker)) {
            let known = waits.replace(waker.clone());
            drop(waits);
            drop(known);
        }
    }

    /// Takes back [`Canceller::listen`].
    pub(super) fn stop_listening(&self) {
        let waits = self.lock().take();
        drop(waits);
    }

    fn lock(&self) -> MutexGuard<'_, Option<Waker>> {
        self.0.waits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
