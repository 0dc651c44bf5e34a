//! `*(*T)(p)` of an `unsafe.Pointer`: the value of one type taken for one of another. It is read at once, so
//! that what has references can be taken apart and put together without a pointer to it of the wrong type:
//! strings, slices, and structs with the words of one. What is made of an address is a copy.

use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::ast::{Expr, ExprKind};
use crate::types::{Basic, Type, TypeId};
use crate::universe::{Mode, SelectionKind};

/// What a type is as words.
pub(super) enum Header {
    /// A string, or a struct that begins with one.
    String,
    /// A slice of these elements.
    Slice(TypeId),
    /// An address and numbers: how many words, and whether the address is a number too.
    Words(usize, bool),
    /// Two addresses: of what a type is, and of a value.
    Pair,
    Other,
}

impl<'a> Lower<'_, 'a> {
    /// The value of `*(*T)(p)`, or of a field of a header, `(*T)(p).f`, if `p` was not made of a `*T`.
    pub(super) fn taken_value(&mut self, e: &'a Expr) -> Option<Vals> {
        let e = e.unparen();
        match &e.kind {
            ExprKind::Star(x) => self.taken_for(x),
            ExprKind::Selector { x, .. } => {
                let selection = self.selection(e).filter(|s| s.kind == SelectionKind::Field)?;
                let header = self.cx.u.types.pointee(selection.recv)?;
                if !matches!(self.header(header), Header::Words(..)) {
                    return None;
                }
                let vals = self.taken_for(x)?;
                let (place, ty) = self.walk(Location::Vals(vals), header, &selection.path);
                Some(self.load(&place, ty))
            }
            _ => None,
        }
    }

    /// Assigns to `*(*T)(p)`, of a type without pointers that `p` was not made of; false if it is not that.
    pub(super) fn assign_bits(&mut self, target: &'a Expr, value: &'a Expr) -> bool {
        let ExprKind::Star(pointer) = &target.unparen().kind else { return false };
        let Some((arg, old, new)) = self.foreign(pointer) else { return false };
        let size = self.layout(new).size;
        if size == 0 || self.cx.has_pointers(new) || old.is_some_and(|old| self.cx.has_pointers(old)) {
            return false;
        }
        self.prepare([arg, value]);
        let vals = self.expr_as(value, new);
        let temp = self.temp(new);
        self.store(&Location::mem(temp), new, &vals);
        let at = self.scalar(arg);
        self.deref(at);
        if !old.is_some_and(|old| self.is_view(old, new)) {
            self.check_room(at, new);
        }
        let size = self.int(size as i64);
        self.b.effect(Opcode::Copy, &[at, temp, size]);
        true
    }

    /// What a conversion from an `unsafe.Pointer` converts, what that was made of as far as it is known, and
    /// what the result leads to, if it is another type.
    fn foreign(&mut self, pointer: &'a Expr) -> Option<(&'a Expr, Option<TypeId>, TypeId)> {
        let pointer = pointer.unparen();
        let ExprKind::Call { func, args, .. } = &pointer.kind else { return None };
        let [arg] = args.as_slice() else { return None };
        if self.cx.u.info.types[func.id].mode != Mode::Type
            || self.cx.u.types.basic(self.typ(arg)) != Basic::UnsafePointer
        {
            return None;
        }
        let new = self.cx.u.types.pointee(self.typ(pointer))?;
        let old = self.origin(arg);
        let types = &self.cx.u.types;
        let same = old.is_some_and(|old| types.underlying(old) == types.underlying(new));
        (!same).then_some((arg, old, new))
    }

    /// The value where the pointer leads, if `pointer` is a conversion from an `unsafe.Pointer` to a type of
    /// which it need not be one.
    fn taken_for(&mut self, pointer: &'a Expr) -> Option<Vals> {
        let (arg, old, new) = self.foreign(pointer)?;
        let old_header = old.map_or(Header::Other, |old| self.header(old));
        if !self.cx.has_pointers(new) && !matches!(self.header(new), Header::Words(..)) {
            return self.taken_bits(arg, old, new);
        }
        let (fits, size) = (self.layout(new).size, old.map_or(0, |old| self.layout(old).size));
        let enough = fits <= size || matches!(old_header, Header::String);
        let joins = match (&old_header, self.header(new)) {
            (Header::String, Header::String | Header::Words(2, _)) => true,
            (Header::Slice(_), Header::Words(..)) | (Header::Words(_, false), Header::String) => true,
            (Header::Slice(a), Header::String) => self.is_byte(*a),
            (Header::String | Header::Words(3, false), Header::Slice(b)) => self.is_byte(b),
            _ => false,
        };
        let old = old.filter(|_| joins && enough)?;
        let at = self.scalar(arg);
        let place = self.deref(at);
        let lead = match old_header {
            Header::String => Basic::String.ty(),
            Header::Slice(_) | Header::Words(..) | Header::Pair | Header::Other => old,
        };
        let vals = self.load(&place, lead);
        let made = matches!(old_header, Header::Words(..));
        Some(match self.header(new) {
            Header::Words(n, is_number) => {
                let mut words: Vals = vals[..n.min(vals.len())].into();
                if is_number {
                    words[0] = self.number_of(words[0]);
                }
                words
            }
            Header::Slice(_) => {
                let copy = self.copied(vals[0], vals[1], made);
                smallvec![copy, vals[1], vals[1]]
            }
            Header::String if made => smallvec![self.copied(vals[0], vals[1], true), vals[1]],
            Header::String | Header::Pair | Header::Other => smallvec![vals[0], vals[1]],
        })
    }

    /// A copy of so many bytes, which have been checked unless `made` of an address and a number.
    fn copied(&mut self, data: Value, len: Value, made: bool) -> Value {
        if made {
            let room = self.plain_room(data, true);
            let bad = self.op(Opcode::Ugt, len, room);
            let text = "runtime error: unsafe.Pointer does not lead to as many bytes as a header says";
            self.cold_if(bad, |lower| lower.raise_text(text));
        }
        self.call_rt(rows::STRING_TO_BYTES, &[data, len])[0]
    }

    /// Memory without pointers as a value without pointers. Copying it is what tells the mid-end that memory
    /// of another type is read.
    fn taken_bits(&mut self, arg: &'a Expr, old: Option<TypeId>, new: TypeId) -> Option<Vals> {
        let layout = self.layout(new);
        if layout.size == 0 || old.is_some_and(|old| self.cx.has_pointers(old)) {
            return None;
        }
        let at = self.scalar(arg);
        let Location::Mem { base, .. } = self.deref(at) else { return None };
        if !old.is_some_and(|old| self.is_view(old, new)) {
            self.check_room(base, new);
        }
        if let Some(old) = old
            && let ([from], [to]) = (&self.layout(old).comps[..], &layout.comps[..])
            && !self.layout(old).mem
            && !layout.mem
            && from.ty != to.ty
            && from.ty.bytes() == to.ty.bytes()
        {
            let (from, to) = (from.ty, to.ty);
            let value = self.b.load(from, base, 0);
            return Some(smallvec![self.b.op(Opcode::Bitcast, to, &[value])]);
        }
        let temp = self.temp(new);
        let size = self.int(layout.size as i64);
        self.b.effect(Opcode::Copy, &[temp, base, size]);
        let vals = self.load(&Location::mem(temp), new);
        if self.cx.u.types.basic(new) == Basic::Bool {
            let zero = self.b.iconst(Ir::I8, 0);
            return Some(smallvec![self.op(Opcode::Ine, vals[0], zero)]);
        }
        Some(vals)
    }

    fn is_byte(&mut self, elem: TypeId) -> bool {
        self.cx.u.types.basic(elem) == Basic::Uint8
    }

    pub(super) fn header(&self, ty: TypeId) -> Header {
        match self.cx.u.types.under(ty).clone() {
            Type::Basic(Basic::String) => Header::String,
            Type::Slice(elem) => Header::Slice(elem),
            Type::Struct(fields) => {
                let basics: Vec<Basic> = fields.iter().map(|f| self.cx.u.types.basic(f.ty)).collect();
                let is_word =
                    |b: &Basic| matches!(b, Basic::Int | Basic::Uint | Basic::Uintptr | Basic::Int64);
                match basics.as_slice() {
                    [Basic::String, rest @ ..] if rest.iter().all(is_word) => Header::String,
                    [Basic::UnsafePointer, rest @ ..]
                        if matches!(rest.len(), 1 | 2) && rest.iter().all(is_word) =>
                    {
                        Header::Words(1 + rest.len(), false)
                    }
                    [Basic::Uintptr, Basic::Int, rest @ ..] if matches!(rest, [] | [Basic::Int]) => {
                        Header::Words(2 + rest.len(), true)
                    }
                    [Basic::UnsafePointer | Basic::Uintptr, Basic::UnsafePointer] => Header::Pair,
                    _ => Header::Other,
                }
            }
            _ => Header::Other,
        }
    }
}
