//! Values as they lie in memory, and the natives that know them: what is too rare or too large for code in
//! place.
//!
//! A value is a word: an integer, a float, `nil`, `true`, `false`, or the address of an object whose first
//! word is its kind. Strings, and the few floats that are no words, hold no pointers; literals and functions
//! without captures are read-only data. Natives trust the kind words, which only this crate writes: wrong
//! ones would give wrong values, but no access outside the object, as the caller bounds what is read.

use purlin::substrate::runtime::native::{Dyn, DynRef};
use purlin::substrate::text::write_line;
use purlin::{Caller, Stop, Trap, TrapKind, natives};
use purlin_dynamic::number::{self, Number};
use purlin_dynamic::value::{self, Classes, Given, Seen};
use purlin_dynamic::word;

use crate::ast::{OPS, Op};
use crate::resolve::arguments;

/// The kinds of floats that are no words, and of strings.
pub const KINDS: Classes = Classes { float: 4, text: 5 };
/// The kind of pairs: then head and tail, which is a list.
pub const PAIR: u32 = 6;
/// The kind of functions, with the number of parameters in the bits above [`ARITY_SHIFT`].
const FUNCTION: u32 = 7;
const ARITY_SHIFT: u32 = 8;

/// The kind word of functions with so many parameters.
pub fn function_kind(arity: usize) -> i64 {
    i64::from(FUNCTION) | (arity as i64) << ARITY_SHIFT
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

/// What a word is.
fn see<'a, 'c>(caller: &'a Caller<'c>, value: DynRef<'c>) -> Seen<'a> {
    value::see(caller, value, KINDS)
}

/// The name of a value's kind, with its article.
fn kind(value: Seen<'_>) -> &'static str {
    match value {
        Seen::Immediate(word::NIL) => "nil",
        Seen::Immediate(_) => "a boolean",
        Seen::Number(_) => "a number",
        Seen::Text(_) => "a string",
        Seen::Object(PAIR) => "a list",
        Seen::Object(_) => "a function",
    }
}

fn text_of(value: Seen<'_>) -> String {
    match value {
        Seen::Immediate(word::NIL) => "nil".into(),
        Seen::Immediate(truth) => (truth == word::TRUE).to_string(),
        Seen::Number(number) => number.to_string(),
        Seen::Text(text) => String::from_utf8_lossy(text).into_owned(),
        Seen::Object(PAIR) => "a list".into(),
        Seen::Object(function) => format!("fn/{}", function >> ARITY_SHIFT),
    }
}

/// Ends the program with a message.
fn fail<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::end(Trap::new(TrapKind::Uncaught, message)))
}

fn new_text<'c>(caller: &Caller<'c>, text: &str) -> Given<'c> {
    value::new_bytes(caller, KINDS.text, text.as_bytes(), b"")
}

/// The result of an operator, by its row: what the inlined code could not do.
fn arithmetic<'c>(caller: &mut Caller<'c>, row: i64, a: DynRef<'c>, b: DynRef<'c>) -> Given<'c> {
    let (name, _, op) = OPS[row as usize];
    match (op, see(caller, a), see(caller, b)) {
        (Op::Number(op), Seen::Number(a), Seen::Number(b)) => match Number::compute(op, a, b) {
            Some(number) => value::new_number(caller, KINDS.float, number),
            None => fail("division by zero"),
        },
        (Op::Number(number::Op::Add), Seen::Text(a), Seen::Text(b)) => {
            caller.charge_bytes(a.len() + b.len());
            value::new_bytes(caller, KINDS.text, a, b)
        }
        (_, a, b) => fail(format!("cannot apply {name} to {} and {}", kind(a), kind(b))),
    }
}

/// Whether a value orders before another, or perhaps with it.
fn less<'c>(caller: &mut Caller<'c>, or_equal: bool, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    let (a, b) = (see(caller, a), see(caller, b));
    match value::order(caller, a, b) {
        Some(order) => Ok(order.is_some_and(|order| order.is_lt() || or_equal && order.is_eq())),
        None => fail(format!("cannot compare {} and {}", kind(a), kind(b))),
    }
}

/// Equality of everything but lists, which are the prelude's; functions are equal to themselves only.
fn same<'c>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    let order = value::order(caller, see(caller, a), see(caller, b));
    Ok(order.map_or(a == b, |order| order.is_some_and(|order| order.is_eq())))
}

fn is_pair<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Result<bool, Stop> {
    Ok(see(caller, x) == Seen::Object(PAIR))
}

fn text<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see(caller, x) {
        Seen::Text(_) => Ok(x),
        value => new_text(caller, &text_of(value)),
    }
}

fn print<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    let Seen::Text(text) = see(caller, x) else { return fail("print takes a string") };
    let text = text.to_vec();
    write_line(caller, &text)?;
    Ok(x)
}

/// In characters.
fn length<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see(caller, x) {
        Seen::Text(text) => {
            caller.charge_bytes(text.len());
            let starts = text.iter().filter(|b| **b & 0xc0 != 0x80).count();
            value::new_number(caller, KINDS.float, Number::Int(starts as i64))
        }
        other => fail(format!("{} has no length", kind(other))),
    }
}

fn floor<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see(caller, x) {
        Seen::Number(number) => value::new_number(caller, KINDS.float, number.floor()),
        other => fail(format!("cannot round {}", kind(other))),
    }
}

fn name_of_kind<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    new_text(caller, kind(see(caller, x)).trim_start_matches("a "))
}

fn raise<'c>(caller: &mut Caller<'c>, message: DynRef<'c>) -> Given<'c> {
    fail(text_of(see(caller, message)))
}

/// Ends the program with a message and what the culprit is.
fn fault<'c>(caller: &mut Caller<'c>, message: DynRef<'c>, culprit: DynRef<'c>) -> Given<'c> {
    let culprit = see(caller, culprit);
    let what = match culprit {
        Seen::Immediate(_) | Seen::Number(_) => text_of(culprit),
        Seen::Text(_) | Seen::Object(PAIR) => kind(culprit).to_string(),
        Seen::Object(function) => format!("a function of {}", arguments((function >> ARITY_SHIFT) as usize)),
    };
    fail(text_of(see(caller, message)) + &what)
}

natives! {
    /// All natives. Those that format or print need more stack than a fiber has to spare.
    pub NATIVES in "calc" {
        /// The result of an operator, by its row: of two numbers, or two strings joined.
        light "arithmetic"(row: i64, a: Dyn, b: Dyn) -> (Dyn) = arithmetic; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes joined";
        /// Whether a number is less than another or perhaps equal, or a string orders so.
        light "less"(or_equal: bool, a: Dyn, b: Dyn) -> (bool) = less; [READS ENDS] "1 a 16 bytes compared";
        /// Whether a value is a list with elements.
        light "is_pair"(x: Dyn) -> (bool) = is_pair; [READS] "";
        /// Whether two values other than lists are equal.
        light "same"(a: Dyn, b: Dyn) -> (bool) = same; [READS] "1 a 16 bytes compared";
        /// The characters of a string.
        light "length"(x: Dyn) -> (Dyn) = length; [READS ENDS] "1 a 16 bytes";
        /// A number rounded down.
        light "floor"(x: Dyn) -> (Dyn) = floor; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The name of a value's kind.
        light "type"(x: Dyn) -> (Dyn) = name_of_kind; [READS ALLOCATES] "an allocation";
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
