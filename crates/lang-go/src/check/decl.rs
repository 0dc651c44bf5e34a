//! Declarations: what a constant, variable, type or function is, for packages and inside functions.

use purlin_base::map::HashMap;

use purlin_base::{Name, Pos};

use super::assign::Target;
use super::operand::{Operand, start};
use super::typexpr::embedded_name;
use super::{Awaiting, Checker, Env, FuncContext};
use crate::ast::{
    Block, ConstSpec, Decl, Expr, ExprKind, FuncBody, FuncDecl, FuncType, Param, TypeSpec, VarSpec,
};
use crate::types::{Basic, Method, NamedId, Type, TypeId};
use crate::universe::{DeclRef, ObjId, ObjectKind, Progress, VarKind};

const INVALID: TypeId = Basic::Invalid.ty();

/// One constant of a specification, with what it inherits from an earlier one of its group.
struct ConstInit<'e> {
    ty: Option<&'e Expr>,
    value: Option<&'e Expr>,
    iota: u32,
    inherited: bool,
}

fn const_init(group: &[ConstSpec], spec: usize, name: usize) -> ConstInit<'_> {
    let own = &group[spec];
    let (source, inherited) = match own.repeats.and_then(|i| group.get(i as usize)) {
        Some(earlier) => (earlier, true),
        None => (own, false),
    };
    ConstInit { ty: source.ty.as_ref(), value: source.values.get(name), iota: own.iota, inherited }
}

impl<'u> Checker<'u> {
    /// Makes the type of a package-level object known. False if it depends on itself.
    pub(crate) fn resolve(&mut self, obj: ObjId) -> bool {
        match self.u.objects[obj].progress {
            Progress::Resolved => return true,
            Progress::Resolving => return self.allow_cycle(obj),
            Progress::Unresolved => {}
        }
        if self.u.instances.contains_key(&obj) {
            let fine = self.resolve(self.u.origin(obj));
            self.u.resolve_instance(obj);
            self.complete_instances(self.u.objects[obj].pos);
            return fine;
        }
        let Some((file, decl)) = self.u.decl_of(obj) else { return false };
        let Some(pkg) = self.u.objects[obj].pkg else { return false };
        if !self.enter(self.u.objects[obj].pos) {
            self.u.objects[obj].progress = Progress::Resolved;
            return false;
        }
        let in_length = self.env.array_len > 0;
        let embedded = std::mem::take(&mut self.env.embedded);
        let outer = std::mem::replace(&mut self.env, Env::new(pkg, decl.file as usize));
        if embedded && matches!(self.u.objects[obj].kind, ObjectKind::TypeName { alias: true }) {
            // What the alias stands for is embedded where the alias is.
            self.env.embedded = true;
            (self.env.defining, self.env.interfaces) = (outer.defining, outer.interfaces);
        }
        let (inherited_at, has_call) = (self.inherited_at.take(), self.has_call);
        self.path.push((obj, in_length));
        self.u.objects[obj].progress = Progress::Resolving;
        let (at, name) = (decl.spec as usize, decl.name as usize);
        match &file.decls[decl.decl as usize] {
            Decl::Import(_) => {}
            Decl::Const(group) => {
                self.env.decl = Some(obj);
                self.const_decl(obj, &const_init(group, at, name));
            }
            Decl::Var(group) => {
                self.env.decl = Some(obj);
                self.package_var(obj, &group[at], decl);
            }
            Decl::Type(group) => self.type_decl(obj, &group[at]),
            Decl::Func(f) => self.func_signature(obj, f),
        }
        let blocked_on = self.env.blocked_on.take();
        let progress = if blocked_on.is_some() { Progress::Unresolved } else { Progress::Resolved };
        self.u.objects[obj].progress = progress;
        self.path.pop();
        self.env = outer;
        self.env.blocked_on = blocked_on.or(self.env.blocked_on);
        (self.inherited_at, self.has_call) = (inherited_at, has_call);
        self.leave();
        self.run_later();
        true
    }

    // Constants ------------------------------------------------------------------------------------------

