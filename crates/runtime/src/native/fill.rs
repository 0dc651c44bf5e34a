//! Values from a text straight into guest memory, by a plan of their types.
//!
//! A **plan** is a table of words in guest memory that a guest's library made: nodes, each of which says
//! what a value of a type is made of ([`op`]). The **state** is memory whose words the collector takes
//! for what may be references: where in the text and in memory the work stands, and a frame for each
//! array and object that is open. So the work can stop after any value, for a poll or for the library to
//! do what is no plan's matter, and resumes from the state; a native holds nothing meanwhile.
//!
//! What the library promises, by calling a native that takes plan and state: the nodes describe the types of
//! the addresses that the state has, as in all natives of `raw`. Each object is stored where the collector
//! reaches it before the next one is made.

use purlin_base::gas;

use super::{Caller, OpaqueRef, SliceRef, Stop};
use crate::bytes::move_bytes;
use crate::heap::{ClassId, HeapError};
use crate::map::{self, MapError, StrKey};
use crate::vm::Vm;

/// What a text of nested values tells, one token after the other. `None` is for what is no such text.
pub trait Source {
    /// The place in the text.
    fn at(&self) -> usize;
    /// Goes to another place.
    fn go(&mut self, at: usize);
    /// The byte that the next value begins with; 0 at the end.
    fn look(&mut self) -> u8;
    /// Goes into the array or object that begins here: false if it is empty and was passed.
    fn open(&mut self) -> Option<bool>;
    /// Whether another element follows; else the end of the array or object was passed.
    fn more(&mut self) -> Option<bool>;
    /// Passes a key.
    fn key(&mut self) -> Option<&[u8]>;
    /// Passes a string.
    fn string(&mut self) -> Option<&[u8]>;
    /// Passes an integer, or stays.
    fn int(&mut self) -> Option<i64>;
    /// Passes an integer, or stays.
    fn uint(&mut self) -> Option<u64>;
    /// Passes a number, or stays.
    fn float(&mut self) -> Option<f64>;
    /// Passes a number, or stays.
    fn single(&mut self) -> Option<f32>;
    /// Passes a number: its text.
    fn number_text(&mut self) -> Option<&[u8]>;
    /// Passes `true`, `false` or `null`.
    fn word(&mut self) -> Option<()>;
    /// Passes a value.
    fn skip(&mut self) -> Option<()>;
    /// The capacity that a list grows to.
    fn capacity(size: usize, pointers: bool, old: usize, need: usize) -> Option<usize>;
}

/// Kinds of nodes: the low byte of their first word. Above it lie eight bits of flags, above those a
/// size of 16 bits, and above that a class, a type or the number of a map. The second word is the node
/// of the elements.
pub mod op {
    /// The library does it.
    pub const FOREIGN: u8 = 0;
    pub const BOOL: u8 = 1;
    /// Of `size` bytes.
    pub const INT: u8 = 2;
    pub const UINT: u8 = 3;
    pub const F32: u8 = 4;
    pub const F64: u8 = 5;
    pub const STRING: u8 = 6;
    /// A string that holds a number.
    pub const NUMBER: u8 = 7;
    /// An interface without methods. The words of the table's head say what it can hold.
    pub const ANY: u8 = 8;
    /// Class of what it points to; node.
    pub const POINTER: u8 = 9;
    /// Class of the elements; node; their size.
    pub const SLICE: u8 = 10;
    /// Class of the elements; node; their size; their number.
    pub const ARRAY: u8 = 11;
    /// Number of the map, whose keys are strings; node.
    pub const MAP: u8 = 12;
    /// Number of fields; mask of the table of names; then [`FIELD`] words for each field, and the table.
    ///
    /// [`FIELD`]: super::FIELD
    pub const STRUCT: u8 = 13;
    /// The list of an interface.
    pub const LIST: u8 = 14;
    /// The map of an interface.
    pub const OBJECT: u8 = 15;
}

/// Flag of a struct's node: names may match others that are not ASCII.
const WIDE: u64 = 1 << 8;

/// Words of a field: its node, and above 32 bits the length of its name; its offset; where its name lies
/// in the table.
const FIELD: usize = 3;

