//! From IR to Cranelift's CLIF: one method an op, one file a family. This file holds what the families share
//! and the walk over the function; `docs/tiers.md` tells the conventions.
//!
//! A function is lowered in one of two modes. *Entry*: the function as it is called. *OSR*: a second function
//! that starts right after one poll, with the values of that frame state in the interpreter's slots; only
//! what is reachable from there is lowered (`osr.rs`).
//!
//! Knows nothing of addresses: what it refers to are names, which `link` resolves.

mod arith;
mod call;
mod constant;
mod control;
mod convert;
mod floats;
mod frame;
mod magic;
mod memory;
mod meter;
mod osr;
mod raise;
mod rotate;
mod send;
mod tagged;
mod types;

pub(crate) use types::STUBS;
pub use types::shape;

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types as clt;
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FuncInstBuilder, FunctionBuilder, FunctionBuilderContext, Variable};
use purlin_base::SecondaryMap;
use purlin_base::map::HashMap;
use purlin_ir::layout::FrameLayout;
use purlin_ir::{
    Block, FrameStateId, FuncId, Function, Inst, InstData, LocId, Module, Opcode, SigId, Value, cfg,
};
use purlin_runtime::abi::Location;
use purlin_runtime::vmctx::offset;

use arith::Division;

use crate::arch::{Stub, Target};
use crate::config::Config;
use crate::error::CompileError;

/// Appends instructions.
type Ins<'s, 'b> = FuncInstBuilder<'s, 'b>;

/// The source location of calls that continue the frame elsewhere.
pub(crate) const TRANSPARENT: u32 = u32::MAX - 1;

/// What to lower, and how.
pub(crate) struct Request<'a> {
    pub module: &'a Module,
    pub config: &'a Config,
    pub target: Target,
    pub func: FuncId,
    pub body: &'a Function,
    pub mode: Mode<'a>,
    /// Guards are mere branches.
    pub no_speculation: bool,
}

/// Which of the two functions to make.
#[derive(Clone, Copy)]
pub(crate) enum Mode<'a> {
    Entry,
    /// Starts after the poll `state`; `slots[state][n]` is the interpreter's slot of the state's n-th value.
    Osr {
        state: FrameStateId,
        slots: &'a [Vec<u16>],
    },
}

/// In a map of slots: the value has none, as it is a constant.
pub const NO_SLOT: u16 = u16::MAX;

/// Where frame slots are.
#[derive(Clone, Copy)]
enum Slots {
    None,
    /// In this frame.
    Own(cl::StackSlot),
    /// In the interpreter's frame that this function replaces.
    Theirs(cl::Value),
}

/// The state of lowering one function.
struct Lower<'a, 'b> {
    b: FunctionBuilder<'b>,
    /// Whether a poll stands after the instruction being lowered.
    polls_next: bool,
    /// The last charge without a poll after it: the gas that is left, as what was there before and the units
    /// less.
    last_charge: Option<(cl::Value, cl::Value, i64)>,
    /// The quotient of the last remainder.
    quotient: Option<arith::Quotient>,
    req: &'a Request<'a>,
    body: &'a Function,
    /// The context.
    ctx: cl::Value,
    /// Where the interpreter keeps its values; only in OSR functions.
    interp_slots: Option<cl::Value>,
    gas: Variable,
    values: SecondaryMap<Value, Option<cl::Value>>,
    /// Values that have more than one definition: in OSR functions, which begin in the middle.
    vars: SecondaryMap<Value, Option<Variable>>,
    /// Values that still lie in slots of the interpreter's frame; only in OSR functions.
    parked: SecondaryMap<Value, Option<u16>>,
    blocks: SecondaryMap<Block, Option<cl::Block>>,
    /// The block that is being lowered.
    here: Option<Block>,
    landing: Option<cl::Block>,
    slots: Slots,
    frame: FrameLayout,
    /// Arguments and results of natives.
    buffer: Option<cl::StackSlot>,
    stubs: [Option<cl::FuncRef>; Stub::ALL.len()],
    this: Option<cl::FuncRef>,
    signatures: HashMap<SigId, types::CallSignature>,
    /// The block where natives' raises continue, which are recorded already.
    raise: Option<cl::Block>,
    regions: types::Regions,
    /// What branches on questions have computed for the blocks that they lead to.
    computed: HashMap<cl::Block, tagged::Computed>,
    /// The ways into each block, once that was asked.
    preds: Option<cfg::Predecessors>,
    /// How often each value is used, once that was asked.
    uses: Option<SecondaryMap<Value, u32>>,
    /// What branches find in sites by themselves, once that was asked.
    awaited: Option<SecondaryMap<Value, bool>>,
    /// The words that are integers by what defines them, once that was asked.
    ints: Option<Option<tagged::Ints>>,
    floats: floats::Floats,
}

