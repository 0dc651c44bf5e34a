//! The types that natives take and give, and how each lies in the slots of a call.
//!
//! A *kind* names a type in the table of natives ([`Str`], [`Slice<u8>`], `i64`); its handle ([`StrRef`],
//! [`SliceRef`]) is what the native's function gets. A handle names guest memory and is not itself a
//! reference: only a [`Caller`](super::Caller) turns it into one, and for no longer than the caller is
//! borrowed.
//!
//! **Why that is sound.** A handle is made in two places: from the slots of a call, whose types the linker
//! has compared with the row of the native, and by a caller, of memory that it has just allocated. Front ends
//! are trusted to lower a pair of address and length to an existing range, as they are for loads and stores.
//! The object lives as long as the handle: a handle cannot leave the call that it was made in, since `'c` is
//! invariant and universally quantified, arguments stay in their slots until the results replace them, and
//! what a caller allocates is a root until it returns. The heap does not move, and no guest code of the
//! isolate runs before the native has returned.

use std::marker::PhantomData;

use purlin_base::machine::Type;
use purlin_base::word;

/// Makes a handle belong to one call: invariant, neither `Send` nor `Sync`.
pub(super) type Brand<'c> = PhantomData<(fn(&'c ()) -> &'c (), *const ())>;

/// A type in a native's signature.
pub trait NativeType: 'static {
    /// What the native's function sees.
    type Handle<'c>: Copy;
    /// The components in the IR, one a slot.
    const TYPES: &'static [Type];

    /// The value in the slots from `slots` on.
    ///
    /// # Safety
    /// There are as many slots as [`NativeType::TYPES`], and a front end put a value of this kind there.
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> Self::Handle<'c>;

    /// Puts a value into the slots from `slots` on.
    ///
    /// # Safety
    /// There are as many slots as [`NativeType::TYPES`].
    unsafe fn write(handle: Self::Handle<'_>, slots: *mut u64);
}

/// A string: an address and a length in bytes.
pub enum Str {}
/// A slice of a Go-like language: an address, a length and a capacity, in elements.
pub struct Slice<T>(PhantomData<T>);
/// Elements in a row: an address and their number.
pub struct Span<T>(PhantomData<T>);
/// A pointer to a `T`, or null.
pub struct Ptr<T>(PhantomData<T>);
/// A reference of whatever type, that the native stores or gives back and never follows.
pub enum Opaque {}
/// A value together with its run-time type: the type's number and a data word ([`crate::reflect`]).
pub enum Any {}

/// A word of a dynamically typed guest.
pub enum Dyn {}

/// The number of an allocation class, as front ends write it.
pub enum Class {}
/// An element of whatever type, of slices whose elements a native moves without looking at them.
pub enum Element {}

/// An allocation class that a front end named.
#[derive(Clone, Copy)]
pub struct ClassRef<'c> {
    pub(crate) class: crate::heap::ClassId,
    pub(crate) _brand: Brand<'c>,
}

/// A string of the guest. `docs/go-lowering.md` tells what front ends promise of it.
#[derive(Clone, Copy)]
pub struct StrRef<'c> {
    pub(crate) at: *const u8,
    pub(crate) len: usize,
    pub(crate) brand: Brand<'c>,
}

/// Elements of guest memory, in a row.
pub struct SliceRef<'c, T> {
    pub(crate) at: *mut T,
    pub(crate) len: usize,
    pub(crate) cap: usize,
    pub(crate) brand: Brand<'c>,
}

impl<T> Clone for SliceRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for SliceRef<'_, T> {}

/// A pointer of the guest, which may be null.
pub struct PtrRef<'c, T> {
    pub(crate) at: *mut T,
    pub(crate) brand: Brand<'c>,
}

impl<T> Clone for PtrRef<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for PtrRef<'_, T> {}

/// A reference that is not followed.
#[derive(Clone, Copy)]
pub struct OpaqueRef<'c> {
    pub(crate) word: u64,
    pub(crate) brand: Brand<'c>,
}

/// A value with its type.
#[derive(Clone, Copy)]
pub struct AnyRef<'c> {
    pub(crate) ty: u64,
    pub(crate) word: u64,
    pub(crate) brand: Brand<'c>,
}

/// A word of a dynamically typed guest, as the `dyn` ops of the IR know it: an integer of 62 bits, a float,
/// an immediate or a reference. Equal handles have equal bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DynRef<'c> {
    word: u64,
    brand: Brand<'c>,
}

