//! Isolates of pools are like fresh ones, whatever the slot's isolates before have done: results, gas,
//! output, counters and tracebacks, in every tier; and pools keep to their bounds.

#![cfg(feature = "go")]

mod helpers;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use purlin::{
    Config, Engine, HostPackage, Isolate, Limits, Module, PoolConfig, SourceFile, Stats, Streams, Tier,
    TrapKind,
};

use helpers::Capture;

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

const TEXT: &str = r#"package main

import (
	"fmt"
	"host/test"
	"os"
	"strings"
)

type node struct {
	next *node
	word [5]uint64
}

var (
	table  = map[string]int{"a": 1, "b": 2}
	big    [4096]uint64
	list   *node
	count  int64
	seen   uint64
	mutual func(n int64, salt uint64) uint64
)

const pattern = 0xA5A5_5A5A_DEAD_BEEF

// What fresh memory of any kind holds, all of it together: 0.
func Look(depth int64) uint64 {
	all := seen
	for _, w := range big {
		all |= w
	}
	for i := 1; i < 60; i++ {
		for _, w := range make([]uint64, i*i*3) {
			all |= w
		}
		n := new(node)
		all |= n.word[0] | n.word[4]
		if n.next != nil {
			all |= 1
		}
		var array [300]uint64
		for _, w := range array[i:] {
			all |= w
		}
	}
	if depth > 0 {
		all |= Look(depth - 1)
	}
	return all | uint64(count) | uint64(len(table)-2)
}

// Fills heap, globals and stacks.
func Fill(n int64) uint64 {
	for i := range big {
		big[i] = pattern
	}
	seen = pattern
	table["more"] = 3
	for i := int64(0); i < n; i++ {
		count++
		list = &node{list, [5]uint64{pattern, pattern, pattern, pattern, pattern}}
		words := make([]uint64, i%700)
		for j := range words {
			words[j] = pattern
		}
	}
	return deep(200, pattern)
}

func deep(n int64, salt uint64) uint64 {
	var words [40]uint64
	for i := range words {
		words[i] = salt
	}
	if n > 0 {
		words[n%40] ^= deep(n-1, salt)
	}
	return words[n%40] | words[(n+1)%40]
}

func Work(n int64) string {
	var parts []string
	m := map[int64]string{}
	for i := int64(0); i < n; i++ {
		m[i*i%17] = fmt.Sprint(i, " ", i*i)
	}
	for k, v := range m {
		parts = append(parts, fmt.Sprintf("%d=%s", k, v))
	}
	done := make(chan int)
	for i := 0; i < 3; i++ {
		go func() { done <- i }()
	}
	sum := <-done + <-done + <-done
	fmt.Println(len(parts), sum)
	count++
	return strings.Join(parts, ",") + fmt.Sprint(count)
}

func Many() int64 {
	done := make(chan int64)
	for i := int64(0); i < 300; i++ {
		go func() { deep(3, pattern); done <- i }()
	}
	sum := int64(0)
	for i := 0; i < 300; i++ {
		sum += <-done
	}
	return sum
}

func Left() int64 {
	for i := 0; i < 9; i++ {
		go func() { select {} }()
	}
	return 1
}

func Fault(n int64) int64 {
	if n == 0 {
		return int64(len(big[count:][count+5000]2))
	}
	return Fault(n - 1)
}
func Panic()        { panic("no") }
func Exit()         { os.Exit(3) }
func Loop()         { for { count++ } }
func Overflow(n int64) int64 { return Overflow(n+1) + 1 }
func Eat() int {
	var all [][]byte
	for {
		all = append(all, make([]byte, 1<<20))
	}
}
func HostPanic()    { test.Panic() }
func Host() int64   { return test.Count() }

func main() { fmt.Println(len(table)) }
"#;

#[derive(Default)]
struct Host {
    calls: i64,
    dropped: Option<Arc<AtomicUsize>>,
    panics: bool,
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(dropped) = &self.dropped {
            dropped.fetch_add(1, Ordering::Relaxed);
        }
        assert!(!self.panics, "the host's own state panics");
    }
}

fn module(tier: Tier) -> Module {
    let package = HostPackage::new("host/test").function("Panic", || -> () { panic!("host") }).function(
        "Count",
        |host: &mut Host| -> i64 {
            host.calls += 1;
            host.calls
        },
    );
    let text = TEXT.replace("int64(len(big[count:][count+5000]2))", "int64(big[count+5000])");
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let config = Config { tier, ..Config::default() };
    let mut engine = Engine::new(config);
    engine.host_package(package);
    engine.compile(&[source]).expect("compiles")
}

fn limits() -> Limits {
    Limits { gas: Some(20_000_000), heap_bytes: 32 << 20, stack_bytes: 1 << 20, ..Limits::default() }
}

/// Streams whose output is kept.
fn streams_to(output: &Capture) -> Streams {
    Streams { output: Box::new(output.clone()), ..Streams::default() }
}

