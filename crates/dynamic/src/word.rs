//! Words that are constants, and references as words. Knows nothing of what objects look like.

use purlin_ir::{FuncBuilder, Imm, Opcode, Type, Value};

/// The kind of immediate that is nil.
pub const NIL: i64 = 0;
/// The kind of immediate that is false.
pub const FALSE: i64 = 1;
/// The kind of immediate that is true.
pub const TRUE: i64 = 2;
/// The kind of immediates that are characters; their payload is the code point.
pub const CHARACTER: i64 = 3;
/// The first kind that is free for guests.
pub const FIRST_FREE: i64 = 4;

/// An immediate whose payload is known.
pub fn immediate(b: &mut FuncBuilder<'_>, kind: i64, payload: i64) -> Value {
    let payload = b.iconst(Type::I64, payload);
    with_payload(b, kind, payload)
}

/// An immediate with a payload, an `i64` of which the low 56 bits count.
pub fn with_payload(b: &mut FuncBuilder<'_>, kind: i64, payload: Value) -> Value {
    b.with_imm(Opcode::DynFromImm, Type::I64, &[payload], Imm::Int(kind))
}

/// Whether a word is an immediate of a kind: an `i8`.
pub fn is_immediate(b: &mut FuncBuilder<'_>, kind: i64, word: Value) -> Value {
    b.with_imm(Opcode::DynIsImm, Type::I64, &[word], Imm::Int(kind))
}

/// Nil.
pub fn nil(b: &mut FuncBuilder<'_>) -> Value {
    immediate(b, NIL, 0)
}

/// True or false.
pub fn boolean(b: &mut FuncBuilder<'_>, value: bool) -> Value {
    immediate(b, if value { TRUE } else { FALSE }, 0)
}

/// An integer, if it fits 62 bits.
pub fn int(b: &mut FuncBuilder<'_>, n: i64) -> Option<Value> {
    purlin_base::word::fits(n).then(|| {
        let n = b.iconst(Type::I64, n);
        b.op(Opcode::DynFromInt, Type::I64, &[n])
    })
}

/// A float, if it needs no box.
pub fn float(b: &mut FuncBuilder<'_>, x: f64) -> Option<Value> {
    purlin_base::word::float_fits(x).then(|| {
        let x = b.f64const(x);
        b.op(Opcode::DynFromFloat, Type::I64, &[x])
    })
}

/// The reference that a word is.
pub fn as_ref(b: &mut FuncBuilder<'_>, word: Value) -> Value {
    b.op(Opcode::Bitcast, Type::Ref, &[word])
}

/// A reference to the start of an object as a word.
pub fn as_dyn(b: &mut FuncBuilder<'_>, reference: Value) -> Value {
    b.op(Opcode::Bitcast, Type::Dyn, &[reference])
}
