//! An architecture without a native tier: everything is interpreted.

use purlin_runtime::VmCtx;
use purlin_runtime::abi::RegFile;

use super::{ReturnAddresses, Stub, Target};

/// Nothing that is generated runs here.
pub const HOST: Option<Target> = None;
/// Bytes of a thunk.
pub const THUNK: usize = 16;
/// Bytes of an entry stub.
pub const ENTRY_STUB: usize = 16;
/// Bytes that a call reaches over.
pub const REACH: usize = 1 << 30;

/// Never called: no compiler can be made here.
///
/// # Safety
/// None is needed.
pub unsafe extern "C" fn enter(_: *mut VmCtx, _: usize, _: *mut RegFile) -> u32 {
    1
}

pub fn address(_: Stub) -> usize {
    0
}

pub fn return_addresses() -> ReturnAddresses {
    ReturnAddresses {
        enter: 0,
        enter_raised: 0,
        enter_frame: 0,
        leave: 0,
        leave_deopt: 0,
        more_stack: [0, 0],
    }
}

pub fn thunk(_: usize) -> [u8; THUNK] {
    [0; THUNK]
}

pub fn entry_stub(_: u32, _: usize, _: usize) -> [u8; ENTRY_STUB] {
    [0; ENTRY_STUB]
}

pub fn synchronise(_: *const u8, _: usize, _: usize) {}
