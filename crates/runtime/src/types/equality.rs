//! Equality and hashing by descriptor. Values inside values wait on a list rather than on the host's stack,
//! so chains of interfaces may be as deep as they like. Knows nothing of maps but what they ask of keys.

use std::cell::Cell;

use smallvec::SmallVec;

use super::{KeyPlan, Map, TypeKind, TypeNo, Types};
use crate::map::KeyOps;
use crate::map::hash::{FIXED, Mix, SECRET};

/// Why two values cannot be compared, or one hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Incomparable {
    /// A type that has no equality.
    Type(TypeNo),
    /// More than `MAX_PENDING` values that are begun, or more work than there may be.
    TooDeep,
}

/// Values that are begun and not finished at one time: 32 MiB of them. Each lies in an object of the guest's
/// heap of its own, or is nested in one as its type says.
const MAX_PENDING: usize = 1 << 20;

/// What comparing or hashing has taken, in units of gas. Values that share parts may be far larger than the
/// memory that they take, so there is a limit.
#[derive(Default)]
pub struct Work(Cell<u64>);

/// Half a second or so.
pub(super) const MAX_WORK: u64 = 1 << 27;

impl Work {
    fn add(&self, units: u64) -> Result<(), Incomparable> {
        self.0.set(self.0.get() + units);
        if self.0.get() > MAX_WORK { Err(Incomparable::TooDeep) } else { Ok(()) }
    }

    /// What was done so far, in units of gas; at most 2^27 and what one step takes.
    pub fn units(&self) -> i64 {
        self.0.get() as i64
    }
}

/// Values of one type: one to be hashed, two to be compared.
type Addresses<const N: usize> = [*const u8; N];

/// What is left of an array or a struct.
struct Rest<const N: usize> {
    ty: TypeNo,
    /// The element or field that comes next.
    next: u64,
    at: Addresses<N>,
}

/// The arrays and structs that the walk is in, outermost first.
struct Pending<const N: usize>(SmallVec<[Rest<N>; 4]>);

impl<const N: usize> Pending<N> {
    fn push(&mut self, ty: TypeNo, at: Addresses<N>) -> Result<(), Incomparable> {
        if self.0.len() == MAX_PENDING {
            return Err(Incomparable::TooDeep);
        }
        self.0.push(Rest { ty, next: 0, at });
        Ok(())
    }

    /// The next value in order. What it is the last part of is off the list by then, so a chain of last parts
    /// takes no room.
    fn next(&mut self, types: &Types) -> Option<(TypeNo, Addresses<N>)> {
        while let Some(rest) = self.0.last_mut() {
            let (part, at, more) = match &types.desc(rest.ty).kind {
                TypeKind::Array(elem, len) => {
                    let offset = rest.next * types.desc(*elem).size;
                    let part = (rest.next < *len).then_some((*elem, offset));
                    rest.next += 1;
                    (part, rest.at, rest.next < *len)
                }
                TypeKind::Struct(fields) => {
                    let named = |n: &usize| fields[*n].name != "_";
                    let found = (rest.next as usize..fields.len()).find(named);
                    let part = found.map(|n| (fields[n].ty, fields[n].offset));
                    rest.next = found.map_or(fields.len(), |n| n + 1) as u64;
                    (part, rest.at, (rest.next as usize) < fields.len())
                }
                _ => (None, rest.at, false),
            };
            if !more {
                self.0.pop();
            }
            if let Some((ty, offset)) = part {
                return Some((ty, at.map(|at| at.wrapping_add(offset as usize))));
            }
        }
        None
    }
}

