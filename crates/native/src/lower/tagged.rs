//! Words of dynamic guests (`purlin_base::word` says how they look).
//!
//! A question that only a branch asks is two branches: one on what the operands are, one on the result, which
//! is at hand then where the branch leads.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types as clt;
use purlin_base::{SecondaryMap, nan, word};
use purlin_ir::ints::{self, Proven};
use purlin_ir::{InstData, Opcode, Value, cfg};

use super::Lower;

/// Arithmetic whose result a branch has computed for the block that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Computed {
    result: Opcode,
    args: [Value; 2],
    value: cl::Value,
    /// The double that the result is, if it is a float.
    double: Option<cl::Value>,
}

/// What is known of words by what defines them.
pub(super) struct Ints {
    known: SecondaryMap<Value, bool>,
    never_negative: SecondaryMap<Value, bool>,
    /// Integers as long as nothing is cold.
    likely: SecondaryMap<Value, bool>,
    /// Where branches have found out that words are integers.
    proven: Option<Proven>,
}

/// The result that a question asks for.
fn result_of(question: Opcode) -> Option<Opcode> {
    match question {
        Opcode::DynAddOk => Some(Opcode::DynAdd),
        Opcode::DynSubOk => Some(Opcode::DynSub),
        Opcode::DynMulOk => Some(Opcode::DynMul),
        Opcode::DynFaddOk => Some(Opcode::DynFadd),
        Opcode::DynFsubOk => Some(Opcode::DynFsub),
        Opcode::DynFmulOk => Some(Opcode::DynFmul),
        Opcode::DynFdivOk => Some(Opcode::DynFdiv),
        // wildcard: no other op asks for a result.
        _ => None,
    }
}

impl Lower<'_, '_> {
    pub(super) fn dyn_is_int(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.has_tag(x, word::INT_MASK, word::INT_TAG);
        self.result(data, value);
    }

    /// Whether bits of a word have a value: 1 or 0.
    fn has_tag(&mut self, x: cl::Value, mask: u64, tag: u64) -> cl::Value {
        let low = self.b.ins().ireduce(clt::I32, x);
        let bits = self.b.ins().band_imm_u(low, mask as i64);
        self.b.ins().icmp_imm_u(IntCC::Equal, bits, tag as i64)
    }

    pub(super) fn dyn_from_int(&mut self, data: &InstData) {
        let value = match self.constant_of(data.args[0]) {
            Some(n) => self.i64(word::from_int(n) as i64),
            None => {
                let x = self.arg(data, 0);
                let shifted = self.b.ins().ishl_imm_u(x, i64::from(word::INT_SHIFT));
                self.b.ins().bor_imm_u(shifted, word::INT_TAG as i64)
            }
        };
        self.result(data, value);
    }

    pub(super) fn dyn_to_int(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.b.ins().sshr_imm_u(x, i64::from(word::INT_SHIFT));
        self.result(data, value);
    }

    pub(super) fn dyn_fits(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let shifted = self.b.ins().ishl_imm_u(x, i64::from(word::INT_SHIFT));
        let back = self.b.ins().sshr_imm_u(shifted, i64::from(word::INT_SHIFT));
        let value = self.b.ins().icmp(IntCC::Equal, back, x);
        self.result(data, value);
    }

    pub(super) fn dyn_is_float(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.is_float(x);
        self.result(data, value);
    }

    fn is_float(&mut self, x: cl::Value) -> cl::Value {
        let bit = self.float_bit(x);
        self.b.ins().icmp_imm_u(IntCC::NotEqual, bit, 0)
    }

    fn is_no_float(&mut self, x: cl::Value) -> cl::Value {
        let bit = self.float_bit(x);
        self.b.ins().icmp_imm_u(IntCC::Equal, bit, 0)
    }

    fn float_bit(&mut self, x: cl::Value) -> cl::Value {
        let low = self.b.ins().ireduce(clt::I32, x);
        self.b.ins().band_imm_u(low, word::FLOAT_BIT as i64)
    }

