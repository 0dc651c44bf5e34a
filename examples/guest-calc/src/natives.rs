//! Values as they lie in memory, and the natives that know them: what is too rare or too large for code in
//! place.
//!
//! A value is a word: an integer, a float, `nil`, `true`, `false`, or the address of an object whose first word is
//! its kind. Strings, and the few floats that are no words, hold no pointers; literals and functions without
//! captures are read-only data. Natives trust the kind words, which only this crate writes: wrong ones would
//! give wrong values, but no access outside the object, as the caller bounds what is read.

use std::cmp::Ordering;

use purlin::substrate::runtime::native::{Dyn, DynRef};
use purlin::substrate::text::{format_float, format_int, write_line};
use purlin::{Caller, Stop, Trap, TrapKind, natives};

use purlin_dynamic::word;

use crate::ast::{OPS, Op};
use crate::resolve::arguments;

/// Then the bits.
pub const FLOAT: i64 = 4;
/// Then the number of bytes, then the bytes, which are UTF-8.
pub const STR: i64 = 5;
/// Then head and tail, which is a list.
pub const PAIR: i64 = 6;
/// With the number of parameters in the bits above [`ARITY_SHIFT`]; then the function's number, then the
/// captures.
pub const CLOSURE: i64 = 7;
pub const ARITY_SHIFT: u32 = 8;

/// The kind word of functions with so many parameters.
pub fn closure_kind(arity: usize) -> i64 {
    CLOSURE | (arity as i64) << ARITY_SHIFT
}

/// How a primitive is lowered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// In place.
    Head,
    Tail,
    /// A native that gives a value.
    Value,
    /// A native that gives 1 or 0.
    Truth,
}

/// The names after `@` in the prelude, and after `calc.` in the names of natives. `text` and `same` leave
/// lists to the prelude, as the size of those is not bounded.
pub const PRIMS: [(&str, How); 10] = [
    ("head", How::Head),
    ("tail", How::Tail),
    ("is_pair", How::Truth),
    ("text", How::Value),
    ("same", How::Truth),
    ("print", How::Value),
    ("length", How::Value),
    ("floor", How::Value),
    ("type", How::Value),
    ("fail", How::Value),
];

/// A value, seen by a native.
#[derive(Clone, Copy)]
enum Value<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(&'a [u8]),
    Pair,
    Closure(i64),
}

impl Value<'_> {
    fn kind(self) -> &'static str {
        match self {
            Value::Nil => "nil",
            Value::Bool(_) => "a boolean",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Str(_) => "a string",
            Value::Pair => "a list",
            Value::Closure(_) => "a function",
        }
    }

    fn float(self) -> Option<f64> {
        match self {
            Value::Int(n) => Some(n as f64),
            Value::Float(x) => Some(x),
            Value::Nil | Value::Bool(_) | Value::Str(_) | Value::Pair | Value::Closure(_) => None,
        }
    }

    fn text(self) -> String {
        match self {
            Value::Nil => "nil".into(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => format_int(n),
            Value::Float(x) => format_float(x),
            Value::Str(s) => String::from_utf8_lossy(s).into_owned(),
            Value::Pair => "a list".into(),
            Value::Closure(arity) => format!("fn/{arity}"),
        }
    }
}

/// What a word stands for.
fn value<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>) -> Value<'a> {
    if let Some(n) = value.as_int() {
        return Value::Int(n);
    }
    if let Some(x) = value.as_float() {
        return Value::Float(x);
    }
    if let Some((kind, _)) = value.as_immediate() {
        return if kind == word::NIL { Value::Nil } else { Value::Bool(kind == word::TRUE) };
    }
    let Some(object) = value.reference() else { return Value::Nil };
    let words = caller.words_from(object);
    let field = |n: usize| words.get(n).copied().unwrap_or_default();
    match field(0) as i64 {
        FLOAT => Value::Float(f64::from_bits(field(1))),
        STR => Value::Str(caller.bytes_from(object, 16, field(1) as usize).unwrap_or_default()),
        PAIR => Value::Pair,
        kind => Value::Closure(kind >> ARITY_SHIFT),
    }
}

type Given<'c> = Result<DynRef<'c>, Stop>;

/// Ends the program with a message.
fn fail<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::end(Trap::new(TrapKind::Uncaught, message)))
}

