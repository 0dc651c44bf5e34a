//! Aggregates in SQL: the same results as built-in ones, over one partition and several, with groups and
//! without.

use crate::support::{ask, cells, create, partitioned};
use datafusion::arrow::array::{Array as _, Int64Array};
use datafusion::prelude::SessionContext;
use purlin_datafusion::{Aggregate, Options, context};

/// Sum, count and mean of numbers, where a group of nulls has no mean.
const MEAN: &str = "
type Mean struct {
    Sum, N int64
}

func (m *Mean) Update(n int64) {
    m.Sum += n
    m.N++
}

func (m *Mean) Merge(other *Mean) {
    m.Sum += other.Sum
    m.N += other.N
}

func (m *Mean) Result() *float64 {
    if m.N == 0 {
        return nil
    }
    mean := float64(m.Sum) / float64(m.N)
    return &mean
}
";

/// The longest text, whose state has a text, a list and a pointer.
const LONGEST: &str = "
type Longest struct {
    Text  string
    Sizes []int64
    least *int64
}

func (l *Longest) Update(s string, weight *int64) {
    size := int64(len(s))
    l.Sizes = append(l.Sizes, size)
    if size > int64(len(l.Text)) || size == int64(len(l.Text)) && s < l.Text {
        l.Text = s
    }
    if weight != nil && (l.least == nil || *weight < *l.least) {
        l.least = weight
    }
}

func (l *Longest) Merge(other *Longest) {
    l.Sizes = append(l.Sizes, other.Sizes...)
    if len(other.Text) > len(l.Text) || len(other.Text) == len(l.Text) && other.Text < l.Text {
        l.Text = other.Text
    }
    if other.least != nil && (l.least == nil || *other.least < *l.least) {
        l.least = other.least
    }
}

