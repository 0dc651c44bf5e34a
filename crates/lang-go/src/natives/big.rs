//! Package `math/big`: loops over the limbs of natural numbers in guest memory, by the kernels. Go code in
//! `std/` allocates what is written, and cuts long operands into pieces, so that no call here is long.

use purlin_base::gas;
use purlin_kernels::big::{self as kernel, Lehmer, Limbs};
use purlin_runtime::native::{Answer, Caller, Slice, SliceRef, Stop};
use purlin_runtime::natives;

natives! {
    /// Natural numbers: a `nat` is a slice of limbs, least significant first.
    pub(super) BIG in "math/big" {
        /// Sets z to x + y, and gives the carry. z is as long as x, and y not longer.
        light "addVV"(z: Slice<u64>, x: Slice<u64>, y: Slice<u64>) -> (u64) = add; [READS WRITES] "1 a 2 limbs";
        /// Sets z to x - y, and gives the borrow. z is as long as x, and y not longer.
        light "subVV"(z: Slice<u64>, x: Slice<u64>, y: Slice<u64>) -> (u64) = subtract; [READS WRITES] "1 a 2 limbs";
        /// Sets z to x y + r, and gives the carry. z and x are of one length.
        light "mulAddVW"(z: Slice<u64>, x: Slice<u64>, y: u64, r: u64) -> (u64) = mul_by_limb;
            [READS WRITES] "1 a 2 limbs";
        /// Adds x y to z, and gives the carry. z is as long as x.
        light "addMulVW"(z: Slice<u64>, x: Slice<u64>, y: u64) -> (u64) = add_mul_by_limb; [READS WRITES] "1 a limb";
        /// Sets z to x y. x is at least as long as y, z as both; z shares no memory with them.
        heavy "mulVV"(z: Slice<u64>, x: Slice<u64>, y: Slice<u64>) = mul; [READS WRITES] "1 a 4 products of limbs";
        /// Sets z to x y / 2^(64 n) modulo m, where all have n limbs and k is -1 / m modulo 2^64.
        heavy "montgomery"(z: Slice<u64>, x: Slice<u64>, y: Slice<u64>, m: Slice<u64>, k: u64) = montgomery;
            [READS WRITES] "1 a 4 products of limbs";
        /// Sets z to x / y, and gives the remainder. The slices are of one length; y is not 0.
        light "divVW"(z: Slice<u64>, x: Slice<u64>, y: u64) -> (u64) = div_by_limb; [READS WRITES] "2 a limb";
        /// Sets u to u modulo v, and q to the quotient, as many limbs as u has more than v. The highest bit
        /// of v is set, it has two limbs at least, and the upper limbs of u are less than v.
        heavy "divVV"(q: Slice<u64>, u: Slice<u64>, v: Slice<u64>) = div; [READS WRITES] "1 a 4 products of limbs";
        /// The steps of Euclid's algorithm that the highest limbs tell, as a matrix. x >= y, both of two
        /// limbs at least.
        light "lehmer"(x: Slice<u64>, y: Slice<u64>) -> (u64, u64, u64, u64, bool) = lehmer; [READS] "100 units";
        /// Takes these steps. The slices are of one length, and share no memory.
        light "lehmerUpdate"(x: Slice<u64>, y: Slice<u64>, u0: u64, u1: u64, v0: u64, v1: u64, even: bool)
            = lehmer_update; [READS WRITES] "1 a limb";
        /// Sets z to x shifted up by s, which is below 64, and gives what was shifted out. The slices are of
        /// one length.
        light "shlVU"(z: Slice<u64>, x: Slice<u64>, s: u64) -> (u64) = shift_left; [READS WRITES] "1 a 2 limbs";
        /// Sets z to x shifted down by s, which is below 64, and gives what was shifted out. The slices are
        /// of one length.
        light "shrVU"(z: Slice<u64>, x: Slice<u64>, s: u64) -> (u64) = shift_right; [READS WRITES] "1 a 2 limbs";
        /// Below 0, 0 or above 0 as x is less than y, equal or greater; both are without leading zeros.
        light "cmpVV"(x: Slice<u64>, y: Slice<u64>) -> (i64) = compare; [READS] "1 a 2 limbs compared";
        /// Sets z to x and y (form 0), or (1), exclusive or (2), and not (3). The slices are of one length.
        light "bitVV"(z: Slice<u64>, x: Slice<u64>, y: Slice<u64>, form: i64) = bit_operation;
            [READS WRITES] "1 a 2 limbs";
        /// Writes the lowest digits, as many as `text` has room for, with leading zeros.
        heavy "digits"(text: Slice<u8>, x: Slice<u64>, base: i64) = digits;
            [READS WRITES] "1 a digit and 2 a product of limbs; 2 a digit where the base is a power of 2";
        /// Sets z to the number that digits are, which must fit, and gives the number of its limbs.
        heavy "fromDigits"(z: Slice<u64>, digits: Slice<u8>, base: i64) -> (i64) = from_digits;
            [READS WRITES] "1 a digit, 1 a 4 products of limbs";
        /// Writes the lowest bytes, highest first.
        light "toBytes"(bytes: Slice<u8>, x: Slice<u64>) = to_bytes; [READS WRITES] "1 a 4 bytes";
        /// Sets z to the number that bytes are, highest first; z has room for all.
        light "fromBytes"(z: Slice<u64>, bytes: Slice<u8>) = from_bytes; [READS WRITES] "1 an 8 bytes";
    }
}

