//! Tables in reserved address space: one piece each, so that machine code indexes them by an address that
//! never changes, and growing while other threads read them. Entries never move, and readers take no lock.
//!
//! Knows nothing of what the entries mean.

use std::io;
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

pub use purlin_base::grow::Full;

mod spare;

/// Pages of the smallest size that any supported system uses.
const PAGE: usize = 4096;

/// Bytes that become readable and writable at once. They cost memory when they are touched.
const STEP: usize = 64 << 10;

/// A range of addresses of which a growing part at the beginning is readable and writable; that part is zero
/// where nothing was written. It takes only as much memory as was touched.
#[derive(Debug)]
pub struct Reservation {
    base: NonNull<u8>,
    bytes: usize,
    /// Bytes from the base on that are open.
    open: Mutex<usize>,
}

// SAFETY: the mapping belongs to the process, not to a thread, and the reservation is its only owner.
unsafe impl Send for Reservation {}
// SAFETY: what changes is behind a lock; access to the memory is the business of who has the address.
unsafe impl Sync for Reservation {}

impl Reservation {
    /// Reserves `most` bytes of which `first` are open; where the system does not give so many addresses,
    /// only the bytes that have to be open.
    pub fn new(most: usize, first: usize) -> io::Result<Reservation> {
        let first = first.max(1).next_multiple_of(PAGE);
        let most = most.checked_next_multiple_of(STEP).unwrap_or(first).max(first);
        let reservation = match spare::take(most) {
            Some(reservation) => reservation,
            None => {
                let (base, bytes) = match map(most) {
                    Ok(base) => (base, most),
                    Err(_) => (map(first)?, first),
                };
                Reservation { base, bytes, open: Mutex::new(0) }
            }
        };
        reservation.open_by(first, PAGE).map_err(|Full| io::Error::last_os_error())?;
        Ok(reservation)
    }

    /// Makes the first `bytes` readable and writable.
    pub fn open(&self, bytes: usize) -> Result<(), Full> {
        self.open_by(bytes, STEP)
    }

    /// Makes the first `bytes` readable and writable, rounded up to a multiple of `step`.
    fn open_by(&self, bytes: usize, step: usize) -> Result<(), Full> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes <= *open {
            return Ok(());
        }
        if bytes > self.bytes {
            return Err(Full);
        }
        let next = bytes.next_multiple_of(step).min(self.bytes);
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the range lies inside this mapping, and nothing reads or writes what was closed before.
        let changed =
            unsafe { libc::mprotect(self.base.as_ptr().add(*open).cast(), next - *open, protection) };
        if changed != 0 {
            return Err(Full);
        }
        *open = next;
        Ok(())
    }

    /// Bytes that can be open at most.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The first byte: the same for as long as the reservation lives.
    pub fn base(&self) -> *mut u8 {
        self.base.as_ptr()
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let open = *self.open.get_mut().unwrap_or_else(PoisonError::into_inner);
        if open <= spare::MOST_OPEN && spare::is_wanted(self.bytes) {
            // SAFETY: the part is open, and its owner goes away: nothing reads or writes it any more.
            unsafe { self.base.as_ptr().write_bytes(0, open) };
            if spare::keep(self.base, self.bytes, open) {
                return;
            }
        }
        // SAFETY: exactly the range that `map` returned; its owner goes away with it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

/// Addresses that cannot be read or written yet.
fn map(bytes: usize) -> io::Result<NonNull<u8>> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: without `MAP_FIXED` an anonymous mapping overlaps nothing that exists, whatever the wish.
    let base = unsafe { libc::mmap(crate::place::wish(bytes), bytes, libc::PROT_NONE, flags, -1, 0) };
    if base == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapping at address zero"))
}

/// An append-only table. [`Table::push`] publishes an entry; a reader that learns of it, by its number or by
/// the length, sees it whole. It reads as a slice of the entries that are there.
#[derive(Debug)]
pub struct Table<T> {
    memory: Reservation,
    most: usize,
    len: AtomicUsize,
    appending: Mutex<()>,
    /// Shared, it takes entries from any thread: as a lock does, that asks for more than `Sync`.
    entries: PhantomData<(T, Mutex<T>)>,
}

