//! Natural loops: a header, and the blocks from which control comes back to it without leaving what it
//! dominates.
//!
//! Knows nothing of what runs in them. Cycles with more than one way in are no loops here.

use purlin_base::SecondaryMap;

use crate::cfg::{self, Dominators};
use crate::func::Function;
use crate::ids::Block;

/// One loop.
#[derive(Clone, Debug)]
pub struct Loop {
    pub header: Block,
    /// Where the edges back start.
    pub latches: Vec<Block>,
    /// All its blocks, the header first.
    pub blocks: Vec<Block>,
}

/// All loops, inner ones before those around them.
pub fn find(func: &Function, dominators: &Dominators) -> Vec<Loop> {
    let preds = cfg::predecessors(func);
    let mut inside: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
    let mut loops = Vec::new();
    for (n, header) in dominators.order.iter().enumerate() {
        let mut latches: Vec<Block> =
            preds[*header].iter().copied().filter(|p| dominators.dominates(*header, *p)).collect();
        latches.sort_unstable();
        latches.dedup();
        if latches.is_empty() {
            continue;
        }
        let mark = n as u32 + 1;
        inside[*header] = mark;
        let mut blocks = vec![*header];
        let mut work = latches.clone();
        while let Some(block) = work.pop() {
            if std::mem::replace(&mut inside[block], mark) != mark {
                blocks.push(block);
                work.extend(preds[block].iter().copied());
            }
        }
        loops.push(Loop { header: *header, latches, blocks });
    }
    // Headers come in reverse postorder, so those of inner loops come later.
    loops.reverse();
    loops
}
