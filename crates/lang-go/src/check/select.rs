//! Selectors: qualified identifiers, fields, method values and method expressions.

use purlin_base::Name;

use super::Checker;
use super::operand::Operand;
use crate::ast::{Expr, ExprKind, Ident};
use crate::types::{Found, Lookup, Signature, Type, TypeId};
use crate::universe::{Mode, ObjectKind, PackageId, Selection, SelectionKind, is_exported};

impl<'u> Checker<'u> {
    pub(super) fn selector<'e>(&mut self, e: &'e Expr, inner: &'e Expr, sel: &'e Ident) -> Operand<'e> {
        if let ExprKind::Ident(id) = &inner.kind
            && let Some(obj) = self.lookup(id.name)
            && let ObjectKind::PkgName { imported, used } = &mut self.u.objects[obj].kind
        {
            *used = true;
            let imported = *imported;
            self.u.info.uses[id.id] = Some(obj);
            return self.qualified(e, imported, sel);
        }
        let x = self.base_expr(inner);
        if x.is_invalid() {
            return Operand::invalid(e);
        }
        if matches!(x.mode, Mode::Builtin(_)) {
            let message = format!("invalid use of {} in selector expression", self.describe(&x));
            self.error(e.pos, message);
            return Operand::invalid(e);
        }
        if sel.name == self.u.words.blank {
            let ty = self.ty(x.ty);
            let message = format!("{} undefined (type {ty} has no field or method _)", self.source(e));
            self.error(sel.pos, message);
            return Operand::invalid(e);
        }
        if !self.complete_base(x.ty, &x) {
            return Operand::invalid(e);
        }
        let pkg = self.pkg_of(sel.name);
        match self.u.types.lookup(x.ty, sel.name, pkg) {
            Lookup::Found { found, path, indirect } => self.selected(e, inner, sel, x, found, path, indirect),
            Lookup::Ambiguous => {
                let message = format!("ambiguous selector {}", self.source(e));
                self.error(sel.pos, message);
                Operand::invalid(e)
            }
            Lookup::NotFound => {
                if self.is_valid(self.u.types.underlying(x.ty)) {
                    let why = self.selector_fault(x.ty, sel.name);
                    let message = format!("{} undefined ({why})", self.source(e));
                    self.error(sel.pos, message);
                }
                Operand::invalid(e)
            }
        }
    }

    fn complete_base(&mut self, ty: TypeId, x: &Operand<'_>) -> bool {
        let base = match self.u.types.get(ty) {
            Type::Pointer(elem) => *elem,
            _ => ty,
        };
        self.complete(base, x.pos())
    }

    /// `pkg.Name`
    fn qualified<'e>(&mut self, e: &'e Expr, pkg: PackageId, sel: &Ident) -> Operand<'e> {
        if self.u.packages[pkg].missing {
            return Operand::invalid(e);
        }
        let Some(obj) = self.u.packages[pkg].scope.get(&sel.name).copied() else {
            let lower = self.u.name(sel.name).to_lowercase();
            let mut similar: Vec<&str> = self.u.packages[pkg]
                .scope
                .keys()
                .map(|n| self.u.name(*n))
                .filter(|n| is_exported(n) && n.to_lowercase() == lower)
                .collect();
            similar.sort_unstable();
            let mut message = format!("undefined: {}", self.source(e));
            if let Some(similar) = similar.first() {
                message += &format!(" (but have {similar})");
            }
            self.error(sel.pos, message);
            return Operand::invalid(e);
        };
        if !is_exported(self.u.name(sel.name)) {
            let name = self.u.name(self.u.packages[pkg].name);
            let message = format!("name {} not exported by package {name}", self.u.name(sel.name));
            self.error(sel.pos, message);
            return Operand::invalid(e);
        }
        self.u.info.uses[sel.id] = Some(obj);
        self.object_operand(e, obj, sel.pos)
    }

    fn selected<'e>(
        &mut self,
        e: &'e Expr,
        inner: &'e Expr,
        sel: &'e Ident,
        x: Operand<'e>,
        found: Found,
        path: smallvec::SmallVec<[u32; 4]>,
        indirect: bool,
    ) -> Operand<'e> {
        let recv = x.ty;
        let is_type = x.mode == Mode::Type;
        let mut selection =
            Selection { kind: SelectionKind::Field, recv, obj: None, iface: None, path, indirect, ty: recv };
        let sig = match found {
            Found::Field(ty) => {
                if is_type {
                    let (t, s) = (self.ty(recv), self.u.name(sel.name));
                    let message = format!("{} undefined (type {t} has no method {s})", self.source(e));
                    self.error(sel.pos, message);
                    return Operand::invalid(e);
                }
                selection.ty = ty;
                self.u.info.selections.insert(e.id, selection);
                let variable = x.mode == Mode::Variable || indirect;
                return if self.is_valid(ty) {
                    Operand::new(if variable { Mode::Variable } else { Mode::Value }, ty, e)
                } else {
                    Operand::invalid(e)
                };
            }
            Found::Method { obj, ptr_recv, .. } => {
                if ptr_recv && !indirect && x.mode != Mode::Variable {
                    self.needs_pointer(recv, sel, is_type);
                    return Operand::invalid(e);
                }
                self.resolve_use(obj);
                self.depend(obj);
                self.reach(obj);
                if ptr_recv && !indirect && !is_type {
                    self.mark_base(inner, |var| var.address_taken = true);
                }
                selection.obj = Some(obj);
                self.u.info.uses[sel.id] = Some(obj);
                self.u.objects[obj].ty
            }
            Found::IfaceMethod { iface, index, sig } => {
                selection.iface = Some((iface, index));
                sig
            }
        };
        if !self.is_valid(sig) {
            return Operand::invalid(e);
        }
        selection.kind = if is_type { SelectionKind::MethodExpr } else { SelectionKind::MethodVal };
        selection.ty = if is_type { self.with_receiver(sig, recv) } else { sig };
        let ty = selection.ty;
        self.u.info.selections.insert(e.id, selection);
        Operand::new(Mode::Value, ty, e)
    }

    /// Reports a method of pointers that is selected of something that has no address.
    fn needs_pointer(&mut self, recv: TypeId, sel: &Ident, is_type: bool) {
        let (t, s) = (self.ty(recv), self.u.name(sel.name));
        let message = if is_type {
            format!("invalid method expression {t}.{s} (needs pointer receiver (*{t}).{s})")
        } else {
            format!("cannot call pointer method {s} on {t}")
        };
        self.error(sel.pos, message);
    }

    /// The function type of a method expression.
    fn with_receiver(&mut self, sig: TypeId, recv: TypeId) -> TypeId {
        let Some(sig) = self.u.types.signature(sig) else { return sig };
        let params = std::iter::once(recv).chain(sig.params.iter().copied()).collect();
        let sig = Signature { params, results: sig.results.clone(), variadic: sig.variadic };
        self.u.types.intern(Type::Signature(sig))
    }

    /// Why `ty` has no `name`.
    fn selector_fault(&self, ty: TypeId, name: Name) -> String {
        let (text, t) = (self.u.name(name), self.ty(ty));
        if let Type::Pointer(elem) = self.u.types.under(ty)
            && (self.u.types.is_interface(*elem) || self.u.types.is_param(*elem))
        {
            let what = if self.u.types.is_param(*elem) { "type parameter" } else { "interface" };
            return format!("type {t} is pointer to {what}, not {what}");
        }
        let none = format!("type {t} has no field or method {text}");
        if self.u.types.is_param(ty) {
            return none;
        }
        let Some((what, alt, pkg)) = self.similar_member(ty, text) else { return none };
        let alt_text = self.u.name(alt);
        if pkg.is_none_or(|p| p == self.env.pkg) {
            format!("{none}, but does have {what} {alt_text}")
        } else if alt == name {
            format!("cannot refer to unexported {what} {alt_text}")
        } else if is_exported(text) {
            format!("{none}, but does have unexported {what} {alt_text}")
        } else {
            none
        }
    }

    /// A field or method of `ty` whose name is `text` but for case, or that is not exported.
    fn similar_member(&self, ty: TypeId, text: &str) -> Option<(&'static str, Name, Option<PackageId>)> {
        let lower = text.to_lowercase();
        let same = |n: Name| self.u.name(n).to_lowercase() == lower;
        let base = match self.u.types.under(ty) {
            Type::Pointer(elem) => *elem,
            _ => ty,
        };
        let visible = |n: Name, pkg: Option<PackageId>| pkg.filter(|_| !is_exported(self.u.name(n)));
        if let Some(f) = self.u.types.fields(base).unwrap_or_default().iter().find(|f| same(f.name)) {
            return Some(("field", f.name, visible(f.name, f.pkg)));
        }
        if self.u.types.as_named(ty).is_some() && base != ty {
            // A defined pointer type has no methods.
            return None;
        }
        if let Some(named) = self.u.types.as_named(base)
            && let Some(m) = self.u.types.named(named).methods.iter().find(|m| same(m.name))
        {
            return Some(("method", m.name, visible(m.name, m.pkg)));
        }
        let methods = self.u.types.method_set(ty);
        methods.iter().find(|m| same(m.name)).map(|m| ("method", m.name, visible(m.name, m.pkg)))
    }
}
