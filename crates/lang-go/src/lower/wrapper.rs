//! Generated functions: what closures and interfaces call instead of the declared function.
//!
//! Wrappers are left out of tracebacks, and hand the token for `recover` on.

use crate::rt;
use purlin_ir::{FuncId, Module, Signature, Type as Ir, Value};

use super::raw::{adapter_signature, methods_signature};
use super::state::{Cx, FuncKey, LiteralNames, Location, Lower, ThunkTarget, Vals};
use crate::types::{Found, Lookup, TypeId};
use crate::universe::ObjId;

impl Cx<'_> {
    /// The name and signature of a function.
    pub(super) fn describe(&mut self, key: &FuncKey, module: &Module) -> (String, Signature) {
        match key {
            FuncKey::Decl(obj) => {
                let ty = self.u.objects[*obj].ty;
                let recv = self.receiver(*obj).map_or(Vec::new(), |r| self.irs(&[r]));
                (self.func_name(*obj), self.signature(&recv, ty))
            }
            FuncKey::Value(obj) | FuncKey::Bound(obj) => {
                let ty = self.u.objects[*obj].ty;
                (self.func_name(*obj), self.signature(&[Ir::Ref], ty))
            }
            FuncKey::Entry { recv, name, .. } => {
                let sig = self.method_signature(key);
                let text = format!("{}.{}", self.u.type_string(*recv), self.u.name(*name));
                (text, self.signature(&[Ir::Ref], sig))
            }
            FuncKey::MethodExpr { recv, name, .. } => {
                let sig = self.method_signature(key);
                let text = format!("{}.{}", self.u.type_string(*recv), self.u.name(*name));
                let mut first = vec![Ir::Ref];
                first.extend(self.irs(&[*recv]));
                (text, self.signature(&first, sig))
            }
            FuncKey::BoundIface(sig) => ("method value".into(), self.signature(&[Ir::Ref], *sig)),
            FuncKey::Thunk { target, .. } => {
                let name = match target {
                    ThunkTarget::Func(f) => module.funcs[*f].name.to_string(),
                    ThunkTarget::Native(n) => module.natives[*n].name.clone(),
                    ThunkTarget::Closure(_) | ThunkTarget::Number(_) => "call".into(),
                };
                (name, Signature::new([Ir::Ref], []))
            }
            FuncKey::BuiltinThunk { builtin, .. } => (builtin.name().into(), Signature::new([Ir::Ref], [])),
            FuncKey::Adapter(_) => ("reflect call".into(), adapter_signature()),
            FuncKey::Maker(sig) => ("reflect function".into(), self.signature(&[Ir::Ref], *sig)),
            FuncKey::Methods(_) => ("reflect methods".into(), methods_signature()),
            FuncKey::RaiseAgain(results) => ("raise again".into(), Signature::new([], results.clone())),
            FuncKey::Init(pkg, _) => {
                (format!("{}.init", self.package_name(Some(*pkg))), Signature::default())
            }
        }
    }

    fn find_method(&self, key: &FuncKey) -> Option<(Found, Vec<u32>)> {
        let (FuncKey::Entry { recv, name, pkg } | FuncKey::MethodExpr { recv, name, pkg }) = key else {
            return None;
        };
        match self.u.types.lookup(*recv, *name, *pkg) {
            Lookup::Found { found, path, .. } => Some((found, path.to_vec())),
            Lookup::Ambiguous | Lookup::NotFound => None,
        }
    }

    fn method_signature(&self, key: &FuncKey) -> TypeId {
        let found = self.find_method(key).map(|(f, _)| f);
        match found {
            Some(Found::Method { obj, .. }) => self.u.objects[obj].ty,
            Some(Found::IfaceMethod { sig, .. }) => sig,
            Some(Found::Field(_)) | None => self.u.types.empty_tuple(),
        }
    }
}

pub(super) fn generate(cx: &mut Cx<'_>, module: &mut Module, id: FuncId, key: &FuncKey) {
    let found = cx.find_method(key);
    let mut lower = Lower::new(cx, module, id, LiteralNames::new("", false));
    let count = lower.b.module.func_sig(id).params.len();
    let params: Vals = (0..count).map(|n| lower.b.param(n)).collect();
    match key {
        FuncKey::Value(obj) => lower.call_declared(*obj, &[], &params[1..]),
        FuncKey::Bound(obj) => {
            let irs = lower.cx.receiver(*obj).map_or(Vec::new(), |r| lower.cx.irs(&[r]));
            let recv = lower.held(params[0], &irs, 0);
            lower.call_declared(*obj, &recv, &params[1..]);
        }
        FuncKey::BoundIface(_) => {
            let held = lower.held(params[0], &[Ir::Ref, Ir::I64], 0);
            lower.call_number(held[1], held[0], &params[1..]);
        }
        FuncKey::Entry { recv, name, .. } => {
            let vals = lower.unboxed(params[0], *recv);
            if let Some((found, path)) = found {
                if path.is_empty() && lower.is_pointer(*recv) {
                    lower.check_value_method(*recv, *name, &found, params[0]);
                }
                let place = lower.received(vals, *recv);
                lower.call_found(place, *recv, &found, &path, &params[1..]);
            }
        }
        FuncKey::MethodExpr { recv, .. } => {
            let n = lower.layout(*recv).comps.len();
            let place = lower.received(params[1..=n].into(), *recv);
            if let Some((found, path)) = found {
                lower.call_found(place, *recv, &found, &path, &params[n + 1..]);
            }
        }
        FuncKey::Thunk { target, params: types } => lower.thunk(*target, types, params[0]),
        FuncKey::BuiltinThunk { builtin, types } => {
            let irs = lower.cx.irs(types);
            let held = lower.held(params[0], &irs, 0);
            let args = lower.split(&held, types);
            let args: Vec<(Vals, TypeId)> = args.into_iter().zip(types.iter().copied()).collect();
            lower.builtin_values(*builtin, &args);
            lower.b.ret(&[]);
        }
        FuncKey::Adapter(sig) => lower.adapter(*sig, &params),
        FuncKey::Maker(sig) => lower.made_function(*sig, &params),
        FuncKey::Methods(ty) => lower.method_numbers(*ty, &params),
        FuncKey::RaiseAgain(_) => lower.raise_rt(rt::RAISE_AGAIN, &[]),
        FuncKey::Decl(_) | FuncKey::Init(..) => {}
    }
    lower.b.finish();
}

