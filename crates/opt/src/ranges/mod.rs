//! Ranges: what integers may be and how they bound each other, from conditions, checks and loops. Checks that
//! cannot fail go, comparisons that always have one result become it, and division of what is never negative
//! becomes unsigned.
//!
//! The function is walked along its dominator tree, with the facts of a branch known below it. What a loop's
//! parameters are is supposed first (what comes in from above), then given way to where an edge back breaks
//! it, until a walk breaks nothing: by induction it holds then. Only what the last walk found is done.
//!
//! Knows nothing of memory: a length that is loaded again is another value.

mod facts;
mod interval;

use purlin_base::SecondaryMap;
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{Block, Def, FuncId, Function, Imm, Inst, InstData, Module, Opcode, Target, Type, Value};

use crate::clean;
use crate::counts::{self, Rewrite};
use facts::{AtMost, Facts, Mark};
use interval::Interval;

/// So many walks, then nothing is done.
const WALKS: usize = 12;

/// Does what is known to be sound.
pub(crate) fn run(func: &mut Function, module: &Module, id: FuncId) -> bool {
    let found = Walk::new(func).findings();
    if found.is_empty() {
        return false;
    }
    let mut decided = false;
    for (inst, finding) in found {
        decided |= finding.apply(func, inst);
    }
    for block in func.layout.clone() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|inst| !is_gone(&func.insts[*inst]));
        func.blocks[block].insts = insts;
    }
    if decided {
        cfg::remove_unreachable(func);
        clean::run(func, module, id);
    }
    true
}

/// A check without operands is one that was dropped.
fn is_gone(data: &InstData) -> bool {
    let is_check = matches!(data.op, Opcode::Bounds | Opcode::NilCheck | Opcode::TrapIf | Opcode::AssumeLe);
    is_check && data.args.is_empty()
}

/// What may be done with an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    /// The check cannot fail.
    Holds,
    /// The comparison is always that.
    Is(bool),
    /// The branch always goes to its first target (true) or its second.
    Goes(bool),
    /// Both operands are natural: the unsigned op does the same for less.
    Unsigned(Opcode),
}

impl Finding {
    fn rewrite(self, op: Opcode) -> Rewrite {
        match self {
            Finding::Holds if op == Opcode::AssumeLe => Rewrite::RangesAssumed,
            Finding::Holds if op == Opcode::Bounds => Rewrite::RangesBounds,
            Finding::Holds if op == Opcode::NilCheck => Rewrite::RangesNilCheck,
            Finding::Holds => Rewrite::RangesTrapIf,
            Finding::Is(_) => Rewrite::RangesCompare,
            Finding::Goes(_) => Rewrite::RangesBranch,
            Finding::Unsigned(_) => Rewrite::RangesUnsigned,
        }
    }

    /// Changes the instruction; true if blocks may have become unreachable.
    fn apply(self, func: &mut Function, inst: Inst) -> bool {
        let data = &mut func.insts[inst];
        counts::hit(self.rewrite(data.op));
        match self {
            Finding::Holds => data.args.clear(),
            Finding::Is(truth) => {
                data.op = Opcode::Iconst;
                data.ty = Type::I8;
                data.imm = Imm::Int(i64::from(truth));
                data.args.clear();
            }
            Finding::Goes(first) => {
                let target = data.targets.swap_remove(usize::from(!first));
                data.targets = vec![target];
                data.args.clear();
                data.op = Opcode::Jump;
                data.ty = Type::I64;
                return true;
            }
            Finding::Unsigned(op) => data.op = op,
        }
        false
    }
}

/// What is supposed of a parameter of a loop's header.
#[derive(Clone, Debug, Default)]
struct Supposed {
    interval: Option<Interval>,
    at_most: Vec<AtMost>,
}

/// What stands for a value on an edge: for a parameter of the target its argument.
fn on_edge(func: &Function, edge: &Target, value: Value) -> Value {
    match func.values[value].def {
        Def::Param(block, n) if block == edge.block => edge.args[n as usize],
        Def::Param(..) | Def::Result(..) => value,
    }
}

struct Walk<'a> {
    func: &'a Function,
    dominators: Dominators,
    homes: SecondaryMap<Value, Option<Block>>,
    facts: Facts<'a>,
    /// Blocks that an edge leads back to, in the order of the walk.
    headers: SecondaryMap<Block, bool>,
    supposed: SecondaryMap<Block, Vec<Supposed>>,
    /// Of the current walk: which blocks it has come to, how many edges it has seen into each, and with what.
    seen: SecondaryMap<Block, bool>,
    edges: SecondaryMap<Block, u32>,
    incoming: SecondaryMap<Block, Vec<Option<Interval>>>,
    ways_in: SecondaryMap<Block, u32>,
    /// The edges that are there before a header is come to.
    forward: SecondaryMap<Block, u32>,
    /// Headers of which an edge back has been seen.
    tried: SecondaryMap<Block, bool>,
    broken: bool,
    found: Vec<(Inst, Finding)>,
}

