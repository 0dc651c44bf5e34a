//! Raises through frames, handlers, polls and out of gas, stacks of other fibers, the collector under stress.

mod common;

use common::{Rig, define, done, fill, run_words};
use purlin_base::{Pos, TrapCode};
use purlin_ir::{ClassDecl, FuncId, Module, Opcode, Pointers, Signature, Type};
use purlin_runtime::native::{Answer, Caller, Native, Stop};
use purlin_runtime::natives;
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Outcome;

/// `rec(n, k)`: calls itself `n` times, then divides by `k`.
fn nested(module: &mut Module) -> FuncId {
    let func = module.declare("rec", &Signature::new([Type::I64, Type::I64], [Type::I64]));
    fill(module, func, |b| {
        b.set_pos(Pos(10));
        let (end, more) = (b.block(), b.block());
        let (n, k) = (b.param(0), b.param(1));
        let zero = b.iconst(Type::I64, 0);
        let c = b.binary(Opcode::Ieq, n, zero);
        b.brif(c, end, more);
        b.switch_to(end);
        b.set_pos(Pos(20));
        let hundred = b.iconst(Type::I64, 100);
        let q = b.binary(Opcode::Sdiv, hundred, k);
        b.ret(&[q]);
        b.switch_to(more);
        b.set_pos(Pos(30));
        let one = b.iconst(Type::I64, 1);
        let n1 = b.binary(Opcode::Isub, n, one);
        let x = b.call(func, &[n1, k])[0];
        let r = b.binary(Opcode::Iadd, x, one);
        b.ret(&[r]);
    });
    func
}

/// `guarded(n, k)`: what `callee(n, k)` gives, or, if it raises, how often this function was entered before.
fn guarded(module: &mut Module, callee: FuncId) -> FuncId {
    let (left, caught) = (module.native("left", &[], &[Type::I64]), module.native("caught", &[], &[]));
    define(module, "guarded", &[Type::I64, Type::I64], &[Type::I64], |b| {
        let slot = b.slot(16);
        let handler = b.block();
        b.func.handler = Some(handler);
        let at = b.stack_addr(slot);
        let tag = b.call_native(left, &[])[0];
        b.store(at, 8, tag);
        let x = b.call(callee, &[b.param(0), b.param(1)])[0];
        b.ret(&[x]);
        b.switch_to(handler);
        b.call_native(caught, &[]);
        let at = b.stack_addr(slot);
        let zero = b.load(Type::I64, at, 0);
        let tag = b.load(Type::I64, at, 8);
        let sum = b.binary(Opcode::Iadd, tag, zero);
        b.ret(&[sum]);
    })
}

/// The two natives that `guarded` calls: a tag, and taking the raise.
fn natives() -> Vec<Native> {
    vec![Native::Row(&TABLE[0]), Native::Row(&TABLE[1])]
}

natives! {
    TABLE in "test" {
        /// A tag.
        light "tag"() -> (i64) = tag; [] "";
        /// Takes the innermost raise.
        light "take"() = take; [OUTSIDE] "";
        /// Raises.
        heavy "raise"(x: i64) -> (i64) = raise; [RAISES] "";
        /// Starts five fibers.
        light "spawn"() = spawn; [OUTSIDE] "";
        /// Lets others go first.
        light "wait"() = wait; [PARKS] "";
    }
}

fn tag(_: &mut Caller<'_>) -> Result<i64, Stop> {
    Ok(777)
}

fn take(caller: &mut Caller<'_>) -> Answer {
    // SAFETY: a raise that is gone leaves no words behind.
    unsafe { caller.isolate() }.fiber().raises.pop();
    Ok(())
}

fn raise(caller: &mut Caller<'_>, _: i64) -> Result<i64, Stop> {
    // SAFETY: nothing takes the raised words for references but the collector, which looks.
    Err(unsafe { caller.isolate() }.raise_value(1, 2))
}

