//! Host functions that are callables of Python's. Knows no engine.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use purlin::{Call, Failure, Value, ValuesFuture};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::endings::note_cause;
use crate::values::{returned, to_python};

thread_local! {
    /// Units of gas that the running host function has asked to be charged.
    static CHARGED: Cell<u64> = const { Cell::new(0) };
}

/// Charges units of gas for the work of the host function that calls this.
///
/// The guest pays when the function returns. Elsewhere it does nothing.
#[pyfunction]
pub(crate) fn charge(units: u64) {
    CHARGED.with(|charged| charged.set(charged.get().saturating_add(units)));
}

fn arguments<'py>(py: Python<'py>, args: &[Value]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    args.iter().map(|value| to_python(py, value)).collect()
}

/// An exception of a host function: a `GuestError` is an error that the guest gets, any other ends its run.
fn failure(py: Python<'_>, error: PyErr) -> Failure {
    static GUEST_ERROR: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let class = GUEST_ERROR.import(py, "purlin._errors", "GuestError");
    if class.is_ok_and(|class| error.matches(py, class).unwrap_or(false)) {
        let text = error.value(py).str().map(|text| text.to_string_lossy().into_owned());
        return Failure::Error(text.unwrap_or_default());
    }
    let text = error.to_string();
    note_cause(error);
    Failure::End(text)
}

/// A callable as a host function.
#[derive(Clone)]
pub(crate) struct Callable {
    pub callable: Arc<Py<PyAny>>,
    /// The number of its results that are no error.
    pub results: usize,
}

impl Callable {
    pub(crate) fn call(&self, call: &mut Call<'_>, args: &[Value]) -> Result<Vec<Value>, Failure> {
        Python::attach(|py| {
            let before = CHARGED.replace(0);
            let outcome = self.outcome(py, args).map_err(|error| failure(py, error));
            call.charge(CHARGED.replace(before));
            outcome
        })
    }

    fn outcome(&self, py: Python<'_>, args: &[Value]) -> PyResult<Vec<Value>> {
        let args = PyTuple::new(py, arguments(py, args)?)?;
        returned(&self.callable.bind(py).call1(args)?, self.results)
    }

    /// Begins an asynchronous function: the callable gets an `Answer` before the arguments, and returns what
    /// gives the work up.
    pub(crate) fn start(&self, args: &[Value]) -> ValuesFuture {
        let state = Arc::new(Mutex::new(State::default()));
        let begun = Python::attach(|py| {
            let answer = Answer { state: state.clone(), results: self.results };
            let mut all = vec![Bound::new(py, answer)?.into_any()];
            all.extend(arguments(py, args)?);
            self.callable.bind(py).call1(PyTuple::new(py, all)?).map(Bound::unbind)
        });
        let give_up = match begun {
            Ok(give_up) => Some(give_up),
            Err(error) => {
                let failed = Python::attach(|py| failure(py, error));
                state.lock().unwrap_or_else(PoisonError::into_inner).answer = Some(Err(failed));
                None
            }
        };
        Box::pin(Awaited { state, give_up })
    }
}

#[derive(Default)]
struct State {
    answer: Option<Result<Vec<Value>, Failure>>,
    waker: Option<Waker>,
}

/// The answer of an asynchronous host function, as the guest waits for it.
struct Awaited {
    state: Arc<Mutex<State>>,
    /// Called if the answer is not wanted any more.
    give_up: Option<Py<PyAny>>,
}

impl Future for Awaited {
    type Output = Result<Vec<Value>, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.answer.is_none() {
                state.waker = Some(cx.waker().clone());
            }
            state.answer.take()
        };
        match answer {
            Some(answer) => {
                self.give_up = None;
                Poll::Ready(answer)
            }
            None => Poll::Pending,
        }
    }
}

impl Drop for Awaited {
    fn drop(&mut self) {
        if let Some(give_up) = self.give_up.take() {
            // An interpreter that shuts down has no use for it.
            let _ = Python::try_attach(|py| give_up.call0(py).map(drop));
        }
    }
}

/// Where the answer of an asynchronous host function goes.
#[pyclass(frozen)]
pub(crate) struct Answer {
    state: Arc<Mutex<State>>,
    results: usize,
}

impl Answer {
    fn answered(&self, py: Python<'_>, given: Result<Vec<Value>, Failure>) {
        // Waking takes locks of others', whose holders may wait for Python's.
        py.detach(|| {
            let waker = {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                state.answer = Some(given);
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        });
    }
}

#[pymethods]
impl Answer {
    /// Answers with a result.
    fn give(&self, py: Python<'_>, result: &Bound<'_, PyAny>) {
        let given = returned(result, self.results).map_err(|error| failure(py, error));
        self.answered(py, given);
    }

    /// Answers with an exception.
    fn fail(&self, py: Python<'_>, error: &Bound<'_, PyAny>) {
        let failed = failure(py, PyErr::from_value(error.clone()));
        self.answered(py, Err(failed));
    }
}
