//! Copies of loops: their blocks once more, and what was computed in them and is used after them.
//!
//! A pass makes copies, leads edges to them as it likes, and says when it is done ([`Copies::repair`]).
//! Copies of a poll are that poll. Knows nothing of what the copies are for.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg;
use purlin_ir::{
    Attr, Block, BlockData, FrameStateData, FrameStateId, Function, Imm, Inst, SwitchId, Type, Value,
};

/// What is live at polls and guards is found anew after the passes, and until then would only be in the way.
pub(crate) fn forget_states(func: &mut Function) {
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            let data = &mut func.insts[*inst];
            match data.op.row().attr {
                Attr::Frame => data.args.clear(),
                Attr::Guard => data.args.truncate(1),
                _ => {}
            }
        }
    }
}

/// The immediate of an instruction's copy in `func`: the cases of a switch and a frame state belong to one
/// instruction only, so that the copy gets its own.
pub(crate) fn own_imm(
    func: &mut Function,
    imm: Imm,
    cases: impl Fn(&Function, SwitchId) -> Vec<i64>,
    state: impl Fn(&Function, FrameStateId) -> FrameStateData,
) -> Imm {
    match imm {
        Imm::Switch(switch) => {
            let cases = cases(func, switch);
            Imm::Switch(func.switches.push(cases))
        }
        Imm::State(id) => {
            let state = state(func, id);
            Imm::State(func.frame_states.push(state))
        }
        other => other,
    }
}

/// Edges from a block into another lead into a third one, whose parameters are the same.
pub(crate) fn redirect_edges(func: &mut Function, block: Block, from: Block, to: Block) {
    let end = *func.blocks[block].insts.last().expect("a block has an end");
    let targets = func.insts[end].targets.iter_mut();
    targets.filter(|t| t.block == from).for_each(|t| t.block = to);
}

/// A loop and its copies.
pub(crate) struct Copies<'a> {
    pub func: &'a mut Function,
    /// The loop's blocks in the order of code.
    pub blocks: Vec<Block>,
    /// The copy that a block belongs to, the loop itself being 0; `None` outside.
    copy_of: SecondaryMap<Block, Option<u32>>,
    /// For each copy, what the loop's values are there.
    values: Vec<HashMap<Value, Value>>,
    /// Where values are defined, if copies lead into the loop itself elsewhere than at its header: blocks of
    /// it may be gone then, whose values the others still use.
    homes: Option<SecondaryMap<Value, Option<Block>>>,
}

