//! Quotients, and the steps of Lehmer's algorithm for greatest common divisors.

use super::{Limbs, of_one_length};

/// Divides two limbs by one, which is shifted until its highest bit is set, with its reciprocal (Möller and
/// Granlund, 2011).
#[derive(Clone, Copy, Debug)]
pub struct Divisor {
    limb: u64,
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    /// The divisor that is `limb`.
    ///
    /// # Panics
    /// If `limb` is 0.
    pub fn new(limb: u64) -> Divisor {
        let shift = limb.leading_zeros();
        let limb = limb << shift;
        let reciprocal = (u128::MAX / u128::from(limb) - (1 << 64)) as u64;
        Divisor { limb, reciprocal, shift }
    }

    /// The upper limb of two that are shifted as the divisor is.
    #[inline(always)]
    fn up(self, above: u64, below: u64) -> u64 {
        if self.shift == 0 { above } else { above << self.shift | below >> (64 - self.shift) }
    }

    /// Divides limbs, least significant first, and answers the remainder.
    pub fn div_in_place(self, limbs: &mut [u64]) -> u64 {
        let mut remainder = self.up(0, limbs.last().copied().unwrap_or(0));
        for i in (0..limbs.len()).rev() {
            let below = if i > 0 { limbs[i - 1] } else { 0 };
            (limbs[i], remainder) = self.div(remainder, self.up(limbs[i], below));
        }
        remainder >> self.shift
    }

    /// Quotient and remainder of limbs that are shifted as the divisor is; `high` is less than the divisor.
    #[inline(always)]
    fn div(self, high: u64, low: u64) -> (u64, u64) {
        let guess =
            u128::from(self.reciprocal) * u128::from(high) + (u128::from(high) << 64 | u128::from(low));
        let mut quotient = ((guess >> 64) as u64).wrapping_add(1);
        let mut remainder = low.wrapping_sub(quotient.wrapping_mul(self.limb));
        if remainder > guess as u64 {
            quotient = quotient.wrapping_sub(1);
            remainder = remainder.wrapping_add(self.limb);
        }
        if remainder >= self.limb {
            quotient = quotient.wrapping_add(1);
            remainder -= self.limb;
        }
        (quotient, remainder)
    }
}

/// z = x / y, and the remainder. The slices are of one length; one that is longer counts as its lower limbs.
///
/// # Panics
/// If y is 0.
pub fn div_by_limb(z: Limbs<'_>, x: Limbs<'_>, y: u64) -> u64 {
    let divisor = Divisor::new(y);
    let (z, x) = of_one_length(z, x);
    let mut limb = x.last().unwrap_or(0);
    let mut remainder = divisor.up(0, limb);
    for i in (0..x.len()).rev() {
        let below = if i > 0 { x.get(i - 1) } else { 0 };
        let (quotient, rest) = divisor.div(remainder, divisor.up(limb, below));
        z.set(i, quotient);
        (limb, remainder) = (below, rest);
    }
    remainder >> divisor.shift
}

/// u becomes u modulo v, and q the quotient, as many limbs as u has more than v. The highest bit of v is set,
/// and the upper limbs of u are less than v. Knuth's algorithm D ("The Art of Computer Programming", 4.3.1).
///
/// # Panics
/// If v has no limbs, or u fewer than q and v together.
pub fn div(q: Limbs<'_>, u: Limbs<'_>, v: Limbs<'_>) {
    div_above(q, u, v, 0);
}

/// Divides by the upper limbs of v alone: its lowest limb and that of u only serve to guess the quotient,
/// which is therefore nearer to the one by all of v, and never below it. u without its lowest limb becomes
/// what is left after q times the upper limbs of v is subtracted. Else as [`div`].
///
/// # Panics
/// If v has less than two limbs, or u fewer than q and v together.
pub fn div_by_upper(q: Limbs<'_>, u: Limbs<'_>, v: Limbs<'_>) {
    div_above(q, u, v, 1);
}

/// Divides, but leaves the `lowest` limbs of u as they are.
#[inline(always)]
fn div_above(q: Limbs<'_>, u: Limbs<'_>, v: Limbs<'_>, lowest: usize) {
    let n = v.len();
    // A single limb is guessed right without one below it.
    let below = |x: Limbs<'_>, at: usize| if n > 1 { x.get(at - 2) } else { 0 };
    let (v1, v0) = (v.get(n - 1), below(v, n));
    let divisor = Divisor::new(v1);
    let upper = &v.0[lowest..];
    for j in (0..q.len()).rev() {
        let (u2, u1, u0) = (u.get(j + n), u.get(j + n - 1), below(u, j + n));
        let mut guess = u64::MAX;
        if u2 < v1 {
            let (quotient, rest) = divisor.div(u2, u1);
            let (mut product, mut rest) = (u128::from(quotient) * u128::from(v0), u128::from(rest));
            guess = quotient;
            while rest >> 64 == 0 && product > (rest << 64 | u128::from(u0)) {
                guess -= 1;
                rest += u128::from(v1);
                product -= u128::from(v0);
            }
        }
        let row = &u.0[j + lowest..j + n];
        let mut borrow = 0;
        for (u, v) in row.iter().zip(upper) {
            let t = u128::from(guess) * u128::from(v.get()) + u128::from(borrow);
            let (limb, less) = u.get().overflowing_sub(t as u64);
            u.set(limb);
            borrow = (t >> 64) as u64 + u64::from(less);
        }
        let (top, negative) = u2.overflowing_sub(borrow);
        u.set(j + n, top);
        if negative {
            guess = guess.wrapping_sub(1);
            let mut carry = false;
            for (u, v) in row.iter().zip(upper) {
                let (limb, c) = u.get().carrying_add(v.get(), carry);
                u.set(limb);
                carry = c;
            }
            u.set(j + n, top.wrapping_add(u64::from(carry)));
        }
        q.set(j, guess);
    }
}

