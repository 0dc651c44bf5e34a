//! Three kernels in native code, timed by CPU time: `cargo run --release -p purlin-native --example measure [asm]`.
//! Compare with compiled Go on the same loops (`fib(38)`, a sieve of 5 million, 200 million steps of a float loop).

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Rig, define, done, fill};
use purlin_ir::{ClassDecl, FuncBuilder, FuncId, Module, Opcode, Pointers, Signature, Type, Value};

fn fib(module: &mut Module) -> FuncId {
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

/// `for at = from; at < to; at += step { body }`
fn count(
    b: &mut FuncBuilder<'_>,
    from: Value,
    to: Value,
    step: Value,
    body: impl FnOnce(&mut FuncBuilder<'_>, Value),
) {
    let at = b.var(Type::I64);
    b.def_var(at, from);
    let (head, inside, after) = (b.block(), b.block(), b.block());
    b.jump(head, &[]);
    b.switch_to(head);
    let here = b.use_var(at);
    let c = b.binary(Opcode::Slt, here, to);
    b.brif(c, inside, after);
    b.seal(inside);
    b.switch_to(inside);
    body(b, here);
    let here = b.use_var(at);
    let next = b.binary(Opcode::Iadd, here, step);
    b.def_var(at, next);
    b.jump(head, &[]);
    b.seal(head);
    b.seal(after);
    b.switch_to(after);
}

/// How many primes are below `n`.
fn sieve(module: &mut Module) -> FuncId {
    let class = module.class(ClassDecl { size: 1, pointers: Pointers::None });
    define(module, "sieve", &[Type::I64], &[Type::I64], |b| {
        let n = b.param(0);
        let table = b.alloc_array(class, n);
        let (zero, one, two) = (b.iconst(Type::I64, 0), b.iconst(Type::I64, 1), b.iconst(Type::I64, 2));
        let mark = b.iconst(Type::I8, 1);
        let primes = b.var(Type::I64);
        b.def_var(primes, zero);
        count(b, two, n, one, |b, i| {
            b.effect(Opcode::Bounds, &[i, n]);
            let at = b.elem_addr(table, i, 1, 0);
            let composite = b.load(Type::I8, at, 0);
            let (prime, next) = (b.block(), b.block());
            b.brif(composite, next, prime);
            b.seal(prime);
            b.switch_to(prime);
            let k = b.use_var(primes);
            let k = b.binary(Opcode::Iadd, k, one);
            b.def_var(primes, k);
            let first = b.binary(Opcode::Iadd, i, i);
            count(b, first, n, i, |b, j| {
                b.effect(Opcode::Bounds, &[j, n]);
                let at = b.elem_addr(table, j, 1, 0);
                b.store(at, 0, mark);
            });
            b.jump(next, &[]);
            b.seal(next);
            b.switch_to(next);
        });
        let k = b.use_var(primes);
        b.ret(&[k]);
    })
}

/// `sum += 1 / (i * i)` over all `i`, as bits.
fn series(module: &mut Module) -> FuncId {
    define(module, "series", &[Type::I64], &[Type::F64], |b| {
        let n = b.param(0);
        let one = b.iconst(Type::I64, 1);
        let (zero, unit) = (b.f64const(0.0), b.f64const(1.0));
        let sum = b.var(Type::F64);
        b.def_var(sum, zero);
        count(b, one, n, one, |b, i| {
            let x = b.op(Opcode::SintToFloat, Type::F64, &[i]);
            let square = b.binary(Opcode::Fmul, x, x);
            let term = b.binary(Opcode::Fdiv, unit, square);
            let s = b.use_var(sum);
            let s = b.binary(Opcode::Fadd, s, term);
            b.def_var(sum, s);
        });
        let s = b.use_var(sum);
        b.ret(&[s]);
    })
}

fn cpu_seconds() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: writes the struct it is given.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

fn main() {
    let mut module = Module::new();
    let kernels =
        [(fib(&mut module), 38), (sieve(&mut module), 5_000_000), (series(&mut module), 200_000_000)];
    let mut rig = Rig::new(module);
    rig.tweak = |c| c.verify = false;
    let (mut vm, compiler) = rig.build();
    for (func, n) in kernels {
        let name = compiler.module().funcs[func].name.clone();
        if std::env::args().any(|a| a == "asm") {
            println!("{name}:\n{}", compiler.asm(func, &|_| String::new()).expect("it compiles"));
        }
        if std::env::args().any(|a| a == "clif") {
            println!("{}", compiler.clif(func).expect("it lowers"));
        }
        let mut best = f64::MAX;
        let mut result = Vec::new();
        for _ in 0..3 {
            let start = cpu_seconds();
            result = done(vm.run(func.as_u32(), vec![n]));
            best = best.min(cpu_seconds() - start);
        }
        println!("{name}({n}) = {result:?}: {best:.3} s of CPU");
    }
    println!("{:?}", compiler.stats());
}
