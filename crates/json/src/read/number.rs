//! Numbers from text: the grammar of JSON in one walk that also gathers the mantissa; the nearest float from
//! it is found by the kernels. Knows no policy: what does not fit 64 bits is reported as such.

use purlin_kernels::float::parse::{decimal, digits, exponent as exponent_part, nearest, nearest_of_many};

/// A number's value, before any policy on big ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scanned {
    /// Fits `i64`.
    Signed(i64),
    /// Above `i64::MAX`, fits `u64`.
    Unsigned(u64),
    Float(f64),
    /// An integer that 64 bits do not hold.
    BigInteger,
    /// A float beyond the largest; negative or not.
    Overflow(bool),
}

/// The number that starts at `start`, and where it ends; nothing if JSON has no such number. What follows is
/// not looked at.
#[inline(always)]
pub(crate) fn scan(text: &[u8], start: usize) -> Option<(Scanned, usize)> {
    let negative = text.get(start) == Some(&b'-');
    let first = start + negative as usize;
    let (mut mantissa, mut at) = digits(text, first, 0);
    let integer_digits = at - first;
    if integer_digits == 0 || integer_digits > 1 && text[first] == b'0' {
        return None;
    }
    let integer_end = at;
    let mut exponent = 0i64;
    let mut float = false;
    if text.get(at) == Some(&b'.') {
        float = true;
        let point = at;
        (mantissa, at) = digits(text, point + 1, mantissa);
        if at == point + 1 {
            return None;
        }
        exponent = -((at - point - 1) as i64);
    }
    let digits_end = at;
    if let Some(b'e' | b'E') = text.get(at) {
        float = true;
        let (written, end) = exponent_part(text, at + 1)?;
        exponent += written;
        at = end;
    }
    if !float {
        return Some((integer(negative, mantissa, integer_digits, &text[first..at]), at));
    }
    let count = digits_end - first - (digits_end > integer_end) as usize;
    if count <= 19
        && let Some(value) = nearest(mantissa, exponent)
    {
        return Some((float_or_overflow(negative, value), at));
    }
    Some((many_digits(text, start, digits_end, at, exponent), at))
}

#[inline(always)]
fn integer(negative: bool, value: u64, count: usize, text: &[u8]) -> Scanned {
    let fits = match count {
        0..=19 => true,
        // With twenty digits, only a value that did not wrap starts with a 1 and is at least 10^19.
        20 => text[0] == b'1' && value >= 10_000_000_000_000_000_000,
        _ => false,
    };
    match (fits, negative) {
        (false, _) => Scanned::BigInteger,
        (true, false) if value <= i64::MAX as u64 => Scanned::Signed(value as i64),
        (true, false) => Scanned::Unsigned(value),
        // Integers have no negative zero; floats do.
        (true, true) if value == 0 => Scanned::Float(-0.0),
        (true, true) if value <= 1 << 63 => Scanned::Signed((value as i64).wrapping_neg()),
        (true, true) => Scanned::BigInteger,
    }
}

#[inline(always)]
fn float_or_overflow(negative: bool, value: f64) -> Scanned {
    if value.is_infinite() {
        Scanned::Overflow(negative)
    } else {
        Scanned::Float(if negative { -value } else { value })
    }
}

/// More than 19 digits, or too close to the middle of two floats.
#[cold]
#[inline(never)]
fn many_digits(text: &[u8], start: usize, digits_end: usize, end: usize, exponent: i64) -> Scanned {
    let negative = text[start] == b'-';
    let first = start + negative as usize;
    float_or_overflow(negative, nearest_of_many(&text[first..digits_end], exponent, &text[first..end]))
}

/// The text of an integer or float of any size as the nearest float, perhaps infinite.
pub(crate) fn nearest_of_text(text: &str) -> f64 {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
    decimal(digits.as_bytes()).map_or(f64::NAN, |value| sign * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Option<f64> {
        match scan(text.as_bytes(), 0)? {
            (Scanned::Float(value), end) if end == text.len() => Some(value),
            (Scanned::Signed(value), end) if end == text.len() => Some(value as f64),
            (Scanned::Unsigned(value), end) if end == text.len() => Some(value as f64),
            (Scanned::BigInteger, end) if end == text.len() => text.parse().ok(),
            (Scanned::Overflow(n), _) => Some(if n { f64::NEG_INFINITY } else { f64::INFINITY }),
            _ => None,
        }
    }

    #[test]
    fn integers_keep_64_bits_and_say_when_there_are_more() {
        let of = |text: &str| scan(text.as_bytes(), 0).map(|(value, _)| value);
        assert_eq!(of("0"), Some(Scanned::Signed(0)));
        assert_eq!(of("-0"), Some(Scanned::Float(-0.0)));
        assert_eq!(of("9223372036854775807"), Some(Scanned::Signed(i64::MAX)));
        assert_eq!(of("9223372036854775808"), Some(Scanned::Unsigned(1 << 63)));
        assert_eq!(of("-9223372036854775808"), Some(Scanned::Signed(i64::MIN)));
        assert_eq!(of("-9223372036854775809"), Some(Scanned::BigInteger));
        assert_eq!(of("18446744073709551615"), Some(Scanned::Unsigned(u64::MAX)));
        for big in
            ["18446744073709551616", "28446744073709551615", "99999999999999999999", "100000000000000000000"]
        {
            assert_eq!(of(big), Some(Scanned::BigInteger), "{big}");
        }
        for not in ["", "-", "01", "-01", "+1", ".5", "1.", "1.e5", "1e", "1e+", "e1", "-a"] {
            assert_eq!(of(not), None, "{not}");
        }
    }

    #[test]
    fn floats_are_the_nearest_ones() {
        let mut state = 0x2545_F491_4F6C_DD1Du64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..200_000u64 {
            let bits = random();
            let value = f64::from_bits(bits);
            if value.is_finite() {
                for text in [format!("{value:e}"), format!("{:.*e}", (round % 30) as usize, value)] {
                    assert_eq!(float(&text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
                }
            }
            let digits = random().to_string() + &random().to_string();
            let digits = &digits[..1 + (round % 38) as usize % digits.len()];
            let digits = if digits == "0" { "1" } else { digits };
            let text = format!("{digits}.{}e{}", random() % 1000, random() as i64 % 330);
            if !text.starts_with('0') {
                assert_eq!(float(&text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
            }
        }
    }

    #[test]
    fn hard_cases() {
        for text in [
            "9007199254740993.0",
            "9007199254740992999999999999999999.0",
            "2.2250738585072011e-308",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e400",
            "-1e400",
            "1e-400",
            "0.000000000000000000000000000000000000000000001e45",
            "123456789012345678901234567890e-20",
            "6929495644600919.5",
            "3.518437208883201171875e13",
            "0e99999999999999999999",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            assert_eq!(float(text).map(f64::to_bits), text.parse().ok().map(f64::to_bits), "{text}");
        }
    }
}
