//! Calls as futures, which the caller polls. Knows no executor: a callback says when to poll again.

use std::ffi::c_void;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, TryLockError};
use std::task::{Context, Poll, Wake, Waker};

use purlin::{Isolate, Value};

use crate::function::returned;
use crate::guard::{entry, plain, put, put_handle, shared, taken, usage};
use crate::isolate::{Lease, ended, purlin_isolate};
use crate::module::purlin_function;
use crate::status::{Failed, PURLIN_BUSY, PURLIN_OK, PURLIN_PENDING, purlin_error};
use crate::value::{purlin_value, put_results, values};

/// Called when a future is to be polled again: at any time until it is freed, from any thread, also during a
/// poll. It must not poll or free the future itself.
pub type purlin_wake = Option<unsafe extern "C" fn(user: *mut c_void)>;

type Running = Pin<Box<dyn Future<Output = Result<Vec<Value>, Failed>> + Send>>;

/// A call or a run that proceeds when it is polled. Until it has ended or is freed, its isolate is in use.
pub struct purlin_future(Mutex<Option<Leased>>);

struct Leased {
    // Dropped first: it uses the isolate.
    running: Running,
    _lease: Lease,
}

// SAFETY: a lease is the only use of an isolate, which may move between threads.
unsafe impl Send for Leased {}

/// The address of a leased isolate.
struct Address(*mut Isolate<()>);

// SAFETY: an isolate may move between threads, and the lease beside it is its only use.
unsafe impl Send for Address {}

impl Address {
    /// The isolate, for a future that is dropped before its lease.
    fn isolate<'a>(self) -> &'a mut Isolate<()> {
        // SAFETY: the future is dropped before the lease, and nothing else uses the isolate meanwhile.
        unsafe { &mut *self.0 }
    }
}

/// Makes the future of what uses a leased isolate.
unsafe fn start(
    isolate: *mut purlin_isolate,
    future: *mut *mut purlin_future,
    begin: impl FnOnce(Address) -> Result<Running, Failed>,
) -> Result<(), Failed> {
    // SAFETY: the isolate is null or alive, by the contract of the border.
    let lease = unsafe { Lease::new(isolate)? };
    let running = begin(Address(lease.address()))?;
    let leased = Leased { running, _lease: lease };
    // SAFETY: the pointer is null or leads to room for a handle.
    unsafe { put_handle(future, purlin_future(Mutex::new(Some(leased)))) }
}

/// `purlin_call` as a future. Nothing begins before it is polled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_call_start(
    function: *const purlin_function,
    isolate: *mut purlin_isolate,
    args: *const *const purlin_value,
    count: usize,
    future: *mut *mut purlin_future,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(future, std::ptr::null_mut());
        entry(error, || {
            let (function, args) = (shared(function, "function")?.function.clone(), values(args, count)?);
            start(isolate, future, |address| {
                Ok(Box::pin(async move {
                    let isolate = address.isolate();
                    let outcome = function.call_async(isolate, args).await;
                    returned(isolate, outcome)
                }))
            })
        })
    }
}

/// `purlin_isolate_run` as a future. Nothing begins before it is polled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_run_start(
    isolate: *mut purlin_isolate,
    future: *mut *mut purlin_future,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(future, std::ptr::null_mut());
        entry(error, || {
            start(isolate, future, |address| {
                Ok(Box::pin(async move {
                    let isolate = address.isolate();
                    let outcome = isolate.run_async().await;
                    ended(isolate, outcome).map(|()| Vec::new())
                }))
            })
        })
    }
}

struct Woken {
    wake: purlin_wake,
    user: *mut c_void,
}

// SAFETY: the host promises that its callback may be called from any thread.
unsafe impl Send for Woken {}
// SAFETY: the host promises that its callback may be called from any thread, also by two at once.
unsafe impl Sync for Woken {}

impl Wake for Woken {
    fn wake(self: Arc<Woken>) {
        if let Some(wake) = self.wake {
            // SAFETY: the host gave both for this call, and keeps them good until the future is freed.
            unsafe { wake(self.user) };
        }
    }
}

/// Proceeds until the call ends, waits for the host, or has used the gas after which others have a turn.
/// `PURLIN_PENDING` asks for another poll after `wake` was called, which may be null.
/// Any other status is the end: the isolate is free again, and the future is only to be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_future_poll(
    future: *const purlin_future,
    wake: purlin_wake,
    user: *mut c_void,
    result: *mut *mut purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    let mut pending = false;
    let body = || {
        // SAFETY: the future is null or alive, by the contract of the border.
        let future = unsafe { shared(future, "future")? };
        let mut locked = match future.0.try_lock() {
            Ok(locked) => locked,
            Err(TryLockError::Poisoned(_)) => return Err(usage("a poll of the future has panicked")),
            Err(TryLockError::WouldBlock) => {
                return Err(purlin_error::new(PURLIN_BUSY, "the future is polled already"));
            }
        };
        let Some(leased) = locked.as_mut() else { return Err(usage("the future has ended")) };
        let waker = Waker::from(Arc::new(Woken { wake, user }));
        let Poll::Ready(outcome) = leased.running.as_mut().poll(&mut Context::from_waker(&waker)) else {
            pending = true;
            return Ok(());
        };
        *locked = None;
        // SAFETY: the pointer is null or leads to room for a handle.
        unsafe { put_results(result, outcome?) };
        Ok(())
    };
    // SAFETY: the pointers are null or good, by the contract of the border.
    let status = unsafe {
        put(result, std::ptr::null_mut());
        entry(error, body)
    };
    if status == PURLIN_OK && pending { PURLIN_PENDING } else { status }
}

/// Frees a future. One that has not ended ends its call, as a cancellation would. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_future_free(future: *mut purlin_future) {
    // SAFETY: the caller gives the future up.
    let future = unsafe { taken(future) };
    plain((), || drop(future));
}

/// Sets after how many units of gas a future returns, so that others have a turn; a million unless it is set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_set_yield_interval(
    isolate: *mut purlin_isolate,
    units: u64,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        crate::isolate::leased(isolate, error, |lease| {
            lease.isolate().set_yield_interval(crate::limits::limit(units));
            Ok(())
        })
    }
}