    pub(super) fn dyn_from_float(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.word_of_float(x);
        self.result(data, value);
    }

    fn word_of_float(&mut self, x: cl::Value) -> cl::Value {
        let bits = self.b.ins().bitcast(clt::I64, cl::MemFlagsData::new(), x);
        let is_nan = self.b.ins().fcmp(FloatCC::Unordered, x, x);
        let seen = self.i64(nan::SEEN_64 as i64);
        let bits = self.b.ins().select(is_nan, seen, bits);
        let by = self.i64(i64::from(word::FLOAT_ROTATION));
        let rotated = self.b.ins().rotl(bits, by);
        self.b.ins().iadd_imm_s(rotated, word::FLOAT_OFFSET as i64)
    }

    pub(super) fn dyn_to_float(&mut self, data: &InstData) {
        let value = self.float(data.args[0]);
        self.result(data, value);
    }

    pub(super) fn float_of_word(&mut self, x: cl::Value) -> cl::Value {
        let rotated = self.b.ins().iadd_imm_s(x, -(word::FLOAT_OFFSET as i64));
        let by = self.i64(i64::from(word::FLOAT_ROTATION));
        let bits = self.b.ins().rotr(rotated, by);
        self.b.ins().bitcast(clt::F64, cl::MemFlagsData::new(), bits)
    }

    pub(super) fn dyn_float_fits(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let word = self.word_of_float(x);
        let value = self.is_float(word);
        self.result(data, value);
    }

    pub(super) fn dyn_is_ref(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.has_tag(x, word::REF_MASK, 0);
        self.result(data, value);
    }

    pub(super) fn dyn_from_imm(&mut self, data: &InstData) {
        let value = match self.constant_of(data.args[0]) {
            Some(payload) => self.i64(word::from_imm(data.int(), payload) as i64),
            None => {
                let x = self.arg(data, 0);
                let shifted = self.b.ins().ishl_imm_u(x, i64::from(word::PAYLOAD_SHIFT));
                self.b.ins().bor_imm_u(shifted, word::low_byte(data.int()) as i64)
            }
        };
        self.result(data, value);
    }

    pub(super) fn dyn_is_imm(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.has_tag(x, 0xff, word::low_byte(data.int()));
        self.result(data, value);
    }

    pub(super) fn dyn_to_imm(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let value = self.b.ins().ushr_imm_u(x, i64::from(word::PAYLOAD_SHIFT));
        self.result(data, value);
    }

    pub(super) fn dyn_ints(&mut self, data: &InstData) {
        let value = self.operands_fit(data);
        self.result(data, value);
    }

    /// Whether both operands are what the op computes with.
    fn operands_fit(&mut self, data: &InstData) -> cl::Value {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let (x, y) = (self.b.ins().ireduce(clt::I32, x), self.b.ins().ireduce(clt::I32, y));
        if is_of_floats(data.op) {
            let both = self.b.ins().band(x, y);
            let bit = self.b.ins().band_imm_u(both, word::FLOAT_BIT as i64);
            return self.b.ins().icmp_imm_u(IntCC::NotEqual, bit, 0);
        }
        // One that is known to be an integer need not be asked.
        let bits = match (self.is_int(data.args[0]), self.is_int(data.args[1])) {
            (true, true) => return self.b.ins().iconst(clt::I8, 1),
            (_, true) => self.b.ins().bxor_imm_u(x, word::INT_TAG as i64),
            (true, false) => self.b.ins().bxor_imm_u(y, word::INT_TAG as i64),
            (false, false) => {
                let x = self.b.ins().bxor_imm_u(x, word::INT_TAG as i64);
                let y = self.b.ins().bxor_imm_u(y, word::INT_TAG as i64);
                self.b.ins().bor(x, y)
            }
        };
        let bits = self.b.ins().band_imm_u(bits, word::INT_MASK as i64);
        self.b.ins().icmp_imm_u(IntCC::Equal, bits, 0)
    }

