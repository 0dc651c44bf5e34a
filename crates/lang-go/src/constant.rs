//! Exact constants: booleans, strings, integers, reals and complex numbers, as Go's constant expressions
//! need.
//!
//! Integers grow without limit here; the checker stops them at 512 bits. Reals are rationals while these are
//! small, and then binary floats with a mantissa of 512 bits, as in Go's compiler, so no operation takes more
//! memory than its operands are long. Knows nothing of syntax; of types it knows only the basic ones.

mod int;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

pub(crate) use self::int::Int;
use crate::ast::{BinaryOp, UnaryOp};
use crate::types::Basic;

/// Rationals whose parts are longer than this become floats.
const RAT_BITS: u64 = 4096;
/// Mantissa of a float.
const PREC: u64 = 512;
/// Exponents of floats stay in the range of 32 bits, as in Go's compiler.
const MAX_EXP: i64 = i32::MAX as i64;

/// A real number.
#[derive(Clone, Debug)]
pub(crate) enum Real {
    Rat(BigRational),
    /// `mant * 2^exp`; the mantissa is odd and has at most [`PREC`] bits.
    Big {
        mant: BigInt,
        exp: i64,
    },
}

fn shift_left(x: &BigInt, n: i64) -> BigInt {
    if n >= 0 { x << n as u64 } else { x >> n.unsigned_abs() }
}

/// Rounds `mant * 2^exp` (with `sticky`: a bit more) to `prec` bits, half to even.
fn round_mant(mant: BigInt, exp: i64, prec: u64, sticky: bool) -> (BigInt, i64) {
    let bits = mant.bits();
    if bits <= prec {
        return (mant, exp);
    }
    let drop = bits - prec;
    let (sign, mag) = mant.into_parts();
    let mut q = &mag >> drop;
    let half = mag.bit(drop - 1);
    let rest = sticky || mag.trailing_zeros().unwrap_or(0) < drop - 1;
    if half && (rest || q.bit(0)) {
        q += 1u32;
    }
    (BigInt::from_biguint(sign, q), exp + drop as i64)
}

impl Real {
    fn zero() -> Real {
        Real::Rat(BigRational::zero())
    }

    pub(crate) fn from_int(n: BigInt) -> Real {
        Real::rat(BigRational::from_integer(n)).unwrap_or_else(Real::zero)
    }

    /// `None` if `x` is not finite.
    pub(crate) fn from_f64(x: f64) -> Option<Real> {
        if !x.is_finite() {
            return None;
        }
        let bits = x.to_bits();
        let raw = (bits >> 52 & 0x7ff) as i64;
        let frac = bits & ((1 << 52) - 1);
        let (mant, exp) = if raw == 0 { (frac, -1074) } else { (frac | 1 << 52, raw - 1075) };
        let mant = BigInt::from(mant);
        Real::big(if x < 0.0 { -mant } else { mant }, exp)
    }

    /// A rational, made a float if it is long. `None` if it is out of range.
    fn rat(r: BigRational) -> Option<Real> {
        if r.numer().bits() <= RAT_BITS && r.denom().bits() <= RAT_BITS {
            return Some(Real::Rat(r));
        }
        let (mant, exp) = ratio_mant(&r, PREC + 2);
        let (mant, exp) = round_mant(mant, exp, PREC, false);
        Real::big(mant, exp)
    }

    /// `mant * 2^exp`, as a rational if that is short. Too small becomes zero, too large `None`.
    fn big(mant: BigInt, exp: i64) -> Option<Real> {
        let (mut mant, mut exp) = round_mant(mant, exp, PREC, false);
        let Some(zeros) = mant.trailing_zeros() else { return Some(Real::zero()) };
        mant >>= zeros;
        exp = exp.saturating_add(zeros as i64);
        let top = exp.saturating_add(mant.bits() as i64);
        if top > MAX_EXP {
            return None;
        }
        if top < -MAX_EXP {
            return Some(Real::zero());
        }
        if (0..RAT_BITS as i64).contains(&exp) && top < RAT_BITS as i64 {
            return Some(Real::Rat(BigRational::from_integer(mant << exp as u64)));
        }
        if exp < 0 && -exp < RAT_BITS as i64 {
            return Some(Real::Rat(BigRational::new(mant, BigInt::one() << exp.unsigned_abs())));
        }
        Some(Real::Big { mant, exp })
    }

