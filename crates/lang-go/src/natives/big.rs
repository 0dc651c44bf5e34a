//! Package `math/big`: loops over the limbs of natural numbers in guest memory, by the kernels. Go code in `std/`
//! allocates what is written, and cuts long operands into pieces, so that no call here is long.

use purlin_kernels::big::{self as kernel, Lehmer, Limbs};
use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("math/big.addVV", Native::Light(|call| sum(call, kernel::add))),
    ("math/big.subVV", Native::Light(|call| sum(call, kernel::subtract))),
    ("math/big.mulAddVW", Native::Light(mul_by_word)),
    ("math/big.addMulVW", Native::Light(add_mul_by_word)),
    ("math/big.mulVV", Native::Heavy(mul)),
    ("math/big.montgomery", Native::Heavy(montgomery)),
    ("math/big.divVW", Native::Light(div_by_word)),
    ("math/big.divVV", Native::Heavy(div)),
    ("math/big.lehmer", Native::Light(lehmer)),
    ("math/big.lehmerUpdate", Native::Light(lehmer_update)),
    ("math/big.shlVU", Native::Light(|call| shift(call, kernel::shift_left))),
    ("math/big.shrVU", Native::Light(|call| shift(call, kernel::shift_right))),
    ("math/big.cmpVV", Native::Light(compare)),
    ("math/big.bitVV", Native::Light(bit_operation)),
    ("math/big.digits", Native::Heavy(digits)),
    ("math/big.fromDigits", Native::Heavy(from_digits)),
    ("math/big.toBytes", Native::Light(to_bytes)),
    ("math/big.fromBytes", Native::Light(from_bytes)),
];

/// The slice of limbs whose three components start at argument `n`.
fn limbs<'a>(call: &mut Call<'a>, n: usize) -> Limbs<'a> {
    let (at, len) = (call.word(n), call.int(n + 1).max(0) as usize);
    if len == 0 { Limbs::default() } else { Limbs::of_bytes(call.view_mut(at, 8 * len)) }
}

/// Gas for a loop that is linear in limbs.
fn charge(call: &mut Call<'_>, limbs: usize) {
    call.charge_bytes(8 * limbs);
}

/// Gas for products of limbs.
fn charge_products(call: &mut Call<'_>, products: usize) {
    call.vm.charge((products / 4) as i64);
}

/// `(z, x, y nat) Word`: the sum or difference of x and y, and the carry or borrow. z is as long as x, and y not longer.
fn sum(call: &mut Call<'_>, f: impl Fn(Limbs<'_>, Limbs<'_>, Limbs<'_>) -> bool) -> Answer {
    let [z, x, y] = [0, 3, 6].map(|n| limbs(call, n));
    charge(call, x.len());
    let carry = f(z, x, y);
    call.ret(0, u64::from(carry));
    Ok(())
}

/// `(z, x nat, y, r Word) Word`: z = x y + r, and the carry. z and x are of one length.
fn mul_by_word(call: &mut Call<'_>) -> Answer {
    let [z, x] = [0, 3].map(|n| limbs(call, n));
    charge(call, x.len());
    let carry = kernel::mul_by_limb(z, x, call.word(6), call.word(7));
    call.ret(0, carry);
    Ok(())
}

/// `(z, x nat, y Word) Word`: z += x y, and the carry. z is as long as x.
fn add_mul_by_word(call: &mut Call<'_>) -> Answer {
    let [z, x] = [0, 3].map(|n| limbs(call, n));
    charge(call, 2 * x.len());
    let carry = kernel::add_mul_by_limb(z, x, call.word(6));
    call.ret(0, carry);
    Ok(())
}

/// `(z, x, y nat)`: z = x y. x is at least as long as y, z as both; it is other memory than they.
fn mul(call: &mut Call<'_>) -> Answer {
    let [z, x, y] = [0, 3, 6].map(|n| limbs(call, n));
    charge_products(call, kernel::products(x.len(), y.len()));
    kernel::mul(z, x, y);
    Ok(())
}

/// `(z, x, y, m nat, k Word)`: z = x y / 2^(64 n) modulo m, where all have n limbs and k is -1 / m modulo 2^64.
fn montgomery(call: &mut Call<'_>) -> Answer {
    let [z, x, y, m] = [0, 3, 6, 9].map(|n| limbs(call, n));
    charge_products(call, 2 * m.len() * m.len() + m.len());
    kernel::montgomery(z, x, y, m, call.word(12));
    Ok(())
}

/// `(z, x nat, y Word) Word`: z = x / y, and the remainder. The slices are of one length; y is not 0.
fn div_by_word(call: &mut Call<'_>) -> Answer {
    let [z, x] = [0, 3].map(|n| limbs(call, n));
    charge(call, 4 * x.len());
    let remainder = kernel::div_by_limb(z, x, call.word(6).max(1));
    call.ret(0, remainder);
    Ok(())
}

