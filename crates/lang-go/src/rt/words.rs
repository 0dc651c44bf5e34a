//! Go's words for what the runtime tells of a program: traps, faults of natives, deadlock.

use purlin_runtime::native::{Caller, Stop};
use purlin_runtime::trap::Fault;
use purlin_runtime::words::Words;

use super::raises::runtime_error;
use super::trap_text::trap_text;

/// What Go's programs and their users read.
pub const WORDS: Words = Words { fault, trap: trap_text, deadlock };

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
        Fault::UnhashableSought(ty) => format!("hash of unhashable type: {}", caller.types().desc(ty).name),
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
