//! Calls by the host on a fiber that is kept for them, with its first stack.
//!
//! Such a call is a run as [`Vm::run`] makes one: gas, numbers of fibers, counters and memory are the same.
//! What a function that simply returns does not need is left out: no fiber is made, no stack taken, and the
//! function returns to the host as from a call. Whatever else happens (a fiber switches, is started, raises,
//! ends the run, or has to wait for a limit) is the scheduler's business, in `run.rs`.

use purlin_base::gas;

use super::Vm;
use super::run::{Outcome, code_to_call};
use super::scheduler::Kept;
use crate::abi::{self, RegFile, Shape};
use crate::arch;
use crate::border::Log;
use crate::fiber::{FIRST_BYTES, Fiber, State};
use crate::heap::BLOCK;
use crate::vmctx::VmCtx;
#[cfg(not(any(purlin_asan, purlin_tsan)))]
use crate::vmctx::published_code;

/// Slots of arguments, and of results, at most.
pub(crate) const KEPT_SLOTS: usize = 8;

// The memory limit does not notice a stack that has just begun: it counts in blocks.
const _: () = assert!(FIRST_BYTES < BLOCK);

/// What became of a call on the kept fiber.
pub(crate) enum Called {
    /// The function has returned its results.
    Returned,
    /// The run has stopped otherwise.
    Stopped(Outcome),
    /// Nothing was done: there is no such fiber, or there is more to do before. [`Vm::run`] is to be called.
    Refused,
}

/// A call on its way to the kept fiber. It lies in the frame of the host that calls.
struct Job {
    ctx: *mut VmCtx,
    /// The fiber, whose place does not change as long as it has not ended.
    fiber: *mut Fiber,
    func: u32,
    shape: *const Shape,
    /// Arguments before, results after.
    slots: *mut [u64; KEPT_SLOTS],
}

impl Vm {
    /// Calls `func` on the kept fiber, with so many arguments, for so many results: both are at the beginning
    /// of `slots`.
    ///
    /// # Safety
    /// See [`Vm::run`].
    #[inline]
    pub(crate) unsafe fn call_kept(
        &mut self,
        func: u32,
        slots: &mut [u64; KEPT_SLOTS],
        (params, results): (usize, usize),
    ) -> Called {
        let Some(kept) = self.scheduler.kept else { return Called::Refused };
        let shape: *const Shape = &self.shared.shapes[func as usize];
        // SAFETY: shapes are shared, and neither move nor change.
        let shape = unsafe { &*shape };
        let mut passed = params;
        if self.shared.counts_calls && params < KEPT_SLOTS {
            slots[params] = self.limits.nested_calls();
            passed += 1;
        }
        let fits = shape.params.len() == passed && shape.results.len() == results;
        let has_room = self.heap.used_bytes() <= self.limits.heap_bytes;
        // Recordings count the points of a run that the scheduler begins.
        let recorded = !matches!(self.pending.log, Log::Off);
        if !fits || !has_room || recorded || !self.meter.begin_slice(gas::SLICE) {
            return Called::Refused;
        }
        // SAFETY: the caller's promise; there are as many slots as the shape says.
        unsafe { self.start_kept(kept, func, shape, slots) };
        let returned = !self.scheduler.returns && !self.scheduler.fibers[kept.id].raised;
        if returned && self.keep_again(kept) {
            self.meter.settle();
            return Called::Returned;
        }
        self.stopped_otherwise(kept, &slots[..results])
    }

    /// The call has not returned, or there is more to clean up than it needs.
    #[cold]
    fn stopped_otherwise(&mut self, kept: Kept, results: &[u64]) -> Called {
        let has_returned = !std::mem::take(&mut self.scheduler.returns);
        let fiber = &mut self.scheduler.fibers[kept.id];
        if has_returned && !fiber.raised {
            fiber.values.extend_from_slice(results);
        }
        Called::Stopped(self.go_on_scheduling(kept.id))
    }

