//! Constants and addresses.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::types as clt;
use purlin_base::EntityRef as _;
use purlin_ir::{InstData, Opcode, Type};
use purlin_runtime::vmctx::offset;

use super::{Lower, Slots, types};

impl Lower<'_, '_> {
    pub(super) fn constant(&mut self, data: &InstData) {
        let value = self.constant_value(data).expect("the op is a constant");
        self.result(data, value);
    }

    /// The value of a constant; `None` for other ops.
    pub(super) fn constant_value(&mut self, data: &InstData) -> Option<cl::Value> {
        if data.op == Opcode::Iconst {
            let ty = types::clif(data.ty);
            // CLIF keeps narrow constants zero-extended.
            let mask = u64::MAX >> (64 - ty.bits());
            Some(self.b.ins().iconst(ty, (data.int() as u64 & mask) as i64))
        } else if data.op == Opcode::Fconst && data.ty == Type::F32 {
            Some(self.f32(data.float_bits() as u32))
        } else if data.op == Opcode::Fconst {
            Some(self.f64(data.float_bits()))
        } else if data.op == Opcode::Null {
            Some(self.b.ins().iconst(clt::I64, 0))
        } else if data.op == Opcode::FuncRef {
            Some(self.b.ins().iconst(clt::I64, i64::from(data.func().as_u32())))
        } else {
            None
        }
    }

    pub(super) fn data_addr(&mut self, data: &InstData) {
        let base = self.constant_field(offset::DATA);
        let at = i64::from(self.req.config.data_offsets[data.bytes().index()]) + data.offset();
        let address = self.b.ins().iadd_imm_s(base, at);
        self.result(data, address);
    }

    pub(super) fn global_addr(&mut self, data: &InstData) {
        let base = self.constant_field(offset::GLOBALS);
        let at = i64::from(self.req.config.global_offsets[data.global().index()]) + data.offset();
        let address = self.b.ins().iadd_imm_s(base, at);
        self.result(data, address);
    }

    pub(super) fn stack_addr(&mut self, data: &InstData) {
        let at = self.frame.offset(data.slot()) as i64;
        let address = match self.slots {
            // All slots are empty: any address will do.
            Slots::None => self.ctx,
            Slots::Own(slot) => self.b.ins().stack_addr(clt::I64, slot, at as i32),
            Slots::Theirs(base) => self.b.ins().iadd_imm_s(base, at),
        };
        self.result(data, address);
    }
}
