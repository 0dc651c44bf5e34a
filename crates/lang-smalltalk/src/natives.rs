//! The natives of the library: what needs big integers, text or output. Objects are those that lowering
//! lays out (`lower/layout.rs`).
//!
//! A native that has no answer gives the word [`NONE`], after which the statements of the primitive's
//! method are executed. Nothing here calls guest code.

mod files;
mod json;
mod ops;
pub(crate) mod som;

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_integer::Integer as _;
use num_traits::{FromPrimitive, ToPrimitive, Zero};
use purlin_base::gas;
use purlin_dynamic::value::{self, Given};
use purlin_kernels::math;
use purlin_runtime::native::{Answer, Caller, Dyn, DynRef, SliceRef, Span, Stop, Str, StrRef};
use purlin_runtime::natives;
use purlin_runtime::trap::{Trap, TrapKind};

use crate::lower::layout::{NONE, Numbers};

pub(crate) use files::FILE_OPS;
pub(crate) use json::JSON_OPS;
pub(crate) use ops::{FloatOp, IntegerOp, TextOp};

/// Bits of an integer that a program may make: as many as that no operation of two of them takes longer than
/// some tenths of a second, before which no poll can end the run.
const MAX_BITS: u64 = 1 << 20;
/// Bits of an integer whose greatest common divisor with another one the native finds: it takes as many steps
/// as both have bits, and nothing ends it before.
const GCD_BITS: u64 = 1 << 12;
/// Decimal digits of an integer that a text may have.
const MAX_DIGITS: usize = 300_000;

fn none<'c>() -> DynRef<'c> {
    DynRef::immediate(NONE, 0)
}

fn boolean<'c>(value: bool) -> DynRef<'c> {
    DynRef::immediate(if value { 2 } else { 1 }, 0)
}

/// The class and the bytes of an object of bytes: a string, a symbol, a byte array, a large integer.
/// Objects of other kinds may give bytes, too: callers compare the class.
fn bytes_of<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>, numbers: Numbers) -> Option<(u32, &'a [u8])> {
    value::class_and_bytes(caller, value, |class| if class == numbers.symbol { 2 } else { 1 })
}

fn text<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>, numbers: Numbers) -> Option<&'a [u8]> {
    let (class, bytes) = bytes_of(caller, value, numbers)?;
    (class == numbers.string || class == numbers.symbol).then_some(bytes)
}

fn integer<'c>(caller: &Caller<'c>, value: DynRef<'c>, numbers: Numbers) -> Option<BigInt> {
    if let Some(n) = value.as_int() {
        return Some(n.into());
    }
    let (class, bytes) = bytes_of(caller, value, numbers)?;
    let sign = match class {
        class if class == numbers.positive => Sign::Plus,
        class if class == numbers.negative => Sign::Minus,
        _ => return None,
    };
    caller.charge_bytes(bytes.len());
    Some(BigInt::from_bytes_le(sign, bytes))
}

fn float<'c>(caller: &Caller<'c>, value: DynRef<'c>) -> Option<f64> {
    value::float(caller, value, Numbers::FLOAT)
}

fn new_bytes<'c>(caller: &Caller<'c>, class: u32, bytes: &[u8]) -> Given<'c> {
    value::new_bytes(caller, class, bytes, &[])
}

fn new_integer<'c>(caller: &Caller<'c>, value: &BigInt, numbers: Numbers) -> Given<'c> {
    if let Some(small) = value.to_i64().and_then(DynRef::int) {
        return Ok(small);
    }
    if value.bits() > MAX_BITS {
        return Ok(none());
    }
    let (sign, bytes) = value.to_bytes_le();
    caller.charge_bytes(bytes.len());
    let class = if sign == Sign::Minus { numbers.negative } else { numbers.positive };
    new_bytes(caller, class, &bytes)
}

fn new_float<'c>(caller: &Caller<'c>, x: f64) -> Given<'c> {
    value::new_float(caller, Numbers::FLOAT, x)
}

