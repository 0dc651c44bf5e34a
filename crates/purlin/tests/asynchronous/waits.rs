//! Calls that wait, on executors and on a blocked thread; virtual time, and the turns of executors.

use std::collections::BTreeMap;
use std::future::Future as _;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use purlin::{
    Config, Engine, Function, HostData, HostPackage, Isolate, Limits, SourceFile, Streams, Stress, Tier,
    Trap, TrapKind,
};

use super::service::{Service, Turns, after, block_on, on_many_threads, on_one_thread};
use super::{Output, TIERS, compile, is_trap, isolate, limited};

#[derive(HostData, Clone, Debug, PartialEq)]
struct Order {
    item: String,
    parts: Vec<i32>,
    next: Option<Box<Order>>,
}

/// Functions of all kinds of parameters and results, each with a service that makes it wait.
pub(crate) fn package(service: &Service) -> HostPackage {
    let s = [(); 8].map(|()| service.clone());
    let [a, b, c, d, e, f, g, _] = s;
    HostPackage::new("host/x")
        .async_function("Add", move |x: i64, y: i8| {
            let asked = a.ask();
            async move {
                asked.await;
                x + i64::from(y)
            }
        })
        .async_function("Get", move |key: String| {
            let asked = b.ask();
            async move {
                asked.await;
                if key.is_empty() { Err("no key".to_string()) } else { Ok(key.to_uppercase()) }
            }
        })
        .async_function("Swap", move |x: bool, text: String, f: f64| {
            let asked = c.ask();
            async move {
                asked.await;
                (f, text, !x)
            }
        })
        .async_function("Wrap", move |order: Order| {
            let asked = d.ask();
            async move {
                asked.await;
                Order { item: order.item.clone() + "!", parts: vec![1, -2], next: Some(Box::new(order)) }
            }
        })
        .async_function("Table", move |n: u8| {
            let asked = e.ask();
            async move {
                asked.await;
                (0..n).map(|n| (format!("key {n}"), vec![n; 3])).collect::<BTreeMap<_, _>>()
            }
        })
        .async_function("Wait", move || f.ask())
        .async_function("Now", || async { 7u16 })
        .async_function("Turns", |n: u32| Turns(n))
        .async_function("Bytes", move |bytes: Vec<u8>| {
            let asked = g.ask();
            async move {
                asked.await;
                bytes.into_iter().rev().collect::<Vec<u8>>()
            }
        })
}

pub(crate) const ALL: &str = r#"package main

import (
	"fmt"
	"host/x"
)

func All(n int64) (string, error) {
	s := fmt.Sprint(x.Add(n, -3), x.Now())
	for _, key := range []string{"pen", ""} {
		value, err := x.Get(key)
		s += fmt.Sprint(" ", value, err)
	}
	f, text, b := x.Swap(true, "swapped", 0.25)
	s += fmt.Sprint(" ", f, text, b)
	o := x.Wrap(x.Order{Item: "box", Parts: []int32{5}})
	s += fmt.Sprint(" ", o.Item, o.Parts, o.Next.Item, o.Next.Parts, o.Next.Next == nil)
	s += fmt.Sprint(" ", x.Table(2))
	x.Wait()
	x.Turns(5)
	s += fmt.Sprint(" ", string(x.Bytes([]byte("abc"))))
	if n < 0 {
		return s, fmt.Errorf("negative")
	}
	return s, nil
}

func main() {
	s, err := All(10)
	fmt.Println(s, err)
}
"#;

/// The program, for which the declarations are derived.
fn all_text(service: &Service) -> &'static str {
    let mut engine = Engine::new(Config::default());
    engine.host_package(package(service));
    let declarations = engine.declarations("go", "host/x").unwrap();
    assert!(declarations.contains("func Get(string) (string, error)"), "{declarations}");
    assert!(declarations.contains("func Add(int64, int8) int64"), "{declarations}");
    ALL
}

const SEEN: &str = "7 7 PEN<nil> no key 0.25swappedfalse box![1 -2]box[5] true \
    map[key 0:[0 0 0] key 1:[1 1 1]] cba";