/// A slice of limbs, least significant first.
type Nat<'c> = SliceRef<'c, u64>;

/// Numbers that may share memory, of which some are written.
#[inline]
fn limbs<'a, 'c, const N: usize>(caller: &'a mut Caller<'c>, numbers: [Nat<'c>; N]) -> [Limbs<'a>; N] {
    caller.cells(numbers).map(Limbs::new)
}

/// Gas for a loop that is linear in limbs.
fn charge(caller: &Caller<'_>, limbs: usize) {
    caller.charge_bytes(8 * limbs);
}

/// Gas for products of limbs.
fn charge_products(caller: &Caller<'_>, products: usize) {
    caller.charge(gas::limb_products(products as u64));
}

fn add<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: Nat<'c>) -> Result<u64, Stop> {
    charge(caller, x.len());
    let [z, x, y] = limbs(caller, [z, x, y]);
    Ok(u64::from(kernel::add(z, x, y)))
}

fn subtract<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: Nat<'c>) -> Result<u64, Stop> {
    charge(caller, x.len());
    let [z, x, y] = limbs(caller, [z, x, y]);
    Ok(u64::from(kernel::subtract(z, x, y)))
}

fn mul_by_limb<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: u64, r: u64) -> Result<u64, Stop> {
    charge(caller, x.len());
    let [z, x] = limbs(caller, [z, x]);
    Ok(kernel::mul_by_limb(z, x, y, r))
}

fn add_mul_by_limb<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: u64) -> Result<u64, Stop> {
    charge(caller, 2 * x.len());
    let [z, x] = limbs(caller, [z, x]);
    Ok(kernel::add_mul_by_limb(z, x, y))
}

fn mul<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: Nat<'c>) -> Answer {
    charge_products(caller, kernel::products(x.len(), y.len()));
    let [z, x, y] = limbs(caller, [z, x, y]);
    kernel::mul(z, x, y);
    Ok(())
}

fn montgomery<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: Nat<'c>, m: Nat<'c>, k: u64) -> Answer {
    charge_products(caller, 2 * m.len() * m.len() + m.len());
    let [z, x, y, m] = limbs(caller, [z, x, y, m]);
    kernel::montgomery(z, x, y, m, k);
    Ok(())
}

fn div_by_limb<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: u64) -> Result<u64, Stop> {
    charge(caller, 4 * x.len());
    let [z, x] = limbs(caller, [z, x]);
    Ok(kernel::div_by_limb(z, x, y.max(1)))
}

