//! The guest's side of the data that crosses: where the parts of a value lie in slots and in memory.
//!
//! A front end describes the types of its exported functions and of the host functions that it calls, and is
//! trusted to do so truly. When a function is looked up or linked, the host's types are compared with them;
//! what is read and written afterwards follows the guest's description alone, so that nothing that a host
//! says about its types matters to the safety of memory.

use std::fmt::Write;

use purlin_base::machine::Type;
use purlin_base::wire::{Malformed, Reader, Wire, Writer};
use smallvec::SmallVec;

use super::types::{HostType, ObjectType, StructType, signature_text};
use crate::heap::ClassId;

/// The number of a type in [`GuestTypes`].
pub type DataNo = u32;

/// The types of a module that cross, by number. The first are numbers and booleans, which every module has
/// ([`GuestTypes::scalar`]); a front end adds its own, with the names that its programmers know.
#[derive(Clone, Debug)]
pub struct GuestTypes {
    list: Vec<GuestType>,
}

/// Numbers and booleans in the order of their numbers in [`GuestTypes`].
const SCALARS: [HostType; 11] = [
    HostType::Bool,
    HostType::Int(1, true),
    HostType::Int(1, false),
    HostType::Int(2, true),
    HostType::Int(2, false),
    HostType::Int(4, true),
    HostType::Int(4, false),
    HostType::Int(8, true),
    HostType::Int(8, false),
    HostType::F32,
    HostType::F64,
];

impl Default for GuestTypes {
    fn default() -> GuestTypes {
        let scalar = |ty: &HostType| {
            let (shape, component, size) = match ty {
                HostType::Bool => (Shape::Bool, Type::I8, 1),
                HostType::Int(1, signed) => (Shape::Int(1, *signed), Type::I8, 1),
                HostType::Int(2, signed) => (Shape::Int(2, *signed), Type::I16, 2),
                HostType::Int(4, signed) => (Shape::Int(4, *signed), Type::I32, 4),
                HostType::Int(_, signed) => (Shape::Int(8, *signed), Type::I64, 8),
                HostType::F32 => (Shape::F32, Type::F32, 4),
                _ => (Shape::F64, Type::F64, 8),
            };
            let components = SmallVec::from_slice(&[(component, 0)]);
            GuestType { name: ty.to_string(), shape, size, components, in_memory: None }
        };
        GuestTypes { list: SCALARS.iter().map(scalar).collect() }
    }
}

/// A type of the guest's.
#[derive(Clone, Debug)]
pub struct GuestType {
    /// As programmers of the guest write it.
    pub name: String,
    pub shape: Shape,
    /// Bytes in memory.
    pub size: u32,
    /// What a value consists of in slots, with the offset of each in memory; one address for a type in
    /// memory.
    pub components: SmallVec<[(Type, u32); 3]>,
    /// The class of an object for a type whose values are passed by address.
    pub in_memory: Option<ClassId>,
}

/// Without the numbers and booleans that every module has.
impl Wire for GuestTypes {
    fn put(&self, out: &mut Writer) {
        let own = &self.list[SCALARS.len()..];
        out.number(own.len() as u64);
        own.iter().for_each(|ty| ty.put(out));
    }

    fn take(from: &mut Reader<'_>) -> Result<GuestTypes, Malformed> {
        let mut types = GuestTypes::default();
        for _ in 0..from.count()? {
            types.add(Wire::take(from)?);
        }
        Ok(types)
    }
}

