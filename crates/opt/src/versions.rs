//! Loop versioning by kinds of words: a loop that computes with words that are integers on the way in, and
//! stay integers as long as sums fit, gets a copy that does not ask for their tags.
//!
//! A loop of a dynamic guest asks in each iteration whether its words are integers, as the slow path, where
//! they are not or a sum is large, comes back into the loop with any word. In the copy the slow path leads
//! into the loop as it was instead, and stays there. So the header's parameters in the copy are integers by
//! what defines them. What the loop does not change is asked for once, before the copy. Gas and polls are
//! copied with the rest.
//!
//! At last, questions about words that are integers by their definitions are answered in the whole function.
//! Knows nothing of floats but that they are no integers.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::floats::{self, makes_int};
use purlin_ir::ints::{self, Proven};
use purlin_ir::measure::asks_sites;
use purlin_ir::{
    Block, BlockData, Def, Effects, FuncId, Function, Imm, Inst, InstData, LocId, Module, Opcode, Target,
    Type, Value, Values,
};

use crate::clean;
use crate::copies::{Copies, forget_states};
use crate::counts::{self, Rewrite};
use crate::inline_cost::LARGE;
use crate::loops::{self, Loop, jump};

/// Instructions of the longest loop that gets a second version.
const MAX_INSTS: usize = 400;
/// Instructions, in iterations that take no slow path, for each question that need not be asked in the copy.
const WORTH: usize = 16;
/// Instructions of a whole function for each such question.
const WORTH_OF_BODY: usize = 24;
/// Instructions that a call counts as.
const CALL: usize = 16;
/// Words that are asked for before a copy.
const MAX_WORDS: usize = 8;

/// Makes versions of loops, and answers what is known.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let Some(mut known) = ints::known(func) else { return false };
    let mut changed = false;
    if cfg::may_loop(func) {
        for plan in plans(func, &known) {
            if !changed {
                forget_states(func);
            }
            counts::hit(Rewrite::VersionLoop);
            plan.carry_out(func);
            changed = true;
        }
    }
    if !changed && let Some(plan) = of_body(func, &known) {
        forget_states(func);
        counts::hit(Rewrite::VersionBody);
        plan.carry_out_of_body(func);
        changed = true;
    }
    if changed {
        cfg::remove_unreachable(func);
        cfg::simplify_params(func);
        let Some(now) = ints::known(func) else { return true };
        known = now;
    }
    if answer(func, &known) {
        cfg::remove_unreachable(func);
        changed = true;
    }
    if changed {
        clean::run(func, module, id);
        if rotate(func) {
            clean::run(func, module, id);
        }
        cfg::spread_cold(func);
    }
    changed
}

// --- which loops

/// A loop that gets a second version.
struct Plan {
    of: Loop,
    /// The header's parameters that are integers in it, by number.
    params: Vec<usize>,
    /// Words from outside that are integers in it.
    outside: Vec<Value>,
    /// The edges of the copy that lead into the loop as it was, each as its start and the target's number.
    leaves: Vec<(Block, usize)>,
}

/// The innermost loops that are worth it. A loop comes before those whose values it uses: a copy of these
/// gives such values other names in it.
fn plans(func: &Function, known: &SecondaryMap<Value, bool>) -> Vec<Plan> {
    let mut room = LARGE.saturating_sub(func.layout.iter().map(|b| func.blocks[*b].insts.len()).sum());
    let (homes, preds) = (cfg::homes(func), cfg::predecessors(func));
    let mut taken: Vec<Plan> = Vec::new();
    for of in loops::find(func, &Dominators::new(func)) {
        let size: usize = of.blocks.iter().map(|b| func.blocks[*b].insts.len()).sum();
        let is_around = |plan: &Plan| of.blocks.contains(&plan.of.header);
        if func.blocks[of.header].cold || size > MAX_INSTS.min(room) || taken.iter().any(is_around) {
            continue;
        }
        let inside = of.blocks.iter().copied().collect();
        let search = Search { func, known, homes: &homes, preds: &preds, of: &of, inside, floats: None };
        if let Some(plan) = search.run() {
            room -= size;
            taken.push(plan);
        }
    }
    taken
}

