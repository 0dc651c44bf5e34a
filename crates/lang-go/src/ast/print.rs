//! Expressions as error messages show them: source text on one line, bodies and elements as `…`.
//!
//! The spelling is that of Go's compiler (`x + y`, `T{…}`, `func(x int) {…}`). Long or deep expressions are
//! cut short, so that a message stays one.

use purlin_base::{Interner, Name};

use super::{ChanDir, Expr, ExprKind, FuncType, InterfaceElem, Param, Stmt, StmtKind, StructField, UnaryOp};

/// Where text and nesting end.
const MAX_LEN: usize = 2000;
const MAX_DEPTH: u32 = 100;

/// The text of an expression or type.
pub(crate) fn expr(x: &Expr, names: &Interner) -> String {
    let mut printer = Printer { names, out: String::new(), depth: 0 };
    printer.expr(x);
    printer.out
}

/// The text of expressions separated by commas.
pub(crate) fn exprs(list: &[Expr], names: &Interner) -> String {
    let mut printer = Printer { names, out: String::new(), depth: 0 };
    printer.list(list);
    printer.out
}

/// The text of a simple statement; empty for others.
pub(crate) fn stmt(s: &Stmt, names: &Interner) -> String {
    let text = |x: &Expr| expr(x, names);
    // Around `=`, what might have been meant as `==` stands out better in parentheses.
    let emphasized = |list: &[Expr]| match list {
        [x] if matches!(x.kind, ExprKind::Binary { .. }) => format!("({})", text(x)),
        _ => exprs(list, names),
    };
    match &s.kind {
        StmtKind::Expr(x) => text(x),
        StmtKind::Send { chan, value } => format!("{} <- {}", text(chan), text(value)),
        StmtKind::IncDec { x, inc } => format!("{}{}", text(x), if *inc { "++" } else { "--" }),
        StmtKind::Assign { lhs, rhs } => format!("{} = {}", emphasized(lhs), emphasized(rhs)),
        StmtKind::Define { lhs, rhs } => format!("{} := {}", exprs(lhs, names), exprs(rhs, names)),
        StmtKind::OpAssign { op, lhs, rhs } => format!("{} {}= {}", text(lhs), op.text(), text(rhs)),
        _ => String::new(),
    }
}

struct Printer<'a> {
    names: &'a Interner,
    out: String,
    depth: u32,
}

