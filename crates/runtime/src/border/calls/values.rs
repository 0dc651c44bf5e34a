//! Calls of exported functions by hosts that know the types of a function only when it is looked up. Values
//! are fitted to the guest's types as they cross. A function of numbers and booleans takes words besides, as
//! quickly as one whose types Rust knows.

use std::sync::Arc;

use super::host;
use crate::border::callee::{Callee, Setup};
use crate::border::data::{FromGuest, ToGuest};
use crate::border::error::{DataError, GuestError};
use crate::border::plan::{DataNo, GuestTypes, Image, Shape};
use crate::border::read::Reader;
use crate::border::slots::SLOTS;
use crate::border::types::HostType;
use crate::border::value::Value;
use crate::border::write::Writer;
use crate::trap::Trap;
use crate::vm::{Called, Outcome, Vm};

/// What a function returned: its results, or the error that is the last of them.
pub type Returned = Result<Vec<Value>, GuestError>;

/// Words of parameters before a call, and of results after it.
pub type Words = [u64; SLOTS];

/// An exported function that is called with a [`Value`] for each parameter.
#[derive(Clone, Debug)]
pub struct Untyped {
    callee: Arc<Callee>,
    /// Types of parameters and results, if all are numbers and booleans and there are few of them.
    words: Option<Arc<(Vec<HostType>, Vec<HostType>)>>,
}

impl Untyped {
    /// The function.
    pub fn callee(&self) -> &Callee {
        &self.callee
    }

    /// The types of parameters and results, if the function can be called with words: if all of them are
    /// numbers and booleans, eight at most.
    pub fn words(&self) -> Option<(&[HostType], &[HostType])> {
        self.words.as_deref().map(|(params, results)| (&params[..], &results[..]))
    }
}

/// The type of a number or boolean.
fn scalar(types: &GuestTypes, no: DataNo) -> Option<HostType> {
    match types.get(no).shape {
        Shape::Bool => Some(HostType::Bool),
        Shape::Int(bytes, signed) => Some(HostType::Int(bytes, signed)),
        Shape::F32 => Some(HostType::F32),
        Shape::F64 => Some(HostType::F64),
        _ => None,
    }
}

/// Any word as slots have values of a type of numbers: whatever a host passes is a value of the type.
#[inline]
fn to_slot(word: u64, ty: &HostType) -> u64 {
    match ty {
        HostType::Bool => u64::from(word != 0),
        HostType::Int(1, _) => word as i8 as u64,
        HostType::Int(2, _) => word as i16 as u64,
        HostType::Int(4, _) => word as i32 as u64,
        HostType::F32 => u64::from(word as u32),
        _ => word,
    }
}

/// A slot as hosts have words.
#[inline]
fn from_slot(slot: u64, ty: &HostType) -> u64 {
    match ty {
        HostType::Bool => u64::from(slot & 0xff != 0),
        HostType::Int(1, true) => slot as i8 as u64,
        HostType::Int(2, true) => slot as i16 as u64,
        HostType::Int(4, true) => slot as i32 as u64,
        HostType::Int(1, false) => u64::from(slot as u8),
        HostType::Int(2, false) => u64::from(slot as u16),
        HostType::Int(4, false) | HostType::F32 => u64::from(slot as u32),
        _ => slot,
    }
}

impl Callee {
    /// The function for calls with values.
    pub fn untyped(self: &Arc<Callee>) -> Untyped {
        let data = &self.types.data;
        let all = |list: &[DataNo]| list.iter().map(|no| scalar(data, *no)).collect::<Option<Vec<_>>>();
        let words = all(&self.export.params).zip(all(&self.export.results));
        let words = words.filter(|(params, results)| {
            let fit = self.params.slots == params.len() && self.results.slots == results.len();
            fit && params.len() <= SLOTS && results.len() <= SLOTS
        });
        Untyped { callee: self.clone(), words: words.map(Arc::new) }
    }

