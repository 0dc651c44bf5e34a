//! Software pipelining of recurrences: what a loop computes for its next iteration is computed while this
//! iteration decides by what the one before computed.
//!
//! A loop that steps a generator, divides, and then branches by the result waits twice each time around: for
//! a chain of long operations, and for a branch that cannot be predicted, after which alone the machine
//! starts on the next chain. Values that depend on nothing but themselves and what the loop does not change
//! are parameters of its header instead: the way in computes the first ones, each iteration those of the
//! next. What the last iteration computes is not wanted; so only what neither traps nor has effects moves.
//!
//! Knows nothing of what is drawn, nor how often branches go wrong.

use purlin_base::SecondaryMap;
use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{Block, Def, Effects, FuncId, Function, Inst, InstData, Module, Opcode, Value};
use smallvec::SmallVec;

use crate::counts::{self, Rewrite};
use crate::licm;
use crate::loops::{self, Loop};

/// Cycles that what moves must take, or else the machine hides them by itself.
const WORTH: u32 = 12;
/// Values that are carried around one loop, each in a register.
const MAX_CARRIED: usize = 4;
/// Instructions that are done once more than there are iterations.
const MAX_REPEATED_INSTS: usize = 16;
/// Loops of a function: what is known of it is found out again after each.
const MAX_LOOPS: usize = 8;

/// Pipelines the loops that are worth it.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let slow = |data: &InstData| cycles(data.op) >= SLOW;
    if !func.layout.iter().flat_map(|b| &func.blocks[*b].insts).any(|i| slow(&func.insts[*i])) {
        return false;
    }
    let mut headers: HashSet<Block> = HashSet::default();
    let mut changed = false;
    while let Some((of, chain)) = next(func, &headers).filter(|_| headers.len() < MAX_LOOPS) {
        headers.insert(of.header);
        if loops::preheader(func, &of).is_some() || loops::make_preheader(func, &of) {
            chain.carry(func, &of);
            changed = true;
        }
    }
    changed
}

/// A loop that is worth it, but for those that were done.
fn next(func: &Function, done: &HashSet<Block>) -> Option<(Loop, Chain)> {
    let dominators = Dominators::new(func);
    let (homes, users) = (cfg::homes(func), users(func));
    let loops = loops::find(func, &dominators);
    let mut left = loops.into_iter().filter(|of| !done.contains(&of.header) && !func.blocks[of.header].cold);
    left.find_map(|of| {
        let chain = CarriedSearch::new(func, &dominators, &homes, &users, &of).run()?;
        Some((of, chain))
    })
}

/// Who uses each value.
type Users = SecondaryMap<Value, SmallVec<[Inst; 2]>>;

fn users(func: &Function) -> Users {
    let mut users: Users = purlin_base::filled(func.values.len());
    for inst in func.layout.iter().flat_map(|b| &func.blocks[*b].insts) {
        // What polls show is found again when all passes are done.
        if !matches!(func.insts[*inst].op, Opcode::Poll | Opcode::Guard) {
            func.insts[*inst].uses().for_each(|value| users[value].push(*inst));
        }
    }
    users
}

/// An operation of so many cycles may be worth it.
const SLOW: u32 = 8;

/// About what an operation takes until others can have its result. Division is by constants.
fn cycles(op: Opcode) -> u32 {
    match op {
        Opcode::Fdiv | Opcode::Fsqrt => 13,
        Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem => SLOW,
        Opcode::SintToFloat | Opcode::UintToFloat | Opcode::Fadd | Opcode::Fsub | Opcode::Fmul => 4,
        Opcode::Imul => 3,
        Opcode::Iconst | Opcode::Fconst => 0,
        // wildcard: one cycle, about.
        _ => 1,
    }
}

/// What moves from one loop.
struct Chain {
    /// Definitions before uses.
    insts: Vec<Inst>,
    /// What others use of it.
    carried: Vec<Value>,
    /// The parameters it begins with, and what each is on the next iteration: a carried value.
    from: Vec<(usize, Value)>,
}

