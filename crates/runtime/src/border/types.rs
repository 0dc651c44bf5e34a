//! The types of data that crosses, as the host knows them: trees that are cheap to clone.

use std::any::TypeId;
use std::fmt;
use std::sync::Arc;

/// A type of the host's whose values cross between host and guest. Its text is the type in Rust.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostType {
    /// A boolean: `bool`.
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    /// A float of 32 bits: `f32`.
    F32,
    /// A float of 64 bits: `f64`.
    F64,
    /// A string: `String`, `&str`.
    Str,
    /// Elements of one type, any number of them.
    Slice(Arc<HostType>),
    /// Elements of one type, as many as the number says.
    Array(Arc<HostType>, u64),
    /// Keys and values.
    Map(Arc<(HostType, HostType)>),
    /// A value or nothing: a pointer of the guest's, which may be null.
    Option(Arc<HostType>),
    /// Values in a row. As the result of a function they are its results; elsewhere they are a structure
    /// whose fields may have any names.
    Tuple(Arc<[HostType]>),
    /// A structure with named fields.
    Struct(Arc<StructType>),
    /// An enumeration whose variants hold nothing.
    Enum(Arc<EnumType>),
    /// A handle of an object of the host's: a pointer of the guest's to an opaque type.
    Object(Arc<ObjectType>),
    /// The structure of this key, inside of itself.
    Inside(Arc<str>),
    /// The last result of a function that may fail.
    Error,
    /// Whatever the guest has: only the value itself tells its type.
    Any,
}

/// A structure of the host's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructType {
    /// What tells it from others of the same name.
    pub key: Arc<str>,
    /// The name of the Rust type, without its path.
    pub name: String,
    /// Names and types, in order.
    pub fields: Vec<(String, HostType)>,
}

/// An enumeration of the host's whose variants hold nothing: the guest has it as an integer of 64 bits, the
/// variant's place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EnumType {
    /// The name of the Rust type, without its path.
    pub name: String,
    /// The names of the variants, in order.
    pub variants: Vec<String>,
}

/// A type of objects of the host's.
///
/// The example of [`HostType`] names one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectType {
    /// The Rust type.
    pub id: TypeId,
    /// As the guest knows it: what the package calls it, or else the name of the Rust type.
    pub name: String,
    /// The import path of the package that it belongs to; empty if none has it.
    pub package: String,
}

impl HostType {
    /// The type with other types of objects: those that `f` gives.
    pub fn with_objects(&self, f: &dyn Fn(&ObjectType) -> ObjectType) -> HostType {
        let inner = |ty: &HostType| ty.with_objects(f);
        match self {
            HostType::Object(object) => HostType::Object(f(object).into()),
            HostType::Slice(element) => HostType::Slice(inner(element).into()),
            HostType::Array(element, len) => HostType::Array(inner(element).into(), *len),
            HostType::Map(entry) => HostType::Map((inner(&entry.0), inner(&entry.1)).into()),
            HostType::Option(value) => HostType::Option(inner(value).into()),
            HostType::Tuple(items) => HostType::Tuple(items.iter().map(inner).collect()),
            HostType::Struct(structure) => {
                let StructType { key, name, fields } = &**structure;
                let fields = fields.iter().map(|(field, ty)| (field.clone(), inner(ty))).collect();
                HostType::Struct(StructType { key: key.clone(), name: name.clone(), fields }.into())
            }
            HostType::Bool | HostType::Int(..) | HostType::F32 | HostType::F64 | HostType::Str => {
                self.clone()
            }
            HostType::Enum(_) | HostType::Inside(_) | HostType::Error | HostType::Any => self.clone(),
        }
    }
}

/// Makes the types of structures, which may contain themselves.
///
/// The example of [`HostData`](super::HostData) uses one.
#[derive(Default, Debug)]
pub struct TypeBuilder {
    open: Vec<Arc<str>>,
}

impl TypeBuilder {
    /// A structure: what tells it from others, its name, and a function that gives its fields.
    pub fn structure(
        &mut self,
        key: &str,
        name: &str,
        fields: impl FnOnce(&mut TypeBuilder) -> Vec<(String, HostType)>,
    ) -> HostType {
        if let Some(open) = self.open.iter().find(|open| &***open == key) {
            return HostType::Inside(open.clone());
        }
        let key: Arc<str> = key.into();
        self.open.push(key.clone());
        let fields = fields(self);
        self.open.pop();
        HostType::Struct(Arc::new(StructType { key, name: name.to_string(), fields }))
    }

    /// An enumeration without data: its name, and the names of its variants.
    pub fn enumeration(&mut self, name: &str, variants: &[&str]) -> HostType {
        let variants = variants.iter().map(|v| v.to_string()).collect();
        HostType::Enum(Arc::new(EnumType { name: name.to_string(), variants }))
    }
}

/// Types in parentheses.
struct List<'a>(&'a [HostType]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (n, ty) in self.0.iter().enumerate() {
            write!(f, "{}{ty}", if n > 0 { ", " } else { "" })?;
        }
        f.write_str(if self.0.len() == 1 { ",)" } else { ")" })
    }
}

impl fmt::Display for HostType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostType::Bool => f.write_str("bool"),
            HostType::Int(bytes, signed) => {
                write!(f, "{}{}", if *signed { 'i' } else { 'u' }, u32::from(*bytes) * 8)
            }
            HostType::F32 => f.write_str("f32"),
            HostType::F64 => f.write_str("f64"),
            HostType::Str => f.write_str("String"),
            HostType::Slice(element) => write!(f, "Vec<{element}>"),
            HostType::Array(element, len) => write!(f, "[{element}; {len}]"),
            HostType::Map(entry) => write!(f, "HashMap<{}, {}>", entry.0, entry.1),
            HostType::Option(inner) => write!(f, "Option<{inner}>"),
            HostType::Tuple(items) => List(items).fmt(f),
            HostType::Struct(structure) => f.write_str(&structure.name),
            HostType::Enum(enumeration) => f.write_str(&enumeration.name),
            HostType::Object(object) => write!(f, "Object<{}>", object.name),
            HostType::Inside(key) => f.write_str(key.rsplit("::").next().unwrap_or(key)),
            HostType::Error => f.write_str("Error"),
            HostType::Any => f.write_str("_"),
        }
    }
}

/// The types of parameters and results as Rust writes them: `(Order, i64) -> Result<Quote, Error>`.
pub fn signature_text(params: &[HostType], results: &[HostType]) -> String {
    let given = |results: &[HostType]| match results {
        [one] => one.to_string(),
        more => List(more).to_string(),
    };
    let results = match results.split_last() {
        Some((HostType::Error, rest)) => format!("Result<{}, Error>", given(rest)),
        _ => given(results),
    };
    format!("{} -> {results}", List(params))
}
