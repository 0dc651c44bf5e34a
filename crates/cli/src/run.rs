//! `purlin run`: compiles a program and runs it within limits.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use purlin::pipeline::Timings;
use purlin::{
    Compilation, CompiledFunction, Config, Counts, Denial, Engine, Grants, Isolate, Limits, Module, Stats,
    Streams, Trap, TrapKind,
};

use crate::interrupt::Interrupts;
use crate::{exit, files, options, terminal};

pub const EXAMPLES: &str = "\
Examples:
  purlin run hello.go
  purlin run bench/go/reverse_complement.go < input.fasta
  purlin run --gas=1000000 --memory=64M untrusted.go -- its arguments
  purlin run ./service                      a folder, with go.mod in it or above it
  purlin run --allow-read=data --allow-env=LANG report.go
  purlin run --tier=interp --stats fib.go 30

Without options a program may use any amount of gas and time, 1 GiB of memory, 256 MiB of stack a goroutine, and
nothing of the machine but its arguments and its three streams. SIZE is 1000, 64K, 512M or 2G; DURATION is 500ms,
10s or 2m.

Exit codes: 0 it ended well; its own, if it called os.Exit; 1 it did not compile; 2 a panic or a deadlock; 3 a limit
ended it; 64 wrong usage; 70 a defect of Purlin; 130 interrupted (Ctrl-C).";

/// Arguments of `purlin run`.
#[derive(clap::Args)]
pub struct Run {
    /// Source files or one folder, then the program's own arguments
    #[arg(required = true, value_name = "FILE [ARG]", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
    #[command(flatten)]
    compile: options::Compile,
    /// Units of gas it may use; a unit is about one machine instruction [default: no limit]
    #[arg(long, value_name = "UNITS", conflicts_with = "no_metering")]
    gas: Option<u64>,
    /// Stack that one goroutine may use
    #[arg(long, default_value = "256M", value_name = "SIZE", value_parser = options::size)]
    stack: usize,
    /// Calls that may be active at once in a goroutine [default: no limit]
    #[arg(long, value_name = "CALLS")]
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
    /// Variable of the environment that it may see; may be repeated [default: none]
    #[arg(long, value_name = "NAME")]
    allow_env: Vec<String>,
    /// Print what it used, on standard error
    #[arg(long)]
    stats: bool,
    /// Print statistics as one line of JSON
    #[arg(long, requires = "stats")]
    json: bool,
    /// With --stats: also how often each rewrite was made and each op lowered; in JSON also name, ops, and nanoseconds of
    /// optimising and generating of each compiled function
    #[arg(long, requires = "stats")]
    counts: bool,
    /// Print how long each stage of compilation took, and each pass of the optimiser, on standard error
    #[arg(long)]
    time_passes: bool,
}

impl Run {
    pub fn execute(self) -> u8 {
        if let Some(switch) = self.args.first().filter(|a| a.len() > 1 && a.starts_with('-')) {
            // A closed pipe is no reason to complain.
            let _ = crate::not_a_file("run", switch).print();
            return exit::USAGE;
        }
        match self.try_execute() {
            Ok(code) => code,
            Err((code, message)) => {
                say!("{}", message.trim_end());
                code
            }
        }
    }

    fn try_execute(self) -> Result<u8, (u8, String)> {
        let (paths, mut args) = files::split(self.args.clone());
        if args.first().is_some_and(|a| a == "--") {
            args.remove(0);
        }
        let interrupts = Interrupts::listen();
        let config = self.compile.config().map_err(|e| (exit::USAGE, format!("purlin: {e}")))?;
        let sources = files::read(&paths, self.compile.source_bytes()).map_err(|e| (exit::COMPILE, e))?;
        let grants = self.grants().map_err(|e| (exit::USAGE, e))?;
        let module = self.compile(config, &sources)?;
        if !module.has_main() {
            return Err((exit::COMPILE, format!("{} is not a main package", paths[0])));
        }
        let mut isolate = self.isolate(&module).map_err(|e| (exit::INTERNAL, format!("purlin: {e}")))?;
        args.insert(0, paths[0].clone());
        isolate.set_args(args);
        isolate.set_grants(grants.clone());
        interrupts.watch(Some(isolate.canceller()));
        let before = thread_cpu();
        let result = isolate.run();
        let cpu = thread_cpu().zip(before).map_or(0, |(after, before)| after.saturating_sub(before));
        interrupts.watch(None);
        let code = result.as_ref().map_or_else(|trap| self.report(&isolate, trap), |()| exit::OK);
        for denial in grants.denials() {
            // Many programs look at variables that most users do not set, and do their work without.
            if code != exit::OK || matches!(denial, Denial::Read(_)) {
                say!("purlin: {denial}");
            }
        }
        if self.stats {
            let compiled = isolate.module().compilation();
            let counts = if self.counts { isolate.module().counts() } else { Counts::default() };
            let ending = result.err().map_or("Done", |t| t.kind.name());
            let rows = stats_rows(&isolate.stats(), cpu, &compiled);
            let slowest = compiled.slowest().map_or("", |f| f.name.as_str());
            if self.json {
                let pieces = if self.counts { &compiled.functions[..] } else { &[] };
                print_json(&rows, slowest, pieces, &counts, ending);
            } else {
                print_table(&rows, slowest, &counts, ending);
            }
        }
        // To take apart what was made would take longer than to make a small program.
        purlin::end_at_once(code)
    }

