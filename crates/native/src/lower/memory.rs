//! Memory and allocation. Addresses are inside live objects; checks came before.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use cranelift_codegen::ir::{InstBuilder as _, MemFlagsData, Type};
use purlin_base::EntityRef as _;
use purlin_base::gas::bytes_touched;
use purlin_ir::{Def, InstData, Opcode, Value};
use purlin_runtime::heap::{ClassId, MAX_SMALL};
use purlin_runtime::vmctx::offset;
use smallvec::SmallVec;

use super::{Lower, types};
use crate::arch::Stub;

/// Bytes of a bump interval's record.
const BUMP: usize = size_of::<purlin_runtime::heap::Bump>();
const CUR: usize = std::mem::offset_of!(purlin_runtime::heap::Bump, cur);
const END: usize = std::mem::offset_of!(purlin_runtime::heap::Bump, end);
/// Up to so many bytes are copied or cleared without a call.
const MOVED_INLINE: i64 = 128;
/// What is moved at once: at which offset, and as what.
type Pieces = SmallVec<[(i32, Type); 8]>;

impl Lower<'_, '_> {
    pub(super) fn load(&mut self, data: &InstData) {
        let (base, at) = self.address(data);
        let flags = self.regions.guest(&mut self.b, data.ty, data.region());
        let value = self.b.ins().load(types::clif(data.ty), flags, base, at);
        self.result(data, value);
    }

    pub(super) fn store(&mut self, data: &InstData) {
        let (base, at) = self.address(data);
        let value = self.arg(data, 1);
        let flags = self.regions.guest(&mut self.b, data.ty, data.region());
        self.b.ins().store(flags, value, base, at);
    }

    /// Base and offset of an access.
    fn address(&mut self, data: &InstData) -> (cranelift_codegen::ir::Value, i32) {
        let base = self.arg(data, 0);
        match i32::try_from(data.offset()) {
            Ok(at) => (base, at),
            Err(_) => (self.b.ins().iadd_imm_s(base, data.offset()), 0),
        }
    }

    pub(super) fn field_addr(&mut self, data: &InstData) {
        let base = self.arg(data, 0);
        let value = self.b.ins().iadd_imm_s(base, data.offset());
        self.result(data, value);
    }

    pub(super) fn elem_addr(&mut self, data: &InstData) {
        let base = self.arg(data, 0);
        let scale = data.scale();
        let (index, offset) = self.index_and_offset(data.args[1], scale, data.offset());
        let index = self.get(index);
        let scaled = if scale.is_power_of_two() {
            self.b.ins().ishl_imm_u(index, i64::from(scale.trailing_zeros()))
        } else {
            self.b.ins().imul_imm_s(index, i64::from(scale))
        };
        let mut value = self.b.ins().iadd(base, scaled);
        if offset != 0 {
            value = self.b.ins().iadd_imm_s(value, offset);
        }
        self.result(data, value);
    }

    /// The index of an element, and the offset added to it: of the neighbour of a loop's own element the
    /// counter itself is the index, so that the next counter need not be known yet. Code that begins after a
    /// poll has what is used there, and no more.
    fn index_and_offset(&self, index: Value, scale: u32, offset: i64) -> (Value, i64) {
        let Def::Result(inst, _) = self.body.values[index].def else { return (index, offset) };
        if self.is_osr() {
            return (index, offset);
        }
        let sum = &self.body.insts[inst];
        let step = match sum.op {
            Opcode::Iadd => self.constant_of(sum.args[1]),
            Opcode::Isub => self.constant_of(sum.args[1]).and_then(i64::checked_neg),
            // wildcard: only a sum or a difference is a step.
            _ => None,
        };
        let further =
            step.and_then(|by| by.checked_mul(i64::from(scale))).and_then(|by| by.checked_add(offset));
        let counts = |value: Value| matches!(self.body.values[value].def, Def::Param(..));
        match further.filter(|by| i32::try_from(*by).is_ok()) {
            Some(offset) if counts(sum.args[0]) => (sum.args[0], offset),
            _ => (index, offset),
        }
    }

