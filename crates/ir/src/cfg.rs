//! The control-flow graph: orders, predecessors, dominators, liveness, and what keeps the graph tidy.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::ops::Index;

use purlin_base::{EntityRef, SecondaryMap};
use smallvec::SmallVec;

use crate::func::*;
use crate::ids::*;
use crate::inst::*;

/// Reverse postorder from the entry (and the handler), without recursion.
pub fn reverse_postorder(func: &Function) -> Vec<Block> {
    reverse_postorder_along(func, |block| func.end(block).map_or(&[][..], |end| &end.targets))
}

/// Reverse postorder along those edges only that `targets` names for a block.
pub fn reverse_postorder_along<'f>(
    func: &'f Function,
    targets: impl Fn(Block) -> &'f [Target],
) -> Vec<Block> {
    let mut order = Vec::with_capacity(func.blocks.len());
    let mut seen: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    // The handler is walked first, so that in reverse it comes after everything the entry reaches.
    let roots = func.handler.into_iter().chain(func.layout.first().copied());
    for root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        // Each block with the targets that are still to be walked: the last first.
        let mut stack = vec![(root, targets(root))];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.split_last() {
                Some((next, others)) => {
                    *rest = others;
                    if !std::mem::replace(&mut seen[next.block], true) {
                        stack.push((next.block, targets(next.block)));
                    }
                }
                None => {
                    order.push(*block);
                    stack.pop();
                }
            }
        }
    }
    order.reverse();
    order
}

/// Marks as cold what is reached by cold blocks only.
pub fn spread_cold(func: &mut Function) {
    let hot = |block: Block| match func.end(block) {
        Some(end) if !func.blocks[block].cold => &end.targets[..],
        Some(_) | None => &[],
    };
    let mut warm: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    reverse_postorder_along(func, hot).into_iter().for_each(|block| warm[block] = true);
    for block in func.layout.clone() {
        func.blocks[block].cold |= !warm[block];
    }
}

/// A list for each key, all in one piece of memory.
pub struct Lists<K, V> {
    /// Where each list begins, and after the last one where that ends.
    starts: Vec<u32>,
    all: Vec<V>,
    keys: PhantomData<K>,
}

impl<K: EntityRef, V: Copy> Lists<K, V> {
    /// `pairs` passes all pairs to the function that it is given, twice in the same order, with keys below
    /// `keys`.
    fn new(keys: usize, pairs: impl Fn(&mut dyn FnMut(K, V)), none: V) -> Self {
        let mut starts = vec![0u32; keys + 2];
        // Lists are counted two places ahead, summed up one ahead, and that place moves on as the list is
        // filled.
        pairs(&mut |key, _| starts[key.index() + 2] += 1);
        for n in 2..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut all = vec![none; starts[keys + 1] as usize];
        pairs(&mut |key, value| {
            let at = &mut starts[key.index() + 1];
            all[*at as usize] = value;
            *at += 1;
        });
        Lists { starts, all, keys: PhantomData }
    }
}

impl<K: EntityRef, V> Index<K> for Lists<K, V> {
    type Output = [V];

    fn index(&self, key: K) -> &[V] {
        match self.starts.get(key.index()..key.index() + 2) {
            Some(&[from, to]) => &self.all[from as usize..to as usize],
            _ => &[],
        }
    }
}

/// The blocks that jump to each block.
pub type Predecessors = Lists<Block, Block>;

/// The blocks that jump to each block; a block that does so twice is there twice.
pub fn predecessors(func: &Function) -> Predecessors {
    let edges = |edge: &mut dyn FnMut(Block, Block)| {
        for block in &func.layout {
            func.successors(*block).for_each(|next| edge(next, *block));
        }
    };
    Lists::new(func.blocks.len(), edges, Block::new(0))
}

/// Whether there may be loops: without an edge that goes back in the order of code there are none. Far
/// cheaper than to find them, and most functions have none.
pub fn may_loop(func: &Function) -> bool {
    let mut seen: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    func.layout.iter().any(|block| {
        seen[*block] = true;
        func.successors(*block).any(|next| seen[next])
    })
}

