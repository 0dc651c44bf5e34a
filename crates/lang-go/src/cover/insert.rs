//! Inserts a statement that counts at the beginning of each block of a function.
//!
//! A list of statements is cut after each that may go elsewhere: branches, statements with blocks in them,
//! calls of `panic`, and those with function literals, whose bodies are blocks themselves. A label begins a
//! block, since a `goto` may lead there. `else` has blocks of its own: that of `else if` is made for it.

use std::collections::VecDeque;

use purlin_base::{Interner, Name, Pos};
use purlin_runtime::tests_host::{CoverMode, Hint};

use super::tokens::Tokens;
use super::{Span, counters, counting, literals};
use crate::ast::{
    Block, CaseClause, Decl, Expr, ExprKind, Extent, FuncLit, Ident, Ids, LitKind, Literal, Stmt, StmtKind,
    VarSpec,
};

/// Inserts counters in the functions of one file.
pub(crate) struct FileCover {
    pub(super) mode: CoverMode,
    /// Position of the file's first byte.
    pub(super) base: Pos,
    tokens: Tokens,
    /// The name of the counters.
    pub(super) counters: Name,
    /// The name of the function that counts conditions.
    pub(super) hit: Name,
    pub(super) has_conditions: bool,
    /// The name `panic`.
    panic: Name,
    pub blocks: Vec<Span>,
    /// Literals, where inputs are guided.
    pub hints: Vec<Hint>,
}

/// A list of statements in the text.
#[derive(Clone, Copy)]
struct BlockBounds {
    /// Where its first block begins, and where it would begin if there were no statement in it.
    start: Pos,
    empty_start: Pos,
    /// Where its last block ends.
    end: Pos,
    /// Before what its last statement ends.
    limit: Pos,
    /// Whether a list that is one block ends where the braces do.
    to_brace: bool,
}

impl FileCover {
    /// For the file whose counters have this number.
    pub(crate) fn new(
        mode: CoverMode,
        number: usize,
        base: Pos,
        text: &str,
        names: &mut Interner,
    ) -> FileCover {
        FileCover {
            mode,
            base,
            tokens: Tokens::of(text),
            counters: names.intern(&counters(number)),
            hit: names.intern(&counting(number)),
            has_conditions: false,
            panic: names.intern("panic"),
            blocks: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Inserts counters in the body of a declared function.
    pub(crate) fn body(&mut self, body: &mut Block, names: &mut Interner, ids: &mut Ids) {
        Inserter { cover: self, names, ids }.block(body, None);
    }

    /// Inserts counters in the function literals of a declaration outside functions.
    pub(crate) fn decl(&mut self, decl: &mut Decl, names: &mut Interner, ids: &mut Ids) {
        Inserter { cover: self, names, ids }.decl(decl);
    }

    /// The declarations of the counters and of the function that counts conditions, as far as there is
    /// something to count.
    pub(crate) fn declarations(
        &self,
        names: &mut Interner,
        ids: &mut Ids,
    ) -> impl Iterator<Item = Decl> + use<> {
        let counters = self.declaration(names, ids);
        counters.into_iter().chain(self.counting_function(names, ids))
    }

    fn declaration(&self, names: &mut Interner, ids: &mut Ids) -> Option<Decl> {
        if self.blocks.is_empty() {
            return None;
        }
        let (pos, uint32) = (self.base, names.intern("uint32"));
        let ident = |name, ids: &mut Ids| Ident { id: ids.ident(), pos, name };
        let length = self.blocks.len();
        let len = Some(Box::new(number(length, pos, names, ids)));
        let elem = expr(ExprKind::Ident(ident(uint32, ids)), pos, ids);
        let ty = Some(expr(ExprKind::ArrayType { len, elem: Box::new(elem) }, pos, ids));
        let names = vec![ident(self.counters, ids)];
        Some(Decl::Var(vec![VarSpec { pos, names, ty, values: Vec::new() }]))
    }

    fn pos(&self, offset: u32) -> Pos {
        self.base.offset(offset)
    }

    fn offset(&self, pos: Pos) -> u32 {
        pos.0.saturating_sub(self.base.0)
    }
}

/// An expression that needs no measure, as nothing nests in it that the parser would count.
pub(super) fn expr(kind: ExprKind, pos: Pos, ids: &mut Ids) -> Expr {
    Expr { id: ids.expr(), pos, start: pos, extent: Extent::default(), kind }
}

/// A number as a literal.
pub(super) fn number(n: usize, pos: Pos, names: &mut Interner, ids: &mut Ids) -> Expr {
    let text = names.intern(&n.to_string());
    expr(ExprKind::Literal(Literal { pos, kind: LitKind::Int, text }), pos, ids)
}

/// Where a statement begins: its own position may be that of an operator.
fn beginning(stmt: &Stmt) -> Pos {
    match &stmt.kind {
        StmtKind::Expr(x) | StmtKind::IncDec { x, .. } => x.start,
        StmtKind::Send { chan: x, .. } | StmtKind::OpAssign { lhs: x, .. } => x.start,
        StmtKind::Assign { lhs, .. } | StmtKind::Define { lhs, .. } => {
            lhs.first().map_or(stmt.pos, |x| x.start)
        }
        StmtKind::Labeled { label, .. } => label.pos,
        StmtKind::Empty | StmtKind::Decl(_) | StmtKind::Go(_) | StmtKind::Defer(_) => stmt.pos,
        StmtKind::Return(_) | StmtKind::Branch(_) | StmtKind::Block(_) | StmtKind::If { .. } => stmt.pos,
        StmtKind::For { .. } | StmtKind::Range(_) | StmtKind::Switch { .. } => stmt.pos,
        StmtKind::TypeSwitch(_) | StmtKind::Select { .. } => stmt.pos,
    }
}

/// Whether a statement cannot be separated from a label before it.
fn keeps_label(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::For { .. } | StmtKind::Range(_) | StmtKind::Switch { .. } => true,
        StmtKind::TypeSwitch(_) | StmtKind::Select { .. } => true,
        StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Send { .. } | StmtKind::IncDec { .. } => false,
        StmtKind::Assign { .. } | StmtKind::OpAssign { .. } | StmtKind::Define { .. } => false,
        StmtKind::Decl(_) | StmtKind::Go(_) | StmtKind::Defer(_) | StmtKind::Return(_) => false,
        StmtKind::Branch(_) | StmtKind::Labeled { .. } | StmtKind::Block(_) | StmtKind::If { .. } => false,
    }
}

/// The `{` of the first function literal among some.
fn first(found: &[Pos]) -> Option<Pos> {
    found.iter().copied().min()
}

fn literals_in<'t>(exprs: impl IntoIterator<Item = &'t mut Expr>) -> Vec<Pos> {
    let mut found = Vec::new();
    exprs.into_iter().for_each(|x| literals::in_expr(x, &mut |f: &mut FuncLit| found.push(f.body.pos)));
    found
}