    fn compile(&self, mut config: Config, sources: &files::Sources) -> Result<Module, (u8, String)> {
        let mut timings = Timings::default();
        // What is shown is what the stages take for the whole program.
        config.eager |= self.time_passes;
        config.measure = self.stats;
        let compiled = Engine::new(config).compile_timed(sources.program(), &mut timings);
        if self.time_passes {
            for (stage, took) in &timings.stages {
                say!("{stage:14} {:9.3} ms", took.as_secs_f64() * 1e3);
                let passes = timings.passes.iter().filter(|_| *stage == "optimise");
                passes.for_each(|(pass, took)| say!("  {pass:12} {:9.3} ms", took.as_secs_f64() * 1e3));
            }
        }
        compiled.map_err(|e| (exit::COMPILE, terminal::errors(&e, 10, terminal::colours())))
    }

    fn grants(&self) -> Result<Grants, String> {
        let mut grants = Grants::none();
        for folder in &self.allow_read {
            grants = grants
                .allow_read(folder)
                .map_err(|e| format!("purlin: --allow-read={}: {e}", folder.display()))?;
        }
        Ok(self.allow_env.iter().fold(grants, |grants, name| grants.allow_env(name)))
    }

    fn isolate(&self, module: &Module) -> io::Result<Isolate<()>> {
        // What the compiled program itself takes is not there for its heap.
        let taken = module.compiled_bytes().saturating_sub(options::COMPILER_BYTES) as usize;
        let limits = Limits {
            gas: self.gas,
            alloc_bytes: self.alloc.map(|n| n as u64),
            heap_bytes: self.compile.memory.saturating_sub(taken).max(self.compile.memory / 8),
            stack_bytes: self.stack,
            call_depth: self.call_depth,
            output_bytes: self.output.map(|n| n as u64),
            deadline: self.timeout.map(|t| Instant::now() + t),
        };
        let streams = Streams {
            input: unbuffered(io::stdin().as_fd())?,
            output: unbuffered(io::stdout().as_fd())?,
            errors: unbuffered(io::stderr().as_fd())?,
        };
        module.isolate((), limits, streams)
    }

    /// Says how it ended; the exit code.
    fn report(&self, isolate: &Isolate<()>, trap: &Trap) -> u8 {
        let code = match trap.kind {
            TrapKind::Exit(code) => return code as u8,
            TrapKind::Uncaught => exit::PANIC,
            TrapKind::Deadlock => {
                say!("fatal error: {}", trap.message);
                return exit::PANIC;
            }
            TrapKind::OutOfGas | TrapKind::AllocBytes | TrapKind::CallDepth | TrapKind::OutOfMemory => {
                exit::LIMIT
            }
            TrapKind::StackOverflow | TrapKind::OutputLimit | TrapKind::Deadline => exit::LIMIT,
            TrapKind::Cancelled => exit::INTERRUPTED,
            TrapKind::Host | TrapKind::Io => exit::LIMIT,
            TrapKind::Internal => exit::INTERNAL,
        };
        let mut text = terminal::headline(&self.headline(isolate, trap), terminal::colours());
        let trace = isolate.traceback(trap);
        if !trace.is_empty() {
            text.push_str(&format!("\n\ngoroutine 1 [running]:\n{trace}"));
        }
        say!("{}", text.trim_end());
        code
    }
}

