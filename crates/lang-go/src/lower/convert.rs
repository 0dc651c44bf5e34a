//! Conversions.

use crate::rt;
use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::ast::Expr;
use crate::types::{Basic, Type, TypeId};

impl<'a> Lower<'_, 'a> {
    /// `T(x)`
    pub(super) fn conversion(&mut self, e: &'a Expr, arg: &'a Expr) -> Vals {
        let to = self.typ(e);
        if self.is_nil(arg) {
            return self.zero(to);
        }
        let from = self.typ(arg);
        let mut vals = self.expr(arg);
        if self.views.contains(&e.id) {
            return vals[..2].into();
        }
        self.at(e.pos);
        if let [pointer] = &mut *vals {
            *pointer = self.checked_pointer(e, arg, from, to, *pointer);
        }
        self.convert(&vals, from, to)
    }

    pub(super) fn convert(&mut self, vals: &[Value], from: TypeId, to: TypeId) -> Vals {
        let types = &self.cx.u.types;
        if types.is_interface(to) {
            return self.assignable(vals.into(), from, to);
        }
        let (a, b) = (types.basic(from), types.basic(to));
        if b == Basic::String {
            return self.string_of(vals, from);
        }
        match types.under(to).clone() {
            Type::Slice(elem) if a.is_string() => return self.string_to_slice(vals, elem),
            Type::Array { .. } if matches!(types.under(from), Type::Slice(_)) => {
                return self.slice_to_array(vals, to, true);
            }
            Type::Pointer(array)
                if matches!(types.under(from), Type::Slice(_))
                    && matches!(types.under(array), Type::Array { .. }) =>
            {
                return self.slice_to_array(vals, array, false);
            }
            _ => {}
        }
        if a.is_complex() && b.is_complex() {
            return self.convert_complex(vals, b);
        }
        if a.is_numeric() && b.is_numeric() && a != b {
            return smallvec![self.convert_number(vals[0], a, b)];
        }
        if (a == Basic::UnsafePointer) != (b == Basic::UnsafePointer)
            && (a == Basic::Uintptr || b == Basic::Uintptr)
        {
            // A number is what `%p` prints, so that programs see nothing of the machine's memory; it never
            // becomes an address again but in the library.
            return match b {
                Basic::Uintptr => smallvec![self.number_of(vals[0])],
                _ => smallvec![self.b.op(Opcode::Bitcast, Ir::Ref, &[vals[0]])],
            };
        }
        vals.into()
    }

    /// A slice's array, or a pointer to it.
    fn slice_to_array(&mut self, vals: &[Value], array: TypeId, load: bool) -> Vals {
        let (_, len) = self.array_parts(array);
        let want = self.int(len as i64);
        let short = self.op(Opcode::Slt, vals[1], want);
        self.cold_if(short, |lower| {
            let kind = lower.int(7);
            lower.raise_rt(rt::PANIC_SLICE, &[kind, vals[1], want]);
        });
        if !load {
            return smallvec![vals[0]];
        }
        if self.layout(array).size == 0 {
            return Vals::new();
        }
        self.load_stable(&Location::mem(vals[0]), array)
    }

    fn convert_number(&mut self, x: Value, from: Basic, to: Basic) -> Value {
        match (from.is_float(), to.is_float()) {
            (true, true) => match (from, to) {
                (Basic::Float32, Basic::Float64) => self.b.op(Opcode::Fpromote, Ir::F64, &[x]),
                (Basic::Float64, Basic::Float32) => self.b.op(Opcode::Fdemote, Ir::F32, &[x]),
                _ => x,
            },
            (false, true) => {
                let op = if from.is_unsigned() { Opcode::UintToFloat } else { Opcode::SintToFloat };
                self.b.op(op, if to == Basic::Float32 { Ir::F32 } else { Ir::F64 }, &[x])
            }
            (true, false) => self.float_to_int(x, to),
            (false, false) => self.convert_int(x, from.is_unsigned(), to),
        }
    }

    fn int_type(basic: Basic) -> Ir {
        match basic.int_width().map_or(64, |w| w.0) {
            8 => Ir::I8,
            16 => Ir::I16,
            32 => Ir::I32,
            _ => Ir::I64,
        }
    }

    fn convert_int(&mut self, x: Value, unsigned: bool, to: Basic) -> Value {
        let (have, want) = (self.b.func.ty(x), Self::int_type(to));
        match want.bytes().cmp(&have.bytes()) {
            std::cmp::Ordering::Equal => x,
            std::cmp::Ordering::Less => self.b.op(Opcode::Itrunc, want, &[x]),
            std::cmp::Ordering::Greater => {
                self.b.op(if unsigned { Opcode::Zext } else { Opcode::Sext }, want, &[x])
            }
        }
    }

    /// As code of Go's compiler for amd64 does it: to 32 bits signed for all smaller types but uint32.
    fn float_to_int(&mut self, x: Value, to: Basic) -> Value {
        match to {
            Basic::Uint64 | Basic::Uint | Basic::Uintptr => self.b.op(Opcode::FloatToUint, Ir::I64, &[x]),
            Basic::Int64 | Basic::Int => self.b.op(Opcode::FloatToSint, Ir::I64, &[x]),
            _ => {
                let wide = self.b.op(Opcode::FloatToSint, Ir::I64, &[x]);
                let mut narrow = self.b.op(Opcode::Itrunc, Ir::I32, &[wide]);
                if to != Basic::Uint32 {
                    let back = self.b.op(Opcode::Sext, Ir::I64, &[narrow]);
                    let fits = self.op(Opcode::Ieq, back, wide);
                    let least = self.b.iconst(Ir::I32, i64::from(i32::MIN));
                    narrow = self.b.select(fits, narrow, least);
                }
                self.convert_int(narrow, false, to)
            }
        }
    }
}
