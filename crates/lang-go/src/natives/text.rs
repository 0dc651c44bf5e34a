//! Packages `strings` and `bytes`: searching and comparing.

use purlin_kernels::{search, utf8};
use purlin_runtime::native::{Answer, Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;

natives! {
    /// Searching and comparing bytes.
    pub(super) TEXT in "internal/text" {
        /// The first place of `part` in `text`, or -1.
        light "Index"(text: Str, part: Str) -> (i64) = index; [READS] "1 a 16 bytes passed, 1 a 16 bytes of the part";
        /// The last place of `part` in `text`, or -1.
        light "LastIndex"(text: Str, part: Str) -> (i64) = last_index;
            [READS] "1 a 16 bytes passed, 1 a 16 bytes of the part";
        /// How often `part`, which is not empty, occurs in `text` without overlapping.
        light "Count"(text: Str, part: Str) -> (i64) = count; [READS] "1 a 16 bytes of both";
        /// The first place of a byte, or -1.
        light "IndexByte"(text: Str, byte: u8) -> (i64) = index_byte; [READS] "1 a 16 bytes passed";
        /// The last place of a byte, or -1.
        light "LastIndexByte"(text: Str, byte: u8) -> (i64) = last_index_byte; [READS] "1 a 16 bytes passed";
        /// How often a byte occurs.
        light "CountByte"(text: Str, byte: u8) -> (i64) = count_byte; [READS] "1 a 16 bytes";
        /// Whether all of it is UTF-8.
        light "ValidUTF8"(text: Str) -> (bool) = valid; [READS] "1 a 16 bytes";
        /// How many code points there are; each byte that begins no valid encoding counts as one.
        light "RuneCount"(text: Str) -> (i64) = rune_count; [READS] "1 an 8 bytes";
        /// Whether two slices hold the same bytes.
        light "EqualBytes"(a: Slice<u8>, b: Slice<u8>) -> (bool) = equal_bytes;
            [READS] "1 a 16 bytes where lengths are equal";
        /// Sets all bytes of a slice.
        light "Fill"(bytes: Slice<u8>, byte: u8) = fill; [WRITES] "1 a 16 bytes";
    }
}

/// Charges for what was passed on the way from the start, and answers the place or -1.
#[inline(always)]
fn found(caller: &Caller<'_>, len: usize, at: Option<usize>) -> Result<i64, Stop> {
    caller.charge_bytes(at.unwrap_or(len));
    Ok(at.map_or(-1, |at| at as i64))
}

/// Charges for what was passed on the way from the end, and answers the place or -1.
#[inline(always)]
fn found_last(caller: &Caller<'_>, len: usize, at: Option<usize>) -> Result<i64, Stop> {
    caller.charge_bytes(len - at.unwrap_or(0));
    Ok(at.map_or(-1, |at| at as i64))
}

fn index<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, part: StrRef<'c>) -> Result<i64, Stop> {
    let (text, part) = (caller.bytes(text), caller.bytes(part));
    caller.charge_bytes(part.len());
    let at = search::find(text, part);
    found(caller, text.len(), at)
}

fn last_index<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, part: StrRef<'c>) -> Result<i64, Stop> {
    let (text, part) = (caller.bytes(text), caller.bytes(part));
    let at = search::rfind(text, part);
    caller.charge_bytes(part.len());
    found_last(caller, text.len(), at)
}

fn count<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, part: StrRef<'c>) -> Result<i64, Stop> {
    let (text, part) = (caller.bytes(text), caller.bytes(part));
    caller.charge_bytes(text.len() + part.len());
    Ok(search::count(text, part) as i64)
}

fn index_byte<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, byte: u8) -> Result<i64, Stop> {
    let at = search::find_byte(caller.bytes(text), byte);
    found(caller, text.len(), at)
}

fn last_index_byte<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, byte: u8) -> Result<i64, Stop> {
    let at = search::rfind_byte(caller.bytes(text), byte);
    found_last(caller, text.len(), at)
}

fn count_byte<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, byte: u8) -> Result<i64, Stop> {
    caller.charge_bytes(text.len());
    Ok(search::count_byte(caller.bytes(text), byte) as i64)
}

fn valid<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<bool, Stop> {
    caller.charge_bytes(text.len());
    Ok(std::str::from_utf8(caller.bytes(text)).is_ok())
}

fn rune_count<'c>(caller: &mut Caller<'c>, text: StrRef<'c>) -> Result<i64, Stop> {
    caller.charge_bytes(text.len() * 2);
    Ok(utf8::count(caller.bytes(text)) as i64)
}

fn equal_bytes<'c>(caller: &mut Caller<'c>, a: SliceRef<'c, u8>, b: SliceRef<'c, u8>) -> Result<bool, Stop> {
    if a.len() == b.len() {
        caller.charge_bytes(a.len());
    }
    Ok(caller.slice(a) == caller.slice(b))
}

fn fill<'c>(caller: &mut Caller<'c>, bytes: SliceRef<'c, u8>, byte: u8) -> Answer {
    caller.charge_bytes(bytes.len());
    caller.slice_mut(bytes).fill(byte);
    Ok(())
}
