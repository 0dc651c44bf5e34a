//! One function: its parameters, where its variables live, returning.

use crate::rt;
use purlin_base::map::{HashMap, HashSet};
use purlin_runtime::native::Row;

use purlin_base::Pos;
use purlin_ir::{FuncBuilder, FuncId, Module, NativeId, Opcode, Type as Ir, Value, Var, region};
use smallvec::SmallVec;

use super::state::{Cx, Exit, FuncKey, Layout, LiteralNames, Location, Lower, MAX_SLOT, Storage, Vals, Work};
use crate::ast::{self, FuncBody, StmtId};
use crate::types::{Basic, TypeId};
use crate::universe::{ObjId, VarKind};

impl<'c, 'a> Lower<'c, 'a> {
    /// Whether the budget suffices for what has been lowered; if not, what remains is left out.
    pub(super) fn affordable(&mut self, next: Pos) -> bool {
        self.cx.affords(self.b.func.insts.len(), next)
    }

    pub(super) fn new(
        cx: &'c mut Cx<'a>,
        module: &'c mut Module,
        id: FuncId,
        names: LiteralNames,
    ) -> Lower<'c, 'a> {
        let name = &module.funcs[id].name;
        let synchronises = name.starts_with("sync.") || name.starts_with("sync/");
        let mut b = FuncBuilder::new(module, id);
        if synchronises {
            b.region = region::SHARED;
        }
        Lower {
            cx,
            b,
            storage: HashMap::default(),
            hoisted: HashMap::default(),
            views: HashSet::default(),
            origins: HashMap::default(),
            breaks: HashMap::default(),
            continues: HashMap::default(),
            continued: HashSet::default(),
            labels: HashMap::default(),
            next_clause: None,
            results: Vec::new(),
            result_types: Vec::new(),
            defers: None,
            body: None,
            token: None,
            names,
        }
    }

    // Shorthands -----------------------------------------------------------------------------------------

    pub(super) fn at(&mut self, pos: Pos) {
        if pos.is_some() {
            self.b.set_pos(pos);
            self.cx.pos = pos;
        }
    }

    pub(super) fn layout(&mut self, ty: TypeId) -> std::rc::Rc<Layout> {
        self.cx.layout(ty)
    }

    pub(super) fn int(&mut self, n: i64) -> Value {
        self.b.iconst(Ir::I64, n)
    }

    pub(super) fn op(&mut self, op: Opcode, a: Value, b: Value) -> Value {
        self.b.binary(op, a, b)
    }

    /// A native of the runtime.
    pub(super) fn rt(&mut self, row: &Row) -> NativeId {
        let sig = row.signature();
        self.b.module.native(row.name(), &sig.params, &sig.results)
    }

    /// Calls a native of the runtime; the verifier compares the arguments with its row.
    pub(super) fn call_rt(&mut self, row: &Row, args: &[Value]) -> Vals {
        let native = self.rt(row);
        self.b.call_native(native, args).into_iter().collect()
    }

    /// Calls a native that does not return.
    pub(super) fn raise_rt(&mut self, row: &Row, args: &[Value]) {
        self.call_rt(row, args);
        self.b.trap(purlin_base::TrapCode::Unreachable);
    }

    pub(super) fn func_of(&mut self, key: FuncKey) -> FuncId {
        self.cx.func(self.b.module, key)
    }

    /// Continues in a new block that is rarely run if `cond`, then in the other.
    pub(super) fn cold_if(&mut self, cond: Value, cold: impl FnOnce(&mut Self)) {
        let (yes, no) = (self.b.block(), self.b.block());
        self.b.cold(yes);
        self.b.brif(cond, yes, no);
        self.b.seal(yes);
        self.b.switch_to(yes);
        cold(self);
        if self.b.is_open() {
            self.b.jump(no, &[]);
        }
        self.b.seal(no);
        self.b.switch_to(no);
    }

    /// A zero of a scalar type.
    pub(super) fn zero_of(&mut self, ty: Ir) -> Value {
        match ty {
            Ir::F64 => self.b.f64const(0.0),
            Ir::F32 => self.b.f32const(0.0),
            Ir::Ref => self.b.null(),
            Ir::I8 | Ir::I16 | Ir::I32 | Ir::I64 | Ir::Dyn => self.b.iconst(ty, 0),
        }
    }

