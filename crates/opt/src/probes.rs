//! Probes: where profiled code looks at the gas that was charged, so that a profiler knows which work each
//! unit was for.
//!
//! A poll alone would blame the wrong code: what runs between two polls may be an if-branch, an inlined body,
//! or a callee without loops. So before the passes each charge is split by source position ([`split`]); the
//! inliner then gives every part its chain of calls. After the passes ([`place`]) each path is followed from
//! the last place that looked: the charges on it are *pending*, and a probe looks at them before something
//! else could be blamed. A probe is needed before calls, natives that charge by themselves, returns, and at
//! merge points: of the edges that meet, all but one look first, and that one leaves its charges to the next
//! place that looks, which tells them by how far back they are. A poll looks anyway, so a loop without
//! branches and calls needs no probe.
//!
//! Not in the list of passes, because `split` is for what a front end made, and `place` yields a table. Knows
//! nothing of profiles: which charge a unit belongs to is all that it says.

use std::collections::BTreeMap;

use purlin_base::SecondaryMap;
use purlin_ir::cfg::{self, Predecessors};
use purlin_ir::{
    Block, Effects, FrameStateId, Function, Imm, Inst, InstData, LocId, Module, Opcode, Type, meter,
};

use crate::charges::looks;

/// Charges that may be pending: longer paths are looked at in between.
const MAX_PENDING: usize = 48;

/// One charge that a probe or a poll looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Units; `None` for an op that charged by itself, by as much as the others do not explain.
    pub units: Option<i64>,
    /// Where the work is that it is for.
    pub loc: LocId,
}

/// What a probe or a poll looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The position of the probe or poll itself.
    pub at: LocId,
    /// What was charged since the last look, latest first.
    pub pieces: Vec<Piece>,
}

impl Sight {
    /// The piece that the unit was charged by that lies `back` units before now, of which 1 is the last one.
    /// Units that no piece explains are the earliest one's. `None` if nothing is known to have charged.
    pub fn piece(&self, back: u64) -> Option<LocId> {
        let mut left = back;
        for piece in &self.pieces {
            match piece.units {
                Some(units) if (units.max(0) as u64) < left => left -= units.max(0) as u64,
                Some(_) | None => return Some(piece.loc),
            }
        }
        self.pieces.last().map(|piece| piece.loc)
    }

    /// The parts of `spent` units that were charged between two looks, by position. What the pieces do not
    /// explain is the earliest one's, or that of the probe's own position.
    pub fn shares(&self, spent: i64) -> Vec<(LocId, i64)> {
        let mut left = spent;
        let mut shares = Vec::new();
        for piece in &self.pieces {
            let units = piece.units.unwrap_or(left).min(left);
            if left <= 0 {
                break;
            }
            shares.push((piece.loc, units));
            left -= units;
        }
        if left != 0 {
            shares.push((self.pieces.last().map_or(self.at, |piece| piece.loc), left));
        }
        shares
    }
}

/// What the probes and polls of a function look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sights {
    /// By the number of the probe.
    pub probes: Vec<Sight>,
    pub polls: BTreeMap<FrameStateId, Sight>,
}

/// Splits the charges of all functions of a module that a front end made by position, and lets passes know.
pub fn split(module: &mut Module) {
    module.counted.gas = true;
    let funcs: Vec<_> = module.funcs.keys().collect();
    for id in funcs {
        let Some(mut body) = module.funcs[id].body.take() else { continue };
        split_function(&mut body, module);
        module.funcs[id].body = Some(body);
    }
}

fn split_function(func: &mut Function, module: &Module) {
    for block in func.layout.clone() {
        let insts = func.blocks[block].insts.clone();
        let Some(at) = insts.iter().position(|i| func.insts[*i].op == Opcode::Charge) else { continue };
        let mut parts: Vec<(LocId, i64)> = Vec::new();
        for inst in &insts {
            let data = &func.insts[*inst];
            let units = meter::cost(data, module);
            let pos = func.locs.get(data.loc).map(|loc| loc.pos);
            let same = |(loc, _): &&mut (LocId, i64)| func.locs.get(*loc).map(|loc| loc.pos) == pos;
            match parts.iter_mut().find(same) {
                Some((_, sum)) => *sum += units,
                None if units > 0 => parts.push((data.loc, units)),
                None => {}
            }
        }
        // What was charged otherwise, as guests' own charges are, stays as it is.
        let sum: i64 = parts.iter().map(|(_, units)| units).sum();
        if sum != func.insts[insts[at]].units() {
            continue;
        }
        let parts: Vec<Inst> = parts.into_iter().map(|(loc, units)| charge(func, units, loc)).collect();
        func.blocks[block].insts.splice(at..=at, parts);
    }
}

fn charge(func: &mut Function, units: i64, loc: LocId) -> Inst {
    func.add_inst(InstData::new(Opcode::Charge, Type::I64, &[], loc).with(Imm::Units(units)), &[])
}

