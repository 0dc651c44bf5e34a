//! Plans with functions in Go travel as bytes: they give the same in a process that knows nothing of them,
//! under the limits of the session that made the plan.

use std::sync::Arc;

use crate::support::{ask, create, partitioned};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::catalog::TableProvider;
use datafusion::common::TableReference;
use datafusion::error::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_optimizer::PhysicalOptimizerRule as _;
use datafusion::physical_plan::{ExecutionPlan, collect, displayable};
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec as logical_from,
    logical_plan_to_bytes_with_extension_codec as logical_to,
    physical_plan_from_bytes_with_extension_codec as physical_from,
    physical_plan_to_bytes_with_extension_codec as physical_to,
};
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use purlin_datafusion::{Codec, Metering, Options, context};

const QUERY: &str = "SELECT g % 3 AS k, mean(twice(n)) AS m FROM t WHERE large(n) GROUP BY g % 3 ORDER BY k";

fn shown(rows: &[RecordBatch]) -> String {
    pretty_format_batches(rows).expect("columns that can be shown").to_string()
}

fn codec(context: &SessionContext) -> Codec {
    Codec::of(context.state().config_options()).expect("valid options")
}

async fn with_functions(options: Options) -> SessionContext {
    let context = partitioned(3, 600, 9, options);
    create(&context, "twice(n BIGINT) RETURNS BIGINT", "return 2 * n").await.unwrap();
    create(&context, "large(n BIGINT) RETURNS BOOLEAN STABLE", "return n > 30").await.unwrap();
    let mean = "\ntype Mean struct { Sum, N int64 }\nfunc (m *Mean) Update(n int64) { m.Sum += n; m.N++ }\n\
                func (m *Mean) Merge(other *Mean) { m.Sum += other.Sum; m.N += other.N }\n\
                func (m *Mean) Result() float64 { return float64(m.Sum) / float64(m.N) }\n";
    create(&context, "mean(n BIGINT) RETURNS DOUBLE", mean).await.unwrap();
    context
}

/// Writes tables by their names and finds them in the session that reads.
struct ByName(SessionContext);

impl std::fmt::Debug for ByName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ByName")
    }
}

impl LogicalExtensionCodec for ByName {
    fn try_decode(&self, _: &[u8], _: &[LogicalPlan], _: &TaskContext) -> Result<Extension> {
        unreachable!("there is none in these plans")
    }

    fn try_encode(&self, _: &Extension, _: &mut Vec<u8>) -> Result<()> {
        unreachable!("there is none in these plans")
    }

    fn try_decode_table_provider(
        &self,
        _: &[u8],
        table: &TableReference,
        _: SchemaRef,
        _: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let state = self.0.state();
        let catalog = state.catalog_list().catalog("datafusion").expect("the usual catalog");
        let schema = catalog.schema("public").expect("the usual schema");
        Ok(futures_of(schema.table(table.table()))?.expect("the table is there"))
    }

    fn try_encode_table_provider(
        &self,
        _: &TableReference,
        _: Arc<dyn TableProvider>,
        _: &mut Vec<u8>,
    ) -> Result<()> {
        Ok(())
    }
}

/// Waits for what is there already.
fn futures_of<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("tables in memory are there at once"),
    }
}

#[tokio::test]
async fn logical_plans_travel() {
    let here = with_functions(Options::default()).await;
    let frame = here.sql(QUERY).await.unwrap();
    let unoptimized = frame.logical_plan().clone();
    let expected = shown(&frame.collect().await.unwrap());
    assert!(expected.contains("| 2 |"), "{expected}");
    let optimized = here.state().optimize(&unoptimized).unwrap();
    for plan in [unoptimized, optimized] {
        let writer = codec(&here).with_logical(Arc::new(ByName(here.clone())));
        let bytes = logical_to(&plan, &writer).unwrap();
        let there = partitioned(2, 600, 9, Options::default());
        assert!(!there.state().scalar_functions().contains_key("twice"));
        let reader = codec(&there).with_logical(Arc::new(ByName(there.clone())));
        let read = logical_from(&bytes, &there.task_ctx(), &reader).unwrap();
        assert_eq!(read.display_indent().to_string(), plan.display_indent().to_string());
        let rows = there.execute_logical_plan(read).await.unwrap().collect().await.unwrap();
        assert_eq!(shown(&rows), expected);
    }
}

#[tokio::test]
async fn physical_plans_travel() {
    let here = with_functions(Options::default()).await;
    let frame = here.sql(QUERY).await.unwrap();
    let plan = frame.create_physical_plan().await.unwrap();
    let expected = shown(&collect(plan.clone(), here.task_ctx()).await.unwrap());
    let bytes = physical_to(plan.clone(), &codec(&here)).unwrap();
    let there = context(Options::default());
    let read = physical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
    let indented = |plan: &Arc<dyn ExecutionPlan>| displayable(plan.as_ref()).indent(false).to_string();
    assert_eq!(indented(&read), indented(&plan));
    // A plan that was read has accounts once the rule has run.
    let read = Metering.optimize(read, there.state().config_options()).unwrap();
    assert_eq!(shown(&collect(read.clone(), there.task_ctx()).await.unwrap()), expected);
    let with_metrics =
        datafusion::physical_plan::display::DisplayableExecutionPlan::with_metrics(read.as_ref());
    let with_metrics = with_metrics.indent(false).to_string();
    assert!(with_metrics.contains("gas="), "{with_metrics}");
}

