//! Integers, wrapping.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use purlin_base::TrapCode;
use purlin_ir::{Def, InstData, Opcode, Value};

use super::{Ins, Lower, types};

/// Which result of a division.
#[derive(Clone, Copy)]
pub(super) enum Division {
    Quotient,
    Remainder,
}

impl Lower<'_, '_> {
    /// The operands 0 and -1 leave the straight path together, with one comparison.
    pub(super) fn signed_division(&mut self, data: &InstData, what: Division) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let divide = |l: &mut Self| match what {
            Division::Quotient => l.b.ins().sdiv(x, y),
            Division::Remainder => l.b.ins().srem(x, y),
        };
        if self.constant_of(data.args[1]).is_some_and(|c| c != 0 && c != -1) {
            let value = divide(self);
            return self.result(data, value);
        }
        let ty = types::clif(data.ty);
        let next = self.b.ins().iadd_imm_s(y, 1);
        let special = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThanOrEqual, next, 1);
        let plain = self.unlikely(special);
        let done = self.b.create_block();
        self.b.append_block_param(done, ty);
        let zero = self.b.ins().icmp_imm_s(IntCC::Equal, y, 0);
        self.trap_when(zero, TrapCode::DivideByZero);
        let value = match what {
            Division::Quotient => self.b.ins().ineg(x),
            Division::Remainder => self.b.ins().iconst(ty, 0),
        };
        self.b.ins().jump(done, &[value.into()]);
        self.back_to(plain);
        let value = divide(self);
        self.b.ins().jump(done, &[value.into()]);
        self.back_to(done);
        let value = self.b.block_params(done)[0];
        self.result(data, value);
    }

    pub(super) fn unsigned_division(&mut self, data: &InstData, what: Division) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        if self.constant_of(data.args[1]).is_none_or(|c| c == 0) {
            let zero = self.b.ins().icmp_imm_s(IntCC::Equal, y, 0);
            self.trap_when(zero, TrapCode::DivideByZero);
        }
        let value = match what {
            Division::Quotient => self.b.ins().udiv(x, y),
            Division::Remainder => self.b.ins().urem(x, y),
        };
        self.result(data, value);
    }

    /// Machines mask the count; what is too wide is settled by a select, unless the count is known to fit.
    pub(super) fn logical_shift(
        &mut self,
        data: &InstData,
        f: impl FnOnce(Ins<'_, '_>, cl::Value, cl::Value) -> cl::Value,
    ) {
        let (x, n) = (self.arg(data, 0), self.arg(data, 1));
        let ty = types::clif(data.ty);
        let width = u64::from(ty.bits());
        let value = if self.below(data.args[1], width) {
            f(self.b.ins(), x, n)
        } else if self.constant_of(data.args[1]).is_some() {
            self.b.ins().iconst(ty, 0)
        } else {
            let shifted = f(self.b.ins(), x, n);
            let narrow = self.b.ins().icmp_imm_u(IntCC::UnsignedLessThan, n, width as i64);
            let zero = self.b.ins().iconst(ty, 0);
            self.b.ins().select(narrow, shifted, zero)
        };
        self.result(data, value);
    }

    /// A count that is too wide is the widest.
    pub(super) fn arithmetic_shift(&mut self, data: &InstData) {
        let (x, mut n) = (self.arg(data, 0), self.arg(data, 1));
        let width = types::clif(data.ty).bits();
        if !self.below(data.args[1], u64::from(width)) {
            let most = self.i64(i64::from(width) - 1);
            let narrow = self.b.ins().icmp(IntCC::UnsignedLessThan, n, most);
            n = self.b.ins().select(narrow, n, most);
        }
        let value = self.b.ins().sshr(x, n);
        self.result(data, value);
    }

    // --- what is known of a value

    /// The constant that a value is.
    pub(super) fn constant_of(&self, value: Value) -> Option<i64> {
        self.body.as_iconst(value)
    }

    /// Whether a value, as unsigned, is known to be below `limit`.
    pub(super) fn below(&self, value: Value, limit: u64) -> bool {
        if let Some(c) = self.constant_of(value) {
            return (c as u64) < limit;
        }
        let Def::Result(inst, 0) = self.body.values[value].def else { return false };
        let data = &self.body.insts[inst];
        if data.op == Opcode::Zext {
            let bits = self.body.ty(data.args[0]).bits();
            return (bits < 64 && (1u64 << bits) <= limit) || self.masked(data.args[0], limit);
        }
        self.masked(value, limit)
    }

    /// Whether a value is a bitwise and with a constant from zero to below `limit`.
    fn masked(&self, value: Value, limit: u64) -> bool {
        let Def::Result(inst, 0) = self.body.values[value].def else { return false };
        let data = &self.body.insts[inst];
        let small = |v: &Value| self.constant_of(*v).is_some_and(|c| c >= 0 && (c as u64) < limit);
        data.op == Opcode::Iand && data.args.iter().any(small)
    }
}