/// The body of a declared function that is a native.
pub(super) fn native_body(cx: &mut Cx<'_>, module: &mut Module, id: FuncId, obj: ObjId) {
    let mut lower = Lower::new(cx, module, id, LiteralNames::new("", false));
    let count = lower.b.module.func_sig(id).params.len();
    let params: Vals = (0..count).map(|n| lower.b.param(n)).collect();
    lower.call_native(obj, &params);
    lower.b.finish();
}

impl<'a> Lower<'_, 'a> {
    fn received(&mut self, vals: Vals, ty: TypeId) -> Location {
        if self.layout(ty).mem {
            return Location::Mem { base: vals[0], off: 0, stable: true };
        }
        Location::Vals(vals)
    }

    fn call_native(&mut self, obj: ObjId, args: &[Value]) {
        let name = self.cx.native_name(obj).unwrap_or_default();
        let native = self.cx.native(self.b.module, obj, &name);
        let results = self.b.call_native(native, args);
        self.b.ret(&results);
    }

    /// Calls a declared function or method, and returns what it returns.
    fn call_declared(&mut self, obj: ObjId, recv: &[Value], args: &[Value]) {
        let all: Vals = recv.iter().chain(args).copied().collect();
        if self.cx.native_name(obj).is_some() {
            self.call_native(obj, &all);
            return;
        }
        let func = self.func_of(FuncKey::Decl(obj));
        if self.cx.has_recover(obj) {
            let number = self.b.func_ref(func);
            self.pass_token(number);
        }
        if self.b.func.slots.is_empty() {
            self.b.tail_call(func, &all);
            return;
        }
        // An argument may be an address in this frame.
        let results = self.b.call(func, &all);
        self.b.ret(&results);
    }

    /// If this wrapper was called as deferred work, the function with that number is.
    fn pass_token(&mut self, number: Value) {
        let me = self.b.func_ref(self.b.id());
        let taken = self.call_rt(rt::TAKE_DEFERRING, &[me])[0];
        self.cold_if(taken, |lower| {
            lower.call_rt(rt::SET_DEFERRING, &[number]);
        });
    }

    /// Calls the method with that number of an interface's data word, and returns what it returns.
    fn call_number(&mut self, number: Value, data: Value, args: &[Value]) {
        self.pass_token(number);
        let mut sig = self.b.module.func_sig(self.b.id()).clone();
        sig.params = std::iter::once(Ir::Ref).chain(args.iter().map(|a| self.b.func.ty(*a))).collect();
        let sig = self.b.module.sig(&sig);
        let all: Vals = std::iter::once(data).chain(args.iter().copied()).collect();
        self.b.tail_call_indirect(sig, number, &all);
    }

    fn call_found(&mut self, place: Location, ty: TypeId, found: &Found, path: &[u32], args: &[Value]) {
        let (place, ty) = self.walk(place, ty, path);
        match found {
            Found::Method { obj, .. } => {
                let recv = self.receiver_of(&place, ty, *obj);
                self.call_declared(*obj, &recv, args);
            }
            Found::IfaceMethod { iface, index, .. } => {
                let vals = self.load(&place, ty);
                self.check_iface(vals[0]);
                let number = self.iface_method(vals[0], *iface, *index);
                self.call_number(number, vals[1], args);
            }
            Found::Field(_) => {}
        }
    }

    /// A method of a value, called through a nil pointer, has an error of its own.
    fn check_value_method(&mut self, recv: TypeId, name: purlin_base::Name, found: &Found, data: Value) {
        let Found::Method { obj, ptr_recv: false, .. } = found else { return };
        let text = format!(
            "value method {} called using nil *{} pointer",
            self.cx.func_name(*obj),
            self.cx.u.types.pointee(recv).and_then(|t| self.cx.u.types.as_named(t)).map_or_else(
                || self.cx.u.name(name).to_string(),
                |n| self.cx.u.name(self.cx.u.types.named(n).name).to_string()
            )
        );
        let null = self.b.null();
        let nil = self.op(purlin_ir::Opcode::Ieq, data, null);
        self.cold_if(nil, |lower| lower.raise_text(&text));
    }

    /// Calls the target with what the closure holds.
    fn thunk(&mut self, target: ThunkTarget, types: &[Ir], closure: Value) {
        let held = self.held(closure, types, 0);
        self.call_target(target, &held);
        self.b.ret(&[]);
    }

    /// Makes a call that was deferred or spawned, with what was kept for it.
    pub(super) fn call_target(&mut self, target: ThunkTarget, held: &[Value]) {
        match target {
            ThunkTarget::Func(func) => {
                self.b.call(func, held);
            }
            ThunkTarget::Native(native) => {
                self.b.call_native(native, held);
            }
            ThunkTarget::Closure(sig) => {
                self.b.effect(purlin_ir::Opcode::NilCheck, &[held[0]]);
                let number = self.closure_func(held[0]);
                self.b.call_indirect(sig, number, held);
            }
            ThunkTarget::Number(sig) => {
                self.b.call_indirect(sig, held[0], &held[1..]);
            }
        }
    }
}
