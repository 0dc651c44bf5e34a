//! What calls of asynchronous host functions cost: nanoseconds a call, the best of several rounds.

mod measuring;

use std::future::Future;
use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};

use measuring::{EMPTY, Loop, best, in_tiers};
use purlin::{HostPackage, Isolate};

const LOOPS: [Loop; 4] = [
    Loop::new("Sync", "a plain function: two integers", "", "s = bench.Sync(s, i)"),
    Loop::new("Ready", "ready at once: two integers", "", "s = bench.Ready(s, i)"),
    Loop::new("Once", "pending once and woken: two integers", "", "s = bench.Once(s, i)"),
    Loop::new(
        "Text",
        "ready at once: a string of 20 bytes, there and back",
        "text := \"twenty bytes of text\"",
        "s += int64(len(bench.Echo(text)))",
    ),
];

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

fn measure(isolate: &mut Isolate<()>) -> Result<(), Box<dyn std::error::Error>> {
    // A round is shorter than what a busy machine gives to a process at once.
    const N: i64 = 2_000;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    for awaited in [false, true] {
        let mut loop_of = |name: &str| {
            let function = isolate.module().function::<(i64,), i64>(name).expect(name);
            best(500, N as u64, || {
                let result = match awaited {
                    true => runtime.block_on(function.call_async(isolate, (N,))),
                    false => function.call(isolate, (N,)),
                };
                black_box(result.expect(name));
            })
        };
        // Warm code.
        loop_of("Once");
        let empty = loop_of(EMPTY.name);
        let how = if awaited { "in a future" } else { "in a blocking call" };
        for Loop { name, what, .. } in &LOOPS {
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
    in_tiers(&package, "", &LOOPS, (), measure)
}