fn literals_of(stmt: &mut Stmt) -> Vec<Pos> {
    let mut found = Vec::new();
    literals::in_simple(stmt, &mut |f: &mut FuncLit| found.push(f.body.pos));
    found
}

struct Inserter<'a> {
    cover: &'a mut FileCover,
    names: &'a mut Interner,
    ids: &'a mut Ids,
}

impl Inserter<'_> {
    fn stmt_node(&mut self, pos: Pos, kind: StmtKind) -> Stmt {
        Stmt { id: self.ids.stmt(), pos, kind }
    }

    /// A statement that counts a block.
    fn counter(&mut self, from: Pos, to: Pos, statements: usize) -> Stmt {
        let index = self.cover.blocks.len();
        self.cover.blocks.push(Span { from, to, statements: statements.min(0xffff) as u32 });
        let (ids, name) = (&mut *self.ids, self.cover.counters);
        let ident = ExprKind::Ident(Ident { id: ids.ident(), pos: from, name });
        let counters = Box::new(expr(ident, from, ids));
        let indices = vec![number(index, from, self.names, ids)];
        let x = expr(ExprKind::Index { x: counters, indices }, from, ids);
        let kind = match self.cover.mode {
            CoverMode::Set => {
                let one = number(1, from, self.names, ids);
                StmtKind::Assign { lhs: vec![x], rhs: vec![one] }
            }
            // No goroutine runs between reading and writing: there is no poll.
            CoverMode::Count | CoverMode::Atomic | CoverMode::Guide => StmtKind::IncDec { x, inc: true },
        };
        self.stmt_node(from, kind)
    }

    /// A block; one after `else` begins there.
    fn block(&mut self, block: &mut Block, after_else: Option<Pos>) {
        let start = after_else.unwrap_or(block.pos);
        let place = BlockBounds {
            start,
            empty_start: start.offset(1),
            end: block.rbrace.offset(1),
            limit: block.rbrace,
            to_brace: true,
        };
        self.list(&mut block.stmts, place);
    }

    /// A list of statements, and what is in them.
    fn list(&mut self, stmts: &mut Vec<Stmt>, place: BlockBounds) {
        let mut rest: VecDeque<Stmt> = std::mem::take(stmts).into();
        if rest.is_empty() {
            let counter = self.counter(place.empty_start, place.end, 0);
            stmts.push(counter);
            return;
        }
        let (mut start, mut to_brace) = (place.start, place.to_brace);
        while !rest.is_empty() {
            let (length, mut end, is_cut) = self.first_block(&mut rest, place);
            to_brace &= !is_cut;
            if to_brace {
                end = place.end;
            }
            if start != end {
                let counter = self.counter(start, end, length);
                stmts.push(counter);
            }
            for mut stmt in rest.drain(..length) {
                self.stmt(&mut stmt, place.limit);
                stmts.push(stmt);
            }
            start = rest.front().map_or(start, beginning);
        }
    }

    /// How many statements are the first block, where it ends, and whether something cuts it off there.
    fn first_block(&mut self, rest: &mut VecDeque<Stmt>, place: BlockBounds) -> (usize, Pos, bool) {
        let mut end = place.end;
        for at in 0..rest.len() {
            let limit = rest.get(at + 1).map_or(place.limit, beginning);
            end = self.boundary(&mut rest[at], limit);
            if !self.ends_block(&mut rest[at]) {
                continue;
            }
            if let StmtKind::Labeled { label, stmt } = &mut rest[at].kind
                && !keeps_label(stmt)
            {
                // A goto leads to between the label and its statement, where the next block begins.
                end = label.pos;
                let pos = stmt.pos;
                let empty = Stmt { id: self.ids.stmt(), pos, kind: StmtKind::Empty };
                let labelled = std::mem::replace(&mut **stmt, empty);
                rest.insert(at + 1, labelled);
            }
            return (at + 1, end, true);
        }
        (rest.len(), end, false)
    }

    /// Where the block ends that a statement is the last of: at its own end, or where another block begins in
    /// it.
    fn boundary(&mut self, stmt: &mut Stmt, limit: Pos) -> Pos {
        match &mut stmt.kind {
            StmtKind::Block(block) => block.pos,
            StmtKind::If { init, cond, then, .. } => {
                let init = init.as_deref_mut().map(literals_of).unwrap_or_default();
                first(&init).or_else(|| first(&literals_in([cond]))).unwrap_or(then.pos)
            }
            StmtKind::For { init, cond, post, body } => {
                let init = init.as_deref_mut().map(literals_of).unwrap_or_default();
                let post = post.as_deref_mut().map(literals_of).unwrap_or_default();
                let cond = literals_in(cond);
                first(&init).or_else(|| first(&cond)).or_else(|| first(&post)).unwrap_or(body.pos)
            }
            StmtKind::Range(range) => first(&literals_in([&mut range.x])).unwrap_or(range.body.pos),
            StmtKind::Switch { init, tag, clauses, rbrace } => {
                let init = init.as_deref_mut().map(literals_of).unwrap_or_default();
                let brace = self.brace_before(clauses.first().map_or(*rbrace, |clause| clause.pos));
                first(&init).or_else(|| first(&literals_in(tag))).unwrap_or(brace)
            }
            StmtKind::TypeSwitch(switch) => {
                let init = switch.init.as_deref_mut().map(literals_of).unwrap_or_default();
                let clause = switch.clauses.first().map_or(switch.rbrace, |clause| clause.pos);
                first(&init).unwrap_or_else(|| self.brace_before(clause))
            }
            StmtKind::Select { clauses, rbrace } => {
                self.brace_before(clauses.first().map_or(*rbrace, |clause| clause.pos))
            }
            StmtKind::Labeled { stmt, .. } => self.boundary(stmt, limit),
            StmtKind::Empty => stmt.pos,
            StmtKind::Expr(_)
            | StmtKind::Send { .. }
            | StmtKind::IncDec { .. }
            | StmtKind::Assign { .. }
            | StmtKind::OpAssign { .. }
            | StmtKind::Define { .. }
            | StmtKind::Decl(_)
            | StmtKind::Go(_)
            | StmtKind::Defer(_)
            | StmtKind::Return(_)
            | StmtKind::Branch(_) => first(&literals_of(stmt))
                .unwrap_or_else(|| self.cover.pos(self.cover.tokens.end_before(self.cover.offset(limit)))),
        }
    }

    /// The `{` that is the last token before a position.
    fn brace_before(&self, pos: Pos) -> Pos {
        self.cover.pos(self.cover.tokens.start_before(self.cover.offset(pos)))
    }

    /// Whether what follows a statement need not run when it does.
    fn ends_block(&self, stmt: &mut Stmt) -> bool {
        match &mut stmt.kind {
            StmtKind::Block(_) | StmtKind::Branch(_) | StmtKind::For { .. } | StmtKind::If { .. } => true,
            StmtKind::Labeled { .. } | StmtKind::Range(_) | StmtKind::Switch { .. } => true,
            StmtKind::TypeSwitch(_) | StmtKind::Select { .. } => true,
            StmtKind::Expr(x) => {
                let is_panic = match &x.kind {
                    ExprKind::Call { func, args, .. } => {
                        func.as_ident().is_some_and(|f| f.name == self.cover.panic) && args.len() == 1
                    }
                    _ => false,
                };
                is_panic || !literals_in([x]).is_empty()
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
            | StmtKind::Return(_) => !literals_of(stmt).is_empty(),
        }
    }

    /// The blocks in a statement.
    fn stmt(&mut self, stmt: &mut Stmt, limit: Pos) {
        match &mut stmt.kind {
            StmtKind::Block(block) => self.block(block, None),
            StmtKind::Labeled { stmt, .. } => self.stmt(stmt, limit),
            StmtKind::If { init, cond, then, els } => {
                self.maybe(init, limit);
                self.exprs([cond]);
                self.block(then, None);
                if let Some(els) = els {
                    self.otherwise(then.rbrace, els, limit);
                }
            }
            StmtKind::For { init, cond, post, body } => {
                self.maybe(init, limit);
                self.exprs(cond);
                self.maybe(post, limit);
                self.block(body, None);
            }
            StmtKind::Range(range) => {
                self.exprs(range.lhs.iter_mut().chain([&mut range.x]));
                self.block(&mut range.body, None);
            }
            StmtKind::Switch { init, tag, clauses, rbrace } => {
                self.maybe(init, limit);
                self.exprs(tag);
                self.clauses(clauses, *rbrace);
            }
            StmtKind::TypeSwitch(switch) => {
                self.maybe(&mut switch.init, limit);
                self.exprs([&mut switch.x]);
                self.clauses(&mut switch.clauses, switch.rbrace);
            }
            StmtKind::Select { clauses, rbrace } => {
                let ends = ends(clauses.iter().map(|clause| clause.pos), *rbrace);
                for (clause, limit) in clauses.iter_mut().zip(ends) {
                    self.maybe(&mut clause.comm, limit);
                    self.clause(clause.colon, &mut clause.body, limit);
                }
            }
            StmtKind::Decl(decl) => self.decl(decl),
            StmtKind::Empty
            | StmtKind::Expr(_)
            | StmtKind::Send { .. }
            | StmtKind::IncDec { .. }
            | StmtKind::Assign { .. }
            | StmtKind::OpAssign { .. }
            | StmtKind::Define { .. }
            | StmtKind::Go(_)
            | StmtKind::Defer(_)
            | StmtKind::Return(_)
            | StmtKind::Branch(_) => {
                literals::in_simple(stmt, &mut |f| self.block(&mut f.body, None));
            }
        }
    }

    fn maybe(&mut self, stmt: &mut Option<Box<Stmt>>, limit: Pos) {
        stmt.iter_mut().for_each(|stmt| self.stmt(stmt, limit));
    }

    fn exprs<'t>(&mut self, exprs: impl IntoIterator<Item = &'t mut Expr>) {
        exprs.into_iter().for_each(|x| literals::in_expr(x, &mut |f| self.block(&mut f.body, None)));
    }

    fn decl(&mut self, decl: &mut Decl) {
        literals::in_decl(decl, &mut |f| self.block(&mut f.body, None));
    }

    /// The clauses of a switch.
    fn clauses(&mut self, clauses: &mut [CaseClause], rbrace: Pos) {
        let ends = ends(clauses.iter().map(|clause| clause.pos), rbrace);
        for (clause, limit) in clauses.iter_mut().zip(ends) {
            self.exprs(clause.cases.iter_mut().flatten());
            self.clause(clause.colon, &mut clause.body, limit);
        }
    }

    /// The body of a clause, which begins after the colon.
    fn clause(&mut self, colon: Pos, body: &mut Vec<Stmt>, limit: Pos) {
        let (start, cover) = (colon.offset(1), &*self.cover);
        let end = cover.pos(cover.tokens.end_before(cover.offset(limit))).max(start);
        self.list(body, BlockBounds { start, empty_start: start, end, limit, to_brace: false });
    }

    /// What stands after `else`: a block, or an `if` that becomes one.
    fn otherwise(&mut self, rbrace: Pos, els: &mut Stmt, limit: Pos) {
        let cover = &*self.cover;
        let start = cover.pos(cover.tokens.end_from(cover.offset(rbrace.offset(1))));
        if let StmtKind::Block(block) = &mut els.kind {
            return self.block(block, Some(start));
        }
        let end = cover.pos(cover.tokens.end_before(cover.offset(limit)));
        let pos = els.pos;
        let inner = std::mem::replace(els, Stmt { id: els.id, pos, kind: StmtKind::Empty });
        let id = self.ids.stmt();
        let mut block = Block { id, pos: start, stmts: vec![inner], rbrace: end };
        let place = BlockBounds { start, empty_start: start.offset(1), end, limit, to_brace: true };
        self.list(&mut block.stmts, place);
        *els = self.stmt_node(start, StmtKind::Block(block));
    }
}

/// Before what each clause ends: the next, or the `}` after the last.
fn ends(clauses: impl Iterator<Item = Pos>, rbrace: Pos) -> Vec<Pos> {
    clauses.skip(1).chain([rbrace]).collect()
}
