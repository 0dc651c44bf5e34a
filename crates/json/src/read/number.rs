//! Numbers from text: the grammar of JSON in one walk that also gathers the mantissa, then the nearest float from it (Eisel and
//! Lemire, "Number parsing at a gigabyte per second"), exactly. Knows no policy: what does not fit 64 bits is reported as such.

use super::powers::{LARGEST, POWERS, SMALLEST};

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

const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// The top bit of each byte that is no digit.
#[inline(always)]
fn not_digits(chunk: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let digits = chunk ^ (ONES * b'0' as u64);
    // Ten and more carry into the top bit; what had it before has it still.
    (((digits & (ONES * 0x7F)) + ONES * 0x76) | digits) & (ONES * 0x80)
}

const POWERS_OF_TEN: [u64; 8] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The value of eight digits; the first byte in memory is the most significant one. Bytes of 0 count as the digit 0.
#[inline(always)]
fn eight_digits_value(chunk: u64) -> u64 {
    let digits = chunk & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = digits.wrapping_mul(2561) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Digits from `at` on: their value after `value`, modulo 2^64, and where they end.
#[inline(always)]
fn digits(text: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
    while let Some(chunk) = text.get(at..at + 8) {
        let chunk = u64::from_le_bytes(chunk.try_into().unwrap_or([0; 8]));
        let other = not_digits(chunk);
        if other != 0 {
            // The digits before it, moved to the end of the eight bytes.
            let count = other.trailing_zeros() as usize >> 3;
            let moved = chunk << 8 << (56 - 8 * count);
            value = value.wrapping_mul(POWERS_OF_TEN[count & 7]).wrapping_add(eight_digits_value(moved));
            return (value, at + count);
        }
        value = value.wrapping_mul(100_000_000).wrapping_add(eight_digits_value(chunk));
        at += 8;
    }
    while let Some(byte) = text.get(at) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(digit as u64);
        at += 1;
    }
    (value, at)
}

/// The number that starts at `start`, and where it ends; nothing if JSON has no such number. What follows is not looked at.
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

fn exponent_part(text: &[u8], mut at: usize) -> Option<(i64, usize)> {
    let minus = match text.get(at)? {
        b'-' => true,
        b'+' => false,
        _ => {
            at -= 1;
            false
        }
    };
    at += 1;
    let from = at;
    let mut value = 0i64;
    while let Some(digit @ b'0'..=b'9') = text.get(at) {
        value = (value * 10 + (digit - b'0') as i64).min(1 << 40);
        at += 1;
    }
    (at > from).then_some((if minus { -value } else { value }, at))
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

/// More than 19 digits, or too close to the middle of two floats: leading zeros go, the rest is cut after 19 digits, and if that
/// does not decide it, the library's exact algorithm does.
#[cold]
#[inline(never)]
fn many_digits(text: &[u8], start: usize, digits_end: usize, end: usize, exponent: i64) -> Scanned {
    let negative = text[start] == b'-';
    let (mut mantissa, mut kept, mut cut, mut lost) = (0u64, 0, 0i64, false);
    for digit in text[start..digits_end].iter().filter(|b| b.is_ascii_digit()).map(|b| b - b'0') {
        if kept == 19 {
            cut += 1;
            lost |= digit != 0;
        } else if kept > 0 || digit != 0 {
            mantissa = mantissa * 10 + digit as u64;
            kept += 1;
        }
    }
    let low = nearest(mantissa, exponent + cut);
    if let Some(value) = low
        && (!lost || nearest(mantissa + 1, exponent + cut) == low)
    {
        return float_or_overflow(negative, value);
    }
    // ASCII all of it: sign, digits, point, exponent.
    let text = std::str::from_utf8(&text[start..end]).unwrap_or("0");
    float_or_overflow(negative, text.parse::<f64>().unwrap_or(0.0).abs())
}

/// The text of an integer or float of any size as the nearest float, perhaps infinite.
pub(crate) fn nearest_of_text(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// The float nearest to `mantissa * 10^exponent`, ties to even; nothing where 128 bits do not decide.
#[inline(always)]
pub(crate) fn nearest(mantissa: u64, exponent: i64) -> Option<f64> {
    if mantissa < 1 << 53 && (-22..=22).contains(&exponent) {
        let value = mantissa as f64;
        let power = EXACT[exponent.unsigned_abs() as usize];
        return Some(if exponent < 0 { value / power } else { value * power });
    }
    if mantissa == 0 || exponent < SMALLEST as i64 {
        return Some(0.0);
    }
    if exponent > LARGEST as i64 {
        return Some(f64::INFINITY);
    }
    eisel_lemire(mantissa, exponent as i32)
}

#[inline(always)]
fn eisel_lemire(mantissa: u64, exponent: i32) -> Option<f64> {
    let zeros = mantissa.leading_zeros() as i32;
    let normal = mantissa << zeros;
    let (upper, lower) = POWERS[(exponent - SMALLEST) as usize];
    let mut product = normal as u128 * upper as u128;
    // All ones below the bits that count: the lower half of the power may still carry into them.
    if (product >> 64) as u64 & 0x1FF == 0x1FF {
        product = product.wrapping_add((normal as u128 * lower as u128) >> 64);
    }
    let (high, low) = ((product >> 64) as u64, product as u64);
    if low == u64::MAX && !(-27..=55).contains(&exponent) {
        return None;
    }
    let top = (high >> 63) as i32;
    let mut bits = high >> (top + 9);
    // 217706 / 2^16 is close enough to log2(10) over the whole range of exponents.
    let mut power = ((217_706 * exponent) >> 16) + 63 + top - zeros + 1023;
    if power <= 0 {
        if 1 - power >= 64 {
            return Some(0.0);
        }
        bits >>= 1 - power;
        bits += bits & 1;
        bits >>= 1;
        return Some(f64::from_bits(bits));
    }
    // Exactly in the middle, which only small exponents can be: to even.
    if low <= 1 && (-4..=23).contains(&exponent) && bits & 3 == 1 && bits << (top + 9) == high {
        bits &= !1;
    }
    bits += bits & 1;
    bits >>= 1;
    if bits >= 1 << 53 {
        bits = 1 << 52;
        power += 1;
    }
    if power >= 0x7FF {
        return Some(f64::INFINITY);
    }
    Some(f64::from_bits(bits & !(1 << 52) | (power as u64) << 52))
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

    #[test]
    fn powers_are_what_they_say() {
        // Five multiplied up exactly, in 64-bit limbs of a number with room for 5^308.
        let mut limbs = [0u64; 12];
        limbs[0] = 1;
        for exponent in 0..=LARGEST {
            let bit = |limbs: &[u64; 12], i: usize| limbs[i / 64] >> (i % 64) & 1;
            let top = (0..768).rev().find(|i| bit(&limbs, *i) == 1).unwrap_or(0);
            let mut leading = 0u128;
            for i in 0..128 {
                leading = leading << 1 | if top >= i { bit(&limbs, top - i) as u128 } else { 0 };
            }
            let (upper, lower) = POWERS[(exponent - SMALLEST) as usize];
            assert_eq!(leading, (upper as u128) << 64 | lower as u128, "5^{exponent}");
            let mut carry = 0u128;
            for limb in &mut limbs {
                let product = *limb as u128 * 5 + carry;
                *limb = product as u64;
                carry = product >> 64;
            }
        }
    }
}
