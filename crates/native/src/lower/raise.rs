//! Traps and raises: cold blocks that record and unwind. In functions with a handler everything that can
//! raise is a `try_call`, whose exceptional edge leads to the landing pad.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types as clt;
use purlin_base::TrapCode;
use purlin_ir::InstData;

use super::Lower;
use crate::arch::Stub;

/// After calls that do not return.
fn never() -> cl::TrapCode {
    cl::TrapCode::unwrap_user(1)
}

/// What is called.
#[derive(Clone, Copy)]
pub(super) enum Callee {
    Direct(cl::FuncRef),
    Indirect(cl::SigRef, cl::Value),
}

impl Lower<'_, '_> {
    pub(super) fn nil_check(&mut self, data: &InstData) {
        let p = self.arg(data, 0);
        let null = self.b.ins().icmp_imm_s(IntCC::Equal, p, 0);
        self.trap_when(null, TrapCode::NilDereference);
    }

    /// One unsigned comparison, as lengths are never negative.
    pub(super) fn bounds(&mut self, data: &InstData) {
        let (i, n) = (self.arg(data, 0), self.arg(data, 1));
        let outside = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, i, n);
        let on = self.unlikely(outside);
        // Copies, as what is passed on has to be in certain registers, which the values of the loop around
        // would be drawn to.
        let (i, n) = (self.b.ins().iadd_imm_s(i, 0), self.b.ins().iadd_imm_s(n, 0));
        self.raise_trap(TrapCode::IndexOutOfRange, Some((i, n)));
        self.back_to(on);
    }

    pub(super) fn trap_if(&mut self, data: &InstData) {
        let cond = self.arg(data, 0);
        let on = self.unlikely(cond);
        self.raise_trap(data.trap_code(), None);
        self.back_to(on);
    }

    pub(super) fn trap(&mut self, data: &InstData) {
        self.raise_trap(data.trap_code(), None);
    }

    pub(super) fn trap_when(&mut self, cond: cl::Value, code: TrapCode) {
        let on = self.unlikely(cond);
        self.raise_trap(code, None);
        self.back_to(on);
    }

    /// Unwinds if `cond` holds: the raise is recorded already, with the place, so one block does for the
    /// whole function.
    pub(super) fn raise_when(&mut self, cond: cl::Value) {
        let raise = match self.raise {
            Some(raise) => raise,
            None => {
                let raise = self.b.create_block();
                self.b.set_cold_block(raise);
                *self.raise.insert(raise)
            }
        };
        let on = self.b.create_block();
        self.b.ins().brif(cond, raise, &[], on, &[]);
        self.back_to(on);
    }

    /// Fills in the block of [`Lower::raise_when`], once all jumps to it are there.
    pub(super) fn finish_raise(&mut self) {
        let Some(block) = self.raise else { return };
        self.back_to(block);
        self.b.set_srcloc(cl::SourceLoc::default());
        let raise = self.stub(Stub::Raise);
        self.call_never(raise, &[self.ctx]);
    }

    fn raise_trap(&mut self, code: TrapCode, operands: Option<(cl::Value, cl::Value)>) {
        let (a, b) = operands.unwrap_or_else(|| {
            let zero = self.i64(0);
            (zero, zero)
        });
        let code = self.b.ins().iconst(clt::I32, code as i64);
        let raise = self.stub(Stub::RaiseTrap);
        self.store_gas();
        self.call_never(raise, &[self.ctx, code, a, b]);
    }

    fn call_never(&mut self, callee: cl::FuncRef, args: &[cl::Value]) {
        self.call_or_land(Callee::Direct(callee), args, &[]);
        self.b.ins().trap(never());
    }

    /// Calls what may raise. `results` are the types that come back.
    pub(super) fn call_or_land(
        &mut self,
        callee: Callee,
        args: &[cl::Value],
        results: &[cl::Type],
    ) -> Vec<cl::Value> {
        let Some(landing) = self.landing else {
            let call = match callee {
                Callee::Direct(func) => self.b.ins().call(func, args),
                Callee::Indirect(sig, code) => self.b.ins().call_indirect(sig, code, args),
            };
            return self.b.inst_results(call).to_vec();
        };
        let on = self.b.create_block();
        for ty in results {
            self.b.append_block_param(on, *ty);
        }
        let sig = match callee {
            Callee::Direct(func) => self.b.func.dfg.ext_funcs[func].signature,
            Callee::Indirect(sig, _) => sig,
        };
        let returned = (0..results.len() as u32).map(cl::BlockArg::TryCallRet);
        let lists = &mut self.b.func.dfg.value_lists;
        let normal = cl::BlockCall::new(on, returned, lists);
        let raised = cl::ExceptionTableItem::Default(cl::BlockCall::new(landing, [], lists));
        let table = cl::ExceptionTableData::new(sig, normal, [raised]);
        let table = self.b.func.dfg.exception_tables.push(table);
        match callee {
            Callee::Direct(func) => self.b.ins().try_call(func, args, table),
            Callee::Indirect(_, code) => self.b.ins().try_call_indirect(code, args, table),
        };
        self.back_to(on);
        self.b.block_params(on).to_vec()
    }
}
