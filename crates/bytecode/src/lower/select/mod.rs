//! Chooses instructions for a function, backwards from the uses: a value that is not demanded is not
//! computed, and a value that folds into its one user is computed there. Operands are still values; slots
//! come later.
//!
//! One match lowers all ops; the families' functions stand in the modules below.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::layout::{FrameLayout, Layout};
use purlin_ir::{Block, Def, FrameStateId, Function, Inst, InstData, LocId, Opcode, Type, Value, cfg};
use smallvec::SmallVec;

use crate::table::Op;

mod arith;
mod charges;
mod compare;
mod control;
mod float;
mod memory;
mod word;

pub(super) use charges::is_quiet;
use charges::merge_charges;

/// From so many uses on the address of a frame slot has a register.
const SEVERAL: u32 = 3;

/// A virtual register: the number of an IR value, or one beyond them for a temporary.
pub(super) type Reg = u32;
pub(super) type Regs = SmallVec<[Reg; 4]>;

/// A way out of a block.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub to: Block,
    pub args: Regs,
}

/// What there is to an instruction besides its fields.
#[derive(Clone, Debug)]
pub(super) enum Role {
    Plain,
    /// `uses` are the arguments; the callee's number may be in a register.
    Call {
        callee: Option<Reg>,
        results: Regs,
    },
    /// A call that takes this frame's place.
    Tail {
        callee: Option<Reg>,
    },
    /// A poll; its state's values are in `keeps`.
    Poll {
        state: FrameStateId,
    },
    /// A jump, or a branch with (taken, otherwise); of a guard, its frame state.
    Branch {
        edges: Vec<Edge>,
        guard: Option<FrameStateId>,
    },
    /// The default's edge is last.
    Switch {
        cases: Vec<i64>,
        edges: Vec<Edge>,
    },
    Return,
}

/// An instruction before slots are known. Fields are filled in the order `def`, `uses`, then `imm`.
#[derive(Clone, Debug)]
pub(super) struct VInst {
    pub op: Op,
    pub def: Option<Reg>,
    pub uses: Regs,
    /// What has to be in a slot besides, while the instruction runs.
    pub keeps: Regs,
    pub imm: i64,
    /// The second word, where the format has one that is not a register.
    pub word: u64,
    pub kind: Role,
    pub loc: LocId,
}

/// A function with chosen instructions.
pub(super) struct Code {
    /// Reachable blocks in the order of code, cold ones last.
    pub order: Vec<Block>,
    pub blocks: SecondaryMap<Block, Vec<VInst>>,
    /// The registers of each block's parameters.
    pub params: SecondaryMap<Block, Regs>,
    pub regs: u32,
    /// Slots of the frame's memory, and the byte offset of each IR frame slot in it.
    pub memory_slots: u32,
    /// Constants that were moved out of loops.
    pub hoisted: Vec<(Reg, u64)>,
}

