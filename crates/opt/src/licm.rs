//! Loop-invariant code motion: what a loop would compute again in each iteration is computed before it.
//!
//! Pure ops whose operands come from outside move, and loads that no store in the loop aliases (`places`), if
//! their address was known to be good before the loop. Others may run at the loop's polls, but what they
//! write there is not for a loop to see that does not synchronise with them: one that accesses the region
//! `SHARED`, or calls, keeps its loads. Checks, charges and polls stay: where a program stops is what it was.
//! Inner loops first, so that a value moves out of as many as it can.
//!
//! Left alone is what costs nothing where it is (addresses, constants of integers, a sum with a constant, a
//! comparison that a branch wants): it would only take a register. Constants of floats move where nothing in
//! the loop is called. Loads whose value decides whether the loop ends stay if that would not change any
//! more: such a loop waits for another fiber to write.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators, Predecessors};
use purlin_ir::{Block, Def, Effects, FuncId, Function, Inst, Module, Opcode, Value, region};

use crate::clean;
use crate::counts::{self, Rewrite};
use crate::loops::{self, Loop};
use crate::places::{Iterations, MemoryLocation};

/// So many values move out of one loop, each needs a register there.
const MAX_MOVED: usize = 12;
/// Of these, constants of floats and addresses of globals.
const MAX_CONSTANTS: usize = 6;
/// So far back what a moving instruction needs is looked for.
const DEPTH: u32 = 4;
/// Bytes after any object that can be read.
pub(crate) const READABLE: i64 = 56;
/// Of a loop with more stores nothing is known.
const MAX_STORES: usize = 32;

/// Moves what can be moved.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let around = if cfg::may_loop(func) { in_front_of(func) } else { Vec::new() };
    if around.is_empty() {
        return false;
    }
    let made = around.iter().fold(false, |made, of| made | loops::make_preheader(func, of));
    let dominators = Dominators::new(func);
    let mut homes = cfg::homes(func);
    let (checked, preds) = (checks(func), cfg::predecessors(func));
    for of in loops::find(func, &dominators) {
        let Some(before) = loops::preheader(func, &of) else { continue };
        let found = InvariantSearch::new(func, &dominators, &homes, &checked, &preds, &of).run();
        let found = once_each(func, found, &of);
        hoist(func, &found, &of, before);
        for inst in &found {
            counts::hit(if func.insts[*inst].op == Opcode::Load {
                Rewrite::LicmLoad
            } else {
                Rewrite::LicmValue
            });
            func.insts[*inst].results.iter().for_each(|v| homes[*v] = Some(before));
        }
    }
    if made {
        // What was made before a loop that kept all its own.
        clean::run(func, module, id);
    }
    true
}

/// The loops that something moves out of, and those around them.
fn in_front_of(func: &Function) -> Vec<Loop> {
    let dominators = Dominators::new(func);
    let mut loops = loops::find(func, &dominators);
    let (homes, checked, preds) = (cfg::homes(func), checks(func), cfg::predecessors(func));
    let from: Vec<Block> = loops
        .iter()
        .filter(|of| !InvariantSearch::new(func, &dominators, &homes, &checked, &preds, of).run().is_empty())
        .map(|of| of.header)
        .collect();
    loops.retain(|of| of.blocks.iter().any(|b| from.contains(b)));
    loops
}

/// For each pointer, the blocks that check that it is not null, or that access what it leads to.
pub(crate) type Checks = HashMap<Value, Vec<Block>>;

pub(crate) fn checks(func: &Function) -> Checks {
    let mut checked = Checks::default();
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            let data = &func.insts[*inst];
            if matches!(data.op, Opcode::NilCheck | Opcode::Load | Opcode::Store) {
                checked.entry(data.args[0]).or_default().push(*block);
            }
        }
    }
    checked
}

/// Drops loads of what another one loads: before the loop they find the same.
fn once_each(func: &mut Function, mut found: Vec<Inst>, of: &Loop) -> Vec<Inst> {
    let mut places: Vec<(MemoryLocation, u32, Value)> = Vec::new();
    let mut same: Vec<(Inst, Value)> = Vec::new();
    for inst in &found {
        let data = &func.insts[*inst];
        if data.op == Opcode::Load {
            let (place, region) = (MemoryLocation::of(func, data), data.region());
            match places.iter().find(|other| other.0 == place && other.1 == region) {
                Some((_, _, value)) => same.push((*inst, *value)),
                None => places.push((place, region, data.results[0])),
            }
        }
    }
    if same.is_empty() {
        return found;
    }
    let gone = |inst: &Inst| same.iter().any(|(other, _)| other == inst);
    found.retain(|inst| !gone(inst));
    for block in &of.blocks {
        func.blocks[*block].insts.retain(|inst| !gone(inst));
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for (inst, value) in &same {
        to[func.insts[*inst].results[0]] = Some(*value);
    }
    func.replace_uses(to);
    counts::hits(Rewrite::LicmLoad, same.len() as u64);
    found
}

fn hoist(func: &mut Function, found: &[Inst], of: &Loop, before: Block) {
    let moving: HashSet<Inst> = found.iter().copied().collect();
    for block in &of.blocks {
        func.blocks[*block].insts.retain(|inst| !moving.contains(inst));
    }
    let insts = &mut func.blocks[before].insts;
    let end = insts.len() - 1;
    insts.splice(end..end, found.iter().copied());
}

/// What a loop's code may write.
#[derive(Default)]
struct Writes {
    /// Something unknown.
    any: bool,
    /// The places that are written.
    places: Vec<MemoryLocation>,
    /// Other code runs.
    calls: bool,
}

/// What an instruction moves as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Itself, be it a load.
    Anything,
    /// Itself, or what such a one needs.
    Value,
    /// The address of a load that moves, or what that needs.
    Address,
}

