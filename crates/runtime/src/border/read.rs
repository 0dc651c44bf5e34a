//! The cursor that reads a value of the guest's from its memory.
//!
//! A reader stands at one value, whose type the guest described, and reads no other: any other use of it is
//! an error. Reading allocates nothing in guest memory, so nothing is collected meanwhile.
//!
//! **Bounds.** Values of a guest may be shared, so that they are larger for the host, who copies them, than
//! they are in guest memory. All that one crossing reads counts against the isolate's memory limit before it
//! is copied.

use std::any::Any;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use purlin_base::gas;

use super::error::{DataError, Misuse, deeper, misused};
use super::objects::Objects;
use super::packed::{self, Packed};
use super::plan::{DataKind, DataNo, GuestType, Item, Shape, same_name};
use super::scalars::Scalar;
use super::write::ELEMENT;
use crate::map::{self, MapIter, MapType};
use crate::native::Stop;
use crate::trap::{Trap, TrapKind};
use crate::types::Types;

/// What was copied to be lent. Most crossings have none, and dropping the account then is one comparison.
type Kept = Vec<Box<[u8]>>;

/// What one crossing has read so far.
pub(crate) struct Account {
    /// Bytes that may still be read.
    left: Cell<u64>,
    units: Cell<i64>,
    /// Whether what is lent is copied, as guest memory may be written meanwhile.
    copies: bool,
    /// What is lent and does not lie so in the guest's memory.
    kept: RefCell<Option<Box<Kept>>>,
    /// The objects of the host's, if they can be lent and taken; else null.
    objects: *mut Objects,
}

impl Account {
    /// An account for so many bytes. Whether what is lent is copied: it must be, if guest memory may be
    /// written as long as the account lives.
    pub(crate) fn new(bytes: usize, copies: bool) -> Account {
        let kept = RefCell::new(None);
        let objects = std::ptr::null_mut();
        Account { left: Cell::new(bytes as u64), units: Cell::new(0), copies, kept, objects }
    }

    /// The account of a crossing for which objects of the host's are lent or taken.
    ///
    /// # Safety
    /// The table lives as long as the account. While values are read, nothing else uses it; as long as the
    /// account lives, nothing is added to it or taken from it otherwise, and no other crossing begins.
    pub(crate) unsafe fn lending(self, objects: *mut Objects) -> Account {
        // SAFETY: the caller's promise.
        unsafe { (*objects).begin() };
        Account { objects, ..self }
    }

    /// Bytes that may still be read.
    pub(crate) fn left(&self) -> u64 {
        self.left.get()
    }

    /// Units of gas for what was read.
    pub(crate) fn units(&self) -> i64 {
        self.units.get()
    }

    #[inline]
    fn take(&self, bytes: u64, units: i64) -> Result<(), DataError> {
        let Some(left) = self.left.get().checked_sub(bytes) else { return Err(too_large()) };
        self.left.set(left);
        self.units.set(self.units.get().saturating_add(units));
        Ok(())
    }

    #[inline]
    pub(super) fn bytes(&self, n: u64) -> Result<(), DataError> {
        self.take(n, gas::bytes_touched(n))
    }

    /// Elements of a size: each counts as a word at least, as the host has something for it.
    fn elements(&self, n: u64, size: u64) -> Result<(), DataError> {
        let bytes = n.saturating_mul(size.max(8));
        self.take(bytes, gas::bytes_touched(bytes).saturating_add((n as i64).saturating_mul(ELEMENT)))
    }

    /// Text as it is lent.
    #[inline]
    pub(super) fn lend_text<'a>(&'a self, bytes: &'a [u8]) -> &'a str {
        let text = match decode(bytes) {
            Cow::Borrowed(text) if !self.copies => return text,
            other => other.into_owned(),
        };
        // SAFETY: the bytes of a text.
        unsafe { std::str::from_utf8_unchecked(self.keep(text.into_bytes())) }
    }

    /// Bytes as they are lent.
    #[inline]
    pub(super) fn lend<'a>(&'a self, bytes: &'a [u8]) -> &'a [u8] {
        if self.copies { self.keep(bytes.to_vec()) } else { bytes }
    }

