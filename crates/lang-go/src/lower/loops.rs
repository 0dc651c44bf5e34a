//! Three-clause loops, and the blocks that every loop is made of.

use purlin_ir::Block;

use super::state::{Location, Lower, Storage};
use crate::ast::{self, Expr, ExprKind, Stmt, StmtId, StmtKind};
use crate::universe::ObjId;

/// Conditions that reach further down are lowered once, at the loop's head.
const MAX_ROTATED: u16 = 12;

/// The blocks of a loop.
pub(super) struct Loop {
    /// Where an iteration begins. The condition is tested before the first one and after each: an iteration
    /// has one test, one charge and one poll.
    pub body: Block,
    /// Where `continue` leads: what is done between two iterations.
    next: Block,
    pub exit: Block,
}

impl<'a> Lower<'_, 'a> {
    /// Makes the blocks of a loop. The condition is to be tested next, with its body and exit as targets.
    pub(super) fn open_loop(&mut self, id: StmtId) -> Loop {
        let [body, next, exit] = [(); 3].map(|()| self.b.block());
        self.breaks.insert(id, exit);
        self.continues.insert(id, next);
        Loop { body, next, exit }
    }

    /// Continues in the loop's body.
    pub(super) fn enter_body(&mut self, l: &Loop) {
        self.b.switch_to(l.body);
    }

    /// Ends the body; what follows is done between two iterations, and ends with a jump to body or exit.
    pub(super) fn enter_next(&mut self, l: &Loop) {
        if !self.continued.contains(&l.next) {
            return;
        }
        self.fall_into(l.next);
        self.b.seal(l.next);
        self.b.switch_to(l.next);
    }

    /// Continues after the loop.
    pub(super) fn close_loop(&mut self, l: &Loop) {
        self.b.seal(l.body);
        self.b.seal(l.exit);
        self.b.switch_to(l.exit);
    }

    /// `for init; cond; post { }`
    pub(super) fn for_stmt(
        &mut self,
        id: StmtId,
        init: Option<&'a Stmt>,
        cond: Option<&'a Expr>,
        post: Option<&'a Stmt>,
        body: &'a ast::Block,
    ) {
        if let Some(init) = init {
            self.stmt(init);
        }
        let l = self.open_loop(id);
        let rotated = cond.is_none_or(|c| c.extent.height <= MAX_ROTATED && !has_literal(c));
        let head = if rotated {
            self.test(cond, l.body, l.exit);
            None
        } else {
            let head = self.b.block();
            self.b.jump(head, &[]);
            self.b.switch_to(head);
            self.test(cond, l.body, l.exit);
            Some(head)
        };
        self.enter_body(&l);
        self.stmts(&body.stmts);
        self.enter_next(&l);
        for obj in init.map(|s| self.loop_variables(s)).unwrap_or_default() {
            self.renew(obj);
        }
        if let Some(post) = post {
            self.stmt(post);
        }
        match head {
            Some(head) => {
                self.b.jump(head, &[]);
                self.b.seal(head);
            }
            None => self.test(cond, l.body, l.exit),
        }
        self.close_loop(&l);
    }

    fn test(&mut self, cond: Option<&'a Expr>, yes: Block, no: Block) {
        match cond {
            Some(cond) => {
                self.at(cond.start);
                self.branch(cond, yes, no);
            }
            None => self.b.jump(yes, &[]),
        }
    }

    fn loop_variables(&self, init: &'a Stmt) -> Vec<ObjId> {
        match &init.kind {
            StmtKind::Define { lhs, .. } => {
                let defs = lhs.iter().filter_map(|e| e.as_ident());
                defs.filter_map(|id| self.cx.u.info.defs[id.id]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Gives the next iteration a variable of its own, if anybody could tell.
    fn renew(&mut self, obj: ObjId) {
        let Some(Storage::Cell(var)) = self.storage.get(&obj).cloned() else { return };
        let var_of = self.cx.u.objects[obj].as_var();
        if !var_of.is_some_and(|v| (v.captured || v.address_taken) && !v.shared) {
            return;
        }
        let ty = self.obj_type(obj);
        let old = self.variable(obj);
        let vals = self.load(&old, ty);
        let cell = self.new_object(ty);
        self.store(&Location::mem(cell), ty, &vals);
        self.b.def_var(var, cell);
    }
}

/// Whether an expression contains a function literal, which must be lowered once.
fn has_literal(e: &Expr) -> bool {
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        match &e.kind {
            ExprKind::Func(_) | ExprKind::Composite { .. } => return true,
            ExprKind::Paren(x) | ExprKind::Star(x) | ExprKind::Unary { x, .. } => work.push(x),
            ExprKind::Selector { x, .. } | ExprKind::TypeAssert { x, .. } => work.push(x),
            ExprKind::Binary { x, y, .. } => work.extend([&**x, &**y]),
            ExprKind::Index { x, indices } => {
                work.push(x);
                work.extend(indices);
            }
            ExprKind::Slice { x, lo, hi, max, .. } => {
                work.push(x);
                work.extend([lo, hi, max].into_iter().flatten().map(|e| &**e));
            }
            ExprKind::Call { func, args, .. } => {
                work.push(func);
                work.extend(args);
            }
            ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) | ExprKind::TypeGuard(_) => {}
            ExprKind::ArrayType { .. } | ExprKind::SliceType(_) | ExprKind::StructType(_) => {}
            ExprKind::InterfaceType(_) | ExprKind::FuncType(_) | ExprKind::MapType { .. } => {}
            ExprKind::ChanType { .. } => {}
        }
    }
    false
}
