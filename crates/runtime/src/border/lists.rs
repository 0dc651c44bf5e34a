//! Parameters and results of functions as a whole.

use std::fmt::Display;

use super::data::sealed::{SlotReader, SlotWriter, Token, TypeList, Words};
use super::data::{FromGuest, HostData, ToGuest, list_of, needs_cursor};
use super::error::{DataError, GuestError};
use super::read::Reader;
use super::types::HostType;
use super::write::{Writer, Written};
use crate::native::Stop;

/// What a host passes to a function of the guest: a tuple, or one value.
pub trait Params: ToGuest {}
impl<T: ToGuest> Params for T {}

/// What a host gets from a function of the guest: `()`, one value, a tuple of values, or for a function whose
/// last result is an error a `Result` of those.
pub trait Results: Sized {
    #[doc(hidden)]
    const WORDS: Words;

    #[doc(hidden)]
    fn types(_: Token) -> TypeList;

    #[doc(hidden)]
    fn read_list(from: Reader<'_>, tuple: bool, _: Token) -> Result<Self, DataError>;

    #[doc(hidden)]
    fn list_from_slots(from: SlotReader<'_>, _: Token) -> Result<Self, DataError>;
}

/// Reads all values of a list, as a tuple or as its only one.
fn read_values<T: FromGuest>(from: Reader<'_>, tuple: bool) -> Result<T, DataError> {
    T::read(if tuple { from } else { from.only() })
}

impl<T: FromGuest> Results for T {
    const WORDS: Words = <T as HostData>::WORDS;

    fn types(_: Token) -> TypeList {
        list_of::<T>()
    }

    fn read_list(from: Reader<'_>, tuple: bool, _: Token) -> Result<T, DataError> {
        read_values(from, tuple)
    }

    #[inline(always)]
    fn list_from_slots(from: SlotReader<'_>, token: Token) -> Result<T, DataError> {
        T::from_slots(from, token)
    }
}

impl<T: FromGuest, E: From<GuestError>> Results for Result<T, E> {
    const WORDS: Words = Words::NONE;

    fn types(_: Token) -> TypeList {
        let mut list = list_of::<T>();
        list.types.push(HostType::Error);
        list
    }

    fn read_list(from: Reader<'_>, tuple: bool, _: Token) -> Result<Result<T, E>, DataError> {
        if let Some(text) = from.failure()? {
            return Ok(Err(E::from(GuestError::new(text))));
        }
        read_values(from.without_error(), tuple).map(Ok)
    }

    fn list_from_slots(_: SlotReader<'_>, _: Token) -> Result<Self, DataError> {
        Err(needs_cursor())
    }
}

/// What a host's function gives: its results as [`ToGuest`] has them (`()`, one value, a tuple of values), or
/// a `Result` of those. An `Err` is the last result of the function in the guest, an error with the text that
/// it displays; `Err` of a [`Stop`] ends the run or raises instead.
pub trait HostAnswer {
    #[doc(hidden)]
    const WORDS: Words;

    #[doc(hidden)]
    fn types(_: Token) -> TypeList;

    #[doc(hidden)]
    fn write_list(self, to: Writer<'_>, tuple: bool, _: Token) -> Result<Written, DataError>;

    #[doc(hidden)]
    fn put_list(self, to: SlotWriter<'_>, _: Token) -> Result<(), DataError>;
}

fn write_values<T: ToGuest>(values: &T, to: Writer<'_>, tuple: bool) -> Result<Written, DataError> {
    values.write(if tuple { to } else { to.only()? })
}

impl<T: ToGuest> HostAnswer for T {
    const WORDS: Words = <T as HostData>::WORDS;

    fn types(_: Token) -> TypeList {
        list_of::<T>()
    }

    fn write_list(self, to: Writer<'_>, tuple: bool, _: Token) -> Result<Written, DataError> {
        write_values(&self, to, tuple)
    }

    #[inline(always)]
    fn put_list(self, to: SlotWriter<'_>, token: Token) -> Result<(), DataError> {
        self.put_slots(to, token)
    }
}

impl<T: ToGuest> HostAnswer for Result<T, Stop> {
    const WORDS: Words = <T as HostData>::WORDS;

    fn types(_: Token) -> TypeList {
        list_of::<T>()
    }

    fn write_list(self, to: Writer<'_>, tuple: bool, _: Token) -> Result<Written, DataError> {
        match self {
            Ok(values) => write_values(&values, to, tuple),
            Err(stop) => Err(stop.into()),
        }
    }

    #[inline(always)]
    fn put_list(self, to: SlotWriter<'_>, token: Token) -> Result<(), DataError> {
        self?.put_slots(to, token)
    }
}

impl<T: ToGuest, E: Display> HostAnswer for Result<T, E> {
    const WORDS: Words = Words::NONE;

    fn types(_: Token) -> TypeList {
        let mut list = list_of::<T>();
        list.types.push(HostType::Error);
        list
    }

    fn write_list(self, mut to: Writer<'_>, tuple: bool, _: Token) -> Result<Written, DataError> {
        match self {
            Ok(values) => write_values(&values, to.without_error(), tuple),
            Err(error) => to.failed(&error.to_string()),
        }
    }

    fn put_list(self, _: SlotWriter<'_>, _: Token) -> Result<(), DataError> {
        Err(needs_cursor())
    }
}
