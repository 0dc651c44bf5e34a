//! The bits of a word of a dynamic guest (`dyn`): integers, floats, immediates and references in 64 bits.
//!
//! Each op on words is one function here, so that interpreter, native code, mid-end and runtime agree on every
//! bit pattern, whether an op's promise was kept or not. Knows no op and no heap.
//! `docs/decisions/0058-words-and-arithmetic.md` says why words look so.

use crate::nan;

/// Low bits of an integer.
pub const INT_TAG: u64 = 0b01;
/// The bits that tell an integer.
pub const INT_MASK: u64 = 0b11;
/// How far an integer is shifted.
pub const INT_SHIFT: u32 = 2;
/// The bit that tells a float.
pub const FLOAT_BIT: u64 = 0b10;
/// How far a float's bits are rotated to the left.
pub const FLOAT_ROTATION: u32 = 4;
/// What is added to a rotated float.
pub const FLOAT_OFFSET: u64 = 3;
/// Low bits of an immediate.
pub const IMM_TAG: u64 = 0b100;
/// The bits that tell a reference, all of them 0, and an immediate.
pub const REF_MASK: u64 = 0b111;
/// Where an immediate's kind begins.
pub const KIND_SHIFT: u32 = 3;
/// Kinds of immediates.
pub const KINDS: i64 = 32;
/// Where an immediate's payload begins.
pub const PAYLOAD_SHIFT: u32 = 8;
/// The largest integer.
pub const MAX_INT: i64 = i64::MAX >> INT_SHIFT;
/// The smallest integer.
pub const MIN_INT: i64 = i64::MIN >> INT_SHIFT;

/// Whether the word is an integer.
#[inline(always)]
pub const fn is_int(word: u64) -> bool {
    word & INT_MASK == INT_TAG
}

/// An integer as a word; those that do not fit lose their upper bits.
#[inline(always)]
pub const fn from_int(n: i64) -> u64 {
    (n as u64) << INT_SHIFT | INT_TAG
}

/// The integer that a word is.
#[inline(always)]
pub const fn to_int(word: u64) -> i64 {
    word as i64 >> INT_SHIFT
}

/// Whether an integer can be a word.
#[inline(always)]
pub const fn fits(n: i64) -> bool {
    n << INT_SHIFT >> INT_SHIFT == n
}

/// Whether the word is a float.
#[inline(always)]
pub const fn is_float(word: u64) -> bool {
    word & FLOAT_BIT != 0
}

/// A float as a word, if [`float_fits`]. There is one NaN.
#[inline(always)]
pub const fn from_float(x: f64) -> u64 {
    let bits = if x.is_nan() { nan::SEEN_64 } else { x.to_bits() };
    bits.rotate_left(FLOAT_ROTATION).wrapping_add(FLOAT_OFFSET)
}

/// The float that a word is.
#[inline(always)]
pub const fn to_float(word: u64) -> f64 {
    f64::from_bits(word.wrapping_sub(FLOAT_OFFSET).rotate_right(FLOAT_ROTATION))
}

/// Whether a float can be a word: its exponent's upper three bits are 000, 011, 100 or 111.
#[inline(always)]
pub const fn float_fits(x: f64) -> bool {
    is_float(from_float(x))
}

/// Whether the word is a reference; null is one.
#[inline(always)]
pub const fn is_ref(word: u64) -> bool {
    word & REF_MASK == 0
}

/// The immediate of a kind with a payload, whose upper 8 bits are lost.
#[inline(always)]
pub const fn from_imm(kind: i64, payload: i64) -> u64 {
    (payload as u64) << PAYLOAD_SHIFT | low_byte(kind)
}

/// The low byte of the immediates of a kind.
#[inline(always)]
pub const fn low_byte(kind: i64) -> u64 {
    ((kind & (KINDS - 1)) as u64) << KIND_SHIFT | IMM_TAG
}

/// Whether the word is an immediate of a kind.
#[inline(always)]
pub const fn is_imm(kind: i64, word: u64) -> bool {
    word & 0xff == low_byte(kind)
}

/// The kind of an immediate, if the word is one.
#[inline(always)]
pub const fn kind(word: u64) -> Option<i64> {
    if word & REF_MASK == IMM_TAG { Some((word >> KIND_SHIFT) as i64 & (KINDS - 1)) } else { None }
}

/// The payload of an immediate.
#[inline(always)]
pub const fn to_imm(word: u64) -> i64 {
    (word >> PAYLOAD_SHIFT) as i64
}

/// The behaviour of integers.
pub const INT_CLASS: u64 = 33;
/// The behaviour of floats.
pub const FLOAT_CLASS: u64 = 34;

/// The number of the behaviour of a word that is no reference.
#[inline(always)]
pub const fn fixed_class(word: u64) -> u64 {
    if is_int(word) {
        INT_CLASS
    } else if is_float(word) {
        FLOAT_CLASS
    } else {
        (word >> KIND_SHIFT & (KINDS as u64 - 1)) + 1
    }
}

