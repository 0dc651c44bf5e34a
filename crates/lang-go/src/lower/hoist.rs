//! Order of evaluation: calls first, in the order they are written, as Go's compiler does it; variables,
//! elements and what else only reads memory after them.

use super::state::Lower;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::types::Type;
use crate::universe::{Builtin, Mode};

impl<'a> Lower<'_, 'a> {
    /// Evaluates the calls in these expressions, which are about to be evaluated together.
    pub(super) fn prepare<'e>(&mut self, list: impl IntoIterator<Item = &'a Expr>)
    where
        'a: 'e,
    {
        let list: Vec<&'a Expr> = list.into_iter().collect();
        if let [one] = list.as_slice()
            && self.is_effect(one)
        {
            // It is evaluated next anyway.
            return;
        }
        if list.iter().any(|e| self.has_effects(e)) {
            for e in list {
                self.hoist(e);
            }
        }
    }

    pub(super) fn is_const(&self, e: &Expr) -> bool {
        self.cx.u.info.types[e.id].mode == Mode::Constant
    }

    /// Whether the expression itself runs code that others could notice, or is of those that Go's compiler
    /// evaluates to a temporary.
    fn is_effect(&self, e: &Expr) -> bool {
        if self.is_const(e) {
            return false;
        }
        match &e.kind {
            ExprKind::Call { func, .. } => match self.cx.u.info.types[func.id].mode {
                Mode::Type => false,
                Mode::Builtin(b) => !matches!(
                    b,
                    Builtin::Len
                        | Builtin::Cap
                        | Builtin::Min
                        | Builtin::Max
                        | Builtin::Append
                        | Builtin::New
                ),
                _ => true,
            },
            ExprKind::Unary { op: UnaryOp::Recv, .. } | ExprKind::TypeAssert { .. } => true,
            ExprKind::Index { x, .. } => {
                matches!(self.cx.u.types.under(self.typ(x)), Type::Map { .. })
            }
            ExprKind::Paren(x) => self.is_effect(x),
            _ => false,
        }
    }

    /// Whether the expression is a call of a built-in function: in order among the calls beside it.
    fn is_builtin_call(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Call { func, .. } => {
                !self.is_const(e) && matches!(self.cx.u.info.types[func.id].mode, Mode::Builtin(_))
            }
            _ => false,
        }
    }

    pub(super) fn has_effects(&self, e: &'a Expr) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if self.is_effect(e) {
                return true;
            }
            self.operands(e, &mut work);
        }
        false
    }

    /// The operands of an expression, last first; none of a constant or type.
    fn operands(&self, e: &'a Expr, out: &mut Vec<&'a Expr>) {
        let info = &self.cx.u.info.types[e.id];
        if matches!(info.mode, Mode::Constant | Mode::Type) {
            return;
        }
        match &e.kind {
            ExprKind::Paren(x) | ExprKind::Star(x) | ExprKind::Unary { x, .. } => out.push(x),
            ExprKind::Selector { x, .. } | ExprKind::TypeAssert { x, .. } => out.push(x),
            ExprKind::Binary { x, y, .. } => out.extend([&**y, &**x]),
            ExprKind::Index { x, indices } => {
                out.extend(indices.iter().rev());
                out.push(x);
            }
            ExprKind::Slice { x, lo, hi, max, .. } => {
                out.extend([max, hi, lo].into_iter().flatten().map(|e| &**e));
                out.push(x);
            }
            ExprKind::Call { func, args, .. } => {
                out.extend(args.iter().rev());
                out.push(func);
            }
            ExprKind::Composite { elems, .. } => {
                let is_struct = self.is_struct_literal(e);
                for elem in elems.iter().rev() {
                    out.push(&elem.value);
                    out.extend(elem.key.as_deref().filter(|_| !is_struct));
                }
            }
            ExprKind::Bad | ExprKind::Ident(_) | ExprKind::Literal(_) | ExprKind::Func(_) => {}
            ExprKind::TypeGuard(_) | ExprKind::ArrayType { .. } | ExprKind::SliceType(_) => {}
            ExprKind::StructType(_) | ExprKind::InterfaceType(_) | ExprKind::FuncType(_) => {}
            ExprKind::MapType { .. } | ExprKind::ChanType { .. } => {}
        }
    }

    fn is_struct_literal(&self, e: &Expr) -> bool {
        let ty = self.typ(e);
        let base = self.cx.u.types.pointee(ty).unwrap_or(ty);
        self.cx.u.types.fields(base).is_some()
    }

    /// Evaluates the calls in `e`, and keeps their values.
    fn hoist(&mut self, e: &'a Expr) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            let logical = matches!(&e.kind, ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. });
            let evaluate = !matches!(e.kind, ExprKind::Paren(_))
                && (self.is_effect(e)
                    || self.is_builtin_call(e)
                    || logical && !self.is_const(e) && self.has_effects(e));
            if !evaluate {
                self.operands(e, &mut work);
                continue;
            }
            if matches!(self.cx.u.types.get(self.typ(e)), Type::Tuple(_)) {
                // Several values, or none: it stands alone and is evaluated where it is used.
                continue;
            }
            let vals = self.expr(e);
            self.hoisted.insert(e.id, vals);
        }
    }
}