/// A second version of a whole function that asks sites and has no loop with one, if that is worth it: slow
/// paths lead into the function as it was, which does not come back.
fn of_body(func: &Function, known: &SecondaryMap<Value, bool>) -> Option<Plan> {
    let size = |block: &Block| func.blocks[*block].insts.len();
    let all: usize = func.layout.iter().map(size).sum();
    if all > LARGE / 2 || func.handler.is_some() || !asks_sites(func) {
        return None;
    }
    let (homes, preds) = (cfg::homes(func), cfg::predecessors(func));
    let of = Loop { header: func.entry(), blocks: func.layout.clone(), latches: Vec::new() };
    let inside = of.blocks.iter().copied().collect();
    let likely = floats::likely(func).unwrap_or_else(|| purlin_base::filled(func.values.len()));
    let floats = Some(&likely);
    let search = Search { func, known, homes: &homes, preds: &preds, of: &of, inside, floats };
    let copy = search.copy(&[], &[]);
    let fits = copy.blocks.iter().map(size).sum::<usize>() <= MAX_INSTS;
    let is_worth = fits
        && !copy.leaves.is_empty()
        && !search.has_guards()
        && search.is_worth(&copy, &[], &[], WORTH_OF_BODY);
    is_worth.then(|| Plan { leaves: copy.leaves, of, params: Vec::new(), outside: Vec::new() })
}

struct Search<'a> {
    func: &'a Function,
    known: &'a SecondaryMap<Value, bool>,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    preds: &'a cfg::Predecessors,
    of: &'a Loop,
    inside: HashSet<Block>,
    /// The words that are likely floats, where the whole function is copied.
    floats: Option<&'a SecondaryMap<Value, bool>>,
}

/// What holds in the copy if the words that were chosen are integers on the way in.
struct Copy {
    blocks: HashSet<Block>,
    leaves: Vec<(Block, usize)>,
    /// Parameters in it that are no integers, as far as one can tell.
    others: HashSet<Value>,
}

