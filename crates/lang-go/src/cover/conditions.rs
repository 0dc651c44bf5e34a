//! What guides the inputs of fuzz tests besides blocks: how far the operands of `&&` and `||` come, and the
//! literals of the source, which inputs are compared with. Only programs of mode `Guide` have any of it.
//!
//! The parser hands over the right operand of each `&&` and `||` outside of constants. It becomes
//! `(hit(n) == 0 && operand)`, where `hit` is a function of the file that counts and returns 0. A comparison
//! is an untyped boolean, so the operand may have any boolean type.

use purlin_base::{Interner, Name, Pos};
use purlin_runtime::tests_host::{CoverMode, Hint};

use super::Span;
use super::insert::{FileCover, expr, number};
use crate::ast::{
    BinaryOp, Block, Decl, Expr, ExprKind, FuncBody, FuncDecl, FuncType, Ident, Ids, LitKind, Literal, Param,
    Stmt, StmtKind,
};
use crate::constant::{self, Const};

/// Literals of one file that are remembered, and the most bytes of one.
const MOST_HINTS: usize = 2000;
const LONGEST_HINT: usize = 64;

impl FileCover {
    /// What counts that an operand at a position is reached, as a condition that always holds; `None` unless
    /// inputs are guided.
    pub(crate) fn condition(&mut self, pos: Pos, names: &mut Interner, ids: &mut Ids) -> Option<Expr> {
        if self.mode != CoverMode::Guide {
            return None;
        }
        let index = self.blocks.len();
        self.blocks.push(Span { from: pos, to: pos, statements: 0 });
        self.has_conditions = true;
        let func = ident(self.hit, pos, ids);
        let args = vec![number(index, pos, names, ids)];
        let call = ExprKind::Call { func: Box::new(func), args, dots: false, rparen: pos };
        let call = Box::new(expr(call, pos, ids));
        let zero = Box::new(number(0, pos, names, ids));
        Some(expr(ExprKind::Binary { op: BinaryOp::Eq, x: call, y: zero }, pos, ids))
    }

    /// Remembers a literal, if inputs are guided.
    pub(crate) fn hint(&mut self, literal: &Literal, names: &Interner) {
        if self.mode != CoverMode::Guide || self.hints.len() >= MOST_HINTS {
            return;
        }
        let hint = match &literal.kind {
            LitKind::Int => match constant::int_literal(names.text(literal.text)) {
                Some(Const::Int(n)) => n.to_u64().map(Hint::Number),
                _ => None,
            },
            LitKind::Char(c) => Some(Hint::Number(u64::from(*c))),
            LitKind::String(bytes) if (1..=LONGEST_HINT).contains(&bytes.len()) => {
                Some(Hint::Bytes(bytes.to_vec()))
            }
            LitKind::String(_) | LitKind::Float | LitKind::Imag => None,
        };
        // What is 0 or 1 is tried anyway.
        let hint = hint.filter(|hint| !matches!(hint, Hint::Number(0 | 1)));
        self.hints.extend(hint);
    }

    /// The function that counts conditions, if there are some.
    pub(super) fn counting_function(&self, names: &mut Interner, ids: &mut Ids) -> Option<Decl> {
        if !self.has_conditions {
            return None;
        }
        let (pos, before) = (self.base, ids.clone());
        let (int, index) = (names.intern("int"), names.intern("n"));
        let func = ids.func();
        let param = |given: Option<Name>, ids: &mut Ids| Param {
            pos,
            names: given.into_iter().map(|name| Ident { id: ids.ident(), pos, name }).collect(),
            ty: ident(int, pos, ids),
            variadic: None,
        };
        let (params, results) = (vec![param(Some(index), ids)], vec![param(None, ids)]);
        let name = Ident { id: ids.ident(), pos, name: self.hit };
        let counters = Box::new(ident(self.counters, pos, ids));
        let indices = vec![ident(index, pos, ids)];
        let x = expr(ExprKind::Index { x: counters, indices }, pos, ids);
        let count = Stmt { id: ids.stmt(), pos, kind: StmtKind::IncDec { x, inc: true } };
        let zero = vec![number(0, pos, names, ids)];
        let answer = Stmt { id: ids.stmt(), pos, kind: StmtKind::Return(zero) };
        let body = Block { id: ids.stmt(), pos, stmts: vec![count, answer], rbrace: pos };
        let ty = FuncType { id: func, pos, params, results };
        let ids = (before, ids.clone());
        let body = Some(FuncBody::new(body));
        Some(Decl::Func(Box::new(FuncDecl { pos, recv: None, name, type_params: Vec::new(), ty, body, ids })))
    }
}

fn ident(name: Name, pos: Pos, ids: &mut Ids) -> Expr {
    let name = Ident { id: ids.ident(), pos, name };
    expr(ExprKind::Ident(name), pos, ids)
}
