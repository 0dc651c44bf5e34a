//! Table functions: a guest's sequence gives the rows of a table. What runs the sequence is in
//! `table_exec.rs`.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::error::Result;
use datafusion::logical_expr::{Expr, TableType, Volatility};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::scalar::ScalarValue;
use purlin::columns;

use crate::account::Account;
use crate::definition::{Declared, Definition, Instance};
use crate::options::{Bounds, Options};
use crate::program::plan_error;
use crate::source::crossing;
use crate::table_exec::TableExec;

/// A table function in Go: an exported function that returns an `iter.Seq`, whose arguments are constants.
///
/// ```
/// use datafusion::arrow::datatypes::DataType::{Int64, Utf8};
/// use datafusion::logical_expr::Volatility;
/// use datafusion::prelude::SessionContext;
/// use purlin_datafusion::{Table, source_of};
///
/// # #[tokio::main]
/// # async fn main() -> datafusion::error::Result<()> {
/// let body = "
/// import \"iter\"
/// import \"strings\"
/// func Words(s string) iter.Seq[string] { return strings.FieldsSeq(s) }
/// ";
/// let text = source_of("words", &[(Some("s"), Utf8)], &Utf8, body)?;
/// let words = Table::new("words", &text, &[Utf8], &Utf8, Volatility::Immutable)?;
/// let context = SessionContext::new();
/// context.register_udtf("words", words.clone().into_udtf());
/// let rows = context.sql("SELECT count(*) AS n FROM words('to be or not')").await?.collect().await?;
/// assert_eq!(rows[0].num_rows(), 1);
/// assert_eq!(words.account().rows, 4);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Table {
    pub(crate) instance: Instance,
    pub(crate) rows: columns::Table,
    pub(crate) schema: SchemaRef,
}

impl Table {
    /// A table function of the exported function that has the name in Go's form: `log_lines` is `LogLines`. A
    /// result that is a struct says the names and types of the columns; any other is the column `value`.
    ///
    /// # Errors
    /// What is wrong with the program, with lines and carets, or with the types.
    pub fn new(
        name: &str,
        text: &str,
        params: &[DataType],
        result: &DataType,
        volatility: Volatility,
    ) -> Result<Table> {
        match Declared::new(name, text, params, result, volatility)? {
            Declared::Table(table) => Ok(table),
            Declared::Scalar(_) | Declared::Aggregate(_) => {
                Err(plan_error(name, "its source declares no function of that name that gives rows"))
            }
        }
    }

    /// The table function of a definition, if its types are those of the definition.
    pub(crate) fn of(definition: Definition, rows: columns::Table) -> Result<Table> {
        let refused = |error: columns::ColumnError| definition.refused(error);
        let said: Vec<(String, DataType)> = match &definition.result {
            DataType::Struct(fields) => {
                fields.iter().map(|field| (field.name().clone(), field.data_type().clone())).collect()
            }
            only => vec![("value".into(), only.clone())],
        };
        let types = said.iter().map(|(_, ty)| crossing(ty)).collect();
        let rows = rows.with_columns(types).map_err(refused)?;
        rows.check_arguments(&definition.params).map_err(refused)?;
        let named = said.into_iter().zip(rows.columns());
        let fields = named.map(|((name, _), column)| column.with_name(name)).collect::<Vec<Field>>();
        let schema = Arc::new(Schema::new(fields));
        Ok(Table { instance: Instance::new(definition), rows, schema })
    }

    /// The table function with other limits, or another account.
    pub(crate) fn with(&self, instance: Instance) -> Table {
        Table { instance, ..self.clone() }
    }

    /// The table function with limits of its own: for one call, with all batches that it gives. They hold
    /// within those of a session that has [`Options`], and alone in one that has none.
    ///
    /// # Errors
    /// An option has no value that there is.
    pub fn with_limits(&self, options: &Options) -> Result<Table> {
        let bounds = Some(Bounds::try_from(options)?);
        Ok(self.with(Instance { bounds, ..self.instance.clone() }))
    }

    /// The table function as DataFusion registers it.
    pub fn into_udtf(self) -> Arc<dyn TableFunctionImpl> {
        Arc::new(self)
    }

    /// What the table function has used since it was made, in all plans.
    pub fn account(&self) -> Account {
        self.instance.meter.read()
    }

    /// A call with these arguments, which are made into the types of the parameters.
    pub(crate) fn call_of(&self, arguments: &[ScalarValue]) -> Result<Call> {
        let definition = &self.instance.definition;
        let params = &definition.params;
        if arguments.len() != params.len() {
            let (takes, given) = (params.len(), arguments.len());
            return Err(definition.refused(format!("it takes {takes} arguments, and {given} were given")));
        }
        let cast = |(value, ty): (&ScalarValue, &DataType)| value.cast_to(ty);
        let arguments = arguments.iter().zip(params).map(cast).collect::<Result<Vec<_>>>();
        let arguments = arguments.map_err(|error| definition.refused(error.strip_backtrace()))?;
        Ok(Call { function: self.clone(), arguments: arguments.into() })
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl TableFunctionImpl for Table {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let constant = |(n, expr): (usize, &Expr)| match expr {
            Expr::Literal(value, _) => Ok(value.clone()),
            other => {
                let why = format!("argument {} is no constant: {other}", n + 1);
                Err(self.instance.definition.refused(why))
            }
        };
        let arguments = args.exprs().iter().enumerate().map(constant).collect::<Result<Vec<_>>>()?;
        Ok(Arc::new(self.call_of(&arguments)?))
    }
}

/// A call of a table function, which is a table of a query.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub function: Table,
    pub arguments: Arc<[ScalarValue]>,
}

#[async_trait]
impl TableProvider for Call {
    fn schema(&self) -> SchemaRef {
        self.function.schema.clone()
    }

    fn table_type(&self) -> TableType {
        TableType::Temporary
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let instance = &self.function.instance;
        let bounds = Some(instance.bounds_in(Bounds::of(session.config_options())?));
        let instance = Instance { bounds, meter: instance.meter.part(), ..instance.clone() };
        let call = Call { function: self.function.with(instance), ..self.clone() };
        Ok(Arc::new(TableExec::new(call, projection.cloned(), limit)?))
    }
}
