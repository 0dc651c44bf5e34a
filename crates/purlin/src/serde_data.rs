//! Values of serde's across the border: what implements `Serialize` and `Deserialize` crosses as the guest's
//! own structures, slices, maps and pointers. Which they are is the guest's choice; values are fitted to it
//! when they cross.

use std::fmt::{self, Display};

use purlin_runtime::border::{
    DataError, DataKind, FromGuest, GuestField, HostData, HostType, MapReader, MapWriter, Reader,
    SliceReader, SliceWriter, StructReader, StructWriter, ToGuest, TypeBuilder, Writer, Written, same_name,
};
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};
use serde::ser::{self, Serialize};

/// A value that crosses as serde describes it. Since only the value itself tells its type, types are
/// not compared when a function is looked up, but when it is called; and the declarations of a host package
/// whose functions have such parameters or results must be given.
///
/// - Structures have the fields of the guest's by name, in any order; names may differ in style. Fields of
///   the guest's that a value has not are zero, or ignored.
/// - Integers must fit the guest's; `Option` is a pointer, or a value that is there.
/// - Variants without data are strings of the guest, by name, or integers, by place.
///
/// ```
/// use purlin::{Config, Engine, Limits, Serde, SourceFile, Streams};
///
/// #[derive(serde::Serialize)]
/// struct Order<'a> {
///     unit_price: u8,
///     item: &'a str,
/// }
///
/// let text = r#"package main
/// type Order struct {
///     Item      string
///     Count     int
///     UnitPrice int64
/// }
/// func Totals(orders []Order) map[string]int64 {
///     totals := map[string]int64{}
///     for _, o := range orders {
///         totals[o.Item] += o.UnitPrice
///     }
///     return totals
/// }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
/// let orders = [Order { unit_price: 120, item: "pen" }, Order { unit_price: 130, item: "pen" }];
/// let totals = module.function::<(Serde<&[Order]>,), Serde<Vec<()>>>("Totals")?;
/// assert!(totals.call(&mut isolate, (Serde(&orders[..]),)).is_err(), "a map is no list");
/// let totals = module.function::<_, Serde<std::collections::HashMap<String, u16>>>("Totals")?;
/// assert_eq!(totals.call(&mut isolate, (Serde(&orders[..]),))?.0["pen"], 250);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Serde<T>(
    /// The value that crosses.
    pub T,
);

impl<T> HostData for Serde<T> {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        HostType::Any
    }
}

impl<T: Serialize> ToGuest for Serde<T> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        self.0.serialize(To(to)).map_err(|error| error.0)
    }
}

impl<T: DeserializeOwned> FromGuest for Serde<T> {
    fn read(from: Reader<'_>) -> Result<Serde<T>, DataError> {
        T::deserialize(From(from)).map(Serde).map_err(|error| error.0)
    }
}

/// [`DataError`] as serde has errors.
#[derive(Debug)]
struct Error(DataError);

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Error {}

impl std::convert::From<DataError> for Error {
    fn from(error: DataError) -> Error {
        Error(error)
    }
}

impl ser::Error for Error {
    fn custom<T: Display>(message: T) -> Error {
        Error(DataError::new(message.to_string()))
    }
}

impl de::Error for Error {
    fn custom<T: Display>(message: T) -> Error {
        Error(DataError::new(message.to_string()))
    }
}

fn refuse<T>(message: &str) -> Result<T, Error> {
    Err(Error(DataError::new(message)))
}

/// Writes a value at a cursor.
struct To<'a>(Writer<'a>);

impl To<'_> {
    fn integer(self, value: i128) -> Result<Written, Error> {
        let DataKind::Int(bytes, signed) = self.0.kind() else {
            return Ok(match u64::try_from(value) {
                Ok(large) if value > i128::from(i64::MAX) => large.write(self.0)?,
                _ => (value as i64).write(self.0)?,
            });
        };
        macro_rules! fit {
            ($($t:ty),*) => {
                match (bytes, signed) {
                    $((b, s) if b as usize == size_of::<$t>() && s == (<$t>::MIN != 0) => {
                        let fits = <$t>::try_from(value);
                        let fits = fits.map_err(|_| DataError::new(format!("{value} is no {}", stringify!($t))))?;
                        Ok(fits.write(self.0)?)
                    })*
                    _ => refuse("an integer of this size does not cross"),
                }
            };
        }
        fit!(i8, u8, i16, u16, i32, u32, i64, u64)
    }

    fn float(self, value: f64) -> Result<Written, Error> {
        Ok(if let DataKind::F32 = self.0.kind() {
            (value as f32).write(self.0)?
        } else {
            value.write(self.0)?
        })
    }
}

