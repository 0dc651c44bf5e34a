//! Calls: of guest functions, natives, and through interfaces.

use cranelift_codegen::ir as cl;
use cranelift_codegen::ir::InstBuilder as _;
use cranelift_codegen::ir::types as clt;
use purlin_base::EntityRef as _;
use purlin_ir::{FuncId, InstData, NativeId, SigId, Signature, Type, Value, layout};
use purlin_runtime::abi::Location;
use purlin_runtime::native;
use purlin_runtime::vmctx::offset;

use super::raise::Callee;
use super::{Lower, types};
use crate::arch::Stub;

impl Lower<'_, '_> {
    pub(super) fn call(&mut self, data: &InstData) {
        let module = self.req.module;
        let func = data.func();
        let sig = module.funcs[func].sig;
        let callee = self.callee(func, sig);
        let results = self.call_guest(callee, sig, &data.args);
        self.results(data, &results);
    }

    pub(super) fn call_indirect(&mut self, data: &InstData) {
        let sig = data.sig();
        let number = self.arg(data, 0);
        let callee = self.callee_by_number(number, sig);
        let results = self.call_guest(callee, sig, &data.args[1..]);
        self.results(data, &results);
    }

    fn results(&mut self, data: &InstData, values: &[cl::Value]) {
        for (result, value) in data.results.iter().zip(values) {
            self.set(*result, *value);
        }
    }

    /// Itself directly; others through the table of entries.
    fn callee(&mut self, func: FuncId, sig: SigId) -> Callee {
        if func == self.req.func && !self.is_osr() {
            return Callee::Direct(self.itself());
        }
        let entries = self.constant_field(offset::ENTRIES);
        let flags = self.regions.context(&mut self.b);
        let code = self.b.ins().load(clt::I64, flags, entries, 8 * func.index() as i32);
        Callee::Indirect(self.known(sig).sig, code)
    }

    pub(super) fn itself(&mut self) -> cl::FuncRef {
        if let Some(this) = self.this {
            return this;
        }
        let sig = self.own_signature();
        let this = self.import(types::FUNCS, self.req.func.as_u32(), sig);
        self.this = Some(this);
        this
    }

    /// What is known of a signature; worked out once.
    fn known(&mut self, sig: SigId) -> types::CallSignature {
        if let Some(known) = self.signatures.get(&sig) {
            return known.clone();
        }
        let made = types::CallSignature::new(&mut self.b, self.req.target, &self.req.module.sigs[sig]);
        self.signatures.insert(sig, made.clone());
        made
    }

    fn callee_by_number(&mut self, number: cl::Value, sig: SigId) -> Callee {
        let entries = self.constant_field(offset::ENTRIES);
        let scaled = self.b.ins().ishl_imm_u(number, 3);
        let at = self.b.ins().iadd(entries, scaled);
        let flags = self.regions.context(&mut self.b);
        let code = self.b.ins().load(clt::I64, flags, at, 0);
        Callee::Indirect(self.known(sig).sig, code)
    }

    /// Stores what goes beyond the registers; what goes in them.
    fn pass(&mut self, known: &types::CallSignature, args: &[Value]) -> Vec<cl::Value> {
        let mut passed = Vec::with_capacity(2 + args.len());
        passed.extend([self.ctx, self.b.use_var(self.gas)]);
        for (place, value) in known.params.iter().zip(args) {
            let value = self.get(*value);
            match place {
                Location::Int(_) | Location::Float(_) => passed.push(value),
                Location::Spill(n) => self.spill(*n, value),
            }
        }
        passed
    }

    fn spill(&mut self, n: usize, value: cl::Value) {
        let flags = self.regions.context(&mut self.b);
        self.b.ins().store(flags, value, self.ctx, Self::spill_offset(n));
    }

    /// Calls a guest function; all its results.
    fn call_guest(&mut self, callee: Callee, sig: SigId, args: &[Value]) -> Vec<cl::Value> {
        let known = self.known(sig);
        let passed = self.pass(&known, args);
        let returned = self.call_or_land(callee, &passed, &known.returned);
        self.b.def_var(self.gas, returned[0]);
        let mut next = returned.into_iter().skip(1);
        let mut results = Vec::with_capacity(known.results.len());
        for (place, ty) in known.results.iter().zip(&self.req.module.sigs[sig].results) {
            results.push(match place {
                Location::Int(_) | Location::Float(_) => next.next().expect("one register for each place"),
                Location::Spill(n) => {
                    let flags = self.regions.context(&mut self.b);
                    self.b.ins().load(types::clif(*ty), flags, self.ctx, Self::spill_offset(*n))
                }
            });
        }
        results
    }

