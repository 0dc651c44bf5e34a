//! Arithmetic operators.

use purlin_base::TrapCode;
use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Lower, Vals};
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::types::{Basic, TypeId};
use crate::universe::{Builtin, Mode};

fn int_op(op: BinaryOp, unsigned: bool) -> Option<Opcode> {
    Some(match op {
        BinaryOp::Add => Opcode::Iadd,
        BinaryOp::Sub => Opcode::Isub,
        BinaryOp::Mul => Opcode::Imul,
        BinaryOp::Div if unsigned => Opcode::Udiv,
        BinaryOp::Div => Opcode::Sdiv,
        BinaryOp::Rem if unsigned => Opcode::Urem,
        BinaryOp::Rem => Opcode::Srem,
        BinaryOp::And => Opcode::Iand,
        BinaryOp::Or => Opcode::Ior,
        BinaryOp::Xor => Opcode::Ixor,
        BinaryOp::Shl => Opcode::Shl,
        BinaryOp::Shr if unsigned => Opcode::Ushr,
        BinaryOp::Shr => Opcode::Sshr,
        BinaryOp::AndNot | BinaryOp::LogOr | BinaryOp::LogAnd => return None,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
            return None;
        }
    })
}

fn float_op(op: BinaryOp) -> Opcode {
    match op {
        BinaryOp::Sub => Opcode::Fsub,
        BinaryOp::Mul => Opcode::Fmul,
        BinaryOp::Div => Opcode::Fdiv,
        _ => Opcode::Fadd,
    }
}

/// The right operand of an assignment with an operator, once it is evaluated.
pub(super) enum Operand<'a> {
    /// One of `x++` and `x--`.
    One,
    Number(Value),
    Complex(Vals),
    /// The count of a shift with its expression, not yet checked for a sign.
    Count(&'a Expr, Value),
    /// Strings that are appended.
    Texts(Vec<Vals>),
}