impl Why {
    fn for_operand(self) -> Why {
        if self == Why::Address { self } else { Why::Value }
    }
}

struct InvariantSearch<'a> {
    func: &'a Function,
    dominators: &'a Dominators,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    checked: &'a Checks,
    of: &'a Loop,
    inside: HashSet<Block>,
    iterations: Iterations,
    writes: Writes,
    moving: HashSet<Value>,
    found: Vec<Inst>,
    constants: usize,
}

impl<'a> InvariantSearch<'a> {
    fn new(
        func: &'a Function,
        dominators: &'a Dominators,
        homes: &'a SecondaryMap<Value, Option<Block>>,
        checked: &'a Checks,
        preds: &Predecessors,
        of: &'a Loop,
    ) -> InvariantSearch<'a> {
        let inside = of.blocks.iter().copied().collect();
        let writes = writes(func, of);
        let iterations = Iterations::new(func, preds, of);
        let (moving, found) = Default::default();
        InvariantSearch {
            func,
            dominators,
            homes,
            checked,
            of,
            inside,
            iterations,
            writes,
            moving,
            found,
            constants: 0,
        }
    }

    /// What moves, in an order in which definitions come before uses.
    fn run(mut self) -> Vec<Inst> {
        self.collect(true);
        if self.waits() {
            self.moving.clear();
            self.found.clear();
            self.constants = 0;
            self.collect(false);
        }
        self.found
    }

    fn collect(&mut self, loads: bool) {
        // Dominators first, so that an operand is visited before its user.
        let dominators = self.dominators;
        for block in dominators.order.iter().copied() {
            if !self.inside.contains(&block) || self.func.blocks[block].cold {
                continue;
            }
            for inst in &self.func.blocks[block].insts {
                let mut with = Vec::new();
                let room = self.found.len() < MAX_MOVED && self.is_worth(*inst);
                let why = if loads { Why::Anything } else { Why::Value };
                if room && self.moves(*inst, block, why, &mut with, 0) {
                    self.take(&with);
                }
            }
        }
    }

    fn take(&mut self, insts: &[Inst]) {
        for inst in insts {
            let data = &self.func.insts[*inst];
            self.constants += usize::from(matches!(data.op, Opcode::Fconst | Opcode::GlobalAddr));
            self.found.push(*inst);
            self.moving.extend(data.results.iter().copied());
        }
    }

    fn is_outside(&self, value: Value) -> bool {
        self.moving.contains(&value) || self.homes[value].is_some_and(|home| !self.inside.contains(&home))
    }

    /// Whether an instruction is better done once, if it can be.
    fn is_worth(&self, inst: Inst) -> bool {
        let data = &self.func.insts[inst];
        match data.op {
            Opcode::Fconst | Opcode::GlobalAddr => !self.writes.calls && self.constants < MAX_CONSTANTS,
            Opcode::Iadd | Opcode::Isub => self.func.as_iconst(data.args[1]).is_none(),
            Opcode::DynFromInt | Opcode::DynFromImm => self.func.as_iconst(data.args[0]).is_none(),
            // A branch makes one instruction of what it asks of integers and of the result.
            Opcode::DynIsInt | Opcode::DynInts | Opcode::DynIsFloat | Opcode::DynFloats => false,
            Opcode::DynAddOk | Opcode::DynSubOk | Opcode::DynMulOk => false,
            Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul => false,
            // wildcard: any other op is worth it, unless a target folds it into its uses.
            op => !data.args.is_empty() && !is_free(op),
        }
    }

    /// Whether an instruction can move, with what it needs from the loop: those go to `with`, itself last.
    fn moves(&self, inst: Inst, block: Block, why: Why, with: &mut Vec<Inst>, depth: u32) -> bool {
        let data = &self.func.insts[inst];
        // The address of an element is one only where its index was checked, as it was for a load that may
        // move.
        let computes =
            data.op.row().effects == Effects::NONE && (why == Why::Address || data.op != Opcode::ElemAddr);
        let pure = computes || divides_by_constant(self.func, inst);
        let is_load = data.op == Opcode::Load && why == Why::Anything;
        let stays_the_same = || is_load && self.may_load(inst, block);
        if !pure && !stays_the_same() {
            return false;
        }
        for arg in &data.args {
            if self.is_outside(*arg) {
                continue;
            }
            let Def::Result(def, _) = self.func.values[*arg].def else { return false };
            let why = if is_load { Why::Address } else { why.for_operand() };
            if !with.contains(&def) && (depth >= DEPTH || !self.moves(def, block, why, with, depth + 1)) {
                return false;
            }
        }
        with.push(inst);
        true
    }

    /// Whether a load finds before the loop what it finds in it.
    fn may_load(&self, inst: Inst, block: Block) -> bool {
        let data = &self.func.insts[inst];
        let fixed = data.region() == region::FIXED;
        let written = || {
            let place = MemoryLocation::of(self.func, data);
            self.writes.any
                || !self.writes.places.iter().all(|w| self.iterations.no_alias(self.func, &place, w))
        };
        // Where it is not sure to run it may be meant for another type of object.
        let runs = self.of.latches.iter().all(|latch| self.dominators.dominates(block, *latch));
        let good = || (runs || data.offset() <= READABLE) && self.is_good(data.args[0]);
        (good() || self.is_certain(inst, block)) && (fixed || !written())
    }

    /// Whether the first iteration comes to an instruction whatever it is about.
    fn is_certain(&self, inst: Inst, block: Block) -> bool {
        let before = self.func.blocks[block].insts.iter().take_while(|i| **i != inst);
        let stops = |inst: &Inst| {
            let op = self.func.insts[*inst].op;
            op != Opcode::Poll && op.row().effects.has(Effects::TRAP.or(Effects::CALL))
        };
        block == self.of.header && !before.into_iter().any(stops)
    }

    fn is_good(&self, address: Value) -> bool {
        is_good(self.func, self.dominators, self.checked, self.of, address)
    }

    /// Whether the loop could only be left by what moves out of it.
    fn waits(&self) -> bool {
        let leaves = |block: &&Block| self.func.successors(**block).any(|next| !self.inside.contains(&next));
        let mut exits = self.of.blocks.iter().filter(leaves).peekable();
        exits.peek().is_some()
            && exits.all(|block| {
                let end = self.func.end(*block).expect("a block of a loop has an end");
                end.args.iter().all(|arg| self.is_settled(*arg, 0))
            })
    }

    /// Whether a value would be the same each time around.
    fn is_settled(&self, value: Value, depth: u32) -> bool {
        if self.is_outside(value) {
            return true;
        }
        let Def::Result(def, _) = self.func.values[value].def else { return false };
        let data = &self.func.insts[def];
        depth < 4
            && data.op.row().effects == Effects::NONE
            && data.args.iter().all(|arg| self.is_settled(*arg, depth + 1))
    }
}

