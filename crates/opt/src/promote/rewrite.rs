//! Makes values of places.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{Dominators, Predecessors};
use purlin_ir::{Block, Def, Function, Imm, Inst, InstData, LocId, Opcode, Target, Type, Value, Values};
use smallvec::SmallVec;

use super::{Plan, Stores, Variable};
use crate::counts::{self, Rewrite};
use crate::loops;

/// Makes the variables of one loop.
pub(super) struct Rewriter<'a> {
    pub func: &'a mut Function,
    pub dominators: &'a Dominators,
    pub preds: &'a Predecessors,
    pub plan: &'a Plan,
    pub to: &'a mut SecondaryMap<Value, Option<Value>>,
}

/// What stands for a variable outside its loop.
#[derive(Clone, Copy)]
struct Kept {
    address: Value,
    offset: i64,
    /// What was there before the loop.
    first: Value,
}

impl Rewriter<'_> {
    pub(super) fn run(mut self) {
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
        self.push_with(block, op, ty, args, Imm::zero(op), loc, result)
    }

    #[allow(clippy::too_many_arguments)]
    fn push_with(
        &mut self,
        block: Block,
        op: Opcode,
        ty: Type,
        args: &[Value],
        imm: Imm,
        loc: LocId,
        result: Option<Type>,
    ) -> Inst {
        let data = InstData::new(op, ty, args, loc).with(imm);
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

    /// A new block after another in the order of code, or cold and at its end.
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

    /// Loads all variables before the loop.
    fn load(&mut self, before: Block) -> Vec<Kept> {
        let loc = self.loc(before);
        let jump = self.func.blocks[before].insts.pop().expect("a block has an end");
        let (mut block, mut copies) = (before, HashMap::default());
        let mut kept: Vec<Kept> = Vec::new();
        for variable in &self.plan.variables {
            let data = &self.func.insts[variable.accesses[0].inst];
            let (address, offset) = (data.args[0], data.offset());
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
        let place = Imm::Mem { offset: kept.offset, region: 0 };
        let load = self.push_with(block, Opcode::Load, ty, &[kept.address], place, loc, Some(ty));
        self.result(load)
    }

    /// Loads these variables if checks hold: if not, the loop never comes to them. Returns where both ways
    /// meet.
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
            // wildcard: `trap_if`, the only other check.
            _ => {
                let (inst, zero) = self.func.add_iconst(Type::I8, 0, loc);
                self.func.blocks[block].insts.push(inst);
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
                let place = Imm::Mem { offset: kept[n].offset, region: 0 };
                self.push_with(out, Opcode::Store, ty, &args, place, loc, None);
            }
        }
        self.jump(out, target, loc);
    }

    /// Whether the variables come to a block of the loop as its parameters.
    fn has_params(&self, block: Block) -> bool {
        block == self.plan.of.header || self.preds[block].len() != 1
    }
}
