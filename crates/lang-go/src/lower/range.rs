//! Range loops. What is ranged over is evaluated once.

use purlin_ir::{Opcode, Type as Ir, Value, Var};
use purlin_runtime::natives::rows;

use super::loops::Loop;
use super::state::{Location, Lower, Vals};
use crate::ast::{Expr, Range, StmtId};
use crate::types::{Basic, Type, TypeId};
use crate::universe::ObjId;

impl<'a> Lower<'_, 'a> {
    pub(super) fn range(&mut self, id: StmtId, range: &'a Range) {
        self.at(range.pos);
        self.prepare([&range.x]);
        self.declare_shared(range);
        let ty = self.typ(&range.x);
        match self.cx.u.types.under(ty).clone() {
            Type::Basic(b) if b.is_string() => self.range_string(id, range),
            Type::Basic(_) => self.range_int(id, range, ty),
            Type::Slice(elem) => {
                let slice = self.read_only(&range.x);
                self.range_elements(id, range, slice[0], slice[1], elem);
            }
            Type::Array { elem, len } => self.range_array(id, range, ty, elem, len),
            Type::Pointer(array) => {
                let (elem, len) = self.array_parts(array);
                let pointer = self.scalar(&range.x);
                if self.wants_value(range) {
                    self.b.effect(Opcode::NilCheck, &[pointer]);
                }
                let len = self.int(len as i64);
                self.range_elements(id, range, pointer, len, elem);
            }
            Type::Map { key, elem } => self.range_map(id, range, ty, key, elem),
            Type::Chan { elem, .. } => self.range_chan(id, range, elem),
            Type::Signature(_) => self.range_func(id, range, ty),
            _ => {}
        }
    }

    pub(super) fn wants_value(&self, range: &Range) -> bool {
        range.lhs.get(1).is_some_and(|e| !e.as_ident().is_some_and(|id| self.cx.is_blank(id.name)))
    }

    pub(super) fn wants_key(&self, range: &Range) -> bool {
        range.lhs.first().is_some_and(|e| !e.as_ident().is_some_and(|id| self.cx.is_blank(id.name)))
    }

    /// Declares the variables of a loop whose iterations share them.
    fn declare_shared(&mut self, range: &'a Range) {
        if !range.define {
            return;
        }
        for id in range.lhs.iter().filter_map(Expr::as_ident) {
            let Some(obj) = self.cx.u.info.defs[id.id] else { continue };
            if self.is_shared(obj) && !self.cx.is_blank(self.cx.u.objects[obj].name) {
                self.declare_zero(obj);
            }
        }
    }

    fn is_shared(&self, obj: ObjId) -> bool {
        self.cx.u.objects[obj].as_var().is_some_and(|v| v.shared)
    }

    /// Gives an iteration variable its value.
    fn give(&mut self, range: &'a Range, n: usize, vals: Vals, from: TypeId) {
        let Some(e) = range.lhs.get(n) else { return };
        if range.define {
            match e.as_ident().and_then(|id| self.cx.u.info.defs[id.id]) {
                Some(obj) if self.is_shared(obj) => {
                    let (place, ty) = (self.variable(obj), self.obj_type(obj));
                    self.store(&place, ty, &vals);
                }
                Some(obj) => self.declare_as(obj, &vals),
                None => {}
            }
            return;
        }
        self.give_to(e, vals, from);
    }

    /// Gives both variables their values; of old ones all operands are evaluated first.
    pub(super) fn give_both(
        &mut self,
        range: &'a Range,
        first: Option<(Vals, TypeId)>,
        second: Option<(Vals, TypeId)>,
    ) {
        if let (false, Some(first), Some(second)) = (range.define, &first, &second) {
            let pairs = [(&range.lhs[0], first.clone()), (&range.lhs[1], second.clone())];
            self.assign_pair(pairs);
            return;
        }
        for (n, value) in [first, second].into_iter().enumerate() {
            if let Some((vals, from)) = value {
                self.give(range, n, vals, from);
            }
        }
    }

    fn give_to(&mut self, e: &'a Expr, vals: Vals, from: TypeId) {
        self.prepare([e]);
        self.assign_values(e, vals, from);
    }

    fn range_int(&mut self, id: StmtId, range: &'a Range, ty: TypeId) {
        // The variable's type may be another integer type than that of a constant bound.
        let n = self.scalar(&range.x);
        let ir = self.b.func.ty(n);
        let i = self.b.var(ir);
        let zero = self.b.iconst(ir, 0);
        self.b.def_var(i, zero);
        let unsigned = self.cx.u.types.basic(ty).is_unsigned();
        let less = if unsigned { Opcode::Ult } else { Opcode::Slt };
        let l = self.open_loop(id);
        let more = self.op(less, zero, n);
        self.b.brif(more, l.body, l.exit);
        self.enter_body(&l);
        let at = self.b.use_var(i);
        if self.wants_key(range) {
            self.give(range, 0, [at].into_iter().collect(), ty);
        }
        self.stmts(&range.body.stmts);
        self.enter_next(&l);
        self.count_on(&l, i, n, less);
    }

    /// The counter's next value, and on while it is below `n`.
    fn count_on(&mut self, l: &Loop, i: Var, n: Value, less: Opcode) {
        let at = self.b.use_var(i);
        let ir = self.b.func.ty(at);
        let one = self.b.iconst(ir, 1);
        let next = self.op(Opcode::Iadd, at, one);
        self.b.def_var(i, next);
        let more = self.op(less, next, n);
        self.b.brif(more, l.body, l.exit);
        self.close_loop(l);
    }

    /// A counter from 0; the loop's body is current then.
    fn counted(&mut self, id: StmtId, len: Value) -> (Loop, Var, Value) {
        let i = self.b.var(Ir::I64);
        let zero = self.int(0);
        self.b.def_var(i, zero);
        let l = self.open_loop(id);
        let more = self.op(Opcode::Slt, zero, len);
        self.b.brif(more, l.body, l.exit);
        self.enter_body(&l);
        let at = self.b.use_var(i);
        (l, i, at)
    }

    fn close_counted(&mut self, l: &Loop, i: Var, len: Value) {
        self.enter_next(l);
        self.count_on(l, i, len, Opcode::Slt);
    }

    fn range_elements(&mut self, id: StmtId, range: &'a Range, data: Value, len: Value, elem: TypeId) {
        let (l, i, at) = self.counted(id, len);
        let second = self.wants_value(range).then(|| {
            let place = self.element(data, at, elem);
            (self.load_for(range, &place, elem), elem)
        });
        let first = self.wants_key(range).then(|| ([at].into_iter().collect(), Basic::Int.ty()));
        self.give_both(range, first, second);
        self.stmts(&range.body.stmts);
        self.close_counted(&l, i, len);
    }

    /// Reads an element; a declared variable takes it at once.
    fn load_for(&mut self, range: &Range, place: &Location, ty: TypeId) -> Vals {
        if range.define { self.load(place, ty) } else { self.load_stable(place, ty) }
    }

    fn range_array(&mut self, id: StmtId, range: &'a Range, ty: TypeId, elem: TypeId, len: u64) {
        let count = self.int(len as i64);
        if !self.wants_value(range) || self.layout(ty).size == 0 {
            // The length is known; only calls are made.
            if self.has_effects(&range.x) {
                self.expr_now(&range.x);
            }
            let data = self.nowhere();
            self.range_elements(id, range, data, count, elem);
            return;
        }
        // The loop sees the array as it was: copied unless nothing assigns to it.
        let fixed = range.x.unparen().as_ident().and_then(|id| self.object_of(id)).is_some_and(|obj| {
            let var = self.cx.u.objects[obj].as_var();
            var.is_some_and(|v| {
                !v.reassigned && !v.address_taken && v.kind != crate::universe::VarKind::Package
            })
        });
        let place = self.operand(&range.x);
        let data = if fixed || matches!(place, Location::Vals(_)) {
            self.load(&place, ty)[0]
        } else {
            let temp = self.temp(ty);
            let from = self.load(&place, ty)[0];
            self.copy_value(temp, 0, from, ty);
            temp
        };
        self.range_elements(id, range, data, count, elem);
    }

    fn range_string(&mut self, id: StmtId, range: &'a Range) {
        let string = self.expr(&range.x);
        let i = self.b.var(Ir::I64);
        let zero = self.int(0);
        self.b.def_var(i, zero);
        let next_at = self.b.var(Ir::I64);
        let l = self.open_loop(id);
        let more = self.op(Opcode::Slt, zero, string[1]);
        self.b.brif(more, l.body, l.exit);
        self.enter_body(&l);
        let at = self.b.use_var(i);
        let (ascii, long, join) = (self.b.block(), self.b.block(), self.b.block());
        self.b.cold(long);
        let rune = self.b.block_param(join, Ir::I32);
        let next = self.b.block_param(join, Ir::I64);
        let byte_at = self.elem_addr(string[0], at, 1);
        let byte = self.b.load(Ir::I8, byte_at, 0);
        let none = self.b.iconst(Ir::I8, 0);
        let high = self.op(Opcode::Slt, byte, none);
        self.b.brif(high, long, ascii);
        self.b.seal(ascii);
        self.b.switch_to(ascii);
        let wide = self.b.op(Opcode::Zext, Ir::I32, &[byte]);
        let one = self.int(1);
        let after = self.op(Opcode::Iadd, at, one);
        self.b.jump(join, &[wide, after]);
        self.b.seal(long);
        self.b.switch_to(long);
        let decoded = self.call_rt(rows::DECODE_RUNE, &[string[0], string[1], at]);
        self.b.jump(join, &decoded);
        self.b.seal(join);
        self.b.switch_to(join);
        self.b.def_var(next_at, next);
        let first = self.wants_key(range).then(|| ([at].into_iter().collect(), Basic::Int.ty()));
        let second = self.wants_value(range).then(|| ([rune].into_iter().collect(), Basic::Int32.ty()));
        self.give_both(range, first, second);
        self.stmts(&range.body.stmts);
        self.enter_next(&l);
        let next = self.b.use_var(next_at);
        self.b.def_var(i, next);
        let more = self.op(Opcode::Slt, next, string[1]);
        self.b.brif(more, l.body, l.exit);
        self.close_loop(&l);
    }

    fn range_map(&mut self, id: StmtId, range: &'a Range, ty: TypeId, key: TypeId, elem: TypeId) {
        let map = self.scalar(&range.x);
        let slot = self.b.slot(purlin_runtime::natives::ITER_BYTES as u32);
        let number = self.map_number(ty);
        let iter = self.b.stack_addr(slot);
        self.call_rt(rows::MAP_ITER, &[iter, number, map]);
        let l = self.open_loop(id);
        let head = self.b.block();
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let iter = self.b.stack_addr(slot);
        let number = self.map_number(ty);
        let entry = self.call_rt(rows::MAP_NEXT, &[iter, number]);
        let null = self.b.null();
        let more = self.op(Opcode::Ine, entry[0], null);
        self.b.brif(more, l.body, l.exit);
        self.enter_body(&l);
        let component = |lower: &mut Self, wanted: bool, at: Value, ty: TypeId| {
            wanted.then(|| (lower.load_for(range, &Location::mem(at), ty), ty))
        };
        let wants = (self.wants_key(range), self.wants_value(range));
        let first = component(self, wants.0, entry[0], key);
        let second = component(self, wants.1, entry[1], elem);
        self.give_both(range, first, second);
        self.stmts(&range.body.stmts);
        self.enter_next(&l);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.close_loop(&l);
    }

    fn range_chan(&mut self, id: StmtId, range: &'a Range, elem: TypeId) {
        let chan = self.scalar(&range.x);
        let l = self.open_loop(id);
        let head = self.b.block();
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        let (vals, ok) = self.receive_from(chan, elem);
        self.b.brif(ok, l.body, l.exit);
        self.enter_body(&l);
        if self.wants_key(range) {
            self.give(range, 0, vals, elem);
        }
        self.stmts(&range.body.stmts);
        self.enter_next(&l);
        self.b.jump(head, &[]);
        self.b.seal(head);
        self.close_loop(&l);
    }
}
