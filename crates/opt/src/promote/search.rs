//! Which places of a loop may become values.

use purlin_base::SecondaryMap;
use purlin_base::map::HashSet;
use purlin_ir::cfg::{Dominators, Predecessors};
use purlin_ir::{Block, Def, Effects, Function, Inst, Opcode, Type, Value, region};

use super::waits::Waits;
use super::{At, Plan, Stores, Variable};
use crate::licm::{self, Checks, READABLE};
use crate::loops::Loop;
use crate::places::{Iterations, MemoryLocation, Root};

/// Loops with more accesses are left alone.
const MAX_ACCESSES: usize = 48;
/// So many places of one loop become values: of floats, and of others.
const MAX_FLOATS: usize = 8;
const MAX_INTS: usize = 4;
/// So many checks are asked before a loop for one place.
const MAX_GUARDS: usize = 4;
/// So far back an address is computed again before the loop.
const DEPTH: u32 = 4;

/// What is known of a function.
pub(super) struct Analyses<'a> {
    pub func: &'a Function,
    pub dominators: &'a Dominators,
    pub preds: &'a Predecessors,
    pub homes: &'a SecondaryMap<Value, Option<Block>>,
    pub checked: &'a Checks,
}

pub(super) struct PromotionSearch<'a> {
    func: &'a Function,
    dominators: &'a Dominators,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    checked: &'a Checks,
    of: &'a Loop,
    /// The loops in this one.
    inner: Vec<&'a Loop>,
    inside: HashSet<Block>,
    iterations: Iterations,
    accesses: Vec<(At, MemoryLocation)>,
    checks: Vec<At>,
    /// A division may stop the loop.
    divides: bool,
}

impl<'a> PromotionSearch<'a> {
    /// Looks at what is in a loop; nothing if there is what rules promotion out.
    pub(super) fn new(known: &Analyses<'a>, of: &'a Loop, loops: &'a [Loop]) -> Option<PromotionSearch<'a>> {
        let &Analyses { func, dominators, preds, homes, checked } = known;
        let inside: HashSet<Block> = of.blocks.iter().copied().collect();
        let is_inner = |other: &&Loop| other.header != of.header && inside.contains(&other.header);
        let inner = loops.iter().filter(is_inner).collect();
        let iterations = Iterations::new(func, preds, of);
        let (accesses, checks, divides) = Default::default();
        let mut search = PromotionSearch {
            func,
            dominators,
            homes,
            checked,
            of,
            inner,
            inside,
            iterations,
            accesses,
            checks,
            divides,
        };
        search.look().then_some(search)
    }

    /// Whether the loop does nothing that rules promotion out; remembers what it does.
    fn look(&mut self) -> bool {
        for block in &self.of.blocks {
            for (n, inst) in self.func.blocks[*block].insts.iter().enumerate() {
                let (data, at) = (&self.func.insts[*inst], At { inst: *inst, block: *block, n });
                let effects = data.op.row().effects;
                let others = Effects::WRITE.or(Effects::CALL).or(Effects::ALLOC).or(Effects::METER);
                match data.op {
                    Opcode::Load | Opcode::Store if data.region() == region::SHARED => return false,
                    Opcode::Load | Opcode::Store if data.region() == region::FIXED => {}
                    Opcode::Load | Opcode::Store => {
                        self.accesses.push((at, MemoryLocation::of(self.func, data)))
                    }
                    Opcode::Poll | Opcode::Charge => {}
                    Opcode::Bounds | Opcode::NilCheck | Opcode::TrapIf => self.checks.push(at),
                    // Native code may leave at a guard.
                    Opcode::Guard => return false,
                    // wildcard: by the effects of the op.
                    _ if effects.has(others) => return false,
                    // wildcard: by the effects of the op.
                    _ if effects.has(Effects::TRAP) => {
                        self.divides |= !licm::divides_by_constant(self.func, *inst);
                    }
                    // wildcard: by the effects of the op: nothing that matters here.
                    _ => {}
                }
            }
        }
        self.accesses.len() <= MAX_ACCESSES
    }

    pub(super) fn plan(self) -> Option<Plan> {
        let mut variables = self.variables();
        // Places that are written first: they gain twice.
        variables.sort_by_key(|variable| variable.stores == Stores::None);
        let (mut floats, mut ints) = (0, 0);
        variables.retain(|variable| {
            let (count, most) = match variable.place.ty {
                Type::F32 | Type::F64 => (&mut floats, MAX_FLOATS),
                _ => (&mut ints, MAX_INTS),
            };
            *count += 1;
            *count <= most
        });
        if self.waits(&variables) {
            variables.retain(|variable| variable.stores != Stores::None);
            if self.waits(&variables) {
                return None;
            }
        }
        (!variables.is_empty()).then(|| Plan { of: self.of.clone(), variables })
    }

    /// Whether this loop, or one in it, could only be left by what another fiber does, if these places are
    /// not looked at again.
    fn waits(&self, variables: &[Variable]) -> bool {
        let mut loops = self.inner.iter().copied().chain([self.of]);
        loops.any(|of| Waits::new(self.func, self.homes, of, variables).run())
    }

    fn variables(&self) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        for (at, place) in &self.accesses {
            let data = &self.func.insts[at.inst];
            if place.is_bytes || !self.stays(place) || !self.is_computable(data.args[0], 0) {
                continue;
            }
            let stores = if data.op == Opcode::Store { Stores::Stay } else { Stores::None };
            match variables.iter_mut().find(|variable| variable.place == *place) {
                Some(variable) => {
                    variable.accesses.push(*at);
                    if stores == Stores::Stay {
                        variable.stores = stores;
                    }
                }
                None => {
                    let guards = Vec::new();
                    variables.push(Variable { place: *place, accesses: vec![*at], stores, guards });
                }
            }
        }
        variables.retain_mut(|variable| self.becomes_value(variable));
        variables
    }

