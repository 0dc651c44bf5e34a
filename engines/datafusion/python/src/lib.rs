//! Functions, aggregates and table functions in Go for DataFusion's own Python package, by the capsules of
//! its foreign interface: what has `__datafusion_scalar_udf__`, `__datafusion_aggregate_udf__` or
//! `__datafusion_table_function__` is taken there. Uses the public API of the crate `purlin-datafusion`, and
//! has no unsafe code.

#![forbid(unsafe_code)]

use std::sync::{Arc, OnceLock};

use datafusion::arrow::datatypes::{DataType, Field};
use datafusion::error::DataFusionError;
use datafusion::execution::TaskContextProvider;
use datafusion::logical_expr::Volatility;
use datafusion::prelude::SessionContext;
use datafusion_ffi::udaf::FFI_AggregateUDF;
use datafusion_ffi::udf::FFI_ScalarUDF;
use datafusion_ffi::udtf::FFI_TableFunction;
use purlin_datafusion::{Account, Options, source_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use pyo3_arrow::PyDataType;

/// The exception for what cannot be made: what the compiler or the types say.
fn refused(error: DataFusionError) -> PyErr {
    PyValueError::new_err(error.strip_backtrace())
}

/// What all kinds of function are made of.
struct Made {
    text: String,
    params: Vec<DataType>,
    result: DataType,
    volatility: Volatility,
    limits: Options,
}

/// Limits by keywords, whose defaults are those of [`Options`].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Limits {
    gas: Option<u64>,
    memory: Option<u64>,
    time_ms: Option<u64>,
    bad_rows: Option<String>,
}

impl Limits {
    fn options(self) -> Options {
        let mut options = Options::default();
        options.gas = self.gas.unwrap_or(options.gas);
        options.memory = self.memory.unwrap_or(options.memory);
        options.time_ms = self.time_ms.unwrap_or(options.time_ms);
        options.bad_rows = self.bad_rows.unwrap_or(options.bad_rows);
        options
    }
}

fn volatility(word: &str) -> PyResult<Volatility> {
    match word {
        "immutable" => Ok(Volatility::Immutable),
        "stable" => Ok(Volatility::Stable),
        "volatile" => Ok(Volatility::Volatile),
        other => {
            let why = format!("volatility is immutable, stable or volatile, not {other:?}");
            Err(PyValueError::new_err(why))
        }
    }
}

/// A type of Arrow's, from whatever has `__arrow_c_schema__`, which errors call by `place`.
fn data_type(place: &str, object: &Bound<'_, PyAny>) -> PyResult<DataType> {
    let ty = object.extract::<PyDataType>();
    Ok(ty.map_err(|e| PyTypeError::new_err(format!("{place}: {e}")))?.into_inner())
}

/// Names and types of Arrow's, in their order.
fn named_types(named: &Bound<'_, PyDict>) -> PyResult<Vec<(String, DataType)>> {
    let one = |(name, ty): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name.extract()?;
        let ty = data_type(&name, &ty)?;
        Ok((name, ty))
    };
    named.iter().map(one).collect()
}

impl Made {
    fn new(
        name: &str,
        params: &Bound<'_, PyDict>,
        result: DataType,
        body: &str,
        word: &str,
        limits: Limits,
    ) -> PyResult<Made> {
        let named = named_types(params)?;
        let written: Vec<_> = named.iter().map(|(name, ty)| (Some(name.as_str()), ty.clone())).collect();
        let text = source_of(name, &written, &result, body).map_err(refused)?;
        let params = named.into_iter().map(|(_, ty)| ty).collect();
        Ok(Made { text, params, result, volatility: volatility(word)?, limits: limits.options() })
    }
}

/// What was used so far: rows, batches, and units of gas.
fn account(used: Account) -> (u64, u64, u64) {
    (used.rows, used.batches, used.gas)
}

/// A scalar function. `purlin_datafusion.Function` has the documentation.
#[pyclass(frozen, subclass, module = "purlin_datafusion")]
struct CoreFunction(purlin_datafusion::Function);

