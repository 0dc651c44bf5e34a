//! Arithmetic that is no op: division of complex numbers.

use crate::native::{Caller, Stop};
use crate::natives;

natives! {
    /// Arithmetic that is no op.
    pub(super) NUMBERS in "rt" {
        /// The quotient of two complex numbers, real and imaginary parts in turn.
        light COMPLEX_DIV "complex_div"(a: f64, b: f64, c: f64, d: f64) -> (f64, f64) = complex_div; [] "nothing more";
    }
}

fn complex_div(_: &mut Caller<'_>, a: f64, b: f64, c: f64, d: f64) -> Result<(f64, f64), Stop> {
    Ok(quotient((a, b), (c, d)))
}

/// The quotient by Smith's method (Algorithm 116, CACM 5(8), 1962); infinities and zeros as in Annex G of
/// C99.
fn quotient((a, b): (f64, f64), (c, d): (f64, f64)) -> (f64, f64) {
    let (re, im) = if c.abs() >= d.abs() {
        let ratio = d / c;
        let scale = c + ratio * d;
        ((a + b * ratio) / scale, (b - a * ratio) / scale)
    } else {
        let ratio = c / d;
        let scale = d + ratio * c;
        ((a * ratio + b) / scale, (b * ratio - a) / scale)
    };
    if !(re.is_nan() && im.is_nan()) {
        return (re, im);
    }
    // 1 for an infinity, 0 for the rest, with the sign.
    let sides = |x: f64, y: f64| {
        let one = |x: f64| f64::from(u8::from(x.is_infinite())).copysign(x);
        (one(x), one(y))
    };
    if c == 0.0 && d == 0.0 && !(a.is_nan() && b.is_nan()) {
        let infinite = f64::INFINITY.copysign(c);
        return (infinite * a, infinite * b);
    }
    if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        let (a, b) = sides(a, b);
        return (f64::INFINITY * (a * c + b * d), f64::INFINITY * (b * c - a * d));
    }
    if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        let (c, d) = sides(c, d);
        return (0.0 * (a * c + b * d), 0.0 * (b * c - a * d));
    }
    (re, im)
}

#[cfg(test)]
mod tests {
    use super::quotient;

    #[test]
    fn quotients() {
        assert_eq!(quotient((1.0, 2.0), (3.0, 4.0)), (0.44, 0.08));
        assert_eq!(quotient((1.0, 1.0), (0.0, 0.0)), (f64::INFINITY, f64::INFINITY));
        assert_eq!(quotient((f64::INFINITY, 0.0), (1.0, 1.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(quotient((1.0, 1.0), (f64::INFINITY, 0.0)), (0.0, 0.0));
    }
}
