//! Bytes in a row that make up a number: one access reads or writes all of them, with the bytes of the word
//! swapped where the first is the highest.
//!
//! Loads are looked for as leaves of a tree of `or`, each widened and shifted to where its bits belong. They
//! stand in one block, with nothing between them that writes; the word is loaded where the last one stands,
//! as by then all checks on the way have passed. Stores are looked for in a row, with nothing between them
//! that looks at memory or could end the program: a word is stored in the last one's place. What the single
//! loads are used for besides stays. The pass comes after those that drop checks.

use purlin_base::SecondaryMap;
use purlin_base::map::HashMap;
use purlin_ir::{
    Block, Def, Effects, FuncId, Function, Imm, Inst, InstData, LocId, Module, Opcode, Type, Value, cfg,
    region,
};
use smallvec::SmallVec;

use crate::counts::{self, Rewrite};
use crate::gvn;
use crate::places::{MemoryLocation, Root};

/// The most bytes of a word.
const MOST: usize = 8;
/// So many instructions a tree may have.
const NODES: usize = 40;

/// Puts accesses together.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let found = Search::new(func).run();
    if found.is_empty() {
        return false;
    }
    let mut to = purlin_base::filled(func.values.len());
    let mut change = Change::default();
    for word in &found {
        counts::hit(if word.stored.is_some() { Rewrite::BytesStore } else { Rewrite::BytesLoad });
        word.apply(func, &mut to, &mut change);
    }
    change.apply(func);
    func.replace_uses(to);
    // A word may be loaded more than once.
    gvn::run(func, module, id);
    true
}

/// A word that is accessed byte by byte.
struct Word {
    block: Block,
    /// The accesses that it takes the place of, in the order of the block.
    accesses: SmallVec<[Inst; MOST]>,
    /// The first byte's address and offset.
    address: Value,
    offset: i64,
    ty: Type,
    /// Whether the first byte is the highest.
    is_swapped: bool,
    /// The root of a tree of loads.
    root: Option<Inst>,
    /// What is stored: from which bit of which value on.
    stored: Option<(Value, u32)>,
}

/// What blocks get and lose.
#[derive(Default)]
struct Change {
    after: HashMap<Inst, Vec<Inst>>,
    gone: HashMap<Inst, ()>,
    blocks: Vec<Block>,
}

impl Change {
    fn apply(mut self, func: &mut Function) {
        for block in self.blocks {
            let insts = std::mem::take(&mut func.blocks[block].insts);
            let mut new = Vec::with_capacity(insts.len());
            for inst in insts {
                let more = self.after.remove(&inst);
                if !self.gone.contains_key(&inst) {
                    new.push(inst);
                }
                new.extend(more.into_iter().flatten());
            }
            func.blocks[block].insts = new;
        }
    }
}

/// Adds instructions with one result, in a row.
struct Adder<'f> {
    func: &'f mut Function,
    insts: Vec<Inst>,
    loc: LocId,
}

impl Adder<'_> {
    fn op(&mut self, op: Opcode, ty: Type, args: &[Value], imm: Imm) -> Value {
        let inst = self.func.add_inst(InstData::new(op, ty, args, self.loc).with(imm), &[ty]);
        self.insts.push(inst);
        self.func.insts[inst].results[0]
    }
}

