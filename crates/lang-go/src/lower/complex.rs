//! Complex numbers: two floats each, computed as code of Go's compiler for amd64 does it.

use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::state::{Lower, Vals};
use crate::ast::{BinaryOp, Expr};
use crate::constant::Real;
use crate::types::{Basic, TypeId};
use crate::universe::Builtin;

impl<'a> Lower<'_, 'a> {
    pub(super) fn is_complex(&self, ty: TypeId) -> bool {
        self.cx.u.types.is_complex(ty)
    }

    /// A constant, its parts being in the range of the type.
    pub(super) fn complex_const(&mut self, (re, im): (Real, Real), ty: TypeId) -> Vals {
        let single = self.cx.u.types.basic(ty) == Basic::Complex64;
        let component = |lower: &mut Self, x: Real| match single {
            true => lower.b.f32const(x.to_f32()),
            false => lower.b.f64const(x.to_f64()),
        };
        smallvec![component(self, re), component(self, im)]
    }

    /// Products and quotients of small numbers are computed with large ones.
    fn resize(&mut self, x: Value, to: Ir) -> Value {
        match (self.b.func.ty(x), to) {
            (Ir::F32, Ir::F64) => self.b.op(Opcode::Fpromote, Ir::F64, &[x]),
            (Ir::F64, Ir::F32) => self.b.op(Opcode::Fdemote, Ir::F32, &[x]),
            _ => x,
        }
    }

    /// A number of one complex type as one of another.
    pub(super) fn convert_complex(&mut self, x: &[Value], to: Basic) -> Vals {
        let ir = if to == Basic::Complex64 { Ir::F32 } else { Ir::F64 };
        x.iter().map(|component| self.resize(*component, ir)).collect()
    }

    /// `x op y`
    pub(super) fn complex_op(&mut self, op: BinaryOp, x: &[Value], y: &[Value]) -> Vals {
        let ir = self.b.func.ty(x[0]);
        let opcode = match op {
            BinaryOp::Mul | BinaryOp::Div => {
                let wide: Vals = x.iter().chain(y).map(|v| self.resize(*v, Ir::F64)).collect();
                let result = if op == BinaryOp::Mul {
                    self.complex_product(&wide)
                } else {
                    self.call_rt(rows::COMPLEX_DIV, &wide)
                };
                return result.iter().map(|v| self.resize(*v, ir)).collect();
            }
            BinaryOp::Sub => Opcode::Fsub,
            _ => Opcode::Fadd,
        };
        smallvec![self.op(opcode, x[0], y[0]), self.op(opcode, x[1], y[1])]
    }

    fn complex_product(&mut self, parts: &[Value]) -> Vals {
        let mut product = |i: usize, j: usize| self.op(Opcode::Fmul, parts[i], parts[j]);
        let (ac, bd, ad, bc) = (product(0, 2), product(1, 3), product(0, 3), product(1, 2));
        smallvec![self.op(Opcode::Fsub, ac, bd), self.op(Opcode::Fadd, ad, bc)]
    }

    pub(super) fn complex_neg(&mut self, x: &[Value]) -> Vals {
        x.iter().map(|component| self.b.unary(Opcode::Fneg, *component)).collect()
    }

    /// Whether both parts are equal.
    pub(super) fn complex_equal(&mut self, x: &[Value], y: &[Value]) -> Value {
        let re = self.op(Opcode::Feq, x[0], y[0]);
        let im = self.op(Opcode::Feq, x[1], y[1]);
        self.op(Opcode::Iand, re, im)
    }

    /// `complex(re, im)`, `real(x)`, `imag(x)`
    pub(super) fn complex_builtin(&mut self, e: &'a Expr, builtin: Builtin, args: &'a [Expr]) -> Vals {
        if builtin == Builtin::Complex {
            let single = self.cx.u.types.basic(self.typ(e)) == Basic::Complex64;
            let component = if single { Basic::Float32 } else { Basic::Float64 };
            let vals = self.builtin_args(args, |_| None);
            return vals.into_iter().map(|(v, ty)| self.convert(&v, ty, component.ty())[0]).collect();
        }
        let vals = self.expr(&args[0]);
        smallvec![vals[usize::from(builtin == Builtin::Imag)]]
    }
}
