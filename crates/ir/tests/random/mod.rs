//! Random modules, built through [`FuncBuilder`]: structured code with loops, joins, early exits, unreachable
//! code, handlers, guards, calls and memory. Integers, refs and tagged words only. Every address is inside
//! its object; loops are counted and calls go downwards, so that programs end.

use purlin_base::TrapCode;
use purlin_ir::{
    Block, ClassDecl, ClassId, Def, Family, FuncBuilder, FuncId, GlobalDecl, GlobalId, Module, NativeId,
    Opcode, Pointers, SigId, Signature, SlotId, Type, Value, Var, builder::truncate,
};

/// Small and deterministic.
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];

/// Bytes of the slots, globals and objects that programs read and write.
const SPACE: u32 = 64;

/// Takes about half of the charges away, as a front end might place them: then there are empty blocks.
pub fn drop_charges(module: &mut Module, seed: u64) {
    let mut rng = Rng(seed | 1);
    for func in module.funcs.values_mut().filter_map(|decl| decl.body.as_deref_mut()) {
        for block in func.layout.clone() {
            let insts = &func.insts;
            func.blocks[block].insts.retain(|i| insts[*i].op != Opcode::Charge || rng.chance(50));
        }
    }
}

/// A module; its last function is the one to run.
pub fn module(seed: u64) -> Module {
    make(seed, false)
}

/// The program of [`module`] with its variables in frame slots: what the builder should have made of them.
pub fn module_in_memory(seed: u64) -> Module {
    make(seed, true)
}

fn make(seed: u64, in_memory: bool) -> Module {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut module = Module::new();
    let shared = Shared {
        sig: module.sig(&signature()),
        native: module.native("test.out", &[Type::I64], &[Type::I64]),
        class: module.class(ClassDecl { size: SPACE, pointers: Pointers::None }),
        global: module.globals.push(GlobalDecl { name: "g".into(), size: SPACE }),
        words: module.globals.push(GlobalDecl { name: "words".into(), size: SPACE }),
    };
    let count = 1 + rng.below(3);
    let ids: Vec<FuncId> = (0..count).map(|n| module.declare(format!("f{n}"), &signature())).collect();
    for (n, id) in ids.iter().enumerate() {
        let maker = ProgramBuilder {
            b: FuncBuilder::new(&mut module, *id),
            rng: &mut rng,
            shared: &shared,
            callees: &ids[..n],
            vars: Vec::new(),
            homes: in_memory.then(Vec::new),
            slots: Vec::new(),
            loops: Vec::new(),
            budget: 60,
        };
        maker.function();
    }
    module
}

/// All functions of random modules have it.
pub fn signature() -> Signature {
    Signature::new([Type::I64, Type::I32, Type::I8], [Type::I64, Type::I32])
}

struct Shared {
    sig: SigId,
    native: NativeId,
    class: ClassId,
    global: GlobalId,
    /// Accessed by words only, as an object of a front end is.
    words: GlobalId,
}

struct ProgramBuilder<'a, 'm> {
    b: FuncBuilder<'m>,
    rng: &'a mut Rng,
    shared: &'a Shared,
    callees: &'a [FuncId],
    vars: Vec<Var>,
    /// The slot of each variable, if that is where variables live.
    homes: Option<Vec<SlotId>>,
    slots: Vec<SlotId>,
    /// Where `continue` and `break` go.
    loops: Vec<(Block, Block)>,
    /// Statements left.
    budget: u32,
}

impl ProgramBuilder<'_, '_> {
    fn function(mut self) {
        for ty in INTS.into_iter().chain(INTS).chain([Type::Ref, Type::Dyn]) {
            let var = self.new_var(ty);
            self.vars.push(var);
        }
        for n in 0..3 {
            let param = self.b.param(n);
            let ty = self.b.func.ty(param);
            let var = self.var_of(ty);
            self.set(var, param);
        }
        for _ in 0..2 {
            let slot = self.b.slot(SPACE);
            self.slots.push(slot);
        }
        let handler = self.rng.chance(30).then(|| self.b.block());
        self.b.func.handler = handler;
        self.body(3);
        self.ret();
        if let Some(handler) = handler {
            self.b.switch_to(handler);
            if self.homes.is_some() {
                self.vars.clone().into_iter().for_each(|var| self.clear(var));
            }
            self.loops.clear();
            self.budget = 8;
            self.body(1);
            self.ret();
        }
        self.b.finish();
    }

