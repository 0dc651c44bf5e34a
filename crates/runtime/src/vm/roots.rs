//! What keeps guest memory alive besides fibers: globals, words that a host holds, words that natives hold.
//! And the walk over all roots when the heap is collected.

use super::{Scheduler, Vm};
use crate::arch;
use crate::fiber::Fiber;
use crate::heap::Marker;
use crate::trap::Raised;
use crate::vmctx::VmCtx;

/// Words outside the heap that may lead into it.
pub struct Roots {
    /// The isolate's globals: memory of its own, since running code writes them through the context.
    globals: *mut u64,
    words: usize,
    /// Words that a host holds on to.
    pub handles: Vec<u64>,
    /// What a native has allocated beyond what its own frame keeps; empty between natives.
    pub(crate) natives: Vec<u64>,
}

impl Roots {
    pub(super) fn new(globals_bytes: usize) -> Roots {
        let globals = vec![0u64; globals_bytes.div_ceil(8)].into_boxed_slice();
        let words = globals.len();
        Roots { globals: Box::into_raw(globals).cast(), words, handles: Vec::new(), natives: Vec::new() }
    }

    /// The address of the globals, for the context.
    pub(super) fn globals(&self) -> *mut u8 {
        self.globals.cast()
    }

    /// The globals, while no guest code runs.
    pub(super) fn words(&self) -> &[u64] {
        // SAFETY: the globals are ours, and no guest code runs.
        unsafe { std::slice::from_raw_parts(self.globals, self.words) }
    }

    /// Gives all globals values, or zero, while no guest code runs, and forgets all else.
    pub(super) fn reset(&mut self, values: Option<&[u64]>) {
        match values {
            Some(values) => {
                let words = self.words.min(values.len());
                // SAFETY: the globals are ours, and no guest code runs while the Vm is reset.
                unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), self.globals, words) };
            }
            // SAFETY: the globals are ours, and no guest code runs while the Vm is reset.
            None => unsafe { std::ptr::write_bytes(self.globals, 0, self.words) },
        }
        self.handles.clear();
        self.natives.clear();
    }
}

impl Drop for Roots {
    fn drop(&mut self) {
        let globals = std::ptr::slice_from_raw_parts_mut(self.globals, self.words);
        // SAFETY: made by `Box::into_raw` in `new`; nothing runs any more that could reach it.
        drop(unsafe { Box::from_raw(globals) });
    }
}

impl Vm {
    /// What natives hold, of a Vm that is only known by its address.
    ///
    /// # Safety
    /// `vm` leads to a live Vm, and the roots are not borrowed.
    pub(crate) unsafe fn native_roots(vm: *mut Vm) -> *mut Vec<u64> {
        // SAFETY: the caller's promise.
        unsafe { &raw mut (*vm).roots.natives }
    }

    /// Collects, wherever the program is.
    ///
    /// # Safety
    /// `vm` leads to a live Vm of which the heap is not borrowed, and neither roots nor scheduler nor timers
    /// mutably.
    #[cold]
    pub(crate) unsafe fn collect_in(vm: *mut Vm) {
        // SAFETY: `collect_from` gets the Vm of the caller's promise and a stack pointer above which all
        // registers lie.
        unsafe { arch::with_registers_on_stack(collect_from, vm as usize) };
    }
}

/// # Safety
/// `vm` is the address of a Vm as [`Vm::collect_in`] gets it; every register that may hold a pointer is saved
/// above `sp`.
unsafe extern "C" fn collect_from(vm: usize, sp: usize) {
    let vm = vm as *mut Vm;
    // SAFETY: the caller's promise: these parts are not borrowed otherwise. They are disjoint from each
    // other.
    let (heap, scheduler, roots, timers, ctx) =
        unsafe { (&mut (*vm).heap, &(*vm).scheduler, &(*vm).roots, (*vm).timers.root(), Vm::context(vm)) };
    heap.collect(|marker| {
        // SAFETY: the stack pointer is the one that this function was given.
        unsafe { mark_stacks(scheduler, sp, marker) };
        let globals = roots.globals as usize;
        // SAFETY: the globals are the isolate's own.
        unsafe { marker.range(globals, globals + roots.words * 8) };
        roots.handles.iter().chain(&roots.natives).for_each(|w| marker.word(*w as usize));
        marker.word(timers as usize);
        // SAFETY: the context lives as long as the Vm, and no reference to it is held.
        unsafe { mark_context(ctx, marker) };
    });
    // SAFETY: the list of maps is no part that the caller may have borrowed.
    if let Some(maps) = unsafe { &mut (*vm).recorded_maps } {
        maps.retain(|(map, _)| heap.was_alive(*map));
    }
}

/// # Safety
/// `ctx` leads to a live context that nothing writes meanwhile.
unsafe fn mark_context(ctx: *const VmCtx, marker: &mut Marker<'_>) {
    // SAFETY: the caller's promise.
    let (spill, values) = unsafe { (&(*ctx).spill, &(*ctx).deopt_values) };
    spill.iter().chain(values).for_each(|w| marker.word(*w as usize));
}

/// # Safety
/// `sp` is the stack pointer, with every register that may hold a pointer saved above it.
unsafe fn mark_stacks(scheduler: &Scheduler, sp: usize, marker: &mut Marker<'_>) {
    if scheduler.on_host && scheduler.host_sp != 0 && scheduler.current.is_some() {
        // SAFETY: the part of the host's stack that natives run on, from here up to the scheduler.
        unsafe { marker.range(sp, scheduler.host_sp) };
    }
    let running = if scheduler.on_host { scheduler.fiber_sp } else { sp };
    for (id, fiber) in scheduler.fibers.iter() {
        let sp = if Some(id) == scheduler.current && running != 0 { running } else { fiber.sp };
        mark_fiber(fiber, sp, marker);
    }
}

fn mark_fiber(fiber: &Fiber, sp: usize, marker: &mut Marker<'_>) {
    fiber.values.iter().for_each(|w| marker.word(*w as usize));
    marker.word(fiber.wait as usize);
    marker.word(fiber.idle_wait as usize);
    for raise in &fiber.raises {
        if let Raised::Value { a, b } = raise.what {
            marker.word(a as usize);
            marker.word(b as usize);
        }
    }
    // Fibers that have not begun, or have ended, have no stack.
    let Some(last) = fiber.segments.len().checked_sub(1).filter(|_| fiber.sp != 0) else { return };
    for (n, segment) in fiber.segments.iter().enumerate() {
        // SAFETY: the used part of a stack that stays mapped as long as its fiber.
        unsafe { marker.range(if n == last { sp } else { segment.left_at } & !7, segment.hi) };
    }
    // SAFETY: slots that the stack owns.
    fiber.slots.used().for_each(|(lo, hi)| unsafe { marker.range(lo, hi) });
}