/// Targets of back edges of a depth-first walk: every cycle has at least one.
pub fn loop_headers(func: &Function) -> SecondaryMap<Block, bool> {
    #[derive(Clone, Copy, PartialEq, Default)]
    enum State {
        #[default]
        New,
        Open,
        Done,
    }
    let mut headers: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    if !may_loop(func) {
        return headers;
    }
    let mut state: SecondaryMap<Block, State> = purlin_base::filled(func.blocks.len());
    for root in func.layout.first().copied().into_iter().chain(func.handler) {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Open;
        let mut stack: Vec<(Block, SmallVec<[Block; 2]>)> = vec![(root, func.successors(root).collect())];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) => match state[next] {
                    State::New => {
                        state[next] = State::Open;
                        let successors = func.successors(next).collect();
                        stack.push((next, successors));
                    }
                    State::Open => headers[next] = true,
                    State::Done => {}
                },
                None => {
                    state[*block] = State::Done;
                    stack.pop();
                }
            }
        }
    }
    headers
}

/// The blocks from which control may come back to them: those in a strongly connected component (Kosaraju,
/// 1978) that has an edge in it. Takes linear time.
pub fn in_loops(func: &Function) -> SecondaryMap<Block, bool> {
    let mut inside: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    if !may_loop(func) {
        return inside;
    }
    let preds = predecessors(func);
    let order = reverse_postorder(func);
    let mut left: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    order.iter().for_each(|b| left[*b] = true);
    let mut component = Vec::new();
    for root in order {
        if !std::mem::take(&mut left[root]) {
            continue;
        }
        component.clear();
        component.push(root);
        let mut next = 0;
        while let Some(block) = component.get(next).copied() {
            next += 1;
            component.extend(preds[block].iter().copied().filter(|p| std::mem::take(&mut left[*p])));
        }
        if component.len() > 1 || preds[root].contains(&root) {
            component.iter().for_each(|b| inside[*b] = true);
        }
    }
    inside
}

/// A block on a cycle that passes none of `stops`, if there is one.
pub fn cycle_outside(func: &Function, stops: &SecondaryMap<Block, bool>) -> Option<Block> {
    #[derive(Clone, Copy, PartialEq, Default)]
    enum State {
        #[default]
        New,
        Open,
        Done,
    }
    let mut state: SecondaryMap<Block, State> = purlin_base::filled(func.blocks.len());
    for root in &func.layout {
        if state[*root] != State::New || stops[*root] {
            continue;
        }
        state[*root] = State::Open;
        let mut stack: Vec<(Block, SmallVec<[Block; 2]>)> = vec![(*root, func.successors(*root).collect())];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if stops[next] => {}
                Some(next) => match state[next] {
                    State::New => {
                        state[next] = State::Open;
                        let successors = func.successors(next).collect();
                        stack.push((next, successors));
                    }
                    State::Open => return Some(next),
                    State::Done => {}
                },
                None => {
                    state[*block] = State::Done;
                    stack.pop();
                }
            }
        }
    }
    None
}

/// Immediate dominators, by one pass of Cooper, Harvey and Kennedy's algorithm ("A Simple, Fast Dominance
/// Algorithm", 2001), which is enough for almost all functions; for others by Lengauer and Tarjan's ("A Fast
/// Algorithm for Finding Dominators in a Flowgraph", 1979) in its simple form, which takes n log n on
/// whatever graph a program makes. The handler has none, like the entry.
pub struct Dominators {
    /// Position in reverse postorder, plus one; 0 for unreachable blocks.
    number: SecondaryMap<Block, u32>,
    idom: SecondaryMap<Block, Option<Block>>,
    /// Where the block and what it dominates stand in a preorder of the dominator tree: first, end.
    span: SecondaryMap<Block, (u32, u32)>,
    /// Reverse postorder.
    pub order: Vec<Block>,
}

impl Dominators {
    pub fn new(func: &Function) -> Dominators {
        let order = reverse_postorder(func);
        let preds = predecessors(func);
        let mut number: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
        for (n, block) in order.iter().enumerate() {
            number[*block] = n as u32 + 1;
        }
        let idom = in_one_pass(func, &order, &number, &preds)
            .unwrap_or_else(|| Forest::grow(func).idoms(func, &preds));
        let span = spans(func, &idom, &order);
        Dominators { number, idom, span, order }
    }

