//! The border between host and guest where things go wrong: exits, initialisation that is interrupted,
//! functions that cannot be called, cancelling, limits that change, and the tracebacks of what ended.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use purlin::{
    Call, Canceller, Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Stop, Streams, Tier,
    Trap, TrapCode, TrapKind,
};

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

fn engine(tier: Tier) -> Engine {
    Engine::new(Config { tier, ..Config::default() })
}

fn compile(engine: &Engine, text: &str) -> Module {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn isolate(module: &Module, gas: Option<u64>) -> Isolate<()> {
    module.isolate((), Limits { gas, ..Limits::default() }, Streams::default()).unwrap()
}

fn is_refused<T: std::fmt::Debug>(result: Result<T, Trap>, why: &str) {
    let trap = result.unwrap_err();
    assert_eq!(trap.kind, TrapKind::Host, "{trap}");
    assert!(trap.message.contains(why), "{}", trap.message);
}

#[test]
fn after_an_exit_in_init_nothing_runs_on_half_built_globals() {
    let text = "package main\n\nimport \"os\"\n\nvar table map[string]int64\n\n\
        func init() { if len(os.Args) < 2 { os.Exit(0) } }\nfunc init() { table = map[string]int64{\"a\": 7} }\n\
        func Look() int64 { return table[\"a\"] }\nfunc main() {}\n";
    for tier in TIERS {
        let mut i = isolate(&compile(&engine(tier), text), None);
        assert_eq!(i.call::<_, i64>("Look", ()).unwrap_err().kind, TrapKind::Exit(0), "{tier}");
        is_refused(i.call::<_, i64>("Look", ()), "the packages are not initialised");
        is_refused(i.run(), "reset the isolate");
        i.reset();
        assert_eq!(i.run(), Ok(()), "of a whole program, code 0 is no failure");
        is_refused(i.call::<_, i64>("Look", ()), "the packages are not initialised");
        i.reset();
        i.set_args(vec!["program".into(), "on".into()]);
        assert_eq!(i.call::<_, i64>("Look", ()), Ok(7));
        assert_eq!(i.run(), Ok(()));
        assert_eq!(i.call::<_, i64>("Look", ()), Ok(7));
    }
}

#[test]
fn a_host_function_without_results_leaves_no_arguments_in_their_place() {
    let text = "package main\n\nimport \"host/odd\"\n\n\
        func Text(s string, n int64) string { return odd.Text(s, n) }\n\
        func Both(n int64, s string) (int64, string) { return odd.Both(n, s) }\nfunc main() {}\n";
    let package = HostPackage::declared(
        "host/odd",
        "package odd\nfunc Text(s string, n int64) string\nfunc Both(n int64, s string) (int64, string)\n",
    )
    .function("Text", |_: &mut Call<'_>, _: String, _: i64| -> Result<String, Stop> { Err(Stop::Yield) })
    .function("Both", |_: &mut Call<'_>, _: i64, _: String| -> Result<(i64, String), Stop> {
        Err(Stop::Yield)
    });
    for tier in TIERS {
        let mut engine = engine(tier);
        engine.host_package(package.clone());
        let mut i = isolate(&compile(&engine, text), None);
        assert_eq!(i.call::<_, String>("Text", ("secret", 6i64)).as_deref(), Ok(""), "{tier}");
        assert_eq!(i.call::<_, (i64, String)>("Both", (6i64, "secret")), Ok((0, String::new())), "{tier}");
    }
}

#[test]
fn a_host_function_sees_its_call_and_no_guest_memory() {
    let text = "package main\n\nimport \"host/all\"\n\n\
        func Use() (s string) { defer func() { s = recover().(error).Error() }(); all.Fail(); return \"\" }\n\
        func Say(n int64) int64 { return all.Say(n) }\nfunc Wait() { all.Wait() }\nfunc main() {}\n";
    let package =
        HostPackage::declared("host/all", "package all\nfunc Fail()\nfunc Say(n int64) int64\nfunc Wait()\n")
            .function("Fail", |call: &mut Call<'_>| -> Result<(), Stop> {
                Err(call.raise_trap(TrapCode::DivideByZero, 0, 0))
            })
            .function("Say", |call: &mut Call<'_>, n: i64| -> Result<i64, Stop> {
                let args = call.args().join(" ");
                call.write_errors(format!("{args} {n} {}\n", call.fiber_number()).as_bytes())?;
                let before = call.gas_left().unwrap_or_default();
                call.charge(1_000);
                assert!(!call.is_called_off() && call.traceback().len() == 1);
                Ok(before - call.gas_left().unwrap_or_default())
            })
            .function("Wait", |_: &mut Call<'_>| -> Result<(), Stop> { Err(Stop::Park) });
    let mut gas = Vec::new();
    for tier in TIERS {
        let mut engine = engine(tier);
        engine.host_package(package.clone());
        let limits = Limits { gas: Some(1_000_000), output_bytes: Some(12), ..Limits::default() };
        let mut i = compile(&engine, text).isolate((), limits, Streams::default()).unwrap();
        i.set_args(vec!["program".into()]);
        assert_eq!(
            i.call::<_, String>("Use", ()).as_deref(),
            Ok("runtime error: integer divide by zero"),
            "{tier}"
        );
        assert_eq!(i.call::<_, i64>("Say", (7i64,)), Ok(1_000), "{tier}");
        assert_eq!(i.call::<_, i64>("Say", (7i64,)).unwrap_err().kind, TrapKind::OutputLimit);
        is_refused(i.call::<_, ()>("Wait", ()), "a host function asked to wait");
        gas.push(i.stats().gas);
    }
    assert!(gas.iter().all(|g| *g == gas[0]), "{gas:?}");
}

