//! Random nests of loops over a few words, behind pointers that may be one: what passes that keep memory in
//! values have to get right. Loops are counted, so programs end; checks stop some of them in the middle.

use purlin_base::TrapCode;
use purlin_ir::{
    Block, ClassDecl, ClassId, FuncBuilder, GlobalDecl, GlobalId, Module, NativeId, Opcode, Pointers,
    Signature, SlotId, Type, Value,
};

use crate::random::Rng;

/// Bytes of all objects: more than any address reaches.
const SPACE: u32 = 128;

struct Shared {
    native: NativeId,
    class: ClassId,
    words: GlobalId,
}

struct ProgramBuilder<'a, 'm> {
    b: FuncBuilder<'m>,
    rng: Rng,
    shared: &'a Shared,
    slot: SlotId,
    /// What may be null, and what is not.
    pointers: Vec<(Value, bool)>,
    fixed: Value,
    /// Counters of the loops around, and where those are left with the sum.
    around: Vec<(Value, Block)>,
    /// Statements left.
    budget: u32,
}

/// A module with one function.
pub fn module(seed: u64) -> Module {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut module = Module::new();
    let shared = Shared {
        native: module.native("test.out", &[Type::I64], &[Type::I64]),
        class: module.class(ClassDecl { size: SPACE, pointers: Pointers::None }),
        words: module.globals.push(GlobalDecl { name: "words".into(), size: SPACE }),
    };
    let id = module.declare("nest".to_string(), &Signature::new([Type::I64; 3], [Type::I64]));
    let mut b = FuncBuilder::new(&mut module, id);
    let (slot, one) = (b.slot(SPACE), b.iconst(Type::I64, 1));
    let any = b.param(0);
    let fixed = b.binary(Opcode::Iand, any, one);
    let budget = 6 + rng.below(12) as u32;
    let (pointers, around) = (Vec::new(), Vec::new());
    ProgramBuilder { b, rng, shared: &shared, slot, pointers, fixed, around, budget }.function();
    module
}

impl ProgramBuilder<'_, '_> {
    fn function(mut self) {
        let handler = self.rng.chance(30).then(|| self.b.block());
        self.b.func.handler = handler;
        for _ in 0..2 {
            let pointer = self.pointer();
            self.pointers.push(pointer);
        }
        let sum = self.b.param(1);
        let sum = self.nest(3, sum);
        self.leave(sum);
        if let Some(handler) = handler {
            self.b.switch_to(handler);
            let sum = self.b.iconst(Type::I64, 3);
            self.leave(sum);
        }
        self.b.finish();
    }

    /// Shows what is in the slot, and returns; globals are seen anyway.
    fn leave(&mut self, sum: Value) {
        let slot = self.b.stack_addr(self.slot);
        for offset in [0, 8] {
            let word = self.b.load(Type::I64, slot, offset);
            self.b.call_native(self.shared.native, &[word]);
        }
        self.b.ret(&[sum]);
    }

    /// A pointer, and whether it may be null.
    fn pointer(&mut self) -> (Value, bool) {
        let global = self.b.global_addr(self.shared.words, self.rng.pick(&[0, 0, 8]));
        let (other, null) = match self.rng.below(8) {
            0 => (self.b.null(), true),
            1 | 2 => (self.b.alloc(self.shared.class), false),
            3 | 4 => (self.b.stack_addr(self.slot), false),
            _ => (self.b.global_addr(self.shared.words, 0), false),
        };
        let (a, b) = (self.b.param(2), self.b.param(1));
        let cond = self.b.binary(self.rng.pick(&[Opcode::Slt, Opcode::Sge, Opcode::Ine]), a, b);
        match self.rng.below(5) {
            0 => (global, false),
            1 if !null => (other, false),
            _ => (self.b.select(cond, global, other), null),
        }
    }

