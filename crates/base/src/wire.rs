//! How compiled modules are written as bytes and read again: little-endian variable-length numbers in a row,
//! without names or tags, so that both sides must be of one build.
//!
//! Parts that are seldom needed are kept as a [`Packed`] range of the bytes and decoded when they are first
//! used. Knows nothing of what is written, and nothing of files; that the bytes are undamaged is established
//! once, by [`digest`].

use std::borrow::Cow;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use cranelift_entity::{EntityRef, PrimaryMap};

/// The bytes are not what they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a compiled module are malformed")
    }
}

impl std::error::Error for Malformed {}

/// A digest that shows accidental damage; it withstands no forger.
pub fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = foldhash::quality::FixedState::with_seed(0x7075_726c_696e).build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

/// What can be written and read.
pub trait Wire: Sized {
    /// Appends the value to what is written.
    fn put(&self, out: &mut Writer);
    /// Reads a value.
    ///
    /// # Errors
    /// The bytes are those of no value, or end too early.
    fn take(from: &mut Reader<'_>) -> Result<Self, Malformed>;
}

/// Set in the length of a [`Packed`], and in the end of an entry of a [`PackedList`], whose bytes are in the
/// program itself: their place there is written instead, where they begin and end.
const ELSEWHERE: u32 = 1 << 31;

/// Parts of the program that bytes may name places in.
pub type Embedded = &'static [&'static [u8]];

/// Bytes that grow.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    /// What is in these is named and not written.
    embedded: Embedded,
    /// Whether what was written last names a place there.
    is_elsewhere: bool,
}

impl Writer {
    /// Nothing is written yet.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Nothing is written yet. What is written again of these parts of the program is named by its place
    /// there, so who reads it needs them ([`Packed::beside`]).
    pub fn beside(embedded: Embedded) -> Writer {
        Writer { embedded, ..Writer::default() }
    }

    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Bytes that were written.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Appends bytes as they are, without their number.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Appends a byte.
    pub fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// A number in seven bits a byte, the low ones first.
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    /// A number that is close to zero on either side.
    pub fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    /// What `write` writes, after its length: a [`Packed`] when it is read.
    pub fn packed(&mut self, write: impl FnOnce(&mut Writer)) {
        let at = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        self.is_elsewhere = false;
        write(self);
        let len = (self.bytes.len() - at - 4) as u32 | self.take_elsewhere();
        self.bytes[at..at + 4].copy_from_slice(&len.to_le_bytes());
    }

    /// Appends bytes that were read, and not changed, as all that there is of a [`Packed`] or of an entry of
    /// a [`PackedList`].
    pub fn again(&mut self, packed: &Packed) {
        let Some(place) = packed.place_in(self.embedded) else { return self.raw(packed.bytes()) };
        self.raw(place.map(u32::to_le_bytes).as_flattened());
        self.is_elsewhere = true;
    }

    fn take_elsewhere(&mut self) -> u32 {
        if std::mem::take(&mut self.is_elsewhere) { ELSEWHERE } else { 0 }
    }

    /// A [`PackedList`] of `count` entries: `write` writes each, and nothing where the list has none.
    pub fn packed_list(&mut self, count: usize, mut write: impl FnMut(usize, &mut Writer)) {
        self.packed(|out| {
            let table = out.bytes.len();
            out.bytes.resize(table + 4 * count, 0);
            for n in 0..count {
                write(n, out);
                let end = (out.bytes.len() - table) as u32 | out.take_elsewhere();
                out.bytes[table + 4 * n..][..4].copy_from_slice(&end.to_le_bytes());
            }
            // What reads the list finds its length here.
            out.raw(&(count as u32).to_le_bytes());
        });
    }
}

