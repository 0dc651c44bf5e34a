//! Insertion-ordered hash maps that live entirely in the guest heap, with the semantics of Go's.
//!
//! A map is a header object, an array of entries in order of insertion, and, above [`SMALL`] entries, an
//! index: an open-addressing table of 32-bit slots, each an entry's number plus as many bits of its hash as
//! there is room for. A deleted entry stays as a tombstone, and its slot in place, until the entries are
//! full; then the map is rebuilt without tombstones into new arrays.
//!
//! **Iteration** sees the entries that were there when it began, in order of insertion, each at most once;
//! one deleted before it is reached is not seen, one inserted later neither, so every loop ends. An iterator
//! keeps the entries array that it walks. If the map has been rebuilt since, it looks each key up in the new
//! one; if the map has been cleared, it ends.
//!
//! **Hashes** are mixed with numbers that only this process knows (see [`hash`]), so no program can make keys
//! that collide, and searching costs nothing beyond the operation. What a rebuild or a clear touches, and
//! tombstones that are skipped, add to the `cost` of their operation, and the caller charges for that: it
//! depends on what was inserted and deleted alone. Hashing and comparing long keys is linear in their size,
//! which the caller knows and charges by itself.
//!
//! **Collections.** An operation that needs memory answers [`MapError::NeedsCollection`] before it changes
//! anything that a program can see; the caller collects and repeats it.
//!
//! Knows nothing of type descriptors: keys that are neither words, floats nor strings are hashed and compared
//! by [`KeyOps`].

use crate::heap::{Heap, HeapError, Layout, LayoutId, LayoutTableBuilder, WORD};

pub mod hash;
pub(crate) mod rehash;
#[cfg(test)]
mod tests;

use hash::SECRET;

/// Maps of at most this many entries have no index and are searched in order.
pub const SMALL: u32 = 8;
/// Tombstones that an operation may skip before they add to its cost.
pub const FREE_SKIPS: u32 = 8;
/// What a further one costs, in bytes touched.
const SKIP_COST: u64 = 16;
/// Entries that a size hint reserves at most; what is really inserted beyond it grows the map as usual.
const MAX_HINT: usize = 1 << 20;
/// The numbers of entries fit an index slot with room to spare.
const MAX_CAPACITY: u64 = 1 << 30;

/// Where a map header's length stands, as a 64-bit integer, for code that reads it inline (nil is null).
pub const LEN_OFFSET: usize = 0;

const HEADER_WORD: usize = WORD;
const LIVE: u64 = 1;
/// Not equal to itself (NaN, or an interface that holds one): never found, so not in the index.
const IRREFLEXIVE: u64 = 2;
const FLAGS: u64 = 3;

/// How keys are hashed and compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum KeyKind {
    /// Integers, booleans, pointers, channels: extended to 64 bits, equal if the bits are.
    Word,
    /// f64, by its bits in a word.
    F64,
    /// f32, by its bits in the low half of a word.
    F32,
    /// Pointer and length.
    Str,
    /// `key_size` bytes, by [`KeyOps`].
    General,
}

/// What the maps of one type have in common: plain data, made once per type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct MapType {
    pub key: KeyKind,
    /// Bytes of a key as it is stored: 8 for words and floats, 16 for strings.
    pub key_size: u32,
    pub value_size: u32,
    /// From the start of an entry. The key follows the entry's header word.
    pub key_offset: u32,
    /// Equal to the key's for values of size zero, so that their address never points outside.
    pub value_offset: u32,
    pub entry_size: u32,
    pub entry_layout: LayoutId,
}

impl MapType {
    /// `key_size` counts for general keys only. The pointer words are those of a key and of a value on their
    /// own. `None` if an entry would be too large to describe (more than 2 GiB).
    pub fn new(
        layouts: &mut LayoutTableBuilder,
        key: KeyKind,
        key_size: usize,
        key_pointers: &[u32],
        value_size: usize,
        value_pointers: &[u32],
    ) -> Option<MapType> {
        let mut ty = MapType::conservative(key, key_size, value_size)?;
        let key_word = ty.key_offset / WORD as u32;
        let value_word = ty.after_key() / WORD as u32;
        let keys = key_pointers.iter().map(|word| word.saturating_add(key_word));
        let values = value_pointers.iter().map(|word| word.saturating_add(value_word));
        let layout = Layout::new(ty.entry_size / WORD as u32, keys.chain(values));
        ty.entry_layout = layouts.layout(layout);
        Some(ty)
    }

    /// A map type in whose entries the collector takes each word for what may be a pointer. `None` as for
    /// [`MapType::new`].
    pub fn conservative(key: KeyKind, key_size: usize, value_size: usize) -> Option<MapType> {
        let key_size = match key {
            KeyKind::Word | KeyKind::F64 | KeyKind::F32 => WORD,
            KeyKind::Str => 2 * WORD,
            KeyKind::General => key_size,
        };
        let after_key = HEADER_WORD.checked_add(key_size)?.checked_next_multiple_of(WORD)?;
        let entry_size = after_key.checked_add(value_size)?.checked_next_multiple_of(WORD)?;
        if entry_size > i32::MAX as usize {
            return None;
        }
        Some(MapType {
            key,
            key_size: key_size as u32,
            value_size: value_size as u32,
            key_offset: HEADER_WORD as u32,
            value_offset: if value_size == 0 { HEADER_WORD } else { after_key } as u32,
            entry_size: entry_size as u32,
            entry_layout: LayoutId::ALL,
        })
    }

