//! The cursor that writes a value of the host's into guest memory.
//!
//! A writer stands at the place of one value, whose type the guest described, and writes no other: any other
//! use of it is an error. What it does not write is zero, which is a value of every type.
//!
//! **Collections.** Writing allocates, and any allocation may collect. An object is reachable before the next
//! allocation: its address is stored in an object that is reachable itself, or else it is among the handles
//! of the isolate, until who began the writing takes them away.

use purlin_base::gas;

use super::error::{DataError, deeper, misused};
use super::packed::{put_counted, put_scalar};
use super::plan::{DataKind, DataNo, GuestType, Image, Item, Shape, same_name};
use super::scalars::Scalar;
use super::tape::{Op, Tape};
use super::types::HostType;
use crate::heap::{ClassId, Heap, HeapError};
use crate::map::{self, F32Key, F64Key, GeneralKey, KeyKind, MapError, MapType, StrKey, WordKey};
use crate::types::Types;
use crate::vm::Vm;

/// Units for an element or entry, besides its bytes.
pub(crate) const ELEMENT: i64 = gas::SIMPLE + gas::MEMORY;

/// Says that a value was written.
///
/// The example of [`HostData`](super::HostData) gives one.
#[derive(Debug)]
pub struct Written(());

/// What a writer is for.
#[derive(Clone, Copy)]
enum What<'a> {
    /// One value.
    Value(DataNo),
    /// Parameters or results in an image.
    List(&'a [Item]),
    /// A packed value: one that the bytes of are stored at the place when it is written, or a part of one.
    Packed(Part),
}

/// What of a packed value is written.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    All,
    Inner,
}

/// Writes one value: see [`ToGuest`](super::ToGuest).
///
/// The example of [`HostData`](super::HostData) uses one.
pub struct Writer<'a> {
    vm: &'a mut Vm,
    types: &'a Types,
    what: What<'a>,
    /// Where it is written: memory of the size of its type.
    at: *mut u8,
    /// Whether the place lies in an object that the collector reaches.
    rooted: bool,
    depth: u32,
}

