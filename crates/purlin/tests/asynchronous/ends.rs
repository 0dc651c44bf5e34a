//! How runs end that wait for the host: dropped, cancelled, out of time or gas, by a panic or an exit.

use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use purlin::{HostPackage, Isolate, Limits, Stop, Trap, TrapKind};

use super::service::{
    Census, Chance, Service, Turns, after, block_on, on_many_threads, on_one_thread, until,
};
use super::{TIERS, compile, is_trap, isolate, limited};

const WORK: &str = r#"package main

import "host/x"

var base = x.Base()

func Work(n int64) int64 {
	c := make(chan int64)
	for i := int64(0); i < 5; i++ {
		go func() { c <- x.Slow(i) }()
	}
	s := base
	for i := 0; i < 5; i++ {
		s += <-c
	}
	for i := int64(0); i < n; i++ {
		s += i & 1
	}
	return s
}

func main() {}
"#;

fn work(census: &Census) -> HostPackage {
    let (a, b) = (census.clone(), census.clone());
    let turns = move |census: &Census, n: u32| {
        let counted = census.one();
        async move {
            Turns(n).await;
            drop(counted);
        }
    };
    HostPackage::new("host/x")
        .async_function("Base", move || {
            let turns = turns(&a, 3);
            async move {
                turns.await;
                100i64
            }
        })
        .async_function("Slow", move |i: i64| {
            let turns = turns(&b, 1 + i as u32 % 3);
            async move {
                turns.await;
                i
            }
        })
}

/// Polls a future so many times; whether it has ended before.
fn polled<F: Future>(future: F, times: u32) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut cx = Context::from_waker(Waker::noop());
    for _ in 0..times {
        if let Poll::Ready(output) = future.as_mut().poll(&mut cx) {
            return Some(output);
        }
    }
    None
}

#[test]
fn a_run_that_is_dropped_anywhere_ends_and_leaves_the_isolate_usable() {
    for tier in TIERS {
        let census = Census::default();
        let module = compile(tier, [work(&census)], WORK);
        let (mut refused, mut usable) = (0, 0);
        for times in 0.. {
            let mut i = isolate(&module);
            i.set_yield_interval(Some(1));
            if polled(i.call_async::<_, i64>("Work", (200_000i64,)), times).is_some() {
                break;
            }
            assert_eq!(census.alive(), 0, "dropped with the run, {tier}");
            match block_on(i.call_async::<_, i64>("Work", (10i64,))) {
                Ok(sum) => {
                    assert_eq!(sum, 115);
                    usable += 1;
                }
                // It was dropped in the initialisation, or at once.
                Err(trap) => {
                    is_trap(Err::<(), _>(trap), TrapKind::Host, "the packages are not initialised");
                    is_trap(i.call::<_, i64>("Work", (10i64,)), TrapKind::Host, "reset the isolate");
                    i.reset();
                    assert_eq!(i.call::<_, i64>("Work", (10i64,)), Ok(115), "{tier}");
                    refused += 1;
                }
            }
        }
        assert!(refused >= 3 && usable >= 10, "{refused} refused and {usable} usable, {tier}");
    }
}

