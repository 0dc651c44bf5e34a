//! The register form of natives: compiled code calls one with words in registers, without a buffer of slots.

use std::marker::PhantomData;

use super::function::{NativeFn, function};
use super::value::NativeTypes;
use super::{Caller, Stop};
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// Words of arguments that fit the registers of [`Direct`].
pub const DIRECT_ARGS: usize = 4;
/// Words of results that it has room for: the first in a register, the second in `VmCtx::spill`.
pub const DIRECT_RESULTS: usize = 2;

/// A native as compiled code calls it: `(context, number, arguments...)`, which are in the form that slots
/// have.
pub type Direct = unsafe extern "C" fn(*mut VmCtx, u64, u64, u64, u64, u64) -> DirectAnswer;

/// The first result, and a status as [`super::call`] gives it. The second result is in `VmCtx::spill[0]`.
#[repr(C)]
pub struct DirectAnswer {
    /// The first result.
    pub word: u64,
    /// 0 if the native returned.
    pub status: u64,
}

/// The register form of a row's function.
///
/// # Safety
/// `ctx` is the context of the isolate that runs on this thread, which is on a fiber's stack of it; `native`
/// is the number of the row in its module; the words are arguments of the kinds `P`.
pub(super) unsafe extern "C" fn run_direct<P: NativeTypes, R: NativeTypes, F: NativeFn<P, R> + Copy>(
    ctx: *mut VmCtx,
    native: u64,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
) -> DirectAnswer {
    let mut slots = [a, b, c, d];
    let answer = {
        // SAFETY: compiled code holds no reference to the Vm, and this frame is on a stack that the collector
        // scans.
        let mut caller = unsafe { Caller::new((*ctx).vm.get()) };
        // SAFETY: the caller's promise; `in_registers` gives no row this form whose words do not fit.
        let arguments = unsafe { P::read(slots.as_ptr(), PhantomData) };
        function::<F>().call(&mut caller, arguments)
    };
    match answer {
        Ok(results) => {
            // SAFETY: `in_registers` gives no row this form whose results do not fit.
            unsafe { R::write(results, slots.as_mut_ptr()) };
            if R::SLOTS > 1 {
                // SAFETY: the context lives as long as the isolate, and no reference to it is in use.
                unsafe { (*ctx).spill[0] = slots[1] };
            }
            DirectAnswer { word: slots[0], status: 0 }
        }
        Err(stop) => {
            if matches!(stop, Stop::Yield) {
                // It counts as done: what the guest then reads must not be the arguments. Zero is a value of
                // every kind.
                slots = [0; DIRECT_ARGS];
            }
            // SAFETY: the caller's promise, and but for a yield the words are still the arguments.
            unsafe { stopped(ctx, native, slots, stop) }
        }
    }
}

/// What is left to do for a native that did not return at once.
///
/// # Safety
/// See [`run_direct`].
#[cold]
#[inline(never)]
pub(super) unsafe fn stopped(
    ctx: *mut VmCtx,
    native: u64,
    mut slots: [u64; DIRECT_ARGS],
    stop: Stop,
) -> DirectAnswer {
    let parked = matches!(stop, Stop::Park);
    // SAFETY: on a fiber's stack, with no reference to the Vm in use.
    let mut status = unsafe { Vm::stop(ctx, stop) };
    if parked {
        // SAFETY: the words are still the arguments; natives with a register form have no more slots.
        status = unsafe { super::call(ctx, native as u32, slots.as_mut_ptr()) };
    }
    // SAFETY: the context lives as long as the isolate, and no reference to it is in use.
    unsafe { (*ctx).spill[0] = slots[1] };
    DirectAnswer { word: slots[0], status: u64::from(status) }
}
