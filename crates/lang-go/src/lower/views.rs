//! Conversions between strings and bytes whose result is only read, at once: compared, looked up, measured,
//! appended. Views copy nothing, as in Go's compiler. Calls beside them are evaluated before (`hoist.rs`), so
//! nothing writes to the bytes in between.

use super::state::{Lower, Vals};
use crate::ast::{Expr, ExprKind};
use crate::types::{Basic, Type};
use crate::universe::Mode;

impl<'a> Lower<'_, 'a> {
    /// The operand, if the expression converts bytes to a string, or a string to bytes.
    fn converted(&self, e: &'a Expr) -> Option<&'a Expr> {
        let mut e = e;
        while let ExprKind::Paren(x) = &e.kind {
            e = x;
        }
        let ExprKind::Call { func, args, .. } = &e.kind else { return None };
        let info = &self.cx.u.info;
        let [arg] = args.as_slice() else { return None };
        if info.types[func.id].mode != Mode::Type || self.is_const(e) || self.is_nil(arg) {
            return None;
        }
        let types = &self.cx.u.types;
        let (to, from) = (self.typ(e), self.typ(arg));
        let is_bytes = |ty| match *types.under(ty) {
            Type::Slice(elem) => types.basic(elem) == Basic::Uint8,
            _ => false,
        };
        let is_string = |ty| types.basic(ty).is_string();
        ((is_string(to) && is_bytes(from)) || (is_bytes(to) && is_string(from))).then_some(arg)
    }

    /// A string or byte slice that is only read, before anything else happens: address and length.
    pub(super) fn read_only(&mut self, e: &'a Expr) -> Vals {
        match self.converted(e) {
            Some(arg) => self.expr(arg)[..2].into(),
            None => self.expr(e),
        }
    }

    /// A key, or what is compared: strings in it that are made of bytes need no memory of their own.
    pub(super) fn with_views<R>(&mut self, e: &'a Expr, f: impl FnOnce(&mut Self) -> R) -> R {
        let (mut work, mut marked) = (vec![e], Vec::new());
        while let Some(e) = work.pop() {
            match &e.kind {
                ExprKind::Paren(x) => work.push(x),
                ExprKind::Call { .. } if self.is_string_of_bytes(e) => marked.push(e.id),
                ExprKind::Composite { elems, .. } if self.is_flat(e) => {
                    work.extend(elems.iter().map(|elem| &elem.value));
                }
                _ => {}
            }
        }
        self.views.extend(&marked);
        let result = f(self);
        for id in marked {
            self.views.remove(&id);
        }
        result
    }

    fn is_string_of_bytes(&self, e: &'a Expr) -> bool {
        self.converted(e).is_some() && self.cx.u.types.is_string(self.typ(e))
    }

    /// Whether a literal's elements lie in it.
    fn is_flat(&self, e: &Expr) -> bool {
        matches!(self.cx.u.types.under(self.typ(e)), Type::Struct(..) | Type::Array { .. })
    }

    /// Whether an expression is a constant that is a string with something in it.
    pub(super) fn is_text(&self, e: &Expr) -> bool {
        let value = self.cx.u.info.types[e.id].value.as_ref();
        value.and_then(|v| v.as_str()).is_some_and(|s| !s.is_empty())
    }
}
