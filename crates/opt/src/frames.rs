//! Stack allocation: an object that does not escape from this call lies in the frame.
//!
//! Its address goes nowhere but to loads, stores, copies, comparisons, and calls by name of functions that it
//! does not escape through either (`escapes`). It does not go around a loop, so that an object of an
//! iteration is dead in the next, and one slot does for all iterations. The frame slot is cleared where the
//! object was allocated. The allocation stays paid for: charges are not touched.
//!
//! Knows nothing of objects whose size is found at run time.

use purlin_base::SecondaryMap;
use purlin_base::gas::bytes_touched;
use purlin_base::map::HashSet;
use purlin_ir::{Block, FuncId, Function, Imm, Inst, InstData, LocId, Module, Opcode, SlotData, Type, Value};

use crate::counts::{self, Rewrite};
use crate::escapes::{self, Sees};

/// Bytes of the largest objects that go to the frame.
const LARGEST: u32 = 128;
/// Bytes that are cleared word by word.
const FEW: u32 = 32;
/// Bytes that the slots of a function may have with them.
const ROOM: u32 = 512;
/// Allocations of a function that are looked at.
const MOST: usize = 64;

/// Moves what can be moved.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    let candidates = candidates(func, module);
    if candidates.is_empty() {
        return false;
    }
    let kept = kept(func, module, &candidates);
    let mut room = ROOM.saturating_sub(func.slots.values().map(|slot| slot.size).sum());
    let mut changed = false;
    for Candidate { block, inst, size } in candidates {
        let object = func.insts[inst].results[0];
        if !kept.contains(&object) && size <= room {
            room -= size;
            place(func, block, inst, size);
            counts::hit(Rewrite::FramesObject);
            changed = true;
        }
    }
    changed
}

struct Candidate {
    block: Block,
    inst: Inst,
    /// In bytes, of whole words.
    size: u32,
}

fn candidates(func: &Function, module: &Module) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    if module.counted.allocations {
        return candidates;
    }
    for block in func.layout.iter().copied() {
        for inst in func.blocks[block].insts.iter().copied() {
            let data = &func.insts[inst];
            if data.op == Opcode::Alloc
                && let Some(class) = module.classes.get(data.class())
                && (1..=LARGEST).contains(&class.size)
            {
                candidates.push(Candidate { block, inst, size: class.size.next_multiple_of(8) });
            }
        }
    }
    candidates.truncate(MOST);
    candidates
}

/// The candidates that may escape.
fn kept(func: &Function, module: &Module, candidates: &[Candidate]) -> HashSet<Value> {
    let mut kept = HashSet::default();
    // The object that a value is an address in.
    let mut object: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for Candidate { inst, .. } in candidates {
        let result = func.insts[*inst].results[0];
        object[result] = Some(result);
    }
    let mut callees = escapes::Callees::new(module);
    // Definitions come before uses in this order.
    for block in purlin_ir::cfg::reverse_postorder(func) {
        for inst in func.blocks[block].insts.iter().map(|i| &func.insts[*i]) {
            for (n, value) in inst.uses().enumerate() {
                let Some(of) = object[value].filter(|of| !kept.contains(of)) else { continue };
                match escapes::sees(inst, n) {
                    Sees::Nothing => {}
                    Sees::Address => object[inst.results[0]] = Some(of),
                    Sees::Callee(callee, param) if !callees.keep(callee, param) => {}
                    Sees::Callee(..) | Sees::Target | Sees::All => {
                        kept.insert(of);
                    }
                }
            }
        }
    }
    kept
}

/// Makes an allocation the address of a slot, cleared unless all of it is written next.
fn place(func: &mut Function, block: Block, inst: Inst, size: u32) {
    let slot = func.slots.push(SlotData { size });
    let (loc, object) = (func.insts[inst].loc, func.insts[inst].results[0]);
    func.insts[inst] = InstData {
        results: func.insts[inst].results.clone(),
        imm: Imm::Slot(slot),
        ..InstData::new(Opcode::StackAddr, Type::I64, &[], loc)
    };
    let at = func.blocks[block].insts.iter().position(|i| *i == inst).expect("it stands there") + 1;
    if is_written_next(func, &func.blocks[block].insts[at..], object, size) {
        return;
    }
    let clearing = clear(func, object, size, loc);
    func.blocks[block].insts.splice(at..at, clearing);
}

/// What clears an object: a store for each word, or one op for all, whose charge is given back.
fn clear(func: &mut Function, object: Value, size: u32, loc: LocId) -> Vec<Inst> {
    if size > FEW {
        let (bytes, value) = func.add_iconst(Type::I64, i64::from(size), loc);
        let zero = func.add_inst(InstData::new(Opcode::Zero, Type::I64, &[object, value], loc), &[]);
        let units = -bytes_touched(u64::from(size));
        let refund = InstData::new(Opcode::Charge, Type::I64, &[], loc).with(Imm::Units(units));
        return vec![bytes, func.add_inst(refund, &[]), zero];
    }
    let (zero, value) = func.add_iconst(Type::I64, 0, loc);
    let mut clearing = vec![zero];
    for offset in (0..i64::from(size)).step_by(8) {
        let store = InstData::new(Opcode::Store, Type::I64, &[object, value], loc);
        clearing.push(func.add_inst(store.with(Imm::Mem { offset, region: 0 }), &[]));
    }
    clearing
}

/// Whether a copy over all of an object comes before anything else that touches memory.
fn is_written_next(func: &Function, next: &[Inst], object: Value, size: u32) -> bool {
    let next = next.iter().map(|i| &func.insts[*i]).find(|data| !data.op.is_pure());
    next.is_some_and(|data| {
        data.op == Opcode::Copy
            && data.args[0] == object
            && data.args[1] != object
            && func.as_iconst(data.args[2]).is_some_and(|n| n >= i64::from(size))
    })
}
