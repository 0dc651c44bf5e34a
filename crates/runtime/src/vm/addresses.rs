//! Addresses as guests see them. Where an object lies depends on what was collected before, and that on the
//! tier; a guest that could see it would not behave the same everywhere. An object gets a number of its own
//! when it is shown first, in the order in which objects are shown, and keeps it as long as it lives.

use purlin_base::map::HashMap;

use super::{Stop, Vm};
use crate::heap::{Heap, HeapError};

/// Numbers of constants, of globals and of words that are no addresses in the isolate begin there.
const DATA: u64 = 0x80_0000_0000;
const GLOBALS: u64 = 0x90_0000_0000;
const OTHERS: u64 = 0xa0_0000_0000;
/// What is left of words that are no addresses in the isolate.
const OTHERS_MASK: u64 = 0xf_ffff_ffff;
/// The number of objects without size; the objects' numbers begin after it.
const OBJECTS: u64 = 0xc0_0000_0000;
const FIRST_OBJECT: u64 = OBJECTS + 0x1_0000;
/// Numbers are aligned as allocators align objects of such a size, within these bounds.
const ALIGNMENTS: (u64, u64) = (16, 4096);
/// Bytes of memory that an entry takes, with what the table leaves free.
const ENTRY_BYTES: usize = 20;
/// Entries that the table has room for at first.
const FIRST_ENTRIES: usize = 64;

/// The objects of an isolate that were shown to its guest and may be alive: where they begin in memory, and
/// in numbers.
pub(crate) struct Addresses {
    numbers: HashMap<usize, u64>,
    next: u64,
    /// Entries that the limit of memory was asked for.
    room: usize,
}

impl Default for Addresses {
    fn default() -> Addresses {
        Addresses { numbers: HashMap::default(), next: FIRST_OBJECT, room: 0 }
    }
}

/// [`Addresses`] of an isolate whose objects may be relocated: offsets in the heap, and numbers.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Shown {
    numbers: Vec<(usize, u64)>,
    next: u64,
}

impl Addresses {
    /// Bytes of the limit of memory that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.room * ENTRY_BYTES
    }

    /// Forgets the objects that were not alive at the collection that has just ended.
    pub(super) fn retain_alive(&mut self, heap: &Heap) {
        self.numbers.retain(|start, _| heap.was_alive(*start));
        if self.numbers.len() < self.room / 4 {
            self.room = (self.numbers.len() * 2).max(FIRST_ENTRIES);
            self.numbers.shrink_to(self.room);
        }
    }

    pub(super) fn shown(&self, heap_base: usize) -> Shown {
        let mut numbers: Vec<_> = self.numbers.iter().map(|(at, number)| (at - heap_base, *number)).collect();
        numbers.sort_unstable();
        Shown { numbers, next: self.next }
    }

    pub(super) fn continue_at(&mut self, shown: &Shown, heap_base: usize) {
        self.numbers = shown.numbers.iter().map(|(offset, number)| (offset + heap_base, *number)).collect();
        (self.next, self.room) = (shown.next, self.numbers.len());
    }

    fn add(&mut self, start: usize, size: usize) -> u64 {
        let size = size.max(1) as u64;
        let alignment = (size & size.wrapping_neg()).clamp(ALIGNMENTS.0, ALIGNMENTS.1);
        let number = self.next.next_multiple_of(alignment);
        self.next = number.saturating_add(size).min(u64::MAX / 2);
        self.numbers.insert(start, number);
        number
    }
}

impl Vm {
    /// An address as the guest may see it: the same on every run, in every tier and on every machine, with no
    /// hint at where the host's memory lies. Different objects that are alive at once have different ones,
    /// and what lies in one object is as far apart as in memory.
    ///
    /// # Errors
    /// The table of objects that were shown does not fit the limit of memory any more.
    pub fn shown_address(&mut self, address: u64) -> Result<u64, Stop> {
        if address == 0 {
            return Ok(0);
        }
        if let Some((start, size)) = self.heap.object_start(address as usize) {
            return self.shown_object(start, size).map(|number| number + (address - start as u64));
        }
        if let Some(offset) = self.roots.offset_of(address as usize) {
            return Ok(GLOBALS + offset as u64);
        }
        let data = self.shared.data.as_ptr_range();
        if (data.start as u64..data.end as u64).contains(&address) {
            return Ok(DATA + (address - data.start as u64));
        }
        Ok(OTHERS + (address & OTHERS_MASK))
    }

    /// The number of an object.
    fn shown_object(&mut self, start: usize, size: usize) -> Result<u64, Stop> {
        if size == 0 {
            return Ok(OBJECTS);
        }
        if let Some(number) = self.addresses.numbers.get(&start) {
            return Ok(*number);
        }
        if self.addresses.numbers.len() == self.addresses.room {
            self.extend_addresses()?;
        }
        Ok(self.addresses.add(start, size))
    }

    /// Gives the table of objects that were shown twice its room.
    #[cold]
    fn extend_addresses(&mut self) -> Result<(), Stop> {
        let more = self.addresses.room.max(FIRST_ENTRIES);
        if !self.heap.has_room_for_bytes(more * ENTRY_BYTES) {
            self.collect();
            let Addresses { numbers, room, .. } = &self.addresses;
            if numbers.len() < *room {
                return Ok(());
            }
            if !self.heap.has_room_for_bytes(more * ENTRY_BYTES) {
                return Err(HeapError::OutOfMemory.into());
            }
        }
        self.addresses.numbers.reserve(more);
        self.addresses.room += more;
        self.account_outside();
        Ok(())
    }

    /// Brings what the heap may take up to date with what is taken besides it.
    #[inline]
    pub(crate) fn account_outside(&mut self) {
        let kept = self.addresses.bytes() + self.dynamic.bytes();
        self.heap.set_outside(self.scheduler.stacks.used_bytes() + kept);
    }
}
