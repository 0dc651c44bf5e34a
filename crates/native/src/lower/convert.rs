//! Conversions and selection, and what shows the bits of a float.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types as clt;
use purlin_base::nan;
use purlin_ir::{InstData, Type};

use super::{Ins, Lower, types};

/// 2^63
const HALF: f64 = 9223372036854775808.0;

impl Lower<'_, '_> {
    pub(super) fn resize(
        &mut self,
        data: &InstData,
        f: impl FnOnce(Ins<'_, '_>, cl::Type, cl::Value) -> cl::Value,
    ) {
        let x = self.arg(data, 0);
        let value = f(self.b.ins(), types::clif(data.ty), x);
        self.result(data, value);
    }

    pub(super) fn sint_to_float(&mut self, data: &InstData) {
        let mut x = self.arg(data, 0);
        if self.body.ty(data.args[0]).bits() < 32 {
            x = self.b.ins().sextend(clt::I32, x);
        }
        let value = self.b.ins().fcvt_from_sint(types::clif(data.ty), x);
        self.result(data, value);
    }

    pub(super) fn uint_to_float(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let to = types::clif(data.ty);
        let value = if self.body.ty(data.args[0]).bits() == 64 {
            self.b.ins().fcvt_from_uint(to, x)
        } else {
            // Every narrower unsigned integer is a signed 64-bit one.
            let wide = self.b.ins().uextend(clt::I64, x);
            self.b.ins().fcvt_from_sint(to, wide)
        };
        self.result(data, value);
    }

    /// The operand as an `f64`, which is exact.
    fn as_f64(&mut self, data: &InstData) -> cl::Value {
        let x = self.arg(data, 0);
        if self.body.ty(data.args[0]) == Type::F32 { self.b.ins().fpromote(clt::F64, x) } else { x }
    }

    /// Toward zero; out of range and NaN give the smallest integer, as the machine's own conversion does.
    /// Cranelift's saturating one is the same instruction and a test that is not taken; it differs for what
    /// is not below 2^63, which a comparison sorts out.
    fn truncated(&mut self, x: cl::Value) -> cl::Value {
        let saturated = self.b.ins().fcvt_to_sint_sat(clt::I64, x);
        let half = self.f64(HALF.to_bits());
        let inside = self.b.ins().fcmp(FloatCC::LessThan, x, half);
        let least = self.i64(i64::MIN);
        self.b.ins().select(inside, saturated, least)
    }

    pub(super) fn float_to_sint(&mut self, data: &InstData) {
        let x = self.as_f64(data);
        let value = self.truncated(x);
        self.result(data, value);
    }

    /// As `purlin_runtime::helpers::float_to_uint`.
    pub(super) fn float_to_uint(&mut self, data: &InstData) {
        let x = self.as_f64(data);
        let half = self.f64(HALF.to_bits());
        let small = self.b.ins().fcmp(FloatCC::LessThan, x, half);
        let less = self.b.ins().fsub(x, half);
        let y = self.b.ins().select(small, x, less);
        let value = self.truncated(y);
        let (zero, top) = (self.i64(0), self.i64(i64::MIN));
        let flip = self.b.ins().select(small, zero, top);
        let value = self.b.ins().bxor(value, flip);
        self.result(data, value);
    }

    pub(super) fn bitcast(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let to = types::clif(data.ty);
        let from = self.b.func.dfg.value_type(x);
        let value = if from == to {
            x
        } else if from.is_float() && data.ty.is_int() {
            self.seen_bits(x)
        } else {
            self.b.ins().bitcast(to, cl::MemFlagsData::new(), x)
        };
        self.result(data, value);
    }

    /// The bits of a float as programs see them: `purlin_base::nan`.
    fn seen_bits(&mut self, x: cl::Value) -> cl::Value {
        let (ty, made, seen) = if self.b.func.dfg.value_type(x) == clt::F64 {
            (clt::I64, nan::MADE_64 as i64, nan::SEEN_64 as i64)
        } else {
            (clt::I32, i64::from(nan::MADE_32), i64::from(nan::SEEN_32))
        };
        let bits = self.b.ins().bitcast(ty, cl::MemFlagsData::new(), x);
        let (made, seen) = (self.b.ins().iconst(ty, made), self.b.ins().iconst(ty, seen));
        let hidden = self.b.ins().icmp(IntCC::Equal, bits, made);
        self.b.ins().select(hidden, seen, bits)
    }

    pub(super) fn copysign(&mut self, data: &InstData) {
        let (x, y) = (self.arg(data, 0), self.arg(data, 1));
        let sign = self.seen_bits(y);
        let sign = self.b.ins().bitcast(types::clif(data.ty), cl::MemFlagsData::new(), sign);
        let value = self.b.ins().fcopysign(x, sign);
        self.result(data, value);
    }

    pub(super) fn select(&mut self, data: &InstData) {
        let (cond, yes, no) = (self.arg(data, 0), self.arg(data, 1), self.arg(data, 2));
        let value = self.b.ins().select(cond, yes, no);
        self.result(data, value);
    }
}