impl Types {
    /// Compares two values in memory.
    ///
    /// # Safety
    /// Both addresses hold a value of the type.
    pub unsafe fn equal(
        &self,
        mut ty: TypeNo,
        mut a: *const u8,
        mut b: *const u8,
        work: &Work,
    ) -> Result<bool, Incomparable> {
        let mut pending = Pending(SmallVec::new());
        loop {
            work.add(1)?;
            let (desc, n) = (self.desc(ty), self.desc(ty).size as usize);
            // SAFETY: each read is inside a value of its type, by the caller's promise and field offsets.
            let equal = unsafe {
                match &desc.kind {
                    TypeKind::Nil => true,
                    TypeKind::Bool
                    | TypeKind::Int(..)
                    | TypeKind::Uintptr
                    | TypeKind::Pointer(_)
                    | TypeKind::Chan(_)
                    | TypeKind::UnsafePointer => {
                        std::slice::from_raw_parts(a, n) == std::slice::from_raw_parts(b, n)
                    }
                    TypeKind::F32 => read::<f32>(a) == read::<f32>(b),
                    TypeKind::F64 => read::<f64>(a) == read::<f64>(b),
                    TypeKind::C64 => read::<[f32; 2]>(a) == read::<[f32; 2]>(b),
                    TypeKind::C128 => read::<[f64; 2]>(a) == read::<[f64; 2]>(b),
                    TypeKind::String => {
                        let (a, b) = (string(a), string(b));
                        work.add(if a.len() == b.len() { a.len() as u64 / 16 } else { 0 })?;
                        a == b
                    }
                    TypeKind::Interface { .. } => {
                        let ([t, x], [u, y]) = (read::<[u64; 2]>(a), read::<[u64; 2]>(b));
                        match self.held_equal(t as TypeNo, x, u as TypeNo, y)? {
                            Some(equal) => equal,
                            None => {
                                (ty, a, b) = (t as TypeNo, x as *const u8, y as *const u8);
                                continue;
                            }
                        }
                    }
                    TypeKind::Array(..) | TypeKind::Struct(_) => {
                        pending.push(ty, [a, b])?;
                        true
                    }
                    TypeKind::Slice(_) | TypeKind::Map { .. } | TypeKind::Func => {
                        return Err(Incomparable::Type(ty));
                    }
                }
            };
            if !equal {
                return Ok(false);
            }
            match pending.next(self) {
                Some((part, at)) => (ty, [a, b]) = (part, at),
                None => return Ok(true),
            }
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
        match self.held_equal(t, x, u, y)? {
            Some(equal) => Ok(equal),
            // SAFETY: the data word of a type that is not direct is the address of a value.
            None => unsafe { self.equal(t, x as *const u8, y as *const u8, work) },
        }
    }

    /// Whether two interface values are equal, unless that is a question of the memory that both point at.
    fn held_equal(&self, t: TypeNo, x: u64, u: TypeNo, y: u64) -> Result<Option<bool>, Incomparable> {
        if t != u {
            return Ok(Some(false));
        }
        let desc = self.desc(t);
        Ok(match desc.kind {
            TypeKind::F32 => Some(f32::from_bits(x as u32) == f32::from_bits(y as u32)),
            TypeKind::F64 => Some(f64::from_bits(x) == f64::from_bits(y)),
            _ if !desc.comparable => return Err(Incomparable::Type(t)),
            _ if desc.is_direct() => Some(x == y),
            _ => (desc.size == 0).then_some(true),
        })
    }

    /// Hashes a value in memory: equal values, equal hashes.
    ///
    /// # Safety
    /// The address holds a value of the type.
    pub unsafe fn hash(&self, ty: TypeNo, at: *const u8, work: &Work) -> Result<u64, Incomparable> {
        // SAFETY: the caller's promise.
        unsafe { self.hash_by(ty, at, &SECRET, |address| address, work) }
    }

    /// # Safety
    /// As for [`Types::hash`].
    unsafe fn hash_by(
        &self,
        mut ty: TypeNo,
        mut at: *const u8,
        mix: &Mix,
        pointer: impl Fn(u64) -> u64,
        work: &Work,
    ) -> Result<u64, Incomparable> {
        let (mut pending, mut hash) = (Pending(SmallVec::new()), 0);
        loop {
            work.add(1)?;
            let desc = self.desc(ty);
            // SAFETY: each read is inside a value of its type, by the caller's promise and field offsets.
            let part = unsafe {
                match &desc.kind {
                    TypeKind::Nil => Some(0),
                    TypeKind::Pointer(_) | TypeKind::Chan(_) | TypeKind::UnsafePointer => {
                        Some(mix.bytes(&pointer(read::<u64>(at)).to_ne_bytes()))
                    }
                    TypeKind::Bool | TypeKind::Int(..) | TypeKind::Uintptr => {
                        Some(mix.bytes(std::slice::from_raw_parts(at, desc.size as usize)))
                    }
                    TypeKind::F32 => Some(mix.word(positive_zero(f64::from(read::<f32>(at))))),
                    TypeKind::F64 => Some(mix.word(positive_zero(read::<f64>(at)))),
                    TypeKind::C64 => Some(complex(mix, read::<[f32; 2]>(at).map(f64::from))),
                    TypeKind::C128 => Some(complex(mix, read::<[f64; 2]>(at))),
                    TypeKind::String => Some(hash_string(mix, string(at), work)?),
                    TypeKind::Interface { .. } => {
                        let [t, x] = read::<[u64; 2]>(at);
                        hash ^= mix.word(t);
                        match self.held_word(t as TypeNo, x, &pointer)? {
                            Some(word) => Some(word),
                            None => {
                                (ty, at) = (t as TypeNo, x as *const u8);
                                continue;
                            }
                        }
                    }
                    TypeKind::Array(_, len) => {
                        pending.push(ty, [at])?;
                        hash ^= mix.word(*len);
                        None
                    }
                    TypeKind::Struct(fields) => {
                        pending.push(ty, [at])?;
                        hash ^= mix.word(fields.len() as u64);
                        None
                    }
                    TypeKind::Slice(_) | TypeKind::Map { .. } | TypeKind::Func => {
                        return Err(Incomparable::Type(ty));
                    }
                }
            };
            if let Some(part) = part {
                hash = mix.combine(hash, part);
            }
            let Some((part, address)) = pending.next(self) else { return Ok(hash) };
            (ty, [at]) = (part, address);
        }
    }

    /// Hashes an interface value, in the same way everywhere, and in it what `pointer` makes of addresses.
    ///
    /// # Safety
    /// As for [`Types::interfaces_equal`].
    pub unsafe fn hash_interface(
        &self,
        t: TypeNo,
        x: u64,
        pointer: &dyn Fn(u64) -> u64,
        work: &Work,
    ) -> Result<u64, Incomparable> {
        let word = match self.held_word(t, x, pointer)? {
            Some(word) => word,
            // SAFETY: the data word of a type that is not direct is the address of a value.
            None => unsafe { self.hash_by(t, x as *const u8, &FIXED, pointer, work)? },
        };
        Ok(FIXED.combine(FIXED.word(u64::from(t)), word))
    }

    /// What to hash of an interface's value besides its type, unless it is memory that the word points at.
    fn held_word(
        &self,
        t: TypeNo,
        x: u64,
        pointer: impl Fn(u64) -> u64,
    ) -> Result<Option<u64>, Incomparable> {
        let desc = self.desc(t);
        if !desc.comparable {
            return Err(Incomparable::Type(t));
        }
        Ok(match desc.kind {
            _ if desc.size == 0 => Some(0),
            TypeKind::F32 => Some(positive_zero(f64::from(f32::from_bits(x as u32)))),
            TypeKind::F64 => Some(positive_zero(f64::from_bits(x))),
            TypeKind::Pointer(_) | TypeKind::Chan(_) | TypeKind::UnsafePointer => Some(pointer(x)),
            _ => desc.is_direct().then_some(x),
        })
    }

    /// Key operations for maps of this type.
    pub fn keys<'a>(&'a self, map: &'a Map) -> TypedKeys<'a> {
        TypedKeys { types: self, ty: map.key, plan: map.plan.as_ref(), work: Work::default() }
    }
}

/// What [`TypedKeys`] reports instead of a type for values nested too deeply.
pub const TOO_DEEP: u64 = u64::MAX;

/// [`KeyOps`] by descriptor.
pub struct TypedKeys<'a> {
    /// The types that `ty` is one of.
    pub types: &'a Types,
    /// The type of the keys.
    pub ty: TypeNo,
    /// How they are hashed and compared, if that is known without looking at the type.
    plan: Option<&'a KeyPlan>,
    /// What hashing took. Comparing, which is not counted, takes as much for the key that is found, and ends
    /// early for others.
    pub work: Work,
}