    /// Where a value begins, if it has a size.
    fn after_key(&self) -> u32 {
        (self.key_offset + self.key_size).next_multiple_of(WORD as u32)
    }
}

/// Why an operation has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapError {
    /// Nothing happened. Collect and repeat the operation.
    NeedsCollection,
    OutOfMemory,
    /// Assignment to an entry in a nil map.
    NilMap,
    /// The key holds a value that cannot be hashed; the word is what [`KeyOps::hash`] said about it.
    Unhashable(u64),
}

impl From<HeapError> for MapError {
    fn from(error: HeapError) -> MapError {
        match error {
            HeapError::NeedsCollection => MapError::NeedsCollection,
            HeapError::OutOfMemory => MapError::OutOfMemory,
        }
    }
}

/// Hashing and comparing keys whose type the map does not understand.
pub trait KeyOps {
    /// Equal keys have equal hashes ([`SECRET`] mixes well enough). `Err` carries a word
    /// for the caller's message when the dynamic type of an interface in the key cannot be hashed.
    ///
    /// # Safety
    /// `key` points to a key of the map's type.
    unsafe fn hash(&self, key: *const u8) -> Result<u64, u64>;

    /// The language's equality, which need not be reflexive.
    ///
    /// # Safety
    /// Both point to keys of the map's type, and both have been hashed.
    unsafe fn eq(&self, a: *const u8, b: *const u8) -> bool;
}

/// For maps whose keys are not general.
pub struct NoKeyOps;

impl KeyOps for NoKeyOps {
    unsafe fn hash(&self, _key: *const u8) -> Result<u64, u64> {
        Err(0)
    }

    unsafe fn eq(&self, _a: *const u8, _b: *const u8) -> bool {
        false
    }
}

/// The header of a map: what a guest's map value points to.
#[repr(C)]
struct Map {
    /// Live entries. First, because compiled code reads it.
    len: u64,
    entries: usize,
    /// 0 for small maps.
    index: usize,
    /// New entries of `pending_capacity`, allocated by an operation that then had to ask for a collection.
    pending: usize,
    /// Entries appended, dead ones included.
    used: u32,
    capacity: u32,
    pending_capacity: u32,
    /// What the size hint asked for.
    reserved: u32,
    /// Entries before this are dead, so that taking the first entry again and again is not quadratic.
    first: u32,
    /// One more than the offset in `entries` of the entry that a search found last, or 0: what is looked up
    /// is often assigned next.
    last: u32,
    clears: u64,
}

/// A key to look for, of one of the kinds.
pub trait MapKey: Copy {
    /// Whether the hash is needed (to find out if there is one) even where nothing is looked up by it.
    const HASH_ALWAYS: bool;
    /// Whether matching is so cheap that a few entries are all looked at, without a branch for each.
    const ONE_COMPARISON: bool = false;

    fn hash(self) -> Result<u64, u64>;

    /// # Safety
    /// `stored` points to the key of a live entry of a map of this kind of key.
    unsafe fn matches(self, stored: *const u8) -> bool;

    fn is_reflexive(self) -> bool;

    /// # Safety
    /// `slot` points to the key of an entry of a map of this kind of key and, for general ones, of this size.
    unsafe fn write(self, slot: *mut u8, size: usize);

    /// The hash of a stored key, whose header may have it.
    ///
    /// # Safety
    /// As for `matches`.
    unsafe fn rehash(header: u64, stored: *const u8) -> u64;
}

/// An integer-like key.
#[derive(Clone, Copy, Debug)]
pub struct WordKey(pub u64);

impl MapKey for WordKey {
    const HASH_ALWAYS: bool = false;
    const ONE_COMPARISON: bool = true;

    #[inline]
    fn hash(self) -> Result<u64, u64> {
        Ok(SECRET.word(self.0))
    }

    #[inline]
    unsafe fn matches(self, stored: *const u8) -> bool {
        // SAFETY: word keys are stored as one aligned word.
        unsafe { *stored.cast::<u64>() == self.0 }
    }

    #[inline]
    fn is_reflexive(self) -> bool {
        true
    }

    #[inline]
    unsafe fn write(self, slot: *mut u8, _size: usize) {
        // SAFETY: word keys are stored as one aligned word.
        unsafe { *slot.cast::<u64>() = self.0 }
    }

    #[inline]
    unsafe fn rehash(_header: u64, stored: *const u8) -> u64 {
        // SAFETY: word keys are stored as one aligned word.
        SECRET.word(unsafe { *stored.cast::<u64>() })
    }
}

/// A float's value: as a key it is compared by that, and stored by its bits.
trait FloatBits: Copy + PartialEq {
    fn from_word(bits: u64) -> Self;
    fn to_word(self) -> u64;
    fn is_zero(self) -> bool;
}

