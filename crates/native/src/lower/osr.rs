//! The function from after a poll.
//!
//! Control comes into the middle of loops here. Lowered as they stand, the loops around the poll would all be
//! one, which begins at the poll: nothing would be known of the inner ones, neither by what splits live
//! ranges and lays out blocks, nor by the register allocator. So what is left of the iterations that have
//! begun is lowered by itself, from the innermost loop outwards, and each loop is then entered by its header,
//! as it is in the function itself.
//!
//! What those iterations do not use in loops stays in the interpreter's frame until it is used: the machine's
//! frame would keep what is spilled at the beginning for as long as the function runs, and the collector,
//! which cannot tell, all that it refers to.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::loops::{self, Loop};
use purlin_ir::{Block, FrameStateId, Function, Opcode, Type, Value};

use super::{Lower, NO_SLOT, Slots, types};
use crate::error::CompileError;

/// Instructions that are lowered more than once.
const MAX_COPIED: usize = 2000;

/// What is lowered of the function one after the other: stage `n` is what is left of an iteration of the
/// `n`-th loop around the poll, with the loops in it; the last stage, what there is from the header of the
/// last loop on.
struct Stages {
    /// The loops around the poll, inner ones first.
    around: Vec<Loop>,
    inside: ByStage<bool>,
    /// How many loops lie around each block, and around the poll.
    depths: ByBlock<usize>,
    depth: usize,
}

impl Stages {
    fn new(body: &Function, poll: Block) -> Stages {
        let mut around = loops::find(body, &Dominators::new(body));
        let mut depths: ByBlock<usize> = purlin_base::filled(body.blocks.len());
        around.iter().flat_map(|of| &of.blocks).for_each(|b| depths[*b] += 1);
        around.retain(|of| of.blocks.contains(&poll));
        let depth = around.len();
        let mut copied = 0;
        let fit = around.iter().take_while(|of| {
            copied += of.blocks.iter().map(|b| body.blocks[*b].insts.len()).sum::<usize>();
            copied <= MAX_COPIED
        });
        let fit = fit.count();
        around.truncate(fit);
        let inside = around.iter().map(|of| {
            let mut inside = purlin_base::filled(body.blocks.len());
            of.blocks.iter().for_each(|b| inside[*b] = true);
            inside
        });
        Stages { inside: inside.collect(), around, depths, depth }
    }

    /// Whether a block is in a loop within a stage that is not the last.
    fn is_loop(&self, stage: usize, block: Block) -> bool {
        self.depths[block] > self.depth - stage
    }

    fn last(&self) -> usize {
        self.around.len()
    }

    /// The number, after that of the last stage, of what leads into it from the others.
    fn ways_in(&self) -> usize {
        self.last() + 1
    }

    /// The stage in which control continues that leaves one stage for a block of another.
    fn stage_of_edge(&self, stage: usize, to: Block) -> usize {
        let within = (stage..self.last()).find(|n| self.inside[*n][to]);
        let next = within.map_or(self.last(), |n| n + usize::from(self.around[n].header == to));
        if stage < next && next == self.last() { self.ways_in() } else { next }
    }
}

/// What there is for each block.
type ByBlock<T> = SecondaryMap<Block, T>;
/// By stage, what there is for each block.
type ByStage<T> = Vec<ByBlock<T>>;

impl Lower<'_, '_> {
    /// The function from after the poll of `state`.
    pub(super) fn after_poll(
        &mut self,
        entry: cl::Block,
        state: FrameStateId,
        slots: &[Vec<u16>],
    ) -> Result<(), CompileError> {
        let (home, at) = self.find_poll(state).ok_or(CompileError::NoSuchState)?;
        let map = slots.get(state.index()).ok_or(CompileError::NoSuchState)?;
        let params = self.b.block_params(entry).to_vec();
        self.interp_slots = Some(params[1]);
        self.check_stack(entry);
        if self.frame.bytes() > 0 {
            self.slots = Slots::Theirs(params[2]);
        }
        self.load_gas();
        let stages = Stages::new(self.body, home);
        let reached = self.reached(&stages, home);
        self.take_state(&stages, &reached, (home, at), map)?;
        self.name_what_is_made_twice(&stages, &reached, home);
        let made = self.make_stages(&stages, &reached);
        let after = self.b.create_block();
        self.b.ins().jump(after, &[]);
        let order = cfg::reverse_postorder(self.body);
        for stage in 0..=stages.last() {
            if stage == stages.last() && stage > 0 {
                self.take_parked(&made[stages.ways_in()], &made[stage]);
            }
            for block in self.body.layout.iter().copied() {
                self.blocks[block] = made[stages.stage_of_edge(stage, block)][block];
            }
            let here: Vec<Block> = order.iter().copied().filter(|b| made[stage][*b].is_some()).collect();
            self.stage(stage, &here, (home, at), after);
        }
        Ok(())
    }

