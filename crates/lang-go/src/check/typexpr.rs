//! Type expressions.

use purlin_base::map::HashMap;

use purlin_base::{Name, Pos};

use super::operand::{Operand, start};
use super::{Checker, Later};
use crate::ast::{self, Expr, ExprKind, FuncType, Ident, InterfaceElem, LitKind, Param, StructField};
use crate::budget;
use crate::constant::Const;
use crate::types::{Basic, ChanDir, Field, IfaceMethod, Interface, Signature, Type, TypeId};
use crate::universe::{Mode, ObjectKind, PackageId, VarKind};

const INVALID: TypeId = Basic::Invalid.ty();

/// The methods of an interface while they are collected, each with where it comes from.
#[derive(Default)]
struct Methods {
    all: Vec<(IfaceMethod, Pos)>,
    index: HashMap<(Name, Option<PackageId>), usize>,
}

impl<'u> Checker<'u> {
    /// The type that `e` denotes; invalid if it denotes none, which has been reported.
    pub(super) fn type_expr(&mut self, e: &Expr) -> TypeId {
        if !self.enter(e.start) {
            return INVALID;
        }
        let ty = self.type_inner(e);
        self.env.embedded = false;
        self.leave();
        self.record(e, if self.is_valid(ty) { Mode::Type } else { Mode::Invalid }, ty, None);
        ty
    }

    /// A type that variables can have.
    pub(super) fn var_type(&mut self, e: &Expr) -> TypeId {
        let ty = self.type_expr(e);
        self.check_var_type(ty, e.start);
        ty
    }

    pub(super) fn check_var_type(&mut self, ty: TypeId, pos: Pos) {
        match self.u.types.as_named(ty) {
            // What it is shows when its declaration is read to the end.
            Some(id) if self.u.types.named(id).underlying.is_none() => {
                self.do_later(Later::VarType { ty, pos });
            }
            Some(_) | None => self.refuse_constraint(ty, pos),
        }
    }

    /// Reports an interface that only a constraint may be.
    fn refuse_constraint(&mut self, ty: TypeId, pos: Pos) {
        let Some(interface) = self.u.types.interface(ty).filter(|_| !self.u.types.is_param(ty)) else {
            return;
        };
        if interface.is_basic() {
            return;
        }
        let why =
            if interface.terms.is_none() { "is (or embeds) comparable" } else { "contains type constraints" };
        let message = format!("cannot use type {} outside a type constraint: interface {why}", self.ty(ty));
        self.error(pos, message);
    }

    /// The type of an expression that an interface embeds, or that is a term of a union there.
    pub(super) fn embedded_type(&mut self, e: &Expr) -> TypeId {
        self.env.embedded = true;
        self.type_expr(e)
    }

    fn type_inner(&mut self, e: &Expr) -> TypeId {
        // Only names, and literals of interfaces, are embedded themselves.
        let embedded = std::mem::take(&mut self.env.embedded);
        match &e.kind {
            ExprKind::Ident(_) | ExprKind::Selector { .. } | ExprKind::Index { .. } | ExprKind::Paren(_) => {
                self.env.embedded = embedded;
            }
            _ => {}
        }
        match &e.kind {
            ExprKind::Bad => INVALID,
            ExprKind::Ident(id) => self.type_name(e, id),
            ExprKind::Selector { x, sel } => self.qualified_type(e, x, sel),
            ExprKind::Index { x, indices } => self.instantiation(e, x, indices),
            ExprKind::Paren(x) => self.type_expr(x),
            ExprKind::Star(x) => {
                let elem = self.var_type(x);
                if self.is_valid(elem) { self.u.types.pointer_to(elem) } else { INVALID }
            }
            ExprKind::ArrayType { len, elem } => self.array_type(e, len.as_deref(), elem),
            ExprKind::SliceType(elem) => {
                let elem = self.var_type(elem);
                if self.is_valid(elem) { self.u.types.slice_of(elem) } else { INVALID }
            }
            ExprKind::StructType(fields) => self.struct_type(fields),
            ExprKind::InterfaceType(elems) => self.interface_type(elems, embedded),
            ExprKind::FuncType(f) => self.signature_type(f),
            ExprKind::MapType { key, value } => {
                let (k, v) = (self.var_type(key), self.var_type(value));
                if self.is_valid(k) {
                    self.do_later(Later::MapKey { key: k, pos: start(key) });
                }
                if !self.is_valid(k) || !self.is_valid(v) {
                    return INVALID;
                }
                self.u.types.intern(Type::Map { key: k, elem: v })
            }
            ExprKind::ChanType { dir, elem } => {
                let elem = self.var_type(elem);
                let dir = match dir {
                    ast::ChanDir::Both => ChanDir::Both,
                    ast::ChanDir::Send => ChanDir::Send,
                    ast::ChanDir::Recv => ChanDir::Recv,
                };
                self.do_later(Later::ChanElem { elem, pos: e.start });
                if self.is_valid(elem) { self.u.types.intern(Type::Chan { dir, elem }) } else { INVALID }
            }
            _ => {
                let message = format!("{} is not a type", self.source(e));
                self.error(e.start, message);
                INVALID
            }
        }
    }

