//! Types that contain themselves, are too large, too many, or instances without end. This module knows
//! nothing of what they must lead to.

use super::{Hostile, declared, each};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [recursive_types(), large_arrays(), doubled_types(), wide_types(), endless_instances(), many_instances()]
        .into_iter()
        .flatten()
        .collect()
}

/// Types that contain themselves.
fn recursive_types() -> Vec<Hostile> {
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
    ]
}

/// Arrays that are larger than the memory, or nearly.
fn large_arrays() -> Vec<Hostile> {
    vec![
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
    ]
}

/// Types whose size or number of parts doubles with each declaration.
fn doubled_types() -> Vec<Hostile> {
    vec![
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
    ]
}

/// Types with very many parts, and very many types.
fn wide_types() -> Vec<Hostile> {
    vec![
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

/// Instances of generic functions and types that lead to further instances without end.
fn endless_instances() -> Vec<Hostile> {
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
    ]
}

/// Instances whose number or size grows fast.
fn many_instances() -> Vec<Hostile> {
    vec![
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
