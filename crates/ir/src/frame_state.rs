//! Fills in the values of frame states: what the interpreter needs to go on from there.

use std::collections::BTreeSet;

use crate::cfg::{self, Liveness};
use crate::func::*;
use crate::op::Opcode;

/// Gives every poll and guard the values that are live where its frame state resumes, in the order of
/// their numbers, whatever they had before. To be called on the form that the bytecode is lowered from.
pub fn attach(func: &mut Function) {
    clear(func);
    let live = Liveness::new(func);
    for block in func.layout.clone() {
        guard(func, block, &live);
        polls(func, block, &live);
    }
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
