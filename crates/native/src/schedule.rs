//! The order of instructions at the end of loops. Where the next value of a counter is computed before the
//! last use of the old one, as a check of it asks for, both are alive, in two registers, and the way back
//! needs a move and a block of its own. So the next values go to the end of the block, after the last use of
//! what they replace.

use cranelift_codegen::cursor::{Cursor as _, FuncCursor};
use cranelift_codegen::ir::{
    Block, BlockArg, Function, Inst, InstBuilder as _, InstructionData, Opcode, Value, ValueDef,
};
use cranelift_entity::SecondaryMap;

/// Longer blocks are left as they are.
const MAX_BLOCK_INSTS: usize = 400;

/// Moves the next values of loops to the ends of their blocks.
pub(crate) fn steps_last(func: &mut Function) {
    func.dfg.resolve_all_aliases();
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let blocks: Vec<Block> = func.layout.blocks().collect();
    for block in blocks {
        seen[block] = true;
        let steps = steps(func, block, &seen);
        if !steps.is_empty() {
            sink(func, block, &steps);
            for (old, new) in steps {
                let new = recompute(func, block, old, new).unwrap_or(new);
                shorten(func, block, old, new);
            }
        }
    }
}

/// What a block passes back to blocks before it: each parameter, and its next value.
fn steps(func: &Function, block: Block, seen: &SecondaryMap<Block, bool>) -> Vec<(Value, Value)> {
    let Some(end) = func.layout.last_inst(block) else { return Vec::new() };
    let data = &func.dfg.insts[end];
    let targets = match data.opcode() {
        Opcode::Jump | Opcode::Brif => {
            data.branch_destination(&func.dfg.jump_tables, &func.dfg.exception_tables)
        }
        // wildcard: Cranelift's opcodes: only these two pass arguments to one block or two.
        _ => &[],
    };
    let mut steps = Vec::new();
    for target in targets {
        let to = target.block(&func.dfg.value_lists);
        if seen[to] {
            let args = target.args(&func.dfg.value_lists).filter_map(|a| a.as_value());
            steps.extend(func.dfg.block_params(to).iter().copied().zip(args));
        }
    }
    steps
}

fn sink(func: &mut Function, block: Block, steps: &[(Value, Value)]) {
    let mut insts: Vec<Inst> = func.layout.block_insts(block).collect();
    let Some(end) = insts.pop() else { return };
    if insts.len() > MAX_BLOCK_INSTS {
        return;
    }
    for (old, new) in steps {
        let Some(at) = insts.iter().position(|i| func.dfg.inst_results(*i) == [*new]) else { continue };
        let uses = |inst: Inst, value: Value| func.dfg.inst_values(inst).any(|v| v == value);
        if !movable(func, insts[at]) || uses(end, *old) {
            continue;
        }
        // The next value and what follows from it; whether something between needs the old one.
        let mut moved = vec![at];
        let mut needed = false;
        let mut free = true;
        for (n, inst) in insts.iter().enumerate().skip(at + 1) {
            let follows =
                moved.iter().any(|m| func.dfg.inst_results(insts[*m]).iter().any(|r| uses(*inst, *r)));
            if follows {
                free &= movable(func, *inst);
                moved.push(n);
            } else {
                needed |= uses(*inst, *old);
            }
        }
        if !needed || !free {
            continue;
        }
        for n in &moved {
            func.layout.remove_inst(insts[*n]);
            func.layout.insert_inst(insts[*n], end);
        }
        let (mut kept, mut last) = (Vec::with_capacity(insts.len()), Vec::new());
        for (n, inst) in insts.iter().enumerate() {
            if moved.contains(&n) { last.push(*inst) } else { kept.push(*inst) }
        }
        kept.append(&mut last);
        insts = kept;
    }
}

