//! Data races of small programs: each is found, or none is, with the same report in every tier and stress
//! mode, and for a seed.

use std::sync::{Arc, Mutex};

use purlin::{Config, Engine, Limits, Module, SourceFile, Streams, Stress, Tier};

/// A program whose function `run` is `body`, with declarations before it.
fn program(declarations: &str, body: &str) -> String {
    let imports: String = ["sync", "sync/atomic", "time", "bytes", "context"]
        .iter()
        .filter(|path| {
            let name = path.rsplit('/').next().unwrap_or(path);
            format!("{declarations}{body}").contains(&format!("{name}."))
        })
        .map(|path| format!("import {path:?}\n"))
        .collect();
    format!("package main\n{imports}{declarations}\nfunc main() {{\n{body}\n}}\n")
}

fn compile(text: &str, tier: Tier, races: bool) -> Module {
    let engine = Engine::new(Config { tier, races, verify: true, ..Config::default() });
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{}\n{text}", e.render(10)))
}

/// The reports of a run, and its gas.
fn run(module: &Module, memory: Stress, seed: Option<u64>) -> (Vec<String>, u64) {
    let mut isolate = module.isolate_under(memory, (), Limits::default(), Streams::default()).unwrap();
    isolate.set_schedule(seed);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let told = reports.clone();
    isolate.on_race(move |report| told.lock().unwrap().push(report.to_string()));
    isolate.run().unwrap_or_else(|trap| panic!("{trap}"));
    let reports = reports.lock().unwrap().clone();
    assert_eq!(isolate.races(), reports.len() as u64);
    (reports, isolate.stats().gas)
}

const GC: Stress = Stress { gc: true, poison: true, osr: false, deopt: false, eager: false };

/// The reports on a program, which are the same in each tier and stress mode; its gas is what it is where no
/// races are looked for.
fn reports(text: &str, seed: Option<u64>) -> Vec<String> {
    let (_, plain) = run(&compile(text, Tier::Interp, false), Stress::default(), seed);
    let mut first: Option<Vec<String>> = None;
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let module = compile(text, tier, true);
        for memory in [Stress::default(), GC] {
            let (reports, gas) = run(&module, memory, seed);
            assert_eq!(gas, plain, "{tier}, {memory:?}\n{text}");
            let first = first.get_or_insert_with(|| reports.clone());
            assert_eq!(*first, reports, "{tier}, {memory:?}\n{text}");
        }
    }
    first.unwrap_or_default()
}

#[track_caller]
fn races(declarations: &str, body: &str) -> Vec<String> {
    let found = reports(&program(declarations, body), None);
    assert!(!found.is_empty(), "no race in\n{body}");
    found
}

#[track_caller]
fn none(declarations: &str, body: &str) {
    let found = reports(&program(declarations, body), None);
    assert_eq!(found, [""; 0], "{body}");
}

