//! Assigns slots: registers in the order of their first writing, each to a slot that is free for all of its
//! range. Block parameters share a slot with their arguments, arguments of calls are made where the callee's
//! frame begins, and results stay there, wherever ranges allow that.
//!
//! A call's window lies above everything that is live across the call, with the frame header between.

use std::collections::BTreeSet;

use purlin_ir::Function;

use crate::func::HEADER;
use crate::lower::MAX_SLOTS;
use crate::lower::ranges::{Ranges, Span};
use crate::lower::select::{Code, Reg, Role};
use crate::table::Op;

/// How many occupied slots are looked at for a hole in their ranges.
const LOOK: u32 = 24;

pub(super) struct Slots {
    /// The slot of each register.
    pub of: Vec<u32>,
    /// Calls in the order of their numbers.
    calls: Vec<Call>,
    /// First slot of the frame's memory.
    pub memory: u32,
    /// Slots in use, windows included.
    pub used: u32,
}

struct Call {
    number: u32,
    /// Slots between what is live and the window.
    header: u32,
    /// Where the window should be, by the first argument that was put there.
    wanted: Option<u32>,
    /// Where it is.
    window: Option<u32>,
    /// Arguments, results, and a place for the callee's number.
    width: u32,
}

impl Slots {
    /// The window of the call with that number.
    pub(super) fn window(&self, number: u32) -> u32 {
        let n = self.calls.partition_point(|c| c.number < number);
        self.calls.get(n).and_then(|c| c.window).unwrap_or(0)
    }
}

/// Where a register would like to be.
#[derive(Clone, Copy)]
enum Wish {
    /// With the other members of a group.
    Group(u32),
    /// The n-th argument of a call.
    Argument(u32, u32),
    /// The n-th result of a call.
    Result(u32, u32),
    Slot(u32),
}

/// Assigns all slots; the error is how many would be needed. Without `wishes` the frame is small and
/// there are more moves.
pub(super) fn assign(func: &Function, code: &Code, ranges: &Ranges, wishes: bool) -> Result<Slots, u64> {
    let entry = func.entry();
    let params = code.params[entry].len() as u32;
    let mut assigner = Assigner {
        ranges,
        of: vec![u32::MAX; code.regs as usize],
        busy: Vec::new(),
        free: BTreeSet::new(),
        ending: BTreeSet::new(),
        groups: Groups::new(code.regs),
        members: vec![Vec::new(); code.regs as usize],
        wishes: vec![Vec::new(); code.regs as usize],
        calls: Vec::new(),
        floors: Floors::default(),
        memory: params,
        memory_slots: code.memory_slots,
    };
    assigner.find_calls(code, wishes);
    for n in 0..params {
        assigner.take(code.params[entry][n as usize], n);
    }
    assigner.block_memory()?;
    let mut regs: Vec<Reg> = (0..code.regs)
        .filter(|r| !ranges.spans[*r as usize].is_empty() && assigner.of[*r as usize] == u32::MAX)
        .collect();
    regs.sort_by_key(|r| ranges.spans[*r as usize][0].0);
    for reg in regs {
        assigner.place(reg)?;
    }
    assigner.finish()
}

struct Assigner<'a> {
    ranges: &'a Ranges,
    of: Vec<u32>,
    /// When each slot is in use: sorted, disjoint.
    busy: Vec<Vec<Span>>,
    /// Slots whose every use has ended.
    free: BTreeSet<u32>,
    /// The others, by when their last use ends.
    ending: BTreeSet<(u32, u32)>,
    groups: Groups,
    /// Slots that a group's members got.
    members: Vec<Vec<u32>>,
    wishes: Vec<Vec<Wish>>,
    calls: Vec<Call>,
    floors: Floors,
    memory: u32,
    memory_slots: u32,
}

