//! What keeps guest memory alive besides fibers: globals, words that a host holds, words that natives hold.
//! And the walk over all roots when the heap is collected.

use crate::timeline::Event;
use std::io;
use std::sync::Arc;

use super::{Scheduler, Vm};
use crate::arch;
use crate::border::States;
use crate::fiber::Fiber;
use crate::heap::{Marker, MemoryFile, PAGE, Region, written};
use crate::natives::races::OUTSIDE;
use crate::trap::Raised;
use crate::vmctx::VmCtx;

/// Words outside the heap that may lead into it.
pub struct Roots {
    /// The isolate's globals: memory of its own, since running code writes them through the context.
    globals: *mut u64,
    words: usize,
    /// The mapping that they lie in, if they are many.
    region: Option<Region>,
    /// The place in a file that is mapped there.
    place: Option<FilePlace>,
    /// Words that the host keeps alive.
    pub handles: Vec<u64>,
    /// Objects that the host keeps by number.
    pub(crate) states: Vec<States>,
    /// What a native has allocated beyond what its own frame keeps; empty between natives.
    pub(crate) natives: Vec<u64>,
    /// Addresses of which the guest has numbers that may become addresses again.
    pub(crate) sources: Sources,
}

/// The addresses that a guest was shown last as numbers in headers: each with its number. Which they are
/// depends on what the program did alone, not on when the heap was collected, as they are kept alive.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<(u64, u64)>);

impl Sources {
    const MOST: usize = 8;

    /// Notes an address as the latest.
    pub(crate) fn push(&mut self, address: u64, number: u64) {
        if self.0.last() == Some(&(address, number)) {
            return;
        }
        self.0.retain(|(known, _)| *known != address);
        if self.0.len() == Self::MOST {
            self.0.remove(0);
        }
        self.0.push((address, number));
    }

    /// The addresses and their numbers, the latest first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().rev().copied()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Bytes of globals from which on they have a mapping of their own.
const LARGE: usize = 64 << 10;

/// A place in a file, until nothing maps it any more.
struct FilePlace {
    file: Arc<MemoryFile>,
    offset: u64,
}

impl Drop for FilePlace {
    fn drop(&mut self) {
        self.file.give(self.offset);
    }
}

impl Roots {
    pub(super) fn new(globals_bytes: usize) -> io::Result<Roots> {
        let words = globals_bytes.div_ceil(8);
        let region = (globals_bytes >= LARGE).then(|| Region::reserve(globals_bytes)).transpose()?;
        let globals = match &region {
            Some(region) => region.base().cast(),
            None => Box::into_raw(vec![0u64; words].into_boxed_slice()).cast(),
        };
        let sources = Sources::default();
        let (handles, states, natives) = (vec![], vec![], vec![]);
        Ok(Roots { globals, words, region, place: None, handles, states, natives, sources })
    }

    /// A file for globals of snapshots, if they are many.
    pub(super) fn file(&self) -> Option<Arc<MemoryFile>> {
        self.region.as_ref()?;
        MemoryFile::new((self.words * 8).next_multiple_of(PAGE)).map(Arc::new)
    }

    /// The address of the globals, for the context.
    pub(super) fn globals(&self) -> *mut u8 {
        self.globals.cast()
    }

    /// How far an address lies into the globals, if it does.
    pub(super) fn offset_of(&self, address: usize) -> Option<usize> {
        let offset = address.wrapping_sub(self.globals as usize);
        (offset < self.words * 8).then_some(offset)
    }

    /// Whether an address lies in the globals.
    pub(crate) fn is_global(&self, address: usize) -> bool {
        self.offset_of(address).is_some()
    }

    /// The globals, while no guest code runs.
    pub(crate) fn words(&self) -> &[u64] {
        // SAFETY: the globals are ours, and no guest code runs.
        unsafe { std::slice::from_raw_parts(self.globals, self.words) }
    }

    /// The globals of a page, while no guest code runs.
    fn page(&mut self, n: usize) -> &mut [u64] {
        let first = (n * PAGE / 8).min(self.words);
        let count = (PAGE / 8).min(self.words - first);
        // SAFETY: a part of the globals, which are ours, and no guest code runs.
        unsafe { std::slice::from_raw_parts_mut(self.globals.add(first), count) }
    }

    fn put_page(&mut self, n: usize, values: Option<&[u64]>) {
        let page = self.page(n);
        match values {
            Some(values) => page.copy_from_slice(&values[n * PAGE / 8..][..page.len()]),
            None => page.fill(0),
        }
    }