    /// The zero value of a type.
    pub(super) fn zero(&mut self, ty: TypeId) -> Vals {
        let layout = self.layout(ty);
        if !layout.mem {
            return layout.irs().map(|ir| self.zero_of(ir)).collect();
        }
        let addr = if layout.size <= MAX_SLOT {
            let data = self.b.module.bytes(&vec![0; layout.size as usize]);
            self.b.data_addr(data, 0)
        } else {
            self.new_object(ty)
        };
        SmallVec::from_slice(&[addr])
    }

    /// A zeroed heap object for a value of the type.
    pub(super) fn new_object(&mut self, ty: TypeId) -> Value {
        if self.layout(ty).size == 0 {
            return self.nowhere();
        }
        let class = self.cx.class(self.b.module, ty);
        self.b.alloc(class)
    }

    /// An address that is not null, for what has no size.
    pub(super) fn nowhere(&mut self) -> Value {
        let data = self.b.module.bytes(&[0; 8]);
        self.b.data_addr(data, 0)
    }

    /// An address of memory for a value that lives as long as the activation; a heap object if it is large.
    pub(super) fn temp(&mut self, ty: TypeId) -> Value {
        let size = self.layout(ty).size;
        if size > MAX_SLOT {
            return self.new_object(ty);
        }
        let slot = self.b.slot(size.max(8) as u32);
        self.b.stack_addr(slot)
    }

    // Variables ------------------------------------------------------------------------------------------

    pub(super) fn obj_type(&self, obj: ObjId) -> TypeId {
        self.cx.var_type(obj)
    }

    /// Whether a closure that uses the variable holds its value, not its address.
    pub(super) fn by_value(cx: &mut Cx<'_>, obj: ObjId) -> bool {
        let ty = cx.var_type(obj);
        let plain = cx.u.objects[obj]
            .as_var()
            .is_some_and(|v| !v.reassigned && !v.address_taken && v.kind != VarKind::Result);
        plain && !cx.layout(ty).mem
    }

    /// Whether the variable must be in the heap.
    fn escapes(&mut self, obj: ObjId) -> bool {
        let Some(var) = self.cx.u.objects[obj].as_var() else { return false };
        let (captured, address_taken) = (var.captured, var.address_taken);
        address_taken || captured && !Self::by_value(self.cx, obj)
    }

    fn vars(&mut self, ty: TypeId) -> SmallVec<[Var; 4]> {
        let layout = self.layout(ty);
        layout.irs().map(|ir| self.b.var(ir)).collect()
    }

    /// Declares a variable with a place of its own, whose memory is not initialised if it is in a frame slot;
    /// in the heap it is zero.
    pub(super) fn declare(&mut self, obj: ObjId) -> Location {
        let ty = self.obj_type(obj);
        let layout = self.layout(ty);
        let storage = if self.escapes(obj) || layout.mem && layout.size > MAX_SLOT {
            let cell = self.new_object(ty);
            let var = self.cell_var(obj);
            self.b.def_var(var, cell);
            Storage::Cell(var)
        } else if layout.mem {
            match self.storage.get(&obj) {
                Some(Storage::Slot(slot)) => Storage::Slot(*slot),
                _ => Storage::Slot(self.b.slot(layout.size as u32)),
            }
        } else {
            match self.storage.get(&obj) {
                Some(Storage::Vars(vars)) => Storage::Vars(vars.clone()),
                _ => Storage::Vars(self.vars(ty)),
            }
        };
        self.storage.insert(obj, storage);
        self.variable(obj)
    }

    fn cell_var(&mut self, obj: ObjId) -> Var {
        match self.storage.get(&obj) {
            Some(Storage::Cell(var)) => *var,
            _ => self.b.var(Ir::Ref),
        }
    }

    /// Declares a variable with the value of these components.
    pub(super) fn declare_as(&mut self, obj: ObjId, vals: &[Value]) {
        if self.cx.is_blank(self.cx.u.objects[obj].name) {
            return;
        }
        let ty = self.obj_type(obj);
        let place = self.declare(obj);
        self.store(&place, ty, vals);
    }

    /// Declares a variable with the zero value.
    pub(super) fn declare_zero(&mut self, obj: ObjId) {
        let ty = self.obj_type(obj);
        let place = self.declare(obj);
        if !matches!(self.storage.get(&obj), Some(Storage::Cell(_))) {
            self.store_zero(&place, ty);
        }
    }