impl Wire for GuestType {
    fn put(&self, out: &mut Writer) {
        let GuestType { name, shape, size, components, in_memory } = self;
        name.put(out);
        shape.put(out);
        size.put(out);
        components.to_vec().put(out);
        in_memory.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<GuestType, Malformed> {
        let (name, shape, size) = (Wire::take(from)?, Wire::take(from)?, Wire::take(from)?);
        let components = Vec::take(from)?.into_iter().collect();
        Ok(GuestType { name, shape, size, components, in_memory: Wire::take(from)? })
    }
}

/// What a type of the guest's is made of.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A byte, 0 or 1.
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    F32,
    F64,
    /// Address and length.
    Str,
    /// Address, length and capacity; the class of one element.
    Slice {
        element: DataNo,
        class: ClassId,
    },
    Array {
        element: DataNo,
        len: u64,
    },
    /// An address or null; the class of what it leads to.
    Pointer {
        target: DataNo,
        class: ClassId,
    },
    /// `map` is an index into [`crate::types::Types::maps`].
    Map {
        key: DataNo,
        value: DataNo,
        map: u32,
    },
    Struct(Vec<GuestField>),
    /// An interface value that is null or holds a value of type `ty`, whose data word leads to an object of
    /// the class, which begins with address and length of a text. Only written.
    Error {
        ty: u32,
        class: ClassId,
    },
    /// A byte that says whether there is an error, and the address and length of its text. Only read.
    ErrorText,
    /// Address and length of bytes that say themselves what value they are, an error included: what guests
    /// without static types have (`packed.rs`).
    Packed,
    /// Stands for a type while what it is made of is not described yet.
    Unfinished,
}

/// What a value is in the guest, for implementations that fit values to it.
#[derive(Clone, Copy, Debug)]
pub enum DataKind<'a> {
    /// A boolean.
    Bool,
    /// An integer: bytes, and whether it is signed.
    Int(u8, bool),
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// A string.
    Str,
    /// A slice or an array.
    List,
    /// A pointer.
    Option,
    /// A map.
    Map,
    /// A structure, with its fields in order.
    Struct(&'a [GuestField]),
    /// Whatever crosses: a value of a guest without static types. Only written; what is read says what it
    /// is.
    Any,
    /// Several values, or an error.
    Other,
}

impl Shape {
    pub(crate) fn kind(&self) -> DataKind<'_> {
        match self {
            Shape::Bool => DataKind::Bool,
            Shape::Int(bytes, signed) => DataKind::Int(*bytes, *signed),
            Shape::F32 => DataKind::F32,
            Shape::F64 => DataKind::F64,
            Shape::Str => DataKind::Str,
            Shape::Slice { .. } | Shape::Array { .. } => DataKind::List,
            Shape::Pointer { .. } => DataKind::Option,
            Shape::Map { .. } => DataKind::Map,
            Shape::Struct(fields) => DataKind::Struct(fields),
            Shape::Packed => DataKind::Any,
            Shape::Error { .. } | Shape::ErrorText | Shape::Unfinished => DataKind::Other,
        }
    }
}

/// A field of a structure.
#[derive(Clone, Debug)]
pub struct GuestField {
    /// The name in the guest.
    pub name: String,
    /// Bytes from the begin of the structure.
    pub offset: u32,
    /// The type of the field.
    pub ty: DataNo,
}

/// Parameters or results: what each is, its first slot, and its place in an *image*, in which values lie as
/// they do in memory. Those in memory have their address there.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(crate) items: Vec<Item>,
    parts: Vec<Component>,
    pub(crate) slots: usize,
    /// Words of an image.
    pub(crate) words: usize,
    /// Whether the address of a value in memory is among the slots.
    pub(crate) by_address: bool,
}

/// One of a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub no: DataNo,
    /// Byte offset in the image.
    pub offset: usize,
}

/// A component: its slot, and where it is in the image.
#[derive(Clone, Copy, Debug)]
struct Component {
    slot: usize,
    word: usize,
    shift: u32,
    bits: u64,
    ty: Type,
    /// Whether it is the address of a value in memory.
    address: bool,
}

/// How deep types may be nested to be compared.
const DEEPEST: usize = 100;

impl GuestTypes {
    /// The number of a number type or of booleans in every module; `None` for any other type.
    pub fn scalar(ty: &HostType) -> Option<DataNo> {
        SCALARS.iter().position(|scalar| scalar == ty).map(|n| n as DataNo)
    }