impl<'a> Writer<'a> {
    /// A writer of the values of an image, which are in the order of the plan that made it.
    ///
    /// # Safety
    /// The image has the words of a plan for these items, whose types are those of `types`.
    pub(crate) unsafe fn of_image(
        vm: &'a mut Vm,
        types: &'a Types,
        items: &'a [Item],
        image: &'a mut [u64],
    ) -> Writer<'a> {
        let at = image.as_mut_ptr().cast();
        Writer { vm, types, what: What::List(items), at, rooted: false, depth: 0 }
    }

    /// The writer of the only value of a list; another is returned as it is.
    pub(crate) fn only(self) -> Result<Writer<'a>, DataError> {
        match self.what {
            What::List([item]) => {
                let Writer { vm, types, at, .. } = self;
                note(vm, |tape| tape.note(Op::Only));
                item_writer(vm, types, *item, at)
            }
            What::List(_) | What::Value(_) | What::Packed(_) => Ok(self),
        }
    }

    /// The results before the last one, which is that there is no error.
    pub(crate) fn without_error(self) -> Writer<'a> {
        note(self.vm, |tape| tape.note(Op::WithoutError));
        match self.what {
            What::List([rest @ .., _]) => Writer { what: What::List(rest), ..self },
            What::List([]) | What::Value(_) | What::Packed(_) => self,
        }
    }

    /// Writes that there is an error, with results before that are zeros.
    pub(crate) fn failed(&mut self, text: &str) -> Result<Written, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Failed(text)));
            let Writer { vm, types, what, at, rooted, depth } = self;
            return Writer { vm, types, what: *what, at: *at, rooted: *rooted, depth: *depth }.error(text);
        }
        let What::List([rest @ .., last]) = self.what else { return self.misused("Error") };
        note(self.vm, |tape| tape.note(Op::Failed(text)));
        for item in rest {
            item_writer(self.vm, self.types, *item, self.at)?;
        }
        item_writer(self.vm, self.types, *last, self.at)?.error(text)
    }

    /// Writes results that are zeros.
    pub(crate) fn zeros(self) -> Result<Written, DataError> {
        let What::List(items) = self.what else { return self.misused("a list of values") };
        for item in items {
            item_writer(self.vm, self.types, *item, self.at)?;
        }
        Ok(Written(()))
    }

    fn ty(&self) -> Result<&'a GuestType, DataError> {
        match self.what {
            What::Value(no) => Ok(self.types.data.get(no)),
            What::List(_) => Err(DataError::new("one value crosses where the guest has a list of them")),
            What::Packed(_) => Err(DataError::new("a packed value has no type")),
        }
    }

    /// What the guest has at the place.
    pub fn kind(&self) -> DataKind<'a> {
        if let What::Packed(_) = self.what {
            return DataKind::Any;
        }
        self.ty().map_or(DataKind::Other, |ty| ty.shape.kind())
    }

    fn misused<T>(&self, what: &str) -> Result<T, DataError> {
        Err(misused(what, self.ty().map_or("a list of values", |ty| &ty.name)))
    }

    /// The bytes of the packed value that is being written.
    fn out(&mut self) -> &mut Vec<u8> {
        &mut self.vm.pending.packed
    }

    /// Appends to a packed value, of which the part that is written here then ends.
    fn packed(mut self, f: impl FnOnce(&mut Vec<u8>)) -> Result<Written, DataError> {
        f(self.out());
        if let What::Packed(Part::All) = self.what {
            let bytes = std::mem::take(self.out());
            let at = self.text(&bytes)?;
            // SAFETY: a packed value is two words.
            unsafe { self.at.cast::<[u64; 2]>().write([at, bytes.len() as u64]) };
        }
        Ok(Written(()))
    }

    /// The end of a list, structure or map, which has this bracket if it is packed.
    fn ended(self, bracket: u8) -> Result<Written, DataError> {
        note(self.vm, |tape| tape.note(Op::End));
        if self.is_packed() { self.packed(|out| out.push(bracket)) } else { Ok(Written(())) }
    }

    fn is_packed(&self) -> bool {
        matches!(self.what, What::Packed(_))
    }

    /// Writes a number or boolean.
    pub(crate) fn scalar<T: Scalar>(self, value: T) -> Result<Written, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.scalar(value));
            return self.packed(|out| put_packed(out, value));
        }
        let ty = self.ty()?;
        if !T::fits(&ty.shape) {
            return self.misused(&T::TYPE.to_string());
        }
        note(self.vm, |tape| tape.scalar(value));
        // SAFETY: the place has the size of a `T`, as the shape is the type's, and is aligned as the guest's
        // layouts are.
        unsafe { self.at.cast::<T>().write(value) };
        Ok(Written(()))
    }

    fn word(self, word: u64) -> Result<Written, DataError> {
        // SAFETY: a place of 8 bytes at least, as those have who call this, aligned to a word.
        unsafe { self.at.cast::<u64>().write(word) };
        Ok(Written(()))
    }

    /// Allocates an object that the collector reaches until it is stored.
    fn allocate(
        &mut self,
        bytes: usize,
        f: impl FnMut(&mut Heap) -> Result<*mut u8, HeapError>,
    ) -> Result<usize, DataError> {
        self.vm.charge(gas::ALLOC + gas::bytes_allocated(bytes as u64));
        let at = self.vm.allocate(f)?;
        if !self.rooted {
            self.vm.roots.handles.push(at as u64);
        }
        Ok(at)
    }

    fn text(&mut self, bytes: &[u8]) -> Result<u64, DataError> {
        let at = self.allocate(bytes.len(), |heap| heap.alloc_bytes(bytes.len()))?;
        // SAFETY: a fresh object of that size.
        unsafe { crate::bytes::move_bytes(at as *mut u8, bytes.as_ptr(), bytes.len()) };
        Ok(at as u64)
    }

    /// Writes a string.
    ///
    /// # Errors
    /// The guest has something else here, or there is no memory for it within the limits.
    pub fn str(mut self, text: &str) -> Result<Written, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Str(text)));
            return self.packed(|out| put_counted(out, b's', text.as_bytes()));
        }
        let Shape::Str = self.ty()?.shape else { return self.misused("String") };
        note(self.vm, |tape| tape.note(Op::Str(text)));
        let at = self.text(text.as_bytes())?;
        // SAFETY: a string is two words.
        unsafe { self.at.cast::<[u64; 2]>().write([at, text.len() as u64]) };
        Ok(Written(()))
    }

    /// Writes numbers as the elements of a slice or an array.
    pub(crate) fn scalars<T: Scalar>(mut self, elements: &[T]) -> Result<Written, DataError> {
        note(self.vm, |tape| tape.scalars(elements));
        if self.is_packed() {
            self.vm.charge((elements.len() as i64).saturating_mul(ELEMENT));
            return self.packed(|out| put_all_packed(out, elements));
        }
        let (to, element) = self.elements(elements.len())?;
        if !T::fits(&self.types.data.get(element).shape) {
            return self.misused(&format!("Vec<{}>", T::TYPE));
        }
        // SAFETY: so many elements of that size lie there, in fresh memory or in the place of an array.
        unsafe { std::ptr::copy_nonoverlapping(elements.as_ptr(), to.cast(), elements.len()) };
        Ok(Written(()))
    }

    /// Makes the elements of a slice, or finds those of an array: where they are, and their type.
    fn elements(&mut self, len: usize) -> Result<(*mut u8, DataNo), DataError> {
        match self.ty()?.shape {
            // The guest's lengths are signed.
            Shape::Slice { .. } if len > isize::MAX as usize => {
                Err(crate::native::Stop::from(HeapError::OutOfMemory).into())
            }
            Shape::Slice { element, class } => {
                let bytes = len.saturating_mul(self.types.data.get(element).size as usize);
                let to = self.allocate(bytes, |heap| heap.alloc_array_of(class, len))?;
                // SAFETY: a slice is three words.
                unsafe { self.at.cast::<[u64; 3]>().write([to as u64, len as u64, len as u64]) };
                Ok((to as *mut u8, element))
            }
            Shape::Array { element, len: wanted } if wanted == len as u64 => Ok((self.at, element)),
            _ => self.misused(&format!("a list of {len} values")),
        }
    }

    /// Begins a slice or an array of `len` elements.
    ///
    /// # Errors
    /// The guest has something else here or an array of another length, or there is no memory for it within
    /// the limits.
    pub fn slice(mut self, len: usize) -> Result<SliceWriter<'a>, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Slice(len as u64)));
            self.vm.charge((len as i64).saturating_mul(ELEMENT));
            self.out().push(b'[');
            let depth = deeper(self.depth)?;
            return Ok(SliceWriter { writer: Writer { depth, ..self }, left: len, step: 0 });
        }
        let rooted = self.rooted || matches!(self.ty()?.shape, Shape::Slice { .. });
        note(self.vm, |tape| tape.note(Op::Slice(len as u64)));
        let (to, element) = self.elements(len)?;
        self.vm.charge((len as i64).saturating_mul(ELEMENT));
        let step = self.types.data.get(element).size as usize;
        let depth = deeper(self.depth)?;
        let writer = Writer { what: What::Value(element), at: to, rooted, depth, ..self };
        Ok(SliceWriter { writer, left: len, step })
    }

    /// Writes nothing where there may be a value.
    ///
    /// # Errors
    /// The guest has something else here.
    pub fn none(self) -> Result<Written, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::None));
            return self.packed(|out| out.push(b'n'));
        }
        let Shape::Pointer { .. } = self.ty()?.shape else { return self.misused("Option") };
        note(self.vm, |tape| tape.note(Op::None));
        self.word(0)
    }

    /// Writes a value where there may be one.
    ///
    /// # Errors
    /// The guest has something else here, there is no memory for it within the limits, or `f` fails.
    pub fn some(
        mut self,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<Written, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Some));
            let depth = deeper(self.depth)?;
            return f(Writer { depth, ..self });
        }
        let Shape::Pointer { target, class } = self.ty()?.shape else { return self.misused("Option") };
        note(self.vm, |tape| tape.note(Op::Some));
        let size = self.types.data.get(target).size as usize;
        let to = self.object(size, class)?;
        // SAFETY: a pointer is a word.
        unsafe { self.at.cast::<u64>().write(to as u64) };
        let depth = deeper(self.depth)?;
        f(Writer { what: What::Value(target), at: to as *mut u8, rooted: true, depth, ..self })
    }

    fn object(&mut self, size: usize, class: ClassId) -> Result<usize, DataError> {
        self.allocate(size, |heap| heap.alloc(class))
    }

    /// Begins a structure, whose fields are written in order.
    ///
    /// # Errors
    /// The guest has something else here.
    pub fn structure(mut self) -> Result<StructWriter<'a>, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Struct));
            self.out().push(b'(');
            let depth = deeper(self.depth)?;
            return Ok(StructWriter { writer: Writer { depth, ..self }, next: 0 });
        }
        if let What::Value(no) = self.what
            && !matches!(self.types.data.get(no).shape, Shape::Struct(_))
        {
            return self.misused("a structure");
        }
        note(self.vm, |tape| tape.note(Op::Struct));
        Ok(StructWriter { writer: self, next: 0 })
    }

    /// Begins a map for about `len` entries.
    ///
    /// # Errors
    /// The guest has something else here, or there is no memory for it within the limits.
    pub fn map(mut self, len: usize) -> Result<MapWriter<'a>, DataError> {
        if self.is_packed() {
            note(self.vm, |tape| tape.note(Op::Map(len as u64)));
            self.out().push(b'{');
            let depth = deeper(self.depth)?;
            return Ok(MapWriter { writer: Writer { depth, ..self }, map: None });
        }
        let Shape::Map { key, value, map: number } = self.ty()?.shape else { return self.misused("a map") };
        let Some(layout) = &self.types.maps[number as usize].layout else {
            return Err(DataError::from(crate::native::Stop::from(HeapError::OutOfMemory)));
        };
        note(self.vm, |tape| tape.note(Op::Map(len as u64)));
        let map = self.allocate(64, |heap| map::map_new(heap, len))?;
        // SAFETY: a map is a word.
        unsafe { self.at.cast::<u64>().write(map as u64) };
        let depth = deeper(self.depth)?;
        let writer = Writer { rooted: true, depth, ..self };
        let map = TypedMap { map: map as *mut u8, layout, key, value, number };
        Ok(MapWriter { writer, map: Some(map) })
    }

    /// Writes a new handle of an object of the host's, with the number that `f` gives for its address. A
    /// recording cannot have it, as a replay has no object.
    pub(super) fn handle(
        mut self,
        f: impl FnOnce(&mut Vm, u64) -> Result<u64, DataError>,
    ) -> Result<Written, DataError> {
        let class = match self.what {
            What::Value(no) => self.types.data.handle_class(no),
            What::List(_) | What::Packed(_) => None,
        };
        let Some(class) = class else { return self.misused("an object of the host's") };
        if self.vm.pending.tape.is_some() {
            return Err(DataError::new("an answer with an object of the host's cannot be recorded"));
        }
        let handle = self.object(8, class)?;
        let number = f(self.vm, handle as u64)?;
        // SAFETY: a handle has 8 bytes, and a pointer is a word.
        unsafe {
            (handle as *mut u64).write(number);
            self.at.cast::<u64>().write(handle as u64);
        }
        Ok(Written(()))
    }

    /// Writes an error with this text.
    pub(super) fn error(mut self, text: &str) -> Result<Written, DataError> {
        if self.is_packed() {
            return self.packed(|out| put_counted(out, b'x', text.as_bytes()));
        }
        let Shape::Error { ty, class } = self.ty()?.shape else { return self.misused("Error") };
        // Both objects are among the handles, as neither is stored before both are there.
        self.rooted = false;
        let bytes = self.text(text.as_bytes())?;
        let boxed = self.object(16, class)?;
        // SAFETY: an object of the class begins with a string, and an interface value is two words.
        unsafe {
            (boxed as *mut [u64; 2]).write([bytes, text.len() as u64]);
            self.at.cast::<[u64; 2]>().write([u64::from(ty), boxed as u64]);
        }
        Ok(Written(()))
    }
}

