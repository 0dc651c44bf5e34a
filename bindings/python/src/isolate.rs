//! Isolates. One is used by one call at a time: another use meanwhile, also by a host function that the
//! isolate itself calls, is an exception.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use purlin::{Canceller, Grants, Limits, Streams};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::asynchronous::Running;
use crate::endings::Ending;
use crate::engine::after;
use crate::function::Function;
use crate::values::{from_python, results};

/// Bytes that were written and not taken yet.
#[derive(Clone, Default)]
struct Gathered(Arc<Mutex<Vec<u8>>>);

impl Gathered {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *locked(&self.0))
    }
}

impl Write for Gathered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.0).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What an isolate's object shares with its functions and with calls that are awaited.
pub(crate) struct Shared {
    module: purlin::Module,
    /// None while a call that is awaited has it.
    isolate: Mutex<Option<Box<purlin::Isolate<()>>>>,
    canceller: Mutex<Canceller>,
    grants: Mutex<Grants>,
    output: Gathered,
    errors: Gathered,
}

impl Shared {
    /// Uses the isolate, if nothing else does.
    #[inline]
    pub(crate) fn with<T>(
        &self,
        f: impl FnOnce(&mut purlin::Isolate<()>) -> Result<T, Ending>,
    ) -> Result<T, Ending> {
        let mut isolate = match self.isolate.try_lock() {
            Ok(isolate) => isolate,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(Ending::busy()),
        };
        match isolate.as_mut() {
            Some(isolate) => f(isolate),
            None => Err(Ending::busy()),
        }
    }

    /// Takes the isolate for a call that is awaited.
    fn take(self: &Arc<Shared>) -> Result<Taken, Ending> {
        let isolate = match self.isolate.try_lock() {
            Ok(mut isolate) => isolate.take(),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().take(),
            Err(TryLockError::WouldBlock) => None,
        };
        let isolate = isolate.ok_or_else(Ending::busy)?;
        Ok(Taken { shared: self.clone(), isolate: Some(isolate) })
    }

    fn streams(&self, input: Vec<u8>) -> Streams {
        streams(input, &self.output, &self.errors)
    }
}

fn streams(input: Vec<u8>, output: &Gathered, errors: &Gathered) -> Streams {
    Streams {
        input: Box::new(Cursor::new(input)),
        output: Box::new(output.clone()),
        errors: Box::new(errors.clone()),
    }
}

/// An isolate that comes back when the call that has it ends, or is dropped.
struct Taken {
    shared: Arc<Shared>,
    isolate: Option<Box<purlin::Isolate<()>>>,
}

impl Drop for Taken {
    fn drop(&mut self) {
        *locked(&self.shared.isolate) = self.isolate.take();
    }
}

/// A running program: memory, limits, output. It serves one call at a time. Made by `Module.isolate`.
///
/// >>> text = '''
/// ... package main
/// ... import "fmt"
/// ... var n int
/// ... func Count() int { n++; return n }
/// ... func main() { fmt.Print("hi") }
/// ... '''
/// >>> isolate = purlin.Engine().compile(text).isolate(purlin.Limits(gas=1_000_000))
/// >>> isolate.run()
/// >>> isolate.take_output()
/// b'hi'
/// >>> isolate.call("Count"), isolate.call("Count")
/// (1, 2)
/// >>> isolate.reset()
/// >>> isolate.call("Count")
/// 1
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Isolate(Arc<Shared>);

impl Isolate {
    pub(crate) fn new(module: &purlin::Module, limits: Limits) -> io::Result<Isolate> {
        let (output, errors) = (Gathered::default(), Gathered::default());
        let isolate = module.isolate((), limits, streams(Vec::new(), &output, &errors))?;
        Ok(Isolate(Arc::new(Shared {
            module: module.clone(),
            canceller: Mutex::new(isolate.canceller()),
            isolate: Mutex::new(Some(Box::new(isolate))),
            grants: Mutex::new(Grants::none()),
            output,
            errors,
        })))
    }

