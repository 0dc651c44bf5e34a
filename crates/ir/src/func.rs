//! A function in SSA form: blocks with parameters, instructions with one op each.

use purlin_base::{Pos, PrimaryMap, SecondaryMap, entity_impl};
use smallvec::SmallVec;

use crate::imm::Imm;
use crate::module::FuncId;
use crate::op::{Attr, Opcode};
use crate::types::Type;

/// An SSA value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);
entity_impl!(Value, "v");

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(u32);
entity_impl!(Block, "block");

/// An instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inst(u32);
entity_impl!(Inst, "inst");

/// A piece of the frame's own memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SlotId(u32);
entity_impl!(SlotId, "slot");

/// A place where native code can hand over to the interpreter, or take over from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameStateId(u32);
entity_impl!(FrameStateId, "fs");

/// The cases of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SwitchId(u32);
entity_impl!(SwitchId, "switch");

/// A source position with its inline call stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocId(u32);
entity_impl!(LocId, "loc");

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

/// Values in a row.
pub type Values = SmallVec<[Value; 4]>;

/// A block and the arguments for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub block: Block,
    pub args: Values,
}

/// One instruction. What [`Imm`] it carries is said by the op's [`Attr`].
#[derive(Debug)]
pub struct InstData {
    pub op: Opcode,
    /// The controlling type; `I64` where the op has none.
    pub ty: Type,
    pub args: Values,
    pub results: SmallVec<[Value; 2]>,
    /// Read through the typed accessors of [`crate::imm`].
    pub imm: Imm,
    pub targets: Vec<Target>,
    pub loc: LocId,
}

impl InstData {
    /// An instruction without results, immediate and targets: they are set where there are some.
    pub fn new(op: Opcode, ty: Type, args: &[Value], loc: LocId) -> InstData {
        InstData {
            op,
            ty,
            args: SmallVec::from_slice(args),
            results: SmallVec::new(),
            imm: Imm::None,
            targets: Vec::new(),
            loc,
        }
    }

    /// The instruction with that immediate, which is one of its op's.
    pub fn with(mut self, imm: Imm) -> InstData {
        debug_assert!(imm.fits(self.op.row().attr), "{} carries {imm:?}", self.op.row().text);
        self.imm = imm;
        self
    }

    /// The instruction with those targets.
    pub fn to(mut self, targets: Vec<Target>) -> InstData {
        self.targets = targets;
        self
    }
}

impl Clone for InstData {
    // Functions are copied for the mid-end, and the derived form copies lists value by value.
    fn clone(&self) -> InstData {
        InstData {
            op: self.op,
            ty: self.ty,
            args: SmallVec::from_slice(&self.args),
            results: SmallVec::from_slice(&self.results),
            imm: self.imm,
            targets: self.targets.clone(),
            loc: self.loc,
        }
    }
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

impl InstData {
    /// Every value the instruction reads, those passed to targets included.
    pub fn uses(&self) -> impl Iterator<Item = Value> + '_ {
        self.args.iter().copied().chain(self.targets.iter().flat_map(|t| t.args.iter().copied()))
    }

    /// Renames what the instruction reads and where it leads; not its results.
    pub fn rename(&mut self, value: impl Fn(Value) -> Value, block: impl Fn(Block) -> Block) {
        self.args.iter_mut().for_each(|v| *v = value(*v));
        for target in &mut self.targets {
            target.block = block(target.block);
            target.args.iter_mut().for_each(|v| *v = value(*v));
        }
    }

    /// The frame state of a poll or guard, and its values.
    pub fn frame_state(&self) -> Option<(FrameStateId, &[Value])> {
        let Imm::State(state) = self.imm else { return None };
        let skip = usize::from(self.op.row().attr == Attr::Guard);
        Some((state, &self.args[skip..]))
    }
}
