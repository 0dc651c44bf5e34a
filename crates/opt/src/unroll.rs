//! Full unrolling: a loop of which it is known how often it goes around, if that is not often, becomes its
//! iterations, one after the other. What counts them are constants then, so that indices need no check,
//! places of arrays are known, and what such an array holds may become values (`scalars`).
//!
//! The number of iterations is found by going through them: what the header gets on the way in, if that is
//! constant, decides what the branches out of the loop do, and what the next iteration gets. Loops inside are
//! gone through as well, iteration by iteration, since how often they go around may depend on the loop around
//! them. The outermost loop that fits is taken; the loops in its iterations are for the next repetition.
//!
//! Charges and polls are copied with the rest, so gas is what it was, wherever it is looked at. Knows nothing
//! of what the copies become.

use purlin_base::map::{HashMap, HashSet};
use purlin_ir::cfg::{self, Dominators};
use purlin_ir::{
    Block, BlockData, Def, Effects, FuncId, Function, GasClass, Module, Opcode, Target, Type, Value, Values,
};

use crate::copies::{self, Copies};
use crate::counts::{self, Rewrite};
use crate::eval::{self, Const};
use crate::inline_cost::LARGE;
use crate::loops::{self, Loop, jump};

/// Iterations of the longest loop that is unrolled.
const MAX_ITERATIONS: usize = 32;
/// Ops that cost something, in all iterations of a loop, and of those in it.
const SIZE: usize = 800;
/// The limit for a loop with calls: what is done between calls is little of what it does.
const SIZE_WITH_CALLS: usize = 24;
/// Ops that are looked at to find out what a condition is.
const LOOKED_AT: u32 = 24;
/// Loops around a loop that are gone through together with it.
const DEPTH: u32 = 6;

/// Unrolls loops that are worth it.
pub(crate) fn run(func: &mut Function, _: &Module, _: FuncId) -> bool {
    let branches = func.layout.iter().any(|b| func.end(*b).is_some_and(|end| end.op == Opcode::Brif));
    if !branches || !cfg::may_loop(func) || instructions(func) >= LARGE {
        return false;
    }
    let dominators = Dominators::new(func);
    let found = loops::find(func, &dominators);
    if found.is_empty() {
        return false;
    }
    let plans = Nest::new(func, &dominators, found).plans();
    if plans.is_empty() {
        return false;
    }
    copies::forget_states(func);
    for plan in plans {
        // Of one before it is known by now that it never ends in a way that leads here.
        if !func.layout.contains(&plan.of.header) {
            continue;
        }
        counts::hit(Rewrite::UnrollFull);
        Unroll::new(func, plan).run();
    }
    cfg::simplify_params(func);
    true
}

fn instructions(func: &Function) -> usize {
    func.layout.iter().map(|b| func.blocks[*b].insts.len()).sum()
}

// --- which loops, and how often they go around

/// A loop that is going to be unrolled.
struct Plan {
    of: Loop,
    iterations: usize,
    decided: Vec<Decision>,
}

/// A branch of which it is known where it goes in one iteration.
#[derive(Clone, Copy)]
struct Decision {
    iteration: usize,
    branch: Block,
    target: usize,
}

/// A loop among others.
struct Node {
    of: Loop,
    inside: HashSet<Block>,
    /// The branches out of it that every iteration passes, in order.
    exits: Vec<Block>,
    /// Loops right inside.
    inner: Vec<usize>,
    /// Ops that cost something and are in no inner loop.
    size: usize,
    /// One of its blocks has a call, or it is not of a form that can be copied.
    calls: bool,
    instructions: usize,
}

/// How a loop goes.
struct Course {
    iterations: usize,
    /// Branches out of the loop. The last ends the last iteration.
    decided: Vec<Decision>,
    /// Ops in all iterations.
    size: usize,
}

/// What is known in an iteration: header parameters of the loop, then of those around it.
struct Iteration<'a> {
    params: HashMap<Value, Const>,
    around: Option<&'a Iteration<'a>>,
    depth: u32,
}

impl Iteration<'_> {
    fn get(&self, value: Value) -> Option<Const> {
        let mut iterations = std::iter::successors(Some(self), |iteration| iteration.around);
        iterations.find_map(|iteration| iteration.params.get(&value).copied())
    }
}

/// All loops of a function.
struct Nest<'a> {
    func: &'a Function,
    nodes: Vec<Node>,
    outermost: Vec<usize>,
    preds: cfg::Predecessors,
}

