//! The symbols that the assembly of every architecture defines, and what Rust does with them. Knows no
//! instruction.

use purlin_runtime::VmCtx;
use purlin_runtime::abi::RegFile;
use purlin_runtime::helpers;

#[cfg(target_arch = "aarch64")]
use super::aarch64::ENTER_FRAME;
#[cfg(target_arch = "x86_64")]
use super::x86_64::ENTER_FRAME;
use super::{ReturnAddresses, Stub};

// The context is a pointer that the assembly passes on and reads at fixed offsets.
#[allow(improper_ctypes)]
unsafe extern "C" {
    fn purlin_native_enter(ctx: *mut VmCtx, code: usize, regs: *mut RegFile) -> u32;
    fn purlin_native_enter_return();
    fn purlin_native_enter_raised();
    fn purlin_native_leave();
    fn purlin_native_leave_return();
    fn purlin_native_leave_deopt();
    fn purlin_native_leave_deopt_return();
    fn purlin_native_more_stack();
    fn purlin_native_more_stack_grow();
    fn purlin_native_more_stack_return();
    fn purlin_native_raise();
    fn purlin_native_raise_trap();
    fn purlin_native_poll_slow();
    fn purlin_native_alloc_slow();
    fn purlin_native_alloc_array();
    fn purlin_native_call_native();
    fn purlin_native_call_direct();
}

/// Calls compiled code with and into a register file. Status 0, or 1 if it raised.
///
/// # Safety
/// `code` is compiled code whose arguments `regs` and `VmCtx::spill` hold; on a fiber's stack of `ctx`'s
/// isolate.
pub unsafe extern "C" fn enter(ctx: *mut VmCtx, code: usize, regs: *mut RegFile) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { purlin_native_enter(ctx, code, regs) }
}

/// Where a stub is.
pub(crate) fn address(stub: Stub) -> usize {
    match stub {
        Stub::Leave => purlin_native_leave as *const () as usize,
        Stub::LeaveDeopt => purlin_native_leave_deopt as *const () as usize,
        Stub::MoreStack => purlin_native_more_stack as *const () as usize,
        Stub::Raise => purlin_native_raise as *const () as usize,
        Stub::RaiseTrap => purlin_native_raise_trap as *const () as usize,
        Stub::PollSlow => purlin_native_poll_slow as *const () as usize,
        Stub::AllocSlow => purlin_native_alloc_slow as *const () as usize,
        Stub::AllocArray => purlin_native_alloc_array as *const () as usize,
        Stub::CallNative => purlin_native_call_native as *const () as usize,
        Stub::CallDirect => purlin_native_call_direct as *const () as usize,
        // These two neither collect nor raise nor end, so that the guest's position is not asked for.
        Stub::Copy => helpers::copy as *const () as usize,
        Stub::Zero => helpers::zero as *const () as usize,
    }
}

/// The return addresses of the assembly, for the code map.
pub(crate) fn return_addresses() -> ReturnAddresses {
    ReturnAddresses {
        enter: purlin_native_enter_return as *const () as usize,
        enter_raised: purlin_native_enter_raised as *const () as usize,
        enter_frame: ENTER_FRAME,
        leave: purlin_native_leave_return as *const () as usize,
        leave_deopt: purlin_native_leave_deopt_return as *const () as usize,
        more_stack: [
            purlin_native_more_stack_grow as *const () as usize,
            purlin_native_more_stack_return as *const () as usize,
        ],
    }
}