    /// As a float with a mantissa of about `PREC` bits.
    fn parts(&self) -> (BigInt, i64) {
        match self {
            Real::Big { mant, exp } => (mant.clone(), *exp),
            Real::Rat(r) => {
                let (mant, exp) = ratio_mant(r, PREC + 2);
                round_mant(mant, exp, PREC, false)
            }
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Real::Rat(r) if r.is_zero())
    }

    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Real::Rat(r) => r.is_negative(),
            Real::Big { mant, .. } => mant.is_negative(),
        }
    }

    fn neg(&self) -> Real {
        match self {
            Real::Rat(r) => Real::Rat(-r.clone()),
            Real::Big { mant, exp } => Real::Big { mant: -mant.clone(), exp: *exp },
        }
    }

    fn add(&self, other: &Real) -> Option<Real> {
        if let (Real::Rat(a), Real::Rat(b)) = (self, other) {
            return Real::rat(a + b);
        }
        let ((am, ae), (bm, be)) = (self.parts(), other.parts());
        if am.is_zero() {
            return Some(other.clone());
        }
        if bm.is_zero() {
            return Some(self.clone());
        }
        // Too far apart for the smaller to be seen.
        let (at, bt) = (ae + am.bits() as i64, be + bm.bits() as i64);
        if (at - bt).unsigned_abs() > 2 * PREC {
            return Some(if at > bt { self.clone() } else { other.clone() });
        }
        let exp = ae.min(be);
        Real::big(shift_left(&am, ae - exp) + shift_left(&bm, be - exp), exp)
    }

    fn mul(&self, other: &Real) -> Option<Real> {
        if let (Real::Rat(a), Real::Rat(b)) = (self, other) {
            return Real::rat(a * b);
        }
        let ((am, ae), (bm, be)) = (self.parts(), other.parts());
        Real::big(am * bm, ae.saturating_add(be))
    }

    /// `None` for a zero divisor or an overflow.
    fn div(&self, other: &Real) -> Option<Real> {
        if other.is_zero() {
            return None;
        }
        if let (Real::Rat(a), Real::Rat(b)) = (self, other) {
            return Real::rat(a / b);
        }
        let ((am, ae), (bm, be)) = (self.parts(), other.parts());
        let (mant, exp) = ratio_mant(&BigRational::new(am, bm), PREC + 2);
        Real::big(mant, exp.saturating_add(ae).saturating_sub(be))
    }

    fn compare(&self, other: &Real) -> Ordering {
        if let (Real::Rat(a), Real::Rat(b)) = (self, other) {
            return a.cmp(b);
        }
        let ((am, ae), (bm, be)) = (self.parts(), other.parts());
        match (am.sign(), bm.sign()) {
            (a, b) if a != b => return a.cmp(&b),
            (Sign::NoSign, _) => return Ordering::Equal,
            _ => {}
        }
        let (at, bt) = (ae + am.bits() as i64, be + bm.bits() as i64);
        if at != bt {
            let magnitude = at.cmp(&bt);
            return if am.is_negative() { magnitude.reverse() } else { magnitude };
        }
        let exp = ae.min(be);
        shift_left(&am, ae - exp).cmp(&shift_left(&bm, be - exp))
    }

    /// The integer that this is, if it is one of at most a few thousand bits.
    pub(crate) fn to_int(&self) -> Option<BigInt> {
        match self {
            Real::Rat(r) => r.is_integer().then(|| r.numer().clone()),
            Real::Big { mant, exp } => {
                // Float arithmetic may have missed an integer by its last bits.
                let (mant, exp) = round_mant(mant.clone(), *exp, PREC - 4, false);
                let zeros = mant.trailing_zeros().unwrap_or(0) as i64;
                (exp + zeros >= 0 && exp < RAT_BITS as i64).then(|| shift_left(&mant, exp))
            }
        }
    }

    /// The nearest double; infinite if it is out of range.
    pub(crate) fn to_f64(&self) -> f64 {
        f64::from_bits(self.to_float_bits(53, 11))
    }

    /// The nearest single-precision float; infinite if it is out of range.
    pub(crate) fn to_f32(&self) -> f32 {
        f32::from_bits(self.to_float_bits(24, 8) as u32)
    }

    /// The bits of the nearest IEEE float with `prec` bits of precision, half to even.
    fn to_float_bits(&self, prec: u32, exp_bits: u32) -> u64 {
        let (mant, exp, sticky) = match self {
            Real::Rat(r) => {
                let (m, e) = ratio_mant(r, 80);
                (m, e, false)
            }
            Real::Big { mant, exp } => (mant.clone(), *exp, false),
        };
        let bias = (1i64 << (exp_bits - 1)) - 1;
        let negative = u64::from(mant.is_negative()) << (prec - 1 + exp_bits);
        if mant.is_zero() {
            return 0;
        }
        let top = exp + mant.bits() as i64 - 1;
        let min = 1 - bias;
        let keep = if top >= min { i64::from(prec) } else { i64::from(prec) - (min - top) };
        if keep < 0 {
            return negative;
        }
        let (m, e) = round_to(mant.magnitude(), exp, keep as u64, sticky);
        let Some(m) = m.to_u64().filter(|m| *m != 0) else { return negative };
        let bits = 64 - i64::from(m.leading_zeros());
        let top = e + bits - 1;
        if top > bias {
            return negative | (((1u64 << exp_bits) - 1) << (prec - 1));
        }
        if top < min {
            // Subnormal: units of the last place.
            let unit = min - i64::from(prec) + 1;
            return negative | (m << (e - unit));
        }
        // Rounding up may have carried into one more bit, which is then followed by zeros.
        let m = if bits > i64::from(prec) { m >> 1 } else { m << (i64::from(prec) - bits) };
        let frac = m & ((1u64 << (prec - 1)) - 1);
        negative | ((top + bias) as u64) << (prec - 1) | frac
    }

    /// As messages show it: `%.6g`, and a decimal exponent of its own beyond the range of doubles.
    fn format(&self) -> String {
        let x = self.to_f64();
        if x.is_finite() && (x != 0.0 || self.is_zero()) {
            let text = format_g6(x);
            // What is no integer must not look like one.
            return if !text.contains('.') && self.to_int().is_none() { format_g(x) } else { text };
        }
        let (mant, exp) = self.parts();
        // log10 of the magnitude, from the top 53 bits.
        let bits = mant.bits();
        let head = (mant.magnitude() >> bits.saturating_sub(60)).to_f64().unwrap_or(1.0);
        let log = head.log10() + (exp + bits.saturating_sub(60) as i64) as f64 * std::f64::consts::LOG10_2;
        let mut e = log.floor();
        let mut m = 10f64.powf(log - e);
        if m >= 9.999_995 {
            m = 1.0;
            e += 1.0;
        }
        let sign = if mant.is_negative() { "-" } else { "" };
        format!("{sign}{}e{}{:02}", format_g6(m), if e < 0.0 { '-' } else { '+' }, e.abs() as i64)
    }
}

