//! What a command ends with: an exit code, and a message if it failed.

use crate::terminal;

pub(crate) const OK: u8 = 0;
pub(crate) const COMPILE: u8 = 1;
pub(crate) const PANIC: u8 = 2;
/// The language has no repl.
#[cfg(feature = "repl")]
pub(crate) const NO_REPL: u8 = 2;
pub(crate) const LIMIT: u8 = 3;
pub(crate) const USAGE: u8 = 64;
/// Data races were found, as the run time of Go ends with.
pub(crate) const RACES: u8 = 66;
pub(crate) const INTERNAL: u8 = 70;
pub(crate) const INTERRUPTED: u8 = 130;
/// The output has no reader any longer: what a shell reports of a command that SIGPIPE has ended.
pub(crate) const PIPE: u8 = 141;

/// Why a command could not do its work.
pub(crate) struct Failure {
    code: u8,
    message: String,
}

/// An exit code, or why there is none from the work itself.
pub(crate) type Outcome = Result<u8, Failure>;

impl Failure {
    pub(crate) fn new(code: u8, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    /// A wrong use of the command.
    pub(crate) fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::new(USAGE, format!("purlin: {message}"))
    }

    /// Prints the message; the exit code.
    pub(crate) fn tell(self) -> u8 {
        terminal::tell(&format!("{}\n", self.message.trim_end()));
        self.code
    }
}
