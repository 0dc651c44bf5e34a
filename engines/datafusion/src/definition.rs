//! What a function is, whatever calls it: a name, a program, types, and what it may use. Knows neither rows
//! nor plans.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::datatypes::DataType;
use datafusion::error::Result;
use datafusion::logical_expr::{Signature, Volatility};
use purlin::columns::{ColumnError, Columnar};

use crate::account::Meter;
use crate::aggregate::Aggregate;
use crate::function::Function;
use crate::options::Bounds;
use crate::program::{Program, plan_error};
use crate::source::{crossing, declares_type, exported};
use crate::table::Table;

/// What is said of a function when it is made.
#[derive(Debug)]
pub(crate) struct Definition {
    pub name: String,
    pub program: Arc<Program>,
    /// Types of the arguments, and that it is volatile or not.
    pub signature: Signature,
    pub params: Vec<DataType>,
    pub result: DataType,
}

impl Definition {
    fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Definition> {
        let program = Program::of(text).map_err(|why| plan_error(name, why))?;
        let params: Vec<DataType> = params.iter().map(crossing).collect();
        let signature = Signature::exact(params.clone(), volatility);
        Ok(Definition { name: name.into(), program, signature, params, result: crossing(result) })
    }

    pub(crate) fn volatility(&self) -> Volatility {
        self.signature.volatility
    }

    /// An error of planning.
    pub(crate) fn refused(&self, why: impl std::fmt::Display) -> datafusion::error::DataFusionError {
        plan_error(&self.name, why)
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Definition) -> bool {
        (&self.name, self.program.digest(), &self.signature, &self.result)
            == (&other.name, other.program.digest(), &other.signature, &other.result)
    }
}

impl Eq for Definition {}

impl Hash for Definition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.name, self.program.digest()).hash(state);
    }
}

/// A function as one place of a plan has it: what it may use, and where that is counted. Two are equal if
/// they compute the same under the same limits, wherever they count.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub definition: Arc<Definition>,
    /// The limits of its own, or those of the session that made the plan; `None` before there is a plan.
    pub bounds: Option<Bounds>,
    pub meter: Arc<Meter>,
}

impl Instance {
    pub(crate) fn new(definition: Definition) -> Instance {
        Instance { definition: Arc::new(definition), bounds: None, meter: Arc::default() }
    }

    /// The limits that hold in a session, which may have none.
    pub(crate) fn bounds_in(&self, session: Option<Bounds>) -> Bounds {
        match (self.bounds, session) {
            (Some(own), Some(session)) => own.within(session),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Bounds::default(),
        }
    }
}

impl PartialEq for Instance {
    fn eq(&self, other: &Instance) -> bool {
        (&self.definition, self.bounds) == (&other.definition, other.bounds)
    }
}

impl Eq for Instance {}

impl Hash for Instance {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.definition, self.bounds).hash(state);
    }
}

/// What a source declares by a name.
pub(crate) enum Declared {
    Scalar(Function),
    Aggregate(Aggregate),
    Table(Table),
}

impl Declared {
    /// The function, the function that gives a table, or the aggregate that has the name in Go's form:
    /// `unit_price` is `UnitPrice`.
    ///
    /// # Errors
    /// What is wrong with the program, with lines and carets, or with the types.
    pub(crate) fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Declared> {
        let definition = Definition::new(name, text, params, result, volatility)?;
        let (module, exported) = (definition.program.module(), exported(name));
        let no_function = match module.columnar(&exported) {
            Ok(found) => {
                let found = fitting(found, &definition).map_err(|error| definition.refused(error))?;
                return Ok(Declared::Scalar(Function::of(definition, found)));
            }
            Err(error) => error,
        };
        if let Ok(found) = module.table(&exported) {
            return Table::of(definition, found).map(Declared::Table);
        }
        if definition.params.is_empty() {
            return Err(definition.refused("it takes no arguments, so it has no rows"));
        }
        match module.aggregate(&exported) {
            Ok(found) => Aggregate::of(definition, found).map(Declared::Aggregate),
            Err(no_type) if declares_type(text, &exported) => Err(definition.refused(no_type)),
            Err(_) => Err(definition.refused(no_function)),
        }
    }
}

/// The function over columns with the types that the definition says.
fn fitting(found: Columnar, definition: &Definition) -> Result<Columnar, ColumnError> {
    let found = found.with_results(vec![definition.result.clone()])?;
    found.check_columns(&definition.params)?;
    Ok(found)
}
