//! What is watched: the guests, the benchmarks of each by the failure that they would show, and the counters.
//! `cargo xtask tidy` holds that no guest, no program and no number of `purlin run --stats` is missing here.
//!
//! Knows nothing of how anything is measured, or of what is allowed.

use crate::tidy::SourceFile;

/// What a benchmark's size means: see `tools/perf/src/job.rs`, which reads these names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchmarkKind {
    Run,
    Call,
    Isolate,
    Start,
    Compile,
    Input,
}

impl BenchmarkKind {
    pub fn name(self) -> &'static str {
        match self {
            BenchmarkKind::Run => "run",
            BenchmarkKind::Call => "call",
            BenchmarkKind::Isolate => "isolate",
            BenchmarkKind::Start => "start",
            BenchmarkKind::Compile => "compile",
            BenchmarkKind::Input => "input",
        }
    }
}

/// A program and two sizes of it, whose instructions give a slope and an intercept.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    pub name: &'static str,
    pub guest: &'static str,
    pub kind: BenchmarkKind,
    /// For the tiers with machine code.
    pub sizes: [u64; 2],
    /// For the interpreter, which takes some twenty times as long.
    pub interpreted: [u64; 2],
    /// What would be slow if it were.
    pub failure: &'static str,
}

impl Benchmark {
    /// The name of the program's file in `bench/perf/GUEST`.
    pub fn file(&self, extension: &str) -> String {
        format!("bench/perf/{}/{}.{extension}", self.guest, self.name)
    }

    /// `GUEST/NAME`.
    pub fn key(&self) -> String {
        format!("{}/{}", self.guest, self.name)
    }

    pub fn sizes(&self, tier: &str) -> [u64; 2] {
        if tier == "interp" { self.interpreted } else { self.sizes }
    }
}

/// A guest with benchmarks, and what its programs are called.
pub struct Guest {
    pub name: &'static str,
    pub extension: &'static str,
    /// The tiers in which instructions are counted too.
    pub instructions: &'static [&'static str],
}

pub const GUESTS: &[Guest] = &[
    Guest { name: "go", extension: "go", instructions: &["interp", "native", "auto"] },
    // With machine code valgrind would be busy for minutes with compiling what each program reaches of the
    // library; counters judge that code.
    Guest { name: "smalltalk", extension: "st", instructions: &["interp"] },
];

const fn go(
    name: &'static str,
    kind: BenchmarkKind,
    sizes: [u64; 2],
    interpreted: [u64; 2],
    failure: &'static str,
) -> Benchmark {
    Benchmark { name, guest: "go", kind, sizes, interpreted, failure }
}

/// A benchmark of Smalltalk's: as there is no second form of its code yet, machine code and the interpreter
/// are given the same sizes.
const fn st(name: &'static str, kind: BenchmarkKind, sizes: [u64; 2], failure: &'static str) -> Benchmark {
    Benchmark { name, guest: "smalltalk", kind, sizes, interpreted: sizes, failure }
}

use BenchmarkKind::{Call, Compile, Input, Isolate, Run, Start};

