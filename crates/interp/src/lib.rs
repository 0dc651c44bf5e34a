//! The bytecode interpreter: one loop, frames in slot segments, slow ops apart.
//!
//! Knows nothing of IR or of machine code; it meets native code only through `runtime::hooks`.
//!
//! # What makes it sound
//!
//! Code comes from `purlin_bytecode::lower_function` on a verified module, never from elsewhere. So every word at
//! which an instruction begins holds one, slots lie inside the frame, and jumps stay inside the code. A frame of
//! `frame_slots` slots lies inside one slot segment (checked at calls), with its header right before it. Memory
//! accesses are inside objects, as the IR promises. The SAFETY comments call this *the invariant*.

mod cold;
mod frame;
mod run;
mod state;

use purlin_runtime::VmCtx;

pub use frame::interp_frames;
pub use state::State;

/// `Hooks::interp_call`: runs a function, arguments and results in `slots`. Status 0, or 1 if it raised, or 2 if native
/// code is to call `VmCtx::callee` for its results, with the arguments in `VmCtx::deopt_values`.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`, whose `tier_state` is a [`State`]; `func` exists; `slots` has room for
/// arguments and results.
pub unsafe extern "C" fn interp_call(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { frame::activate(ctx, func, slots, false) }
}

/// `Hooks::interp_resume`: goes on at `VmCtx::deopt_state` with `deopt_values`; results and status as above.
///
/// # Safety
/// As for [`interp_call`]; the values are those of that state of `func`.
pub unsafe extern "C" fn interp_resume(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { frame::activate(ctx, func, slots, true) }
}
