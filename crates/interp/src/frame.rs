//! Calls whose frame does not fit where it would normally lie, and returns from them.
//!
//! Knows nothing of instructions. A frame normally begins at its caller's window. A *far* frame lies
//! elsewhere, in a new segment (`header`).

use purlin_runtime::Vm;

use crate::activation::{Run, function_of, publish, resolve, shape, vm};
use crate::header::{self, FAR, Far, HEADER};
use crate::state::{EXIT, Entry, FAR_RETURN};

/// Makes room for a frame in a new segment. `slots.top` says how far this one is used.
///
/// # Safety
/// `run` is the innermost run of its fiber, which executes.
pub(crate) unsafe fn push_segment(run: *mut Run, slots: usize) {
    // SAFETY: the caller's promise; each borrow of the Vm ends with its call.
    unsafe {
        let limit = vm((*run).ctx).slot_room();
        if (*(*run).fiber).slots.push(slots, limit).is_none() {
            Vm::stack_overflow((*run).ctx);
        }
        update_limit(run);
    }
}

/// Sets the run's limit after the segment has changed.
///
/// # Safety
/// `run` is the innermost run of its fiber.
unsafe fn update_limit(run: *mut Run) {
    // SAFETY: the fiber lives while it runs.
    unsafe {
        (*run).limit = (*(*run).fiber).slots.end;
    }
}

/// Whether `fp` is the outermost frame of an activation that native code waits for.
///
/// # Safety
/// `fp` is a frame of this activation.
pub(crate) unsafe fn native_waits_for(run: *mut Run, fp: *mut u64) -> bool {
    // SAFETY: the caller's promise.
    unsafe { (*run).act.caller_fp != 0 && std::ptr::eq(header::return_address(fp), EXIT.as_ptr()) }
}

/// Calls `entry`, whose arguments are at `window`, when it does not fit there: its frame.
///
/// # Safety
/// The invariant of the crate; `pc` is after the call.
#[cold]
#[inline(never)]
pub(crate) unsafe fn call_slow(
    run: *mut Run,
    entry: *const Entry,
    window: *mut u64,
    pc: *const u64,
    fp: *mut u64,
) -> *mut u64 {
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, pc, fp);
        if (*entry).frame_slots.get() == 0 {
            resolve(run, function_of(run, entry));
        }
        let back = Far { return_address: pc, caller: fp, window };
        far_call(run, entry, back, header::end(fp))
    }
}

/// Gives the frame `fp` to `entry` with the arguments in its first slots, or a new frame if there is no room.
/// From `live_top` on nothing is in use.
///
/// # Safety
/// `fp` is the current frame, and the arguments of the function are in its first slots.
#[cold]
#[inline(never)]
pub(crate) unsafe fn replace_frame(
    run: *mut Run,
    entry: *const Entry,
    fp: *mut u64,
    live_top: *mut u64,
) -> *mut u64 {
    // SAFETY: the caller's promise; the frame is given away only if it has the room.
    unsafe {
        if fp.add((*entry).frame_slots.get()) <= (*(*run).fiber).slots.end {
            header::set_entry(fp, entry);
            return fp;
        }
        let (return_address, caller) = (header::return_address(fp), header::caller(fp));
        far_call(run, entry, Far { return_address, caller, window: fp }, live_top)
    }
}

/// Makes a far frame for `entry`, which returns as `back` says and whose arguments are at the window in it;
/// its first slot. Everything from `live_top` on is unused.
///
/// # Safety
/// `run` is the innermost run, `back` where the callee returns to.
#[cold]
#[inline(never)]
unsafe fn far_call(run: *mut Run, entry: *const Entry, back: Far, live_top: *mut u64) -> *mut u64 {
    // SAFETY: the caller's promise; a new frame gets all the room it needs, or the fiber's run ends.
    unsafe {
        let fiber = (*run).fiber;
        (*fiber).slots.top = live_top;
        let params = shape((*run).ctx, function_of(run, entry)).params.len();
        let need = FAR + HEADER + (*entry).frame_slots.get().max(params);
        if live_top.add(need) > (*fiber).slots.end {
            push_segment(run, need);
        }
        let fp = (*fiber).slots.top.add(FAR + HEADER);
        header::push_far(fp, back);
        header::push(fp, entry, FAR_RETURN.as_ptr(), fp);
        std::ptr::copy_nonoverlapping(back.window, fp, params);
        fp
    }
}

/// Returns from a far frame: its results go to the window. Where to resume, with the frame in `run.fp`.
///
/// # Safety
/// `fp` is a far frame that has returned.
#[cold]
#[inline(never)]
pub(crate) unsafe fn far_return(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the results are in the frame's first slots, and the window has room for them.
    unsafe {
        let back = header::far(fp);
        let results = shape((*run).ctx, function_of(run, header::entry(fp))).results.len();
        std::ptr::copy_nonoverlapping(fp, back.window, results);
        (*run).fp = back.caller;
        leave_far(run, fp);
        back.return_address
    }
}

/// Drops the far frame `fp`, and the segment with it if it was its first.
///
/// # Safety
/// `fp` is a far frame that is left and whose words are still in place.
pub(crate) unsafe fn leave_far(run: *mut Run, fp: *mut u64) {
    // SAFETY: the caller's promise; the window lies in a segment that stays.
    unsafe {
        let (fiber, back) = ((*run).fiber, header::far(fp));
        (*fiber).slots.pop_to(back.window);
        update_limit(run);
    }
}
