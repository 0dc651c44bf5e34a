//! Many iterations of a loop at once (`purlin_ir::natives` says when): as many as the slice's gas pays for,
//! so that the loop itself comes to each poll that has something to do.

use crate::native::{Caller, Opaque, OpaqueRef, Stop};
use crate::natives;
use crate::translate;

natives! {
    /// Loops over memory. Each takes the address of the first element, how many iterations there are at most
    /// (unsigned), and what an iteration costs, which it charges; it gives how many it did.
    pub(super) BULK in "rt" {
        /// Stores for each byte what a table of 256 has for it.
        light "bulk_translate"(to: Opaque, most: u64, from: Opaque, table: Opaque, units: i64) -> (i64) = translate;
            [READS WRITES] "`units` an iteration";
        /// Stores the low byte of `word` in each element.
        light "bulk_fill1"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = fill::<1>; [WRITES] "`units` an iteration";
        /// Stores the low two bytes of `word` in each element.
        light "bulk_fill2"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = fill::<2>; [WRITES] "`units` an iteration";
        /// Stores the low four bytes of `word` in each element.
        light "bulk_fill4"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = fill::<4>; [WRITES] "`units` an iteration";
        /// Stores `word` in each element.
        light "bulk_fill8"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = fill::<8>; [WRITES] "`units` an iteration";
        /// Passes bytes up to the first that is `word`.
        light "bulk_find"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = find; [READS] "`units` an iteration";
        /// Passes bytes up to the first that is not `word`.
        light "bulk_skip"(at: Opaque, most: u64, word: u64, units: i64) -> (i64) = skip; [READS] "`units` an iteration";
    }
}

/// How many iterations can be done if one costs so much.
fn iterations(caller: &Caller<'_>, most: u64, units: i64) -> usize {
    let paid = caller.slice_left().max(0) / units.max(1);
    most.min(paid as u64) as usize
}

/// So many were.
fn done(caller: &Caller<'_>, iterations: usize, units: i64) -> Result<i64, Stop> {
    caller.charge(iterations as i64 * units);
    Ok(iterations as i64)
}

fn translate<'c>(
    caller: &mut Caller<'c>,
    to: OpaqueRef<'c>,
    most: u64,
    from: OpaqueRef<'c>,
    table: OpaqueRef<'c>,
    units: i64,
) -> Result<i64, Stop> {
    let n = iterations(caller, most, units);
    let [to, from, table] = [to, from, table].map(|r| r.word as *mut u8);
    // SAFETY: the mid-end makes the call where the loop would have touched these areas, and the table is a
    // whole one; no view of them is held.
    unsafe { translate::translate(to, from, n, table) };
    done(caller, n, units)
}

fn fill<'c, const SIZE: usize>(
    caller: &mut Caller<'c>,
    at: OpaqueRef<'c>,
    most: u64,
    word: u64,
    units: i64,
) -> Result<i64, Stop> {
    let n = iterations(caller, most, units);
    let word = word.to_le_bytes();
    if n > 0 {
        // SAFETY: the mid-end makes the call where the loop would have written these elements; no view of
        // them is held.
        let elements = unsafe { std::slice::from_raw_parts_mut(at.word as *mut u8, n * SIZE) };
        match SIZE {
            1 => elements.fill(word[0]),
            _ => elements.chunks_exact_mut(SIZE).for_each(|element| element.copy_from_slice(&word[..SIZE])),
        }
    }
    done(caller, n, units)
}

/// The bytes that a loop would have read, as far as its gas goes.
///
/// # Safety
/// The mid-end made the call where the loop would have read `n` bytes at `at`.
unsafe fn passed<'a>(_: &'a Caller<'_>, at: OpaqueRef<'_>, n: usize) -> &'a [u8] {
    // SAFETY: the caller's promise; nothing writes while the caller is borrowed.
    if n == 0 { &[] } else { unsafe { std::slice::from_raw_parts(at.word as *const u8, n) } }
}

fn find<'c>(
    caller: &mut Caller<'c>,
    at: OpaqueRef<'c>,
    most: u64,
    word: u64,
    units: i64,
) -> Result<i64, Stop> {
    let n = iterations(caller, most, units);
    // SAFETY: what `passed` asks for is what the table says of the native.
    let passed = memchr::memchr(word as u8, unsafe { passed(caller, at, n) }).unwrap_or(n);
    done(caller, passed, units)
}

fn skip<'c>(
    caller: &mut Caller<'c>,
    at: OpaqueRef<'c>,
    most: u64,
    word: u64,
    units: i64,
) -> Result<i64, Stop> {
    let n = iterations(caller, most, units);
    // SAFETY: what `passed` asks for is what the table says of the native.
    let passed = leading(unsafe { passed(caller, at, n) }, word as u8);
    done(caller, passed, units)
}

/// How many bytes at the beginning are that one.
fn leading(bytes: &[u8], byte: u8) -> usize {
    const STEP: usize = 32;
    let equal =
        bytes.chunks_exact(STEP).take_while(|chunk| chunk.iter().fold(0, |all, b| all | (b ^ byte)) == 0);
    let from = equal.count() * STEP;
    from + bytes[from..].iter().take_while(|b| **b == byte).count()
}

#[cfg(test)]
mod tests {
    use super::leading;

    #[test]
    fn bytes_in_front() {
        for len in 0..100 {
            for other in 0..=len {
                let mut bytes = vec![7; len];
                bytes.iter_mut().skip(other).for_each(|b| *b = 8);
                assert_eq!(leading(&bytes, 7), other);
            }
        }
    }
}