/// Lowers into `out`, which is empty.
pub(crate) fn lower(
    req: &Request<'_>,
    out: &mut cl::Function,
    builders: &mut FunctionBuilderContext,
    target: cranelift_codegen::isa::TargetFrontendConfig,
) -> Result<(), CompileError> {
    check(req)?;
    out.signature = match req.mode {
        Mode::Entry => types::signature(req.target, req.module.func_sig(req.func)),
        Mode::Osr { .. } => types::osr_signature(),
    };
    out.name = cl::UserFuncName::user(types::FUNCS, req.func.as_u32());
    // Cranelift keeps locations as distances from the first, and takes a distance of -1 for none at all.
    out.params.ensure_base_srcloc(cl::SourceLoc::new(0));
    let mut b = FunctionBuilder::new(out, builders);
    let gas = b.declare_var(clt::I64);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    b.seal_block(entry);
    let mut lower = Lower {
        polls_next: false,
        last_charge: None,
        quotient: None,
        ctx: b.block_params(entry)[0],
        b,
        req,
        body: req.body,
        interp_slots: None,
        gas,
        values: purlin_base::filled(req.body.values.len()),
        vars: SecondaryMap::new(),
        parked: SecondaryMap::new(),
        blocks: purlin_base::filled(req.body.blocks.len()),
        landing: None,
        slots: Slots::None,
        frame: FrameLayout::new(req.body),
        buffer: None,
        stubs: [None; Stub::ALL.len()],
        this: None,
        signatures: HashMap::default(),
        raise: None,
        regions: types::Regions::default(),
        computed: HashMap::default(),
        preds: None,
        uses: None,
        here: None,
        awaited: None,
        ints: None,
        floats: if let Mode::Entry = req.mode { floats::Floats::new(req.body) } else { Default::default() },
    };
    match req.mode {
        Mode::Entry => lower.whole(entry),
        Mode::Osr { state, slots } => lower.after_poll(entry, state, slots)?,
    }
    lower.finish_raise();
    lower.b.seal_all_blocks();
    lower.b.finalize(target);
    Ok(())
}

/// What the native tier leaves to the interpreter.
fn check(req: &Request<'_>) -> Result<(), CompileError> {
    let limits = req.config;
    if req.body.insts.len() > limits.max_insts || req.body.values.len() > limits.max_insts {
        return Err(CompileError::TooLarge);
    }
    if FrameLayout::new(req.body).bytes() > u64::from(limits.max_frame) {
        return Err(CompileError::TooLarge);
    }
    for block in &req.body.layout {
        for inst in &req.body.blocks[*block].insts {
            let data = &req.body.insts[*inst];
            let values = data.uses().count();
            if values > purlin_runtime::abi::SPILL && data.op != Opcode::Poll {
                return Err(CompileError::TooManyValues);
            }
            if data.frame_state().is_some() && values > purlin_runtime::vmctx::DEOPT_VALUES {
                return Err(CompileError::TooManyValues);
            }
        }
    }
    Ok(())
}

impl Lower<'_, '_> {
    /// The function as it is called.
    fn whole(&mut self, entry: cl::Block) {
        let first = self.body.entry();
        self.take_params(entry, first);
        self.check_stack(entry);
        self.make_frame();
        let order = cfg::reverse_postorder_along(self.body, |block| self.targets(block));
        for block in order.iter().filter(|b| **b != first) {
            self.blocks[*block] = Some(self.make_block(*block));
        }
        for block in order {
            if block != first {
                self.start_block(block);
            }
            self.block_insts(block);
        }
    }

