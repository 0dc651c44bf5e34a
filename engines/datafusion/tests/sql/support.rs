//! What the tests of queries share.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::datasource::MemTable;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use purlin_datafusion::{Options, extended};

/// What a query shows, or its error.
pub async fn ask(context: &SessionContext, query: &str) -> Result<String, String> {
    let frame = context.sql(query).await.map_err(|e| e.to_string())?;
    let rows = frame.collect().await.map_err(|e| e.to_string())?;
    Ok(pretty_format_batches(&rows).map_err(|e| e.to_string())?.to_string())
}

/// The cells of what a query shows, row by row, without the header.
pub async fn cells(context: &SessionContext, query: &str) -> Vec<Vec<String>> {
    let shown = ask(context, query).await.unwrap_or_else(|error| panic!("{query}: {error}"));
    let rows = shown.lines().filter(|line| line.starts_with('|')).skip(1);
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    rows.map(cells).collect()
}

/// Creates a function of Go.
pub async fn create(context: &SessionContext, head: &str, body: &str) -> Result<(), String> {
    ask(context, &format!("CREATE FUNCTION {head} LANGUAGE go AS $$ {body} $$")).await.map(drop)
}

/// A context with so many partitions, in which `t` is a table of as many: the group `g` and the number `n` of
/// each row, which is null in every tenth.
pub fn partitioned(partitions: usize, rows: i64, groups: i64, options: Options) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(partitions).with_option_extension(options);
    let config = config.with_batch_size(64);
    let state = SessionStateBuilder::new().with_config(config).with_default_features();
    let context = SessionContext::new_with_state(extended(state).build());
    let fields = [("g", DataType::Int64), ("n", DataType::Int64)];
    let schema = Arc::new(Schema::new(fields.map(|(name, ty)| Field::new(name, ty, true)).to_vec()));
    let partition = |p: usize| {
        let all = (0..rows).filter(move |n| *n as usize % partitions == p);
        let g: ArrayRef = Arc::new(all.clone().map(|n| Some(n / 3 % groups)).collect::<Int64Array>());
        let n: ArrayRef = Arc::new(all.map(|n| (n % 10 != 0).then_some(n)).collect::<Int64Array>());
        let batch = RecordBatch::try_new(schema.clone(), vec![g, n]).expect("columns of the schema");
        (0..batch.num_rows()).step_by(64).map(|at| batch.slice(at, 64.min(batch.num_rows() - at))).collect()
    };
    let table = MemTable::try_new(schema.clone(), (0..partitions).map(partition).collect());
    context.register_table("t", Arc::new(table.expect("a table"))).expect("no such table yet");
    context
}