/// Like [`round_mant`], but down to no bits at all.
fn round_to(mag: &BigUint, exp: i64, prec: u64, sticky: bool) -> (BigUint, i64) {
    let bits = mag.bits();
    if bits <= prec {
        return (mag.clone(), exp);
    }
    let drop = bits - prec;
    let mut q = mag >> drop;
    let half = mag.bit(drop - 1);
    let rest = sticky || mag.trailing_zeros().unwrap_or(0) < drop - 1;
    if half && (rest || q.bit(0)) {
        q += 1u32;
    }
    (q, exp + drop as i64)
}

/// The quotient of `r` with at least `bits` bits as `mant * 2^exp`; a lowest bit of one stands for a
/// remainder.
fn ratio_mant(r: &BigRational, bits: u64) -> (BigInt, i64) {
    let shift = bits as i64 + 2 + r.denom().bits() as i64 - r.numer().bits() as i64;
    let shift = shift.max(0);
    let num: BigInt = r.numer() << shift as u64;
    let q = num.magnitude() / r.denom().magnitude();
    let exact = &q * r.denom().magnitude() == *num.magnitude();
    let q = if exact { q } else { (q << 1u32) | BigUint::one() };
    (BigInt::from_biguint(if q.is_zero() { Sign::NoSign } else { num.sign() }, q), -shift - i64::from(!exact))
}

