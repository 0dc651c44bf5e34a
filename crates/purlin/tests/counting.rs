//! Programs that run out of calls or of bytes to allocate end at the same place everywhere: in every tier,
//! with any pass switched off, in fresh and reused isolates; same output, same traceback, same gas.

mod helpers;

use std::fmt::Write as _;

use purlin::{Config, Engine, Isolate, Limits, Module, SourceFile, Streams, Tier, TrapKind};

use helpers::Capture;

/// Programs of each kind of limit.
const PROGRAMS: u64 = 100;

/// A linear congruential generator: the same programs on every machine.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// What a level allocates: some of it escapes, some is only there for the passes to remove.
const ALLOCATIONS: [&str; 10] = [
    "p := &pair{n, n + 1}; x += p.a + p.b",
    "kept = &pair{n, x}; x += kept.a",
    "s := make([]int, 3); s[n%3] = n; x += s[0] + len(s)",
    "row = append(row[:0:0], n, x, n); x += len(row)",
    "add := func(k int) int { x += k; return x }; x = add(n)",
    "text = string(rune('a'+n%26)) + text[:len(text)%5]; x += len(text)",
    "m := map[int]int{n: x}; x += m[n]",
    "var any1 any = x; if v, ok := any1.(int); ok { x = v + 1 }",
    "var s shape = pair{n, x}; x += s.area()",
    "q := pair{n, x}; r := &q; r.a++; x += q.a",
];

/// How a level calls the next one, `NEXT`.
const CALLS: [&str; 9] = [
    "x += NEXT(n - 1)",
    "x += small(NEXT, n - 1)",
    "var s shape = level{NEXT, n - 1}; x += s.area()",
    "f := func() int { return NEXT(n - 1) }; x += f()",
    "x += apply[int](NEXT, n-1)",
    "func() { defer func() { x += NEXT(n - 1) }() }()",
    "for v := range once(n - 1) { x += NEXT(v) }",
    "v := level{NEXT, n - 1}.area; x += v()",
    "func() { defer func() { _ = recover() }(); x += NEXT(n - 1) }()",
];

const PRELUDE: &str = "package main

type pair struct{ a, b int }
type shape interface{ area() int }
type level struct {
	next func(int) int
	n    int
}

var kept *pair
var row []int
var text = \"text\"

func (p pair) area() int  { return p.a * p.b }
func (l level) area() int { return l.next(l.n) }

func small(f func(int) int, n int) int       { return f(n) }
func apply[T any](f func(T) T, v T) T        { return f(v) }
func once(n int) func(func(int) bool)        { return func(yield func(int) bool) { yield(n) } }
func tiny(n int) int                         { return n*3 + 1 }
func twice(n int) int                        { return tiny(n) + tiny(n+1) }
";

fn levels(rng: &mut Rng, allocates: bool) -> String {
    let mut text = PRELUDE.to_string();
    let count = 1 + rng.below(3);
    for n in 0..count {
        let mut body = String::new();
        if allocates || rng.below(2) == 0 {
            writeln!(body, "\t{{ {} }}", rng.pick(&ALLOCATIONS)).unwrap();
        }
        if rng.below(2) == 0 {
            body.push_str("\tx += twice(n)\n");
        }
        let next = format!("f{}", (n + 1) % count);
        writeln!(body, "\t{{ {} }}", rng.pick(&CALLS).replace("NEXT", &next)).unwrap();
        write!(
            text,
            "\nfunc f{n}(n int) int {{\n\tx := n\n\tif n <= 0 {{\n\t\treturn 1\n\t}}\n{body}\treturn x\n}}\n"
        )
        .unwrap();
    }
    text
}

/// A program that nests calls without end, some of them in a goroutine, and how many it may nest.
fn deep(rng: &mut Rng) -> (String, Limits) {
    let mut text = levels(rng, false);
    let main = match rng.below(3) {
        0 => "\tdone := make(chan int)\n\tgo func() { done <- f0(100000) }()\n\tprintln(<-done)\n",
        _ => "\tprintln(f0(100000))\n",
    };
    write!(text, "\nfunc main() {{\n\tfor i := 0; i < 3; i++ {{\n\t\tprintln(f0(i))\n\t}}\n{main}}}\n")
        .unwrap();
    let limits = Limits { call_depth: Some(12 + rng.below(400) as u64), ..Limits::default() };
    (text, limits)
}

/// A program that allocates without end, and how much it may allocate.
fn greedy(rng: &mut Rng) -> (String, Limits) {
    let mut text = levels(rng, true);
    text.push_str("\nfunc main() {\n\tx := 0\n\tfor i := 0; ; i++ {\n\t\tx += f0(i % 7)\n");
    text.push_str("\t\tif i%500 == 0 {\n\t\t\tprintln(i, x)\n\t\t}\n\t}\n}\n");
    let limits = Limits { alloc_bytes: Some(5000 + rng.below(300_000) as u64), ..Limits::default() };
    (text, limits)
}

