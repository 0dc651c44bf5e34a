//! The string kernel's vectors on x86-64: SSE2, AVX2, AVX-512. See `escape` for the loop and its contract.

use std::arch::x86_64::*;

use super::escape::{self, Dialect, Kernels, Progress, SLACK, State, Vector, pass};
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

/// The kernel of one set of vector instructions in two steps: `$short` does what most strings are, in so few registers that none need
/// saving; all others are done from their start by the passes, in a function that is called.
macro_rules! kernels {
    ($name:ident, $short:ident, $longest:literal, [$($vector:ty),*] $(, $features:literal)?) => {
        pub(super) mod $name {
            use super::*;

            /// # Safety
            /// The contract of `escape`, and the instructions named.
            #[inline]
            $(#[target_feature(enable = $features)])?
            pub(crate) unsafe fn kernel<const EXTRA: bool>(
                src: *const u8,
                n: usize,
                dst: *mut u8,
                spare: usize,
                dialect: &Dialect,
            ) -> Progress {
                // SAFETY: the caller's own promise.
                unsafe {
                    if n == 0 || n <= $longest && $short::<EXTRA>(src, n, dst, dialect) {
                        return Progress { read: n, written: n };
                    }
                    passes::<EXTRA>(src, n, dst, spare, dialect)
                }
            }

            /// # Safety
            /// As above.
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn passes<const EXTRA: bool>(
                src: *const u8,
                n: usize,
                dst: *mut u8,
                spare: usize,
                dialect: &Dialect,
            ) -> Progress {
                let mut state = State::new(spare);
                $(
                    // SAFETY: as above.
                    unsafe { pass::<$vector, EXTRA>(src, n, dst, &mut state, dialect) };
                )*
                state.progress()
            }

            /// Strings below `THRESHOLD` go byte by byte, and each byte has `ROOM` reserved for it: 0 and 1 are in use, others
            /// are there to be measured.
            ///
            /// # Safety
            /// The contract of `Quote`.
            $(#[target_feature(enable = $features)])?
            pub(crate) unsafe fn quote<const EXTRA: bool, const THRESHOLD: usize, const ROOM: usize>(
                buffer: &mut Vec<u8>,
                bytes: &[u8],
                dialect: &Dialect,
            ) {
                let (n, length) = (bytes.len(), buffer.len());
                let small = (THRESHOLD.max(1)..=$longest).contains(&n);
                if !small || buffer.capacity() - length < ROOM * n + SLACK + 2 {
                    // SAFETY: the caller's own promise.
                    return unsafe { quote_rest::<EXTRA, THRESHOLD, ROOM>(buffer, bytes, dialect) };
                }
                // SAFETY: there is room for a quote, the inside with its slack, a quote.
                unsafe {
                    let start = buffer.as_mut_ptr().add(length);
                    *start = b'"';
                    if !$short::<EXTRA>(bytes.as_ptr(), n, start.add(1), dialect) {
                        return quote_rest::<EXTRA, THRESHOLD, ROOM>(buffer, bytes, dialect);
                    }
                    *start.add(1 + n) = b'"';
                    buffer.set_len(length + n + 2);
                }
            }

            /// Strings that are long, or hold an escape, or need room.
            ///
            /// # Safety
            /// As above.
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn quote_rest<const EXTRA: bool, const THRESHOLD: usize, const ROOM: usize>(
                buffer: &mut Vec<u8>,
                bytes: &[u8],
                dialect: &Dialect,
            ) {
                escape::quote_with(buffer, bytes, ROOM, |src, n, dst, spare| {
                    // SAFETY: the caller's own promise; `quote_with` keeps the contract.
                    unsafe {
                        if n < THRESHOLD {
                            escape::scalar::<EXTRA>(src, n, dst, spare, dialect)
                        } else {
                            passes::<EXTRA>(src, n, dst, spare, dialect)
                        }
                    }
                });
            }
        }
    };
}

kernels!(sse2, two_registers, 32, [__m128i]);
kernels!(avx2, two_registers, 32, [__m256i, __m128i], "avx2,bmi1,bmi2,lzcnt,popcnt");
kernels!(avx512, one_masked_register, 64, [__m512i], "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt");

/// A string of 1 to 64 bytes, if it holds no escapes, as most do not; else nothing is said of `dst`.
///
/// # Safety
/// The contract of `escape`, and AVX-512 BW. `1 <= n <= 64`: a load without lanes is slow where nothing is mapped, as at the address
/// of an empty string.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn one_masked_register<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    dialect: &Dialect,
) -> bool {
    // SAFETY: lanes that are masked out are not read; the slack is a register.
    unsafe {
        let v = <__m512i as Vector>::load_part(src, n);
        v.store(dst);
        v.marked::<EXTRA>(dialect) & _bzhi_u64(u64::MAX, n as u32) == 0
    }
}

/// A string of 1 to 32 bytes, if it holds no escapes, as most do not: one register, or two that overlap. Else nothing is said of `dst`.
///
/// # Safety
/// The contract of `escape`; `1 <= n <= 32`.
#[inline(always)]
unsafe fn two_registers<const EXTRA: bool>(
    src: *const u8,
    n: usize,
    dst: *mut u8,
    dialect: &Dialect,
) -> bool {
    // SAFETY: what is loaded is within the `n` bytes; the slack is larger than what is stored.
    unsafe {
        if n >= 16 {
            let (head, tail) = (__m128i::load(src), __m128i::load(src.add(n - 16)));
            head.store(dst);
            tail.store(dst.add(n - 16));
            (head.marked::<EXTRA>(dialect) | tail.marked::<EXTRA>(dialect)) == 0
        } else {
            let v = __m128i::load_part(src, n);
            v.store(dst);
            v.marked::<EXTRA>(dialect) & ((1 << n) - 1) == 0
        }
    }
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
