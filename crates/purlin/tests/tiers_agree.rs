//! Random programs in every mixture of tiers: results, gas, traps and tracebacks must be those of the
//! interpreter.

#[path = "../../native/tests/common/mod.rs"]
mod common;

use std::sync::Arc;

use common::{Rig, fill, run_words};
use purlin_base::Pos;
use purlin_bytecode::lower::Options;
use purlin_bytecode::program::Program;
use purlin_ir::layout::Layout;
use purlin_ir::{
    Block, ClassDecl, ClassId, FrameStateId, FuncBuilder, FuncId, Module, NativeId, Opcode, Pointers,
    Signature, SlotId, Type, Value, Var,
};
use purlin_native::Compiler;
use purlin_runtime::native::{Any, AnyRef, Caller, Native, Stop, What};
use purlin_runtime::vm::Outcome;
use purlin_runtime::{Vm, natives};

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

const TYPES: [Type; 7] = [Type::I64, Type::I32, Type::I8, Type::I16, Type::F64, Type::F32, Type::I64];

/// One function under construction: some variables of each type, and statements over them.
struct Writer<'r, 'b, 'm> {
    r: &'r mut Random,
    b: &'b mut FuncBuilder<'m>,
    vars: Vec<Var>,
    sigs: &'r [(FuncId, Signature)],
    natives: [NativeId; 2],
    class: ClassId,
    /// The frame slot that a handler reads, if there is one.
    slot: Option<SlotId>,
    /// How deep functions may call: counts down to nothing.
    fuel: Var,
    pos: u32,
}

