//! Values from the reader's events. Knows the shapes that types have in JSON; grammar, dialect and the depth
//! of nesting are the reader's, so what recurses here is bounded by its depth limit. An error says where the
//! token stands that was read last.

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::error::{Error, ErrorKind};
use crate::options::{BigNumbers, ReadOptions};
use crate::read::{Event, Feed, Number, NumberText, Reader, Text};

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Error {
        Error {
            kind: ErrorKind::Type,
            offset: 0,
            // No place: the deserializer that the error passes through first knows it.
            line: 0,
            column: 0,
            excerpt: String::new(),
            mark: 0,
            detail: Some(message.to_string().into_boxed_str()),
        }
    }
}

/// Reads the values of one text.
///
/// [`from_text`](super::from_text) and [`values`](super::values) are built on it.
///
/// ```
/// use purlin_json::{ReadOptions, typed::Deserializer};
///
/// let options = ReadOptions::default();
/// let mut reader = Deserializer::reader(&options, true);
/// let mut from = Deserializer::new(&mut reader, b"1 [2, 3]", &options);
/// assert_eq!(from.next_value()?, Some(1));
/// assert_eq!(from.next_value()?, Some([2, 3]));
/// assert_eq!(from.next_value::<i64>()?, None);
///
/// let mut reader = Deserializer::reader(&options, false);
/// assert_eq!(Deserializer::new(&mut reader, b"true", &options).only_value(), Ok(true));
/// # Ok::<(), purlin_json::Error>(())
/// ```
pub struct Deserializer<'r, 't> {
    feed: Feed<'r, 't>,
    /// An event that has been looked at but not used.
    ahead: Option<Event<'t>>,
    /// How many bytes the token takes that was read last.
    length: usize,
    big_numbers: BigNumbers,
}

/// How long the token of an event is.
fn length_of(event: &Event<'_>) -> usize {
    match event {
        Event::BeginObject | Event::EndObject | Event::BeginArray | Event::EndArray => 1,
        Event::Key(text) | Event::String(text) => text.raw().len() + 2,
        Event::Number(number) => number.text().len(),
        Event::Bool(false) => 5,
        Event::Bool(true) | Event::Null => 4,
    }
}

impl<'r, 't> Deserializer<'r, 't> {
    /// What reads a text for [`Deserializer::new`].
    pub fn reader(options: &ReadOptions, many: bool) -> Reader {
        Reader::new(ReadOptions { many, ..options.clone() })
    }

    /// `reader` has read nothing yet.
    pub fn new(reader: &'r mut Reader, text: &'t [u8], options: &ReadOptions) -> Deserializer<'r, 't> {
        Deserializer { feed: reader.finish(text), ahead: None, length: 0, big_numbers: options.big_numbers }
    }

