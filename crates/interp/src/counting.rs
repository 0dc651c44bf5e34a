//! The entries of the instance of the loop that counts what it executes, for [`crate::State::executed`]. It
//! takes about half as long again; the other instance does not know of it.

use purlin_runtime::VmCtx;

use crate::enter;

/// [`crate::interp_call`], counting.
///
/// # Safety
/// As for that.
pub(crate) unsafe extern "C" fn interp_call(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller promises what `activate` asks for.
    unsafe { enter::activate::<true>(ctx, func, slots, false) }
}

/// [`crate::interp_resume`], counting.
///
/// # Safety
/// As for that.
pub(crate) unsafe extern "C" fn interp_resume(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller promises what `activate` asks for.
    unsafe { enter::activate::<true>(ctx, func, slots, true) }
}
