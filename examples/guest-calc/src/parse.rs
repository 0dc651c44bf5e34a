//! Tokens to the syntax tree, by recursive descent with precedence climbing. How deep it may go is bounded.
//!
//! Lines matter little: an item begins on a new line or after `;`, and within one a `(`, `[` or `-` at the
//! start of a line begins the next item, except inside brackets. Names are not looked up here.

use purlin::{Diagnostic, Pos};
use purlin_dynamic::number;
use purlin_dynamic::tokens::{Cursor, Parse, Tok, fail};

use crate::ast::*;
use crate::lex::{Literal, Token};
use crate::natives::PRIMS;

/// How many expressions may stand inside one another.
const MAX_HEIGHT: u32 = 250;
const TOO_DEEP: &str = "expressions are nested more than 250 deep; name some of them";

/// Each parameter takes a place in a table of the tiers that holds 256.
const MAX_PARAMS: usize = 200;

/// Parses one file and adds it to `program`.
pub fn parse(tokens: &[Token], prelude: bool, program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let fns = &mut program.fns;
    let mut parser = Parser { tokens: Cursor::new(tokens), depth: 0, in_brackets: false, prelude, fns };
    while parser.tokens.tok() != &Tok::End {
        let start = parser.tokens.passed();
        match parser.item(true) {
            Ok(item) => program.items.push(item),
            Err(error) => {
                errors.push(*error);
                parser.recover(start);
            }
        }
    }
}

struct Parser<'a> {
    tokens: Cursor<'a, Literal>,
    depth: u32,
    /// Inside `(` or `[`, where the start of a line means nothing.
    in_brackets: bool,
    prelude: bool,
    fns: &'a mut Vec<Func>,
}

fn leaf(kind: ExprKind, pos: Pos) -> Expr {
    Expr { kind, pos, height: 1 }
}

fn tallest(list: &[Expr]) -> u32 {
    list.iter().map(|e| e.height).max().unwrap_or(0)
}

/// An expression with others inside, of which the tallest has that height.
fn node(kind: ExprKind, pos: Pos, inside: u32) -> Parse<Expr> {
    if inside < MAX_HEIGHT { Ok(Expr { kind, pos, height: inside + 1 }) } else { fail(pos, TOO_DEEP) }
}

