//! Calls of the built-in functions.

use crate::natives::prints;
use crate::rt;
use purlin_ir::{Opcode, Type as Ir, Value};
use purlin_runtime::natives::rows;
use smallvec::smallvec;

use super::state::{Location, Lower, Vals};
use crate::ast::Expr;
use crate::types::{Basic, Type, TypeId};
use crate::universe::Builtin;

impl<'a> Lower<'_, 'a> {
    pub(super) fn builtin(&mut self, e: &'a Expr, builtin: Builtin, args: &'a [Expr], dots: bool) -> Vals {
        if matches!(builtin, Builtin::UnsafeAdd | Builtin::UnsafeSlice | Builtin::UnsafeSliceData)
            || matches!(builtin, Builtin::UnsafeString | Builtin::UnsafeStringData)
        {
            return self.unsafe_builtin(e, builtin, args);
        }
        self.prepare(args.iter().filter(|a| !self.is_type_expr(a)).collect::<Vec<_>>());
        match builtin {
            Builtin::Append => self.append(e, args, dots),
            Builtin::Len | Builtin::Cap => smallvec![self.length(builtin, &args[0])],
            Builtin::Make => self.make(e, args),
            Builtin::New => smallvec![self.new_value(e, &args[0])],
            Builtin::Copy => smallvec![self.copy(e, args)],
            Builtin::Min | Builtin::Max => {
                let ty = self.typ(e);
                let vals = self.builtin_args(args, |_| Some(ty)).into_iter().map(|(vals, _)| vals);
                let best = vals.reduce(|best, next| self.extremum(builtin == Builtin::Max, ty, best, next));
                best.unwrap_or_default()
            }
            Builtin::Recover => self.recover(),
            Builtin::Panic => {
                self.panic(e, &args[0]);
                Vals::new()
            }
            Builtin::Print | Builtin::Println => {
                let vals = self.builtin_args(args, |_| None);
                self.print(&vals, builtin == Builtin::Println);
                Vals::new()
            }
            Builtin::Delete => {
                self.delete(e, args);
                Vals::new()
            }
            Builtin::Clear => {
                self.clear(&args[0]);
                Vals::new()
            }
            Builtin::Close => {
                self.close(e, &args[0]);
                Vals::new()
            }
            Builtin::Complex | Builtin::Real | Builtin::Imag => self.complex_builtin(e, builtin, args),
            // Constants, unless they depend on type parameters.
            Builtin::UnsafeAlignof => {
                let ty = self.typ(&args[0]);
                smallvec![self.int(self.cx.u.types.align_of(ty) as i64)]
            }
            Builtin::UnsafeSizeof => {
                let ty = self.typ(&args[0]);
                let size = self.layout(ty).size;
                smallvec![self.int(size as i64)]
            }
            Builtin::UnsafeOffsetof => smallvec![self.field_offset(&args[0])],
            // These were dealt with above.
            Builtin::UnsafeAdd | Builtin::UnsafeSlice | Builtin::UnsafeSliceData => Vals::new(),
            Builtin::UnsafeString | Builtin::UnsafeStringData => Vals::new(),
        }
    }

    /// `new(T)` or `new(x)`
    fn new_value(&mut self, e: &'a Expr, arg: &'a Expr) -> Value {
        let ty = self.typ(e);
        let base = self.cx.u.types.pointee(ty).unwrap_or(ty);
        if self.is_type_expr(arg) {
            return self.new_object(base);
        }
        let vals = self.expr_as(arg, base);
        let at = self.new_object(base);
        self.store(&Location::mem(at), base, &vals);
        at
    }

    /// `copy(dst, src)`
    fn copy(&mut self, e: &'a Expr, args: &'a [Expr]) -> Value {
        let vals = self.builtin_args(args, |_| None);
        self.at(e.pos);
        let [(dst, ty), (src, _)] = vals.as_slice() else { return self.int(0) };
        let elem = self.elem_type(*ty);
        self.copy_slices(dst, src, elem)
    }

    /// `close(c)`
    fn close(&mut self, e: &'a Expr, chan: &'a Expr) {
        let chan = self.scalar(chan);
        self.at(e.pos);
        self.call_rt(rows::CHAN_CLOSE, &[chan]);
    }

    /// `panic(x)`
    fn panic(&mut self, e: &'a Expr, arg: &'a Expr) {
        let any = self.cx.u.types.empty_interface();
        let may_be_nil = self.is_nil(arg) || {
            let ty = self.typ(arg);
            self.cx.u.types.is_interface(ty)
        };
        if may_be_nil {
            self.cx.want_nil_panic_error();
        }
        let value = self.expr_as(arg, any);
        self.at(e.pos);
        self.raise_rt(rt::PANIC, &value);
    }

    /// `delete(m, k)`
    fn delete(&mut self, e: &'a Expr, args: &'a [Expr]) {
        let vals = match args {
            [_, key] => self.with_views(key, |lower| lower.builtin_args(args, |_| None)),
            // One call that has both.
            _ => self.builtin_args(args, |_| None),
        };
        self.at(e.pos);
        if let [(map, ty), (key, from)] = vals.as_slice() {
            let (key_ty, _) = self.map_parts(*ty);
            let key = self.assignable(key.clone(), *from, key_ty);
            self.map_delete(*ty, map[0], &key);
        }
    }

    /// The values of the arguments, one call possibly giving all of them; the n-th as one of type
    /// `wanted(n)`.
    pub(super) fn builtin_args(
        &mut self,
        args: &'a [Expr],
        wanted: impl Fn(usize) -> Option<TypeId>,
    ) -> Vec<(Vals, TypeId)> {
        let multiple = matches!(args, [one] if matches!(self.cx.u.types.get(self.typ(one)), Type::Tuple(_)));
        if !multiple {
            let value = |(n, arg): (usize, &'a Expr)| {
                let ty = wanted(n).unwrap_or_else(|| self.typ(arg));
                (self.expr_as(arg, ty), ty)
            };
            return args.iter().enumerate().map(value).collect();
        }
        let list = self.list_values(args);
        let value = |(n, (vals, from)): (usize, (Vals, TypeId))| match wanted(n) {
            Some(ty) => (self.assignable(vals, from, ty), ty),
            None => (vals, from),
        };
        list.into_iter().enumerate().map(value).collect()
    }

    /// The offset of the field that a selector names.
    fn field_offset(&mut self, e: &'a Expr) -> Value {
        let mut offset = 0;
        if let Some(selection) = self.selection(e.unparen()) {
            let mut ty = self.cx.u.types.pointee(selection.recv).unwrap_or(selection.recv);
            for step in &selection.path {
                let field = self.layout(ty).fields[*step as usize];
                offset += field.off;
                ty = field.ty;
            }
        }
        self.int(offset)
    }

    fn is_type_expr(&self, e: &Expr) -> bool {
        self.cx.u.info.types[e.id].mode == crate::universe::Mode::Type
    }

    fn length(&mut self, builtin: Builtin, x: &'a Expr) -> Value {
        let ty = self.typ(x);
        match self.cx.u.types.under(ty).clone() {
            Type::Array { len, .. } => {
                self.expr_now(x);
                self.int(len as i64)
            }
            Type::Pointer(array) => {
                self.scalar(x);
                let (_, len) = self.array_parts(array);
                self.int(len as i64)
            }
            Type::Map { .. } => {
                let map = self.scalar(x);
                self.map_len(map)
            }
            Type::Chan { .. } => {
                let chan = self.scalar(x);
                let native = if builtin == Builtin::Len { rows::CHAN_LEN } else { rows::CHAN_CAP };
                self.call_rt(native, &[chan])[0]
            }
            _ if builtin == Builtin::Len => self.read_only(x)[1],
            _ => self.expr(x)[2],
        }
    }

    fn make(&mut self, e: &'a Expr, args: &'a [Expr]) -> Vals {
        let ty = self.typ(e);
        match self.cx.u.types.under(ty) {
            Type::Slice(_) => self.make_slice(e, ty, &args[1..]),
            Type::Map { .. } => {
                let hint = match args.get(1) {
                    Some(hint) => self.index_value(hint),
                    None => self.int(0),
                };
                self.at(e.pos);
                smallvec![self.map_make(ty, hint)]
            }
            _ => {
                let cap = match args.get(1) {
                    Some(cap) => self.index_value(cap),
                    None => self.int(0),
                };
                self.at(e.pos);
                smallvec![self.make_chan(ty, cap)]
            }
        }
    }

    fn clear(&mut self, x: &'a Expr) {
        let ty = self.typ(x);
        let vals = self.expr(x);
        self.clear_value(&vals, ty);
    }

    fn clear_value(&mut self, vals: &[Value], ty: TypeId) {
        if let Type::Slice(elem) = *self.cx.u.types.under(ty) {
            let size = self.layout(elem).size;
            let bytes = self.byte_count(vals[1], size);
            self.b.effect(Opcode::Zero, &[vals[0], bytes]);
            return;
        }
        let number = self.map_number(ty);
        self.call_rt(rows::MAP_CLEAR, &[number, vals[0]]);
    }

    /// A built-in function as a statement, with arguments that were evaluated before.
    pub(super) fn builtin_values(&mut self, builtin: Builtin, args: &[(Vals, TypeId)]) {
        match (builtin, args) {
            (Builtin::Copy, [(dst, ty), (src, _)]) => {
                let elem = self.elem_type(*ty);
                self.copy_slices(dst, src, elem);
            }
            (Builtin::Clear, [(vals, ty)]) => self.clear_value(vals, *ty),
            _ => self.print(args, builtin == Builtin::Println),
        }
    }

    /// `print` and `println`: to standard error, through natives of package runtime.
    pub(super) fn print(&mut self, args: &[(Vals, TypeId)], newline: bool) {
        for (n, (vals, ty)) in args.iter().enumerate() {
            if newline && n > 0 {
                self.call_rt(prints::PRINT_SPACE, &[]);
            }
            self.print_value(vals, *ty);
        }
        if newline {
            self.call_rt(prints::PRINT_NEWLINE, &[]);
        }
    }

    fn print_text(&mut self, text: &[u8]) {
        let text = self.string_const(text);
        self.call_rt(prints::PRINT_STRING, &[text[0], text[1]]);
    }

    fn print_value(&mut self, vals: &[Value], ty: TypeId) {
        match self.cx.u.types.under(ty).clone() {
            Type::Basic(b) if b.is_string() => {
                self.call_rt(prints::PRINT_STRING, &[vals[0], vals[1]]);
            }
            Type::Basic(b) if b.is_boolean() => {
                self.call_rt(prints::PRINT_BOOL, &[vals[0]]);
            }
            Type::Basic(Basic::Float32) => {
                self.call_rt(prints::PRINT_FLOAT32, &[vals[0]]);
            }
            Type::Basic(b) if b.is_float() => {
                self.call_rt(prints::PRINT_FLOAT, &[vals[0]]);
            }
            Type::Basic(b) if b.is_complex() => {
                let vals = self.convert_complex(vals, Basic::Complex128);
                let native =
                    if b == Basic::Complex64 { prints::PRINT_COMPLEX64 } else { prints::PRINT_COMPLEX };
                self.call_rt(native, &vals);
            }
            Type::Basic(b) if b.is_integer() => {
                let wide = self.widen(vals[0], b.is_unsigned());
                let native = if b.is_unsigned() { prints::PRINT_UINT } else { prints::PRINT_INT };
                self.call_rt(native, &[wide]);
            }
            Type::Interface(_) => {
                self.print_text(b"(");
                self.print_word(vals[0]);
                self.print_text(b",");
                self.print_word(vals[1]);
                self.print_text(b")");
            }
            Type::Slice(_) => {
                for (text, n) in [(b"[", vals[1]), (b"/", vals[2])] {
                    self.print_text(text);
                    self.call_rt(prints::PRINT_INT, &[n]);
                }
                self.print_text(b"]");
                self.print_word(vals[0]);
            }
            _ => {
                let pointer = vals.first().copied().unwrap_or_else(|| self.int(0));
                self.print_word(pointer);
            }
        }
    }

    /// An address or another word, in hexadecimal.
    fn print_word(&mut self, word: Value) {
        let word =
            if self.b.func.ty(word) == Ir::Ref { self.b.op(Opcode::Bitcast, Ir::I64, &[word]) } else { word };
        self.call_rt(prints::PRINT_POINTER, &[word]);
    }
}