fn spawn(caller: &mut Caller<'_>) -> Answer {
    for n in 0..5 {
        // SAFETY: the function takes an integer.
        unsafe { caller.isolate() }.spawn(0, vec![100_000 * n]);
    }
    Ok(())
}

fn wait(_: &mut Caller<'_>) -> Answer {
    Err(Stop::Yield)
}

#[test]
fn raises_reach_the_nearest_handler() {
    let mut module = Module::new();
    let rec = nested(&mut module);
    let guarded = guarded(&mut module, rec);
    let outer = define(&mut module, "outer", &[Type::I64, Type::I64], &[Type::I64], |b| {
        let mut sum = b.iconst(Type::I64, 0);
        for _ in 0..3 {
            let x = b.call(guarded, &[b.param(0), b.param(1)])[0];
            sum = b.binary(Opcode::Iadd, sum, x);
        }
        b.ret(&[sum]);
    });
    let mut rig = Rig::new(module);
    rig.natives = natives();
    let (mut vm, _) = rig.build();
    assert_eq!(done(run_words(&mut vm, outer.as_u32(), vec![5, 10])), [45]);
    assert_eq!(done(run_words(&mut vm, outer.as_u32(), vec![5, 0])), [3 * 777]);
    // Through many segments of the stack, and back.
    for n in [1_000, 100_000, 3, 1_000_000] {
        assert_eq!(done(run_words(&mut vm, outer.as_u32(), vec![n, 0])), [3 * 777]);
        assert_eq!(done(run_words(&mut vm, outer.as_u32(), vec![n, 10])), [3 * (n + 10)]);
    }
}

#[test]
fn an_uncaught_raise_tells_where() {
    let mut module = Module::new();
    let rec = nested(&mut module);
    let (mut vm, _) = Rig::new(module).build();
    match run_words(&mut vm, rec.as_u32(), vec![3, 0]) {
        Outcome::Trap(trap) => {
            assert_eq!(trap.kind, TrapKind::Uncaught);
            assert_eq!(trap.message, "integer divide by zero");
            let at: Vec<_> = trap.frames.iter().map(|f| (f.func, f.pos.0)).collect();
            assert_eq!(at, [(0, 20), (0, 30), (0, 30), (0, 30)]);
        }
        Outcome::Done(values) => panic!("{values:?}"),
    }
    assert_eq!(done(run_words(&mut vm, rec.as_u32(), vec![3, 5])), [23]);
}

#[test]
fn every_trap_has_its_code() {
    let mut module = Module::new();
    let sig = [Type::I64, Type::I64, Type::Ref];
    let class = module.class(ClassDecl { size: 8, pointers: Pointers::None });
    let mut cases = Vec::new();
    let nil = define(&mut module, "nil", &sig, &[], |b| {
        b.effect(Opcode::NilCheck, &[b.param(2)]);
        b.ret(&[]);
    });
    cases.push((nil, "a null reference was followed"));
    let index = define(&mut module, "index", &sig, &[], |b| {
        b.effect(Opcode::Bounds, &[b.param(0), b.param(1)]);
        b.ret(&[]);
    });
    cases.push((index, "index out of range [7] with length 5"));
    let length = define(&mut module, "length", &sig, &[], |b| {
        let n = b.binary(Opcode::Isub, b.param(1), b.param(0));
        b.alloc_array(class, n);
        b.ret(&[]);
    });
    cases.push((length, "length out of range"));
    let shift = define(&mut module, "shift", &sig, &[], |b| {
        let c = b.binary(Opcode::Sgt, b.param(0), b.param(1));
        b.trap_if(c, TrapCode::NegativeShift);
        b.ret(&[]);
    });
    cases.push((shift, "negative shift amount"));
    let never = define(&mut module, "never", &sig, &[], |b| b.trap(TrapCode::Unreachable));
    cases.push((never, "unreachable code was reached"));
    let (mut vm, _) = Rig::new(module).build();
    for (f, message) in cases {
        match run_words(&mut vm, f.as_u32(), vec![7, 5, 0]) {
            Outcome::Trap(trap) => assert_eq!((trap.kind, &*trap.message), (TrapKind::Uncaught, message)),
            Outcome::Done(_) => panic!("no trap: {message}"),
        }
    }
}

