//! `purlin-perf TIER [--count] [--disable-pass=NAME]... KIND:SIZE:FILE...`: runs benchmarks one after the
//! other in this process, under `Config::deterministic`, and prints for each a line of JSON: what was
//! counted, and the CPU time of this thread. `cargo xtask perf` starts it, also under valgrind, which writes
//! what it has counted when [`measured`] and [`finished`] are entered.
//!
//! Knows nothing of references or budgets, and which benchmarks there are only from its command line.

#![forbid(unsafe_code)]

mod job;

use std::process::ExitCode;
use std::time::Duration;

use purlin::Config;
use purlin_runtime::cpu::thread_time;

use job::{Counted, Job};

/// The command's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What a failed benchmark says.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("purlin-perf: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let mut args = std::env::args().skip(1);
    let tier = args.next().ok_or("a tier is missing")?.parse()?;
    let mut config = Config { tier, deterministic: true, compile_bytes: Some(1 << 30), ..Config::default() };
    let mut texts = Vec::new();
    for arg in args {
        match (arg.as_str(), arg.strip_prefix("--disable-pass=")) {
            ("--count", _) => config.count_bytecodes = true,
            (_, Some(pass)) => config.disabled_passes.push(pass.to_owned()),
            _ => texts.push(arg),
        }
    }
    // Options may come after benchmarks, and hold for all of them.
    let jobs = texts.iter().map(|text| Job::read(text, &config)).collect::<Outcome<Vec<_>>>()?;
    // What a process does once, such as unpacking the library, belongs to no benchmark.
    if let Some(first) = jobs.first() {
        first.run()?;
    }
    for (number, job) in jobs.iter().enumerate() {
        let before = thread_time();
        let counted = measured(job).map_err(|e| format!("{}: {e}", job.source.name))?;
        finished(&counted);
        println!("{}", line(number, &counted, thread_time() - before));
    }
    Ok(())
}

/// What is measured of a benchmark: its whole life, from source to the end of its run.
#[inline(never)]
fn measured(job: &Job) -> Outcome<Counted> {
    job.run()
}

/// Marks the end of what is measured. The return of [`measured`] would not do: fibers switch stacks, after
/// which valgrind no longer knows which calls are active.
#[inline(never)]
fn finished(counted: &Counted) {
    std::hint::black_box(counted);
}

fn line(number: usize, Counted { stats, sends }: &Counted, cpu: Duration) -> String {
    serde_json::json!({
        "job": number,
        "cpu_ns": cpu.as_nanos() as u64,
        "gas": stats.gas,
        "alloc_bytes": stats.alloc_bytes,
        "fibers": stats.fibers,
        "output_bytes": stats.output_bytes,
        "collections": stats.collections,
        "live_bytes": stats.live_bytes,
        "switches": stats.switches,
        "compiled": stats.compiled,
        "compile_failures": stats.compile_failures,
        "code_bytes": stats.code_bytes,
        "osr_entries": stats.osr_entries,
        "deopts": stats.deopts,
        "bytecodes": stats.bytecodes,
        "polls": stats.polls,
        "native_calls": stats.native_calls,
        "send_misses": sends.misses,
        "table_hits": sends.table_hits,
        "lookups": sends.lookups,
        "site_transitions": sends.transitions,
        "sites_emptied": sends.invalidated,
    })
    .to_string()
}
