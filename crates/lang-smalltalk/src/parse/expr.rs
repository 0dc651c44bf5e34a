//! Expressions, statements and blocks.

use purlin_base::Pos;

use super::{Parsed, Parser, limits};
use crate::ast::{Block, Body, Expr, ExprKind, Ident, Literal, Message, Path, Statement};
use crate::lex::{Dialect, Tok};

/// The depth of what contains these expressions.
fn depth<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> u16 {
    parts.into_iter().map(|e| e.depth).max().unwrap_or(0).saturating_add(1)
}

/// The depth of the deepest statement.
pub(super) fn body_depth(body: &Body) -> u16 {
    depth(body.statements.iter().map(|s| &s.expr))
}

impl Parser<'_> {
    /// An expression, unless it is too deep.
    fn made(&mut self, kind: ExprKind, pos: Pos, depth: u16) -> Parsed<Expr> {
        if depth > limits::MAX_DEPTH {
            self.error_at(pos.0.saturating_sub(self.base.0), "this is nested too deeply");
            return Err(super::Failed);
        }
        Ok(Expr { kind, pos, depth })
    }

    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        // The targets of assignments are collected, so that a chain of them is no recursion.
        let mut targets = Vec::new();
        while let Some(length) = self.assignment_ahead() {
            targets.push(self.path(length));
            self.next();
        }
        let mut value = self.cascade()?;
        for target in targets.into_iter().rev() {
            let (pos, depth) = (target.pos(), depth([&value]));
            value = self.made(ExprKind::Assign(target, Box::new(value)), pos, depth)?;
        }
        Ok(value)
    }

    /// How many parts the variable has that is assigned to, if an assignment begins here.
    fn assignment_ahead(&self) -> Option<usize> {
        let parts = self.path_ahead(0);
        (parts > 0 && self.ahead(2 * parts - 1) == Tok::Assign).then_some(parts)
    }

    /// How many names with dots between them are ahead; only what begins with a capital has more than one.
    pub(super) fn path_ahead(&self, n: usize) -> usize {
        if self.ahead(n) != Tok::Name || self.at + n >= self.end {
            return 0;
        }
        let mut parts = 1;
        let is_namespace = self.text_ahead(n).starts_with(char::is_uppercase);
        if self.dialect == Dialect::Som || !is_namespace {
            return parts;
        }
        loop {
            let dot = n + 2 * parts - 1;
            let continues = self.ahead(dot) == Tok::Period
                && self.adjacent(dot)
                && self.ahead(dot + 1) == Tok::Name
                && self.adjacent(dot + 1);
            if !continues {
                return parts;
            }
            parts += 1;
        }
    }

    /// The path of so many parts that begins here.
    pub(super) fn path(&mut self, parts: usize) -> Path {
        let mut path = Path { parts: vec![self.ident()] };
        for _ in 1..parts {
            self.next();
            path.parts.push(self.ident());
        }
        path
    }

    fn cascade(&mut self) -> Parsed<Expr> {
        let first = self.keyword_send()?;
        if self.tok() != Tok::Semi || self.at_end() {
            return Ok(first);
        }
        if self.dialect == Dialect::Som {
            return self.fail("SOM has no cascades");
        }
        let ExprKind::Send(receiver, message) = first.kind else {
            return self.fail("a cascade needs a message before the semicolon");
        };
        let (mut messages, pos) = (vec![message], first.pos);
        while self.eat(Tok::Semi) {
            messages.push(self.cascaded_message()?);
        }
        let arguments = messages.iter().flat_map(|m| &m.arguments);
        let depth = depth(arguments.chain([&*receiver]));
        self.made(ExprKind::Cascade(receiver, messages), pos, depth)
    }

    /// One message after a semicolon: in `a foo; bar baz` each message is a single one.
    fn cascaded_message(&mut self) -> Parsed<Message> {
        let pos = self.pos();
        match self.tok() {
            Tok::Name if !self.at_end() => {
                let selector = self.ident().name;
                Ok(Message { selector, pos, arguments: vec![] })
            }
            Tok::Binary if !self.at_end() => self.binary_message(),
            Tok::Keyword if !self.at_end() => self.keyword_message(),
            _ => self.expected("a message"),
        }
    }

    fn keyword_send(&mut self) -> Parsed<Expr> {
        let receiver = self.binary_send()?;
        if self.tok() != Tok::Keyword || self.at_end() {
            return Ok(receiver);
        }
        let message = self.keyword_message()?;
        self.send(receiver, message)
    }

    fn keyword_message(&mut self) -> Parsed<Message> {
        let (pos, mut selector, mut arguments) = (self.pos(), String::new(), Vec::new());
        while self.tok() == Tok::Keyword && !self.at_end() {
            selector.push_str(self.word());
            self.next();
            arguments.push(self.binary_send()?);
        }
        Ok(Message { selector: self.intern(&selector), pos, arguments })
    }

    fn binary_send(&mut self) -> Parsed<Expr> {
        let mut receiver = self.unary_send()?;
        while self.tok() == Tok::Binary && !self.at_end() && !self.closes_pragma() {
            let message = self.binary_message()?;
            receiver = self.send(receiver, message)?;
        }
        Ok(receiver)
    }

    /// Whether the current token is the `>` of a pragma that is being parsed.
    fn closes_pragma(&self) -> bool {
        self.in_pragma && self.bar_ahead('>')
    }

    fn binary_message(&mut self) -> Parsed<Message> {
        let (pos, selector) = (self.pos(), self.intern(self.word()));
        self.next();
        let argument = self.unary_send()?;
        Ok(Message { selector, pos, arguments: vec![argument] })
    }

    pub(super) fn unary_send(&mut self) -> Parsed<Expr> {
        let mut receiver = self.primary()?;
        while self.tok() == Tok::Name && !self.at_end() {
            let (pos, selector) = (self.pos(), self.ident().name);
            receiver = self.send(receiver, Message { selector, pos, arguments: vec![] })?;
        }
        Ok(receiver)
    }

    fn send(&mut self, receiver: Expr, message: Message) -> Parsed<Expr> {
        let (pos, depth) = (receiver.pos, depth(message.arguments.iter().chain([&receiver])));
        self.made(ExprKind::Send(Box::new(receiver), message), pos, depth)
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        if self.at_end() {
            return self.expected("an expression");
        }
        let pos = self.pos();
        match self.tok() {
            Tok::Name => {
                let parts = self.path_ahead(0);
                let path = self.path(parts);
                self.made(ExprKind::Name(path), pos, 1)
            }
            Tok::Lparen => self.within(Self::expression),
            Tok::Lbrack => {
                let block = self.within(Self::block)?;
                let depth = body_depth(&block.body);
                self.made(ExprKind::Block(Box::new(block)), pos, depth)
            }
            Tok::Lbrace if self.dialect == Dialect::Smalltalk80 => {
                let values = self.within(Self::brace)?;
                let depth = depth(&values);
                self.made(ExprKind::Brace(values), pos, depth)
            }
            Tok::Constant => {
                let body = self.within(|parser| Ok(parser.body()))?;
                let depth = body_depth(&body);
                self.made(ExprKind::Constant(Box::new(body)), pos, depth)
            }
            _ if self.literal_ahead() => {
                let literal = self.literal()?;
                self.made(ExprKind::Literal(literal), pos, 1)
            }
            _ => self.expected("an expression"),
        }
    }

    fn brace(&mut self) -> Parsed<Vec<Expr>> {
        let mut values = Vec::new();
        while !self.at_end() {
            if self.eat(Tok::Period) {
                continue;
            }
            values.push(self.expression()?);
            if !self.at_end() && self.tok() != Tok::Period {
                return self.expected(". or }");
            }
        }
        Ok(values)
    }

    fn block(&mut self) -> Parsed<Block> {
        let mut parameters = Vec::new();
        while self.eat(Tok::Colon) {
            parameters.push(self.name("the name of a parameter")?);
        }
        if !parameters.is_empty() && !self.at_end() && !self.eat_bar('|') {
            return self.expected("| after the parameters");
        }
        Ok(Block { parameters, body: self.body() })
    }

    /// `| a b |`, whose first bar is ahead.
    pub(super) fn temporaries(&mut self, into: &mut Vec<Ident>) -> Parsed<()> {
        self.eat_bar('|');
        while self.tok() == Tok::Name && !self.at_end() {
            into.push(self.ident());
        }
        if self.eat_bar('|') { Ok(()) } else { self.expected("| after the variables") }
    }

    /// Temporaries and statements, up to the end of the construct. What is wrong is left out.
    pub(super) fn body(&mut self) -> Body {
        let mut body = Body::default();
        while !self.at_end() {
            if self.eat(Tok::Period) {
                continue;
            }
            let result = if self.bar_ahead('|') {
                self.temporaries(&mut body.temporaries)
            } else {
                self.body_statement(&mut body)
            };
            if result.is_err() {
                self.skip_statement();
            }
        }
        body
    }

    fn body_statement(&mut self, body: &mut Body) -> Parsed<()> {
        body.statements.push(self.statement()?);
        if self.tok() == Tok::Period || self.at_end() {
            return Ok(());
        }
        self.expected("a period or the end of the statements")
    }

    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let (pos, returns) = (self.pos(), self.eat(Tok::Caret));
        let expr = self.expression()?;
        Ok(Statement { expr, returns, pos })
    }

    /// The names `nil`, `true` and `false` as literals.
    pub(super) fn constant(word: &str) -> Option<Literal> {
        match word {
            "nil" => Some(Literal::Nil),
            "true" => Some(Literal::True),
            "false" => Some(Literal::False),
            _ => None,
        }
    }
}
