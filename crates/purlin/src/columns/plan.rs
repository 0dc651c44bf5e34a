//! What a guest's function takes and gives as columns: from the description of its types that the border has.
//! Knows neither Arrow nor loops.

use purlin_ir::Type;
use purlin_runtime::border::{Access, DataNo, Export, GuestField, GuestTypes, Inner, Shape};
use purlin_runtime::heap::ClassId;

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
            Shape::Packed | Shape::Unfinished => None,
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
            Shape::ErrorText | Shape::Packed | Shape::Unfinished => None,
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

/// The name of the column of rows that are no structures.
const VALUE: &str = "value";

/// Where the parts of a value are in memory.
pub(super) type Places = Vec<(Type, u32)>;

/// What a loop does with each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Work {
    /// Calls the function with the row's parameters.
    Call,
    /// Calls the function with a state, found so, and the row's parameters.
    CallOn(Access),
    /// Makes a state of the row's parameters, which are fields there, and calls the function with the state
    /// of the row's group and the one that was made.
    Merge { class: ClassId, fields: Places },
    /// Gives fields of the state that has the row's number.
    Fields(Places),
    /// Gives fields of the element, of so many bytes, that has the row's number.
    Elements(u32, Places),
}

impl Work {
    /// How the loop finds a state.
    pub(super) fn state(&self) -> Option<Access> {
        match self {
            Work::Call => None,
            Work::CallOn(access) => Some(*access),
            Work::Merge { .. } => Some(Access::Groups),
            Work::Fields(_) => Some(Access::States),
            Work::Elements(bytes, _) => Some(Access::Elements(*bytes)),
        }
    }
}

/// Parameters and results of what is done with each row.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub work: Work,
    pub inner: Inner,
    pub params: Vec<Item>,
    pub results: Vec<Item>,
    /// Whether the last result is an error besides.
    pub fails: bool,
}

/// What the front end says of a function but its results.
fn inner_of(export: &Export) -> Result<Inner, String> {
    export.inner.ok_or_else(|| format!("{}: its language has no columns", export.name))
}

/// Types of a function as items.
fn items(types: &GuestTypes, name: &str, list: &[DataNo], what: &str) -> Result<Vec<Item>, String> {
    let item = |no: &DataNo| {
        let why = || format!("{name} {what} {}, which is no column", types.get(*no).name);
        Item::of(types, *no).ok_or_else(why)
    };
    list.iter().map(item).collect()
}

/// Results of a function but an error, which is the last one, and whether there is one.
fn values<'e>(types: &GuestTypes, export: &'e Export) -> (&'e [DataNo], bool) {
    let fails = export.results.last().is_some_and(|no| matches!(types.get(*no).shape, Shape::ErrorText));
    (&export.results[..export.results.len() - usize::from(fails)], fails)
}

impl Plan {
    /// The plan of an exported function.
    ///
    /// # Errors
    /// A sentence about what cannot be a column.
    pub(super) fn new(types: &GuestTypes, export: &Export) -> Result<Plan, String> {
        let name = &export.name;
        let (values, fails) = values(types, export);
        let params = items(types, name, &export.params, "takes")?;
        let results = items(types, name, values, "returns")?;
        if params.is_empty() || results.is_empty() {
            let what = if params.is_empty() { "takes no column" } else { "returns no column" };
            return Err(format!("{name} {what}"));
        }
        Ok(Plan { work: Work::Call, inner: inner_of(export)?, params, results, fails })
    }

    /// The plan of a method that changes the state of the row's group.
    ///
    /// # Errors
    /// A sentence about what cannot be a column, or should not be returned.
    pub(super) fn update(types: &GuestTypes, export: &Export) -> Result<Plan, String> {
        let fails = returns_nothing(types, export)?;
        let params = items(types, &export.name, &export.params[1..], "takes")?;
        let work = Work::CallOn(Access::Groups);
        Ok(Plan { work, inner: inner_of(export)?, params, results: Vec::new(), fails })
    }

    /// The plan of a method that gives the results of a state.
    ///
    /// # Errors
    /// A sentence about what cannot be a column.
    pub(super) fn result(types: &GuestTypes, export: &Export) -> Result<Plan, String> {
        let name = &export.name;
        let (values, fails) = values(types, export);
        let results = items(types, name, values, "returns")?;
        if export.params.len() != 1 || results.is_empty() {
            let what = if results.is_empty() { "returns no column" } else { "takes parameters" };
            return Err(format!("{name} {what}"));
        }
        let work = Work::CallOn(Access::States);
        Ok(Plan { work, inner: inner_of(export)?, params: Vec::new(), results, fails })
    }

