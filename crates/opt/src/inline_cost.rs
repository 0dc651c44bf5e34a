//! The cost model of inlining: what the body of a function costs, and how much is allowed where.
//!
//! Knows nothing of how often anything runs, and changes no code.

use purlin_ir::measure::{counts, has_slow_paths};
use purlin_ir::{Body, Function, InstData, Module, Opcode};

/// Ops that cost something, in a function that takes less room than calls of it.
pub(crate) const TINY: usize = 8;
/// The limit for a function without calls.
pub(crate) const LEAF: usize = 14;
/// The limit for a function without calls that a sender calls: comparing what the site has and testing the
/// result cost as much as a small body.
pub(crate) const LEAF_OF_SENDER: usize = 24;
/// The limit for a function that is called in a loop.
pub(crate) const SMALL: usize = 40;
/// The limit for a function that calls itself: one level of it is inlined into itself.
pub(crate) const SMALL_RECURSIVE: usize = 50;
/// Instructions that a function may have and still take in others.
pub(crate) const LARGE: usize = 3000;
/// Words of frame slots, which have to be cleared at each way in.
const SLOT_WORDS: u32 = 8;

/// Where a call stands, as far as limits depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Around {
    Loop,
    /// A function that asks sites, outside of its loops.
    Sender,
    Other,
}

/// Whether a body is small enough to stand in a loop of another function.
pub(crate) fn fits_in_loops(body: &Body, module: &Module) -> bool {
    !is_larger(body, Around::Loop) && fits(body, module, SMALL)
}

/// Whether it is known, without decoding the body, that it is larger than what may be inlined there into a
/// function that it does not contain.
pub(crate) fn is_larger(body: &Body, around: Around) -> bool {
    body.measure().is_some_and(|measure| usize::from(measure.cost) > allowed(around, || measure.leaf))
}

/// What the body of a function may cost that is called there.
pub(crate) fn allowed(around: Around, leaf: impl FnOnce() -> bool) -> usize {
    let of_leaf = match around {
        Around::Loop => return SMALL,
        Around::Sender => LEAF_OF_SENDER,
        Around::Other => LEAF,
    };
    if leaf() { of_leaf } else { TINY }
}

/// Whether a body may stand in another function, and is small enough to.
pub(crate) fn fits(body: &Function, module: &Module, allowed: usize) -> bool {
    if body.handler.is_some() {
        return false;
    }
    if body.slots.values().map(|s| s.size.div_ceil(8)).sum::<u32>() > SLOT_WORDS {
        return false;
    }
    let mut size = 0;
    let slow = has_slow_paths(body);
    let insts = body.layout.iter().flat_map(|b| body.blocks[*b].insts.iter().map(move |inst| (*b, inst)));
    for (block, inst) in insts {
        let data = &body.insts[*inst];
        let op = data.op;
        // Positions do not tell of functions that a tail call has left: two that tail-call each other would
        // be inlined alternately.
        if op == Opcode::TailCallIndirect || op == Opcode::TailCall && !is_last(module, data) {
            return false;
        }
        size += usize::from(counts(body, slow, block, op));
        if size > allowed {
            return false;
        }
    }
    true
}

/// Whether the target of a tail call makes no tail calls itself.
fn is_last(module: &Module, tail_call: &InstData) -> bool {
    let callee = module.funcs.get(tail_call.func()).and_then(|f| f.body.as_deref());
    callee.is_some_and(|body| {
        let mut ends = body.layout.iter().filter_map(|b| body.end(*b));
        !ends.any(|end| matches!(end.op, Opcode::TailCall | Opcode::TailCallIndirect))
    })
}
