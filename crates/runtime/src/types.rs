//! Descriptors of a static guest's types, for what is done by type at run time: equality and hashing of
//! interface values and map keys, printing, reflection. Built by a front end, shared by all isolates.
//!
//! Knows nothing of any language's syntax; names come ready to print.

use purlin_base::grow::{Full, GrowingList};
use purlin_base::wire::{Malformed, Reader, Wire, Writer};

use crate::border::GuestTypes;
use crate::heap::{ClassId, LayoutTableBuilder};
use crate::map::{KeyKind, MapType};

mod equality;
mod keys;

pub use equality::{Incomparable, TOO_DEEP, TypedKeys, Work};
use keys::KeyPlan;

/// A type number; 0 is nil.
pub type TypeNo = u32;

/// What a type is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// Number 0: what an interface without a value has.
    Nil,
    /// One byte, 0 or 1.
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    /// `uintptr`: like an unsigned integer of 8 bytes.
    Uintptr,
    /// A float of 4 bytes.
    F32,
    /// A float of 8 bytes.
    F64,
    /// A complex number of two [`TypeKind::F32`], the real part first.
    C64,
    /// A complex number of two [`TypeKind::F64`], the real part first.
    C128,
    /// The address of bytes, and their number.
    String,
    /// The address of a value of this type.
    Pointer(TypeNo),
    /// The address of elements of this type, their number, and how many there is room for.
    Slice(TypeNo),
    /// So many elements of this type in a row.
    Array(TypeNo, u64),
    /// Fields, in the order of the source.
    Struct(Vec<Field>),
    /// A type's number and a data word.
    Interface {
        /// Whether the interface has no methods.
        empty: bool,
    },
    /// A reference to a map.
    Map {
        /// The type of keys.
        key: TypeNo,
        /// The type of values.
        value: TypeNo,
        /// Index into [`Types::maps`].
        map: u32,
    },
    /// A reference to a channel of values of this type.
    Chan(TypeNo),
    /// The address of a closure.
    Func,
    /// An address of something whose type is not known.
    UnsafePointer,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name in the source; that of the type, where the field is embedded.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u64,
    /// The field's type.
    pub ty: TypeNo,
    /// Whether packages other than the type's own may name the field.
    pub exported: bool,
    /// Whether the struct has the field's own fields and methods too.
    pub embedded: bool,
    /// What the source says about the field for those who reflect.
    pub tag: Box<[u8]>,
}

/// One type.
#[derive(Clone, Debug, PartialEq)]
pub struct Desc {
    /// As `%T` prints it: `main.Point`, `[]int`.
    pub name: String,
    /// As run-time errors print it, where that differs (the package's path instead of its name).
    pub long_name: String,
    /// What the type is made of.
    pub kind: TypeKind,
    /// Bytes of a value.
    pub size: u64,
    /// A defined type: `main.Celsius`, not `float64`.
    pub named: bool,
    /// An integer of the machine's size rather than one that happens to be as large: Go's `int`, not `int64`.
    pub word: bool,
    /// Whether values can be compared with `==`; interfaces can, though comparing them may panic.
    pub comparable: bool,
    /// The class of a heap object of the type; what boxes it.
    pub class: ClassId,
    /// Methods of its method set: what assertions miss is told by name.
    pub methods: Vec<String>,
    /// More of it, in programs that reflect.
    pub detail: Option<Detail>,
}

/// What only reflection asks of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// The path of the package that defines the type, or that its fields belong to which are not exported.
    pub package: String,
    /// The types of a function's parameters, in order.
    pub params: Vec<TypeNo>,
    /// The types of a function's results, in order.
    pub results: Vec<TypeNo>,
    /// The last parameter takes any number of arguments.
    pub variadic: bool,
    /// Of a channel: 1 to receive from, 2 to send to, 3 for both.
    pub direction: u8,
    /// All methods, sorted by name.
    pub methods: Vec<Method>,
}

/// A method of a type's method set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Method {
    /// The method's name in the source.
    pub name: String,
    /// The path of the package of a name that is not exported.
    pub package: String,
    /// Equal for methods of equal signatures, within one program.
    pub signature: u32,
    /// The type of the signature without receiver; 0 if the program has no use for it.
    pub ty: TypeNo,
}

impl Desc {
    /// Whether an interface's data word holds the value itself instead of its address.
    pub fn is_direct(&self) -> bool {
        match self.kind {
            TypeKind::Nil
            | TypeKind::Bool
            | TypeKind::Int(..)
            | TypeKind::Uintptr
            | TypeKind::F32
            | TypeKind::F64 => true,
            TypeKind::Pointer(_)
            | TypeKind::Map { .. }
            | TypeKind::Chan(_)
            | TypeKind::Func
            | TypeKind::UnsafePointer => true,
            TypeKind::C64 | TypeKind::C128 | TypeKind::String | TypeKind::Slice(_) | TypeKind::Array(..) => {
                false
            }
            TypeKind::Struct(_) | TypeKind::Interface { .. } => false,
        }
    }
}

