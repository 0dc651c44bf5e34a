//! Constants and literals that are larger than the compiler should accept. This module knows nothing of what
//! they must lead to.

use super::{Hostile, declared, each};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [large_constants(), long_literals(), dependent_constants(), long_tokens()].into_iter().flatten().collect()
}

/// Constants whose values are larger than a compiler should compute.
fn large_constants() -> Vec<Hostile> {
    vec![
        declared("shift", "const x = 1 << 1000000000"),
        declared(
            "shift of shifts",
            "const a = 1 << 500; const b = a * a * a * a; const c = b << 4000; var x = c",
        ),
        declared(
            "squares",
            &format!("const c0 = 3\n{}", each(200, |i| format!("const c{} = c{i} * c{i}\n", i + 1))),
        ),
        declared(
            "float squares",
            &format!("const c0 = 1.000001\n{}", each(400, |i| format!("const c{} = c{i} * c{i}\n", i + 1))),
        ),
        declared(
            "float quotients",
            &format!("const c0 = 1.0/3\n{}", each(400, |i| format!("const c{} = 1/(c{i} + 1.0/7)\n", i + 1))),
        ),
        declared(
            "complex squares",
            &format!("const c0 = 1.1+2i\n{}", each(300, |i| format!("const c{} = c{i} * c{i}\n", i + 1))),
        ),
        declared("exponent", "const x = 1e1000000000\nvar y = x - x"),
        declared(
            "exponents",
            "const x = 1e-999999999 * 1e-999999999\nconst y = 0x1p2000000000 / 0x1p-2000000000",
        ),
        declared("integer of an exponent", "const x = int(1e100000000)\nvar y [1e9999999]int"),
        declared("exponents added", "const x = 1e2147483 + 1e-2147483\nvar y = int(x)"),
    ]
}

/// Literals and tokens of millions of bytes.
fn long_literals() -> Vec<Hostile> {
    vec![
        declared("digits", &format!("const x = {}", "9".repeat(5_000_000))),
        declared("float digits", &format!("const x = 0.{}", "7".repeat(5_000_000))),
        declared("hex digits", &format!("const x = 0x{}p1", "f".repeat(5_000_000))),
        declared(
            "digits below the limit",
            &each(2_000, |i| format!("const x{i} = {}.5e-3\n", "8".repeat(9_000))),
        ),
    ]
}

/// Constants and variables that depend on each other, in long chains.
fn dependent_constants() -> Vec<Hostile> {
    vec![
        declared("itself", "const x = y; const y = z; const z = x"),
        declared("length of itself", "var x [len(x)]int"),
        declared(
            "chain",
            &format!("const c0 = 1\n{}", each(100_000, |i| format!("const c{} = c{i} + 1\n", i + 1))),
        ),
        declared(
            "chain backwards",
            &format!("{}const c100000 = 1\n", each(100_000, |i| format!("const c{i} = c{} + 1\n", i + 1))),
        ),
        declared(
            "variables backwards",
            &format!("{}var c50000 = 1\n", each(50_000, |i| format!("var c{i} = c{} + 1\n", i + 1))),
        ),
        declared(
            "iota",
            &format!("const (\na0 = 1 << (iota * 10)\n{})", each(100_000, |i| format!("a{}\n", i + 1))),
        ),
    ]
}

/// Strings, comments and names of millions of bytes.
fn long_tokens() -> Vec<Hostile> {
    vec![
        declared(
            "strings doubled",
            &format!(
                "const s0 = \"0123456789abcdef\"\n{}var x = s40",
                each(40, |i| format!("const s{} = s{i} + s{i}\n", i + 1))
            ),
        ),
        declared(
            "string literal",
            &format!("const x = \"{}\"\nfunc main() {{ println(len(x)) }}", "a".repeat(10_000_000)),
        ),
        declared(
            "raw string",
            &format!("var x = `{}`\nfunc main() {{ println(len(x)) }}", "a\n".repeat(5_000_000)),
        ),
        declared(
            "escapes",
            &format!("var x = \"{}\"\nfunc main() {{ println(len(x)) }}", "\\U0001f600".repeat(500_000)),
        ),
        declared("comment", &format!("/*{}*/", "*".repeat(10_000_000))),
        declared("comment never closed", &format!("/*{}", "/*".repeat(5_000_000))),
        declared("empty lines", &"\n".repeat(10_000_000)),
        declared("semicolons", &";".repeat(5_000_000)),
        declared("a name", &format!("var {} = 1", "x".repeat(10_000_000))),
        declared("zero bytes", &"\0".repeat(5_000_000)),
    ]
}
