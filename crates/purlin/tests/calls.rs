//! Calls of the guest's functions by the host, many in a row: they share a fiber and its stack if they can,
//! and nothing of a call may be seen in the next, whatever became of it. The first call of an isolate, and
//! the first one after a call that did not end well, have a fiber made for them.

use std::io::Write;
use std::sync::{Arc, Mutex};

use purlin::{
    Call, Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Stop, Streams, Stress, Tier,
    TrapKind,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

const TEXT: &str = r#"package main

import (
	"fmt"
	"host/side"
	"os"
	"runtime"
	"time"
)

var count int64

func Add(a, b int64) int64 { return a + b }

func Mixed(a int8, b bool, f float64, g float32, u uint16) float64 {
	if b {
		f = -f
	}
	return f + float64(a) + float64(g) + float64(u)
}

func Join(a, b string) string { return a + b }

func Size(s string) int64 { return int64(len(s)) }

func Swap(s string, n int64) (int64, string) { return n, s }

func Div(a, b int64) int64 { return a / b }

func Loop(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s += i
	}
	return
}

func Deep(n int64) int64 {
	if n == 0 {
		return 0
	}
	return Deep(n-1) + 1
}

func Start(n int64) int64 {
	for i := int64(0); i < n; i++ {
		go func() {
			for {
				count++
				runtime.Gosched()
			}
		}()
	}
	runtime.Gosched()
	runtime.Gosched()
	return count
}

func Count() int64 { return count }

func Later() { time.AfterFunc(time.Nanosecond, func() { count += 1000 }) }

func Wait() { time.Sleep(time.Second) }

func Exit() { os.Exit(3) }

func Caught(n int64) (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	return fmt.Sprint(1 / n)
}

func Number() int64 { return side.Number() }

func Panics(n int64) int64 { return side.Panics(n) + 1 }

func Words(a int8, b uint16, c float32, d bool) (float64, bool) { return side.Words(a, b, c, d) }

func Many(a, b, c, d, e, f int64) (int64, int64, int64) { return side.Many(a, b, c, d, e, f) }

func Text(s string, n int64) (string, string, int64) {
	a := side.Text(s, n)
	b, c := side.Pair(s, n), side.Bytes([]byte(s), n)
	return a, b, c
}

func BoxedText(s string, n int64) string { return side.BoxedText(s, n) }

func PlainText(s string, n int64) string { return side.Text(s, n) }

func Copied(s string, n int64) string { return side.Copied(s, []byte(s), n) }

func Yields(s string, n int64) string { return side.Yields(s, n) }

func Garbage(n int64) int64 {
	s := ""
	for i := int64(0); i < n; i++ {
		s += "garbage"
	}
	return int64(len(s))
}

func Print(n int64) { fmt.Println(n) }

func main() {}
"#;

fn side() -> HostPackage {
    HostPackage::new("host/side")
        .function("Number", |call: &mut Call<'_>| call.fiber_number() as i64)
        .function("Panics", |n: i64| if n < 0 { panic!("no {n}") } else { n })
        .function("Words", |a: i8, b: u16, c: f32, d: bool| (f64::from(a) + f64::from(b) + f64::from(c), !d))
        .function("Many", |a: i64, b: i64, c: i64, d: i64, e: i64, f: i64| (a - b, c - d, e - f))
        .function("Text", |text: &str, n: i64| text.repeat(n as usize))
        .function("BoxedText", |text: Box<String>, n: i64| Box::new(text.repeat(n as usize)))
        .function("Pair", |text: String, n: i64| format!("{text}{n}"))
        .function("Bytes", |bytes: &[u8], n: i64| bytes.iter().map(|b| i64::from(*b)).sum::<i64>() + n)
        .function("Copied", |call: &mut Call<'_>, text: &str, bytes: &[u8], n: i64| {
            call.charge(10);
            format!("{text}{}{n}", bytes.len())
        })
        .function("Yields", |_: &str, _: i64| -> Result<String, Stop> { Err(Stop::Yield) })
}

