//! Objects of the host's that a guest has a handle of: the isolate's table of them, and how they are lent to
//! the host's functions. Knows no types of parameters; see `handles.rs`.
//!
//! A handle is an object in guest memory that holds a number, which leads to an entry of the table. The entry
//! has the address of the handle, and keeps it alive: so a handle is one only where the host put it. What a
//! guest does with the number (it may copy, zero or swap what it points to) makes no other handle, and a
//! handle that was closed never becomes that of another object. Nothing here relies on the number for more
//! than an index, which is checked, as is the type of the object.
//!
//! **Lending.** A function of the host's borrows objects for the time of its call. Meanwhile nothing adds to
//! the table or drops from it: functions do not call each other, and what one returns is written afterwards.
//! An entry says how it is lent in the present crossing, so that one object is never lent mutably and
//! otherwise at once. The number of the crossing tells what is of an earlier one: nothing is to be given
//! back, also after a panic.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use super::error::Misuse;
use crate::heap::Marker;

/// How an object is lent in a crossing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lent {
    Shared,
    Mutable,
}

/// A place for an object in the table.
struct Entry {
    /// How many objects there were here before.
    generation: u32,
    /// The order in which objects came.
    serial: u64,
    /// The address of the handle; 0 if there is no object.
    handle: u64,
    value: Option<Box<dyn Any + Send>>,
    /// The crossing in which it was lent last, and how.
    lent: (u64, Lent),
}

/// The objects of the host's in an isolate.
#[derive(Default)]
pub(crate) struct Objects {
    entries: Vec<Entry>,
    free: Vec<u32>,
    /// How many there ever were.
    serial: u64,
    /// The number of the present crossing.
    crossing: u64,
}

impl Objects {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Keeps the handles alive.
    pub(crate) fn mark(&self, marker: &mut Marker<'_>) {
        self.entries.iter().for_each(|entry| marker.word(entry.handle as usize));
    }

    /// A new crossing begins: nothing is lent.
    #[inline]
    pub(super) fn begin(&mut self) {
        self.crossing += 1;
    }

