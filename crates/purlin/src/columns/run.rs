//! One batch: columns go in, a loop over rows runs, columns come out. Knows neither what a row is done with
//! nor what is kept between batches.

use std::sync::PoisonError;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use purlin_ir::FuncId;
use purlin_runtime::border::{Lent, RowLoop, Step, cut};
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::Vm;

use super::arrays::{self, Inputs, Output, Outputs};
use super::batch::{BadRows, Batch, ColumnError, RowError};
use super::loops;
use super::plan::Item;
use super::table::Loops;
use crate::isolate::Isolate;
use crate::module::Module;

/// Bytes that a row that failed takes besides its message.
const ROW_BYTES: usize = 64;

impl Loops {
    /// The loop for batches with or without nulls, which is added to the module when it is first asked for.
    pub(super) fn get(&self, module: &Module, masked: bool) -> Result<RowLoop, ColumnError> {
        let mut made = self.made[usize::from(masked)].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*made {
            return Ok(made.clone());
        }
        let func = module.extend(|unit| loops::add(&mut unit.module, &self.name, &self.plan, masked));
        let func: FuncId = func.map_err(|e| ColumnError::Function(e.to_string()))?;
        let row_loop = self.callee.row_loop(func.as_u32(), self.plan.accesses(masked));
        Ok(made.insert(row_loop).clone())
    }
}

/// What a batch is to do.
pub(super) struct Request<'a> {
    pub loops: &'a Loops,
    /// The types of the results.
    pub results: &'a [DataType],
    pub rows: usize,
    pub columns: &'a [ArrayRef],
    /// How the loop finds a state, if it does.
    pub state: Option<Lent<'a>>,
    /// Whether the isolate is reset before.
    pub resets: bool,
    pub bad_rows: BadRows,
}

/// What the rows of a batch came to.
#[derive(Default)]
struct Outcome {
    bad: Vec<usize>,
    errors: Vec<RowError>,
}

/// Runs a batch.
pub(super) fn batch<T: Send + 'static>(
    module: &Module,
    isolate: &mut Isolate<T>,
    request: Request<'_>,
) -> Result<Batch, ColumnError> {
    let Request { loops, results, rows, columns, state, resets, bad_rows } = request;
    let plan = &loops.plan;
    check_columns(loops, columns, rows)?;
    let inputs = Inputs::new(&plan.params, columns).map_err(ColumnError::Columns)?;
    let mask = inputs.mask();
    let row_loop = loops.get(module, mask.is_some())?;
    let outputs = row_loop.accesses().iter().filter_map(|access| Output::new(*access, rows).transpose());
    let mut outputs = outputs.collect::<Result<Vec<_>, _>>().map_err(ColumnError::Columns)?;
    if resets {
        isolate.reset();
    }
    let before = isolate.vm().gas_used();
    let mut lent: Vec<Lent<'_>> = mask.iter().map(|mask| Lent::Rows(mask)).chain(state).collect();
    lent.extend(inputs.lent());
    lent.extend(outputs.iter_mut().map(Output::lent));
    let Outcome { bad, errors } = run(isolate.vm_mut(), &row_loop, rows, lent, bad_rows)?;
    let gas = isolate.vm().gas_used() - before;
    let nulls = arrays::without(inputs.nulls.as_ref(), &bad, rows);
    let mut outputs = Outputs::new(outputs, rows);
    let both = plan.results.iter().zip(results);
    let columns = both.map(|(item, ty)| outputs.array(item, ty, nulls.clone()));
    let internal = |why| ColumnError::ended(Trap::new(TrapKind::Internal, why));
    let columns = columns.collect::<Result<Vec<_>, String>>().map_err(internal)?;
    Ok(Batch { columns, errors, gas })
}

/// Whether there is a column for each parameter, with so many rows.
pub(super) fn check_columns(loops: &Loops, columns: &[ArrayRef], rows: usize) -> Result<(), ColumnError> {
    let (name, takes) = (&loops.name, loops.plan.params.len());
    if columns.len() != takes {
        let why = format!("{name} takes {takes} columns and was called with {}", columns.len());
        return Err(ColumnError::Columns(why));
    }
    let Some(n) = columns.iter().position(|column| column.len() != rows) else { return Ok(()) };
    let with = if n > 0 && columns[0].len() == rows { "column 1 has" } else { "there are groups of" };
    let why = format!("column {} has {} rows, and {with} {rows}", n + 1, columns[n].len());
    Err(ColumnError::Columns(why))
}

/// Whether results may be columns of these types.
pub(super) fn check_results(items: &[Item], types: &[DataType]) -> Result<(), ColumnError> {
    if items.len() != types.len() {
        let why = format!("there are {} results, not {}", items.len(), types.len());
        return Err(ColumnError::Function(why));
    }
    for (n, (item, ty)) in items.iter().zip(types).enumerate() {
        if !arrays::may_have(item, ty) {
            let is = arrays::default_type(item);
            return Err(ColumnError::Function(format!("result {} is {is}, which is no {ty}", n + 1)));
        }
    }
    Ok(())
}

fn run(
    vm: &mut Vm,
    row_loop: &RowLoop,
    rows: usize,
    lent: Vec<Lent<'_>>,
    bad_rows: BadRows,
) -> Result<Outcome, ColumnError> {
    let mut left = vm.limits.heap_bytes;
    let mut all = vm.begin_rows(row_loop, rows, lent).map_err(ColumnError::ended)?;
    let mut outcome = Outcome::default();
    loop {
        let (row, message, trap) = match all.step().map_err(ColumnError::ended)? {
            Step::Done => return Ok(outcome),
            Step::Raised(row, trap) => (row, cut(&trap.message).to_string(), Some(Box::new(trap))),
            Step::Failed(row, message) => (row, message, None),
        };
        let error = RowError { row, message };
        match bad_rows {
            BadRows::Fail => return Err(ColumnError::Row { error, trap }),
            BadRows::Null => {}
            BadRows::Collect => {
                let Some(rest) = left.checked_sub(ROW_BYTES + error.message.len()) else {
                    let why = "out of memory: the errors of one batch are larger than the memory limit";
                    return Err(ColumnError::ended(Trap::new(TrapKind::OutOfMemory, why)));
                };
                left = rest;
                outcome.errors.push(error);
            }
        }
        outcome.bad.push(row);
    }
}