fn compile(config: Config) -> Module {
    let mut engine = Engine::new(config);
    engine.host_package(side());
    let source = SourceFile { name: "main.go".into(), text: TEXT.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn module(tier: Tier) -> Module {
    compile(Config { tier, ..Config::default() })
}

fn isolate(module: &Module, limits: Limits) -> Isolate<()> {
    module.isolate((), limits, Streams::default()).unwrap()
}

/// A call, whose results are as in the tests below.
fn call(i: &mut Isolate<()>, what: usize) {
    match what {
        0 => assert_eq!(i.call::<_, i64>("Add", (3i64, 4i64)), Ok(7)),
        1 => assert_eq!(i.call::<_, f64>("Mixed", (-3i8, true, 0.5, 2.25f32, 60_000u16)), Ok(59_998.75)),
        2 => assert_eq!(i.call::<_, String>("Join", ("abc", String::from("dé"))).as_deref(), Ok("abcdé")),
        3 => assert_eq!(i.call::<_, i64>("Size", ("",)), Ok(0)),
        4 => assert_eq!(i.call::<_, (i64, String)>("Swap", ("x", 9i64)), Ok((9, "x".into()))),
        5 => assert_eq!(i.call::<_, i64>("Loop", (3_000i64,)), Ok(4_498_500)),
        6 => assert_eq!(i.call::<_, i64>("Deep", (5_000i64,)), Ok(5_000)),
        7 => assert_eq!(
            i.call::<_, String>("Caught", (0i64,)).as_deref(),
            Ok("runtime error: integer divide by zero")
        ),
        8 => assert_eq!(i.call::<_, i64>("Panics", (5i64,)), Ok(6)),
        9 => assert_eq!(
            i.call::<_, (f64, bool)>("Words", (-1i8, 65_535u16, 0.5f32, true)),
            Ok((65_534.5, false))
        ),
        10 => assert_eq!(
            i.call::<_, (i64, i64, i64)>("Many", (1i64, 2i64, 5i64, 3i64, 9i64, 6i64)),
            Ok((-1, 2, 3))
        ),
        11 => assert_eq!(
            i.call::<_, (String, String, i64)>("Text", ("ab", 3i64)),
            Ok(("ababab".into(), "ab3".into(), 198))
        ),
        12 => assert_eq!(i.call::<_, String>("Copied", ("héh", 3i64)).as_deref(), Ok("héh43")),
        13 => assert_eq!(i.call::<_, String>("Yields", ("secret", 3i64)).as_deref(), Ok("")),
        14 => assert_eq!(i.call::<_, i64>("Garbage", (300i64,)), Ok(2_100)),
        _ => i.call::<_, ()>("Wait", ()).unwrap(),
    }
}

const CALLS: usize = 16;

/// What a call takes: gas, bytes allocated, bytes written, fibers and switches.
fn cost(i: &mut Isolate<()>, what: usize) -> [u64; 4] {
    let before = i.stats();
    call(i, what);
    let after = i.stats();
    [
        after.gas - before.gas,
        after.alloc_bytes - before.alloc_bytes,
        after.fibers - before.fibers,
        after.switches - before.switches,
    ]
}

/// Units of gas of the calls in order.
const GAS: [u64; CALLS] = [15, 25, 41, 20, 20, 12_016, 45_016, 535, 23, 22, 22, 71, 61, 29, 103_621, 108];

#[test]
fn a_call_costs_the_same_whichever_it_is() {
    for tier in TIERS {
        let module = module(tier);
        let mut i = isolate(&module, Limits::default());
        call(&mut i, 0);
        let mut gas = [0; CALLS];
        for (what, gas) in gas.iter_mut().enumerate() {
            // The library of the guest keeps what it has made once.
            call(&mut i, what);
            let trap = i.call::<_, ()>("Exit", ()).unwrap_err();
            assert_eq!(trap.kind, TrapKind::Exit(3));
            let made = cost(&mut i, what);
            *gas = made[0];
            let times = if what < 5 { 1_000 } else { 10 };
            for n in 0..times {
                assert_eq!(cost(&mut i, what), made, "{tier}: call {n} of {what}");
            }
        }
        assert_eq!(gas, GAS, "{tier}");
    }
}

#[test]
fn strings_cost_the_same_with_and_without_a_cursor() {
    for tier in TIERS {
        let mut i = isolate(&module(tier), Limits::default());
        let mut used = |f: &dyn Fn(&mut Isolate<()>)| {
            let before = i.stats();
            f(&mut i);
            (i.stats().gas - before.gas, i.stats().alloc_bytes - before.alloc_bytes)
        };
        used(&|i| call(i, 0));
        for text in ["", "short", "a longer text of which there are many bytes, \u{fc} among them"] {
            // What is in a box crosses by a cursor.
            let boxed: Box<str> = text.into();
            let plain = used(&|i| drop(i.call::<_, String>("Join", (text, text)).unwrap()));
            let cursor = used(&|i| drop(i.call::<_, Box<String>>("Join", (&boxed, &boxed)).unwrap()));
            assert_eq!(plain, cursor, "{tier}: {text}");
            let plain = used(&|i| drop(i.call::<_, String>("PlainText", (text, 2i64)).unwrap()));
            let cursor = used(&|i| drop(i.call::<_, String>("BoxedText", (text, 2i64)).unwrap()));
            assert_eq!(plain, cursor, "{tier}: {text}");
        }
    }
}

#[test]
fn a_call_that_traps_says_the_same_whichever_it_is() {
    let mut seen = Vec::new();
    for tier in TIERS {
        let module = module(tier);
        let mut i = isolate(&module, Limits::default());
        let mut report = |name: &str, b: i64| {
            let trap = i.call::<_, i64>(name, (1i64, b)).unwrap_err();
            format!("{trap}\n{}", i.traceback(&trap))
        };
        let first = report("Div", 0);
        seen.push(first.replace(" [running]", ""));
        for n in 0..20 {
            if n % 3 == 0 {
                assert_eq!(module.function::<_, i64>("Div").unwrap().call(&mut i, (7i64, 2i64)), Ok(3));
            }
            let trap = i.call::<_, i64>("Div", (1i64, 0i64)).unwrap_err();
            assert_eq!(format!("{trap}\n{}", i.traceback(&trap)), first, "{tier} {n}");
        }
        assert_eq!(i.call::<_, i64>("Number", ()).unwrap(), i.stats().fibers as i64, "{tier}");
        assert_eq!(i.call::<_, i64>("Number", ()).unwrap(), i.stats().fibers as i64, "{tier}");
    }
    assert!(seen.iter().all(|report| *report == seen[0]), "{seen:?}");
}

#[test]
fn goroutines_and_timers_of_a_call_end_with_it() {
    for tier in TIERS {
        let mut i = isolate(&module(tier), Limits::default());
        for round in 1..5 {
            call(&mut i, 0);
            let n = i.call::<_, i64>("Start", (3i64,)).unwrap();
            assert!(n >= 3 * round, "{tier}: {n}");
            for _ in 0..3 {
                i.call::<_, ()>("Later", ()).unwrap();
                assert_eq!(i.call::<_, i64>("Count", ()), Ok(n), "{tier}");
                i.call::<_, ()>("Wait", ()).unwrap();
                assert_eq!(i.call::<_, i64>("Count", ()), Ok(n), "{tier}");
            }
        }
    }
}

#[test]
fn a_call_that_runs_out_of_gas_is_resumed() {
    for tier in TIERS {
        let module = module(tier);
        let mut whole = isolate(&module, Limits::default());
        let mut i = isolate(&module, Limits { gas: Some(1 << 40), ..Limits::default() });
        for round in 0..5 {
            for what in 0..CALLS {
                let before = whole.stats().gas;
                call(&mut whole, what);
                let needed = whole.stats().gas - before;
                i.set_gas(Some(1 << 40));
                if round % 2 == 0 {
                    call(&mut i, 0);
                    call(&mut whole, 0);
                }
                i.set_gas(Some(needed % 1_000));
                let mut result = i.call::<_, i64>("Loop", (4_000i64,));
                assert_eq!(result.as_ref().unwrap_err().kind, TrapKind::OutOfGas, "{tier} {what}");
                while let Err(trap) = result {
                    assert_eq!(trap.kind, TrapKind::OutOfGas);
                    i.refuel(500 + round);
                    result = i.resume_call();
                }
                assert_eq!(result, Ok(7_998_000), "{tier}");
                i.set_gas(None);
                call(&mut i, what);
                assert_eq!(whole.call::<_, i64>("Loop", (4_000i64,)), Ok(7_998_000));
                assert_eq!(i.stats().gas, whole.stats().gas, "{tier} {what}");
                i.set_gas(Some(100));
                assert_eq!(i.call::<_, i64>("Loop", (4_000i64,)).unwrap_err().kind, TrapKind::OutOfGas);
                i.set_gas(None);
                // What was interrupted is given up by another call.
                call(&mut i, what);
                whole.call::<_, i64>("Loop", (4_000i64,)).unwrap();
                call(&mut whole, what);
                i.reset();
                whole.reset();
            }
        }
    }
}

#[test]
fn stacks_grow_and_overflow_in_any_call() {
    for tier in TIERS {
        let module = module(tier);
        let mut i = isolate(&module, Limits { stack_bytes: 4 << 20, ..Limits::default() });
        for n in [1i64, 100, 1_000, 10_000] {
            call(&mut i, 0);
            assert_eq!(i.call::<_, i64>("Deep", (n,)), Ok(n), "{tier}");
            assert_eq!(i.call::<_, i64>("Deep", (n,)), Ok(n), "{tier}");
            let trap = i.call::<_, i64>("Deep", (100_000_000i64,)).unwrap_err();
            assert_eq!(trap.kind, TrapKind::StackOverflow, "{tier}");
        }
        let limits = Limits { call_depth: Some(50), ..Limits::default() };
        let mut i = isolate(&module, limits);
        for _ in 0..5 {
            assert_eq!(i.call::<_, i64>("Deep", (49i64,)), Ok(49), "{tier}");
            assert_eq!(i.call::<_, i64>("Deep", (60i64,)).unwrap_err().kind, TrapKind::CallDepth, "{tier}");
            assert_eq!(i.call::<_, i64>("Deep", (49i64,)), Ok(49), "{tier}");
        }
    }
}

#[test]
fn a_host_function_may_panic_in_any_call() {
    std::panic::set_hook(Box::new(|_| ()));
    for tier in TIERS {
        let mut i = isolate(&module(tier), Limits::default());
        for n in 0..20 {
            for what in 0..n % 4 {
                call(&mut i, what);
            }
            let trap = i.call::<_, i64>("Panics", (-1i64 - n as i64,)).unwrap_err();
            assert_eq!(trap.kind, TrapKind::Host, "{tier}");
            assert_eq!(trap.message, format!("a host function panicked: no {}", -1 - n as i64));
            assert!(i.traceback(&trap).starts_with("main.Panics(...)\n\tmain.go:"), "{}", i.traceback(&trap));
        }
    }
}

#[test]
fn isolates_move_between_threads_between_calls() {
    for tier in TIERS {
        let mut i = isolate(&module(tier), Limits::default());
        for round in 0..10 {
            i = std::thread::spawn(move || {
                for what in 0..CALLS {
                    call(&mut i, what);
                    call(&mut i, 8);
                }
                i.set_gas(Some(1_000));
                assert_eq!(i.call::<_, i64>("Loop", (4_000i64,)).unwrap_err().kind, TrapKind::OutOfGas);
                i
            })
            .join()
            .unwrap();
            i.set_gas(None);
            if round % 2 == 0 {
                assert_eq!(i.resume_call::<i64>(), Ok(7_998_000), "{tier}");
            }
        }
        drop(i);
    }
}

#[test]
fn strings_cross_whatever_they_are() {
    let long = "0123456789abcdef".repeat(10_000);
    for tier in TIERS {
        for stress in [Stress::default(), Stress { gc: true, poison: true, ..Stress::default() }] {
            let mut i = isolate(&compile(Config { tier, stress, ..Config::default() }), Limits::default());
            for text in ["", "a", "ASCII, more than eight bytes", "ünï", "\u{10ffff}\0", &long] {
                let joined = i.call::<_, String>("Join", (text, text.to_string()));
                assert_eq!(joined.as_deref(), Ok(&*text.repeat(2)), "{tier}");
                assert_eq!(i.call::<_, i64>("Size", (text,)), Ok(text.len() as i64));
                assert_eq!(i.call::<_, (i64, String)>("Swap", (text, 1i64)), Ok((1, text.to_string())));
                let sum = text.bytes().map(i64::from).sum::<i64>() + 2;
                let expected = (text.repeat(2), format!("{text}2"), sum);
                assert_eq!(i.call::<_, (String, String, i64)>("Text", (text, 2i64)), Ok(expected));
                let copied = i.call::<_, String>("Copied", (text, 5i64));
                assert_eq!(copied, Ok(format!("{text}{}5", text.len())));
                call(&mut i, 13);
            }
            for what in 0..CALLS - 2 {
                call(&mut i, what);
            }
        }
    }
}

#[test]
fn a_string_that_is_larger_than_memory_is_refused_in_any_call() {
    for tier in TIERS {
        let limits = Limits { heap_bytes: 4 << 20, ..Limits::default() };
        let mut i = isolate(&module(tier), limits);
        let huge = "x".repeat(5 << 20);
        for _ in 0..3 {
            call(&mut i, 2);
            assert_eq!(i.call::<_, i64>("Size", (&huge,)).unwrap_err().kind, TrapKind::OutOfMemory, "{tier}");
            let trap = i.call::<_, (String, String, i64)>("Text", ("x", 6i64 << 20)).unwrap_err();
            assert_eq!(trap.kind, TrapKind::OutOfMemory, "{tier}");
            // What a call leaves is garbage in the next.
            for _ in 0..20 {
                call(&mut i, 14);
                assert_eq!(i.call::<_, i64>("Size", (&huge[..1 << 20],)), Ok(1 << 20), "{tier}");
            }
        }
    }
}

#[test]
fn a_cancelled_isolate_does_not_begin_a_call() {
    for tier in TIERS {
        let mut i = isolate(&module(tier), Limits::default());
        for what in 0..CALLS {
            call(&mut i, what);
            i.canceller().cancel();
            assert_eq!(i.call::<_, i64>("Add", (1i64, 2i64)).unwrap_err().kind, TrapKind::Cancelled);
            i.clear_cancellation();
            call(&mut i, what);
        }
    }
}

/// A stream that notes what it is told, and fails to flush where it is to.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<(String, bool)>>);

impl Write for Notes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().0.push_str(std::str::from_utf8(bytes).unwrap());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let mut notes = self.0.lock().unwrap();
        notes.0.push('.');
        if notes.1 { Err(std::io::Error::other("full")) } else { Ok(()) }
    }
}

#[test]
fn the_output_is_flushed_after_each_call_that_wrote() {
    for tier in TIERS {
        let notes = Notes::default();
        let streams = Streams { output: Box::new(notes.clone()), ..Streams::default() };
        let mut i = module(tier).isolate((), Limits::default(), streams).unwrap();
        i.call::<_, i64>("Add", (1i64, 2i64)).unwrap();
        i.call::<_, ()>("Print", (1i64,)).unwrap();
        i.call::<_, i64>("Add", (1i64, 2i64)).unwrap();
        i.call::<_, ()>("Print", (2i64,)).unwrap();
        assert_eq!(notes.0.lock().unwrap().0, "1\n.2\n.", "{tier}");
        notes.0.lock().unwrap().1 = true;
        assert_eq!(i.call::<_, ()>("Print", (3i64,)).unwrap_err().kind, TrapKind::Io);
        assert_eq!(i.call::<_, i64>("Add", (1i64, 2i64)).unwrap_err().kind, TrapKind::Io, "not flushed yet");
        notes.0.lock().unwrap().1 = false;
        i.call::<_, i64>("Add", (1i64, 2i64)).unwrap();
        assert_eq!(notes.0.lock().unwrap().0, "1\n.2\n.3\n...", "{tier}");
    }
}