    /// Lets the kept fiber begin, as the main fiber of a new run, and comes back when its function has
    /// returned, or when it has switched to the scheduler: then `Scheduler::returns` is still set.
    ///
    /// # Safety
    /// See [`Vm::run`]; the slots are what the shape says, which is the function's.
    #[inline]
    unsafe fn start_kept(
        &mut self,
        kept: Kept,
        func: u32,
        shape: *const Shape,
        slots: *mut [u64; KEPT_SLOTS],
    ) {
        self.counters.fibers += 1;
        self.counters.switches += 1;
        let scheduler = &mut self.scheduler;
        (scheduler.kept, scheduler.main, scheduler.current) = (None, Some(kept.id), Some(kept.id));
        (scheduler.on_host, scheduler.returns) = (false, true);
        scheduler.stacks.held += FIRST_BYTES;
        let fiber = &mut *scheduler.fibers[kept.id];
        fiber.begin_again(self.counters.fibers, func, kept.top);
        let fiber: *mut Fiber = fiber;
        // From here until the fiber is back, what runs reaches the Vm through the pointer that `attach`
        // derives from `self`.
        let ctx = self.attach();
        let job = Job { ctx, fiber, func, shape, slots };
        // SAFETY: the context is live, and nothing holds a reference to it. The fiber's stack is empty, as
        // nothing runs there between calls. `self` is not used before the fiber has returned or switched
        // back; if it has switched, `Scheduler::returns` is cleared before it continues, so that it never
        // returns here, nor uses the job.
        unsafe {
            (*ctx).stack_limit = kept.limit;
            // What another fiber left there is not this one's.
            ((*ctx).exit_fp, (*ctx).exit_pc) = (0, 0);
            let save = &raw mut (*(*ctx).vm.get()).scheduler.host_sp;
            if !enter_kept(&job, kept.top, save) {
                arch::start_on(save, kept.top, kept_main, &raw const job as usize);
            }
        }
        self.scheduler.on_host = true;
    }
}

/// What lies at the beginning of the stack of a fiber whose function is entered without another before it.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[repr(C, align(16))]
struct Entry {
    regs: RegFile,
    ctx: *mut VmCtx,
    fiber: *mut Fiber,
    shape: *const Shape,
}

/// Enters the code of a function at once on the fiber's empty stack: the registers of the host are saved on
/// its own stack for all that runs there. Not if the function has no code yet, or not any more.
///
/// # Safety
/// As for [`kept_main`] and [`arch::start_on`].
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[inline(always)]
unsafe fn enter_kept(job: &Job, top: usize, save: *mut usize) -> bool {
    let Job { ctx, fiber, func, shape, slots } = *job;
    // SAFETY: the caller's promise. The stack is mapped memory that nothing uses, aligned to 16 bytes; what
    // is put there stays until the fiber has ended. The table of code has an entry for every function. The
    // slots are used only if the function has returned to this call.
    unsafe {
        let compiled = (*ctx).compiled;
        let code = if compiled.is_null() { 0 } else { published_code(compiled, func as usize) };
        if code == 0 {
            return false;
        }
        let entry = (top - size_of::<Entry>()) as *mut Entry;
        ((*entry).ctx, (*entry).fiber, (*entry).shape) = (ctx, fiber, shape);
        let (regs, shape) = (&raw mut (*entry).regs, &*shape);
        (*regs).renew();
        let arguments = std::slice::from_raw_parts(slots.cast::<u64>(), shape.params.len());
        abi::pack_args((*ctx).gas, &mut (*ctx).spill, &mut *regs, shape, arguments);
        let enter = (*(*ctx).vm.get()).shared.hooks.enter;
        arch::enter_on(save, regs, enter, ctx, code, has_run);
        if !(*(*ctx).vm.get()).scheduler.returns && !(*fiber).raised {
            let results = std::slice::from_raw_parts_mut(slots.cast::<u64>(), shape.results.len());
            (*ctx).gas = abi::unpack_results(&(*ctx).spill, &*regs, shape, results);
        }
    }
    true
}

/// Sanitizers are told of each stack when it begins: by [`arch::start_on`].
#[cfg(any(purlin_asan, purlin_tsan))]
unsafe fn enter_kept(_: &Job, _: usize, _: *mut usize) -> bool {
    false
}

