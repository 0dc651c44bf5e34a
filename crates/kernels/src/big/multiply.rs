//! Products of natural numbers, by rows, after Karatsuba, and after Montgomery.

use super::Limbs;

/// x y + a + b, which fits: low and high limb.
#[inline(always)]
fn step(x: u64, y: u64, a: u64, b: u64) -> (u64, u64) {
    let t = u128::from(x) * u128::from(y) + u128::from(a) + u128::from(b);
    (t as u64, (t >> 64) as u64)
}

/// z = x y + r, and the carry. z and x are of one length.
pub fn mul_by_limb(z: Limbs<'_>, x: Limbs<'_>, y: u64, r: u64) -> u64 {
    let mut carry = r;
    for (z, x) in z.0.iter().zip(x.0) {
        let (low, high) = step(x.get(), y, carry, 0);
        z.set(low);
        carry = high;
    }
    carry
}

/// z += x y, and the carry. z is as long as x.
pub fn add_mul_by_limb(z: Limbs<'_>, x: Limbs<'_>, y: u64) -> u64 {
    let mut carry = 0;
    for (z, x) in z.0.iter().zip(x.0) {
        let (low, high) = step(x.get(), y, z.get(), carry);
        z.set(low);
        carry = high;
    }
    carry
}

/// z += x y, and the carry, on slices of one length that share no memory.
fn add_row(z: &mut [u64], x: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (z, x) in z.iter_mut().zip(x) {
        (*z, carry) = step(*x, y, *z, carry);
    }
    carry
}

/// z = x y by rows; z is as long as both.
fn schoolbook(z: &mut [u64], x: &[u64], y: &[u64]) {
    z.fill(0);
    for (i, y) in y.iter().enumerate() {
        z[i + x.len()] = add_row(&mut z[i..i + x.len()], x, *y);
    }
}

/// Shorter operands are multiplied by rows.
const KARATSUBA: usize = 32;

/// z += x from limb 0 on; the carry goes up in z.
fn add_to(z: &mut [u64], x: &[u64]) {
    let mut carry = false;
    for (z, x) in z.iter_mut().zip(x) {
        (*z, carry) = z.carrying_add(*x, carry);
    }
    for z in &mut z[x.len()..] {
        if !carry {
            break;
        }
        (*z, carry) = z.overflowing_add(1);
    }
}

fn subtract_from(z: &mut [u64], x: &[u64]) {
    let mut borrow = false;
    for (z, x) in z.iter_mut().zip(x) {
        (*z, borrow) = z.borrowing_sub(*x, borrow);
    }
    for z in &mut z[x.len()..] {
        if !borrow {
            break;
        }
        (*z, borrow) = z.overflowing_sub(1);
    }
}

/// z = |x - y|, and whether x is less; y may be shorter by one limb.
fn distance(z: &mut [u64], x: &[u64], y: &[u64]) -> bool {
    let limb = |i: usize| y.get(i).copied().unwrap_or(0);
    let less =
        (0..x.len()).rev().map(|i| x[i].cmp(&limb(i))).find(|o| o.is_ne()) == Some(std::cmp::Ordering::Less);
    let mut borrow = false;
    for i in 0..x.len() {
        let (a, b) = if less { (limb(i), x[i]) } else { (x[i], limb(i)) };
        (z[i], borrow) = a.borrowing_sub(b, borrow);
    }
    less
}

/// z = x y for operands of one length, after Karatsuba: the middle from the product of the differences of the
/// halves. `scratch` has room for 4 n limbs and some.
fn square_shaped(z: &mut [u64], x: &[u64], y: &[u64], scratch: &mut [u64]) {
    let n = x.len();
    if n < KARATSUBA {
        return schoolbook(z, x, y);
    }
    let half = n.div_ceil(2);
    let ((x0, x1), (y0, y1)) = (x.split_at(half), y.split_at(half));
    {
        let (low, high) = z.split_at_mut(2 * half);
        square_shaped(low, x0, y0, scratch);
        square_shaped(high, x1, y1, scratch);
    }
    let (middle, rest) = scratch.split_at_mut(2 * half + 1);
    {
        let (dx, others) = rest.split_at_mut(half);
        let (dy, inner) = others.split_at_mut(half);
        let negative = distance(dx, x0, x1) != distance(dy, y0, y1);
        let mut product = vec![0; 2 * half];
        square_shaped(&mut product, dx, dy, inner);
        middle.fill(0);
        middle[..2 * half].copy_from_slice(&z[..2 * half]);
        add_to(middle, &z[2 * half..]);
        if negative {
            add_to(middle, &product);
        } else {
            subtract_from(middle, &product);
        }
    }
    let used = middle.iter().rposition(|limb| *limb != 0).map_or(0, |i| i + 1);
    add_to(&mut z[half..], &middle[..used]);
}