/// What the value of an interface is, where it is hashed and compared without walking through it.
enum Held<'a> {
    /// The data word is the value.
    Word,
    /// The data word is the address of a string; these are its bytes.
    String(&'a [u8]),
}

impl TypedKeys<'_> {
    /// Type and data word of a key that is an interface of any methods, if that holds a word or a string.
    ///
    /// # Safety
    /// `key` points to a key of the map's type.
    #[inline(always)]
    unsafe fn held(&self, key: *const u8) -> Option<(u64, u64, Held<'_>)> {
        let TypeKind::Interface { .. } = self.types.desc(self.ty).kind else { return None };
        // SAFETY: the caller's promise: two words, the second of which is the address of a string if the
        // first is the number of a type of strings.
        unsafe {
            let [t, x] = read::<[u64; 2]>(key);
            let held = match self.types.desc(t as TypeNo).kind {
                TypeKind::Bool | TypeKind::Int(..) | TypeKind::Uintptr | TypeKind::Pointer(_) => Held::Word,
                TypeKind::String => Held::String(string(x as *const u8)),
                _ => return None,
            };
            Some((t, x, held))
        }
    }

    /// The hash of such a key, which is what [`Types::hash`] makes of it; none if there is too much to do.
    #[inline(always)]
    fn hash_held(&self, t: u64, x: u64, held: &Held<'_>) -> Option<u64> {
        let (units, part) = match held {
            Held::Word => (1, x),
            Held::String(text) => (2 + text.len() as u64 / 16, SECRET.bytes(text)),
        };
        let units = self.work.0.get() + units;
        self.work.0.set(units);
        (units <= MAX_WORK).then(|| SECRET.combine(SECRET.word(t), part))
    }
}

