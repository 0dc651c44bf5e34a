//! Isolates that begin from a snapshot continue as if they had initialised themselves, in every tier: fresh,
//! pooled and reset; and modules whose initialisation cannot be had in common say why.

#![cfg(feature = "go")]

mod helpers;

use purlin::{
    Config, Engine, HostPackage, Isolate, Limits, Module, PoolConfig, Snapshot, SnapshotConfig, SourceFile,
    Streams, Tier,
};

use helpers::Capture;

const TIERS: [Tier; 3] = [Tier::Interp, Tier::Native, Tier::Auto];

/// Package variables of all kinds: maps by text, numbers, addresses, interfaces that hold them, arrays of
/// them, channels; slices of slices, closures, pointers to variables, what has been collected, what
/// goroutines made.
const TEXT: &str = r#"package main

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
)

type point struct{ x, y *int }

type shape interface{ Area() float64 }
type square struct{ side float64 }
type circle struct{ r *float64 }

func (s square) Area() float64  { return s.side * s.side }
func (c *circle) Area() float64 { return *c.r * 3 }

type tree struct {
	left, right *tree
	value       int
}

func build(depth int) *tree {
	if depth == 0 {
		return nil
	}
	return &tree{build(depth - 1), build(depth - 1), depth}
}

var (
	cells   [64]int
	number  = 7
	inside  = &cells[5]
	global  = &number
	words   = map[string]int{}
	floats  = map[float64]string{1.5: "a", 0: "zero"}
	byPtr   = map[*int]int{}
	byAny   = map[any]string{}
	byArray = map[[2]*int]int{}
	byPoint = map[point]int{}
	byChan  = map[chan int]string{}
	pointers []*int
	chans   []chan int
	grid    [][]float64
	adders  []func(int) int
	shapes  []shape
	root    = build(9)
	shown   = fmt.Sprintf("%p %p", root.left, build(2))
	once    sync.Once
	failed  = errors.New("failed")
	started = time.Now()
	chance  = rand.New(rand.NewSource(42))
	pattern = regexp.MustCompile(`(\w+)=(\d+)`)
	matched = pattern.FindStringSubmatch("alpha=42")
	program = len(os.Args)
	table   [20000]uint32
	big     = make([]int, 30000)
	lazy    map[string][]string
)

func init() {
	for i := range 500 {
		words[fmt.Sprint("word", i*7919%1000)] = i
		p := new(int)
		*p = i
		pointers = append(pointers, p)
		byPtr[p] = i
		byAny[p] = fmt.Sprint("p", i)
		byAny[i] = fmt.Sprint("i", i)
		byArray[[2]*int{p, inside}] = i
		byPoint[point{p, global}] = i
	}
	for i := range 300 {
		delete(byPtr, pointers[i])
	}
	for i := range 20 {
		c := make(chan int, 2)
		c <- i
		chans = append(chans, c)
		byChan[c] = fmt.Sprint("c", i)
		grid = append(grid, make([]float64, i))
		adders = append(adders, func(n int) int { number += n; return i + n })
		shapes = append(shapes, square{float64(i)}, &circle{new(float64)})
	}
	byAny[global] = "global"
	byAny[shape(square{2})] = "square"
	var garbage [][]byte
	for i := range 3000 {
		garbage = append(garbage[:min(len(garbage), 50)], make([]byte, 5000+i))
	}
	for i := range table {
		table[i] = uint32(i * i)
	}
	results := make(chan int)
	for i := range 4 {
		go func() { results <- i * i }()
	}
	for range 4 {
		big[0] += <-results
	}
	once.Do(func() { lazy = map[string][]string{"a": {"b", "c"}} })
	time.Sleep(time.Millisecond)
}

// All that there is, as text.
func State() string {
	var b strings.Builder
	keys := []string{}
	for k, v := range words {
		keys = append(keys, fmt.Sprint(k, v))
	}
	fmt.Fprintln(&b, len(keys), keys[0], keys[len(keys)-1])
	fmt.Fprintf(&b, "%s %p %p %p\n", shown, root.left, root.right, &root.value)
	sort.Strings(keys)
	fmt.Fprintln(&b, keys[:5], floats, *inside, *global, number, len(byPtr), program)
	sum := 0
	for i, p := range pointers {
		if n, ok := byPtr[p]; ok != (i >= 300) || n != i && ok {
			panic("byPtr")
		}
		if byAny[p] != fmt.Sprint("p", i) || byAny[i] != fmt.Sprint("i", i) {
			panic("byAny")
		}
		if byArray[[2]*int{p, &cells[5]}] != i || byPoint[point{p, &number}] != i {
			panic("composite")
		}
		sum += *p
	}
	for k := range byAny {
		if s, ok := k.(*int); ok && *s == 250 {
			fmt.Fprintln(&b, "found", *s)
		}
	}
	for i, c := range chans {
		n := <-c
		c <- n
		if byChan[c] != fmt.Sprint("c", i) || n != i {
			panic("byChan")
		}
	}
	area := 0.0
	for _, s := range shapes {
		area += s.Area()
	}
	fmt.Fprintln(&b, sum, byAny[global], byAny[shape(square{2})], area, root.left.right.left.value, matched)
	fmt.Fprintln(&b, adders[3](4), failed, started.UnixNano(), time.Now().UnixNano(), chance.Int63(), rand.Intn(5) < 5)
	fmt.Fprintln(&b, table[777], big[0], len(grid[7]), lazy, pattern.FindString("x beta=7 y"), fmt.Sprintf("%p %p", root, inside))
	return b.String()
}

