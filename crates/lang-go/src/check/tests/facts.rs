//! What lowering relies on: in a program without errors every expression that is evaluated has a type that is
//! not untyped, and constants have a value of the kind that belongs to their type.

use super::{Stubs, check};
use crate::ast::{Block, Decl, Expr, ExprKind, FuncBody, Stmt, StmtKind};
use crate::constant::Const;
use crate::types::Type;
use crate::universe::{Mode, Progress, Universe};

struct Walk<'a> {
    u: &'a Universe,
    faults: Vec<String>,
}

impl Walk<'_> {
    fn fault(&mut self, e: &Expr, what: &str) {
        let at = self.u.sources.line_col(e.start).map(|p| p.to_string()).unwrap_or_default();
        let text = crate::ast::print::expr(e, &self.u.names);
        let entry = self.u.type_of(e.id);
        let ty = self.u.type_string(entry.ty);
        self.faults.push(format!("{at}: {text}: {what} ({:?} {ty} {:?})", entry.mode, entry.value));
    }

    fn constant(&mut self, e: &Expr) {
        let entry = self.u.type_of(e.id);
        let basic = self.u.types.basic(entry.ty);
        let fits = match entry.value.as_deref() {
            None => false,
            Some(Const::Bool(_)) => basic.is_boolean(),
            Some(Const::Str(_)) => basic.is_string(),
            Some(Const::Int(_)) => basic.is_integer(),
            Some(Const::Float(_)) => basic.is_float(),
            Some(Const::Complex(..)) => basic.is_complex(),
        };
        if !fits {
            self.fault(e, "a constant of another kind");
        }
    }

    fn all(&mut self, list: &[Expr]) {
        for e in list {
            self.expr(e);
        }
    }

    fn expr(&mut self, e: &Expr) {
        let entry = self.u.type_of(e.id);
        let blank = e.unparen().as_ident().is_some_and(|id| self.u.name(id.name) == "_");
        match entry.mode {
            Mode::Type | Mode::Builtin(_) => return,
            // A package, or the blank identifier.
            Mode::Invalid if blank => return,
            Mode::Invalid => return self.fault(e, "not checked"),
            Mode::Constant => {
                self.constant(e);
                if self.u.types.is_untyped(entry.ty) {
                    self.fault(e, "an untyped constant");
                }
                return;
            }
            Mode::Nil if self.u.types.is_untyped(entry.ty) => return self.fault(e, "an untyped nil"),
            _ => {}
        }
        if self.u.types.is_untyped(entry.ty) || self.u.types.is_invalid(entry.ty) {
            self.fault(e, "has no type");
        }
        self.parts(e);
    }

    fn parts(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Composite { elems, .. } => {
                let ty = self.u.type_of(e.id).ty;
                let base = self.u.types.pointee(ty).unwrap_or(ty);
                let fields = matches!(self.u.types.under(base), Type::Struct(_));
                for elem in elems {
                    if let Some(key) = elem.key.as_deref().filter(|_| !fields) {
                        self.expr(key);
                    }
                    self.expr(&elem.value);
                }
            }
            ExprKind::Func(lit) => self.block(&lit.body),
            ExprKind::Paren(x) | ExprKind::Star(x) | ExprKind::Unary { x, .. } => self.expr(x),
            ExprKind::TypeAssert { x, .. } => self.expr(x),
            ExprKind::Selector { x, sel } => {
                let qualified = !self.u.info.selections.contains_key(&e.id);
                if qualified && self.u.info.uses[sel.id].is_none() {
                    self.fault(e, "a selector without selection");
                }
                if !qualified {
                    self.expr(x);
                }
            }
            ExprKind::Index { x, indices } => {
                self.expr(x);
                self.all(indices);
            }
            ExprKind::Slice { x, lo, hi, max, .. } => {
                self.expr(x);
                for bound in [lo, hi, max].into_iter().flatten() {
                    self.expr(bound);
                }
            }
            ExprKind::Call { func, args, .. } => {
                self.expr(func);
                self.all(args);
            }
            ExprKind::Binary { x, y, .. } => {
                self.expr(x);
                self.expr(y);
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &Block) {
        self.stmts(&block.stmts);
    }

    fn stmts(&mut self, list: &[Stmt]) {
        for s in list {
            self.stmt(s);
        }
    }

    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Empty | StmtKind::Branch(_) => {}
            StmtKind::Expr(e) | StmtKind::Go(e) | StmtKind::Defer(e) | StmtKind::IncDec { x: e, .. } => {
                self.expr(e)
            }
            StmtKind::Send { chan, value } => {
                self.expr(chan);
                self.expr(value);
            }
            StmtKind::Assign { lhs, rhs } => {
                self.all(lhs);
                self.all(rhs);
            }
            StmtKind::OpAssign { lhs, rhs, .. } => {
                self.expr(lhs);
                self.expr(rhs);
            }
            StmtKind::Define { lhs, rhs } => {
                for id in lhs.iter().filter_map(Expr::as_ident) {
                    if self.u.info.defs[id.id].or(self.u.info.uses[id.id]).is_none() {
                        self.faults.push(format!("{} is not declared", self.u.name(id.name)));
                    }
                }
                self.all(rhs);
            }
            StmtKind::Decl(Decl::Var(specs)) => specs.iter().for_each(|s| self.all(&s.values)),
            StmtKind::Decl(_) => {}
            StmtKind::Return(list) => self.all(list),
            StmtKind::Labeled { stmt, .. } => self.stmt(stmt),
            StmtKind::Block(b) => self.block(b),
            StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::Range(_)
            | StmtKind::Switch { .. }
            | StmtKind::TypeSwitch(_)
            | StmtKind::Select { .. } => self.compound(&s.kind),
        }
    }

    /// A statement that holds others, but for blocks.
    fn compound(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::If { init, cond, then, els } => {
                init.iter().chain(els).for_each(|s| self.stmt(s));
                self.expr(cond);
                self.block(then);
            }
            StmtKind::For { init, cond, post, body } => {
                init.iter().chain(post).for_each(|s| self.stmt(s));
                cond.iter().for_each(|e| self.expr(e));
                self.block(body);
            }
            StmtKind::Range(r) => {
                self.expr(&r.x);
                self.block(&r.body);
            }
            StmtKind::Switch { init, tag, clauses, .. } => {
                init.iter().for_each(|s| self.stmt(s));
                tag.iter().for_each(|e| self.expr(e));
                for c in clauses {
                    self.all(c.cases.as_deref().unwrap_or_default());
                    self.stmts(&c.body);
                }
            }
            StmtKind::TypeSwitch(t) => {
                t.init.iter().for_each(|s| self.stmt(s));
                self.expr(&t.x);
                for c in &t.clauses {
                    if t.bind.is_some() && self.u.info.implicits[c.id].is_none() {
                        self.faults.push("a clause binds nothing".into());
                    }
                    self.stmts(&c.body);
                }
            }
            StmtKind::Select { clauses, .. } => {
                for c in clauses {
                    c.comm.iter().for_each(|s| self.stmt(s));
                    self.stmts(&c.body);
                }
            }
            _ => {}
        }
    }
}

