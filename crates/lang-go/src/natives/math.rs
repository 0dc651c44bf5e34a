//! Package `math`: the names and how they are called. What is computed is in the kernels.

use purlin_kernels::math as f;
use purlin_runtime::native::{Answer, Call, Native};

/// Natives of one float, or two, from functions.
macro_rules! natives {
    (unary: $($one:literal $f:expr,)* ; binary: $($two:literal $g:expr,)* ; other: $($name:literal $h:expr,)*) => {
        pub const NATIVES: super::Table = &[
            $(($one, Native::Light(|call| unary(call, $f))),)*
            $(($two, Native::Light(|call| binary(call, $g))),)*
            $(($name, Native::Light($h)),)*
        ];
    };
}

natives! {
    unary:
    "math.Abs" f64::abs,
    "math.Acos" f::acos,
    "math.Acosh" f::acosh,
    "math.Asin" f::asin,
    "math.Asinh" f::asinh,
    "math.Atan" f::atan,
    "math.Atanh" f::atanh,
    "math.Cbrt" f::cbrt,
    "math.Ceil" f64::ceil,
    "math.Cos" f::cos,
    "math.Cosh" f::cosh,
    "math.Erf" f::erf,
    "math.Erfc" f::erfc,
    "math.Erfinv" f::erfinv,
    "math.Exp" f::exp,
    "math.Exp2" f::exp2,
    "math.Expm1" f::expm1,
    "math.Floor" f64::floor,
    "math.Gamma" f::gamma,
    "math.J0" f::j0,
    "math.J1" f::j1,
    "math.Log" f::log,
    "math.Log10" f::log10,
    "math.Log1p" f::log1p,
    "math.Log2" f::log2,
    "math.Round" f64::round,
    "math.RoundToEven" f64::round_ties_even,
    "math.Sin" f::sin,
    "math.Sinh" f::sinh,
    "math.Sqrt" f64::sqrt,
    "math.Tan" f::tan,
    "math.Tanh" f::tanh,
    "math.Trunc" f64::trunc,
    "math.Y0" f::y0,
    "math.Y1" f::y1,
    ; binary:
    "math.Atan2" f::atan2,
    "math.Copysign" f64::copysign,
    "math.Hypot" f::hypot,
    "math.Mod" f::modulo,
    "math.Pow" f::pow,
    "math.Remainder" f::remainder,
    ; other:
    "math.FMA" fma,
    "math.Frexp" frexp,
    "math.Ldexp" ldexp,
    "math.Lgamma" lgamma,
    "math.Modf" modf,
    "math.pow10" pow10,
    "math.Float64bits" same,
    "math.Float64frombits" same,
    "math.Float32bits" same,
    "math.Float32frombits" same,
}

/// A float and its bits are the same word.
fn same(_: &mut Call<'_>) -> Answer {
    Ok(())
}

/// What a transcendental function costs, besides the call.
const COST: i64 = 20;

fn unary(call: &mut Call<'_>, f: fn(f64) -> f64) -> Answer {
    let result = f(call.float(0));
    call.vm.charge(COST);
    call.ret_float(0, result);
    Ok(())
}

fn binary(call: &mut Call<'_>, f: fn(f64, f64) -> f64) -> Answer {
    let result = f(call.float(0), call.float(1));
    call.vm.charge(2 * COST);
    call.ret_float(0, result);
    Ok(())
}

fn fma(call: &mut Call<'_>) -> Answer {
    let result = call.float(0).mul_add(call.float(1), call.float(2));
    call.ret_float(0, result);
    Ok(())
}

fn frexp(call: &mut Call<'_>) -> Answer {
    let (fraction, exponent) = f::frexp(call.float(0));
    call.ret_float(0, fraction);
    call.ret_int(1, exponent);
    Ok(())
}

fn ldexp(call: &mut Call<'_>) -> Answer {
    let result = f::ldexp(call.float(0), call.int(1));
    call.ret_float(0, result);
    Ok(())
}

fn lgamma(call: &mut Call<'_>) -> Answer {
    let (value, sign) = f::lgamma(call.float(0));
    call.vm.charge(COST);
    call.ret_float(0, value);
    call.ret_int(1, sign);
    Ok(())
}

fn modf(call: &mut Call<'_>) -> Answer {
    let (whole, fraction) = f::modf(call.float(0));
    call.ret_float(0, whole);
    call.ret_float(1, fraction);
    Ok(())
}

/// `(n int) float64`, for n from -323 to 308.
fn pow10(call: &mut Call<'_>) -> Answer {
    let result = f::pow10(call.int(0));
    call.vm.charge(COST);
    call.ret_float(0, result);
    Ok(())
}