/// Notes a use of a cursor, where answers are recorded.
#[inline]
fn note(vm: &mut Vm, f: impl FnOnce(&mut Tape)) {
    if let Some(tape) = &mut vm.pending.tape {
        f(tape);
    }
}

/// A writer for one of the values of an image. A value in memory gets an object of its own.
fn item_writer<'a>(
    vm: &'a mut Vm,
    types: &'a Types,
    item: Item,
    image: *mut u8,
) -> Result<Writer<'a>, DataError> {
    // SAFETY: the item lies in the image, by the promise of `of_image`.
    let at = unsafe { image.add(item.offset) };
    let ty = types.data.get(item.no);
    let mut writer = Writer { vm, types, what: What::Value(item.no), at, rooted: false, depth: 0 };
    if let Some(class) = ty.in_memory {
        let object = writer.object(ty.size as usize, class)?;
        // SAFETY: the image has a word for the address.
        unsafe { at.cast::<u64>().write(object as u64) };
        (writer.at, writer.rooted) = (object as *mut u8, true);
    }
    if let Shape::Packed = ty.shape {
        writer.what = What::Packed(Part::All);
        writer.out().clear();
    }
    Ok(writer)
}

/// Appends a number or boolean to a packed value.
fn put_packed<T: Scalar>(out: &mut Vec<u8>, value: T) {
    // Of narrow unsigned integers slots have the sign extended.
    let word = match T::TYPE {
        HostType::Int(bytes, false) => value.to_word() & (u64::MAX >> (64 - 8 * u32::from(bytes))),
        _ => value.to_word(),
    };
    put_scalar(out, word, &T::TYPE);
}

