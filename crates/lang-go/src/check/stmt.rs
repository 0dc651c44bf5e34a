//! Statements.

use purlin_base::Pos;

use super::assign::Target;
use super::operand::Operand;
use super::{Checker, FuncContext};
use crate::ast::{Block, BranchKind, CommClause, Expr, ExprKind, Range, Stmt, StmtKind, UnaryOp};
use crate::constant::Const;
use crate::language::OWN_VARIABLES;
use crate::types::{Basic, ChanDir, Signature, Type, TypeId};
use crate::universe::{Builtin, Mode, ObjectKind, Progress, VarKind};

const INVALID: TypeId = Basic::Invalid.ty();

/// What an expression is as a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Statement,
    Conversion,
    Expression,
}

impl<'u> Checker<'u> {
    pub(super) fn stmts(&mut self, list: &[Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    fn block(&mut self, block: &Block) {
        self.open_scope();
        self.stmts(&block.stmts);
        self.close_scope();
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        if !self.enter(stmt.pos) {
            return;
        }
        self.stmt_inner(stmt);
        self.leave();
    }

    /// Checks a statement that begins with another one, in a scope of their own.
    fn scoped(&mut self, init: Option<&Stmt>, rest: impl FnOnce(&mut Self)) {
        self.open_scope();
        if let Some(init) = init {
            self.stmt(init);
        }
        rest(self);
        self.close_scope();
    }

    fn stmt_inner(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.expr_stmt(e),
            StmtKind::Send { chan, value } => self.send(chan, value),
            StmtKind::IncDec { x, inc } => self.inc_dec(x, *inc),
            StmtKind::Assign { lhs, rhs } => self.assign_vars(lhs, rhs),
            StmtKind::OpAssign { op, lhs, rhs } => {
                let y = self.expr(rhs);
                self.assign_op(*op, lhs, y);
            }
            StmtKind::Define { lhs, rhs } => self.define(stmt.pos, lhs, rhs),
            StmtKind::Decl(decl) => self.local_decl(decl),
            StmtKind::Go(call) => self.suspended("go", call),
            StmtKind::Defer(call) => {
                self.note_defer();
                self.suspended("defer", call);
            }
            StmtKind::Return(values) => self.return_stmt(stmt.pos, values),
            StmtKind::Branch(branch) => {
                if branch.kind == BranchKind::Break
                    && let Some(target) = branch.target
                {
                    self.breaks.insert(target);
                }
            }
            StmtKind::Labeled { stmt, .. } => self.stmt(stmt),
            StmtKind::Block(block) => self.block(block),
            StmtKind::If { init, cond, then, els } => self.scoped(init.as_deref(), |c| {
                c.condition(cond, "if");
                c.block(then);
                els.iter().for_each(|els| c.stmt(els));
            }),
            StmtKind::For { init, cond, post, body } => self.scoped(init.as_deref(), |c| {
                init.iter().for_each(|init| c.share_variables(init));
                cond.iter().for_each(|cond| c.condition(cond, "for"));
                post.iter().for_each(|post| c.stmt(post));
                c.block(body);
            }),
            StmtKind::Range(range) => self.range(stmt.pos, range),
            StmtKind::Switch { init, tag, clauses, .. } => {
                self.scoped(init.as_deref(), |c| c.switch(tag.as_ref(), clauses));
            }
            StmtKind::TypeSwitch(switch) => {
                self.scoped(switch.init.as_deref(), |c| c.type_switch(switch));
            }
            StmtKind::Select { clauses, .. } => self.select(clauses),
        }
    }

    /// In an old file the iterations of a loop that begins with `init` share its variables.
    fn share_variables(&mut self, init: &Stmt) {
        let StmtKind::Define { lhs, .. } = &init.kind else { return };
        if !self.is_before(OWN_VARIABLES) {
            return;
        }
        for id in lhs.iter().filter_map(Expr::as_ident) {
            let obj = self.u.info.defs[id.id];
            if let Some(var) = obj.and_then(|obj| self.var_mut(obj)) {
                var.shared = true;
            }
        }
    }

    fn condition(&mut self, cond: &Expr, statement: &str) {
        let mut x = self.expr(cond);
        if x.is_invalid() {
            return;
        }
        if !self.u.types.is_boolean(x.ty) {
            self.error(cond.start, format!("non-boolean condition in {statement} statement"));
            return;
        }
        self.default_operand(&mut x);
    }

    fn use_of(&self, e: &Expr) -> Use {
        match &e.unparen().kind {
            ExprKind::Call { func, .. } => match self.u.info.types[func.id].mode {
                Mode::Type => Use::Conversion,
                Mode::Builtin(b) => match b {
                    Builtin::Clear
                    | Builtin::Close
                    | Builtin::Copy
                    | Builtin::Delete
                    | Builtin::Panic
                    | Builtin::Print
                    | Builtin::Println
                    | Builtin::Recover => Use::Statement,
                    _ => Use::Expression,
                },
                _ => Use::Statement,
            },
            ExprKind::Unary { op: UnaryOp::Recv, .. } => Use::Statement,
            _ => Use::Expression,
        }
    }

    fn expr_stmt(&mut self, e: &Expr) {
        let mut x = self.raw_expr(e, None);
        let what = match x.mode {
            Mode::Invalid => return,
            Mode::Builtin(_) => "must be called",
            Mode::Type => "is not an expression",
            _ if self.use_of(e) == Use::Statement => return,
            _ => "is not used",
        };
        let message = format!("{} {what}", self.describe(&x));
        self.error(x.pos(), message);
        x.fail();
    }

    /// The call of a go or defer statement.
    fn suspended(&mut self, keyword: &str, e: &Expr) {
        if !matches!(e.unparen().kind, ExprKind::Call { .. }) {
            self.error(e.start, format!("expression in {keyword} must be function call"));
            self.raw_expr(e, None);
            return;
        }
        let x = self.raw_expr(e, None);
        if x.is_invalid() {
            return;
        }
        let what = match self.use_of(e) {
            Use::Statement => return,
            Use::Conversion => "requires function call, not conversion",
            Use::Expression => "discards result of",
        };
        let message = format!("{keyword} {what} {}", self.describe(&x));
        self.error(x.pos(), message);
    }

    fn send(&mut self, chan: &Expr, value: &Expr) {
        let (ch, mut x) = (self.expr(chan), self.expr(value));
        if ch.is_invalid() || x.is_invalid() {
            return;
        }
        if let Some(elem) = self.chan_elem(chan.start, &ch, false) {
            self.assignment(&mut x, Some(elem), "send");
        }
    }

    fn inc_dec(&mut self, e: &Expr, inc: bool) {
        let x = self.expr(e);
        if x.is_invalid() {
            return;
        }
        if !self.u.types.is_numeric(x.ty) {
            let op = if inc { "++" } else { "--" };
            let message = format!("{}{op} (non-numeric type {})", self.source(e), self.ty(x.ty));
            self.invalid_op(e.start, message);
            return;
        }
        let one = Operand {
            mode: Mode::Constant,
            ty: Basic::UntypedInt.ty(),
            value: Some(Const::from(1)),
            expr: None,
        };
        let op = if inc { crate::ast::BinaryOp::Add } else { crate::ast::BinaryOp::Sub };
        self.assign_op_to(op, e, x, one);
    }

    fn return_stmt(&mut self, pos: Pos, values: &[Expr]) {
        let Some(context) = self.env.funcs.last() else { return };
        let (id, want, is_loop) = (context.id, context.results.clone(), context.is_loop);
        if values.is_empty() {
            if want.is_empty() {
                return;
            }
            let info = &self.u.info.funcs[id];
            if !info.named_results {
                self.return_count(pos, &want, &[]);
                return;
            }
            for result in info.results.clone() {
                self.check_result_visible(pos, result);
            }
            return;
        }
        if want.is_empty() {
            let have = self.operand_list(values);
            if have.iter().all(|x| !x.is_invalid()) {
                if have.len() == 1 && have[0].mode == Mode::NoValue {
                    return;
                }
                self.return_count(pos, &[], &have);
            }
            return;
        }
        if is_loop {
            // The body of the loop stores what the function around it returns.
            for result in self.u.info.funcs[id].results.clone() {
                self.use_var(result);
                if let Some(var) = self.var_mut(result) {
                    var.reassigned = true;
                }
            }
        }
        let targets: Vec<Target> = want.into_iter().map(Target::Result).collect();
        self.init_vars(&targets, values, Some(pos));
    }

    /// A bare return needs the results to be in scope.
    fn check_result_visible(&mut self, pos: Pos, result: crate::universe::ObjId) {
        let name = self.u.objects[result].name;
        if name == self.u.words.blank {
            return;
        }
        let Some(found) = self.lookup(name).filter(|o| *o != result) else { return };
        let text = self.text(name);
        let what = match self.u.objects[found].kind {
            ObjectKind::Var(_) => format!("var {text} {}", self.ty(self.u.objects[found].ty)),
            _ => text.clone(),
        };
        let inner = self.line_at(self.u.objects[found].pos, &format!("inner declaration of {what}"));
        self.error(pos, format!("result parameter {text} not in scope at return{inner}"));
    }

    // Range ----------------------------------------------------------------------------------------------

    /// The types of key and value when ranging over `x`; an empty cause says no more than that it cannot be.
    fn range_types(&self, x: &Operand<'_>) -> Result<(Option<TypeId>, Option<TypeId>), String> {
        let int = Some(Basic::Int.ty());
        if self.u.types.is_param(x.ty)
            && let Some(cause) = self.no_range(x.ty)
        {
            return Err(cause);
        }
        let array = match self.u.types.under(x.ty) {
            Type::Pointer(elem) if matches!(self.u.types.under(*elem), Type::Array { .. }) => *elem,
            _ => x.ty,
        };
        match self.u.types.under(array) {
            Type::Basic(b) if b.is_string() => Ok((int, Some(Basic::Int32.ty()))),
            Type::Basic(b) if b.is_integer() => self.since(22).map(|()| (Some(x.ty), None)),
            Type::Array { elem, .. } | Type::Slice(elem) => Ok((int, Some(*elem))),
            Type::Map { key, elem } => Ok((Some(*key), Some(*elem))),
            Type::Chan { dir: ChanDir::Send, .. } => {
                Err(format!("receive from send-only channel {}", self.ty(x.ty)))
            }
            Type::Chan { elem, .. } => Ok((Some(*elem), None)),
            Type::Signature(sig) => self.since(23).and_then(|()| self.yield_types(sig)),
            _ => Err(String::new()),
        }
    }

    /// Why there is no one way to range over all types of the type set of `ty`.
    fn no_range(&self, ty: TypeId) -> Option<String> {
        self.no_common_type(ty, &|c, part| {
            let (ty, under) = part?;
            matches!(c.u.types.get(under), Type::Chan { dir: ChanDir::Send, .. })
                .then(|| format!("receive from send-only channel {}", c.ty(ty)))
        })
    }

    /// An error in a file that is older than `go1.minor`.
    fn since(&self, minor: u32) -> Result<(), String> {
        let language = self.language();
        let fault = || Err(format!("requires go1.{minor} or later {language}"));
        if language.minor < minor { fault() } else { Ok(()) }
    }

    /// The types that a function that is ranged over passes to its body.
    fn yield_types(&self, sig: &Signature) -> Result<(Option<TypeId>, Option<TypeId>), String> {
        let wrong = |what: &str| Err(format!("func must be func(yield func(...) bool): {what}"));
        let [yielding] = *sig.params else { return wrong("wrong argument count") };
        if !sig.results.is_empty() {
            return wrong("unexpected results");
        }
        let Some(body) = self.u.types.signature(yielding) else {
            let cause = if self.u.types.is_param(yielding) { self.no_range(yielding) } else { None };
            return match cause {
                Some(cause) => wrong(&format!("in yield type, {cause}")),
                None => wrong("argument is not func"),
            };
        };
        if body.params.len() > 2 {
            return wrong("yield func has too many parameters");
        }
        match *body.results {
            [ty] if ty == Basic::Bool.ty() => {}
            [ty] if self.u.types.is_boolean(ty) => {
                return wrong("yield func returns user-defined boolean, not bool");
            }
            _ => return wrong("yield func does not return bool"),
        }
        Ok((body.params.first().copied(), body.params.get(1).copied()))
    }

    fn range(&mut self, pos: Pos, range: &Range) {
        let mut x = self.expr(&range.x);
        let integer = self.u.types.is_integer(x.ty);
        let untyped_float = x.is_const() && self.u.types.is_untyped(x.ty) && !integer;
        let mut types = (None, None);
        if !x.is_invalid() {
            types = self.check_range(&x, range);
        }
        let over_func = self.u.types.signature(x.ty).is_some();
        if over_func {
            self.open_loop_body(range);
        }
        if self.u.types.is_string(x.ty) || untyped_float {
            self.default_operand(&mut x);
        }
        self.open_scope();
        if range.define {
            self.range_define(pos, range, &mut x, types, integer);
        } else {
            self.range_assign(range, x, types, integer);
        }
        self.block(&range.body);
        self.close_scope();
        if over_func {
            self.env.funcs.pop();
        }
    }

    /// Notes a deferred call: one in the body of a loop belongs to the function around it.
    fn note_defer(&mut self) {
        let mut in_loop = false;
        for n in (0..self.env.funcs.len()).rev() {
            let FuncContext { id, is_loop, .. } = self.env.funcs[n];
            let info = &mut self.u.info.funcs[id];
            info.has_defer = true;
            if !is_loop {
                info.has_loop_defer |= in_loop;
                return;
            }
            in_loop = true;
        }
    }

    /// The body of a loop over a function is a function that has the results of the one around it.
    fn open_loop_body(&mut self, range: &Range) {
        let Some(around) = self.env.funcs.last() else { return };
        let (outer, results) = (around.id, around.results.clone());
        let of_outer = &mut self.u.info.funcs[outer];
        of_outer.has_literals = true;
        let (objs, named) = (of_outer.results.clone(), of_outer.named_results);
        let info = &mut self.u.info.funcs[range.func];
        (info.outer, info.results, info.named_results) = (Some(outer), objs, named);
        self.env.funcs.push(FuncContext { id: range.func, results, is_loop: true });
    }

    fn check_range(&mut self, x: &Operand<'_>, range: &Range) -> (Option<TypeId>, Option<TypeId>) {
        let what = self.describe(x);
        let types = match self.range_types(x) {
            Ok(types) => types,
            Err(cause) => {
                let cause = if cause.is_empty() { cause } else { format!(": {cause}") };
                self.error(x.pos(), format!("cannot range over {what}{cause}"));
                return (None, None);
            }
        };
        match range.lhs.as_slice() {
            [key, ..] if types.0.is_none() => {
                self.error(key.start, format!("range over {what} permits no iteration variables"));
            }
            [_, value, ..] if types.1.is_none() => {
                let message = format!("range over {what} permits only one iteration variable");
                self.error(value.start, message);
            }
            [_, _, extra, ..] => {
                self.error(extra.start, "range clause permits at most two iteration variables");
            }
            _ => {}
        }
        types
    }

    fn range_define(
        &mut self,
        pos: Pos,
        range: &Range,
        x: &mut Operand<'_>,
        types: (Option<TypeId>, Option<TypeId>),
        integer: bool,
    ) {
        let mut new = Vec::new();
        for (e, ty) in range.lhs.iter().zip([types.0, types.1]) {
            let Some(id) = e.as_ident() else {
                let message = format!("non-name {} on left side of :=", self.source(e));
                self.error(e.start, message);
                continue;
            };
            let obj = self.new_var(id.name, id.pos, INVALID, VarKind::Local);
            self.u.info.defs[id.id] = Some(obj);
            if id.name != self.u.words.blank {
                new.push(obj);
            }
            let shared = self.is_before(OWN_VARIABLES);
            if let Some(var) = self.var_mut(obj).filter(|_| shared) {
                // Each iteration assigns to it.
                (var.shared, var.reassigned) = (true, true);
            }
            match ty {
                None => {
                    if let Some(var) = self.var_mut(obj) {
                        var.used = true;
                    }
                }
                Some(_) if integer => {
                    let ty = self.u.types.default_type(x.ty);
                    self.assignment(x, Some(ty), "range clause");
                    self.u.objects[obj].ty = x.ty;
                }
                Some(ty) => self.u.objects[obj].ty = ty,
            }
        }
        if new.is_empty() && range.lhs.iter().all(|e| e.as_ident().is_some()) {
            // Only blanks: nothing new is declared.
            self.error(pos, "no new variables on left side of :=");
        }
        for obj in new {
            self.u.objects[obj].progress = Progress::Resolved;
            self.declare(obj);
        }
    }

    fn range_assign(
        &mut self,
        range: &Range,
        mut x: Operand<'_>,
        types: (Option<TypeId>, Option<TypeId>),
        integer: bool,
    ) {
        if range.lhs.is_empty() {
            if integer && !x.is_invalid() {
                self.assignment(&mut x, None, "range clause");
            }
            return;
        }
        for (e, ty) in range.lhs.iter().zip([types.0, types.1]) {
            let Some(ty) = ty else {
                if !self.is_blank(e) {
                    self.raw_expr(e, None);
                }
                continue;
            };
            if integer {
                self.assign_operand(e, x.clone(), "range clause");
                // The bound has the variable's type, or its own.
                let own = self.u.info.types[range.x.id].ty;
                let ty = self.u.types.default_type(own);
                // What does not fit has been reported.
                if self.u.types.is_untyped(own) && self.implicit_type(&x, ty).is_ok() {
                    self.update_type(&range.x, ty, true);
                }
                let ty = self.u.info.types[e.id].ty;
                if self.is_valid(ty) && !self.u.types.is_integer(ty) && !self.is_blank(e) {
                    let message = format!("cannot use iteration variable of type {}", self.ty(ty));
                    self.error(e.start, message);
                }
            } else {
                self.assign_operand(e, Operand::new(Mode::Value, ty, e), "assignment");
            }
        }
    }

    fn is_blank(&self, e: &Expr) -> bool {
        e.as_ident().is_some_and(|id| id.name == self.u.words.blank)
    }

    // Select ---------------------------------------------------------------------------------------------

    fn select(&mut self, clauses: &[CommClause]) {
        let mut default: Option<Pos> = None;
        for clause in clauses {
            self.open_scope();
            match &clause.comm {
                None => {
                    if let Some(first) = default {
                        let at = self.at(first);
                        self.error(clause.pos, format!("multiple defaults (first at {at})"));
                    }
                    default.get_or_insert(clause.pos);
                }
                Some(comm) => {
                    if !is_communication(comm) {
                        let at = stmt_start(comm);
                        self.error(at, "select case must be send or receive (possibly with assignment)");
                    } else {
                        self.stmt(comm);
                    }
                }
            }
            self.stmts(&clause.body);
            self.close_scope();
        }
    }
}

fn is_communication(stmt: &Stmt) -> bool {
    let receive = |e: &Expr| matches!(e.unparen().kind, ExprKind::Unary { op: UnaryOp::Recv, .. });
    match &stmt.kind {
        StmtKind::Send { .. } => true,
        StmtKind::Expr(e) => receive(e),
        StmtKind::Assign { rhs, .. } | StmtKind::Define { rhs, .. } => rhs.len() == 1 && receive(&rhs[0]),
        _ => false,
    }
}

/// Where a simple statement begins.
fn stmt_start(stmt: &Stmt) -> Pos {
    match &stmt.kind {
        StmtKind::Expr(e) => e.pos,
        StmtKind::IncDec { x: e, .. } | StmtKind::OpAssign { lhs: e, .. } => e.start,
        StmtKind::Assign { lhs, .. } | StmtKind::Define { lhs, .. } => {
            lhs.first().map_or(stmt.pos, |e| e.start)
        }
        _ => stmt.pos,
    }
}
