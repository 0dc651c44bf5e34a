//! The order of values of different types: that in which Go prints the keys of maps of interfaces. Values of
//! one type are compared by the runtime.

use std::cmp::Ordering;

use purlin_runtime::types::{Desc, Kind};

/// Orders two different types.
pub(crate) fn by_type(a: &Desc, b: &Desc) -> Ordering {
    type_rank(a).cmp(&type_rank(b)).then_with(|| a.name.cmp(&b.name))
}

/// Where Go's linker puts the descriptor of a type among others, as far as that can be told.
fn type_rank(desc: &Desc) -> u8 {
    let rank = match desc.kind {
        Kind::Nil => return 0,
        Kind::String => 2,
        Kind::Int(1, signed) => 4 - u8::from(signed),
        Kind::Int(2, signed) => 6 - u8::from(signed),
        Kind::Int(4, signed) => 8 - u8::from(signed),
        Kind::Int(_, signed) if desc.name.ends_with("64") => 10 - u8::from(signed),
        Kind::Int(_, signed) => 12 - u8::from(signed),
        Kind::Uintptr => 13,
        Kind::C64 => 14,
        Kind::C128 => 15,
        Kind::F32 => 16,
        Kind::F64 => 17,
        Kind::Bool => 18,
        Kind::UnsafePointer => 19,
        Kind::Pointer(_) => 20,
        Kind::Chan(_) => 21,
        Kind::Array(..) => 22,
        Kind::Struct(_) => 23,
        Kind::Slice(_) | Kind::Map { .. } | Kind::Func | Kind::Interface { .. } => 24,
    };
    if desc.named && rank < 20 { 1 } else { rank }
}
