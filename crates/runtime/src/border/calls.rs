//! Calls of the guest's functions by the host: what is exported, how a call is linked, how it runs and is
//! resumed, and how the packages of an isolate are initialised before.

mod pieces;
mod values;

use std::marker::PhantomData;
use std::sync::Arc;

use super::callee::{Awaited, Callee, Export, Setup};
use super::data::list_of;
use super::data::sealed::{SlotReader, SlotWriter, Token, TypeList};
use super::error::DataError;
use super::lists::{Params, Results};
use super::plan::{GuestTypes, Image};
use super::read::{Account, Reader};
use super::slots::SLOTS;
use super::types::{HostType, signature_text};
use super::write::Writer;
use crate::native::Stop;
use crate::trap::{Trap, TrapKind};
use crate::types::Types;
use crate::vm::{Called, Outcome, Vm};

pub use pieces::Resumed;
pub use values::{Returned, Untyped, Words};

impl Callee {
    /// A function that no front end has described, which takes and returns numbers and booleans: `None` for
    /// other types.
    pub fn of_scalars<P: Params, R: Results>(func: u32, types: &Arc<Types>) -> Option<Arc<Callee>> {
        let numbers = |list: &[HostType]| list.iter().map(GuestTypes::scalar).collect::<Option<Vec<_>>>();
        let (params, results) = (numbers(&list_of::<P>().types)?, numbers(&R::types(Token(())).types)?);
        let name = format!("function {func}");
        let export = Export { name, func, params, results, signature: String::new(), inner: None };
        Some(Arc::new(Callee::new(export, None, types)))
    }

    /// The function for calls with parameters and results of these types.
    ///
    /// # Errors
    /// What differs, if the function has other types.
    pub fn link<P: Params, R: Results>(self: &Arc<Callee>) -> Result<Linked<P, R>, String> {
        let (params, results) = (list_of::<P>(), R::types(Token(())));
        let Export { name, params: takes, results: gives, .. } = &self.export;
        self.types.data.compare(name, (takes, gives), (&params.types, &results.types))?;
        let data = &self.types.data;
        Ok(Linked {
            callee: self.clone(),
            tuples: (params.tuple, results.tuple),
            direct: P::WORDS.fit(&self.params, data) && R::WORDS.fit(&self.results, data),
            types: PhantomData,
        })
    }

    /// The slots of results, as many as the export has.
    fn checked(&self, outcome: Outcome) -> Result<Vec<u64>, Trap> {
        match outcome {
            Outcome::Trap(trap) => Err(trap),
            Outcome::Done(slots) if slots.len() == self.results.slots => Ok(slots),
            Outcome::Done(_) => {
                let why = "the function returned other results than its export has";
                Err(Trap::new(TrapKind::Internal, why))
            }
        }
    }

    /// Whether the results are of these types; else what they are.
    fn gives(&self, wanted: &TypeList) -> Result<(), String> {
        let results = &self.export.results;
        self.types.data.compare(&self.export.name, (&[], results), (&[], &wanted.types)).map_err(|_| {
            let gives = self.types.data.names(results);
            let wanted = signature_text(&[], &wanted.types);
            format!("the interrupted function returns {gives}, not {}", wanted.trim_start_matches("() -> "))
        })
    }
}

/// An exported function with the types of parameters and results that a host calls it with, which were
/// compared with those that it has.
pub struct Linked<P, R> {
    callee: Arc<Callee>,
    /// Whether the parameters, and the results, are tuples.
    tuples: (bool, bool),
    /// Whether all of them cross in slots, without a cursor.
    direct: bool,
    types: PhantomData<fn(P) -> R>,
}

impl<P, R> Clone for Linked<P, R> {
    fn clone(&self) -> Linked<P, R> {
        Linked { callee: self.callee.clone(), ..*self }
    }
}

impl<P, R> Linked<P, R> {
    /// The function.
    pub fn callee(&self) -> &Callee {
        &self.callee
    }
}

/// The reader of results that are one packed value, for a host that wants these.
///
/// # Errors
/// They are an error, and the host wants none.
fn packed_results<'a>(results: Reader<'a>, wanted: &TypeList) -> Result<Reader<'a>, DataError> {
    let only = results.only();
    let failure = only.failure()?;
    let (fails, values) = match &wanted.types[..] {
        [values @ .., HostType::Error] => (true, values.len()),
        values => (false, values.len()),
    };
    match failure {
        Some(text) if !fails => Err(Stop::end(Trap::new(TrapKind::Uncaught, text)).into()),
        // What the function returned does not matter.
        None if values == 0 => Ok(only.nothing()),
        Some(_) | None => Ok(only),
    }
}

