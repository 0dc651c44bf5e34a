//! Maps whose keys have moved: pointers are hashed by their addresses, so what of a map follows from hashes
//! is made anew. Knows nothing of why keys move.

use super::{F32Key, F64Key, FloatBits as _, GeneralKey, StrKey, WordKey, header_hash};
use super::{FLAGS, HEADER_WORD, IRREFLEXIVE, KeyKind, KeyOps, LIVE, Map, MapKey, MapType};

/// Where a map keeps what follows from hashes.
pub(crate) struct HashedWords {
    index: usize,
    index_bytes: usize,
    entries: usize,
    entry_size: usize,
    used: usize,
}

impl HashedWords {
    /// The addresses of the objects that hold it; 0 where the map has none.
    pub(crate) fn objects(&self) -> [usize; 2] {
        [self.index, self.entries]
    }

    /// Whether the word at an address, in one of these objects, follows from hashes only.
    pub(crate) fn has(&self, address: usize) -> bool {
        let in_entries = address.wrapping_sub(self.entries);
        address.wrapping_sub(self.index) < self.index_bytes
            || (in_entries < self.used * self.entry_size && in_entries.is_multiple_of(self.entry_size))
    }
}

/// What of a map follows from hashes.
///
/// # Safety
/// `map` came from [`super::map_new`], has not been collected, and is of this type.
pub(crate) unsafe fn hashed_words(ty: &MapType, map: *const u8) -> HashedWords {
    // SAFETY: the caller's promise.
    let map = unsafe { &*map.cast::<Map>() };
    HashedWords {
        index: map.index,
        index_bytes: if map.index == 0 { 0 } else { (map.mask() as usize + 1) * 4 },
        entries: map.entries,
        entry_size: ty.entry_size as usize,
        used: map.used as usize,
    }
}

/// The hash of a key in an entry.
///
/// # Safety
/// `stored` points to the key of a live entry of a map of this type; `ops` is that of the type.
unsafe fn hash_of(ty: &MapType, stored: *const u8, ops: &dyn KeyOps) -> Option<u64> {
    // SAFETY: keys are stored as `MapKey::write` of their kind wrote them.
    unsafe {
        let word = stored.cast::<u64>();
        let hash = match ty.key {
            KeyKind::Word => WordKey(*word).hash(),
            KeyKind::F64 => F64Key(f64::from_word(*word)).hash(),
            KeyKind::F32 => F32Key(f32::from_word(*word)).hash(),
            KeyKind::Str => StrKey::new(*word as *const u8, *word.add(1) as usize).hash(),
            KeyKind::General => GeneralKey::new(stored, ops).hash(),
        };
        // A key that was hashed once can be hashed again.
        hash.ok().map(header_hash)
    }
}

/// Makes anew what follows from the hashes of a map's keys.
///
/// # Safety
/// `map` came from [`super::map_new`], has not been collected, and is of this type; `ops` is that of the
/// type. Only the words of [`hashed_words`] may be wrong.
pub(crate) unsafe fn map_rehash(ty: &MapType, map: *mut u8, ops: &dyn KeyOps) {
    // SAFETY: the caller's promise; no other code holds a reference to the header.
    let map = unsafe { &mut *map.cast::<Map>() };
    if map.index != 0 {
        // SAFETY: the index has so many slots.
        unsafe { std::ptr::write_bytes(map.index as *mut u32, 0, map.mask() as usize + 1) };
    }
    for number in 0..map.used {
        let entry = map.entry(ty, number);
        // SAFETY: an entry below `used`.
        let header = unsafe { *entry.cast::<u64>() };
        if header & LIVE == 0 || header & IRREFLEXIVE != 0 {
            continue;
        }
        // SAFETY: the key of a live entry follows its header.
        let Some(hash) = (unsafe { hash_of(ty, entry.add(HEADER_WORD), ops) }) else { continue };
        if header & !FLAGS != 0 {
            // SAFETY: an entry below `used`.
            unsafe { *entry.cast::<u64>() = hash | header & FLAGS };
        }
        if map.index != 0 {
            map.insert_slot(hash, number);
        }
    }
}
