//! Package `math`.

use purlin_runtime::native::{Answer, Call, Native};

pub const NATIVES: super::Table = &[
    ("math.Float64bits", Native::Light(same)),
    ("math.Float64frombits", Native::Light(same)),
    ("math.Float32bits", Native::Light(same)),
    ("math.Float32frombits", Native::Light(same)),
    ("math.Sqrt", Native::Light(|c| unary(c, f64::sqrt))),
    ("math.Floor", Native::Light(|c| unary(c, f64::floor))),
    ("math.Ceil", Native::Light(|c| unary(c, f64::ceil))),
    ("math.Trunc", Native::Light(|c| unary(c, f64::trunc))),
    ("math.RoundToEven", Native::Light(|c| unary(c, f64::round_ties_even))),
    ("math.Abs", Native::Light(|c| unary(c, f64::abs))),
    ("math.Copysign", Native::Light(|c| binary(c, f64::copysign))),
];

/// A float and its bits are the same word.
fn same(_: &mut Call<'_>) -> Answer {
    Ok(())
}

fn unary(call: &mut Call<'_>, f: fn(f64) -> f64) -> Answer {
    let result = f(call.float(0));
    call.ret_float(0, result);
    Ok(())
}

fn binary(call: &mut Call<'_>, f: fn(f64, f64) -> f64) -> Answer {
    let result = f(call.float(0), call.float(1));
    call.ret_float(0, result);
    Ok(())
}
