//! Known bits: how many of a value's low bits are certainly zero.
//!
//! Looks a few definitions deep and at nothing but integer ops. How large values may be is for `ranges`.

use purlin_ir::{Function, InstData, Opcode, Value};

/// So many definitions deep, then nothing is known.
const DEPTH: u32 = 6;

/// Low bits of an integer that are zero whatever it is; all of them for zero itself.
pub(crate) fn low_zeros(func: &Function, value: Value) -> u32 {
    zeros(func, value, DEPTH)
}

fn zeros(func: &Function, value: Value, depth: u32) -> u32 {
    let width = func.ty(value).bits();
    let Some(data) = func.made_by(value).filter(|_| depth > 0) else { return 0 };
    let of = |n: usize| zeros(func, data.args[n], depth - 1);
    let known = match data.op {
        Opcode::Iconst => data.int().trailing_zeros(),
        Opcode::Iadd | Opcode::Isub | Opcode::Ior | Opcode::Ixor => of(0).min(of(1)),
        Opcode::Iand => of(0).max(of(1)),
        Opcode::Imul => (of(0) + of(1)).max(u32::from(one_is_even(func, data.args[0], data.args[1]))),
        Opcode::Ineg | Opcode::Sext | Opcode::Zext | Opcode::Itrunc => of(0),
        Opcode::Shl => match func.as_iconst(data.args[1]) {
            Some(by) => of(0).saturating_add(u32::try_from(by).unwrap_or(width)),
            None => of(0),
        },
        Opcode::Select => of(1).min(of(2)),
        // wildcard: no low bit of other results is known.
        _ => 0,
    };
    known.min(width)
}

/// Whether the difference of two numbers is odd.
fn one_is_even(func: &Function, a: Value, b: Value) -> bool {
    let ((base, by), (other, further)) = (parts(func, a), parts(func, b));
    same(func, base, other) && by.wrapping_sub(further) & 1 == 1
}

/// Whether two values are one, or computed alike from the same ones: `gvn` may not have been here yet.
fn same(func: &Function, a: Value, b: Value) -> bool {
    let alike = |a: &InstData, b: &InstData| {
        a.op.is_pure() && (a.op, a.ty, a.imm, &a.args) == (b.op, b.ty, b.imm, &b.args)
    };
    a == b || func.made_by(a).zip(func.made_by(b)).is_some_and(|(a, b)| alike(a, b))
}

/// A value as another one and what is added to it.
fn parts(func: &Function, value: Value) -> (Value, i64) {
    let sum = func.made_by(value).filter(|d| matches!(d.op, Opcode::Iadd | Opcode::Isub));
    match sum.and_then(|d| Some((d.op, d.args[0], func.as_iconst(d.args[1])?))) {
        Some((Opcode::Iadd, base, by)) => (base, by),
        Some((_, base, by)) => (base, by.wrapping_neg()),
        None => (value, 0),
    }
}
