//! Value numbering along the dominator tree: what was computed, or checked, on every way here is not again.
//!
//! Constants and addresses without operands count as equal everywhere, but a use keeps the one of its own
//! block: they are cheaper to make again than to keep across calls and polls. What a place of memory holds is
//! known after a load or store of it, on every way where nothing between may write there: stores that may
//! alias (`places`), calls, and polls, at which others may run; not around loops. Words that never change are
//! known wherever the load or the first store dominates. Knows nothing of what the values are: `fold` came
//! before.

use purlin_base::map::HashMap;

use purlin_base::SecondaryMap;
use purlin_ir::cfg::{self, Dominators, Predecessors};
use purlin_ir::{Block, Effects, FuncId, Function, Imm, Inst, Module, Opcode, Type, Value, region};

use crate::counts::{self, Rewrite};
use crate::places::{MemoryLocation, Root};

/// The region of what is known of the behaviours of words. No access has it.
const CLASS: u32 = u32::MAX;

/// So many places are known at once.
const MAX_KNOWN: usize = 24;

/// What makes two instructions compute the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    op: Opcode,
    ty: Type,
    imm: Imm,
    args: [Option<Value>; 3],
}

/// How an op's result can be found again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// Not at all.
    Never,
    /// In the same block; its number is the same in all.
    Cheap,
    /// Wherever an equal one dominates.
    Dominated,
    /// Until something may write there.
    UntilWrite,
}

fn sharing(op: Opcode) -> Sharing {
    let row = op.row();
    let effects = row.effects;
    if effects == Effects::NONE {
        return if row.operands.is_empty() { Sharing::Cheap } else { Sharing::Dominated };
    }
    if effects == Effects::TRAP {
        // It did not trap before, so with the same operands it does not now.
        return Sharing::Dominated;
    }
    if effects == Effects::READ { Sharing::UntilWrite } else { Sharing::Never }
}

/// What was found in one place of the dominator tree.
#[derive(Clone, Copy)]
struct Leader {
    block: Block,
    /// `None` for checks, which have no result.
    value: Option<Value>,
}

/// What a place of memory holds.
#[derive(Clone, Copy, PartialEq)]
struct KnownContent {
    place: MemoryLocation,
    region: u32,
    value: Value,
}

/// Shares a function's values.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let dominators = Dominators::new(func);
    let mut numbering = Numbering {
        dominators: &dominators,
        preds: cfg::predecessors(func),
        table: HashMap::with_capacity_and_hasher(func.insts.len(), Default::default()),
        tables: HashMap::default(),
        memory: Vec::new(),
        ends: purlin_base::filled(func.blocks.len()),
        numbers: purlin_base::filled(func.values.len()),
        to: purlin_base::filled(func.values.len()),
        changed: false,
    };
    for block in dominators.preorder() {
        numbering.block(func, block);
    }
    let Numbering { to, changed, .. } = numbering;
    if changed {
        func.replace_uses(to);
    }
    changed
}

struct Numbering<'a> {
    dominators: &'a Dominators,
    preds: Predecessors,
    table: HashMap<Key, Leader>,
    /// What loads of other things than places found.
    tables: HashMap<Key, Value>,
    /// What loads found, or stores put there.
    memory: Vec<KnownContent>,
    /// What memory was known to hold at the end of each block that was walked.
    ends: SecondaryMap<Block, Option<Vec<KnownContent>>>,
    /// The value that stands for a cheap one in keys.
    numbers: SecondaryMap<Value, Option<Value>>,
    to: SecondaryMap<Value, Option<Value>>,
    changed: bool,
}

