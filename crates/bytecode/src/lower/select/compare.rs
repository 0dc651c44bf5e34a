//! Comparisons: as values, and as the branches that ask them.

use purlin_ir::{InstData, Opcode, Type, Value};
use smallvec::SmallVec;

use super::{Reg, Regs, Role, Selector};
use crate::table::Op;

/// How a comparison of integers compiles. Two ops each: the one that yields a value, and the one that jumps.
struct Integers {
    ops: [Op; 2],
    /// The forms with a constant on the right, and on the left.
    imms: Option<[(Op, Op); 2]>,
    /// Whether the ops take the operands the other way round.
    swap: bool,
}

/// How a comparison of floats compiles.
struct Floats {
    single: Op,
    double: Op,
    /// Jumps on two `f64`.
    jump: Op,
    swap: bool,
}

const fn ints(ops: [Op; 2], imms: Option<[(Op, Op); 2]>, swap: bool) -> Option<Integers> {
    Some(Integers { ops, imms, swap })
}

const fn floats(single: Op, double: Op, jump: Op, swap: bool) -> Option<Floats> {
    Some(Floats { single, double, jump, swap })
}

impl Integers {
    fn for_op(op: Opcode) -> Option<Integers> {
        let eq = [(Op::EqI, Op::EqI), (Op::JEqI, Op::JEqI)];
        let ne = [(Op::NeI, Op::NeI), (Op::JNeI, Op::JNeI)];
        let lt = [(Op::SltI, Op::SgtI), (Op::JSltI, Op::JSgtI)];
        let le = [(Op::SleI, Op::SgeI), (Op::JSleI, Op::JSgeI)];
        let gt = [(Op::SgtI, Op::SltI), (Op::JSgtI, Op::JSltI)];
        let ge = [(Op::SgeI, Op::SleI), (Op::JSgeI, Op::JSleI)];
        match op {
            Opcode::Ieq => ints([Op::Eq, Op::JEq], Some(eq), false),
            Opcode::Ine => ints([Op::Ne, Op::JNe], Some(ne), false),
            Opcode::Slt => ints([Op::Slt, Op::JSlt], Some(lt), false),
            Opcode::Sle => ints([Op::Sle, Op::JSle], Some(le), false),
            Opcode::Sgt => ints([Op::Slt, Op::JSlt], Some(gt), true),
            Opcode::Sge => ints([Op::Sle, Op::JSle], Some(ge), true),
            Opcode::Ult => ints([Op::Ult, Op::JUlt], None, false),
            Opcode::Ule => ints([Op::Ule, Op::JUle], None, false),
            Opcode::Ugt => ints([Op::Ult, Op::JUlt], None, true),
            Opcode::Uge => ints([Op::Ule, Op::JUle], None, true),
            Opcode::DynLt => ints([Op::Slt, Op::JSlt], Some(lt), false),
            Opcode::DynLe => ints([Op::Sle, Op::JSle], Some(le), false),
            Opcode::DynGt => ints([Op::Slt, Op::JSlt], Some(gt), true),
            Opcode::DynGe => ints([Op::Sle, Op::JSle], Some(ge), true),
            // wildcard: no other op compares integers.
            _ => None,
        }
    }
}

impl Floats {
    fn for_op(op: Opcode) -> Option<Floats> {
        match op {
            Opcode::Feq => floats(Op::Feq32, Op::Feq64, Op::JFeq, false),
            Opcode::Fne => floats(Op::Fne32, Op::Fne64, Op::JFne, false),
            Opcode::Flt => floats(Op::Flt32, Op::Flt64, Op::JFlt, false),
            Opcode::Fle => floats(Op::Fle32, Op::Fle64, Op::JFle, false),
            Opcode::Fgt => floats(Op::Flt32, Op::Flt64, Op::JFlt, true),
            Opcode::Fge => floats(Op::Fle32, Op::Fle64, Op::JFle, true),
            // wildcard: no other op compares floats.
            _ => None,
        }
    }
}

/// The op for a value, and the op for a jump.
const VALUE: usize = 0;
const JUMP: usize = 1;

impl<'a> Selector<'a> {
    pub(super) fn compare(&mut self, data: &InstData, def: Reg) {
        if let Some(form) = Integers::for_op(data.op) {
            let (op, uses, imm) = self.integers(data, &form, VALUE);
            self.push_imm(op, Some(def), &uses, imm);
        } else if let Some(form) = Floats::for_op(data.op) {
            let op = if data.ty == Type::F32 { form.single } else { form.double };
            let uses = self.pair(data, form.swap);
            self.push(op, Some(def), &uses);
        } else {
            unreachable!("{:?} compares nothing", data.op);
        }
    }

    fn integers(&mut self, data: &InstData, form: &Integers, which: usize) -> (Op, Regs, i64) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some(imms) = form.imms {
            let (right, left) = imms[which];
            if let Some(k) = self.imm16(b) {
                return (right, SmallVec::from_slice(&[self.reg(a)]), k);
            }
            if let Some(k) = self.imm16(a) {
                return (left, SmallVec::from_slice(&[self.reg(b)]), k);
            }
        }
        (form.ops[which], self.pair(data, form.swap), 0)
    }

    fn pair(&mut self, data: &InstData, swap: bool) -> Regs {
        let (a, b) = (self.reg(data.args[0]), self.reg(data.args[1]));
        SmallVec::from_slice(&if swap { [b, a] } else { [a, b] })
    }

    pub(super) fn branch(&mut self, data: &'a InstData) {
        if self.branch_on_site(data) {
            return;
        }
        let edges = data.targets.iter().map(|t| self.edge(t)).collect();
        let keeps = self.regs(&data.args[1..]);
        let (op, def, uses, imm) = self.test(data.args[0]);
        let inst = self.push(op, def, &uses);
        inst.imm = imm;
        inst.keeps = keeps;
        inst.kind = Role::Branch { edges, guard: (data.op == Opcode::Guard).then(|| data.state()) };
    }

    /// The branch that is taken when `cond` is not 0: op, what it computes besides, registers, immediate.
    fn test(&mut self, cond: Value) -> (Op, Option<Reg>, Regs, i64) {
        if let Some((inst, data)) = self.only_here(cond) {
            if let Some(form) = Integers::for_op(data.op) {
                self.folded[inst] = true;
                let (op, uses, imm) = self.integers(data, &form, JUMP);
                return (op, None, uses, imm);
            }
            if let Some(form) = Floats::for_op(data.op).filter(|_| data.ty == Type::F64) {
                self.folded[inst] = true;
                return (form.jump, None, self.pair(data, form.swap), 0);
            }
            if let Some(test) = self.word_test(data) {
                self.folded[inst] = true;
                return test;
            }
        }
        (Op::Jnz, None, SmallVec::from_slice(&[self.reg(cond)]), 0)
    }
}
