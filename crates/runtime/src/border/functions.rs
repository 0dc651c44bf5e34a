//! Functions that a host gives to guests: closures, whose types are those of their parameters and results.

mod answers;
mod asynchronous;
mod values;

use std::any::{Any, type_name};
use std::fmt;
use std::sync::Arc;

use purlin_base::machine::Signature;

use super::call::Call;
use super::data::sealed::{SlotReader, SlotWriter, Token, TypeList, Words};
use super::data::{FromGuest, HostData};
use super::error::DataError;
use super::lists::HostAnswer;
use super::plan::{DataNo, GuestTypes, Image, Plan};
use super::raise::stop_call;
use super::read::{Account, Reader, StructReader};
use super::slots::SlotKind;
use super::types::{HostType, ObjectType, TypeBuilder};
use super::write::Writer;
use crate::native::{Answer, Caller, HostCode, HostFunction, Native, Stop};
use crate::trap::{Trap, TrapKind};
use crate::types::Types;

pub use answers::{Failure, ValuesFuture};
pub use asynchronous::AsyncHostFn;

/// A parameter of a host's function: a type that is read from guests, or `&str` or `&[u8]`, which are lent
/// for the time of the call.
pub trait Argument {
    /// The type in the closure's signature.
    type Item<'a>;

    #[doc(hidden)]
    const WORDS: Words;

    #[doc(hidden)]
    fn host_type(types: &mut TypeBuilder, _: Token) -> HostType;

    #[doc(hidden)]
    fn read<'a>(from: Reader<'a>, _: Token) -> Result<Self::Item<'a>, DataError>;

    #[doc(hidden)]
    fn from_slots<'a>(from: SlotReader<'a>, _: Token) -> Result<Self::Item<'a>, DataError>;
}

impl<T: FromGuest> Argument for T {
    type Item<'a> = T;

    const WORDS: Words = <T as HostData>::WORDS;

    fn host_type(types: &mut TypeBuilder, _: Token) -> HostType {
        T::host_type(types)
    }

    fn read<'a>(from: Reader<'a>, _: Token) -> Result<T, DataError> {
        T::read(from)
    }

    #[inline(always)]
    fn from_slots(from: SlotReader<'_>, token: Token) -> Result<T, DataError> {
        T::from_slots(from, token)
    }
}

macro_rules! lent {
    ($($t:ty: $kind:ident $read:ident $slots:ident),*) => { $(
        impl Argument for &$t {
            type Item<'a> = &'a $t;

            const WORDS: Words = Words::of(SlotKind::$kind);

            fn host_type(types: &mut TypeBuilder, _: Token) -> HostType {
                <$t as HostData>::host_type(types)
            }

            fn read<'a>(from: Reader<'a>, _: Token) -> Result<&'a $t, DataError> {
                from.$read()
            }

            #[inline(always)]
            fn from_slots<'a>(from: SlotReader<'a>, _: Token) -> Result<&'a $t, DataError> {
                from.$slots()
            }
        }
    )* };
}

lent!(str: Text lent_str lent_text, [u8]: Bytes lent_bytes lent_bytes);

/// A host's function before it is linked with a module.
#[derive(Clone)]
pub struct Bound {
    params: Vec<HostType>,
    results: Vec<HostType>,
    tuple: bool,
    make: Arc<Make>,
}

/// Makes the code for the module of a plan.
pub(super) type Make = dyn Fn(Crossing) -> Box<HostCode> + Send + Sync;

/// Where a host's function has its parameters and results in one module.
pub(super) struct Crossing {
    /// The function with its package.
    pub name: Arc<str>,
    pub types: Arc<Types>,
    pub params: Plan,
    pub results: Plan,
    /// Whether the results are a tuple.
    tuple: bool,
    /// Whether all of them cross in slots, without a cursor.
    pub direct: bool,
}

impl Crossing {
    /// Whether the first parameter is a handle of an object.
    pub(super) fn takes_handle(&self) -> bool {
        self.params.items.first().is_some_and(|item| self.types.data.handle_class(item.no).is_some())
    }
}

impl Bound {
    pub(super) fn new(params: Vec<HostType>, results: Vec<HostType>, tuple: bool, make: Arc<Make>) -> Bound {
        Bound { params, results, tuple, make }
    }

    /// The function with other types of objects: those that `f` gives.
    pub fn with_objects(&self, f: &dyn Fn(&ObjectType) -> ObjectType) -> Bound {
        let types = |list: &[HostType]| list.iter().map(|ty| ty.with_objects(f)).collect();
        Bound { params: types(&self.params), results: types(&self.results), ..self.clone() }
    }

    /// The types of its parameters.
    pub fn params(&self) -> &[HostType] {
        &self.params
    }

    /// The types of its results.
    pub fn results(&self) -> &[HostType] {
        &self.results
    }