    /// The closest block that every way to `block` goes through.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block]
    }

    pub(crate) fn is_reachable(&self, block: Block) -> bool {
        self.number[block] != 0
    }

    /// The reachable blocks, each after its immediate dominator and everything that one dominates in a row.
    pub fn preorder(&self) -> Vec<Block> {
        let mut blocks = self.order.clone();
        blocks.sort_unstable_by_key(|b| self.span[*b].0);
        blocks
    }

    /// Whether every way to `b` goes through `a`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        if !self.is_reachable(a) || !self.is_reachable(b) {
            return a == b;
        }
        let (first, end) = self.span[a];
        (first..end).contains(&self.span[b].0)
    }
}

/// Immediate dominators where one pass over the blocks finds them: unless a cycle has several ways in, or
/// dominators are so deep in each other that it would take long. 0 stands above entry and handler.
fn in_one_pass(
    func: &Function,
    order: &[Block],
    number: &SecondaryMap<Block, u32>,
    preds: &Predecessors,
) -> Option<SecondaryMap<Block, Option<Block>>> {
    let mut dom = vec![0u32; order.len() + 1];
    let mut steps = 16 * order.len() + 64;
    let mut common = |dom: &[u32], mut a: u32, mut b: u32| {
        while a != b {
            steps = steps.checked_sub(1)?;
            if a > b { a = dom[a as usize] } else { b = dom[b as usize] }
        }
        Some(a)
    };
    let is_root = |block: Block| block == func.entry() || Some(block) == func.handler;
    for (n, block) in (1..).zip(order) {
        let before = preds[*block].iter().map(|p| number[*p]).filter(|p| (1..n).contains(p));
        let first = if is_root(*block) { Some(0) } else { None };
        let found = before.map(Some).try_fold(first, |a, b| match (a, b) {
            (Some(a), Some(b)) => common(&dom, a, b).map(Some),
            (a, b) => Some(a.or(b)),
        })?;
        dom[n as usize] = found?;
    }
    // Edges back must not lead around what was found without them.
    for (n, block) in (1..).zip(order) {
        for pred in preds[*block].iter().map(|p| number[*p]).filter(|p| *p >= n) {
            if common(&dom, pred, dom[n as usize])? != dom[n as usize] {
                return None;
            }
        }
    }
    let mut idom: SecondaryMap<Block, Option<Block>> = purlin_base::filled(func.blocks.len());
    for (block, dom) in order.iter().zip(&dom[1..]) {
        idom[*block] = dom.checked_sub(1).map(|n| order[n as usize]);
    }
    Some(idom)
}

/// Lays the dominator tree out in preorder, without walking it: in reverse postorder a block stands after
/// its dominator.
fn spans(
    func: &Function,
    idom: &SecondaryMap<Block, Option<Block>>,
    order: &[Block],
) -> SecondaryMap<Block, (u32, u32)> {
    let mut size: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
    for block in order.iter().rev() {
        size[*block] += 1;
        if let Some(up) = idom[*block] {
            size[up] += size[*block];
        }
    }
    let mut span: SecondaryMap<Block, (u32, u32)> = purlin_base::filled(func.blocks.len());
    // Where the next child of each block goes; that of the roots is a variable of its own.
    let mut next: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
    let mut next_root = 0;
    for block in order {
        let slot = match idom[*block] {
            Some(up) => &mut next[up],
            None => &mut next_root,
        };
        let first = *slot;
        *slot += size[*block];
        span[*block] = (first, first + size[*block]);
        next[*block] = first + 1;
    }
    span
}

/// What the algorithm knows of the block that a depth-first search met as the n-th. The search begins above
/// entry and handler, at 0, which is no block.
#[derive(Clone, Copy)]
struct Node {
    block: Block,
    parent: u32,
    /// The semidominator.
    semi: u32,
    dom: u32,
    /// The link upwards in the forest of what has been visited; [`UNLINKED`] at its roots.
    ancestor: u32,
    /// On the way from here up to the root of the forest, the node with the smallest semidominator.
    label: u32,
    /// The first node that this is the semidominator of, and the next with the same; 0 for none.
    bucket: u32,
    next: u32,
}

const UNLINKED: u32 = u32::MAX;

