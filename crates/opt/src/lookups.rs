//! An assignment to a key of a map that was just looked up does not look again: `m[k] += x`, or what `if v,
//! ok := m[k]` does.
//!
//! Where the place was found it is there still, if nothing was called in between; where it was not, or that
//! is not known, the native makes it. Only maps whose keys are words (`purlin_ir::natives`), which charge
//! nothing of their own where a key is found: so gas is what it was.

use purlin_ir::cfg::{self, Dominators, Predecessors};
use purlin_ir::{
    Block, BlockData, Def, Effects, FuncId, Function, Inst, InstData, Module, NativeId, Opcode, Target, Type,
    Value, Values, natives,
};
use smallvec::smallvec;

use crate::counts::{self, Rewrite};
use crate::loops::jump;

/// Blocks that are looked through between the two.
const BLOCKS: usize = 16;

/// Makes assignments use what was found.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    let names = [natives::MAP_FIND_WORD, natives::MAP_ASSIGN_WORD];
    let [Some(find), Some(assign)] = names.map(|name| natives::map(module, name)) else { return false };
    if ![find, assign].iter().all(|native| calls(func, *native)) {
        return false;
    }
    let mut changed = false;
    for block in func.layout.clone() {
        // What stands after an assignment is in a new block then, with its further assignments.
        let (mut block, mut from) = (block, 0);
        while let Some(at) = next_call(func, assign, block, from) {
            from = at + 1;
            let Some(found) = LookupSearch::new(func, find).from(block, at) else { continue };
            changed = true;
            (block, from) = match found {
                Found::There(place) => (block, there(func, block, at, place)),
                Found::Perhaps(place) => (perhaps(func, block, at, place), 0),
            };
        }
    }
    changed
}

fn is_call(data: &InstData, native: NativeId) -> bool {
    data.op == Opcode::CallNative && data.native() == native
}

fn calls(func: &Function, native: NativeId) -> bool {
    func.layout.iter().flat_map(|b| &func.blocks[*b].insts).any(|i| is_call(&func.insts[*i], native))
}

fn next_call(func: &Function, native: NativeId, block: Block, from: usize) -> Option<usize> {
    let insts = func.blocks[block].insts.iter().enumerate().skip(from);
    insts.filter(|(_, inst)| is_call(&func.insts[**inst], native)).map(|(at, _)| at).next()
}

/// What a search before it says of an assignment.
enum Found {
    /// The place, which is not null.
    There(Value),
    /// The place, or null.
    Perhaps(Value),
}

/// Looks back for what found the key that is assigned to.
struct LookupSearch<'a> {
    func: &'a Function,
    find: NativeId,
    dominators: Dominators,
    preds: Predecessors,
}

