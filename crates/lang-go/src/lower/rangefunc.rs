//! Loops over functions. The body becomes a function; its closure holds, before what it captures, the loop's
//! state and how the body left the loop, and the list of deferred calls of the function around it if the body
//! adds to that.
//!
//! A branch or return out of the body stores its code in the closure and returns false. After the call of the
//! iterator the function around it goes there, or, being a body itself, passes the code on.

use crate::rt;
use purlin_base::map::HashSet;

use purlin_ir::{FuncId, Module, Opcode, Type as Ir, Value};

use super::call::Prepared;
use super::state::{Cx, Exit, LiteralNames, LoopBody, Lower, Vals};
use crate::ast::{self, BranchKind, Range, Stmt, StmtId, StmtKind};
use crate::types::TypeId;

/// The state of a loop: its body has returned false; may be called; is running, or has panicked; the loop is
/// left.
const DONE: i64 = 0;
const READY: i64 = 1;
const RUNNING: i64 = 2;
const EXHAUSTED: i64 = 3;
/// The iterator returned though its body was left by a panic.
const LOST_PANIC: i64 = 4;

/// Where a closure holds the state, and the code of an exit, 0 for none.
const STATE: i64 = 8;
const EXIT: i64 = 16;

/// Statements inside others; function literals are not looked into.
pub(super) fn walk<'a>(list: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in list {
        f(stmt);
        match &stmt.kind {
            StmtKind::Labeled { stmt, .. } => walk(std::slice::from_ref(stmt), f),
            StmtKind::Block(block) => walk(&block.stmts, f),
            StmtKind::If { then, els, .. } => {
                walk(&then.stmts, f);
                if let Some(els) = els {
                    walk(std::slice::from_ref(els), f);
                }
            }
            StmtKind::For { body, .. } => walk(&body.stmts, f),
            StmtKind::Range(range) => walk(&range.body.stmts, f),
            StmtKind::Switch { clauses, .. } => clauses.iter().for_each(|c| walk(&c.body, f)),
            StmtKind::TypeSwitch(switch) => switch.clauses.iter().for_each(|c| walk(&c.body, f)),
            StmtKind::Select { clauses, .. } => clauses.iter().for_each(|c| walk(&c.body, f)),
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Send { .. }
            | StmtKind::IncDec { .. }
            | StmtKind::Assign { .. }
            | StmtKind::OpAssign { .. }
            | StmtKind::Define { .. }
            | StmtKind::Decl(_)
            | StmtKind::Go(_)
            | StmtKind::Defer(_)
            | StmtKind::Return(_)
            | StmtKind::Branch(_) => {}
        }
    }
}

/// The ways out of a loop, besides its own `break` and `continue`.
fn exits(id: StmtId, body: &ast::Block) -> Vec<Exit> {
    let mut inside = HashSet::from_iter([id]);
    walk(&body.stmts, &mut |stmt| {
        inside.insert(stmt.id);
    });
    let mut known = HashSet::default();
    let mut out = Vec::new();
    walk(&body.stmts, &mut |stmt| {
        let exit = match &stmt.kind {
            StmtKind::Return(_) => Exit::Return,
            StmtKind::Branch(ast::Branch { kind, target: Some(target), .. }) if !inside.contains(target) => {
                Exit::Branch(*kind, *target)
            }
            _ => return,
        };
        if known.insert(exit) {
            out.push(exit);
        }
    });
    out
}

/// The body of the loop `id`.
pub(super) fn lower_body<'a>(
    cx: &mut Cx<'a>,
    module: &mut Module,
    func: FuncId,
    id: StmtId,
    range: &'a Range,
    names: LiteralNames,
) {
    let info = cx.u.info.funcs[range.func].clone();
    let mut labels = HashSet::default();
    walk(&range.body.stmts, &mut |stmt| {
        if matches!(stmt.kind, StmtKind::Labeled { .. }) {
            labels.insert(stmt.id);
        }
    });
    let mut lower = Lower::new(cx, module, func, names);
    lower.at(range.pos);
    let closure = lower.b.var(Ir::Ref);
    let param = lower.b.param(0);
    lower.b.def_var(closure, param);
    let mut held = 2;
    let defers = info.has_defer.then(|| {
        let list = lower.held(param, &[Ir::Ref], held)[0];
        held += 1;
        let var = lower.b.var(Ir::Ref);
        lower.b.def_var(var, list);
        var
    });
    if info.has_recover {
        lower.take_token();
    }
    lower.result_types = info.results.iter().map(|obj| lower.obj_type(*obj)).collect();
    lower.results = info.results;
    lower.bind_captures(&info.captures, held);
    lower.body = Some(LoopBody { id, closure, labels, defers });
    lower.begin_iteration(param);
    lower.give_yielded(range);
    lower.stmts(&range.body.stmts);
    lower.at(range.body.rbrace);
    if lower.b.is_open() {
        lower.end_iteration(READY);
    }
    lower.b.finish();
}

