//! The run: the scheduler's loop on the host's stack, the switches to fibers and back, and what polls do.
//!
//! What runs on a fiber and may switch takes the context's address, never a reference to the Vm: the
//! reference would be held across the switch, while the scheduler uses its own.

use std::io;
use std::ops::ControlFlow;
use std::time::Instant;

use super::Vm;
use crate::abi::{self, RegFile, Shape};
use crate::arch;
use crate::fiber::{FiberId, Raise, State};
use crate::native::Stop;
use crate::stack::{HEADROOM, Segment};
use crate::timeline::Event;
use crate::trap::{Raised, Trap, TrapKind};
use crate::vmctx::{VmCtx, published_code};

/// How a run stopped.
#[derive(Debug)]
pub enum Outcome {
    /// The function returned; its results.
    Done(Vec<u64>),
    /// The run ended otherwise. Only `OutOfGas` can be resumed.
    Trap(Trap),
}

const _: () = assert!(HEADROOM > 16 << 10);

impl Vm {
    /// Runs `func` with `values` as the main fiber of a new run. When it returns, other fibers are dropped. A
    /// run that is cancelled, or whose deadline has passed, does not begin.
    ///
    /// # Safety
    /// The function exists, and `values` are arguments of its signature, one a slot in the form that slots
    /// have: what code takes for a reference is one to a live object, or null, and is kept alive until then.
    pub unsafe fn run(&mut self, func: u32, values: Vec<u64>) -> Outcome {
        // SAFETY: the caller's promise.
        unsafe { self.begin_run(func, values) }.map_or_else(Outcome::Trap, |()| self.schedule())
    }

    /// [`Vm::run`] up to where the main fiber would begin.
    ///
    /// # Safety
    /// See [`Vm::run`].
    pub(crate) unsafe fn begin_run(&mut self, func: u32, values: Vec<u64>) -> Result<(), Trap> {
        self.drop_fibers();
        self.scheduler.forget_ending();
        if let Some(trap) = self.called_off() {
            return Err(trap);
        }
        let main = self.spawn(func, values);
        self.scheduler.main = Some(main);
        self.meter.settle();
        Ok(())
    }

    /// Resumes after `OutOfGas`; if nothing was interrupted, that is a trap of kind `Internal`. A run that is
    /// cancelled stays interrupted.
    pub fn resume(&mut self) -> Outcome {
        self.begin_resume().map_or_else(Outcome::Trap, |()| self.schedule())
    }

    /// [`Vm::resume`] up to where a fiber would resume.
    pub(crate) fn begin_resume(&mut self) -> Result<(), Trap> {
        if !self.scheduler.out_of_gas {
            return Err(Trap::new(TrapKind::Internal, "there is nothing to resume"));
        }
        if let Some(trap) = self.called_off() {
            return Err(trap);
        }
        self.scheduler.out_of_gas = false;
        self.scheduler.ending = None;
        Ok(())
    }

    fn schedule(&mut self) -> Outcome {
        loop {
            // A run that no executor drives is one piece.
            if let Some(outcome) = self.piece() {
                return outcome;
            }
        }
    }

    /// Runs fibers until the run ends, or is to return to the executor that drives it: `None`.
    pub(crate) fn piece(&mut self) -> Option<Outcome> {
        loop {
            let id = match self.scheduler.current.take() {
                // After out of gas, or a pause for the executor, the same fiber resumes, with what is left
                // of its slice.
                Some(id) => id,
                None if self.is_pause_due() => return None,
                None => match self.next_fiber() {
                    Ok(id) => id?,
                    Err(trap) => return Some(self.stopped(trap)),
                },
            };
            self.scheduler.current = Some(id);
            if let Err(error) = self.switch_to(id) {
                let trap = Trap::new(TrapKind::OutOfMemory, format!("no memory for a stack: {error}"));
                return Some(self.stopped(trap));
            }
            match self.switched_back(id) {
                ControlFlow::Break(outcome) => return outcome,
                ControlFlow::Continue(()) => {}
            }
        }
    }

