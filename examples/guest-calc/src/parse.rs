//! Text to the syntax tree, by recursive descent. How deep it may go is bounded.
//!
//! Lines matter little: an item begins on a new line or after `;`, and within one a `(`, `[` or `-` at the
//! start of a line begins the next item, except inside brackets. Names are not looked up here.

use purlin::{Diagnostic, Pos};
use purlin_dynamic::number;
use purlin_dynamic::operators::{Infix, Operator};
use purlin_dynamic::tokens::{self, Cursor, Lexicon, Literal, Parse, Tok, fail, is_word};

use crate::ast::*;
use crate::natives::PRIMS;

/// How many expressions may stand inside one another.
const MAX_HEIGHT: u32 = 250;
const TOO_DEEP: &str = "expressions are nested more than 250 deep; name some of them";

/// Each parameter takes a place in a table of the tiers that holds 256.
const MAX_PARAMS: usize = 200;

const LEXICON: Lexicon = Lexicon {
    keywords: &["let", "fn", "if", "then", "else", "and", "or", "not", "true", "false", "nil"],
    symbols: &[
        "::", "==", "!=", "<=", ">=", "//", "+", "-", "*", "/", "%", "<", ">", "=", "(", ")", "[", "]", "{",
        "}", ",", ";",
    ],
    comment: '#',
};

/// `@name` in the prelude: a primitive.
fn primitive(rest: &str) -> Option<(Literal, usize)> {
    let name = rest.strip_prefix('@')?;
    let length = name.find(|c| !is_word(c)).unwrap_or(name.len());
    Some((Literal::Other(name[..length].to_owned()), 1 + length))
}

/// Parses one file, of which `start` is the position of the first byte, and adds it to `program`.
pub fn parse(text: &str, start: Pos, prelude: bool, program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let tokens = tokens::tokens(&LEXICON, text, start, errors, |rest, pos, errors| {
        tokens::literal(rest, pos, errors).or_else(|| primitive(rest).filter(|_| prelude))
    });
    let mut parser = Parser { tokens: Cursor::new(&tokens), depth: 0, prelude, fns: &mut program.fns };
    while parser.tokens.tok() != &Tok::End {
        let start = parser.tokens.passed();
        match parser.item(true) {
            Ok(item) => program.items.push(item),
            Err(error) => {
                errors.push(*error);
                parser.depth = 0;
                parser.tokens.recover(start, &["let", "fn"]);
            }
        }
    }
}

struct Parser<'a> {
    tokens: Cursor<'a, Literal>,
    depth: u32,
    prelude: bool,
    fns: &'a mut Vec<Func>,
}

fn leaf(kind: ExprKind, pos: Pos) -> Expr {
    Expr { kind, pos, height: 1 }
}

fn tallest<'e>(list: impl IntoIterator<Item = &'e Expr>) -> u32 {
    list.into_iter().map(|e| e.height).max().unwrap_or(0)
}

