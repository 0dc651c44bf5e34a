//! What the builder knows of a function's graph while it grows: immediate dominators of sealed blocks, and
//! whether a variable is assigned between a block and its dominator.
//!
//! With it a variable that a thousand joins leave alone gets no thousand parameters that would all be dropped
//! again: construction takes time and memory in proportion to the code, not to variables times joins.

use purlin_base::SecondaryMap;

use crate::ids::{Block, Var};

/// Blocks are filled one after the other, and a block's dominators before it. So what happens between the end
/// of a dominator and the sealing of a block includes all that lies between the two in the graph.
#[derive(Default)]
pub(crate) struct Shape {
    /// How many assignments there were so far.
    clock: u32,
    /// The times of each variable's assignments.
    assigned: SecondaryMap<Var, Vec<u32>>,
    /// In which order blocks began to be filled, from 1; 0 before.
    order: SecondaryMap<Block, u32>,
    placed: u32,
    ended: SecondaryMap<Block, u32>,
    sealed: SecondaryMap<Block, u32>,
    /// `None` as long as it is not known.
    idom: SecondaryMap<Block, Option<Block>>,
    /// A dominator further up, so that a way up takes few steps, and the length of that jump: 1 to the
    /// immediate one. After Myers, "An Applicative Random-Access Stack" (1983); dominators that become known
    /// later are not jumped over.
    jump: SecondaryMap<Block, (Option<Block>, u32)>,
    /// Filled before anything jumped there, which breaks the order of filling.
    early: SecondaryMap<Block, bool>,
    /// Nothing leads there, and nothing will.
    dead: SecondaryMap<Block, bool>,
}

impl Shape {
    /// `var` is assigned in the block that is being filled.
    pub(crate) fn assign(&mut self, var: Var) {
        self.clock += 1;
        self.assigned[var].push(self.clock);
    }

    /// `block` begins to be filled.
    pub(crate) fn place(&mut self, block: Block, has_way_in: bool) {
        self.placed += 1;
        self.order[block] = self.placed;
        self.early[block] = !has_way_in;
    }

    /// `block` has got its end.
    pub(crate) fn end(&mut self, block: Block) {
        self.ended[block] = self.clock;
    }

    /// `block` is where code goes that cannot be reached.
    pub(crate) fn dead(&mut self, block: Block) {
        self.dead[block] = true;
    }

    /// Records that `preds` are all the blocks that jump to `block`.
    pub(crate) fn seal(&mut self, block: Block, preds: &[Block]) {
        self.sealed[block] = self.clock;
        if preds.is_empty() {
            return;
        }
        if preds.iter().all(|p| self.dead[*p]) {
            self.dead[block] = true;
        } else if !self.early[block] {
            self.idom[block] = self.common_dominator(block, preds);
            self.jump[block] = self.idom[block].map_or((None, 0), |up| self.jump_over(up));
        }
    }

    /// The jump of a block below `up`.
    fn jump_over(&self, up: Block) -> (Option<Block>, u32) {
        if let (Some(second), length) = self.jump[up]
            && let (Some(third), same) = self.jump[second]
            && length == same
        {
            return (Some(third), 1 + length + same);
        }
        (Some(up), 1)
    }

    /// The first block on the way up from `at` that began to be filled no later than `block`; `None` if the
    /// way ends before.
    fn climb(&self, mut at: Block, block: Block) -> Option<Block> {
        let order = self.order[block];
        while self.order[at] > order {
            at = match self.jump[at].0 {
                Some(far) if self.order[far] >= order => far,
                _ => self.idom[at]?,
            };
        }
        Some(at)
    }

    fn common_dominator(&self, block: Block, preds: &[Block]) -> Option<Block> {
        let mut common: Option<Block> = None;
        for pred in preds.iter().filter(|p| !self.dead[**p]) {
            if self.is_below(*pred, block)? {
                // Comes around a loop, from `block` itself.
                continue;
            }
            common = Some(match common {
                None => *pred,
                Some(other) => self.intersect(other, *pred)?,
            });
        }
        common
    }

    /// Whether the way up from `at` meets `block`; `None` if it ends too early to tell.
    fn is_below(&self, at: Block, block: Block) -> Option<bool> {
        if self.order[block] == 0 {
            return Some(false);
        }
        Some(self.climb(at, block)? == block)
    }

    fn intersect(&self, mut a: Block, mut b: Block) -> Option<Block> {
        while a != b {
            if self.order[a] > self.order[b] {
                a = self.climb(a, b)?;
            } else if self.order[b] > self.order[a] {
                b = self.climb(b, a)?;
            } else {
                // Neither was filled so far: they have nothing known in common.
                b = self.idom[b]?;
            }
        }
        Some(a)
    }

    /// The immediate dominator of a sealed block, if that is known and `var` has the same value at its end.
    pub(crate) fn above(&self, var: Var, block: Block) -> Option<Block> {
        let up = self.idom[block]?;
        let times = &self.assigned[var];
        let next = times.partition_point(|t| *t <= self.ended[up]);
        let untouched = times.get(next).is_none_or(|t| *t > self.sealed[block]);
        untouched.then_some(up)
    }
}
