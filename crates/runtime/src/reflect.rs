//! Interface values taken apart by their run-time types: fields, elements, entries. What printing, sorting
//! and reflection in guest libraries stand on.
//!
//! Natives have handles of values ([`AnyRef`]) and ask their caller. Nothing is copied: elements that do not
//! fit a word are seen where they lie. A value that a store takes the place of is kept alive until the native
//! returns, as handles of it or of what it leads to may be left.

use std::cmp::Ordering;

use std::marker::PhantomData;

use crate::map;
use crate::native::{Any, AnyRef, Caller, SliceRef, Stop, StrRef};
use crate::types::{Desc, TypeKind, TypeNo, Types};

/// A value with its type: the number of the type, and the value itself or its address. Only made of handles,
/// and of the parts of values.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Value {
    ty: u64,
    word: u64,
}

impl Value {
    fn ty(self) -> TypeNo {
        self.ty as TypeNo
    }

    /// A value of a type that lies in memory.
    ///
    /// # Safety
    /// `at` holds a value of the type.
    unsafe fn load(types: &Types, ty: TypeNo, at: u64) -> Value {
        let desc = types.desc(ty);
        // SAFETY: reads below stay inside the value, by the caller's promise.
        let read = |n: u64| unsafe {
            match n {
                1 => u64::from(*(at as *const u8)),
                2 => u64::from((at as *const u16).read_unaligned()),
                4 => u64::from((at as *const u32).read_unaligned()),
                _ => (at as *const u64).read_unaligned(),
            }
        };
        let word = match desc.kind {
            TypeKind::Nil => 0,
            TypeKind::Int(size, true) => {
                let unused = 64 - 8 * u32::from(size);
                ((read(u64::from(size)) << unused) as i64 >> unused) as u64
            }
            TypeKind::Interface { .. } => {
                // SAFETY: an interface is two words.
                let [ty, word] = unsafe { (at as *const [u64; 2]).read_unaligned() };
                return Value { ty, word };
            }
            _ if desc.is_direct() => read(desc.size),
            _ => at,
        };
        Value { ty: u64::from(ty), word }
    }

    /// The n-th field of a struct. A field of interface type is the value in it, perhaps nil.
    fn field(self, types: &Types, n: usize) -> Option<Value> {
        match &types.desc(self.ty()).kind {
            TypeKind::Struct(fields) => {
                let field = fields.get(n)?;
                // SAFETY: the data word of a struct is its address, and the field lies in it.
                Some(unsafe { Value::load(types, field.ty, self.word.wrapping_add(field.offset)) })
            }
            _ => None,
        }
    }

    /// Where the elements of an array or slice are: their type, the address of the first, how many, and room
    /// for how many.
    fn elements(self, types: &Types) -> Option<(TypeNo, u64, u64, u64)> {
        match types.desc(self.ty()).kind {
            TypeKind::Array(elem, len) => Some((elem, self.word, len, len)),
            TypeKind::Slice(elem) => {
                // SAFETY: the data word of a slice is the address of its three words.
                let [at, len, cap] = unsafe { *(self.word as *const [u64; 3]) };
                Some((elem, at, len, cap))
            }
            _ => None,
        }
    }

    /// The n-th element of an array or slice.
    fn index(self, types: &Types, n: usize) -> Option<Value> {
        let (elem, at, len, _) = self.elements(types)?;
        let size = types.desc(elem).size;
        // SAFETY: elements lie in a row, and `n` is one of them.
        ((n as u64) < len).then(|| unsafe { Value::load(types, elem, at + n as u64 * size) })
    }

    /// Where the values lie that a pointer, or a slice, leads to, a pointer to a slice to its elements: their
    /// type, the address of the first, and how many.
    fn target(self, types: &Types) -> Option<(TypeNo, u64, u64)> {
        match types.desc(self.ty()).kind {
            TypeKind::Pointer(elem) if self.word != 0 => match types.desc(elem).kind {
                // A pointer to a slice is the address of its three words, as the data word of a slice is.
                TypeKind::Slice(_) => Value { ty: u64::from(elem), word: self.word }.target(types),
                _ => Some((elem, self.word, 1)),
            },
            TypeKind::Slice(_) => self.elements(types).map(|(elem, at, len, _)| (elem, at, len)),
            _ => None,
        }
    }

