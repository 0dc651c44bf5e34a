//! Values whose types are known when they cross and not before: what hosts in other languages than Rust pass
//! and get. They are fitted to what the guest has at the place, as far as nothing is lost.

use std::fmt;

use super::data::{FromGuest, HostData, ToGuest};
use super::error::DataError;
use super::plan::{DataKind, GuestField};
use super::read::Reader;
use super::scalars::{exact_float, int_word};
use super::types::{HostType, TypeBuilder};
use super::write::{Writer, Written};

/// A value that says itself what it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Nothing: a null pointer.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer. It fits any integer type that holds it, and floats that hold it exactly.
    Int(i64),
    /// An integer above the range of `Int`; smaller ones are good too.
    Uint(u64),
    /// A float.
    Float(f64),
    /// Text.
    Str(String),
    /// A list of bytes.
    Bytes(Vec<u8>),
    /// Elements of a slice or array; or the fields of a structure, in order.
    List(Vec<Value>),
    /// Keys and values of a map. With keys that are text also the fields of a structure.
    Map(Vec<(Value, Value)>),
    /// Fields of a structure by name, whose style may differ; or a map with keys that are text.
    Struct(Vec<(String, Value)>),
}

impl Value {
    /// What kind of value it is, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Int(_) | Value::Uint(_) => "integer",
            Value::Float(_) => "float",
            Value::Str(_) => "string",
            Value::Bytes(_) => "bytes",
            Value::List(_) => "list",
            Value::Map(_) => "map",
            Value::Struct(_) => "structure",
        }
    }

    /// The word in which a number or boolean of this type crosses: a signed integer extended to 64 bits, an
    /// unsigned one, the bits of a float, 0 or 1.
    ///
    /// # Errors
    /// The value is none of the type's.
    pub fn to_word(&self, ty: &HostType) -> Result<u64, DataError> {
        let refused = || DataError::new(format!("{self} crosses where the guest has {ty}"));
        match (ty, self) {
            (HostType::Bool, Value::Bool(value)) => Ok(u64::from(*value)),
            (HostType::Int(bytes, signed), Value::Int(_) | Value::Uint(_)) => {
                let value = self.integer().ok_or_else(refused)?;
                int_word(value, *bytes, *signed).ok_or_else(|| DataError::new(format!("{value} is no {ty}")))
            }
            (HostType::F32, _) => self.float().map(|f| u64::from((f as f32).to_bits())).ok_or_else(refused),
            (HostType::F64, _) => self.float().map(f64::to_bits).ok_or_else(refused),
            _ => Err(refused()),
        }
    }

    /// The value of a number type or of booleans whose word this is, as [`Value::to_word`] makes it.
    pub fn of_word(word: u64, ty: &HostType) -> Value {
        match ty {
            HostType::Bool => Value::Bool(word != 0),
            HostType::Int(_, true) => Value::Int(word as i64),
            HostType::F32 => Value::Float(f64::from(f32::from_bits(word as u32))),
            HostType::F64 => Value::Float(f64::from_bits(word)),
            _ => i64::try_from(word).map_or(Value::Uint(word), Value::Int),
        }
    }

    fn integer(&self) -> Option<i128> {
        match self {
            Value::Int(value) => Some(i128::from(*value)),
            Value::Uint(value) => Some(i128::from(*value)),
            _ => None,
        }
    }

    /// The value as a float, if it is one or an integer that a float holds exactly.
    fn float(&self) -> Option<f64> {
        match self {
            Value::Float(value) => Some(*value),
            _ => self.integer().and_then(exact_float),
        }
    }

    fn write_scalar(&self, ty: &HostType, to: Writer<'_>) -> Result<Written, DataError> {
        let word = self.to_word(ty)?;
        match ty {
            HostType::Bool => to.scalar(word != 0),
            HostType::Int(1, true) => to.scalar(word as i8),
            HostType::Int(2, true) => to.scalar(word as i16),
            HostType::Int(4, true) => to.scalar(word as i32),
            HostType::Int(_, true) => to.scalar(word as i64),
            HostType::Int(1, false) => to.scalar(word as u8),
            HostType::Int(2, false) => to.scalar(word as u16),
            HostType::Int(4, false) => to.scalar(word as u32),
            HostType::F32 => to.scalar(f32::from_bits(word as u32)),
            HostType::F64 => to.scalar(f64::from_bits(word)),
            _ => to.scalar(word),
        }
    }

    fn write_list(&self, to: Writer<'_>) -> Result<Written, DataError> {
        match self {
            Value::Bytes(bytes) => bytes.write(to),
            Value::List(values) => {
                let mut elements = to.slice(values.len())?;
                values.iter().try_for_each(|value| elements.element(|to| value.write(to)))?;
                elements.end()
            }
            _ => self.refused("a list"),
        }
    }

    fn write_map(&self, to: Writer<'_>) -> Result<Written, DataError> {
        match self {
            Value::Map(entries) => {
                let mut map = to.map(entries.len())?;
                entries.iter().try_for_each(|(k, v)| map.entry(|to| k.write(to), |to| v.write(to)))?;
                map.end()
            }
            Value::Struct(fields) => {
                let mut map = to.map(fields.len())?;
                fields.iter().try_for_each(|(k, v)| map.entry(|to| k.write(to), |to| v.write(to)))?;
                map.end()
            }
            _ => self.refused("a map"),
        }
    }

    fn write_struct(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut to = to.structure()?;
        match self {
            Value::Struct(fields) => {
                fields.iter().try_for_each(|(name, v)| to.field_named(name, |to| v.write(to)))?;
                to.end_of_named()
            }
            Value::Map(entries) => {
                for (key, value) in entries {
                    let Value::Str(name) = key else { return key.refused("the name of a field") };
                    to.field_named(name, |to| value.write(to))?;
                }
                to.end_of_named()
            }
            Value::List(values) => {
                values.iter().try_for_each(|value| to.field(|to| value.write(to)))?;
                to.end()
            }
            _ => self.refused("a structure"),
        }
    }

    /// Writes the value as what it is, where the guest has no type.
    fn write_any(&self, to: Writer<'_>) -> Result<Written, DataError> {
        match self {
            Value::Null => to.none(),
            Value::Bool(value) => to.scalar(*value),
            Value::Int(value) => to.scalar(*value),
            Value::Uint(value) => to.scalar(*value),
            Value::Float(value) => to.scalar(*value),
            Value::Str(text) => to.str(text),
            Value::Bytes(bytes) => to.scalars(bytes),
            Value::List(_) => self.write_list(to),
            Value::Map(_) => self.write_map(to),
            Value::Struct(fields) => {
                let mut to = to.structure()?;
                fields.iter().try_for_each(|(name, v)| to.named(name, |to| v.write(to)))?;
                to.end()
            }
        }
    }

    fn refused<T>(&self, what: &str) -> Result<T, DataError> {
        Err(DataError::new(format!("{self} crosses where the guest has {what}")))
    }
}

