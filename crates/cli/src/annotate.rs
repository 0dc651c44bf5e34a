//! `purlin annotate`: runs a program and shows what each line took, beside its source.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;

use purlin::profile::Profiling;
use purlin::{Engine, Limits, Streams, TrapKind};

use crate::exit::{self, Failure, Outcome};
use crate::load::{Loaded, compile_failure};
use crate::terminal::MAX_ERRORS;
use crate::{files, options, profiles, terminal};

pub(crate) const EXAMPLES: &str = "\
Examples:
  purlin annotate hello.EXT
  purlin annotate --html=costs.html words.EXT < input.txt
  purlin annotate fib.EXT 20                 with the program's own arguments

The program runs to its end, with what it prints on standard output as always. What each line took is counted in
units of gas, exactly: it is the same in every run, and adds up to what `purlin run --stats` tells. It is shown on
standard error, or written to a page. The program sees nothing of the machine but its arguments and its streams.";

/// Arguments of `purlin annotate`.
#[derive(clap::Args)]
pub(crate) struct Annotate {
    /// Source files, one folder, or `-` for standard input; then the program's own arguments
    #[arg(
        default_value = ".",
        value_name = "FILE [ARG]",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    args: Vec<String>,
    /// Write a page of HTML instead
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Units of gas it may use [default: no limit]
    #[arg(long, value_name = "UNITS", value_parser = options::count)]
    gas: Option<u64>,
    #[command(flatten)]
    compile: options::Compile,
}

impl Annotate {
    pub(crate) fn execute(self, engine: Engine) -> Outcome {
        let (paths, mut args) = files::split(self.args.clone());
        if args.first().is_some_and(|a| a == "--") {
            args.remove(0);
        }
        let loaded = Loaded::open(&paths, &[], &self.compile, engine, |_| ())?;
        let compiled = loaded.engine.compile(loaded.program());
        let module = compiled.map_err(|error| compile_failure(&error, MAX_ERRORS))?;
        if !module.has_main() {
            return Err(Failure::new(exit::COMPILE, module.guest().nothing_to_run(&paths[0])));
        }
        let internal = |e: io::Error| Failure::new(exit::INTERNAL, format!("purlin: {e}"));
        let limits = Limits { gas: self.gas, heap_bytes: self.compile.memory, ..Limits::default() };
        let profiling = Profiling { units: 0, ..Profiling::default() };
        let streams = streams().map_err(internal)?;
        let mut isolate = module.profiled_isolate(profiling, (), limits, streams).map_err(internal)?;
        args.insert(0, paths[0].clone());
        isolate.set_args(args);
        let result = isolate.run();
        let Some(profile) = isolate.profile() else { return Ok(exit::INTERNAL) };
        match &self.html {
            Some(file) => profiles::store(file, profile.annotated_page().as_bytes())?,
            None => terminal::tell(&profile.annotated(terminal::colours())),
        }
        Ok(match result {
            Ok(()) => exit::OK,
            Err(trap) => {
                say!("{}", isolate.report(&isolate.headline(&trap), &trap).trim_end());
                match trap.kind {
                    TrapKind::Exit(code) => code as u8,
                    TrapKind::Uncaught | TrapKind::Deadlock => exit::PANIC,
                    _ => exit::LIMIT,
                }
            }
        })
    }
}

/// The streams of the process.
fn streams() -> io::Result<Streams> {
    let own = |fd: std::os::fd::BorrowedFd<'_>| fd.try_clone_to_owned().map(File::from);
    Ok(Streams {
        input: Box::new(own(io::stdin().as_fd())?),
        output: Box::new(own(io::stdout().as_fd())?),
        errors: Box::new(own(io::stderr().as_fd())?),
    })
}
