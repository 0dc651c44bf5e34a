//! Descriptors of a static guest's types, for what is done by type at run time: equality and hashing of
//! interface values and map keys, printing, reflection. Built by a front end, shared by all isolates.
//!
//! Knows nothing of any language's syntax; names come ready to print.

use crate::heap::{ClassId, LayoutTableBuilder};
use crate::map::{KeyKind, KeyOps, MapType};
use std::cell::Cell;

/// A type number; 0 is nil.
pub type TypeNo = u32;

/// What a type is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Number 0.
    Nil,
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    /// `uintptr`: like an unsigned integer of 8 bytes.
    Uintptr,
    F32,
    F64,
    C64,
    C128,
    String,
    Pointer(TypeNo),
    Slice(TypeNo),
    Array(TypeNo, u64),
    Struct(Vec<Field>),
    Interface {
        /// Has no methods.
        empty: bool,
    },
    Map {
        key: TypeNo,
        value: TypeNo,
        /// Index into [`Types::maps`].
        map: u32,
    },
    Chan(TypeNo),
    Func,
    UnsafePointer,
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub offset: u64,
    pub ty: TypeNo,
    pub exported: bool,
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
    pub kind: Kind,
    pub size: u64,
    /// A defined type: `main.Celsius`, not `float64`.
    pub named: bool,
    /// An integer of the machine's size rather than one that happens to be as large: Go's `int`, not `int64`.
    pub word: bool,
    pub comparable: bool,
    /// The class of a heap object of the type; what boxes it.
    pub class: ClassId,
    /// Methods of its method set: what assertions miss is told by name.
    pub methods: Vec<String>,
}

impl Desc {
    /// Whether an interface's data word holds the value itself instead of its address.
    pub fn is_direct(&self) -> bool {
        match self.kind {
            Kind::Nil | Kind::Bool | Kind::Int(..) | Kind::Uintptr | Kind::F32 | Kind::F64 => true,
            Kind::Pointer(_) | Kind::Map { .. } | Kind::Chan(_) | Kind::Func | Kind::UnsafePointer => true,
            Kind::C64 | Kind::C128 | Kind::String | Kind::Slice(_) | Kind::Array(..) => false,
            Kind::Struct(_) | Kind::Interface { .. } => false,
        }
    }
}

/// All types of a module.
#[derive(Clone, Debug, Default)]
pub struct Types {
    pub descs: Vec<Desc>,
    pub maps: Vec<Map>,
    /// The type that run-time errors have when the guest sees them; a boxed string. 0 if it has none.
    pub error_type: TypeNo,
    /// The function that every spawned fiber begins with; takes a closure.
    pub start_func: u32,
}

/// A map type.
#[derive(Clone, Debug)]
pub struct Map {
    pub key: TypeNo,
    pub value: TypeNo,
    /// Filled in by [`Types::bind`]; `None` if entries would be too large.
    pub layout: Option<MapType>,
}

/// Why two values cannot be compared, or one hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomparable {
    /// A type that has no equality.
    Type(TypeNo),
    /// Interfaces in interfaces, more than [`MAX_DEPTH`] deep.
    TooDeep,
}

/// Levels of values inside values that comparing and hashing go down to: what a host's stack of 2 MiB holds.
pub const MAX_DEPTH: u32 = 4000;

/// What comparing or hashing has taken, in units of gas. Values that share parts may be far larger than the memory that
/// they take, so there is a limit.
#[derive(Default)]
pub struct Work(Cell<u64>);

/// Half a second or so.
const MAX_WORK: u64 = 1 << 27;

impl Work {
    fn add(&self, units: u64) -> Result<(), Incomparable> {
        self.0.set(self.0.get() + units);
        if self.0.get() > MAX_WORK { Err(Incomparable::TooDeep) } else { Ok(()) }
    }

    pub fn units(&self) -> i64 {
        self.0.get() as i64
    }
}

impl Types {
    pub fn desc(&self, ty: TypeNo) -> &Desc {
        &self.descs[ty as usize]
    }