    /// Keeps bytes as long as the account.
    fn keep(&self, bytes: Vec<u8>) -> &[u8] {
        let bytes = bytes.into_boxed_slice();
        let kept: *const [u8] = &*bytes;
        self.kept.borrow_mut().get_or_insert_default().push(bytes);
        // SAFETY: the bytes lie in a box that stays where it is, and is not removed while the account is
        // borrowed.
        unsafe { &*kept }
    }
}

#[cold]
fn too_large() -> DataError {
    let why = "out of memory: the data that crosses is larger than the memory limit";
    Stop::end(Trap::new(TrapKind::OutOfMemory, why)).into()
}

/// Bytes as text. What is not UTF-8 becomes U+FFFD.
#[inline]
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if bytes.is_ascii() {
        // SAFETY: ASCII is UTF-8.
        return Cow::Borrowed(unsafe { std::str::from_utf8_unchecked(bytes) });
    }
    String::from_utf8_lossy(bytes)
}

/// What a reader is at.
#[derive(Clone, Copy)]
enum What<'a> {
    /// One value.
    Value(DataNo),
    /// Parameters or results in an image.
    List(&'a [Item]),
    /// A packed value, or nothing.
    Packed(&'a [u8]),
}

/// Reads one value: see [`FromGuest`](super::FromGuest).
///
/// The example of [`HostData`](super::HostData) uses one.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    types: &'a Types,
    account: &'a Account,
    what: What<'a>,
    at: *const u8,
    depth: u32,
}