    /// The running fiber has switched back: how the run ends, if it does, or `None` if it is to return to its
    /// executor. Inline, as most switches ask for nothing.
    #[inline(always)]
    fn switched_back(&mut self, id: FiberId) -> ControlFlow<Option<Outcome>> {
        let scheduler = &self.scheduler;
        if scheduler.ending.is_some() || scheduler.paused || scheduler.fibers[id].state == State::Done {
            self.switched_back_for(id)?;
        }
        self.scheduler.current = None;
        ControlFlow::Continue(())
    }

    /// [`Vm::switched_back`] of a fiber that has not just given up its turn.
    #[inline(never)]
    fn switched_back_for(&mut self, id: FiberId) -> ControlFlow<Option<Outcome>> {
        if let Some(trap) = self.scheduler.ending.take() {
            return ControlFlow::Break(Some(self.stopped(trap)));
        }
        if std::mem::take(&mut self.scheduler.paused) {
            return ControlFlow::Break(None);
        }
        if self.scheduler.fibers[id].state == State::Done
            && let Some(outcome) = self.finished(id)
        {
            return ControlFlow::Break(Some(outcome));
        }
        ControlFlow::Continue(())
    }

    /// Continues a run whose current fiber was begun by a call of the host's, and has switched back.
    pub(super) fn go_on_scheduling(&mut self, id: FiberId) -> Outcome {
        self.account(id, Some(self.scheduler.fibers[id].sp));
        match self.switched_back(id) {
            ControlFlow::Break(Some(outcome)) => outcome,
            ControlFlow::Break(None) | ControlFlow::Continue(()) => self.schedule(),
        }
    }

    /// A fiber's function has returned or raised: how the run ends, if it does.
    fn finished(&mut self, id: FiberId) -> Option<Outcome> {
        let fiber = &mut self.scheduler.fibers[id];
        let values = std::mem::take(&mut fiber.values);
        let raised = fiber.raised.then(|| fiber.raises.pop());
        let (left, number) = (fiber.left, fiber.number);
        if let Some(raise) = raised {
            let trap = Trap { created: self.created(id), ..self.uncaught(raise, number) };
            self.retire(id);
            return Some(self.stopped(trap));
        }
        let timers_are_set = self.timers.root() != 0;
        if self.scheduler.main == Some(id) && self.keep(id) {
            self.note_left(0, timers_are_set);
            self.meter.settle();
            return Some(Outcome::Done(values));
        }
        self.retire(id);
        if self.scheduler.main == Some(id) && left {
            // The others continue, and the run does not end well.
            self.scheduler.main = None;
        } else if self.scheduler.main == Some(id) {
            self.meter.settle();
            self.note_left(self.scheduler.fiber_count(), timers_are_set);
            self.drop_fibers();
            return Some(Outcome::Done(values));
        }
        None
    }

    fn uncaught(&self, raise: Option<Raise>, fiber: u64) -> Trap {
        let Some(raise) = raise else { return Trap::new(TrapKind::Internal, "a fiber raised nothing") };
        let (code, message) = match raise.what {
            Raised::Trap { code, a, b } => (Some(code), (self.shared.words.trap)(code, a, b)),
            Raised::Value { .. } => (None, "uncaught value".to_string()),
            Raised::Leave => (None, "a fiber that was to end".to_string()),
        };
        Trap { code, frames: raise.frames, fiber, ..Trap::new(TrapKind::Uncaught, message) }
    }

    /// The fiber whose turn it is, with a fresh slice, or why there is none. `None` if all wait for the host,
    /// and the run is to return to its executor.
    fn next_fiber(&mut self) -> Result<Option<FiberId>, Trap> {
        // A run that waited for the host resumes there.
        if !self.take_waiting() {
            self.meter.settle();
            // Fibers that never use up a slice are stopped too.
            if self.meter.is_check_due()
                && let Some(trap) = self.exceeded()
            {
                return Err(self.placed_next(trap));
            }
            self.fire_due();
            self.pending.points += 1;
        }
        loop {
            if self.may_deliver() {
                self.deliver()?;
            }
            if let Some(id) = self.scheduler.take_next() {
                self.meter.fill(self.scheduler.slice());
                return Ok(Some(id));
            }
            if self.waits_for_host() {
                // No time passes meanwhile.
                if self.wait_for_host()? {
                    return Ok(None);
                }
            } else if !self.skip_to_timer() {
                return Err(self.deadlock());
            }
        }
    }

