//! Loops over the limbs of natural numbers, 64 bits each, least significant first. The caller allocates what
//! is written, and cuts long operands into pieces where a call must not be long.
//!
//! Where limbs are written, operands may be the same memory as the result or overlap with it, so they are
//! [`Limbs`], which are cells; where they may not, the function says so. Functions that only read limbs take
//! plain slices.

mod convert;
mod divide;
mod multiply;

pub use convert::{digits, digits_per_limb, from_bytes, from_digits, to_bytes};
pub use divide::{Divisor, Lehmer, div, div_by_limb, div_by_upper, lehmer, lehmer_update};
pub use multiply::{add_mul_by_limb, montgomery, mul, mul_by_limb, products};

use std::cell::Cell;
use std::cmp::Ordering;

/// A natural number, or room for one, as limbs in memory that others may see as well.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limbs<'a>(&'a [Cell<u64>]);

impl<'a> Limbs<'a> {
    /// The number whose limbs are these cells.
    #[inline(always)]
    pub fn new(cells: &'a [Cell<u64>]) -> Limbs<'a> {
        Limbs(cells)
    }

    /// How many limbs there are.
    #[inline]
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Whether there is no limb.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Limb `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub fn get(self, i: usize) -> u64 {
        self.0[i].get()
    }

    /// Sets limb `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    pub fn set(self, i: usize, limb: u64) {
        self.0[i].set(limb);
    }

    /// The most significant limb.
    #[inline]
    pub fn last(self) -> Option<u64> {
        self.0.last().map(Cell::get)
    }

    /// A copy of the limbs.
    pub fn to_vec(self) -> Vec<u64> {
        self.0.iter().map(Cell::get).collect()
    }

    /// Sets the lowest limbs, as far as there is room.
    pub fn store(self, limbs: &[u64]) {
        self.0.iter().zip(limbs).for_each(|(cell, limb)| cell.set(*limb));
    }
}

/// z = x + y, and whether there is a carry. z is as long as x, and y not longer.
pub fn add(z: Limbs<'_>, x: Limbs<'_>, y: Limbs<'_>) -> bool {
    // Loops over parts of one length each, which take no checks.
    let n = y.len().min(x.len()).min(z.len());
    let ((low, high), (x_low, x_high)) = (z.0.split_at(n), x.0.split_at(n));
    let mut carry = false;
    for ((z, x), y) in low.iter().zip(x_low).zip(y.0) {
        let (sum, c) = x.get().carrying_add(y.get(), carry);
        z.set(sum);
        carry = c;
    }
    for (z, x) in high.iter().zip(x_high) {
        let (sum, c) = x.get().overflowing_add(u64::from(carry));
        z.set(sum);
        carry = c;
    }
    carry
}

/// z = x - y, and whether there is a borrow. z is as long as x, and y not longer.
pub fn subtract(z: Limbs<'_>, x: Limbs<'_>, y: Limbs<'_>) -> bool {
    // Loops over parts of one length each, which take no checks.
    let n = y.len().min(x.len()).min(z.len());
    let ((low, high), (x_low, x_high)) = (z.0.split_at(n), x.0.split_at(n));
    let mut borrow = false;
    for ((z, x), y) in low.iter().zip(x_low).zip(y.0) {
        let (difference, b) = x.get().borrowing_sub(y.get(), borrow);
        z.set(difference);
        borrow = b;
    }
    for (z, x) in high.iter().zip(x_high) {
        let (difference, b) = x.get().overflowing_sub(u64::from(borrow));
        z.set(difference);
        borrow = b;
    }
    borrow
}

/// As many limbs of either as both have.
#[inline(always)]
fn of_one_length<'a>(z: Limbs<'a>, x: Limbs<'a>) -> (Limbs<'a>, Limbs<'a>) {
    let n = z.len().min(x.len());
    (Limbs(&z.0[..n]), Limbs(&x.0[..n]))
}

/// z = x << s for s modulo 64, and what was shifted out. The slices are of one length; z may start above x in
/// the same memory.
pub fn shift_left(z: Limbs<'_>, x: Limbs<'_>, s: u32) -> u64 {
    let s = s & 63;
    let (z, x) = of_one_length(z, x);
    let Some(mut limb) = x.last() else { return 0 };
    let out = if s == 0 { 0 } else { limb >> (64 - s) };
    for i in (0..x.len()).rev() {
        let below = if i > 0 { x.get(i - 1) } else { 0 };
        z.set(i, if s == 0 { limb } else { limb << s | below >> (64 - s) });
        limb = below;
    }
    out
}