impl<'a> Reader<'a> {
    /// A reader of the values of an image.
    ///
    /// # Safety
    /// The image is one of a plan for these items, of live values of the types, which the guest described as
    /// they are. As long as the reader is used, what they lead to is not collected, and none of it is
    /// written; as long as the lifetime lasts, unless the account copies what is lent.
    pub(crate) unsafe fn of_image(
        types: &'a Types,
        account: &'a Account,
        items: &'a [Item],
        image: &'a [u64],
    ) -> Reader<'a> {
        Reader { types, account, what: What::List(items), at: image.as_ptr().cast(), depth: 0 }
    }

    /// The reader of the only value of a list; another is returned as it is.
    pub(crate) fn only(self) -> Reader<'a> {
        match self.what {
            What::List([item]) => self.item(*item),
            What::List(_) | What::Value(_) | What::Packed(_) => self,
        }
    }

    /// The results before the last one, an error.
    pub(crate) fn without_error(self) -> Reader<'a> {
        match self.what {
            What::List([rest @ .., _]) => Reader { what: What::List(rest), ..self },
            What::List([]) | What::Value(_) | What::Packed(_) => self,
        }
    }

    /// The text of the error that the last of the results is, or the only packed one, if there is one.
    pub(crate) fn failure(self) -> Result<Option<String>, DataError> {
        match self.what {
            What::Packed(_) => self.error(),
            What::List(_) | What::Value(_) => self.structure()?.error(),
        }
    }

    /// A reader of nothing, in the place of a packed value.
    pub(crate) fn nothing(self) -> Reader<'a> {
        self.packed_reader(&[])
    }

    fn item(self, item: Item) -> Reader<'a> {
        // SAFETY: the item lies in the image, by the promise of `of_image`; a value in memory has its address
        // there.
        let at = unsafe {
            let at = self.at.add(item.offset);
            match self.types.data.get(item.no).in_memory {
                Some(_) => *at.cast::<*const u8>(),
                None => at,
            }
        };
        self.at(item.no, at)
    }

    fn ty(&self) -> Result<&'a GuestType, DataError> {
        match self.what {
            What::Value(no) => Ok(self.types.data.get(no)),
            What::List(_) => Err(DataError::new("one value crosses where the guest has a list of them")),
            What::Packed(_) => Err(DataError::new("a packed value has no type")),
        }
    }

    /// What the guest has here; of a packed value, what it says it is.
    pub fn kind(&self) -> DataKind<'a> {
        if let What::Packed(bytes) = self.what {
            return Packed::of(bytes).map_or(DataKind::Other, packed_kind);
        }
        self.ty().map_or(DataKind::Other, |ty| ty.shape.kind())
    }

    fn misused<T>(&self, what: &str) -> Result<T, DataError> {
        if let What::Packed(bytes) = self.what {
            let kind = Packed::of(bytes)?.kind();
            return Err(DataError::new(format!("{kind} crosses where the host has {what}")));
        }
        Err(misused(what, self.ty().map_or("a list of values", |ty| &ty.name)))
    }

    /// The value of another type at another place.
    fn at(self, no: DataNo, at: *const u8) -> Reader<'a> {
        let reader = Reader { what: What::Value(no), at, ..self };
        match self.types.data.get(no).shape {
            Shape::Packed => reader.packed_at(),
            _ => reader,
        }
    }

    /// The reader of a packed value, whose address and length are here.
    fn packed_at(self) -> Reader<'a> {
        // SAFETY: a packed value is two words.
        let (at, len) = unsafe { (self.word(0), self.word(1)) };
        let bytes: &[u8] = match len {
            0 => &[],
            // SAFETY: live bytes of that length, which nothing writes, by the promise of `of_image`.
            _ => unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) },
        };
        Reader { what: What::Packed(bytes), ..self }
    }

    /// The reader of another packed value.
    fn packed_reader(self, bytes: &'a [u8]) -> Reader<'a> {
        Reader { what: What::Packed(bytes), ..self }
    }

    /// The packed value that is here, if one is, whose bytes count as read.
    fn packed(self) -> Result<Option<Packed<'a>>, DataError> {
        let What::Packed(bytes) = self.what else { return Ok(None) };
        self.account.bytes(bytes.len() as u64)?;
        Packed::of(bytes).map(Some)
    }

    /// A word of the value.
    ///
    /// # Safety
    /// The value has so many words.
    unsafe fn word(self, n: usize) -> u64 {
        // SAFETY: the caller's promise; values are live by that of `of_image`, and aligned as layouts are.
        unsafe { self.at.cast::<u64>().add(n).read() }
    }

    /// Reads a number or boolean.
    pub(crate) fn scalar<T: Scalar>(self) -> Result<T, DataError> {
        if let Some(value) = self.packed()? {
            return value.to_word(&T::TYPE).map(T::from_word);
        }
        let ty = self.ty()?;
        if !T::fits(&ty.shape) {
            return self.misused(&T::TYPE.to_string());
        }
        // SAFETY: a live value of that many bytes, aligned as the guest's layouts are.
        Ok(T::from_word(unsafe { load(self.at, size_of::<T>()) }))
    }

    /// Address and length of the bytes of a string, which count as read.
    fn text_bytes(self) -> Result<&'a [u8], DataError> {
        match self.packed()? {
            Some(Packed::Text(text)) => return Ok(text),
            Some(_) => return self.misused("String"),
            None => {}
        }
        let at = match self.ty()?.shape {
            Shape::Str => 0,
            Shape::ErrorText => 1,
            _ => return self.misused("String"),
        };
        // SAFETY: a string is two words; the text of an error comes after a byte in a word of its own.
        let (at, len) = unsafe { (self.word(at), self.word(at + 1)) };
        self.account.bytes(len)?;
        if len == 0 {
            return Ok(&[]);
        }
        // SAFETY: a live string of that length, which nothing writes, by the promise of `of_image`.
        Ok(unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) })
    }

    /// Reads a string. What is not UTF-8 becomes U+FFFD.
    ///
    /// # Errors
    /// The guest has something else here, or there is no memory for it within the limits.
    pub fn str(self) -> Result<Cow<'a, str>, DataError> {
        Ok(decode(self.text_bytes()?))
    }

    /// [`Reader::str`] as text that is lent.
    pub(crate) fn lent_str(self) -> Result<&'a str, DataError> {
        Ok(self.account.lend_text(self.text_bytes()?))
    }

    /// Where the elements of a slice or array are: the first, how many, and their type.
    fn elements(self) -> Result<(*const u8, u64, DataNo), DataError> {
        match self.ty()?.shape {
            // SAFETY: a slice is three words.
            Shape::Slice { element, .. } => unsafe { Ok((self.word(0) as *const u8, self.word(1), element)) },
            Shape::Array { element, len } => Ok((self.at, len, element)),
            _ => self.misused("a list"),
        }
    }

    /// Whether a list of bytes is here.
    pub(super) fn has_bytes(self) -> bool {
        if let What::Packed(bytes) = self.what {
            return matches!(Packed::of(bytes), Ok(Packed::Bytes(_)));
        }
        let Ok(ty) = self.ty() else { return false };
        match ty.shape {
            Shape::Slice { element, .. } | Shape::Array { element, .. } => {
                u8::fits(&self.types.data.get(element).shape)
            }
            _ => false,
        }
    }

    /// Reads numbers from a slice or an array.
    pub(crate) fn scalars<T: Scalar>(self) -> Result<Vec<T>, DataError> {
        match self.packed()? {
            Some(Packed::Bytes(bytes)) => {
                let number = |byte: &u8| Packed::Int(i128::from(*byte)).to_word(&T::TYPE).map(T::from_word);
                return bytes.iter().map(number).collect();
            }
            Some(_) => return self.slice()?.map(Reader::scalar).collect(),
            None => {}
        }
        let (from, len, element) = self.elements()?;
        if !T::fits(&self.types.data.get(element).shape) {
            return self.misused(&format!("Vec<{}>", T::TYPE));
        }
        self.account.bytes(len.saturating_mul(size_of::<T>() as u64))?;
        let size = size_of::<T>();
        // SAFETY: so many live elements of that size.
        let value = |n: usize| T::from_word(unsafe { load(from.add(n * size), size) });
        Ok((0..len as usize).map(value).collect())
    }

    /// Reads bytes where they lie.
    pub(crate) fn lent_bytes(self) -> Result<&'a [u8], DataError> {
        match self.packed()? {
            Some(Packed::Bytes(bytes)) => return Ok(self.account.lend(bytes)),
            Some(_) => return Ok(self.account.keep(self.scalars()?)),
            None => {}
        }
        let (from, len, element) = self.elements()?;
        if !u8::fits(&self.types.data.get(element).shape) {
            return self.misused("&[u8]");
        }
        self.account.bytes(len)?;
        if len == 0 {
            return Ok(&[]);
        }
        // SAFETY: so many live bytes, which nothing writes, by the promise of `of_image`.
        Ok(self.account.lend(unsafe { std::slice::from_raw_parts(from, len as usize) }))
    }

    /// Begins a slice or an array.
    ///
    /// # Errors
    /// The guest has something else here.
    pub fn slice(self) -> Result<SliceReader<'a>, DataError> {
        if let Some(value) = self.packed()? {
            let Packed::List(values) = value else { return self.misused("a list") };
            let left = packed::count(values)?;
            self.account.elements(left, 0)?;
            let depth = deeper(self.depth)?;
            let reader = Reader { depth, ..self.packed_reader(values) };
            return Ok(SliceReader { reader, left, step: 0 });
        }
        let (from, len, element) = self.elements()?;
        let size = self.types.data.get(element).size;
        self.account.elements(len, u64::from(size))?;
        let depth = deeper(self.depth)?;
        Ok(SliceReader { reader: Reader { depth, ..self.at(element, from) }, left: len, step: size as usize })
    }

    /// The value, if there is one.
    ///
    /// # Errors
    /// The guest has something else here, or it is nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn option(self) -> Result<Option<Reader<'a>>, DataError> {
        if let Some(value) = self.packed()? {
            return Ok((value != Packed::Nothing).then_some(self));
        }
        let Shape::Pointer { target, .. } = self.ty()?.shape else { return self.misused("Option") };
        // SAFETY: a pointer is a word.
        let to = unsafe { self.word(0) };
        if to == 0 {
            return Ok(None);
        }
        self.account.elements(1, u64::from(self.types.data.get(target).size))?;
        let depth = deeper(self.depth)?;
        Ok(Some(Reader { depth, ..self.at(target, to as *const u8) }))
    }

    /// The address of the handle of an object, and the table of objects.
    fn handle<T: Any>(self) -> Result<(u64, &'a mut Objects), DataError> {
        let What::Value(no) = self.what else { return self.misused("an object of the host's") };
        if self.types.data.handle_class(no).is_none() {
            return self.misused(std::any::type_name::<T>());
        }
        // SAFETY: null, or a table that nothing else uses while values are read, by the promise of
        // `Account::lending`; what is made of it here is used up before another value is read.
        let objects = unsafe { self.account.objects.as_mut() };
        let objects = objects.ok_or_else(|| DataError::new("objects of the host's do not cross here"))?;
        // SAFETY: a pointer is a word.
        Ok((unsafe { self.word(0) }, objects))
    }

    /// The handle that is here, if it is not null.
    pub(super) fn non_null(self) -> Result<Option<Reader<'a>>, DataError> {
        let Shape::Pointer { .. } = self.ty()?.shape else { return self.misused("Option") };
        // SAFETY: a pointer is a word.
        Ok(if unsafe { self.word(0) } == 0 { None } else { Some(self) })
    }

    fn handle_misused(self, misuse: Misuse) -> DataError {
        DataError::misuse(misuse, self.ty().map_or("a handle", |ty| &ty.name))
    }

    /// The object that a handle leads to.
    pub(super) fn object<T: Any>(self) -> Result<&'a T, DataError> {
        let (handle, objects) = self.handle::<T>()?;
        // SAFETY: the guest's pointer is null or leads to a live handle.
        let object = unsafe { objects.lend(handle, false) }.map_err(|misuse| self.handle_misused(misuse))?;
        // SAFETY: it lives in a box that nothing takes as long as the account lives, and nothing has it
        // mutably, as the table says how it is lent.
        Ok(unsafe { object.as_ref() })
    }

    /// The object that a handle leads to, lent to nothing else.
    pub(super) fn object_mut<T: Any>(self) -> Result<&'a mut T, DataError> {
        let (handle, objects) = self.handle::<T>()?;
        // SAFETY: the guest's pointer is null or leads to a live handle.
        let lent = unsafe { objects.lend(handle, true) };
        let mut object = lent.map_err(|misuse| self.handle_misused(misuse))?;
        // SAFETY: it lives in a box that nothing takes as long as the account lives, and it is lent to
        // nothing else, as the table says how it is lent.
        Ok(unsafe { object.as_mut() })
    }

    /// The object that a handle leads to, taken out of the isolate.
    pub(super) fn take_object<T: Any>(self) -> Result<T, DataError> {
        let (handle, objects) = self.handle::<T>()?;
        // SAFETY: the guest's pointer is null or leads to a live handle.
        unsafe { objects.take(handle) }.map_err(|misuse| self.handle_misused(misuse))
    }

    /// Begins a structure, whose fields are read in order.
    ///
    /// # Errors
    /// The guest has something else here.
    pub fn structure(self) -> Result<StructReader<'a>, DataError> {
        if let Some(value) = self.packed()? {
            let (fields, named) = match value {
                Packed::List(values) => (values, false),
                Packed::Map(entries) | Packed::Struct(entries) => (entries, true),
                Packed::Nothing => (&[][..], false),
                _ => return self.misused("a structure"),
            };
            let depth = deeper(self.depth)?;
            let reader = Reader { depth, ..self.packed_reader(fields) };
            return Ok(StructReader { reader, next: 0, named });
        }
        if let What::Value(no) = self.what
            && !matches!(self.types.data.get(no).shape, Shape::Struct(_))
        {
            return self.misused("a structure");
        }
        Ok(StructReader { reader: self, next: 0, named: false })
    }

    /// Begins a map.
    ///
    /// # Errors
    /// The guest has something else here.
    pub fn map(self) -> Result<MapReader<'a>, DataError> {
        if let Some(value) = self.packed()? {
            let (Packed::Map(entries) | Packed::Struct(entries)) = value else {
                return self.misused("a map");
            };
            let left = packed::count(entries)? / 2;
            self.account.elements(left, 0)?;
            let depth = deeper(self.depth)?;
            let walk = MapWalk::Packed(Reader { depth, ..self.packed_reader(entries) });
            return Ok(MapReader { walk, left: left as usize });
        }
        let Shape::Map { key, value, map } = self.ty()?.shape else { return self.misused("a map") };
        // SAFETY: a map is a word, null or the address of a live map.
        let (map, at) = unsafe { (&self.types.maps[map as usize], self.word(0) as *const u8) };
        // SAFETY: the word is null or the address of a live map.
        let len = unsafe { map::map_len(at) } as u64;
        let Some(layout) = map.layout.as_ref().filter(|_| len > 0) else { return Ok(MapReader::EMPTY) };
        self.account.elements(len, u64::from(layout.entry_size))?;
        let depth = deeper(self.depth)?;
        // SAFETY: the word is the address of a live map.
        let iterator = unsafe { map::map_iter(at) };
        let walk = Walk { reader: Reader { depth, ..self }, layout, described: map, key, value, iterator };
        Ok(MapReader { walk: MapWalk::Map(walk), left: len as usize })
    }

    /// Reads the text of an error, if there is one.
    pub(crate) fn error(self) -> Result<Option<String>, DataError> {
        match self.packed()? {
            Some(Packed::Error(text)) => return Ok(Some(String::from_utf8_lossy(text).into_owned())),
            Some(_) => return Ok(None),
            None => {}
        }
        let Shape::ErrorText = self.ty()?.shape else { return self.misused("Error") };
        // SAFETY: the value begins with a byte.
        if unsafe { load(self.at, 1) } & 0xff == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(self.text_bytes()?).into_owned()))
    }
}

