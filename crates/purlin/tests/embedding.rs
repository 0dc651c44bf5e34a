//! The embedding API as a host uses it: typed calls, host packages, limits, refuelling, resets, threads.

mod helpers;

use std::sync::Mutex;
use std::time::{Duration, Instant};

use purlin::{
    Call, Config, Engine, Grants, HostPackage, Isolate, Limits, MemoryTree, Module, Program, SnapshotConfig,
    SourceFile, Stop, Streams, Tier, Trap, TrapKind,
};

use helpers::Capture;

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

/// Streams whose output is kept.
fn streams_to(output: &Capture) -> Streams {
    Streams { output: Box::new(output.clone()), ..Streams::default() }
}

fn engine(tier: Tier) -> Engine {
    Engine::new(Config { tier, ..Config::default() })
}

fn compile(engine: &Engine, text: &str) -> Module {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn isolate(module: &Module, limits: Limits) -> Isolate<()> {
    module.isolate((), limits, Streams::default()).unwrap()
}

/// Works on the heap, in goroutines, with maps and with panics, so that all kinds of gas are used.
const MIXED: &str = r#"package main

import "fmt"

type tree struct{ l, r *tree }

func grow(d int) *tree {
	if d == 0 {
		return &tree{}
	}
	return &tree{grow(d - 1), grow(d - 1)}
}

func (t *tree) count() int {
	if t.l == nil {
		return 1
	}
	return 1 + t.l.count() + t.r.count()
}

func safe(a []int, i int) (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	return fmt.Sprint(a[i])
}

func main() {
	c := make(chan int)
	for g := 0; g < 5; g++ {
		go func() {
			sum := 0
			for i := 0; i < 20000; i++ {
				sum += i % (g + 2)
			}
			c <- sum
		}()
	}
	m := map[int]string{}
	total := 0
	for g := 0; g < 5; g++ {
		v := <-c
		m[v] = fmt.Sprint(v)
		total = total*31 + v
	}
	fmt.Println(total, len(m), grow(12).count(), safe([]int{1, 2}, 5))
}
"#;

fn run(isolate: &mut Isolate<()>) -> (u64, u64) {
    isolate.run().unwrap_or_else(|t| panic!("{t:?}"));
    let stats = isolate.stats();
    (stats.gas, stats.alloc_bytes)
}

#[test]
fn gas_is_equal_in_tiers_resets_and_threads() {
    let mut seen = Vec::new();
    for tier in TIERS {
        let module = compile(&engine(tier), MIXED);
        let mut first = isolate(&module, Limits::default());
        seen.push(run(&mut first));
        for _ in 0..3 {
            first.reset();
            seen.push(run(&mut first));
        }
        let results = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut mine: Vec<Isolate<()>> =
                        (0..4).map(|_| isolate(&module, Limits::default())).collect();
                    let seen: Vec<_> = mine.iter_mut().map(run).collect();
                    results.lock().unwrap().extend(seen);
                });
            }
        });
        seen.extend(results.into_inner().unwrap());
    }
    assert_eq!(seen.len(), 3 * 12);
    assert!(seen.iter().all(|s| *s == seen[0]), "{seen:?}");
}

#[test]
fn what_runs_out_of_gas_goes_on_as_if_nothing_had_been() {
    let mut endings = Vec::new();
    for tier in TIERS {
        let module = compile(&engine(tier), MIXED);
        let whole = Capture::default();
        let mut free = module.isolate((), Limits::default(), streams_to(&whole)).unwrap();
        free.run().unwrap();

        let pieces = Capture::default();
        let limits = Limits { gas: Some(7_777), ..Limits::default() };
        let mut metered = module.isolate((), limits, streams_to(&pieces)).unwrap();
        let mut stops = Vec::new();
        let mut result = metered.run();
        while let Err(trap) = result {
            assert_eq!(trap.kind, TrapKind::OutOfGas, "{trap:?}");
            stops.push((metered.stats().gas, metered.gas_left()));
            assert!(stops.len() < 10_000, "{tier}: {:?}", &stops[9_990..]);
            metered.refuel(33_333);
            result = metered.resume();
        }
        assert_eq!(pieces.text(), whole.text());
        assert_eq!(metered.stats().gas, free.stats().gas, "{tier}");
        assert_eq!(metered.stats().switches - stops.len() as u64, free.stats().switches, "{tier}");
        assert!(stops.len() > 10);
        endings.push((stops, whole.text()));
    }
    assert!(endings.iter().all(|e| *e == endings[0]), "{endings:?}");
}