// Changes all that there is.
func Change(n int64) string {
	for i := range int(n) {
		words[fmt.Sprint("more", i)] = i
		p := new(int)
		pointers = append(pointers, p)
		byPtr[p] = i
		byAny[p] = "more"
		delete(byAny, i)
		delete(words, fmt.Sprint("word", i))
		table[i*37%len(table)]++
		big[i*91%len(big)] = i
		*pointers[i]++
		grid[i%20] = append(grid[i%20], 1)
	}
	root = build(int(n % 11))
	number, *inside = int(n), int(n)
	cells = [64]int{}
	once.Do(func() { lazy = nil })
	lazy["n"] = append(lazy["a"], "d")
	fmt.Println("changed", n, len(words))
	if n == 13 {
		panic(fmt.Sprint("unlucky", len(byAny)))
	}
	return fmt.Sprint(len(words), len(byAny), lazy, adders[2](5), number)
}

// As much memory as there is.
func Eat() int64 {
	var all [][]uint64
	for {
		words := make([]uint64, 1000)
		for i := range words {
			words[i] = 0xA5A5A5A5A5A5A5A5
		}
		all = append(all, words)
	}
}

func Zero() uint64 {
	all := uint64(0)
	for i := range 300 {
		for _, w := range make([]uint64, i*7) {
			all |= w
		}
		t := new(tree)
		all |= uint64(t.value)
	}
	return all
}

func Spin() { for { number++ } }

func Stack(n int64) int64 {
	if n == 0 {
		return int64(table[5])
	}
	return Stack(n-1) + 1
}

func main() { fmt.Println(State()) }
"#;

fn compile(text: &str, tier: Tier) -> Module {
    let package = HostPackage::new("host/test").function("Count", || -> i64 { 1 });
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    let config = Config { tier, ..Config::default() };
    let mut engine = Engine::new(config);
    engine.host_package(package);
    engine.compile(&[source]).expect("compiles")
}

fn limits() -> Limits {
    Limits { gas: Some(500_000_000), heap_bytes: 64 << 20, ..Limits::default() }
}

fn config() -> SnapshotConfig {
    SnapshotConfig { limits: limits(), ..SnapshotConfig::default() }
}

fn numbers(isolate: &Isolate<()>) -> String {
    let stats = isolate.stats();
    let exact = (stats.gas, stats.alloc_bytes, stats.fibers, stats.output_bytes, stats.switches);
    format!("{exact:?} {:?}", isolate.gas_left())
}

/// Everything that can be seen of some calls in an isolate.
fn observe(isolate: &mut Isolate<()>) -> Vec<String> {
    let output = Capture::default();
    isolate.set_streams(Streams { output: Box::new(output.clone()), ..Streams::default() });
    let mut seen = Vec::new();
    for (name, n) in
        [("State", 0i64), ("Zero", 0), ("Change", 40), ("State", 0), ("Change", 13), ("Stack", 2000)]
    {
        let answer = match name {
            "State" => isolate.call::<_, String>(name, ()),
            "Zero" => isolate.call::<_, u64>(name, ()).map(|n| n.to_string()),
            "Stack" => isolate.call::<_, i64>(name, (n,)).map(|n| n.to_string()),
            _ => isolate.call::<_, String>(name, (n,)),
        };
        let answer = answer.unwrap_or_else(|trap| isolate.report(&isolate.headline(&trap), &trap));
        seen.push(format!("{name} {n}: {answer} {}", numbers(isolate)));
    }
    seen.push(output.text());
    seen
}

/// What an isolate does that spoils all it can.
fn spoil(isolate: &mut Isolate<()>, how: usize) {
    match how % 4 {
        0 => drop(isolate.call::<_, String>("Change", (3000i64,)).unwrap()),
        1 => drop(isolate.call::<_, i64>("Eat", ()).unwrap_err()),
        2 => drop(isolate.call::<_, ()>("Spin", ()).unwrap_err()),
        _ => drop(isolate.call::<_, String>("Change", (13i64,)).unwrap_err()),
    }
}

