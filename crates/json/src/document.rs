//! The tree for hosts that want one: a tape, and views of its values. Strings are borrowed from the text, or
//! lie with the tape.

use crate::error::WriteError;
use crate::options::WriteOptions;
use crate::read::Number;
use crate::tape::{self, Tag, Tape};
use crate::write::generate;

/// A JSON value with all that it holds. `'t` is the text that its strings may be borrowed from.
pub struct Document<'t> {
    pub(crate) tape: Tape<'t>,
}

impl Document<'_> {
    /// The outermost value.
    #[inline(always)]
    pub fn root(&self) -> Value<'_> {
        Value { tape: &self.tape, at: 0 }
    }

    /// How many bytes the tree takes beside the text it borrows from.
    pub fn memory(&self) -> usize {
        self.tape.memory()
    }

    /// Appends the value as text.
    pub fn write_onto(&self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::value(&self.tape, 0, out, options)
    }

    /// The value as text, compact.
    pub fn to_text(&self) -> Result<String, WriteError> {
        let mut out = Vec::new();
        self.write_onto(&mut out, &WriteOptions::compact())?;
        // SAFETY: the writer writes strings, which are UTF-8, and ASCII.
        Ok(unsafe { String::from_utf8_unchecked(out) })
    }
}

/// A value of a document.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    tape: &'d Tape<'d>,
    /// Where it begins on the tape.
    at: usize,
}

/// What a value is.
#[derive(Clone)]
pub enum Kind<'d> {
    Null,
    Bool(bool),
    Number(Number<'d>),
    String(&'d str),
    Array(Elements<'d>),
    Object(Members<'d>),
}

impl<'d> Value<'d> {
    #[inline(always)]
    pub fn kind(self) -> Kind<'d> {
        let (tape, at) = (self.tape, self.at);
        let word = tape.word(at);
        match word.tag() {
            Tag::Simple => match word.payload() {
                tape::NULL => Kind::Null,
                which => Kind::Bool(which == tape::TRUE),
            },
            Tag::Small => Kind::Number(Number::Signed(word.small())),
            Tag::Signed => Kind::Number(Number::Signed(tape.bits(at) as i64)),
            Tag::Unsigned => Kind::Number(Number::Unsigned(tape.bits(at))),
            Tag::Float | Tag::NonFinite => Kind::Number(Number::Float(f64::from_bits(tape.bits(at)))),
            Tag::NegativeZero => Kind::Number(Number::Float(-0.0)),
            // SAFETY: a word with one of these tags is the first of a text's.
            Tag::TextString | Tag::OwnString => Kind::String(unsafe { tape.text(at) }.0),
            // SAFETY: a word with one of these tags is the first of a text's, and digits are ASCII.
            Tag::TextDigits | Tag::OwnDigits => Kind::Number(Number::Digits(unsafe { tape.text(at) }.0)),
            // SAFETY: a word with this tag names a text that lies aside, here digits.
            Tag::Aside if tape.is_digits(word) => Kind::Number(Number::Digits(unsafe { tape.text(at) }.0)),
            // SAFETY: a word with this tag names a text that lies aside, here a string.
            Tag::Aside => Kind::String(unsafe { tape.text(at) }.0),
            Tag::Array | Tag::LongArray => {
                Kind::Array(Elements { tape, at: at + 1, end: at + tape.span(word) })
            }
            Tag::Object | Tag::LongObject => {
                Kind::Object(Members { tape, at: at + 1, end: at + tape.span(word) })
            }
        }
    }

    pub fn as_str(self) -> Option<&'d str> {
        if let Kind::String(text) = self.kind() { Some(text) } else { None }
    }

    pub fn as_i64(self) -> Option<i64> {
        if let Kind::Number(Number::Signed(value)) = self.kind() { Some(value) } else { None }
    }

    /// Any number as the nearest float.
    pub fn as_f64(self) -> Option<f64> {
        match self.kind() {
            Kind::Number(Number::Signed(value)) => Some(value as f64),
            Kind::Number(Number::Unsigned(value)) => Some(value as f64),
            Kind::Number(Number::Float(value)) => Some(value),
            Kind::Number(Number::Digits(text)) => text.parse().ok(),
            _ => None,
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind() { Some(value) } else { None }
    }

    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null)
    }

    /// The element at an index, or nothing. Walks over those before it.
    pub fn at(self, index: usize) -> Option<Value<'d>> {
        if let Kind::Array(mut elements) = self.kind() { elements.nth(index) } else { None }
    }

    /// The value of a key, or nothing; the last one, if the key comes more than once. Walks over the members.
    pub fn get(self, key: &str) -> Option<Value<'d>> {
        let Kind::Object(members) = self.kind() else { return None };
        members.filter(|(k, _)| *k == key).last().map(|(_, value)| value)
    }

    /// The value as text.
    pub fn write_onto(self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::value(self.tape, self.at, out, options)
    }
}

/// The elements of an array, in order.
#[derive(Clone)]
pub struct Elements<'d> {
    tape: &'d Tape<'d>,
    at: usize,
    end: usize,
}

impl<'d> Iterator for Elements<'d> {
    type Item = Value<'d>;

    #[inline(always)]
    fn next(&mut self) -> Option<Value<'d>> {
        if self.at >= self.end {
            return None;
        }
        let value = Value { tape: self.tape, at: self.at };
        self.at += self.tape.size(self.tape.word(self.at));
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let words = self.end - self.at;
        (words.min(1), Some(words))
    }
}

/// The members of an object, in order.
#[derive(Clone)]
pub struct Members<'d> {
    tape: &'d Tape<'d>,
    at: usize,
    end: usize,
}

impl<'d> Iterator for Members<'d> {
    type Item = (&'d str, Value<'d>);

    #[inline(always)]
    fn next(&mut self) -> Option<(&'d str, Value<'d>)> {
        if self.at >= self.end {
            return None;
        }
        let tape = self.tape;
        // SAFETY: an object holds keys, which are strings, and values in turn.
        let (key, value) = unsafe { tape.text(self.at) };
        self.at = value + tape.size(tape.word(value));
        Some((key, Value { tape, at: value }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let words = self.end - self.at;
        (words.min(1), Some(words / 2))
    }
}
