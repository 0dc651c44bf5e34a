//! One engine and its modules on several threads at once: isolates of one module that compile in the
//! background and publish code for each other, and isolates that continue on another thread than they began
//! on.
//!
//! `cargo xtask sanitize` runs it under ThreadSanitizer; without that it still compares results and gas.

use std::sync::Mutex;

use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams, Tier, TrapKind};

/// Many small functions that become hot one after another, called directly, through an interface and through
/// closures; goroutines, maps, strings, panics, and a guard that fails now and then.
const PROGRAM: &str = r#"package main

import "fmt"

type shape interface{ area(n int) int }

type square struct{ side int }
type circle struct{ radius int }

func (s square) area(n int) int { return s.side*s.side + n }
func (c circle) area(n int) int { return 3*c.radius*c.radius - n }

func total(shapes []shape, n int) (sum int) {
	for i := 0; i < n; i++ {
		sum += shapes[i%len(shapes)].area(i)
	}
	return sum
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func words(n int) int {
	m := map[string]int{}
	for i := 0; i < n; i++ {
		m[fmt.Sprint("key", i%50)] += i
	}
	sum := 0
	for k, v := range m {
		sum += len(k) * v
	}
	return sum
}

func guarded(a []int, i int) (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	return fmt.Sprint(a[i])
}

func Work(n int64) int64 {
	shapes := []shape{square{2}, square{3}}
	sum := total(shapes, int(n))
	shapes = append(shapes, circle{1})
	sum += total(shapes, int(n)) + fib(15) + words(int(n)/10)
	results := make(chan int)
	for g := 0; g < 4; g++ {
		go func() {
			s := 0
			for i := 0; i < int(n); i++ {
				s += i ^ g
			}
			results <- s
		}()
	}
	for g := 0; g < 4; g++ {
		sum += <-results
	}
	for i := 0; i < 20; i++ {
		sum += len(guarded([]int{1, 2}, i%4))
	}
	return int64(sum)
}

func main() {}
"#;

const TIERS: [Tier; 2] = [Tier::Auto, Tier::Native];
const THREADS: usize = 4;
const WORK: i64 = 3000;

fn module(tier: Tier) -> Module {
    compile(&Engine::new(Config { tier, ..Config::default() }))
}

fn compile(engine: &Engine) -> Module {
    let source = SourceFile { name: "main.go".into(), text: PROGRAM.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn isolate(module: &Module, limits: Limits) -> Isolate<()> {
    module.isolate((), limits, Streams::default()).expect("an isolate")
}

/// A result and the gas that it took.
fn work(isolate: &mut Isolate<()>) -> (i64, u64) {
    let result = isolate.call("Work", (WORK,)).unwrap_or_else(|t| panic!("{t:?}"));
    (result, isolate.stats().gas)
}

/// Runs `f` on several threads; what they answer, which must all be the same.
fn on_threads<R: Send + PartialEq + std::fmt::Debug>(f: impl Fn(usize) -> R + Sync) -> R {
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        let start = |thread| {
            let (f, results) = (&f, &results);
            scope.spawn(move || {
                let result = f(thread);
                results.lock().unwrap().push(result);
            })
        };
        let threads: Vec<_> = (0..THREADS).map(start).collect();
        // ThreadSanitizer sees a thread's end where it is joined, but not how a scope waits for it.
        threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    });
    let mut results = results.into_inner().unwrap();
    assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{results:?}");
    results.pop().expect("there are threads")
}

fn reference() -> (i64, u64) {
    work(&mut isolate(&module(Tier::Interp), Limits::default()))
}

#[test]
fn isolates_of_one_module_run_on_several_threads() {
    let expected = reference();
    for tier in TIERS {
        let module = module(tier);
        let seen = on_threads(|thread| {
            let mut first = isolate(&module, Limits::default());
            let seen = work(&mut first);
            first.reset();
            let mut second = isolate(&module, Limits::default());
            assert_eq!((work(&mut first), work(&mut second)), (seen, seen), "thread {thread}");
            seen
        });
        assert_eq!(seen, expected, "{tier}");
    }
}

#[test]
fn what_a_module_knows_is_asked_while_it_runs() {
    for tier in TIERS {
        let module = module(tier);
        on_threads(|thread| {
            let mut own = isolate(&module, Limits::default());
            for _ in 0..5 {
                if thread % 2 == 0 {
                    own.reset();
                    work(&mut own);
                } else {
                    module.compiled_bytes();
                    module.compilation();
                    module.counts();
                    assert!(module.exports().count() > 0);
                }
            }
        });
    }
}

/// Each piece of a run on a thread of its own, while another isolate runs.
#[test]
fn an_isolate_continues_on_another_thread() {
    let expected = reference();
    for tier in TIERS {
        let module = module(tier);
        let limits = Limits { gas: Some(expected.1 / 8), ..Limits::default() };
        let mut moving = isolate(&module, limits);
        let mut answer = moving.call("Work", (WORK,));
        let mut pieces = 0;
        while let Err(trap) = answer {
            assert_eq!(trap.kind, TrapKind::OutOfGas, "{tier}: {trap:?}");
            moving.refuel(expected.1 / 8);
            pieces += 1;
            answer = std::thread::scope(|scope| {
                let other = scope.spawn(|| work(&mut isolate(&module, Limits::default())));
                let resumed = scope.spawn(|| moving.resume_call());
                assert_eq!(other.join().expect("no panic"), expected, "{tier}");
                resumed.join().expect("no panic")
            });
        }
        assert_eq!((answer.ok(), moving.stats().gas), (Some(expected.0), expected.1), "{tier}");
        assert!(pieces >= 7, "{tier}: {pieces}");
    }
}

#[test]
fn one_engine_compiles_on_several_threads() {
    let expected = reference();
    for tier in TIERS {
        let engine = Engine::new(Config { tier, ..Config::default() });
        let seen = on_threads(|_| work(&mut isolate(&compile(&engine), Limits::default())));
        assert_eq!(seen, expected, "{tier}");
    }
}
