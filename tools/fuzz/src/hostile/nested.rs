//! One token, millions deep. This module knows nothing of what they must lead to.

use super::{Hostile, body, declared, each};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [nested()].into_iter().flatten().collect()
}

/// One token, millions deep.
fn nested() -> Vec<Hostile> {
    let deep = |open: &str, middle: &str, close: &str, n: usize| {
        format!("{}{middle}{}", open.repeat(n), close.repeat(n))
    };
    const MANY: usize = 2_000_000;
    let mut found = vec![
        declared("parentheses", &format!("var x = {}", deep("(", "1", ")", MANY))),
        declared("parentheses never closed", &format!("var x = {}", "(".repeat(5 * MANY))),
        declared("unary operators", &format!("var x = {}1", "-".to_string() + &" -".repeat(MANY))),
        declared("nots", &format!("var x = {}true", "!".repeat(MANY))),
        declared("pointers", &format!("var x {}int", "*".repeat(MANY))),
        declared("array types", &format!("var x {}int", "[1]".repeat(MANY))),
        declared("slice types", &format!("var x {}int", "[]".repeat(MANY))),
        declared("channel types", &format!("var x {}int", "chan ".repeat(MANY))),
        declared("function types", &format!("var x {}", "func() ".repeat(MANY))),
        declared("map types", &format!("var x {}int", "map[int]".repeat(MANY))),
        declared("struct types", &format!("var x {}", deep("struct{a ", "int", "}", MANY))),
        declared("interface types", &format!("var x {}", deep("interface{m() ", "int", "}", MANY))),
        declared("composite literals", &format!("var x = [][]int{}", deep("{", "1", "}", MANY))),
        declared("receives", &format!("var x = {}c", "<-".repeat(MANY))),
        declared("selectors", &format!("var y struct{{}}; var x = y{}", ".x".repeat(MANY))),
        declared("indexes", &format!("var y []int; var x = y{}", "[0]".repeat(MANY))),
        declared("calls", &format!("func f() int {{ return 0 }}\nvar x = {}", deep("f(", "", ")", MANY))),
        declared("call chain", &format!("func f() int {{ return 0 }}\nvar x = f{}", "()".repeat(MANY))),
        declared("sum", &format!("var y = 1\nvar x = 1{}", "+y".repeat(MANY))),
        declared("constant sum", &format!("const x = 1{}", "+1".repeat(MANY))),
        declared("string sum", &format!("var x = \"a\"{}", "+\"b\"".repeat(MANY))),
        declared("conjunction", &format!("var y = true\nvar x = y{}", "&&y".repeat(MANY))),
        declared("comparison chain", &format!("var x = 1{}", "==1".repeat(MANY))),
        body("blocks", &[], &deep("{", "", "}", MANY)),
        body("ifs", &[], &deep("if true {", "", "}", MANY / 4)),
        body("else ifs", &[], &format!("if true {{}}{}", " else if true {}".repeat(MANY / 8))),
        body("loops", &[], &deep("for {", "", "}", MANY / 4)),
        body("switches", &[], &deep("switch { case true: ", "", "}", MANY / 8)),
        body("closures", &[], &deep("func() {", "", "}()", MANY / 4)),
        body("closures that capture", &[], &format!("x := 0\n{}", deep("func() { x++; ", "", "}()\n", 400))),
        body("labels", &[], &format!("{};", each(100_000, |i| format!("L{i}: ")))),
        body("gotos", &[], &each(50_000, |i| format!("L{i}: goto L{}\n", (i * 7919) % 50_000))),
    ];
    found.push(body(
        "loops with variables",
        &[],
        &each(400, |i| format!("for i{i} := range 3 {{ _ = i{i}\n")).to_string(),
    ));
    found
}