/// For messages: a number or boolean as it is, else the kind.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Uint(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value:?}"),
            other => f.write_str(other.kind()),
        }
    }
}

impl HostData for Value {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        HostType::Any
    }
}

impl ToGuest for Value {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        match to.kind() {
            DataKind::Bool => self.write_scalar(&HostType::Bool, to),
            DataKind::Int(bytes, signed) => self.write_scalar(&HostType::Int(bytes, signed), to),
            DataKind::F32 => self.write_scalar(&HostType::F32, to),
            DataKind::F64 => self.write_scalar(&HostType::F64, to),
            DataKind::Str => match self {
                Value::Str(text) => to.str(text),
                _ => self.refused("a string"),
            },
            DataKind::List => self.write_list(to),
            DataKind::Option => match self {
                Value::Null => to.none(),
                value => to.some(|to| value.write(to)),
            },
            DataKind::Map => self.write_map(to),
            DataKind::Struct(_) => self.write_struct(to),
            DataKind::Any => self.write_any(to),
            DataKind::Other => self.refused("what no value can be written to"),
        }
    }
}

fn read_struct(from: Reader<'_>, fields: &[GuestField]) -> Result<Value, DataError> {
    let mut values = from.structure()?;
    let field = |field: &GuestField| Ok((field.name.clone(), Value::read(values.field()?)?));
    fields.iter().map(field).collect::<Result<_, _>>().map(Value::Struct)
}

impl FromGuest for Value {
    fn read(from: Reader<'_>) -> Result<Value, DataError> {
        Ok(match from.kind() {
            DataKind::Bool => Value::Bool(from.scalar()?),
            DataKind::Int(1, true) => Value::Int(i64::from(from.scalar::<i8>()?)),
            DataKind::Int(2, true) => Value::Int(i64::from(from.scalar::<i16>()?)),
            DataKind::Int(4, true) => Value::Int(i64::from(from.scalar::<i32>()?)),
            DataKind::Int(_, true) => Value::Int(from.scalar()?),
            DataKind::Int(1, false) => Value::Int(i64::from(from.scalar::<u8>()?)),
            DataKind::Int(2, false) => Value::Int(i64::from(from.scalar::<u16>()?)),
            DataKind::Int(4, false) => Value::Int(i64::from(from.scalar::<u32>()?)),
            DataKind::Int(_, false) => Value::of_word(from.scalar()?, &HostType::Int(8, false)),
            DataKind::F32 => Value::Float(f64::from(from.scalar::<f32>()?)),
            DataKind::F64 => Value::Float(from.scalar()?),
            DataKind::Str => Value::Str(from.str()?.into_owned()),
            DataKind::List if from.has_bytes() => Value::Bytes(Vec::read(from)?),
            DataKind::List => Value::List(from.slice()?.map(Value::read).collect::<Result<_, _>>()?),
            DataKind::Option => match from.option()? {
                None => Value::Null,
                Some(value) => Value::read(value)?,
            },
            DataKind::Map => {
                let entry = |(key, value)| Ok((Value::read(key)?, Value::read(value)?));
                Value::Map(from.map()?.map(entry).collect::<Result<_, DataError>>()?)
            }
            DataKind::Struct(fields) => read_struct(from, fields)?,
            DataKind::Any | DataKind::Other => {
                return Err(DataError::new("this value does not cross without its type"));
            }
        })
    }
}
