//! Builds a function block by block. Variables become SSA values on the way, after Braun et al.,
//! "Simple and Efficient Construction of Static Single Assignment Form" (2013).

use purlin_base::map::HashMap;

use purlin_base::{Pos, PrimaryMap, SecondaryMap};
use smallvec::SmallVec;

use crate::func::*;
pub use crate::ids::Var;
use crate::ids::*;
use crate::imm::Imm;
use crate::inst::{InstData, Target, Values};
use crate::module::Module;
use crate::op::{Opcode, Yield, region};
use crate::shape::Shape;
use crate::types::Type;
use crate::{cfg, frame_state, meter};

/// Builds one function.
///
/// Create blocks, switch to one, append; end it with a block end; [`FuncBuilder::seal`] a block once all its
/// predecessors are known (`finish` seals the rest).
pub struct FuncBuilder<'m> {
    pub module: &'m mut Module,
    pub func: Function,
    id: FuncId,
    here: Option<Block>,
    /// The alias region of loads and stores from here on.
    pub region: u32,
    loc: LocId,
    locs: HashMap<Pos, LocId>,
    vars: PrimaryMap<Var, Type>,
    defs: HashMap<(Var, Block), Value>,
    sealed: SecondaryMap<Block, bool>,
    preds: SecondaryMap<Block, Vec<Inst>>,
    waiting: SecondaryMap<Block, Vec<(Var, Value)>>,
    /// The block that each end is in.
    end_block: SecondaryMap<Inst, Option<Block>>,
    placed: SecondaryMap<Block, bool>,
    shape: Shape,
    /// What the source's operations in each block cost, where they have prices instead of ops.
    prices: Option<SecondaryMap<Block, i64>>,
    /// Nothing has a price.
    is_free: bool,
}

/// Instructions that most functions have fewer of: so much room, which goes with the builder, saves growing
/// step by step.
const USUAL: usize = 48;

