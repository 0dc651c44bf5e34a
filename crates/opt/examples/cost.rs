//! What the passes cost: nanoseconds an instruction, over many small functions and over large ones of the
//! shapes that make careless passes quadratic.
//!
//! `cargo run --release -p purlin-opt --example cost`

#[path = "../../ir/tests/random/mod.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod random;

use std::time::{Duration, Instant};

use purlin_ir::{FuncBuilder, Module, Opcode, Signature, Type, verify};
use purlin_opt::{Options, optimise};

/// Processor time would be better; the shortest of a few runs is close.
const RUNS: u32 = 5;

fn insts(module: &Module) -> usize {
    let bodies = module.funcs.values().filter_map(|decl| decl.body.as_deref());
    bodies.map(|f| f.layout.iter().map(|b| f.blocks[*b].insts.len()).sum::<usize>()).sum()
}

fn report(name: &str, modules: &[Module]) {
    let count: usize = modules.iter().map(insts).sum();
    let mut options = Options::default();
    options.verify_each = false;
    let mut best = Duration::MAX;
    let mut passes = Vec::new();
    for _ in 0..RUNS {
        let mut work = modules.to_vec();
        let start = Instant::now();
        let reports: Vec<_> =
            work.iter_mut().map(|m| optimise(m, &options).expect("nothing is checked")).collect();
        if start.elapsed() < best {
            best = start.elapsed();
            passes = reports[0].times.iter().map(|(name, _)| (*name, Duration::ZERO)).collect();
            for (sum, time) in reports.iter().flat_map(|r| r.times.iter().enumerate()) {
                passes[sum].1 += time.1;
            }
        }
    }
    let per = |time: Duration| time.as_nanos() as f64 / count as f64;
    let start = Instant::now();
    modules.iter().for_each(|m| verify::module(m).expect("the builder makes well-formed modules"));
    let verified = start.elapsed();
    let each: Vec<String> = passes.iter().map(|(name, time)| format!("{name} {:.0}", per(*time))).collect();
    println!(
        "{name}: {count} instructions, {:.0} ns each ({}), verifier {:.0}",
        per(best),
        each.join(", "),
        per(verified)
    );
}

/// One function: `n` times, in a row, an `if` that assigns two of ten variables, in `loops` nested loops.
fn ifs(n: usize, loops: usize) -> Module {
    let mut module = Module::new();
    let sig = Signature::new([Type::I64], [Type::I64]);
    let id = module.declare("f", &sig);
    let mut b = FuncBuilder::new(&mut module, id);
    let vars: Vec<_> = (0..10).map(|_| b.var(Type::I64)).collect();
    let param = b.param(0);
    vars.iter().for_each(|v| b.def_var(*v, param));
    let mut heads = Vec::new();
    for _ in 0..loops {
        let head = b.block();
        b.jump(head, &[]);
        b.switch_to(head);
        heads.push(head);
    }
    for k in 0..n {
        let (x, y) = (b.use_var(vars[k % 10]), b.use_var(vars[(k + 3) % 10]));
        let cond = b.binary(Opcode::Slt, x, y);
        let (yes, join) = (b.block(), b.block());
        b.brif(cond, yes, join);
        b.seal(yes);
        b.switch_to(yes);
        let c = b.iconst(Type::I64, k as i64);
        let sum = b.binary(Opcode::Iadd, x, c);
        b.def_var(vars[(k + 1) % 10], sum);
        let product = b.binary(Opcode::Imul, sum, y);
        b.def_var(vars[(k + 2) % 10], product);
        b.jump(join, &[]);
        b.seal(join);
        b.switch_to(join);
    }
    for head in heads.into_iter().rev() {
        let out = b.block();
        let (x, y) = (b.use_var(vars[0]), b.use_var(vars[1]));
        let cond = b.binary(Opcode::Slt, x, y);
        b.brif(cond, head, out);
        b.seal(head);
        b.switch_to(out);
    }
    let result = b.use_var(vars[4]);
    b.ret(&[result]);
    b.finish();
    module
}

/// One function with `vars` variables, `joins` joins that assign none of them, in `loops` loops in a row, and
/// a sum of all of them at the end.
fn wide(vars: usize, joins: usize, loops: usize) -> Module {
    let mut module = Module::new();
    let sig = Signature::new([Type::I64], [Type::I64]);
    let id = module.declare("f", &sig);
    let mut b = FuncBuilder::new(&mut module, id);
    let param = b.param(0);
    let vars: Vec<_> = (0..vars).map(|_| b.var(Type::I64)).collect();
    for (n, var) in vars.iter().enumerate() {
        let c = b.iconst(Type::I64, n as i64);
        let value = b.binary(Opcode::Iadd, param, c);
        b.def_var(*var, value);
    }
    for _ in 0..joins {
        let (yes, join) = (b.block(), b.block());
        let cond = b.binary(Opcode::Slt, param, param);
        b.brif(cond, yes, join);
        b.seal(yes);
        b.switch_to(yes);
        b.charge(1);
        b.jump(join, &[]);
        b.seal(join);
        b.switch_to(join);
    }
    for _ in 0..loops {
        let (head, out) = (b.block(), b.block());
        b.jump(head, &[]);
        b.switch_to(head);
        let cond = b.binary(Opcode::Slt, param, param);
        b.brif(cond, head, out);
        b.seal(head);
        b.switch_to(out);
    }
    let mut sum = param;
    for var in &vars {
        let value = b.use_var(*var);
        sum = b.binary(Opcode::Iadd, sum, value);
    }
    b.ret(&[sum]);
    b.finish();
    module
}

fn main() {
    for (vars, joins, loops) in [(500, 500, 0), (1000, 1000, 0), (2000, 2000, 0), (1000, 0, 1000)] {
        let start = Instant::now();
        let module = wide(vars, joins, loops);
        println!("{vars} variables, {joins} joins, {loops} loops: built in {:?}", start.elapsed());
        report("wide", &[module]);
    }

    let small: Vec<Module> = (1..=2000).map(random::module).collect();
    report("random functions", &small);
    for n in [100, 1000, 10_000] {
        let start = Instant::now();
        let module = ifs(n, 3);
        println!("built in {:?}", start.elapsed());
        report(&format!("{n} ifs in 3 loops"), &[module]);
    }
    for loops in [10, 100, 400] {
        report(&format!("100 ifs in {loops} loops"), &[ifs(100, loops)]);
    }
}
