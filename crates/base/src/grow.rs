//! Lists that grow while other threads read them. Entries never move, and readers take no lock.
//!
//! Knows nothing of machine code: a table that it indexes lies in one piece (`purlin_runtime::table`).

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A table has no room for another entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the table is full")
    }
}

impl std::error::Error for Full {}

/// Entries of the first chunk; each further chunk has twice as many as the one before.
const FIRST: usize = 16;
const CHUNKS: usize = 28;

type Chunk<T> = OnceLock<Box<[OnceLock<T>]>>;

/// An append-only list. [`GrowingList::push`] publishes an entry; a reader that learns of it, by its number
/// or by the length, sees it whole.
pub struct GrowingList<T> {
    chunks: [Chunk<T>; CHUNKS],
    len: AtomicUsize,
    appending: Mutex<()>,
}

/// The chunk of an entry, and its index there.
fn place(n: usize) -> (usize, usize) {
    let chunk = (n / FIRST + 1).ilog2();
    (chunk as usize, n - FIRST * ((1 << chunk) - 1))
}

impl<T> GrowingList<T> {
    /// How many entries any list can have.
    pub const MOST_ENTRIES: usize = FIRST * ((1 << CHUNKS) - 1);

    /// Appends an entry: its number.
    ///
    /// # Errors
    /// The list has [`GrowingList::MOST_ENTRIES`] entries.
    pub fn push(&self, value: T) -> Result<usize, Full> {
        let _appending = self.appending.lock().unwrap_or_else(PoisonError::into_inner);
        let n = self.len.load(Ordering::Relaxed);
        let (chunk, at) = place(n);
        let cells = self.chunks.get(chunk).ok_or(Full)?;
        let cells = cells.get_or_init(|| (0..FIRST << chunk).map(|_| OnceLock::new()).collect());
        if cells[at].set(value).is_err() {
            return Err(Full);
        }
        self.len.store(n + 1, Ordering::Release);
        Ok(n)
    }

    /// Entries that are there now; there are never fewer.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Acquire)
    }

    /// Whether there is no entry yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry of this number, if it is there.
    pub fn get(&self, n: usize) -> Option<&T> {
        let (chunk, at) = place(n);
        self.chunks.get(chunk)?.get()?[at].get()
    }

    /// The entry that was appended last.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The entries that are there now, in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len()).filter_map(|n| self.get(n))
    }
}

impl<T> Default for GrowingList<T> {
    fn default() -> GrowingList<T> {
        GrowingList {
            chunks: [const { OnceLock::new() }; CHUNKS],
            len: AtomicUsize::new(0),
            appending: Mutex::new(()),
        }
    }
}

impl<T> FromIterator<T> for GrowingList<T> {
    /// Entries beyond [`GrowingList::MOST_ENTRIES`] are dropped.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> GrowingList<T> {
        let mut list = GrowingList::default();
        let mut values = values.into_iter().map(OnceLock::from);
        // Whole chunks are made at once: pushing takes a lock for each entry.
        for chunk in 0..CHUNKS {
            let Some(first) = values.next() else { break };
            let mut cells = Vec::with_capacity(FIRST << chunk);
            cells.push(first);
            cells.extend(values.by_ref().take((FIRST << chunk) - 1));
            *list.len.get_mut() += cells.len();
            cells.resize_with(FIRST << chunk, OnceLock::new);
            list.chunks[chunk] = OnceLock::from(cells.into_boxed_slice());
        }
        list
    }
}

impl<T: Clone> Clone for GrowingList<T> {
    fn clone(&self) -> GrowingList<T> {
        self.iter().cloned().collect()
    }
}

impl<T: fmt::Debug> fmt::Debug for GrowingList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_each_other() {
        assert_eq!([0, 15, 16, 47, 48].map(place), [(0, 0), (0, 15), (1, 0), (1, 31), (2, 0)]);
        assert_eq!(place(GrowingList::<u8>::MOST_ENTRIES - 1).0, CHUNKS - 1);
        assert_eq!(place(GrowingList::<u8>::MOST_ENTRIES).0, CHUNKS);
    }

    #[test]
    fn is_made_of_any_number_of_entries() {
        for count in [0, 1, 15, 16, 17, 47, 48, 49, 1000] {
            let list: GrowingList<usize> = (0..count).collect();
            assert_eq!(list.iter().copied().collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
            assert_eq!((list.push(7), list.len(), list.last()), (Ok(count), count + 1, Some(&7)));
        }
    }

    #[test]
    fn grows_while_others_read() {
        let list: GrowingList<Box<usize>> = (0..10).map(Box::new).collect();
        let first: *const Box<usize> = list.get(3).expect("the list has ten entries");
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(|| {
                    while list.len() < 2000 {
                        let newest = list.len() - 1;
                        assert_eq!(**list.get(newest).expect("the length says so"), newest);
                    }
                });
            }
            (10..2000).for_each(|n| assert_eq!(list.push(Box::new(n)), Ok(n)));
        });
        assert!(list.iter().enumerate().all(|(n, value)| **value == n));
        assert!(std::ptr::eq(first, list.get(3).expect("the list has more entries than before")));
        assert_eq!((list.get(2000), list.last().map(|n| **n)), (None, Some(1999)));
    }
}
