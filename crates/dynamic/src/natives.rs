//! Natives that guests have in common: what operators do where code in place has no result, order, equality
//! and texts of values. A guest puts those that it wants into its table. Knows no operator's name, and of
//! objects that are neither numbers nor texts only what the guest says.

use purlin_runtime::native::{Caller, DynRef, Stop};
use purlin_runtime::trap::{Trap, TrapKind};

use crate::arith::Compare;
use crate::number::{Number, Op};
use crate::value::{self, Classes, Given, Seen};
use crate::word;

/// What is the guest's own.
pub trait Values {
    /// The classes of floats that are no words, and of texts.
    const CLASSES: Classes;

    /// What an object of another class is, with an article.
    fn kind(class: u32) -> &'static str;

    /// An object of another class as a text.
    fn text(class: u32) -> String;
}

/// What a word is.
pub fn see<'a, 'c, V: Values>(caller: &'a Caller<'c>, value: DynRef<'c>) -> Seen<'a> {
    value::see(caller, value, V::CLASSES)
}

/// What a value is, with an article.
pub fn kind<V: Values>(value: Seen<'_>) -> &'static str {
    match value {
        Seen::Immediate(word::NIL) => "nil",
        Seen::Immediate(_) => "a boolean",
        Seen::Number(_) => "a number",
        Seen::Text(_) => "a string",
        Seen::Object(class) => V::kind(class),
    }
}

/// A value as a text.
pub fn text_of<V: Values>(value: Seen<'_>) -> String {
    match value {
        Seen::Immediate(word::NIL) => "nil".into(),
        Seen::Immediate(truth) => (truth == word::TRUE).to_string(),
        Seen::Number(number) => number.to_string(),
        Seen::Text(text) => String::from_utf8_lossy(text).into_owned(),
        Seen::Object(class) => V::text(class),
    }
}

/// Ends the program with a message.
///
/// # Errors
/// Always.
pub fn fail<T>(message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::end(Trap::new(TrapKind::Uncaught, message)))
}

/// Ends the program with a value as the message.
///
/// # Errors
/// Always.
pub fn raise<'c, V: Values>(caller: &mut Caller<'c>, message: DynRef<'c>) -> Given<'c> {
    fail(text_of::<V>(see::<V>(caller, message)))
}

/// The result of an operator, by its name: of two numbers, or two texts joined.
///
/// # Errors
/// Others end the program, and so does an integer that is divided by 0.
pub fn arithmetic<'c, V: Values>(
    caller: &Caller<'c>,
    (name, op): (&str, Op),
    a: DynRef<'c>,
    b: DynRef<'c>,
) -> Given<'c> {
    match (op, see::<V>(caller, a), see::<V>(caller, b)) {
        (op, Seen::Number(a), Seen::Number(b)) => match Number::compute(op, a, b) {
            Some(number) => value::new_number(caller, V::CLASSES.float, number),
            None => fail("division by zero"),
        },
        (Op::Add, Seen::Text(a), Seen::Text(b)) => {
            caller.charge_bytes(a.len() + b.len());
            value::new_bytes(caller, V::CLASSES.text, a, b)
        }
        (_, a, b) => fail(format!("cannot apply {name} to {} and {}", kind::<V>(a), kind::<V>(b))),
    }
}

/// The answer of a comparison of two numbers, or of two texts byte by byte.
///
/// # Errors
/// Others end the program.
pub fn order<'c, V: Values>(
    caller: &Caller<'c>,
    wanted: Compare,
    a: DynRef<'c>,
    b: DynRef<'c>,
) -> Result<bool, Stop> {
    let (a, b) = (see::<V>(caller, a), see::<V>(caller, b));
    match value::order(caller, a, b) {
        Some(order) => Ok(order.is_some_and(|order| wanted.holds(order))),
        None => fail(format!("cannot compare {} and {}", kind::<V>(a), kind::<V>(b))),
    }
}

/// Equality: of numbers and texts by what they are, of all others by identity.
///
/// # Errors
/// None.
pub fn same<'c, V: Values>(caller: &mut Caller<'c>, a: DynRef<'c>, b: DynRef<'c>) -> Result<bool, Stop> {
    let order = value::order(caller, see::<V>(caller, a), see::<V>(caller, b));
    Ok(order.map_or(a == b, |order| order.is_some_and(|order| order.is_eq())))
}

/// A value as a text.
///
/// # Errors
/// If there is no memory for it.
pub fn text<'c, V: Values>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see::<V>(caller, x) {
        Seen::Text(_) => Ok(x),
        value => value::new_bytes(caller, V::CLASSES.text, text_of::<V>(value).as_bytes(), b""),
    }
}

/// The name of what a value is, without an article.
///
/// # Errors
/// If there is no memory for it.
pub fn name_of_kind<'c, V: Values>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    let kind = kind::<V>(see::<V>(caller, x)).trim_start_matches("a ");
    value::new_bytes(caller, V::CLASSES.text, kind.as_bytes(), b"")
}

/// How many characters a text has.
///
/// # Errors
/// Others end the program.
pub fn length<'c, V: Values>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see::<V>(caller, x) {
        Seen::Text(text) => {
            caller.charge_bytes(text.len());
            let starts = text.iter().filter(|b| **b & 0xc0 != 0x80).count();
            value::new_number(caller, V::CLASSES.float, Number::Int(starts as i64))
        }
        other => fail(format!("{} has no length", kind::<V>(other))),
    }
}

/// A number rounded down.
///
/// # Errors
/// Others end the program.
pub fn floor<'c, V: Values>(caller: &mut Caller<'c>, x: DynRef<'c>) -> Given<'c> {
    match see::<V>(caller, x) {
        Seen::Number(number) => value::new_number(caller, V::CLASSES.float, number.floor()),
        other => fail(format!("cannot round {}", kind::<V>(other))),
    }
}
