//! Hostile functions in SQL: each fails its query, with its name, the place in its source and the kind of
//! ending, while other queries of the process continue.

use crate::support::{ask, create};
use purlin_datafusion::{Options, context};

/// A function, its body, and what its error must say.
struct Hostile {
    name: &'static str,
    body: &'static str,
    ending: &'static str,
}

const HOSTILE: [Hostile; 9] = [
    Hostile { name: "spin", body: "for {}", ending: "(OutOfGas)" },
    Hostile {
        name: "bomb",
        body: "var all [][]byte; for { all = append(all, make([]byte, 1 << 20)) }",
        ending: "(OutOfMemory)",
    },
    Hostile {
        name: "chain",
        body: "type link struct { next *link; pad [64]int64 }; var all *link; for { all = &link{next: all} }",
        ending: "(OutOfMemory)",
    },
    Hostile { name: "text", body: "s := \"x\"; for { s += s }", ending: "(OutOfMemory)" },
    Hostile { name: "fall", body: "panic(\"on purpose\")", ending: "on purpose (Uncaught)" },
    Hostile {
        name: "index",
        body: "return []int64{1}[n]",
        ending: "index out of range [7] with length 1 (Uncaught)",
    },
    Hostile { name: "deep", body: "return Deep(n + 1) + 1", ending: "(StackOverflow)" },
    Hostile { name: "leave", body: "import \"os\"\nos.Exit(3); return 0", ending: "(Exit" },
    Hostile { name: "wait", body: "return <-make(chan int64)", ending: "(Deadlock)" },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_functions_fail_their_query_alone() {
    let context = context(Options::default().with_gas(2_000_000_000).with_memory(16 << 20));
    create(&context, "good(n BIGINT) RETURNS BIGINT", "return n + 1").await.unwrap();
    for Hostile { name, body, .. } in HOSTILE {
        create(&context, &format!("{name}(n BIGINT) RETURNS BIGINT"), body).await.unwrap();
    }
    for Hostile { name, ending, .. } in HOSTILE {
        let query = format!("SELECT {name}(n) FROM (VALUES (7), (8)) AS t(n)");
        let good = "SELECT sum(good(n)) FROM (VALUES (20), (20)) AS t(n)";
        let (error, other) = tokio::join!(ask(&context, &query), ask(&context, good));
        let error = error.unwrap_err();
        assert!(error.contains(&format!("function {name}: ")), "{error}");
        assert!(error.contains(ending), "{name}: {error}");
        assert!(error.contains("main.go:"), "{name}: {error}");
        assert!(other.unwrap().contains("| 42 "));
    }
    assert!(ask(&context, "SELECT good(41)").await.unwrap().contains("| 42 "));
}

#[tokio::test]
async fn hostile_aggregates_fail_their_query_alone() {
    let context = context(Options::default().with_gas(500_000_000).with_memory(16 << 20));
    let bad = [
        ("update", "for {}", "", "", "(OutOfGas)"),
        ("hoard", "h.All = append(h.All, make([]int64, 1 << 20)...)", "", "", "(OutOfMemory)"),
        ("merge", "", "panic(\"merged\")", "", "merged (Uncaught)"),
        ("result", "", "", "panic(\"no result\")", "no result (Uncaught)"),
    ];
    for (name, update, merge, result, ending) in bad {
        let ty = format!("{}{}", name[..1].to_uppercase(), &name[1..]);
        let body = format!(
            "\ntype {ty} struct {{ All []int64 }}\nfunc (h *{ty}) Update(n int64) {{ {update} }}\n\
             func (h *{ty}) Merge(other *{ty}) {{ {merge} }}\n\
             func (h *{ty}) Result() int64 {{ {result}; return 1 }}\n"
        );
        let body = body.replace("{ ; return", "{ return");
        create(&context, &format!("{name}(n BIGINT) RETURNS BIGINT"), &body).await.unwrap();
        for query in ["SELECT {}(n) FROM {}", "SELECT n % 2, {}(n) FROM {} GROUP BY n % 2"] {
            let rows = "(SELECT 7 AS n UNION ALL SELECT 8)";
            let query = query.replacen("{}", name, 1).replacen("{}", rows, 1);
            let error = ask(&context, &query).await.unwrap_err();
            assert!(error.contains(&format!("function {name}: ")), "{error}");
            assert!(error.contains(ending) && error.contains("main.go:"), "{name}: {error}");
        }
    }
}

#[tokio::test]
async fn other_types_than_were_said_are_refused_when_a_function_is_created() {
    let context = context(Options::default());
    let result =
        create(&context, "f(n BIGINT) RETURNS VARCHAR", "\nfunc F(n int64) int64 { return n }").await;
    assert!(result.unwrap_err().contains("function f: result 1 is Int64, which is no Utf8"));
    let param = create(&context, "f(n VARCHAR) RETURNS BIGINT", "\nfunc F(n int64) int64 { return n }").await;
    assert!(param.unwrap_err().contains("function f: column 1: Utf8 where the function takes Int64"));
    let count =
        create(&context, "f(n BIGINT) RETURNS BIGINT", "\nfunc F(n, m int64) int64 { return n }").await;
    assert!(count.unwrap_err().contains("function f: F takes 2 columns"));
    let two =
        create(&context, "f(n BIGINT) RETURNS BIGINT", "\nfunc F(n int64) (int64, int64) { return n, n }");
    assert!(two.await.unwrap_err().contains("function f: there are 2 results, not 1"));
    let shape =
        create(&context, "f(n BIGINT) RETURNS BIGINT", "\nfunc F(n map[string]int64) int64 { return 1 }");
    assert!(shape.await.unwrap_err().contains("function f: F takes map[string]int64, which is no column"));
}

#[tokio::test]
async fn a_million_characters_of_a_name_are_a_short_error() {
    let context = context(Options::default());
    let long = "x".repeat(1_000_000);
    let error =
        create(&context, "bad(n BIGINT) RETURNS BIGINT", &format!("return {long}")).await.unwrap_err();
    assert!(error.contains("function bad: ") && error.contains("undefined: x"), "{}", &error[..200]);
    assert!(error.len() < 20_000, "{}", error.len());
    // A name that long is a name all the same.
    create(&context, &format!("{long}(n BIGINT) RETURNS BIGINT"), "return n / (n - n)").await.unwrap();
    let error = ask(&context, &format!("SELECT {long}(n) FROM (VALUES (1), (2)) AS t(n)")).await.unwrap_err();
    assert!(error.contains("divide by zero") && error.contains("main.go:1"), "{}", error.len());
    assert!(ask(&context, "SELECT 1").await.is_ok());
}

#[tokio::test]
async fn texts_may_have_nuls_and_all_of_unicode() {
    let context = context(Options::default());
    create(&context, "same(s VARCHAR) RETURNS VARCHAR", "return s + \"\\x00é\"").await.unwrap();
    create(&context, "count(s VARCHAR) RETURNS BIGINT", "return int64(len(s))").await.unwrap();
    let query = "SELECT same(s) AS s, count(same(same(s))) AS n FROM (VALUES ('a'), ('\u{1f600}')) AS t(s)";
    let rows = context.sql(query).await.unwrap().collect().await.unwrap();
    let texts = datafusion::common::cast::as_string_array(rows[0].column(0)).unwrap();
    assert_eq!((texts.value(0), texts.value(1)), ("a\0é", "\u{1f600}\0é"));
    let counts = datafusion::common::cast::as_int64_array(rows[0].column(1)).unwrap();
    assert_eq!(counts.values(), &[7, 10]);
    // What is no UTF-8 does not get out.
    create(&context, "half(s VARCHAR) RETURNS VARCHAR", "return s[:1]").await.unwrap();
    let shown = ask(&context, "SELECT half(s) FROM (VALUES ('é'), ('a')) AS t(s)").await.unwrap();
    assert!(shown.contains('\u{fffd}'), "{shown}");
}
