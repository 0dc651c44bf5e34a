//! The groups of ops that random IR draws from, all taken from the op table, so that a new op is drawn
//! without a change here. This module knows nothing of how operands are found.

use std::sync::LazyLock;

use purlin_ir::{Attr, Effects, Opcode, Operand, Type, TypeClass, Yield};

type Ops = LazyLock<Vec<Opcode>>;

/// The ops that only compute.
pub(super) static COMPUTES: Ops = LazyLock::new(|| all(computes));
/// Comparisons of integers.
pub(super) static COMPARES: Ops = LazyLock::new(|| all(|op| compares(op) && !is_of_floats(op)));
/// Comparisons for equality: they take words of all kinds, not only integers.
pub(super) static EQUALITIES: Ops =
    LazyLock::new(|| all(|op| compares(op) && op.row().class == TypeClass::Bits));
/// Comparisons of floats.
pub(super) static FLOAT_COMPARES: Ops = LazyLock::new(|| all(|op| compares(op) && is_of_floats(op)));
/// Divisions and remainders.
pub(super) static DIVISIONS: Ops = LazyLock::new(|| all(divides));
/// Tests for overflow.
pub(super) static OVERFLOWS: Ops = LazyLock::new(|| all(|op| yields_flag(op) && !compares(op)));
/// Shifts.
pub(super) static SHIFTS: Ops = LazyLock::new(|| {
    all(|op| op.row().class == TypeClass::Int && op.row().operands == [Operand::T, Operand::Is(Type::I64)])
});

fn all(is_wanted: impl Fn(Opcode) -> bool) -> Vec<Opcode> {
    Opcode::ALL.iter().copied().filter(|op| is_wanted(*op)).collect()
}

fn is_of_floats(op: Opcode) -> bool {
    op.row().class == TypeClass::Float
}

/// Whether an op answers 1 or 0 about two operands of one type.
fn yields_flag(op: Opcode) -> bool {
    op.row().operands == [Operand::T, Operand::T] && op.row().yields == Yield::Is(Type::I8)
}

/// Whether an op compares two operands: comparisons of integers have a negation, floats have only
/// comparisons.
fn compares(op: Opcode) -> bool {
    yields_flag(op) && (is_of_floats(op) || op.row().negation.is_some())
}

/// Whether an op divides: it computes an integer from two, and may trap.
fn divides(op: Opcode) -> bool {
    let row = op.row();
    row.operands == [Operand::T, Operand::T] && row.yields == Yield::T && row.effects == Effects::TRAP
}

/// Whether an op computes a number from numbers, perhaps with a trap.
fn computes(op: Opcode) -> bool {
    let row = op.row();
    let is_number = |ty: &Type| ty.is_int() || ty.is_float();
    let takes = row.operands.iter().all(|o| match o {
        Operand::Is(ty) => is_number(ty) || *ty == Type::Dyn,
        Operand::T | Operand::AnyInt | Operand::AnyFloat | Operand::Any => true,
        Operand::Rest => false,
    });
    let gives = matches!(row.yields, Yield::T | Yield::Is(_));
    let carries_nothing = row.attr == Attr::None
        || row.operands == [Operand::Is(Type::Dyn)]
        || row.yields == Yield::Is(Type::Dyn);
    takes && gives && !row.operands.is_empty() && carries_nothing && (op.is_pure() || divides(op))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_that_only_computes_is_drawn() {
        for op in Opcode::ALL.iter().filter(|op| op.is_pure() && !op.row().operands.is_empty()) {
            let is_address = op.row().yields == Yield::Is(Type::Ref);
            assert_eq!(computes(*op), !is_address, "{}", op.row().text);
        }
    }

    #[test]
    fn groups_have_the_ops_that_their_names_say() {
        let texts = |ops: &[Opcode]| ops.iter().map(|op| op.row().text).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(&COMPARES), "ieq ine slt sle sgt sge ult ule ugt uge");
        assert_eq!(texts(&EQUALITIES), "ieq ine");
        assert_eq!(texts(&FLOAT_COMPARES), "feq fne flt fle fgt fge");
        assert_eq!(texts(&DIVISIONS), "sdiv udiv srem urem");
        assert_eq!(texts(&OVERFLOWS), "sadd_ovf ssub_ovf smul_ovf");
        assert_eq!(texts(&SHIFTS), "shl sshr ushr");
    }
}