#[pymethods]
impl CoreFunction {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        params: &Bound<'_, PyDict>,
        result: &Bound<'_, PyAny>,
        body: &str,
        volatility: &str,
        limits: Limits,
    ) -> PyResult<CoreFunction> {
        let result = data_type("the result", result)?;
        let made = Made::new(name, params, result, body, volatility, limits)?;
        let Made { text, params, result, volatility, limits } = &made;
        let made = py.detach(|| {
            purlin_datafusion::Function::new(name, text, params, result, *volatility)?.with_limits(limits)
        });
        made.map(CoreFunction).map_err(refused)
    }

    #[getter]
    fn account(&self) -> (u64, u64, u64) {
        account(self.0.account())
    }

    fn __datafusion_scalar_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_ScalarUDF::from(Arc::new(self.0.clone().into_udf()));
        PyCapsule::new_with_value(py, function, c"datafusion_scalar_udf")
    }
}

/// An aggregate. `purlin_datafusion.Aggregate` has the documentation.
#[pyclass(frozen, subclass, module = "purlin_datafusion")]
struct CoreAggregate(purlin_datafusion::Aggregate);

#[pymethods]
impl CoreAggregate {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        params: &Bound<'_, PyDict>,
        result: &Bound<'_, PyAny>,
        body: &str,
        volatility: &str,
        limits: Limits,
    ) -> PyResult<CoreAggregate> {
        let result = data_type("the result", result)?;
        let made = Made::new(name, params, result, body, volatility, limits)?;
        let Made { text, params, result, volatility, limits } = &made;
        let made = py.detach(|| {
            purlin_datafusion::Aggregate::new(name, text, params, result, *volatility)?.with_limits(limits)
        });
        made.map(CoreAggregate).map_err(refused)
    }

    #[getter]
    fn account(&self) -> (u64, u64, u64) {
        account(self.0.account())
    }

    fn __datafusion_aggregate_udf__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let aggregate = FFI_AggregateUDF::from(Arc::new(self.0.clone().into_udaf()));
        PyCapsule::new_with_value(py, aggregate, c"datafusion_aggregate_udf")
    }
}

/// A table function. `purlin_datafusion.Table` has the documentation.
#[pyclass(frozen, subclass, module = "purlin_datafusion")]
struct CoreTable(purlin_datafusion::Table);

/// What reads the arguments of a call, which cross as bytes. A capsule's hold on it is weak, so it lives as
/// long as the process.
fn reader() -> Arc<dyn TaskContextProvider> {
    static READER: OnceLock<Arc<SessionContext>> = OnceLock::new();
    READER.get_or_init(Arc::default).clone()
}

#[pymethods]
impl CoreTable {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        params: &Bound<'_, PyDict>,
        columns: &Bound<'_, PyDict>,
        body: &str,
        limits: Limits,
    ) -> PyResult<CoreTable> {
        let field = |(name, ty)| Field::new(name, ty, true);
        let result = DataType::Struct(named_types(columns)?.into_iter().map(field).collect());
        let made = Made::new(name, params, result, body, "immutable", limits)?;
        let Made { text, params, result, volatility, limits } = &made;
        let made = py.detach(|| {
            purlin_datafusion::Table::new(name, text, params, result, *volatility)?.with_limits(limits)
        });
        made.map(CoreTable).map_err(refused)
    }

    #[getter]
    fn account(&self) -> (u64, u64, u64) {
        account(self.0.account())
    }

    /// The session that asks is not needed: a function knows all that it may use.
    #[pyo3(signature = (_session = None))]
    fn __datafusion_table_function__<'py>(
        &self,
        py: Python<'py>,
        _session: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let function = FFI_TableFunction::new(self.0.clone().into_udtf(), None, &reader(), None);
        PyCapsule::new_with_value(py, function, c"datafusion_table_function")
    }
}

/// What the package `purlin_datafusion` is made of.
#[pymodule(gil_used = true)]
fn _purlin_datafusion(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<CoreFunction>()?;
    module.add_class::<CoreAggregate>()?;
    module.add_class::<CoreTable>()
}
