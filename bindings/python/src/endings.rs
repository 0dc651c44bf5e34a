//! How what is no result becomes an exception. Its classes are Python's own (`purlin/_errors.py`). Knows
//! nothing of what was called.

use std::cell::RefCell;

use purlin::{CompileError, Isolate, Returned, Trap, TrapKind, Value};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// An ending on its way to Python, made while Python's lock is not held.
pub(crate) struct Ending {
    kind: &'static str,
    message: String,
    traceback: String,
    report: String,
    /// The code of an exit, or the number of a row.
    number: i64,
}

thread_local! {
    /// The exception of the last host function that ended a run of this thread's.
    static CAUSE: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Notes the exception that ends the run, which the run's own exception names as its cause.
pub(crate) fn note_cause(error: PyErr) {
    CAUSE.with(|cause| *cause.borrow_mut() = Some(error));
}

impl Ending {
    pub(crate) fn new(kind: &'static str, message: String) -> Ending {
        Ending { kind, report: message.clone(), message, traceback: String::new(), number: 0 }
    }

    pub(crate) fn busy() -> Ending {
        Ending::new("Busy", "the isolate is in use".into())
    }

    /// An ending outside of any isolate.
    pub(crate) fn of_trap(trap: &Trap) -> Ending {
        let mut ending = Ending::new(trap.kind.name(), trap.message.clone());
        if let TrapKind::Exit(code) = trap.kind {
            ending.number = code.into();
        }
        ending
    }

    /// A row of a batch that failed: by an error, or as `run` says.
    pub(crate) fn of_row(row: usize, message: String, run: Option<Ending>) -> Ending {
        let run = run.unwrap_or_else(|| Ending::new("Row", message.clone()));
        let Ending { traceback, report, .. } = run;
        Ending {
            kind: "Row",
            message: format!("row {row}: {message}"),
            traceback,
            report,
            number: row as i64,
        }
    }

    #[cold]
    pub(crate) fn of_run(isolate: &Isolate<()>, trap: &Trap) -> Ending {
        let mut ending = Ending::of_trap(trap);
        ending.traceback = isolate.traceback(trap);
        ending.report = isolate.report(&isolate.headline(trap), trap);
        ending
    }

    pub(crate) fn of_compilation(failed: &CompileError) -> Ending {
        let mut ending = Ending::new("Compile", failed.lines().join("\n"));
        ending.report = failed.to_string();
        ending
    }

    /// Results, or the guest's own error, or the ending of the run.
    pub(crate) fn of_call(
        isolate: &Isolate<()>,
        outcome: Result<Returned, Trap>,
    ) -> Result<Vec<Value>, Ending> {
        match outcome {
            Ok(Ok(results)) => Ok(results),
            Ok(Err(error)) => Err(Ending::new("GuestError", error.to_string())),
            Err(trap) => Err(Ending::of_run(isolate, &trap)),
        }
    }

    /// The exception.
    #[cold]
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        static MAKE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let make = match MAKE.import(py, "purlin._errors", "make") {
            Ok(make) => make,
            Err(error) => return error,
        };
        let cause = CAUSE.with(|cause| cause.borrow_mut().take());
        match make.call1((self.kind, self.message, self.traceback, self.report, self.number)) {
            Ok(exception) => {
                let error = PyErr::from_value(exception);
                if self.kind == "Host" {
                    error.set_cause(py, cause);
                }
                error
            }
            Err(error) => error,
        }
    }
}