fn on_integers<'c>(
    caller: &mut Caller<'c>,
    op: i64,
    a: DynRef<'c>,
    b: DynRef<'c>,
    numbers: i64,
) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let Some(op) = IntegerOp::of(op) else { return Ok(none()) };
    if op == IntegerOp::Print
        && let Some(text) = printed(a, b)
    {
        caller.charge(gas::limb_products(1).saturating_mul(5));
        return new_bytes(caller, numbers.string, text.as_bytes());
    }
    if let Some((x, y)) = exactly(a).zip(float(caller, b)) {
        return mixed(caller, op, x, y);
    }
    let Some(x) = integer(caller, a, numbers) else { return Ok(none()) };
    match op {
        IntegerOp::AsFloat => return new_float(caller, x.to_f64().unwrap_or(f64::INFINITY)),
        IntegerOp::Hash => {
            caller.charge(x.iter_u64_digits().len() as i64);
            return Ok(DynRef::int(integer_hash(&x)).unwrap_or(none()));
        }
        _ => {}
    }
    let Some(y) = integer(caller, b, numbers) else { return Ok(none()) };
    if let Some(answer) = compared(op, &x, &y) {
        return Ok(answer);
    }
    let work = work(&x, &y);
    caller.charge(work);
    match op {
        IntegerOp::Print => {
            let Some(radix) = y.to_u32().filter(|r| (2..=36).contains(r)) else { return Ok(none()) };
            caller.charge(self::work(&x, &x).saturating_mul(4));
            let text = x.to_str_radix(radix).to_uppercase();
            return new_bytes(caller, numbers.string, text.as_bytes());
        }
        // Each bit of both is shifted away by itself.
        IntegerOp::Gcd if x.bits().max(y.bits()) > GCD_BITS => return Ok(none()),
        IntegerOp::Gcd => caller.charge(work.saturating_mul(15)),
        _ => {}
    }
    match result(op, x, y) {
        Some(value) => new_integer(caller, &value, numbers),
        None => Ok(none()),
    }
}

/// The decimal digits of a small integer, if that is what is asked for.
fn printed(n: DynRef<'_>, radix: DynRef<'_>) -> Option<String> {
    let n = n.as_int()?;
    (radix.as_int()? == 10).then(|| n.to_string())
}

/// The float that is equal to a small integer.
fn exactly(n: DynRef<'_>) -> Option<f64> {
    n.as_int().filter(|n| n.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS).map(|n| n as f64)
}

/// An operation of an integer, which is a float here, and a float.
fn mixed<'c>(caller: &Caller<'c>, op: IntegerOp, x: f64, y: f64) -> Given<'c> {
    let value = match op {
        IntegerOp::Add => x + y,
        IntegerOp::Subtract => x - y,
        IntegerOp::Multiply => x * y,
        IntegerOp::DivideExactly if y != 0.0 => x / y,
        IntegerOp::Less => return Ok(boolean(x < y)),
        IntegerOp::Greater => return Ok(boolean(x > y)),
        IntegerOp::LessOrEqual => return Ok(boolean(x <= y)),
        IntegerOp::GreaterOrEqual => return Ok(boolean(x >= y)),
        IntegerOp::Equal => return Ok(boolean(x == y)),
        // wildcard: what is left is about integers.
        _ => return Ok(none()),
    };
    new_float(caller, value)
}

/// The answer to a comparison.
fn compared<'c>(op: IntegerOp, x: &BigInt, y: &BigInt) -> Option<DynRef<'c>> {
    let order = x.cmp(y);
    Some(boolean(match op {
        IntegerOp::Less => order == Ordering::Less,
        IntegerOp::Greater => order == Ordering::Greater,
        IntegerOp::LessOrEqual => order != Ordering::Greater,
        IntegerOp::GreaterOrEqual => order != Ordering::Less,
        IntegerOp::Equal => order == Ordering::Equal,
        _ => return None,
    }))
}

/// Gas of an operation of two integers: limbs times limbs.
fn work(x: &BigInt, y: &BigInt) -> i64 {
    let limbs = |n: &BigInt| n.bits() / 64 + 1;
    gas::limb_products(limbs(x).saturating_mul(limbs(y)))
}