impl FloatBits for f64 {
    fn from_word(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn to_word(self) -> u64 {
        self.to_bits()
    }
    fn is_zero(self) -> bool {
        self == 0.0
    }
}

impl FloatBits for f32 {
    fn from_word(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    fn to_word(self) -> u64 {
        u64::from(self.to_bits())
    }
    fn is_zero(self) -> bool {
        self == 0.0
    }
}

/// The hash of a float key: both zeros have the same.
#[inline]
fn hash_float<F: FloatBits>(value: F) -> u64 {
    SECRET.word(if value.is_zero() { 0 } else { value.to_word() })
}

macro_rules! float_key {
    ($(#[$doc:meta])* $name:ident, $float:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(pub $float);

        impl MapKey for $name {
            const HASH_ALWAYS: bool = false;

            #[inline]
            fn hash(self) -> Result<u64, u64> {
                Ok(hash_float(self.0))
            }

            #[inline]
            unsafe fn matches(self, stored: *const u8) -> bool {
                // SAFETY: float keys are stored as one aligned word.
                <$float>::from_word(unsafe { *stored.cast::<u64>() }) == self.0
            }

            #[inline]
            fn is_reflexive(self) -> bool {
                self.0 == self.0
            }

            #[inline]
            unsafe fn write(self, slot: *mut u8, _size: usize) {
                // SAFETY: word keys are stored as one aligned word.
                unsafe { *slot.cast::<u64>() = self.0.to_word() }
            }

            #[inline]
            unsafe fn rehash(_header: u64, stored: *const u8) -> u64 {
                // SAFETY: word keys are stored as one aligned word.
                hash_float(<$float>::from_word(unsafe { *stored.cast::<u64>() }))
            }
        }
    };
}

float_key!(
    /// A float64 key.
    F64Key,
    f64
);
float_key!(
    /// A float32 key.
    F32Key,
    f32
);

/// A string key: where its bytes are, and how many.
#[derive(Clone, Copy, Debug)]
pub struct StrKey {
    ptr: *const u8,
    len: usize,
}

impl StrKey {
    /// # Safety
    /// The bytes are readable (or `len` is 0) as long as the key is used; a key that is assigned by must be
    /// heap memory or outlive the heap, as the map keeps the pointer.
    pub unsafe fn new(ptr: *const u8, len: usize) -> StrKey {
        StrKey { ptr, len }
    }

    #[inline]
    fn bytes<'a>(self) -> &'a [u8] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: the code that made the key promised that its bytes are readable as long as the key lives.
        unsafe { std::slice::from_raw_parts(self.ptr, self.len) }
    }

    /// Whether the bytes of two keys of the same length are equal. Short ones are compared here, as words
    /// that may overlap; of long ones the last word, which most that differ differ in.
    #[inline]
    fn same_bytes(self, other: StrKey) -> bool {
        let (a, b, len) = (self.ptr, other.ptr, self.len);
        // SAFETY: the code that made the keys promised that their bytes are readable; each read lies in the
        // first `len`.
        unsafe {
            let differ = |at: usize| {
                let word = |p: *const u8| p.add(at).cast::<u64>().read_unaligned();
                word(a) ^ word(b)
            };
            let half = |at: usize| {
                let word = |p: *const u8| p.add(at).cast::<u32>().read_unaligned();
                word(a) ^ word(b)
            };
            match len {
                8..=16 => differ(0) | differ(len - 8) == 0,
                4..=7 => half(0) | half(len - 4) == 0,
                17..=32 => differ(0) | differ(8) | differ(len - 16) | differ(len - 8) == 0,
                33.. => differ(len - 8) == 0 && self.bytes() == other.bytes(),
                1..=3 => [0, len / 2, len - 1].iter().all(|n| *a.add(*n) == *b.add(*n)),
                0 => true,
            }
        }
    }
}

impl MapKey for StrKey {
    const HASH_ALWAYS: bool = false;

    #[inline(always)]
    fn hash(self) -> Result<u64, u64> {
        Ok(SECRET.bytes(self.bytes()))
    }

    #[inline]
    unsafe fn matches(self, stored: *const u8) -> bool {
        // SAFETY: string keys are stored as two aligned words.
        let other = unsafe { StrKey { ptr: *stored.cast(), len: *stored.cast::<usize>().add(1) } };
        self.len == other.len && (self.ptr == other.ptr || self.same_bytes(other))
    }

    #[inline]
    fn is_reflexive(self) -> bool {
        true
    }

    #[inline]
    unsafe fn write(self, slot: *mut u8, _size: usize) {
        // SAFETY: word keys are stored as one aligned word.
        unsafe {
            *slot.cast::<*const u8>() = self.ptr;
            *slot.cast::<usize>().add(1) = self.len;
        }
    }

