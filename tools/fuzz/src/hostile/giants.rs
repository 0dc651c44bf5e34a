//! Types and frames that are larger than any machine, and sources that are no text. This module knows nothing
//! of what they must lead to.

use super::{Hostile, body, declared, each, one};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [giant_locals(), giant_types(), giant_frames(), bytes()].into_iter().flatten().collect()
}

/// Variables and values of types that are larger than any machine.
fn giant_locals() -> Vec<Hostile> {
    vec![
        body("giant local", &[], "var x [1 << 40]int; for i := range x { x[i] = i }; println(x[5])"),
        body("giant of zero size", &[], "var x [1 << 62]struct{}; y := x; println(len(y), x == y)"),
        body("giant made by new", &[], "x := new([1 << 50]int); println(x[7])"),
        body("giant in a slice", &[], "x := make([][1 << 40]int, 3); x = append(x, x...); println(len(x))"),
        body("giant in a map", &[], "m := map[int][1 << 40]int{}; m[1] = m[2]; println(len(m))"),
        body(
            "giant in a channel",
            &[],
            "c := make(chan [1 << 30]int, 1<<30); c <- [1 << 30]int{}; println(len(<-c))",
        ),
        body("giant in an interface", &[], "var x any = [1 << 40]int{}; println(x == x)"),
        body(
            "giant literal",
            &[],
            "x := [1 << 40]int{5: 1}; println(x[5]); for _, v := range x { println(v) }",
        ),
        body("giant slice of an array", &[], "x := new([1 << 60]byte)[5:10]; println(len(x))"),
    ]
}

/// Declared types, parameters and results that are larger than any machine.
fn giant_types() -> Vec<Hostile> {
    vec![
        declared("giant result", "func f() (x [1 << 40]int) { return }\nfunc main() { println(len(f())) }"),
        declared(
            "giant argument",
            "func f(x ...[1 << 40]int) int { return len(x) }\nfunc main() { println(f([1 << 40]int{}, [1 << 40]int{})) }",
        ),
        declared(
            "giant captured",
            "func main() { var x [1 << 40]int; f := func() { x[3]++ }; f(); println(x[3]) }",
        ),
        declared(
            "giant struct",
            "type T struct { a [1 << 60]int; b [1 << 60]int }\nvar x T\nfunc main() { println(len(x.b)) }",
        ),
        declared(
            "giant of a parameter",
            "func f[P any]() int { var x [1 << 40]P; return len(x) }\nfunc main() { println(f[[1 << 40]int]()) }",
        ),
        declared(
            "giant generic",
            "type A[P any] [1 << 30]P\nfunc main() { var x A[A[A[int]]]; println(len(x)) }",
        ),
        declared(
            "giant method value",
            "type T [1 << 40]int\nfunc (t T) m() int { return len(t) }\nfunc main() { f := T{}.m; println(f()) }",
        ),
        declared(
            "giant deferred",
            "func f(x [1 << 40]int) {}\nfunc main() { defer f([1 << 40]int{}); go f([1 << 40]int{}) }",
        ),
    ]
}

/// Functions with more values than instructions can name.
fn giant_frames() -> Vec<Hostile> {
    vec![
        declared(
            "giant frames",
            "func f(n int) int { var x [8000]int; x[n%8000] = n; if n == 0 { return 0 }; return f(n-1) + x[n%8000] }\nfunc main() { println(f(1 << 40)) }",
        ),
        declared(
            "giant composite",
            &format!(
                "var x = [][]int{{{}}}\nfunc main() {{ println(len(x)) }}",
                each(100_000, |i| format!("{{{i}, {i}}},"))
            ),
        ),
        declared(
            "more registers than a frame has",
            &format!(
                "func f() ({}) {{ return {} }}\nfunc main() {{\n{}println({})\n}}",
                vec!["int"; 200].join(","),
                vec!["s[0]"; 200].join(","),
                each(350, |i| {
                    let names: Vec<String> = (0..200).map(|k| format!("x{i}_{k}")).collect();
                    format!("{} := f()\n", names.join(","))
                }),
                each(70_000, |i| format!("x{}_{},", i / 200, i % 200))
            )
            .replace("func f()", "var s = []int{1}\n\nfunc f()"),
        ),
        declared(
            "captured by a closure",
            &format!(
                "func main() {{\n{}f := func() {{\n{}}}\nf()\n}}",
                each(30_000, |i| format!("x{i} := {i}\n")),
                each(30_000, |i| format!("x{i}++\n"))
            ),
        ),
        declared(
            "a struct of many values",
            &format!(
                "type S struct {{ {} }}\nfunc f(s S) S {{ s.f7++; return s }}\nfunc main() {{ var s S; s = f(f(s)); println(s.f7) }}",
                each(70_000, |i| format!("f{i} int; "))
            ),
        ),
        declared(
            "parameters and arguments",
            &format!(
                "func f({}) int {{ return a7 }}\nfunc main() {{ println(f({})) }}",
                each(70_000, |i| format!("a{i} int,")),
                "1,".repeat(70_000)
            ),
        ),
        declared(
            "a tag",
            &format!(
                "type T struct {{ x int `{}` }}\nfunc main() {{ println(T{{}}.x) }}",
                "x".repeat(5_000_000)
            ),
        ),
    ]
}

/// Sources that are no text.
fn bytes() -> Vec<Hostile> {
    let hello = "package main\n\nfunc main() { println(1) }\n";
    vec![
        one("byte order mark", format!("\u{feff}{hello}")),
        one("byte order marks", format!("\u{feff}\u{feff}{hello}")),
        one("byte order mark within", hello.replace("println", "\u{feff}println")),
        one("zero within", hello.replace("println", "\0println")),
        one("zeros in a literal", hello.replace('1', &format!("\"{}\"", "\0".repeat(100_000)))),
        one("control characters", (0..0xa0).filter_map(char::from_u32).cycle().take(2_000_000).collect()),
        one(
            "letters of all planes",
            (0..0x11_0000).filter_map(char::from_u32).cycle().take(2_000_000).collect(),
        ),
        one("carriage returns", format!("{hello}{}", "\r".repeat(5_000_000))),
        one("quotes", "\"'`".repeat(1_000_000)),
        one("nothing", "\n".to_string()),
        one("directions", hello.replace("println", &"\u{202e}\u{2066}".repeat(100_000))),
        one(
            "names of combining letters",
            format!("package main\n\nvar x{} = 1\n", "\u{301}".repeat(1_000_000)),
        ),
    ]
}
