//! Rotation: the tests that loops end by stand after their iterations.

use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{Function, Inst, Opcode};

use crate::copies::Copies;
use crate::counts::{self, Rewrite};
use crate::loops::{self, Loop};

/// Instructions of the largest header that is copied.
const MAX_HEADER: usize = 6;

/// Moves the tests that loops end by from before their iterations to after them, where the edge back is the
/// branch. What the first iteration is entered by stays before the loop.
pub(super) fn rotate(func: &mut Function) -> bool {
    let mut changed = false;
    for of in loops::find(func, &Dominators::new(func)) {
        let (header, &[latch]) = (of.header, &of.latches[..]) else { continue };
        if !ends_by_header(func, &of) || func.end(latch).is_none_or(|end| end.op != Opcode::Jump) {
            continue;
        }
        counts::hit(Rewrite::VersionRotate);
        let mut copies = Copies::new(func, vec![header]);
        let to = copies.copy()[&header];
        copies.redirect(latch, header, to);
        let at = copies.func.layout.iter().position(|b| *b == latch).expect("a latch is laid out") + 1;
        copies.func.layout.insert(at, to);
        copies.repair();
        changed = true;
    }
    if changed {
        cfg::simplify_params(func);
    }
    changed
}

/// Whether all that a loop's header does is to decide whether there is another iteration.
fn ends_by_header(func: &Function, of: &Loop) -> bool {
    let data = &func.blocks[of.header];
    let Some(end) = func.end(of.header).filter(|end| end.op == Opcode::Brif) else { return false };
    let stays = |n: usize| of.blocks.contains(&end.targets[n].block);
    let decides = |inst: &Inst| {
        let op = func.insts[*inst].op;
        op.is_pure() || matches!(op, Opcode::Charge | Opcode::Poll)
    };
    let before = &data.insts[..data.insts.len() - 1];
    stays(0) != stays(1)
        && of.header != func.entry()
        && !of.latches.contains(&of.header)
        && !data.cold
        && data.insts.len() <= MAX_HEADER
        && before.iter().all(decides)
}
