//! Runs and calls that proceed in pieces, as the futures that an executor polls do. Between two pieces the
//! fibers stay as they are, and the host has the thread.

use std::sync::Arc;
use std::task::{Poll, Waker};

use super::{Linked, host};
use crate::border::callee::{Awaited, Callee, Setup};
use crate::border::data::sealed::Token;
use crate::border::lists::{Params, Results};
use crate::border::recording::{Log, Recording};
use crate::trap::{Trap, TrapKind};
use crate::vm::{Outcome, Vm};

/// The function whose results a run gives that is resumed; `None` for a run without results.
pub struct Resumed(Option<Arc<Callee>>);

impl Vm {
    /// [`Vm::run_program`] for a run that [`Vm::drive_run`] drives.
    ///
    /// # Errors
    /// See there.
    pub fn begin_program(&mut self, main: u32, initialises: bool) -> Result<(), Trap> {
        self.ready()?;
        if initialises && self.setup == Setup::Fresh {
            self.setup = Setup::Begun;
        }
        self.awaited = Awaited::default();
        // SAFETY: the main function of a module takes nothing.
        unsafe { self.begin_run(main, Vec::new()) }
    }

    /// [`Vm::call_linked`] for a call that [`Vm::drive_run`] drives.
    ///
    /// # Errors
    /// See there.
    pub fn begin_linked<P: Params, R>(&mut self, linked: &Linked<P, R>, params: P) -> Result<(), Trap> {
        let callee = &linked.callee;
        self.own(callee)?;
        self.ready()?;
        self.roots.handles.clear();
        let values =
            self.lower_params(callee, linked.tuples.0, &params).map_err(|error| self.not_passed(error))?;
        self.begin_callee(callee, values)
    }

    /// Begins a call of a function with arguments in slots, or the initialisation before it.
    pub(super) fn begin_callee(&mut self, callee: &Callee, values: Vec<u64>) -> Result<(), Trap> {
        let func = callee.export.func;
        match callee.init.filter(|_| self.setup == Setup::Fresh) {
            Some(init) => {
                self.setup = Setup::Begun;
                self.awaited = Awaited { callee: None, then: Some((func, values)) };
                // SAFETY: what initialises a module takes nothing.
                unsafe { self.begin_run(init, Vec::new()) }
            }
            // SAFETY: the slots were made for the function, and what they refer to is among the handles.
            None => unsafe { self.begin_run(func, values) },
        }
    }

    /// The results of a call that [`Vm::drive_run`] has driven to its end.
    ///
    /// # Errors
    /// However the call ended.
    pub fn end_linked<P, R: Results>(&mut self, linked: &Linked<P, R>, outcome: Outcome) -> Result<R, Trap> {
        self.await_if_interrupted(&linked.callee);
        let slots = linked.callee.checked(outcome)?;
        self.lift_results(&linked.callee, linked.tuples.1, linked.direct, &slots)
    }

    /// [`Vm::resume_export`] for a call that [`Vm::drive_run`] drives. With `R` as `()` also a run is
    /// resumed.
    ///
    /// # Errors
    /// See there.
    pub fn begin_resumed<R: Results>(&mut self) -> Result<Resumed, Trap> {
        let wanted = R::types(Token(()));
        let callee = self.awaited.callee.clone();
        match &callee {
            Some(callee) => callee.gives(&wanted).map_err(host)?,
            None if self.scheduler.is_interrupted() && !wanted.types.is_empty() => {
                return Err(host("the interrupted run is no call of a function with results"));
            }
            None => {}
        }
        self.begin_resume()?;
        Ok(Resumed(callee))
    }

    /// Begins to resume a run of which the results do not matter.
    ///
    /// # Errors
    /// See [`Vm::resume_run`].
    pub fn begin_resumed_run(&mut self) -> Result<(), Trap> {
        self.begin_resume()
    }

