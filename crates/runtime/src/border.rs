//! Values that cross between host and guest: what a host passes to exported functions and gets from them, and
//! what its own functions get and give.
//!
//! The types that cross are a closed list, since a value's slots are trusted by guest code: a host cannot add
//! one that forges a reference. An [`Export`] says which types a function has; front ends are trusted to say
//! so truly, and every call is compared with it. Nothing that a host gets borrows from an isolate.

mod call;

use std::sync::Arc;

use purlin_base::machine::{Signature, Type};

use crate::native::{Caller, HostCode, HostFunction, Native, Stop};
use crate::trap::{Trap, TrapKind};
use crate::vm::{Outcome, Vm};

pub use call::Call;

/// A type that both sides know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostType {
    Bool,
    /// Bytes, signed.
    Int(u8, bool),
    F32,
    F64,
    Str,
    Bytes,
}

impl HostType {
    /// The components of a value in the IR, one a slot.
    pub fn components(self) -> &'static [Type] {
        match self {
            HostType::Bool | HostType::Int(1, _) => &[Type::I8],
            HostType::Int(2, _) => &[Type::I16],
            HostType::Int(4, _) => &[Type::I32],
            HostType::Int(..) => &[Type::I64],
            HostType::F32 => &[Type::F32],
            HostType::F64 => &[Type::F64],
            HostType::Str => &[Type::Ref, Type::I64],
            HostType::Bytes => &[Type::Ref, Type::I64, Type::I64],
        }
    }

    /// How many slots a value takes.
    pub fn slots(self) -> usize {
        self.components().len()
    }
}

/// A function that the host may call by name.
#[derive(Clone, Debug)]
pub struct Export {
    pub name: String,
    /// The number of the function in the module.
    pub func: u32,
    pub params: Vec<HostType>,
    pub results: Vec<HostType>,
}

/// What is to be known of the call of an exported function while it is interrupted.
#[derive(Default)]
pub(crate) struct Awaited {
    /// The results of the function.
    results: Vec<HostType>,
    /// The function and the slots of its arguments, while it waits for the initialisation that its call
    /// began. What the slots refer to is among the handles.
    then: Option<(u32, Vec<u64>)>,
}

/// How far the packages of an isolate are initialised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Setup {
    /// Nothing has run yet.
    #[default]
    Fresh,
    /// A run or a call has begun that initialises them, and it is interrupted or has ended otherwise than
    /// well.
    Begun,
    Done,
}

mod sealed {
    use super::{HostType, Stop, Vm};

    /// A type that crosses. No host can implement it.
    pub trait Crossing: Sized {
        const TYPE: HostType;

        /// Appends the value's slots. What is allocated for them is among the handles of the isolate until
        /// the caller takes them away.
        fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop>;
    }

    /// A type that can be read from slots.
    pub trait Lifted: Sized {
        const TYPE: HostType;

        /// # Safety
        /// The slots are those of a live value of the type.
        unsafe fn lift(vm: &Vm, slots: &[u64]) -> Self;
    }

    pub trait CrossingList {
        fn list() -> Vec<HostType>;
        fn lower_all(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop>;
    }

    pub trait LiftedList: Sized {
        fn list() -> Vec<HostType>;

