//! Machine stacks of fibers: strides of large slabs, so that a hundred thousand cost few mappings; larger
//! segments of their own when a fiber outgrows its stride.

use std::io;

/// Frames of instrumented Rust are several times as large.
const ROOM: usize = if cfg!(any(purlin_asan, purlin_tsan)) { 8 } else { 1 };
/// Bytes of a first stack. Only touched pages cost memory.
pub const STRIDE: usize = ROOM * (64 << 10);
/// Strides that are mapped at once.
const SLAB: usize = 256;
/// Bytes that stay free below the limit, for Rust helpers.
pub const HEADROOM: usize = ROOM * (24 << 10);
/// Smallest further segment.
const SEGMENT: usize = ROOM * (256 << 10);
/// Largest further segment.
const MAX_SEGMENT: usize = 64 << 20;

/// A piece of memory to run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    pub lo: usize,
    pub hi: usize,
    /// Where the stack pointer was when the fiber continued in the next segment.
    pub left_at: usize,
}

impl Segment {
    /// The lowest stack pointer at which guest code may call.
    pub fn limit(&self) -> usize {
        self.lo + HEADROOM
    }

    pub fn contains(&self, address: usize) -> bool {
        (self.lo..self.hi).contains(&address)
    }

    fn bytes(&self) -> usize {
        self.hi - self.lo
    }
}

fn map(bytes: usize) -> io::Result<usize> {
    // SAFETY: a fresh anonymous mapping touches no memory of ours.
    let p = unsafe {
        libc::mmap(
            crate::place::wish(bytes),
            bytes,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if p == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(p as usize) }
}

fn unmap(address: usize, bytes: usize) {
    // SAFETY: only called with what `map` returned, once nothing runs there.
    unsafe { libc::munmap(address as *mut libc::c_void, bytes) };
}

/// Gives an area's pages back to the system; they read as zero again.
fn discard(lo: usize, hi: usize) {
    // SAFETY: page-aligned parts of our own mapping that nothing uses.
    unsafe { libc::madvise(lo as *mut libc::c_void, hi - lo, libc::MADV_DONTNEED) };
}

/// All stacks of one isolate.
#[derive(Default)]
pub struct Stacks {
    slabs: Vec<usize>,
    free: Vec<usize>,
    /// The most that were in use at once since [`Stacks::scrub`].
    most: usize,
    /// Bytes of first stacks and of interpreters' slots in use.
    pub(crate) held: usize,
    /// Bytes of further segments in use.
    extra: usize,
}

impl Stacks {
    /// Bytes in use, about.
    #[inline]
    pub fn used_bytes(&self) -> usize {
        self.held + self.extra
    }

    /// A first stack.
    pub fn take(&mut self) -> io::Result<Segment> {
        if self.free.is_empty() {
            let slab = map(STRIDE * SLAB)?;
            self.slabs.push(slab);
            self.free.extend((0..SLAB).rev().map(|n| slab + n * STRIDE));
        }
        let lo = self.free.pop().expect("just filled");
        self.most = self.most.max(self.slabs.len() * SLAB - self.free.len());
        crate::arch::announce_stack(lo, lo + STRIDE);
        Ok(Segment { lo, hi: lo + STRIDE, left_at: 0 })
    }

    /// Takes a first stack back.
    pub fn give(&mut self, segment: Segment) {
        debug_assert_eq!(segment.bytes(), STRIDE);
        // All but the top two pages, which the next fiber touches anyway.
        if self.free.len() > SLAB {
            discard(segment.lo, segment.hi - 8192);
        }
        self.free.push(segment.lo);
    }

    /// A further segment for a fiber that uses `used` bytes already and may use `limit` in all; `None` if
    /// that is not possible.
    pub fn grow(&mut self, used: usize, limit: usize) -> Option<Segment> {
        let room = limit.checked_sub(used)?;
        let bytes = used.next_power_of_two().clamp(SEGMENT, MAX_SEGMENT).min(room) & !4095;
        if bytes < 2 * HEADROOM {
            return None;
        }
        let lo = map(bytes).ok()?;
        self.extra += bytes;
        Some(Segment { lo, hi: lo + bytes, left_at: 0 })
    }

    /// Takes a further segment back.
    pub fn shrink(&mut self, segment: Segment) {
        self.extra -= segment.bytes();
        unmap(segment.lo, segment.bytes());
    }
}

/// First stacks that are zeroed one by one; those of more fibers are given back to the system.
const SCRUBBED: usize = 4;
const PAGE: usize = 4096;

/// Makes a stack that nothing uses zero. Reading a page that was never written takes no memory.
fn zero(lo: usize) {
    if cfg!(any(purlin_asan, purlin_tsan)) {
        // What fibers left behind may be poisoned.
        return discard(lo, lo + STRIDE);
    }
    for page in (lo..lo + STRIDE).step_by(PAGE) {
        // SAFETY: a page of a mapping that is readable, writable and initialised, which nothing uses.
        let words = unsafe { &mut *(page as *mut [u64; PAGE / 8]) };
        if words.iter().fold(0, |all, word| all | word) != 0 {
            words.fill(0);
        }
    }
}

impl Stacks {
    /// Makes all stacks zero. None is in use.
    pub(crate) fn scrub(&mut self) {
        debug_assert!(self.free.len() == self.slabs.len() * SLAB);
        let Some(first) = self.slabs.first().copied() else { return };
        if self.most > 1 {
            self.slabs.drain(1..).for_each(|slab| unmap(slab, STRIDE * SLAB));
            self.free.clear();
            self.free.extend((0..SLAB).rev().map(|n| first + n * STRIDE));
        }
        (0..self.most.min(SCRUBBED)).for_each(|n| zero(first + n * STRIDE));
        if self.most > SCRUBBED {
            discard(first + SCRUBBED * STRIDE, first + self.most.min(SLAB) * STRIDE);
        }
        self.most = 0;
    }
}

impl Drop for Stacks {
    fn drop(&mut self) {
        for slab in &self.slabs {
            unmap(*slab, STRIDE * SLAB);
        }
    }
}
