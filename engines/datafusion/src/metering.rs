//! Gas and rows in `EXPLAIN ANALYZE`: a rule that wraps each node of a physical plan whose expressions call
//! functions in Go, and gives these accounts of their own there. What a node's expressions are is in
//! `nodes.rs`.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use datafusion::common::Statistics;
use datafusion::common::tree_node::{Transformed, TreeNode as _, TreeNodeRecursion};
use datafusion::config::ConfigOptions;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{OrderingRequirements, PhysicalExpr, PhysicalSortExpr};
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::execution_plan::{
    CardinalityEffect, ChildrenPropertiesMode, InvariantLevel, ReplaceChildrenOptions,
};
use datafusion::physical_plan::filter_pushdown::{
    ChildPushdownResult, FilterDescription, FilterPushdownPhase, FilterPushdownPropagation,
};
use datafusion::physical_plan::metrics::{Count, Label, Metric, MetricValue, MetricsSet};
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::{
    ChildStats, DisplayAs, DisplayFormatType, ExecutionPlan, InputDistributionRequirements, PlanProperties,
    SendableRecordBatchStream, SortOrderPushdownResult, StatisticsArgs,
};

use crate::account::{Account, Meter};
use crate::nodes;

/// Lets `EXPLAIN ANALYZE` show `gas`, `rows` and `batches` of functions in Go, for each node of a physical
/// plan: of scalar functions and aggregates in projections, filters, aggregations, sorts, repartitionings and
/// join filters. Elsewhere, in window functions above all, functions run as they are and are not shown. Table
/// functions show theirs without the rule.
///
/// The rule should run after all rules that change plans. A plan that was read from bytes has no accounts
/// until the rule has run over it again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Metering;

impl PhysicalOptimizerRule for Metering {
    fn optimize(&self, plan: Arc<dyn ExecutionPlan>, _: &ConfigOptions) -> Result<Arc<dyn ExecutionPlan>> {
        plan.transform_up(Metered::around).map(|plan| plan.data)
    }

    fn name(&self) -> &str {
        "purlin_metering"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// A function of a node, and what counts for it there.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub function: Arc<str>,
    pub meter: Arc<Meter>,
}

/// A node with accounts of the functions that it calls. All else is the node's own, down to the type that a
/// downcast finds.
#[derive(Debug)]
struct Metered {
    node: Arc<dyn ExecutionPlan>,
    meters: Vec<Counted>,
}

impl Metered {
    /// The node with accounts of its own, if its expressions call functions in Go.
    fn around(node: Arc<dyn ExecutionPlan>) -> Result<Transformed<Arc<dyn ExecutionPlan>>> {
        let any: &dyn Any = node.as_ref();
        let bare = any.downcast_ref::<Metered>().map_or(&node, |metered| &metered.node);
        let mut meters = Vec::new();
        Ok(match nodes::renewed(bare, &mut meters)? {
            Some(node) => Transformed::yes(Arc::new(Metered { node, meters })),
            None => Transformed::no(node),
        })
    }

    /// A node that this one was made into.
    fn again(node: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
        Metered::around(node).map(|node| node.data)
    }
}

/// The metrics of one function.
pub(crate) fn metrics_of(one: &Counted) -> impl Iterator<Item = Arc<Metric>> {
    let Account { rows, batches, gas } = one.meter.read();
    let function = one.function.clone();
    [("gas", gas), ("rows", rows), ("batches", batches)].into_iter().map(move |(name, n)| {
        let count = Count::new();
        count.add(usize::try_from(n).unwrap_or(usize::MAX));
        let label = Label::new("function", function.clone());
        Arc::new(Metric::new_with_labels(MetricValue::Count { name: name.into(), count }, None, vec![label]))
    })
}

impl DisplayAs for Metered {
    fn fmt_as(&self, kind: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt_as(kind, f)
    }
}

impl ExecutionPlan for Metered {
    fn name(&self) -> &str {
        self.node.name()
    }

    fn downcast_delegate(&self) -> Option<&dyn ExecutionPlan> {
        Some(&*self.node)
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.node.properties()
    }

    fn check_invariants(&self, check: InvariantLevel) -> Result<()> {
        self.node.check_invariants(check)
    }