#[tokio::test]
async fn a_source_with_another_digest_is_refused() {
    let here = with_functions(Options::default()).await;
    let frame = here.sql("SELECT twice(n) FROM (VALUES (4)) AS v(n)").await.unwrap();
    let mut bytes = logical_to(frame.logical_plan(), &codec(&here)).unwrap().to_vec();
    let there = context(Options::default());
    assert!(logical_from(&bytes, &there.task_ctx(), &codec(&there)).is_ok());
    let at = bytes.windows(12).position(|part| part == b"return 2 * n").expect("the source is in the plan");
    bytes[at + 7] = b'3';
    let error = logical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap_err().to_string();
    assert!(error.contains("function twice: ") && error.contains("another digest"), "{error}");
    bytes[at + 7] = b'2';
    let at = bytes.windows(19).position(|part| part == b"purlin-datafusion/1").expect("the format is there");
    bytes[at + 18] = b'9';
    let error = logical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap_err().to_string();
    assert!(error.contains("of this version"), "{error}");
}

#[tokio::test]
async fn functions_of_others_are_left_to_others() {
    let here = with_functions(Options::default()).await;
    let query = "SELECT concat(s, 'y'), twice(1), sum(n) FROM (VALUES ('x', 1)) AS v(s, n) GROUP BY s";
    let frame = here.sql(query).await.unwrap();
    let bytes = logical_to(frame.logical_plan(), &codec(&here)).unwrap();
    let there = context(Options::default());
    let read = logical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
    let rows = there.execute_logical_plan(read).await.unwrap().collect().await.unwrap();
    assert!(shown(&rows).contains("| xy "), "{}", shown(&rows));
}

/// The error of a query that was planned under some limits and runs where others hold, in both kinds of plan.
async fn errors(
    here: Options,
    there: Options,
    function: &str,
    body: &str,
    query: &str,
) -> Vec<Option<String>> {
    let from = context(here);
    create(&from, function, body).await.unwrap();
    let frame = from.sql(query).await.unwrap();
    let to = context(there);
    let mut errors = Vec::new();
    for plan in [frame.logical_plan().clone(), from.state().optimize(frame.logical_plan()).unwrap()] {
        let bytes = logical_to(&plan, &codec(&from)).unwrap();
        let read = logical_from(&bytes, &to.task_ctx(), &codec(&to)).unwrap();
        let outcome = to.execute_logical_plan(read).await.unwrap().collect().await;
        errors.push(outcome.err().map(|error| error.to_string()));
    }
    let plan = frame.create_physical_plan().await.unwrap();
    let bytes = physical_to(plan, &codec(&from)).unwrap();
    let read = physical_from(&bytes, &to.task_ctx(), &codec(&to)).unwrap();
    errors.push(collect(read, to.task_ctx()).await.err().map(|error| error.to_string()));
    errors
}

#[tokio::test]
async fn limits_travel_and_the_smaller_ones_hold() {
    let count = ("count_to(n BIGINT) RETURNS BIGINT", "var c int64; for range n { c++ }; return c");
    let add = (
        "adds(n BIGINT) RETURNS BIGINT",
        "\ntype Adds struct { N int64 }\nfunc (a *Adds) Update(n int64) { for range n { a.N++ } }\n\
         func (a *Adds) Merge(other *Adds) { a.N += other.N }\n\
         func (a *Adds) Result() int64 { return a.N }\n",
    );
    let rows = "(VALUES (100000), (7)) AS v(n)";
    for ((head, body), call) in [(count, "count_to(n)"), (add, "adds(n)")] {
        let query = format!("SELECT {call} FROM {rows}");
        let gas = |gas: u64| Options::default().with_gas(gas);
        for error in errors(gas(10_000), gas(0), head, body, &query).await {
            assert!(error.as_ref().is_some_and(|e| e.contains("(OutOfGas)")), "{call}: {error:?}");
        }
        for error in errors(gas(0), gas(10_000), head, body, &query).await {
            assert!(error.as_ref().is_some_and(|e| e.contains("(OutOfGas)")), "{call}: {error:?}");
        }
        for error in errors(gas(0), gas(100_000_000), head, body, &query).await {
            assert_eq!(error, None, "{call}");
        }
    }
    // What becomes of bad rows goes with the plan.
    let head = "inverse(n BIGINT) RETURNS BIGINT";
    let null = Options::default().with_bad_rows("null");
    let query = "SELECT inverse(n) FROM (VALUES (0), (7)) AS v(n)";
    for error in errors(null.clone(), Options::default(), head, "return 1 / n", query).await {
        assert_eq!(error, None);
    }
    for error in errors(Options::default(), null, head, "return 1 / n", query).await {
        assert!(error.as_ref().is_some_and(|e| e.contains("divide by zero")), "{error:?}");
    }
}

#[tokio::test]
async fn an_option_without_such_a_value_is_an_error_of_queries_with_functions() {
    let context = with_functions(Options::default()).await;
    ask(&context, "SET purlin.bad_rows = 'ignore'").await.unwrap();
    let error = ask(&context, "SELECT twice(n) FROM t").await.unwrap_err();
    assert!(error.contains("purlin.bad_rows is fail or null, not ignore"), "{error}");
    assert!(ask(&context, "SELECT n FROM t").await.is_ok());
    assert!(Codec::of(context.state().config_options()).is_err());
}