impl Node {
    fn new(block: Block, n: u32, parent: u32) -> Node {
        Node { block, parent, semi: n, dom: 0, ancestor: UNLINKED, label: n, bucket: 0, next: 0 }
    }
}

struct Forest {
    nodes: Vec<Node>,
    /// The number of a block, 0 if it is unreachable.
    number: SecondaryMap<Block, u32>,
    path: Vec<u32>,
}

impl Forest {
    fn grow(func: &Function) -> Forest {
        let mut forest = Forest {
            nodes: Vec::with_capacity(func.layout.len() + 1),
            number: purlin_base::filled(func.blocks.len()),
            path: Vec::new(),
        };
        forest.nodes.push(Node::new(func.entry(), 0, 0));
        let mut open: Vec<(Block, u32)> = func.handler.map(|h| (h, 0)).into_iter().collect();
        open.push((func.entry(), 0));
        while let Some((block, parent)) = open.pop() {
            if forest.number[block] != 0 {
                continue;
            }
            let n = forest.nodes.len() as u32;
            forest.number[block] = n;
            forest.nodes.push(Node::new(block, n, parent));
            open.extend(func.successors(block).filter(|b| forest.number[*b] == 0).map(|b| (b, n)));
        }
        forest
    }

    fn semi_of_label(&self, n: u32) -> u32 {
        self.nodes[self.nodes[n as usize].label as usize].semi
    }

    /// The node with the smallest semidominator on the way from `n` up to where the forest ends, that end
    /// excluded.
    fn eval(&mut self, n: u32) -> u32 {
        let above = |at: u32| self.nodes[at as usize].ancestor;
        let mut at = n;
        while above(at) != UNLINKED && above(above(at)) != UNLINKED {
            self.path.push(at);
            at = above(at);
        }
        while let Some(below) = self.path.pop() {
            let above = self.nodes[below as usize].ancestor;
            if self.semi_of_label(above) < self.semi_of_label(below) {
                self.nodes[below as usize].label = self.nodes[above as usize].label;
            }
            self.nodes[below as usize].ancestor = self.nodes[above as usize].ancestor;
        }
        self.nodes[n as usize].label
    }

    fn idoms(mut self, func: &Function, preds: &Predecessors) -> SecondaryMap<Block, Option<Block>> {
        let nodes = self.nodes.len() as u32;
        for w in (1..nodes).rev() {
            let Node { block, parent, .. } = self.nodes[w as usize];
            let is_root = block == func.entry() || Some(block) == func.handler;
            let mut semi = if is_root { 0 } else { w };
            for pred in &preds[block] {
                let v = self.number[*pred];
                if v != 0 {
                    let u = self.eval(v);
                    semi = semi.min(self.nodes[u as usize].semi);
                }
            }
            self.nodes[w as usize].semi = semi;
            self.nodes[w as usize].next = self.nodes[semi as usize].bucket;
            self.nodes[semi as usize].bucket = w;
            self.nodes[w as usize].ancestor = parent;
            let mut v = std::mem::take(&mut self.nodes[parent as usize].bucket);
            while v != 0 {
                let u = self.eval(v);
                let node = self.nodes[v as usize];
                let dom = if self.nodes[u as usize].semi < node.semi { u } else { parent };
                self.nodes[v as usize].dom = dom;
                v = node.next;
            }
        }
        let mut idom: SecondaryMap<Block, Option<Block>> = purlin_base::filled(func.blocks.len());
        for w in 1..nodes as usize {
            let node = self.nodes[w];
            if node.dom != node.semi {
                self.nodes[w].dom = self.nodes[node.dom as usize].dom;
            }
            let dom = self.nodes[w].dom;
            idom[node.block] = (dom != 0).then(|| self.nodes[dom as usize].block);
        }
        idom
    }
}

/// Which values are live where blocks begin and end: one walk a value, backwards from its uses to its
/// definition, after Boissinot et al., "Computing Liveness Sets for SSA-Form Programs" (2011). Takes time and
/// memory in proportion to the sets.
pub struct Liveness {
    live_in: SecondaryMap<Block, Vec<Value>>,
    live_out: SecondaryMap<Block, Vec<Value>>,
}

