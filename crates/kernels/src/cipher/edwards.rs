//! The group of Ed25519 (RFC 8032): points and scalars as 32 bytes each. What is hashed into scalars, and how
//! keys are made of seeds, is the caller's.

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;

/// A point with its sign in the highest bit, or a scalar, lowest byte first.
pub type Word = [u8; 32];

/// The base point times a scalar, which is reduced first.
pub fn multiply_base(scalar: Word) -> Word {
    EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(scalar)).compress().to_bytes()
}

/// A number of 64 bytes modulo the order of the group.
pub fn reduce(wide: &[u8; 64]) -> Word {
    Scalar::from_bytes_mod_order_wide(wide).to_bytes()
}

/// `a * b + c` modulo the order of the group.
pub fn multiply_add(a: Word, b: Word, c: Word) -> Word {
    let [a, b, c] = [a, b, c].map(Scalar::from_bytes_mod_order);
    (a * b + c).to_bytes()
}

/// The base point times `s` less `point` times `k`, in time that depends on them. `None` if the point is not
/// on the curve, or `s` is not below the order of the group.
pub fn difference(point: &Word, k: Word, s: Word) -> Option<Word> {
    let point = CompressedEdwardsY(*point).decompress()?;
    let s = Option::<Scalar>::from(Scalar::from_canonical_bytes(s))?;
    let k = Scalar::from_bytes_mod_order(k);
    Some(EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-point, &s).compress().to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_is_consistent() {
        let [one, two, five] = [1, 2, 5].map(|n| {
            let mut word = [0; 32];
            word[0] = n;
            word
        });
        // 5 B - 2 (2 B) = B
        let twice = multiply_base(two);
        assert_eq!(difference(&twice, two, five), Some(multiply_base(one)));
        assert_eq!(multiply_add(two, two, one), five);
        let mut wide = [0; 64];
        wide[0] = 5;
        assert_eq!(reduce(&wide), five);
        assert_eq!(difference(&twice, two, [0xff; 32]), None);
        assert_eq!(difference(&two, two, one), None);
    }
}
