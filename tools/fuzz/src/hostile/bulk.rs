//! Very much of what is legal, and modules that are not. This module knows nothing of what they must lead to.

use super::{Hostile, body, declared, each, one};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [long_bodies(), large_data(), many_functions(), repeated_statements(), many_errors(), modules()]
        .into_iter()
        .flatten()
        .collect()
}

/// Function bodies of very many statements and cases.
fn long_bodies() -> Vec<Hostile> {
    const MUCH: usize = 200_000;
    vec![
        body("statements", &[], &format!("x := 0\n{}println(x)", "x++\n".repeat(1_000_000))),
        body("prints", &["fmt"], &"fmt.Println(1, \"two\", 3.0)\n".repeat(MUCH / 4)),
        body("variables", &[], &each(MUCH, |i| format!("x{i} := {i}; _ = x{i}\n"))),
        body(
            "live variables",
            &[],
            &format!(
                "{}{}",
                each(30_000, |i| format!("x{i} := len(s) + {i}\n")).replacen("", "s := make([]int, 3)\n", 1),
                each(30_000, |i| format!("s[0] += x{i}\n"))
            ),
        ),
        body(
            "cases",
            &[],
            &format!("x := 7\nswitch x {{\n{}}}", each(MUCH, |i| format!("case {i}: x = {}\n", i * 3))),
        ),
        body(
            "string cases",
            &[],
            &format!(
                "x := \"a\"\nswitch x {{\n{}}}",
                each(MUCH / 4, |i| format!("case \"k{i}\": x = \"v{i}\"\n"))
            ),
        ),
        body(
            "type cases",
            &[],
            &format!(
                "var x any = 1\nswitch x.(type) {{\n{}}}",
                each(10_000, |i| format!("case [{i}]int:\n"))
            ),
        ),
    ]
}

/// Literals of very many elements.
fn large_data() -> Vec<Hostile> {
    const MUCH: usize = 200_000;
    vec![
        body(
            "ints",
            &[],
            &format!("x := []int{{{}}}\nprintln(len(x))", each(2_000_000, |i| format!("{i},"))),
        ),
        declared(
            "global ints",
            &format!(
                "var x = [...]int{{{}}}\nfunc main() {{ println(len(x)) }}",
                each(2_000_000, |i| format!("{i},"))
            ),
        ),
        declared(
            "global strings",
            &format!(
                "var x = []string{{{}}}\nfunc main() {{ println(len(x)) }}",
                each(500_000, |i| format!("\"s{i}\","))
            ),
        ),
        declared(
            "global map",
            &format!(
                "var x = map[string]int{{{}}}\nfunc main() {{ println(len(x)) }}",
                each(MUCH, |i| format!("\"s{i}\":{i},"))
            ),
        ),
        declared(
            "global structs",
            &format!(
                "type T struct {{ a int; b string; c *T }}\nvar x = []T{{{}}}\nfunc main() {{ println(len(x)) }}",
                each(MUCH, |i| format!("{{{i}, \"x\", &T{{}}}},"))
            ),
        ),
    ]
}

/// Very many functions, and calls of them.
fn many_functions() -> Vec<Hostile> {
    const MUCH: usize = 200_000;
    vec![
        declared(
            "functions",
            &format!(
                "{}func main() {{ {} }}",
                each(MUCH / 2, |i| format!("func f{i}(x int) int {{ return x*{i} + 1 }}\n")),
                each(MUCH / 2, |i| format!("f{i}({i})\n"))
            ),
        ),
        declared(
            "functions not called",
            &format!(
                "{}func main() {{}}",
                each(MUCH, |i| format!(
                    "func f{i}(x int) int {{ for i := range x {{ x += i }}; return x*{i} }}\n"
                ))
            ),
        ),
        declared(
            "call chain of functions",
            &format!(
                "func f0() int {{ return 1 }}\n{}func main() {{ println(f20000()) }}",
                each(20_000, |i| format!("func f{}() int {{ return f{i}() + 1 }}\n", i + 1))
            ),
        ),
        declared(
            "calls doubled",
            &format!(
                "func f0() int {{ return 1 }}\n{}func main() {{ println(f40()) }}",
                each(40, |i| format!("func f{}() int {{ return f{i}() + f{i}() }}\n", i + 1))
            ),
        ),
    ]
}