impl Assigner<'_> {
    fn find_calls(&mut self, code: &Code, wishes: bool) {
        for block in &code.order {
            for (number, inst) in (self.ranges.starts[*block] + 1..).zip(&code.blocks[*block]) {
                match &inst.kind {
                    Role::Call { callee, results } => {
                        let n = self.calls.len() as u32;
                        let header = if inst.op == Op::CallNative { 0 } else { HEADER };
                        let width = inst.uses.len().max(results.len()) as u32 + u32::from(callee.is_some());
                        self.calls.push(Call { number, header, wanted: None, window: None, width });
                        for (k, reg) in inst.uses.iter().enumerate().filter(|_| wishes) {
                            self.wishes[*reg as usize].push(Wish::Argument(n, k as u32));
                        }
                        for (k, reg) in results.iter().enumerate().filter(|_| wishes) {
                            self.wishes[*reg as usize].push(Wish::Result(n, k as u32));
                        }
                    }
                    Role::Tail { .. } | Role::Return => {
                        for (k, reg) in inst.uses.iter().enumerate() {
                            self.wishes[*reg as usize].push(Wish::Slot(k as u32));
                        }
                    }
                    Role::Branch { edges, .. } => {
                        edges.iter().for_each(|e| self.groups.join_edge(&code.params[e.to], &e.args));
                    }
                    Role::Switch { edges, .. } => {
                        edges.iter().for_each(|e| self.groups.join_edge(&code.params[e.to], &e.args));
                    }
                    Role::Plain | Role::Poll { .. } => {}
                }
            }
        }
        for reg in 0..code.regs {
            let group = self.groups.find(reg);
            if self.groups.size[group as usize] > 1 {
                self.wishes[reg as usize].insert(0, Wish::Group(group));
            }
        }
        self.floors = Floors::new(self.calls.len());
    }

    /// Keeps the frame's memory free of values.
    fn block_memory(&mut self) -> Result<(), u64> {
        if self.memory_slots == 0 {
            return Ok(());
        }
        let end = u64::from(self.memory) + u64::from(self.memory_slots);
        if end > u64::from(MAX_SLOTS) {
            return Err(end);
        }
        for slot in self.memory..end as u32 {
            self.occupy(slot, &[(0, u32::MAX)]);
        }
        self.floors.raise(0..self.calls.len(), end as u32);
        Ok(())
    }

    fn is_free(&self, slot: u32, spans: &[Span]) -> bool {
        let Some(busy) = self.busy.get(slot as usize) else { return true };
        spans.iter().all(|(start, end)| {
            let n = busy.partition_point(|b| b.1 <= *start);
            busy.get(n).is_none_or(|b| b.0 >= *end)
        })
    }

    fn occupy(&mut self, slot: u32, spans: &[Span]) {
        while self.busy.len() <= slot as usize {
            self.free.insert(self.busy.len() as u32);
            self.busy.push(Vec::new());
        }
        let busy = &mut self.busy[slot as usize];
        let before = busy.last().map(|b| b.1);
        for span in spans {
            let n = busy.partition_point(|b| b.0 < span.0);
            busy.insert(n, *span);
        }
        let after = busy.last().map_or(0, |b| b.1);
        self.free.remove(&slot);
        before.map(|end| self.ending.remove(&(end, slot)));
        self.ending.insert((after, slot));
    }

    /// Gives `reg` a slot that is free.
    fn take(&mut self, reg: Reg, slot: u32) {
        let spans = &self.ranges.spans[reg as usize];
        self.of[reg as usize] = slot;
        let ranges = self.ranges;
        self.occupy(slot, &ranges.spans[reg as usize]);
        for (start, end) in spans {
            let first = self.calls.partition_point(|c| 2 * c.number <= *start);
            let last = self.calls.partition_point(|c| 2 * c.number + 1 < *end);
            if first < last {
                self.floors.raise(first..last, slot + 1);
            }
        }
        let group = self.groups.find(reg) as usize;
        if !self.members[group].contains(&slot) {
            self.members[group].push(slot);
        }
    }

    fn place(&mut self, reg: Reg) -> Result<(), u64> {
        let spans = &self.ranges.spans[reg as usize];
        let start = spans[0].0;
        while let Some(&(end, slot)) = self.ending.first().filter(|e| e.0 <= start) {
            self.ending.remove(&(end, slot));
            self.free.insert(slot);
        }
        let slot = self.wished(reg).unwrap_or_else(|| self.lowest(spans));
        if slot >= MAX_SLOTS {
            return Err(u64::from(slot) + 1);
        }
        self.take(reg, slot);
        Ok(())
    }

    fn lowest(&self, spans: &[Span]) -> u32 {
        let first = self.free.first().copied().unwrap_or(self.busy.len() as u32);
        (0..LOOK.min(first)).find(|slot| self.is_free(*slot, spans)).unwrap_or(first)
    }

    fn wished(&mut self, reg: Reg) -> Option<u32> {
        let spans = &self.ranges.spans[reg as usize];
        for wish in std::mem::take(&mut self.wishes[reg as usize]) {
            let slot = match wish {
                Wish::Group(group) => {
                    let slots = self.members[group as usize].iter().rev().take(8);
                    slots.copied().find(|slot| self.is_free(*slot, spans))
                }
                Wish::Argument(call, k) => {
                    let dies = spans.last().is_some_and(|s| s.1 <= 2 * self.calls[call as usize].number + 1);
                    dies.then(|| self.wanted(call) + k)
                }
                // What is read before the call in the order of code comes before others that are live across
                // it.
                Wish::Result(call, k) => {
                    let begins = spans[0].0 > 2 * self.calls[call as usize].number;
                    begins.then(|| self.settle(call) + k)
                }
                Wish::Slot(slot) => Some(slot),
            };
            if let Some(slot) = slot.filter(|s| *s < MAX_SLOTS && self.is_free(*s, spans)) {
                return Some(slot);
            }
        }
        None
    }

    /// Where the window of a call will probably be.
    fn wanted(&mut self, n: u32) -> u32 {
        let floor = self.floors.get(n as usize);
        let call = &mut self.calls[n as usize];
        let lowest = floor + call.header;
        let wanted = call.wanted.filter(|w| *w >= lowest).unwrap_or(lowest);
        call.wanted = Some(wanted);
        wanted
    }

    /// Where the window of a call is, now that everything live across it has its slot.
    fn settle(&mut self, n: u32) -> u32 {
        if let Some(window) = self.calls[n as usize].window {
            return window;
        }
        let window = self.wanted(n);
        self.calls[n as usize].window = Some(window);
        window
    }

    fn finish(mut self) -> Result<Slots, u64> {
        let mut used = self.busy.len() as u32;
        for n in 0..self.calls.len() {
            let window = self.settle(n as u32);
            used = used.max(window + self.calls[n].width);
        }
        if used > MAX_SLOTS {
            return Err(u64::from(used));
        }
        Ok(Slots { of: self.of, calls: self.calls, memory: self.memory, used })
    }
}

