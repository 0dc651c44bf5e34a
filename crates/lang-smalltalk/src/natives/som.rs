//! The natives of SOM's library: arithmetic between integers and floats, and text. Knows nothing of which
//! classes have these primitives.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_traits::{FromPrimitive as _, Signed as _, ToPrimitive as _, Zero as _};
use purlin_base::gas;
use purlin_runtime::native::{Caller, DynRef};

use super::{
    Given, IntegerOp, MAX_DIGITS, Numbers, boolean, float, integer, new_bytes, new_float, new_integer, none,
};
use super::{quotient, result, text, work};

/// The operations, by number. Those of integers take floats, too.
pub(crate) const SOM_OPS: &[&str] = &[
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "rem:",
    "&",
    "<<",
    ">>>",
    "bitXor:",
    "sqrt",
    "atRandom",
    "=",
    "<",
    ">",
    "asString",
    "asDouble",
    "as32BitSignedValue",
    "as32BitUnsignedValue",
    "round",
    "asInteger",
    "cos",
    "sin",
    "Integer fromString:",
    "Double fromString:",
    "PositiveInfinity",
    "concatenate:",
    "text =",
    "isWhiteSpace",
    "isLetters",
    "isDigits",
    "primSubstringFrom:to:",
];

pub(super) fn operate<'c>(
    caller: &mut Caller<'c>,
    op: i64,
    a: DynRef<'c>,
    b: DynRef<'c>,
    c: DynRef<'c>,
    numbers: i64,
) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let name = SOM_OPS.get(op as usize).copied().unwrap_or_default();
    if name == "PositiveInfinity" {
        return new_float(caller, f64::INFINITY);
    }
    if let Some(text) = text(caller, a, numbers) {
        return on_text(caller, name, (text, b, c), numbers);
    }
    if name.ends_with("fromString:") {
        return match super::text(caller, b, numbers) {
            Some(text) => parsed(caller, name, text, numbers),
            None => Ok(none()),
        };
    }
    if let Some(x) = float(caller, a) {
        let y = float(caller, b).or_else(|| integer(caller, b, numbers)?.to_f64());
        return on_floats(caller, name, (x, y), numbers);
    }
    let Some(x) = integer(caller, a, numbers) else { return Ok(none()) };
    if let Some(y) = float(caller, b) {
        return on_floats(caller, name, (x.to_f64().unwrap_or(f64::INFINITY), Some(y)), numbers);
    }
    match integer(caller, b, numbers) {
        Some(y) => on_integers(caller, name, x, y, numbers),
        None if name == "=" => Ok(boolean(false)),
        None => on_integers(caller, name, x, BigInt::zero(), numbers),
    }
}

fn on_text<'c>(
    caller: &Caller<'c>,
    name: &str,
    (text, b, c): (&[u8], DynRef<'c>, DynRef<'c>),
    numbers: Numbers,
) -> Given<'c> {
    let all = |is: fn(char) -> bool| {
        caller.charge_bytes(text.len());
        match std::str::from_utf8(text) {
            Ok(text) => Ok(boolean(!text.is_empty() && text.chars().all(is))),
            Err(_) => Ok(boolean(false)),
        }
    };
    match name {
        "text =" => {
            let other = super::text(caller, b, numbers);
            let compared = other.filter(|other| other.len() == text.len());
            caller.charge_bytes(compared.map_or(0, <[u8]>::len));
            Ok(boolean(compared == Some(text)))
        }
        "isWhiteSpace" => all(char::is_whitespace),
        "isLetters" => all(char::is_alphabetic),
        "isDigits" => all(|c| c.is_ascii_digit()),
        "concatenate:" => match super::text(caller, b, numbers) {
            Some(other) => {
                caller.charge_bytes(text.len() + other.len());
                new_bytes(caller, numbers.string, &[text, other].concat())
            }
            None => Ok(none()),
        },
        "primSubstringFrom:to:" => {
            let [from, to] = [b, c].map(|n| n.as_int().and_then(|n| usize::try_from(n).ok()));
            let part = from.zip(to).and_then(|(from, to)| text.get(from.checked_sub(1)?..to));
            let part = part.unwrap_or_default();
            caller.charge_bytes(part.len());
            new_bytes(caller, numbers.string, part)
        }
        _ => Ok(none()),
    }
}

