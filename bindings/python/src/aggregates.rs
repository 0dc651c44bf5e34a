//! Aggregates: types of the guest's whose values take in rows by groups. Knows how groups are numbered; how
//! arrays cross is in `columns.rs`.

use purlin::columns::ColumnError;
use purlin::columns::arrow_array::cast::AsArray;
use purlin::columns::arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type, UInt64Type};
use purlin::columns::arrow_array::{Array, ArrayRef, UInt32Array};
use purlin::columns::arrow_schema::DataType;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::columns::{Batch, array, arrays, batching, ending, refused, typed};
use crate::endings::Ending;
use crate::isolate::Isolate;

/// A type of the guest's that takes in rows by groups. Made by `Module.aggregate`.
///
/// >>> text = '''
/// ... package main
/// ... type Best struct {
/// ...     Name  string
/// ...     Score int64
/// ... }
/// ... func (b *Best) Update(name string, score int64) {
/// ...     if score > b.Score { b.Name, b.Score = name, score }
/// ... }
/// ... func (b *Best) Merge(other *Best) { b.Update(other.Name, other.Score) }
/// ... func (b *Best) Result() string { return b.Name }
/// ... func main() {}
/// ... '''
/// >>> best = purlin.Engine().compile(text).aggregate("Best")
/// >>> best.state_names, len(best)
/// (['Name', 'Score'], 1)
#[pyclass(frozen, module = "purlin")]
pub(crate) struct Aggregate(purlin::columns::Aggregate);

impl Aggregate {
    pub(crate) fn new(
        module: &purlin::Module,
        name: &str,
        results: Option<Vec<DataType>>,
    ) -> Result<Aggregate, ColumnError> {
        typed(module.aggregate(name)?, results, purlin::columns::Aggregate::with_results).map(Aggregate)
    }
}

#[pymethods]
impl Aggregate {
    /// Begins states in an isolate of the module: there are no groups yet.
    fn begin(&self, py: Python<'_>, isolate: &Isolate) -> PyResult<States> {
        let states = isolate.with(py, |inner| Ok(self.0.begin(inner)))?;
        Ok(States { states, isolate: isolate.again() })
    }

    /// The names of the columns that `States.state` gives: the fields of the type. A `ValueError` if a field
    /// is no column, and states cannot leave their isolate.
    #[getter]
    fn state_names(&self) -> PyResult<Vec<String>> {
        let fields = self.0.state_fields().map_err(|error| refused(&error))?;
        Ok(fields.iter().map(|field| field.name().clone()).collect())
    }

    /// How many arrays `States.results` gives.
    fn __len__(&self) -> usize {
        self.0.results().len()
    }
}

/// The states of an aggregate in one isolate, one for each group; groups are numbered from 0. Made by
/// `Aggregate.begin`.
///
/// They are there until the isolate is reset, or they are released. Gas begins anew with each call, with
/// what the isolate's limits say, unless `keep_state` is set; memory counts for all states together. After
/// an error states are as the rows before it left them.
///
/// >>> import pyarrow as pa
/// >>> text = '''
/// ... package main
/// ... type Mean struct{ Sum, N int64 }
/// ... func (m *Mean) Update(x int64)    { m.Sum += x; m.N++ }
/// ... func (m *Mean) Merge(other *Mean) { m.Sum += other.Sum; m.N += other.N }
/// ... func (m *Mean) Result() *int64 {
/// ...     if m.N == 0 { return nil }
/// ...     mean := m.Sum / m.N
/// ...     return &mean
/// ... }
/// ... func main() {}
/// ... '''
/// >>> module = purlin.Engine().compile(text)
/// >>> mean = module.aggregate("Mean")
/// >>> states = mean.begin(module.isolate(purlin.Limits(gas=1_000_000)))
/// >>> batch = states.update(pa.array([0, 1, 1, 1]), pa.array([1, 2, None, 6]))
/// >>> len(states), pa.array(states.results().columns[0]).to_pylist()
/// (2, [1, 4])
///
/// States leave as columns, and another isolate takes them in, where groups have other numbers.
///
/// >>> partial = states.state().columns
/// >>> merged = mean.begin(module.isolate())
/// >>> merged.grow(3)
/// >>> batch = merged.merge(pa.array([2, 0]), *partial)
/// >>> pa.array(merged.results().columns[0]).to_pylist()
/// [4, None, 1]
#[pyclass(frozen, module = "purlin")]
pub(crate) struct States {
    states: purlin::columns::States,
    isolate: Isolate,
}

