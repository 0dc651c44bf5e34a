//! What is known at one place of the walk over the dominator tree: an interval for each value, and for pairs
//! of values how one bounds the other. Scopes are opened and closed in the order of the walk.

use purlin_base::SecondaryMap;
use purlin_ir::{Def, Function, Opcode, Type, Value};
use smallvec::SmallVec;

use super::interval::{self, Interval};

/// `v <= other + by`, as numbers that do not wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct AtMost {
    pub other: Value,
    pub by: i64,
}

/// How many facts in a row are put together.
const DEPTH: u32 = 4;
/// How many facts of one value are kept.
const MAX_FACTS: usize = 8;
/// What lengths are at most, the ends of slices included: `bounds` takes no other.
const LENGTH: i64 = 1 << 48;

pub(super) struct Facts<'a> {
    pub func: &'a Function,
    intervals: SecondaryMap<Value, Interval>,
    known: SecondaryMap<Value, bool>,
    at_most: SecondaryMap<Value, SmallVec<[AtMost; 2]>>,
    undo: Vec<Undo>,
}

enum Undo {
    Interval(Value, Interval),
    AtMost(Value),
}

/// A place to go back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<'a> Facts<'a> {
    pub(super) fn new(func: &'a Function) -> Facts<'a> {
        Facts {
            func,
            intervals: SecondaryMap::with_default(Interval::exact(0)),
            known: purlin_base::filled(func.values.len()),
            at_most: purlin_base::filled(func.values.len()),
            undo: Vec::new(),
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.undo.len())
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        while self.undo.len() > mark.0 {
            match self.undo.pop() {
                Some(Undo::Interval(value, before)) => self.intervals[value] = before,
                Some(Undo::AtMost(value)) => drop(self.at_most[value].pop()),
                None => return,
            }
        }
    }

    pub(super) fn interval(&self, value: Value) -> Interval {
        if self.known[value] { self.intervals[value] } else { Interval::full(self.func.ty(value)) }
    }

    /// What a value is where it is defined.
    pub(super) fn define(&mut self, value: Value, interval: Interval) {
        self.known[value] = true;
        self.intervals[value] = interval;
    }

    pub(super) fn bounds_of(&self, value: Value) -> &[AtMost] {
        &self.at_most[value]
    }

    /// From here on the value is in this interval too. What contradicts the known cannot be reached, and
    /// changes nothing.
    pub(super) fn narrow(&mut self, value: Value, to: Interval) {
        let now = self.interval(value);
        if let Some(both) = now.meet(to)
            && both != now
        {
            self.undo.push(Undo::Interval(value, now));
            self.known[value] = true;
            self.intervals[value] = both;
        }
    }

    /// From here on `value <= other + by`.
    pub(super) fn add(&mut self, value: Value, other: Value, by: i64) {
        let (a, b) = (self.interval(value), self.interval(other));
        self.narrow(value, Interval { lo: i64::MIN, hi: b.hi.saturating_add(by) });
        self.narrow(other, Interval { lo: a.lo.saturating_sub(by), hi: i64::MAX });
        self.keep(value, AtMost { other, by });
    }

    fn keep(&mut self, value: Value, fact: AtMost) {
        if value != fact.other && self.at_most[value].len() < MAX_FACTS {
            self.at_most[value].push(fact);
            self.undo.push(Undo::AtMost(value));
        }
    }

    /// Whether `v <= w + by` is certain.
    pub(super) fn proves(&self, v: Value, w: Value, by: i64) -> bool {
        self.prove(v, w, by, DEPTH)
    }

    fn prove(&self, v: Value, w: Value, by: i64, depth: u32) -> bool {
        if v == w && by >= 0 {
            return true;
        }
        if self.interval(w).lo.checked_add(by).is_some_and(|least| self.interval(v).hi <= least) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let mut facts = self.at_most[v].iter();
        facts.any(|f| by.checked_sub(f.by).is_some_and(|by| self.prove(f.other, w, by, depth - 1)))
            || self.prove_by_definition(v, w, by, depth - 1)
            || self.prove_by_other(v, w, by, depth - 1)
    }

    /// From how `v` was computed.
    fn prove_by_definition(&self, v: Value, w: Value, by: i64, depth: u32) -> bool {
        let Def::Result(inst, _) = self.func.values[v].def else { return false };
        let data = &self.func.insts[inst];
        match (data.op, &data.args[..]) {
            (Opcode::Iadd | Opcode::Isub, [a, b]) => match self.offset(v) {
                Some((base, n)) => by.checked_sub(n).is_some_and(|by| self.prove(base, w, by, depth)),
                // What is taken off a natural number leaves less.
                None => {
                    let (from, less) = (self.interval(*a), self.interval(*b));
                    let is_less = data.op == Opcode::Isub && from.lo >= 0 && less.lo >= 0;
                    is_less && by.checked_add(less.lo).is_some_and(|by| self.prove(*a, w, by, depth))
                }
            },
            (Opcode::Ushr | Opcode::Sshr | Opcode::Sdiv | Opcode::Udiv, [a, b]) => {
                let divides = matches!(data.op, Opcode::Sdiv | Opcode::Udiv);
                let shrinks = !divides || self.interval(*b).lo >= 1;
                shrinks && self.interval(*a).lo >= 0 && self.prove(*a, w, by, depth)
            }
            (Opcode::Iand, [a, b]) => {
                [a, b].into_iter().any(|side| self.interval(*side).lo >= 0 && self.prove(*side, w, by, depth))
            }
            (Opcode::Srem | Opcode::Urem, [a, b]) => {
                let less = by
                    .checked_add(1)
                    .is_some_and(|by| self.interval(*b).lo >= 1 && self.prove(*b, w, by, depth));
                less || self.interval(*a).lo >= 0 && self.prove(*a, w, by, depth)
            }
            (Opcode::Select, [c, a, b]) => {
                let sides = [a, b].map(|side| self.prove(*side, w, by, depth));
                sides == [true; 2] || sides != [false; 2] && self.is_less(*c, *a, *b)
            }
            // wildcard: nothing is proved of other results.
            _ => false,
        }
    }

    /// Whether a condition says that `a` is the smaller one.
    fn is_less(&self, condition: Value, a: Value, b: Value) -> bool {
        let Def::Result(inst, _) = self.func.values[condition].def else { return false };
        let data = &self.func.insts[inst];
        match data.op {
            Opcode::Slt | Opcode::Sle => data.args[..] == [a, b],
            Opcode::Sgt | Opcode::Sge => data.args[..] == [b, a],
            // wildcard: other ops do not compare signed integers.
            _ => false,
        }
    }

    /// From how `w` was computed.
    fn prove_by_other(&self, v: Value, w: Value, by: i64, depth: u32) -> bool {
        let sum = self.offset(w).and_then(|(base, n)| Some((base, by.checked_add(n)?)));
        sum.is_some_and(|(base, by)| self.prove(v, base, by, depth))
    }

    /// The value and the number whose sum, which does not wrap around, a value is.
    fn offset(&self, value: Value) -> Option<(Value, i64)> {
        let Def::Result(inst, _) = self.func.values[value].def else { return None };
        let data = &self.func.insts[inst];
        let [a, b] = data.args[..] else { return None };
        let (base, n) = match data.op {
            Opcode::Iadd => match (self.func.as_iconst(a), self.func.as_iconst(b)) {
                (_, Some(n)) => (a, n),
                (Some(n), None) => (b, n),
                (None, None) => return None,
            },
            Opcode::Isub => (a, self.func.as_iconst(b)?.checked_neg()?),
            // wildcard: other ops add no constant.
            _ => return None,
        };
        let (all, it) = (Interval::full(data.ty), self.interval(base));
        let fits = it.lo.checked_add(n).is_some_and(|lo| lo >= all.lo)
            && it.hi.checked_add(n).is_some_and(|hi| hi <= all.hi);
        fits.then_some((base, n))
    }

    /// What follows from a condition that is known.
    pub(super) fn assume(&mut self, condition: Value, truth: bool) {
        self.suppose(condition, truth, DEPTH);
    }

    fn suppose(&mut self, condition: Value, truth: bool, depth: u32) {
        let now = self.interval(condition);
        let to = if truth { now.without(0) } else { Interval::exact(0) };
        self.narrow(condition, to);
        let Def::Result(inst, _) = self.func.values[condition].def else { return };
        let data = &self.func.insts[inst];
        let [a, b] = data.args[..] else { return };
        let both = data.op == Opcode::Iand && truth || data.op == Opcode::Ior && !truth;
        if both && depth > 0 {
            self.suppose(a, truth, depth - 1);
            self.suppose(b, truth, depth - 1);
            return;
        }
        let op = if truth { Some(data.op) } else { data.op.row().negation };
        let is_number = self.func.ty(a).is_int() || self.func.ty(a) == Type::Ref;
        if let Some(op) = op.filter(|_| is_number) {
            self.compare(op, a, b);
        }
    }

    /// A comparison that is true from here on.
    fn compare(&mut self, op: Opcode, a: Value, b: Value) {
        match op {
            Opcode::Slt => self.add(a, b, -1),
            Opcode::Sle => self.add(a, b, 0),
            Opcode::Sgt => self.add(b, a, -1),
            Opcode::Sge => self.add(b, a, 0),
            Opcode::Ult => self.unsigned(a, b, -1),
            Opcode::Ule => self.unsigned(a, b, 0),
            Opcode::Ugt => self.unsigned(b, a, -1),
            Opcode::Uge => self.unsigned(b, a, 0),
            Opcode::Ieq => self.equal(a, b),
            Opcode::Ine => self.different(a, b),
            // wildcard: other ops compare no integers.
            _ => {}
        }
    }

    /// `a <= b + by`, both unsigned.
    fn unsigned(&mut self, a: Value, b: Value, by: i64) {
        if self.interval(b).lo < 0 {
            return;
        }
        self.narrow(a, Interval { lo: 0, hi: i64::MAX });
        self.add(a, b, by);
    }

    fn equal(&mut self, a: Value, b: Value) {
        let (x, y) = (self.interval(a), self.interval(b));
        if self.func.ty(a) == Type::Ref {
            // Two that are not null need not be the same.
            if let Some((value, Interval { lo: 0, hi: 0 })) =
                [(a, y), (b, x)].into_iter().find(|(_, i)| i.hi == 0)
            {
                self.narrow(value, Interval::exact(0));
            }
            return;
        }
        self.add(a, b, 0);
        self.add(b, a, 0);
    }

    fn different(&mut self, a: Value, b: Value) {
        let (x, y) = (self.interval(a), self.interval(b));
        let is_ref = self.func.ty(a) == Type::Ref;
        for (value, now, other) in [(a, x, y), (b, y, x)] {
            if other.lo == other.hi && (!is_ref || other.lo == 0) {
                self.narrow(value, now.without(other.lo));
            }
        }
        if !is_ref {
            for (v, w) in [(a, b), (b, a)] {
                if self.at_most[v].contains(&AtMost { other: w, by: 0 }) {
                    self.add(v, w, -1);
                }
            }
        }
    }

    /// After `bounds index, length`.
    pub(super) fn in_bounds(&mut self, index: Value, length: Value) {
        self.narrow(length, Interval { lo: 1, hi: LENGTH });
        self.narrow(index, Interval { lo: 0, hi: LENGTH });
        self.add(index, length, -1);
    }

    /// From here on `0 <= a <= b`.
    pub(super) fn assume_le(&mut self, a: Value, b: Value) {
        self.narrow(a, Interval { lo: 0, hi: i64::MAX });
        self.add(a, b, 0);
    }

    /// Whether a comparison always has the same result.
    pub(super) fn decides(&self, op: Opcode, a: Value, b: Value) -> Option<bool> {
        let natural = |v: Value| self.interval(v).lo >= 0;
        let less = |v: Value, w: Value, by: i64| self.proves(v, w, by);
        // `v <= w + by` is true, or its contrary is.
        let order = |v: Value, w: Value, by: i64| match (less(v, w, by), less(w, v, -1 - by)) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        let is_number = self.func.ty(a).is_int();
        match op {
            Opcode::Ieq | Opcode::Ine if self.func.ty(a) == Type::Ref => {
                let (x, y) = (self.interval(a), self.interval(b));
                let same =
                    if x.hi == 0 && y.hi == 0 { Some(true) } else { x.meet(y).is_none().then_some(false) };
                same.map(|same| same == (op == Opcode::Ieq))
            }
            Opcode::Ieq | Opcode::Ine if is_number => {
                let same = if less(a, b, -1) || less(b, a, -1) {
                    Some(false)
                } else {
                    (less(a, b, 0) && less(b, a, 0)).then_some(true)
                };
                same.map(|same| same == (op == Opcode::Ieq))
            }
            Opcode::Slt => order(a, b, -1),
            Opcode::Sle => order(a, b, 0),
            Opcode::Sgt => order(b, a, -1),
            Opcode::Sge => order(b, a, 0),
            Opcode::Ult | Opcode::Ule | Opcode::Ugt | Opcode::Uge if natural(a) && natural(b) => match op {
                Opcode::Ult => order(a, b, -1),
                Opcode::Ule => order(a, b, 0),
                Opcode::Ugt => order(b, a, -1),
                // wildcard: `uge`, the last of the four.
                _ => order(b, a, 0),
            },
            // wildcard: other ops compare no integers.
            _ => None,
        }
    }

    /// What an instruction's only result is.
    pub(super) fn result(&self, data: &purlin_ir::InstData, ty: Type) -> Interval {
        let args: SmallVec<[Interval; 4]> = data.args.iter().take(3).map(|v| self.interval(*v)).collect();
        let from = data.args.first().map_or(ty, |v| self.func.ty(*v));
        let result = interval::transfer(data.op, data.imm, ty, from, &args);
        // A natural number that is taken off one that is no less.
        let leaves_natural = data.op == Opcode::Isub
            && result.lo < 0
            && args[1].lo >= 0
            && self.proves(data.args[1], data.args[0], 0);
        if leaves_natural { Interval { lo: 0, hi: args[0].hi - args[1].lo } } else { result }
    }
}
