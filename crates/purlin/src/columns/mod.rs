//! Functions over columns: an exported function over scalars runs once for each row of Arrow's arrays, in one
//! call. `docs/columns.md` in the repository has the types and what holds for them.
//!
//! `plan.rs` says what a function takes and gives, `loops.rs` builds the loop around it, `arrays.rs` knows
//! Arrow, `batch.rs` what a caller sees of a batch; `table.rs` is what a module keeps.

mod arrays;
mod batch;
mod loops;
mod plan;
pub(crate) mod table;

use std::fmt;
use std::sync::{Arc, PoisonError};

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use purlin_ir::FuncId;
use purlin_runtime::border::{Lent, RowLoop, Step, cut};
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vm::Vm;

use crate::isolate::Isolate;
use crate::module::Module;
use arrays::{Inputs, Output, Outputs};
use plan::Plan;
use table::Loops;

/// The crates of arrow-rs that arrays and types are of.
pub use {arrow_array, arrow_schema};

pub use batch::{BadRows, Batch, Batching, ColumnError, RowError};

impl Loops {
    fn new(module: &Module, name: &str) -> Result<Loops, ColumnError> {
        let refused = |why: &str| ColumnError::Function(format!("{name}: {why}"));
        if module.0.forms.recipe.config.races {
            return Err(refused("there are no columns where data races are looked for"));
        }
        let callee = module.callee(name).map_err(|trap| ColumnError::Function(trap.message))?.clone();
        let inner = callee.export().inner.ok_or_else(|| refused("its language has no columns"))?;
        let types = &module.0.forms.recipe.parts.types.data;
        let plan = Plan::new(types, callee.export()).map_err(ColumnError::Function)?;
        Ok(Loops { callee, inner, plan, made: Default::default() })
    }

    /// The loop for batches with or without nulls, which is added to the module when it is first asked for.
    fn get(&self, module: &Module, masked: bool) -> Result<RowLoop, ColumnError> {
        let mut made = self.made[usize::from(masked)].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*made {
            return Ok(made.clone());
        }
        let name = &self.callee.export().name;
        let func = module.extend(|unit| loops::add(&mut unit.module, name, &self.inner, &self.plan, masked));
        let func: FuncId = func.map_err(|e| ColumnError::Function(e.to_string()))?;
        let row_loop = self.callee.row_loop(func.as_u32(), self.plan.accesses(masked));
        Ok(made.insert(row_loop).clone())
    }
}

/// An exported function of a module that is called with columns: see [`Module::columnar`].
///
/// The example of [`Columnar::call`] calls one.
#[derive(Clone)]
pub struct Columnar {
    module: Module,
    loops: Arc<Loops>,
    results: Vec<DataType>,
}

impl fmt::Debug for Columnar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Columnar { loops, results, .. } = self;
        f.debug_struct("Columnar").field("plan", &loops.plan).field("results", results).finish()
    }
}

impl Module {
    /// The exported function of that name as a function over columns. The loop over rows is compiled once,
    /// with the function in it where that is small. A module to which this has added a loop is not
    /// serialised any more.
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there is no such function, or one of its types is no column's.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use std::sync::Arc;
    /// use arrow_array::{ArrayRef, Int64Array};
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams, columns::Batching};
    ///
    /// let text = "package main\nfunc Add(a, b int64) int64 { return a + b }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let add = module.columnar("Add")?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    ///
    /// let a: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), None, Some(3)]));
    /// let b: ArrayRef = Arc::new(Int64Array::from(vec![10, 20, 30]));
    /// let batch = add.call(&mut isolate, &[a, b], Batching::default())?;
    /// let sums: ArrayRef = Arc::new(Int64Array::from(vec![Some(11), None, Some(33)]));
    /// assert_eq!(batch.columns, [sums]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn columnar(&self, name: &str) -> Result<Columnar, ColumnError> {
        let mut table = self.0.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let loops = match table.get(name) {
            Some(loops) => loops.clone(),
            None => {
                let loops = Arc::new(Loops::new(self, name)?);
                loops.get(self, false)?;
                table.insert(name.to_string(), loops.clone());
                loops
            }
        };
        let results = loops.plan.results.iter().map(arrays::default_type).collect();
        Ok(Columnar { module: self.clone(), loops, results })
    }
}

/// What the rows of a batch came to.
#[derive(Default)]
struct Outcome {
    bad: Vec<usize>,
    errors: Vec<RowError>,
}

/// Bytes that a row that failed takes besides its message.
const ROW_BYTES: usize = 64;

impl Columnar {
    /// The types of the results, as columns of them are.
    ///
    /// The example of [`Columnar::with_results`] changes one.
    pub fn results(&self) -> &[DataType] {
        &self.results
    }