impl Writer<'_, '_, '_> {
    fn var_of(&mut self, ty: Type) -> Var {
        let all: Vec<_> = self.vars.iter().copied().filter(|v| self.b.var_type(*v) == ty).collect();
        self.r.pick(&all)
    }

    fn value(&mut self, ty: Type) -> Value {
        if self.r.below(6) == 0 {
            let small = [0, 1, -1, 2, 3, 7, 8, 63, 64, 100, -128, i64::MAX, i64::MIN];
            return match ty {
                Type::F64 => self.b.f64const(1.5),
                Type::F32 => self.b.f32const(-0.25),
                _ => {
                    let c = self.r.pick(&small);
                    self.b.iconst(ty, c)
                }
            };
        }
        let var = self.var_of(ty);
        self.b.use_var(var)
    }

    fn assign(&mut self) {
        let var = self.r.pick(&self.vars.clone());
        let ty = self.b.var_type(var);
        let value = if ty.is_float() { self.float(ty) } else { self.int(ty) };
        self.b.def_var(var, value);
    }

    fn int(&mut self, ty: Type) -> Value {
        const OPS: [Opcode; 11] = [
            Opcode::Iadd,
            Opcode::Isub,
            Opcode::Imul,
            Opcode::Iand,
            Opcode::Ior,
            Opcode::Ixor,
            Opcode::Sdiv,
            Opcode::Srem,
            Opcode::Udiv,
            Opcode::Urem,
            Opcode::Iadd,
        ];
        let (x, y) = (self.value(ty), self.value(ty));
        match self.r.below(8) {
            0 => {
                let n = self.value(Type::I64);
                let op = self.r.pick(&[Opcode::Shl, Opcode::Sshr, Opcode::Ushr]);
                self.b.op(op, ty, &[x, n])
            }
            1 => {
                let c = self.condition();
                self.b.select(c, x, y)
            }
            2 if ty == Type::I64 => {
                let f = self.value(Type::F64);
                let op = self.r.pick(&[Opcode::FloatToSint, Opcode::FloatToUint]);
                self.b.op(op, ty, &[f])
            }
            3 if ty == Type::I64 => {
                let narrow = self.r.pick(&[Type::I8, Type::I16, Type::I32]);
                let v = self.value(narrow);
                let op = self.r.pick(&[Opcode::Sext, Opcode::Zext]);
                self.b.op(op, ty, &[v])
            }
            4 if ty != Type::I64 => {
                let v = self.value(Type::I64);
                self.b.op(Opcode::Itrunc, ty, &[v])
            }
            // Division by zero is rare enough that most programs get somewhere.
            _ => match self.r.pick(&OPS) {
                op @ (Opcode::Sdiv | Opcode::Srem | Opcode::Udiv | Opcode::Urem) if self.r.below(30) != 0 => {
                    let one = self.b.iconst(ty, 1);
                    let odd = self.b.binary(Opcode::Ior, y, one);
                    self.b.binary(op, x, odd)
                }
                op => self.b.binary(op, x, y),
            },
        }
    }

    fn float(&mut self, ty: Type) -> Value {
        let (x, y) = (self.value(ty), self.value(ty));
        match self.r.below(6) {
            0 => {
                let i = self.value(Type::I32);
                let op = self.r.pick(&[Opcode::SintToFloat, Opcode::UintToFloat]);
                self.b.op(op, ty, &[i])
            }
            1 => {
                let op = self.r.pick(&[Opcode::Fneg, Opcode::Fabs, Opcode::Fsqrt, Opcode::Ffloor]);
                let z = self.b.op(op, ty, &[x]);
                // The sign of a NaN is the hardware's business.
                let is = self.b.binary(Opcode::Feq, z, z);
                let none = if ty == Type::F64 { self.b.f64const(0.5) } else { self.b.f32const(0.5) };
                self.b.select(is, z, none)
            }
            _ => {
                let op = self.r.pick(&[Opcode::Fadd, Opcode::Fsub, Opcode::Fmul, Opcode::Fdiv]);
                let z = self.b.binary(op, x, y);
                let is = self.b.binary(Opcode::Feq, z, z);
                let none = if ty == Type::F64 { self.b.f64const(0.5) } else { self.b.f32const(0.5) };
                self.b.select(is, z, none)
            }
        }
    }

    fn condition(&mut self) -> Value {
        let ty = self.r.pick(&TYPES);
        let (x, y) = (self.value(ty), self.value(ty));
        let op = if ty.is_float() {
            self.r.pick(&[Opcode::Flt, Opcode::Fge, Opcode::Fne])
        } else {
            self.r.pick(&[Opcode::Slt, Opcode::Uge, Opcode::Ieq, Opcode::Ine, Opcode::Ult, Opcode::Sgt])
        };
        self.b.op(op, ty, &[x, y])
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..2 + self.r.below(5) {
            self.pos += 1;
            self.b.set_pos(Pos(self.pos));
            match self.r.below(if depth == 0 { 8 } else { 13 }) {
                0..=3 => self.assign(),
                4 => self.native(),
                5 => self.memory(),
                6 => self.call(),
                7 => self.note(),
                8 => self.branch(depth, false),
                9 => self.branch(depth, true),
                10 | 11 => self.counted(depth),
                _ => self.switch(depth),
            }
        }
    }

    /// Writes something to the slot that the handler returns.
    fn note(&mut self) {
        if let Some(slot) = self.slot {
            let at = self.b.stack_addr(slot);
            let value = self.value(Type::I64);
            self.b.store(at, 8, value);
        }
    }

    fn native(&mut self) {
        let (x, y, z) = (self.value(Type::I32), self.value(Type::F32), self.value(Type::I64));
        let (ty, word) = (self.b.iconst(Type::I64, 5), self.b.null());
        let results = self.b.call_native(self.natives[0], &[x, y, z, ty, word]);
        for (value, ty) in results.iter().zip([Type::I64, Type::I8, Type::F64]) {
            let var = self.var_of(ty);
            self.b.def_var(var, *value);
        }
    }

    fn memory(&mut self) {
        let object = self.b.alloc(self.class);
        let ty = self.r.pick(&TYPES);
        let value = self.value(ty);
        self.b.store(object, 8, value);
        let i = self.value(Type::I64);
        let (n, low) = (self.b.iconst(Type::I64, 5), self.b.iconst(Type::I64, 3));
        // Seldom out of bounds.
        let i = if self.r.below(20) == 0 { i } else { self.b.binary(Opcode::Iand, i, low) };
        self.b.effect(Opcode::Bounds, &[i, n]);
        let array = self.b.alloc_array(self.class, n);
        let at = self.b.elem_addr(array, i, 24, 8);
        self.b.store(at, 0, value);
        let back = self.b.load(ty, at, 0);
        let var = self.var_of(ty);
        self.b.def_var(var, back);
    }

    fn call(&mut self) {
        let (func, sig) = self.sigs[self.r.below(self.sigs.len() as u64) as usize].clone();
        let fuel = self.b.use_var(self.fuel);
        let two = self.b.iconst(Type::I64, 2);
        let less = self.b.binary(Opcode::Sdiv, fuel, two);
        let zero = self.b.iconst(Type::I64, 0);
        let enough = self.b.binary(Opcode::Sgt, less, zero);
        let (yes, after) = (self.b.block(), self.b.block());
        self.b.brif(enough, yes, after);
        self.b.switch_to(yes);
        let mut args = vec![less];
        args.extend(sig.params[1..].iter().map(|ty| self.value(*ty)));
        let results = if self.r.below(3) == 0 {
            let id = self.b.module.sig(&sig);
            let number = self.b.func_ref(func);
            self.b.call_indirect(id, number, &args)
        } else {
            self.b.call(func, &args)
        };
        for (value, ty) in results.iter().zip(&sig.results) {
            let var = self.var_of(*ty);
            self.b.def_var(var, *value);
        }
        self.b.jump(after, &[]);
        self.b.seal(after);
        self.b.switch_to(after);
    }

    fn branch(&mut self, depth: u32, guard: bool) {
        let c = self.condition();
        let (yes, no, after) = (self.b.block(), self.b.block(), self.b.block());
        if guard {
            self.b.guard(c, (yes, &[]), (no, &[]));
        } else {
            self.b.brif(c, yes, no);
        }
        for block in [yes, no] {
            self.b.seal(block);
            self.b.switch_to(block);
            self.statements(depth - 1);
            self.b.jump(after, &[]);
        }
        self.b.seal(after);
        self.b.switch_to(after);
    }

    fn counted(&mut self, depth: u32) {
        let at = self.b.var(Type::I64);
        let start = self.b.iconst(Type::I64, 0);
        self.b.def_var(at, start);
        let (head, inside, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let here = self.b.use_var(at);
        let times = self.r.below(12) as i64;
        let end = self.b.iconst(Type::I64, times);
        let c = self.b.binary(Opcode::Slt, here, end);
        self.b.brif(c, inside, after);
        self.b.seal(inside);
        self.b.switch_to(inside);
        self.statements(depth - 1);
        let here = self.b.use_var(at);
        let one = self.b.iconst(Type::I64, 1);
        let next = self.b.binary(Opcode::Iadd, here, one);
        self.b.def_var(at, next);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.b.seal(after);
        self.b.switch_to(after);
    }

    fn switch(&mut self, depth: u32) {
        let on = self.value(Type::I64);
        let mask = self.b.iconst(Type::I64, 7);
        let on = self.b.binary(Opcode::Iand, on, mask);
        let cases: Vec<_> = [0, 2, 3, 5].map(|c| (c, self.b.block())).to_vec();
        let (other, after) = (self.b.block(), self.b.block());
        self.b.switch(on, &cases, other);
        for block in cases.into_iter().map(|c| c.1).chain([other]) {
            self.b.seal(block);
            self.b.switch_to(block);
            self.statements(depth - 1);
            self.b.jump(after, &[]);
        }
        self.b.seal(after);
        self.b.switch_to(after);
    }
}