/// Whether an address was known to be good before a loop.
pub(crate) fn is_good(
    func: &Function,
    dominators: &Dominators,
    checked: &Checks,
    of: &Loop,
    address: Value,
) -> bool {
    let was_checked = || {
        let outside = |b: &Block| *b != of.header && dominators.dominates(*b, of.header);
        checked.get(&address).is_some_and(|blocks| blocks.iter().any(outside))
    };
    let Def::Result(def, _) = func.values[address].def else { return was_checked() };
    let data = &func.insts[def];
    match data.op {
        Opcode::Alloc | Opcode::GlobalAddr | Opcode::DataAddr | Opcode::StackAddr => true,
        Opcode::FieldAddr => is_good(func, dominators, checked, of, data.args[0]),
        // wildcard: other addresses are good only where they were checked.
        _ => was_checked(),
    }
}

/// What costs nothing where it is used, or is part of what uses it.
fn is_free(op: Opcode) -> bool {
    let row = op.row();
    let compares =
        row.negation.is_some() || matches!(op, Opcode::Flt | Opcode::Fle | Opcode::Fgt | Opcode::Fge);
    compares
        || matches!(
            op,
            Opcode::FieldAddr | Opcode::ElemAddr | Opcode::Itrunc | Opcode::Bitcast | Opcode::Null
        )
}

/// Division by a constant that is not zero does not trap.
pub(crate) fn divides_by_constant(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    matches!(data.op, Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem)
        && func.as_iconst(data.args[1]).is_some_and(|by| by != 0)
}

fn writes(func: &Function, of: &Loop) -> Writes {
    let mut writes = Writes::default();
    for inst in of.blocks.iter().flat_map(|b| &func.blocks[*b].insts) {
        let data = &func.insts[*inst];
        let effects = data.op.row().effects;
        let is_access = matches!(data.op, Opcode::Load | Opcode::Store);
        if is_access && data.region() == region::SHARED {
            writes.any = true;
        } else if data.op == Opcode::Store {
            // What is `FIXED` is accessed as such only.
            if data.region() != region::FIXED {
                writes.any |= writes.places.len() == MAX_STORES;
                let place = MemoryLocation::of(func, data);
                if !writes.any && !writes.places.contains(&place) {
                    writes.places.push(place);
                }
            }
        } else if data.op != Opcode::Poll && effects.has(Effects::CALL) {
            writes.any = true;
            writes.calls = true;
        } else if data.op != Opcode::Poll && effects.has(Effects::WRITE) {
            writes.any = true;
        }
    }
    writes
}