    /// Gives all globals the values with which [`Roots::begin_from`] was called last, or zero if it was not,
    /// while no guest code runs, and forgets all else.
    pub(super) fn reset(&mut self, values: Option<&[u64]>) {
        let pages = (self.words * 8).div_ceil(PAGE);
        // What was written to is known of fresh pages, and of those that are mapped from a file.
        let known = self.region.is_some() && self.place.is_some() == values.is_some();
        let base = self.globals as usize;
        if !known || !written(base, pages, |n| self.put_page(n, values)) {
            (0..pages).for_each(|n| self.put_page(n, values));
        }
        self.handles.clear();
        self.states.clear();
        self.natives.clear();
        self.sources.clear();
    }

    /// Gives the globals these values, which they have again whenever they are reset to them.
    pub(super) fn begin_from(&mut self, values: &[u64], file: Option<&Arc<MemoryFile>>) {
        self.reset(None);
        self.reset(Some(values));
        let (Some(file), Some(region)) = (file, &mut self.region) else { return };
        let Ok(offset) = file.take() else { return };
        let place = FilePlace { file: file.clone(), offset };
        let bytes = self.words * 8;
        // SAFETY: the globals are ours, and no guest code runs; any bytes of words can be read.
        let image = unsafe { std::slice::from_raw_parts(self.globals.cast::<u8>(), bytes) };
        let mapped = file
            .write(image, offset)
            .and_then(|()| region.map_file(0, bytes.next_multiple_of(PAGE), file.descriptor(), offset));
        self.place = mapped.is_ok().then_some(place);
    }

    /// The globals are zero from now on, and when they are reset.
    pub(super) fn begin_anew(&mut self) {
        if let (Some(region), Some(place)) = (&mut self.region, self.place.take())
            && region.map_anew(0, (self.words * 8).next_multiple_of(PAGE)).is_err()
        {
            // The file stays mapped, so its place is not used again.
            std::mem::forget(place);
        }
        (0..(self.words * 8).div_ceil(PAGE)).for_each(|n| self.put_page(n, None));
        self.reset(None);
    }
}

impl Drop for Roots {
    fn drop(&mut self) {
        if self.region.is_none() {
            let globals = std::ptr::slice_from_raw_parts_mut(self.globals, self.words);
            // SAFETY: made by `Box::into_raw` in `new`; nothing runs any more that could reach it.
            drop(unsafe { Box::from_raw(globals) });
        }
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
        // SAFETY: the caller's promise.
        if unsafe { Vm::sample_allocation(vm) } {
            return;
        }
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
    // SAFETY: the table of the host's objects is borrowed while values are read, which allocates nothing in
    // guest memory.
    let objects = unsafe { &(*vm).objects };
    // SAFETY: natives borrow the dynamic part only between two allocations.
    let dynamic = unsafe { &(*vm).dynamic };
    // SAFETY: the timeline is no part that the caller may have borrowed.
    let began = unsafe { (*vm).timeline.as_ref() }.map(|_| std::time::Instant::now());
    heap.collect(|marker| {
        // SAFETY: the stack pointer is the one that this function was given.
        unsafe { mark_stacks(scheduler, sp, marker) };
        let globals = roots.globals as usize;
        // SAFETY: the globals are the isolate's own.
        unsafe { marker.range(globals, globals + roots.words * 8) };
        let states = roots.states.iter().flat_map(|states| &states.objects);
        roots.handles.iter().chain(&roots.natives).chain(states).for_each(|w| marker.word(*w as usize));
        roots.sources.latest().for_each(|(address, _)| marker.word(address as usize));
        marker.word(timers as usize);
        objects.mark(marker);
        dynamic.mark(marker);
        // SAFETY: the context lives as long as the Vm, and no reference to it is held.
        unsafe { mark_context(ctx, marker) };
    });
    // SAFETY: the list of maps is no part that the caller may have borrowed.
    if let Some(maps) = unsafe { &mut (*vm).recorded_maps } {
        maps.retain(|(map, _)| heap.was_alive(*map));
    }
    // SAFETY: the table is no part that the caller may have borrowed: `Vm::shown_address` collects only
    // between two uses of it.
    unsafe { (*vm).addresses.retain_alive(heap) };
    // SAFETY: what finds races is no part that the caller may have borrowed: nothing collects while it runs.
    if let Some(finder) = unsafe { &mut (*vm).finder } {
        let is_kept = |at| at == OUTSIDE || roots.offset_of(at).is_some();
        finder.retain_alive(|at| is_kept(at) || heap.was_alive(at));
    }
    // SAFETY: the timeline is no part that the caller may have borrowed.
    if let Some((timeline, began)) = unsafe { (*vm).timeline.as_mut() }.zip(began) {
        timeline.note(Event::Collection { live: heap.stats().live_bytes as u64 }, began);
    }
    // SAFETY: the sampler is no part that the caller may have borrowed.
    if let Some(sampler) = unsafe { &mut (*vm).sampler } {
        sampler.collected(|at| heap.was_alive(at));
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
    fiber.locals.iter().flat_map(|l| l.iter()).for_each(|w| marker.word(*w as usize));
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
