//! Code for AArch64, executed: generates functions that call nothing, links them into a small host in C, runs
//! that (under an emulator on other machines), and compares with the evaluator of IR. Every op on values with
//! many operands, the inner functions of kernels, and random programs.
//!
//! Wants Debian's gcc-aarch64-linux-gnu and qemu-user, and says so where they are missing.

#[path = "../../interp/tests/common/eval.rs"]
mod eval;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use eval::{End, Evaluator};
use purlin_base::{EntityRef as _, TrapCode, nan};
use purlin_ir::builder::truncate;
use purlin_ir::{FuncBuilder, FuncId, LazyModule, Module, Opcode, Signature, Type, Value, Var, Yield};
use purlin_native::{Config, Generator, Target};
use purlin_runtime::abi::{self, Location};
use purlin_runtime::heap::LayoutTableBuilder;
use purlin_runtime::vmctx::offset;

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const FLOATS: [Type; 2] = [Type::F32, Type::F64];

/// Words of a case: the function, six integer registers, eight float registers.
const IN: usize = 1 + 6 + 8;
/// Words of an answer: status, polls, six integer registers, eight float registers.
const OUT: usize = 2 + 6 + 8;
/// Gas that a function starts with: some poll finds it used up.
const GAS: u64 = 500;
/// Gas that a poll adds.
const MORE: i64 = 1000;

/// A compiler for AArch64, and what runs its programs; `None` if something is missing.
fn tools() -> Option<(&'static str, Option<&'static str>)> {
    let there =
        |program: &str| Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if cfg!(target_arch = "aarch64") {
        // Under an emulator it would be another machine's.
        let machine = Command::new("cc").arg("-dumpmachine").output().ok()?;
        return machine.stdout.starts_with(b"aarch64").then_some(("cc", None));
    }
    let (compiler, emulator) = ("aarch64-linux-gnu-gcc", "qemu-aarch64");
    (there(compiler) && there(emulator)).then_some((compiler, Some(emulator)))
}

/// A module and what to run of it.
#[derive(Default)]
struct Suite {
    module: Module,
    cases: Vec<(FuncId, Vec<u64>)>,
}