const SLOW_INIT: &str = "package main\n\nvar table []int64\n\n\
    func init() { for i := int64(0); i < 20000; i++ { table = append(table, i%7) } }\n\n\
    func Sum(name string) (string, int64) {\n\ts := int64(0)\n\tfor _, n := range table {\n\t\ts += n\n\t}\n\treturn name, s\n}\n\n\
    func main() { Sum(\"main\") }\n";

#[test]
fn initialisation_that_runs_out_of_gas_resumes_with_its_call() {
    let mut seen = Vec::new();
    for tier in TIERS {
        let module = compile(&engine(tier), SLOW_INIT);
        let mut whole = isolate(&module, None);
        let expected = whole.call::<_, (String, i64)>("Sum", ("some name",)).unwrap();
        assert_eq!(expected, ("some name".into(), 59_997), "{tier}");

        let mut i = isolate(&module, Some(5_000));
        let mut result = i.call::<_, (String, i64)>("Sum", ("some name",));
        let mut pieces = 0;
        while let Err(trap) = &result {
            assert_eq!(trap.kind, TrapKind::OutOfGas, "{trap}");
            if pieces < 3 {
                is_refused(
                    i.call::<_, (String, i64)>("Sum", ("other",)),
                    "the initialisation ran out of gas",
                );
                is_refused(i.run(), "resume what began it");
                is_refused(
                    i.resume_call::<i64>(),
                    "the interrupted function returns (string, int64), not i64",
                );
            }
            i.refuel(5_000);
            result = i.resume_call();
            pieces += 1;
        }
        assert!(pieces > 10, "{pieces}");
        assert_eq!(result, Ok(expected));
        assert_eq!(i.stats().gas, whole.stats().gas, "{tier}");
        seen.push(whole.stats().gas);
        assert_eq!(i.resume_call::<i64>().unwrap_err().kind, TrapKind::Internal, "nothing is interrupted");

        // A run that is interrupted in its initialisation, and then resumed, has initialised.
        let mut i = isolate(&module, Some(5_000));
        assert_eq!(i.run().unwrap_err().kind, TrapKind::OutOfGas);
        is_refused(i.call::<_, (String, i64)>("Sum", ("x",)), "the initialisation ran out of gas");
        i.refuel(100_000_000);
        assert_eq!(i.resume(), Ok(()));
        assert_eq!(i.call::<_, (String, i64)>("Sum", ("x",)), Ok(("x".into(), 59_997)));
    }
    assert!(seen.iter().all(|gas| *gas == seen[0]), "{seen:?}");
}

