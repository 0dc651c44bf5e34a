//! Floats from decimal text: the nearest one, ties to even, by the algorithm of Eisel and Lemire ("Number
//! parsing at a gigabyte per second", 2021) where 128 bits decide, and by the standard library's exact one
//! where they do not. Grammars are the callers': [`decimal`] reads the plainest one, and the steps it is made
//! of serve readers that walk through a text once.

use super::powers::{LARGEST, POWERS, SMALLEST};

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

/// The value of eight digits; the first byte in memory is the most significant one. Bytes of 0 count as the
/// digit 0.
#[inline(always)]
fn eight_digits_value(chunk: u64) -> u64 {
    let digits = chunk & 0x0F0F_0F0F_0F0F_0F0F;
    let pairs = digits.wrapping_mul(2561) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(6_553_601) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(42_949_672_960_001) >> 32
}

/// Reads the digits that begin at `at`: `value` with them appended, modulo 2^64, and where they end.
#[inline(always)]
pub fn digits(text: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
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

/// Reads the exponent that begins at `at`, which is after the letter: an optional sign and digits. Its value,
/// at most 2^40 away from 0 or little more, and where it ends; nothing if there is no digit.
#[inline(never)]
pub fn exponent(text: &[u8], mut at: usize) -> Option<(i64, usize)> {
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

/// The float nearest to a number of more than 19 digits, or one that [`nearest`] leaves open: leading zeros
/// go, what follows 19 digits is cut, and if that does not decide it, the standard library's exact algorithm
/// does.
///
/// `mantissa` is the digits with at most one point among them, `exponent` the power of ten of the last of
/// them, and `text` the whole number in the standard library's grammar, without a sign. The result may be
/// infinite.
#[cold]
#[inline(never)]
pub fn nearest_of_many(mantissa: &[u8], exponent: i64, text: &[u8]) -> f64 {
    let (mut value, mut kept, mut cut, mut lost) = (0u64, 0, 0i64, false);
    for digit in mantissa.iter().filter(|b| b.is_ascii_digit()).map(|b| b - b'0') {
        if kept == 19 {
            cut += 1;
            lost |= digit != 0;
        } else if kept > 0 || digit != 0 {
            value = value * 10 + digit as u64;
            kept += 1;
        }
    }
    let low = nearest(value, exponent + cut);
    if let Some(float) = low
        && (!lost || nearest(value + 1, exponent + cut) == low)
    {
        return float;
    }
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// The float nearest to `mantissa * 10^exponent`, ties to even, perhaps infinite; nothing where 128 bits do
/// not decide.
#[inline(always)]
pub fn nearest(mantissa: u64, exponent: i64) -> Option<f64> {
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

/// The float nearest to a number of digits with at most one point among or around them, then perhaps an
/// exponent (`e` or `E`); perhaps infinite. Nothing for other text; signs are the caller's.
pub fn decimal(text: &[u8]) -> Option<f64> {
    let (mut mantissa, mut at) = digits(text, 0, 0);
    let (mut count, mut power) = (at, 0);
    if text.get(at) == Some(&b'.') {
        let point = at + 1;
        (mantissa, at) = digits(text, point, mantissa);
        count += at - point;
        power = -((at - point) as i64);
    }
    let end = at;
    if let Some(b'e' | b'E') = text.get(at) {
        let (written, end) = exponent(text, at + 1)?;
        power += written;
        at = end;
    }
    if count == 0 || at != text.len() {
        return None;
    }
    let short = if count <= 19 { nearest(mantissa, power) } else { None };
    Some(short.unwrap_or_else(|| nearest_of_many(&text[..end], power, text)))
}

/// The float of 32 bits nearest to a number in the grammar of [`decimal`].
///
/// The middle of two such floats is a float of 64 bits, so the nearest one of those lies on the same side of
/// it as the number does, unless it is the middle itself: then the standard library's exact algorithm
/// decides.
pub fn decimal_single(text: &[u8]) -> Option<f32> {
    let double = decimal(text)?;
    let single = double as f32;
    if !is_middle(double, single) {
        return Some(single);
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// Whether `double` lies in the middle of `single`, which it was rounded to, and the next float on its other
/// side.
fn is_middle(double: f64, single: f32) -> bool {
    /// The float that would follow the largest one.
    const BEYOND: f64 = (1u128 << 127) as f64 * 2.0;
    let wide = |x: f32| if x.is_infinite() { BEYOND } else { f64::from(x) };
    let other = if wide(single) < double { single.next_up() } else { single.next_down() };
    wide(single) != double && double - wide(single) == wide(other) - double
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether both formats are read as the standard library reads them.
    fn check(text: &str) {
        let double = decimal(text.as_bytes()).map(f64::to_bits);
        assert_eq!(double, text.parse().ok().map(f64::to_bits), "{text} as f64");
        let single = decimal_single(text.as_bytes()).map(f32::to_bits);
        assert_eq!(single, text.parse().ok().map(f32::to_bits), "{text} as f32");
    }

    #[test]
    fn random_numbers() {
        let mut state = 0x2545_F491_4F6C_DD1Du64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for n in 0..100_000u64 {
            let bits = random();
            let (double, single) = (f64::from_bits(bits >> 1), f32::from_bits(bits as u32 >> 1));
            if double.is_finite() {
                check(&format!("{double:e}"));
                check(&format!("{:.*e}", (n % 30) as usize, double));
            }
            if single.is_finite() {
                check(&format!("{single:e}"));
                check(&format!("{:.*e}", (n % 20) as usize, single));
                // The middle between two neighbours, exactly and a little beside it.
                let next = f32::from_bits((bits as u32 >> 1) + 1);
                if next.is_finite() {
                    let middle = (f64::from(single) + f64::from(next)) / 2.0;
                    check(&format!("{middle:.160e}"));
                    check(&format!("{middle:.18e}"));
                }
            }
            let many = random().to_string() + &random().to_string();
            let many = &many[..1 + (n % 38) as usize % many.len()];
            check(&format!("{many}.{}e{}", random() % 1000, random() as i64 % 330));
            check(&format!("{}e{}", bits & 0xff_ffff, n as i64 % 40 - 20));
        }
    }

    #[test]
    fn hard_numbers() {
        for text in [
            "0",
            "000",
            "0.0e5",
            "1.",
            ".5",
            "9007199254740993.0",
            "9007199254740992999999999999999999.0",
            "16777217",
            "16777219",
            "2.2250738585072011e-308",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "7.006492321624085e-46",
            "7.006492321624086e-46",
            "1.1754943508222875e-38",
            "3.4028235677973366e38",
            "3.4028235677973365e38",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e400",
            "1e-400",
            "0.000000000000000000000000000000000000000000001e45",
            "123456789012345678901234567890e-20",
            "6929495644600919.5",
            "3.518437208883201171875e13",
            "0e99999999999999999999",
            "1e99999999999999999999",
            "1e-99999999999999999999",
        ] {
            check(text);
        }
        for text in
            ["", ".", "e5", ".e5", "1e", "1e+", "-1", "+1", "1..2", "1 ", "inf", "nan", "0x1p3", "1_0"]
        {
            assert_eq!(decimal(text.as_bytes()), None, "{text}");
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
