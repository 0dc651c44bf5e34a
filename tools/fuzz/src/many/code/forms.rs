//! Forms of straight code that passes look for and that chance seldom makes.

use purlin::TrapCode;
use purlin_ir::{Opcode, Type, Value};

use super::ops::{DIVISIONS, EQUALITIES, OVERFLOWS, SHIFTS};
use super::{FLOATS, Writer};

impl Writer<'_, '_> {
    /// Forms of code that a pass looks for and that chance seldom makes.
    pub(super) fn form(&mut self) {
        let ty = self.int_type();
        let x = self.value(ty);
        let value = match self.rng.below(25) {
            0 => self.exact_division(ty, x),
            1 => self.flag_by_select(),
            2 => self.word_of_unknown(),
            3 => self.implements(),
            4 => self.trap_or_not(),
            5 | 22 => self.special_operand(ty, x),
            6 => self.neutral_operand(ty, x),
            7 => self.equal_operands(x),
            8 => self.applied_twice(x),
            9 | 13 | 14 | 18 | 19 => self.overflow(ty, x),
            10 => self.negated_condition(),
            11 => self.doubled_float(),
            15 => self.method(),
            17 => self.arithmetic(ty, x),
            20 => return self.rounded(),
            21 => self.sum_of_product(),
            _ => self.shift(ty, x),
        };
        self.values.push(value);
    }

    /// A division whose remainder is known to be 0.
    fn exact_division(&mut self, ty: Type, x: Value) -> Value {
        let most = ty.bits() as i64 - 2;
        let by = self.rng.range(1, most.min(20));
        let shift = self.b.iconst(Type::I64, self.rng.range(by, most));
        let shifted = self.b.binary(Opcode::Shl, x, shift);
        let by = self.b.iconst(ty, 1 << by);
        let op = *self.rng.pick(&DIVISIONS);
        self.b.binary(op, shifted, by)
    }

    /// A condition turned into 1 or 0 by a select.
    fn flag_by_select(&mut self) -> Value {
        let (cond, one, zero) = (self.condition(), self.b.iconst(Type::I8, 1), self.b.iconst(Type::I8, 0));
        match self.rng.chance(60) {
            true => self.b.select(cond, one, zero),
            false => self.b.select(cond, zero, one),
        }
    }

    /// Whether a type, known or not, has all methods of the interface.
    fn implements(&mut self) -> Value {
        let of = match self.rng.chance(50) {
            true => self.type_word(),
            false => self.b.iconst(Type::I64, self.rng.range(0, 3)),
        };
        self.b.implements(self.declared.interface, of)
    }

    /// A condition that may trap where it holds; one that never holds always may.
    fn trap_or_not(&mut self) -> Value {
        let cond = self.condition();
        let known = self.b.iconst(Type::I8, 0);
        let cond = if self.rng.chance(50) { known } else { cond };
        if self.rng.chance(50) || cond == known {
            self.b.trap_if(cond, TrapCode::User);
        }
        cond
    }

    /// A product, quotient or remainder by a constant that passes know a shorter form for.
    fn special_operand(&mut self, ty: Type, x: Value) -> Value {
        let op = *self.rng.pick(&[Opcode::Imul, Opcode::Sdiv, Opcode::Udiv, Opcode::Srem, Opcode::Urem]);
        let by = *self.rng.pick(&[1, -1, 1, -1, 2, -8, 3, 10]);
        let by = self.b.iconst(ty, by);
        self.b.binary(op, x, by)
    }

    /// An op with a constant that leaves the other operand as it is, or nearly.
    fn neutral_operand(&mut self, ty: Type, x: Value) -> Value {
        let op = *self.rng.pick(&[Opcode::Iand, Opcode::Ior, Opcode::Ixor, Opcode::Iadd, Opcode::Isub]);
        let by = *self.rng.pick(&[0, -1, 1]);
        let by = self.b.iconst(ty, by);
        let (a, b) = if self.rng.chance(70) { (x, by) } else { (by, x) };
        self.b.binary(op, a, b)
    }

