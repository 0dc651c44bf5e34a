//! Isolates: made, run, reset, stopped from other threads. A state in each handle keeps two threads, or a
//! host function and the run that called it, from using one at once.

use std::cell::UnsafeCell;
use std::ffi::c_char;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use purlin::{Canceller, Grants, Isolate, Trap, Value};

use crate::guard::{entry, list, plain, put, put_handle, shared, text, usage};
use crate::limits::{after, limit, purlin_limits, purlin_stats};
use crate::module::purlin_module;
use crate::status::{Failed, PURLIN_BUSY, PURLIN_INTERNAL, purlin_error};
use crate::streams::{Gathered, gathering};
use crate::value::{handle, purlin_value};

const IDLE: u8 = 0;
/// A lease exists.
const RUNNING: u8 = 1;
/// A lease exists, and the host has freed the handle: the lease frees it in the end.
const DOOMED: u8 = 2;

/// A running program: memory, limits, streams. Runs on one thread at a time.
pub struct purlin_isolate {
    state: AtomicU8,
    isolate: UnsafeCell<Isolate<()>>,
    canceller: Mutex<Canceller>,
    /// What the program may see, which each function that grants something adds to.
    grants: Mutex<Grants>,
    output: Gathered,
    errors: Gathered,
}

/// The only use of an isolate at a time.
pub(crate) struct Lease(NonNull<purlin_isolate>);

impl Lease {
    /// Leases an isolate; another use meanwhile is `PURLIN_BUSY`.
    #[inline(always)]
    pub(crate) unsafe fn new(handle: *mut purlin_isolate) -> Result<Lease, Failed> {
        let Some(at) = NonNull::new(handle) else { return Err(usage("the isolate is null")) };
        // SAFETY: the handle is alive, by the contract of the border; the state is atomic.
        let state = unsafe { &at.as_ref().state };
        match state.compare_exchange(IDLE, RUNNING, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => Ok(Lease(at)),
            Err(_) => Err(busy()),
        }
    }

    #[inline(always)]
    pub(crate) fn isolate(&mut self) -> &mut Isolate<()> {
        // SAFETY: the state says that this is the only lease, and the borrow of it is the only one.
        unsafe { NonNull::new_unchecked(self.address()).as_mut() }
    }

    /// The isolate's address, good as long as the lease.
    pub(crate) fn address(&self) -> *mut Isolate<()> {
        // SAFETY: the handle lives as long as the lease.
        unsafe { self.0.as_ref() }.isolate.get()
    }

    /// Grants more than before.
    fn grant(&mut self, more: impl FnOnce(Grants) -> Result<Grants, Failed>) -> Result<(), Failed> {
        let before = self.handle().grants.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let granted = more(before)?;
        *self.handle().grants.lock().unwrap_or_else(PoisonError::into_inner) = granted.clone();
        self.isolate().set_grants(granted);
        Ok(())
    }

    fn handle(&self) -> &purlin_isolate {
        // SAFETY: the handle lives as long as the lease.
        unsafe { self.0.as_ref() }
    }
}

impl Drop for Lease {
    #[inline(always)]
    fn drop(&mut self) {
        let freed = {
            let state = &self.handle().state;
            state.compare_exchange(RUNNING, IDLE, Ordering::Release, Ordering::Acquire).is_err()
        };
        if freed {
            // SAFETY: the host has given the handle up, and this was the last use of it.
            drop(unsafe { Box::from_raw(self.0.as_ptr()) });
        }
    }
}

#[cold]
fn busy() -> Failed {
    purlin_error::new(PURLIN_BUSY, "the isolate is in use")
}

/// Runs what uses an isolate alone.
pub(crate) unsafe fn leased(
    handle: *mut purlin_isolate,
    error: *mut *mut purlin_error,
    body: impl FnOnce(&mut Lease) -> Result<(), Failed>,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe { entry(error, || body(&mut Lease::new(handle)?)) }
}

/// The ending of a run as an error.
pub(crate) fn ended<T>(isolate: &Isolate<()>, outcome: Result<T, Trap>) -> Result<T, Failed> {
    outcome.map_err(|trap| purlin_error::of_trap(isolate, &trap))
}

/// Makes an isolate of a module. Null for the limits are the defaults. What it writes is gathered for
/// `purlin_isolate_take_output`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_new(
    module: *const purlin_module,
    limits: *const purlin_limits,
    isolate: *mut *mut purlin_isolate,
    error: *mut *mut purlin_error,
) -> i32 {
    let body = || {
        // SAFETY: the module is null or alive, the limits null or good, by the contract of the border.
        let (module, limits) = unsafe { (shared(module, "module")?, limits.as_ref()) };
        if limits.is_some_and(|limits| limits.size != size_of::<purlin_limits>()) {
            return Err(usage("limits are made by purlin_limits_default"));
        }
        let limits = limits.map_or_else(Default::default, purlin_limits::limits);
        let (output, errors) = (Gathered::default(), Gathered::default());
        let streams = gathering(Vec::new(), &output, &errors);
        let made = module.0.isolate((), limits, streams);
        let made = made.map_err(|e| purlin_error::new(PURLIN_INTERNAL, format!("no address space: {e}")))?;
        let canceller = Mutex::new(made.canceller());
        let (state, grants) = (AtomicU8::new(IDLE), Mutex::new(Grants::none()));
        let isolate_cell = UnsafeCell::new(made);
        let made = purlin_isolate { state, isolate: isolate_cell, canceller, grants, output, errors };
        // SAFETY: the pointer is null or leads to room for a handle.
        unsafe { put_handle(isolate, made) }
    };
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(isolate, std::ptr::null_mut());
        entry(error, body)
    }
}