    fn type_name(&mut self, e: &Expr, id: &Ident) -> TypeId {
        if let Some(obj) = self.lookup(id.name) {
            let kind = match &self.u.objects[obj].kind {
                ObjectKind::PkgName { .. } => "package name",
                ObjectKind::Const { .. } => "constant",
                ObjectKind::Var(v) => match v.kind {
                    VarKind::Package => "package-level variable",
                    VarKind::Local => "local variable",
                    VarKind::Receiver => "receiver",
                    VarKind::Param => "parameter",
                    VarKind::Result => "result variable",
                },
                ObjectKind::Func(_) => "function",
                ObjectKind::Builtin(_) => "built-in function",
                ObjectKind::Nil => "untyped nil",
                ObjectKind::TypeName { .. } => "",
            };
            if !kind.is_empty() {
                self.u.info.uses[id.id] = Some(obj);
                if let Some(var) = self.var_mut(obj) {
                    var.used = true;
                }
                let message = format!("{} ({kind}) is not a type", self.u.name(id.name));
                self.error(e.start, message);
                return INVALID;
            }
        }
        let ty = self.ident(e, id).ty;
        if self.is_before(18) {
            self.check_predeclared(id);
        }
        ty
    }

    /// Reports names of types that only Go 1.18 declares.
    fn check_predeclared(&mut self, id: &Ident) {
        let text = self.text(id.name);
        let predeclared = self.lookup(id.name).is_some_and(|obj| self.u.objects[obj].pkg.is_none());
        if predeclared && matches!(&*text, "any" | "comparable") {
            self.require(18, id.pos, format!("predeclared {text}"));
        }
    }

    fn qualified_type(&mut self, e: &Expr, inner: &Expr, sel: &Ident) -> TypeId {
        let x = self.selector(e, inner, sel);
        match x.mode {
            Mode::Type => x.ty,
            Mode::Invalid => INVALID,
            _ => {
                let message = format!("{} is not a type", self.source(e));
                self.error(sel.pos, message);
                INVALID
            }
        }
    }

    fn instantiation(&mut self, e: &Expr, generic: &Expr, indices: &[Expr]) -> TypeId {
        self.require(18, e.start, "type instantiation");
        self.allow_generic = true;
        let ty = self.type_expr(generic);
        self.allow_generic = false;
        match self.generic_obj(generic) {
            Some(obj) if self.is_valid(ty) => return self.instantiate_type(e, generic, obj, indices),
            _ if self.is_valid(ty) => {
                let message = format!("{} ({} is not a generic type)", self.source(e), self.ty(ty));
                self.invalid_op(generic.start, message);
            }
            _ => {}
        }
        INVALID
    }

    fn array_type(&mut self, e: &Expr, len: Option<&Expr>, elem: &Expr) -> TypeId {
        let Some(len) = len else {
            self.error(e.start, "invalid use of [...] array (outside a composite literal)");
            self.var_type(elem);
            return INVALID;
        };
        let len = self.array_length(len);
        let elem = self.var_type(elem);
        match len {
            Some(len) if self.is_valid(elem) => self.u.types.intern(Type::Array { elem, len }),
            _ => INVALID,
        }
    }

