//! What happened in a run, and when by the clock: turns of fibers, collections, compilations, and how much
//! was used. Kept only where a host asks for it; knows nothing of formats.

use std::time::Instant;

/// Events that are kept; later ones are counted only.
const MOST_EVENTS: usize = 1 << 20;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The fiber of that number ran.
    Turn { fiber: u64 },
    /// The heap was collected; bytes in use after it.
    Collection { live: u64 },
    /// The run waited for a function to be compiled to machine code.
    Compilation { func: u32 },
    /// A function of the host's was called: that of the native with this [`Native::host_code`].
    ///
    /// [`Native::host_code`]: crate::native::Native::host_code
    HostCall { code: usize },
    /// What was used by then: units of gas, bytes of heap.
    Used { gas: u64, heap: u64 },
}

/// An event and its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub event: Event,
    /// Nanoseconds since the timeline was begun.
    pub at: u64,
    /// Nanoseconds that it took; 0 for a moment.
    pub took: u64,
}

/// The events of an isolate, in the order of their ends.
#[derive(Clone, Debug)]
pub struct Timeline {
    start: Instant,
    entries: Vec<Entry>,
    dropped: u64,
}

impl Default for Timeline {
    fn default() -> Timeline {
        Timeline { start: Instant::now(), entries: Vec::new(), dropped: 0 }
    }
}

impl Timeline {
    /// Notes what has ended now and began at `began`.
    pub fn note(&mut self, event: Event, began: Instant) {
        let (at, end) = (began.duration_since(self.start), self.start.elapsed());
        self.push(Entry { event, at: at.as_nanos() as u64, took: end.saturating_sub(at).as_nanos() as u64 });
    }

    /// Notes a moment.
    pub fn moment(&mut self, event: Event) {
        let at = self.start.elapsed().as_nanos() as u64;
        self.push(Entry { event, at, took: 0 });
    }

    fn push(&mut self, entry: Entry) {
        if self.entries.len() < MOST_EVENTS {
            self.entries.push(entry);
        } else {
            self.dropped += 1;
        }
    }

    /// When a moment was, in nanoseconds since the timeline was begun; `None` if it was before that.
    pub fn at(&self, moment: Instant) -> Option<u64> {
        moment.checked_duration_since(self.start).map(|at| at.as_nanos() as u64)
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many events were not kept.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}