fn compile(config: Config, text: &str) -> Module {
    let source = SourceFile { name: "main.go".into(), text: text.into() };
    Engine::new(config).compile(&[source]).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// All that can be told of a run.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    kind: TrapKind,
    output: String,
    report: String,
    gas: u64,
    allocated: Option<u64>,
}

fn run(isolate: &mut Isolate<()>, limits: &Limits) -> Seen {
    let errors = Capture::default();
    isolate.set_streams(Streams { errors: Box::new(errors.clone()), ..Streams::default() });
    let trap = isolate.run().unwrap_err();
    let report = isolate.report(&isolate.headline(&trap), &trap);
    let output = errors.text();
    let stats = isolate.stats();
    // Without a limit of its own an allocation may be optimised away.
    let allocated = limits.alloc_bytes.map(|_| stats.alloc_bytes);
    Seen { kind: trap.kind, output, report, gas: stats.gas, allocated }
}

/// Every tier with all passes, and a tier without each pass but `polls`, which says where a program stops.
fn configurations() -> Vec<Config> {
    let mut all: Vec<Config> = Vec::new();
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        all.push(Config { tier, ..Config::default() });
    }
    all.push(Config { tier: Tier::Native, eager: true, ..Config::default() });
    let optional = purlin_opt::PASSES.iter().filter(|pass| pass.optional && pass.name != "polls");
    for (n, pass) in optional.enumerate() {
        let tier = if n % 2 == 0 { Tier::Interp } else { Tier::Native };
        all.push(Config { tier, disabled_passes: vec![pass.name.into()], ..Config::default() });
    }
    all
}

fn agree(seed: u64, make: fn(&mut Rng) -> (String, Limits), kind: TrapKind) {
    let configurations = configurations();
    for program in seed..seed + PROGRAMS {
        let (text, limits) = make(&mut Rng(program * 7919));
        let mut first: Option<Seen> = None;
        for config in &configurations {
            let module = compile(config.clone(), &text);
            let mut isolate = module.isolate((), limits.clone(), Streams::default()).unwrap();
            for use_of in ["fresh", "reused"] {
                let seen = run(&mut isolate, &limits);
                isolate.reset();
                assert_eq!(seen.kind, kind, "{seen:?}\n{text}");
                let want = first.get_or_insert_with(|| run(&mut isolate, &limits));
                isolate.reset();
                assert!(
                    seen == *want,
                    "{use_of}, {}, without {:?}, {limits:?}:\n{seen:#?}\nand elsewhere\n{want:#?}\n{text}",
                    config.tier,
                    config.disabled_passes
                );
            }
        }
    }
}

#[test]
fn programs_that_nest_too_many_calls_end_alike() {
    agree(0, deep, TrapKind::CallDepth);
}

#[test]
fn programs_that_allocate_too_much_end_alike() {
    agree(1000, greedy, TrapKind::AllocBytes);
}

#[test]
fn an_inlined_call_counts_and_a_wrapper_does_not() {
    let text = "package main\nfunc leaf(n int64) int64 { return n + 1 }\n\
                func mid(n int64) int64 { return leaf(n) + 1 }\n\
                type T struct{ n int64 }\nfunc (t T) Get() int64 { return t.n }\ntype G interface{ Get() int64 }\n\
                var g G = &T{7}\nfunc Two(n int64) int64 { return mid(n) }\nfunc One() int64 { return g.Get() }\n\
                func main() {}\n";
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let module = compile(Config { tier, ..Config::default() }, text);
        let with = |limit| {
            let limits = Limits { call_depth: Some(limit), ..Limits::default() };
            module.isolate((), limits, Streams::default()).unwrap()
        };
        assert_eq!(with(2).call::<_, i64>("Two", (1i64,)).unwrap(), 3);
        let trap = with(1).call::<_, i64>("Two", (1i64,)).unwrap_err();
        assert_eq!(trap.kind, TrapKind::CallDepth);
        assert_eq!(module.func_name(trap.frames[0].func), "main.leaf");
        // The method of `*T` is a generated wrapper around that of `T`.
        assert_eq!(with(1).call::<_, i64>("One", ()).unwrap(), 7);
        assert_eq!(with(0).call::<_, i64>("One", ()).unwrap_err().kind, TrapKind::CallDepth);
    }
}

#[test]
fn calls_unwind_with_the_frames_that_made_them() {
    let text = "package main\nfunc fail(n int64) int64 { if n == 0 { panic(1) }; return fail(n - 1) }\n\
                func safe() { defer func() { recover() }(); fail(40) }\n\
                func Many(n int64) int64 { for i := int64(0); i < n; i++ { safe() }; return n }\n\
                func main() {}\n";
    for tier in [Tier::Interp, Tier::Native, Tier::Auto] {
        let module = compile(Config { tier, ..Config::default() }, text);
        let limits = Limits { call_depth: Some(50), ..Limits::default() };
        let mut isolate = module.isolate((), limits, Streams::default()).unwrap();
        assert_eq!(isolate.call::<_, i64>("Many", (1000i64,)).unwrap(), 1000);
    }
}
