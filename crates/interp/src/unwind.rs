//! Walking frames outwards: unwinding to a handler, and tracebacks.
//!
//! Knows nothing of native frames, which the runtime walks between the activations.

use purlin_runtime::hooks::Activation;
use purlin_runtime::trap::Frame;

use crate::activation::Run;
use crate::frame::leave_far;
use crate::header;
use crate::state::{EXIT, FAR_RETURN};

/// The frame outside of `fp` and where it resumes; `None` at the activation's end. Frames that a tail call
/// has replaced are passed over. `leave` is called with each far frame.
///
/// # Safety
/// `fp` is a frame of an activation that has not ended.
unsafe fn outer(mut fp: *mut u64, mut leave: impl FnMut(*mut u64)) -> Option<(*const u64, *mut u64)> {
    // SAFETY: headers lead from frame to frame until the stub where the activation ends.
    unsafe {
        let mut to = header::return_address(fp);
        let mut caller = header::caller(fp);
        while std::ptr::eq(to, FAR_RETURN.as_ptr()) {
            let back = header::far(fp);
            leave(fp);
            (to, caller) = (back.return_address, back.caller);
            fp = caller;
        }
        (!std::ptr::eq(to, EXIT.as_ptr())).then_some((to, caller))
    }
}

/// Lets tracebacks pass over the frame `fp`, which was published.
///
/// # Safety
/// `fp` is the innermost frame.
pub(crate) unsafe fn hide(run: *mut Run, fp: *mut u64) {
    // SAFETY: the caller's promise.
    let (pc, fp) = unsafe { outer(fp, |_| ()) }.unwrap_or((std::ptr::null(), std::ptr::null_mut()));
    // SAFETY: the run lives as long as its frames.
    unsafe { ((*run).pc, (*run).fp) = (pc, fp) };
}

/// Finds the frame that handles what was raised, from the one in `run.fp` on, which then is the frame; where
/// to resume, or null if none does.
///
/// # Safety
/// `run.fp` is a frame of this activation.
pub(crate) unsafe fn unwind(run: *mut Run) -> *const u64 {
    loop {
        // SAFETY: the caller's promise, which holds again after each step.
        let func = unsafe { header::entry_ref((*run).fp).func() };
        if let Some(func) = func
            && let Some(handler) = func.handler
        {
            // SAFETY: a handler is the place of an instruction of the function.
            return unsafe { func.code.as_ptr().add(handler as usize) };
        }
        // SAFETY: the caller's promise, which holds again after each step.
        if !unsafe { step_out(run) } {
            return std::ptr::null();
        }
    }
}

/// Leaves the frame in `run.fp` without returning; false at the activation's end.
///
/// # Safety
/// `run.fp` is a frame of this activation.
pub(crate) unsafe fn step_out(run: *mut Run) -> bool {
    // SAFETY: the caller's promise. A far frame has its words still in place when it is left.
    unsafe {
        match outer((*run).fp, |far| leave_far(run, far)) {
            Some((pc, fp)) => {
                ((*run).pc, (*run).fp) = (pc, fp);
                true
            }
            None => false,
        }
    }
}

/// `Hooks::interp_frames`: appends the frames of an activation, innermost first.
///
/// # Safety
/// `record` is the activation of a run that is not inside its loop.
pub unsafe fn interp_frames(record: *const Activation, out: &mut Vec<Frame>, limit: usize) {
    let run = record.cast::<Run>();
    // SAFETY: the activation is the first field of a `Run`, which lives on a stack that stands still.
    let innermost = unsafe { ((*run).pc, (*run).fp) };
    let mut next = Some(innermost).filter(|(_, fp)| !fp.is_null());
    while let Some((pc, fp)) = next.filter(|_| out.len() < limit) {
        // SAFETY: the run published a frame, and the others are those outside of it.
        unsafe {
            append_frames(pc, fp, out);
            next = outer(fp, |_| ());
        }
    }
    out.truncate(limit);
}

/// Appends the frames that the code of one frame stands for. `pc` is after the call or the instruction that
/// trapped.
///
/// # Safety
/// `fp` is a frame.
unsafe fn append_frames(pc: *const u64, fp: *mut u64, out: &mut Vec<Frame>) {
    // SAFETY: the caller's promise.
    let Some(func) = (unsafe { header::entry_ref(fp).func() }) else { return };
    let offset = (pc as usize).wrapping_sub(func.code.as_ptr() as usize) / 8;
    let instruction = if (1..=func.code.len()).contains(&offset) {
        offset - 1
    } else if std::ptr::eq(pc, func.code.as_ptr()) {
        0
    } else {
        return;
    };
    out.extend(func.frames_at(instruction as u32).map(|f| Frame { func: f.func, pos: f.pos }));
}