        /// # Safety
        /// The slots are those of live values of the types.
        unsafe fn lift_all(vm: &Vm, slots: &[u64]) -> Self;
    }
}

use sealed::{Crossing, CrossingList, Lifted, LiftedList};

/// A Rust type that can be passed to guests.
pub trait Argument: Crossing {}
impl<T: Crossing> Argument for T {}

/// A Rust type that guests can pass or return.
pub trait Returned: Lifted {}
impl<T: Lifted> Returned for T {}

/// The arguments of a call: a tuple of [`Argument`]s.
pub trait Params: CrossingList {}
impl<T: CrossingList> Params for T {}

/// The results of a call: `()`, one [`Returned`], or a tuple of them.
pub trait Results: LiftedList {}
impl<T: LiftedList> Results for T {}

macro_rules! scalars {
    ($($t:ty: $type:expr, |$value:ident| $bits:expr, |$slot:ident| $from:expr;)*) => { $(
        impl Crossing for $t {
            const TYPE: HostType = $type;

            fn lower(self, _: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
                let $value = self;
                let component = <$t as Crossing>::TYPE.components()[0];
                out.push(component.canonical($bits));
                Ok(())
            }
        }

        impl Lifted for $t {
            const TYPE: HostType = $type;

            unsafe fn lift(_: &Vm, slots: &[u64]) -> $t {
                let $slot = slots[0];
                $from
            }
        }
    )* };
}

scalars! {
    bool: HostType::Bool, |value| u64::from(value), |slot| slot & 0xff != 0;
    i8: HostType::Int(1, true), |value| value as u64, |slot| slot as i8;
    u8: HostType::Int(1, false), |value| value as u64, |slot| slot as u8;
    i16: HostType::Int(2, true), |value| value as u64, |slot| slot as i16;
    u16: HostType::Int(2, false), |value| value as u64, |slot| slot as u16;
    i32: HostType::Int(4, true), |value| value as u64, |slot| slot as i32;
    u32: HostType::Int(4, false), |value| value as u64, |slot| slot as u32;
    i64: HostType::Int(8, true), |value| value as u64, |slot| slot as i64;
    u64: HostType::Int(8, false), |value| value, |slot| slot;
    f32: HostType::F32, |value| u64::from(value.to_bits()), |slot| f32::from_bits(slot as u32);
    f64: HostType::F64, |value| value.to_bits(), |slot| f64::from_bits(slot);
}

/// A copy of the bytes in guest memory, among the handles.
fn guest_copy(vm: &mut Vm, bytes: &[u8]) -> Result<u64, Stop> {
    let at = vm.new_bytes(bytes)? as u64;
    vm.roots.handles.push(at);
    Ok(at)
}

impl Crossing for &str {
    const TYPE: HostType = HostType::Str;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        let at = guest_copy(vm, self.as_bytes())?;
        out.extend([at, self.len() as u64]);
        Ok(())
    }
}

impl Crossing for String {
    const TYPE: HostType = HostType::Str;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        self.as_str().lower(vm, out)
    }
}

impl Lifted for String {
    const TYPE: HostType = HostType::Str;

    /// Invalid UTF-8 becomes U+FFFD; `Vec<u8>` keeps every byte of a slice of bytes.
    unsafe fn lift(vm: &Vm, slots: &[u64]) -> String {
        // SAFETY: the trait's promise: the slots are a live string.
        String::from_utf8_lossy(&unsafe { vm.guest_bytes(slots[0], slots[1]) }).into_owned()
    }
}

impl Crossing for Vec<u8> {
    const TYPE: HostType = HostType::Bytes;

    fn lower(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
        let at = guest_copy(vm, &self)?;
        out.extend([at, self.len() as u64, self.len() as u64]);
        Ok(())
    }
}

impl Lifted for Vec<u8> {
    const TYPE: HostType = HostType::Bytes;

    unsafe fn lift(vm: &Vm, slots: &[u64]) -> Vec<u8> {
        // SAFETY: the trait's promise: the slots are a live slice of bytes.
        unsafe { vm.guest_bytes(slots[0], slots[1]) }
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: Crossing),*> CrossingList for ($($name,)*) {
            fn list() -> Vec<HostType> {
                vec![$($name::TYPE),*]
            }

            #[allow(non_snake_case, unused_variables)]
            fn lower_all(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
                let ($($name,)*) = self;
                $($name.lower(vm, out)?;)*
                Ok(())
            }
        }

        impl<$($name: Lifted),*> LiftedList for ($($name,)*) {
            fn list() -> Vec<HostType> {
                vec![$($name::TYPE),*]
            }

