//! Values as calls of a writer. Knows the shapes that types have in JSON; the grammar and all limits are the
//! writer's.

use std::fmt::Display;

use purlin_kernels::float::parse::decimal;
use purlin_kernels::float::shortest::Shortest;
use serde::ser::{self, Serialize};

use crate::error::WriteError;
use crate::write::{Sink, Writer};

impl ser::Error for WriteError {
    fn custom<T: Display>(message: T) -> WriteError {
        WriteError::Type(message.to_string())
    }
}

/// Writes one value into a writer that stands where a value may.
///
/// ```
/// use purlin_json::{WriteOptions, Writer, typed::Serializer};
/// use serde::Serialize;
///
/// let mut writer = Writer::new(WriteOptions::compact());
/// ("a", 1).serialize(Serializer::new(&mut writer))?;
/// assert_eq!(writer.finish()?, br#"["a",1]"#);
/// # Ok::<(), purlin_json::WriteError>(())
/// ```
pub struct Serializer<'w, S: Sink> {
    writer: &'w mut Writer<S>,
}

impl<'w, S: Sink> Serializer<'w, S> {
    /// A serializer of the next value of a writer.
    pub fn new(writer: &'w mut Writer<S>) -> Serializer<'w, S> {
        Serializer { writer }
    }

    /// An object of one member, whose value follows.
    fn variant(self, name: &str) -> Result<&'w mut Writer<S>, WriteError> {
        self.writer.begin_object()?;
        self.writer.key(name)?;
        Ok(self.writer)
    }
}

type Done = Result<(), WriteError>;

impl<'w, S: Sink> ser::Serializer for Serializer<'w, S> {
    type Ok = ();
    type Error = WriteError;
    type SerializeSeq = Elements<'w, S>;
    type SerializeTuple = Elements<'w, S>;
    type SerializeTupleStruct = Elements<'w, S>;
    type SerializeTupleVariant = Elements<'w, S>;
    type SerializeMap = Members<'w, S>;
    type SerializeStruct = Members<'w, S>;
    type SerializeStructVariant = Members<'w, S>;

    fn serialize_bool(self, value: bool) -> Done {
        self.writer.bool(value)
    }

