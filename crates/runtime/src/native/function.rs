//! Rust functions as natives: by the kinds of their parameters and results.

use std::ptr::NonNull;

use super::value::NativeTypes;
use super::{Caller, Stop};

/// A function that can be a native: it takes a caller and handles of the kinds `P`, and gives handles of the
/// kinds `R`.
pub trait NativeFn<P: NativeTypes, R: NativeTypes>: 'static {
    /// Calls the function.
    ///
    /// # Errors
    /// How the call ends instead of returning: see [`Stop`].
    fn call<'c>(&self, caller: &mut Caller<'c>, arguments: P::Handles<'c>) -> Result<R::Handles<'c>, Stop>;
}

/// Results of natives as their functions write them: nothing, one handle, or a tuple.
macro_rules! native_fns {
    ($(($($p:ident)*))*) => { $(
        native_fns!(@results ($($p)*) ());
        native_fns!(@results ($($p)*) (R0));
        native_fns!(@results ($($p)*) (R0 R1));
        native_fns!(@results ($($p)*) (R0 R1 R2));
        native_fns!(@results ($($p)*) (R0 R1 R2 R3));
        native_fns!(@results ($($p)*) (R0 R1 R2 R3 R4));
        native_fns!(@results ($($p)*) (R0 R1 R2 R3 R4 R5));
        native_fns!(@results ($($p)*) (R0 R1 R2 R3 R4 R5 R6));
    )* };
    (@results ($($p:ident)*) ()) => {
        impl<Func, $($p: super::NativeType),*> NativeFn<($($p,)*), ()> for Func
        where
            Func: for<'c> Fn(&mut Caller<'c>, $($p::Handle<'c>),*) -> Result<(), Stop> + 'static,
        {
            #[inline(always)]
            #[allow(non_snake_case)]
            fn call<'c>(&self, caller: &mut Caller<'c>, ($($p,)*): ($($p::Handle<'c>,)*)) -> Result<(), Stop> {
                self(caller, $($p),*)
            }
        }
    };
    (@results ($($p:ident)*) (R0)) => {
        impl<Func, R0: super::NativeType, $($p: super::NativeType),*> NativeFn<($($p,)*), (R0,)> for Func
        where
            Func: for<'c> Fn(&mut Caller<'c>, $($p::Handle<'c>),*) -> Result<R0::Handle<'c>, Stop> + 'static,
        {
            #[inline(always)]
            #[allow(non_snake_case)]
            fn call<'c>(&self, caller: &mut Caller<'c>, ($($p,)*): ($($p::Handle<'c>,)*)) -> Result<(R0::Handle<'c>,), Stop> {
                Ok((self(caller, $($p),*)?,))
            }
        }
    };
    (@results ($($p:ident)*) ($($r:ident)*)) => {
        impl<Func, $($r: super::NativeType,)* $($p: super::NativeType),*> NativeFn<($($p,)*), ($($r,)*)> for Func
        where
            Func: for<'c> Fn(&mut Caller<'c>, $($p::Handle<'c>),*) -> Result<($($r::Handle<'c>,)*), Stop> + 'static,
        {
            #[inline(always)]
            #[allow(non_snake_case)]
            fn call<'c>(&self, caller: &mut Caller<'c>, ($($p,)*): ($($p::Handle<'c>,)*)) -> Result<($($r::Handle<'c>,)*), Stop> {
                self(caller, $($p),*)
            }
        }
    };
}

native_fns!(() (A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F)(A B C D E F G)(A B C D E F G H));

/// The function that a zero-sized type names.
pub(super) fn function<F: Copy>() -> F {
    // SAFETY: `Row::new` asserts that the type has no bytes, so there is nothing to read, and a value of it
    // exists.
    unsafe { NonNull::<F>::dangling().read() }
}
