//! What code looks like where that decides its speed, for x86-64 on any machine.

use std::sync::Arc;

use purlin_ir::LazyModule;
use purlin_native::{Config, Generator, Target};
use purlin_runtime::heap::LayoutTableBuilder;

/// The code of the function with that name of the kernels.
fn code(name: &str) -> String {
    code_of(include_str!("aarch64/kernels.ir"), name)
}

fn code_of(text: &str, name: &str) -> String {
    let module = purlin_ir::parse::module(text).unwrap_or_else(|e| panic!("{e}"));
    let module = Arc::new(LazyModule::from(module));
    let config = Config::new(&module, Arc::new(LayoutTableBuilder::new().finish()));
    let func = module.funcs.iter().find(|f| f.1.name == name).unwrap().0;
    let code = Generator::new(module, config, Target::X86_64).unwrap();
    code.asm(func, &|_| String::new()).unwrap()
}

fn count(text: &str, what: &str) -> usize {
    text.lines().filter(|l| l.contains(what)).count()
}

/// A branch's condition and the code that follows the branch use the same products.
#[test]
fn a_value_on_two_ways_is_computed_once() {
    let text = code("window_match");
    // Each of the two divisions takes one to divide, and the remainder one to multiply back; and the
    // generator's own. Those by 1 are copies.
    let products = text.lines().filter(|line| line.contains("imul") && !line.ends_with(",1"));
    assert_eq!(products.count(), 4, "{text}");
}

/// Constants of floats are loaded, and before the loop.
#[test]
fn float_constants_are_not_made_of_integers() {
    for name in ["escape_count", "eval_a", "times"] {
        let text = code(name);
        assert_eq!(count(&text, "movq"), 0, "{name}:\n{text}");
    }
}

/// Only what comes back from a poll jumps backward: the loop ends with the branch on its condition.
#[test]
fn a_loop_goes_back_by_its_branch() {
    let text = code("escape_count");
    let back = text.lines().filter(|line| {
        let number = |text: &str| u64::from_str_radix(text.trim_end_matches('h'), 16).ok();
        let words: Vec<&str> = line.split_whitespace().collect();
        let [at, "jmp", to] = words[..] else { return false };
        number(to) < number(at)
    });
    assert_eq!(back.count(), count(&text, "poll_slow"), "{text}");
}

/// A charge before a poll sets the flags that the poll's branch asks for.
#[test]
fn a_charge_and_its_poll_are_one_test() {
    let text = code("sieve");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let polls = count(&text, "poll_slow");
    let fused = lines.windows(2).filter(|pair| pair[0].contains("sub ") && pair[1].contains("jl ")).count();
    assert_eq!((polls, fused), (3, 3), "{text}");
}

/// What a loop passes back is computed in its own register: no move stands in a loop that goes back by its
/// branch.
#[test]
fn loops_keep_their_values_in_their_registers() {
    let text = code("sieve");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    let number = |text: &str| u64::from_str_radix(text.trim_end_matches('h'), 16).ok();
    let at = |line: &[&str]| line.first().and_then(|at| number(at));
    let mut loops = 0;
    for (n, line) in lines.iter().enumerate() {
        let [here, "jl", "near", to] = line[..] else { continue };
        let Some(start) = lines[..n].iter().position(|l| at(l).is_some() && at(l) == number(to)) else {
            continue;
        };
        loops += 1;
        let body = &lines[start..n];
        let moves = body.iter().filter(|l| l.get(1) == Some(&"mov") && !l.iter().any(|w| w.contains('[')));
        // The outer one of the two in each other makes copies for the inner one, if it makes any.
        let inner = body.iter().all(|l| l.get(1).is_none_or(|op| *op != "jge"));
        assert!(!inner || moves.count() == 0, "from {here}:\n{text}");
    }
    assert_eq!(loops, 3, "{text}");
}

/// Loops whose values a call after the loop leaves alone.
const LOOPS_BEFORE_CALLS: &str = r#"
fn0 "called" (i64) -> (i64) {
block0(v0: i64):
    charge 1
    poll fs0 [v0]
    return v0
}