/// `(q, u, v nat)`: u becomes u modulo v, and q the quotient, as many limbs as u has more than v. The highest bit of v is
/// set, and the upper limbs of u are less than v.
///
/// Where v has one limb, it is the highest of a longer number, as u is the upper part of one (`divideBlock` in
/// `nat.go`): the limb below each makes the guess better, so fewer corrections follow, which gas counts.
fn div(call: &mut Call<'_>) -> Answer {
    let [q, u, v] = [0, 3, 6].map(|n| limbs(call, n));
    charge_products(call, q.len() * (v.len() + 8) + v.len());
    if v.len() == 1 {
        let [u, v] = [(3, u), (6, v)].map(|(n, upper)| {
            let at = call.word(n) - 8;
            Limbs::of_bytes(call.view_mut(at, 8 * (1 + upper.len())))
        });
        kernel::div_by_upper(q, u, v);
    } else {
        kernel::div(q, u, v);
    }
    Ok(())
}

/// `(x, y nat) (u0, u1, v0, v1 Word, even bool)`: steps of Euclid's algorithm. x >= y, both of two limbs at least.
fn lehmer(call: &mut Call<'_>) -> Answer {
    let [x, y] = [0, 3].map(|n| limbs(call, n));
    call.vm.charge(100);
    let Lehmer { u, v, even } = kernel::lehmer(x, y);
    call.ret(0, u[0]);
    call.ret(1, u[1]);
    call.ret(2, v[0]);
    call.ret(3, v[1]);
    call.ret_bool(4, even);
    Ok(())
}

/// `(x, y nat, u0, u1, v0, v1 Word, even bool)`: takes the steps. The slices are of one length.
fn lehmer_update(call: &mut Call<'_>) -> Answer {
    let [x, y] = [0, 3].map(|n| limbs(call, n));
    let [u0, u1, v0, v1] = [6, 7, 8, 9].map(|n| call.word(n));
    charge_products(call, 4 * x.len());
    kernel::lehmer_update(x, y, Lehmer { u: [u0, u1], v: [v0, v1], even: call.bool(10) });
    Ok(())
}

/// `(z, x nat, s uint) Word`: x shifted by s, which is below 64, and what was shifted out. The slices are of one length.
fn shift(call: &mut Call<'_>, f: impl Fn(Limbs<'_>, Limbs<'_>, u32) -> u64) -> Answer {
    let [z, x] = [0, 3].map(|n| limbs(call, n));
    charge(call, x.len());
    let out = f(z, x, call.word(6) as u32);
    call.ret(0, out);
    Ok(())
}

/// `(x, y nat) int`: numbers without leading zeros.
fn compare(call: &mut Call<'_>) -> Answer {
    let [x, y] = [0, 3].map(|n| limbs(call, n));
    let (order, compared) = kernel::compare(x, y);
    charge(call, compared);
    call.ret_int(0, order as i64);
    Ok(())
}

/// `(z, x, y nat, form int)`: 0 and, 1 or, 2 xor, 3 and not. The slices are of one length.
fn bit_operation(call: &mut Call<'_>) -> Answer {
    let [z, x, y] = [0, 3, 6].map(|n| limbs(call, n));
    charge(call, z.len());
    match call.int(9) {
        0 => kernel::combine(z, x, y, |a, b| a & b),
        1 => kernel::combine(z, x, y, |a, b| a | b),
        2 => kernel::combine(z, x, y, |a, b| a ^ b),
        _ => kernel::combine(z, x, y, |a, b| a & !b),
    }
    Ok(())
}

/// `(dst []byte, x nat, base int)`: the lowest digits, as many as dst has room for, with leading zeros.
fn digits(call: &mut Call<'_>) -> Answer {
    let (dst, x, base) = (call.bytes_mut(0), limbs(call, 3), call.word(6).clamp(2, 62));
    if base.is_power_of_two() {
        charge(call, 4 * dst.len());
    } else {
        charge_products(call, 4 * dst.len() + 8 * x.len() * x.len());
    }
    kernel::digits(dst, x, base);
    Ok(())
}

/// `(z nat, digits []byte, base int) int`: the number that digits are, which must fit; the number of limbs.
fn from_digits(call: &mut Call<'_>) -> Answer {
    let (z, digits, base) = (limbs(call, 0), call.bytes(3), call.word(6));
    let most = digits.len() / kernel::digits_per_limb(base) + 1;
    charge_products(call, 4 * digits.len() + most * most);
    let len = kernel::from_digits(z, digits, base);
    call.ret_int(0, len as i64);
    Ok(())
}

/// `(dst []byte, x nat)`: the lowest bytes, highest first.
fn to_bytes(call: &mut Call<'_>) -> Answer {
    let (dst, x) = (call.bytes_mut(0), limbs(call, 3));
    call.charge_bytes(4 * dst.len());
    kernel::to_bytes(dst, x);
    Ok(())
}

/// `(z nat, src []byte)`: from bytes, highest first; z has room for all.
fn from_bytes(call: &mut Call<'_>) -> Answer {
    let (z, src) = (limbs(call, 0), call.bytes(3));
    call.charge_bytes(2 * src.len());
    kernel::from_bytes(z, src);
    Ok(())
}
