//! Words of dynamic guests: questions with their results and branches, comparisons, constants.
//!
//! A question that only a branch asks, and its result at the other end of the branch's first edge, are one
//! instruction: it computes, and jumps where the answer is no.

use purlin_base::word;
use purlin_ir::{Block, Inst, InstData, Opcode, Value, cfg};
use smallvec::SmallVec;

use super::{Reg, Regs, Role, Selector};
use crate::table::{Op, SiteFunction};

/// The instructions for a question: the result's op; the instructions that answer, compute, and do both.
struct Question {
    result: Opcode,
    both: Op,
    /// With a constant on the right that is added.
    imm: Option<Op>,
    /// Whether the operands may change places.
    commutes: bool,
}

const fn question(result: Opcode, both: Op, imm: Option<Op>, commutes: bool) -> Option<Question> {
    Some(Question { result, both, imm, commutes })
}

impl Question {
    fn of(op: Opcode) -> Option<Question> {
        match op {
            Opcode::DynAddOk => question(Opcode::DynAdd, Op::DynAddJ, Some(Op::DynAddIJ), true),
            Opcode::DynSubOk => question(Opcode::DynSub, Op::DynSubJ, Some(Op::DynAddIJ), false),
            Opcode::DynMulOk => question(Opcode::DynMul, Op::DynMulJ, None, true),
            Opcode::DynFaddOk => question(Opcode::DynFadd, Op::DynFaddJ, None, false),
            Opcode::DynFsubOk => question(Opcode::DynFsub, Op::DynFsubJ, None, false),
            Opcode::DynFmulOk => question(Opcode::DynFmul, Op::DynFmulJ, None, false),
            Opcode::DynFdivOk => question(Opcode::DynFdiv, Op::DynFdivJ, None, false),
            // wildcard: no other op asks for a result.
            _ => None,
        }
    }

    fn is_of(&self, result: Opcode) -> bool {
        self.result == result
    }
}

/// A look-up at a site of the globals whose answer is compared with a function, or with 0.
struct AskedSite {
    find: Inst,
    /// The behaviour's number that is looked up.
    class: Value,
    /// Whether the branch goes to its first target where both are equal.
    equal: bool,
    number: u32,
    /// The site's offset from the globals.
    at: u32,
}

/// The second word of an instruction with a site's bytes and its offset.
fn scaled(offset: i32) -> u64 {
    64 | (offset as u32 as u64) << 32
}

/// The bits of a word that is a constant: an integer, or an immediate.
fn constant_bits(data: &InstData, of: i64) -> Option<i64> {
    match data.op {
        Opcode::DynFromInt => Some(word::from_int(of) as i64),
        Opcode::DynFromImm => Some(word::from_imm(data.int(), of) as i64),
        // wildcard: no other op makes a word of an integer.
        _ => None,
    }
}

impl<'a> Selector<'a> {
    /// The bits of a word that is made of an integer constant.
    pub(super) fn word_constant(&mut self, value: Value) -> Option<i64> {
        let (_, data) = self.def_inst(value)?;
        if !matches!(data.op, Opcode::DynFromInt | Opcode::DynFromImm) {
            return None;
        }
        let of = self.integer_constant(data.args[0])?;
        constant_bits(data, of)
    }

    /// A word made of an integer.
    pub(super) fn make_word(&mut self, data: &InstData, def: Reg) {
        if let Some(bits) = self.integer_constant(data.args[0]).and_then(|of| constant_bits(data, of)) {
            self.constant(def, bits);
        } else if data.op == Opcode::DynFromInt {
            self.plain(Op::DynFromInt, def, data);
        } else {
            self.with_imm(Op::DynFromImm, def, data.args[0], data.int());
        }
    }

    /// What a site has for a behaviour.
    pub(super) fn find(&mut self, data: &InstData, def: Reg) {
        let offset = i32::try_from(data.offset());
        if offset.is_err() {
            self.error = Some("the offset of a site");
        }
        let at = offset.map(i64::from).ok().and_then(|offset| self.global_at(data.args[0], offset));
        let Some(at) = at else {
            let uses = self.regs(&data.args);
            self.push(Op::Find, Some(def), &uses).word = scaled(offset.unwrap_or_default());
            return;
        };
        let (of, is_word) = self.looked_up(data.args[1]);
        let op = if is_word { Op::FindOfG } else { Op::FindG };
        self.push(op, Some(def), &[of]).word = at as u64;
    }

    /// What a look-up for a behaviour reads: the word whose behaviour it is, if its number is made here for
    /// the look-up alone, and whether it is one; else the number.
    fn looked_up(&mut self, class: Value) -> (Reg, bool) {
        match self.only_here(class) {
            Some((inst, made)) if made.op == Opcode::ClassOf && self.quiet_since(inst) => {
                self.folded[inst] = true;
                (self.reg(made.args[0]), true)
            }
            // wildcard: a number that is not made here, or is read elsewhere, is in a register.
            _ => (self.reg(class), false),
        }
    }

    /// A branch that asks whether what a site has is one function, or any: the look-up is part of it. What
    /// the site has is in its register on both edges.
    pub(super) fn branch_on_site(&mut self, data: &'a InstData) -> bool {
        let Some(asked) = self.asked_site(data) else { return false };
        let AskedSite { find, class, equal, number, at } = asked;
        let place = SiteFunction { site: at, function: number }.word();
        let found = self.func.insts[find].results[0].as_u32();
        let (of, is_word) = self.looked_up(class);
        let op = match (is_word, number) {
            (true, 0) => Op::FindOfAnyJ,
            (true, _) => Op::FindOfIsJ,
            (false, 0) => Op::FindAnyJ,
            (false, _) => Op::FindIsJ,
        };
        let mut edges = vec![self.edge(&data.targets[0]), self.edge(&data.targets[1])];
        // The first edge is the one on which the function was found, or on which any was.
        if equal == (number == 0) {
            edges.swap(0, 1);
        }
        self.folded[find] = true;
        let inst = self.push(op, Some(found), &[of]);
        inst.word = place;
        inst.kind = Role::Branch { edges, guard: None };
        true
    }

