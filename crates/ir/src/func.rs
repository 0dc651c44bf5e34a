//! A function in SSA form: blocks with parameters, instructions with one op each.

use purlin_base::{Pos, PrimaryMap, SecondaryMap};

use crate::ids::{Block, FrameStateId, FuncId, Inst, LocId, SlotId, SwitchId, Value};
use crate::imm::Imm;
use crate::inst::InstData;
use crate::op::Opcode;
use crate::types::Type;

/// Where an instruction comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    pub pos: Pos,
    /// The function whose source that is.
    pub func: FuncId,
    /// The call that was inlined here, outward; `None` in the function's own code.
    pub inlined_at: Option<LocId>,
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Def {
    /// The n-th result of an instruction.
    Result(Inst, u32),
    /// The n-th parameter of a block.
    Param(Block, u32),
}

/// A value's type and origin.
#[derive(Clone, Copy, Debug)]
pub struct ValueData {
    pub ty: Type,
    pub def: Def,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct BlockData {
    pub params: Vec<Value>,
    pub insts: Vec<Inst>,
    /// Rarely run; placed after all other blocks.
    pub cold: bool,
}

/// A frame slot: zero-filled memory of one activation, for as long as it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotData {
    /// Bytes; the slot is aligned to 8.
    pub size: u32,
}

/// A frame state: the program can resume at this place in the interpreter, given these values.
///
/// For a `poll` the place is right after it and the values are the poll's operands. For a `guard` the
/// place is the start of the second target and the values are the guard's operands after the condition
/// (what that block reads from above), its parameters coming with the edge. The id is the same in every
/// later form of the function: passes may replace the values, never reorder or drop them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameStateData {
    /// The function whose bytecode resumes.
    pub func: FuncId,
    /// The frame state's number in that function's own body (differs from the id only after inlining, and in
    /// copies of a loop's iterations).
    pub origin: FrameStateId,
}

/// A function's body.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub values: PrimaryMap<Value, ValueData>,
    pub insts: PrimaryMap<Inst, InstData>,
    pub blocks: PrimaryMap<Block, BlockData>,
    /// Blocks in the order of code; the first is the entry, whose parameters are the function's.
    pub layout: Vec<Block>,
    pub slots: PrimaryMap<SlotId, SlotData>,
    pub frame_states: PrimaryMap<FrameStateId, FrameStateData>,
    pub switches: PrimaryMap<SwitchId, Vec<i64>>,
    pub locs: PrimaryMap<LocId, Loc>,
    /// Where control goes when something in this function, or called by it, raises. The block has no
    /// parameters and reads frame slots only. A raise while the handler itself runs goes there again.
    pub handler: Option<Block>,
}

impl Function {
    /// The entry block. Panics on a function without blocks, which the verifier rejects.
    pub fn entry(&self) -> Block {
        self.layout[0]
    }

    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The instruction that ends `block`.
    pub fn end(&self, block: Block) -> Option<&InstData> {
        let last = *self.blocks[block].insts.last()?;
        self.insts[last].op.is_end().then(|| &self.insts[last])
    }

    /// The targets of `block`'s end.
    pub fn successors(&self, block: Block) -> impl Iterator<Item = Block> + '_ {
        self.end(block).into_iter().flat_map(|end| end.targets.iter().map(|t| t.block))
    }

    /// The constant that `value` is, if it is an integer constant.
    pub fn as_iconst(&self, value: Value) -> Option<i64> {
        self.made_by(value).filter(|data| data.op == Opcode::Iconst).map(InstData::int)
    }

    /// The instruction that computes `value` as its first result, if one does.
    pub fn made_by(&self, value: Value) -> Option<&InstData> {
        match self.values[value].def {
            Def::Result(inst, 0) => Some(&self.insts[inst]),
            Def::Result(..) | Def::Param(..) => None,
        }
    }

    /// A new value.
    pub fn add_value(&mut self, ty: Type, def: Def) -> Value {
        self.values.push(ValueData { ty, def })
    }

    /// A new instruction with results of these types, in no block yet.
    pub fn add_inst(&mut self, mut data: InstData, results: &[Type]) -> Inst {
        debug_assert!(data.imm.fits(data.op.row().attr), "{} carries {:?}", data.op.row().text, data.imm);
        let inst = self.insts.next_key();
        data.results = results
            .iter()
            .enumerate()
            .map(|(n, ty)| self.add_value(*ty, Def::Result(inst, n as u32)))
            .collect();
        self.insts.push(data)
    }

    /// A new integer constant, in no block yet.
    pub fn add_iconst(&mut self, ty: Type, imm: i64, loc: LocId) -> (Inst, Value) {
        let data = InstData::new(Opcode::Iconst, ty, &[], loc).with(Imm::Int(imm));
        let inst = self.add_inst(data, &[ty]);
        (inst, self.insts[inst].results[0])
    }

    /// A new parameter of `block`.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let n = self.blocks[block].params.len() as u32;
        let value = self.add_value(ty, Def::Param(block, n));
        self.blocks[block].params.push(value);
        value
    }

    /// Every use of a value becomes a use of what `to` maps it to, through all links of a chain.
    pub fn replace_uses(&mut self, to: SecondaryMap<Value, Option<Value>>) {
        if to.values().all(Option::is_none) {
            return;
        }
        let to = compress(to);
        let resolve = |v: &mut Value| *v = to[*v].unwrap_or(*v);
        for block in &self.layout {
            for inst in &self.blocks[*block].insts {
                let data = &mut self.insts[*inst];
                data.args.iter_mut().for_each(resolve);
                for target in &mut data.targets {
                    target.args.iter_mut().for_each(resolve);
                }
            }
        }
    }
}

/// Lets every value point at the end of its chain, in time linear in the number of links. A chain that bites
/// its own tail (parameters of unreachable blocks that feed only each other) is cut.
fn compress(mut to: SecondaryMap<Value, Option<Value>>) -> SecondaryMap<Value, Option<Value>> {
    #[derive(Clone, Copy, PartialEq, Default)]
    enum State {
        #[default]
        New,
        Open,
        Done,
    }
    let mut state: SecondaryMap<Value, State> = purlin_base::filled(to.capacity());
    let mut path = Vec::new();
    for start in to.keys() {
        if to[start].is_none() {
            continue;
        }
        let mut end = start;
        while state[end] == State::New {
            state[end] = State::Open;
            path.push(end);
            end = to[end].unwrap_or(end);
        }
        if state[end] == State::Done {
            end = to[end].unwrap_or(end);
        }
        for value in path.drain(..) {
            state[value] = State::Done;
            to[value] = (value != end).then_some(end);
        }
    }
    to
}
