//! Natives: functions of the runtime, of a guest's library or of the host, that guest code calls.
//!
//! Natives never call guest code. One that must wait parks its fiber and is called again when that is readied.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use purlin_base::gas;

use crate::arch;
use crate::heap::{ClassId, HeapError};
use crate::trap::{Trap, TrapKind};
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// Why a native did not return.
#[derive(Debug)]
pub enum Stop {
    /// It raised; see [`Vm::raise_value`] and [`Vm::raise_trap`], which make this.
    Raise,
    /// The fiber waits; call again when it is readied.
    Park,
    /// Others go first; then it counts as done.
    Yield,
    /// The fiber ends here and now.
    Leave,
    /// The run ends.
    End(Trap),
}

impl From<HeapError> for Stop {
    fn from(error: HeapError) -> Stop {
        match error {
            HeapError::NeedsCollection | HeapError::OutOfMemory => {
                Stop::End(Trap::new(TrapKind::OutOfMemory, "out of memory"))
            }
        }
    }
}

/// What a native answers; its results are set through [`Call`].
pub type Answer = Result<(), Stop>;

/// A native's code.
#[derive(Clone)]
pub enum Native {
    /// Needs little stack (at most 8 KiB) and never panics on valid arguments; runs on the fiber's own stack.
    Light(fn(&mut Call<'_>) -> Answer),
    /// As light, and also in a form that takes words in registers: [`direct`] makes it.
    Direct(fn(&mut Call<'_>) -> Answer, Direct),
    /// Runs on the host's stack.
    Heavy(fn(&mut Call<'_>) -> Answer),
    /// A function of the host's; a panic in it becomes a trap.
    Host(Arc<dyn Fn(&mut Call<'_>) -> Answer + Send + Sync>),
}

impl Native {
    /// The address of the form for registers, or 0.
    pub fn direct_address(&self) -> usize {
        match self {
            Native::Direct(_, direct) => *direct as usize,
            Native::Light(_) | Native::Heavy(_) | Native::Host(_) => 0,
        }
    }
}

/// Arguments that fit the registers of [`Direct`].
pub const DIRECT_ARGS: usize = 4;
/// Results that it has room for: the first in a register, the other in `VmCtx::spill`.
pub const DIRECT_RESULTS: usize = 2;

/// A native as compiled code calls it without a buffer of slots: `(context, number, arguments...)`, which are in the form
/// that slots have.
pub type Direct = unsafe extern "C" fn(*mut VmCtx, u64, u64, u64, u64, u64) -> DirectAnswer;

/// The first result, and a status as [`call`] gives it. The second result is in `VmCtx::spill[0]`.
#[repr(C)]
pub struct DirectAnswer {
    pub word: u64,
    pub status: u64,
}

/// The form for registers of a light native, which is named rather than pointed to, so that it is compiled into it.
pub const fn direct<F: Fn(&mut Call<'_>) -> Answer + Copy>(_: F) -> Direct {
    const { assert!(size_of::<F>() == 0, "a function by name") };
    run_direct::<F>
}

/// # Safety
/// As for [`call`], which the number is that of.
pub unsafe extern "C" fn run_direct<F: Fn(&mut Call<'_>) -> Answer + Copy>(
    ctx: *mut VmCtx,
    native: u64,
    a: u64,
    b: u64,
    c: u64,
    d: u64,
) -> DirectAnswer {
    // SAFETY: the type of a function that has a name, of size zero: there is nothing to read.
    let f = unsafe { std::ptr::NonNull::<F>::dangling().as_ref() };
    let mut slots = [a, b, c, d];
    // SAFETY: the context and its Vm live as long as the isolate runs, and only this thread uses them.
    let vm = unsafe { &mut *(*ctx).vm };
    match f(&mut Call { vm, slots: slots.as_mut_ptr() }) {
        Ok(()) => {
            // SAFETY: as above; the borrow before has ended.
            unsafe { (*ctx).spill[0] = slots[1] };
            DirectAnswer { word: slots[0], status: 0 }
        }
        // SAFETY: the caller's promise.
        Err(stop) => unsafe { stopped(ctx, native, slots, stop) },
    }
}

/// What is left to do for a native that did not return at once.
///
/// # Safety
/// As for [`call`].
#[cold]
#[inline(never)]
unsafe fn stopped(ctx: *mut VmCtx, native: u64, mut slots: [u64; DIRECT_ARGS], stop: Stop) -> DirectAnswer {
    // SAFETY: the caller's promise.
    let vm = unsafe { &mut *(*ctx).vm };
    let status = match stop {
        Stop::Raise => {
            vm.poll_raise();
            1
        }
        Stop::Park => {
            vm.park();
            // SAFETY: the caller's promise; direct natives have no more than these slots.
            unsafe { call(ctx, native as u32, slots.as_mut_ptr()) }
        }
        Stop::Yield => {
            vm.yield_now();
            0
        }
        Stop::Leave => vm.leave(),
        Stop::End(trap) => vm.end(trap),
    };
    // SAFETY: as above.
    unsafe { (*ctx).spill[0] = slots[1] };
    DirectAnswer { word: slots[0], status: u64::from(status) }
}

/// One call of a native. Arguments are read before results are set: they share their slots.
pub struct Call<'a> {
    pub vm: &'a mut Vm,
    slots: *mut u64,
}

impl<'a> Call<'a> {
    /// The n-th argument as it is. Arguments are not counted: the front end's signature is trusted.
    #[inline]
    pub fn word(&self, n: usize) -> u64 {
        // SAFETY: the verifier holds calls to the native's signature, and the slots hold all of it.
        unsafe { *self.slots.add(n) }
    }

    #[inline]
    pub fn int(&self, n: usize) -> i64 {
        self.word(n) as i64
    }

    #[inline]
    pub fn bool(&self, n: usize) -> bool {
        self.word(n) & 0xff != 0
    }

    #[inline]
    pub fn float(&self, n: usize) -> f64 {
        f64::from_bits(self.word(n))
    }

    /// Guest memory named by a pointer in argument `n` and a length in `n + 1`. Valid during the call: arguments
    /// keep it alive, and the heap does not move.
    #[inline]
    pub fn bytes(&self, n: usize) -> &'a [u8] {
        let (at, len) = (self.word(n) as usize, self.int(n + 1));
        if len <= 0 {
            return &[];
        }
        // SAFETY: a string or slice of the guest, kept alive by the arguments.
        unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) }
    }

    /// The same, to be written.
    #[inline]
    pub fn bytes_mut(&mut self, n: usize) -> &'a mut [u8] {
        let (at, len) = (self.word(n) as usize, self.int(n + 1));
        if len <= 0 {
            return &mut [];
        }
        // SAFETY: a slice of the guest, kept alive by the arguments; natives hold no other view of it.
        unsafe { std::slice::from_raw_parts_mut(at as *mut u8, len as usize) }
    }

    /// Word `n` of the guest's object at `at`, for guests whose values carry their layout with them. Trusted: that
    /// `at` is a live object (reachable from an argument, or just allocated) which has that word.
    pub fn load_word(&self, at: u64, n: usize) -> u64 {
        // SAFETY: the front end's promise above, as for the bytes that arguments name.
        unsafe { *(at as *const u64).add(n) }
    }

    /// `len` bytes at `at`; trusted as for [`Call::load_word`].
    pub fn view(&self, at: u64, len: usize) -> &'a [u8] {
        // SAFETY: as for `load_word`; the heap does not move.
        unsafe { std::slice::from_raw_parts(at as *const u8, len) }
    }

    /// The same, to be written: of an object that the native has just allocated, or inside one that an argument names.
    pub fn view_mut(&mut self, at: u64, len: usize) -> &'a mut [u8] {
        // SAFETY: as for `load_word`; natives hold no other view of it.
        unsafe { std::slice::from_raw_parts_mut(at as *mut u8, len) }
    }

    /// Sets the n-th result.
    #[inline]
    pub fn ret(&mut self, n: usize, word: u64) {
        // SAFETY: as for `word`.
        unsafe { *self.slots.add(n) = word };
    }

    #[inline]
    pub fn ret_int(&mut self, n: usize, value: i64) {
        self.ret(n, value as u64);
    }

    #[inline]
    pub fn ret_bool(&mut self, n: usize, value: bool) {
        self.ret(n, u64::from(value));
    }

    #[inline]
    pub fn ret_float(&mut self, n: usize, value: f64) {
        self.ret(n, value.to_bits());
    }

    /// Sets results `n` and `n + 1` to pointer and length of a fresh copy of `text`.
    pub fn ret_string(&mut self, n: usize, text: &[u8]) -> Answer {
        let at = self.vm.new_bytes(text)?;
        self.ret(n, at as u64);
        self.ret_int(n + 1, text.len() as i64);
        Ok(())
    }

    /// Takes gas for work that depends on sizes.
    #[inline]
    pub fn charge_bytes(&mut self, bytes: usize) {
        self.vm.charge(gas::bytes_touched(bytes as u64));
    }

    /// The host's own state, if it is a `T`.
    pub fn host<T: Any>(&mut self) -> Option<&mut T> {
        self.vm.host.downcast_mut()
    }

    /// What the guest's front end attached to the module, if it is a `T`.
    pub fn guest<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.vm.guest.clone().downcast().ok()
    }
}

