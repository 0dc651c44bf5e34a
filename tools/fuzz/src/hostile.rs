//! Sources written to hurt: each asks the compiler or the program for more than anyone should give. They are made by
//! code, as most of them are one line many times over. What has to become of them is `mutate`'s business.

/// A program of one file, or of a module when there are several.
pub struct Hostile {
    pub name: &'static str,
    /// File name and text; the first is the one with `main`.
    pub files: Vec<(&'static str, String)>,
}

fn one(name: &'static str, text: String) -> Hostile {
    Hostile { name, files: vec![("main.go", text)] }
}

/// `package main` with these declarations.
fn declared(name: &'static str, declarations: &str) -> Hostile {
    one(name, format!("package main\n\n{declarations}\n"))
}

/// A `main` with this body; what it imports comes first.
fn body(name: &'static str, imports: &[&str], statements: &str) -> Hostile {
    let imports: String = imports.iter().map(|i| format!("import \"{i}\"\n")).collect();
    one(name, format!("package main\n\n{imports}\nfunc main() {{\n{statements}\n}}\n"))
}

/// A part for each number below `n`.
fn each(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).map(part).collect()
}

pub fn all() -> Vec<Hostile> {
    let mut all = nested();
    all.extend(constants());
    all.extend(types());
    all.extend(instances());
    all.extend(bulk());
    all.extend(modules());
    all.extend(chains());
    all.extend(giants());
    all.extend(bytes());
    all.extend(allocations());
    all.extend(recursions());
    all.extend(library());
    all
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

fn constants() -> Vec<Hostile> {
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
        declared("digits", &format!("const x = {}", "9".repeat(5_000_000))),
        declared("float digits", &format!("const x = 0.{}", "7".repeat(5_000_000))),
        declared("hex digits", &format!("const x = 0x{}p1", "f".repeat(5_000_000))),
        declared(
            "digits below the limit",
            &each(2_000, |i| format!("const x{i} = {}.5e-3\n", "8".repeat(9_000))),
        ),
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

fn types() -> Vec<Hostile> {
    let main = "func main() { var x T; _ = x }";
    vec![
        declared("a struct in itself", &format!("type T struct {{ a, b T }}\n{main}")),
        declared("an array of itself", &format!("type T [2]T\n{main}")),
        declared(
            "structs in each other",
            &format!("type T struct {{ u U }}\ntype U [3]V\ntype V struct {{ t T }}\n{main}"),
        ),
        declared("an alias of itself", &format!("type T = []T\ntype U = U\n{main}")),
        declared(
            "an interface in itself",
            &format!("type T interface {{ T }}\ntype U interface {{ V }}; type V interface {{ U }}\n{main}"),
        ),
        declared(
            "generic in itself",
            &format!("type G[P any] struct {{ g G[[]P] }}\ntype T = G[int]\n{main}"),
        ),
        declared(
            "generic pointer in itself",
            &format!("type G[P any] struct {{ g *G[*P] }}\ntype T = G[int]\n{main}"),
        ),
        declared(
            "generic by another",
            &format!(
                "type G[P any] struct {{ h *H[[2]P] }}\ntype H[P any] struct {{ g *G[map[string]P] }}\ntype T = G[int]\n{main}"
            ),
        ),
        declared(
            "constraint of itself",
            &format!("type C[P C[P]] interface {{ m(P) }}\ntype T[P T[P]] struct{{}}\n{main}"),
        ),
        declared("generic alias", &format!("type A[P any] = A[[]P]\ntype T = A[int]\n{main}")),
        declared("array of 2^40", "var x [1 << 40]int\nfunc main() { x[0] = 1 }"),
        declared("array of 2^62", "var x [1 << 62][1 << 62]int\nfunc main() { println(len(x)) }"),
        declared("array of 1 GiB", "var x [1 << 30]byte\nfunc main() { x[0] = 1; y := x; println(y[5]) }"),
        declared(
            "arrays of arrays",
            "type A [1 << 10]int; type B [1 << 10]A; type C [1 << 10]B; type D [1 << 10]C\nvar x D\nfunc main() { y := x; println(len(y)) }",
        ),
        declared("array literal", "var x = [...]int{1 << 30: 1}\nfunc main() { println(len(x)) }"),
        declared("array literal of 2^50", "var x = []int{1 << 50: 1}\nfunc main() { println(len(x)) }"),
        declared("array compared", "func main() { var x, y [1 << 26]any; println(x == y) }"),
        declared(
            "array passed",
            "func f(x [1 << 24]int) [1 << 24]int { return x }\nfunc main() { var x [1 << 24]int; x = f(f(f(x))); println(len(x)) }",
        ),
        declared(
            "array in a key",
            "func main() { m := map[[1 << 22]int]int{}; var k [1 << 22]int; for i := range 100 { k[0] = i; m[k] = i }; println(len(m)) }",
        ),
        declared(
            "array in an interface",
            "func main() { var s []any; for { var x [1 << 20]int; s = append(s, x) } }",
        ),
        declared(
            "structs doubled",
            &format!(
                "type S0 struct {{ a, b int }}\n{}func main() {{ var x S60; _ = x }}",
                each(60, |i| format!("type S{} struct {{ a, b S{i} }}\n", i + 1))
            ),
        ),
        declared(
            "structs of 16 doublings",
            &format!(
                "type S0 struct {{ a, b any }}\n{}func main() {{ var x, y S16; println(x == y) }}",
                each(16, |i| format!("type S{} struct {{ a, b S{i} }}\n", i + 1))
            ),
        ),
        declared(
            "embedded doubled",
            &format!(
                "type S0 struct {{ x int }}\n{}func main() {{ var v S26; println(v.x) }}",
                each(26, |i| format!(
                    "type A{0} struct {{ S{i} }}\ntype B{0} struct {{ S{i} }}\ntype S{0} struct {{ A{0}; B{0} }}\n",
                    i + 1
                ))
            ),
        ),
        declared(
            "interfaces doubled",
            &format!(
                "type I0 interface {{ m() }}\n{}func main() {{ var v I30; println(v == nil) }}",
                each(30, |i| format!(
                    "type A{0} interface {{ I{i}; a{0}() }}\ntype B{0} interface {{ I{i}; b{0}() }}\ntype I{0} interface {{ A{0}; B{0} }}\n",
                    i + 1
                ))
            ),
        ),
        declared(
            "function types doubled",
            &format!(
                "type F0 = func()\n{}func main() {{ var v F40; println(v == nil) }}",
                each(40, |i| format!("type F{} = func(F{i}) F{i}\n", i + 1))
            ),
        ),
        declared(
            "unions doubled",
            &format!(
                "type U0 interface {{ int | string }}\n{}func f[P U30](x P) {{}}\nfunc main() {{ f(1) }}",
                each(30, |i| format!("type U{} interface {{ U{i} | U{i} }}\n", i + 1))
            ),
        ),
        declared(
            "methods",
            &format!(
                "type T int\n{}func main() {{ var x any = T(1); _ = x }}",
                each(20_000, |i| format!("func (T) m{i}() int {{ return {i} }}\n"))
            ),
        ),
        declared(
            "fields",
            &format!(
                "type T struct {{\n{}}}\nfunc main() {{ var x, y T; println(x == y) }}",
                each(50_000, |i| format!("f{i} string\n"))
            ),
        ),
        declared(
            "interface of methods",
            &format!(
                "type I interface {{\n{}}}\nfunc main() {{ var x I; println(x == nil) }}",
                each(50_000, |i| format!("m{i}()\n"))
            ),
        ),
        declared(
            "parameters",
            &format!("func f({}) {{}}\nfunc main() {{}}", each(50_000, |i| format!("p{i} int, "))),
        ),
        declared(
            "type parameters",
            &format!("func f[{}]() {{}}\nfunc main() {{}}", each(20_000, |i| format!("P{i} any, "))),
        ),
        declared(
            "many types",
            &format!(
                "{}func main() {{ println(T0{{}} == T0{{}}) }}",
                each(50_000, |i| format!("type T{i} struct {{ a, b int; s string }}\n"))
            ),
        ),
        declared(
            "types in interfaces",
            &format!(
                "func main() {{\nvar x any\n{}_ = x }}",
                each(20_000, |i| format!("x = struct {{ f{i} int }}{{{i}}}\n"))
            ),
        ),
    ]
}

fn instances() -> Vec<Hostile> {
    vec![
        declared(
            "endless instances",
            "func f[P any](n int) { if n > 0 { f[*P](n - 1) } }\nfunc main() { f[int](5) }",
        ),
        declared(
            "endless slices",
            "func f[P any](x P, n int) { if n > 0 { f([]P{x}, n - 1) } }\nfunc main() { f(1, 5) }",
        ),
        declared(
            "instances doubled",
            "type Pair[A, B any] struct { a A; b B }\nfunc f[P any](x P, n int) { if n > 0 { f(Pair[P, P]{x, x}, n - 1) } }\nfunc main() { f(1, 50) }",
        ),
        declared(
            "instances by two roads",
            "func f[P any](n int) { if n > 0 { g[[]P](n); g[map[string]P](n) } }\nfunc g[P any](n int) { f[*P](n - 1); f[chan P](n - 1) }\nfunc main() { f[int](3) }",
        ),
        declared(
            "methods of instances",
            "type L[P any] struct { x P }\nfunc (l L[P]) Wrap() any { return L[L[P]]{l}.Wrap() }\nfunc main() { println(L[int]{1}.Wrap() == nil) }",
        ),
        declared(
            "instances by array length",
            "type A[P any] struct { x [2]P }\nfunc f[P any]() int { return f[A[P]]() }\nfunc main() { println(f[int]()) }",
        ),
        declared(
            "types doubled",
            &format!(
                "type P[A, B any] struct {{ a *A; b *B }}\ntype T0 = P[int, string]\n{}func main() {{ var x T40; _ = x }}",
                each(40, |i| format!("type T{} = P[T{i}, T{i}]\n", i + 1))
            ),
        ),
        declared(
            "values doubled",
            &format!(
                "type P[A, B any] struct {{ a A; b B }}\ntype T0 = P[int, string]\n{}func main() {{ var x T20; _ = x }}",
                each(20, |i| format!("type T{} = P[T{i}, T{i}]\n", i + 1))
            ),
        ),
        declared(
            "many instances",
            &format!(
                "func f[P any](x P) P {{ return x }}\n{}func main() {{ {} }}",
                each(5_000, |i| format!("type T{i} [{i}]int\n")),
                each(5_000, |i| format!("f(T{i}{{}})\n"))
            ),
        ),
        declared(
            "powers of instances",
            &format!(
                "func f0[A any]() {{}}\n{}func main() {{ f24[int]() }}",
                each(24, |i| format!("func f{}[A any]() {{ f{i}[[]A](); f{i}[*A]() }}\n", i + 1))
            ),
        ),
        declared(
            "closures of instances",
            "func f[P any](n int) func() { return func() { f[func(P)](n)() } }\nfunc main() { f[int](1)() }",
        ),
        declared(
            "local types",
            "func f[P any](n int) any { type L struct { p P }; if n == 0 { return nil }; return f[L](n - 1) }\nfunc main() { println(f[int](9) == nil) }",
        ),
        declared(
            "inference",
            &format!(
                "func f[A, B, C, D any](func(A) B, func(B) C, func(C) D, func(D) A) {{}}\nfunc g[P any](p P) P {{ return p }}\nfunc main() {{ {} }}",
                "f(g, g, g, g)\n".repeat(500)
            ),
        ),
        declared(
            "constraint chain",
            "func f[A interface{ ~[]B }, B interface{ ~[]C }, C interface{ ~[]A }](a A) {}\nfunc main() { f(nil) }",
        ),
    ]
}

/// Much of what is legal.
fn bulk() -> Vec<Hostile> {
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

/// One thing that leads to the next, many times.
fn chains() -> Vec<Hostile> {
    const LONG: usize = 20_000;
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

/// Types and frames that are larger than any machine, or than what instructions can name.
fn giants() -> Vec<Hostile> {
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

/// What is no text.
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

/// What asks for memory while it runs.
fn allocations() -> Vec<Hostile> {
    vec![
        body("one slice", &[], "s := make([]int, 1<<40); println(len(s))"),
        body("slices of half", &[], "var k [][]byte; for n := 1 << 29; ; { k = append(k, make([]byte, n)) }"),
        body("small objects", &[], "type L struct { next *L; a [3]int }; var l *L; for { l = &L{next: l} }"),
        body("garbage", &[], "for { s := make([]byte, 1<<20); s[5] = 1 }"),
        body("large garbage", &[], "n := 1; for { s := make([]byte, n); s[0] = 1; n = n*3/2%(1<<33) + 1 }"),
        body("appends without end", &[], "var s []int; for { s = append(s, 1) }"),
        body("append of itself", &[], "s := []int{1}; for { s = append(s, s...) }"),
        body("strings doubled at run time", &[], "s := \"x\"; for { s += s }"),
        body("strings grown", &[], "s := \"\"; for { s += \"0123456789\" }"),
        body("runes", &[], "s := \"é\"; for { s += s; r := []rune(s); s = string(r) }"),
        body("map without end", &[], "m := map[int]int{}; for i := 0; ; i++ { m[i] = i }"),
        body(
            "map of strings",
            &["fmt"],
            "m := map[string]string{}; for i := 0; ; i++ { k := fmt.Sprint(i); m[k] = k }",
        ),
        body(
            "map of maps",
            &[],
            "m := map[int]map[int]int{}; for i := 0; ; i++ { m[i] = map[int]int{i: i} }",
        ),
        body("map with a hint", &[], "for i := 10; ; i += 3 { m := make(map[int]int, 1<<i); m[1] = 1 }"),
        body(
            "map of large values",
            &[],
            "m := map[int][1 << 16]int{}; for i := 0; ; i++ { m[i] = [1 << 16]int{} }",
        ),
        body(
            "map inserted while ranging",
            &[],
            "m := map[int]int{0: 0}; for k := range m { m[k+1] = 1; m[k+1000000] = 2 }",
        ),
        body("channel", &[], "c := make(chan [1 << 10]int, 1<<30); println(cap(c))"),
        body("channels", &[], "var l []chan int; for { l = append(l, make(chan int, 100)) }"),
        body("goroutines", &[], "for { go func() { select {} }() }"),
        body(
            "goroutines deep",
            &[],
            "var f func(n int); f = func(n int) { if n > 0 { f(n - 1) } else { select {} } }; for { go f(1000); for range 100 { println() } }",
        ),
        body("goroutines of goroutines", &[], "var f func(); f = func() { go f(); go f() }; f(); select {}"),
        body(
            "goroutines ping-pong",
            &[],
            "a, b := make(chan int), make(chan int); go func() { for x := range a { b <- x } }(); for { a <- 1; <-b }",
        ),
        body(
            "closures without end",
            &[],
            "var l []func(); for i := 0; ; i++ { l = append(l, func() { println(i) }) }",
        ),
        body("interfaces", &[], "var l []any; for i := 0; ; i++ { l = append(l, i, float64(i), [4]int{i}) }"),
        body("nested interfaces", &[], "var x any; for { x = []any{x, x} }"),
        body(
            "two-dimensional",
            &[],
            "for n := 1; ; n *= 2 { s := make([][]int, n); for i := range s { s[i] = make([]int, n) } }",
        ),
        body("defers without end", &[], "for { defer func() {}() }"),
        body("defers of arguments", &[], "for i := 0; ; i++ { defer func(x [100]int) {}([100]int{i}) }"),
        body(
            "slices kept by their ends",
            &[],
            "var l [][]byte; for { s := make([]byte, 1<<16); l = append(l, s[1<<16-1:]) }",
        ),
        body(
            "holes",
            &[],
            "var l [][]byte; for n := 16; ; n += 16 { for i := range 1000 { s := make([]byte, n); if i%2 == 0 { l = append(l, s) } } }",
        ),
        body(
            "pointers into a ring",
            &[],
            "type N struct { a, b *N; x [10]int }; root := &N{}; for i := 0; ; i++ { n := &N{a: root.a, b: root}; root.a = n; if i%3 == 0 { root.b = n } }",
        ),
    ]
}

fn recursions() -> Vec<Hostile> {
    vec![
        declared("recursion", "func f(x int) int { return f(x+1) + 1 }\nfunc main() { println(f(0)) }"),
        declared(
            "recursion with a large frame",
            "func f(x [500]int) int { x[3]++; return f(x) + x[3] }\nfunc main() { println(f([500]int{})) }",
        ),
        declared(
            "recursion of closures",
            "func main() { var f func(func()) ; f = func(g func()) { f(func() { g() }) }; f(func() {}) }",
        ),
        declared(
            "recursion in goroutines",
            "func f(x int) int { return f(x+1) + 1 }\nfunc main() { for range 100 { go f(0) }; select {} }",
        ),
        declared(
            "recursion that defers",
            "func f(n int) { defer func() { recover() }(); f(n + 1) }\nfunc main() { f(0) }",
        ),
        declared(
            "recursion by methods",
            "type T struct{}\nfunc (t T) String() string { return t.E() }\nfunc (t T) E() string { return t.String() }\nfunc main() { println(T{}.E()) }",
        ),
        declared("panics in panics", "func f(n int) { defer f(n + 1); panic(n) }\nfunc main() { f(0) }"),
        declared(
            "panics in deferred calls",
            "func main() { for i := range 100000 { defer func() { panic(i) }() }; panic(-1) }",
        ),
        declared(
            "panics recovered",
            "func f() { defer func() { recover() }(); panic(1) }\nfunc main() { for { f() } }",
        ),
        declared("panic with a long text", "func main() { s := \"x\"; for range 22 { s += s }; panic(s) }"),
        declared(
            "panic of an Error that panics",
            "type E struct{}\nfunc (E) Error() string { panic(E{}) }\nfunc main() { panic(E{}) }",
        ),
        declared(
            "panic of an Error without end",
            "type E struct{}\nfunc (e E) Error() string { return e.Error() }\nfunc main() { panic(E{}) }",
        ),
        declared(
            "recursive equality",
            "type T struct { x any }\nfunc main() { var a, b any; for range 10000000 { a, b = T{a}, T{b} }; println(a == b) }",
        ),
        declared(
            "recursive key",
            "type T struct { x any }\nfunc main() { var a any; for range 1000000 { a = T{a} }; m := map[any]int{a: 1}; println(m[a]) }",
        ),
        declared(
            "iterators in iterators",
            "func f(n int) func(func(int) bool) { return func(y func(int) bool) { for x := range f(n + 1) { if !y(x) { return } } } }\nfunc main() { for range f(0) {} }",
        ),
        declared("init without end", "var x = f()\nfunc f() int { for {} }\nfunc main() {}"),
    ]
}

fn library() -> Vec<Hostile> {
    vec![
        body("Repeat", &["strings"], "println(len(strings.Repeat(\"0123456789\", 1<<30)))"),
        body("Repeat too often", &["strings"], "println(len(strings.Repeat(\"0123456789\", 1<<62)))"),
        body("ReplaceAll", &["strings"], "s := strings.Repeat(\"a\", 1<<12); for range 20 { s = strings.ReplaceAll(s, \"a\", \"aaaa\") }; println(len(s))"),
        body("ReplaceAll of nothing", &["strings"], "s := strings.Repeat(\"a\", 1<<20); println(len(strings.ReplaceAll(s, \"\", s)))"),
        body("Split", &["strings"], "s := strings.Repeat(\",\", 1<<26); println(len(strings.Split(s, \",\")))"),
        body("Join", &["strings"], "s := make([]string, 1<<16); for i := range s { s[i] = strings.Repeat(\"x\", 1<<12) }; println(len(strings.Join(s, \"--\")))"),
        body("Map", &["strings"], "s := strings.Repeat(\"a\", 1<<24); println(len(strings.Map(func(rune) rune { return 0x10ffff }, s)))"),
        body("Fields", &["strings"], "println(len(strings.Fields(strings.Repeat(\"a \", 1<<24))))"),
        body("Builder", &["strings"], "var b strings.Builder; for { b.WriteString(\"0123456789abcdef\") }"),
        body("Grow", &["strings", "bytes"], "var b strings.Builder; b.Grow(1 << 34); var c bytes.Buffer; c.Grow(1 << 40)"),
        body("Buffer", &["bytes"], "var b bytes.Buffer; for { b.Write(make([]byte, 4096)) }"),
        body("Sprintf width", &["fmt"], "println(len(fmt.Sprintf(\"%1000000d\", 1))); println(len(fmt.Sprintf(\"%*d\", 1<<30, 1)))"),
        body("Sprintf precision", &["fmt"], "println(len(fmt.Sprintf(\"%.1000000f\", 1.0))); println(len(fmt.Sprintf(\"%.*e\", 1<<40, 1e300)))"),
        body("Sprintf of Sprintf", &["fmt"], "s := \"%v\"; for { s = fmt.Sprintf(\"%v%v%q\", s, s, s) }"),
        body("Sprint of depth", &["fmt"], "var x any = 1; for range 1000000 { x = []any{x} }; println(len(fmt.Sprint(x)))"),
        body("Sprint of itself", &["fmt"], "x := []any{nil}; x[0] = x; println(len(fmt.Sprint(x)))"),
        body("Sprint of a map in itself", &["fmt"], "m := map[string]any{}; m[\"m\"] = m; println(len(fmt.Sprintf(\"%v %+v %#v\", m, m, m)))"),
        one("Stringer of itself", "package main\n\nimport \"fmt\"\n\ntype T struct{}\n\nfunc (t T) String() string { return fmt.Sprint(t) }\n\nfunc main() { fmt.Println(T{}) }\n".into()),
        body("errors wrapped", &["errors", "fmt"], "err := errors.New(\"x\"); for { err = fmt.Errorf(\"%w and %w\", err, err) }"),
        body("errors joined", &["errors"], "err := errors.New(\"x\"); for range 60 { err = errors.Join(err, err) }; println(errors.Is(err, nil)); println(len(err.Error()))"),
        body("unwrapped without end", &["errors", "fmt"], "err := errors.New(\"x\"); for range 1000000 { err = fmt.Errorf(\"%w\", err) }; println(errors.Is(err, errors.ErrUnsupported))"),
        body("Exp", &["math/big"], "x := big.NewInt(3); for { x.Exp(x, big.NewInt(1000), nil) }"),
        body("Lsh", &["math/big"], "x := big.NewInt(1); x.Lsh(x, 1<<40); println(x.BitLen())"),
        body("squares at run time", &["math/big"], "x := big.NewInt(3); for { x.Mul(x, x) }"),
        body("factorial", &["math/big"], "println(len(new(big.Int).MulRange(1, 1<<40).String()))"),
        body("digits of a number", &["math/big", "strings"], "x, ok := new(big.Int).SetString(strings.Repeat(\"9\", 1<<22), 10); println(ok, len(x.String()))"),
        body("Binomial", &["math/big"], "println(new(big.Int).Binomial(1<<40, 1<<39).BitLen())"),
        body("ModInverse and Sqrt", &["math/big"], "x := new(big.Int).Lsh(big.NewInt(1), 1<<22); x.Sub(x, big.NewInt(1)); y := new(big.Int).Sqrt(x); println(new(big.Int).ModInverse(y, x) == nil, x.ProbablyPrime(20))"),
        body("Float precision", &["math/big"], "x := new(big.Float).SetPrec(1 << 31).SetInt64(3); x.Quo(big.NewFloat(1), x); x.Sqrt(x); println(len(x.Text('g', 100)))"),
        body("Float exponent", &["math/big"], "x, _, err := big.ParseFloat(\"1e100000000\", 10, 1000, 0); println(err == nil); println(len(x.Text('f', 0)))"),
        body("Rat", &["math/big"], "x := big.NewRat(1, 3); for { x.Mul(x, x); x.Add(x, big.NewRat(1, 7)) }"),
        body("Rat exponent", &["math/big"], "x, ok := new(big.Rat).SetString(\"1e-100000000\"); println(ok, x != nil)"),
        body("pattern of repeats", &["regexp"], "_, err := regexp.Compile(\"((((a{100}){100}){100}){100})\"); println(err.Error())"),
        body("pattern of classes", &["regexp", "strings"], "re, err := regexp.Compile(strings.Repeat(`[\\p{L}\\p{N}]`, 2000)); println(re == nil, err == nil)"),
        body("pattern of depth", &["regexp", "strings"], "_, err := regexp.Compile(strings.Repeat(\"(\", 1<<20)); println(err == nil)"),
        body("pattern of branches", &["regexp", "strings"], "re := regexp.MustCompile(\"(x+x+)+y\"); println(re.MatchString(strings.Repeat(\"x\", 1<<20)))"),
        body("pattern of captures", &["regexp", "strings"], "re := regexp.MustCompile(strings.Repeat(\"(a?)\", 500) + strings.Repeat(\"a\", 500)); println(len(re.FindStringSubmatch(strings.Repeat(\"a\", 700))))"),
        body("matches of nothing", &["regexp", "strings"], "re := regexp.MustCompile(\"\"); println(len(re.FindAllStringIndex(strings.Repeat(\"a\", 1<<24), -1)))"),
        body("replacements", &["regexp", "strings"], "re := regexp.MustCompile(\"a\"); s := strings.Repeat(\"a\", 1<<20); println(len(re.ReplaceAllString(s, strings.Repeat(\"$0\", 1<<16))))"),
        body("many patterns", &["fmt", "regexp"], "var l []*regexp.Regexp; for i := 0; ; i++ { l = append(l, regexp.MustCompile(fmt.Sprintf(\"a{%d}[b-z]+\", i%1000))) }"),
        body("sort", &["sort"], "x := make([]int, 1<<22); for i := range x { x[i] = i * 7919 % len(x) }; sort.Ints(x); println(x[5])"),
        body("sort that lies", &["sort"], "x := make([]int, 1<<20); n := 0; sort.Slice(x, func(i, j int) bool { n++; return n%3 == 0 }); println(len(x))"),
        body("sort that grows", &["slices"], "x := make([]int, 1<<20); var l []int; slices.SortFunc(x, func(a, b int) int { l = append(l, a); return len(l)%3 - 1 }); println(len(l))"),
        body("Concat and Repeat", &["slices"], "x := make([]int, 1<<10); for { x = slices.Concat(x, x, slices.Repeat(x, 3)) }"),
        body("Insert", &["slices"], "var x []int; for i := 0; ; i++ { x = slices.Insert(x, 0, i) }"),
        body("Grow of a slice", &["slices"], "var x []int; x = slices.Grow(x, 1<<50); println(cap(x))"),
        body("timers", &["time"], "for { time.AfterFunc(time.Hour, func() {}) }"),
        body("tickers", &["time"], "for range 10000 { time.NewTicker(1) }; select {}"),
        body("sleepers", &["time"], "for { go time.Sleep(1 << 62) }"),
        body("contexts", &["context"], "ctx := context.Background(); for { ctx, _ = context.WithCancel(ctx) }"),
        body("context values", &["context"], "ctx := context.Background(); for i := range 1000000 { ctx = context.WithValue(ctx, i, i) }; println(ctx.Value(-1) == nil)"),
        body("ReadAll of a reader without end", &["io"], "r, w := io.Pipe(); go func() { for { w.Write(make([]byte, 1<<16)) } }(); b, _ := io.ReadAll(r); println(len(b))"),
        body("Scanner with a buffer", &["bufio", "strings"], "s := bufio.NewScanner(strings.NewReader(strings.Repeat(\"x\", 1<<26))); s.Buffer(nil, 1<<40); for s.Scan() { println(len(s.Bytes())) }"),
        body("readers", &["bufio", "strings"], "var l []any; for { l = append(l, bufio.NewReaderSize(strings.NewReader(\"\"), 1<<24)) }"),
        body("tabwriter", &["fmt", "os", "text/tabwriter"], "w := tabwriter.NewWriter(os.Stdout, 0, 8, 1<<20, ' ', 0); for i := range 100000 { fmt.Fprintf(w, \"a\\tb\\tc%d\\n\", i) }; w.Flush()"),
        body("csv", &["encoding/csv", "strings"], "r := csv.NewReader(strings.NewReader(strings.Repeat(\"a,b,\", 1<<24))); x, _ := r.ReadAll(); println(len(x))"),
        body("hex and base64", &["encoding/base64", "encoding/hex"], "s := \"x\"; for { s = base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString([]byte(s)))) }"),
        body("Unquote", &["strconv"], "s := \"x\"; for { s = strconv.Quote(s) }"),
        body("ParseFloat", &["strconv", "strings"], "x, err := strconv.ParseFloat(\"0.\"+strings.Repeat(\"1\", 1<<24)+\"e-9\", 64); println(x, err == nil)"),
        body("output", &["fmt"], "for { fmt.Println(\"0123456789012345678901234567890123456789\") }"),
        body("one line of output", &["fmt", "strings"], "fmt.Println(strings.Repeat(\"x\", 1<<25))"),
        body("list", &["container/list"], "l := list.New(); for i := 0; ; i++ { l.PushBack(i) }"),
        body("sync.Map and Pool", &["sync"], "var m sync.Map; p := sync.Pool{New: func() any { return make([]byte, 1<<16) }}; for i := 0; ; i++ { m.Store(i, p.Get()) }"),
        body("reflection", &["reflect"], "t := reflect.TypeOf(0); for { t = reflect.SliceOf(t) }"),
        body("formats of time", &["strings", "time"], "s := strings.Repeat(\"2006-01-02T15:04:05.000000000 Monday January \", 1<<16); println(len(time.Now().Format(s)))"),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_differ_and_programs_have_a_main() {
        let all = super::all();
        let mut names: Vec<&str> = all.iter().map(|h| h.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all.len());
        assert!(all.iter().all(|h| h.files[0].0 == "main.go" && !h.files[0].1.is_empty()));
    }
}