/// Appends bytes, or a list of numbers, to a packed value.
fn put_all_packed<T: Scalar>(out: &mut Vec<u8>, elements: &[T]) {
    if T::TYPE == HostType::Int(1, false) {
        let bytes: Vec<u8> = elements.iter().map(|byte| byte.to_word() as u8).collect();
        return put_counted(out, b'b', &bytes);
    }
    out.push(b'[');
    elements.iter().for_each(|element| put_packed(out, *element));
    out.push(b']');
}

/// What is inside of a packed value is a part of it; anything else is as it was.
fn inner(what: What<'_>) -> What<'_> {
    match what {
        What::Packed(_) => What::Packed(Part::Inner),
        What::Value(_) | What::List(_) => what,
    }
}

/// Writes the elements of a slice or an array, in order.
pub struct SliceWriter<'a> {
    /// At the next element.
    writer: Writer<'a>,
    left: usize,
    step: usize,
}

impl SliceWriter<'_> {
    /// Writes the next element.
    ///
    /// # Errors
    /// All elements were written already, or `f` fails.
    pub fn element(
        &mut self,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        if self.left == 0 {
            return Err(DataError::new("more elements cross than there were to be"));
        }
        let Writer { vm, types, what, at, rooted, depth } = &mut self.writer;
        note(vm, |tape| tape.note(Op::Element));
        let what = inner(*what);
        f(Writer { vm, types, what, at: *at, rooted: *rooted, depth: *depth })?;
        self.left -= 1;
        *at = at.wrapping_add(self.step);
        Ok(())
    }

    /// The end, after all elements.
    ///
    /// # Errors
    /// Fewer elements were written than there were to be.
    pub fn end(self) -> Result<Written, DataError> {
        if self.left > 0 {
            return Err(DataError::new(format!("{} elements fewer cross than there were to be", self.left)));
        }
        self.writer.ended(b']')
    }
}