    fn stopped(&mut self, trap: Trap) -> Outcome {
        if trap.kind == TrapKind::OutOfGas {
            self.scheduler.out_of_gas = true;
        } else {
            self.meter.settle();
            self.drop_fibers();
        }
        Outcome::Trap(trap)
    }

    fn switch_to(&mut self, id: FiberId) -> io::Result<()> {
        self.counters.switches += 1;
        let began = self.timeline.as_ref().map(|_| Instant::now());
        if self.scheduler.fibers[id].sp == 0 {
            self.begin(id, fiber_main)?;
        }
        let fiber = &self.scheduler.fibers[id];
        let to = fiber.sp;
        let limit = fiber.segments.last().map_or(usize::MAX, Segment::limit);
        self.scheduler.on_host = false;
        // From here until the switch is back, what runs reaches the Vm through the pointer that `attach`
        // derives from `self`.
        let ctx = self.attach();
        // SAFETY: the context is live, and nothing holds a reference to it. `to` was saved when the fiber was
        // switched away from, or made by `begin`; and `self` is not used before the fiber has switched back.
        unsafe {
            (*ctx).stack_limit = limit;
            let save = &raw mut (*(*ctx).vm.get()).scheduler.host_sp;
            arch::switch(save, to, ctx.cast());
        }
        self.scheduler.on_host = true;
        if let Some((timeline, began)) = self.timeline.as_mut().zip(began) {
            timeline.note(Event::Turn { fiber: self.scheduler.fibers[id].number }, began);
        }
        self.account(id, Some(self.scheduler.fibers[id].sp));
        Ok(())
    }