    /// Adds a type, and gives its number.
    pub fn add(&mut self, ty: GuestType) -> DataNo {
        self.list.push(ty);
        self.list.len() as DataNo - 1
    }

    /// Describes what a type is made of that was added before.
    pub fn set(&mut self, no: DataNo, ty: GuestType) {
        self.list[no as usize] = ty;
    }

    pub fn get(&self, no: DataNo) -> &GuestType {
        &self.list[no as usize]
    }

    /// The class of a handle, if pointers of this type are handles of the host's objects: they lead to a
    /// structure with one field `handle` of 64 bits.
    pub(crate) fn handle_class(&self, no: DataNo) -> Option<ClassId> {
        let Shape::Pointer { target, class } = self.get(no).shape else { return None };
        let Shape::Struct(fields) = &self.get(target).shape else { return None };
        let [GuestField { name, offset: 0, ty }] = &fields[..] else { return None };
        (name == "handle" && matches!(self.get(*ty).shape, Shape::Int(8, true))).then_some(class)
    }

    /// Whether there are handles of the host's objects among the types. What is done wrong with one is raised
    /// as an error of [`Shape::Error`], if that is among them too.
    pub fn has_handles(&self) -> bool {
        (0..self.list.len()).any(|no| self.handle_class(no as DataNo).is_some())
    }

    /// A type for packed values, with the name that the guest's programmers know.
    pub fn packed(name: &str) -> GuestType {
        let components = SmallVec::from_slice(&[(Type::Ref, 0), (Type::I64, 8)]);
        GuestType { name: name.into(), shape: Shape::Packed, size: 16, components, in_memory: None }
    }

    /// Whether results are one packed value, which may be nothing, one value, a list of several, or an error.
    pub(crate) fn is_packed(&self, results: &[DataNo]) -> bool {
        matches!(results, [one] if matches!(self.get(*one).shape, Shape::Packed))
    }

    /// Whether a type has the name of an object type, if that has one in a package: else its uses tell.
    fn is_object(&self, no: DataNo, object: &ObjectType) -> bool {
        object.package.is_empty() || self.get(no).name.rsplit('.').next() == Some(object.name.as_str())
    }

    /// Where an error that is raised lies, if the guest has described it.
    pub(crate) fn error_plan(&self) -> Option<Plan> {
        let no = self.list.iter().position(|ty| matches!(ty.shape, Shape::Error { .. }))?;
        Some(self.plan(&[no as DataNo]))
    }

    /// The components of values in a row, one a slot.
    pub fn flat(&self, list: &[DataNo]) -> Vec<Type> {
        list.iter().flat_map(|no| self.get(*no).components.iter().map(|c| c.0)).collect()
    }

    /// Where values in a row lie.
    pub fn plan(&self, list: &[DataNo]) -> Plan {
        let mut plan = Plan::default();
        for no in list {
            let ty = self.get(*no);
            plan.items.push(Item { no: *no, offset: plan.words * 8 });
            for (component, offset) in &ty.components {
                let at = plan.words * 8 + *offset as usize;
                let (word, shift) = (at / 8, (at % 8 * 8) as u32);
                let (slot, bits) = (plan.slots, component_bits(*component));
                let address = ty.in_memory.is_some();
                plan.parts.push(Component { slot, word, shift, bits, ty: *component, address });
                plan.slots += 1;
            }
            plan.by_address |= ty.in_memory.is_some();
            let bytes = if ty.in_memory.is_some() { 8 } else { ty.size as usize };
            plan.words += bytes.div_ceil(8);
        }
        plan
    }

    /// Types in parentheses as the guest has them.
    pub(crate) fn names(&self, list: &[DataNo]) -> String {
        let names: Vec<&str> = list.iter().map(|no| self.get(*no).name.as_str()).collect();
        format!("({})", names.join(", "))
    }

