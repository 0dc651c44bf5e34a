//! The call of a native from the code of either tier.

use std::sync::Arc;

use super::{Answer, Native, Stop, Weight, host_stack};
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// Whether the run may continue after work of the host's, which may have taken any time: the host may have
/// called it off meanwhile.
///
/// # Safety
/// `vm` leads to a live Vm, and no reference to it is in use.
unsafe fn in_time(vm: *mut Vm) -> Answer {
    // SAFETY: the caller's promise.
    unsafe { (*vm).called_off() }.map_or(Ok(()), |trap| Err(Stop::End(trap)))
}

/// Runs a native for either tier: arguments in `slots`, results in `slots`. Status 0, or 1 if it raised.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`, with no reference to its Vm in use; `native` exists; `slots`
/// has room for arguments and results, and holds arguments of the native's signature.
pub unsafe extern "C" fn call(ctx: *mut VmCtx, native: u32, slots: *mut u64) -> u32 {
    loop {
        // SAFETY: the scheduler stored a pointer to the live Vm; the table of natives is shared, immutable,
        // and outlives the run.
        let (vm, native) = unsafe {
            let vm = (*ctx).vm.get();
            let natives: *const Native = Arc::as_ptr(&(*vm).shared.natives).cast();
            (vm, &*natives.add(native as usize))
        };
        let answer = match native {
            // SAFETY: the caller's promise.
            Native::Row(row) if row.weight() == Weight::Light => unsafe { (row.code)(vm, slots) },
            // SAFETY: the caller's promise.
            Native::Row(_) => unsafe { host_stack::run(vm, native, slots) },
            // SAFETY: the caller's promise.
            Native::Host(_) => unsafe { host_stack::run(vm, native, slots).and_then(|()| in_time(vm)) },
        };
        match answer {
            Ok(()) => return 0,
            Err(stop) => {
                let parked = matches!(stop, Stop::Park);
                // SAFETY: the caller's promise; nothing borrowed from the Vm is used after it.
                let status = unsafe { Vm::stop(ctx, stop) };
                if !parked {
                    return status;
                }
            }
        }
    }
}
