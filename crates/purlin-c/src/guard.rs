//! What every entry does: it catches panics, turns pointers into references, and gives errors and results
//! to the caller. Knows no particular handle.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::status::{Failed, PURLIN_OK, PURLIN_PANIC, PURLIN_USAGE, purlin_error};

/// Runs the body of an entry, and stores its error where the caller wants it.
#[inline(always)]
pub(crate) unsafe fn entry(error: *mut *mut purlin_error, body: impl FnOnce() -> Result<(), Failed>) -> i32 {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => PURLIN_OK,
        // SAFETY: the pointer is null or leads to room for a pointer, by the contract of the border.
        Ok(Err(failed)) => unsafe { give_error(error, failed) },
        Err(panic) => {
            let failed = purlin_error::new(PURLIN_PANIC, panic_text(&*panic));
            // SAFETY: the pointer is null or leads to room for a pointer, by the contract of the border.
            unsafe { give_error(error, failed) }
        }
    }
}

/// An entry that gives a plain value, and this one after a panic.
pub(crate) fn plain<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

#[cold]
unsafe fn give_error(error: *mut *mut purlin_error, failed: Failed) -> i32 {
    let status = failed.status;
    if !error.is_null() {
        // SAFETY: the pointer leads to room for a pointer, by the contract of the border.
        unsafe { error.write(Box::into_raw(failed)) };
    }
    status
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

/// The caller did something that no program should.
#[cold]
pub(crate) fn usage(message: impl Into<String>) -> Failed {
    purlin_error::new(PURLIN_USAGE, message)
}

/// What a handle leads to.
#[inline(always)]
pub(crate) unsafe fn shared<'a, T>(handle: *const T, what: &str) -> Result<&'a T, Failed> {
    // SAFETY: the handle is null or one that is alive, by the contract of the border.
    unsafe { handle.as_ref() }.ok_or_else(|| usage(format!("the {what} is null")))
}

/// What a handle leads to that nothing else uses meanwhile.
pub(crate) unsafe fn alone<'a, T>(handle: *mut T, what: &str) -> Result<&'a mut T, Failed> {
    // SAFETY: the handle is null or one that is alive and used by this thread alone, by the contract.
    unsafe { handle.as_mut() }.ok_or_else(|| usage(format!("the {what} is null")))
}

/// Takes what a handle owns.
pub(crate) unsafe fn taken<T>(handle: *mut T) -> Option<Box<T>> {
    // SAFETY: a handle that is not null was made by `Box::into_raw`, and the caller gives it up.
    (!handle.is_null()).then(|| unsafe { Box::from_raw(handle) })
}

/// So many elements.
pub(crate) unsafe fn list<'a, T>(at: *const T, len: usize) -> Result<&'a [T], Failed> {
    match (at.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(usage("a pointer with a length is null")),
        // SAFETY: so many elements lie there, by the contract of the border.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(at, len) }),
    }
}

/// Text, which is UTF-8.
pub(crate) unsafe fn text<'a>(at: *const c_char, len: usize) -> Result<&'a str, Failed> {
    // SAFETY: so many bytes lie there, by the contract of the border.
    let bytes = unsafe { list(at.cast::<u8>(), len)? };
    std::str::from_utf8(bytes).map_err(|e| usage(format!("text is no UTF-8 after {} bytes", e.valid_up_to())))
}

/// Stores a result, which a caller that wants none drops.
pub(crate) unsafe fn put<T>(out: *mut T, value: T) {
    if !out.is_null() {
        // SAFETY: the pointer leads to room for one, by the contract of the border.
        unsafe { out.write(value) };
    }
}

/// Stores a new handle.
pub(crate) unsafe fn put_handle<T>(out: *mut *mut T, value: T) -> Result<(), Failed> {
    if out.is_null() {
        return Err(usage("the pointer for a new handle is null"));
    }
    // SAFETY: the pointer leads to room for one, by the contract of the border.
    unsafe { out.write(Box::into_raw(Box::new(value))) };
    Ok(())
}

/// Stores where text or bytes lie, which live as long as what they are a part of.
pub(crate) unsafe fn put_text(bytes: &[u8], at: *mut *const c_char, len: *mut usize) {
    // SAFETY: the pointers are null or lead to room for one, by the contract of the border.
    unsafe {
        put(at, bytes.as_ptr().cast());
        put(len, bytes.len());
    }
}