    /// Whether the last result is an error.
    fn fails(&self) -> bool {
        let last = self.export.results.last();
        last.is_some_and(|no| matches!(self.types.data.get(*no).shape, Shape::ErrorText))
    }
}

impl Vm {
    /// Calls a function of numbers and booleans. Words beyond its parameters are not looked at; afterwards
    /// the first are its results.
    ///
    /// # Errors
    /// A trap of kind `Host` if it is a function of other types or of another module; else as from
    /// [`Vm::call_linked`].
    #[inline]
    pub fn call_words(&mut self, function: &Untyped, words: &mut Words) -> Result<(), Trap> {
        let callee = &*function.callee;
        self.own(callee)?;
        let Some((params, results)) = function.words.as_deref() else {
            return Err(host(format!("{} takes or returns more than numbers", callee.export.name)));
        };
        if self.setup != Setup::Done || self.is_called_off() {
            self.ready()?;
        }
        self.roots.handles.clear();
        for (word, ty) in words.iter_mut().zip(params) {
            *word = to_slot(*word, ty);
        }
        if self.setup == Setup::Done {
            let (func, counts) = (callee.export.func, (params.len(), results.len()));
            // SAFETY: the function of an export takes these slots, each of which holds a value of its type.
            match unsafe { self.call_kept(func, words, counts) } {
                Called::Returned => {
                    self.roots.handles.clear();
                    self.flush_output()?;
                }
                Called::Stopped(outcome) => self.words_of(&function.callee, outcome, words)?,
                Called::Refused => self.words_by_run(&function.callee, words)?,
            }
        } else {
            self.words_by_run(&function.callee, words)?;
        }
        for (word, ty) in words.iter_mut().zip(results) {
            *word = from_slot(*word, ty);
        }
        Ok(())
    }

    #[cold]
    fn words_by_run(&mut self, callee: &Arc<Callee>, words: &mut Words) -> Result<(), Trap> {
        let (params, results) = (callee.params.slots, callee.results.slots);
        // Room for the results, and for the count of calls.
        let mut values = Vec::with_capacity(params.max(results) + 2);
        values.extend_from_slice(&words[..params]);
        let outcome = self.run_callee(callee, values);
        self.words_of(callee, outcome, words)
    }

    /// The slots of the results of a call that stopped.
    #[cold]
    fn words_of(&mut self, callee: &Arc<Callee>, outcome: Outcome, words: &mut Words) -> Result<(), Trap> {
        let slots = self.slots_of(callee, outcome)?;
        words[..slots.len()].copy_from_slice(&slots);
        Ok(())
    }

    /// Calls a function. There is one value for each parameter.
    ///
    /// # Errors
    /// A trap of kind `Host` if there are more values or fewer, or one does not cross; else as from
    /// [`Vm::call_linked`].
    pub fn call_values(&mut self, function: &Untyped, args: &[Value]) -> Result<Returned, Trap> {
        let callee = &function.callee;
        if let Some((params, results)) = function.words().filter(|(params, _)| params.len() == args.len()) {
            let mut words = [0; SLOTS];
            for ((word, ty), (n, arg)) in words.iter_mut().zip(params).zip(args.iter().enumerate()) {
                *word = arg.to_word(ty).map_err(|error| not_passed(callee, n, error))?;
            }
            self.call_words(function, &mut words)?;
            return Ok(Ok(words.iter().zip(results).map(|(word, ty)| Value::of_word(*word, ty)).collect()));
        }
        self.own(callee)?;
        self.ready()?;
        self.roots.handles.clear();
        let values = self.lower_values(callee, args)?;
        let outcome = self.run_callee(callee, values);
        let slots = self.slots_of(callee, outcome)?;
        self.lift_values(callee, &slots)
    }

