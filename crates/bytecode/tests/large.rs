//! Large and odd functions lower in bounded time and space, or with an error that says why.

use std::time::Instant;

use purlin_base::EntityRef as _;
use purlin_bytecode::{Error, Func, Options, lower_function};
use purlin_ir::layout::Layout;
use purlin_ir::{FuncBuilder, FuncId, Module, Opcode, Signature, Type};

fn lower(module: &Module) -> Result<Func, Error> {
    lower_function(module, &Layout::new(module), FuncId::new(0), Options::default())
}

fn build(params: &[Type], results: &[Type], body: impl FnOnce(&mut FuncBuilder<'_>)) -> Module {
    let mut module = Module::new();
    let func = module.declare("f", &Signature::new(params, results));
    let mut b = FuncBuilder::new(&mut module, func);
    body(&mut b);
    b.finish();
    module
}

#[test]
fn more_live_values_than_slots_is_an_error() {
    let module = build(&[Type::I64], &[Type::I64], |b| {
        let mut all = vec![b.param(0)];
        for n in 0..70_000 {
            let last = all[n];
            all.push(b.binary(Opcode::Imul, last, last));
        }
        let sum = all.iter().rev().copied().reduce(|x, y| b.binary(Opcode::Ixor, x, y)).expect("some");
        b.ret(&[sum]);
    });
    assert!(matches!(lower(&module), Err(Error::TooManySlots { .. })));
    let module = build(&[], &[], |b| {
        let slot = b.slot(1 << 20);
        let at = b.stack_addr(slot);
        let v = b.load(Type::I64, at, 0);
        b.store(at, 0, v);
        b.ret(&[]);
    });
    let error = lower(&module).unwrap_err();
    assert_eq!(error.to_string(), "f needs 131072 slots in its frame; at most 65000 are supported");
}

#[test]
fn many_blocks_and_far_jumps() {
    let start = Instant::now();
    let module = build(&[Type::I64], &[Type::I64], |b| {
        let vars: Vec<_> = (0..20).map(|_| b.var(Type::I64)).collect();
        let (head, out) = (b.block(), b.block());
        let first = b.param(0);
        vars.iter().for_each(|v| b.def_var(*v, first));
        b.jump(head, &[]);
        b.switch_to(head);
        for n in 0..30_000 {
            let (x, y) = (b.use_var(vars[n % 20]), b.use_var(vars[(n * 7 + 1) % 20]));
            let sum = b.binary(Opcode::Iadd, x, y);
            b.def_var(vars[(n * 3) % 20], sum);
            let next = b.block();
            let less = b.binary(Opcode::Slt, x, y);
            if n % 3 == 0 {
                b.brif(less, next, out)
            } else {
                b.brif(less, next, next)
            }
            b.seal(next);
            b.switch_to(next);
        }
        b.jump(head, &[]);
        b.switch_to(out);
        let value = b.use_var(vars[3]);
        b.ret(&[value]);
    });
    let built = start.elapsed();
    let func = lower(&module).unwrap();
    assert!(func.code.len() > 60_000);
    println!("built in {built:?}, lowered in {:?}", start.elapsed() - built);
}

#[test]
fn many_calls_with_live_results() {
    let module = build(&[Type::I64], &[Type::I64], |b| {
        let func = b.id();
        let first = b.param(0);
        let all: Vec<_> = (0..3000).map(|_| b.call(func, &[first])[0]).collect();
        let sum = all.iter().rev().copied().reduce(|x, y| b.binary(Opcode::Ixor, x, y)).expect("some");
        b.ret(&[sum]);
    });
    assert!(lower(&module).unwrap().frame_slots < 20_000);
    let module = build(&[Type::I64], &[Type::I64], |b| {
        let func = b.id();
        let first = b.param(0);
        let all: Vec<_> = (0..20_000).map(|_| b.call(func, &[first])[0]).collect();
        let sum = all.iter().rev().copied().reduce(|x, y| b.binary(Opcode::Ixor, x, y)).expect("some");
        b.ret(&[sum]);
    });
    assert!(lower(&module).unwrap().frame_slots < 21_000);
}