/// Some bytes of guest memory as a word.
///
/// # Safety
/// So many bytes lie there, 1, 2, 4 or 8.
unsafe fn load(at: *const u8, size: usize) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => u64::from(*at),
            2 => u64::from(at.cast::<u16>().read_unaligned()),
            4 => u64::from(at.cast::<u32>().read_unaligned()),
            _ => at.cast::<u64>().read_unaligned(),
        }
    }
}

/// The elements of a slice or an array.
pub struct SliceReader<'a> {
    reader: Reader<'a>,
    left: u64,
    step: usize,
}

impl<'a> Iterator for SliceReader<'a> {
    type Item = Reader<'a>;

    fn next(&mut self) -> Option<Reader<'a>> {
        self.left = self.left.checked_sub(1)?;
        if let What::Packed(rest) = &mut self.reader.what {
            // The values were counted, so there is one.
            let bytes = packed::next(rest).ok()??;
            return Some(self.reader.packed_reader(bytes));
        }
        let here = self.reader;
        self.reader.at = here.at.wrapping_add(self.step);
        Some(here)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for SliceReader<'_> {}

/// The fields of a structure in order; or the parameters or results of a function.
///
/// The example of [`HostData`](super::HostData) uses one.
pub struct StructReader<'a> {
    reader: Reader<'a>,
    next: usize,
    /// Whether each field of a packed structure comes after its name.
    named: bool,
}

