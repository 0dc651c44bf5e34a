//! Random functions of IR that have every op and the forms of code that passes and tiers look for: straight
//! code of ops that only compute, arms, guards, loops, accesses, calls. They end, and show no NaN's payload.
//! This module knows nothing of what calls them.

mod access;
mod compute;
mod control;
mod forms;
mod loops;
mod ops;

use purlin_ir::{
    ClassDecl, ClassId, FuncBuilder, FuncId, GlobalDecl, GlobalId, InterfaceDecl, InterfaceId, Module,
    NativeId, Opcode, Pointers, SelectorDecl, SelectorId, SigId, Signature, SlotId, Type, Value,
};

use self::ops::{COMPARES, COMPUTES, EQUALITIES, FLOAT_COMPARES};
use crate::rng::Rng;

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const FLOATS: [Type; 2] = [Type::F32, Type::F64];

/// The declarations that functions may use.
struct Declared {
    native: NativeId,
    global: GlobalId,
    /// For each type, words of that type only.
    cells: Vec<(Type, GlobalId)>,
    /// Objects of eight words.
    class: ClassId,
    sig: SigId,
    leaves: [FuncId; 2],
    /// Tail-calls one of the leaves.
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
    let declared = Declared {
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
    let mut writer = Writer { b, rng, values: Vec::new(), declared: &declared, slot, object, array };
    writer.write();
    writer.b.finish();
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

/// A function that tail-calls one of two, directly or indirectly.
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

struct Writer<'a, 'm> {
    b: FuncBuilder<'m>,
    rng: &'a mut Rng,
    values: Vec<Value>,
    declared: &'a Declared,
    slot: SlotId,
    object: Value,
    array: Value,
}

impl Writer<'_, '_> {
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
        self.b.call_native(self.declared.native, &[value])[0]
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

    /// The conditions of branches: a comparison, with a constant or without, or any byte.
    fn condition(&mut self) -> Value {
        let is_float = self.rng.chance(45);
        let op = match is_float {
            true => *self.rng.pick(&FLOAT_COMPARES),
            false if self.rng.chance(30) => *self.rng.pick(&EQUALITIES),
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
            let (zero, op) = (self.b.iconst(Type::I8, 0), *self.rng.pick(&EQUALITIES));
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
            Type::Dyn => self.b.op(Opcode::Bitcast, Type::I64, &[value]),
            // No value here is a reference.
            Type::Ref => value,
        }
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
                let value = interesting_word(self.rng);
                self.b.iconst(ty, value)
            }
            Type::Dyn => self.word(),
            // No value here is a reference.
            Type::Ref => self.b.null(),
        }
    }

    /// A word: an integer, a float, an immediate or any bits.
    fn word(&mut self) -> Value {
        match self.rng.below(5) {
            0 => {
                let float = self.float_that_fits();
                self.b.op(Opcode::DynFromFloat, Type::I64, &[float])
            }
            1 => {
                let bits = self.value(Type::I64);
                self.b.op(Opcode::Bitcast, Type::Dyn, &[bits])
            }
            _ => self.word_of_int(),
        }
    }

    /// An integer as a word. What integers that do not fit become is not said.
    fn word_of_int(&mut self) -> Value {
        let (int, two) = (self.value(Type::I64), self.b.iconst(Type::I64, 2));
        let fits = self.b.binary(Opcode::Sshr, int, two);
        self.b.op(Opcode::DynFromInt, Type::I64, &[fits])
    }

    /// A float that can be a word.
    fn float_that_fits(&mut self) -> Value {
        let (float, other) = (self.value(Type::F64), self.b.f64const(2.5));
        let fits = self.b.op(Opcode::DynFloatFits, Type::I64, &[float]);
        self.b.select(fits, float, other)
    }
}

/// A word that something may depend on (a small one, a power of two or one less, an end of a range), or any.
pub fn interesting_word(rng: &mut Rng) -> i64 {
    match rng.below(4) {
        0 => rng.next() as i64,
        1 => rng.range(-9, 200),
        2 => 1i64.checked_shl(rng.below(64) as u32).unwrap_or(0).wrapping_sub(rng.range(0, 1)),
        _ => *rng.pick(&[0, 1, -1, i64::MIN, i64::MAX, i64::from(i32::MIN), 128, -128, 255]),
    }
}