/// The number that a text is.
fn parsed<'c>(caller: &Caller<'c>, name: &str, text: &[u8], numbers: Numbers) -> Given<'c> {
    caller.charge_bytes(text.len());
    let text = text.trim_ascii();
    if name.starts_with("Double") {
        let value = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        return new_float(caller, value.unwrap_or(f64::NAN));
    }
    let sign = usize::from(text.first() == Some(&b'-'));
    let digits = text[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    if digits > MAX_DIGITS {
        return Ok(none());
    }
    caller.charge(gas::digits_read(digits as u64));
    match BigInt::parse_bytes(&text[..sign + digits], 10) {
        Some(value) => new_integer(caller, &value, numbers),
        None => Ok(DynRef::immediate(0, 0)),
    }
}

fn on_floats<'c>(caller: &Caller<'c>, name: &str, (x, y): (f64, Option<f64>), numbers: Numbers) -> Given<'c> {
    let whole = |x: f64| match BigInt::from_f64(x) {
        Some(n) => new_integer(caller, &n, numbers),
        None => Ok(none()),
    };
    match name {
        "sqrt" => return new_float(caller, x.sqrt()),
        "cos" => return new_float(caller, purlin_kernels::math::cos(x)),
        "sin" => return new_float(caller, purlin_kernels::math::sin(x)),
        "asDouble" => return new_float(caller, x),
        "round" => return whole((x + 0.5).floor()),
        "asInteger" => return whole(x.trunc()),
        "asString" => return new_bytes(caller, numbers.string, format!("{x:?}").as_bytes()),
        _ => {}
    }
    let Some(y) = y else { return Ok(if name == "=" { boolean(false) } else { none() }) };
    let value = match name {
        "+" => x + y,
        "-" => x - y,
        "*" => x * y,
        "//" | "/" => x / y,
        "%" => x % y,
        "=" => return Ok(boolean(x == y)),
        "<" => return Ok(boolean(x < y)),
        ">" => return Ok(boolean(x > y)),
        _ => return Ok(none()),
    };
    new_float(caller, value)
}

/// An operation of one integer; the second one counts for nothing.
fn on_integer<'c>(caller: &Caller<'c>, name: &str, x: &BigInt, numbers: Numbers) -> Option<Given<'c>> {
    let wrapped = || (x & BigInt::from(u32::MAX)).to_u32().unwrap_or_default();
    Some(match name {
        "sqrt" => {
            let root = x.to_f64().unwrap_or(f64::INFINITY).sqrt();
            match BigInt::from_f64(root).filter(|_| root.fract() == 0.0) {
                Some(root) => new_integer(caller, &root, numbers),
                None => new_float(caller, root),
            }
        }
        "atRandom" => new_integer(caller, &(x / 2), numbers),
        "asDouble" => new_float(caller, x.to_f64().unwrap_or(f64::INFINITY)),
        "asInteger" | "round" => new_integer(caller, x, numbers),
        "as32BitSignedValue" => new_integer(caller, &BigInt::from(wrapped() as i32), numbers),
        "as32BitUnsignedValue" => new_integer(caller, &BigInt::from(wrapped()), numbers),
        "asString" => {
            caller.charge(work(x, x).saturating_mul(4));
            new_bytes(caller, numbers.string, x.to_string().as_bytes())
        }
        _ => return None,
    })
}

fn on_integers<'c>(caller: &Caller<'c>, name: &str, x: BigInt, y: BigInt, numbers: Numbers) -> Given<'c> {
    if let Some(answer) = on_integer(caller, name, &x, numbers) {
        return answer;
    }
    match name {
        "=" => return Ok(boolean(x == y)),
        "<" => return Ok(boolean(x < y)),
        ">" => return Ok(boolean(x > y)),
        _ => {}
    }
    caller.charge(work(&x, &y));
    if name == "//" {
        return if y.is_zero() { Ok(none()) } else { new_float(caller, quotient(&x, &y)) };
    }
    let value = match name {
        "+" => result(IntegerOp::Add, x, y),
        "-" => result(IntegerOp::Subtract, x, y),
        "*" => result(IntegerOp::Multiply, x, y),
        "/" => result(IntegerOp::DivideFloor, x, y),
        "%" => result(IntegerOp::Modulo, x, y),
        "rem:" => (!y.is_zero()).then(|| x.div_rem(&y).1),
        "&" => result(IntegerOp::And, x, y),
        "bitXor:" => result(IntegerOp::Xor, x, y),
        "<<" => result(IntegerOp::Shift, x, y),
        ">>>" => shifted(&x, &y),
        _ => None,
    };
    match value {
        Some(value) => new_integer(caller, &value, numbers),
        None => Ok(none()),
    }
}

/// A shift to the right without sign, of 64 bits.
fn shifted(x: &BigInt, by: &BigInt) -> Option<BigInt> {
    let bits = if x.is_negative() { x.to_i64()? as u64 } else { x.to_u64()? };
    Some(BigInt::from(bits.checked_shr(by.to_u32()?).unwrap_or(0)))
}
