//! Digits and bytes of natural numbers, and numbers from them.

use purlin_runtime::native::{Answer, Call};

use super::divide::Divisor;
use super::{Limbs, charge, charge_products};

/// The largest power of a base that fits a limb, and its exponent.
fn chunk(base: u64) -> (u64, usize) {
    let (mut power, mut digits) = (base, 1);
    while let Some(next) = power.checked_mul(base) {
        (power, digits) = (next, digits + 1);
    }
    (power, digits)
}

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// `(dst []byte, x nat, base int)`: the lowest digits, as many as dst has room for, with leading zeros. Quadratic except
/// for powers of 2.
pub fn digits(call: &mut Call<'_>) -> Answer {
    let (dst, x, base) = (call.bytes_mut(0), Limbs::of(call, 3), call.word(6).clamp(2, 62));
    if base.is_power_of_two() {
        charge(call, 4 * dst.len());
        let bits = base.trailing_zeros() as usize;
        for (i, digit) in dst.iter_mut().rev().enumerate() {
            let (limb, shift) = (i * bits / 64, i * bits % 64);
            let get = |i: usize| if i < x.len { x.get(call, i) } else { 0 };
            let mut value = get(limb) >> shift;
            if shift + bits > 64 {
                value |= get(limb + 1) << (64 - shift);
            }
            *digit = DIGITS[(value & (base - 1)) as usize];
        }
        return Ok(());
    }
    let (power, per_limb) = chunk(base);
    charge_products(call, 4 * dst.len() + 8 * x.len * x.len);
    let mut limbs = x.load(call);
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
    Ok(())
}

/// `(z nat, digits []byte, base int) int`: the number that digits are, which must fit; the number of limbs. Quadratic. Each
/// byte is the value of a digit.
pub fn from_digits(call: &mut Call<'_>) -> Answer {
    let (z, digits, base) = (Limbs::of(call, 0), call.bytes(3), call.word(6).clamp(2, 62));
    let (_, per_limb) = chunk(base);
    let limbs = digits.len() / per_limb + 1;
    charge_products(call, 4 * digits.len() + limbs * limbs);
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
    value.truncate(z.len);
    z.store(call, &value);
    call.ret_int(0, value.len() as i64);
    Ok(())
}

/// `(dst []byte, x nat)`: the lowest bytes, highest first.
pub fn to_bytes(call: &mut Call<'_>) -> Answer {
    let (dst, x) = (call.bytes_mut(0), Limbs::of(call, 3));
    call.charge_bytes(4 * dst.len());
    for (i, byte) in dst.iter_mut().rev().enumerate() {
        *byte = if i / 8 < x.len { (x.get(call, i / 8) >> (i % 8 * 8)) as u8 } else { 0 };
    }
    Ok(())
}

/// `(z nat, src []byte)`: from bytes, highest first; z has room for all.
pub fn from_bytes(call: &mut Call<'_>) -> Answer {
    let (z, src) = (Limbs::of(call, 0), call.bytes(3));
    call.charge_bytes(2 * src.len());
    for i in 0..z.len {
        let end = src.len().saturating_sub(8 * i);
        let part = &src[end.saturating_sub(8)..end];
        let limb = part.iter().fold(0, |n, b| n << 8 | u64::from(*b));
        z.set(call, i, limb);
    }
    Ok(())
}
