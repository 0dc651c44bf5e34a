//! Every access of the loop to raw memory, one small function each, whose documentation says what makes it
//! sound.
//!
//! Knows no instruction: the loop says which slot or address an instruction means. *The invariant* is that of
//! the crate. All functions are inlined, so that the loop compiles to what it would be with the accesses
//! written out.

use purlin_bytecode::Op;
use purlin_runtime::{VmCtx, helpers};

use crate::activation::Run;
use crate::frame::{call_slow, replace_frame};
use crate::header;
use crate::state::{Entry, Executed};

// --- code

/// The word of code at `pc`.
///
/// # Safety
/// `pc` points to a word of an instruction, or to where one begins. By the invariant that holds of the loop's
/// `pc`, and of the further words that the format of its instruction says it has.
#[inline(always)]
pub(crate) unsafe fn word(pc: *const u64) -> u64 {
    // SAFETY: the caller's promise; code is immutable and outlives the activation.
    unsafe { *pc }
}

/// The address `distance` words from `pc`.
///
/// # Safety
/// It is in the same code: the next word of one instruction, the instruction after it, or the target of its
/// jump, which the lowering places on an instruction of the same function.
#[inline(always)]
pub(crate) unsafe fn moved(pc: *const u64, distance: isize) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe { pc.offset(distance) }
}

/// The op of an instruction.
///
/// # Safety
/// `word` is the first word of an instruction. Code is encoded from ops, so its low half-word is the number
/// of one.
#[inline(always)]
pub(crate) unsafe fn op(word: u64) -> Op {
    debug_assert!(Op::decode(word).is_some());
    // SAFETY: `Op` is `repr(u16)`, and the number is that of a variant.
    unsafe { std::mem::transmute::<u16, Op>(word as u16) }
}

/// Gives the path on which it stands a block of its own, which ends with a copy of the dispatch. It emits no
/// instruction, but LLVM cannot leave it out. Where a conditional branch leads straight to the dispatch, LLVM
/// copies the dispatch to the other side only.
#[inline(always)]
pub(crate) fn apart() {
    // SAFETY: the assembly is empty: it reads and writes nothing.
    unsafe { std::arch::asm!("", options(nomem, nostack, preserves_flags)) };
}

// --- slots

/// The value of slot `n` of the frame `fp`.
///
/// # Safety
/// `fp` is the current frame, and `n` a slot that the instruction names: the lowering bounds those by the
/// frame's size, and the frame's segment has that many slots from `fp` on.
#[inline(always)]
pub(crate) unsafe fn slot(fp: *mut u64, n: u16) -> u64 {
    // SAFETY: the slot lies in the frame.
    unsafe {
        debug_assert!((n as usize) < header::entry_ref(fp).frame_slots.get());
        *fp.add(n as usize)
    }
}

/// Sets slot `n` of the frame `fp`.
///
/// # Safety
/// As for [`slot`]. Slots have no other owner while the loop runs: the collector and tracebacks only read
/// them, during calls that leave the loop.
#[inline(always)]
pub(crate) unsafe fn set_slot(fp: *mut u64, n: u16, value: u64) {
    // SAFETY: the slot lies in the frame.
    unsafe {
        debug_assert!((n as usize) < header::entry_ref(fp).frame_slots.get());
        *fp.add(n as usize) = value;
    }
}

/// Sets the only result of the frame `fp`, which is about to return.
///
/// # Safety
/// `fp` is a frame: the lowering gives each at least one slot.
#[inline(always)]
pub(crate) unsafe fn set_result(fp: *mut u64, value: u64) {
    // SAFETY: the caller's promise.
    unsafe { *fp = value };
}

/// The window at slot `n`: where a call's arguments are and its results will be.
///
/// # Safety
/// `n` is the window of a call in the frame `fp`: the lowering keeps windows, the header before them
/// included, inside the frame or at its end.
#[inline(always)]
pub(crate) unsafe fn window(fp: *mut u64, n: u16) -> *mut u64 {
    // SAFETY: at most the end of the frame, which is at most that of the segment.
    unsafe { fp.add(n as usize) }
}

/// Makes `count` slots from slot `first` on the frame's memory, and clears them.
///
/// # Safety
/// The slots are those of `Func::memory`, which the lowering puts inside the frame.
#[inline(always)]
pub(crate) unsafe fn make_memory(fp: *mut u64, first: u16, count: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        let memory = fp.add(first as usize);
        header::set_memory(fp, memory as u64);
        std::ptr::write_bytes(memory, 0, count);
    }
}

// --- guest memory

/// The value at a guest's address.
///
/// # Safety
/// `address` lies in guest memory with room for a `T`, as the IR promises of its loads, which need not be
/// aligned; `T` is an integer. Guest memory is never behind a Rust reference while the loop runs.
#[inline(always)]
pub(crate) unsafe fn load<T: Copy>(address: u64) -> T {
    // SAFETY: the caller's promise.
    unsafe { (address as *const T).read_unaligned() }
}

