//! Random functions of IR that have every op and the forms of code that passes and tiers look for: straight code of ops that only
//! compute, arms, guards, loops, accesses, calls. They end, and show no NaN's payload. Knows nothing of what calls them.

mod loops;

use std::sync::LazyLock;

use purlin::TrapCode;
use purlin_ir::{
    Attr, Block, ClassDecl, ClassId, FuncBuilder, FuncId, GlobalDecl, GlobalId, InterfaceDecl, InterfaceId,
    Module, NativeId, Opcode, Operand, Pointers, SelectorDecl, SelectorId, SigId, Signature, SlotId, Type,
    TypeClass, Value, Yield,
};

use super::ir::any;
use crate::rng::Rng;

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const FLOATS: [Type; 2] = [Type::F32, Type::F64];
const COMPARES: [Opcode; 10] = [
    Opcode::Ieq,
    Opcode::Ine,
    Opcode::Slt,
    Opcode::Sle,
    Opcode::Sgt,
    Opcode::Sge,
    Opcode::Ult,
    Opcode::Ule,
    Opcode::Ugt,
    Opcode::Uge,
];
const FLOAT_COMPARES: [Opcode; 6] =
    [Opcode::Feq, Opcode::Fne, Opcode::Flt, Opcode::Fle, Opcode::Fgt, Opcode::Fge];
const DIVISIONS: [Opcode; 4] = [Opcode::Sdiv, Opcode::Udiv, Opcode::Srem, Opcode::Urem];
const OVERFLOWS: [Opcode; 3] = [Opcode::SaddOvf, Opcode::SsubOvf, Opcode::SmulOvf];

/// The ops that only compute.
static COMPUTES: LazyLock<Vec<Opcode>> =
    LazyLock::new(|| Opcode::ALL.iter().copied().filter(|op| computes(*op)).collect());

/// What functions may use.
struct Known {
    native: NativeId,
    global: GlobalId,
    /// For each type, words of that type only.
    cells: Vec<(Type, GlobalId)>,
    /// Objects of eight words.
    class: ClassId,
    sig: SigId,
    leaves: [FuncId; 2],
    /// Calls one of the leaves in its place.
    hop: FuncId,
    selector: SelectorId,
    interface: InterfaceId,
}

/// A module, and its function `(i64, i32, i8) -> (i64, i32)` to call.
pub fn module(rng: &mut Rng) -> (Module, FuncId) {
    let mut module = Module::new();
    let one = Signature::new([Type::I64], [Type::I64]);
    let leaves = [leaf(&mut module, &one, 3), leaf(&mut module, &one, 5)];
    module.type_count = 4;
    let cells = |ty: Type| (ty, module.globals.push(GlobalDecl { name: format!("cells.{ty}"), size: 64 }));
    let cells = loops::types().map(cells).collect();
    let class = module.class(ClassDecl { size: 64, pointers: Pointers::None });
    let methods = vec![(1, leaves[0]), (2, leaves[1])];
    let known = Known {
        native: module.native("test.out", &[Type::I64], &[Type::I64]),
        global: module.globals.push(GlobalDecl { name: "g".into(), size: 64 }),
        cells,
        class,
        sig: module.sig(&one),
        leaves,
        hop: hop(&mut module, &one, leaves),
        selector: module.selectors.push(SelectorDecl { name: "Do".into(), methods }),
        interface: module.interfaces.push(InterfaceDecl { name: "I".into(), types: vec![1, 2] }),
    };
    let inner = module.declare("inner", &Signature::new([Type::I8, Type::I32, Type::I64], [Type::I64]));
    let mut b = FuncBuilder::new(&mut module, inner);
    let (slot, object) = (b.slot(64), b.alloc(class));
    let two = b.iconst(Type::I64, 2);
    let array = b.alloc_array(class, two);
    let mut maker = Maker { b, rng, values: Vec::new(), known: &known, slot, object, array };
    maker.write();
    maker.b.finish();
    let outer =
        module.declare("outer", &Signature::new([Type::I64, Type::I32, Type::I8], [Type::I64, Type::I32]));
    let mut b = FuncBuilder::new(&mut module, outer);
    let params = [b.param(2), b.param(1), b.param(0)];
    let wide = b.call(inner, &params)[0];
    let narrow = b.op(Opcode::Itrunc, Type::I32, &[wide]);
    b.ret(&[wide, narrow]);
    b.finish();
    (module, outer)
}

