//! Wakes tasks at a time by the clock, for deadlines of runs that wait while no thread of theirs does. One
//! thread of the process serves all; it begins with the first alarm and ends when none is left. Knows nothing
//! of isolates.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::thread;
use std::time::Instant;

/// When, and a number that tells alarms of the same moment apart.
type Key = (Instant, u64);

struct Alarms {
    set: BTreeMap<Key, Waker>,
    next: u64,
    /// Whether the thread is there.
    served: bool,
}

static ALARMS: Mutex<Alarms> = Mutex::new(Alarms { set: BTreeMap::new(), next: 0, served: false });
static CHANGED: Condvar = Condvar::new();

fn lock() -> MutexGuard<'static, Alarms> {
    ALARMS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An alarm, which is given up when it is dropped.
pub(crate) struct Alarm {
    key: Key,
    waker: Waker,
}

impl Alarm {
    /// Wakes `waker` at a time, at once if that has passed. If the system gives no thread, it does not.
    pub(crate) fn new(at: Instant, waker: Waker) -> Alarm {
        let mut alarms = lock();
        let key = (at, alarms.next);
        alarms.next += 1;
        alarms.set.insert(key, waker.clone());
        if !alarms.served {
            let started = thread::Builder::new().name("purlin-deadlines".into()).spawn(serve);
            alarms.served = started.is_ok();
        } else if alarms.set.first_key_value().is_some_and(|(first, _)| *first == key) {
            CHANGED.notify_one();
        }
        Alarm { key, waker }
    }

    /// Whether it wakes this one at this time.
    pub(crate) fn is_for(&self, at: Instant, waker: &Waker) -> bool {
        self.key.0 == at && self.waker.will_wake(waker)
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        let waker = lock().set.remove(&self.key);
        // The task may be dropped with its waker, after the lock.
        drop(waker);
    }
}

fn serve() {
    let mut alarms = lock();
    loop {
        let Some(first) = alarms.set.first_entry() else {
            alarms.served = false;
            return;
        };
        let left = first.key().0.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let waker = first.remove();
            drop(alarms);
            // A waker of the host's that panics must not end the thread.
            let _ = catch_unwind(AssertUnwindSafe(|| waker.wake()));
            alarms = lock();
        } else {
            alarms = CHANGED.wait_timeout(alarms, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