    fn const_decl(&mut self, obj: ObjId, init: &ConstInit<'_>) {
        let (name, pos) = (self.u.objects[obj].name, self.u.objects[obj].pos);
        let outer_iota = self.env.iota.replace(init.iota);
        if init.inherited {
            self.inherited_at = Some(pos);
        }
        let mut ty = None;
        if let Some(e) = init.ty {
            let t = self.type_expr(e);
            if !self.u.types.is_const_type(t) {
                if self.is_valid(self.u.types.underlying(t)) {
                    let message = format!("invalid constant type {}", self.ty(t));
                    self.error(start(e), message);
                }
                ty = Some(INVALID);
            } else {
                // Known even if its value turns out to be wrong.
                self.u.objects[obj].ty = t;
                ty = Some(t);
            }
        }
        match init.value {
            Some(e) if ty != Some(INVALID) => {
                let x = self.expr(e);
                self.init_const(obj, ty, x);
            }
            Some(_) => {}
            None => {
                let message = format!("missing init expr for {}", self.u.name(name));
                self.error(pos, message);
            }
        }
        self.inherited_at = None;
        self.env.iota = outer_iota;
    }

    /// Reports a constant specification, or the one that it repeats, that has more values than names.
    pub(super) fn extra_values(&mut self, group: &[ConstSpec], spec: &ConstSpec) {
        let names = spec.names.len();
        if let Some(extra) = spec.values.get(names) {
            let message = format!("extra init expr {}", self.source(extra));
            self.error(extra.start, message);
        } else if let Some(earlier) = spec.repeats.and_then(|i| group.get(i as usize))
            && let Some(extra) = earlier.values.get(names)
        {
            let message = format!("extra init expr at {}", self.at(extra.start));
            self.error(spec.pos, message);
        }
    }

    fn init_const(&mut self, obj: ObjId, ty: Option<TypeId>, mut x: Operand<'_>) {
        if x.is_invalid() {
            return;
        }
        if !x.is_const() {
            let message = format!("{} is not constant", self.describe(&x));
            self.error(x.pos(), message);
            return;
        }
        let ty = ty.unwrap_or(x.ty);
        self.assignment(&mut x, Some(ty), "constant declaration");
        if x.is_invalid() {
            return;
        }
        self.u.objects[obj].ty = ty;
        self.u.objects[obj].kind = ObjectKind::Const { value: x.value };
    }

    // Variables ------------------------------------------------------------------------------------------

    fn package_var(&mut self, obj: ObjId, spec: &VarSpec, decl: DeclRef) {
        let declared = spec.ty.as_ref().map(|e| self.var_type(e));
        if let Some(ty) = declared {
            self.u.objects[obj].ty = ty;
        }
        let (names, values) = (spec.names.len(), spec.values.len());
        let target = |ty: Option<TypeId>, obj| Target::var(obj, ty);
        if values == 0 {
            return;
        }
        if names == values {
            let value = std::slice::from_ref(&spec.values[decl.name as usize]);
            self.declare_vars(&[target(declared, obj)], value);
            return;
        }
        if values == 1 {
            // One call gives the values of all of them.
            let all = self.same_spec(obj, decl);
            for other in &all {
                self.u.objects[*other].progress = Progress::Resolving;
                if let Some(ty) = declared {
                    self.u.objects[*other].ty = ty;
                }
            }
            let targets: Vec<Target> = all.iter().map(|o| target(declared, *o)).collect();
            self.declare_vars(&targets, &spec.values);
            for other in all {
                self.u.objects[other].progress = Progress::Resolved;
            }
            // What one of them depends on all of them do.
            return;
        }
        if decl.name == 0 {
            self.arity(&spec.names, &spec.values);
        }
        if let Some(value) = spec.values.get(decl.name as usize) {
            self.declare_vars(&[target(declared, obj)], std::slice::from_ref(value));
        }
    }

    /// The variables that one specification declares.
    pub(super) fn same_spec(&self, obj: ObjId, decl: DeclRef) -> Vec<ObjId> {
        let Some((file, _)) = self.u.decl_of(obj) else { return vec![obj] };
        let Some(Decl::Var(group)) = file.decls.get(decl.decl as usize) else { return vec![obj] };
        // They were made one after the other.
        let first = obj.as_u32() - self.u.objects[obj].decl.map_or(0, |d| d.name);
        (0..group[decl.spec as usize].names.len() as u32).map(|n| ObjId::from_u32(first + n)).collect()
    }

    fn arity(&mut self, names: &[crate::ast::Ident], values: &[Expr]) {
        if let Some(extra) = values.get(names.len()) {
            let message = format!("extra init expr {}", self.source(extra));
            self.error(extra.start, message);
        } else if let Some(name) = names.get(values.len()) {
            let message = format!("missing init expr for {}", self.u.name(name.name));
            self.error(name.pos, message);
        }
    }