/// Whether both words are integers.
#[inline(always)]
pub const fn ints(a: u64, b: u64) -> bool {
    ((a ^ INT_TAG) | (b ^ INT_TAG)) & INT_MASK == 0
}

/// Whether both words are floats.
#[inline(always)]
pub const fn floats(a: u64, b: u64) -> bool {
    a & b & FLOAT_BIT != 0
}

/// The sum of two words as integers and whether it overflowed.
#[inline(always)]
pub const fn add(a: u64, b: u64) -> (u64, bool) {
    let (sum, over) = (a as i64).overflowing_add(b.wrapping_sub(INT_TAG) as i64);
    (sum as u64, over)
}

/// The difference of two words as integers and whether it overflowed.
#[inline(always)]
pub const fn sub(a: u64, b: u64) -> (u64, bool) {
    let (difference, over) = (a as i64).overflowing_sub(b.wrapping_sub(INT_TAG) as i64);
    (difference as u64, over)
}

/// The product of two words as integers and whether it overflowed.
#[inline(always)]
pub const fn mul(a: u64, b: u64) -> (u64, bool) {
    let (product, over) = (a.wrapping_sub(INT_TAG) as i64).overflowing_mul(to_int(b));
    (product as u64 | INT_TAG, over)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [i64; 9] = [MIN_INT, MIN_INT + 1, -2, -1, 0, 1, 2, MAX_INT - 1, MAX_INT];

    #[test]
    fn integers_come_back() {
        for n in EDGES {
            let word = from_int(n);
            assert!(fits(n) && is_int(word) && !is_float(word) && !is_ref(word) && to_int(word) == n);
        }
        assert!(!fits(MAX_INT + 1) && !fits(MIN_INT - 1) && !fits(i64::MAX) && !fits(i64::MIN));
    }

    #[test]
    fn arithmetic_of_integers_overflows_where_the_result_does_not_fit() {
        for (x, y) in EDGES.iter().flat_map(|x| EDGES.map(|y| (*x, y))) {
            let (a, b) = (from_int(x), from_int(y));
            let check = |(word, over): (u64, bool), exact: i128| {
                let small = i64::try_from(exact).ok().filter(|n| fits(*n));
                assert_eq!(over, small.is_none(), "{x} {y}");
                assert!(over || small == Some(to_int(word)) && is_int(word), "{x} {y}");
            };
            assert!(ints(a, b));
            check(add(a, b), i128::from(x) + i128::from(y));
            check(sub(a, b), i128::from(x) - i128::from(y));
            check(mul(a, b), i128::from(x) * i128::from(y));
            assert_eq!((a as i64) < b as i64, x < y);
        }
    }

    #[test]
    fn floats_come_back_and_have_their_tag() {
        for x in [0.0, -0.0, 1.0, -1.5, 1e-300, 5e-324, f64::MAX, f64::INFINITY, -f64::INFINITY, 0.1, 1e75] {
            let (word, sign) = (from_float(x), x.is_sign_negative());
            assert_eq!(float_fits(x), is_float(word), "{x}");
            let back = to_float(word);
            assert!(back == x && back.is_sign_negative() == sign, "{x}");
        }
        for x in [0.0, 1.0, 2.0, -1e75, f64::INFINITY, f64::NAN, 2f64.powi(-255), f64::MIN_POSITIVE] {
            assert!(float_fits(x), "{x}");
        }
        for x in [2f64.powi(-256), 2f64.powi(-767), 2f64.powi(257), -2f64.powi(768)] {
            assert!(!float_fits(x), "{x}");
        }
        assert_eq!(from_float(f64::from_bits(nan::MADE_64)), from_float(f64::NAN));
        assert!(to_float(from_float(f64::from_bits(0xfff8_0000_0000_0001))).is_nan());
    }

    #[test]
    fn each_word_is_of_one_sort() {
        let words = [from_int(5), from_float(1.0), from_float(3.0), from_float(0.0), from_imm(3, 65), 0, 64];
        for word in words {
            let sorts = [is_int(word), is_float(word), is_ref(word), (0..KINDS).any(|k| is_imm(k, word))];
            assert_eq!(sorts.iter().filter(|s| **s).count(), 1, "{word:#x}");
        }
        assert_eq!(fixed_class(from_imm(3, 65)), 4);
        assert_eq!((fixed_class(from_int(4)), fixed_class(from_float(4.0))), (INT_CLASS, FLOAT_CLASS));
        assert_eq!((to_imm(from_imm(31, -1)), is_imm(31, from_imm(31, -1))), (0xff_ffff_ffff_ffff, true));
        assert!(floats(from_float(1.0), from_float(0.0)) && !floats(from_float(1.0), from_int(3)));
        assert!(!ints(from_float(1.0), from_int(3)));
    }
}
