//! The timeline of a run as a trace that Perfetto and Chrome read: turns of fibers on a track each,
//! collections and compilations on one of their own, gas and heap as counters. Knows nothing of how events
//! are noted.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use purlin_runtime::timeline::{Event, Timeline};

use super::Measure;
use super::text::{json, shown};
use crate::isolate::Isolate;
use crate::measure::Compilation;

/// The track of what is no fiber's. Fibers count from 1.
const RUNTIME: u64 = 0;
/// The tracks of compilation, which may be on a thread of its own, and of functions of the host.
const COMPILER: u64 = 1 << 48;
const HOST: u64 = COMPILER + 1;

/// What events name by number.
struct Names<'a> {
    function: &'a dyn Fn(u32) -> String,
    host: &'a dyn Fn(usize) -> String,
}

impl<T: Send + 'static> Isolate<T> {
    /// Keeps a timeline from now on: what happened, and when by the clock. It takes memory, for a million
    /// events at most.
    pub fn keep_timeline(&mut self) {
        self.vm_mut().keep_timeline();
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
    /// assert!(isolate.timeline_picture().expect("it is kept").starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn timeline(&self) -> Option<String> {
        let timeline = self.vm().timeline.as_deref()?;
        let natives = &self.vm().shared.tables.natives;
        let host: HashMap<usize, String> = natives
            .iter()
            .zip(self.module().0.ir().natives.values())
            .filter(|(native, _)| native.host_code() != 0)
            .map(|(native, decl)| (native.host_code(), decl.name.clone()))
            .collect();
        let names = Names {
            function: &|func| self.module().func_name(func).to_owned(),
            host: &|code| host.get(&code).cloned().unwrap_or_else(|| "a host function".to_owned()),
        };
        Some(trace(timeline, &self.compilation(), &names))
    }
}

impl<T: Send + 'static> Isolate<T> {
    /// The timeline as a picture in SVG: gas and heap by the clock, and when the heap was collected. `None`
    /// if none is kept; without gas and heap if the isolate is not profiled.
    pub fn timeline_picture(&self) -> Option<String> {
        Some(picture(self.vm().timeline.as_deref()?))
    }
}

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 150.0;
/// The strip below, with the marks of collections.
const STRIP: f64 = 14.0;
/// Points of a line, about.
const POINTS: usize = 600;

const STYLE: &str = ".time{font:12px system-ui,sans-serif}.time .area{fill:#8fb8de;opacity:.55}\
.time .gas{fill:none;stroke:#d9622b;stroke-width:2}.time .gc{fill:#7a4fa3}.time text{fill:#6d6a64}\
.time .axis{stroke:#b5b1a8;stroke-width:1}\
@media(prefers-color-scheme:dark){.time .area{fill:#3f6a94}.time .gas{stroke:#f0935f}.time .gc{fill:#b994dc}\
.time text{fill:#a39f97}.time .axis{stroke:#57534c}}";

fn picture(timeline: &Timeline) -> String {
    let entries = timeline.entries();
    let end = entries.iter().map(|entry| entry.at + entry.took).max().unwrap_or(0).max(1) as f64;
    let used: Vec<(f64, u64, u64)> = entries
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Used { gas, heap } => Some((entry.at as f64 * WIDTH / end, gas, heap)),
            Event::Turn { .. } | Event::Collection { .. } => None,
            Event::Compilation { .. } | Event::HostCall { .. } => None,
        })
        .collect();
    let used: Vec<_> = used.iter().step_by(used.len().div_ceil(POINTS).max(1)).chain(used.last()).collect();
    let most = |of: fn(&(f64, u64, u64)) -> u64| used.iter().map(|point| of(point)).max().unwrap_or(0);
    let (gas, heap) = (most(|point| point.1), most(|point| point.2));
    let y = |value: u64, most: u64| HEIGHT - value as f64 * (HEIGHT - 24.0) / most.max(1) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"time\" viewBox=\"0 0 {WIDTH} {}\" width=\"100%\" role=\"img\" \
         aria-label=\"Timeline\"><style>{STYLE}</style><path class=\"area\" d=\"M0 {HEIGHT}",
        HEIGHT + STRIP + 20.0,
    );
    used.iter().for_each(|(x, _, bytes)| _ = write!(out, "L{x:.1} {:.1}", y(*bytes, heap)));
    let last = used.last().map_or(0.0, |point| point.0);
    let _ = write!(out, "L{last:.1} {HEIGHT}Z\"/><path class=\"gas\" d=\"M0 {HEIGHT}");
    used.iter().for_each(|(x, units, _)| _ = write!(out, "L{x:.1} {:.1}", y(*units, gas)));
    let _ = write!(out, "\"/><line class=\"axis\" x2=\"{WIDTH}\" y1=\"{HEIGHT}\" y2=\"{HEIGHT}\"/>");
    for entry in entries.iter().filter(|entry| matches!(entry.event, Event::Collection { .. })) {
        let (x, width) = (entry.at as f64 * WIDTH / end, (entry.took as f64 * WIDTH / end).max(1.5));
        let _ = write!(
            out,
            "<rect class=\"gc\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"{STRIP}\"/>",
            HEIGHT + 2.0
        );
    }
    let _ = write!(
        out,
        "<text x=\"4\" y=\"14\">gas to {}, heap to {}</text><text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">{}</text></svg>",
        shown(Measure::Gas, gas as i64),
        shown(Measure::Memory, heap as i64),
        HEIGHT + STRIP + 16.0,
        shown(Measure::Time, end as i64),
    );
    out
}

