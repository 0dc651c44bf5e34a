//! The tree for hosts that want one: a tape, and views of its values. Strings are borrowed from the text, or
//! lie with the tape.

use crate::error::WriteError;
use crate::options::WriteOptions;
use crate::read::Number;
use crate::tape::{self, Tag, Tape};
use crate::write::generate;

/// A JSON value with all that it holds. `'t` is the text that its strings may be borrowed from.
///
/// ```
/// use purlin_json::{Document, ReadOptions, WriteOptions};
///
/// let text = br#"{"items": [1, "two"], "ok": true}"#;
/// let document = Document::parse(text)?;
/// assert_eq!(document.root().get("items").unwrap().at(1).unwrap().as_str(), Some("two"));
/// assert!(document.memory() < 1000);
/// assert_eq!(document.to_text()?, r#"{"items":[1,"two"],"ok":true}"#);
/// let mut out = b"x = ".to_vec();
/// document.write_onto(&mut out, &WriteOptions::compact())?;
/// assert!(out.starts_with(b"x = {"));
/// assert!(Document::parse_with(b"[[1]]", &ReadOptions { depth: 1, ..ReadOptions::default() }).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// # Errors
    /// What the options do not allow, such as a key that comes twice.
    pub fn write_onto(&self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::value(&self.tape, 0, out, options)
    }

    /// The value as text, compact.
    ///
    /// # Errors
    /// The value is nested deeper than the options of [`WriteOptions::compact`] allow.
    pub fn to_text(&self) -> Result<String, WriteError> {
        let mut out = Vec::new();
        self.write_onto(&mut out, &WriteOptions::compact())?;
        // SAFETY: the writer writes strings, which are UTF-8, and ASCII.
        Ok(unsafe { String::from_utf8_unchecked(out) })
    }
}

/// A value of a document.
///
/// ```
/// use purlin_json::{Document, Kind, WriteOptions};
///
/// let document = Document::parse(br#"{"n": 7, "x": 0.5, "s": "text", "b": true, "z": null}"#)?;
/// let get = |key| document.root().get(key).unwrap();
/// assert_eq!((get("n").as_i64(), get("n").as_f64()), (Some(7), Some(7.0)));
/// assert_eq!((get("x").as_i64(), get("x").as_f64()), (None, Some(0.5)));
/// assert_eq!((get("s").as_str(), get("b").as_bool()), (Some("text"), Some(true)));
/// assert!(get("z").is_null() && get("z").at(0).is_none());
/// assert!(matches!(get("b").kind(), Kind::Bool(true)));
/// let mut out = Vec::new();
/// get("s").write_onto(&mut out, &WriteOptions::compact())?;
/// assert_eq!(out, b"\"text\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Value<'d> {
    tape: &'d Tape<'d>,
    /// Where it begins on the tape.
    at: usize,
}

/// What a value is.
///
/// ```
/// use purlin_json::{Document, Kind, Value};
///
/// /// The values in a tree that contain no others.
/// fn leaves(value: Value<'_>) -> usize {
///     match value.kind() {
///         Kind::Array(elements) => elements.map(leaves).sum(),
///         Kind::Object(members) => members.map(|(_, value)| leaves(value)).sum(),
///         Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::String(_) => 1,
///     }
/// }
///
/// let document = Document::parse(br#"{"a": [1, 2, []], "b": {"c": null}}"#)?;
/// assert_eq!(leaves(document.root()), 3);
/// # Ok::<(), purlin_json::Error>(())
/// ```
#[derive(Clone)]
pub enum Kind<'d> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, within 64 bits or as its digits.
    Number(Number<'d>),
    /// A string, with its escapes replaced.
    String(&'d str),
    /// An array, with an iterator of its elements.
    Array(Elements<'d>),
    /// An object, with an iterator of its members.
    Object(Members<'d>),
}

impl<'d> Value<'d> {
    /// What the value is.
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

    /// What a string says; `None` for other values.
    pub fn as_str(self) -> Option<&'d str> {
        if let Kind::String(text) = self.kind() { Some(text) } else { None }
    }

    /// An integer that fits `i64`; `None` for other values, and for floats.
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

    /// A boolean; `None` for other values.
    pub fn as_bool(self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind() { Some(value) } else { None }
    }

    /// Whether it is `null`.
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
    ///
    /// # Errors
    /// What the options do not allow, such as a key that comes twice.
    pub fn write_onto(self, out: &mut Vec<u8>, options: &WriteOptions) -> Result<(), WriteError> {
        generate::value(self.tape, self.at, out, options)
    }
}

/// The elements of an array, in order.
///
/// ```
/// use purlin_json::{Document, Kind};
///
/// let document = Document::parse(b"[1, 2, \"three\"]")?;
/// let Kind::Array(elements) = document.root().kind() else { unreachable!() };
/// let numbers: Vec<i64> = elements.filter_map(|value| value.as_i64()).collect();
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), purlin_json::Error>(())
/// ```
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
///
/// ```
/// use purlin_json::{Document, Kind};
///
/// let document = Document::parse(br#"{"a": 1, "b": 2}"#)?;
/// let Kind::Object(members) = document.root().kind() else { unreachable!() };
/// let keys: Vec<&str> = members.map(|(key, _)| key).collect();
/// assert_eq!(keys, ["a", "b"]);
/// # Ok::<(), purlin_json::Error>(())
/// ```
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