    fn new_var(&mut self, ty: Type) -> Var {
        let var = self.b.var(ty);
        if self.homes.is_some() {
            let slot = self.b.slot(8);
            self.homes.as_mut().unwrap().push(slot);
            self.clear(var);
        }
        var
    }

    /// Variables are zero before they are assigned, and in the handler.
    fn clear(&mut self, var: Var) {
        let ty = self.b.var_type(var);
        let zero = self.b.iconst(if ty.is_int() { ty } else { Type::I64 }, 0);
        let zero = match ty {
            Type::Ref => self.b.null(),
            Type::Dyn => self.b.op(Opcode::DynFromInt, Type::I64, &[zero]),
            _ => zero,
        };
        self.set(var, zero);
    }

    fn set(&mut self, var: Var, value: Value) {
        let Some(homes) = &self.homes else { return self.b.def_var(var, value) };
        let slot = homes[var.as_u32() as usize];
        if self.b.is_open() {
            let addr = self.b.stack_addr(slot);
            self.b.store(addr, 0, value);
        }
    }

    fn get(&mut self, var: Var) -> Value {
        let Some(homes) = &self.homes else { return self.b.use_var(var) };
        let slot = homes[var.as_u32() as usize];
        let addr = self.b.stack_addr(slot);
        let ty = self.b.var_type(var);
        self.b.load(ty, addr, 0)
    }

    fn var_of(&mut self, ty: Type) -> Var {
        let vars: Vec<Var> = self.vars.iter().copied().filter(|v| self.b.var_type(*v) == ty).collect();
        self.rng.pick(&vars)
    }

    fn body(&mut self, depth: u32) {
        for _ in 0..1 + self.rng.below(6) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.rng.below(if depth == 0 { 12 } else { 22 }) {
            0..=4 => self.assign(),
            5 | 6 => {
                let ty = self.rng.pick(&INTS);
                let (addr, value) = (self.address(), self.int(ty, 2));
                let offset = self.rng.pick(&[0, 8, 16]);
                self.b.store(addr, offset, value);
            }
            7 => {
                let value = self.int(Type::I64, 2);
                let out = self.b.call_native(self.shared.native, &[value])[0];
                let var = self.var_of(Type::I64);
                self.set(var, out);
            }
            8 => self.check(),
            9 => self.call(),
            10 => self.exit(),
            11 => match self.rng.below(4) {
                0 => self.b.charge(3),
                1 => self.pairs(),
                2 => self.conversions(),
                _ => self.scribble(),
            },
            12 | 13 => self.branch(depth - 1),
            14 => self.switch(depth - 1),
            15 => self.guard(depth - 1),
            16 | 17 => self.count(depth - 1),
            _ => self.walk(),
        }
    }

    fn assign(&mut self) {
        let var = self.rng.pick(&self.vars.clone());
        let value = match self.b.var_type(var) {
            Type::Ref => match self.rng.below(3) {
                0 => self.b.null(),
                1 => self.b.alloc(self.shared.class),
                _ => self.address(),
            },
            Type::Dyn => {
                // What fits 62 bits.
                let (wide, two) = (self.int(Type::I64, 2), self.b.iconst(Type::I64, 2));
                let fits = self.b.binary(Opcode::Sshr, wide, two);
                self.b.op(Opcode::DynFromInt, Type::I64, &[fits])
            }
            ty => self.int(ty, 3),
        };
        self.set(var, value);
    }

    /// What value numbering looks for: the same operands again, in both orders.
    fn pairs(&mut self) {
        let ty = self.rng.pick(&INTS);
        let a = self.int(ty, 1);
        let b = if self.rng.chance(60) { self.constant(ty) } else { self.int(ty, 1) };
        let mut sum = self.b.iconst(Type::I64, 0);
        for _ in 0..6 {
            let (x, y) = if self.rng.chance(50) { (a, b) } else { (b, a) };
            let value = if self.rng.chance(50) {
                let op = self.compare();
                self.b.binary(op, x, y)
            } else {
                let family = if self.rng.chance(50) { Family::Binary } else { Family::Division };
                let op = self.draw(family);
                self.b.binary(op, x, y)
            };
            let value = self.convert(value, Type::I64);
            let three = self.b.iconst(Type::I64, 3);
            let scaled = self.b.binary(Opcode::Imul, sum, three);
            sum = self.b.binary(Opcode::Iadd, scaled, value);
        }
        self.b.call_native(self.shared.native, &[sum]);
    }

