//! Accesses of memory and calls in random IR.

use purlin_ir::{Opcode, Type, Value};

use super::{FLOATS, Writer};

impl Writer<'_, '_> {
    /// Reads or writes an element or a field, with and without checks; moves and clears bytes.
    pub(super) fn access(&mut self) {
        let base = self.base();
        if self.rng.chance(12) {
            let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 31));
            let n = self.b.binary(Opcode::Iand, any, mask);
            if self.rng.chance(50) {
                return self.b.effect(Opcode::Zero, &[base, n]);
            }
            let from = self.base();
            return self.b.effect(Opcode::Copy, &[base, from, n]);
        }
        let ty = if self.rng.chance(88) { self.int_type() } else { *self.rng.pick(&FLOATS) };
        let (addr, offset) = match self.rng.chance(80) {
            true => {
                let (any, mask) = (self.value(Type::I64), self.b.iconst(Type::I64, 7));
                let index = self.b.binary(Opcode::Iand, any, mask);
                if self.rng.chance(70) {
                    let len = match self.rng.chance(30) {
                        true => self.b.iconst(Type::I64, 8),
                        false => {
                            let (any, one) = (self.value(Type::I64), self.b.iconst(Type::I64, 1));
                            let len = self.b.binary(Opcode::Iand, any, mask);
                            let least = if self.rng.chance(70) { index } else { len };
                            let most = self.b.binary(Opcode::Ior, len, least);
                            self.b.binary(Opcode::Iadd, most, one)
                        }
                    };
                    self.b.effect(Opcode::Bounds, &[index, len]);
                }
                (self.b.elem_addr(base, index, ty.bytes(), 0), 0)
            }
            false => {
                if self.rng.chance(30) {
                    self.b.effect(Opcode::NilCheck, &[base]);
                }
                (base, *self.rng.pick(&[0, 8, 16, 56]))
            }
        };
        if self.rng.chance(50) {
            let value = self.value(ty);
            self.b.store(addr, offset, value);
        } else {
            let value = self.b.load(ty, addr, offset);
            // Its bits may be those of any NaN, and of two NaNs a sum may be either.
            let value = match ty {
                Type::F32 | Type::F64 => self.number(value),
                Type::I8 | Type::I16 | Type::I32 if self.rng.chance(70) => {
                    let op = *self.rng.pick(&[Opcode::Zext, Opcode::Sext]);
                    self.b.op(op, Type::I64, &[value])
                }
                Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Ref | Type::Dyn => value,
            };
            self.values.push(value);
        }
    }

    /// A float, or 2 instead of a NaN.
    pub(super) fn number(&mut self, value: Value) -> Value {
        let is_number = self.b.binary(Opcode::Feq, value, value);
        let two =
            if self.b.func.ty(value) == Type::F32 { self.b.f32const(2.0) } else { self.b.f64const(2.0) };
        self.b.select(is_number, value, two)
    }

    /// 64 bytes.
    pub(super) fn base(&mut self) -> Value {
        match self.rng.below(4) {
            0 => self.b.stack_addr(self.slot),
            1 => self.b.global_addr(self.declared.global, 0),
            2 => self.object,
            _ => self.array,
        }
    }

    pub(super) fn call(&mut self) {
        let arg = if self.rng.chance(25) {
            let (base, offset) = (self.base(), 8 * self.rng.range(0, 7));
            self.b.load(Type::I64, base, offset)
        } else {
            let (n, any) = (self.rng.range(-9, 99), self.value(Type::I64));
            let n = self.b.iconst(Type::I64, n);
            self.b.binary(Opcode::Iadd, any, n)
        };
        let result = match self.rng.below(4) {
            0 => self.b.call(self.declared.leaves[0], &[arg])[0],
            1 | 2 => self.b.call(self.declared.hop, &[arg])[0],
            _ => {
                let number = self.function();
                self.b.call_indirect(self.declared.sig, number, &[arg])[0]
            }
        };
        self.values.push(result);
    }

    /// The number of one of the leaves: known, known after some thought, from a table, or not known.
    pub(super) fn function(&mut self) -> Value {
        let (one, other) =
            (self.b.func_ref(self.declared.leaves[0]), self.b.func_ref(self.declared.leaves[1]));
        match self.rng.below(6) {
            0 => one,
            1 | 2 => {
                let zero = self.b.iconst(Type::I64, 0);
                self.b.binary(Opcode::Iadd, other, zero)
            }
            3 | 4 => self.method(),
            _ => {
                let cond = self.condition();
                self.b.select(cond, one, other)
            }
        }
    }

    /// The number of a method.
    pub(super) fn method(&mut self) -> Value {
        let of = self.type_word();
        self.b.iface_method(self.declared.selector, of)
    }

    /// One of the two types that have the method; known, or not.
    pub(super) fn type_word(&mut self) -> Value {
        let (one, two) = (self.b.iconst(Type::I64, 1), self.b.iconst(Type::I64, 2));
        match self.rng.chance(50) {
            true => two,
            false => {
                let cond = self.condition();
                self.b.select(cond, one, two)
            }
        }
    }
}
