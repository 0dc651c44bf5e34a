//! Calls as futures, which the package's coroutines poll. Knows no event loop: a callable says when to poll
//! again.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, TryLockError};
use std::task::{Context, Poll, Wake, Waker};

use purlin::Value;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::endings::Ending;
use crate::values::results;

pub(crate) type Outcome = Result<Vec<Value>, Ending>;

/// A call or a run that proceeds when it is polled. Until it has ended or is closed, its isolate is in use.
#[pyclass(frozen)]
pub(crate) struct Running(Mutex<Option<Pin<Box<dyn Future<Output = Outcome> + Send>>>>);

impl Running {
    pub(crate) fn new(future: impl Future<Output = Outcome> + Send + 'static) -> Running {
        Running(Mutex::new(Some(Box::pin(future))))
    }
}

/// A callable that asks for another poll.
struct Woken(Py<PyAny>);

impl Wake for Woken {
    fn wake(self: Arc<Woken>) {
        // It fails if its event loop is closed, and then nothing polls any more.
        let _ = Python::try_attach(|py| self.0.call0(py).map(drop));
    }
}

#[pymethods]
impl Running {
    /// Proceeds until the call ends, waits, or gives others a turn: then it is to be polled again after
    /// `wake` was called. None until the end, then a tuple of the result.
    fn poll<'py>(&self, py: Python<'py>, wake: Py<PyAny>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let polled = py.detach(|| {
            let mut locked = match self.0.try_lock() {
                Ok(locked) => locked,
                Err(TryLockError::Poisoned(_)) => return Err("a poll of the call has panicked"),
                Err(TryLockError::WouldBlock) => return Err("the call is polled already"),
            };
            let Some(future) = locked.as_mut() else { return Err("the call has ended") };
            let waker = Waker::from(Arc::new(Woken(wake)));
            let polled = future.as_mut().poll(&mut Context::from_waker(&waker));
            if polled.is_ready() {
                *locked = None;
            }
            Ok(polled)
        });
        match polled.map_err(PyRuntimeError::new_err)? {
            Poll::Pending => Ok(None),
            Poll::Ready(Ok(values)) => Ok(Some(PyTuple::new(py, [results(py, &values)?])?)),
            Poll::Ready(Err(ending)) => Err(ending.raised(py)),
        }
    }

    /// Ends the call as a cancellation would, if it has not ended.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            if let Ok(mut locked) = self.0.try_lock() {
                *locked = None;
            }
        });
    }
}
