//! Untyped values: constants that have no type yet, and the results of comparisons and shifts on them.
//!
//! An untyped expression takes its type from where it is used, so its recorded type is set when that is known
//! ([`Checker::update_type`]), all the way down to its operands.

use super::operand::Operand;
use super::{Checker, put_value};
use crate::ast::{Expr, ExprKind};
use crate::constant::Const;
use crate::types::{Basic, Type, TypeId};
use crate::universe::Mode;

/// Why a value does not become one of another type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Misfit {
    Truncated,
    Overflows,
    Other,
}

/// The larger of two untyped kinds, if one of them converts to the other.
pub(super) fn larger_untyped(x: Basic, y: Basic) -> Option<Basic> {
    if x == y {
        Some(x)
    } else if x.is_numeric() && y.is_numeric() {
        Some(x.max(y))
    } else {
        None
    }
}

impl<'u> Checker<'u> {
    /// The value that the constant `x` has in type `basic`, or why it has none.
    pub(super) fn representation(&self, x: &Operand<'_>, basic: Basic) -> Result<Option<Const>, Misfit> {
        let Some(value) = &x.value else { return Ok(None) };
        if let Some(v) = value.representable(basic) {
            return Ok(Some(v));
        }
        let from = self.u.types.basic(x.ty);
        if !from.is_numeric() || !basic.is_numeric() {
            return Err(Misfit::Other);
        }
        Err(if !from.is_integer() && basic.is_integer() { Misfit::Truncated } else { Misfit::Overflows })
    }

    /// Makes the constant `x` one of the type `basic`, or reports that it is none.
    pub(super) fn represent(&mut self, x: &mut Operand<'_>, basic: Basic) {
        match self.representation(x, basic) {
            Ok(value) => x.value = value,
            Err(misfit) => {
                self.report_misfit(misfit, x, basic.ty());
                x.fail();
            }
        }
    }

    fn report_misfit(&mut self, misfit: Misfit, x: &Operand<'_>, target: TypeId) {
        let (what, target) = (self.describe(x), self.ty(target));
        let message = match misfit {
            Misfit::Truncated => format!("{what} truncated to {target}"),
            Misfit::Overflows => format!("{what} overflows {target}"),
            Misfit::Other => format!("cannot convert {what} to type {target}"),
        };
        self.error(x.pos(), message);
    }

    /// The type and value that the untyped `x` takes where `target` is expected.
    pub(super) fn implicit_type(
        &self,
        x: &Operand<'_>,
        target: TypeId,
    ) -> Result<(TypeId, Option<Const>), Misfit> {
        let types = &self.u.types;
        if x.is_invalid() || !types.is_untyped(x.ty) || !self.is_valid(target) {
            return Ok((x.ty, None));
        }
        let from = types.basic(x.ty);
        if types.is_untyped(target) {
            return match larger_untyped(from, types.basic(target)) {
                Some(basic) => Ok((basic.ty(), None)),
                None => Err(Misfit::Other),
            };
        }
        if x.is_nil() {
            return if types.has_nil(target) { Ok((target, None)) } else { Err(Misfit::Other) };
        }
        if types.is_param(target) {
            let terms = types.terms(target).unwrap_or_default();
            if terms.is_empty() {
                return Err(Misfit::Other);
            }
            for term in terms {
                self.implicit_type(x, term.ty).map_err(|_| Misfit::Other)?;
            }
            return Ok((target, None));
        }
        match types.under(target) {
            Type::Basic(basic) => {
                if x.is_const() {
                    return Ok((target, self.representation(x, *basic)?));
                }
                let fits = match from {
                    Basic::UntypedBool => basic.is_boolean(),
                    Basic::UntypedString => basic.is_string(),
                    Basic::UntypedNil => false,
                    _ => basic.is_numeric(),
                };
                if fits { Ok((target, None)) } else { Err(Misfit::Other) }
            }
            Type::Interface(i) if i.methods.is_empty() && i.is_basic() => {
                Ok((types.default_type(x.ty), None))
            }
            _ => Err(Misfit::Other),
        }
    }

    /// Gives the untyped `x` the type `target`, or reports why not.
    pub(super) fn convert_untyped(&mut self, x: &mut Operand<'_>, target: TypeId) {
        match self.implicit_type(x, target) {
            Ok((ty, value)) => self.adopt(x, ty, value),
            Err(misfit) => {
                let under = self.u.types.underlying(target);
                self.report_misfit(misfit, x, under);
                x.fail();
            }
        }
    }

