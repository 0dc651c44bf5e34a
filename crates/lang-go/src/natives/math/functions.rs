//! Elementary functions whose results are those of Go's portable algorithms to the last bit: the Cephes library's (sin,
//! cos, tan, atan, gamma) and FreeBSD's (log, exp); so the order of operations here is part of the result.
//! What the crate libm computes the same way is not repeated.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, LOG10_E, PI};

/// Two parts of log 2, the first with zeros at its end.
const LN_2_HIGH: f64 = 6.93147180369123816490e-01;
const LN_2_LOW: f64 = 1.90821492927058770002e-10;

/// The value of a polynomial, highest coefficient first.
pub fn polynomial(x: f64, coefficients: &[f64]) -> f64 {
    let (first, rest) = coefficients.split_first().expect("a polynomial has a coefficient");
    rest.iter().fold(*first, |sum, c| sum * x + c)
}

// Parts of numbers ------------------------------------------------------------------------------------------

/// A fraction from 0.5 up to 1, and a power of two.
pub fn frexp(x: f64) -> (f64, i64) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let (x, shift) = if x.abs() < f64::MIN_POSITIVE { (x * (1u64 << 52) as f64, -52) } else { (x, 0) };
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1022 + shift;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent)
}

/// fraction × 2^exponent, rounded once.
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

/// Whole part and fraction.
pub fn modf(x: f64) -> (f64, f64) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { f64::NAN } else { (x - whole).copysign(x) };
    (whole, fraction)
}

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

// Exponentials and logarithms -------------------------------------------------------------------------------