fn make(snapshot: &Snapshot) -> Isolate<()> {
    snapshot.isolate((), limits(), Streams::default()).unwrap()
}

#[test]
fn isolates_continue_as_if_they_had_initialised_themselves() {
    for tier in TIERS {
        let module = compile(TEXT, tier);
        let expected = observe(&mut module.isolate((), limits(), Streams::default()).unwrap());
        assert!(expected[0].contains("found 250"), "{expected:?}");
        let snapshot = module.snapshot(config()).unwrap();
        assert!(snapshot.bytes() > 300_000 && snapshot.gas() > 100_000);
        let mut alone = make(&snapshot);
        assert_eq!(alone.stats().gas, snapshot.gas());
        assert_eq!(observe(&mut alone), expected, "{tier:?}");
        for idle_bytes in [0, 1 << 20] {
            let pool = snapshot.pool(PoolConfig { idle_bytes, ..PoolConfig::default() });
            for how in 0..6 {
                let mut isolate = pool.isolate((), limits(), Streams::default()).unwrap();
                assert_eq!(isolate.stats().gas, snapshot.gas());
                assert_eq!(observe(&mut isolate), expected, "{tier:?}, {how} in the pool");
                isolate.reset();
                assert_eq!(observe(&mut isolate), expected, "{tier:?}, {how} reset");
                isolate.reset();
                spoil(&mut isolate, how);
                assert_eq!(pool.idle(), 0);
            }
        }
    }
}

#[test]
fn isolates_of_a_snapshot_live_side_by_side() {
    let module = compile(TEXT, Tier::Auto);
    let expected = observe(&mut module.isolate((), limits(), Streams::default()).unwrap());
    let snapshot = module.snapshot(config()).unwrap();
    let pool = snapshot.pool(PoolConfig { idle: 3, ..PoolConfig::default() });
    drop((module, snapshot));
    let mut many: Vec<_> = (0..5).map(|_| pool.isolate((), limits(), Streams::default()).unwrap()).collect();
    many.iter_mut().enumerate().for_each(|(n, isolate)| {
        if n % 2 == 0 {
            spoil(isolate, n)
        }
    });
    assert_eq!(observe(&mut many[1]), expected);
    drop(many);
    std::thread::scope(|threads| {
        for thread in 0..3 {
            let (pool, expected) = (pool.clone(), &expected);
            threads.spawn(move || {
                for n in 0..4 {
                    let mut isolate = pool.isolate((), limits(), Streams::default()).unwrap();
                    assert_eq!(&observe(&mut isolate), expected);
                    spoil(&mut isolate, thread + n);
                }
            });
        }
    });
}

/// Calls are alike in an isolate that initialises itself and in one that may begin from a snapshot.
fn alike(module: &Module, snapshot: &Snapshot, limits: Limits, act: impl Fn(&mut Isolate<()>) -> String) {
    let pool = snapshot.pool(PoolConfig::default());
    // The second time in a slot that has the snapshot.
    for _ in 0..2 {
        let mut own = module.isolate((), limits.clone(), Streams::default()).unwrap();
        let mut begun = pool.isolate((), limits.clone(), Streams::default()).unwrap();
        let expected = act(&mut own);
        assert_eq!(act(&mut begun), expected);
        own.reset();
        begun.reset();
        assert_eq!(act(&mut begun), act(&mut own));
        drop(begun);
        let mut begun = pool.isolate((), self::limits(), Streams::default()).unwrap();
        assert_eq!(begun.call::<_, u64>("Zero", ()).unwrap(), 0);
        assert!(begun.stats().gas > snapshot.gas());
    }
}

fn call(isolate: &mut Isolate<()>) -> String {
    let mut all = String::new();
    loop {
        let answer = match all.is_empty() {
            true => isolate.call::<_, String>("Change", (5i64,)),
            false => isolate.resume_call::<String>(),
        };
        match answer {
            Ok(text) => return all + &text + &numbers(isolate),
            Err(trap) => {
                all += &format!("{:?} {} {}; ", trap.kind, isolate.traceback(&trap), numbers(isolate));
                if trap.kind != purlin::TrapKind::OutOfGas || all.len() > 20_000 {
                    return all;
                }
                isolate.refuel(1_000_000);
            }
        }
    }
}

