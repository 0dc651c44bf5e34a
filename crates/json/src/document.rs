//! The tree for hosts that want one: a tape, and views of its values. Strings are borrowed from the text, or
//! lie with the tape.

use crate::builder::Builder;
use crate::duplicates;
use crate::error::{Error, WriteError};
use crate::options::{DuplicateKeys, ReadOptions, WriteOptions};
use crate::read::Number;
use crate::read::fast;
use crate::tape::{self, Tag, Tape};
use crate::write::generate;

/// Deeper trees are not made, whatever the options say.
const DEEPEST: usize = 1 << 24;

/// A JSON value with all that it holds. `'t` is the text that its strings may be borrowed from.
pub struct Document<'t> {
    pub(crate) tape: Tape<'t>,
}

impl<'t> Document<'t> {
    /// The one value of a text, by JSON's own rules.
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>, Error> {
        Document::parse_with(text, &ReadOptions::default())
    }

    /// The one value of a text. (`options.many` is not looked at; see [`documents`](crate::documents) for
    /// several.) No text of 4 GiB becomes a tree, and none that is nested deeper than 2^24, whatever
    /// `options.depth` is.
    pub fn parse_with(text: &'t [u8], options: &ReadOptions) -> Result<Document<'t>, Error> {
        if text.len() >= u32::MAX as usize {
            return Err(fast::too_long());
        }
        if options.depth > DEEPEST {
            return Document::parse_with(text, &ReadOptions { depth: DEEPEST, ..options.clone() });
        }
        let mut builder = Builder::for_text(text);
        fast::walk(text, options, &mut builder)?;
        let mut document = Document { tape: builder.into_tape() };
        match options.duplicate_keys {
            // An error has been found by the reader, which knows its place.
            DuplicateKeys::Keep | DuplicateKeys::Error => {}
            DuplicateKeys::Last => duplicates::remove(&mut document.tape, true),
            DuplicateKeys::First => duplicates::remove(&mut document.tape, false),
        }
        Ok(document)
    }

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
            // SAFETY: the tag says so.
            Tag::TextString | Tag::OwnString => Kind::String(unsafe { tape.text(at) }.0),
            // SAFETY: as above.
            Tag::TextDigits | Tag::OwnDigits => Kind::Number(Number::Digits(unsafe { tape.text(at) }.0)),
            // SAFETY: as above.
            Tag::Aside if tape.is_digits(word) => Kind::Number(Number::Digits(unsafe { tape.text(at) }.0)),
            // SAFETY: as above.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn duplicates_go_where_asked() {
        let text = br#"{"a":1,"b":{"x":1,"x":[2,{"y":1,"y":2}]},"a":{"c":3},"b2":[],"a":[7,8]}"#;
        let of = |duplicate_keys| {
            let options = ReadOptions { duplicate_keys, ..ReadOptions::default() };
            Document::parse_with(text, &options).map(|d| d.to_text().unwrap())
        };
        assert_eq!(of(DuplicateKeys::Keep).unwrap().as_bytes(), text);
        assert_eq!(of(DuplicateKeys::Last).unwrap(), r#"{"a":[7,8],"b":{"x":[2,{"y":2}]},"b2":[]}"#);
        assert_eq!(of(DuplicateKeys::First).unwrap(), r#"{"a":1,"b":{"x":1},"b2":[]}"#);
        let error = of(DuplicateKeys::Error).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::DuplicateKey, 18));
    }

    #[test]
    fn the_builder_keeps_order() {
        let mut builder = Builder::new();
        assert!(builder.key("a").is_err());
        builder.begin_object().unwrap();
        assert!(builder.null().is_err());
        builder.key("a").unwrap();
        assert!(builder.end_object().is_err());
        assert!(builder.key("b").is_err());
        builder.begin_array().unwrap();
        builder.number(Number::Signed(-5)).unwrap();
        builder.number(Number::Digits("123456789012345678901234567890")).unwrap();
        assert!(builder.number(Number::Digits("1x")).is_err());
        builder.string("x\ny").unwrap();
        assert!(builder.end_object().is_err());
        builder.end_array().unwrap();
        for _ in 0..2 {
            builder.key("again").unwrap();
            builder.bool(true).unwrap();
        }
        builder.end_object().unwrap();
        assert!(builder.null().is_err());
        let document = builder.finish().unwrap();
        let text = r#"{"a":[-5,123456789012345678901234567890,"x\ny"],"again":true,"again":true}"#;
        assert_eq!(document.to_text().unwrap(), text);
        assert_eq!(document.root().get("a").unwrap().at(0).unwrap().as_i64(), Some(-5));
        assert_eq!(document.root().get("a").unwrap().at(2).unwrap().as_str(), Some("x\ny"));
    }
}
