//! Go functions and the IR that they become, as the comments after them state: each line of a comment must
//! occur in this order in the IR of the function before it (`!` before it: must not occur at all).

use std::sync::Arc;

use purlin_base::SourceMap;
use purlin_ir::{print, verify};

use crate::compile::{Output, Program, compile};

fn compiled(text: &str) -> Output {
    let files = [("a.go".to_string(), Arc::from(text))];
    let mut sources = SourceMap::new();
    let out = match compile(&mut sources, &Program { files: &files, ..Program::default() }, &[]) {
        Ok(out) => out,
        Err(errors) => panic!("{}", errors.iter().map(|e| e.render(&sources)).collect::<String>()),
    };
    verify::module(&out.module).unwrap_or_else(|e| panic!("{e}"));
    out
}

fn ir_of(out: &Output, name: &str) -> String {
    let found = out.module.funcs.iter().find(|(_, f)| f.name == name && f.body.is_some() && !f.wrapper);
    let (id, _) = found.unwrap_or_else(|| panic!("{name} was not lowered"));
    print::function(&out.module, id)
}

#[track_caller]
fn check(function: &str, expected: &[&str]) {
    let name = function.split(['(', ' ']).nth(1).unwrap_or_default();
    let text = format!(
        "package main\ntype pair struct {{ a, b int }}\ntype node struct {{ next *node; v int }}\n{function}\nfunc keep(x any) {{}}\nfunc main() {{ keep({name}) }}"
    );
    let ir = ir_of(&compiled(&text), &format!("main.{name}"));
    let mut rest = ir.as_str();
    for line in expected {
        if let Some(absent) = line.strip_prefix('!') {
            assert!(!ir.contains(absent), "{absent} is in\n{ir}");
            continue;
        }
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("{line} is missing in\n{ir}"),
        }
    }
}

#[test]
fn loops_test_at_the_bottom_with_one_charge_and_poll_an_iteration() {
    check(
        "func f(s []int) (n int) { for i := 0; i < len(s); i++ { n += s[i] }; return n }",
        &["brif", "poll", "bounds", "load.i64", "iadd", "slt", "brif", "return", "!jump"],
    );
    check(
        "func f(s []int) (n int) { for _, x := range s { n += x }; return n }",
        &["poll", "load", "!bounds"],
    );
}

#[test]
fn small_structs_are_values() {
    check("func f(p pair) pair { p.a, p.b = p.b, p.a; return p }", &["return v1, v0", "!load", "!store"]);
    check("func f(p, q pair) bool { return p == q }", &["ieq", "ieq", "iand", "!call"]);
}

#[test]
fn pointers_are_checked() {
    check("func f(n *node) int { return n.next.v }", &["nil_check v0", "load.ref", "nil_check", "load.i64"]);
    check("func f() *pair { return &pair{1, 0} }", &["alloc", "store", "return", "!nil_check"]);
}

#[test]
fn appending_is_inline_until_there_is_no_room() {
    check(
        "func f(s []byte, b byte) []byte { return append(s, b) }",
        &["iadd", "ugt", "brif", "cold", "call_native", "store.i8", "return"],
    );
}

#[test]
fn shifts_are_checked_only_where_they_may_be_negative() {
    check("func f(x, n int) int { return x << n }", &["slt", "trap_if shift", "shl"]);
    check("func f(x int, n uint8) int { return x >> n }", &["zext", "sshr", "!trap_if"]);
    check("func f(x uint32, n int) uint32 { return x >> (n & 31) }", &["ushr.i32", "!trap_if"]);
}

#[test]
fn variables_are_captured_by_value_if_they_are_not_assigned() {
    check(
        "func f(n int) func() int { return func() int { return n } }",
        &["alloc", "store", "store", "!call"],
    );
    check(
        "func f() func() int { n := 0; return func() int { n++; return n } }",
        &["alloc", "alloc", "store", "store"],
    );
}

