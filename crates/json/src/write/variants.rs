//! Other forms of the string kernel, to show what each choice of the real ones is worth: `cargo xtask bench json --kernel=…`
//! times them beside those that are used. Only compiled with the feature `kernel-variants`.

use super::escape::{self, Kernel, Progress, SLACK, STANDARD};
use crate::level::Level;

/// A kernel by name, as a function that appends a quoted string.
#[derive(Clone, Copy)]
pub struct Variant {
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    kernel: Kernel,
    /// Strings shorter than this go byte by byte, before the kernel is called.
    threshold: usize,
    /// Reserve six bytes for each of the string, not one.
    six_times: bool,
}

/// All that this machine can run: those in use first, by level.
pub fn all() -> Vec<Variant> {
    let row =
        |name, about, kernel, threshold, six_times| Variant { name, about, kernel, threshold, six_times };
    let mut rows = Vec::new();
    for level in Level::available() {
        let (name, about) = match level {
            Level::Scalar => ("scalar", "a table, a byte at a time: the oracle"),
            Level::Sse2 => ("sse2", "in use: 16 bytes, tail joined in a register"),
            Level::Avx2 => ("avx2", "in use: 32 bytes, then 16, tail joined in a register"),
            Level::Avx512 => ("avx512", "in use: 64 bytes, tail by a masked load"),
            Level::Neon => ("neon", "in use: 16 bytes, tail joined in a register"),
        };
        rows.push(row(name, about, escape::kernel(level, &STANDARD), 0, false));
    }
    let best = escape::kernel(Level::get(), &STANDARD);
    rows.push(row("short-8", "the best one, strings below 8 bytes byte by byte", best, 8, false));
    rows.push(row("short-16", "the best one, strings below 16 bytes byte by byte", best, 16, false));
    rows.push(row("reserve-6n", "the best one, room for six bytes each reserved at once", best, 0, true));
    #[cfg(target_arch = "x86_64")]
    rows.push(row(
        "sse2-memory-tail",
        "16 bytes, tail assembled in the output and loaded again",
        x86::memory_tail,
        0,
        false,
    ));
    #[cfg(target_arch = "x86_64")]
    rows.push(row("sse2-byte-tail", "16 bytes, tail byte by byte", x86::byte_tail, 0, false));
    rows
}

impl Variant {
    /// Appends a string in quotes.
    #[inline]
    pub fn quote(&self, text: &str, out: &mut Vec<u8>) {
        let bytes = text.as_bytes();
        if self.six_times {
            out.reserve(6 * bytes.len() + SLACK + 2);
        }
        // A threshold's branch and a byte loop that is part of the caller, as a kernel that is called cannot be.
        if bytes.len() < self.threshold {
            escape::quote(out, bytes, escape::scalar::<false>, &STANDARD);
        } else {
            escape::quote(out, bytes, self.kernel, &STANDARD);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! Tails done otherwise.

    use super::super::escape::{Dialect, State, Vector, pass};
    use super::*;
    use std::arch::x86_64::__m128i;

    /// # Safety
    /// The contract of `escape`.
    pub(super) unsafe fn memory_tail(
        src: *const u8,
        n: usize,
        dst: *mut u8,
        spare: usize,
        dialect: &Dialect,
    ) -> Progress {
        let mut state = State::new(spare);
        // SAFETY: the caller's own promise; whole registers only, so the loop of the real kernel leaves the tail alone.
        unsafe {
            pass::<__m128i, false>(src, n & !15, dst, &mut state, dialect);
            while !state.full && state.read < n && n - state.read >= 4 {
                let rest = (n - state.read).min(15);
                let (from, to) = (src.add(state.read), dst.add(state.written));
                // Two stores that overlap, then a load of both, which must wait until they have reached the cache.
                if rest >= 8 {
                    let tail = from.add(rest - 8).cast::<u64>().read_unaligned();
                    to.cast::<u64>().write_unaligned(from.cast::<u64>().read_unaligned());
                    to.add(rest - 8).cast::<u64>().write_unaligned(tail);
                } else {
                    let tail = from.add(rest - 4).cast::<u32>().read_unaligned();
                    to.cast::<u32>().write_unaligned(from.cast::<u32>().read_unaligned());
                    to.add(rest - 4).cast::<u32>().write_unaligned(tail);
                }
                let marked = <__m128i as Vector>::load(to).marked::<false>(dialect) & ((1 << rest) - 1);
                state.advance::<__m128i, false>(marked, rest, src, n, dst, dialect);
            }
            finish(src, n, dst, state, dialect)
        }
    }

    /// # Safety
    /// The contract of `escape`.
    pub(super) unsafe fn byte_tail(
        src: *const u8,
        n: usize,
        dst: *mut u8,
        spare: usize,
        dialect: &Dialect,
    ) -> Progress {
        let mut state = State::new(spare);
        // SAFETY: the caller's own promise.
        unsafe {
            pass::<__m128i, false>(src, n & !15, dst, &mut state, dialect);
            finish(src, n, dst, state, dialect)
        }
    }

    /// What is left, byte by byte.
    ///
    /// # Safety
    /// The contract of `escape`.
    unsafe fn finish(src: *const u8, n: usize, dst: *mut u8, state: State, dialect: &Dialect) -> Progress {
        // SAFETY: the contract holds for what is left as it did for all.
        let rest = unsafe {
            let (from, to) = (src.add(state.read), dst.add(state.written));
            escape::scalar::<false>(from, n - state.read, to, state.spare, dialect)
        };
        Progress { read: state.read + rest.read, written: state.written + rest.written }
    }
}
