//! IR text in, listing out: which instructions are chosen, what folds, where values go.

use purlin_base::EntityRef as _;
use purlin_bytecode::{Options, disassemble, lower_function};
use purlin_ir::layout::Layout;
use purlin_ir::{FuncId, parse, verify};

fn listing(text: &str) -> String {
    let module = parse::module(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify::module(&module).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let func = lower_function(&module, &Layout::new(&module), FuncId::new(0), Options::default());
    disassemble(&func.unwrap_or_else(|e| panic!("{e}")))
}

fn check(text: &str, want: &str) {
    let have = listing(text);
    let trim = |s: &str| s.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(trim(&have), trim(want), "\n{have}");
}

#[test]
fn fib_makes_arguments_in_their_windows() {
    check(
        r#"
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
"#,
        r#"
fn0 "fib": params 1, results 1, slots 12
    0  poll 5
    1  jsgei s0, 2, ->3
    2  return1 s0
    3  charge 12
    4  addi64 s5, s0, -1
    5  call s5, 0
    6  addi64 s10, s0, -2
    7  call s10, 0
    8  add64 s0, s5, s10
    9  return1 s0
"#,
    );
}

#[test]
fn a_loop_shuffles_nothing() {
    check(
        r#"
fn0 "sum" (ref, i64) -> (i64) {
block0(v0: ref, v1: i64):
    v2 = iconst.i64 0
    jump block1(v2, v2)
block1(v3: i64, v4: i64):
    charge 3
    poll fs0 [v0, v1, v3, v4]
    v5 = slt.i64 v3, v1
    brif v5, block2, block3
block2:
    charge 7
    bounds v3, v1
    v6 = elem v0, v3, 8, 0
    v7 = load.i64 v6, 0
    v8 = iadd.i64 v4, v7
    v9 = iconst.i64 1
    v10 = iadd.i64 v3, v9
    jump block1(v10, v8)
block3:
    return v4
}
"#,
        r#"
fn0 "sum": params 2, results 1, slots 6
    0  const s2, 0
    1  mov s3, s2
    2  poll 3
    3  jsle s1, s2, ->10
    4  charge 7
    5  ldc64 s4, s0, s2, s1
    7  add64 s3, s3, s4
    8  addi64 s2, s2, 1
    9  poll_jump 3, ->3
   10  return1 s3
"#,
    );
}
