//! Fractions, exponents, whole parts and remainders of floats, and values of polynomials.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

/// The value of a polynomial, highest coefficient first.
///
/// # Panics
/// If there is no coefficient.
pub fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let (first, rest) = coefficients.split_first().expect("a polynomial has a coefficient");
    rest.iter().fold(*first, |sum, c| sum * x + c)
}

/// The fraction, from 0.5 up to 1, and the power of two that `x` is the product of; `x` and 0 if it is zero,
/// infinite or NaN.
pub fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, shift) = if x.abs() < f64::MIN_POSITIVE { (x * (1u64 << 52) as f64, -52) } else { (x, 0) };
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1022 + shift;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent)
}

/// `fraction` × 2^`exponent`, rounded once.
pub fn ldexp(fraction: f64, exponent: i64) -> f64 {
    if fraction == 0.0 || !fraction.is_finite() {
        return fraction;
    }
    let (fraction, more) = frexp(fraction);
    let exponent = exponent.saturating_add(more);
    // The fraction is below 1, so the exponent of the result is one less.
    match exponent - 1 {
        ..=-1076 => 0f64.copysign(fraction),
        1024.. => f64::INFINITY.copysign(fraction),
        e @ ..=-1023 => {
            let bits = ((e + 53 + 1023) as u64) << 52 | fraction.to_bits() & (1 << 63 | ((1 << 52) - 1));
            f64::from_bits(bits) / (1u64 << 53) as f64
        }
        e => f64::from_bits(((e + 1023) as u64) << 52 | fraction.to_bits() & (1 << 63 | ((1 << 52) - 1))),
    }
}

/// The whole part and the fraction, both with the sign of `x`; the fraction of an infinity is NaN.
pub fn modf(x: f64) -> (f64, f64) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { f64::NAN } else { (x - whole).copysign(x) };
    (whole, fraction)
}

/// The remainder of `x / y` with the sign of `x`.
pub fn modulo(x: f64, y: f64) -> f64 {
    x % y
}

/// The remainder nearest to zero, as IEEE 754 has it.
pub fn remainder(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() || x.is_infinite() || y == 0.0 {
        return f64::NAN;
    }
    if y.is_infinite() {
        return x;
    }
    let (mut rest, step) = (if x < 0.0 { -x } else { x }, y.abs());
    if rest == step {
        return if x < 0.0 { -0.0 } else { 0.0 };
    }
    if step <= f64::MAX / 2.0 {
        rest %= step + step;
    }
    // Halves of very small numbers are not exact, doubles of large ones are not finite.
    let beyond = |rest: f64, or_equal: bool| {
        let (a, b) =
            if step < 4.45014771701440276618e-308 { (rest + rest, step) } else { (rest, 0.5 * step) };
        a > b || or_equal && a == b
    };
    if beyond(rest, false) {
        rest -= step;
        if beyond(rest, true) {
            rest -= step;
        }
    }
    if x < 0.0 { -rest } else { rest }
}