/// Runs a native for either tier: arguments in `slots`, results in `slots`. Status 0, or 1 if it raised.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`; `native` exists; `slots` has room for arguments and results.
pub unsafe extern "C" fn call(ctx: *mut VmCtx, native: u32, slots: *mut u64) -> u32 {
    loop {
        // SAFETY: the context and its Vm live as long as the isolate runs, and only this thread uses them.
        let vm = unsafe { &mut *(*ctx).vm };
        let answer = match &vm.natives[native as usize] {
            Native::Light(f) | Native::Direct(f, _) => f(&mut Call { vm, slots }),
            Native::Heavy(_) | Native::Host(_) => {
                let mut job = Job { vm, slots, native, answer: Ok(()) };
                on_host_stack(&mut job);
                job.answer
            }
        };
        // SAFETY: as above; the borrow before has ended.
        let vm = unsafe { &mut *(*ctx).vm };
        match answer {
            Ok(()) => return 0,
            Err(Stop::Raise) => {
                vm.poll_raise();
                return 1;
            }
            Err(Stop::Park) => vm.park(),
            Err(Stop::Yield) => {
                vm.yield_now();
                return 0;
            }
            Err(Stop::Leave) => vm.leave(),
            Err(Stop::End(trap)) => vm.end(trap),
        }
    }
}

