//! Number literals: where they end, and their exact values.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use super::Dialect;
use crate::ast::{Float, Literal, Precision, Scaled};

/// Bits of the longest integer that a literal may be: `1e1000000000` would take a gigabyte.
const MAX_BITS: u64 = 1 << 17;

/// The parts of a number in the text, without sign.
#[derive(Default)]
struct Parts<'a> {
    radix: Option<&'a str>,
    /// `16r-1F`
    negative: bool,
    integer: &'a str,
    fraction: &'a str,
    /// `e`, `d`, `q` or `s`.
    letter: Option<u8>,
    negative_exponent: bool,
    exponent: &'a str,
}

/// How many bytes at the start of the text are a number. The text begins with a digit.
pub(super) fn length(text: &str, dialect: Dialect) -> usize {
    split(text, dialect).1
}

/// The bytes at the beginning that are digits of the radix; underscores may separate digits.
fn digits(text: &str, radix: u32) -> &str {
    let is_digit = |b: &u8| match b {
        b'0'..=b'9' | b'A'..=b'Z' => (*b as char).to_digit(36).is_some_and(|d| d < radix),
        b'_' => true,
        _ => false,
    };
    let end = text.bytes().position(|b| !is_digit(&b)).unwrap_or(text.len());
    let found = &text[..end];
    if found.starts_with('_') { "" } else { found.trim_end_matches('_') }
}

fn split(text: &str, dialect: Dialect) -> (Parts<'_>, usize) {
    let mut parts = Parts { integer: digits(text, 10), ..Parts::default() };
    let mut at = parts.integer.len();
    if dialect == Dialect::Som {
        parts.fraction = text[at..].strip_prefix('.').map_or("", |rest| digits(rest, 10));
        let length = parts.fraction.len();
        return (parts, if length > 0 { at + 1 + length } else { at });
    }
    let mut radix = 10;
    if let Some(after) = text[at..].strip_prefix('r') {
        let unsigned = after.strip_prefix('-').unwrap_or(after);
        let wanted = parts.integer.parse().ok().filter(|r| (2..=36).contains(r));
        // A radix that does not exist takes all digits with it, so that the error is one.
        let found = digits(unsigned, wanted.unwrap_or(36));
        if !found.is_empty() {
            radix = wanted.unwrap_or(36);
            parts.negative = unsigned.len() < after.len();
            parts.radix = Some(std::mem::replace(&mut parts.integer, found));
            at += 1 + after.len() - unsigned.len() + found.len();
        }
    }
    if let Some(after) = text[at..].strip_prefix('.') {
        parts.fraction = digits(after, radix);
        at += if parts.fraction.is_empty() { 0 } else { 1 + parts.fraction.len() };
    }
    let rest = &text[at..];
    let letter = rest.bytes().next().filter(|b| matches!(b, b'e' | b'd' | b'q' | b's'));
    if let Some(letter) = letter {
        let after = &rest[1..];
        let unsigned = after.strip_prefix('-').filter(|_| letter != b's').unwrap_or(after);
        let found = digits(unsigned, 10);
        let ends = !after.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if !found.is_empty() || (letter != b'e' || !parts.fraction.is_empty()) && ends {
            parts.letter = Some(letter);
            parts.negative_exponent = !found.is_empty() && unsigned.len() < after.len();
            parts.exponent = found;
            at += 1 + if found.is_empty() { 0 } else { after.len() - unsigned.len() + found.len() };
        }
    }
    (parts, at)
}

/// The values of digits.
fn values(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|b| *b != b'_').filter_map(|b| (b as char).to_digit(36)).map(|d| d as u8)
}

/// A natural number of these digits.
fn natural(digits: Vec<u8>, radix: u32) -> Result<BigUint, String> {
    let bits = digits.len() as u64 * u64::from(u32::BITS - radix.leading_zeros());
    if bits > MAX_BITS {
        return Err(format!("this number has more than {MAX_BITS} bits"));
    }
    Ok(BigUint::from_radix_be(&digits, radix).unwrap_or_default())
}

