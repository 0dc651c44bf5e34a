//! Explicit conversions `T(x)`.

use super::Checker;
use super::operand::Operand;
use crate::constant::{Const, string_of_rune};
use crate::types::{Basic, Type, TypeId};
use crate::universe::Mode;

impl<'u> Checker<'u> {
    /// Makes `x` the result of converting it to `target`, or reports why it cannot be.
    pub(super) fn conversion(&mut self, x: &mut Operand<'_>, target: TypeId) {
        let constant = x.is_const() && self.u.types.is_const_type(target);
        let mut value = None;
        let mut to_param = None;
        let ok = if x.is_const() && self.u.types.is_param(target) {
            to_param = self.constant_cause(x, target);
            to_param.is_none()
        } else if constant {
            value = self.convert_constant(x, target);
            let integers = self.u.types.is_integer(x.ty) && self.u.types.is_integer(target);
            if let (None, Some(have), true) = (&value, &x.value, integers) {
                let message = format!("constant {have} overflows {}", self.ty(target));
                self.error(x.pos(), message);
                x.fail();
                return;
            }
            value.is_some() || x.value.is_none()
        } else {
            self.value_converts(x, target)
        };
        if !ok {
            if constant
                && self.u.types.is_integer(target)
                && let Some(whole) = x.value.as_ref().and_then(Const::to_int)
            {
                x.value = Some(Const::Int(whole));
            }
            if to_param.is_some() {
                // What a type parameter's value is made of is none of its constants.
                x.mode = Mode::Value;
            }
            let mut message = format!("cannot convert {} to type {}", self.describe(x), self.ty(target));
            if let Some(too_new) = self.array_conversion_fault(x, target) {
                self.error(x.pos(), format!("{message}: {too_new}"));
                x.fail();
                return;
            }
            let cause =
                if constant || to_param.is_some() { to_param } else { self.conversion_cause(x, target) };
            if let Some(cause) = cause {
                message += &format!(": {cause}");
            }
            self.error(x.pos(), message);
            x.fail();
            return;
        }
        if self.u.types.is_interface(target) {
            self.reach_methods(x.ty);
        }
        self.settle_argument(x, target, constant);
        x.mode = if constant { Mode::Constant } else { Mode::Value };
        x.value = value;
        x.ty = target;
    }

    /// Gives the untyped argument of a conversion its type.
    fn settle_argument(&mut self, x: &Operand<'_>, target: TypeId, constant: bool) {
        let types = &self.u.types;
        if !types.is_untyped(x.ty) {
            return;
        }
        let own = types.is_interface(target)
            || x.is_const() && !constant && !types.is_param(target)
            || types.is_param(target)
                && !types.all(target, |t, ty| t.basic(ty).is_numeric() == t.is_numeric(x.ty))
            || types.is_param(target) && types.is_string(x.ty) && !types.is_string(target)
            || constant && types.is_integer(x.ty) && types.is_string(target);
        let ty = if own && !x.is_nil() { types.default_type(x.ty) } else { target };
        let Some(e) = x.expr else { return };
        // An integer too large for its default type, made a string: only the result matters.
        let fits = x.value.as_ref().is_none_or(|v| v.representable(self.u.types.basic(ty)).is_some());
        if fits || !constant {
            self.update_type(e, ty, true);
        }
    }

    pub(super) fn convert_constant(&self, x: &Operand<'_>, target: TypeId) -> Option<Const> {
        let value = x.value.as_ref()?;
        let basic = self.u.types.basic(target);
        if let Some(v) = value.representable(basic) {
            return Some(v);
        }
        match value {
            Const::Int(n) if basic.is_string() && self.u.types.is_integer(x.ty) => Some(string_of_rune(n)),
            _ => None,
        }
    }

    pub(super) fn value_converts(&mut self, x: &Operand<'_>, target: TypeId) -> bool {
        if self.assignable_to(x, target).is_ok() {
            return true;
        }
        if x.is_nil() {
            return false;
        }
        if self.u.types.is_untyped(x.ty)
            && !x.is_const()
            && matches!(self.u.types.under(target), Type::Basic(_))
        {
            // The result of a shift or comparison converts if its final type does.
            let (from, to) = (self.u.types.basic(x.ty), self.u.types.basic(target));
            return from.is_boolean() && to.is_boolean()
                || from.is_numeric() && to.is_numeric()
                || from.is_integer() && to.is_string();
        }
        let from = self.u.types.default_type(x.ty);
        if from == Basic::UntypedNil.ty() {
            return false;
        }
        self.u.types.convertible(from, target).is_ok() && self.array_conversion_fault(x, target).is_none()
    }

    /// What to say of the conversion of a slice to an array, or to a pointer to one, in a file that is older.
    fn array_conversion_fault(&self, x: &Operand<'_>, target: TypeId) -> Option<String> {
        if !self.is_before(20) || !matches!(self.u.types.under(x.ty), Type::Slice(_)) {
            return None;
        }
        let (what, since) = match self.u.types.under(target) {
            Type::Array { .. } => ("array", 20),
            Type::Pointer(_) => ("array pointer", 17),
            _ => return None,
        };
        let text =
            || format!("conversion of slice to {what} requires go1.{since} or later {}", self.language());
        self.is_before(since).then(text)
    }
}
