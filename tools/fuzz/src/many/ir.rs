//! Random programs in IR, for what no front end of today makes. Knows how they are put together and what
//! natives they have; `code.rs` and the tests of the crate `ir` write the functions.

use std::collections::BTreeSet;

use purlin::{Caller, Compiled, GuestTables, SourceMap, Stop};
use purlin_ir::{Block, FuncBuilder, FuncId, Function, Module, Opcode, Signature, Type, cfg};
use purlin_runtime::natives;

use super::code;
use super::machine::Front;
use crate::rng::Rng;

#[allow(dead_code)]
#[path = "../../../../crates/ir/tests/random/mod.rs"]
mod structured;

natives! {
    /// What generated programs show.
    OUT in "test" {
        /// Writes a value, and gives another.
        heavy "out"(value: i64) -> (i64) = out; [OUTSIDE] "a transfer";
    }
}

fn out(caller: &mut Caller<'_>, value: i64) -> Result<i64, Stop> {
    caller.write_bytes(1, format!("{value:x}\n").as_bytes())?;
    Ok(value.wrapping_mul(31) ^ 5)
}

fn front(module: Module) -> Front {
    let tables = GuestTables { natives: OUT.iter().collect(), ..GuestTables::default() };
    let compiled = Compiled { tables, ..Compiled::new(module) };
    Front { sources: SourceMap::new(), compiled }
}

/// Branches, loops, calls, handlers, guards, memory, tagged words.
pub fn structured(seed: u64) -> Front {
    let mut module = structured::module(seed);
    if seed.is_multiple_of(3) {
        drop_charges(&mut module, &mut Rng::part(seed, 3));
    }
    module.funcs.values_mut().filter_map(|f| f.body.as_deref_mut()).for_each(drop_raising_handler);
    let last = FuncId::from_u32(module.funcs.len() as u32 - 1);
    let mut rng = Rng::part(seed, 1);
    let args: Vec<[i64; 3]> = (0..3)
        .map(|_| {
            [
                code::interesting_word(&mut rng),
                code::interesting_word(&mut rng),
                code::interesting_word(&mut rng),
            ]
        })
        .collect();
    main(&mut module, last, &args);
    front(module)
}

/// Takes a handler away that may raise: what raises in a handler goes to that handler again, without end and
/// without a poll.
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

/// Every op, and the forms of code that passes and tiers look for, of random operands.
pub fn code(seed: u64) -> Front {
    let mut rng = Rng::part(seed, 2);
    let (mut module, main_function) = code::module(&mut rng);
    drop_charges(&mut module, &mut rng);
    let args: Vec<[i64; 3]> = (0..3)
        .map(|_| {
            [
                code::interesting_word(&mut rng),
                code::interesting_word(&mut rng),
                code::interesting_word(&mut rng),
            ]
        })
        .collect();
    main(&mut module, main_function, &args);
    front(module)
}

/// Takes most of the charges away that no poll needs, as a front end might place them.
fn drop_charges(module: &mut Module, rng: &mut Rng) {
    for func in module.funcs.values_mut().filter_map(|decl| decl.body.as_deref_mut()) {
        for block in func.layout.clone() {
            let before = std::mem::take(&mut func.blocks[block].insts);
            let op = |n: usize| before.get(n).map(|i| func.insts[*i].op);
            let kept = (0..before.len()).filter(|n| {
                let is_free = op(*n) == Some(Opcode::Charge) && op(n + 1) != Some(Opcode::Poll);
                !is_free || rng.chance(25)
            });
            let kept = kept.map(|n| before[n]).collect();
            func.blocks[block].insts = kept;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_well_formed() {
        for seed in 0..200 {
            for front in [structured(seed), code(seed)] {
                purlin_ir::verify::module(&front.compiled.module).unwrap();
            }
        }
    }
}
