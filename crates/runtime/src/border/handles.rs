//! What parameters and results of the host's functions are for objects: moved in and out of the isolate, or
//! lent for the time of a call.

use std::any::{Any, TypeId, type_name};
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

use super::data::sealed::{Handle, SlotReader, Token, Words};
use super::data::{FromGuest, HostData, ToGuest, needs_cursor};
use super::error::DataError;
use super::functions::Argument;
use super::read::Reader;
use super::types::{HostType, ObjectType, TypeBuilder};
use super::write::{Writer, Written};
use crate::native::Stop;
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;

/// An object of the host's on its way into an isolate, or out of it.
///
/// A function of the host's that returns one moves the value into the isolate, which owns it from then on;
/// the guest gets a handle, a pointer to an opaque type with the methods of the object. Of a parameter of
/// this type the value is moved out of the isolate, and the guest's handle is closed. [`ObjectRef`] and
/// [`ObjectMut`] borrow it instead.
pub struct Object<T>(Cell<Option<T>>);

impl<T> Object<T> {
    /// The value as an object.
    pub fn new(value: T) -> Object<T> {
        Object(Cell::new(Some(value)))
    }

    /// The value; `None` if it was moved into an isolate.
    pub fn into_inner(self) -> Option<T> {
        self.0.into_inner()
    }
}

impl<T> From<T> for Object<T> {
    fn from(value: T) -> Object<T> {
        Object::new(value)
    }
}

impl<T> std::fmt::Debug for Object<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Object<{}>", type_name::<T>())
    }
}

/// The name of a Rust type without its path and its arguments.
fn short_name<T>() -> &'static str {
    let name = type_name::<T>();
    let name = name.split('<').next().unwrap_or(name);
    name.rsplit("::").next().unwrap_or(name)
}

/// The type of handles of objects of a type, as it is before a package gives the objects a name.
pub(super) fn object_type<T: Any>() -> HostType {
    let (name, package) = (short_name::<T>().to_string(), String::new());
    HostType::Object(ObjectType { id: TypeId::of::<T>(), name, package }.into())
}

impl<T: Any + Send> HostData for Object<T> {
    fn host_type(_: &mut TypeBuilder) -> HostType {
        object_type::<T>()
    }

    const HANDLE: Handle = Handle(true);
}

impl<T: Any + Send> ToGuest for Object<T> {
    /// Moves the value into the isolate.
    fn write(&self, to: Writer<'_>) -> Result<Written, DataError> {
        to.handle(|vm, handle| {
            vm.room_for_object()?;
            let value = self.0.take();
            let value = value.ok_or_else(|| DataError::new("an object of the host's crosses twice"))?;
            Ok(vm.objects.add(handle, Box::new(value)))
        })
    }
}

impl<T: Any + Send> FromGuest for Object<T> {
    /// Moves the value out of the isolate.
    fn read(from: Reader<'_>) -> Result<Object<T>, DataError> {
        Ok(Object::new(from.take_object()?))
    }
}

/// An object of the host's that is lent to one of its functions, as a parameter.
pub struct ObjectRef<'a, T>(&'a T);

impl<T> Deref for ObjectRef<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Any + Send> Argument for ObjectRef<'_, T> {
    type Item<'a> = ObjectRef<'a, T>;

    const WORDS: Words = Words::NONE;

    fn host_type(_: &mut TypeBuilder, _: Token) -> HostType {
        object_type::<T>()
    }

    fn read<'a>(from: Reader<'a>, _: Token) -> Result<ObjectRef<'a, T>, DataError> {
        from.object().map(ObjectRef)
    }

    fn from_slots<'a>(_: SlotReader<'a>, _: Token) -> Result<ObjectRef<'a, T>, DataError> {
        Err(needs_cursor())
    }
}

/// An object of the host's that is lent to one of its functions, which may change it. It is an error of the
/// guest if another parameter of the call is the same object.
pub struct ObjectMut<'a, T>(&'a mut T);

impl<T> Deref for ObjectMut<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T> DerefMut for ObjectMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.0
    }
}

impl<T: Any + Send> Argument for ObjectMut<'_, T> {
    type Item<'a> = ObjectMut<'a, T>;

    const WORDS: Words = Words::NONE;

    fn host_type(_: &mut TypeBuilder, _: Token) -> HostType {
        object_type::<T>()
    }

    fn read<'a>(from: Reader<'a>, _: Token) -> Result<ObjectMut<'a, T>, DataError> {
        from.object_mut().map(ObjectMut)
    }

    fn from_slots<'a>(_: SlotReader<'a>, _: Token) -> Result<ObjectMut<'a, T>, DataError> {
        Err(needs_cursor())
    }
}

macro_rules! nullable {
    ($($lent:ident),*) => { $(
        /// A handle that may be null.
        impl<T: Any + Send> Argument for Option<$lent<'_, T>> {
            type Item<'a> = Option<$lent<'a, T>>;

            const WORDS: Words = Words::NONE;

            fn host_type(_: &mut TypeBuilder, _: Token) -> HostType {
                object_type::<T>()
            }

            fn read<'a>(from: Reader<'a>, token: Token) -> Result<Option<$lent<'a, T>>, DataError> {
                from.non_null()?.map(|from| <$lent<'a, T> as Argument>::read(from, token)).transpose()
            }

            fn from_slots<'a>(_: SlotReader<'a>, _: Token) -> Result<Option<$lent<'a, T>>, DataError> {
                Err(needs_cursor())
            }
        }
    )* };
}

nullable!(ObjectRef, ObjectMut);

/// Numbers of handles have 32 bits for an index.
const MOST_OBJECTS: usize = 1 << 31;

impl Vm {
    /// Whether there may be one object of the host's more.
    pub(super) fn room_for_object(&self) -> Result<(), DataError> {
        let limit = self.limits.host_objects;
        if self.objects.len() < limit.min(MOST_OBJECTS) {
            return Ok(());
        }
        let why = format!("the program has as many objects of the host as it may: {limit}");
        Err(Stop::end(Trap::new(TrapKind::HostObjects, why)).into())
    }

    /// How many objects of the host's there are.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }
}