    /// Whether [`Vm::called_off`] has a reason.
    #[inline]
    pub(crate) fn is_called_off(&self) -> bool {
        self.canceller.is_cancelled() || self.limits.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Why nothing may run any longer, whatever it would do: it was cancelled, or the deadline has passed.
    pub(crate) fn called_off(&self) -> Option<Trap> {
        if self.canceller.is_cancelled() {
            return Some(Trap::new(TrapKind::Cancelled, "cancelled"));
        }
        if self.limits.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Trap::new(TrapKind::Deadline, "deadline exceeded"));
        }
        None
    }

    /// The limit that is exceeded, of those that are looked at now and then.
    fn exceeded(&self) -> Option<Trap> {
        if let Some(trap) = self.called_off() {
            return Some(trap);
        }
        if self.limits.alloc_bytes.is_some_and(|l| self.heap.allocated_bytes() > l) {
            return Some(Trap::new(TrapKind::AllocBytes, "allocation budget used up"));
        }
        None
    }

    /// What a poll has to do when gas is negative.
    fn polled(&mut self) -> Polled {
        let rest = self.meter.rest();
        self.meter.settle();
        self.polled_with(rest)
    }

    /// What a poll has to do where `rest` is left of the slice had it not been cut short.
    fn polled_with(&mut self, rest: i64) -> Polled {
        if self.meter.is_overdrawn() {
            let trap = self.placed(Trap::new(TrapKind::OutOfGas, "out of gas"));
            self.scheduler.ending = Some(trap);
            return Polled::OutOfGas(rest);
        }
        if rest >= 0 {
            self.meter.fill(rest);
            return Polled::Continue;
        }
        if self.is_pause_due() {
            self.scheduler.paused = true;
            return Polled::Pause;
        }
        self.slice_ended()
    }

    /// What a poll has to do at the end of a slice.
    fn slice_ended(&mut self) -> Polled {
        self.meter.note_check();
        if let Some(trap) = self.exceeded() {
            return Polled::End(trap);
        }
        self.fire_due();
        if let Err(trap) = self.deliver_on_host() {
            return Polled::End(trap);
        }
        if self.scheduler.queue.is_empty() {
            self.meter.fill(self.scheduler.slice());
            return Polled::Continue;
        }
        Polled::Yield
    }

    /// A trap with the frames of the running fiber, where it has none yet.
    fn placed(&mut self, mut trap: Trap) -> Trap {
        if let Some(id) = self.scheduler.current {
            trap.fiber = self.scheduler.fibers[id].number;
            trap.created = self.created(id);
        }
        if trap.frames.is_empty() && trap.kind != TrapKind::Internal {
            trap.frames = self.traceback();
        }
        trap
    }

    /// A trap with the frames of the fiber whose turn it would be.
    fn placed_next(&self, mut trap: Trap) -> Trap {
        if let Some(id) = self.scheduler.queue.front() {
            trap.fiber = self.scheduler.fibers[*id].number;
            (trap.frames, trap.created) = (self.frames_of(*id), self.created(*id));
        }
        trap
    }

    /// A trap with the frames of the first fiber that waits.
    pub(super) fn placed_waiting(&self, mut trap: Trap) -> Trap {
        if let Some((number, id)) = self.scheduler.parked().first().copied() {
            (trap.fiber, trap.frames, trap.created) = (number, self.frames_of(id), self.created(id));
        }
        trap
    }

    fn park_current(&mut self) {
        self.fiber().state = State::Parked;
    }

    fn yield_current(&mut self) {
        let id = self.scheduler.fiber_id();
        self.scheduler.queue.push_back(id);
    }

    // --- on a fiber's stack. All of these may switch: they hold no reference to the Vm while they do.

    /// The Vm of a context, for a short while: the reference must be gone before anything switches.
    ///
    /// # Safety
    /// `ctx` is the context of the isolate that runs on this thread, and no reference to its Vm is in use.
    #[inline(always)]
    pub unsafe fn from_context<'a>(ctx: *mut VmCtx) -> &'a mut Vm {
        // SAFETY: the scheduler stored a pointer to the live Vm when it switched to the fiber; the caller
        // promises the rest.
        unsafe { &mut *(*ctx).vm.get() }
    }

    /// Switches from the running fiber to the scheduler, until it is this fiber's turn again.
    ///
    /// # Safety
    /// On a fiber's stack of the isolate of `ctx`, with no reference to its Vm in use.
    pub(super) unsafe fn leave_to_scheduler(ctx: *mut VmCtx) {
        // SAFETY: the caller's promise; the scheduler is suspended in `switch_to`, and the fiber's place for
        // its stack pointer lies in a box that stays where it is until the fiber has ended.
        unsafe {
            let exit = ((*ctx).exit_fp, (*ctx).exit_pc);
            let vm = Vm::from_context(ctx);
            if vm.sampler.is_some() {
                vm.look(None);
            }
            vm.look_for_guest();
            vm.fiber().exit = exit;
            let (save, to) = (&raw mut vm.fiber().sp, vm.scheduler.host_sp);
            arch::switch(save, to, ctx.cast());
            ((*ctx).exit_fp, (*ctx).exit_pc) = exit;
        }
    }

    /// What a poll does when gas is negative.
    ///
    /// # Safety
    /// On a fiber's stack of the isolate of `ctx`, with no reference to its Vm in use; so for all below.
    pub(crate) unsafe fn poll(ctx: *mut VmCtx) {
        // SAFETY: the caller's promise; each reference ends with its statement, before a switch.
        unsafe {
            if (*ctx).sight != 0 && Vm::from_context(ctx).probed() {
                return;
            }
            Vm::from_context(ctx).look_for_guest();
            let mut polled = Vm::from_context(ctx).polled();
            loop {
                polled = match polled {
                    Polled::Continue => return,
                    Polled::Yield => return Vm::yield_now(ctx),
                    Polled::End(trap) => Vm::end(ctx, trap),
                    Polled::OutOfGas(rest) => {
                        Vm::leave_to_scheduler(ctx);
                        Vm::from_context(ctx).polled_with(rest)
                    }
                    Polled::Pause => {
                        Vm::leave_to_scheduler(ctx);
                        Vm::from_context(ctx).slice_ended()
                    }
                };
            }
        }
    }

    /// Does what a native that did not return asks for: the status that the call then has, 1 if it raised.
    /// After [`Stop::Park`] the native is to be called again.
    ///
    /// # Safety
    /// See [`Vm::poll`].
    pub(crate) unsafe fn stop(ctx: *mut VmCtx, stop: Stop) -> u32 {
        // SAFETY: the caller's promise.
        unsafe {
            match stop {
                Stop::Raise => {
                    Vm::poll_raise(ctx);
                    return 1;
                }
                Stop::Park => Vm::park(ctx),
                Stop::Yield => Vm::yield_now(ctx),
                Stop::Leave => Vm::leave(ctx),
                Stop::End(trap) => Vm::end(ctx, unboxed(trap)),
            }
        }
        0
    }

    /// Waits until the running fiber is made ready.
    ///
    /// # Safety
    /// See [`Vm::poll`].
    #[inline]
    pub(crate) unsafe fn park(ctx: *mut VmCtx) {
        // SAFETY: the caller's promise; the reference ends before the switch.
        unsafe {
            Vm::from_context(ctx).park_current();
            Vm::leave_to_scheduler(ctx);
        }
    }

    /// Lets the others go first.
    ///
    /// # Safety
    /// See [`Vm::poll`].
    unsafe fn yield_now(ctx: *mut VmCtx) {
        // SAFETY: the caller's promise; the reference ends before the switch.
        unsafe {
            Vm::from_context(ctx).yield_current();
            Vm::leave_to_scheduler(ctx);
        }
    }

    /// Ends the running fiber without a result. Frames are left as they are.
    ///
    /// # Safety
    /// See [`Vm::poll`].
    unsafe fn leave(ctx: *mut VmCtx) -> ! {
        // SAFETY: the caller's promise; the reference ends before the switch.
        unsafe {
            let fiber = Vm::from_context(ctx).fiber();
            (fiber.state, fiber.left) = (State::Done, true);
            fiber.values.clear();
            Vm::leave_to_scheduler(ctx);
        }
        unreachable!("a finished fiber was resumed");
    }

    /// Ends the run. Frames are left as they are.
    ///
    /// # Safety
    /// See `Vm::poll`.
    pub unsafe fn end(ctx: *mut VmCtx, mut trap: Trap) -> ! {
        // What a host function ends cannot be resumed, whatever it says.
        if trap.kind == TrapKind::OutOfGas {
            trap.kind = TrapKind::Host;
        }
        // SAFETY: the caller's promise; the reference ends before the switch.
        unsafe {
            let vm = Vm::from_context(ctx);
            let trap = vm.placed(trap);
            vm.scheduler.ending = Some(trap);
            Vm::leave_to_scheduler(ctx);
        }
        // Only out of gas is resumed, and that does not come through here.
        unreachable!("an ended fiber was resumed");
    }

    /// Ends the run for want of stack.
    ///
    /// # Safety
    /// See `Vm::poll`.
    pub unsafe fn stack_overflow(ctx: *mut VmCtx) -> ! {
        // SAFETY: the caller's promise.
        unsafe { Vm::end(ctx, Trap::new(TrapKind::StackOverflow, "stack overflow")) }
    }

    /// A poll, if one is due: called after each raise, as what handles it may raise again before it comes to
    /// a poll.
    ///
    /// # Safety
    /// See [`Vm::poll`].
    pub(crate) unsafe fn poll_raise(ctx: *mut VmCtx) {
        // SAFETY: the caller's promise.
        unsafe {
            if (*ctx).gas < 0 {
                Vm::poll(ctx);
            }
        }
    }
}

