//! Declarations, expressions and statements that lead to the next, many times. This module knows nothing of
//! what they must lead to.

use super::{Hostile, body, declared, each};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [
        many_packages(),
        odd_modules(),
        declaration_chains(),
        type_chains(),
        instance_chains(),
        operator_chains(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Modules of very many or very large files.
fn many_packages() -> Vec<Hostile> {
    let package = |i: usize, n: usize| {
        let (import, call) = match i + 1 < n {
            true => (format!("import \"m/p{}\"\n", i + 1), format!("p{}.F()", i + 1)),
            false => (String::new(), "1".to_string()),
        };
        (&*format!("p{i}/p.go").leak(), format!("package p{i}\n{import}func F() int {{ return {call} }}\n"))
    };
    let main =
        ("main.go", "package main\n\nimport \"m/p0\"\n\nfunc main() { println(p0.F()) }\n".to_string());
    let go_mod = ("go.mod", "module m\n\ngo 1.26\n".to_string());
    vec![
        Hostile {
            name: "packages in a chain",
            files: [main, go_mod.clone()].into_iter().chain((0..3_000).map(|i| package(i, 3_000))).collect(),
        },
        Hostile {
            name: "files of a package",
            files: [("main.go", "package main\n\nfunc main() {}\n".to_string()), go_mod.clone()]
                .into_iter()
                .chain(
                    (0..3_000)
                        .map(|i| (&*format!("f{i}.go").leak(), format!("package main\n\nvar x{i} = {i}\n"))),
                )
                .collect(),
        },
        Hostile {
            name: "large files of a package",
            files: [("main.go", "package main\n\nfunc main() {}\n".to_string()), go_mod.clone()]
                .into_iter()
                .chain((0..40).map(|i| {
                    (
                        &*format!("f{i}.go").leak(),
                        format!("package main\n\nvar x{i} = `{}`\n", "x".repeat(5_000_000)),
                    )
                }))
                .collect(),
        },
    ]
}

/// Module files that are too large, or no module files.
fn odd_modules() -> Vec<Hostile> {
    vec![
        Hostile {
            name: "go.mod of a hundred megabytes",
            files: vec![
                ("main.go", "package main\n\nfunc main() {}\n".into()),
                ("go.mod", format!("module m\n{}", "// x\n".repeat(20_000_000))),
            ],
        },
        Hostile {
            name: "go.mod of noise",
            files: vec![
                ("main.go", "package main\n\nfunc main() {}\n".into()),
                ("go.mod", "module ( ( \0 => \u{feff} => \n)\nreplace m => ./..\nmodule \"\"\n".into()),
            ],
        },
        Hostile {
            name: "replaced by itself",
            files: vec![
                ("main.go", "package main\n\nimport \"x/y\"\n\nfunc main() { y.F() }\n".into()),
                (
                    "go.mod",
                    "module m\nreplace x => ./../../../..\nreplace x => ./x\nreplace x/y => ./\n".into(),
                ),
            ],
        },
    ]
}

/// Declarations that lead to the next, many times.
fn declaration_chains() -> Vec<Hostile> {
    const LONG: usize = 20_000;
    vec![
        declared(
            "initialised by functions",
            &format!(
                "{}var v{LONG} = 1\nfunc main() {{ println(v0) }}",
                each(LONG, |i| format!("var v{i} = f{i}()\nfunc f{i}() int {{ return v{} }}\n", i + 1))
            ),
        ),
        declared(
            "initialised by all functions",
            &format!(
                "{}func f{LONG}() int {{ return 1 }}\n{}func main() {{}}",
                each(LONG, |i| format!("func f{i}() int {{ return f{}() }}\n", i + 1)),
                each(LONG, |i| format!("var v{i} = f{}()\n", i / 2))
            ),
        ),
        declared(
            "functions that call many",
            &format!(
                "{}func main() {{ println(f0()) }}",
                each(3_000, |i| format!(
                    "func f{i}() int {{ return {} }}\n",
                    (1..12).map(|k| format!("f{}()", (i * k + k) % 3_000)).collect::<Vec<_>>().join("+")
                ))
            ),
        ),
    ]
}

/// Types and instances that lead to the next, many times.
fn type_chains() -> Vec<Hostile> {
    const LONG: usize = 20_000;
    vec![
        declared(
            "embedded in each other",
            &format!(
                "type S0 struct {{ x int }}\n{}func main() {{ var v S{LONG}; v.x++; println(v.x) }}",
                each(LONG, |i| format!("type S{} struct {{ S{i} }}\n", i + 1))
            ),
        ),
        declared(
            "embedded by pointers in a ring",
            "type A struct { *B }\ntype B struct { *C }\ntype C struct { *A; x int }\nfunc main() { var a A; println(a.x, a.y) }",
        ),
        declared(
            "interfaces in each other",
            &format!(
                "type I0 interface {{ m() }}\n{}func main() {{ var v I{LONG}; println(v == nil) }}",
                each(LONG, |i| format!("type I{} interface {{ I{i}; m{i}() }}\n", i + 1))
            ),
        ),
        declared(
            "types of types",
            &format!(
                "type T0 int\n{}func main() {{ var v T{LONG}; println(v) }}",
                each(LONG, |i| format!("type T{} T{i}\n", i + 1))
            ),
        ),
        declared(
            "aliases of aliases",
            &format!(
                "{}type T{LONG} = int\nfunc main() {{ var v T0; println(v) }}",
                each(LONG, |i| format!("type T{i} = []T{}\n", i + 1))
            ),
        ),
    ]
}

/// Type arguments, instances and unions that are very long.
fn instance_chains() -> Vec<Hostile> {
    const LONG: usize = 20_000;
    vec![
        declared(
            "arguments of types",
            &format!(
                "type G[P any] struct {{ p P }}\nvar x {}int{}",
                "G[".repeat(500_000),
                "]".repeat(500_000)
            ),
        ),
        declared(
            "instances in a chain",
            &format!(
                "func f{LONG}[P any](p P) P {{ return p }}\n{}func main() {{ println(f0(1)) }}",
                each(LONG, |i| format!("func f{i}[P any](p P) P {{ return f{}(p) }}\n", i + 1))
            ),
        ),
        declared(
            "a union of many",
            &format!(
                "{}func f[P interface {{ {} int }}](p P) {{ println(p) }}\nfunc main() {{ f(1) }}",
                each(5_000, |i| format!("type T{i} int\n")),
                each(5_000, |i| format!("T{i} | "))
            ),
        ),
    ]
}

/// Operators and statements within each other, many times.
fn operator_chains() -> Vec<Hostile> {
    vec![
        body("shifts", &[], &format!("x := 1{}\nprintln(x)", " << 1".repeat(500_000))),
        body(
            "conversions",
            &[],
            &format!("x := {}1{}\nprintln(x)", "int(".repeat(500_000), ")".repeat(500_000)),
        ),
        body("assertions", &[], &format!("var x any\n_ = x{}", ".(any)".repeat(500_000))),
        body("slices of slices", &[], &format!("var x []int\n_ = x{}", "[:]".repeat(500_000))),
        body(
            "selects in each other",
            &[],
            &format!("{}{}", "select { default: ".repeat(300_000), "}".repeat(300_000)),
        ),
        body(
            "type switches in each other",
            &[],
            &format!("var x any\n{}{}", "switch x.(type) { default: ".repeat(300_000), "}".repeat(300_000)),
        ),
        body(
            "labelled blocks",
            &[],
            &format!("{}{}", each(100_000, |i| format!("L{i}: {{ ")), "}".repeat(100_000)),
        ),
    ]
}