impl<'a> Lower<'_, 'a> {
    /// `x + y` and other operators with a result of their operands' type. A chain is walked in a loop.
    pub(super) fn arithmetic(&mut self, e: &'a Expr) -> Vals {
        let mut spine = Vec::new();
        let mut first = e;
        while let ExprKind::Binary { op, x, y } = &first.kind
            && !op.is_comparison()
            && !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr)
            && self.cx.u.info.types[first.id].mode != Mode::Constant
            && !self.hoisted.contains_key(&first.id)
        {
            spine.push((first, *op, &**y));
            first = x;
        }
        if self.cx.u.types.is_string(self.typ(e)) {
            return self.concat(&self.string_parts(e));
        }
        if self.is_complex(self.typ(e)) {
            let mut acc = self.expr(first);
            while let Some((node, op, y)) = spine.pop() {
                let y = self.expr(y);
                self.at(node.pos);
                acc = self.complex_op(op, &acc, &y);
            }
            return acc;
        }
        let mut acc = self.scalar(first);
        while let Some((node, op, y)) = spine.pop() {
            acc = self.operate(node, op, acc, y);
        }
        smallvec![acc]
    }

    fn operate(&mut self, node: &'a Expr, op: BinaryOp, x: Value, y: &'a Expr) -> Value {
        let ty = self.typ(node);
        if op.is_shift() {
            let count = self.shift_count(y);
            return self.shift(op, ty, x, count);
        }
        let y = self.scalar(y);
        self.at(node.pos);
        self.binary_value(op, ty, x, y)
    }

    /// `x op y` for numbers of type `ty`, no shift.
    pub(super) fn binary_value(&mut self, op: BinaryOp, ty: TypeId, x: Value, y: Value) -> Value {
        let basic = self.cx.u.types.basic(ty);
        if basic.is_float() {
            return self.op(float_op(op), x, y);
        }
        match int_op(op, basic.is_unsigned()) {
            Some(opcode) => self.op(opcode, x, y),
            None => {
                let not = self.b.unary(Opcode::Inot, y);
                self.op(Opcode::Iand, x, not)
            }
        }
    }

    pub(super) fn shift(&mut self, op: BinaryOp, ty: TypeId, x: Value, count: Value) -> Value {
        let unsigned = self.cx.u.types.basic(ty).is_unsigned();
        let opcode = int_op(op, unsigned).unwrap_or(Opcode::Shl);
        let ir = self.b.func.ty(x);
        self.b.op(opcode, ir, &[x, count])
    }

    /// The count of a shift as 64 unsigned bits; traps if it is negative.
    pub(super) fn shift_count(&mut self, y: &'a Expr) -> Value {
        let written = self.written_count(y);
        self.checked_count(y, written)
    }

    /// The count of a shift as it stands in the source; constants have 64 bits.
    fn written_count(&mut self, y: &'a Expr) -> Value {
        let tv = &self.cx.u.info.types[y.id];
        if tv.mode != Mode::Constant {
            return self.scalar(y);
        }
        let n = tv.value.as_ref().and_then(|v| v.to_int()).and_then(|n| n.to_u64());
        self.int(n.map_or(i64::MAX, |n| n.min(i64::MAX as u64) as i64))
    }

    /// A count as 64 unsigned bits; traps if it is negative.
    fn checked_count(&mut self, y: &'a Expr, value: Value) -> Value {
        if self.cx.u.info.types[y.id].mode == Mode::Constant {
            return value;
        }
        let unsigned = self.cx.u.types.basic(self.typ(y)).is_unsigned();
        if !unsigned && !self.is_nonnegative(y) {
            self.at(y.start);
            let ir = self.b.func.ty(value);
            let zero = self.b.iconst(ir, 0);
            let negative = self.op(Opcode::Slt, value, zero);
            self.b.trap_if(negative, TrapCode::NegativeShift);
        }
        self.widen(value, unsigned)
    }

    /// Whether a signed expression is known not to be negative.
    fn is_nonnegative(&self, e: &Expr) -> bool {
        if let Some(n) = self.const_int(e) {
            return n >= 0;
        }
        match &e.kind {
            ExprKind::Paren(x) => self.is_nonnegative(x),
            ExprKind::Binary { op: BinaryOp::And, x, y } => {
                self.const_int(x).is_some_and(|n| n >= 0) || self.const_int(y).is_some_and(|n| n >= 0)
            }
            ExprKind::Call { func, args, .. } => match self.cx.u.info.types[func.id].mode {
                Mode::Builtin(b) => matches!(b, Builtin::Len | Builtin::Cap),
                // A wider type than that of an unsigned operand.
                Mode::Type => args.first().is_some_and(|a| {
                    let (from, to) = (self.cx.u.types.basic(self.typ(a)), self.cx.u.types.basic(self.typ(e)));
                    from.is_unsigned() && from.int_width().zip(to.int_width()).is_some_and(|(f, t)| f.0 < t.0)
                }),
                _ => false,
            },
            _ => false,
        }
    }

    /// The right operand of `x op= y`, evaluated; without `y` it is one.
    pub(super) fn operand_of(&mut self, op: BinaryOp, ty: TypeId, y: Option<&'a Expr>) -> Operand<'a> {
        let Some(y) = y else { return Operand::One };
        if self.cx.u.types.is_string(ty) {
            Operand::Texts(self.texts(&self.string_parts(y)))
        } else if op.is_shift() {
            Operand::Count(y, self.written_count(y))
        } else if self.is_complex(ty) {
            Operand::Complex(self.expr(y))
        } else {
            Operand::Number(self.scalar(y))
        }
    }

    /// `x op y` of what `x op= y` evaluated.
    pub(super) fn applied(&mut self, op: BinaryOp, ty: TypeId, x: &[Value], y: Operand<'a>) -> Vals {
        match y {
            Operand::Texts(mut parts) => {
                parts.insert(0, x.into());
                self.joined(&parts)
            }
            Operand::Count(y, written) => {
                let count = self.checked_count(y, written);
                smallvec![self.shift(op, ty, x[0], count)]
            }
            Operand::Complex(y) => self.complex_op(op, x, &y),
            Operand::Number(y) => smallvec![self.binary_value(op, ty, x[0], y)],
            Operand::One if self.is_complex(ty) => {
                let part = self.b.func.ty(x[0]);
                let one = if part == Ir::F32 { self.b.f32const(1.0) } else { self.b.f64const(1.0) };
                let zero = self.zero_of(part);
                self.complex_op(op, x, &[one, zero])
            }
            Operand::One => {
                let one = self.one(ty);
                smallvec![self.binary_value(op, ty, x[0], one)]
            }
        }
    }

    /// The constant one of a number's type.
    pub(super) fn one(&mut self, ty: TypeId) -> Value {
        match self.layout(ty).comps.first().map(|c| c.ty) {
            Some(Ir::F64) => self.b.f64const(1.0),
            Some(Ir::F32) => self.b.f32const(1.0),
            Some(ir) if ir.is_int() => self.b.iconst(ir, 1),
            _ => self.int(1),
        }
    }

    /// The least or greatest of two numbers or strings.
    pub(super) fn extremum(&mut self, is_max: bool, ty: TypeId, x: Vals, y: Vals) -> Vals {
        let basic = self.cx.u.types.basic(ty);
        if basic.is_float() {
            return smallvec![self.float_extremum(is_max, x[0], y[0])];
        }
        let op = if is_max { BinaryOp::Gt } else { BinaryOp::Lt };
        // On equal strings the first stays.
        let cond = if basic == Basic::String {
            let flipped = if is_max { BinaryOp::Lt } else { BinaryOp::Gt };
            let other = self.compare_values(flipped, ty, &x, &y);
            return x.iter().zip(&y).map(|(x, y)| self.b.select(other, *y, *x)).collect();
        } else {
            self.compare_values(op, ty, &x, &y)
        };
        smallvec![self.b.select(cond, x[0], y[0])]
    }

    /// NaN if either is, and -0 is less than 0.
    fn float_extremum(&mut self, is_max: bool, x: Value, y: Value) -> Value {
        let ir = self.b.func.ty(x);
        let less = self.op(if is_max { Opcode::Fgt } else { Opcode::Flt }, x, y);
        let other = self.op(if is_max { Opcode::Flt } else { Opcode::Fgt }, x, y);
        // Equal or unordered: for zeros combine the signs, for NaN the sum is NaN.
        let (bits, combine) = (if ir == Ir::F64 { Ir::I64 } else { Ir::I32 }, is_max);
        let (bx, by) = (self.b.op(Opcode::Bitcast, bits, &[x]), self.b.op(Opcode::Bitcast, bits, &[y]));
        let both = self.op(if combine { Opcode::Iand } else { Opcode::Ior }, bx, by);
        let both = self.b.op(Opcode::Bitcast, ir, &[both]);
        let sum = self.op(Opcode::Fadd, x, y);
        let equal = self.op(Opcode::Feq, x, y);
        let tie = self.b.select(equal, both, sum);
        let rest = self.b.select(other, y, tie);
        self.b.select(less, x, rest)
    }
}