    /// Conversions of conversions.
    fn conversions(&mut self) {
        let mut ty = self.rng.pick(&INTS);
        let mut value = self.int(ty, 1);
        for _ in 0..4 {
            ty = self.rng.pick(&INTS);
            value = self.convert(value, ty);
        }
        let value = self.convert(value, Type::I64);
        self.b.call_native(self.shared.native, &[value]);
    }

    /// Loads and stores that overlap.
    fn scribble(&mut self) {
        let (one, other) = (self.address(), self.address());
        let mut sum = self.int(Type::I64, 1);
        for _ in 0..6 {
            let (ty, offset) = (self.rng.pick(&INTS), self.rng.pick(&[0, 0, 1, 4, 8]));
            let addr = if self.rng.chance(70) { one } else { other };
            if self.rng.chance(50) {
                let value = self.convert(sum, ty);
                self.b.store(addr, offset, value);
            } else {
                let value = self.b.load(ty, addr, offset);
                let value = self.convert(value, Type::I64);
                sum = self.b.binary(Opcode::Ixor, sum, value);
            }
        }
        self.b.call_native(self.shared.native, &[sum]);
    }

    fn check(&mut self) {
        match self.rng.below(4) {
            0 => {
                let var = self.var_of(Type::Ref);
                let value = self.get(var);
                self.b.effect(Opcode::NilCheck, &[value]);
            }
            1 => {
                let (index, mask) = (self.int(Type::I64, 1), self.b.iconst(Type::I64, 7));
                let index = self.b.binary(Opcode::Iand, index, mask);
                let len = self.b.iconst(Type::I64, 7);
                self.b.effect(Opcode::AssumeLe, &[index, len]);
                self.b.effect(Opcode::Bounds, &[index, len]);
            }
            2 => {
                let (a, b) = (self.int(Type::I64, 1), self.int(Type::I64, 1));
                let cond = self.b.binary(Opcode::Ieq, a, b);
                self.b.trap_if(cond, TrapCode::User);
            }
            _ => {
                let op = self.draw(Family::Division);
                let ty = self.rng.pick(&INTS);
                let (a, b) = (self.int(ty, 1), self.int(ty, 1));
                let value = self.b.binary(op, a, b);
                let var = self.var_of(ty);
                self.set(var, value);
            }
        }
    }

    fn args(&mut self) -> [Value; 3] {
        [self.int(Type::I64, 1), self.int(Type::I32, 1), self.int(Type::I8, 1)]
    }

    fn call(&mut self) {
        if self.callees.is_empty() {
            return self.assign();
        }
        let callee = self.rng.pick(self.callees);
        let args = self.args();
        let results = if self.rng.chance(50) {
            self.b.call(callee, &args)
        } else {
            let number = self.b.func_ref(callee);
            self.b.call_indirect(self.shared.sig, number, &args)
        };
        for value in results {
            let var = self.var_of(self.b.func.ty(value));
            self.set(var, value);
        }
    }

    /// Leaves the code that follows unreachable, most of the time.
    fn exit(&mut self) {
        match self.rng.below(8) {
            0 => self.ret(),
            1 => self.b.trap(TrapCode::User),
            2 if !self.callees.is_empty() => {
                let callee = self.rng.pick(self.callees);
                let args = self.args();
                if self.rng.chance(50) {
                    self.b.tail_call(callee, &args);
                } else {
                    let number = self.b.func_ref(callee);
                    self.b.tail_call_indirect(self.shared.sig, number, &args);
                }
            }
            3 | 4 if !self.loops.is_empty() => {
                let (next, out) = self.rng.pick(&self.loops.clone());
                let to = if self.rng.chance(50) { next } else { out };
                self.b.jump(to, &[]);
            }
            _ => self.assign(),
        }
    }

    fn ret(&mut self) {
        let values = [self.int(Type::I64, 1), self.int(Type::I32, 1)];
        self.b.ret(&values);
    }