/// C's `%.6g`.
fn format_g6(x: f64) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let text = format!("{x:.5e}");
    let (mant, exp) = text.split_once('e').unwrap_or((&text, "0"));
    let exp: i32 = exp.parse().unwrap_or(0);
    let trim = |s: &str| {
        if s.contains('.') {
            s.trim_end_matches('0').trim_end_matches('.').to_string()
        } else {
            s.to_string()
        }
    };
    if (-4..6).contains(&exp) {
        return trim(&format!("{x:.*}", (5 - exp) as usize));
    }
    format!("{}e{}{:02}", trim(mant), if exp < 0 { '-' } else { '+' }, exp.abs())
}

/// C's `%g` with as many digits as it takes.
fn format_g(x: f64) -> String {
    let text = format!("{x:e}");
    let (mant, exp) = text.split_once('e').unwrap_or((&text, "0"));
    let exp: i32 = exp.parse().unwrap_or(0);
    if (-4..6).contains(&exp) {
        return format!("{x}");
    }
    format!("{mant}e{}{:02}", if exp < 0 { '-' } else { '+' }, exp.abs())
}

/// A constant value. Arithmetic brings its operands to the larger kind in the order of the variants.
#[derive(Clone, Debug)]
pub(crate) enum Const {
    Bool(bool),
    Str(Arc<[u8]>),
    Int(Int),
    Float(Box<Real>),
    Complex(Box<[Real; 2]>),
}

/// What a constant of a type is told by from the others of that type.
#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    Bool(bool),
    Str(Arc<[u8]>),
    Int(Int),
    /// A real or complex number in digits.
    Other(String),
}

impl PartialEq for Const {
    fn eq(&self, other: &Const) -> bool {
        compare(BinaryOp::Eq, self, other)
    }
}

impl From<i64> for Const {
    fn from(n: i64) -> Const {
        Const::Int(n.into())
    }
}

impl fmt::Display for Const {
    /// As Go's compiler shows it in messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::Bool(b) => write!(f, "{b}"),
            Const::Str(s) => f.write_str(&quote_short(s)),
            Const::Int(n) => write!(f, "{n}"),
            Const::Float(x) => f.write_str(&x.format()),
            Const::Complex(parts) => write!(f, "({} + {}i)", parts[0].format(), parts[1].format()),
        }
    }
}

/// A string in quotes, cut after 72 characters.
fn quote_short(s: &[u8]) -> String {
    let text = quote(s);
    if text.chars().count() <= 72 {
        return text;
    }
    let head: String = text.chars().take(69).collect();
    head + "..."
}

/// A string as Go would write it in quotes.
pub(crate) fn quote(s: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in s.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\x07' => out.push_str("\\a"),
                '\x08' => out.push_str("\\b"),
                '\x0c' => out.push_str("\\f"),
                '\x0b' => out.push_str("\\v"),
                c if (c as u32) < 0x20 || c as u32 == 0x7f => out.push_str(&format!("\\x{:02x}", c as u32)),
                c => out.push(c),
            }
        }
        for b in chunk.invalid() {
            out.push_str(&format!("\\x{b:02x}"));
        }
    }
    out.push('"');
    out
}

// Literals -----------------------------------------------------------------------------------------------

/// An integer literal: decimal, `0x`, `0o`, `0b` or with a leading zero octal, with underscores.
pub(crate) fn int_literal(text: &str) -> Option<Const> {
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', digits @ ..] => (digits, 16),
        [b'0', b'o' | b'O', digits @ ..] => (digits, 8),
        [b'0', b'b' | b'B', digits @ ..] => (digits, 2),
        [b'0', digits @ ..] if !digits.is_empty() => (digits, 8),
        digits => (digits, 10),
    };
    Int::parse(digits, radix).map(Const::Int)
}

/// A floating-point literal, decimal or hexadecimal. `None` if it is malformed or out of range.
pub(crate) fn float_literal(text: &str) -> Option<Const> {
    real_literal(&text.replace('_', "")).map(Const::float)
}