/// A list of values that are elements or fields.
enum List<'a> {
    Slice(SliceWriter<'a>),
    Struct(StructWriter<'a>),
}

impl List<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let write = |to: Writer<'_>| value.serialize(To(to)).map_err(|error| error.0);
        match self {
            List::Slice(elements) => elements.element(write)?,
            List::Struct(fields) => fields.field(write)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<Written, Error> {
        Ok(match self {
            List::Slice(elements) => elements.end()?,
            List::Struct(fields) => fields.end()?,
        })
    }
}

macro_rules! integers {
    ($($name:ident: $t:ty),*) => { $(
        fn $name(self, value: $t) -> Result<Written, Error> {
            self.integer(i128::from(value))
        }
    )* };
}

const WITH_DATA: &str = "an enumeration with data crosses by derive(HostData) only";

impl<'a> ser::Serializer for To<'a> {
    type Ok = Written;
    type Error = Error;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = List<'a>;
    type SerializeTupleVariant = ser::Impossible<Written, Error>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = NamedFields<'a>;
    type SerializeStructVariant = ser::Impossible<Written, Error>;

    integers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8,
        serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);

    fn serialize_bool(self, value: bool) -> Result<Written, Error> {
        Ok(value.write(self.0)?)
    }

    fn serialize_f32(self, value: f32) -> Result<Written, Error> {
        self.float(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<Written, Error> {
        self.float(value)
    }

    fn serialize_char(self, value: char) -> Result<Written, Error> {
        match self.0.kind() {
            DataKind::Str => self.serialize_str(value.encode_utf8(&mut [0; 4])),
            _ => self.integer(i128::from(u32::from(value))),
        }
    }

    fn serialize_str(self, value: &str) -> Result<Written, Error> {
        Ok(value.write(self.0)?)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Written, Error> {
        Ok(value.write(self.0)?)
    }

    fn serialize_none(self) -> Result<Written, Error> {
        Ok(self.0.none()?)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Written, Error> {
        match self.0.kind() {
            DataKind::Option => Ok(self.0.some(|to| value.serialize(To(to)).map_err(|error| error.0))?),
            _ => value.serialize(self),
        }
    }

    fn serialize_unit(self) -> Result<Written, Error> {
        Ok(self.0.structure()?.end()?)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Written, Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &str, place: u32, name: &'static str) -> Result<Written, Error> {
        match self.0.kind() {
            DataKind::Str => self.serialize_str(name),
            _ => self.integer(i128::from(place)),
        }
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &str, value: &T) -> Result<Written, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Written, Error> {
        refuse(WITH_DATA)
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<List<'a>, Error> {
        let Some(len) = len else { return refuse("a list crosses only if its length is known") };
        Ok(List::Slice(self.0.slice(len)?))
    }

    fn serialize_tuple(self, len: usize) -> Result<List<'a>, Error> {
        match self.0.kind() {
            DataKind::List => self.serialize_seq(Some(len)),
            _ => Ok(List::Struct(self.0.structure()?)),
        }
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<List<'a>, Error> {
        self.serialize_tuple(len)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        refuse(WITH_DATA)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Entries<'a>, Error> {
        Ok(Entries(self.0.map(len.unwrap_or(0))?))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<NamedFields<'a>, Error> {
        Ok(NamedFields(self.0.structure()?))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        refuse(WITH_DATA)
    }
}

macro_rules! lists {
    ($($name:ident: $method:ident),*) => { $(
        impl ser::$name for List<'_> {
            type Ok = Written;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.push(value)
            }

            fn end(self) -> Result<Written, Error> {
                self.finish()
            }
        }
    )* };
}

lists!(SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field);

/// Writes the entries of a map.
struct Entries<'a>(MapWriter<'a>);

impl ser::SerializeMap for Entries<'_> {
    type Ok = Written;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        refuse("a key crosses only together with its value")
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        refuse("a value crosses only together with its key")
    }

    fn serialize_entry<K: Serialize + ?Sized, V: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &V,
    ) -> Result<(), Error> {
        let key = |to: Writer<'_>| key.serialize(To(to)).map_err(|error| error.0);
        self.0.entry(key, |to| value.serialize(To(to)).map_err(|error| error.0))?;
        Ok(())
    }

    fn end(self) -> Result<Written, Error> {
        Ok(self.0.end()?)
    }
}

