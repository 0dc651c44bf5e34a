//! Index and slice expressions.

use super::Checker;
use super::operand::Operand;
use crate::ast::Expr;
use crate::constant::Const;
use crate::types::{Basic, Type, TypeId};
use crate::universe::Mode;

impl<'u> Checker<'u> {
    pub(super) fn index_expr<'e>(
        &mut self,
        e: &'e Expr,
        inner: &'e Expr,
        indices: &'e [Expr],
    ) -> Operand<'e> {
        self.allow_generic = true;
        let mut x = self.raw_expr(inner, None);
        self.allow_generic = false;
        if self.as_generic(&x).is_some() {
            return self.index_generic(e, &x, indices);
        }
        if !matches!(x.mode, Mode::Builtin(_)) {
            self.exclude(&mut x, false);
            self.single_value(&mut x);
        }
        let Some(index) = indices.first().filter(|_| !x.is_invalid()) else {
            self.use_exprs(indices);
            return Operand::invalid(e);
        };
        if x.mode == Mode::Type {
            return self.index_type(e, inner, &x, indices);
        }
        let is_func = x.mode == Mode::Value && self.u.types.signature(x.ty).is_some();
        if is_func || matches!(x.mode, Mode::Builtin(_)) {
            return self.function_index(e, &x, indices);
        }
        let mut length = None;
        if self.u.types.is_param(x.ty) && self.u.types.core(x.ty).is_none() {
            return self.index_param(e, &x, indices);
        }
        let (mode, ty) = match self.u.types.under(x.ty) {
            Type::Basic(b) if b.is_string() => {
                if let Some(Const::Str(s)) = x.value.as_ref().filter(|_| x.is_const()) {
                    length = Some(s.len() as i64);
                }
                return self.string_index(e, x, index, length, indices);
            }
            Type::Array { elem, len } => {
                length = i64::try_from(*len).ok();
                (if x.mode == Mode::Variable { Mode::Variable } else { Mode::Value }, *elem)
            }
            Type::Pointer(base) => match self.u.types.under(*base) {
                Type::Array { elem, len } => {
                    length = i64::try_from(*len).ok();
                    (Mode::Variable, *elem)
                }
                _ => return self.cannot_index(e, &x, indices),
            },
            Type::Slice(elem) => (Mode::Variable, *elem),
            Type::Map { key, elem } => {
                let (key, elem) = (*key, *elem);
                return self.map_index(e, indices, key, elem);
            }
            _ => return self.cannot_index(e, &x, indices),
        };
        self.single_index(indices);
        self.index(index, length);
        Operand::new(mode, ty, e)
    }

    fn map_index<'e>(&mut self, e: &'e Expr, indices: &'e [Expr], key: TypeId, elem: TypeId) -> Operand<'e> {
        self.single_index(indices);
        let mut k = self.expr(&indices[0]);
        self.assignment(&mut k, Some(key), "map index");
        Operand::new(Mode::MapIndex, elem, e)
    }

    fn function_index<'e>(&mut self, e: &'e Expr, x: &Operand<'e>, indices: &'e [Expr]) -> Operand<'e> {
        let message = format!("cannot index {}", self.describe(x));
        self.error(e.pos, message);
        self.use_exprs(indices);
        Operand::invalid(e)
    }

    /// `T[indices]`
    fn index_type<'e>(
        &mut self,
        e: &'e Expr,
        inner: &'e Expr,
        x: &Operand<'e>,
        indices: &'e [Expr],
    ) -> Operand<'e> {
        if let Some(obj) = self.generic_obj(inner) {
            let ty = self.instantiate_type(e, inner, obj, indices);
            return self.type_operand(ty, e);
        }
        let message = format!("{} ({} is not a generic type)", self.source(e), self.ty(x.ty));
        self.invalid_op(x.pos(), message);
        Operand::invalid(e)
    }

    /// A value whose type parameter allows several kinds of sequences, or maps.
    fn index_param<'e>(&mut self, e: &'e Expr, x: &Operand<'e>, indices: &'e [Expr]) -> Operand<'e> {
        let terms = self.u.types.terms(x.ty).unwrap_or_default().to_vec();
        let mut found: Option<(TypeId, Option<TypeId>)> = None;
        let (mut mode, mut length) = (Mode::Variable, None);
        for term in &terms {
            let (elem, key) = match *self.u.types.under(term.ty) {
                Type::Basic(b) if b.is_string() => {
                    mode = Mode::Value;
                    (Basic::Uint8.ty(), None)
                }
                Type::Slice(elem) => (elem, None),
                Type::Array { elem, len } => {
                    length = [length, i64::try_from(len).ok()].into_iter().flatten().min();
                    if x.mode != Mode::Variable {
                        mode = Mode::Value;
                    }
                    (elem, None)
                }
                Type::Pointer(base) => match *self.u.types.under(base) {
                    Type::Array { elem, len } => {
                        length = [length, i64::try_from(len).ok()].into_iter().flatten().min();
                        (elem, None)
                    }
                    _ => return self.cannot_index(e, x, indices),
                },
                Type::Map { key, elem } => {
                    mode = Mode::Value;
                    (elem, Some(key))
                }
                _ => return self.cannot_index(e, x, indices),
            };
            if *found.get_or_insert((elem, key)) != (elem, key) {
                return self.cannot_index(e, x, indices);
            }
        }
        let Some((elem, key)) = found else { return self.cannot_index(e, x, indices) };
        self.single_index(indices);
        match key {
            Some(key) => {
                let mut k = self.expr(&indices[0]);
                self.assignment(&mut k, Some(key), "map index");
            }
            None => {
                self.index(&indices[0], length);
            }
        }
        Operand::new(mode, elem, e)
    }

    fn cannot_index<'e>(&mut self, e: &'e Expr, x: &Operand<'e>, indices: &'e [Expr]) -> Operand<'e> {
        let message = format!("cannot index {}", self.describe(x));
        self.error(e.pos, message);
        self.use_exprs(indices);
        Operand::invalid(e)
    }

    fn string_index<'e>(
        &mut self,
        e: &'e Expr,
        x: Operand<'e>,
        index: &'e Expr,
        length: Option<i64>,
        indices: &'e [Expr],
    ) -> Operand<'e> {
        self.single_index(indices);
        if self.u.types.is_untyped(x.ty) {
            self.update_type(x.expr.unwrap_or(e), Basic::String.ty(), true);
        }
        self.index(index, length);
        // An element of a constant string is not constant.
        Operand::new(Mode::Value, Basic::Uint8.ty(), e)
    }

    fn single_index(&mut self, indices: &[Expr]) {
        if let Some(second) = indices.get(1) {
            self.invalid_op(second.start, "more than one index");
        }
    }

    /// An index below `max`; its value if it is constant.
    pub(super) fn index(&mut self, index: &Expr, max: Option<i64>) -> Option<(TypeId, Option<i64>)> {
        let mut x = self.expr(index);
        if !self.valid_index(&mut x, "index", false) {
            return None;
        }
        if !x.is_const() {
            return Some((x.ty, None));
        }
        let value = x.value.as_ref().and_then(Const::to_i64)?;
        if let Some(max) = max.filter(|max| value >= *max) {
            self.invalid_arg(x.pos(), format!("index {value} out of bounds [0:{max}]"));
            return None;
        }
        Some((x.ty, Some(value)))
    }

    /// Whether `x` serves as an index or size: an integer, or an untyped constant that is one.
    pub(super) fn valid_index(&mut self, x: &mut Operand<'_>, what: &str, allow_negative: bool) -> bool {
        if x.is_invalid() {
            return false;
        }
        self.convert_untyped(x, Basic::Int.ty());
        if x.is_invalid() {
            return false;
        }
        if !self.u.types.is_integer(x.ty) {
            let message = format!("{what} {} must be integer", self.describe(x));
            self.invalid_arg(x.pos(), message);
            return false;
        }
        if x.is_const() {
            let Some(value) = &x.value else { return false };
            if !allow_negative && value.is_negative() {
                let message = format!("{what} {} must not be negative", self.describe(x));
                self.invalid_arg(x.pos(), message);
                return false;
            }
            if value.to_i64().is_none() {
                let message = format!("{what} {} overflows int", self.describe(x));
                self.invalid_arg(x.pos(), message);
                return false;
            }
        }
        true
    }

    pub(super) fn slice_expr<'e>(
        &mut self,
        e: &'e Expr,
        inner: &'e Expr,
        bounds: [Option<&'e Expr>; 3],
        full: bool,
    ) -> Operand<'e> {
        let x = self.expr(inner);
        if x.is_invalid() {
            for bound in bounds.into_iter().flatten() {
                self.raw_expr(bound, None);
            }
            return Operand::invalid(e);
        }
        if full && (bounds[1].is_none() || bounds[2].is_none()) {
            // The parser has said so.
            return Operand::invalid(e);
        }
        let mut length = None;
        let strings = self.u.types.is_param(x.ty)
            && self.u.types.core(x.ty).is_none()
            && self.u.types.all(x.ty, |t, ty| t.basic(ty).is_string() || t.is_bytes(ty));
        let ty = match self.u.types.under(x.ty) {
            _ if strings => x.ty,
            Type::Basic(b) if b.is_string() => {
                if full {
                    let at = bounds[2].map_or(e.start, |b| b.start);
                    self.invalid_op(at, "3-index slice of string");
                    return Operand::invalid(e);
                }
                if let Some(Const::Str(s)) = x.value.as_ref().filter(|_| x.is_const()) {
                    length = Some(s.len() as i64);
                }
                self.sliced_string(inner, x.ty)
            }
            Type::Array { elem, len } => {
                let elem = *elem;
                length = i64::try_from(*len).ok();
                if x.mode != Mode::Variable {
                    let message = format!("cannot slice unaddressable value {}", self.describe(&x));
                    self.error(x.pos(), message);
                    return Operand::invalid(e);
                }
                self.mark_base(inner, |var| var.address_taken = true);
                self.u.types.slice_of(elem)
            }
            Type::Pointer(base) => match self.u.types.under(*base) {
                Type::Array { elem, len } => {
                    let elem = *elem;
                    length = i64::try_from(*len).ok();
                    self.u.types.slice_of(elem)
                }
                _ => return self.cannot_slice(e, &x),
            },
            Type::Slice(_) => x.ty,
            _ => return self.cannot_slice(e, &x),
        };
        self.slice_bounds(bounds, length);
        Operand::new(Mode::Value, ty, e)
    }

    /// The type of a slice of the string `inner` of type `ty`.
    fn sliced_string(&mut self, inner: &Expr, ty: TypeId) -> TypeId {
        if !self.u.types.is_untyped(ty) {
            return ty;
        }
        self.update_type(inner, Basic::String.ty(), true);
        Basic::String.ty()
    }

    fn cannot_slice<'e>(&mut self, e: &'e Expr, x: &Operand<'e>) -> Operand<'e> {
        let message = format!("cannot slice {}", self.describe(x));
        self.error(x.pos(), message);
        Operand::invalid(e)
    }

    /// Constant bounds must lie within the length and must not decrease.
    fn slice_bounds(&mut self, bounds: [Option<&Expr>; 3], length: Option<i64>) {
        let mut values = [None; 3];
        for (i, bound) in bounds.into_iter().enumerate() {
            values[i] = match bound {
                Some(bound) => self.index(bound, length.map(|n| n + 1)).and_then(|(_, v)| v),
                None if i == 0 => Some(0),
                None => length,
            };
        }
        for i in 0..2 {
            let Some(low) = values[i].filter(|v| *v > 0) else { continue };
            for j in i + 1..3 {
                if let (Some(high), Some(at)) = (values[j].filter(|v| *v < low), bounds[j]) {
                    self.error(at.start, format!("invalid slice indices: {high} < {low}"));
                    return;
                }
            }
        }
    }

    /// Checks expressions whose values do not matter because of another error.
    pub(super) fn use_exprs(&mut self, list: &[Expr]) {
        for e in list {
            self.raw_expr(e, None);
        }
    }
}