    /// The results of a call that was resumed and has ended.
    ///
    /// # Errors
    /// However the call ended.
    pub fn end_resumed<R: Results>(&mut self, resumed: &Resumed, outcome: Outcome) -> Result<R, Trap> {
        let wanted = R::types(Token(()));
        match (&resumed.0, outcome) {
            (_, Outcome::Trap(trap)) => Err(trap),
            (Some(callee), outcome) => {
                let direct = R::WORDS.fit(&callee.results, &callee.types.data);
                self.lift_results(callee, wanted.tuple, direct, &callee.checked(outcome)?)
            }
            (None, Outcome::Done(_)) => {
                let none = if wanted.types.is_empty() { self.read_slots(&[]).ok() } else { None };
                none.ok_or_else(|| host("a run has no results"))
            }
        }
    }

    /// Drives a run that has begun, as the poll of a future: until it ends, waits for the host, or has used
    /// the gas after which the executor is to have a turn.
    pub fn drive_run(&mut self, waker: &Waker) -> Poll<Outcome> {
        self.drive(waker, Vm::next_piece)
    }

    /// A piece of a run. The initialisation that a call had begun leads on to the called function.
    fn next_piece(&mut self) -> Option<Outcome> {
        loop {
            let mut outcome = self.piece()?;
            if let Outcome::Done(_) = outcome {
                self.setup = Setup::Done;
                if let Some((func, values)) = self.awaited.then.take() {
                    // SAFETY: the slots were made for the function, and what they refer to is among the
                    // handles.
                    match unsafe { self.begin_run(func, values) } {
                        Ok(()) => continue,
                        Err(trap) => outcome = Outcome::Trap(trap),
                    }
                }
            }
            if !self.scheduler.is_interrupted() {
                self.awaited = Awaited::default();
                self.roots.handles.clear();
            }
            return Some(outcome);
        }
    }

    /// Ends a run that has begun and not ended, as its future is dropped.
    pub fn abandon(&mut self) {
        self.give_up();
        self.awaited = Awaited::default();
        self.roots.handles.clear();
    }

    /// Sets after how many units of gas a driven run returns to its executor; `None` is never.
    pub fn set_yield_interval(&mut self, units: Option<u64>) {
        self.pending.interval = units;
    }

    // --- answers as an input

    /// Begins to record the answers of asynchronous host functions.
    ///
    /// # Errors
    /// If a run is interrupted.
    pub fn record_answers(&mut self) -> Result<(), Trap> {
        self.between_runs()?;
        self.pending.set_log(Log::record(self.moment()));
        Ok(())
    }

    /// Ends the recording, and gives it; an empty one if there is none.
    pub fn take_recording(&mut self) -> Recording {
        match std::mem::replace(&mut self.pending.log, Log::Off) {
            Log::Record(recorder) => recorder.finish(),
            other => {
                self.pending.log = other;
                Recording::default()
            }
        }
    }

    /// Begins to replay answers, in place of calling the host.
    ///
    /// # Errors
    /// If a run is interrupted.
    pub fn replay(&mut self, recording: Recording) -> Result<(), Trap> {
        self.between_runs()?;
        self.pending.set_log(Log::replay(recording, self.moment()));
        Ok(())
    }

    /// Ends a replay: whether all that was recorded came.
    ///
    /// # Errors
    /// If a run is interrupted.
    pub fn end_replay(&mut self) -> Result<bool, Trap> {
        self.between_runs()?;
        match std::mem::replace(&mut self.pending.log, Log::Off) {
            Log::Replay(replay) => Ok(replay.is_complete()),
            other => {
                self.pending.log = other;
                Ok(false)
            }
        }
    }

    fn between_runs(&self) -> Result<(), Trap> {
        if self.scheduler.is_interrupted() || self.pending.has_calls() {
            return Err(Trap::new(
                TrapKind::Host,
                "a run is interrupted: resume it or reset the isolate before",
            ));
        }
        Ok(())
    }
}
