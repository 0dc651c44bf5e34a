//! `purlin run`: compiles a program and runs it within limits.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args as _;
use purlin::profile::{JitDump, Measure, Profile};
use purlin::{Cached, Denial, Dispatch, Engine, Grants, Isolate, Limits, Module, Timings, Trap, TrapKind};

use crate::exit::{self, Failure, Outcome};
use crate::interrupt::Interrupts;
use crate::load::{Loaded, compile_failure};
use crate::stats::Report;
use crate::terminal::MAX_ERRORS;
use crate::{cache, files, help, options, profiles, streams, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin run hello.EXT
  purlin run words.EXT < input.txt
  purlin run - < hello.EXT                   a program from standard input
  purlin run --gas=5M --memory=64M untrusted.EXT -- its arguments
  purlin run                                the folder where it is called, with MARKER in it or above it
  purlin run ./service                      another folder
  purlin run --allow-read=data --allow-env=LANG report.EXT
  purlin run --tier=interp --stats fib.EXT 30

Without options a program may use any amount of gas and time, 1 GiB of memory, 256 MiB of stack a fiber, and
nothing of the machine but its arguments and its three streams. UNITS and CALLS are 1000, 20k, 5M or 2G, where a k is
1000; SIZE is 1000, 64K, 512M or 2G, where a K is 1024; DURATION is 500ms, 10s or 2m.

Compiled programs are kept in a folder (--cache, or $PURLIN_CACHE), so that the next run compiles nothing: what is in
the folder is trusted, and no one else may write there.

A file may begin with a line for the shell, `#!/usr/bin/env -S purlin run`; its name then needs no extension.

Exit codes: 0 it ended well; its own, if it chose one; 1 it did not compile; 2 a panic or a deadlock; 3 a limit
ended it; 64 wrong usage; 66 data races (--race); 70 a defect of Purlin; 130 interrupted (Ctrl-C); 141 the reader of its output has gone.";

/// Where the system gives random bytes.
const RANDOM: &str = "/dev/urandom";

/// Arguments of `purlin run`.
#[derive(clap::Args)]
pub(crate) struct Run {
    /// Source files, one folder, or `-` for standard input; then the program's own arguments
    #[arg(
        default_value = ".",
        value_name = "FILE [ARG]",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    args: Vec<String>,
    #[command(flatten)]
    compile: options::Compile,
    /// Units of gas it may use; a unit is about one machine instruction [default: no limit]
    #[arg(long, value_name = "UNITS", value_parser = options::count, conflicts_with = "no_metering")]
    gas: Option<u64>,
    /// Stack that one fiber may use
    #[arg(long, default_value = "256M", value_name = "SIZE", value_parser = options::size)]
    stack: usize,
    /// Calls that may be active at once in a fiber [default: no limit]
    #[arg(long, value_name = "CALLS", value_parser = options::count)]
    call_depth: Option<u64>,
    /// Bytes it may allocate in all [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = options::size)]
    alloc: Option<usize>,
    /// Bytes it may print [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = options::size)]
    output: Option<usize>,
    /// Time it may take by the clock [default: no limit]
    #[arg(long, value_name = "DURATION", value_parser = options::duration)]
    timeout: Option<Duration>,
    /// Folder below which it may read files; may be repeated [default: none]
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Folder below which it may read and write files; may be repeated [default: none]
    #[arg(long, value_name = "DIR")]
    allow_write: Vec<PathBuf>,
    /// Variable of the environment that it may see; may be repeated [default: none]
    #[arg(long, value_name = "NAME")]
    allow_env: Vec<String>,
    /// Let keys and the like be made of random bytes of the system [default: of bytes that are the same in
    /// every run]
    #[arg(long)]
    allow_entropy: bool,
    /// Folder where compiled programs are kept for the next run, or `off` [default: purlin in the user's
    /// folder for caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<String>,
    /// What sends of a dynamic language keep of earlier ones: nothing, looked up by calls through method
    /// objects (lookup) or direct calls (invoke); the last method (mono); a table of all (mono+global); the
    /// last class in the site (mono-site); or six classes in the site (poly)
    #[arg(long, default_value = "poly", value_name = "RUNG", help_heading = options::MEASURING,
        hide_short_help = true)]
    dispatch: Dispatch,
    /// Print what it used, on standard error
    #[arg(long, help_heading = options::MEASURING, hide_short_help = true)]
    stats: bool,
    /// With --stats: print it as one line of JSON
    #[arg(long, requires = "stats", help_heading = options::MEASURING, hide_short_help = true)]
    json: bool,
    /// With --stats: also how often each rewrite was made and each op lowered, what the interpreter executed,
    /// and which sends of a dynamic language their site had an answer for; in JSON also name, ops, and
    /// nanoseconds of optimising and generating of each compiled function
    #[arg(long, requires = "stats", help_heading = options::MEASURING, hide_short_help = true)]
    counts: bool,
    /// Write a profile of the run: for pprof (.pb.gz), for the Firefox Profiler (.json), or as a flame graph
    /// (.svg)
    #[arg(long, value_name = "FILE", help_heading = options::MEASURING, hide_short_help = true)]
    profile: Option<String>,
    /// Write a timeline of the run for Perfetto or Chrome: turns of fibers, collections, compilations
    #[arg(long, value_name = "FILE.json", help_heading = options::MEASURING, hide_short_help = true)]
    trace: Option<String>,
    /// Write one page about the run: where its gas went, flame graph, functions, source, tiers
    #[arg(long, value_name = "FILE.html", help_heading = options::MEASURING, hide_short_help = true)]
    report: Option<String>,
    /// What the profile is of: gas (the same from every run), time (of the processor), or memory (bytes
    /// allocated and in use)
    #[arg(long, value_name = "WHAT", default_value = "gas", value_parser = profiles::measure,
        help_heading = options::MEASURING, hide_short_help = true)]
    profile_by: Measure,
    /// How far samples are apart: units of gas, microseconds, or bytes [default: 250k, 1000, 128k]; 0 counts
    /// every unit of gas, without callers
    #[arg(long, value_name = "N", value_parser = options::count, help_heading = options::MEASURING,
        hide_short_help = true)]
    profile_every: Option<u64>,
    /// Write /tmp/perf-PID.map when the program has ended, from which `perf` and samply name machine code;
    /// the cache is not used
    #[arg(long, help_heading = options::MEASURING, hide_short_help = true)]
    perf_map: bool,
    /// Write jit-PID.dump into a folder, for `perf record -k mono` with `perf inject --jit`, and samply; the
    /// cache is not used
    #[arg(long, value_name = "DIR", help_heading = options::MEASURING, hide_short_help = true)]
    jitdump: Option<PathBuf>,
    /// Print how long each stage of compilation took, and each pass of the optimiser, on standard error
    #[arg(long, help_heading = options::MEASURING, hide_short_help = true)]
    time_passes: bool,
}