/// Places the probes of a function after the passes, joins the charges between two places that could tell
/// them apart, and says what each probe and poll looks at.
pub fn place(func: &mut Function) -> Sights {
    let order = cfg::reverse_postorder(func);
    let preds = cfg::predecessors(func);
    let leaves = Leaves::new(func, &order, &preds);
    let mut placer =
        Placer { func, leaves, made: Vec::new(), probes: 0, left: SecondaryMap::new(), pending: Vec::new() };
    for block in &order {
        placer.block(*block);
    }
    placer.finish()
}

/// Which block leaves its pending charges to which merge point.
struct Leaves {
    /// The predecessor whose charges are pending where a block begins.
    heir: SecondaryMap<Block, Option<Block>>,
}

impl Leaves {
    fn new(func: &Function, order: &[Block], preds: &Predecessors) -> Leaves {
        let mut heir: SecondaryMap<Block, Option<Block>> = purlin_base::filled(func.blocks.len());
        let headers = cfg::loop_headers(func);
        let rank = cfg::in_loops(func);
        let mut number: SecondaryMap<Block, usize> = purlin_base::filled(func.blocks.len());
        order.iter().enumerate().for_each(|(n, block)| number[*block] = n);
        let distinct = |block: Block| {
            let mut all: Vec<Block> = preds[block].to_vec();
            all.dedup();
            all
        };
        for block in order {
            if let [only] = distinct(*block)[..] {
                heir[*block] = Some(only);
            }
        }
        for block in order {
            if heir[*block].is_some() {
                continue;
            }
            // All that such a predecessor leads to must take its charges over.
            let can = |from: &Block| {
                func.successors(*from).all(|to| to == *block || heir[to] == Some(*from))
                    && Some(*block) != func.handler
            };
            let best = distinct(*block).into_iter().filter(can).max_by_key(|from| {
                let is_back = headers[*block] && number[*from] >= number[*block];
                (is_back, !func.blocks[*from].cold, rank[*from], func.successors(*from).count())
            });
            heir[*block] = best;
        }
        Leaves { heir }
    }

    /// Whether all that a block leads to takes over what is pending at its end.
    fn are_taken(&self, func: &Function, block: Block) -> bool {
        let mut any = false;
        func.successors(block).inspect(|_| any = true).all(|to| self.heir[to] == Some(block)) && any
    }
}

/// What is pending: a charge, or all that is pending at the end of a block.
#[derive(Clone, Copy)]
enum Pending {
    Piece(Piece),
    EndOf(Block),
}

/// What looks, and what was pending there, earliest first.
struct Look {
    by: Looker,
    at: LocId,
    pending: Vec<Pending>,
}

enum Looker {
    Probe,
    Poll(FrameStateId),
}

struct Placer<'a> {
    func: &'a mut Function,
    leaves: Leaves,
    made: Vec<Look>,
    probes: u32,
    /// What is pending at the end of a block.
    left: SecondaryMap<Block, Option<Vec<Pending>>>,
    pending: Vec<Pending>,
}

