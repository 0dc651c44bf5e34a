//! Promotion of memory to registers: what a place holds that a loop reads on every iteration is loaded before
//! the loop and kept in parameters of its blocks, if no store in the loop may reach it (`places`) but those
//! that go just there.
//!
//! All that is asked of a loop is asked of the loops in it, whose blocks are its own. Inner loops first: a
//! place that stays for them is then loaded before them, which is on each iteration of the one around. Around
//! other loops only places that are written are kept, as they are no use to the inner ones and may take a
//! register from them: that is worth it where an iteration waits for what the one before it has stored.
//!
//! Its own stores stay, unless nothing else in the loop may read there, nothing can stop the loop, and each
//! way out of it leads past one: then the place is stored where the loop is left. So no store is made that
//! the program did not make, and what a handler sees is as it was.
//!
//! The place is loaded where its address is good: known before the loop; or reached on the first iteration
//! unless a check of what does not change fails; or, after such a check of the loop that it is not null,
//! where that holds. Those checks are made before the loop as well, and where one would fail there is nothing
//! to load, as the loop will not come to the place.
//!
//! Others may run at the loop's polls, but may not look or write there without synchronising. Loops that
//! synchronise (calls, natives, the region `SHARED`) are left alone, and so are those that only another fiber
//! could end, or that have such a loop in them (`waits`). A program that is stopped at a poll for good, out
//! of gas, may leave a place as of before the loop, in all tiers alike. Gas is not touched.

mod rewrite;
mod search;
mod waits;

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;
use purlin_ir::cfg::{self, Dominators, Predecessors};
use purlin_ir::{Block, FuncId, Function, Inst, Module, Opcode, Value};

use crate::clean;
use crate::licm;
use crate::loops::{self, Loop};
use crate::places::MemoryLocation;
use rewrite::Rewriter;
use search::{Analyses, PromotionSearch};

/// How often a function is gone through.
const ROUNDS: usize = 3;

/// Promotes what can be promoted.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let mut insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
    if !cfg::may_loop(func) || !insts.any(|inst| func.insts[*inst].op == Opcode::Store) {
        return false;
    }
    let mut changed = false;
    for _ in 0..ROUNDS {
        if !round(func) {
            break;
        }
        clean::run(func, module, id);
        changed = true;
    }
    changed
}

/// Promotes what can be promoted now; what was loaded may be the root of further places.
fn round(func: &mut Function) -> bool {
    let dominators = Dominators::new(func);
    let preds = cfg::predecessors(func);
    let plans = plans(func, &dominators, &preds);
    if plans.is_empty() {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for plan in &plans {
        Rewriter { func, dominators: &dominators, preds: &preds, plan, to: &mut to }.run();
    }
    func.replace_uses(to);
    true
}

/// Plans for loops of which none is in another.
fn plans(func: &Function, dominators: &Dominators, preds: &Predecessors) -> Vec<Plan> {
    let loops = loops::find(func, dominators);
    if loops.is_empty() {
        return Vec::new();
    }
    let (homes, checked) = (cfg::homes(func), licm::checks(func));
    let known = Analyses { func, dominators, preds, homes: &homes, checked: &checked };
    let mut planned: HashSet<Block> = HashSet::default();
    let mut plans = Vec::new();
    for of in &loops {
        // What is planned for an inner loop comes first; this one follows when that is done.
        if of.blocks.iter().any(|block| planned.contains(block)) {
            continue;
        }
        if let Some(plan) = PromotionSearch::new(&known, of, &loops).and_then(PromotionSearch::plan) {
            planned.extend(of.blocks.iter().copied());
            plans.push(plan);
        }
    }
    plans
}

/// A load, store or check of a loop, and where in its block it is.
#[derive(Clone, Copy)]
struct At {
    inst: Inst,
    block: Block,
    n: usize,
}

/// What becomes of the stores of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stores {
    /// There are none.
    None,
    Stay,
    /// There is one where the loop is left.
    Go,
}

/// A place that may become a value.
struct Variable {
    place: MemoryLocation,
    accesses: Vec<At>,
    stores: Stores,
    /// Checks of the loop without which it does not come to the place.
    guards: Vec<Inst>,
}

struct Plan {
    of: Loop,
    variables: Vec<Variable>,
}
