//! What takes in the rows of an aggregate: an isolate with states, one for each group. The isolate goes back
//! to its pool when the accumulator is dropped.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use datafusion::arrow::array::{Array as _, ArrayRef, BooleanArray};
use datafusion::arrow::compute;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Accumulator, EmitTo, GroupsAccumulator};
use datafusion::scalar::ScalarValue;
use purlin::columns::{Batch, Batching, ColumnError, States};
use purlin::{Isolate, Stats};

use crate::aggregate::Aggregate;
use crate::definition::Instance;
use crate::options::Bounds;
use crate::program::failed;

/// The states of an aggregate, in an isolate that nothing else uses.
struct Session {
    aggregate: Aggregate,
    bounds: Bounds,
    /// Accumulators are shared by reference, and an isolate is not.
    isolate: Mutex<Isolate<()>>,
    states: States,
    used: Used,
}

/// What an isolate has used by the end of the last batch.
#[derive(Default)]
struct Used {
    stats: Stats,
    /// Bytes allocated in all before the batch with the last collection.
    base: u64,
}

impl Used {
    /// Looks at the isolate after a batch; the gas that the batch took.
    fn look(&mut self, isolate: &Isolate<()>) -> u64 {
        let stats = isolate.stats();
        if stats.collections != self.stats.collections {
            self.base = self.stats.alloc_bytes;
        }
        let gas = stats.gas.saturating_sub(self.stats.gas);
        self.stats = stats;
        gas
    }

    /// An estimate from above of the bytes that states take: those that were alive after the last collection,
    /// and those that were allocated since the batch before it.
    fn bytes(&self) -> usize {
        let bytes = self.stats.live_bytes + self.stats.alloc_bytes.saturating_sub(self.base);
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

impl Session {
    fn begin(aggregate: &Aggregate) -> Result<Session> {
        let Instance { definition, bounds, .. } = &aggregate.instance;
        let bounds = bounds.unwrap_or_default();
        let mut isolate = definition.program.isolate(bounds)?;
        let states = aggregate.methods.begin(&mut isolate);
        let (aggregate, used) = (aggregate.clone(), Used::default());
        Ok(Session { aggregate, bounds, isolate: Mutex::new(isolate), states, used })
    }

    /// Does something with the states, as a batch of so many rows with gas and time of its own.
    fn batch(
        &mut self,
        rows: usize,
        work: impl FnOnce(&States, &mut Isolate<()>, Batching) -> Result<Batch, ColumnError>,
    ) -> Result<Vec<ArrayRef>> {
        let isolate = self.isolate.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Instance { definition, meter, .. } = &self.aggregate.instance;
        isolate.set_deadline(self.bounds.deadline());
        let batching = Batching { bad_rows: self.bounds.bad_rows(), ..Batching::default() };
        let outcome = work(&self.states, isolate, batching);
        let gas = self.used.look(isolate);
        meter.count(if outcome.is_ok() { rows } else { 0 }, gas);
        outcome.map(|batch| batch.columns).map_err(|error| failed(&definition.name, isolate, &error))
    }

    fn update(&mut self, columns: &[ArrayRef], groups: &[u32], most: usize) -> Result<()> {
        let work = |states: &States, isolate: &mut Isolate<()>, batching| {
            states.grow(isolate, most)?;
            states.update(isolate, columns, groups, batching)
        };
        self.batch(groups.len(), work).map(drop)
    }

    fn merge(&mut self, columns: &[ArrayRef], groups: &[u32], most: usize) -> Result<()> {
        let work = |states: &States, isolate: &mut Isolate<()>, batching| {
            states.grow(isolate, most)?;
            states.merge(isolate, columns, groups, batching)
        };
        self.batch(groups.len(), work).map(drop)
    }

    /// The results of all groups.
    fn results(&mut self) -> Result<ArrayRef> {
        let columns = self.batch(0, |states, isolate, batching| states.results(isolate, batching))?;
        let name = &self.aggregate.instance.definition.name;
        columns.into_iter().next().ok_or_else(|| DataFusionError::Internal(format!("{name}: no result")))
    }

    /// The fields of all states.
    fn fields(&mut self) -> Result<Vec<ArrayRef>> {
        self.batch(0, |states, isolate, batching| states.state(isolate, batching))
    }

    /// Makes groups until there are so many.
    fn grow(&mut self, most: usize) -> Result<()> {
        let isolate = self.isolate.get_mut().unwrap_or_else(PoisonError::into_inner);
        let name = &self.aggregate.instance.definition.name;
        self.states.grow(isolate, most).map_err(|error| failed(name, isolate, &error))
    }

    /// Drops the groups that were given out, and keeps of the columns what these are.
    fn emit(&mut self, to: EmitTo, columns: Vec<ArrayRef>) -> Result<Vec<ArrayRef>> {
        let isolate = self.isolate.get_mut().unwrap_or_else(PoisonError::into_inner);
        match to {
            EmitTo::All => {
                self.states.release(isolate);
                self.states = self.aggregate.methods.begin(isolate);
                Ok(columns)
            }
            EmitTo::First(n) => {
                let name = &self.aggregate.instance.definition.name;
                let dropped = self.states.drop_first(isolate, n);
                dropped.map_err(|error| failed(name, isolate, &error))?;
                Ok(columns.into_iter().map(|column| column.slice(0, n.min(column.len()))).collect())
            }
        }
    }
}

/// An aggregate of all rows, without groups: one state.
pub(crate) struct Single {
    session: Session,
    /// The number 0 for each row of the largest batch.
    zeros: Vec<u32>,
}

impl Single {
    pub(crate) fn begin(aggregate: &Aggregate) -> Result<Single> {
        Ok(Single { session: Session::begin(aggregate)?, zeros: Vec::new() })
    }

    /// Sees to it that there are as many zeros.
    fn reserve(&mut self, rows: usize) {
        if self.zeros.len() < rows {
            self.zeros.resize(rows, 0);
        }
    }
}

impl fmt::Debug for Single {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Single").field("aggregate", &self.session.aggregate).finish_non_exhaustive()
    }
}

/// The rows of a batch.
fn rows(columns: &[ArrayRef]) -> usize {
    columns.first().map_or(0, |column| column.len())
}

impl Accumulator for Single {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.reserve(rows(values));
        self.session.update(values, &self.zeros[..rows(values)], 1)
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        self.session.grow(1)?;
        ScalarValue::try_from_array(&self.session.results()?, 0)
    }

