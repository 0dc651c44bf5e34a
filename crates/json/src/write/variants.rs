//! Other forms of the string kernel, to show what each choice of the real ones is worth: `cargo xtask bench
//! json --kernel=…` times them beside those that are used. Only compiled with the feature `kernel-variants`.

use super::escape::{self, Progress, Quote, STANDARD};
use super::kernels::kernels;
use crate::level::Level;

/// A kernel by name, as a function that appends a quoted string.
#[derive(Clone, Copy)]
pub struct Variant {
    /// What a measurement calls it.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    quote: Quote,
}

/// All that this machine can run: those in use first, by level.
pub fn all() -> Vec<Variant> {
    let mut rows = Vec::new();
    for level in Level::available() {
        let (name, about) = match level {
            Level::Scalar => ("scalar", "a table, a byte at a time: the oracle"),
            Level::Sse2 => ("sse2", "in use: 16 bytes, tail joined in a register"),
            Level::Avx2 => ("avx2", "in use: 32 bytes, then 16, tail joined in a register"),
            Level::Avx512 => ("avx512", "in use: 64 bytes, tail by a masked load"),
            Level::Neon => ("neon", "in use: 16 bytes, tail joined in a register"),
        };
        rows.push(Variant { name, about, quote: kernels(level, &STANDARD).quote });
    }
    #[cfg(target_arch = "x86_64")]
    x86::add(&mut rows);
    rows
}

impl Variant {
    /// Appends a string in quotes.
    #[inline(always)]
    pub fn quote(&self, text: &str, out: &mut Vec<u8>) {
        // SAFETY: text is UTF-8, and only what the machine has is in the list.
        unsafe { (self.quote)(out, text.as_bytes(), &STANDARD) }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Thresholds, reservations and tails done otherwise.

    use super::super::escape::{Dialect, State, Vector, pass, quote_with};
    use super::super::vectors_x86::{avx2, avx512, sse2};
    use super::*;
    use std::arch::x86_64::__m128i;

    pub(super) fn add(rows: &mut Vec<Variant>) {
        let row = |name, about, quote| Variant { name, about, quote };
        macro_rules! of_the_best {
            ($threshold:literal, $room:literal) => {
                match Level::get() {
                    Level::Avx512 => avx512::quote::<false, $threshold, $room> as Quote,
                    Level::Avx2 => avx2::quote::<false, $threshold, $room>,
                    _ => sse2::quote::<false, $threshold, $room>,
                }
            };
        }
        rows.extend([
            row("short-8", "the best one, strings below 8 bytes byte by byte", of_the_best!(8, 1)),
            row("short-16", "the best one, strings below 16 bytes byte by byte", of_the_best!(16, 1)),
            row("reserve-6n", "the best one, room for six bytes each reserved at once", of_the_best!(0, 6)),
            row(
                "sse2-memory-tail",
                "16 bytes, tail assembled in the output and loaded again",
                quote_memory_tail,
            ),
            row("sse2-byte-tail", "16 bytes, tail byte by byte", quote_byte_tail),
        ]);
    }

    /// # Safety
    /// The contract of `Quote`.
    unsafe fn quote_memory_tail(buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect) {
        quote_with(buffer, bytes, 1, |src, n, dst, spare| {
            let mut state = State::new(spare);
            // SAFETY: `quote_with` keeps the contract; whole registers only, so the loop of the real kernel
            // leaves the tail alone.
            unsafe {
                pass::<__m128i, false>(src, n & !15, dst, &mut state, dialect);
                while !state.full && state.read < n && n - state.read >= 4 {
                    let rest = (n - state.read).min(15);
                    let to = dst.add(state.written());
                    two_stores(src.add(state.read), to, rest);
                    let marked = <__m128i as Vector>::load(to).marked::<false>(dialect) & ((1 << rest) - 1);
                    state.advance::<__m128i, false>(marked, rest, src, n, dst, dialect);
                }
                finish(src, n, dst, state, dialect)
            }
        });
    }

    /// 4 to 15 bytes by two stores that overlap; a load of both must then wait until they have reached the
    /// cache.
    ///
    /// # Safety
    /// As many bytes to read and to write.
    #[inline(always)]
    unsafe fn two_stores(from: *const u8, to: *mut u8, count: usize) {
        // SAFETY: within the `count` bytes.
        unsafe {
            if count >= 8 {
                let tail = from.add(count - 8).cast::<u64>().read_unaligned();
                to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned());
                to.add(count - 8).cast::<u64>().write_unaligned(tail);
            } else {
                let tail = from.add(count - 4).cast::<u32>().read_unaligned();
                to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned());
                to.add(count - 4).cast::<u32>().write_unaligned(tail);
            }
        }
    }

    /// # Safety
    /// The contract of `Quote`.
    unsafe fn quote_byte_tail(buffer: &mut Vec<u8>, bytes: &[u8], dialect: &Dialect) {
        quote_with(buffer, bytes, 1, |src, n, dst, spare| {
            let mut state = State::new(spare);
            // SAFETY: `quote_with` keeps the contract.
            unsafe {
                pass::<__m128i, false>(src, n & !15, dst, &mut state, dialect);
                finish(src, n, dst, state, dialect)
            }
        });
    }

    /// What is left, byte by byte.
    ///
    /// # Safety
    /// The contract of `escape`.
    #[inline(always)]
    unsafe fn finish(src: *const u8, n: usize, dst: *mut u8, state: State, dialect: &Dialect) -> Progress {
        // SAFETY: the contract holds for what is left as it did for all.
        let rest = unsafe {
            let (from, to) = (src.add(state.read), dst.add(state.written()));
            escape::scalar::<false>(from, n - state.read, to, state.spare - state.grown, dialect)
        };
        Progress { read: state.read + rest.read, written: state.written() + rest.written }
    }
}