/// FreeBSD's method.
pub fn exp(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x > 7.09782712893383973096e+02 {
        return f64::INFINITY;
    }
    if x < -7.45133219101941108420e+02 {
        return 0.0;
    }
    if x.abs() < 1.0 / f64::from(1 << 28) {
        return 1.0 + x;
    }
    let k = (LOG2_E * x + if x < 0.0 { -0.5 } else { 0.5 }).trunc();
    exp_reduced(x - k * LN_2_HIGH, k * LN_2_LOW, k as i64)
}

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
    let (mut fraction, mut exponent) = frexp(x);
    if fraction < 7.07106781186547524401e-01 {
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

/// FreeBSD's, but for the largest argument: there Go says infinity.
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

/// The cube root: a guess from the bits, a rational approximation, one step of Newton's.
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

pub fn log10(x: f64) -> f64 {
    log(x) * LOG10_E
}

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

pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if y == 1.0 {
        return x;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 0.0 {
        let odd = x.is_sign_negative() && is_odd(y);
        return match y < 0.0 {
            true if odd => f64::NEG_INFINITY,
            true => f64::INFINITY,
            false if odd => x,
            false => 0.0,
        };
    }
    let vanishes = |up: bool| {
        if x == -1.0 {
            1.0
        } else if (x.abs() < 1.0) == up {
            0.0
        } else {
            f64::INFINITY
        }
    };
    if y.is_infinite() {
        return vanishes(y > 0.0);
    }
    if x.is_infinite() {
        return match x < 0.0 {
            true => pow(1.0 / x, -y),
            false if y < 0.0 => 0.0,
            false => f64::INFINITY,
        };
    }
    if y == 0.5 {
        return x.sqrt();
    }
    if y == -0.5 {
        return 1.0 / x.sqrt();
    }
    let (mut whole, mut fraction) = modf(y.abs());
    if fraction != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    if whole >= 9.223372036854775808e18 {
        return vanishes(y > 0.0);
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

// Circular functions ----------------------------------------------------------------------------------------

/// Pi/4 in three parts.
const PI_4: [f64; 3] = [7.85398125648498535156e-1, 3.77489470793079817668e-8, 2.69515142907905952645e-15];
const FOUR_BY_PI: f64 = 1.27323954473516268615;

const SIN: [f64; 6] = [
    1.58962301576546568060e-10,
    -2.50507477628578072866e-8,
    2.75573136213857245213e-6,
    -1.98412698295895385996e-4,
    8.33333333332211858878e-3,
    -1.66666666666666307295e-1,
];
const COS: [f64; 6] = [
    -1.13585365213876817300e-11,
    2.08757008419747316778e-9,
    -2.75573141792967388112e-7,
    2.48015872888517045348e-5,
    -1.38888888888730564116e-3,
    4.16666666666665929218e-2,
];

/// The octant of a finite x that is not negative, and what remains, from -Pi/4 to Pi/4.
fn reduce(x: f64) -> (u64, f64) {
    if x >= (1u64 << 29) as f64 {
        return reduce_large(x);
    }
    let mut octant = (x * FOUR_BY_PI) as u64;
    octant += octant & 1;
    let y = octant as f64;
    (octant & 7, ((x - y * PI_4[0]) - y * PI_4[1]) - y * PI_4[2])
}

/// Payne and Hanek's reduction: multiplies by the bits of 4/Pi that matter.
fn reduce_large(x: f64) -> (u64, f64) {
    const BITS: [u64; 20] = [
        0x0000000000000001,
        0x45f306dc9c882a53,
        0xf84eafa3ea69bb81,
        0xb6c52b3278872083,
        0xfca2c757bd778ac3,
        0x6e48dc74849ba5c0,
        0x0c925dd413a32439,
        0xfc3bd63962534e7d,
        0xd1046bea5d768909,
        0xd338e04d68befc82,
        0x7323ac7306a673e9,
        0x3908bf177bf25076,
        0x3ff12fffbc0b301f,
        0xde5e2316b414da3e,
        0xda6cfd9e4f96136e,
        0x9e8c7ecd3cbfd45a,
        0xea4f758fd7cbe2f6,
        0x7a0e73ef14a525d4,
        0xd7f6bf623f1aba10,
        0xac06608df8f6d757,
    ];
    let bits = x.to_bits();
    let exponent = (bits >> 52) as i64 - 1023 - 52;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let at = (exponent + 61) as usize;
    let word = |n: usize| {
        let pair = u128::from(BITS[at / 64 + n]) << 64 | u128::from(BITS[at / 64 + n + 1]);
        (pair << (at % 64) >> 64) as u64
    };
    let wide = |n: usize| u128::from(word(n)) * u128::from(mantissa);
    let sum =
        (u128::from(word(0).wrapping_mul(mantissa)) << 64).wrapping_add(wide(1)).wrapping_add(wide(2) >> 64);
    let octant = (sum >> 125) as u64;
    // The bits after the octant are the fraction, of which 52 are kept behind the leading one.
    let fraction = sum << 3;
    let zeros = fraction.leading_zeros();
    let kept = (fraction << zeros << 1 >> 64) as u64;
    let z = f64::from_bits(kept >> 12 | (1023 - u64::from(zeros) - 1) << 52);
    if octant & 1 == 1 { ((octant + 1) & 7, (z - 1.0) * FRAC_PI_4) } else { (octant, z * FRAC_PI_4) }
}

fn sin_series(z: f64) -> f64 {
    let zz = z * z;
    z + z * zz * polynomial(zz, &SIN)
}

fn cos_series(z: f64) -> f64 {
    let zz = z * z;
    1.0 - 0.5 * zz + zz * zz * polynomial(zz, &COS)
}

pub fn sin(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return f64::NAN;
    }
    let (octant, z) = reduce(x.abs());
    let y = if matches!(octant & 3, 1 | 2) { cos_series(z) } else { sin_series(z) };
    if (x < 0.0) != (octant > 3) { -y } else { y }
}

pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (octant, z) = reduce(x.abs());
    let y = if matches!(octant & 3, 1 | 2) { sin_series(z) } else { cos_series(z) };
    if (octant > 3) != (octant & 3 > 1) { -y } else { y }
}

pub fn tan(x: f64) -> f64 {
    const P: [f64; 3] = [-1.30936939181383777646e4, 1.15351664838587416140e6, -1.79565251976484877988e7];
    const Q: [f64; 5] = [
        1.0,
        1.36812963470692954678e4,
        -1.32089234440210967447e6,
        2.50083801823357915839e7,
        -5.38695755929454629881e7,
    ];
    if x == 0.0 || x.is_nan() {
        return x;
    }
    if x.is_infinite() {
        return f64::NAN;
    }
    let (octant, z) = reduce(x.abs());
    let zz = z * z;
    let mut y = z;
    if zz > 1e-14 {
        y = z + z * (zz * polynomial(zz, &P) / polynomial(zz, &Q));
    }
    if octant & 2 == 2 {
        y = -1.0 / y;
    }
    if x < 0.0 { -y } else { y }
}

/// The arc tangent of 0 to 0.66.
fn atan_series(x: f64) -> f64 {
    const P: [f64; 5] = [
        -8.750608600031904122785e-01,
        -1.615753718733365076637e+01,
        -7.500855792314704667340e+01,
        -1.228866684490136173410e+02,
        -6.485021904942025371773e+01,
    ];
    const Q: [f64; 6] = [
        1.0,
        2.485846490142306297962e+01,
        1.650270098316988542046e+02,
        4.328810604912902668951e+02,
        4.853903996359136964868e+02,
        1.945506571482613964425e+02,
    ];
    let z = x * x;
    let z = z * polynomial(z, &P) / polynomial(z, &Q);
    x * z + x
}

fn atan_positive(x: f64) -> f64 {
    const MORE_BITS: f64 = 6.123233995736765886130e-17;
    if x <= 0.66 {
        return atan_series(x);
    }
    if x > 2.41421356237309504880 {
        return FRAC_PI_2 - atan_series(1.0 / x) + MORE_BITS;
    }
    FRAC_PI_4 + atan_series((x - 1.0) / (x + 1.0)) + 0.5 * MORE_BITS
}

pub fn atan(x: f64) -> f64 {
    match x {
        0.0 => x,
        x if x > 0.0 => atan_positive(x),
        x => -atan_positive(-x),
    }
}

pub fn asin(x: f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let a = x.abs();
    if a > 1.0 {
        return f64::NAN;
    }
    let other = (1.0 - a * a).sqrt();
    let angle = if a > 0.7 { FRAC_PI_2 - atan_positive(other / a) } else { atan_positive(a / other) };
    if x < 0.0 { -angle } else { angle }
}

pub fn acos(x: f64) -> f64 {
    FRAC_PI_2 - asin(x)
}

pub fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let angle = match () {
        () if y == 0.0 => {
            if x.is_sign_negative() {
                PI
            } else {
                0.0
            }
        }
        () if x == 0.0 => FRAC_PI_2,
        () if x.is_infinite() && y.is_infinite() => {
            if x > 0.0 {
                FRAC_PI_4
            } else {
                2.35619449019234492885
            }
        }
        () if x.is_infinite() => {
            if x > 0.0 {
                0.0
            } else {
                PI
            }
        }
        () if y.is_infinite() => FRAC_PI_2,
        () => {
            let q = atan(y / x);
            return match x < 0.0 {
                true if q <= 0.0 => q + PI,
                true => q - PI,
                false => q,
            };
        }
    };
    angle.copysign(y)
}

