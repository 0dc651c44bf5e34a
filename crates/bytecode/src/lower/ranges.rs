//! Live ranges: where each register's slot must not be used for anything else.
//!
//! Each instruction has a number in the order of code, and each block's start has one before its first. At
//! number `n`, operands are read at time `2n` and results written at time `2n + 1`; parameters are written at
//! the time `2n` of their block's start. A range is a set of half-open intervals of time.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::{Block, Function, cfg};

use crate::lower::select::{Code, Kind, Reg, VInst};

/// Half-open, in time.
pub(super) type Span = (u32, u32);

pub(super) struct Ranges {
    /// The spans of each register, sorted and disjoint; none if it is never written.
    pub spans: Vec<Vec<Span>>,
    /// The number of each block's start.
    pub starts: SecondaryMap<Block, u32>,
}

/// Where a register is written.
#[derive(Clone, Copy)]
struct Def {
    block: Block,
    time: u32,
}

/// Calls `f` for each register that is read, wherever in the instruction.
pub(super) fn each_use(inst: &VInst, mut f: impl FnMut(Reg)) {
    inst.uses.iter().chain(&inst.keeps).for_each(|r| f(*r));
    match &inst.kind {
        Kind::Plain | Kind::Poll { .. } | Kind::Return => {}
        Kind::Call { callee, .. } | Kind::Tail { callee } => callee.iter().for_each(|r| f(*r)),
        Kind::Branch { edges, .. } => edges.iter().flat_map(|e| &e.args).for_each(|r| f(*r)),
        Kind::Switch { edges, .. } => edges.iter().flat_map(|e| &e.args).for_each(|r| f(*r)),
    }
}

/// Calls `f` for each register that is written.
pub(super) fn each_def(inst: &VInst, mut f: impl FnMut(Reg)) {
    inst.def.iter().for_each(|r| f(*r));
    if let Kind::Call { results, .. } = &inst.kind {
        results.iter().for_each(|r| f(*r));
    }
}

impl Ranges {
    pub(super) fn new(func: &Function, code: &Code) -> Ranges {
        let mut starts: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut ends: SecondaryMap<Block, u32> = SecondaryMap::new();
        let mut defs: Vec<Option<Def>> = vec![None; code.regs as usize];
        let mut uses: Vec<Vec<(Block, u32)>> = vec![Vec::new(); code.regs as usize];
        // What a branch computes is written on its first edge only, which is the only way into that block: on the
        // other one its slot still has what it had.
        let mut on_edges: Vec<(Reg, Block)> = Vec::new();
        let mut number = 0;
        for block in &code.order {
            starts[*block] = number;
            for param in &code.params[*block] {
                defs[*param as usize] = Some(Def { block: *block, time: 2 * number });
            }
            for inst in &code.blocks[*block] {
                number += 1;
                each_use(inst, |r| uses[r as usize].push((*block, 2 * number)));
                each_def(inst, |r| defs[r as usize] = Some(Def { block: *block, time: 2 * number + 1 }));
                if let (Kind::Branch { edges, .. }, Some(def)) = (&inst.kind, inst.def) {
                    on_edges.push((def, edges[0].to));
                }
            }
            number += 1;
            ends[*block] = 2 * number;
        }
        for (reg, to) in on_edges {
            defs[reg as usize] = Some(Def { block: to, time: 2 * starts[to] });
        }
        let preds = cfg::predecessors(func);
        let mut seen: Vec<u32> = vec![u32::MAX; func.blocks.len()];
        let mut spans = Vec::with_capacity(defs.len());
        for (reg, def) in defs.iter().enumerate() {
            let mut list: Vec<Span> = Vec::new();
            let Some(def) = def else {
                spans.push(list);
                continue;
            };
            list.push((def.time, def.time + 1));
            let mut live_out: Vec<Block> = Vec::new();
            let mut visit = |block: Block, live_out: &mut Vec<Block>| {
                for pred in preds[block].iter().filter(|p| ends[**p] != 0) {
                    if std::mem::replace(&mut seen[pred.index()], reg as u32) != reg as u32 {
                        live_out.push(*pred);
                    }
                }
            };
            for (block, time) in &uses[reg] {
                if *block == def.block && *time > def.time {
                    list.push((def.time, time + 1));
                } else {
                    list.push((2 * starts[*block], time + 1));
                    visit(*block, &mut live_out);
                }
            }
            while let Some(block) = live_out.pop() {
                if block == def.block {
                    list.push((def.time, ends[block]));
                } else {
                    list.push((2 * starts[block], ends[block]));
                    visit(block, &mut live_out);
                }
            }
            spans.push(merge(list));
        }
        Ranges { spans, starts }
    }
}

impl Ranges {
    /// Whether a register's slot holds its value at a time.
    pub(super) fn is_live(&self, reg: Reg, time: u32) -> bool {
        let spans = &self.spans[reg as usize];
        let n = spans.partition_point(|s| s.1 <= time);
        spans.get(n).is_some_and(|s| s.0 <= time)
    }
}

fn merge(mut list: Vec<Span>) -> Vec<Span> {
    list.sort_unstable();
    let mut out: Vec<Span> = Vec::with_capacity(list.len());
    for (start, end) in list {
        match out.last_mut().filter(|last| last.1 >= start) {
            Some(last) => last.1 = last.1.max(end),
            None => out.push((start, end)),
        }
    }
    out
}