pub const BENCHMARKS: &[Benchmark] = &[
    go("cold_start", Start, [1, 3], [1, 3], "what one waits for a small program"),
    go("compile", Compile, [4, 16], [8, 32], "compilation, by functions"),
    go("calls", Run, [50_000, 450_000], [5_000, 45_000], "calls, arguments in registers and beyond"),
    go("closures", Run, [50_000, 450_000], [5_000, 45_000], "environments and closures"),
    go("higher_order", Run, [5_000, 45_000], [50, 450], "calls of functions that are new each time"),
    go("loops", Run, [100_000, 900_000], [10_000, 90_000], "loops, integers, floats, arrays"),
    go("sends_mono", Run, [100_000, 900_000], [5_000, 45_000], "sends to one type"),
    go("sends_poly", Run, [100_000, 900_000], [5_000, 45_000], "sends to three types"),
    go("sends_mega", Run, [100_000, 900_000], [5_000, 45_000], "sends to sixteen types"),
    go("allocation", Run, [5_000, 45_000], [1_000, 9_000], "allocation of small objects"),
    go("large_heap", Run, [500, 2_500], [500, 2_500], "collections while much is alive"),
    go("maps", Run, [10_000, 60_000], [2_000, 12_000], "maps of integers, structures and strings"),
    go("strings", Run, [500, 4_500], [100, 900], "strings and their library"),
    go("slices", Run, [200, 1_800], [20, 180], "growth, copies, sorting"),
    go("numeric", Run, [2_000, 18_000], [100, 900], "floats, fields, matrices"),
    go("panics", Run, [2_000, 14_000], [500, 3_500], "panics, deferred functions, recovery"),
    go("fibers", Run, [2_000, 14_000], [500, 3_500], "switches of fibers, channels"),
    go("json", Run, [100, 500], [50, 250], "JSON to structures and back"),
    go("host_calls", Run, [10_000, 90_000], [5_000, 45_000], "calls of the host by the guest"),
    go("guest_calls", Call, [5_000, 45_000], [5_000, 45_000], "calls of the guest by the host"),
    go("isolates", Isolate, [20, 180], [20, 180], "isolates made, run and dropped"),
    go("fib_18", Run, [20, 180], [1, 9], "recursion, at the size of the scheme that inspired this"),
    go("let_1000", Run, [20, 180], [5, 45], "bindings, at the size of that scheme"),
    go("map_500", Run, [100, 900], [10, 90], "a function over a list, at the size of that scheme"),
    go("tail_5000", Run, [50, 450], [5, 45], "calls in tail position, at the size of that scheme"),
    st("cold_start", Start, [1, 2], "what one waits for a small program"),
    st("compile", Compile, [3, 9], "compilation, by classes"),
    st("calls", Run, [2_000, 18_000], "sends to self"),
    st("closures", Run, [2_000, 18_000], "blocks and shared variables"),
    st("higher_order", Run, [20, 180], "blocks that are new each time"),
    st("loops", Run, [1_000, 7_000], "loops, integers, floats, arrays"),
    st("sends_mono", Run, [4_000, 36_000], "sends to one class"),
    st("sends_poly", Run, [4_000, 36_000], "sends to three classes"),
    st("sends_mega", Run, [4_000, 36_000], "sends to sixteen classes"),
    st("allocation", Run, [2_000, 18_000], "allocation of small objects"),
    st("large_heap", Run, [500, 1_500], "collections while much is alive"),
    st("maps", Run, [300, 1_500], "dictionaries and sets"),
    st("strings", Run, [10, 70], "strings and streams"),
    st("slices", Run, [5, 25], "growth, copies, sorting"),
    st("numeric", Run, [500, 3_500], "floats, fractions, large integers"),
    st("panics", Run, [200, 1_400], "exceptions, cleanup, handlers"),
    st("fibers", Run, [200, 800], "processes, semaphores, queues"),
    st("fresh_classes", Run, [10, 50], "classes made while a program runs, and sends to them"),
    st("inputs", Input, [3, 12], "inputs of a session, each with a class"),
    st("json", Run, [10, 70], "JSON to dictionaries and back"),
    st("host_calls", Run, [100, 600], "calls of the host by the guest"),
    st("guest_calls", Call, [100, 600], "calls of the guest by the host"),
    st("isolates", Isolate, [2, 8], "isolates made, run and dropped"),
    st("fib_18", Run, [1, 6], "recursion, at the size of the scheme that inspired this"),
    st("let_1000", Run, [5, 45], "bindings, at the size of that scheme"),
    st("map_500", Run, [10, 90], "a block over a list, at the size of that scheme"),
    st("tail_5000", Run, [2, 18], "sends in tail position, at the size of that scheme"),
];

/// What a counter is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Equal everywhere.
    Exact,
    /// Equal with one toolchain on one kind of processor.
    ExactHere,
    /// Not compared, and why.
    Ignored(&'static str),
}

/// A number that `purlin run --stats` prints.
pub struct Counter {
    pub name: &'static str,
    pub rule: Rule,
    /// What a change of it usually means.
    pub hint: &'static str,
}

const fn exact(name: &'static str, hint: &'static str) -> Counter {
    Counter { name, rule: Rule::Exact, hint }
}

const fn here(name: &'static str, hint: &'static str) -> Counter {
    Counter { name, rule: Rule::ExactHere, hint }
}

const fn ignored(name: &'static str, why: &'static str) -> Counter {
    Counter { name, rule: Rule::Ignored(why), hint: "" }
}

const TIME: &str = "a time: the alternated runs judge those";

pub const COUNTERS: &[Counter] = &[
    exact("gas", "the front end, the library or a price changed what a program does"),
    exact("bytecodes", "the mid-end or the lowering to bytecode changed: a pass, a fusion"),
    exact("polls", "the placement or the removal of polls changed"),
    exact("native_calls", "the front end or the mid-end calls natives more or less often"),
    exact("alloc_bytes", "escape analysis, or what the library allocates, changed"),
    exact("fibers", "the library starts other fibers"),
    exact("switches", "fibers take turns otherwise"),
    exact("output_bytes", "the program printed something else"),
    here("collections", "the heap collects at other moments"),
    here("compiled", "functions are compiled more than once, or others are hot"),
    exact("compile_failures", "the native tier declines functions"),
    here("code_bytes", "the code generator makes more or less code"),
    here("osr_entries", "loops are entered in machine code more or less often"),
    here("deopts", "guards fail more or less often"),
    exact("send_misses", "sites keep less of what they found, or lose it"),
    exact("table_hits", "the table behind the sites keeps less, or is asked more often"),
    exact(
        "lookups",
        "method dictionaries are searched more or less often: a table that never hits, a lost failure",
    ),
    exact("site_transitions", "sites see more classes, or begin anew"),
    exact("sites_emptied", "a change of a class empties more or fewer sites"),
    ignored(
        "send_hits",
        "at the highest rungs they are seen only where sends are counted, which makes them slower",
    ),
    ignored("live_bytes", "what a conservative scan of stacks finds alive depends on how Rust was compiled"),
    ignored("cpu_ns", TIME),
    ignored("prepare_ns", TIME),
    ignored("compiled_twice", "0 with compilation on the running thread; `compiled` counts each piece"),
    ignored("compiled_ops", "code_bytes and bytecodes see the same changes"),
    ignored("compile_ns", TIME),
    ignored("optimise_ns", TIME),
    ignored("compile_p95_ns", TIME),
    ignored("compile_most_ns", TIME),
];

