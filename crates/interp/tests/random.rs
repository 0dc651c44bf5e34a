//! Random programs against a plain evaluation: results, traps and gas agree; also when every poll tears all
//! slots down that its frame state does not name, and when gas comes in drops.

mod common;
#[path = "common/eval.rs"]
mod eval;

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use common::{HOOKS, Setup, isolate_with_program, run_words};
use eval::{End, Evaluator};
use purlin_base::gas;
use purlin_bytecode::Program;
use purlin_ir::{Family, FuncBuilder, FuncId, Module, Opcode, Signature, Type, Var, print, verify};
use purlin_runtime::abi::RegFile;
use purlin_runtime::hooks::Stress;
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Hooks;
use purlin_runtime::vm::Outcome;
use purlin_runtime::words::Words;
use purlin_runtime::{Limits, VmCtx};

/// Xorshift, after Marsaglia.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 8
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

const TYPES: [Type; 5] = [Type::I64, Type::I32, Type::I8, Type::F64, Type::I64];

struct ProgramBuilder<'r, 'm> {
    r: &'r mut Random,
    b: FuncBuilder<'m>,
    vars: Vec<Var>,
    slots: Vec<purlin_ir::SlotId>,
    /// Variables that point into the slots, where there are any.
    refs: Vec<Var>,
    funcs: Vec<FuncId>,
}

impl ProgramBuilder<'_, '_> {
    fn var_of(&mut self, ty: Type) -> Var {
        let list: Vec<Var> = self.vars.iter().copied().filter(|v| self.b.var_type(*v) == ty).collect();
        self.r.pick(&list)
    }

    fn value(&mut self, ty: Type) -> purlin_ir::Value {
        if self.r.below(4) == 0 {
            return match ty {
                Type::F64 => self.b.f64const(self.r.below(9) as f64 / 2.0),
                _ => {
                    let k = self.r.pick(&[0, 1, -1, 2, 7, 100, 1 << 20, i64::MIN, i64::MAX, -30000]);
                    self.b.iconst(ty, k)
                }
            };
        }
        let var = self.var_of(ty);
        self.b.use_var(var)
    }

    /// One op of a family, on `ty`.
    fn draw(&mut self, family: Family, ty: Type) -> Opcode {
        self.r.pick(&Opcode::of_family(family, ty))
    }

    fn condition(&mut self) -> purlin_ir::Value {
        let ty = self.r.pick(&TYPES);
        let (a, b) = (self.value(ty), self.value(ty));
        let op = self.draw(Family::Comparison, ty);
        self.b.op(op, ty, &[a, b])
    }

    /// An address in a frame slot, from a variable.
    fn slot_address(&mut self) -> purlin_ir::Value {
        let from = self.r.pick(&self.refs);
        self.b.use_var(from)
    }

    /// A statement about the frame slots; its value, if it has one.
    fn slot_statement(&mut self, kind: usize, ty: Type) -> Option<purlin_ir::Value> {
        match kind {
            16 => {
                let at = self.slot_address();
                let slot = self.r.pick(&self.slots);
                let (to, n) = (self.r.pick(&self.refs), self.b.iconst(Type::I64, 1));
                let start = self.b.stack_addr(slot);
                let at = match self.r.below(4) {
                    0 => self.b.field_addr(start, 8),
                    1 => self.b.elem_addr(start, n, 8, 0),
                    2 => self.b.elem_addr(start, n, 3, 5),
                    _ => at,
                };
                self.b.def_var(to, at);
                None
            }
            17 => {
                let at = self.slot_address();
                let at = if self.r.below(2) == 0 { self.b.field_addr(at, 8) } else { at };
                let value = self.value(ty);
                let offset = if ty == Type::I8 { 5 } else { 0 };
                self.b.store(at, offset, value);
                Some(self.b.load(ty, at, offset))
            }
            18 => {
                let at = self.slot_address();
                let (low, high) = (self.value(Type::I64), self.value(Type::I64));
                self.b.store(at, 0, low);
                self.b.store(at, 8, high);
                None
            }
            19 => {
                let at = self.slot_address();
                if self.r.below(2) == 0 {
                    self.b.effect(Opcode::NilCheck, &[at]);
                }
                let (low, high) = (self.b.load(Type::I64, at, 0), self.b.load(Type::I64, at, 8));
                let (a, b) = (self.var_of(Type::I64), self.var_of(Type::I64));
                self.b.def_var(a, low);
                self.b.def_var(b, high);
                None
            }
            0 => {
                let slot = self.r.pick(&self.slots);
                let at = self.b.stack_addr(slot);
                let value = self.value(Type::I64);
                self.b.store(at, 8, value);
                None
            }
            1 => {
                let slot = self.r.pick(&self.slots);
                let at = self.b.stack_addr(slot);
                let value = self.b.load(Type::I64, at, 8);
                let var = self.var_of(Type::I64);
                self.b.def_var(var, value);
                None
            }
            _ => unreachable!("no statement about slots"),
        }
    }

