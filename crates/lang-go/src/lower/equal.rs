//! Comparisons.

use purlin_base::Pos;
use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::natives::rows;

use super::state::{Location, Lower};
use crate::ast::{BinaryOp, Expr};
use crate::types::{Basic, Type, TypeId};

/// Structs of at most so many scalars are compared without branches.
const MAX_INLINE: usize = 4;

fn int_compare(op: BinaryOp, unsigned: bool) -> Opcode {
    match (op, unsigned) {
        (BinaryOp::Ne, _) => Opcode::Ine,
        (BinaryOp::Lt, false) => Opcode::Slt,
        (BinaryOp::Le, false) => Opcode::Sle,
        (BinaryOp::Gt, false) => Opcode::Sgt,
        (BinaryOp::Ge, false) => Opcode::Sge,
        (BinaryOp::Lt, true) => Opcode::Ult,
        (BinaryOp::Le, true) => Opcode::Ule,
        (BinaryOp::Gt, true) => Opcode::Ugt,
        (BinaryOp::Ge, true) => Opcode::Uge,
        _ => Opcode::Ieq,
    }
}

fn float_compare(op: BinaryOp) -> Opcode {
    match op {
        BinaryOp::Ne => Opcode::Fne,
        BinaryOp::Lt => Opcode::Flt,
        BinaryOp::Le => Opcode::Fle,
        BinaryOp::Gt => Opcode::Fgt,
        BinaryOp::Ge => Opcode::Fge,
        _ => Opcode::Feq,
    }
}

