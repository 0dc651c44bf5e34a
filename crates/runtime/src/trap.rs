//! How a run ends, and where.

use std::fmt;

use purlin_base::{Pos, TrapCode};

use crate::types::TypeNo;

/// A guest frame of a traceback.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The module's number of the function.
    pub func: u32,
    /// The place in the source.
    pub pos: Pos,
}

impl Frame {
    /// The `func` of a mark between frames: the raise inwards of it began while the one outwards of it was
    /// being handled.
    pub const RAISE: u32 = u32::MAX;

    /// The mark between the frames of two raises.
    pub const fn raise() -> Frame {
        Frame { func: Frame::RAISE, pos: Pos::NONE }
    }

    /// Appends to the frames of a raise those of an earlier one, whose deferred work began it: a mark, and
    /// what the earlier raise had left when that work was called. Both are innermost first; at most `most`
    /// are kept.
    pub fn join(later: &mut Vec<Frame>, earlier: Vec<Frame>, most: usize) {
        let shared = later.iter().rev().zip(earlier.iter().rev()).take_while(|(a, b)| a == b).count();
        let mut own = later.len() - shared;
        // The function whose work was deferred is in both, at different places.
        let deferring = own.checked_sub(1).zip(earlier.len().checked_sub(shared + 1));
        if deferring.is_some_and(|(a, b)| later[a].func == earlier[b].func) {
            own -= 1;
        }
        later.truncate(own);
        later.push(Frame::raise());
        later.extend(earlier);
        later.truncate(most);
    }
}

/// Where a fiber was started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Created {
    /// The place of the statement that started it.
    pub at: Frame,
    /// The number of the fiber that did.
    pub fiber: u64,
}

/// A fiber that waits when no fiber can ever run again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The number of the fiber: the first of a run is 1.
    pub fiber: u64,
    /// What it waits for, in words.
    pub what: &'static str,
    /// The guest frames of the fiber, innermost first.
    pub frames: Vec<Frame>,
    /// Where it was started; `None` for the first of a run, and for those that timers start.
    pub created: Option<Created>,
}

/// What a run ended with, other than a result. Fit for a program to match on.
///
/// The example of [`Trap`] matches on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapKind {
    /// The guest raised and no handler caught it: a panic, an exception.
    Uncaught,
    /// The guest asked to end the whole program, with this code.
    Exit(i32),
    /// No fiber can ever run again.
    Deadlock,
    /// `Limits::gas` is used up. The run can be resumed after refuelling.
    OutOfGas,
    /// `Limits::alloc_bytes` is used up.
    AllocBytes,
    /// `Limits::call_depth` is reached.
    CallDepth,
    /// `Limits::heap_bytes` does not hold what is alive.
    OutOfMemory,
    /// `Limits::stack_bytes` is used up.
    StackOverflow,
    /// `Limits::output_bytes` is used up.
    OutputLimit,
    /// `Limits::deadline` has passed.
    Deadline,
    /// The host called the canceller.
    Cancelled,
    /// `Limits::host_objects` is reached.
    HostObjects,
    /// A host function failed or panicked; the message says how.
    Host,
    /// A stream of the host could not be read or written.
    Io,
    /// A defect of Purlin or of a front end.
    Internal,
}

impl TrapKind {
    /// The kind as a word: stable, for machines.
    pub fn name(self) -> &'static str {
        match self {
            TrapKind::Uncaught => "Uncaught",
            TrapKind::Exit(_) => "Exit",
            TrapKind::Deadlock => "Deadlock",
            TrapKind::OutOfGas => "OutOfGas",
            TrapKind::AllocBytes => "AllocBytes",
            TrapKind::CallDepth => "CallDepth",
            TrapKind::OutOfMemory => "OutOfMemory",
            TrapKind::StackOverflow => "StackOverflow",
            TrapKind::OutputLimit => "OutputLimit",
            TrapKind::Deadline => "Deadline",
            TrapKind::Cancelled => "Cancelled",
            TrapKind::HostObjects => "HostObjects",
            TrapKind::Host => "Host",
            TrapKind::Io => "Io",
            TrapKind::Internal => "Internal",
        }
    }
}