    fn condition(&mut self) -> Value {
        let ty = self.rng.pick(&INTS);
        let (a, b) = (self.int(ty, 1), self.int(ty, 1));
        let op = self.compare();
        self.b.binary(op, a, b)
    }

    /// One op of a family, on integers.
    fn draw(&mut self, family: Family) -> Opcode {
        self.rng.pick(&Opcode::of_family(family, Type::I64))
    }

    fn compare(&mut self) -> Opcode {
        self.draw(Family::Comparison)
    }

    fn branch(&mut self, depth: u32) {
        let cond = self.condition();
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        self.b.brif(cond, yes, no);
        let seals = self.rng.chance(70);
        for arm in [yes, no] {
            if seals {
                self.b.seal(arm);
            }
            self.b.switch_to(arm);
            if self.rng.chance(80) {
                self.body(depth);
            }
            if self.b.is_open() {
                self.b.jump(join, &[]);
            }
        }
        if seals {
            self.b.seal(join);
        }
        self.b.switch_to(join);
    }

    fn switch(&mut self, depth: u32) {
        let ty = self.rng.pick(&INTS);
        let on = self.int(ty, 1);
        let arms: Vec<Block> = (0..3).map(|_| self.b.block()).collect();
        let join = self.b.block();
        let cases = [(0, arms[0]), (1, arms[1]), (-1, arms[0]), (2, join)];
        self.b.switch(on, &cases[..self.rng.below(5)], arms[2]);
        let seals = self.rng.chance(70);
        for arm in arms {
            if seals {
                self.b.seal(arm);
            }
            self.b.switch_to(arm);
            self.body(depth);
            if self.b.is_open() {
                self.b.jump(join, &[]);
            }
        }
        if seals {
            self.b.seal(join);
        }
        self.b.switch_to(join);
    }

    fn guard(&mut self, depth: u32) {
        let cond = self.condition();
        let passed = self.int(Type::I64, 1);
        let (go_on, give_up, join) = (self.b.block(), self.b.block(), self.b.block());
        let param = self.b.block_param(give_up, Type::I64);
        self.b.cold(give_up);
        self.b.guard(cond, (go_on, &[]), (give_up, &[passed]));
        self.b.switch_to(give_up);
        let var = self.var_of(Type::I64);
        self.set(var, param);
        self.body(depth);
        if self.b.is_open() {
            self.b.jump(join, &[]);
        }
        self.b.switch_to(go_on);
        self.body(depth);
        if self.b.is_open() {
            self.b.jump(join, &[]);
        }
        self.b.switch_to(join);
    }

