//! Circular functions and their inverses, by the Cephes library's methods; arguments in radians.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use super::parts::polynomial;

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
    // The bits after the octant are the fraction, of which 52 are kept after the leading one. Where the
    // leading one is so low that the lower word is needed, Go takes it from its start, three bits of
    // which have been used already.
    let (high, low) = ((sum << 3 >> 64) as u64, sum as u64);
    let used = high.leading_zeros() + 1;
    let kept = high.checked_shl(used).unwrap_or(0) | low.checked_shr(64u32.wrapping_sub(used)).unwrap_or(0);
    let z = f64::from_bits(kept >> 12 | (1023 - u64::from(used)) << 52);
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

/// The sine of an angle in radians.
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

/// The cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let (octant, z) = reduce(x.abs());
    let y = if matches!(octant & 3, 1 | 2) { sin_series(z) } else { cos_series(z) };
    if (octant > 3) != (octant & 3 > 1) { -y } else { y }
}

/// The tangent of an angle in radians.
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

/// The arc tangent in radians.
pub fn atan(x: f64) -> f64 {
    match x {
        0.0 => x,
        x if x > 0.0 => atan_positive(x),
        x => -atan_positive(-x),
    }
}

/// The arc sine in radians; NaN outside of -1 to 1.
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

/// The arc cosine in radians; NaN outside of -1 to 1.
pub fn acos(x: f64) -> f64 {
    FRAC_PI_2 - asin(x)
}

/// The angle of the point (x, y) in radians, from -π to π.
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
