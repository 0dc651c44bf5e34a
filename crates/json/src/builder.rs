//! Makes a tape, and so a tree: from calls, which it keeps in order, and for the walk over a text, which
//! keeps order itself.

use crate::document::Document;
use crate::error::WriteError;
use crate::read::Number;
use crate::read::fast::{Receiver, UNESCAPE_SLACK, unescape};
use crate::tape::{FALSE, NULL, Recorder, TRUE, Tag, Tape};

/// Makes a document from values. Strings are copied, keys once each while they are remembered, unless given
/// as borrowed.
///
/// A call that does not fit the grammar is [`WriteError::Misuse`] and adds nothing.
///
/// ```
/// use purlin_json::{Builder, Number};
///
/// let mut builder = Builder::new();
/// builder.begin_object()?;
/// builder.key("name")?;
/// builder.string("purlin")?;
/// builder.borrowed_key("tags")?;
/// builder.begin_array()?;
/// builder.borrowed_string("vm")?;
/// builder.number(Number::Signed(7))?;
/// builder.bool(true)?;
/// builder.null()?;
/// builder.end_array()?;
/// assert!(builder.string("a value without a key").is_err());
/// builder.end_object()?;
/// let document = builder.finish()?;
/// assert_eq!(document.root().get("tags").unwrap().at(1).unwrap().as_i64(), Some(7));
/// assert_eq!(document.to_text()?, r#"{"name":"purlin","tags":["vm",7,true,null]}"#);
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
pub struct Builder<'t> {
    recorder: Recorder<'t>,
    /// A key has no value yet.
    keyed: bool,
    interned: Interner,
}

impl<'t> Builder<'t> {
    /// A builder of an empty document.
    pub fn new() -> Builder<'t> {
        Builder::for_text(&[])
    }

    pub(crate) fn for_text(text: &'t [u8]) -> Builder<'t> {
        Builder { recorder: Recorder::new(text), keyed: false, interned: Interner::default() }
    }

    pub(crate) fn into_tape(self) -> Tape<'t> {
        self.recorder.finish()
    }

    /// Whether a key, and not a value, must come next.
    fn wants_key(&self) -> bool {
        !self.keyed && self.recorder.in_object() == Some(true)
    }

    fn place(&mut self, key: bool) -> Result<(), WriteError> {
        if !self.recorder.has_room() {
            return Err(WriteError::Misuse("a document holds fewer than 2^28 borrowed or very long values"));
        }
        match (self.wants_key(), key) {
            (true, false) => Err(WriteError::Misuse("a value without a key")),
            (false, true) => Err(WriteError::Misuse("a key where none may stand")),
            (false, false) if self.recorder.in_object().is_none() && !self.recorder.is_empty() => {
                Err(WriteError::Misuse("a document has one outermost value"))
            }
            _ => {
                self.keyed = key;
                Ok(())
            }
        }
    }

    /// Begins an object, whose members are a key and a value in turn.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn begin_object(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.begin(Tag::Object);
        Ok(())
    }

    /// Begins an array.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn begin_array(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.begin(Tag::Array);
        Ok(())
    }

    /// Ends the object that was begun last.
    ///
    /// # Errors
    /// It is an array, or its last key has no value.
    pub fn end_object(&mut self) -> Result<(), WriteError> {
        if !self.wants_key() || !self.recorder.has_room() {
            return Err(WriteError::Misuse("the end of an object that is not open, or lacks a value"));
        }
        self.recorder.end();
        Ok(())
    }

    /// Ends the array that was begun last.
    ///
    /// # Errors
    /// It is an object.
    pub fn end_array(&mut self) -> Result<(), WriteError> {
        if self.recorder.in_object() != Some(false) || !self.recorder.has_room() {
            return Err(WriteError::Misuse("the end of an array that is not open"));
        }
        self.recorder.end();
        Ok(())
    }

    /// Adds the key of the next member.
    ///
    /// # Errors
    /// No key may stand here.
    pub fn key(&mut self, key: &str) -> Result<(), WriteError> {
        self.place(true)?;
        self.interned.key(key, &mut self.recorder);
        Ok(())
    }

    /// Adds a string.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn string(&mut self, text: &str) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.own_string(text);
        Ok(())
    }

    /// A string that the document does not copy.
    ///
    /// # Errors
    /// No value may stand here, or there are 2^28 such strings.
    pub fn borrowed_string(&mut self, text: &'t str) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.string_elsewhere(text);
        Ok(())
    }

    /// A key that the document does not copy.
    ///
    /// # Errors
    /// No key may stand here, or there are 2^28 such strings.
    pub fn borrowed_key(&mut self, text: &'t str) -> Result<(), WriteError> {
        self.place(true)?;
        self.recorder.string_elsewhere(text);
        Ok(())
    }

    /// Adds a number.
    ///
    /// # Errors
    /// No value may stand here, or digits are none by JSON's grammar.
    pub fn number(&mut self, number: Number<'_>) -> Result<(), WriteError> {
        if let Number::Digits(text) = number
            && !crate::read::reader::is_number(text.as_bytes())
        {
            return Err(WriteError::Misuse("digits that are no number"));
        }
        self.place(false)?;
        match number {
            Number::Signed(value) => self.recorder.signed(value),
            Number::Unsigned(value) => match i64::try_from(value) {
                Ok(value) => self.recorder.signed(value),
                Err(_) => self.recorder.unsigned(value),
            },
            Number::Float(value) => self.recorder.float(value),
            Number::Digits(text) => self.recorder.own_digits(text),
        }
        Ok(())
    }

    /// Adds a boolean.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn bool(&mut self, value: bool) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.simple(if value { TRUE } else { FALSE });
        Ok(())
    }

    /// Adds `null`.
    ///
    /// # Errors
    /// No value may stand here.
    pub fn null(&mut self) -> Result<(), WriteError> {
        self.place(false)?;
        self.recorder.simple(NULL);
        Ok(())
    }

    /// The document, if its one value is complete.
    ///
    /// # Errors
    /// There is no value, or an array or object is open.
    pub fn finish(self) -> Result<Document<'t>, WriteError> {
        if self.recorder.in_object().is_some() || self.recorder.is_empty() {
            return Err(WriteError::Misuse("the document's value is not complete"));
        }
        Ok(Document { tape: self.into_tape() })
    }
}