#[test]
fn switches_over_constants_are_one_instruction() {
    check(
        "func f(n int8) int { switch n { case 1, 2: return 1; case 3: return 2; case -4: return 3 }; return 0 }",
        &["switch"],
    );
    check(
        "func f(x any) int { switch x := x.(type) { case int: return x; case string: return len(x) }; return 0 }",
        &["ieq", "brif", "bitcast.i64", "load.i64"],
    );
}

#[test]
fn raising_continues_in_the_place_of_the_frame() {
    check(
        "func f() (err any) { defer func() { err = recover() }(); panic(1) }",
        &["handler", "alloc", "call_native", "call fn", "tail_call", "!call_indirect"],
    );
    check(
        "func f() (err any) { for range 2 { defer func() { err = recover() }() }; panic(1) }",
        &["handler", "alloc", "call_native", "call_indirect", "tail_call"],
    );
}

#[test]
fn selects_choose_once() {
    check(
        "func f(c, d chan int) int { select { case v := <-c: return v; case d <- 1: return 2; default: return 3 } }",
        &["slot", "store.ref", "call_native", "switch", "load.i64"],
    );
}

#[test]
fn functions_that_hosts_can_call_are_exported() {
    let out = compiled(
        "package main\nfunc Add(a, b int32) int64 { return 0 }\nfunc Odd(c chan int) {}\n
        func Split(s string) ([]byte, bool) { return nil, false }\nfunc hidden() {}\nfunc main() {}",
    );
    let names: Vec<&str> = out.exports.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Add", "Split"]);
    let others: Vec<&str> = out.uncallable.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(others, ["Odd", "hidden", "main"]);
    assert_eq!((out.exports[0].params.len(), out.exports[1].results.len()), (2, 2));
}

/// How many functions of this name have a body.
fn bodies(out: &Output, name: &str) -> usize {
    out.module.funcs.values().filter(|f| f.name == name && f.body.is_some()).count()
}

#[test]
fn instances_that_come_out_alike_are_one_function() {
    let out = compiled(
        "package main
        type a int
        type b int
        type list[T any] struct { next *list[T]; v T }
        func (l *list[T]) push(v T) *list[T] { return &list[T]{l, v} }
        func (l *list[T]) each(f func(T)) { for ; l != nil; l = l.next { f(l.v) } }
        func even[T ~int](n T) bool { return n == 0 || odd(n - 1) }
        func odd[T ~int](n T) bool { return n != 0 && even(n - 1) }
        func half[T ~int | ~uint](n T) T { return n / 2 }
        func twice[T ~int | ~uint](n T) T { return half(n) + half(n) }
        func box[T any](v T) any { return v }
        func later[T any](v *T) func() *T { return func() *T { return v } }
        func main() {
            (*list[*a])(nil).push(new(a)).each(func(*a) {})
            (*list[*b])(nil).push(new(b)).each(func(*b) {})
            println(even(a(1)), even(b(1)), twice(a(1)), twice(b(1)), twice(uint(1)), box(a(1)), box(b(1)))
            println(later(new(a)), later(new(b)), later(new(string)))
        }",
    );
    let count = |name: &str| bodies(&out, name);
    assert_eq!((count("main.(*list[...]).push"), count("main.(*list[...]).each")), (1, 1));
    // Each refers to the other.
    assert_eq!((count("main.even[...]"), count("main.odd[...]")), (1, 1));
    // What they call differs in the end, or the type itself is part of the code.
    assert_eq!((count("main.half[...]"), count("main.twice[...]"), count("main.box[...]")), (2, 2, 2));
    assert_eq!((count("main.later[...]"), count("main.later[...].func1")), (1, 1));
}

#[test]
fn functions_that_are_written_twice_stay_two() {
    let out = compiled(
        "package main
        type a struct{}
        type b struct{}
        func (*a) f() int { return 1 }
        func (*b) f() int { return 1 }
        func main() { println((*a)(nil).f(), (*b)(nil).f()) }",
    );
    assert_eq!((bodies(&out, "main.(*a).f"), bodies(&out, "main.(*b).f")), (1, 1));
}