/// What is wrong with the facts about a program; nothing if it has errors.
fn faults(text: &str) -> Option<Vec<String>> {
    let program = check(&[("a.go", text)], &mut Stubs);
    let (u, pkg) = (program.u, program.main?);
    if u.diagnostics.has_errors() {
        return None;
    }
    let mut walk = Walk { u: &u, faults: Vec::new() };
    for file in &u.packages[pkg].files {
        for decl in &file.decls {
            match decl {
                Decl::Func(f) => f.body.iter().filter_map(FuncBody::parsed).for_each(|b| walk.block(b)),
                Decl::Var(specs) => specs.iter().for_each(|s| walk.all(&s.values)),
                Decl::Import(_) | Decl::Const(_) | Decl::Type(_) => {}
            }
        }
    }
    for object in u.objects.values() {
        let resolved = object.progress == Progress::Resolved;
        if object.as_var().is_some() && resolved && u.types.is_invalid(object.ty) {
            walk.faults.push(format!("variable {} has no type", u.name(object.name)));
        }
    }
    Some(walk.faults)
}

#[test]
fn lowering_finds_what_it_needs() {
    for (name, text) in super::test_data("ok") {
        assert_eq!(faults(&text), Some(Vec::new()), "{name}");
    }
    let Some(dir) = super::goroot_tests() else {
        println!("SKIPPED: no Go installation, so facts about its tests were not looked at");
        return;
    };
    let (mut programs, mut wrong) = (0, Vec::new());
    for sub in ["", "fixedbugs", "ken", "chan", "interface", "syntax"] {
        let Ok(list) = std::fs::read_dir(dir.join(sub)) else { continue };
        for path in list.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|x| x == "go")) {
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if let Some(faults) = faults(&text) {
                programs += 1;
                wrong.extend(faults.into_iter().map(|f| format!("{}: {f}", path.display())));
            }
        }
    }
    println!("facts for lowering: complete in {programs} programs of Go's tests");
    assert!(wrong.is_empty(), "{} faults: {:#?}", wrong.len(), &wrong[..wrong.len().min(40)]);
}