    /// The value, with nothing after it.
    ///
    /// # Errors
    /// What is wrong with the text, and where; [`ErrorKind::Type`] if the type does not take the value.
    pub fn only_value<T: Deserialize<'t>>(mut self) -> Result<T, Error> {
        let value = T::deserialize(&mut self)?;
        self.peek()?;
        Ok(value)
    }

    /// The next of several values; nothing at the text's end.
    ///
    /// # Errors
    /// What is wrong with the text, and where; [`ErrorKind::Type`] if the type does not take the value.
    pub fn next_value<T: Deserialize<'t>>(&mut self) -> Result<Option<T>, Error> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        T::deserialize(self).map(Some)
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<Event<'t>>, Error> {
        if self.ahead.is_none() {
            self.ahead = self.feed.next_of_whole()?;
            self.length = self.ahead.as_ref().map_or(0, length_of);
        }
        Ok(self.ahead)
    }

    #[inline]
    fn next(&mut self) -> Result<Event<'t>, Error> {
        match self.peek()? {
            Some(event) => {
                self.ahead = None;
                Ok(event)
            }
            None => Err(self.feed.error_before(ErrorKind::UnexpectedEnd, 0)),
        }
    }

    /// Gives an error the place of the last token, if it has none.
    #[cold]
    fn placed(&mut self, error: Error) -> Error {
        if error.line != 0 {
            return error;
        }
        Error { detail: error.detail, ..self.feed.error_before(error.kind, self.length) }
    }

    fn kind(&mut self, kind: ErrorKind) -> Error {
        self.feed.error_before(kind, self.length)
    }

    /// Passes over what an event began.
    fn skip(&mut self, event: Event<'t>) -> Result<(), Error> {
        let mut open = matches!(event, Event::BeginObject | Event::BeginArray) as usize;
        while open > 0 {
            match self.next()? {
                Event::BeginObject | Event::BeginArray => open += 1,
                Event::EndObject | Event::EndArray => open -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn visit<V: Visitor<'t>>(&mut self, event: Event<'t>, visitor: V) -> Result<V::Value, Error> {
        match event {
            Event::Null => visitor.visit_unit(),
            Event::Bool(value) => visitor.visit_bool(value),
            Event::String(text) => visit_text(text, visitor),
            Event::Number(number) => self.visit_number(number, visitor),
            Event::BeginArray => {
                let value = visitor.visit_seq(Elements { from: self })?;
                match self.next()? {
                    Event::EndArray => Ok(value),
                    _ => Err(de::Error::custom("the array holds more elements than the type takes")),
                }
            }
            Event::BeginObject => {
                let value = visitor.visit_map(Members { from: self })?;
                match self.next()? {
                    Event::EndObject => Ok(value),
                    _ => Err(de::Error::custom("the object holds more members than the type takes")),
                }
            }
            // The reader keeps the grammar: no other event stands where a value does.
            Event::EndArray | Event::EndObject | Event::Key(_) => Err(self.kind(ErrorKind::ExpectedValue)),
        }
    }

    fn visit_number<V: Visitor<'t>>(
        &mut self,
        number: NumberText<'t>,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match number.decode(self.big_numbers) {
            // Types that take both take the unsigned one, and say so in fewer words if they do not fit.
            Ok(Number::Signed(value)) if value >= 0 => visitor.visit_u64(value as u64),
            Ok(Number::Signed(value)) => visitor.visit_i64(value),
            Ok(Number::Unsigned(value)) => visitor.visit_u64(value),
            Ok(Number::Float(value)) => visitor.visit_f64(value),
            // No type but the ones that ask for 128 bits has a place for digits.
            Ok(Number::Digits(text)) => visitor.visit_f64(text.parse().unwrap_or(f64::NAN)),
            Err(kind) => Err(self.kind(kind)),
        }
    }

    /// A number with more digits than 64 bits hold, if one comes next.
    fn big_integer(&mut self) -> Result<Option<&'t str>, Error> {
        if let Some(Event::Number(number)) = self.peek()?
            && let Ok(Number::Digits(text)) = number.decode(BigNumbers::Digits)
        {
            self.ahead = None;
            return Ok(Some(text));
        }
        Ok(None)
    }
}

fn visit_text<'t, V: Visitor<'t>>(text: Text<'t>, visitor: V) -> Result<V::Value, Error> {
    match text.decode() {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

fn visit_bytes<'t, V: Visitor<'t>>(text: Text<'t>, visitor: V) -> Result<V::Value, Error> {
    match text.decode() {
        Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
        Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
    }
}

/// An integer of 128 bits.
macro_rules! big {
    ($name:ident $type:ty, $visit:ident) => {
        fn $name<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
            let outcome = match self.big_integer()? {
                None => return self.deserialize_any(visitor),
                Some(digits) => match digits.parse::<$type>() {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => return Err(self.kind(ErrorKind::NumberRange)),
                },
            };
            outcome.map_err(|error| self.placed(error))
        }
    };
}

/// A method for types that bring a name with them, and perhaps more, which JSON has no place for.
macro_rules! named {
    ($method:ident($self:ident, $visitor:ident $(, $more:ty)?) $body:block) => {
        fn $method<V: Visitor<'t>>($self, _: &'static str, $(_: $more,)? $visitor: V) -> Result<V::Value, Error> $body
    };
}

impl<'t> de::Deserializer<'t> for &mut Deserializer<'_, 't> {
    type Error = Error;

    #[inline]
    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let event = self.next()?;
        self.visit(event, visitor).map_err(|error| self.placed(error))
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let outcome = if self.peek()? == Some(Event::Null) {
            self.ahead = None;
            visitor.visit_none()
        } else {
            visitor.visit_some(&mut *self)
        };
        outcome.map_err(|error| self.placed(error))
    }

    big!(deserialize_i128 i128, visit_i128);
    big!(deserialize_u128 u128, visit_u128);

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some(Event::String(text)) = self.peek()? else { return self.deserialize_any(visitor) };
        self.ahead = None;
        visit_bytes(text, visitor).map_err(|error| self.placed(error))
    }

    fn deserialize_byte_buf<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    named!(deserialize_newtype_struct(self, visitor) {
        let outcome = visitor.visit_newtype_struct(&mut *self);
        outcome.map_err(|error| self.placed(error))
    });

    named!(deserialize_enum(self, visitor, &'static [&'static str]) {
        let outcome = match self.peek()? {
            Some(Event::String(text)) => {
                self.ahead = None;
                visitor.visit_enum(text.decode().into_deserializer())
            }
            Some(Event::BeginObject) => {
                self.ahead = None;
                let value = visitor.visit_enum(Variant { from: self });
                match value {
                    Ok(value) => match self.next()? {
                        Event::EndObject => Ok(value),
                        _ => Err(de::Error::custom("an enum's object has one member")),
                    },
                    Err(error) => Err(error),
                }
            }
            Some(_) => Err(de::Error::custom("an enum is a string, or an object with one member")),
            None => Err(self.kind(ErrorKind::UnexpectedEnd)),
        };
        outcome.map_err(|error| self.placed(error))
    });

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let event = self.next()?;
        self.skip(event)?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <V: Visitor<'t>>
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string unit unit_struct seq tuple tuple_struct map struct
        identifier
    }
}

