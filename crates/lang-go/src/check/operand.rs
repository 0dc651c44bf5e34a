//! Operands: what an expression turned out to be, and how messages describe expressions and operands.

use std::fmt::Write as _;

use purlin_base::Pos;

use super::Checker;
use crate::ast::{BinaryOp, ChanDir, Expr, ExprKind, FuncType, Param};
use crate::constant::Const;
use crate::types::{Basic, Type, TypeId};
use crate::universe::Mode;

/// The result of checking an expression.
#[derive(Clone, Debug)]
pub(crate) struct Operand<'e> {
    pub mode: Mode,
    pub ty: TypeId,
    /// Of a constant. None also for a constant that an error left without a value.
    pub value: Option<Const>,
    pub expr: Option<&'e Expr>,
}

impl<'e> Operand<'e> {
    pub fn invalid(expr: &'e Expr) -> Operand<'e> {
        Operand { mode: Mode::Invalid, ty: Basic::Invalid.ty(), value: None, expr: Some(expr) }
    }

    pub fn new(mode: Mode, ty: TypeId, expr: &'e Expr) -> Operand<'e> {
        Operand { mode, ty, value: None, expr: Some(expr) }
    }

    pub fn constant(value: Const, ty: TypeId, expr: &'e Expr) -> Operand<'e> {
        Operand { mode: Mode::Constant, ty, value: Some(value), expr: Some(expr) }
    }

    pub fn is_invalid(&self) -> bool {
        self.mode == Mode::Invalid
    }

    pub fn is_nil(&self) -> bool {
        self.mode == Mode::Nil
    }

    pub fn is_const(&self) -> bool {
        self.mode == Mode::Constant
    }

    /// Where errors about it are reported.
    pub fn pos(&self) -> Pos {
        self.expr.map_or(Pos::NONE, start)
    }

    pub fn fail(&mut self) {
        self.mode = Mode::Invalid;
        self.ty = Basic::Invalid.ty();
        self.value = None;
    }
}

/// Where errors about an expression are reported: its start, with the exceptions that Go's compiler makes.
pub(super) fn start(e: &Expr) -> Pos {
    let mut e = e;
    loop {
        match &e.kind {
            ExprKind::Composite { ty: Some(x), .. }
            | ExprKind::Selector { x, .. }
            | ExprKind::Index { x, .. }
            | ExprKind::TypeAssert { x, .. }
            | ExprKind::Binary { x, .. }
            | ExprKind::Call { func: x, .. } => e = x,
            ExprKind::Slice { .. } => return e.pos,
            // After the keyword.
            ExprKind::FuncType(_) => return e.start.offset(4),
            _ => return e.start,
        }
    }
}

/// Longer expressions are cut in messages.
const MAX_LEN: usize = 2000;

impl Checker<'_> {
    /// An operand as messages describe it: `x (variable of type int)`.
    pub(super) fn describe(&self, x: &Operand<'_>) -> String {
        if x.is_nil() {
            return match self.u.types.get(x.ty) {
                Type::Basic(Basic::UntypedNil) => "nil".into(),
                Type::Basic(Basic::Invalid) => "nil (with invalid type)".into(),
                _ => format!("nil (of type {})", self.ty(x.ty)),
            };
        }
        let expr = x.expr.map(|e| self.source(e)).unwrap_or_default();
        let mut out = String::new();
        if !expr.is_empty() {
            let _ = write!(out, "{expr} (");
        }
        let described = !matches!(x.mode, Mode::Invalid | Mode::NoValue | Mode::Builtin(_) | Mode::Type);
        let untyped = described && self.u.types.is_untyped(x.ty);
        if untyped {
            let _ = write!(out, "{} ", self.ty(x.ty));
        }
        out.push_str(match x.mode {
            Mode::Invalid => "invalid operand",
            Mode::NoValue => "no value",
            Mode::Builtin(_) => "built-in",
            Mode::Type => "type",
            Mode::Constant => "constant",
            Mode::Variable => "variable",
            Mode::MapIndex => "map index expression",
            Mode::Value => "value",
            Mode::Nil => "nil",
            Mode::CommaOk => "comma, ok expression",
        });
        if let (Mode::Constant, Some(value)) = (x.mode, &x.value) {
            let value = value.to_string();
            if value != expr {
                let _ = write!(out, " {value}");
            }
        }
        if described && !untyped {
            if self.is_valid(x.ty) {
                let kind = match self.u.types.get(x.ty) {
                    Type::Named(_) => format!("{} ", self.kind_word(x.ty)),
                    _ => String::new(),
                };
                let _ = write!(out, " of {kind}type {}", self.ty(x.ty));
            } else {
                out.push_str(" with invalid type");
            }
        }
        if !expr.is_empty() {
            out.push(')');
        }
        out
    }

    /// `slice`, `struct`, …; for basic types their name.
    pub(super) fn kind_word(&self, ty: TypeId) -> String {
        match self.composite_kind(ty) {
            Some(kind) => kind.to_string(),
            None if self.u.types.basic(ty) == Basic::UnsafePointer => "Pointer".to_string(),
            None => self.u.types.basic(ty).name().to_string(),
        }
    }

    pub(super) fn composite_kind(&self, ty: TypeId) -> Option<&'static str> {
        Some(match self.u.types.under(ty) {
            Type::Basic(_) | Type::Named(_) | Type::TypeParam { .. } => return None,
            Type::Array { .. } => "array",
            Type::Slice(_) => "slice",
            Type::Struct(_) => "struct",
            Type::Pointer(_) => "pointer",
            Type::Signature(_) => "func",
            Type::Interface(_) => "interface",
            Type::Map { .. } => "map",
            Type::Chan { .. } => "chan",
            Type::Tuple(_) => "tuple",
        })
    }

    /// An expression as source text.
    pub(super) fn source(&self, e: &Expr) -> String {
        let mut out = String::new();
        self.write_expr(&mut out, e, 0);
        out
    }

    fn write_list(&self, out: &mut String, list: &[Expr], depth: u32) {
        for (i, e) in list.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_expr(out, e, depth);
        }
    }