impl Infix for Parser<'_> {
    type Op = Op;
    type Expr = Expr;
    const OPERATORS: &'static [Operator<Op>] = &OPS;
    const CHAINED: &'static str = "comparisons do not chain; use `and`";

    fn symbol(&self) -> (&'static str, Pos) {
        let symbol = self.tokens.symbol();
        let begins_item = symbol == "-" && self.tokens.begins_line();
        (if begins_item { "" } else { symbol }, self.tokens.pos())
    }

    fn next(&mut self) {
        self.tokens.next();
    }

    fn begin(&mut self) -> Parse<()> {
        self.depth += 1;
        if self.depth > MAX_HEIGHT { fail(self.tokens.pos(), TOO_DEEP) } else { Ok(()) }
    }

    fn end(&mut self) {
        self.depth -= 1;
    }

    fn operand(&mut self) -> Parse<Expr> {
        let pos = self.tokens.pos();
        if self.tokens.eat("-") {
            let x = self.infix(MINUS)?;
            return match x.kind {
                ExprKind::Int(n) => Ok(leaf(ExprKind::Int(-n), pos)),
                ExprKind::Float(x) => Ok(leaf(ExprKind::Float(-x), pos)),
                _ => self.pair(Op::Number(number::Op::Subtract), pos, [leaf(ExprKind::Int(0), pos), x]),
            };
        }
        if self.tokens.eat("not") {
            let [no, yes] = [false, true].map(|value| leaf(ExprKind::Bool(value), pos));
            let all = Box::new([self.infix(NOT)?, no, yes]);
            return self.node(ExprKind::If(all), pos);
        }
        let mut e = self.primary()?;
        while self.is("(") && !self.tokens.begins_line() {
            let (pos, args) = (e.pos, self.exprs("(", ")")?);
            e = self.node(ExprKind::Call(Box::new(e), args), pos)?;
        }
        Ok(e)
    }

    fn pair(&mut self, op: Op, pos: Pos, [left, right]: [Expr; 2]) -> Parse<Expr> {
        let kind = match op {
            Op::Or => ExprKind::If(Box::new([left, leaf(ExprKind::Bool(true), pos), right])),
            Op::And => ExprKind::If(Box::new([left, right, leaf(ExprKind::Bool(false), pos)])),
            Op::Equal(_) | Op::Order(_) | Op::Cons | Op::Number(_) => {
                ExprKind::Binary(op, Box::new([left, right]))
            }
        };
        self.node(kind, pos)
    }
}