/// Words of the table's head.
mod head {
    pub(super) const STRING_TYPE: usize = 1;
    pub(super) const STRING_CLASS: usize = 2;
    pub(super) const FLOAT_TYPE: usize = 3;
    pub(super) const BOOL_TYPE: usize = 4;
    pub(super) const LIST_TYPE: usize = 5;
    pub(super) const LIST_CLASS: usize = 6;
    pub(super) const MAP_TYPE: usize = 8;
    pub(super) const MAP_NUMBER: usize = 9;
    pub(super) const NUMBER_TYPE: usize = 10;
    /// The node of an empty interface.
    pub(super) const ANY_NODE: usize = 11;
    /// Nodes for what an interface holds.
    pub(super) const LIST_NODE: usize = 12;
    pub(super) const OBJECT_NODE: usize = 13;
}

/// Words of the state before the frames.
mod place {
    pub(super) const AT: usize = 0;
    pub(super) const DEPTH: usize = 1;
    pub(super) const NODE: usize = 2;
    pub(super) const ADDRESS: usize = 3;
    /// 0: at a value for a node and an address; 1: after one.
    pub(super) const AFTER: usize = 4;
    pub(super) const FRAMES: usize = 8;
}

/// Words of a frame: node; address; how many elements, or the field that comes next; the field that is
/// filled.
const FRAME: usize = 4;

/// Why the work stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The value is done.
    Done = 0,
    /// The library is to fill a value; the work resumes after it.
    Value = 1,
    /// The library is to look a key up and to fill the field; the work resumes after it.
    Member = 2,
    /// The state has no room for another frame.
    Room = 3,
    /// There was work enough for one call.
    Pause = 4,
    /// The text is none, which it was when it was checked.
    Malformed = 5,
    /// As `Pause`, but before a value.
    Again = 6,
}

/// What comes next.
enum Step {
    Value(usize, usize),
    After,
    Halt(Halt),
}

/// How a call ended short of a step.
enum Break {
    Stop(Stop),
    Malformed,
}

impl From<Stop> for Break {
    fn from(stop: Stop) -> Break {
        Break::Stop(stop)
    }
}

/// For `?` on what the source says.
trait Told<T> {
    fn told(self) -> Result<T, Break>;
}

impl<T> Told<T> for Option<T> {
    #[inline(always)]
    fn told(self) -> Result<T, Break> {
        self.ok_or(Break::Malformed)
    }
}

/// What the library asks for.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Numbers in interfaces keep their text.
    pub numbers: bool,
    /// The library is told of keys that no field has.
    pub strict: bool,
    /// Bytes of text that one call reads, about.
    pub bytes: usize,
}

struct Fill<'f, 'c, S> {
    caller: &'f Caller<'c>,
    table: &'f [u64],
    state: *mut u64,
    room: usize,
    depth: usize,
    limit: usize,
    wishes: Wishes,
    source: S,
}

/// Continues to fill values.
///
/// # Errors
/// Ends the run where the memory limit does not allow what a value needs.
pub fn fill<'c, S: Source>(
    caller: &Caller<'c>,
    table: SliceRef<'c, u64>,
    (state, room): (OpaqueRef<'c>, i64),
    mut source: S,
    wishes: Wishes,
) -> Result<Halt, Stop> {
    let state = state.word as *mut u64;
    // SAFETY: the library's promise (see above): the state has its head and so many words more.
    let (at, depth, after, node, address) = unsafe {
        let word = |i: usize| *state.add(i) as usize;
        (word(place::AT), word(place::DEPTH), word(place::AFTER), word(place::NODE), word(place::ADDRESS))
    };
    source.go(at);
    let room = (room as usize).saturating_sub(place::FRAMES) / FRAME;
    let limit = at.saturating_add(wishes.bytes);
    let mut fill = Fill { caller, table: caller.slice(table), state, room, depth, limit, wishes, source };
    let first = if after != 0 { Step::After } else { Step::Value(node, address) };
    let halt = match fill.run(first) {
        Ok(halt) => halt,
        Err(Break::Malformed) => Halt::Malformed,
        Err(Break::Stop(stop)) => return Err(stop),
    };
    let end = fill.source.at();
    let depth = fill.depth;
    // SAFETY: the state has its head, by the library's promise.
    unsafe {
        *state.add(place::AT) = end as u64;
        *state.add(place::DEPTH) = depth as u64;
        *state.add(place::AFTER) = u64::from(!matches!(halt, Halt::Room | Halt::Again));
    }
    caller.charge(gas::bytes_hashed(end.saturating_sub(at) as u64));
    Ok(halt)
}

