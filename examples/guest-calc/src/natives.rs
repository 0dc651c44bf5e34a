//! Values as they lie in memory, and the natives that know them: what is too rare or too large for code in place.
//!
//! A value is a tagged word: low bit 1 is a 63-bit integer, else the address of an object whose first word is its
//! kind. Strings and floats hold no pointers; `nil`, `true`, `false`, literals and functions without captures are
//! read-only data. Natives trust the kind words, which only this crate writes.

use std::cmp::Ordering;

use purlin::substrate::text::{fail, format_float, format_int, write_line};
use purlin::{Answer, Call, Native};

use crate::ast::{OPS, Op};
use crate::resolve::arguments;

pub const NIL: i64 = 1;
pub const FALSE: i64 = 2;
pub const TRUE: i64 = 3;
/// Then the bits.
pub const FLOAT: i64 = 4;
/// Then the number of bytes, then the bytes, which are UTF-8.
pub const STR: i64 = 5;
/// Then head and tail, which is a list.
pub const PAIR: i64 = 6;
/// With the number of parameters in the bits above [`ARITY_SHIFT`]; then the function's number, then the captures.
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

/// The names after `@` in the prelude, and after `calc.` in the names of natives. `text` and `same` leave lists to the
/// prelude, as the size of those is not bounded.
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

/// Argument `n`.
fn value<'a>(call: &Call<'a>, n: usize) -> Value<'a> {
    let word = call.word(n);
    if word & 1 == 1 {
        return Value::Int(word as i64 >> 1);
    }
    let kind = call.load_word(word, 0) as i64;
    match kind {
        NIL => Value::Nil,
        FALSE => Value::Bool(false),
        TRUE => Value::Bool(true),
        FLOAT => Value::Float(f64::from_bits(call.load_word(word, 1))),
        STR => Value::Str(call.view(word + 16, call.load_word(word, 1) as usize)),
        PAIR => Value::Pair,
        _ => Value::Closure(kind >> ARITY_SHIFT),
    }
}

fn give_float(call: &mut Call<'_>, x: f64) -> Answer {
    let mut object = [0; 16];
    object[..8].copy_from_slice(&FLOAT.to_ne_bytes());
    object[8..].copy_from_slice(&x.to_ne_bytes());
    let at = call.vm.new_bytes(&object)?;
    call.ret(0, at as u64);
    Ok(())
}

/// An integer that does not fit 63 bits becomes a float.
fn give_int(call: &mut Call<'_>, n: i128) -> Answer {
    if (-(1 << 62)..1 << 62).contains(&n) {
        call.ret_int(0, (n as i64) << 1 | 1);
        return Ok(());
    }
    give_float(call, n as f64)
}

/// The parts one after the other, as a new string. The arguments keep them alive.
fn give_str(call: &mut Call<'_>, parts: [&[u8]; 2]) -> Answer {
    let len = parts[0].len() + parts[1].len();
    let at = call.vm.new_buffer(16 + len)? as u64;
    let object = call.view_mut(at, 16 + len);
    object[..8].copy_from_slice(&STR.to_ne_bytes());
    object[8..16].copy_from_slice(&(len as u64).to_ne_bytes());
    object[16..16 + parts[0].len()].copy_from_slice(parts[0]);
    object[16 + parts[0].len()..].copy_from_slice(parts[1]);
    call.ret(0, at);
    Ok(())
}

/// The operator of the native, for its two arguments: what the inlined code could not do.
fn arithmetic(call: &mut Call<'_>, op: Op) -> Answer {
    let (a, b) = (value(call, 0), value(call, 1));
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return integers(call, op, i128::from(a), i128::from(b));
    }
    if let (Some(a), Some(b)) = (a.float(), b.float()) {
        return floats(call, op, a, b);
    }
    match (op, a, b) {
        (Op::Add, Value::Str(a), Value::Str(b)) => {
            call.charge_bytes(a.len() + b.len());
            give_str(call, [a, b])
        }
        _ => fail(format!("cannot apply {} to {} and {}", OPS[op as usize].0, a.kind(), b.kind())),
    }
}

fn integers(call: &mut Call<'_>, op: Op, a: i128, b: i128) -> Answer {
    match op {
        Op::Add => give_int(call, a + b),
        Op::Sub => give_int(call, a - b),
        Op::Mul => give_int(call, a * b),
        Op::IntDiv | Op::Rem if b == 0 => fail("division by zero"),
        // Toward minus infinity, so that `a == a // b * b + a % b` and the remainder has the sign of `b`.
        Op::IntDiv => give_int(call, a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0)),
        Op::Rem => give_int(call, ((a % b) + b) % b),
        Op::Div | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Cons => {
            give_float(call, a as f64 / b as f64)
        }
    }
}