/// A heavy native on its way to the host's stack.
struct Job {
    vm: *mut Vm,
    slots: *mut u64,
    native: u32,
    answer: Answer,
}

fn on_host_stack(job: &mut Job) {
    // SAFETY: the Vm outlives the call; see `call`.
    let vm = unsafe { &mut *job.vm };
    if vm.on_host {
        // SAFETY: `run_job` gets what it expects.
        unsafe { run_job(job as *mut Job as usize, 0) };
        return;
    }
    vm.on_host = true;
    let (save, sp) = (&raw mut vm.fiber_sp, vm.host_sp);
    // SAFETY: the host's stack is suspended in the scheduler's `switch`, with nothing below its pointer.
    unsafe { arch::call_on(save, sp, run_job, job as *mut Job as usize, 0) };
    vm.on_host = false;
}

/// # Safety
/// `job` is the address of a [`Job`] that nothing else uses.
unsafe extern "C" fn run_job(job: usize, _: usize) -> usize {
    // SAFETY: the caller's promise.
    let job = unsafe { &mut *(job as *mut Job) };
    // SAFETY: the Vm is another object than the job.
    let vm = unsafe { &mut *job.vm };
    let native = vm.natives[job.native as usize].clone();
    let mut call = Call { vm, slots: job.slots };
    let result = catch_unwind(AssertUnwindSafe(|| match &native {
        Native::Light(f) | Native::Direct(f, _) | Native::Heavy(f) => f(&mut call),
        Native::Host(f) => f(&mut call),
    }));
    job.answer =
        result.unwrap_or_else(|panic| Err(Stop::End(Trap::new(TrapKind::Host, panic_text(&*panic)))));
    0
}

