//! Errors as callers read them, and how the endings of runs become some. Knows nothing of what was called.

use std::ffi::c_char;

use purlin::{CompileError, Isolate, Trap, TrapKind};

use crate::guard::{plain, put_text, taken};
use crate::status::{
    Failed, PURLIN_ALLOC_BYTES, PURLIN_CALL_DEPTH, PURLIN_CANCELLED, PURLIN_COMPILE, PURLIN_DEADLINE,
    PURLIN_DEADLOCK, PURLIN_EXIT, PURLIN_HOST, PURLIN_HOST_OBJECTS, PURLIN_INTERNAL, PURLIN_IO, PURLIN_OK,
    PURLIN_OUT_OF_GAS, PURLIN_OUT_OF_MEMORY, PURLIN_OUTPUT_LIMIT, PURLIN_STACK_OVERFLOW, PURLIN_UNCAUGHT,
    purlin_error,
};

fn status_of(kind: TrapKind) -> i32 {
    match kind {
        TrapKind::Uncaught => PURLIN_UNCAUGHT,
        TrapKind::Exit(_) => PURLIN_EXIT,
        TrapKind::Deadlock => PURLIN_DEADLOCK,
        TrapKind::OutOfGas => PURLIN_OUT_OF_GAS,
        TrapKind::AllocBytes => PURLIN_ALLOC_BYTES,
        TrapKind::CallDepth => PURLIN_CALL_DEPTH,
        TrapKind::OutOfMemory => PURLIN_OUT_OF_MEMORY,
        TrapKind::StackOverflow => PURLIN_STACK_OVERFLOW,
        TrapKind::OutputLimit => PURLIN_OUTPUT_LIMIT,
        TrapKind::Deadline => PURLIN_DEADLINE,
        TrapKind::Cancelled => PURLIN_CANCELLED,
        TrapKind::HostObjects => PURLIN_HOST_OBJECTS,
        TrapKind::Host => PURLIN_HOST,
        TrapKind::Io => PURLIN_IO,
        TrapKind::Internal => PURLIN_INTERNAL,
    }
}

impl purlin_error {
    /// A run's ending, with the guest's frames.
    #[cold]
    pub(crate) fn of_trap<T: Send + 'static>(isolate: &Isolate<T>, trap: &Trap) -> Failed {
        let headline = isolate.headline(trap);
        let mut error = purlin_error::of_plain_trap(trap);
        error.traceback = isolate.traceback(trap);
        error.report = isolate.report(&headline, trap);
        error
    }

    /// An ending outside of any isolate.
    #[cold]
    pub(crate) fn of_plain_trap(trap: &Trap) -> Failed {
        let mut error = purlin_error::new(status_of(trap.kind), trap.message.clone());
        error.name = trap.kind.name();
        if let TrapKind::Exit(code) = trap.kind {
            error.exit_code = code;
        }
        error
    }

    pub(crate) fn of_compilation(failed: &CompileError) -> Failed {
        let mut error = purlin_error::new(PURLIN_COMPILE, failed.lines().join("\n"));
        error.report = failed.to_string();
        error
    }
}

fn part(error: *const purlin_error, at: *mut *const c_char, len: *mut usize, f: fn(&purlin_error) -> &str) {
    plain((), || {
        // SAFETY: the error is null or alive, and the pointers null or good, by the contract of the border.
        unsafe {
            let text = error.as_ref().map_or("", f);
            put_text(text.as_bytes(), at, len);
        }
    });
}

/// The kind of an error: `PURLIN_UNCAUGHT` and so on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_status(error: *const purlin_error) -> i32 {
    // SAFETY: the error is null or alive, by the contract of the border.
    unsafe { error.as_ref() }.map_or(PURLIN_OK, |error| error.status)
}

/// The kind of an error as a word: `Uncaught`, `OutOfGas`, `Compile`. The text lives as long as the error, as
/// do those of the next functions; it does not end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_name(
    error: *const purlin_error,
    at: *mut *const c_char,
    len: *mut usize,
) {
    part(error, at, len, |error| error.name);
}

/// What happened, in one sentence or in several lines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_message(
    error: *const purlin_error,
    at: *mut *const c_char,
    len: *mut usize,
) {
    part(error, at, len, |error| &error.message);
}

/// The guest's frames, innermost first; empty where no guest code ran.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_traceback(
    error: *const purlin_error,
    at: *mut *const c_char,
    len: *mut usize,
) {
    part(error, at, len, |error| &error.traceback);
}

/// All of it as a person reads it: of a run, as the guest's language reports it; of a compilation, with lines
/// and carets.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_report(
    error: *const purlin_error,
    at: *mut *const c_char,
    len: *mut usize,
) {
    part(error, at, len, |error| &error.report);
}

/// The code with which the guest ended the program; 0 for other errors.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_exit_code(error: *const purlin_error) -> i32 {
    // SAFETY: the error is null or alive, by the contract of the border.
    unsafe { error.as_ref() }.map_or(0, |error| error.exit_code)
}

/// Frees an error. Null is good.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn purlin_error_free(error: *mut purlin_error) {
    // SAFETY: the caller gives the error up.
    drop(unsafe { taken(error) });
}