impl Suite {
    fn define(
        &mut self,
        name: &str,
        params: &[Type],
        results: &[Type],
        body: impl FnOnce(&mut FuncBuilder<'_>),
    ) -> FuncId {
        let func = self.module.declare(name, &Signature::new(params, results));
        let mut b = FuncBuilder::new(&mut self.module, func);
        body(&mut b);
        b.finish();
        func
    }

    /// A function that is one op.
    fn op(&mut self, op: Opcode, ty: Type, params: &[Type], result: Type) -> FuncId {
        let name = format!("{}.{ty}", op.row().text);
        self.define(&name, params, &[result], |b| {
            let args: Vec<_> = (0..params.len()).map(|n| b.param(n)).collect();
            let value = b.op(op, ty, &args);
            b.ret(&[value]);
        })
    }

    /// All combinations of these operands, in the form of slots.
    fn all(&mut self, func: FuncId, operands: &[&[u64]]) {
        let mut rows = vec![Vec::new()];
        for column in operands {
            rows = rows.iter().flat_map(|r| column.iter().map(|x| [&r[..], &[*x]].concat())).collect();
        }
        self.cases.extend(rows.into_iter().map(|args| (func, args)));
    }

    /// Runs all cases here and there.
    fn check(self, name: &str) {
        let Some((compiler, emulator)) = tools() else {
            println!(
                "SKIPPED: {name} for AArch64 was not run, for want of gcc-aarch64-linux-gnu and qemu-user"
            );
            return;
        };
        let Suite { module, cases } = self;
        purlin_ir::verify::module(&module).unwrap_or_else(|e| panic!("{e}"));
        let dir = std::env::temp_dir().join(format!("purlin-aarch64-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let module = Arc::new(LazyModule::from(module));
        std::fs::write(dir.join("code.s"), generate(&module)).unwrap();
        let inputs: Vec<u64> = cases.iter().flat_map(|(f, args)| registers(&module, *f, args)).collect();
        std::fs::write(dir.join("in"), words_to_bytes(&inputs)).unwrap();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/aarch64");
        let mut build = Command::new(compiler);
        build.args(["-static", "-O1", "-o"]).arg(dir.join("host")).arg(format!("-DGAS={}", offset::GAS));
        build.args(["host.c", "host.S"].map(|f| sources.join(f))).arg(dir.join("code.s"));
        succeed(build);
        let mut run = emulator.map_or_else(|| Command::new(dir.join("host")), Command::new);
        run.args(emulator.map(|_| dir.join("host"))).arg(dir.join("in")).arg(dir.join("out"));
        succeed(run);
        let bytes = std::fs::read(dir.join("out")).unwrap();
        std::fs::remove_dir_all(&dir).unwrap();
        assert_eq!(bytes.len(), 8 * OUT * cases.len());
        let words: Vec<u64> =
            bytes.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
        for ((func, args), out) in cases.iter().zip(words.chunks_exact(OUT)) {
            compare(&module, *func, args, out);
        }
        println!("{name}: {} functions, {} cases", module.funcs.len(), cases.len());
    }
}

fn succeed(mut command: Command) {
    let out = command.output().unwrap();
    assert!(out.status.success(), "{command:?}: {}", String::from_utf8_lossy(&out.stderr));
}

fn words_to_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// The code of all functions, and a table of them.
fn generate(module: &Arc<LazyModule>) -> String {
    let mut config = Config::new(module, Arc::new(LayoutTableBuilder::new().finish()));
    config.verify = true;
    let code = Generator::new(module.clone(), config, Target::Aarch64).unwrap();
    let mut text = String::new();
    let mut table = String::from(".data\n.balign 8\n.globl functions\nfunctions:\n");
    for id in module.funcs.keys() {
        let label = format!("function_{}", id.index());
        text += &code.assembler(id, &label).unwrap_or_else(|e| panic!("{}: {e}", module.funcs[id].name));
        let _ = writeln!(table, ".quad {label}");
    }
    text + &table + ".section .note.GNU-stack, \"\", %progbits\n"
}

/// Garbage for what no function may look at.
const GARBAGE: u64 = 0xa5a5_a5a5_a5a5_a5a5;

fn registers(module: &LazyModule, func: FuncId, args: &[u64]) -> [u64; IN] {
    let shape = purlin_native::shape(module.func_sig(func));
    let mut row = [GARBAGE; IN];
    (row[0], row[1]) = (func.index() as u64, GAS);
    for ((place, class), arg) in abi::param_places(&shape.params).zip(&*shape.params).zip(args) {
        let bits = match class {
            abi::Class::Int(bytes) => 8 * u32::from(*bytes),
            abi::Class::F32 => 32,
            abi::Class::F64 => 64,
        };
        let known = u64::MAX >> (64 - bits);
        let at = match place {
            Location::Int(n) => 2 + n,
            Location::Float(n) => 7 + n,
            Location::Spill(_) => panic!("no case has so many arguments"),
        };
        row[at] = arg & known | GARBAGE & !known;
    }
    row
}

/// A result as far as tiers promise it: which NaN the machine makes is its own business.
fn promised(ty: Type, bits: u64) -> u64 {
    match ty {
        Type::F64 => nan::seen_64(bits),
        Type::F32 => u64::from(nan::seen_32(bits as u32)),
        _ => bits,
    }
}

fn compare(module: &LazyModule, func: FuncId, args: &[u64], out: &[u64]) {
    let mut evaluator = Evaluator { module, steps: 1 << 20, gas: 0 };
    let want = evaluator.call(func, args, 0);
    let about = || format!("{} {args:x?}: {out:x?}, not {want:x?}", module.funcs[func].name);
    let sig = module.func_sig(func);
    let gas = out[2] as i64;
    assert_eq!(GAS as i64 + MORE * out[1] as i64 - gas, evaluator.gas, "gas of {}", about());
    match &want {
        End::Trap(code) => assert_eq!(out[0], 2 + *code as u64, "{}", about()),
        End::Endless => panic!("no case is endless"),
        End::Results(values) => {
            assert_eq!(out[0], 0, "{}", about());
            let shape = purlin_native::shape(sig);
            let places = abi::places(&shape.results, abi::INT_RESULTS_AARCH64, abi::FLOAT_RESULTS);
            for (((place, class), ty), value) in places.zip(&*shape.results).zip(&sig.results).zip(values) {
                let got = match place {
                    Location::Int(n) => out[3 + n],
                    Location::Float(n) => out[8 + n],
                    Location::Spill(_) => panic!("no case has so many results"),
                };
                let got = promised(*ty, abi::canonical(*class, got));
                assert_eq!(got, promised(*ty, *value), "{}", about());
            }
        }
    }
}

// --- operands

fn ints(ty: Type) -> Vec<u64> {
    let mut all = vec![0, 1, -1, 2, 3, -3, 7, 8, 10, 31, 33, 64, 65, 100, 12345];
    for bits in [7, 8, 15, 16, 31, 32, 62, 63] {
        let power = 1i64.wrapping_shl(bits);
        all.extend([power, power.wrapping_sub(1), power.wrapping_neg()]);
    }
    let mut all: Vec<_> = all.into_iter().map(|x| truncate(ty, x) as u64).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn doubles() -> Vec<f64> {
    let mut all = vec![0.0, 1.0, 0.5, 1.5, 2.5, 3.0, 1e300, 1e-310, 0.1, 4294967296.5, 1e19, 65504.0];
    all.extend([f64::INFINITY, f64::MAX, f64::MIN_POSITIVE, 3e38, 1e-40, 16777217.0]);
    for bits in [7, 8, 15, 31, 32, 52, 53, 62, 63, 64] {
        let power = 2f64.powi(bits);
        all.extend([power, power.next_down(), power.next_up()]);
    }
    all.extend(all.clone().into_iter().map(|x| -x));
    all
}

/// Quiet NaNs: the machine's, the other sign, and one with something in it.
const NANS: [u64; 3] = [nan::SEEN_64, nan::MADE_64, 0x7ff8_0000_dead_0000];

fn floats(ty: Type) -> Vec<u64> {
    let bits = |x: f64| if ty == Type::F32 { u64::from((x as f32).to_bits()) } else { x.to_bits() };
    let mut all: Vec<_> = doubles().into_iter().map(bits).collect();
    match ty {
        Type::F32 => all.extend([u64::from(nan::SEEN_32), u64::from(nan::MADE_32), 0x7fc0_dead]),
        _ => all.extend(NANS),
    }
    all.sort_unstable();
    all.dedup();
    all
}

fn values(ty: Type) -> Vec<u64> {
    if ty.is_float() { floats(ty) } else { ints(ty) }
}

fn is_nan(ty: Type, bits: u64) -> bool {
    if ty == Type::F32 { f32::from_bits(bits as u32).is_nan() } else { f64::from_bits(bits).is_nan() }
}

use Opcode::{
    Bitcast, Bounds, Bswap, Clz, Ctz, DynFits, DynFromInt, DynIsInt, DynToInt, Fabs, Fadd, Fceil, Fcopysign,
    Fdemote, Fdiv, Feq, Ffloor, Fge, Fgt, Fle, FloatToSint, FloatToUint, Flt, Fmul, Fne, Fneg, Fpromote,
    Fround, Fsqrt, Fsub, Ftrunc, Iadd, Iand, Ieq, Imul, Ine, Ineg, Inot, Ior, Isub, Itrunc, Ixor, NilCheck,
    Popcnt, SaddOvf, Sdiv, Select, Sext, Sge, Sgt, Shl, SintToFloat, Sle, Slt, SmulOvf, Srem, Sshr, SsubOvf,
    Udiv, Uge, Ugt, UintToFloat, Ule, Ult, UmulHigh, Urem, Ushr, Zext,
};

const BINARY: [Opcode; 27] = [
    Iadd, Isub, Imul, UmulHigh, Iand, Ior, Ixor, Sdiv, Srem, Udiv, Urem, Shl, Sshr, Ushr, SaddOvf, SsubOvf,
    SmulOvf, Ieq, Ine, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge,
];

fn is_shift(op: Opcode) -> bool {
    matches!(op, Shl | Sshr | Ushr)
}

fn result_of(op: Opcode, ty: Type) -> Type {
    if op.row().yields == Yield::T { ty } else { Type::I8 }
}

#[test]
fn integers() {
    let mut suite = Suite::default();
    for ty in INTS {
        for op in BINARY {
            let second = if is_shift(op) { Type::I64 } else { ty };
            let func = suite.op(op, ty, &[ty, second], result_of(op, ty));
            suite.all(func, &[&ints(ty), &ints(second)]);
            // Constants take other ways through the lowering.
            for c in [0, 1, -1, 2, 3, 7, 8, 10, 31, 32, 64, 100, -7, i64::MIN] {
                let func = suite.define("constant", &[ty], &[result_of(op, ty)], |b| {
                    let y = b.iconst(second, truncate(second, c));
                    let z = b.op(op, ty, &[b.param(0), y]);
                    b.ret(&[z]);
                });
                suite.all(func, &[&ints(ty)]);
            }
        }
        for op in [Ineg, Inot, Popcnt, Clz, Ctz, Bswap] {
            let func = suite.op(op, ty, &[ty], ty);
            suite.all(func, &[&ints(ty)]);
        }
        for to in INTS {
            let ops: &[Opcode] = match ty.bits().cmp(&to.bits()) {
                std::cmp::Ordering::Less => &[Sext, Zext],
                std::cmp::Ordering::Equal => &[],
                std::cmp::Ordering::Greater => &[Itrunc],
            };
            for op in ops {
                let func = suite.op(*op, to, &[ty], to);
                suite.all(func, &[&ints(ty)]);
            }
        }
    }
    for (op, ty, from, to) in [
        (DynIsInt, Type::Dyn, Type::Dyn, Type::I8),
        (DynFromInt, Type::I64, Type::I64, Type::Dyn),
        (DynToInt, Type::Dyn, Type::Dyn, Type::I64),
        (DynFits, Type::I64, Type::I64, Type::I8),
    ] {
        let func = suite.op(op, ty, &[from], to);
        suite.all(func, &[&ints(Type::I64)]);
    }
    suite.check("integers");
}

#[test]
fn floats_and_conversions() {
    let mut suite = Suite::default();
    for ty in FLOATS {
        for op in [Fadd, Fsub, Fmul, Fdiv, Fcopysign, Feq, Fne, Flt, Fle, Fgt, Fge] {
            let func = suite.op(op, ty, &[ty, ty], result_of(op, ty));
            suite.all(func, &[&floats(ty), &floats(ty)]);
            // Which of two NaNs arithmetic yields is not promised.
            if matches!(op, Fadd | Fsub | Fmul | Fdiv) {
                suite.cases.retain(|(f, args)| *f != func || !args.iter().all(|x| is_nan(ty, *x)));
            }
        }
        for op in [Fneg, Fabs, Fsqrt, Ffloor, Fceil, Ftrunc, Fround] {
            let func = suite.op(op, ty, &[ty], ty);
            suite.all(func, &[&floats(ty)]);
        }
        for op in [FloatToSint, FloatToUint] {
            let func = suite.op(op, Type::I64, &[ty], Type::I64);
            suite.all(func, &[&floats(ty)]);
        }
        for from in INTS {
            for op in [SintToFloat, UintToFloat] {
                let func = suite.op(op, ty, &[from], ty);
                suite.all(func, &[&ints(from)]);
            }
        }
    }
    for (op, from, to) in [
        (Fpromote, Type::F32, Type::F64),
        (Fdemote, Type::F64, Type::F32),
        (Bitcast, Type::F64, Type::I64),
        (Bitcast, Type::I64, Type::F64),
        (Bitcast, Type::F32, Type::I32),
        (Bitcast, Type::I32, Type::F32),
    ] {
        let func = suite.op(op, to, &[from], to);
        suite.all(func, &[&values(from)]);
    }
    for ty in [INTS.as_slice(), &FLOATS].concat() {
        let func = suite.op(Select, ty, &[Type::I8, ty, ty], ty);
        let some: Vec<_> = values(ty).into_iter().step_by(5).collect();
        suite.all(func, &[&[0, 1], &some, &some]);
    }
    suite.check("floats");
}

/// Two shifts and their union, which are one instruction where they make a rotation.
#[test]
fn rotations() {
    let mut suite = Suite::default();
    for ty in INTS {
        let width = i64::from(ty.bits());
        for (n, op) in (0..=width).zip([Ior, Ixor, Iadd].into_iter().cycle()) {
            let func = suite.define("by a constant", &[ty], &[ty], |b| {
                let (x, left, right) = (b.param(0), b.iconst(Type::I64, n), b.iconst(Type::I64, width - n));
                let (left, right) = (b.op(Shl, ty, &[x, left]), b.op(Ushr, ty, &[x, right]));
                let z = b.op(op, ty, &[left, right]);
                b.ret(&[z]);
            });
            suite.all(func, &[&ints(ty)]);
        }
        let func = suite.define("by a variable", &[ty, Type::I64], &[ty], |b| {
            let (x, n) = (b.param(0), b.param(1));
            let (mask, width) = (b.iconst(Type::I64, width - 1), b.iconst(Type::I64, width));
            let n = b.binary(Iand, n, mask);
            let m = b.binary(Isub, width, n);
            let (left, right) = (b.op(Shl, ty, &[x, n]), b.op(Ushr, ty, &[x, m]));
            let z = b.op(Ior, ty, &[right, left]);
            b.ret(&[z]);
        });
        suite.all(func, &[&ints(ty), &ints(Type::I64)]);
    }
    suite.check("rotations");
}

#[test]
fn checks() {
    let mut suite = Suite::default();
    let func = suite.define("bounds", &[Type::I64, Type::I64], &[Type::I64], |b| {
        b.charge(7);
        b.effect(Bounds, &[b.param(0), b.param(1)]);
        b.ret(&[b.param(0)]);
    });
    let lengths: Vec<_> = ints(Type::I64).into_iter().filter(|n| *n as i64 >= 0).collect();
    suite.all(func, &[&ints(Type::I64), &lengths]);
    let func = suite.define("nil", &[Type::Ref], &[Type::Ref], |b| {
        b.effect(NilCheck, &[b.param(0)]);
        b.ret(&[b.param(0)]);
    });
    suite.all(func, &[&ints(Type::I64)]);
    let func = suite.define("trap_if", &[Type::I8], &[Type::I8], |b| {
        b.trap_if(b.param(0), TrapCode::BadLength);
        b.ret(&[b.param(0)]);
    });
    suite.all(func, &[&[0, 1]]);
    suite.check("checks");
}

#[test]
fn kernels() {
    let module =
        purlin_ir::parse::module(include_str!("aarch64/kernels.ir")).unwrap_or_else(|e| panic!("{e}"));
    let mut suite = Suite { module, cases: Vec::new() };
    let ids: Vec<_> = suite.module.funcs.keys().collect();
    let steps = |n: i64, from: f64, step: f64| -> Vec<u64> {
        (0..n).map(|i| (from + i as f64 * step).to_bits()).collect()
    };
    let upto = |n: u64, step: usize| -> Vec<u64> { (0..n).step_by(step).collect() };
    suite.all(ids[0], &[&steps(30, -2.1, 0.1), &steps(20, -1.2, 0.12)]);
    suite.all(ids[1], &[&upto(60, 7), &upto(60, 5)]);
    suite.all(ids[2], &[&upto(1500, 211), &upto(139_968, 20_011)]);
    suite.all(ids[3], &[&upto(1200, 83)]);
    suite.all(ids[4], &[&upto(44, 3), &steps(4, 0.5, 1.25)]);
    suite.all(ids[5], &[&ints(Type::I64), &ints(Type::I64)]);
    suite.all(ids[6], &[&ints(Type::I64), &ints(Type::I64)]);
    suite.all(ids[7], &[&[1], &[2, 1 << 60], &[3], &[4], &steps(3, 0.5, 0.5), &steps(3, -7.0, 0.5)]);
    suite.check("kernels");
}

// --- random programs

/// Xorshift: the same programs on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A function under construction: some variables of each type, and statements over them.
struct Writer<'r, 'b, 'm> {
    r: &'r mut Random,
    b: &'b mut FuncBuilder<'m>,
    vars: Vec<Var>,
    memory: Value,
}

impl Writer<'_, '_, '_> {
    fn value(&mut self, ty: Type) -> Value {
        if self.r.below(5) == 0 {
            let x = self.r.pick(&values(ty));
            return match ty {
                Type::F64 => self.b.f64const(f64::from_bits(x)),
                Type::F32 => self.b.f32const(f32::from_bits(x as u32)),
                _ => self.b.iconst(ty, x as i64),
            };
        }
        let all: Vec<_> = self.vars.iter().copied().filter(|v| self.b.var_type(*v) == ty).collect();
        let var = self.r.pick(&all);
        self.b.use_var(var)
    }

    fn expression(&mut self, ty: Type) -> Value {
        let (x, y) = (self.value(ty), self.value(ty));
        match (ty, self.r.below(8)) {
            (_, 0) => {
                let c = self.condition();
                self.b.select(c, x, y)
            }
            (_, 1) => self.b.load(ty, self.memory, 8 * self.r.below(7) as i64),
            (Type::F32 | Type::F64, 2) => {
                let i = self.value(Type::I64);
                let op = self.r.pick(&[SintToFloat, UintToFloat]);
                self.b.op(op, ty, &[i])
            }
            (Type::F32 | Type::F64, way) => {
                let z = if way < 5 {
                    let op = self.r.pick(&[Fneg, Fabs, Fsqrt, Ffloor, Fceil, Ftrunc, Fround]);
                    self.b.op(op, ty, &[x])
                } else {
                    let op = self.r.pick(&[Fadd, Fsub, Fmul, Fdiv]);
                    self.b.binary(op, x, y)
                };
                // Which NaN it is, is the machine's business.
                let is = self.b.binary(Feq, z, z);
                let none = if ty == Type::F64 { self.b.f64const(0.5) } else { self.b.f32const(0.5) };
                self.b.select(is, z, none)
            }
            (Type::I64, 2) => {
                let f = self.value(Type::F64);
                let op = self.r.pick(&[FloatToSint, FloatToUint]);
                self.b.op(op, ty, &[f])
            }
            (Type::I64, 3) => {
                let from = self.r.pick(&INTS[..3]);
                let v = self.value(from);
                let op = self.r.pick(&[Sext, Zext]);
                self.b.op(op, ty, &[v])
            }
            (_, 2 | 3) => {
                let v = self.value(Type::I64);
                self.b.op(Itrunc, ty, &[v])
            }
            (_, 4) => {
                let n = self.value(Type::I64);
                let op = self.r.pick(&[Shl, Sshr, Ushr]);
                self.b.op(op, ty, &[x, n])
            }
            (_, 5) => {
                let op = self.r.pick(&[Sdiv, Srem, Udiv, Urem]);
                let one = self.b.iconst(ty, 1);
                let odd = self.b.binary(Ior, y, one);
                self.b.binary(op, x, odd)
            }
            _ => {
                let op = self.r.pick(&BINARY[..6]);
                self.b.binary(op, x, y)
            }
        }
    }

    fn condition(&mut self) -> Value {
        let ty = self.r.pick(&[Type::I64, Type::I8, Type::I32, Type::I16, Type::F64, Type::F32]);
        let (x, y) = (self.value(ty), self.value(ty));
        let op = if ty.is_float() {
            self.r.pick(&[Feq, Fne, Flt, Fle, Fgt, Fge])
        } else {
            self.r.pick(&BINARY[16..])
        };
        self.b.op(op, ty, &[x, y])
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..3 + self.r.below(6) {
            match self.r.below(if depth == 0 { 7 } else { 10 }) {
                0..=5 => {
                    let var = self.r.pick(&self.vars.clone());
                    let value = self.expression(self.b.var_type(var));
                    self.b.def_var(var, value);
                }
                6 => {
                    let ty = self.r.pick(&[Type::I64, Type::I8, Type::I32, Type::I16, Type::F64]);
                    let value = self.value(ty);
                    self.b.store(self.memory, 8 * self.r.below(7) as i64, value);
                }
                7 => self.branch(depth),
                8 => self.counted(depth),
                _ => {
                    let (i, n) = (self.value(Type::I64), self.b.iconst(Type::I64, i64::MAX));
                    self.b.effect(Bounds, &[i, n]);
                }
            }
        }
    }

    fn branch(&mut self, depth: u32) {
        let cond = self.condition();
        let (yes, no, done) = (self.b.block(), self.b.block(), self.b.block());
        self.b.brif(cond, yes, no);
        for block in [yes, no] {
            self.b.switch_to(block);
            self.b.seal(block);
            self.statements(depth - 1);
            self.b.jump(done, &[]);
        }
        self.b.switch_to(done);
        self.b.seal(done);
    }

    fn counted(&mut self, depth: u32) {
        let counter = self.b.var(Type::I64);
        let rounds = 1 + self.r.below(6) as i64;
        let start = self.b.iconst(Type::I64, rounds);
        self.b.def_var(counter, start);
        let (head, done) = (self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.statements(depth - 1);
        let n = self.b.use_var(counter);
        let one = self.b.iconst(Type::I64, 1);
        let rest = self.b.binary(Isub, n, one);
        self.b.def_var(counter, rest);
        let zero = self.b.iconst(Type::I64, 0);
        let more = self.b.binary(Sgt, rest, zero);
        self.b.brif(more, head, done);
        self.b.seal(head);
        self.b.switch_to(done);
        self.b.seal(done);
    }
}

#[test]
fn random_programs() {
    let params = [Type::I64, Type::I32, Type::I8, Type::F64, Type::F32];
    let results = [Type::I64, Type::I32, Type::I8, Type::I16, Type::F64, Type::F32];
    let mut r = Random(0x9e37_79b9_7f4a_7c15);
    let mut suite = Suite::default();
    for n in 0..300 {
        let func = suite.define(&format!("random {n}"), &params, &results, |b| {
            let slot = b.slot(64);
            let memory = b.stack_addr(slot);
            let mut vars = Vec::new();
            for (n, ty) in params.into_iter().enumerate() {
                let var = b.var(ty);
                b.def_var(var, b.param(n));
                vars.push(var);
            }
            for ty in results {
                let var = b.var(ty);
                let value = match ty {
                    Type::F64 => b.f64const(2.5),
                    Type::F32 => b.f32const(-0.75),
                    _ => b.iconst(ty, 77),
                };
                b.def_var(var, value);
                vars.push(var);
            }
            let mut writer = Writer { r: &mut r, b, vars: vars.clone(), memory };
            writer.statements(3);
            let values: Vec<_> = vars[params.len()..].iter().map(|v| b.use_var(*v)).collect();
            b.ret(&values);
        });
        for _ in 0..30 {
            // Not a NaN: those are for the tests of single ops.
            let args = params.map(|ty| {
                loop {
                    let x = r.pick(&values(ty));
                    if !ty.is_float() || !is_nan(ty, x) {
                        break x;
                    }
                }
            });
            suite.cases.push((func, args.to_vec()));
        }
    }
    suite.check("random");
}