impl KeyOps for TypedKeys<'_> {
    #[inline]
    unsafe fn hash(&self, key: *const u8) -> Result<u64, u64> {
        if let Some(plan) = self.plan {
            // SAFETY: the caller's promise; the plan is that of the type.
            let units = self.work.0.get() + unsafe { plan.units(key) };
            if units <= MAX_WORK {
                self.work.0.set(units);
                // SAFETY: the caller's promise; the plan is that of the type.
                return Ok(unsafe { plan.hash(key, &SECRET) });
            }
        }
        // SAFETY: the caller's promise.
        if let Some((t, x, held)) = unsafe { self.held(key) } {
            return self.hash_held(t, x, &held).ok_or(TOO_DEEP);
        }
        // SAFETY: the caller's promise.
        unsafe { self.types.hash(self.ty, key, &self.work) }.map_err(|e| match e {
            Incomparable::Type(ty) => u64::from(ty),
            Incomparable::TooDeep => TOO_DEEP,
        })
    }

    #[inline]
    unsafe fn eq(&self, a: *const u8, b: *const u8) -> bool {
        if let Some(plan) = self.plan {
            // SAFETY: the caller's promise; the plan is that of the type.
            return unsafe { plan.equal(a, b) };
        }
        // SAFETY: the caller's promise.
        if let Some((t, x, held)) = unsafe { self.held(a) } {
            // SAFETY: the caller's promise: `b` holds an interface as well.
            let [u, y] = unsafe { read::<[u64; 2]>(b) };
            return t == u
                && match held {
                    Held::Word => x == y,
                    // SAFETY: `b` holds a string, as its type is the same.
                    Held::String(text) => x == y || text == unsafe { string(y as *const u8) },
                };
        }
        // How often a map compares depends on hashes, and those of pointers on addresses: gas must not.
        // SAFETY: the caller's promise.
        unsafe { self.types.equal(self.ty, a, b, &Work::default()) }.unwrap_or(false)
    }
}

/// Both zeros hash alike.
pub(super) fn positive_zero(x: f64) -> u64 {
    if x == 0.0 { 0 } else { x.to_bits() }
}

#[inline(always)]
fn hash_string(mix: &Mix, text: &[u8], work: &Work) -> Result<u64, Incomparable> {
    work.add(text.len() as u64 / 16)?;
    Ok(mix.bytes(text))
}

fn complex(mix: &Mix, [re, im]: [f64; 2]) -> u64 {
    mix.combine(mix.word(positive_zero(re)), positive_zero(im))
}

/// # Safety
/// `at` holds a `T`.
pub(super) unsafe fn read<T: Copy>(at: *const u8) -> T {
    // SAFETY: the caller's promise.
    unsafe { at.cast::<T>().read_unaligned() }
}

/// # Safety
/// `at` holds pointer and length of a live string.
pub(super) unsafe fn string<'a>(at: *const u8) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe {
        let [data, len] = read::<[usize; 2]>(at);
        if len == 0 { &[] } else { std::slice::from_raw_parts(data as *const u8, len) }
    }
}