/// The function that a site has for a behaviour beside the first pair's, or 0.
///
/// # Safety
/// `site` is the address of a site's 64 bytes in guest memory, as the IR promises.
#[inline(never)]
pub(crate) unsafe fn find_next(site: u64, behaviour: u32) -> u64 {
    for n in 1..6 {
        // SAFETY: the caller's promise: a site has six pairs.
        let pair = unsafe { load::<u64>(site + 8 * n) };
        if pair as u32 == behaviour {
            return pair >> 32;
        }
    }
    0
}

/// Stores at a guest's address.
///
/// # Safety
/// As for [`load`]; the IR never stores to read-only data.
#[inline(always)]
pub(crate) unsafe fn store<T: Copy>(address: u64, value: T) {
    // SAFETY: the caller's promise.
    unsafe { (address as *mut T).write_unaligned(value) };
}

/// The address of 64 bits of the globals.
///
/// # Safety
/// `ctx` is the context of the running isolate, and `offset` of an instruction: the layout of the module
/// keeps it below the size of the isolate's globals.
#[inline(always)]
pub(crate) unsafe fn global(ctx: *mut VmCtx, offset: i32) -> *mut u64 {
    // SAFETY: the caller's promise; globals are aligned to words.
    unsafe { (*ctx).globals.offset(offset as isize).cast::<u64>() }
}

/// The value of a global.
///
/// # Safety
/// As for [`global`].
#[inline(always)]
pub(crate) unsafe fn load_global(ctx: *mut VmCtx, offset: i32) -> u64 {
    // SAFETY: `global` gives a place inside the globals.
    unsafe { *global(ctx, offset) }
}

/// Sets a global.
///
/// # Safety
/// As for [`global`].
#[inline(always)]
pub(crate) unsafe fn store_global(ctx: *mut VmCtx, offset: i32, value: u64) {
    // SAFETY: `global` gives a place inside the globals.
    unsafe { *global(ctx, offset) = value };
}

/// Moves `n` bytes, which may overlap.
///
/// # Safety
/// `ctx` is the context of the running isolate. The IR promises that both areas are guest memory of that
/// size.
#[inline(always)]
pub(crate) unsafe fn copy(ctx: *mut VmCtx, to: u64, from: u64, n: i64) {
    // SAFETY: the caller's promise.
    unsafe { helpers::copy(ctx, to as *mut u8, from as *const u8, n) };
}

/// Clears `n` bytes.
///
/// # Safety
/// `ctx` is the context of the running isolate. The IR promises that the area is guest memory of that size.
#[inline(always)]
pub(crate) unsafe fn zero(ctx: *mut VmCtx, at: u64, n: i64) {
    // SAFETY: the caller's promise.
    unsafe { helpers::zero(ctx, at as *mut u8, n) };
}

// --- what is counted

/// Counts what the loop does.
///
/// # Safety
/// `run` is the innermost run.
#[inline(always)]
pub(crate) unsafe fn count(run: *mut Run, add: impl FnOnce(&mut Executed)) {
    // SAFETY: the caller's promise: the state outlives the run, and only shared references to it exist.
    unsafe { (*(*run).state).count(add) };
}

// --- the context

/// The address where the globals begin.
///
/// # Safety
/// `ctx` is the context of the running isolate; nothing holds a `&mut` to it while the loop runs.
#[inline(always)]
pub(crate) unsafe fn globals(ctx: *mut VmCtx) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { (*ctx).globals as u64 }
}

/// The address where the read-only data begin.
///
/// # Safety
/// As for [`globals`].
#[inline(always)]
pub(crate) unsafe fn data(ctx: *mut VmCtx) -> u64 {
    // SAFETY: the caller's promise.
    unsafe { (*ctx).data as u64 }
}

/// The number of the function in the dispatch table.
///
/// # Safety
/// As for [`globals`]; `index` is a row of the table plus the number of a type: rows have an element for each
/// type.
#[inline(always)]
pub(crate) unsafe fn dispatch(ctx: *mut VmCtx, index: u64) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { *(*ctx).dispatch.add(index as usize) }
}

/// 1 if the type implements the interface, else 0.
///
/// # Safety
/// As for [`globals`]; `index` is the row of an interface plus the number of a type: rows have an element for
/// each type.
#[inline(always)]
pub(crate) unsafe fn implements(ctx: *mut VmCtx, index: u64) -> u8 {
    // SAFETY: the caller's promise.
    unsafe { *(*ctx).implements.add(index as usize) }
}

/// Takes units of gas. What is left may become negative, which the next poll finds.
///
/// # Safety
/// As for [`globals`].
#[inline(always)]
pub(crate) unsafe fn take_gas(ctx: *mut VmCtx, units: i64) {
    // SAFETY: the caller's promise.
    unsafe { (*ctx).gas -= units };
}