    #[inline]
    unsafe fn rehash(header: u64, stored: *const u8) -> u64 {
        if header & !FLAGS != 0 {
            return header;
        }
        // SAFETY: word keys are stored as one aligned word.
        let key = unsafe { StrKey { ptr: *stored.cast(), len: *stored.cast::<usize>().add(1) } };
        SECRET.bytes(key.bytes())
    }
}

/// A key of any other type: where its bytes are, and who understands them.
pub struct GeneralKey<'a, O: ?Sized> {
    ptr: *const u8,
    ops: &'a O,
}

impl<O: ?Sized> Clone for GeneralKey<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O: ?Sized> Copy for GeneralKey<'_, O> {}

impl<'a, O: KeyOps + ?Sized> GeneralKey<'a, O> {
    /// # Safety
    /// `ptr` points to a key of the map's type, readable as long as the key is used.
    pub unsafe fn new(ptr: *const u8, ops: &'a O) -> GeneralKey<'a, O> {
        GeneralKey { ptr, ops }
    }
}

impl<O: KeyOps + ?Sized> MapKey for GeneralKey<'_, O> {
    const HASH_ALWAYS: bool = true;

    #[inline]
    fn hash(self) -> Result<u64, u64> {
        // SAFETY: the code that made the key promised that it points to a value of the kind that `ops` takes.
        unsafe { self.ops.hash(self.ptr) }
    }

    #[inline]
    unsafe fn matches(self, stored: *const u8) -> bool {
        // SAFETY: the code that made the key promised that it points to a value of the kind that `ops` takes,
        // and the caller vouches for the stored one.
        unsafe { self.ops.eq(self.ptr, stored) }
    }

    #[inline]
    fn is_reflexive(self) -> bool {
        // SAFETY: the code that made the key promised that it points to a value of the kind that `ops` takes.
        unsafe { self.ops.eq(self.ptr, self.ptr) }
    }

    #[inline]
    unsafe fn write(self, slot: *mut u8, size: usize) {
        // SAFETY: the entry has `size` bytes of key, and a key that is assigned by is never that entry's own.
        unsafe { std::ptr::copy(self.ptr, slot, size) }
    }

    unsafe fn rehash(header: u64, _stored: *const u8) -> u64 {
        header
    }
}

/// The bytes of a hash that an entry's header keeps; never 0, which says that the hash is not known.
#[inline]
fn header_hash(hash: u64) -> u64 {
    let kept = hash & !FLAGS;
    if kept == 0 { 4 } else { kept }
}

/// Slots of an index that are looked at together: nearly all searches end in the first group, without a
/// branch that depends on where in it.
const GROUP: u32 = 4;

/// Which slots of a group are empty, and which may hold the entry that is looked for: a bit for each.
struct Group {
    candidates: u32,
    empty: u32,
}

impl Group {
    /// # Safety
    /// `slots` points to a group of an index.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    unsafe fn load(slots: *const u32, tag: u32, mask: u32) -> Group {
        use std::arch::x86_64::*;
        // SAFETY: the caller's promise; SSE2 is part of the architecture.
        unsafe {
            let slots = _mm_loadu_si128(slots.cast());
            let tags = _mm_and_si128(slots, _mm_set1_epi32(!mask as i32));
            let same = _mm_cmpeq_epi32(tags, _mm_set1_epi32((tag & !mask) as i32));
            let empty = _mm_cmpeq_epi32(slots, _mm_setzero_si128());
            let candidates = _mm_andnot_si128(empty, same);
            Group {
                candidates: _mm_movemask_ps(_mm_castsi128_ps(candidates)) as u32,
                empty: _mm_movemask_ps(_mm_castsi128_ps(empty)) as u32,
            }
        }
    }

    /// # Safety
    /// `slots` points to a group of an index.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline]
    unsafe fn load(slots: *const u32, tag: u32, mask: u32) -> Group {
        let mut group = Group { candidates: 0, empty: 0 };
        for n in 0..GROUP {
            // SAFETY: the caller's promise.
            let slot = unsafe { *slots.add(n as usize) };
            let empty = slot == 0;
            group.empty |= u32::from(empty) << n;
            group.candidates |= u32::from(!empty && (slot ^ tag) & !mask == 0) << n;
        }
        group
    }

    /// Takes the next candidate.
    #[inline]
    fn next(&mut self) -> Option<u32> {
        let n = self.candidates.trailing_zeros();
        self.candidates &= self.candidates.wrapping_sub(1);
        (n < GROUP).then_some(n)
    }
}

/// Where the search for a hash begins in an index, to be masked. The lowest bits of a header are flags.
#[inline]
fn first_group(hash: u64) -> u32 {
    (hash >> 8) as u32 & !(GROUP - 1)
}

/// What distinguishes hashes that begin in the same group: the bits of it that an entry's number leaves.
#[inline]
fn tag(hash: u64) -> u32 {
    (hash >> 32) as u32
}

impl Map {
    #[inline]
    fn entry(&self, ty: &MapType, number: u32) -> *mut u8 {
        (self.entries + number as usize * ty.entry_size as usize) as *mut u8
    }

    /// One less than the number of index slots, which is two for each entry; also the bits of a slot that
    /// hold an entry's number plus one.
    #[inline]
    fn mask(&self) -> u32 {
        self.capacity * 2 - 1
    }

