//! What AddressSanitizer is told about the heap, which to it is one mapping: free cells, the slack between an
//! object and the end of its cell, and redzones between objects. In builds without `--cfg purlin_asan` all of
//! it is empty.
//!
//! Knows nothing of blocks: it is given addresses.

/// Whether objects are guarded. In such builds each interval is one cell, so that every allocation, also one
/// of compiled code, comes through the slow path and is unpoisoned; and every second cell is a redzone.
pub(super) const GUARDED: bool = cfg!(purlin_asan);

/// Bytes after a large object that no other object may use.
pub(super) const LARGE_REDZONE: usize = if GUARDED { 64 } else { 0 };

#[cfg(purlin_asan)]
unsafe extern "C" {
    fn __asan_poison_memory_region(address: *const std::ffi::c_void, bytes: usize);
    fn __asan_unpoison_memory_region(address: *const std::ffi::c_void, bytes: usize);
}

/// Makes every access of instrumented code to the range an error.
#[inline(always)]
pub(super) fn poison(address: usize, bytes: usize) {
    #[cfg(purlin_asan)]
    // SAFETY: the run-time library writes only to its shadow of the range.
    unsafe {
        __asan_poison_memory_region(address as *const _, bytes);
    }
    #[cfg(not(purlin_asan))]
    let _ = (address, bytes);
}

/// Allows accesses to the range again.
#[inline(always)]
pub(super) fn unpoison(address: usize, bytes: usize) {
    #[cfg(purlin_asan)]
    // SAFETY: the run-time library writes only to its shadow of the range.
    unsafe {
        __asan_unpoison_memory_region(address as *const _, bytes);
    }
    #[cfg(not(purlin_asan))]
    let _ = (address, bytes);
}

/// A word that the collector looks at, which may be poisoned: slack of a cell, or a part of a machine stack
/// that lies between two variables. AddressSanitizer does not see reads of assembly.
///
/// # Safety
/// The word is mapped, aligned and initialised.
#[inline(always)]
pub(super) unsafe fn load(address: usize) -> usize {
    #[cfg(all(purlin_asan, target_arch = "x86_64"))]
    {
        let word: usize;
        // SAFETY: the caller vouches for the address; the instruction changes nothing else.
        unsafe {
            std::arch::asm!("mov {}, qword ptr [{}]", out(reg) word, in(reg) address,
                options(readonly, nostack, preserves_flags));
        }
        word
    }
    #[cfg(all(purlin_asan, target_arch = "aarch64"))]
    {
        let word: usize;
        // SAFETY: the caller vouches for the address; the instruction changes nothing else.
        unsafe {
            std::arch::asm!("ldr {}, [{}]", out(reg) word, in(reg) address,
                options(readonly, nostack, preserves_flags));
        }
        word
    }
    #[cfg(not(purlin_asan))]
    // SAFETY: the caller vouches for the address.
    unsafe {
        *(address as *const usize)
    }
}