/// An ending with its message and the guest frames it happened in. `Isolate::report` of the crate `purlin`
/// makes a text for people of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// What a program matches on.
    pub kind: TrapKind,
    /// Of what no handler caught: the trap that an op or a native of the runtime raised, if it was one.
    pub code: Option<TrapCode>,
    /// One sentence or several lines for people, without the frames.
    pub message: String,
    /// The guest frames, innermost first; at most 100, and none where no guest code ran.
    pub frames: Vec<Frame>,
    /// The number of the fiber that it happened on: the first of a run is 1; 0 if it was none.
    pub fiber: u64,
    /// Where that fiber was started, if another one did.
    pub created: Option<Created>,
    /// Of a deadlock: the fibers that wait, by their numbers, the first [`Trap::WAITING`] of them. Of an
    /// uncaught raise, if the program asks for that: all others, the first [`Trap::OTHERS`] of them.
    pub waiting: Vec<Waiting>,
}

impl Trap {
    /// The most fibers that a deadlock names.
    pub const WAITING: usize = 10;
    /// The most fibers that an uncaught raise shows besides its own.
    pub const OTHERS: usize = 100;

    /// A trap that happened in no frame.
    pub fn new(kind: TrapKind, message: impl Into<String>) -> Trap {
        let (frames, waiting) = (Vec::new(), Vec::new());
        Trap { kind, code: None, message: message.into(), frames, fiber: 0, created: None, waiting }
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Trap {}

/// What is in flight while frames unwind. The two words are roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raised {
    /// A trapping op, with its operands where it has any (index and length).
    Trap { code: TrapCode, a: i64, b: i64 },
    /// A value of the guest's: for Go the type word and data word of an interface.
    Value { a: u64, b: u64 },
    /// Nothing is wrong: the fiber ends after its deferred work. Cannot be recovered.
    Leave,
}

/// What a native of the runtime finds wrong; what becomes of it is the guest's business.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A send on a channel that was closed.
    SendOnClosed,
    /// A channel was closed that is null.
    CloseOfNull,
    /// A channel was closed a second time.
    CloseOfClosed,
    /// The size of a new channel was negative or too large.
    ChannelSize,
    /// An assignment to an entry of no map.
    NullMap,
    /// A key of a type that has no hash.
    Unhashable(TypeNo),
    /// A key of such a type that was looked for where there are no keys.
    UnhashableSought(TypeNo),
    /// Two values of a type that has no equality.
    Incomparable(TypeNo),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(all: &[(u32, u32)]) -> Vec<Frame> {
        all.iter().map(|(func, pos)| Frame { func: *func, pos: Pos(*pos) }).collect()
    }

    #[test]
    fn a_raise_in_deferred_work_keeps_the_frames_of_the_first() {
        // 1 called 2, which defers 3; 4, which 2 called, raised; 3 raised again.
        let mut later = frames(&[(3, 90), (2, 25), (1, 10)]);
        Frame::join(&mut later, frames(&[(4, 40), (2, 21), (1, 10)]), 100);
        assert_eq!(later, frames(&[(3, 90), (Frame::RAISE, 0), (4, 40), (2, 21), (1, 10)]));
        // Of deep stacks only the innermost frames are there, and none of them is in both.
        let mut later = frames(&[(3, 90), (3, 90)]);
        Frame::join(&mut later, frames(&[(4, 40)]), 3);
        assert_eq!(later, frames(&[(3, 90), (3, 90), (Frame::RAISE, 0)]));
        let mut none = Vec::new();
        Frame::join(&mut none, Vec::new(), 3);
        assert_eq!(none, [Frame::raise()]);
    }
}