/// Declares a few functions: their ids and signatures.
fn declare(r: &mut Random, module: &mut Module) -> Vec<(FuncId, Signature)> {
    let mut sigs: Vec<(FuncId, Signature)> = Vec::new();
    for n in 0..3 + r.below(3) {
        let many =
            |r: &mut Random, most: u64| -> Vec<Type> { (0..r.below(most)).map(|_| r.pick(&TYPES)).collect() };
        let mut params = vec![Type::I64];
        params.extend(many(r, 12));
        let mut results = vec![Type::I64];
        results.extend(many(r, 12));
        // The results of another function: one may tail-call the other, with more or fewer arguments.
        if n > 0 && r.below(2) == 0 {
            results = sigs[r.below(n) as usize].1.results.clone();
        }
        let sig = Signature::new(params, results);
        sigs.push((module.declare(format!("f{n}"), &sig), sig));
    }
    sigs
}

/// Variables of all types, and the parameters but for the first, as variables.
fn variables(r: &mut Random, b: &mut FuncBuilder<'_>, sig: &Signature) -> Vec<Var> {
    let mut vars = Vec::new();
    for ty in TYPES.iter().chain(&TYPES) {
        let var = b.var(*ty);
        let start = match ty {
            Type::F64 => b.f64const(2.0),
            Type::F32 => b.f32const(3.0),
            _ => b.iconst(*ty, r.below(100) as i64),
        };
        b.def_var(var, start);
        vars.push(var);
    }
    for (n, ty) in sig.params.iter().enumerate().skip(1) {
        let var = b.var(*ty);
        let p = b.param(n);
        b.def_var(var, p);
        vars.push(var);
    }
    vars
}