    /// The instructions of a block. What is made for them in a cold block is cold, too.
    fn block_insts(&mut self, block: Block) {
        let body = self.body;
        self.here = Some(block);
        let data = &body.blocks[block];
        let before = self.b.func.dfg.num_blocks();
        self.insts(&data.insts);
        if data.cold {
            self.all_cold_since(before);
        }
    }

    /// All blocks are cold that were made since there were so many.
    fn all_cold_since(&mut self, before: usize) {
        let after = self.b.func.dfg.num_blocks();
        (before..after).for_each(|n| self.b.set_cold_block(cl::Block::from_u32(n as u32)));
    }

    /// The targets that code goes to from `block`: not where a guard gives up, if that leaves for the
    /// interpreter.
    fn targets(&self, block: Block) -> &[purlin_ir::Target] {
        let Some(end) = self.body.end(block) else { return &[] };
        if end.op == Opcode::Guard && self.speculates() { &end.targets[..1] } else { &end.targets }
    }

    /// A CLIF block for one of the function's; the handler's is the landing pad.
    fn make_block(&mut self, block: Block) -> cl::Block {
        let made = self.block_like(block);
        if Some(block) == self.body.handler {
            self.landing = Some(made);
        }
        made
    }

    /// A CLIF block with the parameters of one of the function's.
    fn block_like(&mut self, block: Block) -> cl::Block {
        let made = self.b.create_block();
        let data = &self.body.blocks[block];
        for param in &data.params {
            self.b.append_block_param(made, types::clif(self.body.ty(*param)));
        }
        for _ in self.carried(block) {
            self.b.append_block_param(made, clt::F64);
        }
        if data.cold || Some(block) == self.body.handler {
            self.b.set_cold_block(made);
        }
        made
    }

    fn start_block(&mut self, block: Block) {
        let made = self.blocks[block].expect("every block in the order was made");
        self.b.switch_to_block(made);
        let params = self.b.block_params(made).to_vec();
        let body = self.body;
        let own = &body.blocks[block].params;
        for (param, value) in own.iter().zip(&params) {
            self.set(*param, *value);
        }
        for (param, double) in self.carried(block).into_iter().zip(&params[own.len()..]) {
            self.set_float(param, *double);
        }
        if Some(block) == self.body.handler {
            self.load_gas();
        }
    }

    fn insts(&mut self, insts: &[Inst]) {
        let body = self.body;
        for (n, inst) in insts.iter().enumerate() {
            let data = &body.insts[*inst];
            let looks = |next: &Inst| matches!(body.insts[*next].op, Opcode::Poll | Opcode::Probe);
            self.polls_next = insts.get(n + 1).is_some_and(looks);
            self.b.set_srcloc(cl::SourceLoc::new(data.loc.as_u32()));
            self.inst(data);
        }
    }

    // --- what the families share

    fn speculates(&self) -> bool {
        !self.req.no_speculation
    }

    fn is_osr(&self) -> bool {
        self.interp_slots.is_some()
    }

    /// The CLIF value of an IR value, here.
    fn get(&mut self, value: Value) -> cl::Value {
        if let Some(slot) = self.parked[value] {
            return self.load_parked(value, slot);
        }
        match self.vars[value] {
            Some(var) => self.b.use_var(var),
            None => self.values[value].expect("definitions are lowered before uses"),
        }
    }

    fn get_all(&mut self, values: &[Value]) -> Vec<cl::Value> {
        values.iter().map(|v| self.get(*v)).collect()
    }

    fn set(&mut self, value: Value, is: cl::Value) {
        match self.vars[value] {
            Some(var) => self.b.def_var(var, is),
            None => self.values[value] = Some(is),
        }
    }

    /// Sets the only result.
    fn result(&mut self, data: &InstData, is: cl::Value) {
        self.set(data.results[0], is);
    }