// Hyperbolic functions --------------------------------------------------------------------------------------

pub fn sinh(x: f64) -> f64 {
    const P: [f64; 4] = [
        -0.2630563213397497062819489e+2,
        -0.2894211355989563807284660366e+4,
        -0.8991272022039509355398013511e+5,
        -0.6307673640497716991184787251e+6,
    ];
    const Q: [f64; 4] = [
        1.0,
        -0.173678953558233699533450911e+3,
        0.1521517378790019070696485176e+5,
        -0.6307673640497716991212077277e+6,
    ];
    let a = if x < 0.0 { -x } else { x };
    let y = if a > 21.0 {
        exp(a) * 0.5
    } else if a > 0.5 {
        let e = exp(a);
        (e - 1.0 / e) * 0.5
    } else {
        let square = a * a;
        polynomial(square, &P) * a / polynomial(square, &Q)
    };
    if x < 0.0 { -y } else { y }
}

pub fn cosh(x: f64) -> f64 {
    let a = x.abs();
    if a > 21.0 {
        return exp(a) * 0.5;
    }
    let e = exp(a);
    (e + 1.0 / e) * 0.5
}

pub fn tanh(x: f64) -> f64 {
    const P: [f64; 3] = [-9.64399179425052238628e-1, -9.92877231001918586564e1, -1.61468768441708447952e3];
    const Q: [f64; 4] = [1.0, 1.12811678491632931402e2, 2.23548839060100448583e3, 4.84406305325125486048e3];
    let a = x.abs();
    if a > 0.5 * 8.8029691931113054295988e+01 {
        return 1f64.copysign(x);
    }
    if a >= 0.625 {
        let y = 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
        return if x < 0.0 { -y } else { y };
    }
    if x == 0.0 {
        return x;
    }
    let s = x * x;
    x + x * s * polynomial(s, &P) / polynomial(s, &Q)
}

/// From here on, large arguments are as good as their double.
const LARGE: f64 = (1u64 << 28) as f64;

pub fn acosh(x: f64) -> f64 {
    if x.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x == 1.0 {
        return 0.0;
    }
    if x >= LARGE {
        return log(x) + LN_2;
    }
    if x > 2.0 {
        return log(2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt()));
    }
    let t = x - 1.0;
    log1p(t + (2.0 * t + t * t).sqrt())
}