/// A statement, very many times.
fn repeated_statements() -> Vec<Hostile> {
    const MUCH: usize = 200_000;
    vec![
        body(
            "closures in a row",
            &[],
            &each(50_000, |i| format!("func(x int) {{ println(x + {i}) }}({i})\n")),
        ),
        body("defers", &[], &"defer func() {}()\n".repeat(50_000)),
        body("go statements", &[], &"go func() {}()\n".repeat(50_000)),
        body("ranges", &[], &"for range 2 {}\n".repeat(MUCH / 2)),
        body("maps", &[], &each(50_000, |i| format!("_ = map[int]int{{{i}: {i}}}\n"))),
        body(
            "appends",
            &[],
            &format!("var s []int\n{}println(len(s))", "s = append(s, 1, 2, 3)\n".repeat(MUCH / 2)),
        ),
        body(
            "selects",
            &[],
            &format!("var c chan int\nselect {{\n{}default:\n}}", "case <-c:\n".repeat(50_000)),
        ),
        body("one line of arguments", &["fmt"], &format!("fmt.Println({})", "1,".repeat(MUCH))),
        body(
            "assignment of many",
            &[],
            &format!(
                "{} := {}\n",
                each(20_000, |i| format!("{}x{i}", if i > 0 { "," } else { "" })),
                each(20_000, |i| format!("{}{i}", if i > 0 { "," } else { "" }))
            ),
        ),
    ]
}

/// Very many errors and imports.
fn many_errors() -> Vec<Hostile> {
    const MUCH: usize = 200_000;
    vec![
        declared("errors", &format!("func main() {{ {} }}", "undefined()\n".repeat(MUCH))),
        declared("errors of types", &each(MUCH / 2, |i| format!("var x{i} int = \"s\"\n"))),
        declared("declared again", &"var x = 1\n".repeat(MUCH)),
        one(
            "imports",
            format!("package main\n{}func main() {{}}\n", each(20_000, |i| format!("import p{i} \"fmt\"\n"))),
        ),
        one(
            "imports that are not there",
            format!("package main\n{}func main() {{}}\n", each(20_000, |i| format!("import \"p{i}\"\n"))),
        ),
        one("everything imported", {
            let packages = [
                "bufio",
                "bytes",
                "container/heap",
                "container/list",
                "context",
                "encoding/binary",
                "encoding/csv",
                "encoding/hex",
                "errors",
                "flag",
                "fmt",
                "html",
                "io",
                "log",
                "maps",
                "math/big",
                "math/bits",
                "math/cmplx",
                "math/rand",
                "net/url",
                "os",
                "path",
                "reflect",
                "regexp",
                "slices",
                "sort",
                "strconv",
                "strings",
                "sync",
                "text/tabwriter",
                "time",
                "unicode",
            ];
            format!(
                "package main\n{}func main() {{}}\n",
                packages.map(|p| format!("import _ \"{p}\"\n")).concat()
            )
        }),
    ]
}

fn modules() -> Vec<Hostile> {
    let go_mod = || ("go.mod", "module m\n\ngo 1.26\n".to_string());
    vec![
        Hostile {
            name: "import cycle",
            files: vec![
                ("main.go", "package main\n\nimport \"m/a\"\n\nfunc main() { a.F() }\n".into()),
                ("a/a.go", "package a\n\nimport \"m/b\"\n\nfunc F() { b.F() }\n".into()),
                ("b/b.go", "package b\n\nimport \"m/a\"\n\nfunc F() { a.F() }\n".into()),
                go_mod(),
            ],
        },
        Hostile {
            name: "import of itself",
            files: vec![
                ("main.go", "package main\n\nimport \"m\"\n\nfunc main() { m.F() }\n".into()),
                go_mod(),
            ],
        },
        Hostile {
            name: "go.mod without end",
            files: vec![
                ("main.go", "package main\n\nfunc main() {}\n".into()),
                ("go.mod", format!("module m\n{}", "require (\n".repeat(200_000))),
            ],
        },
        Hostile {
            name: "build constraint",
            files: vec![
                (
                    "main.go",
                    format!("//go:build {}linux\n\npackage main\n\nfunc main() {{}}\n", "(!".repeat(500_000)),
                ),
                go_mod(),
            ],
        },
        Hostile {
            name: "build constraints",
            files: vec![
                (
                    "main.go",
                    format!(
                        "//go:build linux{}\n\npackage main\n\nfunc main() {{}}\n",
                        " || a".repeat(500_000)
                    ),
                ),
                go_mod(),
            ],
        },
    ]
}