    /// Adds an object with the address of its handle: the number for the handle.
    pub(super) fn add(&mut self, handle: u64, value: Box<dyn Any + Send>) -> u64 {
        self.serial += 1;
        let entry =
            Entry { generation: 0, serial: self.serial, handle, value: Some(value), lent: (0, Lent::Shared) };
        let index = match self.free.pop() {
            Some(index) => {
                let generation = self.entries[index as usize].generation;
                self.entries[index as usize] = Entry { generation, ..entry };
                index
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        u64::from(self.entries[index as usize].generation) << 32 | u64::from(index + 1)
    }

    /// The index of the object with this handle.
    ///
    /// # Safety
    /// `handle` is null or the address of 8 bytes that can be read, aligned to 8.
    unsafe fn find(&self, handle: u64) -> Result<usize, Misuse> {
        if handle == 0 {
            return Err(Misuse::Null);
        }
        // SAFETY: the caller's promise.
        let number = unsafe { (handle as *const u64).read() };
        let Some(index) = (number as u32 as usize).checked_sub(1) else { return Err(Misuse::Zero) };
        match self.entries.get(index) {
            Some(entry) if entry.handle == handle => Ok(index),
            Some(entry) if u64::from(entry.generation) == number >> 32 && entry.handle != 0 => {
                Err(Misuse::Copied)
            }
            Some(_) | None => Err(Misuse::Closed),
        }
    }

    /// The object with this handle, to be lent until the next crossing begins.
    ///
    /// # Safety
    /// As of [`Objects::find`].
    pub(super) unsafe fn lend<T: Any>(&mut self, handle: u64, mutable: bool) -> Result<NonNull<T>, Misuse> {
        // SAFETY: the caller's promise.
        let index = unsafe { self.find(handle) }?;
        let (crossing, entry) = (self.crossing, &mut self.entries[index]);
        let how = if mutable { Lent::Mutable } else { Lent::Shared };
        if entry.lent.0 == crossing && (entry.lent.1, how) != (Lent::Shared, Lent::Shared) {
            return Err(Misuse::InUse);
        }
        let value = entry.value.as_mut().ok_or(Misuse::Closed)?;
        let value = match mutable {
            true => value.downcast_mut::<T>().map(NonNull::from),
            false => value.downcast_ref::<T>().map(NonNull::from),
        };
        let value = value.ok_or(Misuse::OtherType)?;
        entry.lent = (crossing, how);
        Ok(value)
    }

    /// Takes the object with this handle out of the table.
    ///
    /// # Safety
    /// As of [`Objects::find`].
    pub(super) unsafe fn take<T: Any>(&mut self, handle: u64) -> Result<T, Misuse> {
        // SAFETY: the caller's promise.
        let index = unsafe { self.find(handle) }?;
        let (crossing, entry) = (self.crossing, &mut self.entries[index]);
        if entry.lent.0 == crossing {
            return Err(Misuse::InUse);
        }
        match entry.value.take().ok_or(Misuse::Closed)?.downcast::<T>() {
            Ok(value) => {
                entry.handle = 0;
                // The number is a signed integer of the guest's. When it begins anew, a handle is still
                // known by its address.
                entry.generation = (entry.generation + 1) & (u32::MAX >> 1);
                self.free.push(index as u32);
                Ok(*value)
            }
            Err(other) => {
                entry.value = Some(other);
                Err(Misuse::OtherType)
            }
        }
    }

    /// Drops all objects, the last one first. A panic in one keeps no other from being dropped.
    pub(crate) fn clear(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        self.free.clear();
        self.serial = 0;
        entries.sort_by_key(|entry| entry.serial);
        while let Some(entry) = entries.pop() {
            contained_drop(entry.value);
        }
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Drops a value of the host's. A panic ends there.
pub(crate) fn contained_drop<T>(value: T) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // What the panic carries may panic as well when it is dropped.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
            std::mem::forget(panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A handle with this number, and its address.
    fn handle(number: u64) -> (Box<u64>, u64) {
        let handle = Box::new(number);
        let address = &raw const *handle as u64;
        (handle, address)
    }

    #[test]
    fn a_handle_is_known_by_its_address() {
        let mut objects = Objects::default();
        let (mut first, a) = handle(0);
        *first = objects.add(a, Box::new(String::from("one")));
        let (_copy, b) = handle(*first);
        let (_unknown, c) = handle(99);
        let (_zero, d) = handle(0);
        objects.begin();
        // SAFETY: the handles live as long as the test.
        unsafe {
            assert_eq!(objects.lend::<String>(b, false).err(), Some(Misuse::Copied));
            assert_eq!(objects.lend::<String>(c, false).err(), Some(Misuse::Closed));
            assert_eq!(objects.lend::<String>(d, false).err(), Some(Misuse::Zero));
            assert_eq!(objects.lend::<String>(0, false).err(), Some(Misuse::Null));
            assert_eq!(objects.lend::<i64>(a, true).err(), Some(Misuse::OtherType));
            assert_eq!(objects.take::<i64>(a).err(), Some(Misuse::OtherType));
            assert_eq!(objects.lend::<String>(a, true).map(|s| s.as_ref().clone()), Ok("one".to_string()));
            assert_eq!(objects.lend::<String>(a, false).err(), Some(Misuse::InUse));
            assert_eq!(objects.take::<String>(a).err(), Some(Misuse::InUse));
            objects.begin();
            assert!(objects.lend::<String>(a, false).is_ok() && objects.lend::<String>(a, false).is_ok());
            assert_eq!(objects.lend::<String>(a, true).err(), Some(Misuse::InUse));
            objects.begin();
            assert_eq!(objects.take::<String>(a).as_deref(), Ok("one"));
            assert_eq!((objects.lend::<String>(a, false).err(), objects.len()), (Some(Misuse::Closed), 0));
        }
    }

    #[test]
    fn a_closed_handle_is_none_when_generations_begin_anew() {
        let mut objects = Objects::default();
        let (mut first, a) = handle(0);
        *first = objects.add(a, Box::new(1i64));
        objects.begin();
        // SAFETY: the handles live as long as the test.
        unsafe {
            assert_eq!(objects.take::<i64>(a), Ok(1));
            // As if the entry had been used as often as there are generations.
            objects.entries[0].generation = 0;
            let (mut second, b) = handle(0);
            *second = objects.add(b, Box::new(2i64));
            assert_eq!(*second, *first, "the same number");
            assert_eq!(objects.lend::<i64>(a, false).err(), Some(Misuse::Copied));
            assert_eq!(objects.lend::<i64>(b, false).map(|n| *n.as_ref()), Ok(2));
            objects.entries[0].generation = u32::MAX >> 1;
            objects.entries[0].handle = b;
            assert_eq!(objects.take::<i64>(b), Err(Misuse::InUse));
            objects.begin();
            assert_eq!(objects.take::<i64>(b), Ok(2));
            assert_eq!(objects.entries[0].generation, 0);
        }
    }
}
