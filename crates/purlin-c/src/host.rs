//! Functions of the host's as guests call them: callbacks with a pointer of the user's. Knows no engine.

use std::ffi::{c_char, c_void};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use purlin::{Call, Failure, Value, ValuesFuture};

use crate::guard::{list, plain, shared, taken, text};
use crate::status::{PURLIN_GUEST_ERROR, PURLIN_OK};
use crate::value::purlin_value;
use crate::wire;

/// A call of a host function by a guest, good until the function returns, on its thread.
pub struct purlin_host_call {
    call: *mut Call<'static>,
}

/// A host function. The arguments are borrowed. `PURLIN_OK` takes the result from `result`: nothing for a
/// function without results, a list for several. `PURLIN_GUEST_ERROR` takes a text from there, and the guest
/// gets it as the error that is its last result; any other status ends the guest's run with a trap of kind
/// `PURLIN_HOST`, whose message is the text.
pub type purlin_host_function = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        call: *mut purlin_host_call,
        args: *const *const purlin_value,
        count: usize,
        result: *mut *mut purlin_value,
    ) -> i32,
>;

/// An asynchronous host function: it begins something that will call one of the `purlin_answer` functions,
/// once, at any time, from any thread. The arguments are borrowed until it returns.
pub type purlin_host_start = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        args: *const *const purlin_value,
        count: usize,
        answer: *mut purlin_answer,
    ),
>;

/// Called with the user's pointer when nothing can use it any more.
pub type purlin_free_user = Option<unsafe extern "C" fn(user: *mut c_void)>;

/// The user's pointer of a host function.
pub(crate) struct User {
    pub user: *mut c_void,
    pub free: purlin_free_user,
}

// SAFETY: the host promises that its functions may be called from any thread that runs an isolate.
unsafe impl Send for User {}
// SAFETY: the host promises that its functions may be called by several threads at once.
unsafe impl Sync for User {}

impl Drop for User {
    fn drop(&mut self) {
        if let Some(free) = self.free {
            // SAFETY: the host gave both for this call, which is made once.
            unsafe { free(self.user) };
        }
    }
}

/// A function with the number of its results that are no error.
#[derive(Clone)]
pub(crate) struct Callback {
    pub function: unsafe extern "C" fn(
        *mut c_void,
        *mut purlin_host_call,
        *const *const purlin_value,
        usize,
        *mut *mut purlin_value,
    ) -> i32,
    pub user: Arc<User>,
    pub results: usize,
}

fn borrowed(args: &[Value]) -> Vec<*const purlin_value> {
    args.iter().map(|value| std::ptr::from_ref(value).cast()).collect()
}

/// The values of a result, as many as the function has.
fn results(value: Option<Value>, count: usize) -> Vec<Value> {
    match (value, count) {
        (_, 0) => Vec::new(),
        (value, 1) => vec![value.unwrap_or(Value::Null)],
        (Some(Value::List(values)), _) => values,
        (value, _) => value.into_iter().collect(),
    }
}

/// The text of a failure.
fn message(value: Option<Value>) -> String {
    match value {
        Some(Value::Str(text)) => text,
        Some(other) => other.to_string(),
        None => "a host function failed".into(),
    }
}

impl Callback {
    pub(crate) fn call(&self, call: &mut Call<'_>, args: &[Value]) -> Result<Vec<Value>, Failure> {
        let mut context = purlin_host_call { call: std::ptr::from_mut(call).cast() };
        let (handles, mut result) = (borrowed(args), std::ptr::null_mut());
        // SAFETY: the host gave the function for this; the arguments live until it returns.
        let status = unsafe {
            (self.function)(self.user.user, &mut context, handles.as_ptr(), handles.len(), &mut result)
        };
        // SAFETY: the function gives up what it stored there, which is null or a value of this library.
        let value = unsafe { taken(result) }.map(|value| value.0);
        match status {
            PURLIN_OK => Ok(results(value, self.results)),
            PURLIN_GUEST_ERROR => Err(Failure::Error(message(value))),
            _ => Err(Failure::End(message(value))),
        }
    }
}

/// The call, while it lasts.
unsafe fn with<T>(call: *mut purlin_host_call, otherwise: T, f: impl FnOnce(&mut Call<'_>) -> T) -> T {
    // SAFETY: null, or the context of a call that has not returned, by the contract of the border.
    match unsafe { call.as_mut() } {
        // SAFETY: the context holds the call's own borrow, which is used by this function alone meanwhile.
        Some(context) => plain(otherwise, || f(unsafe { &mut *context.call })),
        None => otherwise,
    }
}

/// Takes units of gas for the function's own work.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_host_charge(call: *mut purlin_host_call, units: u64) {
    // SAFETY: the call is null or has not returned, by the contract of the border.
    unsafe { with(call, (), |call| call.charge(units)) }
}

