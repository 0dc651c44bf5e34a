//! Programs whose machine code does not fit, or that cannot be compiled in part: they run, and the counters
//! say so.

use std::fmt::Write as _;

use purlin::{Config, Engine, Limits, SourceFile, Stats, Streams, Tier};

/// What `Sum` returns for 1, and the counters after.
fn sum(config: Config, text: &str) -> (i64, Stats) {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let module = Engine::new(config).compile(&[source]).unwrap_or_else(|e| panic!("{e}"));
    let mut isolate = module.isolate((), Limits::default(), Streams::default()).unwrap();
    let sum = isolate.call::<_, i64>("Sum", (1i64,)).unwrap_or_else(|t| panic!("{t:?}"));
    (sum, isolate.stats())
}

fn config(tier: Tier) -> Config {
    Config { tier, ..Config::default() }
}

/// `count` functions of some hundred bytes of code, each of which calls the next after a loop.
fn many_functions(count: usize) -> String {
    let mut text = "package main\n\nfunc main() {}\n\nfunc Sum(n int) int { return f0(n) }\n".to_string();
    for n in 0..count {
        let next = if n + 1 < count { format!("f{}(s)", n + 1) } else { "s".into() };
        let _ = writeln!(
            text,
            "func f{n}(n int) (s int) {{\n\tfor i := 0; i < 9; i++ {{\n\t\ts += n*i ^ i<<3 - n%(i+{})\n\
             \t\tif s%3 == 1 {{ s ^= {n} }} else {{ s += i*i*i }}\n\t}}\n\treturn {next}\n}}",
            n + 2
        );
    }
    text
}

#[test]
fn a_full_arena_leaves_a_working_program() {
    let text = many_functions(400);
    let (want, interpreted) = sum(config(Tier::Interp), &text);
    let (all, whole) = sum(config(Tier::Native), &text);
    assert_eq!((all, whole.gas), (want, interpreted.gas));
    assert_eq!(whole.compile_failures, 0);
    let (have, stats) = sum(Config { code_bytes: Some(1), ..config(Tier::Native) }, &text);
    assert_eq!((have, stats.gas, stats.alloc_bytes), (want, interpreted.gas, interpreted.alloc_bytes));
    // The smallest arena holds some of them.
    assert!(stats.compiled > 0 && stats.compile_failures > 0, "{stats:?}");
    assert!(stats.code_bytes < 1 << 16 && stats.code_bytes < whole.code_bytes, "{stats:?}");
}

#[test]
fn what_cannot_be_compiled_is_interpreted() {
    // More instructions than the native tier takes in one function.
    let mut text = "package main\n\nfunc main() {}\n\nfunc Sum(n int) int {\n\ts := n\n".to_string();
    for n in 0..9000 {
        let _ = writeln!(text, "\tif s&{} != 0 {{ s += n ^ {n} }}", n % 31 + 1);
    }
    text += "\treturn s + small(n)\n}\n\nfunc small(n int) (s int) {\n\tfor i := range n { s += i }\n\treturn s\n}\n";
    let (want, interpreted) = sum(config(Tier::Interp), &text);
    let (have, stats) = sum(config(Tier::Native), &text);
    assert_eq!((have, stats.gas), (want, interpreted.gas));
    assert!(stats.compile_failures > 0, "{stats:?}");
}