/// The value of a number token. `negative` says that a minus sign stands before it.
pub(crate) fn number(token: &str, negative: bool, dialect: Dialect) -> Result<Literal, String> {
    let parts = split(token, dialect).0;
    let radix: u32 = match parts.radix {
        Some(text) => text
            .parse()
            .ok()
            .filter(|r| (2..=36).contains(r))
            .ok_or_else(|| format!("there is no radix {text}: it is from 2 to 36"))?,
        None => 10,
    };
    let negative = negative != parts.negative;
    if parts.letter == Some(b's') {
        return scaled(&parts, radix, negative);
    }
    let exponent: i64 = match parts.exponent {
        "" => 0,
        text => values(text).fold(0i64, |n, d| n.saturating_mul(10).saturating_add(i64::from(d))),
    };
    let is_integer =
        parts.fraction.is_empty() && !parts.negative_exponent && !matches!(parts.letter, Some(b'd' | b'q'));
    if is_integer {
        if exponent > MAX_BITS as i64 {
            return Err(format!("this number has more than {MAX_BITS} bits"));
        }
        let digits = values(parts.integer).chain(std::iter::repeat_n(0, exponent as usize)).collect();
        let value = BigInt::from(natural(digits, radix)?);
        return Ok(Literal::Integer(if negative { -value } else { value }));
    }
    let exponent = if parts.negative_exponent { -exponent } else { exponent };
    let value = float(&parts, radix, exponent)?;
    let precision = match parts.letter {
        Some(b'e') => Precision::E,
        Some(b'q') => Precision::Q,
        _ => Precision::D,
    };
    let value = if negative { -value } else { value };
    Ok(Literal::Float(Float { value, precision }))
}

/// The nearest float.
fn float(parts: &Parts<'_>, radix: u32, exponent: i64) -> Result<f64, String> {
    if radix == 10 {
        let plain = |text: &str| text.replace('_', "");
        let fraction = if parts.fraction.is_empty() { "0" } else { parts.fraction };
        let text = format!("{}.{}e{exponent}", plain(parts.integer), plain(fraction));
        return text.parse().map_err(|_| "this is no number".into()).and_then(finite);
    }
    let exponent = exponent.saturating_sub(values(parts.fraction).count() as i64);
    let mantissa = natural(values(parts.integer).chain(values(parts.fraction)).collect(), radix)?;
    // Beyond these bounds every float is zero or infinite.
    if exponent.unsigned_abs() > 20_000 {
        return finite(if exponent > 0 { f64::INFINITY } else { 0.0 });
    }
    let power = BigUint::from(radix).pow(exponent.unsigned_abs() as u32);
    let (above, below) = if exponent < 0 { (mantissa, power) } else { (mantissa * power, BigUint::one()) };
    let ratio = BigRational::new(above.into(), below.into());
    finite(ratio.to_f64().unwrap_or(f64::INFINITY))
}

fn finite(value: f64) -> Result<f64, String> {
    if value.is_finite() { Ok(value) } else { Err("this number is larger than any float".into()) }
}

fn scaled(parts: &Parts<'_>, radix: u32, negative: bool) -> Result<Literal, String> {
    if radix != 10 {
        return Err("a scaled decimal is in radix 10".into());
    }
    let decimals = values(parts.fraction).count() as u32;
    let unscaled = natural(values(parts.integer).chain(values(parts.fraction)).collect(), 10)?;
    let scale = match parts.exponent {
        "" => decimals,
        text => values(text).fold(0u32, |n, d| n.saturating_mul(10).saturating_add(u32::from(d))),
    };
    if u64::from(scale) > MAX_BITS {
        return Err("a scale of so many digits is too large".into());
    }
    Ok(Literal::Scaled(Scaled { negative, unscaled, decimals, scale }))
}
