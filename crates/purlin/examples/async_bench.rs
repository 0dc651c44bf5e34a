//! What calls of asynchronous host functions cost: nanoseconds a call, the best of several rounds.

use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Instant;

use purlin::{Config, Engine, HostPackage, Isolate, Limits, SourceFile, Streams, Tier};

const TEXT: &str = r#"package main

import "host/bench"

func Nothing(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s += i ^ s
	}
	return
}

func Sync(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s = bench.Sync(s, i)
	}
	return
}

func Ready(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s = bench.Ready(s, i)
	}
	return
}

func Once(n int64) (s int64) {
	for i := int64(0); i < n; i++ {
		s = bench.Once(s, i)
	}
	return
}

func Text(n int64) (s int64) {
	text := "twenty bytes of text"
	for i := int64(0); i < n; i++ {
		s += int64(len(bench.Echo(text)))
	}
	return
}

func main() {}
"#;

/// A future that is pending once, and woken before it returns.
struct Once(bool);

impl Future for Once {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// The best of several rounds of `n` calls, in nanoseconds a call.
fn best(n: i64, mut round: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..500 {
        let begun = Instant::now();
        round();
        best = best.min(begun.elapsed().as_nanos() as f64 / n as f64);
    }
    best
}

const CALLS: [(&str, &str); 4] = [
    ("Sync", "a plain function: two integers"),
    ("Ready", "ready at once: two integers"),
    ("Once", "pending once and woken: two integers"),
    ("Text", "ready at once: a string of 20 bytes, there and back"),
];

fn measure(isolate: &mut Isolate<()>) -> Result<(), Box<dyn std::error::Error>> {
    // A round is shorter than what a busy machine gives to a process at once.
    const N: i64 = 2_000;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for awaited in [false, true] {
        let mut loop_of = |name: &str| {
            let function = isolate.module().function::<(i64,), i64>(name).expect(name);
            best(N, || {
                let result = match awaited {
                    true => runtime.block_on(function.call_async(isolate, (N,))),
                    false => function.call(isolate, (N,)),
                };
                black_box(result.expect(name));
            })
        };
        // Warm code.
        loop_of("Once");
        let empty = loop_of("Nothing");
        let how = if awaited { "in a future" } else { "in a blocking call" };
        for (name, what) in CALLS {
            println!("{how:18} {what:52} {:6.1} ns", loop_of(name) - empty);
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let package = HostPackage::new("host/bench")
        .function("Sync", |a: i64, b: i64| a.wrapping_add(b))
        .async_function("Ready", |a: i64, b: i64| async move { a.wrapping_add(b) })
        .async_function("Once", |a: i64, b: i64| async move {
            Once(false).await;
            a.wrapping_add(b)
        })
        .async_function("Echo", |text: String| async move { text });
    for tier in [Tier::Native, Tier::Interp] {
        let mut engine = Engine::new(Config { tier, ..Config::default() });
        engine.host_package(package.clone());
        let module = engine.compile(&[SourceFile { name: "main.go".into(), text: TEXT.into() }])?;
        let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
        println!("tier {tier}");
        measure(&mut isolate)?;
    }
    Ok(())
}
