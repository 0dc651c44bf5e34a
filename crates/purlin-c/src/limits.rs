//! Limits and counters as plain structures. Knows nothing of isolates.

use std::time::{Duration, Instant};

use purlin::{Limits, Stats};

/// No limit.
pub const PURLIN_UNLIMITED: u64 = u64::MAX;

/// What an isolate may use. `purlin_limits_default` fills one; each field may then be changed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct purlin_limits {
    /// Bytes of this structure, as the program was compiled.
    pub size: usize,
    /// Units of gas; none by default.
    pub gas: u64,
    /// Bytes ever allocated; none by default.
    pub alloc_bytes: u64,
    /// Bytes of memory at once, stacks included; 1 GiB by default.
    pub heap_bytes: u64,
    /// Bytes of stack of one goroutine; 256 MiB by default.
    pub stack_bytes: u64,
    /// Calls that may be nested; none by default.
    pub call_depth: u64,
    /// Bytes of output; none by default.
    pub output_bytes: u64,
    /// Milliseconds by the clock, from when the isolate is made; none by default.
    pub time_ms: u64,
    /// Objects of the host's at once; 10,000 by default.
    pub host_objects: u64,
}

/// What an isolate has used since it was made or reset.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct purlin_stats {
    /// Units of gas.
    pub gas: u64,
    /// Units of gas that are left; `PURLIN_UNLIMITED` without a limit.
    pub gas_left: u64,
    /// Bytes allocated in all.
    pub alloc_bytes: u64,
    /// Bytes written.
    pub output_bytes: u64,
    /// Goroutines started.
    pub fibers: u64,
}

fn bytes(n: usize) -> u64 {
    u64::try_from(n).unwrap_or(u64::MAX)
}

fn size(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Fills in the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_limits_default(limits: *mut purlin_limits) {
    let usual = Limits::default();
    if let (false, Limits { heap_bytes, stack_bytes, host_objects, .. }) = (limits.is_null(), usual) {
        let filled = purlin_limits {
            size: size_of::<purlin_limits>(),
            gas: PURLIN_UNLIMITED,
            alloc_bytes: PURLIN_UNLIMITED,
            heap_bytes: bytes(heap_bytes),
            stack_bytes: bytes(stack_bytes),
            call_depth: PURLIN_UNLIMITED,
            output_bytes: PURLIN_UNLIMITED,
            time_ms: PURLIN_UNLIMITED,
            host_objects: bytes(host_objects),
        };
        // SAFETY: the pointer leads to room for one, by the contract of the border.
        unsafe { limits.write(filled) };
    }
}

/// A limit that may be none.
pub(crate) fn limit(n: u64) -> Option<u64> {
    (n != PURLIN_UNLIMITED).then_some(n)
}

/// The moment after so many milliseconds. One that no clock can tell is never.
pub(crate) fn after(ms: u64) -> Option<Instant> {
    limit(ms).and_then(|ms| Instant::now().checked_add(Duration::from_millis(ms)))
}

impl purlin_limits {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            gas: limit(self.gas),
            alloc_bytes: limit(self.alloc_bytes),
            heap_bytes: size(self.heap_bytes),
            stack_bytes: size(self.stack_bytes),
            call_depth: limit(self.call_depth),
            output_bytes: limit(self.output_bytes),
            deadline: after(self.time_ms),
            host_objects: size(self.host_objects),
        }
    }
}

impl purlin_stats {
    pub(crate) fn new(stats: &Stats, left: Option<i64>) -> purlin_stats {
        purlin_stats {
            gas: stats.gas,
            gas_left: left.map_or(PURLIN_UNLIMITED, |units| u64::try_from(units).unwrap_or(0)),
            alloc_bytes: stats.alloc_bytes,
            output_bytes: stats.output_bytes,
            fibers: stats.fibers,
        }
    }
}
