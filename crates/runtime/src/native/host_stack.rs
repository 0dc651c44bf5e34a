//! Work on the host's stack, which has the room that a fiber's stack lacks: heavy natives, host functions,
//! compilers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::{Answer, Caller, HostFunction, Row, Stop};
use crate::arch;
use crate::border::contained_drop;
use crate::timeline::Event;
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;

/// A native on its way to the host's stack.
struct Job<'a, N> {
    vm: *mut Vm,
    slots: *mut u64,
    native: &'a N,
    /// Why it did not return.
    stop: Option<Stop>,
}

/// A native that runs on the host's stack.
pub(super) trait Heavy {
    /// Runs it there.
    ///
    /// # Safety
    /// On the host's stack, for the running isolate of `vm`, with no reference to the Vm in use, other than
    /// to the native; `slots` is as [`super::call`] gets it.
    unsafe fn run(&self, vm: *mut Vm, slots: *mut u64) -> Answer;
}

impl Heavy for Row {
    unsafe fn run(&self, vm: *mut Vm, slots: *mut u64) -> Answer {
        // SAFETY: the caller's promise.
        unsafe { (self.code)(vm, slots) }
    }
}

impl Heavy for HostFunction {
    #[inline(always)]
    unsafe fn run(&self, vm: *mut Vm, slots: *mut u64) -> Answer {
        // SAFETY: slots have room for arguments and results, and nothing else reads or writes them during the
        // call.
        let slots = unsafe { std::slice::from_raw_parts_mut(slots, self.room) };
        // SAFETY: no reference to the Vm is in use, and this frame is on the host's stack, which is scanned.
        let mut caller = unsafe { Caller::new(vm) };
        // SAFETY: the flag is read by itself, and no reference to the Vm is in use.
        if unsafe { (*vm).world.notes_calls } {
            // SAFETY: the caller promises that no reference to the Vm is in use.
            return unsafe { noted(self, vm, &mut caller, slots) };
        }
        (self.code)(&mut caller, slots)
    }
}

/// Calls a function of the host's, and notes it: the first one as contact with the world outside, each one in
/// the timeline if there is one.
///
/// # Safety
/// `vm` is the one whose function is called, and nothing else borrows its timeline or its world.
#[cold]
#[inline(never)]
unsafe fn noted(function: &HostFunction, vm: *mut Vm, caller: &mut Caller<'_>, slots: &mut [u64]) -> Answer {
    // SAFETY: the caller's promise; no reference lasts beyond a statement.
    unsafe {
        (*vm).world.note("calls a function of the host");
        (*vm).world.notes_calls = (*vm).timeline.is_some();
    }
    let began = Instant::now();
    let answer = (function.code)(caller, slots);
    let code = std::ptr::from_ref(function).addr();
    // SAFETY: the caller's promise; the reference ends with the statement.
    if let Some(timeline) = unsafe { (*vm).timeline.as_mut() } {
        timeline.note(Event::HostCall { code }, began);
    }
    answer
}

/// Runs a native on the host's stack. A panic in it becomes a trap.
///
/// # Safety
/// On a stack of the running isolate of `vm`, with no reference to the Vm in use, other than to `native`;
/// `slots` is as [`super::call`] gets it.
#[inline(always)]
pub(super) unsafe fn run<N: Heavy>(vm: *mut Vm, native: &N, slots: *mut u64) -> Answer {
    let mut job = Job { vm, slots, native, stop: None };
    // SAFETY: the caller's promise, and `run_job` gets a job that nothing else uses.
    unsafe { on_host_stack(vm, run_job::<N>, &raw mut job as usize) };
    match job.stop {
        None => Ok(()),
        Some(stop) => Err(stop),
    }
}

/// Calls `f` with `work` on the host's stack, or here if this is it.
///
/// # Safety
/// On a stack of the running isolate of `vm`, with no reference to its scheduler in use; `f` can be called
/// with `work`, and does not unwind.
#[inline(always)]
unsafe fn on_host_stack(vm: *mut Vm, f: unsafe extern "C" fn(usize, usize) -> usize, work: usize) {
    // SAFETY: the caller's promise; the host's stack is suspended in the scheduler's switch, with nothing
    // below its pointer. Each place of the scheduler is read or written by itself, so that no reference to it
    // lasts.
    unsafe {
        if (*vm).scheduler.on_host {
            f(work, 0);
            return;
        }
        (*vm).scheduler.on_host = true;
        let (save, sp) = (&raw mut (*vm).scheduler.fiber_sp, (*vm).scheduler.host_sp);
        arch::call_on(save, sp, f, work, 0);
        (*vm).scheduler.on_host = false;
    }
}

/// # Safety
/// `job` is the address of a [`Job`] that nothing else uses, on a stack of its isolate.
unsafe extern "C" fn run_job<N: Heavy>(job: usize, _: usize) -> usize {
    // SAFETY: the caller's promise.
    let job = unsafe { &mut *(job as *mut Job<'_, N>) };
    let (vm, slots, native) = (job.vm, job.slots, job.native);
    let stop = &mut job.stop;
    // An answer is large: it is moved only where there is more to tell than that it is well.
    let result = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: `run`'s caller promises slots of the native's signature, and that no reference to the Vm is
        // in use.
        if let Err(why) = unsafe { native.run(vm, slots) } {
            *stop = Some(why);
        }
    }));
    if let Err(panic) = result {
        job.stop = Some(panicked(panic));
    }
    0
}

#[cold]
fn panicked(panic: Box<dyn Any + Send>) -> Stop {
    let stop = Stop::end(Trap::new(TrapKind::Host, panic_text(&*panic)));
    // What the panic carries may panic in turn when it is dropped, and nothing could carry that on.
    contained_drop(panic);
    stop
}

/// What is told of a panic in a host function.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a host function panicked: {}", text.unwrap_or("no message"))
}

/// A closure on its way to the host's stack.
struct Work<F, R> {
    vm: *mut Vm,
    f: Option<F>,
    result: Option<R>,
}

/// # Safety
/// `work` is the address of a `Work<F, R>` that nothing else uses, and no reference to its Vm is in use.
unsafe extern "C" fn run_work<F: FnOnce(&mut Vm) -> R, R>(work: usize, _: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe {
        let work = &mut *(work as *mut Work<F, R>);
        if let Some(f) = work.f.take() {
            work.result = Some(f(&mut *work.vm));
        }
    }
    0
}

impl Vm {
    /// Runs `f` on the host's stack, which has the room that a fiber's stack lacks (a compiler needs it). A
    /// panic in `f` ends the process, as nothing could carry it over the border between the stacks.
    pub fn with_host_stack<F: FnOnce(&mut Vm) -> R, R>(&mut self, f: F) -> R {
        let mut work = Work { vm: self, f: Some(f), result: None };
        let vm = work.vm;
        // SAFETY: `self` is borrowed mutably and not used until the work is done, and `run_work` gets work of
        // its own types.
        unsafe { on_host_stack(vm, run_work::<F, R>, &raw mut work as usize) };
        work.result.expect("the work was done")
    }
}