impl<'a> Walk<'a> {
    fn new(func: &'a Function) -> Walk<'a> {
        let dominators = Dominators::new(func);
        let blocks = func.blocks.len();
        let mut walk = Walk {
            func,
            homes: cfg::homes(func),
            facts: Facts::new(func),
            headers: purlin_base::filled(blocks),
            supposed: purlin_base::filled(blocks),
            seen: purlin_base::filled(blocks),
            edges: purlin_base::filled(blocks),
            incoming: purlin_base::filled(blocks),
            ways_in: purlin_base::filled(blocks),
            forward: purlin_base::filled(blocks),
            tried: purlin_base::filled(blocks),
            broken: false,
            found: Vec::new(),
            dominators,
        };
        let mut place: SecondaryMap<Block, usize> = purlin_base::filled(blocks);
        for (n, block) in walk.dominators.order.iter().enumerate() {
            place[*block] = n;
        }
        for block in &walk.dominators.order {
            for next in func.successors(*block) {
                walk.ways_in[next] += 1;
                let back = place[next] <= place[*block];
                walk.headers[next] |= back;
                walk.forward[next] += u32::from(!back);
            }
        }
        walk
    }

    /// Walks until nothing breaks what is supposed.
    fn findings(mut self) -> Vec<(Inst, Finding)> {
        let order = self.dominators.preorder();
        for _ in 0..WALKS {
            self.broken = false;
            self.found.clear();
            self.seen = purlin_base::filled(self.func.blocks.len());
            self.edges = purlin_base::filled(self.func.blocks.len());
            self.incoming = purlin_base::filled(self.func.blocks.len());
            self.walk(&order);
            if !self.broken {
                return self.found;
            }
        }
        Vec::new()
    }

    fn walk(&mut self, order: &[Block]) {
        let mut open: Vec<(Block, Mark)> = Vec::new();
        let start = self.facts.mark();
        for block in order {
            while let Some((top, mark)) = open.last().copied()
                && self.dominators.idom(*block) != Some(top)
            {
                self.facts.back_to(mark);
                open.pop();
            }
            open.push((*block, self.facts.mark()));
            self.block(*block);
        }
        self.facts.back_to(start);
    }

    fn block(&mut self, block: Block) {
        self.seen[block] = true;
        self.params(block);
        self.on_the_way_in(block);
        for inst in &self.func.blocks[block].insts {
            self.inst(*inst);
        }
        if let Some(inst) = self.func.blocks[block].insts.last() {
            let data = &self.func.insts[*inst];
            for n in 0..data.targets.len() {
                let mark = self.facts.mark();
                self.assume_edge(data, n);
                self.edge(&data.targets[n]);
                self.facts.back_to(mark);
            }
        }
    }

    /// What a block's parameters are, from the edges seen so far, or from what is supposed.
    fn params(&mut self, block: Block) {
        let known =
            self.edges[block] == if self.headers[block] { self.forward[block] } else { self.ways_in[block] };
        let known = known && self.edges[block] > 0;
        for (n, param) in self.func.blocks[block].params.iter().enumerate() {
            let all = Interval::full(self.func.ty(*param));
            let coming = self.incoming[block].get(n).copied().flatten().filter(|_| known).unwrap_or(all);
            if !self.headers[block] {
                self.facts.define(*param, coming);
                continue;
            }
            let supposed = &mut self.supposed[block];
            if supposed.len() <= n {
                supposed.resize_with(n + 1, Supposed::default);
            }
            let interval = supposed[n].interval.map_or(coming, |i| i.join(coming));
            supposed[n].interval = Some(interval);
            self.facts.define(*param, interval);
            if !known {
                supposed[n].at_most.clear();
            }
        }
        // Only now, as these are about each other.
        for (param, supposed) in self.func.blocks[block].params.iter().zip(&self.supposed[block]) {
            for fact in &supposed.at_most {
                self.facts.add(*param, fact.other, fact.by);
            }
        }
    }

    /// What the branch into a block that has one way in says.
    fn on_the_way_in(&mut self, block: Block) {
        if self.ways_in[block] != 1 {
            return;
        }
        let Some(end) = self.dominators.idom(block).and_then(|up| self.func.end(up)) else { return };
        if let Some(n) = end.targets.iter().position(|t| t.block == block) {
            self.assume_edge(end, n);
        }
    }

    /// What is known on the way to an end's target.
    fn assume_edge(&mut self, end: &InstData, n: usize) {
        match end.op {
            Opcode::Brif | Opcode::Guard if end.targets[0] != end.targets[1] => {
                self.facts.assume(end.args[0], n == 0);
            }
            Opcode::Switch if n > 0 => {
                let case = self.func.switches[end.switch()][n - 1];
                self.facts.narrow(end.args[0], Interval::exact(case));
            }
            // wildcard: nothing is known on the other edges.
            _ => {}
        }
    }

    /// Brings an edge's arguments to its target.
    fn edge(&mut self, target: &Target) {
        let block = target.block;
        if self.seen[block] {
            if self.headers[block] {
                self.back(target);
            }
            return;
        }
        self.edges[block] += 1;
        self.incoming[block].resize(target.args.len(), None);
        for (n, arg) in target.args.iter().enumerate() {
            let interval = self.facts.interval(*arg);
            let all = self.incoming[block][n].map_or(interval, |i| i.join(interval));
            self.incoming[block][n] = Some(all);
            if let Some(supposed) = self.supposed[block].get_mut(n) {
                let facts = &self.facts;
                supposed
                    .at_most
                    .retain(|fact| facts.proves(*arg, on_edge(self.func, target, fact.other), fact.by));
            }
        }
    }

    /// An edge back to a header: is what was supposed there still so? What the first one to be seen knows of
    /// its arguments is supposed from the next walk on.
    fn back(&mut self, target: &Target) {
        let block = target.block;
        let first = !std::mem::replace(&mut self.tried[block], true);
        for (n, arg) in target.args.iter().enumerate() {
            let param = self.func.blocks[block].params[n];
            let interval = self.facts.interval(*arg);
            let candidates = if first { self.candidates(*arg, target) } else { Vec::new() };
            let supposed = &mut self.supposed[block][n];
            let now = supposed.interval.unwrap_or(interval);
            if !now.contains(interval) {
                supposed.interval = Some(now.widen(interval, self.func.ty(param)));
                self.broken = true;
            }
            if first {
                self.broken |= !candidates.is_empty();
                supposed.at_most = candidates;
                continue;
            }
            let (before, facts) = (supposed.at_most.len(), &self.facts);
            supposed
                .at_most
                .retain(|fact| facts.proves(*arg, on_edge(self.func, target, fact.other), fact.by));
            self.broken |= supposed.at_most.len() < before;
        }
    }

    /// What is known of an argument on an edge back, told of the parameter: what bounds it stays the same, or
    /// is another one.
    fn candidates(&self, arg: Value, edge: &Target) -> Vec<AtMost> {
        let mut found = Vec::new();
        for fact in self.facts.bounds_of(arg) {
            if self.is_above(fact.other, edge.block) {
                found.push(*fact);
            } else if let Some(n) = edge.args.iter().position(|a| *a == fact.other) {
                found.push(AtMost { other: self.func.blocks[edge.block].params[n], by: fact.by });
            }
        }
        found
    }

    /// Whether a value is defined before a loop begins.
    fn is_above(&self, value: Value, header: Block) -> bool {
        self.homes[value].is_some_and(|home| home != header && self.dominators.dominates(home, header))
    }

    fn inst(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        if let [result] = data.results[..] {
            let interval = self.facts.result(data, self.func.ty(result));
            self.facts.define(result, interval);
        }
        match (data.op, &data.args[..]) {
            (Opcode::Bounds, [index, length]) => {
                if self.facts.interval(*index).lo >= 0 && self.facts.proves(*index, *length, -1) {
                    self.found.push((inst, Finding::Holds));
                }
                self.facts.in_bounds(*index, *length);
            }
            (Opcode::AssumeLe, [a, b]) => {
                self.found.push((inst, Finding::Holds));
                self.facts.assume_le(*a, *b);
            }
            (Opcode::NilCheck, [object]) => {
                if self.facts.interval(*object) == Interval::NOT_NULL {
                    self.found.push((inst, Finding::Holds));
                }
                self.facts.narrow(*object, Interval::NOT_NULL);
            }
            (Opcode::TrapIf, [condition]) => {
                if self.facts.interval(*condition) == Interval::exact(0) {
                    self.found.push((inst, Finding::Holds));
                }
                self.facts.assume(*condition, false);
            }
            (Opcode::Brif, [condition]) => self.branch(inst, *condition),
            (Opcode::Sdiv | Opcode::Srem, [a, b])
                if self.facts.interval(*a).lo >= 0 && self.facts.interval(*b).lo >= 0 =>
            {
                let op = if data.op == Opcode::Sdiv { Opcode::Udiv } else { Opcode::Urem };
                self.found.push((inst, Finding::Unsigned(op)));
            }
            (op, [a, b]) if op.row().swap.is_some() && !data.results.is_empty() => {
                if let Some(truth) = self.facts.decides(op, *a, *b) {
                    self.facts.define(data.results[0], Interval::exact(i64::from(truth)));
                    self.found.push((inst, Finding::Is(truth)));
                }
            }
            // wildcard: nothing is found out about other ops.
            _ => {}
        }
    }

    fn branch(&mut self, inst: Inst, condition: Value) {
        let now = self.facts.interval(condition);
        // Constants are for `fold`, which came before.
        if let Def::Result(def, _) = self.func.values[condition].def
            && self.func.insts[def].op == Opcode::Iconst
        {
            return;
        }
        if now == Interval::exact(0) {
            self.found.push((inst, Finding::Goes(false)));
        } else if now.lo > 0 || now.hi < 0 {
            self.found.push((inst, Finding::Goes(true)));
        }
    }
}