/// An imaginary literal, its `i` included.
pub(crate) fn imag_literal(text: &str) -> Option<Const> {
    let text = text.strip_suffix('i')?.replace('_', "");
    let prefixed = matches!(text.as_bytes(), [b'0', b'x' | b'X' | b'o' | b'O' | b'b' | b'B', ..]);
    // For history's sake `0123i` is decimal.
    let im = match prefixed && !text.contains(['p', 'P', '.']) {
        true => match int_literal(&text)? {
            Const::Int(n) => Real::from_int(n.to_big()),
            _ => return None,
        },
        false => real_literal(&text)?,
    };
    Some(Const::complex(Real::zero(), im))
}

fn real_literal(text: &str) -> Option<Real> {
    let hex = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (body, radix, marks) = match hex {
        Some(body) => (body, 16u32, ['p', 'P']),
        None => (text, 10, ['e', 'E']),
    };
    let (mant, exp) = match body.split_once(marks) {
        Some((m, e)) => (m, parse_exponent(e)?),
        None => (body, 0),
    };
    let (int, frac) = mant.split_once('.').unwrap_or((mant, ""));
    let digits: String = [int, frac].concat();
    let n = BigInt::parse_bytes(digits.as_bytes(), radix)?;
    if n.is_zero() {
        return Some(Real::zero());
    }
    let exp = exp.saturating_sub(frac.len() as i64 * if radix == 16 { 4 } else { 1 });
    if radix == 16 {
        return Real::big(n, exp);
    }
    if exp.unsigned_abs() < 1100 {
        let power = BigInt::from(10u32).pow(exp.unsigned_abs() as u32);
        let r = if exp >= 0 { BigRational::from_integer(n * power) } else { BigRational::new(n, power) };
        return Real::rat(r);
    }
    // Beyond this the result is out of range or zero whatever the digits are.
    if exp.unsigned_abs() > 700_000_000 {
        return if exp < 0 { Some(Real::zero()) } else { None };
    }
    let power = power_of_ten(exp.unsigned_abs());
    let (pm, pe) = power;
    if exp >= 0 {
        return Real::big(n * pm, pe);
    }
    let (mant, e) = ratio_mant(&BigRational::new(n, pm), PREC + 2);
    Real::big(mant, e - pe)
}

fn parse_exponent(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let n = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if negative { -n } else { n })
}

/// 10^n as a float of a few more bits than [`PREC`].
fn power_of_ten(n: u64) -> (BigInt, i64) {
    let (mut rm, mut re) = (BigInt::one(), 0i64);
    let (mut bm, mut be) = (BigInt::from(10u32), 0i64);
    let mut n = n;
    while n > 0 {
        if n & 1 == 1 {
            (rm, re) = round_mant(rm * &bm, re + be, PREC + 64, false);
        }
        (bm, be) = round_mant(&bm * &bm, be * 2, PREC + 64, false);
        n >>= 1;
    }
    (rm, re)
}

// Operations ---------------------------------------------------------------------------------------------

impl Const {
    pub(crate) fn float(x: Real) -> Const {
        Const::Float(Box::new(x))
    }

