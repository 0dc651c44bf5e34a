//! Interface values taken apart by their run-time types: fields, elements, entries. What printing, sorting and
//! reflection in guest libraries stand on.
//!
//! A [`Value`] can only be had from a guest's own words, so what it leads to is alive as long as the call that got
//! it: arguments keep it so, and the heap does not move. Nothing is copied: elements that do not fit a word are
//! seen where they lie.

use std::cmp::Ordering;

use crate::heap::LayoutId;
use crate::map;
use crate::native::{Call, Stop};
use crate::types::{Desc, Kind, TypeNo, Types};

/// A value with its type: the two words of an interface.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Value {
    ty: u64,
    word: u64,
}

impl Value {
    pub fn ty(self) -> TypeNo {
        self.ty as TypeNo
    }

    /// The data word: the value itself, or its address.
    pub fn word(self) -> u64 {
        self.word
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
            Kind::Nil => 0,
            Kind::Int(size, true) => {
                let unused = 64 - 8 * u32::from(size);
                ((read(u64::from(size)) << unused) as i64 >> unused) as u64
            }
            Kind::Interface { .. } => {
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
    pub fn field(self, types: &Types, n: usize) -> Option<Value> {
        match &types.desc(self.ty()).kind {
            Kind::Struct(fields) => {
                let field = fields.get(n)?;
                // SAFETY: the data word of a struct is its address, and the field lies in it.
                Some(unsafe { Value::load(types, field.ty, self.word.wrapping_add(field.offset)) })
            }
            _ => None,
        }
    }

    /// Where the elements of an array or slice are: their type, the address of the first, how many, and room for how
    /// many.
    fn elements(self, types: &Types) -> Option<(TypeNo, u64, u64, u64)> {
        match types.desc(self.ty()).kind {
            Kind::Array(elem, len) => Some((elem, self.word, len, len)),
            Kind::Slice(elem) => {
                // SAFETY: the data word of a slice is the address of its three words.
                let [at, len, cap] = unsafe { *(self.word as *const [u64; 3]) };
                Some((elem, at, len, cap))
            }
            _ => None,
        }
    }

    /// The n-th element of an array or slice.
    pub fn index(self, types: &Types, n: usize) -> Option<Value> {
        let (elem, at, len, _) = self.elements(types)?;
        let size = types.desc(elem).size;
        // SAFETY: elements lie in a row, and `n` is one of them.
        ((n as u64) < len).then(|| unsafe { Value::load(types, elem, at + n as u64 * size) })
    }

    /// What a pointer that is not nil points to.
    pub fn deref(self, types: &Types) -> Option<Value> {
        match types.desc(self.ty()).kind {
            // SAFETY: a pointer of the guest to a value of that type.
            Kind::Pointer(elem) if self.word != 0 => Some(unsafe { Value::load(types, elem, self.word) }),
            _ => None,
        }
    }

    /// Length of a string, array, slice or map. (Channels tell their own.)
    pub fn len(self, types: &Types) -> Option<u64> {
        match types.desc(self.ty()).kind {
            // SAFETY: the data word of a string is the address of its two words.
            Kind::String => Some(unsafe { (*(self.word as *const [u64; 2]))[1] }),
            // SAFETY: null or a map.
            Kind::Map { .. } => Some(unsafe { map::map_len(self.word as *const u8) } as u64),
            _ => self.elements(types).map(|e| e.2),
        }
    }

    /// Capacity of an array or slice.
    pub fn cap(self, types: &Types) -> Option<u64> {
        self.elements(types).map(|e| e.3)
    }

    /// Address and length of the bytes of a string, or of an array or slice of bytes.
    pub fn byte_range(self, types: &Types) -> Option<(u64, u64)> {
        if types.desc(self.ty()).kind == Kind::String {
            // SAFETY: as in `len`.
            let [at, len] = unsafe { *(self.word as *const [u64; 2]) };
            return Some((at, len));
        }
        let (elem, at, len, _) = self.elements(types)?;
        matches!(types.desc(elem).kind, Kind::Int(1, _)).then_some((at, len))
    }

    /// What `%p` prints: the word of a pointer, map, channel or function, or where a slice's elements are.
    pub fn pointer(self, types: &Types) -> Option<u64> {
        match types.desc(self.ty()).kind {
            Kind::Pointer(_) | Kind::Map { .. } | Kind::Chan(_) | Kind::Func | Kind::UnsafePointer => {
                Some(self.word)
            }
            Kind::Slice(_) => self.elements(types).map(|e| e.1),
            _ => None,
        }
    }

    /// Real and imaginary part of a complex number.
    pub fn complex(self, types: &Types) -> Option<[f64; 2]> {
        match types.desc(self.ty()).kind {
            // SAFETY: the data word of a complex number is its address.
            Kind::C64 => Some(unsafe { *(self.word as *const [f32; 2]) }.map(f64::from)),
            // SAFETY: as above.
            Kind::C128 => Some(unsafe { *(self.word as *const [f64; 2]) }),
            _ => None,
        }
    }

    /// Exchanges two elements of a slice; false if it is none or has not got them.
    pub fn swap(self, types: &Types, i: i64, j: i64) -> bool {
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
    pub fn store(self, types: &Types, value: Value) -> bool {
        let Kind::Pointer(elem) = types.desc(self.ty()).kind else { return false };
        if self.word == 0 {
            return false;
        }
        let (desc, to) = (types.desc(elem), self.word as *mut u8);
        // SAFETY: the pointer leads to a value of `elem`'s size; sources hold as much.
        unsafe {
            match desc.kind {
                Kind::Interface { .. } => to.cast::<[u64; 2]>().write_unaligned([value.ty, value.word]),
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
    pub fn elem(self, types: &Types) -> Option<&Desc> {
        match types.desc(self.ty()).kind {
            Kind::Pointer(elem) => Some(types.desc(elem)),
            _ => None,
        }
    }

    /// Stores words where this pointer, which is not nil, points to, as far as its type is long; false if it
    /// points to something that is no number, boolean or string, or something longer.
    pub fn store_words(self, types: &Types, words: &[u64]) -> bool {
        let Some(desc) = self.elem(types) else { return false };
        let plain = match desc.kind {
            Kind::Bool | Kind::Int(..) | Kind::Uintptr | Kind::F32 | Kind::F64 | Kind::C64 => {
                words.len() == 1
            }
            Kind::String | Kind::C128 => words.len() == 2,
            _ => false,
        };
        if !plain || self.word == 0 {
            return false;
        }
        // SAFETY: the pointer leads to a value of that size, and the words, little-endian, are at least as long.
        unsafe {
            std::ptr::copy_nonoverlapping(
                words.as_ptr().cast::<u8>(),
                self.word as *mut u8,
                desc.size as usize,
            )
        };
        true
    }

    /// The order in which Go prints the keys of maps: nil first, NaN before other floats, then by type and value.
    pub fn compare(self, other: Value, types: &Types) -> Ordering {
        if self.ty != other.ty {
            let (a, b) = (types.desc(self.ty()), types.desc(other.ty()));
            return type_rank(a)
                .cmp(&type_rank(b))
                .then_with(|| a.name.cmp(&b.name))
                .then(self.ty.cmp(&other.ty));
        }
        let (a, b) = (self.word, other.word);
        match &types.desc(self.ty()).kind {
            Kind::Nil => Ordering::Equal,
            Kind::Int(_, true) => (a as i64).cmp(&(b as i64)),
            Kind::F32 => {
                compare_floats(f64::from(f32::from_bits(a as u32)), f64::from(f32::from_bits(b as u32)))
            }
            Kind::F64 => compare_floats(f64::from_bits(a), f64::from_bits(b)),
            Kind::Bool | Kind::Int(_, false) | Kind::Uintptr => a.cmp(&b),
            Kind::Pointer(_) | Kind::Map { .. } | Kind::Chan(_) | Kind::Func | Kind::UnsafePointer => {
                a.cmp(&b)
            }
            Kind::String => self.string().cmp(other.string()),
            Kind::C64 | Kind::C128 => {
                let (a, b) =
                    (self.complex(types).unwrap_or_default(), other.complex(types).unwrap_or_default());
                compare_floats(a[0], b[0]).then_with(|| compare_floats(a[1], b[1]))
            }
            Kind::Struct(fields) => self.compare_parts(other, types, fields.len(), Value::field),
            Kind::Array(_, len) => self.compare_parts(other, types, *len as usize, Value::index),
            Kind::Slice(_) | Kind::Interface { .. } => Ordering::Equal,
        }
    }

    fn compare_parts(
        self,
        other: Value,
        types: &Types,
        n: usize,
        part: fn(Value, &Types, usize) -> Option<Value>,
    ) -> Ordering {
        let pairs = (0..n).map(|i| part(self, types, i).zip(part(other, types, i)));
        let orders = pairs.map(|p| p.map_or(Ordering::Equal, |(a, b)| a.compare(b, types)));
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

/// Where Go's linker puts the descriptor of a type among others, as far as that can be told: keys of different types
/// are printed in that order.
fn type_rank(desc: &Desc) -> u8 {
    let rank = match desc.kind {
        Kind::Nil => return 0,
        Kind::String => 2,
        Kind::Int(1, signed) => 4 - u8::from(signed),
        Kind::Int(2, signed) => 6 - u8::from(signed),
        Kind::Int(4, signed) => 8 - u8::from(signed),
        Kind::Int(_, signed) if desc.name.ends_with("64") => 10 - u8::from(signed),
        Kind::Int(_, signed) => 12 - u8::from(signed),
        Kind::Uintptr => 13,
        Kind::C64 => 14,
        Kind::C128 => 15,
        Kind::F32 => 16,
        Kind::F64 => 17,
        Kind::Bool => 18,
        Kind::UnsafePointer => 19,
        Kind::Pointer(_) => 20,
        Kind::Chan(_) => 21,
        Kind::Array(..) => 22,
        Kind::Struct(_) => 23,
        Kind::Slice(_) | Kind::Map { .. } | Kind::Func | Kind::Interface { .. } => 24,
    };
    if desc.named && rank < 20 { 1 } else { rank }
}

fn compare_floats(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| b.is_nan().cmp(&a.is_nan()))
}

impl<'a> Call<'a> {
    /// The bytes of [`Value::byte_range`]: alive as long as the value, which is one of the arguments.
    pub fn guest_value_bytes(&self, value: Value, types: &Types) -> Option<&'a [u8]> {
        let (at, len) = value.byte_range(types)?;
        Some(if len == 0 {
            &[]
        } else {
            // SAFETY: a string or bytes of the guest.
            unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) }
        })
    }

    /// The interface value in arguments `n` and `n + 1`.
    pub fn value(&self, n: usize) -> Value {
        Value { ty: self.word(n), word: self.word(n + 1) }
    }

    /// Sets results `n` and `n + 1`.
    pub fn ret_value(&mut self, n: usize, value: Value) {
        self.ret(n, value.ty);
        self.ret(n + 1, value.word);
    }

    /// The same value in fresh memory, if it lies in memory.
    pub fn copy_value(&mut self, types: &Types, value: Value) -> Result<Value, Stop> {
        let desc = types.desc(value.ty());
        if desc.is_direct() || desc.size == 0 {
            return Ok(value);
        }
        self.charge_bytes(desc.size as usize);
        let to = self.vm.new_object(desc.class)?;
        // SAFETY: both hold a value of the type; the old one is an argument, so alive and not moved.
        unsafe { std::ptr::copy_nonoverlapping(value.word as *const u8, to as *mut u8, desc.size as usize) };
        Ok(Value { ty: value.ty, word: to as u64 })
    }

    /// Keys and values of a map in turn, as a fresh slice of interface values in results 0 to 2; sorted by key if
    /// asked.
    pub fn ret_entries(&mut self, map: Value, sorted: bool) -> Result<(), Stop> {
        let types = self.vm.shared.types.clone();
        let Kind::Map { key, value, map: number } = types.desc(map.ty()).kind else {
            (0..3).for_each(|n| self.ret(n, 0));
            return Ok(());
        };
        let (at, layout) = (map.word as *const u8, types.maps[number as usize].layout);
        // SAFETY: null or a map.
        let len = unsafe { map::map_len(at) };
        let Some(layout) = layout.filter(|_| len > 0) else {
            (0..3).for_each(|n| self.ret(n, 0));
            return Ok(());
        };
        let buffer = self.vm.new_words(len * 4)?;
        let mut cost = 0;
        // SAFETY: a map of this type, which nothing changes meanwhile, and a fresh buffer with room for its entries.
        let entries = unsafe {
            let mut iter = map::map_iter(at);
            let mut n = 0;
            while let Some((k, v)) = map::map_next(&layout, &mut iter, &types.keys(key), &mut cost) {
                if n == len {
                    break;
                }
                let entry = [Value::load(&types, key, k as u64), Value::load(&types, value, v as u64)];
                (buffer as *mut [Value; 2]).add(n).write(entry);
                n += 1;
            }
            std::slice::from_raw_parts_mut(buffer as *mut [Value; 2], n)
        };
        if sorted {
            entries.sort_by(|a, b| a[0].compare(b[0], &types));
            cost += len as u64 * 32 * u64::from(len.ilog2() + 1);
        }
        let count = entries.len() as u64 * 2;
        self.charge_bytes(cost as usize + len * 32);
        self.ret(0, buffer as u64);
        self.ret(1, count);
        self.ret(2, count);
        Ok(())
    }
}

impl crate::vm::Vm {
    /// `n` zeroed words that may hold pointers.
    pub fn new_words(&mut self, n: usize) -> Result<usize, Stop> {
        use purlin_base::gas;
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64 * 8));
        self.allocate(|heap| heap.alloc_sized(LayoutId::ALL, n * 8))
    }
}

impl Call<'_> {
    /// A fresh slice of strings in results `n` to `n + 2`.
    pub fn ret_strings<S: AsRef<[u8]>>(&mut self, n: usize, strings: &[S]) -> Result<(), Stop> {
        let buffer = self.vm.new_words(strings.len() * 2)?;
        for (i, s) in strings.iter().enumerate() {
            let at = self.vm.new_bytes(s.as_ref())?;
            // SAFETY: a fresh buffer with room for all of them; nothing was freed that a local leads to.
            unsafe { (buffer as *mut [u64; 2]).add(i).write([at as u64, s.as_ref().len() as u64]) };
        }
        self.ret(n, buffer as u64);
        self.ret_int(n + 1, strings.len() as i64);
        self.ret_int(n + 2, strings.len() as i64);
        Ok(())
    }
}
