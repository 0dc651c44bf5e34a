//! Chooses instructions for a function, backwards from the uses: what nobody demands is not made, and what
//! folds into its one user is made there. Operands are still values; slots come later.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::layout::Layout;
use purlin_ir::*;
use smallvec::SmallVec;

use crate::table::{Format, Op};

/// From so many uses on the address of a frame slot has a register.
const SEVERAL: u32 = 3;

/// A virtual register: the number of an IR value, or one beyond them for a temporary.
pub type Reg = u32;
pub type Regs = SmallVec<[Reg; 4]>;

/// A way out of a block.
#[derive(Clone, Debug)]
pub struct Edge {
    pub to: Block,
    pub args: Regs,
}

/// What there is to an instruction besides its fields.
#[derive(Clone, Debug)]
pub enum Kind {
    Plain,
    /// `uses` are the arguments; the callee's number may be in a register.
    Call {
        callee: Option<Reg>,
        results: Regs,
    },
    /// The same in this frame's place.
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
pub struct VInst {
    pub op: Op,
    pub def: Option<Reg>,
    pub uses: Regs,
    /// What has to be in a slot besides, while the instruction runs.
    pub keeps: Regs,
    pub imm: i64,
    /// The second word, where the format has one that is not a register.
    pub word: u64,
    pub kind: Kind,
    pub loc: LocId,
}

/// A function with chosen instructions.
pub struct Code {
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

pub fn select(layout: &Layout, func: &Function) -> Result<Code, &'static str> {
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
    let mut offsets: SecondaryMap<SlotId, i64> = SecondaryMap::new();
    let mut memory = 0i64;
    for (id, slot) in func.slots.iter() {
        offsets[id] = memory;
        memory += (i64::from(slot.size) + 7) & !7;
    }
    let memory_slots = u32::try_from(memory / 8).map_err(|_| "its frame's memory")?;
    let mut selector = Selector {
        layout,
        func,
        offsets,
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
            kind: Kind::Plain,
            loc,
        }
    }
}

/// Where a load or store goes.
enum Address {
    Base(Reg, i16),
    Index(Reg, Reg),
    /// Base, index, and the length that the index is checked against.
    Checked(Reg, Reg, Reg),
    Global(i32),
    Stack(i32),
}