impl<'a> Nest<'a> {
    fn new(func: &'a Function, dominators: &Dominators, found: Vec<Loop>) -> Nest<'a> {
        let mut nodes: Vec<Node> = Vec::new();
        // Inner loops come before those around them, and wait here for these.
        let mut waiting: Vec<usize> = Vec::new();
        for of in found {
            let inside: HashSet<Block> = of.blocks.iter().copied().collect();
            let (inner, others) = waiting.iter().partition(|n| inside.contains(&nodes[**n].of.header));
            waiting = others;
            let mut node = Node {
                exits: exits(func, dominators, &of, &inside),
                of,
                inside,
                inner,
                size: 0,
                calls: false,
                instructions: 0,
            };
            node.measure(func, &nodes);
            waiting.push(nodes.len());
            nodes.push(node);
        }
        Nest { func, nodes, outermost: waiting, preds: cfg::predecessors(func) }
    }

    /// The outermost loops that can be unrolled, and are small enough.
    fn plans(mut self) -> Vec<Plan> {
        let mut room = LARGE.saturating_sub(instructions(self.func));
        let mut taken: Vec<(usize, Course)> = Vec::new();
        let mut work = std::mem::take(&mut self.outermost);
        while let Some(n) = work.pop() {
            let course = self.course(n, None).filter(|course| {
                let node = &self.nodes[n];
                let growth = (course.iterations - 1) * node.instructions;
                let most = if node.calls { SIZE_WITH_CALLS } else { SIZE };
                let fits = course.size <= most && growth <= room && !self.func.blocks[node.of.header].cold;
                room -= if fits { growth } else { 0 };
                fits
            });
            match course {
                Some(course) => taken.push((n, course)),
                None => work.extend(&self.nodes[n].inner),
            }
        }
        let mut nodes: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        let plan = |(n, course): (usize, Course)| {
            let of = nodes[n].take().expect("each loop is taken once").of;
            Plan { of, iterations: course.iterations, decided: course.decided }
        };
        taken.into_iter().map(plan).collect()
    }

    /// How a loop goes, if that is known and it is no more than may be unrolled.
    fn course(&self, n: usize, around: Option<&Iteration>) -> Option<Course> {
        let node = &self.nodes[n];
        let &[latch] = &node.of.latches[..] else { return None };
        let depth = around.map_or(0, |iteration| iteration.depth + 1);
        if depth > DEPTH {
            return None;
        }
        let ways_in = self.preds[node.of.header].iter().filter(|p| **p != latch);
        let mut iteration = Iteration { params: self.params(node, ways_in, around)?, around, depth };
        let (mut size, mut decided) = (0, Vec::new());
        for iterations in 1..=MAX_ITERATIONS {
            size += node.size;
            for inner in &node.inner {
                size += self.course(*inner, Some(&iteration))?.size;
            }
            if size > SIZE {
                return None;
            }
            for exit in &node.exits {
                let Some(target) = self.taken(*exit, &iteration) else { continue };
                decided.push(Decision { iteration: iterations - 1, branch: *exit, target });
                if self.func.end(*exit).is_some_and(|end| !node.inside.contains(&end.targets[target].block)) {
                    return Some(Course { iterations, decided, size });
                }
            }
            iteration.params = self.params(node, [&latch].into_iter(), Some(&iteration))?;
        }
        None
    }

    /// What is known of a header's parameters on these ways in; nothing at all will never end.
    fn params<'b>(
        &self,
        node: &Node,
        ways: impl Iterator<Item = &'b Block>,
        iteration: Option<&Iteration>,
    ) -> Option<HashMap<Value, Const>> {
        let header = node.of.header;
        let params = &self.func.blocks[header].params;
        let mut known: Vec<Option<Const>> = Vec::new();
        for (n, way) in ways.enumerate() {
            for target in self.func.end(*way)?.targets.iter().filter(|t| t.block == header) {
                let args = target.args.iter().map(|arg| self.value(*arg, iteration, &mut LOOKED_AT.clone()));
                if n == 0 && known.is_empty() {
                    known = args.collect();
                } else {
                    known
                        .iter_mut()
                        .zip(args)
                        .for_each(|(known, arg)| *known = known.filter(|k| Some(*k) == arg));
                }
            }
        }
        let known: HashMap<Value, Const> =
            params.iter().zip(known).filter_map(|(param, known)| Some((*param, known?))).collect();
        (!known.is_empty()).then_some(known)
    }

    /// Which of its targets a branch takes in this iteration, if that is known.
    fn taken(&self, branch: Block, iteration: &Iteration) -> Option<usize> {
        let condition = self.func.end(branch)?.args[0];
        let condition = self.value(condition, Some(iteration), &mut LOOKED_AT.clone())?;
        Some(usize::from(condition.bits == 0))
    }

