//! Messages whose arguments are literal blocks and which are executed in place: `ifTrue:`, `whileTrue:`,
//! `to:do:`, …
//!
//! A block that is executed in place is no closure: its variables are those of the code around, which they
//! leave as they are entered anew, and its `^` is a plain return there.

use super::code::{Body, Control, ControlKind, ResolvedKind, VarId};
use super::{Resolved, Resolver, Rules};
use crate::ast::{self, Block, ExprKind, Literal};

/// The literal block that an expression is, if it has so many parameters.
fn block(expr: &ast::Expr, parameters: usize) -> Option<&Block> {
    match &expr.kind {
        ExprKind::Block(block) if block.parameters.len() == parameters => Some(block),
        _ => None,
    }
}

/// A number that is a literal, and not zero: the step of a loop.
fn step(expr: &ast::Expr) -> Option<Literal> {
    let ExprKind::Literal(literal) = &expr.kind else { return None };
    let usable = match literal {
        Literal::Integer(value) => *value != Default::default(),
        Literal::Float(value) => value.value != 0.0,
        _ => false,
    };
    usable.then(|| literal.clone())
}

impl Resolver<'_> {
    /// The control structure that a message is; `None` if it is an ordinary one.
    pub(super) fn inlined(
        &mut self,
        receiver: &ast::Expr,
        message: &ast::Message,
    ) -> Option<Resolved<ResolvedKind>> {
        if matches!(&receiver.kind, ExprKind::Name(p) if p.single().is_some_and(|n| self.text(n) == "super"))
        {
            return None;
        }
        let selector = self.text(message.selector).to_owned();
        let kind = self.control(receiver, &selector, &message.arguments)?;
        Some(kind.map(|kind| {
            ResolvedKind::Control(Box::new(Control { selector: message.selector, pos: message.pos, kind }))
        }))
    }

    fn control(
        &mut self,
        receiver: &ast::Expr,
        selector: &str,
        arguments: &[ast::Expr],
    ) -> Option<Resolved<ControlKind>> {
        match (selector, arguments) {
            ("ifTrue:", [a]) => Some(self.conditional(receiver, Some(block(a, 0)?), None)),
            ("ifFalse:", [a]) => Some(self.conditional(receiver, None, Some(block(a, 0)?))),
            ("ifTrue:ifFalse:", [a, b]) => {
                Some(self.conditional(receiver, Some(block(a, 0)?), Some(block(b, 0)?)))
            }
            ("ifFalse:ifTrue:", [a, b]) => {
                Some(self.conditional(receiver, Some(block(b, 0)?), Some(block(a, 0)?)))
            }
            ("and:" | "&&", [a]) => Some(self.both(receiver, block(a, 0)?, false)),
            ("or:" | "||", [a]) => Some(self.both(receiver, block(a, 0)?, true)),
            ("ifNil:", [a]) => Some(self.nil_test(receiver, Some(block(a, 0)?), None)),
            ("ifNotNil:", [a]) => Some(self.nil_test(receiver, None, Some(present(a)?))),
            ("ifNil:ifNotNil:", [a, b]) => {
                Some(self.nil_test(receiver, Some(block(a, 0)?), Some(present(b)?)))
            }
            ("ifNotNil:ifNil:", [a, b]) => {
                Some(self.nil_test(receiver, Some(block(b, 0)?), Some(present(a)?)))
            }
            ("whileTrue:" | "whileFalse:", [a]) => {
                let (condition, body) = (block(receiver, 0)?, block(a, 0)?);
                Some(self.while_loop(condition, Some(body), selector == "whileFalse:"))
            }
            ("whileTrue" | "whileFalse", []) => {
                Some(self.while_loop(block(receiver, 0)?, None, selector == "whileFalse"))
            }
            ("repeat", []) => {
                let body = block(receiver, 0)?;
                Some(self.in_loop(|r| r.in_place(body)).map(ControlKind::Repeat))
            }
            ("to:do:", [to, a]) => {
                Some(self.counting(receiver, to, Literal::Integer(1.into()), block(a, 1)?))
            }
            ("downTo:do:", [to, a]) if self.rules == Rules::Som => {
                Some(self.counting(receiver, to, Literal::Integer((-1).into()), block(a, 1)?))
            }
            ("to:by:do:", [to, by, a]) => Some(self.counting(receiver, to, step(by)?, block(a, 1)?)),
            ("timesRepeat:", [a]) => {
                let body = block(a, 0)?;
                Some(self.expr(receiver).and_then(|count| {
                    let body = self.in_loop(|r| r.in_place(body))?;
                    Ok(ControlKind::Times { count, body })
                }))
            }
            _ => None,
        }
    }

    /// The statements of a block that is executed in place.
    fn in_place(&mut self, block: &Block) -> Resolved<Body> {
        self.scopes.begin_scope();
        let body = self.body(&block.body);
        self.scopes.end_scope();
        body
    }

    fn in_loop<T>(&mut self, contents: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.begin_loop();
        let result = contents(self);
        self.scopes.end_loop();
        result
    }

    fn optional(&mut self, block: Option<&Block>) -> Resolved<Option<Body>> {
        block.map(|block| self.in_place(block)).transpose()
    }

    fn conditional(
        &mut self,
        receiver: &ast::Expr,
        then: Option<&Block>,
        otherwise: Option<&Block>,
    ) -> Resolved<ControlKind> {
        let condition = self.expr(receiver)?;
        let (then, otherwise) = (self.optional(then), self.optional(otherwise));
        Ok(ControlKind::If { condition, then: then?, otherwise: otherwise? })
    }

    fn both(&mut self, left: &ast::Expr, right: &Block, stops_at: bool) -> Resolved<ControlKind> {
        Ok(ControlKind::Both { left: self.expr(left)?, right: self.in_place(right)?, stops_at })
    }

    fn nil_test(
        &mut self,
        receiver: &ast::Expr,
        absent: Option<&Block>,
        present: Option<&Block>,
    ) -> Resolved<ControlKind> {
        let receiver = self.expr(receiver)?;
        let absent = self.optional(absent);
        let present = present.map(|block| self.with_parameter(block)).transpose();
        Ok(ControlKind::IfNil { receiver, absent: absent?, present: present? })
    }

    /// A block of at most one parameter that is executed in place.
    fn with_parameter(&mut self, block: &Block) -> Resolved<(Option<VarId>, Body)> {
        self.scopes.begin_scope();
        let vars = self.declare(&block.parameters, true);
        let result = vars.and_then(|vars| Ok((vars.first().copied(), self.body(&block.body)?)));
        self.scopes.end_scope();
        result
    }

    fn while_loop(&mut self, condition: &Block, body: Option<&Block>, until: bool) -> Resolved<ControlKind> {
        self.in_loop(|r| {
            let condition = r.in_place(condition);
            let body = r.optional(body);
            Ok(ControlKind::While { condition: condition?, body: body?, until })
        })
    }

    fn counting(
        &mut self,
        from: &ast::Expr,
        to: &ast::Expr,
        step: Literal,
        body: &Block,
    ) -> Resolved<ControlKind> {
        let (from, to) = (self.expr(from)?, self.expr(to)?);
        let (var, body) = self.in_loop(|r| r.with_parameter(body))?;
        match var {
            Some(var) => Ok(ControlKind::ToDo { from, to, step, var, body }),
            None => Err(super::Failed),
        }
    }
}

/// The block for a receiver that is not nil, with its parameter or without.
fn present(expr: &ast::Expr) -> Option<&Block> {
    block(expr, 1).or_else(|| block(expr, 0))
}
