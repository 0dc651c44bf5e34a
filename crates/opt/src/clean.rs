//! Block clean-up: threads edges through empty blocks, drops unreachable blocks and parameters that always
//! get the same value, and merges a block into its only predecessor.
//!
//! A block that begins with a poll is never merged, so every cycle keeps a block that begins with one. The
//! charges of merged blocks become one only if nothing between them could tell.

use purlin_base::SecondaryMap;
use purlin_ir::{
    Block, BlockData, Def, Effects, FuncId, Function, Inst, Module, Opcode, Target, Type, Value, Values, cfg,
};

use crate::counts::{self, Rewrite};

/// Cleans a function up.
pub fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let threaded = thread(func);
    let same = same_targets(func);
    if threaded || same {
        cfg::remove_unreachable(func);
    }
    let params = cfg::simplify_params(func);
    counts::hits(Rewrite::CleanParams, u64::from(params));
    let merged = merge(func);
    let charged = merge_charges(func);
    threaded || same || params || merged || charged
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
            (data.op, data.ty, data.aux) = (Opcode::Jump, Type::I64, 0);
            data.args.clear();
            data.targets.truncate(1);
            counts::hit(Rewrite::CleanSameTargets);
            changed = true;
        }
    }
    changed
}

// --- merging

/// Merges blocks into their only predecessors where those do nothing but jump there.
fn merge(func: &mut Function) -> bool {
    let ways_in = ways_in(func);
    let mut merges: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for block in &func.layout {
        if let Some(next) = only_successor(func, *block) {
            merges[next] = ways_in[next] == 1 && can_merge(func, next);
        }
    }
    if !func.layout.iter().any(|b| merges[*b]) {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    // Whole chains from their first block, so that nothing is moved twice.
    let heads: Vec<Block> = func.layout.iter().copied().filter(|b| !merges[*b]).collect();
    for block in &heads {
        let mut meter = None;
        while let Some(next) = only_successor(func, *block).filter(|b| merges[*b]) {
            let meter = meter.get_or_insert_with(|| OpenCharge::of(func, *block));
            append(func, *block, next, meter, &mut to);
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

/// Whether a block may lose its beginning.
fn can_merge(func: &Function, block: Block) -> bool {
    let mut head = func.blocks[block].insts.iter().map(|i| func.insts[*i].op);
    let begins_with_poll = head.find(|op| *op != Opcode::Charge) == Some(Opcode::Poll);
    !begins_with_poll
}

/// Adds up the charges in each block that nothing between could tell apart, and with them the first one of a block that only comes after
/// this one.
fn merge_charges(func: &mut Function) -> bool {
    let ways_in = ways_in(func);
    let mut changed = false;
    for block in func.layout.clone() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        let (mut meter, before) = (OpenCharge(None), insts.len());
        insts.retain(|inst| {
            let absorbed = meter.absorb(func, *inst);
            if !absorbed {
                meter.pass(func, *inst);
            }
            !absorbed
        });
        changed |= insts.len() < before;
        func.blocks[block].insts = insts;
        if let Some(next) = only_successor(func, block).filter(|next| ways_in[*next] == 1)
            && let Some(first) = func.blocks[next].insts.first().copied()
            && meter.absorb(func, first)
        {
            func.blocks[next].insts.remove(0);
            changed = true;
        }
    }
    changed
}

/// The last charge of a block, while what came after it cannot tell a unit more from a unit less.
struct OpenCharge(Option<Inst>);

impl OpenCharge {
    fn of(func: &Function, block: Block) -> OpenCharge {
        let mut open = OpenCharge(None);
        for inst in &func.blocks[block].insts {
            open.pass(func, *inst);
        }
        open
    }

    fn pass(&mut self, func: &Function, inst: Inst) {
        let op = func.insts[inst].op;
        let looks = Effects::TRAP.or(Effects::CALL).or(Effects::ALLOC).or(Effects::METER);
        if op == Opcode::Charge {
            self.0 = Some(inst);
        } else if op.row().effects.has(looks) {
            self.0 = None;
        }
    }

    /// Adds a later charge to the open one; false if there is none.
    fn absorb(&self, func: &mut Function, later: Inst) -> bool {
        let Some(open) = self.0.filter(|_| func.insts[later].op == Opcode::Charge) else { return false };
        let Some(sum) = func.insts[open].imm.checked_add(func.insts[later].imm) else { return false };
        func.insts[open].imm = sum;
        counts::hit(Rewrite::CleanCharges);
        true
    }
}

/// Moves `next` to the end of `block`, which jumps there and nowhere else.
fn append(
    func: &mut Function,
    block: Block,
    next: Block,
    meter: &mut OpenCharge,
    to: &mut SecondaryMap<Value, Option<Value>>,
) {
    counts::hit(Rewrite::CleanMerge);
    let jump = func.blocks[block].insts.pop().expect("a block has an end");
    let BlockData { params, insts, .. } = std::mem::take(&mut func.blocks[next]);
    for (param, arg) in params.iter().zip(&func.insts[jump].targets[0].args) {
        to[*param] = Some(*arg);
    }
    for inst in insts {
        if !meter.absorb(func, inst) {
            meter.pass(func, inst);
            func.blocks[block].insts.push(inst);
        }
    }
}
