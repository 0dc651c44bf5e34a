//! Fills in the values of frame states: what the interpreter needs to continue from there.

use std::collections::BTreeSet;

use purlin_base::{SecondaryMap, filled};

use crate::cfg::{self, Liveness};
use crate::func::*;
use crate::ids::*;
use crate::op::Opcode;

/// Gives every poll and guard the values that are live where its frame state resumes, in the order of
/// their numbers, whatever they had before. To be called on the form that the bytecode is lowered from.
pub fn attach(func: &mut Function) {
    clear(func);
    if only_in_entry(func) {
        return entry_polls(func);
    }
    let live = Liveness::new(func);
    for block in func.layout.clone() {
        guard(func, block, &live);
        polls(func, block, &live);
    }
}

/// Whether the entry, which nothing jumps to, has all frame states, and ends without a guard.
fn only_in_entry(func: &Function) -> bool {
    let has_state = |block: &Block| {
        func.blocks[*block].insts.iter().any(|i| matches!(func.insts[*i].op, Opcode::Poll | Opcode::Guard))
    };
    let ends_in_guard = func.end(func.entry()).is_some_and(|end| end.op == Opcode::Guard);
    !ends_in_guard && !func.layout[1..].iter().any(has_state)
}

/// Functions without loops, the most, need no walk over the graph: what the entry has defined before a poll
/// and anything uses after it is live there.
fn entry_polls(func: &mut Function) {
    let mut used: SecondaryMap<Value, bool> = filled(func.values.len());
    for block in &func.layout[1..] {
        for inst in &func.blocks[*block].insts {
            func.insts[*inst].uses().for_each(|v| used[v] = true);
        }
    }
    let entry = func.entry();
    for n in (0..func.blocks[entry].insts.len()).rev() {
        let inst = func.blocks[entry].insts[n];
        if func.insts[inst].op == Opcode::Poll {
            let before = &func.blocks[entry].insts[..n];
            let results = before.iter().flat_map(|i| &func.insts[*i].results);
            let defined = func.blocks[entry].params.iter().chain(results);
            let mut live: Vec<Value> = defined.copied().filter(|v| used[*v]).collect();
            live.sort_unstable();
            func.insts[inst].args = live.into_iter().collect();
        }
        func.insts[inst].uses().for_each(|v| used[v] = true);
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