/// A function that only computes, some of it in a frame slot.
fn leaf(module: &mut Module, sig: &Signature, by: i64) -> FuncId {
    let id = module.declare(format!("leaf{by}"), sig);
    let mut b = FuncBuilder::new(module, id);
    let (param, by) = (b.param(0), b.iconst(Type::I64, by));
    let slot = b.slot(16);
    let address = b.stack_addr(slot);
    b.store(address, 8, param);
    let product = b.binary(Opcode::Imul, param, by);
    let (zero, param) = (b.load(Type::I64, address, 0), b.load(Type::I64, address, 8));
    let product = b.binary(Opcode::Ixor, product, zero);
    let sum = b.binary(Opcode::Iadd, product, param);
    b.ret(&[sum]);
    b.finish();
    id
}

/// A function that goes on in one of two, by name or by number.
fn hop(module: &mut Module, sig: &Signature, leaves: [FuncId; 2]) -> FuncId {
    let (id, sig_id) = (module.declare("hop", sig), module.sig(sig));
    let mut b = FuncBuilder::new(module, id);
    let (param, zero) = (b.param(0), b.iconst(Type::I64, 0));
    let is_less = b.binary(Opcode::Slt, param, zero);
    let (by_name, by_number) = (b.block(), b.block());
    b.brif(is_less, by_name, by_number);
    b.seal(by_name);
    b.switch_to(by_name);
    b.tail_call(leaves[0], &[param]);
    b.seal(by_number);
    b.switch_to(by_number);
    let one = b.iconst(Type::I64, 1);
    let is_odd = b.binary(Opcode::Iand, param, one);
    let is_odd = b.op(Opcode::Itrunc, Type::I8, &[is_odd]);
    let (first, second) = (b.func_ref(leaves[0]), b.func_ref(leaves[1]));
    let number = b.select(is_odd, first, second);
    b.tail_call_indirect(sig_id, number, &[param]);
    b.finish();
    id
}

struct Maker<'a, 'm> {
    b: FuncBuilder<'m>,
    rng: &'a mut Rng,
    values: Vec<Value>,
    known: &'a Known,
    slot: SlotId,
    object: Value,
    array: Value,
}

impl Maker<'_, '_> {
    fn write(&mut self) {
        self.values = (0..3).map(|n| self.b.param(n)).collect();
        let wide = self.values[2];
        for ty in FLOATS {
            let float = self.b.op(Opcode::SintToFloat, ty, &[wide]);
            self.values.push(float);
        }
        let short = self.b.op(Opcode::Itrunc, Type::I16, &[wide]);
        self.values.push(short);
        if self.rng.chance(80) {
            // More than one instruction of bytecode can say.
            let units = self.rng.range(1 << 31, 1 << 33);
            self.b.charge(units);
        }
        self.remembered();
        self.steps(80, 2);
        let sum = self.fold(wide);
        let shown = self.show(sum);
        let result = self.b.binary(Opcode::Iadd, shown, sum);
        self.b.ret(&[result]);
    }

    fn show(&mut self, value: Value) -> Value {
        self.b.call_native(self.known.native, &[value])[0]
    }

    /// A checksum of all values.
    fn fold(&mut self, from: Value) -> Value {
        let mut sum = from;
        for value in self.values.clone() {
            let bits = self.bits(value);
            let prime = self.b.iconst(Type::I64, 0x100_0000_01b3);
            let scaled = self.b.binary(Opcode::Imul, sum, prime);
            sum = self.b.binary(Opcode::Ixor, scaled, bits);
        }
        sum
    }

