//! What a guest's function takes and gives as columns: from the description of its types that the border has.
//! Knows neither Arrow nor loops.

use purlin_ir::Type;
use purlin_runtime::border::{Access, DataNo, Export, GuestField, GuestTypes, Shape};

/// A number or a boolean, which is a byte that is 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    F32,
    F64,
}

impl Number {
    fn of(shape: &Shape) -> Option<Number> {
        match shape {
            Shape::Bool => Some(Number::Bool),
            Shape::Int(bytes, signed) => Some(Number::Int(*bytes, *signed)),
            Shape::F32 => Some(Number::F32),
            Shape::F64 => Some(Number::F64),
            Shape::Str | Shape::Slice { .. } | Shape::Array { .. } | Shape::Pointer { .. } => None,
            Shape::Map { .. } | Shape::Struct(_) | Shape::Error { .. } | Shape::ErrorText => None,
            Shape::Unfinished => None,
        }
    }

    /// Bytes in memory.
    pub(super) fn bytes(self) -> u32 {
        match self {
            Number::Bool => 1,
            Number::Int(bytes, _) => u32::from(bytes),
            Number::F32 => 4,
            Number::F64 => 8,
        }
    }

    pub(super) fn ir(self) -> Type {
        match self {
            Number::Bool | Number::Int(1, _) => Type::I8,
            Number::Int(2, _) => Type::I16,
            Number::Int(4, _) => Type::I32,
            Number::Int(..) => Type::I64,
            Number::F32 => Type::F32,
            Number::F64 => Type::F64,
        }
    }
}

/// What a value is as a column, or as several.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Number(Number),
    /// A pointer to a number, which null is a null pointer for.
    Optional(Number),
    Str,
    Bytes,
    /// A slice of numbers that are no booleans.
    List(Number),
    /// Two words, the lower first: an integer of 128 bits.
    Wide,
    /// Fields by name.
    Struct(Vec<(String, Item)>),
}

/// Names of the fields of a structure that stands for an integer of 128 bits.
const WIDE: [&str; 2] = ["Lo", "Hi"];

impl Item {
    fn of(types: &GuestTypes, no: DataNo) -> Option<Item> {
        let ty = types.get(no);
        if ty.in_memory.is_some() {
            return None;
        }
        if let Some(number) = Number::of(&ty.shape) {
            return Some(Item::Number(number));
        }
        match &ty.shape {
            Shape::Str => Some(Item::Str),
            Shape::Slice { element, .. } => match Number::of(&types.get(*element).shape)? {
                Number::Int(1, false) => Some(Item::Bytes),
                // Bits would be copied twice.
                Number::Bool => None,
                number @ (Number::Int(..) | Number::F32 | Number::F64) => Some(Item::List(number)),
            },
            Shape::Pointer { target, .. } => Number::of(&types.get(*target).shape).map(Item::Optional),
            Shape::Struct(fields) => Item::structure(types, fields),
            Shape::Array { .. } | Shape::Map { .. } | Shape::Error { .. } => None,
            Shape::ErrorText | Shape::Unfinished => None,
            Shape::Bool | Shape::Int(..) | Shape::F32 | Shape::F64 => None,
        }
    }

    fn structure(types: &GuestTypes, fields: &[GuestField]) -> Option<Item> {
        let item = |field: &GuestField| Some((field.name.clone(), Item::of(types, field.ty)?));
        let fields: Vec<(String, Item)> = fields.iter().map(item).collect::<Option<_>>()?;
        let words = [Item::Number(Number::Int(8, false)), Item::Number(Number::Int(8, true))];
        let is_wide = fields.len() == 2
            && fields
                .iter()
                .zip(WIDE.iter().zip(&words))
                .all(|(field, (name, word))| field.0 == **name && field.1 == *word);
        // Without fields there is no column that says how many rows there are.
        if is_wide { Some(Item::Wide) } else { Some(Item::Struct(fields)).filter(|item| item.leaves() > 0) }
    }

    fn leaves(&self) -> usize {
        match self {
            Item::Struct(fields) => fields.iter().map(|(_, item)| item.leaves()).sum(),
            Item::Number(_) | Item::Optional(_) | Item::Str | Item::Bytes | Item::List(_) | Item::Wide => 1,
        }
    }

    /// How a loop accesses a parameter.
    pub(super) fn taken(&self, out: &mut Vec<Access>) {
        match self {
            Item::Number(number) => out.push(Access::Read(number.bytes())),
            Item::Optional(number) => out.extend([Access::Own(number.bytes()), Access::Read(1)]),
            Item::Str | Item::Bytes => out.push(Access::Texts(1)),
            Item::List(number) => out.push(Access::Texts(number.bytes())),
            Item::Wide => out.push(Access::Read(16)),
            Item::Struct(fields) => fields.iter().for_each(|(_, item)| item.taken(out)),
        }
    }

    /// How a loop accesses a result.
    pub(super) fn given(&self, out: &mut Vec<Access>) {
        let number = |number: &Number| match number {
            Number::Bool => Access::Bits,
            Number::Int(..) | Number::F32 | Number::F64 => Access::Write(number.bytes()),
        };
        match self {
            Item::Number(n) => out.push(number(n)),
            Item::Optional(n) => out.extend([number(n), Access::Bits]),
            Item::Str | Item::Bytes => out.push(Access::Append(1)),
            Item::List(number) => out.push(Access::Append(number.bytes())),
            Item::Wide => out.push(Access::Write(16)),
            Item::Struct(fields) => fields.iter().for_each(|(_, item)| item.given(out)),
        }
    }
}

/// Parameters and results of a function.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub params: Vec<Item>,
    pub results: Vec<Item>,
    /// Whether the last result is an error besides.
    pub fails: bool,
}

impl Plan {
    /// The plan of an exported function.
    ///
    /// # Errors
    /// A sentence about what cannot be a column.
    pub(super) fn new(types: &GuestTypes, export: &Export) -> Result<Plan, String> {
        let name = &export.name;
        let fails = export.results.last().is_some_and(|no| matches!(types.get(*no).shape, Shape::ErrorText));
        let values = &export.results[..export.results.len() - usize::from(fails)];
        let items = |list: &[DataNo], what: &str| {
            let item = |no: &DataNo| {
                let why = || format!("{name} {what} {}, which is no column", types.get(*no).name);
                Item::of(types, *no).ok_or_else(why)
            };
            list.iter().map(item).collect::<Result<Vec<Item>, String>>()
        };
        let (params, results) = (items(&export.params, "takes")?, items(values, "returns")?);
        if params.is_empty() || results.is_empty() {
            let what = if params.is_empty() { "takes no column" } else { "returns no column" };
            return Err(format!("{name} {what}"));
        }
        Ok(Plan { params, results, fails })
    }

    /// How a loop accesses all columns: the mask of rows if there is one, parameters, results.
    pub(super) fn accesses(&self, masked: bool) -> Vec<Access> {
        let mut out = if masked { vec![Access::Read(1)] } else { Vec::new() };
        self.params.iter().for_each(|item| item.taken(&mut out));
        self.results.iter().for_each(|item| item.given(&mut out));
        out
    }
}
