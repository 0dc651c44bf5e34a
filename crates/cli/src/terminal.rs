//! What is wrong, as people read it: on a terminal in colours, plain otherwise. NO_COLOR, CLICOLOR and CLICOLOR_FORCE
//! are obeyed.

use std::fmt::Write as _;
use std::io::Write as _;

use anstream::ColorChoice;
use purlin::{CompileError, Severity};

const BOLD: &str = "\x1b[1m";
const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[1;32m";
const RESET: &str = "\x1b[0m";

/// Whether standard error takes colours.
pub fn colours() -> bool {
    anstream::AutoStream::choice(&std::io::stderr()) != ColorChoice::Never
}

/// Writes to standard error. If nobody reads it any more, that is no reason to complain.
pub fn tell(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a line to standard error, as [`tell`] does.
macro_rules! say {
    ($($what:tt)*) => {
        $crate::terminal::tell(&(format!($($what)*) + "\n"))
    };
}

/// Up to `max` errors, each with its line and a caret.
pub fn errors(error: &CompileError, max: usize, colours: bool) -> String {
    if !colours {
        return error.render(max);
    }
    let mut out = String::new();
    let mut count = 0;
    for diagnostic in &error.diagnostics {
        count += usize::from(diagnostic.severity == Severity::Error);
        if count > max {
            let _ = writeln!(out, "{RED}too many errors{RESET}");
            break;
        }
        let plain = diagnostic.render(&error.sources);
        let place = error.sources.line_col(diagnostic.pos).map(|at| format!("{at}:")).unwrap_or_default();
        let rest = plain.strip_prefix(place.as_str()).unwrap_or(&plain);
        let (message, excerpt) = rest.split_at(diagnostic.message.len() + usize::from(!place.is_empty()));
        let _ = write!(out, "{BOLD}{place}{RESET}{RED}{message}{RESET}");
        // The caret is the last thing of an excerpt.
        match excerpt.strip_suffix("^\n") {
            Some(before) => _ = writeln!(out, "{before}{GREEN}^{RESET}"),
            None => out.push_str(excerpt),
        }
    }
    out
}

/// A headline, such as that of a panic.
pub fn headline(text: &str, colours: bool) -> String {
    if colours { format!("{RED}{text}{RESET}") } else { text.to_owned() }
}
