//! What the command line says beside its options: help whose examples are in the language of the first guest,
//! the list of languages, and what is suggested after a slip. Knows no subcommand.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use purlin::{Engine, Guest};

use crate::suggest;

const EXIT_CODES: &str = "\
Exit codes:
    0  the program ended well           3  a limit ended it: gas, memory, stack, output, time
    *  its own, if it chose one        64  wrong usage of this command
    1  it did not compile              70  a defect of Purlin
    2  a panic, or a deadlock         130  interrupted (Ctrl-C)
                                     141  the reader of its output has gone

`purlin help COMMAND` shows the options of a command, their defaults, and examples.";

/// The command line `cli` with what depends on the languages: the version, the list, and examples.
pub(crate) fn command(cli: clap::Command, engine: &Engine) -> clap::Command {
    let cli = cli
        .version(&*version(engine).leak())
        .after_help(format!("Languages: {}\n\n{EXIT_CODES}", languages(engine)));
    cli.mut_subcommands(|command| {
        match command.get_after_help().map(|text| examples(&text.to_string(), engine)) {
            Some(text) => command.after_help(text),
            None => command,
        }
    })
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

/// The text with the extension of the first guest for `EXT`, and with the file that marks its projects for
/// `MARKER`. Lines about folders are left out where the programs of that guest are files.
fn examples(text: &str, engine: &Engine) -> String {
    let first = engine.guests().next();
    let extension = first.map_or("ir", |guest| guest.extensions()[0]);
    let marker = first.and_then(|guest| guest.project()).map(|project| project.marker);
    let lines: Vec<&str> = text.lines().filter(|line| marker.is_some() || !line.contains("MARKER")).collect();
    lines.join("\n").replace("EXT", extension).replace("MARKER", marker.unwrap_or_default())
}

/// The error with the nearest command of `cli`, if what was typed is none and nothing is suggested yet.
pub(crate) fn with_tip(mut error: clap::Error, cli: &clap::Command) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    // The usage says whose command was expected.
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let of = cli.get_subcommands().find(|c| usage.contains(&format!("purlin {} ", c.get_name())));
    let names = of.unwrap_or(cli).get_subcommands().map(clap::Command::get_name).chain(["help"]);
    if let Some(found) = suggest::nearest(typed, names).map(str::to_owned) {
        let tip = ContextValue::Strings(vec![found]);
        error.insert(ContextKind::SuggestedSubcommand, tip);
    }
    error
}

/// A switch where a file should be: a command that takes all that follows the file as the program's own
/// arguments would take an unknown switch for the file.
pub(crate) fn not_a_file(mut command: clap::Command, typed: &str) -> clap::Error {
    let switch = typed.split('=').next().unwrap_or(typed).to_owned();
    command.build();
    let names: Vec<String> =
        command.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?))).collect();
    let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(&command);
    let found = suggest::nearest(&switch, names.iter().map(String::as_str)).map(str::to_owned);
    error.insert(ContextKind::InvalidArg, ContextValue::String(typed.to_owned()));
    if let Some(found) = found {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(found));
    }
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    error
}