    /// A float constant. Zero is made of nothing; others lie after the code: an immediate would go by way of
    /// an integer register.
    fn f64(&mut self, bits: u64) -> cl::Value {
        if bits == 0 {
            return self.b.ins().f64const(cl::immediates::Ieee64::with_bits(bits));
        }
        let vector = self.vector_constant(clt::F64X2, u128::from(bits));
        self.b.ins().extractlane(vector, 0)
    }

    /// A float constant of 32 bits, as [`Lower::f64`] makes those of 64.
    fn f32(&mut self, bits: u32) -> cl::Value {
        if bits == 0 {
            return self.b.ins().f32const(cl::immediates::Ieee32::with_bits(bits));
        }
        let vector = self.vector_constant(clt::F32X4, u128::from(bits));
        self.b.ins().extractlane(vector, 0)
    }

    fn vector_constant(&mut self, ty: cl::Type, bits: u128) -> cl::Value {
        let bytes = bits.to_le_bytes().as_slice().into();
        let constant = self.b.func.dfg.constants.insert(bytes);
        self.b.ins().vconst(ty, constant)
    }

    fn arg(&mut self, data: &InstData, n: usize) -> cl::Value {
        self.get(data.args[n])
    }

    fn i64(&mut self, value: i64) -> cl::Value {
        self.b.ins().iconst(clt::I64, value)
    }

