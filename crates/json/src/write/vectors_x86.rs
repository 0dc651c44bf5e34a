//! The string kernel's vectors on x86-64: SSE2, AVX2, AVX-512. See `escape` for the loop and its contract.

use std::arch::x86_64::*;

use super::escape::{Dialect, Kernel, Progress, State, Vector, pass};
use crate::level::Level;

pub(super) fn kernel(level: Level, standard: bool) -> Kernel {
    match (level, standard) {
        (Level::Avx512, true) => avx512::<false>,
        (Level::Avx512, false) => avx512::<true>,
        (Level::Avx2, true) => avx2::<false>,
        (Level::Avx2, false) => avx2::<true>,
        (_, true) => sse2::<false>,
        (_, false) => sse2::<true>,
    }
}

/// # Safety
/// The contract of `escape`.
#[inline]
pub(crate) unsafe fn sse2<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    spare: usize,
    dialect: &Dialect,
) -> Progress {
    // SAFETY: the caller's own promise.
    if let Some(done) = unsafe { short::<EXTRA>(src, n, dst, dialect) } {
        return done;
    }
    let mut state = State::new(spare);
    // SAFETY: the caller's own promise; every x86-64 has SSE2.
    unsafe { pass::<__m128i, EXTRA>(src, n, dst, &mut state, dialect) };
    state.progress()
}

/// # Safety
/// The contract of `escape`, and AVX2.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) unsafe fn avx2<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    spare: usize,
    dialect: &Dialect,
) -> Progress {
    // SAFETY: the caller's own promise.
    if let Some(done) = unsafe { short::<EXTRA>(src, n, dst, dialect) } {
        return done;
    }
    let mut state = State::new(spare);
    // SAFETY: the caller's own promise.
    unsafe {
        if n >= 32 {
            pass::<__m256i, EXTRA>(src, n, dst, &mut state, dialect);
        }
        if state.read < n && !state.full {
            pass::<__m128i, EXTRA>(src, n, dst, &mut state, dialect);
        }
    }
    state.progress()
}

/// # Safety
/// The contract of `escape`, and AVX-512 BW and VL.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) unsafe fn avx512<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    spare: usize,
    dialect: &Dialect,
) -> Progress {
    // Most strings are one register, and without escapes.
    if n <= 64 {
        // SAFETY: lanes that are masked out are not read; the slack is a register.
        let marked = unsafe {
            let v = <__m512i as Vector>::load_part(src, n);
            v.store(dst);
            v.marked::<EXTRA>(dialect) & _bzhi_u64(u64::MAX, n as u32)
        };
        if marked == 0 {
            return Progress { read: n, written: n };
        }
    }
    let mut state = State::new(spare);
    // SAFETY: the caller's own promise.
    unsafe { pass::<__m512i, EXTRA>(src, n, dst, &mut state, dialect) };
    state.progress()
}

/// Strings of at most 32 bytes without escapes, which most are: one register, or two that overlap.
///
/// # Safety
/// The contract of `escape`.
#[inline(always)]
unsafe fn short<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    dialect: &Dialect,
) -> Option<Progress> {
    // SAFETY: what is loaded is within the `n` bytes; the slack is larger than what is stored.
    let marked = unsafe {
        if n >= 16 {
            if n > 32 {
                return None;
            }
            let (head, tail) = (__m128i::load(src), __m128i::load(src.add(n - 16)));
            head.store(dst);
            tail.store(dst.add(n - 16));
            head.marked::<EXTRA>(dialect) | tail.marked::<EXTRA>(dialect)
        } else if n > 0 {
            let v = __m128i::load_part(src, n);
            v.store(dst);
            v.marked::<EXTRA>(dialect) & ((1 << n) - 1)
        } else {
            0
        }
    };
    (marked == 0).then_some(Progress { read: n, written: n })
}

/// Fewer than 16 bytes from loads that overlap within them, joined in a register: assembled in memory and loaded again, the
/// load would wait until the smaller stores have left for the cache.
///
/// # Safety
/// `1 <= n < 16` readable bytes.
#[inline(always)]
unsafe fn join(src: *const u8, n: usize) -> __m128i {
    // SAFETY: each load ends within the `n` bytes.
    unsafe {
        if n >= 8 {
            let head = src.cast::<u64>().read_unaligned();
            let tail = src.add(n - 8).cast::<u64>().read_unaligned();
            // Of the tail, what the head does not hold; nothing for n = 8.
            let tail = (tail >> 8) >> (8 * (15 - n));
            _mm_set_epi64x(tail as i64, head as i64)
        } else if n >= 4 {
            let head = src.cast::<u32>().read_unaligned() as u64;
            let tail = src.add(n - 4).cast::<u32>().read_unaligned() as u64;
            _mm_cvtsi64_si128((head | tail << (8 * (n - 4))) as i64)
        } else {
            let first = *src as u64;
            let middle = *src.add(n / 2) as u64;
            let last = *src.add(n - 1) as u64;
            _mm_cvtsi64_si128((first | middle << (8 * (n / 2)) | last << (8 * (n - 1))) as i64)
        }
    }
}