#[test]
fn values_of_all_kinds_come_from_futures_on_every_executor() {
    let service = Service::new(2);
    let text = all_text(&service);
    let mut seen = Vec::new();
    for tier in TIERS {
        let module = compile(tier, [package(&service)], text);
        let mut results = Vec::new();
        let mut i = isolate(&module);
        results.push((i.call::<_, Result<String, String>>("All", (10i64,)), i.stats().gas));
        let mut i = isolate(&module);
        let result = block_on(i.call_async::<_, Result<String, String>>("All", (10i64,)));
        results.push((result, i.stats().gas));
        let mut i = isolate(&module);
        let result = on_one_thread(i.call_async::<_, Result<String, String>>("All", (10i64,)));
        results.push((result, i.stats().gas));
        let mut i = isolate(&module);
        let function: Function<(i64,), Result<String, String>> = module.function("All").unwrap();
        results.push(on_many_threads(async move {
            let result = function.call_async(&mut i, (10,)).await;
            (result, i.stats().gas)
        }));
        let output = Output::default();
        let mut i = module.isolate((), Limits::default(), output.streams()).unwrap();
        block_on(i.run_async()).unwrap();
        assert_eq!(output.text(), format!("{SEEN} <nil>\n"), "{tier}");
        assert_eq!(
            block_on(i.call_async::<_, Result<String, String>>("All", (-1i64,))).unwrap(),
            Err("negative".into())
        );
        seen.append(&mut results);
    }
    for (result, gas) in &seen {
        assert_eq!(result, &Ok(Ok(SEEN.to_string())));
        assert_eq!(*gas, seen[0].1, "one call waits at a time, so that nothing depends on when answers come");
    }
}

#[test]
fn answers_are_written_where_every_allocation_collects() {
    let service = Service::new(2);
    let memory = Stress { gc: true, poison: true, ..Stress::default() };
    for tier in TIERS {
        let module = compile(tier, [package(&service)], ALL);
        let mut i = module.isolate_under(memory, (), Limits::default(), Streams::default()).unwrap();
        i.record_answers().unwrap();
        let live = block_on(i.call_async::<_, Result<String, String>>("All", (10i64,)));
        assert_eq!(live, Ok(Ok(SEEN.to_string())), "{tier}");
        let recording = i.take_recording();
        let mut i = module.isolate_under(memory, (), Limits::default(), Streams::default()).unwrap();
        i.replay(recording).unwrap();
        assert_eq!(i.call::<_, Result<String, String>>("All", (10i64,)), live, "{tier}");
    }
}

#[test]
fn a_run_moves_between_threads() {
    let service = Service::new(2);
    for tier in TIERS {
        let module = compile(tier, [twice(&service)], MANY);
        let mut i = isolate(&module);
        i.set_yield_interval(Some(1));
        let mut future = Box::pin(i.call_async::<_, i64>("Many", (60i64,)));
        let mut threads = 0;
        let result = loop {
            threads += 1;
            let polled = std::thread::scope(|scope| {
                let poll = || future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
                scope.spawn(poll).join().unwrap()
            });
            if let Poll::Ready(result) = polled {
                break result;
            }
        };
        drop(future);
        assert!(threads > 5, "{threads}");
        assert_eq!(result, i.call("Many", (60i64,)), "{tier}");
    }
}

#[test]
fn futures_of_runs_can_be_sent() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let module =
        compile(Tier::Interp, [], "package main\n\nfunc F(n int64) int64 { return n }\n\nfunc main() {}\n");
    let mut i = isolate(&module);
    assert_eq!(block_on(sent(i.call_async::<_, i64>("F", (3i64,)))), Ok(3));
    let function = module.function::<(i64,), i64>("F").unwrap();
    assert_eq!(block_on(sent(function.call_async(&mut i, (4,)))), Ok(4));
    block_on(sent(i.run_async())).unwrap();
    is_trap(block_on(sent(i.resume_async())), TrapKind::Internal, "nothing to resume");
    is_trap(block_on(sent(i.resume_call_async::<i64>())), TrapKind::Internal, "nothing to resume");
    is_trap(block_on(i.call_async::<_, i64>("G", (3i64,))), TrapKind::Host, "no function G");
    drop(i.call_async::<_, i64>("F", (3i64,)));
    assert_eq!(i.call::<_, i64>("F", (5i64,)), Ok(5), "nothing begins before it is polled");
}

const MANY: &str = r#"package main

import (
	"fmt"
	"sync"
	"time"
	"host/x"
)

func Many(n int64) (sum int64) {
	var wait sync.WaitGroup
	var lock sync.Mutex
	order := uint64(0)
	for i := int64(0); i < n; i++ {
		wait.Add(1)
		go func() {
			defer wait.Done()
			v := x.Twice(i)
			if i%3 == 0 {
				time.Sleep(time.Duration(i) * time.Microsecond)
			}
			v += x.Twice(v)
			for k := int64(0); k < i%50*100; k++ {
				v ^= k
			}
			lock.Lock()
			sum += v & 0xffff
			order = order*31 + uint64(i)
			lock.Unlock()
		}()
	}
	wait.Wait()
	fmt.Println(sum, order, time.Now().UnixNano())
	return sum
}

