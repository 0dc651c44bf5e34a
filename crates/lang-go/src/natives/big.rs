//! Package `math/big`: loops over the limbs of natural numbers, least significant first, in guest memory. Go code in
//! `std/` allocates what is written, and cuts long operands into pieces, so that no call here is long.
//!
//! Operands may be the same memory as the result, as Go's are, so limbs go one by one; where they may not, it says so.

mod convert;
mod divide;
mod multiply;

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("math/big.addVV", Native::Light(add)),
    ("math/big.subVV", Native::Light(subtract)),
    ("math/big.mulAddVW", Native::Light(multiply::by_word)),
    ("math/big.addMulVW", Native::Light(multiply::add_by_word)),
    ("math/big.mulVV", Native::Heavy(multiply::mul)),
    ("math/big.montgomery", Native::Heavy(multiply::montgomery)),
    ("math/big.divVW", Native::Light(divide::by_word)),
    ("math/big.divVV", Native::Heavy(divide::div)),
    ("math/big.lehmer", Native::Light(divide::lehmer)),
    ("math/big.lehmerUpdate", Native::Light(divide::lehmer_update)),
    ("math/big.shlVU", Native::Light(shift_left)),
    ("math/big.shrVU", Native::Light(shift_right)),
    ("math/big.cmpVV", Native::Light(compare)),
    ("math/big.bitVV", Native::Light(bit_operation)),
    ("math/big.digits", Native::Heavy(convert::digits)),
    ("math/big.fromDigits", Native::Heavy(convert::from_digits)),
    ("math/big.toBytes", Native::Light(convert::to_bytes)),
    ("math/big.fromBytes", Native::Light(convert::from_bytes)),
];

/// A slice of limbs in guest memory.
#[derive(Clone, Copy)]
struct Limbs {
    at: u64,
    len: usize,
}

impl Limbs {
    /// The slice whose three components start at argument `n`.
    fn of(call: &Call<'_>, n: usize) -> Limbs {
        Limbs { at: call.word(n), len: call.int(n + 1).max(0) as usize }
    }

    #[inline(always)]
    fn get(self, call: &Call<'_>, i: usize) -> u64 {
        debug_assert!(i < self.len);
        call.load_word(self.at, i)
    }

    #[inline(always)]
    fn set(self, call: &mut Call<'_>, i: usize, limb: u64) {
        debug_assert!(i < self.len);
        call.view_mut(self.at + 8 * i as u64, 8).copy_from_slice(&limb.to_le_bytes());
    }

    fn load(self, call: &Call<'_>) -> Vec<u64> {
        (0..self.len).map(|i| self.get(call, i)).collect()
    }

    fn store(self, call: &mut Call<'_>, limbs: &[u64]) {
        limbs.iter().enumerate().for_each(|(i, limb)| self.set(call, i, *limb));
    }
}

/// Gas for a loop that is linear in limbs.
fn charge(call: &mut Call<'_>, limbs: usize) {
    call.charge_bytes(8 * limbs);
}

/// Gas for products of limbs.
fn charge_products(call: &mut Call<'_>, products: usize) {
    call.vm.charge((products / 4) as i64);
}

/// `(z, x, y nat) Word`: z = x + y, and the carry. z is as long as x, and y not longer.
fn add(call: &mut Call<'_>) -> Answer {
    let (z, x, y) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6));
    charge(call, x.len);
    let mut carry = false;
    for i in 0..y.len {
        let (sum, c) = x.get(call, i).carrying_add(y.get(call, i), carry);
        z.set(call, i, sum);
        carry = c;
    }
    for i in y.len..x.len {
        let (sum, c) = x.get(call, i).overflowing_add(u64::from(carry));
        z.set(call, i, sum);
        carry = c;
    }
    call.ret(0, u64::from(carry));
    Ok(())
}

/// `(z, x, y nat) Word`: z = x - y, and the borrow. Lengths as for addition.
fn subtract(call: &mut Call<'_>) -> Answer {
    let (z, x, y) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6));
    charge(call, x.len);
    let mut borrow = false;
    for i in 0..y.len {
        let (difference, b) = x.get(call, i).borrowing_sub(y.get(call, i), borrow);
        z.set(call, i, difference);
        borrow = b;
    }
    for i in y.len..x.len {
        let (difference, b) = x.get(call, i).overflowing_sub(u64::from(borrow));
        z.set(call, i, difference);
        borrow = b;
    }
    call.ret(0, u64::from(borrow));
    Ok(())
}

/// `(z, x nat, s uint) Word`: z = x << s for s below 64, and what was shifted out. The slices are of one length; z may
/// start above x in the same memory.
fn shift_left(call: &mut Call<'_>) -> Answer {
    let (z, x, s) = (Limbs::of(call, 0), Limbs::of(call, 3), call.word(6) as u32 & 63);
    charge(call, x.len);
    let mut out = 0;
    if x.len > 0 {
        let mut limb = x.get(call, x.len - 1);
        out = if s == 0 { 0 } else { limb >> (64 - s) };
        for i in (0..x.len).rev() {
            let below = if i > 0 { x.get(call, i - 1) } else { 0 };
            z.set(call, i, if s == 0 { limb } else { limb << s | below >> (64 - s) });
            limb = below;
        }
    }
    call.ret(0, out);
    Ok(())
}

/// `(z, x nat, s uint) Word`: z = x >> s for s below 64, and what was shifted out. The slices are of one length; z may
/// start below x in the same memory.
fn shift_right(call: &mut Call<'_>) -> Answer {
    let (z, x, s) = (Limbs::of(call, 0), Limbs::of(call, 3), call.word(6) as u32 & 63);
    charge(call, x.len);
    let mut out = 0;
    if x.len > 0 {
        let mut limb = x.get(call, 0);
        out = if s == 0 { 0 } else { limb << (64 - s) };
        for i in 0..x.len {
            let above = if i + 1 < x.len { x.get(call, i + 1) } else { 0 };
            z.set(call, i, if s == 0 { limb } else { limb >> s | above << (64 - s) });
            limb = above;
        }
    }
    call.ret(0, out);
    Ok(())
}

/// `(x, y nat) int`: numbers without leading zeros.
fn compare(call: &mut Call<'_>) -> Answer {
    let (x, y) = (Limbs::of(call, 0), Limbs::of(call, 3));
    let mut order = x.len.cmp(&y.len);
    let mut i = x.len;
    while order.is_eq() && i > 0 {
        i -= 1;
        order = x.get(call, i).cmp(&y.get(call, i));
    }
    charge(call, x.len.saturating_sub(i));
    call.ret_int(0, order as i64);
    Ok(())
}

/// `(z, x, y nat, form int)`: 0 and, 1 or, 2 xor, 3 and not. The slices are of one length.
fn bit_operation(call: &mut Call<'_>) -> Answer {
    let (z, x, y, form) = (Limbs::of(call, 0), Limbs::of(call, 3), Limbs::of(call, 6), call.int(9));
    charge(call, z.len);
    for i in 0..z.len {
        let (a, b) = (x.get(call, i), y.get(call, i));
        let limb = match form {
            0 => a & b,
            1 => a | b,
            2 => a ^ b,
            _ => a & !b,
        };
        z.set(call, i, limb);
    }
    Ok(())
}