/// Writes the fields of a structure, in order; or the parameters or results of a function.
///
/// The example of [`HostData`](super::HostData) uses one.
pub struct StructWriter<'a> {
    writer: Writer<'a>,
    next: usize,
}

impl StructWriter<'_> {
    fn len(&self) -> usize {
        match self.writer.what {
            What::Value(no) => match &self.writer.types.data.get(no).shape {
                Shape::Struct(fields) => fields.len(),
                _ => 0,
            },
            What::List(items) => items.len(),
            // As many as the host has.
            What::Packed(_) => usize::MAX,
        }
    }

    /// Writes the field of this number, in any order.
    pub(super) fn field_at(
        &mut self,
        n: u64,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        self.next = usize::try_from(n).unwrap_or(usize::MAX);
        self.field(f)
    }

    /// Writes the next field.
    ///
    /// # Errors
    /// All fields were written already, or `f` fails.
    pub fn field(
        &mut self,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        let n = self.next;
        if n >= self.len() {
            return Err(DataError::new(format!("more than {n} fields cross")));
        }
        self.next += 1;
        if self.writer.is_packed() {
            note(self.writer.vm, |tape| tape.note(Op::Field(n as u64)));
            return self.packed("", f);
        }
        let Writer { vm, types, what, at, rooted, depth } = &mut self.writer;
        note(vm, |tape| tape.note(Op::Field(n as u64)));
        match what {
            What::Packed(_) => unreachable!("it was asked for"),
            What::List(items) => f(item_writer(vm, types, items[n], *at)?)?,
            What::Value(no) => {
                let Shape::Struct(fields) = &types.data.get(*no).shape else { unreachable!("it has fields") };
                let at = at.wrapping_add(fields[n].offset as usize);
                let what = What::Value(fields[n].ty);
                f(Writer { vm, types, what, at, rooted: *rooted, depth: *depth })?
            }
        };
        Ok(())
    }

    /// Writes the next field, which the host calls so: where the guest has no types it gets the name too.
    ///
    /// The example of [`HostData`](super::HostData) uses one.
    ///
    /// # Errors
    /// All fields were written already, or `f` fails.
    pub fn named(
        &mut self,
        name: &str,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        if !self.writer.is_packed() {
            return self.field(f);
        }
        note(self.writer.vm, |tape| tape.note(Op::Named(name)));
        self.packed(name, f)
    }

    /// A field of a packed structure.
    fn packed(
        &mut self,
        name: &str,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        put_counted(self.writer.out(), b's', name.as_bytes());
        let Writer { vm, types, what, at, rooted, depth } = &mut self.writer;
        f(Writer { vm, types, what: inner(*what), at: *at, rooted: *rooted, depth: *depth }).map(|_| ())
    }

    /// Writes the field of this name, in any order. The name may differ in style.
    ///
    /// # Errors
    /// The guest has no such field, or `f` fails.
    pub fn field_named(
        &mut self,
        name: &str,
        f: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        let place = match self.writer.kind() {
            DataKind::Any => return self.named(name, f),
            DataKind::Struct(fields) => fields.iter().position(|field| same_name(&field.name, name)),
            _ => None,
        };
        self.next = place.ok_or_else(|| DataError::new(format!("the guest has no field for {name}")))?;
        self.field(f)
    }

    /// The end of fields that were written by name: those that were not are zero.
    ///
    /// # Errors
    /// Of parameters or results, some were not written.
    pub fn end_of_named(self) -> Result<Written, DataError> {
        match self.writer.what {
            What::Value(_) | What::Packed(_) => self.writer.ended(b')'),
            What::List(_) => self.end(),
        }
    }

    /// The end, after all fields.
    ///
    /// # Errors
    /// Some fields were not written.
    pub fn end(self) -> Result<Written, DataError> {
        if self.next < self.len() && !self.writer.is_packed() {
            return Err(DataError::new(format!("{} fields of {} cross", self.next, self.len())));
        }
        self.writer.ended(b')')
    }
}

