//! JSON for the library, by the crate `json`: the texts are strings, and places in them are integers from 0.
//! Objects and arrays are made in Smalltalk (`lib/07-Json.st`).

use num_bigint::BigInt;
use purlin_base::gas;
use purlin_json::{BigNumbers, Cursor, ReadOptions, Scalars, check};
use purlin_runtime::native::{Caller, DynRef};

use super::{Given, MAX_DIGITS, new_bytes, new_float, new_integer, none, text};
use crate::lower::layout::Numbers;

/// The operations of the native `json`, by number; the names are those of primitives after `json`.
pub(crate) const JSON_OPS: &[&str] = &["Check", "Look", "String", "Number", "End", "Quote"];

/// How deep arrays and objects may be nested: the reader in Smalltalk is recursive.
const DEPTH: usize = 500;

pub(super) fn operate<'c>(
    caller: &mut Caller<'c>,
    op: i64,
    a: DynRef<'c>,
    at: DynRef<'c>,
    numbers: i64,
) -> Given<'c> {
    let numbers = Numbers::unpack(numbers);
    let op = JSON_OPS.get(op as usize).copied().unwrap_or_default();
    let Some(bytes) = text(caller, a, numbers) else { return Ok(none()) };
    if op == "Quote" {
        return quoted(caller, bytes, numbers);
    }
    let at = at.as_int().and_then(|at| usize::try_from(at).ok()).filter(|at| *at <= bytes.len());
    let Some(at) = at else { return Ok(none()) };
    match op {
        "Check" => checked(caller, bytes, at, numbers),
        "Look" => Ok(looked(caller, bytes, at)),
        "String" => string(caller, bytes, at, numbers),
        "Number" => number(caller, bytes, at, numbers),
        "End" => Ok(end(caller, bytes, at)),
        _ => Ok(none()),
    }
}

fn charge(caller: &Caller<'_>, bytes: usize) {
    caller.charge(gas::bytes_hashed(bytes as u64));
}

fn place<'c>(at: usize) -> DynRef<'c> {
    DynRef::int(at as i64).unwrap_or(none())
}

/// Where the value ends that begins at a place, or after white space there; a string that says why it is
/// none.
fn checked<'c>(caller: &Caller<'c>, bytes: &[u8], at: usize, numbers: Numbers) -> Given<'c> {
    let mut cursor = Cursor::new(bytes, at);
    cursor.look();
    // What is no JSON has no end: what is wrong is found in the rest.
    let end = cursor.skip().map_or(bytes.len(), |()| cursor.at());
    charge(caller, end - at);
    let options = ReadOptions { depth: DEPTH, big_numbers: BigNumbers::Infinity, ..ReadOptions::default() };
    match check(&bytes[at..end], &options) {
        Ok(()) => Ok(place(end)),
        Err(error) => {
            let text = error.to_string();
            new_bytes(caller, numbers.string, text.lines().next().unwrap_or_default().as_bytes())
        }
    }
}

/// The next byte after white space, 0 at the end, and its place: 256 times that and the byte.
fn looked<'c>(caller: &Caller<'c>, bytes: &[u8], at: usize) -> DynRef<'c> {
    let mut cursor = Cursor::new(bytes, at);
    let byte = cursor.look();
    charge(caller, cursor.at() - at);
    place(cursor.at() << 8 | usize::from(byte))
}

/// What the string at a place says.
fn string<'c>(caller: &Caller<'c>, bytes: &[u8], at: usize, numbers: Numbers) -> Given<'c> {
    let mut cursor = Cursor::new(bytes, at);
    let Some(said) = cursor.string().map(<[u8]>::to_vec) else { return Ok(none()) };
    charge(caller, cursor.at() - at);
    new_bytes(caller, numbers.string, &said)
}

/// The number at a place: an integer, if it has neither point nor exponent.
fn number<'c>(caller: &Caller<'c>, bytes: &[u8], at: usize, numbers: Numbers) -> Given<'c> {
    let mut cursor = Cursor::new(bytes, at);
    let Some(digits) = cursor.number_text() else { return Ok(none()) };
    charge(caller, digits.len());
    if digits.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
        let value = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        return value.map_or(Ok(none()), |value| new_float(caller, value));
    }
    if digits.len() > MAX_DIGITS {
        return Ok(none());
    }
    caller.charge(gas::digits_read(digits.len() as u64));
    BigInt::parse_bytes(digits, 10).map_or(Ok(none()), |value| new_integer(caller, &value, numbers))
}

/// The place after the value that begins at a place.
fn end<'c>(caller: &Caller<'c>, bytes: &[u8], at: usize) -> DynRef<'c> {
    let mut cursor = Cursor::new(bytes, at);
    if cursor.skip().is_none() {
        return none();
    }
    charge(caller, cursor.at() - at);
    place(cursor.at())
}

/// A string as JSON has it; none if it is no UTF-8.
fn quoted<'c>(caller: &Caller<'c>, bytes: &[u8], numbers: Numbers) -> Given<'c> {
    charge(caller, bytes.len());
    let mut out = Vec::with_capacity(bytes.len() + 2);
    match Scalars::new(false).string_of_bytes(&mut out, bytes) {
        true => new_bytes(caller, numbers.string, &out),
        false => Ok(none()),
    }
}
