//! Aggregates: a type of the guest's whose methods take rows in, one value of it for each group, as query
//! engines call their own. Knows neither how loops are built nor how a batch runs.

use std::fmt;
use std::sync::{Arc, PoisonError};

use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field};
use purlin_runtime::border::{Lent, StatesId};

use super::arrays;
use super::batch::{Batch, Batching, ColumnError};
use super::plan::{Item, Plan, State};
use super::run::{self, Request};
use super::table::{Loops, Methods, StateLoops};
use crate::isolate::Isolate;
use crate::module::Module;

impl Methods {
    fn new(module: &Module, name: &str) -> Result<Methods, ColumnError> {
        let of = |method: &str| format!("{name}.{method}");
        for method in ["Update", "Merge", "Result"] {
            let is_there = module.0.exports.contains_key(&of(method));
            if !is_there && !module.0.uncallable.contains_key(&of(method)) {
                // The front end exports all three or none.
                let why = "is no exported type with the methods Update, Merge and Result on its pointers";
                return Err(ColumnError::Function(format!("{name} {why}")));
            }
        }
        let update = Loops::new(module, &of("Update"), Plan::update)?;
        let types = &module.0.forms.recipe.parts.types.data;
        let state = State::of(types, update.callee.export()).map_err(ColumnError::Function)?;
        let result = Loops::new(module, &of("Result"), Plan::result)?;
        let mut names = Vec::new();
        let merge = Loops::new(module, &of("Merge"), |types, export| {
            let (plan, all) = Plan::merge(types, export)?;
            names = all;
            Ok(plan)
        });
        let fields = Loops::new(module, &of("Merge"), |types, export| Ok(Plan::fields(types, export)?.0));
        let states = match (merge, fields) {
            (Ok(merge), Ok(fields)) => Ok(StateLoops { names, merge, fields }),
            (Err(error), _) | (_, Err(error)) => Err(error.to_string()),
        };
        Ok(Methods { class: state.class, update, result, states })
    }
}

/// An exported type of a module that takes in rows by groups: see [`Module::aggregate`].
///
/// The example of [`States`] uses one.
#[derive(Clone)]
pub struct Aggregate {
    module: Module,
    methods: Arc<Methods>,
    results: Vec<DataType>,
}

impl fmt::Debug for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Aggregate { methods, results, .. } = self;
        f.debug_struct("Aggregate").field("update", &methods.update.plan).field("results", results).finish()
    }
}

impl Module {
    /// The exported type of that name as an aggregate: in Go a type with the methods `Update`, which takes a
    /// row, `Merge`, which takes a pointer to another value of the type, and `Result`, all on pointers to it.
    /// Each may return an error, and only `Result` anything else.
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there is no such type, or one of what its methods take and return is no
    /// column.
    ///
    /// The example of [`States`] begins with one.
    pub fn aggregate(&self, name: &str) -> Result<Aggregate, ColumnError> {
        let mut table = self.0.columns.lock().unwrap_or_else(PoisonError::into_inner);
        let methods = match table.aggregates.get(name) {
            Some(methods) => methods.clone(),
            None => {
                let methods = Arc::new(Methods::new(self, name)?);
                table.aggregates.insert(name.to_string(), methods.clone());
                methods
            }
        };
        let results = methods.result.plan.results.iter().map(arrays::default_type).collect();
        Ok(Aggregate { module: self.clone(), methods, results })
    }
}

impl Aggregate {
    /// The types of the results, as columns of them are.
    ///
    /// The example of [`States`] changes one.
    pub fn results(&self) -> &[DataType] {
        &self.results
    }

    /// The aggregate with other types of results: see
    /// [`Columnar::with_results`](super::Columnar::with_results).
    ///
    /// # Errors
    /// [`ColumnError::Function`] if there are more or fewer results, or one has no such words.
    ///
    /// The example of [`States`] gives a sum of milliseconds such a type.
    pub fn with_results(self, types: Vec<DataType>) -> Result<Aggregate, ColumnError> {
        run::check_results(&self.methods.result.plan.results, &types)?;
        Ok(Aggregate { results: types, ..self })
    }