#[test]
fn a_future_that_is_forgotten_does_no_harm() {
    for tier in TIERS {
        let census = Census::default();
        let module = compile(tier, [work(&census)], WORK);
        let mut i = isolate(&module);
        assert_eq!(i.call::<_, i64>("Work", (1i64,)), Ok(110));
        i.set_yield_interval(Some(1));
        for times in 1..8 {
            let mut future = Box::pin(i.call_async::<_, i64>("Work", (400_000i64,)));
            let mut cx = Context::from_waker(Waker::noop());
            for _ in 0..times {
                assert!(future.as_mut().poll(&mut cx).is_pending());
            }
            std::mem::forget(future);
            is_trap(i.resume(), TrapKind::Internal, "nothing to resume");
            assert_eq!(i.call::<_, i64>("Work", (1i64,)), Ok(110), "{tier}");
            assert_eq!(census.alive(), 0);
        }
        let mut future = Box::pin(i.call_async::<_, i64>("Work", (200_000i64,)));
        assert!(future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        std::mem::forget(future);
        drop(i);
        assert_eq!(census.alive(), 0);
    }
}

const HANG: &str = r#"package main

import "host/x"

func Hang(n int64) {
	for i := int64(1); i < n; i++ {
		go x.Hang(i)
	}
	x.Hang(0)
}

func main() { Hang(3) }
"#;

fn hang(census: &Census) -> HostPackage {
    let census = census.clone();
    HostPackage::new("host/x").async_function("Hang", move |_: i64| {
        let counted = census.one();
        async move {
            std::future::pending::<()>().await;
            drop(counted);
        }
    })
}

#[test]
fn what_never_comes_ends_by_cancelling_and_by_deadlines() {
    for tier in TIERS {
        let census = Census::default();
        let module = compile(tier, [hang(&census)], HANG);
        let soon = Duration::from_millis(20);
        let run = |how: usize, i: &mut Isolate<()>| match how {
            0 => i.call::<_, ()>("Hang", (5i64,)),
            1 => block_on(i.call_async::<_, ()>("Hang", (5i64,))),
            2 => on_one_thread(i.run_async()),
            _ => i.run(),
        };
        for how in 0..4 {
            let mut i = isolate(&module);
            let (canceller, waiting) = (i.canceller(), census.clone());
            let cancelled = after(Duration::ZERO, move || {
                until(|| waiting.alive() >= 3);
                canceller.cancel();
            });
            let trap = is_trap(run(how, &mut i), TrapKind::Cancelled, "cancelled");
            assert!(!trap.frames.is_empty(), "it says what waited");
            cancelled.join().unwrap();
            assert_eq!(census.alive(), 0, "{tier}");
            is_trap(run(how, &mut i), TrapKind::Cancelled, "cancelled");
            // A whole program is not begun twice, if it has not ended well.
            if how < 2 {
                i.clear_cancellation()
            } else {
                i.reset()
            }
            i.set_deadline(Some(Instant::now() + soon));
            let begun = Instant::now();
            is_trap(run(how, &mut i), TrapKind::Deadline, "deadline");
            assert!(begun.elapsed() >= soon && begun.elapsed() < soon * 100, "{:?}", begun.elapsed());
            assert_eq!(census.alive(), 0, "{tier}");
        }
        let mut i = isolate(&module);
        on_one_thread(async {
            let run = i.call_async::<_, ()>("Hang", (5i64,));
            assert!(tokio::time::timeout(soon, run).await.is_err(), "a timeout drops it, {tier}");
        });
        assert_eq!(census.alive(), 0, "{tier}");
    }
}

#[test]
fn cancelled_at_any_moment_it_ends() {
    let service = Service::new(2);
    let asked = service.clone();
    let census = Census::default();
    let counts = census.clone();
    let package = HostPackage::new("host/x").async_function("Ask", move |n: i64| {
        let (asked, counted) = (asked.ask(), counts.one());
        async move {
            asked.await;
            drop(counted);
            n
        }
    });
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() (s int64) { c := make(chan int64)\n\
        for k := 0; k < 10; k++ { for i := int64(0); i < 8; i++ { go func() { c <- x.Ask(i) }() }\n\
        for i := 0; i < 8; i++ { s += <-c } }\nreturn s }\n\nfunc main() {}\n";
    let mut chance = Chance(5);
    let (mut done, mut ended) = (0, 0);
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        for round in 0..120 {
            let mut i = isolate(&module);
            let canceller = i.canceller();
            let wait = Duration::from_micros(chance.below(4_000) as u64);
            let cancelled = after(wait, move || canceller.cancel());
            let (result, i) = match round % 3 {
                0 => (i.call::<_, i64>("F", ()), i),
                1 => (block_on(i.call_async::<_, i64>("F", ())), i),
                _ => on_many_threads(async move { (i.call_async::<_, i64>("F", ()).await, i) }),
            };
            match result {
                Ok(sum) => {
                    assert_eq!(sum, 280);
                    done += 1;
                }
                Err(trap) => {
                    assert_eq!(trap.kind, TrapKind::Cancelled, "{trap}");
                    ended += 1;
                }
            }
            assert_eq!(census.alive(), 0, "{tier}");
            cancelled.join().unwrap();
            drop(i);
        }
    }
    assert!(done > 0 && ended > 0, "{done} done, {ended} cancelled");
}

const GAS: &str = r#"package main

import "host/x"

func F(n int64) (s int64) {
	c := make(chan int64, 3)
	for i := int64(0); i < 3; i++ {
		go func() { c <- x.Ask(i) }()
	}
	for i := int64(0); i < n; i++ {
		s += i ^ s&7
	}
	s &= 0xff
	for i := 0; i < 3; i++ {
		s += <-c * 1000
	}
	return s
}

func main() {}
"#;

