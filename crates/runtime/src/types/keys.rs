//! Plans of keys: what hashing and comparing a key of several words takes, worked out once a map type, so
//! that searches do not walk descriptors. Knows nothing of maps but what they ask of keys, nor of what a
//! key's work costs beyond that it is what walking the descriptors counts.

use super::equality::{positive_zero, read, string};
use super::{TypeKind, TypeNo, Types};
use crate::map::hash::Mix;

/// A part of a key, by its offset.
#[derive(Clone, Copy, PartialEq, Debug)]
enum KeyPart {
    /// Bytes that are equal if their bits are, without padding: offset and length.
    Bytes(u32, u32),
    String(u32),
    F32(u32),
    F64(u32),
}

/// What is left of a key's type when its structure is taken away: the parts that count, in order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct KeyPlan {
    parts: Box<[KeyPart]>,
    /// What hashing a key counts, apart from the bytes of its strings.
    units: u64,
    has_strings: bool,
}

/// Parts of a plan at most; arrays of many strings are walked by their descriptors.
const MAX_PARTS: usize = 16;
/// Values within a key at most, so that making a plan takes no time worth mentioning.
const MAX_UNITS: u64 = 1024;

impl KeyPlan {
    /// `None` if the type has parts whose own types are known at run time only, or too many.
    pub(super) fn new(types: &Types, ty: TypeNo) -> Option<KeyPlan> {
        let mut made = Making { types, parts: Vec::new(), units: 0 };
        made.add(ty, 0)?;
        let has_strings = made.parts.iter().any(|part| matches!(part, KeyPart::String(_)));
        Some(KeyPlan { parts: made.parts.into(), units: made.units, has_strings })
    }

    /// What hashing the key counts.
    ///
    /// # Safety
    /// The address holds a key of the plan's type.
    #[inline]
    pub(super) unsafe fn units(&self, key: *const u8) -> u64 {
        let mut units = self.units;
        if self.has_strings {
            for part in &self.parts {
                if let KeyPart::String(offset) = *part {
                    // SAFETY: the caller's promise.
                    units += unsafe { string(key.add(offset as usize)) }.len() as u64 / 16;
                }
            }
        }
        units
    }

    /// # Safety
    /// The address holds a key of the plan's type.
    #[inline]
    pub(super) unsafe fn hash(&self, key: *const u8, mix: &Mix) -> u64 {
        let mut hash = 0;
        for part in &self.parts {
            // SAFETY: the caller's promise; parts lie within the key.
            let word = unsafe {
                match *part {
                    KeyPart::Bytes(offset, 8) => read::<u64>(key.add(offset as usize)),
                    KeyPart::Bytes(offset, len) => {
                        mix.bytes(std::slice::from_raw_parts(key.add(offset as usize), len as usize))
                    }
                    KeyPart::String(offset) => mix.bytes(string(key.add(offset as usize))),
                    KeyPart::F32(offset) => positive_zero(f64::from(read::<f32>(key.add(offset as usize)))),
                    KeyPart::F64(offset) => positive_zero(read::<f64>(key.add(offset as usize))),
                }
            };
            hash = mix.combine(hash, word);
        }
        hash
    }

    /// Whether two keys are equal.
    ///
    /// # Safety
    /// Both addresses hold a key of the plan's type.
    #[inline]
    pub(super) unsafe fn equal(&self, a: *const u8, b: *const u8) -> bool {
        self.parts.iter().all(|part| {
            // SAFETY: the caller's promise; parts lie within the key.
            unsafe {
                match *part {
                    KeyPart::Bytes(offset, 8) => same::<u64>(a, b, offset),
                    KeyPart::Bytes(offset, 16) => same::<[u64; 2]>(a, b, offset),
                    KeyPart::Bytes(offset, len) => {
                        let bytes =
                            |at: *const u8| std::slice::from_raw_parts(at.add(offset as usize), len as usize);
                        bytes(a) == bytes(b)
                    }
                    KeyPart::String(offset) => {
                        string(a.add(offset as usize)) == string(b.add(offset as usize))
                    }
                    KeyPart::F32(offset) => same::<f32>(a, b, offset),
                    KeyPart::F64(offset) => same::<f64>(a, b, offset),
                }
            }
        })
    }
}

