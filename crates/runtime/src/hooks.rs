//! What passes between the tiers and the runtime by way of [`Hooks`](crate::vm::Hooks), so that neither side
//! knows the other.

use crate::abi::RegFile;
use crate::trap::Frame;
use crate::vmctx::VmCtx;

/// [`Hooks::enter`](crate::vm::Hooks::enter) of an engine without a native tier: nothing has code to enter.
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
    /// After the call in `enter`; the unwinder lands at `pc` with the stack pointer `frame_offset` below the
    /// frame pointer.
    Enter { pc: usize, frame_offset: u32 },
    /// After the call in `leave` or `leave_deopt`: interpreter frames lie inwards of here.
    Leave,
    /// After the call in `morestack`.
    MoreStack,
    /// Compiled guest code: the frames at this place, innermost first, and where a raise continues in it.
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
    /// The frame pointer of the native frame that called the interpreter and the return address after that
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
    ///
    /// # Errors
    /// A sentence that names the modes, if there is none of that name.
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