#[test]
fn typed_functions_are_called_again_and_again() {
    let text = r#"package main

var calls int

func init() { calls = 100 }

func Add(a, b int64) int64 { calls++; return a + b }
func Narrow(a uint8, b int16, c bool) (uint8, int16, bool) { return a + 1, b - 1, !c }
func Text(s string, n int64) string { r := ""; for i := int64(0); i < n; i++ { r += s }; return r }
func Bytes(b []byte) []byte { return append(b, '!') }
func Half(x float64) float64 { return x / 2 }
func Calls() int64 { return int64(calls) }
func hidden(x map[string]int) {}
func main() {}
"#;
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits::default());
        for n in 0..1000i64 {
            assert_eq!(i.call::<_, i64>("Add", (n, -1i64)).unwrap(), n - 1);
        }
        assert_eq!(
            i.call::<_, (u8, i16, bool)>("Narrow", (255u8, -32768i16, false)).unwrap(),
            (0, 32767, true)
        );
        assert_eq!(i.call::<_, String>("Text", ("héé", 3i64)).unwrap(), "hééhééhéé");
        assert_eq!(i.call::<_, Vec<u8>>("Bytes", (vec![1u8, 2],)).unwrap(), [1, 2, b'!']);
        assert_eq!(i.call::<_, f64>("Half", (3.0f64,)).unwrap(), 1.5);
        assert_eq!(i.call::<_, i64>("Calls", ()).unwrap(), 1100);
        i.reset();
        assert_eq!(i.call::<_, i64>("Calls", ()).unwrap(), 100);
        let wrong = |r: Result<i64, Trap>| assert_eq!(r.unwrap_err().kind, TrapKind::Host);
        wrong(i.call("Add", (1i64,)));
        wrong(i.call("Nothing", ()));
        wrong(i.call("hidden", ()));
    }
}

#[test]
fn host_packages_are_checked_and_their_panics_are_traps() {
    let package = || {
        HostPackage::declared("host/kv", "package kv\nfunc Get(key string) (int64, bool)\nfunc Fail()\n")
            .function("Get", |_: &mut Call<'_>, key: String| -> (i64, bool) {
                let known = key == "answer";
                (if known { 42 } else { 0 }, known)
            })
            .function("Fail", |_: &mut Call<'_>| -> () { panic!("of the host") })
    };
    for tier in TIERS {
        let mut engine = engine(tier);
        engine.host_package(package());
        let text = "package main\nimport \"host/kv\"\nfunc Look(k string) int64 { v, ok := kv.Get(k); if !ok { return -1 }; return v }\n\
                    func Break() { defer func() { recover() }(); kv.Fail() }\nfunc main() {}\n";
        let module = compile(&engine, text);
        let mut i = isolate(&module, Limits::default());
        assert_eq!(i.call::<_, i64>("Look", ("answer",)).unwrap(), 42);
        assert_eq!(i.call::<_, i64>("Look", ("question",)).unwrap(), -1);
        let trap = i.call::<_, ()>("Break", ()).unwrap_err();
        assert_eq!(trap.kind, TrapKind::Host);
        assert!(trap.message.contains("of the host"), "{}", trap.message);
        assert_eq!(i.call::<_, i64>("Look", ("answer",)).unwrap(), 42);
        let source = SourceFile {
            name: "bad.go".into(),
            text: "package main\nimport \"host/kv\"\nfunc main() { kv.Get(1) }\n".into(),
        };
        let error = engine.compile(&[source]).err().expect("an argument of the wrong type");
        assert!(error.to_string().starts_with("bad.go:3:22: cannot use 1"), "{error}");
    }
}

