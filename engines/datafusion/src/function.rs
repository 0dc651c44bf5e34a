//! Scalar functions: a guest computes the rows of a batch, in an isolate of the program's pool.

use std::fmt;
use std::hash::{Hash, Hasher};

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::scalar::ScalarValue;
use purlin::columns::{Batching, Columnar};

use crate::account::Account;
use crate::definition::{Declared, Definition, Instance};
use crate::options::{Bounds, Options};
use crate::program::{failed, plan_error};

/// A scalar function in Go.
#[derive(Clone)]
pub struct Function {
    pub(crate) instance: Instance,
    columnar: Columnar,
}

impl Function {
    /// A function of the exported function that has the name in Go's form: `unit_price` is `UnitPrice`.
    ///
    /// # Errors
    /// What is wrong with the program, with lines and carets, or with the types.
    pub fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Function> {
        match Declared::new(name, text, params, result, volatility)? {
            Declared::Scalar(function) => Ok(function),
            Declared::Aggregate(_) => Err(plan_error(name, "its source declares an aggregate of that name")),
            Declared::Table(_) => Err(plan_error(name, "its source declares a function that gives a table")),
        }
    }

    pub(crate) fn of(definition: Definition, columnar: Columnar) -> Function {
        Function { instance: Instance::new(definition), columnar }
    }

    /// The function with other limits, or another account.
    pub(crate) fn with(&self, instance: Instance) -> Function {
        Function { instance, columnar: self.columnar.clone() }
    }

    /// The function with limits of its own. They hold within those of a session that has [`Options`], and
    /// alone in one that has none, such as one in another library that calls the function by DataFusion's
    /// foreign interface.
    ///
    /// # Errors
    /// An option has no value that there is.
    ///
    /// ```
    /// use datafusion::arrow::datatypes::DataType::Int64;
    /// use datafusion::logical_expr::Volatility;
    /// use datafusion::prelude::SessionContext;
    /// use purlin_datafusion::{Function, Options, source_of};
    ///
    /// # #[tokio::main]
    /// # async fn main() -> datafusion::error::Result<()> {
    /// let text = source_of("spin", &[(Some("n"), Int64)], &Int64, "for { n++ }")?;
    /// let spin = Function::new("spin", &text, &[Int64], &Int64, Volatility::Immutable)?;
    /// let context = SessionContext::new();
    /// context.register_udf(spin.with_limits(&Options::default().with_gas(10_000))?.into_udf());
    /// let rows = context.sql("SELECT spin(column1) FROM (VALUES (1))").await?.collect().await;
    /// assert!(rows.unwrap_err().to_string().contains("OutOfGas"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_limits(&self, options: &Options) -> Result<Function> {
        let bounds = Some(Bounds::try_from(options)?);
        Ok(self.with(Instance { bounds, ..self.instance.clone() }))
    }

    /// The function as DataFusion registers it.
    pub fn into_udf(self) -> ScalarUDF {
        ScalarUDF::new_from_impl(self)
    }

    /// What a registered function has used, if it is one of these.
    pub fn account_of(udf: &ScalarUDF) -> Option<Account> {
        udf.inner().downcast_ref::<Function>().map(Function::account)
    }

    /// What the function has used since it was made, in all plans.
    pub fn account(&self) -> Account {
        self.instance.meter.read()
    }

    /// The results of a batch of rows.
    fn batch(&self, columns: &[ArrayRef], bounds: Bounds) -> Result<ArrayRef> {
        let Instance { definition, meter, .. } = &self.instance;
        let mut isolate = definition.program.isolate(bounds)?;
        // The isolate is a fresh one, so that it need not be reset.
        let batching = Batching { bad_rows: bounds.bad_rows(), keep_state: true };
        match self.columnar.call(&mut isolate, columns, batching) {
            Ok(batch) => {
                meter.count(columns.first().map_or(0, |column| column.len()), batch.gas);
                let missing = || DataFusionError::Internal(format!("{}: no column", definition.name));
                batch.columns.into_iter().next().ok_or_else(missing)
            }
            Err(error) => {
                meter.count(0, isolate.stats().gas);
                Err(failed(&definition.name, &isolate, &error))
            }
        }
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.instance == other.instance
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.instance.hash(state);
    }
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        &self.instance.definition.name
    }

    fn signature(&self) -> &Signature {
        &self.instance.definition.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.instance.definition.result.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let bounds = self.instance.bounds_in(Bounds::of(&args.config_options)?);
        let is_volatile = self.instance.definition.volatility() == Volatility::Volatile;
        let is_scalar = args.args.iter().all(|arg| matches!(arg, ColumnarValue::Scalar(_)));
        if is_scalar && is_volatile {
            // Each row has a result of its own.
            let columns = args.args.into_iter().map(|arg| arg.into_array(args.number_rows));
            let columns = columns.collect::<Result<Vec<_>>>()?;
            return self.batch(&columns, bounds).map(ColumnarValue::Array);
        }
        let column = self.batch(&ColumnarValue::values_to_arrays(&args.args)?, bounds)?;
        Ok(match is_scalar {
            true => ColumnarValue::Scalar(ScalarValue::try_from_array(&column, 0)?),
            false => ColumnarValue::Array(column),
        })
    }
}
