//! What a send asks before it calls: a word's behaviour, and the function that its site has for it.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_base::map::HashMap;
use purlin_base::{SecondaryMap, word};
use purlin_ir::{Block, Function, InstData, Opcode, Type, Value, cfg};

use super::Lower;

/// Pairs of a site.
const PAIRS: i32 = 6;
/// Blocks in a row that are looked at.
const CHAIN: usize = 8;

/// A question to a site: where that is, and the number of the behaviour.
#[derive(Clone, Copy)]
struct Asked {
    site: cl::Value,
    at: i32,
    class: cl::Value,
}

impl Lower<'_, '_> {
    pub(super) fn class_of(&mut self, data: &InstData) {
        if self.is_int(data.args[0]) {
            let int = self.i64(word::INT_CLASS as i64);
            return self.result(data, int);
        }
        let x = self.arg(data, 0);
        let [of_object, other, join] = [(); 3].map(|()| self.b.create_block());
        // What understands most messages is an object, and arithmetic is no send.
        self.b.set_cold_block(other);
        let class = self.b.append_block_param(join, clt::I64);
        let low = self.b.ins().ireduce(clt::I32, x);
        if self.is_likely_int(data.args[0]) {
            let no_int = self.b.create_block();
            [of_object, no_int].into_iter().for_each(|block| self.b.set_cold_block(block));
            let int = self.i64(word::INT_CLASS as i64);
            let tag = self.b.ins().band_imm_u(low, word::INT_MASK as i64);
            let is_other = self.b.ins().icmp_imm_u(IntCC::NotEqual, tag, word::INT_TAG as i64);
            self.b.ins().brif(is_other, no_int, &[], join, &[cl::BlockArg::from(int)]);
            self.back_to(no_int);
        }
        let tag = self.b.ins().band_imm_u(low, word::REF_MASK as i64);
        self.b.ins().brif(tag, other, &[], of_object, &[]);
        self.back_to(of_object);
        let flags = self.regions.guest(&mut self.b, Type::I64, 0);
        let first = self.b.ins().load(clt::I64, flags, x, 0);
        let number = self.low_half(first);
        self.b.ins().jump(join, &[cl::BlockArg::from(number)]);
        self.back_to(other);
        let fixed = self.fixed_class(low);
        self.b.ins().jump(join, &[cl::BlockArg::from(fixed)]);
        self.back_to(join);
        self.result(data, class);
    }

    /// The lower 32 bits, as an unsigned number.
    fn low_half(&mut self, x: cl::Value) -> cl::Value {
        let low = self.b.ins().ireduce(clt::I32, x);
        self.b.ins().uextend(clt::I64, low)
    }

    /// The behaviour of a word that is no reference, from its lower 32 bits.
    fn fixed_class(&mut self, low: cl::Value) -> cl::Value {
        let kind = self.b.ins().ushr_imm_u(low, i64::from(word::KIND_SHIFT));
        let kind = self.b.ins().band_imm_u(kind, word::KINDS - 1);
        let kind = self.b.ins().iadd_imm_s(kind, 1);
        let tag = self.b.ins().band_imm_u(low, word::INT_MASK as i64);
        let is_int = self.b.ins().icmp_imm_u(IntCC::Equal, tag, word::INT_TAG as i64);
        let int = self.b.ins().iconst(clt::I32, word::INT_CLASS as i64);
        let class = self.b.ins().select(is_int, int, kind);
        let float = self.b.ins().iconst(clt::I32, word::FLOAT_CLASS as i64);
        let bit = self.b.ins().band_imm_u(low, word::FLOAT_BIT as i64);
        let class = self.b.ins().select(bit, float, class);
        self.b.ins().uextend(clt::I64, class)
    }

    pub(super) fn find(&mut self, data: &InstData) {
        let body = self.body;
        if !self.awaited.get_or_insert_with(|| awaited(body))[data.results[0]] {
            let asked = self.asked(data);
            let function = self.search(asked);
            self.result(data, function);
        }
    }

    /// Makes the branch on whether a site has one function, if this is one, from the site's first pair: where
    /// that is the behaviour with the function, nothing else is looked at.
    pub(super) fn branch_on_function(
        &mut self,
        end: &InstData,
        yes: cl::Block,
        no: cl::Block,
        no_args: &[cl::BlockArg],
    ) -> bool {
        let Some((found, number)) = one_function(self.body, end) else { return false };
        let body = self.body;
        let awaited = self.awaited.get_or_insert_with(|| awaited(body));
        if !std::mem::replace(&mut awaited[found], false) {
            return false;
        }
        let data = body.made_by(found).expect("an op has found it");
        let asked = self.asked(data);
        let wanted = match self.known_class(data.args[1]) {
            Some(class) => self.i64(number << 32 | i64::from(class as u32)),
            None => {
                let high = self.i64(number << 32);
                self.b.ins().bor(asked.class, high)
            }
        };
        let flags = self.regions.guest(&mut self.b, Type::I64, 0);
        let pair = self.b.ins().load(clt::I64, flags, asked.site, asked.at);
        let other = self.b.ins().icmp(IntCC::NotEqual, pair, wanted);
        let before = self.b.func.dfg.num_blocks();
        let rest = self.b.create_block();
        self.b.ins().brif(other, rest, &[], yes, &[]);
        self.back_to(rest);
        let function = self.search(asked);
        self.all_cold_since(before);
        self.set(found, function);
        let is_it = self.b.ins().icmp_imm_s(IntCC::Equal, function, number);
        self.b.ins().brif(is_it, yes, &[], no, no_args);
        true
    }

