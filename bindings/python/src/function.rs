//! Exported functions bound to an isolate, for calls without a look-up. Those of numbers and booleans go by
//! words, without a value being made.

use std::sync::Arc;

use purlin::{HostType, Value, ValueFunction};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyTuple};

use crate::endings::Ending;
use crate::isolate::Shared;
use crate::values::{from_python, results, to_python};

/// A function of an isolate, which is called as one of Python's. Made by `Isolate.function`.
///
/// >>> text = "package main\nfunc Add(a, b int64) int64 { return a + b }\nfunc main() {}"
/// >>> add = purlin.Engine().compile(text).isolate().function("Add")
/// >>> add(40, 2)
/// 42
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Function {
    function: ValueFunction,
    shared: Arc<Shared>,
}

/// The word of an argument, if it surely fits: what does not is left to values, which say why.
#[inline]
fn word(object: &Bound<'_, PyAny>, ty: &HostType) -> Option<u64> {
    match ty {
        HostType::Int(8, true) => object.cast_exact::<PyInt>().ok()?.extract::<i64>().ok().map(|n| n as u64),
        HostType::F64 if object.is_exact_instance_of::<PyFloat>() => {
            object.cast_exact::<PyFloat>().ok().map(|value| value.value().to_bits())
        }
        _ => from_python(object).ok()?.to_word(ty).ok(),
    }
}

impl Function {
    pub(crate) fn new(function: ValueFunction, shared: Arc<Shared>) -> Function {
        Function { function, shared }
    }

    /// Calls by words, if the function and the arguments are such.
    #[inline]
    fn by_words<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let (params, types) = self.function.words()?;
        if args.len() != params.len() {
            return None;
        }
        let mut words = [0; 8];
        for (at, (ty, to)) in params.iter().zip(&mut words).enumerate() {
            let arg = args.get_borrowed_item(at).ok()?;
            *to = word(&arg, ty)?;
        }
        let called = py.detach(|| {
            self.shared.with(|isolate| {
                self.function.call_words(isolate, &mut words).map_err(|trap| Ending::of_run(isolate, &trap))
            })
        });
        if let Err(ending) = called {
            return Some(Err(ending.raised(py)));
        }
        Some(match types {
            [one] => to_python(py, &Value::of_word(words[0], one)),
            several => {
                let values = several.iter().zip(words).map(|(ty, word)| Value::of_word(word, ty));
                results(py, &values.collect::<Vec<_>>())
            }
        })
    }

    /// Calls with values.
    pub(crate) fn by_values<'py>(
        &self,
        py: Python<'py>,
        args: &Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let args = args.iter().map(|arg| from_python(&arg)).collect::<PyResult<Vec<_>>>()?;
        let called = py.detach(|| {
            self.shared.with(|isolate| {
                let outcome = self.function.call(isolate, &args);
                Ending::of_call(isolate, outcome)
            })
        });
        results(py, &called.map_err(|ending| ending.raised(py))?)
    }
}

#[pymethods]
impl Function {
    #[pyo3(signature = (*args))]
    fn __call__<'py>(&self, py: Python<'py>, args: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        match self.by_words(py, args) {
            Some(called) => called,
            None => self.by_values(py, args),
        }
    }

    /// The types of the function in the guest's language.
    #[getter]
    fn signature(&self) -> &str {
        &self.function.export().signature
    }

    /// The name by which the program exports it.
    #[getter]
    fn __name__(&self) -> &str {
        &self.function.export().name
    }

    fn __repr__(&self) -> String {
        let export = self.function.export();
        format!("<purlin.Function {}: {}>", export.name, export.signature)
    }
}
