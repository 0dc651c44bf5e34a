//! A rule that gives functions the limits of the session that plans a query, so that they travel with the
//! plan. Aggregates know the limits of their session by no other way.

use std::sync::Arc;

use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::config::ConfigOptions;
use datafusion::error::Result;
use datafusion::logical_expr::expr::{AggregateFunction, ScalarFunction, WindowFunction};
use datafusion::logical_expr::{AggregateUDF, Expr, LogicalPlan, ScalarUDF, WindowFunctionDefinition};
use datafusion::optimizer::AnalyzerRule;

use crate::aggregate::Aggregate;
use crate::definition::Instance;
use crate::function::Function;
use crate::options::Bounds;

/// Gives functions in Go, in a logical plan, the limits of the session; those that have limits already keep
/// the smaller ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limiting;

impl AnalyzerRule for Limiting {
    fn analyze(&self, plan: LogicalPlan, config: &ConfigOptions) -> Result<LogicalPlan> {
        let node =
            |plan: LogicalPlan| plan.map_expressions(|expr| expr.transform_up(|expr| limited(expr, config)));
        plan.transform_up_with_subqueries(node).map(|plan| plan.data)
    }

    fn name(&self) -> &str {
        "purlin_limiting"
    }
}

/// The instance with the limits of a session too, unless it has them.
fn instance(of: &Instance, config: &ConfigOptions) -> Result<Option<Instance>> {
    let bounds = Some(of.bounds_in(Bounds::of(config)?));
    Ok((bounds != of.bounds).then(|| Instance { bounds, ..of.clone() }))
}

fn limited(expr: Expr, config: &ConfigOptions) -> Result<Transformed<Expr>> {
    Ok(match expr {
        Expr::ScalarFunction(call) => match scalar(&call.func, config)? {
            Some(func) => Transformed::yes(Expr::ScalarFunction(ScalarFunction { func, ..call })),
            None => Transformed::no(Expr::ScalarFunction(call)),
        },
        Expr::AggregateFunction(call) => match aggregate(&call.func, config)? {
            Some(func) => Transformed::yes(Expr::AggregateFunction(AggregateFunction { func, ..call })),
            None => Transformed::no(Expr::AggregateFunction(call)),
        },
        Expr::WindowFunction(call) => {
            let func = match &call.fun {
                WindowFunctionDefinition::AggregateUDF(func) => aggregate(func, config)?,
                WindowFunctionDefinition::WindowUDF(_) => None,
            };
            match func.map(WindowFunctionDefinition::AggregateUDF) {
                Some(fun) => {
                    Transformed::yes(Expr::WindowFunction(Box::new(WindowFunction { fun, ..*call })))
                }
                None => Transformed::no(Expr::WindowFunction(call)),
            }
        }
        other => Transformed::no(other),
    })
}

fn scalar(func: &ScalarUDF, config: &ConfigOptions) -> Result<Option<Arc<ScalarUDF>>> {
    let Some(function) = func.inner().downcast_ref::<Function>() else { return Ok(None) };
    let limited = instance(&function.instance, config)?;
    Ok(limited.map(|instance| Arc::new(function.with(instance).into_udf())))
}

fn aggregate(func: &AggregateUDF, config: &ConfigOptions) -> Result<Option<Arc<AggregateUDF>>> {
    let Some(aggregate) = func.inner().downcast_ref::<Aggregate>() else { return Ok(None) };
    let limited = instance(&aggregate.instance, config)?;
    Ok(limited.map(|instance| Arc::new(aggregate.with(instance).into_udaf())))
}
