//! Floats in the syntax of Go's literals and of its `strconv.ParseFloat`: decimal and hexadecimal, with
//! underscores, and names of what is no number or infinite.

use super::parse::{decimal, decimal_single};

/// What can be wrong with the text of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberError {
    /// The text is none of the grammar.
    Syntax = 1,
    /// The number is beyond the largest float.
    Range = 2,
}

/// The float nearest to a number in Go's syntax: decimal or hexadecimal digits, underscores between them,
/// infinities and NaN in any case. Rounded to 32 bits if `single`. With [`NumberError::Range`] comes an
/// infinity, with [`NumberError::Syntax`] 0.
pub fn parse(text: &[u8], single: bool) -> (f64, Option<NumberError>) {
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
        (false, true) => decimal_single(clean.as_bytes()).map_or(0.0, f64::from),
        (false, false) => decimal(clean.as_bytes()).unwrap_or(0.0),
    };
    (sign * value, value.is_infinite().then_some(NumberError::Range))
}

/// Whether there are digits with at most one point, then perhaps an exponent, which hexadecimal numbers must
/// have.
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

/// The value of a hexadecimal float without its prefix, well formed.
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

/// 2^n, exactly where there is such a float.
fn power_of_two(n: i64) -> f64 {
    match n {
        -1022..=1023 => f64::from_bits(((n + 1023) as u64) << 52),
        n if n < 0 => f64::from_bits(1u64.checked_shl((n + 1074).max(0) as u32).unwrap_or(0)),
        _ => f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of Go's `strconv.ParseFloat`.
    #[test]
    fn values() {
        for (text, value) in [
            ("1", 1.0),
            ("+.5e1", 5.0),
            ("1_000.5", 1000.5),
            ("0x1p-2", 0.25),
            ("0x_1F.8p0", 31.5),
            ("-0X1.fffffffffffffp1023", f64::MIN),
            ("0x1p-1074", 5e-324),
            ("0x1p-1075", 0.0),
            ("0x1.8p-1075", 5e-324),
            ("0x.00000000000000000001p80", 1.0),
            ("INF", f64::INFINITY),
            ("-infinity", f64::NEG_INFINITY),
            ("1e-400", 0.0),
        ] {
            assert_eq!(parse(text.as_bytes(), false), (value, None), "{text}");
        }
        assert_eq!(parse(b"16777217", true), (16777216.0, None));
        assert_eq!(parse(b"0x1.000001p0", true), (1.0, None));
        assert_eq!(parse(b"NaN", false).0.to_bits(), 0x7ff8 << 48 | 1);
        assert_eq!(parse(b"nan", true).0.to_bits(), 0x7ff8 << 48);
    }

    #[test]
    fn errors() {
        for text in [
            "", "+", "1e", "0x1", "0x", "1__0", "_1", "1_", "1._5", "1e_5x", "--1", "+nan", "1p3", "0b1",
            " 1",
        ] {
            assert_eq!(parse(text.as_bytes(), false), (0.0, Some(NumberError::Syntax)), "{text}");
        }
        for (text, single) in [("1e309", false), ("0x1p1024", false), ("3.5e38", true), ("0x1p128", true)] {
            assert_eq!(parse(text.as_bytes(), single), (f64::INFINITY, Some(NumberError::Range)), "{text}");
        }
    }
}