impl Writer<'_, '_, '_> {
    /// A tail call of a function with the same results, as long as there is fuel.
    fn maybe_tail_call(&mut self, sig: &Signature) {
        let sigs = self.sigs;
        let same: Vec<_> = sigs.iter().filter(|s| s.1.results == sig.results).collect();
        let (callee, theirs) = self.r.pick(&same);
        let left = self.b.use_var(self.fuel);
        let (three, zero) = (self.b.iconst(Type::I64, 3), self.b.iconst(Type::I64, 0));
        let less = self.b.binary(Opcode::Sdiv, left, three);
        let c = self.b.binary(Opcode::Sgt, less, zero);
        let (go, stop) = (self.b.block(), self.b.block());
        self.b.brif(c, go, stop);
        self.b.switch_to(go);
        let mut args = vec![less];
        args.extend(theirs.params[1..].iter().map(|ty| self.value(*ty)));
        self.b.tail_call(*callee, &args);
        self.b.switch_to(stop);
    }

    /// The block that a raise in the function leads to, which returns what was caught and what `slot` holds.
    fn handler(&mut self, handler: Block, slot: SlotId, sig: &Signature) {
        self.b.func.handler = Some(handler);
        self.b.seal(handler);
        self.b.switch_to(handler);
        let kind = self.b.call_native(self.natives[1], &[])[0];
        let at = self.b.stack_addr(slot);
        let noted = self.b.load(Type::I64, at, 8);
        let sum = self.b.binary(Opcode::Iadd, noted, kind);
        let values: Vec<_> = (sig.results.iter().enumerate())
            .map(|(n, ty)| match ty {
                Type::F64 => self.b.f64const(4.0),
                Type::F32 => self.b.f32const(5.0),
                _ if n == 0 => sum,
                _ => self.b.iconst(*ty, 6),
            })
            .collect();
        self.b.ret(&values);
    }
}

/// A module of a few functions that call each other; the first is called.
fn program(seed: u64) -> Module {
    let mut r = Random(seed.wrapping_mul(0x9e3779b97f4a7c15) | 1);
    let mut module = Module::new();
    let [mix, caught] = [&TABLE[0], &TABLE[1]].map(|row| {
        let sig = row.signature();
        module.native(row.name(), &sig.params, &sig.results)
    });
    let class = module.class(ClassDecl { size: 24, pointers: Pointers::Words(1) });
    let sigs = declare(&mut r, &mut module);
    for (func, sig) in &sigs {
        let handles = r.below(3) == 0;
        let tail = r.below(4) == 0;
        fill(&mut module, *func, |b| {
            let fuel = b.var(Type::I64);
            let p = b.param(0);
            b.def_var(fuel, p);
            let vars = variables(&mut r, b, sig);
            let slot = handles.then(|| b.slot(16));
            let handler = handles.then(|| b.block());
            let pos = 1000 * (func.as_u32() + 1);
            let mut w =
                Writer { r: &mut r, b, vars, sigs: &sigs, natives: [mix, caught], class, slot, fuel, pos };
            w.statements(3);
            let values: Vec<_> = sig.results.iter().map(|ty| w.value(*ty)).collect();
            if tail {
                w.maybe_tail_call(sig);
            }
            w.b.ret(&values);
            if let (Some(handler), Some(slot)) = (handler, slot) {
                w.handler(handler, slot, sig);
            }
        });
    }
    module
}