#[test]
fn limits_change_at_once() {
    let text = "package main\n\nfunc Spin(n int64) int64 {\n\ts := int64(0)\n\tfor i := int64(0); i < n; i++ {\n\t\ts += i\n\t}\n\treturn s\n}\n\n\
        func Print(n int64) { for i := int64(0); i < n; i++ { print(\"x\") } }\n\
        func Allocate(n int64) { for i := int64(0); i < n; i++ { sink = make([]int64, 100) } }\nvar sink []int64\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let mut i = isolate(&module, None);
        assert_eq!(i.call::<_, i64>("Spin", (10_000i64,)), Ok(49_995_000));
        i.set_gas(Some(5_000));
        assert_eq!(i.gas_left(), Some(5_000));
        let trap = i.call::<_, i64>("Spin", (10_000i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::OutOfGas);
        assert!(
            i.traceback(&trap).starts_with("main.Spin(...)\n\tmain.go:"),
            "{tier}: {}",
            i.traceback(&trap)
        );
        i.set_gas(None);
        assert_eq!(i.resume_call::<i64>(), Ok(49_995_000), "{tier}");
        i.set_gas(Some(1_000));
        i.reset();
        assert_eq!(i.gas_left(), Some(1_000));
        i.set_gas(None);

        i.set_output_bytes(Some(3));
        assert_eq!(i.limits().output_bytes, Some(3));
        assert_eq!(i.call::<_, ()>("Print", (4i64,)).unwrap_err().kind, TrapKind::OutputLimit);
        i.set_output_bytes(None);
        assert_eq!(i.call::<_, ()>("Print", (4i64,)), Ok(()));

        let limits = Limits { alloc_bytes: Some(1 << 20), ..Limits::default() };
        let mut counting = module.isolate((), limits, Streams::default()).unwrap();
        let trap = counting.call::<_, ()>("Allocate", (10_000i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::AllocBytes);
        assert!(
            counting.traceback(&trap).starts_with("main.Allocate(...)\n"),
            "{}",
            counting.traceback(&trap)
        );

        i.set_deadline(Some(Instant::now()));
        assert_eq!(i.call::<_, i64>("Spin", (1i64,)).unwrap_err().kind, TrapKind::Deadline);
        i.set_deadline(None);
        assert_eq!(i.call::<_, i64>("Spin", (2i64,)), Ok(1));
    }
}

#[test]
fn functions_that_a_host_cannot_call_say_why() {
    let text = "package main\n\ntype pair struct{ a, b chan int }\n\nfunc hidden(n int64) int64 { return n }\n\
        func Sum(list []any) int64 { return 0 }\nfunc Check(n int64) (error, int64) { return nil, n }\n\
        func Twice[T any](x T) (T, T) { return x, x }\nfunc Make() *pair { return nil }\nfunc Start(f func()) {}\nfunc Seen(n int64) int64 { return hidden(n) }\nfunc main() {}\n";
    let module = compile(&engine(Tier::Interp), text);
    let mut i = isolate(&module, None);
    let mut why = |name: &str| {
        let trap = i.call::<_, i64>(name, (1i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::Host);
        trap.message
    };
    assert_eq!(why("hidden"), "a host cannot call hidden: hidden is not exported");
    assert_eq!(why("main"), "a host cannot call main: main is not exported");
    let cannot = |name: &str, what: &str| {
        format!("a host cannot call {name}: {name} {what}, which cannot cross between host and guest")
    };
    assert_eq!(why("Sum"), cannot("Sum", "takes []any"));
    assert_eq!(why("Check"), cannot("Check", "returns error"));
    assert_eq!(why("Make"), cannot("Make", "returns *main.pair"));
    assert_eq!(why("Start"), cannot("Start", "takes func()"));
    assert_eq!(why("Twice"), "a host cannot call Twice: Twice is generic");
    assert_eq!(why("Nothing"), "there is no function Nothing that a host can call");
    assert_eq!(module.exports().map(|e| e.name.as_str()).collect::<Vec<_>>(), ["Seen"]);
    assert_eq!(i.call::<_, i64>("Seen", (1i64,)), Ok(1));
}

#[test]
fn a_cancelled_isolate_does_not_begin() {
    for tier in TIERS {
        let module = compile(&engine(tier), SLOW_INIT);
        let mut i = isolate(&module, Some(5_000));
        i.canceller().cancel();
        assert_eq!(i.run().unwrap_err().kind, TrapKind::Cancelled);
        assert_eq!(i.call::<_, (String, i64)>("Sum", ("x",)).unwrap_err().kind, TrapKind::Cancelled);
        assert_eq!(i.stats().gas, 0, "nothing has run");
        // Taken back: the isolate is as it was.
        i.clear_cancellation();
        assert_eq!(i.call::<_, (String, i64)>("Sum", ("x",)).unwrap_err().kind, TrapKind::OutOfGas);
        i.refuel(100_000_000);
        i.canceller().cancel();
        assert!(i.canceller().is_cancelled());
        assert_eq!(i.resume_call::<(String, i64)>().unwrap_err().kind, TrapKind::Cancelled);
        i.clear_cancellation();
        assert_eq!(i.resume_call::<(String, i64)>(), Ok(("x".into(), 59_997)), "{tier}");
        // A reset makes a new canceller.
        let old = i.canceller();
        old.cancel();
        i.reset();
        i.refuel(100_000_000);
        assert_eq!(i.run(), Ok(()));
        old.cancel();
        assert_eq!(i.call::<_, (String, i64)>("Sum", ("x",)), Ok(("x".into(), 59_997)));
    }
}

#[test]
fn who_cancels_during_a_host_call_is_heard_when_it_returns() {
    let text = "package main\n\nimport \"host/slow\"\n\nfunc Wait(n int64) int64 { return slow.Wait(n) }\nfunc main() {}\n";
    for tier in TIERS {
        let (ask, asked) = mpsc::channel::<()>();
        let (tell, told) = mpsc::channel::<()>();
        let ends = Mutex::new((ask, told));
        let mut engine = engine(tier);
        engine.host_package(
            HostPackage::declared("host/slow", "package slow\nfunc Wait(n int64) int64\n").function(
                "Wait",
                move |_: &mut Call<'_>, n: i64| {
                    let ends = ends.lock().unwrap();
                    ends.0.send(()).unwrap();
                    ends.1.recv().unwrap();
                    n + 1
                },
            ),
        );
        let mut i = isolate(&compile(&engine, text), None);
        let canceller = i.canceller();
        let other = std::thread::spawn(move || {
            asked.recv().unwrap();
            canceller.cancel();
            tell.send(()).unwrap();
        });
        let trap = i.call::<_, i64>("Wait", (1i64,)).unwrap_err();
        other.join().unwrap();
        assert_eq!(trap.kind, TrapKind::Cancelled, "{tier}");
        assert_eq!(i.traceback(&trap), "main.Wait(...)\n\tmain.go:5\n", "{tier}");
    }
}

/// A stream that cancels what writes to it.
struct Cancels(Arc<Mutex<Option<Canceller>>>);

impl std::io::Write for Cancels {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().iter().for_each(Canceller::cancel);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn who_cancels_while_a_stream_blocks_is_heard_when_it_returns() {
    let text = "package main\n\nfunc Say() int64 { println(1); return 1 }\nfunc main() {}\n";
    for tier in TIERS {
        let place = Arc::new(Mutex::new(None));
        let streams = Streams { errors: Box::new(Cancels(place.clone())), ..Streams::default() };
        let mut i = compile(&engine(tier), text).isolate((), Limits::default(), streams).unwrap();
        assert_eq!(i.call::<_, i64>("Say", ()), Ok(1));
        *place.lock().unwrap() = Some(i.canceller());
        assert_eq!(i.call::<_, i64>("Say", ()).unwrap_err().kind, TrapKind::Cancelled, "{tier}");
    }
}

#[test]
fn a_deadline_that_passes_in_a_host_call_ends_the_run() {
    let text = "package main\n\nimport \"host/slow\"\n\nfunc Wait() { slow.Wait() }\nfunc main() {}\n";
    let mut engine = engine(Tier::Interp);
    engine.host_package(
        HostPackage::declared("host/slow", "package slow\nfunc Wait()\n")
            .function("Wait", |_: &mut Call<'_>| std::thread::sleep(Duration::from_millis(60))),
    );
    let mut i = isolate(&compile(&engine, text), None);
    i.set_deadline(Some(Instant::now() + Duration::from_millis(30)));
    assert_eq!(i.call::<_, ()>("Wait", ()).unwrap_err().kind, TrapKind::Deadline);
}

/// What a program ends with, as people read it.
fn report(tier: Tier, text: &str) -> String {
    let mut i = isolate(&compile(&engine(tier), text), None);
    let trap = i.run().unwrap_err();
    i.report(&i.headline(&trap), &trap)
}

#[test]
fn a_panic_with_what_was_recovered_shows_where_it_first_was() {
    let text = "package main\n\nvar list []int\n\nfunc crash(n int) int {\n\treturn list[n]\n}\n\nfunc again() {\n\tr := recover()\n\tpanic(r)\n}\n\nfunc work() {\n\tdefer again()\n\tcrash(3)\n}\n\nfunc main() {\n\twork()\n}\n";
    let expected = "panic: runtime error: index out of range [3] with length 0 [recovered, repanicked]\n\ngoroutine 1 [running]:\nmain.again(...)\n\tmain.go:11\npanic(...)\nmain.crash(...)\n\tmain.go:6\nmain.work(...)\n\tmain.go:16\nmain.main(...)\n\tmain.go:20\n";
    for tier in TIERS {
        assert_eq!(report(tier, text), expected, "{tier}");
    }
}

#[test]
fn a_deadlock_shows_what_waits_and_who_started_it() {
    let text = "package main\n\nfunc wait(c chan int) int {\n\treturn <-c\n}\n\nfunc start(c chan int) {\n\tgo func() {\n\t\twait(c)\n\t}()\n\tgo wait(c)\n}\n\nfunc main() {\n\tc := make(chan int)\n\tstart(c)\n\tvar none chan int\n\tnone <- 1\n}\n";
    let expected = "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan send (nil chan)]:\nmain.main(...)\n\tmain.go:18\n\ngoroutine 2 [chan receive]:\nmain.wait(...)\n\tmain.go:4\nmain.start.func1(...)\n\tmain.go:9\ncreated by main.start in goroutine 1\n\tmain.go:8\n\ngoroutine 3 [chan receive]:\nmain.wait(...)\n\tmain.go:4\ncreated by main.start in goroutine 1\n\tmain.go:11\n";
    for tier in TIERS {
        assert_eq!(report(tier, text), expected, "{tier}");
    }
}

#[test]
fn what_a_goroutine_ends_with_says_who_started_it() {
    let text = "package main\n\nfunc fail(n int) {\n\tpanic(n)\n}\n\nfunc spin() {\n\tfor {\n\t}\n}\n\nfunc Spin() {\n\tgo spin()\n\tselect {}\n}\n\nfunc main() {\n\tfor i := range 2 {\n\t\tgo fail(i)\n\t}\n\tselect {}\n}\n";
    let expected = "panic: 0\n\ngoroutine 2 [running]:\nmain.fail(...)\n\tmain.go:4\ncreated by main.main in goroutine 1\n\tmain.go:19\n";
    for tier in TIERS {
        assert_eq!(report(tier, text), expected, "{tier}");
        let mut i = isolate(&compile(&engine(tier), text), Some(10_000));
        let trap = i.call::<_, ()>("Spin", ()).unwrap_err();
        let seen = i.traceback(&trap);
        assert!(seen.starts_with("main.spin(...)\n\tmain.go:"), "{tier}: {seen}");
        assert!(seen.ends_with("\ncreated by main.Spin in goroutine 2\n\tmain.go:13\n"), "{tier}: {seen}");
    }
}

#[test]
fn the_traceback_of_a_stack_overflow_is_folded() {
    let text = "package main\n\nfunc even(n int) int {\n\tif n < 0 {\n\t\treturn 0\n\t}\n\treturn odd(n+1) + 1\n}\n\nfunc odd(n int) int {\n\treturn even(n+1) + 1\n}\n\nfunc main() {\n\tprintln(even(0))\n}\n";
    for tier in TIERS {
        let module = compile(&engine(tier), text);
        let limits = Limits { stack_bytes: 1 << 20, ..Limits::default() };
        let mut i = module.isolate((), limits, Streams::default()).unwrap();
        let trap = i.run().unwrap_err();
        assert_eq!(trap.kind, TrapKind::StackOverflow);
        let text = i.traceback(&trap);
        assert!(
            text.contains("more frames like the 2 above\n...additional frames elided...\n"),
            "{tier}: {text}"
        );
        assert!(text.lines().count() < 12, "{tier}: {text}");
    }
}