fn div<'c>(caller: &mut Caller<'c>, q: Nat<'c>, u: Nat<'c>, v: Nat<'c>) -> Answer {
    charge_products(caller, q.len() * (v.len() + 8) + v.len());
    if v.len() == 1
        && let (Some(longer_u), Some(longer_v)) = (caller.with_one_before(u), caller.with_one_before(v))
    {
        // The highest limb of a longer number, as u is the upper part of one (`divideBlock` in `nat.go`): the
        // limb below each makes the guess better, so fewer corrections follow, which gas counts.
        let [q, u, v] = limbs(caller, [q, longer_u, longer_v]);
        kernel::div_by_upper(q, u, v);
        return Ok(());
    }
    let [q, u, v] = limbs(caller, [q, u, v]);
    kernel::div(q, u, v);
    Ok(())
}

fn lehmer<'c>(caller: &mut Caller<'c>, x: Nat<'c>, y: Nat<'c>) -> Result<(u64, u64, u64, u64, bool), Stop> {
    caller.charge(gas::LEHMER);
    let Lehmer { u, v, even } = kernel::lehmer(caller.slice(x), caller.slice(y));
    Ok((u[0], u[1], v[0], v[1], even))
}

fn lehmer_update<'c>(
    caller: &mut Caller<'c>,
    x: Nat<'c>,
    y: Nat<'c>,
    u0: u64,
    u1: u64,
    v0: u64,
    v1: u64,
    even: bool,
) -> Answer {
    charge_products(caller, 4 * x.len());
    let [x, y] = limbs(caller, [x, y]);
    kernel::lehmer_update(x, y, Lehmer { u: [u0, u1], v: [v0, v1], even });
    Ok(())
}

fn shift_left<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, s: u64) -> Result<u64, Stop> {
    charge(caller, x.len());
    let [z, x] = limbs(caller, [z, x]);
    Ok(kernel::shift_left(z, x, s as u32))
}

fn shift_right<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, s: u64) -> Result<u64, Stop> {
    charge(caller, x.len());
    let [z, x] = limbs(caller, [z, x]);
    Ok(kernel::shift_right(z, x, s as u32))
}

fn compare<'c>(caller: &mut Caller<'c>, x: Nat<'c>, y: Nat<'c>) -> Result<i64, Stop> {
    let (order, compared) = kernel::compare(caller.slice(x), caller.slice(y));
    charge(caller, compared);
    Ok(order as i64)
}

fn bit_operation<'c>(caller: &mut Caller<'c>, z: Nat<'c>, x: Nat<'c>, y: Nat<'c>, form: i64) -> Answer {
    charge(caller, z.len());
    let [z, x, y] = limbs(caller, [z, x, y]);
    match form {
        0 => kernel::combine(z, x, y, |a, b| a & b),
        1 => kernel::combine(z, x, y, |a, b| a | b),
        2 => kernel::combine(z, x, y, |a, b| a ^ b),
        _ => kernel::combine(z, x, y, |a, b| a & !b),
    }
    Ok(())
}

fn digits<'c>(caller: &mut Caller<'c>, text: SliceRef<'c, u8>, x: Nat<'c>, base: i64) -> Answer {
    // A negative base counts as a large one.
    let base = (base as u64).clamp(2, 62);
    if base.is_power_of_two() {
        charge(caller, 4 * text.len());
    } else {
        charge_products(caller, 4 * text.len() + 8 * x.len() * x.len());
    }
    caller.write_from(text, x, |text, x| kernel::digits(text, x, base));
    Ok(())
}

fn from_digits<'c>(
    caller: &mut Caller<'c>,
    z: Nat<'c>,
    digits: SliceRef<'c, u8>,
    base: i64,
) -> Result<i64, Stop> {
    let base = base as u64;
    let most = digits.len() / kernel::digits_per_limb(base) + 1;
    charge_products(caller, 4 * digits.len() + most * most);
    Ok(caller.write_from(z, digits, |z, digits| kernel::from_digits(z, digits, base)) as i64)
}

fn to_bytes<'c>(caller: &mut Caller<'c>, bytes: SliceRef<'c, u8>, x: Nat<'c>) -> Answer {
    caller.charge_bytes(4 * bytes.len());
    caller.write_from(bytes, x, kernel::to_bytes);
    Ok(())
}

fn from_bytes<'c>(caller: &mut Caller<'c>, z: Nat<'c>, bytes: SliceRef<'c, u8>) -> Answer {
    caller.charge_bytes(2 * bytes.len());
    caller.write_from(z, bytes, kernel::from_bytes);
    Ok(())
}
