//! Removes metering: what functions charge for their own work. A module that was changed so counts the
//! iterations of its loops and its recursive calls, and what natives charge, so that it can still be stopped
//! at any poll.
//!
//! Not in the list of passes, because it changes gas, which no pass may. It is applied to what a front end
//! made, before the passes. `tests/text/unmeter.ir` shows what it does.

use purlin_ir::{Function, Imm, Inst, Module, Opcode};

/// The unit that a poll needs to be reached some time.
const UNIT: i64 = 1;

/// Removes the charges of all functions of a module.
pub fn module(module: &mut Module) {
    module.funcs.values_mut().filter_map(|decl| decl.body.as_deref_mut()).for_each(function);
}

/// Removes the charges of a function. One that a poll follows becomes one unit.
pub fn function(func: &mut Function) {
    for block in func.layout.clone() {
        let insts = std::mem::take(&mut func.blocks[block].insts);
        let op = |inst: Option<&Inst>| inst.map(|inst| func.insts[*inst].op);
        let mut kept = Vec::with_capacity(insts.len());
        let mut polled = Vec::new();
        for (n, inst) in insts.iter().enumerate() {
            let is_charge = op(Some(inst)) == Some(Opcode::Charge);
            let is_polled = op(insts.get(n + 1)) == Some(Opcode::Poll);
            if !is_charge || is_polled {
                kept.push(*inst);
            }
            if is_charge && is_polled {
                polled.push(*inst);
            }
        }
        polled.into_iter().for_each(|inst| func.insts[inst].imm = Imm::Units(UNIT));
        func.blocks[block].insts = kept;
    }
}