/// A function that [`enter_kept`] has entered has returned or raised: returns to the call, unless the
/// scheduler has taken the run over.
///
/// # Safety
/// `regs` begins an [`Entry`] on the stack of the current fiber of the isolate of its context.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
unsafe extern "C" fn has_run(regs: *mut RegFile, status: u32) {
    // SAFETY: the entry lies at the beginning of this stack and stays until the fiber has ended; its context,
    // fiber and shape outlive the call, and no reference to any of them is held while others run.
    unsafe {
        let entry = regs.cast::<Entry>();
        let (ctx, shape) = ((*entry).ctx, (*entry).shape);
        if has_ended(ctx, (*entry).fiber, status) {
            return;
        }
        if status == 0 {
            let results = std::slice::from_raw_parts_mut(values(ctx, &*shape), (&*shape).results.len());
            (*ctx).gas = abi::unpack_results(&(*ctx).spill, &*regs, &*shape, results);
        }
        leave(ctx)
    }
}

/// The first function on the stack of a fiber that [`Vm::call_kept`] begins, unless [`enter_kept`] does.
///
/// # Safety
/// `job` is the address of a [`Job`], on an empty stack of the current fiber of the isolate of its context.
unsafe extern "C" fn kept_main(job: usize) {
    // SAFETY: the caller's promise. The frame of the host's call, with the job and its slots, is suspended as
    // long as the scheduler does not take the run over; after the function has run, `has_ended` tells. Each
    // reference to the Vm ends before the next call that may switch; shapes neither move nor change.
    unsafe {
        let Job { ctx, fiber, func, shape, slots } = (job as *const Job).read();
        let shape = &*shape;
        let code = code_to_call(ctx, func);
        if code == 0 {
            return interpret(ctx, fiber, func, shape, slots);
        }
        let mut regs = RegFile::default();
        let arguments = std::slice::from_raw_parts(slots.cast::<u64>(), shape.params.len());
        abi::pack_args((*ctx).gas, &mut (*ctx).spill, &mut regs, shape, arguments);
        let status = ((*(*ctx).vm.get()).shared.hooks.enter)(ctx, code, &mut regs);
        let returns = has_ended(ctx, fiber, status);
        if status == 0 {
            let results = if returns { slots.cast() } else { values(ctx, shape) };
            let results = std::slice::from_raw_parts_mut(results, shape.results.len());
            (*ctx).gas = abi::unpack_results(&(*ctx).spill, &regs, shape, results);
        }
        if !returns {
            leave(ctx);
        }
    }
}

/// [`kept_main`] for a function without code.
///
/// # Safety
/// As there.
#[inline(never)]
unsafe fn interpret(
    ctx: *mut VmCtx,
    fiber: *mut Fiber,
    func: u32,
    shape: &Shape,
    host_slots: *mut [u64; KEPT_SLOTS],
) {
    // SAFETY: the caller's promise; arguments and results have room in the slots. The rest is as in
    // `kept_main`.
    unsafe {
        let mut slots = *host_slots;
        let status = ((*(*ctx).vm.get()).shared.hooks.interp_call)(ctx, func, slots.as_mut_ptr());
        let returns = has_ended(ctx, fiber, status);
        if returns {
            *host_slots = slots;
            return;
        }
        if status == 0 {
            std::ptr::copy_nonoverlapping(slots.as_ptr(), values(ctx, shape), shape.results.len());
        }
        leave(ctx);
    }
}

/// Notes that the function of the running fiber has ended, and whether the call that began it is still on the
/// host's stack.
///
/// # Safety
/// As for [`kept_main`].
#[inline(always)]
unsafe fn has_ended(ctx: *mut VmCtx, fiber: *mut Fiber, status: u32) -> bool {
    // SAFETY: the caller's promise. The fiber is the running one, so it is where it was; each place is
    // written by itself.
    unsafe {
        ((*fiber).raised, (*fiber).state) = (status != 0, State::Done);
        std::mem::take(&mut (*(*ctx).vm.get()).scheduler.returns)
    }
}

/// Room for results that the scheduler is to find.
///
/// # Safety
/// As for [`kept_main`].
#[cold]
unsafe fn values(ctx: *mut VmCtx, shape: &Shape) -> *mut u64 {
    // SAFETY: the caller's promise; the reference ends with the call.
    let values = unsafe { &mut Vm::from_context(ctx).fiber().values };
    values.resize(shape.results.len(), 0);
    values.as_mut_ptr()
}

/// The end of a fiber whose run the scheduler has taken over.
///
/// # Safety
/// As for [`kept_main`].
#[cold]
unsafe fn leave(ctx: *mut VmCtx) -> ! {
    // SAFETY: the caller's promise.
    unsafe { Vm::leave_to_scheduler(ctx) };
    unreachable!("a finished fiber was resumed");
}