/// Writes the fields of a structure by name.
struct NamedFields<'a>(StructWriter<'a>);

impl ser::SerializeStruct for NamedFields<'_> {
    type Ok = Written;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        self.0.field_named(name, |to| value.serialize(To(to)).map_err(|error| error.0))?;
        Ok(())
    }

    fn end(self) -> Result<Written, Error> {
        Ok(self.0.end_of_named()?)
    }
}

/// Reads a value at a cursor.
struct From<'a>(Reader<'a>);

impl<'de> de::Deserializer<'de> for From<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let from = self.0;
        match from.kind() {
            DataKind::Bool => visitor.visit_bool(bool::read(from)?),
            DataKind::Int(1, true) => visitor.visit_i8(i8::read(from)?),
            DataKind::Int(2, true) => visitor.visit_i16(i16::read(from)?),
            DataKind::Int(4, true) => visitor.visit_i32(i32::read(from)?),
            DataKind::Int(_, true) => visitor.visit_i64(i64::read(from)?),
            DataKind::Int(1, false) => visitor.visit_u8(u8::read(from)?),
            DataKind::Int(2, false) => visitor.visit_u16(u16::read(from)?),
            DataKind::Int(4, false) => visitor.visit_u32(u32::read(from)?),
            DataKind::Int(_, false) => visitor.visit_u64(u64::read(from)?),
            DataKind::F32 => visitor.visit_f32(f32::read(from)?),
            DataKind::F64 => visitor.visit_f64(f64::read(from)?),
            DataKind::Str => visitor.visit_str(&from.str()?),
            DataKind::List => visitor.visit_seq(Elements(from.slice()?)),
            DataKind::Option => self.deserialize_option(visitor),
            DataKind::Map => visitor.visit_map(MapEntries(from.map()?, None)),
            DataKind::Struct(fields) => {
                visitor.visit_map(Fields { from: from.structure()?, fields: fields.iter(), names: &[] })
            }
            DataKind::Any | DataKind::Other => refuse("this value does not cross by serde"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.kind() {
            DataKind::Option => match self.0.option()? {
                None => visitor.visit_none(),
                Some(value) => visitor.visit_some(From(value)),
            },
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0.kind() {
            DataKind::Struct(fields) => {
                visitor.visit_map(Fields { from: self.0.structure()?, fields: fields.iter(), names })
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        match self.0.kind() {
            DataKind::Struct(fields) => {
                visitor.visit_seq(Places { from: self.0.structure()?, left: fields.len() })
            }
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0.kind() {
            DataKind::Str => visitor.visit_enum((&*self.0.str()?).into_deserializer()),
            _ => {
                let place: u32 = serde::Deserialize::deserialize(self)?;
                visitor.visit_enum(place.into_deserializer())
            }
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0.kind() {
            DataKind::Int(4, true) => visitor.visit_char(char::read(self.0)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_byte_buf(Vec::read(self.0)?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.0.structure()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_unit(visitor)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str string seq map identifier ignored_any
    }
}

struct Elements<'a>(SliceReader<'a>);

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0.next().map(|element| seed.deserialize(From(element))).transpose()
    }
}

/// The fields of a structure by their places.
struct Places<'a> {
    from: StructReader<'a>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Places<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(From(self.from.field()?)).map(Some)
    }
}

/// The entries of a map, and the value of the entry whose key was read.
struct MapEntries<'a>(MapReader<'a>, Option<Reader<'a>>);

impl<'de> de::MapAccess<'de> for MapEntries<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some((key, value)) = self.0.next() else { return Ok(None) };
        self.1 = Some(value);
        seed.deserialize(From(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some(value) = self.1.take() else { return refuse("a value is read before its key") };
        seed.deserialize(From(value))
    }
}

/// The fields of a structure by name: by the host's name of the field, where it differs in style.
struct Fields<'a> {
    from: StructReader<'a>,
    fields: std::slice::Iter<'a, GuestField>,
    names: &'static [&'static str],
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        let ours = self.names.iter().find(|name| same_name(name, &field.name));
        let name: StrDeserializer<'_, Error> =
            ours.map_or(field.name.as_str(), |name| name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(From(self.from.field()?))
    }
}
