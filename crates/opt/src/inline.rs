//! Inlining: a call of a small function becomes the function's body.
//!
//! The body is the one that the front end made, never one that passes went over, so that what a function
//! becomes does not depend on which others were compiled before it. Charges and polls come along, so gas is
//! what it was; a poll's frame state becomes one of the caller, whose bytecode holds the inlined code too.
//! Positions keep the call they were inlined at, from which tracebacks make the frames that are no longer
//! there. A tail call becomes a call of the caller's: the frame that it would have replaced is not there.
//!
//! Knows nothing of how often anything runs: sizes decide, and whether a call is in a loop; cold blocks are
//! left alone.

use std::collections::VecDeque;

use crate::copies::own_imm;
use crate::counts::{self, Rewrite};
use crate::devirtualise;
use crate::inline_cost::{Around, LARGE, LEAF, SMALL_RECURSIVE, allowed, fits, is_larger};
use crate::loops;

use purlin_base::SecondaryMap;
use purlin_ir::measure::{asks_sites, is_leaf};
use purlin_ir::{
    Block, Def, FrameStateData, FuncId, Function, Imm, Inst, InstData, Loc, LocId, Module, Opcode, SlotId,
    Target, Type, Value, cfg,
};

/// By so many instructions any function may grow, and by as many again as it has.
const GROWTH: usize = 200;
/// Functions within functions.
const DEPTH: usize = 4;
/// Inlines what is worth it into one function.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    // What has other functions in it is not what the front end made.
    let whole = func.locs.values().all(|loc| loc.inlined_at.is_none());
    let own = if whole && calls(func, id) { Some(func.clone()) } else { None };
    let most = (GROWTH + 2 * func.insts.len()).min(LARGE.max(func.insts.len()));
    let mut work: VecDeque<Block> = func.layout.iter().copied().collect();
    let mut looped = cfg::in_loops(func);
    let elsewhere = if asks_sites(func) { Around::Sender } else { Around::Other };
    let mut after: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    let mut changed = false;
    while let Some(block) = work.pop_front() {
        if func.blocks[block].cold {
            continue;
        }
        for at in 0..func.blocks[block].insts.len() {
            changed |= devirtualise::call(func, module, func.blocks[block].insts[at]);
        }
        let site = Site { func, module, id, own: own.as_ref(), room: most.saturating_sub(func.insts.len()) };
        let around = if looped[block] { Around::Loop } else { elsewhere };
        let Some((at, callee)) = site.next_call(block, around) else { continue };
        let body = if callee == id { own.as_ref() } else { module.funcs[callee].body.as_deref() };
        let Some(body) = body else { continue };
        counts::hit(if callee == id { Rewrite::InlineSelf } else { Rewrite::InlineCall });
        let own_loops = cfg::in_loops(body);
        let (copies, rest) = Splice::new(func, id, block, at).inline_body(body);
        for (copy, original) in copies.iter().zip(&body.layout) {
            looped[*copy] = looped[block] || own_loops[*original];
        }
        looped[rest] = looped[block];
        work.extend(&copies);
        work.push_front(rest);
        after[block] = copies;
        after[block].push(rest);
        changed = true;
    }
    if changed {
        func.layout = laid_out(&func.layout, &after);
        // What came after the call of a function that never returns.
        cfg::remove_unreachable(func);
    }
    changed
}

fn calls(func: &Function, id: FuncId) -> bool {
    let mut insts = func.layout.iter().flat_map(|b| &func.blocks[*b].insts);
    insts.any(|i| func.insts[*i].op == Opcode::Call && func.insts[*i].func() == id)
}

/// Where calls are looked at.
struct Site<'a> {
    func: &'a Function,
    module: &'a Module,
    id: FuncId,
    /// The function before anything was inlined, if it calls itself.
    own: Option<&'a Function>,
    /// Instructions that it may still grow by.
    room: usize,
}

impl Site<'_> {
    /// The first call in a block that is worth inlining: its index and its callee.
    fn next_call(&self, block: Block, around: Around) -> Option<(usize, FuncId)> {
        let insts = self.func.blocks[block].insts.iter().enumerate();
        insts.filter_map(|(at, inst)| Some((at, self.worth(&self.func.insts[*inst], around)?))).next()
    }

    /// The callee of a call, if that is worth inlining.
    fn worth(&self, data: &InstData, around: Around) -> Option<FuncId> {
        if data.op != Opcode::Call {
            return None;
        }
        let callee = data.func();
        let within = chain(self.func, data.loc);
        let is_given_new = data.args.iter().any(|arg| is_new_word(self.func, *arg));
        let around = if is_given_new { Around::Loop } else { around };
        let body: &Function = if callee == self.id {
            self.own?
        } else {
            self.module.funcs.get(callee)?.body.as_ref().filter(|body| !is_larger(body, around))?
        };
        let allowed = match within.iter().filter(|f| **f == callee).count() {
            0 => allowed(around, || is_leaf(body)),
            1 if callee == self.id && within.len() == 1 => SMALL_RECURSIVE,
            _ => return None,
        };
        // What is hardly more than the call has room everywhere, or else larger functions would leave none in
        // the loops that come with them.
        let has_room = body.insts.len() <= self.room
            || self.func.insts.len() < LARGE && is_leaf(body) && fits(body, self.module, LEAF);
        (within.len() <= DEPTH && has_room && fits(body, self.module, allowed)).then_some(callee)
    }
}