    fn dynamic_expressions_produced(&self) -> Vec<Arc<dyn PhysicalExpr>> {
        self.node.dynamic_expressions_produced()
    }

    fn input_distribution_requirements(&self) -> InputDistributionRequirements {
        self.node.input_distribution_requirements()
    }

    fn required_input_ordering(&self) -> Vec<Option<OrderingRequirements>> {
        self.node.required_input_ordering()
    }

    fn maintains_input_order(&self) -> Vec<bool> {
        self.node.maintains_input_order()
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        self.node.benefits_from_input_partitioning()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.node.children()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Metered::again(self.node.clone().replace_children(children, options)?)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    fn reset_state(self: Arc<Self>) -> Result<Arc<dyn ExecutionPlan>> {
        Metered::again(self.node.clone().reset_state()?)
    }

    fn apply_expressions(
        &self,
        f: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.node.apply_expressions(f)
    }

    fn repartitioned(
        &self,
        target_partitions: usize,
        config: &ConfigOptions,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        self.node.repartitioned(target_partitions, config)?.map(Metered::again).transpose()
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        self.node.execute(partition, context)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        let mut all = self.node.metrics().unwrap_or_default();
        self.meters.iter().flat_map(metrics_of).for_each(|metric| all.push(metric));
        Some(all)
    }

    #[expect(deprecated)]
    fn partition_statistics(&self, partition: Option<usize>) -> Result<Arc<Statistics>> {
        self.node.partition_statistics(partition)
    }

    fn statistics_from_inputs(
        &self,
        input_stats: &[Arc<Statistics>],
        args: &StatisticsArgs,
    ) -> Result<Arc<Statistics>> {
        self.node.statistics_from_inputs(input_stats, args)
    }

    fn child_stats_requests(&self, partition: Option<usize>) -> Vec<ChildStats> {
        self.node.child_stats_requests(partition)
    }

    fn supports_limit_pushdown(&self) -> bool {
        self.node.supports_limit_pushdown()
    }

    fn with_fetch(&self, limit: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        let node = self.node.with_fetch(limit)?;
        Some(Metered::again(node.clone()).unwrap_or(node))
    }

    fn fetch(&self) -> Option<usize> {
        self.node.fetch()
    }

    fn cardinality_effect(&self) -> CardinalityEffect {
        self.node.cardinality_effect()
    }

    fn try_swapping_with_projection(
        &self,
        projection: &ProjectionExec,
    ) -> Result<Option<Arc<dyn ExecutionPlan>>> {
        self.node.try_swapping_with_projection(projection)?.map(Metered::again).transpose()
    }

    fn gather_filters_for_pushdown(
        &self,
        phase: FilterPushdownPhase,
        parent_filters: Vec<Arc<dyn PhysicalExpr>>,
        config: &ConfigOptions,
    ) -> Result<FilterDescription> {
        self.node.gather_filters_for_pushdown(phase, parent_filters, config)
    }

    fn handle_child_pushdown_result(
        &self,
        phase: FilterPushdownPhase,
        child_pushdown_result: ChildPushdownResult,
        config: &ConfigOptions,
    ) -> Result<FilterPushdownPropagation<Arc<dyn ExecutionPlan>>> {
        let mut result = self.node.handle_child_pushdown_result(phase, child_pushdown_result, config)?;
        result.updated_node = result.updated_node.map(Metered::again).transpose()?;
        Ok(result)
    }

    fn with_new_state(&self, state: Arc<dyn Any + Send + Sync>) -> Option<Arc<dyn ExecutionPlan>> {
        let node = self.node.with_new_state(state)?;
        Some(Metered::again(node.clone()).unwrap_or(node))
    }

    fn try_pushdown_sort(
        &self,
        order: &[PhysicalSortExpr],
    ) -> Result<SortOrderPushdownResult<Arc<dyn ExecutionPlan>>> {
        self.node.try_pushdown_sort(order)?.try_map(Metered::again)
    }

    fn with_preserve_order(&self, preserve_order: bool) -> Option<Arc<dyn ExecutionPlan>> {
        let node = self.node.with_preserve_order(preserve_order)?;
        Some(Metered::again(node.clone()).unwrap_or(node))
    }
}
