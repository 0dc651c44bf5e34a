//! Stack switches as sanitizers need them: [`switch`], [`prepare`] and [`call_on`] with the calls that tell
//! AddressSanitizer which stack is running and ThreadSanitizer which fiber. Compiled only with `--cfg
//! purlin_asan` or `--cfg purlin_tsan`; callers see the same functions as without.
//!
//! A suspended stack is known by its stack pointer, which is unique while it is suspended. Knows nothing of
//! isolates.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::machine;

/// What the first code on a new stack calls; see [`prepare`].
type Start = extern "C" fn(usize) -> !;

/// A stack that is not running.
#[derive(Clone, Copy)]
struct Suspended {
    /// The lowest address, and the bytes: of the first segment, where there are several.
    lo: usize,
    bytes: usize,
    /// ThreadSanitizer's handle; 0 elsewhere.
    fiber: usize,
    /// Present until it has run.
    start: Option<Start>,
}

#[derive(Default)]
struct Stacks {
    /// By stack pointer.
    suspended: BTreeMap<usize, Suspended>,
    /// Fibers' stacks by their highest address: the lowest address, and the handle of the fiber that ran
    /// there last.
    announced: BTreeMap<usize, (usize, usize)>,
}

static STACKS: Mutex<Stacks> = Mutex::new(Stacks { suspended: BTreeMap::new(), announced: BTreeMap::new() });

fn stacks() -> MutexGuard<'static, Stacks> {
    STACKS.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// Of the switch that this thread is in: where the left stack's pointer was stored, and its fiber.
    static LEFT: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
    /// What the stack that is switched to begins with, if it is new.
    static START: Cell<Option<Start>> = const { Cell::new(None) };
}

#[cfg(purlin_asan)]
mod hooks {
    //! AddressSanitizer: which stack is running, and which memory may be used.
    use std::ffi::c_void;
    use std::ptr::{null, null_mut};

    unsafe extern "C" {
        fn __sanitizer_start_switch_fiber(save: *mut *mut c_void, bottom: *const c_void, bytes: usize);
        fn __sanitizer_finish_switch_fiber(saved: *mut c_void, bottom: *mut *const c_void, bytes: *mut usize);
        fn __asan_unpoison_memory_region(address: *const c_void, bytes: usize);
    }

    /// There are no fake stacks (runs switch them off, because the collector does not scan them), so none is
    /// saved.
    pub(super) fn before(lo: usize, bytes: usize, _fiber: usize) {
        // SAFETY: the run-time library notes the bounds of a mapped stack.
        unsafe { __sanitizer_start_switch_fiber(null_mut(), lo as *const c_void, bytes) };
    }

    /// The bounds of the stack that was left.
    pub(super) fn after() -> (usize, usize) {
        let (mut bottom, mut bytes) = (null(), 0);
        // SAFETY: both places are writable; no fake stack was saved.
        unsafe { __sanitizer_finish_switch_fiber(null_mut(), &raw mut bottom, &raw mut bytes) };
        (bottom as usize, bytes)
    }

    /// Frames that were left without returning have their redzones there still.
    pub(super) fn fresh(lo: usize, bytes: usize) {
        // SAFETY: the run-time library writes only to its shadow of the range.
        unsafe { __asan_unpoison_memory_region(lo as *const c_void, bytes) };
    }

    pub(super) fn current() -> usize {
        0
    }

    pub(super) fn create() -> usize {
        0
    }

    pub(super) fn destroy(_fiber: usize) {}

    pub(super) fn lend(_fiber: usize) {}
}

#[cfg(purlin_tsan)]
mod hooks {
    //! ThreadSanitizer: which fiber is running. A switch orders what came before it on either side.
    use std::ffi::c_void;

    unsafe extern "C" {
        fn __tsan_get_current_fiber() -> *mut c_void;
        fn __tsan_create_fiber(flags: u32) -> *mut c_void;
        fn __tsan_destroy_fiber(fiber: *mut c_void);
        fn __tsan_switch_to_fiber(fiber: *mut c_void, flags: u32);
    }

    #[inline(always)]
    pub(super) fn before(_lo: usize, _bytes: usize, fiber: usize) {
        lend(fiber);
    }

    pub(super) fn after() -> (usize, usize) {
        (0, 0)
    }

    pub(super) fn fresh(_lo: usize, _bytes: usize) {}

    pub(super) fn current() -> usize {
        // SAFETY: an answer about this thread.
        unsafe { __tsan_get_current_fiber() as usize }
    }

    pub(super) fn create() -> usize {
        // SAFETY: makes a handle.
        unsafe { __tsan_create_fiber(0) as usize }
    }

    pub(super) fn destroy(fiber: usize) {
        // SAFETY: a handle of `create`, whose fiber does not run and never will.
        unsafe { __tsan_destroy_fiber(fiber as *mut c_void) };
    }

    /// Inlined, so that the caller's frame is entered and left on the same fiber.
    #[inline(always)]
    pub(super) fn lend(fiber: usize) {
        // SAFETY: the handle of a thread or of `create`, which runs nowhere else.
        unsafe { __tsan_switch_to_fiber(fiber as *mut c_void, 0) };
    }
}