    /// The place of a variable.
    pub(super) fn variable(&mut self, obj: ObjId) -> Location {
        match self.storage.get(&obj).cloned() {
            Some(Storage::Vars(vars)) => Location::Vars(vars),
            Some(Storage::Slot(slot)) => {
                let base = self.b.stack_addr(slot);
                Location::Mem { base, off: 0, stable: true }
            }
            Some(Storage::Cell(var)) => Location::mem(self.b.use_var(var)),
            Some(Storage::SlotCell(slot)) => {
                let at = self.b.stack_addr(slot);
                Location::mem(self.b.load(Ir::Ref, at, 0))
            }
            Some(Storage::Borrowed(var)) => Location::Mem { base: self.b.use_var(var), off: 0, stable: true },
            None => {
                let is_global = self.cx.u.objects[obj].as_var().is_some_and(|v| v.kind == VarKind::Package);
                if is_global {
                    let ty = self.obj_type(obj);
                    if self.layout(ty).size == 0 {
                        return Location::mem(self.nowhere());
                    }
                    let global = self.cx.global(self.b.module, obj);
                    return Location::mem(self.b.global_addr(global, 0));
                }
                // The blank identifier, or a variable in code that nothing reaches.
                self.declare_zero(obj);
                self.variable(obj)
            }
        }
    }

    // Parameters -----------------------------------------------------------------------------------------

    /// Binds the parameters from the `at`-th IR parameter on.
    fn bind_params(&mut self, objs: &[ObjId], mut at: usize) {
        for obj in objs {
            let ty = self.obj_type(*obj);
            let layout = self.layout(ty);
            let vals: Vals = (0..layout.comps.len()).map(|n| self.b.param(at + n)).collect();
            at += layout.comps.len();
            if self.cx.is_blank(self.cx.u.objects[*obj].name) {
                continue;
            }
            let written = self.cx.u.objects[*obj].as_var().is_none_or(|v| v.reassigned);
            if layout.mem && !written && !self.escapes(*obj) {
                let var = self.b.var(Ir::Ref);
                self.b.def_var(var, vals[0]);
                self.storage.insert(*obj, Storage::Borrowed(var));
            } else {
                self.declare_as(*obj, &vals);
            }
        }
    }

    /// Declares the results. With deferred work they live where a handler finds them.
    fn bind_results(&mut self, objs: &[ObjId], named: bool) {
        self.results = objs.to_vec();
        self.result_types = objs.iter().map(|o| self.obj_type(*o)).collect();
        for obj in objs {
            let ty = self.obj_type(*obj);
            if self.defers.is_none() {
                if named || self.escapes(*obj) {
                    self.declare_zero(*obj);
                }
                continue;
            }
            let layout = self.layout(ty);
            if self.escapes(*obj) || layout.mem && layout.size > MAX_SLOT {
                let cell = self.new_object(ty);
                let slot = self.b.slot(8);
                let at = self.b.stack_addr(slot);
                self.b.store(at, 0, cell);
                self.storage.insert(*obj, Storage::SlotCell(slot));
            } else {
                let slot = self.b.slot(layout.size.max(8) as u32);
                self.storage.insert(*obj, Storage::Slot(slot));
            }
        }
    }

    /// Lowers the body of a declared function or literal whose receiver and parameters begin at the `at`-th
    /// IR parameter.
    fn body(&mut self, ty: &ast::FuncType, body: &'a ast::Block, at: usize) {
        let info = &self.cx.u.info.funcs[ty.id];
        let params: Vec<ObjId> = info.recv.into_iter().chain(info.params.iter().copied()).collect();
        let (results, named) = (info.results.clone(), info.named_results);
        let (has_defer, has_loop_defer, has_recover) =
            (info.has_defer, info.has_loop_defer, info.has_recover);
        self.at(ty.pos);
        if has_recover {
            self.take_token();
        }
        if has_defer {
            self.begin_defers(has_loop_defer, &body.stmts);
        }
        self.bind_params(&params, at);
        self.bind_results(&results, named);
        self.stmts(&body.stmts);
        self.at(body.rbrace);
        if self.b.is_open() {
            if self.results.is_empty() {
                self.return_values(&[]);
            } else {
                self.b.trap(purlin_base::TrapCode::Unreachable);
            }
        }
        self.finish_defers();
    }

    /// Asks whether `recover` may work in this call.
    pub(super) fn take_token(&mut self) {
        let me = self.b.func_ref(self.b.id());
        self.token = Some(self.call_rt(rt::TAKE_DEFERRING, &[me])[0]);
    }

    // Returning ------------------------------------------------------------------------------------------

