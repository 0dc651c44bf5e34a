//! Package unsafe, as far as it is safe: views of the program's own strings and slices, and other types'
//! views of what a pointer leads to. All else is an error at its position: it could reach memory that the
//! program does not own.

use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::ast::{Expr, ExprKind, UnaryOp};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Builtin, Mode, ObjId};

impl<'a> Lower<'_, 'a> {
    /// A call of one of package unsafe's functions that is no constant.
    pub(super) fn unsafe_builtin(&mut self, e: &'a Expr, builtin: Builtin, args: &'a [Expr]) -> Vals {
        match builtin {
            Builtin::UnsafeSliceData => {
                let elem = self.elem_type(self.typ(&args[0]));
                self.prepare(args);
                let slice = self.expr(&args[0]);
                return smallvec![self.slice_data(&slice, elem)];
            }
            Builtin::UnsafeStringData => {
                // No code may write to the bytes of a string.
                self.prepare(args);
                let string = self.expr(&args[0]);
                return smallvec![self.string_data(&string)];
            }
            Builtin::UnsafeAdd => {
                self.prepare(args);
                let (pointer, by) = match args {
                    [pointer, by] => (self.scalar(pointer), self.index_value(by)),
                    _ => {
                        let ((pointer, _), by) = self.pointer_and_number(args);
                        (pointer, by)
                    }
                };
                return smallvec![self.further(pointer, by)];
            }
            Builtin::UnsafeString | Builtin::UnsafeSlice => {
                let view = match args {
                    [pointer, n] => self.view(builtin, pointer, n),
                    _ => self.view_of_results(builtin, args),
                };
                if let Some(vals) = view {
                    return vals;
                }
            }
            _ => {}
        }
        self.beyond(e, builtin.name());
        let ty = self.typ(e);
        self.zero(ty)
    }

    pub(super) fn beyond(&mut self, e: &Expr, what: &str) {
        let message =
            format!("{what} is not supported here: it could reach memory that the program does not own");
        self.cx.error(e.start, message);
    }

    /// The address of the first element. An empty slice has none: an object of its own stands for it.
    fn slice_data(&mut self, slice: &[Value], elem: TypeId) -> Value {
        let (null, zero) = (self.b.null(), self.int(0));
        let there = self.op(Opcode::Ine, slice[0], null);
        let empty = self.op(Opcode::Ieq, slice[2], zero);
        let alone = self.op(Opcode::Iand, there, empty);
        let join = self.b.block();
        let data = self.b.block_param(join, Ir::Ref);
        let fresh = self.b.block();
        self.b.cold(fresh);
        self.b.brif_args(alone, (fresh, &[]), (join, &[slice[0]]));
        self.b.seal(fresh);
        self.b.switch_to(fresh);
        let object = self.new_object(elem);
        self.b.jump(join, &[object]);
        self.b.seal(join);
        self.b.switch_to(join);
        data
    }

    /// The address of a copy of the bytes of a string; nil if there are none.
    fn string_data(&mut self, string: &[Value]) -> Value {
        let (null, zero) = (self.b.null(), self.int(0));
        let empty = self.op(Opcode::Ieq, string[1], zero);
        let join = self.b.block();
        let data = self.b.block_param(join, Ir::Ref);
        let copying = self.b.block();
        self.b.brif_args(empty, (join, &[null]), (copying, &[]));
        self.b.seal(copying);
        self.b.switch_to(copying);
        let copy = self.call_rt(rows::STRING_TO_BYTES, &[string[0], string[1]])[0];
        self.b.jump(join, &[copy]);
        self.b.seal(join);
        self.b.switch_to(join);
        data
    }

    /// The function of package unsafe that an expression calls, and its arguments.
    fn unsafe_call(&self, e: &'a Expr) -> Option<(Builtin, &'a [Expr])> {
        match &e.unparen().kind {
            ExprKind::Call { func, args, .. } => match self.cx.u.info.types[func.id].mode {
                Mode::Builtin(builtin) => Some((builtin, args)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The string or slice of `n` elements from `pointer` on, if that is where a slice or string begins, or
    /// an element.
    fn view(&mut self, builtin: Builtin, pointer: &'a Expr, n: &'a Expr) -> Option<Vals> {
        let (data, most) = match self.unsafe_call(pointer) {
            Some((Builtin::UnsafeSliceData, [slice])) => {
                self.prepare([slice, n]);
                let slice = self.expr(slice);
                (slice[0], slice[2])
            }
            Some((Builtin::UnsafeStringData, [string])) => {
                self.prepare([string, n]);
                let string = self.expr(string);
                let n = self.index_value(n);
                let view = self.cut(builtin, string[0], string[1], n);
                // No code may write to the bytes of a string.
                return Some(match builtin {
                    Builtin::UnsafeString => view,
                    _ => {
                        let copy = self.call_rt(rows::STRING_TO_BYTES, &[view[0], view[1]]);
                        smallvec![copy[0], copy[1], copy[1]]
                    }
                });
            }
            _ => match self.element_view(pointer) {
                Some(found) => found,
                None => {
                    self.prepare([pointer, n]);
                    let elem = self.cx.u.types.pointee(self.typ(pointer))?;
                    if self.layout(elem).size == 0 {
                        return None;
                    }
                    let data = self.scalar(pointer);
                    self.memory_view(builtin, data, elem)?
                }
            },
        };
        let n = self.index_value(n);
        let mut view = self.cut(builtin, data, most, n);
        if builtin == Builtin::UnsafeSlice {
            view.push(view[1]);
        }
        Some(view)
    }

    /// `unsafe.Slice(f())`, `unsafe.String(f())`
    fn view_of_results(&mut self, builtin: Builtin, args: &'a [Expr]) -> Option<Vals> {
        self.prepare(args);
        let ((pointer, ty), n) = self.pointer_and_number(args);
        let elem = self.cx.u.types.pointee(ty)?;
        let (data, most) = self.memory_view(builtin, pointer, elem)?;
        let mut view = self.cut(builtin, data, most, n);
        if builtin == Builtin::UnsafeSlice {
            view.push(view[1]);
        }
        Some(view)
    }

    /// The two results of the call that is the only argument: a pointer with its type, and an integer.
    fn pointer_and_number(&mut self, args: &'a [Expr]) -> ((Value, TypeId), Value) {
        let results = self.builtin_args(args, |_| None);
        let ((pointer, ty), (number, number_type)) = (&results[0], &results[1]);
        let unsigned = self.cx.u.types.basic(*number_type).is_unsigned();
        ((pointer[0], *ty), self.widen(number[0], unsigned))
    }

    /// `&x[i]`: where the element is, and how many there are from it on.
    fn element_view(&mut self, pointer: &'a Expr) -> Option<(Value, Value)> {
        let ExprKind::Unary { op: UnaryOp::Addr, x } = &pointer.unparen().kind else { return None };
        let ExprKind::Index { x, indices } = &x.unparen().kind else { return None };
        self.prepare([&**x, &indices[0]]);
        let unsigned = self.is_wide_unsigned(&indices[0]);
        let (data, len, most, elem) = match *self.cx.u.types.under(self.typ(x)) {
            Type::Slice(elem) => {
                let slice = self.expr(x);
                (slice[0], slice[1], slice[2], elem)
            }
            Type::Array { elem, len } => {
                let place = self.operand(x);
                let Location::Mem { base, off, .. } = place else { return None };
                let len = self.int(len as i64);
                (self.b.field_addr(base, off), len, len, elem)
            }
            _ => return None,
        };
        let at = self.index_value(&indices[0]);
        self.check_index(at, len, unsigned);
        let size = self.layout(elem).size;
        let rest = self.op(Opcode::Isub, most, at);
        Some((self.elem_addr(data, at, size), rest))
    }

    /// Where a pointer leads, and how many elements there are from there on to the end of the object; of an
    /// object with pointers only what the pointer's own type says, one.
    fn memory_view(&mut self, builtin: Builtin, data: Value, elem: TypeId) -> Option<(Value, Value)> {
        let size = self.layout(elem).size;
        if size == 0 {
            return None;
        }
        let null = self.b.null();
        let there = self.op(Opcode::Ine, data, null);
        let (one, none) = (self.int(1), self.int(0));
        let least = self.b.select(there, one, none);
        if self.cx.has_pointers(elem) {
            return Some((data, least));
        }
        let room = self.plain_room(data, builtin == Builtin::UnsafeString);
        let size = self.int(size as i64);
        let most = self.op(Opcode::Udiv, room, size);
        let more = self.op(Opcode::Ugt, most, least);
        Some((data, self.b.select(more, most, least)))
    }

    /// An address so many bytes on, which must be in the same object, and the object without pointers.
    fn further(&mut self, pointer: Value, by: Value) -> Value {
        let room = self.plain_room(pointer, false);
        let zero = self.int(0);
        let beyond = self.op(Opcode::Uge, by, room);
        let moves = self.op(Opcode::Ine, by, zero);
        let bad = self.op(Opcode::Iand, beyond, moves);
        self.cold_if(bad, |lower| {
            lower.raise_text("runtime error: unsafe.Add: beyond the object, or the object has pointers")
        });
        self.b.elem_addr(pointer, by, 1, 0)
    }

    /// Bytes from an address to the end of its object, if the object has no pointers; else 0.
    pub(super) fn plain_room(&mut self, at: Value, reads: bool) -> Value {
        let reads = self.b.iconst(Ir::I8, i64::from(reads));
        self.call_rt(rows::ROOM, &[at, reads])[0]
    }

    /// The first `n` of `most` elements.
    fn cut(&mut self, builtin: Builtin, data: Value, most: Value, n: Value) -> Vals {
        let bad = self.op(Opcode::Ugt, n, most);
        let text = format!("runtime error: {}: len out of range", builtin.name());
        self.cold_if(bad, |lower| lower.raise_text(&text));
        smallvec![data, n]
    }

    /// Sees that a conversion from or to `unsafe.Pointer` keeps to the program's own memory: by the types, or
    /// where the program runs; else it is an error. A pointer to a header of what `pointer` leads to is
    /// another one.
    pub(super) fn checked_pointer(
        &mut self,
        e: &'a Expr,
        arg: &'a Expr,
        from: TypeId,
        to: TypeId,
        pointer: Value,
    ) -> Value {
        let types = &self.cx.u.types;
        let (a, b) = (types.basic(from), types.basic(to));
        if b == Basic::UnsafePointer && a.is_integer() {
            self.beyond(e, "a conversion from an integer to unsafe.Pointer");
            return pointer;
        }
        let (Basic::UnsafePointer, Some(new)) = (a, types.pointee(to)) else { return pointer };
        let old = self.origin(arg);
        if old.is_some_and(|old| self.is_view(old, new)) {
            return pointer;
        }
        if let Some(kept) = old.and_then(|old| self.kept_header(old, new, pointer)) {
            return kept;
        }
        let has_pointers = old.is_some_and(|old| self.cx.has_pointers(old)) || self.cx.has_pointers(new);
        if !has_pointers && self.layout(new).size > 0 {
            self.check_room(pointer, new);
            return pointer;
        }
        self.beyond(e, "this conversion from unsafe.Pointer");
        pointer
    }

    /// Panics if a pointer is not nil, and there is no `ty` where it leads.
    pub(super) fn check_room(&mut self, pointer: Value, ty: TypeId) {
        let size = self.layout(ty).size as i64;
        let (null, size) = (self.b.null(), self.int(size));
        let room = self.plain_room(pointer, false);
        let short = self.op(Opcode::Ult, room, size);
        let there = self.op(Opcode::Ine, pointer, null);
        let bad = self.op(Opcode::Iand, short, there);
        let name = self.cx.u.type_string(ty);
        let text = format!("runtime error: unsafe.Pointer does not lead to the memory of a {name}");
        self.cold_if(bad, |lower| lower.raise_text(&text));
    }

    /// What an `unsafe.Pointer` was made of, as far as that is known: what the pointer that it converts leads
    /// to.
    pub(super) fn origin(&self, e: &'a Expr) -> Option<TypeId> {
        let e = e.unparen();
        if self.cx.u.types.basic(self.typ(e)) != Basic::UnsafePointer {
            return None;
        }
        match &e.kind {
            ExprKind::Ident(id) => self.origins.get(&self.object_of(id)?).copied(),
            ExprKind::Call { func, args, .. } if self.cx.u.info.types[func.id].mode == Mode::Type => {
                let [x] = args.as_slice() else { return None };
                self.cx.u.types.pointee(self.typ(x)).or_else(|| self.origin(x))
            }
            _ => None,
        }
    }

    /// Remembers what a new local variable is made of, if it stays that.
    pub(super) fn note_origin(&mut self, obj: ObjId, e: &'a Expr) {
        let stays = |v: &crate::universe::Var| !v.reassigned && !v.address_taken;
        if self.cx.u.objects[obj].as_var().is_some_and(stays)
            && let Some(origin) = self.origin(e)
        {
            self.origins.insert(obj, origin);
        }
    }

    /// Whether the memory of an `old` may be taken for that of a `new`.
    pub(super) fn is_view(&mut self, old: TypeId, new: TypeId) -> bool {
        let types = &self.cx.u.types;
        if types.underlying(old) == types.underlying(new) {
            return true;
        }
        let is_bytes = matches!(types.under(old), Type::Slice(elem) if types.basic(*elem) == Basic::Uint8);
        if is_bytes && types.basic(new) == Basic::String {
            return true;
        }
        let fits = self.layout(new).size <= self.layout(old).size;
        fits && !self.cx.has_pointers(old) && !self.cx.has_pointers(new)
    }
}