impl Placer<'_> {
    fn block(&mut self, block: Block) {
        self.pending = match self.leaves.heir[block] {
            Some(from) => {
                self.left.get(from).cloned().flatten().unwrap_or_else(|| vec![Pending::EndOf(from)])
            }
            None => Vec::new(),
        };
        let old = std::mem::take(&mut self.func.blocks[block].insts);
        let mut new = Vec::with_capacity(old.len() + 2);
        // The charges of the code since the last place that could tell: their sum, and where it may stand.
        let (mut due, mut from) = (0_i64, 0);
        let mut first: Option<LocId> = None;
        for inst in old {
            let data = &self.func.insts[inst];
            let (op, loc) = (data.op, data.loc);
            if op == Opcode::Charge {
                let units = data.units();
                due += units;
                first = first.or(Some(loc));
                self.charged(units, loc);
                continue;
            }
            let ends = op.is_end();
            let looks = looks(data);
            let needs =
                needs_probe(data) || ends && !op.row().effects.has(Effects::TRAP) && !self.is_left(block);
            let probes = needs && !self.pending.is_empty();
            if looks || ends {
                let here = if probes || op == Opcode::Poll { new.len() } else { from };
                if due != 0 {
                    let inst = charge(self.func, due, first.unwrap_or(loc));
                    new.insert(here, inst);
                }
                (due, first) = (0, None);
            }
            if probes {
                let probe = self.probe(loc);
                new.push(probe);
            }
            self.passed(inst);
            new.push(inst);
            if looks {
                from = new.len();
            }
        }
        self.func.blocks[block].insts = new;
        self.left[block] = Some(std::mem::take(&mut self.pending));
    }

    /// Whether what is pending at the end of a block is left to what comes after.
    fn is_left(&self, block: Block) -> bool {
        self.pending.len() <= MAX_PENDING && self.leaves.are_taken(self.func, block)
    }

    fn charged(&mut self, units: i64, loc: LocId) {
        // What is given back was the last charge's.
        if units < 0
            && let Some(Pending::Piece(Piece { units: Some(last), .. })) = self.pending.last_mut()
        {
            *last += units;
            return;
        }
        self.pending.push(Pending::Piece(Piece { units: Some(units), loc }));
    }

    fn last_loc(&self) -> Option<LocId> {
        self.pending.iter().rev().find_map(|pending| match pending {
            Pending::Piece(piece) => Some(piece.loc),
            Pending::EndOf(_) => None,
        })
    }

    /// Notes that all that is pending is looked at.
    fn look(&mut self, by: Looker, at: LocId) {
        self.made.push(Look { by, at, pending: std::mem::take(&mut self.pending) });
    }

    /// A probe that looks at all that is pending.
    fn probe(&mut self, loc: LocId) -> Inst {
        let at = self.last_loc().unwrap_or(loc);
        let probe = InstData::new(Opcode::Probe, Type::I64, &[], at).with(Imm::Probe(self.probes));
        self.probes += 1;
        self.look(Looker::Probe, at);
        self.func.add_inst(probe, &[])
    }

    /// What is pending after an instruction.
    fn passed(&mut self, inst: Inst) {
        let data = &self.func.insts[inst];
        let (op, loc) = (data.op, data.loc);
        if op == Opcode::Poll {
            let state = data.state();
            self.look(Looker::Poll(state), loc);
        } else if op == Opcode::Call || op == Opcode::CallIndirect {
            self.pending.clear();
        } else if charges_itself(data) {
            self.pending = vec![Pending::Piece(Piece { units: None, loc })];
        }
    }

    fn finish(self) -> Sights {
        let mut sights = Sights::default();
        for look in &self.made {
            let mut pieces = Vec::new();
            self.collect(&look.pending, &mut pieces, 0);
            let sight = Sight { at: look.at, pieces };
            match look.by {
                Looker::Probe => sights.probes.push(sight),
                Looker::Poll(state) => drop(sights.polls.insert(state, sight)),
            }
        }
        sights
    }

    /// Appends what is pending, latest first.
    fn collect(&self, pending: &[Pending], out: &mut Vec<Piece>, depth: usize) {
        for pending in pending.iter().rev() {
            if out.len() > 2 * MAX_PENDING || depth > MAX_PENDING {
                return;
            }
            match pending {
                Pending::Piece(piece) => out.push(*piece),
                Pending::EndOf(block) => {
                    let left = self.left[*block].as_deref().unwrap_or_default();
                    self.collect(left, out, depth + 1);
                }
            }
        }
    }
}

/// Whether an op charges units that are only known when it runs, and calls no function of the module.
fn charges_itself(data: &InstData) -> bool {
    !matches!(data.op, Opcode::Poll | Opcode::Charge | Opcode::Probe)
        && data.op.row().effects.has(Effects::METER)
}

/// Whether what is pending must be looked at before an instruction.
fn needs_probe(data: &InstData) -> bool {
    data.op == Opcode::Return || charges_itself(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(pieces: &[(Option<i64>, u32)]) -> Sight {
        let piece = |(units, loc): &(Option<i64>, u32)| Piece { units: *units, loc: LocId::from_u32(*loc) };
        Sight { at: LocId::from_u32(9), pieces: pieces.iter().map(piece).collect() }
    }

    #[test]
    fn a_unit_belongs_to_the_charge_that_is_so_far_back() {
        let seen = sight(&[(Some(5), 1), (Some(2), 2), (None, 3)]);
        let of = |back| seen.piece(back).map(LocId::as_u32);
        assert_eq!([1, 5, 6, 7, 8, 1000].map(of), [1, 1, 2, 2, 3, 3].map(Some));
        assert_eq!(sight(&[(Some(5), 1)]).piece(6).map(LocId::as_u32), Some(1));
        assert_eq!(sight(&[]).piece(1), None);
    }

    #[test]
    fn shares_add_up_to_what_was_spent() {
        let seen = sight(&[(Some(5), 1), (Some(2), 2), (None, 3)]);
        let of = |spent| seen.shares(spent).iter().map(|(loc, n)| (loc.as_u32(), *n)).collect::<Vec<_>>();
        assert_eq!(of(5), [(1, 5)]);
        assert_eq!(of(20), [(1, 5), (2, 2), (3, 13)]);
        assert_eq!(of(-4), [(3, -4)]);
        assert_eq!(sight(&[(Some(5), 1)]).shares(8).len(), 2);
        assert_eq!(sight(&[]).shares(8), [(LocId::from_u32(9), 8)]);
    }
}