pub(super) fn select(layout: &Layout, func: &Function) -> Result<Code, &'static str> {
    let postorder = {
        let mut order = cfg::reverse_postorder(func);
        order.reverse();
        order
    };
    let mut reachable: SecondaryMap<Block, bool> = SecondaryMap::new();
    postorder.iter().for_each(|b| reachable[*b] = true);
    let live = || func.layout.iter().copied().filter(|b| reachable[*b]);
    let entry = func.entry();
    let order: Vec<Block> = live()
        .filter(|b| *b == entry || !func.blocks[*b].cold)
        .chain(live().filter(|b| *b != entry && func.blocks[*b].cold))
        .collect();
    let frame = FrameLayout::new(func);
    let memory_slots = u32::try_from(frame.bytes() / 8).map_err(|_| "its frame's memory")?;
    let mut selector = Selector {
        layout,
        func,
        frame,
        uses: purlin_base::filled(func.values.len()),
        alias: purlin_base::filled(func.values.len()),
        place: purlin_base::filled(func.insts.len()),
        demanded: vec![false; func.values.len()],
        folded: purlin_base::filled(func.insts.len()),
        out: Vec::new(),
        regs: func.values.len() as u32,
        block: entry,
        index: 0,
        polls: 0,
        loc: LocId::from_u32(0),
        far: None,
        error: None,
        preds: None,
        results: SecondaryMap::new(),
    };
    selector.prepare(&order);
    let mut blocks: SecondaryMap<Block, Vec<VInst>> = SecondaryMap::new();
    for block in &postorder {
        blocks[*block] = selector.block(*block);
    }
    if let Some(what) = selector.error {
        return Err(what);
    }
    if memory_slots > 0 {
        let frame = VInst {
            imm: i64::from(memory_slots),
            ..VInst::plain(Op::Frame, None, &[], func.insts[func.blocks[entry].insts[0]].loc)
        };
        blocks[entry].insert(0, frame);
    }
    let params = order.iter().fold(SecondaryMap::new(), |mut map: SecondaryMap<Block, Regs>, b| {
        map[*b] = func.blocks[*b].params.iter().map(|v| v.as_u32()).collect();
        map
    });
    Ok(Code { order, blocks, params, regs: selector.regs, memory_slots, hoisted: Vec::new() })
}

impl VInst {
    fn plain(op: Op, def: Option<Reg>, uses: &[Reg], loc: LocId) -> VInst {
        VInst {
            op,
            def,
            uses: SmallVec::from_slice(uses),
            keeps: SmallVec::new(),
            imm: 0,
            word: 0,
            kind: Role::Plain,
            loc,
        }
    }
}

struct Selector<'a> {
    layout: &'a Layout,
    func: &'a Function,
    frame: FrameLayout,
    /// How often each value is used, by its root.
    uses: SecondaryMap<Value, u32>,
    /// What a value is only another name of, in the form that slots keep.
    alias: SecondaryMap<Value, Option<Value>>,
    /// Block and index of each instruction, and how many polls come before it in the block.
    place: SecondaryMap<Inst, Option<(Block, u32, u32)>>,
    demanded: Vec<bool>,
    /// Instructions whose work is done by a later one.
    folded: SecondaryMap<Inst, bool>,
    out: Vec<VInst>,
    regs: u32,
    block: Block,
    index: usize,
    /// Polls before the instruction in its block.
    polls: u32,
    loc: LocId,
    /// An address that the access being made needs first: register, base, offset.
    far: Option<(Reg, Reg, i64)>,
    error: Option<&'static str>,
    /// The ways into each block, once that was asked.
    preds: Option<cfg::Predecessors>,
    /// What the branch at a block's end computes, on its first edge.
    results: SecondaryMap<Block, Option<Reg>>,
}

impl<'a> Selector<'a> {
    fn prepare(&mut self, order: &[Block]) {
        let func = self.func;
        for block in order {
            let mut polls = 0;
            for (n, inst) in func.blocks[*block].insts.iter().enumerate() {
                self.place[*inst] = Some((*block, n as u32, polls));
                let data = &func.insts[*inst];
                polls += u32::from(data.op == Opcode::Poll);
                let from = data.args.first().map_or(data.ty, |a| func.ty(*a));
                let shows_bits = from.is_float() && data.ty.is_int();
                let same_bits =
                    data.op == Opcode::Bitcast && (from == data.ty || (from.bytes() == 8 && !shows_bits));
                if data.op == Opcode::Sext || same_bits {
                    self.alias[data.results[0]] = Some(data.args[0]);
                }
            }
        }
        for block in order {
            for inst in &func.blocks[*block].insts {
                let data = &func.insts[*inst];
                if data.results.first().is_some_and(|r| self.alias[*r].is_some()) {
                    continue;
                }
                for value in data.uses() {
                    let root = self.root(value);
                    self.uses[root] += 1;
                }
            }
        }
    }