    pub(crate) fn complex(re: Real, im: Real) -> Const {
        Const::Complex(Box::new([re, im]))
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Const::Bool(b) => Some(*b),
            _ => None,
        }
    }

    pub(crate) fn as_str(&self) -> Option<&Arc<[u8]>> {
        match self {
            Const::Str(s) => Some(s),
            _ => None,
        }
    }

    pub(crate) fn as_int(&self) -> Option<&Int> {
        match self {
            Const::Int(n) => Some(n),
            _ => None,
        }
    }

    /// The low 64 bits of an integer in two's complement: its machine representation in any width.
    pub(crate) fn int_bits(&self) -> Option<u64> {
        let n = self.as_int()?;
        n.to_i64().map(|n| n as u64).or_else(|| n.to_u64())
    }

    /// The integer that a numeric constant is, if it is one.
    pub(crate) fn to_int(&self) -> Option<Int> {
        match self {
            Const::Int(n) => Some(n.clone()),
            Const::Float(x) => x.to_int().map(Int::from),
            Const::Complex(parts) if parts[1].is_zero() => parts[0].to_int().map(Int::from),
            _ => None,
        }
    }

    pub(crate) fn to_i64(&self) -> Option<i64> {
        self.to_int()?.to_i64()
    }

    /// The real number that a numeric constant is, if it is one.
    pub(crate) fn to_real(&self) -> Option<Real> {
        match self {
            Const::Int(n) => Some(Real::from_int(n.to_big())),
            Const::Float(x) => Some(x.as_ref().clone()),
            Const::Complex(parts) if parts[1].is_zero() => Some(parts[0].clone()),
            _ => None,
        }
    }

    pub(crate) fn to_complex(&self) -> Option<(Real, Real)> {
        match self {
            Const::Complex(parts) => Some((parts[0].clone(), parts[1].clone())),
            _ => Some((self.to_real()?, Real::zero())),
        }
    }

    pub(crate) fn identity(&self) -> Identity {
        match self {
            Const::Bool(b) => Identity::Bool(*b),
            Const::Str(s) => Identity::Str(s.clone()),
            Const::Int(n) => Identity::Int(n.clone()),
            Const::Float(_) | Const::Complex(..) => Identity::Other(format!("{self:?}")),
        }
    }

    /// Whether it is a number below zero.
    pub(crate) fn is_negative(&self) -> bool {
        match self {
            Const::Int(n) => n.is_negative(),
            Const::Float(x) => x.is_negative(),
            _ => false,
        }
    }

    /// Whether it is zero as a divisor, in a division of complex numbers or of others.
    pub(crate) fn divides_by_zero(&self, complex: bool) -> bool {
        let vanishes = |x: &Real| x.is_zero() || x.mul(x).is_some_and(|square| square.is_zero());
        match self {
            Const::Int(n) => n.is_zero(),
            Const::Float(x) => {
                if complex {
                    vanishes(x)
                } else {
                    x.is_zero()
                }
            }
            Const::Complex(parts) => parts.iter().all(vanishes),
            _ => false,
        }
    }

    /// The value that a constant of type `basic` has for this one, rounded for floats, in the variant that
    /// belongs to the type; `None` if it cannot be represented.
    pub(crate) fn representable(&self, basic: Basic) -> Option<Const> {
        match basic {
            Basic::Bool | Basic::UntypedBool => self.as_bool().map(Const::Bool),
            Basic::String | Basic::UntypedString => self.as_str().cloned().map(Const::Str),
            Basic::UntypedInt | Basic::UntypedRune => self.to_int().map(Const::Int),
            Basic::UntypedFloat => self.to_real().map(Const::float),
            Basic::UntypedComplex => self.to_complex().map(|(re, im)| Const::complex(re, im)),
            Basic::Float32 | Basic::Float64 => round_real(&self.to_real()?, basic).map(Const::float),
            Basic::Complex64 | Basic::Complex128 => {
                let part = if basic == Basic::Complex64 { Basic::Float32 } else { Basic::Float64 };
                let (re, im) = self.to_complex()?;
                Some(Const::complex(round_real(&re, part)?, round_real(&im, part)?))
            }
            _ => {
                let (width, signed) = basic.int_width()?;
                let n = self.to_int()?;
                n.fits(width, signed).then_some(Const::Int(n))
            }
        }
    }
}

fn round_real(x: &Real, basic: Basic) -> Option<Real> {
    let rounded = if basic == Basic::Float32 { f64::from(x.to_f32()) } else { x.to_f64() };
    Real::from_f64(rounded)
}

/// Both at the larger of their kinds.
fn matched(x: &Const, y: &Const) -> Option<(Const, Const)> {
    let rank = |c: &Const| match c {
        Const::Bool(_) | Const::Str(_) => 0,
        Const::Int(_) => 1,
        Const::Float(_) => 2,
        Const::Complex(..) => 3,
    };
    let lift = |c: &Const, to: i32| -> Option<Const> {
        Some(match to {
            2 => Const::float(c.to_real()?),
            3 => {
                let (re, im) = c.to_complex()?;
                Const::complex(re, im)
            }
            _ => c.clone(),
        })
    };
    let to = rank(x).max(rank(y));
    Some((lift(x, to)?, lift(y, to)?))
}

