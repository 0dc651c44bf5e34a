//! The order of values of different types: that in which Go prints the keys of maps of interfaces. Values of
//! one type are compared by the runtime.

use std::cmp::Ordering;

use purlin_runtime::types::{Desc, TypeKind};

/// Orders two different types.
pub(crate) fn by_type(a: &Desc, b: &Desc) -> Ordering {
    type_rank(a).cmp(&type_rank(b)).then_with(|| a.name.cmp(&b.name))
}

/// Where Go's linker puts the descriptor of a type among others, as far as that can be told.
fn type_rank(desc: &Desc) -> u8 {
    let rank = match desc.kind {
        TypeKind::Nil => return 0,
        TypeKind::String => 2,
        TypeKind::Int(1, signed) => 4 - u8::from(signed),
        TypeKind::Int(2, signed) => 6 - u8::from(signed),
        TypeKind::Int(4, signed) => 8 - u8::from(signed),
        TypeKind::Int(_, signed) if desc.name.ends_with("64") => 10 - u8::from(signed),
        TypeKind::Int(_, signed) => 12 - u8::from(signed),
        TypeKind::Uintptr => 13,
        TypeKind::C64 => 14,
        TypeKind::C128 => 15,
        TypeKind::F32 => 16,
        TypeKind::F64 => 17,
        TypeKind::Bool => 18,
        TypeKind::UnsafePointer => 19,
        TypeKind::Pointer(_) => 20,
        TypeKind::Chan(_) => 21,
        TypeKind::Array(..) => 22,
        TypeKind::Struct(_) => 23,
        TypeKind::Slice(_) | TypeKind::Map { .. } | TypeKind::Func | TypeKind::Interface { .. } => 24,
    };
    if desc.named && rank < 20 { 1 } else { rank }
}