/// What must be the same in every isolate; collections and switches of one tier are compared, too.
fn exact(stats: &Stats) -> (u64, u64, u64, u64, u64, u64) {
    let Stats { gas, alloc_bytes, fibers, output_bytes, collections, switches, .. } = *stats;
    (gas, alloc_bytes, fibers, output_bytes, collections, switches)
}

/// Everything that can be seen of some calls in an isolate.
fn observe(make: impl Fn(Streams) -> Isolate<Host>) -> Vec<String> {
    let mut seen = Vec::new();
    let calls: [(&str, i64); 5] = [("Work", 40), ("Fault", 3), ("Work", 7), ("Look", 2), ("Panic", 0)];
    let output = Capture::default();
    let mut isolate = make(streams_to(&output));
    for (name, n) in calls {
        let answer = match name {
            "Work" => isolate.call::<_, String>(name, (n,)),
            "Look" => isolate.call::<_, u64>(name, (n,)).map(|n| n.to_string()),
            "Panic" => isolate.call::<_, ()>(name, ()).map(|()| String::new()),
            _ => isolate.call::<_, i64>(name, (n,)).map(|n| n.to_string()),
        };
        let answer = answer.unwrap_or_else(|trap| isolate.report(&isolate.headline(&trap), &trap));
        seen.push(format!("{name}: {answer} {:?} {:?}", exact(&isolate.stats()), isolate.gas_left()));
    }
    drop(isolate);
    seen.push(output.text());
    seen
}

/// Runs that leave all they can behind.
fn spoil(isolate: &mut Isolate<Host>, how: usize) {
    let _ = isolate.call::<_, u64>("Fill", (3000i64,));
    let trap = match how % 10 {
        0 => isolate.call::<_, i64>("Fault", (5i64,)).unwrap_err().kind,
        1 => isolate.call::<_, ()>("Exit", ()).unwrap_err().kind,
        2 => isolate.call::<_, ()>("Loop", ()).unwrap_err().kind,
        3 => isolate.call::<_, i64>("Overflow", (0i64,)).unwrap_err().kind,
        4 => isolate.call::<_, i64>("Eat", ()).unwrap_err().kind,
        5 => isolate.call::<_, ()>("HostPanic", ()).unwrap_err().kind,
        6 => isolate.run().map_or_else(|trap| trap.kind, |()| TrapKind::Exit(0)),
        7 => isolate.call::<_, i64>("Many", ()).map_or_else(|trap| trap.kind, |_| TrapKind::Exit(0)),
        8 => isolate.call::<_, i64>("Left", ()).map_or_else(|trap| trap.kind, |_| TrapKind::Exit(0)),
        _ => {
            isolate.canceller().cancel();
            isolate.call::<_, i64>("Many", ()).unwrap_err().kind
        }
    };
    assert!(how % 10 != 2 || trap == TrapKind::OutOfGas, "{trap:?}");
}

#[test]
fn isolates_of_a_pool_are_like_fresh_ones() {
    for tier in TIERS {
        let module = module(tier);
        let fresh = || observe(|streams| module.isolate(Host::default(), limits(), streams).unwrap());
        let expected = fresh();
        assert!(expected[3].starts_with("Look: 2 ("), "{expected:?}");
        for idle_bytes in [0, 200_000, 8 << 20] {
            let pool = module.pool(PoolConfig { idle: 1, idle_bytes, ..PoolConfig::default() });
            for how in 0..11 {
                let observed = observe(|streams| pool.isolate(Host::default(), limits(), streams).unwrap());
                assert_eq!(observed, expected, "{tier:?}, after {how}");
                assert_eq!(pool.idle(), 1);
                let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
                isolate.set_args(vec!["secret".into()]);
                spoil(&mut isolate, how);
            }
        }
    }
}