pub fn asinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x;
    }
    let a = if x < 0.0 { -x } else { x };
    let y = if a > LARGE {
        log(a) + LN_2
    } else if a > 2.0 {
        log(2.0 * a + 1.0 / ((a * a + 1.0).sqrt() + a))
    } else if a < 1.0 / LARGE {
        a
    } else {
        log1p(a + a * a / (1.0 + (1.0 + a * a).sqrt()))
    };
    if x < 0.0 { -y } else { y }
}

pub fn atanh(x: f64) -> f64 {
    let a = if x < 0.0 { -x } else { x };
    if a.is_nan() || a > 1.0 {
        return f64::NAN;
    }
    let y = if a == 1.0 {
        f64::INFINITY
    } else if a < 1.0 / LARGE {
        a
    } else if a < 0.5 {
        let t = a + a;
        0.5 * log1p(t + t * a / (1.0 - a))
    } else {
        0.5 * log1p((a + a) / (1.0 - a))
    };
    if x < 0.0 { -y } else { y }
}

// Others ----------------------------------------------------------------------------------------------------

/// Stirling's formula, as two factors that do not overflow alone.
fn stirling(x: f64) -> (f64, f64) {
    const S: [f64; 5] = [
        7.87311395793093628397e-04,
        -2.29549961613378126380e-04,
        -2.68132617805781232825e-03,
        3.47222221605458667310e-03,
        8.33333333333482257126e-02,
    ];
    if x > 200.0 {
        return (f64::INFINITY, 1.0);
    }
    let w = 1.0 / x;
    let w = 1.0 + w * polynomial(w, &S);
    let e = exp(x);
    let (a, b) = if x > 143.01608 {
        let v = pow(x, 0.5 * x - 0.25);
        (v, v / e)
    } else {
        (pow(x, x - 0.5) / e, 1.0)
    };
    (a, 2.506628274631000502417 * w * b)
}

pub fn gamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::NEG_INFINITY || x < 0.0 && x.fract() == 0.0 {
        return f64::NAN;
    }
    if x == f64::INFINITY {
        return x;
    }
    if x == 0.0 {
        return f64::INFINITY.copysign(x);
    }
    if x.abs() > 33.0 {
        return gamma_far(x);
    }
    gamma_near(x)
}

fn gamma_far(x: f64) -> f64 {
    if x >= 0.0 {
        let (a, b) = stirling(x);
        return a * b;
    }
    let q = -x;
    let floor = q.floor();
    let sign = if floor as i64 & 1 == 0 { -1.0 } else { 1.0 };
    let mut z = q - floor;
    if z > 0.5 {
        z = q - (floor + 1.0);
    }
    z = q * sin(PI * z);
    if z == 0.0 {
        return f64::INFINITY * sign;
    }
    let (a, b) = stirling(q);
    let z = z.abs();
    let d = z * a * b;
    sign * if d.is_infinite() { PI / z / a / b } else { PI / d }
}

fn gamma_near(mut x: f64) -> f64 {
    const EULER: f64 = 0.57721566490153286060651209008240243104215933593992;
    const P: [f64; 7] = [
        1.60119522476751861407e-04,
        1.19135147006586384913e-03,
        1.04213797561761569935e-02,
        4.76367800457137231464e-02,
        2.07448227648435975150e-01,
        4.94214826801497100753e-01,
        9.99999999999999996796e-01,
    ];
    const Q: [f64; 8] = [
        -2.31581873324120129819e-05,
        5.39605580493303397842e-04,
        -4.45641913851797240494e-03,
        1.18139785222060435552e-02,
        3.58236398605498653373e-02,
        -2.34591795718243348568e-01,
        7.14304917030273074085e-02,
        1.00000000000000000320e+00,
    ];
    let small = |x: f64, z: f64| if x == 0.0 { f64::INFINITY } else { z / ((1.0 + EULER * x) * x) };
    let mut z = 1.0;
    while x >= 3.0 {
        x -= 1.0;
        z *= x;
    }
    while x < 0.0 {
        if x > -1e-9 {
            return small(x, z);
        }
        z /= x;
        x += 1.0;
    }
    while x < 2.0 {
        if x < 1e-9 {
            return small(x, z);
        }
        z /= x;
        x += 1.0;
    }
    if x == 2.0 {
        return z;
    }
    x -= 2.0;
    z * polynomial(x, &P) / polynomial(x, &Q)
}