    /// Continues in a new block if `cond` is 0, and leaves the builder in a cold block where it is not. The
    /// caller ends the cold block and calls [`Lower::back_to`].
    fn unlikely(&mut self, cond: cl::Value) -> cl::Block {
        let (cold, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(cold);
        self.b.ins().brif(cond, cold, &[], on, &[]);
        self.b.switch_to_block(cold);
        self.b.seal_block(cold);
        on
    }

    /// Continues in `block`, to which all jumps are there now.
    fn back_to(&mut self, block: cl::Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }

    /// The function that stands for a stub.
    fn stub(&mut self, stub: Stub) -> cl::FuncRef {
        if let Some(known) = self.stubs[stub as usize] {
            return known;
        }
        let sig = match stub {
            Stub::Leave | Stub::MoreStack => self.own_signature(),
            // It takes the context only, and gives what the function gives.
            Stub::LeaveDeopt => {
                let mut sig = types::signature(self.req.target, self.req.module.func_sig(self.req.func));
                sig.params.truncate(1);
                sig
            }
            Stub::Raise => types::plain(CallConv::Tail, &[clt::I64], &[]),
            Stub::RaiseTrap => types::plain(CallConv::Tail, &[clt::I64, clt::I32, clt::I64, clt::I64], &[]),
            Stub::PollSlow => types::plain(CallConv::PreserveAll, &[clt::I64], &[]),
            Stub::AllocSlow => types::plain(CallConv::PreserveAll, &[clt::I64, clt::I32], &[]),
            Stub::AllocArray => types::plain(CallConv::SystemV, &[clt::I64, clt::I32, clt::I64], &[clt::I64]),
            Stub::CallNative => types::plain(CallConv::SystemV, &[clt::I64, clt::I32, clt::I64], &[clt::I32]),
            Stub::CallDirect => types::plain(CallConv::SystemV, &[clt::I64; 6], &[clt::I64; 2]),
            Stub::Copy => types::plain(CallConv::SystemV, &[clt::I64; 4], &[]),
            Stub::Zero => types::plain(CallConv::SystemV, &[clt::I64; 3], &[]),
        };
        let made = self.import(types::STUBS, stub as u32, sig);
        self.stubs[stub as usize] = Some(made);
        made
    }

    /// The signature of the function being made.
    fn own_signature(&self) -> cl::Signature {
        self.b.func.signature.clone()
    }

    fn import(&mut self, space: u32, index: u32, sig: cl::Signature) -> cl::FuncRef {
        let signature = self.b.import_signature(sig);
        let name = self.b.func.declare_imported_user_function(cl::UserExternalName::new(space, index));
        self.b.import_function(cl::ExtFuncData {
            name: cl::ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        })
    }

    /// A field of the context.
    fn field(&mut self, at: i32) -> cl::Value {
        let flags = self.regions.context(&mut self.b);
        self.b.ins().load(clt::I64, flags, self.ctx, at)
    }

    /// A field of the context that never changes while the function runs.
    fn constant_field(&mut self, at: i32) -> cl::Value {
        let flags = cl::MemFlagsData::trusted().with_readonly().with_can_move();
        self.b.ins().load(clt::I64, flags, self.ctx, at)
    }

    fn set_field(&mut self, at: i32, value: cl::Value) {
        let flags = self.regions.context(&mut self.b);
        self.b.ins().store(flags, value, self.ctx, at);
    }

    fn load_gas(&mut self) {
        let flags = self.regions.gas(&mut self.b);
        let gas = self.b.ins().load(clt::I64, flags, self.ctx, offset::GAS);
        self.b.def_var(self.gas, gas);
    }

    fn store_gas(&mut self) {
        let gas = self.b.use_var(self.gas);
        let flags = self.regions.gas(&mut self.b);
        self.b.ins().store(flags, gas, self.ctx, offset::GAS);
    }

    /// Calls a stub that takes gas into account itself.
    fn call_stub(&mut self, stub: Stub, args: &[cl::Value]) -> cl::Inst {
        let callee = self.stub(stub);
        self.store_gas();
        let call = self.b.ins().call(callee, args);
        self.load_gas();
        call
    }

    /// The address of the n-th spill.
    fn spill_offset(n: usize) -> i32 {
        offset::SPILL + 8 * n as i32
    }

    /// Splits the entry's parameters and what was spilled into the IR's parameters.
    fn take_params(&mut self, entry: cl::Block, first: Block) {
        let params = &self.body.blocks[first].params;
        let classes: Vec<_> = params.iter().map(|p| types::class(self.body.ty(*p))).collect();
        let gas = self.b.block_params(entry)[1];
        self.b.def_var(self.gas, gas);
        let registers = self.b.block_params(entry)[2..].to_vec();
        let mut next = registers.into_iter();
        for (param, place) in params.iter().zip(purlin_runtime::abi::param_places(&classes)) {
            let value = match place {
                Location::Int(_) | Location::Float(_) => next.next().expect("one register for each place"),
                Location::Spill(n) => {
                    let flags = self.regions.context(&mut self.b);
                    let ty = types::clif(self.body.ty(*param));
                    self.b.ins().load(ty, flags, self.ctx, Self::spill_offset(n))
                }
            };
            self.set(*param, value);
        }
    }

    fn inst(&mut self, data: &InstData) {
        use Opcode as Op;
        match data.op {
            Op::Iconst | Op::Fconst | Op::Null | Op::FuncRef => self.constant(data),
            Op::DataAddr => self.data_addr(data),
            Op::GlobalAddr => self.global_addr(data),
            Op::StackAddr => self.stack_addr(data),
            Op::Iadd => self.rotation_or(data, |i, x, y| i.iadd(x, y)),
            Op::Isub => self.binary(data, |i, x, y| i.isub(x, y)),
            Op::Imul => self.imul(data),
            Op::Iand => self.binary(data, |i, x, y| i.band(x, y)),
            Op::Ior => self.rotation_or(data, |i, x, y| i.bor(x, y)),
            Op::Ixor => self.rotation_or(data, |i, x, y| i.bxor(x, y)),
            Op::Ineg => self.unary(data, |i, x| i.ineg(x)),
            Op::Inot => self.unary(data, |i, x| i.bnot(x)),
            Op::Popcnt => self.unary(data, |i, x| i.popcnt(x)),
            Op::Clz => self.unary(data, |i, x| i.clz(x)),
            Op::Ctz => self.unary(data, |i, x| i.ctz(x)),
            Op::Bswap => self.bswap(data),
            Op::UmulHigh => self.binary(data, |i, x, y| i.umulhi(x, y)),
            Op::Sdiv => self.signed_division(data, Division::Quotient),
            Op::Srem => self.signed_division(data, Division::Remainder),
            Op::Udiv => self.unsigned_division(data, Division::Quotient),
            Op::Urem => self.unsigned_division(data, Division::Remainder),
            Op::Shl => self.logical_shift(data, |i, x, n| i.ishl(x, n)),
            Op::Ushr => self.logical_shift(data, |i, x, n| i.ushr(x, n)),
            Op::Sshr => self.arithmetic_shift(data),
            Op::SaddOvf => self.binary(data, |i, x, y| i.sadd_overflow(x, y).1),
            Op::SsubOvf => self.binary(data, |i, x, y| i.ssub_overflow(x, y).1),
            Op::SmulOvf => self.binary(data, |i, x, y| i.smul_overflow(x, y).1),
            Op::Ieq if self.is_awaited(data.args[0]) => {}
            Op::Ieq => self.binary(data, |i, x, y| i.icmp(IntCC::Equal, x, y)),
            Op::Ine => self.binary(data, |i, x, y| i.icmp(IntCC::NotEqual, x, y)),
            Op::Slt => self.binary(data, |i, x, y| i.icmp(IntCC::SignedLessThan, x, y)),
            Op::Sle => self.binary(data, |i, x, y| i.icmp(IntCC::SignedLessThanOrEqual, x, y)),
            Op::Sgt => self.binary(data, |i, x, y| i.icmp(IntCC::SignedGreaterThan, x, y)),
            Op::Sge => self.binary(data, |i, x, y| i.icmp(IntCC::SignedGreaterThanOrEqual, x, y)),
            Op::Ult => self.binary(data, |i, x, y| i.icmp(IntCC::UnsignedLessThan, x, y)),
            Op::Ule => self.binary(data, |i, x, y| i.icmp(IntCC::UnsignedLessThanOrEqual, x, y)),
            Op::Ugt => self.binary(data, |i, x, y| i.icmp(IntCC::UnsignedGreaterThan, x, y)),
            Op::Uge => self.binary(data, |i, x, y| i.icmp(IntCC::UnsignedGreaterThanOrEqual, x, y)),
            // Cranelift's orders are false on NaN, its `NotEqual` true: as ours.
            Op::Feq => self.binary(data, |i, x, y| i.fcmp(FloatCC::Equal, x, y)),
            Op::Fne => self.binary(data, |i, x, y| i.fcmp(FloatCC::NotEqual, x, y)),
            Op::Flt => self.binary(data, |i, x, y| i.fcmp(FloatCC::LessThan, x, y)),
            Op::Fle => self.binary(data, |i, x, y| i.fcmp(FloatCC::LessThanOrEqual, x, y)),
            Op::Fgt => self.binary(data, |i, x, y| i.fcmp(FloatCC::GreaterThan, x, y)),
            Op::Fge => self.binary(data, |i, x, y| i.fcmp(FloatCC::GreaterThanOrEqual, x, y)),
            Op::Fadd => self.binary(data, |i, x, y| i.fadd(x, y)),
            Op::Fsub => self.binary(data, |i, x, y| i.fsub(x, y)),
            Op::Fmul => self.binary(data, |i, x, y| i.fmul(x, y)),
            Op::Fdiv => self.binary(data, |i, x, y| i.fdiv(x, y)),
            Op::Fcopysign => self.copysign(data),
            Op::Fneg => self.unary(data, |i, x| i.fneg(x)),
            Op::Fabs => self.unary(data, |i, x| i.fabs(x)),
            Op::Fsqrt => self.unary(data, |i, x| i.sqrt(x)),
            Op::Ffloor => self.unary(data, |i, x| i.floor(x)),
            Op::Fceil => self.unary(data, |i, x| i.ceil(x)),
            Op::Ftrunc => self.unary(data, |i, x| i.trunc(x)),
            Op::Fround => self.unary(data, |i, x| i.nearest(x)),
            Op::Sext => self.resize(data, |i, to, x| i.sextend(to, x)),
            Op::Zext => self.resize(data, |i, to, x| i.uextend(to, x)),
            Op::Itrunc => self.resize(data, |i, to, x| i.ireduce(to, x)),
            Op::SintToFloat => self.sint_to_float(data),
            Op::UintToFloat => self.uint_to_float(data),
            Op::FloatToSint => self.float_to_sint(data),
            Op::FloatToUint => self.float_to_uint(data),
            Op::Fpromote => self.unary(data, |i, x| i.fpromote(clt::F64, x)),
            Op::Fdemote => self.unary(data, |i, x| i.fdemote(clt::F32, x)),
            Op::Bitcast => self.bitcast(data),
            Op::Select => self.select(data),
            Op::Load => self.load(data),
            Op::Store => self.store(data),
            Op::FieldAddr => self.field_addr(data),
            Op::ElemAddr => self.elem_addr(data),
            Op::Copy => self.copy(data),
            Op::Zero => self.zero(data),
            Op::NilCheck => self.nil_check(data),
            Op::Bounds => self.bounds(data),
            Op::AssumeLe => {}
            Op::TrapIf => self.trap_if(data),
            Op::Alloc => self.alloc(data),
            Op::AllocArray => self.alloc_array(data),
            Op::Call => self.call(data),
            Op::CallIndirect => self.call_indirect(data),
            Op::CallNative => self.call_native(data),
            Op::IfaceMethod => self.iface_method(data),
            Op::Implements => self.implements(data),
            Op::DynIsInt => self.dyn_is_int(data),
            Op::ClassOf => self.class_of(data),
            Op::Find => self.find(data),
            Op::DynFromInt => self.dyn_from_int(data),
            Op::DynToInt => self.dyn_to_int(data),
            Op::DynFits => self.dyn_fits(data),
            Op::DynIsFloat => self.dyn_is_float(data),
            Op::DynFromFloat => self.dyn_from_float(data),
            Op::DynToFloat => self.dyn_to_float(data),
            Op::DynFloatFits => self.dyn_float_fits(data),
            Op::DynIsRef => self.dyn_is_ref(data),
            Op::DynFromImm => self.dyn_from_imm(data),
            Op::DynIsImm => self.dyn_is_imm(data),
            Op::DynToImm => self.dyn_to_imm(data),
            Op::DynInts | Op::DynFloats => self.dyn_ints(data),
            Op::DynAddOk | Op::DynSubOk | Op::DynMulOk => self.dyn_question(data),
            Op::DynFaddOk | Op::DynFsubOk | Op::DynFmulOk | Op::DynFdivOk => self.dyn_question(data),
            Op::DynAdd | Op::DynSub | Op::DynMul => self.dyn_result(data),
            Op::DynFadd | Op::DynFsub | Op::DynFmul | Op::DynFdiv => self.dyn_result(data),
            Op::DynLt => self.dyn_compare(data, IntCC::SignedLessThan),
            Op::DynLe => self.dyn_compare(data, IntCC::SignedLessThanOrEqual),
            Op::DynGt => self.dyn_compare(data, IntCC::SignedGreaterThan),
            Op::DynGe => self.dyn_compare(data, IntCC::SignedGreaterThanOrEqual),
            Op::Charge => self.charge(data),
            Op::Probe => self.probe(data),
            Op::Poll => self.poll(data),
            Op::Jump => self.jump(data),
            Op::Brif => self.brif(data),
            Op::Switch => self.switch(data),
            Op::Guard => self.guard(data),
            Op::Return => self.return_(data),
            Op::TailCall => self.tail_call(data),
            Op::TailCallIndirect => self.tail_call_indirect(data),
            Op::Trap => self.trap(data),
        }
    }

    /// An op that is one instruction with two operands.
    fn binary(&mut self, data: &InstData, f: impl FnOnce(Ins<'_, '_>, cl::Value, cl::Value) -> cl::Value) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let value = f(self.b.ins(), x, y);
        self.result(data, value);
    }

    /// An op that is one instruction with one operand.
    fn unary(&mut self, data: &InstData, f: impl FnOnce(Ins<'_, '_>, cl::Value) -> cl::Value) {
        let x = self.arg(data, 0);
        let value = f(self.b.ins(), x);
        self.result(data, value);
    }
}

/// The position that a source location stands for.
pub(crate) fn loc_of(bits: u32) -> Option<LocId> {
    (bits != TRANSPARENT && bits != u32::MAX).then(|| LocId::from_u32(bits))
}