impl Run {
    /// What happened, and where a limit or an interrupt met the program.
    fn headline(&self, isolate: &Isolate<()>, trap: &Trap) -> String {
        let place = isolate.place(trap).map(|place| format!(" in {place}")).unwrap_or_default();
        let kind = trap.kind.name();
        match trap.kind {
            TrapKind::Uncaught
                if trap.message.starts_with("panic: ") || trap.message.starts_with("fatal error: ") =>
            {
                trap.message.clone()
            }
            TrapKind::Uncaught => format!("panic: {}", trap.message),
            TrapKind::Cancelled => format!("purlin: interrupted{place}"),
            TrapKind::OutOfGas => {
                let gas = self.gas.unwrap_or_default();
                format!("purlin: {} ({kind}: --gas={gas}){place}", trap.message)
            }
            _ => format!("purlin: {} ({kind}){place}", trap.message),
        }
    }
}

/// A standard stream without the buffers that Rust puts before it: guests buffer as they see fit.
fn unbuffered(fd: BorrowedFd<'_>) -> io::Result<Box<File>> {
    Ok(Box::new(File::from(fd.try_clone_to_owned()?)))
}

/// Nanoseconds of CPU that this thread has taken, where the system tells (Linux). Compiling in the background is none
/// of them. The count is of the last time that the thread was scheduled, so it yields first.
fn thread_cpu() -> Option<u64> {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// The numbers of a run, in the order in which they are printed.
fn stats_rows(stats: &Stats, cpu: u64, compiled: &Compilation) -> Vec<(&'static str, u64)> {
    let nanos = |time: Duration| time.as_nanos() as u64;
    vec![
        ("gas", stats.gas),
        ("cpu_ns", cpu),
        ("prepare_ns", nanos(compiled.preparing)),
        ("alloc_bytes", stats.alloc_bytes),
        ("fibers", stats.fibers),
        ("output_bytes", stats.output_bytes),
        ("collections", stats.collections),
        ("live_bytes", stats.live_bytes),
        ("switches", stats.switches),
        ("compiled", stats.compiled),
        ("compile_failures", stats.compile_failures),
        ("compiled_twice", compiled.repeated),
        ("compiled_ops", compiled.ops()),
        ("compile_ns", nanos(compiled.time())),
        ("optimise_ns", nanos(compiled.optimising())),
        ("compile_p95_ns", nanos(compiled.p95())),
        ("compile_most_ns", compiled.slowest().map_or(0, |f| nanos(f.time()))),
        ("code_bytes", stats.code_bytes),
        ("osr_entries", stats.osr_entries),
        ("deopts", stats.deopts),
    ]
}

/// The tables of counts that are not empty, with what they are called.
fn tables(counts: &Counts) -> impl Iterator<Item = (&'static str, &[(&'static str, u64)])> {
    let all = [
        ("rewrites", &counts.rewrites[..]),
        ("ir_ops", &counts.ir_ops[..]),
        ("bytecode_ops", &counts.bytecode_ops[..]),
    ];
    all.into_iter().filter(|(_, rows)| !rows.is_empty())
}

fn print_json(
    rows: &[(&'static str, u64)],
    slowest: &str,
    pieces: &[CompiledFunction],
    counts: &Counts,
    ending: &str,
) {
    let numbers = |rows: &[(&str, u64)]| {
        let fields: Vec<String> = rows.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
        fields.join(",")
    };
    let tables: String =
        tables(counts).map(|(name, rows)| format!("\"{name}\":{{{}}},", numbers(rows))).collect();
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let piece = |f: &CompiledFunction| {
        let nanos = [f.optimising, f.generating].map(|t| t.as_nanos());
        format!("[{},{},{},{}]", quoted(&f.name), f.ops, nanos[0], nanos[1])
    };
    let pieces = match pieces {
        [] => String::new(),
        all => format!("\"functions\":[{}],", all.iter().map(piece).collect::<Vec<_>>().join(",")),
    };
    let slowest = quoted(slowest);
    say!("{{{},\"compile_slowest\":{slowest},{pieces}{tables}\"ending\":\"{ending}\"}}", numbers(rows));
}

fn print_table(rows: &[(&'static str, u64)], slowest: &str, counts: &Counts, ending: &str) {
    rows.iter().for_each(|(k, v)| say!("{k:16} {v:>16}"));
    if !slowest.is_empty() {
        say!("{:16} {slowest:>16}", "compile_slowest");
    }
    say!("{:16} {ending:>16}", "ending");
    for (name, rows) in tables(counts) {
        say!("{name}:");
        rows.iter().for_each(|(k, v)| say!("  {k:24} {v:>12}"));
    }
}
