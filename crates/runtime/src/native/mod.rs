//! Natives: functions of the runtime, of a guest's library or of the host, that guest code calls.
//!
//! Natives never call guest code. One that must wait parks its fiber and is called again when that is
//! readied.
//!
//! A native is a [`Row`] of a table ([`natives!`](crate::natives!)), whose function takes typed handles and a
//! [`Caller`]; or a closure of the host's. No safe function here follows an address that a guest or a host
//! supplied: `value.rs` tells why the handles are sound.

mod caller;
mod direct;
mod fibers;
mod host_stack;
mod row;
mod value;

use std::fmt;
use std::sync::Arc;

use purlin_base::machine::Signature;

use crate::heap::HeapError;
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;
use crate::vmctx::VmCtx;

pub use caller::Caller;
pub use direct::{DIRECT_ARGS, DIRECT_RESULTS, Direct, DirectAnswer};
pub use fibers::{InFlight, TimerPtr, TimerRef, What};
pub use row::{Effects, NativeFn, Row, Weight};
pub use value::{
    Any, AnyRef, Class, ClassRef, Dyn, DynRef, Element, Kind, Kinds, Opaque, OpaqueRef, Plain, Ptr, PtrRef,
    Slice, SliceRef, Span, Str, StrRef,
};

/// Why a native did not return.
#[derive(Debug)]
pub enum Stop {
    /// It raised; see [`Caller::raise_value`] and [`Caller::raise_trap`], which make this.
    Raise,
    /// The fiber waits; the native is called again when it is readied.
    Park,
    /// Others go first; then it counts as done.
    Yield,
    /// The fiber ends here and now.
    Leave,
    /// The run ends.
    End(Trap),
}

impl From<HeapError> for Stop {
    fn from(error: HeapError) -> Stop {
        match error {
            HeapError::NeedsCollection | HeapError::OutOfMemory => {
                Stop::End(Trap::new(TrapKind::OutOfMemory, "out of memory"))
            }
        }
    }
}

/// What a native without results answers.
pub type Answer = Result<(), Stop>;

/// A native that is bound to a module.
#[derive(Clone)]
pub enum Native {
    /// A native of the runtime or of a guest's library.
    Row(&'static Row),
    /// A function of the host's. A panic in it becomes a trap.
    Host(Arc<HostFunction>),
}

/// The code of a host's function: it reads its arguments from the slots and puts its results there.
pub(crate) type HostCode = dyn Fn(&mut Caller<'_>, &mut [u64]) -> Answer + Send + Sync;

/// A function of the host's: a closure with its signature. Made by [`crate::border`], which knows the types
/// that cross.
pub struct HostFunction {
    signature: Signature,
    code: Box<HostCode>,
}

impl HostFunction {
    pub(crate) fn new(signature: Signature, code: Box<HostCode>) -> HostFunction {
        HostFunction { signature, code }
    }
}

impl Native {
    /// Parameters and results in the IR.
    pub fn signature(&self) -> Signature {
        match self {
            Native::Row(row) => row.signature(),
            Native::Host(host) => host.signature.clone(),
        }
    }

    /// The address of the register form, or 0.
    pub fn direct_address(&self) -> usize {
        match self {
            Native::Row(row) => row.direct.map_or(0, |direct| direct as usize),
            Native::Host(_) => 0,
        }
    }
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Native::Row(row) => row.fmt(f),
            Native::Host(host) => write!(f, "host function {}", host.signature),
        }
    }
}

/// Lets the tiers know what a native may have added to the module, whatever it answered. A light native adds
/// nothing, and tells of nothing that was added: this would take longer than many of them.
///
/// # Safety
/// `vm` leads to a live Vm of which the state of the tiers is not borrowed mutably.
unsafe fn catch_up(vm: *mut Vm) -> Answer {
    // SAFETY: the caller's promise; the borrow ends with the call.
    let caught_up = unsafe { ((*vm).shared.hooks.catch_up)(&*(*vm).tier_state) };
    caught_up.map_err(|_| {
        let message = "there is no address space for further functions";
        Stop::End(Trap::new(TrapKind::OutOfMemory, message))
    })
}

/// Runs a native for either tier: arguments in `slots`, results in `slots`. Status 0, or 1 if it raised.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`, with no reference to its Vm in use; `native` exists; `slots`
/// has room for arguments and results, and holds arguments of the native's signature.
pub unsafe extern "C" fn call(ctx: *mut VmCtx, native: u32, slots: *mut u64) -> u32 {
    loop {
        // SAFETY: the scheduler stored a pointer to the live Vm; the table of natives outlives the run, and
        // what is in it never changes.
        let (vm, native) = unsafe { ((*ctx).vm, &*(*ctx).natives.add(native as usize)) };
        let answer = match native {
            // SAFETY: the caller's promise.
            Native::Row(row) if row.weight() == Weight::Light => unsafe { (row.code)(vm, slots) },
            // SAFETY: the caller's promise.
            Native::Row(_) | Native::Host(_) => unsafe {
                let answer = host_stack::run(vm, native, slots);
                catch_up(vm).and(answer)
            },
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
