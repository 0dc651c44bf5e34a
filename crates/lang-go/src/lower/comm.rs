//! Select statements: operands in the order of the source, then one call that chooses, then the clauses.

use purlin_ir::{Block, ClassDecl, Pointers, Type as Ir, Value};
use purlin_runtime::natives::CASE_BYTES;
use purlin_runtime::natives::rows;

use super::state::{Location, Lower, MAX_SLOT, Vals};
use crate::ast::{CommClause, Expr, ExprKind, Stmt, StmtKind, UnaryOp};
use crate::types::{Basic, Type, TypeId};

/// Cases of one `select`: each takes slots of its own.
const MAX_CASES: usize = 10_000;

/// A communication whose operands have been evaluated.
struct Case {
    chan: Value,
    /// What is sent, or where to put what is received.
    value: Value,
    send: bool,
}

impl<'a> Lower<'_, 'a> {
    pub(super) fn select(&mut self, stmt: &'a Stmt, clauses: &'a [CommClause]) {
        let exit = self.b.block();
        self.breaks.insert(stmt.id, exit);
        if let [only] = clauses {
            // Nothing to choose from.
            if let Some(comm) = &only.comm {
                self.only_comm(comm);
            }
            self.stmts(&only.body);
        } else {
            self.choose(stmt, clauses, exit);
        }
        if !clauses.is_empty() {
            self.fall_into(exit);
        }
        self.b.seal(exit);
        self.b.switch_to(exit);
    }

    /// The communication of a `select` without another one. Unlike in a statement of its own, what receives
    /// is evaluated only when there is a value.
    fn only_comm(&mut self, comm: &'a Stmt) {
        let received = match &comm.kind {
            StmtKind::Assign { lhs, .. } if lhs.iter().any(|l| l.unparen().as_ident().is_none()) => {
                receive_of(comm)
            }
            _ => None,
        };
        let Some((e, x)) = received else { return self.stmt(comm) };
        self.at(comm.pos);
        self.prepare([x]);
        let (vals, ok) = self.receive(e.unparen(), x);
        self.at(comm.pos);
        self.assign_received(comm, vals, ok);
    }

    fn choose(&mut self, stmt: &'a Stmt, clauses: &'a [CommClause], exit: Block) {
        let comms: Vec<(&'a CommClause, &'a Stmt)> =
            clauses.iter().filter_map(|c| Some((c, c.comm.as_deref()?))).collect();
        if comms.len() > MAX_CASES {
            self.cx.error(stmt.pos, format!("select has more than {MAX_CASES} cases"));
            return;
        }
        let cases: Vec<Case> = comms.iter().map(|(_, comm)| self.comm_operands(comm)).collect();
        self.at(stmt.pos);
        let list = self.case_list(&cases);
        let count = self.int(cases.len() as i64);
        let default = clauses.iter().find(|c| c.comm.is_none());
        let wait = self.b.iconst(Ir::I8, i64::from(default.is_none()));
        let chosen = self.call_rt(rows::SELECT, &[list, count, wait]);
        let blocks: Vec<_> = clauses.iter().map(|_| self.b.block()).collect();

        let others = match clauses.iter().position(|c| c.comm.is_none()) {
            Some(n) => blocks[n],
            None => self.b.block(),
        };
        let numbered = clauses.iter().zip(&blocks).filter(|(c, _)| c.comm.is_some());
        let table: Vec<_> = numbered.enumerate().map(|(n, (_, block))| (n as i64, *block)).collect();
        self.b.switch(chosen[0], &table, others);
        let mut cases = cases.into_iter();
        for (clause, block) in clauses.iter().zip(&blocks) {
            self.b.seal(*block);
            self.b.switch_to(*block);
            if let Some(comm) = &clause.comm
                && let Some(case) = cases.next()
            {
                self.take_received(comm, &case, chosen[1]);
            }
            self.stmts(&clause.body);
            self.fall_into(exit);
        }
        if default.is_none() {
            self.b.seal(others);
            self.b.switch_to(others);
            self.b.trap(purlin_base::TrapCode::Unreachable);
        }
    }

    /// Evaluates what is evaluated whichever case is chosen.
    fn comm_operands(&mut self, comm: &'a Stmt) -> Case {
        self.at(comm.pos);
        if let StmtKind::Send { chan, value } = &comm.kind {
            let elem = self.chan_elem(self.typ(chan));
            self.prepare([chan]);
            let chan = self.scalar(chan);
            self.prepare([value]);
            let vals = self.expr_as(value, elem);
            let value = self.kept(&vals, elem);
            return Case { chan, value, send: true };
        }
        let Some((_, x)) = receive_of(comm) else {
            let null = self.b.null();
            return Case { chan: null, value: null, send: false };
        };
        let elem = self.chan_elem(self.typ(x));
        self.prepare([x]);
        let chan = self.scalar(x);
        Case { chan, value: self.temp(elem), send: false }
    }

    /// A value in memory that stays as it is.
    fn kept(&mut self, vals: &[Value], ty: TypeId) -> Value {
        if !self.layout(ty).mem {
            return self.in_memory(vals, ty);
        }
        let temp = self.temp(ty);
        self.copy_value(temp, 0, vals[0], ty);
        temp
    }

    /// The cases as `rt.select` reads them.
    fn case_list(&mut self, cases: &[Case]) -> Value {
        let bytes = cases.len() as u32 * CASE_BYTES;
        if bytes == 0 {
            return self.b.null();
        }
        let list = if u64::from(bytes) <= MAX_SLOT {
            let slot = self.b.slot(bytes);
            self.b.stack_addr(slot)
        } else {
            let class = self.b.module.class(ClassDecl { size: bytes, pointers: Pointers::All });
            self.b.alloc(class)
        };
        for (n, case) in cases.iter().enumerate() {
            let at = n as i64 * i64::from(CASE_BYTES);
            self.b.store(list, at, case.chan);
            self.b.store(list, at + 8, case.value);
            let send = self.int(i64::from(case.send));
            self.b.store(list, at + 16, send);
        }
        list
    }

    /// Assigns what a chosen receive has received.
    fn take_received(&mut self, comm: &'a Stmt, case: &Case, ok: Value) {
        self.at(comm.pos);
        let Some((_, x)) = receive_of(comm) else { return };
        if matches!(comm.kind, StmtKind::Assign { .. } | StmtKind::Define { .. }) {
            let elem = self.chan_elem(self.typ(x));
            let vals = self.load(&Location::Mem { base: case.value, off: 0, stable: true }, elem);
            self.assign_received(comm, vals, ok);
        }
    }

    /// Assigns a value that was received, and whether one was.
    fn assign_received(&mut self, comm: &'a Stmt, vals: Vals, ok: Value) {
        let Some((e, x)) = receive_of(comm) else { return };
        let (StmtKind::Assign { lhs, .. } | StmtKind::Define { lhs, .. }) = &comm.kind else { return };
        let elem = self.chan_elem(self.typ(x));
        let ok: Vals = [ok].into_iter().collect();
        let ok_type = match self.cx.u.types.get(self.cx.concrete(self.cx.u.info.types[e.id].ty)) {
            Type::Tuple(tys) => tys[1],
            _ => Basic::Bool.ty(),
        };
        match (&comm.kind, lhs.as_slice()) {
            (StmtKind::Define { .. }, _) => self.define_values(lhs, vec![(vals, elem), (ok, ok_type)]),
            (_, [one]) => {
                self.prepare([one]);
                self.assign_values(one, vals, elem);
            }
            (_, [one, two]) => self.assign_pair([(one, (vals, elem)), (two, (ok, ok_type))]),
            _ => {}
        }
    }
}

/// The receive operation of a case, and its channel.
fn receive_of(comm: &Stmt) -> Option<(&Expr, &Expr)> {
    let e = match &comm.kind {
        StmtKind::Expr(e) => e,
        StmtKind::Assign { rhs, .. } | StmtKind::Define { rhs, .. } => rhs.first()?,
        _ => return None,
    };
    match &e.unparen().kind {
        ExprKind::Unary { op: UnaryOp::Recv, x } => Some((e, x)),
        _ => None,
    }
}