    /// Returns all results of the function.
    pub(super) fn return_values(&mut self, values: &[cl::Value]) {
        if let Some(slots) = self.interp_slots {
            self.store_gas();
            for (n, value) in values.iter().enumerate() {
                self.store_slot(slots, 8 * n as i32, *value);
            }
            let done = self.i64(0);
            self.b.ins().return_(&[done]);
            return;
        }
        let module = self.req.module;
        let shape = types::shape(module.func_sig(self.req.func));
        let mut registers = vec![self.b.use_var(self.gas)];
        for (place, value) in types::result_places(self.req.target, &shape).zip(values) {
            match place {
                Location::Int(_) | Location::Float(_) => registers.push(*value),
                Location::Spill(n) => self.spill(n, *value),
            }
        }
        self.b.ins().return_(&registers);
    }

    pub(super) fn tail_call(&mut self, data: &InstData) {
        let module = self.req.module;
        let func = data.func();
        let sig = module.funcs[func].sig;
        let callee = self.callee(func, sig);
        self.tail(callee, sig, &data.args);
    }

    pub(super) fn tail_call_indirect(&mut self, data: &InstData) {
        let sig = data.sig();
        let number = self.arg(data, 0);
        let callee = self.callee_by_number(number, sig);
        self.tail(callee, sig, &data.args[1..]);
    }

    /// An OSR function returns something else, so it calls and then returns: once for an interpreter frame.
    fn tail(&mut self, callee: Callee, sig: SigId, args: &[Value]) {
        if self.is_osr() {
            // What the callee raises is not this function's to handle any more.
            let landing = self.landing.take();
            // Nor is this function's frame there any more for who asks where the program is.
            self.b.set_srcloc(cl::SourceLoc::new(super::TRANSPARENT));
            let results = self.call_guest(callee, sig, args);
            self.landing = landing;
            return self.return_values(&results);
        }
        let known = self.known(sig);
        let passed = self.pass(&known, args);
        match callee {
            Callee::Direct(func) => self.b.ins().return_call(func, &passed),
            Callee::Indirect(sig, code) => self.b.ins().return_call_indirect(sig, code, &passed),
        };
    }

    /// Arguments and results share a buffer of slots in this frame, unless they fit the registers of a direct
    /// call.
    pub(super) fn call_native(&mut self, data: &InstData) {
        let module = self.req.module;
        let sig = &module.sigs[module.natives[data.native()].sig];
        if self.is_direct(data.native(), sig) {
            return self.call_direct(data, sig);
        }
        let buffer = self.buffer();
        let at = self.b.ins().stack_addr(clt::I64, buffer, 0);
        let values = self.get_all(&data.args);
        for (n, value) in values.into_iter().enumerate() {
            self.store_slot(at, 8 * n as i32, value);
        }
        let native = self.b.ins().iconst(clt::I32, i64::from(data.native().as_u32()));
        let call = self.call_stub(Stub::CallNative, &[self.ctx, native, at]);
        let status = self.b.inst_results(call)[0];
        self.raise_when(status);
        for (n, (result, ty)) in data.results.iter().zip(&sig.results).enumerate() {
            let value = self.load_slot(at, 8 * n as i32, *ty);
            self.set(*result, value);
        }
    }

    fn is_direct(&self, native: NativeId, sig: &Signature) -> bool {
        self.req.config.direct.get(native.index()).is_some_and(|direct| *direct)
            && sig.params.len() <= native::DIRECT_ARGS
            && sig.results.len() <= native::DIRECT_RESULTS
    }

    /// Words in registers; the second result comes through the context.
    fn call_direct(&mut self, data: &InstData, sig: &Signature) {
        let mut args = vec![self.ctx, self.i64(i64::from(data.native().as_u32()))];
        for value in self.get_all(&data.args) {
            args.push(self.word_of(value));
        }
        let zero = self.i64(0);
        args.resize(2 + native::DIRECT_ARGS, zero);
        let call = self.call_stub(Stub::CallDirect, &args);
        let [word, status] = *self.b.inst_results(call) else { unreachable!("the stub gives two words") };
        self.raise_when(status);
        for (n, (result, ty)) in data.results.iter().zip(&sig.results).enumerate() {
            let value = match n {
                0 => self.value_of(word, *ty),
                _ => {
                    let flags = self.regions.context(&mut self.b);
                    self.b.ins().load(types::clif(*ty), flags, self.ctx, Self::spill_offset(n - 1))
                }
            };
            self.set(*result, value);
        }
    }