/// Takes any number of units of gas.
///
/// # Safety
/// As for [`globals`].
#[inline(always)]
pub(crate) unsafe fn take_much_gas(ctx: *mut VmCtx, units: i64) {
    // SAFETY: the caller's promise.
    unsafe { (*ctx).gas = (*ctx).gas.saturating_sub(units) };
}

/// Whether a poll has something to do.
///
/// # Safety
/// As for [`globals`].
#[inline(always)]
pub(crate) unsafe fn gas_is_negative(ctx: *mut VmCtx) -> bool {
    // SAFETY: the caller's promise.
    unsafe { (*ctx).gas < 0 }
}

/// An object from the class's bump interval, if that has room.
///
/// # Safety
/// `run` is the innermost run; `class` is that of an allocation: the intervals of the heap and the cell sizes
/// of the state have an element for each class. The heap uses the intervals only during calls that leave the
/// loop.
#[inline(always)]
pub(crate) unsafe fn bump(run: *mut Run, ctx: *mut VmCtx, class: usize) -> Option<u64> {
    // SAFETY: the caller's promise; the borrow ends here. Cells of an interval are zeroed and free.
    unsafe {
        let interval = &mut *(*ctx).bumps.add(class);
        let (at, end) = (interval.cur, interval.cur + *(*run).cell_sizes.add(class));
        if end > interval.end {
            return None;
        }
        interval.cur = end;
        Some(at as u64)
    }
}

// --- calls and frames

/// The entry of a function.
///
/// # Safety
/// The state has an entry for the function: for those that code and dispatch tables name by the invariant, of
/// others the loop checks it.
#[inline(always)]
pub(crate) unsafe fn entry(entries: *const Entry, function: usize) -> *const Entry {
    // SAFETY: the caller's promise.
    unsafe { entries.add(function) }
}

/// How many functions there were when the run was told last.
///
/// # Safety
/// `run` is the innermost run.
#[inline(always)]
pub(crate) unsafe fn entry_count(run: *mut Run) -> usize {
    // SAFETY: the caller's promise: it lives on the Rust stack as long as its loop.
    unsafe { (*run).entry_count }
}

/// Where calls of a function resume, which is after the poll that its code begins with.
///
/// # Safety
/// `entry` is one of the state's, which outlives the run; its fields are cells, written on this thread only.
#[inline(always)]
pub(crate) unsafe fn after_poll(entry: *const Entry) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe { (*entry).after_poll.get() }
}

/// Units of the poll that the code of a function begins with, or 0.
///
/// # Safety
/// As for [`after_poll`].
#[inline(always)]
pub(crate) unsafe fn leading_poll(entry: *const Entry) -> i64 {
    // SAFETY: the caller's promise.
    unsafe { (*entry).poll.get() }
}

/// Makes the frame of a call: the callee's frame.
///
/// # Safety
/// The invariant holds of `run`, `fp`, and `pc`, which is after the call; `window` is that of the call;
/// `entry` is the callee's. A frame that ends at or before `limit` lies in the segment of its caller; others
/// get a segment.
#[inline(always)]
pub(crate) unsafe fn push_frame(
    run: *mut Run,
    entry: *const Entry,
    window: *mut u64,
    pc: *const u64,
    fp: *mut u64,
) -> *mut u64 {
    // SAFETY: the caller's promise: there is room, or `call_slow` makes it.
    unsafe {
        if window.add((*entry).frame_slots.get()) <= (*run).limit {
            header::push(window, entry, pc, fp);
            window
        } else {
            call_slow(run, entry, window, pc, fp)
        }
    }
}

/// Gives the frame of a tail call to the callee: the callee's frame.
///
/// # Safety
/// The invariant holds of `run` and `fp`; `entry` is the callee's, and its arguments are in the first slots.
#[inline(always)]
pub(crate) unsafe fn reuse_frame(run: *mut Run, entry: *const Entry, fp: *mut u64) -> *mut u64 {
    // SAFETY: the caller's promise: there is room, or `replace_frame` makes it.
    unsafe {
        if fp.add((*entry).frame_slots.get()) <= (*run).limit {
            header::set_entry(fp, entry);
            fp
        } else {
            replace_frame(run, entry, fp, header::end(fp))
        }
    }
}

/// The frame that something outside the loop left as the current one.
///
/// # Safety
/// `run` is the innermost run.
#[inline(always)]
pub(crate) unsafe fn published_frame(run: *mut Run) -> *mut u64 {
    // SAFETY: the caller's promise.
    unsafe { (*run).fp }
}

/// Lets things outside the loop see the current frame.
///
/// # Safety
/// `run` is the innermost run.
#[inline(always)]
pub(crate) unsafe fn publish_frame(run: *mut Run, fp: *mut u64) {
    // SAFETY: the caller's promise.
    unsafe { (*run).fp = fp };
}