    /// How a map with keys of this type hashes them.
    pub fn key_kind(&self, ty: TypeNo) -> KeyKind {
        match self.desc(ty).kind {
            Kind::Bool
            | Kind::Int(..)
            | Kind::Uintptr
            | Kind::Pointer(_)
            | Kind::Chan(_)
            | Kind::UnsafePointer => KeyKind::Word,
            Kind::F32 => KeyKind::F32,
            Kind::F64 => KeyKind::F64,
            Kind::String => KeyKind::Str,
            Kind::Nil | Kind::C64 | Kind::C128 | Kind::Slice(_) | Kind::Array(..) | Kind::Struct(_) => {
                KeyKind::General
            }
            Kind::Interface { .. } | Kind::Map { .. } | Kind::Func => KeyKind::General,
        }
    }

    /// Compares two values in memory.
    ///
    /// # Safety
    /// Both addresses hold a value of the type.
    pub unsafe fn equal(
        &self,
        ty: TypeNo,
        a: *const u8,
        b: *const u8,
        work: &Work,
    ) -> Result<bool, Incomparable> {
        // SAFETY: the caller's promise.
        unsafe { self.equal_at(ty, a, b, MAX_DEPTH, work) }
    }

    /// # Safety
    /// As for [`Types::equal`].
    unsafe fn equal_at(
        &self,
        ty: TypeNo,
        a: *const u8,
        b: *const u8,
        depth: u32,
        work: &Work,
    ) -> Result<bool, Incomparable> {
        let Some(depth) = depth.checked_sub(1) else { return Err(Incomparable::TooDeep) };
        work.add(1)?;
        let desc = self.desc(ty);
        // SAFETY: every read below is inside a value of its type, by the caller's promise and the field offsets.
        unsafe {
            Ok(match &desc.kind {
                Kind::Nil => true,
                Kind::Bool
                | Kind::Int(..)
                | Kind::Uintptr
                | Kind::Pointer(_)
                | Kind::Chan(_)
                | Kind::UnsafePointer => {
                    let n = desc.size as usize;
                    std::slice::from_raw_parts(a, n) == std::slice::from_raw_parts(b, n)
                }
                Kind::F32 => read::<f32>(a) == read::<f32>(b),
                Kind::F64 => read::<f64>(a) == read::<f64>(b),
                Kind::C64 => read::<[f32; 2]>(a) == read::<[f32; 2]>(b),
                Kind::C128 => read::<[f64; 2]>(a) == read::<[f64; 2]>(b),
                Kind::String => {
                    let (a, b) = (string(a), string(b));
                    work.add(if a.len() == b.len() { a.len() as u64 / 16 } else { 0 })?;
                    a == b
                }
                Kind::Interface { .. } => {
                    let ([t, x], [u, y]) = (read::<[u64; 2]>(a), read::<[u64; 2]>(b));
                    return self.interfaces_equal_at(t as TypeNo, x, u as TypeNo, y, depth, work);
                }
                Kind::Array(elem, len) => {
                    let step = self.desc(*elem).size as usize;
                    for i in 0..*len as usize {
                        if !self.equal_at(*elem, a.add(i * step), b.add(i * step), depth, work)? {
                            return Ok(false);
                        }
                    }
                    true
                }
                Kind::Struct(fields) => {
                    for field in fields.iter().filter(|f| f.name != "_") {
                        let at = field.offset as usize;
                        if !self.equal_at(field.ty, a.add(at), b.add(at), depth, work)? {
                            return Ok(false);
                        }
                    }
                    true
                }
                Kind::Slice(_) | Kind::Map { .. } | Kind::Func => return Err(Incomparable::Type(ty)),
            })
        }
    }

    /// Compares two interface values.
    ///
    /// # Safety
    /// The words are type number and data word of live interface values.
    pub unsafe fn interfaces_equal(
        &self,
        t: TypeNo,
        x: u64,
        u: TypeNo,
        y: u64,
        work: &Work,
    ) -> Result<bool, Incomparable> {
        // SAFETY: the caller's promise.
        unsafe { self.interfaces_equal_at(t, x, u, y, MAX_DEPTH, work) }
    }