    /// Uses the isolate while Python's lock is not held.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&mut purlin::Isolate<()>) -> Result<T, Ending> + Send,
    ) -> PyResult<T> {
        py.detach(|| self.0.with(f)).map_err(|ending| ending.raised(py))
    }

    /// Uses the isolate in the state of a fresh one, unless its state is to be kept.
    pub(crate) fn with_state<T: Send>(
        &self,
        py: Python<'_>,
        keep_state: bool,
        f: impl FnOnce(&mut purlin::Isolate<()>) -> Result<T, Ending> + Send,
    ) -> PyResult<T> {
        self.with(py, |inner| {
            // The reset is not left to what runs: `cancel` has to know the canceller that a reset makes.
            if !keep_state {
                inner.reset();
                *locked(&self.0.canceller) = inner.canceller();
            }
            f(inner)
        })
    }

    /// Another handle of the isolate.
    pub(crate) fn again(&self) -> Isolate {
        Isolate(self.0.clone())
    }

    /// A coroutine that polls a call.
    fn driven<'py>(py: Python<'py>, running: Running) -> PyResult<Bound<'py, PyAny>> {
        static DRIVE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        DRIVE.import(py, "purlin._asyncio", "drive")?.call1((running,))
    }

    /// Grants more than before.
    fn grant(&self, py: Python<'_>, more: impl FnOnce(Grants) -> io::Result<Grants>) -> PyResult<()> {
        let granted = more(locked(&self.0.grants).clone()).map_err(PyOSError::new_err)?;
        *locked(&self.0.grants) = granted.clone();
        self.with(py, |isolate| {
            isolate.set_grants(granted);
            Ok(())
        })
    }
}

#[pymethods]
impl Isolate {
    /// An exported function, to be called as one of Python's: the quickest way for many calls.
    ///
    /// >>> text = "package main\nfunc Add(a, b int64) int64 { return a + b }\nfunc main() {}"
    /// >>> add = purlin.Engine().compile(text).isolate().function("Add")
    /// >>> add(40, 2)
    /// 42
    fn function(&self, py: Python<'_>, name: &str) -> PyResult<Function> {
        let found = self.0.module.value_function(name);
        let function = found.map_err(|trap| Ending::of_trap(&trap).raised(py))?;
        Ok(Function::new(function, self.0.clone()))
    }

