//! Package `math`: the names and how they are called. What is computed is in the kernels.

use purlin_base::gas;
use purlin_kernels::math as kernel;
use purlin_runtime::native::{Caller, Stop};
use purlin_runtime::natives;

natives! {
    /// Elementary and special functions of floats.
    pub(super) MATH in "math" {
        /// The absolute value.
        light "Abs"(x: f64) -> (f64) = abs; [] "a function of mathematics";
        /// The arc cosine, in radians; NaN outside of -1 to 1.
        light "Acos"(x: f64) -> (f64) = acos; [] "a function of mathematics";
        /// The inverse hyperbolic cosine; NaN below 1.
        light "Acosh"(x: f64) -> (f64) = acosh; [] "a function of mathematics";
        /// The arc sine, in radians; NaN outside of -1 to 1.
        light "Asin"(x: f64) -> (f64) = asin; [] "a function of mathematics";
        /// The inverse hyperbolic sine.
        light "Asinh"(x: f64) -> (f64) = asinh; [] "a function of mathematics";
        /// The arc tangent, in radians.
        light "Atan"(x: f64) -> (f64) = atan; [] "a function of mathematics";
        /// The inverse hyperbolic tangent; NaN outside of -1 to 1.
        light "Atanh"(x: f64) -> (f64) = atanh; [] "a function of mathematics";
        /// The cube root.
        light "Cbrt"(x: f64) -> (f64) = cbrt; [] "a function of mathematics";
        /// The least whole number that is not below.
        light "Ceil"(x: f64) -> (f64) = ceil; [] "a function of mathematics";
        /// The cosine of radians.
        light "Cos"(x: f64) -> (f64) = cos; [] "a function of mathematics";
        /// The hyperbolic cosine.
        light "Cosh"(x: f64) -> (f64) = cosh; [] "a function of mathematics";
        /// The error function.
        light "Erf"(x: f64) -> (f64) = erf; [] "a function of mathematics";
        /// One minus the error function.
        light "Erfc"(x: f64) -> (f64) = erfc; [] "a function of mathematics";
        /// The inverse of the error function; NaN outside of -1 to 1.
        light "Erfinv"(x: f64) -> (f64) = erfinv; [] "a function of mathematics";
        /// The power of e.
        light "Exp"(x: f64) -> (f64) = exp; [] "a function of mathematics";
        /// The power of 2.
        light "Exp2"(x: f64) -> (f64) = exp2; [] "a function of mathematics";
        /// The power of e less 1, exact near 0.
        light "Expm1"(x: f64) -> (f64) = expm1; [] "a function of mathematics";
        /// The greatest whole number that is not above.
        light "Floor"(x: f64) -> (f64) = floor; [] "a function of mathematics";
        /// The gamma function.
        light "Gamma"(x: f64) -> (f64) = gamma; [] "a function of mathematics";
        /// The Bessel function of the first kind of order 0.
        light "J0"(x: f64) -> (f64) = j0; [] "a function of mathematics";
        /// The Bessel function of the first kind of order 1.
        light "J1"(x: f64) -> (f64) = j1; [] "a function of mathematics";
        /// The natural logarithm; NaN below 0.
        light "Log"(x: f64) -> (f64) = log; [] "a function of mathematics";
        /// The logarithm to base 10; NaN below 0.
        light "Log10"(x: f64) -> (f64) = log10; [] "a function of mathematics";
        /// The natural logarithm of the number plus 1, exact near 0.
        light "Log1p"(x: f64) -> (f64) = log1p; [] "a function of mathematics";
        /// The logarithm to base 2; NaN below 0.
        light "Log2"(x: f64) -> (f64) = log2; [] "a function of mathematics";
        /// The nearest whole number; of two, the one farther from 0.
        light "Round"(x: f64) -> (f64) = round; [] "a function of mathematics";
        /// The nearest whole number; of two, the even one.
        light "RoundToEven"(x: f64) -> (f64) = round_to_even; [] "a function of mathematics";
        /// The sine of radians.
        light "Sin"(x: f64) -> (f64) = sin; [] "a function of mathematics";
        /// The hyperbolic sine.
        light "Sinh"(x: f64) -> (f64) = sinh; [] "a function of mathematics";
        /// The square root; NaN below 0.
        light "Sqrt"(x: f64) -> (f64) = sqrt; [] "a function of mathematics";
        /// The tangent of radians.
        light "Tan"(x: f64) -> (f64) = tan; [] "a function of mathematics";
        /// The hyperbolic tangent.
        light "Tanh"(x: f64) -> (f64) = tanh; [] "a function of mathematics";
        /// The whole number without the fraction.
        light "Trunc"(x: f64) -> (f64) = trunc; [] "a function of mathematics";
        /// The Bessel function of the second kind of order 0; NaN below 0.
        light "Y0"(x: f64) -> (f64) = y0; [] "a function of mathematics";
        /// The Bessel function of the second kind of order 1; NaN below 0.
        light "Y1"(x: f64) -> (f64) = y1; [] "a function of mathematics";
        /// The angle of the point (x, y), in radians.
        light "Atan2"(y: f64, x: f64) -> (f64) = atan2; [] "two functions of mathematics";
        /// A number with the sign of another.
        light "Copysign"(x: f64, sign: f64) -> (f64) = copysign; [] "two functions of mathematics";
        /// The length of the hypotenuse, without overflow on the way.
        light "Hypot"(x: f64, y: f64) -> (f64) = hypot; [] "two functions of mathematics";
        /// The remainder of the division towards 0.
        light "Mod"(x: f64, y: f64) -> (f64) = modulo; [] "two functions of mathematics";
        /// A power of a number.
        light "Pow"(x: f64, y: f64) -> (f64) = pow; [] "two functions of mathematics";
        /// The remainder of the division to the nearest whole number (IEEE 754).
        light "Remainder"(x: f64, y: f64) -> (f64) = remainder; [] "two functions of mathematics";
        /// The product of two numbers plus a third, rounded once.
        light "FMA"(x: f64, y: f64, z: f64) -> (f64) = fma; [] "nothing more";
        /// The fraction, from 0.5 up to 1, and the power of two that a number is the product of.
        light "Frexp"(x: f64) -> (f64, i64) = frexp; [] "nothing more";
        /// The product of a fraction and a power of two.
        light "Ldexp"(fraction: f64, exponent: i64) -> (f64) = ldexp; [] "nothing more";
        /// The natural logarithm of the gamma function's absolute value, and the sign of the function.
        light "Lgamma"(x: f64) -> (f64, i64) = lgamma; [] "a function of mathematics";
        /// The whole number without the fraction, and the fraction.
        light "Modf"(x: f64) -> (f64, f64) = modf; [] "nothing more";
        /// 10 to the power of `n`, from -323 to 308, as Go computes it.
        light "pow10"(n: i64) -> (f64) = pow10; [] "a function of mathematics";
        /// The bits of a number.
        light "Float64bits"(x: f64) -> (u64) = bits; [] "nothing more";
        /// The number that has these bits.
        light "Float64frombits"(bits: u64) -> (f64) = from_bits; [] "nothing more";
        /// The bits of a number of 32 bits.
        light "Float32bits"(x: f32) -> (u32) = bits_32; [] "nothing more";
        /// The number of 32 bits that has these bits.
        light "Float32frombits"(bits: u32) -> (f32) = from_bits_32; [] "nothing more";
    }
}