fn new_float<'c>(caller: &Caller<'c>, x: f64) -> Given<'c> {
    if let Some(word) = DynRef::float(x) {
        return Ok(word);
    }
    let object = caller.new_bytes_object(&[&FLOAT.to_ne_bytes(), &x.to_ne_bytes()])?;
    Ok(DynRef::from_reference(object))
}

/// An integer that does not fit 62 bits becomes a float.
fn new_int<'c>(caller: &Caller<'c>, n: i128) -> Given<'c> {
    let small = i64::try_from(n).ok().and_then(DynRef::int);
    small.map_or_else(|| new_float(caller, n as f64), Ok)
}

/// The parts one after the other, as a new string.
fn new_str<'c>(caller: &Caller<'c>, a: &[u8], b: &[u8]) -> Given<'c> {
    let len = (a.len() + b.len()) as u64;
    let object = caller.new_bytes_object(&[&STR.to_ne_bytes(), &len.to_ne_bytes(), a, b])?;
    Ok(DynRef::from_reference(object))
}

/// The operator of the native, for its two arguments: what the inlined code could not do.
fn arithmetic<'c>(caller: &Caller<'c>, op: Op, a: DynRef<'c>, b: DynRef<'c>) -> Given<'c> {
    let (a, b) = (value(caller, a), value(caller, b));
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return integers(caller, op, i128::from(a), i128::from(b));
    }
    if let (Some(a), Some(b)) = (a.float(), b.float()) {
        return floats(caller, op, a, b);
    }
    match (op, a, b) {
        (Op::Add, Value::Str(a), Value::Str(b)) => {
            caller.charge_bytes(a.len() + b.len());
            new_str(caller, a, b)
        }
        _ => fail(format!("cannot apply {} to {} and {}", OPS[op as usize].0, a.kind(), b.kind())),
    }
}

fn integers<'c>(caller: &Caller<'c>, op: Op, a: i128, b: i128) -> Given<'c> {
    match op {
        Op::Add => new_int(caller, a + b),
        Op::Sub => new_int(caller, a - b),
        Op::Mul => new_int(caller, a * b),
        Op::IntDiv | Op::Rem if b == 0 => fail("division by zero"),
        // Toward minus infinity, so that `a == a // b * b + a % b` and the remainder has the sign of `b`.
        Op::IntDiv => new_int(caller, a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
        Op::Rem => new_int(caller, ((a % b) + b) % b),
        Op::Div | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Cons => {
            new_float(caller, a as f64 / b as f64)
        }
    }
}

fn floats<'c>(caller: &Caller<'c>, op: Op, a: f64, b: f64) -> Given<'c> {
    let x = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::IntDiv => (a / b).floor(),
        Op::Rem => a - b * (a / b).floor(),
        Op::Div | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Cons => a / b,
    };
    // One NaN, whatever the machine makes of it.
    new_float(caller, if x.is_nan() { f64::NAN } else { x })
}

/// The order of two values, none of a NaN and another number.
fn order<'c>(caller: &Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<Option<Ordering>, Stop> {
    Ok(match (value(caller, a), value(caller, b)) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
        (Value::Str(a), Value::Str(b)) => {
            caller.charge_bytes(a.len().min(b.len()));
            Some(a.cmp(b))
        }
        (a, b) => match (a.float(), b.float()) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => return fail(format!("cannot compare {} and {}", a.kind(), b.kind())),
        },
    })
}

fn less<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    Ok(order(caller, a, b)?.is_some_and(Ordering::is_lt))
}

fn less_or_equal<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    Ok(order(caller, a, b)?.is_some_and(Ordering::is_le))
}

/// Equality of everything but lists, which are the prelude's; functions are equal to themselves only.
fn same<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    Ok(match (value(caller, a), value(caller, b)) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => {
            caller.charge_bytes(a.len().min(b.len()));
            a == b
        }
        (x, y) => match (x.float(), y.float()) {
            (Some(x), Some(y)) => x == y,
            _ => a == b,
        },
    })
}

fn is_pair<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Result<bool, Stop> {
    Ok(matches!(value(caller, x), Value::Pair))
}

fn text<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match value(caller, x) {
        Value::Str(_) => Ok(x),
        value => new_str(caller, value.text().as_bytes(), b""),
    }
}

fn print<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    let Value::Str(text) = value(caller, x) else { return fail("print takes a string") };
    let text = text.to_vec();
    write_line(caller, &text)?;
    Ok(x)
}