impl<'c> StrRef<'c> {
    /// The string without bytes.
    pub fn empty() -> StrRef<'c> {
        StrRef { at: std::ptr::null(), len: 0, brand: PhantomData }
    }

    /// Bytes.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are no bytes.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<'c, T> SliceRef<'c, T> {
    /// The slice without elements or memory.
    pub fn empty() -> SliceRef<'c, T> {
        SliceRef { at: std::ptr::null_mut(), len: 0, cap: 0, brand: PhantomData }
    }

    /// Elements.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Where the elements lie.
    #[inline]
    pub fn memory(self) -> OpaqueRef<'c> {
        OpaqueRef { word: self.at as u64, brand: PhantomData }
    }

    /// Elements that there is room for.
    #[inline]
    pub fn capacity(self) -> usize {
        self.cap
    }

    /// Whether there are no elements.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<'c> OpaqueRef<'c> {
    /// The reference that leads nowhere.
    pub fn null() -> OpaqueRef<'c> {
        OpaqueRef { word: 0, brand: PhantomData }
    }

    /// Whether it leads nowhere.
    pub fn is_null(self) -> bool {
        self.word == 0
    }

    /// The bits, for comparing and printing.
    pub fn bits(self) -> u64 {
        self.word
    }
}

impl<'c> AnyRef<'c> {
    /// No value: type number 0.
    pub fn nil() -> AnyRef<'c> {
        AnyRef { ty: 0, word: 0, brand: PhantomData }
    }

    /// The number of its type; 0 for nil.
    #[inline]
    pub fn type_number(self) -> crate::types::TypeNo {
        self.ty as crate::types::TypeNo
    }

    /// Whether there is no value.
    pub fn is_nil(self) -> bool {
        self.ty == 0
    }
}

impl<'c> DynRef<'c> {
    /// An integer, if it fits 62 bits.
    #[inline]
    pub fn int(n: i64) -> Option<DynRef<'c>> {
        word::fits(n).then_some(DynRef { word: word::from_int(n), brand: PhantomData })
    }

    /// The integer, if the word is one.
    #[inline]
    pub fn as_int(self) -> Option<i64> {
        word::is_int(self.word).then_some(word::to_int(self.word))
    }

    /// A float, if it needs no box. Each NaN is the same word.
    #[inline]
    pub fn float(x: f64) -> Option<DynRef<'c>> {
        word::float_fits(x).then_some(DynRef { word: word::from_float(x), brand: PhantomData })
    }

    /// The float, if the word is one.
    #[inline]
    pub fn as_float(self) -> Option<f64> {
        word::is_float(self.word).then_some(word::to_float(self.word))
    }

    /// The immediate of a kind, 0 to 31, with a payload of 56 bits, of which others are lost.
    #[inline]
    pub fn immediate(kind: i64, payload: i64) -> DynRef<'c> {
        DynRef { word: word::from_imm(kind, payload), brand: PhantomData }
    }

    /// Kind and payload, if the word is an immediate.
    #[inline]
    pub fn as_immediate(self) -> Option<(i64, i64)> {
        word::kind(self.word).map(|kind| (kind, word::to_imm(self.word)))
    }

    /// The word itself, for the runtime's own natives.
    #[inline]
    pub(crate) fn word(self) -> u64 {
        self.word
    }

    /// A word that lies in guest memory, or is one of the isolate's roots.
    #[inline]
    pub(crate) fn of_word(word: u64) -> DynRef<'c> {
        DynRef { word, brand: PhantomData }
    }

    /// The reference, if the word is one. It may be null.
    #[inline]
    pub fn reference(self) -> Option<OpaqueRef<'c>> {
        word::is_ref(self.word).then_some(OpaqueRef { word: self.word, brand: self.brand })
    }

    /// A reference as a word. Panics unless it is null or leads to the start of an object: such addresses are
    /// multiples of 8.
    #[inline]
    pub fn from_reference(reference: OpaqueRef<'c>) -> DynRef<'c> {
        assert!(
            word::is_ref(reference.word),
            "a reference to an object has an address that is a multiple of 8"
        );
        DynRef { word: reference.word, brand: reference.brand }
    }
}

/// Plain bits: any bit pattern is a value, there is no padding, and nothing of it leads to other memory.
///
/// # Safety
/// Only for types of which that holds; the list below is all of them.
pub unsafe trait Plain: Copy + 'static {}

macro_rules! plain {
    ($($t:ty),*) => { $(
        // SAFETY: numbers have no padding, and every bit pattern is one of their values.
        unsafe impl Plain for $t {}
    )* };
}

plain!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);

// SAFETY: the elements of an array lie without gaps, and each is plain bits.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