#[test]
fn natives_raise() {
    let mut module = Module::new();
    let native = module.native("raise", &[Type::I64], &[Type::I64]);
    let f = define(&mut module, "f", &[Type::I64, Type::I64], &[Type::I64], |b| {
        let x = b.call_native(native, &[b.param(0)])[0];
        b.ret(&[x]);
    });
    let guarded = guarded(&mut module, f);
    let mut rig = Rig::new(module);
    rig.natives = natives();
    rig.natives.insert(0, Native::Row(&TABLE[2]));
    let (mut vm, _) = rig.build();
    assert_eq!(done(run_words(&mut vm, guarded.as_u32(), vec![1, 2])), [777]);
    assert!(
        matches!(run_words(&mut vm, f.as_u32(), vec![1, 2]), Outcome::Trap(t) if t.kind == TrapKind::Uncaught)
    );
}

/// Counts to `n`.
fn counter(module: &mut Module) -> FuncId {
    define(module, "count", &[Type::I64], &[Type::I64], |b| {
        let n = b.param(0);
        let at = b.var(Type::I64);
        let (zero, one) = (b.iconst(Type::I64, 0), b.iconst(Type::I64, 1));
        b.def_var(at, zero);
        let (head, inside, after) = (b.block(), b.block(), b.block());
        b.jump(head, &[]);
        b.switch_to(head);
        let here = b.use_var(at);
        let c = b.binary(Opcode::Slt, here, n);
        b.brif(c, inside, after);
        b.switch_to(inside);
        let here = b.use_var(at);
        let next = b.binary(Opcode::Iadd, here, one);
        b.def_var(at, next);
        b.jump(head, &[]);
        b.switch_to(after);
        let here = b.use_var(at);
        b.ret(&[here]);
    })
}

#[test]
fn out_of_gas_can_be_resumed() {
    let mut module = Module::new();
    let count = counter(&mut module);
    let (mut vm, _) = Rig::new(module.clone()).build();
    assert_eq!(done(run_words(&mut vm, count.as_u32(), vec![1_000_000])), [1_000_000]);
    let whole = vm.gas_used();
    let mut rig = Rig::new(module);
    rig.limits.gas = Some(whole / 3);
    let (mut vm, _) = rig.build();
    let mut outcome = run_words(&mut vm, count.as_u32(), vec![1_000_000]);
    let mut stops = 0;
    while let Outcome::Trap(trap) = &outcome {
        assert_eq!(trap.kind, TrapKind::OutOfGas);
        stops += 1;
        vm.refuel(whole / 3);
        outcome = vm.resume();
    }
    assert_eq!(done(outcome), [1_000_000]);
    assert!((2..=3).contains(&stops), "{stops}");
    assert_eq!(vm.gas_used(), whole);
}

#[test]
fn fibers_take_turns() {
    let mut module = Module::new();
    let count = counter(&mut module);
    let spawn = module.native("spawn", &[], &[]);
    let wait = module.native("yield", &[], &[]);
    let main = define(&mut module, "main", &[], &[Type::I64], |b| {
        b.call_native(spawn, &[]);
        let n = b.iconst(Type::I64, 300_000);
        let x = b.call(count, &[n])[0];
        b.call_native(wait, &[]);
        let y = b.call(count, &[n])[0];
        let sum = b.binary(Opcode::Iadd, x, y);
        b.ret(&[sum]);
    });
    let mut rig = Rig::new(module);
    rig.natives = vec![Native::Row(&TABLE[3]), Native::Row(&TABLE[4])];
    assert_eq!(count.as_u32(), 0);
    let (mut vm, _) = rig.build();
    assert_eq!(done(run_words(&mut vm, main.as_u32(), vec![])), [600_000]);
    assert!(vm.counters.switches > 20, "{}", vm.counters.switches);
}