/// Writes the entries of a map.
pub struct MapWriter<'a> {
    /// What it writes at is used only if the map is packed.
    writer: Writer<'a>,
    /// `None` if it is packed.
    map: Option<TypedMap<'a>>,
}

/// A map in guest memory.
struct TypedMap<'a> {
    map: *mut u8,
    layout: &'a MapType,
    key: DataNo,
    value: DataNo,
    number: u32,
}

impl MapWriter<'_> {
    /// Writes an entry. Of two with the same key, the later value stays.
    ///
    /// # Errors
    /// There is no memory for it within the limits, the key cannot be one, or a closure fails.
    pub fn entry(
        &mut self,
        key: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
        value: impl FnOnce(Writer<'_>) -> Result<Written, DataError>,
    ) -> Result<(), DataError> {
        let Writer { vm, types, what, at, rooted, depth } = &mut self.writer;
        note(vm, |tape| tape.note(Op::Entry));
        let Some(map) = &self.map else {
            vm.charge(ELEMENT);
            let what = inner(*what);
            key(Writer { vm, types, what, at: *at, rooted: *rooted, depth: *depth })?;
            return value(Writer { vm, types, what, at: *at, rooted: *rooted, depth: *depth }).map(|_| ());
        };
        let before = vm.roots.handles.len();
        let size = types.data.get(map.key).size as usize;
        let mut image = Image::new();
        let image = image.zeros(size.div_ceil(8).max(1));
        let at = image.as_mut_ptr().cast();
        key(Writer { vm, types, what: What::Value(map.key), at, rooted: false, depth: *depth })?;
        // SAFETY: the image holds a key of the map's type, and the map is reachable.
        let slot = unsafe { assign(vm, types, map.layout, map.number, map.map, image) }?;
        vm.roots.handles.truncate(before);
        vm.charge(ELEMENT + gas::bytes_touched(u64::from(map.layout.entry_size)));
        let what = What::Value(map.value);
        value(Writer { vm, types, what, at: slot, rooted: true, depth: *depth })?;
        Ok(())
    }

    /// The end, after all entries.
    pub fn end(self) -> Result<Written, DataError> {
        self.writer.ended(b'}')
    }
}

