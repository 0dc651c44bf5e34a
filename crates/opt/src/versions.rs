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

mod rotate;
mod search;
mod steps;

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::floats;
use purlin_ir::ints::{self, Proven};
use purlin_ir::measure::asks_sites;
use purlin_ir::{
    Block, BlockData, Def, FuncId, Function, Inst, InstData, LocId, Module, Opcode, Target, Type, Value,
    Values,
};

use crate::clean;
use crate::copies::{Copies, forget_states};
use crate::counts::{self, Rewrite};
use crate::inline_cost::LARGE;
use crate::loops::{self, Loop, jump};
use rotate::rotate;
use search::Search;
use steps::Step;

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
    // What branches find out, too, is found again where that is worth it.
    let proven = if changed { Proven::new(func) } else { None };
    if answer(func, &known, proven.as_ref()) {
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
    /// Questions of the loop that the copy asks before its iterations.
    steps: Vec<Step>,
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
    is_worth.then(|| Plan {
        leaves: copy.leaves,
        of,
        params: Vec::new(),
        outside: Vec::new(),
        steps: Vec::new(),
    })
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
        for step in &self.steps {
            let end = *copies.func.blocks[to[&step.block]].insts.last().expect("a branch is an end");
            let data = &copies.func.insts[end];
            copies.func.insts[end] = jump(data.targets[0].clone(), data.loc);
            counts::hit(Rewrite::VersionStep);
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
            let question = InstData::new(Opcode::DynIsInt, Type::I64, &[word], loc);
            block = ask(func, question, block, &plain);
            asked.insert(word, self.known_int(func, word, block, loc));
        }
        let now = |word: &Value| asked.get(word).copied().unwrap_or(*word);
        let mut sums: Vec<(Value, i64)> = self.steps.iter().map(|step| (step.limit, step.by)).collect();
        sums.sort_unstable();
        sums.dedup();
        for (limit, by) in sums {
            let (constant, of) = func.add_iconst(Type::I64, by, loc);
            let by = func.add_inst(InstData::new(Opcode::DynFromInt, Type::I64, &[of], loc), &[Type::Dyn]);
            func.blocks[block].insts.extend([constant, by]);
            let sum = [now(&limit), func.insts[by].results[0]];
            block = ask(func, InstData::new(Opcode::DynAddOk, Type::I64, &sum, loc), block, &plain);
        }
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

/// Ends a block by a question: the block where the answer is yes; `no` is where it is no.
fn ask(func: &mut Function, question: InstData, block: Block, no: &Target) -> Block {
    let loc = question.loc;
    let question = func.add_inst(question, &[Type::I8]);
    let answer = func.insts[question].results[0];
    let next = func.blocks.push(BlockData { cold: func.blocks[block].cold, ..BlockData::default() });
    let yes = Target { block: next, args: Values::new() };
    let branch =
        InstData { targets: vec![yes, no.clone()], ..InstData::new(Opcode::Brif, Type::I64, &[answer], loc) };
    let branch = func.add_inst(branch, &[]);
    func.blocks[block].insts.extend([question, branch]);
    let at = func.layout.iter().position(|b| *b == block).expect("it is laid out") + 1;
    func.layout.insert(at, next);
    next
}

// --- answering

/// Answers branches on questions that are decided by which words are integers.
fn answer(func: &mut Function, known: &SecondaryMap<Value, bool>, proven: Option<&Proven>) -> bool {
    let mut changed = false;
    for block in func.layout.clone() {
        let Some(&end) = func.blocks[block].insts.last() else { continue };
        let Some(&asked) = func.insts[end].args.first().filter(|_| func.insts[end].op == Opcode::Brif) else {
            continue;
        };
        let Def::Result(question, 0) = func.values[asked].def else { continue };
        let data = &func.insts[question];
        let is_int = |word: Value| known[word] || proven.is_some_and(|proven| proven.holds(word, block));
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