/// Frees an isolate. One that is in use, even by the caller's own host function, is freed when that use ends.
/// Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_free(isolate: *mut purlin_isolate) {
    plain((), || {
        // SAFETY: the handle is null or alive, by the contract of the border.
        let Some(state) = (unsafe { isolate.as_ref() }).map(|isolate| &isolate.state) else { return };
        if state.swap(DOOMED, Ordering::AcqRel) == IDLE {
            // SAFETY: nothing uses it, and the caller gives it up.
            drop(unsafe { Box::from_raw(isolate) });
        }
    });
}

/// Runs the program's `main` after the initialisation of its packages.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_run(
    isolate: *mut purlin_isolate,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            let outcome = lease.isolate().run();
            ended(lease.isolate(), outcome)
        })
    }
}

/// Brings an isolate back to the state of a fresh one, its limits included. Cancellations until then are
/// taken back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_reset(
    isolate: *mut purlin_isolate,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            lease.isolate().reset();
            let fresh = lease.isolate().canceller();
            *lease.handle().canceller.lock().unwrap_or_else(PoisonError::into_inner) = fresh;
            Ok(())
        })
    }
}

/// Stops what runs in the isolate, from any thread. It stays cancelled until it is reset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_cancel(isolate: *const purlin_isolate) {
    plain((), || {
        // SAFETY: the handle is null or alive, by the contract of the border.
        let Some(isolate) = (unsafe { isolate.as_ref() }) else { return };
        let canceller = isolate.canceller.lock().unwrap_or_else(PoisonError::into_inner).clone();
        canceller.cancel();
    });
}

/// Takes a cancellation back, so that the isolate can run with the state that it has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_clear_cancellation(
    isolate: *mut purlin_isolate,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            lease.isolate().clear_cancellation();
            Ok(())
        })
    }
}

/// Adds units of gas to what is left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_refuel(
    isolate: *mut purlin_isolate,
    units: u64,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            lease.isolate().refuel(units);
            Ok(())
        })
    }
}

/// Sets the limits that can change while an isolate lives: units of gas from now on, bytes of output in all,
/// and milliseconds from now. `PURLIN_UNLIMITED` is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_set_limits(
    isolate: *mut purlin_isolate,
    gas: u64,
    output_bytes: u64,
    time_ms: u64,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            lease.isolate().set_gas(limit(gas));
            lease.isolate().set_output_bytes(limit(output_bytes));
            lease.isolate().set_deadline(after(time_ms));
            Ok(())
        })
    }
}

/// What the isolate has used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_stats(
    isolate: *mut purlin_isolate,
    stats: *mut purlin_stats,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            let isolate = lease.isolate();
            put(stats, purlin_stats::new(&isolate.stats(), isolate.gas_left()));
            Ok(())
        })
    }
}

/// What the isolate has written since this was called last, as bytes: 1 is standard output, 2 standard error.
/// May be called while it runs. Null for another stream.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_take_output(
    isolate: *const purlin_isolate,
    stream: i32,
) -> *mut purlin_value {
    plain(std::ptr::null_mut(), || {
        // SAFETY: the handle is null or alive, by the contract of the border.
        match (unsafe { isolate.as_ref() }, stream) {
            (Some(isolate), 1) => handle(Value::Bytes(isolate.output.take())),
            (Some(isolate), 2) => handle(Value::Bytes(isolate.errors.take())),
            _ => std::ptr::null_mut(),
        }
    })
}

/// Sets what the program reads from standard input: a copy of these bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_set_input(
    isolate: *mut purlin_isolate,
    at: *const u8,
    len: usize,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            let input = list(at, len)?.to_vec();
            let streams = gathering(input, &lease.handle().output, &lease.handle().errors);
            lease.isolate().set_streams(streams);
            Ok(())
        })
    }
}

/// Sets the arguments that the program sees, a list of texts with its own name first, and adds variables to
/// its environment, a map of texts. Null leaves what was set before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_set_surroundings(
    isolate: *mut purlin_isolate,
    args: *const purlin_value,
    env: *const purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            if let Some(args) = args.as_ref() {
                let Value::List(args) = &args.0 else { return Err(usage("arguments are a list")) };
                lease.isolate().set_args(args.iter().map(texts).collect::<Result<_, _>>()?);
            }
            if let Some(env) = env.as_ref() {
                let Value::Map(env) = &env.0 else { return Err(usage("the environment is a map")) };
                lease.grant(|mut grants| {
                    for (name, value) in env {
                        grants = grants.set_env(&texts(name)?, &texts(value)?);
                    }
                    Ok(grants)
                })?;
            }
            Ok(())
        })
    }
}

fn texts(value: &Value) -> Result<String, Failed> {
    match value {
        Value::Str(text) => Ok(text.clone()),
        _ => Err(usage("an argument or variable is no text")),
    }
}

/// Lets the program read the files in a folder, and change them if `write` is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_allow_folder(
    isolate: *mut purlin_isolate,
    path: *const c_char,
    path_len: usize,
    write: bool,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            let path = text(path, path_len)?;
            lease.grant(|grants| {
                let more = if write { grants.allow_write(path) } else { grants.allow_read(path) };
                more.map_err(|e| usage(format!("{path}: {e}")))
            })
        })
    }
}
