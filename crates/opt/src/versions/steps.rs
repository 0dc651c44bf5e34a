//! Steps of counters. Where a comparison has kept a counter from being above a word that the loop does not
//! change, the sum with a step fits if that word's sum does: the copy asks for it once, and not in each
//! iteration.

use purlin_base::map::HashSet;
use purlin_ir::{Block, InstData, Opcode, Value};

use super::search::{Copy, Search};

/// A question in a loop whether a counter and its step fit.
pub(super) struct Step {
    /// The block that ends by it.
    pub block: Block,
    /// The word that the counter is not above there.
    pub limit: Value,
    /// The step, above 0.
    pub by: i64,
}

impl Search<'_> {
    /// The steps in a copy of the counters, which are parameters of its header.
    pub(super) fn steps(&self, copy: &Copy, counters: &[Value]) -> Vec<Step> {
        let mut steps = Vec::new();
        for block in self.of.blocks.iter().filter(|block| copy.blocks.contains(*block)) {
            let Some((end, compared)) = self.branch(*block) else { continue };
            let [counter, limit] = compared.args[..] else { continue };
            let is_outside = self.homes[limit].is_some_and(|home| !self.inside.contains(&home));
            let compares = matches!(compared.op, Opcode::DynLe | Opcode::DynLt);
            let [then, other] = [0, 1].map(|n| end.targets[n].block);
            if compares && then != other && counters.contains(&counter) && is_outside {
                let before = self.before(copy, *block, then);
                steps.extend(self.steps_of(copy, &before, (counter, limit)));
            }
        }
        steps
    }

    /// The steps of a counter in blocks behind the comparison with a word; `before` are all other blocks.
    fn steps_of(
        &self,
        copy: &Copy,
        before: &HashSet<Block>,
        (counter, limit): (Value, Value),
    ) -> impl Iterator<Item = Step> {
        let behind = self.of.blocks.iter().filter(|b| copy.blocks.contains(*b) && !before.contains(*b));
        let step = move |block: &Block| {
            let (_, sum) = self.branch(*block).filter(|(_, sum)| sum.op == Opcode::DynAddOk)?;
            let step = self.func.made_by(sum.args[1]).filter(|made| made.op == Opcode::DynFromInt)?;
            let by = self.func.as_iconst(step.args[0]).filter(|by| *by > 0 && sum.args[0] == counter)?;
            Some(Step { block: *block, limit, by })
        };
        behind.filter_map(step)
    }

    /// The question that a block ends by, and the branch on it.
    fn branch(&self, block: Block) -> Option<(&InstData, &InstData)> {
        let end = self.func.end(block).filter(|end| end.op == Opcode::Brif)?;
        Some((end, self.func.made_by(end.args[0])?))
    }

    /// The blocks that an iteration of the copy comes to on other ways than by the branch from one block to
    /// another.
    fn before(&self, copy: &Copy, from: Block, to: Block) -> HashSet<Block> {
        let mut seen: HashSet<Block> = HashSet::default();
        let mut work = vec![self.of.header];
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                let next = self.func.successors(block).filter(|next| {
                    self.leads(copy, block, *next) && *next != self.of.header && (block, *next) != (from, to)
                });
                work.extend(next);
            }
        }
        seen
    }
}
