//! Types, and the lists in brackets that may be types or not. Knows nothing of statements.

use super::Parser;
use super::params::{self, ArrayOrArgs};
use crate::ast::{
    BinaryOp, ChanDir, Expr, ExprKind, FuncType, Ident, InterfaceElem, Literal, Param, StructField,
    TypeParam, UnaryOp,
};
use crate::lex::{Op, Tok};
use purlin_base::Pos;

impl Parser<'_> {
    pub(super) fn type_(&mut self) -> Expr {
        self.type_or_none().unwrap_or_else(|| {
            let bad = self.bad_expr();
            self.syntax_error("expected type");
            self.skip_to(&[Tok::Comma, Tok::Colon, Tok::Semi, Tok::Rparen, Tok::Rbrack, Tok::Rbrace]);
            bad
        })
    }

    pub(super) fn type_or_none(&mut self) -> Option<Expr> {
        if self.at(Tok::Name) {
            return Some(self.qualified_name(None));
        }
        self.nested(Self::type_literal_or_none, |p| Some(p.bad_expr()))
    }

    fn type_literal_or_none(&mut self) -> Option<Expr> {
        let pos = self.pos();
        Some(match self.lex.tok {
            Tok::Star => {
                self.next();
                let elem = self.type_();
                self.expr_node(pos, pos, ExprKind::Star(Box::new(elem)))
            }
            Tok::Arrow => {
                self.next();
                self.want(Tok::Chan);
                let elem = Box::new(self.chan_elem());
                self.expr_node(pos, pos, ExprKind::ChanType { dir: ChanDir::Recv, elem })
            }
            Tok::Chan => {
                self.next();
                let dir = if self.got(Tok::Arrow) { ChanDir::Send } else { ChanDir::Both };
                let elem = Box::new(self.chan_elem());
                self.expr_node(pos, pos, ExprKind::ChanType { dir, elem })
            }
            Tok::Func => {
                self.next();
                let (_, ty) = self.func_type(Some(pos), "function type");
                self.expr_node(pos, pos, ExprKind::FuncType(Box::new(ty)))
            }
            Tok::Lbrack => {
                self.next();
                if self.got(Tok::Rbrack) { self.slice_type(pos) } else { self.array_type(pos, None) }
            }
            Tok::Map => {
                self.next();
                self.want(Tok::Lbrack);
                let key = Box::new(self.type_());
                self.want(Tok::Rbrack);
                let value = Box::new(self.type_());
                self.expr_node(pos, pos, ExprKind::MapType { key, value })
            }
            Tok::Struct => self.struct_type(),
            Tok::Interface => self.interface_type(),
            Tok::Lparen => {
                self.next();
                let ty = self.type_();
                self.want(Tok::Rparen);
                ty
            }
            _ => return None,
        })
    }

    fn chan_elem(&mut self) -> Expr {
        self.type_or_none().unwrap_or_else(|| {
            let bad = self.bad_expr();
            self.syntax_error("missing channel element type");
            bad
        })
    }

    /// `[` at `pos` has been read, and perhaps the length.
    pub(super) fn array_type(&mut self, pos: Pos, len: Option<Expr>) -> Expr {
        let mut len = len;
        if len.is_none() && !self.got(Tok::DotDotDot) {
            self.braces += 1;
            len = Some(self.expr());
            self.braces -= 1;
        }
        if self.at(Tok::Comma) {
            self.syntax_error("unexpected comma; expected ]");
            self.next();
        }
        self.want(Tok::Rbrack);
        let elem = Box::new(self.type_());
        self.expr_node(pos, pos, ExprKind::ArrayType { len: len.map(Box::new), elem })
    }

    /// `[` at `pos` and `]` have been read.
    pub(super) fn slice_type(&mut self, pos: Pos) -> Expr {
        let elem = self.type_();
        self.expr_node(pos, pos, ExprKind::SliceType(Box::new(elem)))
    }

    /// Brackets after a name: see [`ArrayOrArgs`].
    pub(super) fn array_or_type_args(&mut self) -> ArrayOrArgs {
        let pos = self.pos();
        self.want(Tok::Lbrack);
        if self.got(Tok::Rbrack) {
            return ArrayOrArgs::Type(self.slice_type(pos));
        }
        let (mut args, comma) = self.type_list(false);
        self.want(Tok::Rbrack);
        if !comma && let Some(elem) = self.type_or_none() {
            let len = args.pop().map(Box::new);
            let kind = ExprKind::ArrayType { len, elem: Box::new(elem) };
            return ArrayOrArgs::Type(self.expr_node(pos, pos, kind));
        }
        ArrayOrArgs::Args { pos, args }
    }

    /// Types separated by commas, and whether there was a comma; the first may be an expression unless
    /// `strict`.
    pub(super) fn type_list(&mut self, strict: bool) -> (Vec<Expr>, bool) {
        self.braces += 1;
        let first = if strict { self.type_() } else { self.expr() };
        let mut list = vec![first];
        let mut comma = false;
        while self.got(Tok::Comma) {
            comma = true;
            match self.type_or_none() {
                Some(ty) => list.push(ty),
                None => break,
            }
        }
        self.braces -= 1;
        (list, comma)
    }

    /// `name`, `package.name`, either with type arguments; the first name may have been read.
    pub(super) fn qualified_name(&mut self, name: Option<Ident>) -> Expr {
        let ident = match name {
            Some(name) => name,
            None if self.at(Tok::Name) => self.ident(),
            None => {
                let blank = self.blank_ident(self.pos());
                self.syntax_error("expected name");
                self.skip_to(&[Tok::Dot, Tok::Semi, Tok::Rbrace]);
                blank
            }
        };
        let mut x = self.ident_expr(ident);
        if self.at(Tok::Dot) {
            let (pos, start) = (self.pos(), x.start);
            self.next();
            let sel = self.ident();
            x = self.expr_node(pos, start, ExprKind::Selector { x: Box::new(x), sel });
        }
        if self.at(Tok::Lbrack) {
            x = self.nested(|p| p.instance(x), |p| p.bad_expr());
        }
        x
    }

    fn instance(&mut self, x: Expr) -> Expr {
        let pos = self.pos();
        self.next();
        let args = if self.at(Tok::Rbrack) {
            self.syntax_error("expected type argument list");
            vec![self.bad_expr()]
        } else {
            self.type_list(true).0
        };
        self.want(Tok::Rbrack);
        self.index_node(pos, x, args)
    }

    /// Type parameters, parameters and results. `func` is the keyword's position if there is one; with a
    /// context, type parameters are an error.
    pub(super) fn func_type(&mut self, func: Option<Pos>, context: &str) -> (Vec<TypeParam>, FuncType) {
        let here = self.pos();
        let id = self.ids.func();
        let mut type_params = Vec::new();
        if self.got(Tok::Lbrack) {
            if !context.is_empty() {
                self.syntax_error_at(here, &format!("{context} must have no type parameters"));
            }
            if self.at(Tok::Rbrack) {
                self.syntax_error("empty type parameter list");
                self.next();
            } else {
                type_params = self.type_params(None);
            }
        }
        self.want(Tok::Lparen);
        let params = self.param_list(None, params::ListForm::PARAMS);
        let results = self.results();
        (type_params, FuncType { id, pos: func.unwrap_or(here), params, results })
    }

    fn results(&mut self) -> Vec<Param> {
        if self.got(Tok::Lparen) {
            return self.param_list(None, params::ListForm::RESULTS);
        }
        let pos = self.pos();
        let ty = self.type_or_none();
        ty.map(|ty| Param { pos, names: Vec::new(), ty, variadic: None }).into_iter().collect()
    }
}