/// Bytes that values are decoded from: a part of the program, or shared by what is still to be decoded.
#[derive(Clone)]
pub enum Source {
    Embedded(&'static [u8]),
    Shared(Arc<Vec<u8>>),
    /// The first, which name places in the second.
    Beside(Arc<Vec<u8>>, Embedded),
}

impl Source {
    /// What the bytes name places in.
    fn embedded(&self) -> Embedded {
        match self {
            Source::Embedded(_) | Source::Shared(_) => &[],
            Source::Beside(_, embedded) => embedded,
        }
    }
}

impl std::ops::Deref for Source {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Source::Embedded(bytes) => bytes,
            Source::Shared(bytes) | Source::Beside(bytes, _) => bytes,
        }
    }
}

impl From<Arc<Vec<u8>>> for Source {
    fn from(bytes: Arc<Vec<u8>>) -> Source {
        Source::Shared(bytes)
    }
}

impl From<Cow<'static, [u8]>> for Source {
    fn from(bytes: Cow<'static, [u8]>) -> Source {
        match bytes {
            Cow::Borrowed(bytes) => Source::Embedded(bytes),
            Cow::Owned(bytes) => Source::Shared(Arc::new(bytes)),
        }
    }
}

/// A range of bytes that were read, to be decoded later.
#[derive(Clone)]
pub struct Packed {
    bytes: Source,
    range: Range<usize>,
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} packed bytes", self.range.len())
    }
}

impl Packed {
    /// All of the bytes from `from` on.
    pub fn all(bytes: impl Into<Source>, from: usize) -> Packed {
        let bytes = bytes.into();
        let range = from.min(bytes.len())..bytes.len();
        Packed { bytes, range }
    }

    /// These bytes, which name places in parts of the program ([`Writer::beside`]).
    pub fn beside(&self, embedded: Embedded) -> Packed {
        let bytes = match &self.bytes {
            Source::Shared(bytes) | Source::Beside(bytes, _) => Source::Beside(bytes.clone(), embedded),
            Source::Embedded(bytes) => Source::Embedded(bytes),
        };
        Packed { bytes, range: self.range.clone() }
    }

    /// What is at a place: the number of the part, and where the bytes begin and end in it.
    fn elsewhere(place: &[u8], embedded: Embedded) -> Option<Packed> {
        let [part, from, to] = place.as_chunks::<4>().0 else { return None };
        let [part, from, to] = [part, from, to].map(|n| u32::from_le_bytes(*n) as usize);
        let part = embedded.get(part)?;
        let is_there = from < to && to <= part.len();
        is_there.then_some(Packed { bytes: Source::Embedded(part), range: from..to })
    }

    /// The place of the bytes, if they are in one of these parts.
    fn place_in(&self, embedded: Embedded) -> Option<[u32; 3]> {
        let Source::Embedded(all) = self.bytes else { return None };
        let part = embedded.iter().position(|part| std::ptr::eq(*part, all))?;
        let [part, from, to] = [part, self.range.start, self.range.end].map(|n| u32::try_from(n).ok());
        Some([part?, from?, to?]).filter(|[_, from, to]| from < to)
    }

    /// The bytes, not decoded.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.range.clone()]
    }

    /// A reader of the bytes, from the first.
    pub fn reader(&self) -> Reader<'_> {
        Reader { source: &self.bytes, bytes: &self.bytes, at: self.range.start, end: self.range.end }
    }

    /// The value whose bytes these are.
    pub fn decode<T: Wire>(&self) -> Result<T, Malformed> {
        T::take(&mut self.reader())
    }
}

/// Values that are packed one by one after a table of where each ends: reading the list costs nothing for
/// an entry until that is asked for. An entry without bytes stands for none.
#[derive(Clone, Debug, Default)]
pub struct PackedList {
    /// The table, the entries, and the number of entries; `None` if the list is empty.
    all: Option<Packed>,
}