#[test]
fn what_crosses_keeps_its_value_in_both_directions() {
    let package = || {
        let declarations = "package all\n\
            func Ints(a int8, b uint8, c int16, d uint16, e int32, f uint32) (int64, bool)\n\
            func Wide(a int64, b uint64, c float32, d float64, e bool) (uint64, float32, float64, bool)\n\
            func Text(s string, b []byte) (string, []byte)\nfunc Refuse(n int64) int64\nfunc Back(n int8) int8\n";
        HostPackage::declared("host/all", declarations)
            .function("Ints", |_: &mut Call<'_>, a: i8, b: u8, c: i16, d: u16, e: i32, f: u32| {
                let right = (a, b, c, d, e, f) == (-128, 255, -32768, 65535, i32::MIN, u32::MAX);
                (
                    i64::from(a) + i64::from(b) + i64::from(c) + i64::from(d) + i64::from(e) + i64::from(f),
                    right,
                )
            })
            .function("Wide", |_: &mut Call<'_>, a: i64, b: u64, c: f32, d: f64, e: bool| {
                (b.wrapping_add(a as u64), -c, d / 2.0, !e)
            })
            .function("Text", |_: &mut Call<'_>, s: String, mut b: Vec<u8>| {
                b.reverse();
                (s.to_uppercase(), b)
            })
            .function("Refuse", |_: &mut Call<'_>, n: i64| -> Result<i64, Stop> {
                if n > 0 { Ok(n) } else { Err(Stop::end(Trap::new(TrapKind::Host, "not positive"))) }
            })
            .function("Back", |_: &mut Call<'_>, n: i8| n)
    };
    let text = r#"package main

import "host/all"

func Ints() (int64, bool) { return all.Ints(-128, 255, -32768, 65535, -2147483648, 4294967295) }
func Wide(x bool) (uint64, float32, float64, bool) { return all.Wide(-1, 1<<63, 1.5, -3, x) }
func Text(s string, b []byte) (string, []byte) { return all.Text(s, b) }
func Refuse(n int64) int64 { return all.Refuse(n) }
func Wraps(n int8) int64 { return int64(all.Back(n) - 1) }
func main() {}
"#;
    for tier in TIERS {
        let mut engine = engine(tier);
        engine.host_package(package());
        let mut i = isolate(&compile(&engine, text), Limits::default());
        assert_eq!(i.call::<_, (i64, bool)>("Ints", ()).unwrap(), (2_147_516_541, true), "{tier}");
        assert_eq!(
            i.call::<_, (u64, f32, f64, bool)>("Wide", (true,)).unwrap(),
            ((1 << 63) - 1, -1.5, -1.5, false)
        );
        assert_eq!(
            i.call::<_, (String, Vec<u8>)>("Text", ("héé", vec![1u8, 2, 0])).unwrap(),
            ("HÉÉ".to_string(), vec![0, 2, 1])
        );
        assert_eq!(
            i.call::<_, (String, Vec<u8>)>("Text", ("", Vec::<u8>::new())).unwrap(),
            (String::new(), vec![])
        );
        assert_eq!(i.call::<_, i64>("Refuse", (7i64,)).unwrap(), 7);
        let trap = i.call::<_, i64>("Refuse", (0i64,)).unwrap_err();
        assert_eq!((trap.kind, trap.message.as_str()), (TrapKind::Host, "not positive"));
        assert_eq!(i.call::<_, i64>("Wraps", (-128i8,)).unwrap(), 127);
    }
}

