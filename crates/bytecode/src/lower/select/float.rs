//! Floats and conversions.

use purlin_ir::{InstData, Opcode, Type};

use super::{Reg, Selector, by_width};
use crate::table::Op;

impl<'a> Selector<'a> {
    /// A sum or a difference, which takes a product in where that is a factor of eight bytes used only here.
    pub(super) fn float_sum(&mut self, data: &'a InstData, def: Reg, single: Op, double: Op) {
        if data.ty != Type::F64 || !self.multiply_add(data, def) {
            self.float(data, def, single, double);
        }
    }

    pub(super) fn float(&mut self, data: &InstData, def: Reg, single: Op, double: Op) {
        self.plain(if data.ty == Type::F32 { single } else { double }, def, data);
    }

    /// `x * y + z`, `z + x * y` or `z - x * y` with the product used only here. Each step rounds.
    pub(super) fn multiply_add(&mut self, data: &'a InstData, def: Reg) -> bool {
        let subtract = data.op == Opcode::Fsub;
        let sides = if subtract { [1, 1] } else { [0, 1] };
        for side in sides {
            let Some((inst, product)) = self.only_here(data.args[side]) else { continue };
            if product.op != Opcode::Fmul {
                continue;
            }
            self.folded[inst] = true;
            let uses = [self.reg(product.args[0]), self.reg(product.args[1]), self.reg(data.args[1 - side])];
            self.push(if subtract { Op::FmulSub64 } else { Op::FmulAdd64 }, Some(def), &uses);
            return true;
        }
        false
    }

    /// A conversion from a float, which has one form for each type of float.
    pub(super) fn convert_float(&mut self, data: &InstData, def: Reg, single: Op, double: Op) {
        let is_single = self.func.ty(data.args[0]) == Type::F32;
        self.plain(if is_single { single } else { double }, def, data);
    }

    /// A bitcast that is no alias: of less than eight bytes, or from `f64` to `i64`.
    pub(super) fn bitcast(&mut self, data: &InstData, def: Reg) {
        let op = by_width(data.ty, [Op::Mov, Op::Mov, Op::F32Bits, Op::F64Bits]);
        // The upper half of an `f32`'s slot is zero.
        self.plain(if data.ty == Type::F32 { Op::Zext32 } else { op }, def, data);
    }

    pub(super) fn unsigned_to_float(&mut self, data: &InstData, def: Reg) {
        let zext = match self.func.ty(data.args[0]) {
            Type::I8 => Op::Zext8,
            Type::I16 => Op::Zext16,
            Type::I32 => Op::Zext32,
            Type::I64 | Type::F32 | Type::F64 | Type::Ref | Type::Dyn => {
                return self.float(data, def, Op::UintToF32, Op::UintToF64);
            }
        };
        let wide = self.temp();
        let op = if data.ty == Type::F32 { Op::SintToF32 } else { Op::SintToF64 };
        self.push(op, Some(def), &[wide]);
        let a = self.reg(data.args[0]);
        self.push(zext, Some(wide), &[a]);
    }
}
