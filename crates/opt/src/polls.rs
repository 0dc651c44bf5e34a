//! Polls that come soon after others go: the iterations of an unrolled loop and inlined functions bring one
//! each. What runs out of gas is stopped at the next one that is left, and so is what others wait for:
//! [`NEAR`] units later at most.
//!
//! Calls may take any time, and so may what takes gas by itself: after them the next poll stays. So it does
//! after edges back, which keeps one in each cycle. A function that asks sites keeps all: what a site has
//! decides whether the code of a method runs here or where it is called, and a program stops at the same poll
//! either way. Knows nothing of what is live.

use purlin_base::SecondaryMap;
use purlin_ir::measure::asks_sites;
use purlin_ir::{Block, Effects, FuncId, Function, Inst, Module, Opcode, cfg};

use crate::counts::{self, Rewrite};

/// Units of gas from one poll to the next that are too few to ask again.
pub const NEAR: i64 = 200;

/// Drops polls that come soon after another on every path to them. Where a module counts allocations it stops
/// at the poll that finds too many, so all stay: else it would depend on what was inlined which poll that is.
pub fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    if module.counted.allocations || asks_sites(func) {
        return false;
    }
    let mut changed = false;
    let preds = cfg::predecessors(func);
    // At the end of a block, the most gas that may have been taken since the last poll, if that is known. Not
    // yet after edges back.
    let mut ends: SecondaryMap<Block, Option<i64>> = purlin_base::filled(func.blocks.len());
    for block in cfg::reverse_postorder(func) {
        let ways = preds[block].iter().map(|from| ends[*from]);
        let mut since = ways.reduce(|a, b| Some(a?.max(b?))).flatten();
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        let before = insts.len();
        insts.retain(|inst| stays(func, *inst, &mut since));
        changed |= insts.len() < before;
        func.blocks[block].insts = insts;
        ends[block] = since;
    }
    changed
}

/// Whether an instruction stays; `since` is the gas that was taken since the last poll, if that is known.
fn stays(func: &Function, inst: Inst, since: &mut Option<i64>) -> bool {
    let data = &func.insts[inst];
    let any_time = Effects::CALL.or(Effects::ALLOC).or(Effects::METER);
    match data.op {
        Opcode::Poll if since.is_some_and(|units| units <= NEAR) => {
            counts::hit(Rewrite::PollsNear);
            return false;
        }
        Opcode::Poll => *since = Some(0),
        Opcode::Charge => *since = since.map(|units| units.saturating_add(data.units())),
        // wildcard: the effects of an op say whether the time that it takes is unbounded.
        op if op.row().effects.has(any_time) => *since = None,
        // wildcard: neither takes gas nor takes time: the effects say so.
        _ => {}
    }
    true
}
