//! Aggregates: a type of the guest's whose methods take rows in, as DataFusion plans it. What takes rows in
//! is in `accumulator.rs`.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, new_empty_array};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::error::Result;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::format_state_name;
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, GroupsAccumulator, Signature, Volatility,
};
use purlin::columns::{self, Batching};

use crate::account::Account;
use crate::accumulator::{Groups, Single};
use crate::definition::{Declared, Definition, Instance};
use crate::options::{Bounds, Options};
use crate::program::plan_error;

/// An aggregate function in Go.
///
/// An aggregate learns the limits of a session only from the plan, where the rule
/// [`Limiting`](crate::Limiting) writes them. The defaults of [`Options`] hold for an aggregate in a plan
/// that the rule has not seen.
#[derive(Clone)]
pub struct Aggregate {
    pub(crate) instance: Instance,
    pub(crate) methods: columns::Aggregate,
    /// The intermediate columns.
    state: Arc<[Field]>,
}

impl Aggregate {
    /// An aggregate of the exported type that has the name in Go's form: `geo_mean` is `GeoMean`.
    ///
    /// # Errors
    /// What is wrong with the program, with lines and carets, or with the types.
    pub fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Aggregate> {
        match Declared::new(name, text, params, result, volatility)? {
            Declared::Aggregate(aggregate) => Ok(aggregate),
            Declared::Scalar(_) | Declared::Table(_) => {
                Err(plan_error(name, "its source declares a function of that name, no type"))
            }
        }
    }

    /// The aggregate of a definition, if the types of its methods are those of the definition.
    pub(crate) fn of(definition: Definition, methods: columns::Aggregate) -> Result<Aggregate> {
        let refused = |error: columns::ColumnError| definition.refused(error);
        let methods = methods.with_results(vec![definition.result.clone()]).map_err(refused)?;
        let state: Arc<[Field]> = methods.state_fields().map_err(refused)?.into();
        // A batch without rows tells whether `Update` takes columns of these types.
        let empty: Vec<ArrayRef> = definition.params.iter().map(new_empty_array).collect();
        let mut isolate = definition.program.isolate(Bounds::default())?;
        let states = methods.begin(&mut isolate);
        states.update(&mut isolate, &empty, &[], Batching::default()).map_err(refused)?;
        Ok(Aggregate { instance: Instance::new(definition), methods, state })
    }

    /// The aggregate with other limits, or another account.
    pub(crate) fn with(&self, instance: Instance) -> Aggregate {
        Aggregate { instance, methods: self.methods.clone(), state: self.state.clone() }
    }

    /// The aggregate with limits of its own. They hold within those of the session where the rule
    /// [`Limiting`](crate::Limiting) has seen the plan, and alone elsewhere.
    ///
    /// # Errors
    /// An option has no value that there is.
    pub fn with_limits(&self, options: &Options) -> Result<Aggregate> {
        let bounds = Some(Bounds::try_from(options)?);
        Ok(self.with(Instance { bounds, ..self.instance.clone() }))
    }

    /// The aggregate as DataFusion registers it.
    pub fn into_udaf(self) -> AggregateUDF {
        AggregateUDF::new_from_impl(self)
    }

    /// What a registered aggregate has used, if it is one of these.
    pub fn account_of(udaf: &AggregateUDF) -> Option<Account> {
        udaf.inner().downcast_ref::<Aggregate>().map(Aggregate::account)
    }

    /// What the aggregate has used since it was made, in all plans.
    pub fn account(&self) -> Account {
        self.instance.meter.read()
    }

    /// An error for a call with clauses that Go's methods know nothing of.
    fn check(&self, args: &AccumulatorArgs<'_>) -> Result<()> {
        let clause = match args {
            AccumulatorArgs { is_distinct: true, .. } => "DISTINCT",
            AccumulatorArgs { ignore_nulls: true, .. } => "IGNORE NULLS",
            AccumulatorArgs { order_bys: [_, ..], .. } => "ORDER BY",
            _ => return Ok(()),
        };
        Err(self.instance.definition.refused(format!("an aggregate in Go takes no {clause}")))
    }
}

impl fmt::Debug for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aggregate").field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl PartialEq for Aggregate {
    fn eq(&self, other: &Aggregate) -> bool {
        self.instance == other.instance
    }
}

impl Eq for Aggregate {}

impl Hash for Aggregate {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.instance.hash(state);
    }
}

impl AggregateUDFImpl for Aggregate {
    fn name(&self) -> &str {
        &self.instance.definition.name
    }

    fn signature(&self) -> &Signature {
        &self.instance.definition.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.instance.definition.result.clone())
    }

    fn state_fields(&self, args: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let field = |field: &Field| {
            let name = format_state_name(args.name, field.name());
            Arc::new(Field::new(name, field.data_type().clone(), true))
        };
        Ok(self.state.iter().map(field).collect())
    }

    fn accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        self.check(&args)?;
        Ok(Box::new(Single::begin(self)?))
    }

    fn groups_accumulator_supported(&self, _: AccumulatorArgs<'_>) -> bool {
        true
    }

    fn create_groups_accumulator(&self, args: AccumulatorArgs<'_>) -> Result<Box<dyn GroupsAccumulator>> {
        self.check(&args)?;
        Ok(Box::new(Groups::begin(self)?))
    }

    fn supports_null_handling_clause(&self) -> bool {
        false
    }
}