impl Liveness {
    /// Computes both sets for every block. Frame-state operands count as uses.
    pub fn new(func: &Function) -> Liveness {
        let preds = predecessors(func);
        let homes = homes(func);
        let uses = uses_elsewhere(func, &homes);
        let mut live = Liveness {
            live_in: purlin_base::filled(func.blocks.len()),
            live_out: purlin_base::filled(func.blocks.len()),
        };
        let mut work: Vec<Block> = Vec::new();
        for value in func.values.keys() {
            work.extend(&uses[value]);
            while let Some(block) = work.pop() {
                // Values come in order, so whether this one was here already shows at the end of the list.
                if live.live_in[block].last() == Some(&value) {
                    continue;
                }
                live.live_in[block].push(value);
                for pred in &preds[block] {
                    if live.live_out[*pred].last() != Some(&value) {
                        live.live_out[*pred].push(value);
                    }
                    if homes[value] != Some(*pred) {
                        work.push(*pred);
                    }
                }
            }
        }
        live
    }

    /// Live at the start of `block`, its parameters not counted, in the order of their numbers.
    pub fn live_in(&self, block: Block) -> &[Value] {
        &self.live_in[block]
    }

    /// Live at the end of `block`, what its end passes to targets not counted, in the order of their numbers.
    pub fn live_out(&self, block: Block) -> &[Value] {
        &self.live_out[block]
    }
}

/// The block that defines each value.
pub fn homes(func: &Function) -> SecondaryMap<Value, Option<Block>> {
    let mut homes: SecondaryMap<Value, Option<Block>> = purlin_base::filled(func.values.len());
    for block in &func.layout {
        let data = &func.blocks[*block];
        let results = data.insts.iter().flat_map(|i| &func.insts[*i].results);
        for value in data.params.iter().chain(results) {
            homes[*value] = Some(*block);
        }
    }
    homes
}

/// The blocks that use each value and do not define it, one for each use.
fn uses_elsewhere(func: &Function, homes: &SecondaryMap<Value, Option<Block>>) -> Lists<Value, Block> {
    let found = |found: &mut dyn FnMut(Value, Block)| {
        for block in &func.layout {
            for inst in &func.blocks[*block].insts {
                for value in func.insts[*inst].uses() {
                    if homes[value] != Some(*block) {
                        found(value, *block);
                    }
                }
            }
        }
    };
    Lists::new(func.values.len(), found, Block::new(0))
}

/// Turns what is live after `inst` into what is live before it.
pub(crate) fn step_back(func: &Function, inst: Inst, live: &mut BTreeSet<Value>) {
    let data = &func.insts[inst];
    for result in &data.results {
        live.remove(result);
    }
    live.extend(data.uses());
}

/// Drops the blocks that nothing reaches.
pub fn remove_unreachable(func: &mut Function) {
    let mut keep: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    for block in reverse_postorder(func) {
        keep[block] = true;
    }
    func.layout.retain(|b| keep[*b]);
    for (block, data) in func.blocks.iter_mut() {
        if !keep[block] {
            *data = BlockData::default();
        }
    }
}

/// Drops block parameters that always get the same value, until none is left; true if any was.
pub fn simplify_params(func: &mut Function) -> bool {
    let mut any = false;
    loop {
        // By parameter, as a value.
        let mut incoming: SecondaryMap<Value, Incoming> = purlin_base::filled(func.values.len());
        for block in &func.layout {
            let Some(end) = func.end(*block) else { continue };
            for target in &end.targets {
                for (param, arg) in func.blocks[target.block].params.iter().zip(&target.args) {
                    let seen = &mut incoming[*param];
                    *seen = match *seen {
                        _ if arg == param => *seen,
                        Incoming::Nothing => Incoming::One(*arg),
                        Incoming::One(v) if v == *arg => *seen,
                        Incoming::One(_) | Incoming::Many => Incoming::Many,
                    };
                }
            }
        }
        let mut to: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        for block in func.layout.iter().skip(1) {
            for param in &func.blocks[*block].params {
                if let Incoming::One(v) = incoming[*param] {
                    if to.capacity() == 0 {
                        to = purlin_base::filled(func.values.len());
                    }
                    to[*param] = Some(v);
                }
            }
        }
        if to.capacity() == 0 {
            return any;
        }
        any = true;
        let (blocks, insts) = (&mut func.blocks, &mut func.insts);
        for block in &func.layout {
            let Some(last) = blocks[*block].insts.last() else { continue };
            for target in &mut insts[*last].targets {
                let mut params = blocks[target.block].params.iter();
                target.args.retain(|_| params.next().is_none_or(|param| to[*param].is_none()));
            }
        }
        for block in &func.layout {
            blocks[*block].params.retain(|param| to[*param].is_none());
        }
        func.replace_uses(to);
        renumber_params(func);
    }
}

