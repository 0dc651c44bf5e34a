//! Scalar replacement: an object or frame slot that only loads and stores of this function ever see becomes
//! the values in it.
//!
//! Each place in it becomes a variable in SSA form: zero where the object was allocated or the function
//! begins, then what is stored, with parameters where ways join on which it is still read (after Cytron et
//! al., "Efficiently Computing Static Single Assignment Form", 1991, pruned by liveness). The allocation
//! stays paid for: charges are not touched.
//!
//! Where raises lead, registers are lost: what is wanted there stays in its frame slot, is stored where a
//! raise may follow, and is loaded once where it led (`handler`).
//!
//! Frame states come later in the list, so the interpreter resumes with the same values. Knows nothing of
//! objects that are passed on, compared with others than null, or reached through a parameter.

mod handler;
mod variables;

use std::collections::BTreeMap;
use std::ops::Range;

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::measure::asks_sites;
use purlin_ir::{
    Block, ClassId, Def, FuncId, Function, Imm, Inst, InstData, Module, Opcode, SlotId, Type, Value, cfg,
};
use smallvec::SmallVec;

use crate::counts::{self, Rewrite};
use crate::dce;
use variables::{Flow, Variable};

/// Bytes of the largest objects that are replaced.
const LARGEST: u32 = 512;
/// Blocks in which places of one object are wanted, in all.
const MAX_LIVE: usize = 2_000;
/// The limit for all objects together.
const ROOM: usize = 100_000;

/// Replaces what can be replaced. An object that only such an object held is for the next repetition.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    // What a send gives is passed to where slow paths join, whether it is wanted there or not.
    if allocates(func) && asks_sites(func) {
        dce::run(func, module, id);
    }
    let flow = Flow::new(func);
    let mut room = ROOM;
    let mut objects = candidates(func, module, &flow);
    objects.retain_mut(|object| object.is_worth(&flow, &mut room) && object.changes(func, &flow));
    if objects.is_empty() {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for object in &mut objects {
        counts::hit(match object.memory {
            Memory::Heap => Rewrite::ScalarsObject,
            Memory::Slot(_) => Rewrite::ScalarsSlot,
        });
        for place in 0..object.places.len() {
            Variable { func, flow: &flow, object, place }.run(&mut to);
        }
    }
    drop_instructions(func, &objects);
    func.replace_uses(to);
    cfg::simplify_params(func);
    true
}

/// Whether there are objects to be replaced.
pub(crate) fn allocates(func: &Function) -> bool {
    func.layout.iter().flat_map(|b| &func.blocks[*b].insts).any(|i| func.insts[*i].op == Opcode::Alloc)
}

/// Where in an object, and what is there.
type ObjectField = (i64, Type);

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Memory {
    Heap,
    /// In this slot of the frame, zero where the function begins.
    Slot(SlotId),
}

/// A non-escaping object.
struct Object {
    memory: Memory,
    /// The object's allocation, or the first instruction of the function that is no charge or poll.
    first: Inst,
    block: Block,
    /// The accesses in the order of code, the place of each, and the block it is in.
    accesses: Vec<(Inst, ObjectField, Block)>,
    /// Addresses inside, checks and comparisons with null: they go too, or become constants.
    others: Vec<Inst>,
    places: Vec<ObjectField>,
    /// For each place, the blocks at whose beginning its value is still wanted.
    live: Vec<Vec<Block>>,
    /// Accesses that stay: stores of what is read where a raise leads.
    stay: HashSet<Inst>,
    /// What stands where the object begins.
    zeros: Vec<Inst>,
}

impl Object {
    fn new(memory: Memory, first: Inst, block: Block) -> Object {
        let (accesses, others, places, live, stay, zeros) = Default::default();
        Object { memory, first, block, accesses, others, places, live, stay, zeros }
    }

    /// Finds out where its places are wanted; false if that is too much.
    fn is_worth(&mut self, flow: &Flow, room: &mut usize) -> bool {
        self.places = self.accesses.iter().map(|(_, place, _)| *place).collect();
        self.places.sort_unstable();
        self.places.dedup();
        let mut left = MAX_LIVE.min(*room);
        for place in &self.places {
            let Some(live) = self.live_in(*place, flow, left) else { return false };
            left -= live.len();
            self.live.push(live);
        }
        *room -= self.live.iter().map(Vec::len).sum::<usize>();
        true
    }

