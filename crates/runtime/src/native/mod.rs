//! Natives: functions of the runtime, of a guest's library or of the host, that guest code calls.
//!
//! Natives never call guest code. One that must wait parks its fiber and is called again when that is
//! readied.
//!
//! A native is a [`Row`] of a table ([`natives!`](crate::natives!)), whose function takes typed handles and a
//! [`Caller`]; or a closure of the host's. No safe function here follows an address that a guest or a host
//! supplied: `value.rs` tells why the handles are sound.

mod call;
mod call_record;
mod caller;
mod direct;
pub mod emit;
mod fibers;
pub mod fill;
mod function;
mod host_stack;
mod row;
mod stop;
mod value;

use std::fmt;
use std::sync::Arc;

use purlin_base::machine::Signature;

pub use call::call;
pub use call_record::Caller;
pub use direct::{DIRECT_ARGS, DIRECT_RESULTS, Direct, DirectAnswer};
pub use fibers::{InFlight, TimerPtr, TimerRef, What};
pub use function::NativeFn;
pub(crate) use host_stack::panic_text;
pub use row::{Effects, Row, Weight};
pub use stop::{Answer, Stop};
pub use value::{
    Any, AnyRef, Class, ClassRef, Dyn, DynRef, Element, NativeType, NativeTypes, Opaque, OpaqueRef, Plain,
    Ptr, PtrRef, Slice, SliceRef, Span, Str, StrRef,
};

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
    /// The slots of its parameters or of its results, whichever are more.
    room: usize,
    code: Box<HostCode>,
}

impl HostFunction {
    pub(crate) fn new(signature: Signature, code: Box<HostCode>) -> HostFunction {
        let room = signature.params.len().max(signature.results.len());
        HostFunction { signature, room, code }
    }

    /// Whether its words fit the registers: it depends on the signature alone.
    fn has_register_form(&self) -> bool {
        self.signature.params.len() <= DIRECT_ARGS && self.signature.results.len() <= DIRECT_RESULTS
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

    /// What tells the functions of the host apart in a timeline; 0 for a native of the library.
    pub fn host_code(&self) -> usize {
        match self {
            Native::Row(_) => 0,
            Native::Host(host) => std::ptr::from_ref(&**host).addr(),
        }
    }

    /// The address of the register form, or 0.
    pub fn direct_address(&self) -> usize {
        match self {
            Native::Row(row) => row.direct.map_or(0, |direct| direct as usize),
            Native::Host(host) if host.has_register_form() => call::run_host_direct as *const () as usize,
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
