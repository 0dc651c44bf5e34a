//! Reservations whose owners are gone, for the next ones of the same size. A program that compiles many
//! small modules would otherwise map and unmap the same ranges again and again, which costs it more than all
//! that it writes there.
//!
//! Knows nothing of who reserves.

use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{PAGE, Reservation};

/// Bytes of a reservation that may be open for it to be kept. They are written to be zero again, which costs
/// less than a system call only if they are few.
pub(super) const MOST_OPEN: usize = 4 * PAGE;
/// Reservations that are kept, of one size and in all.
const MOST_OF_SIZE: usize = 8;
const MOST: usize = 64;

struct Spare {
    base: NonNull<u8>,
    bytes: usize,
    open: usize,
}

// SAFETY: the mapping belongs to the process, not to a thread, and the list is its only owner.
unsafe impl Send for Spare {}

static SPARES: Mutex<Vec<Spare>> = Mutex::new(Vec::new());

fn spares() -> MutexGuard<'static, Vec<Spare>> {
    SPARES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sanitizers are to see that nothing uses what is gone, and where addresses are fixed they must not depend
/// on which thread was first.
fn is_off() -> bool {
    cfg!(any(purlin_asan, purlin_tsan)) || crate::place::is_fixed()
}

/// Whether one more of this size would be kept.
pub(super) fn is_wanted(bytes: usize) -> bool {
    !is_off() && has_room(&spares(), bytes)
}

fn has_room(spares: &[Spare], bytes: usize) -> bool {
    spares.len() < MOST && spares.iter().filter(|spare| spare.bytes == bytes).count() < MOST_OF_SIZE
}

/// Keeps a mapping of `bytes` of which the first `open` are readable and writable, and zero. False if there
/// are enough, which leaves it to the caller.
pub(super) fn keep(base: NonNull<u8>, bytes: usize, open: usize) -> bool {
    let mut spares = spares();
    let keeps = has_room(&spares, bytes);
    if keeps {
        spares.push(Spare { base, bytes, open });
    }
    keeps
}

/// A reservation of this size, the one that was kept last.
pub(super) fn take(bytes: usize) -> Option<Reservation> {
    if is_off() {
        return None;
    }
    let mut spares = spares();
    let at = spares.iter().rposition(|spare| spare.bytes == bytes)?;
    let Spare { base, bytes, open } = spares.swap_remove(at);
    Some(Reservation { base, bytes, open: Mutex::new(open) })
}
