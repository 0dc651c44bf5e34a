//! Expressions: the dispatch over their kinds, constants, names, conditions.

use crate::rt;
use purlin_base::TrapCode;
use purlin_ir::{Block, Opcode, Type as Ir, Value};
use smallvec::{SmallVec, smallvec};

use super::state::{FuncKey, Location, Lower, MAX_SLOT, Vals};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, UnaryOp};
use crate::constant::Const;
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Mode, ObjId, ObjectKind, SelectionKind};

impl<'a> Lower<'_, 'a> {
    /// The type of an expression. In a comma-ok context that of its first value.
    pub(super) fn typ(&self, e: &Expr) -> TypeId {
        let ty = self.cx.concrete(self.cx.u.info.types[e.id].ty);
        if self.cx.u.types.is_untyped(ty) { self.cx.u.types.default_type(ty) } else { ty }
    }

    pub(super) fn is_nil(&self, e: &Expr) -> bool {
        self.cx.u.info.types[e.unparen().id].mode == Mode::Nil
    }

    /// A value that stays as it is while the rest of the expression is evaluated.
    pub(super) fn expr(&mut self, e: &'a Expr) -> Vals {
        if let Some(vals) = self.taken_value(e) {
            return vals;
        }
        let place = self.operand(e);
        let ty = self.typ(e);
        self.load_stable(&place, ty)
    }

    /// A value that is used at once: one in memory may be that memory.
    pub(super) fn expr_now(&mut self, e: &'a Expr) -> Vals {
        if let Some(vals) = self.taken_value(e) {
            return vals;
        }
        let place = self.operand(e);
        let ty = self.typ(e);
        self.load(&place, ty)
    }

    /// A value of one component.
    pub(super) fn scalar(&mut self, e: &'a Expr) -> Value {
        let vals = self.expr(e);
        vals.first().copied().unwrap_or_else(|| self.int(0))
    }

    /// A value as one of type `ty`, to which it is assignable.
    pub(super) fn expr_as(&mut self, e: &'a Expr, ty: TypeId) -> Vals {
        if self.is_nil(e) {
            return self.zero(ty);
        }
        let from = self.typ(e);
        if self.cx.u.types.is_interface(ty)
            && let Some(boxed) = self.boxed_text(e, from)
        {
            return boxed;
        }
        let vals = self.expr(e);
        self.assignable(vals, from, ty)
    }

    /// As `expr_as`, but used at once.
    pub(super) fn expr_now_as(&mut self, e: &'a Expr, ty: TypeId) -> Vals {
        if self.is_nil(e) || self.cx.u.types.is_interface(ty) {
            return self.expr_as(e, ty);
        }
        self.expr_now(e)
    }

    /// A value of type `from` as one of type `to`: boxed if that is an interface.
    pub(super) fn assignable(&mut self, vals: Vals, from: TypeId, to: TypeId) -> Vals {
        if from != to && self.cx.u.types.is_interface(to) && !self.cx.u.types.is_interface(from) {
            return self.boxed(&vals, from);
        }
        vals
    }

    /// Where the value of an expression is; reading it is left to the caller.
    pub(super) fn operand(&mut self, e: &'a Expr) -> Location {
        if let Some(vals) = self.hoisted.remove(&e.id) {
            return Location::Vals(vals);
        }
        let tv = &self.cx.u.info.types[e.id];
        let tv_ty = tv.ty;
        if tv.mode == Mode::Constant
            && let Some(value) = tv.value.clone()
        {
            let ty = self.typ(e);
            return Location::Vals(self.constant(&value, ty));
        }
        if tv.mode == Mode::Nil {
            let ty = self.typ(e);
            return Location::Vals(self.zero(ty));
        }
        match &e.kind {
            ExprKind::Ident(id) => self.name(id),
            ExprKind::Paren(x) => self.operand(x),
            ExprKind::Selector { x, sel } => self.selector(e, x, sel),
            // An instance of a generic function.
            ExprKind::Index { x, .. } if self.cx.u.info.types[x.id].ty == tv_ty && self.is_function(x) => {
                self.operand(x)
            }
            ExprKind::Index { x, indices } => self.index(e, x, &indices[0]),
            ExprKind::Star(x) => {
                let pointer = self.scalar(x);
                self.at(e.pos);
                let ty = self.typ(e);
                self.deref_as(pointer, ty)
            }
            ExprKind::Composite { .. } => Location::Vals(self.composite(e)),
            ExprKind::Func(lit) => Location::Vals(smallvec![self.func_literal(lit).1]),
            ExprKind::Slice { x, lo, hi, max, .. } => {
                Location::Vals(self.slice_expr(e, x, [lo.as_deref(), hi.as_deref(), max.as_deref()]))
            }
            ExprKind::TypeAssert { x, .. } => Location::Vals(self.type_assertion(e, x)),
            ExprKind::Call { func, args, dots, .. } => Location::Vals(self.call(e, func, args, *dots)),
            ExprKind::Unary { op, x } => Location::Vals(self.unary(e, *op, x)),
            ExprKind::Binary { op, x, y } => Location::Vals(match op {
                BinaryOp::LogAnd | BinaryOp::LogOr => smallvec![self.logical(e)],
                _ if op.is_comparison() => {
                    self.prepare([&**x, &**y]);
                    smallvec![self.comparison(e.pos, *op, x, y)]
                }
                _ => self.arithmetic(e),
            }),
            ExprKind::Literal(_) | ExprKind::Bad | ExprKind::TypeGuard(_) => Location::Vals(Vals::new()),
            ExprKind::ArrayType { .. } | ExprKind::SliceType(_) | ExprKind::StructType(_) => {
                Location::Vals(Vals::new())
            }
            ExprKind::InterfaceType(_) | ExprKind::FuncType(_) | ExprKind::MapType { .. } => {
                Location::Vals(Vals::new())
            }
            ExprKind::ChanType { .. } => Location::Vals(Vals::new()),
        }
    }

    /// What a name refers to, in an expression or its declaration.
    pub(super) fn object_of(&self, id: &Ident) -> Option<ObjId> {
        let info = &self.cx.u.info;
        self.cx.used_instance(id.id).or(info.uses[id.id]).or(info.defs[id.id])
    }

    /// Whether an expression names a declared function.
    pub(super) fn is_function(&self, e: &Expr) -> bool {
        let id = match &e.unparen().kind {
            ExprKind::Ident(id) => id,
            ExprKind::Selector { sel, .. } => sel,
            _ => return false,
        };
        self.object_of(id).is_some_and(|obj| self.cx.is_func(obj))
    }

    fn name(&mut self, id: &Ident) -> Location {
        match self.object_of(id) {
            Some(obj) => self.object(obj),
            None => Location::Vals(Vals::new()),
        }
    }

    /// The value of a variable or function.
    pub(super) fn object(&mut self, obj: ObjId) -> Location {
        match &self.cx.u.objects[obj].kind {
            ObjectKind::Var(_) => self.variable(obj),
            ObjectKind::Func(_) => {
                let func = self.func_of(FuncKey::Value(obj));
                Location::Vals(smallvec![self.static_closure(func)])
            }
            ObjectKind::Nil => Location::Vals(smallvec![self.b.null()]),
            ObjectKind::PkgName { .. } | ObjectKind::Const { .. } | ObjectKind::TypeName { .. } => {
                Location::Vals(Vals::new())
            }
            ObjectKind::Builtin(_) => Location::Vals(Vals::new()),
        }
    }

    fn selector(&mut self, e: &'a Expr, x: &'a Expr, sel: &'a Ident) -> Location {
        let Some(selection) = self.selection(e) else {
            // Qualified by a package.
            return self.name(sel);
        };
        match selection.kind {
            SelectionKind::Field => {
                let place = self.operand(x);
                self.at(e.pos);
                self.walk(place, selection.recv, &selection.path).0
            }
            SelectionKind::MethodVal => Location::Vals(smallvec![self.method_value(e, x, &selection)]),
            SelectionKind::MethodExpr => {
                let func = self.method_expr(sel, &selection);
                Location::Vals(smallvec![self.static_closure(func)])
            }
        }
    }

    // Constants ------------------------------------------------------------------------------------------

    /// A constant of a type.
    pub(super) fn constant(&mut self, value: &Const, ty: TypeId) -> Vals {
        if self.cx.u.types.is_interface(ty) {
            let own = match value {
                Const::Bool(_) => Basic::Bool,
                Const::Str(_) => Basic::String,
                Const::Int(_) => Basic::Int,
                Const::Float(_) => Basic::Float64,
                Const::Complex(..) => Basic::Complex128,
            };
            let vals = self.constant(value, own.ty());
            return self.boxed(&vals, own.ty());
        }
        let basic = self.cx.u.types.basic(ty);
        let layout = self.layout(ty);
        let Some(ir) = layout.comps.first().map(|c| c.ty) else { return Vals::new() };
        if basic.is_complex() {
            return match value.to_complex() {
                Some(parts) => self.complex_const(parts, ty),
                None => self.zero(ty),
            };
        }
        let one = match value {
            Const::Bool(b) => self.b.iconst(Ir::I8, i64::from(*b)),
            Const::Str(bytes) => return self.string_const(bytes),
            Const::Int(_) | Const::Float(_) | Const::Complex(..) if basic.is_float() => {
                let real = value.to_real();
                match ir {
                    Ir::F32 => self.b.f32const(real.map_or(0.0, |r| r.to_f32())),
                    _ => self.b.f64const(real.map_or(0.0, |r| r.to_f64())),
                }
            }
            Const::Int(_) | Const::Float(_) | Const::Complex(..) => {
                let bits = value.to_int().map(Const::Int).and_then(|n| n.int_bits()).unwrap_or(0);
                if ir.is_int() { self.b.iconst(ir, bits as i64) } else { self.b.null() }
            }
        };
        smallvec![one]
    }

    pub(super) fn string_const(&mut self, bytes: &[u8]) -> Vals {
        if bytes.is_empty() {
            return smallvec![self.b.null(), self.int(0)];
        }
        let data = self.b.module.bytes(bytes);
        let at = self.b.data_addr(data, 0);
        smallvec![at, self.int(bytes.len() as i64)]
    }

    /// The integer that an expression is, if it is a constant.
    pub(super) fn const_int(&self, e: &Expr) -> Option<i64> {
        let tv = &self.cx.u.info.types[e.id];
        if tv.mode != Mode::Constant {
            return None;
        }
        tv.value.as_ref()?.to_i64()
    }

    // Conditions -----------------------------------------------------------------------------------------

    /// Goes to `yes` or `no` by a boolean expression.
    pub(super) fn branch(&mut self, e: &'a Expr, yes: Block, no: Block) {
        if let Some(value) = self.cx.u.info.types[e.id].value.as_deref().and_then(Const::as_bool) {
            self.b.jump(if value { yes } else { no }, &[]);
            return;
        }
        if self.hoisted.contains_key(&e.id) {
            let cond = self.scalar(e);
            self.b.brif(cond, yes, no);
            return;
        }
        match &e.kind {
            ExprKind::Paren(x) => self.branch(x, yes, no),
            ExprKind::Unary { op: UnaryOp::Not, x } => self.branch(x, no, yes),
            ExprKind::Binary { op: op @ (BinaryOp::LogAnd | BinaryOp::LogOr), .. } => {
                self.branch_chain(e, *op, yes, no);
            }
            _ => {
                self.prepare([e]);
                let cond = self.scalar(e);
                self.b.brif(cond, yes, no);
            }
        }
    }

    /// A chain of the same logical operator, which may be long.
    fn branch_chain(&mut self, e: &'a Expr, chain: BinaryOp, yes: Block, no: Block) {
        let mut rest = Vec::new();
        let mut first = e;
        while let ExprKind::Binary { op, x, y } = &first.kind
            && *op == chain
        {
            rest.push(&**y);
            first = x;
        }
        let mut at = first;
        while let Some(next) = rest.pop() {
            let more = self.b.block();
            if chain == BinaryOp::LogAnd {
                self.branch(at, more, no)
            } else {
                self.branch(at, yes, more)
            }
            self.b.seal(more);
            self.b.switch_to(more);
            at = next;
        }
        self.branch(at, yes, no);
    }

    /// `x && y`, `x || y` as a value.
    fn logical(&mut self, e: &'a Expr) -> Value {
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(join, Ir::I8);
        self.branch(e, yes, no);
        for (block, value) in [(yes, 1), (no, 0)] {
            self.b.seal(block);
            self.b.switch_to(block);
            let value = self.b.iconst(Ir::I8, value);
            self.b.jump(join, &[value]);
        }
        self.b.seal(join);
        self.b.switch_to(join);
        result
    }

    // Indices --------------------------------------------------------------------------------------------

    /// An index as 64 bits; large unsigned ones become negative, which every check rejects.
    pub(super) fn index_value(&mut self, e: &'a Expr) -> Value {
        if let Some(n) = self.const_int(e) {
            return self.int(n);
        }
        let value = self.scalar(e);
        let unsigned = self.cx.u.types.basic(self.typ(e)).is_unsigned();
        self.widen(value, unsigned)
    }

    fn index(&mut self, e: &'a Expr, x: &'a Expr, index: &'a Expr) -> Location {
        let ty = self.typ(x);
        let unsigned = self.is_wide_unsigned(index);
        let limit = self.index_limit(index);
        match self.cx.u.types.under(ty).clone() {
            Type::Map { .. } => Location::Vals(self.map_index(e, x, index)),
            Type::Array { elem, len } => {
                let place = self.operand(x);
                let at = self.index_value(index);
                self.at(e.pos);
                self.array_element(place, elem, len, (at, limit), unsigned)
            }
            Type::Pointer(array) => {
                let (elem, len) = self.array_parts(array);
                let pointer = self.scalar(x);
                let at = self.index_value(index);
                self.at(e.pos);
                let place = self.deref(pointer);
                self.array_element(place, elem, len, (at, limit), unsigned)
            }
            Type::Slice(elem) => {
                let slice = self.expr(x);
                let at = self.index_value(index);
                self.at(e.pos);
                self.check_index(at, slice[1], unsigned);
                self.element(slice[0], at, elem)
            }
            _ => {
                let string = self.expr(x);
                let at = self.index_value(index);
                self.at(e.pos);
                self.check_index(at, string[1], unsigned);
                self.element(string[0], at, Basic::Uint8.ty())
            }
        }
    }

    /// Whether an index has an unsigned type of 64 bits.
    pub(super) fn is_wide_unsigned(&self, index: &Expr) -> bool {
        self.const_int(index).is_none()
            && self.cx.u.types.basic(self.typ(index)).int_width() == Some((64, false))
    }

    /// Raises unless `0 <= index < len`.
    pub(super) fn check_index(&mut self, index: Value, len: Value, unsigned: bool) {
        if !unsigned {
            self.b.effect(Opcode::Bounds, &[index, len]);
            return;
        }
        // A large index is no negative one in the error's text.
        let bad = self.op(Opcode::Uge, index, len);
        self.cold_if(bad, |lower| {
            let kind = lower.int(8 | rt::UNSIGNED_BOUND);
            lower.raise_rt(rt::PANIC_SLICE, &[kind, index, len]);
        });
    }

    /// The greatest value that an index can have, if that is known; it is not negative then.
    pub(super) fn index_limit(&self, index: &Expr) -> Option<u64> {
        let basic = self.cx.u.types.basic(self.typ(index));
        let by_type = match basic.int_width() {
            Some((width @ (8 | 16), false)) => Some((1u64 << width) - 1),
            _ => None,
        };
        let by_form = match &index.kind {
            ExprKind::Paren(x) => self.index_limit(x),
            ExprKind::Binary { op: BinaryOp::And, x, y } => {
                let mask = |e: &Expr| self.const_int(e).and_then(|n| u64::try_from(n).ok());
                mask(x).or_else(|| mask(y))
            }
            ExprKind::Binary { op: BinaryOp::Rem, y, .. } if basic.is_unsigned() => {
                self.const_int(y).and_then(|n| u64::try_from(n.saturating_sub(1)).ok())
            }
            ExprKind::Call { func, args, .. } if self.cx.u.info.types[func.id].mode == Mode::Type => {
                // A conversion that keeps the value.
                let width = basic.int_width().map_or(0, |w| w.0);
                let limit = args.first().and_then(|a| self.index_limit(a));
                limit.filter(|n| width > 1 && *n < 1 << (width - 1))
            }
            _ => None,
        };
        by_form.or(by_type)
    }

    pub(super) fn array_parts(&self, array: TypeId) -> (TypeId, u64) {
        match *self.cx.u.types.under(array) {
            Type::Array { elem, len } => (elem, len),
            _ => (Basic::Invalid.ty(), 0),
        }
    }

    /// The place of an array's element. The index comes with the greatest value that it can have.
    pub(super) fn array_element(
        &mut self,
        place: Location,
        elem: TypeId,
        len: u64,
        (index, limit): (Value, Option<u64>),
        unsigned: bool,
    ) -> Location {
        let known = self.b.func.as_iconst(index).is_some_and(|n| n >= 0 && (n as u64) < len);
        if !known && limit.is_none_or(|n| n >= len) {
            let len = self.int(len as i64);
            self.check_index(index, len, unsigned);
        }
        let (base, off, stable) = match place {
            Location::Mem { base, off, stable } => (base, off, stable),
            Location::Header { base, off } => (base, off, false),
            // The address of a value in memory.
            Location::Vals(vals) if !vals.is_empty() => (vals[0], 0, true),
            Location::Vals(_) | Location::Vars(_) => (self.nowhere(), 0, true),
        };
        let size = self.layout(elem).size;
        if let Some(n) = self.b.func.as_iconst(index).filter(|_| known) {
            return Location::Mem { base, off: off + n * size as i64, stable };
        }
        let base = if size == 0 { base } else { self.b.elem_addr(base, index, size as u32, off) };
        Location::Mem { base, off: 0, stable }
    }

    // Unary operators ------------------------------------------------------------------------------------

    fn unary(&mut self, e: &'a Expr, op: UnaryOp, x: &'a Expr) -> Vals {
        match op {
            UnaryOp::Addr => smallvec![self.address_of(x)],
            UnaryOp::Recv => self.receive(e, x).0,
            UnaryOp::Plus => self.expr(x),
            UnaryOp::Not => {
                let value = self.scalar(x);
                let one = self.b.iconst(Ir::I8, 1);
                smallvec![self.op(Opcode::Ixor, value, one)]
            }
            UnaryOp::Neg => {
                let vals = self.expr(x);
                if self.is_complex(self.typ(x)) {
                    return self.complex_neg(&vals);
                }
                let value = vals[0];
                let float = self.b.func.ty(value).is_float();
                smallvec![self.b.unary(if float { Opcode::Fneg } else { Opcode::Ineg }, value)]
            }
            UnaryOp::BitNot => {
                let value = self.scalar(x);
                smallvec![self.b.unary(Opcode::Inot, value)]
            }
            UnaryOp::Tilde => Vals::new(),
        }
    }

    /// `&x`
    fn address_of(&mut self, x: &'a Expr) -> Value {
        let x = x.unparen();
        if let ExprKind::Composite { .. } = &x.kind {
            let ty = self.typ(x);
            return self.composite_object(x, ty);
        }
        let place = self.operand(x);
        let ty = self.typ(x);
        self.address(&place, ty)
    }

    // Traps ----------------------------------------------------------------------------------------------

    /// Traps as a nil dereference if the type word of an interface is 0.
    pub(super) fn check_iface(&mut self, type_word: Value) {
        let zero = self.int(0);
        let nil = self.op(Opcode::Ieq, type_word, zero);
        self.b.trap_if(nil, TrapCode::NilDereference);
    }

    /// Memory for a value that the runtime reads by its address.
    pub(super) fn in_memory(&mut self, vals: &[Value], ty: TypeId) -> Value {
        let layout = self.layout(ty);
        if layout.mem {
            return vals[0];
        }
        if layout.size == 0 {
            return self.nowhere();
        }
        let slot = self.b.slot(layout.size.clamp(8, MAX_SLOT) as u32);
        let at = self.b.stack_addr(slot);
        self.store(&Location::mem(at), ty, vals);
        at
    }

    /// Splits the values of several results.
    pub(super) fn split(&mut self, vals: &[Value], tys: &[TypeId]) -> Vec<Vals> {
        let mut at = 0;
        let mut out = Vec::new();
        for ty in tys {
            let n = self.layout(*ty).comps.len();
            out.push(SmallVec::from_slice(&vals[at..at + n]));
            at += n;
        }
        out
    }
}