    /// The function with other types of results, which say more of the same words in memory: a timestamp for
    /// a signed integer of 64 bits, a decimal of another precision or scale.
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there are more or fewer results, or one has no such words.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use arrow_schema::{DataType, TimeUnit};
    /// use purlin::{Config, Engine, SourceFile};
    ///
    /// let text = "package main\nfunc Later(ms int64) int64 { return ms + 1000 }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let later = module.columnar("Later")?;
    /// assert_eq!(later.results(), [DataType::Int64]);
    /// let ms = DataType::Timestamp(TimeUnit::Millisecond, None);
    /// assert_eq!(later.with_results(vec![ms.clone()])?.results(), [ms]);
    /// let error = module.columnar("Later")?.with_results(vec![DataType::Utf8]).unwrap_err();
    /// assert_eq!(error.to_string(), "result 1 is Int64, which is no Utf8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_results(self, types: Vec<DataType>) -> Result<Columnar, ColumnError> {
        let items = &self.loops.plan.results;
        if items.len() != types.len() {
            let why = format!("there are {} results, not {}", items.len(), types.len());
            return Err(ColumnError::Function(why));
        }
        for (n, (item, ty)) in items.iter().zip(&types).enumerate() {
            if !arrays::may_have(item, ty) {
                let is = arrays::default_type(item);
                return Err(ColumnError::Function(format!("result {} is {is}, which is no {ty}", n + 1)));
            }
        }
        Ok(Columnar { results: types, ..self })
    }

    /// Whether columns of these types can be the arguments of a batch.
    ///
    /// # Errors
    /// [`ColumnError::Columns`] if there are more or fewer than parameters, or one is of another type.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use arrow_schema::DataType;
    /// use purlin::{Config, Engine, SourceFile};
    ///
    /// let text = "package main\nfunc Half(n int64) int64 { return n / 2 }\nfunc main() {}";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let half = Engine::new(Config::default()).compile(&[source])?.columnar("Half")?;
    /// assert!(half.check_columns(&[DataType::Int64]).is_ok());
    /// let error = half.check_columns(&[DataType::Utf8]).unwrap_err();
    /// assert_eq!(error.to_string(), "column 1: Utf8 where the function takes Int64");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_columns(&self, types: &[DataType]) -> Result<(), ColumnError> {
        let empty: Vec<ArrayRef> = types.iter().map(arrow_array::new_empty_array).collect();
        self.rows(&empty).map_err(ColumnError::Columns)?;
        Inputs::new(&self.loops.plan.params, &empty).map_err(ColumnError::Columns)?;
        Ok(())
    }

    /// Calls the function for each row of the columns, one column for each parameter, all of the same length,
    /// in an isolate of the function's module.
    ///
    /// A row with a null for a parameter that is no pointer is not run, and its results are null. What rows
    /// do happens in their order; goroutines that a row starts run on in the rows after it, and end with
    /// the batch.
    ///
    /// # Errors
    /// See [`ColumnError`]. After any of them the isolate may be used as after a call that failed so.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use std::sync::Arc;
    /// use arrow_array::{ArrayRef, Int64Array, StringArray};
    /// use purlin::columns::{BadRows, Batching, ColumnError};
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = r#"package main
    /// import "errors"
    /// func Price(sku string, n int64) (int64, error) {
    ///     if n < 0 {
    ///         return 0, errors.New("how many?")
    ///     }
    ///     if sku[0] == 'A' {
    ///         return 90 * n, nil
    ///     }
    ///     return 100 * n, nil
    /// }
    /// func main() {}"#;
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let price = module.columnar("Price")?;
    /// let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
    /// let mut isolate = module.isolate((), limits, Streams::default())?;
    ///
    /// let sku: ArrayRef = Arc::new(StringArray::from(vec!["A1", "B7", "", "A2"]));
    /// let n: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3, -4]));
    /// let columns = [sku, n];
    /// let collect = Batching { bad_rows: BadRows::Collect, ..Batching::default() };
    /// let batch = price.call(&mut isolate, &columns, collect)?;
    /// let prices: ArrayRef = Arc::new(Int64Array::from(vec![Some(90), Some(200), None, None]));
    /// assert_eq!(batch.columns, [prices]);
    /// assert_eq!((batch.errors[0].row, batch.errors[1].row), (2, 3));
    /// assert!(batch.errors[0].message.contains("index out of range [0] with length 0"));
    /// assert_eq!(batch.errors[1].message, "how many?");
    ///
    /// let error = price.call(&mut isolate, &columns, Batching::default()).unwrap_err();
    /// assert!(matches!(error, ColumnError::Row { error, .. } if error.row == 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn call<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        columns: &[ArrayRef],
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        let plan = &self.loops.plan;
        let rows = self.rows(columns).map_err(ColumnError::Columns)?;
        let inputs = Inputs::new(&plan.params, columns).map_err(ColumnError::Columns)?;
        let mask = inputs.mask();
        let row_loop = self.loops.get(&self.module, mask.is_some())?;
        let outputs = row_loop.accesses().iter().filter_map(|access| Output::new(*access, rows).transpose());
        let mut outputs = outputs.collect::<Result<Vec<_>, _>>().map_err(ColumnError::Columns)?;
        if !batching.keep_state {
            isolate.reset();
        }
        let before = isolate.vm().gas_used();
        let mut lent = inputs.lent(mask.as_ref());
        lent.extend(outputs.iter_mut().map(Output::lent));
        let Outcome { bad, errors } = self.run(isolate.vm_mut(), &row_loop, rows, lent, batching.bad_rows)?;
        let gas = isolate.vm().gas_used() - before;
        let nulls = arrays::without(inputs.nulls.as_ref(), &bad, rows);
        let mut outputs = Outputs::new(outputs, rows);
        let both = plan.results.iter().zip(&self.results);
        let columns = both.map(|(item, ty)| outputs.array(item, ty, nulls.clone()));
        let internal = |why| ColumnError::ended(Trap::new(TrapKind::Internal, why));
        let columns = columns.collect::<Result<Vec<_>, String>>().map_err(internal)?;
        Ok(Batch { columns, errors, gas })
    }

    /// How many rows the columns have.
    fn rows(&self, columns: &[ArrayRef]) -> Result<usize, String> {
        let (name, takes) = (&self.loops.callee.export().name, self.loops.plan.params.len());
        if columns.len() != takes {
            return Err(format!("{name} takes {takes} columns and was called with {}", columns.len()));
        }
        let rows = columns.first().map_or(0, |column| column.len());
        match columns.iter().position(|column| column.len() != rows) {
            Some(n) => {
                Err(format!("column {} has {} rows, and column 1 has {rows}", n + 1, columns[n].len()))
            }
            None => Ok(rows),
        }
    }

    fn run(
        &self,
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
}
