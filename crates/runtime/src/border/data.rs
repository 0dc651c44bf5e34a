//! Which types of Rust's cross, and how.
//!
//! The traits are open: a host may implement them, and what it does there decides only which values cross,
//! never what memory is read or written. The hidden parts, by which values cross without a cursor, can be
//! implemented here alone, since they name types that no other crate can name.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hash};

use super::error::DataError;
use super::read::Reader;
use super::scalars::Scalar;
use super::slots::SlotKind;
use super::types::{HostType, TypeBuilder};
use super::write::{Writer, Written};

/// Names that keep others from implementing the hidden parts of the traits.
pub(crate) mod sealed {
    pub(crate) use crate::border::slots::{SlotReader, SlotWriter, Words};

    /// Whether a value is a handle of an object of the host's, which may be null.
    #[derive(Clone, Copy)]
    pub struct Handle(pub(crate) bool);

    pub struct Token(pub(crate) ());

    /// The types of parameters or results.
    pub struct TypeList {
        pub(crate) types: Vec<super::HostType>,
        /// Whether they are the parts of a tuple; else they are one type.
        pub(crate) tuple: bool,
    }
}

use sealed::{Handle, SlotReader, SlotWriter, Token, TypeList, Words};

/// A type of Rust's whose values cross between host and guest.
///
/// `#[derive(HostData)]` implements it for structures and enumerations, with [`ToGuest`] and [`FromGuest`].
pub trait HostData {
    /// The type, as it is compared with the guest's when a function is linked or looked up.
    fn host_type(types: &mut TypeBuilder) -> HostType;

    #[doc(hidden)]
    const WORDS: Words = Words::NONE;

    #[doc(hidden)]
    const HANDLE: Handle = Handle(false);
}

/// A type whose values can be passed to guests.
///
/// The example of [`HostData`] implements it.
pub trait ToGuest: HostData {
    /// Writes the value at a place of the type that [`HostData::host_type`] says.
    ///
    /// # Errors
    /// If the place is of another type, or there is no memory.
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError>;

    #[doc(hidden)]
    #[inline(always)]
    fn put_slots(&self, _: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
        Err(needs_cursor())
    }

    #[doc(hidden)]
    fn write_all(all: &[Self], to: Writer<'_>, _: Token) -> Result<Written, DataError>
    where
        Self: Sized,
    {
        let mut elements = to.slice(all.len())?;
        all.iter().try_for_each(|value| elements.element(|to| value.write(to)))?;
        elements.end()
    }
}

/// A type whose values can be read from guests.
///
/// The example of [`HostData`] implements it.
pub trait FromGuest: HostData + Sized {
    /// Reads the value at a place of the type that [`HostData::host_type`] says.
    ///
    /// # Errors
    /// If the place is of another type, or the value is none of this type's.
    fn read(from: Reader<'_>) -> Result<Self, DataError>;

    #[doc(hidden)]
    #[inline(always)]
    fn from_slots(_: SlotReader<'_>, _: Token) -> Result<Self, DataError> {
        Err(needs_cursor())
    }

    #[doc(hidden)]
    fn read_all(from: Reader<'_>, _: Token) -> Result<Vec<Self>, DataError> {
        from.slice()?.map(Self::read).collect()
    }
}

/// What a value is refused with that does not cross in slots.
#[cold]
pub(crate) fn needs_cursor() -> DataError {
    DataError::new("a value crosses in slots that is none of the kinds that do")
}

/// The type of values.
///
/// The example of [`HostType`] asks for some.
pub fn type_of<T: HostData + ?Sized>() -> HostType {
    T::host_type(&mut TypeBuilder::default())
}

/// The types of parameters or results: the parts of a tuple, or one type.
pub(crate) fn list_of<T: HostData + ?Sized>() -> TypeList {
    match type_of::<T>() {
        HostType::Tuple(items) => TypeList { types: items.to_vec(), tuple: true },
        other => TypeList { types: vec![other], tuple: false },
    }
}

macro_rules! scalars {
    ($($t:ty),*) => { $(
        impl HostData for $t {
            fn host_type(_: &mut TypeBuilder) -> HostType {
                <$t as Scalar>::TYPE
            }

            const WORDS: Words = Words::of(SlotKind::Word);
        }

        impl ToGuest for $t {
            fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
                to.scalar(*self)
            }

            #[inline(always)]
            fn put_slots(&self, mut to: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
                to.word(self.to_word());
                Ok(())
            }

            fn write_all(all: &[$t], to: Writer<'_>, _: Token) -> Result<Written, DataError> {
                to.scalars(all)
            }
        }

        impl FromGuest for $t {
            fn read(from: Reader<'_>) -> Result<$t, DataError> {
                from.scalar()
            }

            #[inline(always)]
            fn from_slots(from: SlotReader<'_>, _: Token) -> Result<$t, DataError> {
                Ok(<$t>::from_word(from.word()))
            }

            fn read_all(from: Reader<'_>, _: Token) -> Result<Vec<$t>, DataError> {
                from.scalars()
            }
        }
    )* };
}

scalars!(bool, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize, f32, f64);

impl HostData for char {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        i32::host_type(types)
    }
}

