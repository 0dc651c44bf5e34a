//! The project's own chores: `test` (everything that must hold), `tidy` (rules the compiler cannot hold),
//! `bench` (against compiled Go) and `bless-go` (expectations of the corpus, with Go as the oracle). Knows
//! nothing of the crates' code: it reads their files and runs the `purlin` program.

#![forbid(unsafe_code)]

mod ablate;
mod api;
mod arm;
mod bars;
mod bench;
mod bench_awfy;
mod bench_border;
mod bench_columns;
mod bench_compile;
mod bench_dispatch;
mod bench_hello;
mod bench_json;
mod bench_library;
mod bench_stones;
mod bench_tests;
mod bench_wide;
mod bindings;
mod bless_gas;
mod bless_go;
mod browser;
mod conformance;
mod corpus;
mod counts;
mod engines;
mod frontend;
mod gas;
mod hosts;
mod json;
mod kernels;
mod libraries;
mod limits;
mod package;
mod perf;
mod python;
mod release;
mod sanitize;
mod scoreboard;
mod test;
mod tidy;
mod toolchain;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  tidy [--update-baseline] check the rules of the workspace; exit 1 with a list when one is broken
      --update-baseline    lower the numbers of tools/xtask/src/tidy/baseline to what is found; they never grow
  sanitize [address|thread] [OPTIONS]
                           heap, maps, json, natives and the corpus under AddressSanitizer, threads under ThreadSanitizer
      --filter TEXT        only suites (with --seeded: defects) whose name contains this
      --seeded             put the defects of tests/sanitize in, one after another: each must be reported
  hosts [OPTIONS]          small hosts, most of them hostile or wrong, each in a process of its own: none may crash
      --filter TEXT        only hosts whose name contains this
      --jobs N             processes at once (default: one a core)
      --debug              with the checks of a debug build
      --sanitize [address|thread]
                           under AddressSanitizer, and those that have threads under ThreadSanitizer
  bindings [c|python|go] [OPTIONS]
                           build the bindings for other languages, and have each pass the cases of tests/bindings
      --short              with what the workspace's tests have built: no wheel is made
      --figures            instead: what a call takes from there
  engines [datafusion|ray] [OPTIONS]
                           build and test what brings guests into engines and clusters: takes long, and is not in .ci/run
      --figures            instead: what functions and jobs cost there
  example NAME             run a program of examples/, in the build that the suites use
  soak [--isolates N]      make, call and drop a million isolates: memory, files and maps must stay the same
  test [OPTIONS]           unit tests, then the corpus in every tier and stress mode
      --corpus             only the corpus
      --fail-fast          start no other program of the corpus once one has failed
      --filter TEXT        only programs whose path contains this
      --tier T             only this tier, no stress modes
      --purlin PATH        use this program instead of building one
  arm [OPTIONS]            AArch64: code is generated for all programs; functions that call nothing run under an emulator
      --whole              also the crates' tests, and each program there and here: output, ending and gas must agree
      --filter TEXT        only programs whose path contains this
      --purlin PATH        use this program here instead of building one
  bench [OPTIONS]          time bench/go against compiled Go, and judge
      --tier T             interp, native, auto or all (default: native)
      --unmetered          Purlin counts no gas
      --kernel K           only this kernel (may repeat)
      --group G            only this group: numeric, allocation, text, small
      --runs N             runs of each program, the fastest counts (default: 5)
      --quick              small sizes and one run: does everything work and agree?
      --full               the sizes of the Benchmarks Game instead of about a second
      --strict             fail if a bar is missed
      --json FILE          write the rows to FILE
      --purlin PATH        use this program instead of building one
  bench --ablate [OPTIONS] what is each pass of the optimiser worth? Written to docs/passes.md; takes an hour
      --kernel K           only this kernel (may repeat); printed, and written with --write only
      --runs N             runs for CPU time (default: 3)
      --no-instructions    CPU time only; --no-cpu: instructions only
      --purlin PATH        use this program instead of building one
  bench library [OPTIONS]  what programs use Go's library for (bench/library), against compiled Go
      --tier T             interp, native or auto (default: native)
      --filter TEXT        only uses whose name contains this
      --runs N             runs of each program, the fastest counts (default: 5)
      --strict             fail if a bar is missed
      --purlin PATH        use this program instead of building one
  bench hello [OPTIONS]    how long does one wait for a small program, against `go run`? (part of bench without a filter)
      --strict             fail if a bar is missed
      --purlin PATH        use this program instead of building one
  bench compile [OPTIONS]  what does making native code take? The corpus, and ten thousand generated lines
      --strict             fail if a bar is missed
      --filter TEXT        of the corpus only programs whose path contains this
      --purlin PATH, --fuzz PATH
                           use these programs instead of building them
  bench awfy SOM AWFY [OPTIONS]
                           the programs of Are We Fast Yet beside node, from copies of both public repositories
      --tier T             only interp (beside node --jitless), native, or auto (whole processes)
      --filter TEXT        only programs whose name contains this
      --runs N             runs of each, in turns, the least counts (default: 3)
      --strict             fail if a bar is missed
      --purlin PATH        use this program instead of building one
  bench stones [OPTIONS]   Smalltalk's classic benchmarks beside node, and a loop beside Go, in tier native
      --filter TEXT        only those whose title contains this
      --runs N             runs of each, in turns, the least counts (default: 5)
      --strict             fail if a bar is missed
      --purlin PATH        use this program instead of building one
  bench dispatch [OPTIONS] what does a send of Smalltalk cost at each rung of --dispatch? Written to docs/dispatch.md
      --runs N             rounds, in which the rungs take turns (default: 30)
      --filter TEXT        only programs whose name contains this; nothing is written
      --dry-run            write nothing
      --strict             fail if more sends are full lookups than asked
      --purlin PATH        use this program instead of building one
  bench wide [OPTIONS]     programs and benchmarks that others wrote (bench/wide.txt), against compiled Go
      --share N            one in N of them, always the same (default: 8); --all for all, which takes hours
      --filter TEXT        only those whose name contains this
      --tier T             interp, native or auto (default: auto)
      --runs N             runs of each, alternating, the least counts (default: 3)
      --json FILE          write the rows to FILE
      --list               instead: find all there are, and write bench/wide.txt
      --scratch DIR        keep what was fetched for the next run
      --purlin PATH        use this program instead of building one
  bench tests [OPTIONS]    how does `purlin test` scale with workers, and what does it take against `go test`?
      --filter TEXT        only parts whose name contains this: scaling, small, heavy, cover, many
      --runs N             runs of each, in turns, the least counts (default: 3)
      --packages N         packages of the suite for scaling (default: 200)
      --strict             fail if a bar is missed
      --purlin PATH        use this program instead of building one
  bench border             what do crossing between host and guest and isolates cost, beside wasmtime, LuaJIT and rhai?
  bench columns [OPTIONS]  what does a row of a batch cost, beside the same function in Rust over the same arrays?
      --batches N          batches of 1,024 rows of each, in turns, the least counts (default: 5000)
      --peers              also the same functions by arrow-udf, in WebAssembly and in Python
      --strict             fail if a bar is missed
  api [--check]            list in docs/go.md what our Go library lacks of the installed Go's
  gas [OPTIONS]            does any program of the corpus spend more than 50 ns of CPU per unit of gas?
      --filter TEXT        only programs whose path contains this
      --purlin PATH        use this program instead of building one
  counts [OPTIONS]         how often do rewrites, ops of IR and of bytecode occur in the corpus and in generated programs?
      --programs N         generated programs of 200 functions (default: 100)
      --least N            what occurs less often is named (default: 1000)
      --strict             fail if there is some
      --filter TEXT        of the corpus only programs whose path contains this
      --purlin PATH, --fuzz PATH
                           use these programs instead of building them
  libraries [OPTIONS]      do public libraries run as in compiled Go? (tests/libraries; needs Go and its module proxy)
      --filter TEXT        only drivers whose name contains this
      --purlin PATH        use this program instead of building one
  conformance go [OPTIONS] run Go's own tests and write docs/conformance/go.json, which only goes up
      --tier T             only this tier; nothing is written, and what passed before and does not now is an error
      --filter TEXT        only files whose path contains this
      --jobs N             tests at once (default: 2)
      --dry-run            write nothing
      --reason TEXT        why files that passed no longer do
      --lists FILE         count also the passes in lists of files (an object of arrays)
      --purlin PATH        use this program instead of building one
  conformance packages|libraries [OPTIONS]
                           run the external tests of Go's packages against ours, or public libraries with their own
                           tests, and write docs/conformance/packages.json or libraries.json, which only go up
      --tier T             only this tier; nothing is written
      --filter TEXT        only packages whose path contains this
      --jobs N             packages at once (default: 2)
      --dry-run            write nothing
      --reason TEXT        why tests that passed no longer do
      --scratch DIR        work here, and keep what compiled Go said and what was fetched for the next run
      --done               run nothing: take what a run with --scratch had found when it was interrupted
      --purlin PATH        use this program instead of building one
  conformance races [OPTIONS]
                           do the functions with which Go tests its race detector get the right answer? Written to
                           docs/conformance/races.json, which only goes up; --filter, --jobs, --tier, --dry-run,
                           --reason and --purlin as above
  conformance smalltalk FOLDER [OPTIONS]
                           run SOM's TestSuite from a copy of its repository, with its library and with ours, in
                           every tier, and write docs/conformance/smalltalk.json, which only goes up; --awfy FOLDER
                           adds the programs of Are We Fast Yet in SOM, --ansi FOLDER the tests of Smalltalk's standard
                           from a copy of `tests` of GNU Smalltalk's repository; --dry-run, --reason and --purlin as above
  bench json [PART...] [--kernel=NAME,...] [--portable] [--write]
                           time the JSON crate beside its peers: generate, parse, events, strings; --kernel=all for
                           every form of the string kernel; --portable without the build for this very machine;
                           --write puts the tables into docs/json.md
  json CHECK [OPTIONS]     what takes long about the JSON crate: kernels (strings at every alignment), splits (every
                           split of every file), fuzz (reader, then writer), arm (its tests by an emulator)
      --rounds N           kernels: how many strings (default: 10000000)
      --seconds N          fuzz: how long each of the two (default: 60)
  frontend [--purlin PATH] lines a second of checking and lowering, on the installed Go's own type checker
  perf [OPTIONS]           has anything become slower or faster than bench/perf/counts.json says? (docs/alarm.md)
      --quick              counters, instructions, and CPU time where the references' build is kept (the default)
      --full               also CPU time against a build of the references' commit, accumulation, and drifts
      --guest G, --benchmark B, --tier T
                           only these
      --update --why TEXT  what is measured becomes the references
      --no-instructions    without valgrind
      --no-times           without CPU time
      --against REV        instead: CPU time, peak memory and the worst benchmark of each guest in both revisions
      --report DIR         instead: DIR/index.html, a page of the references and their history
      --harness PATH       use this program instead of building one
  perf bisect GOOD BAD --benchmark B [--tier T] [--counter C]
                           the commit that changed a counter (default: native, slope), and the pass
  perf slowdowns [OPTIONS] are the defects of tests/slowdowns caught? Each is put in, built, and looked for
      --filter TEXT        only those whose name contains this
      --write              the table in docs/alarm.md
  scoreboard [--check] [--reason TEXT]
                           write docs/scoreboard.md from docs/conformance (with --check: is it that?); it only goes up
  package [OPTIONS]        make the packages of all crates, and build each from its package alone; nothing is published
      --no-verify          build none
      --allow-dirty        although something is not committed
      --offline            without asking the registry
  bless-go [--check] [PATH...]
                           fill `// Output:` of tests/go from the installed Go; with --check only compare
  bless-gas [OPTIONS]      write `// Gas:` into the programs that import nothing
      --reason TEXT        why what was written before changes; goes into tests/gas-history.md
      --purlin PATH        use this program instead of building one
