//! Promotion of memory to registers: what a place holds that an innermost loop reads on every turn is loaded in front of the loop and kept
//! in parameters of its blocks, if no store in the loop may reach it (`places`) but those that go just there.
//!
//! Its own stores stay, unless nothing else in the loop may read there, nothing can stop the loop, and each way out of it leads past one:
//! then the place is stored where the loop is left. So no store is made that the program did not make, and what a handler sees is as it was.
//!
//! The place is loaded where its address is good: known before the loop; or reached on the first turn unless a check of what does not
//! change fails; or, behind such a check of the loop that it is not null, where that holds. Those checks are asked in front as well, and
//! where one would fail there is nothing to load, as the loop will not come to the place.
//!
//! Others may run at the loop's polls, but may not look or write there without synchronising. Loops that synchronise (calls, natives,
//! the region `SHARED`) are left alone, and so are those that only somebody else could end. A program that is stopped at a poll for good, out of gas,
//! may leave a place as of before the loop, in all tiers alike. Gas is not touched.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators, Predecessors};
use purlin_ir::{
    Block, Def, Effects, FuncId, Function, Inst, InstData, LocId, Module, Opcode, Target, Type, Value,
    Values, region,
};
use smallvec::SmallVec;

use crate::clean;
use crate::counts::{self, Rewrite};
use crate::licm::{self, Checks, READABLE};
use crate::loops::{self, Loop};
use crate::places::{Place, Root, Turns};

/// Loops with more accesses are left alone.
const MOST_ACCESSES: usize = 48;
/// So many places of one loop become values: of floats, and of others.
const MOST_FLOATS: usize = 8;
const MOST_INTS: usize = 4;
/// So many checks are asked in front of a loop for one place.
const MOST_GUARDS: usize = 4;
/// How often a function is gone through.
const ROUNDS: usize = 2;
/// So far back an address is computed again in front of the loop.
const DEPTH: u32 = 4;

/// Promotes what can be promoted.
pub fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let mut insts = func.layout.iter().flat_map(|block| &func.blocks[*block].insts);
    if !insts.any(|inst| func.insts[*inst].op == Opcode::Store) {
        return false;
    }
    let mut changed = false;
    for _ in 0..ROUNDS {
        if !round(func) {
            break;
        }
        clean::run(func, module, id);
        changed = true;
    }
    changed
}

/// Promotes what can be promoted now; what was loaded may be the root of further places.
fn round(func: &mut Function) -> bool {
    let dominators = Dominators::new(func);
    let preds = cfg::predecessors(func);
    let plans = plans(func, &dominators, &preds);
    if plans.is_empty() {
        return false;
    }
    let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
    for plan in &plans {
        Rewriter { func, dominators: &dominators, preds: &preds, plan, to: &mut to }.run();
    }
    func.replace_uses(to);
    true
}

fn plans(func: &Function, dominators: &Dominators, preds: &Predecessors) -> Vec<Plan> {
    let mut loops = loops::find(func, dominators);
    let headers: HashSet<Block> = loops.iter().map(|of| of.header).collect();
    loops.retain(|of| of.blocks.iter().skip(1).all(|block| !headers.contains(block)));
    if loops.is_empty() {
        return Vec::new();
    }
    let (homes, checked) = (cfg::homes(func), licm::checks(func));
    let plan = |of| Search::new(func, dominators, preds, &homes, &checked, of)?.plan();
    loops.into_iter().filter_map(plan).collect()
}

/// A load, store or check of a loop, and where in its block it is.
#[derive(Clone, Copy)]
struct At {
    inst: Inst,
    block: Block,
    n: usize,
}

/// What becomes of the stores of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stores {
    /// There are none.
    None,
    Stay,
    /// There is one where the loop is left.
    Go,
}

/// A place that may become a value.
struct Variable {
    place: Place,
    accesses: Vec<At>,
    stores: Stores,
    /// Checks of the loop without which it does not come to the place.
    guards: Vec<Inst>,
}