impl ToGuest for char {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        to.scalar(*self as i32)
    }
}

impl FromGuest for char {
    fn read(from: Reader<'_>) -> Result<char, DataError> {
        let code: i32 = from.scalar()?;
        char::from_u32(code as u32).ok_or_else(|| DataError::new(format!("{code} is no character")))
    }
}

impl<T: HostData + ?Sized> HostData for &T {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        T::host_type(types)
    }

    const WORDS: Words = T::WORDS;
}

impl<T: ToGuest + ?Sized> ToGuest for &T {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        (**self).write(to)
    }

    #[inline(always)]
    fn put_slots(&self, to: SlotWriter<'_>, token: Token) -> Result<(), DataError> {
        (**self).put_slots(to, token)
    }
}

impl<T: HostData + ?Sized> HostData for Box<T> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        T::host_type(types)
    }
}

impl<T: ToGuest + ?Sized> ToGuest for Box<T> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        (**self).write(to)
    }
}

impl<T: FromGuest> FromGuest for Box<T> {
    fn read(from: Reader<'_>) -> Result<Box<T>, DataError> {
        T::read(from).map(Box::new)
    }
}

macro_rules! texts {
    ($($t:ty),*) => { $(
        impl HostData for $t {
            fn host_type(_: &mut TypeBuilder) -> HostType {
                HostType::Str
            }

            const WORDS: Words = Words::of(SlotKind::Text);
        }

        impl ToGuest for $t {
            fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
                to.str(self)
            }

            #[inline(always)]
            fn put_slots(&self, mut to: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
                to.text(self)
            }
        }
    )* };
}

texts!(str, String, Cow<'_, str>);

/// Invalid UTF-8 becomes U+FFFD; `Vec<u8>` keeps every byte of a slice of bytes.
impl FromGuest for String {
    fn read(from: Reader<'_>) -> Result<String, DataError> {
        Ok(from.str()?.into_owned())
    }

    #[inline(always)]
    fn from_slots(from: SlotReader<'_>, _: Token) -> Result<String, DataError> {
        Ok(from.text()?.into_owned())
    }
}

impl<T: HostData> HostData for [T] {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        HostType::Slice(T::host_type(types).into())
    }
}

impl<T: ToGuest> ToGuest for [T] {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        T::write_all(self, to, Token(()))
    }
}

impl<T: HostData> HostData for Vec<T> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        HostType::Slice(T::host_type(types).into())
    }
}

impl<T: ToGuest> ToGuest for Vec<T> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        T::write_all(self, to, Token(()))
    }
}

impl<T: FromGuest> FromGuest for Vec<T> {
    fn read(from: Reader<'_>) -> Result<Vec<T>, DataError> {
        T::read_all(from, Token(()))
    }
}

impl<T: HostData, const N: usize> HostData for [T; N] {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        HostType::Array(T::host_type(types).into(), N as u64)
    }
}

impl<T: ToGuest, const N: usize> ToGuest for [T; N] {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        T::write_all(self, to, Token(()))
    }
}

impl<T: FromGuest, const N: usize> FromGuest for [T; N] {
    fn read(from: Reader<'_>) -> Result<[T; N], DataError> {
        let wrong = |all: Vec<T>| DataError::new(format!("{} elements cross instead of {N}", all.len()));
        T::read_all(from, Token(()))?.try_into().map_err(wrong)
    }
}

/// A handle of an object that may be null is a handle; other values get a pointer.
impl<T: HostData> HostData for Option<T> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        match T::host_type(types) {
            handle if T::HANDLE.0 => handle,
            value => HostType::Option(value.into()),
        }
    }
}

impl<T: ToGuest> ToGuest for Option<T> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        match self {
            None => to.none(),
            Some(object) if T::HANDLE.0 => object.write(to),
            Some(value) => to.some(|to| value.write(to)),
        }
    }
}