    /// The look-up that a branch asks, if it can stand at the branch.
    fn asked_site(&mut self, data: &InstData) -> Option<AskedSite> {
        let (comparison, asks) = self.only_here(data.args[0]).filter(|_| data.op == Opcode::Brif)?;
        let equal = match asks.op {
            Opcode::Ieq => true,
            Opcode::Ine => false,
            // wildcard: no other op asks for one function.
            _ => return None,
        };
        let number = u32::try_from(self.konst(asks.args[1])?).ok()?;
        let known = self.root(asks.args[0]);
        let (find, look_up) = self.def_inst(known)?;
        if look_up.op != Opcode::Find || !self.quiet_since(find) {
            return None;
        }
        let offset = i32::try_from(look_up.offset()).ok()?;
        let at = u32::try_from(self.global_at(look_up.args[0], i64::from(offset))?).ok()?;
        if self.is_read_between(known, find, comparison) {
            return None;
        }
        self.folded[comparison] = true;
        Some(AskedSite { find, class: look_up.args[1], equal, number, at })
    }

    /// Whether an instruction between `from` and here reads a value, but for one.
    fn is_read_between(&mut self, value: Value, from: Inst, but_for: Inst) -> bool {
        let func = self.func;
        let first = self.place[from].map_or(0, |place| place.1 as usize + 1);
        let between = &func.blocks[self.block].insts[first..self.index];
        between
            .iter()
            .any(|inst| *inst != but_for && func.insts[*inst].uses().any(|used| self.root(used) == value))
    }

    /// Arithmetic on words: nothing, where the branch before does it.
    pub(super) fn word_result(&mut self, op: Op, data: &InstData, def: Reg) {
        if let Some(before) = self.question_before(data) {
            self.results[before] = Some(def);
        } else {
            self.plain(op, def, data);
        }
    }

    /// The block whose branch asks for exactly this result, leads here only if there is one, and is the only
    /// way here.
    fn question_before(&mut self, data: &InstData) -> Option<Block> {
        let func = self.func;
        let preds = self.preds.get_or_insert_with(|| cfg::predecessors(func));
        let [before] = preds[self.block][..] else { return None };
        let end = func.end(before)?;
        if !matches!(end.op, Opcode::Brif | Opcode::Guard) || self.results[before].is_some() {
            return None;
        }
        let [yes, no] = &end.targets[..] else { return None };
        if yes.block != self.block || no.block == self.block || !yes.args.is_empty() {
            return None;
        }
        let cond = self.root(end.args[0]);
        let (inst, asks) = self.def_inst(cond)?;
        let here = self.place[inst].is_some_and(|p| p.0 == before);
        let same = Question::of(asks.op).is_some_and(|q| q.is_of(data.op));
        let roots = |s: &mut Self, args: &[Value]| args.iter().map(|v| s.root(*v)).collect::<Vec<_>>();
        let same = same && roots(self, &asks.args) == roots(self, &data.args);
        (here && same && self.uses[cond] == 1).then_some(before)
    }

    /// The test that a question is, where a branch asks it: its operation, registers, result and immediate.
    pub(super) fn word_test(&mut self, data: &InstData) -> Option<(Op, Option<Reg>, Regs, i64)> {
        let pair = |s: &mut Self| SmallVec::from_slice(&[s.reg(data.args[0]), s.reg(data.args[1])]);
        let twice = |s: &mut Self| {
            let x = s.reg(data.args[0]);
            SmallVec::from_slice(&[x, x])
        };
        let op = match data.op {
            Opcode::DynInts => return Some((Op::JInts, None, pair(self), 0)),
            Opcode::DynFloats => return Some((Op::JFloats, None, pair(self), 0)),
            Opcode::DynIsInt => return Some((Op::JInts, None, twice(self), 0)),
            Opcode::DynIsFloat => return Some((Op::JFloats, None, twice(self), 0)),
            // wildcard: what is no test of kinds has a row among the questions, or none.
            op => op,
        };
        let question = Question::of(op)?;
        let def = self.results[self.block]?;
        if let Some(imm) = question.imm {
            if let Some(by) = self.small_addend(data.args[1], op == Opcode::DynSubOk) {
                return Some((imm, Some(def), SmallVec::from_slice(&[self.reg(data.args[0])]), by));
            }
            if let Some(by) = self.small_addend(data.args[0], false).filter(|_| question.commutes) {
                return Some((imm, Some(def), SmallVec::from_slice(&[self.reg(data.args[1])]), by));
            }
        }
        Some((question.both, Some(def), pair(self), 0))
    }

    /// An integer that fits the field of an instruction, with its sign changed for a difference.
    fn small_addend(&mut self, value: Value, negate: bool) -> Option<i64> {
        let (_, data) = self.def_inst(value)?;
        if data.op != Opcode::DynFromInt {
            return None;
        }
        let by = self.integer_constant(data.args[0])?;
        let by = if negate { by.checked_neg()? } else { by };
        i16::try_from(by).ok().map(i64::from)
    }
}
