//! Copies of values that must not be copied: those of types whose pointers have `Lock` and `Unlock`, and of
//! structs and arrays of such.

use purlin_base::map::HashSet;

use super::Vet;
use crate::ast::{Decl, Expr, ExprKind, FuncDecl, Param, Stmt, StmtKind};
use crate::types::{Type, TypeId};
use crate::universe::{Builtin, Mode};

/// Types that have no such methods and must not be copied either.
const NO_COPY: &[(&str, &[&str])] = &[
    ("sync", &["Cond", "Map", "Once", "Pool", "WaitGroup"]),
    ("sync/atomic", &["Bool", "Int32", "Int64", "Pointer", "Uint32", "Uint64", "Uintptr", "Value"]),
];

impl Vet<'_> {
    pub(super) fn copies_in_expr(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::Call { func, args, .. } => self.copies_in_call(func, args),
            ExprKind::Composite { elems, .. } => {
                for element in elems {
                    let value = &element.value;
                    if let Some(path) = self.copied(value) {
                        let text = self.shown(value);
                        self.report(value.start, format!("literal copies lock value from {text}: {path}"));
                    }
                }
            }
            ExprKind::Func(lit) => self.parameters("func", &lit.ty.params),
            _ => {}
        }
    }

    fn copies_in_call(&mut self, func: &Expr, args: &[Expr]) {
        let harmless = match self.mode(func) {
            Mode::Type => true,
            Mode::Builtin(b) => matches!(
                b,
                Builtin::New | Builtin::Len | Builtin::Cap | Builtin::UnsafeSizeof | Builtin::UnsafeAlignof
            ),
            _ => false,
        };
        for arg in args.iter().filter(|_| !harmless) {
            if let Some(path) = self.copied(arg) {
                let text = self.shown(func);
                self.report(arg.start, format!("call of {text} copies lock value: {path}"));
            }
        }
    }

    pub(super) fn copies_in_stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { lhs, rhs } | StmtKind::Define { lhs, rhs } if lhs.len() == rhs.len() => {
                for (to, from) in lhs.iter().zip(rhs) {
                    if let Some(path) = self.copied(from) {
                        let text = self.shown(to);
                        self.report(from.start, format!("assignment copies lock value to {text}: {path}"));
                    }
                }
            }
            StmtKind::Return(values) => {
                for value in values {
                    if let Some(path) = self.copied(value) {
                        self.report(value.start, format!("return copies lock value: {path}"));
                    }
                }
            }
            StmtKind::Range(range) => {
                for x in &range.lhs {
                    let declared = x.as_ident().and_then(|ident| self.u.info.defs[ident.id]);
                    let ty = declared.map_or(self.ty(x), |obj| self.u.objects[obj].ty);
                    if let Some(path) = self.lock_path(ty) {
                        let text = self.shown(x);
                        self.report(x.start, format!("range var {text} copies lock: {path}"));
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn copies_in_decl(&mut self, decl: &Decl) {
        let Decl::Var(specs) = decl else { return };
        for spec in specs.iter().filter(|spec| spec.names.len() == spec.values.len()) {
            for (name, value) in spec.names.iter().zip(&spec.values) {
                if let Some(path) = self.copied(value) {
                    let name = self.u.name(name.name);
                    let message = format!("variable declaration copies lock value to {name}: {path}");
                    self.report(value.start, message);
                }
            }
        }
    }

    pub(super) fn copies_in_func(&mut self, func: &FuncDecl) {
        let name = self.u.name(func.name.name).to_owned();
        self.parameters(&name, func.recv.as_slice());
        self.parameters(&name, &func.ty.params);
    }

    fn parameters(&mut self, name: &str, params: &[Param]) {
        for param in params.iter().filter(|p| p.variadic.is_none()) {
            if let Some(path) = self.lock_path(self.ty(&param.ty)) {
                self.report(param.ty.start, format!("{name} passes lock by value: {path}"));
            }
        }
    }

    /// The lock that is copied where an expression is assigned. What a literal or a call makes is new.
    fn copied(&self, x: &Expr) -> Option<String> {
        let x = x.unparen();
        let is_new = match &x.kind {
            ExprKind::Composite { .. } | ExprKind::Call { .. } => true,
            ExprKind::Star(inner) => matches!(inner.unparen().kind, ExprKind::Call { .. }),
            _ => false,
        };
        let is_value = matches!(self.mode(x), Mode::Variable | Mode::Value | Mode::MapIndex | Mode::CommaOk);
        if is_new || !is_value {
            return None;
        }
        self.lock_path(self.ty(x))
    }

    /// How a type contains a lock, as messages say it.
    fn lock_path(&self, ty: TypeId) -> Option<String> {
        self.lock_in(ty, &mut HashSet::default())
    }

    /// [`Vet::lock_path`], where types that were looked at have none.
    fn lock_in(&self, ty: TypeId, seen: &mut HashSet<TypeId>) -> Option<String> {
        let types = &self.u.types;
        let mut ty = ty;
        while let Type::Array { elem, .. } = types.under(ty) {
            ty = *elem;
        }
        let Type::Struct(fields) = types.under(ty) else { return None };
        let locks = self.is_method_of_pointer(ty, self.names.lock)
            && self.is_method_of_pointer(ty, self.names.unlock);
        if locks || self.must_stay(ty) {
            return Some(self.u.type_string(ty));
        }
        if !seen.insert(ty) {
            return None;
        }
        let inner = fields.iter().find_map(|field| self.lock_in(field.ty, seen))?;
        Some(format!("{} contains {inner}", self.u.type_string(ty)))
    }

    fn must_stay(&self, ty: TypeId) -> bool {
        let Some(named) = self.u.types.as_named(ty).map(|id| self.u.types.named(id)) else { return false };
        let Some(pkg) = named.pkg else { return false };
        let listed = NO_COPY.iter().find(|(path, _)| *path == &*self.u.packages[pkg].path);
        listed.is_some_and(|(_, names)| names.contains(&self.u.name(named.name)))
    }
}
