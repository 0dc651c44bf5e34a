//! Values as they lie in memory, and the natives that know them: what is too rare or too large for code in
//! place.
//!
//! A value is a word: an integer, a float, `nil`, `true`, `false`, or the address of an object whose first
//! word is its kind. Strings, and the few floats that are no words, hold no pointers; literals and functions
//! without captures are read-only data. Natives trust the kind words, which only this crate writes: wrong
//! ones would give wrong values, but no access outside the object, as the caller bounds what is read.

use purlin::substrate::runtime::native::{Dyn, DynRef};
use purlin::substrate::text::write_line;
use purlin::{Caller, Stop, natives};
use purlin_dynamic::natives::{self as common, Values, fail, kind, see, text_of};
use purlin_dynamic::operators::Operator;
use purlin_dynamic::value::{Classes, Given, Seen};

use crate::Calc;
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

impl Values for Calc {
    const CLASSES: Classes = KINDS;

    fn kind(class: u32) -> &'static str {
        if class == PAIR { "a list" } else { "a function" }
    }

    fn text(class: u32) -> String {
        if class == PAIR { "a list".into() } else { format!("fn/{}", class >> ARITY_SHIFT) }
    }
}

/// The result of an operator, by its row: what the inlined code could not do.
fn arithmetic<'c>(caller: &mut Caller<'c>, row: i64, a: DynRef<'c>, b: DynRef<'c>) -> Given<'c> {
    let Operator { text, op: Op::Number(op), .. } = OPS[row as usize] else { return fail("no operator") };
    common::arithmetic::<Calc>(caller, (text, op), a, b)
}

/// The answer of a comparison, by its row.
fn order<'c>(caller: &mut Caller<'c>, row: i64, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    let Operator { op: Op::Order(wanted), .. } = OPS[row as usize] else { return fail("no comparison") };
    common::order::<Calc>(caller, wanted, a, b)
}

fn is_pair<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Result<bool, Stop> {
    Ok(see::<Calc>(caller, x) == Seen::Object(PAIR))
}

fn print<'c>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    let Seen::Text(text) = see::<Calc>(caller, x) else { return fail("print takes a string") };
    let text = text.to_vec();
    write_line(caller, &text)?;
    Ok(x)
}

/// Ends the program with a message and what the culprit is.
fn fault<'c>(caller: &mut Caller<'c>, message: DynRef<'c>, culprit: DynRef<'c>) -> Given<'c> {
    let culprit = see::<Calc>(caller, culprit);
    let what = match culprit {
        Seen::Immediate(_) | Seen::Number(_) => text_of::<Calc>(culprit),
        Seen::Text(_) | Seen::Object(PAIR) => kind::<Calc>(culprit).to_string(),
        Seen::Object(function) => format!("a function of {}", arguments((function >> ARITY_SHIFT) as usize)),
    };
    fail(text_of::<Calc>(see::<Calc>(caller, message)) + &what)
}

natives! {
    /// All natives. Those that format or print need more stack than a fiber has to spare.
    pub NATIVES in "calc" {
        /// The result of an operator, by its row: of two numbers, or two strings joined.
        light "arithmetic"(row: i64, a: Dyn, b: Dyn) -> (Dyn) = arithmetic; [READS ALLOCATES ENDS] "an allocation, 1 a 16 bytes joined";
        /// The answer of a comparison, by its row: of two numbers, or two strings byte by byte.
        light "order"(row: i64, a: Dyn, b: Dyn) -> (bool) = order; [READS ENDS] "1 a 16 bytes compared";
        /// Whether a value is a list with elements.
        light "is_pair"(x: Dyn) -> (bool) = is_pair; [READS] "";
        /// Whether two values other than lists are equal.
        light "same"(a: Dyn, b: Dyn) -> (bool) = common::same::<Calc>; [READS] "1 a 16 bytes compared";
        /// The characters of a string.
        light "length"(x: Dyn) -> (Dyn) = common::length::<Calc>; [READS ENDS] "1 a 16 bytes";
        /// A number rounded down.
        light "floor"(x: Dyn) -> (Dyn) = common::floor::<Calc>; [READS ALLOCATES ENDS] "an allocation of a float";
        /// The name of a value's kind.
        light "type"(x: Dyn) -> (Dyn) = common::name_of_kind::<Calc>; [READS ALLOCATES] "an allocation";
        /// A value other than a list as a string.
        heavy "text"(x: Dyn) -> (Dyn) = common::text::<Calc>; [READS ALLOCATES] "an allocation";
        /// Writes a string and a newline to standard output; the string.
        heavy "print"(x: Dyn) -> (Dyn) = print; [READS ENDS OUTSIDE] "a transfer, 1 a 16 bytes";
        /// Ends the program with a message.
        heavy "fail"(message: Dyn) -> (Dyn) = common::raise::<Calc>; [READS ENDS] "";
        /// Ends the program with a message to which it appends what the culprit is.
        heavy "fault"(message: Dyn, culprit: Dyn) -> (Dyn) = fault; [READS ENDS] "";
    }
}
