//! The error function and the logarithm of gamma, by FreeBSD's methods over Go's exponential and logarithm.

#![allow(clippy::excessive_precision, clippy::approx_constant)]

use std::f64::consts::PI;

use super::{cos, exp, log, polynomial, sin};

// Rational approximations, highest coefficient first, each on an interval of |x|: below 0.84375, up to 1.25,
// up to 1 / 0.35, and beyond.
const PP: [f64; 5] = [
    -2.37630166566501626084e-05,
    -5.77027029648944159157e-03,
    -2.84817495755985104766e-02,
    -3.25042107247001499370e-01,
    1.28379167095512558561e-01,
];
const QQ: [f64; 6] = [
    -3.96022827877536812320e-06,
    1.32494738004321644526e-04,
    5.08130628187576562776e-03,
    6.50222499887672944485e-02,
    3.97917223959155352819e-01,
    1.0,
];
const PA: [f64; 7] = [
    -2.16637559486879084300e-03,
    3.54783043256182359371e-02,
    -1.10894694282396677476e-01,
    3.18346619901161753674e-01,
    -3.72207876035701323847e-01,
    4.14856118683748331666e-01,
    -2.36211856075265944077e-03,
];
const QA: [f64; 7] = [
    1.19844998467991074170e-02,
    1.36370839120290507362e-02,
    1.26171219808761642112e-01,
    7.18286544141962662868e-02,
    5.40397917702171048937e-01,
    1.06420880400844228286e-01,
    1.0,
];
const RA: [f64; 8] = [
    -9.81432934416914548592e+00,
    -8.12874355063065934246e+01,
    -1.84605092906711035994e+02,
    -1.62396669462573470355e+02,
    -6.23753324503260060396e+01,
    -1.05586262253232909814e+01,
    -6.93858572707181764372e-01,
    -9.86494403484714822705e-03,
];
const SA: [f64; 9] = [
    -6.04244152148580987438e-02,
    6.57024977031928170135e+00,
    1.08635005541779435134e+02,
    4.29008140027567833386e+02,
    6.45387271733267880336e+02,
    4.34565877475229228821e+02,
    1.37657754143519042600e+02,
    1.96512716674392571292e+01,
    1.0,
];
const RB: [f64; 7] = [
    -4.83519191608651397019e+02,
    -1.02509513161107724954e+03,
    -6.37566443368389627722e+02,
    -1.60636384855821916062e+02,
    -1.77579549177547519889e+01,
    -7.99283237680523006574e-01,
    -9.86494292470009928597e-03,
];
const SB: [f64; 8] = [
    -2.24409524465858183362e+01,
    4.74528541206955367215e+02,
    2.55305040643316442583e+03,
    3.19985821950859553908e+03,
    1.53672958608443695994e+03,
    3.25792512996573918826e+02,
    3.03380607434824582924e+01,
    1.0,
];

/// erf(1), cut short.
const ERX: f64 = 8.45062911510467529297e-01;

/// What erfc(x) is, times x, for x from 1.25.
fn tail(x: f64) -> f64 {
    let s = 1.0 / (x * x);
    let ratio = if x < 1.0 / 0.35 {
        polynomial(s, &RA) / polynomial(s, &SA)
    } else {
        polynomial(s, &RB) / polynomial(s, &SB)
    };
    // The upper half of x, whose square is exact.
    let z = f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000);
    exp(-z * z - 0.5625) * exp((z - x) * (z + x) + ratio)
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let a = if x < 0.0 { -x } else { x };
    let y = if a < 2.848094538889218e-306 {
        0.125 * (8.0 * a + 1.02703333676410069053e+00 * a)
    } else if a < 1.0 / (1u64 << 28) as f64 {
        a + 1.28379167095512586316e-01 * a
    } else if a < 0.84375 {
        let z = a * a;
        a + a * (polynomial(z, &PP) / polynomial(z, &QQ))
    } else if a < 1.25 {
        let s = a - 1.0;
        ERX + polynomial(s, &PA) / polynomial(s, &QA)
    } else if a >= 6.0 {
        1.0
    } else {
        1.0 - tail(a) / a
    };
    if x < 0.0 { -y } else { y }
}

/// 1 minus the error function, without loss where that is small.
pub fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    let negative = x < 0.0;
    let a = if negative { -x } else { x };
    if a < 0.84375 {
        let y = if a < 1.0 / (1u64 << 56) as f64 {
            a
        } else {
            let z = a * a;
            let y = polynomial(z, &PP) / polynomial(z, &QQ);
            if a < 0.25 { a + a * y } else { 0.5 + (a * y + (a - 0.5)) }
        };
        return if negative { 1.0 + y } else { 1.0 - y };
    }
    if a < 1.25 {
        let s = a - 1.0;
        let ratio = polynomial(s, &PA) / polynomial(s, &QA);
        return if negative { 1.0 + ERX + ratio } else { 1.0 - ERX - ratio };
    }
    if negative && a > 6.0 {
        return 2.0;
    }
    if a >= 28.0 {
        return 0.0;
    }
    let y = tail(a) / a;
    if negative { 2.0 - y } else { y }
}

