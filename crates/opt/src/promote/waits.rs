//! Loops that wait for another fiber to write.

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;
use purlin_ir::{Block, Def, Effects, Function, Inst, Opcode, Value};

use super::Variable;
use crate::loops::Loop;

/// So far back what decides whether a loop ends is looked at.
const DEPTH: u32 = 4;

pub(super) struct Waits<'a> {
    func: &'a Function,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    inside: HashSet<Block>,
    /// Loads that would find the same on each iteration.
    kept: HashSet<Inst>,
}

impl<'a> Waits<'a> {
    /// A loop in which these places are not looked at, but are what it stores there.
    pub(super) fn new(
        func: &'a Function,
        homes: &'a SecondaryMap<Value, Option<Block>>,
        of: &Loop,
        variables: &[Variable],
    ) -> Waits<'a> {
        let inside: HashSet<Block> = of.blocks.iter().copied().collect();
        let is_stored = |variable: &&Variable| {
            let mut inner = variable.accesses.iter().filter(|at| inside.contains(&at.block));
            inner.any(|at| func.insts[at.inst].op == Opcode::Store)
        };
        let read = variables.iter().filter(|variable| !is_stored(variable));
        let kept = read.flat_map(|variable| &variable.accesses).map(|at| at.inst).collect();
        Waits { func, homes, inside, kept }
    }

    /// Whether the loop could only be left by what another fiber does; or not at all.
    pub(super) fn run(&self) -> bool {
        let leaves = |block: &&Block| self.func.successors(**block).any(|next| !self.inside.contains(&next));
        self.inside.iter().filter(leaves).all(|block| {
            let end = self.func.end(*block).expect("a block of a loop has an end");
            end.args.iter().all(|arg| self.is_settled(*arg, 0))
        })
    }

    /// Whether a value would be the same each time around.
    fn is_settled(&self, value: Value, depth: u32) -> bool {
        if self.homes[value].is_some_and(|home| !self.inside.contains(&home)) {
            return true;
        }
        let Def::Result(def, _) = self.func.values[value].def else { return false };
        let data = &self.func.insts[def];
        match data.op {
            Opcode::Load => self.kept.contains(&def),
            // wildcard: by the effects of the op.
            _ => {
                depth < DEPTH
                    && data.op.row().effects == Effects::NONE
                    && data.args.iter().all(|arg| self.is_settled(*arg, depth + 1))
            }
        }
    }
}