    fn root(&mut self, value: Value) -> Value {
        let mut end = value;
        while let Some(next) = self.alias[end] {
            end = next;
        }
        // Later walks are short.
        let mut at = value;
        while let Some(next) = self.alias[at] {
            self.alias[at] = Some(end);
            at = next;
            if next == end {
                break;
            }
        }
        end
    }

    fn block(&mut self, block: Block) -> Vec<VInst> {
        self.block = block;
        for index in (0..self.func.blocks[block].insts.len()).rev() {
            self.index = index;
            let inst = self.func.blocks[block].insts[index];
            if !self.folded[inst] {
                self.polls = self.place[inst].map_or(0, |p| p.2);
                self.loc = self.func.insts[inst].loc;
                self.inst(inst);
            }
        }
        let mut code = std::mem::take(&mut self.out);
        code.reverse();
        merge_charges(code)
    }

    // --- demands and operands

    /// The register that holds `value`, which is needed in a slot.
    fn reg(&mut self, value: Value) -> Reg {
        let root = self.root(value);
        self.demanded[root.index()] = true;
        root.as_u32()
    }

    fn regs(&mut self, values: &[Value]) -> Regs {
        values.iter().map(|v| self.reg(*v)).collect()
    }

    fn temp(&mut self) -> Reg {
        self.regs += 1;
        self.regs - 1
    }

    fn def_inst(&mut self, value: Value) -> Option<(Inst, &'a InstData)> {
        match self.func.values[self.root(value)].def {
            Def::Result(inst, 0) => Some((inst, &self.func.insts[inst])),
            Def::Result(..) | Def::Param(..) => None,
        }
    }

    fn integer_constant(&mut self, value: Value) -> Option<i64> {
        self.def_inst(value).filter(|d| d.1.op == Opcode::Iconst).map(|d| d.1.int())
    }

    fn konst(&mut self, value: Value) -> Option<i64> {
        let (_, data) = self.def_inst(value)?;
        match data.op {
            Opcode::Iconst => Some(data.int()),
            Opcode::Null => Some(0),
            Opcode::FuncRef => Some(i64::from(data.func().as_u32())),
            Opcode::DynFromInt | Opcode::DynFromImm => self.word_constant(value),
            // wildcard: no other op yields a constant that instructions contain.
            _ => None,
        }
    }

    fn imm16(&mut self, value: Value) -> Option<i64> {
        self.konst(value).filter(|k| i16::try_from(*k).is_ok())
    }

    /// The instruction that computes a value which has this one use and stands in the same block.
    fn only_here(&mut self, value: Value) -> Option<(Inst, &'a InstData)> {
        let root = self.root(value);
        let (inst, data) = self.def_inst(value)?;
        let here = self.place[inst].is_some_and(|p| p.0 == self.block);
        (here && self.uses[root] == 1 && !self.demanded[root.index()]).then_some((inst, data))
    }

    // --- output; instructions are pushed in reverse

    fn push(&mut self, op: Op, def: Option<Reg>, uses: &[Reg]) -> &mut VInst {
        self.out.push(VInst::plain(op, def, uses, self.loc));
        self.out.last_mut().expect("just pushed")
    }

    fn push_imm(&mut self, op: Op, def: Option<Reg>, uses: &[Reg], imm: i64) {
        self.push(op, def, uses).imm = imm;
    }

    fn constant(&mut self, def: Reg, value: i64) {
        if i32::try_from(value).is_ok() {
            self.push_imm(Op::Const, Some(def), &[], value);
        } else {
            self.push(Op::Wide, Some(def), &[]).word = value as u64;
        }
    }

    // --- instructions

    /// Lowers an instruction, unless all it does is yield a value that is not demanded.
    fn inst(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let result = data.results.first();
        let is_used = result.is_some_and(|r| self.alias[*r].is_none() && self.demanded[r.index()]);
        if is_used || !data.op.is_value() {
            self.lower(data);
        }
    }