/// Registers that should share a slot: union-find.
struct Groups {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Groups {
    fn new(regs: u32) -> Groups {
        Groups { parent: (0..regs).collect(), size: vec![1; regs as usize] }
    }

    fn find(&mut self, mut reg: u32) -> u32 {
        while self.parent[reg as usize] != reg {
            let up = self.parent[self.parent[reg as usize] as usize];
            self.parent[reg as usize] = up;
            reg = up;
        }
        reg
    }

    fn join_edge(&mut self, params: &[Reg], args: &[Reg]) {
        for (param, arg) in params.iter().zip(args) {
            let (a, b) = (self.find(*param), self.find(*arg));
            if a != b {
                let (big, small) =
                    if self.size[a as usize] >= self.size[b as usize] { (a, b) } else { (b, a) };
                self.parent[small as usize] = big;
                self.size[big as usize] += self.size[small as usize];
            }
        }
    }
}

/// For each call, the first slot above what is live across it: a tree of maxima over ranges of calls.
#[derive(Default)]
struct Floors {
    leaves: usize,
    nodes: Vec<u32>,
}

impl Floors {
    fn new(calls: usize) -> Floors {
        let leaves = calls.next_power_of_two();
        Floors { leaves, nodes: vec![0; 2 * leaves] }
    }

    fn raise(&mut self, calls: std::ops::Range<usize>, to: u32) {
        let (mut low, mut high) = (calls.start + self.leaves, calls.end + self.leaves);
        while low < high {
            if low % 2 == 1 {
                self.nodes[low] = self.nodes[low].max(to);
                low += 1;
            }
            if high % 2 == 1 {
                high -= 1;
                self.nodes[high] = self.nodes[high].max(to);
            }
            low /= 2;
            high /= 2;
        }
    }

    fn get(&self, call: usize) -> u32 {
        let mut node = call + self.leaves;
        let mut floor = 0;
        while node > 0 {
            floor = floor.max(self.nodes[node]);
            node /= 2;
        }
        floor
    }
}
