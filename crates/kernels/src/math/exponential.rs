//! Exponentials, logarithms, powers and roots. `exp`, `log` and `hypot` follow Go's assembly for amd64
//! on a processor that fuses products and sums; what is built on them in Go is built on them here. The
//! others are by FreeBSD's methods.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::{LOG2_E, LOG10_E};

use super::parts::{frexp, ldexp, modf, polynomial};

/// Two parts of log 2, the first with zeros at its end.
pub(super) const LN_2_HIGH: f64 = 6.93147180369123816490e-01;
pub(super) const LN_2_LOW: f64 = 1.90821492927058770002e-10;

/// log 2 in two parts, the first of which has zeros at its end, and 1 / log 2.
const EXP_LN_2_HIGH: f64 = 0.69314718055966295651160180568695068359375;
const EXP_LN_2_LOW: f64 = 0.28235290563031577122588448175013436025525412068e-12;

/// e^x, by Shibata's method for SIMD (2010): x is reduced to a sixteenth of what k log 2 leaves of it,
/// e^x - 1 of that is a Taylor series, and doubling the argument four times takes e^2x - 1 from e^x - 1.
/// Products and sums are fused where the assembly fuses them.
pub fn exp(x: f64) -> f64 {
    const TAYLOR: [f64; 8] = [
        2.4801587301587301587e-5,
        1.9841269841269841270e-4,
        1.3888888888888888889e-3,
        8.3333333333333333333e-3,
        4.1666666666666666667e-2,
        1.6666666666666666667e-1,
        0.5,
        1.0,
    ];
    if x.is_nan() || x > 7.09782712893384e+02 {
        return if x.is_nan() { x } else { f64::INFINITY };
    }
    // Where the exponent does not fit 32 bits, the result is 0 as well.
    let k = (x * LOG2_E).round_ties_even();
    if k < -1075.0 {
        return 0.0;
    }
    let r = (-k).mul_add(EXP_LN_2_LOW, (-k).mul_add(EXP_LN_2_HIGH, x)) * 0.0625;
    let mut y = TAYLOR[1..].iter().fold(TAYLOR[0], |sum, c| sum.mul_add(r, *c)) * r;
    for _ in 0..3 {
        y *= y + 2.0;
    }
    y = y.mul_add(y + 2.0, 1.0);
    let power = |exponent: i64| f64::from_bits((exponent as u64) << 52);
    match k as i64 + 0x3ff {
        e @ 1..0x7ff => y * power(e),
        0x7ff.. => f64::INFINITY,
        // Two steps round twice, as the assembly does.
        e if e >= -52 => y * power(e + 0x3fe) * power(1),
        _ => 0.0,
    }
}

/// 2^x.
pub fn exp2(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 1.0239999999999999e+03 {
        return f64::INFINITY;
    }
    if x < -1.0740e+03 {
        return 0.0;
    }
    let k = if x > 0.0 { (x + 0.5) as i64 } else { (x - 0.5) as i64 };
    let t = x - k as f64;
    exp_reduced(t * LN_2_HIGH, -t * LN_2_LOW, k)
}

/// e^(high - low) × 2^k, for a small difference.
fn exp_reduced(high: f64, low: f64, k: i64) -> f64 {
    const P: [f64; 5] = [
        4.13813679705723846039e-08,
        -1.65339022054652515390e-06,
        6.61375632143793436117e-05,
        -2.77777777770155933842e-03,
        1.66666666666666657415e-01,
    ];
    let r = high - low;
    let t = r * r;
    let c = r - t * polynomial(t, &P);
    ldexp(1.0 - ((low - (r * c) / (2.0 - c)) - high), k)
}