    /// The function as a native of a module that does not say what crosses when it is called: `None` unless
    /// that are numbers and booleans only.
    pub fn link_scalars(&self, name: &str, types: &Arc<Types>) -> Option<Native> {
        let numbers = |list: &[HostType]| list.iter().map(GuestTypes::scalar).collect::<Option<Vec<_>>>();
        self.link(name, types, &numbers(&self.params)?, &numbers(&self.results)?).ok()
    }

    /// The function as a native of a module that calls it with parameters and results of these types.
    ///
    /// # Errors
    /// What differs, if the function has other types.
    pub fn link(
        &self,
        name: &str,
        types: &Arc<Types>,
        params: &[DataNo],
        results: &[DataNo],
    ) -> Result<Native, String> {
        let data = &types.data;
        data.compare(name, (params, results), (&self.params, &self.results))?;
        let signature = Signature::new(data.flat(params), data.flat(results));
        let (params, results) = (data.plan(params), data.plan(results));
        let (name, types) = (name.into(), types.clone());
        let code = (self.make)(Crossing { name, types, params, results, tuple: self.tuple, direct: false });
        Ok(Native::Host(Arc::new(HostFunction::new(signature, code))))
    }
}

impl fmt::Debug for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::types::signature_text(&self.params, &self.results))
    }
}

/// A function that a host gives to guests: a closure with parameters that are an [`Argument`] each and a
/// [`HostAnswer`]. Before those it may have a parameter `&mut T`, the state of the isolate, or
/// `&mut Call<'_>`.
pub trait HostFn<Marker>: Send + Sync + 'static {
    #[doc(hidden)]
    fn bind(self) -> Bound;
}

/// State that an isolate may have.
pub trait HostState: Any + Send {}
impl<T: Any + Send> HostState for T {}

/// The markers of functions by their first parameter.
pub(crate) mod first {
    pub struct Nothing;
    pub struct Call;
    pub struct State<T>(std::marker::PhantomData<T>);
}

pub(super) fn state<'a, T: HostState>(caller: &'a mut Caller<'_>) -> Result<&'a mut T, DataError> {
    let error = || DataError::new(format!("a host function needs an isolate with a {}", type_name::<T>()));
    caller.host::<T>().ok_or_else(error)
}

/// Puts results that need no cursor in the slots.
#[inline(always)]
pub(super) fn put<R: HostAnswer>(caller: &mut Caller<'_>, answer: R, slots: &mut [u64]) -> Answer {
    let vm = caller.vm();
    let before = if R::WORDS.has_references() { vm.roots.handles.len() } else { 0 };
    let result = answer.put_list(SlotWriter::new(vm, slots), Token(()));
    if R::WORDS.has_references() {
        vm.roots.handles.truncate(before);
    }
    result.map_err(|error| not_put(error, slots))
}

/// What a function asks for in the place of results.
#[cold]
fn not_put(error: DataError, slots: &mut [u64]) -> Stop {
    let stop = error.stop();
    if matches!(stop, Stop::Yield) {
        // It counts as done: what the guest then reads must not be the arguments.
        slots.fill(0);
    }
    not_waiting(stop)
}

/// What a host's function does that asked to wait: nothing could wake it.
fn not_waiting(stop: Stop) -> Stop {
    match stop {
        Stop::Park => {
            let message = "a host function asked to wait, which only natives of guests can";
            Stop::end(Trap::new(TrapKind::Host, message))
        }
        other => other,
    }
}

/// Runs a function of which not all parameters and results cross in slots. What it is lent is copied if guest
/// memory may be written meanwhile.
pub(super) fn cross<R: HostAnswer>(
    caller: &mut Caller<'_>,
    crossing: &Crossing,
    slots: &mut [u64],
    copies: bool,
    call: impl for<'a> FnOnce(&mut Caller<'_>, &mut StructReader<'a>) -> Result<R, DataError>,
) -> Answer {
    let Crossing { types, params, .. } = crossing;
    let answer = {
        let mut image = Image::new();
        let image = image.zeros(params.words);
        params.gather(slots, image);
        let account = Account::new(caller.heap_limit() as usize, copies);
        // SAFETY: the table is part of the Vm; what the function does meanwhile does not reach it, and its
        // results are written after the account is gone.
        let account = unsafe { account.lending(&raw mut caller.vm().objects) };
        // SAFETY: the plan is of the types that the front end declared. What the slots lead to is kept alive
        // by them; only a caller could write it, and then what is lent is copied.
        let reader = unsafe { Reader::of_image(types, &account, &params.items, image) };
        let answer = reader.structure().and_then(|mut fields| call(caller, &mut fields));
        caller.charge(account.units());
        answer.map_err(|error| stop_call(error, caller.vm(), types))?
    };
    write_answer(caller, crossing, slots, answer)
}