natives! {
    TABLE in "test" {
        /// Results of several types, or a raise of the value.
        light "mix"(x: i32, y: f32, z: i64, raised: Any) -> (i64, i8, f64) = mix; [RAISES] "";
        /// Takes the innermost raise: a number made of what it was and of its frames.
        light "caught"() -> (i64) = caught; [OUTSIDE] "";
    }
}

fn mix<'c>(
    caller: &mut Caller<'c>,
    x: i32,
    y: f32,
    z: i64,
    raised: AnyRef<'c>,
) -> Result<(i64, i8, f64), Stop> {
    if z % 97 == 13 {
        return Err(caller.raise_value(raised));
    }
    Ok((z ^ (i64::from(x) << 3), x as i8, if y.is_nan() { 0.0 } else { f64::from(y) * 0.5 }))
}

fn caught(caller: &mut Caller<'_>) -> Result<i64, Stop> {
    let count = caller.raise_count();
    let innermost = count.checked_sub(1).expect("something was raised");
    let frames = caller.take_raise_frames(innermost).expect("it was counted");
    let frames: u64 = frames.iter().map(|f| u64::from(f.pos.0) * 31 + u64::from(f.func)).sum();
    let kind = match caller.recover().expect("no fiber leaves") {
        What::Trap { code, .. } => code as u64,
        What::Value(value) => u64::from(value.type_number()) + value.bits(),
        What::Leave => 0,
    };
    // What was recovered from is gone.
    caller.leave_handler(count as u64);
    Ok((kind + frames * 1000) as i64)
}

/// Which functions have native code from the start, and what happens at polls.
#[derive(Clone, Copy, Debug)]
struct Mode {
    name: &'static str,
    /// Functions whose number has this rest by 2 or 3 are native.
    native: fn(u32) -> bool,
    osr: bool,
    deopt: bool,
    careful: bool,
    gc: bool,
}

const INTERP: Mode =
    Mode { name: "interp", native: |_| false, osr: false, deopt: false, careful: false, gc: false };

const MODES: [Mode; 9] = [
    Mode { name: "native", native: |_| true, ..INTERP },
    Mode { name: "careful", native: |_| true, careful: true, ..INTERP },
    Mode { name: "even native", native: |n| n % 2 == 0, ..INTERP },
    Mode { name: "odd native", native: |n| n % 2 == 1, ..INTERP },
    Mode { name: "native, deopt", native: |_| true, deopt: true, ..INTERP },
    Mode { name: "osr", osr: true, ..INTERP },
    Mode { name: "osr, deopt", osr: true, deopt: true, ..INTERP },
    Mode { name: "all", native: |n| n % 3 == 0, osr: true, deopt: true, ..INTERP },
    Mode { name: "all, gc", native: |n| n % 3 != 0, osr: true, deopt: true, gc: true, ..INTERP },
];

/// What hooks need, in the place of the host's state.
#[derive(Clone)]
struct Host {
    compiler: Arc<Compiler>,
    program: Arc<Program>,
    mode: Mode,
}

fn host(vm: &Vm) -> Host {
    vm.world.host.downcast_ref::<Host>().expect("set up below").clone()
}

fn on_cold_entry(vm: &mut Vm, func: u32) -> usize {
    host(vm).compiler.code_of(FuncId::from_u32(func))
}