/// z = x >> s for s modulo 64, and what was shifted out. The slices are of one length; z may start below x in
/// the same memory.
pub fn shift_right(z: Limbs<'_>, x: Limbs<'_>, s: u32) -> u64 {
    let s = s & 63;
    let (z, x) = of_one_length(z, x);
    let Some(mut limb) = x.0.first().map(Cell::get) else { return 0 };
    let out = if s == 0 { 0 } else { limb << (64 - s) };
    for i in 0..x.len() {
        let above = if i + 1 < x.len() { x.get(i + 1) } else { 0 };
        z.set(i, if s == 0 { limb } else { limb >> s | above << (64 - s) });
        limb = above;
    }
    out
}

/// How x and y compare, as numbers without leading zeros, and how many limbs were looked at.
pub fn compare(x: &[u64], y: &[u64]) -> (Ordering, usize) {
    let mut order = x.len().cmp(&y.len());
    let mut i = x.len();
    while order.is_eq() && i > 0 {
        i -= 1;
        order = x[i].cmp(&y[i]);
    }
    (order, x.len() - i)
}

/// z = f(x, y), limb by limb. The slices are of one length.
#[inline]
pub fn combine(z: Limbs<'_>, x: Limbs<'_>, y: Limbs<'_>, f: impl Fn(u64, u64) -> u64) {
    for ((z, x), y) in z.0.iter().zip(x.0).zip(y.0) {
        z.set(f(x.get(), y.get()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Memory of limbs, and what a test does with them.
    pub(super) fn with<R>(limbs: &[u64], f: impl FnOnce(Limbs<'_>) -> R) -> (Vec<u64>, R) {
        let mut limbs = limbs.to_vec();
        let result = f(Limbs::new(Cell::from_mut(&mut limbs[..]).as_slice_of_cells()));
        (limbs, result)
    }

    #[test]
    fn sums_and_differences_in_place() {
        let (limbs, carry) = with(&[u64::MAX, u64::MAX, 1], |x| with(&[1], |y| add(x, x, y)).1);
        assert_eq!((limbs, carry), (vec![0, 0, 2], false));
        let (limbs, carry) = with(&[u64::MAX, u64::MAX], |x| add(x, x, x));
        assert_eq!((limbs, carry), (vec![u64::MAX - 1, u64::MAX], true));
        let (limbs, borrow) = with(&[0, 0, 2], |x| with(&[1], |y| subtract(x, x, y)).1);
        assert_eq!((limbs, borrow), (vec![u64::MAX, u64::MAX, 1], false));
        assert!(with(&[0, 0], |x| with(&[1], |y| subtract(x, x, y)).1).1);
    }

    #[test]
    fn shifts_within_the_same_memory() {
        let up = |s| with(&[1 << 63 | 1, 5, 0], |m| shift_left(Limbs(&m.0[1..]), Limbs(&m.0[..2]), s));
        assert_eq!(up(0), (vec![1 << 63 | 1, 1 << 63 | 1, 5], 0));
        assert_eq!(up(1), (vec![1 << 63 | 1, 2, 11], 0));
        assert_eq!(up(62), (vec![1 << 63 | 1, 1 << 62, 1 << 62 | 1 << 61], 1));
        let down = |s| with(&[0, 3, 5], |m| shift_right(Limbs(&m.0[..2]), Limbs(&m.0[1..]), s));
        assert_eq!(down(1), (vec![1 << 63 | 1, 2, 5], 1 << 63));
        assert_eq!(with(&[], |x| shift_left(x, x, 3)).1, 0);
    }

    #[test]
    fn order_and_bits() {
        assert_eq!(compare(&[1, 2], &[9]), (Ordering::Greater, 0));
        assert_eq!(compare(&[1, 2, 3], &[9, 1, 3]), (Ordering::Greater, 2));
        assert_eq!(compare(&[1, 2], &[1, 2]), (Ordering::Equal, 2));
        let (limbs, ()) = with(&[12, 7], |x| with(&[10, 1], |y| combine(x, x, y, |a, b| a & !b)).1);
        assert_eq!(limbs, [4, 6]);
    }
}