/// The writer of results: of the one packed value that they all are, if the guest has that.
fn packed_whole<'a>(crossing: &Crossing, writer: Writer<'a>) -> Result<Writer<'a>, DataError> {
    let is_packed = match &crossing.results.items[..] {
        [one] => crossing.types.data.is_packed(&[one.no]),
        _ => false,
    };
    if is_packed { writer.only() } else { Ok(writer) }
}

/// Writes the results of a function into the slots.
fn write_answer<R: HostAnswer>(
    caller: &mut Caller<'_>,
    crossing: &Crossing,
    slots: &mut [u64],
    answer: R,
) -> Answer {
    let Crossing { types, results, .. } = crossing;
    let mut image = Image::new();
    let image = image.zeros(results.words);
    let vm = caller.vm();
    let before = vm.roots.handles.len();
    // SAFETY: the image is made for the plan.
    let writer = unsafe { Writer::of_image(vm, types, &results.items, image) };
    let mut stopped = None;
    let mut written = packed_whole(crossing, writer)
        .and_then(|to| answer.write_list(to, crossing.tuple, Token(())))
        .map(|_| ());
    if let Err(error) = written {
        match error.stop() {
            Stop::Park => return Err(not_waiting(Stop::Park)),
            // It counts as done, with results that are zeros.
            Stop::Yield => {
                image.fill(0);
                // SAFETY: the image is made for the plan, and nothing else uses it.
                let writer = unsafe { Writer::of_image(vm, types, &results.items, image) };
                written = writer.zeros().map(|_| ());
                stopped = Some(Stop::Yield);
            }
            other => written = Err(other.into()),
        }
    }
    vm.roots.handles.truncate(before);
    // What is not set is not left: the slots hold the arguments.
    slots.fill(0);
    written.map_err(DataError::stop)?;
    if !results.spread(image, slots) {
        return Err(DataError::new("a host function wrote no value for a result").stop());
    }
    stopped.map_or(Ok(()), Err)
}

/// The answer of a function of the host's whose arguments are in slots: those named, after what the slots
/// begin with. `$call` calls it by their names.
macro_rules! answer_in_slots {
    ($caller:ident, $slots:expr, $copies:expr, $words:expr, ($($name:ident)*), $call:expr) => {{
        let account = Account::new($caller.heap_limit() as usize, $copies);
        // SAFETY: the slots are of the front end's types, which fit. They keep alive what they lead to; only
        // a caller could write it, and then what is lent is copied.
        let from = unsafe { SlotReader::new($slots, &account) };
        let mut call = || -> Result<R, DataError> {
            let mut at = 0;
            $(let $name = $name::from_slots(from.after(at), Token(()))?;
            at += $name::WORDS.slots();)*
            Ok($call)
        };
        let answer = call();
        if $words.has_references() {
            $caller.charge(account.units());
        }
        answer.map_err(DataError::stop)?
    }};
}

pub(super) use answer_in_slots;

macro_rules! host_fns {
    ($(($($name:ident)*))*) => { $(
        host_fns!(@one [] first::Nothing, false, caller, (), ($($name)*));
        host_fns!(@one [] first::Call, true, caller, (call: &mut Call<'_> = &mut Call::new(caller.vm())), ($($name)*));
        host_fns!(@one [S] first::State<S>, false, caller, (state: &mut S = state::<S>(caller)?), ($($name)*));
    )* };
    (@one [$($s:ident)?] $first:ty, $copies:expr, $caller:ident, ($($x:ident: $t:ty = $value:expr)?), ($($name:ident)*)) => {
        impl<Func, R, $($s: HostState,)? $($name: Argument),*> HostFn<($first, ($($name,)*), R)> for Func
        where
            Func: Fn($($t,)? $($name),*) -> R
                + for<'a> Fn($($t,)? $($name::Item<'a>),*) -> R
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
                    crossing.direct =
                        words.fit(&crossing.params, data) && R::WORDS.fit(&crossing.results, data);
                    Box::new(move |$caller: &mut Caller<'_>, slots: &mut [u64]| {
                        if crossing.direct {
                            let answer = answer_in_slots!(
                                $caller, slots, $copies, words, ($($name)*), function($($value,)? $($name),*)
                            );
                            return put($caller, answer, slots);
                        }
                        cross(caller_of($caller), &crossing, slots, $copies, |$caller, fields| {
                            $(let $name = $name::read(fields.field()?, Token(()))?;)*
                            Ok(function($($value,)? $($name),*))
                        })
                    })
                };
                let mut builder = TypeBuilder::default();
                let params = vec![$($name::host_type(&mut builder, Token(()))),*];
                let TypeList { types: results, tuple } = R::types(Token(()));
                Bound { params, results, tuple, make: Arc::new(make) }
            }
        }
    };
}

/// The caller, borrowed anew.
pub(super) fn caller_of<'a, 'c>(caller: &'a mut Caller<'c>) -> &'a mut Caller<'c> {
    caller
}

host_fns!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));
