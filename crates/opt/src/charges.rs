//! Where gas is taken: as few charges as can be on the ways that are taken often, and not one unit more or
//! less wherever something could tell.
//!
//! Polls, calls, whatever may trap, allocate or charge by itself, and the ends of a function look at what is
//! left: there the sum is what the front end asked for. Between two of them a charge may stand anywhere. So
//! code falls into regions between such places and the merge points where blocks meet, and each merge point
//! may have been paid for in advance, or be owed for, by any amount: its prepaid balance. A region takes what
//! it is due, less the balance it comes with, plus the balance it leaves. The regions that run most often
//! come first, and each is made free if a choice of balances allows it, at the price of others that run less
//! often. Those may even have to give back what was taken in advance, but nothing is ever owed for that: what
//! is left is at no time more than the program came with.
//!
//! Knows nothing of prices.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{
    Block, BlockData, Effects, FuncId, Function, Imm, Inst, InstData, Module, Opcode, Target, Type, Values,
};
use smallvec::SmallVec;

use crate::counts::{self, Rewrite};
use crate::loops::{self, Loop};

/// Code that asks for more at once is left as it is: sums of such charges could overflow.
const MAX_UNITS: u64 = 1 << 40;
/// So many merge points may change for one region.
const REACH: usize = 64;

/// Places the charges.
pub(crate) fn run(func: &mut Function, module: &Module, _: FuncId) -> bool {
    // Profiled code charges where the work is done.
    if module.counted.gas {
        return false;
    }
    if !func.layout.iter().flat_map(|b| &func.blocks[*b].insts).any(|i| func.insts[*i].op == Opcode::Charge) {
        return false;
    }
    let exits = part_exits(func);
    let mut graph = Graph::new(func);
    let fits = graph.regions.iter().all(|region| region.due.unsigned_abs() <= MAX_UNITS);
    let changed = fits && {
        graph.choose();
        place(func, &graph)
    };
    join_exits(func, exits);
    changed
}

/// An edge out of a loop that got a block of its own: where it starts, which of the targets there it is, and
/// the block.
struct Exit {
    from: Block,
    target: usize,
    between: Block,
}

/// Gives edges out of loops blocks of their own where others come in at the same place: what such a loop took
/// in advance can be given back there.
fn part_exits(func: &mut Function) -> Vec<Exit> {
    if !cfg::may_loop(func) {
        return Vec::new();
    }
    let loops = loops::find(func, &Dominators::new(func));
    let preds = cfg::predecessors(func);
    // Slow paths of arithmetic on words lead into other versions of loops. What ends a function is not worth
    // it.
    let slow = purlin_ir::floats::insts(func).any(|data| purlin_ir::ints::asks(data.op));
    let mut exits = Vec::new();
    // Inner loops come first, and an edge is looked at once: by the innermost loop that it starts in.
    let mut seen: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for of in loops {
        let fresh: Vec<Block> =
            of.blocks.iter().copied().filter(|b| !std::mem::replace(&mut seen[*b], true)).collect();
        for from in fresh {
            let Some(end) = func.end(from).filter(|end| end.op == Opcode::Brif) else { continue };
            let counts = |to: Block| preds[to].len() > 1 && (slow || !func.blocks[to].cold);
            let is_exit = |to: Block| !of.blocks.contains(&to) && counts(to);
            let targets: Vec<usize> = (0..2).filter(|n| is_exit(end.targets[*n].block)).collect();
            exits.extend(targets.into_iter().map(|target| split_exit(func, &of, from, target)));
        }
    }
    exits
}

/// Puts a block on an edge out of a loop, after the loop in the order of code.
fn split_exit(func: &mut Function, of: &Loop, from: Block, target: usize) -> Exit {
    let end = *func.blocks[from].insts.last().expect("a branch is an end");
    let to = func.insts[end].targets[target].block;
    let cold = func.blocks[from].cold || func.blocks[to].cold;
    let between = func.blocks.push(BlockData { cold, ..BlockData::default() });
    let to = Target { block: between, args: Values::new() };
    let to = std::mem::replace(&mut func.insts[end].targets[target], to);
    let jump = func.add_inst(loops::jump(to, func.insts[end].loc), &[]);
    func.blocks[between].insts.push(jump);
    let after = func.layout.iter().rposition(|b| of.blocks.contains(b)).expect("a loop is laid out") + 1;
    func.layout.insert(after, between);
    Exit { from, target, between }
}