    /// Finds out what stays; false if that is all there is.
    fn changes(&mut self, func: &Function, flow: &Flow) -> bool {
        let Some(handler) = flow.handler.filter(|_| self.memory != Memory::Heap) else { return true };
        for (n, place) in self.places.clone().into_iter().enumerate() {
            if self.live[n].contains(&handler) {
                handler::stores_that_stay(func, flow, self, place);
            }
        }
        let loaded_there = |inst: &Inst, block: &Block| !flow.stores[*inst] && *block == handler;
        self.accesses.iter().any(|(inst, _, block)| !self.stay.contains(inst) && !loaded_there(inst, block))
    }
}

/// How a value that is an address in a candidate was made.
#[derive(Clone, Copy)]
struct Address {
    object: u32,
    offset: i64,
}

/// The objects that only loads and stores see.
fn candidates(func: &Function, module: &Module, flow: &Flow) -> Vec<Object> {
    let mut objects: Vec<Option<Object>> = Vec::new();
    let mut slots: HashMap<SlotId, u32> = HashMap::default();
    // What jumps to where raises lead has its registers still: there is no such code, and there is no rule
    // for it here.
    let only_raises = flow.handler.is_none_or(|handler| flow.preds[handler].is_empty());
    let mut addresses: SecondaryMap<Value, Option<Address>> = purlin_base::filled(func.values.len());
    // Definitions come before uses in this order, so that an address is known when it is met.
    for block in &flow.order {
        for inst in &func.blocks[*block].insts {
            let data = &func.insts[*inst];
            if data.op == Opcode::Alloc && !module.counted.allocations && fits(module, data.class()) {
                addresses[data.results[0]] = Some(Address { object: objects.len() as u32, offset: 0 });
                objects.push(Some(Object::new(Memory::Heap, *inst, *block)));
            } else if data.op == Opcode::StackAddr && only_raises {
                let object = *slots.entry(data.slot()).or_insert_with(|| {
                    let entry = func.entry();
                    let first = func.blocks[entry].insts[variables::behind_poll(func, entry)];
                    objects.push(Some(Object::new(Memory::Slot(data.slot()), first, entry)));
                    objects.len() as u32 - 1
                });
                addresses[data.results[0]] = Some(Address { object, offset: 0 });
            } else {
                look(func, *block, *inst, &mut addresses, &mut objects);
            }
        }
    }
    let mut objects: Vec<Object> = objects.into_iter().flatten().collect();
    objects.iter_mut().for_each(|object| zeros_of_any_type(func, &mut object.accesses));
    objects.retain(|object| !object.accesses.is_empty() && is_regular(&object.accesses));
    objects
}

fn fits(module: &Module, class: ClassId) -> bool {
    module.classes.get(class).is_some_and(|class| class.size <= LARGEST)
}

/// What an instruction does with addresses of candidates.
fn look(
    func: &Function,
    block: Block,
    inst: Inst,
    addresses: &mut SecondaryMap<Value, Option<Address>>,
    objects: &mut [Option<Object>],
) {
    let data = &func.insts[inst];
    let first = data.args.first().and_then(|v| addresses[*v]);
    // Where an object is used in a way that others may see, it is none any more.
    let mut allowed = usize::MAX;
    if let Some(Address { object, offset }) = first {
        let known = objects[object as usize].as_mut();
        let at = offset.checked_add(data.imm.as_offset().unwrap_or(0));
        match (data.op, known, at) {
            (Opcode::Load | Opcode::Store, Some(object), Some(at)) => {
                allowed = 0;
                let ty = if data.op == Opcode::Load { data.ty } else { func.ty(data.args[1]) };
                object.accesses.push((inst, (at, ty), block));
            }
            (Opcode::FieldAddr, Some(known), Some(at)) => {
                allowed = 0;
                // Stores that stay need theirs.
                if known.memory == Memory::Heap {
                    known.others.push(inst);
                }
                addresses[data.results[0]] = Some(Address { object, offset: at });
            }
            // The object as a word, or back.
            (Opcode::Bitcast, Some(known), Some(at)) if known.memory == Memory::Heap => {
                allowed = 0;
                known.others.push(inst);
                addresses[data.results[0]] = Some(Address { object, offset: at });
            }
            (Opcode::NilCheck, Some(object), _) if object.memory == Memory::Heap => {
                allowed = 0;
                object.others.push(inst);
            }
            (Opcode::Ieq | Opcode::Ine, Some(object), _)
                if object.memory == Memory::Heap && is_null(func, data.args[1]) =>
            {
                allowed = 0;
                object.others.push(inst);
            }
            // wildcard: any other use lets the address escape, as `allowed` says.
            _ => {}
        }
    }
    let state = frame_state(data);
    for (n, value) in data.uses().enumerate() {
        if n != allowed
            && !state.contains(&n)
            && let Some(address) = addresses[value]
        {
            objects[address.object as usize] = None;
        }
    }
}