/// What compiling says of a program that calls `odd.F`, which is declared so and bound to `package`'s
/// function.
fn refused(package: HostPackage, call: &str) -> String {
    let mut engine = engine(Tier::Interp);
    engine.host_package(package);
    let text = format!("package main\nimport \"host/odd\"\nfunc main() {{ {call} }}\n");
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn a_host_function_of_other_types_than_declared_is_refused() {
    let odd =
        |declarations: &str| HostPackage::declared("host/odd", format!("package odd\n{declarations}\n"));
    let takes = |_: &mut Call<'_>, _: i64| -> bool { true };
    let one = |place: &str, guest: &str, host: &str| {
        format!("{place} is {guest} in the guest and {host} in the host")
    };
    for (declaration, call, declared, why) in [
        ("func F(n int32) bool", "odd.F(1)", "(int32) bool", one("parameter 1", "int32", "i64")),
        ("func F(n uint64) bool", "odd.F(1)", "(uint64) bool", one("parameter 1", "uint64", "i64")),
        (
            "func F(n, m int64) bool",
            "odd.F(1, 2)",
            "(int64, int64) bool",
            "2 parameters in the guest, 1 in the host".into(),
        ),
        ("func F(s string) bool", "odd.F(\"\")", "(string) bool", one("parameter 1", "string", "i64")),
        ("func F(n int64) int8", "odd.F(1)", "(int64) int8", one("result 1", "int8", "bool")),
        ("func F(n int64)", "odd.F(1)", "(int64)", "0 results in the guest, 1 in the host".into()),
    ] {
        let error = refused(odd(declaration).function("F", takes), call);
        let wanted = format!("host/odd.F is {declared} in the guest and (i64,) -> bool in the host: {why}");
        assert!(error.contains(&wanted), "{declaration}: {error}");
    }
    assert_eq!(refused(odd("func F(n int64) bool").function("F", takes), "odd.F(1)"), "");
}

#[test]
fn a_declared_type_that_cannot_cross_is_refused_where_it_is_used() {
    let odd = |declarations: &str| {
        HostPackage::declared("host/odd", format!("package odd\n{declarations}\nfunc Good(n int64)\n"))
            .function("F", |_: &mut Call<'_>, n: i64| n)
            .function("Good", |_: &mut Call<'_>, _: i64| ())
    };
    for (declaration, call, ty) in [
        ("func F(p *any) int64", "odd.F(nil)", "*any"),
        ("func F(m map[any]int) int64", "odd.F(nil)", "map[any]int"),
        ("func F(f func()) int64", "odd.F(nil)", "func()"),
        ("func F(c chan int) int64", "odd.F(nil)", "chan int"),
        ("func F(x any) int64", "odd.F(nil)", "any"),
        ("func F(x []error) int64", "odd.F(nil)", "[]error"),
        ("func F(x [1]complex128) int64", "odd.F([1]complex128{})", "[1]complex128"),
        ("func F(n int64) *func()", "odd.F(1)", "*func()"),
        ("func F(n int64) (error, int64)", "odd.F(1)", "error"),
        ("type S struct { n any }\nfunc F(s S) int64", "odd.F(odd.S{})", "odd.S"),
    ] {
        let error = refused(odd(declaration), call);
        let wanted = format!("host/odd.F is declared with {ty}, which cannot cross between host and guest");
        assert!(error.contains(&wanted), "{declaration}: {error}");
        // A declaration that nothing calls does no harm.
        assert_eq!(refused(odd(declaration), "odd.Good(1)"), "", "{declaration}");
    }
}

#[test]
fn resuming_with_other_results_is_an_error() {
    let text = "package main\n\
        func Spin(n int64) int64 { s := int64(0); for i := int64(0); i < n; i++ { s += i }; return s }\n\
        func main() { Spin(100000) }\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits { gas: Some(10_000), ..Limits::default() });
        assert_eq!(i.call::<_, i64>("Spin", (100_000i64,)).unwrap_err().kind, TrapKind::OutOfGas);
        i.refuel(10_000_000);
        let wrong = |trap: Trap| {
            assert_eq!(trap.kind, TrapKind::Host, "{trap}");
            assert!(trap.message.starts_with("the interrupted function returns"), "{}", trap.message);
        };
        wrong(i.resume_call::<String>().unwrap_err());
        wrong(i.resume_call::<()>().unwrap_err());
        wrong(i.resume_call::<(i64, i64)>().unwrap_err());
        wrong(i.resume_call::<u64>().unwrap_err());
        // The interrupted call is still there.
        assert_eq!(i.resume_call::<i64>().unwrap(), 4_999_950_000, "{tier}");
        assert_eq!(i.resume_call::<i64>().unwrap_err().kind, TrapKind::Internal, "nothing is interrupted");
    }
}

#[test]
fn what_was_awaited_is_forgotten_by_the_next_run() {
    let text = "package main\n\
        func Spin(n int64) int64 { s := int64(0); for i := int64(0); i < n; i++ { s += i }; return s }\n\
        func main() { Spin(100000) }\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits { gas: Some(10_000), ..Limits::default() });
        assert_eq!(i.call::<_, i64>("Spin", (100_000i64,)).unwrap_err().kind, TrapKind::OutOfGas);
        i.reset();
        assert_eq!(i.run().unwrap_err().kind, TrapKind::OutOfGas);
        i.refuel(10_000_000);
        assert_eq!(i.resume_call::<i64>().unwrap_err().kind, TrapKind::Host, "main has no results");
        assert_eq!(i.resume(), Ok(()));
    }
}

#[test]
fn an_exit_in_a_call_is_its_error() {
    let text = "package main\n\nimport \"os\"\n\n\
        func Leave(code int64) int64 { os.Exit(int(code)); return 1 }\n\
        func Text(code int64) string { os.Exit(int(code)); return \"x\" }\n\
        func main() { os.Exit(0) }\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits::default());
        for code in [0i64, 3, 0] {
            let kind = TrapKind::Exit(code as i32);
            assert_eq!(i.call::<_, i64>("Leave", (code,)).unwrap_err().kind, kind, "{tier}");
            assert_eq!(i.call::<_, String>("Text", (code,)).unwrap_err().kind, kind, "{tier}");
        }
        assert_eq!(i.run(), Ok(()), "of a whole program, code 0 is no failure");
    }
}