/// The place of the value for a key.
///
/// # Safety
/// `map` is a live map of the layout's type, and `key` holds a key of its type as it lies in memory. What the
/// key refers to is reachable.
unsafe fn assign(
    vm: &mut Vm,
    types: &Types,
    layout: &MapType,
    number: u32,
    map: *mut u8,
    key: &[u64],
) -> Result<*mut u8, DataError> {
    let described = &types.maps[number as usize];
    let (ty, ops) = (described.key, types.keys(described));
    let (result, cost) = loop {
        // The last attempt is the one that counts: when collections happen is not part of the price.
        let mut cost = 0;
        let heap = &mut vm.heap;
        // SAFETY: the caller's promise.
        let found = unsafe {
            match layout.key {
                KeyKind::Word => {
                    map::map_assign(heap, layout, map, WordKey(word_key(types, ty, key)), &mut cost)
                }
                KeyKind::F64 => map::map_assign(heap, layout, map, F64Key(f64::from_bits(key[0])), &mut cost),
                KeyKind::F32 => {
                    map::map_assign(heap, layout, map, F32Key(f32::from_bits(key[0] as u32)), &mut cost)
                }
                KeyKind::Str => {
                    let key = StrKey::new(key[0] as *const u8, key[1] as usize);
                    map::map_assign(heap, layout, map, key, &mut cost)
                }
                KeyKind::General => {
                    let key = GeneralKey::new(key.as_ptr().cast(), &ops);
                    map::map_assign(heap, layout, map, key, &mut cost)
                }
            }
        };
        match found {
            Err(MapError::NeedsCollection) => vm.collect(),
            other => break (other, cost),
        }
    };
    vm.charge(gas::bytes_touched(cost));
    result.map_err(|error| match error {
        MapError::NeedsCollection | MapError::OutOfMemory => {
            crate::native::Stop::from(HeapError::OutOfMemory).into()
        }
        MapError::NilMap | MapError::Unhashable(_) => DataError::new("a key crosses that has no hash"),
    })
}

/// An integer, boolean or address as a key: extended to a word.
fn word_key(types: &Types, ty: crate::types::TypeNo, key: &[u64]) -> u64 {
    use crate::types::TypeKind;
    let desc = types.desc(ty);
    let unused = 64 - 8 * (desc.size as u32).clamp(1, 8);
    match desc.kind {
        TypeKind::Int(_, true) => ((key[0] << unused) as i64 >> unused) as u64,
        _ => key[0] << unused >> unused,
    }
}