/// Whether the run is to end: a function that takes long can return early.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_host_is_called_off(call: *mut purlin_host_call) -> bool {
    // SAFETY: the call is null or has not returned, by the contract of the border.
    unsafe { with(call, false, |call| call.is_called_off()) }
}

/// Writes to the program's standard output. False if the limit of output is reached or the stream has failed:
/// the function is to return a status that ends the run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_host_write(call: *mut purlin_host_call, at: *const u8, len: usize) -> bool {
    // SAFETY: the call is null or has not returned, and so many bytes lie there, by the contract.
    unsafe {
        let Ok(bytes) = list(at, len) else { return false };
        with(call, false, |call| call.write_output(bytes).is_ok())
    }
}

/// The arguments of a call as bytes: a list in the form of `purlin_value_encode`, as a new value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_values_encode(
    args: *const *const purlin_value,
    count: usize,
) -> *mut purlin_value {
    plain(std::ptr::null_mut(), || {
        // SAFETY: so many handles lie there, which are null or alive, by the contract of the border.
        let Ok(values) = (unsafe { crate::value::values(args, count) }) else { return std::ptr::null_mut() };
        let mut bytes = Vec::new();
        wire::encode(&Value::List(values), &mut bytes);
        crate::value::handle(Value::Bytes(bytes))
    })
}

/// Where the answer of an asynchronous host function goes.
pub struct purlin_answer {
    state: Arc<Mutex<State>>,
    results: usize,
}

#[derive(Default)]
struct State {
    answer: Option<Result<Vec<Value>, Failure>>,
    waker: Option<Waker>,
}

/// An asynchronous function with the number of its results that are no error.
#[derive(Clone)]
pub(crate) struct AsyncCallback {
    pub start: unsafe extern "C" fn(*mut c_void, *const *const purlin_value, usize, *mut purlin_answer),
    pub user: Arc<User>,
    pub results: usize,
}

impl AsyncCallback {
    pub(crate) fn call(&self, args: &[Value]) -> ValuesFuture {
        let state = Arc::new(Mutex::new(State::default()));
        let answer = Box::new(purlin_answer { state: state.clone(), results: self.results });
        let handles = borrowed(args);
        // SAFETY: the host gave the function for this; the arguments live until it returns, and the answer
        // is the host's from here on.
        unsafe { (self.start)(self.user.user, handles.as_ptr(), handles.len(), Box::into_raw(answer)) };
        Box::pin(poll_fn(move |cx| {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            match state.answer.take() {
                Some(answer) => Poll::Ready(answer),
                None => {
                    state.waker = Some(cx.waker().clone());
                    Poll::Pending
                }
            }
        }))
    }
}

fn answered(answer: &purlin_answer, given: Result<Vec<Value>, Failure>) {
    let mut state = answer.state.lock().unwrap_or_else(PoisonError::into_inner);
    state.answer = Some(given);
    let waker = state.waker.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Answers with a result, as a host function gives one, and takes both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_answer_give(answer: *mut purlin_answer, result: *mut purlin_value) {
    // SAFETY: the caller gives both up.
    let (answer, result) = unsafe { (taken(answer), taken(result)) };
    plain((), || {
        if let Some(answer) = answer {
            answered(&answer, Ok(results(result.map(|value| value.0), answer.results)));
        }
    });
}

/// Answers with a failure, and takes the answer: `PURLIN_GUEST_ERROR` is an error of the guest's, any other
/// status ends its run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_answer_fail(
    answer: *mut purlin_answer,
    status: i32,
    message: *const c_char,
    len: usize,
) {
    // SAFETY: the caller gives the answer up, and so many bytes lie there.
    let (answer, message) = unsafe { (taken(answer), text(message, len)) };
    plain((), || {
        let message = message.unwrap_or("a host function failed").to_string();
        let failure = if status == PURLIN_GUEST_ERROR { Failure::Error } else { Failure::End };
        if let Some(answer) = answer {
            answered(&answer, Err(failure(message)));
        }
    });
}

/// Whether the guest still waits for an answer; one that is not wanted may be left out, but for freeing it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_answer_is_wanted(answer: *const purlin_answer) -> bool {
    // SAFETY: the answer is null or alive, by the contract of the border.
    unsafe { shared(answer, "answer") }.is_ok_and(|answer| Arc::strong_count(&answer.state) > 1)
}
