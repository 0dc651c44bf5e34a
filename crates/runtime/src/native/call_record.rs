//! The record of one call of a native. What a native can do with it is in `caller.rs` and `fibers.rs`.

use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::value::Brand;
use crate::vmctx::VmAddress;

/// Objects that a native allocates which are kept in its own frame, where the collector finds them.
pub(super) const MAX_IN_FRAME: usize = 6;

/// One call of a native.
pub struct Caller<'c> {
    pub(super) vm: VmAddress,
    /// What was allocated for this call. The array lies on a stack that the collector scans.
    pub(super) fresh: [Cell<MaybeUninit<usize>>; MAX_IN_FRAME],
    pub(super) allocated: Cell<usize>,
    _brand: Brand<'c>,
}

impl<'c> Caller<'c> {
    /// # Safety
    /// `vm` is the address of the Vm of the isolate whose guest code called, no reference to it is in use as
    /// long as the caller lives, and the caller stays on the stack that the collector scans.
    #[inline(always)]
    pub(super) unsafe fn with_address(vm: VmAddress) -> Caller<'c> {
        Caller {
            vm,
            fresh: [const { Cell::new(MaybeUninit::uninit()) }; MAX_IN_FRAME],
            allocated: Cell::new(0),
            _brand: PhantomData,
        }
    }
}
