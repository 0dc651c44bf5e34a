//! Tagged words: low bit 1 is a 63-bit integer, low bit 0 a ref.

use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_ir::InstData;

use super::Lower;

impl Lower<'_, '_> {
    pub(super) fn dyn_is_int(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let low = self.b.ins().ireduce(clt::I8, x);
        let value = self.b.ins().band_imm_u(low, 1);
        self.result(data, value);
    }

    pub(super) fn dyn_from_int(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let shifted = self.b.ins().ishl_imm_u(x, 1);
        let value = self.b.ins().bor_imm_u(shifted, 1);
        self.result(data, value);
    }

    pub(super) fn dyn_fits(&mut self, data: &InstData) {
        let x = self.arg(data, 0);
        let shifted = self.b.ins().ishl_imm_u(x, 1);
        let back = self.b.ins().sshr_imm_u(shifted, 1);
        let value = self.b.ins().icmp(IntCC::Equal, back, x);
        self.result(data, value);
    }
}