    /// The columns of states as [`States::state`] gives them and [`States::merge`] takes them: the fields of
    /// the type, in their order.
    ///
    /// # Errors
    /// [`ColumnError::Function`] if a field is no column, or `Merge` takes something else: then states do not
    /// leave the isolate.
    pub fn state_fields(&self) -> Result<Vec<Field>, ColumnError> {
        let StateLoops { names, fields, .. } = self.state_loops()?;
        let field = |(name, item): (&String, &Item)| {
            Field::new(name, arrays::default_type(item), matches!(item, Item::Optional(_)))
        };
        Ok(names.iter().zip(&fields.plan.results).map(field).collect())
    }

    /// Begins states in an isolate of the module: there are none yet.
    pub fn begin<T: Send + 'static>(&self, isolate: &mut Isolate<T>) -> States {
        States { of: self.clone(), id: isolate.vm_mut().new_states() }
    }

    fn state_loops(&self) -> Result<&StateLoops, ColumnError> {
        self.methods.states.as_ref().map_err(|why| ColumnError::Function(why.clone()))
    }
}

/// The states of an aggregate in one isolate, one for each group.
///
/// They are there until the isolate is reset or dropped, or [`States::release`] is called. The isolate is
/// not reset between batches, so globals and what earlier rows have kept stay. Gas begins anew with each
/// call, with what [`Limits::gas`](crate::Limits::gas) says, unless [`Batching::keep_state`] is set; memory
/// counts for all states together.
///
/// After an error states are as the rows before it left them.
///
#[cfg_attr(feature = "go", doc = "```")]
#[cfg_attr(not(feature = "go"), doc = "```ignore")]
/// use std::sync::Arc;
/// use arrow_array::{Array, ArrayRef, Int64Array};
/// use arrow_schema::{DataType, TimeUnit};
/// use purlin::{Config, Engine, Limits, SourceFile, Streams, columns::Batching};
///
/// let text = r#"package main
/// type Mean struct {
///     Sum, N int64
/// }
/// func (m *Mean) Update(x int64)    { m.Sum += x; m.N++ }
/// func (m *Mean) Merge(other *Mean) { m.Sum += other.Sum; m.N += other.N }
/// func (m *Mean) Result() *int64 {
///     if m.N == 0 {
///         return nil
///     }
///     mean := m.Sum / m.N
///     return &mean
/// }
/// func main() {}"#;
/// let source = SourceFile { name: "main.go".into(), text: text.into() };
/// let module = Engine::new(Config::default()).compile(&[source])?;
/// let ms = DataType::Duration(TimeUnit::Millisecond);
/// let mean = module.aggregate("Mean")?.with_results(vec![ms.clone()])?;
/// assert_eq!(mean.results(), [ms]);
/// assert_eq!(mean.state_fields()?[1].name(), "N");
/// let limits = Limits { gas: Some(1_000_000), ..Limits::default() };
/// let mut isolate = module.isolate((), limits.clone(), Streams::default())?;
///
/// let states = mean.begin(&mut isolate);
/// let x: ArrayRef = Arc::new(Int64Array::from(vec![Some(1), Some(2), None, Some(6)]));
/// states.update(&mut isolate, &[x], &[0, 1, 1, 1], Batching::default())?;
/// assert_eq!(states.groups(&isolate)?, 2);
///
/// // The states as columns, taken in by another isolate, where the groups have other numbers.
/// let partial = states.state(&mut isolate, Batching::default())?.columns;
/// let counts: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
/// assert_eq!(&partial[1], &counts);
/// states.release(&mut isolate);
/// let mut other = module.isolate((), limits, Streams::default())?;
/// let merged = mean.begin(&mut other);
/// merged.grow(&mut other, 3)?;
/// merged.merge(&mut other, &partial, &[2, 0], Batching::default())?;
/// let results = merged.results(&mut other, Batching::default())?.columns.remove(0);
/// assert!(results.is_valid(0) && results.is_null(1) && results.is_valid(2));
/// merged.drop_first(&mut other, 2)?;
/// assert_eq!(merged.groups(&other)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct States {
    of: Aggregate,
    id: StatesId,
}