    /// A loop of a few rounds.
    fn count(&mut self, depth: u32) {
        let i = self.new_var(Type::I64);
        let zero = self.b.iconst(Type::I64, 0);
        self.set(i, zero);
        let (head, body, next, out) = (self.b.block(), self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let rounds = 1 + self.rng.below(4) as i64;
        let (now, end) = (self.get(i), self.b.iconst(Type::I64, rounds));
        let more = self.b.binary(Opcode::Slt, now, end);
        self.b.brif(more, body, out);
        let seals = self.rng.chance(70);
        if seals {
            self.b.seal(body);
        }
        self.b.switch_to(body);
        self.loops.push((next, out));
        self.body(depth);
        self.loops.pop();
        if self.b.is_open() {
            self.b.jump(next, &[]);
        }
        if seals {
            self.b.seal(next);
        }
        self.b.switch_to(next);
        let (now, one) = (self.get(i), self.b.iconst(Type::I64, 1));
        let sum = self.b.binary(Opcode::Iadd, now, one);
        self.set(i, sum);
        self.b.jump(head, &[]);
        self.b.seal(head);
        if seals {
            self.b.seal(out);
        }
        self.b.switch_to(out);
    }

    /// A loop that reads and writes words at places that stay and places that move, behind pointers that may
    /// be equal.
    fn walk(&mut self) {
        let (p, q) = (self.words(), self.words());
        let (any, one) = (self.int(Type::I64, 1), self.b.iconst(Type::I64, 1));
        let fixed = self.b.binary(Opcode::Iand, any, one);
        let first = match self.rng.below(4) {
            0 => self.b.iconst(Type::I64, 0),
            1 => fixed,
            _ => self.b.binary(Opcode::Iadd, fixed, one),
        };
        let turns = self.b.iconst(Type::I64, 1 + self.rng.below(4) as i64);
        let end = self.b.binary(Opcode::Iadd, first, turns);
        let (head, out) = (self.b.block(), self.b.block());
        let (i, now) = (self.b.block_param(head, Type::I64), self.b.block_param(head, Type::I64));
        let start = self.int(Type::I64, 1);
        let tests_first = self.rng.chance(30);
        let writes = self.rng.chance(65);
        self.b.jump(head, &[first, start]);
        self.b.switch_to(head);
        if tests_first {
            let more = self.b.binary(Opcode::Slt, i, end);
            let body = self.b.block();
            self.b.brif(more, body, out);
            self.b.seal(body);
            self.b.switch_to(body);
        }
        let mut sum = now;
        for _ in 0..2 + self.rng.below(4) {
            self.pass(&[p, q], fixed, i);
            sum = self.touch(&[p, q], fixed, i, sum, writes);
        }
        let next = self.b.binary(Opcode::Iadd, i, one);
        if tests_first {
            self.b.jump(head, &[next, sum]);
        } else {
            let more = self.b.binary(Opcode::Slt, next, end);
            self.b.brif_args(more, (head, &[next, sum]), (out, &[]));
        }
        self.b.seal(head);
        self.b.seal(out);
        self.b.switch_to(out);
        let at = self.b.global_addr(self.shared.words, 0);
        let seen = self.b.load(Type::I64, at, 8);
        self.b.call_native(self.shared.native, &[seen]);
    }

    /// A pointer to words, seldom null.
    fn words(&mut self) -> Value {
        let one = self.b.global_addr(self.shared.words, self.rng.pick(&[0, 0, 8, 16]));
        let other = match self.rng.below(8) {
            0 => self.b.null(),
            1..=3 => self.b.alloc(self.shared.class),
            _ => self.b.global_addr(self.shared.words, 0),
        };
        let cond = self.condition();
        match self.rng.below(4) {
            0 => one,
            _ => self.b.select(cond, one, other),
        }
    }

    /// Maybe a check.
    fn pass(&mut self, pointers: &[Value], fixed: Value, i: Value) {
        match self.rng.below(12) {
            0..=4 => {
                let pointer = self.rng.pick(pointers);
                self.b.effect(Opcode::NilCheck, &[pointer]);
            }
            5 => {
                let (index, most) = (self.rng.pick(&[fixed, i]), self.rng.pick(&[1, 2, 4, 8]));
                let most = self.b.iconst(Type::I64, most);
                self.b.effect(Opcode::Bounds, &[index, most]);
            }
            _ => {}
        }
    }

    /// Reads, or writes, a word behind one of the pointers, checked if it may be null; sometimes only in some
    /// turns.
    fn touch(&mut self, pointers: &[Value], fixed: Value, i: Value, sum: Value, writes: bool) -> Value {
        let join = self.b.block();
        let result = self.b.block_param(join, Type::I64);
        if self.rng.chance(20) {
            let cond = self.b.binary(self.rng.pick(&[Opcode::Slt, Opcode::Ieq]), fixed, i);
            let body = self.b.block();
            self.b.brif_args(cond, (body, &[]), (join, &[sum]));
            self.b.seal(body);
            self.b.switch_to(body);
        }
        let pointer = self.rng.pick(pointers);
        let of_select = |b: &FuncBuilder<'_>| match b.func.values[pointer].def {
            Def::Result(inst, _) => b.func.insts[inst].op == Opcode::Select,
            Def::Param(..) => true,
        };
        if of_select(&self.b) {
            self.b.effect(Opcode::NilCheck, &[pointer]);
        }
        let addr = match self.rng.below(6) {
            0..=2 => pointer,
            3 => self.b.elem_addr(pointer, fixed, 8, 0),
            4 => self.b.elem_addr(pointer, i, 8, 0),
            _ => {
                let field = self.b.field_addr(pointer, 8);
                self.b.elem_addr(field, fixed, 16, 8)
            }
        };
        let offset = if addr == pointer { self.rng.pick(&[0, 8, 16]) } else { 0 };
        let value = match if writes { self.rng.below(5) } else { 4 } {
            0 | 1 => {
                self.b.store(addr, offset, sum);
                sum
            }
            2 | 3 => {
                let old = self.b.load(Type::I64, addr, offset);
                let new = self.b.binary(Opcode::Iadd, old, i);
                self.b.store(addr, offset, new);
                self.b.binary(Opcode::Ixor, sum, old)
            }
            _ => {
                let (word, three) = (self.b.load(Type::I64, addr, offset), self.b.iconst(Type::I64, 3));
                let scaled = self.b.binary(Opcode::Imul, sum, three);
                self.b.binary(Opcode::Iadd, scaled, word)
            }
        };
        self.b.jump(join, &[value]);
        self.b.seal(join);
        self.b.switch_to(join);
        result
    }