/// Moves a trap out of its box. The box is freed here, as nothing is once `Vm::end` has left the fiber.
#[expect(clippy::boxed_local, reason = "the box is what the function is for")]
fn unboxed(trap: Box<Trap>) -> Trap {
    *trap
}

/// What a poll has to do.
enum Polled {
    Continue,
    /// Lets the other fibers go first.
    Yield,
    /// Waits for gas; so much would be left of the slice.
    OutOfGas(i64),
    /// Lets the executor have a turn; the slice has ended.
    Pause,
    End(Trap),
}

/// The code to call a function by, or 0 to interpret it.
///
/// # Safety
/// As for [`call`]; the function exists.
#[inline]
pub(super) unsafe fn code_to_call(ctx: *mut VmCtx, func: u32) -> usize {
    // SAFETY: the caller's promise; the table of code has an entry for every function.
    unsafe {
        let compiled = (*ctx).compiled;
        if compiled.is_null() {
            return 0;
        }
        match published_code(compiled, func as usize) {
            0 => {
                let vm = Vm::from_context(ctx);
                match (vm.shared.hooks.on_cold_entry)(vm, func) {
                    0 => published_code(compiled, func as usize),
                    code => code,
                }
            }
            code => code,
        }
    }
}

/// Calls a function on the running fiber, in whichever tier has it. Status 0, or 1 if it raised.
///
/// # Safety
/// On the fiber's own stack, with no reference to the Vm in use; `slots` has room for arguments and results
/// of the function, which has this shape.
unsafe fn call(ctx: *mut VmCtx, func: u32, shape: &Shape, slots: *mut u64) -> u32 {
    // SAFETY: the caller's promise.
    unsafe {
        let code = code_to_call(ctx, func);
        let vm = (*ctx).vm.get();
        if code == 0 {
            return ((*vm).shared.hooks.interp_call)(ctx, func, slots);
        }
        let mut regs = RegFile::default();
        let arguments = std::slice::from_raw_parts(slots, shape.params.len());
        abi::pack_args((*ctx).gas, &mut (*ctx).spill, &mut regs, shape, arguments);
        let status = ((*vm).shared.hooks.enter)(ctx, code, &mut regs);
        if status == 0 {
            let results = std::slice::from_raw_parts_mut(slots, shape.results.len());
            (*ctx).gas = abi::unpack_results(&(*ctx).spill, &regs, shape, results);
        }
        status
    }
}

