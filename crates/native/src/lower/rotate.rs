//! Rotations, which the IR has no op for: `x << n | x >> (width - n)`, with or, exclusive or, or a sum. The
//! shifts themselves are left without a use and go.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use purlin_ir::{InstData, Opcode, Value};

use super::{Ins, Lower};

impl Lower<'_, '_> {
    /// A two-operand op that rotates if its operands are the two halves of a rotation.
    pub(super) fn rotation_or(
        &mut self,
        data: &InstData,
        f: impl FnOnce(Ins<'_, '_>, cl::Value, cl::Value) -> cl::Value,
    ) {
        let (a, b) = (data.args[0], data.args[1]);
        let Some((x, n)) = self.halves(a, b).or_else(|| self.halves(b, a)) else {
            return self.binary(data, f);
        };
        let (x, n) = (self.get(x), self.get(n));
        let value = self.b.ins().rotl(x, n);
        self.result(data, value);
    }

    /// What is rotated to the left, and by how much, from what is shifted to the left and what is to the
    /// right.
    fn halves(&self, left: Value, right: Value) -> Option<(Value, Value)> {
        let (left, right) = (self.shift(left, Opcode::Shl)?, self.shift(right, Opcode::Ushr)?);
        let ([x, n], [y, m]) = ([left.args[0], left.args[1]], [right.args[0], right.args[1]]);
        let width = i64::from(left.ty.bits());
        (x == y && self.below(n, width as u64) && self.is_rest(m, n, width)).then_some((x, n))
    }

    fn shift(&self, value: Value, op: Opcode) -> Option<&InstData> {
        self.body.made_by(value).filter(|data| data.op == op)
    }

    /// Whether `m` is `width - n`. (A shift by the width gives 0, which is what is missing of a rotation by
    /// 0.)
    fn is_rest(&self, m: Value, n: Value, width: i64) -> bool {
        match (self.constant_of(m), self.constant_of(n)) {
            (Some(m), Some(n)) => m == width - n,
            _ => self
                .shift(m, Opcode::Isub)
                .is_some_and(|rest| self.constant_of(rest.args[0]) == Some(width) && rest.args[1] == n),
        }
    }
}
