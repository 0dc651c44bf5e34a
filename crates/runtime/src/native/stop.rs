//! How a call of a native ends without a result.

use crate::heap::HeapError;
use crate::trap::{Trap, TrapKind};

/// Why a native did not return.
///
/// The example of [`Caller`](super::Caller) ends a run by one.
#[derive(Debug)]
pub enum Stop {
    /// The native raised; see [`Caller::raise_value`](super::Caller::raise_value) and
    /// [`Caller::raise_trap`](super::Caller::raise_trap), which make this.
    Raise,
    /// The fiber waits; the native is called again when it is readied.
    Park,
    /// Others go first; then it counts as done.
    Yield,
    /// The fiber ends here and now.
    Leave,
    /// The run ends. Answers of natives are moved with each call, so the trap is elsewhere.
    End(Box<Trap>),
}

impl Stop {
    /// The run ends by a trap.
    pub fn end(trap: Trap) -> Stop {
        Stop::End(Box::new(trap))
    }
}

impl From<HeapError> for Stop {
    fn from(error: HeapError) -> Stop {
        match error {
            HeapError::NeedsCollection | HeapError::OutOfMemory => {
                Stop::end(Trap::new(TrapKind::OutOfMemory, "out of memory"))
            }
        }
    }
}

/// What a native without results answers.
///
/// The example of [`Caller`](super::Caller) gives one.
pub type Answer = Result<(), Stop>;
