//! Scalar replacement: an object that only loads and stores of this function ever see becomes the values in it.
//!
//! Each place in the object becomes a variable in SSA form: zero where the object was allocated, then what is stored, with
//! parameters where ways join on which it is still read (after Cytron et al., "Efficiently Computing Static Single
//! Assignment Form", 1991, pruned by liveness). The allocation stays paid for: charges are not touched.
//!
//! Frame states come later in the list, so the interpreter goes on with the same values. Knows nothing of objects that are
//! passed on, compared with others than null, or reached through a parameter.

use std::collections::BTreeMap;
use std::ops::Range;

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::{Block, ClassId, Def, FuncId, Function, Inst, InstData, Module, Opcode, Type, Value, cfg};
use smallvec::SmallVec;

use crate::counts::{self, Rewrite};

/// Bytes of the largest objects that are replaced.
const LARGEST: u32 = 256;
/// Blocks in which places of one object are wanted, in all.
const MOST_LIVE: usize = 2_000;
/// The same of all objects together.
const ROOM: usize = 100_000;

/// Replaces what can be replaced. An object that only such an object held is for the next round.
pub fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    let flow = Flow::new(func);
    let mut room = ROOM;
    let mut objects = candidates(func, module, &flow);
    objects.retain_mut(|object| object.is_worth(&flow, &mut room));
    if objects.is_empty() {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for object in &mut objects {
        counts::hit(Rewrite::ScalarsObject);
        for n in 0..object.slots.len() {
            Variable { func, flow: &flow, object, slot: n }.run(&mut to);
        }
    }
    drop_instructions(func, &objects);
    func.replace_uses(to);
    cfg::simplify_params(func);
    true
}

/// A place in an object: where, and what is there.
type Slot = (i64, Type);

/// An object that nobody else sees.
struct Object {
    alloc: Inst,
    block: Block,
    /// The accesses in the order of code, the place of each, and the block it is in.
    accesses: Vec<(Inst, Slot, Block)>,
    /// Addresses inside, checks and comparisons with null: they go too, or become constants.
    others: Vec<Inst>,
    slots: Vec<Slot>,
    /// For each place, the blocks at whose beginning its value is still wanted.
    live: Vec<Vec<Block>>,
    /// What stands where the object was allocated.
    zeros: Vec<Inst>,
}

impl Object {
    fn new(alloc: Inst, block: Block) -> Object {
        let (accesses, others, slots, live, zeros) = Default::default();
        Object { alloc, block, accesses, others, slots, live, zeros }
    }

    /// Finds out where its places are wanted; false if that is too much.
    fn is_worth(&mut self, flow: &Flow, room: &mut usize) -> bool {
        self.slots = self.accesses.iter().map(|(_, slot, _)| *slot).collect();
        self.slots.sort_unstable();
        self.slots.dedup();
        let mut left = MOST_LIVE.min(*room);
        for slot in &self.slots {
            let Some(live) = self.live_in(*slot, flow, left) else { return false };
            left -= live.len();
            self.live.push(live);
        }
        *room -= self.live.iter().map(Vec::len).sum::<usize>();
        true
    }