func main() { Many(20) }
"#;

fn twice(service: &Service) -> HostPackage {
    let service = service.clone();
    HostPackage::new("host/x").async_function("Twice", move |n: i64| {
        let asked = service.ask();
        async move {
            asked.await;
            n * 2
        }
    })
}

#[test]
fn a_thousand_goroutines_are_answered_in_any_order() {
    let service = Service::new(3);
    let expected: i64 = (0..1000i64)
        .map(|i| {
            let v = i * 2 + i * 4;
            (0..i % 50 * 100).fold(v, |v, k| v ^ k) & 0xffff
        })
        .sum();
    for tier in TIERS {
        let module = compile(tier, [twice(&service)], MANY);
        let output = Output::default();
        let mut i = module.isolate((), Limits::default(), output.streams()).unwrap();
        assert_eq!(i.call::<_, i64>("Many", (1000i64,)), Ok(expected), "{tier}");
        assert_eq!(block_on(i.call_async::<_, i64>("Many", (1000i64,))), Ok(expected), "{tier}");
        let (sum, recording) = on_many_threads(async move {
            i.reset();
            i.record_answers().unwrap();
            let sum = i.call_async::<_, i64>("Many", (1000i64,)).await;
            (sum, i.take_recording())
        });
        assert_eq!(sum, Ok(expected), "{tier}");
        assert_eq!((recording.calls(), recording.answers().count()), (2000, 2000));
        let text = output.text();
        let recorded = text.lines().nth(2).unwrap().to_string();
        let bytes = recording.to_bytes();
        let asked = service.asked.load(Ordering::Relaxed);
        for tier in TIERS {
            let module = compile(tier, [twice(&service)], MANY);
            let mut i = module.isolate((), Limits::default(), output.streams()).unwrap();
            i.replay(purlin::Recording::from_bytes(&bytes).unwrap()).unwrap();
            assert_eq!(i.call::<_, i64>("Many", (1000i64,)), Ok(expected), "{tier}");
            assert_eq!(output.text().trim_end(), recorded);
            assert_eq!(i.end_replay(), Ok(true));
        }
        assert_eq!(service.asked.load(Ordering::Relaxed), asked, "a replay asks nothing");
    }
}

const TIME: &str = r#"package main

import (
	"fmt"
	"time"
	"host/x"
)

func Race() string {
	done := make(chan string, 2)
	begun := time.Now()
	go func() {
		time.Sleep(time.Hour)
		done <- fmt.Sprint("slept ", time.Since(begun) >= time.Hour)
	}()
	go func() {
		x.Wait()
		done <- fmt.Sprint("answered ", time.Since(begun) < time.Second)
	}()
	return <-done + ", " + <-done
}

func Work() string {
	done := make(chan string, 2)
	go func() {
		time.Sleep(time.Millisecond)
		done <- "slept"
	}()
	go func() {
		x.Wait()
		done <- "answered"
	}()
	s := 0
	for i := 0; i < 20000000; i++ {
		s += i
	}
	x.Release()
	return <-done + ", " + <-done
}

func Stuck() {
	go x.Wait()
	<-make(chan int)
}

func main() {}
"#;

#[test]
fn no_time_passes_while_the_host_is_awaited() {
    let service = Service::default();
    let (waits, releases) = (service.clone(), service.clone());
    let package = HostPackage::new("host/x")
        .async_function("Wait", move || waits.ask())
        .function("Release", move || releases.answer_all() as i64);
    for tier in TIERS {
        let module = compile(tier, [package.clone()], TIME);
        for awaited in [false, true] {
            let mut i = isolate(&module);
            let mut call = |name: &str| match awaited {
                false => i.call::<_, String>(name, ()),
                true => block_on(i.call_async::<_, String>(name, ())),
            };
            let answers = service.clone();
            let answered = after(Duration::from_millis(30), move || answers.answer_one());
            assert_eq!(call("Race").unwrap(), "answered true, slept true", "{tier}");
            answered.join().unwrap();
            assert_eq!(call("Work").unwrap(), "slept, answered", "work takes time: a timer goes off by it");

            // Everything waits, and the host may still answer: that is no deadlock before it has.
            let answers = service.clone();
            let answered = after(Duration::from_millis(30), move || answers.answer_one());
            let result = match awaited {
                false => i.call::<_, ()>("Stuck", ()),
                true => block_on(i.call_async::<_, ()>("Stuck", ())),
            };
            let trap = is_trap(result, TrapKind::Deadlock, "deadlock");
            assert!(answered.is_finished() || service.open() == 0, "{trap}");
            answered.join().unwrap();
        }
    }
}

