//! Hyperbolic functions and their inverses.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::LN_2;

use super::exponential::{exp, log, log1p};
use super::parts::polynomial;

/// The hyperbolic sine.
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

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    let a = x.abs();
    if a > 21.0 {
        return exp(a) * 0.5;
    }
    let e = exp(a);
    (e + 1.0 / e) * 0.5
}

/// The hyperbolic tangent.
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

/// The inverse hyperbolic cosine; NaN below 1.
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

/// The inverse hyperbolic sine.
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

/// The inverse hyperbolic tangent; NaN outside of -1 to 1.
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
