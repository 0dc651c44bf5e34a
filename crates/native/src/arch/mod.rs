//! What machine code and Rust say to each other in assembly: `enter`, `leave`, raising, larger stacks, and the
//! stubs through which compiled code calls the runtime. One file an architecture; `docs/tiers.md` tells the contract.
//!
//! Each architecture gives `SUPPORTED`, `address(Stub)`, `enter`, the return addresses that the code map must
//! know, and the encoding of thunks and entry stubs.

#[cfg(target_arch = "x86_64")]
mod x86_64;
#[cfg(target_arch = "x86_64")]
pub use x86_64::*;

#[cfg(not(target_arch = "x86_64"))]
mod absent;
#[cfg(not(target_arch = "x86_64"))]
pub use absent::*;

/// What compiled code jumps to or calls outside the code arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stub {
    /// The end of every entry stub: `VmCtx::callee` has no code yet.
    Leave,
    /// Goes on in the interpreter with `VmCtx::deopt_values`, returns the function's results.
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
    /// `(ctx, to, from, n)`
    Copy,
    /// `(ctx, at, n)`
    Zero,
}

impl Stub {
    pub const ALL: [Stub; 11] = [
        Stub::Leave,
        Stub::LeaveDeopt,
        Stub::MoreStack,
        Stub::Raise,
        Stub::RaiseTrap,
        Stub::PollSlow,
        Stub::AllocSlow,
        Stub::AllocArray,
        Stub::CallNative,
        Stub::Copy,
        Stub::Zero,
    ];

    pub fn name(self) -> &'static str {
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
            Stub::Copy => "copy",
            Stub::Zero => "zero",
        }
    }
}
