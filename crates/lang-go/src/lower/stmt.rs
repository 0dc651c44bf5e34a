//! Statements: the dispatch, branches, returns, if.

use purlin_base::Pos;
use purlin_ir::Block;

use super::state::{Exit, Lower, Vals};
use crate::ast::{self, BranchKind, Decl, Expr, ExprKind, Stmt, StmtId, StmtKind};
use crate::types::Type;

impl<'a> Lower<'_, 'a> {
    pub(super) fn stmts(&mut self, list: &'a [Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    pub(super) fn stmt(&mut self, stmt: &'a Stmt) {
        self.at(stmt.pos);
        if !self.affordable(stmt.pos) {
            return;
        }
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.expr_stmt(e),
            StmtKind::Send { chan, value } => self.send(chan, value),
            StmtKind::IncDec { x, inc } => {
                let op = if *inc { ast::BinaryOp::Add } else { ast::BinaryOp::Sub };
                self.assign_op(stmt.pos, op, x, None);
            }
            StmtKind::Assign { lhs, rhs } => self.assign(stmt.pos, lhs, rhs),
            StmtKind::OpAssign { op, lhs, rhs } => self.assign_op(stmt.pos, *op, lhs, Some(rhs)),
            StmtKind::Define { lhs, rhs } => self.define(stmt.pos, lhs, rhs),
            StmtKind::Decl(decl) => self.decl_stmt(decl),
            StmtKind::Go(call) => self.go_stmt(stmt.pos, call),
            StmtKind::Defer(call) => self.defer_stmt(call),
            StmtKind::Return(values) => self.return_stmt(stmt.pos, values),
            StmtKind::Branch(branch) => self.branch_stmt(branch),
            StmtKind::Labeled { stmt: inner, .. } => {
                let block = self.label(stmt.id);
                self.b.jump(block, &[]);
                self.b.switch_to(block);
                self.stmt(inner);
            }
            StmtKind::Block(block) => self.stmts(&block.stmts),
            StmtKind::If { init, cond, then, els } => {
                self.if_stmt(init.as_deref(), cond, then, els.as_deref());
            }
            StmtKind::For { init, cond, post, body } => {
                self.for_stmt(stmt.id, init.as_deref(), cond.as_ref(), post.as_deref(), body);
            }
            StmtKind::Range(range) => self.range(stmt.id, range),
            StmtKind::Switch { init, tag, clauses, .. } => {
                if let Some(init) = init {
                    self.stmt(init);
                }
                self.switch(stmt, tag.as_ref(), clauses);
            }
            StmtKind::TypeSwitch(switch) => self.type_switch(stmt.id, switch),
            StmtKind::Select { clauses, .. } => self.select(stmt, clauses),
        }
    }

    fn decl_stmt(&mut self, decl: &'a Decl) {
        match decl {
            Decl::Var(specs) => {
                for spec in specs {
                    self.at(spec.pos);
                    self.var_spec(spec);
                }
            }
            Decl::Import(_) | Decl::Const(_) | Decl::Type(_) | Decl::Func(_) => {}
        }
    }

    fn expr_stmt(&mut self, e: &'a Expr) {
        let e = e.unparen();
        self.prepare([e]);
        match &e.kind {
            ExprKind::Call { func, args, dots, .. } => {
                self.call(e, func, args, *dots);
            }
            _ => {
                self.expr_now(e);
            }
        }
    }

    // Branches -------------------------------------------------------------------------------------------

    /// The block of a labelled statement, which a goto may have asked for before.
    fn label(&mut self, id: StmtId) -> Block {
        if let Some(block) = self.labels.get(&id) {
            return *block;
        }
        let block = self.b.block();
        self.labels.insert(id, block);
        block
    }

    fn branch_stmt(&mut self, branch: &ast::Branch) {
        match (branch.kind, branch.target) {
            (BranchKind::Fallthrough, _) => {
                if let Some(block) = self.next_clause {
                    self.b.jump(block, &[]);
                }
            }
            (kind, Some(id)) => self.leave(Exit::Branch(kind, id)),
            (_, None) => {}
        }
    }

    /// Where a branch leads, if that is in this function.
    pub(super) fn branch_target(&mut self, kind: BranchKind, id: StmtId) -> Option<Block> {
        match kind {
            BranchKind::Break => self.breaks.get(&id).copied(),
            BranchKind::Continue => {
                let next = self.continues.get(&id).copied();
                self.continued.extend(next);
                next
            }
            BranchKind::Goto if self.body.as_ref().is_some_and(|body| !body.labels.contains(&id)) => None,
            BranchKind::Goto => Some(self.label(id)),
            BranchKind::Fallthrough => self.next_clause,
        }
    }

    /// Ends the current block, if it is open, with a jump.
    pub(super) fn fall_into(&mut self, block: Block) {
        if self.b.is_open() {
            self.b.jump(block, &[]);
        }
    }

    fn if_stmt(
        &mut self,
        init: Option<&'a Stmt>,
        cond: &'a Expr,
        then: &'a ast::Block,
        els: Option<&'a Stmt>,
    ) {
        if let Some(init) = init {
            self.stmt(init);
        }
        let (yes, no) = (self.b.block(), self.b.block());
        let join = if els.is_some() { self.b.block() } else { no };
        self.branch(cond, yes, no);
        self.b.seal(yes);
        self.b.switch_to(yes);
        self.stmts(&then.stmts);
        self.fall_into(join);
        if let Some(els) = els {
            self.b.seal(no);
            self.b.switch_to(no);
            self.stmt(els);
            self.fall_into(join);
        }
        self.b.seal(join);
        self.b.switch_to(join);
    }

    // Return ---------------------------------------------------------------------------------------------

    fn return_stmt(&mut self, pos: Pos, values: &'a [Expr]) {
        if values.is_empty() {
            self.return_results();
            return;
        }
        let tys = self.result_types.clone();
        if let [one] = values
            && matches!(self.cx.u.types.get(self.typ(one)), Type::Tuple(_))
        {
            let list = self.list_values(values);
            let vals: Vals = list
                .into_iter()
                .zip(&tys)
                .flat_map(|((vals, from), ty)| self.assignable(vals, from, *ty))
                .collect();
            self.at(pos);
            self.return_values(&vals);
            return;
        }
        self.prepare(values);
        let mut vals = Vals::new();
        for (e, ty) in values.iter().zip(&tys) {
            if self.layout(*ty).mem {
                vals.push(self.fresh(e, *ty));
            } else {
                vals.extend(self.expr_as(e, *ty));
            }
        }
        self.at(pos);
        self.return_values(&vals);
    }

    /// A value in memory as an object that nothing else refers to.
    fn fresh(&mut self, e: &'a Expr, ty: crate::types::TypeId) -> purlin_ir::Value {
        let e = e.unparen();
        let is_call = matches!(&e.kind, ExprKind::Call { func, .. }
            if matches!(self.cx.u.info.types[func.id].mode, crate::universe::Mode::Value | crate::universe::Mode::Variable));
        if is_call && !self.hoisted.contains_key(&e.id) {
            return self.scalar(e);
        }
        if matches!(e.kind, ExprKind::Composite { .. }) && self.typ(e) == ty {
            return self.composite_object(e, ty);
        }
        let vals = self.expr_now(e);
        self.keep(vals, ty)[0]
    }
}
