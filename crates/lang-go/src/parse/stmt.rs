//! Statements, their headers and clauses.

use super::{Parser, branches};
use crate::ast::{
    Block, Branch, BranchKind, CaseClause, CommClause, Expr, ExprKind, Ident, Range, Stmt, StmtKind,
    TypeSwitch, print,
};
use crate::lex::{Op, Semi, Tok};
use purlin_base::Pos;

/// A simple statement, or what only a header can hold.
enum Simple {
    Stmt(Stmt),
    /// `lhs := range x`
    Range {
        pos: Pos,
        lhs: Vec<Expr>,
        define: bool,
        x: Expr,
    },
    /// `bind := x.(type)`; `x` is the whole guard.
    Guard {
        bind: Ident,
        x: Expr,
    },
}

/// What decides in a header.
enum Condition {
    None,
    Expr(Expr),
    Range { pos: Pos, lhs: Vec<Expr>, define: bool, x: Expr },
    Guard { bind: Option<Ident>, pos: Pos, x: Expr },
}

/// What stands between a keyword and `{`.
struct Header {
    pos: Pos,
    init: Option<Box<Stmt>>,
    condition: Condition,
    post: Option<Box<Stmt>>,
}

impl Parser<'_> {
    fn stmt_node(&mut self, pos: Pos, kind: StmtKind) -> Stmt {
        Stmt { id: self.ids.stmt(), pos, kind }
    }

    fn expr_stmt(&mut self, x: Expr) -> Stmt {
        self.stmt_node(x.pos, StmtKind::Expr(x))
    }

    /// A function's body, its branches resolved.
    pub(super) fn func_body(&mut self) -> Block {
        // Errors in a body make its labels unreliable.
        let errors_before = self.errors;
        self.functions += 1;
        let mut body = self.block("");
        self.functions -= 1;
        if self.errors == errors_before {
            let errors = branches::resolve(&mut body, self.sources, self.names, self.blank);
            for (pos, message) in errors {
                self.report(pos, message);
            }
        }
        body
    }

    /// A block; `after` says what it follows, empty if the current token is `{` for certain.
    fn block(&mut self, after: &str) -> Block {
        let pos = self.pos();
        let id = self.ids.stmt();
        if !self.got(Tok::Lbrace) {
            self.syntax_error(&format!("expected {{ after {after}"));
            self.skip_to(&[Tok::Name, Tok::Rbrace]);
            let rbrace = self.pos();
            if self.got(Tok::Rbrace) {
                return Block { id, pos, stmts: Vec::new(), rbrace };
            }
        }
        let stmts = self.stmt_list();
        let rbrace = self.pos();
        self.want(Tok::Rbrace);
        Block { id, pos, stmts, rbrace }
    }

    fn stmt_list(&mut self) -> Vec<Stmt> {
        let from = self.stmts.len();
        while !self.at_any(&[Tok::Eof, Tok::Rbrace, Tok::Case, Tok::Default]) {
            let Some(stmt) = self.stmt_or_none() else { break };
            if !matches!(stmt.kind, StmtKind::Empty) {
                self.stmts.push(stmt);
            }
            if !self.got(Tok::Semi) && !self.at(Tok::Rbrace) {
                self.syntax_error("at end of statement");
                self.skip_to(&[Tok::Semi, Tok::Rbrace, Tok::Case, Tok::Default]);
                self.got(Tok::Semi);
            }
        }
        self.stmts.drain(from..).collect()
    }

    fn stmt_or_none(&mut self) -> Option<Stmt> {
        self.nested(Self::stmt_here, |_| None)
    }

    fn stmt_here(&mut self) -> Option<Stmt> {
        let pos = self.pos();
        if !self.at_any(&[Tok::Var, Tok::Const, Tok::Type]) {
            self.drop_directives();
        }
        let kind = match self.lex.tok {
            Tok::Name => {
                let mut list = self.expr_list();
                if self.at(Tok::Colon)
                    && let [Expr { kind: ExprKind::Ident(label), .. }] = list.as_mut_slice()
                {
                    let label = label.clone();
                    return self.labeled(label);
                }
                return Some(self.plain(Some(list)));
            }
            Tok::Var | Tok::Const | Tok::Type => StmtKind::Decl(self.declaration()),
            Tok::Lbrace => {
                let block = self.block("");
                return Some(Stmt { id: block.id, pos, kind: StmtKind::Block(block) });
            }
            Tok::Operator if matches!(self.lex.op, Op::Tilde) => return None,
            Tok::Operator if matches!(self.lex.op, Op::Binary(op) if !is_unary(op)) => return None,
            Tok::Operator | Tok::Star | Tok::Arrow => return Some(self.plain(None)),
            Tok::Literal | Tok::Func | Tok::Lparen => return Some(self.plain(None)),
            Tok::Lbrack | Tok::Struct | Tok::Map | Tok::Chan | Tok::Interface => {
                return Some(self.plain(None));
            }
            Tok::For => return Some(self.for_stmt()),
            Tok::Switch => return Some(self.switch_stmt()),
            Tok::Select => self.select_stmt(),
            Tok::If => return Some(self.if_stmt()),
            Tok::Fallthrough | Tok::Break | Tok::Continue | Tok::Goto => self.branch(),
            Tok::Go | Tok::Defer => self.call_stmt(),
            Tok::Return => {
                self.next();
                let ends = self.at(Tok::Semi) || self.at(Tok::Rbrace);
                StmtKind::Return(if ends { Vec::new() } else { self.expr_list() })
            }
            Tok::Semi => StmtKind::Empty,
            _ => return None,
        };
        Some(self.stmt_node(pos, kind))
    }

    fn branch(&mut self) -> StmtKind {
        let keyword = self.lex.tok;
        self.next();
        let (kind, label) = match keyword {
            Tok::Fallthrough => (BranchKind::Fallthrough, None),
            Tok::Goto => (BranchKind::Goto, Some(self.ident())),
            Tok::Break => (BranchKind::Break, self.at(Tok::Name).then(|| self.ident())),
            _ => (BranchKind::Continue, self.at(Tok::Name).then(|| self.ident())),
        };
        StmtKind::Branch(Branch { kind, label, target: None })
    }

    fn call_stmt(&mut self) -> StmtKind {
        let keyword = self.lex.tok;
        self.next();
        let mut x = self.nested(|p| p.primary_expr(None), |p| p.bad_expr());
        if matches!(x.kind, ExprKind::Paren(_)) {
            let message = format!("expression in {} must not be parenthesized", keyword.text());
            self.error_at(x.pos, message);
            x = super::expr::unparen(x);
        }
        if keyword == Tok::Go { StmtKind::Go(x) } else { StmtKind::Defer(x) }
    }

    /// A labelled statement from its colon on.
    fn labeled(&mut self, label: Ident) -> Option<Stmt> {
        let pos = self.pos();
        self.want(Tok::Colon);
        let stmt = if self.at(Tok::Rbrace) {
            let here = self.pos();
            Some(self.stmt_node(here, StmtKind::Empty))
        } else {
            self.stmt_or_none()
        };
        let Some(stmt) = stmt else {
            self.syntax_error_at(pos, "missing statement after label");
            return None;
        };
        Some(self.stmt_node(pos, StmtKind::Labeled { label, stmt: Box::new(stmt) }))
    }
}