// Of the logarithm of gamma, each on an interval.
const EVEN: [f64; 6] = [
    2.52144565451257326939e-05,
    2.20862790713908385557e-04,
    1.19270763183362067845e-03,
    7.38555086081402883957e-03,
    6.73523010531292681824e-02,
    7.72156649015328655494e-02,
];
const ODD: [f64; 6] = [
    4.48640949618915160150e-05,
    1.08011567247583939954e-04,
    5.10069792153511336608e-04,
    2.89051383673415629091e-03,
    2.05808084325167332806e-02,
    3.22467033424113591611e-01,
];
const T0: [f64; 5] = [
    3.15632070903625950361e-04,
    -1.40346469989232843813e-03,
    6.10053870246291332635e-03,
    -3.27885410759859649565e-02,
    4.83836122723810047042e-01,
];
const T1: [f64; 5] = [
    -3.12754168375120860518e-04,
    8.81081882437654011382e-04,
    -3.68452016781138256760e-03,
    1.79706750811820387126e-02,
    -1.47587722994593911752e-01,
];
const T2: [f64; 5] = [
    3.35529192635519073543e-04,
    -5.38595305356740546715e-04,
    2.25964780900612472250e-03,
    -1.03142241298341437450e-02,
    6.46249402391333854778e-02,
];
const U: [f64; 6] = [
    1.33810918536787660377e-02,
    2.28963728064692451092e-01,
    9.77717527963372745603e-01,
    1.45492250137234768737e+00,
    6.32827064025093366517e-01,
    -7.72156649015328655494e-02,
];
const V: [f64; 6] = [
    3.21709242282423911810e-03,
    1.04222645593369134254e-01,
    7.69285150456672783825e-01,
    2.12848976379893395361e+00,
    2.45597793713041134822e+00,
    1.0,
];
const R: [f64; 7] = [
    7.32668430744625636189e-06,
    7.77942496381893596434e-04,
    1.86459191715652901344e-02,
    1.71933865632803078993e-01,
    7.21935547567138069525e-01,
    1.39200533467621045958e+00,
    1.0,
];
const S: [f64; 7] = [
    3.19475326584100867617e-05,
    1.84028451407337715652e-03,
    2.66422703033638609560e-02,
    1.46350472652464452805e-01,
    3.25778796408930981787e-01,
    2.14982415960608852501e-01,
    -7.72156649015328655494e-02,
];
const W: [f64; 6] = [
    -1.63092934096575273989e-03,
    8.36339918996282139126e-04,
    -5.95187557450339963135e-04,
    7.93650558643019558500e-04,
    -2.77777777728775536470e-03,
    8.33333333333329678849e-02,
];

/// -sin(PI x) for x that is not negative, without rounding PI x.
fn sin_pi(x: f64) -> f64 {
    if x < 0.25 {
        return -sin(PI * x);
    }
    if x.floor() == x {
        return -sin(0.0);
    }
    let rest = x % 2.0;
    let y = match (rest * 4.0) as i64 {
        0 => sin(PI * rest),
        1 | 2 => cos(PI * (0.5 - rest)),
        3 | 4 => sin(PI * (1.0 - rest)),
        5 | 6 => -cos(PI * (rest - 1.5)),
        _ => sin(PI * (rest - 2.0)),
    };
    -y
}

/// The logarithm of the absolute value of gamma, and its sign.
pub fn lgamma(x: f64) -> (f64, i64) {
    if !x.is_finite() {
        return (x, 1);
    }
    if x == 0.0 {
        return (f64::INFINITY, 1);
    }
    let a = x.abs();
    if a < 1.0 / (1u128 << 70) as f64 {
        return (-log(a), if x < 0.0 { -1 } else { 1 });
    }
    if x > 0.0 {
        return (lgamma_positive(a), 1);
    }
    let t = if a >= (1u64 << 52) as f64 { 0.0 } else { sin_pi(a) };
    if t == 0.0 {
        return (f64::INFINITY, 1);
    }
    let sign = if t < 0.0 { -1 } else { 1 };
    if a == 1.0 || a == 2.0 {
        return (0.0, sign);
    }
    (log(PI / (t * a).abs()) - lgamma_positive(a), sign)
}

fn lgamma_positive(x: f64) -> f64 {
    match x {
        1.0 | 2.0 => 0.0,
        x if x < 2.0 => lgamma_near(x),
        x if x < 8.0 => {
            let n = x as i64;
            let y = x - n as f64;
            let near = 0.5 * y + y * polynomial(y, &S) / polynomial(y, &R);
            if n < 3 {
                return near;
            }
            let product = (3..=n).rev().fold(1.0, |z, k| z * (y + (k - 1) as f64));
            near + log(product)
        }
        x if x < (1u64 << 58) as f64 => {
            let z = 1.0 / x;
            let w = 4.18938533204672725052e-01 + z * polynomial(z * z, &W);
            (x - 0.5) * (log(x) - 1.0) + w
        }
        x => x * (log(x) - 1.0),
    }
}

fn lgamma_near(x: f64) -> f64 {
    const Y_MIN: f64 = 1.461632144968362245;
    const TC: f64 = 1.46163214496836224576e+00;
    const TF: f64 = -1.21486290535849611461e-01;
    const TT: f64 = -3.63867699703950536541e-18;
    // Below 0.9 it is the value one further, less the logarithm.
    let (start, shift) = if x <= 0.9 { (-log(x), 1.0) } else { (0.0, 0.0) };
    if x >= Y_MIN - shift + 0.27 {
        let y = 2.0 - shift - x;
        let z = y * y;
        let p = y * polynomial(z, &EVEN) + z * polynomial(z, &ODD);
        return start + (p - 0.5 * y);
    }
    if x >= Y_MIN - shift - 0.27 {
        let y = x - (TC - shift);
        let z = y * y;
        let w = z * y;
        let p = z * polynomial(w, &T0) - (TT - w * (polynomial(w, &T1) + y * polynomial(w, &T2)));
        return start + (TF + p);
    }
    let y = x - (1.0 - shift);
    start + (-0.5 * y + y * polynomial(y, &U) / polynomial(y, &V))
}
