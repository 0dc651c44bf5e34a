//! Composite literals.

use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Comp, Location, Lower, Vals};
use crate::ast::{Element, Expr, ExprKind};
use crate::constant::Const;
use crate::types::{Type, TypeId};

/// Shorter lists of constants are stored element by element.
const MIN_TABLE: usize = 8;

impl<'a> Lower<'_, 'a> {
    fn elements(e: &'a Expr) -> &'a [Element] {
        match &e.kind {
            ExprKind::Composite { elems, .. } => elems,
            _ => &[],
        }
    }

    /// The value of a literal. One whose recorded type is a pointer is `&T{…}` with the `&` left out.
    pub(super) fn composite(&mut self, e: &'a Expr) -> Vals {
        let ty = self.typ(e);
        if let Some(base) = self.cx.u.types.pointee(ty) {
            self.prepare_elements(e, base);
            return smallvec![self.composite_object(e, base)];
        }
        self.composite_of(e, ty)
    }

    /// The value of a literal of that type, which is no pointer.
    fn composite_of(&mut self, e: &'a Expr, ty: TypeId) -> Vals {
        self.prepare_elements(e, ty);
        match self.cx.u.types.under(ty).clone() {
            Type::Slice(elem) => self.slice_literal(e, elem),
            Type::Map { key, elem } => smallvec![self.map_literal(e, ty, key, elem)],
            _ if self.layout(ty).mem => {
                let at = self.temp(ty);
                let place = Location::Mem { base: at, off: 0, stable: true };
                self.store_zero(&place, ty);
                self.fill(&place, ty, e);
                smallvec![at]
            }
            Type::Struct(_) => self.struct_values(e, ty),
            _ => Vals::new(),
        }
    }

    fn prepare_elements(&mut self, e: &'a Expr, ty: TypeId) {
        let keys = matches!(self.cx.u.types.under(ty), Type::Map { .. });
        let elems = Self::elements(e);
        self.prepare(
            elems.iter().flat_map(|x| x.key.as_deref().filter(|_| keys).into_iter().chain([&x.value])),
        );
    }

    /// A heap object with the literal's value.
    pub(super) fn composite_object(&mut self, e: &'a Expr, base: TypeId) -> Value {
        let vals = match self.cx.u.types.under(base) {
            Type::Struct(_) | Type::Array { .. } => None,
            _ => Some(self.composite_of(e, base)),
        };
        match vals {
            None => {
                // Values first: they may need temporaries, and a raise must not leave half an object.
                let layout = self.layout(base);
                if !layout.mem {
                    let vals = self.struct_values(e, base);
                    let at = self.new_object(base);
                    self.store_nonzero(at, base, &vals);
                    return at;
                }
                let at = self.new_object(base);
                self.fill(&Location::mem(at), base, e);
                at
            }
            Some(vals) => {
                let at = self.new_object(base);
                self.store(&Location::mem(at), base, &vals);
                at
            }
        }
    }

    /// Stores into fresh memory, which is zero already.
    fn store_nonzero(&mut self, at: Value, ty: TypeId, vals: &[Value]) {
        let layout = self.layout(ty);
        for (c, val) in layout.comps.iter().zip(vals) {
            if !self.is_zero(*val) {
                self.b.store(at, c.off, *val);
            }
        }
    }

    fn is_zero(&self, value: Value) -> bool {
        match self.b.func.values[value].def {
            purlin_ir::Def::Result(inst, _) => {
                let data = &self.b.func.insts[inst];
                matches!(data.op, Opcode::Iconst | Opcode::Fconst) && data.const_bits() == 0
                    || data.op == Opcode::Null
            }
            purlin_ir::Def::Param(..) => false,
        }
    }

    /// Which field each element gives, and its value.
    fn field_elements(&self, e: &'a Expr, ty: TypeId) -> Vec<(usize, &'a Expr)> {
        let fields = self.cx.u.types.fields(ty).unwrap_or_default();
        let elems = Self::elements(e);
        let number = |(i, elem): (usize, &'a Element)| {
            let at = match elem.key.as_deref().and_then(|k| k.as_ident()) {
                Some(id) => fields.iter().position(|f| f.name == id.name),
                None => Some(i),
            };
            at.filter(|at| *at < fields.len()).map(|at| (at, &elem.value))
        };
        elems.iter().enumerate().filter_map(number).collect()
    }

    fn struct_values(&mut self, e: &'a Expr, ty: TypeId) -> Vals {
        let layout = self.layout(ty);
        let mut vals: Vec<Option<Value>> = vec![None; layout.comps.len()];
        for (n, value) in self.field_elements(e, ty) {
            let field = layout.fields[n];
            let part = self.expr_as(value, field.ty);
            if self.is_blank_field(ty, n) {
                continue;
            }
            for (i, v) in part.into_iter().enumerate() {
                vals[field.first + i] = Some(v);
            }
        }
        let zeros = layout.irs().zip(vals);
        zeros.map(|(ir, v)| v.unwrap_or_else(|| self.zero_of(ir))).collect()
    }

    /// Writes a struct's or array's elements to memory that is zero.
    pub(super) fn fill(&mut self, place: &Location, ty: TypeId, e: &'a Expr) {
        if let Type::Array { elem, .. } = *self.cx.u.types.under(ty) {
            let base = self.address(place, ty);
            self.fill_elements(base, elem, Self::elements(e));
            return;
        }
        for (n, value) in self.field_elements(e, ty) {
            let (field, field_ty) = self.field(place, ty, n);
            if self.is_blank_field(ty, n) {
                self.expr_now_as(value, field_ty);
                continue;
            }
            self.fill_part(&field, field_ty, value);
        }
    }

    /// A field called `_` stays zero: its value in a literal is evaluated only.
    fn is_blank_field(&self, ty: TypeId, n: usize) -> bool {
        let field = self.cx.u.types.fields(ty).and_then(|fields| fields.get(n));
        field.is_some_and(|f| f.name == self.cx.u.words.blank)
    }

    fn fill_part(&mut self, place: &Location, ty: TypeId, value: &'a Expr) {
        let literal = matches!(&value.unparen().kind, ExprKind::Composite { .. });
        if literal && self.typ(value) == ty && self.layout(ty).mem {
            self.fill(place, ty, value.unparen());
            return;
        }
        let vals = self.expr_now_as(value, ty);
        self.store(place, ty, &vals);
    }

    /// Elements with their indices.
    fn indexed(&self, elems: &'a [Element]) -> Vec<(i64, &'a Expr)> {
        let mut next = 0;
        let mut out = Vec::with_capacity(elems.len());
        for elem in elems {
            if let Some(n) = elem.key.as_deref().and_then(|k| self.const_int(k)) {
                next = n;
            }
            out.push((next, &elem.value));
            next += 1;
        }
        out
    }

    fn fill_elements(&mut self, base: Value, elem: TypeId, elems: &'a [Element]) {
        let list = self.indexed(elems);
        let size = self.layout(elem).size as i64;
        if let Some(bytes) = self.constant_table(elem, &list) {
            let data = self.b.module.bytes(&bytes);
            let (from, n) = (self.b.data_addr(data, 0), self.int(bytes.len() as i64));
            self.b.effect(Opcode::Copy, &[base, from, n]);
            return;
        }
        for (i, value) in list {
            if !self.affordable(value.pos) {
                return;
            }
            let place = Location::Mem { base, off: i * size, stable: false };
            self.fill_part(&place, elem, value);
        }
    }

    /// The bytes of a list of numeric constants, from the first element to the last that is listed.
    fn constant_table(&mut self, elem: TypeId, list: &[(i64, &'a Expr)]) -> Option<Vec<u8>> {
        if list.len() < MIN_TABLE {
            return None;
        }
        let layout = self.layout(elem);
        let [Comp { ty, .. }] = layout.comps[..] else { return None };
        if layout.mem || ty == Ir::Ref || !matches!(self.cx.u.types.under(elem), Type::Basic(_)) {
            return None;
        }
        let last = list.iter().map(|(i, _)| *i).max()?;
        let size = layout.size as usize;
        if last >= 1 << 20 || last as usize > list.len() * 4 + 64 {
            return None;
        }
        let mut bytes = vec![0; (last as usize + 1) * size];
        for (i, value) in list {
            let value = self.cx.u.info.types[value.id].value.as_deref()?;
            let bits = match (ty, value) {
                (Ir::F64, _) => value.to_real()?.to_f64().to_bits(),
                (Ir::F32, _) => u64::from(value.to_real()?.to_f32().to_bits()),
                (_, Const::Bool(b)) => u64::from(*b),
                _ => Const::Int(value.to_int()?).int_bits()?,
            };
            let at = *i as usize * size;
            bytes[at..at + size].copy_from_slice(&bits.to_le_bytes()[..size]);
        }
        Some(bytes)
    }

    fn slice_literal(&mut self, e: &'a Expr, elem: TypeId) -> Vals {
        let elems = Self::elements(e);
        let len = self.indexed(elems).iter().map(|(i, _)| i + 1).max().unwrap_or(0);
        let n = self.int(len);
        if len == 0 {
            return smallvec![self.nowhere(), n, n];
        }
        let data = self.new_array(elem, n);
        self.fill_elements(data, elem, elems);
        smallvec![data, n, n]
    }

    fn map_literal(&mut self, e: &'a Expr, ty: TypeId, key: TypeId, elem: TypeId) -> Value {
        let elems = Self::elements(e);
        let hint = self.int(elems.len() as i64);
        let map = self.map_make(ty, hint);
        for x in elems {
            if !self.affordable(x.value.pos) {
                break;
            }
            let Some(k) = &x.key else { continue };
            let k = self.expr_as(k, key);
            let value = self.expr_as(&x.value, elem);
            let place = self.map_element(ty, map, &k);
            self.store(&place, elem, &value);
        }
        map
    }
}