#[test]
fn deadlines_and_cancellers_end_endless_loops() {
    for tier in TIERS {
        let module = compile(&engine(tier), "package main\nfunc main() { for { } }\n");
        let soon = Instant::now() + Duration::from_millis(30);
        let mut i = isolate(&module, Limits { deadline: Some(soon), ..Limits::default() });
        assert_eq!(i.run().unwrap_err().kind, TrapKind::Deadline);
        i.reset();
        i.set_deadline(None);
        let canceller = i.canceller();
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            canceller.cancel();
        });
        assert_eq!(i.run().unwrap_err().kind, TrapKind::Cancelled);
        other.join().unwrap();
    }
}

#[test]
fn traps_name_their_frames() {
    let text = "package main\n\nfunc inner(a []int, i int) int { return a[i] }\n\nfunc Outer(i int64) int64 {\n\treturn int64(inner([]int{1}, int(i)))\n}\n\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits::default());
        let trap = i.call::<_, i64>("Outer", (3i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::Uncaught);
        assert_eq!(
            i.traceback(&trap),
            "main.inner(...)\n\tmain.go:3\nmain.Outer(...)\n\tmain.go:6\n",
            "{tier}"
        );
        assert!(trap.message.contains("index out of range [3] with length 1"), "{}", trap.message);
    }
}

#[test]
fn a_hundred_thousand_goroutines_wait_at_once() {
    let text = r#"package main

func main() {
	c, done := make(chan int), make(chan int)
	for i := 0; i < 100000; i++ {
		go func() { done <- <-c + 1 }()
	}
	for i := 0; i < 100000; i++ {
		c <- i
	}
	sum := 0
	for i := 0; i < 100000; i++ {
		sum += <-done
	}
	if sum != 5000050000 {
		panic(sum)
	}
}
"#;
    for tier in [Tier::Interp, Tier::Native] {
        let module = compile(&engine(tier), text);
        isolate(&module, Limits::default()).run().unwrap_or_else(|t| panic!("{tier}: {t:?}"));
    }
}

#[test]
fn recursion_is_as_deep_as_the_stack_allows() {
    let text = "package main\nfunc deep(n int64) int64 { if n == 0 { return 0 }; return deep(n-1) + 1 }\n\
                func Deep(n int64) int64 { return deep(n) }\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits::default());
        assert_eq!(i.call::<_, i64>("Deep", (1_000_000i64,)).unwrap(), 1_000_000);
        let mut small = isolate(&module, Limits { stack_bytes: 1 << 20, ..Limits::default() });
        let trap = small.call::<_, i64>("Deep", (1_000_000i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::StackOverflow);
        assert!(small.traceback(&trap).starts_with("main.deep(...)\n"), "{}", small.traceback(&trap));
    }
}