/// `op x`; for `^` of an unsigned type `basic` the result is masked to its width. `None` if it is not
/// defined.
pub(crate) fn unary(op: UnaryOp, x: &Const, basic: Basic) -> Option<Const> {
    Some(match (op, x) {
        (UnaryOp::Plus, Const::Int(_) | Const::Float(_) | Const::Complex(..)) => x.clone(),
        (UnaryOp::Neg, Const::Int(n)) => Const::Int(n.neg()),
        (UnaryOp::Neg, Const::Float(r)) => Const::float(r.neg()),
        (UnaryOp::Neg, Const::Complex(parts)) => Const::complex(parts[0].neg(), parts[1].neg()),
        (UnaryOp::Not, Const::Bool(b)) => Const::Bool(!b),
        (UnaryOp::BitNot, Const::Int(n)) => Const::Int(match basic.int_width() {
            Some((width, false)) => n.not().low_bits(width),
            _ => n.not(),
        }),
        _ => return None,
    })
}

/// `x op y` for what is neither a comparison nor a shift. Integers divide as integers only if `int_div`.
/// `None` for a zero divisor, an overflow of the range of floats, or operands of the wrong kind.
pub(crate) fn binary(op: BinaryOp, x: &Const, y: &Const, int_div: bool) -> Option<Const> {
    Some(match matched(x, y)? {
        (Const::Bool(a), Const::Bool(b)) => Const::Bool(match op {
            BinaryOp::LogAnd => a && b,
            BinaryOp::LogOr => a || b,
            _ => return None,
        }),
        (Const::Str(a), Const::Str(b)) if op == BinaryOp::Add => {
            Const::Str(a.iter().chain(b.iter()).copied().collect())
        }
        (Const::Int(a), Const::Int(b)) => return int_binary(op, &a, &b, int_div),
        (Const::Float(a), Const::Float(b)) => Const::float(match op {
            BinaryOp::Add => a.add(&b)?,
            BinaryOp::Sub => a.add(&b.neg())?,
            BinaryOp::Mul => a.mul(&b)?,
            BinaryOp::Div => a.div(&b)?,
            _ => return None,
        }),
        (Const::Complex(x), Const::Complex(y)) => {
            let ([a, b], [c, d]) = (*x, *y);
            let (re, im) = match op {
                BinaryOp::Add => (a.add(&c)?, b.add(&d)?),
                BinaryOp::Sub => (a.add(&c.neg())?, b.add(&d.neg())?),
                BinaryOp::Mul => (a.mul(&c)?.add(&b.mul(&d)?.neg())?, b.mul(&c)?.add(&a.mul(&d)?)?),
                BinaryOp::Div => {
                    let s = c.mul(&c)?.add(&d.mul(&d)?)?;
                    let re = a.mul(&c)?.add(&b.mul(&d)?)?;
                    let im = b.mul(&c)?.add(&a.mul(&d)?.neg())?;
                    (re.div(&s)?, im.div(&s)?)
                }
                _ => return None,
            };
            Const::complex(re, im)
        }
        _ => return None,
    })
}

fn int_binary(op: BinaryOp, a: &Int, b: &Int, int_div: bool) -> Option<Const> {
    Some(Const::Int(match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::Div if int_div => a.div(b)?,
        BinaryOp::Div if b.is_zero() => return None,
        BinaryOp::Div => return Real::rat(BigRational::new(a.to_big(), b.to_big())).map(Const::float),
        BinaryOp::Rem => a.rem(b)?,
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
        BinaryOp::AndNot => a.and(&b.not()),
        _ => return None,
    }))
}

/// `x << n` or `x >> n` of an integer; the caller bounds `n`.
pub(crate) fn shift(op: BinaryOp, x: &Const, n: u32) -> Option<Const> {
    let x = x.as_int()?;
    Some(Const::Int(if op == BinaryOp::Shl { x.shl(n) } else { x.shr(n) }))
}

