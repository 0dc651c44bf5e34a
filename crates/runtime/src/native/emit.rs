//! Values of guest memory as text, by a plan of their types: the way back of [`super::fill`], which
//! tells what a plan, a state and the promises are. Each call appends to a buffer of the guest.

use std::marker::PhantomData;

use purlin_base::gas;

use super::fill::op;
use super::{Caller, OpaqueRef, SliceRef, Stop};
use crate::bytes::move_bytes;
use crate::heap::{HeapError, LayoutId};
use crate::map;
use crate::vm::Vm;

/// What makes text of values.
pub trait Sink {
    /// Bytes as they are.
    fn raw(&mut self, bytes: &[u8]);
    /// The first `len` bytes of words as they are, but that the first byte is `first`.
    fn packed(&mut self, words: &[u64], len: usize, first: u8);
    /// A string.
    fn string(&mut self, bytes: &[u8]);
    /// An integer.
    fn int(&mut self, value: i64);
    /// An integer.
    fn uint(&mut self, value: u64);
    /// A float; false if there is no text for it.
    fn float(&mut self, value: f64) -> bool;
    /// A float; false if there is no text for it.
    fn single(&mut self, value: f32) -> bool;
    /// All that was made.
    fn made(&self) -> &[u8];
}

/// Words of a field: its node, and flags above 32 bits; its offset; where its key lies in the table, and the
/// bytes of it above 32 bits; the same of its key in the other dialect.
const FIELD: usize = 4;

/// Flags of fields.
mod flag {
    /// A field whose first so many bytes are zero is left out: 1, 2, 4 or 8.
    pub(super) const SIZES: u64 = 15;
    /// One whose second word is zero.
    pub(super) const LENGTH: u64 = 16;
    /// A map without entries.
    pub(super) const MAP: u64 = 32;
    /// The sizes are those of floats.
    pub(super) const FLOAT: u64 = 64;
}

/// Words of the state before the frames.
mod place {
    pub(super) const DEPTH: usize = 1;
    pub(super) const NODE: usize = 2;
    pub(super) const ADDRESS: usize = 3;
    pub(super) const AFTER: usize = 4;
    /// How many pointers, maps and lists enclose the value, times two; odd if its address can be taken.
    pub(super) const WITHIN: usize = 5;
    /// Bytes that a buffer has room for which grows while more text follows.
    pub(super) const WANTED: usize = 6;
    /// 1 if the buffer's bytes beyond its length may be anything.
    pub(super) const UNCLEARED: usize = 7;
    pub(super) const FRAMES: usize = 8;
}

/// Words of a frame: node; address; what comes next; how many there are, or whether there was any; what is
/// around.
const FRAME: usize = 5;

/// Pointers, maps and lists that may enclose each other before the library must look for cycles.
const DEEPEST: u64 = 1000;
/// Entries of a map that are sorted in one go.
const MOST_ENTRIES: usize = 4096;
/// Bytes of their keys.
const MOST_KEY_BYTES: usize = 1 << 20;

/// Why the work stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    Done = 0,
    /// The library is to do a value; the work resumes after it.
    Value = 1,
    /// The library is to do a field, the one before the frame's next.
    Member = 2,
    /// The state has no room for another frame.
    Room = 3,
    /// There was work enough for one call.
    Pause = 4,
    /// The library is to make a node for what an interface holds.
    Type = 5,
}

enum Step {
    Value(usize, usize, u64),
    After,
    Halt(Halt),
}

struct Emit<'f, 'c, 's, S> {
    caller: &'f Caller<'c>,
    table: &'f [u64],
    types: &'f [u64],
    state: *mut u64,
    room: usize,
    depth: usize,
    limit: usize,
    second: bool,
    /// Fields that were left out.
    skipped: i64,
    sink: &'s mut S,
}

