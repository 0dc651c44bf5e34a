//! What the process takes from the system and gives back: resets, engines that come and go, machine code. One
//! test, as all of it is seen by numbers of the whole process. Linux only.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};

use purlin::{
    Call, Config, Engine, HostPackage, Isolate, Limits, Module, SourceFile, Streams, Tier, TrapKind,
};

fn engine(tier: Tier) -> Engine {
    Engine::new(Config { tier, ..Config::default() })
}

fn compile(engine: &Engine, text: &str) -> Module {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    engine.compile(&[source]).unwrap_or_else(|e| panic!("{e}"))
}

fn isolate(module: &Module) -> Isolate<()> {
    module.isolate((), Limits::default(), Streams::default()).unwrap()
}

/// Numbers of `/proc/self/statm`, in pages: reserved, resident.
fn pages() -> (usize, usize) {
    let text = fs::read_to_string("/proc/self/statm").unwrap();
    let mut numbers = text.split(' ').map(|n| n.parse::<usize>().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

/// Pages that this thread has been given so far: the minor faults of `/proc/thread-self/stat`.
fn faults() -> usize {
    let text = fs::read_to_string("/proc/thread-self/stat").unwrap();
    let after_name = text.rsplit(") ").next().unwrap();
    after_name.split(' ').nth(7).unwrap().parse().unwrap()
}

#[test]
fn memory_of_the_process() {
    a_rerun_takes_no_memory();
    engines_come_and_go();
    endings_leave_nothing();
    no_page_is_writable_and_executable();
}

const PAIRS: &str = r#"package main

type pair struct{ left, right *pair }

func grow(n int) *pair {
	head := &pair{}
	for i := 0; i < n; i++ {
		head = &pair{head, head}
	}
	return head
}

func main() {
	for r := 0; r < 1000; r++ {
		if grow(1000) == nil {
			panic("nil")
		}
	}
}
"#;

/// A pair kernel that allocates 16 MB, and so collects several times, runs again in the memory that it had.
fn a_rerun_takes_no_memory() {
    for tier in [Tier::Interp, Tier::Native] {
        let module = compile(&engine(tier), PAIRS);
        let mut isolate = isolate(&module);
        isolate.run().unwrap();
        assert!(isolate.stats().collections > 2);
        let mut least = usize::MAX;
        for _ in 0..5 {
            let before = (pages().0, faults());
            isolate.reset();
            isolate.run().unwrap();
            let after = (pages().0, faults());
            assert_eq!(before.0, after.0, "{tier}: pages reserved");
            least = least.min(after.1 - before.1);
        }
        // Reading the numbers may take one, and what the system took away meanwhile comes back; a heap has a
        // thousand.
        assert!(least <= 4, "{tier}: {least} pages taken");
    }
}

const SMALL: &str = r#"package main

type tree struct{ l, r *tree }

func grow(d int) *tree {
	if d == 0 {
		return &tree{}
	}
	return &tree{grow(d - 1), grow(d - 1)}
}

func (t *tree) count() int {
	if t.l == nil {
		return 1
	}
	return 1 + t.l.count() + t.r.count()
}

func Count(d int) int { return grow(d).count() }

func main() {}
"#;

/// 1,000 engines, each with a program that is compiled to machine code and run, leave nothing.
fn engines_come_and_go() {
    let live_once = || {
        let module = compile(&engine(Tier::Native), SMALL);
        let mut isolate = isolate(&module);
        assert_eq!(isolate.call::<_, i64>("Count", (6i64,)).unwrap(), 127);
        assert!(isolate.stats().compiled > 0);
    };
    let mappings = || fs::read_to_string("/proc/self/maps").unwrap().lines().count();
    (0..100).for_each(|_| live_once());
    let before = (pages(), mappings());
    (0..900).for_each(|_| live_once());
    let after = (pages(), mappings());
    // 900 engines that left as little as a page each would take 900.
    let grown = after.0.1.saturating_sub(before.0.1);
    assert!(grown < 600, "{grown} pages resident more: {before:?}, {after:?}");
    assert!(after.0.0.saturating_sub(before.0.0) < 4096, "reserved: {before:?}, {after:?}");
    assert!(after.1 <= before.1 + 8, "mappings: {before:?}, {after:?}");
}

const ENDINGS: &str = r#"package main

import (
	"host/ends"
	"os"
)

func Light() { os.Exit(3) }

func Heavy() { panic("uncaught") }

func Host() { ends.Panic() }

func main() {}
"#;

/// What a function of the host's panics with; such panics are not printed.
const AT_A_HOST: &str = "a host function panics";

/// Runs that natives of each kind end, light, heavy and the host's, leave nothing of what they end with.
fn endings_leave_nothing() {
    std::panic::set_hook(Box::new(|panic| {
        if panic.payload_as_str() != Some(AT_A_HOST) {
            eprintln!("{panic}");
        }
    }));
    for tier in [Tier::Interp, Tier::Native] {
        let mut engine = engine(tier);
        let panics = || -> i64 { panic!("{AT_A_HOST}") };
        engine.host_package(HostPackage::new("host/ends").function("Panic", panics));
        let module = compile(&engine, ENDINGS);
        for (name, kind) in
            [("Light", TrapKind::Exit(3)), ("Heavy", TrapKind::Uncaught), ("Host", TrapKind::Host)]
        {
            let mut isolate = isolate(&module);
            let mut end = |times: u32| {
                for _ in 0..times {
                    assert_eq!(isolate.call::<_, ()>(name, ()).unwrap_err().kind, kind);
                    isolate.reset();
                }
            };
            end(100);
            let before = pages().1;
            end(20_000);
            // A hundred bytes for each ending are 490 pages.
            let grown = pages().1.saturating_sub(before);
            assert!(grown < 200, "{tier}: {name}: {grown} pages resident more");
        }
    }
    drop(std::panic::take_hook());
}

static LOOKS: AtomicUsize = AtomicUsize::new(0);

/// Looks at all mappings of the process; whether one holds machine code that it compiled.
fn look() -> bool {
    LOOKS.fetch_add(1, Ordering::Relaxed);
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    for line in maps.lines() {
        let permissions = line.split(' ').nth(1).unwrap();
        assert!(!(permissions.contains('w') && permissions.contains('x')), "{line}");
    }
    maps.lines().any(|line| line.contains("r-x") && line.contains("purlin-code"))
}

/// Looked at from inside a program, between compilations: each call of `Look` runs in newly compiled code.
fn no_page_is_writable_and_executable() {
    for tier in [Tier::Native, Tier::Auto] {
        let mut engine = engine(tier);
        let package = HostPackage::declared("host/maps", "package maps\nfunc Look() bool\n");
        engine.host_package(package.function("Look", |_: &mut Call<'_>| look()));
        let mut text = "package main\n\nimport \"host/maps\"\n\n".to_string();
        for n in 0..40 {
            text += &format!(
                "func f{n}(n int) (s int) {{\n\tfor i := 0; i < n; i++ {{\n\t\ts += i ^ {n}\n\t}}\n\
                 \tif !maps.Look() {{\n\t\treturn -1\n\t}}\n\treturn s\n}}\n\n"
            );
        }
        text += "func main() {\n";
        (0..40).for_each(|n| text += &format!("\tif f{n}(100000) < 0 {{\n\t\tpanic(\"no code\")\n\t}}\n"));
        text += "}\n";
        let before = LOOKS.load(Ordering::Relaxed);
        let module = compile(&engine, &text);
        let mut isolate = isolate(&module);
        isolate.run().unwrap_or_else(|t| panic!("{tier}: {t:?}"));
        assert_eq!(LOOKS.load(Ordering::Relaxed) - before, 40);
        assert!(look());
    }
}
