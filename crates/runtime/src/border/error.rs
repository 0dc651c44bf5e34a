//! Why data did not cross.

use std::fmt;

use crate::native::Stop;
use crate::trap::{Trap, TrapKind};

/// Why a value could not be written or read: the value is not of the type that it was said to be, is nested
/// too deeply, or there is no memory for it.
///
/// The example of [`HostData`](super::HostData) makes one.
#[derive(Debug)]
pub struct DataError(Problem);

#[derive(Debug)]
enum Problem {
    Text(String),
    Stop(Stop),
    /// What the guest did with a handle of an object, and the type of the handle.
    Misuse(Misuse, String),
}

/// Why a handle of the guest's leads to no object of the host's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misuse {
    Null,
    Zero,
    Copied,
    Closed,
    InUse,
    OtherType,
}

impl Misuse {
    fn text(self) -> &'static str {
        match self {
            Misuse::Null => "is null",
            Misuse::Zero => "is a zero value, which the host did not make",
            Misuse::Copied => {
                "is a copy: an object of the host is only known by the pointer that the host gave"
            }
            Misuse::Closed => "is closed",
            Misuse::InUse => "is passed twice to a function of the host that changes or closes it",
            Misuse::OtherType => "is a handle of an object of another type",
        }
    }
}

impl DataError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> DataError {
        DataError(Problem::Text(message.into()))
    }

    /// A handle of this type was misused.
    pub(super) fn misuse(misuse: Misuse, ty: &str) -> DataError {
        DataError(Problem::Misuse(misuse, ty.to_string()))
    }

    /// The message, unless the error is how a call stops.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.0 {
            Problem::Text(message) => Some(message),
            Problem::Stop(_) | Problem::Misuse(..) => None,
        }
    }

    /// How the call stops, unless the error is a message.
    pub(super) fn into_stop(self) -> Option<Stop> {
        match self.0 {
            Problem::Text(_) | Problem::Misuse(..) => None,
            Problem::Stop(stop) => Some(stop),
        }
    }

    /// How the call ends that the value was for.
    pub(crate) fn stop(self) -> Stop {
        match self.0 {
            Problem::Text(message) => Stop::end(Trap::new(TrapKind::Host, message)),
            Problem::Stop(stop) => stop,
            Problem::Misuse(misuse, ty) => {
                Stop::end(Trap::new(TrapKind::Host, format!("{ty} {}", misuse.text())))
            }
        }
    }

    /// What was misused, if a handle was, and a sentence that says so.
    pub(super) fn misused(&self) -> Option<(Misuse, String)> {
        match &self.0 {
            Problem::Misuse(misuse, _) => Some((*misuse, self.to_string())),
            Problem::Text(_) | Problem::Stop(_) => None,
        }
    }

    /// How the call of the host's ends that the value was for.
    pub(crate) fn trap(self) -> Trap {
        match self.stop() {
            Stop::End(trap) => *trap,
            other => Trap::new(TrapKind::Internal, format!("crossing data: {other:?}")),
        }
    }
}

impl From<Stop> for DataError {
    fn from(stop: Stop) -> DataError {
        DataError(Problem::Stop(stop))
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Problem::Text(message) => f.write_str(message),
            Problem::Stop(Stop::End(trap)) => f.write_str(&trap.message),
            Problem::Stop(_) => f.write_str("the call stopped"),
            Problem::Misuse(misuse, ty) => write!(f, "{ty} {}", misuse.text()),
        }
    }
}

impl std::error::Error for DataError {}

/// The error that a function of the guest returned: its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuestError(String);

impl GuestError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> GuestError {
        GuestError(text.into())
    }
}

impl fmt::Display for GuestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GuestError {}

impl From<GuestError> for String {
    fn from(error: GuestError) -> String {
        error.0
    }
}

/// The message for a value that is used otherwise than its type allows.
pub(crate) fn misused(what: &str, name: &str) -> DataError {
    DataError::new(format!("{what} crosses where the guest has {name}"))
}

/// How deep pointers, slices and maps may be nested in data that crosses.
pub const MAX_DEPTH: u32 = 256;

pub(crate) fn deeper(depth: u32) -> Result<u32, DataError> {
    if depth >= MAX_DEPTH {
        return Err(DataError::new(format!("data that crosses is nested deeper than {MAX_DEPTH}")));
    }
    Ok(depth + 1)
}
