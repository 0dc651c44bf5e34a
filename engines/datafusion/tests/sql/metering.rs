//! Gas and rows of functions in `EXPLAIN ANALYZE`, by the nodes of the plan; and that plans stay what they
//! are.

use std::sync::Arc;

use crate::support::{ask, cells, create, partitioned};
use datafusion::physical_plan::displayable;
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties as _, collect};
use datafusion::prelude::SessionContext;
use purlin_datafusion::{Function, Options};

/// A number that `EXPLAIN ANALYZE` shows of the node that begins so, as it is written there.
fn metric(shown: &str, node: &str, name: &str) -> Option<f64> {
    let line = shown.lines().find(|line| line.contains(node))?;
    let (_, rest) =
        line.split_once(&format!(" {name}=")).or_else(|| line.split_once(&format!("[{name}=")))?;
    let mut words = rest.split([',', ']']).next()?.split_whitespace();
    let number: f64 = words.next()?.parse().ok()?;
    Some(match words.next() {
        Some("K") => number * 1e3,
        Some("M") => number * 1e6,
        _ => number,
    })
}

async fn with_functions(partitions: usize) -> SessionContext {
    let context = partitioned(partitions, 1000, 7, Options::default());
    create(&context, "twice(n BIGINT) RETURNS BIGINT", "return 2 * n").await.unwrap();
    create(&context, "even(n BIGINT) RETURNS BOOLEAN", "return n % 2 == 0").await.unwrap();
    let total = "\ntype Total struct { N int64 }\nfunc (t *Total) Update(n int64) { t.N += n }\n\
                 func (t *Total) Merge(other *Total) { t.N += other.N }\n\
                 func (t *Total) Result() int64 { return t.N }\n";
    create(&context, "total(n BIGINT) RETURNS BIGINT", total).await.unwrap();
    context
}

#[tokio::test]
async fn each_node_has_an_account_of_its_own() {
    let context = with_functions(4).await;
    let query = "EXPLAIN ANALYZE SELECT twice(n) FROM t WHERE even(twice(n) + n)";
    let shown = ask(&context, query).await.unwrap();
    // The filter sees all 1,000 rows with both functions; the projection the 400 that are even and no null.
    assert_eq!(metric(&shown, "FilterExec", "rows"), Some(2000.0), "{shown}");
    assert_eq!(metric(&shown, "ProjectionExec", "rows"), Some(400.0), "{shown}");
    let gas = |node| metric(&shown, node, "gas").unwrap();
    assert!(gas("FilterExec") > 2.0 * gas("ProjectionExec") && gas("ProjectionExec") > 400.0, "{shown}");
    assert!(metric(&shown, "FilterExec", "batches").unwrap() >= 8.0, "{shown}");
    let twice = context.state().scalar_functions()["twice"].clone();
    assert_eq!(Function::account_of(&twice).unwrap().rows, 1400);
    // Again: the accounts of a plan begin with it.
    let shown = ask(&context, query).await.unwrap();
    assert_eq!(metric(&shown, "ProjectionExec", "rows"), Some(400.0), "{shown}");
    assert_eq!(Function::account_of(&twice).unwrap().rows, 2800);
    let none = ask(&context, "EXPLAIN ANALYZE SELECT n + 1 FROM t WHERE n > 3").await.unwrap();
    assert!(!none.contains("gas="), "{none}");
}

#[tokio::test]
async fn aggregations_show_what_each_phase_took() {
    let context = with_functions(4).await;
    let query = "EXPLAIN ANALYZE SELECT twice(g), total(twice(n)), sum(twice(n)) FILTER (WHERE even(n)) \
                 FROM t GROUP BY twice(g)";
    let shown = ask(&context, query).await.unwrap();
    let last = metric(&shown, "mode=FinalPartitioned", "rows").or(metric(&shown, "mode=Final", "rows"));
    // The last phase takes in at most one state for each of 7 groups of 4 partitions.
    assert!((7.0..=28.0).contains(&last.unwrap()), "{shown}");
    assert!(metric(&shown, "mode=Partial", "rows").unwrap() >= 1000.0, "{shown}");
    let total = ask(&context, "EXPLAIN ANALYZE SELECT total(n) FROM t").await.unwrap();
    assert_eq!(metric(&total, "mode=Partial", "rows"), Some(1000.0), "{total}");
    assert_eq!(metric(&total, "mode=Final", "rows"), Some(4.0), "{total}");
}

