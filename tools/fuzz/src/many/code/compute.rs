//! Single ops of random IR, on operands of the types that their rows of the op table ask for.

use purlin_ir::{Imm, Opcode, Operand, Type, TypeClass, Value};

use super::{FLOATS, INTS, Writer};

impl Writer<'_, '_> {
    /// One op, on operands of types that it takes.
    pub(super) fn compute(&mut self, op: Opcode) {
        let row = op.row();
        if let Some(value) = self.of_words(op) {
            return self.values.push(value);
        }
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
            Opcode::DynFromImm | Opcode::DynIsImm => {
                let value = self.operand(row.operands[0], ty);
                let kind = self.rng.range(0, 31);
                self.b.with_imm(op, Type::I64, &[value], Imm::Int(kind))
            }
            // wildcard: operands of the types that the row names will do.
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

    /// An op whose result is said for some words alone, on such words.
    fn of_words(&mut self, op: Opcode) -> Option<Value> {
        Some(match op {
            Opcode::DynFromInt => self.word_of_int(),
            Opcode::DynFromFloat => {
                let float = self.float_that_fits();
                self.b.op(op, Type::I64, &[float])
            }
            Opcode::DynToInt => {
                let word = self.word_of_int();
                self.b.op(op, Type::I64, &[word])
            }
            Opcode::DynToImm => {
                let (value, kind) = (self.value(Type::I64), self.rng.range(0, 31));
                let word = self.b.with_imm(Opcode::DynFromImm, Type::I64, &[value], Imm::Int(kind));
                self.b.op(op, Type::I64, &[word])
            }
            Opcode::DynToFloat => {
                // No other word: it might be a NaN with a payload.
                let float = self.float_that_fits();
                let word = self.b.op(Opcode::DynFromFloat, Type::I64, &[float]);
                self.b.op(op, Type::I64, &[word])
            }
            // wildcard: an op that has no question has results for all operands.
            _ => {
                let question = question(op)?;
                let operands = [self.value(Type::Dyn), self.value(Type::Dyn)];
                self.where_there_is_one(question, op, &operands)
            }
        })
    }

    /// The result of an op on two words where another op says that there is one, as bits, and elsewhere the
    /// first word. Tiers make one instruction of both and of the branch.
    fn where_there_is_one(&mut self, question: Opcode, op: Opcode, operands: &[Value; 2]) -> Value {
        let question = self.b.op(question, Type::I64, operands);
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        let joined = self.b.block_param(join, Type::I64);
        self.b.brif(question, yes, no);
        self.b.switch_to(yes);
        let value = self.b.op(op, Type::I64, operands);
        let bits = self.bits(value);
        self.b.jump(join, &[bits]);
        self.b.switch_to(no);
        let other = self.bits(operands[0]);
        self.b.jump(join, &[other]);
        self.b.switch_to(join);
        joined
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

/// The op that says whether an op on two words has a result.
fn question(op: Opcode) -> Option<Opcode> {
    Some(match op {
        Opcode::DynAdd => Opcode::DynAddOk,
        Opcode::DynSub => Opcode::DynSubOk,
        Opcode::DynMul => Opcode::DynMulOk,
        Opcode::DynFadd => Opcode::DynFaddOk,
        Opcode::DynFsub => Opcode::DynFsubOk,
        Opcode::DynFmul => Opcode::DynFmulOk,
        Opcode::DynFdiv => Opcode::DynFdivOk,
        Opcode::DynLt | Opcode::DynLe | Opcode::DynGt | Opcode::DynGe => Opcode::DynInts,
        // wildcard: other ops have a result.
        _ => return None,
    })
}
