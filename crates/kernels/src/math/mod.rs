//! Elementary and special functions whose results are to the last bit those of Go compiled for amd64
//! without further features, on a processor that fuses products and sums: exp, log and hypot follow its
//! assembly, the others its portable algorithms, the Cephes library's (sin, cos, tan, atan, gamma) and
//! FreeBSD's (erf, Bessel functions); so the order of operations here is part of the result. What the
//! crate libm computes in the same way is not repeated.

mod bessel;
mod circular;
mod exponential;
mod gamma;
mod hyperbolic;
mod parts;
mod special;

pub use bessel::{j0, j1, y0, y1};
pub use circular::{acos, asin, atan, atan2, cos, sin, tan};
pub use exponential::{cbrt, exp, exp2, expm1, hypot, log, log1p, log2, log10, pow};
pub use gamma::{erfinv, gamma};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use parts::{frexp, ldexp, modf, modulo, polynomial, remainder};
pub use special::{erf, erfc, lgamma};

/// 10^n for n from -323 to 308, as the product or quotient of two powers, as Go computes it: not always the
/// nearest float.
pub fn pow10(n: i64) -> f64 {
    let power = |n: i64| format!("1e{n}").parse().unwrap_or(f64::NAN);
    if n < 0 { power(-(-n / 32 * 32)) / power(-n % 32) } else { power(n / 32 * 32) * power(n % 32) }
}

#[cfg(test)]
mod tests {
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
                "Erf" => erf(x),
                "Erfc" => erfc(x),
                "Lgamma" => lgamma(x).0,
                "Erfinv" => erfinv(x),
                "Exp" => exp(x),
                "Exp2" => exp2(x),
                "Expm1" => expm1(x),
                "Gamma" => gamma(x),
                "J0" => j0(x),
                "J1" => j1(x),
                "Y0" => y0(x),
                "Y1" => y1(x),
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