/// Whether an operator can stand before an operand and so begin a statement.
fn is_unary(op: crate::ast::BinaryOp) -> bool {
    use crate::ast::BinaryOp::*;
    matches!(op, Add | Sub | Mul | And | Xor)
}

// Simple statements -------------------------------------------------------------------------------------

impl Parser<'_> {
    /// A simple statement outside of headers.
    fn plain(&mut self, lhs: Option<Vec<Expr>>) -> Stmt {
        let simple = self.simple(lhs, None);
        self.simple_to_stmt(simple)
    }

    fn simple_to_stmt(&mut self, simple: Simple) -> Stmt {
        match simple {
            Simple::Stmt(stmt) => stmt,
            // Only reached where a guard or range must not stand, which is reported elsewhere.
            Simple::Guard { x, .. } | Simple::Range { x, .. } => self.expr_stmt(x),
        }
    }

    /// A simple statement; its left side may have been read. `keyword` says whose header it stands in.
    fn simple(&mut self, lhs: Option<Vec<Expr>>, keyword: Option<Tok>) -> Simple {
        if keyword == Some(Tok::For) && self.at(Tok::Range) {
            return self.range(Vec::new(), false);
        }
        let mut lhs = lhs.unwrap_or_else(|| self.expr_list());
        let pos = self.pos();
        if self.at(Tok::Assign) || self.at(Tok::Define) {
            return self.assignment(lhs, keyword);
        }
        let Some(x) = lhs.pop() else { return Simple::Stmt(self.stmt_node(pos, StmtKind::Empty)) };
        if !lhs.is_empty() {
            self.syntax_error("expected := or = or comma");
            self.skip_to(&[Tok::Semi, Tok::Rbrace]);
            return Simple::Stmt(self.expr_stmt(lhs.swap_remove(0)));
        }
        let kind = match (self.lex.tok, self.lex.op) {
            (Tok::AssignOp, Op::Binary(op)) => {
                self.next();
                StmtKind::OpAssign { op, lhs: x, rhs: self.expr() }
            }
            (Tok::IncOp, op) => {
                self.next();
                StmtKind::IncDec { x, inc: op == Op::Binary(crate::ast::BinaryOp::Add) }
            }
            (Tok::Arrow, _) => {
                self.next();
                StmtKind::Send { chan: x, value: self.expr() }
            }
            _ => return Simple::Stmt(self.expr_stmt(x)),
        };
        Simple::Stmt(self.stmt_node(pos, kind))
    }

    fn assignment(&mut self, mut lhs: Vec<Expr>, keyword: Option<Tok>) -> Simple {
        let (pos, define) = (self.pos(), self.at(Tok::Define));
        self.next();
        if keyword == Some(Tok::For) && self.at(Tok::Range) {
            return self.range(lhs, define);
        }
        let mut rhs = self.expr_list();
        if keyword == Some(Tok::Switch)
            && define
            && let ([Expr { kind: ExprKind::Ident(bind), .. }], [Expr { kind: ExprKind::TypeGuard(_), .. }]) =
                (lhs.as_mut_slice(), rhs.as_slice())
        {
            let bind = bind.clone();
            return Simple::Guard { bind, x: rhs.swap_remove(0) };
        }
        let kind = if define { StmtKind::Define { lhs, rhs } } else { StmtKind::Assign { lhs, rhs } };
        Simple::Stmt(self.stmt_node(pos, kind))
    }

    fn range(&mut self, lhs: Vec<Expr>, define: bool) -> Simple {
        let pos = self.pos();
        self.next();
        Simple::Range { pos, lhs, define, x: self.expr() }
    }
}