/// What [`emit`] goes by: nodes, the nodes of types by their numbers, whether keys are those of the second
/// dialect, and how many bytes one call makes, about.
#[derive(Clone, Copy)]
pub struct Plan<'c> {
    pub table: SliceRef<'c, u64>,
    pub types: SliceRef<'c, u64>,
    pub second: bool,
    pub bytes: usize,
}

/// Continues to make text.
///
/// # Errors
/// Ends the run where the memory limit does not allow what it needs.
pub fn emit<'c, S: Sink>(
    caller: &Caller<'c>,
    plan: Plan<'c>,
    (state, room): (OpaqueRef<'c>, i64),
    out: SliceRef<'c, u8>,
    sink: &mut S,
) -> Result<(Halt, SliceRef<'c, u8>), Stop> {
    let state = state.word as *mut u64;
    // SAFETY: the library's promise: the state has its head.
    let [depth, node, at, after, within] = unsafe {
        [place::DEPTH, place::NODE, place::ADDRESS, place::AFTER, place::WITHIN].map(|i| *state.add(i))
    };
    let room = (room as usize).saturating_sub(place::FRAMES) / FRAME;
    let (table, types) = (caller.slice(plan.table), caller.slice(plan.types));
    let (limit, second, depth) = (plan.bytes, plan.second, depth as usize);
    let mut emit = Emit { caller, table, types, state, room, depth, limit, second, skipped: 0, sink };
    let mut step = if after != 0 { Step::After } else { Step::Value(node as usize, at as usize, within) };
    let halt = loop {
        step = match step {
            Step::Value(node, at, within) => emit.value(node, at, within)?,
            Step::After => emit.after()?,
            Step::Halt(halt) => break halt,
        };
    };
    let (depth, skipped) = (emit.depth, emit.skipped);
    // SAFETY: the state has its head, by the library's promise.
    unsafe {
        *state.add(place::DEPTH) = depth as u64;
        *state.add(place::AFTER) = u64::from(!matches!(halt, Halt::Room | Halt::Type));
    }
    let made = sink.made();
    caller.charge(skipped + gas::bytes_hashed(made.len() as u64));
    let pauses = halt == Halt::Pause;
    // SAFETY: the state has its head.
    let [wanted, mut uncleared] = unsafe { [place::WANTED, place::UNCLEARED].map(|i| *state.add(i)) };
    let wanted = if pauses { wanted as usize } else { 0 };
    let out = append(caller, out, made, (wanted, pauses), &mut uncleared)?;
    // SAFETY: the state has its head.
    unsafe { *state.add(place::UNCLEARED) = uncleared };
    Ok((halt, out))
}

/// Appends to a slice of the guest, whose memory beyond its length nothing else uses; one that grows has room
/// for `wanted` bytes at least. Where `more` text follows at once, that memory is cleared later, so that what
/// the text fills is never cleared: nothing else of the guest sees the slice before.
fn append<'c>(
    caller: &Caller<'c>,
    to: SliceRef<'c, u8>,
    bytes: &[u8],
    (wanted, more): (usize, bool),
    uncleared: &mut u64,
) -> Result<SliceRef<'c, u8>, Stop> {
    let len = to.len + bytes.len();
    let (mut at, mut cap) = (to.at, to.cap);
    if len > cap {
        cap = len.max(2 * cap).max(64).max(wanted);
        at = caller.new_buffer_to_fill(cap, if more { cap } else { len })? as *mut u8;
        *uncleared = u64::from(more);
        // SAFETY: fresh memory with room for what there was.
        unsafe { std::ptr::copy_nonoverlapping(to.at, at, to.len) };
    }
    // SAFETY: the buffer has room for that.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), at.add(to.len), bytes.len()) };
    if *uncleared != 0 && !more {
        *uncleared = 0;
        // SAFETY: the buffer has `cap` bytes.
        unsafe { at.add(len).write_bytes(0, cap - len) };
    }
    Ok(SliceRef { at, len, cap, brand: PhantomData })
}

