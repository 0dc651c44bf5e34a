//! What is wrong, as people read it: on a terminal in colours, plain otherwise. NO_COLOR, CLICOLOR and
//! CLICOLOR_FORCE are obeyed.

use std::fmt::Write as _;
use std::io::Write as _;

use anstream::ColorChoice;
use purlin::json::{Memory, WriteError, WriteOptions, Writer};
use purlin::{CompileError, Diagnostic, SourceMap};

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[1;32m";
const RESET: &str = "\x1b[0m";

/// Errors of a compilation that are shown where no option says how many.
pub(crate) const MAX_ERRORS: usize = 10;

/// Whether standard error takes colours.
pub(crate) fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != ColorChoice::Never
}

/// Writes to standard error. A closed pipe is no reason to complain.
pub(crate) fn tell(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes to standard output. A closed pipe is no reason to complain.
pub(crate) fn print(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// One value of JSON as a line.
pub(crate) fn json(write: impl FnOnce(&mut Writer<Memory>) -> Result<(), WriteError>) -> String {
    let mut writer = Writer::new(WriteOptions::compact());
    let written = write(&mut writer).and_then(|()| writer.finish());
    // The values are ours: shallow, with keys in pairs and finite numbers.
    let bytes = written.unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned() + "\n"
}

/// Writes a line to standard error, as [`tell`] does.
macro_rules! say {
    ($($what:tt)*) => {
        $crate::terminal::tell(&(format!($($what)*) + "\n"))
    };
}

/// Up to `max` errors, each with its line and a caret.
pub(crate) fn errors(error: &CompileError, max: usize, colours: bool) -> String {
    if !colours {
        return error.render(max);
    }
    let (shown, more) = Diagnostic::select(&error.diagnostics, max);
    let mut out = diagnostics(shown, &error.sources);
    if more {
        let _ = writeln!(out, "{RED}too many errors{RESET}");
    }
    out
}

/// Diagnostics in colours.
pub(crate) fn diagnostics<'a>(all: impl IntoIterator<Item = &'a Diagnostic>, sources: &SourceMap) -> String {
    let mut out = String::new();
    for diagnostic in all {
        let parts = diagnostic.parts(sources);
        if let Some(place) = parts.place {
            let _ = write!(out, "{BOLD}{place}:{RESET}");
        }
        let space = if diagnostic.pos.is_some() { " " } else { "" };
        let _ = writeln!(out, "{RED}{space}{}{RESET}", parts.message);
        if let Some(excerpt) = parts.excerpt {
            let _ = writeln!(out, "{excerpt}{GREEN}^{RESET}");
        }
    }
    out
}

/// A headline, such as that of a panic.
pub(crate) fn headline(text: &str, colours: bool) -> String {
    if colours { format!("{RED}{text}{RESET}") } else { text.to_owned() }
}