impl Vector for __m128i {
    const WIDTH: usize = 16;
    const MASK_SHIFT: u32 = 0;
    const MASKED: bool = false;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> __m128i {
        // SAFETY: readable, by the caller.
        unsafe { _mm_loadu_si128(src.cast()) }
    }

    #[inline(always)]
    unsafe fn load_part(src: *const u8, n: usize) -> __m128i {
        // SAFETY: `n` readable bytes, at least one, by the caller.
        unsafe { join(src, n) }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: writable, by the caller.
        unsafe { _mm_storeu_si128(dst.cast(), self) }
    }

    #[inline(always)]
    unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64 {
        // With the second bit flipped, `"` is 0x20, and what was below 0x20 still is: one comparison finds both.
        // SAFETY: every x86-64 has SSE2.
        unsafe {
            let flipped = _mm_xor_si128(self, _mm_set1_epi8(2));
            let low = _mm_cmpeq_epi8(_mm_min_epu8(flipped, _mm_set1_epi8(0x20)), flipped);
            let mut marks = _mm_or_si128(low, _mm_cmpeq_epi8(self, _mm_set1_epi8(b'\\' as i8)));
            if EXTRA {
                for byte in dialect.looked_at {
                    marks = _mm_or_si128(marks, _mm_cmpeq_epi8(self, _mm_set1_epi8(byte as i8)));
                }
                if dialect.ascii_only {
                    marks = _mm_or_si128(marks, self);
                }
            }
            _mm_movemask_epi8(marks) as u32 as u64
        }
    }
}

impl Vector for __m256i {
    const WIDTH: usize = 32;
    const MASK_SHIFT: u32 = 0;
    const MASKED: bool = false;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> __m256i {
        // SAFETY: readable, by the caller.
        unsafe { _mm256_loadu_si256(src.cast()) }
    }

    #[inline(always)]
    unsafe fn load_part(_: *const u8, _: usize) -> __m256i {
        unreachable!("tails that cannot overlap are the narrower vector's")
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: writable, by the caller.
        unsafe { _mm256_storeu_si256(dst.cast(), self) }
    }

    #[inline(always)]
    unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64 {
        // SAFETY: AVX2, by the caller.
        unsafe {
            let flipped = _mm256_xor_si256(self, _mm256_set1_epi8(2));
            let low = _mm256_cmpeq_epi8(_mm256_min_epu8(flipped, _mm256_set1_epi8(0x20)), flipped);
            let mut marks = _mm256_or_si256(low, _mm256_cmpeq_epi8(self, _mm256_set1_epi8(b'\\' as i8)));
            if EXTRA {
                for byte in dialect.looked_at {
                    marks = _mm256_or_si256(marks, _mm256_cmpeq_epi8(self, _mm256_set1_epi8(byte as i8)));
                }
                if dialect.ascii_only {
                    marks = _mm256_or_si256(marks, self);
                }
            }
            _mm256_movemask_epi8(marks) as u32 as u64
        }
    }
}

impl Vector for __m512i {
    const WIDTH: usize = 64;
    const MASK_SHIFT: u32 = 0;
    const MASKED: bool = true;

    #[inline(always)]
    unsafe fn load(src: *const u8) -> __m512i {
        // SAFETY: readable, by the caller.
        unsafe { _mm512_loadu_si512(src.cast()) }
    }

    #[inline(always)]
    unsafe fn load_part(src: *const u8, n: usize) -> __m512i {
        // SAFETY: lanes that are masked out are not read.
        unsafe { _mm512_maskz_loadu_epi8(_bzhi_u64(u64::MAX, n as u32), src.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: writable, by the caller.
        unsafe { _mm512_storeu_si512(dst.cast(), self) }
    }

    #[inline(always)]
    unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64 {
        // SAFETY: AVX-512 BW, by the caller.
        unsafe {
            let flipped = _mm512_xor_si512(self, _mm512_set1_epi8(2));
            let mut marks = _mm512_cmple_epu8_mask(flipped, _mm512_set1_epi8(0x20))
                | _mm512_cmpeq_epi8_mask(self, _mm512_set1_epi8(b'\\' as i8));
            if EXTRA {
                for byte in dialect.looked_at {
                    marks |= _mm512_cmpeq_epi8_mask(self, _mm512_set1_epi8(byte as i8));
                }
                if dialect.ascii_only {
                    marks |= _mm512_movepi8_mask(self);
                }
            }
            marks
        }
    }
}