impl Search<'_> {
    fn run(self) -> Option<Plan> {
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
            return fits.then(|| Plan { of: self.of.clone(), params: number, outside, leaves: copy.leaves });
        }
        None
    }

    /// Whether the copy asks enough less.
    fn is_worth(&self, copy: &Copy, params: &[Value], outside: &[Value], worth: usize) -> bool {
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
    fn has_guards(&self) -> bool {
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
    fn copy(&self, params: &[Value], outside: &[Value]) -> Copy {
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
    fn leads(&self, copy: &Copy, from: Block, to: Block) -> bool {
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

    /// Whether words of which nothing is known are likely integers where a whole function is copied: it comes
    /// back into the copy in no other way than by a call. Comparisons have words of all kinds.
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

// --- making them

impl Plan {
    fn carry_out(self, func: &mut Function) {
        loops::make_preheader(func, &self.of);
        let Some(before) = loops::preheader(func, &self.of) else { return };
        let header = self.of.header;
        let inside: HashSet<Block> = self.of.blocks.iter().copied().collect();
        let blocks: Vec<Block> = func.layout.iter().copied().filter(|b| inside.contains(b)).collect();
        let mut copies = Copies::entered(func, blocks);
        let to = self.copy(&mut copies);
        // The copy is what runs most, and comes first.
        let at = copies.func.layout.iter().position(|b| *b == header).expect("a header is laid out");
        let made: Vec<Block> = copies.blocks.iter().map(|b| to[b]).collect();
        copies.func.layout.splice(at..at, made.iter().copied());
        self.enter(copies.func, before, to[&header], &made);
        cfg::remove_unreachable(copies.func);
        copies.repair();
    }

    /// Copies the blocks, and leads the copy's slow paths to where they led. The copy of each block.
    fn copy(&self, copies: &mut Copies<'_>) -> HashMap<Block, Block> {
        let to = copies.copy();
        for (block, n) in &self.leaves {
            let end = *copies.func.blocks[to[block]].insts.last().expect("a branch is an end");
            let target = &mut copies.func.insts[end].targets[*n];
            let back = to.iter().find(|(_, copy)| **copy == target.block).map(|(block, _)| *block);
            target.block = back.expect("the slow path is in the loop");
        }
        to
    }

    /// Copies a function's body. Its entry keeps what it charges for and polls.
    fn carry_out_of_body(mut self, func: &mut Function) {
        let entry = func.entry();
        let (body, loc) = (func.blocks.push(BlockData::default()), LocId::from_u32(0));
        let stays = func.blocks[entry].insts.iter();
        let stays = stays.take_while(|i| matches!(func.insts[**i].op, Opcode::Charge | Opcode::Poll)).count();
        func.blocks[body].insts = func.blocks[entry].insts.split_off(stays);
        func.layout.insert(1, body);
        for (block, _) in self.leaves.iter_mut().filter(|(block, _)| *block == entry) {
            *block = body;
        }
        let blocks = func.layout[1..].to_vec();
        let mut copies = Copies::entered(func, blocks);
        let to = self.copy(&mut copies);
        let made: Vec<Block> = copies.blocks.iter().map(|b| to[b]).collect();
        copies.func.layout.splice(1..1, made);
        let target = Target { block: to[&body], args: Values::new() };
        let end = copies.func.add_inst(jump(target, loc), &[]);
        copies.func.blocks[entry].insts.push(end);
        cfg::remove_unreachable(copies.func);
        copies.repair();
    }

    /// Asks for the words, one after the other, and enters the copy if all are integers.
    fn enter(&self, func: &mut Function, before: Block, copy: Block, made: &[Block]) {
        let end = func.blocks[before].insts.pop().expect("a preheader has an end");
        let (plain, loc) = (func.insts[end].targets[0].clone(), func.insts[end].loc);
        let mut block = before;
        let words: Vec<Value> =
            self.params.iter().map(|n| plain.args[*n]).chain(self.outside.iter().copied()).collect();
        let mut asked: HashMap<Value, Value> = HashMap::default();
        for word in words {
            let is_int = func.made_by(word).is_some_and(|made| made.op == Opcode::DynFromInt);
            if is_int || asked.contains_key(&word) {
                continue;
            }
            let question =
                func.add_inst(InstData::new(Opcode::DynIsInt, Type::I64, &[word], loc), &[Type::I8]);
            let answer = func.insts[question].results[0];
            let next = func.blocks.push(BlockData { cold: func.blocks[before].cold, ..BlockData::default() });
            let yes = Target { block: next, args: Values::new() };
            let branch = InstData {
                targets: vec![yes, plain.clone()],
                ..InstData::new(Opcode::Brif, Type::I64, &[answer], loc)
            };
            let branch = func.add_inst(branch, &[]);
            func.blocks[block].insts.extend([question, branch]);
            let at = func.layout.iter().position(|b| *b == block).expect("it is laid out") + 1;
            func.layout.insert(at, next);
            block = next;
            asked.insert(word, self.known_int(func, word, next, loc));
        }
        let now = |word: &Value| asked.get(word).copied().unwrap_or(*word);
        let target = Target { block: copy, args: plain.args.iter().map(now).collect() };
        let end = func.add_inst(jump(target, loc), &[]);
        func.blocks[block].insts.push(end);
        let outside: HashMap<Value, Value> =
            self.outside.iter().filter_map(|word| Some((*word, *asked.get(word)?))).collect();
        let insts: Vec<Inst> = made.iter().flat_map(|b| func.blocks[*b].insts.clone()).collect();
        for inst in insts {
            let here = |value| outside.get(&value).copied().unwrap_or(value);
            func.insts[inst].rename(here, |block| block);
        }
    }

    /// A word that was asked for, as one whose definition says that it is an integer.
    fn known_int(&self, func: &mut Function, word: Value, block: Block, loc: LocId) -> Value {
        let int = func.add_inst(InstData::new(Opcode::DynToInt, Type::I64, &[word], loc), &[Type::I64]);
        let of = func.insts[int].results[0];
        let again = func.add_inst(InstData::new(Opcode::DynFromInt, Type::I64, &[of], loc), &[Type::Dyn]);
        func.blocks[block].insts.extend([int, again]);
        func.insts[again].results[0]
    }
}

// --- answering

/// Answers branches on questions that are decided by which words are integers.
fn answer(func: &mut Function, known: &SecondaryMap<Value, bool>) -> bool {
    let mut changed = false;
    let Some(proven) = Proven::new(func) else { return false };
    for block in func.layout.clone() {
        for inst in func.blocks[block].insts.clone() {
            let data = &mut func.insts[inst];
            let is_int = |word: Value| known[word] || proven.holds(word, block);
            if data.op == Opcode::ClassOf && is_int(data.args[0]) {
                data.args.clear();
                (data.op, data.imm) = (Opcode::Iconst, Imm::Int(purlin_base::word::INT_CLASS as i64));
                changed = true;
            }
        }
        let Some(&end) = func.blocks[block].insts.last() else { continue };
        let Some(&asked) = func.insts[end].args.first().filter(|_| func.insts[end].op == Opcode::Brif) else {
            continue;
        };
        let Def::Result(question, 0) = func.values[asked].def else { continue };
        let data = &func.insts[question];
        let is_int = |word: Value| known[word] || proven.holds(word, block);
        let is_known: Vec<bool> = data.args.iter().map(|arg| is_int(*arg)).collect();
        let decided = match (data.op, &is_known[..]) {
            (Opcode::DynIsInt, [true]) | (Opcode::DynInts, [true, true]) => Some(0),
            (Opcode::DynFloats, [true, _] | [_, true]) | (Opcode::DynIsFloat | Opcode::DynIsRef, [true]) => {
                Some(1)
            }
            (Opcode::Ieq, [true, false]) if is_null(func, data.args[1]) => Some(1),
            (Opcode::DynFaddOk | Opcode::DynFsubOk, [true, _] | [_, true]) => Some(1),
            (Opcode::DynFmulOk | Opcode::DynFdivOk, [true, _] | [_, true]) => Some(1),
            // wildcard: what is known decides nothing else.
            _ => None,
        };
        if let Some(n) = decided {
            counts::hit(Rewrite::VersionAnswer);
            let target = func.insts[end].targets[n].clone();
            let loc = func.insts[end].loc;
            func.insts[end] = jump(target, loc);
            changed = true;
        }
    }
    changed
}

fn is_null(func: &Function, word: Value) -> bool {
    let made = |value: Value, op: Opcode| func.made_by(value).filter(|made| made.op == op);
    made(word, Opcode::Bitcast).is_some_and(|cast| made(cast.args[0], Opcode::Null).is_some())
}

// --- rotating

/// Instructions of the largest header that is copied.
const MAX_HEADER: usize = 6;

/// Moves the tests that loops end by from before their iterations to after them, where the edge back is the
/// branch. What the first iteration is entered by stays before the loop.
fn rotate(func: &mut Function) -> bool {
    let mut changed = false;
    for of in loops::find(func, &Dominators::new(func)) {
        let (header, &[latch]) = (of.header, &of.latches[..]) else { continue };
        if !ends_by_header(func, &of) || func.end(latch).is_none_or(|end| end.op != Opcode::Jump) {
            continue;
        }
        counts::hit(Rewrite::VersionRotate);
        let mut copies = Copies::new(func, vec![header]);
        let to = copies.copy()[&header];
        copies.redirect(latch, header, to);
        let at = copies.func.layout.iter().position(|b| *b == latch).expect("a latch is laid out") + 1;
        copies.func.layout.insert(at, to);
        copies.repair();
        changed = true;
    }
    if changed {
        cfg::simplify_params(func);
    }
    changed
}

/// Whether all that a loop's header does is to decide whether there is another iteration.
fn ends_by_header(func: &Function, of: &Loop) -> bool {
    let data = &func.blocks[of.header];
    let Some(end) = func.end(of.header).filter(|end| end.op == Opcode::Brif) else { return false };
    let stays = |n: usize| of.blocks.contains(&end.targets[n].block);
    let decides = |inst: &Inst| {
        let op = func.insts[*inst].op;
        op.is_pure() || matches!(op, Opcode::Charge | Opcode::Poll)
    };
    let before = &data.insts[..data.insts.len() - 1];
    stays(0) != stays(1)
        && of.header != func.entry()
        && !of.latches.contains(&of.header)
        && !data.cold
        && data.insts.len() <= MAX_HEADER
        && before.iter().all(decides)
}
