//! Live ranges: where each register's slot must not be used for anything else.
//!
//! Each instruction has a number in the order of code, and each block's start has one before its first. At
//! number `n`, operands are read at time `2n` and results written at time `2n + 1`; parameters are written at
//! the time `2n` of their block's start. A range is a set of half-open intervals of time.

use purlin_base::{EntityRef as _, SecondaryMap};
use purlin_ir::{Block, Function, cfg};

use crate::lower::select::{Code, Reg, Role, VInst};

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
        Role::Plain | Role::Poll { .. } | Role::Return => {}
        Role::Call { callee, .. } | Role::Tail { callee } => callee.iter().for_each(|r| f(*r)),
        Role::Branch { edges, .. } => edges.iter().flat_map(|e| &e.args).for_each(|r| f(*r)),
        Role::Switch { edges, .. } => edges.iter().flat_map(|e| &e.args).for_each(|r| f(*r)),
    }
}

/// Calls `f` for each register that is written.
pub(super) fn each_def(inst: &VInst, mut f: impl FnMut(Reg)) {
    inst.def.iter().for_each(|r| f(*r));
    if let Role::Call { results, .. } = &inst.kind {
        results.iter().for_each(|r| f(*r));
    }
}

/// Where each register is read: all in one piece of memory, as there are many registers with few uses.
struct Uses {
    /// Where the uses of each register begin, and after the last one where those end.
    starts: Vec<u32>,
    /// Block and time, in order.
    all: Vec<(Block, u32)>,
}

impl Uses {
    fn new(code: &Code) -> Uses {
        let mut starts = vec![0u32; code.regs as usize + 2];
        // Uses are counted two places ahead, summed up one ahead, and that place moves on as it is filled.
        let insts = |block: &Block| code.blocks[*block].iter();
        let all_insts = code.order.iter().flat_map(insts);
        all_insts.for_each(|inst| each_use(inst, |r| starts[r as usize + 2] += 1));
        for n in 2..starts.len() {
            starts[n] += starts[n - 1];
        }
        let mut all = vec![(Block::new(0), 0); starts.last().map_or(0, |n| *n as usize)];
        let mut number = 0;
        for block in &code.order {
            for inst in insts(block) {
                number += 1;
                each_use(inst, |r| {
                    let at = &mut starts[r as usize + 1];
                    // What a branch computes and passes on is read after it was written.
                    let time = if inst.def == Some(r) { 2 * number + 1 } else { 2 * number };
                    all[*at as usize] = (*block, time);
                    *at += 1;
                });
            }
            number += 1;
        }
        Uses { starts, all }
    }

    fn of(&self, reg: usize) -> &[(Block, u32)] {
        &self.all[self.starts[reg] as usize..self.starts[reg + 1] as usize]
    }
}

/// Where each register is written, and when each block begins and ends.
struct Numbered {
    defs: Vec<Option<Def>>,
    starts: SecondaryMap<Block, u32>,
    /// In units of times; 0 for blocks that are not in the code.
    ends: SecondaryMap<Block, u32>,
}

impl Numbered {
    fn new(func: &Function, code: &Code) -> Numbered {
        let mut starts: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
        let mut ends: SecondaryMap<Block, u32> = purlin_base::filled(func.blocks.len());
        let mut defs: Vec<Option<Def>> = vec![None; code.regs as usize];
        // What arithmetic computes is written on its first edge only, which is the only way into that block:
        // on the other one its slot still has what it had.
        let mut on_edges: Vec<(Reg, Block)> = Vec::new();
        let mut number = 0;
        for block in &code.order {
            starts[*block] = number;
            for param in &code.params[*block] {
                defs[*param as usize] = Some(Def { block: *block, time: 2 * number });
            }
            for inst in &code.blocks[*block] {
                number += 1;
                each_def(inst, |r| defs[r as usize] = Some(Def { block: *block, time: 2 * number + 1 }));
                if let (Role::Branch { edges, .. }, Some(def), true) =
                    (&inst.kind, inst.def, inst.op.computes_on_one_edge())
                {
                    on_edges.push((def, edges[0].to));
                }
            }
            number += 1;
            ends[*block] = 2 * number;
        }
        for (reg, to) in on_edges {
            defs[reg as usize] = Some(Def { block: to, time: 2 * starts[to] });
        }
        Numbered { defs, starts, ends }
    }
}

impl Ranges {
    pub(super) fn new(func: &Function, code: &Code) -> Ranges {
        let Numbered { defs, starts, ends } = Numbered::new(func, code);
        let uses = Uses::new(code);
        let preds = cfg::predecessors(func);
        let mut seen: Vec<u32> = vec![u32::MAX; func.blocks.len()];
        let mut spans = Vec::with_capacity(defs.len());
        let (mut list, mut live_out): (Vec<Span>, Vec<Block>) = (Vec::new(), Vec::new());
        for (reg, def) in defs.iter().enumerate() {
            list.clear();
            let Some(def) = def else {
                spans.push(Vec::new());
                continue;
            };
            list.push((def.time, def.time + 1));
            let mut visit = |block: Block, live_out: &mut Vec<Block>| {
                for pred in preds[block].iter().filter(|p| ends[**p] != 0) {
                    if std::mem::replace(&mut seen[pred.index()], reg as u32) != reg as u32 {
                        live_out.push(*pred);
                    }
                }
            };
            for (block, time) in uses.of(reg) {
                if *block == def.block && *time >= def.time {
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
            merge(&mut list);
            spans.push(list.to_vec());
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

/// Sorts spans and joins those that touch.
fn merge(list: &mut Vec<Span>) {
    if !list.is_sorted() {
        list.sort_unstable();
    }
    list.dedup_by(|later, first| {
        let touch = first.1 >= later.0;
        if touch {
            first.1 = first.1.max(later.1);
        }
        touch
    });
}
