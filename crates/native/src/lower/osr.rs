//! The function from behind a poll.
//!
//! Control comes into the middle of loops here. Lowered as they stand, the loops around the poll would all be one, which begins at
//! the poll: nothing would be known of the inner ones, neither by what splits live ranges and lays out blocks, nor by
//! the register allocator. So what is left of the turns that have begun is lowered by itself, from the innermost loop
//! outwards, and each loop is then entered by its header, as it is in the function itself.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::loops::{self, Loop};
use purlin_ir::{Block, FrameStateId, Function, Opcode};

use super::{Lower, Slots, frame_layout, types};
use crate::compiler::CompileError;

/// Instructions that are lowered more than once.
const MOST_COPIED: usize = 2000;

/// What is lowered of the function one after the other: stage `n` is what is left of a turn of the `n`-th loop around the poll, with
/// the loops in it; the last stage, what there is from the header of the last loop on.
struct Stages {
    /// The loops around the poll, inner ones first.
    around: Vec<Loop>,
    inside: Vec<SecondaryMap<Block, bool>>,
}

impl Stages {
    fn new(body: &Function, poll: Block) -> Stages {
        let mut around = loops::find(body, &Dominators::new(body));
        around.retain(|of| of.blocks.contains(&poll));
        let mut copied = 0;
        let fit = around.iter().take_while(|of| {
            copied += of.blocks.iter().map(|b| body.blocks[*b].insts.len()).sum::<usize>();
            copied <= MOST_COPIED
        });
        let fit = fit.count();
        around.truncate(fit);
        let inside = around.iter().map(|of| {
            let mut inside = purlin_base::filled(body.blocks.len());
            of.blocks.iter().for_each(|b| inside[*b] = true);
            inside
        });
        Stages { inside: inside.collect(), around }
    }

    fn last(&self) -> usize {
        self.around.len()
    }

    /// In which stage control goes on that leaves for a block in a stage.
    fn of(&self, stage: usize, to: Block) -> usize {
        let within = (stage..self.last()).find(|n| self.inside[*n][to]);
        within.map_or(self.last(), |n| n + usize::from(self.around[n].header == to))
    }
}

/// By stage, what there is for each block.
type ByStage<T> = Vec<SecondaryMap<Block, T>>;

impl Lower<'_, '_> {
    /// The function from behind the poll of `state`.
    pub(super) fn behind_poll(
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
        let (offsets, total) = frame_layout(self.body);
        self.slot_offsets = offsets;
        if total > 0 {
            self.slots = Slots::Theirs(params[2]);
        }
        self.load_gas();
        self.load_state(home, at, map)?;
        let stages = Stages::new(self.body, home);
        let reached = self.reached(&stages, home);
        self.name_what_is_made_twice(&reached, home);
        let made = self.make_stages(&reached);
        let behind = self.b.create_block();
        self.b.ins().jump(behind, &[]);
        self.b.switch_to_block(behind);
        let order = cfg::reverse_postorder(self.body);
        for stage in 0..=stages.last() {
            self.enter_stage(&stages, &made, stage);
            let insts = &self.body.blocks[home].insts;
            if stage == 0 {
                self.insts(&insts[at + 1..]);
            }
            for block in order.iter().copied().filter(|b| made[stage][*b].is_some()) {
                self.start_block(block);
                if stage == 0 && block == home {
                    // A cycle that is no loop, or one of a function too large to be lowered more than once.
                    self.insts(&insts[..=at]);
                    self.b.ins().jump(behind, &[]);
                } else {
                    let insts = &self.body.blocks[block].insts;
                    self.insts(insts);
                }
            }
        }
        Ok(())
    }

    fn find_poll(&self, state: FrameStateId) -> Option<(Block, usize)> {
        self.body.layout.iter().find_map(|block| {
            let insts = &self.body.blocks[*block].insts;
            let at = insts.iter().position(|i| {
                let data = &self.body.insts[*i];
                data.op == Opcode::Poll && data.aux == state.as_u32()
            })?;
            Some((*block, at))
        })
    }

    /// The blocks that control comes to from behind the poll in `home`, or from a raise.
    fn reached(&self, stages: &Stages, home: Block) -> ByStage<bool> {
        let mut reached = vec![purlin_base::filled(self.body.blocks.len()); stages.last() + 1];
        let onwards = |stage: usize, from: Block| {
            let targets = self.successors(from).into_iter();
            targets.map(move |to| (stages.of(stage, to), to))
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

    /// Gives variables to what is computed in more than one stage and used elsewhere than where it is computed.
    fn name_what_is_made_twice(&mut self, reached: &ByStage<bool>, poll: Block) {
        let body = self.body;
        let (homes, earlier) = (cfg::homes(body), &reached[..reached.len() - 1]);
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

    fn make_stages(&mut self, reached: &ByStage<bool>) -> ByStage<Option<cl::Block>> {
        let mut made = Vec::new();
        for reached in reached {
            let mut blocks = purlin_base::filled(self.body.blocks.len());
            for block in self.body.layout.iter().copied().filter(|b| reached[*b]) {
                blocks[block] = Some(self.make_block(block));
            }
            made.push(blocks);
        }
        made
    }

    /// Branches lead from this stage from here on.
    fn enter_stage(&mut self, stages: &Stages, made: &ByStage<Option<cl::Block>>, stage: usize) {
        for block in self.body.layout.iter().copied() {
            self.blocks[block] = made[stages.of(stage, block)][block];
        }
    }
}
