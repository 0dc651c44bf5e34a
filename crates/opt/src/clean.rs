//! Block clean-up: threads edges through empty blocks, drops unreachable blocks and parameters that always
//! get the same value, merges a block into its only predecessor, and parts ends that hot and cold code share.
//!
//! A block that begins with a poll is merged only where all loops begin with one, so that every cycle keeps a
//! block that does.

use purlin_base::SecondaryMap;
use purlin_base::map::HashMap;
use purlin_ir::{
    Block, BlockData, Def, FuncId, Function, Imm, Inst, Module, Opcode, Target, Type, Value, Values, cfg,
};

use crate::counts::{self, Rewrite};

/// Cleans a function up.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let threaded = thread(func);
    let same = same_targets(func);
    let copied = copy_returns(func);
    if threaded || same {
        cfg::remove_unreachable(func);
    }
    let params = cfg::simplify_params(func);
    counts::hits(Rewrite::CleanParams, u64::from(params));
    let merged = merge(func);
    threaded || same || copied || params || merged
}

// --- threading

/// How many empty blocks in a row an edge is led through; longer chains would make this quadratic.
const MAX_HOPS: usize = 8;

/// Leads edges into empty blocks to where those go.
fn thread(func: &mut Function) -> bool {
    let through = empty_blocks(func);
    let mut changed = false;
    for block in func.layout.clone() {
        let Some(end) = func.blocks[block].insts.last().copied() else { continue };
        for n in 0..func.insts[end].targets.len() {
            // Native code leaves at a guard's second target, which must have no other way in.
            if func.insts[end].op == Opcode::Guard && n == 1 {
                continue;
            }
            for _ in 0..MAX_HOPS {
                let target = &func.insts[end].targets[n];
                let Some(jump) = through[target.block] else { break };
                let next = substitute(func, target, jump);
                if next.block == target.block {
                    break;
                }
                func.insts[end].targets[n] = next;
                counts::hit(Rewrite::CleanThread);
                changed = true;
            }
        }
    }
    changed
}

/// For each block that only jumps on, and whose parameters only that jump reads: the jump.
fn empty_blocks(func: &Function) -> SecondaryMap<Block, Option<Inst>> {
    let mut through: SecondaryMap<Block, Option<Inst>> = purlin_base::filled(func.blocks.len());
    for block in func.layout.iter().skip(1).filter(|b| Some(**b) != func.handler) {
        if let [only] = func.blocks[*block].insts[..]
            && func.insts[only].op == Opcode::Jump
        {
            through[*block] = Some(only);
        }
    }
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            for value in func.insts[*inst].uses() {
                if let Def::Param(home, _) = func.values[value].def
                    && home != *block
                {
                    through[home] = None;
                }
            }
        }
    }
    through
}

/// Where an edge ends that is led through an empty block.
fn substitute(func: &Function, edge: &Target, jump: Inst) -> Target {
    let next = &func.insts[jump].targets[0];
    let pass = |value: &Value| match func.values[*value].def {
        Def::Param(home, n) if home == edge.block => edge.args[n as usize],
        Def::Param(..) | Def::Result(..) => *value,
    };
    Target { block: next.block, args: next.args.iter().map(pass).collect::<Values>() }
}

/// A branch whose targets are all the same is a jump.
fn same_targets(func: &mut Function) -> bool {
    let mut changed = false;
    for block in func.layout.clone() {
        let Some(end) = func.blocks[block].insts.last().copied() else { continue };
        let data = &mut func.insts[end];
        let is_branch = matches!(data.op, Opcode::Brif | Opcode::Switch);
        if is_branch && data.targets.windows(2).all(|w| w[0] == w[1]) {
            (data.op, data.ty, data.imm) = (Opcode::Jump, Type::I64, Imm::None);
            data.args.clear();
            data.targets.truncate(1);
            counts::hit(Rewrite::CleanSameTargets);
            changed = true;
        }
    }
    changed
}

// --- ends that hot and cold code share

/// Instructions of the longest end that is copied.
const LONGEST_END: usize = 8;

