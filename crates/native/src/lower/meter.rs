//! Gas: a variable between calls, in the context across them.

use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use purlin_ir::InstData;
use purlin_runtime::profile::Sight;
use purlin_runtime::vmctx::offset;

use super::Lower;
use crate::arch::Stub;

/// Under stress, native code is left at one in so many polls.
const STRESS_PERIOD: i64 = 7;

impl Lower<'_, '_> {
    pub(super) fn charge(&mut self, data: &InstData) {
        let gas = self.b.use_var(self.gas);
        // A difference before a poll: it sets the flags that the poll asks for. A sum elsewhere: it can be
        // put into another register.
        let less = if self.polls_next {
            let units = self.i64(data.units());
            self.b.ins().isub(gas, units)
        } else {
            // Charges in a row: of sums of sums the code generator would put a constant into a register.
            let (from, before) = match self.last_charge {
                Some((sum, from, units)) if sum == gas => (from, units),
                Some(_) | None => (gas, 0),
            };
            let units = data.units().wrapping_add(before);
            let less = self.b.ins().iadd_imm_s(from, units.wrapping_neg());
            self.last_charge = Some((less, from, units));
            less
        };
        self.b.def_var(self.gas, less);
    }

    pub(super) fn poll(&mut self, data: &InstData) {
        let gas = self.b.use_var(self.gas);
        let over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, gas, 0);
        let on = self.unlikely(over);
        if self.req.config.profiled {
            self.set_sight(Sight::poll(self.req.func.as_u32(), data.state().as_u32()));
        }
        self.call_stub(Stub::PollSlow, &[self.ctx]);
        self.b.ins().jump(on, &[]);
        self.back_to(on);
        if self.req.config.stress_deopt && self.can_leave_at(data) {
            let leave = self.stressed();
            let on = self.unlikely(leave);
            self.leave(data, &data.args);
            self.back_to(on);
        }
    }

    /// Looks at what was charged if gas is negative, as a poll does; the program continues in any case.
    pub(super) fn probe(&mut self, data: &InstData) {
        let gas = self.b.use_var(self.gas);
        let over = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, gas, 0);
        let on = self.unlikely(over);
        self.set_sight(Sight::probe(self.req.func.as_u32(), data.probe()));
        self.call_stub(Stub::PollSlow, &[self.ctx]);
        self.b.ins().jump(on, &[]);
        self.back_to(on);
    }

    /// Says which probe or poll of profiled code calls the slow path.
    fn set_sight(&mut self, sight: Sight) {
        let word = self.i64(sight.to_word() as i64);
        self.set_field(offset::SIGHT, word);
    }

    /// Whether the stress mode picks this poll.
    fn stressed(&mut self) -> cranelift_codegen::ir::Value {
        let count = self.field(offset::STRESS);
        let next = self.b.ins().iadd_imm_s(count, 1);
        self.set_field(offset::STRESS, next);
        let rest = self.b.ins().urem_imm_s(next, STRESS_PERIOD);
        self.b.ins().icmp_imm_s(IntCC::Equal, rest, 0)
    }
}