    /// The number of a behaviour, if it is known.
    fn known_class(&mut self, class: Value) -> Option<i64> {
        let of = self.body.made_by(class).filter(|made| made.op == Opcode::ClassOf);
        match of.map(|made| made.args[0]) {
            Some(of) => self.is_int(of).then_some(word::INT_CLASS as i64),
            None => self.constant_of(class),
        }
    }

    /// Whether a value is what a branch will find in a site.
    pub(super) fn is_awaited(&self, value: Value) -> bool {
        self.awaited.as_ref().is_some_and(|awaited| awaited[value])
    }

    /// The operands of a question to a site.
    fn asked(&mut self, data: &InstData) -> Asked {
        let (site, class) = (self.arg(data, 0), self.arg(data, 1));
        let (site, at) = match i32::try_from(data.offset()) {
            Ok(at) if at < i32::MAX - 8 * PAIRS => (site, at),
            Ok(_) | Err(_) => (self.b.ins().iadd_imm_s(site, data.offset()), 0),
        };
        Asked { site, at, class }
    }

    /// The function that a site has for a behaviour, or 0: the first pair in line, the others in cold code.
    fn search(&mut self, Asked { site, at, class }: Asked) -> cl::Value {
        let class = self.b.ins().ireduce(clt::I32, class);
        let join = self.b.create_block();
        let function = self.b.append_block_param(join, clt::I64);
        for n in 0..PAIRS {
            let flags = self.regions.guest(&mut self.b, Type::I64, 0);
            let pair = self.b.ins().load(clt::I64, flags, site, at + 8 * n);
            let behaviour = self.b.ins().ireduce(clt::I32, pair);
            let is_it = self.b.ins().icmp(IntCC::Equal, behaviour, class);
            let found = self.b.ins().ushr_imm_u(pair, 32);
            let next = self.b.create_block();
            self.b.set_cold_block(next);
            self.b.ins().brif(is_it, join, &[cl::BlockArg::from(found)], next, &[]);
            self.back_to(next);
        }
        let none = self.i64(0);
        self.b.ins().jump(join, &[cl::BlockArg::from(none)]);
        self.back_to(join);
        function
    }
}

/// What a branch asks of a site, if it asks whether that has the one function that it likely has: what is
/// found, and the function's number.
fn one_function(body: &Function, end: &InstData) -> Option<(Value, i64)> {
    let made = |value: Value, op: Opcode| body.made_by(value).filter(|made| made.op == op);
    if end.op != Opcode::Brif || !end.targets[0].args.is_empty() || !body.blocks[end.targets[1].block].cold {
        return None;
    }
    let same = made(end.args[0], Opcode::Ieq)?;
    let number = made(same.args[1], Opcode::FuncRef)?.func().as_u32();
    let find = made(same.args[0], Opcode::Find)?;
    // The number of a behaviour has 32 bits where it is known to be one.
    let class = body.made_by(find.args[1])?;
    let is_number = matches!(class.op, Opcode::ClassOf | Opcode::Iconst);
    is_number.then_some((same.args[0], i64::from(number)))
}

/// The values of `find` that are computed by the branch which asks for one function, and not where they
/// stand: no op in between has an effect, and only code behind the answer no uses them besides.
fn awaited(body: &Function) -> SecondaryMap<Value, bool> {
    let mut awaited: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    // The block that the answer no leads to, by what is found.
    let mut wanted: HashMap<Value, Block> = HashMap::default();
    // What is found, by the answer that the branch asks for.
    let mut answers: HashMap<Value, Value> = HashMap::default();
    let preds = cfg::predecessors(body);
    for block in &body.layout {
        let Some((end, before)) = body.blocks[*block].insts.split_last() else { continue };
        let end = &body.insts[*end];
        let Some((found, _)) = one_function(body, end) else { continue };
        let after = before.iter().rev().map(|inst| &body.insts[*inst]);
        let mut after = after.skip_while(|data| data.op != Opcode::Find && data.op.is_pure());
        let is_last = after.next().is_some_and(|data| data.results.first() == Some(&found));
        let no = end.targets[1].block;
        if is_last && preds[no].len() == 1 && end.targets[0].block != no {
            awaited[found] = true;
            wanted.insert(found, no);
            answers.insert(end.args[0], found);
        }
    }
    if wanted.is_empty() {
        return awaited;
    }
    // Blocks that can only be reached through that block, if they follow it without a join.
    let is_behind = |mut block: Block, first: Block| {
        for _ in 0..CHAIN {
            if block == first {
                return true;
            }
            let &[before] = &preds[block][..] else { return false };
            block = before;
        }
        false
    };
    for block in &body.layout {
        for data in body.blocks[*block].insts.iter().map(|inst| &body.insts[*inst]) {
            let is_question = data.op == Opcode::Ieq;
            for value in data.uses() {
                if let Some(found) = answers.get(&value).filter(|_| data.op != Opcode::Brif) {
                    awaited[*found] = false;
                }
                if let Some(no) = wanted.get(&value)
                    && !(is_question && asks_itself(body, data, *block, value))
                    && !is_behind(*block, *no)
                {
                    awaited[value] = false;
                }
            }
        }
    }
    awaited
}

/// Whether a comparison is the one that the branch at the end of its block asks for.
fn asks_itself(body: &Function, data: &InstData, block: Block, found: Value) -> bool {
    let end = body.end(block);
    end.is_some_and(|end| {
        end.args.first() == data.results.first() && one_function(body, end).is_some_and(|of| of.0 == found)
    })
}