    /// The types of parameters and results as the guest has them.
    fn signature(&self, params: &[DataNo], results: &[DataNo]) -> String {
        match results {
            [] => self.names(params),
            [one] => format!("{} {}", self.names(params), self.get(*one).name),
            more => format!("{} {}", self.names(params), self.names(more)),
        }
    }

    /// Compares a function's types: of parameters and results, as the guest has them and as the host does.
    ///
    /// # Errors
    /// Where they differ: both signatures, and the first difference.
    pub fn compare(
        &self,
        name: &str,
        guest: (&[DataNo], &[DataNo]),
        host: (&[HostType], &[HostType]),
    ) -> Result<(), String> {
        let Err(difference) = self.difference(guest, host) else { return Ok(()) };
        let (guest, host) = (self.signature(guest.0, guest.1), signature_text(host.0, host.1));
        Err(format!("{name} is {guest} in the guest and {host} in the host: {difference}"))
    }

    fn difference(
        &self,
        guest: (&[DataNo], &[DataNo]),
        host: (&[HostType], &[HostType]),
    ) -> Result<(), String> {
        for (what, guest, host) in [("parameter", guest.0, host.0), ("result", guest.1, host.1)] {
            if what == "result" && host.len() != 1 && self.is_packed(guest) {
                continue;
            }
            if guest.len() != host.len() {
                let plural = if guest.len() == 1 { "" } else { "s" };
                return Err(format!(
                    "{} {what}{plural} in the guest, {} in the host",
                    guest.len(),
                    host.len()
                ));
            }
            for (n, (guest, host)) in guest.iter().zip(host).enumerate() {
                let mut comparison = Comparison { types: self, path: Vec::new(), open: Vec::new() };
                comparison.value(*guest, host).map_err(|difference| {
                    let mut place = String::new();
                    for step in difference.path.iter().rev() {
                        write!(place, "{step} of ").expect("text takes everything");
                    }
                    format!("{place}{what} {} is {}", n + 1, difference.types)
                })?;
            }
        }
        Ok(())
    }
}

/// Where types differ, outermost step first, and the types there.
struct Difference {
    path: Vec<String>,
    types: String,
}

struct Comparison<'a> {
    types: &'a GuestTypes,
    path: Vec<String>,
    /// Structures that are being compared, by the host's key.
    open: Vec<(&'a str, DataNo)>,
}

impl<'a> Comparison<'a> {
    fn differ(&self, guest: DataNo, host: &HostType) -> Difference {
        let name = &self.types.get(guest).name;
        Difference { path: self.path.clone(), types: format!("{name} in the guest and {host} in the host") }
    }

    fn step(&mut self, step: impl Into<String>, guest: DataNo, host: &'a HostType) -> Result<(), Difference> {
        self.path.push(step.into());
        self.value(guest, host)?;
        self.path.pop();
        Ok(())
    }

    fn value(&mut self, no: DataNo, host: &'a HostType) -> Result<(), Difference> {
        if self.path.len() > DEEPEST {
            return Err(self.differ(no, host));
        }
        match (&self.types.get(no).shape, host) {
            (Shape::Bool, HostType::Bool)
            | (Shape::F32, HostType::F32)
            | (Shape::F64, HostType::F64)
            | (Shape::Str, HostType::Str)
            | (Shape::Error { .. } | Shape::ErrorText, HostType::Error)
            | (Shape::Int(8, true), HostType::Enum(_)) => Ok(()),
            (Shape::Int(bytes, signed), HostType::Int(b, s)) if (bytes, signed) == (b, s) => Ok(()),
            (Shape::Slice { element, .. }, HostType::Slice(host)) => self.step("element", *element, host),
            (Shape::Array { element, len }, HostType::Array(host, n)) if len == n => {
                self.step("element", *element, host)
            }
            (Shape::Pointer { target, .. }, HostType::Option(host)) => self.step("target", *target, host),
            (Shape::Pointer { target, .. }, HostType::Object(object))
                if self.types.handle_class(no).is_some() && self.types.is_object(*target, object) =>
            {
                Ok(())
            }
            (Shape::Map { key, value, .. }, HostType::Map(entry)) => {
                self.step("key", *key, &entry.0)?;
                self.step("value", *value, &entry.1)
            }
            (Shape::Struct(fields), HostType::Tuple(items)) if fields.len() == items.len() => {
                let mut pairs = fields.iter().zip(items.iter());
                pairs.try_for_each(|(field, item)| self.step(format!("field {}", field.name), field.ty, item))
            }
            (Shape::Struct(fields), HostType::Struct(structure)) => self.structure(no, fields, structure),
            (Shape::Packed, HostType::Object(_)) => Err(self.differ(no, host)),
            (Shape::Packed, _) => Ok(()),
            (Shape::Error { .. } | Shape::ErrorText, _) => Err(self.differ(no, host)),
            (_, HostType::Any) => Ok(()),
            (_, HostType::Inside(key)) if self.open.iter().any(|(k, n)| *k == &**key && *n == no) => Ok(()),
            _ => Err(self.differ(no, host)),
        }
    }