impl<'a> Lower<'_, 'a> {
    /// `x op y`, 1 or 0.
    pub(super) fn comparison(&mut self, pos: Pos, op: BinaryOp, x: &'a Expr, y: &'a Expr) -> Value {
        if self.is_nil(y) {
            return self.compare_nil(op, x);
        }
        if self.is_nil(x) {
            return self.compare_nil(op, y);
        }
        let (tx, ty) = (self.typ(x), self.typ(y));
        let types = &self.cx.u.types;
        match (types.is_interface(tx), types.is_interface(ty)) {
            (true, false) | (false, true) => {
                let a = self.expr(x);
                let b = self.expr(y);
                self.at(pos);
                let (iface, value, own) =
                    if self.cx.u.types.is_interface(tx) { (a, b, ty) } else { (b, a, tx) };
                let equal = self.iface_holds(&iface, &value, own);
                self.negate_if(op == BinaryOp::Ne, equal)
            }
            _ => {
                let ordered = self.cx.u.types.basic(tx).is_string();
                if ordered && let Some(result) = self.compare_empty(op, x, y) {
                    return result;
                }
                let a = self.with_views(x, |lower| lower.expr(x));
                let b = self.with_views(y, |lower| lower.expr(y));
                self.at(pos);
                self.compare_values(op, tx, &a, &b)
            }
        }
    }

    fn negate_if(&mut self, negate: bool, value: Value) -> Value {
        if !negate {
            return value;
        }
        let one = self.b.iconst(Ir::I8, 1);
        self.op(Opcode::Ixor, value, one)
    }

    /// The first component tells nil from everything else.
    fn compare_nil(&mut self, op: BinaryOp, x: &'a Expr) -> Value {
        let value = self.scalar(x);
        let zero = match self.b.func.ty(value) {
            Ir::Ref => self.b.null(),
            ir => self.b.iconst(ir, 0),
        };
        self.op(if op == BinaryOp::Ne { Opcode::Ine } else { Opcode::Ieq }, value, zero)
    }

    /// `s == ""` looks at the length only.
    fn compare_empty(&mut self, op: BinaryOp, x: &'a Expr, y: &'a Expr) -> Option<Value> {
        let opcode = match op {
            BinaryOp::Eq => Opcode::Ieq,
            BinaryOp::Ne => Opcode::Ine,
            _ => return None,
        };
        let is_empty = |e: &Expr| {
            let value = self.cx.u.info.types[e.id].value.as_ref();
            value.and_then(|v| v.as_str()).is_some_and(|s| s.is_empty())
        };
        let other = match (is_empty(x), is_empty(y)) {
            (false, true) => x,
            (true, false) => y,
            _ => return None,
        };
        let len = self.read_only(other)[1];
        let zero = self.int(0);
        Some(self.op(opcode, len, zero))
    }

    /// `a op b` of two values of type `ty`.
    pub(super) fn compare_values(&mut self, op: BinaryOp, ty: TypeId, a: &[Value], b: &[Value]) -> Value {
        let basic = self.cx.u.types.basic(ty);
        if basic.is_float() {
            return self.op(float_compare(op), a[0], b[0]);
        }
        if basic.is_string() && !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let order = self.call_rt(rows::STRING_CMP, &[a[0], a[1], b[0], b[1]])[0];
            let zero = self.int(0);
            return self.op(int_compare(op, false), order, zero);
        }
        let scalar = match self.cx.u.types.under(ty) {
            Type::Basic(_) => !basic.is_string() && !basic.is_complex(),
            Type::Pointer(_) | Type::Chan { .. } | Type::Map { .. } | Type::Signature(_) => true,
            _ => false,
        };
        if scalar {
            return self.op(int_compare(op, basic.is_unsigned()), a[0], b[0]);
        }
        let equal = self.equal(ty, a, b);
        self.negate_if(op == BinaryOp::Ne, equal)
    }

    /// Whether two values of one type are equal.
    pub(super) fn equal(&mut self, ty: TypeId, a: &[Value], b: &[Value]) -> Value {
        let layout = self.layout(ty);
        if layout.size == 0 {
            return self.b.iconst(Ir::I8, 1);
        }
        if layout.mem {
            let number = self.type_number(ty);
            return self.call_rt(rows::EQ, &[number, a[0], b[0]])[0];
        }
        match self.cx.u.types.under(ty).clone() {
            Type::Interface(_) => self.ifaces_equal(a, b),
            Type::Basic(basic) if basic.is_string() => self.strings_equal(a, b),
            Type::Basic(basic) if basic.is_float() => self.op(Opcode::Feq, a[0], b[0]),
            Type::Basic(basic) if basic.is_complex() => self.complex_equal(a, b),
            Type::Struct(fields) => self.structs_equal(ty, &fields, a, b),
            _ => self.op(Opcode::Ieq, a[0], b[0]),
        }
    }

    fn structs_equal(
        &mut self,
        ty: TypeId,
        fields: &[crate::types::Field],
        a: &[Value],
        b: &[Value],
    ) -> Value {
        let named: Vec<usize> = (0..fields.len()).filter(|n| !self.cx.is_blank(fields[*n].name)).collect();
        let field = |lower: &mut Self, vals: &[Value], n: usize| {
            let (place, ty) = lower.field(&Location::Vals(vals.into()), ty, n);
            (lower.load(&place, ty), ty)
        };
        let simple = |lower: &Self, n: &usize| match lower.cx.u.types.under(fields[*n].ty) {
            Type::Basic(basic) => *basic != Basic::String,
            Type::Pointer(_) | Type::Chan { .. } => true,
            _ => false,
        };
        if named.len() <= MAX_INLINE && named.iter().all(|n| simple(self, n)) {
            let mut all = None;
            for n in named {
                let ((x, ty), (y, _)) = (field(self, a, n), field(self, b, n));
                let equal = self.equal(ty, &x, &y);
                all = Some(match all {
                    None => equal,
                    Some(all) => self.op(Opcode::Iand, all, equal),
                });
            }
            return all.unwrap_or_else(|| self.b.iconst(Ir::I8, 1));
        }
        let join = self.b.block();
        let result = self.b.block_param(join, Ir::I8);
        for n in named {
            let ((x, ty), (y, _)) = (field(self, a, n), field(self, b, n));
            let equal = self.equal(ty, &x, &y);
            let next = self.b.block();
            let no = self.b.iconst(Ir::I8, 0);
            self.b.brif_args(equal, (next, &[]), (join, &[no]));
            self.b.seal(next);
            self.b.switch_to(next);
        }
        let yes = self.b.iconst(Ir::I8, 1);
        self.b.jump(join, &[yes]);
        self.b.seal(join);
        self.b.switch_to(join);
        result
    }

    fn strings_equal(&mut self, a: &[Value], b: &[Value]) -> Value {
        let same_length = self.op(Opcode::Ieq, a[1], b[1]);
        self.and_then(same_length, |lower| lower.call_rt(rows::STRING_EQ, &[a[0], a[1], b[0], b[1]])[0])
    }

    /// `first && second()`
    pub(super) fn and_then(&mut self, first: Value, second: impl FnOnce(&mut Self) -> Value) -> Value {
        let (more, join) = (self.b.block(), self.b.block());
        let result = self.b.block_param(join, Ir::I8);
        let no = self.b.iconst(Ir::I8, 0);
        self.b.brif_args(first, (more, &[]), (join, &[no]));
        self.b.seal(more);
        self.b.switch_to(more);
        let value = second(self);
        self.b.jump(join, &[value]);
        self.b.seal(join);
        self.b.switch_to(join);
        result
    }

    fn ifaces_equal(&mut self, a: &[Value], b: &[Value]) -> Value {
        let same_type = self.op(Opcode::Ieq, a[0], b[0]);
        self.and_then(same_type, |lower| lower.call_rt(rows::IFACE_EQ, &[a[0], a[1], b[0], b[1]])[0])
    }

    /// Whether an interface holds a value that is equal to one of type `ty`.
    pub(super) fn iface_holds(&mut self, iface: &[Value], value: &[Value], ty: TypeId) -> Value {
        let number = self.type_number(ty);
        let same_type = self.op(Opcode::Ieq, iface[0], number);
        self.and_then(same_type, |lower| {
            let held = lower.unboxed(iface[1], ty);
            lower.compare_values(BinaryOp::Eq, ty, &held, value)
        })
    }
}