/// A hash of a name that case does not change. The library computes the same.
#[inline(always)]
pub fn name_hash(name: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const CASE: u64 = 0xdfdf_dfdf_dfdf_dfdf;
    let mut hash = name.len() as u64;
    let mix = |hash: u64, word: u64| {
        let product = (hash ^ (word & CASE)).wrapping_mul(FACTOR);
        product ^ product >> 32
    };
    let (words, rest) = name.as_chunks();
    for word in words {
        hash = mix(hash, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(hash, u64::from_le_bytes(last))
}

impl<S: Source> Fill<'_, '_, S> {
    fn run(&mut self, mut step: Step) -> Result<Halt, Break> {
        loop {
            step = match step {
                Step::Value(node, at) => self.value(node, at)?,
                Step::After => self.after()?,
                Step::Halt(halt) => return Ok(halt),
            }
        }
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.table[i]
    }

    /// Stops for the library to fill a value, at whose beginning the source is.
    #[cold]
    fn foreign(&mut self, node: usize, at: usize, halt: Halt) -> Step {
        // SAFETY: the state has its head.
        unsafe {
            *self.state.add(place::NODE) = node as u64;
            *self.state.add(place::ADDRESS) = at as u64;
        }
        Step::Halt(halt)
    }

    #[inline(always)]
    fn value(&mut self, node: usize, at: usize) -> Result<Step, Break> {
        let first = self.word(node);
        let byte = self.source.look();
        let kind = first as u8;
        if byte == b'n' {
            return self.null(node, at, first);
        }
        let number = byte == b'-' || byte.is_ascii_digit();
        match kind {
            op::STRING if byte == b'"' => {
                let text = self.source.string().told()?;
                let data = new_text(self.caller, text)?;
                let len = text.len() as u64;
                // SAFETY: a string of the guest.
                unsafe { store_pair(at, data, len) };
            }
            op::F64 if number => match self.source.float() {
                // SAFETY: a float of the guest.
                Some(value) => unsafe { *(at as *mut f64) = value },
                None => return Ok(self.foreign(node, at, Halt::Value)),
            },
            op::INT | op::UINT if number => {
                if !self.integer(kind, (first >> 16) as u16, at) {
                    return Ok(self.foreign(node, at, Halt::Value));
                }
            }
            op::BOOL if byte == b't' || byte == b'f' => {
                self.source.word().told()?;
                // SAFETY: a boolean of the guest.
                unsafe { *(at as *mut bool) = byte == b't' };
            }
            op::POINTER => return self.pointer(node, at, first),
            op::ANY => return self.any(node, at, byte),
            op::STRUCT | op::MAP | op::OBJECT if byte == b'{' => return self.enter(node, at, kind, first),
            op::SLICE | op::ARRAY | op::LIST if byte == b'[' => return self.enter(node, at, kind, first),
            op::F32 if number => match self.source.single() {
                // SAFETY: a float of the guest.
                Some(value) => unsafe { *(at as *mut f32) = value },
                None => return Ok(self.foreign(node, at, Halt::Value)),
            },
            op::NUMBER if number => {
                let text = self.source.number_text().told()?;
                let (data, len) = (new_text(self.caller, text)?, text.len() as u64);
                // SAFETY: a string of the guest.
                unsafe { store_pair(at, data, len) };
            }
            _ => return Ok(self.foreign(node, at, Halt::Value)),
        }
        Ok(Step::After)
    }

    /// An integer, if it fits.
    #[inline(always)]
    fn integer(&mut self, kind: u8, size: u16, at: usize) -> bool {
        let start = self.source.at();
        let (value, fits) = if kind == op::INT {
            let Some(value) = self.source.int() else { return false };
            let fits = match size {
                1 => i8::try_from(value).is_ok(),
                2 => i16::try_from(value).is_ok(),
                4 => i32::try_from(value).is_ok(),
                _ => true,
            };
            (value as u64, fits)
        } else {
            let Some(value) = self.source.uint() else { return false };
            (value, size >= 8 || value >> (8 * size) == 0)
        };
        if !fits {
            self.source.go(start);
            return false;
        }
        // SAFETY: an integer of the guest, of that size.
        unsafe {
            match size {
                1 => *(at as *mut u8) = value as u8,
                2 => *(at as *mut u16) = value as u16,
                4 => *(at as *mut u32) = value as u32,
                _ => *(at as *mut u64) = value,
            }
        }
        true
    }

    fn null(&mut self, node: usize, at: usize, first: u64) -> Result<Step, Break> {
        let words = match first as u8 {
            op::FOREIGN => return Ok(self.foreign(node, at, Halt::Value)),
            // SAFETY: an interface of the guest.
            op::ANY if unsafe { *(at as *const u64) } != 0 => return Ok(self.foreign(node, at, Halt::Value)),
            op::ANY => 2,
            op::POINTER | op::MAP => 1,
            op::SLICE => 3,
            _ => 0,
        };
        self.source.word().told()?;
        for i in 0..words {
            // SAFETY: a value of so many words.
            unsafe { *(at as *mut u64).add(i) = 0 };
        }
        Ok(Step::After)
    }

    fn pointer(&mut self, node: usize, at: usize, first: u64) -> Result<Step, Break> {
        let child = self.word(node + 1) as usize;
        // SAFETY: a pointer of the guest.
        let mut to = unsafe { *(at as *const u64) } as usize;
        if to == 0 {
            to = self.object(class_of(first))?;
            // SAFETY: the address is that of a pointer of the guest.
            unsafe { *(at as *mut u64) = to as u64 };
        }
        if self.source.at() >= self.limit {
            // A chain of pointers that lead to themselves has no end.
            return Ok(self.foreign(child, to, Halt::Again));
        }
        self.limit -= 1;
        Ok(Step::Value(child, to))
    }

    #[inline(always)]
    fn any(&mut self, node: usize, at: usize, byte: u8) -> Result<Step, Break> {
        // SAFETY: an interface of the guest.
        if unsafe { *(at as *const u64) } != 0 {
            return Ok(self.foreign(node, at, Halt::Value));
        }
        let (ty, word) = match byte {
            b'"' => {
                let text = self.source.string().told()?;
                (self.table[head::STRING_TYPE], boxed_text(self.caller, self.table, text)?)
            }
            b't' | b'f' => {
                self.source.word().told()?;
                (self.word(head::BOOL_TYPE), u64::from(byte == b't'))
            }
            b'{' | b'[' => return self.any_container(at, byte),
            _ if self.wishes.numbers => {
                let text = self.source.number_text().told()?;
                (self.table[head::NUMBER_TYPE], boxed_text(self.caller, self.table, text)?)
            }
            _ => match self.source.float() {
                Some(value) => (self.word(head::FLOAT_TYPE), value.to_bits()),
                None => return Ok(self.foreign(node, at, Halt::Value)),
            },
        };
        // SAFETY: an interface of the guest.
        unsafe { store_pair(at, ty, word) };
        Ok(Step::After)
    }

    fn any_container(&mut self, at: usize, byte: u8) -> Result<Step, Break> {
        if self.depth == self.room {
            let node = self.word(head::ANY_NODE) as usize;
            return Ok(self.foreign(node, at, Halt::Room));
        }
        let (ty, inner, node) = if byte == b'[' {
            let class = ClassId(self.word(head::LIST_CLASS) as u32);
            (head::LIST_TYPE, self.object(class)?, head::LIST_NODE)
        } else {
            (head::MAP_TYPE, self.new_map(head::MAP_NUMBER)?, head::OBJECT_NODE)
        };
        let (ty, node) = (self.word(ty), self.word(node) as usize);
        // SAFETY: an interface of the guest.
        unsafe { store_pair(at, ty, inner as u64) };
        let first = self.word(node);
        self.enter(node, inner, first as u8, first)
    }

    /// Goes into an array or object.
    #[inline(always)]
    fn enter(&mut self, node: usize, at: usize, kind: u8, first: u64) -> Result<Step, Break> {
        if self.depth == self.room {
            return Ok(self.foreign(node, at, Halt::Room));
        }
        let mut base = at;
        if kind == op::MAP {
            // SAFETY: a map of the guest.
            base = unsafe { *(at as *const u64) } as usize;
            if base == 0 {
                base = self.make_map(number_of(first))?;
                // SAFETY: the address is that of a variable of the guest that holds a map.
                unsafe { *(at as *mut u64) = base as u64 };
            }
        }
        let any = self.source.open().told()?;
        let frame = self.frame(self.depth);
        self.depth += 1;
        // SAFETY: there is room for a frame.
        unsafe { (*frame, *frame.add(1), *frame.add(2), *frame.add(3)) = (node as u64, base as u64, 0, 0) };
        if !any {
            return self.leave(frame, kind, node);
        }
        match kind {
            op::STRUCT => self.member(frame, node),
            op::MAP | op::OBJECT => self.entry(frame, node),
            _ => self.element(frame, kind, node),
        }
    }

    #[inline(always)]
    fn frame(&self, n: usize) -> *mut u64 {
        self.state.wrapping_add(place::FRAMES + FRAME * n)
    }

    /// After a value.
    #[inline(always)]
    fn after(&mut self) -> Result<Step, Break> {
        let Some(top) = self.depth.checked_sub(1) else { return Ok(Step::Halt(Halt::Done)) };
        if self.source.at() >= self.limit {
            return Ok(Step::Halt(Halt::Pause));
        }
        let frame = self.frame(top);
        // SAFETY: one of the frames.
        let node = unsafe { *frame } as usize;
        let kind = self.word(node) as u8;
        if !self.source.more().told()? {
            return self.leave(frame, kind, node);
        }
        match kind {
            op::STRUCT => self.member(frame, node),
            op::MAP | op::OBJECT => self.entry(frame, node),
            _ => self.element(frame, kind, node),
        }
    }

    /// Leaves an array or object, whose end was passed.
    #[inline(always)]
    fn leave(&mut self, frame: *mut u64, kind: u8, node: usize) -> Result<Step, Break> {
        self.depth -= 1;
        // SAFETY: one of the frames, and the list or array of the guest that it leads to.
        unsafe {
            let (at, n) = (*frame.add(1) as *mut u64, *frame.add(2) as usize);
            match kind {
                op::SLICE | op::LIST => {
                    if n == 0 {
                        let nothing = (*self.caller.vm.get()).heap.zero_size_address();
                        (*at, *at.add(1), *at.add(2)) = (nothing as u64, 0, 0);
                    } else if (n as u64) < *at.add(1) {
                        *at.add(1) = n as u64;
                    }
                }
                op::ARRAY => {
                    let (size, len) = (self.word(node + 2) as usize, self.word(node + 3) as usize);
                    if n < len {
                        let bytes = (len - n) * size;
                        self.caller.charge_bytes(bytes);
                        at.cast::<u8>().add(n * size).write_bytes(0, bytes);
                    }
                }
                _ => {}
            }
        }
        Ok(Step::After)
    }

    /// Goes to the next element of a list or array.
    #[inline(always)]
    fn element(&mut self, frame: *mut u64, kind: u8, node: usize) -> Result<Step, Break> {
        // SAFETY: one of the frames.
        let (at, i) = unsafe { (*frame.add(1) as usize, *frame.add(2) as usize) };
        let (child, size) = (self.word(node + 1) as usize, self.word(node + 2) as usize);
        if kind == op::ARRAY {
            if i as u64 >= self.word(node + 3) {
                self.source.look();
                self.source.skip().told()?;
                return Ok(Step::After);
            }
            // SAFETY: `frame` is one of the frames, below the depth.
            unsafe { *frame.add(2) = i as u64 + 1 };
            return Ok(Step::Value(child, at + i * size));
        }
        let header = at as *mut u64;
        // SAFETY: a list of the guest, and one of the frames.
        unsafe {
            if i as u64 >= *header.add(2) {
                self.grow(header, i, size, node)?;
            }
            if i as u64 >= *header.add(1) {
                *header.add(1) = i as u64 + 1;
            }
            *frame.add(2) = i as u64 + 1;
            Ok(Step::Value(child, *header as usize + i * size))
        }
    }

    /// Gives a list room for another element.
    ///
    /// # Safety
    /// `header` is that of a list of the guest, whose elements have that size and the node's class.
    #[cold]
    unsafe fn grow(&mut self, header: *mut u64, len: usize, size: usize, node: usize) -> Result<(), Break> {
        // SAFETY: the caller's promise.
        let (data, old) = unsafe { (*header, *header.add(2) as usize) };
        let class = class_of(self.word(node));
        let room = S::capacity(size, self.caller.has_pointers(class), old, len + 1);
        let room = room.ok_or_else(|| Break::Stop(HeapError::OutOfMemory.into()))?;
        let bytes = room.saturating_mul(size);
        self.caller.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
        self.caller.charge_bytes(len * size);
        self.spend(bytes);
        // SAFETY: the caller is that of the running native; nothing of its heap is borrowed.
        let fresh =
            unsafe { Vm::allocate_in(self.caller.vm.get(), |heap| heap.alloc_array_of(class, room)) }?;
        // SAFETY: the list's own elements and fresh memory with room for more; the header is the guest's.
        unsafe {
            std::ptr::copy_nonoverlapping(data as *const u8, fresh as *mut u8, len.min(old) * size);
            (*header, *header.add(2)) = (fresh as u64, room as u64);
        }
        Ok(())
    }

    /// Lets the call end sooner where it makes much of little text.
    #[inline(always)]
    fn spend(&mut self, bytes: usize) {
        self.limit = self.limit.saturating_sub(bytes / 16);
    }

    /// Goes to the value of the next key of a map.
    fn entry(&mut self, frame: *mut u64, node: usize) -> Result<Step, Break> {
        let first = self.word(node);
        // SAFETY: one of the frames.
        let at = unsafe { *frame.add(1) } as *mut u8;
        let child = self.word(node + 1) as usize;
        let key = self.source.key().told()?;
        let value = assign(self.caller, number_of(first), at, key)?;
        Ok(Step::Value(child, value))
    }

    /// Goes to the field of the next key of a struct that has one.
    #[inline(always)]
    fn member(&mut self, frame: *mut u64, node: usize) -> Result<Step, Break> {
        loop {
            self.source.look();
            let start = self.source.at();
            let key = self.source.key().told()?;
            // SAFETY: one of the frames.
            let next = unsafe { *frame.add(2) } as usize;
            let found = find(self.table, node, key, next);
            let (field, plain) = match found {
                Some(found) => found,
                None => (usize::MAX, key.is_ascii()),
            };
            if field != usize::MAX {
                // SAFETY: one of the frames, and the address of the struct's field.
                unsafe {
                    (*frame.add(2), *frame.add(3)) = (field as u64 + 1, field as u64);
                    let words = node + 3 + FIELD * field;
                    let (child, offset) = (self.word(words) as u32 as usize, self.word(words + 1) as usize);
                    if child != 0 {
                        return Ok(Step::Value(child, *frame.add(1) as usize + offset));
                    }
                }
            } else if plain && !self.wishes.strict && self.word(node) & WIDE == 0 {
                self.source.look();
                self.source.skip().told()?;
                if self.source.at() >= self.limit {
                    return Ok(Step::After);
                }
                if !self.source.more().told()? {
                    return self.leave(frame, op::STRUCT, node);
                }
                continue;
            }
            self.source.go(start);
            return Ok(self.foreign(node, 0, Halt::Member));
        }
    }

    // --- memory

    #[inline(always)]
    fn object(&mut self, class: ClassId) -> Result<usize, Break> {
        let caller = self.caller;
        // SAFETY: the caller is that of the running native; nothing of its heap is borrowed.
        let bytes = unsafe { (*caller.vm.get()).heap.class_size(class) };
        caller.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
        self.spend(bytes);
        // SAFETY: the caller is that of the running native; nothing of its heap is borrowed.
        Ok(unsafe { Vm::allocate_in(caller.vm.get(), |heap| heap.alloc(class)) }?)
    }

    fn new_map(&mut self, word: usize) -> Result<usize, Break> {
        self.make_map(self.word(word) as u32)
    }

    fn make_map(&mut self, number: u32) -> Result<usize, Break> {
        let caller = self.caller;
        caller.charge(gas::ALLOC + gas::bytes_allocated(64));
        // SAFETY: the caller is that of the running native; neither its heap nor its list of maps is
        // borrowed.
        unsafe {
            let map = Vm::allocate_in(caller.vm.get(), |heap| map::map_new(heap, 0))?;
            if let Some(maps) = &mut (*caller.vm.get()).recorded_maps {
                maps.push((map, number));
            }
            Ok(map)
        }
    }
}

fn class_of(first: u64) -> ClassId {
    ClassId((first >> 32) as u32)
}

fn number_of(first: u64) -> u32 {
    (first >> 32) as u32
}

/// # Safety
/// Two words of the guest are at the address.
#[inline(always)]
unsafe fn store_pair(at: usize, a: u64, b: u64) {
    // SAFETY: the caller's promise.
    unsafe { (*(at as *mut u64), *(at as *mut u64).add(1)) = (a, b) };
}

/// The bytes of a string in fresh memory.
#[inline(always)]
fn new_text(caller: &Caller<'_>, text: &[u8]) -> Result<u64, Break> {
    if text.is_empty() {
        return Ok(0);
    }
    caller.charge(gas::ALLOC + gas::bytes_allocated(text.len() as u64));
    // SAFETY: the caller is that of the running native, nothing of its heap is borrowed; fresh memory
    // has room for the text.
    unsafe {
        let at = Vm::allocate_in(caller.vm.get(), |heap| heap.alloc_bytes(text.len()))?;
        move_bytes(at as *mut u8, text.as_ptr(), text.len());
        Ok(at as u64)
    }
}

/// A string as interfaces hold it.
fn boxed_text(caller: &Caller<'_>, table: &[u64], text: &[u8]) -> Result<u64, Break> {
    let data = new_text(caller, text)?;
    if data != 0 {
        caller.keep_one(data as usize);
    }
    caller.charge(gas::ALLOC + gas::bytes_allocated(16));
    let class = ClassId(table[head::STRING_CLASS] as u32);
    // SAFETY: the caller is that of the running native, nothing of its heap is borrowed; a fresh string.
    unsafe {
        let at = Vm::allocate_in(caller.vm.get(), |heap| heap.alloc(class))?;
        store_pair(at, data, text.len() as u64);
        Ok(at as u64)
    }
}

/// The place of the value of a key, which is zero.
fn assign(caller: &Caller<'_>, number: u32, map: *mut u8, key: &[u8]) -> Result<usize, Break> {
    let types = caller.types();
    let Some(layout) = &types.map(number).layout else {
        return Err(Break::Stop(HeapError::OutOfMemory.into()));
    };
    caller.charge_bytes(key.len());
    // SAFETY: a map of this type, and the text of a key, which is replaced by memory of the guest before
    // anything else can see it.
    unsafe {
        let before = map::map_len(map);
        let text = StrKey::new(key.as_ptr(), key.len());
        let slice = caller.slice_left();
        let mut cost = 0;
        let value = loop {
            match map::map_assign(&mut (*caller.vm.get()).heap, layout, map, text, &mut cost) {
                Ok(value) => break value,
                Err(MapError::NeedsCollection) => {
                    Vm::collect_in(caller.vm.get());
                    cost = 0;
                    (*caller.vm.get()).meter.restore(slice);
                }
                Err(_) => return Err(Break::Stop(HeapError::OutOfMemory.into())),
            }
        };
        caller.charge_bytes(cost as usize);
        if map::map_len(map) == before {
            value.write_bytes(0, layout.value_size as usize);
        } else {
            let stored =
                value.wrapping_sub(layout.value_offset as usize).wrapping_add(layout.key_offset as usize);
            // Until there is memory for the key, it is empty: the collector must not look at the text.
            store_pair(stored as usize, 0, 0);
            let data = new_text(caller, key)?;
            store_pair(stored as usize, data, key.len() as u64);
        }
        Ok(value as usize)
    }
}

/// The field that a key is for, and whether it was found; `None` if there is none.
#[inline(always)]
fn find(table: &[u64], node: usize, key: &[u8], next: usize) -> Option<(usize, bool)> {
    let (count, mask) = (table[node + 1] as usize, table[node + 2] as usize);
    let name = |field: usize| {
        let words = node + 3 + FIELD * field;
        let (len, at) = ((table[words] >> 32) as usize, table[words + 2] as usize);
        let words = &table[at..at + len.div_ceil(8)];
        // SAFETY: the bytes of these words, as far as the name goes.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast::<u8>(), len) }
    };
    if next < count && name(next) == key {
        return Some((next, true));
    }
    let names = node + 3 + FIELD * count;
    let mut slot = name_hash(key) as usize & mask;
    let mut folded = None;
    loop {
        let field = (table[names + slot] as usize).wrapping_sub(1);
        if field == usize::MAX {
            return folded;
        }
        let name = name(field);
        if name == key {
            return Some((field, true));
        }
        if folded.is_none() && name.eq_ignore_ascii_case(key) {
            folded = Some((field, true));
        }
        slot = (slot + 1) & mask;
    }
}
