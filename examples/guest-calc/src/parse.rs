//! Tokens to the syntax tree, by recursive descent with precedence climbing. How deep it may go is bounded.
//!
//! Lines matter little: an item begins on a new line or after `;`, and within one a `(`, `[` or `-` at the
//! start of a line begins the next item, except inside brackets. Names are not looked up here.

use purlin::{Diagnostic, Pos};

use crate::ast::*;
use crate::lex::{Tok, Token};
use crate::natives::PRIMS;

/// How many expressions may stand inside one another.
const MAX_HEIGHT: u32 = 250;
const TOO_DEEP: &str = "expressions are nested more than 250 deep; name some of them";

/// Each parameter takes a place in a table of the tiers that holds 256.
const MAX_PARAMS: usize = 200;

type Parse<T> = Result<T, Box<Diagnostic>>;

/// Parses one file and adds it to `program`.
pub fn parse(tokens: &[Token], prelude: bool, program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let mut parser = Parser { tokens, at: 0, depth: 0, in_brackets: false, prelude, fns: &mut program.fns };
    while parser.peek() != &Tok::End {
        let start = parser.at;
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
    tokens: &'a [Token],
    at: usize,
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

fn binding(text: &str) -> Option<(u8, Op)> {
    OPS.iter().find(|op| op.0 == text).map(|op| (op.1, op.2))
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek(&self) -> &Tok {
        &self.token().tok
    }

    fn pos(&self) -> Pos {
        self.token().pos
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Tok::Sym(s) if *s == symbol)
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.at += usize::from(found);
        found
    }

    fn fail<T>(&self, pos: Pos, message: impl Into<String>) -> Parse<T> {
        Err(Box::new(Diagnostic::error(pos, message)))
    }

    fn unexpected<T>(&self, wanted: &str) -> Parse<T> {
        let found = match self.peek() {
            Tok::Int(_) | Tok::Float(_) => "a number".to_string(),
            Tok::Str(_) => "a string".to_string(),
            Tok::Name(name) | Tok::Prim(name) => name.clone(),
            Tok::Sym(symbol) => format!("`{symbol}`"),
            Tok::End => "the end of the file".to_string(),
        };
        self.fail(self.pos(), format!("expected {wanted}, found {found}"))
    }

    fn expect(&mut self, symbol: &str) -> Parse<()> {
        if self.eat(symbol) { Ok(()) } else { self.unexpected(&format!("`{symbol}`")) }
    }

    /// To the next line that begins an item for certain.
    fn recover(&mut self, start: usize) {
        (self.depth, self.in_brackets) = (0, false);
        self.at += usize::from(self.at == start);
        while !(self.peek() == &Tok::End || (self.token().first && (self.is("let") || self.is("fn")))) {
            self.at += 1;
        }
    }

    fn name(&mut self) -> Parse<(String, Pos)> {
        let pos = self.pos();
        let Tok::Name(name) = self.peek().clone() else { return self.unexpected("a name") };
        self.at += 1;
        Ok((name, pos))
    }

    // --- items

    fn item(&mut self, top: bool) -> Parse<Item> {
        let place = Location::Unresolved;
        let named_fn =
            self.is("fn") && matches!(self.tokens.get(self.at + 1).map(|t| &t.tok), Some(Tok::Name(_)));
        let item = if named_fn {
            self.at += 1;
            let (name, pos) = self.name()?;
            self.expect("(")?;
            let func = self.function(name.clone(), pos, top, true)?;
            Item::Def { name, pos, func, place }
        } else if self.eat("let") {
            let (name, pos) = self.name()?;
            self.expect("=")?;
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
        let ended = self.eat(";") || self.token().first || self.is("}");
        if ended { Ok(item) } else { self.unexpected("a new line or `;`") }
    }

    /// The rest of a function after its `(`.
    fn function(&mut self, name: String, pos: Pos, top: bool, named: bool) -> Parse<FnId> {
        let mut params: Vec<(String, Pos)> = Vec::new();
        while !self.eat(")") {
            let (param, at) = self.name()?;
            if params.iter().any(|p| p.0 == param) {
                return self.fail(at, format!("there are two parameters {param}"));
            }
            params.push((param, at));
            if params.len() > MAX_PARAMS {
                return self.fail(at, format!("a function has at most {MAX_PARAMS} parameters"));
            }
            if !self.is(")") {
                self.expect(",")?;
            }
        }
        // `fn(x) body` needs no `=`, and may have one.
        if !self.eat("=") && named {
            return self.unexpected("`=`");
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

    /// Operators that bind at least as tightly as `min`: 1 `or`, 2 `and`, 3 `not`, then those of [`binding`].
    fn binary(&mut self, min: u8) -> Parse<Expr> {
        self.depth += 1;
        if self.depth > MAX_HEIGHT {
            return self.fail(self.pos(), TOO_DEEP);
        }
        let mut left = self.unary()?;
        while let Tok::Sym(symbol) = *self.peek() {
            if self.token().first && symbol == "-" && !self.in_brackets {
                break;
            }
            let pos = self.pos();
            let (power, op) = match (symbol, binding(symbol)) {
                ("or", _) => (1, None),
                ("and", _) => (2, None),
                (_, Some((power, op))) => (power, Some(op)),
                (_, None) => break,
            };
            if power < min {
                break;
            }
            self.at += 1;
            // `::` groups to the right, everything else to the left; comparisons do not chain.
            let right = self.binary(if op == Some(Op::Cons) { power } else { power + 1 })?;
            left = self.make(
                match op {
                    Some(op) => ExprKind::Binary(op, Box::new([left, right])),
                    None if power == 1 => {
                        ExprKind::If(Box::new([left, leaf(ExprKind::Bool(true), pos), right]))
                    }
                    None => ExprKind::If(Box::new([left, right, leaf(ExprKind::Bool(false), pos)])),
                },
                pos,
            )?;
            if power == 4 && matches!(self.peek(), Tok::Sym(s) if binding(s).is_some_and(|b| b.0 == 4)) {
                return self.fail(self.pos(), "comparisons do not chain; use `and`");
            }
        }
        self.depth -= 1;
        Ok(left)
    }

    fn make(&self, kind: ExprKind, pos: Pos) -> Parse<Expr> {
        let inside = match &kind {
            ExprKind::Nil
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::Name(_) => 0,
            ExprKind::List(list) | ExprKind::Prim(_, list) => tallest(list),
            ExprKind::Binary(_, both) => tallest(&**both),
            ExprKind::If(all) => tallest(&**all),
            ExprKind::Call(callee, args) => callee.height.max(tallest(args)),
            ExprKind::Fn(func) => self.fns[*func].body.height,
            ExprKind::Block(items) => {
                let height = |item: &Item| match item {
                    Item::Let { value, .. } | Item::Expr(value) => value.height,
                    Item::Def { func, .. } => self.fns[*func].body.height + 1,
                };
                items.iter().map(height).max().unwrap_or(0)
            }
        };
        if inside < MAX_HEIGHT {
            Ok(Expr { kind, pos, height: inside + 1 })
        } else {
            self.fail(pos, TOO_DEEP)
        }
    }

    fn unary(&mut self) -> Parse<Expr> {
        let pos = self.pos();
        if self.eat("-") {
            let x = self.binary(8)?;
            return match x.kind {
                ExprKind::Int(n) => Ok(leaf(ExprKind::Int(-n), pos)),
                ExprKind::Float(x) => Ok(leaf(ExprKind::Float(-x), pos)),
                _ => self.make(ExprKind::Binary(Op::Sub, Box::new([leaf(ExprKind::Int(0), pos), x])), pos),
            };
        }
        if self.eat("not") {
            let x = self.binary(3)?;
            let [no, yes] = [false, true].map(|value| leaf(ExprKind::Bool(value), pos));
            return self.make(ExprKind::If(Box::new([x, no, yes])), pos);
        }
        let mut e = self.primary()?;
        while self.is("(") && (self.in_brackets || !self.token().first) {
            let pos = e.pos;
            self.at += 1;
            let args = self.list(")")?;
            e = self.make(ExprKind::Call(Box::new(e), args), pos)?;
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
                self.expect(",")?;
            }
        }
        self.at += 1;
        self.in_brackets = outside;
        Ok(list)
    }

    fn primary(&mut self) -> Parse<Expr> {
        let pos = self.pos();
        let kind = match self.peek().clone() {
            Tok::Int(n) => ExprKind::Int(n),
            Tok::Float(x) => ExprKind::Float(x),
            Tok::Str(s) => ExprKind::Str(s),
            Tok::Name(text) => ExprKind::Name(Name { text, place: Location::Unresolved, known: None }),
            Tok::Sym("nil") => ExprKind::Nil,
            Tok::Sym("true") => ExprKind::Bool(true),
            Tok::Sym("false") => ExprKind::Bool(false),
            Tok::Prim(name) => return self.primitive(&name, pos),
            Tok::Sym("fn") => {
                self.at += 1;
                self.expect("(")?;
                let func = self.function("fn".into(), pos, false, false)?;
                return self.make(ExprKind::Fn(func), pos);
            }
            Tok::Sym("if") => return self.condition(pos),
            Tok::Sym("{") => return self.block(pos),
            Tok::Sym("[") => {
                self.at += 1;
                let list = self.list("]")?;
                return self.make(ExprKind::List(list), pos);
            }
            Tok::Sym("(") => {
                self.at += 1;
                let mut list = self.list(")")?;
                return match list.pop() {
                    Some(inner) if list.is_empty() => Ok(inner),
                    _ => self.fail(pos, "there must be one expression in brackets"),
                };
            }
            Tok::Sym(_) | Tok::End => return self.unexpected("an expression"),
        };
        self.at += 1;
        Ok(leaf(kind, pos))
    }

    fn primitive(&mut self, name: &str, pos: Pos) -> Parse<Expr> {
        self.at += 1;
        let Some(row) = PRIMS.iter().position(|p| p.0 == name) else {
            return self.fail(pos, format!("there is no primitive {name}"));
        };
        self.expect("(")?;
        let args = self.list(")")?;
        self.make(ExprKind::Prim(row, args), pos)
    }

    fn condition(&mut self, pos: Pos) -> Parse<Expr> {
        self.at += 1;
        let outside = std::mem::replace(&mut self.in_brackets, true);
        let test = self.expr()?;
        self.expect("then")?;
        self.in_brackets = outside;
        let yes = self.expr()?;
        let no = if self.eat("else") { self.expr()? } else { leaf(ExprKind::Nil, pos) };
        self.make(ExprKind::If(Box::new([test, yes, no])), pos)
    }

    fn block(&mut self, pos: Pos) -> Parse<Expr> {
        self.at += 1;
        let outside = std::mem::replace(&mut self.in_brackets, false);
        let mut items = Vec::new();
        while !self.eat("}") {
            items.push(self.item(false)?);
        }
        self.in_brackets = outside;
        if !matches!(items.last(), Some(Item::Expr(_))) {
            return self.fail(pos, "a block ends with an expression, its value");
        }
        self.make(ExprKind::Block(items), pos)
    }
}
