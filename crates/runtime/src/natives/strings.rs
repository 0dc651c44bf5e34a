//! Strings of UTF-8: joined, compared, and converted to and from bytes and code points.

use std::marker::PhantomData;

use crate::bytes::move_bytes;
use crate::native::{Caller, SliceRef, Span, Stop, Str, StrRef};
use crate::natives;

natives! {
    /// Strings of UTF-8 and slices of bytes and code points.
    pub(super) STRINGS in "rt" {
        /// One string after the other. If one is empty, the other without copying it.
        light CONCAT "concat"(a: Str, b: Str) -> (Str) = concat; [READS ALLOCATES] "an allocation, 1 a 16 bytes";
        /// `n` strings one after the other, which lie in memory as pairs of address and length.
        light CONCAT_N "concat_n"(parts: Span<[u64; 2]>) -> (Str) = concat_n; [READS ALLOCATES] "an allocation, 1 a 16 bytes";
        /// Whether two strings are equal.
        light STRING_EQ "string_eq"(a: Str, b: Str) -> (bool) = string_eq; [READS] "1 a 16 bytes where lengths are equal";
        /// Below 0, 0 or above 0 as the first comes before the second, bytewise.
        light STRING_CMP "string_cmp"(a: Str, b: Str) -> (i64) = string_cmp; [READS] "1 a 16 bytes of the shorter one";
        /// A copy, to be written to.
        light STRING_TO_BYTES "string_to_bytes"(text: Str) -> (Str) = copy_bytes; [READS ALLOCATES] "an allocation, 1 a 16 bytes";
        /// A copy, which never changes.
        light BYTES_TO_STRING "bytes_to_string"(bytes: Str) -> (Str) = copy_bytes; [READS ALLOCATES] "an allocation, 1 a 16 bytes";
        /// UTF-8 of a code point, or of U+FFFD if it is none.
        light RUNE_TO_STRING "rune_to_string"(rune: i64) -> (Str) = rune_to_string; [ALLOCATES] "an allocation";
        /// The code point at a place, U+FFFD where there is none, and the place after it.
        light DECODE_RUNE "decode_rune"(text: Str, at: i64) -> (i32, i64) = decode_rune; [READS] "nothing more";
        /// The code points of a string.
        light STRING_TO_RUNES "string_to_runes"(text: Str) -> (Span<u32>) = string_to_runes; [READS ALLOCATES] "an allocation, 1 an 8 bytes";
        /// UTF-8 of code points.
        light RUNES_TO_STRING "runes_to_string"(runes: Span<i32>) -> (Str) = runes_to_string; [READS ALLOCATES] "an allocation, 1 a 2 code points";
    }
}

/// What invalid UTF-8 decodes to.
const REPLACEMENT: u32 = 0xfffd;

/// A fresh string of so many bytes, of which `fill` writes all.
#[inline(always)]
fn fresh<'c>(caller: &Caller<'c>, len: usize, fill: impl FnOnce(*mut u8)) -> Result<StrRef<'c>, Stop> {
    let at = caller.new_buffer_to_fill(len, len)?;
    fill(at as *mut u8);
    Ok(StrRef { at: at as *const u8, len, brand: PhantomData })
}

fn concat<'c>(caller: &mut Caller<'c>, a: StrRef<'c>, b: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    if b.is_empty() {
        return Ok(a);
    }
    if a.is_empty() {
        return Ok(b);
    }
    let total = a.len() + b.len();
    caller.charge_bytes(total);
    fresh(caller, total, |to| {
        // SAFETY: the two strings are live, and together as long as the fresh buffer.
        unsafe {
            move_bytes(to, a.at, a.len);
            move_bytes(to.add(a.len), b.at, b.len);
        }
    })
}

fn concat_n<'c>(caller: &mut Caller<'c>, parts: SliceRef<'c, [u64; 2]>) -> Result<StrRef<'c>, Stop> {
    let total: u64 = caller.slice(parts).iter().map(|[_, len]| *len).sum();
    caller.charge_bytes(total as usize);
    fresh(caller, total as usize, |mut to| {
        for [data, len] in caller.slice(parts) {
            // SAFETY: the pairs are strings, which the memory they lie in keeps alive; together they are as
            // long as the buffer.
            unsafe {
                move_bytes(to, *data as *const u8, *len as usize);
                to = to.add(*len as usize);
            }
        }
    })
}