    // Types ----------------------------------------------------------------------------------------------

    fn type_decl(&mut self, obj: ObjId, spec: &TypeSpec) {
        let hidden = self.env.type_params.clone();
        let embedded = std::mem::take(&mut self.env.embedded);
        self.open_scope();
        if spec.alias && self.require(9, spec.name.pos, "type alias") {
            let first = spec.type_params.first().and_then(|p| p.names.first());
            if let Some(first) = first.filter(|_| !self.is_before(18)) {
                self.require(23, first.pos, "generic type alias");
            }
        }
        if spec.alias {
            let params = self.declare_type_params(&spec.type_params);
            if !params.is_empty() {
                self.u.generics.insert(obj, params.clone().into());
                self.resolve_constraints(&spec.type_params, &params);
            }
            self.env.embedded = embedded;
            self.u.objects[obj].ty = self.type_expr(&spec.ty);
        } else {
            let (name, pkg) = (self.u.objects[obj].name, self.u.objects[obj].pkg);
            let ty = self.u.types.new_named(name, pkg, obj);
            self.u.objects[obj].ty = ty;
            if let Some(named) = self.u.types.as_named(ty) {
                self.collect_methods(obj, ty);
                let params = self.declare_type_params(&spec.type_params);
                let all: Vec<TypeId> = hidden.iter().chain(&params).copied().collect();
                self.u.types.make_generic(named, &all, hidden.len());
                if !params.is_empty() {
                    self.u.generics.insert(obj, params.clone().into());
                    self.resolve_constraints(&spec.type_params, &params);
                }
                self.define_type(named, spec);
            }
        }
        self.close_scope();
        self.env.type_params = hidden;
    }

    /// Evaluates the right side of the declaration of a defined type.
    fn define_type(&mut self, named: NamedId, spec: &TypeSpec) {
        let is_interface = matches!(spec.ty.kind, ExprKind::InterfaceType(_));
        if is_interface {
            let obj = self.u.types.named(named).obj;
            self.interface_pos.insert(obj, spec.ty.start);
        }
        let outer = std::mem::replace(&mut self.env.defining, is_interface.then_some(named));
        let rhs = self.type_expr(&spec.ty);
        self.env.defining = outer;
        if self.u.types.is_param(rhs) {
            self.error(spec.ty.start, "cannot use a type parameter as RHS in type declaration");
            self.complete_named(named, INVALID);
            return;
        }
        if let Some((on, instance_at)) = self.env.blocked_on.take() {
            self.awaiting.push(Awaiting { named, on, instance_at });
            return;
        }
        if let Some(other) = self.u.types.as_named(rhs) {
            self.declared_as.insert(named, other);
        }
        let mut under = self.u.types.underlying(rhs);
        if let Some(other) = self.u.types.as_named(rhs)
            && self.u.types.named(other).underlying.is_none()
        {
            if !self.awaits(other, named) {
                // `type T1 struct { next *T2 }; type T2 T1`: this one is known when the other is.
                self.awaiting.push(Awaiting { named, on: other, instance_at: None });
                return;
            }
            self.report_awaited_cycle(named, other, None);
            under = INVALID;
        }
        self.complete_named(named, under);
    }

    /// Sets the underlying type of `named`, and of those that were waiting for it.
    fn complete_named(&mut self, named: NamedId, under: TypeId) {
        let mut work = vec![named];
        while let Some(named) = work.pop() {
            let slot = &mut self.u.types.named_mut(named).underlying;
            // A cycle may have been reported, and the type made invalid, further in.
            if slot.is_none() {
                *slot = Some(under);
            }
            let freed: Vec<_> = self.awaiting.extract_if(.., |a| a.on == named).map(|a| a.named).collect();
            self.complete_instances(Pos::NONE);
            self.check_finite(named);
            let (obj, ty) = (self.u.types.named(named).obj, self.u.types.named(named).ty);
            self.check_field_names(obj, ty);
            for other in freed {
                if !self.redefine_interface(other) {
                    work.push(other);
                }
            }
        }
    }

