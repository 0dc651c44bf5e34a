//! Nodes of physical plans with instances of the functions in Go that no other node has. Each kind of node is
//! rebuilt by its own means; a node that would not be what it was is left alone.

use std::sync::Arc;

use datafusion::arrow::datatypes::Schema;
use datafusion::common::tree_node::{Transformed, TreeNode as _};
use datafusion::error::Result;
use datafusion::physical_expr::aggregate::{AggregateExprBuilder, AggregateFunctionExpr};
use datafusion::physical_expr::expressions::DynamicFilterPhysicalExpr;
use datafusion::physical_expr::{LexOrdering, PhysicalExpr, PhysicalSortExpr, ScalarFunctionExpr};
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateInputMode, PhysicalGroupBy};
use datafusion::physical_plan::filter::{FilterExec, FilterExecBuilder};
use datafusion::physical_plan::joins::utils::JoinFilter;
use datafusion::physical_plan::joins::{HashJoinExec, NestedLoopJoinExec, NestedLoopJoinExecBuilder};
use datafusion::physical_plan::projection::{ProjectionExec, ProjectionExpr};
use datafusion::physical_plan::repartition::RepartitionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::sorts::sort_preserving_merge::SortPreservingMergeExec;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties as _, Partitioning};

use crate::aggregate::Aggregate;
use crate::definition::Instance;
use crate::function::Function;
use crate::metering::Counted;

type Expr = Arc<dyn PhysicalExpr>;
type Plan = Arc<dyn ExecutionPlan>;

/// Instances that were made for a node.
#[derive(Default)]
struct Renewal {
    made: Vec<Counted>,
}

/// The node with instances of its own of the functions in Go that it calls, which are listed in `meters`;
/// `None` if it calls none, or is of a kind that cannot be rebuilt.
pub(crate) fn renewed(node: &Plan, meters: &mut Vec<Counted>) -> Result<Option<Plan>> {
    let mut renewal = Renewal::default();
    let Some(rebuilt) = renewal.node(node)? else { return Ok(None) };
    let partitions = |plan: &Plan| plan.output_partitioning().partition_count();
    if renewal.made.is_empty()
        || rebuilt.schema() != node.schema()
        || partitions(&rebuilt) != partitions(node)
        || rebuilt.output_ordering() != node.output_ordering()
    {
        return Ok(None);
    }
    meters.append(&mut renewal.made);
    Ok(Some(rebuilt))
}

impl Renewal {
    fn node(&mut self, node: &Plan) -> Result<Option<Plan>> {
        if let Some(exec) = node.downcast_ref::<ProjectionExec>() {
            self.projection(exec)
        } else if let Some(exec) = node.downcast_ref::<FilterExec>() {
            self.filter(exec)
        } else if let Some(exec) = node.downcast_ref::<AggregateExec>() {
            self.aggregation(exec)
        } else if let Some(exec) = node.downcast_ref::<SortExec>() {
            self.sort(exec)
        } else if let Some(exec) = node.downcast_ref::<SortPreservingMergeExec>() {
            self.merge(exec)
        } else if let Some(exec) = node.downcast_ref::<RepartitionExec>() {
            self.repartition(exec)
        } else if let Some(exec) = node.downcast_ref::<HashJoinExec>() {
            self.hash_join(exec)
        } else if let Some(exec) = node.downcast_ref::<NestedLoopJoinExec>() {
            self.nested_loop_join(exec)
        } else {
            Ok(None)
        }
    }

    /// An instance of a function for this node.
    fn instance(&mut self, of: &Instance) -> Instance {
        let meter = of.meter.part();
        self.made.push(Counted { function: of.definition.name.as_str().into(), meter: meter.clone() });
        Instance { meter, ..of.clone() }
    }

    /// The expression with instances for this node, or the same one.
    fn expr(&mut self, expr: &Expr) -> Result<Transformed<Expr>> {
        expr.clone().transform_up(|expr| {
            let Some(call) = ScalarFunctionExpr::try_downcast_func::<Function>(expr.as_ref()) else {
                return Ok(Transformed::no(expr));
            };
            let Some(function) = call.fun().inner().downcast_ref::<Function>() else {
                return Ok(Transformed::no(expr));
            };
            let function = function.with(self.instance(&function.instance)).into_udf();
            Ok(Transformed::yes(Arc::new(ScalarFunctionExpr::new(
                call.name(),
                Arc::new(function),
                call.args().to_vec(),
                call.return_field(&Schema::empty())?,
                Arc::new(call.config_options().clone()),
            ))))
        })
    }

