//! Interfaces: boxing, type assertions.

use crate::rt;
use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::ast::Expr;
use crate::types::{Type, TypeId};

/// How a value is kept in an interface's data word.
enum Word {
    Nothing,
    Int {
        unsigned: bool,
    },
    F32,
    F64,
    Ref,
    /// The address of an immutable copy.
    Boxed,
}

impl<'a> Lower<'_, 'a> {
    fn word_kind(&mut self, ty: TypeId) -> Word {
        if self.layout(ty).size == 0 {
            return Word::Nothing;
        }
        match self.cx.u.types.under(ty) {
            Type::Basic(b) if b.is_boolean() => Word::Int { unsigned: true },
            Type::Basic(b) if b.is_integer() => Word::Int { unsigned: b.is_unsigned() },
            Type::Basic(crate::types::Basic::Float32) => Word::F32,
            Type::Basic(b) if b.is_float() => Word::F64,
            Type::Basic(crate::types::Basic::UnsafePointer) => Word::Ref,
            Type::Pointer(_) | Type::Map { .. } | Type::Chan { .. } | Type::Signature(_) => Word::Ref,
            _ => Word::Boxed,
        }
    }

    /// The number of a type, as a value.
    pub(super) fn type_number(&mut self, ty: TypeId) -> Value {
        let number = self.cx.type_constant(ty);
        self.int(number)
    }

    /// A value of the concrete type `ty` as an interface.
    pub(super) fn boxed(&mut self, vals: &[Value], ty: TypeId) -> Vals {
        let number = self.type_number(ty);
        let data = self.data_word(vals, ty);
        smallvec![number, data]
    }

    /// A constant string as an interface. It has its place among the package variables, written each time
    /// with the same: that is cheaper than an allocation.
    pub(super) fn boxed_text(&mut self, e: &'a Expr, ty: TypeId) -> Option<Vals> {
        if self.hoisted.contains_key(&e.id) || !self.cx.u.types.basic(ty).is_string() {
            return None;
        }
        let value = self.cx.u.info.types[e.id].value.clone()?;
        let text = value.as_str()?;
        let number = self.type_number(ty);
        let global = self.cx.string_box(self.b.module, text);
        let at = self.b.global_addr(global, 0);
        if !text.is_empty() {
            let vals = self.string_const(text);
            self.store(&Location::mem(at), ty, &vals);
        }
        Some(smallvec![number, at])
    }

    fn data_word(&mut self, vals: &[Value], ty: TypeId) -> Value {
        match self.word_kind(ty) {
            Word::Nothing => self.b.null(),
            Word::Int { unsigned } => {
                let wide = self.widen(vals[0], unsigned);
                self.b.op(Opcode::Bitcast, Ir::Ref, &[wide])
            }
            Word::F32 => {
                let bits = self.b.op(Opcode::Bitcast, Ir::I32, &[vals[0]]);
                let wide = self.widen(bits, true);
                self.b.op(Opcode::Bitcast, Ir::Ref, &[wide])
            }
            Word::F64 => self.b.op(Opcode::Bitcast, Ir::Ref, &[vals[0]]),
            Word::Ref => vals[0],
            Word::Boxed => {
                let at = self.new_object(ty);
                self.store(&Location::mem(at), ty, vals);
                at
            }
        }
    }

    /// The value of type `ty` that a data word stands for.
    pub(super) fn unboxed(&mut self, data: Value, ty: TypeId) -> Vals {
        match self.word_kind(ty) {
            Word::Nothing => Vals::new(),
            Word::Int { .. } => {
                let wide = self.b.op(Opcode::Bitcast, Ir::I64, &[data]);
                let ir = self.layout(ty).comps[0].ty;
                smallvec![if ir == Ir::I64 { wide } else { self.b.op(Opcode::Itrunc, ir, &[wide]) }]
            }
            Word::F32 => {
                let wide = self.b.op(Opcode::Bitcast, Ir::I64, &[data]);
                let bits = self.b.op(Opcode::Itrunc, Ir::I32, &[wide]);
                smallvec![self.b.op(Opcode::Bitcast, Ir::F32, &[bits])]
            }
            Word::F64 => smallvec![self.b.op(Opcode::Bitcast, Ir::F64, &[data])],
            Word::Ref => smallvec![data],
            Word::Boxed => self.load(&Location::Mem { base: data, off: 0, stable: true }, ty),
        }
    }

    /// Whether a type word stands for `ty`, or for a type that implements it.
    pub(super) fn type_matches(&mut self, word: Value, ty: TypeId) -> Value {
        match self.cx.u.types.interface(ty) {
            None => {
                let number = self.type_number(ty);
                self.op(Opcode::Ieq, word, number)
            }
            Some(iface) if iface.methods.is_empty() => {
                let zero = self.int(0);
                self.op(Opcode::Ine, word, zero)
            }
            Some(_) => {
                let row = self.cx.interface_row(self.b.module, ty);
                self.b.implements(row, word)
            }
        }
    }

    /// The value of type `ty` in an interface that is known to match.
    pub(super) fn taken(&mut self, iface: &[Value], ty: TypeId) -> Vals {
        if self.cx.u.types.is_interface(ty) { iface.into() } else { self.unboxed(iface[1], ty) }
    }

    /// `x.(T)` that panics.
    pub(super) fn type_assertion(&mut self, e: &'a Expr, x: &'a Expr) -> Vals {
        let (from, to) = (self.typ(x), self.typ(e));
        let iface = self.expr(x);
        self.at(e.pos);
        let ok = self.type_matches(iface[0], to);
        let (good, bad) = (self.b.block(), self.b.block());
        self.b.cold(bad);
        self.b.brif(ok, good, bad);
        self.b.seal(bad);
        self.b.switch_to(bad);
        let (from, want) = (self.type_number(from), self.type_number(to));
        self.cx.want_assertion_error();
        self.raise_rt(rt::PANIC_ASSERT, &[from, iface[0], want]);
        self.b.seal(good);
        self.b.switch_to(good);
        self.taken(&iface, to)
    }

    /// `x.(T)` with its second value; the first is zero if that is false.
    pub(super) fn try_assertion(&mut self, e: &'a Expr, x: &'a Expr, to: TypeId) -> (Vals, Value) {
        let iface = self.expr(x);
        self.at(e.pos);
        let ok = self.type_matches(iface[0], to);
        let vals = self.either(ok, to, |lower| lower.taken(&iface, to));
        (vals, ok)
    }

    /// `value()` if `ok`, else zero.
    pub(super) fn either(&mut self, ok: Value, ty: TypeId, value: impl FnOnce(&mut Self) -> Vals) -> Vals {
        let (yes, no, join) = (self.b.block(), self.b.block(), self.b.block());
        let layout = self.layout(ty);
        let results: Vals = layout.irs().map(|ir| self.b.block_param(join, ir)).collect();
        self.b.brif(ok, yes, no);
        self.b.seal(yes);
        self.b.seal(no);
        self.b.switch_to(yes);
        let vals = value(self);
        self.b.jump(join, &vals);
        self.b.switch_to(no);
        let zero = self.zero(ty);
        self.b.jump(join, &zero);
        self.b.seal(join);
        self.b.switch_to(join);
        results
    }
}