    /// Evaluates an interface again that embeds a type which was not complete. False if it is no interface.
    fn redefine_interface(&mut self, named: NamedId) -> bool {
        let obj = self.u.types.named(named).obj;
        let Some((file, decl)) = self.u.decl_of(obj) else { return false };
        let (Decl::Type(group), Some(pkg)) = (&file.decls[decl.decl as usize], self.u.objects[obj].pkg)
        else {
            return false;
        };
        let spec = &group[decl.spec as usize];
        if !matches!(spec.ty.kind, ExprKind::InterfaceType(_)) {
            return false;
        }
        let outer = std::mem::replace(&mut self.env, Env::new(pkg, decl.file as usize));
        self.path.push((obj, false));
        self.open_scope();
        self.reopen_type_params(&spec.type_params);
        self.define_type(named, spec);
        self.close_scope();
        self.path.pop();
        self.env = outer;
        true
    }

    /// Gives a type its methods, by name; their signatures come later.
    fn collect_methods(&mut self, obj: ObjId, ty: TypeId) {
        let Some(named) = self.u.types.as_named(ty) else { return };
        let mut seen: HashMap<Name, Pos> = HashMap::default();
        for method in self.u.methods.get(&obj).cloned().unwrap_or_default() {
            let (name, pos) = (self.u.objects[method].name, self.u.objects[method].pos);
            if name == self.u.words.blank {
                continue;
            }
            if let Some(other) = seen.get(&name) {
                let (text, at) = (self.text(name), self.at(*other));
                let message = format!("method {}.{text} already declared at {at}", self.ty(ty));
                self.error(pos, message);
                continue;
            }
            seen.insert(name, pos);
            let ptr_recv = self.u.objects[method].as_func().is_some_and(|f| f.ptr_recv);
            let pkg = self.pkg_of(name);
            let entry = Method { name, pkg, obj: method, ptr_recv, sig: None };
            self.u.types.named_mut(named).methods.push(entry);
            if let ObjectKind::Func(f) = &mut self.u.objects[method].kind {
                f.recv = Some(named);
            }
        }
    }

    fn check_field_names(&mut self, obj: ObjId, ty: TypeId) {
        let Some(fields) = self.u.types.fields(ty).map(<[_]>::to_vec) else { return };
        for method in self.u.methods.get(&obj).cloned().unwrap_or_default() {
            let (name, pos) = (self.u.objects[method].name, self.u.objects[method].pos);
            if fields.iter().any(|f| f.name == name) && name != self.u.words.blank {
                let text = self.text(name);
                let at = self.field_pos(obj, name).unwrap_or(self.u.objects[obj].pos);
                let rest = self.line_at(at, &format!("other declaration of {text}"));
                self.error(pos, format!("field and method with the same name {text}{rest}"));
            }
        }
    }

    /// Where the struct type that `obj` is declared as has this field.
    fn field_pos(&self, obj: ObjId, name: Name) -> Option<Pos> {
        let (file, decl) = self.u.decl_of(obj)?;
        let Decl::Type(group) = &file.decls[decl.decl as usize] else { return None };
        let ExprKind::StructType(fields) = &group[decl.spec as usize].ty.kind else { return None };
        fields.iter().find_map(|f| {
            let named = f.names.iter().find(|id| id.name == name).map(|id| id.pos);
            let embedded = embedded_name(&f.ty).filter(|(id, _)| f.names.is_empty() && id.name == name);
            named.or(embedded.map(|(id, _)| id.pos))
        })
    }

    // Functions ------------------------------------------------------------------------------------------

    fn func_signature(&mut self, obj: ObjId, f: &FuncDecl) {
        self.open_scope();
        if let Some(recv) = &f.recv {
            if !self.generic_receiver(recv) {
                self.close_scope();
                return;
            }
            self.check_receiver(obj, recv);
        }
        let params = self.declare_type_params(&f.type_params);
        if !params.is_empty() {
            self.u.generics.insert(obj, params.clone().into());
            self.resolve_constraints(&f.type_params, &params);
        }
        let ty = self.signature_type(&f.ty);
        self.close_scope();
        self.u.objects[obj].ty = ty;
        let named = self.u.objects[obj].as_func().and_then(|func| func.recv);
        if let Some(named) = named {
            let methods = &mut self.u.types.named_mut(named).methods;
            if let Some(m) = methods.iter_mut().find(|m| m.obj == obj) {
                m.sig = Some(ty);
            }
        }
        let has_result =
            self.u.types.signature(ty).is_some_and(|s| !s.params.is_empty() || !s.results.is_empty());
        let (name, words) = (f.name.name, self.u.words);
        if f.body.is_none() && !params.is_empty() {
            self.error(f.name.pos, "generic function is missing function body");
        }
        let main = name == words.main && self.u.packages[self.env.pkg].name == words.main;
        if f.recv.is_none() && !params.is_empty() && (name == words.init || main) {
            let at = f.type_params[0].names.first().map_or(f.name.pos, |n| n.pos);
            self.error(at, format!("func {} must have no type parameters", self.u.name(name)));
        }
        if f.recv.is_none() && has_result && (name == words.init || main) {
            let message = format!("func {} must have no arguments and no return values", self.u.name(name));
            self.error(f.name.pos, message);
        }
    }

