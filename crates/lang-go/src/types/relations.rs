//! Relations between types: comparable, ordered, assignable, convertible.
//!
//! Identity is equality of ids. What depends on a value (representable constants, untyped nil) is decided by
//! the checker.

use purlin_base::map::HashSet;

use super::{Basic, ChanDir, Type, TypeId, TypeTable};

/// Types that contain one another by value deeper than this are not compared.
const DEPTH: u32 = 100_000;

/// A conversion that is not allowed because its constant or its parts do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unconvertible {
    No,
    /// Slice to array or array pointer with different elements.
    Elements,
}

impl TypeTable {
    pub(crate) fn is_boolean(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_boolean())
    }

    pub(crate) fn is_integer(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_integer())
    }

    pub(crate) fn is_complex(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_complex())
    }

    pub(crate) fn is_numeric(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_numeric())
    }

    pub(crate) fn is_string(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_string())
    }

    pub(crate) fn is_const_type(&self, ty: TypeId) -> bool {
        !self.is_param(ty) && self.basic(ty).is_const()
    }

    pub(crate) fn is_ordered(&self, ty: TypeId) -> bool {
        self.all(ty, |t, ty| t.basic(ty).is_ordered())
    }

    /// Whether nil is a value of `ty`.
    pub(crate) fn has_nil(&self, ty: TypeId) -> bool {
        if self.is_param(ty) {
            return self.all(ty, TypeTable::has_nil);
        }
        match self.under(ty) {
            Type::Basic(b) => matches!(b, Basic::UnsafePointer | Basic::UntypedNil),
            Type::Slice(_)
            | Type::Pointer(_)
            | Type::Signature(_)
            | Type::Interface(_)
            | Type::Map { .. }
            | Type::Chan { .. } => true,
            Type::Array { .. }
            | Type::Struct(_)
            | Type::Tuple(_)
            | Type::Named(_)
            | Type::TypeParam(_)
            | Type::Generic { .. } => false,
        }
    }

    /// Whether `==` is defined on values of `ty` (for interfaces it may still panic).
    pub(crate) fn comparable(&self, ty: TypeId) -> bool {
        self.incomparable_part(ty).is_none()
    }

    /// The first part that makes `ty` incomparable: `ty` itself, an element type or a field.
    pub(crate) fn incomparable_part(&self, ty: TypeId) -> Option<TypeId> {
        self.incomparable_in(ty, &mut HashSet::default(), 0)
    }

    /// `seen` are types that are comparable, or that are being looked at.
    fn incomparable_in(&self, ty: TypeId, seen: &mut HashSet<TypeId>, depth: u32) -> Option<TypeId> {
        if matches!(self.get(ty), Type::Basic(b) if *b != Basic::UntypedNil) || !seen.insert(ty) {
            return None;
        }
        if depth > DEPTH {
            return Some(ty);
        }
        if self.is_param(ty) {
            let declared = self.constraint(ty).is_some_and(|c| c.comparable);
            let all =
                self.all(ty, |t, ty| t.incomparable_in(ty, &mut HashSet::default(), depth + 1).is_none());
            return (!declared && !all).then_some(ty);
        }
        match self.under(ty) {
            Type::Basic(b) => (*b == Basic::UntypedNil).then_some(ty),
            Type::Pointer(_) | Type::Interface(_) | Type::Chan { .. } | Type::TypeParam(_) => None,
            Type::Array { elem, .. } => self.incomparable_in(*elem, seen, depth + 1),
            Type::Struct(fields) => fields.iter().find_map(|f| self.incomparable_in(f.ty, seen, depth + 1)),
            Type::Slice(_)
            | Type::Map { .. }
            | Type::Signature(_)
            | Type::Tuple(_)
            | Type::Named(_)
            | Type::Generic { .. } => Some(ty),
        }
    }

    /// Whether a value of the typed type `from` may be assigned to `to`. Methods must have been resolved.
    pub(crate) fn assignable(&self, from: TypeId, to: TypeId) -> bool {
        if from == to || self.is_invalid(from) || self.is_invalid(to) {
            return true;
        }
        if self.is_param(from) || self.is_param(to) {
            let to_all = self.is_param(to) && !self.has_name(from);
            let from_all = self.is_param(from) && !self.has_name(to) && !self.is_interface(to);
            return to_all && self.all(to, |t, to| t.assignable(from, to))
                || from_all && self.all(from, |t, from| t.assignable(from, to))
                || self.is_interface(to) && self.implements(from, to);
        }
        let (fu, tu) = (self.underlying(from), self.underlying(to));
        if fu == tu && (!self.has_name(from) || !self.has_name(to)) && !self.is_interface(to) {
            return true;
        }
        if self.is_interface(to) {
            return self.implements(from, to);
        }
        if let (Type::Chan { dir: ChanDir::Both, elem: fe }, Type::Chan { elem: te, .. }) =
            (self.get(fu), self.get(tu))
            && fe == te
        {
            return !self.has_name(from) || !self.has_name(to);
        }
        false
    }

    /// Whether a non-constant value of type `from` converts to `to`.
    pub(crate) fn convertible(&mut self, from: TypeId, to: TypeId) -> Result<(), Unconvertible> {
        if self.assignable(from, to) {
            return Ok(());
        }
        if self.is_param(from) || self.is_param(to) {
            return self.params_convertible(from, to);
        }
        let (fs, ts) = (self.without_tags(from), self.without_tags(to));
        let (fu, tu) = (self.underlying(fs), self.underlying(ts));
        let (fu, tu) = (self.without_tags(fu), self.without_tags(tu));
        if fu == tu {
            return Ok(());
        }
        if let (Type::Pointer(fe), Type::Pointer(te)) = (self.get(from), self.get(to)) {
            let (fe, te) = (self.underlying(*fe), self.underlying(*te));
            if self.without_tags(fe) == self.without_tags(te) {
                return Ok(());
            }
        }
        let (fb, tb) = (self.basic(from), self.basic(to));
        let number = |b: Basic| b.is_integer() || b.is_float();
        if number(fb) && number(tb) || fb.is_complex() && tb.is_complex() {
            return Ok(());
        }
        if tb.is_string() && (fb.is_integer() || self.is_bytes_or_runes(fu))
            || fb.is_string() && self.is_bytes_or_runes(tu)
        {
            return Ok(());
        }
        let address = |t: &TypeTable, ty: TypeId, b: Basic| {
            matches!(b, Basic::UnsafePointer | Basic::Uintptr) || matches!(t.under(ty), Type::Pointer(_))
        };
        if tb == Basic::UnsafePointer && address(self, from, fb)
            || fb == Basic::UnsafePointer && address(self, to, tb)
        {
            return Ok(());
        }
        if let Type::Slice(elem) = self.get(fu) {
            let array = match self.get(tu) {
                Type::Array { .. } => Some(tu),
                Type::Pointer(p) => Some(self.underlying(*p)),
                _ => None,
            };
            if let Some(Type::Array { elem: have, .. }) = array.map(|a| self.get(a)) {
                return if have == elem { Ok(()) } else { Err(Unconvertible::Elements) };
            }
        }
        Err(Unconvertible::No)
    }

    /// Conversion from each type of a type set to each of another.
    fn params_convertible(&mut self, from: TypeId, to: TypeId) -> Result<(), Unconvertible> {
        let set = |t: &TypeTable, ty: TypeId| -> Option<Vec<TypeId>> {
            if !t.is_param(ty) {
                return Some(vec![ty]);
            }
            t.terms(ty).map(|terms| terms.iter().map(|term| term.ty).collect())
        };
        let (Some(from), Some(to)) = (set(self, from), set(self, to)) else { return Err(Unconvertible::No) };
        for f in &from {
            for t in &to {
                self.convertible(*f, *t)?;
            }
        }
        Ok(())
    }

    /// Whether the underlying type of `ty` is a slice of bytes or of runes.
    pub(crate) fn is_bytes_or_runes(&self, ty: TypeId) -> bool {
        match self.under(ty) {
            Type::Slice(elem) => matches!(self.basic(*elem), Basic::Uint8 | Basic::Int32),
            _ => false,
        }
    }

    /// Whether the underlying type of `ty` is a slice of bytes.
    pub(crate) fn is_bytes(&self, ty: TypeId) -> bool {
        matches!(self.under(ty), Type::Slice(elem) if self.basic(*elem) == Basic::Uint8)
    }
}
