//! What an entry returns, and the error of a status that is not `PURLIN_OK`. Knows neither how runs end nor
//! how an error reaches the caller.

/// An error on its way to the caller.
pub(crate) type Failed = Box<purlin_error>;

/// All is well.
pub const PURLIN_OK: i32 = 0;
/// The guest panicked, and nothing recovered.
pub const PURLIN_UNCAUGHT: i32 = 1;
/// The guest ended the program: `purlin_error_exit_code`.
pub const PURLIN_EXIT: i32 = 2;
/// No goroutine can ever run again.
pub const PURLIN_DEADLOCK: i32 = 3;
/// The gas is used up: refuel and resume.
pub const PURLIN_OUT_OF_GAS: i32 = 4;
/// The limit of bytes allocated in all is reached.
pub const PURLIN_ALLOC_BYTES: i32 = 5;
/// The limit of nested calls is reached.
pub const PURLIN_CALL_DEPTH: i32 = 6;
/// The memory limit is reached.
pub const PURLIN_OUT_OF_MEMORY: i32 = 7;
/// The limit of stack is reached.
pub const PURLIN_STACK_OVERFLOW: i32 = 8;
/// The limit of output is reached.
pub const PURLIN_OUTPUT_LIMIT: i32 = 9;
/// The deadline has passed.
pub const PURLIN_DEADLINE: i32 = 10;
/// The host cancelled the isolate.
pub const PURLIN_CANCELLED: i32 = 11;
/// The limit of the host's objects is reached.
pub const PURLIN_HOST_OBJECTS: i32 = 12;
/// A host function failed, a value could not cross, or the call was wrong.
pub const PURLIN_HOST: i32 = 13;
/// A stream of the host's failed.
pub const PURLIN_IO: i32 = 14;
/// A defect of Purlin.
pub const PURLIN_INTERNAL: i32 = 15;
/// The program does not compile.
pub const PURLIN_COMPILE: i32 = 32;
/// The guest's function returned an error.
pub const PURLIN_GUEST_ERROR: i32 = 33;
/// A null handle, text that is no UTF-8, or something else that no program should do.
pub const PURLIN_USAGE: i32 = 34;
/// The isolate is in use: by another thread, by a future, or by the host function that asks for it.
pub const PURLIN_BUSY: i32 = 35;
/// A future has not ended yet. It has no error.
pub const PURLIN_PENDING: i32 = 36;
/// A panic of Purlin's own code, which is a defect.
pub const PURLIN_PANIC: i32 = 37;

/// Why something failed.
pub struct purlin_error {
    pub(crate) status: i32,
    pub(crate) name: &'static str,
    pub(crate) message: String,
    pub(crate) traceback: String,
    pub(crate) report: String,
    pub(crate) exit_code: i32,
}

/// The names of the kinds that are no ending of a run.
fn name_of(status: i32) -> &'static str {
    match status {
        PURLIN_COMPILE => "Compile",
        PURLIN_GUEST_ERROR => "GuestError",
        PURLIN_BUSY => "Busy",
        PURLIN_PANIC => "Panic",
        _ => "Usage",
    }
}

impl purlin_error {
    #[cold]
    pub(crate) fn new(status: i32, message: impl Into<String>) -> Failed {
        let message = message.into();
        let report = message.clone();
        let name = name_of(status);
        Box::new(purlin_error { status, name, message, traceback: String::new(), report, exit_code: 0 })
    }
}
