//! Expressions, from operators down to literals; what begins like a type goes to `types`.

use super::{Parser, limits};
use crate::ast::{BinaryOp, ChanDir, Element, Expr, ExprKind, FuncLit, LitKind, Literal, UnaryOp, print};
use crate::lex::{LitTok, Op, Tok, char_value, string_value};
use purlin_base::Pos;

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Expr {
        self.binary_expr(None, 0)
    }

    /// Expressions separated by commas; never empty.
    pub(super) fn expr_list(&mut self) -> Vec<Expr> {
        let mut list = vec![self.expr()];
        while self.got(Tok::Comma) {
            list.push(self.expr());
        }
        list
    }

    /// Operands joined by operators that bind tighter than `precedence`; the first operand may have been
    /// read.
    pub(super) fn binary_expr(&mut self, x: Option<Expr>, precedence: u8) -> Expr {
        let mut x = x.unwrap_or_else(|| self.unary_expr());
        while let Tok::Operator | Tok::Star = self.lex.tok
            && let Op::Binary(op) = self.lex.op
            && op.precedence() > precedence
        {
            let (pos, start) = (self.pos(), x.start);
            self.next();
            let y = self.binary_expr(None, op.precedence());
            let (left, y) = (Box::new(x), Box::new(self.reached(op, y)));
            x = self.expr_node(pos, start, ExprKind::Binary { op, x: left, y });
        }
        x
    }

    /// The right operand of an operator. If inputs of fuzz tests are guided, that of `&&` and `||` becomes
    /// one that also counts how often it is reached.
    fn reached(&mut self, op: BinaryOp, y: Expr) -> Expr {
        if self.in_const || !matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            return y;
        }
        let start = y.start;
        let cover = self.cover.as_deref_mut();
        let Some(counts) = cover.and_then(|cover| cover.condition(start, self.names, self.ids)) else {
            return y;
        };
        let kind = ExprKind::Binary { op: BinaryOp::LogAnd, x: Box::new(counts), y: Box::new(y) };
        let both = Box::new(self.expr_node(start, start, kind));
        self.expr_node(start, start, ExprKind::Paren(both))
    }

    fn unary_expr(&mut self) -> Expr {
        self.nested(Self::unary_expr_here, |p| p.bad_expr())
    }

    fn unary_expr_here(&mut self) -> Expr {
        let pos = self.pos();
        let op = match (self.lex.tok, self.lex.op) {
            (Tok::Arrow, _) => return self.receive(),
            (Tok::Star, _) => {
                self.next();
                let x = self.unary_expr();
                return self.expr_node(pos, pos, ExprKind::Star(Box::new(x)));
            }
            (Tok::Operator, Op::Binary(BinaryOp::Add)) => UnaryOp::Plus,
            (Tok::Operator, Op::Binary(BinaryOp::Sub)) => UnaryOp::Neg,
            (Tok::Operator, Op::Binary(BinaryOp::Xor)) => UnaryOp::BitNot,
            (Tok::Operator, Op::Binary(BinaryOp::And)) => UnaryOp::Addr,
            (Tok::Operator, Op::Not) => UnaryOp::Not,
            (Tok::Operator, Op::Tilde) => UnaryOp::Tilde,
            _ => return self.primary_expr(None),
        };
        self.next();
        let mut x = self.unary_expr();
        if op == UnaryOp::Addr {
            x = unparen(x);
        }
        self.expr_node(pos, pos, ExprKind::Unary { op, x: Box::new(x) })
    }

    /// `<-x`, or a type `<-chan T`: only the end shows whether `<-chan int(c)` receives.
    fn receive(&mut self) -> Expr {
        let pos = self.pos();
        self.next();
        let mut x = self.unary_expr();
        if !matches!(x.kind, ExprKind::ChanType { .. }) {
            return self.expr_node(pos, pos, ExprKind::Unary { op: UnaryOp::Recv, x: Box::new(x) });
        }
        // The arrow belongs to the channel type: <-(chan E) is (<-chan E), and <-(chan<- E) is (<-chan
        // (<-E)).
        x.start = pos;
        let mut ty = &mut x;
        let mut problem = None;
        loop {
            if !matches!(ty.kind, ExprKind::ChanType { .. }) {
                problem = Some(print::expr(ty, self.names));
            }
            let ExprKind::ChanType { dir, elem } = &mut ty.kind else { break };
            let was = std::mem::replace(dir, ChanDir::Recv);
            if was == ChanDir::Recv {
                problem = Some("<-".to_string());
            }
            if was != ChanDir::Send {
                break;
            }
            ty = elem;
        }
        if let Some(found) = problem {
            self.syntax_error(&format!("unexpected {found}, expected chan"));
        }
        x
    }

    fn operand(&mut self) -> Expr {
        let pos = self.pos();
        match self.lex.tok {
            Tok::Name => {
                let ident = self.ident();
                self.ident_expr(ident)
            }
            Tok::Literal => {
                let kind = self.literal().map_or(ExprKind::Bad, ExprKind::Literal);
                self.expr_node(pos, pos, kind)
            }
            Tok::Lparen => {
                self.next();
                self.braces += 1;
                let x = self.expr();
                self.braces -= 1;
                self.want(Tok::Rparen);
                self.expr_node(pos, pos, ExprKind::Paren(Box::new(x)))
            }
            Tok::Func => {
                self.next();
                let (_, ty) = self.func_type(Some(pos), "function type");
                if !self.at(Tok::Lbrace) {
                    return self.expr_node(pos, pos, ExprKind::FuncType(Box::new(ty)));
                }
                let outside = std::mem::take(&mut self.tallest);
                self.braces += 1;
                let body = self.func_body();
                self.braces -= 1;
                let kind = ExprKind::Func(Box::new(FuncLit { ty, body }));
                let extent = super::extent(&kind).max(self.tallest.plus_one());
                let lit = self.expr_node_of(pos, pos, kind, extent);
                self.tallest = self.tallest.max(outside);
                lit
            }
            Tok::Lbrack | Tok::Chan | Tok::Map | Tok::Struct | Tok::Interface => self.type_(),
            _ => {
                let bad = self.bad_expr();
                self.syntax_error("expected expression");
                self.skip_to(&[Tok::Rparen, Tok::Rbrack, Tok::Rbrace]);
                bad
            }
        }
    }

    /// The current token, a literal; None if an error was reported in it.
    pub(super) fn literal(&mut self) -> Option<Literal> {
        let (pos, text, bad) = (self.pos(), self.token_text(), self.lex.bad);
        let kind = self.lex.lit;
        self.next();
        if bad {
            return None;
        }
        let kind = match kind {
            LitTok::Int => LitKind::Int,
            LitTok::Float => LitKind::Float,
            LitTok::Imag => LitKind::Imag,
            LitTok::Char => LitKind::Char(char_value(text.as_bytes())),
            LitTok::String => LitKind::String(string_value(text.as_bytes()).into()),
        };
        let literal = Literal { pos, kind, text: self.names.intern(text) };
        if let Some(cover) = self.cover.as_deref_mut() {
            cover.hint(&literal, self.names);
        }
        Some(literal)
    }

    /// An operand and what follows it: selectors, indices, slices, assertions, calls, literal values. The
    /// operand may have been read.
    pub(super) fn primary_expr(&mut self, x: Option<Expr>) -> Expr {
        let mut x = x.unwrap_or_else(|| self.operand());
        loop {
            let pos = self.pos();
            x = match self.lex.tok {
                Tok::Dot => self.dot(x),
                Tok::Lbrack => self.index_or_slice(x),
                Tok::Lparen => {
                    self.next();
                    let (args, dots, rparen) = self.arguments();
                    let start = x.start;
                    let kind = ExprKind::Call { func: Box::new(x), args, dots, rparen };
                    self.expr_node(pos, start, kind)
                }
                Tok::Lbrace if self.is_literal_type(x.unparen()) => {
                    if matches!(x.kind, ExprKind::Paren(_)) {
                        self.syntax_error("cannot parenthesize type in composite literal");
                    }
                    self.nested(|p| p.literal_value(Some(x)), |p| p.bad_expr())
                }
                _ => return x,
            };
        }
    }

    /// Whether a `{` after `x` begins the elements of a literal of type `x`, rather than a block.
    fn is_literal_type(&self, x: &Expr) -> bool {
        match x.kind {
            ExprKind::Ident(_) | ExprKind::Selector { .. } => self.braces >= 0,
            ExprKind::Index { .. } => self.braces >= 0 && !is_value(x),
            ExprKind::ArrayType { .. }
            | ExprKind::SliceType(_)
            | ExprKind::StructType(_)
            | ExprKind::MapType { .. } => true,
            _ => false,
        }
    }

    fn dot(&mut self, x: Expr) -> Expr {
        let (pos, start) = (self.pos(), x.start);
        self.next();
        match self.lex.tok {
            Tok::Name => {
                let sel = self.ident();
                self.expr_node(pos, start, ExprKind::Selector { x: Box::new(x), sel })
            }
            Tok::Lparen => {
                self.next();
                let x = Box::new(x);
                let x = if self.got(Tok::Type) {
                    let guard = self.expr_node(pos, start, ExprKind::TypeGuard(x));
                    self.guards.push((guard.id, start));
                    guard
                } else {
                    let ty = Box::new(self.type_());
                    self.expr_node(pos, start, ExprKind::TypeAssert { x, ty })
                };
                self.want(Tok::Rparen);
                x
            }
            _ => {
                self.syntax_error("expected name or (");
                self.skip_to(&[Tok::Semi, Tok::Rparen]);
                x
            }
        }
    }

    fn index_or_slice(&mut self, x: Expr) -> Expr {
        let pos = self.pos();
        self.next();
        let mut lo = None;
        if !self.at(Tok::Colon) {
            let (mut indices, mut comma) = (Vec::new(), false);
            if self.at(Tok::Rbrack) {
                self.syntax_error("expected operand");
                indices.push(self.bad_expr());
            } else {
                (indices, comma) = self.type_list(false);
            }
            if comma || self.at(Tok::Rbrack) {
                self.want(Tok::Rbrack);
                return self.index_node(pos, x, indices);
            }
            lo = indices.pop().map(Box::new);
        }
        self.slice(pos, x, lo)
    }

    /// The rest of a slice expression from its first colon on.
    fn slice(&mut self, pos: Pos, x: Expr, lo: Option<Box<Expr>>) -> Expr {
        if !self.got(Tok::Colon) {
            self.syntax_error("expected comma, : or ]");
            self.skip_to(&[Tok::Comma, Tok::Colon, Tok::Rbrack]);
        }
        self.braces += 1;
        let (mut hi, mut max, mut full) = (None, None, false);
        if !self.at(Tok::Colon) && !self.at(Tok::Rbrack) {
            hi = Some(Box::new(self.expr()));
        }
        if self.at(Tok::Colon) {
            full = true;
            if hi.is_none() {
                self.error_at(self.pos(), "middle index required in 3-index slice");
                hi = Some(Box::new(self.bad_expr()));
            }
            self.next();
            if self.at(Tok::Rbrack) {
                self.error_at(self.pos(), "final index required in 3-index slice");
                max = Some(Box::new(self.bad_expr()));
            } else {
                max = Some(Box::new(self.expr()));
            }
        }
        self.braces -= 1;
        self.want(Tok::Rbrack);
        let start = x.start;
        self.expr_node(pos, start, ExprKind::Slice { x: Box::new(x), lo, hi, max, full })
    }

    /// Arguments after `(`, up to and with `)`: the list, whether `...` follows the last, and where `)` is.
    fn arguments(&mut self) -> (Vec<Expr>, bool, Pos) {
        let (from, mut dots) = (self.exprs.len(), false);
        self.braces += 1;
        let rparen = self.list("argument list", Tok::Comma, Tok::Rparen, |p| {
            let arg = p.expr();
            p.exprs.push(arg);
            dots = p.got(Tok::DotDotDot);
            dots
        });
        self.braces -= 1;
        (self.exprs.drain(from..).collect(), dots, rparen)
    }

    /// The braces of a composite literal of type `ty`.
    fn literal_value(&mut self, ty: Option<Expr>) -> Expr {
        let pos = self.pos();
        let start = ty.as_ref().map_or(pos, |ty| ty.start);
        let from = self.elems.len();
        self.braces += 1;
        self.want(Tok::Lbrace);
        let rbrace = self.list("composite literal", Tok::Comma, Tok::Rbrace, |p| {
            let first = p.element();
            let elem = if p.got(Tok::Colon) {
                Element { key: Some(Box::new(first)), value: p.element() }
            } else {
                Element { key: None, value: first }
            };
            p.elems.push(elem);
            false
        });
        self.braces -= 1;
        let elems = self.elems.drain(from..).collect();
        self.expr_node(pos, start, ExprKind::Composite { ty: ty.map(Box::new), elems, rbrace })
    }

    fn element(&mut self) -> Expr {
        if self.at(Tok::Lbrace) {
            return self.nested(|p| p.literal_value(None), |p| p.bad_expr());
        }
        // Tables are numbers for the most part, each followed by a comma.
        if self.at(Tok::Literal) && self.depth < limits::MAX_NESTING {
            let x = self.operand();
            if self.at(Tok::Comma) {
                return x;
            }
            let x = self.primary_expr(Some(x));
            return self.binary_expr(Some(x), 0);
        }
        self.expr()
    }
}

/// The expression without the parentheses around it.
pub(super) fn unparen(mut x: Expr) -> Expr {
    while let ExprKind::Paren(inner) = x.kind {
        x = *inner;
    }
    x
}

/// Whether `x` can only be a value, not a type.
fn is_value(mut x: &Expr) -> bool {
    loop {
        x = match &x.kind {
            ExprKind::Literal(_)
            | ExprKind::Composite { .. }
            | ExprKind::Func(_)
            | ExprKind::Slice { .. }
            | ExprKind::TypeAssert { .. }
            | ExprKind::TypeGuard(_)
            | ExprKind::Call { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. } => return true,
            ExprKind::Paren(inner) => inner,
            ExprKind::Index { indices, .. } if indices.len() == 1 && is_value(&indices[0]) => return true,
            ExprKind::Index { x, .. } => x,
            _ => return false,
        };
    }
}