impl Word {
    fn apply(&self, func: &mut Function, to: &mut SecondaryMap<Value, Option<Value>>, change: &mut Change) {
        let Some(last) = self.accesses.last().copied() else { return };
        let at = self.root.unwrap_or(last);
        let loc = func.insts[at].loc;
        let mut add = Adder { func, insts: Vec::new(), loc };
        let place = Imm::Mem { offset: self.offset, region: region::BYTES };
        if let Some((value, shift)) = self.stored {
            let mut word = value;
            let from = add.func.ty(value);
            if shift > 0 {
                let by = add.op(Opcode::Iconst, Type::I64, &[], Imm::Int(i64::from(shift)));
                word = add.op(Opcode::Ushr, from, &[word, by], Imm::None);
            }
            if from != self.ty {
                word = add.op(Opcode::Itrunc, self.ty, &[word], Imm::None);
            }
            if self.is_swapped {
                word = add.op(Opcode::Bswap, self.ty, &[word], Imm::None);
            }
            let store = InstData::new(Opcode::Store, self.ty, &[self.address, word], loc).with(place);
            let store = add.func.add_inst(store, &[]);
            add.insts.push(store);
            change.gone.extend(self.accesses.iter().map(|inst| (*inst, ())));
        } else {
            let mut word = add.op(Opcode::Load, self.ty, &[self.address], place);
            if self.is_swapped {
                word = add.op(Opcode::Bswap, self.ty, &[word], Imm::None);
            }
            let result = add.func.insts[at].results[0];
            let wanted = add.func.ty(result);
            if wanted != self.ty {
                word = add.op(Opcode::Zext, wanted, &[word], Imm::None);
            }
            to.resize(add.func.values.len());
            to[result] = Some(word);
        }
        change.after.entry(last).or_default().extend(add.insts);
        change.blocks.push(self.block);
    }
}

/// A byte or more of a word: where it lies, and where its bits are in the number.
#[derive(Clone, Copy)]
struct Part {
    inst: Inst,
    at: MemoryLocation,
    shift: u32,
    bits: u32,
}

/// The order in which parts stand in memory: whether the first is the highest. `None` if they are no word.
fn order(parts: &mut [Part]) -> Option<(bool, Type)> {
    parts.sort_by_key(|part| part.shift);
    let first = parts.first()?;
    let (start, root, index) = (first.shift, first.at.root, first.at.index);
    let bits: u32 = parts.iter().map(|part| part.bits).sum();
    let ty = match bits {
        16 => Type::I16,
        32 => Type::I32,
        64 => Type::I64,
        _ => return None,
    };
    let least = parts.iter().map(|part| part.at.offset).min()?;
    let mut below = start;
    let (mut rises, mut falls) = (true, true);
    for part in parts.iter() {
        if part.at.root != root || part.at.index != index || part.shift != below {
            return None;
        }
        below += part.bits;
        let so_far = i64::from((part.shift - start) / 8);
        rises &= part.at.offset - least == so_far;
        falls &= part.bits == 8 && part.at.offset - least == i64::from(bits / 8 - 1) - so_far;
    }
    match (parts.len() > 1, rises, falls) {
        (true, true, _) => Some((false, ty)),
        (true, false, true) => Some((true, ty)),
        (true, false, false) | (false, ..) => None,
    }
}

struct Search<'a> {
    func: &'a Function,
    homes: SecondaryMap<Value, Option<Block>>,
    /// How many instructions that may write come before each, in its block.
    writes: SecondaryMap<Inst, u32>,
    places: SecondaryMap<Inst, u32>,
    /// Instructions of trees that were found.
    taken: SecondaryMap<Inst, bool>,
    found: Vec<Word>,
}

