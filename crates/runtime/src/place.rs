//! Where reservations of address space lie. The system chooses, differently in each process, unless a host
//! has asked for addresses that are the same in each: then every reservation has a wish, one after the
//! other.
//!
//! Knows nothing of what is reserved.

use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where wishes begin and end: far from where systems load programs and put what they choose the place of.
const FIRST: usize = 0x100_0000_0000;
const LAST: usize = 0x400_0000_0000;
/// Wishes are multiples of it, which is the size of a large page.
const STEP: usize = 2 << 20;

/// The next wish; 0 while the system chooses.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// Lets the reservations that are made from now on lie one after the other from an address that is the same
/// in each process, as far as the system complies. They are equal in two processes that make equal ones in an
/// equal order.
pub fn fix() {
    // Where that was asked for before, wishes continue.
    let _ = NEXT.compare_exchange(0, FIRST, Ordering::Relaxed, Ordering::Relaxed);
}

/// Whether [`fix`] was called.
pub(crate) fn is_fixed() -> bool {
    NEXT.load(Ordering::Relaxed) != 0
}

/// The address to ask the system for, for `bytes`; null where it may choose.
pub fn wish(bytes: usize) -> *mut c_void {
    if !is_fixed() {
        return ptr::null_mut();
    }
    // With a gap, so that none touches the one before.
    let taken = bytes.saturating_add(STEP).next_multiple_of(STEP).min(LAST - FIRST);
    let step = |next: usize| Some(if next + taken > LAST { FIRST + taken } else { next + taken });
    let before = NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).unwrap_or(FIRST);
    // After the last address the first ones are asked for again, most of which are free by then. The system
    // takes a wish that it cannot fulfil as none.
    let at = if before + taken > LAST { FIRST } else { before };
    ptr::without_provenance_mut(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_follow_each_other_and_come_around() {
        fix();
        let first = wish(10).addr();
        assert!((FIRST..LAST).contains(&first));
        let second = wish(LAST - FIRST - (8 << 20)).addr();
        let third = wish(64 << 20).addr();
        assert_eq!(third, FIRST, "after {first:x} and {second:x}");
    }
}