/// A next value that is needed before the last use of what it replaces, as a check of the next element asks
/// for, is computed again at the end for the way back: one instruction more, and a move and a jump less. The
/// new one.
fn recompute(func: &mut Function, block: Block, old: Value, new: Value) -> Option<Value> {
    let step = func.dfg.value_def(new).inst()?;
    let InstructionData::Binary { opcode: Opcode::Iadd | Opcode::Isub, args } = func.dfg.insts[step] else {
        return None;
    };
    let constant = func.dfg.value_def(args[1]).inst()?;
    let is_constant = func.dfg.insts[constant].opcode() == Opcode::Iconst;
    let ValueDef::Param(header, at) = func.dfg.value_def(old) else { return None };
    if args[0] != old || !is_constant {
        return None;
    }
    let end = func.layout.last_inst(block)?;
    let uses = |inst: Inst| func.dfg.inst_values(inst).any(|value| value == old);
    // The step may be in a block before this one, where a check of it ends that.
    let here = func.layout.inst_block(step) == Some(block);
    let mut rest = func.layout.block_insts(block).skip_while(|inst| here && *inst != step);
    if !rest.any(|inst| inst != step && uses(inst)) || uses(end) {
        return None;
    }
    let data = func.dfg.insts[step];
    let ty = func.dfg.value_type(new);
    let loc = func.srcloc(step);
    let copy = func.dfg.make_inst(data);
    func.dfg.make_inst_results(copy, ty);
    func.layout.insert_inst(copy, end);
    func.set_srcloc(copy, loc);
    let copied = func.dfg.first_result(copy);
    // On the ways back alone: the end's own operand may be what the early one was for.
    let dfg = &mut func.dfg;
    let targets = dfg.insts[end].branch_destination_mut(&mut dfg.jump_tables, &mut dfg.exception_tables);
    for target in targets {
        if target.block(&dfg.value_lists) == header {
            let mut n = 0;
            target.update_args(&mut dfg.value_lists, |arg| {
                n += 1;
                if n - 1 == at && arg == BlockArg::Value(new) { BlockArg::Value(copied) } else { arg }
            });
        }
    }
    Some(copied)
}

/// A sum of a counter and a constant that replaces the counter becomes a difference: x86-64 code of Cranelift
/// has four bytes for constants of sums, as they could be addresses, and one byte for small constants of
/// differences.
fn shorten(func: &mut Function, block: Block, old: Value, new: Value) {
    let Some(step) = func.dfg.value_def(new).inst() else { return };
    let is_last = || {
        let mut after = func.layout.block_insts(block).skip_while(|i| *i != step).skip(1);
        after.all(|i| func.dfg.inst_values(i).all(|v| v != old))
    };
    let InstructionData::Binary { opcode: Opcode::Iadd, args } = func.dfg.insts[step] else { return };
    let constant = func.dfg.value_def(args[1]).inst().map(|i| func.dfg.insts[i]);
    if let Some(InstructionData::UnaryImm { opcode: Opcode::Iconst, imm }) = constant
        && args[0] == old
        && func.layout.inst_block(step) == Some(block)
        && is_last()
        && let Some(less) = imm.bits().checked_neg()
    {
        let ty = func.dfg.value_type(old);
        let bits = less & (u64::MAX >> (64 - ty.bits())) as i64;
        let mut at = FuncCursor::new(func).at_inst(step);
        at.set_srcloc(at.func.srcloc(step));
        let less = at.ins().iconst(ty, bits);
        at.func.dfg.insts[step] = InstructionData::Binary { opcode: Opcode::Isub, args: [old, less] };
    }
}

/// Whether only its operands decide where it stands.
fn movable(func: &Function, inst: Inst) -> bool {
    let op = func.dfg.insts[inst].opcode();
    let effects = op.can_trap()
        || op.can_load()
        || op.can_store()
        || op.other_side_effects()
        || op.is_call()
        || op.is_branch()
        || op.is_terminator();
    !effects && func.dfg.inst_results(inst).len() == 1
}