    fn statement(&mut self) {
        let ty = self.r.pick(&TYPES);
        let kind = self.r.below(20);
        if matches!(kind, 0 | 1 | 16..) && !self.slots.is_empty() {
            if let Some(value) = self.slot_statement(kind, ty) {
                let var = self.var_of(ty);
                self.b.def_var(var, value);
            }
            return;
        }
        let value = match kind {
            2 | 3 => {
                let func = self.r.pick(&self.funcs);
                let sig = self.b.module.func_sig(func).clone();
                let args: Vec<_> = sig.params.iter().map(|t| self.value(*t)).collect();
                let results = self.b.call(func, &args);
                for (value, ty) in results.iter().zip(&sig.results) {
                    let var = self.var_of(*ty);
                    self.b.def_var(var, *value);
                }
                return;
            }
            4 => {
                let cond = self.condition();
                let (a, b) = (self.value(ty), self.value(ty));
                self.b.select(cond, a, b)
            }
            5 if ty == Type::I64 => {
                let from = self.r.pick(&[Type::I32, Type::I8]);
                let op = self.r.pick(&[Opcode::Sext, Opcode::Zext]);
                let a = self.value(from);
                self.b.op(op, ty, &[a])
            }
            5 if ty == Type::I32 || ty == Type::I8 => {
                let a = self.value(Type::I64);
                self.b.op(Opcode::Itrunc, ty, &[a])
            }
            6 if ty == Type::F64 => {
                let a = self.value(Type::I32);
                self.b.op(Opcode::SintToFloat, ty, &[a])
            }
            7 if ty != Type::F64 => {
                let (a, n) = (self.value(ty), self.value(Type::I64));
                let op = self.draw(Family::Shift, ty);
                self.b.op(op, ty, &[a, n])
            }
            _ => {
                let (a, b) = (self.value(ty), self.value(ty));
                let divides = ty != Type::F64 && self.r.below(9) == 0;
                let family = if divides { Family::Division } else { Family::Binary };
                let op = self.draw(family, ty);
                self.b.op(op, ty, &[a, b])
            }
        };
        let var = self.var_of(ty);
        self.b.def_var(var, value);
    }

    fn function(mut self) {
        let blocks: Vec<_> = (0..2 + self.r.below(9)).map(|_| self.b.block()).collect();
        self.b.jump(blocks[0], &[]);
        for (n, block) in blocks.iter().enumerate() {
            self.b.switch_to(*block);
            for _ in 0..self.r.below(7) {
                self.statement();
            }
            // Forward mostly, so that most programs end.
            let mut target = || {
                let back = self.r.below(4) == 0;
                let low = if back { 0 } else { n + 1 };
                blocks.get(low + self.r.below(blocks.len() - low + 1)).copied()
            };
            let targets = [target(), target(), target()];
            let known: Vec<_> = targets.iter().flatten().copied().collect();
            match known[..] {
                [a, b, c] if self.r.below(2) == 0 => {
                    let on = self.value(Type::I64);
                    let far = self.r.pick(&[2, 1000]);
                    self.b.switch(on, &[(0, a), (1, b), (far, c), (3, a)], b);
                }
                [a, b, ..] => {
                    let cond = self.condition();
                    self.b.brif(cond, a, b);
                }
                [a] => self.b.jump(a, &[]),
                [] => {
                    let results = self.b.module.func_sig(self.b.id()).results.clone();
                    let values: Vec<_> = results.iter().map(|t| self.value(*t)).collect();
                    self.b.ret(&values);
                }
            }
        }
        self.b.finish();
    }
}

fn random_module(r: &mut Random) -> Module {
    let mut module = Module::new();
    let signature = |r: &mut Random| {
        let mut list = |n| (0..r.below(n)).map(|_| r.pick(&TYPES)).collect::<Vec<_>>();
        let params = list(7);
        Signature::new(params, list(4))
    };
    let funcs: Vec<FuncId> = (0..3)
        .map(|n| {
            let sig = signature(r);
            module.declare(format!("f{n}"), &sig)
        })
        .collect();
    for func in &funcs {
        let params = module.func_sig(*func).params.clone();
        let mut b = FuncBuilder::new(&mut module, *func);
        let vars: Vec<Var> = TYPES.iter().cycle().take(9).map(|t| b.var(*t)).collect();
        for (n, ty) in params.iter().enumerate() {
            let var = vars.iter().copied().filter(|v| b.var_type(*v) == *ty).nth(n % 2).unwrap_or(vars[0]);
            if b.var_type(var) == *ty {
                let value = b.param(n);
                b.def_var(var, value);
            }
        }
        let slots: Vec<_> = (0..r.below(3)).map(|_| b.slot(32)).collect();
        let refs: Vec<Var> = (0..3).map(|_| b.var(Type::Ref)).collect();
        for (var, slot) in refs.iter().zip(slots.iter().cycle()) {
            let at = b.stack_addr(*slot);
            b.def_var(*var, at);
        }
        ProgramBuilder { r, b, vars, slots, refs, funcs: funcs.clone() }.function();
    }
    module
}