macro_rules! integers {
    ($($t:ty: $ty:ident),*) => { $(
        impl NativeType for $t {
            type Handle<'c> = $t;
            const TYPES: &'static [Type] = &[Type::$ty];

            #[inline(always)]
            unsafe fn read<'c>(slots: *const u64, _: Brand<'c>) -> $t {
                // SAFETY: the trait's promise: there is one slot.
                unsafe { *slots as $t }
            }

            #[inline(always)]
            unsafe fn write(value: $t, slots: *mut u64) {
                // Signed narrow integers are sign-extended in slots; unsigned ones are narrow integers of the
                // IR, too. SAFETY: the trait's promise: there is one slot.
                unsafe { *slots = purlin_base::machine::Type::$ty.canonical(value as u64) };
            }
        }
    )* };
}

integers!(i8: I8, u8: I8, i16: I16, u16: I16, i32: I32, u32: I32, i64: I64, u64: I64);

impl NativeType for bool {
    type Handle<'c> = bool;
    const TYPES: &'static [Type] = &[Type::I8];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, _: Brand<'c>) -> bool {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots & 0xff != 0 }
    }

    #[inline(always)]
    unsafe fn write(value: bool, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = u64::from(value) };
    }
}

impl NativeType for f64 {
    type Handle<'c> = f64;
    const TYPES: &'static [Type] = &[Type::F64];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, _: Brand<'c>) -> f64 {
        // SAFETY: the trait's promise: there is one slot.
        f64::from_bits(unsafe { *slots })
    }

    #[inline(always)]
    unsafe fn write(value: f64, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = value.to_bits() };
    }
}

impl NativeType for f32 {
    type Handle<'c> = f32;
    const TYPES: &'static [Type] = &[Type::F32];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, _: Brand<'c>) -> f32 {
        // SAFETY: the trait's promise: there is one slot.
        f32::from_bits(unsafe { *slots } as u32)
    }

    #[inline(always)]
    unsafe fn write(value: f32, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = u64::from(value.to_bits()) };
    }
}

/// A length as slots have it; what is negative counts as nothing.
#[inline(always)]
fn length(word: u64) -> usize {
    (word as i64).max(0) as usize
}

impl NativeType for Str {
    type Handle<'c> = StrRef<'c>;
    const TYPES: &'static [Type] = &[Type::Ref, Type::I64];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> StrRef<'c> {
        // SAFETY: the trait's promise: there are two slots.
        let (at, len) = unsafe { (*slots as *const u8, *slots.add(1)) };
        StrRef { at, len: length(len), brand }
    }

    #[inline(always)]
    unsafe fn write(text: StrRef<'_>, slots: *mut u64) {
        // SAFETY: the trait's promise: there are two slots.
        unsafe { (*slots, *slots.add(1)) = (text.at as u64, text.len as u64) };
    }
}

impl<T: 'static> NativeType for Slice<T> {
    type Handle<'c> = SliceRef<'c, T>;
    const TYPES: &'static [Type] = &[Type::Ref, Type::I64, Type::I64];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> SliceRef<'c, T> {
        // SAFETY: the trait's promise: there are three slots.
        let (at, len, cap) = unsafe { (*slots as *mut T, *slots.add(1), *slots.add(2)) };
        SliceRef { at, len: length(len), cap: length(cap), brand }
    }

    #[inline(always)]
    unsafe fn write(slice: SliceRef<'_, T>, slots: *mut u64) {
        // SAFETY: the trait's promise: there are three slots.
        unsafe {
            (*slots, *slots.add(1), *slots.add(2)) = (slice.at as u64, slice.len as u64, slice.cap as u64);
        }
    }
}

impl<T: 'static> NativeType for Span<T> {
    type Handle<'c> = SliceRef<'c, T>;
    const TYPES: &'static [Type] = &[Type::Ref, Type::I64];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> SliceRef<'c, T> {
        // SAFETY: the trait's promise: there are two slots.
        let (at, len) = unsafe { (*slots as *mut T, length(*slots.add(1))) };
        SliceRef { at, len, cap: len, brand }
    }

    #[inline(always)]
    unsafe fn write(slice: SliceRef<'_, T>, slots: *mut u64) {
        // SAFETY: the trait's promise: there are two slots.
        unsafe { (*slots, *slots.add(1)) = (slice.at as u64, slice.len as u64) };
    }
}

impl<T: 'static> NativeType for Ptr<T> {
    type Handle<'c> = PtrRef<'c, T>;
    const TYPES: &'static [Type] = &[Type::Ref];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> PtrRef<'c, T> {
        // SAFETY: the trait's promise: there is one slot.
        PtrRef { at: unsafe { *slots } as *mut T, brand }
    }

    #[inline(always)]
    unsafe fn write(pointer: PtrRef<'_, T>, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = pointer.at as u64 };
    }
}