    /// A comparison of two integers: words are in their order.
    pub(super) fn dyn_compare(&mut self, data: &InstData, cc: IntCC) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let value = self.b.ins().icmp(cc, x, y);
        self.result(data, value);
    }

    /// A question as a value.
    pub(super) fn dyn_question(&mut self, data: &InstData) {
        let fit = self.operands_fit(data);
        let (_, bad, _) = self.arithmetic(data);
        let value = self.b.ins().band_not(fit, bad);
        self.result(data, value);
    }

    /// The double of arithmetic on two words that are floats.
    fn exact(&mut self, data: &InstData) -> cl::Value {
        let (x, y) = (self.float(data.args[0]), self.float(data.args[1]));
        match data.op {
            Opcode::DynFaddOk | Opcode::DynFadd => self.b.ins().fadd(x, y),
            Opcode::DynFsubOk | Opcode::DynFsub => self.b.ins().fsub(x, y),
            Opcode::DynFmulOk | Opcode::DynFmul => self.b.ins().fmul(x, y),
            // wildcard: of arithmetic on floats, division is left.
            _ => self.b.ins().fdiv(x, y),
        }
    }

    /// The result of arithmetic on two words, 1 if it is none, and its double.
    fn arithmetic(&mut self, data: &InstData) -> (cl::Value, cl::Value, Option<cl::Value>) {
        if is_of_floats(data.op) {
            let exact = self.exact(data);
            let value = self.word_of_float(exact);
            return (value, self.is_no_float(value), Some(exact));
        }
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let tag = word::INT_TAG as i64;
        let (value, over) = match data.op {
            Opcode::DynAddOk | Opcode::DynAdd => match self.constant_word(data.args[1]) {
                Some(by) => self.plus(x, by),
                None => {
                    let of = [x, y];
                    let y = self.untagged(data.args[1], y);
                    // A sum with what is never negative overflows if it is below the other operand.
                    match data.args.iter().position(|arg| self.is_never_negative(*arg)) {
                        Some(n) => {
                            let sum = self.b.ins().iadd(x, y);
                            (sum, self.b.ins().icmp(IntCC::SignedLessThan, sum, of[1 - n]))
                        }
                        None => self.b.ins().sadd_overflow(x, y),
                    }
                }
            },
            Opcode::DynSubOk | Opcode::DynSub => match self.constant_word(data.args[1]) {
                Some(by) if by != i64::MIN => self.plus(x, -by),
                _ => {
                    let y = self.untagged(data.args[1], y);
                    self.b.ins().ssub_overflow(x, y)
                }
            },
            // wildcard: of arithmetic on integers, multiplication is left.
            _ => {
                let x = self.untagged(data.args[0], x);
                let y = self.b.ins().sshr_imm_u(y, i64::from(word::INT_SHIFT));
                let (product, over) = self.b.ins().smul_overflow(x, y);
                (self.b.ins().bor_imm_u(product, tag), over)
            }
        };
        (value, over, None)
    }

    /// A sum with a constant, and whether it overflows: it is then on the other side of the first operand.
    fn plus(&mut self, x: cl::Value, by: i64) -> (cl::Value, cl::Value) {
        let value = self.b.ins().iadd_imm_s(x, by);
        let wrong = if by < 0 { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
        (value, self.b.ins().icmp(wrong, value, x))
    }

    /// The word of a constant integer without its tag.
    fn constant_word(&self, value: Value) -> Option<i64> {
        let made = self.body.made_by(value).filter(|d| d.op == Opcode::DynFromInt)?;
        Some((word::from_int(self.constant_of(made.args[0])?) - word::INT_TAG) as i64)
    }

    /// A word of an integer without its tag.
    fn untagged(&mut self, value: Value, x: cl::Value) -> cl::Value {
        match self.constant_word(value) {
            Some(n) => self.i64(n),
            None => self.b.ins().iadd_imm_s(x, -(word::INT_TAG as i64)),
        }
    }

    /// Arithmetic on words: what the branch before has computed, or its own.
    pub(super) fn dyn_result(&mut self, data: &InstData) {
        let here = self.b.current_block().and_then(|block| self.computed.get(&block).copied());
        let (value, double) = match here {
            Some(c) if c.result == data.op && c.args[..] == data.args[..] => (c.value, c.double),
            Some(_) | None => {
                let (value, _, double) = self.arithmetic(data);
                (value, double)
            }
        };
        self.result(data, value);
        if let Some(double) = double {
            self.set_float(data.results[0], double);
        }
    }

    /// The question that only this branch asks, if it asks one.
    fn question(&mut self, end: &InstData) -> Option<&InstData> {
        let body = self.body;
        let made = body.made_by(end.args[0])?;
        result_of(made.op)?;
        (end.targets[0].args.is_empty() && self.uses_once(end.args[0])).then_some(made)
    }

    /// Whether a branch on a question's answer is two branches: they are made, `no` with its arguments being
    /// where the answer is no.
    pub(super) fn branch_on_question(
        &mut self,
        end: &InstData,
        yes: cl::Block,
        no: cl::Block,
        no_args: &[cl::BlockArg],
    ) -> bool {
        let body = self.body;
        let Some(question) = self.question(end).cloned() else { return false };
        let are_ints = !is_of_floats(question.op) && question.args.iter().all(|arg| self.is_int(*arg));
        if !are_ints {
            let fit = self.operands_fit(&question);
            let next = self.b.create_block();
            self.b.ins().brif(fit, next, &[], no, no_args);
            self.back_to(next);
        }
        let (value, bad, double) = self.arithmetic(&question);
        let only_way =
            self.preds.get_or_insert_with(|| cfg::predecessors(body))[end.targets[0].block].len() == 1;
        if let (Some(result), true) = (result_of(question.op), only_way) {
            let args = [question.args[0], question.args[1]];
            self.computed.insert(yes, Computed { result, args, value, double });
        }
        // The code generator lays out last what the first target leads to: what is likely follows at once.
        self.b.ins().brif(bad, no, no_args, yes, &[]);
        true
    }

    /// Whether a word is an integer here, by what defines it or by what a branch has found out. Found out
    /// once, for functions that ask.
    pub(super) fn is_int(&mut self, value: Value) -> bool {
        let here = self.here;
        let proven = |ints: &Ints| ints.proven.as_ref().zip(here).is_some_and(|(p, b)| p.holds(value, b));
        self.ints().is_some_and(|ints| ints.known[value] || proven(ints))
    }

    fn is_never_negative(&mut self, value: Value) -> bool {
        self.ints().is_some_and(|ints| ints.never_negative[value])
    }

    pub(super) fn is_likely_int(&mut self, value: Value) -> bool {
        self.ints().is_some_and(|ints| ints.likely[value])
    }

    fn ints(&mut self) -> Option<&Ints> {
        let body = self.body;
        let find = || {
            let known = ints::known(body)?;
            let never_negative = ints::never_negative(body, &known);
            Some(Ints { known, never_negative, likely: ints::likely(body), proven: Proven::new(body) })
        };
        self.ints.get_or_insert_with(find).as_ref()
    }

    /// Whether a value has one use. Counted once, for functions that ask.
    fn uses_once(&mut self, value: Value) -> bool {
        let body = self.body;
        let uses = self.uses.get_or_insert_with(|| {
            let mut uses: SecondaryMap<Value, u32> = purlin_base::filled(body.values.len());
            let insts = body.layout.iter().flat_map(|b| &body.blocks[*b].insts);
            insts.flat_map(|i| body.insts[*i].uses()).for_each(|v| uses[v] += 1);
            uses
        });
        uses[value] == 1
    }
}

/// Whether an op on two words computes with floats.
fn is_of_floats(op: Opcode) -> bool {
    match op {
        Opcode::DynFaddOk | Opcode::DynFsubOk | Opcode::DynFmulOk | Opcode::DynFdivOk => true,
        Opcode::DynFadd | Opcode::DynFsub | Opcode::DynFmul | Opcode::DynFdiv | Opcode::DynFloats => true,
        // wildcard: all others compute with integers.
        _ => false,
    }
}
