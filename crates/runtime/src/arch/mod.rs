//! What no portable language can say: switching stacks. One file an architecture, and one that tells
//! sanitizers.

// Sanitizer builds re-export the wrappers in `sanitizer` instead.
#[cfg_attr(any(purlin_asan, purlin_tsan), allow(unreachable_pub))]
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod machine;

#[cfg_attr(any(purlin_asan, purlin_tsan), allow(unreachable_pub))]
#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod machine;

#[cfg(any(purlin_asan, purlin_tsan))]
mod sanitizer;
#[cfg(purlin_tsan)]
mod std_locks;

pub use machine::{stack_pointer, with_registers_on_stack};

/// How machine code is entered: [`Hooks::enter`](crate::vm::Hooks::enter).
#[cfg(not(any(purlin_asan, purlin_tsan)))]
pub type Enter =
    unsafe extern "C" fn(ctx: *mut crate::vmctx::VmCtx, code: usize, regs: *mut crate::abi::RegFile) -> u32;

#[cfg(not(any(purlin_asan, purlin_tsan)))]
pub use machine::{call_on, enter_on, prepare, start_on, switch};
#[cfg(any(purlin_asan, purlin_tsan))]
pub use sanitizer::{announce_stack, call_on, prepare, start_on, switch};

/// Says that a fiber is about to be begun on the stack `lo..hi`. Only sanitizers want to know.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[inline(always)]
pub fn announce_stack(_lo: usize, _hi: usize) {}