fn floats(call: &mut Call<'_>, op: Op, a: f64, b: f64) -> Answer {
    let x = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => a * b,
        Op::IntDiv => (a / b).floor(),
        Op::Rem => a - b * (a / b).floor(),
        Op::Div | Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Cons => a / b,
    };
    // One NaN, whatever the machine makes of it.
    give_float(call, if x.is_nan() { f64::NAN } else { x })
}

/// `<` or `<=`.
fn compare(call: &mut Call<'_>, op: Op) -> Answer {
    let (a, b) = (value(call, 0), value(call, 1));
    let order = match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(&b)),
        (Value::Str(a), Value::Str(b)) => {
            call.charge_bytes(a.len().min(b.len()));
            Some(a.cmp(b))
        }
        _ => match (a.float(), b.float()) {
            (Some(a), Some(b)) => a.partial_cmp(&b),
            _ => return fail(format!("cannot compare {} and {}", a.kind(), b.kind())),
        },
    };
    let less = order == Some(Ordering::Less) || (op == Op::Le && order == Some(Ordering::Equal));
    call.ret_bool(0, less);
    Ok(())
}

/// Equality of everything but lists, which are the prelude's; functions are equal to themselves only.
fn same(call: &mut Call<'_>) -> Answer {
    let same = match (value(call, 0), value(call, 1)) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => {
            call.charge_bytes(a.len().min(b.len()));
            a == b
        }
        (a, b) => match (a.float(), b.float()) {
            (Some(a), Some(b)) => a == b,
            _ => call.word(0) == call.word(1),
        },
    };
    call.ret_bool(0, same);
    Ok(())
}

fn is_pair(call: &mut Call<'_>) -> Answer {
    let is_pair = matches!(value(call, 0), Value::Pair);
    call.ret_bool(0, is_pair);
    Ok(())
}

fn text(call: &mut Call<'_>) -> Answer {
    let value = value(call, 0);
    if let Value::Str(_) = value {
        call.ret(0, call.word(0));
        return Ok(());
    }
    give_str(call, [value.text().as_bytes(), b""])
}

fn print(call: &mut Call<'_>) -> Answer {
    let Value::Str(text) = value(call, 0) else { return fail("print takes a string") };
    write_line(call, text)?;
    call.ret(0, call.word(0));
    Ok(())
}

/// In characters.
fn length(call: &mut Call<'_>) -> Answer {
    let Value::Str(text) = value(call, 0) else {
        return fail(format!("{} has no length", value(call, 0).kind()));
    };
    call.charge_bytes(text.len());
    let starts = text.iter().filter(|b| **b & 0xc0 != 0x80).count();
    give_int(call, starts as i128)
}

fn floor(call: &mut Call<'_>) -> Answer {
    match value(call, 0) {
        Value::Int(n) => give_int(call, i128::from(n)),
        // Beyond 2^62 a float stays one.
        Value::Float(x) if x.abs() < (1i64 << 62) as f64 => give_int(call, x.floor() as i128),
        Value::Float(x) => give_float(call, x),
        other => fail(format!("cannot round {}", other.kind())),
    }
}

fn kind(call: &mut Call<'_>) -> Answer {
    give_str(call, [value(call, 0).kind().trim_start_matches("a ").as_bytes(), b""])
}

fn raise(call: &mut Call<'_>) -> Answer {
    fail(value(call, 0).text())
}

/// Ends the program with a message and what the culprit is.
fn fault(call: &mut Call<'_>) -> Answer {
    let culprit = value(call, 1);
    let what = match culprit {
        Value::Nil | Value::Bool(_) | Value::Int(_) | Value::Float(_) => culprit.text(),
        Value::Str(_) | Value::Pair => culprit.kind().to_string(),
        Value::Closure(arity) => format!("a function of {}", arguments(arity as usize)),
    };
    fail(value(call, 0).text() + &what)
}

/// All natives by name. Those that format or print need more stack than a fiber has to spare.
pub fn natives() -> Vec<(String, Native)> {
    let table: [(&str, Native); 17] = [
        ("+", Native::Light(|c| arithmetic(c, Op::Add))),
        ("-", Native::Light(|c| arithmetic(c, Op::Sub))),
        ("*", Native::Light(|c| arithmetic(c, Op::Mul))),
        ("/", Native::Light(|c| arithmetic(c, Op::Div))),
        ("//", Native::Light(|c| arithmetic(c, Op::IntDiv))),
        ("%", Native::Light(|c| arithmetic(c, Op::Rem))),
        ("<", Native::Light(|c| compare(c, Op::Lt))),
        ("<=", Native::Light(|c| compare(c, Op::Le))),
        ("is_pair", Native::Light(is_pair)),
        ("same", Native::Light(same)),
        ("length", Native::Light(length)),
        ("floor", Native::Light(floor)),
        ("type", Native::Light(kind)),
        ("text", Native::Heavy(text)),
        ("print", Native::Heavy(print)),
        ("fail", Native::Heavy(raise)),
        ("fault", Native::Heavy(fault)),
    ];
    table.into_iter().map(|(name, native)| (format!("calc.{name}"), native)).collect()
}