    /// Whether a place becomes a value; finds out what that takes.
    fn becomes_value(&self, variable: &mut Variable) -> bool {
        let gains = self.of_op(variable, Opcode::Load).any(|at| self.is_on_every_turn(at.block, self.of));
        if !gains || !self.suits_inner_loops(variable) || !self.is_alone(variable, false) {
            return false;
        }
        let Some(guards) = self.guards(variable) else { return false };
        variable.guards = guards;
        // Who keeps track of what memory points to looks at memory.
        let is_ref = matches!(variable.place.ty, Type::Ref | Type::Dyn);
        if variable.stores == Stores::Stay && !is_ref && self.may_store_behind(variable) {
            variable.stores = Stores::Go;
        }
        variable.stores != Stores::Stay || !self.is_update(variable)
    }

    /// The loads of a place, or its stores.
    fn of_op<'s>(&'s self, variable: &'s Variable, op: Opcode) -> impl Iterator<Item = &'s At> {
        variable.accesses.iter().filter(move |at| self.func.insts[at.inst].op == op)
    }

    /// Whether a value is worth it with other loops in this one: only if an iteration waits for what the one
    /// before it has stored. Where an inner loop stores on some of its iterations, it would take a register
    /// there, and a copy on the others.
    fn suits_inner_loops(&self, variable: &Variable) -> bool {
        let suits = |of: &&Loop| {
            let mut stores = self.of_op(variable, Opcode::Store);
            stores.all(|at| !of.blocks.contains(&at.block) || self.is_on_every_turn(at.block, of))
        };
        self.inner.is_empty() || variable.stores != Stores::None && self.inner.iter().all(suits)
    }

    /// Whether all that becomes of an integer is that one instruction updates it in memory: processors that
    /// rename memory do that as fast as in a register, and with fewer instructions. They do not with an index
    /// in the address.
    fn is_update(&self, variable: &Variable) -> bool {
        let [load, store] = variable.accesses[..] else { return false };
        let (load, store) = (&self.func.insts[load.inst], &self.func.insts[store.inst]);
        let is_plain = variable.place.ty.is_int() && variable.place.index.is_none();
        if !is_plain || load.op != Opcode::Load || store.op != Opcode::Store {
            return false;
        }
        let Def::Result(def, _) = self.func.values[store.args[1]].def else { return false };
        let update = &self.func.insts[def];
        let is_fused =
            matches!(update.op, Opcode::Iadd | Opcode::Isub | Opcode::Iand | Opcode::Ior | Opcode::Ixor);
        let uses = |value: Value| {
            let all = self.func.layout.iter().flat_map(|block| &self.func.blocks[*block].insts);
            all.flat_map(|inst| self.func.insts[*inst].uses()).filter(|used| *used == value).count()
        };
        is_fused
            && update.args.contains(&load.results[0])
            && uses(load.results[0]) == 1
            && uses(store.args[1]) == 1
    }

    /// Whether a store where the loop is left does what those in it do.
    fn may_store_behind(&self, variable: &Variable) -> bool {
        let leaves = |block: &&Block| self.func.successors(**block).any(|next| !self.inside.contains(&next));
        self.checks.is_empty()
            && !self.divides
            && self.is_alone(variable, true)
            && self.of.blocks.iter().filter(leaves).all(|block| {
                let mut stores = self.of_op(variable, Opcode::Store);
                stores.any(|store| self.dominators.dominates(store.block, *block))
            })
    }

