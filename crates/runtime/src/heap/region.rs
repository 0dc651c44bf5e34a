//! Address space taken from the operating system: reserved whole, committed page by page on first touch.
//!
//! Knows nothing of blocks or objects.

use std::io;
use std::ptr::NonNull;

/// Pages of the smallest size that any supported system uses; reservations are multiples of it.
const PAGE: usize = 4096;

/// One anonymous mapping, readable and writable, that costs memory only where it has been touched.
pub(crate) struct Region {
    base: NonNull<u8>,
    len: usize,
}

// SAFETY: a mapping belongs to the process, not to a thread; `Region` is the only owner of its address range.
unsafe impl Send for Region {}

impl Region {
    /// Reserves `len` bytes (rounded up to pages). Fresh pages read as zero.
    pub(crate) fn reserve(len: usize) -> io::Result<Region> {
        let len = len.max(1).next_multiple_of(PAGE);
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: without `MAP_FIXED` an anonymous mapping overlaps nothing that exists, whatever the wish.
        let base = unsafe { libc::mmap(crate::place::wish(len), len, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast()).ok_or_else(|| io::Error::other("mapping at address zero"))?;
        Ok(Region { base, len })
    }

    pub(crate) fn base(&self) -> *mut u8 {
        self.base.as_ptr()
    }

    /// Asks for large pages in `offset..offset + len`: each is one fault and one entry of the processor's
    /// table of pages, where small ones are 512. A system that has none changes nothing.
    pub(crate) fn prefer_large_pages(&mut self, offset: usize, len: usize) {
        debug_assert!(offset.is_multiple_of(PAGE) && offset + len <= self.len);
        #[cfg(target_os = "linux")]
        // SAFETY: the range lies inside this mapping; the advice changes nothing that can be read there.
        unsafe {
            libc::madvise(self.base.as_ptr().add(offset).cast(), len, libc::MADV_HUGEPAGE)
        };
        #[cfg(not(target_os = "linux"))]
        let _ = (offset, len);
    }

    /// Maps a part of a file into `offset..offset + len`: privately, so that writing changes the memory and
    /// not the file. The file must be as long, and never change there.
    pub(crate) fn map_file(&mut self, offset: usize, len: usize, fd: i32, from: u64) -> io::Result<()> {
        self.replace(offset, len, libc::MAP_PRIVATE | libc::MAP_NORESERVE, fd, from)
    }

    /// Puts fresh memory into `offset..offset + len`, which reads as zero.
    pub(crate) fn map_anew(&mut self, offset: usize, len: usize) -> io::Result<()> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        self.replace(offset, len, flags, -1, 0)
    }

    fn replace(&mut self, offset: usize, len: usize, flags: i32, fd: i32, from: u64) -> io::Result<()> {
        debug_assert!(offset.is_multiple_of(PAGE) && len.is_multiple_of(PAGE) && offset + len <= self.len);
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the range lies inside this mapping, whose only owner this is, and the exclusive borrow says
        // that there is no Rust reference into it.
        let at = unsafe {
            let at = self.base.as_ptr().add(offset).cast();
            libc::mmap(at, len, protection, flags | libc::MAP_FIXED, fd, from as libc::off_t)
        };
        if at == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
    }

    /// Gives the pages of `offset..offset + len` back to the system; they read as zero afterwards, or as the
    /// file that is mapped there.
    /// Answers whether the system agreed: if not, the old contents are still there.
    pub(crate) fn release(&mut self, offset: usize, len: usize) -> bool {
        debug_assert!(offset.is_multiple_of(PAGE) && len.is_multiple_of(PAGE) && offset + len <= self.len);
        // SAFETY: the range lies inside this mapping, which is private, and the exclusive borrow says that
        // there is no Rust reference into it.
        unsafe { libc::madvise(self.base.as_ptr().add(offset).cast(), len, libc::MADV_DONTNEED) == 0 }
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: exactly the range that `reserve` mapped; its owner goes away with it.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.len) };
    }
}