/// Builds a list of `n` cells, then sums it.
fn list(module: &mut Module) -> FuncId {
    let cell = module.class(ClassDecl { size: 16, pointers: Pointers::Words(1) });
    let junk = module.class(ClassDecl { size: 40, pointers: Pointers::None });
    define(module, "list", &[Type::I64], &[Type::I64], |b| {
        let n = b.param(0);
        let (at, head, sum) = (b.var(Type::I64), b.var(Type::Ref), b.var(Type::I64));
        let (zero, one, null) = (b.iconst(Type::I64, 0), b.iconst(Type::I64, 1), b.null());
        b.def_var(at, zero);
        b.def_var(head, null);
        b.def_var(sum, zero);
        let (build, more, walk, step, end) = (b.block(), b.block(), b.block(), b.block(), b.block());
        b.jump(build, &[]);
        b.switch_to(build);
        let here = b.use_var(at);
        let c = b.binary(Opcode::Slt, here, n);
        b.brif(c, more, walk);
        b.switch_to(more);
        let object = b.alloc(cell);
        b.alloc(junk);
        b.alloc_array(junk, one);
        let next = b.use_var(head);
        b.store(object, 0, next);
        let here = b.use_var(at);
        b.store(object, 8, here);
        b.def_var(head, object);
        let here = b.binary(Opcode::Iadd, here, one);
        b.def_var(at, here);
        b.jump(build, &[]);
        b.switch_to(walk);
        let here = b.use_var(head);
        let none = b.binary(Opcode::Ieq, here, null);
        b.brif(none, end, step);
        b.switch_to(step);
        let here = b.use_var(head);
        let value = b.load(Type::I64, here, 8);
        let total = b.use_var(sum);
        let total = b.binary(Opcode::Iadd, total, value);
        b.def_var(sum, total);
        let next = b.load(Type::Ref, here, 0);
        b.def_var(head, next);
        b.jump(walk, &[]);
        b.switch_to(end);
        let total = b.use_var(sum);
        b.ret(&[total]);
    })
}

#[test]
fn the_collector_keeps_what_native_code_holds() {
    for gc in [true, false] {
        let mut module = Module::new();
        let list = list(&mut module);
        let mut rig = Rig::new(module);
        rig.stress.gc = gc;
        rig.stress.poison = true;
        let (mut vm, _) = rig.build();
        let n = if gc { 2_000u64 } else { 300_000 };
        assert_eq!(done(run_words(&mut vm, list.as_u32(), vec![n])), [n * (n - 1) / 2]);
        assert!(vm.heap.stats().collections > 0);
    }
}

#[test]
fn a_handler_raises_again() {
    let mut module = Module::new();
    let caught = module.native("caught", &[], &[]);
    let f = define(&mut module, "f", &[Type::I64], &[Type::I64], |b| {
        let slot = b.slot(8);
        let (handler, again, enough) = (b.block(), b.block(), b.block());
        b.func.handler = Some(handler);
        b.trap(TrapCode::User);
        b.switch_to(handler);
        b.call_native(caught, &[]);
        let at = b.stack_addr(slot);
        let n = b.load(Type::I64, at, 0);
        let (one, ten) = (b.iconst(Type::I64, 1), b.iconst(Type::I64, 10));
        let n1 = b.binary(Opcode::Iadd, n, one);
        b.store(at, 0, n1);
        let c = b.binary(Opcode::Slt, n1, ten);
        b.brif(c, again, enough);
        b.switch_to(again);
        b.trap(TrapCode::User);
        b.switch_to(enough);
        b.ret(&[n1]);
    });
    let mut rig = Rig::new(module);
    rig.natives = natives();
    rig.natives.remove(0);
    let (mut vm, _) = rig.build();
    assert_eq!(done(run_words(&mut vm, f.as_u32(), vec![0])), [10]);
}