    /// An address with at least 24 bytes after it.
    fn address(&mut self) -> Value {
        let mut addr = if self.rng.chance(60) {
            let slot = self.rng.pick(&self.slots);
            self.b.stack_addr(slot)
        } else {
            self.b.global_addr(self.shared.global, 0)
        };
        if self.rng.chance(40) {
            let offset = self.rng.pick(&[0, 8, 16]);
            addr = self.b.field_addr(addr, offset);
        }
        if self.rng.chance(40) {
            let index = if self.rng.chance(50) {
                let (any, one) = (self.int(Type::I64, 1), self.b.iconst(Type::I64, 1));
                self.b.binary(Opcode::Iand, any, one)
            } else {
                self.b.iconst(Type::I64, 1)
            };
            addr = self.b.elem_addr(addr, index, 8, 8);
        }
        addr
    }

    fn constant(&mut self, ty: Type) -> Value {
        let any = self.rng.below(1 << 20) as i64 - (1 << 19);
        let value = self.rng.pick(&[0, 0, 1, 1, -1, 2, 7, 8, i64::MIN, i64::MAX, any]);
        let edge = if value == i64::MIN { 1 << (ty.bits() - 1) } else { value };
        self.b.iconst(ty, truncate(ty, edge))
    }

    fn int(&mut self, ty: Type, depth: u32) -> Value {
        if depth == 0 || self.rng.chance(30) {
            if self.rng.chance(40) {
                return self.constant(ty);
            }
            let var = self.var_of(ty);
            return self.get(var);
        }
        match self.rng.below(12) {
            0..=3 => {
                let (op, a, b) =
                    (self.draw(Family::Binary), self.int(ty, depth - 1), self.int(ty, depth - 1));
                self.b.binary(op, a, b)
            }
            4 => {
                let (op, a) = (self.draw(Family::Unary), self.int(ty, depth - 1));
                self.b.unary(op, a)
            }
            5 => {
                let op = self.draw(Family::Shift);
                let (a, n) = (self.int(ty, depth - 1), self.int(Type::I64, depth - 1));
                self.b.binary(op, a, n)
            }
            6 => {
                let cond = self.int(Type::I8, depth - 1);
                let (a, b) = (self.int(ty, depth - 1), self.int(ty, depth - 1));
                self.b.select(cond, a, b)
            }
            7 => {
                let (addr, offset) = (self.address(), self.rng.pick(&[0, 8, 16]));
                self.b.load(ty, addr, offset)
            }
            8 => {
                let var = self.var_of(Type::Dyn);
                let word = self.get(var);
                let value = self.b.op(Opcode::DynToInt, Type::I64, &[word]);
                self.convert(value, ty)
            }
            9 if ty == Type::I8 => {
                let other = self.rng.pick(&INTS);
                let (a, b) = (self.int(other, depth - 1), self.int(other, depth - 1));
                let op = self.compare();
                let overflow = self.draw(Family::Overflow);
                let op = if self.rng.chance(70) { op } else { overflow };
                self.b.binary(op, a, b)
            }
            _ => {
                let other = self.rng.pick(&INTS);
                let value = self.int(other, depth - 1);
                self.convert(value, ty)
            }
        }
    }

    fn convert(&mut self, value: Value, ty: Type) -> Value {
        let from = self.b.func.ty(value);
        match from.bytes().cmp(&ty.bytes()) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.b.op(Opcode::Itrunc, ty, &[value]),
            std::cmp::Ordering::Less => {
                let op = self.rng.pick(&[Opcode::Sext, Opcode::Zext]);
                self.b.op(op, ty, &[value])
            }
        }
    }
}