    fn serialize_i8(self, value: i8) -> Done {
        self.writer.i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Done {
        self.writer.i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Done {
        self.writer.i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Done {
        self.writer.i64(value)
    }

    fn serialize_i128(self, value: i128) -> Done {
        match i64::try_from(value) {
            Ok(value) => self.writer.i64(value),
            Err(_) => self.writer.number_text(&value.to_string()),
        }
    }

    fn serialize_u8(self, value: u8) -> Done {
        self.writer.u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Done {
        self.writer.u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Done {
        self.writer.u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Done {
        self.writer.u64(value)
    }

    fn serialize_u128(self, value: u128) -> Done {
        match u64::try_from(value) {
            Ok(value) => self.writer.u64(value),
            Err(_) => self.writer.number_text(&value.to_string()),
        }
    }

    /// The shortest digits that give this `f32` back, not those of the `f64` that equals it.
    fn serialize_f32(self, value: f32) -> Done {
        let wide = if value.is_finite() { short(value) } else { value.into() };
        self.writer.f64(wide)
    }

    fn serialize_f64(self, value: f64) -> Done {
        self.writer.f64(value)
    }

    fn serialize_char(self, value: char) -> Done {
        self.writer.string(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Done {
        self.writer.string(value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Done {
        self.writer.begin_array()?;
        for byte in value {
            self.writer.u64((*byte).into())?;
        }
        self.writer.end_array()
    }

    fn serialize_none(self) -> Done {
        self.writer.null()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Done {
        self.writer.null()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.writer.null()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.writer.string(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        let writer = self.variant(variant)?;
        value.serialize(Serializer::new(writer))?;
        writer.end_object()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'w, S>, WriteError> {
        self.writer.begin_array()?;
        Ok(Elements { writer: self.writer, of_variant: false })
    }

    fn serialize_tuple(self, _: usize) -> Result<Elements<'w, S>, WriteError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'w, S>, WriteError> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements<'w, S>, WriteError> {
        let writer = self.variant(variant)?;
        writer.begin_array()?;
        Ok(Elements { writer, of_variant: true })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members<'w, S>, WriteError> {
        self.writer.begin_object()?;
        Ok(Members { writer: self.writer, of_variant: false })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members<'w, S>, WriteError> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members<'w, S>, WriteError> {
        let writer = self.variant(variant)?;
        writer.begin_object()?;
        Ok(Members { writer, of_variant: true })
    }
}

/// The `f64` whose shortest digits are those of a finite `f32`.
fn short(value: f32) -> f64 {
    let shortest = decimal(Shortest::new().single(value.abs()).as_bytes());
    shortest.map_or(value.into(), |magnitude| magnitude.copysign(value.into()))
}

/// An open array.
pub struct Elements<'w, S: Sink> {
    writer: &'w mut Writer<S>,
    /// The array is the value of an enum's variant, whose object ends with the array.
    of_variant: bool,
}

impl<S: Sink> Elements<'_, S> {
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(Serializer::new(self.writer))
    }

    fn finish(self) -> Done {
        self.writer.end_array()?;
        if self.of_variant { self.writer.end_object() } else { Ok(()) }
    }
}

/// serde has a trait for each kind of sequence, all of which are arrays.
macro_rules! elements {
    ($($name:ident $element:ident),*) => {$(
        impl<S: Sink> ser::$name for Elements<'_, S> {
            type Ok = ();
            type Error = WriteError;

            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.element(value)
            }

            fn end(self) -> Done {
                self.finish()
            }
        }
    )*};
}

elements!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

/// An open object.
pub struct Members<'w, S: Sink> {
    writer: &'w mut Writer<S>,
    of_variant: bool,
}

impl<S: Sink> Members<'_, S> {
    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Done {
        self.writer.key(name)?;
        value.serialize(Serializer::new(self.writer))
    }

    fn finish(self) -> Done {
        self.writer.end_object()?;
        if self.of_variant { self.writer.end_object() } else { Ok(()) }
    }
}

/// Structs and variants with names for their fields.
macro_rules! members {
    ($($name:ident),*) => {$(
        impl<S: Sink> ser::$name for Members<'_, S> {
            type Ok = ();
            type Error = WriteError;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Done {
                self.member(name, value)
            }

            fn end(self) -> Done {
                self.finish()
            }
        }
    )*};
}

members!(SerializeStruct, SerializeStructVariant);

impl<S: Sink> ser::SerializeMap for Members<'_, S> {
    type Ok = ();
    type Error = WriteError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        key.serialize(Key { writer: self.writer })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        value.serialize(Serializer::new(self.writer))
    }

    fn end(self) -> Done {
        self.finish()
    }
}

/// A map's key: a string, or what has one spelling and is written as that.
struct Key<'w, S: Sink> {
    writer: &'w mut Writer<S>,
}

/// Types whose keys are what `to_string` says.
macro_rules! spelled {
    ($($name:ident $type:ty),*) => {$(
        fn $name(self, value: $type) -> Done {
            self.writer.key(&value.to_string())
        }
    )*};
}

/// Types that no key can be.
macro_rules! no_key {
    ($($name:ident($($arg:ty),*) -> $result:ty),* $(,)?) => {$(
        fn $name(self, $(_: $arg),*) -> Result<$result, WriteError> {
            Err(not_a_key())
        }
    )*};
}

fn not_a_key() -> WriteError {
    WriteError::Type("a key must be a string".to_owned())
}

type Never = ser::Impossible<(), WriteError>;

impl<S: Sink> ser::Serializer for Key<'_, S> {
    type Ok = ();
    type Error = WriteError;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    spelled!(
        serialize_bool bool, serialize_char char,
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    );

    fn serialize_str(self, value: &str) -> Done {
        self.writer.key(value)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        self.writer.key(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Done {
        Err(not_a_key())
    }

    /// Floats: serde_json spells finite ones as keys, and so does this.
    fn serialize_f32(self, value: f32) -> Done {
        if value.is_finite() { self.serialize_f64(short(value)) } else { Err(not_a_key()) }
    }

    fn serialize_f64(self, value: f64) -> Done {
        if !value.is_finite() {
            return Err(not_a_key());
        }
        let mut text = Writer::new(crate::WriteOptions::compact());
        text.f64(value)?;
        self.writer.key(&String::from_utf8_lossy(&text.finish()?))
    }

    no_key! {
        serialize_bytes(&[u8]) -> (),
        serialize_none() -> (),
        serialize_unit() -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_seq(Option<usize>) -> Never,
        serialize_tuple(usize) -> Never,
        serialize_tuple_struct(&'static str, usize) -> Never,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never,
        serialize_map(Option<usize>) -> Never,
        serialize_struct(&'static str, usize) -> Never,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never,
    }
}
