//! What compiles and is a mistake all the same: the checks of `go vet` that are cheap and certain, in its
//! words.
//!
//! A check looks at one piece of syntax and at what the type checker knows of it. It reports what is wrong
//! whatever values the program has; what is only likely to be wrong is left alone.

mod format;
mod fuzz;
mod locks;
mod printf;
mod simple;
mod tags;
mod test_names;
#[cfg(test)]
mod tests;
mod walk;

use std::sync::Arc;

use purlin_base::map::HashSet;
use purlin_base::{Diagnostic, Name, Pos, Severity, SourceMap};

use crate::ast::{self, Expr, ExprId, ExprKind, File};
use crate::constant::Const;
use crate::syntax::PackageKind;
use crate::types::{Found, Lookup, TypeId};
use crate::universe::{Mode, ObjId, ObjectKind, Package, PackageId, Universe};
use walk::Node;

/// Findings that are kept: source can be generated.
const MAX_FINDINGS: usize = 2000;

/// What is found in the packages of a program that was checked and has no errors, in the order of positions.
pub(crate) fn findings(u: &mut Universe) -> Vec<Diagnostic> {
    findings_in(u, Scope::All, |package, _| package.kind == PackageKind::Program)
}

/// What `go test` refuses to run: findings of the checks that it makes before, in the package under test and
/// its tests.
pub(crate) fn findings_in_tests(u: &mut Universe) -> Vec<Diagnostic> {
    findings_in(u, Scope::Tests, |package, sources| {
        package.files.iter().any(|file| sources.name(file.file).ends_with("_test.go"))
    })
}

fn findings_in(
    u: &mut Universe,
    scope: Scope,
    is_meant: impl Fn(&Package, &SourceMap) -> bool,
) -> Vec<Diagnostic> {
    let names = Names {
        format: u.names.intern("Format"),
        string: u.names.intern("String"),
        error: u.names.intern("Error"),
        lock: u.names.intern("Lock"),
        unlock: u.names.intern("Unlock"),
    };
    let meant = u.packages.iter().filter(|(_, package)| is_meant(package, &u.sources));
    let files: Vec<(PackageId, Arc<File>)> =
        meant.flat_map(|(id, package)| package.files.iter().map(move |file| (id, file.clone()))).collect();
    let mut vet = Vet { u, names, scope, found: Vec::new(), chained: HashSet::default() };
    for (package, file) in files {
        vet.tests_of(package, &file);
        walk::file(&file, |node| vet.node(node));
    }
    let mut found = vet.found;
    found.sort_by_key(|d| d.pos);
    found.dedup();
    found
}

/// Methods that the checks look for.
struct Names {
    format: Name,
    string: Name,
    error: Name,
    lock: Name,
    unlock: Name,
}

/// Which checks are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    /// Checks before tests are run: of names of tests, formats, conversions of numbers to text, conditions
    /// that are always the same.
    Tests,
}

struct Vet<'u> {
    u: &'u Universe,
    names: Names,
    scope: Scope,
    found: Vec<Diagnostic>,
    /// Operands of chains of `&&` or `||` that were looked at as a part of a longer one.
    chained: HashSet<ExprId>,
}

