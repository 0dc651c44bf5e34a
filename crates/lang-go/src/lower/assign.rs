//! Assignments. Of several, the operands on the left come first, then the values, then the stores with their
//! checks, left to right.

use purlin_base::Pos;
use purlin_ir::{Opcode, Value};

use super::state::{Location, Lower, Vals};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp, VarSpec};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Mode, ObjId};

/// What is assigned to, its operands evaluated and nothing checked.
enum Target {
    Blank,
    Location(Location),
    /// An element of a slice; the position is that of the index.
    Element {
        pos: Pos,
        slice: Vals,
        index: Value,
        elem: TypeId,
        unsigned: bool,
    },
    /// An element of an array.
    Item {
        pos: Pos,
        array: Location,
        elem: TypeId,
        len: u64,
        index: (Value, Option<u64>),
        unsigned: bool,
    },
    /// Behind a pointer, then some fields further.
    Behind {
        pointer: Value,
        ty: TypeId,
        path: Vec<u32>,
    },
    Map {
        pos: Pos,
        map: Value,
        ty: TypeId,
        key: Vals,
    },
}

impl<'a> Lower<'_, 'a> {
    fn is_blank(&self, e: &Expr) -> bool {
        e.unparen().as_ident().is_some_and(|id| self.cx.is_blank(id.name))
    }

    /// The variable that a name on the left of `:=` declares.
    fn defined(&self, e: &Expr) -> Option<ObjId> {
        let id = e.unparen().as_ident()?;
        self.cx.u.info.defs[id.id]
    }

    fn target(&mut self, e: &'a Expr) -> Target {
        let e = e.unparen();
        if self.is_blank(e) {
            return Target::Blank;
        }
        match &e.kind {
            ExprKind::Index { x, indices } => self.index_target(e.pos, x, &indices[0]),
            ExprKind::Star(x) => {
                let ty = self.typ(e);
                Target::Behind { pointer: self.scalar(x), ty, path: Vec::new() }
            }
            ExprKind::Selector { x, .. } => {
                let selection = self.selection(e);
                match selection {
                    Some(s) if self.cx.u.types.pointee(s.recv).is_some() => {
                        let pointer = self.scalar(x);
                        let ty = self.cx.u.types.pointee(s.recv).unwrap_or(s.recv);
                        Target::Behind { pointer, ty, path: s.path.to_vec() }
                    }
                    _ => Target::Location(self.operand(e)),
                }
            }
            _ => Target::Location(self.operand(e)),
        }
    }

    fn index_target(&mut self, pos: Pos, x: &'a Expr, index: &'a Expr) -> Target {
        let ty = self.typ(x);
        let unsigned = self.is_wide_unsigned(index);
        match self.cx.u.types.under(ty).clone() {
            Type::Map { key, .. } => {
                let map = self.scalar(x);
                let key = self.expr_as(index, key);
                Target::Map { pos, map, ty, key }
            }
            Type::Slice(elem) => {
                let slice = self.expr(x);
                Target::Element { pos, slice, index: self.index_value(index), elem, unsigned }
            }
            Type::Pointer(array) => {
                let (elem, len) = self.array_parts(array);
                let pointer = self.scalar(x);
                let index = (self.index_value(index), self.index_limit(index));
                self.b.effect(Opcode::NilCheck, &[pointer]);
                Target::Item { pos, array: Location::mem(pointer), elem, len, index, unsigned }
            }
            _ => {
                let (elem, len) = self.array_parts(ty);
                let array = self.operand(x);
                let index = (self.index_value(index), self.index_limit(index));
                Target::Item { pos, array, elem, len, index, unsigned }
            }
        }
    }

    /// The place, after its checks. These stand at its index, and so does what follows: a store may be one
    /// operation with the check before it.
    fn settle(&mut self, target: Target) -> Option<Location> {
        Some(match target {
            Target::Blank => return None,
            Target::Location(place) => place,
            Target::Element { pos, slice, index, elem, unsigned } => {
                self.at(pos);
                self.check_index(index, slice[1], unsigned);
                self.element(slice[0], index, elem)
            }
            Target::Item { pos, array, elem, len, index, unsigned } => {
                self.at(pos);
                self.array_element(array, elem, len, index, unsigned)
            }
            Target::Behind { pointer, ty, path } => {
                let place = self.deref_as(pointer, ty);
                self.walk(place, ty, &path).0
            }
            Target::Map { pos, map, ty, key } => {
                self.at(pos);
                self.map_element(ty, map, &key)
            }
        })
    }

    /// The type of what is assigned; of a blank that of the value.
    fn target_type(&self, lhs: &Expr, value: TypeId) -> TypeId {
        if self.is_blank(lhs) { value } else { self.typ(lhs) }
    }

    // Statements -----------------------------------------------------------------------------------------

    /// `lhs = rhs`
    pub(super) fn assign(&mut self, pos: Pos, lhs: &'a [Expr], rhs: &'a [Expr]) {
        if let ([l], [r]) = (lhs, rhs) {
            self.assign_one(pos, l, r);
            return;
        }
        let operands: Vec<&'a Expr> = lhs.iter().flat_map(|l| self.inner_operands(l)).chain(rhs).collect();
        self.prepare(operands);
        let targets: Vec<Target> = lhs.iter().map(|l| self.target(l)).collect();
        let values = self.values(lhs.len(), rhs);
        let mut stores = Vec::new();
        for (l, (vals, from)) in lhs.iter().zip(values) {
            let ty = self.target_type(l, from);
            let mut vals = self.assignable(vals, from, ty);
            if rhs.len() > 1 && self.layout(ty).mem {
                // Another store must not change it.
                let temp = self.temp(ty);
                self.copy_value(temp, 0, vals[0], ty);
                vals = [temp].into_iter().collect();
            }
            stores.push((ty, vals));
        }
        for (target, (ty, vals)) in targets.into_iter().zip(stores) {
            self.at(pos);
            if let Some(place) = self.settle(target) {
                self.store(&place, ty, &vals);
            }
        }
    }

    fn assign_one(&mut self, pos: Pos, lhs: &'a Expr, rhs: &'a Expr) {
        if self.is_blank(lhs) {
            self.prepare([rhs]);
            if !self.is_nil(rhs) {
                self.expr_now(rhs);
            }
            return;
        }
        if self.assign_bits(lhs, rhs) {
            return;
        }
        let ty = self.typ(lhs);
        let map_target = matches!(&lhs.unparen().kind, ExprKind::Index { x, .. }
            if matches!(self.cx.u.types.under(self.typ(x)), Type::Map { .. }));
        self.prepare(self.inner_operands(lhs).into_iter().chain([rhs]));
        if map_target {
            let target = self.target(lhs);
            let vals = self.expr_as(rhs, ty);
            self.at(pos);
            if let Some(place) = self.settle(target) {
                self.store(&place, ty, &vals);
            }
            return;
        }
        // A literal may mention the variable; all else that is in memory is copied at once.
        let vals = self.expr_now_as(rhs, ty);
        self.at(pos);
        let target = self.target(lhs);
        if let Some(place) = self.settle(target) {
            self.store(&place, ty, &vals);
        }
    }

    /// `n` values of as many expressions, of one call, or of a value with its comma-ok.
    pub(super) fn values(&mut self, n: usize, rhs: &'a [Expr]) -> Vec<(Vals, TypeId)> {
        if let [one] = rhs
            && n == 2
            && let Some(pair) = self.comma_ok(one)
        {
            return pair;
        }
        if rhs.len() == 1 && n != 1 {
            return self.list_values(rhs);
        }
        rhs.iter().map(|e| (self.expr(e), self.typ(e))).collect()
    }

    /// A map index, receive or type assertion with its second value.
    pub(super) fn comma_ok(&mut self, e: &'a Expr) -> Option<Vec<(Vals, TypeId)>> {
        let Type::Tuple(tys) = self.cx.u.types.get(self.cx.concrete(self.cx.u.info.types[e.id].ty)).clone()
        else {
            return None;
        };
        let inner = e.unparen();
        let (vals, ok) = match &inner.kind {
            ExprKind::Index { x, indices } => self.map_lookup(inner, x, &indices[0]),
            ExprKind::Unary { op: UnaryOp::Recv, x } => self.receive(inner, x),
            ExprKind::TypeAssert { x, .. } => self.try_assertion(inner, x, tys[0]),
            _ => return None,
        };
        Some(vec![(vals, tys[0]), ([ok].into_iter().collect(), tys[1])])
    }

    /// `lhs op= rhs`; without `rhs` by one.
    pub(super) fn assign_op(&mut self, pos: Pos, op: BinaryOp, lhs: &'a Expr, rhs: Option<&'a Expr>) {
        let ty = self.typ(lhs);
        self.prepare(self.inner_operands(lhs).into_iter().chain(rhs));
        let target = self.target(lhs);
        self.at(pos);
        let map = match &target {
            Target::Map { pos, map, ty, key } => Some((*pos, *map, *ty, key.clone())),
            _ => None,
        };
        if let Some((index, map, map_ty, key)) = map {
            if self.assigns_once(map_ty, op) {
                // The right operand may panic before the element is made, the operation only afterwards.
                let operand = self.operand_of(op, ty, rhs);
                self.at(index);
                let place = self.map_element(map_ty, map, &key);
                let old = self.load(&place, ty);
                self.at(pos);
                let new = self.applied(op, ty, &old, operand);
                self.store(&place, ty, &new);
                return;
            }
            // The element is made only when it has a value.
            let old = self.map_value(map_ty, map, &key, ty);
            let operand = self.operand_of(op, ty, rhs);
            let new = self.applied(op, ty, &old, operand);
            self.at(index);
            let place = self.map_element(map_ty, map, &key);
            self.at(pos);
            self.store(&place, ty, &new);
            return;
        }
        let Some(place) = self.settle(target) else { return };
        let old = self.load(&place, ty);
        self.at(pos);
        let operand = self.operand_of(op, ty, rhs);
        let new = self.applied(op, ty, &old, operand);
        self.store(&place, ty, &new);
    }

    /// Whether `m[k] op= v` is one assignment, which makes the element before the operation, as in compiled
    /// Go. That shows where a key cannot be hashed, and where a shift panics. A division makes no element
    /// when it panics; elsewhere an element that is there is found without what an assignment may do besides.
    fn assigns_once(&self, map: TypeId, op: BinaryOp) -> bool {
        let key = self.map_parts(map).0;
        !matches!(op, BinaryOp::Div | BinaryOp::Rem) && (op.is_shift() || self.hashing_may_panic(key))
    }

    /// Whether values of a type that can be compared may have no hash.
    fn hashing_may_panic(&self, key: TypeId) -> bool {
        match self.cx.u.types.under(key) {
            Type::Interface(_) | Type::TypeParam(_) | Type::Generic { .. } => true,
            Type::Array { elem, .. } => self.hashing_may_panic(*elem),
            Type::Struct(fields) => fields.iter().any(|field| self.hashing_may_panic(field.ty)),
            Type::Basic(_) | Type::Pointer(_) | Type::Chan { .. } | Type::Signature(_) | Type::Tuple(_) => {
                false
            }
            Type::Slice(_) | Type::Map { .. } | Type::Named(_) => false,
        }
    }

    /// The operands of what is assigned to.
    fn inner_operands(&self, lhs: &'a Expr) -> Vec<&'a Expr> {
        match &lhs.unparen().kind {
            ExprKind::Index { x, indices } => vec![&**x, &indices[0]],
            ExprKind::Star(x) => vec![&**x],
            // A package's name is no operand.
            ExprKind::Selector { x, .. } => {
                let valid = self.cx.u.info.types[x.id].mode != Mode::Invalid;
                if valid { vec![&**x] } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }

    fn map_value(&mut self, ty: TypeId, map: Value, key: &[Value], elem: TypeId) -> Vals {
        let found = self.map_find(ty, map, key);
        let null = self.b.null();
        let there = self.op(Opcode::Ine, found, null);
        self.either(there, elem, |lower| lower.load(&Location::mem(found), elem))
    }

    /// `lhs := rhs`
    pub(super) fn define(&mut self, pos: Pos, lhs: &'a [Expr], rhs: &'a [Expr]) {
        if let ([l], [r]) = (lhs, rhs)
            && let Some(obj) = self.defined(l)
        {
            self.prepare([r]);
            self.init_local(obj, r);
            return;
        }
        self.prepare(rhs);
        let values = self.values(lhs.len(), rhs);
        self.at(pos);
        self.define_values(lhs, values);
    }

    /// Declares or assigns what is on the left of `:=`.
    pub(super) fn define_values(&mut self, lhs: &'a [Expr], values: Vec<(Vals, TypeId)>) {
        let mut stores = Vec::new();
        for (l, (vals, from)) in lhs.iter().zip(values) {
            let ty = self.define_type(l, from);
            stores.push((ty, self.assignable(vals, from, ty)));
        }
        let pos = self.b.pos();
        for (l, (ty, vals)) in lhs.iter().zip(stores) {
            self.at(pos);
            match self.defined(l) {
                Some(obj) => self.declare_as(obj, &vals),
                None => {
                    let target = self.target(l);
                    if let Some(place) = self.settle(target) {
                        self.store(&place, ty, &vals);
                    }
                }
            }
        }
    }

    fn define_type(&self, l: &Expr, value: TypeId) -> TypeId {
        match self.defined(l).or_else(|| l.unparen().as_ident().and_then(|id| self.object_of(id))) {
            Some(obj) if self.obj_type(obj) != Basic::Invalid.ty() => self.obj_type(obj),
            _ => value,
        }
    }

    /// Declares a variable with the value of an expression, in place if it is a literal in memory.
    fn init_local(&mut self, obj: ObjId, e: &'a Expr) {
        if self.cx.is_blank(self.cx.u.objects[obj].name) {
            if !self.is_nil(e) {
                self.expr_now(e);
            }
            return;
        }
        self.note_origin(obj, e);
        let ty = self.obj_type(obj);
        let literal = matches!(&e.unparen().kind, ExprKind::Composite { .. });
        if literal && self.layout(ty).mem && self.typ(e) == ty {
            self.declare_zero(obj);
            let place = self.variable(obj);
            self.fill(&place, ty, e.unparen());
            return;
        }
        let vals = self.expr_now_as(e, ty);
        self.declare_as(obj, &vals);
    }

    /// `var names ty = values` in a function.
    pub(super) fn var_spec(&mut self, spec: &'a VarSpec) {
        let objs: Vec<Option<ObjId>> = spec.names.iter().map(|id| self.cx.u.info.defs[id.id]).collect();
        if spec.values.is_empty() {
            for obj in objs.into_iter().flatten() {
                self.declare_zero(obj);
            }
            return;
        }
        self.prepare(&spec.values);
        if let ([Some(obj)], [value]) = (objs.as_slice(), spec.values.as_slice()) {
            self.init_local(*obj, value);
            return;
        }
        let values = self.values(objs.len(), &spec.values);
        let mut stores = Vec::new();
        for (obj, (vals, from)) in objs.iter().zip(values) {
            let ty = obj.map_or(from, |o| self.obj_type(o));
            stores.push(self.assignable(vals, from, ty));
        }
        for (obj, vals) in objs.into_iter().zip(stores) {
            if let Some(obj) = obj {
                self.declare_as(obj, &vals);
            }
        }
    }
}

impl<'a> Lower<'_, 'a> {
    /// Assigns values to what two expressions denote, as one assignment.
    pub(super) fn assign_pair(&mut self, pairs: [(&'a Expr, (Vals, TypeId)); 2]) {
        let operands: Vec<&'a Expr> = pairs.iter().flat_map(|(e, _)| self.inner_operands(e)).collect();
        self.prepare(operands);
        let targets: Vec<Target> = pairs.iter().map(|(e, _)| self.target(e)).collect();
        let pos = self.b.pos();
        for ((e, (vals, from)), target) in pairs.into_iter().zip(targets) {
            self.at(pos);
            let ty = self.target_type(e, from);
            let vals = self.assignable(vals, from, ty);
            if let Some(place) = self.settle(target) {
                self.store(&place, ty, &vals);
            }
        }
    }

    /// Assigns a value to what `e` denotes.
    pub(super) fn assign_values(&mut self, e: &'a Expr, vals: Vals, from: TypeId) {
        let ty = self.target_type(e, from);
        let vals = self.assignable(vals, from, ty);
        let target = self.target(e);
        if let Some(place) = self.settle(target) {
            self.store(&place, ty, &vals);
        }
    }
}
