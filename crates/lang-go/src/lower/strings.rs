//! Strings: concatenation and conversions.

use purlin_ir::Value;
use purlin_runtime::natives::rows;
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

    /// The concatenation of strings.
    pub(super) fn concat(&mut self, parts: &[&'a Expr]) -> Vals {
        let vals = self.texts(parts);
        self.joined(&vals)
    }

    /// What strings that are concatenated are, without empty constants.
    pub(super) fn texts(&mut self, parts: &[&'a Expr]) -> Vec<Vals> {
        // Otherwise the result may be one of the parts itself.
        let copies = parts.len() > 1 && parts.iter().any(|part| self.is_text(part));
        let mut vals = Vec::new();
        for part in parts {
            if self.is_const(part) && !self.is_text(part) {
                continue;
            }
            vals.push(if copies { self.read_only(part) } else { self.expr(part) });
        }
        vals
    }

    /// The concatenation of the values of strings.
    pub(super) fn joined(&mut self, vals: &[Vals]) -> Vals {
        match vals {
            [] => self.string_const(b""),
            [one] => one.clone(),
            [a, b] => self.call_rt(rows::CONCAT, &[a[0], a[1], b[0], b[1]]),
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
                self.call_rt(rows::CONCAT_N, &[words, n])
            }
        }
    }

    /// `string(x)`
    pub(super) fn string_of(&mut self, vals: &[Value], from: TypeId) -> Vals {
        match self.cx.u.types.under(from).clone() {
            Type::Slice(elem) if self.cx.u.types.basic(elem) == Basic::Int32 => {
                self.call_rt(rows::RUNES_TO_STRING, &[vals[0], vals[1]])
            }
            Type::Slice(_) => self.call_rt(rows::BYTES_TO_STRING, &[vals[0], vals[1]]),
            Type::Basic(b) if b.is_integer() => {
                let rune = self.widen(vals[0], b.is_unsigned());
                self.call_rt(rows::RUNE_TO_STRING, &[rune])
            }
            _ => vals.into(),
        }
    }

    /// `[]byte(s)`, `[]rune(s)`
    pub(super) fn string_to_slice(&mut self, vals: &[Value], elem: TypeId) -> Vals {
        let runes = self.cx.u.types.basic(elem) == Basic::Int32;
        let native = if runes { rows::STRING_TO_RUNES } else { rows::STRING_TO_BYTES };
        let slice = self.call_rt(native, &[vals[0], vals[1]]);
        smallvec![slice[0], slice[1], slice[1]]
    }
}