    /// What a pointer that is not nil points to.
    fn deref(self, types: &Types) -> Option<Value> {
        match types.desc(self.ty()).kind {
            // SAFETY: a pointer of the guest to a value of that type.
            TypeKind::Pointer(elem) if self.word != 0 => Some(unsafe { Value::load(types, elem, self.word) }),
            _ => None,
        }
    }

    /// Length of a string, array, slice or map. (Channels tell their own.)
    fn len(self, types: &Types) -> Option<u64> {
        match types.desc(self.ty()).kind {
            // SAFETY: the data word of a string is the address of its two words.
            TypeKind::String => Some(unsafe { (*(self.word as *const [u64; 2]))[1] }),
            // SAFETY: null or a map.
            TypeKind::Map { .. } => Some(unsafe { map::map_len(self.word as *const u8) } as u64),
            _ => self.elements(types).map(|e| e.2),
        }
    }

    /// Capacity of an array or slice.
    fn cap(self, types: &Types) -> Option<u64> {
        self.elements(types).map(|e| e.3)
    }

    /// Address and length of the bytes of a string, or of an array or slice of bytes.
    fn byte_range(self, types: &Types) -> Option<(u64, u64)> {
        if types.desc(self.ty()).kind == TypeKind::String {
            // SAFETY: the data word of a string is the address of its two words.
            let [at, len] = unsafe { *(self.word as *const [u64; 2]) };
            return Some((at, len));
        }
        let (elem, at, len, _) = self.elements(types)?;
        matches!(types.desc(elem).kind, TypeKind::Int(1, _)).then_some((at, len))
    }

    /// What `%p` prints: the word of a pointer, map, channel or function, or where a slice's elements are.
    fn pointer(self, types: &Types) -> Option<u64> {
        match types.desc(self.ty()).kind {
            TypeKind::Pointer(_)
            | TypeKind::Map { .. }
            | TypeKind::Chan(_)
            | TypeKind::Func
            | TypeKind::UnsafePointer => Some(self.word),
            TypeKind::Slice(_) => self.elements(types).map(|e| e.1),
            _ => None,
        }
    }

    /// Real and imaginary part of a complex number.
    fn complex(self, types: &Types) -> Option<[f64; 2]> {
        match types.desc(self.ty()).kind {
            // SAFETY: the data word of a complex number is its address, here of two floats of 32 bits.
            TypeKind::C64 => Some(unsafe { *(self.word as *const [f32; 2]) }.map(f64::from)),
            // SAFETY: the data word of a complex number is its address, here of two floats of 64 bits.
            TypeKind::C128 => Some(unsafe { *(self.word as *const [f64; 2]) }),
            _ => None,
        }
    }

    /// Exchanges two elements of a slice; false if it is none or has not got them.
    fn swap(self, types: &Types, i: i64, j: i64) -> bool {
        let Some((elem, at, len, _)) = self.elements(types) else { return false };
        if i as u64 >= len || j as u64 >= len {
            return false;
        }
        let size = types.desc(elem).size;
        let (a, b) = (at + i as u64 * size, at + j as u64 * size);
        if i == j {
            return true;
        }
        // SAFETY: two different elements of the slice.
        unsafe {
            if size == 8 {
                std::ptr::swap(a as *mut u64, b as *mut u64);
            } else {
                std::ptr::swap_nonoverlapping(a as *mut u8, b as *mut u8, size as usize);
            }
        }
        true
    }