struct CarriedSearch<'a> {
    func: &'a Function,
    dominators: &'a Dominators,
    homes: &'a SecondaryMap<Value, Option<Block>>,
    users: &'a Users,
    of: &'a Loop,
    inside: HashSet<Block>,
    insts: Vec<Inst>,
    /// Values that were looked at, and whether they change from iteration to iteration.
    known: HashMap<Value, bool>,
    from: Vec<(usize, Value)>,
}

impl<'a> CarriedSearch<'a> {
    fn new(
        func: &'a Function,
        dominators: &'a Dominators,
        homes: &'a SecondaryMap<Value, Option<Block>>,
        users: &'a Users,
        of: &'a Loop,
    ) -> CarriedSearch<'a> {
        let inside = of.blocks.iter().copied().collect();
        let (insts, known, from) = Default::default();
        CarriedSearch { func, dominators, homes, users, of, inside, insts, known, from }
    }

    fn run(mut self) -> Option<Chain> {
        let deciding = self.decided_by();
        deciding.into_iter().find_map(|value| {
            self.insts.clear();
            self.known.clear();
            self.from.clear();
            self.chain(value)
        })
    }

    /// What the branches compare that stay in the loop either way.
    fn decided_by(&self) -> Vec<Value> {
        let mut values = Vec::new();
        for block in self.of.blocks.iter().filter(|b| !self.func.blocks[**b].cold) {
            let Some(end) = self.func.end(*block).filter(|end| end.op == Opcode::Brif) else { continue };
            let Some(compared) = self.func.made_by(end.args[0]) else { continue };
            if end.targets.iter().all(|t| self.inside.contains(&t.block)) {
                let slow = |v: &&Value| self.result(**v).is_some_and(|d| cycles(self.func.insts[d].op) > 1);
                values.extend(compared.args.iter().filter(slow));
            }
        }
        values
    }

    /// What computes a value inside the loop.
    fn result(&self, value: Value) -> Option<Inst> {
        match self.func.values[value].def {
            Def::Result(def, _) => self.homes[value].is_some_and(|b| self.inside.contains(&b)).then_some(def),
            Def::Param(..) => None,
        }
    }

    /// All that a value depends on, if it can move and is worth it.
    fn chain(&mut self, decides: Value) -> Option<Chain> {
        if !self.moves(decides, 0)?
            || self.insts.iter().map(|i| cycles(self.func.insts[*i].op)).sum::<u32>() < WORTH
        {
            return None;
        }
        let carried = self.carried();
        (carried.len() <= MAX_CARRIED).then(|| Chain {
            insts: std::mem::take(&mut self.insts),
            carried,
            from: std::mem::take(&mut self.from),
        })
    }

    /// Takes in what computes a value, operands first. Whether it changes from iteration to iteration; `None`
    /// if it must stay.
    fn moves(&mut self, value: Value, depth: usize) -> Option<bool> {
        if let Some(changes) = self.known.get(&value) {
            return Some(*changes);
        }
        if !self.homes[value].is_some_and(|home| self.inside.contains(&home)) {
            return Some(false);
        }
        let def = match self.func.values[value].def {
            Def::Param(block, n) if block == self.of.header => {
                self.known.insert(value, true);
                let next = self.on_next_turn(n as usize)?;
                // Itself, another parameter, or what the loop does not change: nothing is computed.
                self.result(next)?;
                self.from.push((n as usize, next));
                return self.moves(next, depth + 1)?.then_some(true);
            }
            Def::Param(..) => return None,
            Def::Result(def, _) => def,
        };
        let data = &self.func.insts[def];
        let pure = data.op.row().effects == Effects::NONE && data.op != Opcode::ElemAddr
            || licm::divides_by_constant(self.func, def);
        let home = self.homes[value]?;
        let each_turn = self.of.latches.iter().all(|latch| self.dominators.dominates(home, *latch));
        if !pure || !each_turn || data.results.len() != 1 || self.insts.len().max(depth) >= MAX_REPEATED_INSTS
        {
            return None;
        }
        let mut changes = false;
        for arg in &data.args {
            changes |= self.moves(*arg, depth + 1)?;
        }
        // A parameter among its operands may have led back to it already.
        if self.known.insert(value, changes).is_none() {
            self.insts.push(def);
        }
        Some(changes)
    }

    /// What all edges back bring for a parameter.
    fn on_next_turn(&self, n: usize) -> Option<Value> {
        let ends = self.of.latches.iter().filter_map(|latch| self.func.end(*latch));
        let targets = ends.flat_map(|end| &end.targets).filter(|t| t.block == self.of.header);
        let mut values = targets.map(|t| t.args[n]);
        let first = values.next()?;
        values.all(|v| v == first).then_some(first)
    }

    /// The values that others than the chain use, in the order of the chain.
    fn carried(&self) -> Vec<Value> {
        let used = |value: &Value| {
            self.from.iter().any(|(_, next)| next == value)
                || self.users[*value].iter().any(|inst| !self.insts.contains(inst))
        };
        let values = self.insts.iter().map(|i| self.func.insts[*i].results[0]);
        values.filter(|v| self.known[v] && used(v)).collect()
    }
}