            #[allow(unused_variables, unused_mut, unused_assignments, clippy::unused_unit)]
            unsafe fn lift_all(vm: &Vm, slots: &[u64]) -> Self {
                let mut at = 0;
                ($({
                    // SAFETY: the trait's promise, for the slots of this value.
                    let value = unsafe { $name::lift(vm, &slots[at..]) };
                    at += $name::TYPE.slots();
                    value
                },)*)
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

macro_rules! single {
    ($($t:ty),*) => { $(
        impl LiftedList for $t {
            fn list() -> Vec<HostType> {
                vec![<$t as Lifted>::TYPE]
            }

            unsafe fn lift_all(vm: &Vm, slots: &[u64]) -> $t {
                // SAFETY: the trait's promise.
                unsafe { <$t as Lifted>::lift(vm, slots) }
            }
        }

        impl CrossingList for $t {
            fn list() -> Vec<HostType> {
                vec![<$t as Crossing>::TYPE]
            }

            fn lower_all(self, vm: &mut Vm, out: &mut Vec<u64>) -> Result<(), Stop> {
                self.lower(vm, out)
            }
        }
    )* };
}

single!(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, String, Vec<u8>);

/// The types of a list of parameters or results.
pub fn types_of_params<P: Params>() -> Vec<HostType> {
    P::list()
}

/// The types of a list of results.
pub fn types_of_results<R: Results>() -> Vec<HostType> {
    R::list()
}

fn host(message: String) -> Trap {
    Trap::new(TrapKind::Host, message)
}

impl Vm {
    /// Runs a whole program: `main` initialises its packages itself, if there is anything to initialise.
    ///
    /// # Errors
    /// A trap of kind `Host` if an earlier run or call has begun to initialise the packages and not ended it;
    /// else however the run ended.
    pub fn run_program(&mut self, main: u32, initialises: bool) -> Outcome {
        if let Err(trap) = self.ready() {
            return Outcome::Trap(trap);
        }
        if initialises && self.setup == Setup::Fresh {
            self.setup = Setup::Begun;
        }
        self.awaited = Awaited::default();
        let outcome = self.run(main, Vec::new());
        self.go_on(outcome)
    }

    /// Whether a run or a call may begin.
    fn ready(&self) -> Result<(), Trap> {
        if let Some(trap) = self.called_off() {
            return Err(trap);
        }
        match self.setup {
            Setup::Fresh | Setup::Done => Ok(()),
            Setup::Begun if self.scheduler.is_interrupted() => Err(host(
                "the initialisation ran out of gas: resume what began it, or reset the isolate".into(),
            )),
            Setup::Begun => Err(host(
                "the packages are not initialised, as what began it did not end well: reset the isolate"
                    .into(),
            )),
        }
    }

    /// After a piece of a run: if it was the initialisation that a call had begun, and it has ended, the
    /// called function runs.
    fn go_on(&mut self, mut outcome: Outcome) -> Outcome {
        if let Outcome::Done(_) = outcome {
            self.setup = Setup::Done;
            if let Some((func, values)) = self.awaited.then.take() {
                outcome = self.run(func, values);
            }
        }
        if !self.scheduler.is_interrupted() {
            self.awaited = Awaited::default();
            self.roots.handles.clear();
        }
        outcome
    }

    /// Calls an exported function of the isolate's module, and before it `init`, if there is one and nothing
    /// has run yet.
    ///
    /// # Errors
    /// A trap of kind `Host` if its types are others, or if an earlier run or call has begun to initialise
    /// the packages and not ended it; else however the call ended.
    pub fn call_export<P: Params, R: Results>(
        &mut self,
        export: &Export,
        init: Option<u32>,
        params: P,
    ) -> Result<R, Trap> {
        let (given, wanted) = (P::list(), R::list());
        if export.params != given || export.results != wanted {
            let Export { name, params, results, .. } = export;
            return Err(host(format!(
                "{name} takes {params:?} and returns {results:?}, not {given:?} and {wanted:?}"
            )));
        }
        self.ready()?;
        self.roots.handles.clear();
        let mut values = Vec::new();
        if let Err(stop) = params.lower_all(self, &mut values) {
            self.roots.handles.clear();
            return Err(match stop {
                Stop::End(trap) => trap,
                other => Trap::new(TrapKind::Internal, format!("lowering an argument: {other:?}")),
            });
        }
        self.awaited = Awaited { results: wanted, then: None };
        let outcome = match init.filter(|_| self.setup == Setup::Fresh) {
            Some(init) => {
                self.setup = Setup::Begun;
                self.awaited.then = Some((export.func, values));
                self.run(init, Vec::new())
            }
            None => self.run(export.func, values),
        };
        let outcome = self.go_on(outcome);
        self.lift_results(outcome)
    }

    /// Resumes a run or a call that ran out of gas. The initialisation that a call had begun leads on to the
    /// called function.
    pub fn resume_run(&mut self) -> Outcome {
        let outcome = self.resume();
        self.go_on(outcome)
    }

    /// Resumes a call of an exported function that ran out of gas.
    ///
    /// # Errors
    /// A trap of kind `Host` if the function has other results; else however the call ended.
    pub fn resume_export<R: Results>(&mut self) -> Result<R, Trap> {
        let (awaited, wanted) = (&self.awaited.results, R::list());
        if self.scheduler.is_interrupted() && *awaited != wanted {
            return Err(host(format!("the interrupted function returns {awaited:?}, not {wanted:?}")));
        }
        let outcome = self.resume_run();
        self.lift_results(outcome)
    }

    fn lift_results<R: Results>(&self, outcome: Outcome) -> Result<R, Trap> {
        match outcome {
            Outcome::Trap(trap) => Err(trap),
            Outcome::Done(slots) if slots.len() != R::list().iter().map(|t| t.slots()).sum::<usize>() => {
                Err(Trap::new(TrapKind::Internal, "the function returned other results than its export has"))
            }
            Outcome::Done(slots) => {
                // SAFETY: the results of the export are these types, and nothing was collected since it
                // returned.
                Ok(unsafe { R::lift_all(self, &slots) })
            }
        }
    }
}

/// What a host's function gives: its results, or why there are none.
pub trait HostAnswer {
    type Results: Params;

    fn answer(self) -> Result<Self::Results, Stop>;
}

impl<T: Params> HostAnswer for Result<T, Stop> {
    type Results = T;

    fn answer(self) -> Result<T, Stop> {
        self
    }
}

macro_rules! answers {
    ($($t:ty),*) => { $(
        impl HostAnswer for $t {
            type Results = $t;

            fn answer(self) -> Result<$t, Stop> {
                Ok(self)
            }
        }
    )* };
}

answers!((), bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, String, Vec<u8>);

macro_rules! answer_tuples {
    ($(($($name:ident)*))*) => { $(
        impl<$($name: Argument),*> HostAnswer for ($($name,)*) {
            type Results = ($($name,)*);

            fn answer(self) -> Result<Self::Results, Stop> {
                Ok(self)
            }
        }
    )* };
}

answer_tuples!((A) (A B) (A B C) (A B C D));

/// A function that a host gives to guests: it takes a [`Call`] and values that cross, and gives a
/// [`HostAnswer`].
pub trait HostFn<P, R>: Send + Sync + 'static {
    /// The function as a native, with the types of its parameters and results.
    fn bind(self) -> Bound;
}

/// A host's function as a native. Only [`HostFn::bind`] of a closure makes one: the types that it has are
/// those that the closure reads and writes.
#[derive(Clone, Debug)]
pub struct Bound {
    native: Native,
    params: Vec<HostType>,
    results: Vec<HostType>,
}

impl Bound {
    /// The function itself.
    pub fn native(&self) -> &Native {
        &self.native
    }