impl Parser<'_> {
    fn is(&self, symbol: &str) -> bool {
        self.tokens.symbol() == symbol
    }

    /// To the next line that begins an item for certain.
    fn recover(&mut self, start: usize) {
        (self.depth, self.in_brackets) = (0, false);
        if self.tokens.passed() == start {
            self.tokens.next();
        }
        let begins = |parser: &Self| parser.tokens.is_first() && (parser.is("let") || parser.is("fn"));
        while self.tokens.tok() != &Tok::End && !begins(self) {
            self.tokens.next();
        }
    }

    // --- items

    fn item(&mut self, top: bool) -> Parse<Item> {
        let place = None;
        let item = if self.is("fn") && matches!(self.tokens.ahead(1).tok, Tok::Name(_)) {
            self.tokens.next();
            let (name, pos) = self.tokens.name()?;
            self.tokens.expect("(")?;
            let func = self.function(name.clone(), pos, top, true)?;
            Item::Def { name, pos, func, place }
        } else if self.tokens.eat("let") {
            let (name, pos) = self.tokens.name()?;
            self.tokens.expect("=")?;
            let value = self.expr()?;
            match value.kind {
                ExprKind::Fn(func) => {
                    self.fns[func].name.clone_from(&name);
                    self.fns[func].top = top;
                    Item::Def { name, pos, func, place }
                }
                _ => Item::Let { name, pos, value, place },
            }
        } else {
            Item::Expr(self.expr()?)
        };
        let ended = self.tokens.eat(";") || self.tokens.is_first() || self.is("}");
        if ended { Ok(item) } else { self.tokens.unexpected("a new line or `;`") }
    }

    /// The rest of a function after its `(`.
    fn function(&mut self, name: String, pos: Pos, top: bool, named: bool) -> Parse<FnId> {
        let mut params: Vec<(String, Pos)> = Vec::new();
        while !self.tokens.eat(")") {
            let (param, at) = self.tokens.name()?;
            if params.iter().any(|p| p.0 == param) {
                return fail(at, format!("there are two parameters {param}"));
            }
            params.push((param, at));
            if params.len() > MAX_PARAMS {
                return fail(at, format!("a function has at most {MAX_PARAMS} parameters"));
            }
            if !self.is(")") {
                self.tokens.expect(",")?;
            }
        }
        // `fn(x) body` needs no `=`, and may have one.
        if !self.tokens.eat("=") && named {
            return self.tokens.unexpected("`=`");
        }
        let body = self.expr()?;
        let prelude = self.prelude;
        self.fns.push(Func { name, params, body, pos, top, prelude, captures: Vec::new() });
        Ok(self.fns.len() - 1)
    }

    // --- expressions

    fn expr(&mut self) -> Parse<Expr> {
        self.binary(0)
    }

    /// Operators that bind at least as tightly as `min`.
    fn binary(&mut self, min: u8) -> Parse<Expr> {
        self.depth += 1;
        if self.depth > MAX_HEIGHT {
            return fail(self.tokens.pos(), TOO_DEEP);
        }
        let mut left = self.unary()?;
        loop {
            let (symbol, pos) = (self.tokens.symbol(), self.tokens.pos());
            let begins_item = symbol == "-" && self.tokens.is_first() && !self.in_brackets;
            let row = OPS.into_iter().find(|row| row.0 == symbol && row.1 >= min && !begins_item);
            let Some((_, power, op)) = row else { break };
            self.tokens.next();
            // `::` groups to the right, everything else to the left; comparisons do not chain.
            let right = self.binary(if op == Op::Cons { power } else { power + 1 })?;
            let height = left.height.max(right.height);
            let kind = match op {
                Op::Or => ExprKind::If(Box::new([left, leaf(ExprKind::Bool(true), pos), right])),
                Op::And => ExprKind::If(Box::new([left, right, leaf(ExprKind::Bool(false), pos)])),
                Op::Equal(_) | Op::Order(_) | Op::Cons | Op::Number(_) => {
                    ExprKind::Binary(op, Box::new([left, right]))
                }
            };
            left = node(kind, pos, height)?;
            let chains = |row: &(&str, u8, Op)| row.0 == self.tokens.symbol() && row.1 == power;
            if power == COMPARISON && OPS.iter().any(chains) {
                return fail(self.tokens.pos(), "comparisons do not chain; use `and`");
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let pos = self.tokens.pos();
        if self.tokens.eat("-") {
            let x = self.binary(8)?;
            let (height, zero) = (x.height, leaf(ExprKind::Int(0), pos));
            return match x.kind {
                ExprKind::Int(n) => Ok(leaf(ExprKind::Int(-n), pos)),
                ExprKind::Float(x) => Ok(leaf(ExprKind::Float(-x), pos)),
                _ => {
                    node(ExprKind::Binary(Op::Number(number::Op::Subtract), Box::new([zero, x])), pos, height)
                }
            };
        }
        if self.tokens.eat("not") {
            let x = self.binary(3)?;
            let (height, [no, yes]) = (x.height, [false, true].map(|value| leaf(ExprKind::Bool(value), pos)));
            return node(ExprKind::If(Box::new([x, no, yes])), pos, height);
        }
        let mut e = self.primary()?;
        while self.is("(") && (self.in_brackets || !self.tokens.is_first()) {
            self.tokens.next();
            let (pos, args) = (e.pos, self.list(")")?);
            let height = e.height.max(tallest(&args));
            e = node(ExprKind::Call(Box::new(e), args), pos, height)?;
        }
        Ok(e)
    }

    /// Expressions between commas up to `close`.
    fn list(&mut self, close: &str) -> Parse<Vec<Expr>> {
        let outside = std::mem::replace(&mut self.in_brackets, true);
        let mut list = Vec::new();
        while !self.is(close) {
            list.push(self.expr()?);
            if !self.is(close) {
                self.tokens.expect(",")?;
            }
        }
        self.tokens.next();
        self.in_brackets = outside;
        Ok(list)
    }

    fn primary(&mut self) -> Parse<Expr> {
        let pos = self.tokens.pos();
        let kind = match self.tokens.tok() {
            Tok::Literal(Literal::Int(n)) => ExprKind::Int(*n),
            Tok::Literal(Literal::Float(x)) => ExprKind::Float(*x),
            Tok::Literal(Literal::Str(s)) => ExprKind::Str(s.clone()),
            Tok::Literal(Literal::Prim(name)) => return self.primitive(name, pos),
            Tok::Name(text) => ExprKind::Name(Name { text: text.clone(), place: None, known: None }),
            Tok::Symbol("nil") => ExprKind::Nil,
            Tok::Symbol("true") => ExprKind::Bool(true),
            Tok::Symbol("false") => ExprKind::Bool(false),
            Tok::Symbol("fn") => {
                self.tokens.next();
                self.tokens.expect("(")?;
                let func = self.function("fn".into(), pos, false, false)?;
                return node(ExprKind::Fn(func), pos, self.fns[func].body.height);
            }
            Tok::Symbol("if") => return self.condition(pos),
            Tok::Symbol("{") => return self.block(pos),
            Tok::Symbol("[") => {
                self.tokens.next();
                let list = self.list("]")?;
                let height = tallest(&list);
                return node(ExprKind::List(list), pos, height);
            }
            Tok::Symbol("(") => {
                self.tokens.next();
                let mut list = self.list(")")?;
                return match list.pop() {
                    Some(inner) if list.is_empty() => Ok(inner),
                    _ => fail(pos, "there must be one expression in brackets"),
                };
            }
            Tok::Symbol(_) | Tok::End => return self.tokens.unexpected("an expression"),
        };
        self.tokens.next();
        Ok(leaf(kind, pos))
    }

    fn primitive(&mut self, name: &str, pos: Pos) -> Parse<Expr> {
        self.tokens.next();
        let Some(row) = PRIMS.iter().position(|p| p.0 == name) else {
            return fail(pos, format!("there is no primitive {name}"));
        };
        self.tokens.expect("(")?;
        let args = self.list(")")?;
        let height = tallest(&args);
        node(ExprKind::Prim(row, args), pos, height)
    }

    fn condition(&mut self, pos: Pos) -> Parse<Expr> {
        self.tokens.next();
        let outside = std::mem::replace(&mut self.in_brackets, true);
        let test = self.expr()?;
        self.tokens.expect("then")?;
        self.in_brackets = outside;
        let yes = self.expr()?;
        let no = if self.tokens.eat("else") { self.expr()? } else { leaf(ExprKind::Nil, pos) };
        let all = [test, yes, no];
        let height = tallest(&all);
        node(ExprKind::If(Box::new(all)), pos, height)
    }

    fn block(&mut self, pos: Pos) -> Parse<Expr> {
        self.tokens.next();
        let outside = std::mem::replace(&mut self.in_brackets, false);
        let mut items = Vec::new();
        while !self.tokens.eat("}") {
            items.push(self.item(false)?);
        }
        self.in_brackets = outside;
        if !matches!(items.last(), Some(Item::Expr(_))) {
            return fail(pos, "a block ends with an expression, its value");
        }
        let height = |item: &Item| match item {
            Item::Let { value, .. } | Item::Expr(value) => value.height,
            Item::Def { func, .. } => self.fns[*func].body.height + 1,
        };
        let height = items.iter().map(height).max().unwrap_or(0);
        node(ExprKind::Block(items), pos, height)
    }
}