impl Parser<'_> {
    fn is(&self, symbol: &str) -> bool {
        self.tokens.symbol() == symbol
    }

    /// An expression, unless it is too tall.
    fn node(&self, kind: ExprKind, pos: Pos) -> Parse<Expr> {
        let inside = match &kind {
            ExprKind::List(list) | ExprKind::Prim(_, list) => tallest(list),
            ExprKind::Binary(_, both) => tallest(&**both),
            ExprKind::If(all) => tallest(&**all),
            ExprKind::Call(callee, args) => callee.height.max(tallest(args)),
            ExprKind::Block(items) => tallest(items.iter().map(Item::value)),
            ExprKind::Fn(func) => self.fns[*func].body.height,
            ExprKind::Nil | ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Float(_) => 0,
            ExprKind::Str(_) | ExprKind::Name(_) => 0,
        };
        if inside < MAX_HEIGHT { Ok(Expr { kind, pos, height: inside + 1 }) } else { fail(pos, TOO_DEEP) }
    }

    // --- items

    fn item(&mut self, top: bool) -> Parse<Item> {
        let place = None;
        let item = if self.is("fn") && matches!(self.tokens.ahead(1).tok, Tok::Name(_)) {
            self.tokens.next();
            let (name, pos) = self.tokens.name()?;
            let func = self.function(name.clone(), pos, top, true)?;
            Item::Let { name, pos, value: self.node(ExprKind::Fn(func), pos)?, place }
        } else if self.tokens.eat("let") {
            let (name, pos) = self.tokens.name()?;
            self.tokens.expect("=")?;
            let value = self.infix(0)?;
            if let Some(func) = value.func() {
                self.fns[func].name.clone_from(&name);
                self.fns[func].top = top;
            }
            Item::Let { name, pos, value, place }
        } else {
            Item::Expr(self.infix(0)?)
        };
        let ended = self.tokens.eat(";") || self.tokens.is_first() || self.is("}");
        if ended { Ok(item) } else { self.tokens.unexpected("a new line or `;`") }
    }

    /// The rest of a function from its `(` on.
    fn function(&mut self, name: String, pos: Pos, top: bool, named: bool) -> Parse<FnId> {
        let params = self.list("(", ")", |parser| parser.tokens.name())?;
        for (n, (param, at)) in params.iter().enumerate() {
            if params[..n].iter().any(|before| before.0 == *param) {
                return fail(*at, format!("there are two parameters {param}"));
            }
            if n == MAX_PARAMS {
                return fail(*at, format!("a function has at most {MAX_PARAMS} parameters"));
            }
        }
        // `fn(x) body` needs no `=`, and may have one.
        if !self.tokens.eat("=") && named {
            return self.tokens.unexpected("`=`");
        }
        let (body, prelude) = (self.infix(0)?, self.prelude);
        self.fns.push(Func { name, params, body, pos, top, prelude, captures: Vec::new() });
        Ok(self.fns.len() - 1)
    }

    // --- expressions

    fn exprs(&mut self, open: &str, close: &str) -> Parse<Vec<Expr>> {
        self.list(open, close, |parser| parser.infix(0))
    }

    /// What stands between commas in brackets.
    fn list<T>(&mut self, open: &str, close: &str, each: fn(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        self.tokens.expect(open)?;
        let outside = self.tokens.set_brackets(true);
        let mut list = Vec::new();
        while !self.is(close) {
            list.push(each(self)?);
            if !self.is(close) {
                self.tokens.expect(",")?;
            }
        }
        self.tokens.next();
        self.tokens.set_brackets(outside);
        Ok(list)
    }

    fn primary(&mut self) -> Parse<Expr> {
        let pos = self.tokens.pos();
        let kind = match self.tokens.tok() {
            Tok::Literal(Literal::Int(n)) => ExprKind::Int(*n),
            Tok::Literal(Literal::Float(x)) => ExprKind::Float(*x),
            Tok::Literal(Literal::Text(text)) => ExprKind::Str(text.clone()),
            Tok::Name(text) => ExprKind::Name(Name { text: text.clone(), place: None, known: None }),
            Tok::Symbol("nil") => ExprKind::Nil,
            Tok::Symbol("true") => ExprKind::Bool(true),
            Tok::Symbol("false") => ExprKind::Bool(false),
            _ => {
                let kind = self.compound(pos)?;
                return self.node(kind, pos);
            }
        };
        self.tokens.next();
        Ok(leaf(kind, pos))
    }

    /// What has other expressions inside.
    fn compound(&mut self, pos: Pos) -> Parse<ExprKind> {
        match self.tokens.tok() {
            Tok::Literal(Literal::Other(name)) => {
                self.tokens.next();
                let Some(row) = PRIMS.iter().position(|p| p.0 == name) else {
                    return fail(pos, format!("there is no primitive {name}"));
                };
                Ok(ExprKind::Prim(row, self.exprs("(", ")")?))
            }
            Tok::Symbol("fn") => {
                self.tokens.next();
                self.function("fn".into(), pos, false, false).map(ExprKind::Fn)
            }
            Tok::Symbol("if") => self.condition(pos),
            Tok::Symbol("{") => self.block(pos),
            Tok::Symbol("[") => self.exprs("[", "]").map(ExprKind::List),
            Tok::Symbol("(") => {
                let mut list = self.exprs("(", ")")?;
                match list.pop() {
                    Some(inner) if list.is_empty() => Ok(inner.kind),
                    _ => fail(pos, "there must be one expression in brackets"),
                }
            }
            _ => self.tokens.unexpected("an expression"),
        }
    }

    fn condition(&mut self, pos: Pos) -> Parse<ExprKind> {
        self.tokens.next();
        let outside = self.tokens.set_brackets(true);
        let test = self.infix(0)?;
        self.tokens.expect("then")?;
        self.tokens.set_brackets(outside);
        let yes = self.infix(0)?;
        let no = if self.tokens.eat("else") { self.infix(0)? } else { leaf(ExprKind::Nil, pos) };
        Ok(ExprKind::If(Box::new([test, yes, no])))
    }

    fn block(&mut self, pos: Pos) -> Parse<ExprKind> {
        self.tokens.next();
        let outside = self.tokens.set_brackets(false);
        let mut items = Vec::new();
        while !self.tokens.eat("}") {
            items.push(self.item(false)?);
        }
        self.tokens.set_brackets(outside);
        match items.last() {
            Some(Item::Expr(_)) => Ok(ExprKind::Block(items)),
            _ => fail(pos, "a block ends with an expression, its value"),
        }
    }
}
