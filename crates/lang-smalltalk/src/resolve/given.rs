//! Methods that a class gets without a text of theirs.
//!
//! Knows nothing of what makes the library ask for them.

use purlin_base::Pos;

use super::classes::ClassId;
use super::code::Step;
use super::{Resolver, Rules};
use crate::ast::{self, ExprKind};

impl Resolver<'_> {
    /// Lets `new` send `initialize`, where a program's class has such a method and neither it nor a
    /// superclass of the program's says itself what `new` does. One that it defines later takes the place of
    /// this one.
    pub(super) fn let_new_initialize(&mut self, class: ClassId, methods: &[ast::Method]) {
        let is_one = |m: &ast::Method| !m.meta && m.owner.is_none() && self.text(m.selector) == "initialize";
        if self.library.is_none()
            || self.rules == Rules::Som
            || !methods.iter().any(is_one)
            || self.is_sealed(class)
        {
            return;
        }
        if self.classes.chain(class).any(|id| self.with_new.contains(&id)) {
            return;
        }
        let pos = self.classes.all[class].pos;
        let new = ast::Expr { kind: self.sent_to("super", "new", pos), pos, depth: 2 };
        let messages = ["initialize", "yourself"].map(|selector| self.message_of(selector, pos));
        self.answering(class, true, "new", ExprKind::Cascade(Box::new(new), messages.into()), pos);
        // Subclasses inherit it, and it sends theirs.
        self.with_new.insert(class);
    }

    /// Adds a method that answers a value.
    pub(super) fn answering(
        &mut self,
        class: ClassId,
        meta: bool,
        selector: &str,
        value: ExprKind,
        pos: Pos,
    ) {
        let selector = self.names.intern(selector);
        let expr = ast::Expr { kind: value, pos, depth: 3 };
        let statements = vec![ast::Statement { expr, returns: true, pos }];
        let body = ast::Body { temporaries: vec![], statements };
        self.class = Some((class, meta));
        if let Ok(method) = self.code_of(selector, pos, &[], &body) {
            self.steps.push(Step::Method { class, meta, method });
        }
        self.class = None;
    }

    pub(super) fn named_expr(&mut self, name: &str, pos: Pos) -> ExprKind {
        ExprKind::Name(ast::Path { parts: vec![ast::Ident { name: self.names.intern(name), pos }] })
    }

    pub(super) fn sent_to(&mut self, receiver: &str, selector: &str, pos: Pos) -> ExprKind {
        let receiver = ast::Expr { kind: self.named_expr(receiver, pos), pos, depth: 1 };
        ExprKind::Send(Box::new(receiver), self.message_of(selector, pos))
    }

    fn message_of(&mut self, selector: &str, pos: Pos) -> ast::Message {
        ast::Message { selector: self.names.intern(selector), pos, arguments: vec![] }
    }
}