/// All types of a module. Types can be added while isolates run; maps cannot.
#[derive(Clone, Debug, Default)]
pub struct Types {
    /// The types that are linked, by number.
    pub descs: Vec<Desc>,
    /// The map types that are linked, by the number that natives know them by.
    pub maps: Vec<Map>,
    /// The types of data that crosses between host and guest.
    pub data: GuestTypes,
    /// The types that were added, in order; the number of one is a multiple of the stride.
    added: GrowingList<Desc>,
    /// See [`crate::tables::Rows`]; 0 before the module is linked.
    stride: TypeNo,
    /// What one isolate has made, if these are its types.
    made: MadeTypes,
}

/// The types that an isolate makes of others while it runs. They are its own: their numbers, which begin at
/// half the stride, depend on nothing that other isolates do.
#[derive(Clone, Debug, Default)]
struct MadeTypes {
    descs: GrowingList<Desc>,
    maps: GrowingList<Map>,
}

/// Types that an isolate can make.
pub const MOST_MADE: usize = 1024;

/// A map type.
#[derive(Clone, Debug)]
pub struct Map {
    /// The type of keys.
    pub key: TypeNo,
    /// The type of values.
    pub value: TypeNo,
    /// Filled in by [`Types::bind`]; `None` if entries would be too large.
    pub layout: Option<MapType>,
    /// How keys of several words are hashed and compared, where their type says all of it; filled in
    /// likewise.
    plan: Option<KeyPlan>,
}

impl Map {
    /// A map type before it is bound.
    pub fn new(key: TypeNo, value: TypeNo) -> Map {
        Map { key, value, layout: None, plan: None }
    }
}

/// Without what linking decides and types that were added.
impl Wire for Types {
    fn put(&self, out: &mut Writer) {
        let Types { descs, maps, data, added: _, stride: _, made: _ } = self;
        descs.put(out);
        maps.put(out);
        data.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Types, Malformed> {
        let (descs, maps, data) = (Wire::take(from)?, Wire::take(from)?, Wire::take(from)?);
        Ok(Types { descs, maps, data, ..Types::default() })
    }
}

impl Types {
    /// The descriptor of a type. Panics if no type has this number.
    #[inline]
    pub fn desc(&self, ty: TypeNo) -> &Desc {
        self.descs.get(ty as usize).unwrap_or_else(|| self.added_desc(ty))
    }

    #[cold]
    fn added_desc(&self, ty: TypeNo) -> &Desc {
        if let Some(desc) = self.made_index(ty).and_then(|n| self.made.descs.get(n)) {
            return desc;
        }
        let n = if self.stride > 0 && ty.is_multiple_of(self.stride) { ty / self.stride } else { 0 };
        let desc = n.checked_sub(1).and_then(|n| self.added.get(n as usize));
        desc.unwrap_or_else(|| panic!("there is no type {ty}"))
    }

    /// Decides how types that are added are numbered: to be called once, when the module is linked.
    pub fn number_added(&mut self, stride: TypeNo) {
        self.stride = stride;
    }

    /// Describes the next type that is added. Its number is the next multiple of the stride, as that of its
    /// column in [`crate::tables::Rows`]: the caller adds both, one type at a time.
    ///
    /// # Errors
    /// No type can be added any more.
    pub fn add(&self, desc: Desc) -> Result<TypeNo, Full> {
        if self.stride == 0 {
            return Err(Full);
        }
        let n = self.added.push(desc)?;
        u32::try_from(n + 1).ok().and_then(|n| n.checked_mul(self.stride)).ok_or(Full)
    }

    /// The place among the types that the isolate has made, if the number is one of theirs.
    fn made_index(&self, ty: TypeNo) -> Option<usize> {
        let n = ty.checked_sub(self.stride / 2)? as usize;
        (n < MOST_MADE && self.stride > 0).then_some(n)
    }

    /// Whether the isolate has made the type: its class says nothing, and objects have its size.
    #[inline]
    pub fn is_made(&self, ty: TypeNo) -> bool {
        ty as usize >= self.descs.len() && self.made_index(ty).is_some()
    }

    /// Describes the next type that the isolate makes: its number. For types that belong to one isolate.
    ///
    /// # Errors
    /// The isolate has made as many as it may.
    pub fn make(&self, desc: Desc) -> Result<TypeNo, Full> {
        if self.stride == 0 || self.made.descs.len() >= MOST_MADE {
            return Err(Full);
        }
        let n = self.made.descs.push(desc)?;
        Ok(self.stride / 2 + n as TypeNo)
    }