impl<'a> StructReader<'a> {
    /// The field that the host calls so: of a packed structure with names the one of that name, which may
    /// differ in style, or nothing if it has none; else the next field.
    ///
    /// The example of [`HostData`](super::HostData) uses one.
    ///
    /// # Errors
    /// There are no more fields.
    pub fn named(&mut self, name: &str) -> Result<Reader<'a>, DataError> {
        let What::Packed(mut rest) = self.reader.what else { return self.field() };
        if !self.named {
            return self.field();
        }
        let mut first = true;
        while let (Some(key), Some(value)) = (packed::next(&mut rest)?, packed::next(&mut rest)?) {
            self.reader.account.bytes((key.len() + value.len()) as u64)?;
            let Packed::Text(key) = Packed::of(key)? else { continue };
            // Fields without names are in order.
            if key.is_empty() && first {
                return self.field();
            }
            if std::str::from_utf8(key).is_ok_and(|key| same_name(key, name)) {
                return Ok(self.reader.packed_reader(value));
            }
            first = false;
        }
        Ok(self.reader.packed_reader(&[]))
    }

    /// The next field.
    ///
    /// # Errors
    /// There are no more fields.
    pub fn field(&mut self) -> Result<Reader<'a>, DataError> {
        let n = self.next;
        self.next += 1;
        let more = || DataError::new(format!("more than {n} fields cross"));
        if let What::Packed(rest) = &mut self.reader.what {
            if self.named {
                packed::next(rest)?;
            }
            let bytes = packed::next(rest)?.ok_or_else(more)?;
            return Ok(self.reader.packed_reader(bytes));
        }
        let reader = self.reader;
        let found = match reader.what {
            What::List(items) => items.get(n).map(|item| reader.item(*item)),
            What::Value(no) => match &reader.types.data.get(no).shape {
                Shape::Struct(fields) => {
                    let at = |field: &super::plan::GuestField| reader.at.wrapping_add(field.offset as usize);
                    fields.get(n).map(|field| reader.at(field.ty, at(field)))
                }
                _ => None,
            },
            What::Packed(_) => None,
        };
        found.ok_or_else(more)
    }

    /// The last of the results: the text of an error, if there is one.
    pub(crate) fn error(&mut self) -> Result<Option<String>, DataError> {
        if let What::List(items) = self.reader.what {
            self.next = items.len().saturating_sub(1);
        }
        self.field()?.error()
    }
}