func (l *Longest) Result() string {
    total := int64(0)
    for _, size := range l.Sizes {
        total += size
    }
    least := int64(-1)
    if l.least != nil {
        least = *l.least
    }
    return fmt.Sprintf(\"%s %d %d %d\", l.Text, len(l.Sizes), total, least)
}
";

async fn with_mean(context: &SessionContext) {
    create(context, "mean(n BIGINT) RETURNS DOUBLE", MEAN).await.unwrap();
}

/// Whether both queries give the same.
async fn same(context: &SessionContext, query: &str, built_in: &str) {
    let (ours, theirs) = (cells(context, query).await, cells(context, built_in).await);
    assert!(!ours.is_empty());
    assert_eq!(ours, theirs, "{query}");
}

#[tokio::test]
async fn an_aggregate_without_groups_is_merged_from_partitions() {
    for partitions in [1, 4] {
        let context = partitioned(partitions, 1000, 7, Options::default());
        with_mean(&context).await;
        same(&context, "SELECT mean(n) FROM t", "SELECT avg(n) FROM t").await;
        same(&context, "SELECT mean(n) FROM t WHERE n < 0", "SELECT avg(n) FROM t WHERE n < 0").await;
        let filter = "FILTER (WHERE n % 3 = 0)";
        let (ours, theirs) =
            (format!("SELECT mean(n) {filter} FROM t"), format!("SELECT avg(n) {filter} FROM t"));
        same(&context, &ours, &theirs).await;
        let plan = ask(&context, "EXPLAIN SELECT mean(n) FROM t").await.unwrap();
        assert_eq!(plan.contains("mode=Partial"), partitions > 1, "{plan}");
    }
}

#[tokio::test]
async fn groups_are_merged_from_partitions() {
    for (partitions, groups) in [(1, 7), (4, 7), (4, 5000)] {
        let context = partitioned(partitions, 12_000, groups, Options::default());
        with_mean(&context).await;
        let rest = "FROM t GROUP BY g ORDER BY g";
        same(&context, &format!("SELECT g, mean(n) {rest}"), &format!("SELECT g, avg(n) {rest}")).await;
        let filter = "FILTER (WHERE n % 7 = 3)";
        let (ours, theirs) =
            (format!("SELECT g, mean(n) {filter} {rest}"), format!("SELECT g, avg(n) {filter} {rest}"));
        same(&context, &ours, &theirs).await;
        let rest = "FROM t GROUP BY ROLLUP (g, n % 2) ORDER BY 1, 2";
        same(
            &context,
            &format!("SELECT g, n % 2, mean(n) {rest}"),
            &format!("SELECT g, n % 2, avg(n) {rest}"),
        )
        .await;
    }
}

#[tokio::test]
async fn groups_come_out_in_parts_where_the_input_is_sorted() {
    let context = partitioned(1, 6_000, 900, Options::default());
    with_mean(&context).await;
    let sorted = "(SELECT * FROM t ORDER BY g LIMIT 100000)";
    let query = |mean: &str| format!("SELECT g, {mean}(n) FROM {sorted} GROUP BY g ORDER BY g");
    same(&context, &query("mean"), &query("avg")).await;
    let plan = ask(&context, &format!("EXPLAIN {}", query("mean"))).await.unwrap();
    assert!(plan.contains("ordering_mode=Sorted"), "{plan}");
}

#[tokio::test]
async fn partial_aggregation_is_skipped_where_it_does_not_help() {
    let context = partitioned(2, 30_000, 20_000, Options::default());
    ask(&context, "SET datafusion.execution.skip_partial_aggregation_probe_rows_threshold = 500")
        .await
        .unwrap();
    ask(&context, "SET datafusion.execution.skip_partial_aggregation_probe_ratio_threshold = 0.1")
        .await
        .unwrap();
    with_mean(&context).await;
    let rest = "FILTER (WHERE n % 7 <> 3) FROM t GROUP BY g ORDER BY g";
    same(&context, &format!("SELECT g, mean(n) {rest}"), &format!("SELECT g, avg(n) {rest}")).await;
    let shown = ask(&context, "EXPLAIN ANALYZE SELECT g, mean(n) FROM t GROUP BY g").await.unwrap();
    let skipped = "skipped_aggregation_rows=";
    assert!(shown.contains(skipped) && !shown.contains(&format!("{skipped}0")), "{shown}");
}

#[tokio::test]
async fn states_have_texts_lists_and_pointers() {
    let context = partitioned(4, 900, 5, Options::default());
    let head = "longest(s VARCHAR, weight BIGINT) RETURNS VARCHAR";
    create(&context, head, &format!("import \"fmt\"\n{LONGEST}")).await.unwrap();
    let one = cells(&context, "SELECT longest(concat('x', CAST(n AS VARCHAR)), n) FROM t").await;
    // 90 nulls, whose text is an x alone, and 9 numbers of one digit, 81 of two and 720 of three.
    assert_eq!(one, [[format!("x101 900 {} 1", 900 + 9 + 81 * 2 + 720 * 3)]]);
    let query = "SELECT g, longest(concat('x', CAST(n AS VARCHAR)), n) FROM t GROUP BY g ORDER BY g LIMIT 1";
    let count = cells(&context, "SELECT count(*), min(n) FROM t WHERE g = 0").await;
    let first = cells(&context, query).await;
    assert!(first[0][1].contains(&format!(" {} ", count[0][0])), "{first:?}");
    assert!(first[0][1].ends_with(&format!(" {}", count[0][1])), "{first:?}");
}

#[tokio::test]
async fn aggregates_run_in_windows_whose_frames_only_grow() {
    let context = partitioned(1, 40, 3, Options::default());
    with_mean(&context).await;
    let query =
        |mean: &str| format!("SELECT n, {mean}(n) OVER (PARTITION BY g ORDER BY n) FROM t ORDER BY g, n");
    same(&context, &query("mean"), &query("avg")).await;
    let sliding = "SELECT mean(n) OVER (ORDER BY n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t";
    assert!(ask(&context, sliding).await.unwrap_err().contains("retract_batch"));
}

#[tokio::test]
async fn accounts_and_limits_hold_for_aggregates() {
    let context = partitioned(4, 1000, 7, Options::default());
    with_mean(&context).await;
    ask(&context, "SELECT g, mean(n) FROM t GROUP BY g").await.unwrap();
    let udaf = context.state().aggregate_functions()["mean"].clone();
    let account = Aggregate::account_of(&udaf).expect("it is one of ours");
    assert!(account.rows >= 1000 && account.gas > 1000 && account.batches > 4, "{account:?}");
    ask(&context, "SET purlin.gas = 500").await.unwrap();
    let error = ask(&context, "SELECT g, mean(n) FROM t GROUP BY g").await.unwrap_err();
    assert!(error.contains("function mean: ") && error.contains("(OutOfGas)"), "{error}");
    ask(&context, "SET purlin.gas = 0").await.unwrap();
    assert!(ask(&context, "SELECT g, mean(n) FROM t GROUP BY g").await.is_ok());
    let body = "\ntype All struct { L []int64 }\nfunc (a *All) Update(n int64) { a.L = append(a.L, n) }\n\
                func (a *All) Merge(other *All) { a.L = append(a.L, other.L...) }\n\
                func (a *All) Result() int64 { return int64(len(a.L)) }\n";
    create(&context, "all_of(n BIGINT) RETURNS BIGINT", &body.replace("All", "AllOf")).await.unwrap();
    assert_eq!(cells(&context, "SELECT all_of(n) FROM t").await, [["900"]]);
    ask(&context, "SET purlin.bad_rows = 'null'").await.unwrap();
    let odd = MEAN.replace("m.Sum += n", "if n % 2 == 0 { panic(n) }; m.Sum += n").replace("Mean", "Odd");
    create(&context, "odd(n BIGINT) RETURNS DOUBLE", &odd).await.unwrap();
    same(&context, "SELECT odd(n) FROM t", "SELECT avg(n) FROM t WHERE n % 2 = 1").await;
}

#[tokio::test]
async fn what_is_wrong_with_an_aggregate_is_said() {
    let context = context(Options::default());
    let error = create(&context, "mean(n BIGINT) RETURNS BIGINT", MEAN).await.unwrap_err();
    assert!(error.contains("function mean: result 1 is Float64, which is no Int64"), "{error}");
    let error = create(&context, "mean(n VARCHAR) RETURNS DOUBLE", MEAN).await.unwrap_err();
    assert!(error.contains("function mean: column 1: Utf8 where the function takes Int64"), "{error}");
    let no_merge = MEAN.replace("Merge", "Add");
    let error = create(&context, "mean(n BIGINT) RETURNS DOUBLE", &no_merge).await.unwrap_err();
    assert!(error.contains("Mean is no exported type with the methods Update, Merge and Result"), "{error}");
    let map = MEAN.replace("Sum, N int64", "Sum, N int64; seen map[int64]bool");
    let error = create(&context, "mean(n BIGINT) RETURNS DOUBLE", &map).await.unwrap_err();
    assert!(error.contains("the field seen of main.Mean is map[int64]bool, which is no column"), "{error}");
    with_mean(&context).await;
    let rows = "FROM (SELECT 1 AS n UNION ALL SELECT 2)";
    for (call, clause) in [("mean(n ORDER BY n)", "ORDER BY"), ("mean(DISTINCT n), count(n)", "DISTINCT")] {
        let error = ask(&context, &format!("SELECT {call} {rows}")).await.unwrap_err();
        assert!(error.contains(&format!("function mean: an aggregate in Go takes no {clause}")), "{error}");
    }
    create(&context, "half(n BIGINT) RETURNS BIGINT", "return n / 2").await.unwrap();
    let half = MEAN.replace("Mean", "Half");
    let error = create(&context, "half(n BIGINT) RETURNS DOUBLE", &half).await.unwrap_err();
    assert!(error.contains("there is a scalar function of that name"), "{error}");
    ask(&context, "DROP FUNCTION half").await.unwrap();
    create(&context, "half(n BIGINT) RETURNS DOUBLE", &half).await.unwrap();
}

#[tokio::test]
async fn an_accumulator_tells_how_much_memory_it_has() {
    use datafusion::logical_expr::{EmitTo, function::AccumulatorArgs};
    let text = format!(
        "package main\n{}\nfunc main() {{}}",
        MEAN.replace("Sum, N int64", "Sum, N int64; L []int64")
    );
    let text = text.replace("m.N++", "m.N++; m.L = append(m.L, n)");
    let int = datafusion::arrow::datatypes::DataType::Int64;
    let double = datafusion::arrow::datatypes::DataType::Float64;
    let immutable = datafusion::logical_expr::Volatility::Immutable;
    let udaf = Aggregate::new("mean", &text, &[int], &double, immutable).unwrap().into_udaf();
    let schema = datafusion::arrow::datatypes::Schema::empty();
    let args = || AccumulatorArgs {
        return_field: std::sync::Arc::new(datafusion::arrow::datatypes::Field::new(
            "m",
            double.clone(),
            true,
        )),
        schema: &schema,
        ignore_nulls: false,
        order_bys: &[],
        is_reversed: false,
        name: "mean",
        is_distinct: false,
        exprs: &[],
        expr_fields: &[],
    };
    let mut groups = udaf.create_groups_accumulator(args()).unwrap();
    let small = groups.size();
    let column = |n: i64| std::sync::Arc::new((0..n).collect::<Int64Array>()) as _;
    for _ in 0..20 {
        let numbers: Vec<usize> = (0..10_000).map(|n| n % 100).collect();
        groups.update_batch(&[column(10_000)], &numbers, None, 100).unwrap();
    }
    // 200,000 numbers of 8 bytes are alive.
    let large = groups.size();
    assert!(small < 100_000 && large > 1_600_000 && large < 64 << 20, "{small} {large}");
    let first = groups.evaluate(EmitTo::First(40)).unwrap();
    let rest = groups.state(EmitTo::All).unwrap();
    assert_eq!((first.len(), rest[1].len()), (40, 60));
    let mut single = udaf.accumulator(args()).unwrap();
    single.update_batch(&[column(10)]).unwrap();
    assert_eq!(single.evaluate().unwrap(), datafusion::scalar::ScalarValue::Float64(Some(4.5)));
    assert_eq!(single.state().unwrap().len(), 3);
}