    /// Lowers an instruction to what it does. Every op that does something emits something: whether it is
    /// needed was asked before.
    fn lower(&mut self, data: &'a InstData) {
        let ty = data.ty;
        let def = || data.results[0].as_u32();
        match data.op {
            Opcode::Iconst | Opcode::Fconst => self.constant(def(), data.const_bits()),
            Opcode::Null => self.constant(def(), 0),
            Opcode::FuncRef => self.constant(def(), i64::from(data.func().as_u32())),
            Opcode::DataAddr | Opcode::GlobalAddr | Opcode::StackAddr => self.address_of(data, def()),
            Opcode::Iadd => self.add(data, def()),
            Opcode::Isub => self.subtract(data, def()),
            Opcode::Imul => self.multiply(data, def()),
            Opcode::Iand => self.bitwise(Op::And, Op::AndI, data, def()),
            Opcode::Ior => self.bitwise(Op::Or, Op::OrI, data, def()),
            Opcode::Ixor => self.bitwise(Op::Xor, Op::XorI, data, def()),
            Opcode::Ineg => self.sized(data, def(), [Op::Neg8, Op::Neg16, Op::Neg32, Op::Neg64]),
            Opcode::Inot => self.plain(Op::Not, def(), data),
            Opcode::Popcnt => {
                self.sized(data, def(), [Op::Popcnt8, Op::Popcnt16, Op::Popcnt32, Op::Popcnt64])
            }
            Opcode::Clz => self.sized(data, def(), [Op::Clz8, Op::Clz16, Op::Clz32, Op::Clz64]),
            Opcode::Ctz => self.sized(data, def(), [Op::Ctz8, Op::Ctz16, Op::Ctz32, Op::Ctz64]),
            Opcode::Bswap => self.sized(data, def(), [Op::Mov, Op::Bswap16, Op::Bswap32, Op::Bswap64]),
            Opcode::UmulHigh => {
                self.sized(data, def(), [Op::UmulHigh8, Op::UmulHigh16, Op::UmulHigh32, Op::UmulHigh64]);
            }
            Opcode::Sdiv => {
                self.divide(data, [Op::Sdiv8, Op::Sdiv16, Op::Sdiv32, Op::Sdiv64], Some(Op::SdivI));
            }
            Opcode::Udiv => self.divide(data, [Op::Udiv8, Op::Udiv16, Op::Udiv32, Op::Udiv64], None),
            Opcode::Srem => self.divide(data, [Op::Srem; 4], Some(Op::SremI)),
            Opcode::Urem => self.divide(data, [Op::Urem8, Op::Urem16, Op::Urem32, Op::Urem64], None),
            Opcode::Shl => {
                let by_constant = by_width(ty, [None, None, Some(Op::ShlI32), Some(Op::ShlI64)]);
                self.shift(data, def(), [Op::Shl8, Op::Shl16, Op::Shl32, Op::Shl64], by_constant);
            }
            Opcode::Ushr => {
                let by_constant = by_width(ty, [None, None, Some(Op::UshrI32), Some(Op::UshrI64)]);
                self.shift(data, def(), [Op::Ushr8, Op::Ushr16, Op::Ushr32, Op::Ushr64], by_constant);
            }
            Opcode::Sshr => self.shift_signed(data, def()),
            Opcode::SaddOvf => {
                self.sized(data, def(), [Op::SaddOvf8, Op::SaddOvf16, Op::SaddOvf32, Op::SaddOvf64]);
            }
            Opcode::SsubOvf => {
                self.sized(data, def(), [Op::SsubOvf8, Op::SsubOvf16, Op::SsubOvf32, Op::SsubOvf64]);
            }
            Opcode::SmulOvf => {
                self.sized(data, def(), [Op::SmulOvf8, Op::SmulOvf16, Op::SmulOvf32, Op::SmulOvf64]);
            }
            Opcode::Ieq | Opcode::Ine | Opcode::Slt | Opcode::Sle | Opcode::Sgt => self.compare(data, def()),
            Opcode::Sge | Opcode::Ult | Opcode::Ule | Opcode::Ugt | Opcode::Uge => self.compare(data, def()),
            Opcode::Feq | Opcode::Fne | Opcode::Flt | Opcode::Fle => self.compare(data, def()),
            Opcode::Fgt | Opcode::Fge => self.compare(data, def()),
            Opcode::Fadd => self.float_sum(data, def(), Op::Fadd32, Op::Fadd64),
            Opcode::Fsub => self.float_sum(data, def(), Op::Fsub32, Op::Fsub64),
            Opcode::Fmul => self.float(data, def(), Op::Fmul32, Op::Fmul64),
            Opcode::Fdiv => self.float(data, def(), Op::Fdiv32, Op::Fdiv64),
            Opcode::Fneg => self.float(data, def(), Op::Fneg32, Op::Fneg64),
            Opcode::Fabs => self.float(data, def(), Op::Fabs32, Op::Fabs64),
            Opcode::Fsqrt => self.float(data, def(), Op::Fsqrt32, Op::Fsqrt64),
            Opcode::Ffloor => self.float(data, def(), Op::Ffloor32, Op::Ffloor64),
            Opcode::Fceil => self.float(data, def(), Op::Fceil32, Op::Fceil64),
            Opcode::Ftrunc => self.float(data, def(), Op::Ftrunc32, Op::Ftrunc64),
            Opcode::Fround => self.float(data, def(), Op::Fround32, Op::Fround64),
            Opcode::Fcopysign => self.float(data, def(), Op::Fcopysign32, Op::Fcopysign64),
            // Slots hold integers sign-extended, so that this is an alias, as `prepare` knows.
            Opcode::Sext => self.plain(Op::Mov, def(), data),
            Opcode::Zext => self.zero_extend(data, def()),
            Opcode::Itrunc => self.sized(data, def(), [Op::Sext8, Op::Sext16, Op::Sext32, Op::Mov]),
            Opcode::SintToFloat => self.float(data, def(), Op::SintToF32, Op::SintToF64),
            Opcode::UintToFloat => self.unsigned_to_float(data, def()),
            Opcode::FloatToSint => self.convert_float(data, def(), Op::F32ToSint, Op::F64ToSint),
            Opcode::FloatToUint => self.convert_float(data, def(), Op::F32ToUint, Op::F64ToUint),
            Opcode::Fpromote => self.plain(Op::Fpromote, def(), data),
            Opcode::Fdemote => self.plain(Op::Fdemote, def(), data),
            Opcode::Bitcast => self.bitcast(data, def()),
            Opcode::Select => self.plain(Op::Select, def(), data),
            Opcode::Load => self.load(data, def()),
            Opcode::Store => self.store(data),
            Opcode::FieldAddr => self.field(data, def()),
            Opcode::ElemAddr => self.element(data, def()),
            Opcode::Copy => self.act(Op::Copy, data),
            Opcode::Zero => self.act(Op::Zero, data),
            Opcode::NilCheck => self.act(Op::NilCheck, data),
            Opcode::Bounds => self.act(Op::Bounds, data),
            Opcode::AssumeLe => {}
            Opcode::TrapIf => self.trap(Op::TrapIf, data),
            Opcode::Trap => self.trap(Op::Trap, data),
            Opcode::Alloc | Opcode::AllocArray => self.allocate(data),
            Opcode::Call => self.call(Op::Call, data),
            Opcode::CallIndirect => self.call_indirect(data),
            Opcode::CallNative => self.call(Op::CallNative, data),
            Opcode::IfaceMethod => self.method(data, def()),
            Opcode::Implements => self.implements(data, def()),
            Opcode::ClassOf => self.plain(Op::ClassOf, def(), data),
            Opcode::Find => self.find(data, def()),
            Opcode::DynFromInt | Opcode::DynFromImm => self.make_word(data, def()),
            Opcode::DynIsImm => self.with_imm(Op::DynIsImm, def(), data.args[0], data.int()),
            Opcode::DynToImm => {
                self.with_imm(Op::UshrI64, def(), data.args[0], i64::from(purlin_base::word::PAYLOAD_SHIFT));
            }
            Opcode::DynLt | Opcode::DynLe | Opcode::DynGt | Opcode::DynGe => self.compare(data, def()),
            Opcode::DynIsInt => self.plain(Op::DynIsInt, def(), data),
            Opcode::DynToInt => self.plain(Op::DynToInt, def(), data),
            Opcode::DynFits => self.plain(Op::DynFits, def(), data),
            Opcode::DynIsFloat => self.plain(Op::DynIsFloat, def(), data),
            Opcode::DynFromFloat => self.plain(Op::DynFromFloat, def(), data),
            Opcode::DynToFloat => self.plain(Op::DynToFloat, def(), data),
            Opcode::DynFloatFits => self.plain(Op::DynFloatFits, def(), data),
            Opcode::DynIsRef => self.plain(Op::DynIsRef, def(), data),
            Opcode::DynInts => self.plain(Op::DynInts, def(), data),
            Opcode::DynFloats => self.plain(Op::DynFloats, def(), data),
            Opcode::DynAddOk => self.plain(Op::DynAddOk, def(), data),
            Opcode::DynSubOk => self.plain(Op::DynSubOk, def(), data),
            Opcode::DynMulOk => self.plain(Op::DynMulOk, def(), data),
            Opcode::DynFaddOk => self.plain(Op::DynFaddOk, def(), data),
            Opcode::DynFsubOk => self.plain(Op::DynFsubOk, def(), data),
            Opcode::DynFmulOk => self.plain(Op::DynFmulOk, def(), data),
            Opcode::DynFdivOk => self.plain(Op::DynFdivOk, def(), data),
            Opcode::DynAdd => self.word_result(Op::DynAdd, data, def()),
            Opcode::DynSub => self.word_result(Op::DynSub, data, def()),
            Opcode::DynMul => self.word_result(Op::DynMul, data, def()),
            Opcode::DynFadd => self.word_result(Op::DynFadd, data, def()),
            Opcode::DynFsub => self.word_result(Op::DynFsub, data, def()),
            Opcode::DynFmul => self.word_result(Op::DynFmul, data, def()),
            Opcode::DynFdiv => self.word_result(Op::DynFdiv, data, def()),
            Opcode::Charge => self.charge(data),
            Opcode::Probe => self.push_imm(Op::Probe, None, &[], i64::from(data.probe())),
            Opcode::Poll => self.poll(data),
            Opcode::Jump => self.jump(data),
            Opcode::Brif | Opcode::Guard => self.branch(data),
            Opcode::Switch => self.switch(data),
            Opcode::Return => self.ret(data),
            Opcode::TailCall | Opcode::TailCallIndirect => self.tail_call(data),
        }
    }

    /// An op with one form for each width of its controlling type.
    fn sized(&mut self, data: &InstData, def: Reg, ops: [Op; 4]) {
        self.plain(by_width(data.ty, ops), def, data);
    }

    fn act(&mut self, op: Op, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push(op, None, &uses);
    }

    fn trap(&mut self, op: Op, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push_imm(op, None, &uses, data.trap_code() as i64);
    }

    fn plain(&mut self, op: Op, def: Reg, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push(op, Some(def), &uses);
    }

    fn with_imm(&mut self, op: Op, def: Reg, a: Value, imm: i64) {
        let a = self.reg(a);
        self.push_imm(op, Some(def), &[a], imm);
    }
}

fn by_width<T: Copy>(ty: Type, ops: [T; 4]) -> T {
    match ty {
        Type::I8 => ops[0],
        Type::I16 => ops[1],
        Type::I32 | Type::F32 => ops[2],
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => ops[3],
    }
}