    /// Stores `value` where this pointer, which is not nil, points to; false if the types do not allow it. An
    /// interface takes everything: who asks knows that the value implements it.
    fn store(self, types: &Types, value: Value) -> bool {
        let TypeKind::Pointer(elem) = types.desc(self.ty()).kind else { return false };
        if self.word == 0 {
            return false;
        }
        let (desc, to) = (types.desc(elem), self.word as *mut u8);
        // SAFETY: the pointer leads to a value of `elem`'s size; sources hold as much.
        unsafe {
            match desc.kind {
                TypeKind::Interface { .. } => to.cast::<[u64; 2]>().write_unaligned([value.ty, value.word]),
                _ if elem != value.ty() => return false,
                _ if desc.is_direct() => {
                    let bytes = value.word.to_le_bytes();
                    std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, desc.size as usize);
                }
                _ => std::ptr::copy(value.word as *const u8, to, desc.size as usize),
            }
        }
        true
    }

    /// What a pointer type points to.
    fn elem(self, types: &Types) -> Option<&Desc> {
        match types.desc(self.ty()).kind {
            TypeKind::Pointer(elem) => Some(types.desc(elem)),
            _ => None,
        }
    }

    /// Stores words where this pointer, which is not nil, points to, as far as its type is long; false if it
    /// points to something that is no number, boolean or string, or something longer.
    fn store_words(self, types: &Types, words: &[u64]) -> bool {
        let Some(desc) = self.elem(types) else { return false };
        let plain = match desc.kind {
            TypeKind::Bool
            | TypeKind::Int(..)
            | TypeKind::Uintptr
            | TypeKind::F32
            | TypeKind::F64
            | TypeKind::C64 => words.len() == 1,
            TypeKind::String | TypeKind::C128 => words.len() == 2,
            _ => false,
        };
        if !plain || self.word == 0 {
            return false;
        }
        // SAFETY: the pointer leads to a value of that size, and the words, little-endian, are at least as
        // long.
        unsafe {
            std::ptr::copy_nonoverlapping(
                words.as_ptr().cast::<u8>(),
                self.word as *mut u8,
                desc.size as usize,
            )
        };
        true
    }

    /// An order of all values: nil first, NaN before other floats, values of one type by what they are, and
    /// others as `by_type` says.
    fn compare(self, other: Value, types: &Types, by_type: TypeOrder) -> Ordering {
        if self.ty != other.ty {
            let (a, b) = (types.desc(self.ty()), types.desc(other.ty()));
            return by_type(a, b).then(self.ty.cmp(&other.ty));
        }
        let (a, b) = (self.word, other.word);
        match &types.desc(self.ty()).kind {
            TypeKind::Nil => Ordering::Equal,
            TypeKind::Int(_, true) => (a as i64).cmp(&(b as i64)),
            TypeKind::F32 => {
                compare_floats(f64::from(f32::from_bits(a as u32)), f64::from(f32::from_bits(b as u32)))
            }
            TypeKind::F64 => compare_floats(f64::from_bits(a), f64::from_bits(b)),
            TypeKind::Bool | TypeKind::Int(_, false) | TypeKind::Uintptr => a.cmp(&b),
            TypeKind::Pointer(_)
            | TypeKind::Map { .. }
            | TypeKind::Chan(_)
            | TypeKind::Func
            | TypeKind::UnsafePointer => a.cmp(&b),
            TypeKind::String => self.string().cmp(other.string()),
            TypeKind::C64 | TypeKind::C128 => {
                let (a, b) =
                    (self.complex(types).unwrap_or_default(), other.complex(types).unwrap_or_default());
                compare_floats(a[0], b[0]).then_with(|| compare_floats(a[1], b[1]))
            }
            TypeKind::Struct(fields) => self.compare_parts(other, types, by_type, fields.len(), Value::field),
            // Elements without size are equal, and there may be any number of them.
            TypeKind::Array(..) if types.desc(self.ty()).size == 0 => Ordering::Equal,
            TypeKind::Array(_, len) => self.compare_parts(other, types, by_type, *len as usize, Value::index),
            TypeKind::Slice(_) | TypeKind::Interface { .. } => Ordering::Equal,
        }
    }

    fn compare_parts(
        self,
        other: Value,
        types: &Types,
        by_type: TypeOrder,
        n: usize,
        part: fn(Value, &Types, usize) -> Option<Value>,
    ) -> Ordering {
        let pairs = (0..n).map(|i| part(self, types, i).zip(part(other, types, i)));
        let orders = pairs.map(|p| p.map_or(Ordering::Equal, |(a, b)| a.compare(b, types, by_type)));
        orders.into_iter().find(|o| *o != Ordering::Equal).unwrap_or(Ordering::Equal)
    }

    /// The bytes of a string. Only for values of kind string.
    fn string<'a>(self) -> &'a [u8] {
        // SAFETY: the data word of a string is the address of its two words.
        let [at, len] = unsafe { *(self.word as *const [usize; 2]) };
        // SAFETY: a string of the guest, alive as long as this value.
        if len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(at as *const u8, len) } }
    }
}