impl Run {
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        if let Some(switch) = self.args.first().filter(|a| a.len() > 1 && a.starts_with('-')) {
            let command = Run::augment_args(clap::Command::new("run").bin_name("purlin run"));
            // A closed pipe is no reason to complain.
            let _ = help::not_a_file(command, switch).print();
            return Ok(exit::USAGE);
        }
        let (paths, mut args) = self.words();
        if args.first().is_some_and(|a| a == "--") {
            args.remove(0);
        }
        self.check_profile()?;
        let interrupts = Interrupts::listen();
        let (module, cached) = self.compile(&paths, &args, engine)?;
        let grants = self.grants().map_err(Failure::usage)?;
        if !module.has_main() {
            return Err(Failure::new(exit::COMPILE, module.guest().nothing_to_run(&paths[0])));
        }
        let internal = |e: io::Error| Failure::new(exit::INTERNAL, format!("purlin: {e}"));
        let closed = Arc::new(AtomicBool::new(false));
        let mut isolate = self.isolate(&module, &closed).map_err(internal)?;
        args.insert(0, paths[0].clone());
        isolate.set_args(args);
        isolate.set_grants(grants.clone());
        let dump = self.watch(&mut isolate)?;
        interrupts.watch(Some(isolate.canceller()));
        let before = thread_cpu();
        let result = isolate.run();
        let cpu = thread_cpu().zip(before).map_or(0, |(after, before)| after.saturating_sub(before));
        interrupts.watch(None);
        let races = isolate.races();
        if races > 0 && result.is_ok() {
            say!("Found {races} data race(s)");
        }
        let code = match &result {
            Ok(()) if races > 0 => exit::RACES,
            Ok(()) => exit::OK,
            // The reader of the output has seen enough.
            Err(trap) if trap.kind == TrapKind::Io && closed.load(Ordering::Relaxed) => exit::PIPE,
            Err(trap) => self.report(&isolate, trap),
        };
        for denial in grants.denials() {
            // Many programs look at variables that most users do not set, and do their work without.
            if !matches!(code, exit::OK | exit::PIPE) || matches!(denial, Denial::Read(_)) {
                say!("purlin: {denial}");
            }
        }
        self.write_profiles(&isolate, (&paths[0], result.as_ref().err()), cpu)?;
        profiles::write_code(&isolate, self.perf_map, dump)?;
        if self.stats {
            self.print_stats(&isolate, cpu, result.err().map_or("Done", |trap| trap.kind.name()));
        }
        if let Some(cached) = cached {
            // The next run compiles again what could not be kept.
            let _ = cached.store();
        }
        // To take apart what was made would take longer than to make a small program.
        purlin::end_at_once(code)
    }

    /// Begins what is kept of the run besides its profile.
    fn watch(&self, isolate: &mut Isolate<()>) -> Result<Option<JitDump>, Failure> {
        if self.trace.is_some() || self.report.is_some() {
            isolate.keep_timeline();
        }
        self.jitdump.as_deref().map(profiles::begin_dump).transpose()
    }

    /// What names the program, and its own arguments.
    fn words(&self) -> (Vec<String>, Vec<String>) {
        if self.compile.class_path.is_none() {
            return files::split(self.args.clone());
        }
        let mut name = self.args.clone();
        let rest = name.split_off(1.min(name.len()));
        (name, rest)
    }

    /// Whether a profile as it is asked for can be made and written.
    fn check_profile(&self) -> Result<(), Failure> {
        if let Some(file) = &self.profile {
            Profile::is_format(file).map_err(|why| Failure::usage(format!("--profile={why}")))?;
        }
        let is_profiled = self.profile.is_some() || self.report.is_some();
        if is_profiled && self.compile.no_metering && self.profile_by != Measure::Memory {
            let why = "a program without metering (--no-metering) has no profile by gas or time";
            return Err(Failure::usage(why));
        }
        Ok(())
    }

    /// The program, and its place in the cache if there is one.
    fn compile(
        &self,
        paths: &[String],
        words: &[String],
        engine: Engine,
    ) -> Result<(Module, Option<Cached>), Failure> {
        let loaded = Loaded::open(paths, words, &self.compile, engine, |config| {
            // What is shown is what the stages take for the whole program.
            config.eager |= self.time_passes;
            config.measure = self.stats || self.report.is_some();
            config.count_bytecodes = self.counts;
        })?;
        let mut timings = Timings::default();
        // What a run found kept, it would not compile again.
        let fresh = self.compile.deterministic || self.perf_map || self.jitdump.is_some();
        let kept = if fresh { None } else { cache::open(self.cache.as_deref()) };
        let compiled = match kept {
            Some(cache) => {
                let cached = loaded.engine.compile_cached(loaded.program(), &cache, &mut timings);
                cached.map(|cached| (cached.module().clone(), Some(cached)))
            }
            None => loaded.engine.compile_timed(loaded.program(), &mut timings).map(|module| (module, None)),
        };
        if self.time_passes {
            for (stage, took) in &timings.stages {
                say!("{stage:14} {:9.3} ms", took.as_secs_f64() * 1e3);
                let passes = timings.passes.iter().filter(|_| *stage == "optimise");
                passes.for_each(|(pass, took)| say!("  {pass:12} {:9.3} ms", took.as_secs_f64() * 1e3));
            }
        }
        compiled.map_err(|error| compile_failure(&error, MAX_ERRORS))
    }

    /// Writes what was asked for about a run of that name, which took so many nanoseconds.
    fn write_profiles(
        &self,
        isolate: &Isolate<()>,
        (name, trap): (&str, Option<&Trap>),
        cpu: u64,
    ) -> Result<(), Failure> {
        if let Some(file) = &self.profile {
            profiles::write(isolate, file)?;
        }
        if let Some((file, trace)) = self.trace.as_ref().zip(isolate.timeline()) {
            profiles::store(file, trace.as_bytes())?;
        }
        if let Some(file) = &self.report {
            let ending = trap.map_or_else(|| "It ended well.".into(), |trap| isolate.headline(trap));
            profiles::report(isolate, file, (name, &ending), cpu)?;
        }
        Ok(())
    }

    fn print_stats(&self, isolate: &Isolate<()>, cpu: u64, ending: &str) {
        let (module, stats) = (isolate.module(), isolate.stats());
        let (sends, compiled) = (isolate.send_counts(), module.compilation());
        let counts = self.counts.then(|| module.counts());
        let report =
            Report { stats: &stats, sends, cpu, compiled: &compiled, counts: counts.as_ref(), ending };
        terminal::tell(&if self.json { report.json() } else { report.text() });
    }

    fn grants(&self) -> Result<Grants, String> {
        let mut grants = Grants::none();
        for folder in &self.allow_read {
            grants =
                grants.allow_read(folder).map_err(|e| format!("--allow-read={}: {e}", folder.display()))?;
        }
        for folder in &self.allow_write {
            grants =
                grants.allow_write(folder).map_err(|e| format!("--allow-write={}: {e}", folder.display()))?;
        }
        if self.allow_entropy {
            let mut key = [0; 32];
            let read = File::open(RANDOM).and_then(|mut source| source.read_exact(&mut key));
            read.map_err(|e| format!("--allow-entropy: {RANDOM}: {e}"))?;
            grants = grants.allow_entropy(key);
        }
        Ok(self.allow_env.iter().fold(grants, |grants, name| grants.allow_env(name)))
    }

    fn isolate(&self, module: &Module, closed: &Arc<AtomicBool>) -> io::Result<Isolate<()>> {
        // Memory that the compiled program itself takes is not available to its heap.
        let taken = module.compiled_bytes().saturating_sub(options::COMPILER_BYTES) as usize;
        let limits = Limits {
            gas: self.gas,
            alloc_bytes: self.alloc.map(|n| n as u64),
            heap_bytes: self.compile.memory.saturating_sub(taken).max(self.compile.memory / 8),
            stack_bytes: self.stack,
            call_depth: self.call_depth,
            output_bytes: self.output.map(|n| n as u64),
            deadline: self.timeout.map(|t| Instant::now() + t),
            ..Limits::default()
        };
        let streams = streams::standard(closed)?;
        let mut isolate = match self.profile.as_ref().or(self.report.as_ref()) {
            Some(_) => {
                let profiling = profiles::profiling(self.profile_by, self.profile_every);
                module.profiled_isolate(profiling, (), limits, streams)?
            }
            None => module.isolate((), limits, streams)?,
        };
        isolate.set_dispatch(self.dispatch);
        isolate.count_sends(self.counts);
        Ok(isolate)
    }

    /// Prints how the program ended; the exit code.
    fn report(&self, isolate: &Isolate<()>, trap: &Trap) -> u8 {
        let code = match trap.kind {
            TrapKind::Exit(code) => return code as u8,
            TrapKind::Uncaught | TrapKind::Deadlock => exit::PANIC,
            TrapKind::OutOfGas | TrapKind::AllocBytes | TrapKind::CallDepth | TrapKind::OutOfMemory => {
                exit::LIMIT
            }
            TrapKind::StackOverflow | TrapKind::OutputLimit | TrapKind::Deadline => exit::LIMIT,
            TrapKind::Cancelled => exit::INTERRUPTED,
            TrapKind::HostObjects | TrapKind::Host | TrapKind::Io => exit::LIMIT,
            TrapKind::Internal => exit::INTERNAL,
        };
        let headline = terminal::headline(&self.headline(isolate, trap), terminal::colours());
        say!("{}", isolate.report(&headline, trap).trim_end());
        code
    }

    /// What happened, and where a limit or an interrupt met the program.
    fn headline(&self, isolate: &Isolate<()>, trap: &Trap) -> String {
        let place = isolate.place(trap).map(|place| format!(" in {place}")).unwrap_or_default();
        let kind = trap.kind.name();
        match trap.kind {
            TrapKind::Uncaught | TrapKind::Deadlock => isolate.headline(trap),
            TrapKind::Cancelled => format!("purlin: interrupted{place}"),
            _ => match self.option(trap) {
                Some(option) => format!("purlin: {} ({kind}: {option}){place}", trap.message),
                None => format!("purlin: {} ({kind}){place}", trap.message),
            },
        }
    }

    /// The option that the limit comes from which ended the program, if one did.
    fn option(&self, trap: &Trap) -> Option<String> {
        let sized = |name: &str, size: usize| format!("--{name}={}", options::shown_size(size));
        match trap.kind {
            TrapKind::OutOfGas => self.gas.map(|gas| format!("--gas={gas}")),
            TrapKind::AllocBytes => self.alloc.map(|bytes| sized("alloc", bytes)),
            TrapKind::CallDepth => self.call_depth.map(|calls| format!("--call-depth={calls}")),
            TrapKind::OutOfMemory => Some(sized("memory", self.compile.memory)),
            // All stacks are within what the heap leaves of the memory.
            TrapKind::StackOverflow if trap.message == "stack overflow" => Some(format!(
                "{} within {}",
                sized("stack", self.stack),
                sized("memory", self.compile.memory)
            )),
            TrapKind::OutputLimit => self.output.map(|bytes| sized("output", bytes)),
            TrapKind::Deadline => self.timeout.map(|time| format!("--timeout={time:?}")),
            TrapKind::StackOverflow | TrapKind::Uncaught | TrapKind::Exit(_) | TrapKind::Deadlock => None,
            TrapKind::Cancelled | TrapKind::HostObjects | TrapKind::Host => None,
            TrapKind::Io | TrapKind::Internal => None,
        }
    }
}

/// Nanoseconds of CPU that this thread has taken, where the system counts them (Linux). Compilation in the
/// background is not included. The system counts when it schedules the thread, so the thread yields first.
fn thread_cpu() -> Option<u64> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