struct Plan {
    of: Loop,
    variables: Vec<Variable>,
}

struct Search<'a> {
    func: &'a Function,
    dominators: &'a Dominators,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    checked: &'a Checks,
    of: Loop,
    inside: HashSet<Block>,
    turns: Turns,
    accesses: Vec<(At, Place)>,
    checks: Vec<At>,
    /// A division may stop the loop.
    divides: bool,
}

impl<'a> Search<'a> {
    /// Looks at what is in a loop; nothing if there is what rules promotion out.
    fn new(
        func: &'a Function,
        dominators: &'a Dominators,
        preds: &Predecessors,
        homes: &'a SecondaryMap<Value, Option<Block>>,
        checked: &'a Checks,
        of: Loop,
    ) -> Option<Search<'a>> {
        let inside = of.blocks.iter().copied().collect();
        let (accesses, checks) = Default::default();
        let turns = Turns::new(func, preds, &of);
        let mut search =
            Search { func, dominators, homes, checked, of, inside, turns, accesses, checks, divides: false };
        for block in &search.of.blocks {
            for (n, inst) in func.blocks[*block].insts.iter().enumerate() {
                let (data, at) = (&func.insts[*inst], At { inst: *inst, block: *block, n });
                let effects = data.op.row().effects;
                let others = Effects::WRITE.or(Effects::CALL).or(Effects::ALLOC).or(Effects::METER);
                match data.op {
                    Opcode::Load | Opcode::Store if data.aux == region::SHARED => return None,
                    Opcode::Load | Opcode::Store if data.aux == region::FIXED => {}
                    Opcode::Load | Opcode::Store => search.accesses.push((at, Place::of(func, data))),
                    Opcode::Poll | Opcode::Charge => {}
                    Opcode::Bounds | Opcode::NilCheck | Opcode::TrapIf => search.checks.push(at),
                    // Native code may leave at a guard.
                    Opcode::Guard => return None,
                    _ if effects.has(others) => return None,
                    _ if effects.has(Effects::TRAP) => {
                        search.divides |= !licm::divides_by_constant(func, *inst);
                    }
                    _ => {}
                }
            }
        }
        (search.accesses.len() <= MOST_ACCESSES).then_some(search)
    }

    fn plan(self) -> Option<Plan> {
        let mut variables = self.variables();
        // Places that are written first: they gain twice.
        variables.sort_by_key(|variable| variable.stores == Stores::None);
        let (mut floats, mut ints) = (0, 0);
        variables.retain(|variable| {
            let (count, most) = match variable.place.ty {
                Type::F32 | Type::F64 => (&mut floats, MOST_FLOATS),
                _ => (&mut ints, MOST_INTS),
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
        (!variables.is_empty()).then_some(Plan { of: self.of, variables })
    }

    fn variables(&self) -> Vec<Variable> {
        let mut variables: Vec<Variable> = Vec::new();
        for (at, place) in &self.accesses {
            let data = &self.func.insts[at.inst];
            if !self.stays(place) || !self.is_computable(data.args[0], 0) {
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
        variables.retain_mut(|variable| {
            let is_load = |at: &&At| self.func.insts[at.inst].op == Opcode::Load;
            let gains = variable.accesses.iter().filter(is_load).any(|at| self.is_on_every_turn(at.block));
            if !gains || !self.is_alone(variable, false) {
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
        });
        variables
    }

    /// Whether all that becomes of an integer is that one instruction updates it in memory: processors that rename memory do that as fast
    /// as in a register, and with fewer instructions. They do not with an index in the address.
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
        let stores = || variable.accesses.iter().filter(|at| self.func.insts[at.inst].op == Opcode::Store);
        let leaves = |block: &&Block| self.func.successors(**block).any(|next| !self.inside.contains(&next));
        self.checks.is_empty()
            && !self.divides
            && self.is_alone(variable, true)
            && self
                .of
                .blocks
                .iter()
                .filter(leaves)
                .all(|block| stores().any(|store| self.dominators.dominates(store.block, *block)))
    }

    fn is_outside(&self, value: Value) -> bool {
        self.homes[value].is_some_and(|home| !self.inside.contains(&home))
    }

    /// Whether a place is the same on every turn.
    fn stays(&self, place: &Place) -> bool {
        let root = match place.root {
            Root::Value(value) => self.is_outside(value),
            Root::Global(_) | Root::Slot(_) => true,
            Root::Data(_) => false,
        };
        root && place.index.is_none_or(|(index, _)| self.is_outside(index))
    }

    /// Whether a value can be had in front of the loop.
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

    fn is_on_every_turn(&self, block: Block) -> bool {
        !self.func.blocks[block].cold
            && self.of.latches.iter().all(|latch| self.dominators.dominates(block, *latch))
    }

    /// Whether no other store in the loop, or with `loads` no other access, may be where the place is.
    fn is_alone(&self, variable: &Variable, loads: bool) -> bool {
        self.accesses.iter().all(|(at, place)| {
            let matters = loads || self.func.insts[at.inst].op == Opcode::Store;
            let is_own = || variable.accesses.iter().any(|own| own.inst == at.inst);
            !matters || is_own() || self.turns.are_apart(self.func, &variable.place, place)
        })
    }

    /// The checks that must hold for the place to be loaded in front of the loop, if that is all it takes.
    fn guards(&self, variable: &Variable) -> Option<Vec<Inst>> {
        let on_the_way: Option<Vec<Inst>> =
            variable.accesses.iter().filter_map(|at| self.checks_before(at)).min_by_key(Vec::len);
        if on_the_way.as_ref().is_some_and(Vec::is_empty) {
            return on_the_way;
        }
        let known = variable.accesses.iter().find_map(|at| self.known(at, variable));
        known.or(on_the_way).filter(|guards| guards.len() <= MOST_GUARDS)
    }

    /// The checks that the first turn comes to before an access, if they are of what does not change and nothing else can keep the turn from
    /// coming there.
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
        if licm::is_good(self.func, self.dominators, self.checked, &self.of, data.args[0]) {
            return readable(variable.place.offset).then(Vec::new);
        }
        let (mut address, mut offset) = (data.args[0], data.imm);
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
            (address, offset) = (data.args[0], offset.checked_add(data.imm)?);
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

    /// Whether the loop could only be left by what somebody else does, if these places are not looked at again; or not at all.
    fn waits(&self, variables: &[Variable]) -> bool {
        let leaves = |block: &&Block| self.func.successors(**block).any(|next| !self.inside.contains(&next));
        self.of.blocks.iter().filter(leaves).all(|block| {
            let end = self.func.end(*block).expect("a block of a loop has an end");
            end.args.iter().all(|arg| self.is_settled(*arg, variables, 0))
        })
    }

    /// Whether a value would be the same each time around.
    fn is_settled(&self, value: Value, variables: &[Variable], depth: u32) -> bool {
        if self.is_outside(value) {
            return true;
        }
        let Def::Result(def, _) = self.func.values[value].def else { return false };
        let data = &self.func.insts[def];
        let is_kept = || {
            let read = variables.iter().filter(|variable| variable.stores == Stores::None);
            read.flat_map(|variable| &variable.accesses).any(|at| at.inst == def)
        };
        let computes = || data.op.row().effects == Effects::NONE;
        match data.op {
            Opcode::Load => is_kept(),
            _ => {
                depth < DEPTH
                    && computes()
                    && data.args.iter().all(|arg| self.is_settled(*arg, variables, depth + 1))
            }
        }
    }
}

/// Makes the variables of one loop.
struct Rewriter<'a> {
    func: &'a mut Function,
    dominators: &'a Dominators,
    preds: &'a Predecessors,
    plan: &'a Plan,
    to: &'a mut SecondaryMap<Value, Option<Value>>,
}

/// What stands for a variable outside its loop.
#[derive(Clone, Copy)]
struct Kept {
    address: Value,
    offset: i64,
    /// What was there in front of the loop.
    first: Value,
}

impl Rewriter<'_> {
    fn run(mut self) {
        loops::make_preheader(self.func, &self.plan.of);
        let Some(before) = loops::preheader(self.func, &self.plan.of) else { return };
        let kept = self.load(before);
        for variable in &self.plan.variables {
            counts::hit(match variable.stores {
                Stores::None => Rewrite::PromoteLoad,
                Stores::Stay => Rewrite::PromoteForward,
                Stores::Go => Rewrite::PromotePlace,
            });
        }
        let inside: HashSet<Block> = self.plan.of.blocks.iter().copied().collect();
        let order: Vec<Block> =
            self.dominators.order.iter().copied().filter(|b| inside.contains(b)).collect();
        let mut ends: HashMap<Block, Vec<Value>> = HashMap::default();
        for block in &order {
            let now = match self.has_params(*block) {
                true => self.params(*block, &kept),
                false => ends[&self.preds[*block][0]].clone(),
            };
            let now = self.block(*block, now);
            ends.insert(*block, now);
        }
        for block in &order {
            self.edges(*block, &ends[block], &inside, &kept);
        }
    }

    fn loc(&self, block: Block) -> LocId {
        let inst = self.func.blocks[block].insts.last().expect("a block has an end");
        self.func.insts[*inst].loc
    }

    /// Adds an instruction at the end of a block that has no end yet.
    fn push(
        &mut self,
        block: Block,
        op: Opcode,
        ty: Type,
        args: &[Value],
        loc: LocId,
        result: Option<Type>,
    ) -> Inst {
        self.push_with(block, op, ty, args, (0, 0), loc, result)
    }

    #[allow(clippy::too_many_arguments)]
    fn push_with(
        &mut self,
        block: Block,
        op: Opcode,
        ty: Type,
        args: &[Value],
        (imm, aux): (i64, u32),
        loc: LocId,
        result: Option<Type>,
    ) -> Inst {
        let data = InstData {
            op,
            ty,
            args: Values::from_slice(args),
            results: SmallVec::new(),
            imm,
            aux,
            targets: Vec::new(),
            loc,
        };
        let results: SmallVec<[Type; 1]> = result.into_iter().collect();
        let inst = self.func.add_inst(data, &results);
        self.func.blocks[block].insts.push(inst);
        inst
    }

    fn result(&self, inst: Inst) -> Value {
        self.func.insts[inst].results[0]
    }

    fn end(&mut self, block: Block, op: Opcode, args: &[Value], targets: Vec<Target>, loc: LocId) {
        let inst = self.push(block, op, Type::I64, args, loc, None);
        self.func.insts[inst].targets = targets;
    }

    fn jump(&mut self, block: Block, to: Target, loc: LocId) {
        self.end(block, Opcode::Jump, &[], vec![to], loc);
    }

    /// A new block behind another in the order of code, or cold and at its end.
    fn new_block(&mut self, behind: Option<Block>, cold: bool) -> Block {
        let block = self.func.blocks.push(Default::default());
        self.func.blocks[block].cold = cold;
        let at = behind.and_then(|behind| self.func.layout.iter().position(|b| *b == behind));
        match at {
            Some(at) => self.func.layout.insert(at + 1, block),
            None => self.func.layout.push(block),
        }
        block
    }

    /// Loads all variables in front of the loop.
    fn load(&mut self, before: Block) -> Vec<Kept> {
        let loc = self.loc(before);
        let jump = self.func.blocks[before].insts.pop().expect("a block has an end");
        let (mut block, mut copies) = (before, HashMap::default());
        let mut kept: Vec<Kept> = Vec::new();
        for variable in &self.plan.variables {
            let data = &self.func.insts[variable.accesses[0].inst];
            let (address, offset) = (data.args[0], data.imm);
            let address = self.compute(before, address, &mut copies);
            kept.push(Kept { address, offset, first: address });
        }
        let mut guards: Vec<&[Inst]> = self.plan.variables.iter().map(|v| &v.guards[..]).collect();
        guards.sort_unstable();
        guards.dedup();
        for guards in guards {
            let has = |n: &usize| self.plan.variables[*n].guards == guards;
            let of: Vec<usize> = (0..kept.len()).filter(has).collect();
            if guards.is_empty() {
                of.iter().for_each(|n| kept[*n].first = self.load_one(block, &kept[*n], *n, loc));
            } else {
                block = self.guarded(block, guards, &of, &mut kept, loc);
            }
        }
        self.func.blocks[block].insts.push(jump);
        for (variable, kept) in self.plan.variables.iter().zip(&kept) {
            if variable.stores != Stores::None {
                self.func.insts[jump].targets[0].args.push(kept.first);
            }
        }
        kept
    }

    fn load_one(&mut self, block: Block, kept: &Kept, n: usize, loc: LocId) -> Value {
        let ty = self.plan.variables[n].place.ty;
        let load = self.push_with(block, Opcode::Load, ty, &[kept.address], (kept.offset, 0), loc, Some(ty));
        self.result(load)
    }

    /// Loads these variables if checks hold: if not, the loop never comes to them. Returns where both ways meet.
    fn guarded(
        &mut self,
        block: Block,
        guards: &[Inst],
        of: &[usize],
        kept: &mut [Kept],
        loc: LocId,
    ) -> Block {
        counts::hit(Rewrite::PromoteGuard);
        let mut test = self.holds(block, guards[0], loc);
        for guard in &guards[1..] {
            let other = self.holds(block, *guard, loc);
            let both = self.push(block, Opcode::Iand, Type::I8, &[test, other], loc, Some(Type::I8));
            test = self.result(both);
        }
        let yes = self.new_block(Some(block), self.func.blocks[block].cold);
        let join = self.new_block(Some(yes), self.func.blocks[block].cold);
        let no = self.new_block(None, true);
        let target = |block| Target { block, args: Values::new() };
        self.end(block, Opcode::Brif, &[test], vec![target(yes), target(no)], loc);
        let (mut loaded, mut absent) = (Values::new(), Values::new());
        for n in of {
            let ty = self.plan.variables[*n].place.ty;
            loaded.push(self.load_one(yes, &kept[*n], *n, loc));
            let op = match ty {
                Type::F32 | Type::F64 => Opcode::Fconst,
                Type::Ref => Opcode::Null,
                Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Dyn => Opcode::Iconst,
            };
            let none = self.push(no, op, if ty == Type::Ref { Type::I64 } else { ty }, &[], loc, Some(ty));
            absent.push(self.result(none));
            kept[*n].first = self.func.add_param(join, ty);
        }
        self.jump(yes, Target { block: join, args: loaded }, loc);
        self.jump(no, Target { block: join, args: absent }, loc);
        join
    }

    /// Whether a check of the loop would hold.
    fn holds(&mut self, block: Block, check: Inst, loc: LocId) -> Value {
        let data = &self.func.insts[check];
        let (op, args) = (data.op, data.args.clone());
        let test = match op {
            Opcode::Bounds => self.push(block, Opcode::Ult, Type::I64, &args, loc, Some(Type::I8)),
            Opcode::NilCheck => {
                let null = self.push(block, Opcode::Null, Type::I64, &[], loc, Some(Type::Ref));
                let null = self.result(null);
                self.push(block, Opcode::Ine, Type::Ref, &[args[0], null], loc, Some(Type::I8))
            }
            _ => {
                let zero = self.push(block, Opcode::Iconst, Type::I8, &[], loc, Some(Type::I8));
                let zero = self.result(zero);
                self.push(block, Opcode::Ieq, Type::I8, &[args[0], zero], loc, Some(Type::I8))
            }
        };
        self.result(test)
    }

    /// Computes a value again that the loop computes from what does not change.
    fn compute(&mut self, before: Block, value: Value, copies: &mut HashMap<Value, Value>) -> Value {
        let Def::Result(def, _) = self.func.values[value].def else { return value };
        let inside = |block: &Block| self.func.blocks[*block].insts.contains(&def);
        if !self.plan.of.blocks.iter().any(inside) {
            return value;
        }
        if let Some(copy) = copies.get(&value) {
            return *copy;
        }
        let mut data = self.func.insts[def].clone();
        for arg in &mut data.args {
            *arg = self.compute(before, *arg, copies);
        }
        let copy = self.func.add_inst(data, &[self.func.ty(value)]);
        self.func.blocks[before].insts.push(copy);
        let copy = self.result(copy);
        copies.insert(value, copy);
        copy
    }

    /// What the variables are where ways meet: parameters of those that change.
    fn params(&mut self, block: Block, kept: &[Kept]) -> Vec<Value> {
        let all = self.plan.variables.iter().zip(kept);
        let param = |(variable, kept): (&Variable, &Kept)| match variable.stores {
            Stores::None => kept.first,
            Stores::Stay | Stores::Go => self.func.add_param(block, variable.place.ty),
        };
        all.map(param).collect()
    }

    /// Does a block with variables; returns what they are at its end.
    fn block(&mut self, block: Block, mut now: Vec<Value>) -> Vec<Value> {
        let mut insts = std::mem::take(&mut self.func.blocks[block].insts);
        insts.retain(|inst| {
            let data = &self.func.insts[*inst];
            let is_access = matches!(data.op, Opcode::Load | Opcode::Store);
            let Some(n) = is_access.then(|| self.variable(*inst)).flatten() else { return true };
            if data.op == Opcode::Load {
                self.to[data.results[0]] = Some(now[n]);
                return false;
            }
            now[n] = data.args[1];
            self.plan.variables[n].stores == Stores::Stay
        });
        self.func.blocks[block].insts = insts;
        now
    }

    fn variable(&self, inst: Inst) -> Option<usize> {
        let has = |variable: &Variable| variable.accesses.iter().any(|at| at.inst == inst);
        self.plan.variables.iter().position(has)
    }

    /// Passes the variables on along the edges from a block of the loop, and stores on those that leave it.
    fn edges(&mut self, block: Block, now: &[Value], inside: &HashSet<Block>, kept: &[Kept]) {
        let end = *self.func.blocks[block].insts.last().expect("a block has an end");
        let passed: Vec<Value> = (0..now.len())
            .filter(|n| self.plan.variables[*n].stores != Stores::None)
            .map(|n| now[n])
            .collect();
        let any_go = self.plan.variables.iter().any(|variable| variable.stores == Stores::Go);
        for n in 0..self.func.insts[end].targets.len() {
            let to = self.func.insts[end].targets[n].block;
            if inside.contains(&to) {
                if self.has_params(to) {
                    self.func.insts[end].targets[n].args.extend_from_slice(&passed);
                }
            } else if any_go {
                self.leave(block, end, n, now, kept);
            }
        }
    }

    /// Stores where an edge leaves the loop.
    fn leave(&mut self, block: Block, end: Inst, n: usize, now: &[Value], kept: &[Kept]) {
        let loc = self.func.insts[end].loc;
        let cold = self.func.blocks[self.func.insts[end].targets[n].block].cold;
        let out = self.new_block(Some(block), cold);
        let target = Target { block: out, args: Values::new() };
        let target = std::mem::replace(&mut self.func.insts[end].targets[n], target);
        for (n, variable) in self.plan.variables.iter().enumerate() {
            if variable.stores == Stores::Go {
                let (ty, args) = (variable.place.ty, [kept[n].address, now[n]]);
                self.push_with(out, Opcode::Store, ty, &args, (kept[n].offset, 0), loc, None);
            }
        }
        self.jump(out, target, loc);
    }

    /// Whether the variables come to a block of the loop as its parameters.
    fn has_params(&self, block: Block) -> bool {
        block == self.plan.of.header || self.preds[block].len() != 1
    }
}
