//! Strings: concatenation and conversions.

use purlin_ir::{Type as Ir, Value};
use smallvec::smallvec;

use super::state::{Lower, MAX_SLOT, Vals};
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::types::{Basic, Type, TypeId};

impl<'a> Lower<'_, 'a> {
    /// What a string is concatenated of, in order.
    pub(super) fn string_parts(&self, e: &'a Expr) -> Vec<&'a Expr> {
        let (mut work, mut parts) = (vec![e], Vec::new());
        while let Some(e) = work.pop() {
            match &e.kind {
                _ if self.is_const(e) || self.hoisted.contains_key(&e.id) => parts.push(e),
                ExprKind::Paren(x) => work.push(x),
                ExprKind::Binary { op: BinaryOp::Add, x, y } => work.extend([&**y, &**x]),
                _ => parts.push(e),
            }
        }
        parts
    }

    /// The concatenation of strings: of one that is there already, or none, and of the rest.
    pub(super) fn concat(&mut self, before: &[Value], parts: &[&'a Expr]) -> Vals {
        let mut vals: Vec<Vals> = Vec::new();
        if !before.is_empty() {
            vals.push(before.into());
        }
        // Otherwise the result may be one of the parts itself.
        let copies = parts.len() > 1 && parts.iter().any(|part| self.is_text(part));
        for part in parts {
            if self.is_const(part) && !self.is_text(part) {
                continue;
            }
            vals.push(if copies { self.read_only(part) } else { self.expr(part) });
        }
        match vals.as_slice() {
            [] => self.string_const(b""),
            [one] => one.clone(),
            [a, b] => self.call_rt("rt.concat", &[a[0], a[1], b[0], b[1]], &[Ir::Ref, Ir::I64]),
            many => {
                let bytes = many.len() as u64 * 16;
                let words = if bytes <= 4 * MAX_SLOT {
                    let slot = self.b.slot(bytes as u32);
                    self.b.stack_addr(slot)
                } else {
                    let class = self.cx.class(self.b.module, Basic::String.ty());
                    let n = self.int(many.len() as i64);
                    self.b.alloc_array(class, n)
                };
                for (i, part) in many.iter().enumerate() {
                    self.b.store(words, i as i64 * 16, part[0]);
                    self.b.store(words, i as i64 * 16 + 8, part[1]);
                }
                let n = self.int(many.len() as i64);
                self.call_rt("rt.concat_n", &[words, n], &[Ir::Ref, Ir::I64])
            }
        }
    }

    /// `string(x)`
    pub(super) fn string_of(&mut self, vals: &[Value], from: TypeId) -> Vals {
        let results = [Ir::Ref, Ir::I64];
        match self.cx.u.types.under(from).clone() {
            Type::Slice(elem) if self.cx.u.types.basic(elem) == Basic::Int32 => {
                self.call_rt("rt.runes_to_string", &[vals[0], vals[1]], &results)
            }
            Type::Slice(_) => self.call_rt("rt.bytes_to_string", &[vals[0], vals[1]], &results),
            Type::Basic(b) if b.is_integer() => {
                let rune = self.widen(vals[0], b.is_unsigned());
                self.call_rt("rt.rune_to_string", &[rune], &results)
            }
            _ => vals.into(),
        }
    }

    /// `[]byte(s)`, `[]rune(s)`
    pub(super) fn string_to_slice(&mut self, vals: &[Value], elem: TypeId) -> Vals {
        let runes = self.cx.u.types.basic(elem) == Basic::Int32;
        let native = if runes { "rt.string_to_runes" } else { "rt.string_to_bytes" };
        let slice = self.call_rt(native, &[vals[0], vals[1]], &[Ir::Ref, Ir::I64]);
        smallvec![slice[0], slice[1], slice[1]]
    }
}