impl States {
    /// How many groups there are.
    ///
    /// # Errors
    /// [`ColumnError::Columns`] if the isolate has none of these states.
    pub fn groups<T: Send + 'static>(&self, isolate: &Isolate<T>) -> Result<usize, ColumnError> {
        isolate.vm().count_states(self.id).map_err(|trap| ColumnError::Columns(trap.message))
    }

    /// Takes in rows: one column for each parameter of `Update`, and for each row the number of its group.
    /// Groups up to the highest number are there afterwards; a new one is a zero value of the type. A row
    /// with a null for a parameter that is no pointer is not taken in. The batch has no columns.
    ///
    /// # Errors
    /// See [`ColumnError`].
    pub fn update<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        columns: &[ArrayRef],
        groups: &[u32],
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        self.take_in(&self.of.methods.update, isolate, columns, groups, batching)
    }

    /// Takes in states of other isolates, or of other groups: the columns of [`States::state`], and for each
    /// row the number of the group that it goes to. The batch has no columns.
    ///
    /// # Errors
    /// See [`ColumnError`], and [`Aggregate::state_fields`].
    pub fn merge<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        states: &[ArrayRef],
        groups: &[u32],
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        self.take_in(&self.of.state_loops()?.merge, isolate, states, groups, batching)
    }

    /// The fields of all states as columns, a row for each group: [`Aggregate::state_fields`] names them.
    ///
    /// # Errors
    /// See [`ColumnError`], and [`Aggregate::state_fields`].
    pub fn state<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        let fields = &self.of.state_loops()?.fields;
        let types: Vec<DataType> = fields.plan.results.iter().map(arrays::default_type).collect();
        self.give(fields, &types, isolate, batching)
    }

    /// What `Result` returns for each group. The states stay as they are.
    ///
    /// # Errors
    /// See [`ColumnError`].
    pub fn results<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        self.give(&self.of.methods.result, &self.of.results, isolate, batching)
    }

    /// Makes groups until there are so many.
    ///
    /// # Errors
    /// See [`ColumnError`].
    pub fn grow<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        groups: usize,
    ) -> Result<(), ColumnError> {
        if groups <= self.groups(isolate)? {
            return Ok(());
        }
        let Aggregate { module, methods, .. } = &self.of;
        let row_loop = methods.result.get(module, false)?;
        let grown = isolate.vm_mut().grow_states(&row_loop, (self.id, methods.class), groups);
        grown.map_err(ColumnError::ended)
    }

    /// Drops the first groups; the others have lower numbers then.
    ///
    /// # Errors
    /// [`ColumnError::Columns`] if the isolate has none of these states.
    pub fn drop_first<T: Send + 'static>(
        &self,
        isolate: &mut Isolate<T>,
        groups: usize,
    ) -> Result<(), ColumnError> {
        let dropped = isolate.vm_mut().drop_first_states(self.id, groups);
        dropped.map_err(|trap| ColumnError::Columns(trap.message))
    }

    /// Drops all groups. The isolate forgets these states, and calls with them are errors.
    pub fn release<T: Send + 'static>(&self, isolate: &mut Isolate<T>) {
        isolate.vm_mut().drop_states(self.id);
    }

    fn take_in<T: Send + 'static>(
        &self,
        loops: &Loops,
        isolate: &mut Isolate<T>,
        columns: &[ArrayRef],
        groups: &[u32],
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        run::check_columns(loops, columns, groups.len())?;
        self.groups(isolate)?;
        let before = self.begin(isolate, batching);
        let most = groups.iter().max().map_or(0, |most| *most as usize + 1);
        self.grow(isolate, most)?;
        let state = Some(Lent::Groups(groups, self.id));
        let rows = groups.len();
        let bad_rows = batching.bad_rows;
        let request = Request { loops, results: &[], rows, columns, state, resets: false, bad_rows };
        let mut batch = run::batch(&self.of.module, isolate, request)?;
        batch.gas = isolate.vm().gas_used() - before;
        Ok(batch)
    }

    fn give<T: Send + 'static>(
        &self,
        loops: &Loops,
        results: &[DataType],
        isolate: &mut Isolate<T>,
        batching: Batching,
    ) -> Result<Batch, ColumnError> {
        let rows = self.groups(isolate)?;
        self.begin(isolate, batching);
        let state = Some(Lent::States(self.id));
        let bad_rows = batching.bad_rows;
        let request = Request { loops, results, rows, columns: &[], state, resets: false, bad_rows };
        run::batch(&self.of.module, isolate, request)
    }

    /// Lets gas begin anew, unless it counts on; what was used so far.
    fn begin<T: Send + 'static>(&self, isolate: &mut Isolate<T>, batching: Batching) -> u64 {
        if !batching.keep_state {
            let gas = isolate.limits().gas;
            isolate.set_gas(gas);
        }
        isolate.vm().gas_used()
    }
}
