//! Integers, wrapping.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_base::TrapCode;
use purlin_ir::{InstData, Opcode, Type, Value};

use super::{Ins, Lower, magic, types};

/// Which result of a division.
#[derive(Clone, Copy)]
pub(super) enum Division {
    Quotient,
    Remainder,
}

/// The quotient after a remainder by a constant, in 64 bits.
pub(super) struct Quotient {
    block: cl::Block,
    /// The remainder.
    of: Value,
    x: cl::Value,
    value: cl::Value,
    by: i64,
}

impl Lower<'_, '_> {
    /// The operands 0 and -1 leave the straight path together, with one comparison.
    pub(super) fn signed_division(&mut self, data: &InstData, what: Division) {
        if let Some(by) = self.constant_of(data.args[1]).filter(|by| !matches!(by, -1..=1)) {
            return self.division_by(data, what, |l, x| l.signed_quotient(x, by), by);
        }
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let divide = |l: &mut Self| match what {
            Division::Quotient => l.b.ins().sdiv(x, y),
            Division::Remainder => l.b.ins().srem(x, y),
        };
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
        let by = self.constant_of(data.args[1]);
        // As the type has it: constants are kept sign-extended.
        let bits = data.ty.bits();
        if let Some(by) = by.map(|by| by as u64 & (u64::MAX >> (64 - bits))).filter(|by| *by > 1) {
            if by.is_power_of_two() && matches!(what, Division::Remainder) {
                let x = self.arg(data, 0);
                let value = self.b.ins().band_imm_u(x, (by - 1) as i64);
                return self.result(data, value);
            }
            return self.division_by(data, what, |l, x| l.unsigned_quotient(x, by, bits), by as i64);
        }
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        if by.is_none_or(|c| c == 0) {
            let zero = self.b.ins().icmp_imm_s(IntCC::Equal, y, 0);
            self.trap_when(zero, TrapCode::DivideByZero);
        }
        let value = match what {
            Division::Quotient => self.b.ins().udiv(x, y),
            Division::Remainder => self.b.ins().urem(x, y),
        };
        self.result(data, value);
    }

    /// Division by a constant, in 64 bits whatever the type: `quotient` of the first operand, or what that
    /// leaves.
    fn division_by(
        &mut self,
        data: &InstData,
        what: Division,
        quotient: impl FnOnce(&mut Self, cl::Value) -> cl::Value,
        by: i64,
    ) {
        let narrow = types::clif(data.ty);
        let mut x = self.arg(data, 0);
        if narrow != clt::I64 {
            let signed = matches!(data.op, Opcode::Sdiv | Opcode::Srem);
            x = if signed { self.b.ins().sextend(clt::I64, x) } else { self.b.ins().uextend(clt::I64, x) };
        }
        let mut value = quotient(self, x);
        if let Division::Remainder = what {
            let of = data.results[0];
            self.quotient = self.b.current_block().map(|block| Quotient { block, of, x, value, by });
            let product = match by.trailing_zeros() {
                bits if by > 0 && 1 << bits == by => self.b.ins().ishl_imm_u(value, i64::from(bits)),
                _ => self.b.ins().imul_imm_s(value, by),
            };
            value = self.b.ins().isub(x, product);
        }
        if narrow != clt::I64 {
            value = self.b.ins().ireduce(narrow, value);
        }
        self.result(data, value);
    }

    fn signed_quotient(&mut self, x: cl::Value, by: i64) -> cl::Value {
        if by.unsigned_abs().is_power_of_two() {
            let bits = i64::from(by.unsigned_abs().trailing_zeros());
            // What is negative is rounded toward zero: `2^bits - 1` is added first.
            let sign = if bits == 1 { x } else { self.b.ins().sshr_imm_u(x, bits - 1) };
            let round = self.b.ins().ushr_imm_u(sign, 64 - bits);
            let sum = self.b.ins().iadd(x, round);
            let quotient = self.b.ins().sshr_imm_u(sum, bits);
            return if by < 0 { self.b.ins().ineg(quotient) } else { quotient };
        }
        let magic::Signed { multiplier, add, shift } = magic::signed(by);
        let multiplier = self.i64(multiplier);
        let mut value = self.b.ins().smulhi(x, multiplier);
        value = match add {
            0 => value,
            1 => self.b.ins().iadd(value, x),
            _ => self.b.ins().isub(value, x),
        };
        let sign = self.b.ins().ushr_imm_u(value, 63);
        let shifted = if shift == 0 { value } else { self.b.ins().sshr_imm_u(value, i64::from(shift)) };
        self.b.ins().iadd(shifted, sign)
    }

