//! The order of blocks: loops stay in one piece.
//!
//! Cranelift lays blocks out in reverse postorder and goes to a branch's second target first on the way down, so what lies
//! behind the second target comes right behind the branch. Where the first one stays in the loop and the second leaves it,
//! all that follows the loop would lie in its middle, and the rest of it would be jumped to and back from each time around.

use cranelift_codegen::Context;
use cranelift_codegen::cursor::{Cursor as _, FuncCursor};
use cranelift_codegen::ir::condcodes::CondCode as _;
use cranelift_codegen::ir::{Block, Function, Inst, InstBuilder as _, InstructionData, Opcode, Value};
use cranelift_codegen::loop_analysis::LoopAnalysis;

/// Turns branches around that leave a loop by their second target. The loop analysis is up to date, and remains so.
pub fn loops_together(context: &mut Context) -> bool {
    let (func, loops) = (&context.func, &context.loop_analysis);
    let turned: Vec<Inst> =
        func.layout.blocks().filter_map(|block| leaves_second(func, loops, block)).collect();
    for branch in &turned {
        turn(&mut context.func, *branch);
    }
    !turned.is_empty()
}

/// The branch at the end of `block`, if only its first target stays in a loop that both could.
fn leaves_second(func: &Function, loops: &LoopAnalysis, block: Block) -> Option<Inst> {
    let branch = func.layout.last_inst(block)?;
    let InstructionData::Brif { blocks, .. } = func.dfg.insts[branch] else { return None };
    let [stays, leaves] = blocks.map(|target| target.block(&func.dfg.value_lists));
    let mut around = loops.innermost_loop(block);
    while let Some(of) = around {
        // A way back leads to what lies there already.
        if loops.is_in_loop(stays, of) && !loops.is_in_loop(leaves, of) && loops.loop_header(of) != stays {
            return (!func.layout.is_cold(leaves)).then_some(branch);
        }
        around = loops.loop_parent(of);
    }
    None
}

fn turn(func: &mut Function, branch: Inst) {
    let InstructionData::Brif { arg, mut blocks, .. } = func.dfg.insts[branch] else { return };
    let Some(arg) = opposite(func, branch, arg) else { return };
    blocks.swap(0, 1);
    func.dfg.insts[branch] = InstructionData::Brif { opcode: Opcode::Brif, arg, blocks };
}

/// What holds where an integer comparison does not.
fn opposite(func: &mut Function, branch: Inst, condition: Value) -> Option<Value> {
    let compared = func.dfg.value_def(condition).inst()?;
    let mut cursor = FuncCursor::new(func).at_inst(branch);
    cursor.set_srcloc(cursor.func.srcloc(branch));
    match cursor.func.dfg.insts[compared] {
        InstructionData::IntCompare { args: [a, b], cond, .. } => {
            Some(cursor.ins().icmp(cond.complement(), a, b))
        }
        _ => None,
    }
}
