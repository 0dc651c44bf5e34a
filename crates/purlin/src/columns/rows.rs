//! Functions that give tables: an exported function that returns a sequence runs once, and what it yields are
//! the rows. Knows neither how loops are built nor how a batch runs.

use std::fmt;
use std::sync::{Arc, PoisonError};

use arrow_array::{ArrayRef, Int64Array};
use arrow_schema::{DataType, Field};
use purlin_runtime::border::{Lent, StatesId};

use super::arrays;
use super::batch::{BadRows, Batch, ColumnError};
use super::plan::{Item, Plan, State};
use super::run::{self, Request};
use super::table::{Loops, RowsLoops};
use crate::isolate::Isolate;
use crate::module::Module;

impl RowsLoops {
    fn new(module: &Module, name: &str) -> Result<RowsLoops, ColumnError> {
        let export = format!("{name}.rows");
        if !module.0.exports.contains_key(&export) {
            let why = "is no exported function that returns a sequence of rows which could be columns";
            return Err(ColumnError::Function(format!("{name} {why}")));
        }
        let gather = Loops::new(module, &export, Plan::update)?;
        let types = &module.0.forms.recipe.parts.types.data;
        let state = State::of(types, gather.callee.export()).map_err(ColumnError::Function)?;
        let mut names = Vec::new();
        let elements = Loops::new(module, &export, |types, export| {
            let (plan, all) = Plan::elements(types, export)?;
            names = all;
            Ok(plan)
        })?;
        Ok(RowsLoops {
            class: state.class,
            gather: Loops { name: name.to_string(), ..gather },
            names,
            elements,
        })
    }
}

/// An exported function of a module that returns a sequence of rows: see [`Module::table`].
///
/// The example of [`Rows`] calls one.
#[derive(Clone)]
pub struct Table {
    module: Module,
    loops: Arc<RowsLoops>,
    results: Vec<DataType>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { loops, results, .. } = self;
        f.debug_struct("Table").field("names", &loops.names).field("results", results).finish()
    }
}

impl Module {
    /// The exported function of that name as one that gives a table: in Go one that returns an `iter.Seq`, or
    /// any function that takes a `yield`, and an error besides or not. A row is a structure, whose fields are
    /// the columns, or one value, which is the column `value`.
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there is no such function, or one of its types is no column's.
    ///
    /// The example of [`Rows`] begins with one.
    pub fn table(&self, name: &str) -> Result<Table, ColumnError> {
        let mut made = self.0.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let loops = match made.tables.get(name) {
            Some(loops) => loops.clone(),
            None => {
                let loops = Arc::new(RowsLoops::new(self, name)?);
                made.tables.insert(name.to_string(), loops.clone());
                loops
            }
        };
        let results = loops.elements.plan.results.iter().map(arrays::default_type).collect();
        Ok(Table { module: self.clone(), loops, results })
    }
}

impl Table {
    /// The columns: the fields of a row in their order.
    ///
    /// The example of [`Rows`] reads them.
    pub fn columns(&self) -> Vec<Field> {
        let nullable = self.loops.elements.plan.results.iter().map(|item| matches!(item, Item::Optional(_)));
        let all = self.loops.names.iter().zip(&self.results).zip(nullable);
        all.map(|((name, ty), nullable)| Field::new(name, ty.clone(), nullable)).collect()
    }

    /// The table with columns of other types: see [`Columnar::with_results`](super::Columnar::with_results).
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there are more or fewer columns, or one has no such words.
    ///
    /// The example of [`Rows`] gives a column of milliseconds such a type.
    pub fn with_columns(self, types: Vec<DataType>) -> Result<Table, ColumnError> {
        run::check_results(&self.loops.elements.plan.results, &types)?;
        Ok(Table { results: types, ..self })
    }

    /// Whether arrays of these types can be the arguments.
    ///
    /// # Errors
    /// [`ColumnError::Columns`] if there are more or fewer than parameters, or one is of another type.
    ///
    /// The example of [`Rows`] asks this.
    pub fn check_arguments(&self, types: &[DataType]) -> Result<(), ColumnError> {
        let empty: Vec<ArrayRef> = types.iter().map(arrow_array::new_empty_array).collect();
        check(&self.loops.gather, &empty, 0)
    }

    /// Calls the function in an isolate of its module with these arguments, one array of one row for each,
    /// and lets the sequence run until it ends or has yielded `most` rows. The isolate is reset before,
    /// unless its state is to be kept; all rows are in its memory then, and count against
    /// [`Limits::heap_bytes`](crate::Limits::heap_bytes). An argument that is null, for a parameter that is
    /// no pointer, gives no rows.
    ///
    /// # Errors
    /// See [`ColumnError`]: a panic, or an error that the function returns, is one of row 0.
    ///
    /// The example of [`Rows`] opens one.
    pub fn open<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        arguments: &[ArrayRef],
        most: Option<usize>,
        keep_state: bool,
    ) -> Result<Rows, ColumnError> {
        let RowsLoops { class, gather, .. } = &*self.loops;
        if !keep_state {
            isolate.reset();
        }
        let before = isolate.vm().gas_used();
        check(gather, arguments, 1)?;
        let most = most.map_or(-1, |most| i64::try_from(most).unwrap_or(i64::MAX));
        let most: ArrayRef = Arc::new(Int64Array::from(vec![most]));
        let columns: Vec<ArrayRef> = std::iter::once(most).chain(arguments.iter().cloned()).collect();
        let id = isolate.vm_mut().new_states();
        let row_loop = gather.get(&self.module, false)?;
        isolate.vm_mut().grow_states(&row_loop, (id, *class), 1).map_err(ColumnError::ended)?;
        let state = Some(Lent::Groups(&[0], id));
        let request = Request {
            loops: gather,
            results: &[],
            rows: 1,
            columns: &columns,
            state,
            resets: false,
            bad_rows: BadRows::Fail,
        };
        let outcome = run::batch(&self.module, isolate, request);
        let len = outcome.and_then(|_| isolate.vm().count_elements(id).map_err(ColumnError::ended));
        if len.is_err() {
            isolate.vm_mut().drop_states(id);
        }
        let gas = isolate.vm().gas_used() - before;
        Ok(Rows { of: self.clone(), id, next: 0, len: len?, gas })
    }
}