/// Whether a word is an object made here: as a closure that a method of a library calls for each element,
/// which can then be inlined too.
fn is_new_word(func: &Function, value: Value) -> bool {
    let made = func.made_by(value).filter(|made| made.op == Opcode::Bitcast && func.ty(value) == Type::Dyn);
    let object = made.and_then(|made| func.made_by(made.args[0]));
    object.is_some_and(|object| object.op == Opcode::Alloc)
}

/// The functions that a position is in, innermost first.
fn chain(func: &Function, loc: LocId) -> Vec<FuncId> {
    let next = |loc: &LocId| func.locs[*loc].inlined_at;
    std::iter::successors(Some(loc), next).map(|loc| func.locs[loc].func).collect()
}

/// Each block, then what was inlined after it.
fn laid_out(before: &[Block], after: &SecondaryMap<Block, Vec<Block>>) -> Vec<Block> {
    let mut layout = Vec::with_capacity(before.len());
    let mut stack: Vec<Block> = before.iter().rev().copied().collect();
    while let Some(block) = stack.pop() {
        layout.push(block);
        stack.extend(after[block].iter().rev());
    }
    layout
}

/// One call that is being replaced.
struct Splice<'a> {
    func: &'a mut Function,
    id: FuncId,
    /// The block that ended with the call's operands, now without an end.
    block: Block,
    call: InstData,
    /// Where the call's results are parameters.
    rest: Block,
    values: SecondaryMap<Value, Option<Value>>,
    blocks: SecondaryMap<Block, Option<Block>>,
    slots: SecondaryMap<SlotId, Option<SlotId>>,
    locs: SecondaryMap<LocId, Option<LocId>>,
}

