//! Terminating statements: whether a function can run off its end.

use super::Checker;
use crate::ast::{Block, BranchKind, ExprKind, Stmt, StmtId, StmtKind};
use crate::universe::{Builtin, Mode};

impl Checker<'_> {
    /// Whether a list of statements ends in a terminating one.
    pub(super) fn terminates(&self, list: &[Stmt]) -> bool {
        let last = list.iter().rev().find(|s| !matches!(s.kind, StmtKind::Empty));
        last.is_some_and(|s| self.terminating(s))
    }

    fn block_terminates(&self, block: &Block) -> bool {
        self.terminates(&block.stmts)
    }

    fn has_break(&self, stmt: StmtId) -> bool {
        self.breaks.contains(&stmt)
    }

    fn terminating(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Return(_) => true,
            StmtKind::Branch(b) => matches!(b.kind, BranchKind::Goto | BranchKind::Fallthrough),
            StmtKind::Expr(e) => match &e.unparen().kind {
                ExprKind::Call { func, .. } => {
                    self.u.info.types[func.id].mode == Mode::Builtin(Builtin::Panic)
                        && self.u.info.types[e.unparen().id].mode == Mode::NoValue
                }
                _ => false,
            },
            StmtKind::Block(block) => self.block_terminates(block),
            StmtKind::Labeled { stmt, .. } => self.terminating(stmt),
            StmtKind::If { then, els, .. } => {
                self.block_terminates(then) && els.as_ref().is_some_and(|e| self.terminating(e))
            }
            StmtKind::For { cond, .. } => cond.is_none() && !self.has_break(stmt.id),
            StmtKind::Switch { clauses, .. } => {
                clauses.iter().any(|c| c.cases.is_none())
                    && clauses.iter().all(|c| self.terminates(&c.body))
                    && !self.has_break(stmt.id)
            }
            StmtKind::TypeSwitch(switch) => {
                switch.clauses.iter().any(|c| c.cases.is_none())
                    && switch.clauses.iter().all(|c| self.terminates(&c.body))
                    && !self.has_break(stmt.id)
            }
            StmtKind::Select { clauses, .. } => {
                clauses.iter().all(|c| self.terminates(&c.body)) && !self.has_break(stmt.id)
            }
            StmtKind::Empty
            | StmtKind::Send { .. }
            | StmtKind::IncDec { .. }
            | StmtKind::Assign { .. }
            | StmtKind::OpAssign { .. }
            | StmtKind::Define { .. }
            | StmtKind::Decl(_)
            | StmtKind::Go(_)
            | StmtKind::Defer(_)
            | StmtKind::Range(_) => false,
        }
    }
}