/// Where the reading of a map stands.
struct Walk<'a> {
    reader: Reader<'a>,
    layout: &'a MapType,
    described: &'a crate::types::Map,
    key: DataNo,
    value: DataNo,
    iterator: MapIter,
}

/// The entries of a map: key and value, in the order in which the guest's program sees them.
pub struct MapReader<'a> {
    walk: MapWalk<'a>,
    left: usize,
}

/// What is walked through.
enum MapWalk<'a> {
    Empty,
    Map(Walk<'a>),
    /// The entries that are left.
    Packed(Reader<'a>),
}

impl MapReader<'_> {
    const EMPTY: MapReader<'static> = MapReader { walk: MapWalk::Empty, left: 0 };
}

impl<'a> Iterator for MapReader<'a> {
    type Item = (Reader<'a>, Reader<'a>);

    fn next(&mut self) -> Option<(Reader<'a>, Reader<'a>)> {
        let (key, value) = match &mut self.walk {
            MapWalk::Empty => return None,
            MapWalk::Map(walk) => walk.next()?,
            MapWalk::Packed(reader) => {
                let What::Packed(rest) = &mut reader.what else { return None };
                // The entries were counted, so there is one while some are left.
                let (key, value) = packed::next(rest).ok()?.zip(packed::next(rest).ok()?)?;
                (reader.packed_reader(key), reader.packed_reader(value))
            }
        };
        self.left = self.left.saturating_sub(1);
        Some((key, value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<'a> Walk<'a> {
    fn next(&mut self) -> Option<(Reader<'a>, Reader<'a>)> {
        let Walk { reader, layout, described, key, value, iterator } = self;
        let ops = reader.types.keys(described);
        let mut cost = 0;
        // SAFETY: an iterator over a live map of this type, which nothing writes meanwhile.
        let (k, v) = unsafe { map::map_next(layout, iterator, &ops, &mut cost) }?;
        let account = reader.account;
        account.units.set(account.units.get().saturating_add(gas::bytes_touched(cost)));
        Some((reader.at(*key, k), reader.at(*value, v)))
    }
}

/// What a packed value is for implementations that fit themselves to it.
fn packed_kind(value: Packed<'_>) -> DataKind<'static> {
    match value {
        Packed::Nothing => DataKind::Option,
        Packed::Bool(_) => DataKind::Bool,
        Packed::Int(n) => DataKind::Int(8, n <= i128::from(i64::MAX)),
        Packed::Float(_) => DataKind::F64,
        Packed::Text(_) => DataKind::Str,
        Packed::Bytes(_) | Packed::List(_) => DataKind::List,
        Packed::Map(_) | Packed::Struct(_) => DataKind::Map,
        Packed::Error(_) => DataKind::Other,
    }
}