/// How many products of limbs [`mul`] takes, about, for operands of these lengths, the longer first.
pub fn products(x: usize, y: usize) -> usize {
    if y < KARATSUBA {
        return x * (y + 1);
    }
    // (n / 32)^0.585 of the products remain, about.
    let saved = (y / KARATSUBA).ilog2() * 2 / 5;
    (x * y) >> saved
}

/// z = x y. x is at least as long as y, z as both; z is other memory than they.
pub fn mul(z: Limbs<'_>, x: Limbs<'_>, y: Limbs<'_>) {
    if y.len() < KARATSUBA {
        z.0[..x.len() + y.len()].iter().for_each(|z| z.set(0));
        for (j, factor) in y.0.iter().enumerate() {
            let carry = add_mul_by_limb(Limbs(&z.0[j..]), x, factor.get());
            z.set(x.len() + j, carry);
        }
        return;
    }
    let (a, b) = (x.to_vec(), y.to_vec());
    let mut product = vec![0; a.len() + b.len()];
    let mut part = vec![0; 2 * b.len()];
    let mut scratch = vec![0; 8 * b.len() + 64];
    for (i, piece) in a.chunks(b.len()).enumerate() {
        let part = &mut part[..piece.len() + b.len()];
        if piece.len() == b.len() {
            square_shaped(part, piece, &b, &mut scratch);
        } else {
            schoolbook(part, &b, piece);
        }
        add_to(&mut product[i * b.len()..], part);
    }
    z.store(&product);
}

/// z = x y / 2^(64 n) modulo m, after Montgomery, where all have n limbs and k is -1 / m modulo 2^64. x and y
/// are below 2^(64 n), and so is z, though not always below m.
pub fn montgomery(z: Limbs<'_>, x: Limbs<'_>, y: Limbs<'_>, m: Limbs<'_>, k: u64) {
    let n = m.len();
    let (x, y, m) = (x.to_vec(), y.to_vec(), m.to_vec());
    let mut t = vec![0u64; 2 * n];
    let mut carry = false;
    for i in 0..n {
        let row = &mut t[i..i + n];
        let a = add_row(row, &x, y[i]);
        let factor = row[0].wrapping_mul(k);
        let b = add_row(row, &m, factor);
        (t[n + i], carry) = a.carrying_add(b, carry);
    }
    let result = &mut t[n..];
    if carry {
        subtract_from(result, &m);
    }
    z.store(result);
}

#[cfg(test)]
mod tests {
    use super::super::tests::with;
    use super::*;

    fn numbers(n: usize, seed: u64) -> Vec<u64> {
        let mut state = seed;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..n).map(|_| next()).collect()
    }

    #[test]
    fn products_are_those_by_rows() {
        for (n, m) in [(1, 1), (5, 3), (31, 31), (32, 32), (33, 33), (70, 64), (130, 65), (200, 32)] {
            let (x, y) = (numbers(n, 11), numbers(m, 29));
            let mut rows = vec![0; n + m];
            schoolbook(&mut rows, &x, &y);
            let (z, _) = with(&vec![7; n + m], |z| with(&x, |x| with(&y, |y| mul(z, x, y))));
            assert_eq!(z, rows, "{n} x {m}");
            assert!(products(n, m) > 0);
        }
        let (limbs, carry) = with(&[u64::MAX, u64::MAX], |x| mul_by_limb(x, x, u64::MAX, u64::MAX));
        assert_eq!((limbs, carry), (vec![0, 0], u64::MAX));
    }

    #[test]
    fn montgomery_undoes_a_power_of_two() {
        // x 2^64 / 2^64 modulo an odd m of one limb.
        let m = 0xffff_ffff_ffff_ffc5_u64;
        let mut inverse = m;
        (0..5).for_each(|_| inverse = inverse.wrapping_mul(2u64.wrapping_sub(m.wrapping_mul(inverse))));
        let power = ((1u128 << 64) % u128::from(m)) as u64;
        let (z, _) = with(&[0], |z| {
            with(&[12345], |x| {
                with(&[power], |y| with(&[m], |m| montgomery(z, x, y, m, inverse.wrapping_neg())))
            })
        });
        assert_eq!(z[0] % m, 12345);
    }
}