#[derive(Clone, Copy, Default)]
enum Incoming {
    #[default]
    Nothing,
    One(Value),
    Many,
}

/// Sets every parameter's definition to its place after some were dropped.
pub fn renumber_params(func: &mut Function) {
    for block in &func.layout {
        for (n, param) in func.blocks[*block].params.iter().enumerate() {
            func.values[*param].def = Def::Param(*block, n as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Opcode;
    use crate::types::Type;

    /// A function of blocks that only jump.
    fn graph(edges: &[Vec<usize>], handler: Option<usize>) -> (Function, Vec<Block>) {
        let mut func = Function::default();
        let blocks: Vec<Block> = edges.iter().map(|_| func.blocks.push(BlockData::default())).collect();
        for (block, to) in blocks.iter().zip(edges) {
            let targets = to.iter().map(|n| Target { block: blocks[*n], args: SmallVec::new() }).collect();
            let end = InstData::new(Opcode::Jump, Type::I64, &[], LocId::from_u32(0)).to(targets);
            let end = func.insts.push(end);
            func.blocks[*block].insts.push(end);
        }
        func.layout = blocks.clone();
        func.handler = handler.map(|n| blocks[n]);
        (func, blocks)
    }

    /// What is reached from the roots without going through `without`.
    fn reached(edges: &[Vec<usize>], handler: Option<usize>, without: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut open: Vec<usize> = handler.into_iter().chain([0]).collect();
        while let Some(n) = open.pop() {
            if Some(n) != without && !std::mem::replace(&mut seen[n], true) {
                open.extend(&edges[n]);
            }
        }
        seen
    }

    #[test]
    fn what_only_cold_blocks_reach_is_cold() {
        let (mut func, blocks) = graph(&[vec![1, 2], vec![5], vec![3, 4], vec![2], vec![5], vec![]], None);
        func.blocks[blocks[2]].cold = true;
        spread_cold(&mut func);
        let cold: Vec<bool> = blocks.iter().map(|block| func.blocks[*block].cold).collect();
        assert_eq!(cold, [false, false, true, true, true, false]);
    }

    #[test]
    fn dominators_are_what_every_way_goes_through() {
        let mut state = 1u64;
        let mut below = |n: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % n
        };
        for round in 0..400 {
            let n = 1 + below(14);
            let edges: Vec<Vec<usize>> = (0..n).map(|_| (0..below(4)).map(|_| below(n)).collect()).collect();
            let handler = (round % 3 == 0).then(|| below(n)).filter(|h| *h != 0);
            let (func, blocks) = graph(&edges, handler);
            let dominators = Dominators::new(&func);
            let whole = reached(&edges, handler, None);
            for a in 0..n {
                let without = reached(&edges, handler, Some(a));
                for b in (0..n).filter(|b| whole[*b] && whole[a]) {
                    let expected = a == b || !without[b];
                    assert_eq!(
                        dominators.dominates(blocks[a], blocks[b]),
                        expected,
                        "round {round}: {a} over {b} in {edges:?}, handler {handler:?}"
                    );
                }
                assert_eq!(dominators.is_reachable(blocks[a]), whole[a]);
            }
        }
    }

    #[test]
    fn dominators_of_a_long_switch_take_little_time() {
        // Tests one after the other, each with a case that goes to the end.
        let n = 100_000;
        let mut edges: Vec<Vec<usize>> = (0..n).map(|i| vec![n + i, (i + 1).min(n - 1)]).collect();
        edges.extend((0..n).map(|_| vec![2 * n]));
        edges.push(Vec::new());
        let (func, blocks) = graph(&edges, None);
        let dominators = Dominators::new(&func);
        assert_eq!(dominators.idom(blocks[2 * n]), Some(blocks[0]));
        assert_eq!(dominators.idom(blocks[n - 1]), Some(blocks[n - 2]));
    }
}