/// A closure on its way to the host's stack.
struct HostWork<F, R> {
    vm: *mut Vm,
    f: Option<F>,
    result: Option<R>,
}

/// # Safety
/// `work` is the address of a `HostWork<F, R>` that nothing else uses.
unsafe extern "C" fn run_work<F: FnOnce(&mut Vm) -> R, R>(work: usize, _: usize) -> usize {
    // SAFETY: the caller's promise; the Vm is suspended in `with_host_stack`.
    unsafe {
        let work = &mut *(work as *mut HostWork<F, R>);
        if let Some(f) = work.f.take() {
            work.result = Some(f(&mut *work.vm));
        }
    }
    0
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a host function panicked: {}", text.unwrap_or("no message"))
}

impl Vm {
    /// Runs `f` on the host's stack, which has the room that a fiber's stack lacks (a compiler needs it). A panic in
    /// `f` ends the process, as nothing could carry it over the border between the stacks.
    pub fn with_host_stack<F: FnOnce(&mut Vm) -> R, R>(&mut self, f: F) -> R {
        if self.on_host {
            return f(self);
        }
        let mut work = HostWork { vm: self, f: Some(f), result: None };
        self.on_host = true;
        let (save, sp) = (&raw mut self.fiber_sp, self.host_sp);
        // SAFETY: the host's stack is suspended in the scheduler's `switch`, with nothing below its pointer, and
        // `run_work` gets the work of its own types.
        unsafe { arch::call_on(save, sp, run_work::<F, R>, &raw mut work as usize, 0) };
        self.on_host = false;
        work.result.expect("the work was done")
    }

    /// A zeroed object, collecting if need be.
    pub fn new_object(&mut self, class: ClassId) -> Result<usize, Stop> {
        self.allocate(|heap| heap.alloc(class))
    }

    /// `n` zeroed objects of a class in a row. `n` is not negative.
    pub fn new_array(&mut self, class: ClassId, n: usize) -> Result<usize, Stop> {
        self.charge(gas::bytes_allocated((n as u64).saturating_mul(self.heap.class_size(class) as u64)));
        self.allocate(|heap| heap.alloc_array_of(class, n))
    }

    /// A copy of `bytes` without pointers.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Result<usize, Stop> {
        let at = self.new_buffer(bytes.len())?;
        // SAFETY: a fresh object of that size.
        unsafe { crate::helpers::move_bytes(at as *mut u8, bytes.as_ptr(), bytes.len()) };
        Ok(at)
    }

    /// `n` zeroed bytes without pointers.
    pub fn new_buffer(&mut self, n: usize) -> Result<usize, Stop> {
        self.charge(gas::ALLOC + gas::bytes_allocated(n as u64));
        self.allocate(|heap| heap.alloc_bytes(n))
    }

    /// An address as the guest may see it: the same number of digits on every run, and no hint at where the host's
    /// memory lies. Different objects that are alive at once have different ones.
    pub fn shown_address(&self, address: u64) -> u64 {
        if address == 0 {
            return 0;
        }
        if let Some(offset) = self.heap.offset_of(address as usize) {
            return 0xc0_0000_0000 + offset as u64;
        }
        let data = self.shared.data.as_ptr_range();
        if (data.start as u64..data.end as u64).contains(&address) {
            return 0xd0_0000_0000 + (address - data.start as u64);
        }
        0xe0_0000_0000 + (address & 0xf_ffff_ffff)
    }

    /// A copy of `len` bytes of guest memory: a string or byte slice that guest code has returned.
    pub fn guest_bytes(&self, at: u64, len: u64) -> Vec<u8> {
        if len == 0 {
            return Vec::new();
        }
        // SAFETY: pointer and length come from a value of the guest, and nothing was collected since.
        unsafe { std::slice::from_raw_parts(at as *const u8, len as usize) }.to_vec()
    }
}
