//! What a frame slot must hold where a raise leads. A store stays if something may raise before the place is
//! stored again; all others are only for code that has the value already.

use purlin_base::map::HashMap;
use purlin_ir::{Block, Effects, Function, Inst};

use super::variables::Flow;
use super::{Object, ObjectField};

/// Adds the stores to one place of a slot that are read where a raise leads.
pub(super) fn stores_that_stay(func: &Function, flow: &Flow, object: &mut Object, place: ObjectField) {
    let mut stores: HashMap<Block, Vec<Inst>> = HashMap::default();
    for (inst, of, block) in &object.accesses {
        if *of == place && flow.stores[*inst] {
            stores.entry(*block).or_default().push(*inst);
        }
    }
    // Whether the place may be read before it is stored again, where blocks begin.
    let mut read: HashMap<Block, bool> = HashMap::default();
    let mut work: Vec<Block> = flow.order.clone();
    while let Some(block) = work.pop() {
        let after = func.successors(block).any(|next| read.get(&next).copied().unwrap_or(false));
        let before = backwards(func, block, stores.get(&block), after, |_| {});
        if before && read.insert(block, true) != Some(true) {
            work.extend(flow.preds[block].iter().copied());
        }
    }
    for block in stores.keys() {
        let after = func.successors(*block).any(|next| read.get(&next).copied().unwrap_or(false));
        backwards(func, *block, stores.get(block), after, |store| {
            object.stay.insert(store);
        });
    }
}

/// Walks a block from its end, where the place is `read` or not; whether it is at its beginning. `stays` is
/// told of each store that is read.
fn backwards(
    func: &Function,
    block: Block,
    stores: Option<&Vec<Inst>>,
    mut read: bool,
    mut stays: impl FnMut(Inst),
) -> bool {
    for inst in func.blocks[block].insts.iter().rev() {
        if stores.is_some_and(|stores| stores.contains(inst)) {
            if read {
                stays(*inst);
            }
            read = false;
        } else {
            read |= may_raise(func, *inst);
        }
    }
    read
}

/// Whether an instruction may raise, or end the function in a way that a handler sees.
fn may_raise(func: &Function, inst: Inst) -> bool {
    let effects = func.insts[inst].op.row().effects;
    effects.has(Effects::TRAP.or(Effects::CALL).or(Effects::ALLOC))
}