/// The natural logarithm, by FreeBSD's method. As in the assembly, subnormal numbers are not normalised
/// first, so that their logarithms are wrong: near that of the least normal number.
pub fn log(x: f64) -> f64 {
    const EVEN: [f64; 4] = [
        1.479819860511658591e-01,
        1.818357216161805012e-01,
        2.857142874366239149e-01,
        6.666666666666735130e-01,
    ];
    const ODD: [f64; 3] = [1.531383769920937332e-01, 2.222219843214978396e-01, 3.999999999940941908e-01];
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if !x.is_finite() {
        return x;
    }
    let mut exponent = (x.to_bits() >> 52) as i64 - 0x3fe;
    let mut fraction = f64::from_bits(x.to_bits() & ((1 << 52) - 1) | 0x3fe << 52);
    if fraction <= 7.07106781186547524401e-01 {
        fraction *= 2.0;
        exponent -= 1;
    }
    let k = exponent as f64;
    let f = fraction - 1.0;
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let r = s2 * polynomial(s4, &EVEN) + s4 * polynomial(s4, &ODD);
    let half_square = 0.5 * f * f;
    k * LN_2_HIGH - ((half_square - (s * (half_square + r) + k * LN_2_LOW)) - f)
}

/// e^x - 1, by FreeBSD's method but for the largest argument, whose result is infinite.
pub fn expm1(x: f64) -> f64 {
    if x >= 709.782_712_893_384 { f64::INFINITY } else { libm::expm1(x) }
}