    /// The plan of a method that takes another state in, whose fields are columns.
    ///
    /// # Errors
    /// A sentence about what the method should not take or return, or cannot be a column.
    pub(super) fn merge(types: &GuestTypes, export: &Export) -> Result<(Plan, Vec<String>), String> {
        let fails = returns_nothing(types, export)?;
        let (class, fields) = State::of(types, export)?.columns(types)?;
        let [recv, other] = export.params[..] else {
            return Err(format!("{} takes other than one state", export.name));
        };
        if recv != other {
            let (name, wants) = (&export.name, &types.get(recv).name);
            return Err(format!("{name} takes {}, and not {wants}", types.get(other).name));
        }
        let Fields { names, items: params, places } = fields;
        let work = Work::Merge { class, fields: places };
        Ok((Plan { work, inner: inner_of(export)?, params, results: Vec::new(), fails }, names))
    }

    /// The plan of what gives the fields of a state, which a method of it is exported with.
    ///
    /// # Errors
    /// A sentence about what cannot be a column.
    pub(super) fn fields(types: &GuestTypes, export: &Export) -> Result<(Plan, Vec<String>), String> {
        let (_, Fields { names, items: results, places }) = State::of(types, export)?.columns(types)?;
        let inner = inner_of(export)?;
        Ok((Plan { work: Work::Fields(places), inner, params: Vec::new(), results, fails: false }, names))
    }

    /// The plan of what gives the rows that a function has gathered in a slice, which is the first parameter
    /// of its export: the fields of elements that are structures, else the elements themselves.
    ///
    /// # Errors
    /// A sentence about what cannot be a column.
    pub(super) fn elements(types: &GuestTypes, export: &Export) -> Result<(Plan, Vec<String>), String> {
        let state = State::of(types, export)?;
        let Shape::Slice { element, .. } = types.get(state.target).shape else {
            return Err(format!("{} gathers no rows", export.name));
        };
        let ty = types.get(element);
        let Fields { names, items: results, places } = match Item::of(types, element) {
            // An integer of 128 bits is a structure to the guest, and one column.
            Some(item) if !matches!(item, Item::Struct(_)) => {
                let places = ty.components.iter().copied().collect();
                Fields { names: vec![VALUE.to_string()], items: vec![item], places }
            }
            _ if matches!(ty.shape, Shape::Struct(_)) => Fields::of(types, element)?,
            _ => {
                let name = export.name.trim_end_matches(".rows");
                return Err(format!("{name} yields {}, which is no column", ty.name));
            }
        };
        let (work, inner) = (Work::Elements(ty.size, places), inner_of(export)?);
        Ok((Plan { work, inner, params: Vec::new(), results, fails: false }, names))
    }

    /// How a loop accesses all columns: the mask of rows if there is one, a state if it takes one,
    /// parameters, results.
    pub(super) fn accesses(&self, masked: bool) -> Vec<Access> {
        let mut out = if masked { vec![Access::Read(1)] } else { Vec::new() };
        out.extend(self.work.state());
        self.params.iter().for_each(|item| item.taken(&mut out));
        self.results.iter().for_each(|item| item.given(&mut out));
        out
    }
}

/// Whether a method fails, which returns nothing else.
fn returns_nothing(types: &GuestTypes, export: &Export) -> Result<bool, String> {
    match values(types, export) {
        ([], fails) => Ok(fails),
        ([no, ..], _) => Err(format!("{} returns {}, and should not", export.name, types.get(*no).name)),
    }
}

/// Fields of a structure as columns.
struct Fields {
    names: Vec<String>,
    items: Vec<Item>,
    places: Places,
}

/// The type whose pointers are the receivers of a method.
pub(super) struct State {
    pub class: ClassId,
    target: DataNo,
}

impl State {
    /// The state of an exported method.
    ///
    /// # Errors
    /// A sentence about a receiver that is no pointer.
    pub(super) fn of(types: &GuestTypes, export: &Export) -> Result<State, String> {
        let recv = export.params.first().map(|no| &types.get(*no).shape);
        match recv {
            Some(Shape::Pointer { target, class }) => Ok(State { class: *class, target: *target }),
            Some(_) | None => Err(format!("{} is no method of a pointer", export.name)),
        }
    }

    /// Fields of the state, those without a name left out.
    fn columns(&self, types: &GuestTypes) -> Result<(ClassId, Fields), String> {
        Ok((self.class, Fields::of(types, self.target)?))
    }
}

impl Fields {
    /// Fields of a structure, those without a name left out.
    fn of(types: &GuestTypes, no: DataNo) -> Result<Fields, String> {
        let ty = types.get(no);
        let Shape::Struct(fields) = &ty.shape else {
            return Err(format!("{} has no fields that could be columns", ty.name));
        };
        let mut all = Fields { names: Vec::new(), items: Vec::new(), places: Vec::new() };
        for field in fields.iter().filter(|field| field.name != "_") {
            let of = types.get(field.ty);
            let why =
                || format!("the field {} of {} is {}, which is no column", field.name, ty.name, of.name);
            all.items.push(Item::of(types, field.ty).ok_or_else(why)?);
            all.names.push(field.name.clone());
            all.places.extend(of.components.iter().map(|(part, at)| (*part, field.offset + at)));
        }
        if all.items.is_empty() {
            return Err(format!("{} has no fields that could be columns", ty.name));
        }
        Ok(all)
    }
}
