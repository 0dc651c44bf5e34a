//! Whole programs in IR text: loops, calls, recursion, raises, fibers, gas.

mod common;

use common::{Setup, isolate, parse, run, run_with};
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Outcome;

const FIB: &str = r#"
fn0 "fib" (i64) -> (i64) {
block0(v0: i64):
    charge 5
    poll fs0 [v0]
    v1 = iconst.i64 2
    v2 = slt.i64 v0, v1
    brif v2, block1, block2
block1:
    return v0
block2:
    charge 12
    v3 = iconst.i64 1
    v4 = isub.i64 v0, v3
    v5 = call fn0(v4)
    v6 = iconst.i64 2
    v7 = isub.i64 v0, v6
    v8 = call fn0(v7)
    v9 = iadd.i64 v5, v8
    return v9
}
"#;

#[test]
fn fib() {
    assert_eq!(run(FIB, "fib", &[20]), [6765]);
}
