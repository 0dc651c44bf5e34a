//! Single ops of random IR, on operands of the types that their rows of the op table ask for.

use purlin_ir::{Opcode, Operand, Type, TypeClass, Value};

use super::{FLOATS, INTS, Writer};

impl Writer<'_, '_> {
    /// One op, on operands of types that it takes.
    pub(super) fn compute(&mut self, op: Opcode) {
        let row = op.row();
        let mut ty = match row.class {
            TypeClass::Int | TypeClass::Bits => *self.rng.pick(&INTS),
            TypeClass::Float => *self.rng.pick(&FLOATS),
            TypeClass::Any if self.rng.chance(40) => *self.rng.pick(&FLOATS),
            TypeClass::Any => *self.rng.pick(&INTS),
            TypeClass::None => Type::I64,
        };
        let value = match op {
            Opcode::Sext | Opcode::Zext => {
                let from = self.rng.below(3);
                ty = INTS[from + 1 + self.rng.below(3 - from)];
                let value = self.value(INTS[from]);
                self.b.op(op, ty, &[value])
            }
            Opcode::Itrunc => {
                let from = 1 + self.rng.below(3);
                ty = INTS[self.rng.below(from)];
                let value = self.value(INTS[from]);
                self.b.op(op, ty, &[value])
            }
            Opcode::FloatToSint | Opcode::FloatToUint => {
                let from = *self.rng.pick(&FLOATS);
                let value = self.value(from);
                self.b.op(op, Type::I64, &[value])
            }
            Opcode::Bitcast => self.cast(),
            Opcode::DynFromInt | Opcode::DynToInt | Opcode::DynIsInt => {
                let (wide, one) = (self.value(Type::I64), self.b.iconst(Type::I64, 1));
                let fits = self.b.binary(Opcode::Sshr, wide, one);
                let word = self.b.op(Opcode::DynFromInt, Type::I64, &[fits]);
                let back = if op == Opcode::DynIsInt { Opcode::DynIsInt } else { Opcode::DynToInt };
                self.b.op(back, Type::I64, &[word])
            }
            _ => {
                let operands: Vec<Value> = row.operands.iter().map(|o| self.operand(*o, ty)).collect();
                self.b.op(op, ty, &operands)
            }
        };
        self.values.push(value);
        if self.rng.chance(6) {
            let bits = self.bits(value);
            let shown = self.show(bits);
            self.values.push(shown);
        }
    }

    /// The bits of one kind as the other; no NaN, whose payload need not survive arithmetic.
    fn cast(&mut self) -> Value {
        let (int, float, bit) = *self.rng.pick(&[(Type::I64, Type::F64, 62), (Type::I32, Type::F32, 30)]);
        if self.rng.chance(50) {
            let value = self.value(float);
            return self.b.op(Opcode::Bitcast, int, &[value]);
        }
        let (value, mask) = (self.value(int), self.b.iconst(int, !(1i64 << bit)));
        let bits = self.b.binary(Opcode::Iand, value, mask);
        self.b.op(Opcode::Bitcast, float, &[bits])
    }

    fn operand(&mut self, operand: Operand, ty: Type) -> Value {
        let ty = match operand {
            Operand::T | Operand::Any | Operand::Rest => ty,
            Operand::Is(ty) => ty,
            Operand::AnyInt => *self.rng.pick(&INTS),
            Operand::AnyFloat => *self.rng.pick(&FLOATS),
        };
        self.value(ty)
    }
}
