//! The frame: stack check, frame slots, and handing over to and from the interpreter.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_base::EntityRef as _;
use purlin_ir::{InstData, Opcode, Value};
use purlin_runtime::vmctx::{DEOPT_VALUES, offset};

use super::{Lower, NO_SLOT, Slots, TRANSPARENT};
use crate::arch::Stub;

/// A function that calls nothing deep and is smaller than this gets by with the room that stack limits leave.
const SMALL_FRAME: u32 = 512;
const SMALL_BODY: usize = 400;
/// Frame slots up to this many bytes are cleared without a loop.
const CLEARED_INLINE: u32 = 512;

impl Lower<'_, '_> {
    /// Compares the stack pointer, this frame already below it, with the limit; continues elsewhere if it is
    /// too low.
    pub(super) fn check_stack(&mut self, entry: cl::Block) {
        if !self.needs_stack_check() {
            return;
        }
        let args = self.b.block_params(entry).to_vec();
        let sp = self.b.ins().get_stack_pointer(clt::I64);
        let limit = self.field(offset::STACK_LIMIT);
        let low = self.b.ins().icmp(IntCC::UnsignedLessThan, sp, limit);
        let on = self.unlikely(low);
        let this = self.itself();
        let code = self.b.ins().func_addr(clt::I64, this);
        self.set_field(offset::MORE_TARGET, code);
        if !self.is_osr() {
            // What grows the stack may end the program.
            self.store_gas();
        }
        let more = self.stub(Stub::MoreStack);
        self.b.ins().return_call(more, &args);
        self.back_to(on);
    }

    fn needs_stack_check(&self) -> bool {
        let calls = |op: Opcode| {
            matches!(op, Opcode::Call | Opcode::CallIndirect | Opcode::CallNative)
                // These may have to call the interpreter.
                || (op == Opcode::Guard && self.speculates())
                || (op == Opcode::Poll && self.req.config.stress_deopt)
        };
        let body = self.body;
        let insts = || body.layout.iter().flat_map(|b| &body.blocks[*b].insts);
        insts().any(|i| calls(body.insts[*i].op))
            || self.frame.bytes() > u64::from(SMALL_FRAME)
            || body.values.len() > SMALL_BODY
    }

    /// Frame slots, zeroed.
    pub(super) fn make_frame(&mut self) {
        // `check` has compared it with the limit.
        let total = self.frame.bytes() as u32;
        if total == 0 {
            return;
        }
        // In whole steps of what clears it.
        let bytes = if total <= CLEARED_INLINE { total } else { total.next_multiple_of(64) };
        let data = cl::StackSlotData::new(cl::StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        self.slots = Slots::Own(slot);
        let base = self.b.ins().stack_addr(clt::I64, slot, 0);
        let zero = self.i64(0);
        // Without a region, as every kind of access comes after.
        let flags = cl::MemFlagsData::trusted();
        if total <= CLEARED_INLINE {
            for at in (0..bytes).step_by(8) {
                self.b.ins().store(flags, zero, base, at as i32);
            }
            return;
        }
        let (head, done) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(head, clt::I64);
        let end = self.b.ins().iadd_imm_s(base, i64::from(bytes));
        self.b.ins().jump(head, &[base.into()]);
        self.b.switch_to_block(head);
        let at = self.b.block_params(head)[0];
        for n in 0..8 {
            self.b.ins().store(flags, zero, at, 8 * n);
        }
        let next = self.b.ins().iadd_imm_s(at, 64);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, next, end);
        self.b.ins().brif(more, head, &[next.into()], done, &[]);
        self.b.seal_block(head);
        self.back_to(done);
    }

    /// Whether the state of a poll fits where it must go.
    pub(super) fn can_leave_at(&self, data: &InstData) -> bool {
        data.args.len() <= DEOPT_VALUES
    }

    /// Leaves for the interpreter at the frame state of `data`, whose values are `values`. Ends the block.
    pub(super) fn leave(&mut self, data: &InstData, values: &[Value]) {
        let state = self.i64(i64::from(data.state().as_u32()));
        self.set_field(offset::DEOPT_STATE, state);
        self.store_gas();
        if let super::Mode::Osr { slots: maps, .. } = self.req.mode {
            return self.leave_osr(&maps[data.state().index()], values);
        }
        for (n, value) in values.iter().enumerate() {
            let value = self.get(*value);
            let at = self.ctx;
            self.store_slot(at, offset::DEOPT_VALUES + 8 * n as i32, value);
        }
        let func = self.i64(i64::from(self.req.func.as_u32()));
        self.set_field(offset::CALLEE, func);
        let finisher = self.stub(Stub::LeaveDeopt);
        let args = [self.ctx];
        match self.slots {
            Slots::Own(slot) => {
                let memory = self.b.ins().stack_addr(clt::I64, slot, 0);
                self.set_field(offset::DEOPT_MEM, memory);
                // The interpreter's frame counts, and has the handler; this one only lends it its slots.
                self.b.set_srcloc(cl::SourceLoc::new(TRANSPARENT));
                let call = self.b.ins().call(finisher, &args);
                let results = self.b.inst_results(call).to_vec();
                self.b.ins().return_(&results);
            }
            Slots::None | Slots::Theirs(_) => {
                let none = self.i64(0);
                self.set_field(offset::DEOPT_MEM, none);
                self.b.ins().return_call(finisher, &args);
            }
        }
    }

    /// The interpreter's frame is still there: its slots are brought up to date. (A value has the same slot
    /// in all states, so what is still parked in one is not overwritten.)
    fn leave_osr(&mut self, map: &[u16], values: &[Value]) {
        let slots = self.interp_slots.expect("an OSR function");
        let values: Vec<_> = values.iter().zip(map).filter(|v| *v.1 != NO_SLOT).collect();
        for (value, slot) in values {
            let value = self.get(*value);
            self.store_slot(slots, 8 * i32::from(*slot), value);
        }
        let status = self.i64(2);
        self.b.ins().return_(&[status]);
    }
}
