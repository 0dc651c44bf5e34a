//! Files and declarations, and what a bracket after a declared type's name begins.

use super::directives::Owner;
use super::expr::unparen;
use super::{Bodies, Parser, params};
use crate::ast::{
    BinaryOp, ConstSpec, Decl, Expr, ExprKind, File, FuncBody, FuncDecl, FuncType, Ident, ImportSpec,
    LitKind, TypeParam, TypeSpec, UnaryOp, VarSpec,
};
use crate::language::Language;
use crate::lex::Tok;
use purlin_base::Pos;

/// What can begin a declaration.
const DECLARATIONS: [Tok; 5] = [Tok::Import, Tok::Const, Tok::Type, Tok::Var, Tok::Func];

impl Parser<'_> {
    pub(super) fn file(mut self) -> File {
        let mut decls = Vec::new();
        if self.at(Tok::Package) {
            self.take_directives(Owner::Package);
        }
        let package = if self.got(Tok::Package) {
            let package = self.ident();
            self.drop_directives();
            self.want(Tok::Semi);
            if self.errors == 0 {
                self.declarations(&mut decls);
                self.cover_declarations(&mut decls);
            }
            package
        } else {
            self.syntax_error("package statement must be first");
            self.blank_ident(self.pos())
        };
        for (_, pos) in std::mem::take(&mut self.guards) {
            self.error_at(pos, "invalid syntax tree: use of .(type) outside type switch");
        }
        self.finish_directives(&decls);
        let directives = self.directives();
        let eof = self.base.offset(self.text.len() as u32);
        let (misplaced, restricted, linknames) = (self.misplaced, self.restricted, self.linknames);
        let language = Language::default();
        File { file: self.file, language, package, directives, misplaced, restricted, linknames, decls, eof }
    }

    /// Inserts counters in the function literals outside functions, and declares all that were inserted.
    fn cover_declarations(&mut self, decls: &mut Vec<Decl>) {
        let Some(cover) = self.cover.as_deref_mut().filter(|_| self.errors == 0) else { return };
        decls.iter_mut().for_each(|decl| cover.decl(decl, self.names, self.ids));
        decls.extend(cover.declarations(self.names, self.ids));
    }

    fn declarations(&mut self, decls: &mut Vec<Decl>) {
        let mut after_imports = false;
        while !self.at(Tok::Eof) {
            if self.at(Tok::Import) && after_imports {
                self.syntax_error("imports must appear before other declarations");
            }
            after_imports = !self.at(Tok::Import);
            if self.at_any(&DECLARATIONS) {
                let decl = self.declaration();
                decls.push(decl);
            } else {
                let bodiless = matches!(decls.last(), Some(Decl::Func(f)) if f.body.is_none());
                self.syntax_error(if self.at(Tok::Lbrace) && bodiless {
                    "unexpected semicolon or newline before {"
                } else {
                    "non-declaration statement outside function body"
                });
                self.skip_to(&DECLARATIONS);
                continue;
            }
            self.drop_directives();
            if !self.at(Tok::Eof) && !self.got(Tok::Semi) {
                self.syntax_error("after top level declaration");
                self.skip_to(&DECLARATIONS);
            }
        }
    }

    /// A declaration from its keyword on.
    pub(super) fn declaration(&mut self) -> Decl {
        let keyword = self.lex.tok;
        if keyword == Tok::Func {
            self.take_directives(Owner::Func);
            self.next();
            return Decl::Func(Box::new(self.func_decl()));
        }
        let from = self.lex.directives.len();
        self.next();
        let owner = if keyword == Tok::Var { Owner::Var } else { Owner::Plain };
        if !self.at(Tok::Lparen) {
            self.take_directives_to(from, owner);
        } else {
            self.drop_directives_to(from);
        }
        match keyword {
            Tok::Import => Decl::Import(self.group(owner, Self::import_spec)),
            Tok::Const => {
                let mut specs = Vec::new();
                let mut repeats = None;
                self.group(owner, |p| {
                    let spec = p.const_spec(specs.len() as u32, &mut repeats);
                    specs.push(spec);
                });
                Decl::Const(specs)
            }
            Tok::Type => Decl::Type(self.group(owner, Self::type_spec)),
            _ => Decl::Var(self.group(owner, Self::var_spec)),
        }
    }

    /// One specification, or several in parentheses.
    fn group<T>(&mut self, owner: Owner, mut spec: impl FnMut(&mut Self) -> T) -> Vec<T> {
        if !self.got(Tok::Lparen) {
            return vec![spec(self)];
        }
        let mut specs = Vec::new();
        self.list("grouped declaration", Tok::Semi, Tok::Rparen, |p| {
            p.take_directives(owner);
            specs.push(spec(p));
            false
        });
        specs
    }

    fn import_spec(&mut self) -> ImportSpec {
        let pos = self.pos();
        let name = match self.lex.tok {
            Tok::Name => Some(self.ident()),
            Tok::Dot => {
                self.next();
                let name = self.names.intern(".");
                Some(Ident { id: self.ids.ident(), pos, name })
            }
            _ => None,
        };
        let path_pos = self.pos();
        let (mut path, mut bad) = (self.names.intern(""), false);
        if !self.at(Tok::Literal) {
            self.syntax_error("missing import path");
            self.skip_to(&[Tok::Semi, Tok::Rparen]);
        } else if let Some(literal) = self.literal() {
            match literal.kind {
                LitKind::String(bytes) => path = self.names.intern(&String::from_utf8_lossy(&bytes)),
                _ => self.syntax_error_at(path_pos, "import path must be a string"),
            }
        } else {
            bad = true;
        }
        ImportSpec { pos, name, path, path_pos, bad }
    }

    fn const_spec(&mut self, iota: u32, last: &mut Option<u32>) -> ConstSpec {
        let pos = self.pos();
        let first = self.ident();
        let names = self.ident_list(first);
        let (mut ty, mut values) = (None, Vec::new());
        if !self.at_any(&[Tok::Eof, Tok::Semi, Tok::Rparen]) {
            ty = self.type_or_none();
            if self.got_assign() {
                self.in_const = true;
                values = self.expr_list();
                self.in_const = false;
            }
        }
        let mut repeats = None;
        if ty.is_some() || !values.is_empty() {
            *last = Some(iota);
        } else {
            repeats = *last;
        }
        ConstSpec { pos, names, ty, values, iota, repeats }
    }

    fn var_spec(&mut self) -> VarSpec {
        let taken = std::mem::take(&mut self.taken);
        let pos = self.pos();
        let first = self.ident();
        let names = self.ident_list(first);
        let mut assigned = self.got_assign();
        let mut ty = None;
        if !assigned {
            ty = Some(self.type_());
            assigned = self.got_assign();
        }
        let values = if assigned { self.expr_list() } else { Vec::new() };
        let spec = VarSpec { pos, names, ty, values };
        self.check_embed(&taken, &spec);
        spec
    }

    fn type_spec(&mut self) -> TypeSpec {
        let pos = self.pos();
        let name = self.ident();
        let scope = self.ids.func();
        let mut spec = TypeRest::default();
        if self.at(Tok::Lbrack) {
            let bracket = self.pos();
            self.next();
            match self.lex.tok {
                Tok::Name => self.array_or_type_params(bracket, &mut spec),
                Tok::Rbrack => {
                    self.next();
                    spec.ty = Some(self.slice_type(bracket));
                }
                _ => spec.ty = Some(self.array_type(bracket, None)),
            }
        } else {
            spec.alias = self.got_assign();
            spec.ty = self.type_or_none();
        }
        let ty = spec.ty.unwrap_or_else(|| {
            let bad = self.bad_expr();
            self.syntax_error("in type declaration");
            self.skip_to(&[Tok::Semi, Tok::Rparen]);
            bad
        });
        TypeSpec { pos, name, type_params: spec.type_params, alias: spec.alias, ty, scope }
    }

    /// After `type T [` stands a name: the length of an array, or a type parameter. Reads an expression and
    /// looks whether it is in truth a parameter and the beginning of its constraint: `P *C`, `P (C)`, `P
    /// *C|D`.
    fn array_or_type_params(&mut self, bracket: Pos, spec: &mut TypeRest) {
        let ident = self.ident();
        let mut x = self.ident_expr(ident);
        if !self.at(Tok::Lbrack) {
            // `P [` can only begin a constraint: an indexed value is no constant.
            self.braces += 1;
            x = self.primary_expr(Some(x));
            x = self.binary_expr(Some(x), 0);
            self.braces -= 1;
        }
        match split_name(x, self.at(Tok::Comma)) {
            Ok((name, constraint)) if constraint.is_some() || !self.at(Tok::Rbrack) => {
                spec.type_params = self.type_params(Some((name, constraint)));
                spec.alias = self.got_assign();
                spec.ty = self.type_or_none();
            }
            Ok((name, _)) => {
                let len = self.ident_expr(name);
                spec.ty = Some(self.array_type(bracket, Some(len)));
            }
            Err(len) => spec.ty = Some(self.array_type(bracket, Some(len))),
        }
    }

    fn func_decl(&mut self) -> FuncDecl {
        let taken = std::mem::take(&mut self.taken);
        let pos = self.pos();
        let before = self.ids.clone();
        let mut context = "";
        let mut recv = None;
        if self.got(Tok::Lparen) {
            context = "method";
            let mut params = self.param_list(None, params::ListForm::RESULTS);
            match params.iter().map(|p| p.names.len().max(1)).sum::<usize>() {
                0 => self.error_at(self.pos(), "method has no receiver"),
                1 => {}
                _ => self.error_at(self.pos(), "method has multiple receivers"),
            }
            params.truncate(1);
            recv = params.pop().map(|mut param| {
                param.names.truncate(1);
                param
            });
        }
        let (name, type_params, ty);
        if self.at(Tok::Name) {
            name = self.ident();
            (type_params, ty) = self.func_type(None, context);
        } else {
            let here = self.pos();
            name = self.blank_ident(here);
            type_params = Vec::new();
            ty = FuncType { id: self.ids.func(), pos: here, params: Vec::new(), results: Vec::new() };
            self.syntax_error(if context.is_empty() { "expected name or (" } else { "expected name" });
            self.skip_to(&[Tok::Lbrace, Tok::Semi]);
        }
        let is_blank = name.name == self.blank;
        let body = self.at(Tok::Lbrace).then(|| self.declared_body(is_blank));
        let decl = FuncDecl { pos, recv, name, type_params, ty, body, ids: (before, self.ids.clone()) };
        self.check_func_directives(&taken, &decl);
        decl
    }

    /// The body of a declared function, at its `{`. As gofmt writes it, it ends with the next `}` that begins
    /// a line, unless it is a body of one line. That of a function without a name never runs.
    fn declared_body(&mut self, is_blank: bool) -> FuncBody {
        let pos = self.pos();
        let rest = &self.text.as_bytes()[self.lex.end..];
        let long = self.bodies == Bodies::Later && rest.first() == Some(&b'\n');
        match long.then(|| memchr::memmem::find(rest, b"\n}")).flatten() {
            Some(at) => {
                self.lex.skip_to(self.lex.end + at + 1);
                self.next();
                self.want(Tok::Rbrace);
                FuncBody::later(pos)
            }
            None => {
                let mut body = self.func_body();
                let is_covered = !is_blank && self.errors == 0;
                if let Some(cover) = self.cover.as_deref_mut().filter(|_| is_covered) {
                    cover.body(&mut body, self.names, self.ids);
                }
                FuncBody::new(body)
            }
        }
    }
}