// Structs -----------------------------------------------------------------------------------------------

impl Parser<'_> {
    fn struct_type(&mut self) -> Expr {
        let pos = self.pos();
        self.want(Tok::Struct);
        self.want(Tok::Lbrace);
        let mut fields = Vec::new();
        self.list("struct type", Tok::Semi, Tok::Rbrace, |p| {
            fields.extend(p.field());
            false
        });
        self.expr_node(pos, pos, ExprKind::StructType(fields))
    }

    fn field(&mut self) -> Option<StructField> {
        let pos = self.pos();
        let mut names = Vec::new();
        let ty = match self.lex.tok {
            Tok::Name => {
                let name = self.ident();
                self.named_field(name, &mut names)
            }
            Tok::Star => {
                self.next();
                let elem = if self.at(Tok::Lparen) {
                    self.parenthesized_embedded()
                } else {
                    self.qualified_name(None)
                };
                self.expr_node(pos, pos, ExprKind::Star(Box::new(elem)))
            }
            Tok::Lparen => self.parenthesized_embedded(),
            _ => {
                self.syntax_error("expected field name or embedded type");
                self.skip_to(&[Tok::Semi, Tok::Rbrace]);
                return None;
            }
        };
        let tag = self.tag();
        Some(StructField { pos, names, ty, tag })
    }

    /// The type of a field that begins with a name; `names` stays empty if that name is the type.
    fn named_field(&mut self, name: Ident, names: &mut Vec<Ident>) -> Expr {
        if self.at_any(&[Tok::Dot, Tok::Literal, Tok::Semi, Tok::Rbrace]) {
            return self.qualified_name(Some(name));
        }
        if !self.at(Tok::Lbrack) {
            *names = self.ident_list(name);
            return self.type_();
        }
        match self.array_or_type_args() {
            ArrayOrArgs::Type(ty) => {
                names.push(name);
                ty
            }
            ArrayOrArgs::Args { pos, args } => {
                let x = self.ident_expr(name);
                self.index_node(pos, x, args)
            }
        }
    }

    /// `(T)` or `(*T)`, with a complaint.
    fn parenthesized_embedded(&mut self) -> Expr {
        self.syntax_error("cannot parenthesize embedded type");
        self.next();
        let pos = self.pos();
        let star = self.got(Tok::Star);
        let mut ty = self.qualified_name(None);
        if star {
            ty = self.expr_node(pos, pos, ExprKind::Star(Box::new(ty)));
        }
        self.got(Tok::Rparen);
        ty
    }

    fn tag(&mut self) -> Option<Literal> {
        self.at(Tok::Literal).then(|| self.literal()).flatten()
    }
}