#[test]
fn nothing_of_an_isolate_is_left_for_the_next() {
    let module = module(Tier::Native);
    let pool = module.pool(PoolConfig::default());
    let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
    let canceller = isolate.canceller();
    assert_eq!(isolate.call::<_, i64>("Host", ()).unwrap(), 1);
    drop(isolate);
    canceller.cancel();
    let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
    assert!(!isolate.canceller().is_cancelled());
    assert_eq!(isolate.call::<_, i64>("Host", ()).unwrap(), 1);
    assert_eq!(pool.idle(), 0);
    // State of another type, in the same slot.
    drop(isolate);
    let mut isolate = pool.isolate(7u8, limits(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, i64>("Host", ()).unwrap_err().kind, TrapKind::Host);
    assert_eq!(*isolate.host(), 7);
}

#[test]
fn limits_are_those_of_the_isolate() {
    let module = module(Tier::Native);
    let pool = module.pool(PoolConfig::default());
    let plain = || limits();
    let deep = || Limits { call_depth: Some(50), ..limits() };
    let small = || Limits { heap_bytes: 4 << 20, ..limits() };
    let poor = || Limits { gas: Some(1000), ..limits() };
    for round in 0..4 {
        let make = |limits| pool.isolate(Host::default(), limits, Streams::default()).unwrap();
        assert_eq!(make(plain()).call::<_, u64>("Look", (1i64,)).unwrap(), 0);
        let trap = make(deep()).call::<_, u64>("Fill", (1i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::CallDepth, "{round}");
        let trap = make(small()).call::<_, i64>("Eat", ()).unwrap_err();
        assert!(matches!(trap.kind, TrapKind::OutOfMemory | TrapKind::Uncaught), "{:?}", trap.kind);
        assert_eq!(make(poor()).call::<_, i64>("Many", ()).unwrap_err().kind, TrapKind::OutOfGas);
    }
    // One slot of each kind: the poor one fits the plain.
    assert_eq!(pool.idle(), 3);
    pool.clear();
    assert_eq!(pool.idle(), 0);
}

#[test]
fn pools_keep_to_their_bounds() {
    let module = module(Tier::Interp);
    let pool = module.pool(PoolConfig { idle: 2, most: Some(3), ..PoolConfig::default() });
    let make = || pool.isolate(Host::default(), limits(), Streams::default());
    let three: Vec<_> = (0..3).map(|_| make().unwrap()).collect();
    let error = make().map(|_| ()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
    assert!(error.to_string().contains("3 isolates"), "{error}");
    drop(three);
    assert_eq!(pool.idle(), 2);
    assert!(make().is_ok());
    let none = module.pool(PoolConfig { idle: 0, ..PoolConfig::default() });
    drop(none.isolate(Host::default(), limits(), Streams::default()).unwrap());
    assert_eq!(none.idle(), 0);
}

#[test]
fn a_host_whose_state_panics_when_dropped_loses_no_slot() {
    let module = module(Tier::Native);
    let pool = module.pool(PoolConfig { most: Some(1), ..PoolConfig::default() });
    let dropped = Arc::new(AtomicUsize::new(0));
    for _ in 0..3 {
        let host = Host { panics: true, dropped: Some(dropped.clone()), calls: 0 };
        let isolate = pool.isolate(host, limits(), Streams::default()).unwrap();
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(isolate))).is_err());
        assert_eq!(pool.idle(), 1);
    }
    assert_eq!(dropped.load(Ordering::Relaxed), 3);
    let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
    assert_eq!(isolate.call::<_, u64>("Look", (1i64,)).unwrap(), 0);
}

#[test]
fn threads_share_a_pool() {
    let module = module(Tier::Auto);
    let pool = module.pool(PoolConfig { idle: 3, ..PoolConfig::default() });
    // Isolates and clones of the pool outlive the module.
    drop(module);
    std::thread::scope(|threads| {
        for thread in 0..4 {
            let pool = pool.clone();
            threads.spawn(move || {
                for n in 0..60 {
                    let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
                    assert_eq!(isolate.call::<_, u64>("Look", (1i64,)).unwrap(), 0);
                    if n % 7 == 0 {
                        spoil(&mut isolate, thread + n / 7);
                    }
                }
            });
        }
    });
    assert!(pool.idle() <= 3);
    let isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
    // The pool goes before its isolate, which is moved to another thread.
    drop(pool);
    std::thread::spawn(move || drop(isolate)).join().unwrap();
}

#[test]
fn slots_are_found_by_all_threads_and_are_never_too_many() {
    let module = module(Tier::Interp);
    let pool = module.pool(PoolConfig { idle: 64, ..PoolConfig::default() });
    let make = || pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
    let isolate = make();
    std::thread::scope(|threads| threads.spawn(|| drop(isolate)).join().unwrap());
    assert_eq!(pool.idle(), 1);
    // Another thread takes that slot, and keeps none besides.
    std::thread::scope(|threads| threads.spawn(|| drop(make())).join().unwrap());
    assert_eq!(pool.idle(), 1);
    for _ in 0..3 {
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| {
                    let many: Vec<_> = (0..40).map(|_| make()).collect();
                    assert!(pool.idle() <= 64);
                    drop(many);
                    (0..10).for_each(|_| drop(make()));
                });
            }
        });
        // Each of 16 lists may have kept a few places for its own thread.
        assert!((64 - 2 * 16..=64).contains(&pool.idle()), "{}", pool.idle());
    }
    pool.clear();
    assert_eq!(pool.idle(), 0);
    drop(make());
    assert_eq!(pool.idle(), 1);
}

/// Maps of this process, and its open files.
fn held() -> Option<(usize, usize)> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?.lines().count();
    Some((maps, std::fs::read_dir("/proc/self/fd").ok()?.count()))
}

#[test]
fn slots_do_not_leak() {
    let module = module(Tier::Interp);
    let pool = module.pool(PoolConfig { idle: 2, ..PoolConfig::default() });
    let mut before = None;
    for n in 0..300 {
        let mut isolate = pool.isolate(Host::default(), limits(), Streams::default()).unwrap();
        if n % 7 == 0 {
            spoil(&mut isolate, n / 7);
        }
        drop(isolate);
        if n == 150 {
            before = held();
        }
    }
    if let (Some((maps, files)), Some((maps_now, files_now))) = (before, held()) {
        // Other tests run at the same time.
        assert!(maps_now < maps + 100, "{maps} maps, then {maps_now}");
        assert!(files_now < files + 10, "{files} files, then {files_now}");
    }
}
