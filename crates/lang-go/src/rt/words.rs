//! Go's words for what the runtime tells of a program: traps, faults of natives, deadlock.

use purlin_base::TrapCode;
use purlin_runtime::native::{Caller, Stop};
use purlin_runtime::trap::{Fault, Words};

use super::raises::runtime_error;

/// What Go's programs and their users read.
pub const WORDS: Words = Words { fault, trap, deadlock };

/// What a trapping op complains of, after `runtime error: `.
pub(crate) fn trap(code: TrapCode, a: i64, b: i64) -> String {
    match code {
        TrapCode::NilDereference => "invalid memory address or nil pointer dereference".into(),
        TrapCode::IndexOutOfRange if a < 0 => format!("index out of range [{a}]"),
        TrapCode::IndexOutOfRange => format!("index out of range [{a}] with length {b}"),
        TrapCode::DivideByZero => "integer divide by zero".into(),
        TrapCode::NegativeShift => "negative shift amount".into(),
        TrapCode::BadLength => "makeslice: len out of range".into(),
        TrapCode::Unreachable => "unreachable code was reached".into(),
        TrapCode::ViewNotOwned => "set on bytes that the view does not own".into(),
        TrapCode::User => "trap".into(),
        TrapCode::CallDepth => "too many nested calls".into(),
    }
}

fn fault(caller: &mut Caller<'_>, fault: Fault) -> Stop {
    let text = match fault {
        Fault::SendOnClosed => "send on closed channel".into(),
        Fault::CloseOfNull => "close of nil channel".into(),
        Fault::CloseOfClosed => "close of closed channel".into(),
        Fault::ChannelSize => "makechan: size out of range".into(),
        Fault::NullMap => "assignment to entry in nil map".into(),
        Fault::Unhashable(ty) => {
            format!("runtime error: hash of unhashable type {}", caller.types().desc(ty).name)
        }
        Fault::Incomparable(ty) => {
            format!("runtime error: comparing uncomparable type {}", caller.types().desc(ty).name)
        }
    };
    runtime_error(caller, &text)
}

fn deadlock(waiting: usize) -> String {
    match waiting {
        0 => "no goroutines (main called runtime.Goexit) - deadlock!".into(),
        _ => "all goroutines are asleep - deadlock!".into(),
    }
}
