//! Value numbering along the dominator tree: what was computed, or checked, on every way here is not again.
//!
//! Constants and addresses without operands count as equal everywhere, but a use keeps the one of its own
//! block: they are cheaper to make again than to keep across calls and polls. Loads are shared within a block
//! as long as nothing may write between; of words that never change, wherever the load or the first store dominates. Knows nothing of what the values are: `fold` came before.

use purlin_base::map::HashMap;

use purlin_base::SecondaryMap;
use purlin_ir::cfg::Dominators;
use purlin_ir::{Block, Effects, FuncId, Function, Inst, Module, Opcode, Type, Value, region};

use crate::counts::{self, Rewrite};

/// What makes two instructions compute the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    op: Opcode,
    ty: Type,
    imm: i64,
    aux: u32,
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
    /// In the same block, until something writes.
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

/// Shares a function's values.
pub fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let dominators = Dominators::new(func);
    let mut numbering = Numbering {
        dominators: &dominators,
        table: HashMap::with_capacity_and_hasher(func.insts.len(), Default::default()),
        memory: HashMap::default(),
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
    table: HashMap<Key, Leader>,
    /// What loads of the current block found, or stores put there.
    memory: HashMap<Key, Value>,
    /// The value that stands for a cheap one in keys.
    numbers: SecondaryMap<Value, Option<Value>>,
    to: SecondaryMap<Value, Option<Value>>,
    changed: bool,
}

impl Numbering<'_> {
    fn block(&mut self, func: &mut Function, block: Block) {
        self.memory.clear();
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|inst| self.inst(func, block, *inst));
        func.blocks[block].insts = insts;
    }

    /// Numbers one instruction; false if it goes.
    fn inst(&mut self, func: &mut Function, block: Block, inst: Inst) -> bool {
        let data = &mut func.insts[inst];
        for arg in &mut data.args {
            *arg = self.to[*arg].unwrap_or(*arg);
        }
        let (op, fixed) = (data.op, data.aux == region::FIXED);
        match sharing(op) {
            Sharing::UntilWrite if op == Opcode::Load && fixed => self.dominated(func, block, inst),
            Sharing::Never if op == Opcode::Store && fixed => {
                let leader = Leader { block, value: Some(func.insts[inst].args[1]) };
                self.table.insert(self.loaded_key(func, inst), leader);
                self.clobber(func, inst);
                true
            }
            Sharing::Never => {
                self.clobber(func, inst);
                true
            }
            Sharing::Cheap => self.cheap(func, block, inst),
            Sharing::Dominated => self.dominated(func, block, inst),
            Sharing::UntilWrite => self.load(func, inst),
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
        let result = func.insts[inst].results[0];
        let key = self.key(func, inst);
        match self.memory.get(&key).copied() {
            Some(value) => {
                counts::hit(Rewrite::GvnLoad);
                self.replace(result, value)
            }
            None => {
                self.memory.insert(key, result);
                true
            }
        }
    }

    /// What an instruction with effects leaves of the known memory.
    fn clobber(&mut self, func: &Function, inst: Inst) {
        let data = &func.insts[inst];
        let effects = data.op.row().effects;
        if effects.has(Effects::WRITE.or(Effects::CALL)) {
            self.memory.clear();
        }
        if data.op == Opcode::Store {
            self.memory.insert(self.loaded_key(func, inst), data.args[1]);
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
        Key { op, ty: data.ty, imm: data.imm, aux: data.aux, args }
    }
}