fn host(message: impl Into<String>) -> Trap {
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
        // SAFETY: the main function of a module takes nothing.
        let outcome = unsafe { self.run(main, Vec::new()) };
        self.go_on(outcome)
    }

    /// Whether a function is one of this isolate's module.
    #[inline]
    fn own(&self, callee: &Callee) -> Result<(), Trap> {
        match Arc::ptr_eq(&callee.types, &self.shared.types) {
            true => Ok(()),
            false => Err(host(format!("{} is a function of another module", callee.export.name))),
        }
    }

    /// Whether a run or a call may begin.
    pub(super) fn ready(&self) -> Result<(), Trap> {
        if self.is_called_off()
            && let Some(trap) = self.called_off()
        {
            return Err(trap);
        }
        match self.setup {
            Setup::Fresh | Setup::Done => Ok(()),
            Setup::Begun if self.scheduler.is_interrupted() => {
                Err(host("the initialisation ran out of gas: resume what began it, or reset the isolate"))
            }
            Setup::Begun => Err(host(
                "the packages are not initialised, as what began it did not end well: reset the isolate",
            )),
        }
    }

    /// After a piece of a run: if it was the initialisation that a call had begun, and it has ended, the
    /// called function runs.
    fn go_on(&mut self, mut outcome: Outcome) -> Outcome {
        if let Outcome::Done(_) = outcome {
            self.setup = Setup::Done;
            // A snapshot of what was initialised has none.
            self.roots.sources.clear();
            if let Some((func, values)) = self.awaited.then.take() {
                // SAFETY: the slots were made for the function, and what they refer to is among the handles.
                outcome = unsafe { self.run(func, values) };
            }
        }
        if !self.scheduler.is_interrupted() {
            self.awaited = Awaited::default();
            self.roots.handles.clear();
        }
        outcome
    }

    /// Calls an exported function of the isolate's module, and before it what initialises the packages, if
    /// nothing has run yet. What it has written is flushed.
    ///
    /// # Errors
    /// A trap of kind `Host` if the function is of another module, if an argument cannot cross, or if an
    /// earlier run or call has begun to initialise the packages and not ended it; else however the call
    /// ended.
    pub fn call_linked<P: Params, R: Results>(
        &mut self,
        linked: &Linked<P, R>,
        params: P,
    ) -> Result<R, Trap> {
        let callee = &linked.callee;
        self.own(callee)?;
        if !linked.direct {
            return self.call_with_cursors(linked, &params);
        }
        if self.setup != Setup::Done || self.is_called_off() {
            self.ready()?;
        }
        self.roots.handles.clear();
        let mut slots = [0; SLOTS];
        if let Err(error) = params.put_slots(SlotWriter::new(self, &mut slots), Token(())) {
            return Err(self.not_passed(error));
        }
        if self.setup == Setup::Done {
            let (func, counts) = (callee.export.func, (callee.params.slots, callee.results.slots));
            // SAFETY: the function of an export takes these slots, and what they refer to is among the
            // handles.
            match unsafe { self.call_kept(func, &mut slots, counts) } {
                Called::Returned => {
                    self.roots.handles.clear();
                    self.flush_output()?;
                    return self.read_slots(&slots[..callee.results.slots]);
                }
                Called::Stopped(outcome) => return self.ended(linked, outcome),
                Called::Refused => (),
            }
        }
        self.call_by_run(linked, &slots)
    }

    /// Calls a function, whose parameters are in slots, by a run that the scheduler begins.
    #[cold]
    fn call_by_run<P: Params, R: Results>(
        &mut self,
        linked: &Linked<P, R>,
        slots: &[u64; SLOTS],
    ) -> Result<R, Trap> {
        let (params, results) = (linked.callee.params.slots, linked.callee.results.slots);
        // Room for the results, and for the count of calls.
        let mut values = Vec::with_capacity(params.max(results) + 2);
        values.extend_from_slice(&slots[..params]);
        let outcome = self.run_callee(&linked.callee, values);
        self.ended(linked, outcome)
    }

    /// Calls a function of which not all parameters and results cross in slots.
    fn call_with_cursors<P: Params, R: Results>(
        &mut self,
        linked: &Linked<P, R>,
        params: &P,
    ) -> Result<R, Trap> {
        self.ready()?;
        self.roots.handles.clear();
        match self.lower_params(&linked.callee, linked.tuples.0, params) {
            Ok(values) => {
                let outcome = self.run_callee(&linked.callee, values);
                self.ended(linked, outcome)
            }
            Err(error) => Err(self.not_passed(error)),
        }
    }

    /// A parameter that does not cross.
    #[cold]
    fn not_passed(&mut self, error: DataError) -> Trap {
        self.roots.handles.clear();
        error.trap()
    }

    /// The results of a call that stopped.
    #[inline(never)]
    fn ended<P, R: Results>(&mut self, linked: &Linked<P, R>, outcome: Outcome) -> Result<R, Trap> {
        let slots = self.slots_of(&linked.callee, outcome)?;
        self.lift_results(&linked.callee, linked.tuples.1, linked.direct, &slots)
    }

    /// The slots of the results of a call that stopped, if it has ended.
    fn slots_of(&mut self, callee: &Arc<Callee>, outcome: Outcome) -> Result<Vec<u64>, Trap> {
        let outcome = self.go_on(outcome);
        self.await_if_interrupted(callee);
        self.flush_output()?;
        callee.checked(outcome)
    }

    /// A call that can be resumed gives the results of this function then.
    fn await_if_interrupted(&mut self, callee: &Arc<Callee>) {
        if self.scheduler.is_interrupted() {
            self.awaited.callee = Some(callee.clone());
        }
    }

    fn run_callee(&mut self, callee: &Callee, values: Vec<u64>) -> Outcome {
        let func = callee.export.func;
        match callee.init.filter(|_| self.setup == Setup::Fresh) {
            Some(init) => {
                self.setup = Setup::Begun;
                self.awaited = Awaited { callee: None, then: Some((func, values)) };
                // SAFETY: what initialises a module takes nothing.
                unsafe { self.run(init, Vec::new()) }
            }
            // SAFETY: the slots were made for the function, and what they refer to is among the handles.
            None => unsafe { self.run(func, values) },
        }
    }

    /// The slots of parameters. What is allocated for them is among the handles.
    fn lower_params<P: Params>(
        &mut self,
        callee: &Callee,
        tuple: bool,
        params: &P,
    ) -> Result<Vec<u64>, DataError> {
        let (plan, types) = (&callee.params, &*callee.types);
        let mut image = Image::new();
        let image = image.zeros(plan.words);
        // SAFETY: the image is made for the plan.
        let writer = unsafe { Writer::of_image(self, types, &plan.items, image) };
        params.write(if tuple { writer } else { writer.only()? })?;
        let mut slots = vec![0; plan.slots];
        match plan.spread(image, &mut slots) {
            true => Ok(slots),
            false => Err(DataError::new("the host wrote no value for a parameter")),
        }
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
        let wanted = R::types(Token(()));
        let Some(callee) = self.awaited.callee.clone() else {
            let none = if wanted.types.is_empty() { self.read_slots(&[]).ok() } else { None };
            if self.scheduler.is_interrupted() && none.is_none() {
                return Err(host("the interrupted run is no call of a function with results"));
            }
            return match self.resume_run() {
                Outcome::Trap(trap) => Err(trap),
                Outcome::Done(_) => none.ok_or_else(|| host("a run has no results")),
            };
        };
        callee.gives(&wanted).map_err(host)?;
        let outcome = self.resume_run();
        let direct = R::WORDS.fit(&callee.results, &callee.types.data);
        let slots = callee.checked(outcome)?;
        self.lift_results(&callee, wanted.tuple, direct, &slots)
    }

    /// The results of a function that has just returned, in slots that they fit.
    #[inline(always)]
    fn read_slots<R: Results>(&mut self, slots: &[u64]) -> Result<R, Trap> {
        let account = Account::new(self.limits.heap_bytes, false);
        // SAFETY: the slots are live values of types that `Words` fit, as nothing was collected since the
        // function returned; and nothing of the isolate runs while they are read.
        let results = R::list_from_slots(unsafe { SlotReader::new(slots, &account) }, Token(()));
        if R::WORDS.has_references() {
            self.charge(account.units());
        }
        results.map_err(DataError::trap)
    }

    /// The results of a function that are of the types that its export says, as those of `R` are.
    fn lift_results<R: Results>(
        &mut self,
        callee: &Callee,
        tuple: bool,
        direct: bool,
        slots: &[u64],
    ) -> Result<R, Trap> {
        match direct {
            true => self.read_slots(slots),
            false if callee.types.data.is_packed(&callee.export.results) => {
                let wanted = R::types(Token(()));
                let read =
                    |reader: Reader<'_>| R::read_list(packed_results(reader, &wanted)?, tuple, Token(()));
                self.read_image(callee, slots, read)
            }
            false => self.read_image(callee, slots, |reader| R::read_list(reader, tuple, Token(()))),
        }
    }

    /// What `read` makes of the results of a function that has just returned, of which not all cross in
    /// slots.
    fn read_image<T>(
        &mut self,
        callee: &Callee,
        slots: &[u64],
        read: impl FnOnce(Reader<'_>) -> Result<T, DataError>,
    ) -> Result<T, Trap> {
        let (plan, types) = (&callee.results, &*callee.types);
        let mut image = Image::new();
        let image = image.zeros(plan.words);
        plan.gather(slots, image);
        let account = Account::new(self.limits.heap_bytes, false);
        // SAFETY: the table is part of the Vm, which is borrowed mutably and not used until all is read.
        let account = unsafe { account.lending(&raw mut self.objects) };
        // SAFETY: the slots are live values of the types that the export says, as nothing was collected since
        // the function returned; and nothing of the isolate runs while they are read.
        let reader = unsafe { Reader::of_image(types, &account, &plan.items, image) };
        let results = read(reader);
        self.charge(account.units());
        results.map_err(DataError::trap)
    }
}
