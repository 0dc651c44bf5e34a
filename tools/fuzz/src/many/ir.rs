//! Random programs in IR, for what no front end of today makes: random structured code, and every op that only computes, of
//! random operands of all its types. Knows nothing of how programs are run.

use std::collections::BTreeSet;
use std::sync::Arc;

use purlin::{Answer, Call, Compiled, Native, SourceMap};
use purlin_ir::{
    Attr, Block, FuncBuilder, FuncId, Function, Module, NativeId, Opcode, Operand, Signature, Type,
    TypeClass, Value, Yield, cfg,
};

use super::machine::Front;
use crate::rng::Rng;

#[allow(dead_code)]
#[path = "../../../../crates/ir/tests/random/mod.rs"]
mod structured;

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const FLOATS: [Type; 2] = [Type::F32, Type::F64];

/// What the native does that shows values: it writes them, and answers another.
fn out(call: &mut Call<'_>) -> Answer {
    let value = call.int(0);
    call.charge_bytes(8);
    // A stream in memory takes everything.
    let _ = writeln_to(call, value);
    call.ret_int(0, value.wrapping_mul(31) ^ 5);
    Ok(())
}

fn writeln_to(call: &mut Call<'_>, value: i64) -> std::io::Result<()> {
    use std::io::Write as _;
    writeln!(call.vm.streams.output, "{value:x}")
}

fn front(module: Module) -> Front {
    let native = Native::Heavy(out);
    let compiled = Compiled {
        module,
        types: Default::default(),
        natives: vec![("test.out".to_string(), native)],
        guest: Arc::new(()),
        exports: Vec::new(),
        init: None,
    };
    Front { sources: SourceMap::new(), compiled }
}

/// Branches, loops, calls, handlers, guards, memory, tagged words.
pub fn structured(seed: u64) -> Front {
    let mut module = structured::module(seed);
    module.funcs.values_mut().filter_map(|f| f.body.as_mut()).for_each(drop_raising_handler);
    let last = FuncId::from_u32(module.funcs.len() as u32 - 1);
    let mut rng = Rng::part(seed, 1);
    let args: Vec<[i64; 3]> = (0..3).map(|_| [any(&mut rng), any(&mut rng), any(&mut rng)]).collect();
    main(&mut module, last, &args);
    front(module)
}

/// Takes a handler away that may raise: what raises in a handler goes to that handler again, without end and without a poll.
fn drop_raising_handler(func: &mut Function) {
    let Some(handler) = func.handler else { return };
    let (mut reached, mut todo) = (BTreeSet::new(), vec![handler]);
    while let Some(block) = todo.pop() {
        if reached.insert(block) {
            todo.extend(func.successors(block));
        }
    }
    let raises = |block: &Block| func.blocks[*block].insts.iter().any(|i| func.insts[*i].op.can_raise());
    if reached.iter().any(raises) {
        func.handler = None;
        cfg::remove_unreachable(func);
    }
}

/// Straight code of ops that only compute.
pub fn ops(seed: u64) -> Front {
    let mut module = Module::new();
    let native = module.native("test.out", &[Type::I64], &[Type::I64]);
    let id = module.declare("ops", &structured::signature());
    let mut rng = Rng::part(seed, 2);
    let mut maker = Ops { b: FuncBuilder::new(&mut module, id), rng: &mut rng, values: Vec::new(), native };
    maker.write();
    maker.b.finish();
    let args: Vec<[i64; 3]> = (0..3).map(|_| [any(&mut rng), any(&mut rng), any(&mut rng)]).collect();
    main(&mut module, id, &args);
    front(module)
}

fn any(rng: &mut Rng) -> i64 {
    match rng.below(4) {
        0 => rng.next() as i64,
        1 => rng.range(-9, 200),
        2 => 1i64.checked_shl(rng.below(64) as u32).unwrap_or(0).wrapping_sub(rng.range(0, 1)),
        _ => *rng.pick(&[0, 1, -1, i64::MIN, i64::MAX, i64::from(i32::MIN), 128, -128, 255]),
    }
}

/// A `main` that calls a function with each of these, caught, and shows what it answers.
fn main(module: &mut Module, func: FuncId, args: &[[i64; 3]]) {
    let native = module.native("test.out", &[Type::I64], &[Type::I64]);
    let attempt = module.declare("attempt", &structured::signature());
    let mut b = FuncBuilder::new(module, attempt);
    let handler = b.block();
    b.func.handler = Some(handler);
    let params = [b.param(0), b.param(1), b.param(2)];
    let results = b.call(func, &params);
    b.ret(&results);
    b.switch_to(handler);
    let failed = [b.iconst(Type::I64, -77), b.iconst(Type::I32, -78)];
    b.ret(&failed);
    b.finish();
    let main = module.declare("main", &Signature::new([], []));
    let mut b = FuncBuilder::new(module, main);
    for [x, y, z] in args {
        let (x, y, z) = (b.iconst(Type::I64, *x), b.iconst(Type::I32, *y), b.iconst(Type::I8, *z));
        let results = b.call(attempt, &[x, y, z]);
        let wide = b.op(Opcode::Sext, Type::I64, &[results[1]]);
        b.call_native(native, &[results[0]]);
        b.call_native(native, &[wide]);
    }
    b.ret(&[]);
    b.finish();
    module.main = Some(main);
}

struct Ops<'a, 'm> {
    b: FuncBuilder<'m>,
    rng: &'a mut Rng,
    values: Vec<Value>,
    native: NativeId,
}

impl Ops<'_, '_> {
    fn write(&mut self) {
        self.values = (0..3).map(|n| self.b.param(n)).collect();
        let wide = self.values[0];
        for ty in FLOATS {
            let float = self.b.op(Opcode::SintToFloat, ty, &[wide]);
            self.values.push(float);
        }
        let short = self.b.op(Opcode::Itrunc, Type::I16, &[wide]);
        self.values.push(short);
        if self.rng.chance(12) {
            // More than one instruction of bytecode can say.
            let units = self.rng.range(1 << 31, 1 << 33);
            self.b.charge(units);
        }
        let computes: Vec<Opcode> = Opcode::ALL.iter().copied().filter(|op| computes(*op)).collect();
        for _ in 0..60 {
            let op = *self.rng.pick(&computes);
            self.compute(op);
        }
        let mut sum = wide;
        for value in self.values.clone() {
            let bits = self.bits(value);
            let (three, scaled) = (self.b.iconst(Type::I64, 0x100_0000_01b3), sum);
            let scaled = self.b.binary(Opcode::Imul, scaled, three);
            sum = self.b.binary(Opcode::Ixor, scaled, bits);
        }
        let sum = self.b.call_native(self.native, &[sum])[0];
        let narrow = self.b.op(Opcode::Itrunc, Type::I32, &[sum]);
        self.b.ret(&[sum, narrow]);
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
            let shown = self.b.call_native(self.native, &[bits])[0];
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
    fn programs_are_well_formed() {
        for seed in 0..200 {
            for front in [structured(seed), ops(seed)] {
                purlin_ir::verify::module(&front.compiled.module).unwrap();
            }
        }
    }

    #[test]
    fn every_op_that_only_computes_is_drawn() {
        for op in Opcode::ALL.iter().filter(|op| op.is_pure() && !op.row().operands.is_empty()) {
            let is_address = op.row().yields == Yield::Is(Type::Ref);
            assert_eq!(computes(*op), !is_address, "{}", op.row().text);
        }
    }
}