/// log(1 + x), by FreeBSD's method.
pub fn log1p(x: f64) -> f64 {
    const SERIES: [f64; 7] = [
        1.479819860511658591e-01,
        1.531383769920937332e-01,
        1.818357216161805012e-01,
        2.222219843214978396e-01,
        2.857142874366239149e-01,
        3.999999999940941908e-01,
        6.666666666666735130e-01,
    ];
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    let a = x.abs();
    if a < 1.0 / (1u64 << 54) as f64 {
        return x;
    }
    if a < 1.0 / (1u64 << 29) as f64 {
        return x - x * x * 0.5;
    }
    // 1 + x = 2^k (1 + f), and c corrects the rounding of 1 + x.
    let (f, k, c, tiny) = if a < 4.142135623730950488017e-01 && x > -2.928932188134524755992e-01 {
        (x, 0.0, 0.0, false)
    } else {
        log1p_reduced(x)
    };
    let half_square = 0.5 * f * f;
    if tiny {
        if f == 0.0 {
            return k * LN_2_HIGH + (c + k * LN_2_LOW);
        }
        let r = half_square * (1.0 - 0.66666666666666666 * f);
        return if k == 0.0 { f - r } else { k * LN_2_HIGH - ((r - (k * LN_2_LOW + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * polynomial(z, &SERIES);
    if k == 0.0 {
        return f - (half_square - s * (half_square + r));
    }
    k * LN_2_HIGH - ((half_square - (s * (half_square + r) + (k * LN_2_LOW + c))) - f)
}

/// See `log1p`; the last tells whether f is below 2^-20.
#[inline]
fn log1p_reduced(x: f64) -> (f64, f64, f64, bool) {
    let large = x.abs() >= (1u64 << 53) as f64;
    let u = if large { x } else { 1.0 + x };
    let mut k = (u.to_bits() >> 52) as i64 - 1023;
    let c = match () {
        () if large => 0.0,
        () if k > 0 => (1.0 - (u - x)) / u,
        () => (x - (u - 1.0)) / u,
    };
    let mantissa = u.to_bits() & ((1 << 52) - 1);
    let (u, tiny) = if mantissa < 0x0006_a09e_667f_3bcd {
        (f64::from_bits(mantissa | 0x3ff << 52), mantissa == 0)
    } else {
        k += 1;
        (f64::from_bits(mantissa | 0x3fe << 52), ((1 << 52) - mantissa) >> 2 == 0)
    };
    (u - 1.0, k as f64, c, tiny)
}

/// The cube root: a guess from the bits, a rational approximation, one step of Newton's method.
pub fn cbrt(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        return x;
    }
    let a = x.abs();
    let mut t = f64::from_bits(a.to_bits() / 3 + (715_094_163 << 32));
    if a < f64::MIN_POSITIVE {
        t = f64::from_bits(((1u64 << 54) as f64 * a).to_bits() / 3 + (696_219_795 << 32));
    }
    let r = t * t / a;
    let s = 5.42857142857142815906e-01 + r * t;
    t *= 3.57142857142857150787e-01
        + 1.60714285714285720630e+00 / (s + 1.41428571428571436819e+00 + -7.05306122448979611050e-01 / s);
    // To 22 bits, a little above the root.
    t = f64::from_bits((t.to_bits() & (0xf_ffff_fffc << 28)) + (1 << 30));
    let s = t * t;
    let r = a / s;
    t += t * ((r - t) / (t + t + r));
    t.copysign(x)
}

/// The decimal logarithm.
pub fn log10(x: f64) -> f64 {
    log(x) * LOG10_E
}

/// The binary logarithm.
pub fn log2(x: f64) -> f64 {
    let (fraction, exponent) = frexp(x);
    if fraction == 0.5 {
        return (exponent - 1) as f64;
    }
    log(fraction) * LOG2_E + exponent as f64
}

fn is_odd(x: f64) -> bool {
    x.abs() < (1u64 << 53) as f64 && x.fract() == 0.0 && x as i64 & 1 == 1
}

/// x to an infinite power, or one that counts as infinite: `up` if it is positive.
fn limit_power(x: f64, up: bool) -> f64 {
    if x == -1.0 {
        1.0
    } else if (x.abs() < 1.0) == up {
        0.0
    } else {
        f64::INFINITY
    }
}

/// x^y where the result is no matter of computation, or one of a square root.
#[inline(always)]
fn special_power(x: f64, y: f64) -> Option<f64> {
    if y == 0.0 || x == 1.0 {
        return Some(1.0);
    }
    if y == 1.0 {
        return Some(x);
    }
    if x.is_nan() || y.is_nan() {
        return Some(f64::NAN);
    }
    if x == 0.0 {
        let odd = x.is_sign_negative() && is_odd(y);
        return Some(match y < 0.0 {
            true if odd => f64::NEG_INFINITY,
            true => f64::INFINITY,
            false if odd => x,
            false => 0.0,
        });
    }
    if y.is_infinite() {
        return Some(limit_power(x, y > 0.0));
    }
    if x.is_infinite() {
        return Some(match x < 0.0 {
            true => pow(1.0 / x, -y),
            false if y < 0.0 => 0.0,
            false => f64::INFINITY,
        });
    }
    if y == 0.5 {
        return Some(x.sqrt());
    }
    if y == -0.5 {
        return Some(1.0 / x.sqrt());
    }
    None
}

/// x^y, by squaring the mantissa apart from its exponent.
pub fn pow(x: f64, y: f64) -> f64 {
    if let Some(power) = special_power(x, y) {
        return power;
    }
    let (mut whole, mut fraction) = modf(y.abs());
    if fraction != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= 9.223372036854775808e18 {
        return limit_power(x, y > 0.0);
    }
    // The answer is a × 2^e.
    let (mut a, mut e) = (1.0, 0i64);
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        a = exp(fraction * log(x));
    }
    let (mut square, mut exponent) = frexp(x);
    let mut bits = whole as i64;
    while bits != 0 {
        if !(-4096..=4096).contains(&exponent) {
            // Over- or underflows, whatever follows.
            e += exponent;
            break;
        }
        if bits & 1 == 1 {
            a *= square;
            e += exponent;
        }
        square *= square;
        exponent <<= 1;
        if square < 0.5 {
            square += square;
            exponent -= 1;
        }
        bits >>= 1;
    }
    if y < 0.0 { ldexp(1.0 / a, -e) } else { ldexp(a, e) }
}

/// √(x² + y²) without overflow on the way.
pub fn hypot(x: f64, y: f64) -> f64 {
    let (x, y) = (x.abs(), y.abs());
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (large, small) = if x > y { (x, y) } else { (y, x) };
    if large == 0.0 {
        return 0.0;
    }
    let ratio = small / large;
    large * (ratio * ratio + 1.0).sqrt()
}
