//! What a native sees of the isolate that calls it: guest memory by handle, allocation, gas, and what it was
//! granted.
//!
//! **References into guest memory.** Reading borrows the caller, writing borrows it mutably, so that the
//! compiler keeps a native from holding a view of bytes while it writes others, which may be the same ones.
//! Allocating needs no more than a shared borrow: it changes no object that is alive, and a collection frees
//! none that a handle names, as handles are roots (`value.rs` tells why).
//!
//! **References into the Vm.** A caller holds a raw pointer and makes references to single parts of the Vm,
//! never to the whole, so that a part that a native has borrowed (its own state, a stream) is disjoint from
//! what an allocation changes. `docs/unsafe.md` has the whole picture.

use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::sync::Arc;

use purlin_base::{TrapCode, gas};

use super::call_record::{Caller, MAX_IN_FRAME};
use super::value::{AnyRef, OpaqueRef, Plain, PtrRef, SliceRef, Str, StrRef};
use super::{Answer, Stop};
use crate::bytes::move_bytes;
use crate::grants::Grants;
use crate::heap::ClassId;
use crate::trap::{Fault, Frame};
use crate::types::{TypeNo, Types};
use crate::vm::Vm;
use crate::vmctx::VmAddress;

impl<'c> Caller<'c> {
    /// # Safety
    /// `vm` is the Vm of the isolate whose guest code called, no reference to it is in use as long as the
    /// caller lives, and the caller stays on the stack that the collector scans.
    #[inline(always)]
    pub(crate) unsafe fn new(vm: *mut Vm) -> Caller<'c> {
        // SAFETY: the caller's promise.
        unsafe { Caller::with_address(VmAddress::new(vm)) }
    }

    /// The whole Vm, for the runtime's own natives. It borrows the caller, so nothing else is borrowed from
    /// it meanwhile.
    #[inline(always)]
    pub(crate) fn vm(&mut self) -> &mut Vm {
        // SAFETY: `new`'s promise: no other reference exists, and `&mut self` keeps further ones from being
        // made.
        unsafe { &mut *self.vm.get() }
    }

    /// The whole Vm, for tests of the tiers and for what no method here offers.
    ///
    /// # Safety
    /// Words that guest code or the collector takes for references must be ones: of raises, of fibers'
    /// arguments, of roots.
    pub unsafe fn isolate(&mut self) -> &mut Vm {
        self.vm()
    }

    // --- gas

    /// Takes gas; the next poll notices if there is none left.
    #[inline(always)]
    pub fn charge(&self, units: i64) {
        // SAFETY: the context lives as long as the Vm, and is only ever reached through raw pointers.
        unsafe {
            let ctx = Vm::context(self.vm.get());
            (*ctx).gas = (*ctx).gas.saturating_sub(units);
        }
    }

    /// Takes gas for bytes that are copied, compared or searched.
    #[inline(always)]
    pub fn charge_bytes(&self, bytes: usize) {
        self.charge(gas::bytes_touched(bytes as u64));
    }

    /// Units until a poll has something to do: while there are some, none does. Negative if the next one has.
    pub fn slice_left(&self) -> i64 {
        // SAFETY: the context lives as long as the Vm, and is only ever reached through raw pointers.
        unsafe { (*Vm::context(self.vm.get())).gas }
    }

    // --- reading and writing guest memory

    /// The bytes of a string.
    #[inline(always)]
    pub fn bytes(&self, text: StrRef<'c>) -> &[u8] {
        if text.len == 0 {
            return &[];
        }
        // SAFETY: a handle names live guest memory of that length, and nothing writes while `self` is
        // borrowed.
        unsafe { std::slice::from_raw_parts(text.at, text.len) }
    }

    /// A string as text; what is not UTF-8 becomes U+FFFD.
    pub fn text(&self, text: StrRef<'c>) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(text))
    }

    /// The elements of a slice.
    #[inline(always)]
    pub fn slice<T: Plain>(&self, slice: SliceRef<'c, T>) -> &[T] {
        if slice.len == 0 {
            return &[];
        }
        // SAFETY: a handle names live guest memory with so many elements, aligned as the guest's layouts are;
        // any bits are a `T`; and nothing writes while `self` is borrowed.
        unsafe { std::slice::from_raw_parts(slice.at, slice.len) }
    }

    /// The elements of a slice, to be written.
    #[inline(always)]
    pub fn slice_mut<T: Plain>(&mut self, slice: SliceRef<'c, T>) -> &mut [T] {
        if slice.len == 0 {
            return &mut [];
        }
        // SAFETY: a handle names live guest memory with so many elements; any bits are a `T`; and `self` is
        // borrowed mutably, so that no other view of guest memory is held.
        unsafe { std::slice::from_raw_parts_mut(slice.at, slice.len) }
    }

    /// Two slices at once, the first to be written: `None` where they share memory.
    pub fn disjoint<T: Plain, U: Plain>(
        &mut self,
        to: SliceRef<'c, T>,
        from: SliceRef<'c, U>,
    ) -> Option<(&mut [T], &[U])> {
        let (a, b) = (to.at as usize, from.at as usize);
        let (a_end, b_end) = (a + to.len * size_of::<T>(), b + from.len * size_of::<U>());
        let apart = to.len == 0 || from.len == 0 || a_end <= b || b_end <= a;
        // SAFETY: handles name live guest memory with so many elements, the two share no byte, and `self` is
        // borrowed mutably, so that no other view of guest memory is held.
        apart.then(|| unsafe {
            let to = if to.len == 0 { &mut [] } else { std::slice::from_raw_parts_mut(to.at, to.len) };
            let from = if from.len == 0 { &[] } else { std::slice::from_raw_parts(from.at, from.len) };
            (to, from)
        })
    }

    /// Calls `f` with elements to be written and elements to be read. Where the two share memory, the latter
    /// are a copy.
    pub fn write_from<T: Plain, U: Plain, R>(
        &mut self,
        to: SliceRef<'c, T>,
        from: SliceRef<'c, U>,
        f: impl FnOnce(&mut [T], &[U]) -> R,
    ) -> R {
        if let Some((to, from)) = self.disjoint(to, from) {
            return f(to, from);
        }
        let from = self.slice(from).to_vec();
        f(self.slice_mut(to), &from)
    }

    /// Several slices at once as cells, which may share memory.
    #[inline]
    pub fn cells<T: Plain, const N: usize>(&mut self, slices: [SliceRef<'c, T>; N]) -> [&[Cell<T>]; N] {
        slices.map(|slice| {
            if slice.len == 0 {
                return &[][..];
            }
            // SAFETY: a handle names live guest memory with so many elements; any bits are a `T`; `self` is
            // borrowed mutably, so that no other view of guest memory is held than these cells, which may
            // overlap.
            unsafe { std::slice::from_raw_parts(slice.at.cast::<Cell<T>>(), slice.len) }
        })
    }

    /// The slice with the element before its first one; `None` if that does not lie in the same object.
    pub fn with_one_before<T: Plain>(&mut self, slice: SliceRef<'c, T>) -> Option<SliceRef<'c, T>> {
        let at = slice.at.wrapping_sub(1);
        let heap = &self.vm().heap;
        let (object, _) = heap.object_start(slice.at as usize)?;
        let inside = at as usize >= object && (at as usize) < slice.at as usize;
        let (len, cap) = (slice.len + 1, slice.cap + 1);
        inside.then_some(SliceRef { at, len, cap, brand: PhantomData })
    }

    /// What a pointer leads to; `None` for null.
    #[inline]
    pub fn get<T: Plain>(&self, pointer: PtrRef<'c, T>) -> Option<&T> {
        // SAFETY: a handle is null or names a live `T` of the guest, and nothing writes while `self` is
        // borrowed.
        unsafe { pointer.at.as_ref() }
    }

    /// What a pointer leads to, to be written; `None` for null.
    #[inline]
    pub fn get_mut<T: Plain>(&mut self, pointer: PtrRef<'c, T>) -> Option<&mut T> {
        // SAFETY: a handle is null or names a live `T` of the guest, and `self` is borrowed mutably, so that
        // no other view of guest memory is held.
        unsafe { pointer.at.as_mut() }
    }

    /// The words from a reference to the end of what it leads into: of its object's cell, which may be larger
    /// than the object, or of the module's read-only data. For guests whose objects say themselves how long
    /// they are: what a native reads must follow from words that it found here. Empty for a reference that is
    /// not aligned to a word, and for one that leads elsewhere, such as null, a frame or a global.
    pub fn words_from(&self, reference: OpaqueRef<'c>) -> &[u64] {
        let address = reference.word as usize;
        if !address.is_multiple_of(size_of::<u64>()) {
            return &[];
        }
        // SAFETY: `new`'s promise: the heap is borrowed mutably for the time of a method at most, the
        // module's data never.
        let (heap, data) = unsafe { (&(*self.vm.get()).heap, (*self.vm.get()).shared.data.as_ptr_range()) };
        let words = |end: usize| end.saturating_sub(address) / size_of::<u64>();
        let (at, len) = if (data.start as usize..data.end as usize).contains(&address) {
            (address as *const u64, words(data.end as usize))
        } else if let Some((start, size)) = heap.object_start(address) {
            (address as *const u64, words(start + size))
        } else {
            return &[];
        };
        // SAFETY: the words lie within the module's data, which is immutable, or within one cell of the heap.
        // Its memory is mapped and initialised, as blocks in use are; the cell is the live object's that the
        // handle names, so no allocation uses it; nothing else writes while `self` is borrowed; and the
        // address is aligned.
        unsafe { std::slice::from_raw_parts(at, len) }
    }

    /// The words from a reference to the end of its object's cell, to be written; none for a reference that
    /// leads elsewhere than into the heap, or is not aligned. For the runtime's own natives, which write only
    /// objects of the kinds that `docs/dynamic.md` describes.
    pub(crate) fn words_mut(&mut self, reference: u64) -> &mut [u64] {
        let address = reference as usize;
        let Some((start, size)) = self.vm().heap.object_start(address) else { return &mut [] };
        if !address.is_multiple_of(size_of::<u64>()) {
            return &mut [];
        }
        let len = (start + size).saturating_sub(address) / size_of::<u64>();
        // SAFETY: the words lie within one cell of the heap, which is mapped and initialised and belongs to
        // the object that the guest's word names; `self` is borrowed mutably, so no other view of guest
        // memory is held; and the address is aligned.
        unsafe { std::slice::from_raw_parts_mut(address as *mut u64, len) }
    }

    /// What [`Caller::words_from`] shows, as words and as bytes.
    pub fn words_and_bytes_from(&self, reference: OpaqueRef<'c>) -> (&[u64], &[u8]) {
        let words = self.words_from(reference);
        // SAFETY: the words are readable and plain bits, their bytes are as many, and they stay borrowed from
        // `self`.
        let bytes = unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), size_of_val(words)) };
        (words, bytes)
    }

    /// `len` bytes from `offset` bytes after a reference on, if [`Caller::words_from`] shows all of them.
    pub fn bytes_from(&self, reference: OpaqueRef<'c>, offset: usize, len: usize) -> Option<&[u8]> {
        let (_, bytes) = self.words_and_bytes_from(reference);
        bytes.get(offset..)?.get(..len)
    }

    /// A slice of bytes as a string, which shares its memory. The guest sees later writes through it.
    pub fn as_str(&self, bytes: SliceRef<'c, u8>) -> StrRef<'c> {
        StrRef { at: bytes.at, len: bytes.len, brand: PhantomData }
    }

    /// A part of a string, which shares its memory. Panics if the range is not one of the string's.
    pub fn part(&self, text: StrRef<'c>, range: std::ops::Range<usize>) -> StrRef<'c> {
        assert!(range.start <= range.end && range.end <= text.len, "a part lies in its string");
        StrRef { at: text.at.wrapping_add(range.start), len: range.len(), brand: PhantomData }
    }

    // --- allocation

    /// Keeps an object alive until the native returns.
    #[inline(always)]
    pub(crate) fn keep(&self, at: usize) {
        let n = self.allocated.get();
        match self.fresh.get(n) {
            Some(place) => place.set(MaybeUninit::new(at)),
            None => self.keep_far(at),
        }
        self.allocated.set(n + 1);
    }

    /// Keeps an object alive until the next one is kept so.
    #[inline(always)]
    pub(crate) fn keep_one(&self, at: usize) {
        self.fresh[self.fresh.len() - 1].set(MaybeUninit::new(at));
    }

    #[cold]
    #[inline(never)]
    fn keep_far(&self, at: usize) {
        // SAFETY: no reference to these roots is ever held across a call of a method.
        unsafe { (*Vm::native_roots(self.vm.get())).push(at as u64) };
    }

    /// Allocates, collecting if need be, and keeps the object alive until the native returns.
    #[inline(always)]
    pub(crate) fn allocate(
        &self,
        f: impl FnMut(&mut crate::heap::Heap) -> Result<*mut u8, crate::heap::HeapError>,
    ) -> Result<usize, Stop> {
        // SAFETY: `new`'s promise; what is borrowed from the caller is no part of the heap's tables.
        let at = unsafe { Vm::allocate_in(self.vm.get(), f) }?;
        self.keep(at);
        Ok(at)
    }

    /// A zeroed object of a class. It charges nothing.
    pub(crate) fn new_object(&self, class: ClassId) -> Result<usize, Stop> {
        self.allocate(|heap| heap.alloc(class))
    }

    /// A zeroed object of a type. It charges nothing.
    pub(crate) fn new_value(&self, ty: TypeNo) -> Result<usize, Stop> {
        let desc = self.types().desc(ty);
        if self.types().is_made(ty) {
            let bytes = desc.size as usize;
            return self.allocate(|heap| heap.alloc_sized(crate::heap::LayoutId::ALL, bytes));
        }
        self.new_object(desc.class)
    }

    /// Whether objects of a class hold pointers.
    pub(crate) fn has_pointers(&self, class: ClassId) -> bool {
        // SAFETY: the heap is only ever borrowed for the time of a method.
        unsafe { (*self.vm.get()).heap.class_has_pointers(class) }
    }

    /// `n` zeroed bytes without pointers, charged.
    #[inline(always)]
    pub(crate) fn new_buffer(&self, n: usize) -> Result<usize, Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64));
        self.allocate(|heap| heap.alloc_bytes(n))
    }

    /// `n` bytes without pointers, charged, the first `filled` of which the caller writes at once.
    #[inline(always)]
    pub(crate) fn new_buffer_to_fill(&self, n: usize, filled: usize) -> Result<usize, Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64));
        self.allocate(|heap| heap.alloc_bytes_to_fill(n, filled))
    }

    /// `n` zeroed words that may hold pointers, charged.
    pub(crate) fn new_words(&self, n: usize) -> Result<usize, Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64 * 8));
        self.allocate(|heap| heap.alloc_sized(crate::heap::LayoutId::ALL, n * 8))
    }

    /// A string with these bytes in fresh memory.
    ///
    /// # Errors
    /// Ends the run where the memory limit does not allow it; so for all below.
    #[inline]
    pub fn new_string(&self, bytes: &[u8]) -> Result<StrRef<'c>, Stop> {
        let at = self.new_buffer_to_fill(bytes.len(), bytes.len())?;
        // SAFETY: a fresh object of that size, which no view of guest memory shows.
        unsafe { move_bytes(at as *mut u8, bytes.as_ptr(), bytes.len()) };
        Ok(StrRef { at: at as *const u8, len: bytes.len(), brand: PhantomData })
    }

    /// A string of `len` bytes in fresh memory, which are zeros until `fill` writes them.
    pub fn new_string_with(&self, len: usize, fill: impl FnOnce(&mut [u8])) -> Result<StrRef<'c>, Stop> {
        let at = self.new_buffer(len)?;
        if len > 0 {
            // SAFETY: a fresh object of that size, kept alive by this caller, which no handle names before
            // this returns, so that nothing that `fill` has borrowed shows it.
            fill(unsafe { std::slice::from_raw_parts_mut(at as *mut u8, len) });
        }
        Ok(StrRef { at: at as *const u8, len, brand: PhantomData })
    }

    /// A slice with these elements in fresh memory.
    pub fn new_slice<T: Plain>(&self, elements: &[T]) -> Result<SliceRef<'c, T>, Stop> {
        let bytes = size_of_val(elements);
        let at = self.new_buffer_to_fill(bytes, bytes)?;
        // SAFETY: a fresh object of that size, which no view of guest memory shows.
        unsafe { move_bytes(at as *mut u8, elements.as_ptr().cast(), bytes) };
        Ok(SliceRef { at: at as *mut T, len: elements.len(), cap: elements.len(), brand: PhantomData })
    }

    /// A slice of `n` zeros.
    pub fn new_zeros<T: Plain>(&self, n: usize) -> Result<SliceRef<'c, T>, Stop> {
        let at = self.new_buffer(n.saturating_mul(size_of::<T>()))?;
        Ok(SliceRef { at: at as *mut T, len: n, cap: n, brand: PhantomData })
    }

    /// An object of these bytes, one part after the other, in fresh memory in which the collector looks for
    /// no references.
    pub fn new_bytes_object(&self, parts: &[&[u8]]) -> Result<OpaqueRef<'c>, Stop> {
        let len = parts.iter().fold(0, |len: usize, part| len.saturating_add(part.len()));
        let at = self.new_buffer(len)?;
        let mut end = at as *mut u8;
        for part in parts {
            // SAFETY: a fresh object with room for all parts, as their lengths were summed up, which no view
            // of guest memory shows.
            unsafe {
                move_bytes(end, part.as_ptr(), part.len());
                end = end.add(part.len());
            }
        }
        Ok(OpaqueRef { word: at as u64, brand: PhantomData })
    }

    /// Charges and allocates so many bytes that nothing keeps: whether the memory limit would allow for as
    /// much outside of it.
    ///
    /// # Errors
    /// Ends the run where it does not.
    pub fn probe(&self, bytes: usize) -> Result<(), Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
        // SAFETY: `new`'s promise; what is borrowed from the caller is no part of the heap's tables.
        unsafe { Vm::allocate_in(self.vm.get(), |heap| heap.alloc_bytes(bytes)) }.map(|_| ())
    }

    /// A slice of strings in fresh memory.
    pub fn new_strings<S: AsRef<[u8]>>(
        &self,
        strings: impl ExactSizeIterator<Item = S>,
    ) -> Result<SliceRef<'c, Str>, Stop> {
        let n = strings.len();
        let buffer = self.new_words(n * 2)? as *mut [u64; 2];
        for (i, text) in strings.take(n).enumerate() {
            let text = text.as_ref();
            let at = self.new_buffer(text.len())?;
            // SAFETY: the fresh buffers have room for the text, and for `n` pairs of address and length.
            unsafe {
                move_bytes(at as *mut u8, text.as_ptr(), text.len());
                buffer.add(i).write([at as u64, text.len() as u64]);
            }
        }
        Ok(SliceRef { at: buffer.cast(), len: n, cap: n, brand: PhantomData })
    }

    // --- raising and ending

    /// Begins to raise as a trapping op does. To be returned by the native at once.
    #[cold]
    pub fn raise_trap(&mut self, code: TrapCode, a: i64, b: i64) -> Stop {
        self.vm().raise_trap(code, a, b)
    }

    /// Begins to raise as the use of a null pointer does. To be returned by the native at once.
    #[cold]
    pub fn raise_null(&mut self) -> Stop {
        self.raise_trap(TrapCode::NilDereference, 0, 0)
    }

    /// Begins to raise what the guest makes of a fault. To be returned by the native at once.
    #[cold]
    pub fn fault(&mut self, fault: Fault) -> Stop {
        let words = self.vm().shared.words;
        (words.fault)(self, fault)
    }

    /// Begins to raise a value. To be returned by the native at once.
    #[cold]
    pub fn raise_value(&mut self, value: AnyRef<'c>) -> Stop {
        self.vm().raise_value(value.ty, value.word)
    }

    /// Begins to end the running fiber after its deferred work. To be returned by the native at once.
    pub fn raise_leave(&mut self) -> Stop {
        self.vm().raise_leave()
    }

    /// The guest frames of the running fiber, innermost first.
    pub fn traceback(&mut self) -> Vec<Frame> {
        self.vm().traceback()
    }

    /// How many data races were found since this was called last, and whether the guest accounts for them.
    pub fn new_races(&mut self, accounted: bool) -> u64 {
        self.vm().new_races(accounted)
    }

    // --- the isolate

    /// The module's run-time types.
    #[inline]
    pub fn types(&self) -> &'c Types {
        // SAFETY: the pointer leads to the types of the module, or to those of the isolate once it has made
        // some. Both are kept until the isolate ends, which outlives the call, and what they have never
        // changes.
        unsafe { &*(*self.vm.get()).types }
    }

    /// The types of the isolate's own, to which it can add.
    pub(crate) fn own_types(&mut self) -> &'c Types {
        self.vm().own_types();
        self.types()
    }

    /// The host's own state, if it is a `T`.
    pub fn host<T: Any>(&mut self) -> Option<&mut T> {
        self.vm().world.note("uses the state of the host");
        self.vm().world.host.downcast_mut()
    }

    /// The words of the isolate's globals, as `purlin_ir::Layout` lays them out.
    pub fn globals(&mut self) -> &[u64] {
        self.vm().roots.words()
    }

    /// What the guest's front end attached to the module, if it is a `T`.
    pub fn guest<T: Any + Send + Sync>(&mut self) -> Option<Arc<T>> {
        self.vm().world.guest.clone().downcast().ok()
    }

    /// State of natives that lives as long as a run: one value of each type, made when it is first asked for.
    pub fn state<T: Any + Send + Default>(&mut self) -> &mut T {
        self.vm().world.native_state.get()
    }

    /// Memory that a native keeps for its next call, whose contents change nothing of what it does: otherwise
    /// as [`Caller::state`].
    pub fn scratch<T: Any + Send + Default>(&mut self) -> &mut T {
        self.vm().world.scratch.get()
    }

    /// Notes a map that was made, while maps are recorded.
    #[inline]
    pub(crate) fn note_map(&mut self, map: usize, ty: u32) {
        if let Some(maps) = &mut self.vm().recorded_maps {
            maps.push((map, ty));
        }
    }

    /// What the program may see of the world outside.
    pub fn grants(&mut self) -> &Grants {
        self.vm().world.note("asks for files, variables of the environment or entropy");
        &self.vm().world.grants
    }

    /// The arguments of the program, its own name first.
    pub fn args(&mut self) -> &[String] {
        self.vm().world.reads_args = true;
        &self.vm().world.args
    }

    /// An address as the guest may see it: the same on every run, without a hint at where the host's memory
    /// lies.
    ///
    /// # Errors
    /// Numbers for so many objects do not fit the limit of memory.
    pub fn shown_address(&mut self, bits: u64) -> Result<u64, Stop> {
        self.vm().shown_address(bits)
    }

    /// One of `n` alternatives, from the isolate's own generator.
    pub fn choose(&mut self, n: usize) -> usize {
        self.vm().scheduler.choose(n)
    }

    /// Fibers that have not ended.
    pub fn fiber_count(&mut self) -> usize {
        self.vm().scheduler.fiber_count()
    }

    /// The running fiber's number: it counts up, the first is 1.
    pub fn fiber_number(&mut self) -> u64 {
        self.vm().fiber().number
    }

    /// Bytes allocated so far in all.
    pub fn allocated_bytes(&mut self) -> u64 {
        self.vm().heap.allocated_bytes()
    }

    /// Bytes of heap that there may be at once.
    pub fn heap_limit(&mut self) -> u64 {
        self.vm().world.reads_heap_limit = true;
        self.vm().limits.heap_bytes as u64
    }

    /// Collects now.
    pub fn collect(&mut self) {
        // SAFETY: `&mut self`: no reference to a part of the Vm is in use.
        unsafe { Vm::collect_in(self.vm.get()) };
    }

    // --- streams

    /// Writes a string to stream 1 (output) or 2 (errors), as much as the limit allows.
    ///
    /// # Errors
    /// Ends the run when the limit is reached or the stream fails.
    pub fn write(&mut self, stream: i64, text: StrRef<'c>) -> Answer {
        let bytes: &[u8] = match text.len {
            0 => &[],
            // SAFETY: a handle names live guest memory of that length, which a stream of the host cannot
            // reach; so the bytes stay as they are.
            len => unsafe { std::slice::from_raw_parts(text.at, len) },
        };
        self.write_bytes(stream, bytes)
    }

    /// Writes bytes of the native's own.
    ///
    /// # Errors
    /// See [`Caller::write`].
    pub fn write_bytes(&mut self, stream: i64, bytes: &[u8]) -> Answer {
        self.charge_bytes(bytes.len());
        self.charge(gas::TRANSFER);
        self.vm().write_output(stream, bytes)
    }

    /// One read of standard input into guest memory: how many bytes, 0 at the end.
    ///
    /// # Errors
    /// Ends the run when the stream fails.
    pub fn read(&mut self, buffer: SliceRef<'c, u8>) -> Result<usize, Stop> {
        let n = {
            let bytes: &mut [u8] = if buffer.len == 0 {
                &mut []
            } else {
                // SAFETY: live guest memory of that length, no part of the Vm; `&mut self` says that no view
                // of it is held.
                unsafe { std::slice::from_raw_parts_mut(buffer.at, buffer.len) }
            };
            self.vm().read_input(bytes)?
        };
        self.charge_bytes(n);
        self.charge(gas::TRANSFER);
        Ok(n)
    }
}

impl Drop for Caller<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.allocated.get() > MAX_IN_FRAME {
            // SAFETY: no reference to these roots is ever held across a call of a method.
            unsafe { (*Vm::native_roots(self.vm.get())).clear() };
        }
    }
}