/// Whether there is an array of the right type, and of so many rows, for each parameter of the function. The
/// first parameter of the loop, how many rows are wanted, is none of the function's.
fn check(gather: &Loops, arguments: &[ArrayRef], rows: usize) -> Result<(), ColumnError> {
    let (name, params) = (&gather.name, &gather.plan.params[1..]);
    if arguments.len() != params.len() {
        let why = format!("{name} takes {} arguments and was called with {}", params.len(), arguments.len());
        return Err(ColumnError::Columns(why));
    }
    if let Some(n) = arguments.iter().position(|argument| argument.len() != rows) {
        let why = format!("argument {} of {name} has {} rows, and not one", n + 1, arguments[n].len());
        return Err(ColumnError::Columns(why));
    }
    arrays::Inputs::new(params, arguments).map(drop).map_err(ColumnError::Columns)
}

/// The rows that a function has given, in the memory of an isolate, to be taken out as columns.
///
/// They are there until the isolate is reset or dropped, or [`Rows::release`] is called.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use std::sync::Arc;
/// use arrow_array::{ArrayRef, Int64Array, StringArray, TimestampMillisecondArray};
/// use arrow_schema::{DataType, TimeUnit};
/// use purlin::{Config, Engine, Limits, SourceFile, Streams};
///
/// let text = r#"package main
/// import "iter"
/// type Step struct {
///     Name string
///     At   int64
/// }
/// func Steps(name string, every int64) iter.Seq[Step] {
///     return func(yield func(Step) bool) {
///         for at := int64(0); yield(Step{name, at}); at += every {
///         }
///     }
/// }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let steps = module.table("Steps")?;
/// assert_eq!(steps.columns()[0].name(), "Name");
/// assert!(steps.check_arguments(&[DataType::Utf8, DataType::Int64]).is_ok());
/// assert!(steps.check_arguments(&[DataType::Utf8]).is_err());
/// let ms = DataType::Timestamp(TimeUnit::Millisecond, None);
/// let steps = steps.with_columns(vec![DataType::Utf8, ms])?;
/// let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
/// let mut isolate = module.isolate((), limits, Streams::default())?;
///
/// let name: ArrayRef = Arc::new(StringArray::from(vec!["tick"]));
/// let every: ArrayRef = Arc::new(Int64Array::from(vec![50]));
/// let mut rows = steps.open(&mut isolate, &[name, every], Some(5), false)?;
/// assert!(rows.len() == 5 && !rows.is_empty() && rows.gas() > 0);
/// let first = rows.next(&mut isolate, 3)?.expect("there are five");
/// let at: ArrayRef = Arc::new(TimestampMillisecondArray::from(vec![0, 50, 100]));
/// assert_eq!(&first.columns[1], &at);
/// assert_eq!(rows.next(&mut isolate, 3)?.expect("there are two more").columns[0].len(), 2);
/// assert!(rows.next(&mut isolate, 3)?.is_none());
/// rows.release(&mut isolate);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    of: Table,
    id: StatesId,
    next: usize,
    len: usize,
    gas: u64,
}

impl Rows {
    /// How many rows there are in all.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Units of gas that the call took, and the batches that were taken out since.
    pub fn gas(&self) -> u64 {
        self.gas
    }

    /// The next rows as columns, so many at most; nothing after the last.
    ///
    /// # Errors
    /// [`ColumnError::Ended`] if the isolate was reset, or ended this for a limit; afterwards the same rows
    /// may be asked for again.
    pub fn next<T: Send + 'static>(
        &mut self,
        isolate: &mut Isolate<T>,
        most: usize,
    ) -> Result<Option<Batch>, ColumnError> {
        let rows = most.min(self.len - self.next);
        if rows == 0 {
            return Ok(None);
        }
        let request = Request {
            loops: &self.of.loops.elements,
            results: &self.of.results,
            rows,
            columns: &[],
            state: Some(Lent::Elements(self.id, self.next)),
            resets: false,
            bad_rows: BadRows::Fail,
        };
        let batch = run::batch(&self.of.module, isolate, request)?;
        self.next += rows;
        self.gas += batch.gas;
        Ok(Some(batch))
    }

    /// Drops the rows: the isolate keeps them no longer.
    pub fn release<T: Send + 'static>(self, isolate: &mut Isolate<T>) {
        isolate.vm_mut().drop_states(self.id);
    }
}