/// `x op y` for a comparison; false for operands of different kinds.
pub(crate) fn compare(op: BinaryOp, x: &Const, y: &Const) -> bool {
    let Some(pair) = matched(x, y) else { return false };
    let order = match &pair {
        (Const::Bool(a), Const::Bool(b)) => a.cmp(b),
        (Const::Str(a), Const::Str(b)) => a.cmp(b),
        (Const::Int(a), Const::Int(b)) => a.cmp(b),
        (Const::Float(a), Const::Float(b)) => a.compare(b),
        (Const::Complex(a), Const::Complex(b)) => a[0].compare(&b[0]).then(a[1].compare(&b[1])),
        _ => return false,
    };
    match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        BinaryOp::Ge => order.is_ge(),
        _ => false,
    }
}

/// The string of one code point, as the conversion `string(n)` makes it.
pub(crate) fn string_of_rune(n: &Int) -> Const {
    let c = n.to_i64().and_then(|n| u32::try_from(n).ok()).and_then(char::from_u32).unwrap_or('\u{fffd}');
    Const::Str(c.to_string().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Const {
        float_literal(text).unwrap()
    }

    #[test]
    fn literals_have_their_values() {
        assert_eq!(int_literal("0x_ff"), Some(Const::from(255)));
        assert_eq!(int_literal("0777"), Some(Const::from(511)));
        assert_eq!(int_literal("0b101"), Some(Const::from(5)));
        assert_eq!(float("0x1p-2"), float("0.25"));
        assert_eq!(float("1e3").to_int(), Some(Int::from(1000i64)));
        assert_eq!(imag_literal("0123i").unwrap().to_string(), "(0 + 123i)");
    }

    #[test]
    fn doubles_are_rounded_like_everybody_rounds_them() {
        for text in
            ["0.1", "1e308", "1.7976931348623157e308", "5e-324", "2.4e-324", "2.5e-324", "1e-310", "3.1e22"]
        {
            let ours = float(text).to_real().unwrap().to_f64();
            assert_eq!(ours, text.parse::<f64>().unwrap(), "{text}");
            let ours = float(text).to_real().unwrap().to_f32();
            assert_eq!(ours, text.parse::<f32>().unwrap(), "{text}");
        }
        assert!(float("1e400").to_real().unwrap().to_f64().is_infinite());
        assert!(float("1e400").representable(Basic::Float64).is_none());
        assert_eq!(float("1e-5000").to_real().unwrap().to_f64(), 0.0);
    }

    #[test]
    fn huge_exponents_cost_nothing() {
        assert!(float_literal("1e1000000000").is_none());
        let big = float("1e600000000");
        assert!(binary(BinaryOp::Mul, &big, &big, false).is_none());
        assert_eq!(binary(BinaryOp::Div, &big, &big, false).unwrap().to_int(), Some(Int::from(1i64)));
        assert_eq!(big.to_string(), "1e+600000000");
        assert!(float("1e-1000000000").divides_by_zero(false));
    }

    #[test]
    fn arithmetic_is_exact() {
        let third = binary(BinaryOp::Div, &Const::from(1), &Const::from(3), false).unwrap();
        let one = binary(BinaryOp::Mul, &third, &Const::from(3), false).unwrap();
        assert_eq!(one.to_int(), Some(Int::from(1i64)));
        let q = binary(BinaryOp::Div, &Const::from(-7), &Const::from(2), true).unwrap();
        assert_eq!(q, Const::from(-3));
        let r = binary(BinaryOp::Rem, &Const::from(-7), &Const::from(2), true).unwrap();
        assert_eq!(r, Const::from(-1));
        let not = unary(UnaryOp::BitNot, &Const::from(1), Basic::Uint8).unwrap();
        assert_eq!(not, Const::from(254));
    }

    #[test]
    fn messages_show_values_shortly() {
        assert_eq!(float("1.5").to_string(), "1.5");
        assert_eq!(float("1e100").to_string(), "1e+100");
        assert_eq!(float("3.14159265358979").to_string(), "3.14159");
        assert_eq!(float("0.00001").to_string(), "1e-05");
        assert_eq!(float("0.9999999").to_string(), "0.9999999");
        assert_eq!(float("1e-7").to_string(), "1e-07");
        assert_eq!(Const::Str(b"a\"\n".as_slice().into()).to_string(), "\"a\\\"\\n\"");
    }
}
