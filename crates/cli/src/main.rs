//! The command `purlin`: one file a subcommand.

#![forbid(unsafe_code)]

#[macro_use]
mod terminal;

mod check;
mod files;
mod inspect;
mod interrupt;
mod json;
mod options;
mod passes;
mod run;
mod suggest;

use std::io::Write as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser, Subcommand};

/// A compiler makes many small objects on several threads; the C library's allocator spends a fifth of a short run on
/// them, and grows the heap of each thread but the first by a page and a system call at a time.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs other people's programs: fast, metered, bounded.
#[derive(Parser)]
#[command(name = "purlin", bin_name = "purlin", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes:
    0  the program ended well           3  a limit ended it: gas, memory, stack, output, time
    *  its own, if it called os.Exit   64  wrong usage of this command
    1  it did not compile              70  a defect of Purlin
    2  a panic, or a deadlock         130  interrupted (Ctrl-C)

`purlin help COMMAND` shows the options of a command, their defaults, and examples.";

#[derive(Subcommand)]
enum Command {
    /// Compile and run a program
    #[command(after_help = run::EXAMPLES)]
    Run(Box<run::Run>),
    /// Compile a program and report what is wrong with it
    #[command(after_help = check::EXAMPLES)]
    Check(check::Check),
    /// Print a program at one of the stages of compilation
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::Inspect),
    /// List the passes of the optimiser
    #[command(after_help = passes::EXAMPLES)]
    Passes(passes::Passes),
    /// Format, minify, check or split JSON
    #[command(after_help = json::EXAMPLES)]
    Json(json::Json),
    /// Print the version
    Version,
}

/// What a command ended with, as an exit code.
pub mod exit {
    pub const OK: u8 = 0;
    pub const COMPILE: u8 = 1;
    pub const PANIC: u8 = 2;
    pub const LIMIT: u8 = 3;
    pub const USAGE: u8 = 64;
    pub const INTERNAL: u8 = 70;
    pub const INTERRUPTED: u8 = 130;
}

/// The error with the nearest command, if what was typed is none and nothing is suggested yet.
fn with_tip(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let cli = Cli::command();
    let names = cli.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    if let Some(found) = suggest::nearest(typed, names).map(str::to_owned) {
        let tip = ContextValue::Strings(vec![found]);
        error.insert(ContextKind::SuggestedSubcommand, tip);
    }
    error
}

/// A switch where a file should be: `run` takes whatever follows the file as the program's own arguments, so a
/// switch that is none would be taken for the file.
pub fn not_a_file(command: &str, typed: &str) -> clap::Error {
    let switch = typed.split('=').next().unwrap_or(typed).to_owned();
    let mut cli = Cli::command();
    cli.build();
    let Some(command) = cli.find_subcommand_mut(command) else {
        return clap::Error::new(ErrorKind::UnknownArgument);
    };
    let names: Vec<String> =
        command.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?))).collect();
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(command);
    let found = suggest::nearest(&switch, names.iter().map(String::as_str)).map(str::to_owned);
    error.insert(ContextKind::InvalidArg, ContextValue::String(typed.to_owned()));
    if let Some(found) = found {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(found));
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    error
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { exit::USAGE } else { exit::OK };
            let error = with_tip(error);
            // A closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    // One thread for everything: what the compiler frees is there for what comes after.
    ExitCode::from(purlin::on_deep_stack(|| execute(cli.command)))
}

fn execute(command: Command) -> u8 {
    match command {
        Command::Run(run) => run.execute(),
        Command::Check(check) => check.execute(),
        Command::Inspect(inspect) => inspect.execute(),
        Command::Passes(passes) => passes.execute(),
        Command::Json(json) => json.execute(),
        Command::Version => {
            let text = format!(
                "purlin {}, gas schedule {}\n",
                env!("CARGO_PKG_VERSION"),
                purlin::gas::SCHEDULE_VERSION
            );
            let _ = std::io::stdout().write_all(text.as_bytes());
            exit::OK
        }
    }
}