struct Selector<'a> {
    layout: &'a Layout,
    func: &'a Function,
    offsets: SecondaryMap<SlotId, i64>,
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

    fn konst(&mut self, value: Value) -> Option<i64> {
        let (_, data) = self.def_inst(value)?;
        if data.op == Opcode::Iconst { Some(data.int()) } else { (data.op == Opcode::Null).then_some(0) }
    }

    fn imm16(&mut self, value: Value) -> Option<i64> {
        self.konst(value).filter(|k| i16::try_from(*k).is_ok())
    }

    /// The instruction behind a value that has this one use and stands in the same block.
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

    fn inst(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let effects = data.op.row().effects;
        if effects != Effects::NONE && effects != Effects::READ {
            return self.effect(data);
        }
        let result = data.results[0];
        if self.alias[result].is_none() && self.demanded[result.index()] {
            self.value(data, result.as_u32());
        }
    }

    fn meter(&mut self, data: &InstData) {
        if data.op == Opcode::Poll {
            let keeps = self.regs(&data.args);
            let inst = self.push(Op::Poll, None, &[]);
            inst.keeps = keeps;
            inst.kind = Kind::Poll { state: data.state() };
        } else if i32::try_from(data.units()).is_ok() {
            self.push_imm(Op::Charge, None, &[], data.units());
        } else {
            self.push(Op::ChargeWide, None, &[]).word = data.units() as u64;
        }
    }

    fn allocate(&mut self, data: &InstData) {
        let def = Some(self.reg(data.results[0]));
        if data.op == Opcode::Alloc {
            self.push_imm(Op::Alloc, def, &[], i64::from(data.class().as_u32()));
        } else {
            let n = self.reg(data.args[0]);
            self.push(Op::AllocArray, def, &[n]).word = u64::from(data.class().as_u32());
        }
    }

    fn act(&mut self, op: Op, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push(op, None, &uses);
    }

    fn trap(&mut self, op: Op, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push_imm(op, None, &uses, data.trap_code() as i64);
    }

    /// A division; `by_constant` is its form for a divisor that cannot trap.
    fn divide(&mut self, data: &InstData, general: Op, by_constant: Option<Op>) {
        let def = data.results[0];
        let divisor = self.imm16(data.args[1]).filter(|k| *k != 0 && *k != -1);
        if let (Some(k), Some(op)) = (divisor, by_constant) {
            if self.demanded[def.index()] {
                self.with_imm(op, def.as_u32(), data.args[0], k);
            }
            return;
        }
        let uses = self.regs(&data.args);
        self.push(general, Some(def.as_u32()), &uses);
    }

    /// An op that does more than yield a value.
    fn effect(&mut self, data: &'a InstData) {
        let ty = data.ty;
        match data.op {
            Opcode::Sdiv => {
                self.divide(
                    data,
                    by_width(ty, [Op::Sdiv8, Op::Sdiv16, Op::Sdiv32, Op::Sdiv64]),
                    Some(Op::SdivI),
                );
            }
            Opcode::Udiv => {
                self.divide(data, by_width(ty, [Op::Udiv8, Op::Udiv16, Op::Udiv32, Op::Udiv64]), None);
            }
            Opcode::Srem => self.divide(data, Op::Srem, Some(Op::SremI)),
            Opcode::Urem => {
                self.divide(data, by_width(ty, [Op::Urem8, Op::Urem16, Op::Urem32, Op::Urem64]), None);
            }
            Opcode::Store => self.store(data),
            Opcode::Copy => self.act(Op::Copy, data),
            Opcode::Zero => self.act(Op::Zero, data),
            Opcode::NilCheck => self.act(Op::NilCheck, data),
            Opcode::Bounds => self.act(Op::Bounds, data),
            Opcode::TrapIf => self.trap(Op::TrapIf, data),
            Opcode::Trap => self.trap(Op::Trap, data),
            Opcode::Alloc | Opcode::AllocArray => self.allocate(data),
            Opcode::Call => self.call(Op::Call, data),
            Opcode::CallIndirect => self.call_indirect(data),
            Opcode::CallNative => self.call(Op::CallNative, data),
            Opcode::Charge | Opcode::Poll => self.meter(data),
            Opcode::Jump => self.jump(data),
            Opcode::Brif | Opcode::Guard => self.branch(data),
            Opcode::Switch => self.switch(data),
            Opcode::Return => self.ret(data),
            Opcode::TailCall | Opcode::TailCallIndirect => self.tail_call(data),
            // Values, which `inst` sends elsewhere.
            Opcode::Iconst
            | Opcode::Fconst
            | Opcode::Null
            | Opcode::FuncRef
            | Opcode::DataAddr
            | Opcode::GlobalAddr
            | Opcode::StackAddr
            | Opcode::Iadd
            | Opcode::Isub
            | Opcode::Imul
            | Opcode::Iand
            | Opcode::Ior
            | Opcode::Ixor
            | Opcode::Ineg
            | Opcode::Inot
            | Opcode::Shl
            | Opcode::Sshr
            | Opcode::Ushr
            | Opcode::SaddOvf
            | Opcode::SsubOvf
            | Opcode::SmulOvf
            | Opcode::Ieq
            | Opcode::Ine
            | Opcode::Slt
            | Opcode::Sle
            | Opcode::Sgt
            | Opcode::Sge
            | Opcode::Ult
            | Opcode::Ule
            | Opcode::Ugt
            | Opcode::Uge
            | Opcode::Feq
            | Opcode::Fne
            | Opcode::Flt
            | Opcode::Fle
            | Opcode::Fgt
            | Opcode::Fge
            | Opcode::Fadd
            | Opcode::Fsub
            | Opcode::Fmul
            | Opcode::Fdiv
            | Opcode::Fneg
            | Opcode::Fabs
            | Opcode::Fsqrt
            | Opcode::Ffloor
            | Opcode::Fceil
            | Opcode::Ftrunc
            | Opcode::Fround
            | Opcode::Fcopysign
            | Opcode::Sext
            | Opcode::Zext
            | Opcode::Itrunc
            | Opcode::SintToFloat
            | Opcode::UintToFloat
            | Opcode::FloatToSint
            | Opcode::FloatToUint
            | Opcode::Fpromote
            | Opcode::Fdemote
            | Opcode::Bitcast
            | Opcode::Select
            | Opcode::Load
            | Opcode::FieldAddr
            | Opcode::ElemAddr
            | Opcode::IfaceMethod
            | Opcode::Implements
            | Opcode::DynIsInt
            | Opcode::DynFromInt
            | Opcode::DynToInt
            | Opcode::DynFits => {}
        }
    }

    /// An op that does nothing but yield a value, which is demanded.
    fn value(&mut self, data: &'a InstData, def: Reg) {
        let ty = data.ty;
        match data.op {
            Opcode::Iconst | Opcode::Fconst => self.constant(def, data.const_bits()),
            Opcode::Null => self.constant(def, 0),
            Opcode::FuncRef => self.constant(def, i64::from(data.func().as_u32())),
            Opcode::DataAddr => {
                let at = self.layout.data[data.bytes()] as i64 + data.offset();
                self.offset(Op::Data, def, at);
            }
            Opcode::GlobalAddr => {
                let at = self.layout.globals[data.global()] as i64 + data.offset();
                self.offset(Op::Global, def, at);
            }
            Opcode::StackAddr => {
                let at = self.offsets[data.slot()];
                self.offset(Op::Stack, def, at);
            }
            Opcode::Iadd => self.add(data, def),
            Opcode::Isub => match self.imm16(data.args[1]).filter(|k| *k != -32768) {
                Some(k) => self.with_imm(add_imm(ty), def, data.args[0], -k),
                None => self.plain(by_width(ty, [Op::Sub8, Op::Sub16, Op::Sub32, Op::Sub64]), def, data),
            },
            Opcode::Imul => self.multiply(data, def),
            Opcode::Iand => self.bitwise(Op::And, Op::AndI, data, def),
            Opcode::Ior => self.bitwise(Op::Or, Op::OrI, data, def),
            Opcode::Ixor => self.bitwise(Op::Xor, Op::XorI, data, def),
            Opcode::Ineg => self.plain(by_width(ty, [Op::Neg8, Op::Neg16, Op::Neg32, Op::Neg64]), def, data),
            Opcode::Inot => self.plain(Op::Not, def, data),
            Opcode::Shl => self.shift(
                data,
                def,
                by_width(ty, [Op::Shl8, Op::Shl16, Op::Shl32, Op::Shl64]),
                by_width(ty, [None, None, Some(Op::ShlI32), Some(Op::ShlI64)]),
            ),
            Opcode::Ushr => self.shift(
                data,
                def,
                by_width(ty, [Op::Ushr8, Op::Ushr16, Op::Ushr32, Op::Ushr64]),
                by_width(ty, [None, None, Some(Op::UshrI32), Some(Op::UshrI64)]),
            ),
            Opcode::Sshr => match self.konst(data.args[1]) {
                Some(n) => self.with_imm(Op::SshrI, def, data.args[0], (n as u64).min(63) as i64),
                None => self.plain(Op::Sshr, def, data),
            },
            Opcode::SaddOvf => self.plain(
                by_width(ty, [Op::SaddOvf8, Op::SaddOvf16, Op::SaddOvf32, Op::SaddOvf64]),
                def,
                data,
            ),
            Opcode::SsubOvf => self.plain(
                by_width(ty, [Op::SsubOvf8, Op::SsubOvf16, Op::SsubOvf32, Op::SsubOvf64]),
                def,
                data,
            ),
            Opcode::SmulOvf => self.plain(
                by_width(ty, [Op::SmulOvf8, Op::SmulOvf16, Op::SmulOvf32, Op::SmulOvf64]),
                def,
                data,
            ),
            Opcode::Ieq => self.compare(data, def, Op::Eq, Some((Op::EqI, Op::EqI)), false),
            Opcode::Ine => self.compare(data, def, Op::Ne, Some((Op::NeI, Op::NeI)), false),
            Opcode::Slt => self.compare(data, def, Op::Slt, Some((Op::SltI, Op::SgtI)), false),
            Opcode::Sle => self.compare(data, def, Op::Sle, Some((Op::SleI, Op::SgeI)), false),
            Opcode::Sgt => self.compare(data, def, Op::Slt, Some((Op::SgtI, Op::SltI)), true),
            Opcode::Sge => self.compare(data, def, Op::Sle, Some((Op::SgeI, Op::SleI)), true),
            Opcode::Ult => self.compare(data, def, Op::Ult, None, false),
            Opcode::Ule => self.compare(data, def, Op::Ule, None, false),
            Opcode::Ugt => self.compare(data, def, Op::Ult, None, true),
            Opcode::Uge => self.compare(data, def, Op::Ule, None, true),
            Opcode::Feq => self.compare_float(data, def, Op::Feq32, Op::Feq64, false),
            Opcode::Fne => self.compare_float(data, def, Op::Fne32, Op::Fne64, false),
            Opcode::Flt => self.compare_float(data, def, Op::Flt32, Op::Flt64, false),
            Opcode::Fle => self.compare_float(data, def, Op::Fle32, Op::Fle64, false),
            Opcode::Fgt => self.compare_float(data, def, Op::Flt32, Op::Flt64, true),
            Opcode::Fge => self.compare_float(data, def, Op::Fle32, Op::Fle64, true),
            Opcode::Fadd | Opcode::Fsub if ty == Type::F64 && self.multiply_add(data, def) => {}
            Opcode::Fadd => self.float(data, def, Op::Fadd32, Op::Fadd64),
            Opcode::Fsub => self.float(data, def, Op::Fsub32, Op::Fsub64),
            Opcode::Fmul => self.float(data, def, Op::Fmul32, Op::Fmul64),
            Opcode::Fdiv => self.float(data, def, Op::Fdiv32, Op::Fdiv64),
            Opcode::Fneg => self.float(data, def, Op::Fneg32, Op::Fneg64),
            Opcode::Fabs => self.float(data, def, Op::Fabs32, Op::Fabs64),
            Opcode::Fsqrt => self.float(data, def, Op::Fsqrt32, Op::Fsqrt64),
            Opcode::Ffloor => self.float(data, def, Op::Ffloor32, Op::Ffloor64),
            Opcode::Fceil => self.float(data, def, Op::Fceil32, Op::Fceil64),
            Opcode::Ftrunc => self.float(data, def, Op::Ftrunc32, Op::Ftrunc64),
            Opcode::Fround => self.float(data, def, Op::Fround32, Op::Fround64),
            Opcode::Fcopysign => self.float(data, def, Op::Fcopysign32, Op::Fcopysign64),
            Opcode::Zext => self.zero_extend(data, def),
            Opcode::Itrunc => {
                self.plain(by_width(ty, [Op::Sext8, Op::Sext16, Op::Sext32, Op::Mov]), def, data)
            }
            Opcode::SintToFloat => self.float(data, def, Op::SintToF32, Op::SintToF64),
            Opcode::UintToFloat => self.unsigned_to_float(data, def),
            Opcode::FloatToSint => {
                let single = self.func.ty(data.args[0]) == Type::F32;
                self.plain(if single { Op::F32ToSint } else { Op::F64ToSint }, def, data);
            }
            Opcode::FloatToUint => {
                let single = self.func.ty(data.args[0]) == Type::F32;
                self.plain(if single { Op::F32ToUint } else { Op::F64ToUint }, def, data);
            }
            Opcode::Fpromote => self.plain(Op::Fpromote, def, data),
            Opcode::Fdemote => self.plain(Op::Fdemote, def, data),
            // Of eight bytes it is an alias, except from f64 to i64; to f32 the upper half of the slot changes.
            Opcode::Bitcast => {
                let op = by_width(ty, [Op::Mov, Op::Mov, Op::F32Bits, Op::F64Bits]);
                self.plain(if ty == Type::F32 { Op::Zext32 } else { op }, def, data);
            }
            Opcode::Select => self.plain(Op::Select, def, data),
            Opcode::Load => self.load(data, def, load_ops(ty)),
            Opcode::FieldAddr => {
                let base = self.reg(data.args[0]);
                self.add_offset(def, base, data.offset());
            }
            Opcode::ElemAddr => self.element(data, def),
            Opcode::IfaceMethod => {
                let row = self.layout.rows[data.selector()];
                let ty = self.reg(data.args[0]);
                self.push(Op::Method, Some(def), &[ty]).word = u64::from(row);
            }
            Opcode::Implements => {
                let row = self.layout.implements_row(data.interface());
                let ty = self.reg(data.args[0]);
                self.push(Op::Implements, Some(def), &[ty]).word = row;
            }
            Opcode::DynIsInt => self.plain(Op::DynIsInt, def, data),
            Opcode::DynFromInt => self.plain(Op::DynFromInt, def, data),
            Opcode::DynToInt => self.plain(Op::DynToInt, def, data),
            Opcode::DynFits => self.plain(Op::DynFits, def, data),
            // An alias; and what `inst` sends to `effect`.
            Opcode::Sext
            | Opcode::Sdiv
            | Opcode::Udiv
            | Opcode::Srem
            | Opcode::Urem
            | Opcode::Store
            | Opcode::Copy
            | Opcode::Zero
            | Opcode::NilCheck
            | Opcode::Bounds
            | Opcode::TrapIf
            | Opcode::Alloc
            | Opcode::AllocArray
            | Opcode::Call
            | Opcode::CallIndirect
            | Opcode::CallNative
            | Opcode::Charge
            | Opcode::Poll
            | Opcode::Jump
            | Opcode::Brif
            | Opcode::Switch
            | Opcode::Guard
            | Opcode::Return
            | Opcode::TailCall
            | Opcode::TailCallIndirect
            | Opcode::Trap => {}
        }
    }

    fn plain(&mut self, op: Op, def: Reg, data: &InstData) {
        let uses = self.regs(&data.args);
        self.push(op, Some(def), &uses);
    }

    fn with_imm(&mut self, op: Op, def: Reg, a: Value, imm: i64) {
        let a = self.reg(a);
        self.push_imm(op, Some(def), &[a], imm);
    }

    fn float(&mut self, data: &InstData, def: Reg, single: Op, double: Op) {
        self.plain(if data.ty == Type::F32 { single } else { double }, def, data);
    }

    fn offset(&mut self, op: Op, def: Reg, at: i64) {
        match i32::try_from(at) {
            Ok(_) => self.push_imm(op, Some(def), &[], at),
            Err(_) => self.error = Some("an offset into globals, data or the frame"),
        }
    }

    fn add_offset(&mut self, def: Reg, base: Reg, offset: i64) {
        if i16::try_from(offset).is_ok() {
            self.push_imm(Op::AddI64, Some(def), &[base], offset);
        } else {
            let k = self.temp();
            self.push(Op::Add64, Some(def), &[base, k]);
            self.constant(k, offset);
        }
    }

    fn add(&mut self, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some(k) = self.imm16(b) {
            self.with_imm(add_imm(data.ty), def, a, k);
        } else if let Some(k) = self.imm16(a) {
            self.with_imm(add_imm(data.ty), def, b, k);
        } else {
            self.plain(by_width(data.ty, [Op::Add8, Op::Add16, Op::Add32, Op::Add64]), def, data);
        }
    }

    fn multiply(&mut self, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        let op = match data.ty {
            Type::I32 => Some(Op::MulI32),
            Type::I64 => Some(Op::MulI64),
            Type::I8 | Type::I16 | Type::F32 | Type::F64 | Type::Ref | Type::Dyn => None,
        };
        match (op, self.imm16(a), self.imm16(b)) {
            (Some(op), _, Some(k)) => self.with_imm(op, def, a, k),
            (Some(op), Some(k), _) => self.with_imm(op, def, b, k),
            _ => self.plain(by_width(data.ty, [Op::Mul8, Op::Mul16, Op::Mul32, Op::Mul64]), def, data),
        }
    }

    fn bitwise(&mut self, op: Op, with_imm: Op, data: &InstData, def: Reg) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some(k) = self.imm16(b) {
            self.with_imm(with_imm, def, a, k);
        } else if let Some(k) = self.imm16(a) {
            self.with_imm(with_imm, def, b, k);
        } else {
            self.plain(op, def, data);
        }
    }

    /// A shift that yields 0 when the count reaches the width.
    fn shift(&mut self, data: &InstData, def: Reg, general: Op, by_constant: Option<Op>) {
        match (self.konst(data.args[1]).map(|k| k as u64), by_constant) {
            (Some(n), _) if n >= u64::from(data.ty.bits()) => self.constant(def, 0),
            (Some(n), Some(op)) => self.with_imm(op, def, data.args[0], n as i64),
            (Some(_) | None, _) => self.plain(general, def, data),
        }
    }

    /// A comparison; `imms` are its forms with a constant on the right and on the left.
    fn compare(&mut self, data: &InstData, def: Reg, op: Op, imms: Option<(Op, Op)>, swap: bool) {
        let (a, b) = (data.args[0], data.args[1]);
        if let Some((right, left)) = imms {
            if let Some(k) = self.imm16(b) {
                return self.with_imm(right, def, a, k);
            }
            if let Some(k) = self.imm16(a) {
                return self.with_imm(left, def, b, k);
            }
        }
        let (a, b) = (self.reg(a), self.reg(b));
        self.push(op, Some(def), &if swap { [b, a] } else { [a, b] });
    }

    fn compare_float(&mut self, data: &InstData, def: Reg, single: Op, double: Op, swap: bool) {
        let (a, b) = (self.reg(data.args[0]), self.reg(data.args[1]));
        let op = if data.ty == Type::F32 { single } else { double };
        self.push(op, Some(def), &if swap { [b, a] } else { [a, b] });
    }

    /// `x * y + z`, `z + x * y` or `z - x * y` with the product used only here. Each step rounds.
    fn multiply_add(&mut self, data: &'a InstData, def: Reg) -> bool {
        let subtract = data.op == Opcode::Fsub;
        let sides = if subtract { [1, 1] } else { [0, 1] };
        for side in sides {
            let Some((inst, product)) = self.only_here(data.args[side]) else { continue };
            if product.op != Opcode::Fmul {
                continue;
            }
            self.folded[inst] = true;
            let uses = [self.reg(product.args[0]), self.reg(product.args[1]), self.reg(data.args[1 - side])];
            self.push(if subtract { Op::FmulSub64 } else { Op::FmulAdd64 }, Some(def), &uses);
            return true;
        }
        false
    }

    fn zero_extend(&mut self, data: &'a InstData, def: Reg) {
        let from = self.func.ty(data.args[0]);
        if let Some((inst, load)) = self.only_here(data.args[0])
            && load.op == Opcode::Load
            // Behind a sign extension the load is a narrower one.
            && load.ty == from
            && self.quiet_since(inst)
        {
            let ops = by_width(
                from,
                [
                    loads(Op::LdU8, Op::LdXU8, Some(Op::LdCU8)),
                    loads(Op::LdU16, Op::LdXU16, None),
                    loads(Op::LdU32, Op::LdXU32, None),
                    load_ops(from),
                ],
            );
            self.folded[inst] = true;
            return self.load(load, def, ops);
        }
        self.plain(by_width(from, [Op::Zext8, Op::Zext16, Op::Zext32, Op::Mov]), def, data);
    }

    /// Whether nothing between `inst` and here writes, traps or calls. Looks a few instructions far.
    fn quiet_since(&self, inst: Inst) -> bool {
        let Some((block, n, _)) = self.place[inst] else { return false };
        let n = n as usize;
        block == self.block
            && self.index - n <= 8
            && self.func.blocks[block].insts[n + 1..self.index].iter().all(|i| self.is_quiet(*i))
    }

    fn is_quiet(&self, inst: Inst) -> bool {
        let effects = self.func.insts[inst].op.row().effects;
        effects == Effects::NONE || effects == Effects::READ || self.folded[inst]
    }

    fn unsigned_to_float(&mut self, data: &InstData, def: Reg) {
        let zext = match self.func.ty(data.args[0]) {
            Type::I8 => Op::Zext8,
            Type::I16 => Op::Zext16,
            Type::I32 => Op::Zext32,
            Type::I64 | Type::F32 | Type::F64 | Type::Ref | Type::Dyn => {
                return self.float(data, def, Op::UintToF32, Op::UintToF64);
            }
        };
        let wide = self.temp();
        let op = if data.ty == Type::F32 { Op::SintToF32 } else { Op::SintToF64 };
        self.push(op, Some(def), &[wide]);
        let a = self.reg(data.args[0]);
        self.push(zext, Some(wide), &[a]);
    }

    fn element(&mut self, data: &InstData, def: Reg) {
        let (base, index) = (data.args[0], data.args[1]);
        let uses = [self.reg(base), self.reg(index)];
        let (scale, offset) = (u64::from(data.scale()), data.offset());
        if scale == 1 && offset == 0 {
            self.push(Op::Add64, Some(def), &uses);
        } else if i32::try_from(offset).is_ok() {
            self.push(Op::Elem, Some(def), &uses).word = scale | (offset as u64) << 32;
        } else {
            let at = self.temp();
            self.add_offset(def, at, offset);
            self.push(Op::Elem, Some(at), &uses).word = scale;
        }
    }

    // --- memory

    fn address(&mut self, at: Value, ty: Type, offset: i64, ops: &Access) -> Address {
        let (mut at, mut offset) = (self.root(at), offset);
        while let Some((inst, data)) = self.def_inst(at) {
            let own = data.imm.as_offset().unwrap_or(0);
            let sum = |start: i64| i32::try_from(start.saturating_add(own).saturating_add(offset)).ok();
            // What folds must not need other values than the frame state of a poll between names.
            let here = self.place[inst].is_some_and(|p| (p.0, p.2) == (self.block, self.polls));
            if data.op == Opcode::FieldAddr && here && i16::try_from(offset.saturating_add(own)).is_ok() {
                offset += own;
                at = self.root(data.args[0]);
                continue;
            }
            if data.op == Opcode::GlobalAddr
                && ty.bytes() == 8
                && let Some(at) = sum(self.layout.globals[data.global()] as i64)
            {
                return Address::Global(at);
            }
            // An address that several want is better in a register: accesses of neighbours become one.
            if data.op == Opcode::StackAddr
                && ty.bytes() == 8
                && self.uses[at] < SEVERAL
                && !self.demanded[at.index()]
                && let Some(at) = sum(self.offsets[data.slot()])
            {
                return Address::Stack(at);
            }
            if data.op == Opcode::ElemAddr && here && data.scale() == ty.bytes() && own == 0 && offset == 0 {
                return self.indexed(data, ops);
            }
            break;
        }
        let base = self.reg(at);
        match i16::try_from(offset) {
            Ok(offset) => Address::Base(base, offset),
            Err(_) => {
                let sum = self.temp();
                self.far = Some((sum, base, offset));
                Address::Base(sum, 0)
            }
        }
    }

    /// An element's address, with the check of its index right before, if there is one and an op that does both.
    fn indexed(&mut self, elem: &InstData, ops: &Access) -> Address {
        let (base, index) = (self.reg(elem.args[0]), self.reg(elem.args[1]));
        let checked = ops.checked.is_some();
        let insts = &self.func.blocks[self.block].insts;
        for n in (self.index.saturating_sub(8)..self.index).rev().filter(|_| checked) {
            let data = &self.func.insts[insts[n]];
            if data.op == Opcode::Bounds && !self.folded[insts[n]] {
                if self.root(data.args[0]).as_u32() != index {
                    break;
                }
                self.folded[insts[n]] = true;
                let length = self.reg(data.args[1]);
                return Address::Checked(base, index, length);
            }
            // Not past another access, which may rely on the same check.
            if data.op.row().effects != Effects::NONE && !self.folded[insts[n]] {
                break;
            }
        }
        Address::Index(base, index)
    }

    /// An access whose first field is `value`, to be written or read.
    fn access(&mut self, ops: Access, def: Option<Reg>, value: Option<Reg>, address: Address) {
        let with = |rest: &[Reg]| value.iter().chain(rest).copied().collect::<Regs>();
        let checked_or = |op: Option<Op>| op.unwrap_or(ops.indexed);
        match address {
            Address::Base(base, offset) => self.push_imm(ops.plain, def, &with(&[base]), i64::from(offset)),
            Address::Index(base, index) => {
                self.push(ops.indexed, def, &with(&[base, index]));
            }
            Address::Checked(base, index, length) => {
                self.push(checked_or(ops.checked), def, &with(&[base, index, length]));
            }
            Address::Global(at) => self.push_imm(ops.global, def, &with(&[]), i64::from(at)),
            Address::Stack(at) => self.push_imm(ops.stack, def, &with(&[]), i64::from(at)),
        }
        if let Some((sum, base, offset)) = self.far.take() {
            self.add_offset(sum, base, offset);
        }
    }

    fn load(&mut self, data: &InstData, def: Reg, ops: Access) {
        let address = self.address(data.args[0], data.ty, data.offset(), &ops);
        self.access(ops, Some(def), None, address);
    }

    fn store(&mut self, data: &InstData) {
        let value = self.reg(data.args[1]);
        let ops = store_ops(data.ty);
        let address = self.address(data.args[0], data.ty, data.offset(), &ops);
        self.access(ops, None, Some(value), address);
    }

    // --- calls and block ends

    fn call(&mut self, op: Op, data: &InstData) {
        let (results, callee) = if op == Op::CallNative {
            (self.normalised(data), data.native().as_u32())
        } else {
            (self.regs(&data.results), data.func().as_u32())
        };
        let uses = self.regs(&data.args);
        let inst = self.push(op, None, &uses);
        inst.imm = i64::from(callee);
        inst.kind = Kind::Call { callee: None, results };
    }

    /// Registers for a native's results, which are then brought to the form of slots.
    fn normalised(&mut self, data: &InstData) -> Regs {
        let mut results = Regs::new();
        for value in &data.results {
            let op = match self.func.ty(*value) {
                Type::I8 => Some(Op::Sext8),
                Type::I16 => Some(Op::Sext16),
                Type::I32 => Some(Op::Sext32),
                Type::F32 => Some(Op::Zext32),
                Type::I64 | Type::F64 | Type::Ref | Type::Dyn => None,
            };
            let raw = match op {
                Some(op) if self.demanded[value.index()] => {
                    let raw = self.temp();
                    self.push(op, Some(value.as_u32()), &[raw]);
                    raw
                }
                Some(_) | None => self.reg(*value),
            };
            results.push(raw);
        }
        results
    }

    fn call_indirect(&mut self, data: &'a InstData) {
        let results = self.regs(&data.results);
        let uses = self.regs(&data.args[1..]);
        let (op, callee, row) = match self.only_here(data.args[0]) {
            Some((inst, method)) if method.op == Opcode::IfaceMethod => {
                self.folded[inst] = true;
                let row = self.layout.rows[method.selector()];
                (Op::CallMethod, self.reg(method.args[0]), u64::from(row))
            }
            Some(_) | None => (Op::CallIndirect, self.reg(data.args[0]), 0),
        };
        let inst = self.push(op, None, &uses);
        inst.word = row;
        inst.kind = Kind::Call { callee: Some(callee), results };
    }

    fn tail_call(&mut self, data: &InstData) {
        if data.op == Opcode::TailCall {
            let uses = self.regs(&data.args);
            let inst = self.push(Op::TailCall, None, &uses);
            inst.imm = i64::from(data.func().as_u32());
            inst.kind = Kind::Tail { callee: None };
        } else {
            let (callee, uses) = (self.reg(data.args[0]), self.regs(&data.args[1..]));
            self.push(Op::TailCallIndirect, None, &uses).kind = Kind::Tail { callee: Some(callee) };
        }
    }

    fn ret(&mut self, data: &InstData) {
        if let [one] = data.args[..] {
            if let Some(k) = self.konst(one).filter(|k| i32::try_from(*k).is_ok()) {
                self.push_imm(Op::ReturnI, None, &[], k);
            } else {
                let uses = self.regs(&data.args);
                self.push(Op::Return1, None, &uses);
            }
        } else {
            let uses = self.regs(&data.args);
            self.push(Op::Return, None, &uses).kind = Kind::Return;
        }
    }

    fn edge(&mut self, target: &Target) -> Edge {
        Edge { to: target.block, args: self.regs(&target.args) }
    }

    fn jump(&mut self, data: &InstData) {
        let edges = vec![self.edge(&data.targets[0])];
        self.push(Op::Jump, None, &[]).kind = Kind::Branch { edges, guard: None };
    }

    fn branch(&mut self, data: &'a InstData) {
        let edges = data.targets.iter().map(|t| self.edge(t)).collect();
        let keeps = self.regs(&data.args[1..]);
        let test = self.test(data.args[0]);
        let inst = self.push(test.0, None, &test.1);
        inst.imm = test.2;
        inst.keeps = keeps;
        inst.kind = Kind::Branch { edges, guard: (data.op == Opcode::Guard).then(|| data.state()) };
    }

    /// The branch that is taken when `cond` is not 0: op, registers, immediate.
    fn test(&mut self, cond: Value) -> (Op, Regs, i64) {
        if let Some((inst, data)) = self.only_here(cond)
            && let Some(form) = Test::of(data.op, data.ty)
        {
            self.folded[inst] = true;
            let (a, b) = (data.args[0], data.args[1]);
            if let (Some(k), Some((right, _))) = (self.imm16(b), form.imms) {
                return (right, SmallVec::from_slice(&[self.reg(a)]), k);
            }
            if let (Some(k), Some((_, left))) = (self.imm16(a), form.imms) {
                return (left, SmallVec::from_slice(&[self.reg(b)]), k);
            }
            let (a, b) = (self.reg(a), self.reg(b));
            return (form.op, SmallVec::from_slice(&if form.swap { [b, a] } else { [a, b] }), 0);
        }
        (Op::Jnz, SmallVec::from_slice(&[self.reg(cond)]), 0)
    }

    fn switch(&mut self, data: &InstData) {
        let cases = self.func.switches[data.switch()].clone();
        let mut edges: Vec<Edge> = data.targets[1..].iter().map(|t| self.edge(t)).collect();
        let mut pairs: Vec<(i64, Edge)> = cases.into_iter().zip(edges.drain(..)).collect();
        pairs.sort_by_key(|p| p.0);
        let (cases, mut edges): (Vec<i64>, Vec<Edge>) = pairs.into_iter().unzip();
        edges.push(self.edge(&data.targets[0]));
        let on = self.reg(data.args[0]);
        self.push(Op::SwitchSparse, None, &[on]).kind = Kind::Switch { cases, edges };
    }
}

