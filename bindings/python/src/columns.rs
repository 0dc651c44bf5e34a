//! Functions over columns. Arrays cross by Arrow's C data interface, as capsules of Python's: whatever has
//! `__arrow_c_array__` is taken, and what is given has it. Knows nothing of how batches run.

use std::fmt::Display;
use std::sync::Arc;

use purlin::columns::arrow_array::{Array, ArrayRef};
use purlin::columns::arrow_schema::{DataType, Field};
use purlin::columns::{BadRows, Batching, ColumnError};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::{PyArray, PyDataType, ffi};

use crate::endings::Ending;
use crate::isolate::Isolate;

/// A function over columns. Made by `Module.columnar`.
///
/// >>> import pyarrow as pa
/// >>> text = '''
/// ... package main
/// ... import "errors"
/// ... func Price(sku string, n int64) (int64, error) {
/// ...     if n < 0 { return 0, errors.New("how many?") }
/// ...     if sku[0] == 'A' { return 90 * n, nil }
/// ...     return 100 * n, nil
/// ... }
/// ... func main() {}
/// ... '''
/// >>> module = purlin.Engine().compile(text)
/// >>> price, isolate = module.columnar("Price"), module.isolate(purlin.Limits(gas=1_000_000))
/// >>> batch = price(isolate, pa.array(["A1", "B7", None]), pa.array([1, 2, 3]))
/// >>> pa.array(batch.columns[0]).to_pylist(), batch.gas > 0
/// ([90, 200, None], True)
/// >>> price(isolate, pa.array(["A1", "", "A2"]), pa.array([1, 2, -4]), bad_rows="collect").errors
/// [(1, 'panic: runtime error: index out of range [0] with length 0'), (2, 'how many?')]
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Columnar(purlin::columns::Columnar);

impl Columnar {
    pub(crate) fn new(
        module: &purlin::Module,
        name: &str,
        results: Option<Vec<DataType>>,
    ) -> Result<Columnar, ColumnError> {
        typed(module.columnar(name)?, results, purlin::columns::Columnar::with_results).map(Columnar)
    }
}

/// What a module has made of a function or a type, with columns of the types that are given, if any are.
pub(crate) fn typed<T>(
    made: T,
    types: Option<Vec<DataType>>,
    with_types: impl FnOnce(T, Vec<DataType>) -> Result<T, ColumnError>,
) -> Result<T, ColumnError> {
    match types {
        Some(types) => with_types(made, types),
        None => Ok(made),
    }
}

/// The exception for a function that cannot be one over columns, or cannot have such results.
pub(crate) fn refused(error: &ColumnError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The ending of a batch that has no columns.
pub(crate) fn ending(isolate: &purlin::Isolate<()>, error: ColumnError) -> Ending {
    match error {
        ColumnError::Row { error, trap } => {
            let run = trap.map(|trap| Ending::of_run(isolate, &trap));
            Ending::of_row(error.row, error.message, run)
        }
        ColumnError::Ended(trap) => Ending::of_run(isolate, &trap),
        other => Ending::new("Columns", other.to_string()),
    }
}

/// How a batch runs, by the words that Python has for it.
pub(crate) fn batching(bad_rows: &str, keep_state: bool) -> PyResult<Batching> {
    let bad_rows = match bad_rows {
        "fail" => BadRows::Fail,
        "null" => BadRows::Null,
        "collect" => BadRows::Collect,
        other => {
            return Err(PyValueError::new_err(format!("bad_rows is fail, null or collect, not {other:?}")));
        }
    };
    Ok(Batching { bad_rows, keep_state })
}

/// An array of Python's, which errors call by `place`.
pub(crate) fn array(place: impl Display, object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let array = object.extract::<PyArray>();
    Ok(array.map_err(|e| PyTypeError::new_err(format!("{place}: {e}")))?.into_inner().0)
}

/// The columns of a batch.
pub(crate) fn arrays(columns: &Bound<'_, PyTuple>) -> PyResult<Vec<ArrayRef>> {
    let column = |(n, column)| array(format_args!("column {}", n + 1), &column);
    columns.iter().enumerate().map(column).collect()
}

#[pymethods]
impl Columnar {
    /// Calls the function for each row, one array for each parameter.
    ///
    /// The isolate is reset before, unless its state is to be kept. A row fails if the function panics or
    /// returns an error: then the batch fails with a `RowError`, or the row's results are null, or they are
    /// and the batch lists the row.
    #[pyo3(signature = (isolate, *columns, bad_rows="fail", keep_state=false))]
    fn __call__(
        &self,
        py: Python<'_>,
        isolate: &Isolate,
        columns: &Bound<'_, PyTuple>,
        bad_rows: &str,
        keep_state: bool,
    ) -> PyResult<Batch> {
        let batching = batching(bad_rows, true)?;
        let columns = arrays(columns)?;
        let batch = isolate.with_state(py, keep_state, |inner| {
            self.0.call(inner, &columns, batching).map_err(|error| ending(inner, error))
        })?;
        Ok(Batch::from(batch))
    }

    /// How many arrays a batch gives: one for each result of the function but an error.
    fn __len__(&self) -> usize {
        self.0.results().len()
    }
}

/// What came of a batch.
#[pyclass(frozen, get_all, module = "purlin")]
pub(crate) struct Batch {
    /// An array for each result of the function, or for each column of the table.
    columns: Vec<Column>,
    /// The rows that failed and what they say, if they are collected.
    errors: Vec<(usize, String)>,
    /// Units of gas that the batch took.
    gas: u64,
}

impl From<purlin::columns::Batch> for Batch {
    fn from(batch: purlin::columns::Batch) -> Batch {
        let errors = batch.errors.into_iter().map(|error| (error.row, error.message)).collect();
        Batch { columns: batch.columns.into_iter().map(Column).collect(), errors, gas: batch.gas }
    }
}

/// An array in Arrow's format, for whatever reads such: `pyarrow.array(column)`, `polars.Series(column)`.
#[pyclass(frozen, module = "purlin")]
#[derive(Clone)]
pub(crate) struct Column(ArrayRef);

#[pymethods]
impl Column {
    /// The array as capsules of Arrow's C data interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let field = Arc::new(Field::new("", self.0.data_type().clone(), true));
        Ok(ffi::to_array_pycapsules(py, field, &self.0, requested_schema)?)
    }

    /// The type as a capsule of Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(ffi::to_schema_pycapsule(py, self.0.data_type())?)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<purlin.Column of {} {}>", self.0.len(), self.0.data_type())
    }
}

/// The types of what has `__arrow_c_schema__`.
pub(crate) fn types(given: Option<Vec<PyDataType>>) -> Option<Vec<DataType>> {
    given.map(|types| types.into_iter().map(PyDataType::into_inner).collect())
}
