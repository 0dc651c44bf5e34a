//! Functions over columns: an exported function over scalars runs once for each row of Arrow's arrays, in one
//! call. `docs/columns.md` in the repository has the types and what holds for them.
//!
//! `plan.rs` says what a function takes and gives, `loops.rs` builds the loop around it, `run.rs` runs it,
//! `arrays.rs` knows Arrow, `batch.rs` what a caller sees of a batch; `aggregate.rs` has states between
//! batches; `rows.rs` has functions that give tables; `table.rs` is what a module keeps.

mod aggregate;
mod arrays;
mod batch;
mod loops;
mod plan;
mod rows;
mod run;
pub(crate) mod table;

use std::fmt;
use std::sync::{Arc, PoisonError};

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use purlin_runtime::border::{Export, GuestTypes};

use crate::isolate::Isolate;
use crate::module::Module;
use plan::Plan;
use run::Request;
use table::Loops;

/// The crates of arrow-rs that arrays and types are of.
pub use {arrow_array, arrow_schema};

pub use aggregate::{Aggregate, States};
pub use batch::{BadRows, Batch, Batching, ColumnError, RowError};
pub use rows::{Rows, Table};

impl Loops {
    /// The loops around an exported function, with the plan that its description gives.
    fn new(
        module: &Module,
        name: &str,
        plan: impl FnOnce(&GuestTypes, &Export) -> Result<Plan, String>,
    ) -> Result<Loops, ColumnError> {
        if module.0.forms.recipe.config.races {
            let why = format!("{name}: there are no columns where data races are looked for");
            return Err(ColumnError::Function(why));
        }
        let callee = module.callee(name).map_err(|trap| ColumnError::Function(trap.message))?.clone();
        let types = &module.0.forms.recipe.parts.types.data;
        let plan = plan(types, callee.export()).map_err(ColumnError::Function)?;
        Ok(Loops { name: name.to_string(), callee, plan, made: Default::default() })
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
        let loops = match table.functions.get(name) {
            Some(loops) => loops.clone(),
            None => {
                let loops = Arc::new(Loops::new(self, name, Plan::new)?);
                loops.get(self, false)?;
                table.functions.insert(name.to_string(), loops.clone());
                loops
            }
        };
        let results = loops.plan.results.iter().map(arrays::default_type).collect();
        Ok(Columnar { module: self.clone(), loops, results })
    }
}

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
        run::check_results(&self.loops.plan.results, &types)?;
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
        run::check_columns(&self.loops, &empty, 0)?;
        arrays::Inputs::new(&self.loops.plan.params, &empty).map_err(ColumnError::Columns)?;
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
        let rows = columns.first().map_or(0, |column| column.len());
        let Batching { bad_rows, keep_state } = batching;
        let (loops, results) = (&*self.loops, &self.results[..]);
        let request = Request { loops, results, rows, columns, state: None, resets: !keep_state, bad_rows };
        run::batch(&self.module, isolate, request)
    }
}