fn string_eq<'c>(caller: &mut Caller<'c>, a: StrRef<'c>, b: StrRef<'c>) -> Result<bool, Stop> {
    if a.len() == b.len() {
        caller.charge_bytes(a.len());
    }
    Ok(caller.bytes(a) == caller.bytes(b))
}

#[inline(always)]
fn string_cmp<'c>(caller: &mut Caller<'c>, a: StrRef<'c>, b: StrRef<'c>) -> Result<i64, Stop> {
    caller.charge_bytes(a.len().min(b.len()));
    Ok(caller.bytes(a).cmp(caller.bytes(b)) as i64)
}

fn copy_bytes<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(text.len());
    caller.new_string(caller.bytes(text))
}

/// The code point at the start of `bytes`, which is not empty, and its length.
pub fn decode(bytes: &[u8]) -> (u32, usize) {
    let first = u32::from(bytes[0]);
    let continuation = |i: usize, low: u8, high: u8| match bytes.get(i) {
        Some(b) if (low..=high).contains(b) => Some(u32::from(b & 0x3f)),
        Some(_) | None => None,
    };
    let decoded = match first {
        0..=0x7f => return (first, 1),
        0xc2..=0xdf => continuation(1, 0x80, 0xbf).map(|b| ((first & 0x1f) << 6 | b, 2)),
        0xe0..=0xef => {
            let (low, high) = match first {
                0xe0 => (0xa0, 0xbf),
                0xed => (0x80, 0x9f),
                _ => (0x80, 0xbf),
            };
            continuation(1, low, high)
                .zip(continuation(2, 0x80, 0xbf))
                .map(|(b, c)| ((first & 0x0f) << 12 | b << 6 | c, 3))
        }
        0xf0..=0xf4 => {
            let (low, high) = match first {
                0xf0 => (0x90, 0xbf),
                0xf4 => (0x80, 0x8f),
                _ => (0x80, 0xbf),
            };
            continuation(1, low, high)
                .zip(continuation(2, 0x80, 0xbf))
                .zip(continuation(3, 0x80, 0xbf))
                .map(|((b, c), d)| ((first & 0x07) << 18 | b << 12 | c << 6 | d, 4))
        }
        _ => None,
    };
    decoded.unwrap_or((REPLACEMENT, 1))
}

/// UTF-8 of a code point, or of U+FFFD if it is none.
fn encode(rune: i64, out: &mut [u8; 4]) -> &[u8] {
    let c = u32::try_from(rune).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
    c.encode_utf8(out).as_bytes()
}

#[inline(always)]
fn decode_rune<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, at: i64) -> Result<(i32, i64), Stop> {
    let bytes = caller.bytes(text);
    let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).filter(|r| !r.is_empty());
    let (rune, len) = rest.map_or((REPLACEMENT, 1), decode);
    Ok((rune as i32, at.wrapping_add(len as i64)))
}

fn string_to_runes<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<SliceRef<'c, u32>, Stop> {
    caller.charge_bytes(text.len() * 2);
    let mut count = 0;
    let mut rest = caller.bytes(text);
    while !rest.is_empty() {
        rest = &rest[decode(rest).1..];
        count += 1;
    }
    let runes = caller.new_zeros::<u32>(count)?;
    let mut rest = caller.bytes(text);
    for i in 0..count {
        let (rune, len) = decode(rest);
        rest = &rest[len..];
        // SAFETY: the fresh buffer has room for `count` code points, and no view of it is held.
        unsafe { *runes.at.add(i) = rune };
    }
    Ok(runes)
}

fn runes_to_string<'c>(caller: &mut Caller<'c>, runes: SliceRef<'c, i32>) -> Result<StrRef<'c>, Stop> {
    caller.charge_bytes(runes.len() * 8);
    let mut buffer = [0; 4];
    let all = caller.slice(runes);
    let total: usize = all.iter().map(|rune| encode(i64::from(*rune), &mut buffer).len()).sum();
    fresh(caller, total, |mut to| {
        for rune in all {
            let bytes = encode(i64::from(*rune), &mut buffer);
            // SAFETY: the fresh buffer has room for all of them.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
                to = to.add(bytes.len());
            }
        }
    })
}

fn rune_to_string<'c>(caller: &mut Caller<'c>, rune: i64) -> Result<StrRef<'c>, Stop> {
    let mut buffer = [0; 4];
    caller.new_string(encode(rune, &mut buffer))
}
