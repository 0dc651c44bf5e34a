//! The steps of a lookup that a guest makes by its own code (`docs/dynamic.md`, *Rungs*). Where things lie in
//! method dictionaries and symbols is the runtime's to say; no front end writes it out.

use purlin_ir::{FuncBuilder, Opcode, Type, Value};
use purlin_runtime::dynamic::layout::{CAPACITY, FACTORS, HEADER, NUMBER, PAIR, SERIAL, SHIFT};

use crate::word;

/// Bytes of a word.
const WORD: i64 = 8;

/// Of the two places of a symbol in a method dictionary, one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    First,
    Second,
}

/// The number in a word of an object, as an `i64`: the word is an integer.
fn number(b: &mut FuncBuilder<'_>, object: Value, index: usize) -> Value {
    let object = word::as_ref(b, object);
    let number = b.load(Type::Dyn, object, WORD * index as i64);
    b.op(Opcode::DynToInt, Type::I64, &[number])
}

/// The place that a symbol may be at in a method dictionary, both words: the number of a pair, from 0, an
/// `i64`.
pub fn place(b: &mut FuncBuilder<'_>, dictionary: Value, symbol: Value, which: Place) -> Value {
    let serial = number(b, symbol, SERIAL);
    let [shift, capacity] = [SHIFT, CAPACITY].map(|index| number(b, dictionary, index));
    let factor = FACTORS[which as usize] as i64;
    let (factor, one) = (b.iconst(Type::I64, factor), b.iconst(Type::I64, 1));
    let product = b.binary(Opcode::Imul, serial, factor);
    let place = b.binary(Opcode::Ushr, product, shift);
    // The one place of a dictionary of one pair is 0.
    let mask = b.binary(Opcode::Isub, capacity, one);
    b.binary(Opcode::Iand, place, mask)
}

/// The symbol at a place of a method dictionary; where there is none, a word that is no symbol.
pub fn key(b: &mut FuncBuilder<'_>, dictionary: Value, place: Value) -> Value {
    word_of_pair(b, dictionary, place, 0)
}

/// The method of the symbol at a place of a method dictionary.
pub fn method(b: &mut FuncBuilder<'_>, dictionary: Value, place: Value) -> Value {
    word_of_pair(b, dictionary, place, 1)
}

fn word_of_pair(b: &mut FuncBuilder<'_>, dictionary: Value, place: Value, index: usize) -> Value {
    let dictionary = word::as_ref(b, dictionary);
    let offset = WORD * (HEADER + index) as i64;
    let at = b.elem_addr(dictionary, place, 8 * PAIR as u32, offset);
    b.load(Type::Dyn, at, 0)
}

/// The method that a behaviour, a word, has or inherits, looked up by the runtime, which charges for the
/// depth; null if there is none. For the rest of a search that would take long.
pub fn by_runtime(b: &mut FuncBuilder<'_>, behaviour: Value, symbol: Value) -> Value {
    let behaviour = number(b, behaviour, NUMBER);
    let native = b.module.native("dyn.lookup", &[Type::I64, Type::Dyn], &[Type::Dyn]);
    b.call_native(native, &[behaviour, symbol])[0]
}
