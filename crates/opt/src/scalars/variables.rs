//! Places in memory on their way to becoming variables: where the values are wanted, and which one it is.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::{Block, Def, Function, Imm, Inst, InstData, Opcode, Type, Value, cfg};

use super::{Memory, Object, ObjectField};
use crate::counts::{self, Rewrite};

/// The function as it is before objects go; the graph stays as it is.
pub(super) struct Flow {
    pub order: Vec<Block>,
    /// A block's place in it.
    pub number: SecondaryMap<Block, u32>,
    pub preds: cfg::Predecessors,
    pub stores: SecondaryMap<Inst, bool>,
    /// Where raises lead: everything that is in a register is lost there.
    pub handler: Option<Block>,
}

impl Flow {
    pub(super) fn new(func: &Function) -> Flow {
        let order = cfg::reverse_postorder(func);
        let mut number: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
        let mut stores: SecondaryMap<Inst, bool> = purlin_base::filled(func.insts.len());
        for (n, block) in order.iter().enumerate() {
            number[*block] = n as u32;
            func.blocks[*block].insts.iter().for_each(|i| stores[*i] = func.insts[*i].op == Opcode::Store);
        }
        Flow { order, number, preds: cfg::predecessors(func), stores, handler: func.handler }
    }
}

/// How many charges and polls a block begins with: those stay its beginning.
pub(super) fn behind_poll(func: &Function, block: Block) -> usize {
    let ops = func.blocks[block].insts.iter().map(|i| func.insts[*i].op);
    ops.take_while(|op| matches!(op, Opcode::Charge | Opcode::Poll)).count()
}

/// A place of an object on its way to becoming a variable.
pub(super) struct Variable<'a> {
    pub func: &'a mut Function,
    pub flow: &'a Flow,
    pub object: &'a mut Object,
    /// Which of the object's places.
    pub place: usize,
}

impl Variable<'_> {
    pub(super) fn run(mut self, to: &mut SecondaryMap<Value, Option<Value>>) {
        let place = self.object.places[self.place];
        let zero = self.zero(place.1);
        let mut at_start: HashMap<Block, Value> = HashMap::default();
        let mut joins: Vec<Block> = Vec::new();
        for block in &self.object.live[self.place] {
            if self.flow.preds[*block].len() > 1 {
                at_start.insert(*block, self.func.add_param(*block, place.1));
                joins.push(*block);
                counts::hit(Rewrite::ScalarsJoin);
            }
        }
        let at_end = self.rename(place, zero, &at_start, to);
        for join in joins {
            for pred in &self.flow.preds[join] {
                self.pass(*pred, join, at_end.get(pred).copied().unwrap_or(zero));
            }
        }
    }

    /// Says for each load what is there; answers what is there where blocks end.
    fn rename(
        &mut self,
        place: ObjectField,
        zero: Value,
        at_start: &HashMap<Block, Value>,
        to: &mut SecondaryMap<Value, Option<Value>>,
    ) -> HashMap<Block, Value> {
        let mut accesses: HashMap<Block, Vec<Inst>> = HashMap::default();
        for (inst, _, block) in self.object.accesses.iter().filter(|(_, of, _)| *of == place) {
            accesses.entry(*block).or_default().push(*inst);
        }
        let live = self.object.live[self.place].iter().copied();
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
                _ if Some(block) == self.flow.handler => self.landed(block, place),
                Some(param) => *param,
                None => coming().unwrap_or(zero),
            };
            for inst in accesses.get(&block).into_iter().flatten() {
                let data = &self.func.insts[*inst];
                match data.results.first() {
                    Some(loaded) => to[*loaded] = Some(now),
                    // A zero of another type clears the place.
                    None if self.func.ty(data.args[1]) != place.1 => now = zero,
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

    /// A zero for where the object begins.
    fn zero(&mut self, ty: Type) -> Value {
        let (op, of) = match ty {
            Type::I8 | Type::I16 | Type::I32 | Type::I64 => (Opcode::Iconst, ty),
            Type::F32 | Type::F64 => (Opcode::Fconst, ty),
            Type::Ref => (Opcode::Null, Type::I64),
            Type::Dyn => {
                let null = self.zero(Type::Ref);
                let (inst, value) = self.make(Opcode::Bitcast, ty, ty, &[null], Imm::None);
                self.object.zeros.push(inst);
                return value;
            }
        };
        let (inst, value) = self.make(op, of, ty, &[], Imm::zero(op));
        self.object.zeros.push(inst);
        value
    }

    /// What is found in memory where a raise leads.
    fn landed(&mut self, handler: Block, place: ObjectField) -> Value {
        let Memory::Slot(slot) = self.object.memory else {
            unreachable!("raises lead past what was allocated")
        };
        let (address, at) = self.make(Opcode::StackAddr, Type::I64, Type::Ref, &[], Imm::Slot(slot));
        let from = Imm::Mem { offset: place.0, region: 0 };
        let (load, value) = self.make(Opcode::Load, place.1, place.1, &[at], from);
        let n = behind_poll(self.func, handler);
        self.func.blocks[handler].insts.splice(n..n, [address, load]);
        value
    }

    fn make(&mut self, op: Opcode, of: Type, ty: Type, args: &[Value], imm: Imm) -> (Inst, Value) {
        let loc = self.func.insts[self.object.first].loc;
        let data = InstData::new(op, of, args, loc).with(imm);
        let inst = self.func.insts.push(data);
        let value = self.func.add_value(ty, Def::Result(inst, 0));
        self.func.insts[inst].results.push(value);
        (inst, value)
    }
}

impl Object {
    /// The blocks at whose beginning a place's value is still wanted, if they are no more than `most`.
    pub(super) fn live_in(&self, place: ObjectField, flow: &Flow, most: usize) -> Option<Vec<Block>> {
        // What a block does first, and whether it ends with a value of its own.
        let mut first: HashMap<Block, bool> = HashMap::default();
        let mut defines: HashSet<Block> = HashSet::default();
        defines.insert(self.block);
        for (inst, _, block) in self.accesses.iter().filter(|(_, of, _)| *of == place) {
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
