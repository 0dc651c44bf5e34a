//! The node of a physical plan that runs a table function: its sequence when the first batch is asked for,
//! and then rows, batch by batch.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::project_schema;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::TaskContext;
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::coop::cooperative;
use datafusion::physical_plan::execution_plan::{
    Boundedness, EmissionType, ReplaceChildrenOptions, SchedulingType,
};
use datafusion::physical_plan::metrics::{
    BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet, RecordOutput as _,
};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties, SendableRecordBatchStream,
};
use futures::stream;
use purlin::Isolate;
use purlin::columns::{ColumnError, Rows};

use crate::account::Meter;
use crate::definition::Instance;
use crate::metering::{Counted, metrics_of};
use crate::options::Bounds;
use crate::program::{cut, failed};
use crate::table::Call;

/// A scan of a table function's rows.
#[derive(Clone, Debug)]
pub(crate) struct TableExec {
    pub call: Call,
    /// The columns that are wanted; all if it does not say.
    pub projection: Option<Vec<usize>>,
    /// The most rows that are wanted: the sequence ends there.
    pub fetch: Option<usize>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl TableExec {
    pub(crate) fn new(call: Call, projection: Option<Vec<usize>>, fetch: Option<usize>) -> Result<TableExec> {
        let schema = project_schema(&call.function.schema, projection.as_ref())?;
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(1),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        let properties = Arc::new(properties.with_scheduling_type(SchedulingType::Cooperative));
        Ok(TableExec { call, projection, fetch, properties, metrics: ExecutionPlanMetricsSet::new() })
    }

    fn instance(&self) -> &Instance {
        &self.call.function.instance
    }
}

impl DisplayAs for TableExec {
    fn fmt_as(&self, kind: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = cut(&self.instance().definition.name, 64);
        match kind {
            DisplayFormatType::TreeRender => writeln!(f, "function={name}"),
            DisplayFormatType::Default | DisplayFormatType::Verbose => {
                write!(f, "TableExec: function={name}")?;
                self.fetch.map_or(Ok(()), |rows| write!(f, ", fetch={rows}"))
            }
        }
    }
}

impl ExecutionPlan for TableExec {
    fn name(&self) -> &str {
        "TableExec"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(self: Arc<Self>, _: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn fetch(&self) -> Option<usize> {
        self.fetch
    }

    fn with_fetch(&self, fetch: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        Some(Arc::new(TableExec { fetch, ..self.clone() }))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        let (function, meter) =
            (self.instance().definition.name.as_str().into(), self.instance().meter.clone());
        let mut all = self.metrics.clone_inner();
        metrics_of(&Counted { function, meter }).for_each(|metric| all.push(metric));
        Some(all)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let config = context.session_config();
        let batches = Batches {
            bounds: self.instance().bounds_in(Bounds::of(config.options())?),
            exec: self.clone(),
            running: None,
            batch_rows: config.batch_size(),
            is_over: false,
            baseline: BaselineMetrics::new(&self.metrics, partition),
        };
        let schema = self.schema();
        Ok(Box::pin(cooperative(RecordBatchStreamAdapter::new(schema, stream::iter(batches)))))
    }
}

/// The batches of one execution.
struct Batches {
    exec: TableExec,
    bounds: Bounds,
    running: Option<Running>,
    batch_rows: usize,
    /// Whether there are no more, since the last one was given out or there was an error.
    is_over: bool,
    baseline: BaselineMetrics,
}

/// An isolate with the rows that a sequence has yielded.
struct Running {
    isolate: Isolate<()>,
    rows: Rows,
}

impl Batches {
    /// Lets the sequence run.
    fn open(&mut self) -> Result<Running> {
        let Call { function, arguments } = &self.exec.call;
        let Instance { definition, meter, .. } = &function.instance;
        let mut isolate = definition.program.isolate(self.bounds)?;
        let arguments = arguments.iter().map(|value| value.to_array());
        let arguments: Vec<ArrayRef> = arguments.collect::<Result<_>>()?;
        // The isolate is a fresh one, so that it need not be reset.
        match function.rows.open(&mut isolate, &arguments, self.exec.fetch, true) {
            Ok(rows) => {
                meter.count(0, rows.gas());
                Ok(Running { isolate, rows })
            }
            Err(error) => Err(self.failed(&isolate, 0, &error)),
        }
    }

    /// The error of a query, once the gas beyond what was counted already is counted too.
    fn failed(&self, isolate: &Isolate<()>, counted: u64, error: &ColumnError) -> DataFusionError {
        let Instance { definition, meter, .. } = self.exec.instance();
        meter.count(0, isolate.stats().gas.saturating_sub(counted));
        failed(&definition.name, isolate, error)
    }

    /// The next batch, with the columns that are wanted.
    fn batch(&mut self, running: &mut Running) -> Result<Option<RecordBatch>> {
        let Running { isolate, rows } = running;
        isolate.set_deadline(self.bounds.deadline());
        let before = rows.gas();
        let batch = match rows.next(isolate, self.batch_rows) {
            Ok(Some(batch)) => batch,
            Ok(None) => return Ok(None),
            Err(error) => return Err(self.failed(isolate, before, &error)),
        };
        let count = batch.columns.first().map_or(0, |column| column.len());
        let meter: &Meter = &self.exec.instance().meter;
        meter.count(count, batch.gas);
        let schema: SchemaRef = self.exec.schema();
        let columns = match &self.exec.projection {
            Some(wanted) => wanted.iter().map(|n| batch.columns[*n].clone()).collect(),
            None => batch.columns,
        };
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        Ok(Some(RecordBatch::try_new_with_options(schema, columns, &options)?))
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Result<RecordBatch>> {
        if self.is_over {
            return None;
        }
        let timer = self.baseline.elapsed_compute().clone();
        let _timed = timer.timer();
        let opened = self.running.take().map_or_else(|| self.open(), Ok);
        let outcome = opened.and_then(|mut running| {
            let batch = self.batch(&mut running)?;
            self.running = Some(running);
            Ok(batch)
        });
        self.is_over = !matches!(outcome, Ok(Some(_)));
        if self.is_over {
            // The isolate goes back to its pool, though the stream may live on.
            self.running = None;
        }
        outcome.transpose().map(|batch| batch.map(|batch| batch.record_output(&self.baseline)))
    }
}
