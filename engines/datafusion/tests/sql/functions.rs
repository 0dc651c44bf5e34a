//! Functions in SQL: what they give, and what limits they have.

use std::time::Instant;

use crate::support::{ask, create};
use purlin_datafusion::{Function, Options, context};

#[tokio::test]
async fn a_function_is_called_for_each_row() {
    let context = context(Options::default());
    let body = "import \"strings\"
        if strings.HasPrefix(sku, \"BULK\") && n >= 10 {
            return 9 * n
        }
        return 10 * n";
    create(&context, "unit_price(sku VARCHAR, n BIGINT) RETURNS BIGINT", body).await.unwrap();
    let query = "SELECT sku, n, unit_price(sku, n) AS p \
                 FROM (VALUES ('BULK1', 10), ('X', 3), (NULL, 4)) AS t(sku, n)";
    let shown = ask(&context, query).await.unwrap();
    assert!(shown.contains("| BULK1 | 10 | 90 |") && shown.contains("| X     | 3  | 30 |"), "{shown}");
    assert!(shown.contains("|       | 4  |    |"), "{shown}");
    let udf = context.state().scalar_functions()["unit_price"].clone();
    let account = Function::account_of(&udf).expect("it is one of ours");
    assert!(account.rows == 3 && account.gas > 0, "{account:?}");
    let shown = ask(&context, "SELECT unit_price('BULK', 20) AS p").await.unwrap();
    assert!(shown.contains("| 180 |"), "{shown}");
}

#[tokio::test]
async fn bodies_are_files_declarations_or_statements() {
    let context = context(Options::default());
    create(&context, "twice(n BIGINT) RETURNS BIGINT", "return 2 * n").await.unwrap();
    let body = "\nfunc half(n int64) int64 { return n / 2 }\nfunc Halves(n int64) int64 { return half(n) }\n";
    create(&context, "halves(n BIGINT) RETURNS BIGINT", body).await.unwrap();
    let body = "package main\nfunc Next(n int64) int64 { return n + 1 }\nfunc main() {}";
    create(&context, "next(n BIGINT) RETURNS BIGINT", body).await.unwrap();
    let shown = ask(&context, "SELECT twice(halves(next(9))) AS n").await.unwrap();
    assert!(shown.contains("| 10 |"), "{shown}");
}

#[tokio::test]
async fn what_is_wrong_is_said_when_it_is_created() {
    let context = context(Options::default());
    let error = create(&context, "bad(n BIGINT) RETURNS BIGINT", "return m").await.unwrap_err();
    assert!(error.contains("function bad: ") && error.contains("undefined: m"), "{error}");
    let error =
        create(&context, "bad(n BIGINT) RETURNS VARCHAR", "\nfunc Bad(n int64) int64 { return n }").await;
    assert!(error.unwrap_err().contains("result 1 is Int64"));
    let error =
        create(&context, "bad(n VARCHAR) RETURNS BIGINT", "\nfunc Bad(n int64) int64 { return n }").await;
    assert!(error.unwrap_err().contains("Utf8"));
    let error = create(&context, "bad() RETURNS BIGINT", "return 1").await.unwrap_err();
    assert!(error.contains("no arguments"), "{error}");
    let error = ask(&context, "CREATE FUNCTION f(n BIGINT) RETURNS BIGINT LANGUAGE python AS $$ 1 $$").await;
    assert!(error.unwrap_err().contains("no language python"));
    let long = "x".repeat(1_000_000);
    let error =
        create(&context, "bad(n BIGINT) RETURNS BIGINT", &format!("return {long}")).await.unwrap_err();
    assert!(error.contains("undefined: x"));
}

#[tokio::test]
async fn limits_are_options_of_the_session() {
    let context = context(Options::default());
    create(&context, "count(n BIGINT) RETURNS BIGINT", "var c int64; for range n { c++ }; return c")
        .await
        .unwrap();
    assert!(ask(&context, "SELECT count(100000)").await.is_ok());
    ask(&context, "SET purlin.gas = 10000").await.unwrap();
    assert!(ask(&context, "SELECT count(100000)").await.unwrap_err().contains("out of gas"));
    ask(&context, "SET purlin.gas = 0").await.unwrap();
    ask(&context, "SET purlin.time_ms = 50").await.unwrap();
    let begun = Instant::now();
    assert!(ask(&context, "SELECT count(1000000000000)").await.unwrap_err().contains("deadline"));
    assert!(begun.elapsed().as_secs() < 20);
    ask(&context, "SET purlin.time_ms = 0").await.unwrap();
    ask(&context, "SET purlin.bad_rows = 'null'").await.unwrap();
    create(&context, "inverse(n BIGINT) RETURNS BIGINT", "return 100 / n").await.unwrap();
    let shown = ask(&context, "SELECT inverse(n) AS n FROM (VALUES (0), (4)) AS t(n)").await.unwrap();
    assert!(shown.contains("|    |") && shown.contains("| 25 |"), "{shown}");
}

#[tokio::test]
async fn texts_may_have_nuls_and_all_of_unicode() {
    let context = context(Options::default());
    create(&context, "same(s VARCHAR) RETURNS VARCHAR", "return s + \"\\x00é\"").await.unwrap();
    let rows = context.sql("SELECT same('a') AS s").await.unwrap().collect().await.unwrap();
    let column = rows[0].column(0).clone();
    let text = datafusion::common::cast::as_string_array(&column).unwrap().value(0).to_string();
    assert_eq!(text, "a\0é");
}