#[tokio::test]
async fn sorts_repartitionings_and_joins_are_metered() {
    let context = with_functions(4).await;
    let sorted = ask(&context, "EXPLAIN ANALYZE SELECT n FROM t ORDER BY twice(n) DESC").await.unwrap();
    assert!(sorted.contains("SortExec") && sorted.contains("gas="), "{sorted}");
    let top = ask(&context, "EXPLAIN ANALYZE SELECT n FROM t ORDER BY twice(n) DESC LIMIT 3").await.unwrap();
    assert!(top.contains("gas="), "{top}");
    let join = "SELECT count(*) FROM t JOIN (SELECT g AS h, n AS m FROM t) AS u ON g = h AND even(n + m)";
    let shown = ask(&context, &format!("EXPLAIN ANALYZE {join}")).await.unwrap();
    assert!(metric(&shown, "HashJoinExec", "gas").unwrap() > 1000.0, "{shown}");
    let plain = join.replace("even(n + m)", "(n + m) % 2 = 0");
    assert_eq!(cells(&context, join).await, cells(&context, &plain).await);
    let loops = "SELECT count(*) FROM t JOIN (SELECT n AS m FROM t WHERE n < 50) AS u ON even(n + m)";
    let shown = ask(&context, &format!("EXPLAIN ANALYZE {loops}")).await.unwrap();
    assert!(metric(&shown, "NestedLoopJoinExec", "gas").unwrap() > 1000.0, "{shown}");
    let plain = loops.replace("even(n + m)", "(n + m) % 2 = 0");
    assert_eq!(cells(&context, loops).await, cells(&context, &plain).await);
}

#[tokio::test]
async fn results_are_those_of_built_in_expressions() {
    let context = with_functions(4).await;
    let pairs = [
        (
            "SELECT twice(n) AS x FROM t ORDER BY twice(n) NULLS FIRST",
            "SELECT 2 * n AS x FROM t ORDER BY 2 * n NULLS FIRST",
        ),
        (
            "SELECT twice(n) AS x FROM t ORDER BY 1 DESC NULLS LAST LIMIT 5",
            "SELECT 2 * n AS x FROM t ORDER BY 1 DESC NULLS LAST LIMIT 5",
        ),
        (
            "SELECT n % 5 AS k, total(n), max(twice(n)) FROM t WHERE n >= 0 GROUP BY 1 HAVING even(total(n)) ORDER BY 1",
            "SELECT n % 5 AS k, sum(n), max(2 * n) FROM t WHERE n >= 0 GROUP BY 1 HAVING sum(n) % 2 = 0 ORDER BY 1",
        ),
        ("SELECT DISTINCT twice(g) AS x FROM t ORDER BY x", "SELECT DISTINCT 2 * g AS x FROM t ORDER BY x"),
        (
            "SELECT x, row_number() OVER (PARTITION BY x ORDER BY m) AS r \
             FROM (SELECT twice(g) AS x, n AS m FROM t) ORDER BY x, r",
            "SELECT x, row_number() OVER (PARTITION BY x ORDER BY m) AS r \
             FROM (SELECT 2 * g AS x, n AS m FROM t) ORDER BY x, r",
        ),
    ];
    for (ours, theirs) in pairs {
        let (a, b) = (cells(&context, ours).await, cells(&context, theirs).await);
        assert!(!a.is_empty());
        assert_eq!(a, b, "{ours}");
    }
}

/// The node of the plan that is of a kind.
fn find(plan: &Arc<dyn ExecutionPlan>, name: &str) -> Option<Arc<dyn ExecutionPlan>> {
    if plan.name() == name {
        return Some(plan.clone());
    }
    plan.children().into_iter().find_map(|child| find(child, name))
}

#[tokio::test]
async fn a_metered_node_is_what_it_was() {
    let context = with_functions(4).await;
    let frame = context.sql("SELECT n FROM t WHERE even(n)").await.unwrap();
    let plan = frame.create_physical_plan().await.unwrap();
    let filter = find(&plan, "FilterExec").expect("a filter");
    // A downcast finds the filter.
    let bare: &dyn ExecutionPlan = filter.downcast_ref::<FilterExec>().expect("it is a filter");
    assert_eq!(filter.schema(), bare.schema());
    assert_eq!(filter.output_partitioning().partition_count(), 4);
    assert_eq!(filter.output_ordering(), bare.output_ordering());
    let shown = |node: &dyn ExecutionPlan| displayable(node).indent(false).to_string();
    assert_eq!(shown(filter.as_ref()), shown(bare));
    let before = collect(filter.clone(), context.task_ctx()).await.unwrap();
    let rows = |node: &Arc<dyn ExecutionPlan>| {
        node.metrics().unwrap().sum_by_name("rows").map_or(0, |count| count.as_usize())
    };
    assert_eq!(rows(&filter), 1000);
    // With other children it is another node, whose account begins anew.
    let children = filter.children().into_iter().cloned().collect();
    #[expect(deprecated)]
    let other = filter.clone().with_new_children(children).unwrap();
    assert_eq!(rows(&other), 0);
    let after = collect(other.clone(), context.task_ctx()).await.unwrap();
    assert_eq!((rows(&filter), rows(&other)), (1000, 1000));
    let count = |batches: &[datafusion::arrow::array::RecordBatch]| -> usize {
        batches.iter().map(|batch| batch.num_rows()).sum()
    };
    assert_eq!((count(&before), count(&after)), (400, 400));
}
