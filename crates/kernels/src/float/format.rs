//! Floats as text in the forms of C's `printf` and Go's `strconv.FormatFloat`: with an exponent, plain,
//! whichever is shorter, hexadecimal and binary; with a given number of digits (by the standard library's
//! exact formatting) or as few as tell the float from its neighbours.

use super::shortest::{Digits, LONGEST, Shortest};

/// No float of 64 bits has more digits after its point than this.
pub const MAX_PRECISION: i64 = 1100;

/// How a float is written.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// One of `b e E f g G x X`, as Go's verbs of format.
    pub letter: u8,
    /// Digits (after the point but for `g` and `G`), at most [`MAX_PRECISION`]; negative for as many as are
    /// needed.
    pub precision: i64,
    /// Whether the number is a float of 32 bits.
    pub single: bool,
}

/// Significant digits that a text is made of.
struct Decimal<'a>(Digits<'a>);

impl<'a> Decimal<'a> {
    /// As few digits as tell `value` from its neighbours.
    fn shortest(value: f64, single: bool, room: &'a mut [u8; LONGEST]) -> Decimal<'a> {
        let mut buffer = Shortest::new();
        let text = if single { buffer.single(value as f32) } else { buffer.double(value) };
        Decimal(Digits::of(text, room))
    }

    /// Rounded to so many significant digits.
    fn rounded(value: f64, digits: i64, room: &'a mut Vec<u8>) -> Decimal<'a> {
        let text = format!("{:.*e}", (digits - 1).max(0) as usize, value);
        room.resize(text.len(), 0);
        Decimal(Digits::of(&text, room))
    }

    fn count(&self) -> i64 {
        self.0.digits.len() as i64
    }

    fn digit(&self, n: i64) -> u8 {
        usize::try_from(n).ok().and_then(|n| self.0.digits.get(n)).copied().unwrap_or(b'0')
    }

    /// `d.ddde±dd` with so many digits after the point.
    fn scientific(&self, out: &mut Vec<u8>, precision: i64, e: u8) {
        out.push(self.digit(0));
        if precision > 0 {
            out.push(b'.');
            out.extend((1..=precision).map(|n| self.digit(n)));
        }
        out.push(e);
        push_exponent(out, if self.0.digits.is_empty() { 0 } else { self.0.point - 1 });
    }

    /// `ddd.ddd` with so many digits after the point.
    fn plain(&self, out: &mut Vec<u8>, precision: i64) {
        if self.0.point > 0 {
            out.extend((0..self.0.point).map(|n| self.digit(n)));
        } else {
            out.push(b'0');
        }
        if precision > 0 {
            out.push(b'.');
            out.extend((0..precision).map(|n| self.digit(self.0.point + n)));
        }
    }
}

fn push_exponent(out: &mut Vec<u8>, exponent: i64) {
    out.push(if exponent < 0 { b'-' } else { b'+' });
    out.extend(format!("{:02}", exponent.unsigned_abs()).bytes());
}

/// The text of a float: `NaN`, `+Inf`, `-Inf`, or digits after `-` if it is negative. `%` and the letter if
/// there is no such form.
pub fn format(value: f64, form: Form) -> Vec<u8> {
    let Form { letter, precision, single } = form;
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
    let (mut few, mut many) = ([0; LONGEST], Vec::new());
    match letter {
        b'b' => binary(&mut out, value, single),
        b'x' | b'X' => hexadecimal(&mut out, value, form),
        b'e' | b'E' if shortest => {
            let decimal = Decimal::shortest(value, single, &mut few);
            decimal.scientific(&mut out, decimal.count() - 1, letter);
        }
        b'e' | b'E' => {
            Decimal::rounded(value, precision + 1, &mut many).scientific(&mut out, precision, letter);
        }
        b'f' if shortest => {
            let decimal = Decimal::shortest(value, single, &mut few);
            decimal.plain(&mut out, (decimal.count() - decimal.0.point).max(0));
        }
        b'f' => match scaled(value, precision) {
            Some(number) => push_scaled(&mut out, number, precision as usize),
            None => out.extend_from_slice(format!("{:.*}", precision as usize, value).as_bytes()),
        },
        b'g' | b'G' if shortest => general(&mut out, Decimal::shortest(value, single, &mut few), form),
        b'g' | b'G' => general(&mut out, Decimal::rounded(value, precision.max(1), &mut many), form),
        _ => return vec![b'%', letter],
    }
    out
}

/// `value` times ten to the power of `precision`, rounded to the nearest integer, halves to the even one.
/// `None` where 64 bits do not hold it, or 128 the way to it.
fn scaled(value: f64, precision: i64) -> Option<u64> {
    let power = 10_u64.checked_pow(u32::try_from(precision).ok()?)?;
    let (mantissa, exponent, _) = parts(value, false);
    let shift = u32::try_from(-exponent).ok().filter(|shift| (1..128).contains(shift))?;
    // The mantissa has 53 bits and the power 64.
    let product = u128::from(mantissa) * u128::from(power);
    let (whole, rest, half) = (product >> shift, product & ((1 << shift) - 1), 1_u128 << (shift - 1));
    let up = rest > half || rest == half && whole & 1 == 1;
    u64::try_from(whole).ok()?.checked_add(u64::from(up))
}

/// A number with its last `precision` digits, of which it has at most 19, after a point.
fn push_scaled(out: &mut Vec<u8>, number: u64, precision: usize) {
    let (mut digits, mut at, mut rest) = ([b'0'; 21], 21, number);
    while rest > 0 || 21 - at <= precision {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let (whole, fraction) = digits[at..].split_at(21 - at - precision);
    out.extend_from_slice(whole);
    if precision > 0 {
        out.push(b'.');
        out.extend_from_slice(fraction);
    }
}

/// With an exponent if it is small or at least the number of digits, else plain.
fn general(out: &mut Vec<u8>, decimal: Decimal<'_>, form: Form) {
    let shortest = form.precision < 0;
    let precision = form.precision.max(1);
    let (count, point) = (decimal.count(), decimal.0.point);
    let limit = match () {
        () if shortest => 6,
        () if precision > count && count >= point => count,
        () => precision,
    };
    let exponent = point - 1;
    if exponent < -4 || exponent >= limit {
        let digits = if shortest { count } else { precision.min(count) };
        decimal.scientific(out, digits - 1, form.letter + b'e' - b'g');
    } else {
        decimal.plain(out, (count - point).max(0));
    }
}

/// The mantissa, the exponent of its lowest bit, and how many bits follow the leading one.
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

fn hexadecimal(out: &mut Vec<u8>, value: f64, form: Form) {
    const POINT: u32 = 60;
    let (mantissa, exponent, bits) = parts(value, form.single);
    let mut exponent = exponent + i64::from(bits);
    let mut mantissa = mantissa << (POINT - bits);
    if mantissa == 0 {
        exponent = 0;
    } else {
        let shift = mantissa.leading_zeros() - (63 - POINT);
        mantissa <<= shift;
        exponent -= i64::from(shift);
    }
    if (0..15).contains(&form.precision) {
        let dropped = POINT - 4 * form.precision as u32;
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
    let table: &[u8; 16] = if form.letter == b'X' { b"0123456789ABCDEF" } else { b"0123456789abcdef" };
    out.extend([b'0', form.letter, b'0' + (mantissa >> POINT) as u8]);
    let mut rest = mantissa << 4;
    let count = match form.precision {
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
    out.push(form.letter + b'p' - b'x');
    push_exponent(out, exponent);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: f64, letter: u8, precision: i64, single: bool) -> String {
        String::from_utf8(format(value, Form { letter, precision, single })).unwrap()
    }

    #[test]
    fn scaled_numbers_are_rounded_as_exact_ones() {
        let mut state = 1_u64;
        let mut compared = 0;
        for n in 0..200_000_u64 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Halves and quarters, numbers of everyday size, and any bits.
            let value = match n % 4 {
                0 => (state >> 44) as f64 / 8.0,
                1 => (state >> 20) as f64 / 1e9,
                2 => f64::from_bits(state >> 1),
                _ => (state >> 40) as f64 * 2.5e-7,
            };
            let precision = (state >> 8) % 20;
            let Some(number) = scaled(value, precision as i64) else { continue };
            compared += 1;
            let mut out = Vec::new();
            push_scaled(&mut out, number, precision as usize);
            assert_eq!(String::from_utf8(out).unwrap(), format!("{value:.*}", precision as usize));
        }
        assert!(compared > 100_000);
    }

    /// Texts of Go's `strconv.FormatFloat`.
    #[test]
    fn forms() {
        for (value, letter, precision, expected) in [
            (1.0, b'e', 5, "1.00000e+00"),
            (1.0, b'f', 5, "1.00000"),
            (1.0, b'g', 5, "1"),
            (1.0, b'g', -1, "1"),
            (1.0, b'x', -1, "0x1p+00"),
            (1.0, b'x', 5, "0x1.00000p+00"),
            (20.0, b'g', -1, "20"),
            (1234567.8, b'g', -1, "1.2345678e+06"),
            (200000.0, b'g', -1, "200000"),
            (400.0, b'g', 2, "4e+02"),
            (40.0, b'g', 2, "40"),
            (0.0, b'e', -1, "0e+00"),
            (0.0, b'f', 2, "0.00"),
            (0.0, b'g', -1, "0"),
            (0.0, b'x', -1, "0x0p+00"),
            (-1.0, b'e', -1, "-1e+00"),
            (100.0, b'x', -1, "0x1.9p+06"),
            (0.000001, b'f', -1, "0.000001"),
            (1e-23, b'G', -1, "1E-23"),
            (1e23, b'g', -1, "1e+23"),
            (383260575764816448.0, b'g', 17, "3.8326057576481645e+17"),
            (2.2250738585072012e-308, b'g', -1, "2.2250738585072014e-308"),
            (5e-324, b'b', -1, "1p-1074"),
            (4.0, b'b', -1, "4503599627370496p-50"),
            (2.5, b'f', 0, "2"),
            (3.5, b'f', 0, "4"),
            (f64::INFINITY, b'g', -1, "+Inf"),
            (f64::NEG_INFINITY, b'f', 3, "-Inf"),
            (f64::NAN, b'e', 3, "NaN"),
            (1.0, b'y', 3, "%y"),
        ] {
            assert_eq!(text(value, letter, precision, false), expected);
        }
        assert_eq!(text(f64::from(0.1f32), b'g', -1, true), "0.1");
        assert_eq!(text(f64::from(f32::MAX), b'X', -1, true), "0X1.FFFFFEP+127");
        assert_eq!(text(5e-324, b'f', MAX_PRECISION, false).len(), 2 + MAX_PRECISION as usize);
    }
}