fn result(op: IntegerOp, x: BigInt, y: BigInt) -> Option<BigInt> {
    let divides = !y.is_zero();
    Some(match op {
        IntegerOp::Add => x + y,
        IntegerOp::Subtract => x - y,
        IntegerOp::Multiply => (x.bits() + y.bits() <= MAX_BITS).then(|| x * y)?,
        IntegerOp::And => x & y,
        IntegerOp::Or => x | y,
        IntegerOp::Xor => x ^ y,
        IntegerOp::DivideExactly => {
            let (q, r) = divides.then(|| x.div_rem(&y))?;
            r.is_zero().then_some(q)?
        }
        IntegerOp::DivideFloor => divides.then(|| x.div_floor(&y))?,
        IntegerOp::Modulo => divides.then(|| x.mod_floor(&y))?,
        IntegerOp::Quotient => divides.then(|| x / y)?,
        IntegerOp::Gcd => match x.magnitude().to_u128().zip(y.magnitude().to_u128()) {
            Some((x, y)) => x.gcd(&y).into(),
            None => x.gcd(&y),
        },
        IntegerOp::Shift => {
            let n = y.to_i64().filter(|n| n.unsigned_abs() < MAX_BITS)?;
            if n >= 0 { (x.bits() + n as u64 <= MAX_BITS).then(|| x << n)? } else { x >> -n }
        }
        _ => return None,
    })
}

fn on_floats<'c>(caller: &mut Caller<'c>, op: i64, a: DynRef<'c>, b: DynRef<'c>, numbers: i64) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let Some((op, x)) = FloatOp::of(op).zip(float(caller, a)) else { return Ok(none()) };
    let value = match op {
        FloatOp::Truncated => {
            return match BigInt::from_f64(x.trunc()) {
                Some(n) => new_integer(caller, &n, numbers),
                None => Ok(none()),
            };
        }
        FloatOp::Hash => return Ok(DynRef::int((x.to_bits() >> 4) as i64).unwrap_or(none())),
        FloatOp::Print => return new_bytes(caller, numbers.string, float_text(x).as_bytes()),
        FloatOp::FractionPart => x.fract(),
        FloatOp::Sqrt => x.sqrt(),
        // The kernels give the same bits on every machine, which the system's library does not.
        FloatOp::Sin => math::sin(x),
        FloatOp::Cos => math::cos(x),
        FloatOp::Tan => math::tan(x),
        FloatOp::ArcSin => math::asin(x),
        FloatOp::ArcCos => math::acos(x),
        FloatOp::ArcTan => math::atan(x),
        FloatOp::Sinh => math::sinh(x),
        FloatOp::Cosh => math::cosh(x),
        FloatOp::Tanh => math::tanh(x),
        FloatOp::ArcSinh => math::asinh(x),
        FloatOp::ArcCosh => math::acosh(x),
        FloatOp::ArcTanh => math::atanh(x),
        FloatOp::Exp => math::exp(x),
        FloatOp::Ln => math::log(x),
        FloatOp::LogTen => math::log10(x),
        _ => {
            let Some(y) = float(caller, b).or_else(|| exactly(b)) else { return Ok(none()) };
            match op {
                FloatOp::Power => math::pow(x, y),
                FloatOp::ArcTanOver => math::atan2(x, y),
                FloatOp::Add => x + y,
                FloatOp::Subtract => x - y,
                FloatOp::Multiply => x * y,
                FloatOp::Divide if y != 0.0 => x / y,
                FloatOp::Less => return Ok(boolean(x < y)),
                FloatOp::Greater => return Ok(boolean(x > y)),
                FloatOp::LessOrEqual => return Ok(boolean(x <= y)),
                FloatOp::GreaterOrEqual => return Ok(boolean(x >= y)),
                FloatOp::Equal => return Ok(boolean(x == y)),
                _ => return Ok(none()),
            }
        }
    };
    new_float(caller, value)
}

/// Shortest digits, as GNU Smalltalk prints a FloatD.
fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "nan".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let plain = format!("{x:?}");
    if !plain.contains('e') && x.abs() < 1e16 {
        return plain;
    }
    let text = format!("{x:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}e{exponent}")
}

fn ratio<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>, numbers: i64) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let both = integer(caller, a, numbers).zip(integer(caller, b, numbers)).filter(|(_, y)| !y.is_zero());
    match both {
        Some((x, y)) => {
            caller.charge(work(&x, &y));
            new_float(caller, quotient(&x, &y))
        }
        None => Ok(none()),
    }
}