fn on_hot_loop(vm: &mut Vm, func: u32, state: u32) -> usize {
    let host = host(vm);
    if !host.mode.osr {
        return 0;
    }
    vm.with_host_stack(|_| {
        let lowered = host.program.func(func).expect("it runs").expect("it runs");
        let slots: Vec<_> = lowered.states.iter().map(|s| s.slots.clone()).collect();
        let (func, state) = (FuncId::from_u32(func), FrameStateId::from_u32(state));
        host.compiler.compile_osr(func, state, &slots).expect("it compiles").address
    })
}

fn build(module: &Module, mode: Mode) -> Box<Vm> {
    let mut rig = Rig::new(module.clone());
    rig.natives = TABLE.iter().map(Native::Row).collect();
    rig.stress.gc = mode.gc;
    rig.limits.gas = Some(100_000);
    rig.hooks.interp_call = purlin_interp::interp_call;
    rig.hooks.interp_resume = purlin_interp::interp_resume;
    rig.hooks.catch_up = purlin_interp::catch_up;
    rig.hooks.interp_frames = purlin_interp::interp_frames;
    rig.hooks.on_cold_entry = on_cold_entry;
    rig.hooks.on_hot_loop = on_hot_loop;
    rig.tweak = if mode.deopt { |c| c.stress_deopt = true } else { |_| () };
    let (mut vm, compiler) = rig.build();
    let module = compiler.module().clone();
    for func in module.funcs.keys().filter(|f| (mode.native)(f.as_u32())) {
        let code =
            if mode.careful { compiler.compile_without_speculation(func) } else { compiler.compile(func) };
        code.unwrap_or_else(|e| panic!("{e}"));
    }
    let layout = Arc::new(Layout::new(&module));
    let program = Arc::new(Program::new(module, layout, Options { ask: mode.osr }));
    vm.tier_state =
        Box::new(purlin_interp::State::new(program.clone(), &vm.shared.layouts, mode.osr).unwrap());
    vm.world.host = Box::new(Host { compiler, program, mode });
    vm
}

/// Everything that must be the same.
fn observe(vm: &mut Vm, args: &[u64]) -> String {
    let outcome = match run_words(vm, 0, args.to_vec()) {
        Outcome::Done(values) => format!("{values:x?}"),
        Outcome::Trap(trap) => format!("{:?} {} {:?}", trap.kind, trap.message, trap.frames),
    };
    format!("{outcome} gas {}", vm.gas_used())
}

fn check(seed: u64) -> bool {
    let module = program(seed);
    let params = module.func_sig(FuncId::from_u32(0)).params.clone();
    let inputs: Vec<Vec<u64>> = (0..3u64)
        .map(|n| {
            let value = |(k, ty): (usize, &Type)| match ty {
                _ if k == 0 => 20,
                Type::F64 => (n as f64 * 1.5 + k as f64).to_bits(),
                Type::F32 => u64::from((n as f32 - k as f32).to_bits()),
                Type::I8 => (n as i8 - 3) as u64,
                _ => n.wrapping_mul(k as u64 * 77),
            };
            params.iter().enumerate().map(value).collect()
        })
        .collect();
    let wants: Vec<_> = inputs.iter().map(|i| observe(&mut build(&module, INTERP), i)).collect();
    for mode in MODES {
        for (input, want) in inputs.iter().zip(&wants) {
            let got = observe(&mut build(&module, mode), input);
            if got != *want {
                let text = purlin_ir::print::module(&module);
                let _ = std::fs::write(std::env::temp_dir().join("tiers_agree.ir"), text);
                panic!("seed {seed}, {}, {input:?}:\n  {got}\nnot\n  {want}", mode.name);
            }
        }
    }
    wants.iter().any(|w| w.starts_with('['))
}

#[test]
fn random_programs_run_the_same_in_every_mixture_of_tiers() {
    let rounds = std::env::var("PURLIN_ROUNDS").ok().and_then(|r| r.parse().ok()).unwrap_or(12);
    let first = std::env::var("PURLIN_SEED").ok().and_then(|r| r.parse().ok()).unwrap_or(1);
    let finished = (first..first + rounds).filter(|seed| check(*seed)).count();
    assert!(rounds < 10 || finished as u64 * 4 > rounds, "only {finished} of {rounds} programs got anywhere");
}
