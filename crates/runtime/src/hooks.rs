//! What the tiers give to the runtime, so that neither side knows the other: function pointers in the Vm.

use std::any::Any;

use crate::abi::RegFile;
use crate::table::Full;
use crate::trap::Frame;
use crate::vm::{Shared, Vm};
use crate::vmctx::VmCtx;

/// Filled in by whoever puts an engine together.
#[derive(Clone, Copy)]
pub struct Hooks {
    /// Runs a function in the interpreter: arguments in `slots`, results in `slots`. Status 0 or 1; native
    /// code may also get 2: a tail call leads to `VmCtx::callee`, which has code, with the arguments in
    /// `deopt_values`; it gives the results. Safety: `slots` has room for those of `func`, which exists; the
    /// caller is on a fiber's stack.
    pub interp_call: unsafe extern "C" fn(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32,
    /// Goes on in the interpreter at `VmCtx::deopt_state` of `func` with `deopt_values`; results in `slots`.
    pub interp_resume: unsafe extern "C" fn(ctx: *mut VmCtx, func: u32, slots: *mut u64) -> u32,
    /// `enter`: calls native code with and into a register file. Status 0 or 1.
    pub enter: unsafe extern "C" fn(ctx: *mut VmCtx, code: usize, regs: *mut RegFile) -> u32,
    /// Native code is about to call `func`, which has none yet. Its code, or 0 to interpret.
    pub on_cold_entry: fn(vm: &mut Vm, func: u32) -> usize,
    /// The interpreter calls `func` often. Its code if there is some by now, or 0.
    pub on_hot_call: fn(vm: &mut Vm, func: u32) -> usize,
    /// The interpreter passes the poll `state` of `func` often. Code to go on in, or 0.
    pub on_hot_loop: fn(vm: &mut Vm, func: u32, state: u32) -> usize,
    /// Native code of `func` left at a guard.
    pub on_deopt: fn(vm: &mut Vm, func: u32, state: u32),
    /// A native that is not light has stopped: it may have added functions and types to the module, or told of
    /// some. Takes the state of the tiers that belongs to the isolate.
    pub catch_up: fn(tier_state: &dyn Any) -> Result<(), Full>,
    /// Appends the frames of the interpreter activation that began with `record`, innermost first.
    pub interp_frames: unsafe fn(record: *const Activation, out: &mut Vec<Frame>, limit: usize),
    /// What machine code at `pc` (a return address) is.
    pub find_code: fn(shared: &Shared, pc: usize) -> CodeSite,
}

/// [`Hooks::enter`] of an engine without a native tier: nothing has code to enter.
///
/// # Safety
/// Always safe to call; says that the call raised.
pub unsafe extern "C" fn no_enter(_: *mut VmCtx, _: usize, _: *mut RegFile) -> u32 {
    1
}

/// A return address, as the code map sees it.
#[derive(Clone, Debug)]
pub enum CodeSite {
    /// No code of ours.
    Unknown,
    /// Behind the call in `enter`; the unwinder lands at `pc` with the stack pointer `frame_offset` below the
    /// frame pointer.
    Enter { pc: usize, frame_offset: u32 },
    /// Behind the call in `leave` or `leave_deopt`: interpreter frames lie inwards of here.
    Leave,
    /// Behind the call in `morestack`.
    MoreStack,
    /// Compiled guest code: the frames at this place, innermost first, and where a raise goes on in it.
    Guest { frames: Vec<Frame>, landing: Option<(usize, u32)> },
}

/// One run of the interpreter on a fiber's machine stack. Lives in the interpreter's Rust frame; linked
/// innermost first from [`crate::fiber::Fiber::activation`].
#[repr(C)]
pub struct Activation {
    pub prev: *const Activation,
    /// The innermost interpreted frame when the interpreter last left its loop: the interpreter's own
    /// business.
    pub frame: *const u8,
    /// The outermost interpreted frame of this activation.
    pub base: *const u8,
    /// The frame pointer of the native frame that called the interpreter and the return address behind that
    /// call (`VmCtx::exit_fp` and `exit_pc` on entry), or 0 at a fiber's base.
    pub caller_fp: usize,
    pub caller_pc: usize,
}

/// What may be made to happen more often than it would. `PURLIN_STRESS=gc,poison,osr,deopt,eager`.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Stress {
    /// Collect at every chance.
    pub gc: bool,
    /// Overwrite freed memory.
    pub poison: bool,
    /// Enter native code at one of four polls.
    pub osr: bool,
    /// Leave native code at every guard and poll, again and again.
    pub deopt: bool,
    /// Compile everything at once, before it runs.
    pub eager: bool,
}

impl Stress {
    /// Reads a comma-separated list of modes; an unknown one is an error.
    pub fn parse(text: &str) -> Result<Stress, String> {
        let mut stress = Stress::default();
        for mode in text.split(',').filter(|m| !m.is_empty()) {
            match mode {
                "gc" => stress.gc = true,
                "poison" => stress.poison = true,
                "osr" => stress.osr = true,
                "deopt" => stress.deopt = true,
                "eager" => stress.eager = true,
                other => {
                    return Err(format!(
                        "unknown stress mode {other:?} (there are gc, poison, osr, deopt, eager)"
                    ));
                }
            }
        }
        Ok(stress)
    }
}