/// In characters.
fn length<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match value(caller, x) {
        Value::Str(text) => {
            caller.charge_bytes(text.len());
            let starts = text.iter().filter(|b| **b & 0xc0 != 0x80).count();
            new_int(caller, starts as i128)
        }
        other => fail(format!("{} has no length", other.kind())),
    }
}

fn floor<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match value(caller, x) {
        Value::Int(n) => new_int(caller, i128::from(n)),
        // Beyond 2^62 a float stays one.
        Value::Float(x) if x.abs() < (1i64 << 62) as f64 => new_int(caller, x.floor() as i128),
        Value::Float(x) => new_float(caller, x),
        other => fail(format!("cannot round {}", other.kind())),
    }
}

fn kind<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    new_str(caller, value(caller, x).kind().trim_start_matches("a ").as_bytes(), b"")
}

fn raise<'c>(caller: &mut Caller<'c>, message: DynRef<'c>) -> Given<'c> {
    fail(value(caller, message).text())
}

/// Ends the program with a message and what the culprit is.
fn fault<'c>(caller: &mut Caller<'c>, message: DynRef<'c>, culprit: DynRef<'c>) -> Given<'c> {
    let culprit = value(caller, culprit);
    let what = match culprit {
        Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Float(_) => culprit.text(),
        Value::Str(_) | Value::Pair => culprit.kind().to_string(),
        Value::Closure(arity) => format!("a function of {}", arguments(arity as usize)),
    };
    fail(value(caller, message).text() + &what)
}

/// The native of each arithmetic operator.
macro_rules! operators {
    ($($name:ident: $op:ident,)*) => { $(
        fn $name<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Given<'c> {
            arithmetic(caller, Op::$op, a, b)
        }
    )* };
}

operators! {
    add: Add,
    sub: Sub,
    mul: Mul,
    div: Div,
    int_div: IntDiv,
    rem: Rem,
}

natives! {
    /// All natives. Those that format or print need more stack than a fiber has to spare.
    pub NATIVES in "calc" {
        /// The sum of two numbers, or two strings joined.
        light "+"(a: Dyn, b: Dyn) -> (Dyn) = add; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes joined";
        /// The difference of two numbers.
        light "-"(a: Dyn, b: Dyn) -> (Dyn) = sub; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The product of two numbers.
        light "*"(a: Dyn, b: Dyn) -> (Dyn) = mul; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The quotient of two numbers, a float.
        light "/"(a: Dyn, b: Dyn) -> (Dyn) = div; [READS ALLOCATES ENDS] "an allocation";
        /// The quotient of two numbers, rounded toward minus infinity.
        light "//"(a: Dyn, b: Dyn) -> (Dyn) = int_div; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The remainder that goes with `//`.
        light "%"(a: Dyn, b: Dyn) -> (Dyn) = rem; [READS ALLOCATES ENDS] "an allocation of a float";
        /// Whether a number is less than another, or a string orders before another.
        light "<"(a: Dyn, b: Dyn) -> (bool) = less; [READS ENDS] "1 a 16 bytes compared";
        /// Whether a number is at most another, or a string orders not after another.
        light "<="(a: Dyn, b: Dyn) -> (bool) = less_or_equal; [READS ENDS] "1 a 16 bytes compared";
        /// Whether a value is a list with elements.
        light "is_pair"(x: Dyn) -> (bool) = is_pair; [READS] "";
        /// Whether two values other than lists are equal.
        light "same"(a: Dyn, b: Dyn) -> (bool) = same; [READS] "1 a 16 bytes compared";
        /// The characters of a string.
        light "length"(x: Dyn) -> (Dyn) = length; [READS ENDS] "1 a 16 bytes";
        /// A number rounded down.
        light "floor"(x: Dyn) -> (Dyn) = floor; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The name of a value's kind.
        light "type"(x: Dyn) -> (Dyn) = kind; [READS ALLOCATES] "an allocation";
        /// A value other than a list as a string.
        heavy "text"(x: Dyn) -> (Dyn) = text; [READS ALLOCATES] "an allocation";
        /// Writes a string and a newline to standard output; the string.
        heavy "print"(x: Dyn) -> (Dyn) = print; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// Ends the program with a message.
        heavy "fail"(message: Dyn) -> (Dyn) = raise; [READS ENDS] "";
        /// Ends the program with a message to which it appends what the culprit is.
        heavy "fault"(message: Dyn, culprit: Dyn) -> (Dyn) = fault; [READS ENDS] "";
    }
}
