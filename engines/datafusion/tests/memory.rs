//! Memory bombs leave no memory taken. The test has a process of its own, so that nothing else moves
//! what it measures.

#[allow(dead_code)]
#[path = "sql/support.rs"]
mod support;

use purlin_datafusion::{Options, context};
use support::{ask, create};

/// Resident memory of the process, in KiB; `None` where the system does not say.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// A bomb whose source no other has.
fn bomb(n: usize) -> String {
    format!("var all [][]byte; for {{ b := make([]byte, 1 << 20); b[{n}] = 1; all = append(all, b) }}")
}

const ROWS: &str = "(VALUES (1), (2)) AS t(n)";

#[tokio::test]
async fn fifty_memory_bombs_leave_resident_memory_as_it_was() {
    let context = context(Options::default().with_memory(256 << 20));
    create(&context, "good(n BIGINT) RETURNS BIGINT", "return n + 1").await.unwrap();
    // The first ones bring in what the process keeps: code, tables, stacks of threads.
    for n in 0..3 {
        create(&context, "bomb(n BIGINT) RETURNS BIGINT", &bomb(n)).await.unwrap();
        assert!(ask(&context, &format!("SELECT bomb(n) FROM {ROWS}")).await.is_err());
    }
    let before = resident_kib();
    for n in 3..53 {
        create(&context, "bomb(n BIGINT) RETURNS BIGINT", &bomb(n)).await.unwrap();
        let error = ask(&context, &format!("SELECT bomb(n) FROM {ROWS}")).await.unwrap_err();
        assert!(error.contains("function bomb: ") && error.contains("(OutOfMemory)"), "{error}");
    }
    let after = resident_kib();
    assert!(ask(&context, "SELECT good(41)").await.unwrap().contains("| 42 "));
    if let (Some(before), Some(after)) = (before, after) {
        println!("VmRSS before {before} KiB, after {after} KiB");
        assert!(after < before + 32 * 1024, "{before} KiB became {after} KiB");
    }
}
