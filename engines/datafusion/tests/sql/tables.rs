//! Table functions: rows of a sequence in Go as a table of a query, with limits, accounts, and plans that
//! travel.

use std::sync::Arc;

use crate::support::{ask, cells, create};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::physical_plan::{ExecutionPlan, collect, displayable};
use datafusion::prelude::SessionContext;
use datafusion_proto::bytes::{
    logical_plan_from_bytes_with_extension_codec as logical_from,
    logical_plan_to_bytes_with_extension_codec as logical_to,
    physical_plan_from_bytes_with_extension_codec as physical_from,
    physical_plan_to_bytes_with_extension_codec as physical_to,
};
use purlin_datafusion::{Codec, Options, context};

/// The words of a text with their numbers. A negative `from` is an error.
const WORDS: &str = r#"
import "errors"
import "iter"
import "strings"

type Word struct {
	Text string
	At   int64
}

func Words(text string, from int64) (iter.Seq[Word], error) {
	if from < 0 {
		return nil, errors.New("from where?")
	}
	return func(yield func(Word) bool) {
		at := from
		for word := range strings.FieldsSeq(text) {
			if !yield(Word{word, at}) {
				return
			}
			at++
		}
	}, nil
}
"#;

const WORDS_HEAD: &str = "words(text VARCHAR, start BIGINT) RETURNS STRUCT<word VARCHAR, at BIGINT>";

/// The numbers from 0, without end.
const NUMBERS: &str = "
import \"iter\"
func Numbers() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for n := int64(0); yield(n); n++ {
		}
	}
}
";

async fn with_tables(options: Options) -> SessionContext {
    let context = context(options);
    create(&context, WORDS_HEAD, WORDS).await.unwrap();
    create(&context, "numbers() RETURNS BIGINT", NUMBERS).await.unwrap();
    context
}

#[tokio::test]
async fn rows_of_a_sequence_are_a_table() {
    let context = with_tables(Options::default()).await;
    let rows = cells(&context, "SELECT * FROM words('to be or', 7)").await;
    assert_eq!(rows, [["to", "7"], ["be", "8"], ["or", "9"]]);
    let rows =
        cells(&context, "SELECT at, upper(word) AS w FROM words('to be or', 3 - 2) WHERE at > 1").await;
    assert_eq!(rows, [["2", "BE"], ["3", "OR"]]);
    assert_eq!(cells(&context, "SELECT count(*) FROM words('a b c d', 0)").await, [["4"]]);
    assert_eq!(cells(&context, "SELECT count(*) FROM words('', 0)").await, [["0"]]);
    assert_eq!(cells(&context, "SELECT count(*) FROM words(NULL, 0)").await, [["0"]]);
    let joined =
        "SELECT a.word, b.word FROM words('x y', 0) a JOIN words('p q', 0) b ON a.at = b.at ORDER BY 1";
    assert_eq!(cells(&context, joined).await, [["x", "p"], ["y", "q"]]);
    // Arguments are made into the types of the parameters.
    assert_eq!(cells(&context, "SELECT at FROM words(12, '5')").await, [["5"]]);
}

#[tokio::test]
async fn a_sequence_without_end_stops_at_the_limit_of_the_query() {
    let context = with_tables(Options::default().with_gas(10_000_000)).await;
    let rows = cells(&context, "SELECT value FROM numbers() LIMIT 3").await;
    assert_eq!(rows, [["0"], ["1"], ["2"]]);
    let rows = cells(&context, "SELECT value + 1 FROM numbers() LIMIT 2 OFFSET 40000").await;
    assert_eq!(rows, [["40001"], ["40002"]]);
    let error = ask(&context, "SELECT max(value) FROM numbers()").await.unwrap_err();
    assert!(error.contains("function numbers: ") && error.contains("(OutOfGas)"), "{error}");
    assert!(error.contains("main.go:"), "{error}");
    ask(&context, "SET purlin.gas = 0").await.unwrap();
    let error = ask(&context, "SELECT max(value) FROM numbers()").await.unwrap_err();
    assert!(error.contains("function numbers: ") && error.contains("(OutOfMemory)"), "{error}");
    ask(&context, "SET purlin.time_ms = 20").await.unwrap();
    ask(&context, "SET purlin.memory = 4000000000").await.unwrap();
    let error = ask(&context, "SELECT max(value) FROM numbers()").await.unwrap_err();
    assert!(error.contains("function numbers: ") && error.contains("(Deadline"), "{error}");
    assert_eq!(cells(&context, "SELECT count(*) FROM words('a b', 0)").await, [["2"]]);
}