    fn array_length(&mut self, e: &Expr) -> Option<u64> {
        if let ExprKind::Ident(id) = &e.kind {
            let text = self.text(id.name);
            match self.lookup(id.name).map(|o| &self.u.objects[o].kind) {
                None => {
                    self.error(id.pos, format!("undefined array length {text} or missing type constraint"));
                    return None;
                }
                Some(ObjectKind::Const { .. }) => {}
                Some(_) => {
                    self.error(id.pos, format!("invalid array length {text}"));
                    return None;
                }
            }
        }
        self.env.array_len += 1;
        let x = self.expr(e);
        self.env.array_len -= 1;
        if x.is_invalid() {
            return None;
        }
        if !x.is_const() {
            let message = format!("array length {} must be constant", self.describe(&x));
            self.error(x.pos(), message);
            return None;
        }
        let types = &self.u.types;
        let integer = types.is_integer(x.ty);
        if (types.is_untyped(x.ty) || integer)
            && let Some(n) = x.value.as_ref().and_then(Const::to_i64)
            && n >= 0
        {
            self.settle_length(&x);
            return Some(n as u64);
        }
        let what = self.describe(&x);
        let message = if integer {
            format!("invalid array length {what}")
        } else {
            format!("array length {what} must be integer")
        };
        self.error(x.pos(), message);
        None
    }

    fn settle_length(&mut self, x: &Operand<'_>) {
        if let Some(e) = x.expr.filter(|_| self.u.types.is_untyped(x.ty)) {
            self.update_type(e, Basic::Int.ty(), true);
        }
    }

    // Structs --------------------------------------------------------------------------------------------

    fn struct_type(&mut self, list: &[StructField]) -> TypeId {
        let mut fields: Vec<Field> = Vec::new();
        let mut seen: HashMap<Name, Pos> = HashMap::default();
        for f in list {
            let ty = self.var_type(&f.ty);
            let tag: Box<[u8]> = match f.tag.as_ref().map(|t| &t.kind) {
                Some(LitKind::String(bytes)) => bytes.to_vec().into(),
                _ => Box::default(),
            };
            let embedded = f.names.is_empty();
            let names: Vec<(Name, Pos)> = if embedded {
                let Some((name, _)) = embedded_name(&f.ty) else {
                    let message = format!("invalid embedded field type {}", self.source(&f.ty));
                    self.error(f.ty.start, message);
                    continue;
                };
                self.do_later(Later::Embedded { ty, pos: f.ty.start });
                vec![(name.name, name.pos)]
            } else {
                f.names.iter().map(|id| (id.name, id.pos)).collect()
            };
            for (name, pos) in names {
                if name != self.u.words.blank {
                    if let Some(other) = seen.get(&name) {
                        let text = self.text(name);
                        let rest = self.line_at(*other, &format!("other declaration of {text}"));
                        self.error(pos, format!("{text} redeclared{rest}"));
                        continue;
                    }
                    seen.insert(name, pos);
                }
                fields.push(Field { name, pkg: self.pkg_of(name), ty, embedded, tag: tag.clone() });
            }
        }
        self.u.types.intern(Type::Struct(fields.into()))
    }

    // Functions ------------------------------------------------------------------------------------------

    /// The type of a function, recorded for it too.
    pub(super) fn signature_type(&mut self, f: &FuncType) -> TypeId {
        let variadic = f.params.last().is_some_and(|p| p.variadic.is_some());
        let params = self.param_types(&f.params);
        let results = self.param_types(&f.results);
        self.check_param_names(f);
        let ty = self.u.types.intern(Type::Signature(Signature {
            params: params.into(),
            results: results.into(),
            variadic,
        }));
        self.u.info.funcs[f.id].ty = Some(ty);
        ty
    }

    fn check_param_names(&mut self, f: &FuncType) {
        let mut seen: HashMap<Name, Pos> = HashMap::default();
        for id in f.params.iter().chain(&f.results).flat_map(|p| &p.names) {
            if id.name == self.u.words.blank {
                continue;
            }
            match seen.get(&id.name) {
                Some(other) => self.redeclared(id.pos, id.name, *other),
                None => {
                    seen.insert(id.name, id.pos);
                }
            }
        }
    }

    fn param_types(&mut self, list: &[Param]) -> Vec<TypeId> {
        let mut types = Vec::new();
        for p in list {
            let mut ty = self.var_type(&p.ty);
            if p.variadic.is_some() {
                ty = self.u.types.slice_of(ty);
            }
            types.extend(std::iter::repeat_n(ty, p.names.len().max(1)));
        }
        types
    }

