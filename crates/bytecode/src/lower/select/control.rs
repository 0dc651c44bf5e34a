//! Calls, returns and jumps.

use purlin_base::EntityRef as _;
use purlin_ir::{InstData, Opcode, Target, Type};

use super::{Edge, Reg, Regs, Role, Selector};
use crate::table::Op;

impl<'a> Selector<'a> {
    /// The function that implements a selector for a type.
    pub(super) fn method(&mut self, data: &InstData, def: Reg) {
        let row = self.layout.rows[data.selector()];
        let ty = self.reg(data.args[0]);
        self.push(Op::Method, Some(def), &[ty]).word = u64::from(row);
    }

    /// Whether a type has the methods of an interface.
    pub(super) fn implements(&mut self, data: &InstData, def: Reg) {
        let row = u64::from(self.layout.interfaces[data.interface()]);
        let ty = self.reg(data.args[0]);
        self.push(Op::Implements, Some(def), &[ty]).word = row;
    }

    pub(super) fn call(&mut self, op: Op, data: &InstData) {
        let (results, callee) = if op == Op::CallNative {
            (self.normalised(data), data.native().as_u32())
        } else {
            (self.regs(&data.results), data.func().as_u32())
        };
        let uses = self.regs(&data.args);
        let inst = self.push(op, None, &uses);
        inst.imm = i64::from(callee);
        inst.kind = Role::Call { callee: None, results };
    }

    /// Registers for a native's results, which are then brought to the form of slots.
    fn normalised(&mut self, data: &InstData) -> Regs {
        let mut results = Regs::new();
        for value in &data.results {
            let op = match self.func.ty(*value) {
                Type::I8 => Some(Op::Sext8),
                Type::I16 => Some(Op::Sext16),
                Type::I32 => Some(Op::Sext32),
                Type::F32 => Some(Op::Zext32),
                Type::I64 | Type::F64 | Type::Ref | Type::Dyn => None,
            };
            let raw = match op {
                Some(op) if self.demanded[value.index()] => {
                    let raw = self.temp();
                    self.push(op, Some(value.as_u32()), &[raw]);
                    raw
                }
                Some(_) | None => self.reg(*value),
            };
            results.push(raw);
        }
        results
    }

    pub(super) fn call_indirect(&mut self, data: &'a InstData) {
        let results = self.regs(&data.results);
        let uses = self.regs(&data.args[1..]);
        let (op, callee, row) = match self.only_here(data.args[0]) {
            Some((inst, method)) if method.op == Opcode::IfaceMethod => {
                self.folded[inst] = true;
                let row = self.layout.rows[method.selector()];
                (Op::CallMethod, self.reg(method.args[0]), u64::from(row))
            }
            Some(_) | None => (Op::CallIndirect, self.reg(data.args[0]), 0),
        };
        let inst = self.push(op, None, &uses);
        inst.word = row;
        inst.kind = Role::Call { callee: Some(callee), results };
    }

    pub(super) fn tail_call(&mut self, data: &InstData) {
        if data.op == Opcode::TailCall {
            let uses = self.regs(&data.args);
            let inst = self.push(Op::TailCall, None, &uses);
            inst.imm = i64::from(data.func().as_u32());
            inst.kind = Role::Tail { callee: None };
        } else {
            let (callee, uses) = (self.reg(data.args[0]), self.regs(&data.args[1..]));
            self.push(Op::TailCallIndirect, None, &uses).kind = Role::Tail { callee: Some(callee) };
        }
    }

    pub(super) fn ret(&mut self, data: &InstData) {
        if let [one] = data.args[..] {
            if let Some(k) = self.konst(one).filter(|k| i32::try_from(*k).is_ok()) {
                self.push_imm(Op::ReturnI, None, &[], k);
            } else {
                let uses = self.regs(&data.args);
                self.push(Op::Return1, None, &uses);
            }
        } else {
            let uses = self.regs(&data.args);
            self.push(Op::Return, None, &uses).kind = Role::Return;
        }
    }

    pub(super) fn edge(&mut self, target: &Target) -> Edge {
        Edge { to: target.block, args: self.regs(&target.args) }
    }

    pub(super) fn jump(&mut self, data: &InstData) {
        let edges = vec![self.edge(&data.targets[0])];
        self.push(Op::Jump, None, &[]).kind = Role::Branch { edges, guard: None };
    }

    pub(super) fn switch(&mut self, data: &InstData) {
        let cases = self.func.switches[data.switch()].clone();
        let mut edges: Vec<Edge> = data.targets[1..].iter().map(|t| self.edge(t)).collect();
        let mut pairs: Vec<(i64, Edge)> = cases.into_iter().zip(edges.drain(..)).collect();
        pairs.sort_by_key(|p| p.0);
        let (cases, mut edges): (Vec<i64>, Vec<Edge>) = pairs.into_iter().unzip();
        edges.push(self.edge(&data.targets[0]));
        let on = self.reg(data.args[0]);
        self.push(Op::SwitchSparse, None, &[on]).kind = Role::Switch { cases, edges };
    }
}