/// Steps of Euclid's algorithm as a matrix with rows (u0, v0) and (u1, v1), whose signs alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lehmer {
    /// The first column.
    pub u: [u64; 2],
    /// The second column.
    pub v: [u64; 2],
    /// Whether the number of steps is even, which tells the signs: x' = u0 x - v0 y if it is.
    pub even: bool,
}

/// As many steps of Euclid's algorithm as the highest limbs of x and y tell for sure (Collins's condition),
/// after Lehmer; none if either has less than two limbs, or y more than x. x >= y.
pub fn lehmer(x: &[u64], y: &[u64]) -> Lehmer {
    let ([.., x0, x1], [.., y0, y1], Some(longer)) = (x, y, x.len().checked_sub(y.len())) else {
        return Lehmer { u: [0, 1], v: [0, 0], even: false };
    };
    let shift = x1.leading_zeros();
    let top = |high: u64, low: u64| if shift == 0 { high } else { high << shift | low >> (64 - shift) };
    let mut a = top(*x1, *x0);
    let mut b = match longer {
        0 => top(*y1, *y0),
        1 => top(0, *y1),
        _ => 0,
    };
    let mut even = false;
    let (mut u, mut v) = ([0u64, 1, 0], [0u64, 0, 1]);
    while b >= v[2] && a - b >= v[1] + v[2] {
        let quotient = a / b;
        (a, b) = (b, a % b);
        u = [u[1], u[2], u[1] + quotient * u[2]];
        v = [v[1], v[2], v[1] + quotient * v[2]];
        even = !even;
    }
    Lehmer { u: [u[0], u[1]], v: [v[0], v[1]], even }
}

/// x = |u0 x - v0 y| and y = |v1 y - u1 x|, the signs by `even`. The slices are of one length, and share no
/// memory.
pub fn lehmer_update(x: Limbs<'_>, y: Limbs<'_>, steps: Lehmer) {
    let Lehmer { u: [u0, u1], v: [v0, v1], even } = steps;
    let (mut down, mut other) = ([0u128; 2], [0u64; 2]);
    // Each row is a difference: what is added, and what is subtracted, carry their own limbs.
    let rows = if even { [(u0, v0, false), (u1, v1, true)] } else { [(u0, v0, true), (u1, v1, false)] };
    for (x, y) in x.0.iter().zip(y.0) {
        let (a, b) = (x.get(), y.get());
        let mut out = [0; 2];
        for (row, (u, v, swapped)) in rows.into_iter().enumerate() {
            let (plus, minus) = if swapped {
                (u128::from(v) * u128::from(b), u128::from(u) * u128::from(a))
            } else {
                (u128::from(u) * u128::from(a), u128::from(v) * u128::from(b))
            };
            let plus = plus + (down[row] >> 64);
            let minus = minus + u128::from(other[row]);
            let (limb, borrow) = (plus as u64).overflowing_sub(minus as u64);
            out[row] = limb;
            down[row] = plus & !u128::from(u64::MAX);
            other[row] = (minus >> 64) as u64 + u64::from(borrow);
        }
        x.set(out[0]);
        y.set(out[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::with;
    use super::*;

    #[test]
    fn quotients() {
        let (u, v) = ([0x1111, 0x2222, 0x3333, 0x4444, 0], [0x9999, 1 << 63 | 0x77]);
        let (quotient, rest) = with(&[0; 3], |q| with(&u, |u| with(&v, |v| div(q, u, v))).0);
        // q v + rest = u again.
        let mut product = rest.clone();
        for (i, q) in quotient.iter().enumerate() {
            let mut carry = 0;
            for j in 0..5 - i {
                let t =
                    u128::from(*q) * u128::from(*v.get(j).unwrap_or(&0)) + u128::from(product[i + j]) + carry;
                (product[i + j], carry) = (t as u64, t >> 64);
            }
        }
        assert_eq!((product, &rest[2..]), (u.to_vec(), &[0, 0, 0][..]));
        let (limbs, rest) = with(&[5, 7, 1], |x| div_by_limb(x, x, 3));
        assert_eq!((limbs, rest), (vec![0xaaaa_aaaa_aaaa_aaac, 0x5555_5555_5555_5557, 0], 1));
    }

    #[test]
    fn steps_of_euclid() {
        assert_eq!(lehmer(&[5], &[3]), lehmer(&[1, 2], &[1, 2, 3]));
        // Neighbours in Fibonacci's sequence take the most steps.
        let (mut a, mut b) = (1u128, 1u128);
        while a >> 120 == 0 {
            (a, b) = (a + b, a);
        }
        let limbs = |n: u128| [n as u64, (n >> 64) as u64];
        let steps = lehmer(&limbs(a), &limbs(b));
        assert!(steps.u[1] > 1 << 28);
        let (x, (y, ())) = with(&limbs(a), |x| with(&limbs(b), |y| lehmer_update(x, y, steps)));
        let value = |n: Vec<u64>| u128::from(n[0]) | u128::from(n[1]) << 64;
        let (mut x, mut y) = (value(x), value(y));
        assert!(x < a && y < b);
        while y != 0 {
            (x, y) = (y, x % y);
        }
        assert_eq!(x, 1);
    }
}