    // Interfaces -----------------------------------------------------------------------------------------

    fn interface_type(&mut self, elems: &[InterfaceElem], embedded: bool) -> TypeId {
        if elems.is_empty() {
            self.u.spelling.interface_literal = true;
            return self.u.types.empty_interface();
        }
        let more = u32::from(!embedded || self.env.interfaces == 0);
        self.env.interfaces += more;
        let ty = self.interface_elems(elems);
        self.env.interfaces -= more;
        ty
    }

    /// An interface cannot embed one that it is itself a part of.
    pub(super) fn embeddable(&mut self, ty: TypeId, at: Pos) -> bool {
        let Some(id) = self.u.types.as_named(ty) else { return true };
        let named = self.u.types.named(id);
        if named.underlying.is_some() {
            return true;
        }
        let (obj, pos) = (named.obj, self.u.objects[named.obj].pos);
        if self.env.interfaces == 1
            && let Some(defining) = self.env.defining
        {
            let on = self.u.types.origin(id);
            let instance_at = self.u.generics.contains_key(&obj).then_some(at);
            if self.awaits(on, defining) {
                self.report_awaited_cycle(defining, on, instance_at);
            } else {
                // `type I1 interface { m() I2 }; type I2 interface { I1 }`
                self.env.blocked_on = Some((on, instance_at));
            }
            return false;
        }
        if self.env.interfaces > 1 {
            // One error for everything that the cycle goes through.
            let start = self.path.iter().position(|(o, _)| *o == obj).unwrap_or(0);
            let cycle: Vec<_> = self.path[start..].iter().map(|(o, _)| *o).collect();
            let mut known = false;
            for obj in cycle {
                known |= !self.cyclic.insert(obj);
            }
            if known {
                return false;
            }
            let at = self.interface_pos.get(&obj).copied().unwrap_or(pos);
            let message = "invalid recursive type: anonymous interface refers to itself";
            self.error(at, format!("{message} (see https://go.dev/issue/56103)"));
        } else {
            self.report_cycle_from(obj);
        }
        false
    }

    /// Whether the declaration of this type was reported to be in error.
    fn is_broken(&self, ty: TypeId) -> bool {
        let named = self.u.types.as_named(ty).map(|id| self.u.types.named(id));
        named.is_some_and(|n| n.underlying == Some(INVALID))
    }

    fn interface_elems(&mut self, elems: &[InterfaceElem]) -> TypeId {
        let mut methods = Methods::default();
        let (mut comparable, mut cyclic, mut terms) = (false, false, None);
        // Methods of its own first, so that they are the ones that embedded ones are compared with.
        for elem in elems {
            let InterfaceElem::Method { name, ty } = elem else { continue };
            let sig = self.signature_type(ty);
            if name.name == self.u.words.blank {
                self.error(name.pos, "methods must have a unique non-blank name");
                continue;
            }
            let (name, pos) = (name.name, name.pos);
            self.add_method(&mut methods, IfaceMethod { name, pkg: self.pkg_of(name), sig }, pos, true);
        }
        for elem in elems {
            let InterfaceElem::Embedded(e) = elem else { continue };
            let union = matches!(&e.kind, ExprKind::Binary { .. } | ExprKind::Unary { .. });
            let ty = if union { INVALID } else { self.embedded_type(e) };
            if !union && self.is_broken(ty) {
                // The interface still has what else it embeds.
                continue;
            }
            if !union && (!self.is_valid(ty) || !self.embeddable(ty, e.start)) {
                if !self.is_valid(ty) || self.env.interfaces == 1 {
                    return INVALID;
                }
                // The cycle that was reported goes through what else it embeds too.
                cyclic = true;
                continue;
            }
            let embedded = self.u.types.interface(ty).filter(|_| !self.u.types.is_param(ty)).cloned();
            let Some(embedded) = embedded else {
                if !self.can_embed_element(e, union) {
                    continue;
                }
                let Some(union) = self.union(e) else { return INVALID };
                terms = self.narrow(terms, union);
                continue;
            };
            comparable |= embedded.comparable;
            terms = self.narrow(terms, embedded.terms.map(|t| t.to_vec()));
            if !self.u.ids.budget.take(embedded.methods.len() as u64 * budget::EMBEDDED_METHOD, e.start) {
                return INVALID;
            }
            for method in embedded.methods {
                self.add_method(&mut methods, method, e.start, false);
            }
        }
        let mut methods: Vec<IfaceMethod> = methods.all.into_iter().map(|(m, _)| m).collect();
        methods.sort_by(|a, b| {
            let (an, bn) = (self.u.name(a.name), self.u.name(b.name));
            an.cmp(bn).then(a.pkg.cmp(&b.pkg))
        });
        if cyclic {
            return INVALID;
        }
        let (methods, terms) = (methods.into(), terms.map(Into::into));
        let interface = Interface { methods, terms, comparable, implicit: false };
        self.u.types.intern(Type::Interface(interface))
    }