pub fn counter(name: &str) -> Option<&'static Counter> {
    COUNTERS.iter().find(|c| c.name == name)
}

/// What a benchmark, named `GUEST/NAME`, would show.
pub fn failure(key: &str) -> &'static str {
    let found = BENCHMARKS.iter().find(|b| key.split_once('/') == Some((b.guest, b.name)));
    found.map_or("", |b| b.failure)
}

pub fn extension(guest: &str) -> Option<&'static str> {
    GUESTS.iter().find(|g| g.name == guest).map(|g| g.extension)
}

/// Failures that each guest has benchmarks for, by name.
const NEEDED: &[&str] = &[
    "calls",
    "closures",
    "higher_order",
    "loops",
    "sends_mono",
    "sends_poly",
    "sends_mega",
    "allocation",
    "large_heap",
    "maps",
    "strings",
    "panics",
    "fibers",
    "host_calls",
    "guest_calls",
    "isolates",
    "cold_start",
    "compile",
    "json",
    "fib_18",
    "let_1000",
    "map_500",
    "tail_5000",
];

/// For `cargo xtask tidy`: guests without rows, rows without programs and programs without rows, numbers
/// without rules.
pub fn missing(files: &[SourceFile]) -> Vec<String> {
    let mut broken = Vec::new();
    let guests =
        files.iter().filter_map(|f| f.name.strip_prefix("crates/lang-")?.strip_suffix("/Cargo.toml"));
    for guest in guests {
        let Some(extension) = extension(guest) else {
            broken.push(format!("crates/lang-{guest}: the guest has no row in perf/registry.rs, GUESTS"));
            continue;
        };
        let has = |name: &str| BENCHMARKS.iter().any(|b| b.guest == guest && b.name == name);
        let lacking = NEEDED.iter().filter(|name| !has(name));
        broken
            .extend(lacking.map(|name| format!("crates/lang-{guest}: no benchmark `{name}` in BENCHMARKS")));
        let programs = files.iter().filter_map(|f| f.name.strip_prefix(&format!("bench/perf/{guest}/")));
        for program in programs {
            let name = program.strip_suffix(&format!(".{extension}")).unwrap_or(program);
            if !has(name) {
                broken.push(format!("bench/perf/{guest}/{program}: no row in perf/registry.rs, BENCHMARKS"));
            }
        }
    }
    for benchmark in BENCHMARKS {
        let file = benchmark.file(extension(benchmark.guest).unwrap_or_default());
        if !files.iter().any(|f| f.name == file) {
            broken.push(format!("{file}: the registry of benchmarks names it, and it is not there"));
        }
    }
    broken.extend(unruled(files));
    broken
}

/// The numbers that the command prints (`("name", …)` at the beginning of a line of its table) that have no
/// rule here.
fn unruled(files: &[SourceFile]) -> Vec<String> {
    let Some(table) = files.iter().find(|f| f.name == "crates/cli/src/stats.rs") else { return Vec::new() };
    let rows = table.text.split_once("fn rows").map_or("", |(_, rest)| rest);
    let rows = rows.split_once("\n    fn ").map_or(rows, |(rows, _)| rows);
    let names = rows.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split_once("\", "));
    let names = names.map(|(name, _)| name).filter(|name| counter(name).is_none());
    names
        .map(|name| format!("crates/cli/src/stats.rs: `{name}` has no rule in perf/registry.rs, COUNTERS"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, text: &str) -> SourceFile {
        SourceFile { name: name.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn names_are_there_once_and_sizes_grow() {
        for (n, b) in BENCHMARKS.iter().enumerate() {
            assert!(BENCHMARKS[..n].iter().all(|other| other.name != b.name || other.guest != b.guest));
            assert!(b.sizes[0] < b.sizes[1] && b.interpreted[0] < b.interpreted[1], "{}", b.name);
        }
    }

    #[test]
    fn a_guest_or_a_number_without_rows_is_found() {
        let named = |b: &Benchmark| file(&b.file(extension(b.guest).unwrap()), "");
        let all: Vec<SourceFile> = BENCHMARKS.iter().map(named).collect();
        assert!(missing(&all).is_empty());
        let mut more = all;
        more.push(file("crates/lang-logo/Cargo.toml", ""));
        more.push(file(
            "crates/cli/src/stats.rs",
            "fn rows\n    (\"gas\", 1),\n    (\"no_such_number\", 2),\n]",
        ));
        more.push(file("bench/perf/go/new.go", ""));
        more.push(file("crates/lang-go/Cargo.toml", ""));
        let found = missing(&more);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[0].contains("lang-logo")
                && found[1].contains("new.go")
                && found[2].contains("no_such_number")
        );
    }
}