/// A comparison as a branch.
struct Test {
    op: Op,
    /// With a constant on the right, on the left.
    imms: Option<(Op, Op)>,
    swap: bool,
}

impl Test {
    fn of(op: Opcode, ty: Type) -> Option<Test> {
        let form = |op, imms, swap| Some(Test { op, imms, swap });
        let float = |op, swap| (ty == Type::F64).then_some(Test { op, imms: None, swap });
        let comparison: &[(Opcode, Option<Test>)] = &[
            (Opcode::Ieq, form(Op::JEq, Some((Op::JEqI, Op::JEqI)), false)),
            (Opcode::Ine, form(Op::JNe, Some((Op::JNeI, Op::JNeI)), false)),
            (Opcode::Slt, form(Op::JSlt, Some((Op::JSltI, Op::JSgtI)), false)),
            (Opcode::Sle, form(Op::JSle, Some((Op::JSleI, Op::JSgeI)), false)),
            (Opcode::Sgt, form(Op::JSlt, Some((Op::JSgtI, Op::JSltI)), true)),
            (Opcode::Sge, form(Op::JSle, Some((Op::JSgeI, Op::JSleI)), true)),
            (Opcode::Ult, form(Op::JUlt, None, false)),
            (Opcode::Ule, form(Op::JUle, None, false)),
            (Opcode::Ugt, form(Op::JUlt, None, true)),
            (Opcode::Uge, form(Op::JUle, None, true)),
            (Opcode::Feq, float(Op::JFeq, false)),
            (Opcode::Fne, float(Op::JFne, false)),
            (Opcode::Flt, float(Op::JFlt, false)),
            (Opcode::Fle, float(Op::JFle, false)),
            (Opcode::Fgt, float(Op::JFlt, true)),
            (Opcode::Fge, float(Op::JFle, true)),
        ];
        let row = comparison.iter().find(|row| row.0 == op)?.1.as_ref()?;
        Some(Test { op: row.op, imms: row.imms, swap: row.swap })
    }
}