/// Takes the blocks away again that nothing was charged in.
fn join_exits(func: &mut Function, exits: Vec<Exit>) {
    let mut gone: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for Exit { from, target, between } in exits {
        if let [jump] = func.blocks[between].insts[..] {
            let end = *func.blocks[from].insts.last().expect("a branch is an end");
            func.insts[end].targets[target] = func.insts[jump].targets[0].clone();
            gone[between] = true;
        }
    }
    func.layout.retain(|block| !gone[*block]);
}

/// Whether what is left must be right before an instruction.
pub(crate) fn looks(data: &InstData) -> bool {
    let looks = Effects::TRAP.or(Effects::CALL).or(Effects::ALLOC).or(Effects::METER);
    data.op == Opcode::Return || data.op != Opcode::Charge && data.op.row().effects.has(looks)
}

/// A merge point, by number; 0 is all the places that look: their balance is 0.
type MergePoint = usize;
const EXACT: MergePoint = 0;

/// Code between two places that look, or where blocks meet.
#[derive(Clone, Copy, Debug)]
struct Region {
    from: MergePoint,
    to: MergePoint,
    due: i64,
    /// How often it runs, roughly: 0 for cold code, and one more for each loop around it.
    often: u32,
    is_free: bool,
}

struct Graph {
    /// In the order of the layout.
    regions: Vec<Region>,
    balance: Vec<i64>,
    /// The regions that begin or end at each merge point.
    around: Vec<SmallVec<[usize; 4]>>,
}

impl Graph {
    fn new(func: &Function) -> Graph {
        let mut meets = Meets::new(func);
        let often = often(func);
        let mut regions = Vec::new();
        for block in &func.layout {
            let (mut from, mut due) = (meets.begin(*block), 0_i64);
            let mut push = |from, to, due| {
                regions.push(Region { from, to, due, often: often[*block], is_free: false });
            };
            for inst in &func.blocks[*block].insts {
                let data = &func.insts[*inst];
                if data.op == Opcode::Charge {
                    due = due.saturating_add(data.units());
                } else if looks(data) {
                    push(from, EXACT, due);
                    (from, due) = (EXACT, 0);
                }
            }
            push(from, meets.end(*block), due);
        }
        let mut around: Vec<SmallVec<[usize; 4]>> = vec![SmallVec::new(); meets.parent.len()];
        for (n, region) in regions.iter().enumerate() {
            around[region.from].push(n);
            around[region.to].push(n);
        }
        Graph { regions, balance: vec![0; around.len()], around }
    }

    /// What a region takes.
    fn takes(&self, n: usize) -> i64 {
        let region = &self.regions[n];
        region.due + self.balance[region.to] - self.balance[region.from]
    }

    fn choose(&mut self) {
        let mut order: Vec<usize> = (0..self.regions.len()).collect();
        order.retain(|n| {
            let region = &self.regions[*n];
            region.often > 0 && region.from != region.to
        });
        // What is free already stays so, and a charge before a poll is better than one after it: they are one
        // instruction.
        order.sort_by_key(|n| {
            let region = &self.regions[*n];
            (std::cmp::Reverse(region.often), region.due != 0, region.to == EXACT)
        });
        for n in order {
            let more = self.takes(n);
            let region = self.regions[n];
            let chosen = more == 0 || self.shift(region.from, more, n) || self.shift(region.to, -more, n);
            if chosen && more != 0 {
                counts::hit(Rewrite::ChargesCarry);
            }
            self.regions[n].is_free = chosen;
        }
    }

    /// Changes the balance of a merge point, and of those that this forces to change; false, and nothing
    /// changes, if region `n` would not be free then or another one could not be what it must.
    fn shift(&mut self, merge_point: MergePoint, by: i64, n: usize) -> bool {
        let mut before: SmallVec<[(MergePoint, i64); 8]> = SmallVec::new();
        let often = self.regions[n].often;
        let mut forced: SmallVec<[(usize, MergePoint); 8]> = SmallVec::new();
        let (mut at, mut by) = (merge_point, by);
        let fits = loop {
            if at == EXACT || before.len() == REACH {
                break false;
            }
            before.push((at, self.balance[at]));
            self.balance[at] += by;
            forced.extend(self.around[at].iter().map(|n| (*n, at)));
            // What cannot be as it is now: its far end moves the same way.
            let next = std::iter::from_fn(|| forced.pop()).find_map(|(n, near)| {
                let (region, takes) = (&self.regions[n], self.takes(n));
                let may_give = region.often < often && self.balance[region.to] >= 0;
                let is_wrong = takes < 0 && !may_give || region.is_free && takes != 0;
                let far = if region.from == near { (region.to, -takes) } else { (region.from, takes) };
                is_wrong.then_some(far)
            });
            match next {
                Some(far) => (at, by) = far,
                None => break self.takes(n) == 0,
            }
        };
        if !fits {
            before.iter().rev().for_each(|(at, balance)| self.balance[*at] = *balance);
        }
        fits
    }
}

