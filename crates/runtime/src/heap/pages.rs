//! What the kernel knows of pages: which pages of a private mapping of a file were written to since they were
//! mapped, and files in memory that such mappings are of.
//!
//! A page that was written to is the process's own, and `/proc/self/pagemap` (Linux 3.5 on) tells it from the
//! file's. So a mapping is repaired without asking the kernel to throw pages away, which interrupts every
//! thread of the process, and without a fault for each page that is then fetched again. Knows nothing of
//! heaps.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

pub(crate) const PAGE: usize = 4096;

/// Entries that are read at once.
const CHUNK: usize = 512;
/// Bits of an entry: the page is in memory, is swapped out, is the file's.
const PRESENT: u64 = 1 << 63;
const SWAPPED: u64 = 1 << 62;
const OF_FILE: u64 = 1 << 61;

/// A word that is 1 in the process that made it, and 0 in its children. What a parent shares with them is of
/// no use to them: the file that describes *its* pages, the places in files that are taken.
struct Origin(&'static AtomicU64);

impl Origin {
    fn mark() -> Option<Origin> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: an anonymous mapping at an address of the kernel's choice overlaps nothing that exists.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), PAGE, protection, flags, -1, 0) };
        if at == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the page was just mapped; the advice has children find it zero.
        if unsafe { libc::madvise(at, PAGE, libc::MADV_WIPEONFORK) } != 0 {
            // SAFETY: the page was just mapped, and nothing refers to it.
            unsafe { libc::munmap(at, PAGE) };
            return None;
        }
        // SAFETY: a page that is never unmapped, aligned and zero, and only used as this atomic number.
        let word = unsafe { &*at.cast::<AtomicU64>() };
        word.store(1, Ordering::Relaxed);
        Some(Origin(word))
    }
}

/// Whether this is the process that the first call was made in; also false where that cannot be told.
pub(crate) fn is_original_process() -> bool {
    static ORIGIN: OnceLock<Option<Origin>> = OnceLock::new();
    ORIGIN.get_or_init(Origin::mark).as_ref().is_some_and(|origin| origin.0.load(Ordering::Relaxed) == 1)
}

/// Calls `found` with the number of each page, of `pages` from the address `start` on, that the process has
/// written to since a file was mapped there privately, or that it may have. Answers false, perhaps after some
/// calls, where the kernel does not tell.
pub(crate) fn written(start: usize, pages: usize, mut found: impl FnMut(usize)) -> bool {
    static PAGEMAP: OnceLock<Option<File>> = OnceLock::new();
    // First, so that a process that has opened the file is one that is known to be the original.
    if !is_original_process() {
        return false;
    }
    let Some(pagemap) = PAGEMAP.get_or_init(|| File::open("/proc/self/pagemap").ok()) else { return false };
    let mut bytes = [0; CHUNK * 8];
    let mut first = 0;
    while first < pages {
        let count = CHUNK.min(pages - first);
        let bytes = &mut bytes[..count * 8];
        if pagemap.read_exact_at(bytes, (start / PAGE + first) as u64 * 8).is_err() {
            return false;
        }
        for (n, entry) in bytes.as_chunks::<8>().0.iter().enumerate() {
            let entry = u64::from_ne_bytes(*entry);
            if entry & SWAPPED != 0 || entry & (PRESENT | OF_FILE) == PRESENT {
                found(first + n);
            }
        }
        first += count;
    }
    true
}

/// A file in memory, in equal places.
#[derive(Debug)]
pub(crate) struct MemoryFile {
    file: File,
    place_bytes: usize,
    places: Mutex<Places>,
}

#[derive(Debug, Default)]
struct Places {
    free: Vec<u64>,
    count: u64,
}

impl MemoryFile {
    /// `None` where the system has none.
    pub(crate) fn new(place_bytes: usize) -> Option<MemoryFile> {
        if place_bytes == 0 || !is_original_process() {
            return None;
        }
        // SAFETY: the name is a string that ends with 0; the call makes a new file.
        let fd = unsafe { libc::memfd_create(c"purlin snapshot".as_ptr(), libc::MFD_CLOEXEC) };
        if fd < 0 {
            return None;
        }
        // SAFETY: the descriptor was just made, and nothing else has it.
        let file = File::from(unsafe { OwnedFd::from_raw_fd(fd) });
        Some(MemoryFile { file, place_bytes, places: Mutex::default() })
    }

    /// The offset of a place that nothing uses, which reads as zero.
    pub(crate) fn take(&self) -> io::Result<u64> {
        if !is_original_process() {
            return Err(io::Error::other("the file is another process's"));
        }
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(offset) = places.free.pop() {
            return Ok(offset);
        }
        let offset = places.count * self.place_bytes as u64;
        self.file.set_len(offset + self.place_bytes as u64)?;
        places.count += 1;
        Ok(offset)
    }

    /// Takes back a place that nothing maps any more. Without the memory, it reads as zero.
    pub(crate) fn give(&self, offset: u64) {
        if !is_original_process() {
            return;
        }
        let mode = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
        let (at, bytes) = (offset as libc::off_t, self.place_bytes as libc::off_t);
        // SAFETY: the descriptor is this file's; the call touches nothing but the file.
        if unsafe { libc::fallocate(self.file.as_raw_fd(), mode, at, bytes) } == 0 {
            self.places.lock().unwrap_or_else(PoisonError::into_inner).free.push(offset);
        }
    }

    pub(crate) fn write(&self, bytes: &[u8], offset: u64) -> io::Result<()> {
        self.file.write_all_at(bytes, offset)
    }

    pub(crate) fn descriptor(&self) -> i32 {
        self.file.as_raw_fd()
    }
}
