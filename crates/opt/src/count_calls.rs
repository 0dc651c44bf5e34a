//! Counts nested calls, for isolates that limit them. Every function takes one more argument, how many calls
//! may still be nested in it and below, and traps with [`TrapCode::CallDepth`] when it is called with none
//! left.
//!
//! The count is an SSA value rather than a word in memory: a raise that unwinds frames restores nothing, an
//! inlined call folds into its caller's count, and checks of one value in a loop are loop-invariant. It is
//! added to what a front end made, before the passes, so that an inlined call counts like any other and the
//! result depends neither on the tier nor on the passes. Wrappers, which tracebacks do not show, do not count.
//!
//! Not in the list of passes, because it changes signatures and needs the whole module. `tests/text` shows
//! what it does.

use purlin_base::{EntityRef as _, TrapCode};
use purlin_ir::func::{InstData, LocId, SlotData, SlotId};
use purlin_ir::types::{Signature, Type};
use purlin_ir::{Block, Function, Imm, Inst, Module, Opcode, SigId, Value, frame_state};

/// Lets all functions of a verified module count calls. Frame states get the count where it is live.
pub fn module(module: &mut Module) {
    module.counted.calls = true;
    // Natives keep their signatures, so those that functions have are made anew rather than changed.
    let counted: Vec<SigId> =
        module.sigs.keys().collect::<Vec<_>>().into_iter().map(|s| longer(module, s)).collect();
    for decl in module.funcs.values_mut() {
        decl.sig = counted[decl.sig.index()];
        if let Some(body) = &mut decl.body {
            function(body, decl.wrapper, &counted);
        }
    }
}

/// The signature with one more parameter.
fn longer(module: &mut Module, sig: SigId) -> SigId {
    let Signature { params, results } = module.sigs[sig].clone();
    let params: Vec<Type> = params.iter().copied().chain([Type::I64]).collect();
    module.sig(&Signature::new(params, results))
}

/// How the code of a function finds its count.
#[derive(Clone, Copy)]
enum Left {
    /// The parameter, and what is left for calls in the function.
    Values { given: Value, inner: Value },
    /// A frame slot has what is left for calls: a handler reads nothing else of the frame. What was given is
    /// that and `own`.
    Slot { slot: SlotId, own: i64 },
}

fn function(func: &mut Function, is_wrapper: bool, counted: &[SigId]) {
    let entry = func.entry();
    let given = func.add_param(entry, Type::I64);
    let loc = entry_loc(func);
    let mut prologue = Vec::new();
    let inner = if is_wrapper { given } else { take_one(func, given, loc, &mut prologue) };
    let left = match func.handler {
        None => Left::Values { given, inner },
        Some(_) => {
            let slot = func.slots.push(SlotData { size: 8 });
            let address = slot_address(func, slot, loc, &mut prologue);
            let store = InstData::new(Opcode::Store, Type::I64, &[address, inner], loc);
            prologue.push(func.add_inst(store.with(Imm::Mem { offset: 0, region: 0 }), &[]));
            Left::Slot { slot, own: i64::from(!is_wrapper) }
        }
    };
    for block in func.layout.clone() {
        calls(func, block, left, counted);
    }
    // After the charge and the poll that begin a function, which passes look for there.
    let is_metering = |inst: &Inst| matches!(func.insts[*inst].op, Opcode::Charge | Opcode::Poll);
    let at = func.blocks[entry].insts.iter().take_while(|inst| is_metering(inst)).count();
    func.blocks[entry].insts.splice(at..at, prologue);
    frame_state::attach(func);
}

/// Where a function begins, for the traceback of the trap.
fn entry_loc(func: &Function) -> LocId {
    let insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
    let mut locs = insts.map(|inst| func.insts[*inst].loc);
    let known = locs.clone().find(|loc| func.locs.get(*loc).is_some_and(|l| l.pos.is_some()));
    known.or_else(|| locs.next()).unwrap_or_else(|| LocId::new(0))
}

/// Traps unless `given` is positive; one less than it.
fn take_one(func: &mut Function, given: Value, loc: LocId, out: &mut Vec<Inst>) -> Value {
    let (inst, one) = func.add_iconst(Type::I64, 1, loc);
    out.push(inst);
    let none_left = pure(func, Opcode::Slt, (Type::I64, Type::I8), &[given, one], loc, out);
    let trap = InstData::new(Opcode::TrapIf, Type::I64, &[none_left], loc);
    out.push(func.add_inst(trap.with(Imm::Trap(TrapCode::CallDepth)), &[]));
    pure(func, Opcode::Isub, (Type::I64, Type::I64), &[given, one], loc, out)
}

/// The value of an op without an immediate, of a controlling type and a result type.
fn pure(
    func: &mut Function,
    op: Opcode,
    (ty, result): (Type, Type),
    args: &[Value],
    loc: LocId,
    out: &mut Vec<Inst>,
) -> Value {
    let inst = func.add_inst(InstData::new(op, ty, args, loc), &[result]);
    out.push(inst);
    func.insts[inst].results[0]
}

fn slot_address(func: &mut Function, slot: SlotId, loc: LocId, out: &mut Vec<Inst>) -> Value {
    let address = InstData::new(Opcode::StackAddr, Type::I64, &[], loc).with(Imm::Slot(slot));
    let inst = func.add_inst(address, &[Type::Ref]);
    out.push(inst);
    func.insts[inst].results[0]
}

/// Gives the calls of a block one more argument.
fn calls(func: &mut Function, block: Block, left: Left, counted: &[SigId]) {
    let insts = std::mem::take(&mut func.blocks[block].insts);
    let mut kept = Vec::with_capacity(insts.len());
    for inst in insts {
        let op = func.insts[inst].op;
        let in_frames_place = matches!(op, Opcode::TailCall | Opcode::TailCallIndirect);
        if in_frames_place || matches!(op, Opcode::Call | Opcode::CallIndirect) {
            let loc = func.insts[inst].loc;
            let value = argument(func, left, in_frames_place, loc, &mut kept);
            let data = &mut func.insts[inst];
            data.args.push(value);
            if let Imm::Sig(sig) = &mut data.imm {
                *sig = counted[sig.index()];
            }
        }
        kept.push(inst);
    }
    func.blocks[block].insts = kept;
}

/// What a call passes on. A tail call takes the place of this frame, so it gets what this frame was given.
fn argument(
    func: &mut Function,
    left: Left,
    in_frames_place: bool,
    loc: LocId,
    out: &mut Vec<Inst>,
) -> Value {
    match left {
        Left::Values { given, .. } if in_frames_place => given,
        Left::Values { inner, .. } => inner,
        Left::Slot { slot, own } => {
            let address = slot_address(func, slot, loc, out);
            let load = InstData::new(Opcode::Load, Type::I64, &[address], loc);
            let inst = func.add_inst(load.with(Imm::Mem { offset: 0, region: 0 }), &[Type::I64]);
            out.push(inst);
            let inner = func.insts[inst].results[0];
            if !in_frames_place || own == 0 {
                return inner;
            }
            let (inst, own) = func.add_iconst(Type::I64, own, loc);
            out.push(inst);
            pure(func, Opcode::Iadd, (Type::I64, Type::I64), &[inner, own], loc, out)
        }
    }
}