    /// The live entry with this key, or null. `hash` is the key's, if the map has an index. Always inlined:
    /// as a function it costs each search of a string some fifteen instructions.
    #[inline(always)]
    fn find<K: MapKey>(&self, ty: &MapType, key: K, hash: u64) -> *mut u8 {
        if self.index == 0 {
            return self.find_small(ty, key, hash);
        }
        let mask = self.mask();
        let mut at = first_group(hash);
        loop {
            let first = at & mask;
            // SAFETY: a group of the index, which has at least half its slots empty.
            let mut group =
                unsafe { Group::load((self.index as *const u32).add(first as usize), tag(hash), mask) };
            while let Some(n) = group.next() {
                // SAFETY: a slot of the group; slots that are not empty hold numbers of entries below `used`.
                unsafe {
                    let slot = *(self.index as *const u32).add((first + n) as usize);
                    let entry = self.entry(ty, (slot & mask) - 1);
                    if *entry.cast::<u64>() & LIVE != 0 && key.matches(entry.add(HEADER_WORD)) {
                        return entry;
                    }
                }
            }
            if group.empty != 0 {
                return std::ptr::null_mut();
            }
            at = at.wrapping_add(GROUP);
        }
    }

    /// The value slot of a word in a map without an index, or null.
    #[inline(never)]
    fn find_word_small(&mut self, ty: &MapType, word: u64) -> *mut u8 {
        let found = self.find_small(ty, WordKey(word), 0);
        if found.is_null() {
            return found;
        }
        self.last = u32::try_from(found as usize - self.entries).map_or(0, |at| at.wrapping_add(1));
        found.wrapping_add(ty.value_offset as usize)
    }

    #[inline(never)]
    fn find_word_slowly(&mut self, ty: &MapType, word: u64) -> *mut u8 {
        // SAFETY: a map of this type, of which no other code holds a reference.
        let found = unsafe { map_find(ty, (&raw mut *self).cast(), WordKey(word)) };
        found.expect("words can be hashed")
    }

    /// The value slot of an entry whose key is assigned again.
    #[inline]
    fn found<K: MapKey>(&self, ty: &MapType, key: K, entry: *mut u8) -> *mut u8 {
        if ty.key != KeyKind::Word && ty.key != KeyKind::Str {
            // Equal keys may still differ: +0 and -0. Go keeps the last one assigned.
            // SAFETY: an entry of this map.
            unsafe { key.write(entry.add(HEADER_WORD), ty.key_size as usize) };
        }
        entry.wrapping_add(ty.value_offset as usize)
    }

    #[inline]
    fn find_small<K: MapKey>(&self, ty: &MapType, key: K, hash: u64) -> *mut u8 {
        let mut entry = self.entries as *mut u8;
        let mut found = std::ptr::null_mut();
        for _ in 0..self.used {
            // SAFETY: the entries below `used` exist.
            unsafe {
                let header = *entry.cast::<u64>();
                // To compare such keys takes long, and their entries have their hashes.
                let may_match = !K::HASH_ALWAYS || header & !FLAGS == hash;
                if header & LIVE != 0 && may_match && key.matches(entry.add(HEADER_WORD)) {
                    found = entry;
                    if !K::ONE_COMPARISON {
                        break;
                    }
                }
                entry = entry.add(ty.entry_size as usize);
            }
        }
        found
    }

    /// Puts an entry's number into the first empty slot for its hash.
    #[inline]
    fn insert_slot(&mut self, hash: u64, number: u32) {
        let mask = self.mask();
        let mut at = first_group(hash);
        loop {
            let first = at & mask;
            // SAFETY: a group of the index, which has at least half its slots empty.
            unsafe {
                let slots = (self.index as *mut u32).add(first as usize);
                let group = Group::load(slots, tag(hash), mask);
                if group.empty != 0 {
                    *slots.add(group.empty.trailing_zeros() as usize) = (tag(hash) & !mask) | (number + 1);
                    return;
                }
            }
            at = at.wrapping_add(GROUP);
        }
    }

    /// Makes room for at least one more entry, in new arrays without tombstones.
    #[cold]
    #[inline(never)]
    fn rebuild<K: MapKey>(&mut self, heap: &mut Heap, ty: &MapType, cost: &mut u64) -> Result<(), MapError> {
        // A third stays free, so that the next rebuild is far enough away to pay for this one.
        let wanted = ((self.len + 1) * 3 / 2).max(u64::from(self.reserved)).max(u64::from(SMALL));
        let capacity = wanted.next_power_of_two();
        if capacity > MAX_CAPACITY {
            return Err(MapError::OutOfMemory);
        }
        let capacity = capacity as u32;
        let entry_size = ty.entry_size as usize;
        if self.pending == 0 || self.pending_capacity != capacity {
            let entries = heap.alloc_array(ty.entry_layout, entry_size, capacity as usize)?;
            heap.prefer_large_pages(entries as usize, entry_size * capacity as usize);
            self.pending = entries as usize;
            self.pending_capacity = capacity;
        }
        let slots = if capacity > SMALL { capacity as usize * 2 } else { 0 };
        let index = if slots > 0 { heap.alloc_array(LayoutId::NO_POINTERS, 4, slots)? as usize } else { 0 };
        heap.prefer_large_pages(index, 4 * slots);
        let (old, used) = (self.entries as *const u8, self.used as usize);
        let new = std::mem::replace(&mut self.pending, 0) as *mut u8;
        *cost += (used.max(capacity as usize) * entry_size + slots * 4) as u64;
        let mut count = 0;
        for i in 0..used {
            // SAFETY: the old array has `used` entries, the new one room for all that are alive.
            unsafe {
                let entry = old.add(i * entry_size);
                if *entry.cast::<u64>() & LIVE != 0 {
                    std::ptr::copy_nonoverlapping(entry, new.add(count * entry_size), entry_size);
                    count += 1;
                }
            }
        }
        self.entries = new as usize;
        self.index = index;
        self.used = count as u32;
        self.capacity = capacity;
        self.reserved = 0;
        self.first = 0;
        self.last = 0;
        if index != 0 {
            self.fill_index::<K>(ty);
        }
        Ok(())
    }

