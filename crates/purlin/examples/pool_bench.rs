//! What isolates of a pool cost: microseconds of processor time for one that is made, called and dropped, the
//! least of several rounds; how much two threads do in the time of one; and what idle ones keep resident.
//! With an argument `loop small|alone|table` it only makes isolates of one kind, for strace and perf; with
//! `soak N`, it makes N isolates of which every seventh ends badly.

use std::time::{Duration, Instant};

use purlin::{Config, Engine, Isolate, Limits, Module, Pool, PoolConfig, SourceFile, Streams, Tier};

const SMALL: &str = r#"package main

var calls int64

func Add(a, b int64) int64 { calls++; return a + b + calls }

func main() {}
"#;

type Answer<T> = Result<T, Box<dyn std::error::Error>>;

fn compile(text: &str, tier: Tier) -> Answer<Module> {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let config = Config { tier, ..Config::default() };
    Ok(Engine::new(config).compile(&[source])?)
}

/// Processor time of the calling thread.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    Duration::from_nanos(nanos)
}

/// Microseconds of processor time for one `f`, the least of several rounds.
fn least(rounds: usize, times: usize, mut f: impl FnMut()) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..rounds {
        let began = cpu();
        (0..times).for_each(|_| f());
        best = best.min((cpu() - began).as_secs_f64() * 1e6 / times as f64);
    }
    best
}

fn limits() -> Limits {
    Limits { gas: Some(100_000_000), heap_bytes: 64 << 20, ..Limits::default() }
}

/// Bytes that this process has resident.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok()).unwrap_or(0) * 4096
}

fn in_fresh(module: &Module) {
    let mut isolate = module.isolate((), limits(), Streams::default()).expect("address space");
    isolate.call::<_, i64>("Add", (1i64, 2i64)).expect("adds");
}

fn in_pool(pool: &Pool) {
    let function = pool.module().function::<(i64, i64), i64>("Add").expect("there is an Add");
    let mut isolate = pool.isolate((), limits(), Streams::default()).expect("a slot");
    assert_eq!(function.call(&mut isolate, (1, 2)).expect("adds"), 4);
}

/// How much more two threads do than one, in wall time: the best of several rounds.
fn two_threads(f: impl Fn() + Sync) -> f64 {
    let times = 20_000;
    let one = |f: &(dyn Fn() + Sync)| {
        let began = Instant::now();
        (0..times).for_each(|_| f());
        began.elapsed().as_secs_f64()
    };
    let mut best: f64 = 0.0;
    for _ in 0..7 {
        let alone = one(&f);
        let began = Instant::now();
        std::thread::scope(|threads| {
            threads.spawn(|| one(&f));
            threads.spawn(|| one(&f));
        });
        best = best.max(2.0 * alone / began.elapsed().as_secs_f64());
    }
    best
}

fn idle(make: impl Fn() -> Isolate<()>) -> f64 {
    let before = resident();
    let isolates: Vec<Isolate<()>> = (0..10_000).map(|_| make()).collect();
    let bytes = (resident() - before) as f64 / isolates.len() as f64;
    drop(isolates);
    bytes / 1024.0
}

fn main() -> Answer<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let small = compile(SMALL, Tier::Native)?;
    let pool = small.pool(PoolConfig::default());
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["loop", "small"] => (0..100_000).for_each(|_| in_pool(&pool)),
        ["loop", "alone"] => (0..10_000).for_each(|_| in_fresh(&small)),
        _ => report(&small, &pool)?,
    }
    Ok(())
}

fn report(small: &Module, pool: &Pool) -> Answer<()> {
    let alone = least(5, 2_000, || in_fresh(small));
    println!("small module, no pool:                 {alone:8.2} µs");
    for tier in [Tier::Interp, Tier::Auto, Tier::Native] {
        let module = compile(SMALL, tier)?;
        let pool = module.pool(PoolConfig::default());
        let pooled = least(9, 20_000, || in_pool(&pool));
        println!("small module, warm pool, {:13} {pooled:8.2} µs", format!("{tier:?}:"));
    }
    println!("two threads:                           {:8.2} times one", two_threads(|| in_pool(pool)));
    let called = || {
        let mut isolate = pool.isolate((), limits(), Streams::default()).expect("a slot");
        isolate.call::<_, i64>("Add", (1i64, 2i64)).expect("adds");
        isolate
    };
    println!("10,000 idle isolates, each called once: {:7.1} KiB each", idle(called));
    Ok(())
}
