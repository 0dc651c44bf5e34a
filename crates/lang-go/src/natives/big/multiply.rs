//! Products of natural numbers, by rows, after Karatsuba, and after Montgomery.

use purlin_runtime::native::{Answer, Call};

use super::{Limbs, charge, charge_products};

/// x y + a + b, which fits: low and high limb.
#[inline(always)]
fn step(x: u64, y: u64, a: u64, b: u64) -> (u64, u64) {
    let t = u128::from(x) * u128::from(y) + u128::from(a) + u128::from(b);
    (t as u64, (t >> 64) as u64)
}

/// `(z, x nat, y, r Word) Word`: z = x y + r, and the carry. z and x are of one length.
pub fn by_word(call: &mut Call<'_>) -> Answer {
    let (z, x, y, mut carry) = (Limbs::of(call, 0), Limbs::of(call, 3), call.word(6), call.word(7));
    charge(call, x.len);
    for i in 0..x.len {
        let (low, high) = step(x.get(call, i), y, carry, 0);
        z.set(call, i, low);
        carry = high;
    }
    call.ret(0, carry);
    Ok(())
}

/// `(z, x nat, y Word) Word`: z += x y, and the carry. z is as long as x.
pub fn add_by_word(call: &mut Call<'_>) -> Answer {
    let (z, x, y) = (Limbs::of(call, 0), Limbs::of(call, 3), call.word(6));
    charge(call, 2 * x.len);
    let mut carry = 0;
    for i in 0..x.len {
        let (low, high) = step(x.get(call, i), y, z.get(call, i), carry);
        z.set(call, i, low);
        carry = high;
    }
    call.ret(0, carry);
    Ok(())
}

/// z += x y, and the carry, on slices of one length.
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

/// z = x y for operands of one length, after Karatsuba: the middle from the product of the differences of the halves.
/// `scratch` has room for 4 n limbs and some.
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

/// `(z, x, y nat)`: z = x y. x is at least as long as y, z as both; it is other memory than they.
pub fn mul(call: &mut Call<'_>) -> Answer {
    let (z, x, y) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6));
    if y.len < KARATSUBA {
        charge_products(call, x.len * (y.len + 1));
        for i in 0..x.len + y.len {
            z.set(call, i, 0);
        }
        for j in 0..y.len {
            let (factor, mut carry) = (y.get(call, j), 0);
            for i in 0..x.len {
                let (low, high) = step(x.get(call, i), factor, z.get(call, i + j), carry);
                z.set(call, i + j, low);
                carry = high;
            }
            z.set(call, x.len + j, carry);
        }
        return Ok(());
    }
    // (n / 32)^0.585 of the products remain, about.
    let saved = (y.len / KARATSUBA).ilog2() * 2 / 5;
    charge_products(call, (x.len * y.len) >> saved);
    let (a, b) = (x.load(call), y.load(call));
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
    z.store(call, &product);
    Ok(())
}

/// `(z, x, y, m nat, k Word)`: z = x y / 2^(64 n) modulo m, after Montgomery, where all have n limbs and k is -1 / m
/// modulo 2^64. x and y are below 2^(64 n), and so is z, though not always below m.
pub fn montgomery(call: &mut Call<'_>) -> Answer {
    let (z, x, y, m) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6), Limbs::of(call, 9));
    let (k, n) = (call.word(12), m.len);
    charge_products(call, 2 * n * n + n);
    let (x, y, m) = (x.load(call), y.load(call), m.load(call));
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
    z.store(call, result);
    Ok(())
}
