//! `CREATE FUNCTION … LANGUAGE go AS $$ … $$`.

use async_trait::async_trait;
use datafusion::common::plan_err;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::context::{FunctionFactory, RegisterFunction, SessionState};
use datafusion::logical_expr::{CreateFunction, Expr, Volatility};
use datafusion::scalar::ScalarValue;
use std::sync::Arc;

use crate::function::Function;
use crate::source::{crossing, program};

/// Makes functions of the statements of SQL that create them.
///
/// The body is a file of Go that begins with `package main`, or declarations, of which one is the function,
/// or the statements of the function; in the latter two lines with `import "…"` are taken out. A function
/// that is said to be nothing else is immutable: it gives the same for the same arguments.
#[derive(Clone, Copy, Debug, Default)]
pub struct Factory;

#[async_trait]
impl FunctionFactory for Factory {
    async fn create(&self, _: &SessionState, statement: CreateFunction) -> Result<RegisterFunction> {
        let CreateFunction { name, args, return_type, params, .. } = statement;
        let language = params.language.map(|word| word.value.to_lowercase());
        if language.as_deref().is_some_and(|word| word != "go" && word != "golang") {
            return plan_err!("function {name}: there is no language {}, only go", language.unwrap_or_default());
        }
        let Some(result) = return_type.map(|ty| crossing(&ty)) else {
            return plan_err!("function {name}: RETURNS is missing");
        };
        let body = match params.function_body {
            Some(Expr::Literal(ScalarValue::Utf8(Some(text)), _)) => text,
            Some(Expr::Literal(ScalarValue::Utf8View(Some(text)), _)) => text,
            _ => return plan_err!("function {name}: its source is no text: AS $$ … $$"),
        };
        let args = args.unwrap_or_default();
        let named: Vec<_> =
            args.iter().map(|arg| (arg.name.as_ref().map(|n| n.value.clone()), crossing(&arg.data_type))).collect();
        let text = program(&name, &named, &result, &body)
            .map_err(|why| DataFusionError::Plan(format!("function {name}: {why}")))?;
        let types: Vec<_> = named.into_iter().map(|(_, ty)| ty).collect();
        let volatility = params.behavior.unwrap_or(Volatility::Immutable);
        let function = Function::new(&name, &text, &types, &result, volatility)?;
        Ok(RegisterFunction::Scalar(Arc::new(function.into_udf())))
    }
}