#[test]
fn the_depth_of_calls_is_counted_in_every_tier() {
    let text = "package main\nfunc deep(n int64) int64 { if n == 0 { return 0 }; return deep(n-1) + 1 }\n\
                func Deep(n int64) int64 { return deep(n) }\nfunc main() {}\n";
    let mut seen = Vec::new();
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, Limits { call_depth: Some(1000), ..Limits::default() });
        assert_eq!(i.call::<_, i64>("Deep", (900i64,)).unwrap(), 900);
        // Inlined calls count.
        assert_eq!(i.call::<_, i64>("Deep", (1001i64,)).unwrap_err().kind, TrapKind::CallDepth);
        seen.push(i.stats().gas);
    }
    assert!(seen.iter().all(|gas| *gas == seen[0]), "{seen:?}");
}

#[test]
fn engines_come_and_go() {
    for _ in 0..50 {
        let module = compile(&engine(Tier::Auto), "package main\nfunc main() { println(1) }\n");
        isolate(&module, Limits::default()).run().unwrap();
    }
}

#[test]
fn what_hot_loops_call_gets_code() {
    // `twice` has no loop and is called through a variable, so it is neither sampled nor inlined into its
    // caller.
    let text = "package main\nvar f = twice\nfunc twice(n int64) int64 { return n + n }\n\
        func Sum(n int64) int64 {\n\ts := int64(0)\n\tfor i := int64(0); i < n; i++ {\n\t\ts += f(i)\n\t}\n\treturn s\n}\n\
        func main() {}";
    let module = compile(&engine(Tier::Auto), text);
    let mut i = isolate(&module, Limits::default());
    let compiled = || module.compilation().functions.iter().any(|f| f.name == "main.twice");
    let start = Instant::now();
    while !compiled() {
        assert!(start.elapsed() < Duration::from_secs(60), "it never got code");
        assert_eq!(i.call::<_, i64>("Sum", (100_000i64,)).unwrap(), 9_999_900_000);
    }
}

#[test]
fn slices_end_at_the_same_polls_in_every_tier() {
    // Each goroutine notes at which of its iterations it finds that another was running.
    let text = "package main\nvar last, trace, done int64\n\
        func spin(id, n int64) {\n\tfor i := int64(0); i < n; i++ {\n\t\tif last != id {\n\t\t\tlast = id\n\t\t\ttrace = trace*31 + i\n\t\t}\n\t}\n\tdone++\n}\n\
        func Race(n int64) int64 {\n\tgo spin(1, n)\n\tgo spin(2, n+7)\n\tfor done < 2 {\n\t\tlast = 3\n\t}\n\treturn trace\n}\n\
        func main() {}";
    let mut seen = Vec::new();
    for tier in TIERS {
        for gas in [None, Some(100_000_000)] {
            let module = compile(&engine(tier), text);
            let mut i = isolate(&module, Limits { gas, ..Limits::default() });
            let trace = i.call::<_, i64>("Race", (500_000i64,)).unwrap();
            let stats = i.stats();
            assert!(stats.switches > 50, "{}", stats.switches);
            seen.push((trace, stats.gas, stats.switches));
        }
    }
    assert!(seen.iter().all(|s| *s == seen[0]), "{seen:?}");
}

#[test]
fn programs_of_several_packages_in_memory() {
    let tree = MemoryTree::new()
        .with("go.mod", "module example.com/m\n")
        .with("cmd/x/main.go", "package main\nimport \"example.com/m/twice\"\nfunc F(n int64) int64 { return twice.Of(n) }\nfunc main() {}")
        .with("twice/twice.go", "package twice\nfunc Of(n int64) int64 { return 2 * n }")
        .with("twice/twice_windows.go", "package twice\nfunc Of(n int64) int64 { return 3 * n }")
        .with("broken/main.go", "package main\nimport \"example.com/m/nothing\"\nfunc main() { nothing.F() }");
    for tier in [Tier::Interp, Tier::Native] {
        let engine = engine(tier);
        let module = engine.compile(Program::in_tree(&tree, "cmd/x")).unwrap_or_else(|e| panic!("{e}"));
        assert!(module.has_main());
        let result: i64 = isolate(&module, Limits::default()).call("F", (21i64,)).unwrap();
        assert_eq!(result, 42);
        let library = engine.compile(Program::in_tree(&tree, "twice")).unwrap_or_else(|e| panic!("{e}"));
        assert!(!library.has_main());
        let errors = engine
            .compile(Program::in_tree(&tree, "broken"))
            .err()
            .expect("an import that is nowhere")
            .lines();
        assert!(
            errors[0].starts_with("broken/main.go:2:8: no required module provides package"),
            "{errors:?}"
        );
        let errors = engine.compile(Program::in_tree(&tree, "empty")).err().expect("no such folder").lines();
        assert_eq!(errors, ["empty: no such folder"]);
    }
}

