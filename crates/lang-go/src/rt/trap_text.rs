//! Go's texts for the checks of ops that fail.

use purlin_base::TrapCode;

/// What a trapping op complains of, after `runtime error: `.
pub(crate) fn trap_text(code: TrapCode, a: i64, b: i64) -> String {
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
