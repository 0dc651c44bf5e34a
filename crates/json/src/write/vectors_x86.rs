//! The string kernel's vectors on x86-64: SSE2, AVX2, AVX-512. See `escape` for the loop and its contract.

use std::arch::x86_64::*;

use super::escape::{Dialect, Kernels, Short, Vector, kernels_of, two_registers};
use crate::level::Level;

pub(super) fn kernels(level: Level, standard: bool) -> Kernels {
    macro_rules! pair {
        ($module:ident, $extra:literal) => {
            Kernels { inside: $module::kernel::<$extra>, quote: $module::quote::<$extra, 0, 1> }
        };
    }
    match (level, standard) {
        (Level::Avx512, true) => pair!(avx512, false),
        (Level::Avx512, false) => pair!(avx512, true),
        (Level::Avx2, true) => pair!(avx2, false),
        (Level::Avx2, false) => pair!(avx2, true),
        (_, true) => pair!(sse2, false),
        (_, false) => pair!(sse2, true),
    }
}

kernels_of!(sse2, two_registers::<__m128i, EXTRA>, 32, [__m128i]);
kernels_of!(
    avx2,
    two_registers_of_either_width::<EXTRA>,
    64,
    [__m256i, __m128i],
    "avx2,bmi1,bmi2,lzcnt,popcnt"
);
kernels_of!(
    avx512,
    one_masked_register::<EXTRA>,
    64,
    [__m512i],
    "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt"
);

/// [`two_registers`], for 1 to 64 bytes.
///
/// # Safety
/// The contract of `escape`, and AVX2; `1 <= n <= 64`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn two_registers_of_either_width<const EXTRA: bool>(short: Short, dialect: &Dialect) -> bool {
    // SAFETY: the caller's own promise.
    unsafe {
        if short.n > 32 {
            two_registers::<__m256i, EXTRA>(short, dialect)
        } else {
            two_registers::<__m128i, EXTRA>(short, dialect)
        }
    }
}

/// A string of 1 to 64 bytes, if it holds no escapes, as most do not; else nothing is said of `dst`.
///
/// # Safety
/// The contract of `escape`, and AVX-512 BW. `1 <= n <= 64`: a load without lanes is slow where nothing is
/// mapped, as at the address of an empty string.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn one_masked_register<const EXTRA: bool>(short: Short, dialect: &Dialect) -> bool {
    let Short { src, n, dst } = short;
    // SAFETY: lanes that are masked out are not read; the slack is a register.
    unsafe {
        let v = <__m512i as Vector>::load_part(src, n);
        v.store(dst);
        v.marked::<EXTRA>(dialect) & _bzhi_u64(u64::MAX, n as u32) == 0
    }
}

/// Fewer than 16 bytes from loads that overlap within them, joined in a register: assembled in memory and
/// loaded again, the load would wait until the smaller stores have left for the cache.
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

/// A vector whose tests give bytes of ones, with the intrinsics of its width.
macro_rules! vector {
    (
        $vector:ty, $width:literal, $part:expr, $load:ident, $store:ident, $set:ident, $xor:ident, $or:ident, $min:ident,
        $equal:ident, $mask:ident
    ) => {
        impl Vector for $vector {
            const WIDTH: usize = $width;
            const MASK_SHIFT: u32 = 0;
            const MASKED: bool = false;

            #[inline(always)]
            unsafe fn load(src: *const u8) -> $vector {
                // SAFETY: readable, by the caller.
                unsafe { $load(src.cast()) }
            }

            #[inline(always)]
            unsafe fn load_part(src: *const u8, n: usize) -> $vector {
                $part(src, n)
            }

            #[inline(always)]
            unsafe fn store(self, dst: *mut u8) {
                // SAFETY: writable, by the caller.
                unsafe { $store(dst.cast(), self) }
            }

            #[inline(always)]
            unsafe fn marked<const EXTRA: bool>(self, dialect: &Dialect) -> u64 {
                // With the second bit flipped, `"` is 0x20, and what was below 0x20 still is: one comparison
                // finds both. SAFETY: the instructions are there, by the caller.
                unsafe {
                    let is = |byte: u8| $equal(self, $set(byte as i8));
                    let flipped = $xor(self, $set(2));
                    let low = $equal($min(flipped, $set(0x20)), flipped);
                    let mut marks = $or(low, is(b'\\'));
                    if EXTRA {
                        for byte in dialect.looked_at {
                            marks = $or(marks, is(byte));
                        }
                        if dialect.ascii_only {
                            marks = $or(marks, self);
                        }
                    }
                    $mask(marks) as u32 as u64
                }
            }
        }
    };
}

vector!(
    __m128i,
    16,
    // SAFETY: `n` readable bytes, at least one, by the caller of `load_part`.
    |src, n| unsafe { join(src, n) },
    _mm_loadu_si128,
    _mm_storeu_si128,
    _mm_set1_epi8,
    _mm_xor_si128,
    _mm_or_si128,
    _mm_min_epu8,
    _mm_cmpeq_epi8,
    _mm_movemask_epi8
);
vector!(
    __m256i,
    32,
    |_, _| unreachable!("tails that cannot overlap are the narrower vector's"),
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    _mm256_set1_epi8,
    _mm256_xor_si256,
    _mm256_or_si256,
    _mm256_min_epu8,
    _mm256_cmpeq_epi8,
    _mm256_movemask_epi8
);

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