const LOOP: &str = "package main\n\nfunc Loop(n int64) (s int64) {\n\tfor i := int64(0); i < n; i++ {\n\t\ts += i ^ s\n\t}\n\treturn\n}\n\nfunc main() {}\n";

/// How often a call returned to its executor, and its gas.
fn polls(i: &mut Isolate<()>, n: i64) -> (u32, u64) {
    let before = i.stats().gas;
    let mut polls = 0;
    {
        let mut future = std::pin::pin!(i.call_async::<_, i64>("Loop", (n,)));
        let mut cx = Context::from_waker(Waker::noop());
        while future.as_mut().poll(&mut cx).is_pending() {
            polls += 1;
        }
    }
    (polls, i.stats().gas - before)
}

#[test]
fn a_long_run_gives_its_executor_turns() {
    for tier in TIERS {
        let module = compile(tier, [], LOOP);
        let mut i = isolate(&module);
        polls(&mut i, 1);
        let (by_default, gas) = polls(&mut i, 2_000_000);
        let expected = gas / 1_000_000;
        assert!((expected - 1..=expected).contains(&u64::from(by_default)), "{by_default} of {gas}, {tier}");
        i.set_yield_interval(Some(1));
        let (often, same) = polls(&mut i, 2_000_000);
        assert!(u64::from(often) + 2 > gas / 100_000 && same == gas, "{often} of {same}, {tier}");
        i.set_yield_interval(None);
        assert_eq!(polls(&mut i, 2_000_000), (0, gas));
        i.set_yield_interval(Some(10_000_000_000));
        assert_eq!(polls(&mut i, 2_000_000), (0, gas));
    }
}

#[test]
fn two_isolates_share_one_thread() {
    for tier in TIERS {
        let module = compile(tier, [], LOOP);
        let run = |interval: Option<u64>| {
            let log = Arc::new(Mutex::new(Vec::new()));
            on_one_thread(async {
                let tasks = [("a", 9_000_000i64), ("b", 300_000)].map(|(name, n)| {
                    let (mut i, log) = (isolate(&module), log.clone());
                    i.set_yield_interval(interval);
                    tokio::spawn(async move {
                        i.call_async::<_, i64>("Loop", (n,)).await.unwrap();
                        log.lock().unwrap().push(name);
                    })
                });
                for task in tasks {
                    task.await.unwrap();
                }
            });
            Arc::try_unwrap(log).unwrap().into_inner().unwrap()
        };
        assert_eq!(run(Some(100_000)), ["b", "a"], "the short one does not wait for the long one, {tier}");
        assert_eq!(run(None), ["a", "b"], "{tier}");
    }
}

#[test]
fn timers_of_the_executor_work_in_host_functions() {
    let package = HostPackage::new("host/x").async_function("Sleep", |ms: u64| async move {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        ms
    });
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() uint64 { c := make(chan uint64)\n\
        for i := uint64(0); i < 20; i++ { go func() { c <- x.Sleep(20 + i%3) }() }\n\
        s := uint64(0)\nfor i := 0; i < 20; i++ { s += <-c }\nreturn s }\n\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        let mut i = isolate(&module);
        let begun = Instant::now();
        assert_eq!(on_one_thread(i.call_async::<_, u64>("F", ())), Ok(419), "{tier}");
        assert!(begun.elapsed() >= Duration::from_millis(20));
        let mut i = isolate(&module);
        assert_eq!(on_many_threads(async move { i.call_async::<_, u64>("F", ()).await }), Ok(419), "{tier}");
        // Outside of the executor its timers panic, as they do anywhere.
        let mut i = isolate(&module);
        is_trap(i.call::<_, u64>("F", ()), TrapKind::Host, "a host function panicked");
    }
}

async fn named(a: i64, b: u8, c: bool, d: String, e: Vec<i16>, f: Option<f32>) -> Result<String, String> {
    Turns(1).await;
    Ok(format!("{a} {b} {c} {d} {e:?} {f:?}"))
}