impl<'m> FuncBuilder<'m> {
    /// Starts the body of `id`, whose parameters become those of the entry block, which is current.
    pub fn new(module: &'m mut Module, id: FuncId) -> FuncBuilder<'m> {
        let params = module.func_sig(id).params.clone();
        let mut func = Function::default();
        let loc = func.locs.push(Loc { pos: Pos::NONE, func: id, inlined_at: None });
        let mut builder = FuncBuilder {
            module,
            func,
            id,
            here: None,
            region: 0,
            loc,
            locs: HashMap::default(),
            vars: PrimaryMap::new(),
            defs: HashMap::with_capacity_and_hasher(USUAL, Default::default()),
            sealed: SecondaryMap::with_capacity(USUAL / 4),
            preds: SecondaryMap::with_capacity(USUAL / 4),
            waiting: SecondaryMap::with_capacity(USUAL / 4),
            end_block: SecondaryMap::with_capacity(USUAL),
            placed: SecondaryMap::with_capacity(USUAL / 4),
            shape: Shape::default(),
            prices: None,
            is_free: false,
        };
        let entry = builder.block();
        for ty in params {
            builder.func.add_param(entry, ty);
        }
        builder.seal(entry);
        builder.switch_to(entry);
        builder
    }

    /// The function's own id.
    pub fn id(&self) -> FuncId {
        self.id
    }

    /// From now on the function costs what [`FuncBuilder::price`] says, and its ops cost nothing. What is
    /// charged by size when it runs is charged as ever.
    pub fn priced(&mut self) {
        self.prices = Some(SecondaryMap::new());
    }

    /// The function costs nothing, whatever [`FuncBuilder::price`] says. It is the runtime's part that was
    /// written in the guest's language.
    pub fn free(&mut self) {
        self.priced();
        self.is_free = true;
    }

    /// Adds to what the current block costs, in units of gas. Nothing before [`FuncBuilder::priced`] and
    /// after a block's end.
    pub fn price(&mut self, units: i64) {
        if let (Some(prices), Some(here)) = (&mut self.prices, self.here) {
            prices[here] += if self.is_free { 0 } else { units };
        }
    }

    /// The n-th parameter of the function.
    pub fn param(&self, n: usize) -> Value {
        self.func.blocks[self.func.entry()].params[n]
    }

    /// A new block, placed in the layout when it is switched to.
    pub fn block(&mut self) -> Block {
        self.func.blocks.push(BlockData::default())
    }

    /// Marks `block` as rarely run.
    pub fn cold(&mut self, block: Block) {
        self.func.blocks[block].cold = true;
    }

    /// Adds a parameter to a block that no jump has reached yet.
    pub fn block_param(&mut self, block: Block, ty: Type) -> Value {
        self.func.add_param(block, ty)
    }

    /// Appends to `block` from now on.
    pub fn switch_to(&mut self, block: Block) {
        if !std::mem::replace(&mut self.placed[block], true) {
            self.func.layout.push(block);
            self.shape.place(block, block == self.func.entry() || !self.preds[block].is_empty());
        }
        self.here = Some(block);
    }

    /// The current block; `None` after a block end.
    pub fn current(&self) -> Option<Block> {
        self.here
    }

    /// Whether code appended now could run: false after a block end.
    pub fn is_open(&self) -> bool {
        self.here.is_some()
    }

    /// Instructions from now on come from `pos`.
    pub fn set_pos(&mut self, pos: Pos) {
        let (locs, id) = (&mut self.func.locs, self.id);
        self.loc =
            *self.locs.entry(pos).or_insert_with(|| locs.push(Loc { pos, func: id, inlined_at: None }));
    }

    /// The current source position.
    pub fn pos(&self) -> Pos {
        self.func.locs[self.loc].pos
    }

    /// Appends an instruction. After a block end it goes to a fresh unreachable block, so that guests need
    /// not check; `finish` drops such blocks.
    pub fn push(&mut self, op: Opcode, ty: Type, args: &[Value], imm: Imm, targets: Vec<Target>) -> Inst {
        let block = match self.here {
            Some(block) => block,
            None => self.unreachable_block(),
        };
        let data = InstData {
            op,
            ty,
            args: SmallVec::from_slice(args),
            results: SmallVec::new(),
            imm,
            targets,
            loc: self.loc,
        };
        debug_assert!(imm.fits(op.row().attr), "{} carries {imm:?}", op.row().text);
        let inst = self.func.insts.push(data);
        let results: SmallVec<[Type; 4]> = match op.row().yields {
            Yield::Nothing => SmallVec::new(),
            Yield::T => SmallVec::from_slice(&[ty]),
            Yield::Is(t) => SmallVec::from_slice(&[t]),
            Yield::Callee => callee_results(self.module, imm),
        };
        for (n, t) in results.iter().enumerate() {
            let value = self.func.add_value(*t, Def::Result(inst, n as u32));
            self.func.insts[inst].results.push(value);
        }
        self.func.blocks[block].insts.push(inst);
        if op.is_end() {
            self.end_block[inst] = Some(block);
            self.shape.end(block);
            for n in 0..self.func.insts[inst].targets.len() {
                let to = self.func.insts[inst].targets[n].block;
                debug_assert!(!self.sealed[to], "a jump to a sealed block");
                if self.preds[to].last() != Some(&inst) {
                    self.preds[to].push(inst);
                }
            }
            self.here = None;
        }
        inst
    }

    /// A fresh block that nothing leads to, for code after a block end.
    fn unreachable_block(&mut self) -> Block {
        let block = self.block();
        self.sealed[block] = true;
        self.shape.dead(block);
        self.switch_to(block);
        block
    }

    fn push1(&mut self, op: Opcode, ty: Type, args: &[Value], imm: Imm) -> Value {
        let inst = self.push(op, ty, args, imm, Vec::new());
        self.func.insts[inst].results[0]
    }

    // --- values

    /// Appends an op without attribute that yields a value. `ty` is the controlling type.
    pub fn op(&mut self, op: Opcode, ty: Type, args: &[Value]) -> Value {
        self.push1(op, ty, args, Imm::None)
    }

    /// Appends an op with an immediate that yields a value. `ty` is the controlling type.
    pub fn with_imm(&mut self, op: Opcode, ty: Type, args: &[Value], imm: Imm) -> Value {
        self.push1(op, ty, args, imm)
    }

    /// Appends an op without attribute that yields nothing.
    pub fn effect(&mut self, op: Opcode, args: &[Value]) {
        self.push(op, Type::I64, args, Imm::None, Vec::new());
    }

    /// A two-operand op on the type of its operands.
    pub fn binary(&mut self, op: Opcode, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        self.push1(op, ty, &[a, b], Imm::None)
    }

    /// A one-operand op on the type of its operand.
    pub fn unary(&mut self, op: Opcode, a: Value) -> Value {
        let ty = self.func.ty(a);
        self.push1(op, ty, &[a], Imm::None)
    }

    pub fn iconst(&mut self, ty: Type, imm: i64) -> Value {
        self.push1(Opcode::Iconst, ty, &[], Imm::Int(truncate(ty, imm)))
    }

    pub fn f64const(&mut self, x: f64) -> Value {
        self.push1(Opcode::Fconst, Type::F64, &[], Imm::Float(x.to_bits()))
    }

    pub fn f32const(&mut self, x: f32) -> Value {
        self.push1(Opcode::Fconst, Type::F32, &[], Imm::Float(u64::from(x.to_bits())))
    }

    pub fn null(&mut self) -> Value {
        self.push1(Opcode::Null, Type::Ref, &[], Imm::None)
    }

    pub fn func_ref(&mut self, func: FuncId) -> Value {
        self.push1(Opcode::FuncRef, Type::I64, &[], Imm::Func(func))
    }

    pub fn data_addr(&mut self, data: DataId, offset: i64) -> Value {
        self.push1(Opcode::DataAddr, Type::Ref, &[], Imm::Data { data, offset })
    }

    pub fn global_addr(&mut self, global: GlobalId, offset: i64) -> Value {
        self.push1(Opcode::GlobalAddr, Type::Ref, &[], Imm::Global { global, offset })
    }

    /// A new frame slot of `size` bytes.
    pub fn slot(&mut self, size: u32) -> SlotId {
        self.func.slots.push(SlotData { size })
    }

    pub fn stack_addr(&mut self, slot: SlotId) -> Value {
        self.push1(Opcode::StackAddr, Type::Ref, &[], Imm::Slot(slot))
    }

    pub fn load(&mut self, ty: Type, addr: Value, offset: i64) -> Value {
        self.push1(Opcode::Load, ty, &[addr], Imm::Mem { offset, region: self.region })
    }

    pub fn store(&mut self, addr: Value, offset: i64, value: Value) {
        let ty = self.func.ty(value);
        self.push(Opcode::Store, ty, &[addr, value], Imm::Mem { offset, region: self.region }, Vec::new());
    }

    /// Loads what [`FuncBuilder::store_fixed`] stored.
    pub fn load_fixed(&mut self, ty: Type, addr: Value, offset: i64) -> Value {
        self.push1(Opcode::Load, ty, &[addr], Imm::Mem { offset, region: region::FIXED })
    }

    /// Stores what never changes again, right after its object was allocated.
    pub fn store_fixed(&mut self, addr: Value, offset: i64, value: Value) {
        let ty = self.func.ty(value);
        self.push(Opcode::Store, ty, &[addr, value], Imm::Mem { offset, region: region::FIXED }, Vec::new());
    }

    /// `addr + offset`; `addr` itself if the offset is 0.
    pub fn field_addr(&mut self, addr: Value, offset: i64) -> Value {
        if offset == 0 {
            addr
        } else {
            self.push1(Opcode::FieldAddr, Type::Ref, &[addr], Imm::Offset(offset))
        }
    }

    /// `addr + index * scale + offset`
    pub fn elem_addr(&mut self, addr: Value, index: Value, scale: u32, offset: i64) -> Value {
        self.push1(Opcode::ElemAddr, Type::Ref, &[addr, index], Imm::Scaled { scale, offset })
    }

    pub fn alloc(&mut self, class: ClassId) -> Value {
        self.push1(Opcode::Alloc, Type::Ref, &[], Imm::Class(class))
    }

    pub fn alloc_array(&mut self, class: ClassId, count: Value) -> Value {
        self.push1(Opcode::AllocArray, Type::Ref, &[count], Imm::Class(class))
    }

    pub fn select(&mut self, cond: Value, yes: Value, no: Value) -> Value {
        let ty = self.func.ty(yes);
        self.push1(Opcode::Select, ty, &[cond, yes, no], Imm::None)
    }

    // --- calls

    fn results(&self, inst: Inst) -> SmallVec<[Value; 2]> {
        self.func.insts[inst].results.clone()
    }

    pub fn call(&mut self, func: FuncId, args: &[Value]) -> SmallVec<[Value; 2]> {
        let inst = self.push(Opcode::Call, Type::I64, args, Imm::Func(func), Vec::new());
        self.results(inst)
    }

    /// Calls the function whose number `func` holds.
    pub fn call_indirect(&mut self, sig: SigId, func: Value, args: &[Value]) -> SmallVec<[Value; 2]> {
        let mut all = Values::from_slice(&[func]);
        all.extend_from_slice(args);
        let inst = self.push(Opcode::CallIndirect, Type::I64, &all, Imm::Sig(sig), Vec::new());
        self.results(inst)
    }

    pub fn call_native(&mut self, native: NativeId, args: &[Value]) -> SmallVec<[Value; 2]> {
        let inst = self.push(Opcode::CallNative, Type::I64, args, Imm::Native(native), Vec::new());
        self.results(inst)
    }

    // --- interfaces

    /// The number of the function that implements `selector` for the type whose number `ty` holds.
    pub fn iface_method(&mut self, selector: SelectorId, ty: Value) -> Value {
        self.push1(Opcode::IfaceMethod, Type::I64, &[ty], Imm::Selector(selector))
    }

    /// Whether the type whose number `ty` holds has the methods of `interface`.
    pub fn implements(&mut self, interface: InterfaceId, ty: Value) -> Value {
        self.push1(Opcode::Implements, Type::I64, &[ty], Imm::Interface(interface))
    }

    // --- metering (loops and entries are metered by `finish`)

    /// A charge beyond what [`crate::meter`] places for the ops themselves.
    pub fn charge(&mut self, units: i64) {
        self.push(Opcode::Charge, Type::I64, &[], Imm::Units(units), Vec::new());
    }

    fn new_frame_state(&mut self) -> FrameStateId {
        let origin = self.func.frame_states.next_key();
        self.func.frame_states.push(FrameStateData { func: self.id, origin })
    }

    // --- block ends

    pub fn jump(&mut self, to: Block, args: &[Value]) {
        self.push(Opcode::Jump, Type::I64, &[], Imm::None, vec![target(to, args)]);
    }

    pub fn brif(&mut self, cond: Value, yes: Block, no: Block) {
        self.push(Opcode::Brif, Type::I64, &[cond], Imm::None, vec![target(yes, &[]), target(no, &[])]);
    }

    pub fn brif_args(&mut self, cond: Value, yes: (Block, &[Value]), no: (Block, &[Value])) {
        self.push(
            Opcode::Brif,
            Type::I64,
            &[cond],
            Imm::None,
            vec![target(yes.0, yes.1), target(no.0, no.1)],
        );
    }

    /// Like `brif`, where `give_up` is expected never to be taken by native code.
    pub fn guard(&mut self, cond: Value, go_on: (Block, &[Value]), give_up: (Block, &[Value])) {
        let fs = self.new_frame_state();
        let targets = vec![target(go_on.0, go_on.1), target(give_up.0, give_up.1)];
        self.push(Opcode::Guard, Type::I64, &[cond], Imm::State(fs), targets);
    }

    /// To the block of the case that equals `on`, or to `default`. Cases are distinct.
    pub fn switch(&mut self, on: Value, cases: &[(i64, Block)], default: Block) {
        let ty = self.func.ty(on);
        let id = self.func.switches.push(cases.iter().map(|c| truncate(ty, c.0)).collect());
        let targets =
            std::iter::once(default).chain(cases.iter().map(|c| c.1)).map(|b| target(b, &[])).collect();
        self.push(Opcode::Switch, ty, &[on], Imm::Switch(id), targets);
    }

    pub fn ret(&mut self, values: &[Value]) {
        self.push(Opcode::Return, Type::I64, values, Imm::None, Vec::new());
    }

    pub fn tail_call(&mut self, func: FuncId, args: &[Value]) {
        self.push(Opcode::TailCall, Type::I64, args, Imm::Func(func), Vec::new());
    }

    pub fn tail_call_indirect(&mut self, sig: SigId, func: Value, args: &[Value]) {
        let mut all = Values::from_slice(&[func]);
        all.extend_from_slice(args);
        self.push(Opcode::TailCallIndirect, Type::I64, &all, Imm::Sig(sig), Vec::new());
    }

    pub fn trap(&mut self, code: purlin_base::TrapCode) {
        self.push(Opcode::Trap, Type::I64, &[], Imm::Trap(code), Vec::new());
    }

    /// Traps with `code` if `cond` is not 0.
    pub fn trap_if(&mut self, cond: Value, code: purlin_base::TrapCode) {
        self.push(Opcode::TrapIf, Type::I64, &[cond], Imm::Trap(code), Vec::new());
    }

    // --- variables

    /// A new variable.
    pub fn var(&mut self, ty: Type) -> Var {
        self.vars.push(ty)
    }

    pub fn var_type(&self, var: Var) -> Type {
        self.vars[var]
    }

    /// Assigns in the current block.
    pub fn def_var(&mut self, var: Var, value: Value) {
        debug_assert_eq!(self.vars[var], self.func.ty(value));
        if let Some(block) = self.here {
            self.defs.insert((var, block), value);
            self.shape.assign(var);
        }
    }

    /// The variable's value here; zero where nothing was assigned.
    pub fn use_var(&mut self, var: Var) -> Value {
        let block = match self.here {
            Some(block) => block,
            None => self.unreachable_block(),
        };
        self.read(var, block)
    }

    /// Walks up through single predecessors in a loop and recurses at joins only, through an explicit stack
    /// of parameters to fill, so that long chains of blocks cannot overflow the Rust stack.
    fn read(&mut self, var: Var, block: Block) -> Value {
        let mut pending: Vec<(Block, Value)> = Vec::new();
        let found = self.find(var, block, &mut pending);
        while let Some((join, param)) = pending.pop() {
            let preds = self.preds[join].clone();
            for pred in preds {
                let from = self.block_of(pred);
                let value = self.find(var, from, &mut pending);
                self.pass(pred, join, value);
            }
            debug_assert_eq!(self.func.ty(param), self.vars[var]);
        }
        found
    }

    fn find(&mut self, var: Var, block: Block, pending: &mut Vec<(Block, Value)>) -> Value {
        let mut at = block;
        let mut steps = 0;
        let value = loop {
            if let Some(value) = self.defs.get(&(var, at)) {
                if at == block {
                    return *value;
                }
                break *value;
            }
            // Nothing jumps to the handler: it finds zeros, and what it stored in frame slots.
            if !self.sealed[at] && self.func.handler != Some(at) {
                let param = self.func.add_param(at, self.vars[var]);
                self.waiting[at].push((var, param));
                break param;
            }
            if let Some(up) = self.shape.above(var, at) {
                at = up;
                continue;
            }
            match self.preds[at].as_slice() {
                [] => break self.zero_at(var, at),
                // A single end can reach the block twice (both arms of a brif); the value is the same.
                // Unreachable blocks may form a ring of which each has one way in.
                [_] if steps > self.func.blocks.len() => break self.zero_at(var, at),
                [one] => {
                    steps += 1;
                    at = self.block_of(*one);
                }
                _ => {
                    let param = self.func.add_param(at, self.vars[var]);
                    pending.push((at, param));
                    break param;
                }
            }
        };
        // Not for the blocks between: that would be as many entries as there are blocks, for each variable.
        self.defs.insert((var, at), value);
        if at != block {
            self.defs.insert((var, block), value);
        }
        value
    }

    /// A zero at the start of a block without predecessors (the entry, or unreachable code).
    fn zero_at(&mut self, var: Var, block: Block) -> Value {
        let ty = self.vars[var];
        let op = match ty {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => Opcode::Iconst,
            Type::F32 | Type::F64 => Opcode::Fconst,
            Type::Ref => Opcode::Null,
            Type::Dyn => Opcode::DynFromInt,
        };
        let mut insts = Vec::new();
        let mut args = SmallVec::new();
        if op == Opcode::DynFromInt {
            let (inst, value) = self.detached(Opcode::Iconst, Type::I64, SmallVec::new());
            insts.push(inst);
            args.push(value);
        }
        let (inst, value) = self.detached(op, if op == Opcode::DynFromInt { Type::I64 } else { ty }, args);
        insts.push(inst);
        if ty == Type::Dyn {
            self.func.values[value].ty = Type::Dyn;
        }
        self.func.blocks[block].insts.splice(0..0, insts);
        value
    }

    fn detached(&mut self, op: Opcode, ty: Type, args: Values) -> (Inst, Value) {
        let inst = self.func.insts.push(InstData::new(op, ty, &args, self.loc).with(Imm::zero(op)));
        let value = self.func.add_value(ty, Def::Result(inst, 0));
        self.func.insts[inst].results.push(value);
        (inst, value)
    }

    /// Which block an end belongs to. Ends are the last instruction of their block by construction.
    fn block_of(&self, end: Inst) -> Block {
        self.end_block[end].expect("predecessors are recorded when their end is pushed")
    }

    fn pass(&mut self, pred: Inst, to: Block, value: Value) {
        for target in &mut self.func.insts[pred].targets {
            if target.block == to {
                target.args.push(value);
            }
        }
    }

    /// All jumps to `block` are there now.
    pub fn seal(&mut self, block: Block) {
        if std::mem::replace(&mut self.sealed[block], true) {
            return;
        }
        let from: Vec<Block> = self.preds[block].iter().map(|end| self.block_of(*end)).collect();
        self.shape.seal(block, &from);
        for (var, _) in std::mem::take(&mut self.waiting[block]) {
            let preds = self.preds[block].clone();
            for pred in preds {
                let from = self.block_of(pred);
                let value = self.read(var, from);
                self.pass(pred, block, value);
            }
        }
    }

    /// Ends the function: seals what is open, drops unreachable blocks and superfluous parameters, places
    /// charges and polls, fills in frame states, and stores the body in the module.
    pub fn finish(mut self) {
        if self.is_open() {
            self.trap(purlin_base::TrapCode::Unreachable);
        }
        for block in self.func.layout.clone() {
            self.seal(block);
        }
        cfg::remove_unreachable(&mut self.func);
        cfg::simplify_params(&mut self.func);
        if self.prices.is_some() {
            // A slow path of a dynamic guest's has many blocks, of which the front end marks the first.
            cfg::spread_cold(&mut self.func);
        }
        meter::place(&mut self.func, self.id, self.module, self.prices.as_ref());
        frame_state::attach(&mut self.func);
        // Bodies stay as long as the module does.
        self.func.insts.shrink_to_fit();
        self.func.values.shrink_to_fit();
        self.module.funcs[self.id].body = Some(self.func.into());
    }
}

fn target(block: Block, args: &[Value]) -> Target {
    Target { block, args: SmallVec::from_slice(args) }
}

/// The results that a callee's signature gives.
pub(crate) fn callee_results(module: &Module, callee: Imm) -> SmallVec<[Type; 4]> {
    let sig = module.callee_sig(callee).and_then(|sig| module.sigs.get(sig));
    sig.map(|sig| SmallVec::from_slice(&sig.results)).unwrap_or_default()
}

/// `imm` as an integer of `ty`, sign-extended: the form in which constants are kept.
pub fn truncate(ty: Type, imm: i64) -> i64 {
    match ty {
        Type::I8 => i64::from(imm as i8),
        Type::I16 => i64::from(imm as i16),
        Type::I32 => i64::from(imm as i32),
        Type::I64 | Type::F32 | Type::F64 | Type::Ref | Type::Dyn => imm,
    }
}
