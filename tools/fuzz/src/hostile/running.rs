//! Programs that ask for memory or stack while they run. This module knows nothing of what they must lead to.

use super::{Hostile, body, declared};

/// All sources of this file, in a fixed order.
pub(super) fn all() -> Vec<Hostile> {
    [growing_slices(), growing_maps(), growing_tasks(), growing_values(), recursions()]
        .into_iter()
        .flatten()
        .collect()
}

/// Slices, objects and strings that grow without end, or are dropped.
fn growing_slices() -> Vec<Hostile> {
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
    ]
}

/// Maps that grow without end.
fn growing_maps() -> Vec<Hostile> {
    vec![
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
    ]
}

/// Channels and goroutines without end.
fn growing_tasks() -> Vec<Hostile> {
    vec![
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
    ]
}

/// Closures, interfaces and deferred calls without end.
fn growing_values() -> Vec<Hostile> {
    vec![
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
