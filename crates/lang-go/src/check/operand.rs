//! Operands: what an expression turned out to be, and how messages describe it.

use std::fmt::Write as _;

use purlin_base::Pos;

use super::Checker;
use crate::ast::{Expr, ExprKind, FuncType, Param, print};
use crate::constant::Const;
use crate::types::{Basic, Signature, SignatureNames, Type, TypeId};
use crate::universe::{Mode, SelectionKind, func_decl};

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
    pub(crate) fn invalid(expr: &'e Expr) -> Operand<'e> {
        Operand { mode: Mode::Invalid, ty: Basic::Invalid.ty(), value: None, expr: Some(expr) }
    }

    pub(crate) fn new(mode: Mode, ty: TypeId, expr: &'e Expr) -> Operand<'e> {
        Operand { mode, ty, value: None, expr: Some(expr) }
    }

    pub(crate) fn constant(value: Const, ty: TypeId, expr: &'e Expr) -> Operand<'e> {
        Operand { mode: Mode::Constant, ty, value: Some(value), expr: Some(expr) }
    }

    pub(crate) fn is_invalid(&self) -> bool {
        self.mode == Mode::Invalid
    }

    pub(crate) fn is_nil(&self) -> bool {
        self.mode == Mode::Nil
    }

    pub(crate) fn is_const(&self) -> bool {
        self.mode == Mode::Constant
    }

    /// Where errors about it are reported.
    pub(crate) fn pos(&self) -> Pos {
        self.expr.map_or(Pos::NONE, start)
    }

    pub(crate) fn fail(&mut self) {
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

fn names_of(ty: &FuncType) -> SignatureNames {
    let list = |params: &[Param]| {
        let each = params.iter().flat_map(|p| {
            let unnamed = p.names.is_empty().then_some(None);
            p.names.iter().map(|id| Some(id.name)).chain(unnamed)
        });
        each.collect()
    };
    SignatureNames { params: list(&ty.params), results: list(&ty.results) }
}

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
                let alias = match x.expr.map(|e| &e.unparen().kind) {
                    Some(ExprKind::Composite { ty: Some(ty), .. }) => self.alias_text(ty),
                    _ => None,
                };
                let text = alias.or_else(|| self.with_names(x)).unwrap_or_else(|| self.ty(x.ty));
                let _ = write!(out, " of {kind}type {text}");
                if let Some(constraint) = self.u.types.param(x.ty).and_then(|p| p.constraint) {
                    let _ = write!(out, " constrained by {}", self.ty(constraint));
                }
            } else {
                out.push_str(" with invalid type");
            }
        }
        if !expr.is_empty() {
            out.push(')');
        }
        out
    }

    /// The type of a function, or of the results of a call, with the names that the declaration has.
    pub(super) fn with_names(&self, x: &Operand<'_>) -> Option<String> {
        let printer = self.u.printer(Some(self.env.pkg));
        match (&x.expr?.unparen().kind, self.u.types.get(x.ty)) {
            (ExprKind::Call { func, .. }, Type::Tuple(types)) => {
                let names = self.declared_names(func)?;
                (names.results.len() == types.len()).then(|| printer.print_results(types, &names))
            }
            (_, Type::Signature(sig)) => printer.signature_with(sig, &self.declared_names(x.expr?)?),
            _ => None,
        }
    }

    /// A function type with the names that it is declared with.
    pub(super) fn signature_text(&self, sig: &Signature, declared: &FuncType) -> Option<String> {
        self.u.printer(Some(self.env.pkg)).signature_with(sig, &names_of(declared))
    }

    /// The names of parameters and results of the declared function, the method or the literal that `e` is.
    fn declared_names(&self, e: &Expr) -> Option<SignatureNames> {
        let e = e.unparen();
        let (obj, of_type) = match &e.kind {
            ExprKind::Func(lit) => return Some(names_of(&lit.ty)),
            ExprKind::Index { x, .. } => return self.declared_names(x),
            ExprKind::Ident(id) => (self.u.info.uses[id.id]?, false),
            ExprKind::Selector { sel, .. } => match self.u.info.selections.get(&e.id) {
                Some(selection) => (selection.obj?, selection.kind == SelectionKind::MethodExpr),
                None => (self.u.info.uses[sel.id]?, false),
            },
            _ => return None,
        };
        let (file, decl) = self.u.decl_of(self.u.origin(obj))?;
        let decl = func_decl(&file, decl)?;
        let mut names = names_of(&decl.ty);
        if of_type {
            let own = decl.recv.as_ref().and_then(|r| r.names.first()).map(|id| id.name);
            let others = matches!(names.params.first(), Some(Some(_)));
            names.params.insert(0, others.then(|| own.unwrap_or(self.u.words.blank)));
        }
        Some(names)
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
        if self.u.types.is_param(ty) {
            return Some("type parameter");
        }
        Some(match self.u.types.under(ty) {
            Type::Basic(_) | Type::Named(_) | Type::TypeParam(_) | Type::Generic { .. } => return None,
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
        print::expr(e, &self.u.names)
    }
}
