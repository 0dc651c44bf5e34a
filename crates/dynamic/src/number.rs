//! Numbers of guests whose integers become floats where they do not fit a word: what natives compute where
//! the code in line has no result. A guest with integers of any size computes those itself.

use std::cmp::Ordering;
use std::fmt;

/// An operation of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Subtract,
    Multiply,
    /// The quotient as a float.
    Divide,
    /// The quotient, rounded toward minus infinity.
    FloorDivide,
    /// The remainder of that, which has the sign of the divisor.
    Modulo,
}

/// A number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    /// The nearest float.
    pub fn float(self) -> f64 {
        match self {
            Number::Int(n) => n as f64,
            Number::Float(x) => x,
        }
    }

    /// The largest integer that is not greater. A float that is none of 62 bits is itself.
    pub fn floor(self) -> Number {
        match self {
            Number::Float(x) if x.abs() < (1i64 << 62) as f64 => Number::Int(x.floor() as i64),
            Number::Int(_) | Number::Float(_) => self,
        }
    }

    /// The result of an operation: of integers one that is an integer, unless it does not fit 62 bits. `None`
    /// if an integer is divided by the integer 0, but for [`Op::Divide`].
    pub fn compute(op: Op, a: Number, b: Number) -> Option<Number> {
        if let (Number::Int(a), Number::Int(b)) = (a, b)
            && op != Op::Divide
        {
            return integers(op, i128::from(a), i128::from(b));
        }
        let (a, b) = (a.float(), b.float());
        Some(Number::Float(match op {
            Op::Add => a + b,
            Op::Subtract => a - b,
            Op::Multiply => a * b,
            Op::Divide => a / b,
            Op::FloorDivide => (a / b).floor(),
            Op::Modulo => a - b * (a / b).floor(),
        }))
    }
}

fn integers(op: Op, a: i128, b: i128) -> Option<Number> {
    let divides = b != 0;
    let n = match op {
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => return None,
        Op::FloorDivide => divides.then(|| a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))?,
        Op::Modulo => divides.then(|| ((a % b) + b) % b)?,
    };
    let fits = i64::try_from(n).ok().filter(|n| purlin_base::word::fits(*n));
    Some(fits.map_or(Number::Float(n as f64), Number::Int))
}

impl PartialOrd for Number {
    /// The order of two integers, or of the nearest floats; none with a NaN.
    fn partial_cmp(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (a, b) => a.float().partial_cmp(&b.float()),
        }
    }
}

impl fmt::Display for Number {
    /// Decimal digits; of a float the shortest that are read as it, with a point or an exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(n) => write!(f, "{n}"),
            Number::Float(x) => write!(f, "{x:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_rounded_down_and_become_floats() {
        let compute = |op, a, b| Number::compute(op, Number::Int(a), Number::Int(b));
        for (a, b, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1)] {
            assert_eq!(compute(Op::FloorDivide, a, b), Some(Number::Int(quotient)), "{a} {b}");
            assert_eq!(compute(Op::Modulo, a, b), Some(Number::Int(rest)), "{a} {b}");
        }
        assert_eq!((compute(Op::FloorDivide, 1, 0), compute(Op::Modulo, 1, 0)), (None, None));
        assert_eq!(compute(Op::Divide, 1, 0), Some(Number::Float(f64::INFINITY)));
        let most = (1 << 61) - 1;
        assert_eq!(compute(Op::Add, most, -1), Some(Number::Int(most - 1)));
        assert_eq!(compute(Op::Add, most, 1), Some(Number::Float((1i64 << 61) as f64)));
        assert_eq!(compute(Op::Multiply, most, most), Some(Number::Float(most as f64 * most as f64)));
    }

    #[test]
    fn kinds_mix() {
        let (one, half) = (Number::Int(1), Number::Float(0.5));
        assert_eq!(Number::compute(Op::Subtract, one, half), Some(half));
        assert_eq!(Number::compute(Op::Modulo, Number::Float(-7.5), Number::Int(2)), Some(half));
        assert_eq!(half.partial_cmp(&one), Some(Ordering::Less));
        assert_eq!(Number::Float(f64::NAN).partial_cmp(&one), None);
        assert_eq!(Number::Float(-0.5).floor(), Number::Int(-1));
        assert_eq!(Number::Float(1e300).floor(), Number::Float(1e300));
        assert_eq!([one, half, Number::Float(3.0)].map(|n| n.to_string()), ["1", "0.5", "3.0"]);
    }
}
