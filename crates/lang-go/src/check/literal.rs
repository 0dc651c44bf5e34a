//! Composite literals and function literals.

use purlin_base::map::HashSet;

use purlin_base::Pos;

use super::operand::Operand;
use super::{Checker, FuncContext};
use crate::ast::{Element, Expr, ExprKind, FuncLit};
use crate::types::{Field, Type, TypeId};
use crate::universe::{Mode, is_exported};

impl<'u> Checker<'u> {
    /// `ty{elems}`. Without a type it has that of `hint`; if that is a pointer, `&` is implied and the
    /// literal's recorded type is the pointer.
    pub(super) fn composite<'e>(
        &mut self,
        e: &'e Expr,
        ty: Option<&'e Expr>,
        elems: &'e [Element],
        rbrace: Pos,
        hint: Option<TypeId>,
    ) -> Operand<'e> {
        let mut open_array = None;
        let (whole, base, qualifier) = match (ty, hint) {
            (Some(ty), _) => {
                if let ExprKind::ArrayType { len: None, elem } = &ty.kind {
                    let elem = self.var_type(elem);
                    open_array = Some(elem);
                    (elem, elem, "")
                } else {
                    let t = self.type_expr(ty);
                    (t, t, "")
                }
            }
            (None, Some(hint)) => (hint, self.u.types.pointee(hint).unwrap_or(hint), " element"),
            (None, None) => {
                self.error(e.start, "missing type in composite literal");
                self.use_elements(elems);
                return Operand::invalid(e);
            }
        };
        if let Some(elem) = open_array {
            let len = self.indexed_elements(elems, elem, None);
            let array = self.u.types.intern(Type::Array { elem, len });
            if let Some(ty) = ty {
                self.record(ty, Mode::Type, array, None);
            }
            return Operand::new(Mode::Value, array, e);
        }
        if !self.is_valid(whole) || !self.complete(base, e.start) {
            self.use_unknown(ty, elems);
            return Operand::invalid(e);
        }
        match self.u.types.under(base).clone() {
            Type::Struct(fields) => self.struct_elements(elems, &fields, base, rbrace),
            Type::Array { elem, len } => {
                self.indexed_elements(elems, elem, Some(len));
            }
            Type::Slice(elem) => {
                self.indexed_elements(elems, elem, None);
            }
            Type::Map { key, elem } => self.map_elements(elems, key, elem),
            _ => {
                self.use_elements(elems);
                if self.is_valid(self.u.types.underlying(base)) {
                    let (ty, cause) = (self.ty(whole), self.literal_fault(base));
                    let message = format!("invalid composite literal{qualifier} type {ty}{cause}");
                    self.error(e.start, message);
                }
                return Operand::invalid(e);
            }
        }
        Operand::new(Mode::Value, whole, e)
    }

    /// Why there is no literal of a type parameter.
    fn literal_fault(&self, ty: TypeId) -> &'static str {
        let several = self.u.types.is_param(ty) && self.no_common_type(ty, &|_, _| None).is_some();
        if several { " (no common underlying type)" } else { "" }
    }

    /// Whether the type is complete; if not, something depends on its own size or fields, which is reported.
    pub(super) fn complete(&mut self, ty: TypeId, pos: Pos) -> bool {
        let Some(named) = self.u.types.as_named(ty) else { return true };
        if self.u.types.named(named).underlying.is_some() {
            return true;
        }
        let obj = self.u.types.named(named).obj;
        if self.path.iter().any(|(o, _)| *o == obj) {
            self.report_cycle_from(obj);
            return false;
        }
        let message = format!("invalid recursive type {}", self.ty(ty));
        self.error(pos, message);
        false
    }

    /// Checks the elements of a literal whose type `ty` is unknown, or is one of elements of an unknown type,
    /// which literals among them may leave out.
    fn use_unknown(&mut self, ty: Option<&Expr>, elems: &[Element]) {
        let elided = ty.is_none_or(|ty| {
            matches!(ty.kind, ExprKind::ArrayType { .. } | ExprKind::SliceType(_) | ExprKind::MapType { .. })
        });
        for elem in elems {
            match &elem.value.kind {
                ExprKind::Composite { ty: None, elems, .. } if elided => self.use_elements(elems),
                _ => self.use_elements(std::slice::from_ref(elem)),
            }
        }
    }

    /// Checks the elements of a literal whose type is unknown. Keys may be field names.
    fn use_elements(&mut self, elems: &[Element]) {
        for elem in elems {
            self.raw_expr(&elem.value, None);
        }
    }

    fn struct_elements(&mut self, elems: &[Element], fields: &[Field], base: TypeId, rbrace: Pos) {
        let Some(first) = elems.first() else { return };
        if first.key.is_some() {
            self.keyed_fields(elems, fields, base);
            return;
        }
        for (i, elem) in elems.iter().enumerate() {
            if let Some(key) = &elem.key {
                self.error(key.start, "mixture of field:value and value elements in struct literal");
                continue;
            }
            let field = fields.get(i);
            let mut x = self.expr_hint(&elem.value, field.map(|f| f.ty).filter(|_| false));
            let Some(field) = field else {
                let message = format!("too many values in struct literal of type {}", self.ty(base));
                self.error(x.pos(), message);
                break;
            };
            if field.pkg.is_some_and(|p| p != self.env.pkg) {
                let message = format!(
                    "implicit assignment to unexported field {} in struct literal of type {}",
                    self.u.name(field.name),
                    self.ty(base)
                );
                self.error(elem.value.start, message);
                continue;
            }
            self.assignment(&mut x, Some(field.ty), "struct literal");
        }
        if elems.len() < fields.len() {
            let message = format!("too few values in struct literal of type {}", self.ty(base));
            self.error(rbrace, message);
        }
    }

    fn keyed_fields(&mut self, elems: &[Element], fields: &[Field], base: TypeId) {
        let blank = self.u.words.blank;
        let mut seen = HashSet::default();
        for elem in elems {
            let Some(key) = &elem.key else {
                let at = elem.value.start;
                self.error(at, "mixture of field:value and value elements in struct literal");
                continue;
            };
            let mut x = self.expr(&elem.value);
            let Some(id) = key.as_ident() else {
                let message = format!("invalid field name {} in struct literal", self.source(key));
                self.error(key.start, message);
                continue;
            };
            let visible =
                |f: &Field| f.name == id.name && f.name != blank && f.pkg.is_none_or(|p| p == self.env.pkg);
            let Some(index) = fields.iter().position(visible) else {
                let message = self.unknown_field(fields, base, id.name);
                self.error(key.start, message);
                continue;
            };
            let ty = fields[index].ty;
            self.assignment(&mut x, Some(ty), "struct literal");
            if !seen.insert(index) {
                let message = format!("duplicate field name {} in struct literal", self.u.name(id.name));
                self.error(key.start, message);
            }
        }
    }

    fn unknown_field(&self, fields: &[Field], base: TypeId, name: purlin_base::Name) -> String {
        let (text, ty) = (self.u.name(name), self.ty(base));
        let lower = text.to_lowercase();
        if text == "_" {
            return format!("unknown field {text} in struct literal of type {ty}");
        }
        let alt = fields.iter().find(|f| self.u.name(f.name).to_lowercase() == lower);
        let unknown = format!("unknown field {text} in struct literal of type {ty}");
        let Some(alt) = alt else { return unknown };
        let (alt_text, ours) = (self.u.name(alt.name), alt.pkg.is_none_or(|p| p == self.env.pkg));
        if ours {
            format!("{unknown}, but does have {alt_text}")
        } else if alt_text == text {
            format!("cannot refer to unexported field {alt_text} in struct literal of type {ty}")
        } else if is_exported(text) {
            format!("{unknown}, but does have unexported {alt_text}")
        } else {
            unknown
        }
    }

    /// Elements of arrays and slices; the length that they need.
    fn indexed_elements(&mut self, elems: &[Element], ty: TypeId, length: Option<u64>) -> u64 {
        let length = length.and_then(|n| i64::try_from(n).ok());
        // Without keys each index is one more than the one before.
        let keyed = elems.iter().any(|elem| elem.key.is_some());
        let mut seen = HashSet::default();
        let (mut index, mut max) = (0i64, 0i64);
        for elem in elems {
            let mut valid = false;
            let start = elem.key.as_deref().map_or(elem.value.start, |k| k.start);
            if let Some(key) = &elem.key {
                match self.index(key, length) {
                    Some((_, Some(i))) => {
                        index = i;
                        valid = true;
                    }
                    Some((_, None)) => {
                        let message = format!("index {} must be integer constant", self.source(key));
                        self.error(start, message);
                    }
                    None => {}
                }
            } else if let Some(n) = length.filter(|n| index >= *n) {
                self.error(start, format!("index {index} is out of bounds (>= {n})"));
            } else {
                valid = true;
            }
            if valid && keyed && !seen.insert(index) {
                self.error(start, format!("duplicate index {index} in array or slice literal"));
            }
            index = index.saturating_add(1);
            max = max.max(index);
            self.element(&elem.value, ty, "array or slice literal");
        }
        max as u64
    }

    /// The value of an element whose type is known.
    fn element(&mut self, e: &Expr, ty: TypeId, context: &str) {
        if !self.number_literal(e, ty) {
            let mut x = self.expr_hint(e, Some(ty));
            self.assignment(&mut x, Some(ty), context);
        }
    }

    fn map_elements(&mut self, elems: &[Element], key_ty: TypeId, elem_ty: TypeId) {
        let mut seen = HashSet::default();
        for elem in elems {
            let Some(key) = &elem.key else {
                self.error(elem.value.start, "missing key in map literal");
                continue;
            };
            let mut k = self.expr_hint(key, Some(key_ty));
            let untyped = k.ty;
            self.assignment(&mut k, Some(key_ty), "map literal");
            if let Some(value) = k.value.as_ref().filter(|_| k.is_const()) {
                let ty = if self.u.types.is_interface(key_ty) {
                    self.u.types.default_type(untyped)
                } else {
                    key_ty
                };
                if !seen.insert((ty, value.identity())) {
                    let message = format!("duplicate key {value} in map literal");
                    self.error(k.pos(), message);
                    continue;
                }
            }
            self.element(&elem.value, elem_ty, "map literal");
        }
    }

    /// `func(…) … { … }`. Its body is checked at once, in the scope around it.
    pub(super) fn func_literal<'e>(&mut self, e: &'e Expr, lit: &'e FuncLit) -> Operand<'e> {
        let sig = self.signature_type(&lit.ty);
        if let Some(info) = self.func_info() {
            info.has_literals = true;
        }
        let outer = self.env.funcs.last().map(|f| f.id);
        self.env.funcs.push(FuncContext { id: lit.ty.id, results: Vec::new(), is_loop: false });
        self.u.info.funcs[lit.ty.id].outer = outer;
        self.func_body(&lit.ty, None, &lit.body);
        self.env.funcs.pop();
        if outer.is_none() {
            self.finish_locals();
        }
        Operand::new(Mode::Value, sig, e)
    }
}
