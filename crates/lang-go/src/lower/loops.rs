//! For loops.

use purlin_ir::Block;

use super::func::{Lower, Storage};
use crate::ast::{self, Expr, Stmt, StmtId, StmtKind};
use crate::universe::ObjId;

/// The blocks of a loop.
pub struct Loop {
    pub head: Block,
    pub body: Block,
    /// Where `continue` leads: what is done between two iterations.
    pub next: Block,
    pub exit: Block,
}

impl<'a> Lower<'_, 'a> {
    /// Makes the blocks of a loop; the head is current then.
    pub fn open_loop(&mut self, id: StmtId) -> Loop {
        let [head, body, next, exit] = [(); 4].map(|()| self.b.block());
        self.breaks.insert(id, exit);
        self.continues.insert(id, next);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        Loop { head, body, next, exit }
    }

    /// Goes on in the loop's body.
    pub fn enter_body(&mut self, l: &Loop) {
        self.b.seal(l.body);
        self.b.switch_to(l.body);
    }

    /// Ends the body; what follows is done between two iterations.
    pub fn enter_next(&mut self, l: &Loop) {
        self.fall_into(l.next);
        self.b.seal(l.next);
        self.b.switch_to(l.next);
    }

    /// Goes back to the head, and on behind the loop.
    pub fn close_loop(&mut self, l: &Loop) {
        self.fall_into(l.head);
        self.b.seal(l.head);
        self.b.seal(l.exit);
        self.b.switch_to(l.exit);
    }

    /// `for init; cond; post { }`
    pub fn for_stmt(
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
        match cond {
            Some(cond) => {
                self.at(cond.start);
                self.branch(cond, l.body, l.exit);
            }
            None => self.b.jump(l.body, &[]),
        }
        self.enter_body(&l);
        self.stmts(&body.stmts);
        self.enter_next(&l);
        for obj in init.map(|s| self.loop_variables(s)).unwrap_or_default() {
            self.renew(obj);
        }
        if let Some(post) = post {
            self.stmt(post);
        }
        self.close_loop(&l);
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
        let flags = self.cx.u.objects[obj].as_var().is_some_and(|v| v.captured || v.address_taken);
        if !flags {
            return;
        }
        let ty = self.obj_type(obj);
        let old = self.variable(obj);
        let vals = self.load(&old, ty);
        let cell = self.new_object(ty);
        self.store(&super::place::Place::mem(cell), ty, &vals);
        self.b.def_var(var, cell);
    }
}