";

/// Everything a command can fail with: a sentence for the person who ran it.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let outcome = match command.as_str() {
        "tidy" => tidy::run(&root(), &rest),
        "sanitize" => sanitize::run(&root(), &rest),
        "test" => test::run(&root(), &rest),
        "arm" => arm::run(&root(), &rest),
        "bench" if rest.first().is_some_and(|a| a == "json") => bench_json::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "border") => bench_border::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "columns") => bench_columns::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "wide") => bench_wide::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "tests") => bench_tests::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "library") => bench_library::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "hello") => bench_hello::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "compile") => bench_compile::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "stones") => bench_stones::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "awfy") => bench_awfy::run(&root(), &rest[1..]),
        "bench" if rest.first().is_some_and(|a| a == "dispatch") => bench_dispatch::run(&root(), &rest[1..]),
        "bench" if rest.iter().any(|a| a == "--ablate") => ablate::run(&root(), &rest),
        "bench" => bench::run(&root(), &rest),
        "bless-go" => bless_go::run(&root(), &rest),
        "bless-gas" => bless_gas::run(&root(), &rest),
        "conformance" => conformance::run(&root(), &rest),
        "json" => json::run(&root(), &rest),
        "bindings" => bindings::run(&root(), &rest),
        "engines" => engines::run(&root(), &rest),
        "hosts" => hosts::run(&root(), &rest),
        "soak" => hosts::soak(&root(), &rest),
        "api" => api::run(&root(), &rest),
        "frontend" => frontend::run(&root(), &rest),
        "counts" => counts::run(&root(), &rest),
        "gas" => gas::run(&root(), &rest),
        "libraries" => libraries::run(&root(), &rest),
        "perf" => perf::run(&root(), &rest),
        "scoreboard" => scoreboard::run(&root(), &rest),
        "example" => release::example(&root(), &rest),
        "package" => package::run(&root(), &rest),
        "" | "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(())
        }
        other => Err(format!("unknown command `{other}`\n\n{USAGE}")),
    };
    for line in limits::longest() {
        println!("{line}");
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace: this crate lives two levels below it.
fn root() -> PathBuf {
    let mut path = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    path.pop();
    path.pop();
    path
}
