//! Which values are computed where the IR has them. Cranelift's e-graph places a pure value at its first use, block by
//! block down the dominator tree: a value that two blocks use, neither of which every way to the other goes through,
//! is computed in both, and twice on a way through both. What costs something is held where it is defined instead:
//! it goes through an instruction that the e-graph leaves in place and that no code is made for.
//!
//! Knows nothing of which instruction that is.

use purlin_base::SecondaryMap;
use purlin_ir::cfg::{Dominators, reverse_postorder};
use purlin_ir::{Block, Function, InstData, Opcode, Type, Value};
use smallvec::SmallVec;

/// The blocks in which a value must be there, if they are few.
type Blocks = SmallVec<[Block; 4]>;

/// More blocks than this are not told apart.
const MANY: usize = 8;

/// The values to hold; `None` if there are none.
pub fn held(body: &Function) -> Option<SecondaryMap<Value, bool>> {
    let order = reverse_postorder(body);
    let heavy = heavy(body, &order)?;
    let mut held: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    let mut demand: SecondaryMap<Value, Blocks> = purlin_base::filled(body.values.len());
    let mut dominators = None;
    let mut any = false;
    // Uses come before definitions, as only ends of blocks pass values backwards.
    for block in order.iter().rev() {
        for inst in body.blocks[*block].insts.iter().rev() {
            let data = &body.insts[*inst];
            let mut blocks = Blocks::new();
            if is_placed_late(body, data) {
                let value = data.results[0];
                blocks = std::mem::take(&mut demand[value]);
                if heavy[value] && !blocks.contains(block) && blocks.len() > 1 {
                    let dominators = dominators.get_or_insert_with(|| Dominators::new(body));
                    let first = |b: &Block| blocks.iter().all(|other| dominators.dominates(*b, *other));
                    if !blocks.iter().any(first) {
                        held[value] = true;
                        any = true;
                        blocks = Blocks::from_slice(&[*block]);
                    }
                }
            } else if !body.blocks[*block].cold {
                blocks.push(*block);
            }
            for value in needed(data) {
                add(&mut demand[value], &blocks);
            }
        }
    }
    any.then_some(held)
}

fn add(to: &mut Blocks, blocks: &[Block]) {
    for block in blocks {
        if to.len() < MANY && !to.contains(block) {
            to.push(*block);
        }
    }
}

/// What code is made to read: frame states are not, on the straight path.
fn needed(data: &InstData) -> impl Iterator<Item = Value> + '_ {
    let args = match data.op {
        Opcode::Poll => 0,
        Opcode::Guard => 1,
        _ => data.args.len(),
    };
    data.args[..args].iter().copied().chain(data.targets.iter().flat_map(|t| t.args.iter().copied()))
}

/// Values that take more than an instruction or two and fit the instruction that holds them.
fn heavy(body: &Function, order: &[Block]) -> Option<SecondaryMap<Value, bool>> {
    let mut heavy: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    let mut any = false;
    for block in order {
        for inst in &body.blocks[*block].insts {
            let data = &body.insts[*inst];
            if !is_placed_late(body, data) || data.ty != Type::I64 || body.ty(data.results[0]) != Type::I64 {
                continue;
            }
            let own = match data.op {
                Opcode::Imul => data.args.iter().all(|a| !is_power_of_two(body, *a)),
                Opcode::Sdiv | Opcode::Srem | Opcode::Udiv | Opcode::Urem => true,
                _ => false,
            };
            if own || data.args.iter().any(|a| heavy[*a]) {
                heavy[data.results[0]] = true;
                any = true;
            }
        }
    }
    any.then_some(heavy)
}

fn is_power_of_two(body: &Function, value: Value) -> bool {
    body.as_iconst(value).is_some_and(|c| (c as u64).is_power_of_two())
}

/// Whether the e-graph decides where it is computed: it has no effect, or it is a division that cannot trap.
fn is_placed_late(body: &Function, data: &InstData) -> bool {
    let by_constant = matches!(data.op, Opcode::Sdiv | Opcode::Srem | Opcode::Udiv | Opcode::Urem)
        && body.as_iconst(data.args[1]).is_some_and(|c| c != 0 && c != -1);
    data.results.len() == 1 && (data.op.is_pure() || by_constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the values to hold in a function `(i64, i64) -> (i64)` with this body.
    fn held_in(text: &str) -> Vec<usize> {
        let module = purlin_ir::parse::module(&format!("fn0 \"f\" (i64, i64) -> (i64) {{\n{text}}}\n"));
        let module = module.unwrap_or_else(|e| panic!("{e}"));
        let body = module.funcs.values().next().and_then(|f| f.body.as_ref()).expect("a body");
        let found = held(body);
        (0..body.values.len())
            .filter(|n| found.as_ref().is_some_and(|held| held[purlin_base::EntityRef::new(*n)]))
            .collect()
    }

    #[test]
    fn what_is_used_on_two_ways_that_meet() {
        // v4 on the way through block1, and v4 and v2 behind it: holding v4 holds v2 too.
        let text = "block0(v0: i64, v1: i64):
    v2 = imul.i64 v0, v1
    v3 = iconst.i64 5
    v4 = iadd.i64 v2, v3
    v5 = slt.i64 v0, v1
    brif v5, block1, block2(v0)
block1:
    jump block2(v4)
block2(v6: i64):
    v7 = ixor.i64 v6, v4
    v8 = iadd.i64 v7, v2
    return v8
";
        assert_eq!(held_in(text), [4]);
        // A sum is as quickly made again.
        assert_eq!(held_in(&text.replace("imul", "isub")), []);
        // It is needed before the ways part.
        assert_eq!(held_in(&text.replace("slt.i64 v0, v1", "slt.i64 v0, v4")), []);
        // Only where little goes.
        assert_eq!(held_in(&text.replace("block1:", "block1 cold:")), []);
    }

    #[test]
    fn what_one_use_comes_before_all_others() {
        let text = "block0(v0: i64, v1: i64):
    v3 = iconst.i64 7
    v4 = srem.i64 v0, v3
    v5 = slt.i64 v0, v1
    brif v5, block1, block3(v0)
block1:
    v6 = slt.i64 v4, v1
    brif v6, block2, block3(v4)
block2:
    jump block3(v4)
block3(v7: i64):
    return v7
";
        assert_eq!(held_in(text), []);
        assert_eq!(held_in(&text.replace("block3(v0)", "block3(v4)")), []);
    }
}
