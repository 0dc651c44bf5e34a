//! What natives do with fibers: raises in flight, starting one, the virtual clock and its timers.

use std::marker::PhantomData;

use purlin_base::{TrapCode, gas};

use super::value::{AnyRef, ClassRef, Element, OpaqueRef, Ptr, PtrRef, SliceRef};
use super::{Caller, Stop};
use crate::profile::Samples;
use crate::trap::{Frame, Raised, Waiting};
use crate::vm::Timer;

/// A raise in flight, or being handled.
#[derive(Clone, Copy)]
pub struct InFlight<'c> {
    /// What was raised.
    pub what: What<'c>,
    /// Whether a handler has taken it, so that it ends with the function of the handler.
    pub recovered: bool,
    /// The raise after it is of the same value.
    pub raised_again: bool,
}

/// What was raised.
#[derive(Clone, Copy)]
pub enum What<'c> {
    /// By a trapping op, with its operands where it has any.
    Trap { code: TrapCode, a: i64, b: i64 },
    /// A value of the guest's.
    Value(AnyRef<'c>),
    /// Nothing is wrong: the fiber ends after its deferred work.
    Leave,
}

/// For the tables of natives: a pointer to a timer.
pub type TimerPtr = Ptr<Timer>;
/// A timer of the guest's, which only [`Caller::new_timer`] makes.
pub type TimerRef<'c> = PtrRef<'c, Timer>;

impl<'c> Caller<'c> {
    // --- raises in flight

    /// Raises in flight on the running fiber, handled ones included, in the order in which they began.
    pub fn raise_count(&mut self) -> usize {
        self.vm().fiber().raises.len()
    }