    /// Moves `first` to the first live entry. It only moves forward between rebuilds, so each entry pays
    /// once.
    fn skip_dead(&mut self, ty: &MapType, cost: &mut u64) {
        let before = self.first;
        // SAFETY: entries below `used` exist.
        while self.first < self.used && unsafe { *self.entry(ty, self.first).cast::<u64>() } & LIVE == 0 {
            self.first += 1;
        }
        add_skipped(cost, self.first - before);
    }

    fn fill_index<K: MapKey>(&mut self, ty: &MapType) {
        for number in 0..self.used {
            let entry = self.entry(ty, number);
            // SAFETY: an entry below `used`; after a rebuild all are alive.
            let header = unsafe { *entry.cast::<u64>() };
            if header & IRREFLEXIVE == 0 {
                // SAFETY: the key of an entry follows its header, and a key that equals itself has a hash.
                let hash = unsafe { K::rehash(header, entry.add(HEADER_WORD)) };
                self.insert_slot(header_hash(hash), number);
            }
        }
    }
}

#[inline]
fn add_skipped(cost: &mut u64, tombstones: u32) {
    if tombstones > FREE_SKIPS {
        *cost += u64::from(tombstones - FREE_SKIPS) * SKIP_COST;
    }
}

/// The hash to look a key up by, where one is needed.
#[inline]
fn lookup_hash<K: MapKey>(key: K, map: Option<&Map>) -> Result<u64, MapError> {
    if K::HASH_ALWAYS || map.is_some_and(|map| map.index != 0) {
        key.hash().map(header_hash).map_err(MapError::Unhashable)
    } else {
        Ok(0)
    }
}

/// An empty map with room for `hint` entries (a wish; negative hints are for the caller to reject).
pub fn map_new(heap: &mut Heap, hint: usize) -> Result<*mut u8, HeapError> {
    hash::keep_secret();
    let map = heap.alloc_sized(LayoutId::ALL, size_of::<Map>())?;
    // SAFETY: a fresh zeroed object of the size of a header, for which zero is the empty map.
    unsafe { (*map.cast::<Map>()).reserved = hint.min(MAX_HINT) as u32 };
    Ok(map)
}

/// The number of entries; 0 for nil.
///
/// # Safety
/// `map` is null or came from [`map_new`] and has not been collected. So for all functions here.
#[inline]
pub unsafe fn map_len(map: *const u8) -> usize {
    // SAFETY: the caller's promise.
    unsafe { map.cast::<Map>().as_ref() }.map_or(0, |map| map.len as usize)
}

/// The value slot of a key, or null if it is not there. The slot is good until the map is next written to.
/// `cost` grows by the bytes touched beyond what every lookup costs.
///
/// # Safety
/// As for [`map_len`], and the map is of this type, whose kind of key `K` is.
// Always inlined, as `Map::find` is: the search of a string is a function of its own in `natives/maps.rs`.
#[inline(always)]
pub unsafe fn map_find<K: MapKey>(ty: &MapType, map: *const u8, key: K) -> Result<*mut u8, MapError> {
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let map = unsafe { map.cast_mut().cast::<Map>().as_mut() };
    let hash = lookup_hash(key, map.as_deref())?;
    let Some(map) = map else { return Ok(std::ptr::null_mut()) };
    let entry = map.find(ty, key, hash);
    if entry.is_null() {
        return Ok(entry);
    }
    map.last = u32::try_from(entry as usize - map.entries).map_or(0, |at| at.wrapping_add(1));
    Ok(entry.wrapping_add(ty.value_offset as usize))
}

/// As [`map_find`] for words, which cannot fail: what most searches need in so few instructions that no
/// register has to be kept, and the rest apart.
///
/// # Safety
/// As for [`map_find`].
#[inline(always)]
pub unsafe fn map_find_word(ty: &MapType, map: *mut u8, word: u64) -> *mut u8 {
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let Some(map) = (unsafe { map.cast::<Map>().as_mut() }) else { return std::ptr::null_mut() };
    if map.index == 0 {
        return map.find_word_small(ty, word);
    }
    let hash = header_hash(SECRET.word(word));
    let mask = map.mask();
    let first = first_group(hash) & mask;
    // SAFETY: a group of the index, which has at least half its slots empty; slots that are not empty hold
    // numbers of entries below `used`.
    unsafe {
        let slots = (map.index as *const u32).add(first as usize);
        let Some(n) = Group::load(slots, tag(hash), mask).next() else {
            return map.find_word_slowly(ty, word);
        };
        let at = ((*slots.add(n as usize) & mask) - 1) as usize * ty.entry_size as usize;
        let entry = (map.entries + at) as *mut u8;
        if *entry.cast::<u64>() & LIVE != 0 && WordKey(word).matches(entry.add(HEADER_WORD)) {
            map.last = u32::try_from(at).map_or(0, |at| at.wrapping_add(1));
            return entry.wrapping_add(ty.value_offset as usize);
        }
    }
    map.find_word_slowly(ty, word)
}