    /// Sets the type, and the value if it changed, that an untyped operand has taken.
    pub(super) fn adopt(&mut self, x: &mut Operand<'_>, ty: TypeId, value: Option<Const>) {
        if value.is_some() {
            x.value = value;
            if let Some(e) = x.expr
                && self.u.types.is_untyped(self.u.info.types[e.id].ty)
            {
                put_value(&mut self.u.info.types[e.id].value, x.value.clone());
            }
        }
        if ty != x.ty {
            x.ty = ty;
            if let Some(e) = x.expr {
                self.update_type(e, ty, false);
            }
        }
    }

    /// Gives an untyped operand its default type.
    pub(super) fn default_operand(&mut self, x: &mut Operand<'_>) {
        let ty = self.u.types.default_type(x.ty);
        if ty != x.ty {
            self.convert_untyped(x, ty);
        }
    }

    /// The type of the expression `e`, recorded as untyped so far, is now `ty`; with `last` it will not
    /// change again even if `ty` is untyped.
    pub(super) fn update_type(&mut self, e: &Expr, ty: TypeId, last: bool) {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            let entry = &self.u.info.types[e.id];
            if entry.mode == Mode::Invalid || !self.u.types.is_untyped(entry.ty) {
                continue;
            }
            let constant = entry.value.is_some();
            match &e.kind {
                ExprKind::Paren(x) => work.push(x),
                // The operands of a constant do not matter any more.
                ExprKind::Unary { x, .. } if !constant => work.push(x),
                ExprKind::Binary { op, x, y } if !constant => {
                    if op.is_shift() {
                        work.push(x);
                    } else if !op.is_comparison() {
                        work.push(y);
                        work.push(x);
                    }
                }
                _ => {}
            }
            if !last && self.u.types.is_untyped(ty) {
                self.u.info.types[e.id].ty = ty;
                continue;
            }
            self.finish_type(e, ty);
        }
    }

    fn finish_type(&mut self, e: &Expr, ty: TypeId) {
        let entry = &self.u.info.types[e.id];
        let (mode, old, mut value) = (entry.mode, entry.ty, entry.value.as_deref().cloned());
        if self.shift_lhs.remove(&e.id) && !self.u.types.is_integer(ty) {
            let (what, ty) = (self.source(e), self.ty(ty));
            self.invalid_op(e.start, format!("shifted operand {what} (type {ty}) must be integer"));
            return;
        }
        if value.is_some() {
            let x = Operand { mode, ty: old, value: value.clone(), expr: None };
            match self.implicit_type(&x, ty) {
                Ok((_, Some(v))) => value = Some(v),
                // What it is depends on the type argument.
                Ok((_, None)) if self.u.types.is_param(ty) => {}
                Ok((_, None)) => {
                    let basic = self.u.types.basic(ty);
                    value = value.and_then(|v| v.representable(basic));
                }
                Err(misfit) => {
                    let x = Operand { expr: Some(e), ..x };
                    let under = self.u.types.underlying(ty);
                    self.report_misfit(misfit, &x, under);
                    return;
                }
            }
        }
        self.record(e, mode, ty, value);
    }

    /// Whether an untyped operand of a binary operation may take the type of the other.
    fn may_convert(&self, x: &Operand<'_>, y: &Operand<'_>) -> bool {
        let types = &self.u.types;
        if !types.is_untyped(x.ty) && !types.is_untyped(y.ty) {
            return false;
        }
        if types.is_numeric(x.ty) != types.is_numeric(y.ty) {
            return false;
        }
        if types.is_interface(x.ty) || types.is_interface(y.ty) {
            return true;
        }
        if types.is_boolean(x.ty) != types.is_boolean(y.ty) || types.is_string(x.ty) != types.is_string(y.ty)
        {
            return false;
        }
        if x.is_nil() {
            return types.has_nil(y.ty);
        }
        if y.is_nil() {
            return types.has_nil(x.ty);
        }
        types.pointee(x.ty).is_none() && types.pointee(y.ty).is_none()
    }

    /// Gives untyped operands of a binary operation the type of the other; `x` fails if that does not work.
    pub(super) fn match_types(&mut self, x: &mut Operand<'_>, y: &mut Operand<'_>) {
        if !self.may_convert(x, y) {
            return;
        }
        self.convert_untyped(x, y.ty);
        if x.is_invalid() {
            return;
        }
        self.convert_untyped(y, x.ty);
        if y.is_invalid() {
            x.fail();
        }
    }
}