impl<'a> Copies<'a> {
    /// The blocks of a loop, and none of them copied.
    pub(crate) fn new(func: &'a mut Function, blocks: Vec<Block>) -> Copies<'a> {
        let mut copy_of = SecondaryMap::new();
        blocks.iter().for_each(|b| copy_of[*b] = Some(0));
        Copies { func, blocks, copy_of, values: Vec::new(), homes: None }
    }

    /// The blocks of a loop whose copies will lead into the loop itself: what it uses is repaired, too.
    pub(crate) fn entered(func: &'a mut Function, blocks: Vec<Block>) -> Copies<'a> {
        let homes = Some(cfg::homes(func));
        Copies { homes, ..Copies::new(func, blocks) }
    }

    /// After the loop in the order of code.
    pub(crate) fn end_in_layout(&self) -> usize {
        self.func.layout.iter().rposition(|b| self.blocks.contains(b)).expect("its header is there") + 1
    }

    /// A copy of the loop, in no layout yet, whose latch goes back to its own header.
    pub(crate) fn copy(&mut self) -> HashMap<Block, Block> {
        let number = self.values.len() as u32 + 1;
        let mut blocks: HashMap<Block, Block> = HashMap::default();
        let mut values: HashMap<Value, Value> = HashMap::default();
        let mut made: Vec<Inst> = Vec::new();
        for block in self.blocks.clone() {
            let data = &self.func.blocks[block];
            let (params, insts, cold) = (data.params.clone(), data.insts.clone(), data.cold);
            let copy = self.func.blocks.push(BlockData { cold, ..BlockData::default() });
            self.copy_of[copy] = Some(number);
            blocks.insert(block, copy);
            for param in params {
                let ty = self.func.ty(param);
                values.insert(param, self.func.add_param(copy, ty));
            }
            for inst in insts {
                let mut data = self.func.insts[inst].clone();
                data.imm = own_imm(
                    self.func,
                    data.imm,
                    |func, switch| func.switches[switch].clone(),
                    |func, state| func.frame_states[state],
                );
                let results = std::mem::take(&mut data.results);
                let types: Vec<Type> = results.iter().map(|v| self.func.ty(*v)).collect();
                let inst = self.func.add_inst(data, &types);
                values.extend(results.into_iter().zip(self.func.insts[inst].results.iter().copied()));
                self.func.blocks[copy].insts.push(inst);
                made.push(inst);
            }
        }
        let value_here = |value| values.get(&value).copied().unwrap_or(value);
        let block_here = |block| blocks.get(&block).copied().unwrap_or(block);
        for inst in made {
            self.func.insts[inst].rename(value_here, block_here);
        }
        self.values.push(values);
        blocks
    }

    /// Redirects edges of a block, as [`lead`] does.
    pub(crate) fn redirect(&mut self, block: Block, from: Block, to: Block) {
        redirect_edges(self.func, block, from, to);
    }

    /// Leads what was computed in the loop and is used after it there from each copy; how many values there
    /// were.
    pub(crate) fn repair(&mut self) -> u64 {
        let homes = match &self.homes {
            Some(homes) => homes.clone(),
            None => cfg::homes(self.func),
        };
        let home = |value: Value| homes.get(value).copied().flatten();
        let mut used: Vec<(Value, Vec<Block>)> = Vec::new();
        let mut known: HashMap<Value, usize> = HashMap::default();
        let is_user = |b: &&Block| self.copy_of[**b].is_none_or(|copy| copy == 0 && self.homes.is_some());
        for block in self.func.layout.iter().filter(is_user) {
            for value in self.func.blocks[*block].insts.iter().flat_map(|i| self.func.insts[*i].uses()) {
                let in_loop = home(value).is_some_and(|home| self.copy_of[home] == Some(0));
                if in_loop && home(value) != Some(*block) {
                    let n = *known.entry(value).or_insert_with(|| {
                        used.push((value, Vec::new()));
                        used.len() - 1
                    });
                    used[n].1.push(*block);
                }
            }
        }
        let preds = cfg::predecessors(self.func);
        let values = used.len() as u64;
        for (value, blocks) in used {
            self.lead_out(value, home(value), blocks, &preds);
        }
        values
    }

    /// Whether what a value is where a block ends is known from the block.
    fn decides(&self, block: Block, home: Option<Block>) -> bool {
        match self.copy_of[block] {
            Some(0) => self.homes.is_none() || home == Some(block),
            copy => copy.is_some(),
        }
    }

    /// Gives the blocks after the loop, up to those that use a value of it, what the value is on each way
    /// there.
    fn lead_out(&mut self, value: Value, home: Option<Block>, users: Vec<Block>, preds: &cfg::Predecessors) {
        let ty = self.func.ty(value);
        let mut wanted: HashSet<Block> = HashSet::default();
        let mut params: HashMap<Block, Value> = HashMap::default();
        let mut joins: Vec<Block> = Vec::new();
        let mut work = users.clone();
        while let Some(block) = work.pop() {
            if self.decides(block, home) || !wanted.insert(block) {
                continue;
            }
            work.extend(&preds[block]);
            if preds[block].len() > 1 {
                params.insert(block, self.func.add_param(block, ty));
                joins.push(block);
            }
        }
        for block in joins {
            let mut from = preds[block].to_vec();
            from.sort_unstable();
            from.dedup();
            for pred in from {
                let arg = self.at_end(value, home, pred, &params, preds);
                let end = *self.func.blocks[pred].insts.last().expect("a predecessor has an end");
                let targets = self.func.insts[end].targets.iter_mut();
                targets.filter(|t| t.block == block).for_each(|t| t.args.push(arg));
            }
        }
        for block in users {
            let now = self.at_end(value, home, block, &params, preds);
            for inst in self.func.blocks[block].insts.clone() {
                let data = &mut self.func.insts[inst];
                let uses =
                    data.args.iter_mut().chain(data.targets.iter_mut().flat_map(|t| t.args.iter_mut()));
                uses.filter(|v| **v == value).for_each(|v| *v = now);
            }
        }
    }

    /// What a value of the loop is where a block ends.
    fn at_end(
        &self,
        value: Value,
        home: Option<Block>,
        mut block: Block,
        params: &HashMap<Block, Value>,
        preds: &cfg::Predecessors,
    ) -> Value {
        loop {
            if self.decides(block, home) {
                let copy = self.copy_of[block].unwrap_or(0) as usize;
                return copy.checked_sub(1).map_or(value, |copy| self.values[copy][&value]);
            }
            if let Some(param) = params.get(&block) {
                return *param;
            }
            block = preds[block][0];
        }
    }
}