fn1 "draw" (i64, i64, i64, i64, i64) -> (i64) {
block0(v0: i64, v1: i64, v20: i64, v21: i64, v22: i64):
    charge 2
    poll fs0 [v0, v1, v20, v21, v22]
    v2 = iconst.i64 0
    jump block1(v2, v0)
block1(v3: i64, v4: i64):
    charge 3
    poll fs1 [v1, v3, v4, v20, v21, v22]
    jump block2(v2, v4)
block2(v5: i64, v6: i64):
    charge 9
    poll fs2 [v1, v3, v5, v6, v20, v21, v22]
    v7 = iconst.i64 3877
    v8 = imul.i64 v6, v7
    v9 = ixor.i64 v8, v5
    v10 = iconst.i64 1
    v11 = iadd.i64 v5, v10
    v12 = slt.i64 v11, v1
    brif v12, block2(v11, v9), block3
block3:
    charge 5
    v13 = call fn0(v9)
    v14 = iadd.i64 v3, v13
    v23 = iadd.i64 v20, v21
    v24 = iadd.i64 v23, v22
    v25 = iadd.i64 v24, v9
    v15 = slt.i64 v14, v25
    brif v15, block1(v14, v9), block4
block4:
    return v9
}

; Comes to where the loop leads without it, too.
fn2 "sum" (f64, i64) -> (f64) {
block0(v0: f64, v1: i64):
    charge 2
    poll fs0 [v0, v1]
    v2 = iconst.i64 0
    jump block1(v2, v0)
block1(v3: i64, v4: f64):
    charge 3
    poll fs1 [v1, v2, v3, v4]
    v16 = slt.i64 v3, v1
    brif v16, block2(v2, v4), block3(v4)
block2(v5: i64, v6: f64):
    charge 9
    poll fs2 [v1, v2, v3, v5, v6]
    v7 = fmul.f64 v6, v6
    v9 = fadd.f64 v7, v6
    v10 = iconst.i64 1
    v11 = iadd.i64 v5, v10
    v12 = slt.i64 v11, v1
    brif v12, block2(v11, v9), block3(v9)
block3(v17: f64):
    charge 5
    v13 = call fn0(v3)
    v14 = iadd.i64 v3, v13
    v15 = slt.i64 v14, v1
    brif v15, block1(v14, v17), block4
block4:
    return v17
}
"#;

/// What a loop computes and a call after it leaves alone is stored to the stack after the loop, not in it.
#[test]
fn what_lives_after_a_loop_is_not_stored_in_it() {
    stays_in_registers(&code_of(LOOPS_BEFORE_CALLS, "draw"), "0F25h");
    stays_in_registers(&code_of(LOOPS_BEFORE_CALLS, "sum"), "vmulsd");
}

/// Whether the loop around an instruction goes back by its branch and leaves the stack alone.
fn stays_in_registers(text: &str, what: &str) {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    let product = lines.iter().position(|line| line.contains(what)).unwrap();
    let start = lines[..product].iter().rposition(|line| line.contains("jl ")).unwrap();
    let end = product + lines[product..].iter().position(|line| line.contains(" j")).unwrap();
    assert!(lines[end].contains("jl "), "the loop goes back by its branch:\n{text}");
    let inner = lines[start..end].join("\n");
    assert_eq!(count(&inner, "[rsp"), 0, "{inner}\n\n{text}");
}

/// The product of a remainder does not wait for the remainder.
#[test]
fn products_of_remainders_wait_for_the_quotient_only() {
    let text = r#"
fn0 "next" (i64) -> (i64, i64) {
block0(v0: i64):
    charge 9
    v1 = iconst.i64 139968
    v2 = srem.i64 v0, v1
    v3 = iconst.i64 3877
    v4 = imul.i64 v2, v3
    return v2, v4
}
"#;
    let text = code_of(text, "next");
    // 139968 * 3877.
    assert_eq!((count(&text, "imul"), count(&text, "205845C0h"), count(&text, "0F25h")), (4, 1, 1), "{text}");
}
