//! What users read of a program's end: the texts for traps, faults and deadlocks, which each guest words in
//! its own way.

use purlin_base::TrapCode;

use crate::native::{Caller, Stop};
use crate::trap::{Fault, Trap, TrapKind};

/// How a guest words what the runtime tells of its programs.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Begins the raise for what a native found wrong.
    pub fault: for<'c> fn(caller: &mut Caller<'c>, fault: Fault) -> Stop,
    /// What a trapping op complains of, with its operands.
    pub trap: fn(code: TrapCode, a: i64, b: i64) -> String,
    /// No fiber can ever run again, and so many wait.
    pub deadlock: fn(waiting: usize) -> String,
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
        Fault::Unhashable(ty) | Fault::UnhashableSought(ty) => {
            format!("values of type {} have no hash", caller.types().desc(ty).name)
        }
        Fault::Incomparable(ty) => {
            format!("values of type {} have no equality", caller.types().desc(ty).name)
        }
    };
    Stop::end(Trap::new(TrapKind::Uncaught, message))
}

fn plain_deadlock(_: usize) -> String {
    "no fiber can ever run again".into()
}