    /// A value in the form that slots hold.
    fn word_of(&mut self, value: cl::Value) -> cl::Value {
        let plain = cl::MemFlagsData::new();
        match self.b.func.dfg.value_type(value) {
            clt::I8 | clt::I16 | clt::I32 => self.b.ins().sextend(clt::I64, value),
            clt::F32 => {
                let bits = self.b.ins().bitcast(clt::I32, plain, value);
                self.b.ins().uextend(clt::I64, bits)
            }
            clt::F64 => self.b.ins().bitcast(clt::I64, plain, value),
            _ => value,
        }
    }

    fn value_of(&mut self, word: cl::Value, ty: Type) -> cl::Value {
        let plain = cl::MemFlagsData::new();
        match types::clif(ty) {
            clt::I64 => word,
            clt::F64 => self.b.ins().bitcast(clt::F64, plain, word),
            clt::F32 => {
                let bits = self.b.ins().ireduce(clt::I32, word);
                self.b.ins().bitcast(clt::F32, plain, bits)
            }
            narrow => self.b.ins().ireduce(narrow, word),
        }
    }

    fn buffer(&mut self) -> cl::StackSlot {
        if let Some(buffer) = self.buffer {
            return buffer;
        }
        let size = |sig: &Signature| sig.params.len().max(sig.results.len());
        let slots = self.body.insts.values().filter(|i| i.op == purlin_ir::Opcode::CallNative);
        let module = self.req.module;
        let most = slots.map(|i| size(&module.sigs[module.natives[i.native()].sig])).max();
        let bytes = 8 * most.unwrap_or(0).max(1) as u32;
        let data = cl::StackSlotData::new(cl::StackSlotKind::ExplicitSlot, bytes, 3);
        let buffer = self.b.create_sized_stack_slot(data);
        self.buffer = Some(buffer);
        buffer
    }

    /// Stores a value in the form that slots hold: integers sign-extended, an `f32` as its bits.
    pub(super) fn store_slot(&mut self, slots: cl::Value, at: i32, value: cl::Value) {
        let wide = match self.b.func.dfg.value_type(value) {
            clt::I8 | clt::I16 | clt::I32 => self.b.ins().sextend(clt::I64, value),
            clt::F32 => {
                let bits = self.b.ins().bitcast(clt::I32, cl::MemFlagsData::new(), value);
                self.b.ins().uextend(clt::I64, bits)
            }
            _ => value,
        };
        let flags = self.regions.buffer(&mut self.b);
        self.b.ins().store(flags, wide, slots, at);
    }

    pub(super) fn load_slot(&mut self, slots: cl::Value, at: i32, ty: Type) -> cl::Value {
        let flags = self.regions.buffer(&mut self.b);
        self.b.ins().load(types::clif(ty), flags, slots, at)
    }

    pub(super) fn iface_method(&mut self, data: &InstData) {
        let ty = self.arg(data, 0);
        let table = self.constant_field(offset::DISPATCH);
        let scaled = self.b.ins().ishl_imm_u(ty, 2);
        let at = self.b.ins().iadd(table, scaled);
        let row = 4 * i64::from(self.req.config.dispatch_rows[data.selector().index()]);
        let at = self.b.ins().iadd_imm_s(at, row);
        let flags = cl::MemFlagsData::trusted().with_readonly();
        let func = self.b.ins().load(clt::I32, flags, at, 0);
        let func = self.b.ins().uextend(clt::I64, func);
        self.result(data, func);
    }

    pub(super) fn implements(&mut self, data: &InstData) {
        let ty = self.arg(data, 0);
        let table = self.constant_field(offset::IMPLEMENTS);
        let at = self.b.ins().iadd(table, ty);
        let row = i64::from(layout::implements_row(self.req.module, data.interface()));
        let at = self.b.ins().iadd_imm_s(at, row);
        let flags = cl::MemFlagsData::trusted().with_readonly();
        let value = self.b.ins().load(clt::I8, flags, at, 0);
        self.result(data, value);
    }
}