#[tokio::test]
async fn what_is_wrong_is_said_with_the_name_of_the_function() {
    let context = with_tables(Options::default()).await;
    let error = ask(&context, "SELECT * FROM words('a', -1)").await.unwrap_err();
    assert!(error.contains("function words: ") && error.contains("from where?"), "{error}");
    let error = ask(&context, "SELECT * FROM words('a')").await.unwrap_err();
    assert!(error.contains("function words: it takes 2 arguments, and 1 were given"), "{error}");
    let error = ask(&context, "SELECT * FROM words('a', 'b')").await.unwrap_err();
    assert!(error.contains("function words: ") && error.contains("'b'"), "{error}");
    let error = ask(&context, "SELECT * FROM words('a', random())").await.unwrap_err();
    assert!(error.contains("function words: argument 2 is no constant"), "{error}");
    let columns = "few(text VARCHAR) RETURNS STRUCT<word VARCHAR>";
    let few = WORDS.replace("func Words(text string, from int64)", "func Few(text string)");
    let few = few.replace("if from < 0", "from := int64(0); if from < 0");
    let error = create(&context, columns, &few).await.unwrap_err();
    assert!(error.contains("function few: there are 2 results, not 1"), "{error}");
    let error = create(&context, "few(text BIGINT) RETURNS STRUCT<w VARCHAR, at BIGINT>", &few).await;
    assert!(error.unwrap_err().contains("function few: column 1: Int64 where the function takes Utf8"));
    let panics = NUMBERS.replace("yield(n)", "yield(6 / (3 - n))").replace("Numbers", "Quotients");
    create(&context, "quotients() RETURNS BIGINT", &panics).await.unwrap();
    assert_eq!(cells(&context, "SELECT * FROM quotients() LIMIT 2").await, [["2"], ["3"]]);
    let error = ask(&context, "SELECT * FROM quotients()").await.unwrap_err();
    assert!(error.contains("function quotients: ") && error.contains("divide by zero"), "{error}");
    assert!(error.contains("main.go:"), "{error}");
}

#[tokio::test]
async fn gas_and_rows_of_a_table_are_shown() {
    let context = with_tables(Options::default()).await;
    ask(&context, "SET datafusion.execution.batch_size = 2").await.unwrap();
    let shown = ask(&context, "EXPLAIN ANALYZE SELECT at FROM words('a b c d e', 0)").await.unwrap();
    for part in ["TableExec: function=words", "gas=", " rows=5", "batches=4", "output_rows=5"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let once = ask(&context, "EXPLAIN ANALYZE SELECT value FROM numbers() LIMIT 5").await.unwrap();
    assert!(once.contains("TableExec: function=numbers, fetch=5"), "{once}");
}

#[tokio::test]
async fn plans_with_tables_travel() {
    let here = with_tables(Options::default().with_gas(1_000_000)).await;
    let codec = |context: &SessionContext| Codec::of(context.state().config_options()).unwrap();
    let query = "SELECT at * 2 AS a FROM words('to be or not', 1) WHERE at <> 2 LIMIT 2";
    let frame = here.sql(query).await.unwrap();
    let (unoptimized, there) = (frame.logical_plan().clone(), context(Options::default()));
    let plan = frame.clone().create_physical_plan().await.unwrap();
    let expected = pretty_format_batches(&frame.collect().await.unwrap()).unwrap().to_string();
    assert!(expected.contains("| 2 ") && expected.contains("| 6 "), "{expected}");
    for logical in [unoptimized.clone(), here.state().optimize(&unoptimized).unwrap()] {
        let bytes = logical_to(&logical, &codec(&here)).unwrap();
        let read = logical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
        let rows = there.execute_logical_plan(read).await.unwrap().collect().await.unwrap();
        assert_eq!(pretty_format_batches(&rows).unwrap().to_string(), expected);
    }
    let bytes = physical_to(plan.clone(), &codec(&here)).unwrap();
    let read = physical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
    let indented = |plan: &Arc<dyn ExecutionPlan>| displayable(plan.as_ref()).indent(false).to_string();
    assert_eq!(indented(&read), indented(&plan));
    let rows = collect(read, there.task_ctx()).await.unwrap();
    assert_eq!(pretty_format_batches(&rows).unwrap().to_string(), expected);
    // The limits came with it.
    let endless = here.sql("SELECT max(value) FROM numbers()").await.unwrap();
    let bytes = logical_to(endless.logical_plan(), &codec(&here)).unwrap();
    let read = logical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
    let error = there.execute_logical_plan(read).await.unwrap().collect().await.unwrap_err().to_string();
    assert!(error.contains("function numbers: ") && error.contains("(OutOfGas)"), "{error}");
    let plan = endless.create_physical_plan().await.unwrap();
    let bytes = physical_to(plan, &codec(&here)).unwrap();
    let read = physical_from(&bytes, &there.task_ctx(), &codec(&there)).unwrap();
    let error = collect(read, there.task_ctx()).await.unwrap_err().to_string();
    assert!(error.contains("(OutOfGas)"), "{error}");
}
