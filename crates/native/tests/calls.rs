//! Calls, returns, recursion, spilled arguments, tail calls, natives.

mod common;

use common::{Rig, define, done, fill, run, run_words};
use purlin_ir::{FuncId, Module, Opcode, Signature, Type};
use purlin_runtime::native::{Caller, Native, Stop};
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Outcome;

/// `fib(n)`, by the book.
pub fn fib(module: &mut Module) -> FuncId {
    let func = module.declare("fib", &Signature::new([Type::I64], [Type::I64]));
    fill(module, func, |b| {
        let (small, big) = (b.block(), b.block());
        let n = b.param(0);
        let two = b.iconst(Type::I64, 2);
        let c = b.binary(Opcode::Slt, n, two);
        b.brif(c, small, big);
        b.switch_to(small);
        b.ret(&[n]);
        b.switch_to(big);
        let one = b.iconst(Type::I64, 1);
        let n1 = b.binary(Opcode::Isub, n, one);
        let x = b.call(func, &[n1])[0];
        let n2 = b.binary(Opcode::Isub, n, two);
        let y = b.call(func, &[n2])[0];
        let r = b.binary(Opcode::Iadd, x, y);
        b.ret(&[r]);
    });
    func
}

#[test]
fn recursion() {
    let mut module = Module::new();
    let func = fib(&mut module);
    assert_eq!(run(module, func, &[20]), [6765]);
}

#[test]
fn gas_is_counted() {
    let mut module = Module::new();
    let func = fib(&mut module);
    let (mut vm, _) = Rig::new(module).build();
    assert_eq!(done(run_words(&mut vm, func.as_u32(), vec![10])), [55]);
    let once = vm.gas_used();
    assert!(once > 1000);
    done(run_words(&mut vm, func.as_u32(), vec![10]));
    assert_eq!(vm.gas_used(), 2 * once);
}

#[test]
fn endless_recursion_overflows_and_deep_recursion_does_not() {
    let mut module = Module::new();
    let down = module.declare("down", &Signature::new([Type::I64], [Type::I64]));
    fill(&mut module, down, |b| {
        let (end, more) = (b.block(), b.block());
        let n = b.param(0);
        let zero = b.iconst(Type::I64, 0);
        let c = b.binary(Opcode::Ieq, n, zero);
        b.brif(c, end, more);
        b.switch_to(end);
        b.ret(&[zero]);
        b.switch_to(more);
        let one = b.iconst(Type::I64, 1);
        let n1 = b.binary(Opcode::Isub, n, one);
        let x = b.call(down, &[n1])[0];
        let r = b.binary(Opcode::Iadd, x, one);
        b.ret(&[r]);
    });
    let (mut vm, _) = Rig::new(module).build();
    for n in [10, 1_000_000, 5, 1_000_000] {
        assert_eq!(done(run_words(&mut vm, down.as_u32(), vec![n])), [n]);
    }
    match run_words(&mut vm, down.as_u32(), vec![u64::MAX]) {
        Outcome::Trap(trap) => assert_eq!(trap.kind, TrapKind::StackOverflow),
        Outcome::Done(_) => panic!("it cannot end"),
    }
    assert_eq!(done(run_words(&mut vm, down.as_u32(), vec![1000])), [1000]);
}

