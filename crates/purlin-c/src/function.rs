//! Calls of exported functions, to their end.

use purlin::{Isolate, Returned, Trap, Value};

use crate::guard::{list, put, shared, usage};
use crate::isolate::{ended, leased, purlin_isolate};
use crate::module::purlin_function;
use crate::status::{Failed, PURLIN_GUEST_ERROR, purlin_error};
use crate::value::{purlin_value, put_results, values};
use crate::wire;

/// Results, or the guest's own error, or the ending of the run.
pub(crate) fn returned(isolate: &Isolate<()>, outcome: Result<Returned, Trap>) -> Result<Vec<Value>, Failed> {
    let results = ended(isolate, outcome)?;
    results.map_err(|error| purlin_error::new(PURLIN_GUEST_ERROR, error.to_string()))
}

/// Calls a function of numbers and booleans, by words: eight of them, of which the first are the parameters,
/// and afterwards the results. `purlin_function_words` says which types they have: an integer in a word, with
/// its sign if it has one; the bits of a float, those of 4 bytes in the lower half; 0 or 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_call_words(
    function: *const purlin_function,
    isolate: *mut purlin_isolate,
    words: *mut u64,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and eight words lie there, by the contract of the border.
    unsafe {
        leased(isolate, error, |lease| {
            let function = shared(function, "function")?;
            let words = words.cast::<[u64; 8]>().as_mut().ok_or_else(|| usage("the words are null"))?;
            match function.function.call_words(lease.isolate(), words) {
                Ok(()) => Ok(()),
                Err(trap) => Err(purlin_error::of_trap(lease.isolate(), &trap)),
            }
        })
    }
}

/// Calls a function with one value for each parameter, which stay the caller's. The result is a new value:
/// null for a function without results, a list for several. An error that the function returns is
/// `PURLIN_GUEST_ERROR`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_call(
    function: *const purlin_function,
    isolate: *mut purlin_isolate,
    args: *const *const purlin_value,
    count: usize,
    result: *mut *mut purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(result, std::ptr::null_mut());
        leased(isolate, error, |lease| {
            let args = values(args, count)?;
            let outcome = shared(function, "function")?.function.call(lease.isolate(), &args);
            put_results(result, returned(lease.isolate(), outcome)?);
            Ok(())
        })
    }
}

/// `purlin_call` with a list of the arguments as bytes, in the form of `purlin_value_encode`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_call_encoded(
    function: *const purlin_function,
    isolate: *mut purlin_isolate,
    args: *const u8,
    len: usize,
    result: *mut *mut purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, and so many bytes lie there, by the contract of the border.
    unsafe {
        put(result, std::ptr::null_mut());
        leased(isolate, error, |lease| {
            let decoded = wire::decode(list(args, len)?).map_err(usage)?;
            let Value::List(args) = decoded else { return Err(usage("arguments are a list")) };
            let outcome = shared(function, "function")?.function.call(lease.isolate(), &args);
            put_results(result, returned(lease.isolate(), outcome)?);
            Ok(())
        })
    }
}

/// Resumes a run or a call that ran out of gas, once it was refuelled. The result is that of the call, and
/// null for a run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_isolate_resume(
    isolate: *mut purlin_isolate,
    result: *mut *mut purlin_value,
    error: *mut *mut purlin_error,
) -> i32 {
    // SAFETY: the pointers are null or good, by the contract of the border.
    unsafe {
        put(result, std::ptr::null_mut());
        leased(isolate, error, |lease| {
            let outcome = lease.isolate().resume_values();
            put_results(result, returned(lease.isolate(), outcome)?);
            Ok(())
        })
    }
}