    fn find_poll(&self, state: FrameStateId) -> Option<(Block, usize)> {
        self.body.layout.iter().find_map(|block| {
            let insts = &self.body.blocks[*block].insts;
            let at = insts.iter().position(|i| {
                let data = &self.body.insts[*i];
                data.op == Opcode::Poll && data.state() == state
            })?;
            Some((*block, at))
        })
    }

    /// The blocks that control comes to from after the poll in `home`, or from a raise.
    fn reached(&self, stages: &Stages, home: Block) -> ByStage<bool> {
        let mut reached = vec![purlin_base::filled(self.body.blocks.len()); stages.ways_in() + 1];
        let onwards = |stage: usize, from: Block| {
            let targets = match stage == stages.ways_in() {
                true => vec![from],
                false => self.targets(from).iter().map(|t| t.block).collect(),
            };
            targets.into_iter().map(move |to| (stages.stage_of_edge(stage, to), to))
        };
        let mut work: Vec<(usize, Block)> = onwards(0, home).collect();
        work.extend(self.body.handler.map(|handler| (stages.last(), handler)));
        while let Some((stage, block)) = work.pop() {
            if !std::mem::replace(&mut reached[stage][block], true) {
                work.extend(onwards(stage, block));
            }
        }
        reached
    }

    /// Gives variables to what is computed in more than one stage and used elsewhere than where it is
    /// computed.
    fn name_what_is_made_twice(&mut self, stages: &Stages, reached: &ByStage<bool>, poll: Block) {
        let body = self.body;
        let (homes, earlier) = (cfg::homes(body), &reached[..stages.last()]);
        if earlier.is_empty() {
            return;
        }
        for block in body.layout.iter().copied() {
            for value in body.blocks[block].insts.iter().flat_map(|i| body.insts[*i].uses()) {
                let home = homes[value].filter(|home| *home != block && self.vars[value].is_none());
                if home.is_some_and(|home| home == poll || earlier.iter().any(|reached| reached[home])) {
                    self.vars[value] = Some(self.b.declare_var(types::clif(body.ty(value))));
                }
            }
        }
    }

    /// The values of the state after the `at`-th instruction of `home`, which lie in the interpreter's slots.
    /// They get variables, as loops define them again; what is loaded is the interpreter's no more.
    fn take_state(
        &mut self,
        stages: &Stages,
        reached: &ByStage<bool>,
        (home, at): (Block, usize),
        map: &[u16],
    ) -> Result<(), CompileError> {
        let body = self.body;
        let values = &body.insts[body.blocks[home].insts[at]].args;
        if map.len() != values.len() {
            return Err(CompileError::NoSuchState);
        }
        let wanted = self.wanted_at_once(stages, reached, home);
        let mut loaded = Vec::new();
        for (value, slot) in values.iter().copied().zip(map.iter().copied()) {
            let var = self.b.declare_var(types::clif(body.ty(value)));
            self.vars[value] = Some(var);
            let here = match self.rematerialized(value) {
                Some(constant) => constant,
                None if slot == NO_SLOT => return Err(CompileError::NoSuchState),
                None if !wanted[value] => {
                    self.parked[value] = Some(slot);
                    continue;
                }
                None => {
                    loaded.push((value, slot));
                    self.load_parked(value, slot)
                }
            };
            self.b.def_var(var, here);
        }
        let kept: Vec<u16> = self.parked.values().copied().flatten().collect();
        self.forget(loaded.into_iter().filter(|(_, slot)| !kept.contains(slot)));
        Ok(())
    }