/// The forms of one access.
#[derive(Clone, Copy)]
struct Access {
    plain: Op,
    indexed: Op,
    checked: Option<Op>,
    /// Of eight bytes only.
    global: Op,
    stack: Op,
}

const fn loads(plain: Op, indexed: Op, checked: Option<Op>) -> Access {
    Access { plain, indexed, checked, global: Op::LdG64, stack: Op::LdS64 }
}

const fn stores(plain: Op, indexed: Op, checked: Option<Op>) -> Access {
    Access { plain, indexed, checked, global: Op::StG64, stack: Op::StS64 }
}

fn load_ops(ty: Type) -> Access {
    match ty {
        Type::I8 => loads(Op::Ld8, Op::LdX8, Some(Op::LdC8)),
        Type::I16 => loads(Op::Ld16, Op::LdX16, None),
        Type::I32 => loads(Op::Ld32, Op::LdX32, Some(Op::LdC32)),
        Type::F32 => loads(Op::LdU32, Op::LdXU32, None),
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => loads(Op::Ld64, Op::LdX64, Some(Op::LdC64)),
    }
}

fn store_ops(ty: Type) -> Access {
    match ty {
        Type::I8 => stores(Op::St8, Op::StX8, Some(Op::StC8)),
        Type::I16 => stores(Op::St16, Op::StX16, None),
        Type::I32 => stores(Op::St32, Op::StX32, Some(Op::StC32)),
        Type::F32 => stores(Op::St32, Op::StX32, None),
        Type::I64 | Type::F64 | Type::Ref | Type::Dyn => stores(Op::St64, Op::StX64, Some(Op::StC64)),
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

fn add_imm(ty: Type) -> Op {
    by_width(ty, [Op::AddI8, Op::AddI16, Op::AddI32, Op::AddI64])
}

/// Joins charges that nothing can tell apart: with no poll, call or trap between them.
fn merge_charges(mut code: Vec<VInst>) -> Vec<VInst> {
    // What is kept moves down over what is not.
    let mut kept = 0;
    // Where the charge is that a later one may join.
    let mut open: Option<usize> = None;
    for n in 0..code.len() {
        if code[n].op == Op::Poll {
            // A charge right before is part of the poll.
            if kept > 0 && code[kept - 1].op == Op::Charge {
                kept -= 1;
                code[n].imm = code[kept].imm;
            }
            open = None;
        } else if code[n].op == Op::Charge {
            let imm = code[n].imm;
            if let Some(last) =
                open.map(|n| &mut code[n]).filter(|last| i32::try_from(last.imm + imm).is_ok())
            {
                last.imm += imm;
                continue;
            }
            open = Some(kept);
        } else if !is_quiet(code[n].op) {
            open = None;
        }
        code.swap(kept, n);
        kept += 1;
    }
    code.truncate(kept);
    code
}

/// Whether an instruction neither looks at gas nor ends, traps or calls anything.
pub fn is_quiet(op: Op) -> bool {
    match op.format() {
        Format::Abcd => !(Op::LdC8 as u16..=Op::StC64 as u16).contains(&(op as u16)),
        Format::Abc => !(Op::Sdiv64 as u16..=Op::Urem8 as u16).contains(&(op as u16)) && op != Op::Copy,
        Format::Abi => op != Op::LdN64,
        Format::Abcs | Format::Aw | Format::Abcdef | Format::Abid => true,
        Format::Ab => !matches!(op, Op::Bounds | Op::Zero | Op::CallIndirect | Op::ReturnAdd64),
        Format::Ai => !matches!(op, Op::TrapIf | Op::Alloc | Op::Call | Op::CallNative),
        Format::Abw => matches!(op, Op::Method | Op::Implements),
        Format::N | Format::A | Format::I | Format::Abj | Format::Aij | Format::Aj | Format::J => false,
        Format::Uj | Format::W | Format::Abiw | Format::Abjt | Format::Aijt | Format::Ajt => false,
        Format::Dense | Format::Sparse => false,
    }
}