#[test]
fn one_large_function_is_refused_in_its_midst() {
    let elements: String = (0..20_000).map(|i| format!("\"s{i}\",\n")).collect();
    let text =
        format!("package main\n\nvar x = []string{{\n{elements}}}\n\nfunc main() {{ println(len(x)) }}\n");
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let limited = |mib: u64| Config { compile_bytes: Some(mib << 20), ..Config::default() };
    assert!(Engine::new(limited(80)).compile(std::slice::from_ref(&source)).is_ok());
    let error = Engine::new(limited(30)).compile(&[source]).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("the program is too large: compiling it may take at most 30 MiB"), "{error}");
    let line: usize = error.split(':').nth(1).and_then(|n| n.parse().ok()).unwrap();
    assert!((1_000..20_000).contains(&line), "{error}");
}

#[test]
fn random_bytes_follow_from_the_key_that_was_granted() {
    let text = r#"package main

import "crypto/rand"

func Draw() string { return rand.Text() }

func main() {}
"#;
    let keys = [None, Some([1; 32]), Some([2; 32])];
    let drawn = |tier, key: Option<[u8; 32]>| {
        let mut isolate = isolate(&compile(&engine(tier), text), Limits::default());
        isolate.set_grants(key.map_or_else(Grants::none, |key| Grants::none().allow_entropy(key)));
        let call = |isolate: &mut Isolate<()>| isolate.call::<_, String>("Draw", ()).unwrap();
        let first = [call(&mut isolate), call(&mut isolate)];
        isolate.reset();
        assert_eq!(first[0], call(&mut isolate));
        first
    };
    let all = keys.map(|key| drawn(Tier::Interp, key));
    assert_eq!(all, keys.map(|key| drawn(Tier::Native, key)));
    let mut texts: Vec<&String> = all.iter().flatten().collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!(texts.len(), 6, "{all:?}");
}

/// Numbers of addresses that headers show to a guest. Only those that it was shown become addresses again.
const HEADERS: &str = r#"package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

func See() (seen string) {
	s := fmt.Sprint("text", 1)
	h := (*reflect.StringHeader)(unsafe.Pointer(&s))
	v := *(*reflect.StringHeader)(unsafe.Pointer(&s))
	seen = fmt.Sprint(h.Data, " ", v.Data == h.Data)
	var forged string
	k := (*reflect.StringHeader)(unsafe.Pointer(&forged))
	for _, data := range []uintptr{1, h.Data + 100, h.Data - 100, 0x7f0000000000, h.Data + 1} {
		func() {
			defer func() {
				if recover() != nil {
					seen += " refused"
				}
			}()
			k.Data, k.Len = data, 4
			seen += " " + forged
		}()
	}
	// A length for which there are no bytes waits for an address, and is forgotten with a new string.
	var late string
	l := (*reflect.StringHeader)(unsafe.Pointer(&late))
	l.Len = 7
	late = s
	seen += fmt.Sprint(" ", l.Data == h.Data, l.Len)
	return
}

func main() {}
"#;

#[test]
fn headers_show_numbers_and_take_no_others() {
    for tier in TIERS {
        let module = compile(&engine(tier), HEADERS);
        let snapshot = module.snapshot(SnapshotConfig::default()).unwrap();
        for from_snapshot in [false, true] {
            let mut isolate = match from_snapshot {
                false => module.isolate((), Limits::default(), Streams::default()).unwrap(),
                true => snapshot.isolate((), Limits::default(), Streams::default()).unwrap(),
            };
            let seen: String = isolate.call("See", ()).unwrap();
            assert_eq!(seen, "824633786368 true refused refused refused refused ext1 true 5", "{tier:?}");
        }
    }
}