#[test]
fn many_arguments_and_results() {
    let mut module = Module::new();
    let kinds = [Type::I64, Type::F64, Type::I8, Type::F32, Type::I32, Type::Ref, Type::I16];
    let types: Vec<Type> = (0..40).map(|n| kinds[n % kinds.len()]).collect();
    // The callee turns its arguments around; the caller passes on and turns them back.
    let mirrored: Vec<Type> = types.iter().rev().copied().collect();
    let turn = define(&mut module, "turn", &types, &mirrored, |b| {
        let all: Vec<_> = (0..40).rev().map(|n| b.param(n)).collect();
        b.ret(&all);
    });
    let caller = define(&mut module, "caller", &types, &types, |b| {
        let all: Vec<_> = (0..40).map(|n| b.param(n)).collect();
        let back: Vec<_> = b.call(turn, &all).into_iter().rev().collect();
        b.ret(&back);
    });
    let value = |n: usize| match types[n] {
        Type::I8 | Type::I16 | Type::I32 => (-(n as i64)) as u64,
        Type::F32 => u64::from((n as f32).to_bits()),
        Type::F64 => (n as f64 / 3.0).to_bits(),
        Type::I64 | Type::Ref | Type::Dyn => n as u64 * 1000,
    };
    let args: Vec<u64> = (0..40).map(value).collect();
    assert_eq!(run(module, caller, &args), args);
}

#[test]
fn tail_calls_run_in_constant_stack() {
    let mut module = Module::new();
    let sig = Signature::new([Type::I64, Type::I64], [Type::I64]);
    let (even, odd) = (module.declare("even", &sig), module.declare("odd", &sig));
    for (this, other, indirect) in [(even, odd, false), (odd, even, true)] {
        fill(&mut module, this, |b| {
            let (end, more) = (b.block(), b.block());
            let (n, sum) = (b.param(0), b.param(1));
            let zero = b.iconst(Type::I64, 0);
            let c = b.binary(Opcode::Ieq, n, zero);
            b.brif(c, end, more);
            b.switch_to(end);
            b.ret(&[sum]);
            b.switch_to(more);
            let one = b.iconst(Type::I64, 1);
            let n1 = b.binary(Opcode::Isub, n, one);
            let sum1 = b.binary(Opcode::Iadd, sum, n);
            if indirect {
                let sig = b.module.sig(&Signature::new([Type::I64, Type::I64], [Type::I64]));
                let f = b.func_ref(other);
                b.tail_call_indirect(sig, f, &[n1, sum1]);
            } else {
                b.tail_call(other, &[n1, sum1]);
            }
        });
    }
    let mut rig = Rig::new(module);
    rig.limits.stack_bytes = 64 << 10;
    let (mut vm, _) = rig.build();
    let n = 3_000_000u64;
    assert_eq!(done(run_words(&mut vm, even.as_u32(), vec![n, 0])), [n * (n + 1) / 2]);
}

#[test]
fn natives_and_indirect_calls() {
    let mut module = Module::new();
    let native = module.native("twice", &[Type::I32, Type::F32, Type::I8], &[Type::I32, Type::F32, Type::I8]);
    let sig = Signature::new([Type::I32, Type::F32, Type::I8], [Type::I32, Type::F32, Type::I8]);
    let inner = define(&mut module, "inner", &sig.params, &sig.results, |b| {
        let results = b.call_native(native, &[b.param(0), b.param(1), b.param(2)]);
        b.ret(&results);
    });
    let outer = define(&mut module, "outer", &sig.params, &sig.results, |b| {
        let id = b.module.sig(&sig);
        let f = b.func_ref(inner);
        let results = b.call_indirect(id, f, &[b.param(0), b.param(1), b.param(2)]);
        b.ret(&results);
    });
    for heavy in [false, true] {
        let mut rig = Rig::new(module.clone());
        rig.natives = vec![Native::Row(&TABLE[usize::from(heavy)])];
        let (mut vm, _) = rig.build();
        let args = vec![-5i64 as u64, u64::from(1.5f32.to_bits()), u64::MAX];
        let want = [-10i64 as u64, u64::from(3.0f32.to_bits()), -2i64 as u64];
        assert_eq!(done(run_words(&mut vm, outer.as_u32(), args)), want);
    }
}