/// The float nearest to the quotient of two integers, of which the second is not zero.
pub(crate) fn quotient(x: &BigInt, y: &BigInt) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    let (n, d) = (x.magnitude(), y.magnitude());
    // So many bits that the quotient has two more than a float at least; what is left over is in the last.
    let shift = 66 + d.bits() as i64 - n.bits() as i64;
    let (n, d) = match u64::try_from(shift) {
        Ok(left) => (n << left, d.clone()),
        Err(_) => (n.clone(), d << shift.unsigned_abs()),
    };
    let (mut quotient, rest) = n.div_rem(&d);
    if !rest.is_zero() {
        quotient |= num_bigint::BigUint::from(1u32);
    }
    let value = quotient.to_f64().unwrap_or(f64::INFINITY);
    // In two steps: the power itself may be beyond what a float can be.
    let power = (-shift).clamp(-2200, 2200) as i32;
    let value = value * f64::powi(2.0, power / 2) * f64::powi(2.0, power - power / 2);
    if x.sign() == y.sign() { value } else { -value }
}

fn on_text<'c>(caller: &mut Caller<'c>, op: i64, a: DynRef<'c>, b: DynRef<'c>, numbers: i64) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let Some((op, x)) = TextOp::of(op).zip(text(caller, a, numbers)) else { return Ok(none()) };
    caller.charge_bytes(x.len());
    match op {
        TextOp::Hash => return Ok(DynRef::int(text_hash(x)).unwrap_or(none())),
        TextOp::AsNumber => return number_at_start(caller, x, numbers),
        _ => {}
    }
    match (op, bytes_of(caller, b, numbers)) {
        (TextOp::Equal, Some((class, y))) => Ok(boolean(class == numbers.string && x == y)),
        (TextOp::Compare, Some((class, y))) if class == numbers.string || class == numbers.symbol => {
            Ok(DynRef::int(x.cmp(y) as i64).unwrap_or(none()))
        }
        (TextOp::Equal, None) => Ok(boolean(false)),
        _ => Ok(none()),
    }
}

/// A number for equal integers: of large ones all digits count, as the low ones of many are zeros.
fn integer_hash(x: &BigInt) -> i64 {
    // A product carries upwards only, so that its upper half is brought down before the next one.
    let mix = |hash: u64, digit: u64| {
        let product = (hash ^ digit ^ digit >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (product ^ product >> 32).wrapping_mul(0xc2b2_ae3d_27d4_eb4f) >> 17
    };
    match i64::try_from(x) {
        Ok(small) => small & 0x3fff_ffff,
        Err(_) => (x.iter_u64_digits().fold(0, mix) & 0x3fff_ffff) as i64,
    }
}

/// A number for equal bytes.
fn text_hash(x: &[u8]) -> i64 {
    let hash = x.iter().fold(0u32, |h, b| h.wrapping_mul(31).wrapping_add(u32::from(*b)));
    i64::from(hash >> 2)
}

/// The number that a text begins with.
fn number_at_start<'c>(caller: &Caller<'c>, text: &[u8], numbers: Numbers) -> Given<'c> {
    let text = text.trim_ascii_start();
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let digits = |t: &[u8]| t.iter().take_while(|b| b.is_ascii_digit()).count();
    let integer = digits(unsigned);
    if integer == 0 || integer > MAX_DIGITS {
        return Ok(none());
    }
    let sign = text.len() - unsigned.len();
    let after = unsigned[integer..].strip_prefix(b".").map_or(0, digits);
    if after == 0 {
        caller.charge(gas::digits_read(integer as u64));
        let value = BigInt::parse_bytes(&unsigned[..integer], 10).unwrap_or_default();
        return new_integer(caller, &if sign == 1 { -value } else { value }, numbers);
    }
    let mut end = sign + integer + 1 + after;
    if let Some(exponent) = text[end..].strip_prefix(b"e") {
        let plain = exponent.strip_prefix(b"-").unwrap_or(exponent);
        let length = digits(plain);
        end += if length > 0 { 1 + exponent.len() - plain.len() + length } else { 0 };
    }
    match std::str::from_utf8(&text[..end]).ok().and_then(|text| text.parse().ok()) {
        Some(x) => new_float(caller, x),
        None => Ok(none()),
    }
}

fn write<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, stream: i64, numbers: i64) -> Given<'c> {
    let Some(bytes) = text(caller, a, Numbers::unpack(numbers)).map(<[u8]>::to_vec) else {
        return Ok(none());
    };
    caller.write_bytes(if stream == 2 { 2 } else { 1 }, &bytes)?;
    Ok(a)
}

