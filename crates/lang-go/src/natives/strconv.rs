//! Package `strconv`: numbers and quoted text, as bytes. Digits come from zmij (shortest) and from Rust's own
//! formatting (exact); how they are laid out is Go's.

use purlin_runtime::native::{Answer, Call, Native, direct};

use purlin_kernels::unicode::{is_graphic, is_print};

pub const NATIVES: super::Table = &[
    ("strconv.formatInt", Native::Direct(format_int, direct(format_int))),
    ("strconv.appendInt", Native::Light(append_int)),
    ("strconv.appendFloat", Native::Heavy(append_float)),
    ("strconv.parseFloat", Native::Heavy(parse_float)),
    ("strconv.quote", Native::Heavy(quote)),
];

/// Digits of an integer from the end of the buffer.
#[inline]
fn digits(buffer: &mut [u8; 65], value: i64, signed: bool, base: u64) -> &[u8] {
    let negative = signed && value < 0;
    let mut rest = if negative { value.unsigned_abs() } else { value as u64 };
    let base = base.clamp(2, 36);
    let mut at = buffer.len();
    // By a known number the machine divides with a product.
    while base == 10 && rest >= 10 {
        at -= 1;
        buffer[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    loop {
        at -= 1;
        buffer[at] = b"0123456789abcdefghijklmnopqrstuvwxyz"[(rest % base) as usize];
        rest /= base;
        if rest == 0 {
            break;
        }
    }
    if negative {
        at -= 1;
        buffer[at] = b'-';
    }
    &buffer[at..]
}

/// `(value int64, base int, signed bool) string`
fn format_int(call: &mut Call<'_>) -> Answer {
    let mut buffer = [0; 65];
    let text = digits(&mut buffer, call.int(0), call.bool(2), call.word(1));
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
    let mut buffer = [0; 65];
    let text = digits(&mut buffer, call.int(3), call.bool(5), call.word(4));
    fill(call, 0, text)
}

/// `(room []byte, value float64, form byte, precision, bits int) int`
fn append_float(call: &mut Call<'_>) -> Answer {
    let layout = Layout {
        form: call.word(4) as u8,
        precision: call.int(5).min(MAX_PRECISION),
        single: call.int(6) == 32,
    };
    let text = format_float(call.float(3), layout);
    // Exact digits take arithmetic of many words.
    let exact = if layout.precision < 0 { 0 } else { layout.precision.max(text.len() as i64) };
    call.vm.charge(100 + 8 * exact);
    fill(call, 0, &text)
}

/// No float has more digits than this after the point; Go code adds the zeros that follow.
const MAX_PRECISION: i64 = 1100;

/// How to lay out a float.
#[derive(Clone, Copy)]
pub struct Layout {
    /// One of `b e E f g G x X`.
    pub form: u8,
    /// Digits; negative for as many as are needed.
    pub precision: i64,
    /// Whether the number is a float32.
    pub single: bool,
}

/// Significant digits without trailing zeros, and where the point is, counted from their start. Zero has none.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// From text like `12.5` or `1.25e-7`.
    fn from_text(text: &str) -> Decimal {
        let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = digits.iter().take_while(|d| **d == b'0').count();
        let mut point = whole.len() as i64 + exponent.parse::<i64>().unwrap_or(0) - zeros as i64;
        digits.drain(..zeros);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() {
            point = 0;
        }
        Decimal { digits, point }
    }

    fn shortest(value: f64, single: bool) -> Decimal {
        let mut buffer = zmij::Buffer::new();
        let text = if single { buffer.format_finite(value as f32) } else { buffer.format_finite(value) };
        Decimal::from_text(text)
    }

    /// Rounded to so many significant digits.
    fn rounded(value: f64, digits: i64) -> Decimal {
        Decimal::from_text(&format!("{:.*e}", (digits - 1).max(0) as usize, value))
    }

    fn digit(&self, n: i64) -> u8 {
        usize::try_from(n).ok().and_then(|n| self.digits.get(n)).copied().unwrap_or(b'0')
    }

    /// `d.ddde±dd` with so many digits after the point.
    fn scientific(&self, out: &mut Vec<u8>, precision: i64, e: u8) {
        out.push(self.digit(0));
        if precision > 0 {
            out.push(b'.');
            out.extend((1..=precision).map(|n| self.digit(n)));
        }
        out.push(e);
        push_exponent(out, if self.digits.is_empty() { 0 } else { self.point - 1 });
    }

    /// `ddd.ddd` with so many digits after the point.
    fn plain(&self, out: &mut Vec<u8>, precision: i64) {
        if self.point > 0 {
            out.extend((0..self.point).map(|n| self.digit(n)));
        } else {
            out.push(b'0');
        }
        if precision > 0 {
            out.push(b'.');
            out.extend((0..precision).map(|n| self.digit(self.point + n)));
        }
    }
}

fn push_exponent(out: &mut Vec<u8>, exponent: i64) {
    out.push(if exponent < 0 { b'-' } else { b'+' });
    out.extend(format!("{:02}", exponent.unsigned_abs()).bytes());
}

/// A float in one of Go's forms.
pub fn format_float(value: f64, layout: Layout) -> Vec<u8> {
    let Layout { form, precision, single } = layout;
    if value.is_nan() {
        return b"NaN".to_vec();
    }
    if value.is_infinite() {
        return if value > 0.0 { b"+Inf".to_vec() } else { b"-Inf".to_vec() };
    }
    let mut out = Vec::with_capacity(32);
    if value.is_sign_negative() {
        out.push(b'-');
    }
    let value = value.abs();
    let shortest = precision < 0;
    match form {
        b'b' => binary(&mut out, value, single),
        b'x' | b'X' => hexadecimal(&mut out, value, layout),
        b'e' | b'E' => {
            let decimal = if shortest {
                Decimal::shortest(value, single)
            } else {
                Decimal::rounded(value, precision + 1)
            };
            let precision = if shortest { decimal.digits.len() as i64 - 1 } else { precision };
            decimal.scientific(&mut out, precision, form);
        }
        b'f' if shortest => {
            let decimal = Decimal::shortest(value, single);
            decimal.plain(&mut out, (decimal.digits.len() as i64 - decimal.point).max(0));
        }
        b'f' => out.extend(format!("{:.*}", precision as usize, value).bytes()),
        b'g' | b'G' => general(&mut out, value, layout),
        _ => return vec![b'%', form],
    }
    out
}

fn general(out: &mut Vec<u8>, value: f64, layout: Layout) {
    let shortest = layout.precision < 0;
    let precision = layout.precision.max(1);
    let decimal =
        if shortest { Decimal::shortest(value, layout.single) } else { Decimal::rounded(value, precision) };
    let count = decimal.digits.len() as i64;
    let limit = match () {
        () if shortest => 6,
        () if precision > count && count >= decimal.point => count,
        () => precision,
    };
    let exponent = decimal.point - 1;
    if exponent < -4 || exponent >= limit {
        let digits = if shortest { count } else { precision.min(count) };
        decimal.scientific(out, digits - 1, layout.form + b'e' - b'g');
    } else {
        decimal.plain(out, (count - decimal.point).max(0));
    }
}

/// Mantissa, exponent of its lowest bit, and bits after the leading one.
fn parts(value: f64, single: bool) -> (u64, i64, u32) {
    let (bits, mantissa_bits, bias) = match single {
        true => (u64::from((value as f32).to_bits()), 23, 127),
        false => (value.to_bits(), 52, 1023),
    };
    let mantissa = bits & ((1 << mantissa_bits) - 1);
    let exponent = (bits >> mantissa_bits) as i64;
    let (mantissa, exponent) =
        if exponent == 0 { (mantissa, 1) } else { (mantissa | 1 << mantissa_bits, exponent) };
    (mantissa, exponent - bias - i64::from(mantissa_bits), mantissa_bits)
}

fn binary(out: &mut Vec<u8>, value: f64, single: bool) {
    let (mantissa, exponent, _) = parts(value, single);
    out.extend(format!("{mantissa}p{exponent:+}").bytes());
}

fn hexadecimal(out: &mut Vec<u8>, value: f64, layout: Layout) {
    const POINT: u32 = 60;
    let (mantissa, exponent, bits) = parts(value, layout.single);
    let mut exponent = exponent + i64::from(bits);
    let mut mantissa = mantissa << (POINT - bits);
    if mantissa == 0 {
        exponent = 0;
    } else {
        let shift = mantissa.leading_zeros() - (63 - POINT);
        mantissa <<= shift;
        exponent -= i64::from(shift);
    }
    if (0..15).contains(&layout.precision) {
        let dropped = POINT - 4 * layout.precision as u32;
        let (rest, half) = (mantissa & ((1 << dropped) - 1), 1 << (dropped - 1));
        mantissa >>= dropped;
        if rest > half || rest == half && mantissa & 1 == 1 {
            mantissa += 1;
        }
        mantissa <<= dropped;
        if mantissa >> (POINT + 1) != 0 {
            mantissa >>= 1;
            exponent += 1;
        }
    }
    let table: &[u8; 16] = if layout.form == b'X' { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    out.extend([b'0', layout.form, b'0' + (mantissa >> POINT) as u8]);
    let mut rest = mantissa << 4;
    let count = match layout.precision {
        n if n >= 0 => n,
        _ => i64::from((64 - rest.trailing_zeros()).div_ceil(4)),
    };
    if count > 0 {
        out.push(b'.');
    }
    for _ in 0..count {
        out.push(table[(rest >> POINT) as usize & 15]);
        rest <<= 4;
    }
    out.push(layout.form + b'p' - b'x');
    push_exponent(out, exponent);
}

/// What can be wrong with a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NumberError {
    Syntax = 1,
    Range = 2,
}

/// `(s string, bits int) (float64, int)`; the second result is 0 or a [`NumberError`].
fn parse_float(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    call.charge_bytes(text.len() * 16);
    let (value, error) = float_from_text(text, call.int(2) == 32);
    call.ret_float(0, value);
    call.ret_int(1, error.map_or(0, |e| e as i64));
    Ok(())
}

/// A float by Go's syntax, rounded to the nearest.
pub fn float_from_text(text: &[u8], single: bool) -> (f64, Option<NumberError>) {
    let (negative, rest) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let sign = if negative { -1.0 } else { 1.0 };
    if rest.eq_ignore_ascii_case(b"inf") || rest.eq_ignore_ascii_case(b"infinity") {
        return (sign * f64::INFINITY, None);
    }
    if text.eq_ignore_ascii_case(b"nan") {
        // Go's own NaN has its lowest bit set.
        return (f64::from_bits(if single { 0x7ff8 << 48 } else { 0x7ff8 << 48 | 1 }), None);
    }
    let hex = matches!(rest, [b'0', b'x' | b'X', ..]);
    let digits = if hex { &rest[2..] } else { rest };
    if !well_formed(digits, hex) || (text.contains(&b'_') && !underscores_fit(rest)) {
        return (0.0, Some(NumberError::Syntax));
    }
    let clean: String = digits.iter().filter(|b| **b != b'_').map(|b| char::from(*b)).collect();
    let value = match (hex, single) {
        (true, _) => hex_float(&clean, single),
        (false, true) => clean.parse::<f32>().map_or(0.0, f64::from),
        (false, false) => clean.parse::<f64>().unwrap_or(0.0),
    };
    (sign * value, value.is_infinite().then_some(NumberError::Range))
}

/// Digits with at most one point, then an exponent, which hexadecimal numbers must have.
fn well_formed(text: &[u8], hex: bool) -> bool {
    let is_digit = |b: &u8| if hex { b.is_ascii_hexdigit() } else { b.is_ascii_digit() };
    let mantissa = text.iter().take_while(|b| is_digit(b) || matches!(b, b'_' | b'.')).count();
    let (mantissa, rest) = text.split_at(mantissa);
    if !mantissa.iter().any(is_digit) || mantissa.iter().filter(|b| **b == b'.').count() > 1 {
        return false;
    }
    let exponent = match rest {
        [] => return !hex,
        [b'e' | b'E', rest @ ..] if !hex => rest,
        [b'p' | b'P', rest @ ..] if hex => rest,
        _ => return false,
    };
    let exponent = exponent.strip_prefix(b"-").or(exponent.strip_prefix(b"+")).unwrap_or(exponent);
    exponent.first().is_some_and(u8::is_ascii_digit)
        && exponent.iter().all(|b| b.is_ascii_digit() || *b == b'_')
}

/// Whether each underscore stands between digits, the prefix of the base counting as one.
fn underscores_fit(text: &[u8]) -> bool {
    let prefixed = matches!(text, [b'0', b'b' | b'B' | b'o' | b'O' | b'x' | b'X', ..]);
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let is_digit = |b: u8| b.is_ascii_digit() || hex && b.is_ascii_hexdigit();
    let text = if prefixed { &text[1..] } else { text };
    text.iter().enumerate().filter(|(_, b)| **b == b'_').all(|(i, _)| {
        let before = i.checked_sub(1).is_some_and(|i| is_digit(text[i]) || prefixed && i == 0);
        before && text.get(i + 1).is_some_and(|b| is_digit(*b))
    })
}

/// A hexadecimal float without its prefix, well formed.
fn hex_float(text: &str, single: bool) -> f64 {
    let (number, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let exponent =
        exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { -1 << 40 } else { 1 << 40 });
    let mut exponent = exponent.clamp(-(1 << 40), 1 << 40);
    let (mut mantissa, mut seen_point) = (0u64, false);
    for c in number.chars() {
        let Some(digit) = c.to_digit(16) else {
            seen_point = true;
            continue;
        };
        if mantissa >> 59 == 0 {
            mantissa = mantissa << 4 | u64::from(digit);
            exponent -= if seen_point { 4 } else { 0 };
        } else {
            // What no longer fits only decides how ties are rounded.
            mantissa |= u64::from(digit != 0);
            exponent += if seen_point { 0 } else { 4 };
        }
    }
    if mantissa == 0 {
        return 0.0;
    }
    let shift = mantissa.leading_zeros();
    let (mantissa, exponent) = (mantissa << shift, exponent - i64::from(shift) + 63);
    // The value is mantissa / 2^63 * 2^exponent, with 1 <= mantissa / 2^63 < 2.
    let (mantissa_bits, min, max) = if single { (23, -126, 127) } else { (52, -1022, 1023) };
    let lost = (63 - mantissa_bits) + (min - exponent).clamp(0, 64);
    if lost > 64 {
        return 0.0;
    }
    let wide = u128::from(mantissa);
    let (mut kept, rest, half) = (wide >> lost, wide & ((1 << lost) - 1), 1u128 << (lost - 1));
    if rest > half || rest == half && kept & 1 == 1 {
        kept += 1;
    }
    let value = kept as f64 * power_of_two(exponent.max(min) - mantissa_bits);
    if exponent > max || single && value > f64::from(f32::MAX) { f64::INFINITY } else { value }
}

/// 2^n exactly, in steps that do not leave the range of normal numbers before they must.
fn power_of_two(n: i64) -> f64 {
    match n {
        -1022..=1023 => f64::from_bits(((n + 1023) as u64) << 52),
        n if n < 0 => f64::from_bits(1u64.checked_shl((n + 1074).max(0) as u32).unwrap_or(0)),
        _ => f64::INFINITY,
    }
}

/// `(s string, quote byte, ascii, graphic bool) string`
fn quote(call: &mut Call<'_>) -> Answer {
    let text = call.bytes(0);
    let how = Quoting { quote: call.word(2) as u8, ascii: call.bool(3), graphic: call.bool(4) };
    call.charge_bytes(text.len() * 16);
    // A long text goes right into the program's memory, which has a limit.
    let mut len = 0;
    if text.len() < SHORT {
        let mut out = Vec::with_capacity(text.len() + 2);
        how.all(text, &mut |bytes| out.extend_from_slice(bytes));
        return call.ret_string(0, &out);
    }
    how.all(text, &mut |bytes| len += bytes.len());
    let at = call.vm.new_buffer(len)? as u64;
    let mut rest = call.view_mut(at, len);
    how.all(text, &mut |bytes| {
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

struct Quoting {
    quote: u8,
    ascii: bool,
    graphic: bool,
}

impl Quoting {
    /// Gives the quoted text to `put`, piece by piece.
    fn all(&self, text: &[u8], put: &mut impl FnMut(&[u8])) {
        put(&[self.quote]);
        let mut rest = text;
        while !rest.is_empty() {
            let (rune, len) = purlin_runtime::natives::decode(rest);
            if rune == 0xfffd && len == 1 {
                put(format!("\\x{:02x}", rest[0]).as_bytes());
            } else {
                self.one(rune, &rest[..len], put);
            }
            rest = &rest[len..];
        }
        put(&[self.quote]);
    }

    fn one(&self, rune: u32, encoded: &[u8], put: &mut impl FnMut(&[u8])) {
        if rune == u32::from(self.quote) || rune == u32::from(b'\\') {
            return put(&[b'\\', rune as u8]);
        }
        let printable = if self.ascii {
            rune < 0x7f && is_print(rune)
        } else {
            is_print(rune) || self.graphic && is_graphic(rune)
        };
        if printable {
            return put(encoded);
        }
        let escape = match rune {
            7 => b'a',
            8 => b'b',
            9 => b't',
            10 => b'n',
            11 => b'v',
            12 => b'f',
            13 => b'r',
            0..0x20 | 0x7f => return put(format!("\\x{rune:02x}").as_bytes()),
            0x80..0x10000 => return put(format!("\\u{rune:04x}").as_bytes()),
            _ => return put(format!("\\U{rune:08x}").as_bytes()),
        };
        put(&[b'\\', escape]);
    }
}