/// The value slot of a key to assign to, if it is the one that was found last. General keys have to be hashed
/// first.
///
/// # Safety
/// As for [`map_find`].
#[inline]
pub unsafe fn map_found_last<K: MapKey>(ty: &MapType, map: *mut u8, key: K) -> Option<*mut u8> {
    // SAFETY: the caller's promise.
    let map = unsafe { map.cast::<Map>().as_ref() }?;
    if K::HASH_ALWAYS || map.last == 0 {
        return None;
    }
    let entry = (map.entries + map.last as usize - 1) as *mut u8;
    // SAFETY: an entry of this map, as rebuilding forgets it.
    unsafe {
        let same = key.matches(entry.add(HEADER_WORD)) && *entry.cast::<u64>() & LIVE != 0;
        same.then(|| map.found(ty, key, entry))
    }
}

/// The value slot of a key, made (zeroed) if it is not there. The slot is good until the map is next written
/// to.
///
/// # Safety
/// As for [`map_find`].
#[inline]
pub unsafe fn map_assign<K: MapKey>(
    heap: &mut Heap,
    ty: &MapType,
    map: *mut u8,
    key: K,
    cost: &mut u64,
) -> Result<*mut u8, MapError> {
    // SAFETY: the caller's promise.
    unsafe { map_assign_inlined(heap, ty, map, key, cost) }
}

/// [`map_assign`], always inlined: for callers that know the kind of key.
///
/// # Safety
/// As for [`map_find`].
#[inline(always)]
pub unsafe fn map_assign_inlined<K: MapKey>(
    heap: &mut Heap,
    ty: &MapType,
    map: *mut u8,
    key: K,
    cost: &mut u64,
) -> Result<*mut u8, MapError> {
    // SAFETY: the caller's promise.
    if let Some(value) = unsafe { map_found_last(ty, map, key) } {
        return Ok(value);
    }
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let map = unsafe { map.cast::<Map>().as_mut() };
    let mut hash = lookup_hash(key, map.as_deref())?;
    let Some(map) = map else { return Err(MapError::NilMap) };
    let found = map.find(ty, key, hash);
    if !found.is_null() {
        return Ok(map.found(ty, key, found));
    }
    if map.used == map.capacity {
        map.rebuild::<K>(heap, ty, cost)?;
        // The map may have got its index just now.
        hash = lookup_hash(key, Some(map))?;
    }
    let number = map.used;
    let entry = map.entry(ty, number);
    let mut header = hash | LIVE;
    if !key.is_reflexive() {
        header |= IRREFLEXIVE;
    } else if map.index != 0 {
        map.insert_slot(hash, number);
    }
    // SAFETY: used < capacity, so the entry exists; it is zero.
    unsafe {
        *entry.cast::<u64>() = header;
        key.write(entry.add(HEADER_WORD), ty.key_size as usize);
    }
    map.used += 1;
    map.len += 1;
    Ok(entry.wrapping_add(ty.value_offset as usize))
}

/// Removes a key, if it is there. Answers whether it was.
///
/// # Safety
/// As for [`map_find`].
pub unsafe fn map_delete<K: MapKey>(
    ty: &MapType,
    map: *mut u8,
    key: K,
    cost: &mut u64,
) -> Result<bool, MapError> {
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let map = unsafe { map.cast::<Map>().as_mut() };
    let hash = lookup_hash(key, map.as_deref())?;
    let Some(map) = map else { return Ok(false) };
    let entry = map.find(ty, key, hash);
    if entry.is_null() {
        return Ok(false);
    }
    // The whole entry, so that what it pointed to can be collected; a zero header is a tombstone.
    // SAFETY: an entry of this map.
    unsafe { std::ptr::write_bytes(entry, 0, ty.entry_size as usize) };
    map.len -= 1;
    if map.len == 0 && map.index == 0 {
        // As good as cleared; iterations under way have nothing left to see.
        map.used = 0;
        map.first = 0;
        map.clears += 1;
    } else if entry == map.entry(ty, map.first) {
        map.skip_dead(ty, cost);
    }
    Ok(true)
}