impl<T> Table<T> {
    /// A table with entries, which can have `most` in all (or as many as there are already).
    ///
    /// # Errors
    /// The system gives no address space.
    pub fn new<I>(most: usize, first: I) -> io::Result<Table<T>>
    where
        I: IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= PAGE) }
        let first = first.into_iter();
        let count = first.len();
        let bytes = |n: usize| n.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory);
        let memory = Reservation::new(bytes(most.max(count))?, bytes(count)?)?;
        let mut table: Table<T> = Table {
            most: memory.bytes() / size_of::<T>(),
            memory,
            len: AtomicUsize::new(0),
            appending: Mutex::new(()),
            entries: PhantomData,
        };
        // An iterator may give other than the number that it has told.
        for (n, value) in first.take(count).enumerate() {
            // SAFETY: the memory is open for `count` entries, and no one else knows the table yet.
            unsafe { table.entry(n).write(value) };
            *table.len.get_mut() = n + 1;
        }
        Ok(table)
    }

    /// Where an entry is, or would be.
    fn entry(&self, n: usize) -> *mut T {
        self.memory.base().cast::<T>().wrapping_add(n)
    }

    /// Appends an entry: its number.
    ///
    /// # Errors
    /// There are as many entries as there can be.
    pub fn push(&self, value: T) -> Result<usize, Full> {
        let _appending = self.appending.lock().unwrap_or_else(PoisonError::into_inner);
        let n = self.len.load(Ordering::Relaxed);
        if n >= self.most {
            return Err(Full);
        }
        self.memory.open((n + 1) * size_of::<T>())?;
        // SAFETY: the memory is open, and as the entry is not published yet, no one else reads or writes it.
        unsafe { self.entry(n).write(value) };
        self.len.store(n + 1, Ordering::Release);
        Ok(n)
    }

    /// How many more entries there can be.
    pub fn room(&self) -> usize {
        self.most - self.len()
    }

    /// For code that indexes the table without asking for its length: entries stay where they are for as long
    /// as the table lives.
    pub fn base(&self) -> *const T {
        self.entry(0)
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let len = self.len.load(Ordering::Acquire);
        // SAFETY: so many entries are published; they are never moved, and only written through `T`'s own
        // cells. The address is aligned to a page.
        unsafe { std::slice::from_raw_parts(self.base(), len) }
    }
}

impl<T> Drop for Table<T> {
    fn drop(&mut self) {
        let entries = ptr::slice_from_raw_parts_mut(self.entry(0), *self.len.get_mut());
        // SAFETY: so many entries were written, and nothing reads them any more.
        unsafe { entries.drop_in_place() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_while_others_read() {
        let table: Table<Box<usize>> = Table::new(100_000, (0..10).map(Box::new)).unwrap();
        let base = table.base() as usize;
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(|| {
                    while table.len() < 50_000 {
                        let entries = &table[..];
                        let newest = entries.len() - 1;
                        assert_eq!(*entries[newest], newest);
                        // As machine code reads it: by its number alone.
                        // SAFETY: the entry is published.
                        let entry = unsafe { &*(base as *const Box<usize>).add(newest / 2) };
                        assert_eq!(**entry, newest / 2);
                    }
                });
            }
            (10..50_000).for_each(|n| assert_eq!(table.push(Box::new(n)), Ok(n)));
        });
        assert!(table.iter().enumerate().all(|(n, value)| **value == n));
        assert_eq!(base, table.base() as usize);
    }

    #[test]
    fn what_is_reserved_again_is_zero() {
        // A size that nothing else reserves.
        let most = 77 * STEP;
        let bases: Vec<usize> = (0..3)
            .map(|_| {
                let reservation = Reservation::new(most, 3 * PAGE).expect("address space");
                // SAFETY: so many bytes are open, and the address is known here only.
                let bytes = unsafe { std::slice::from_raw_parts_mut(reservation.base(), 3 * PAGE) };
                assert!(bytes.iter().all(|byte| *byte == 0));
                bytes.fill(0xa5);
                reservation.base() as usize
            })
            .collect();
        let is_kept = cfg!(not(any(purlin_asan, purlin_tsan))) && !crate::place::is_fixed();
        assert!(!is_kept || bases[0] == bases[1] && bases[1] == bases[2], "{bases:x?}");
        // Of a large one that was written whole, nothing is kept.
        let large = Reservation::new(most, spare::MOST_OPEN + 1).expect("address space");
        let second = Reservation::new(most, 1).expect("address space");
        assert_ne!(large.base(), second.base());
    }

    #[test]
    fn a_full_table_says_so() {
        let table = Table::new(0, vec![1u64; 3]).unwrap();
        let room = table.room();
        assert!((0..room).all(|_| table.push(7).is_ok()));
        assert_eq!((table.push(8), table.room()), (Err(Full), 0));
        assert_eq!(table.len(), 3 + room);
    }

    #[test]
    fn more_addresses_than_there_are() {
        // Without room to grow, but with what it must have.
        let table = Table::new(usize::MAX / 16, vec![5u64; 600]).unwrap();
        assert_eq!((table[599], table.room()), (5, 1024 - 600));
        assert!(Table::new(usize::MAX, vec![5u64]).is_err());
    }

    #[test]
    fn an_iterator_may_lie_about_its_length() {
        struct Liar(usize, std::ops::Range<u64>);
        impl Iterator for Liar {
            type Item = Box<u64>;

            fn next(&mut self) -> Option<Box<u64>> {
                self.1.next().map(Box::new)
            }
        }
        impl ExactSizeIterator for Liar {
            fn len(&self) -> usize {
                self.0
            }
        }
        let few = Table::new(0, Liar(600, 0..3)).unwrap();
        assert_eq!(few.iter().map(|n| **n).collect::<Vec<_>>(), [0, 1, 2]);
        let many = Table::new(0, Liar(3, 0..100_000)).unwrap();
        assert_eq!(many.len(), 3);
    }
}
