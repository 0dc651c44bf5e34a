//! Methods of the host's objects: closures whose first parameter is the object, by `&T`, `&mut T`, or `T`,
//! which closes the guest's handle.

use std::any::Any;
use std::sync::Arc;

use super::call::Call;
use super::data::sealed::{SlotReader, Token, TypeList, Words};
use super::error::{DataError, Misuse};
use super::functions::{
    Argument, Bound, Crossing, HostState, answer_in_slots, caller_of, cross, first, put, state,
};
use super::handles::object_type;
use super::lists::HostAnswer;
use super::objects::Objects;
use super::raise::stop_call;
use super::read::{Account, Reader};
use super::types::TypeBuilder;
use crate::native::{Caller, HostCode, Stop};

/// A method of objects of type `T`: a closure with a parameter that is `&T`, `&mut T` or `T`, then parameters
/// that are an [`Argument`] each, and a [`HostAnswer`]. After the object it may have a parameter `&mut S`,
/// the state of the isolate, or [`&mut Call<'_>`](Call).
pub trait HostMethod<T, Marker>: Send + Sync + 'static {
    #[doc(hidden)]
    fn bind(self) -> Bound;
}

/// The markers of methods by how they take the object.
pub(crate) mod receiver {
    pub struct Shared;
    pub struct Mutable;
    pub struct Owned;
}

/// How a method takes its object: from a reader, or from the address of the handle.
trait Receive<'a, T>: Sized {
    fn read(from: Reader<'a>) -> Result<Self, DataError>;

    /// # Safety
    /// `handle` is null or the address of a live handle, a crossing has begun in `objects`, and none of it is
    /// used otherwise as long as the lifetime lasts.
    unsafe fn receive(objects: *mut Objects, handle: u64) -> Result<Self, Misuse>;
}

impl<'a, T: Any> Receive<'a, T> for &'a T {
    fn read(from: Reader<'a>) -> Result<&'a T, DataError> {
        from.object()
    }

    unsafe fn receive(objects: *mut Objects, handle: u64) -> Result<&'a T, Misuse> {
        // SAFETY: the caller's promise; what is lent lives in a box that stays where it is.
        unsafe { (*objects).lend(handle, false).map(|object| object.as_ref()) }
    }
}

impl<'a, T: Any> Receive<'a, T> for &'a mut T {
    fn read(from: Reader<'a>) -> Result<&'a mut T, DataError> {
        from.object_mut()
    }

    unsafe fn receive(objects: *mut Objects, handle: u64) -> Result<&'a mut T, Misuse> {
        // SAFETY: the caller's promise; what is lent lives in a box that stays where it is.
        unsafe { (*objects).lend(handle, true).map(|mut object| object.as_mut()) }
    }
}

/// An object that a method takes for itself.
struct Taken<T>(T);

impl<T: Any> Receive<'_, T> for Taken<T> {
    fn read(from: Reader<'_>) -> Result<Taken<T>, DataError> {
        from.take_object().map(Taken)
    }

    unsafe fn receive(objects: *mut Objects, handle: u64) -> Result<Taken<T>, Misuse> {
        // SAFETY: the caller's promise.
        unsafe { (*objects).take(handle).map(Taken) }
    }
}

/// What a method's object is for a call whose parameters and results cross in slots, but for the handle.
///
/// # Safety
/// `handle` is the first slot of a function whose first parameter is a handle, as the module's types say. The
/// object is used for the time of one call only, in which no values are read or written otherwise.
unsafe fn object_of_words<'a, T, O: Receive<'a, T>>(
    caller: &mut Caller<'_>,
    crossing: &Crossing,
    handle: u64,
) -> Result<O, Stop> {
    let objects = &raw mut caller.vm().objects;
    // SAFETY: the table is part of the live Vm, and nothing else uses it now; a function of the host's does
    // not reach it while it runs.
    let object = unsafe {
        (*objects).begin();
        O::receive(objects, handle)
    };
    object.map_err(|misuse| {
        let name = &crossing.types.data.get(crossing.params.items[0].no).name;
        stop_call(DataError::misuse(misuse, name), caller.vm(), &crossing.types)
    })
}

macro_rules! host_methods {
    ($(($($name:ident)*))*) => { $(
        host_methods!(@receivers [] first::Nothing, false, caller, (), ($($name)*));
        host_methods!(@receivers [] first::Call, true, caller, (call: &mut Call<'_> = &mut Call::new(caller.vm())), ($($name)*));
        host_methods!(@receivers [S] first::State<S>, false, caller, (state: &mut S = state::<S>(caller)?), ($($name)*));
    )* };
    (@receivers $s:tt $second:ty, $copies:expr, $caller:ident, $extra:tt, $names:tt) => {
        host_methods!(@one $s receiver::Shared, &T, &T, (object => object), $second, $copies, $caller, $extra, $names);
        host_methods!(@one $s receiver::Mutable, &mut T, &mut T, (object => object), $second, $copies, $caller, $extra, $names);
        host_methods!(@one $s receiver::Owned, T, Taken<T>, (object => object.0), $second, $copies, $caller, $extra, $names);
    };
    (@one [$($s:ident)?] $how:ty, $object:ty, $received:ty, ($o:ident => $given:expr), $second:ty, $copies:expr, $caller:ident, ($($x:ident: $t:ty = $value:expr)?), ($($name:ident)*)) => {
        impl<T: Any + Send, Func, R, $($s: HostState,)? $($name: Argument),*> HostMethod<T, ($how, $second, ($($name,)*), R)> for Func
        where
            Func: Fn($object, $($t,)? $($name),*) -> R
                + for<'a> Fn($object, $($t,)? $($name::Item<'a>),*) -> R
                + Send + Sync + 'static,
            R: HostAnswer,
        {
            #[allow(non_snake_case, unused_variables, unused_mut, unused_assignments, irrefutable_let_patterns)]
            fn bind(self) -> Bound {
                let function = Arc::new(self);
                let make = move |mut crossing: Crossing| -> Box<HostCode> {
                    let function = function.clone();
                    let data = &crossing.types.data;
                    let words = const { Words::EMPTY$(.and($name::WORDS))* };
                    crossing.direct = crossing.takes_handle()
                        && words.fit_after(1, &crossing.params, data)
                        && R::WORDS.fit(&crossing.results, data);
                    Box::new(move |$caller: &mut Caller<'_>, slots: &mut [u64]| {
                        if crossing.direct {
                            let answer = answer_in_slots!($caller, &slots[1..], $copies, words, ($($name)*), {
                                // SAFETY: the first parameter is a handle, and the object is used for this
                                // call only.
                                let $o: $received = unsafe {
                                    object_of_words::<T, $received>($caller, &crossing, slots[0])?
                                };
                                function($given, $($value,)? $($name),*)
                            });
                            return put($caller, answer, slots);
                        }
                        cross(caller_of($caller), &crossing, slots, $copies, |$caller, fields| {
                            let $o = <$received as Receive<'_, T>>::read(fields.field()?)?;
                            $(let $name = $name::read(fields.field()?, Token(()))?;)*
                            Ok(function($given, $($value,)? $($name),*))
                        })
                    })
                };
                let mut builder = TypeBuilder::default();
                let params = vec![object_type::<T>(), $($name::host_type(&mut builder, Token(()))),*];
                let TypeList { types: results, tuple } = R::types(Token(()));
                Bound::new(params, results, tuple, Arc::new(make))
            }
        }
    };
}

host_methods!(() (A) (A B) (A B C) (A B C D) (A B C D E));