// Statements with headers -------------------------------------------------------------------------------

impl Parser<'_> {
    /// From the keyword up to `{`.
    fn header(&mut self, keyword: Tok) -> Header {
        let pos = self.pos();
        self.next();
        let mut header = Header { pos, init: None, condition: Condition::None, post: None };
        if self.at(Tok::Lbrace) {
            if keyword == Tok::If {
                self.syntax_error("missing condition in if statement");
                header.condition = Condition::Expr(self.bad_expr());
            }
            return header;
        }
        let outer = std::mem::replace(&mut self.braces, -1);
        self.header_parts(keyword, &mut header);
        self.braces = outer;
        header
    }

    fn header_parts(&mut self, keyword: Tok, header: &mut Header) {
        let mut init = None;
        if !self.at(Tok::Semi) {
            if self.got(Tok::Var) {
                let message = format!("var declaration not allowed in {} initializer", keyword.text());
                self.syntax_error(&message);
            }
            match self.simple(None, Some(keyword)) {
                Simple::Range { pos, lhs, define, x } => {
                    header.condition = Condition::Range { pos, lhs, define, x };
                    return;
                }
                simple => init = Some(simple),
            }
        }
        if self.at(Tok::Lbrace) {
            self.condition(keyword, init, None, header);
            return;
        }
        header.init = init.map(|simple| Box::new(self.simple_to_stmt(simple)));
        let mut semi = None;
        if self.at(Tok::Semi) {
            semi = Some((self.pos(), self.lex.semi));
            self.next();
        } else {
            // Asking for `{` says better what is wrong than asking for `;`.
            self.want(Tok::Lbrace);
            if !self.at(Tok::Lbrace) {
                self.skip_to(&[Tok::Lbrace, Tok::Rbrace]);
            }
        }
        let mut condition = None;
        if keyword == Tok::For {
            if self.at(Tok::Lbrace) {
                self.syntax_error("expected for loop condition");
                return;
            }
            if !self.at(Tok::Semi) {
                condition = Some(self.simple(None, None));
            }
            self.want(Tok::Semi);
            if !self.at(Tok::Lbrace) {
                let post = self.plain(None);
                if let StmtKind::Define { .. } = post.kind {
                    self.syntax_error_at(post.pos, "cannot declare in post statement of for loop");
                }
                header.post = Some(Box::new(post));
            }
        } else if !self.at(Tok::Lbrace) {
            condition = Some(self.simple(None, Some(keyword)));
        }
        self.condition(keyword, condition, semi, header);
    }

    /// Takes a simple statement for the condition; `semi` is the semicolon before it.
    fn condition(
        &mut self,
        keyword: Tok,
        simple: Option<Simple>,
        semi: Option<(Pos, Semi)>,
        header: &mut Header,
    ) {
        let stmt = match simple {
            None => {
                if let (Tok::If, Some((pos, semi))) = (keyword, semi) {
                    let message = match semi {
                        Semi::Written => "missing condition in if statement".into(),
                        _ => format!("unexpected {}, expected {{ after if clause", semi.text()),
                    };
                    self.syntax_error_at(pos, &message);
                    header.condition = Condition::Expr(self.bad_expr_at(pos));
                }
                return;
            }
            Some(Simple::Guard { bind, x }) => {
                header.condition = self.guard(Some(bind), x);
                return;
            }
            Some(simple) => self.simple_to_stmt(simple),
        };
        match stmt.kind {
            StmtKind::Expr(x) if keyword == Tok::Switch => header.condition = self.guard(None, x),
            StmtKind::Expr(x) => header.condition = Condition::Expr(x),
            _ => {
                // Mostly `=` where `==` was meant.
                let text = print::stmt(&stmt, self.names);
                let what = if matches!(stmt.kind, StmtKind::Assign { .. }) { "assignment " } else { "" };
                self.syntax_error_at(stmt.pos, &format!("cannot use {what}{text} as value"));
                // Nothing more is to be said of `x := y.(type)` where it cannot be.
                self.guards.retain(|(_, pos)| *pos < header.pos);
            }
        }
    }

    /// The tag of a switch: a type switch if it is `x.(type)`.
    fn guard(&mut self, bind: Option<Ident>, x: Expr) -> Condition {
        match x.kind {
            ExprKind::TypeGuard(inner) => {
                // It is the last, or near it: the search is short.
                if let Some(i) = self.guards.iter().rposition(|(id, _)| *id == x.id) {
                    self.guards.remove(i);
                }
                Condition::Guard { bind, pos: x.pos, x: *inner }
            }
            _ => Condition::Expr(x),
        }
    }

    fn if_stmt(&mut self) -> Stmt {
        let pos = self.pos();
        let header = self.header(Tok::If);
        let cond = match header.condition {
            Condition::Expr(x) => x,
            _ => self.bad_expr_at(pos),
        };
        let then = self.block("if clause");
        let mut els = None;
        if self.got(Tok::Else) {
            let here = self.pos();
            match self.lex.tok {
                Tok::If => els = self.nested(|p| Some(Box::new(p.if_stmt())), |_| None),
                Tok::Lbrace => {
                    let block = self.block("");
                    els = Some(Box::new(Stmt { id: block.id, pos: here, kind: StmtKind::Block(block) }));
                }
                _ => {
                    self.syntax_error("else must be followed by if or statement block");
                    self.skip_to(&[Tok::Name, Tok::Rbrace]);
                }
            }
        }
        self.stmt_node(pos, StmtKind::If { init: header.init, cond, then, els })
    }

    fn for_stmt(&mut self) -> Stmt {
        let pos = self.pos();
        let header = self.header(Tok::For);
        let body = self.block("for clause");
        let kind = match header.condition {
            Condition::Range { pos, lhs, define, x } => {
                let func = self.ids.func();
                StmtKind::Range(Box::new(Range { pos, func, lhs, define, x, body }))
            }
            Condition::Expr(x) => StmtKind::For { init: header.init, cond: Some(x), post: header.post, body },
            Condition::None | Condition::Guard { .. } => {
                StmtKind::For { init: header.init, cond: None, post: header.post, body }
            }
        };
        self.stmt_node(pos, kind)
    }

    fn switch_stmt(&mut self) -> Stmt {
        let pos = self.pos();
        let Header { init, condition, .. } = self.header(Tok::Switch);
        let (clauses, rbrace) = self.clauses("switch", Self::case_clause);
        let kind = match condition {
            Condition::Guard { bind, pos, x } => {
                StmtKind::TypeSwitch(Box::new(TypeSwitch { init, bind, x, guard_pos: pos, clauses, rbrace }))
            }
            Condition::Expr(x) => StmtKind::Switch { init, tag: Some(x), clauses, rbrace },
            Condition::None | Condition::Range { .. } => {
                StmtKind::Switch { init, tag: None, clauses, rbrace }
            }
        };
        self.stmt_node(pos, kind)
    }

    fn select_stmt(&mut self) -> StmtKind {
        self.next();
        let (clauses, rbrace) = self.clauses("select", Self::comm_clause);
        StmtKind::Select { clauses, rbrace }
    }

    fn clauses<T>(&mut self, keyword: &str, clause: fn(&mut Self) -> T) -> (Vec<T>, Pos) {
        if !self.got(Tok::Lbrace) {
            self.syntax_error(&format!("missing {{ after {keyword} clause"));
            self.skip_to(&[Tok::Case, Tok::Default, Tok::Rbrace]);
        }
        let mut clauses = Vec::new();
        while !self.at(Tok::Eof) && !self.at(Tok::Rbrace) {
            clauses.push(clause(self));
        }
        let rbrace = self.pos();
        self.want(Tok::Rbrace);
        (clauses, rbrace)
    }

    /// `case` and what `what` reads after it, or `default`; up to and with the colon, whose position it
    /// returns.
    fn clause_head<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> (Option<T>, Pos) {
        let mut head = None;
        if self.got(Tok::Case) {
            head = Some(what(self));
        } else if !self.got(Tok::Default) {
            self.syntax_error("expected case or default or }");
            self.skip_to(&[Tok::Colon, Tok::Case, Tok::Default, Tok::Rbrace]);
        }
        let colon = self.pos();
        self.want(Tok::Colon);
        (head, colon)
    }

    fn case_clause(&mut self) -> CaseClause {
        let (id, pos) = (self.ids.clause(), self.pos());
        let (cases, colon) = self.clause_head(Self::expr_list);
        CaseClause { id, pos, cases, colon, body: self.stmt_list() }
    }

    fn comm_clause(&mut self) -> CommClause {
        let (id, pos) = (self.ids.clause(), self.pos());
        let (comm, colon) = self.clause_head(|p| Box::new(p.plain(None)));
        CommClause { id, pos, comm, colon, body: self.stmt_list() }
    }
}