impl PackedList {
    /// A list that `write` writes the entries of, as [`Writer::packed_list`] has it.
    pub fn new(count: usize, write: impl FnMut(usize, &mut Writer)) -> PackedList {
        let mut out = Writer::new();
        out.packed_list(count, write);
        // The length of what follows comes first.
        PackedList { all: Some(Packed::all(Arc::new(out.into_bytes()), 4)) }
    }

    /// How many entries there are, those without bytes included.
    pub fn len(&self) -> usize {
        let count = self.all.as_ref().and_then(|all| all.bytes().last_chunk::<4>());
        count.map_or(0, |count| u32::from_le_bytes(*count) as usize)
    }

    /// Whether the list has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is such an entry, and something in it.
    pub fn has(&self, n: usize) -> bool {
        self.place(n).is_some()
    }

    /// An entry: `None` if there is no such entry, or nothing in it.
    pub fn get(&self, n: usize) -> Option<Packed> {
        let (all, (range, is_elsewhere)) = (self.all.as_ref()?, self.place(n)?);
        if is_elsewhere {
            return Packed::elsewhere(&all.bytes[range], all.bytes.embedded());
        }
        Some(Packed { bytes: all.bytes.clone(), range })
    }

    /// Where an entry is in the bytes, and whether it is only the place of what is meant.
    fn place(&self, n: usize) -> Option<(Range<usize>, bool)> {
        let (all, count) = (self.all.as_ref()?, self.len());
        let word = |n: usize| {
            let end = all.bytes().get(4 * n..)?.first_chunk::<4>()?;
            Some(u32::from_le_bytes(*end))
        };
        let last = word(n)?;
        let from = if n == 0 { 4 * count } else { (word(n - 1)? & !ELSEWHERE) as usize };
        let to = (last & !ELSEWHERE) as usize;
        let is_entry = n < count && from < to && to <= all.bytes().len();
        let at = all.range.start;
        is_entry.then_some((at + from..at + to, last & ELSEWHERE != 0))
    }
}

impl Wire for PackedList {
    fn put(&self, out: &mut Writer) {
        match &self.all {
            Some(all) => out.packed(|out| out.again(all)),
            None => out.packed_list(0, |_, _| ()),
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<PackedList, Malformed> {
        Ok(PackedList { all: Some(from.packed()?) })
    }
}

/// Reads what a [`Writer`] wrote.
pub struct Reader<'a> {
    source: &'a Source,
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    /// Reads so many bytes.
    ///
    /// # Errors
    /// There are not as many.
    pub fn raw(&mut self, len: usize) -> Result<&'a [u8], Malformed> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.end).ok_or(Malformed)?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// Reads a byte.
    ///
    /// # Errors
    /// There is none.
    #[inline]
    pub fn byte(&mut self) -> Result<u8, Malformed> {
        if self.at >= self.end {
            return Err(Malformed);
        }
        self.at += 1;
        Ok(self.bytes[self.at - 1])
    }

    /// See [`Writer::number`].
    #[inline]
    pub fn number(&mut self) -> Result<u64, Malformed> {
        let first = self.byte()?;
        if first < 0x80 {
            return Ok(u64::from(first));
        }
        let (mut value, mut shift) = (u64::from(first & 0x7f), 7);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
            if shift > 63 {
                return Err(Malformed);
            }
        }
    }

    /// See [`Writer::signed`].
    #[inline]
    pub fn signed(&mut self) -> Result<i64, Malformed> {
        let value = self.number()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// The number of entries of a list, each of which takes a byte at least.
    pub fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number()?;
        usize::try_from(count).ok().filter(|n| *n <= self.end - self.at).ok_or(Malformed)
    }

    /// What has not been read.
    pub fn rest(&self) -> Packed {
        Packed { bytes: self.source.clone(), range: self.at..self.end }
    }

