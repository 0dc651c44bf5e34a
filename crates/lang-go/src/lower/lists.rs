//! Slices: slicing, making, appending, copying.

use crate::rt;
use purlin_ir::{Opcode, Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Location, Lower, Numbered, Vals};
use crate::ast::Expr;
use crate::types::{Basic, Type, TypeId};

/// What is sliced.
struct Sliced {
    data: Value,
    len: Value,
    /// None for strings.
    cap: Option<Value>,
    elem: TypeId,
    /// Errors speak of the capacity.
    by_capacity: bool,
}

impl<'a> Lower<'_, 'a> {
    pub(super) fn elem_type(&self, slice: TypeId) -> TypeId {
        match *self.cx.u.types.under(slice) {
            Type::Slice(elem) => elem,
            _ => Basic::Uint8.ty(),
        }
    }

    fn sliced(&mut self, x: &'a Expr) -> Sliced {
        let ty = self.typ(x);
        let array = match *self.cx.u.types.under(ty) {
            Type::Slice(elem) => {
                let vals = self.expr(x);
                return Sliced { data: vals[0], len: vals[1], cap: Some(vals[2]), elem, by_capacity: true };
            }
            Type::Array { .. } => ty,
            Type::Pointer(array) => array,
            _ => {
                let vals = self.expr(x);
                let elem = Basic::Uint8.ty();
                return Sliced { data: vals[0], len: vals[1], cap: None, elem, by_capacity: false };
            }
        };
        let (elem, len) = self.array_parts(array);
        let data = if array == ty {
            let place = self.operand(x);
            self.address(&place, array)
        } else {
            let pointer = self.scalar(x);
            self.b.effect(Opcode::NilCheck, &[pointer]);
            pointer
        };
        let len = self.int(len as i64);
        Sliced { data, len, cap: Some(len), elem, by_capacity: false }
    }

    /// `x[lo:hi:max]`
    pub(super) fn slice_expr(&mut self, e: &'a Expr, x: &'a Expr, bounds: [Option<&'a Expr>; 3]) -> Vals {
        self.prepare(std::iter::once(x).chain(bounds.into_iter().flatten()));
        let s = self.sliced(x);
        let unsigned = bounds.map(|b| b.is_some_and(|b| self.is_wide_unsigned(b)));
        let [lo, hi, max] = bounds.map(|b| b.map(|b| self.index_value(b)));
        self.at(e.pos);
        let limit = s.cap.unwrap_or(s.len);
        let mut end = hi.unwrap_or(s.len);
        let cap = match max {
            Some(max) => {
                self.check_slice(max, limit, if s.by_capacity { 4 } else { 3 }, unsigned[2]);
                self.check_slice(end, max, 5, unsigned[1]);
                max
            }
            None => {
                if hi.is_some() {
                    self.check_slice(end, limit, i64::from(s.by_capacity), unsigned[1]);
                }
                limit
            }
        };
        let mut data = s.data;
        let mut cap = cap;
        if let Some(lo) = lo.filter(|lo| self.b.func.as_iconst(*lo) != Some(0)) {
            self.check_slice(lo, end, if max.is_some() { 6 } else { 2 }, unsigned[0]);
            // If something is left, there is room for it: then the pointer moves.
            if s.by_capacity && hi.is_none() {
                self.b.effect(Opcode::AssumeLe, &[end, cap]);
            }
            let most = if s.cap.is_some() { cap } else { end };
            end = self.op(Opcode::Isub, end, lo);
            cap = if s.cap.is_some() { self.op(Opcode::Isub, cap, lo) } else { end };
            data = self.advance(data, lo, most, s.elem);
        }
        if s.cap.is_some() { smallvec![data, end, cap] } else { smallvec![data, end] }
    }

    /// The pointer `n` elements further on; the same if these are `all`, so that it stays inside its object.
    fn advance(&mut self, data: Value, n: Value, all: Value, elem: TypeId) -> Value {
        let size = self.layout(elem).size;
        if size == 0 {
            return data;
        }
        let empty = self.op(Opcode::Ieq, n, all);
        let at = self.b.elem_addr(data, n, size as u32, 0);
        self.b.select(empty, data, at)
    }

    /// Raises unless `0 <= a <= b`; `unsigned` says that `a` has an unsigned type of 64 bits.
    fn check_slice(&mut self, a: Value, b: Value, kind: i64, unsigned: bool) {
        if let (Some(x), Some(y)) = (self.b.func.as_iconst(a), self.b.func.as_iconst(b))
            && 0 <= x
            && x <= y
        {
            return;
        }
        let bad = self.op(Opcode::Ugt, a, b);
        self.cold_if(bad, |lower| {
            let kind = lower.int(if unsigned { kind | rt::UNSIGNED_BOUND } else { kind });
            lower.raise_rt(rt::PANIC_SLICE, &[kind, a, b]);
        });
    }

    /// `n` zeroed elements.
    pub(super) fn new_array(&mut self, elem: TypeId, n: Value) -> Value {
        if self.layout(elem).size == 0 {
            return self.nowhere();
        }
        let class = self.cx.class(self.b.module, elem);
        self.b.alloc_array(class, n)
    }

    /// `make([]T, len, cap)`
    pub(super) fn make_slice(&mut self, e: &'a Expr, ty: TypeId, sizes: &'a [Expr]) -> Vals {
        let len = self.index_value(&sizes[0]);
        let cap = sizes.get(1).map(|c| self.index_value(c));
        self.at(e.pos);
        let elem = self.elem_type(ty);
        let most = match self.layout(elem).size {
            0 => i64::MAX,
            size => (1i64 << 47) / size as i64,
        };
        let known =
            |lower: &Self, v: Value| lower.b.func.as_iconst(v).is_some_and(|n| (0..=most).contains(&n));
        if !known(self, len) {
            let most = self.int(most);
            self.size_check(len, most, "runtime error: makeslice: len out of range");
        }
        if let Some(cap) = cap {
            if !known(self, cap) {
                let most = self.int(most);
                self.size_check(cap, most, "runtime error: makeslice: cap out of range");
            }
            self.size_check(len, cap, "runtime error: makeslice: cap out of range");
        }
        let cap = cap.unwrap_or(len);
        let data = self.new_array(elem, cap);
        smallvec![data, len, cap]
    }

    /// Raises an error unless `0 <= n <= most`.
    fn size_check(&mut self, n: Value, most: Value, text: &str) {
        let bad = self.op(Opcode::Ugt, n, most);
        self.cold_if(bad, |lower| lower.raise_text(text));
    }

    /// Raises a run-time error.
    pub(super) fn raise_text(&mut self, text: &str) {
        let text = self.string_const(text.as_bytes());
        self.raise_rt(rt::PANIC_TEXT, &[text[0], text[1]]);
    }

    // append ---------------------------------------------------------------------------------------------

    /// Room for `new_len` elements: the old array, or in a cold block a larger one.
    fn room(&mut self, slice: &[Value], new_len: Value, elem: TypeId) -> (Value, Value) {
        if self.layout(elem).size == 0 {
            let most = self.int(i64::MAX);
            self.size_check(new_len, most, "runtime error: growslice: len out of range");
            let nowhere = self.nowhere();
            return (nowhere, new_len);
        }
        let (grow, join) = (self.b.block(), self.b.block());
        self.b.cold(grow);
        let data = self.b.block_param(join, Ir::Ref);
        let cap = self.b.block_param(join, Ir::I64);
        let full = self.op(Opcode::Ugt, new_len, slice[2]);
        self.b.brif_args(full, (grow, &[]), (join, &[slice[0], slice[2]]));
        self.b.seal(grow);
        self.b.switch_to(grow);
        let class = self.cx.class(self.b.module, elem);
        let class = self.cx.constant(Numbered::Class, class.as_u32());
        let class = self.int(class);
        let args = [slice[0], slice[1], slice[2], new_len, class];
        let grown = self.call_rt(rt::GROW, &args);
        self.b.jump(join, &grown);
        self.b.seal(join);
        self.b.switch_to(join);
        (data, cap)
    }

    /// `append(s, args…)`
    pub(super) fn append(&mut self, e: &'a Expr, args: &'a [Expr], dots: bool) -> Vals {
        let ty = self.typ(e);
        let elem = self.elem_type(ty);
        if dots && args.len() == 2 {
            let slice = self.expr_as(&args[0], ty);
            return self.append_slice(e, &slice, elem, &args[1]);
        }
        let mut vals = self.builtin_args(args, |n| Some(if n == 0 { ty } else { elem })).into_iter();
        let slice = vals.next().map(|(slice, _)| slice).unwrap_or_default();
        let vals: Vec<Vals> = vals.map(|(vals, _)| vals).collect();
        if vals.is_empty() {
            return slice;
        }
        self.at(e.pos);
        self.append_values(&slice, elem, &vals)
    }

    pub(super) fn append_values(&mut self, slice: &[Value], elem: TypeId, vals: &[Vals]) -> Vals {
        let n = self.int(vals.len() as i64);
        let new_len = self.op(Opcode::Iadd, slice[1], n);
        let (data, cap) = self.room(slice, new_len, elem);
        let size = self.layout(elem).size;
        let base = self.elem_addr(data, slice[1], size);
        for (i, val) in vals.iter().enumerate() {
            let place = Location::Mem { base, off: i as i64 * size as i64, stable: false };
            self.store(&place, elem, val);
        }
        smallvec![data, new_len, cap]
    }

    fn append_slice(&mut self, e: &'a Expr, slice: &[Value], elem: TypeId, rest: &'a Expr) -> Vals {
        if self.is_nil(rest) {
            return slice.into();
        }
        let rest = self.read_only(rest);
        self.at(e.pos);
        let new_len = self.op(Opcode::Iadd, slice[1], rest[1]);
        let (data, cap) = self.room(slice, new_len, elem);
        let size = self.layout(elem).size;
        if size > 0 {
            let to = self.elem_addr(data, slice[1], size);
            let bytes = self.byte_count(rest[1], size);
            self.b.effect(Opcode::Copy, &[to, rest[0], bytes]);
        }
        smallvec![data, new_len, cap]
    }

    pub(super) fn byte_count(&mut self, n: Value, size: u64) -> Value {
        if size == 1 {
            return n;
        }
        let size = self.int(size as i64);
        self.op(Opcode::Imul, n, size)
    }

    /// `copy(dst, src)` of values; how many were copied.
    pub(super) fn copy_slices(&mut self, dst: &[Value], src: &[Value], elem: TypeId) -> Value {
        let shorter = self.op(Opcode::Slt, src[1], dst[1]);
        let n = self.b.select(shorter, src[1], dst[1]);
        let size = self.layout(elem).size;
        if size > 0 {
            let bytes = self.byte_count(n, size);
            self.b.effect(Opcode::Copy, &[dst[0], src[0], bytes]);
        }
        n
    }

    /// A slice of these values: the last argument of a variadic call.
    pub(super) fn slice_of(&mut self, elem: TypeId, vals: &[Vals]) -> Vals {
        if vals.is_empty() {
            return smallvec![self.b.null(), self.int(0), self.int(0)];
        }
        let n = self.int(vals.len() as i64);
        let data = self.new_array(elem, n);
        let size = self.layout(elem).size as i64;
        for (i, val) in vals.iter().enumerate() {
            let place = Location::Mem { base: data, off: i as i64 * size, stable: false };
            self.store(&place, elem, val);
        }
        smallvec![data, n, n]
    }
}
