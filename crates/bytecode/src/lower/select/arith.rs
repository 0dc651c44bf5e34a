//! Integer arithmetic: forms by width, and with an immediate.

use purlin_base::EntityRef as _;
use purlin_ir::{InstData, Type};

use super::{Reg, Selector, by_width};
use crate::table::Op;

impl<'a> Selector<'a> {
    /// A division; `by_constant` is its form for a divisor that cannot trap.
    pub(super) fn divide(&mut self, data: &InstData, general: [Op; 4], by_constant: Option<Op>) {
        let def = data.results[0];
        let divisor = self.imm16(data.args[1]).filter(|k| *k != 0 && *k != -1);
        if let (Some(k), Some(op)) = (divisor, by_constant) {
            if self.demanded[def.index()] {
                self.with_imm(op, def.as_u32(), data.args[0], k);
            }
            return;
        }
        self.sized(data, def.as_u32(), general);
    }

    pub(super) fn subtract(&mut self, data: &InstData, def: Reg) {
        match self.imm16(data.args[1]).filter(|k| *k != -32768) {
            Some(k) => self.with_imm(add_imm(data.ty), def, data.args[0], -k),
            None => self.sized(data, def, [Op::Sub8, Op::Sub16, Op::Sub32, Op::Sub64]),
        }
    }

    /// An arithmetic shift to the right, whose count saturates.
    pub(super) fn shift_signed(&mut self, data: &InstData, def: Reg) {
        match self.konst(data.args[1]) {
            Some(n) => self.with_imm(Op::SshrI, def, data.args[0], (n as u64).min(63) as i64),
            None => self.plain(Op::Sshr, def, data),
        }
    }

    pub(super) fn add(&mut self, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some(k) = self.imm16(b) {
            self.with_imm(add_imm(data.ty), def, a, k);
        } else if let Some(k) = self.imm16(a) {
            self.with_imm(add_imm(data.ty), def, b, k);
        } else {
            self.sized(data, def, [Op::Add8, Op::Add16, Op::Add32, Op::Add64]);
        }
    }

    pub(super) fn multiply(&mut self, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        let op = match data.ty {
            Type::I32 => Some(Op::MulI32),
            Type::I64 => Some(Op::MulI64),
            Type::I8 | Type::I16 | Type::F32 | Type::F64 | Type::Ref | Type::Dyn => None,
        };
        match (op, self.imm16(a), self.imm16(b)) {
            (Some(op), _, Some(k)) => self.with_imm(op, def, a, k),
            (Some(op), Some(k), _) => self.with_imm(op, def, b, k),
            _ => self.sized(data, def, [Op::Mul8, Op::Mul16, Op::Mul32, Op::Mul64]),
        }
    }

    pub(super) fn bitwise(&mut self, op: Op, with_imm: Op, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some(k) = self.imm16(b) {
            self.with_imm(with_imm, def, a, k);
        } else if let Some(k) = self.imm16(a) {
            self.with_imm(with_imm, def, b, k);
        } else {
            self.plain(op, def, data);
        }
    }

    /// A shift that yields 0 when the count reaches the width.
    pub(super) fn shift(&mut self, data: &InstData, def: Reg, general: [Op; 4], by_constant: Option<Op>) {
        match (self.konst(data.args[1]).map(|k| k as u64), by_constant) {
            (Some(n), _) if n >= u64::from(data.ty.bits()) => self.constant(def, 0),
            (Some(n), Some(op)) => self.with_imm(op, def, data.args[0], n as i64),
            (Some(_) | None, _) => self.sized(data, def, general),
        }
    }
}

fn add_imm(ty: Type) -> Op {
    by_width(ty, [Op::AddI8, Op::AddI16, Op::AddI32, Op::AddI64])
}