/// Which operands are a frame state. What they name is found anew after the passes, so they are no uses.
fn frame_state(data: &InstData) -> Range<usize> {
    match data.frame_state() {
        Some((_, values)) => data.args.len() - values.len()..data.args.len(),
        None => 0..0,
    }
}

fn is_null(func: &Function, value: Value) -> bool {
    let Def::Result(inst, 0) = func.values[value].def else { return false };
    let data = &func.insts[inst];
    data.op == Opcode::Null || data.op == Opcode::Bitcast && is_null(func, data.args[0])
}

/// A word of zeros that is stored clears whatever word is there, as the frame slots of inlined functions are
/// cleared: it counts as a store of the type that the others have.
fn zeros_of_any_type(func: &Function, accesses: &mut [(Inst, ObjectField, Block)]) {
    let clears = |inst: Inst| {
        let data = &func.insts[inst];
        data.op == Opcode::Store
            && func.ty(data.args[1]) == Type::I64
            && func.as_iconst(data.args[1]) == Some(0)
    };
    let typed: HashMap<i64, Type> =
        accesses.iter().filter(|(inst, ..)| !clears(*inst)).map(|(_, place, _)| *place).collect();
    for (inst, place, _) in accesses {
        if clears(*inst)
            && let Some(ty) = typed.get(&place.0).filter(|ty| ty.bytes() == 8)
        {
            place.1 = *ty;
        }
    }
}

/// Whether no access sees a part of another one's place, or the same bits as another type.
fn is_regular(accesses: &[(Inst, ObjectField, Block)]) -> bool {
    let mut places: BTreeMap<i64, Type> = BTreeMap::new();
    for (_, (at, ty), _) in accesses {
        if *places.entry(*at).or_insert(*ty) != *ty {
            return false;
        }
    }
    let ends = places.iter().map(|(at, ty)| at + i64::from(ty.bytes()));
    ends.zip(places.keys().skip(1)).all(|(end, next)| end <= *next)
}

/// Drops what replaced objects leave; where one was allocated stand its zeros.
fn drop_instructions(func: &mut Function, objects: &[Object]) {
    let mut gone: SecondaryMap<Inst, bool> = purlin_base::filled(func.insts.len());
    let mut zeros: HashMap<Inst, Vec<Inst>> = HashMap::default();
    let mut blocks: HashSet<Block> = HashSet::default();
    for object in objects {
        gone[object.first] |= object.memory == Memory::Heap;
        zeros.entry(object.first).or_default().extend(&object.zeros);
        blocks.insert(object.block);
        let going = object.accesses.iter().filter(|(inst, ..)| !object.stay.contains(inst));
        going.for_each(|(inst, ..)| gone[*inst] = true);
        for inst in &object.others {
            let data = &mut func.insts[*inst];
            // Comparisons with null keep their result.
            if matches!(data.op, Opcode::Ieq | Opcode::Ine) {
                data.imm = Imm::Int(i64::from(data.op == Opcode::Ine));
                counts::hit(Rewrite::ScalarsNull);
                (data.op, data.ty) = (Opcode::Iconst, Type::I8);
                data.args.clear();
            } else {
                gone[*inst] = true;
            }
        }
    }
    for block in func.layout.clone() {
        let insts = &mut func.blocks[block].insts;
        if blocks.contains(&block) {
            let with_zeros = |inst: &Inst| {
                let zeros = zeros.get(inst).map(Vec::as_slice).unwrap_or_default();
                zeros.iter().copied().chain(std::iter::once(*inst)).collect::<SmallVec<[Inst; 4]>>()
            };
            *insts = insts.iter().flat_map(with_zeros).collect();
        }
        insts.retain(|inst| !gone[*inst]);
        for inst in insts {
            let state = frame_state(&func.insts[*inst]);
            let (values, mut n) = (&func.values, 0);
            func.insts[*inst].args.retain(|arg| {
                n += 1;
                !state.contains(&(n - 1)) || !matches!(values[*arg].def, Def::Result(inst, _) if gone[inst])
            });
        }
    }
}
