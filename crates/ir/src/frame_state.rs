//! Fills in the values of frame states: what the interpreter needs to go on from there.

use std::collections::BTreeSet;

use purlin_base::SecondaryMap;

use crate::cfg::{self, LiveLimits, Liveness};
use crate::func::*;
use crate::op::Opcode;

/// Gives every poll and guard the values that are live where its frame state resumes, in the order of
/// their numbers, whatever they had before. A function with more of them than [`LIMITS`] allows is marked as too
/// large instead, and the verifier rejects it. To be called on the form that the bytecode is lowered from.
pub fn attach(func: &mut Function) {
    clear(func);
    let Some(live) = live(func) else {
        func.too_large = true;
        return;
    };
    for block in func.layout.clone() {
        guard(func, block, &live);
        polls(func, block, &live);
    }
}

/// Frame states are as large as variables times loops, which short sources can make very large.
pub const LIMITS: LiveLimits = LiveLimits { values: 1 << 20, steps: 1 << 27 };

fn live(func: &Function) -> Option<Liveness> {
    let mut wants: SecondaryMap<Block, (bool, bool)> = SecondaryMap::with_capacity(func.blocks.len());
    for block in &func.layout {
        let insts = &func.blocks[*block].insts;
        wants[*block].1 |= insts.iter().any(|i| func.insts[*i].op == Opcode::Poll);
        if let Some(end) = func.end(*block).filter(|end| end.op == Opcode::Guard) {
            wants[end.targets[1].block].0 = true;
        }
    }
    if func.layout.iter().all(|b| wants[*b] == (false, false)) {
        return Liveness::limited(&Function::default(), |_| (false, false), LIMITS);
    }
    Liveness::limited(func, |b| wants[b], LIMITS)
}

/// A guard that gives up reads what its second target reads.
fn guard(func: &mut Function, block: Block, live: &Liveness) {
    let Some(end) = func.blocks[block].insts.last().copied() else { return };
    if func.insts[end].op == Opcode::Guard {
        let resume = func.insts[end].targets[1].block;
        func.insts[end].args.extend(live.live_in(resume).iter().copied());
    }
}

fn polls(func: &mut Function, block: Block, live: &Liveness) {
    let is_poll = |i: &Inst| func.insts[*i].op == Opcode::Poll;
    let Some(first) = func.blocks[block].insts.iter().position(is_poll) else { return };
    let mut set: BTreeSet<Value> = live.live_out(block).iter().copied().collect();
    for n in (first..func.blocks[block].insts.len()).rev() {
        let inst = func.blocks[block].insts[n];
        if func.insts[inst].op == Opcode::Poll {
            func.insts[inst].args = set.iter().copied().collect();
        }
        cfg::step_back(func, inst, &mut set);
    }
}

/// What frame states asked for before keeps nothing alive.
fn clear(func: &mut Function) {
    for data in func.insts.values_mut() {
        let keep = match data.frame_state() {
            Some((_, values)) => data.args.len() - values.len(),
            None => continue,
        };
        data.args.truncate(keep);
    }
}
