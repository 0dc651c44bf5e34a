//! What holds in a copy of a loop or a function if its slow paths do not come back.

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;
use purlin_ir::floats::makes_int;
use purlin_ir::{Block, Def, Effects, Function, InstData, Opcode, Type, Value, cfg, ints};

use super::{CALL, MAX_WORDS, Plan, WORTH};
use crate::loops::Loop;

/// A search for what a copy of a loop, or of a whole function, would be.
pub(super) struct Search<'a> {
    pub func: &'a Function,
    pub known: &'a SecondaryMap<Value, bool>,
    pub homes: &'a SecondaryMap<Value, Option<Block>>,
    pub preds: &'a cfg::Predecessors,
    pub of: &'a Loop,
    pub inside: HashSet<Block>,
    /// The words that are likely floats, where the whole function is copied.
    pub floats: Option<&'a SecondaryMap<Value, bool>>,
}

/// What holds in the copy if the words that were chosen are integers on the way in.
pub(super) struct Copy {
    pub blocks: HashSet<Block>,
    pub leaves: Vec<(Block, usize)>,
    /// Parameters in it that are no integers, as far as one can tell.
    others: HashSet<Value>,
}

impl Search<'_> {
    pub(super) fn run(self) -> Option<Plan> {
        let wanted = self.wanted()?;
        let (mut params, mut outside): (Vec<Value>, Vec<Value>) =
            wanted.into_iter().partition(|value| self.homes[*value] == Some(self.of.header));
        params.retain(|param| self.may_begin_as_int(*param));
        while !params.is_empty() {
            let copy = self.copy(&params, &outside);
            let stays = |param: &Value| self.stays_int(*param, &copy, &params, &outside);
            let (left, lost): (Vec<Value>, Vec<Value>) = params.iter().partition(|param| stays(param));
            if !lost.is_empty() {
                params = left;
                continue;
            }
            // Only what the copy asks together with something else is worth a question before it.
            outside.retain(|value| self.asked(&copy.blocks).any(|asked| asked == *value));
            let number: Vec<usize> = params.iter().map(|param| self.number(*param)).collect();
            let fits =
                number.len() + outside.len() <= MAX_WORDS && self.is_worth(&copy, &params, &outside, WORTH);
            let steps = self.steps(&copy, &params);
            let (of, leaves) = (self.of.clone(), copy.leaves);
            return fits.then_some(Plan { of, params: number, outside, leaves, steps });
        }
        None
    }

    /// Whether the copy asks enough less.
    pub(super) fn is_worth(&self, copy: &Copy, params: &[Value], outside: &[Value], worth: usize) -> bool {
        let warm = self.of.blocks.iter().filter(|b| copy.blocks.contains(*b) && !self.func.blocks[**b].cold);
        let (mut less, mut cost) = (0, 0);
        for data in warm.flat_map(|b| &self.func.blocks[*b].insts).map(|inst| &self.func.insts[*inst]) {
            cost += if data.op.row().effects.has(Effects::CALL) { CALL } else { 1 };
            let is_int = |arg: &Value| self.is_int(*arg, copy, params, outside);
            less += usize::from(self.is_asked(data) && data.args.iter().any(is_int));
        }
        less * worth >= cost
    }

    /// Whether an op asks something of a word that need not be asked of integers.
    fn is_asked(&self, data: &InstData) -> bool {
        let is_test = |data: &InstData| data.op == Opcode::Ieq && self.func.ty(data.args[0]) == Type::Dyn;
        ints::asks(data.op) || data.op == Opcode::ClassOf || is_test(data)
    }

    /// Which parameter of its block a value is.
    fn number(&self, param: Value) -> usize {
        match self.func.values[param].def {
            Def::Param(_, n) => n as usize,
            Def::Result(..) => unreachable!("a header's parameter is asked for"),
        }
    }

    /// What is asked for in blocks that are not cold.
    fn asked<'b>(&'b self, blocks: &'b HashSet<Block>) -> impl Iterator<Item = Value> + 'b {
        let warm = self.of.blocks.iter().filter(|b| blocks.contains(*b) && !self.func.blocks[**b].cold);
        let insts = warm.flat_map(|b| &self.func.blocks[*b].insts).map(|inst| &self.func.insts[*inst]);
        insts.filter(|data| ints::asks(data.op)).flat_map(|data| data.args.iter().copied())
    }

    /// The header's parameters and the words from outside that the loop asks for, none if it has no form that
    /// can be copied.
    fn wanted(&self) -> Option<Vec<Value>> {
        if self.has_guards() {
            return None;
        }
        let mut wanted: Vec<Value> = Vec::new();
        for value in self.asked(&self.inside) {
            let is_outside = self.homes[value].is_none_or(|home| !self.inside.contains(&home));
            let counts = self.homes[value] == Some(self.of.header) && self.is_param(value)
                || is_outside && !self.known[value] && !self.is_other(value);
            if counts && !wanted.contains(&value) {
                wanted.push(value);
            }
        }
        Some(wanted)
    }

    /// Whether native code leaves there for another tier: such a place cannot be copied.
    pub(super) fn has_guards(&self) -> bool {
        let is_guard = |b: &Block| self.func.end(*b).is_none_or(|end| end.op == Opcode::Guard);
        self.of.blocks.iter().any(is_guard)
    }

    fn is_param(&self, value: Value) -> bool {
        matches!(self.func.values[value].def, Def::Param(..))
    }

    /// Whether a word is made of something that is no integer.
    fn is_other(&self, value: Value) -> bool {
        self.func.made_by(value).is_some_and(|made| {
            // wildcard: what other ops give may be an integer.
            matches!(made.op, Opcode::DynFromFloat | Opcode::DynFromImm | Opcode::Bitcast | Opcode::Null)
        })
    }

    /// Whether a parameter of the header may be an integer on the ways in.
    fn may_begin_as_int(&self, param: Value) -> bool {
        self.passed(self.of.header, self.number(param), |from| !self.inside.contains(&from))
            .all(|arg| !self.is_other(arg))
    }

    /// What edges from some blocks pass for a block's parameter.
    fn passed<'b>(
        &'b self,
        to: Block,
        n: usize,
        from: impl Fn(Block) -> bool + 'b,
    ) -> impl Iterator<Item = Value> + 'b {
        let ends = self.preds[to].iter().filter(move |b| from(**b)).filter_map(|b| self.func.end(*b));
        ends.flat_map(|end| &end.targets).filter(move |t| t.block == to).map(move |t| t.args[n])
    }

    /// The copy that there is if these words are integers in it.
    pub(super) fn copy(&self, params: &[Value], outside: &[Value]) -> Copy {
        let mut copy = Copy { blocks: HashSet::default(), leaves: Vec::new(), others: HashSet::default() };
        loop {
            self.reach(&mut copy, params, outside);
            // Both the blocks and what is no integer only grow.
            let mut new = false;
            for block in self.of.blocks.iter().filter(|b| copy.blocks.contains(*b) && **b != self.of.header) {
                for (n, param) in self.func.blocks[*block].params.iter().enumerate() {
                    let stays = |arg| self.is_int(arg, &copy, params, outside);
                    let from = |from| self.leads(&copy, from, *block);
                    if !copy.others.contains(param) && !self.passed(*block, n, from).all(stays) {
                        copy.others.insert(*param);
                        new = true;
                    }
                }
            }
            if !new {
                return copy;
            }
        }
    }

    /// Whether an edge of the copy leads from one block to another.
    pub(super) fn leads(&self, copy: &Copy, from: Block, to: Block) -> bool {
        let is_left = |n: usize| copy.leaves.contains(&(from, n));
        let mut targets = self.func.end(from).into_iter().flat_map(|end| end.targets.iter().enumerate());
        copy.blocks.contains(&from) && targets.any(|(n, t)| t.block == to && !is_left(n))
    }

    /// Finds the blocks of the copy and the edges that leave it into the loop as it was.
    fn reach(&self, copy: &mut Copy, params: &[Value], outside: &[Value]) {
        copy.blocks.clear();
        copy.leaves.clear();
        let mut work = vec![self.of.header];
        while let Some(block) = work.pop() {
            if !copy.blocks.insert(block) {
                continue;
            }
            let end = self.func.end(block).expect("a block of a loop has an end");
            for (n, target) in end.targets.iter().enumerate() {
                if !self.inside.contains(&target.block) {
                    continue;
                }
                if n == 1 && self.is_slow(end, copy, params, outside) && target.block != self.of.header {
                    copy.leaves.push((block, n));
                } else {
                    work.push(target.block);
                }
            }
        }
    }

    /// Whether a branch's second edge is the slow path of a question about a word that is an integer.
    fn is_slow(&self, end: &InstData, copy: &Copy, params: &[Value], outside: &[Value]) -> bool {
        let Some(question) = end.args.first().and_then(|asked| self.func.made_by(*asked)) else {
            return false;
        };
        let is_int = |arg: &Value| self.is_int(*arg, copy, params, outside);
        end.op == Opcode::Brif
            && ints::asks(question.op)
            && self.func.blocks[end.targets[1].block].cold
            && (question.args.iter().any(is_int) || self.is_likely_of_ints(question))
            && !question.args.iter().any(|arg| self.is_other(*arg))
    }

    /// Whether a question is likely about integers although nothing is known of its words. Only a copy of a
    /// whole function takes them for that, as each call begins in it anew. Comparisons of two words are about
    /// all kinds.
    fn is_likely_of_ints(&self, question: &InstData) -> bool {
        let Some(floats) = self.floats else { return false };
        question.op != Opcode::DynInts && !question.args.iter().any(|arg| floats[*arg])
    }

    /// Whether a word is an integer in the copy.
    fn is_int(&self, value: Value, copy: &Copy, params: &[Value], outside: &[Value]) -> bool {
        let Some(home) = self.homes[value] else { return false };
        if params.contains(&value) || outside.contains(&value) || self.known[value] {
            return true;
        }
        if !self.inside.contains(&home) || home == self.of.header || self.func.ty(value) != Type::Dyn {
            return false;
        }
        match self.func.values[value].def {
            Def::Param(..) => !copy.others.contains(&value),
            Def::Result(inst, _) => makes_int(self.func.insts[inst].op),
        }
    }

    /// Whether the copy passes only integers for a parameter of its header.
    fn stays_int(&self, param: Value, copy: &Copy, params: &[Value], outside: &[Value]) -> bool {
        let header = self.of.header;
        self.passed(header, self.number(param), |from| self.leads(copy, from, header))
            .all(|arg| self.is_int(arg, copy, params, outside))
    }
}