    /// The blocks at whose beginning a place's value is still wanted, if they are no more than `most`.
    fn live_in(&self, slot: Slot, flow: &Flow, most: usize) -> Option<Vec<Block>> {
        // What a block does first, and whether it ends with a value of its own.
        let mut first: HashMap<Block, bool> = HashMap::default();
        let mut defines: HashSet<Block> = HashSet::default();
        defines.insert(self.block);
        for (inst, _, block) in self.accesses.iter().filter(|(_, of, _)| *of == slot) {
            let stores = flow.stores[*inst];
            first.entry(*block).or_insert(stores);
            if stores {
                defines.insert(*block);
            }
        }
        let mut live: Vec<Block> = Vec::new();
        let mut seen: HashSet<Block> = HashSet::default();
        for (_, _, block) in &self.accesses {
            if *block != self.block && first.get(block) == Some(&false) && seen.insert(*block) {
                live.push(*block);
            }
        }
        let mut next = 0;
        while let Some(block) = live.get(next).copied() {
            next += 1;
            if live.len() > most {
                return None;
            }
            live.extend(
                flow.preds[block].iter().copied().filter(|p| !defines.contains(p) && seen.insert(*p)),
            );
        }
        Some(live)
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
    let mut addresses: SecondaryMap<Value, Option<Address>> = purlin_base::filled(func.values.len());
    // Definitions come before uses in this order, so that an address is known when it is met.
    for block in &flow.order {
        for inst in &func.blocks[*block].insts {
            let data = &func.insts[*inst];
            if data.op == Opcode::Alloc && fits(module, data.aux) {
                addresses[data.results[0]] = Some(Address { object: objects.len() as u32, offset: 0 });
                objects.push(Some(Object::new(*inst, *block)));
            } else {
                look(func, *block, *inst, &mut addresses, &mut objects);
            }
        }
    }
    objects.into_iter().flatten().filter(|object| is_regular(&object.accesses)).collect()
}

fn fits(module: &Module, class: u32) -> bool {
    module.classes.get(ClassId::from_u32(class)).is_some_and(|class| class.size <= LARGEST)
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
        let at = offset.checked_add(data.imm);
        match (data.op, known, at) {
            (Opcode::Load | Opcode::Store, Some(object), Some(at)) => {
                allowed = 0;
                let ty = if data.op == Opcode::Load { data.ty } else { func.ty(data.args[1]) };
                object.accesses.push((inst, (at, ty), block));
            }
            (Opcode::FieldAddr, Some(known), Some(at)) => {
                allowed = 0;
                known.others.push(inst);
                addresses[data.results[0]] = Some(Address { object, offset: at });
            }
            (Opcode::NilCheck, Some(object), _) => {
                allowed = 0;
                object.others.push(inst);
            }
            (Opcode::Ieq | Opcode::Ine, Some(object), _) if is_null(func, data.args[1]) => {
                allowed = 0;
                object.others.push(inst);
            }
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

/// Which operands are a frame state. What they name is found anew behind the passes, so they are no uses.
fn frame_state(data: &InstData) -> Range<usize> {
    match data.frame_state() {
        Some((_, values)) => data.args.len() - values.len()..data.args.len(),
        None => 0..0,
    }
}

fn is_null(func: &Function, value: Value) -> bool {
    matches!(func.values[value].def, Def::Result(inst, 0) if func.insts[inst].op == Opcode::Null)
}

/// Whether no access sees a part of another one's place, or the same bits as another type.
fn is_regular(accesses: &[(Inst, Slot, Block)]) -> bool {
    let mut places: BTreeMap<i64, Type> = BTreeMap::new();
    for (_, (at, ty), _) in accesses {
        if *places.entry(*at).or_insert(*ty) != *ty {
            return false;
        }
    }
    let ends = places.iter().map(|(at, ty)| at + i64::from(ty.bytes()));
    ends.zip(places.keys().skip(1)).all(|(end, next)| end <= *next)
}

/// Drops what replaced objects leave behind; where one was allocated stand its zeros.
fn drop_instructions(func: &mut Function, objects: &[Object]) {
    let mut gone: SecondaryMap<Inst, bool> = purlin_base::filled(func.insts.len());
    let mut zeros: HashMap<Inst, &[Inst]> = HashMap::default();
    let mut blocks: HashSet<Block> = HashSet::default();
    for object in objects {
        gone[object.alloc] = true;
        zeros.insert(object.alloc, &object.zeros);
        blocks.insert(object.block);
        object.accesses.iter().for_each(|(inst, ..)| gone[*inst] = true);
        for inst in &object.others {
            let data = &mut func.insts[*inst];
            // Comparisons with null keep their result.
            if matches!(data.op, Opcode::Ieq | Opcode::Ine) {
                data.imm = i64::from(data.op == Opcode::Ine);
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
                let zeros = zeros.get(inst).copied().unwrap_or_default();
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

/// The function as it is before objects go; the graph stays as it is.
struct Flow {
    order: Vec<Block>,
    /// A block's place in it.
    number: SecondaryMap<Block, u32>,
    preds: cfg::Predecessors,
    stores: SecondaryMap<Inst, bool>,
}

impl Flow {
    fn new(func: &Function) -> Flow {
        let order = cfg::reverse_postorder(func);
        let mut number: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
        let mut stores: SecondaryMap<Inst, bool> = purlin_base::filled(func.insts.len());
        for (n, block) in order.iter().enumerate() {
            number[*block] = n as u32;
            func.blocks[*block].insts.iter().for_each(|i| stores[*i] = func.insts[*i].op == Opcode::Store);
        }
        Flow { order, number, preds: cfg::predecessors(func), stores }
    }
}

/// A place of an object on its way to becoming a variable.
struct Variable<'a> {
    func: &'a mut Function,
    flow: &'a Flow,
    object: &'a mut Object,
    slot: usize,
}

impl Variable<'_> {
    fn run(mut self, to: &mut SecondaryMap<Value, Option<Value>>) {
        let slot = self.object.slots[self.slot];
        let zero = self.zero(slot.1);
        let mut at_start: HashMap<Block, Value> = HashMap::default();
        let mut joins: Vec<Block> = Vec::new();
        for block in &self.object.live[self.slot] {
            if self.flow.preds[*block].len() > 1 {
                at_start.insert(*block, self.func.add_param(*block, slot.1));
                joins.push(*block);
                counts::hit(Rewrite::ScalarsJoin);
            }
        }
        let at_end = self.rename(slot, zero, &at_start, to);
        for join in joins {
            for pred in &self.flow.preds[join] {
                self.pass(*pred, join, at_end.get(pred).copied().unwrap_or(zero));
            }
        }
    }

    /// Says for each load what is there; answers what is there where blocks end.
    fn rename(
        &mut self,
        slot: Slot,
        zero: Value,
        at_start: &HashMap<Block, Value>,
        to: &mut SecondaryMap<Value, Option<Value>>,
    ) -> HashMap<Block, Value> {
        let mut accesses: HashMap<Block, Vec<Inst>> = HashMap::default();
        for (inst, _, block) in self.object.accesses.iter().filter(|(_, of, _)| *of == slot) {
            accesses.entry(*block).or_default().push(*inst);
        }
        let live = self.object.live[self.slot].iter().copied();
        let mut blocks: Vec<Block> =
            live.chain(accesses.keys().copied()).chain([self.object.block]).collect();
        // Where one way leads in, the block it comes from is the dominator, and so comes before.
        blocks.sort_unstable_by_key(|b| self.flow.number[*b]);
        blocks.dedup();
        let mut at_end: HashMap<Block, Value> = HashMap::default();
        for block in blocks {
            let coming = || self.flow.preds[block].first().and_then(|pred| at_end.get(pred)).copied();
            let mut now = match at_start.get(&block) {
                _ if block == self.object.block => zero,
                Some(param) => *param,
                None => coming().unwrap_or(zero),
            };
            for inst in accesses.get(&block).into_iter().flatten() {
                let data = &self.func.insts[*inst];
                match data.results.first() {
                    Some(loaded) => to[*loaded] = Some(now),
                    None => now = data.args[1],
                }
            }
            at_end.insert(block, now);
        }
        at_end
    }

    /// Passes a value on one of the edges from a block to another that has none yet for its last parameter.
    fn pass(&mut self, from: Block, target: Block, value: Value) {
        let params = self.func.blocks[target].params.len();
        let Some(end) = self.func.blocks[from].insts.last().copied() else { return };
        let targets = &mut self.func.insts[end].targets;
        if let Some(edge) = targets.iter_mut().find(|t| t.block == target && t.args.len() < params) {
            edge.args.push(value);
        }
    }

    /// A zero for where the object was allocated.
    fn zero(&mut self, ty: Type) -> Value {
        let (op, of) = match ty {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => (Opcode::Iconst, ty),
            Type::F32 | Type::F64 => (Opcode::Fconst, ty),
            Type::Ref | Type::Dyn => (Opcode::Null, Type::I64),
        };
        let data = InstData {
            op,
            ty: of,
            args: SmallVec::new(),
            results: SmallVec::new(),
            imm: 0,
            aux: 0,
            targets: Vec::new(),
            loc: self.func.insts[self.object.alloc].loc,
        };
        let inst = self.func.insts.push(data);
        let value = self.func.add_value(ty, Def::Result(inst, 0));
        self.func.insts[inst].results.push(value);
        self.object.zeros.push(inst);
        value
    }
}