/// Runs the function of the running fiber, from which nothing else is on its stack, to its end.
///
/// # Safety
/// `ctx` is the context of the isolate that runs, on its current fiber's stack, with no reference to its Vm
/// in use.
unsafe fn run_function(ctx: *mut VmCtx) {
    // SAFETY: the caller's promise: the context outlives the fiber. Each reference to the Vm ends before the
    // next call that may switch; the fiber's values have the room that the call needs, and nothing else
    // resizes them while it runs; shapes are shared, and neither move nor change.
    unsafe {
        // What another fiber left there is not this one's.
        ((*ctx).exit_fp, (*ctx).exit_pc) = (0, 0);
        let vm = Vm::from_context(ctx);
        let func = vm.fiber().func;
        let shape: *const Shape = &vm.shared.shapes[func as usize];
        let (params, results) = ((&*shape).params.len(), (&*shape).results.len());
        let values = &mut vm.fiber().values;
        values.resize(params.max(results).max(1), 0);
        let slots = values.as_mut_ptr();
        let status = call(ctx, func, &*shape, slots);
        let fiber = Vm::from_context(ctx).fiber();
        fiber.values.truncate(results);
        fiber.raised = status != 0;
        fiber.state = State::Done;
    }
}

/// The first function on every fiber's stack that the scheduler begins.
extern "C" fn fiber_main(ctx: usize) -> ! {
    let ctx = ctx as *mut VmCtx;
    // SAFETY: the address that `begin` passed: the context of the isolate that runs.
    unsafe {
        run_function(ctx);
        Vm::leave_to_scheduler(ctx);
    }
    unreachable!("a finished fiber was resumed");
}