impl<'a> Lower<'_, 'a> {
    /// Calls the function that is ranged over with the loop's body, and continues where the body left to.
    pub(super) fn range_func(&mut self, id: StmtId, range: &'a Range, ty: TypeId) {
        let callee = self.callee(range.x.unparen());
        let yielding = self.yield_type(range);
        let func = self.body_func(id, range, yielding);
        let info = self.cx.u.info.funcs[range.func].clone();
        let mut held: Vals = [self.int(READY), self.int(0)].into_iter().collect();
        if info.has_defer {
            held.extend(self.defer_list());
        }
        held.extend(self.captures(&info.captures));
        let closure = self.closure_with_state(func, &held, 2);
        self.at(range.pos);
        self.make_call(&Prepared { callee, sig: ty, args: vec![[closure].into_iter().collect()] });
        self.check_state(closure, RUNNING, Opcode::Ieq, |lower, _| lower.int(LOST_PANIC));
        let exhausted = self.int(EXHAUSTED);
        self.b.store(closure, STATE, exhausted);
        self.follow(closure, &exits(id, &range.body));
    }

    fn yield_type(&self, range: &Range) -> TypeId {
        let sig = self.cx.u.types.signature(self.typ(&range.x));
        sig.and_then(|sig| sig.params.first().copied()).unwrap_or(crate::types::Basic::Invalid.ty())
    }

    /// Raises an error if the state of a loop compares so with `other`.
    fn check_state(
        &mut self,
        closure: Value,
        other: i64,
        op: Opcode,
        error: impl FnOnce(&mut Self, Value) -> Value,
    ) {
        let state = self.b.load(Ir::I64, closure, STATE);
        let other = self.int(other);
        let bad = self.op(op, state, other);
        self.cold_if(bad, |lower| {
            let error = error(lower, state);
            lower.raise_rt(rt::PANIC_RANGE, &[error]);
        });
    }

    /// Enters the body.
    fn begin_iteration(&mut self, closure: Value) {
        let running = self.int(RUNNING);
        self.check_state(closure, READY, Opcode::Ine, |lower, state| {
            lower.b.store(closure, STATE, running);
            state
        });
        self.b.store(closure, STATE, running);
    }

    /// Returns to the iterator: `READY` for the next iteration, or `DONE`.
    fn end_iteration(&mut self, state: i64) {
        let Some(closure) = self.body.as_ref().map(|body| body.closure) else { return };
        let closure = self.b.use_var(closure);
        let value = self.int(state);
        self.b.store(closure, STATE, value);
        let more = self.b.iconst(Ir::I8, i64::from(state == READY));
        self.b.ret(&[more]);
    }

    /// Gives the iteration variables what the iterator passed.
    fn give_yielded(&mut self, range: &'a Range) {
        let yielding = self.yield_type(range);
        let params = self.cx.u.types.signature(yielding).map(|sig| sig.params.clone()).unwrap_or_default();
        let mut at = 1;
        let mut values = Vec::new();
        for ty in &params {
            let n = self.layout(*ty).comps.len();
            let vals: Vals = (at..at + n).map(|i| self.b.param(i)).collect();
            values.push((vals, *ty));
            at += n;
        }
        let mut values = values.into_iter();
        let first = values.next().filter(|_| self.wants_key(range));
        let second = values.next().filter(|_| self.wants_value(range));
        self.give_both(range, first, second);
    }

    /// Goes where one of these exits of a loop leads, if it was left by one.
    fn follow(&mut self, closure: Value, exits: &[Exit]) {
        if exits.is_empty() {
            return;
        }
        let code = self.b.load(Ir::I64, closure, EXIT);
        for exit in exits {
            let want = self.int(exit.code());
            let hit = self.op(Opcode::Ieq, code, want);
            let (yes, no) = (self.b.block(), self.b.block());
            self.b.brif(hit, yes, no);
            self.b.seal(yes);
            self.b.seal(no);
            self.b.switch_to(yes);
            self.leave(*exit);
            self.b.switch_to(no);
        }
    }

    /// Leaves statements of this function, and the function too if it is a loop's body that the way leads out
    /// of.
    pub(super) fn leave(&mut self, exit: Exit) {
        let block = match exit {
            Exit::Return => None,
            Exit::Branch(kind, id) => self.branch_target(kind, id),
        };
        if let Some(block) = block {
            self.b.jump(block, &[]);
            return;
        }
        let Some((id, closure)) = self.body.as_ref().map(|body| (body.id, body.closure)) else {
            if exit == Exit::Return {
                self.return_results();
            }
            return;
        };
        if exit == Exit::Branch(BranchKind::Continue, id) {
            self.end_iteration(READY);
            return;
        }
        if exit != Exit::Branch(BranchKind::Break, id) {
            let closure = self.b.use_var(closure);
            let code = self.int(exit.code());
            self.b.store(closure, EXIT, code);
        }
        self.end_iteration(DONE);
    }
}