    /// Returns the current values of the results.
    pub(super) fn return_results(&mut self) {
        if self.body.is_some() {
            self.leave(Exit::Return);
            return;
        }
        if let Some(defers) = &self.defers {
            let runner = defers.runner;
            self.b.jump(runner, &[]);
            return;
        }
        let vals = self.load_results();
        self.b.ret(&vals);
    }

    /// The values of the results as the caller gets them.
    pub(super) fn load_results(&mut self) -> Vals {
        let mut vals = Vals::new();
        for obj in self.results.clone() {
            let ty = self.obj_type(obj);
            let place = self.variable(obj);
            if self.layout(ty).mem {
                let fresh = self.new_object(ty);
                let from = self.load(&place, ty);
                self.store(&Location::mem(fresh), ty, &from);
                vals.push(fresh);
            } else {
                vals.extend(self.load(&place, ty));
            }
        }
        vals
    }

    /// Returns these components, those in memory being fresh objects.
    pub(super) fn return_values(&mut self, vals: &[Value]) {
        let mut at = 0;
        for obj in self.results.clone() {
            let ty = self.obj_type(obj);
            let n = self.layout(ty).comps.len();
            // A closure may still look at a result after the return.
            if self.defers.is_some()
                || self.body.is_some()
                || matches!(self.storage.get(&obj), Some(Storage::Cell(_)))
            {
                let place = self.variable(obj);
                self.store(&place, ty, &vals[at..at + n]);
            }
            at += n;
        }
        if self.defers.is_some() || self.body.is_some() {
            self.return_results();
        } else {
            self.b.ret(vals);
        }
    }
}

/// More parameters than this do not fit the calling convention.
const MAX_PARAMS: usize = 200;

fn check_params(cx: &mut Cx<'_>, module: &Module, id: FuncId, pos: Pos) {
    let sig = module.func_sig(id);
    if sig.params.len() > MAX_PARAMS || sig.results.len() > MAX_PARAMS {
        cx.error(pos, "too many parameters or results");
    }
}

pub(super) fn lower_declared(cx: &mut Cx<'_>, module: &mut Module, id: FuncId, obj: ObjId) {
    let Some(decl) = cx.func_decl(obj) else { return };
    check_params(cx, module, id, decl.pos);
    let names = LiteralNames::new(&module.funcs[id].name, false);
    let Some(body) = decl.body.as_ref().and_then(FuncBody::parsed) else {
        super::wrapper::native_body(cx, module, id, obj);
        return;
    };
    let mut lower = Lower::new(cx, module, id, names);
    lower.body(&decl.ty, body, 0);
    lower.b.finish();
}

pub(super) fn lower_literal<'a>(
    cx: &mut Cx<'a>,
    module: &mut Module,
    id: FuncId,
    lit: &'a ast::FuncLit,
    names: LiteralNames,
) {
    check_params(cx, module, id, lit.ty.pos);
    let captures = cx.u.info.funcs[lit.ty.id].captures.clone();
    let mut lower = Lower::new(cx, module, id, names);
    lower.at(lit.ty.pos);
    lower.bind_captures(&captures, 0);
    lower.body(&lit.ty, &lit.body, 1);
    lower.b.finish();
}

impl<'a> Lower<'_, 'a> {
    /// Declares the function of a literal and queues its body.
    pub(super) fn literal_func(&mut self, lit: &'a ast::FuncLit) -> FuncId {
        let sig_ty = self.cx.u.info.funcs[lit.ty.id].ty.unwrap_or(Basic::Invalid.ty());
        let sig = self.cx.signature(&[Ir::Ref], self.cx.concrete(sig_ty));
        let name = self.names.next();
        let names = LiteralNames::new(&name, true);
        let id = self.b.module.declare(name, &sig);
        self.cx.note_inner(self.b.id(), id);
        let instance = self.cx.instance();
        self.cx.queue.push_back((id, Work::Literal { lit, names, instance }));
        id
    }

    /// Declares the function of a loop's body, whose type is `sig`, and queues it.
    pub(super) fn body_func(&mut self, id: StmtId, range: &'a ast::Range, sig: TypeId) -> FuncId {
        let sig = self.cx.signature(&[Ir::Ref], sig);
        let name = self.names.next_range();
        let names = LiteralNames::new(&name, true);
        let func = self.b.module.declare(name, &sig);
        self.cx.note_inner(self.b.id(), func);
        let instance = self.cx.instance();
        self.cx.queue.push_back((func, Work::Body { id, range, names, instance }));
        func
    }
}
