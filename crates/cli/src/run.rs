//! `purlin run`: compiles a program and runs it within limits.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd as _, BorrowedFd};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use purlin::pipeline::Timings;
use purlin::{Engine, Grants, Isolate, Limits, Module, Stats, Streams, Trap, TrapKind};

use crate::{exit, files, options};

pub const EXAMPLES: &str = "\
Examples:
  purlin run hello.go
  purlin run bench/go/reverse_complement.go < input.fasta
  purlin run --gas=1000000 --memory=64M untrusted.go -- its arguments
  purlin run --tier=interp --stats fib.go 30";

/// Arguments of `purlin run`.
#[derive(clap::Args)]
pub struct Run {
    /// Source files or one folder, then the program's own arguments
    #[arg(required = true, value_name = "FILE [ARG]", trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
    #[command(flatten)]
    compile: options::Compile,
    /// Units of gas it may use; none is no limit
    #[arg(long, value_name = "UNITS")]
    gas: Option<u64>,
    /// Heap it may use at once
    #[arg(long, default_value = "1G", value_name = "SIZE", value_parser = options::size)]
    memory: usize,
    /// Stack that one goroutine may use
    #[arg(long, default_value = "256M", value_name = "SIZE", value_parser = options::size)]
    stack: usize,
    /// Calls that may be active at once
    #[arg(long, value_name = "CALLS")]
    call_depth: Option<u64>,
    /// Bytes it may allocate in all
    #[arg(long, value_name = "SIZE", value_parser = options::size)]
    alloc: Option<usize>,
    /// Bytes it may print
    #[arg(long, value_name = "SIZE", value_parser = options::size)]
    output: Option<usize>,
    /// Time it may take by the clock
    #[arg(long, value_name = "DURATION", value_parser = options::duration)]
    timeout: Option<Duration>,
    /// Folder below which it may read files
    #[arg(long, value_name = "DIR")]
    allow_read: Vec<PathBuf>,
    /// Variable of the environment that it may see
    #[arg(long, value_name = "NAME")]
    allow_env: Vec<String>,
    /// Print what it used, on standard error
    #[arg(long)]
    stats: bool,
    /// Print statistics as one line of JSON
    #[arg(long)]
    json: bool,
    /// Print how long each stage of compilation took, on standard error
    #[arg(long)]
    time_passes: bool,
}

impl Run {
    pub fn execute(self) -> u8 {
        match self.try_execute() {
            Ok(code) => code,
            Err((code, message)) => {
                eprintln!("{}", message.trim_end());
                code
            }
        }
    }

    fn try_execute(self) -> Result<u8, (u8, String)> {
        let (paths, mut args) = files::split(self.args.clone());
        if args.first().is_some_and(|a| a == "--") {
            args.remove(0);
        }
        let sources = files::read(&paths).map_err(|e| (exit::COMPILE, e))?;
        let config = self.compile.config().map_err(|e| (exit::USAGE, format!("purlin: {e}")))?;
        let engine = Engine::new(config);
        let mut timings = Timings::default();
        let compiled = engine.compile_timed(&sources, &mut timings);
        if self.time_passes {
            for (stage, took) in &timings.0 {
                eprintln!("{stage:12} {:9.3} ms", took.as_secs_f64() * 1e3);
            }
        }
        let module = compiled.map_err(|e| (exit::COMPILE, e.to_string()))?;
        let mut isolate = self.isolate(&module).map_err(|e| (exit::INTERNAL, format!("purlin: {e}")))?;
        args.insert(0, paths[0].clone());
        isolate.set_args(args);
        isolate.set_grants(self.grants().map_err(|e| (exit::USAGE, e))?);
        let result = isolate.run();
        let code = result.as_ref().map_or_else(|trap| self.report(&isolate, trap), |()| exit::OK);
        if self.stats {
            print_stats(&isolate.stats(), result.err().map(|t| t.kind), self.json);
        }
        Ok(code)
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
        let limits = Limits {
            gas: self.gas,
            alloc_bytes: self.alloc.map(|n| n as u64),
            heap_bytes: self.memory,
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
                eprintln!("fatal error: {}", trap.message);
                return exit::PANIC;
            }
            TrapKind::OutOfGas | TrapKind::AllocBytes | TrapKind::CallDepth | TrapKind::OutOfMemory => {
                exit::LIMIT
            }
            TrapKind::StackOverflow | TrapKind::OutputLimit | TrapKind::Deadline | TrapKind::Cancelled => {
                exit::LIMIT
            }
            TrapKind::Host | TrapKind::Io => exit::LIMIT,
            TrapKind::Internal => exit::INTERNAL,
        };
        let mut text = String::new();
        match trap.kind {
            TrapKind::Uncaught if trap.message.starts_with("panic: ") => text.push_str(&trap.message),
            TrapKind::Uncaught => text.push_str(&format!("panic: {}", trap.message)),
            kind => text.push_str(&format!("purlin: {} ({})", trap.message, kind.name())),
        }
        let trace = isolate.traceback(trap);
        if !trace.is_empty() {
            text.push_str(&format!("\n\ngoroutine 1 [running]:\n{trace}"));
        }
        eprintln!("{}", text.trim_end());
        code
    }
}

/// A standard stream without the buffers that Rust puts before it: guests buffer as they see fit.
fn unbuffered(fd: BorrowedFd<'_>) -> io::Result<Box<File>> {
    Ok(Box::new(File::from(fd.try_clone_to_owned()?)))
}

fn print_stats(stats: &Stats, trap: Option<TrapKind>, json: bool) {
    let rows = [
        ("gas", stats.gas),
        ("alloc_bytes", stats.alloc_bytes),
        ("fibers", stats.fibers),
        ("output_bytes", stats.output_bytes),
        ("collections", stats.collections),
        ("live_bytes", stats.live_bytes),
        ("switches", stats.switches),
        ("compiled", stats.compiled),
        ("compile_failures", stats.compile_failures),
        ("code_bytes", stats.code_bytes),
        ("osr_entries", stats.osr_entries),
        ("deopts", stats.deopts),
    ];
    let ending = trap.map_or("Done", TrapKind::name);
    if json {
        let fields: Vec<String> = rows.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
        eprintln!("{{{},\"ending\":\"{ending}\"}}", fields.join(","));
    } else {
        rows.iter().for_each(|(k, v)| eprintln!("{k:16} {v:>16}"));
        eprintln!("{:16} {ending:>16}", "ending");
    }
}