    /// # Safety
    /// As for [`Types::interfaces_equal`].
    unsafe fn interfaces_equal_at(
        &self,
        t: TypeNo,
        x: u64,
        u: TypeNo,
        y: u64,
        depth: u32,
        work: &Work,
    ) -> Result<bool, Incomparable> {
        if t != u {
            return Ok(false);
        }
        let desc = self.desc(t);
        match desc.kind {
            Kind::F32 => return Ok(f32::from_bits(x as u32) == f32::from_bits(y as u32)),
            Kind::F64 => return Ok(f64::from_bits(x) == f64::from_bits(y)),
            _ if !desc.comparable => return Err(Incomparable::Type(t)),
            _ if desc.is_direct() => return Ok(x == y),
            _ => {}
        }
        if desc.size == 0 {
            return Ok(true);
        }
        // SAFETY: the data word of a type that is not direct is the address of a value.
        unsafe { self.equal_at(t, x as *const u8, y as *const u8, depth, work) }
    }

    /// Hashes a value in memory: equal values, equal hashes.
    ///
    /// # Safety
    /// The address holds a value of the type.
    pub unsafe fn hash(&self, ty: TypeNo, at: *const u8, work: &Work) -> Result<u64, Incomparable> {
        // SAFETY: the caller's promise.
        unsafe { self.hash_at(ty, at, MAX_DEPTH, work) }
    }

    /// # Safety
    /// As for [`Types::hash`].
    unsafe fn hash_at(
        &self,
        ty: TypeNo,
        at: *const u8,
        depth: u32,
        work: &Work,
    ) -> Result<u64, Incomparable> {
        let Some(depth) = depth.checked_sub(1) else { return Err(Incomparable::TooDeep) };
        work.add(1)?;
        use crate::map::{hash_bytes, hash_combine, hash_word};
        let desc = self.desc(ty);
        // SAFETY: as in `equal`.
        unsafe {
            Ok(match &desc.kind {
                Kind::Nil => hash_word(0),
                Kind::Bool
                | Kind::Int(..)
                | Kind::Uintptr
                | Kind::Pointer(_)
                | Kind::Chan(_)
                | Kind::UnsafePointer => hash_bytes(std::slice::from_raw_parts(at, desc.size as usize)),
                Kind::F32 => hash_word(positive_zero(f64::from(read::<f32>(at)))),
                Kind::F64 => hash_word(positive_zero(read::<f64>(at))),
                Kind::C64 => {
                    let [re, im] = read::<[f32; 2]>(at);
                    hash_combine(hash_word(positive_zero(f64::from(re))), positive_zero(f64::from(im)))
                }
                Kind::C128 => {
                    let [re, im] = read::<[f64; 2]>(at);
                    hash_combine(hash_word(positive_zero(re)), positive_zero(im))
                }
                Kind::String => {
                    work.add(string(at).len() as u64 / 16)?;
                    hash_bytes(string(at))
                }
                Kind::Interface { .. } => {
                    let [t, x] = read::<[u64; 2]>(at);
                    return self.hash_interface_at(t as TypeNo, x, depth, work);
                }
                Kind::Array(elem, len) => {
                    let step = self.desc(*elem).size as usize;
                    let mut hash = hash_word(*len);
                    for i in 0..*len as usize {
                        hash = hash_combine(hash, self.hash_at(*elem, at.add(i * step), depth, work)?);
                    }
                    hash
                }
                Kind::Struct(fields) => {
                    let mut hash = hash_word(fields.len() as u64);
                    for field in fields.iter().filter(|f| f.name != "_") {
                        hash = hash_combine(
                            hash,
                            self.hash_at(field.ty, at.add(field.offset as usize), depth, work)?,
                        );
                    }
                    hash
                }
                Kind::Slice(_) | Kind::Map { .. } | Kind::Func => return Err(Incomparable::Type(ty)),
            })
        }
    }