/// A block that returns, and to which both hot and cold code leads, is copied for the cold: what only that
/// passes would be alive, and unknown, for the other.
fn copy_returns(func: &mut Function) -> bool {
    let preds = cfg::predecessors(func);
    let mut changed = false;
    for block in func.layout.clone() {
        let data = &func.blocks[block];
        let ends = func.end(block).is_some_and(|end| end.op == Opcode::Return);
        let is_cold = |block: &Block| func.blocks[*block].cold;
        let cold: Vec<Block> = preds[block].iter().copied().filter(is_cold).collect();
        if !ends
            || data.cold
            || data.insts.len() > LONGEST_END
            || Some(block) == func.handler
            || cold.is_empty()
            || cold.len() == preds[block].len()
            || cold.iter().any(|pred| func.end(*pred).is_none_or(|end| end.op == Opcode::Guard))
            || data.insts.iter().any(|i| func.insts[*i].op == Opcode::Poll)
        {
            continue;
        }
        let copy = copy_end(func, block);
        for pred in cold {
            let end = func.blocks[pred].insts.last().copied().expect("a predecessor has an end");
            let targets = func.insts[end].targets.iter_mut();
            targets.filter(|t| t.block == block).for_each(|t| t.block = copy);
        }
        counts::hit(Rewrite::CleanReturn);
        changed = true;
    }
    changed
}

/// A cold copy of a block without successors, at the end of the layout.
fn copy_end(func: &mut Function, block: Block) -> Block {
    let copy = func.blocks.push(BlockData { cold: true, ..BlockData::default() });
    let mut to: HashMap<Value, Value> = HashMap::default();
    for param in func.blocks[block].params.clone() {
        let ty = func.ty(param);
        let same = func.add_param(copy, ty);
        to.insert(param, same);
    }
    for inst in func.blocks[block].insts.clone() {
        let mut data = func.insts[inst].clone();
        let results = std::mem::take(&mut data.results);
        data.args.iter_mut().for_each(|arg| *arg = to.get(arg).copied().unwrap_or(*arg));
        let types: Vec<Type> = results.iter().map(|v| func.ty(*v)).collect();
        let made = func.add_inst(data, &types);
        to.extend(results.into_iter().zip(func.insts[made].results.iter().copied()));
        func.blocks[copy].insts.push(made);
    }
    func.layout.push(copy);
    copy
}

// --- merging

/// Merges blocks into their only predecessors where those do nothing but jump there.
fn merge(func: &mut Function) -> bool {
    let ways_in = ways_in(func);
    let polls_go = loops_begin_with_polls(func);
    let mut merges: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for block in &func.layout {
        if let Some(next) = only_successor(func, *block) {
            merges[next] = ways_in[next] == 1 && (polls_go || !begins_with_poll(func, next));
        }
    }
    if !func.layout.iter().any(|b| merges[*b]) {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    // Whole chains from their first block, so that nothing is moved twice.
    let heads: Vec<Block> = func.layout.iter().copied().filter(|b| !merges[*b]).collect();
    for block in &heads {
        while let Some(next) = only_successor(func, *block).filter(|b| merges[*b]) {
            append(func, *block, next, &mut to);
        }
    }
    func.layout = heads;
    func.replace_uses(to);
    true
}

/// How many edges lead into each block.
fn ways_in(func: &Function) -> SecondaryMap<Block, u32> {
    let mut ways_in: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
    for block in &func.layout {
        for next in func.successors(*block) {
            ways_in[next] += 1;
        }
    }
    ways_in
}

fn only_successor(func: &Function, block: Block) -> Option<Block> {
    let end = func.end(block)?;
    (end.op == Opcode::Jump).then(|| end.targets[0].block)
}

/// Whether every cycle has a block that begins with a poll and is entered in more than one way, so that it is
/// never merged.
fn loops_begin_with_polls(func: &Function) -> bool {
    let headers = cfg::loop_headers(func);
    func.layout.iter().all(|block| !headers[*block] || begins_with_poll(func, *block))
}

fn begins_with_poll(func: &Function, block: Block) -> bool {
    let mut head = func.blocks[block].insts.iter().map(|i| func.insts[*i].op);
    head.find(|op| *op != Opcode::Charge) == Some(Opcode::Poll)
}

/// Moves `next` to the end of `block`, which jumps there and nowhere else.
fn append(func: &mut Function, block: Block, next: Block, to: &mut SecondaryMap<Value, Option<Value>>) {
    counts::hit(Rewrite::CleanMerge);
    let jump = func.blocks[block].insts.pop().expect("a block has an end");
    let BlockData { params, insts, .. } = std::mem::take(&mut func.blocks[next]);
    for (param, arg) in params.iter().zip(&func.insts[jump].targets[0].args) {
        to[*param] = Some(*arg);
    }
    func.blocks[block].insts.extend(insts);
}
