//! Moves constants out of loops, to the end of the closest block outside that every way into the loop passes.
//!
//! A constant that was moved is in its slot where the frame states of polls in the loop do not name it; so
//! those states say which constants to put back.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::cfg::Dominators;
use purlin_ir::{Block, Function};

use crate::lower::select::{Code, Reg, VInst};
use crate::table::Op;

/// At most so many are moved; each takes a slot for all of its loop.
const MAX_HOISTED: usize = 48;

/// Moves constants; which registers hold what now.
pub(super) fn hoist(func: &Function, code: &mut Code) -> Vec<(Reg, u64)> {
    let loops = on_cycles(func, &code.order);
    if !code.order.iter().any(|b| loops[*b]) {
        return Vec::new();
    }
    let dominators = Dominators::new(func);
    // The closest dominator outside of loops, known for a block's dominator before the block.
    let mut outside: SecondaryMap<Block, Option<Block>> = SecondaryMap::new();
    for block in dominators.preorder() {
        outside[block] =
            if loops[block] { dominators.idom(block).and_then(|up| outside[up]) } else { Some(block) };
    }
    let mut moved = Vec::new();
    for block in code.order.clone() {
        let Some(target) = outside[block].filter(|t| *t != block && !func.blocks[block].cold) else {
            continue;
        };
        let mut kept = Vec::new();
        let mut taken: Vec<VInst> = Vec::new();
        for inst in std::mem::take(&mut code.blocks[block]) {
            match (inst.op, inst.def) {
                (Op::Const, Some(def)) if moved.len() < MAX_HOISTED => {
                    moved.push((def, inst.imm as u64));
                    taken.push(inst);
                }
                (Op::Wide, Some(def)) if moved.len() < MAX_HOISTED => {
                    moved.push((def, inst.word));
                    taken.push(inst);
                }
                // wildcard: only constants are moved.
                _ => kept.push(inst),
            }
        }
        code.blocks[block] = kept;
        let list = &mut code.blocks[target];
        let end = list.len().saturating_sub(1);
        list.splice(end..end, taken);
    }
    moved
}

/// The blocks that can come back to themselves: strongly connected components after Tarjan (1972), without
/// recursion.
fn on_cycles(func: &Function, order: &[Block]) -> SecondaryMap<Block, bool> {
    let mut result: SecondaryMap<Block, bool> = SecondaryMap::new();
    // Numbers count from 1 in the order of discovery; a component's blocks are on `open` until it is
    // complete.
    let mut number = vec![0u32; func.blocks.len()];
    let mut low = vec![0u32; func.blocks.len()];
    let mut is_open = vec![false; func.blocks.len()];
    let mut open: Vec<Block> = Vec::new();
    let mut count = 0;
    for root in order {
        let mut walk: Vec<(Block, Vec<Block>)> = vec![(*root, Vec::new())];
        while let Some((block, rest)) = walk.last_mut() {
            let (block, at) = (*block, block.index());
            if number[at] == 0 {
                count += 1;
                (number[at], low[at], is_open[at]) = (count, count, true);
                open.push(block);
                *rest = func.successors(block).collect();
                result[block] = rest.contains(&block);
            }
            if let Some(next) = rest.pop() {
                let to = next.index();
                if number[to] == 0 {
                    walk.push((next, Vec::new()));
                } else if is_open[to] {
                    low[at] = low[at].min(number[to]);
                }
                continue;
            }
            walk.pop();
            if let Some((up, _)) = walk.last() {
                low[up.index()] = low[up.index()].min(low[at]);
            }
            if low[at] == number[at] && is_open[at] {
                let alone = open.last() == Some(&block);
                while let Some(member) = open.pop() {
                    is_open[member.index()] = false;
                    result[member] |= !alone;
                    if member == block {
                        break;
                    }
                }
            }
        }
    }
    result
}
