//! `CREATE FUNCTION … LANGUAGE go AS $$ … $$`.

use async_trait::async_trait;
use datafusion::error::Result;
use datafusion::execution::context::{FunctionFactory, RegisterFunction, SessionState};
use datafusion::logical_expr::{CreateFunction, Expr, OperateFunctionArg, Volatility};
use datafusion::scalar::ScalarValue;
use std::sync::Arc;

use crate::definition::Declared;
use crate::program::plan_error;
use crate::source::{crossing, program};

/// Makes functions of the statements of SQL that create them.
///
/// The body is a file of Go that begins with `package main`, or declarations, of which one is the function or
/// the type of the aggregate, or the statements of the function; in the latter two lines with `import "…"`
/// are taken out. A function that is said to be nothing else is immutable: it gives the same for the same
/// arguments. One that returns an `iter.Seq` gives a table, of whose rows `RETURNS` says the type: a `STRUCT`
/// with the names of the columns, or the type of the one column, `value`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Factory;

#[async_trait]
impl FunctionFactory for Factory {
    async fn create(&self, state: &SessionState, statement: CreateFunction) -> Result<RegisterFunction> {
        let CreateFunction { name, args, return_type, params, .. } = statement;
        let refused = |why: String| plan_error(&name, why);
        let language = params.language.map(|word| word.value.to_lowercase());
        if let Some(other) = language.filter(|word| word != "go" && word != "golang") {
            return Err(refused(format!("there is no language {other}, only go")));
        }
        let result =
            return_type.map(|ty| crossing(&ty)).ok_or_else(|| refused("RETURNS is missing".into()))?;
        let body = match params.function_body {
            Some(Expr::Literal(ScalarValue::Utf8(Some(text)), _)) => text,
            Some(Expr::Literal(ScalarValue::Utf8View(Some(text)), _)) => text,
            _ => return Err(refused("its source is no text: AS $$ … $$".into())),
        };
        let args = args.unwrap_or_default();
        let argument = |arg: &OperateFunctionArg| {
            (arg.name.as_ref().map(|name| name.value.clone()), crossing(&arg.data_type))
        };
        let named: Vec<_> = args.iter().map(argument).collect();
        let text = program(&name, &named, &result, &body).map_err(refused)?;
        let types: Vec<_> = named.into_iter().map(|(_, ty)| ty).collect();
        let volatility = params.behavior.unwrap_or(Volatility::Immutable);
        match Declared::new(&name, &text, &types, &result, volatility)? {
            Declared::Scalar(function) => Ok(RegisterFunction::Scalar(Arc::new(function.into_udf()))),
            // A query would find the scalar function.
            Declared::Aggregate(_) if state.scalar_functions().contains_key(&name) => {
                Err(refused("there is a scalar function of that name; drop it first".into()))
            }
            Declared::Aggregate(aggregate) => {
                Ok(RegisterFunction::Aggregate(Arc::new(aggregate.into_udaf())))
            }
            Declared::Table(table) => Ok(RegisterFunction::Table(name, table.into_udtf())),
        }
    }
}