fn compare_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

/// Whether values of a type are plain bits: numbers, booleans, and arrays and structs of such, of which
/// nothing leads to other memory.
fn is_plain(types: &Types, ty: TypeNo) -> bool {
    match &types.desc(ty).kind {
        TypeKind::Bool
        | TypeKind::Int(..)
        | TypeKind::Uintptr
        | TypeKind::F32
        | TypeKind::F64
        | TypeKind::C64
        | TypeKind::C128 => true,
        TypeKind::Array(elem, _) => is_plain(types, *elem),
        TypeKind::Struct(fields) => fields.iter().all(|field| is_plain(types, field.ty)),
        TypeKind::Nil
        | TypeKind::String
        | TypeKind::Pointer(_)
        | TypeKind::Slice(_)
        | TypeKind::Interface { .. }
        | TypeKind::Map { .. }
        | TypeKind::Chan(_)
        | TypeKind::Func
        | TypeKind::UnsafePointer => false,
    }
}

/// How values of different types are ordered.
pub type TypeOrder = fn(&Desc, &Desc) -> Ordering;

impl<'c> AnyRef<'c> {
    fn value(self) -> Value {
        Value { ty: self.ty, word: self.word }
    }

    fn new(value: Value) -> AnyRef<'c> {
        AnyRef { ty: value.ty, word: value.word, brand: PhantomData }
    }

    /// The data word: the bits of a number or boolean, or an address.
    pub fn bits(self) -> u64 {
        self.word
    }
}