#[test]
fn calls_stay_pending_while_there_is_no_gas() {
    for tier in TIERS {
        let (service, census) = (Service::default(), Census::default());
        let (asked, counts) = (service.clone(), census.clone());
        let package = HostPackage::new("host/x").async_function("Ask", move |n: i64| {
            let (asked, counted) = (asked.ask(), counts.one());
            async move {
                asked.await;
                drop(counted);
                n
            }
        });
        let module = compile(tier, [package], GAS);
        let expected = {
            let mut s = 0i64;
            (0..300_000i64).for_each(|i| s += i ^ s & 7);
            (s & 0xff) + 3000
        };
        for how in 0..3 {
            let mut i = limited(&module, Limits { gas: Some(250_000), ..Limits::default() });
            let result = match how {
                0 => i.call::<_, i64>("F", (300_000i64,)),
                _ => block_on(i.call_async::<_, i64>("F", (300_000i64,))),
            };
            is_trap(result, TrapKind::OutOfGas, "out of gas");
            assert_eq!((census.alive(), service.open()), (3, 3), "{tier}");
            assert_eq!(service.answer_all(), 3);
            is_trap(i.record_answers(), TrapKind::Host, "a run is interrupted");
            is_trap(i.replay(purlin::Recording::default()), TrapKind::Host, "a run is interrupted");
            i.refuel(1_000_000_000);
            let result = match how {
                0 => block_on(i.resume_call_async::<i64>()),
                1 => i.resume_call::<i64>(),
                _ => on_many_threads(async move { i.resume_call_async::<i64>().await }),
            };
            assert_eq!((result, census.alive()), (Ok(expected), 0), "{tier}");
        }
        // What is interrupted and given up drops its futures.
        let mut i = limited(&module, Limits { gas: Some(250_000), ..Limits::default() });
        is_trap(block_on(i.call_async::<_, i64>("F", (300_000i64,))), TrapKind::OutOfGas, "out of gas");
        assert_eq!(census.alive(), 3);
        i.reset();
        assert_eq!(census.alive(), 0);
        is_trap(block_on(i.call_async::<_, i64>("F", (300_000i64,))), TrapKind::OutOfGas, "out of gas");
        i.refuel(1_000_000_000);
        assert_eq!(polled(i.resume_async(), 1), None);
        assert_eq!(census.alive(), 0, "a run that is resumed and dropped has ended");
        service.answer_all();
    }
}

#[test]
fn a_panic_in_a_future_is_a_trap_wherever_it_comes() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let package = HostPackage::new("host/x")
        .async_function("Making", |n: i64| {
            assert!(n < 0, "while it is made");
            async move { n }
        })
        .async_function("First", |n: i64| async move {
            assert!(n < 0, "at the first poll");
            n
        })
        .async_function("Later", |n: i64| async move {
            Turns(3).await;
            assert!(n < 0, "at a later poll");
            n
        })
        .async_function("Dropped", |n: i64| async move {
            let bomb = Bomb;
            std::future::pending::<()>().await;
            drop(bomb);
            n
        })
        .async_function("Held", |n: i64| {
            let bomb = Bomb;
            async move {
                let _bomb = bomb;
                Turns(1).await;
                n
            }
        });
    let text = "package main\n\nimport \"host/x\"\n\nfunc Making() { x.Making(1) }\nfunc First() { x.First(1) }\n\
        func Later() { x.Later(1) }\nfunc Held() { x.Held(1) }\n\
        func Dropped() int64 { go x.Dropped(1); go x.Dropped(2); c := make(chan int, 1); select { case <-c: default: }\n\
        for i := 0; i < 300000; i++ { c <- <-func() chan int { d := make(chan int, 1); d <- i; return d }(); <-c }\nreturn 7 }\n\n\
        func main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        let mut i = isolate(&module);
        for (name, why) in [
            ("Making", "while it is made"),
            ("First", "at the first poll"),
            ("Later", "at a later poll"),
            ("Held", "dropped"),
        ] {
            let trap = is_trap(i.call::<_, ()>(name, ()), TrapKind::Host, why);
            assert!(
                trap.message.starts_with("a host function panicked") && !trap.frames.is_empty(),
                "{trap}"
            );
            is_trap(block_on(i.call_async::<_, ()>(name, ())), TrapKind::Host, why);
        }
        assert_eq!(i.call::<_, i64>("Dropped", ()), Ok(7), "{tier}");
        assert_eq!(block_on(i.call_async::<_, i64>("Dropped", ())), Ok(7), "{tier}");
    }
}