/// Natives of one float from functions.
macro_rules! unary {
    ($($name:ident = $function:path;)*) => { $(
        fn $name(caller: &mut Caller<'_>, x: f64) -> Result<f64, Stop> {
            caller.charge(gas::MATH);
            Ok($function(x))
        }
    )* };
}

unary! {
    abs = f64::abs;
    acos = kernel::acos;
    acosh = kernel::acosh;
    asin = kernel::asin;
    asinh = kernel::asinh;
    atan = kernel::atan;
    atanh = kernel::atanh;
    cbrt = kernel::cbrt;
    ceil = f64::ceil;
    cos = kernel::cos;
    cosh = kernel::cosh;
    erf = kernel::erf;
    erfc = kernel::erfc;
    erfinv = kernel::erfinv;
    exp = kernel::exp;
    exp2 = kernel::exp2;
    expm1 = kernel::expm1;
    floor = f64::floor;
    gamma = kernel::gamma;
    j0 = kernel::j0;
    j1 = kernel::j1;
    log = kernel::log;
    log10 = kernel::log10;
    log1p = kernel::log1p;
    log2 = kernel::log2;
    round = f64::round;
    round_to_even = f64::round_ties_even;
    sin = kernel::sin;
    sinh = kernel::sinh;
    sqrt = f64::sqrt;
    tan = kernel::tan;
    tanh = kernel::tanh;
    trunc = f64::trunc;
    y0 = kernel::y0;
    y1 = kernel::y1;
}

/// Natives of two floats from functions.
macro_rules! binary {
    ($($name:ident = $function:path;)*) => { $(
        fn $name(caller: &mut Caller<'_>, x: f64, y: f64) -> Result<f64, Stop> {
            caller.charge(2 * gas::MATH);
            Ok($function(x, y))
        }
    )* };
}

binary! {
    atan2 = kernel::atan2;
    copysign = f64::copysign;
    hypot = kernel::hypot;
    modulo = kernel::modulo;
    pow = kernel::pow;
    remainder = kernel::remainder;
}

fn fma(_: &mut Caller<'_>, x: f64, y: f64, z: f64) -> Result<f64, Stop> {
    Ok(x.mul_add(y, z))
}

fn frexp(_: &mut Caller<'_>, x: f64) -> Result<(f64, i64), Stop> {
    Ok(kernel::frexp(x))
}

fn ldexp(_: &mut Caller<'_>, fraction: f64, exponent: i64) -> Result<f64, Stop> {
    Ok(kernel::ldexp(fraction, exponent))
}

fn lgamma(caller: &mut Caller<'_>, x: f64) -> Result<(f64, i64), Stop> {
    caller.charge(gas::MATH);
    Ok(kernel::lgamma(x))
}

fn modf(_: &mut Caller<'_>, x: f64) -> Result<(f64, f64), Stop> {
    Ok(kernel::modf(x))
}

fn pow10(caller: &mut Caller<'_>, n: i64) -> Result<f64, Stop> {
    caller.charge(gas::MATH);
    Ok(kernel::pow10(n))
}

fn bits(_: &mut Caller<'_>, x: f64) -> Result<u64, Stop> {
    Ok(x.to_bits())
}

fn from_bits(_: &mut Caller<'_>, bits: u64) -> Result<f64, Stop> {
    Ok(f64::from_bits(bits))
}

fn bits_32(_: &mut Caller<'_>, x: f32) -> Result<u32, Stop> {
    Ok(x.to_bits())
}

fn from_bits_32(_: &mut Caller<'_>, bits: u32) -> Result<f32, Stop> {
    Ok(f32::from_bits(bits))
}