/// Removes all entries; the memory stays for the next ones.
///
/// # Safety
/// As for [`map_find`].
pub unsafe fn map_clear(ty: &MapType, map: *mut u8, cost: &mut u64) {
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let Some(map) = (unsafe { map.cast::<Map>().as_mut() }) else { return };
    if map.used == 0 {
        return;
    }
    let entries = map.used as usize * ty.entry_size as usize;
    let index = if map.index != 0 { 4 * (map.mask() as usize + 1) } else { 0 };
    // SAFETY: the arrays of this map, as long as they are.
    unsafe {
        std::ptr::write_bytes(map.entries as *mut u8, 0, entries);
        std::ptr::write_bytes(map.index as *mut u8, 0, index);
    }
    *cost += (entries + index) as u64;
    map.len = 0;
    map.used = 0;
    map.first = 0;
    map.clears += 1;
}

/// Where an iteration stands. Guests keep it in their own memory: the first two words are pointers.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug)]
pub struct MapIter {
    map: usize,
    entries: usize,
    next: u32,
    limit: u32,
    clears: u64,
}

/// Begins an iteration over the entries that the map has now.
///
/// # Safety
/// As for [`map_len`].
pub unsafe fn map_iter(map: *const u8) -> MapIter {
    // SAFETY: the caller's promise.
    match unsafe { map.cast::<Map>().as_ref() } {
        None => MapIter::default(),
        Some(header) => MapIter {
            map: map as usize,
            entries: header.entries,
            next: header.first,
            limit: header.used,
            clears: header.clears,
        },
    }
}

/// What [`map_next`] answers, with nulls for the end, if that takes no more than a look at the next entry:
/// the map has neither been rebuilt nor cleared since the iteration began, and the entry is alive.
///
/// # Safety
/// As for [`map_next`]; no reference to the iterator is in use.
#[inline(always)]
pub unsafe fn map_next_quickly(ty: &MapType, iter: *mut MapIter) -> Option<[*mut u8; 2]> {
    // SAFETY: the caller's promise; the iterator was made from a map that is still alive, whose entries below
    // `limit` exist.
    unsafe {
        let iter = &mut *iter;
        let Some(map) = (iter.map as *const Map).as_ref() else { return Some([std::ptr::null_mut(); 2]) };
        if map.clears != iter.clears || map.entries != iter.entries {
            return None;
        }
        if iter.next >= iter.limit {
            return Some([std::ptr::null_mut(); 2]);
        }
        let entry = map.entry(ty, iter.next);
        if *entry.cast::<u64>() & LIVE == 0 {
            return None;
        }
        iter.next += 1;
        Some([ty.key_offset, ty.value_offset].map(|offset| entry.add(offset as usize)))
    }
}

/// The next entry of an iteration: its key and its value, to be read at once. `None` at the end.
///
/// # Safety
/// As for [`map_find`]; `ops` is that of the map's type, and the iterator's pointers are kept alive.
pub unsafe fn map_next(
    ty: &MapType,
    iter: &mut MapIter,
    ops: &dyn KeyOps,
    cost: &mut u64,
) -> Option<(*mut u8, *mut u8)> {
    // SAFETY: the iterator was made from a map that is still alive.
    let map = unsafe { (iter.map as *const Map).as_ref() }?;
    if map.clears != iter.clears {
        iter.next = iter.limit;
    }
    let first = iter.next;
    let mut found = None;
    while iter.next < iter.limit && found.is_none() {
        let mut entry = (iter.entries + iter.next as usize * ty.entry_size as usize) as *mut u8;
        iter.next += 1;
        // SAFETY: the iterator's array, kept alive by it, had `limit` entries when it began.
        let header = unsafe { *entry.cast::<u64>() };
        if header & LIVE == 0 {
            continue;
        }
        if iter.entries != map.entries && header & IRREFLEXIVE == 0 {
            // SAFETY: a live entry's key.
            entry = unsafe { map.find_stored(ty, entry.add(HEADER_WORD), ops) };
        }
        if !entry.is_null() {
            let at = |offset: u32| entry.wrapping_add(offset as usize);
            found = Some((at(ty.key_offset), at(ty.value_offset)));
        }
    }
    add_skipped(cost, iter.next - first);
    found
}

impl Map {
    /// The entry with the same key as an entry of an older array.
    ///
    /// # Safety
    /// `stored` points to the key of a live entry of a map of this type.
    unsafe fn find_stored(&self, ty: &MapType, stored: *const u8, ops: &dyn KeyOps) -> *mut u8 {
        // SAFETY: keys are stored as `MapKey::write` of their kind wrote them.
        unsafe {
            let word = stored.cast::<u64>();
            match ty.key {
                KeyKind::Word => self.find_again(ty, WordKey(*word)),
                KeyKind::F64 => self.find_again(ty, F64Key(f64::from_word(*word))),
                KeyKind::F32 => self.find_again(ty, F32Key(f32::from_word(*word))),
                KeyKind::Str => {
                    let key = StrKey::new(*word as *const u8, *word.add(1) as usize);
                    self.find_again(ty, key)
                }
                KeyKind::General => self.find_again(ty, GeneralKey::new(stored, ops)),
            }
        }
    }

    fn find_again<K: MapKey>(&self, ty: &MapType, key: K) -> *mut u8 {
        match lookup_hash(key, Some(self)) {
            Ok(hash) => self.find(ty, key, hash),
            // A key that was hashed once can be hashed again.
            Err(_) => std::ptr::null_mut(),
        }
    }
}