impl<'a> Splice<'a> {
    /// Cuts `block` at its instruction number `at`, a call.
    fn new(func: &'a mut Function, id: FuncId, block: Block, at: usize) -> Splice<'a> {
        let mut tail = func.blocks[block].insts.split_off(at);
        let call = func.insts[tail.remove(0)].clone();
        let rest = func.blocks.push(Default::default());
        func.blocks[rest].insts = tail;
        for (n, result) in call.results.iter().enumerate() {
            func.values[*result].def = Def::Param(rest, n as u32);
            func.blocks[rest].params.push(*result);
        }
        Splice {
            func,
            id,
            block,
            call,
            rest,
            values: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            slots: SecondaryMap::new(),
            locs: SecondaryMap::new(),
        }
    }

    /// Puts a copy of `body` in the call's place: the copies of its blocks, and the block after them.
    fn inline_body(mut self, body: &Function) -> (Vec<Block>, Block) {
        let entry = body.entry();
        // Where nothing jumps back to the entry its parameters are the operands, and what is known of those
        // stays known.
        let entered_once = !body.layout.iter().any(|b| body.successors(*b).any(|next| next == entry));
        for block in &body.layout {
            let copy = self.func.blocks.push(Default::default());
            self.func.blocks[copy].cold = body.blocks[*block].cold;
            self.blocks[*block] = Some(copy);
            if *block == entry && entered_once {
                let operands = body.blocks[entry].params.iter().zip(&self.call.args);
                operands.for_each(|(param, arg)| self.values[*param] = Some(*arg));
                continue;
            }
            for param in &body.blocks[*block].params {
                let value = self.func.add_param(copy, body.ty(*param));
                self.values[*param] = Some(value);
            }
        }
        self.results(body);
        self.clear_slots(body);
        let args = if entered_once { Default::default() } else { self.call.args.clone() };
        self.end(self.block, Target { block: self.block_of(entry), args }, self.call.loc);
        for block in &body.layout {
            for inst in &body.blocks[*block].insts {
                self.copy(body, self.block_of(*block), &body.insts[*inst]);
            }
        }
        (body.layout.iter().map(|b| self.block_of(*b)).collect(), self.rest)
    }

    fn block_of(&self, block: Block) -> Block {
        self.blocks[block].expect("all blocks of the layout are mapped")
    }

    fn value_of(&self, value: Value) -> Value {
        self.values[value].expect("a body uses what its layout defines")
    }

    /// Values for all results first: a use may stand in the layout before its definition.
    fn results(&mut self, body: &Function) {
        for inst in body.layout.iter().flat_map(|b| &body.blocks[*b].insts) {
            for result in &body.insts[*inst].results {
                // Where it is defined is known when its instruction is copied.
                let value = self.func.add_value(body.ty(*result), Def::Param(self.rest, u32::MAX));
                self.values[*result] = Some(value);
            }
        }
    }

    /// An activation begins with zeros in its slots, and this one may not be the first in this frame.
    fn clear_slots(&mut self, body: &Function) {
        for (slot, data) in body.slots.iter() {
            let copy = self.func.slots.push(*data);
            counts::hit(Rewrite::InlineSlot);
            self.slots[slot] = Some(copy);
            let address = self.func.add_value(Type::Ref, Def::Param(self.rest, u32::MAX));
            self.place(Opcode::StackAddr, Type::I64, &[], Some(address), Imm::Slot(copy));
            let zero = self.func.add_value(Type::I64, Def::Param(self.rest, u32::MAX));
            self.place(Opcode::Iconst, Type::I64, &[], Some(zero), Imm::Int(0));
            for word in 0..data.size.div_ceil(8) {
                let word = Imm::Mem { offset: i64::from(word) * 8, region: 0 };
                self.place(Opcode::Store, Type::I64, &[address, zero], None, word);
            }
        }
    }

    /// Appends an instruction of the pass's own to the block before the body.
    fn place(&mut self, op: Opcode, ty: Type, args: &[Value], result: Option<Value>, imm: Imm) {
        let results = result.into_iter().collect();
        let data = InstData { results, ..InstData::new(op, ty, args, self.call.loc).with(imm) };
        self.push(self.block, data);
    }

    fn push(&mut self, block: Block, data: InstData) -> Inst {
        let inst = self.func.insts.push(data);
        for (n, result) in self.func.insts[inst].results.iter().enumerate() {
            self.func.values[*result].def = Def::Result(inst, n as u32);
        }
        self.func.blocks[block].insts.push(inst);
        inst
    }

    fn end(&mut self, block: Block, target: Target, loc: LocId) {
        self.push(block, loops::jump(target, loc));
    }

    fn copy(&mut self, body: &Function, block: Block, data: &InstData) {
        if data.op == Opcode::TailCall {
            return self.call_in_place(body, block, data);
        }
        let loc = self.loc(body, data.loc);
        if data.op == Opcode::Return {
            let args = data.args.iter().map(|v| self.value_of(*v)).collect();
            return self.end(block, Target { block: self.rest, args }, loc);
        }
        let mut copy = data.clone();
        copy.rename(|v| self.value_of(v), |b| self.block_of(b));
        copy.results.iter_mut().for_each(|v| *v = self.value_of(*v));
        copy.imm = self.imm(body, data.imm);
        copy.loc = loc;
        self.push(block, copy);
    }

    /// A tail call of the body: a call from where the body is called, which has the results.
    fn call_in_place(&mut self, body: &Function, block: Block, data: &InstData) {
        let loc = self.called_at(body, data.loc);
        let mut results = self.call.results.clone();
        for result in &mut results {
            // Where it is defined is known when the call is placed.
            *result = self.func.add_value(self.func.ty(*result), Def::Param(self.rest, u32::MAX));
        }
        let args: Vec<_> = data.args.iter().map(|v| self.value_of(*v)).collect();
        counts::hit(Rewrite::InlineTailCall);
        let call = InstData::new(Opcode::Call, data.ty, &args, loc);
        self.push(block, InstData { results: results.clone(), imm: data.imm, ..call });
        self.end(block, Target { block: self.rest, args: results.into_iter().collect() }, loc);
    }

    /// What an instruction refers to in its own function is copied too.
    fn imm(&mut self, body: &Function, imm: Imm) -> Imm {
        if let Imm::Slot(slot) = imm {
            return Imm::Slot(self.slots[slot].expect("all slots are mapped"));
        }
        let id = self.id;
        let cases = |_: &Function, switch| body.switches[switch].clone();
        let state = |func: &Function, _| FrameStateData { func: id, origin: func.frame_states.next_key() };
        own_imm(self.func, imm, cases, state)
    }

    fn loc(&mut self, body: &Function, loc: LocId) -> LocId {
        if let Some(known) = self.locs[loc] {
            return known;
        }
        let Loc { pos, func, .. } = body.locs[loc];
        let inlined_at = Some(self.called_at(body, loc));
        let copy = self.func.locs.push(Loc { pos, func, inlined_at });
        self.locs[loc] = Some(copy);
        copy
    }

    /// Where the function at a position of the body was called.
    fn called_at(&mut self, body: &Function, loc: LocId) -> LocId {
        body.locs[loc].inlined_at.map_or(self.call.loc, |at| self.loc(body, at))
    }
}
