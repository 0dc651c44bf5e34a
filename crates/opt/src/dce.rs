//! Dead code: marks what effects need, backwards, and drops the rest, block parameters and frame slots
//! included.
//!
//! Allocations are effects (they are charged for and may end the program), and so is everything that can
//! trap. Loads are not. Knows nothing of control flow: it keeps every block and every edge.

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;
use purlin_ir::{Block, Def, Effects, FuncId, Function, Inst, InstData, Module, Opcode, SlotId, Value};

use crate::counts::{self, Rewrite};

/// Drops dead instructions and parameters.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let live = mark(func);
    let params = drop_params(func, &live);
    let insts = drop_insts(func, &live);
    let slots = empty_slots(func);
    params || insts || slots
}

/// Frame slots that are no longer addressed take no room, and are not cleared.
fn empty_slots(func: &mut Function) -> bool {
    if func.slots.is_empty() {
        return false;
    }
    let insts = func.layout.iter().flat_map(|b| &func.blocks[*b].insts).map(|i| &func.insts[*i]);
    let addressed: HashSet<SlotId> =
        insts.filter(|i| i.op == Opcode::StackAddr).map(InstData::slot).collect();
    let mut changed = false;
    for (slot, data) in func.slots.iter_mut() {
        if data.size > 0 && !addressed.contains(&slot) {
            data.size = 0;
            counts::hit(Rewrite::DceSlot);
            changed = true;
        }
    }
    changed
}

/// Whether an op whose results are not used can be removed.
fn is_removable(op: Opcode) -> bool {
    let effects = op.row().effects;
    effects == Effects::NONE || effects == Effects::READ
}

struct Live {
    values: SecondaryMap<Value, bool>,
    insts: SecondaryMap<Inst, bool>,
}

/// For each block, the block ends that go there, and which of their targets it is.
type Edges = SecondaryMap<Block, Vec<(Inst, u32)>>;

fn edges(func: &Function) -> Edges {
    let mut edges: Edges = purlin_base::filled(func.blocks.len());
    for block in &func.layout {
        let Some(last) = func.blocks[*block].insts.last() else { continue };
        for (n, target) in func.insts[*last].targets.iter().enumerate() {
            if !target.args.is_empty() {
                edges[target.block].push((*last, n as u32));
            }
        }
    }
    edges
}

fn mark(func: &Function) -> Live {
    let edges = edges(func);
    let mut live =
        Live { values: purlin_base::filled(func.values.len()), insts: purlin_base::filled(func.insts.len()) };
    let mut work: Vec<Value> = Vec::new();
    for inst in func.layout.iter().flat_map(|b| &func.blocks[*b].insts) {
        if !is_removable(func.insts[*inst].op) {
            live.insts[*inst] = true;
            work.extend(&func.insts[*inst].args);
        }
    }
    while let Some(value) = work.pop() {
        if std::mem::replace(&mut live.values[value], true) {
            continue;
        }
        match func.values[value].def {
            Def::Result(inst, _) => {
                if !std::mem::replace(&mut live.insts[inst], true) {
                    work.extend(&func.insts[inst].args);
                }
            }
            Def::Param(block, n) => {
                let args = edges[block]
                    .iter()
                    .map(|(end, t)| func.insts[*end].targets[*t as usize].args[n as usize]);
                work.extend(args);
            }
        }
    }
    live
}

/// Drops parameters that are not read, and what is passed to them. The entry keeps its own: they are the
/// function's signature.
fn drop_params(func: &mut Function, live: &Live) -> bool {
    let dead = |block: Block, func: &Function| func.blocks[block].params.iter().any(|p| !live.values[*p]);
    if !func.layout.iter().skip(1).any(|b| dead(*b, func)) {
        return false;
    }
    let entry = func.entry();
    for block in func.layout.clone() {
        let Some(last) = func.blocks[block].insts.last().copied() else { continue };
        for target in &mut func.insts[last].targets {
            let mut params = func.blocks[target.block].params.iter();
            target.args.retain(|_| params.next().is_none_or(|p| live.values[*p]));
        }
    }
    for block in func.layout.iter().filter(|b| **b != entry) {
        let before = func.blocks[*block].params.len();
        func.blocks[*block].params.retain(|p| live.values[*p]);
        counts::hits(Rewrite::DceParam, (before - func.blocks[*block].params.len()) as u64);
    }
    purlin_ir::cfg::renumber_params(func);
    true
}

fn drop_insts(func: &mut Function, live: &Live) -> bool {
    let mut changed = false;
    for block in &func.layout {
        let insts = &mut func.blocks[*block].insts;
        let before = insts.len();
        insts.retain(|i| live.insts[*i]);
        changed |= insts.len() != before;
        counts::hits(Rewrite::DceInst, (before - insts.len()) as u64);
    }
    changed
}