    /// Structures have the same fields in the same order.
    fn structure(
        &mut self,
        no: DataNo,
        fields: &[GuestField],
        host: &'a StructType,
    ) -> Result<(), Difference> {
        let same = fields.len() == host.fields.len()
            && fields.iter().zip(&host.fields).all(|(guest, (name, _))| same_name(&guest.name, name));
        if !same {
            let list = |names: Vec<&str>| format!("{{{}}}", names.join(", "));
            let theirs = list(fields.iter().map(|f| f.name.as_str()).collect());
            let ours = list(host.fields.iter().map(|f| f.0.as_str()).collect());
            let (guest, host) = (&self.types.get(no).name, &host.name);
            let types =
                format!("{guest} with fields {theirs} in the guest and {host} with {ours} in the host");
            return Err(Difference { path: self.path.clone(), types });
        }
        self.open.push((&host.key, no));
        for (guest, (name, host)) in fields.iter().zip(&host.fields) {
            self.step(format!("field {name}"), guest.ty, host)?;
        }
        self.open.pop();
        Ok(())
    }
}

/// Whether two names differ in nothing but their style: `unit_price` and `UnitPrice`.
pub fn same_name(a: &str, b: &str) -> bool {
    let letters = |name: &str| -> Vec<char> {
        name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect()
    };
    a == b || letters(a) == letters(b)
}

/// Room for an image, most of which are small.
pub(crate) struct Image {
    small: [u64; 12],
    large: Vec<u64>,
}

impl Image {
    pub(crate) const fn new() -> Image {
        Image { small: [0; 12], large: Vec::new() }
    }

    /// So many zero words, of an image that was not used before.
    #[inline]
    pub(crate) fn zeros(&mut self, words: usize) -> &mut [u64] {
        if words <= self.small.len() {
            return &mut self.small[..words];
        }
        self.large = vec![0; words];
        &mut self.large
    }
}

impl Plan {
    /// Puts values in slots into an image of zeros.
    #[inline]
    pub(crate) fn gather(&self, slots: &[u64], image: &mut [u64]) {
        for part in &self.parts {
            image[part.word] |= (slots[part.slot] & part.bits) << part.shift;
        }
    }

    /// Puts the values of an image into slots. False if a value in memory is missing.
    #[must_use]
    #[inline]
    pub(crate) fn spread(&self, image: &[u64], slots: &mut [u64]) -> bool {
        let mut complete = true;
        for part in &self.parts {
            let word = part.ty.canonical(image[part.word] >> part.shift & part.bits);
            complete &= !part.address || word != 0;
            slots[part.slot] = word;
        }
        complete
    }
}

/// The bits of a component in memory.
fn component_bits(component: Type) -> u64 {
    match component {
        Type::I8 => 0xff,
        Type::I16 => 0xffff,
        Type::I32 | Type::F32 => 0xffff_ffff,
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => u64::MAX,
    }
}
