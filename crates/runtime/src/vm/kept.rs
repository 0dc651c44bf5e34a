//! Calls by the host on a fiber that is kept for them, with its first stack.
//!
//! Such a call is a run as [`Vm::run`] makes one: gas, numbers of fibers, counters and memory are the same.
//! What a function that simply returns does not need is left out: no fiber is made, no stack taken, and the
//! function returns to the host as from a call. Whatever else happens (a fiber switches, is started, raises,
//! ends the run, or has to wait for a limit) is the scheduler's business, in `run.rs`.

use purlin_base::gas;

use super::run::{Outcome, run_function};
use super::scheduler::frames_top;
use super::{Limits, Vm};
use crate::arch;
use crate::fiber::FiberId;
use crate::stack::Segment;
use crate::vmctx::VmCtx;

/// What became of a call on the kept fiber.
pub(crate) enum Called {
    /// The function has returned its results.
    Returned,
    /// The run has stopped otherwise.
    Stopped(Outcome),
    /// Nothing was done: there is no such fiber, or there is more to do before. [`Vm::run`] is to be called.
    Refused,
}

impl Vm {
    /// Calls `func` on the kept fiber, and puts its results in `results`.
    ///
    /// # Safety
    /// See [`Vm::run`].
    #[inline]
    pub(crate) unsafe fn call_kept(
        &mut self,
        func: u32,
        arguments: &[u64],
        results: &mut [u64],
    ) -> Called {
        let Some(id) = self.scheduler.kept else { return Called::Refused };
        if !self.has_room_for_stack() || !self.meter.begin_slice(gas::SLICE) {
            return Called::Refused;
        }
        let top = self.begin_again(id, func, arguments);
        // SAFETY: the top of the fiber's only stack, which is empty.
        unsafe { self.start_kept(top) };
        let fiber = &mut self.scheduler.fibers[id];
        if !self.scheduler.returns && !fiber.raised && fiber.values.len() == results.len() {
            results.copy_from_slice(&fiber.values);
            if self.keep(id) {
                self.meter.settle();
                return Called::Returned;
            }
        }
        self.scheduler.returns = false;
        Called::Stopped(self.go_on_scheduling(id))
    }

    /// Whether the memory limit allows for a further stack.
    pub(super) fn has_room_for_stack(&self) -> bool {
        let Limits { heap_bytes, .. } = self.limits;
        self.heap.used_bytes() + self.scheduler.stacks.used_bytes() <= heap_bytes
    }

    /// Makes the kept fiber the main fiber of a new run, and the one that runs: the top of its stack.
    fn begin_again(&mut self, id: FiberId, func: u32, arguments: &[u64]) -> usize {
        self.counters.fibers += 1;
        self.counters.switches += 1;
        let scheduler = &mut self.scheduler;
        (scheduler.kept, scheduler.main, scheduler.current) = (None, Some(id), Some(id));
        let fiber = &mut scheduler.fibers[id];
        let (top, hi) = fiber.segments.first().map_or((0, 0), |first| (frames_top(first), first.hi));
        fiber.begin_again(self.counters.fibers, func, top);
        fiber.values.clear();
        fiber.values.extend_from_slice(arguments);
        if self.shared.counts_calls {
            let nested = self.limits.nested_calls();
            self.scheduler.fibers[id].values.push(nested);
        }
        self.account(id, Some(hi - 1));
        top
    }

    /// Lets the running fiber begin on its stack, and comes back when its function has returned or when it
    /// has switched to the scheduler: then `Scheduler::returns` is still set.
    ///
    /// # Safety
    /// `top` is where machine frames begin on the fiber's stack, which is empty.
    unsafe fn start_kept(&mut self, top: usize) {
        let fiber = &self.scheduler.fibers[self.scheduler.fiber_id()];
        let limit = fiber.segments.last().map_or(usize::MAX, Segment::limit);
        (self.scheduler.on_host, self.scheduler.returns) = (false, true);
        // From here until the fiber is back, what runs reaches the Vm through the pointer that `attach`
        // derives from `self`.
        let ctx = self.attach();
        // SAFETY: the context is live, and nothing holds a reference to it. `self` is not used before the
        // fiber has returned or switched back; if it has switched, `Scheduler::returns` is cleared before it
        // continues, and so it never returns here.
        unsafe {
            (*ctx).stack_limit = limit;
            let save = &raw mut (*(*ctx).vm.get()).scheduler.host_sp;
            arch::start_on(save, top, kept_main, ctx as usize);
        }
        self.scheduler.on_host = true;
    }
}

/// The first function on the stack of a fiber that [`Vm::call_kept`] begins.
///
/// # Safety
/// `ctx` is the address of the context of the isolate that runs, on an empty stack of its current fiber.
unsafe extern "C" fn kept_main(ctx: usize) {
    let ctx = ctx as *mut VmCtx;
    // SAFETY: the caller's promise; each reference to the Vm ends with its statement.
    unsafe {
        run_function(ctx);
        if std::mem::take(&mut Vm::from_context(ctx).scheduler.returns) {
            return;
        }
        // The scheduler has taken the run over.
        Vm::leave_to_scheduler(ctx);
    }
    unreachable!("a finished fiber was resumed");
}
