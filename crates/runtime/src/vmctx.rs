//! The record that compiled code and the interpreter hold a pointer to. `docs/tiers.md` tells its use.
//!
//! Offsets are part of the machine code's interface: native code reads them through [`offset`].

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::abi::SPILL;
use crate::heap::Bump;

/// Values that a frame state may have; a function with a larger one is not compiled to native code.
pub const DEOPT_VALUES: usize = 1024;
const _: () = assert!(SPILL <= DEOPT_VALUES);

/// The address of an isolate's [`Vm`](crate::Vm), for what passes it on without looking inside:
/// [`VmAddress::get`] yields the pointer.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct VmAddress(pub(crate) *mut ());

impl VmAddress {
    pub const NULL: VmAddress = VmAddress(std::ptr::null_mut());
}

/// One per isolate, at a stable address for as long as the isolate lives.
#[repr(C)]
pub struct VmCtx {
    /// Units of gas until something has to be looked at; polls react when it is negative.
    pub gas: i64,
    /// The machine stack pointer must stay above this before a call.
    pub stack_limit: usize,
    /// Bump intervals by allocation class.
    pub bumps: *mut Bump,
    /// Code addresses by function, in the native calling convention. Never null when native code runs.
    pub entries: *const usize,
    /// Start of the isolate's globals.
    pub globals: *mut u8,
    /// Start of the module's read-only bytes.
    pub data: *const u8,
    /// The dispatch table of selectors: `dispatch[row + type]` is a function.
    pub dispatch: *const u32,
    /// Which type has all methods of an interface: `implements[row + type]` is 1 or 0. Type 0 (nil)
    /// implements nothing.
    pub implements: *const u8,
    /// The function that a stub in `entries` stands for, or whose frame is being left.
    pub callee: u64,
    /// Where `morestack` continues.
    pub more_target: usize,
    /// The frame state that native code left at.
    pub deopt_state: u64,
    /// The frame slots of the frame being left, or 0.
    pub deopt_mem: usize,
    /// Frame pointer of the innermost native frame, and the return address of its call, as of the last
    /// call out of native code; `exit_fp` is 0 while the interpreter's own frame is the innermost.
    pub exit_fp: usize,
    pub exit_pc: usize,
    /// Where the unwinder sends control.
    pub unwind_sp: usize,
    pub unwind_fp: usize,
    pub unwind_pc: usize,
    /// Native code for calls from the interpreter, by function; 0 where there is none. Null in tier `interp`.
    pub compiled: *const usize,
    /// Addresses of the natives that have a form for registers, by number; 0 for the others.
    pub direct: *const usize,
    /// The module's natives, by number: a table of [`Native`](crate::native::Native), which this file does
    /// not know.
    pub natives: *const u8,
    /// The module's map types, and how many there are.
    pub maps: *const crate::types::Map,
    pub map_count: u64,
    /// Free for the tiers: a counter of events under stress.
    pub stress: u64,
    /// The isolate.
    pub vm: VmAddress,
    /// Arguments and results beyond the registers.
    pub spill: [u64; SPILL],
    /// Values of the frame state that native code left at, in the order of the state; or the arguments of a
    /// call that the interpreter hands over to native code.
    pub deopt_values: [u64; DEOPT_VALUES],
    /// The probe or poll of profiled code that calls the slow path, as a word of
    /// [`Sight`](crate::profile::Sight); 0 else.
    pub sight: u64,
}

impl Default for VmCtx {
    fn default() -> VmCtx {
        VmCtx {
            gas: 0,
            stack_limit: 0,
            bumps: std::ptr::null_mut(),
            entries: std::ptr::null(),
            globals: std::ptr::null_mut(),
            data: std::ptr::null(),
            dispatch: std::ptr::null(),
            implements: std::ptr::null(),
            callee: 0,
            more_target: 0,
            deopt_state: 0,
            deopt_mem: 0,
            exit_fp: 0,
            exit_pc: 0,
            unwind_sp: 0,
            unwind_fp: 0,
            unwind_pc: 0,
            compiled: std::ptr::null(),
            direct: std::ptr::null(),
            natives: std::ptr::null(),
            maps: std::ptr::null(),
            map_count: 0,
            stress: 0,
            vm: VmAddress::NULL,
            spill: [0; SPILL],
            deopt_values: [0; DEOPT_VALUES],
            sight: 0,
        }
    }
}

/// A function's address in [`VmCtx::compiled`] or [`VmCtx::entries`]. Other threads publish code there at any
/// time.
///
/// # Safety
/// The table has an entry for the function.
#[inline(always)]
pub unsafe fn published_code(compiled: *const usize, func: usize) -> usize {
    // SAFETY: the caller's promise; the entries are atomic numbers, which are never accessed otherwise.
    unsafe { (*compiled.add(func).cast::<AtomicUsize>()).load(Ordering::Acquire) }
}

/// Byte offsets of the fields that machine code uses.
pub mod offset {
    use super::VmCtx;
    use std::mem::offset_of;

    pub const GAS: i32 = offset_of!(VmCtx, gas) as i32;
    pub const STACK_LIMIT: i32 = offset_of!(VmCtx, stack_limit) as i32;
    pub const BUMPS: i32 = offset_of!(VmCtx, bumps) as i32;
    pub const ENTRIES: i32 = offset_of!(VmCtx, entries) as i32;
    pub const GLOBALS: i32 = offset_of!(VmCtx, globals) as i32;
    pub const DATA: i32 = offset_of!(VmCtx, data) as i32;
    pub const DISPATCH: i32 = offset_of!(VmCtx, dispatch) as i32;
    pub const IMPLEMENTS: i32 = offset_of!(VmCtx, implements) as i32;
    pub const CALLEE: i32 = offset_of!(VmCtx, callee) as i32;
    pub const MORE_TARGET: i32 = offset_of!(VmCtx, more_target) as i32;
    pub const DEOPT_STATE: i32 = offset_of!(VmCtx, deopt_state) as i32;
    pub const DEOPT_MEM: i32 = offset_of!(VmCtx, deopt_mem) as i32;
    pub const EXIT_FP: i32 = offset_of!(VmCtx, exit_fp) as i32;
    pub const EXIT_PC: i32 = offset_of!(VmCtx, exit_pc) as i32;
    pub const UNWIND_SP: i32 = offset_of!(VmCtx, unwind_sp) as i32;
    pub const UNWIND_FP: i32 = offset_of!(VmCtx, unwind_fp) as i32;
    pub const UNWIND_PC: i32 = offset_of!(VmCtx, unwind_pc) as i32;
    pub const DIRECT: i32 = offset_of!(VmCtx, direct) as i32;
    pub const STRESS: i32 = offset_of!(VmCtx, stress) as i32;
    pub const SPILL: i32 = offset_of!(VmCtx, spill) as i32;
    pub const DEOPT_VALUES: i32 = offset_of!(VmCtx, deopt_values) as i32;
    pub const SIGHT: i32 = offset_of!(VmCtx, sight) as i32;
}