/// # Safety
/// Both addresses hold a `T` at the offset.
#[inline(always)]
unsafe fn same<T: Copy + PartialEq>(a: *const u8, b: *const u8, offset: u32) -> bool {
    // SAFETY: the caller's promise.
    unsafe { read::<T>(a.add(offset as usize)) == read::<T>(b.add(offset as usize)) }
}

/// A plan that is being made.
struct Making<'a> {
    types: &'a Types,
    parts: Vec<KeyPart>,
    units: u64,
}

impl Making<'_> {
    /// Adds a value at an offset, with what is in it, in the order in which walking it goes.
    fn add(&mut self, ty: TypeNo, at: u64) -> Option<()> {
        self.units += 1;
        let offset = u32::try_from(at).ok().filter(|_| self.units <= MAX_UNITS)?;
        let desc = self.types.desc(ty);
        match &desc.kind {
            TypeKind::Bool | TypeKind::Int(..) | TypeKind::Uintptr => self.bytes(offset, desc.size),
            TypeKind::Pointer(_) | TypeKind::Chan(_) | TypeKind::UnsafePointer => {
                self.bytes(offset, desc.size)
            }
            TypeKind::F32 => self.part(KeyPart::F32(offset)),
            TypeKind::F64 => self.part(KeyPart::F64(offset)),
            TypeKind::C64 => {
                self.part(KeyPart::F32(offset)).and_then(|()| self.part(KeyPart::F32(offset + 4)))
            }
            TypeKind::C128 => {
                self.part(KeyPart::F64(offset)).and_then(|()| self.part(KeyPart::F64(offset + 8)))
            }
            TypeKind::String => self.part(KeyPart::String(offset)),
            TypeKind::Array(elem, len) => {
                let size = self.types.desc(*elem).size;
                (0..*len).try_for_each(|n| self.add(*elem, at + n * size))
            }
            TypeKind::Struct(fields) => {
                let mut named = fields.iter().filter(|field| field.name != "_");
                named.try_for_each(|field| self.add(field.ty, at + field.offset))
            }
            TypeKind::Nil | TypeKind::Interface { .. } => None,
            TypeKind::Slice(_) | TypeKind::Map { .. } | TypeKind::Func => None,
        }
    }

    fn part(&mut self, part: KeyPart) -> Option<()> {
        self.parts.push(part);
        (self.parts.len() <= MAX_PARTS).then_some(())
    }

    /// Bytes that follow others are one part with them.
    fn bytes(&mut self, offset: u32, size: u64) -> Option<()> {
        let size = u32::try_from(size).ok()?;
        match self.parts.last_mut() {
            Some(KeyPart::Bytes(first, len)) if *first + *len == offset => *len += size,
            _ => return self.part(KeyPart::Bytes(offset, size)),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Desc, Field, Work};
    use super::*;
    use crate::heap::ClassId;
    use crate::map::hash::{SECRET, keep_secret};

    fn push(types: &mut Types, kind: TypeKind, size: u64) -> TypeNo {
        types.descs.push(Desc {
            name: String::new(),
            long_name: String::new(),
            kind,
            size,
            named: false,
            word: false,
            comparable: true,
            class: ClassId(0),
            methods: Vec::new(),
            detail: None,
        });
        types.descs.len() as TypeNo - 1
    }

    fn structure(types: &mut Types, fields: &[(&str, TypeNo, u64)], size: u64) -> TypeNo {
        let field = |&(name, ty, offset): &(&str, TypeNo, u64)| Field {
            name: name.into(),
            offset,
            ty,
            exported: true,
            embedded: false,
            tag: Box::default(),
        };
        let fields = fields.iter().map(field).collect();
        push(types, TypeKind::Struct(fields), size)
    }

    /// A type with parts of every kind that a plan has, padding, a field without a name, and the type of an
    /// interface.
    fn types() -> (Types, TypeNo, TypeNo) {
        let mut types = Types::default();
        let of = &mut types;
        push(of, TypeKind::Nil, 0);
        let byte = push(of, TypeKind::Int(1, false), 1);
        let word = push(of, TypeKind::Int(8, true), 8);
        let (float, double) = (push(of, TypeKind::F32, 4), push(of, TypeKind::F64, 8));
        let (complex, text) = (push(of, TypeKind::C128, 16), push(of, TypeKind::String, 16));
        let pair = push(of, TypeKind::Array(byte, 2), 2);
        let nothing = structure(of, &[], 0);
        let empty = push(of, TypeKind::Array(word, 0), 0);
        let inner = structure(of, &[("X", float, 0), ("Y", pair, 4)], 8);
        let all = structure(
            of,
            &[
                ("A", word, 0),
                ("B", text, 8),
                ("C", pair, 24),
                ("_", byte, 26),
                ("D", byte, 27),
                ("E", double, 32),
                ("F", complex, 40),
                ("G", inner, 56),
                ("H", nothing, 64),
                ("I", empty, 64),
                ("J", word, 64),
                ("K", word, 72),
                ("L", word, 80),
            ],
            88,
        );
        let interface = push(of, TypeKind::Interface { empty: true }, 16);
        (types, all, interface)
    }

    #[test]
    fn a_plan_says_what_the_descriptors_say() {
        keep_secret();
        let (types, all, _) = types();
        let plan = KeyPlan::new(&types, all).expect("a type without interfaces");
        let texts = ["", "key", "key", "a key that is longer than a few words"].map(String::from);
        // Each byte of a key in turn is another one; strings and floats have values that are equal in other
        // bits.
        let mut keys: Vec<[u64; 11]> = Vec::new();
        let set_text = |key: &mut [u64; 11], text: &String| {
            (key[1], key[2]) = (text.as_ptr() as u64, text.len() as u64);
        };
        for text in &texts {
            let mut key = [7; 11];
            set_text(&mut key, text);
            keys.push(key);
        }
        for byte in (0..88).filter(|byte| !(8..24).contains(byte)) {
            let mut key = [7; 11];
            set_text(&mut key, &texts[1]);
            key[byte / 8] ^= 1 << (8 * (byte % 8) + 3);
            keys.push(key);
        }
        for zero in [0.0_f64, -0.0, f64::NAN] {
            let mut key = [0; 11];
            set_text(&mut key, &texts[0]);
            key[4..7].fill(zero.to_bits());
            keys.push(key);
        }
        let at = |key: &[u64; 11]| key.as_ptr().cast::<u8>();
        let mut equal_ones = 0;
        for a in &keys {
            // SAFETY: the keys are values of the type, whose strings live.
            unsafe {
                let work = Work::default();
                types.hash(all, at(a), &work).unwrap();
                assert_eq!(plan.units(at(a)) as i64, work.units());
            }
            for b in &keys {
                // SAFETY: the keys are values of the type, whose strings live.
                let (equal, planned) =
                    unsafe { (types.equal(all, at(a), at(b), &Work::default()), plan.equal(at(a), at(b))) };
                assert_eq!(equal, Ok(planned), "{a:x?} {b:x?}");
                equal_ones += usize::from(planned);
                // SAFETY: the keys are values of the type, whose strings live.
                let hashes = unsafe { (plan.hash(at(a), &SECRET), plan.hash(at(b), &SECRET)) };
                assert_eq!(hashes.0 == hashes.1, planned || std::ptr::eq(a, b), "{a:x?} {b:x?}");
            }
        }
        assert!(equal_ones > keys.len(), "equal keys in other bits");
    }

    #[test]
    fn only_types_that_say_all_have_plans() {
        let (mut types, all, interface) = types();
        assert!(KeyPlan::new(&types, interface).is_none());
        let holds = structure(&mut types, &[("A", interface, 0)], 16);
        assert!(KeyPlan::new(&types, holds).is_none());
        let many = push(&mut types, TypeKind::Array(all, 3), 264);
        assert!(KeyPlan::new(&types, many).is_none());
        let word = push(&mut types, TypeKind::Int(8, false), 8);
        let long = push(&mut types, TypeKind::Array(word, 2000), 16000);
        assert!(KeyPlan::new(&types, long).is_none());
        let row = push(&mut types, TypeKind::Array(word, 1000), 8000);
        let plan = KeyPlan::new(&types, row).expect("bytes in a row");
        assert_eq!((&*plan.parts, plan.units), (&[KeyPart::Bytes(0, 8000)][..], 1001));
    }
}