#[test]
fn functions_may_be_named_and_capture_what_they_share() {
    let count = Arc::new(AtomicUsize::new(0));
    let shared = count.clone();
    let package = HostPackage::declared(
        "host/x",
        "package x\nfunc Named(a int64, b uint8, c bool, d string, e []int16, f *float32) (text string, err error)\n\
         func Count() uint64\n",
    )
    .async_function("Named", named)
    .async_function("Count", move || {
        let shared = shared.clone();
        async move { shared.fetch_add(1, Ordering::Relaxed) as u64 }
    });
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() string { f := float32(0.5); s, _ := x.Named(1, 2, true, \"d\", \
        []int16{-3}, &f); if x.Count() + x.Count() != 1 { return \"\" }; return s }\n\nfunc main() {}\n";
    for tier in TIERS {
        count.store(0, Ordering::Relaxed);
        let mut i = isolate(&compile(tier, [package.clone()], text));
        assert_eq!(
            block_on(i.call_async::<_, String>("F", ())).as_deref(),
            Ok("1 2 true d [-3] Some(0.5)"),
            "{tier}"
        );
    }
    let mut engine = Engine::new(Config::default());
    engine.host_package(
        HostPackage::declared("host/x", "package x\nfunc Named(a int64)\n").async_function("Named", named),
    );
    let source = "package main\n\nimport \"host/x\"\n\nfunc main() { x.Named(1) }\n";
    let error = engine.compile(&[SourceFile { name: "main.go".into(), text: source.into() }]).err().unwrap();
    assert!(error.to_string().contains("host/x.Named is (int64)"), "{error}");
}

#[test]
fn an_asynchronous_call_costs_what_a_call_costs() {
    let text = |name: &str| {
        format!(
            "package main\n\nimport \"host/x\"\n\nfunc F(n int64) (s int64) {{\n\
             for i := int64(0); i < n; i++ {{ s = x.{name}(s, i) }}\nreturn }}\n\nfunc main() {{}}\n"
        )
    };
    for tier in TIERS {
        let package = HostPackage::new("host/x")
            .function("Plain", |a: i64, b: i64| a + b)
            .async_function("Ready", |a: i64, b: i64| async move { a + b })
            .async_function("Once", |a: i64, b: i64| async move {
                Turns(1).await;
                a + b
            });
        let gas = |name: &str| {
            let mut i = isolate(&compile(tier, [package.clone()], &text(name)));
            assert_eq!(block_on(i.call_async::<_, i64>("F", (1000i64,))), Ok(499_500), "{tier}");
            i.stats().gas
        };
        assert_eq!(gas("Plain"), gas("Ready"), "{tier}");
        assert_eq!(gas("Plain"), gas("Once"), "{tier}");
    }
}

#[test]
fn arguments_that_the_host_holds_are_within_the_memory_limit() {
    let held = Arc::new(AtomicUsize::new(0));
    let most = held.clone();
    let package = HostPackage::new("host/x").async_function("Hold", move |text: String| {
        most.fetch_add(text.len(), Ordering::Relaxed);
        std::future::pending::<()>()
    });
    let text = "package main\n\nimport (\n\"host/x\"\n\"strings\"\n)\n\nfunc F() {\n\
        text := strings.Repeat(\"x\", 1<<20)\nfor i := 0; i < 1000; i++ { go x.Hold(text) }\n<-make(chan int) }\n\n\
        func main() {}\n";
    for tier in TIERS {
        held.store(0, Ordering::Relaxed);
        let module = compile(tier, [package.clone()], text);
        let mut i = limited(&module, Limits { heap_bytes: 32 << 20, ..Limits::default() });
        is_trap(block_on(i.call_async::<_, ()>("F", ())), TrapKind::OutOfMemory, "out of memory");
        assert!(held.load(Ordering::Relaxed) <= 32 << 20, "{held:?} bytes, {tier}");
    }
}

#[test]
fn a_future_that_wakes_itself_hogs_nothing() {
    let package = HostPackage::new("host/x").async_function("Spin", || async {
        for _ in 0..u64::MAX {
            Turns(1).await;
        }
    });
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() { x.Spin() }\n\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        let mut i = isolate(&module);
        let other = Arc::new(AtomicBool::new(false));
        let went = other.clone();
        on_one_thread(async {
            let canceller = i.canceller();
            tokio::spawn(async move {
                went.store(true, Ordering::Relaxed);
                canceller.cancel();
            });
            is_trap(i.call_async::<_, ()>("F", ()).await, TrapKind::Cancelled, "cancelled");
        });
        assert!(other.load(Ordering::Relaxed));
        i.reset();
        i.set_deadline(Some(Instant::now() + Duration::from_millis(20)));
        let result: Result<(), Trap> = i.call("F", ());
        is_trap(result, TrapKind::Deadline, "deadline");
    }
}