    /// See [`Writer::packed`].
    pub fn packed(&mut self) -> Result<Packed, Malformed> {
        let len = self.raw(4)?;
        let len = u32::from_le_bytes([len[0], len[1], len[2], len[3]]);
        let start = self.at;
        let bytes = self.raw((len & !ELSEWHERE) as usize)?;
        if len & ELSEWHERE != 0 {
            return Packed::elsewhere(bytes, self.source.embedded()).ok_or(Malformed);
        }
        Ok(Packed { bytes: self.source.clone(), range: start..self.at })
    }
}

macro_rules! numbers {
    ($($ty:ty),*) => {
        $(impl Wire for $ty {
            #[inline]
            fn put(&self, out: &mut Writer) {
                out.number(*self as u64);
            }

            #[inline]
            fn take(from: &mut Reader<'_>) -> Result<$ty, Malformed> {
                <$ty>::try_from(from.number()?).map_err(|_| Malformed)
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, usize);

impl Wire for i64 {
    fn put(&self, out: &mut Writer) {
        out.signed(*self);
    }

    fn take(from: &mut Reader<'_>) -> Result<i64, Malformed> {
        from.signed()
    }
}

impl Wire for bool {
    fn put(&self, out: &mut Writer) {
        out.byte(u8::from(*self));
    }

    fn take(from: &mut Reader<'_>) -> Result<bool, Malformed> {
        match from.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }
}

impl Wire for String {
    fn put(&self, out: &mut Writer) {
        out.number(self.len() as u64);
        out.raw(self.as_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<String, Malformed> {
        let len = from.count()?;
        let text = std::str::from_utf8(from.raw(len)?).map_err(|_| Malformed)?;
        Ok(text.to_string())
    }
}

/// Texts that are read from a part of the program stay there.
impl Wire for Cow<'static, str> {
    fn put(&self, out: &mut Writer) {
        out.number(self.len() as u64);
        out.raw(self.as_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Result<Cow<'static, str>, Malformed> {
        let text = |bytes| std::str::from_utf8(bytes).map_err(|_| Malformed);
        Ok(match Cow::<'static, [u8]>::take(from)? {
            Cow::Borrowed(bytes) => Cow::Borrowed(text(bytes)?),
            Cow::Owned(bytes) => Cow::Owned(String::from_utf8(bytes).map_err(|_| Malformed)?),
        })
    }
}

/// Bytes that were read of the program itself are not copied.
impl Wire for Cow<'static, [u8]> {
    fn put(&self, out: &mut Writer) {
        put_bytes(self, out);
    }

    fn take(from: &mut Reader<'_>) -> Result<Cow<'static, [u8]>, Malformed> {
        let len = from.count()?;
        let at = from.at;
        let bytes = from.raw(len)?;
        Ok(match from.source {
            Source::Embedded(all) => Cow::Borrowed(&all[at..at + len]),
            Source::Shared(_) | Source::Beside(..) => Cow::Owned(bytes.to_vec()),
        })
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn put(&self, out: &mut Writer) {
        out.number(self.len() as u64);
        self.iter().for_each(|value| value.put(out));
    }

    fn take(from: &mut Reader<'_>) -> Result<Vec<T>, Malformed> {
        let count = from.count()?;
        let mut list = Vec::with_capacity(count);
        for _ in 0..count {
            list.push(T::take(from)?);
        }
        Ok(list)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn put(&self, out: &mut Writer) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Option<T>, Malformed> {
        Ok(if bool::take(from)? { Some(T::take(from)?) } else { None })
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn put(&self, out: &mut Writer) {
        self.0.put(out);
        self.1.put(out);
    }

    fn take(from: &mut Reader<'_>) -> Result<(A, B), Malformed> {
        Ok((A::take(from)?, B::take(from)?))
    }
}

impl<T: Wire, E: Wire> Wire for Result<T, E> {
    fn put(&self, out: &mut Writer) {
        self.is_ok().put(out);
        match self {
            Ok(value) => value.put(out),
            Err(error) => error.put(out),
        }
    }

    fn take(from: &mut Reader<'_>) -> Result<Result<T, E>, Malformed> {
        Ok(if bool::take(from)? { Ok(T::take(from)?) } else { Err(E::take(from)?) })
    }
}

impl<K: EntityRef, V: Wire> Wire for PrimaryMap<K, V> {
    fn put(&self, out: &mut Writer) {
        out.number(self.len() as u64);
        self.values().for_each(|value| value.put(out));
    }

    fn take(from: &mut Reader<'_>) -> Result<PrimaryMap<K, V>, Malformed> {
        let count = from.count()?;
        // What was read is often added to: room costs nothing until then.
        let mut map = PrimaryMap::with_capacity(count + count / 8);
        for _ in 0..count {
            map.push(V::take(from)?);
        }
        Ok(map)
    }
}

/// Bytes as they are, where a list of numbers would be slow.
pub fn put_bytes(bytes: &[u8], out: &mut Writer) {
    out.number(bytes.len() as u64);
    out.raw(bytes);
}

/// See [`put_bytes`].
pub fn take_bytes<'a>(from: &mut Reader<'a>) -> Result<&'a [u8], Malformed> {
    let len = from.count()?;
    from.raw(len)
}

/// [`Wire`](crate::wire::Wire) for structures, field by field: all fields are named, so that a new one does
/// not compile until it is written, too.
#[macro_export]
macro_rules! wire_structs {
    ($( $name:ty { $($field:ident),* $(,)? } )*) => {
        $(impl $crate::wire::Wire for $name {
            fn put(&self, out: &mut $crate::wire::Writer) {
                let Self { $($field),* } = self;
                $($crate::wire::Wire::put($field, out);)*
            }

            fn take(from: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::Malformed> {
                $(let $field = $crate::wire::Wire::take(from)?;)*
                Ok(Self { $($field),* })
            }
        })*
    };
}

/// [`Wire`](crate::wire::Wire) for an enumeration: a number for each variant, and its fields, those without
/// names by their numbers.
#[macro_export]
macro_rules! wire_enum {
    ($name:ident { $( $number:literal $variant:ident { $($field:tt : $bound:ident),* } )* }) => {
        impl $crate::wire::Wire for $name {
            fn put(&self, out: &mut $crate::wire::Writer) {
                match self {
                    $($name::$variant { $($field: $bound),* } => {
                        out.byte($number);
                        $($crate::wire::Wire::put($bound, out);)*
                    })*
                }
            }

            fn take(from: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::Malformed> {
                Ok(match from.byte()? {
                    $($number => {
                        $(let $bound = $crate::wire::Wire::take(from)?;)*
                        $name::$variant { $($field: $bound),* }
                    })*
                    _ => return Err($crate::wire::Malformed),
                })
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Shape {
        Dot,
        Line(u32),
        Box { width: i64, name: String },
    }

    wire_enum!(Shape { 0 Dot {} 1 Line { 0: len } 2 Box { width: width, name: name } });

    #[test]
    fn lists_give_their_entries_one_by_one() {
        let texts = ["one", "", "three"];
        let mut out = Writer::new();
        out.byte(7);
        out.packed_list(texts.len(), |n, out| out.raw(texts[n].as_bytes()));
        out.byte(9);
        let bytes = Arc::new(out.into_bytes());
        let all = Packed::all(bytes.clone(), 1);
        let mut from = all.reader();
        let list = PackedList::take(&mut from).unwrap();
        assert_eq!((list.len(), from.byte()), (3, Ok(9)));
        let found: Vec<_> = (0..4).map(|n| list.get(n).map(|entry| entry.bytes().to_vec())).collect();
        assert_eq!(found, [Some(b"one".to_vec()), None, Some(b"three".to_vec()), None]);
        let mut again = Writer::new();
        list.put(&mut again);
        assert_eq!(again.into_bytes(), bytes[1..bytes.len() - 1]);
        assert!(PackedList::default().is_empty() && PackedList::default().get(0).is_none());
        // Whatever the bytes are, an entry lies within them.
        for at in 5..bytes.len() - 1 {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut damaged = bytes.to_vec();
                damaged[at] = byte;
                let all = Packed::all(Arc::new(damaged), 1);
                let list = PackedList::take(&mut all.reader()).unwrap();
                (0..5).filter_map(|n| list.get(n)).for_each(|entry| assert!(entry.bytes().len() < 25));
            }
        }
    }

    static PARTS: &[&[u8]] = &[b"first", b"second part"];

    /// What is at a place in a part of the program.
    fn embedded(part: usize, range: Range<usize>) -> Packed {
        Packed { bytes: Source::Embedded(PARTS[part]), range }
    }

    #[test]
    fn what_is_in_the_program_is_named_and_not_written() {
        let own = Packed::all(Arc::new(b"own".to_vec()), 0);
        let all = [embedded(1, 7..11), own, embedded(0, 0..5), embedded(0, 2..2)];
        let mut out = Writer::beside(PARTS);
        out.packed(|out| out.again(&all[0]));
        out.packed_list(all.len(), |n, out| out.again(&all[n]));
        out.packed(|out| out.again(&all[1]));
        let bytes = out.into_bytes();
        let read = |bytes: &[u8]| -> Result<Vec<Option<Vec<u8>>>, Malformed> {
            let all = Packed::all(Arc::new(bytes.to_vec()), 0).beside(PARTS);
            let mut from = all.reader();
            let first = from.packed()?;
            let list = PackedList::take(&mut from)?;
            let entries = (0..4).map(|n| list.get(n));
            let found = [Some(first)].into_iter().chain(entries).chain([from.packed().ok()]);
            Ok(found.map(|packed| Some(packed?.bytes().to_vec())).collect())
        };
        let text = |text: &[u8]| Some(text.to_vec());
        let wanted = vec![text(b"part"), text(b"part"), text(b"own"), text(b"first"), None, text(b"own")];
        assert_eq!(read(&bytes), Ok(wanted));
        // Whatever a place says, what is there lies within a part.
        for at in 0..bytes.len() {
            for byte in [0, 1, 2, 0x7f, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[at] = byte;
                let _ = read(&damaged);
            }
        }
        // Without the parts nothing is named, and what names a place is malformed.
        let mut out = Writer::new();
        out.packed(|out| out.again(&all[0]));
        assert_eq!(out.into_bytes(), [&[4, 0, 0, 0][..], b"part"].concat());
        let alone = Packed::all(Arc::new(bytes), 0);
        assert_eq!(alone.reader().packed().err(), Some(Malformed));
    }

    #[test]
    fn what_is_written_is_read() {
        let list = vec![
            (Shape::Dot, Some(u64::MAX)),
            (Shape::Line(300), None),
            (Shape::Box { width: i64::MIN, name: "é".into() }, Some(0)),
        ];
        let mut out = Writer::new();
        out.byte(7);
        out.packed(|out| list.put(out));
        let bytes = Arc::new(out.into_bytes());
        let all = Packed::all(bytes.clone(), 1);
        let packed = all.reader().packed().unwrap();
        assert_eq!(packed.decode::<Vec<(Shape, Option<u64>)>>(), Ok(list));
        for cut in 5..bytes.len() {
            let cut = Packed { bytes: Source::Shared(Arc::new(bytes[..cut].to_vec())), range: 5..cut };
            assert_eq!(cut.decode::<Vec<(Shape, Option<u64>)>>(), Err(Malformed));
        }
    }

    #[test]
    fn a_digest_sees_every_changed_bit() {
        let bytes: Vec<u8> = (0..1000u32).map(|n| (n * n) as u8).collect();
        let all = digest(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(digest(&changed), all, "{bit}");
        }
        assert!((0..bytes.len()).all(|len| digest(&bytes[..len]) != all));
    }
}