fn trace(timeline: &Timeline, compilation: &Compilation, names: &Names<'_>) -> String {
    let mut out = String::from("{\"traceEvents\":[\n");
    out.push_str("{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":\"purlin\"}},\n");
    track(RUNTIME, "runtime", &mut out);
    track(COMPILER, "compiler", &mut out);
    track(HOST, "host functions", &mut out);
    let fiber = |event: &Event| match event {
        Event::Turn { fiber } => Some(*fiber),
        Event::Collection { .. } | Event::Compilation { .. } => None,
        Event::HostCall { .. } | Event::Used { .. } => None,
    };
    let fibers: BTreeSet<u64> = timeline.entries().iter().filter_map(|entry| fiber(&entry.event)).collect();
    fibers.iter().for_each(|fiber| track(*fiber, &format!("fiber {fiber}"), &mut out));
    for entry in timeline.entries() {
        let at = entry.at as f64 / 1e3;
        let span = |track: u64, name: &str, args: &str| span(track, (entry.at, entry.took), name, args);
        let line = match entry.event {
            Event::Turn { fiber } => span(fiber, "runs", ""),
            Event::Collection { live } => span(RUNTIME, "collection", &format!("\"live_bytes\":{live}")),
            Event::Compilation { func } => {
                span(RUNTIME, &format!("waits for code of {}", (names.function)(func)), "")
            }
            Event::HostCall { code } => span(HOST, &(names.host)(code), ""),
            Event::Used { gas, heap } => format!(
                "{{\"ph\":\"C\",\"pid\":1,\"ts\":{at:.3},\"name\":\"used\",\"args\":{{\"gas\":{gas},\"heap_bytes\":{heap}}}}}"
            ),
        };
        let _ = writeln!(out, "{line},");
    }
    for piece in &compilation.functions {
        // What was compiled before the run began belongs to another one.
        let Some(at) = timeline.at(piece.began) else { continue };
        let args = format!("\"code_bytes\":{},\"ops\":{}", piece.bytes, piece.ops);
        let name = format!("compiles {}", piece.name);
        let _ = writeln!(out, "{},", span(COMPILER, (at, piece.took.as_nanos() as u64), &name, &args));
    }
    let _ = write!(
        out,
        "{{\"ph\":\"M\",\"pid\":1,\"name\":\"dropped_events\",\"args\":{{\"count\":{}}}}}\n],\"displayTimeUnit\":\"ns\"}}\n",
        timeline.dropped(),
    );
    out
}

/// Something that took time: when it began and how long it took, in nanoseconds.
fn span(track: u64, (at, took): (u64, u64), name: &str, args: &str) -> String {
    let (at, took) = (at as f64 / 1e3, took as f64 / 1e3);
    format!(
        "{{\"ph\":\"X\",\"pid\":1,\"tid\":{track},\"ts\":{at:.3},\"dur\":{took:.3},\"name\":{},\"args\":{{{args}}}}}",
        json(name)
    )
}

fn track(number: u64, name: &str, out: &mut String) {
    let _ = writeln!(
        out,
        "{{\"ph\":\"M\",\"pid\":1,\"tid\":{number},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}},",
        json(name)
    );
}