    /// The number of the next map type that the isolate makes, as natives know it, and its form.
    ///
    /// # Errors
    /// The isolate has made as many as it may.
    pub fn make_map(&self, key: TypeNo, value: TypeNo) -> Result<u32, Full> {
        let sizes = (self.desc(key).size as usize, self.desc(value).size as usize);
        let layout = MapType::conservative(self.key_kind(key), sizes.0, sizes.1);
        let n = self.made.maps.push(Map { key, value, layout, plan: self.key_plan(key) })?;
        Ok((self.maps.len() + n) as u32)
    }

    /// A map type by its number. Panics if no map type has this number.
    #[inline]
    pub fn map(&self, n: u32) -> &Map {
        self.maps.get(n as usize).unwrap_or_else(|| self.made_map(n))
    }

    #[cold]
    fn made_map(&self, n: u32) -> &Map {
        let made = self.made.maps.get(n as usize - self.maps.len());
        made.unwrap_or_else(|| panic!("there is no map type {n}"))
    }

    /// How a map with keys of this type hashes them.
    pub fn key_kind(&self, ty: TypeNo) -> KeyKind {
        match self.desc(ty).kind {
            TypeKind::Bool
            | TypeKind::Int(..)
            | TypeKind::Uintptr
            | TypeKind::Pointer(_)
            | TypeKind::Chan(_)
            | TypeKind::UnsafePointer => KeyKind::Word,
            TypeKind::F32 => KeyKind::F32,
            TypeKind::F64 => KeyKind::F64,
            TypeKind::String => KeyKind::Str,
            TypeKind::Nil
            | TypeKind::C64
            | TypeKind::C128
            | TypeKind::Slice(_)
            | TypeKind::Array(..)
            | TypeKind::Struct(_) => KeyKind::General,
            TypeKind::Interface { .. } | TypeKind::Map { .. } | TypeKind::Func => KeyKind::General,
        }
    }

    fn key_plan(&self, ty: TypeNo) -> Option<KeyPlan> {
        (self.key_kind(ty) == KeyKind::General).then(|| KeyPlan::new(self, ty)).flatten()
    }

    /// The words of a value that may be pointers, each less than `limit`.
    pub fn pointer_words(&self, ty: TypeNo, limit: u32) -> Vec<u32> {
        let mut words = Vec::new();
        self.push_pointer_words(ty, 0, u64::from(limit), &mut words);
        if self.desc(ty).size / 8 > u64::from(limit) && words.is_empty() {
            // Pointers may come later: such large values are scanned whole.
            words.push(0);
        }
        words
    }

    fn push_pointer_words(&self, ty: TypeNo, at: u64, limit: u64, out: &mut Vec<u32>) {
        if at / 8 >= limit {
            return;
        }
        let word = (at / 8) as u32;
        match &self.desc(ty).kind {
            TypeKind::Nil
            | TypeKind::Bool
            | TypeKind::Int(..)
            | TypeKind::Uintptr
            | TypeKind::F32
            | TypeKind::F64 => {}
            TypeKind::C64 | TypeKind::C128 => {}
            TypeKind::String
            | TypeKind::Slice(_)
            | TypeKind::Pointer(_)
            | TypeKind::Map { .. }
            | TypeKind::Chan(_) => out.push(word),
            TypeKind::Func | TypeKind::UnsafePointer => out.push(word),
            TypeKind::Interface { .. } => out.push(word + 1),
            TypeKind::Array(elem, len) => {
                let step = self.desc(*elem).size;
                for i in 0..*len {
                    if (at + i * step) / 8 >= limit || step == 0 {
                        break;
                    }
                    self.push_pointer_words(*elem, at + i * step, limit, out);
                }
            }
            TypeKind::Struct(fields) => {
                for field in fields {
                    self.push_pointer_words(field.ty, at + field.offset, limit, out);
                }
            }
        }
    }

    /// Lays out the entries of all map types. To be called once, when the module's layouts are put together.
    pub fn bind(&mut self, layouts: &mut LayoutTableBuilder) {
        for n in 0..self.maps.len() {
            let (key, value) = (self.maps[n].key, self.maps[n].value);
            let (key_size, value_size) = (self.desc(key).size as usize, self.desc(value).size as usize);
            let key_words = self.pointer_words(key, 64);
            let value_words = self.pointer_words(value, 64);
            self.maps[n].layout =
                MapType::new(layouts, self.key_kind(key), key_size, &key_words, value_size, &value_words);
            self.maps[n].plan = self.key_plan(key);
        }
    }
}