impl Vet<'_> {
    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Expr(x) => {
                self.calls(x);
                self.comparisons(x);
                if self.scope == Scope::Tests {
                    return;
                }
                self.copies_in_expr(x);
                self.struct_tags(x);
            }
            Node::Stmt(_) | Node::Decl(_) | Node::Func(_) if self.scope == Scope::Tests => {}
            Node::Stmt(stmt) => {
                self.statement(stmt);
                self.copies_in_stmt(stmt);
            }
            Node::Decl(decl) => self.copies_in_decl(decl),
            Node::Func(func) => self.copies_in_func(func),
        }
    }

    /// What is wrong with calls, whatever becomes of their results.
    fn calls(&mut self, x: &Expr) {
        let ExprKind::Call { func, args, dots, .. } = &x.kind else { return };
        self.conversion(x, func, args);
        if let Some(callee) = self.callee(func) {
            self.print_call(x, &callee, args, *dots);
        }
    }

    fn report(&mut self, pos: Pos, message: impl Into<String>) {
        if self.found.len() < MAX_FINDINGS {
            self.found.push(Diagnostic { severity: Severity::Warning, pos, message: message.into() });
        }
    }

    // What the checker knows -----------------------------------------------------------------------------

    fn ty(&self, x: &Expr) -> TypeId {
        self.u.info.types[x.id].ty
    }

    fn mode(&self, x: &Expr) -> Mode {
        self.u.info.types[x.id].mode
    }

    /// The value of a constant expression.
    fn constant(&self, x: &Expr) -> Option<&Const> {
        self.u.info.types[x.id].value.as_deref()
    }

    /// The text of a constant string.
    fn text(&self, x: &Expr) -> Option<Arc<[u8]>> {
        self.constant(x)?.as_str().cloned()
    }

    /// An expression as messages show it.
    fn shown(&self, x: &Expr) -> String {
        ast::print::expr(x, &self.u.names)
    }

    /// The function or method that an expression names, if it is a declared one.
    fn callee(&self, func: &Expr) -> Option<Callee> {
        let func = func.unparen();
        let name = match &func.kind {
            ExprKind::Ident(ident) => ident,
            ExprKind::Selector { sel, .. } => sel,
            ExprKind::Index { x, .. } => return self.callee(x),
            _ => return None,
        };
        let selection = self.u.info.selections.get(&func.id);
        let obj = selection.map_or(self.u.info.uses[name.id], |s| s.obj)?;
        let obj = self.u.origin(obj);
        let object = &self.u.objects[obj];
        let ObjectKind::Func(f) = &object.kind else { return None };
        let pkg = &self.u.packages[object.pkg?];
        let recv = f.recv.map(|named| self.u.name(self.u.types.named(named).name).to_owned());
        let name = self.u.name(object.name).to_owned();
        Some(Callee {
            obj,
            path: pkg.path.clone(),
            pkg: self.u.name(pkg.name).to_owned(),
            recv,
            name,
            ptr: f.ptr_recv,
        })
    }

    /// The method of that name of values of a type, if it is declared to take and return so many values.
    fn method(&self, ty: TypeId, name: Name, params: usize, results: &[TypeId]) -> bool {
        let Lookup::Found { found, indirect, .. } = self.u.types.lookup(ty, name, None) else { return false };
        if !self.u.types.in_method_set(ty, &found, indirect) {
            return false;
        }
        // What was never called may not have been resolved.
        let sig = self.u.types.method_sig(&found).and_then(|sig| self.u.types.signature(sig));
        sig.is_none_or(|sig| sig.params.len() == params && *sig.results == *results)
    }

    /// Whether only pointers to values of a type have the method of that name.
    fn is_method_of_pointer(&self, ty: TypeId, name: Name) -> bool {
        match self.u.types.lookup(ty, name, None) {
            Lookup::Found { found: found @ Found::Method { .. }, indirect, .. } => {
                !self.u.types.in_method_set(ty, &found, indirect)
            }
            Lookup::Found { .. } | Lookup::Ambiguous | Lookup::NotFound => false,
        }
    }

    /// Whether evaluating an expression does nothing else.
    fn is_pure(&self, x: &Expr) -> bool {
        let mut pure = true;
        walk::expr(x, |x| match &x.kind {
            ExprKind::Call { func, .. } => pure &= self.mode(func) == Mode::Type,
            ExprKind::Unary { op: ast::UnaryOp::Recv, .. } | ExprKind::Func(_) => pure = false,
            _ => {}
        });
        pure
    }
}

/// A declared function that is called.
struct Callee {
    obj: ObjId,
    /// The import path of its package, and its name.
    path: Arc<str>,
    pkg: String,
    /// The type that it is a method of, and whether of pointers to it.
    recv: Option<String>,
    ptr: bool,
    name: String,
}

impl Callee {
    /// The full name.
    fn shown(&self) -> String {
        match (&self.recv, self.ptr) {
            (None, _) => format!("{}.{}", self.pkg, self.name),
            (Some(recv), true) => format!("(*{}.{recv}).{}", self.pkg, self.name),
            (Some(recv), false) => format!("({}.{recv}).{}", self.pkg, self.name),
        }
    }
}