    fn unsigned_quotient(&mut self, x: cl::Value, by: u64, bits: u32) -> cl::Value {
        if by.is_power_of_two() {
            return self.b.ins().ushr_imm_u(x, i64::from(by.trailing_zeros()));
        }
        let magic::Unsigned { before, multiplier, fixed, after } = magic::unsigned(by, bits);
        let start = if before == 0 { x } else { self.b.ins().ushr_imm_u(x, i64::from(before)) };
        let multiplier = self.i64(multiplier as i64);
        let high = self.b.ins().umulhi(start, multiplier);
        if !fixed {
            return if after == 0 { high } else { self.b.ins().ushr_imm_u(high, i64::from(after)) };
        }
        let rest = self.b.ins().isub(x, high);
        let half = self.b.ins().ushr_imm_u(rest, 1);
        let sum = self.b.ins().iadd(half, high);
        self.b.ins().ushr_imm_u(sum, i64::from(after) - 1)
    }

    /// What a division left, times a constant: `(x % m) * a` is `x * a - (x / m) * (m * a)`, which does not
    /// wait for the remainder.
    fn remainder_times(&mut self, data: &InstData) -> Option<cl::Value> {
        let by = self.constant_of(data.args[1])?;
        let known = self.quotient.as_ref().filter(|q| q.of == data.args[0])?;
        let (x, quotient, divisor) = (known.x, known.value, known.by);
        if self.b.current_block() != Some(known.block) {
            return None;
        }
        let product = self.b.ins().imul_imm_s(x, by);
        let less = self.b.ins().imul_imm_s(quotient, divisor.wrapping_mul(by));
        let value = self.b.ins().isub(product, less);
        let ty = types::clif(data.ty);
        Some(if ty == clt::I64 { value } else { self.b.ins().ireduce(ty, value) })
    }

    /// Times a power of two is a shift; times 3, 5 or 9 a sum, which takes one instruction of a third of the
    /// time.
    pub(super) fn imul(&mut self, data: &InstData) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let value = match self.constant_of(data.args[1]) {
            Some(by) if by > 0 && by & (by - 1) == 0 => {
                self.b.ins().ishl_imm_u(x, i64::from(by.trailing_zeros()))
            }
            Some(by @ (3 | 5 | 9)) => {
                let more = self.b.ins().ishl_imm_u(x, i64::from((by - 1).trailing_zeros()));
                self.b.ins().iadd(x, more)
            }
            Some(_) | None => self.remainder_times(data).unwrap_or_else(|| self.b.ins().imul(x, y)),
        };
        self.result(data, value);
    }

    /// A byte has no other order.
    pub(super) fn bswap(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = if data.ty == Type::I8 { x } else { self.b.ins().bswap(x) };
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
        let Some(data) = self.body.made_by(value) else { return false };
        if data.op == Opcode::Zext {
            let bits = self.body.ty(data.args[0]).bits();
            return (bits < 64 && (1u64 << bits) <= limit) || self.masked(data.args[0], limit);
        }
        self.masked(value, limit)
    }

    /// Whether a value is a bitwise and with a constant from zero to below `limit`.
    fn masked(&self, value: Value, limit: u64) -> bool {
        let Some(data) = self.body.made_by(value) else { return false };
        let small = |v: &Value| self.constant_of(*v).is_some_and(|c| c >= 0 && (c as u64) < limit);
        data.op == Opcode::Iand && data.args.iter().any(small)
    }
}