    /// What is computed, or used in a loop, before the last stage; everything, if that is the only one.
    fn wanted_at_once(
        &self,
        stages: &Stages,
        reached: &ByStage<bool>,
        poll: Block,
    ) -> SecondaryMap<Value, bool> {
        let body = self.body;
        let mut wanted: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
        if stages.last() == 0 {
            wanted.values_mut().for_each(|wanted| *wanted = true);
            return wanted;
        }
        for block in body.layout.iter().copied() {
            let mut at =
                (0..stages.last()).filter(|n| reached[*n][block] || (*n == 0 && block == poll)).peekable();
            let made = at.peek().is_some();
            let in_loop = at.any(|n| stages.is_loop(n, block));
            for inst in body.blocks[block].insts.iter().map(|i| &body.insts[*i]) {
                inst.results.iter().filter(|_| made).for_each(|v| wanted[*v] = true);
                // Where a poll leaves is cold.
                inst.uses().filter(|_| in_loop && inst.op != Opcode::Poll).for_each(|v| wanted[v] = true);
            }
            body.blocks[block].params.iter().filter(|_| made).for_each(|v| wanted[*v] = true);
        }
        wanted
    }

    /// A constant is made again rather than loaded, so that what follows from it is still known.
    fn rematerialized(&mut self, value: Value) -> Option<cl::Value> {
        let data = self.body.made_by(value)?;
        self.constant_value(data)
    }

    pub(super) fn load_parked(&mut self, value: Value, slot: u16) -> cl::Value {
        let slots = self.interp_slots.expect("an OSR function");
        self.load_slot(slots, 8 * i32::from(slot), self.body.ty(value))
    }

    /// Clears the slots of references: what the interpreter's frame names lives for as long as that does.
    fn forget(&mut self, taken: impl Iterator<Item = (Value, u16)>) {
        let slots = self.interp_slots.expect("an OSR function");
        let none = self.i64(0);
        for (value, slot) in taken {
            if matches!(self.body.ty(value), Type::Ref | Type::Dyn) {
                self.store_slot(slots, 8 * i32::from(slot), none);
            }
        }
    }

    /// The blocks of each stage, and those that lead into the last one.
    fn make_stages(&mut self, stages: &Stages, reached: &ByStage<bool>) -> ByStage<Option<cl::Block>> {
        let mut made = Vec::new();
        for (stage, reached) in reached.iter().enumerate() {
            let mut blocks = purlin_base::filled(self.body.blocks.len());
            for block in self.body.layout.iter().copied().filter(|b| reached[*b]) {
                let is_way = stage == stages.ways_in();
                blocks[block] = Some(if is_way { self.block_like(block) } else { self.make_block(block) });
            }
            made.push(blocks);
        }
        made
    }

    /// Lowers one stage after the `at`-th instruction of `home`.
    fn stage(&mut self, stage: usize, order: &[Block], (home, at): (Block, usize), after: cl::Block) {
        let insts = &self.body.blocks[home].insts;
        if stage == 0 {
            self.b.switch_to_block(after);
            self.insts(&insts[at + 1..]);
        }
        for block in order.iter().copied() {
            self.start_block(block);
            if stage == 0 && block == home {
                // A cycle that is no loop, or one of a function too large to be lowered more than once.
                self.insts(&insts[..=at]);
                self.b.ins().jump(after, &[]);
            } else {
                self.block_insts(block);
            }
        }
    }

    /// On the ways into the last stage, what is still parked is taken.
    fn take_parked(&mut self, ways: &ByBlock<Option<cl::Block>>, last: &ByBlock<Option<cl::Block>>) {
        let live = cfg::Liveness::new(self.body);
        let parked: Vec<(Value, u16)> =
            self.parked.iter().filter_map(|(v, slot)| Some((v, (*slot)?))).collect();
        for (block, way) in ways.iter().filter_map(|(block, way)| Some((block, (*way)?))) {
            self.b.switch_to_block(way);
            for (value, slot) in parked.iter().filter(|(v, _)| live.live_in(block).contains(v)) {
                let loaded = self.load_parked(*value, *slot);
                self.b.def_var(self.vars[*value].expect("values of the state have variables"), loaded);
            }
            self.forget(parked.iter().copied());
            let args: Vec<cl::BlockArg> = self.b.block_params(way).iter().map(|v| (*v).into()).collect();
            self.b.ins().jump(last[block].expect("it is reached"), &args);
        }
        self.parked.clear();
    }
}