impl Numbering<'_> {
    fn block(&mut self, func: &mut Function, block: Block) {
        self.tables.clear();
        self.memory = self.on_all_ways(block);
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|inst| self.inst(func, block, *inst));
        func.blocks[block].insts = insts;
        self.ends[block] = Some(std::mem::take(&mut self.memory));
    }

    /// What is known of memory where all ways into a block meet. An edge back has not been seen when its
    /// target is walked.
    fn on_all_ways(&self, block: Block) -> Vec<KnownContent> {
        let Some((first, others)) = self.preds[block].split_first() else { return Vec::new() };
        let Some(mut known) = self.ends[*first].clone() else { return Vec::new() };
        for other in others {
            let Some(there) = &self.ends[*other] else { return Vec::new() };
            known.retain(|known| there.contains(known));
        }
        known
    }

    /// Numbers one instruction; false if it goes.
    fn inst(&mut self, func: &mut Function, block: Block, inst: Inst) -> bool {
        let data = &mut func.insts[inst];
        for arg in &mut data.args {
            *arg = self.to[*arg].unwrap_or(*arg);
        }
        let op = data.op;
        let fixed = matches!(data.imm, Imm::Mem { region: region::FIXED, .. });
        match sharing(op) {
            Sharing::UntilWrite if op == Opcode::ClassOf => self.class(func, block, inst),
            Sharing::UntilWrite if op == Opcode::Load && !fixed => self.load(func, inst),
            Sharing::UntilWrite if op == Opcode::Load => self.dominated(func, block, inst),
            Sharing::Never if op == Opcode::Store && fixed => {
                let leader = Leader { block, value: Some(func.insts[inst].args[1]) };
                self.table.insert(self.loaded_key(func, inst), leader);
                self.tables.clear();
                true
            }
            Sharing::Never => {
                self.clobber(func, inst);
                true
            }
            Sharing::Cheap => self.cheap(func, block, inst),
            Sharing::Dominated => self.dominated(func, block, inst),
            Sharing::UntilWrite => self.look_up(func, inst),
        }
    }

    fn replace(&mut self, old: Value, new: Value) -> bool {
        self.to[old] = Some(self.to[new].unwrap_or(new));
        self.changed = true;
        false
    }

    fn cheap(&mut self, func: &Function, block: Block, inst: Inst) -> bool {
        let result = func.insts[inst].results[0];
        let leader = Leader { block, value: Some(result) };
        match self.table.insert(self.key(func, inst), leader) {
            Some(Leader { block: there, value: Some(value) }) if there == block => {
                self.table.insert(self.key(func, inst), Leader { block, value: Some(value) });
                counts::hit(Rewrite::GvnCheap);
                self.replace(result, value)
            }
            Some(Leader { value: Some(value), .. }) => {
                self.numbers[result] = Some(self.numbers[value].unwrap_or(value));
                true
            }
            Some(Leader { value: None, .. }) | None => true,
        }
    }

    fn dominated(&mut self, func: &Function, block: Block, inst: Inst) -> bool {
        let key = self.key(func, inst);
        let result = func.insts[inst].results.first().copied();
        if let Some(leader) = self.table.get(&key).filter(|l| self.dominators.dominates(l.block, block)) {
            return match (result, leader.value) {
                (Some(old), Some(new)) => {
                    counts::hit(Rewrite::GvnValue);
                    self.replace(old, new)
                }
                (Some(_), None) | (None, Some(_)) => true,
                (None, None) => {
                    counts::hit(Rewrite::GvnCheck);
                    self.changed = true;
                    false
                }
            };
        }
        self.table.insert(key, Leader { block, value: result });
        true
    }

    fn load(&mut self, func: &Function, inst: Inst) -> bool {
        let data = &func.insts[inst];
        let (place, region) = (MemoryLocation::of(func, data), data.region());
        self.known_or_learned(KnownContent { place, region, value: data.results[0] })
    }

    /// Replaces what was read by what its place is known to hold, or remembers it.
    fn known_or_learned(&mut self, read: KnownContent) -> bool {
        let same = |known: &&KnownContent| known.place == read.place && known.region == read.region;
        match self.memory.iter().find(same) {
            Some(KnownContent { value, .. }) => {
                counts::hit(Rewrite::GvnLoad);
                self.replace(read.value, *value)
            }
            None => {
                self.learn(read);
                true
            }
        }
    }

    /// The behaviour of a word: of an object made here what was stored there, if that never changes. Else it
    /// is known as a word of memory is, whose place is only written as an integer.
    fn class(&mut self, func: &Function, block: Block, inst: Inst) -> bool {
        let data = &func.insts[inst];
        let (word, result) = (data.args[0], data.results[0]);
        if let Some(stored) = self.class_stored(func, block, word) {
            counts::hit(Rewrite::GvnLoad);
            return self.replace(result, stored);
        }
        let root = Root::Value(word);
        let place = MemoryLocation { root, index: None, offset: 0, ty: Type::I64, is_bytes: false };
        self.known_or_learned(KnownContent { place, region: CLASS, value: result })
    }

    /// The class word of an object that a store here gave it for ever, if that is only a behaviour's number.
    fn class_stored(&self, func: &Function, block: Block, word: Value) -> Option<Value> {
        let object = func.made_by(word).filter(|made| made.op == Opcode::Bitcast)?.args[0];
        let imm = Imm::Mem { offset: 0, region: region::FIXED };
        let key = Key { op: Opcode::Load, ty: Type::I64, imm, args: [Some(object), None, None] };
        let leader = self.table.get(&key).filter(|l| self.dominators.dominates(l.block, block))?;
        leader.value.filter(|value| func.as_iconst(*value).is_some_and(|n| u32::try_from(n).is_ok()))
    }

    /// A load from tables of the module.
    fn look_up(&mut self, func: &Function, inst: Inst) -> bool {
        let result = func.insts[inst].results[0];
        let key = self.key(func, inst);
        match self.tables.get(&key).copied() {
            Some(value) => {
                counts::hit(Rewrite::GvnLoad);
                self.replace(result, value)
            }
            None => {
                self.tables.insert(key, result);
                true
            }
        }
    }

    /// Remembers the newest.
    fn learn(&mut self, known: KnownContent) {
        if self.memory.len() == MAX_KNOWN {
            self.memory.remove(0);
        }
        self.memory.push(known);
    }

    /// What an instruction with effects leaves of the known memory.
    fn clobber(&mut self, func: &Function, inst: Inst) {
        let data = &func.insts[inst];
        let effects = data.op.row().effects;
        if data.op == Opcode::Store {
            let place = MemoryLocation::of(func, data);
            self.tables.clear();
            self.memory.retain(|known| known.place.no_alias(&place, func));
            self.learn(KnownContent { place, region: data.region(), value: data.args[1] });
        } else if effects.has(Effects::WRITE.or(Effects::CALL)) {
            self.tables.clear();
            self.memory.clear();
        }
    }

    /// The key of a load that finds what a store put there.
    fn loaded_key(&self, func: &Function, store: Inst) -> Key {
        let mut key = self.key(func, store);
        key.op = Opcode::Load;
        key.args = [key.args[0], None, None];
        key
    }

    fn key(&self, func: &Function, inst: Inst) -> Key {
        let data = &func.insts[inst];
        let mut args = [None; 3];
        for (slot, arg) in args.iter_mut().zip(&data.args) {
            *slot = Some(self.numbers[*arg].unwrap_or(*arg));
        }
        let mut op = data.op;
        if let Some(swap) = op.row().swap.filter(|_| args[0] > args[1]) {
            op = swap;
            args.swap(0, 1);
        }
        Key { op, ty: data.ty, imm: data.imm, args }
    }
}
