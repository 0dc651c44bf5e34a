//! Maps and channels.

use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::native::Row;
use purlin_runtime::natives::rows;

use super::state::{Location, Lower, Numbered, Vals};
use crate::ast::Expr;
use crate::types::{Basic, Type, TypeId};

/// Where the length is in a map object.
const LEN_OFFSET: i64 = purlin_runtime::map::LEN_OFFSET as i64;

impl<'a> Lower<'_, 'a> {
    /// Key and element type of a map type.
    pub(super) fn map_parts(&self, map: TypeId) -> (TypeId, TypeId) {
        match *self.cx.u.types.under(map) {
            Type::Map { key, elem } => (key, elem),
            _ => (Basic::Invalid.ty(), Basic::Invalid.ty()),
        }
    }

    pub(super) fn map_number(&mut self, map: TypeId) -> Value {
        let number = self.cx.map_number(map);
        let number = self.cx.constant(Numbered::Map, number);
        self.int(number)
    }

    /// A key as the runtime takes it: a word, a string, or an address.
    pub(super) fn map_key(&mut self, vals: &[Value], key: TypeId) -> [Value; 2] {
        let zero = self.int(0);
        if self.layout(key).size == 0 {
            let nowhere = self.nowhere();
            return [self.b.op(Opcode::Bitcast, Ir::I64, &[nowhere]), zero];
        }
        let bits = |lower: &mut Self, v: Value| lower.b.op(Opcode::Bitcast, Ir::I64, &[v]);
        match self.cx.u.types.under(key).clone() {
            Type::Basic(b) if b.is_string() => [bits(self, vals[0]), vals[1]],
            Type::Basic(Basic::Float32) => {
                let word = self.b.op(Opcode::Bitcast, Ir::I32, &[vals[0]]);
                [self.widen(word, true), zero]
            }
            Type::Basic(b) if b.is_integer() || b.is_boolean() => {
                [self.widen(vals[0], b.is_unsigned() || b.is_boolean()), zero]
            }
            Type::Basic(b) if !b.is_complex() => [bits(self, vals[0]), zero],
            Type::Pointer(_) | Type::Chan { .. } => [bits(self, vals[0]), zero],
            _ => {
                let at = self.in_memory(vals, key);
                [bits(self, at), zero]
            }
        }
    }

    /// Whether keys of a type are words to the runtime, equal if their bits are.
    fn is_word_key(&self, key: TypeId) -> bool {
        match self.cx.u.types.under(key) {
            Type::Basic(b) => b.is_integer() || b.is_boolean(),
            Type::Pointer(_) | Type::Chan { .. } => true,
            _ => false,
        }
    }

    /// The address of the value for a key, null if there is none.
    pub(super) fn map_find(&mut self, ty: TypeId, map: Value, key: &[Value]) -> Value {
        self.map_search(ty, map, key, [rows::MAP_FIND_WORD, rows::MAP_FIND])
    }

    /// What a native says of a key; the first if keys are words.
    fn map_search(&mut self, ty: TypeId, map: Value, key: &[Value], rows: [&'static Row; 2]) -> Value {
        let key_ty = self.map_parts(ty).0;
        let [k0, k1] = self.map_key(key, key_ty);
        let number = self.map_number(ty);
        let row = if self.is_word_key(key_ty) { rows[0] } else { rows[1] };
        self.call_rt(row, &[number, map, k0, k1])[0]
    }

    /// `m[k]` and whether it is there.
    pub(super) fn map_lookup(&mut self, e: &'a Expr, x: &'a Expr, index: &'a Expr) -> (Vals, Value) {
        self.prepare([x, index]);
        let ty = self.typ(x);
        let (key_ty, elem) = self.map_parts(ty);
        let map = self.scalar(x);
        let key = self.with_views(index, |lower| lower.expr_as(index, key_ty));
        self.at(e.pos);
        let found = self.map_find(ty, map, &key);
        let null = self.b.null();
        let ok = self.op(Opcode::Ine, found, null);
        let vals = self.either(ok, elem, |lower| lower.load_stable(&Location::mem(found), elem));
        (vals, ok)
    }

    pub(super) fn map_index(&mut self, e: &'a Expr, x: &'a Expr, index: &'a Expr) -> Vals {
        self.map_lookup(e, x, index).0
    }

    /// The place of the element that a key has, made if there is none.
    pub(super) fn map_element(&mut self, ty: TypeId, map: Value, key: &[Value]) -> Location {
        Location::mem(self.map_search(ty, map, key, [rows::MAP_ASSIGN_WORD, rows::MAP_ASSIGN]))
    }

    pub(super) fn map_delete(&mut self, ty: TypeId, map: Value, key: &[Value]) {
        let key_ty = self.map_parts(ty).0;
        let [k0, k1] = self.map_key(key, key_ty);
        let number = self.map_number(ty);
        self.call_rt(rows::MAP_DELETE, &[number, map, k0, k1]);
    }

    pub(super) fn map_make(&mut self, ty: TypeId, hint: Value) -> Value {
        let number = self.map_number(ty);
        self.call_rt(rows::MAP_NEW, &[number, hint])[0]
    }

    /// `len(m)`
    pub(super) fn map_len(&mut self, map: Value) -> Value {
        let null = self.b.null();
        let there = self.op(Opcode::Ine, map, null);
        let int = Basic::Int.ty();
        self.either(there, int, |lower| [lower.b.load(Ir::I64, map, LEN_OFFSET)].into_iter().collect())[0]
    }

    // Channels -------------------------------------------------------------------------------------------

    pub(super) fn chan_elem(&self, chan: TypeId) -> TypeId {
        match *self.cx.u.types.under(chan) {
            Type::Chan { elem, .. } => elem,
            _ => Basic::Invalid.ty(),
        }
    }

    pub(super) fn make_chan(&mut self, ty: TypeId, cap: Value) -> Value {
        let elem = self.chan_elem(ty);
        let class = self.cx.class(self.b.module, elem);
        let class = self.cx.constant(Numbered::Class, class.as_u32());
        let class = self.int(class);
        self.call_rt(rows::CHAN_MAKE, &[class, cap])[0]
    }

    /// `<-x` and whether it was sent.
    pub(super) fn receive(&mut self, e: &'a Expr, x: &'a Expr) -> (Vals, Value) {
        let elem = self.chan_elem(self.typ(x));
        let chan = self.scalar(x);
        self.at(e.pos);
        self.receive_from(chan, elem)
    }

    pub(super) fn receive_from(&mut self, chan: Value, elem: TypeId) -> (Vals, Value) {
        let at = self.temp(elem);
        let ok = self.call_rt(rows::CHAN_RECV, &[chan, at])[0];
        let vals = self.load(&Location::Mem { base: at, off: 0, stable: true }, elem);
        (vals, ok)
    }

    pub(super) fn send(&mut self, chan: &'a Expr, value: &'a Expr) {
        self.prepare([chan, value]);
        let elem = self.chan_elem(self.typ(chan));
        let pos = self.b.pos();
        let chan = self.scalar(chan);
        let vals = self.expr_as(value, elem);
        self.at(pos);
        let at = self.in_memory(&vals, elem);
        self.call_rt(rows::CHAN_SEND, &[chan, at]);
    }
}