    /// The n-th of them.
    pub fn raise_in_flight(&mut self, n: usize) -> Option<InFlight<'c>> {
        let raises = &self.vm().fiber().raises;
        let raise = raises.get(n)?;
        let what = match raise.what {
            Raised::Trap { code, a, b } => What::Trap { code, a, b },
            Raised::Value { a, b } => What::Value(AnyRef { ty: a, word: b, brand: PhantomData }),
            Raised::Leave => What::Leave,
        };
        let raised_again = raises.get(n + 1).is_some_and(|next| next.what == raise.what);
        Some(InFlight { what, recovered: raise.recovered, raised_again })
    }

    /// The frames where the n-th raise began, innermost first; none if there is no such raise.
    pub fn raise_frames(&mut self, n: usize) -> Vec<Frame> {
        self.vm().fiber().raises.get(n).map_or_else(Vec::new, |raise| raise.frames.clone())
    }

    /// Takes the frames where the n-th raise began, innermost first.
    pub fn take_raise_frames(&mut self, n: usize) -> Option<Vec<Frame>> {
        self.vm().fiber().raises.get_mut(n).map(|raise| std::mem::take(&mut raise.frames))
    }

    /// The runner of deferred work is about to call `function` because of a raise.
    pub fn set_recovering(&mut self, function: u64) {
        self.vm().fiber().recovering = function.wrapping_add(1);
    }

    /// Whether `function` was called so; once.
    #[inline]
    pub fn take_recovering(&mut self, function: u64) -> bool {
        let fiber = self.vm().fiber();
        let taken = fiber.recovering == function.wrapping_add(1);
        if taken {
            fiber.recovering = 0;
        }
        taken
    }

    /// Recovers from the innermost raise: what was raised, if there is one that can be recovered from.
    #[inline]
    pub fn recover(&mut self) -> Option<What<'c>> {
        let raise =
            self.vm().fiber().raises.last_mut().filter(|r| !r.recovered && r.what != Raised::Leave)?;
        raise.recovered = true;
        match raise.what {
            Raised::Trap { code, a, b } => Some(What::Trap { code, a, b }),
            Raised::Value { a, b } => Some(What::Value(AnyRef { ty: a, word: b, brand: PhantomData })),
            Raised::Leave => None,
        }
    }

    /// The innermost raise is of this value from now on: so that raising what was recovered raises the same.
    pub fn set_raised(&mut self, value: AnyRef<'c>) {
        if let Some(raise) = self.vm().fiber().raises.last_mut() {
            raise.what = Raised::Value { a: value.ty, b: value.word };
        }
    }

    /// A handler is entered: the number of the raise that it handles, never 0. `before` is what it got the
    /// last time in this activation, or 0: that raise is given up.
    pub fn enter_handler(&mut self, before: u64) -> u64 {
        let raises = &mut self.vm().fiber().raises;
        // The number is too high where a recovery has uncovered an earlier raise.
        let before = (before as usize).min(raises.len().saturating_sub(1));
        if let Some(old) = before.checked_sub(1).and_then(|n| raises.get_mut(n)) {
            old.aborted = true;
        }
        raises.len() as u64
    }

    /// After a deferred call: whether the raise of that number was recovered. Then it is gone.
    pub fn leave_handler(&mut self, number: u64) -> bool {
        let number = number as usize;
        let raises = &mut self.vm().fiber().raises;
        let mut done = number.checked_sub(1).and_then(|n| raises.get(n)).is_some_and(|r| r.recovered);
        if done {
            raises.truncate(number - 1);
            while raises.last().is_some_and(|r| r.aborted && r.what != Raised::Leave) {
                raises.pop();
            }
            if let Some(leave) = raises.last_mut().filter(|r| r.aborted) {
                // The fiber is still ending, from here.
                leave.aborted = false;
                done = false;
            }
        }
        done
    }

    // --- starting

    /// Starts a fiber that runs a closure, by the function that the front end named for it.
    pub fn spawn(&mut self, closure: OpaqueRef<'c>) {
        self.charge(gas::SPAWN);
        let vm = self.vm();
        let start = vm.shared.start_func;
        vm.spawn_here(start, vec![closure.word]);
    }

    /// An uncaught raise shows all fibers from now on, or only its own.
    pub fn show_all_fibers(&mut self, all: bool) {
        self.vm().scheduler.shows_all = all;
    }

    /// The fibers that an uncaught raise shows besides the running one.
    pub fn other_fibers(&mut self) -> Vec<Waiting> {
        self.vm().others()
    }

    /// The first `most` fibers besides the running one, by their numbers.
    pub fn fibers_beside(&mut self, most: usize) -> Vec<Waiting> {
        self.vm().fibers_beside(most)
    }

    // --- profiles

    /// Begins a profile that the guest takes of itself, of one in `units` of gas. False if there is one.
    pub fn begin_profile(&mut self, units: u64) -> bool {
        self.vm().begin_own_profile(units)
    }

    /// Ends the profile that the guest takes of itself, if there is one.
    pub fn end_profile(&mut self) -> Option<Samples> {
        self.vm().end_own_profile()
    }

    // --- the clock

    /// Units of gas that the run has used.
    pub fn gas_used(&mut self) -> u64 {
        self.vm().meter.used()
    }

    /// Virtual nanoseconds since 1970.
    pub fn clock(&mut self) -> i64 {
        self.vm().clock()
    }

    /// What programs are told of the clock: [`Caller::clock`], unless it is held.
    pub fn shown_clock(&mut self) -> i64 {
        self.vm().shown_clock()
    }

    /// Lets the clock stand still but for jumps to the next timer, which happen when every fiber waits;
    /// or lets it run again. Programs are told that a clock that stands still began at 2000-01-01.
    pub fn hold_clock(&mut self, still: bool) {
        self.vm().hold_clock(still);
    }

    /// Whether fibers wait for their turn to run.
    pub fn others_run(&mut self) -> bool {
        self.vm().others_run()
    }

    /// Parks the running fiber for so many nanoseconds; to be asked again when it is readied. `what` is told
    /// when everything waits.
    ///
    /// # Errors
    /// [`Stop::Park`] while it waits; ends the run where the memory limit does not allow a timer.
    pub fn sleep(&mut self, nanos: i64, what: &'static str) -> Result<(), Stop> {
        match self.vm().woken() {
            Some(true) => Ok(()),
            Some(false) => Err(Stop::Park),
            None if nanos <= 0 => Ok(()),
            None => {
                let vm = self.vm();
                vm.wake_after(nanos)?;
                vm.fiber().waits_for = what;
                Err(Stop::Park)
            }
        }
    }

    /// A timer that is not set, which lets a new fiber run `closure`.
    ///
    /// # Errors
    /// Ends the run where the memory limit does not allow it.
    pub fn new_timer(&mut self, closure: OpaqueRef<'c>) -> Result<TimerRef<'c>, Stop> {
        let at = self.vm().new_timer(closure.word)?;
        self.keep(at as usize);
        Ok(PtrRef { at: at as *mut Timer, brand: PhantomData })
    }

    /// Sets a timer that is not set, to go off in so many nanoseconds and, if `period` is not 0, again and
    /// again.
    ///
    /// # Errors
    /// Raises on null.
    pub fn set_timer(&mut self, timer: TimerRef<'c>, delay: i64, period: i64) -> Result<(), Stop> {
        if timer.at.is_null() {
            return Err(self.raise_trap(TrapCode::NilDereference, 0, 0));
        }
        // SAFETY: a handle that is not null names a timer, which lives.
        unsafe { self.vm().set_timer(timer.at as u64, delay, period) };
        Ok(())
    }

    /// Takes a timer back: whether it was set, and how often it has gone off so far.
    ///
    /// # Errors
    /// Raises on null.
    pub fn stop_timer(&mut self, timer: TimerRef<'c>) -> Result<(bool, u64), Stop> {
        if timer.at.is_null() {
            return Err(self.raise_trap(TrapCode::NilDereference, 0, 0));
        }
        // SAFETY: a handle that is not null names a timer, which lives.
        Ok(unsafe { self.vm().stop_timer(timer.at as u64) })
    }

    // --- arrays of any elements

    /// Bytes of an object of a class, and whether it holds pointers.
    pub fn class_facts(&mut self, class: ClassRef<'c>) -> (usize, bool) {
        let heap = &self.vm().heap;
        (heap.class_size(class.class), heap.class_has_pointers(class.class))
    }

    /// An array of `room` elements of a class with those of `old` at its beginning. The front end named the
    /// class for these elements. Charges what is copied and allocated.
    ///
    /// # Errors
    /// Ends the run where the memory limit does not allow it. Panics if `old` does not fit.
    pub fn grown(
        &mut self,
        old: SliceRef<'c, Element>,
        class: ClassRef<'c>,
        room: usize,
    ) -> Result<SliceRef<'c, Element>, Stop> {
        assert!(old.len <= room, "an array that grows keeps its elements");
        let bytes = old.len * self.class_facts(class).0;
        self.charge_bytes(bytes);
        let at = self.vm().new_array(class.class, room)?;
        self.keep(at);
        // SAFETY: the old array has `len` elements of the class, by the front end's promise, and the fresh
        // one at least as many.
        unsafe { std::ptr::copy_nonoverlapping(old.at.cast::<u8>(), at as *mut u8, bytes) };
        Ok(SliceRef { at: at as *mut Element, len: old.len, cap: room, brand: PhantomData })
    }
}