/// The merge points: the ends of blocks and the beginnings of those they lead to are one.
struct Meets {
    parent: Vec<usize>,
}

impl Meets {
    fn new(func: &Function) -> Meets {
        let mut meets = Meets { parent: (0..=2 * func.blocks.len()).collect() };
        let entry = func.layout.first().copied();
        for block in entry.into_iter().chain(func.handler) {
            let begin = Self::number(block);
            meets.join(begin, EXACT);
        }
        for block in &func.layout {
            for next in func.successors(*block) {
                meets.join(Self::number(*block) + 1, Self::number(next));
            }
            if func.end(*block).is_some_and(looks) {
                meets.join(Self::number(*block) + 1, EXACT);
            }
        }
        meets
    }

    fn number(block: Block) -> usize {
        1 + 2 * block.index()
    }

    fn begin(&mut self, block: Block) -> MergePoint {
        self.find(Self::number(block))
    }

    fn end(&mut self, block: Block) -> MergePoint {
        self.find(Self::number(block) + 1)
    }

    fn find(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// The smaller number stays, so that [`EXACT`] does.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

fn often(func: &Function) -> SecondaryMap<Block, u32> {
    let mut often: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
    let loops = if cfg::may_loop(func) { loops::find(func, &Dominators::new(func)) } else { Vec::new() };
    for of in loops {
        of.blocks.iter().for_each(|b| often[*b] += 1);
    }
    func.layout.iter().for_each(|b| often[*b] = if func.blocks[*b].cold { 0 } else { often[*b] + 1 });
    often
}

/// Takes all charges out and puts in those that the regions ask for; true if that is a change.
fn place(func: &mut Function, graph: &Graph) -> bool {
    let (mut region, mut fewer, mut changed) = (0, 0_u64, false);
    for block in func.layout.clone() {
        let old = std::mem::take(&mut func.blocks[block].insts);
        let mut new = Vec::with_capacity(old.len());
        let mut rest = &old[..];
        while let [first, ..] = *rest {
            let looking = rest.iter().position(|i| looks(&func.insts[*i]));
            let code = &rest[..looking.unwrap_or(rest.len())];
            let is_charge = |inst: &&Inst| func.insts[**inst].op == Opcode::Charge;
            let others: Vec<Inst> = code.iter().filter(|inst| !is_charge(inst)).copied().collect();
            // Right before a poll a charge and the poll are one instruction, even where values are computed
            // before it.
            let at = looking.filter(|n| func.insts[rest[*n]].op == Opcode::Poll).map(|n| rest[n]);
            if at.is_none() {
                charge(func, &mut new, graph.takes(region), first);
            }
            new.extend(others);
            if let Some(poll) = at {
                charge(func, &mut new, graph.takes(region), poll);
            }
            new.extend(looking.map(|n| rest[n]));
            region += 1;
            rest = &rest[looking.map_or(rest.len(), |n| n + 1)..];
        }
        if old.last().is_some_and(|end| looks(&func.insts[*end])) {
            region += 1;
        }
        let charges = |insts: &[Inst]| -> Vec<(usize, i64)> {
            let charge = |(n, i): (usize, &Inst)| {
                let data = &func.insts[*i];
                (data.op == Opcode::Charge).then(|| (n, data.units()))
            };
            insts.iter().enumerate().filter_map(charge).collect()
        };
        let (had, has) = (charges(&old), charges(&new));
        fewer += had.len().saturating_sub(has.len()) as u64;
        changed |= had != has;
        func.blocks[block].insts = new;
    }
    counts::hits(Rewrite::ChargesJoin, fewer);
    changed
}

fn charge(func: &mut Function, to: &mut Vec<Inst>, units: i64, before: Inst) {
    if units == 0 {
        return;
    }
    let loc = func.insts[before].loc;
    let data = InstData::new(Opcode::Charge, Type::I64, &[], loc).with(Imm::Units(units));
    let inst = func.add_inst(data, &[]);
    to.push(inst);
}
