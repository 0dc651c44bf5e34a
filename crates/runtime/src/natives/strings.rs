//! Strings and growing arrays.

use purlin_base::TrapCode;

use super::{DirectEntry, Entry};
use crate::heap::{ClassId, grow_array_capacity};
use crate::helpers::move_bytes;
use crate::native::{Answer, Call, direct};

pub const NATIVES: &[Entry] =
    &[("rt.string_to_runes", string_to_runes), ("rt.runes_to_string", runes_to_string), ("rt.grow", grow)];

pub const DIRECT: &[DirectEntry] = &[
    ("rt.concat", concat, direct(concat)),
    ("rt.concat_n", concat_n, direct(concat_n)),
    ("rt.string_eq", string_eq, direct(string_eq)),
    ("rt.string_cmp", string_cmp, direct(string_cmp)),
    ("rt.string_to_bytes", copy_bytes, direct(copy_bytes)),
    ("rt.bytes_to_string", copy_bytes, direct(copy_bytes)),
    ("rt.rune_to_string", rune_to_string, direct(rune_to_string)),
    ("rt.decode_rune", decode_rune, direct(decode_rune)),
];

/// What invalid UTF-8 decodes to.
const REPLACEMENT: u32 = 0xfffd;

/// One string of parts, without copying if all but one are empty.
fn join(call: &mut Call<'_>, parts: &[&[u8]]) -> Answer {
    let total: usize = parts.iter().map(|p| p.len()).sum();
    if let Some(only) = parts.iter().find(|p| p.len() == total) {
        call.ret(0, only.as_ptr() as u64);
        call.ret_int(1, total as i64);
        return Ok(());
    }
    call.charge_bytes(total);
    let at = call.vm.new_buffer(total)?;
    let mut to = at;
    for part in parts {
        // SAFETY: the parts together are as long as the fresh buffer.
        unsafe { move_bytes(to as *mut u8, part.as_ptr(), part.len()) };
        to += part.len();
    }
    call.ret(0, at as u64);
    call.ret_int(1, total as i64);
    Ok(())
}

fn concat(call: &mut Call<'_>) -> Answer {
    let (a, b) = (call.bytes(0), call.bytes(2));
    join(call, &[a, b])
}

fn concat_n(call: &mut Call<'_>) -> Answer {
    let (at, n) = (call.word(0) as *const [u64; 2], call.int(1).max(0) as usize);
    let mut total = 0u64;
    let part = |i: usize| {
        // SAFETY: the caller's memory holds `n` strings, which it keeps alive.
        unsafe {
            let [data, len] = *at.add(i);
            if len == 0 { &[] } else { std::slice::from_raw_parts(data as *const u8, len as usize) }
        }
    };
    for i in 0..n {
        total += part(i).len() as u64;
    }
    call.charge_bytes(total as usize);
    let to = call.vm.new_buffer(total as usize)?;
    let mut end = to;
    for i in 0..n {
        let bytes: &[u8] = part(i);
        // SAFETY: the parts together are as long as the fresh buffer.
        unsafe { move_bytes(end as *mut u8, bytes.as_ptr(), bytes.len()) };
        end += bytes.len();
    }
    call.ret(0, to as u64);
    call.ret_int(1, total as i64);
    Ok(())
}

fn string_eq(call: &mut Call<'_>) -> Answer {
    let (a, b) = (call.bytes(0), call.bytes(2));
    if a.len() == b.len() {
        call.charge_bytes(a.len());
    }
    call.ret_bool(0, a == b);
    Ok(())
}

fn string_cmp(call: &mut Call<'_>) -> Answer {
    let (a, b) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(a.len().min(b.len()));
    call.ret_int(0, a.cmp(b) as i64);
    Ok(())
}

fn copy_bytes(call: &mut Call<'_>) -> Answer {
    let bytes = call.bytes(0);
    call.charge_bytes(bytes.len());
    call.ret_string(0, bytes)
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

fn decode_rune(call: &mut Call<'_>) -> Answer {
    let (bytes, at) = (call.bytes(0), call.int(2));
    let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).filter(|r| !r.is_empty());
    let (rune, len) = rest.map_or((REPLACEMENT, 1), decode);
    call.ret_int(0, i64::from(rune));
    call.ret_int(1, at + len as i64);
    Ok(())
}

fn string_to_runes(call: &mut Call<'_>) -> Answer {
    let bytes = call.bytes(0);
    call.charge_bytes(bytes.len() * 2);
    let mut count = 0;
    let mut rest = bytes;
    while !rest.is_empty() {
        rest = &rest[decode(rest).1..];
        count += 1;
    }
    let at = call.vm.new_buffer(count * 4)?;
    let mut rest = bytes;
    for i in 0..count {
        let (rune, len) = decode(rest);
        rest = &rest[len..];
        // SAFETY: the fresh buffer has room for `count` code points.
        unsafe { *(at as *mut u32).add(i) = rune };
    }
    call.ret(0, at as u64);
    call.ret_int(1, count as i64);
    Ok(())
}

fn runes_to_string(call: &mut Call<'_>) -> Answer {
    let (at, n) = (call.word(0) as *const i32, call.int(1).max(0) as usize);
    call.charge_bytes(n * 8);
    let mut buffer = [0; 4];
    // SAFETY: a slice of `n` code points that the argument keeps alive.
    let rune = |i: usize| i64::from(unsafe { *at.add(i) });
    let total: usize = (0..n).map(|i| encode(rune(i), &mut buffer).len()).sum();
    let to = call.vm.new_buffer(total)?;
    let mut end = to;
    for i in 0..n {
        let bytes = encode(rune(i), &mut buffer);
        // SAFETY: the fresh buffer has room for all of them.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), end as *mut u8, bytes.len()) };
        end += bytes.len();
    }
    call.ret(0, to as u64);
    call.ret_int(1, total as i64);
    Ok(())
}

fn rune_to_string(call: &mut Call<'_>) -> Answer {
    let mut buffer = [0; 4];
    let bytes = encode(call.int(0), &mut buffer);
    call.ret_string(0, bytes)
}

/// A larger array for `append`, with the old elements in it.
fn grow(call: &mut Call<'_>) -> Answer {
    let (old, len, cap) = (call.word(0), call.int(1), call.int(2));
    let (need, class) = (call.int(3), ClassId(call.word(4) as u32));
    let size = call.vm.heap.class_size(class);
    let has_pointers = call.vm.heap.class_has_pointers(class);
    let new_cap = match usize::try_from(need) {
        Ok(need) => grow_array_capacity(size, has_pointers, cap.max(0) as usize, need),
        Err(_) => None,
    };
    let Some(new_cap) = new_cap else {
        return Err(call.vm.raise_trap(TrapCode::BadLength, need, 0));
    };
    let bytes = len.max(0) as usize * size;
    call.charge_bytes(bytes);
    let at = call.vm.new_array(class, new_cap)?;
    // SAFETY: the old array has `len` elements, the new one at least as many.
    unsafe { std::ptr::copy_nonoverlapping(old as *const u8, at as *mut u8, bytes) };
    call.ret(0, at as u64);
    call.ret_int(1, new_cap as i64);
    Ok(())
}