    fn check_receiver(&mut self, obj: ObjId, recv: &Param) {
        let ty = match Self::receiver_params(recv) {
            Some(_) => self.u.info.types[recv.ty.id].ty,
            None => self.type_expr(&recv.ty),
        };
        if !self.is_valid(ty) {
            return;
        }
        let base = match self.u.types.get(ty) {
            Type::Pointer(elem) => *elem,
            _ => ty,
        };
        // An alias is named as it is written.
        let pointee = match &recv.ty.unparen().kind {
            ExprKind::Star(inner) => inner,
            _ => &recv.ty,
        };
        let alias = self.alias_text(pointee);
        let shown = |c: &Self, ty: TypeId| alias.clone().unwrap_or_else(|| c.ty(ty));
        let message = match self.u.types.get(base) {
            Type::Named(id) => {
                let named = self.u.types.named(*id);
                if named.pkg != Some(self.env.pkg) {
                    format!("cannot define new methods on non-local type {}", shown(self, base))
                } else {
                    let cause = match self.u.types.under(base) {
                        Type::Basic(Basic::UnsafePointer) => "unsafe.Pointer",
                        Type::Pointer(_) | Type::Interface(_) => "pointer or interface type",
                        _ => {
                            if let ObjectKind::Func(f) = &mut self.u.objects[obj].kind {
                                f.recv = f.recv.or(Some(*id));
                            }
                            return;
                        }
                    };
                    format!("invalid receiver type {} ({cause})", self.ty(base))
                }
            }
            Type::Basic(_) => format!("cannot define new methods on non-local type {}", shown(self, base)),
            _ => format!("invalid receiver type {}", shown(self, ty)),
        };
        let at = match &recv.ty.unparen().kind {
            ExprKind::Star(inner) => inner.start,
            _ => recv.ty.start,
        };
        self.error(at, message);
    }

    /// Checks the body of a declared function, once; it must have been read.
    pub(super) fn check_body(&mut self, obj: ObjId) {
        self.resolve(obj);
        let obj = self.u.origin(obj);
        let Some((file, decl)) = self.u.decl_of(obj) else { return };
        let Some(f) = crate::universe::func_decl(&file, decl) else { return };
        let pkg = self.u.objects[obj].pkg;
        let ObjectKind::Func(func) = &mut self.u.objects[obj].kind else { return };
        if std::mem::replace(&mut func.checked, true) {
            return;
        }
        let (Some(pkg), Some(body)) = (pkg, f.body.as_ref().and_then(FuncBody::parsed)) else { return };
        if !self.is_valid(self.u.objects[obj].ty) {
            return;
        }
        let outer = std::mem::replace(&mut self.env, Env::new(pkg, decl.file as usize));
        self.env.decl = Some(obj);
        self.env.funcs.push(FuncContext { id: f.ty.id, results: Vec::new(), is_loop: false });
        self.open_scope();
        if let Some(recv) = &f.recv {
            self.reopen_receiver_params(recv);
        }
        self.reopen_type_params(&f.type_params);
        self.func_body(&f.ty, f.recv.as_ref(), body);
        self.finish_locals();
        self.env = outer;
        self.run_later();
    }

