//! The bytecode interpreter: one loop, frames in slot segments, slow ops apart.
//!
//! Knows nothing of IR or of machine code; it meets native code only through `runtime::hooks`.
//!
//! # The invariant
//!
//! The SAFETY comments of this crate call the following *the invariant*. It holds whenever the loop begins an
//! instruction, and whenever a function that takes `run`, `pc` and `fp` is called.
//!
//! - *Code.* `pc` points to the first word of an instruction of code that `purlin_bytecode::lower_function`
//!   made from a verified function (or of one of the four stubs in `state`), never from elsewhere.
//!   Instructions have the fields that their row of the op table names, jumps stay inside the code, and no
//!   code is left at its end.
//! - *Frames.* `fp` points to the first slot of a frame, whose header (`header`) lies right before it. The
//!   frame has the `frame_slots` slots of its entry, all inside one slot segment: calls check that before the
//!   frame becomes the current one. The lowering gives an instruction only slot numbers below `frame_slots`,
//!   and the windows of its calls leave room for the callee's header.
//! - *Guest memory.* An address that an instruction loads from or stores to lies inside an object, the
//!   globals, the read-only data or the frame's memory, as the verifier's rules for the IR promise, and is
//!   aligned to the access.
//! - *Tables.* The state has an entry for each function that code can name, class numbers are below the
//!   number of classes, dispatch rows plus type numbers inside the tables of `VmCtx`. The module's tables
//!   grow: the state catches up (`State::grow`) when an activation begins, when a function is lowered and
//!   when a native that is not light stops, as new functions and types are only named by new code, by such
//!   natives, and by what the host calls with.
//! - *The run.* `run` is the innermost run of the fiber that executes, and `run.ctx` the context of its
//!   isolate, to which only this thread has access.
//!
//! # References while guest code runs
//!
//! A call *leaves* the interpreter if it may run guest code, park or end the fiber, collect, or call a host
//! function: natives, polls, allocation, traps, the hooks for hot code, native code, and work on the host's
//! stack. During such a call the runtime creates its own `&mut Vm` and `&mut VmCtx`, and an inner activation
//! of this crate may run. So these rules hold here:
//!
//! - `run.rs`, `access.rs` and `header.rs` hold no reference at all to memory that others see: only raw
//!   pointers to [`VmCtx`], to the `Run`, to slots and to entries.
//! - `&mut Vm` is made by `activation::vm` only, within one expression, for one call, and never bound to a
//!   name. `&mut VmCtx` is not made at all. Fields of both that are read or written singly
//!   are reached through the raw pointer; a call borrows single fields (`abi::pack_args`, `unpack_results`).
//! - Shared references may live across calls that leave to what is never written while the isolate lives:
//!   [`Func`]s of the program and the `Shape`s of functions (both behind an `Arc`), and to [`State`] and its
//!   entries, whose parts that change are cells. No `&mut State` is made after it has been put into the Vm.
//! - The `Run` on the Rust stack, the current `Fiber` and the slots are reached through raw pointers only.
//!   The collector, tracebacks and unwinding read them through theirs, after `activation::publish` has stored
//!   where the loop is.
//!
//! [`Func`]: purlin_bytecode::Func

#![warn(unreachable_pub)]

mod access;
mod activation;
mod cold;
mod counting;
mod enter;
mod frame;
mod header;
mod run;
mod state;
mod unwind;

use std::any::Any;

use purlin_runtime::VmCtx;
use purlin_runtime::table::Full;

pub use state::{Executed, State};
pub use unwind::interp_frames;

/// `Hooks::catch_up`: makes entries for the functions that the module has gained.
pub fn catch_up(tier_state: &dyn Any) -> Result<(), Full> {
    tier_state.downcast_ref::<State>().map_or(Ok(()), State::grow)
}

/// The form of [`interp_call`] and [`interp_resume`].
pub type EntryPoint = unsafe extern "C" fn(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32;

/// `Hooks::interp_call` and `Hooks::interp_resume`: of the instance of the loop that counts what it executes,
/// for [`State::executed`], or of the one that knows nothing of that.
pub fn entry_points(counting: bool) -> (EntryPoint, EntryPoint) {
    match counting {
        true => (counting::interp_call, counting::interp_resume),
        false => (interp_call, interp_resume),
    }
}

/// `Hooks::interp_call`: runs a function, arguments and results in `slots`. Status 0, or 1 if it raised, or 2
/// if native code is to call `VmCtx::callee` for its results, with the arguments in `VmCtx::deopt_values`.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`, whose `tier_state` is a [`State`]; `func` exists; `slots` has
/// room for arguments and results.
pub unsafe extern "C" fn interp_call(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller promises what `activate` asks for.
    unsafe { enter::activate::<false>(ctx, func, slots, false) }
}

/// `Hooks::interp_resume`: resumes `func` at `VmCtx::deopt_state` with `deopt_values`. Results and status are
/// those of [`interp_call`].
///
/// # Safety
/// As for [`interp_call`]; the values are those of that state of `func`.
pub unsafe extern "C" fn interp_resume(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the caller promises what `activate` asks for.
    unsafe { enter::activate::<false>(ctx, func, slots, true) }
}
