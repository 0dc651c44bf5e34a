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
    1  tjsgei s0, 2, ->4, 12 or 0
    3  return1 s0
    4  call_addi s5, s0, -1, 0
    6  call_addi s10, s0, -2, 0
    8  return_add64 s5, s10
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
    3  tjsle s1, s2, ->10, 0 or 7
    5  ldc64 s4, s0, s2, s1
    7  add64 s3, s3, s4
    8  addi64 s2, s2, 1
    9  poll_jump 3, ->3
   10  return1 s3
"#,
    );
}

#[test]
fn a_branch_back_steps_takes_and_polls() {
    check(
        r#"
fn0 "count" (i64, i64) -> (i64) {
block0(v0: i64, v1: i64):
    v2 = iconst.i64 0
    jump block1(v2, v1)
block1(v3: i64, v4: i64):
    charge 3
    poll fs0 [v0, v3, v4]
    charge 5
    v5 = iadd.i64 v4, v3
    v6 = iconst.i64 1
    v7 = iadd.i64 v3, v6
    v8 = slt.i64 v7, v0
    brif v8, block1(v7, v5), block2
block2:
    charge 2
    return v5
}
"#,
        r#"
fn0 "count": params 2, results 1, slots 4
    0  const s2, 0
    1  poll 3
    2  add64 s1, s1, s2
    3  loop_slt s2, s0, ->2, 8 or 7, step 1
    5  return1 s1
"#,
    );
}

#[test]
fn gas_is_taken_on_the_ways_between_blocks() {
    check(
        r#"
fn0 "f" (i64, ref) -> (i64) {
block0(v0: i64, v1: ref):
    charge 4
    v2 = iconst.i64 7
    v3 = ult.i64 v2, v0
    brif v3, block1, block2
block1:
    charge 5
    v4 = load.i64 v1, 0
    jump block3(v4)
block2:
    charge 6
    jump block3(v0)
block3(v5: i64):
    charge 7
    nil_check v1
    charge 8
    return v5
}
"#,
        r#"
fn0 "f": params 2, results 1, slots 4
    0  const s2, 7
    1  tjule s0, s2, ->5, 10 or 9
    3  ld64 s0, s1, 0
    4  charge_jump 7, ->6
    5  charge 7
    6  nil_check s1
    7  charge 8
    8  return1 s0
"#,
    );
}

#[test]
fn neighbours_become_one() {
    check(
        r#"
fn0 "f" (ref, ref, ref) -> (ref, ref, ref) {
block0(v0: ref, v1: ref, v2: ref):
    nil_check v0
    v3 = load.i64 v0, 24
    v4 = load.i64 v1, 8
    v5 = load.i64 v1, 16
    store.i64 v2, v4, 32
    store.i64 v2, v5, 40
    store.i64 v2, v3, 56
    return v1, v2, v0
}
"#,
        r#"
fn0 "f": params 3, results 3, slots 7
    0  ldn64 s3, s0, 24
    1  ld128 s4, s1, 8, s5
    3  st128 s4, s2, 32, s5
    5  st64 s3, s2, 56
    6  mov3 s6, s0, s0, s1, s1, s2
    8  mov s2, s6
    9  return
"#,
    );
}

#[test]
fn calls_make_their_first_argument() {
    check(
        r#"
fn0 "f" (ref) -> (i64) {
block0(v0: ref):
    charge 9
    poll fs0 [v0]
    v1 = load.ref v0, 8
    v2 = call fn0(v1)
    v3 = load.ref v0, 16
    v4 = call fn0(v3)
    v5 = iadd.i64 v2, v4
    return v5
}
"#,
        r#"
fn0 "f": params 1, results 1, slots 12
    0  poll 9
    1  call_ld64 s5, s0, 8, 0
    3  call_ld64 s10, s0, 16, 0
    5  return_add64 s5, s10
"#,
    );
}

/// A send whose site likely has one function: the look-up and the branch are one instruction, and so are the
/// look-up of another send and the branch that asks whether there is anything, which passes on what it found.
#[test]
fn look_ups_branch() {
    check(
        r#"
sig0 = (dyn) -> (dyn)
global0 = "sites" size 128

fn0 "send" (dyn) -> (dyn) {
block0(v0: dyn):
    poll fs0 [v0]
    charge 3
    v1 = global global0, 64
    v2 = class_of v0
    v3 = find v1, v2, 0
    v4 = func fn1
    v5 = ieq.i64 v3, v4
    brif v5, block1, block2
block1:
    charge 2
    v6 = call fn1(v0)
    return v6
block2:
    v7 = call_indirect sig0(v3, v0)
    v8 = global global0, 0
    v9 = class_of v7
    v10 = find v8, v9, 0
    v11 = iconst.i64 0
    v12 = ine.i64 v10, v11
    brif v12, block3(v10), block4
block3(v13: i64):
    v14 = call_indirect sig0(v13, v7)
    return v14
block4:
    jump block3(v11)
}

fn1 "likely" (dyn) -> (dyn) {
block0(v0: dyn):
    poll fs0 [v0]
    return v0
}
"#,
        r#"
fn0 "send": params 1, results 1, slots 7
    0  poll 0
    1  tfind_of_is_j s1, s0, 64, fn1, ->7, 3 or 5
    4  mov s4, s0
    5  call s4, 1
    6  return1 s4
    7  mov s4, s0
    8  call_indirect s4, s1
    9  const s0, 0
   10  find_of_any_j s1, s4, 0, fn0, ->15
   13  call_indirect s4, s1
   14  return1 s4
   15  mov s1, s0
   16  jump ->13
"#,
    );
}
