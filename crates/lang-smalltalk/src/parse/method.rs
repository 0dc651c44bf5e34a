//! Methods: their patterns, pragmas and bodies.

use purlin_base::{Name, Pos};

use super::{Parsed, Parser};
use crate::ast::{Body, Ident, Method, Pragma};
use crate::lex::Tok;

/// The selector of a method and its parameters.
pub(super) struct Pattern {
    pub(super) selector: Name,
    pub(super) pos: Pos,
    pub(super) parameters: Vec<Ident>,
}

impl Parser<'_> {
    /// How many tokens ahead the pattern ends that begins `n` ahead; `None` if there is none.
    pub(super) fn pattern_ahead(&self, n: usize) -> Option<usize> {
        match self.ahead(n) {
            Tok::Name => Some(n + 1),
            Tok::Binary if self.ahead(n + 1) == Tok::Name => Some(n + 2),
            Tok::Keyword => {
                let mut at = n;
                while self.ahead(at) == Tok::Keyword {
                    if self.ahead(at + 1) != Tok::Name {
                        return None;
                    }
                    at += 2;
                }
                Some(at)
            }
            _ => None,
        }
    }

    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        let pos = self.pos();
        let mut parameters = Vec::new();
        let selector = match self.tok() {
            Tok::Name if !self.at_end() => self.ident().name,
            Tok::Binary if !self.at_end() => {
                let selector = self.intern(self.word());
                self.next();
                parameters.push(self.name("the name of a parameter")?);
                selector
            }
            Tok::Keyword if !self.at_end() => {
                let mut selector = String::new();
                while self.tok() == Tok::Keyword && !self.at_end() {
                    selector.push_str(self.word());
                    self.next();
                    parameters.push(self.name("the name of a parameter")?);
                }
                self.intern(&selector)
            }
            _ => return self.expected("a method"),
        };
        Ok(Pattern { selector, pos, parameters })
    }

    /// A method whose body is in square brackets.
    pub(super) fn bracket_method(&mut self, meta: bool) -> Parsed<Method> {
        let pattern = self.pattern()?;
        if self.tok() != Tok::Lbrack || self.at_end() {
            return self.expected("[ and the body of the method");
        }
        let mut pragmas = Vec::new();
        let body = self.within(|parser| parser.method_body(&mut pragmas))?;
        Ok(self.method(pattern, meta, pragmas, body))
    }

    /// A method whose body ends with the innermost construct.
    pub(super) fn unbracketed_method(&mut self, meta: bool) -> Parsed<Method> {
        let pattern = self.pattern()?;
        let mut pragmas = Vec::new();
        let body = self.method_body(&mut pragmas)?;
        if !self.at_end() {
            return self.expected("the end of the method");
        }
        Ok(self.method(pattern, meta, pragmas, body))
    }

    fn method_body(&mut self, pragmas: &mut Vec<Pragma>) -> Parsed<Body> {
        let mut temporaries = Vec::new();
        self.pragmas_and_temporaries(pragmas, &mut temporaries)?;
        let mut body = self.body();
        temporaries.append(&mut body.temporaries);
        body.temporaries = temporaries;
        Ok(body)
    }

    fn method(&mut self, pattern: Pattern, meta: bool, mut pragmas: Vec<Pragma>, body: Body) -> Method {
        let Pattern { selector, pos, parameters } = pattern;
        let before = pragmas.len();
        // As SOM's methods that are primitives print.
        pragmas.retain(|p| self.names.text(p.selector) != "primitive");
        let primitive = pragmas.len() < before;
        Method { selector, pos, owner: None, meta, parameters, pragmas, primitive, body }
    }

    fn pragmas_and_temporaries(
        &mut self,
        pragmas: &mut Vec<Pragma>,
        temporaries: &mut Vec<Ident>,
    ) -> Parsed<()> {
        loop {
            if self.pragma_ahead() {
                pragmas.push(self.pragma()?);
            } else if self.bar_ahead('|') {
                self.temporaries(temporaries)?;
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn pragma_ahead(&self) -> bool {
        self.is_binary(0, "<") && matches!(self.ahead(1), Tok::Keyword | Tok::Name) && !self.at_end()
    }

    /// `<foo: 1 bar: #baz>`, or `<foo>`
    pub(super) fn pragma(&mut self) -> Parsed<Pragma> {
        let pos = self.pos();
        self.next();
        let outer = std::mem::replace(&mut self.in_pragma, true);
        let message = self.pragma_message();
        self.in_pragma = outer;
        let (selector, arguments) = message?;
        if !self.eat_bar('>') {
            return self.expected("> at the end of the pragma");
        }
        Ok(Pragma { selector, pos, arguments })
    }

    fn pragma_message(&mut self) -> Parsed<(Name, Vec<crate::ast::Expr>)> {
        if self.tok() == Tok::Name {
            return Ok((self.ident().name, vec![]));
        }
        let (mut selector, mut arguments) = (String::new(), Vec::new());
        while self.tok() == Tok::Keyword && !self.at_end() {
            selector.push_str(self.word());
            self.next();
            arguments.push(self.unary_send()?);
        }
        Ok((self.intern(&selector), arguments))
    }
}