impl<'a> LookupSearch<'a> {
    fn new(func: &'a Function, find: NativeId) -> LookupSearch<'a> {
        LookupSearch { func, find, dominators: Dominators::new(func), preds: cfg::predecessors(func) }
    }

    /// From the instruction at an index of a block.
    fn from(&self, block: Block, at: usize) -> Option<Found> {
        let func = self.func;
        let args = &func.insts[func.blocks[block].insts[at]].args;
        let (mut here, mut end, mut edges) = (block, at, Vec::new());
        for _ in 0..BLOCKS {
            for inst in func.blocks[here].insts[..end].iter().rev() {
                let data = &func.insts[*inst];
                if is_call(data, self.find) && self.same(&data.args, args) {
                    return self.known(&edges, data.results[0]);
                }
                if data.op.row().effects.has(Effects::CALL) {
                    return None;
                }
            }
            let before = self.dominators.idom(here)?;
            if !self.no_call_between(before, here) {
                return None;
            }
            if self.preds[here].len() == 1 {
                edges.push((before, here));
            }
            (here, end) = (before, func.blocks[before].insts.len());
        }
        None
    }

    /// What is known of a place after these edges, each the only one into its block.
    fn known(&self, edges: &[(Block, Block)], place: Value) -> Option<Found> {
        match edges.iter().find_map(|(from, to)| self.is_there(*from, *to, place)) {
            // The native has to make it.
            Some(false) => None,
            Some(true) => Some(Found::There(place)),
            None => Some(Found::Perhaps(place)),
        }
    }

    /// Whether a place is not null on an edge, if the branch there asks that.
    fn is_there(&self, from: Block, to: Block, place: Value) -> Option<bool> {
        let branch = self.func.end(from).filter(|end| end.op == Opcode::Brif)?;
        let asked = self.func.made_by(branch.args[0])?;
        let there = match asked.op {
            Opcode::Ine => 0,
            Opcode::Ieq => 1,
            // wildcard: other comparisons do not ask for null.
            _ => return None,
        };
        let is_null = |value: &Value| self.func.made_by(*value).is_some_and(|data| data.op == Opcode::Null);
        let about = asked.args.contains(&place) && asked.args.iter().any(is_null);
        about.then(|| branch.targets[there].block == to)
    }

    /// Whether no block on a way between two has a call; the first dominates the other.
    fn no_call_between(&self, from: Block, to: Block) -> bool {
        let (mut seen, mut work) = (vec![to], self.preds[to].to_vec());
        while let Some(block) = work.pop() {
            if block == from || seen.contains(&block) {
                // Around in a circle past the end: a poll stands on the way.
                if block == to {
                    return false;
                }
                continue;
            }
            seen.push(block);
            let mut insts = self.func.blocks[block].insts.iter();
            if seen.len() > BLOCKS || insts.any(|i| self.func.insts[*i].op.row().effects.has(Effects::CALL)) {
                return false;
            }
            work.extend(&self.preds[block]);
        }
        true
    }

    fn same(&self, a: &[Value], b: &[Value]) -> bool {
        let constant = |value| self.func.as_iconst(value);
        let same =
            |(a, b): (&Value, &Value)| a == b || (constant(*a).is_some() && constant(*a) == constant(*b));
        a.len() == b.len() && a.iter().zip(b).all(same)
    }
}

/// The assignment at an index of a block goes, and its place is that one; where to continue.
fn there(func: &mut Function, block: Block, at: usize, place: Value) -> usize {
    counts::hit(Rewrite::LookupsThere);
    let call = func.blocks[block].insts.remove(at);
    let mut to = purlin_base::filled(func.values.len());
    to[func.insts[call].results[0]] = Some(place);
    func.replace_uses(to);
    at
}

/// The assignment at an index of a block is made only if the place is null; the block with what stood after
/// it.
fn perhaps(func: &mut Function, block: Block, at: usize, place: Value) -> Block {
    counts::hit(Rewrite::LookupsPerhaps);
    let mut rest = func.blocks[block].insts.split_off(at);
    let call: Inst = rest.remove(0);
    let (loc, result) = (func.insts[call].loc, func.insts[call].results[0]);
    let cold = func.blocks[block].cold;
    let [make, behind] = [(), ()].map(|()| func.blocks.push(BlockData { cold, ..BlockData::default() }));
    // The rest names the place by a parameter, whichever way it came.
    func.values[result].def = Def::Param(behind, 0);
    func.blocks[behind].params.push(result);
    func.blocks[behind].insts = rest;
    let made = func.add_value(Type::Ref, Def::Result(call, 0));
    func.insts[call].results[0] = made;
    let on = func.add_inst(jump(Target { block: behind, args: smallvec![made] }, loc), &[]);
    func.blocks[make].insts = vec![call, on];

    let null = func.add_inst(InstData::new(Opcode::Null, Type::I64, &[], loc), &[Type::Ref]);
    let args = [place, func.insts[null].results[0]];
    let asked = func.add_inst(InstData::new(Opcode::Ine, Type::Ref, &args, loc), &[Type::I8]);
    let targets =
        vec![Target { block: behind, args: smallvec![place] }, Target { block: make, args: Values::new() }];
    let asked_value = func.insts[asked].results[0];
    let branch = InstData { targets, ..InstData::new(Opcode::Brif, Type::I64, &[asked_value], loc) };
    let branch = func.add_inst(branch, &[]);
    func.blocks[block].insts.extend([null, asked, branch]);
    let after = 1 + func.layout.iter().position(|b| *b == block).expect("it is in the layout");
    func.layout.splice(after..after, [make, behind]);
    behind
}