    /// The slots of parameters. What is allocated for them is among the handles.
    fn lower_values(&mut self, callee: &Callee, args: &[Value]) -> Result<Vec<u64>, Trap> {
        let (plan, types) = (&callee.params, &*callee.types);
        if plan.items.len() != args.len() {
            let (name, takes, given) = (&callee.export.name, plan.items.len(), args.len());
            return Err(host(format!("{name} takes {takes} arguments and was called with {given}")));
        }
        let mut image = Image::new();
        let image = image.zeros(plan.words);
        // SAFETY: the image is made for the plan.
        let writer = unsafe { Writer::of_image(self, types, &plan.items, image) };
        let mut at = 0;
        let written = writer.structure().and_then(|mut fields| {
            for arg in args {
                fields.field(|to| arg.write(to))?;
                at += 1;
            }
            fields.end()
        });
        let mut slots = vec![0; plan.slots];
        match written {
            Ok(_) if plan.spread(image, &mut slots) => Ok(slots),
            Ok(_) => Err(host("the host wrote no value for a parameter")),
            Err(error) => {
                self.roots.handles.clear();
                Err(not_passed(callee, at, error))
            }
        }
    }

    /// The results of a function that has just returned.
    fn lift_values(&mut self, callee: &Callee, slots: &[u64]) -> Result<Returned, Trap> {
        let (results, fails) = (callee.results.items.len(), callee.fails());
        if callee.types.data.is_packed(&callee.export.results) {
            return self.read_image(callee, slots, |reader| match reader.only().failure()? {
                Some(text) => Ok(Err(GuestError::new(text))),
                None => Ok(Ok(vec![Value::read(reader.only())?])),
            });
        }
        self.read_image(callee, slots, |reader| read_results(reader, results, fails))
    }

    /// Resumes what ran out of gas: the results of a call, or none of a run.
    ///
    /// # Errors
    /// However it ended.
    pub fn resume_values(&mut self) -> Result<Returned, Trap> {
        let callee = self.awaited.callee.clone();
        let outcome = self.resume_run();
        self.flush_output()?;
        match (callee, outcome) {
            (_, Outcome::Trap(trap)) => Err(trap),
            (None, Outcome::Done(_)) => Ok(Ok(Vec::new())),
            (Some(callee), outcome) => {
                let slots = callee.checked(outcome)?;
                self.lift_values(&callee, &slots)
            }
        }
    }

    /// [`Vm::call_values`] for a call that [`Vm::drive_run`] drives.
    ///
    /// # Errors
    /// See there.
    pub fn begin_values(&mut self, function: &Untyped, args: &[Value]) -> Result<(), Trap> {
        let callee = &function.callee;
        self.own(callee)?;
        self.ready()?;
        self.roots.handles.clear();
        let values = self.lower_values(callee, args)?;
        self.begin_callee(callee, values)
    }

    /// The results of a call that [`Vm::drive_run`] has driven to its end.
    ///
    /// # Errors
    /// However the call ended.
    pub fn end_values(&mut self, function: &Untyped, outcome: Outcome) -> Result<Returned, Trap> {
        self.await_if_interrupted(&function.callee);
        self.flush_output()?;
        let slots = function.callee.checked(outcome)?;
        self.lift_values(&function.callee, &slots)
    }
}

fn read_results(reader: Reader<'_>, results: usize, fails: bool) -> Result<Returned, DataError> {
    let (reader, results) = match fails {
        false => (reader, results),
        true => {
            if let Some(text) = reader.structure()?.error()? {
                return Ok(Err(GuestError::new(text)));
            }
            (reader.without_error(), results - 1)
        }
    };
    let mut fields = reader.structure()?;
    (0..results).map(|_| Value::read(fields.field()?)).collect::<Result<Vec<_>, _>>().map(Ok)
}

/// An argument that does not cross.
#[cold]
fn not_passed(callee: &Callee, n: usize, error: DataError) -> Trap {
    match error.text() {
        Some(text) => host(format!("argument {} of {}: {text}", n + 1, callee.export.name)),
        None => error.trap(),
    }
}