impl Printer<'_> {
    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        let names = self.names;
        self.out.push_str(names.text(name));
    }

    fn list(&mut self, list: &[Expr]) {
        for (i, x) in list.iter().enumerate() {
            if i > 0 {
                self.text(", ");
            }
            self.expr(x);
        }
    }

    fn expr(&mut self, x: &Expr) {
        if self.depth == MAX_DEPTH || self.out.len() > MAX_LEN {
            if !self.out.ends_with('…') {
                self.text("…");
            }
            return;
        }
        self.depth += 1;
        self.expr_here(x);
        self.depth -= 1;
    }

    fn around(&mut self, before: &str, x: &Expr, after: &str) {
        self.text(before);
        self.expr(x);
        self.text(after);
    }

    fn expr_here(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::Bad => self.text("<bad expr>"),
            ExprKind::Ident(ident) => self.name(ident.name),
            ExprKind::Literal(lit) => self.name(lit.text),
            ExprKind::Composite { ty, elems, .. } => {
                if let Some(ty) = ty {
                    self.expr(ty);
                }
                self.text(if elems.is_empty() { "{}" } else { "{…}" });
            }
            ExprKind::Func(lit) => {
                self.func("func", &lit.ty);
                self.text(if lit.body.stmts.is_empty() { " {}" } else { " {…}" });
            }
            ExprKind::Paren(x) => self.around("(", x, ")"),
            ExprKind::Selector { x, sel } => {
                self.around("", x, ".");
                self.name(sel.name);
            }
            ExprKind::Index { x, indices } => {
                self.around("", x, "[");
                self.list(indices);
                self.text("]");
            }
            ExprKind::Slice { x, lo, hi, max, full } => {
                self.around("", x, "[");
                self.optional(lo);
                self.text(":");
                self.optional(hi);
                if *full {
                    self.text(":");
                    self.optional(max);
                }
                self.text("]");
            }
            ExprKind::TypeAssert { x, ty } => {
                self.around("", x, ".(");
                self.around("", ty, ")");
            }
            ExprKind::TypeGuard(x) => self.around("", x, ".(type)"),
            ExprKind::Call { func, args, dots, .. } => {
                self.around("", func, "(");
                self.list(args);
                self.text(if *dots { "...)" } else { ")" });
            }
            ExprKind::Star(x) => self.around("*", x, ""),
            ExprKind::Unary { op: UnaryOp::Recv, x } => self.around("<-", x, ""),
            ExprKind::Unary { op, x } => self.around(op.text(), x, ""),
            ExprKind::Binary { .. } => self.binary(x),
            _ => self.type_(x),
        }
    }

    fn optional(&mut self, x: &Option<Box<Expr>>) {
        if let Some(x) = x {
            self.expr(x);
        }
    }

    /// A chain of operators, left to right without recursion.
    fn binary(&mut self, x: &Expr) {
        let mut chain = Vec::new();
        let mut left = x;
        while let ExprKind::Binary { op, x, y } = &left.kind {
            chain.push((*op, y));
            left = x;
        }
        self.expr(left);
        for (op, y) in chain.into_iter().rev() {
            self.text(" ");
            self.text(op.text());
            self.text(" ");
            self.expr(y);
            if self.out.len() > MAX_LEN {
                return;
            }
        }
    }

    fn type_(&mut self, x: &Expr) {
        match &x.kind {
            ExprKind::ArrayType { len, elem } => {
                self.text("[");
                match len {
                    Some(len) => self.expr(len),
                    None => self.text("..."),
                }
                self.around("]", elem, "");
            }
            ExprKind::SliceType(elem) => self.around("[]", elem, ""),
            ExprKind::StructType(fields) => self.fields(fields),
            ExprKind::InterfaceType(elems) => self.interface(elems),
            ExprKind::FuncType(ty) => self.func("func", ty),
            ExprKind::MapType { key, value } => {
                self.around("map[", key, "]");
                self.expr(value);
            }
            ExprKind::ChanType { dir, elem } => {
                // `chan (<-chan T)` is not `chan<- chan T`.
                let ambiguous = *dir == ChanDir::Both
                    && matches!(&elem.kind, ExprKind::ChanType { dir: ChanDir::Recv, .. });
                match (dir, ambiguous) {
                    (ChanDir::Both, true) => self.around("chan (", elem, ")"),
                    (ChanDir::Both, false) => self.around("chan ", elem, ""),
                    (ChanDir::Send, _) => self.around("chan<- ", elem, ""),
                    (ChanDir::Recv, _) => self.around("<-chan ", elem, ""),
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, fields: &[StructField]) {
        self.text("struct{");
        for (i, field) in fields.iter().enumerate() {
            self.text(if i > 0 { "; " } else { "" });
            let names: Vec<Name> = field.names.iter().map(|n| n.name).collect();
            self.names_before(&names);
            self.expr(&field.ty);
            if let Some(tag) = &field.tag {
                self.text(" ");
                self.name(tag.text);
            }
        }
        self.text("}");
    }

    fn interface(&mut self, elems: &[InterfaceElem]) {
        self.text("interface{");
        for (i, elem) in elems.iter().enumerate() {
            self.text(if i > 0 { "; " } else { "" });
            match elem {
                InterfaceElem::Method { name, ty } => {
                    self.name(name.name);
                    self.func("", ty);
                }
                InterfaceElem::Embedded(x) => self.expr(x),
            }
        }
        self.text("}");
    }

    fn names_before(&mut self, names: &[Name]) {
        for (i, name) in names.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            self.name(*name);
        }
        self.text(if names.is_empty() { "" } else { " " });
    }

    fn func(&mut self, keyword: &str, ty: &FuncType) {
        self.text(keyword);
        self.params(&ty.params);
        match ty.results.as_slice() {
            [] => {}
            [result] if result.names.is_empty() => self.around(" ", &result.ty, ""),
            results => {
                self.text(" ");
                self.params(results);
            }
        }
    }

    fn params(&mut self, params: &[Param]) {
        self.text("(");
        for (i, param) in params.iter().enumerate() {
            self.text(if i > 0 { ", " } else { "" });
            let names: Vec<Name> = param.names.iter().map(|n| n.name).collect();
            self.names_before(&names);
            self.text(if param.variadic.is_some() { "..." } else { "" });
            self.expr(&param.ty);
        }
        self.text(")");
    }
}
