//! Packages `strings` and `bytes`: searching and comparing. A string and a byte slice differ only in a capacity
//! that follows, so slices come last or have natives of their own.

use purlin_kernels::{search, utf8};
use purlin_runtime::native::{Answer, Call, Native, direct};

pub const NATIVES: super::Table = &[
    ("internal/text.Index", Native::Direct(index, direct(index))),
    ("internal/text.LastIndex", Native::Direct(last_index, direct(last_index))),
    ("internal/text.Count", Native::Direct(count, direct(count))),
    ("internal/text.IndexByte", Native::Direct(index_byte, direct(index_byte))),
    ("internal/text.LastIndexByte", Native::Direct(last_index_byte, direct(last_index_byte))),
    ("internal/text.CountByte", Native::Direct(count_byte, direct(count_byte))),
    ("internal/text.ValidUTF8", Native::Direct(valid, direct(valid))),
    ("internal/text.RuneCount", Native::Direct(rune_count, direct(rune_count))),
    ("internal/text.EqualBytes", Native::Light(equal_bytes)),
    ("internal/text.Fill", Native::Direct(fill, direct(fill))),
];

fn found(call: &mut Call<'_>, touched: usize, at: Option<usize>) -> Answer {
    call.charge_bytes(at.unwrap_or(touched));
    call.ret_int(0, at.map_or(-1, |at| at as i64));
    Ok(())
}

/// What was found from the end on.
fn found_last(call: &mut Call<'_>, len: usize, at: Option<usize>) -> Answer {
    call.charge_bytes(len - at.unwrap_or(0));
    call.ret_int(0, at.map_or(-1, |at| at as i64));
    Ok(())
}

/// `(s, sep string) int`
fn index(call: &mut Call<'_>) -> Answer {
    let (text, part) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(part.len());
    found(call, text.len(), search::find(text, part))
}

fn last_index(call: &mut Call<'_>) -> Answer {
    let (text, part) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(part.len());
    found_last(call, text.len(), search::rfind(text, part))
}

/// How often a part that is not empty occurs without overlapping.
fn count(call: &mut Call<'_>) -> Answer {
    let (text, part) = (call.bytes(0), call.bytes(2));
    call.charge_bytes(text.len() + part.len());
    call.ret_int(0, search::count(text, part) as i64);
    Ok(())
}

/// `(s string, c byte) int`
fn index_byte(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    let at = search::find_byte(text, call.word(2) as u8);
    found(call, text.len(), at)
}

fn last_index_byte(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    let at = search::rfind_byte(text, call.word(2) as u8);
    found_last(call, text.len(), at)
}

fn count_byte(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    call.charge_bytes(text.len());
    let n = search::count_byte(text, call.word(2) as u8);
    call.ret_int(0, n as i64);
    Ok(())
}

fn valid(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    call.charge_bytes(text.len());
    call.ret_bool(0, std::str::from_utf8(text).is_ok());
    Ok(())
}

/// Each byte that begins no valid encoding counts as one rune.
fn rune_count(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    call.charge_bytes(text.len() * 2);
    let n = utf8::count(text);
    call.ret_int(0, n as i64);
    Ok(())
}

/// `(a, b []byte) bool`
fn equal_bytes(call: &mut Call<'_>) -> Answer {
    let (a, b) = (call.bytes(0), call.bytes(3));
    if a.len() == b.len() {
        call.charge_bytes(a.len());
    }
    call.ret_bool(0, a == b);
    Ok(())
}

/// `(b []byte, c byte)`
fn fill(call: &mut Call<'_>) -> Answer {
    let byte = call.word(3) as u8;
    let buffer = call.bytes_mut(0);
    call.charge_bytes(buffer.len());
    buffer.fill(byte);
    Ok(())
}