thread_local! {
    static PROGRAM: RefCell<Option<Arc<Program>>> = const { RefCell::new(None) };
    static LAST: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// Stands for native code that is entered at every poll and leaves at once: all it knows are the values of
/// the frame state, and it leaves nothing else as it was.
unsafe extern "C" fn tear_down(ctx: *mut VmCtx, _: usize, regs: *mut RegFile) -> u32 {
    let (func, state) = LAST.get();
    let program = PROGRAM.with_borrow(|p| p.clone().expect("a program"));
    let func = program.func(func).expect("exists").expect("lowered");
    // SAFETY: the interpreter passes its frame's first slot, and the frame has so many.
    unsafe {
        let slots = std::slice::from_raw_parts_mut((*regs).int[0] as *mut u64, func.frame_slots as usize);
        let state_slots = &func.states[state as usize].slots;
        let values: Vec<u64> = state_slots.iter().map(|s| slots[*s as usize]).collect();
        let memory = func.memory.map_or(0..0, |(first, n)| first as usize..first as usize + n as usize);
        for (n, slot) in slots.iter_mut().enumerate() {
            if !memory.contains(&n) {
                *slot = 0xdead_beef_dead_beef;
            }
        }
        state_slots.iter().zip(values).for_each(|(s, v)| slots[*s as usize] = v);
        (*ctx).deopt_state = u64::from(state);
        (*regs).int[0] = 2;
    }
    0
}

const TEARING: Hooks = Hooks {
    enter: tear_down,
    on_hot_loop: |_, func, state| {
        LAST.set((func, state));
        1
    },
    ..HOOKS
};

/// Runs with a gas limit that no finite program here reaches, refuelled in drops of `drop` units if that is
/// not 0.
fn interpret(module: &Module, args: &[u64], tear: bool, drop: u64) -> (Result<Vec<u64>, String>, u64) {
    let limits = Limits { gas: Some(if drop > 0 { drop } else { 1 << 30 }), ..Limits::default() };
    let stress = Stress { osr: tear, ..Stress::default() };
    let hooks = tear.then_some(TEARING);
    let (mut vm, program) =
        isolate_with_program(module.clone(), Setup { limits, stress, hooks, ..Setup::default() });
    PROGRAM.set(Some(program));
    LAST.set((u32::MAX, 0));
    let mut outcome = run_words(&mut vm, 0, args.to_vec());
    loop {
        match outcome {
            Outcome::Done(values) => return (Ok(values), vm.gas_used()),
            Outcome::Trap(trap) if trap.kind == TrapKind::OutOfGas && drop > 0 => {
                vm.refuel(drop);
                outcome = vm.resume();
            }
            Outcome::Trap(trap) => {
                // The evaluation knows nothing of what raising costs.
                let raised = gas::RAISE + gas::FRAME * trap.frames.len() as i64;
                return (Err(trap.message), vm.gas_used() - raised as u64);
            }
        }
    }
}

#[test]
fn random_programs() {
    let mut r = Random(0x9e37_79b9_7f4a_7c15);
    let (mut finished, mut trapped) = (0, 0);
    // An emulator keeps the memory of each isolate, so that it runs fewer.
    let programs = std::env::var("PURLIN_RANDOM_PROGRAMS").map_or(1500, |n| n.parse().unwrap());
    for round in 0..programs {
        let module = random_module(&mut r);
        verify::module(&module).unwrap_or_else(|e| panic!("{e}\n{}", print::module(&module)));
        let params = module.func_sig(FuncId::from_u32(0)).params.clone();
        for _ in 0..3 {
            let args: Vec<u64> = params
                .iter()
                .map(|ty| match ty {
                    Type::F64 => (r.below(100) as f64 / 8.0).to_bits(),
                    _ => eval::wrap(*ty, i128::from(r.next() as i64 >> r.below(60))),
                })
                .collect();
            let mut evaluator = Evaluator { module: &module, steps: 20_000, gas: 0 };
            let want = match evaluator.call(FuncId::from_u32(0), &args, 40) {
                End::Results(values) => Ok(values),
                End::Trap(code) => Err((Words::PLAIN.trap)(code, 0, 0)),
                End::Endless => continue,
            };
            if want.is_ok() {
                finished += 1
            } else {
                trapped += 1
            }
            let want = (want, evaluator.gas as u64);
            for (tear, drop) in [(false, 0), (true, 0), (false, 13)] {
                let have = interpret(&module, &args, tear, drop);
                assert_eq!(
                    have,
                    want,
                    "round {round}, tear {tear}, drop {drop}, {args:x?}\n{}",
                    print::module(&module)
                );
            }
        }
    }
    let enough = finished > programs / 3 && trapped > programs / 15;
    assert!(enough, "{finished} finished, {trapped} trapped");
}