impl<T: FromGuest> FromGuest for Option<T> {
    fn read(from: Reader<'_>) -> Result<Option<T>, DataError> {
        match T::HANDLE.0 {
            true => from.non_null()?.map(T::read).transpose(),
            false => from.option()?.map(T::read).transpose(),
        }
    }
}

fn map_type<K: HostData, V: HostData>(types: &mut TypeBuilder) -> HostType {
    HostType::Map((K::host_type(types), V::host_type(types)).into())
}

/// Writes entries in the order in which the guest's program will see them.
fn write_entries<'v, K: ToGuest + 'v, V: ToGuest + 'v>(
    entries: impl ExactSizeIterator<Item = (&'v K, &'v V)>,
    to: Writer<'_>,
) -> Result<Written, DataError> {
    let mut map = to.map(entries.len())?;
    for (key, value) in entries {
        map.entry(|to| key.write(to), |to| value.write(to))?;
    }
    map.end()
}

fn read_entries<K: FromGuest, V: FromGuest, M: Default + Extend<(K, V)>>(
    from: Reader<'_>,
) -> Result<M, DataError> {
    let mut map = M::default();
    for (key, value) in from.map()? {
        map.extend([(K::read(key)?, V::read(value)?)]);
    }
    Ok(map)
}

impl<K: HostData, V: HostData> HostData for BTreeMap<K, V> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        map_type::<K, V>(types)
    }
}

impl<K: ToGuest, V: ToGuest> ToGuest for BTreeMap<K, V> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        write_entries(self.iter(), to)
    }
}

impl<K: FromGuest + Ord, V: FromGuest> FromGuest for BTreeMap<K, V> {
    fn read(from: Reader<'_>) -> Result<BTreeMap<K, V>, DataError> {
        read_entries(from)
    }
}

impl<K: HostData, V: HostData, S> HostData for HashMap<K, V, S> {
    fn host_type(types: &mut TypeBuilder) -> HostType {
        map_type::<K, V>(types)
    }
}

/// Entries are written in the order of their keys, as the guest's program can see the order, which would
/// otherwise change from run to run.
impl<K: ToGuest + Ord, V: ToGuest, S> ToGuest for HashMap<K, V, S> {
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        let mut entries: Vec<(&K, &V)> = self.iter().collect();
        entries.sort_by(|a, b| a.0.cmp(b.0));
        write_entries(entries.into_iter(), to)
    }
}

impl<K: FromGuest + Hash + Eq, V: FromGuest, S: BuildHasher + Default> FromGuest for HashMap<K, V, S> {
    fn read(from: Reader<'_>) -> Result<HashMap<K, V, S>, DataError> {
        read_entries(from)
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: HostData),*> HostData for ($($name,)*) {
            #[allow(unused_variables)]
            fn host_type(types: &mut TypeBuilder) -> HostType {
                HostType::Tuple([$($name::host_type(types)),*].into())
            }

            const WORDS: Words = Words::EMPTY$(.and($name::WORDS))*;
        }

        impl<$($name: ToGuest),*> ToGuest for ($($name,)*) {
            #[allow(non_snake_case, unused_mut)]
            fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
                let ($($name,)*) = self;
                let mut fields = to.structure()?;
                $(fields.field(|to| $name.write(to))?;)*
                fields.end()
            }

            #[allow(non_snake_case, unused_variables, unused_assignments, unused_mut)]
            #[inline(always)]
            fn put_slots(&self, mut to: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
                let ($($name,)*) = self;
                let mut at = 0;
                $({
                    $name.put_slots(to.after(at), Token(()))?;
                    at += <$name as HostData>::WORDS.slots();
                })*
                Ok(())
            }
        }

        impl<$($name: FromGuest),*> FromGuest for ($($name,)*) {
            #[allow(unused_variables, unused_mut)]
            fn read(from: Reader<'_>) -> Result<Self, DataError> {
                let mut fields = from.structure()?;
                Ok(($($name::read(fields.field()?)?,)*))
            }

            #[allow(unused_variables, unused_assignments, unused_mut)]
            #[inline(always)]
            fn from_slots(from: SlotReader<'_>, _: Token) -> Result<Self, DataError> {
                let mut at = 0;
                Ok(($({
                    let value = $name::from_slots(from.after(at), Token(()))?;
                    at += $name::WORDS.slots();
                    value
                },)*))
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
