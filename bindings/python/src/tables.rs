//! Functions that give tables: arguments go in, and an iterator gives rows as columns. Knows how a value of
//! Python's becomes an argument; how arrays cross is in `columns.rs`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use purlin::Value;
use purlin::columns::ColumnError;
use purlin::columns::arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, LargeBinaryArray, LargeStringArray,
};
use purlin::columns::arrow_schema::{DataType, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use pyo3_arrow::ffi;

use crate::columns::{Batch, array, ending, typed};
use crate::isolate::{Isolate, locked};
use crate::values::from_python;

/// A function that returns a sequence, whose rows are a table. Made by `Module.table`.
///
/// >>> import pyarrow as pa
/// >>> text = '''
/// ... package main
/// ... import ("iter"; "strings")
/// ... type Word struct {
/// ...     Text string
/// ...     At   int64
/// ... }
/// ... func Words(text string) iter.Seq[Word] {
/// ...     return func(yield func(Word) bool) {
/// ...         for n, word := range strings.Fields(text) {
/// ...             if !yield(Word{word, int64(n)}) { return }
/// ...         }
/// ...     }
/// ... }
/// ... func main() {}
/// ... '''
/// >>> module = purlin.Engine().compile(text)
/// >>> words, isolate = module.table("Words"), module.isolate(purlin.Limits(gas=1_000_000))
/// >>> words.columns
/// ['Text', 'At']
/// >>> for batch in words(isolate, "to be or not", batch_rows=3):
/// ...     print([pa.array(column).to_pylist() for column in batch.columns])
/// [['to', 'be', 'or'], [0, 1, 2]]
/// [['not'], [3]]
///
/// The schema is there even if there are no rows.
///
/// >>> pa.schema(words)
/// Text: string not null
/// At: int64 not null
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Table(purlin::columns::Table);

impl Table {
    pub(crate) fn new(
        module: &purlin::Module,
        name: &str,
        columns: Option<Vec<DataType>>,
    ) -> Result<Table, ColumnError> {
        typed(module.table(name)?, columns, purlin::columns::Table::with_columns).map(Table)
    }
}

/// An argument as an array of one row: an array of Python's, or a scalar, whose type its value alone decides.
fn argument(n: usize, object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let place = format!("argument {}", n + 1);
    if object.hasattr(intern!(object.py(), "__arrow_c_array__"))? {
        return array(place, object);
    }
    // Large arrays have offsets for texts of any size: one that is too long is then an error of the call.
    Ok(match from_python(object)? {
        Value::Bool(value) => Arc::new(BooleanArray::from(vec![value])),
        Value::Int(value) => Arc::new(Int64Array::from(vec![value])),
        Value::Float(value) => Arc::new(Float64Array::from(vec![value])),
        Value::Str(text) => Arc::new(LargeStringArray::from(vec![text])),
        Value::Bytes(bytes) => Arc::new(LargeBinaryArray::from(vec![&bytes[..]])),
        _ => {
            let why = "what is no bool, int64, float, str or bytes is passed as an array of one row";
            return Err(PyTypeError::new_err(format!("{place}: {why}")));
        }
    })
}

#[pymethods]
impl Table {
    /// Calls the function, and lets its sequence run until it ends or has yielded `most` rows: one without
    /// end needs that number. The iterator gives the rows in batches of `batch_rows`.
    ///
    /// An argument is an array of one row, or a scalar: an `int` is an `int64`, a `float` a `float64`. A null
    /// for a parameter that is no pointer gives no rows. A panic, or an error that the function returns, is a
    /// `RowError` of row 0. The isolate is reset before, unless its state is to be kept: then rows of several
    /// tables may be there at once.
    #[pyo3(signature = (isolate, *arguments, most=None, keep_state=false, batch_rows=1024))]
    fn __call__(
        &self,
        py: Python<'_>,
        isolate: &Isolate,
        arguments: &Bound<'_, PyTuple>,
        most: Option<usize>,
        keep_state: bool,
        batch_rows: usize,
    ) -> PyResult<Rows> {
        if batch_rows == 0 {
            return Err(PyValueError::new_err("batch_rows is 1 or more, not 0"));
        }
        let arguments = arguments.iter().enumerate().map(|(n, object)| argument(n, &object));
        let arguments = arguments.collect::<PyResult<Vec<_>>>()?;
        let rows = isolate.with_state(py, keep_state, |inner| {
            self.0.open(inner, &arguments, most, true).map_err(|error| ending(inner, error))
        })?;
        Ok(Rows {
            gas: AtomicU64::new(rows.gas()),
            num_rows: rows.len(),
            batch_rows,
            isolate: isolate.again(),
            left: Mutex::new(Some(rows)),
        })
    }

    /// The names of the columns: the fields of a row that is a structure, and otherwise `value`.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.columns().iter().map(|field| field.name().clone()).collect()
    }

    /// Names and types of the columns as a capsule of Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(ffi::to_schema_pycapsule(py, Schema::new(self.0.columns()))?)
    }
}

/// The rows that a call of a table's function has given: an iterator of batches. Made by calling a `Table`.
///
/// They are in the isolate's memory until the last batch was given, the isolate is reset, or they are
/// released. After an error, as of a limit, the same rows may be asked for again.
///
/// >>> text = '''
/// ... package main
/// ... func Numbers(from int64) func(yield func(int64) bool) {
/// ...     return func(yield func(int64) bool) {
/// ...         for n := from; yield(n); n++ {
/// ...         }
/// ...     }
/// ... }
/// ... func main() {}
/// ... '''
/// >>> module = purlin.Engine().compile(text)
/// >>> rows = module.table("Numbers")(module.isolate(purlin.Limits(gas=1_000_000)), 10, most=3000)
/// >>> rows.num_rows, [len(batch.columns[0]) for batch in rows]
/// (3000, [1024, 1024, 952])
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Rows {
    /// None when all were given or they were released. Locked only while the isolate is in use, and so by
    /// one thread at a time.
    left: Mutex<Option<purlin::columns::Rows>>,
    /// Kept beside the rows, so that it can be read while the isolate is in use.
    gas: AtomicU64,
    num_rows: usize,
    batch_rows: usize,
    isolate: Isolate,
}

#[pymethods]
impl Rows {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    /// The next batch of rows.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        let batch = self.isolate.with(py, |inner| {
            let mut left = locked(&self.left);
            let Some(rows) = left.as_mut() else { return Ok(None) };
            let batch = rows.next(inner, self.batch_rows).map_err(|error| ending(inner, error))?;
            self.gas.store(rows.gas(), Ordering::Relaxed);
            if batch.is_none()
                && let Some(rows) = left.take()
            {
                rows.release(inner);
            }
            Ok(batch)
        })?;
        Ok(batch.map(Batch::from))
    }

    /// How many rows there are in all batches.
    #[getter]
    fn num_rows(&self) -> usize {
        self.num_rows
    }

    /// Units of gas that the call took, and the batches that were given since.
    #[getter]
    fn gas(&self) -> u64 {
        self.gas.load(Ordering::Relaxed)
    }

    /// Drops the rows that were not given yet: the isolate keeps none, and there are no more batches.
    fn release(&self, py: Python<'_>) -> PyResult<()> {
        self.isolate.with(py, |inner| {
            if let Some(rows) = locked(&self.left).take() {
                rows.release(inner);
            }
            Ok(())
        })
    }
}