impl Default for Builder<'_> {
    fn default() -> Self {
        Builder::new()
    }
}

/// What the walk over the builder's text sees: it keeps the grammar, so nothing is checked again here.
impl Receiver for Builder<'_> {
    #[inline(always)]
    fn begin_object(&mut self) {
        self.recorder.begin(Tag::Object);
    }
    #[inline(always)]
    fn end_object(&mut self) {
        self.recorder.end();
    }
    #[inline(always)]
    fn begin_array(&mut self) {
        self.recorder.begin(Tag::Array);
    }
    #[inline(always)]
    fn end_array(&mut self) {
        self.recorder.end();
    }
    #[inline(always)]
    fn key(&mut self, key: &str, from: usize) {
        self.recorder.text_string(from, key.len());
    }
    #[inline(always)]
    fn string(&mut self, text: &str, from: usize) {
        self.recorder.text_string(from, text.len());
    }
    #[inline(always)]
    fn escaped(&mut self, inside: &str, _key: bool) -> Option<()> {
        let room = inside.len() + UNESCAPE_SLACK;
        // SAFETY: as much room as the function asks for; UTF-8 with escapes replaced by characters is UTF-8.
        unsafe { self.recorder.own_string_by(room, |to| unescape(inside.as_bytes(), to)) }
    }
    #[inline(always)]
    fn number(&mut self, number: Number<'_>, from: usize) {
        match number {
            Number::Signed(value) => self.recorder.signed(value),
            Number::Unsigned(value) => self.recorder.unsigned(value),
            Number::Float(value) => self.recorder.float(value),
            Number::Digits(text) => self.recorder.text_digits(from, text.len()),
        }
    }
    #[inline(always)]
    fn bool(&mut self, value: bool) {
        self.recorder.simple(if value { TRUE } else { FALSE });
    }
    #[inline(always)]
    fn null(&mut self) {
        self.recorder.simple(NULL);
    }
    fn restart(&mut self) {
        self.recorder.restart();
    }
}

/// Remembers where keys have been copied to, each in a place of its own by length and ends; a key that finds
/// its place taken is copied again and takes it over.
#[derive(Default)]
struct Interner {
    places: Vec<usize>,
}

impl Interner {
    const PLACES: usize = 256;
    const NOWHERE: usize = usize::MAX;

    /// Records a key.
    fn key(&mut self, key: &str, recorder: &mut Recorder<'_>) {
        if self.places.is_empty() {
            self.places = vec![Self::NOWHERE; Self::PLACES];
        }
        let bytes = key.as_bytes();
        let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
        let mixed = (bytes.len() as u32).wrapping_mul(0x9E37)
            ^ (first as u32) << 3
            ^ (last as u32).wrapping_mul(0x85);
        let place = &mut self.places[mixed as usize % Self::PLACES];
        if *place == Self::NOWHERE || !recorder.own_string_again(key, *place) {
            *place = recorder.own_string(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
