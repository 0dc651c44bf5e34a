//! The register form of natives: compiled code calls one with words in registers, without a buffer of slots.

use crate::vmctx::VmCtx;

/// Words of arguments that fit the registers of [`Direct`].
pub const DIRECT_ARGS: usize = 4;
/// Words of results that it has room for: the first in a register, the second in `VmCtx::spill`.
pub const DIRECT_RESULTS: usize = 2;

/// A native as compiled code calls it: `(context, number, arguments...)`, which are in the form that slots
/// have.
pub type Direct = unsafe extern "C" fn(*mut VmCtx, u64, u64, u64, u64, u64) -> DirectAnswer;

/// The first result, and a status as [`super::call`] gives it. The second result is in `VmCtx::spill[0]`.
#[repr(C)]
pub struct DirectAnswer {
    /// The first result.
    pub word: u64,
    /// 0 if the native returned.
    pub status: u64,
}
