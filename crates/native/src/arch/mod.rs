//! What machine code and Rust say to each other in assembly: `enter`, `leave`, raising, larger stacks, and
//! the stubs through which compiled code calls the runtime. One file an architecture; `docs/tiers.md` tells
//! the contract.
//!
//! Each architecture gives `HOST` (what to generate code for), the assembly with the symbols of `symbols.rs`
//! and the size of its frame in `enter`, the encoding of thunks and entry stubs, how far a call reaches, and
//! `synchronise`, without which code that was just written may not run. What generated code must know of its
//! target is a value, [`Target`]: code can be generated for another architecture than this one.

use purlin_runtime::abi;

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_64::*;

#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
mod aarch64;
#[cfg(all(target_arch = "aarch64", target_os = "linux"))]
pub(crate) use aarch64::*;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux"))))]
mod absent;
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux"))))]
pub use absent::*;

#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]
mod symbols;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_os = "linux")))]
pub use symbols::*;

/// Whether there is a native tier here.
pub const SUPPORTED: bool = HOST.is_some();

/// What code is generated for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    X86_64,
    Aarch64,
}

impl Target {
    pub const ALL: [Target; 2] = [Target::X86_64, Target::Aarch64];

    /// The machine that this code runs on, if there is a native tier for it.
    pub fn host() -> Option<Target> {
        HOST
    }

    pub fn name(self) -> &'static str {
        match self {
            Target::X86_64 => "x86_64",
            Target::Aarch64 => "aarch64",
        }
    }

    /// Integer results in registers, the gas not counted.
    pub fn int_results(self) -> usize {
        match self {
            Target::X86_64 => abi::INT_RESULTS_X86_64,
            Target::Aarch64 => abi::INT_RESULTS_AARCH64,
        }
    }
}

impl std::str::FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let known = || Target::ALL.map(Target::name).join(", ");
        let found = Target::ALL.into_iter().find(|t| t.name() == text);
        found.ok_or_else(|| format!("unknown target {text:?} (there are {})", known()))
    }
}

/// The return addresses that lie in our assembly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReturnAddresses {
    pub enter: usize,
    pub enter_raised: usize,
    pub enter_frame: u32,
    pub leave: usize,
    pub leave_deopt: usize,
    pub more_stack: [usize; 2],
}

/// What compiled code jumps to or calls outside the code arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Stub {
    /// The end of every entry stub: `VmCtx::callee` has no code yet.
    Leave,
    /// Resumes in the interpreter with `VmCtx::deopt_values`, returns the function's results.
    LeaveDeopt,
    /// Runs `VmCtx::more_target` with the same arguments on a larger stack.
    MoreStack,
    /// Unwinds: what is raised is recorded already.
    Raise,
    /// `(ctx, code, a, b)`: records a trap and unwinds.
    RaiseTrap,
    /// `(ctx)`, all registers kept.
    PollSlow,
    /// `(ctx, class)`, all registers kept; the object is in `VmCtx::spill[0]`.
    AllocSlow,
    /// `(ctx, class, n) -> ref`, null if it raised.
    AllocArray,
    /// `(ctx, native, slots) -> status`
    CallNative,
    /// `(ctx, native, four words) -> (word, status)`: through `VmCtx::direct`.
    CallDirect,
    /// `(ctx, to, from, n)`
    Copy,
    /// `(ctx, at, n)`
    Zero,
}

impl Stub {
    pub(crate) const ALL: [Stub; 12] = [
        Stub::Leave,
        Stub::LeaveDeopt,
        Stub::MoreStack,
        Stub::Raise,
        Stub::RaiseTrap,
        Stub::PollSlow,
        Stub::AllocSlow,
        Stub::AllocArray,
        Stub::CallNative,
        Stub::CallDirect,
        Stub::Copy,
        Stub::Zero,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Stub::Leave => "leave",
            Stub::LeaveDeopt => "leave_deopt",
            Stub::MoreStack => "morestack",
            Stub::Raise => "raise",
            Stub::RaiseTrap => "raise_trap",
            Stub::PollSlow => "poll_slow",
            Stub::AllocSlow => "alloc_slow",
            Stub::AllocArray => "alloc_array",
            Stub::CallNative => "call_native",
            Stub::CallDirect => "call_direct",
            Stub::Copy => "copy",
            Stub::Zero => "zero",
        }
    }
}
