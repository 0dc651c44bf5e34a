//! How a run ends, and where.

use std::fmt;

use purlin_base::{Pos, TrapCode};

use crate::native::{Caller, Stop};
use crate::types::TypeNo;

/// A guest frame of a traceback.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The module's number of the function.
    pub func: u32,
    pub pos: Pos,
}

/// What a run ended with, other than a result. Fit for a program to match on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapKind {
    /// The guest raised and nobody caught it: a panic, an exception.
    Uncaught,
    /// The guest asked to end the whole program, with this code.
    Exit(i32),
    /// No fiber can ever run again.
    Deadlock,
    /// `Limits::gas` is used up. The run can go on after refuelling.
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
    /// Somebody called the canceller.
    Cancelled,
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
            TrapKind::Host => "Host",
            TrapKind::Io => "Io",
            TrapKind::Internal => "Internal",
        }
    }
}

/// An ending with its message and the guest frames it happened in, innermost first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    pub kind: TrapKind,
    /// Of what nobody caught: the trap that an op or a native of the runtime raised, if it was one.
    pub code: Option<TrapCode>,
    pub message: String,
    pub frames: Vec<Frame>,
    /// The number of the fiber that it happened on: the first of a run is 1; 0 if it was none.
    pub fiber: u64,
}

impl Trap {
    pub fn new(kind: TrapKind, message: impl Into<String>) -> Trap {
        Trap { kind, code: None, message: message.into(), frames: Vec::new(), fiber: 0 }
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
    CloseOfNull,
    CloseOfClosed,
    /// The size of a new channel was negative or too large.
    ChannelSize,
    /// An assignment to an entry of no map.
    NullMap,
    /// A key of a type that has no hash.
    Unhashable(TypeNo),
    /// Two values of a type that has no equality.
    Incomparable(TypeNo),
}

/// How a guest words what the runtime tells of its programs.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Begins the raise for what a native found wrong.
    pub fault: for<'c> fn(caller: &mut Caller<'c>, fault: Fault) -> Stop,
    /// What a trapping op complains of, with its operands.
    pub trap: fn(code: TrapCode, a: i64, b: i64) -> String,
    /// No fiber can ever run again: the numbers of those that wait, in their order, and what each waits for.
    pub deadlock: fn(parked: &[(u64, &str)]) -> String,
}

impl Words {
    /// Words of no language, for IR text and for guests that bring none.
    pub const PLAIN: Words = Words { fault: plain_fault, trap: plain_trap, deadlock: plain_deadlock };
}

fn plain_trap(code: TrapCode, a: i64, b: i64) -> String {
    match code {
        TrapCode::NilDereference => "a null reference was followed".into(),
        TrapCode::IndexOutOfRange if a < 0 => format!("index out of range [{a}]"),
        TrapCode::IndexOutOfRange => format!("index out of range [{a}] with length {b}"),
        TrapCode::DivideByZero => "integer divide by zero".into(),
        TrapCode::NegativeShift => "negative shift amount".into(),
        TrapCode::BadLength => "length out of range".into(),
        TrapCode::Unreachable => "unreachable code was reached".into(),
        TrapCode::ViewNotOwned => "set on bytes that the view does not own".into(),
        TrapCode::User => "trap".into(),
        TrapCode::CallDepth => "too many nested calls".into(),
    }
}

fn plain_fault(caller: &mut Caller<'_>, fault: Fault) -> Stop {
    let message = match fault {
        Fault::SendOnClosed => "send on a closed channel".into(),
        Fault::CloseOfNull => "close of no channel".into(),
        Fault::CloseOfClosed => "close of a closed channel".into(),
        Fault::ChannelSize => "the size of a channel is out of range".into(),
        Fault::NullMap => "assignment to an entry of no map".into(),
        Fault::Unhashable(ty) => format!("values of type {} have no hash", caller.types().desc(ty).name),
        Fault::Incomparable(ty) => {
            format!("values of type {} have no equality", caller.types().desc(ty).name)
        }
    };
    Stop::End(Trap::new(TrapKind::Uncaught, message))
}

fn plain_deadlock(parked: &[(u64, &str)]) -> String {
    let mut text = String::from("no fiber can ever run again");
    for (number, what) in parked.iter().take(10) {
        text.push_str(&format!("\nfiber {number} [{what}]"));
    }
    text
}