impl NativeType for Opaque {
    type Handle<'c> = OpaqueRef<'c>;
    const TYPES: &'static [Type] = &[Type::Ref];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> OpaqueRef<'c> {
        // SAFETY: the trait's promise: there is one slot.
        OpaqueRef { word: unsafe { *slots }, brand }
    }

    #[inline(always)]
    unsafe fn write(reference: OpaqueRef<'_>, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = reference.word };
    }
}

impl NativeType for Dyn {
    type Handle<'c> = DynRef<'c>;
    const TYPES: &'static [Type] = &[Type::Dyn];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> DynRef<'c> {
        // SAFETY: the trait's promise: there is one slot.
        DynRef { word: unsafe { *slots }, brand }
    }

    #[inline(always)]
    unsafe fn write(value: DynRef<'_>, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = value.word };
    }
}

impl NativeType for Class {
    type Handle<'c> = ClassRef<'c>;
    const TYPES: &'static [Type] = &[Type::I64];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> ClassRef<'c> {
        // SAFETY: the trait's promise: there is one slot.
        ClassRef { class: crate::heap::ClassId(unsafe { *slots } as u32), _brand: brand }
    }

    #[inline(always)]
    unsafe fn write(class: ClassRef<'_>, slots: *mut u64) {
        // SAFETY: the trait's promise: there is one slot.
        unsafe { *slots = u64::from(class.class.0) };
    }
}

impl NativeType for Any {
    type Handle<'c> = AnyRef<'c>;
    const TYPES: &'static [Type] = &[Type::I64, Type::Ref];

    #[inline(always)]
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> AnyRef<'c> {
        // SAFETY: the trait's promise: there are two slots.
        unsafe { AnyRef { ty: *slots, word: *slots.add(1), brand } }
    }

    #[inline(always)]
    unsafe fn write(value: AnyRef<'_>, slots: *mut u64) {
        // SAFETY: the trait's promise: there are two slots.
        unsafe { (*slots, *slots.add(1)) = (value.ty, value.word) };
    }
}

/// Several kinds in a row: the parameters or the results of a native.
pub trait NativeTypes: 'static {
    /// The values as a native's function has them, for the time of a call.
    type Handles<'c>;
    /// The components of each.
    const TYPES: &'static [&'static [Type]];
    /// Slots in all.
    const SLOTS: usize;

    /// The values in the slots from `slots` on.
    ///
    /// # Safety
    /// There are [`NativeTypes::SLOTS`] slots, and a front end put values of these kinds there.
    unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> Self::Handles<'c>;

    /// Puts values into the slots from `slots` on.
    ///
    /// # Safety
    /// There are [`NativeTypes::SLOTS`] slots.
    unsafe fn write(handles: Self::Handles<'_>, slots: *mut u64);
}

macro_rules! kinds {
    ($($name:ident)*) => {
        impl<$($name: NativeType),*> NativeTypes for ($($name,)*) {
            type Handles<'c> = ($($name::Handle<'c>,)*);
            const TYPES: &'static [&'static [Type]] = &[$($name::TYPES),*];
            const SLOTS: usize = 0 $(+ $name::TYPES.len())*;

            #[inline(always)]
            #[allow(unused_assignments, unused_mut, unused_variables, clippy::unused_unit)]
            unsafe fn read<'c>(slots: *const u64, brand: Brand<'c>) -> Self::Handles<'c> {
                let mut at = 0;
                ($({
                    // SAFETY: the trait's promise, for the part of the slots that this kind takes.
                    let handle = unsafe { $name::read(slots.add(at), brand) };
                    at += $name::TYPES.len();
                    handle
                },)*)
            }

            #[inline(always)]
            #[allow(unused_assignments, unused_mut, unused_variables, non_snake_case)]
            unsafe fn write(handles: Self::Handles<'_>, slots: *mut u64) {
                let mut at = 0;
                let ($($name,)*) = handles;
                $(
                    // SAFETY: the trait's promise, for the part of the slots that this kind takes.
                    unsafe { $name::write($name, slots.add(at)) };
                    at += $name::TYPES.len();
                )*
            }
        }
    };
}

kinds!();
kinds!(A);
kinds!(A B);
kinds!(A B C);
kinds!(A B C D);
kinds!(A B C D E);
kinds!(A B C D E F);
kinds!(A B C D E F G);
kinds!(A B C D E F G H);
