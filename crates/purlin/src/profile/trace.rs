//! The timeline of a run as a trace that Perfetto and Chrome read: turns of fibers on a track each, collections
//! and compilations on one of their own, gas and heap as counters. Knows nothing of how events are noted.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use purlin_runtime::timeline::{Event, Timeline};

use super::text::json;
use crate::isolate::Isolate;

/// The track of what is no fiber's. Fibers count from 1.
const RUNTIME: u64 = 0;

impl<T: Send + 'static> Isolate<T> {
    /// Keeps a timeline from now on: what happened, and when by the clock. It takes memory, for a million
    /// events at most.
    pub fn keep_timeline(&mut self) {
        self.vm_mut().timeline = Some(Box::default());
    }

    /// The timeline since [`Isolate::keep_timeline`] in Chrome's format for traces, which Perfetto
    /// (<https://ui.perfetto.dev>) reads; `None` if none is kept. In an isolate that is profiled it has gas
    /// and heap too.
    ///
    #[cfg_attr(feature = "go", doc = "```")]
    #[cfg_attr(not(feature = "go"), doc = "```ignore")]
    /// use purlin::{Config, Engine, Limits, SourceFile, Streams};
    ///
    /// let text = "package main\nfunc main() { done := make(chan int); go func() { done <- 1 }(); <-done }";
    /// let source = SourceFile { name: "main.go".into(), text: text.into() };
    /// let module = Engine::new(Config::default()).compile(&[source])?;
    /// let mut isolate = module.isolate((), Limits::default(), Streams::default())?;
    /// isolate.keep_timeline();
    /// isolate.run()?;
    /// let trace = isolate.timeline().expect("it is kept");
    /// assert!(trace.starts_with("{\"traceEvents\":[") && trace.contains("\"fiber 2\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timeline(&self) -> Option<String> {
        let timeline = self.vm().timeline.as_deref()?;
        Some(trace(timeline, |func| self.module().func_name(func).to_owned()))
    }
}

fn trace(timeline: &Timeline, name: impl Fn(u32) -> String) -> String {
    let mut out = String::from("{\"traceEvents\":[\n");
    out.push_str("{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"purlin\"}},\n");
    track(RUNTIME, "runtime", &mut out);
    let fiber = |event: &Event| match event {
        Event::Turn { fiber } => Some(*fiber),
        Event::Collection { .. } | Event::Compilation { .. } | Event::Used { .. } => None,
    };
    let fibers: BTreeSet<u64> = timeline.entries().iter().filter_map(|entry| fiber(&entry.event)).collect();
    fibers.iter().for_each(|fiber| track(*fiber, &format!("fiber {fiber}"), &mut out));
    for entry in timeline.entries() {
        let (at, took) = (entry.at as f64 / 1e3, entry.took as f64 / 1e3);
        let span = |track: u64, name: &str, args: &str| {
            format!(
                "{{\"ph\":\"X\",\"pid\":1,\"tid\":{track},\"ts\":{at:.3},\"dur\":{took:.3},\"name\":{},\"args\":{{{args}}}}}",
                json(name)
            )
        };
        let line = match entry.event {
            Event::Turn { fiber } => span(fiber, "runs", ""),
            Event::Collection { live } => span(RUNTIME, "collection", &format!("\"live_bytes\":{live}")),
            Event::Compilation { func } => span(RUNTIME, &format!("compiles {}", name(func)), ""),
            Event::Used { gas, heap } => format!(
                "{{\"ph\":\"C\",\"pid\":1,\"ts\":{at:.3},\"name\":\"used\",\"args\":{{\"gas\":{gas},\"heap_bytes\":{heap}}}}}"
            ),
        };
        let _ = writeln!(out, "{line},");
    }
    let _ = write!(
        out,
        "{{\"ph\":\"M\",\"pid\":1,\"name\":\"dropped_events\",\"args\":{{\"count\":{}}}}}\n],\"displayTimeUnit\":\"ns\"}}\n",
        timeline.dropped(),
    );
    out
}

fn track(number: u64, name: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "{{\"ph\":\"M\",\"pid\":1,\"tid\":{number},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}},",
        json(name)
    );
}