/// What follows the name in a type declaration.
#[derive(Default)]
struct TypeRest {
    type_params: Vec<TypeParam>,
    alias: bool,
    ty: Option<Expr>,
}

/// Splits an expression into a name and a type that follows it, if it can be read so: `P *C` (a product), `P
/// (C)` (a call), and either of them at the left end of a union. If it could be a value as well, only with
/// `force`. A name alone is a name without a type.
fn split_name(mut x: Expr, mut force: bool) -> Result<(Ident, Option<Expr>), Expr> {
    if let ExprKind::Ident(ident) = x.kind {
        return Ok((ident, None));
    }
    let mut left = &x;
    while let ExprKind::Binary { op: BinaryOp::Or, x, y } = &left.kind {
        force |= is_type_elem(y);
        left = x;
    }
    let splits = match &left.kind {
        ExprKind::Binary { op: BinaryOp::Mul, x, y } => x.as_ident().is_some() && (force || is_type_elem(y)),
        ExprKind::Call { func, args, dots: false, .. } => {
            func.as_ident().is_some() && args.len() == 1 && (force || is_type_elem(&args[0]))
        }
        _ => false,
    };
    if !splits {
        return Err(x);
    }
    let start = match &left.kind {
        ExprKind::Call { args, .. } => args[0].unparen().start,
        _ => left.pos,
    };
    let mut chain = Vec::new();
    while let ExprKind::Binary { op: BinaryOp::Or, x: left, y } = x.kind {
        chain.push((x.id, x.pos, x.extent, y));
        x = *left;
    }
    let (name, mut ty) = match x.kind {
        ExprKind::Binary { x: name, y, .. } => (name.kind, Expr { start, kind: ExprKind::Star(y), ..x }),
        ExprKind::Call { func, mut args, .. } => (func.kind, unparen(args.swap_remove(0))),
        kind => return Err(Expr { kind, ..x }),
    };
    for (id, pos, extent, y) in chain.into_iter().rev() {
        ty = Expr { id, pos, start, extent, kind: ExprKind::Binary { op: BinaryOp::Or, x: Box::new(ty), y } };
    }
    match name {
        ExprKind::Ident(ident) => Ok((ident, Some(ty))),
        _ => Err(ty),
    }
}

/// Whether `x` can only be an element of a constraint, not a value.
fn is_type_elem(mut x: &Expr) -> bool {
    loop {
        x = match &x.kind {
            ExprKind::ArrayType { .. }
            | ExprKind::StructType(_)
            | ExprKind::FuncType(_)
            | ExprKind::InterfaceType(_)
            | ExprKind::SliceType(_)
            | ExprKind::MapType { .. }
            | ExprKind::ChanType { .. }
            | ExprKind::Unary { op: UnaryOp::Tilde, .. } => return true,
            ExprKind::Binary { y, .. } if is_type_elem(y) => return true,
            ExprKind::Binary { x, .. } | ExprKind::Unary { x, .. } => x,
            ExprKind::Star(x) | ExprKind::Paren(x) => x,
            _ => return false,
        };
    }
}