    /// Whether the file's version lets an interface embed what is no interface; if not, that is reported.
    fn can_embed_element(&mut self, e: &Expr, union: bool) -> bool {
        if !self.is_before(18) {
            return true;
        }
        let what = if union { "embedding interface element" } else { "embedding non-interface type" };
        let what = format!("{what} {}", self.source(e));
        self.require(18, e.start, what)
    }

    fn add_method(&mut self, methods: &mut Methods, method: IfaceMethod, pos: Pos, own: bool) {
        let next = methods.all.len();
        let n = *methods.index.entry((method.name, method.pkg)).or_insert(next);
        let Some((other, at)) = methods.all.get(n) else {
            methods.all.push((method, pos));
            return;
        };
        // Embedding a method twice is fine if it is the same one.
        if own || other.sig != method.sig || self.is_before(14) {
            let (at, text) = (*at, self.text(method.name));
            let rest = self.line_at(at, &format!("other declaration of method {text}"));
            self.error(pos, format!("duplicate method {text}{rest}"));
        }
    }

    // Later ----------------------------------------------------------------------------------------------

    /// Does a check as soon as no type is incomplete.
    pub(super) fn do_later(&mut self, check: Later) {
        self.later.push(check);
        self.run_later();
    }

    pub(super) fn run_later(&mut self) {
        if !self.path.is_empty() {
            return;
        }
        while let Some(check) = self.later.pop() {
            match check {
                Later::MapKey { key, pos } => {
                    if !self.u.types.comparable(key) && self.is_valid(self.u.types.underlying(key)) {
                        let message = format!("invalid map key type {}", self.ty(key));
                        self.error(pos, message);
                    }
                }
                Later::ChanElem { elem, pos } => {
                    if self.u.types.size_of(elem).is_ok_and(|n| n >= 1 << 16) {
                        self.error(pos, "channel element type too large");
                    }
                }
                Later::Embedded { ty, pos } => self.check_embedded(ty, pos),
                Later::VarType { ty, pos } => self.refuse_constraint(ty, pos),
                Later::Verify(v) => self.verify(&v),
            }
        }
    }

    fn check_embedded(&mut self, ty: TypeId, pos: Pos) {
        let base = match self.u.types.get(ty) {
            Type::Pointer(elem) => *elem,
            _ => ty,
        };
        let pointer = base != ty;
        if self.u.types.is_param(base) {
            self.error(pos, "embedded field type cannot be a (pointer to a) type parameter");
            return;
        }
        let fault = match self.u.types.under(base) {
            Type::Basic(Basic::UnsafePointer) => "cannot be unsafe.Pointer",
            Type::Pointer(_) => "cannot be a pointer",
            Type::Interface(_) if pointer => "cannot be a pointer to an interface",
            _ => return,
        };
        self.error(pos, format!("embedded field type {fault}"));
    }
}

/// The name that an embedded field of this type has, and whether it is a pointer.
pub(super) fn embedded_name(e: &Expr) -> Option<(&Ident, bool)> {
    match &e.kind {
        ExprKind::Ident(id) => Some((id, false)),
        ExprKind::Selector { sel, .. } => Some((sel, false)),
        ExprKind::Index { x, .. } => embedded_name(x),
        ExprKind::Paren(x) => embedded_name(x),
        ExprKind::Star(x) => match embedded_name(x)? {
            (name, false) => Some((name, true)),
            _ => None,
        },
        _ => None,
    }
}
