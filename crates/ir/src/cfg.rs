//! The control-flow graph: orders, predecessors, dominators, liveness, and what keeps the graph tidy.

use std::collections::BTreeSet;

use purlin_base::SecondaryMap;
use smallvec::SmallVec;

use crate::func::*;

/// Reverse postorder from the entry (and the handler), without recursion.
pub fn reverse_postorder(func: &Function) -> Vec<Block> {
    let mut order = Vec::with_capacity(func.blocks.len());
    let mut seen: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
    // The handler is walked first, so that in reverse it comes after everything the entry reaches.
    let roots = func.handler.into_iter().chain(func.layout.first().copied());
    for root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut stack: Vec<(Block, SmallVec<[Block; 2]>)> = vec![(root, func.successors(root).collect())];
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !seen[next] => {
                    seen[next] = true;
                    let successors = func.successors(next).collect();
                    stack.push((next, successors));
                }
                Some(_) => {}
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

/// The blocks that jump to each block; a block that does so twice is there twice.
pub fn predecessors(func: &Function) -> SecondaryMap<Block, SmallVec<[Block; 4]>> {
    let mut preds: SecondaryMap<Block, SmallVec<[Block; 4]>> = purlin_base::filled(func.blocks.len());
    for block in &func.layout {
        for next in func.successors(*block) {
            preds[next].push(*block);
        }
    }
    preds
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

/// Immediate dominators, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
/// The handler has none, like the entry.
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
        let mut idom: SecondaryMap<Block, Option<Block>> = purlin_base::filled(func.blocks.len());
        let is_root = |b: Block| b == func.entry() || Some(b) == func.handler;
        // Blocks that both roots reach have no dominator either: `None` among visited blocks means a root.
        let mut visited: SecondaryMap<Block, bool> = purlin_base::filled(func.blocks.len());
        let mut changed = true;
        while changed {
            changed = false;
            for block in &order {
                let new = if is_root(*block) {
                    None
                } else {
                    let mut common: Option<Option<Block>> = None;
                    for pred in preds[*block].iter().filter(|p| visited[**p]) {
                        common = Some(match common {
                            None => Some(*pred),
                            Some(other) => intersect(&number, &idom, other, *pred),
                        });
                    }
                    common.flatten()
                };
                if idom[*block] != new || !visited[*block] {
                    idom[*block] = new;
                    visited[*block] = true;
                    changed = true;
                }
            }
        }
        let span = spans(&idom, &order);
        Dominators { number, idom, span, order }
    }

    /// The closest block that every way to `block` goes through.
    pub fn idom(&self, block: Block) -> Option<Block> {
        self.idom[block]
    }

    pub fn is_reachable(&self, block: Block) -> bool {
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

/// Lays the dominator tree out in preorder, without walking it: in reverse postorder a block stands after
/// its dominator.
fn spans(idom: &SecondaryMap<Block, Option<Block>>, order: &[Block]) -> SecondaryMap<Block, (u32, u32)> {
    let mut size: SecondaryMap<Block, u32> = purlin_base::filled(order.len());
    for block in order.iter().rev() {
        size[*block] += 1;
        if let Some(up) = idom[*block] {
            size[up] += size[*block];
        }
    }
    let mut span: SecondaryMap<Block, (u32, u32)> = purlin_base::filled(order.len());
    // Where the next child of each block goes; that of the roots apart.
    let mut next: SecondaryMap<Block, u32> = purlin_base::filled(order.len());
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

fn intersect(
    number: &SecondaryMap<Block, u32>,
    idom: &SecondaryMap<Block, Option<Block>>,
    a: Option<Block>,
    b: Block,
) -> Option<Block> {
    let (mut a, mut b) = (a?, b);
    while a != b {
        while number[a] > number[b] {
            a = idom[a]?;
        }
        while number[b] > number[a] {
            b = idom[b]?;
        }
        if number[a] == number[b] && a != b {
            return None;
        }
    }
    Some(a)
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

/// The blocks that use each value and do not define it.
fn uses_elsewhere(
    func: &Function,
    homes: &SecondaryMap<Value, Option<Block>>,
) -> SecondaryMap<Value, SmallVec<[Block; 2]>> {
    let mut uses: SecondaryMap<Value, SmallVec<[Block; 2]>> = purlin_base::filled(func.values.len());
    for block in &func.layout {
        for inst in &func.blocks[*block].insts {
            for value in func.insts[*inst].uses() {
                if homes[value] != Some(*block) && uses[value].last() != Some(block) {
                    uses[value].push(*block);
                }
            }
        }
    }
    uses
}

/// Turns what is live after `inst` into what is live before it.
pub fn step_back(func: &Function, inst: Inst, live: &mut BTreeSet<Value>) {
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
        let mut to: SecondaryMap<Value, Option<Value>> = SecondaryMap::new();
        let mut incoming: SecondaryMap<Block, Vec<Incoming>> = purlin_base::filled(func.blocks.len());
        for block in &func.layout {
            incoming[*block] = vec![Incoming::Nothing; func.blocks[*block].params.len()];
        }
        for block in &func.layout {
            let Some(end) = func.end(*block) else { continue };
            for target in &end.targets {
                let params = &func.blocks[target.block].params;
                for (n, arg) in target.args.iter().enumerate() {
                    let seen = &mut incoming[target.block][n];
                    *seen = match *seen {
                        _ if *arg == params[n] => *seen,
                        Incoming::Nothing => Incoming::One(*arg),
                        Incoming::One(v) if v == *arg => *seen,
                        Incoming::One(_) | Incoming::Many => Incoming::Many,
                    };
                }
            }
        }
        let mut drop: SecondaryMap<Block, Vec<bool>> = purlin_base::filled(func.blocks.len());
        let mut changed = false;
        for block in func.layout.iter().skip(1) {
            let flags: Vec<bool> = incoming[*block].iter().map(|i| matches!(i, Incoming::One(_))).collect();
            if flags.iter().any(|f| *f) {
                for (n, one) in incoming[*block].iter().enumerate() {
                    if let Incoming::One(v) = one {
                        to[func.blocks[*block].params[n]] = Some(*v);
                    }
                }
                drop[*block] = flags;
                changed = true;
            }
        }
        if !changed {
            return any;
        }
        any = true;
        for block in func.layout.clone() {
            let flags = &drop[block];
            retain_unflagged(&mut func.blocks[block].params, flags);
            let Some(last) = func.blocks[block].insts.last().copied() else { continue };
            for target in &mut func.insts[last].targets {
                let flags = &drop[target.block];
                let mut n = 0;
                target.args.retain(|_| {
                    n += 1;
                    !flags.get(n - 1).copied().unwrap_or(false)
                });
            }
        }
        func.replace_uses(to);
        renumber_params(func);
    }
}

#[derive(Clone, Copy)]
enum Incoming {
    Nothing,
    One(Value),
    Many,
}

fn retain_unflagged(params: &mut Vec<Value>, flags: &[bool]) {
    let mut n = 0;
    params.retain(|_| {
        n += 1;
        !flags.get(n - 1).copied().unwrap_or(false)
    });
}

/// Sets every parameter's definition to its place after some were dropped.
pub fn renumber_params(func: &mut Function) {
    for block in &func.layout {
        for (n, param) in func.blocks[*block].params.iter().enumerate() {
            func.values[*param].def = Def::Param(*block, n as u32);
        }
    }
}
