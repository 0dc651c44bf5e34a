//! The codes of traps that an op can raise. What a guest makes of them (a panic, an exception) is its own.

use crate::wire::{Malformed, Reader, Wire, Writer};

/// Why an op trapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum TrapCode {
    /// A null `ref` was used.
    NilDereference = 0,
    /// An index was outside `0..len`; the two operands come with it.
    IndexOutOfRange = 1,
    /// Integer division or remainder by zero.
    DivideByZero = 2,
    /// A shift count was negative.
    NegativeShift = 3,
    /// The length or capacity of a new array was negative or too large.
    BadLength = 4,
    /// Control reached what the front end believed unreachable.
    Unreachable = 5,
    /// A set on bytes that the view does not own.
    ViewNotOwned = 6,
    /// Reserved for a guest's own checks; the guest names it.
    User = 7,
    /// More calls are nested than the isolate allows. Ends the run: no guest can catch it.
    CallDepth = 8,
}

impl Wire for TrapCode {
    fn put(&self, out: &mut Writer) {
        out.byte(*self as u8);
    }

    fn take(from: &mut Reader<'_>) -> Result<TrapCode, Malformed> {
        TrapCode::ALL.get(usize::from(from.byte()?)).copied().ok_or(Malformed)
    }
}

impl TrapCode {
    /// All codes, in the order of their numbers.
    pub const ALL: [TrapCode; 9] = [
        TrapCode::NilDereference,
        TrapCode::IndexOutOfRange,
        TrapCode::DivideByZero,
        TrapCode::NegativeShift,
        TrapCode::BadLength,
        TrapCode::Unreachable,
        TrapCode::ViewNotOwned,
        TrapCode::User,
        TrapCode::CallDepth,
    ];

    /// The name in IR text.
    pub fn name(self) -> &'static str {
        match self {
            TrapCode::NilDereference => "nil",
            TrapCode::IndexOutOfRange => "index",
            TrapCode::DivideByZero => "divide",
            TrapCode::NegativeShift => "shift",
            TrapCode::BadLength => "length",
            TrapCode::Unreachable => "unreachable",
            TrapCode::ViewNotOwned => "view",
            TrapCode::User => "user",
            TrapCode::CallDepth => "depth",
        }
    }

    /// The code with that number, if there is one.
    pub fn from_u32(number: u32) -> Option<TrapCode> {
        TrapCode::ALL.get(number as usize).copied()
    }
}