    /// Declares the parameters of the innermost function and checks its body.
    pub(super) fn func_body(&mut self, ty: &FuncType, recv: Option<&Param>, body: &Block) {
        let sig = self.u.info.funcs[ty.id].ty.and_then(|t| self.u.types.signature(t)).cloned();
        let Some(sig) = sig else { return };
        self.open_scope();
        if let Some(recv) = recv {
            let recv_ty = self.u.info.types[recv.ty.id].ty;
            let objs = self.declare_params(std::slice::from_ref(recv), &[recv_ty], VarKind::Receiver);
            self.u.info.funcs[ty.id].recv = objs.first().copied();
        }
        let params = self.declare_params(&ty.params, &sig.params, VarKind::Param);
        let results = self.declare_params(&ty.results, &sig.results, VarKind::Result);
        let info = &mut self.u.info.funcs[ty.id];
        info.params = params;
        info.results = results;
        info.named_results = ty.results.first().is_some_and(|r| !r.names.is_empty());
        if let Some(context) = self.env.funcs.last_mut() {
            context.results = sig.results.to_vec();
        }
        self.stmts(&body.stmts);
        self.close_scope();
        if !sig.results.is_empty() && !self.terminates(&body.stmts) {
            self.error(body.rbrace, "missing return");
        }
    }

    fn declare_params(&mut self, list: &[Param], types: &[TypeId], kind: VarKind) -> Vec<ObjId> {
        let mut objs = Vec::new();
        let mut types = types.iter().copied();
        for p in list {
            if p.names.is_empty() {
                let ty = types.next().unwrap_or(INVALID);
                objs.push(self.new_var(self.u.words.blank, p.pos, ty, kind));
            }
            for id in &p.names {
                let ty = types.next().unwrap_or(INVALID);
                let obj = self.new_var(id.name, id.pos, ty, kind);
                self.u.info.defs[id.id] = Some(obj);
                self.declare(obj);
                objs.push(obj);
            }
        }
        objs
    }

    /// Reports the variables of a function that are never read.
    pub(super) fn finish_locals(&mut self) {
        for obj in std::mem::take(&mut self.env.locals) {
            let object = &self.u.objects[obj];
            if object.as_var().is_some_and(|v| !v.used) {
                let message = format!("declared and not used: {}", self.u.name(object.name));
                self.minor_error(self.u.objects[obj].pos, message);
            }
        }
    }

    // Declarations inside functions ----------------------------------------------------------------------

    pub(super) fn local_decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Import(_) | Decl::Func(_) => {}
            Decl::Const(group) => {
                for (i, spec) in group.iter().enumerate() {
                    self.local_consts(group, i, spec);
                }
            }
            Decl::Var(group) => {
                for spec in group {
                    self.local_vars(spec);
                }
            }
            Decl::Type(group) => {
                for spec in group {
                    self.local_type(spec);
                }
            }
        }
    }

    fn local_consts(&mut self, group: &[ConstSpec], at: usize, spec: &ConstSpec) {
        let mut objs = Vec::new();
        for (i, id) in spec.names.iter().enumerate() {
            let kind = ObjectKind::Const { value: None };
            let obj = self.new_object(id.name, id.pos, INVALID, kind);
            self.u.info.defs[id.id] = Some(obj);
            self.const_decl(obj, &const_init(group, at, i));
            objs.push(obj);
        }
        self.extra_values(group, spec);
        for obj in objs {
            self.declare(obj);
        }
    }

    fn local_vars(&mut self, spec: &VarSpec) {
        let declared = spec.ty.as_ref().map(|e| self.var_type(e));
        let mut objs = Vec::new();
        for id in &spec.names {
            let obj = self.new_var(id.name, id.pos, declared.unwrap_or(INVALID), VarKind::Local);
            self.u.info.defs[id.id] = Some(obj);
            objs.push(obj);
        }
        let targets: Vec<Target> = objs.iter().map(|o| Target::var(*o, declared)).collect();
        if !spec.values.is_empty() {
            if spec.values.len() != 1 && spec.values.len() != spec.names.len() {
                self.arity(&spec.names, &spec.values);
                self.use_exprs(&spec.values);
            } else {
                self.declare_vars(&targets, &spec.values);
            }
        }
        for obj in objs {
            self.declare(obj);
        }
    }

    fn local_type(&mut self, spec: &TypeSpec) {
        let kind = ObjectKind::TypeName { alias: spec.alias };
        let obj = self.new_object(spec.name.name, spec.name.pos, INVALID, kind);
        self.u.info.defs[spec.name.id] = Some(obj);
        self.u.objects[obj].progress = Progress::Resolving;
        self.declare(obj);
        let in_length = self.env.array_len > 0;
        self.path.push((obj, in_length));
        self.type_decl(obj, spec);
        self.path.pop();
        self.u.objects[obj].progress = Progress::Resolved;
        self.run_later();
    }
}
