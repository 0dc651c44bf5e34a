//! Branches, switches and counted loops of random IR. This module knows nothing of what stands in their
//! blocks.

use purlin::TrapCode;
use purlin_ir::{Block, Opcode, Type, Value};

use super::Writer;

impl Writer<'_, '_> {
    /// Two arms, or a guard and what is done if it fails, and a value from either.
    pub(super) fn arms(&mut self, depth: u32) {
        let cond = self.condition();
        let ty = if self.rng.chance(80) { self.int_type() } else { Type::F64 };
        let join = self.b.block();
        let merged = self.b.block_param(join, ty);
        if self.rng.chance(12) {
            // Both ways lead to the same place, perhaps with the same value.
            let (one, other) = (self.value(ty), self.value(ty));
            let other = if self.rng.chance(60) { one } else { other };
            self.b.brif_args(cond, (join, &[one]), (join, &[other]));
        } else {
            let (yes, no) = (self.b.block(), self.b.block());
            if self.rng.chance(30) {
                let passed = self.value(Type::I64);
                let given = self.b.block_param(no, Type::I64);
                self.b.cold(no);
                self.b.guard(cond, (yes, &[]), (no, &[passed]));
                self.arm(yes, join, ty, depth);
                self.values.push(given);
                self.arm(no, join, ty, depth);
                self.values.retain(|v| *v != given);
            } else {
                self.b.brif(cond, yes, no);
                // What comes next in the layout is not branched to.
                let (near, far) = if self.rng.chance(50) { (yes, no) } else { (no, yes) };
                self.arm(near, join, ty, depth);
                self.arm(far, join, ty, depth);
            }
        }
        self.b.seal(join);
        self.b.switch_to(join);
        self.values.push(merged);
    }

    fn arm(&mut self, block: Block, join: Block, ty: Type, depth: u32) {
        self.b.seal(block);
        self.b.switch_to(block);
        let outer = self.values.clone();
        let count = self.rng.below(4);
        self.steps(count, depth);
        if self.rng.chance(4) {
            self.b.trap(TrapCode::User);
        } else {
            let value = self.value(ty);
            self.b.jump(join, &[value]);
        }
        self.values = outer;
    }

    pub(super) fn switch(&mut self) {
        let ty = self.int_type();
        let on = match self.rng.chance(60) {
            true => {
                let (any, mask) = (self.value(ty), self.b.iconst(ty, 7));
                self.b.binary(Opcode::Iand, any, mask)
            }
            false => self.value(ty),
        };
        let join = self.b.block();
        let merged = self.b.block_param(join, Type::I64);
        let arms: Vec<Block> = (0..4).map(|_| self.b.block()).collect();
        let far = self.rng.chance(50);
        let case = |n: i64| if far { n * 31 - 2 } else { n };
        let cases = [(case(0), arms[0]), (case(1), arms[1]), (case(3), arms[0]), (case(2), arms[2])];
        self.b.switch(on, &cases[..1 + self.rng.below(4)], arms[3]);
        for block in arms {
            self.arm(block, join, Type::I64, 0);
        }
        self.b.seal(join);
        self.b.switch_to(join);
        self.values.push(merged);
    }

    /// A loop of a few iterations, of the forms that the interpreter has ends for and of others.
    pub(super) fn count(&mut self) {
        let (rounds, from) = (self.rng.range(1, 5), self.rng.range(-3, 3));
        let (op, last, step) = *self.rng.pick(&[
            (Opcode::Slt, from + rounds, 1),
            (Opcode::Sle, from + rounds - 1, 1),
            (Opcode::Ine, from + rounds, 1),
            (Opcode::Ine, from - rounds, -1),
            (Opcode::Sgt, from - rounds, -1),
            (Opcode::Sge, from - rounds + 1, -1),
            (Opcode::Slt, from + 3 * rounds, 3),
            (Opcode::Sle, from + rounds - 1, 1),
        ]);
        let end = match self.rng.chance(60) || op == Opcode::Ine {
            true => self.b.iconst(Type::I64, last),
            false => {
                let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 3));
                let (rounds, from) = (self.b.binary(Opcode::Iand, any, mask), self.b.iconst(Type::I64, from));
                let op = if step > 0 { Opcode::Iadd } else { Opcode::Isub };
                self.b.binary(op, from, rounds)
            }
        };
        if self.rng.chance(40) {
            return self.count_below(from, end, op, step);
        }
        let (head, body, out) = (self.b.block(), self.b.block(), self.b.block());
        let (i, sum) = (self.b.block_param(head, Type::I64), self.b.block_param(head, Type::I64));
        let (first, start) = (self.b.iconst(Type::I64, from), self.value(Type::I64));
        self.b.jump(head, &[first, start]);
        self.b.switch_to(head);
        let more = self.b.binary(op, i, end);
        self.b.brif(more, body, out);
        self.b.seal(body);
        self.b.switch_to(body);
        let outer = self.values.clone();
        self.values.extend([i, i, sum]);
        let count = self.rng.below(5);
        self.steps(count, 0);
        if self.rng.chance(10) {
            self.memory_loop();
        }
        let next_sum = self.value(Type::I64);
        let step = self.b.iconst(Type::I64, step);
        let next = self.b.binary(Opcode::Iadd, i, step);
        self.b.jump(head, &[next, next_sum]);
        self.b.seal(head);
        self.b.seal(out);
        self.b.switch_to(out);
        self.values = outer;
        self.values.push(sum);
    }

    /// A counted loop with the test at the end, after at least one iteration.
    fn count_below(&mut self, from: i64, end: Value, op: Opcode, step: i64) {
        let (head, out) = (self.b.block(), self.b.block());
        let i = self.b.block_param(head, Type::I64);
        let first = self.b.iconst(Type::I64, from);
        self.b.jump(head, &[first]);
        self.b.switch_to(head);
        let outer = self.values.clone();
        self.values.extend([i, i]);
        let count = self.rng.below(4);
        self.steps(count, 0);
        self.access();
        let step = self.b.iconst(Type::I64, step);
        let next = self.b.binary(Opcode::Iadd, i, step);
        let more = self.b.binary(op, next, end);
        self.b.brif_args(more, (head, &[next]), (out, &[]));
        self.b.seal(head);
        self.b.seal(out);
        self.b.switch_to(out);
        self.values = outer;
    }
}