#[test]
fn a_report_has_both_stacks_and_says_where_goroutines_come_from() {
    let text = "package main

var n int

func add(by int) {
\tn += by
}

func main() {
\tdone := make(chan bool)
\tgo func() {
\t\tadd(1)
\t\tdone <- true
\t}()
\tadd(2)
\t<-done
}
";
    let expected = "==================
WARNING: DATA RACE
Read at 0x009000000000 by goroutine 2:
  main.add()
      main.go:6
  main.main.func1()
      main.go:12

Previous write at 0x009000000000 by main goroutine:
  main.add()
      main.go:6
  main.main()
      main.go:15

Goroutine 2 (running) created at:
  main.main()
      main.go:11
==================
";
    let found = reports(text, None);
    let address = found[0].split("at ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    assert_eq!(found, [expected.replace("0x009000000000", address)]);
}

const N: &str = "var n, m int";

#[test]
fn channels_order() {
    none(N, "c := make(chan int); go func() { n = 1; c <- 1 }(); <-c; n = 2");
    none(N, "c := make(chan int); go func() { n = 1; <-c }(); c <- 1; n = 2");
    none(N, "c := make(chan int, 1); go func() { n = 1; close(c) }(); <-c; n = 2");
    races(N, "c := make(chan int, 1); go func() { n = 1; <-c }(); c <- 1; n = 2; time.Sleep(1)");
    none(N, "c := make(chan int, 1); c <- 1; go func() { n = 1; <-c }(); c <- 1; n = 2");
    races(N, "c := make(chan int, 2); go func() { c <- 1; n = 1 }(); <-c; n = 2; time.Sleep(1)");
    races(
        "",
        "c := make(chan int, 1); go func() { close(c) }(); select { case c <- 1: default: }; time.Sleep(1)",
    );
}

#[test]
fn the_go_statement_orders_and_the_end_does_not() {
    none(N, "n = 1; c := make(chan int); go func() { n = 2; c <- 1 }(); <-c");
    races(N, "go func() { n = 2 }(); time.Sleep(1); n = 1");
}

#[test]
fn locks_order() {
    let two = |lock: &str, unlock: &str| {
        format!(
            "var wg sync.WaitGroup; for range 2 {{ wg.Add(1); go func() {{ defer wg.Done(); \
             mu.{lock}(); n++; mu.{unlock}() }}() }}; wg.Wait(); n++"
        )
    };
    none("var n int; var mu sync.Mutex", &two("Lock", "Unlock"));
    none("var n int; var mu sync.RWMutex", &two("Lock", "Unlock"));
    races("var n int; var mu sync.RWMutex", &two("RLock", "RUnlock"));
    races(
        "var n int; var mu sync.Mutex",
        "go func() { mu.Lock(); n++; mu.Unlock(); n++ }(); time.Sleep(1); mu.Lock(); n++; mu.Unlock()",
    );
    none(
        "var n int; var once sync.Once",
        "for range 2 { go once.Do(func() { n++ }) }; once.Do(func() { n++ }); n++",
    );
}

#[test]
fn atomics_order_and_race_with_plain_accesses() {
    none(
        "var n int; var flag atomic.Bool",
        "go func() { n = 1; flag.Store(true) }(); for !flag.Load() { time.Sleep(1) }; n = 2",
    );
    races("var n int64", "go func() { atomic.AddInt64(&n, 1) }(); time.Sleep(1); n = 2");
    races(
        "var n int; var flag atomic.Bool",
        "go func() { flag.Store(true); n = 1 }(); for !flag.Load() { time.Sleep(1) }; n = 2",
    );
}

#[test]
fn memory_of_all_kinds_is_watched() {
    let wait = "time.Sleep(1)";
    for (declarations, here, there) in [
        ("type t struct { a, b int }; var p = new(t)", "p.a = 1", "p.a = 2"),
        ("var s = make([]byte, 8)", "s[3] = 1", "s[3] = 2"),
        ("var s = make([]byte, 8)", "copy(s, \"abc\")", "_ = string(s)"),
        ("var s = make([]int, 1)", "_ = append(s, 1)", "s[0] = 2"),
        ("var m = map[string]int{}", "m[\"a\"] = 1", "_ = m[\"b\"]"),
        ("var m = map[int]int{}", "delete(m, 1)", "for range m { break }; _ = len(m)"),
        ("var i any = 1", "i = 2", "_ = i.(int)"),
        ("var a [100]int", "a = [100]int{}", "a[50] = 1"),
        ("var b bytes.Buffer", "b.WriteByte('a')", "b.WriteByte('b')"),
    ] {
        races(declarations, &format!("go func() {{ {there} }}(); {here}; {wait}"));
    }
    // Beside each other.
    none("type t struct { a, b int32 }; var p = new(t)", "go func() { p.a = 1 }(); p.b = 1; time.Sleep(1)");
    none("var s = make([]byte, 8)", "go func() { s[3] = 1 }(); s[4] = 1; time.Sleep(1)");
    none("var s = make([]int, 4)", "go func() { _ = s[0] }(); _ = s[0]; time.Sleep(1)");
}

#[test]
fn variables_that_closures_share_race_and_copies_do_not() {
    races("", "n := 0; go func() { n++ }(); n++; time.Sleep(1)");
    none("", "n := 0; go func(n int) { n++ }(n); n++; time.Sleep(1)");
    none("", "for i := range 3 { go func() { _ = i }() }; time.Sleep(1)");
}

#[test]
fn timers_and_contexts_order() {
    none("var n int", "c := make(chan int); n = 1; time.AfterFunc(1, func() { n = 2; c <- 1 }); <-c; n = 3");
    none(
        "var n int",
        "ctx, cancel := context.WithCancel(context.Background()); go func() { n = 1; cancel() }(); <-ctx.Done(); n = 2",
    );
}

#[test]
fn what_was_freed_is_another_object() {
    let body = "c := make(chan *[64]int); for i := range 200 { go func() { p := new([64]int); p[i%64] = i; c <- p }(); \
                q := <-c; q[1]++; for j := range 20 { x := make([]int, 100+j); x[j] = j } }";
    none("", body);
}

#[test]
fn a_seed_gives_one_report_and_some_seeds_find_what_others_do_not() {
    let text = program(
        "var n int; var mu sync.Mutex; var ready bool",
        "go func() { mu.Lock(); ready = true; mu.Unlock(); n = 1 }()
         for i := range 300 { _ = i }
         mu.Lock(); seen := ready; mu.Unlock()
         if !seen { n = 2 }
         time.Sleep(1)",
    );
    let module = compile(&text, Tier::Interp, true);
    let found = |seed| run(&module, Stress::default(), Some(seed)).0;
    let with: Vec<u64> = (0..30).filter(|seed| !found(*seed).is_empty()).collect();
    assert!(!with.is_empty() && with.len() < 30, "{with:?}");
    for seed in [with[0], (0..30).find(|seed| !with.contains(seed)).unwrap()] {
        assert_eq!(reports(&text, Some(seed)), found(seed));
    }
}

#[test]
fn without_the_option_nothing_is_told_and_code_is_what_it_was() {
    let text = program("var n int", "go func() { n++ }(); n++; time.Sleep(1)");
    let module = compile(&text, Tier::Interp, false);
    assert_eq!(run(&module, Stress::default(), None).0, [""; 0]);
    let natives = module.serialize().unwrap();
    assert!(!natives.windows(9).any(|window| window == b"race_read"));
}