    /// Code, straight and with arms and loops within arms and loops.
    fn steps(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            match self.rng.below(100) {
                0..12 if depth > 0 => self.arms(depth - 1),
                12..14 if depth > 0 => self.switch(),
                14..19 if depth > 0 => self.count(),
                19..21 if depth > 0 => self.memory_loop(),
                21 if depth > 0 => self.recurrence(),
                22..38 => self.access(),
                38..58 => self.form(),
                58..62 => self.call(),
                _ => {
                    let op = *self.rng.pick(&COMPUTES);
                    self.compute(op);
                }
            }
        }
    }

    fn int_type(&mut self) -> Type {
        *self.rng.pick(&INTS)
    }

    /// What branches look for: a comparison, with a constant or without, or any byte.
    fn condition(&mut self) -> Value {
        let is_float = self.rng.chance(45);
        let op = match is_float {
            true => *self.rng.pick(&FLOAT_COMPARES),
            false if self.rng.chance(30) => *self.rng.pick(&[Opcode::Ieq, Opcode::Ine]),
            false => *self.rng.pick(&COMPARES),
        };
        let ty = match self.rng.below(3) {
            _ if is_float => *self.rng.pick(&[Type::F64, Type::F64, Type::F64, Type::F32]),
            0 => self.int_type(),
            _ => Type::I64,
        };
        if self.rng.chance(15) {
            let byte = self.value(Type::I8);
            if self.rng.chance(50) {
                return byte;
            }
            let (zero, op) = (self.b.iconst(Type::I8, 0), *self.rng.pick(&[Opcode::Ieq, Opcode::Ine]));
            return self.b.binary(op, byte, zero);
        }
        let a = self.value(ty);
        let b = match self.rng.chance(50) && !is_float {
            true => {
                let small = self.rng.range(-3, 90);
                self.b.iconst(ty, small)
            }
            false => self.value(ty),
        };
        self.b.binary(op, a, b)
    }

    /// Two arms, or a guard and what is done if it fails, and a value from either.
    fn arms(&mut self, depth: u32) {
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

    fn switch(&mut self) {
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

    /// A loop of a few rounds, of the forms that the interpreter has ends for and of others.
    fn count(&mut self) {
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

    /// The same with the test at the end, after at least one round.
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

    /// Reads or writes an element or a field, with and without checks; moves and clears bytes.
    fn access(&mut self) {
        let base = self.base();
        if self.rng.chance(12) {
            let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 31));
            let n = self.b.binary(Opcode::Iand, any, mask);
            if self.rng.chance(50) {
                return self.b.effect(Opcode::Zero, &[base, n]);
            }
            let from = self.base();
            return self.b.effect(Opcode::Copy, &[base, from, n]);
        }
        let ty = if self.rng.chance(88) { self.int_type() } else { *self.rng.pick(&FLOATS) };
        let (addr, offset) = match self.rng.chance(80) {
            true => {
                let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 7));
                let index = self.b.binary(Opcode::Iand, any, mask);
                if self.rng.chance(70) {
                    let len = match self.rng.chance(30) {
                        true => self.b.iconst(Type::I64, 8),
                        false => {
                            let (any, one) = (self.value(Type::I64), self.b.iconst(Type::I64, 1));
                            let len = self.b.binary(Opcode::Iand, any, mask);
                            let least = if self.rng.chance(70) { index } else { len };
                            let most = self.b.binary(Opcode::Ior, len, least);
                            self.b.binary(Opcode::Iadd, most, one)
                        }
                    };
                    self.b.effect(Opcode::Bounds, &[index, len]);
                }
                (self.b.elem_addr(base, index, ty.bytes(), 0), 0)
            }
            false => {
                if self.rng.chance(30) {
                    self.b.effect(Opcode::NilCheck, &[base]);
                }
                (base, *self.rng.pick(&[0, 8, 16, 56]))
            }
        };
        if self.rng.chance(50) {
            let value = self.value(ty);
            self.b.store(addr, offset, value);
        } else {
            let value = self.b.load(ty, addr, offset);
            // Its bits may be those of any NaN, and of two NaNs a sum may be either.
            let value = match ty {
                Type::F32 | Type::F64 => self.number(value),
                Type::I8 | Type::I16 | Type::I32 if self.rng.chance(70) => {
                    let op = *self.rng.pick(&[Opcode::Zext, Opcode::Sext]);
                    self.b.op(op, Type::I64, &[value])
                }
                Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Ref | Type::Dyn => value,
            };
            self.values.push(value);
        }
    }

    /// A float, or 2 instead of a NaN.
    fn number(&mut self, value: Value) -> Value {
        let is_number = self.b.binary(Opcode::Feq, value, value);
        let two =
            if self.b.func.ty(value) == Type::F32 { self.b.f32const(2.0) } else { self.b.f64const(2.0) };
        self.b.select(is_number, value, two)
    }

    /// 64 bytes.
    fn base(&mut self) -> Value {
        match self.rng.below(4) {
            0 => self.b.stack_addr(self.slot),
            1 => self.b.global_addr(self.known.global, 0),
            2 => self.object,
            _ => self.array,
        }
    }

    fn call(&mut self) {
        let arg = if self.rng.chance(25) {
            let (base, offset) = (self.base(), 8 * self.rng.range(0, 7));
            self.b.load(Type::I64, base, offset)
        } else {
            let (n, any) = (self.rng.range(-9, 99), self.value(Type::I64));
            let n = self.b.iconst(Type::I64, n);
            self.b.binary(Opcode::Iadd, any, n)
        };
        let result = match self.rng.below(4) {
            0 => self.b.call(self.known.leaves[0], &[arg])[0],
            1 | 2 => self.b.call(self.known.hop, &[arg])[0],
            _ => {
                let number = self.function();
                self.b.call_indirect(self.known.sig, number, &[arg])[0]
            }
        };
        self.values.push(result);
    }

    /// The number of one of the leaves: known, known after some thought, from a table, or not known.
    fn function(&mut self) -> Value {
        let (one, other) = (self.b.func_ref(self.known.leaves[0]), self.b.func_ref(self.known.leaves[1]));
        match self.rng.below(6) {
            0 => one,
            1 | 2 => {
                let zero = self.b.iconst(Type::I64, 0);
                self.b.binary(Opcode::Iadd, other, zero)
            }
            3 | 4 => self.method(),
            _ => {
                let cond = self.condition();
                self.b.select(cond, one, other)
            }
        }
    }

    /// The number of a method.
    fn method(&mut self) -> Value {
        let of = self.type_word();
        self.b.iface_method(self.known.selector, of)
    }

    /// One of the two types that have the method; known, or not.
    fn type_word(&mut self) -> Value {
        let (one, two) = (self.b.iconst(Type::I64, 1), self.b.iconst(Type::I64, 2));
        match self.rng.chance(50) {
            true => two,
            false => {
                let cond = self.condition();
                self.b.select(cond, one, two)
            }
        }
    }

    /// Forms of code that a pass looks for and that chance seldom makes.
    fn form(&mut self) {
        let ty = self.int_type();
        let x = self.value(ty);
        let value = match self.rng.below(25) {
            0 => {
                // Nothing is left of this division.
                let most = ty.bits() as i64 - 2;
                let by = self.rng.range(1, most.min(20));
                let shift = self.b.iconst(Type::I64, self.rng.range(by, most));
                let shifted = self.b.binary(Opcode::Shl, x, shift);
                let by = self.b.iconst(ty, 1 << by);
                let op = *self.rng.pick(&DIVISIONS);
                self.b.binary(op, shifted, by)
            }
            1 => {
                let (cond, one, zero) =
                    (self.condition(), self.b.iconst(Type::I8, 1), self.b.iconst(Type::I8, 0));
                match self.rng.chance(60) {
                    true => self.b.select(cond, one, zero),
                    false => self.b.select(cond, zero, one),
                }
            }
            2 => self.word_of_unknown(),
            15 => self.method(),
            3 => {
                let of = match self.rng.chance(50) {
                    true => self.type_word(),
                    false => self.b.iconst(Type::I64, self.rng.range(0, 3)),
                };
                self.b.implements(self.known.interface, of)
            }
            4 => {
                let cond = self.condition();
                let known = self.b.iconst(Type::I8, 0);
                let cond = if self.rng.chance(50) { known } else { cond };
                if self.rng.chance(50) || cond == known {
                    self.b.trap_if(cond, TrapCode::User);
                }
                cond
            }
            5 | 22 => {
                let op =
                    *self.rng.pick(&[Opcode::Imul, Opcode::Sdiv, Opcode::Udiv, Opcode::Srem, Opcode::Urem]);
                let by = *self.rng.pick(&[1, -1, 1, -1, 2, -8, 3, 10]);
                let by = self.b.iconst(ty, by);
                self.b.binary(op, x, by)
            }
            6 => {
                let op =
                    *self.rng.pick(&[Opcode::Iand, Opcode::Ior, Opcode::Ixor, Opcode::Iadd, Opcode::Isub]);
                let by = *self.rng.pick(&[0, -1, 1]);
                let by = self.b.iconst(ty, by);
                let (a, b) = if self.rng.chance(70) { (x, by) } else { (by, x) };
                self.b.binary(op, a, b)
            }
            7 => {
                let op = *self.rng.pick(&[
                    Opcode::Isub,
                    Opcode::Ixor,
                    Opcode::Iand,
                    Opcode::Ior,
                    Opcode::Ieq,
                    Opcode::Sle,
                    Opcode::Ult,
                    Opcode::SsubOvf,
                ]);
                self.b.binary(op, x, x)
            }
            8 => {
                let op = *self.rng.pick(&[Opcode::Ineg, Opcode::Inot]);
                let once = self.b.unary(op, x);
                self.b.unary(op, once)
            }
            9 | 13 | 14 | 18 | 19 => {
                let op = *self.rng.pick(&OVERFLOWS);
                let by = *self.rng.pick(&[0, 1, 1, 100]);
                let by = self.b.iconst(ty, by);
                let y = if self.rng.chance(40) { by } else { self.value(ty) };
                self.b.binary(op, x, y)
            }
            17 => {
                let op =
                    *self.rng.pick(&[Opcode::Iadd, Opcode::Isub, Opcode::Imul, Opcode::Sdiv, Opcode::Udiv]);
                let y = self.value(ty);
                self.b.binary(op, x, y)
            }
            10 => {
                // Asked again: whether it is not so.
                let (cond, zero) = (self.condition(), self.b.iconst(Type::I8, 0));
                let op = *self.rng.pick(&[Opcode::Ieq, Opcode::Ine]);
                self.b.binary(op, cond, zero)
            }
            11 => {
                let float = *self.rng.pick(&FLOATS);
                let y = self.value(float);
                let two = if float == Type::F32 { self.b.f32const(2.0) } else { self.b.f64const(2.0) };
                let (a, b) = if self.rng.chance(60) { (y, two) } else { (two, y) };
                self.b.binary(Opcode::Fmul, a, b)
            }
            20 => {
                let op = *self.rng.pick(&[
                    Opcode::Ffloor,
                    Opcode::Fceil,
                    Opcode::Ftrunc,
                    Opcode::Fround,
                    Opcode::Fabs,
                    Opcode::FloatToSint,
                    Opcode::FloatToUint,
                ]);
                return self.compute(op);
            }
            21 => {
                let (a, b, c) = (self.value(Type::F64), self.value(Type::F64), self.value(Type::F64));
                let product = self.b.binary(Opcode::Fmul, a, b);
                let op = *self.rng.pick(&[Opcode::Fadd, Opcode::Fsub]);
                self.b.binary(op, c, product)
            }
            _ => {
                let op = *self.rng.pick(&[Opcode::Shl, Opcode::Sshr, Opcode::Ushr]);
                let n = *self.rng.pick(&[0, 1, 3, 5, 7, 13, 31, 64]);
                let n = self.b.iconst(Type::I64, n);
                let zero = self.b.iconst(ty, 0);
                let x = if self.rng.chance(20) { zero } else { x };
                self.b.binary(op, x, n)
            }
        };
        self.values.push(value);
    }

    /// What is known of a tagged word that comes from two places.
    fn word_of_unknown(&mut self) -> Value {
        let mut word = || {
            let (wide, one) = (self.value(Type::I64), self.b.iconst(Type::I64, 1));
            let fits = self.b.binary(Opcode::Sshr, wide, one);
            self.b.op(Opcode::DynFromInt, Type::I64, &[fits])
        };
        let (one, other) = (word(), word());
        let cond = self.condition();
        let either = self.b.select(cond, one, other);
        let op = *self.rng.pick(&[Opcode::DynIsInt, Opcode::DynToInt]);
        self.b.op(op, Type::I64, &[either])
    }

    /// A value as 64 bits.
    fn bits(&mut self, value: Value) -> Value {
        match self.b.func.ty(value) {
            Type::I64 => value,
            Type::F64 => self.b.op(Opcode::Bitcast, Type::I64, &[value]),
            Type::F32 => {
                let bits = self.b.op(Opcode::Bitcast, Type::I32, &[value]);
                self.b.op(Opcode::Zext, Type::I64, &[bits])
            }
            Type::I8 | Type::I16 | Type::I32 => self.b.op(Opcode::Sext, Type::I64, &[value]),
            // The values here are numbers.
            Type::Ref | Type::Dyn => value,
        }
    }

    /// One op, on operands of types that it takes.
    fn compute(&mut self, op: Opcode) {
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

    /// A constant, or what was computed before.
    fn value(&mut self, ty: Type) -> Value {
        let there: Vec<Value> = self.values.iter().copied().filter(|v| self.b.func.ty(*v) == ty).collect();
        if there.is_empty() || self.rng.chance(25) {
            return self.constant(ty);
        }
        *self.rng.pick(&there)
    }

    fn constant(&mut self, ty: Type) -> Value {
        let float = *self.rng.pick(&[
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            1e300,
            -9.3e18,
            4.2e9,
            5e-324,
            1e-42,
            2.5,
            -3.5,
        ]);
        match ty {
            Type::F64 => self.b.f64const(float),
            Type::F32 => self.b.f32const(float as f32),
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => {
                let value = any(self.rng);
                self.b.iconst(ty, value)
            }
            // The values here are numbers.
            Type::Ref | Type::Dyn => self.b.null(),
        }
    }
}

/// Whether an op computes a number from numbers, perhaps with a trap.
fn computes(op: Opcode) -> bool {
    let row = op.row();
    let is_number = |ty: &Type| ty.is_int() || ty.is_float();
    let takes = row.operands.iter().all(|o| match o {
        Operand::Is(ty) => is_number(ty) || *ty == Type::Dyn,
        Operand::T | Operand::AnyInt | Operand::AnyFloat | Operand::Any => true,
        Operand::Rest => false,
    });
    let divides = [Opcode::Sdiv, Opcode::Udiv, Opcode::Srem, Opcode::Urem].contains(&op);
    let gives = matches!(row.yields, Yield::T | Yield::Is(_));
    takes && gives && !row.operands.is_empty() && row.attr == Attr::None && (op.is_pure() || divides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_op_that_only_computes_is_drawn() {
        for op in Opcode::ALL.iter().filter(|op| op.is_pure() && !op.row().operands.is_empty()) {
            let is_address = op.row().yields == Yield::Is(Type::Ref);
            assert_eq!(computes(*op), !is_address, "{}", op.row().text);
        }
    }
}