    fn is_outside(&self, value: Value) -> bool {
        self.homes[value].is_some_and(|home| !self.inside.contains(&home))
    }

    /// Whether a place is the same on every iteration.
    fn stays(&self, place: &MemoryLocation) -> bool {
        let root = match place.root {
            Root::Value(value) => self.is_outside(value),
            Root::Global(_) | Root::Slot(_) => true,
            Root::Data(_) => false,
        };
        root && place.index.is_none_or(|(index, _)| self.is_outside(index))
    }

    /// Whether a value can be had before the loop.
    fn is_computable(&self, value: Value, depth: u32) -> bool {
        if self.is_outside(value) {
            return true;
        }
        let Def::Result(def, _) = self.func.values[value].def else { return false };
        let data = &self.func.insts[def];
        data.op.row().effects == Effects::NONE
            && depth < DEPTH
            && data.args.iter().all(|arg| self.is_computable(*arg, depth + 1))
    }

    fn is_on_every_turn(&self, block: Block, of: &Loop) -> bool {
        !self.func.blocks[block].cold
            && of.latches.iter().all(|latch| self.dominators.dominates(block, *latch))
    }

    /// Whether no other store in the loop, or with `loads` no other access, may be where the place is.
    fn is_alone(&self, variable: &Variable, loads: bool) -> bool {
        self.accesses.iter().all(|(at, place)| {
            let matters = loads || self.func.insts[at.inst].op == Opcode::Store;
            let is_own = || variable.accesses.iter().any(|own| own.inst == at.inst);
            !matters || is_own() || self.iterations.no_alias(self.func, &variable.place, place)
        })
    }

    /// The checks that must hold for the place to be loaded before the loop, if that is all it takes.
    fn guards(&self, variable: &Variable) -> Option<Vec<Inst>> {
        let on_the_way: Option<Vec<Inst>> =
            variable.accesses.iter().filter_map(|at| self.checks_before(at)).min_by_key(Vec::len);
        if on_the_way.as_ref().is_some_and(Vec::is_empty) {
            return on_the_way;
        }
        let known = variable.accesses.iter().find_map(|at| self.known(at, variable));
        known.or(on_the_way).filter(|guards| guards.len() <= MAX_GUARDS)
    }

    /// The checks that the first iteration comes to before an access, if they are of what does not change and
    /// nothing else can keep the iteration from coming there.
    fn checks_before(&self, at: &At) -> Option<Vec<Inst>> {
        if at.block != self.of.header {
            return None;
        }
        let mut checks = Vec::new();
        for inst in &self.func.blocks[at.block].insts[..at.n] {
            let data = &self.func.insts[*inst];
            let is_check = matches!(data.op, Opcode::Bounds | Opcode::NilCheck | Opcode::TrapIf);
            if is_check && data.args.iter().all(|arg| self.is_outside(*arg)) {
                checks.push(*inst);
            } else if data.op != Opcode::Poll && data.op.row().effects.has(Effects::TRAP) {
                return None;
            }
        }
        Some(checks)
    }

    /// Whether an address is good before the loop, or if a check holds that a pointer is not null.
    fn known(&self, at: &At, variable: &Variable) -> Option<Vec<Inst>> {
        let data = &self.func.insts[at.inst];
        // Where it is not sure to come there it may be meant for another type of object.
        let is_own = matches!(variable.place.root, Root::Global(_) | Root::Slot(_));
        let readable = |offset: i64| is_own || (0..=READABLE).contains(&offset);
        if licm::is_good(self.func, self.dominators, self.checked, self.of, data.args[0]) {
            return readable(variable.place.offset).then(Vec::new);
        }
        let (mut address, mut offset) = (data.args[0], data.offset());
        loop {
            if self.is_outside(address)
                && let Some(check) = self.check_of(address, variable)
            {
                return readable(offset).then(|| vec![check]);
            }
            let Def::Result(def, _) = self.func.values[address].def else { return None };
            let data = &self.func.insts[def];
            if data.op != Opcode::FieldAddr {
                return None;
            }
            (address, offset) = (data.args[0], offset.checked_add(data.offset())?);
        }
    }

    /// The check that a pointer is not null before each access.
    fn check_of(&self, pointer: Value, variable: &Variable) -> Option<Inst> {
        let comes_before = |check: &At, at: &At| match at.block == check.block {
            true => check.n < at.n,
            false => self.dominators.dominates(check.block, at.block),
        };
        let is_one = |check: &&At| {
            let data = &self.func.insts[check.inst];
            data.op == Opcode::NilCheck
                && data.args[0] == pointer
                && variable.accesses.iter().all(|at| comes_before(check, at))
        };
        self.checks.iter().find(is_one).map(|check| check.inst)
    }
}
