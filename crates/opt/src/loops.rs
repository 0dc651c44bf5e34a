//! What passes do to loops from outside: preheaders.

use purlin_ir::cfg;
pub(crate) use purlin_ir::loops::{Loop, find};
use purlin_ir::{Block, Function, InstData, LocId, Opcode, Target, Type, Values};
use smallvec::SmallVec;

/// The preheader of a loop, if there is one: all ways in lead through it, and it goes nowhere else.
pub(crate) fn preheader(func: &Function, of: &Loop) -> Option<Block> {
    let preds = cfg::predecessors(func);
    let mut outside = preds[of.header].iter().copied().filter(|p| !of.latches.contains(p));
    let only = outside.next().filter(|_| outside.next().is_none())?;
    func.end(only).is_some_and(|end| end.op == Opcode::Jump).then_some(only)
}

/// Sees to it that a loop has a preheader; true if one was made.
pub(crate) fn make_preheader(func: &mut Function, of: &Loop) -> bool {
    if preheader(func, of).is_some() {
        return false;
    }
    let preds = cfg::predecessors(func);
    let outside: SmallVec<[Block; 4]> =
        preds[of.header].iter().copied().filter(|p| !of.latches.contains(p)).collect();
    let ends: Vec<_> = outside.iter().filter_map(|b| func.blocks[*b].insts.last().copied()).collect();
    // Nothing leads to the entry from outside.
    let Some(loc) = ends.first().map(|end| func.insts[*end].loc) else { return false };
    let block = func.blocks.push(Default::default());
    func.blocks[block].cold = func.blocks[of.header].cold;
    let types: Vec<Type> = func.blocks[of.header].params.iter().map(|p| func.ty(*p)).collect();
    let args: Values = types.iter().map(|ty| func.add_param(block, *ty)).collect();
    for end in ends {
        let targets = func.insts[end].targets.iter_mut();
        targets.filter(|t| t.block == of.header).for_each(|t| t.block = block);
    }
    let jump = jump(Target { block: of.header, args }, loc);
    let jump = func.add_inst(jump, &[]);
    func.blocks[block].insts.push(jump);
    let at = func.layout.iter().position(|b| *b == of.header).unwrap_or(func.layout.len());
    func.layout.insert(at, block);
    true
}

/// The end of a block that leads to one place.
pub(crate) fn jump(target: Target, loc: LocId) -> InstData {
    InstData { targets: vec![target], ..InstData::new(Opcode::Jump, Type::I64, &[], loc) }
}