    /// The types of its parameters.
    pub fn params(&self) -> &[HostType] {
        &self.params
    }

    /// The types of its results.
    pub fn results(&self) -> &[HostType] {
        &self.results
    }
}

macro_rules! host_fns {
    ($(($($name:ident)*))*) => { $(
        impl<Func, R, $($name: Returned),*> HostFn<($($name,)*), R> for Func
        where
            Func: Fn(&mut Call<'_>, $($name),*) -> R + Send + Sync + 'static,
            R: HostAnswer,
        {
            #[allow(non_snake_case)]
            fn bind(self) -> Bound {
                let code = move |caller: &mut Caller<'_>, slots: &mut [u64]| {
                    // SAFETY: the linker has compared the types with the declaration, and arguments live
                    // during the call.
                    let ($($name,)*) = unsafe { <($($name,)*)>::lift_all(caller.vm(), slots) };
                    let results = self(&mut Call::new(caller.vm()), $($name),*).answer();
                    // What is not set is not left: the slots hold the arguments.
                    slots.fill(0);
                    let mut out = Vec::new();
                    let vm = caller.vm();
                    let before = vm.roots.handles.len();
                    let lowered = results.and_then(|results| results.lower_all(vm, &mut out)).map_err(not_waiting);
                    vm.roots.handles.truncate(before);
                    lowered?;
                    slots[..out.len()].copy_from_slice(&out);
                    Ok(())
                };
                bound(Box::new(code), <($($name,)*) as LiftedList>::list(), <R::Results as CrossingList>::list())
            }
        }
    )* };
}

// Lists of one type are tuples here; a single type has its own list for results.
host_fns!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F));

/// What a host's function does that asked to wait: nothing could wake it.
fn not_waiting(stop: Stop) -> Stop {
    match stop {
        Stop::Park => {
            Stop::End(host("a host function asked to wait, which only natives of guests can".into()))
        }
        other => other,
    }
}

fn bound(code: Box<HostCode>, params: Vec<HostType>, results: Vec<HostType>) -> Bound {
    let flat = |types: &[HostType]| types.iter().flat_map(|t| t.components()).copied().collect::<Vec<_>>();
    let signature = Signature::new(flat(&params), flat(&results));
    Bound { native: Native::Host(Arc::new(HostFunction::new(signature, code))), params, results }
}