impl<'c> Caller<'c> {
    /// The n-th field of a struct. A field of interface type is the value in it, perhaps nil.
    pub fn field(&self, value: AnyRef<'c>, n: usize) -> Option<AnyRef<'c>> {
        value.value().field(self.types(), n).map(AnyRef::new)
    }

    /// The n-th element of an array or slice.
    pub fn index(&self, value: AnyRef<'c>, n: usize) -> Option<AnyRef<'c>> {
        value.value().index(self.types(), n).map(AnyRef::new)
    }

    /// What a pointer that is not nil points to.
    pub fn deref(&self, value: AnyRef<'c>) -> Option<AnyRef<'c>> {
        value.value().deref(self.types()).map(AnyRef::new)
    }

    /// Length of a string, array, slice or map. (Channels tell their own.)
    pub fn len_of(&self, value: AnyRef<'c>) -> Option<u64> {
        value.value().len(self.types())
    }

    /// Capacity of an array or slice.
    pub fn cap_of(&self, value: AnyRef<'c>) -> Option<u64> {
        value.value().cap(self.types())
    }

    /// The bytes of a string, or of an array or slice of bytes.
    pub fn bytes_of(&self, value: AnyRef<'c>) -> Option<StrRef<'c>> {
        let (at, len) = value.value().byte_range(self.types())?;
        Some(StrRef { at: at as *const u8, len: len as usize, brand: PhantomData })
    }

    /// The bytes of an array or slice of bytes, shared with it.
    pub fn byte_slice_of(&self, value: AnyRef<'c>) -> Option<SliceRef<'c, u8>> {
        let (at, len) = value.value().byte_range(self.types())?;
        let len = len as usize;
        Some(SliceRef { at: at as *mut u8, len, cap: len, brand: PhantomData })
    }

    /// The memory of the plain data that a value leads to: of what a pointer points to, of the elements of a
    /// slice, or of the value itself where it does not fit its data word; and the type of each value there.
    /// `None` for everything else.
    pub fn plain_data(&self, value: AnyRef<'c>) -> Option<(TypeNo, StrRef<'c>)> {
        let (types, ty) = (self.types(), value.type_number());
        let itself = || (!types.desc(ty).is_direct()).then_some((ty, value.word, 1));
        let (ty, at, count) = value.value().target(types).or_else(itself)?;
        let len = is_plain(types, ty).then(|| count * types.desc(ty).size)?;
        Some((ty, StrRef { at: at as *const u8, len: len as usize, brand: PhantomData }))
    }

    /// The memory of the plain data that a pointer or a slice leads to, to be written, and the type of each
    /// value there.
    pub fn plain_data_mut(&self, value: AnyRef<'c>) -> Option<(TypeNo, SliceRef<'c, u8>)> {
        let types = self.types();
        let (ty, at, count) = value.value().target(types)?;
        let len = is_plain(types, ty).then(|| count * types.desc(ty).size)? as usize;
        Some((ty, SliceRef { at: at as *mut u8, len, cap: len, brand: PhantomData }))
    }

    /// What identifies a pointer, map, channel, function or slice: its word, or where its elements are.
    pub fn pointer_of(&self, value: AnyRef<'c>) -> Option<u64> {
        value.value().pointer(self.types())
    }

    /// Real and imaginary part of a complex number.
    pub fn complex_of(&self, value: AnyRef<'c>) -> Option<[f64; 2]> {
        value.value().complex(self.types())
    }

    /// What the type of a pointer points to.
    pub fn elem_of(&self, value: AnyRef<'c>) -> Option<&'c Desc> {
        value.value().elem(self.types())
    }

    /// Exchanges two elements of a slice; false if it is none or has not got them.
    pub fn swap(&mut self, slice: AnyRef<'c>, i: i64, j: i64) -> bool {
        slice.value().swap(self.types(), i, j)
    }

    /// Stores `value` where `pointer`, which is not nil, points to; false if the types do not allow it. An
    /// interface takes everything: the front end asks only for values that implement it.
    pub fn store(&mut self, pointer: AnyRef<'c>, value: AnyRef<'c>) -> bool {
        self.keep_what_is_at(pointer);
        pointer.value().store(self.types(), value.value())
    }

    /// Stores the bits of a number or boolean where a pointer points to; false if it points to something
    /// else.
    pub fn store_bits(&mut self, pointer: AnyRef<'c>, words: &[u64]) -> bool {
        let text = self.elem_of(pointer).is_some_and(|d| d.kind == TypeKind::String);
        !text && pointer.value().store_words(self.types(), words)
    }

    /// Stores a string where a pointer points to; false if it points to something else.
    pub fn store_text(&mut self, pointer: AnyRef<'c>, text: StrRef<'c>) -> bool {
        let fits = self.elem_of(pointer).is_some_and(|d| d.kind == TypeKind::String);
        self.keep_what_is_at(pointer);
        fits && pointer.value().store_words(self.types(), &[text.at as u64, text.len as u64])
    }

    /// What a store is about to replace stays alive until the native returns.
    fn keep_what_is_at(&self, pointer: AnyRef<'c>) {
        let Some(old) = pointer.value().deref(self.types()) else { return };
        let desc = self.types().desc(old.ty());
        if desc.is_direct() {
            self.keep(old.word as usize);
            return;
        }
        if !self.types().is_made(old.ty()) && !self.has_pointers(desc.class) {
            return;
        }
        let words = desc.size / 8;
        for n in 0..words {
            // SAFETY: the value lies in memory, and has so many whole words.
            self.keep(unsafe { (old.word as *const usize).add(n as usize).read_unaligned() });
        }
    }

    /// A value of a type, with its zero value; of a pointer type, a pointer to a new zero value.
    ///
    /// # Errors
    /// Ends the run where the memory limit does not allow it; so for all below.
    pub fn zero_value(&mut self, ty: TypeNo) -> Result<AnyRef<'c>, Stop> {
        let types = self.types();
        let desc = types.desc(ty);
        let word = match desc.kind {
            TypeKind::Pointer(elem) => self.new_value(elem)?,
            _ if desc.is_direct() => 0,
            _ => self.new_value(ty)?,
        };
        Ok(AnyRef::new(Value { ty: u64::from(ty), word: word as u64 }))
    }

    /// A value of type `ty` whose data word leads to a string in memory that has the class of type `boxed`:
    /// how guests have error texts. The front end's types `ty` are such strings, or pointers to such.
    pub fn new_boxed_text(&mut self, ty: TypeNo, text: &str, boxed: TypeNo) -> Result<AnyRef<'c>, Stop> {
        let class = self.types().desc(boxed).class;
        assert!(self.vm().heap.class_size(class) >= 16, "a string is two words");
        let at = self.new_string(text.as_bytes())?;
        let boxed = self.new_object(class)?;
        // SAFETY: a fresh object of at least a string's size.
        unsafe { *(boxed as *mut [u64; 2]) = [at.at as u64, at.len as u64] };
        Ok(AnyRef::new(Value { ty: u64::from(ty), word: boxed as u64 }))
    }

    /// A copy of the value in fresh memory, if it lies in memory.
    pub fn copy_value(&mut self, value: AnyRef<'c>) -> Result<AnyRef<'c>, Stop> {
        let desc = self.types().desc(value.type_number());
        if desc.is_direct() || desc.size == 0 {
            return Ok(value);
        }
        self.charge_bytes(desc.size as usize);
        let to = self.new_value(value.type_number())?;
        let size = desc.size as usize;
        // SAFETY: both hold a value of the type; the old one is named by a handle, so alive, and the new one
        // is fresh.
        unsafe { std::ptr::copy_nonoverlapping(value.word as *const u8, to as *mut u8, size) };
        Ok(AnyRef::new(Value { ty: value.ty, word: to as u64 }))
    }

    /// Keys and values of a map in turn, as a fresh slice; sorted by key if an order of types is given.
    pub fn entries(&mut self, map: AnyRef<'c>, order: Option<TypeOrder>) -> Result<SliceRef<'c, Any>, Stop> {
        let types = self.types();
        let TypeKind::Map { key, value, map: number } = types.desc(map.type_number()).kind else {
            return Ok(SliceRef::empty());
        };
        let described = types.map(number);
        let (at, layout) = (map.word as *const u8, described.layout);
        // SAFETY: null or a map.
        let len = unsafe { map::map_len(at) };
        let Some(layout) = layout.filter(|_| len > 0) else { return Ok(SliceRef::empty()) };
        let buffer = self.new_words(len * 4)? as *mut [Value; 2];
        let mut cost = 0;
        // SAFETY: a map of this type, which nothing changes meanwhile, and a fresh buffer with room for its
        // entries, which no handle names yet.
        let entries = unsafe {
            let mut iter = map::map_iter(at);
            let mut n = 0;
            while let Some((k, v)) = map::map_next(&layout, &mut iter, &types.keys(described), &mut cost) {
                if n == len {
                    break;
                }
                let entry = [Value::load(types, key, k as u64), Value::load(types, value, v as u64)];
                buffer.add(n).write(entry);
                n += 1;
            }
            std::slice::from_raw_parts_mut(buffer, n)
        };
        if let Some(order) = order {
            entries.sort_by(|a, b| a[0].compare(b[0], types, order));
            cost += len as u64 * 32 * u64::from(len.ilog2() + 1);
        }
        let count = entries.len() * 2;
        self.charge_bytes(cost as usize + len * 32);
        Ok(SliceRef { at: buffer.cast(), len: count, cap: count, brand: PhantomData })
    }
}