purlin_runtime::natives! {
    TABLE in "test" {
        /// Twice each.
        light "light"(i: i64, x: f32, small: i8) -> (i64, f32, i8) = double; [] "";
        /// Twice each.
        heavy "heavy"(i: i64, x: f32, small: i8) -> (i64, f32, i8) = double; [] "";
        /// Twice each of two arguments; yields if there is a third that is 1, and raises if it is 2.
        light "light_bytes"(x: f64, y: i8, how: i64) -> (f64, i8) = twice::<i8>; [RAISES PARKS] "";
        /// `light_bytes` in registers.
        light "direct_bytes"(x: f64, y: i8, how: i64) -> (f64, i8) = twice::<i8>; [RAISES PARKS] "";
        /// `light_bytes` of wider integers.
        light "light_words"(x: f64, y: i32, how: i64) -> (f64, i32) = twice::<i32>; [RAISES PARKS] "";
        /// `light_words` in registers.
        light "direct_words"(x: f64, y: i32, how: i64) -> (f64, i32) = twice::<i32>; [RAISES PARKS] "";
    }
}

fn double(_: &mut Caller<'_>, i: i64, x: f32, small: i8) -> Result<(i64, f32, i8), Stop> {
    assert_eq!((i, x, small), (-5, 1.5, -1));
    Ok((2 * i, 2.0 * x, 2 * small))
}

fn twice<T: std::ops::Add<Output = T> + Copy>(
    caller: &mut Caller<'_>,
    x: f64,
    y: T,
    how: i64,
) -> Result<(f64, T), Stop> {
    match how {
        2 => Err(caller.raise_trap(purlin_base::TrapCode::User, 0, 0)),
        1 => Err(Stop::Yield),
        _ => Ok((2.0 * x, y + y)),
    }
}

#[test]
fn natives_in_registers() {
    let cases = [([Type::F64, Type::I8, Type::I64], 2), ([Type::F64, Type::I32, Type::I64], 4)];
    for (params, first) in cases {
        let mut module = Module::new();
        let results = &params[..2];
        let native = module.native("twice", &params, results);
        let f = define(&mut module, "f", &params, results, |b| {
            let results = b.call_native(native, &[b.param(0), b.param(1), b.param(2)]);
            b.ret(&results);
        });
        for native in [Native::Row(&TABLE[first]), Native::Row(&TABLE[first + 1])] {
            let mut rig = Rig::new(module.clone());
            rig.natives = vec![native];
            let (mut vm, _) = rig.build();
            for how in [0, 1] {
                let args = vec![1.5f64.to_bits(), -3i64 as u64, how];
                // What yields counts as done; what it did not give is zero, not its arguments.
                let want = if how == 0 { [3.0f64.to_bits(), -6i64 as u64] } else { [0, 0] };
                assert_eq!(done(run_words(&mut vm, f.as_u32(), args)), want, "{params:?} {how}");
            }
            let Outcome::Trap(trap) = run_words(&mut vm, f.as_u32(), vec![0, 0, 2]) else {
                panic!("no trap")
            };
            assert_eq!(trap.code, Some(purlin_base::TrapCode::User));
            assert_eq!(trap.frames.len(), 1, "{trap:?}");
        }
    }
}

/// The peephole optimiser has shortened the epilogues, there is one store of gas before a call and one load
/// after it, and comparisons are part of their branches.
#[test]
#[cfg(target_arch = "x86_64")]
fn the_code_of_fib_is_tight() {
    let mut module = Module::new();
    let func = fib(&mut module);
    let (_, compiler) = Rig::new(module).build();
    let text = compiler.generator().asm(func, &|_| String::new()).unwrap();
    assert!(!text.contains("mov     rsp,rbp"), "{text}");
    assert!(text.contains("; fib"), "positions are told:\n{text}");
    assert!(!text.contains("set"), "a comparison was made a value:\n{text}");
    let calls = text.lines().filter(|l| l.contains("; fn0") && l.contains("call")).count();
    let stores = text.lines().filter(|l| l.contains("mov     [rdi],rax")).count();
    assert_eq!(calls, 2, "{text}");
    assert!(stores <= 3, "{text}");
    assert!(text.lines().count() < 80, "{text}");
}
