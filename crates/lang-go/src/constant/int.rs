//! Integers of constants: machine words while they fit, and of any length beyond.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

/// An integer without limits. Nearly all constants of programs fit 64 bits, and take no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Int(Repr);

/// What fits a word is in one, so equal integers have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Repr {
    Word(i64),
    Long(Box<BigInt>),
}

use Repr::{Long, Word};

impl From<i64> for Int {
    fn from(n: i64) -> Int {
        Int(Word(n))
    }
}

impl From<u64> for Int {
    fn from(n: u64) -> Int {
        i64::try_from(n).map_or_else(|_| Int(Long(Box::new(n.into()))), Int::from)
    }
}

impl From<BigInt> for Int {
    fn from(n: BigInt) -> Int {
        n.to_i64().map_or_else(|| Int(Long(Box::new(n))), Int::from)
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Word(n) => n.fmt(f),
            Long(n) => n.fmt(f),
        }
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Word(a), Word(b)) => a.cmp(b),
            _ => self.long().cmp(&other.long()),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Int {
    /// What digits without a sign stand for in a base up to 16, separators left out; `None` if they are not
    /// such digits.
    pub(super) fn parse(digits: &[u8], radix: u32) -> Option<Int> {
        let mut all = 0i64;
        let mut any = false;
        for byte in digits.iter().filter(|byte| **byte != b'_') {
            let digit = (*byte as char).to_digit(radix)?;
            let Some(more) = all.checked_mul(radix.into()).and_then(|n| n.checked_add(digit.into())) else {
                let digits: Vec<u8> = digits.iter().copied().filter(|byte| *byte != b'_').collect();
                return BigInt::parse_bytes(&digits, radix).map(Int::from);
            };
            (all, any) = (more, true);
        }
        any.then_some(Int::from(all))
    }

    fn long(&self) -> Cow<'_, BigInt> {
        match &self.0 {
            Word(n) => Cow::Owned((*n).into()),
            Long(n) => Cow::Borrowed(n),
        }
    }

    pub(crate) fn to_big(&self) -> BigInt {
        self.long().into_owned()
    }

    pub(crate) fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Word(n) => Some(n),
            Long(_) => None,
        }
    }

    pub(crate) fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Word(n) => u64::try_from(*n).ok(),
            Long(n) => n.to_u64(),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0 == Word(0)
    }

    pub(crate) fn is_negative(&self) -> bool {
        match &self.0 {
            Word(n) => *n < 0,
            Long(n) => n.is_negative(),
        }
    }

    /// How many bits its magnitude has.
    pub(crate) fn bits(&self) -> u64 {
        match &self.0 {
            Word(n) => u64::from(u64::BITS - n.unsigned_abs().leading_zeros()),
            Long(n) => n.bits(),
        }
    }

    /// Whether an integer type of so many bits has it.
    pub(super) fn fits(&self, width: u32, signed: bool) -> bool {
        match (&self.0, signed) {
            (Word(n), true) => width >= i64::BITS || (-(1 << (width - 1))..1 << (width - 1)).contains(n),
            (Word(n), false) => *n >= 0 && self.bits() <= u64::from(width),
            // A signed type of up to 64 bits has nothing that is no word.
            (Long(n), _) => !signed && !n.is_negative() && n.bits() <= u64::from(width),
        }
    }

    /// The lowest bits in two's complement, up to 64 of them.
    pub(super) fn low_bits(&self, width: u32) -> Int {
        match &self.0 {
            Word(n) => Int::from(*n as u64 & (u64::MAX >> (u64::BITS - width))),
            Long(n) => (&**n & ((BigInt::one() << width) - 1u32)).into(),
        }
    }

    /// An operation that has a result for most pairs of words, and one for integers of any length.
    fn with(
        &self,
        other: &Int,
        words: impl Fn(i64, i64) -> Option<i64>,
        long: impl Fn(&BigInt, &BigInt) -> BigInt,
    ) -> Int {
        if let (Word(a), Word(b)) = (&self.0, &other.0)
            && let Some(n) = words(*a, *b)
        {
            return n.into();
        }
        long(&self.long(), &other.long()).into()
    }

    pub(super) fn neg(&self) -> Int {
        Int::from(0i64).sub(self)
    }

    pub(super) fn not(&self) -> Int {
        Int::from(-1i64).sub(self)
    }

    pub(super) fn add(&self, other: &Int) -> Int {
        self.with(other, i64::checked_add, |a, b| a + b)
    }

    pub(super) fn sub(&self, other: &Int) -> Int {
        self.with(other, i64::checked_sub, |a, b| a - b)
    }

    pub(super) fn mul(&self, other: &Int) -> Int {
        self.with(other, i64::checked_mul, |a, b| a * b)
    }

    /// The quotient, rounded to zero; `None` for a divisor that is zero.
    pub(super) fn div(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| self.with(other, i64::checked_div, |a, b| a / b))
    }

    /// The remainder, which has the sign of the dividend; `None` for a divisor that is zero.
    pub(super) fn rem(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| self.with(other, i64::checked_rem, |a, b| a % b))
    }

    pub(super) fn and(&self, other: &Int) -> Int {
        self.with(other, |a, b| Some(a & b), |a, b| a & b)
    }

    pub(super) fn or(&self, other: &Int) -> Int {
        self.with(other, |a, b| Some(a | b), |a, b| a | b)
    }

    pub(super) fn xor(&self, other: &Int) -> Int {
        self.with(other, |a, b| Some(a ^ b), |a, b| a ^ b)
    }

    pub(super) fn shl(&self, n: u32) -> Int {
        match self.0 {
            Word(word) if self.bits() + u64::from(n) < u64::from(i64::BITS) => Int::from(word << n),
            Word(0) => Int::from(0i64),
            _ => (&*self.long() << n).into(),
        }
    }

    /// Shifted right, rounded down.
    pub(super) fn shr(&self, n: u32) -> Int {
        match &self.0 {
            Word(word) => Int::from(word >> n.min(i64::BITS - 1)),
            Long(long) => (&**long >> n).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use num_traits::Zero;

    use super::*;

    /// Integers around the ends of what words, their halves, and 64 bits without a sign have.
    fn edges() -> Vec<BigInt> {
        let ends = [0i128, 1 << 7, 1 << 16, 1 << 31, 1 << 32, 1 << 62, 1 << 63, 1 << 64, 1 << 100];
        let near = ends.iter().flat_map(|end| (-2..3).map(move |by| end + by));
        near.flat_map(|n| [BigInt::from(n), BigInt::from(-n)]).collect()
    }

    /// An integer, which must be a word if it fits one.
    fn checked(n: Int) -> BigInt {
        let big = n.to_big();
        assert_eq!(Int::from(big.clone()), n, "one integer has two representations");
        assert_eq!(n.to_string(), big.to_string());
        big
    }

    #[test]
    fn operations_are_those_of_long_integers() {
        for (a, b) in edges().iter().flat_map(|a| edges().into_iter().map(move |b| (a, b))) {
            let (x, y, some) = (Int::from(a.clone()), Int::from(b.clone()), !b.is_zero());
            assert_eq!(checked(x.add(&y)), a + &b);
            assert_eq!(checked(x.sub(&y)), a - &b);
            assert_eq!(checked(x.mul(&y)), a * &b);
            assert_eq!(x.div(&y).map(checked), some.then(|| a / &b));
            assert_eq!(x.rem(&y).map(checked), some.then(|| a % &b));
            assert_eq!(checked(x.and(&y)), a & &b);
            assert_eq!(checked(x.or(&y)), a | &b);
            assert_eq!(checked(x.xor(&y)), a ^ &b);
            assert_eq!(x.cmp(&y), a.cmp(&b));
        }
    }

    #[test]
    fn shifts_and_widths_are_those_of_long_integers() {
        for a in edges() {
            let x = Int::from(a.clone());
            assert_eq!((checked(x.not()), checked(x.neg())), (!&a, -&a));
            assert_eq!((x.bits(), x.is_negative()), (a.bits(), a.is_negative()));
            assert_eq!((x.to_i64(), x.to_u64()), (a.to_i64(), a.to_u64()));
            for n in [0, 1, 2, 31, 32, 61, 62, 63, 64, 65, 200] {
                assert_eq!((checked(x.shl(n)), checked(x.shr(n))), (&a << n, &a >> n));
            }
            for width in [8, 16, 32, 64] {
                let bound = BigInt::one() << (width - 1);
                assert_eq!(x.fits(width, true), a >= -bound.clone() && a < bound);
                assert_eq!(x.fits(width, false), !a.is_negative() && a.bits() <= u64::from(width));
                assert_eq!(checked(x.low_bits(width)), &a & ((BigInt::one() << width) - 1));
            }
        }
    }

    #[test]
    fn digits_are_read_in_any_base() {
        for a in edges().into_iter().filter(|a| !a.is_negative()) {
            for radix in [2, 8, 10, 16] {
                let text = a.to_str_radix(radix);
                assert_eq!(Int::parse(text.as_bytes(), radix).map(checked), Some(a.clone()));
            }
        }
        assert_eq!(Int::parse(b"1_000", 10), Some(Int::from(1000i64)));
        for (text, radix) in
            [("", 10), ("_", 16), ("12", 2), ("8", 8), ("+1", 10), ("99999999999999999999x", 10)]
        {
            assert_eq!(Int::parse(text.as_bytes(), radix), None, "{text}");
        }
    }
}