#[test]
fn answers_for_what_has_ended_are_ignored() {
    let wakers: Arc<Mutex<Vec<Waker>>> = Arc::default();
    let (kept, census) = (wakers.clone(), Census::default());
    let counts = census.clone();
    let package = HostPackage::new("host/x")
        .async_function("Never", move || {
            let (kept, counted) = (kept.clone(), counts.one());
            std::future::poll_fn(move |cx| {
                let _ = &counted;
                kept.lock().unwrap().push(cx.waker().clone());
                Poll::<()>::Pending
            })
        })
        .async_function("Turn", || Turns(2));
    let text = "package main\n\nimport (\n\"host/x\"\n\"os\"\n\"runtime\"\n)\n\n\
        func Left() int64 { for i := 0; i < 3; i++ { go x.Never() }; runtime.Gosched(); return 3 }\n\
        func Exit() { go x.Never(); runtime.Gosched(); os.Exit(4) }\n\
        func Panic() { go x.Never(); runtime.Gosched(); panic(\"ended\") }\n\
        func Fine() int64 { x.Turn(); return 5 }\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        let mut i = isolate(&module);
        for _ in 0..3 {
            assert_eq!(block_on(i.call_async::<_, i64>("Left", ())), Ok(3), "{tier}");
            assert_eq!(census.alive(), 0);
            is_trap(block_on(i.call_async::<_, ()>("Exit", ())), TrapKind::Exit(4), "");
            is_trap(i.call::<_, ()>("Panic", ()), TrapKind::Uncaught, "");
            assert_eq!(census.alive(), 0);
            let late = std::mem::take(&mut *wakers.lock().unwrap());
            assert!(late.len() >= 5, "{}", late.len());
            late.iter().for_each(Waker::wake_by_ref);
            assert_eq!(i.call::<_, i64>("Fine", ()), Ok(5), "{tier}");
            late.into_iter().for_each(Waker::wake);
            assert_eq!(block_on(i.call_async::<_, i64>("Fine", ())), Ok(5), "{tier}");
        }
        drop(i);
        std::mem::take(&mut *wakers.lock().unwrap()).into_iter().for_each(Waker::wake);
    }
}

#[test]
fn answers_that_stop_do_what_those_of_plain_functions_do() {
    let answer = |what: i64| -> Result<i64, Stop> {
        match what {
            0 => Err(Stop::Yield),
            1 => Err(Stop::Leave),
            2 => Err(Stop::Park),
            3 => Err(Stop::Raise),
            4 => Err(Stop::end(Trap::new(TrapKind::Io, "a stream broke"))),
            5 => Err(Stop::end(Trap::new(TrapKind::OutOfGas, "said to be out of gas"))),
            n => Ok(n),
        }
    };
    let package = HostPackage::new("host/x")
        .function("Plain", move |what: i64| match what {
            3 => Ok(0),
            what => answer(what),
        })
        .async_function("At", move |what: i64| async move { answer(what) })
        .async_function("After", move |what: i64| async move {
            Turns(2).await;
            answer(what)
        });
    let text = "package main\n\nimport \"host/x\"\n\nfunc Plain(n int64) int64 { return x.Plain(n) }\n\
        func At(n int64) int64 { return x.At(n) }\nfunc After(n int64) int64 { return x.After(n) }\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        for name in ["Plain", "At", "After"] {
            let mut i = isolate(&module);
            let mut call = |what: i64| i.call::<_, i64>(name, (what,));
            assert_eq!(call(9), Ok(9), "{tier}");
            assert_eq!(call(0), Ok(0), "it yielded, and has no result");
            is_trap(call(1), TrapKind::Deadlock, "");
            is_trap(call(2), TrapKind::Host, "asked to wait");
            if name != "Plain" {
                is_trap(call(3), TrapKind::Host, "cannot raise");
            }
            is_trap(call(4), TrapKind::Io, "a stream broke");
            is_trap(call(5), TrapKind::Host, "said to be out of gas");
            is_trap(i.resume(), TrapKind::Internal, "nothing to resume");
            assert_eq!(i.call::<_, i64>(name, (9i64,)), Ok(9), "{tier}");
        }
    }
}

#[test]
fn a_blocked_thread_uses_no_time() {
    let service = Service::default();
    let asked = service.clone();
    let polls = Arc::new(AtomicU64::new(0));
    let counted = polls.clone();
    let package = HostPackage::new("host/x").async_function("Ask", move || {
        let mut request = Box::pin(asked.ask());
        let counted = counted.clone();
        std::future::poll_fn(move |cx| {
            counted.fetch_add(1, Ordering::Relaxed);
            request.as_mut().poll(cx)
        })
    });
    let text = "package main\n\nimport \"host/x\"\n\nfunc F() { x.Ask() }\n\nfunc main() {}\n";
    for tier in TIERS {
        let module = compile(tier, [package.clone()], text);
        polls.store(0, Ordering::Relaxed);
        let answers = service.clone();
        let answered = after(Duration::from_millis(50), move || answers.answer_one());
        let mut i = isolate(&module);
        i.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
        assert_eq!(i.call::<_, ()>("F", ()), Ok(()));
        answered.join().unwrap();
        assert_eq!(polls.load(Ordering::Relaxed), 2, "polled at the call, and when it was woken, {tier}");
    }
}