/// A new object of bytes, all of one value; none if the size is wrong.
fn bytes<'c>(caller: &mut Caller<'c>, class: i64, size: DynRef<'c>, fill: i64) -> Given<'c> {
    let Some(size) = size.as_int().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < 1 << 28) else {
        return Ok(none());
    };
    let chunk = [fill as u8; 4096];
    let (class, length) = (u64::from(class as u32), purlin_base::word::from_int(size as i64));
    let (class, length) = (class.to_ne_bytes(), length.to_ne_bytes());
    let mut parts: Vec<&[u8]> = vec![&class, &length];
    parts.extend(std::iter::repeat_n(&chunk[..], size / chunk.len()));
    parts.push(&chunk[..size % chunk.len()]);
    Ok(DynRef::from_reference(caller.new_bytes_object(&parts)?))
}

/// A copy of an object of bytes; of a symbol a string.
fn copy<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, numbers: i64) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let Some((class, bytes)) = bytes_of(caller, a, numbers) else { return Ok(none()) };
    caller.charge_bytes(bytes.len());
    new_bytes(caller, if class == numbers.symbol { numbers.string } else { class }, bytes)
}

/// A word of the command line, from 0, as a string; none beyond the last. The first one is the program: the
/// class, where it is a class file.
fn argument<'c>(caller: &mut Caller<'c>, n: i64, numbers: i64) -> Given<'c> {
    let word = usize::try_from(n).ok().and_then(|n| caller.args().get(n).cloned());
    let word = match word {
        Some(word) if n == 0 => {
            let name = word.rsplit('/').next().unwrap_or(&word);
            Some(name.strip_suffix(".som").unwrap_or(name).to_owned())
        }
        word => word,
    };
    match word {
        Some(word) => new_bytes(caller, Numbers::unpack(numbers).string, word.as_bytes()),
        None => Ok(none()),
    }
}

/// The bytes of a string, and no bytes of anything else: how they cross to the host.
fn packed<'c>(caller: &mut Caller<'c>, value: DynRef<'c>, numbers: i64) -> Result<StrRef<'c>, Stop> {
    let bytes = text(caller, value, Numbers::unpack(numbers)).unwrap_or_default().to_vec();
    caller.charge_bytes(bytes.len());
    caller.new_string(&bytes)
}

/// Bytes that have crossed, as a string.
fn unpacked<'c>(caller: &mut Caller<'c>, bytes: StrRef<'c>, numbers: i64) -> Given<'c> {
    let bytes = caller.bytes(bytes).to_vec();
    caller.charge_bytes(bytes.len());
    new_bytes(caller, Numbers::unpack(numbers).string, &bytes)
}

fn clock(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(caller.clock())
}

/// Starts a fiber that evaluates a block.
fn spawn<'c>(caller: &mut Caller<'c>, block: DynRef<'c>) -> Given<'c> {
    let Some(closure) = block.reference() else { return Ok(none()) };
    caller.spawn(closure);
    Ok(block)
}

/// Lets so many milliseconds of the virtual clock pass.
fn sleep(caller: &mut Caller<'_>, milliseconds: i64) -> Answer {
    caller.sleep(milliseconds.saturating_mul(1_000_000), "delay")
}

/// Reads from standard input into a string.
fn read<'c>(caller: &mut Caller<'c>, into: SliceRef<'c, u8>) -> Result<i64, Stop> {
    Ok(caller.read(into)? as i64)
}

/// Writes the numbers of the functions on the stack into the elements of an array, innermost first.
fn stack<'c>(caller: &mut Caller<'c>, into: SliceRef<'c, u64>) -> Answer {
    let frames = caller.traceback();
    caller.charge(gas::CALLER_FRAME.saturating_mul(frames.len() as i64));
    for (word, frame) in caller.slice_mut(into).iter_mut().zip(frames) {
        *word = purlin_base::word::from_int(i64::from(frame.func));
    }
    Ok(())
}

/// Ends the run with an exit code.
fn exit<'c>(_: &mut Caller<'c>, code: DynRef<'c>) -> Given<'c> {
    let code = code.as_int().and_then(|code| i32::try_from(code).ok()).unwrap_or(1);
    Err(Stop::end(Trap::new(TrapKind::Exit(code), format!("exit status {code}"))))
}