    fn size(&self) -> usize {
        size_of::<Single>() + size_of_val(&self.zeros[..]) + self.session.used.bytes()
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        self.session.grow(1)?;
        self.session.fields()?.iter().map(|column| ScalarValue::try_from_array(column, 0)).collect()
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        self.reserve(rows(states));
        self.session.merge(states, &self.zeros[..rows(states)], 1)
    }
}

/// An aggregate with groups.
pub(crate) struct Groups {
    session: Session,
    /// Numbers of groups, of the batch that is taken in.
    numbers: Vec<u32>,
}

impl Groups {
    pub(crate) fn begin(aggregate: &Aggregate) -> Result<Groups> {
        Ok(Groups { session: Session::begin(aggregate)?, numbers: Vec::new() })
    }

    /// Notes the numbers of the groups of a batch.
    fn number(&mut self, groups: impl Iterator<Item = usize>, most: usize) -> Result<()> {
        if u32::try_from(most).is_err() {
            let why = "an aggregate in Go has at most 2^32 groups";
            return Err(self.session.aggregate.instance.definition.refused(why));
        }
        self.numbers.clear();
        self.numbers.extend(groups.map(|group| group as u32));
        Ok(())
    }
}

/// Whether a row passes the filter.
fn passes(filter: &BooleanArray, row: usize) -> bool {
    filter.is_valid(row) && filter.value(row)
}

/// The rows of the columns that pass the filter.
fn filtered(columns: &[ArrayRef], filter: &BooleanArray) -> Result<Vec<ArrayRef>> {
    Ok(columns.iter().map(|column| compute::filter(column, filter)).collect::<Result<_, _>>()?)
}

impl GroupsAccumulator for Groups {
    fn update_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        opt_filter: Option<&BooleanArray>,
        total_num_groups: usize,
    ) -> Result<()> {
        let groups = group_indices.iter().copied();
        let Some(filter) = opt_filter else {
            self.number(groups, total_num_groups)?;
            return self.session.update(values, &self.numbers, total_num_groups);
        };
        let kept = groups.enumerate().filter(|(row, _)| passes(filter, *row)).map(|(_, group)| group);
        self.number(kept, total_num_groups)?;
        self.session.update(&filtered(values, filter)?, &self.numbers, total_num_groups)
    }

    fn evaluate(&mut self, emit_to: EmitTo) -> Result<ArrayRef> {
        let results = self.session.results()?;
        let mut columns = self.session.emit(emit_to, vec![results])?;
        Ok(columns.remove(0))
    }

    fn state(&mut self, emit_to: EmitTo) -> Result<Vec<ArrayRef>> {
        let columns = self.session.fields()?;
        self.session.emit(emit_to, columns)
    }

    fn merge_batch(
        &mut self,
        values: &[ArrayRef],
        group_indices: &[usize],
        total_num_groups: usize,
    ) -> Result<()> {
        self.number(group_indices.iter().copied(), total_num_groups)?;
        self.session.merge(values, &self.numbers, total_num_groups)
    }

    fn convert_to_state(
        &self,
        values: &[ArrayRef],
        opt_filter: Option<&BooleanArray>,
    ) -> Result<Vec<ArrayRef>> {
        let rows = rows(values);
        let mut each = Groups::begin(&self.session.aggregate)?;
        let own: Vec<usize> = (0..rows).collect();
        each.update_batch(values, &own, opt_filter, rows)?;
        each.state(EmitTo::All)
    }

    fn size(&self) -> usize {
        size_of::<Groups>() + size_of_val(&self.numbers[..]) + self.session.used.bytes()
    }
}