    /// Calls an exported function. Several results are a tuple; an error that the function returns is
    /// raised as a `GuestError`, and any other ending as a `Trap`.
    ///
    /// >>> text = 'package main\nfunc Greet(name string) string { return "hello, " + name }\nfunc main() {}'
    /// >>> purlin.Engine().compile(text).isolate().call("Greet", "you")
    /// 'hello, you'
    #[pyo3(signature = (name, *args))]
    fn call<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.function(py, name)?.by_values(py, args)
    }

    /// Calls an exported function, to be awaited: others have their turn while it runs, and coroutines that
    /// the guest calls as host functions run on the same event loop.
    ///
    /// >>> import asyncio
    /// >>> text = "package main\nfunc Twice(n int) int { return 2 * n }\nfunc main() {}"
    /// >>> isolate = purlin.Engine().compile(text).isolate()
    /// >>> async def twice(n):
    /// ...     return await isolate.call_async("Twice", n)
    /// >>> asyncio.run(twice(21))
    /// 42
    #[pyo3(signature = (name, *args))]
    fn call_async<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.0.module.value_function(name);
        let function = found.map_err(|trap| Ending::of_trap(&trap).raised(py))?;
        let args = args.iter().map(|arg| from_python(&arg)).collect::<PyResult<Vec<_>>>()?;
        let mut taken = self.0.take().map_err(|ending| ending.raised(py))?;
        let running = Running::new(async move {
            let Some(isolate) = taken.isolate.as_mut() else { return Err(Ending::busy()) };
            let outcome = function.call_async(isolate, args).await;
            Ending::of_call(isolate, outcome)
        });
        Isolate::driven(py, running)
    }

    /// Runs the program's `main`, after the initialisation of its packages.
    fn run(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |isolate| {
            let outcome = isolate.run();
            outcome.map_err(|trap| Ending::of_run(isolate, &trap))
        })
    }

    /// Runs the program's `main`, to be awaited.
    fn run_async<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut taken = self.0.take().map_err(|ending| ending.raised(py))?;
        let running = Running::new(async move {
            let Some(isolate) = taken.isolate.as_mut() else { return Err(Ending::busy()) };
            let outcome = isolate.run_async().await;
            outcome.map(|()| Vec::new()).map_err(|trap| Ending::of_run(isolate, &trap))
        });
        Isolate::driven(py, running)
    }

    /// Resumes what ran out of gas, at the same instruction, and returns the result of the call.
    ///
    /// >>> text = '''
    /// ... package main
    /// ... func Sum(n int) (s int) { for i := range n { s += i }; return }
    /// ... func main() {}
    /// ... '''
    /// >>> isolate = purlin.Engine().compile(text).isolate(purlin.Limits(gas=1_000))
    /// >>> try:
    /// ...     isolate.call("Sum", 10_000)
    /// ... except purlin.OutOfGas:
    /// ...     isolate.refuel(1_000_000)
    /// ...     print(isolate.resume())
    /// 49995000
    fn resume<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let values = self.with(py, |isolate| {
            let outcome = isolate.resume_values();
            Ending::of_call(isolate, outcome)
        })?;
        results(py, &values)
    }

    /// Adds units of gas to what is left.
    fn refuel(&self, py: Python<'_>, units: u64) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.refuel(units);
            Ok(())
        })
    }

    /// Brings the isolate back to the state of a fresh one, its limits included.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with_state(py, false, |_| Ok(()))
    }

    /// Stops what runs in the isolate, from any thread. It stays cancelled until it is reset.
    fn cancel(&self, py: Python<'_>) {
        // Waking takes locks of others', whose holders may wait for Python's.
        py.detach(|| {
            let canceller = locked(&self.0.canceller).clone();
            canceller.cancel();
        });
    }

    /// Takes a cancellation back, so that the isolate can run with the state that it has.
    fn clear_cancellation(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.clear_cancellation();
            Ok(())
        })
    }

    /// Sets the limits that can change while an isolate lives: units of gas from now on, bytes of output in
    /// all, milliseconds from now. None is no limit.
    #[pyo3(signature = (*, gas=None, output_bytes=None, time_ms=None))]
    fn set_limits(
        &self,
        py: Python<'_>,
        gas: Option<u64>,
        output_bytes: Option<u64>,
        time_ms: Option<u64>,
    ) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.set_gas(gas);
            isolate.set_output_bytes(output_bytes);
            isolate.set_deadline(after(time_ms));
            Ok(())
        })
    }

    /// Units of gas that are left; None without a limit.
    #[getter]
    fn gas_left(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        let left = self.with(py, |isolate| Ok(isolate.gas_left()))?;
        Ok(left.map(|units| u64::try_from(units).unwrap_or(0)))
    }

    /// What the isolate has used since it was made or reset: gas, bytes allocated and written, goroutines.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = self.with(py, |isolate| Ok(isolate.stats()))?;
        let fields = PyDict::new(py);
        fields.set_item("gas", stats.gas)?;
        fields.set_item("alloc_bytes", stats.alloc_bytes)?;
        fields.set_item("output_bytes", stats.output_bytes)?;
        fields.set_item("fibers", stats.fibers)?;
        static STATS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        STATS.import(py, "purlin._values", "Stats")?.call((), Some(&fields))
    }

    /// What the program has written to standard output since this was called last.
    fn take_output<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.output.take())
    }

    /// What the program has written to standard error since this was called last.
    fn take_errors<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.errors.take())
    }

    /// Sets what the program reads from standard input.
    fn set_input(&self, py: Python<'_>, input: Vec<u8>) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.set_streams(self.0.streams(input));
            Ok(())
        })
    }

    /// Sets the arguments that the program sees, its own name first.
    fn set_args(&self, py: Python<'_>, args: Vec<String>) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.set_args(args);
            Ok(())
        })
    }

    /// Adds a variable to the program's environment, which has none of the host's.
    fn set_env(&self, py: Python<'_>, name: &str, value: &str) -> PyResult<()> {
        self.grant(py, |grants| Ok(grants.set_env(name, value)))
    }

    /// Lets the program read the files in a folder, and change them if `write` is set.
    #[pyo3(signature = (path, *, write=false))]
    fn allow_folder(&self, py: Python<'_>, path: std::path::PathBuf, write: bool) -> PyResult<()> {
        self.grant(py, |grants| if write { grants.allow_write(path) } else { grants.allow_read(path) })
    }

    /// Sets after how many units of gas an awaited call gives others a turn; a million unless it is set.
    #[pyo3(signature = (units))]
    fn set_yield_interval(&self, py: Python<'_>, units: Option<u64>) -> PyResult<()> {
        self.with(py, |isolate| {
            isolate.set_yield_interval(units);
            Ok(())
        })
    }
}
