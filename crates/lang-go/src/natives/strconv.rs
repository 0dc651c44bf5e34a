//! Package `strconv`: numbers and quoted text, as bytes, by the kernels.

use purlin_base::gas;
use purlin_kernels::float::format::{Form, MAX_PRECISION, format};
use purlin_kernels::float::literal;
use purlin_kernels::integer;
use purlin_kernels::quote::Quoting;
use purlin_runtime::native::{Caller, Slice, SliceRef, Stop, Str, StrRef};
use purlin_runtime::natives;

use super::unicode::{is_graphic, is_print};

natives! {
    /// Text of numbers, and quoted text.
    pub(super) STRCONV in "strconv" {
        /// The digits of an integer in a base from 2 to 36; `signed` tells whether it may be negative.
        light "formatInt"(value: i64, base: i64, signed: bool) -> (Str) = format_int; [ALLOCATES] "an allocation";
        /// Writes the digits of an integer if there is room for all, and gives how many bytes they are.
        light "appendInt"(room: Slice<u8>, value: i64, base: i64, signed: bool) -> (i64) = append_int;
            [WRITES] "1 a 16 bytes";
        /// Writes the text of a float of 32 or 64 bits if there is room for all, and gives how many bytes it
        /// is. Go code adds the zeros beyond the largest precision.
        heavy "appendFloat"(room: Slice<u8>, value: f64, form: u8, precision: i64, bits: i64) -> (i64) = append_float;
            [WRITES] "100 units, 8 a digit where their number is given, 1 a 16 bytes";
        /// The float nearest to a text, of 32 or 64 bits, and 0, or 1 for wrong syntax and 2 for a number
        /// beyond the range.
        heavy "parseFloat"(text: Str, bits: i64) -> (f64, i64) = parse_float; [READS] "1 a byte";
        /// Text between quotes, escaped where it is not printable, not ASCII if `ascii`, not graphic if
        /// `graphic`.
        heavy "quote"(text: Str, mark: u8, ascii: bool, graphic: bool) -> (Str) = quote;
            [READS ALLOCATES] "an allocation, 1 a byte";
        /// Whether a code point is printable in Go's sense: graphic, and no space but the ASCII one.
        light "isPrint"(rune: i32) -> (bool) = is_print; [] "nothing more";
        /// Whether a code point is graphic: a letter, mark, number, punctuation, symbol or space.
        light "isGraphic"(rune: i32) -> (bool) = is_graphic; [] "nothing more";
    }
}

fn format_int<'c>(caller: &mut Caller<'c>, value: i64, base: i64, signed: bool) -> Result<StrRef<'c>, Stop> {
    caller.new_string(integer::digits(&mut [0; integer::LONGEST], value, signed, base as u64))
}

/// Puts the text into the buffer if it fits, and answers its length.
fn fill<'c>(caller: &mut Caller<'c>, room: SliceRef<'c, u8>, text: &[u8]) -> Result<i64, Stop> {
    if let Some(part) = caller.slice_mut(room).get_mut(..text.len()) {
        part.copy_from_slice(text);
    }
    caller.charge_bytes(text.len());
    Ok(text.len() as i64)
}

fn append_int<'c>(
    caller: &mut Caller<'c>,
    room: SliceRef<'c, u8>,
    value: i64,
    base: i64,
    signed: bool,
) -> Result<i64, Stop> {
    fill(caller, room, integer::digits(&mut [0; integer::LONGEST], value, signed, base as u64))
}

fn append_float<'c>(
    caller: &mut Caller<'c>,
    room: SliceRef<'c, u8>,
    value: f64,
    form: u8,
    precision: i64,
    bits: i64,
) -> Result<i64, Stop> {
    let form = Form { letter: form, precision: precision.min(MAX_PRECISION), single: bits == 32 };
    let text = format(value, form);
    let exact = if form.precision < 0 { 0 } else { form.precision.max(text.len() as i64) };
    caller.charge(gas::FLOAT_TEXT + gas::EXACT_DIGIT * exact);
    fill(caller, room, &text)
}

fn parse_float<'c>(caller: &mut Caller<'c>, text: StrRef<'c>, bits: i64) -> Result<(f64, i64), Stop> {
    caller.charge_bytes(text.len() * 16);
    let (value, error) = literal::parse(caller.bytes(text), bits == 32);
    Ok((value, error.map_or(0, |e| e as i64)))
}

/// Texts below this many bytes are quoted in one go.
const SHORT: usize = 1 << 12;

fn quote<'c>(
    caller: &mut Caller<'c>,
    text: StrRef<'c>,
    mark: u8,
    ascii: bool,
    graphic: bool,
) -> Result<StrRef<'c>, Stop> {
    let text = caller.bytes(text);
    let how = Quoting { quote: mark, ascii, graphic };
    caller.charge_bytes(text.len() * 16);
    if text.len() < SHORT {
        let mut out = Vec::with_capacity(text.len() + 2);
        how.write(text, &mut |bytes| out.extend_from_slice(bytes));
        return caller.new_string(&out);
    }
    // A long text is written straight into the program's memory, which has a limit.
    let mut len = 0;
    how.write(text, &mut |bytes| len += bytes.len());
    caller.new_string_with(len, |mut rest| {
        how.write(text, &mut |bytes| {
            let (here, after) = std::mem::take(&mut rest).split_at_mut(bytes.len());
            here.copy_from_slice(bytes);
            rest = after;
        });
    })
}