impl<'a> Search<'a> {
    fn new(func: &'a Function) -> Search<'a> {
        let count = func.insts.len();
        Search {
            func,
            homes: cfg::homes(func),
            writes: purlin_base::filled(count),
            places: purlin_base::filled(count),
            taken: purlin_base::filled(count),
            found: Vec::new(),
        }
    }

    fn run(mut self) -> Vec<Word> {
        let func = self.func;
        for block in &func.layout {
            let insts = &func.blocks[*block].insts;
            let (mut writes, mut bytes) = (0, 0);
            for (at, inst) in insts.iter().enumerate() {
                let data = &func.insts[*inst];
                (self.writes[*inst], self.places[*inst]) = (writes, at as u32);
                writes += u32::from(data.op.row().effects.has(Effects::WRITE.or(Effects::CALL)));
                bytes += u32::from(is_part(func, data));
            }
            if bytes < 2 {
                continue;
            }
            for inst in insts.iter().rev() {
                self.load(*block, *inst);
            }
            self.stores(*block, insts);
        }
        self.found
    }

    // --- loads

    /// A tree with this root.
    fn load(&mut self, block: Block, root: Inst) {
        let data = &self.func.insts[root];
        if self.taken[root] || !joins(data) || data.ty == Type::I8 {
            return;
        }
        let mut tree = Tree { parts: SmallVec::new(), nodes: Vec::new() };
        if !self.expand(&mut tree, data.results[0], 0, data.ty.bits()) {
            return;
        }
        let Some((is_swapped, ty)) = order(&mut tree.parts).filter(|_| tree.parts[0].shift == 0) else {
            return;
        };
        let in_block = |part: &Part| self.homes[self.func.insts[part.inst].results[0]] == Some(block);
        let mut accesses: SmallVec<[Inst; MOST]> = tree.parts.iter().map(|part| part.inst).collect();
        accesses.sort_by_key(|inst| self.places[*inst]);
        let (Some(first), Some(last)) = (accesses.first(), accesses.last()) else { return };
        if !tree.parts.iter().all(in_block) || self.writes[*first] != self.writes[*last] {
            return;
        }
        let Some(lowest) = tree.parts.iter().min_by_key(|part| part.at.offset) else { return };
        let lowest = &self.func.insts[lowest.inst];
        self.found.push(Word {
            block,
            address: lowest.args[0],
            offset: lowest.offset(),
            accesses,
            ty,
            is_swapped,
            root: Some(root),
            stored: None,
        });
        tree.nodes.iter().for_each(|node| self.taken[*node] = true);
    }

    /// Takes a value apart whose lowest bit is at `shift` of the number, and of which no bits count from
    /// `limit` of the number on. False if it is not made of loads.
    fn expand(&self, tree: &mut Tree, value: Value, shift: u32, limit: u32) -> bool {
        let Def::Result(inst, 0) = self.func.values[value].def else { return false };
        let data = &self.func.insts[inst];
        tree.nodes.push(inst);
        if tree.nodes.len() > NODES || tree.parts.len() > MOST {
            return false;
        }
        match data.op {
            Opcode::Ior | Opcode::Ixor | Opcode::Iadd => {
                self.expand(tree, data.args[0], shift, limit) && self.expand(tree, data.args[1], shift, limit)
            }
            Opcode::Shl => {
                let by = self.func.as_iconst(data.args[1]).and_then(|by| u32::try_from(by).ok());
                let below = limit.min(shift + data.ty.bits());
                by.is_some_and(|by| by < 64 && self.expand(tree, data.args[0], shift + by, below))
            }
            Opcode::Zext => {
                let bits = self.func.ty(data.args[0]).bits();
                self.expand(tree, data.args[0], shift, limit.min(shift + bits))
            }
            Opcode::Load if data.ty.is_int() && data.region() != region::SHARED => {
                let (at, bits) = (MemoryLocation::of(self.func, data), data.ty.bits());
                tree.parts.push(Part { inst, at, shift, bits });
                shift + bits <= limit
            }
            // wildcard: other values are not made of bytes.
            _ => false,
        }
    }

    // --- stores

    /// Rows of stores of bytes.
    fn stores(&mut self, block: Block, insts: &[Inst]) {
        let mut row: Vec<(Value, Part)> = Vec::new();
        for inst in insts {
            let data = &self.func.insts[*inst];
            let effects = data.op.row().effects;
            let part = self.stored(*inst).filter(|(_, part)| {
                row.last()
                    .is_none_or(|(_, last)| (last.at.root, last.at.index) == (part.at.root, part.at.index))
            });
            let looks = Effects::READ.or(Effects::WRITE).or(Effects::CALL).or(Effects::TRAP);
            match part {
                Some(part) => row.push(part),
                None if effects.has(looks.or(Effects::END).or(Effects::ALLOC)) => {
                    self.row(block, std::mem::take(&mut row));
                    row.extend(self.stored(*inst));
                }
                None => {}
            }
        }
        self.row(block, row);
    }

    /// What a store of a byte writes: which bits of which value.
    fn stored(&self, inst: Inst) -> Option<(Value, Part)> {
        let data = &self.func.insts[inst];
        if data.op != Opcode::Store || data.region() != 0 {
            return None;
        }
        let byte = self.func.made_by(data.args[1]).filter(|byte| byte.op == Opcode::Itrunc)?;
        if byte.ty != Type::I8 {
            return None;
        }
        let (mut value, mut shift) = (byte.args[0], 0);
        if let Some(moved) = self.func.made_by(value)
            && matches!(moved.op, Opcode::Ushr | Opcode::Sshr)
            && let Some(by) = self.func.as_iconst(moved.args[1]).and_then(|by| u32::try_from(by).ok())
            && by + 8 <= moved.ty.bits()
        {
            (value, shift) = (moved.args[0], by);
        }
        Some((value, Part { inst, at: MemoryLocation::of(self.func, data), shift, bits: 8 }))
    }

    /// Finds words in a row of stores, of which each byte is written once, the widest first.
    fn row(&mut self, block: Block, mut row: Vec<(Value, Part)>) {
        let mut offsets: Vec<i64> = row.iter().map(|(_, part)| part.at.offset).collect();
        offsets.sort_unstable();
        if offsets.windows(2).any(|two| two[0] == two[1]) {
            return;
        }
        row.sort_by_key(|(_, part)| part.at.offset);
        let mut rest = row.into_iter().peekable();
        let mut pending: Vec<(Value, Part)> = Vec::new();
        while rest.peek().is_some() || !pending.is_empty() {
            while pending.len() < MOST
                && let Some(next) = rest.next()
            {
                pending.push(next);
            }
            let size = [8, 4, 2].into_iter().find(|size| self.word(block, &pending, *size));
            pending.drain(..size.unwrap_or(1).min(pending.len()));
        }
    }

    /// Whether so many stores are of one word, which then is found.
    fn word(&mut self, block: Block, row: &[(Value, Part)], size: usize) -> bool {
        let Some(row) = row.get(..size) else { return false };
        let value = row[0].0;
        let mut parts: SmallVec<[Part; MOST]> = row.iter().map(|(_, part)| *part).collect();
        let first = &self.func.insts[row[0].1.inst];
        let Some((is_swapped, ty)) = order(&mut parts) else { return false };
        let shift = parts[0].shift;
        let same = row.iter().all(|(other, _)| *other == value);
        if !same
            || shift + ty.bits() > self.func.ty(value).bits()
            || matches!(row[0].1.at.root, Root::Data(_))
        {
            return false;
        }
        let mut accesses: SmallVec<[Inst; MOST]> = row.iter().map(|(_, part)| part.inst).collect();
        accesses.sort_by_key(|inst| self.places[*inst]);
        let (address, offset) = (first.args[0], first.offset());
        let stored = Some((value, shift));
        self.found.push(Word { block, accesses, address, offset, ty, is_swapped, root: None, stored });
        true
    }
}

struct Tree {
    parts: SmallVec<[Part; MOST]>,
    nodes: Vec<Inst>,
}

/// Whether it may join bits that do not overlap.
fn joins(data: &InstData) -> bool {
    matches!(data.op, Opcode::Ior | Opcode::Ixor | Opcode::Iadd)
}

/// Whether it accesses less than a word.
fn is_part(func: &Function, data: &InstData) -> bool {
    match data.op {
        Opcode::Load => data.ty.is_int() && data.ty != Type::I64,
        Opcode::Store => func.ty(data.args[1]) == Type::I8,
        // wildcard: other ops are no such accesses.
        _ => false,
    }
}
