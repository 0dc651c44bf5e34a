//! The command `purlin` as a function: [`main_with`] runs it with guests of the caller's,
//! [`main_with_engine`] with host packages as well. One file a subcommand. Knows no language: what a person
//! reads about one comes from its guest.

#![forbid(unsafe_code)]
#![warn(unreachable_pub)]

#[macro_use]
mod terminal;

mod annotate;
mod cache;
mod check;
mod exit;
mod files;
mod help;
mod inspect;
mod interrupt;
#[cfg(feature = "json")]
mod json;
mod load;
mod options;
mod passes;
mod profiles;
#[cfg(feature = "repl")]
mod repl;
mod run;
#[cfg(feature = "shells")]
mod shells;
mod sites;
mod stats;
mod streams;
mod suggest;
mod test;
mod vet;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args as _, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use purlin::{Config, Engine, Guest};

/// Runs other people's programs: fast, metered, bounded.
#[derive(Parser)]
#[command(name = "purlin", bin_name = "purlin", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile and run a program
    #[command(after_help = run::EXAMPLES)]
    Run(Box<run::Run>),
    /// Evaluate what is typed, input by input
    #[cfg(feature = "repl")]
    #[command(after_help = repl::EXAMPLES)]
    Repl(repl::Repl),
    /// Compile a program and report what is wrong with it
    #[command(after_help = check::EXAMPLES)]
    Check(check::Check),
    /// Run the tests of packages
    #[command(after_help = test::EXAMPLES, args_override_self = true)]
    Test(Box<test::Test>),
    /// Report what is wrong with a program although it compiles
    #[command(after_help = vet::EXAMPLES)]
    Vet(vet::Vet),
    /// Run a program and show what each line took, beside its source
    #[command(after_help = annotate::EXAMPLES)]
    Annotate(annotate::Annotate),
    /// Print a program at one of the stages of compilation
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::Inspect),
    /// List the passes of the optimiser
    #[command(after_help = passes::EXAMPLES)]
    Passes(passes::Passes),
    /// Format, minify, check or split JSON
    #[cfg(feature = "json")]
    #[command(after_help = json::EXAMPLES)]
    Json(json::Json),
    /// Print what a shell needs to complete the command line
    #[cfg(feature = "shells")]
    #[command(after_help = shells::COMPLETIONS, hide = true)]
    Completions(shells::Completions),
    /// Print a page of the manual
    #[cfg(feature = "shells")]
    #[command(after_help = shells::MAN, hide = true)]
    Man(shells::Man),
    /// Print the version, and the languages
    Version,
}

/// The command `purlin` with the arguments of this process. It takes programs in the languages of `guests`,
/// the first of which the examples of its help are in, and IR text.
pub fn main_with(guests: Vec<Box<dyn Guest>>) -> ExitCode {
    main_with_engine(guests.into_iter().fold(Engine::bare(Config::default()), Engine::with_guest))
}

/// The command `purlin` as [`main_with`] runs it, with the guests and the host packages of an engine:
/// programs may import the packages, and `purlin inspect --declarations` shows them. The engine's
/// configuration is replaced by what the options say. Programs run without state of the host's: a function
/// of a package that needs some ends the run.
///
/// ```no_run
/// use purlin::{Config, Engine, HostPackage};
///
/// fn main() -> std::process::ExitCode {
///     let mut engine = Engine::new(Config::default());
///     engine.host_package(HostPackage::new("host/clock").function("Now", || 1_700_000_000i64));
///     purlin_cli::main_with_engine(engine)
/// }
/// ```
pub fn main_with_engine(engine: Engine) -> ExitCode {
    let args = options::with_class_path(test::normalised(std::env::args_os()));
    if let Some(run) = run_alone(&args) {
        return ExitCode::from(purlin::on_deep_stack(|| execute(Command::Run(Box::new(run)), engine)));
    }
    let is_test = args.get(1).is_some_and(|command| command == "test");
    let parsed = help::command(Cli::command(), &engine).try_get_matches_from(args);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            let wrong = if is_test { test::USAGE } else { exit::USAGE };
            let code = if error.use_stderr() { wrong } else { exit::OK };
            let error = help::with_tip(error, &Cli::command());
            // A closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    // One thread for everything: what the compiler frees is there for what comes after.
    ExitCode::from(purlin::on_deep_stack(|| execute(cli.command, engine)))
}

/// The command line of `purlin run`, if it is one and nothing is wrong with it: for a small program it takes
/// a tenth of the time to describe the options of all other commands. Whatever else it is, the whole command
/// says so.
fn run_alone(args: &[OsString]) -> Option<run::Run> {
    let (command, rest) = args.get(1..)?.split_first()?;
    if command != "run" {
        return None;
    }
    let options = run::Run::augment_args(clap::Command::new("purlin run").no_binary_name(true));
    run::Run::from_arg_matches(&options.try_get_matches_from(rest).ok()?).ok()
}

fn execute(command: Command, engine: Engine) -> u8 {
    let result = match command {
        Command::Run(run) => run.execute(engine),
        #[cfg(feature = "repl")]
        Command::Repl(repl) => repl.execute(engine),
        Command::Check(check) => check.execute(engine),
        Command::Test(test) => test.execute(engine),
        Command::Vet(vet) => vet.execute(engine),
        Command::Annotate(annotate) => annotate.execute(engine),
        Command::Inspect(inspect) => inspect.execute(engine),
        Command::Passes(passes) => passes.execute(),
        #[cfg(feature = "json")]
        Command::Json(json) => json.execute(),
        #[cfg(feature = "shells")]
        Command::Completions(completions) => completions.execute(help::command(Cli::command(), &engine)),
        #[cfg(feature = "shells")]
        Command::Man(man) => man.execute(help::command(Cli::command(), &engine)),
        Command::Version => {
            terminal::print(&format!("purlin {}\n", help::version(&engine)));
            Ok(exit::OK)
        }
    };
    result.unwrap_or_else(|failure| failure.tell())
}
