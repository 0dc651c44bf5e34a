//! Quotients, and the steps of Lehmer's algorithm for greatest common divisors.

use purlin_runtime::native::{Answer, Call};

use super::{Limbs, charge, charge_products};

/// Divides two limbs by one, which is shifted until its highest bit is set, with its reciprocal (Möller and Granlund,
/// 2011).
#[derive(Clone, Copy)]
pub struct Divisor {
    limb: u64,
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    /// Of a limb that is not 0.
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

    /// Divides limbs, and answers the remainder.
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

/// `(z, x nat, y Word) Word`: z = x / y, and the remainder. The slices are of one length; y is not 0.
pub fn by_word(call: &mut Call<'_>) -> Answer {
    let (z, x, y) = (Limbs::of(call, 0), Limbs::of(call, 3), call.word(6).max(1));
    charge(call, 4 * x.len);
    let divisor = Divisor::new(y);
    let mut limb = if x.len > 0 { x.get(call, x.len - 1) } else { 0 };
    let mut remainder = divisor.up(0, limb);
    for i in (0..x.len).rev() {
        let below = if i > 0 { x.get(call, i - 1) } else { 0 };
        let (quotient, rest) = divisor.div(remainder, divisor.up(limb, below));
        z.set(call, i, quotient);
        (limb, remainder) = (below, rest);
    }
    call.ret(0, remainder >> divisor.shift);
    Ok(())
}

/// `(q, u, v nat)`: u becomes u modulo v, and q the quotient, as many limbs as u has more than v. The highest bit of v is
/// set, it has two limbs at least, and the upper limbs of u are less than v. Knuth's algorithm D.
pub fn div(call: &mut Call<'_>) -> Answer {
    let (q, u, v) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6));
    let n = v.len;
    charge_products(call, q.len * (n + 8) + n);
    let (v1, v0) = (v.get(call, n - 1), v.get(call, n - 2));
    let divisor = Divisor::new(v1);
    for j in (0..q.len).rev() {
        let (u2, u1, u0) = (u.get(call, j + n), u.get(call, j + n - 1), u.get(call, j + n - 2));
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
        let mut borrow = 0;
        for i in 0..n {
            let t = u128::from(guess) * u128::from(v.get(call, i)) + u128::from(borrow);
            let (limb, less) = u.get(call, i + j).overflowing_sub(t as u64);
            u.set(call, i + j, limb);
            borrow = (t >> 64) as u64 + u64::from(less);
        }
        let (top, negative) = u2.overflowing_sub(borrow);
        u.set(call, j + n, top);
        if negative {
            guess = guess.wrapping_sub(1);
            let mut carry = false;
            for i in 0..n {
                let (limb, c) = u.get(call, i + j).carrying_add(v.get(call, i), carry);
                u.set(call, i + j, limb);
                carry = c;
            }
            u.set(call, j + n, top.wrapping_add(u64::from(carry)));
        }
        q.set(call, j, guess);
    }
    Ok(())
}

/// `(x, y nat) (u0, u1, v0, v1 Word, even bool)`: as many steps of Euclid's algorithm as the highest limbs tell for
/// sure (Collins's condition), as the matrix with rows (u0, v0) and (u1, v1), whose signs alternate. x >= y, both of two
/// limbs at least.
pub fn lehmer(call: &mut Call<'_>) -> Answer {
    let (x, y) = (Limbs::of(call, 0), Limbs::of(call, 3));
    call.vm.charge(100);
    let (n, m) = (x.len, y.len);
    let shift = x.get(call, n - 1).leading_zeros();
    let top = |high: u64, low: u64| if shift == 0 { high } else { high << shift | low >> (64 - shift) };
    let mut a = top(x.get(call, n - 1), x.get(call, n - 2));
    let mut b = match n - m {
        0 => top(y.get(call, n - 1), y.get(call, n - 2)),
        1 => top(0, y.get(call, n - 2)),
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
    call.ret(0, u[0]);
    call.ret(1, u[1]);
    call.ret(2, v[0]);
    call.ret(3, v[1]);
    call.ret_bool(4, even);
    Ok(())
}

/// `(x, y nat, u0, u1, v0, v1 Word, even bool)`: x = |u0 x - v0 y| and y = |v1 y - u1 x|, the signs by `even`. The slices are
/// of one length.
pub fn lehmer_update(call: &mut Call<'_>) -> Answer {
    let (x, y) = (Limbs::of(call, 0), Limbs::of(call, 3));
    let [u0, u1, v0, v1] = [6, 7, 8, 9].map(|n| call.word(n));
    let even = call.bool(10);
    charge_products(call, 4 * x.len);
    let (mut down, mut other) = ([0u128; 2], [0u64; 2]);
    // Each row is a difference: what is added, and what is subtracted, carry their own limbs.
    let rows = if even { [(u0, v0, false), (u1, v1, true)] } else { [(u0, v0, true), (u1, v1, false)] };
    for i in 0..x.len {
        let (a, b) = (x.get(call, i), y.get(call, i));
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
        x.set(call, i, out[0]);
        y.set(call, i, out[1]);
    }
    Ok(())
}