    /// A loop, with others in it; returns the sum after the loop.
    fn nest(&mut self, depth: u32, sum: Value) -> Value {
        let (head, out) = (self.b.block(), self.b.block());
        let (i, now) = (self.b.block_param(head, Type::I64), self.b.block_param(head, Type::I64));
        let result = self.b.block_param(out, Type::I64);
        let first = if self.rng.chance(40) { self.fixed } else { self.b.iconst(Type::I64, 0) };
        let turns = self.b.iconst(Type::I64, 1 + self.rng.below(4) as i64);
        let (one, end) = (self.b.iconst(Type::I64, 1), self.b.binary(Opcode::Iadd, first, turns));
        self.b.jump(head, &[first, sum]);
        self.b.switch_to(head);
        let tests_first = self.rng.chance(25);
        if tests_first {
            let (more, body) = (self.b.binary(Opcode::Slt, i, end), self.b.block());
            self.b.brif_args(more, (body, &[]), (out, &[now]));
            self.b.switch_to(body);
        }
        self.around.push((i, out));
        let mut sum = now;
        for _ in 0..1 + self.rng.below(4) {
            sum = self.statement(depth, sum);
        }
        self.around.pop();
        let next = self.b.binary(Opcode::Iadd, i, one);
        if tests_first {
            self.b.jump(head, &[next, sum]);
        } else {
            let more = self.b.binary(Opcode::Slt, next, end);
            self.b.brif_args(more, (head, &[next, sum]), (out, &[sum]));
        }
        self.b.switch_to(out);
        result
    }

    fn statement(&mut self, depth: u32, sum: Value) -> Value {
        self.budget = self.budget.saturating_sub(1);
        match self.rng.below(24) {
            0..=6 if depth > 1 && self.budget > 0 => self.nest(depth - 1, sum),
            7 | 8 => self.check(sum),
            9 | 10 => self.sometimes(sum),
            11 if self.rng.chance(15) => self.b.call_native(self.shared.native, &[sum])[0],
            _ => self.touch(sum),
        }
    }

    fn counter(&mut self) -> Value {
        match self.rng.chance(40) {
            true => self.fixed,
            false => self.around[self.rng.below(self.around.len())].0,
        }
    }

    /// What may stop the loops.
    fn check(&mut self, sum: Value) -> Value {
        let (index, most) = (self.counter(), self.b.iconst(Type::I64, 1 + self.rng.below(5) as i64));
        match self.rng.below(4) {
            0 => {
                let pointer = self.pointers[self.rng.below(self.pointers.len())].0;
                self.b.effect(Opcode::NilCheck, &[pointer]);
                sum
            }
            1 => self.b.binary(Opcode::Sdiv, sum, index),
            2 => {
                let equal = self.b.binary(Opcode::Ieq, index, most);
                self.b.trap_if(equal, TrapCode::DivideByZero);
                sum
            }
            _ => {
                self.b.effect(Opcode::Bounds, &[index, most]);
                sum
            }
        }
    }

    /// An access in some iterations, or a way out of some of the loops.
    fn sometimes(&mut self, sum: Value) -> Value {
        let (body, join) = (self.b.block(), self.b.block());
        let result = self.b.block_param(join, Type::I64);
        let (a, b) = (self.counter(), self.counter());
        let cond = match self.rng.chance(50) {
            true => self.b.binary(Opcode::Slt, a, b),
            false => self.b.binary(Opcode::Slt, sum, a),
        };
        self.b.brif_args(cond, (body, &[]), (join, &[sum]));
        self.b.switch_to(body);
        let changed = self.touch(sum);
        let out = self.around[self.rng.below(self.around.len())].1;
        let to = if self.rng.chance(30) { out } else { join };
        self.b.jump(to, &[changed]);
        self.b.switch_to(join);
        result
    }

    /// Reads, writes or updates a word.
    fn touch(&mut self, sum: Value) -> Value {
        let (pointer, may_be_null) = self.pointers[self.rng.below(self.pointers.len())];
        if may_be_null {
            self.b.effect(Opcode::NilCheck, &[pointer]);
        }
        let (address, offset) = match self.rng.below(4) {
            0 => {
                let index = self.counter();
                (self.b.elem_addr(pointer, index, 8, 8), 0)
            }
            _ => (pointer, self.rng.pick(&[0, 0, 8, 16])),
        };
        let three = self.b.iconst(Type::I64, 3);
        match self.rng.below(6) {
            0 => {
                self.b.store(address, offset, sum);
                self.b.binary(Opcode::Iadd, sum, three)
            }
            1 | 2 => {
                let word = self.b.load(Type::I64, address, offset);
                let scaled = self.b.binary(Opcode::Imul, sum, three);
                self.b.binary(Opcode::Iadd, scaled, word)
            }
            _ => {
                let word = self.b.load(Type::I64, address, offset);
                let scaled = self.b.binary(Opcode::Imul, word, three);
                let new = self.b.binary(Opcode::Iadd, scaled, sum);
                self.b.store(address, offset, new);
                self.b.binary(Opcode::Ixor, sum, word)
            }
        }
    }
}
