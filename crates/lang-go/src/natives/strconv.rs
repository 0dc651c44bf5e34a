//! Package `strconv`: numbers and quoted text, as bytes, by the kernels.

use purlin_kernels::float::format::{Form, MAX_PRECISION, format};
use purlin_kernels::float::literal;
use purlin_kernels::integer;
use purlin_kernels::quote::Quoting;
use purlin_runtime::native::{Answer, Call, Native, direct};

pub const NATIVES: super::Table = &[
    ("strconv.formatInt", Native::Direct(format_int, direct(format_int))),
    ("strconv.appendInt", Native::Light(append_int)),
    ("strconv.appendFloat", Native::Heavy(append_float)),
    ("strconv.parseFloat", Native::Heavy(parse_float)),
    ("strconv.quote", Native::Heavy(quote)),
];

/// `(value int64, base int, signed bool) string`
fn format_int(call: &mut Call<'_>) -> Answer {
    let mut buffer = [0; integer::LONGEST];
    let text = integer::digits(&mut buffer, call.int(0), call.bool(2), call.word(1));
    call.ret_string(0, text)
}

/// Puts the text into the buffer if it fits, and answers its length.
fn fill(call: &mut Call<'_>, n: usize, text: &[u8]) -> Answer {
    let buffer = call.bytes_mut(n);
    if let Some(part) = buffer.get_mut(..text.len()) {
        part.copy_from_slice(text);
    }
    call.charge_bytes(text.len());
    call.ret_int(0, text.len() as i64);
    Ok(())
}

/// `(room []byte, value int64, base int, signed bool) int`
fn append_int(call: &mut Call<'_>) -> Answer {
    let mut buffer = [0; integer::LONGEST];
    let text = integer::digits(&mut buffer, call.int(3), call.bool(5), call.word(4));
    fill(call, 0, text)
}

/// `(room []byte, value float64, form byte, precision, bits int) int`; Go code adds the zeros beyond the largest
/// precision.
fn append_float(call: &mut Call<'_>) -> Answer {
    let form = Form {
        letter: call.word(4) as u8,
        precision: call.int(5).min(MAX_PRECISION),
        single: call.int(6) == 32,
    };
    let text = format(call.float(3), form);
    // Exact digits take arithmetic of many words.
    let exact = if form.precision < 0 { 0 } else { form.precision.max(text.len() as i64) };
    call.vm.charge(100 + 8 * exact);
    fill(call, 0, &text)
}

/// `(s string, bits int) (float64, int)`; the second result is 0 or the number of a [`literal::NumberError`].
fn parse_float(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    call.charge_bytes(text.len() * 16);
    let (value, error) = literal::parse(text, call.int(2) == 32);
    call.ret_float(0, value);
    call.ret_int(1, error.map_or(0, |e| e as i64));
    Ok(())
}

/// `(s string, quote byte, ascii, graphic bool) string`
fn quote(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    let how = Quoting { quote: call.word(2) as u8, ascii: call.bool(3), graphic: call.bool(4) };
    call.charge_bytes(text.len() * 16);
    // A long text is written straight into the program's memory, which has a limit.
    let mut len = 0;
    if text.len() < SHORT {
        let mut out = Vec::with_capacity(text.len() + 2);
        how.write(text, &mut |bytes| out.extend_from_slice(bytes));
        return call.ret_string(0, &out);
    }
    how.write(text, &mut |bytes| len += bytes.len());
    let at = call.vm.new_buffer(len)? as u64;
    let mut rest = call.view_mut(at, len);
    how.write(text, &mut |bytes| {
        let (here, after) = std::mem::take(&mut rest).split_at_mut(bytes.len());
        here.copy_from_slice(bytes);
        rest = after;
    });
    call.ret(0, at);
    call.ret_int(1, len as i64);
    Ok(())
}

/// Texts below this many bytes are quoted in one go.
const SHORT: usize = 1 << 12;