    /// Hashes an interface value.
    ///
    /// # Safety
    /// As for [`Types::interfaces_equal`].
    pub unsafe fn hash_interface(&self, t: TypeNo, x: u64, work: &Work) -> Result<u64, Incomparable> {
        // SAFETY: the caller's promise.
        unsafe { self.hash_interface_at(t, x, MAX_DEPTH, work) }
    }

    /// # Safety
    /// As for [`Types::hash_interface`].
    unsafe fn hash_interface_at(
        &self,
        t: TypeNo,
        x: u64,
        depth: u32,
        work: &Work,
    ) -> Result<u64, Incomparable> {
        use crate::map::{hash_combine, hash_word};
        let desc = self.desc(t);
        if !desc.comparable {
            return Err(Incomparable::Type(t));
        }
        let seed = hash_word(u64::from(t));
        if desc.size == 0 {
            return Ok(seed);
        }
        let word = match desc.kind {
            Kind::F32 => positive_zero(f64::from(f32::from_bits(x as u32))),
            Kind::F64 => positive_zero(f64::from_bits(x)),
            _ if desc.is_direct() => x,
            // SAFETY: the data word of a type that is not direct is the address of a value.
            _ => unsafe { self.hash_at(t, x as *const u8, depth, work)? },
        };
        Ok(hash_combine(seed, word))
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
            Kind::Nil | Kind::Bool | Kind::Int(..) | Kind::Uintptr | Kind::F32 | Kind::F64 => {}
            Kind::C64 | Kind::C128 => {}
            Kind::String | Kind::Slice(_) | Kind::Pointer(_) | Kind::Map { .. } | Kind::Chan(_) => {
                out.push(word)
            }
            Kind::Func | Kind::UnsafePointer => out.push(word),
            Kind::Interface { .. } => out.push(word + 1),
            Kind::Array(elem, len) => {
                let step = self.desc(*elem).size;
                for i in 0..*len {
                    if (at + i * step) / 8 >= limit || step == 0 {
                        break;
                    }
                    self.push_pointer_words(*elem, at + i * step, limit, out);
                }
            }
            Kind::Struct(fields) => {
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
        }
    }

    /// Key operations for maps whose keys are of this type.
    pub fn keys(&self, ty: TypeNo) -> TypedKeys<'_> {
        TypedKeys { types: self, ty, work: Work::default() }
    }
}

/// What [`TypedKeys`] reports instead of a type for values nested too deeply.
pub const TOO_DEEP: u64 = u64::MAX;

/// [`KeyOps`] by descriptor.
pub struct TypedKeys<'a> {
    pub types: &'a Types,
    pub ty: TypeNo,
    /// What hashing took. Comparing, which is not counted, takes as much for the key that is found, and ends early
    /// for others.
    pub work: Work,
}

impl KeyOps for TypedKeys<'_> {
    unsafe fn hash(&self, key: *const u8) -> Result<u64, u64> {
        // SAFETY: the caller's promise.
        unsafe { self.types.hash(self.ty, key, &self.work) }.map_err(|e| match e {
            Incomparable::Type(ty) => u64::from(ty),
            Incomparable::TooDeep => TOO_DEEP,
        })
    }

    unsafe fn eq(&self, a: *const u8, b: *const u8) -> bool {
        // How often a map compares depends on hashes, and those of pointers on addresses: gas must not.
        // SAFETY: the caller's promise.
        unsafe { self.types.equal(self.ty, a, b, &Work::default()) }.unwrap_or(false)
    }
}

fn positive_zero(x: f64) -> u64 {
    if x == 0.0 { 0 } else { x.to_bits() }
}

/// # Safety
/// `at` holds a `T`.
unsafe fn read<T: Copy>(at: *const u8) -> T {
    // SAFETY: the caller's promise.
    unsafe { at.cast::<T>().read_unaligned() }
}

/// # Safety
/// `at` holds pointer and length of a live string.
unsafe fn string<'a>(at: *const u8) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe {
        let [data, len] = read::<[usize; 2]>(at);
        if len == 0 { &[] } else { std::slice::from_raw_parts(data as *const u8, len) }
    }
}