    /// Binary operators nest to the left without bound, so the left operands are walked in a loop.
    fn write_binary(&self, out: &mut String, e: &Expr, depth: u32) {
        let mut spine: Vec<(BinaryOp, &Expr)> = Vec::new();
        let mut left = e;
        while let ExprKind::Binary { op, x, y } = &left.kind {
            spine.push((*op, y));
            left = x;
        }
        self.write_expr(out, left, depth);
        for (op, y) in spine.into_iter().rev() {
            let _ = write!(out, " {} ", op.text());
            self.write_expr(out, y, depth);
        }
    }

    fn write_expr(&self, out: &mut String, e: &Expr, depth: u32) {
        if depth > 100 || out.len() > MAX_LEN {
            out.push('…');
            return;
        }
        let next = depth + 1;
        match &e.kind {
            ExprKind::Bad => out.push_str("BadExpr"),
            ExprKind::Ident(id) => out.push_str(self.u.name(id.name)),
            ExprKind::Literal(lit) => out.push_str(self.u.name(lit.text)),
            ExprKind::Composite { ty, elems, .. } => {
                if let Some(ty) = ty {
                    self.write_expr(out, ty, next);
                }
                out.push_str(if elems.is_empty() { "{}" } else { "{…}" });
            }
            ExprKind::Func(lit) => {
                out.push_str("func");
                self.write_func(out, &lit.ty, next);
                out.push_str(" {…}");
            }
            ExprKind::Paren(x) => {
                out.push('(');
                self.write_expr(out, x, next);
                out.push(')');
            }
            ExprKind::Selector { x, sel } => {
                self.write_expr(out, x, next);
                out.push('.');
                out.push_str(self.u.name(sel.name));
            }
            ExprKind::Index { x, indices } => {
                self.write_expr(out, x, next);
                out.push('[');
                self.write_list(out, indices, next);
                out.push(']');
            }
            ExprKind::Slice { x, lo, hi, max, full } => {
                self.write_expr(out, x, next);
                out.push('[');
                let parts = [lo, hi, max];
                for (i, part) in parts.iter().take(if *full { 3 } else { 2 }).enumerate() {
                    if i > 0 {
                        out.push(':');
                    }
                    if let Some(part) = part {
                        self.write_expr(out, part, next);
                    }
                }
                out.push(']');
            }
            ExprKind::TypeAssert { x, ty } => {
                self.write_expr(out, x, next);
                out.push_str(".(");
                self.write_expr(out, ty, next);
                out.push(')');
            }
            ExprKind::TypeGuard(x) => {
                self.write_expr(out, x, next);
                out.push_str(".(type)");
            }
            ExprKind::Call { func, args, dots, .. } => {
                self.write_expr(out, func, next);
                out.push('(');
                self.write_list(out, args, next);
                out.push_str(if *dots { "...)" } else { ")" });
            }
            ExprKind::Star(x) => {
                out.push('*');
                self.write_expr(out, x, next);
            }
            ExprKind::Unary { op, x } => {
                out.push_str(op.text());
                self.write_expr(out, x, next);
            }
            ExprKind::Binary { .. } => self.write_binary(out, e, next),
            ExprKind::ArrayType { len, elem } => {
                out.push('[');
                match len {
                    Some(len) => self.write_expr(out, len, next),
                    None => out.push_str("..."),
                }
                out.push(']');
                self.write_expr(out, elem, next);
            }
            ExprKind::SliceType(elem) => {
                out.push_str("[]");
                self.write_expr(out, elem, next);
            }
            ExprKind::StructType(fields) => {
                out.push_str(if fields.is_empty() { "struct{}" } else { "struct{…}" });
            }
            ExprKind::InterfaceType(elems) => {
                out.push_str(if elems.is_empty() { "interface{}" } else { "interface{…}" });
            }
            ExprKind::FuncType(f) => {
                out.push_str("func");
                self.write_func(out, f, next);
            }
            ExprKind::MapType { key, value } => {
                out.push_str("map[");
                self.write_expr(out, key, next);
                out.push(']');
                self.write_expr(out, value, next);
            }
            ExprKind::ChanType { dir, elem } => {
                out.push_str(match dir {
                    ChanDir::Both => "chan ",
                    ChanDir::Send => "chan<- ",
                    ChanDir::Recv => "<-chan ",
                });
                let paren = *dir == ChanDir::Both
                    && matches!(elem.kind, ExprKind::ChanType { dir: ChanDir::Recv, .. });
                out.push_str(if paren { "(" } else { "" });
                self.write_expr(out, elem, next);
                out.push_str(if paren { ")" } else { "" });
            }
        }
    }

    fn write_func(&self, out: &mut String, f: &FuncType, depth: u32) {
        self.write_params(out, &f.params, depth);
        match f.results.as_slice() {
            [] => {}
            [Param { names, ty, .. }] if names.is_empty() => {
                out.push(' ');
                self.write_expr(out, ty, depth);
            }
            results => {
                out.push(' ');
                self.write_params(out, results, depth);
            }
        }
    }

    fn write_params(&self, out: &mut String, params: &[Param], depth: u32) {
        out.push('(');
        for (i, p) in params.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            for (n, name) in p.names.iter().enumerate() {
                out.push_str(if n > 0 { ", " } else { "" });
                out.push_str(self.u.name(name.name));
            }
            if !p.names.is_empty() {
                out.push(' ');
            }
            if p.variadic.is_some() {
                out.push_str("...");
            }
            self.write_expr(out, &p.ty, depth);
        }
        out.push(')');
    }
}