impl Chain {
    /// Makes what others use parameters, and lets the chain begin with them.
    fn carry(&self, func: &mut Function, of: &Loop) {
        let before = loops::preheader(func, of).expect("a loop that was given a preheader");
        let first = self.first_turn(func, of, before);
        let mut to: SecondaryMap<Value, Option<Value>> = purlin_base::filled(func.values.len());
        for value in &self.carried {
            to[*value] = Some(func.add_param(of.header, func.ty(*value)));
            counts::hit(Rewrite::PipelineValue);
        }
        let mut insts: Vec<(Inst, InstData)> =
            self.insts.iter().map(|i| (*i, func.insts[*i].clone())).collect();
        let params = func.blocks[of.header].params.clone();
        for arg in insts.iter_mut().flat_map(|(_, data)| &mut data.args) {
            if let Some((_, next)) = self.from.iter().find(|(n, _)| params[*n] == *arg) {
                *arg = to[*next].expect("what is next is carried");
            }
        }
        func.replace_uses(to);
        for (inst, data) in insts {
            func.insts[inst].args = data.args;
        }
        for block in of.latches.iter().chain([&before]) {
            let values = if *block == before { &first } else { &self.carried };
            let end = *func.blocks[*block].insts.last().expect("a block with a successor has an end");
            let targets = func.insts[end].targets.iter_mut().filter(|t| t.block == of.header);
            targets.for_each(|t| t.args.extend(values.iter().copied()));
        }
    }

    /// Computes before the loop what its first iteration uses: the carried values.
    fn first_turn(&self, func: &mut Function, of: &Loop, before: Block) -> Vec<Value> {
        let end = *func.blocks[before].insts.last().expect("a preheader jumps");
        let mut now: HashMap<Value, Value> = HashMap::default();
        for (n, _) in &self.from {
            now.insert(func.blocks[of.header].params[*n], func.insts[end].targets[0].args[*n]);
        }
        for inst in &self.insts {
            let mut data = func.insts[*inst].clone();
            let (result, ty) = (data.results[0], func.ty(data.results[0]));
            data.results.clear();
            data.args.iter_mut().for_each(|arg| *arg = now.get(arg).copied().unwrap_or(*arg));
            let copy = func.add_inst(data, &[ty]);
            now.insert(result, func.insts[copy].results[0]);
            let at = func.blocks[before].insts.len() - 1;
            func.blocks[before].insts.insert(at, copy);
        }
        self.carried.iter().map(|value| now[value]).collect()
    }
}
