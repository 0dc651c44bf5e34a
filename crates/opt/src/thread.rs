//! Jump threading: an edge that decides the branch it leads to goes where that branch goes.
//!
//! What `x && y` and functions that give a truth value leave: blocks that only branch on what they are
//! passed, and to which constants are passed on some edges. Such an edge pays what it goes past. Headers of
//! loops stay on their edges. The pass comes after those that move polls, which are asked how far the last
//! one is. Knows nothing of values that are not passed.

use purlin_base::SecondaryMap;
use purlin_ir::{Block, BlockData, Def, FuncId, Function, Inst, Module, Opcode, Target, Value, Values, cfg};

use crate::clean;
use crate::copies::forget_states;
use crate::counts::{self, Rewrite};
use crate::loops::jump;

/// So many blocks in a row an edge is led past; longer chains would make this quadratic.
const MAX_HOPS: usize = 8;

/// Threads edges.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let deciding = deciding(func);
    if !func.layout.iter().any(|block| deciding[*block]) {
        return false;
    }
    let mut changed = false;
    for block in func.layout.clone() {
        let Some(end) = func.blocks[block].insts.last().copied() else { continue };
        for n in 0..func.insts[end].targets.len() {
            // Native code leaves at a guard's second target, which must have no other way in.
            let is_left = func.insts[end].op == Opcode::Guard && n == 1;
            if !is_left && let Some((to, charges)) = destination(func, &deciding, &func.insts[end].targets[n])
            {
                counts::hit(Rewrite::ThreadEdge);
                lead(func, block, n, to, charges);
                changed = true;
            }
        }
    }
    if changed {
        // What is live at polls is found anew after the passes.
        forget_states(func);
        cfg::remove_unreachable(func);
        clean::run(func, module, id);
    }
    changed
}

/// The blocks that charge and branch on one of their parameters, which only that branch reads.
fn deciding(func: &Function) -> SecondaryMap<Block, bool> {
    let mut deciding: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for block in func.layout.iter().skip(1).filter(|b| Some(**b) != func.handler) {
        let Some(end) = func.end(*block).filter(|end| end.op == Opcode::Brif) else { continue };
        let is_own = matches!(func.values[end.args[0]].def, Def::Param(home, _) if home == *block);
        let insts = &func.blocks[*block].insts;
        let charges = insts[..insts.len() - 1].iter().all(|i| func.insts[*i].op == Opcode::Charge);
        deciding[*block] = is_own && charges;
    }
    if !func.layout.iter().any(|block| deciding[*block]) {
        return deciding;
    }
    for (block, is_header) in cfg::loop_headers(func).iter() {
        deciding[block] &= !*is_header;
    }
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            let data = &func.insts[*inst];
            // What a poll names is found anew after the passes.
            if data.op == Opcode::Poll {
                continue;
            }
            for value in data.uses() {
                if let Def::Param(home, _) = func.values[value].def
                    && home != *block
                {
                    deciding[home] = false;
                }
            }
        }
    }
    deciding
}

/// Where an edge ends that decides branches, and the charges that it passes on the way.
fn destination(
    func: &Function,
    deciding: &SecondaryMap<Block, bool>,
    edge: &Target,
) -> Option<(Target, Vec<Inst>)> {
    let (mut to, mut charges) = (edge.clone(), Vec::new());
    for _ in 0..MAX_HOPS {
        // Blocks that this pass makes are none of these.
        if !deciding.get(to.block).is_some_and(|decides| *decides) {
            break;
        }
        let passed = |value: Value| match func.values[value].def {
            Def::Param(home, n) if home == to.block => to.args[n as usize],
            Def::Param(..) | Def::Result(..) => value,
        };
        let Some(end) = func.end(to.block) else { break };
        let Some(truth) = func.as_iconst(passed(end.args[0])) else { break };
        let next = &end.targets[usize::from(truth == 0)];
        let insts = &func.blocks[to.block].insts;
        charges.extend(&insts[..insts.len() - 1]);
        to = Target { block: next.block, args: next.args.iter().map(|v| passed(*v)).collect::<Values>() };
    }
    (to.block != edge.block).then_some((to, charges))
}

/// Leads an edge there; what it goes past is charged before, in a block of its own where the edge is one of
/// several.
fn lead(func: &mut Function, block: Block, n: usize, to: Target, charges: Vec<Inst>) {
    let end = *func.blocks[block].insts.last().expect("an edge begins at an end");
    let copies: Vec<Inst> = charges
        .into_iter()
        .map(|charge| {
            let data = func.insts[charge].clone();
            func.add_inst(data, &[])
        })
        .collect();
    if copies.is_empty() {
        func.insts[end].targets[n] = to;
        return;
    }
    if func.insts[end].op == Opcode::Jump {
        let insts = &mut func.blocks[block].insts;
        let at = insts.len() - 1;
        insts.splice(at..at, copies);
        func.insts[end].targets[n] = to;
        return;
    }
    let cold = func.blocks[block].cold || func.blocks[to.block].cold;
    let between = func.blocks.push(BlockData { cold, ..BlockData::default() });
    let on = func.add_inst(jump(to, func.insts[end].loc), &[]);
    func.blocks[between].insts.extend(copies.into_iter().chain([on]));
    func.insts[end].targets[n] = Target { block: between, args: Values::new() };
    let after = 1 + func.layout.iter().position(|b| *b == block).expect("it is in the layout");
    func.layout.insert(after, between);
}
