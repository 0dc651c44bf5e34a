//! The gamma function by the Cephes library's method, and the inverse of the error function.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::{LN_2, PI};

use super::circular::sin;
use super::exponential::{exp, log, pow};
use super::parts::polynomial;

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

/// The gamma function; NaN for negative integers.
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

// The coefficients of algorithm AS 241: numerator and denominator, for the middle, the flanks and the tails.
const ERFINV_A: [f64; 8] = [
    8.8709406962545514830200e2,
    1.1819493347062294404278e4,
    2.3782041382114385731252e4,
    1.6235862515167575384252e4,
    4.8548868893843886794648e3,
    6.9706266534389598238465e2,
    4.7072688112383978012285e1,
    1.1975323115670912564578e0,
];
const ERFINV_B: [f64; 8] = [
    5.2264952788528545610e3,
    2.8729085735721942674e4,
    3.9307895800092710610e4,
    2.1213794301586595867e4,
    5.3941960214247511077e3,
    6.8718700749205790830e2,
    4.2313330701600911252e1,
    1.0,
];
const ERFINV_C: [f64; 8] = [
    7.74545014278341407640e-4,
    2.27238449892691845833e-2,
    2.41780725177450611770e-1,
    1.27045825245236838258e0,
    3.64784832476320460504e0,
    5.76949722146069140550e0,
    4.63033784615654529590e0,
    1.42343711074968357734e0,
];
const ERFINV_D: [f64; 8] = [
    1.4859850019840355905497876e-9,
    7.7441459065157709165577218e-4,
    2.1494160384252876777097297e-2,
    2.0945065210512749128288442e-1,
    9.7547832001787427186894837e-1,
    2.3707661626024532365971225e0,
    2.9036514445419946173133295e0,
    1.4142135623730950488016887e0,
];
const ERFINV_E: [f64; 8] = [
    2.01033439929228813265e-7,
    2.71155556874348757815e-5,
    1.24266094738807843860e-3,
    2.65321895265761230930e-2,
    2.96560571828504891230e-1,
    1.78482653991729133580e0,
    5.46378491116411436990e0,
    6.65790464350110377720e0,
];
const ERFINV_F: [f64; 8] = [
    2.891024605872965461538222e-15,
    2.010321207683943062279931e-7,
    2.611088405080593625138020e-5,
    1.112800997078859844711555e-3,
    2.103693768272068968719679e-2,
    1.936480946950659106176712e-1,
    8.482908416595164588112026e-1,
    1.414213562373095048801689e0,
];

/// The inverse of the error function, by Wichura's algorithm AS 241; NaN outside of -1 to 1.
pub fn erfinv(x: f64) -> f64 {
    if x.is_nan() || x.abs() > 1.0 {
        return f64::NAN;
    }
    if x.abs() == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    let a = if x < 0.0 { -x } else { x };
    let y = if a <= 0.85 {
        let r = 0.180625 - 0.25 * a * a;
        (a * polynomial(r, &ERFINV_A)) / polynomial(r, &ERFINV_B)
    } else {
        let r = (LN_2 - log(1.0 - a)).sqrt();
        if r <= 5.0 {
            polynomial(r - 1.6, &ERFINV_C) / polynomial(r - 1.6, &ERFINV_D)
        } else {
            polynomial(r - 5.0, &ERFINV_E) / polynomial(r - 5.0, &ERFINV_F)
        }
    };
    if x < 0.0 { -y } else { y }
}