/// Says that a fiber is about to be begun on the stack `lo..hi`.
pub fn announce_stack(lo: usize, hi: usize) {
    hooks::fresh(lo, hi - lo);
    let mut stacks = stacks();
    let stale: Vec<usize> = stacks.suspended.range(lo..hi).map(|(sp, _)| *sp).collect();
    for sp in stale {
        stacks.suspended.remove(&sp);
    }
    let before = stacks.announced.insert(hi, (lo, hooks::create()));
    if let Some((_, fiber)) = before {
        hooks::destroy(fiber);
    }
}

/// [`machine::prepare`] on a stack that was announced.
///
/// # Safety
/// As there.
pub unsafe fn prepare(top: usize, start: Start, arg: usize) -> usize {
    let mut stacks = stacks();
    let (hi, (lo, fiber)) = stacks.announced.range(top..).next().map(|(hi, s)| (*hi, *s)).expect("a stack");
    // SAFETY: the caller's promise.
    let sp = unsafe { machine::prepare(top, arrive_and_start, arg) };
    stacks.suspended.insert(sp, Suspended { lo, bytes: hi - lo, fiber, start: Some(start) });
    sp
}

extern "C" fn arrive_and_start(arg: usize) -> ! {
    arrive();
    let start = START.take().expect("a new stack was switched to");
    start(arg)
}

/// [`machine::switch`].
///
/// # Safety
/// As there.
#[inline(never)]
pub unsafe extern "C" fn switch(save: *mut usize, to: usize, changed: *mut ()) {
    let target = depart(save as usize, to);
    hooks::before(target.lo, target.bytes, target.fiber);
    // SAFETY: the caller's promise.
    unsafe { machine::switch(save, to, changed) };
    arrive();
}

/// Not inlined: a stack may continue on another thread than it was left on, with other thread-local
/// variables.
#[inline(never)]
fn depart(save: usize, to: usize) -> Suspended {
    let target = stacks().suspended.remove(&to).expect("a suspended stack");
    LEFT.set((save, hooks::current()));
    START.set(target.start);
    target
}

/// Notes the stack that was left as suspended.
#[inline(never)]
fn arrive() {
    let (lo, bytes) = hooks::after();
    let (save, fiber) = LEFT.get();
    // SAFETY: where the switch before has stored the stack pointer; its owner does nothing meanwhile.
    let sp = unsafe { *(save as *const usize) };
    stacks().suspended.insert(sp, Suspended { lo, bytes, fiber, start: None });
}

/// What [`start_on`] calls, and where the stack pointer of the stack lies that did.
struct Begun {
    f: unsafe extern "C" fn(usize),
    a: usize,
    back: *const usize,
}

/// [`machine::start_on`], by way of a new fiber on the stack and [`switch`].
///
/// # Safety
/// As there; the stack was announced.
#[inline(never)]
pub unsafe extern "C" fn start_on(save: *mut usize, top: usize, f: unsafe extern "C" fn(usize), a: usize) {
    let (hi, lo) = stacks().announced.range(top..).next().map(|(hi, s)| (*hi, s.0)).expect("a stack");
    announce_stack(lo, hi);
    let begun = Begun { f, a, back: save };
    // SAFETY: the caller's promise; what is begun is read before anything can continue here.
    unsafe {
        let to = prepare(top, run_begun, &raw const begun as usize);
        switch(save, to, std::ptr::null_mut());
    }
}

extern "C" fn run_begun(begun: usize) -> ! {
    // SAFETY: the address that `start_on` passed, whose frame is suspended until `f` returns or switches. If
    // it returns, nothing has continued there meanwhile, so the stack that called is suspended still.
    unsafe {
        let Begun { f, a, back } = *(begun as *const Begun);
        f(a);
        let mut own = 0;
        switch(&raw mut own, *back, std::ptr::null_mut());
    }
    unreachable!("a stack was resumed that had nothing left to do");
}

/// A call on its way to another stack.
struct Job {
    f: unsafe extern "C" fn(usize, usize) -> usize,
    a: usize,
    b: usize,
}

/// [`machine::call_on`].
///
/// # Safety
/// As there.
#[inline(never)]
pub unsafe extern "C" fn call_on(
    save: *mut usize,
    sp: usize,
    f: unsafe extern "C" fn(usize, usize) -> usize,
    a: usize,
    b: usize,
) -> usize {
    let target = *stacks().suspended.get(&sp).expect("a suspended stack");
    let own = hooks::current();
    let job = Job { f, a, b };
    hooks::before(target.lo, target.bytes, target.fiber);
    // SAFETY: the caller's promise, for `run` in place of `f`; the job outlives the call.
    let result = unsafe { machine::call_on(save, sp, run, &raw const job as usize, 0) };
    hooks::lend(own);
    hooks::after();
    result
}

/// # Safety
/// `job` is the address of a [`Job`] whose function may be called.
unsafe extern "C" fn run(job: usize, _: usize) -> usize {
    let (lo, bytes) = hooks::after();
    // SAFETY: the caller's promise.
    let result = unsafe {
        let job = &*(job as *const Job);
        (job.f)(job.a, job.b)
    };
    leave(lo, bytes);
    result
}

/// Back to the stack that called. ThreadSanitizer is told there.
fn leave(lo: usize, bytes: usize) {
    #[cfg(purlin_asan)]
    hooks::before(lo, bytes, 0);
    #[cfg(purlin_tsan)]
    let _ = (lo, bytes);
}
