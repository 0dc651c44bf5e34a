//! What a send asks before it calls: a word's behaviour, and the function that its site has for it.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_base::word;
use purlin_ir::{InstData, Type};

use super::Lower;

/// Pairs of a site.
const PAIRS: i32 = 6;

impl Lower<'_, '_> {
    pub(super) fn class_of(&mut self, data: &InstData) {
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

    /// The first pair in line, the others in cold code.
    pub(super) fn find(&mut self, data: &InstData) {
        let (site, class) = (self.arg(data, 0), self.arg(data, 1));
        let (site, at) = match i32::try_from(data.offset()) {
            Ok(at) if at < i32::MAX - 8 * PAIRS => (site, at),
            Ok(_) | Err(_) => (self.b.ins().iadd_imm_s(site, data.offset()), 0),
        };
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
        self.result(data, function);
    }
}
