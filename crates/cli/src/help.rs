//! The command line as clap sees it: help whose examples are in the language of the first guest, the list of languages,
//! and what is suggested after a slip.

use clap::CommandFactory as _;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use purlin::{Engine, Guest};

use crate::{Cli, check, inspect, passes, run, suggest};

const EXIT_CODES: &str = "\
Exit codes:
    0  the program ended well           3  a limit ended it: gas, memory, stack, output, time
    *  its own, if it chose one        64  wrong usage of this command
    1  it did not compile              70  a defect of Purlin
    2  a panic, or a deadlock         130  interrupted (Ctrl-C)

`purlin help COMMAND` shows the options of a command, their defaults, and examples.";

/// The command line with its help.
pub(crate) fn command(engine: &Engine) -> clap::Command {
    let text = |text: &str| examples(text, engine);
    Cli::command()
        .version(&*version(engine).leak())
        .after_help(format!("Languages: {}\n\n{EXIT_CODES}", languages(engine)))
        .mut_subcommand("run", |c| c.after_help(text(run::EXAMPLES)))
        .mut_subcommand("check", |c| c.after_help(text(check::EXAMPLES)))
        .mut_subcommand("inspect", |c| c.after_help(text(inspect::EXAMPLES)))
        .mut_subcommand("passes", |c| c.after_help(text(passes::EXAMPLES)))
}

/// The version, the gas schedule, and the languages.
pub(crate) fn version(engine: &Engine) -> String {
    let (version, gas) = (env!("CARGO_PKG_VERSION"), purlin::gas::SCHEDULE_VERSION);
    format!("{version}, gas schedule {gas}\nlanguages: {}", languages(engine))
}

/// Each language by its name, with its extensions.
fn languages(engine: &Engine) -> String {
    let one = |guest: &dyn Guest| format!("{} (.{})", guest.name(), guest.extensions().join(", ."));
    engine.guests().map(one).collect::<Vec<_>>().join(", ")
}

/// The text with the extension of the first guest for `EXT`, and with the file that marks its projects for `MARKER`.
/// Lines about folders are left out where the programs of that guest are files.
fn examples(text: &str, engine: &Engine) -> String {
    let first = engine.guests().next();
    let extension = first.map_or("ir", |guest| guest.extensions()[0]);
    let marker = first.and_then(|guest| guest.project()).map(|project| project.marker);
    let lines: Vec<&str> = text.lines().filter(|line| marker.is_some() || !line.contains("MARKER")).collect();
    lines.join("\n").replace("EXT", extension).replace("MARKER", marker.unwrap_or_default())
}

/// The error with the nearest command, if what was typed is none and nothing is suggested yet.
pub(crate) fn with_tip(mut error: clap::Error, engine: &Engine) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let cli = command(engine);
    let names = cli.get_subcommands().map(clap::Command::get_name).chain(["help"]);
    if let Some(found) = suggest::nearest(typed, names).map(str::to_owned) {
        let tip = ContextValue::Strings(vec![found]);
        error.insert(ContextKind::SuggestedSubcommand, tip);
    }
    error
}

/// A switch where a file should be: `run` takes all that follows the file as the program's own arguments, so an unknown
/// switch would be taken for the file.
pub(crate) fn not_a_file(subcommand: &str, typed: &str) -> clap::Error {
    let switch = typed.split('=').next().unwrap_or(typed).to_owned();
    let mut cli = Cli::command();
    cli.build();
    let Some(subcommand) = cli.find_subcommand_mut(subcommand) else {
        return clap::Error::new(ErrorKind::UnknownArgument);
    };
    let names: Vec<String> =
        subcommand.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?))).collect();
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(subcommand);
    let found = suggest::nearest(&switch, names.iter().map(String::as_str)).map(str::to_owned);
    error.insert(ContextKind::InvalidArg, ContextValue::String(typed.to_owned()));
    if let Some(found) = found {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(found));
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(subcommand.render_usage()));
    error
}
