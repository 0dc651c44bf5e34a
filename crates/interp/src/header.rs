//! The header of a frame: the words right before its first slot.
//!
//! Knows nothing of segments or of what a frame's slots hold. Each frame has `[-4]` the address of the
//! frame's memory, `[-3]` the return address, `[-2]` the caller's frame, `[-1]` the function's [`Entry`]. A
//! *far* frame does not lie at its caller's window; its return address is [`FAR_RETURN`], and four further
//! words say where it really returns to: `[-8]` the address, `[-7]` the caller's frame, `[-6]` the window,
//! `[-5]` whether it counts as a call.
//!
//! [`FAR_RETURN`]: crate::state::FAR_RETURN
//!
//! Safety of all functions here, unless they say more: `fp` is the first slot of a frame, so its header lies
//! right before it in the same segment, as every place that makes a frame reserves and fills it ([`push`] and
//! [`push_far`]).

use crate::state::Entry;

/// Slots of a header.
pub(crate) const HEADER: usize = purlin_bytecode::func::HEADER as usize;
/// Slots of a far frame's further words.
pub(crate) const FAR: usize = 3;

const MEMORY: usize = 4;
const RETURN_ADDRESS: usize = 3;
const CALLER: usize = 2;
const ENTRY: usize = 1;
const _: () = assert!(HEADER == MEMORY);

/// The further words of a far frame.
#[derive(Clone, Copy)]
pub(crate) struct Far {
    pub return_address: *const u64,
    pub caller: *mut u64,
    /// Where the caller put the arguments and expects the results.
    pub window: *mut u64,
}

/// The address of the frame's memory; 0 before it has any.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn memory(fp: *mut u64) -> u64 {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(MEMORY) }
}

/// Sets the address of the frame's memory.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn set_memory(fp: *mut u64, address: u64) {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(MEMORY) = address };
}

/// Where the frame returns to: the instruction after the call, or a stub.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn return_address(fp: *mut u64) -> *const u64 {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(RETURN_ADDRESS) as *const u64 }
}

/// The frame that is current after the return.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn caller(fp: *mut u64) -> *mut u64 {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(CALLER) as *mut u64 }
}

/// The entry of the frame's function.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn entry(fp: *mut u64) -> *const Entry {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(ENTRY) as *const Entry }
}

/// The entry of the frame's function, as a reference.
///
/// # Safety
/// `fp` is the first slot of a frame, and the reference is not used after the activation.
#[inline(always)]
pub(crate) unsafe fn entry_ref<'a>(fp: *mut u64) -> &'a Entry {
    // SAFETY: the word is the address of an entry; the table of entries neither moves nor goes away while a
    // frame exists, and what changes in it are cells.
    unsafe { &*entry(fp) }
}

/// Gives the frame to another function.
///
/// # Safety
/// `fp` is the first slot of a frame, with room for that function's slots and its arguments in the first of
/// them.
#[inline(always)]
pub(crate) unsafe fn set_entry(fp: *mut u64, entry: *const Entry) {
    // SAFETY: a frame has a header.
    unsafe { *fp.sub(ENTRY) = entry as u64 };
}

/// Makes the frame at `fp`, all but the address of its memory, which only frames with memory use (`Op::Frame`
/// sets it).
///
/// # Safety
/// The slots from `fp - HEADER` on are inside a segment and unused, and so many after `fp` as the function
/// needs.
#[inline(always)]
pub(crate) unsafe fn push(fp: *mut u64, entry: *const Entry, return_address: *const u64, caller: *mut u64) {
    // SAFETY: the caller promises room for the header.
    unsafe {
        *fp.sub(RETURN_ADDRESS) = return_address as u64;
        *fp.sub(CALLER) = caller as u64;
        *fp.sub(ENTRY) = entry as u64;
    }
}

/// Sets the further words of a far frame.
///
/// # Safety
/// The slots from `fp - HEADER - FAR` on are inside a segment and unused.
pub(crate) unsafe fn push_far(fp: *mut u64, far: Far) {
    // SAFETY: the caller promises room for header and further words.
    unsafe {
        *fp.sub(HEADER + 3) = far.return_address as u64;
        *fp.sub(HEADER + 2) = far.caller as u64;
        *fp.sub(HEADER + 1) = far.window as u64;
    }
}

/// The further words of a far frame.
///
/// # Safety
/// `fp` is the first slot of a far frame.
pub(crate) unsafe fn far(fp: *mut u64) -> Far {
    // SAFETY: `push_far` filled the words when the frame was made.
    unsafe {
        Far {
            return_address: *fp.sub(HEADER + 3) as *const u64,
            caller: *fp.sub(HEADER + 2) as *mut u64,
            window: *fp.sub(HEADER + 1) as *mut u64,
        }
    }
}

/// The first slot after those of the frame.
///
/// # Safety
/// `fp` is the first slot of a frame.
#[inline(always)]
pub(crate) unsafe fn end(fp: *mut u64) -> *mut u64 {
    // SAFETY: the entry's slots lie inside the frame's segment, so their end is at most that of the segment.
    unsafe { fp.add((*entry(fp)).frame_slots.get()) }
}
