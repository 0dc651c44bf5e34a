//! Digits and bytes of natural numbers, and numbers from them.

use super::divide::Divisor;

/// The largest power of a base that fits a limb, and its exponent.
fn chunk(base: u64) -> (u64, usize) {
    let (mut power, mut digits) = (base, 1);
    while let Some(next) = power.checked_mul(base) {
        (power, digits) = (next, digits + 1);
    }
    (power, digits)
}

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// How many digits of a base fit a limb; bases outside of 2 to 62 count as the nearest of these.
pub fn digits_per_limb(base: u64) -> usize {
    chunk(base.clamp(2, 62)).1
}

/// The lowest digits of x, as many as `dst` has room for, with leading zeros; lower case letters come after
/// 9, upper case ones after them. Quadratic except for bases that are powers of 2.
pub fn digits(dst: &mut [u8], x: &[u64], base: u64) {
    let base = base.clamp(2, 62);
    if base.is_power_of_two() {
        let bits = base.trailing_zeros() as usize;
        for (i, digit) in dst.iter_mut().rev().enumerate() {
            let (limb, shift) = (i * bits / 64, i * bits % 64);
            let get = |i: usize| x.get(i).copied().unwrap_or(0);
            let mut value = get(limb) >> shift;
            if shift + bits > 64 {
                value |= get(limb + 1) << (64 - shift);
            }
            *digit = DIGITS[(value & (base - 1)) as usize];
        }
        return;
    }
    let (power, per_limb) = chunk(base);
    let mut limbs = x.to_vec();
    let divisor = Divisor::new(power);
    for part in dst.rchunks_mut(per_limb) {
        let mut rest = divisor.div_in_place(&mut limbs);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        for digit in part.iter_mut().rev() {
            *digit = DIGITS[(rest % base) as usize];
            rest /= base;
        }
    }
}

/// Sets the lowest limbs of z to the number that digits are, which must fit; the number of these limbs. Each
/// byte is the value of a digit, the first the most significant. Quadratic.
pub fn from_digits(z: &mut [u64], digits: &[u8], base: u64) -> usize {
    let base = base.clamp(2, 62);
    let (_, per_limb) = chunk(base);
    let limbs = digits.len() / per_limb + 1;
    let mut value: Vec<u64> = Vec::with_capacity(limbs);
    let first = digits.len() % per_limb;
    let (head, tail) = digits.split_at(first);
    for part in std::iter::once(head).chain(tail.chunks(per_limb)) {
        let power = base.pow(part.len().min(per_limb - 1) as u32);
        let power = if part.len() == per_limb { power * base } else { power };
        let mut carry = part.iter().fold(0, |n, d| n * base + u64::from(*d));
        for limb in &mut value {
            let t = u128::from(*limb) * u128::from(power) + u128::from(carry);
            (*limb, carry) = (t as u64, (t >> 64) as u64);
        }
        if carry != 0 {
            value.push(carry);
        }
    }
    value.truncate(z.len());
    z[..value.len()].copy_from_slice(&value);
    value.len()
}

/// The lowest bytes of x, highest first, with leading zeros.
pub fn to_bytes(dst: &mut [u8], x: &[u64]) {
    for (i, byte) in dst.iter_mut().rev().enumerate() {
        *byte = x.get(i / 8).map_or(0, |limb| (limb >> (i % 8 * 8)) as u8);
    }
}

/// Sets z to the number that bytes are, highest first; z has room for all.
pub fn from_bytes(z: &mut [u64], src: &[u8]) {
    for (i, limb) in z.iter_mut().enumerate() {
        let end = src.len().saturating_sub(8 * i);
        let part = &src[end.saturating_sub(8)..end];
        *limb = part.iter().fold(0, |n, b| n << 8 | u64::from(*b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_back() {
        let number = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 7];
        for base in 2..=62 {
            let mut text = [0; 140];
            digits(&mut text, &number, base);
            let values = text.map(|c| DIGITS.iter().position(|d| *d == c).unwrap() as u8);
            let mut back = [0; 40];
            let count = from_digits(&mut back, &values, base);
            assert_eq!((&back[..count], count), (&number[..], 3), "base {base}");
        }
        let mut text = [0; 20];
        digits(&mut text, &[u64::MAX], 10);
        assert_eq!(text, *b"18446744073709551615");
        assert_eq!((digits_per_limb(10), digits_per_limb(2), digits_per_limb(0)), (19, 63, 63));
    }

    #[test]
    fn bytes_and_back() {
        let mut bytes = [9; 11];
        to_bytes(&mut bytes, &[0x0807_0605_0403_0201, 0x0a09]);
        assert_eq!(bytes, [0, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
        let mut limbs = [5; 3];
        from_bytes(&mut limbs, &bytes);
        assert_eq!(limbs, [0x0807_0605_0403_0201, 0x0a09, 0]);
    }
}