/// Wichura's algorithm AS 241.
pub fn erfinv(x: f64) -> f64 {
    const A: [f64; 8] = [
        8.8709406962545514830200e2,
        1.1819493347062294404278e4,
        2.3782041382114385731252e4,
        1.6235862515167575384252e4,
        4.8548868893843886794648e3,
        6.9706266534389598238465e2,
        4.7072688112383978012285e1,
        1.1975323115670912564578e0,
    ];
    const B: [f64; 8] = [
        5.2264952788528545610e3,
        2.8729085735721942674e4,
        3.9307895800092710610e4,
        2.1213794301586595867e4,
        5.3941960214247511077e3,
        6.8718700749205790830e2,
        4.2313330701600911252e1,
        1.0,
    ];
    const C: [f64; 8] = [
        7.74545014278341407640e-4,
        2.27238449892691845833e-2,
        2.41780725177450611770e-1,
        1.27045825245236838258e0,
        3.64784832476320460504e0,
        5.76949722146069140550e0,
        4.63033784615654529590e0,
        1.42343711074968357734e0,
    ];
    const D: [f64; 8] = [
        1.4859850019840355905497876e-9,
        7.7441459065157709165577218e-4,
        2.1494160384252876777097297e-2,
        2.0945065210512749128288442e-1,
        9.7547832001787427186894837e-1,
        2.3707661626024532365971225e0,
        2.9036514445419946173133295e0,
        1.4142135623730950488016887e0,
    ];
    const E: [f64; 8] = [
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        1.24266094738807843860e-3,
        2.65321895265761230930e-2,
        2.96560571828504891230e-1,
        1.78482653991729133580e0,
        5.46378491116411436990e0,
        6.65790464350110377720e0,
    ];
    const F: [f64; 8] = [
        2.891024605872965461538222e-15,
        2.010321207683943062279931e-7,
        2.611088405080593625138020e-5,
        1.112800997078859844711555e-3,
        2.103693768272068968719679e-2,
        1.936480946950659106176712e-1,
        8.482908416595164588112026e-1,
        1.414213562373095048801689e0,
    ];
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    let a = if x < 0.0 { -x } else { x };
    let y = if a <= 0.85 {
        let r = 0.180625 - 0.25 * a * a;
        (a * polynomial(r, &A)) / polynomial(r, &B)
    } else {
        let r = (LN_2 - log(1.0 - a)).sqrt();
        if r <= 5.0 {
            polynomial(r - 1.6, &C) / polynomial(r - 1.6, &D)
        } else {
            polynomial(r - 5.0, &E) / polynomial(r - 5.0, &F)
        }
    };
    if x < 0.0 { -y } else { y }
}

#[cfg(test)]
mod tests {
    use super::super::special;
    use super::*;

    /// `name result x y` in hexadecimal bits.
    fn check(table: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        for line in table.lines().filter(|l| !l.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let bits = |n: usize| f64::from_bits(u64::from_str_radix(words[n], 16).unwrap());
            let (want, x, y) = (bits(1), bits(2), bits(3));
            let got = match words[0] {
                "Acos" => acos(x),
                "Acosh" => acosh(x),
                "Asin" => asin(x),
                "Asinh" => asinh(x),
                "Atan" => atan(x),
                "Atanh" => atanh(x),
                "Cbrt" => cbrt(x),
                "Cos" => cos(x),
                "Cosh" => cosh(x),
                "Erf" => special::erf(x),
                "Erfc" => special::erfc(x),
                "Lgamma" => special::lgamma(x).0,
                "Erfinv" => erfinv(x),
                "Exp" => exp(x),
                "Exp2" => exp2(x),
                "Expm1" => expm1(x),
                "Gamma" => gamma(x),
                "J0" => super::super::bessel::j0(x),
                "J1" => super::super::bessel::j1(x),
                "Y0" => super::super::bessel::y0(x),
                "Y1" => super::super::bessel::y1(x),
                "Log" => log(x),
                "Log10" => log10(x),
                "Log1p" => log1p(x),
                "Log2" => log2(x),
                "Round" => x.round(),
                "RoundToEven" => x.round_ties_even(),
                "Sin" => sin(x),
                "Sinh" => sinh(x),
                "Tan" => tan(x),
                "Tanh" => tanh(x),
                "Atan2" => atan2(x, y),
                "Hypot" => hypot(x, y),
                "Mod" => modulo(x, y),
                "Pow" => pow(x, y),
                "Remainder" => remainder(x, y),
                other => panic!("no function {other}"),
            };
            if got.to_bits() != want.to_bits() && !(got.is_nan() && want.is_nan()) {
                wrong.push(format!("{line}: {} {x:e} {y:e} is {got:e}, not {want:e}", words[0]));
            }
        }
        wrong
    }

    #[test]
    fn results_are_gos() {
        let wrong = check(include_str!("go.txt"));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
