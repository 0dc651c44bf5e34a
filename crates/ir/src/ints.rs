//! Which words of a dynamic guest are integers wherever they are read: what is made of one, what arithmetic
//! on integers gives, and block parameters that get nothing else; and where branches have found out that
//! others are.
//!
//! Arithmetic gives an integer where the question that goes with it was answered yes, and is read nowhere
//! else; so it counts as one.

use purlin_base::SecondaryMap;
use purlin_base::map::HashMap;
use smallvec::SmallVec;

use crate::cfg::{self, Dominators};
use crate::floats::{insts, makes_int, pairs};
use crate::func::{Def, Function};
use crate::ids::{Block, Value};
use crate::inst::InstData;
use crate::op::Opcode;
use crate::types::Type;

/// Whether an op asks whether words are integers, and perhaps more.
pub fn asks(op: Opcode) -> bool {
    // wildcard: these are all.
    matches!(op, Opcode::DynIsInt | Opcode::DynInts | Opcode::DynAddOk | Opcode::DynSubOk | Opcode::DynMulOk)
}

/// The words that are integers; `None` if nothing makes one or nothing asks.
pub fn known(body: &Function) -> Option<SecondaryMap<Value, bool>> {
    let has = |is: fn(Opcode) -> bool| insts(body).any(|data| is(data.op));
    if !has(makes_int) || !has(asks) {
        return None;
    }
    let mut found = begin(body);
    narrow(body, |_| true, &mut found, |_, _| false);
    Some(found)
}

/// The words that are integers as long as nothing runs that is cold.
pub fn likely(body: &Function) -> SecondaryMap<Value, bool> {
    let mut found = begin(body);
    narrow(body, |block| !body.blocks[block].cold, &mut found, |_, _| false);
    found
}

/// Where branches have found out that words are integers.
pub struct Proven {
    /// By word, the blocks that the answer yes leads to, and nothing else.
    yes: HashMap<Value, SmallVec<[Block; 2]>>,
    dominators: Dominators,
}

impl Proven {
    /// What the questions of a function prove; `None` if it has none.
    pub fn new(body: &Function) -> Option<Proven> {
        if !insts(body).any(|data| asks(data.op)) {
            return None;
        }
        let preds = cfg::predecessors(body);
        let mut yes: HashMap<Value, SmallVec<[Block; 2]>> = HashMap::default();
        for end in body.layout.iter().filter_map(|block| body.end(*block)) {
            let question = end.args.first().and_then(|asked| body.made_by(*asked));
            let Some(question) = question.filter(|data| end.op == Opcode::Brif && asks(data.op)) else {
                continue;
            };
            let [to, other] = [0, 1].map(|n| end.targets[n].block);
            if to != other && preds[to].len() == 1 {
                question.args.iter().for_each(|word| yes.entry(*word).or_default().push(to));
            }
        }
        Some(Proven { yes, dominators: Dominators::new(body) })
    }

    /// Whether a word is an integer wherever a block is executed.
    pub fn holds(&self, word: Value, block: Block) -> bool {
        let yes = self.yes.get(&word);
        yes.is_some_and(|all| all.iter().any(|from| self.dominators.dominates(*from, block)))
    }
}

/// What ops make, and parameters.
fn begin(body: &Function) -> SecondaryMap<Value, bool> {
    let mut found: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    for data in insts(body).filter(|data| makes_int(data.op)) {
        found[data.results[0]] = true;
    }
    // Parameters are taken for integers until an edge passes something else. Callers pass what they like.
    let is_open = |block| block == body.entry() || Some(block) == body.handler;
    for block in body.layout.iter().filter(|block| !is_open(**block)) {
        for param in body.blocks[*block].params.iter().filter(|p| body.ty(**p) == Type::Dyn) {
            found[*param] = true;
        }
    }
    found
}

/// Of words that are integers, those that are never below 0: constants, sums and products of such.
pub fn never_negative(body: &Function, known: &SecondaryMap<Value, bool>) -> SecondaryMap<Value, bool> {
    let mut found: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    let is_param = |value: Value| matches!(body.values[value].def, Def::Param(..));
    for (value, is_known) in known.iter() {
        let made = body.made_by(value).is_some_and(|made| match made.op {
            Opcode::DynFromInt => body.as_iconst(made.args[0]).is_some_and(|of| of >= 0),
            Opcode::DynAdd | Opcode::DynMul => true,
            // wildcard: what others give may be below 0.
            _ => false,
        });
        found[value] = *is_known && (made || is_param(value));
    }
    let sums = |op| matches!(op, Opcode::DynAdd | Opcode::DynMul);
    narrow(
        body,
        |_| true,
        &mut found,
        |data, found| sums(data.op) && data.args.iter().any(|arg| !found[*arg]),
    );
    found
}

/// Takes away what does not hold: parameters that get something else on an edge from a block that counts, and
/// results that `is_wrong` tells.
fn narrow(
    body: &Function,
    counts: impl Fn(Block) -> bool,
    found: &mut SecondaryMap<Value, bool>,
    is_wrong: impl Fn(&InstData, &SecondaryMap<Value, bool>) -> bool,
) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for block in &body.layout {
            for data in body.blocks[*block].insts.iter().map(|inst| &body.insts[*inst]) {
                if is_wrong(data, found) {
                    changed |= std::mem::take(&mut found[data.results[0]]);
                }
                for (param, arg) in data.targets.iter().flat_map(|to| pairs(body, to)) {
                    if counts(*block) && !found[arg] {
                        changed |= std::mem::take(&mut found[param]);
                    }
                }
            }
        }
    }
}
