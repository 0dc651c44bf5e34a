//! What a function in Go costs a query beside the same function in Rust: two numbers of ten million rows in
//! memory, four partitions, two threads. The queries alternate, their results are compared first, and the
//! least CPU time of each (user and system, of the whole process) makes the ratio.
//!
//! `cargo run --release --example price [ROUNDS]`; numbers come from SplitMix64 with the seed 71.

use std::error::Error;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, AsArray as _, Int64Array, RecordBatch};
use datafusion::arrow::compute::binary;
use datafusion::arrow::datatypes::{DataType, Field, Int64Type, Schema};
use datafusion::datasource::MemTable;
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::{
    ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use datafusion::prelude::{SessionConfig, SessionContext};
use purlin_datafusion::{Options, extended};

const SEED: u64 = 71;
const ROWS: usize = 10_000_000;
const BATCH: usize = 8192;
const PARTITIONS: usize = 4;
const THREADS: usize = 2;
/// How often each query runs unless the command line says otherwise.
const ROUNDS: usize = 7;

const BODY: &str = "total := n * cents
    if n >= 10 {
        total -= total / 10
    }
    return total";

fn price(n: i64, cents: i64) -> i64 {
    let mut total = n.wrapping_mul(cents);
    if n >= 10 {
        total = total.wrapping_sub(total / 10);
    }
    total
}

/// A function in Rust that computes the same.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Native(Signature);

impl ScalarUDFImpl for Native {
    fn name(&self) -> &str {
        "price_rust"
    }

    fn signature(&self) -> &Signature {
        &self.0
    }

    fn return_type(&self, _: &[DataType]) -> datafusion::error::Result<DataType> {
        Ok(DataType::Int64)
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> datafusion::error::Result<ColumnarValue> {
        let columns = ColumnarValue::values_to_arrays(&args.args)?;
        let (n, cents) = (columns[0].as_primitive::<Int64Type>(), columns[1].as_primitive::<Int64Type>());
        let prices: Int64Array = binary(n, cents, price)?;
        Ok(ColumnarValue::Array(Arc::new(prices)))
    }
}

/// SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

fn table() -> Result<MemTable, Box<dyn Error>> {
    let fields = ["n", "cents"].map(|name| Field::new(name, DataType::Int64, false));
    let schema = Arc::new(Schema::new(fields.to_vec()));
    let mut numbers = Numbers(SEED);
    let mut partitions = vec![Vec::new(); PARTITIONS];
    for (at, start) in (0..ROWS).step_by(BATCH).enumerate() {
        let rows = BATCH.min(ROWS - start);
        let mut column = |most: u64| -> ArrayRef {
            Arc::new((0..rows).map(|_| (numbers.next() % most) as i64).collect::<Int64Array>())
        };
        let columns = vec![column(20), column(100_000)];
        partitions[at % PARTITIONS].push(RecordBatch::try_new(schema.clone(), columns)?);
    }
    Ok(MemTable::try_new(schema, partitions)?)
}

/// Seconds of CPU time that the process has taken, of all its threads.
fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The result of a query and the CPU seconds that it took.
async fn timed(context: &SessionContext, function: &str) -> Result<(i64, f64), Box<dyn Error>> {
    let query = format!("SELECT sum({function}(n, cents)) FROM t");
    let begun = cpu_seconds();
    let rows = context.sql(&query).await?.collect().await?;
    let seconds = cpu_seconds() - begun;
    Ok((rows[0].column(0).as_primitive::<Int64Type>().value(0), seconds))
}

async fn run(rounds: usize) -> Result<(), Box<dyn Error>> {
    let config =
        SessionConfig::new().with_target_partitions(PARTITIONS).with_option_extension(Options::default());
    let state = SessionStateBuilder::new().with_config(config).with_default_features();
    let context = SessionContext::new_with_state(extended(state).build());
    context.register_table("t", Arc::new(table()?))?;
    let create = "CREATE FUNCTION price_go(n BIGINT, cents BIGINT) RETURNS BIGINT LANGUAGE go AS";
    context.sql(&format!("{create} $$ {BODY} $$")).await?;
    let signature = Signature::exact(vec![DataType::Int64, DataType::Int64], Volatility::Immutable);
    context.register_udf(ScalarUDF::new_from_impl(Native(signature)));
    let functions = ["price_go", "price_rust"];
    let mut least = [f64::INFINITY; 2];
    for round in 0..=rounds {
        let mut results = [0; 2];
        for (n, function) in functions.iter().enumerate() {
            let (result, seconds) = timed(&context, function).await?;
            results[n] = result;
            // The first iteration warms up, and is compared only.
            if round > 0 {
                least[n] = least[n].min(seconds);
            }
        }
        if results[0] != results[1] {
            return Err(format!("results differ: {results:?}").into());
        }
    }
    let [go, rust] = least;
    println!("rows {ROWS}, seed {SEED}, partitions {PARTITIONS}, threads {THREADS}, rounds {rounds}");
    println!("go {:.1} ms, rust {:.1} ms of CPU; ratio {:.3}", go * 1e3, rust * 1e3, go / rust);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(ROUNDS), |text| text.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).build()?;
    runtime.block_on(async {
        tokio::spawn(async move { run(rounds).await.map_err(|e| e.to_string()) }).await
    })??;
    Ok(())
}