/// # Safety
/// A `T` of the guest is at the address.
#[inline(always)]
unsafe fn load<T: Copy>(at: usize) -> T {
    // SAFETY: the caller's promise.
    unsafe { *(at as *const T) }
}

/// The bytes of the string at an address.
///
/// # Safety
/// A string of the guest is there, and lives as long as the result is used.
#[inline(always)]
unsafe fn text_at<'a>(at: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe {
        let (data, len) = (load::<*const u8>(at), load::<usize>(at + 8));
        if len == 0 { &[] } else { std::slice::from_raw_parts(data, len) }
    }
}

impl<S: Sink> Emit<'_, '_, '_, S> {
    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.table[i]
    }

    #[cold]
    fn halt(&mut self, node: usize, at: usize, within: u64, halt: Halt) -> Step {
        for (i, word) in [(place::NODE, node as u64), (place::ADDRESS, at as u64), (place::WITHIN, within)] {
            // SAFETY: the state has its head.
            unsafe { *self.state.add(i) = word };
        }
        Step::Halt(halt)
    }

    /// A value without parts: false if it is none, or has no text.
    #[inline(always)]
    fn scalar(&mut self, first: u64, at: usize) -> bool {
        // SAFETY: a value that the node describes is at the address.
        unsafe {
            match first as u8 {
                op::STRING => self.sink.string(text_at(at)),
                op::INT => self.sink.int(match (first >> 16) as u16 {
                    1 => load::<i8>(at).into(),
                    2 => load::<i16>(at).into(),
                    4 => load::<i32>(at).into(),
                    _ => load::<i64>(at),
                }),
                op::UINT => self.sink.uint(match (first >> 16) as u16 {
                    1 => load::<u8>(at).into(),
                    2 => load::<u16>(at).into(),
                    4 => load::<u32>(at).into(),
                    _ => load::<u64>(at),
                }),
                op::BOOL => self.sink.raw(if load::<u8>(at) != 0 { b"true" } else { b"false" }),
                op::F64 => return self.sink.float(load(at)),
                op::F32 => return self.sink.single(load(at)),
                _ => return false,
            }
        }
        true
    }

    /// A value without parts that are to be visited: a scalar, or what is nil or empty; false if it is none,
    /// or has
    /// no text.
    #[inline(always)]
    fn leaf(&mut self, node: usize, at: usize, within: u64) -> bool {
        let first = self.word(node);
        if self.scalar(first, at) {
            return true;
        }
        // SAFETY: a value that the node describes is at the address; the first word of an interface says its
        // type,
        // that of the others where they lead.
        unsafe {
            match first as u8 {
                op::POINTER | op::ANY | op::MAP if load::<usize>(at) == 0 => self.sink.raw(b"null"),
                op::SLICE if load::<usize>(at) == 0 => self.sink.raw(b"null"),
                op::SLICE
                    if load::<usize>(at + 8) == 0 && within >> 1 < DEEPEST && self.depth < self.room =>
                {
                    self.sink.raw(b"[]");
                }
                _ => return false,
            }
        }
        true
    }

    #[inline(always)]
    fn value(&mut self, node: usize, at: usize, within: u64) -> Result<Step, Stop> {
        let first = self.word(node);
        if self.scalar(first, at) {
            return Ok(Step::After);
        }
        Ok(match first as u8 {
            op::POINTER => self.pointer(node, at, within),
            op::ANY => self.any(node, at, within),
            op::STRUCT | op::ARRAY | op::SLICE => self.enter(node, at, within),
            op::MAP => return self.map(node, at, within),
            _ => self.halt(node, at, within, Halt::Value),
        })
    }

    fn null(&mut self) -> Step {
        self.sink.raw(b"null");
        Step::After
    }

    fn pointer(&mut self, node: usize, at: usize, within: u64) -> Step {
        // SAFETY: a pointer of the guest.
        let to: usize = unsafe { load(at) };
        if to == 0 {
            return self.null();
        }
        if within >> 1 >= DEEPEST {
            return self.halt(node, at, within, Halt::Value);
        }
        Step::Value(self.word(node + 1) as usize, to, (within | 1) + 2)
    }

    #[inline(always)]
    fn any(&mut self, node: usize, at: usize, within: u64) -> Step {
        // SAFETY: an interface of the guest.
        let (ty, word): (usize, usize) = unsafe { (load(at), load(at + 8)) };
        if ty == 0 {
            return self.null();
        }
        let inner = self.types.get(ty).copied().unwrap_or(0);
        if inner == 0 {
            return self.halt(node, at, within, Halt::Type);
        }
        // The node, and whether the interface's word is the value itself.
        let to = if inner >> 32 != 0 { at + 8 } else { word };
        Step::Value(inner as u32 as usize, to, within & !1)
    }

    fn push(&mut self, words: [u64; FRAME]) {
        let frame = self.frame(self.depth);
        self.depth += 1;
        for (i, word) in words.into_iter().enumerate() {
            // SAFETY: the caller has seen that there is room for a frame.
            unsafe { *frame.add(i) = word };
        }
    }

    #[inline(always)]
    fn frame(&self, n: usize) -> *mut u64 {
        self.state.wrapping_add(place::FRAMES + FRAME * n)
    }

    #[inline(always)]
    fn enter(&mut self, node: usize, at: usize, within: u64) -> Step {
        if self.depth == self.room {
            return self.halt(node, at, within, Halt::Room);
        }
        let kind = self.word(node) as u8;
        if kind == op::STRUCT {
            return self.fields(None, node, Visit { base: at, next: 0, any: false, within });
        }
        if kind == op::ARRAY {
            self.sink.raw(b"[");
            let count = self.word(node + 3) as usize;
            return self.items(None, node, Items { base: at, next: 0, count, within });
        }
        // SAFETY: a slice of the guest.
        let (base, count) = unsafe { (load(at), load(at + 8)) };
        if base == 0 {
            return self.null();
        }
        if within >> 1 >= DEEPEST {
            return self.halt(node, at, within, Halt::Value);
        }
        let around = (within | 1) + 2;
        self.sink.raw(b"[");
        self.items(None, node, Items { base, next: 0, count, within: around })
    }

    fn map(&mut self, node: usize, at: usize, within: u64) -> Result<Step, Stop> {
        // SAFETY: a map of the guest.
        let map: *const u8 = unsafe { load(at) };
        if map.is_null() {
            return Ok(self.null());
        }
        // SAFETY: the address is that of a map of the guest, which is not nil.
        if within >> 1 >= DEEPEST || unsafe { map::map_len(map) } > MOST_ENTRIES {
            return Ok(self.halt(node, at, within, Halt::Value));
        }
        if self.depth == self.room {
            return Ok(self.halt(node, at, within, Halt::Room));
        }
        let Some((entries, count)) = self.sorted((self.word(node) >> 32) as u32, map)? else {
            return Ok(self.halt(node, at, within, Halt::Value));
        };
        self.sink.raw(b"{");
        self.push([node as u64, entries as u64, 0, count as u64, (within & !1) + 2]);
        Ok(self.next(op::MAP, node))
    }

    /// Three words for each entry of a map, in the order of the keys: the key's text and the value's address.
    /// None if the keys are too long to be sorted in one go.
    fn sorted(&mut self, number: u32, map: *const u8) -> Result<Option<(usize, usize)>, Stop> {
        let types = self.caller.types();
        let described = types.map(number);
        let Some(layout) = &described.layout else { return Err(HeapError::OutOfMemory.into()) };
        let keys = types.keys(described);
        let mut all: Vec<[usize; 3]> = Vec::new();
        let (mut cost, mut key_bytes) = (0, 0);
        // SAFETY: a map of this type, whose keys are strings; nothing writes to it meanwhile.
        unsafe {
            let mut iterator = map::map_iter(map);
            while let Some((key, value)) = map::map_next(layout, &mut iterator, &keys, &mut cost) {
                let entry = [load(key as usize), load(key as usize + 8), value as usize];
                key_bytes += entry[1];
                all.push(entry);
            }
            self.caller.charge_bytes(cost as usize + key_bytes);
            if key_bytes > MOST_KEY_BYTES {
                return Ok(None);
            }
            let key = |entry: &[usize; 3]| text_at((&raw const entry[0]) as usize);
            all.sort_unstable_by(|a, b| key(a).cmp(key(b)));
        }
        let rounds = all.len().max(1).ilog2() as usize + 1;
        self.caller.charge(
            4 * (all.len() * rounds) as i64 + gas::ALLOC + gas::bytes_allocated(24 * all.len() as u64),
        );
        self.caller.charge_bytes(key_bytes * rounds);
        // SAFETY: the caller is that of the running native; nothing of its heap is borrowed, and the map is
        // reached by the value that is made text of. Fresh memory for all words.
        unsafe {
            let bytes = size_of_val(all.as_slice());
            let at = Vm::allocate_in(self.caller.vm.get(), |heap| heap.alloc_sized(LayoutId::ALL, bytes))?;
            move_bytes(at as *mut u8, all.as_ptr().cast(), bytes);
            Ok(Some((at, all.len())))
        }
    }

    #[inline(always)]
    fn after(&mut self) -> Result<Step, Stop> {
        let Some(top) = self.depth.checked_sub(1) else { return Ok(Step::Halt(Halt::Done)) };
        if self.sink.made().len() >= self.limit {
            return Ok(Step::Halt(Halt::Pause));
        }
        // SAFETY: one of the frames.
        let node = unsafe { *self.frame(top) } as usize;
        let kind = self.word(node) as u8;
        Ok(self.next(kind, node))
    }

    /// Goes to the next part of what the last frame is about.
    #[inline(always)]
    fn next(&mut self, kind: u8, node: usize) -> Step {
        let frame = self.frame(self.depth - 1);
        if kind == op::STRUCT {
            return self.member(frame, node);
        }
        // SAFETY: one of the frames.
        let (base, i, count, within) = unsafe {
            (*frame.add(1) as usize, *frame.add(2) as usize, *frame.add(3) as usize, *frame.add(4))
        };
        if kind == op::MAP {
            return self.entry(frame, node, i, within);
        }
        self.items(Some(frame), node, Items { base, next: i, count, within })
    }

    /// Makes text of the elements of a list up to the first with parts, of which only a struct's fields can
    /// be made
    /// text of at once. A list gets its frame only then; there is room for one.
    #[inline(always)]
    fn items(&mut self, mut frame: Option<*mut u64>, node: usize, items: Items) -> Step {
        let Items { base, next, count, within } = items;
        let (child, size) = (self.word(node + 1) as usize, self.word(node + 2) as usize);
        let structs = self.word(child) as u8 == op::STRUCT;
        for i in next..count {
            if i > 0 {
                self.sink.raw(b",");
            }
            let at = base + i * size;
            let go_on = self.sink.made().len() < self.limit;
            if go_on && !structs && self.leaf(child, at, within) {
                continue;
            }
            match frame {
                // SAFETY: one of the frames.
                Some(frame) => unsafe { *frame.add(2) = i as u64 + 1 },
                None => {
                    self.push([node as u64, base as u64, i as u64 + 1, count as u64, within]);
                    frame = Some(self.frame(self.depth - 1));
                }
            }
            if !(structs && go_on && self.depth < self.room) {
                return Step::Value(child, at, within);
            }
            let step = self.fields(None, child, Visit { base: at, next: 0, any: false, within });
            if !matches!(step, Step::After) {
                return step;
            }
        }
        if frame.is_some() {
            self.depth -= 1;
        }
        self.sink.raw(b"]");
        Step::After
    }

    /// Goes to the value of the next entry of a map.
    fn entry(&mut self, frame: *mut u64, node: usize, i: usize, within: u64) -> Step {
        // SAFETY: one of the frames, and an entry that `sorted` made.
        unsafe {
            if i as u64 >= *frame.add(3) {
                self.depth -= 1;
                self.sink.raw(b"}");
                return Step::After;
            }
            if i > 0 {
                self.sink.raw(b",");
            }
            *frame.add(2) = i as u64 + 1;
            let entry = *frame.add(1) as usize + 24 * i;
            self.sink.string(text_at(entry));
            self.sink.raw(b":");
            Step::Value(self.word(node + 1) as usize, load(entry + 16), within)
        }
    }

    /// Goes to the next field of the struct that the last frame is about.
    #[inline(always)]
    fn member(&mut self, frame: *mut u64, node: usize) -> Step {
        // SAFETY: one of the frames.
        let visit = unsafe {
            Visit {
                base: *frame.add(1) as usize,
                next: *frame.add(2) as usize,
                any: *frame.add(3) != 0,
                within: *frame.add(4),
            }
        };
        self.fields(Some(frame), node, visit)
    }

    /// Makes text of a struct's fields up to the first with parts. A struct gets its frame only then; there
    /// is
    /// room for one.
    #[inline(always)]
    fn fields(&mut self, frame: Option<*mut u64>, node: usize, visit: Visit) -> Step {
        let Visit { base, next, mut any, within } = visit;
        let count = self.word(node + 1) as usize;
        let fields = self.table[node + 2..][..FIELD * count].as_chunks::<FIELD>().0;
        for (i, [first, offset, key, second]) in fields.iter().enumerate().skip(next) {
            let (first, at) = (*first, base + *offset as usize);
            let (child, flags) = (first as u32 as usize, first >> 32);
            // SAFETY: a field of the struct.
            if flags != 0 && unsafe { is_empty(at, flags) } {
                self.skipped += 1;
                continue;
            }
            if child != 0 {
                let key = if self.second { *second } else { *key };
                let (at_key, len) = (key as u32 as usize, (key >> 32) as usize);
                let key = &self.table[at_key..at_key + len.div_ceil(8)];
                self.sink.packed(key, len, if any { b',' } else { b'{' });
                any = true;
                if self.sink.made().len() < self.limit && self.leaf(child, at, within) {
                    continue;
                }
            }
            match frame {
                // SAFETY: one of the frames.
                Some(frame) => unsafe { (*frame.add(2), *frame.add(3)) = (i as u64 + 1, u64::from(any)) },
                None => self.push([node as u64, base as u64, i as u64 + 1, u64::from(any), within]),
            }
            if child == 0 {
                return self.halt(node, base, within, Halt::Member);
            }
            return Step::Value(child, at, within);
        }
        if frame.is_some() {
            self.depth -= 1;
        }
        self.sink.raw(if any { b"}" } else { b"{}" });
        Step::After
    }
}

/// How far a list has been visited: where its elements are, the number of the next, how many there are, and
/// what
/// is around.
struct Items {
    base: usize,
    next: usize,
    count: usize,
    within: u64,
}

/// How far a struct has been visited: its address, the number of the next field, whether there was any field
/// yet, and what is around.
struct Visit {
    base: usize,
    next: usize,
    any: bool,
    within: u64,
}

/// Whether a field is left out.
///
/// # Safety
/// A value that the flags are about is at the address.
unsafe fn is_empty(at: usize, flags: u64) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        if flags & flag::LENGTH != 0 {
            return load::<u64>(at + 8) == 0;
        }
        if flags & flag::MAP != 0 {
            return map::map_len(load(at)) == 0;
        }
        let float = flags & flag::FLOAT != 0;
        match flags & flag::SIZES {
            1 => load::<u8>(at) == 0,
            2 => load::<u16>(at) == 0,
            4 if float => load::<f32>(at) == 0.0,
            4 => load::<u32>(at) == 0,
            _ if float => load::<f64>(at) == 0.0,
            _ => load::<u64>(at) == 0,
        }
    }
}