impl States {
    /// Uses the states in their isolate.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        f: impl FnOnce(&purlin::columns::States, &mut purlin::Isolate<()>) -> Result<T, ColumnError> + Send,
    ) -> PyResult<T> {
        self.isolate.with(py, |inner| f(&self.states, inner).map_err(|error| ending(inner, error)))
    }
}

/// The numbers of groups of an array of integers.
fn numbers(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<UInt32Array> {
    let groups = array("groups", given)?;
    if groups.null_count() > 0 {
        return Err(Ending::new("Columns", "a row has a null for its group".into()).raised(py));
    }
    let narrowed = match groups.data_type() {
        DataType::UInt32 => Ok(groups.as_primitive().clone()),
        DataType::Int32 => narrowed::<Int32Type>(&groups),
        DataType::Int64 => narrowed::<Int64Type>(&groups),
        DataType::UInt64 => narrowed::<UInt64Type>(&groups),
        other => {
            let why = format!("groups are integers of 32 or 64 bits, not {other}");
            return Err(PyTypeError::new_err(why));
        }
    };
    narrowed.map_err(|why| Ending::new("Columns", why).raised(py))
}

fn narrowed<T: ArrowPrimitiveType>(groups: &ArrayRef) -> Result<UInt32Array, String>
where
    T::Native: TryInto<u32>,
{
    let number = |group: &T::Native| (*group).try_into().map_err(|_| format!("{group:?} is no group"));
    let numbers = groups.as_primitive::<T>().values().iter().map(number);
    numbers.collect::<Result<Vec<u32>, String>>().map(UInt32Array::from)
}

#[pymethods]
impl States {
    /// Takes in rows: for each the number of its group, and one array for each parameter of `Update`. Groups
    /// up to the highest number are there afterwards. A row with a null for a parameter that is no pointer
    /// is not taken in. The batch has no columns; `bad_rows` is as for a function over columns.
    #[pyo3(signature = (groups, *columns, bad_rows="fail", keep_state=false))]
    fn update(
        &self,
        py: Python<'_>,
        groups: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyTuple>,
        bad_rows: &str,
        keep_state: bool,
    ) -> PyResult<Batch> {
        let (groups, columns) = (numbers(py, groups)?, arrays(columns)?);
        let batching = batching(bad_rows, keep_state)?;
        let update = |states: &purlin::columns::States, inner: &mut _| {
            states.update(inner, &columns, groups.values(), batching)
        };
        Ok(Batch::from(self.with(py, update)?))
    }

    /// Takes in states: the columns of `state`, of any isolate, and for each row the number of the group that
    /// it goes to. The batch has no columns.
    #[pyo3(signature = (groups, *columns, bad_rows="fail", keep_state=false))]
    fn merge(
        &self,
        py: Python<'_>,
        groups: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyTuple>,
        bad_rows: &str,
        keep_state: bool,
    ) -> PyResult<Batch> {
        let (groups, columns) = (numbers(py, groups)?, arrays(columns)?);
        let batching = batching(bad_rows, keep_state)?;
        let merge = |states: &purlin::columns::States, inner: &mut _| {
            states.merge(inner, &columns, groups.values(), batching)
        };
        Ok(Batch::from(self.with(py, merge)?))
    }

    /// The fields of all states as arrays, a row for each group: `Aggregate.state_names` names them.
    #[pyo3(signature = (*, keep_state=false))]
    fn state(&self, py: Python<'_>, keep_state: bool) -> PyResult<Batch> {
        let batching = batching("fail", keep_state)?;
        Ok(Batch::from(self.with(py, |states, inner| states.state(inner, batching))?))
    }

    /// What `Result` returns for each group. The states stay as they are.
    #[pyo3(signature = (*, bad_rows="fail", keep_state=false))]
    fn results(&self, py: Python<'_>, bad_rows: &str, keep_state: bool) -> PyResult<Batch> {
        let batching = batching(bad_rows, keep_state)?;
        Ok(Batch::from(self.with(py, |states, inner| states.results(inner, batching))?))
    }

    /// Makes groups until there are so many; a new one is a zero value of the type.
    fn grow(&self, py: Python<'_>, groups: usize) -> PyResult<()> {
        self.with(py, |states, inner| states.grow(inner, groups))
    }

    /// Drops the first groups; the others have lower numbers then.
    fn drop_first(&self, py: Python<'_>, groups: usize) -> PyResult<()> {
        self.with(py, |states, inner| states.drop_first(inner, groups))
    }

    /// Drops all groups. Calls with these states are a `ColumnsError` from then on.
    fn release(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |states, inner| {
            states.release(inner);
            Ok(())
        })
    }

    /// How many groups there are.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |states, inner| states.groups(inner))
    }
}