#[test]
fn limits_hold_as_if_the_initialisation_had_run() {
    let module = compile(TEXT, Tier::Native);
    let snapshot = module.snapshot(config()).unwrap();
    let gas = snapshot.gas();
    for gas in [0, 1000, gas / 2, gas - 1, gas, gas + 1, gas + 5000] {
        alike(&module, &snapshot, Limits { gas: Some(gas), ..limits() }, call);
    }
    for heap_bytes in [1 << 20, 2 << 20, 4 << 20, 8 << 20, 256 << 20] {
        // When memory is out is not the same in each run.
        let eat = |isolate: &mut Isolate<()>| {
            let trap = isolate.call::<_, i64>("Eat", ()).unwrap_err();
            format!("{:?}", trap.kind)
        };
        alike(&module, &snapshot, Limits { heap_bytes, ..limits() }, eat);
    }
    for bytes in [1000, 1 << 20, 1 << 30] {
        let limits = Limits { alloc_bytes: Some(bytes), ..limits() };
        let snapshot = module.snapshot(SnapshotConfig {
            limits: Limits { alloc_bytes: Some(1 << 40), ..limits.clone() },
            ..SnapshotConfig::default()
        });
        alike_of(&module, &snapshot.unwrap(), limits);
    }
    let depth = |call_depth| Limits { call_depth: Some(call_depth), ..limits() };
    let snapshot =
        module.snapshot(SnapshotConfig { limits: depth(300), ..SnapshotConfig::default() }).unwrap();
    for most in [3, 100, 299, 300, 5000] {
        alike_of(&module, &snapshot, depth(most));
    }
}

/// [`alike`] for snapshots of another form than the plain one.
fn alike_of(module: &Module, snapshot: &Snapshot, limits: Limits) {
    let mut own = module.isolate((), limits.clone(), Streams::default()).unwrap();
    let mut begun = snapshot.isolate((), limits, Streams::default()).unwrap();
    assert_eq!(call(&mut begun), call(&mut own));
    assert_eq!(numbers(&begun), numbers(&own));
}

#[test]
fn what_is_set_before_the_first_call_counts() {
    let module = compile(TEXT, Tier::Native);
    let snapshot = module.snapshot(config()).unwrap();
    let gas = snapshot.gas();
    for units in [10, gas - 1, gas + 3000, gas + 100_000_000] {
        alike(&module, &snapshot, limits(), |isolate| {
            isolate.set_gas(Some(units));
            call(isolate)
        });
    }
    alike(&module, &snapshot, limits(), |isolate| {
        isolate.refuel(1234);
        call(isolate)
    });
    // The initialisation looks at its arguments.
    alike(&module, &snapshot, limits(), |isolate| {
        isolate.set_args(vec!["a".into(), "b".into()]);
        isolate.call::<_, String>("State", ()).unwrap() + &numbers(isolate)
    });
    // A run initialises the packages itself.
    alike(&module, &snapshot, limits(), |isolate| {
        isolate.refuel(77);
        let output = Capture::default();
        isolate.set_streams(Streams { output: Box::new(output.clone()), ..Streams::default() });
        isolate.run().unwrap();
        let text = output.text();
        format!("{text} {}", numbers(isolate))
    });
    alike(&module, &snapshot, limits(), |isolate| {
        let state = isolate.call::<_, String>("State", ()).unwrap();
        isolate.run().unwrap();
        state + &numbers(isolate)
    });
}

#[test]
fn what_two_isolates_cannot_have_in_common_is_refused() {
    let refused = [
        (r#"import "fmt"; func init() { fmt.Println("hello") }"#, "writes to its output"),
        (
            r#"import ("bufio"; "os"); func init() { bufio.NewReader(os.Stdin).ReadString('\n') }"#,
            "reads its input",
        ),
        (r#"import "os"; var home = os.Getenv("HOME")"#, "variables of the environment"),
        (r#"import "os"; var data, _ = os.ReadFile("/etc/passwd")"#, "files"),
        (r#"import "host/test"; var n = test.Count()"#, "calls a function of the host"),
        ("var c = make(chan int); func init() { go func() { <-c }() }", "leaves a fiber"),
        ("func init() { for range 3 { go func() { select {} }() } }", "leaves 3 fibers"),
        (r#"import "time"; var t = time.AfterFunc(time.Hour, func() {})"#, "timer"),
        ("func init() { panic(1) }", "trap"),
        (r#"import "os"; func init() { os.Exit(0) }"#, "trap"),
        ("func init() { for { } }", "trap"),
    ];
    for (text, why) in refused {
        let module = compile(&format!("package main\n{text}\nfunc main() {{}}"), Tier::Native);
        let limits = Limits { gas: Some(1_000_000), ..limits() };
        let result = module.snapshot(SnapshotConfig { limits, ..SnapshotConfig::default() });
        let Err(error) = result else { panic!("{text}: a snapshot") };
        assert!(error.to_string().contains(why), "{text}: {error}");
    }
    // Nothing to initialise is a state as well.
    let module = compile("package main\nfunc F() int64 { return 5 }\nfunc main() {}", Tier::Native);
    let pool = module.snapshot(config()).unwrap().pool(PoolConfig::default());
    for _ in 0..3 {
        let mut isolate = pool.isolate((), limits(), Streams::default()).unwrap();
        assert_eq!(isolate.call::<_, i64>("F", ()).unwrap(), 5);
    }
}
