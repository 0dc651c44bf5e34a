//! Fills in the values of frame states: what the interpreter needs to go on from there.

use smallvec::SmallVec;

use crate::cfg::{self, Liveness};
use crate::func::*;
use crate::op::Opcode;

/// Gives every poll and guard the values that are live where its frame state resumes, in the order of
/// their numbers, whatever they had before. To be called on the form that the bytecode is lowered from.
pub fn attach(func: &mut Function) {
    clear(func);
    let live = Liveness::new(func);
    for block in func.layout.clone() {
        let mut set = live.live_out(block).clone();
        for n in (0..func.blocks[block].insts.len()).rev() {
            let inst = func.blocks[block].insts[n];
            let op = func.insts[inst].op;
            if op == Opcode::Poll {
                func.insts[inst].args = set.iter().collect();
            } else if op == Opcode::Guard {
                let resume = func.insts[inst].targets[1].block;
                let mut args: Values = SmallVec::from_slice(&func.insts[inst].args[..1]);
                args.extend(live.live_in(resume).iter());
                func.insts[inst].args = args;
            }
            cfg::step_back(func, inst, &mut set);
        }
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