    /// What a value is in this iteration.
    fn value(&self, value: Value, iteration: Option<&Iteration>, left: &mut u32) -> Option<Const> {
        let Def::Result(inst, 0) = self.func.values[value].def else { return iteration?.get(value) };
        let data = &self.func.insts[inst];
        if let Some(known) = eval::const_of(self.func, value) {
            return Some(known);
        }
        if !data.op.is_pure() || *left < data.args.len() as u32 {
            return None;
        }
        *left -= data.args.len() as u32;
        let mut args: Values = data.args.clone();
        let args: Option<Vec<Const>> = args.drain(..).map(|arg| self.value(arg, iteration, left)).collect();
        eval::eval(data.op, data.ty, &args?)
    }
}

impl Node {
    fn measure(&mut self, func: &Function, nodes: &[Node]) {
        let in_inner = |block: &Block| self.inner.iter().any(|n| nodes[*n].inside.contains(block));
        for block in &self.of.blocks {
            let own = !in_inner(block);
            for inst in &func.blocks[*block].insts {
                let op = func.insts[*inst].op;
                self.instructions += 1;
                self.size += usize::from(own && op.row().gas != GasClass::Free && op != Opcode::Jump);
                self.calls |= op != Opcode::Poll && op.row().effects.has(Effects::CALL);
            }
        }
    }
}

/// The branches out of a loop that every iteration passes.
fn exits(func: &Function, dominators: &Dominators, of: &Loop, inside: &HashSet<Block>) -> Vec<Block> {
    let &[latch] = &of.latches[..] else { return Vec::new() };
    let above =
        std::iter::successors(Some(latch), |block| dominators.idom(*block).filter(|_| *block != of.header));
    let leaves = |block: &Block| {
        let end = func.end(*block).filter(|end| end.op == Opcode::Brif);
        end.is_some_and(|end| end.targets.iter().any(|t| !inside.contains(&t.block)))
    };
    let mut exits: Vec<Block> = above.filter(leaves).collect();
    exits.reverse();
    exits
}

// --- copying the iterations

/// One loop that is being unrolled.
struct Unroll<'a> {
    copies: Copies<'a>,
    plan: Plan,
}

impl<'a> Unroll<'a> {
    fn new(func: &'a mut Function, plan: Plan) -> Unroll<'a> {
        let inside: HashSet<Block> = plan.of.blocks.iter().copied().collect();
        let mut blocks: Vec<Block> = func.layout.iter().copied().filter(|b| inside.contains(b)).collect();
        part_guards(func, &mut blocks);
        Unroll { copies: Copies::new(func, blocks), plan }
    }

    fn run(mut self) {
        let behind = self.copies.end_in_layout();
        let (header, latch) = (self.plan.of.header, self.plan.of.latches[0]);
        let mut iterations: Vec<HashMap<Block, Block>> =
            vec![self.copies.blocks.iter().map(|b| (*b, *b)).collect()];
        for _ in 1..self.plan.iterations {
            iterations.push(self.copies.copy());
        }
        let copies: Vec<Block> = iterations[1..]
            .iter()
            .flat_map(|iteration| self.copies.blocks.iter().map(|b| iteration[b]))
            .collect();
        self.copies.func.layout.splice(behind..behind, copies);
        for pair in iterations.windows(2) {
            self.copies.redirect(pair[0][&latch], pair[0][&header], pair[1][&header]);
        }
        for Decision { iteration, branch, target } in std::mem::take(&mut self.plan.decided) {
            always(self.copies.func, iterations[iteration][&branch], target);
        }
        cfg::remove_unreachable(self.copies.func);
        counts::hits(Rewrite::UnrollValue, self.copies.repair());
    }
}

/// A guard has its second target for itself, so that where it leads out each iteration needs one of its own.
fn part_guards(func: &mut Function, blocks: &mut Vec<Block>) {
    for block in blocks.clone() {
        let Some(end) = func.blocks[block].insts.last().copied() else { continue };
        let data = &func.insts[end];
        if data.op != Opcode::Guard || blocks.contains(&data.targets[1].block) {
            continue;
        }
        let (target, loc) = (data.targets[1].clone(), data.loc);
        let between = func.blocks.push(BlockData { cold: true, ..BlockData::default() });
        let types: Vec<Type> = target.args.iter().map(|arg| func.ty(*arg)).collect();
        let args: Values = types.iter().map(|ty| func.add_param(between, *ty)).collect();
        let jump = jump(Target { block: target.block, args }, loc);
        let jump = func.add_inst(jump, &[]);
        func.blocks[between].insts.push(jump);
        func.insts[end].targets[1].block = between;
        let at = func.layout.iter().position(|b| *b == block).expect("a block of the loop is laid out");
        func.layout.insert(at + 1, between);
        blocks.push(between);
    }
}

/// A branch always goes one way.
fn always(func: &mut Function, block: Block, target: usize) {
    let end = *func.blocks[block].insts.last().expect("a branch is an end");
    let data = &mut func.insts[end];
    *data = jump(data.targets.swap_remove(target), data.loc);
}