    pub(super) fn copy(&mut self, data: &InstData) {
        let (to, from) = (self.arg(data, 0), self.arg(data, 1));
        if let Some((bytes, pieces)) = self.pieces(data.args[2]) {
            self.charge_bytes(bytes);
            let flags = MemFlagsData::new().with_notrap();
            // The areas may overlap: everything is loaded before anything is stored.
            let loaded: SmallVec<[_; 8]> =
                pieces.iter().map(|(at, ty)| self.b.ins().load(*ty, flags, from, *at)).collect();
            for ((at, _), value) in pieces.iter().zip(loaded) {
                self.b.ins().store(flags, value, to, *at);
            }
            return;
        }
        let args = [self.ctx, to, from, self.arg(data, 2)];
        self.call_stub(Stub::Copy, &args);
    }

    pub(super) fn zero(&mut self, data: &InstData) {
        let to = self.arg(data, 0);
        if let Some((bytes, pieces)) = self.pieces(data.args[1]) {
            self.charge_bytes(bytes);
            let flags = MemFlagsData::new().with_notrap();
            for (at, ty) in pieces {
                let zero = if ty.is_int() { self.b.ins().iconst(ty, 0) } else { self.vector_constant(ty, 0) };
                self.b.ins().store(flags, zero, to, at);
            }
            return;
        }
        let args = [self.ctx, to, self.arg(data, 1)];
        self.call_stub(Stub::Zero, &args);
    }

    /// What to move so many bytes by, if that is known and they are few: offsets and types. The last piece
    /// may begin in the one before.
    fn pieces(&self, bytes: Value) -> Option<(i64, Pieces)> {
        let bytes = self.constant_of(bytes).filter(|n| (0..=MOVED_INLINE).contains(n))?;
        let widest = match bytes {
            16.. => clt::I8X16,
            8.. => clt::I64,
            4.. => clt::I32,
            2.. => clt::I16,
            _ => clt::I8,
        };
        let last = bytes as i32 - widest.bytes() as i32;
        let ats = (0..=last).step_by(widest.bytes() as usize);
        let mut pieces: Pieces = ats.map(|at| (at, widest)).collect();
        if pieces.last().is_some_and(|(at, _)| *at != last) {
            pieces.push((last, widest));
        }
        Some((bytes, pieces))
    }

    /// As the runtime charges for what it moves.
    fn charge_bytes(&mut self, bytes: i64) {
        let units = bytes_touched(bytes as u64);
        if units != 0 {
            let gas = self.b.use_var(self.gas);
            let less = self.b.ins().iadd_imm_s(gas, -units);
            self.b.def_var(self.gas, less);
        }
    }

    /// `p = cur; if p + cell > end { slow } cur = p + cell`
    pub(super) fn alloc(&mut self, data: &InstData) {
        let class = data.class();
        let cell = self.req.config.layouts.class_cell_size(ClassId(class.as_u32()));
        if cell > MAX_SMALL {
            let object = self.alloc_slow(class);
            return self.result(data, object);
        }
        let bumps = self.constant_field(offset::BUMPS);
        let at = class.index() * BUMP;
        let flags = self.regions.bumps(&mut self.b);
        let object = self.b.ins().load(clt::I64, flags, bumps, (at + CUR) as i32);
        let next = self.b.ins().iadd_imm_s(object, cell as i64);
        let end = self.b.ins().load(clt::I64, flags, bumps, (at + END) as i32);
        let over = self.b.ins().icmp(IntCC::UnsignedGreaterThan, next, end);
        let quick = self.unlikely(over);
        let done = self.b.create_block();
        self.b.append_block_param(done, clt::I64);
        let slow = self.alloc_slow(class);
        self.b.ins().jump(done, &[slow.into()]);
        self.back_to(quick);
        self.b.ins().store(flags, next, bumps, (at + CUR) as i32);
        self.b.ins().jump(done, &[object.into()]);
        self.back_to(done);
        let object = self.b.block_params(done)[0];
        self.result(data, object);
    }

    fn alloc_slow(&mut self, class: purlin_ir::ClassId) -> cranelift_codegen::ir::Value {
        let class = self.b.ins().iconst(clt::I32, i64::from(class.as_u32()));
        self.call_stub(Stub::AllocSlow, &[self.ctx, class]);
        self.field(offset::SPILL)
    }

    pub(super) fn alloc_array(&mut self, data: &InstData) {
        let class = self.b.ins().iconst(clt::I32, i64::from(data.class().as_u32()));
        let count = self.arg(data, 0);
        let call = self.call_stub(Stub::AllocArray, &[self.ctx, class, count]);
        let array = self.b.inst_results(call)[0];
        let raised = self.b.ins().icmp_imm_s(IntCC::Equal, array, 0);
        self.raise_when(raised);
        self.result(data, array);
    }
}