    /// The expressions with instances for this node; `None` if none of them calls a function in Go.
    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) -> Result<Option<Vec<Expr>>> {
        let mut changed = false;
        let renewed = exprs.into_iter().map(|expr| {
            let expr = self.expr(expr)?;
            changed |= expr.transformed;
            Ok(expr.data)
        });
        let renewed = renewed.collect::<Result<Vec<_>>>()?;
        Ok(changed.then_some(renewed))
    }

    fn ordering(&mut self, ordering: &LexOrdering) -> Result<Option<LexOrdering>> {
        let Some(exprs) = self.exprs(ordering.iter().map(|sort| &sort.expr))? else { return Ok(None) };
        let both = exprs.into_iter().zip(ordering.iter());
        Ok(LexOrdering::new(both.map(|(expr, sort)| PhysicalSortExpr { expr, options: sort.options })))
    }

    fn projection(&mut self, exec: &ProjectionExec) -> Result<Option<Plan>> {
        let Some(exprs) = self.exprs(exec.expr().iter().map(|of| &of.expr))? else { return Ok(None) };
        let both = exprs.into_iter().zip(exec.expr());
        let exprs = both.map(|(expr, of)| ProjectionExpr { expr, alias: of.alias.clone() });
        let input = exec.input().clone();
        let rebuilt = ProjectionExec::try_new_with_schema_metadata(exprs, input, &exec.schema())?;
        Ok(Some(Arc::new(rebuilt)))
    }

    fn filter(&mut self, exec: &FilterExec) -> Result<Option<Plan>> {
        let predicate = self.expr(exec.predicate())?;
        if !predicate.transformed {
            return Ok(None);
        }
        Ok(Some(Arc::new(FilterExecBuilder::from(exec).with_predicate(predicate.data).build()?)))
    }

    fn sort(&mut self, exec: &SortExec) -> Result<Option<Plan>> {
        let Some(ordering) = self.ordering(exec.expr())? else { return Ok(None) };
        let rebuilt = SortExec::new(ordering, exec.input().clone())
            .with_fetch(exec.fetch())
            .with_preserve_partitioning(exec.preserve_partitioning());
        // Sources below may have the filter already that the sort tightens as it runs.
        Ok(Some(match dynamic_filter(exec) {
            Some(filter) => Arc::new(rebuilt.with_dynamic_filter_expr(filter)?),
            None => Arc::new(rebuilt),
        }))
    }

    fn merge(&mut self, exec: &SortPreservingMergeExec) -> Result<Option<Plan>> {
        let Some(ordering) = self.ordering(exec.expr())? else { return Ok(None) };
        let rebuilt = SortPreservingMergeExec::new(ordering, exec.input().clone());
        Ok(Some(Arc::new(rebuilt.with_fetch(exec.fetch()))))
    }

    fn repartition(&mut self, exec: &RepartitionExec) -> Result<Option<Plan>> {
        let Partitioning::Hash(exprs, partitions) = exec.partitioning() else { return Ok(None) };
        let Some(exprs) = self.exprs(exprs)? else { return Ok(None) };
        let rebuilt = RepartitionExec::try_new(exec.input().clone(), Partitioning::Hash(exprs, *partitions))?;
        let rebuilt = if exec.preserve_order() { rebuilt.with_preserve_order() } else { rebuilt };
        Ok(Some(Arc::new(rebuilt)))
    }

    fn join_filter(&mut self, filter: Option<&JoinFilter>) -> Result<Option<JoinFilter>> {
        let Some(filter) = filter else { return Ok(None) };
        let renewed = self.expr(filter.expression())?;
        let (columns, schema) = (filter.column_indices().to_vec(), filter.schema().clone());
        Ok(renewed.transformed.then(|| JoinFilter::new(renewed.data, columns, schema)))
    }

    fn hash_join(&mut self, exec: &HashJoinExec) -> Result<Option<Plan>> {
        let Some(filter) = self.join_filter(exec.filter())? else { return Ok(None) };
        exec.builder().with_filter(Some(filter)).build_exec().map(Some)
    }

    fn nested_loop_join(&mut self, exec: &NestedLoopJoinExec) -> Result<Option<Plan>> {
        let Some(filter) = self.join_filter(exec.filter())? else { return Ok(None) };
        let rebuilt = NestedLoopJoinExecBuilder::from(exec).with_filter(Some(filter)).build()?;
        Ok(Some(Arc::new(rebuilt)))
    }

    fn aggregation(&mut self, exec: &AggregateExec) -> Result<Option<Plan>> {
        // Where intermediate states are merged, arguments and filters are not evaluated.
        let takes_rows = exec.mode().input_mode() == AggregateInputMode::Raw;
        let mut changed = false;
        let calls = exec.aggr_expr().iter().map(|call| {
            let renewed = self.aggregate_call(exec, call, takes_rows)?;
            changed |= renewed.is_some();
            Ok(renewed.map_or_else(|| call.clone(), Arc::new))
        });
        let calls = calls.collect::<Result<Vec<_>>>()?;
        let groups = self.exprs(exec.group_expr().expr().iter().map(|(expr, _)| expr))?;
        let filters = match takes_rows {
            true => self.filters(exec.filter_expr())?,
            false => None,
        };
        if groups.is_none() && filters.is_none() {
            return Ok(changed.then(|| Arc::new(exec.with_new_aggr_exprs(calls)) as Plan));
        }
        let groups = groups.map_or_else(|| exec.group_expr().clone(), |exprs| grouped(exec, exprs));
        let filters = filters.unwrap_or_else(|| exec.filter_expr().to_vec());
        let (input, schema) = (exec.input().clone(), exec.input_schema());
        let rebuilt = AggregateExec::try_new(*exec.mode(), groups, calls, filters, input, schema)?;
        let rebuilt = rebuilt.with_limit_options(exec.limit_options());
        Ok(Some(match dynamic_filter(exec) {
            Some(filter) => Arc::new(rebuilt.with_dynamic_filter_expr(filter)?),
            None => Arc::new(rebuilt),
        }))
    }

    fn filters(&mut self, filters: &[Option<Expr>]) -> Result<Option<Vec<Option<Expr>>>> {
        let Some(exprs) = self.exprs(filters.iter().flatten())? else { return Ok(None) };
        let mut exprs = exprs.into_iter();
        Ok(Some(filters.iter().map(|filter| filter.as_ref().and_then(|_| exprs.next())).collect()))
    }

    /// A call of an aggregate with instances for this node, of the aggregate itself and of functions in its
    /// arguments; `None` if there are none.
    fn aggregate_call(
        &mut self,
        exec: &AggregateExec,
        call: &AggregateFunctionExpr,
        takes_rows: bool,
    ) -> Result<Option<AggregateFunctionExpr>> {
        let before = self.made.len();
        let own = call.fun().inner().downcast_ref::<Aggregate>();
        let own = own.map(|own| own.with(self.instance(&own.instance)).into_udaf());
        let args = if takes_rows { self.exprs(&call.expressions())? } else { None };
        if own.is_none() && args.is_none() {
            return Ok(None);
        }
        let fun = own.unwrap_or_else(|| call.fun().clone());
        let mut builder =
            AggregateExprBuilder::new(Arc::new(fun), args.unwrap_or_else(|| call.expressions()))
                .order_by(call.order_bys().to_vec())
                .schema(exec.input_schema())
                .alias(call.name())
                .with_ignore_nulls(call.ignore_nulls())
                .with_distinct(call.is_distinct())
                .with_reversed(call.is_reversed());
        if let Some(shown) = call.human_display() {
            builder = builder.human_display(shown);
        }
        if let Some(alias) = call.human_display_alias() {
            builder = builder.human_display_alias(alias);
        }
        let rebuilt = builder.build()?;
        if rebuilt.field() == call.field() && rebuilt.state_fields()? == call.state_fields()? {
            return Ok(Some(rebuilt));
        }
        self.made.truncate(before);
        Ok(None)
    }
}

/// The grouping of a node with other expressions.
fn grouped(exec: &AggregateExec, exprs: Vec<Expr>) -> PhysicalGroupBy {
    let by = exec.group_expr();
    let named = exprs.into_iter().zip(by.expr()).map(|(expr, (_, name))| (expr, name.clone()));
    PhysicalGroupBy::new(
        named.collect(),
        by.null_expr().to_vec(),
        by.groups().to_vec(),
        by.has_grouping_set(),
    )
}

/// The filter that a node tightens as it runs, if it has one.
fn dynamic_filter(exec: &dyn ExecutionPlan) -> Option<Arc<DynamicFilterPhysicalExpr>> {
    let filter: Arc<dyn std::any::Any + Send + Sync> =
        exec.dynamic_expressions_produced().into_iter().next()?;
    filter.downcast().ok()
}
