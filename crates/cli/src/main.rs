//! The command `purlin`: one file a subcommand.

#![forbid(unsafe_code)]

mod check;
mod files;
mod inspect;
mod options;
mod run;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Runs other people's programs: fast, metered, bounded.
#[derive(Parser)]
#[command(name = "purlin", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 the program ended well; its own code, if it called os.Exit; 1 it did not compile; 2 an uncaught
panic or a deadlock; 3 a limit ended it (gas, memory, stack, output, time); 64 wrong usage; 70 a defect of Purlin.";

#[derive(Subcommand)]
enum Command {
    /// Compile and run a program
    #[command(after_help = run::EXAMPLES)]
    Run(run::Run),
    /// Compile a program and report what is wrong with it
    Check(check::Check),
    /// Print a program at one of the stages of compilation
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::Inspect),
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
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let code = if error.use_stderr() { exit::USAGE } else { exit::OK };
            // A closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    ExitCode::from(match cli.command {
        Command::Run(run) => run.execute(),
        Command::Check(check) => check.execute(),
        Command::Inspect(inspect) => inspect.execute(),
        Command::Version => {
            let text = format!(
                "purlin {}, gas schedule {}\n",
                env!("CARGO_PKG_VERSION"),
                purlin::gas::SCHEDULE_VERSION
            );
            let _ = std::io::stdout().write_all(text.as_bytes());
            exit::OK
        }
    })
}
