//! Work on the host's stack, which has the room that a fiber's stack lacks: heavy natives, host functions,
//! compilers.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Answer, Caller, Native, Stop};
use crate::arch;
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;

/// A heavy native on its way to the host's stack.
struct Job<'a> {
    vm: *mut Vm,
    slots: *mut u64,
    native: &'a Native,
    answer: Answer,
}

/// Runs a native on the host's stack. A panic in it becomes a trap.
///
/// # Safety
/// On a stack of the running isolate of `vm`, with no reference to the Vm in use, other than to `native`;
/// `slots` is as [`super::call`] gets it.
pub(super) unsafe fn run(vm: *mut Vm, native: &Native, slots: *mut u64) -> Answer {
    let mut job = Job { vm, slots, native, answer: Ok(()) };
    // SAFETY: the caller's promise, and `run_job` gets a job that nothing else uses.
    unsafe { on_host_stack(vm, run_job, &raw mut job as usize) };
    if job.answer.is_ok() { Ok(()) } else { job.answer }
}

/// Calls `f` with `work` on the host's stack, or here if this is it.
///
/// # Safety
/// On a stack of the running isolate of `vm`, with no reference to its scheduler in use; `f` can be called
/// with `work`, and does not unwind.
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
unsafe extern "C" fn run_job(job: usize, _: usize) -> usize {
    // SAFETY: the caller's promise.
    let job = unsafe { &mut *(job as *mut Job<'_>) };
    let (vm, slots) = (job.vm, job.slots);
    let answer = &mut job.answer;
    // An answer is large: it is moved only where there is more to tell than that it is well.
    let result = catch_unwind(AssertUnwindSafe(|| {
        let result = match job.native {
            // SAFETY: `run`'s caller promises slots of the native's signature, and that no reference to the
            // Vm is in use.
            Native::Row(row) => unsafe { (row.code)(vm, slots) },
            Native::Host(host) => {
                // SAFETY: `run`'s caller promises that no reference to the Vm is in use.
                unsafe { (*vm).world.note("calls a function of the host") };
                // SAFETY: slots have room for arguments and results, and nothing else reads or writes them
                // during the call.
                let slots = unsafe { std::slice::from_raw_parts_mut(slots, host.room) };
                // SAFETY: no reference to the Vm is in use, and this frame is on the host's stack, which is
                // scanned.
                let mut caller = unsafe { Caller::new(vm) };
                (host.code)(&mut caller, slots)
            }
        };
        if result.is_err() {
            *answer = result;
        }
    }));
    if let Err(panic) = result {
        job.answer = Err(Stop::End(Trap::new(TrapKind::Host, panic_text(&*panic))));
    }
    0
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
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