// Interfaces --------------------------------------------------------------------------------------------

impl Parser<'_> {
    fn interface_type(&mut self) -> Expr {
        let pos = self.pos();
        self.want(Tok::Interface);
        self.want(Tok::Lbrace);
        let mut elems = Vec::new();
        self.list("interface type", Tok::Semi, Tok::Rbrace, |p| {
            let elem = p.interface_elem();
            elems.push(elem);
            false
        });
        self.expr_node(pos, pos, ExprKind::InterfaceType(elems))
    }

    fn interface_elem(&mut self) -> InterfaceElem {
        if !self.at(Tok::Name) {
            return InterfaceElem::Embedded(self.union(None));
        }
        let name = self.ident();
        let first = match self.lex.tok {
            Tok::Lparen => return self.method(name),
            Tok::Lbrack => match self.bracketed_elem(name) {
                Ok(method) => return method,
                Err(embedded) => embedded,
            },
            _ => self.qualified_name(Some(name)),
        };
        InterfaceElem::Embedded(self.union(Some(first)))
    }

    fn method(&mut self, name: Ident) -> InterfaceElem {
        let (_, ty) = self.func_type(None, "interface method");
        InterfaceElem::Method { name, ty }
    }

    /// `name[…`: an embedded type with arguments, or a method with type parameters, which is an error.
    fn bracketed_elem(&mut self, name: Ident) -> Result<InterfaceElem, Expr> {
        let pos = self.pos();
        self.next();
        if self.at(Tok::Rbrack) {
            let close = self.pos();
            self.next();
            if self.at(Tok::Lparen) {
                self.error_at(close, "empty type parameter list");
                return Ok(self.method(name));
            }
            self.error_at(close, "empty type argument list");
            return Err(self.ident_expr(name));
        }
        let list = self.param_list(None, params::ListForm::TYPE_PARAMS_OR_ARGS);
        match list.first() {
            None if self.at(Tok::Lparen) => Ok(self.method(name)),
            None => Err(self.ident_expr(name)),
            Some(first) if !first.names.is_empty() => {
                let method = self.method(name);
                self.error_at(pos, "interface method must have no type parameters");
                Ok(method)
            }
            Some(_) => {
                let x = self.ident_expr(name);
                Err(self.index_node(pos, x, list.into_iter().map(|p| p.ty).collect()))
            }
        }
    }

    /// Terms separated by `|`; the first may have been read.
    pub(super) fn union(&mut self, first: Option<Expr>) -> Expr {
        let mut x = first.unwrap_or_else(|| self.term());
        while self.at_op(Op::Binary(BinaryOp::Or)) {
            let (pos, start) = (self.pos(), x.start);
            self.next();
            let (left, y) = (Box::new(x), Box::new(self.term()));
            x = self.expr_node(pos, start, ExprKind::Binary { op: BinaryOp::Or, x: left, y });
        }
        x
    }

    fn term(&mut self) -> Expr {
        let pos = self.pos();
        if self.at_op(Op::Tilde) {
            self.next();
            let x = Box::new(self.type_());
            return self.expr_node(pos, pos, ExprKind::Unary { op: UnaryOp::Tilde, x });
        }
        self.type_or_none().unwrap_or_else(|| {
            let bad = self.bad_expr();
            self.syntax_error("expected ~ term or type");
            self.skip_to(&[Tok::Operator, Tok::Semi, Tok::Rparen, Tok::Rbrack, Tok::Rbrace]);
            bad
        })
    }
}
