//! Loop-invariant code motion: what a loop computes again each time around is computed in front of it.
//!
//! Pure ops whose operands come from outside move, and loads of what nothing in the loop writes, if their address was known to be
//! good before the loop. Checks, charges and polls stay: where a program stops is what it was. Inner loops first, so that
//! a value moves out of as many as it can.
//!
//! Left alone is what costs nothing where it is (addresses, constants of integers, a sum with a constant, a comparison that a branch
//! wants): it would only take a register. Constants of floats move where nothing in the loop is called. Loads whose value decides
//! whether the loop ends stay if that would not change any more: such a loop waits for somebody else to write.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{Block, Def, Effects, FuncId, Function, Inst, Module, Opcode, Type, Value, region};

use crate::clean;
use crate::counts::{self, Rewrite};
use crate::loops::{self, Loop};

/// So many values move out of one loop, each needs a register there.
const MOST: usize = 12;
/// Of these, constants of floats.
const MOST_CONSTANTS: usize = 6;
/// So far back what a moving instruction needs is looked for.
const DEPTH: u32 = 4;
/// Bytes behind any object that can be read.
const READABLE: i64 = 56;

/// Moves what can be moved.
pub fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let around = in_front_of(func);
    if around.is_empty() {
        return false;
    }
    let made = around.iter().fold(false, |made, of| made | loops::make_preheader(func, of));
    let dominators = Dominators::new(func);
    let mut homes = cfg::homes(func);
    let checked = checks(func);
    for of in loops::find(func, &dominators) {
        let Some(before) = loops::preheader(func, &of) else { continue };
        let found = Search::new(func, &dominators, &homes, &checked, &of).run();
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
        // What was made in front of a loop that kept all its own.
        clean::run(func, module, id);
    }
    true
}

/// The loops that something moves out of, and those around them.
fn in_front_of(func: &Function) -> Vec<Loop> {
    let dominators = Dominators::new(func);
    let mut loops = loops::find(func, &dominators);
    let (homes, checked) = (cfg::homes(func), checks(func));
    let from: Vec<Block> = loops
        .iter()
        .filter(|of| !Search::new(func, &dominators, &homes, &checked, of).run().is_empty())
        .map(|of| of.header)
        .collect();
    loops.retain(|of| of.blocks.iter().any(|b| from.contains(b)));
    loops
}

/// For each pointer, the blocks that check that it is not null.
fn checks(func: &Function) -> HashMap<Value, Vec<Block>> {
    let mut checked: HashMap<Value, Vec<Block>> = HashMap::default();
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            let data = &func.insts[*inst];
            if data.op == Opcode::NilCheck {
                checked.entry(data.args[0]).or_default().push(*block);
            }
        }
    }
    checked
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
    /// Values of these types.
    types: HashSet<Type>,
    /// Somebody else runs.
    calls: bool,
}

struct Search<'a> {
    func: &'a Function,
    dominators: &'a Dominators,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    checked: &'a HashMap<Value, Vec<Block>>,
    of: &'a Loop,
    inside: HashSet<Block>,
    writes: Writes,
    moving: HashSet<Value>,
    found: Vec<Inst>,
    constants: usize,
}

impl<'a> Search<'a> {
    fn new(
        func: &'a Function,
        dominators: &'a Dominators,
        homes: &'a SecondaryMap<Value, Option<Block>>,
        checked: &'a HashMap<Value, Vec<Block>>,
        of: &'a Loop,
    ) -> Search<'a> {
        let inside = of.blocks.iter().copied().collect();
        let writes = writes(func, of);
        let (moving, found) = Default::default();
        Search { func, dominators, homes, checked, of, inside, writes, moving, found, constants: 0 }
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
        // Dominators first, so that an operand's turn comes before its user's.
        let dominators = self.dominators;
        for block in dominators.order.iter().copied() {
            if !self.inside.contains(&block) || self.func.blocks[block].cold {
                continue;
            }
            for inst in &self.func.blocks[block].insts {
                let mut with = Vec::new();
                let room = self.found.len() < MOST && self.is_worth(*inst);
                if room && self.moves(*inst, loads, block, &mut with, 0) {
                    self.take(&with);
                }
            }
        }
    }

    fn take(&mut self, insts: &[Inst]) {
        for inst in insts {
            let data = &self.func.insts[*inst];
            self.constants += usize::from(data.op == Opcode::Fconst);
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
            Opcode::Fconst => !self.writes.calls && self.constants < MOST_CONSTANTS,
            Opcode::Iadd | Opcode::Isub => self.func.as_iconst(data.args[1]).is_none(),
            op => !data.args.is_empty() && !is_free(op),
        }
    }

    /// Whether an instruction can move, with what it needs from the loop: those go to `with`, itself last.
    fn moves(&self, inst: Inst, loads: bool, block: Block, with: &mut Vec<Inst>, depth: u32) -> bool {
        let data = &self.func.insts[inst];
        let pure = data.op.row().effects == Effects::NONE || divides_by_constant(self.func, inst);
        let stays_the_same = || data.op == Opcode::Load && loads && self.may_load(inst, block);
        if !pure && !stays_the_same() {
            return false;
        }
        for arg in &data.args {
            if self.is_outside(*arg) {
                continue;
            }
            let Def::Result(def, _) = self.func.values[*arg].def else { return false };
            if !with.contains(&def) && (depth >= DEPTH || !self.moves(def, false, block, with, depth + 1)) {
                return false;
            }
        }
        with.push(inst);
        true
    }

    /// Whether a load finds in front of the loop what it finds in it.
    fn may_load(&self, inst: Inst, block: Block) -> bool {
        let data = &self.func.insts[inst];
        let fixed = data.aux == region::FIXED;
        let written = self.writes.any || self.writes.types.contains(&data.ty);
        // Where it is not sure to run it may be meant for another type of object.
        let runs = self.of.latches.iter().all(|latch| self.dominators.dominates(block, *latch));
        (fixed || !written) && (runs || data.imm <= READABLE) && self.is_good(data.args[0])
    }

    /// Whether an address was known to be good before the loop.
    fn is_good(&self, address: Value) -> bool {
        let Def::Result(def, _) = self.func.values[address].def else { return self.was_checked(address) };
        let data = &self.func.insts[def];
        match data.op {
            Opcode::Alloc | Opcode::GlobalAddr | Opcode::DataAddr | Opcode::StackAddr => true,
            Opcode::FieldAddr => self.is_good(data.args[0]),
            _ => self.was_checked(address),
        }
    }

    fn was_checked(&self, address: Value) -> bool {
        let header = self.of.header;
        self.checked.get(&address).is_some_and(|blocks| {
            blocks
                .iter()
                .any(|b| *b != header && !self.inside.contains(b) && self.dominators.dominates(*b, header))
        })
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
fn divides_by_constant(func: &Function, inst: Inst) -> bool {
    let data = &func.insts[inst];
    matches!(data.op, Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem)
        && func.as_iconst(data.args[1]).is_some_and(|by| by != 0)
}

fn writes(func: &Function, of: &Loop) -> Writes {
    let mut writes = Writes::default();
    for inst in of.blocks.iter().flat_map(|b| &func.blocks[*b].insts) {
        let data = &func.insts[*inst];
        let effects = data.op.row().effects;
        if data.op == Opcode::Store {
            writes.types.insert(func.ty(data.args[1]));
        } else if data.op != Opcode::Poll && effects.has(Effects::CALL) {
            writes.any = true;
            writes.calls = true;
        } else if data.op != Opcode::Poll && effects.has(Effects::WRITE) {
            writes.any = true;
        }
    }
    writes
}