/// Ends the run: a message was not understood, and neither was the one that says so.
fn lost<'c>(caller: &mut Caller<'c>, selector: DynRef<'c>, numbers: i64) -> Given<'c> {
    let text = text(caller, selector, Numbers::unpack(numbers)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text[..text.len().min(200)]);
    Err(Stop::end(Trap::new(TrapKind::Uncaught, format!("the receiver does not understand #{text}"))))
}

natives! {
    /// All natives of the library.
    pub NATIVES in "st" {
        /// An operation of two integers of any size.
        heavy "integer"(op: i64, a: Dyn, b: Dyn, numbers: i64) -> (Dyn) = on_integers; [READS ALLOCATES ENDS] "limbs times limbs, by 4; an allocation";
        /// An operation of one or two floats.
        heavy "float"(op: i64, a: Dyn, b: Dyn, numbers: i64) -> (Dyn) = on_floats; [READS ALLOCATES ENDS] "an allocation";
        /// The float nearest to a fraction.
        heavy "ratio"(a: Dyn, b: Dyn, numbers: i64) -> (Dyn) = ratio; [READS ALLOCATES ENDS] "an allocation";
        /// An operation of one or two texts.
        heavy "text"(op: i64, a: Dyn, b: Dyn, numbers: i64) -> (Dyn) = on_text; [READS ALLOCATES ENDS] "1 a 16 bytes; an allocation";
        /// Writes a text to standard output, or to standard error if the stream is 2: the text.
        heavy "write"(a: Dyn, stream: i64, numbers: i64) -> (Dyn) = write; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// A copy of an object of bytes.
        light "copy"(a: Dyn, numbers: i64) -> (Dyn) = copy; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes";
        /// A new object of bytes, all of one value.
        light "bytes"(class: i64, size: Dyn, fill: i64) -> (Dyn) = bytes; [READS ALLOCATES ENDS] "an allocation";
        /// A word of the command line.
        light "argument"(n: i64, numbers: i64) -> (Dyn) = argument; [READS ALLOCATES ENDS OUTSIDE] "an allocation";
        /// The bytes of a string, as they cross to the host.
        heavy "packed"(value: Dyn, numbers: i64) -> (Str) = packed; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes";
        /// Bytes that crossed from the host, as a string.
        heavy "unpacked"(bytes: Str, numbers: i64) -> (Dyn) = unpacked; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes";
        /// Nanoseconds of the virtual clock.
        light "clock"() -> (i64) = clock; [OUTSIDE] "nothing more";
        /// Starts a fiber that evaluates a block without parameters.
        light "spawn"(block: Dyn) -> (Dyn) = spawn; [READS ALLOCATES OUTSIDE] "a fiber";
        /// Lets so many milliseconds of the virtual clock pass.
        light "sleep"(milliseconds: i64) = sleep; [ALLOCATES PARKS OUTSIDE] "a timer";
        /// Reads from standard input: how many bytes, 0 at the end.
        heavy "read"(into: Span<u8>) -> (i64) = read; [WRITES ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// The functions on the stack, by number, innermost first.
        heavy "stack"(into: Span<u64>) = stack; [WRITES OUTSIDE] "CALLER_FRAME a frame";
        /// An operation on files, as far as grants go.
        heavy "file"(op: i64, a: Dyn, b: Dyn, c: Dyn, numbers: i64) -> (Dyn) = files::operate; [READS ALLOCATES ENDS OUTSIDE] "FILE_REQUEST, 4 a byte of the path, 1 a 4 bytes; an allocation";
        /// An operation on a text that is JSON, or on a string that becomes JSON.
        heavy "json"(op: i64, a: Dyn, at: Dyn, numbers: i64) -> (Dyn) = json::operate; [READS ALLOCATES ENDS] "1 a 4 bytes of what is read; an allocation";
        /// Ends the run with an exit code.
        heavy "exit"(code: Dyn) -> (Dyn) = exit; [READS ENDS OUTSIDE] "nothing more";
        /// Ends the run, as a message was not understood.
        heavy "lost"(selector: Dyn, numbers: i64) -> (Dyn) = lost; [READS ENDS] "nothing more";
        /// An operation of SOM's library.
        heavy "som"(op: i64, a: Dyn, b: Dyn, c: Dyn, numbers: i64) -> (Dyn) = som::operate; [READS ALLOCATES ENDS] "limbs times limbs, by 4; 1 a 16 bytes; an allocation";
    }
}