/// The elements of an open array, without its end.
struct Elements<'d, 'r, 't> {
    from: &'d mut Deserializer<'r, 't>,
}

impl<'t> de::SeqAccess<'t> for Elements<'_, '_, 't> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        match self.from.peek()? {
            Some(Event::EndArray) => Ok(None),
            _ => seed.deserialize(&mut *self.from).map(Some),
        }
    }
}

/// The members of an open object, without its end.
struct Members<'d, 'r, 't> {
    from: &'d mut Deserializer<'r, 't>,
}

impl<'t> de::MapAccess<'t> for Members<'_, '_, 't> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        match self.from.peek()? {
            Some(Event::Key(text)) => {
                self.from.ahead = None;
                let key = seed.deserialize(Key { text });
                key.map(Some).map_err(|error| self.from.placed(error))
            }
            _ => Ok(None),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(&mut *self.from)
    }
}

/// A key, which is a string, or the spelling of what a map's key type is.
struct Key<'t> {
    text: Text<'t>,
}

/// Keys of types other than strings.
macro_rules! spelled {
    ($($name:ident $type:ty, $visit:ident;)*) => {$(
        fn $name<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.text.raw().parse::<$type>() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'t> de::Deserializer<'t> for Key<'t> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_text(self.text, visitor)
    }

    spelled! {
        deserialize_bool bool, visit_bool;
        deserialize_i8 i8, visit_i8;
        deserialize_i16 i16, visit_i16;
        deserialize_i32 i32, visit_i32;
        deserialize_i64 i64, visit_i64;
        deserialize_i128 i128, visit_i128;
        deserialize_u8 u8, visit_u8;
        deserialize_u16 u16, visit_u16;
        deserialize_u32 u32, visit_u32;
        deserialize_u64 u64, visit_u64;
        deserialize_u128 u128, visit_u128;
        deserialize_f32 f32, visit_f32;
        deserialize_f64 f64, visit_f64;
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    named!(deserialize_newtype_struct(self, visitor) {
        visitor.visit_newtype_struct(self)
    });

    named!(deserialize_enum(self, visitor, &'static [&'static str]) {
        visitor.visit_enum(self.text.decode().into_deserializer())
    });

    fn deserialize_bytes<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        visit_bytes(self.text, visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'t>>
        char str string unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant that is an object with one member: its key names the variant, its value is what the variant
/// holds.
struct Variant<'d, 'r, 't> {
    from: &'d mut Deserializer<'r, 't>,
}

impl<'t> de::EnumAccess<'t> for Variant<'_, '_, 't> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<(T::Value, Self), Error> {
        match self.from.next()? {
            Event::Key(text) => match seed.deserialize(Key { text }) {
                Ok(name) => Ok((name, self)),
                Err(error) => Err(self.from.placed(error)),
            },
            _ => Err(de::Error::custom("an enum's object has one member")),
        }
    }
}

impl<'t> de::VariantAccess<'t> for Variant<'_, '_, 't> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Deserialize::deserialize(self.from)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.from)
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_any(self.from, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_any(self.from, visitor)
    }
}

/// The values of a text, one by one. The example of [`values`](super::values) takes some.
pub struct Values<'t, T> {
    text: &'t [u8],
    options: ReadOptions,
    reader: Reader,
    at: usize,
    failed: bool,
    values: PhantomData<fn() -> T>,
}

impl<'t, T: Deserialize<'t>> Values<'t, T> {
    pub(super) fn new(text: &'t [u8], options: &ReadOptions) -> Values<'t, T> {
        Values {
            text,
            options: options.clone(),
            reader: Deserializer::reader(options, true),
            at: 0,
            failed: false,
            values: PhantomData,
        }
    }
}

impl<'t, T: Deserialize<'t>> Iterator for Values<'t, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Result<T, Error>> {
        if self.failed {
            return None;
        }
        let rest = &self.text[self.at..];
        let mut from = Deserializer::new(&mut self.reader, rest, &self.options);
        let value = from.next_value().transpose()?;
        let used = from.feed.used();
        match &value {
            Ok(_) => {
                self.reader.skip_whole_values(&rest[..used]);
                self.at += used;
            }
            Err(_) => self.failed = true,
        }
        Some(value)
    }
}
