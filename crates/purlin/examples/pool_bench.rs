//! What isolates of a pool cost: microseconds of processor time for one that is made, called and dropped, the
//! least of several rounds; how much two threads do in the time of one; and what idle ones keep resident.
//! With an argument `loop small|alone|table` it only makes isolates of one kind, for strace and perf; with
//! `soak N`, it makes N isolates of which every seventh ends badly.

use std::time::Duration;

use purlin::{
    Config, Engine, Isolate, Limits, Module, Pool, PoolConfig, SnapshotConfig, SourceFile, Streams, Tier,
};

const SMALL: &str = r#"package main

import "os"

var calls int64
var exit = os.Exit

func Add(a, b int64) int64 { calls++; return a + b + calls }
func Panic()               { panic("no") }
func Exit()                { exit(1) }
func Spin()                { for { calls++ } }

func main() {}
"#;

/// A MiB of state with addresses in it, of which a call writes to eight pages.
const TABLE: &str = r#"package main

type row struct {
	next *row
	name string
	n    [4]int64
}

var rows [14000]row

func init() {
	for i := range rows {
		rows[i].next = &rows[(i+1)%len(rows)]
		rows[i].name = "row"
		rows[i].n[0] = int64(i)
	}
}

func Add(a, b int64) int64 {
	for i := 0; i < 8; i++ {
		rows[i*1700+int(a)].n[1] += rows[i*1700].next.n[0]
	}
	return a + b + rows[1].n[1]
}

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

/// How much more two threads do than one: by processor time, so that what else runs on the machine does not
/// count. The best of several rounds.
fn two_threads(f: impl Fn() + Sync) -> f64 {
    let f = || least(1, 20_000, &f);
    let mut best: f64 = 0.0;
    for _ in 0..7 {
        let alone = f();
        let (a, b) = std::thread::scope(|threads| {
            let (a, b) = (threads.spawn(f), threads.spawn(f));
            (a.join().expect("no panic"), b.join().expect("no panic"))
        });
        best = best.max(alone / a + alone / b);
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
    let table = compile(TABLE, Tier::Native)?;
    let tables = table.snapshot(SnapshotConfig::default())?.pool(PoolConfig::default());
    // The same in the heap.
    let in_heap = compile(&TABLE.replace("rows [14000]row", "rows = make([]row, 14000)"), Tier::Native)?;
    let objects = in_heap.snapshot(SnapshotConfig::default())?.pool(PoolConfig::default());
    match words[..] {
        ["loop", "table"] => (0..100_000).for_each(|_| in_pool(&tables)),
        ["soak", n] => soak(&pool, n.parse()?),
        ["loop", "small"] => (0..100_000).for_each(|_| in_pool(&pool)),
        ["loop", "alone"] => (0..10_000).for_each(|_| in_fresh(&small)),
        _ => report((&small, &pool), (&table, &tables), &objects)?,
    }
    Ok(())
}

/// Isolates of which every seventh ends badly.
fn soak(pool: &Pool, count: usize) {
    let held = || {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default().lines().count();
        let files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
        format!("{} KiB resident, {maps} maps, {files} files", resident() / 1024)
    };
    for n in 0..count {
        let mut isolate = pool.isolate((), limits(), Streams::default()).expect("a slot");
        match n % 28 {
            0 => drop(isolate.call::<_, ()>("Panic", ()).expect_err("panics")),
            7 => drop(isolate.call::<_, ()>("Exit", ()).expect_err("exits")),
            14 => {
                isolate.set_gas(Some(100));
                drop(isolate.call::<_, ()>("Spin", ()).expect_err("runs out of gas"));
            }
            21 => {
                isolate.canceller().cancel();
                drop(isolate.call::<_, i64>("Add", (1i64, 2i64)).expect_err("is cancelled"));
            }
            _ => drop(isolate.call::<_, i64>("Add", (1i64, 2i64)).expect("adds")),
        }
        drop(isolate);
        if n == 0 || n == 10_000 || n + 1 == count {
            println!("after {:8} isolates: {}", n + 1, held());
        }
    }
}

fn report((small, pool): (&Module, &Pool), (table, tables): (&Module, &Pool), objects: &Pool) -> Answer<()> {
    println!("small module, no pool:                  {:8.2} µs", least(5, 2_000, || in_fresh(small)));
    for tier in [Tier::Interp, Tier::Auto, Tier::Native] {
        let module = compile(SMALL, tier)?;
        let pool = module.pool(PoolConfig::default());
        let pooled = least(9, 20_000, || in_pool(&pool));
        println!("small module, warm pool, {:14} {pooled:8.2} µs", format!("{tier:?}:"));
    }
    println!("two threads:                            {:8.2} times one", two_threads(|| in_pool(pool)));
    println!("1 MiB of state, no pool:                {:8.2} µs", least(3, 100, || in_fresh(table)));
    for (place, pool) in [("variables", tables), ("the heap", objects)] {
        println!("as a snapshot in {:22} {:8.2} µs", format!("{place}:"), least(9, 5_000, || in_pool(pool)));
        println!("two threads:                            {:8.2} times one", two_threads(|| in_pool(pool)));
    }
    let called = || {
        let mut isolate = pool.isolate((), limits(), Streams::default()).expect("a slot");
        isolate.call::<_, i64>("Add", (1i64, 2i64)).expect("adds");
        isolate
    };
    println!("10,000 idle isolates, each called once: {:8.1} KiB each", idle(called));
    Ok(())
}