    /// An op on twice the same operand.
    fn equal_operands(&mut self, x: Value) -> Value {
        let op = *self.rng.pick(&[
            Opcode::Isub,
            Opcode::Ixor,
            Opcode::Iand,
            Opcode::Ior,
            Opcode::Ieq,
            Opcode::Sle,
            Opcode::Ult,
            Opcode::SsubOvf,
        ]);
        self.b.binary(op, x, x)
    }

    /// An op that undoes itself, twice.
    fn applied_twice(&mut self, x: Value) -> Value {
        let op = *self.rng.pick(&[Opcode::Ineg, Opcode::Inot]);
        let once = self.b.unary(op, x);
        self.b.unary(op, once)
    }

    /// A test for overflow.
    fn overflow(&mut self, ty: Type, x: Value) -> Value {
        let op = *self.rng.pick(&OVERFLOWS);
        let by = *self.rng.pick(&[0, 1, 1, 100]);
        let by = self.b.iconst(ty, by);
        let y = if self.rng.chance(40) { by } else { self.value(ty) };
        self.b.binary(op, x, y)
    }

    /// A condition compared with 0.
    fn negated_condition(&mut self) -> Value {
        let (cond, zero) = (self.condition(), self.b.iconst(Type::I8, 0));
        let op = *self.rng.pick(&EQUALITIES);
        self.b.binary(op, cond, zero)
    }

    /// A float times 2.
    fn doubled_float(&mut self) -> Value {
        let float = *self.rng.pick(&FLOATS);
        let y = self.value(float);
        let two = if float == Type::F32 { self.b.f32const(2.0) } else { self.b.f64const(2.0) };
        let (a, b) = if self.rng.chance(60) { (y, two) } else { (two, y) };
        self.b.binary(Opcode::Fmul, a, b)
    }

    /// An op that often belongs to a test for overflow.
    fn arithmetic(&mut self, ty: Type, x: Value) -> Value {
        let op = *self.rng.pick(&[Opcode::Iadd, Opcode::Isub, Opcode::Imul, Opcode::Sdiv, Opcode::Udiv]);
        let y = self.value(ty);
        self.b.binary(op, x, y)
    }

    /// A rounding or conversion of a float.
    fn rounded(&mut self) {
        let op = *self.rng.pick(&[
            Opcode::Ffloor,
            Opcode::Fceil,
            Opcode::Ftrunc,
            Opcode::Fround,
            Opcode::Fabs,
            Opcode::FloatToSint,
            Opcode::FloatToUint,
        ]);
        self.compute(op);
    }

    /// A product that is added or subtracted, which must not be fused.
    fn sum_of_product(&mut self) -> Value {
        let (a, b, c) = (self.value(Type::F64), self.value(Type::F64), self.value(Type::F64));
        let product = self.b.binary(Opcode::Fmul, a, b);
        let op = *self.rng.pick(&[Opcode::Fadd, Opcode::Fsub]);
        self.b.binary(op, c, product)
    }

    /// A shift by a constant, perhaps too large a one.
    fn shift(&mut self, ty: Type, x: Value) -> Value {
        let op = *self.rng.pick(&SHIFTS);
        let n = *self.rng.pick(&[0, 1, 3, 5, 7, 13, 31, 64]);
        let n = self.b.iconst(Type::I64, n);
        let zero = self.b.iconst(ty, 0);
        let x = if self.rng.chance(20) { zero } else { x };
        self.b.binary(op, x, n)
    }

    /// What is known of a tagged word that comes from two places.
    fn word_of_unknown(&mut self) -> Value {
        let (one, other) = (self.word_of_int(), self.word_of_int());
        let cond = self.condition();
        let either = self.b.select(cond, one, other);
        let op = *self.rng.pick(&[Opcode::DynIsInt, Opcode::DynToInt]);
        self.b.op(op, Type::I64, &[either])
    }
}
