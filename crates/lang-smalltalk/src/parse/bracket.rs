//! Bracket syntax: definitions of classes, and statements at top level.

use purlin_base::Name;

use super::method::Pattern;
use super::{Failed, Parsed, Parser};
use crate::ast::{
    Class, ClassVariable, ExprKind, Extension, Item, Literal, Members, Method, Namespace, Superclass, Unit,
};
use crate::lex::{Tok, begins_definition};

/// What begins at top level.
enum Begins {
    /// `Super subclass: Name [`, with the parts of both names.
    Class(usize, usize),
    /// `Name extend [`, `Name class extend [`
    Extension {
        parts: usize,
        meta: bool,
    },
    /// `Name >> foo [`, `Name class >> foo [`
    Method {
        parts: usize,
        meta: bool,
    },
    /// `Foo methodsFor: 'x'!`, `Foo class methodsFor: 'x'!`: methods, each with a `!` at its end.
    Chunks {
        parts: usize,
        meta: bool,
    },
    Eval,
    /// `Namespace current: Name [`
    Namespace(usize),
    Statement,
}

impl Parser<'_> {
    pub(super) fn bracket_file(&mut self) -> Unit {
        let mut items = Vec::new();
        while !self.at_end() {
            if self.eat(Tok::Period) || self.eat(Tok::Bang) {
                continue;
            }
            if self.tok().is_closer() {
                let message = format!("{} closes nothing", self.word());
                self.error(message);
                self.next();
                continue;
            }
            items.extend(self.item());
        }
        Unit { items }
    }

    fn begins(&self) -> Begins {
        let parts = self.path_ahead(0);
        if parts == 0 {
            return Begins::Statement;
        }
        let after = 2 * parts - 1;
        if self.text_ahead(after) == "subclass:" {
            let named = self.path_ahead(after + 1);
            if named > 0 && self.ahead(after + 2 * named) == Tok::Lbrack {
                return Begins::Class(parts, named);
            }
        }
        let meta = self.ahead(after) == Tok::Name && self.text_ahead(after) == "class";
        let word = after + usize::from(meta);
        if self.text_ahead(word) == "extend" && self.ahead(word + 1) == Tok::Lbrack {
            return Begins::Extension { parts, meta };
        }
        if self.is_binary(word, ">>")
            && self.pattern_ahead(word + 1).is_some_and(|end| self.ahead(end) == Tok::Lbrack)
        {
            return Begins::Method { parts, meta };
        }
        if matches!(self.text_ahead(word), "methodsFor:" | "methodsFor" | "publicMethodsFor:") {
            return Begins::Chunks { parts, meta };
        }
        if self.word() == "Eval" && self.ahead(1) == Tok::Lbrack {
            return Begins::Eval;
        }
        if self.word() == "Namespace" && self.text_ahead(1) == "current:" {
            let named = self.path_ahead(2);
            if named > 0 && self.ahead(2 + 2 * named - 1) == Tok::Lbrack {
                return Begins::Namespace(named);
            }
        }
        Begins::Statement
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.begins() {
            Begins::Class(above, named) => self.class(above, named).map(Item::Class),
            Begins::Extension { parts, meta } => {
                let pos = self.pos();
                let class = self.path(parts);
                self.at += usize::from(meta) + 1;
                let mut body = self.class_body(class.parts[parts - 1].name, meta)?;
                if meta {
                    // Variables of an extension of the metaclass are its instance variables.
                    body.class_fields.append(&mut body.fields);
                }
                Ok(Item::Extension(Extension { class, pos, meta, body }))
            }
            Begins::Method { parts, meta } => {
                let pos = self.pos();
                let class = self.path(parts);
                self.at += usize::from(meta) + 1;
                let method = self.bracket_method(meta)?;
                let body = Members { methods: vec![method], ..Members::default() };
                Ok(Item::Extension(Extension { class, pos, meta, body }))
            }
            Begins::Chunks { parts, meta } => {
                let pos = self.pos();
                let class = self.path(parts);
                let body = Members { methods: self.chunks(meta)?, ..Members::default() };
                Ok(Item::Extension(Extension { class, pos, meta, body }))
            }
            Begins::Eval => {
                self.next();
                self.within(|parser| Ok(parser.body())).map(Item::Eval)
            }
            Begins::Namespace(parts) => {
                self.at += 2;
                let path = self.path(parts);
                let items = self.within(|parser| Ok(parser.bracket_file().items))?;
                Ok(Item::Namespace(Namespace { path, items }))
            }
            Begins::Statement => self.top_statement(),
        }
    }

    /// The index of the next `!`, or of what ends the innermost construct.
    fn next_bang(&self) -> usize {
        (self.at..self.end).find(|at| self.tokens[*at].tok == Tok::Bang).unwrap_or(self.end)
    }

    /// Methods up to a `!` that follows another one.
    fn chunks(&mut self, meta: bool) -> Parsed<Vec<Method>> {
        let mut methods = Vec::new();
        self.at = self.next_bang();
        self.next();
        while !self.at_end() && !self.eat(Tok::Bang) {
            let bang = self.next_bang();
            let outer = std::mem::replace(&mut self.end, bang);
            methods.extend(self.unbracketed_method(meta));
            self.at = self.end;
            self.end = outer;
            self.next();
        }
        Ok(methods)
    }

    fn top_statement(&mut self) -> Parsed<Item> {
        if self.bar_ahead('|') {
            let mut names = Vec::new();
            let result = self.temporaries(&mut names);
            if result.is_err() {
                self.skip_statement();
            }
            return result.map(|()| Item::Temporaries(names));
        }
        let result = self.statement();
        let result = match result {
            Ok(_) if !matches!(self.tok(), Tok::Period | Tok::Bang) && !self.at_end() => {
                self.expected("a period or an exclamation mark after the statement")
            }
            result => result,
        };
        match result {
            Ok(statement) => Ok(Item::Statement(statement)),
            Err(Failed) => {
                self.skip_statement();
                Err(Failed)
            }
        }
    }

    fn class(&mut self, above: usize, named: usize) -> Parsed<Class> {
        let pos = self.pos();
        let is_root = above == 1 && self.word() == "nil";
        let path = self.path(above);
        let superclass = if is_root { Superclass::Nil } else { Superclass::Named(path) };
        self.next();
        let name = self.path(named);
        let body = self.class_body(name.parts[named - 1].name, false)?;
        Ok(Class { name, pos, superclass, body })
    }

    /// The body of a class or of its metaclass, in brackets.
    fn class_body(&mut self, class: Name, meta: bool) -> Parsed<Members> {
        if self.partner().is_some() {
            return self.within(|parser| Ok(parser.members(class, meta)));
        }
        // The text up to the next definition, or to the end, is read as the members of the class.
        self.error("[ is not closed");
        self.next();
        let begins = |at: &usize| begins_definition(&self.tokens, *at, self.text);
        let end = (self.at..self.end).find(begins).unwrap_or(self.end);
        let outer = std::mem::replace(&mut self.end, end);
        let members = self.members(class, meta);
        self.end = outer;
        Ok(members)
    }

    fn members(&mut self, class: Name, meta: bool) -> Members {
        let mut members = Members::default();
        while !self.at_end() {
            if self.member(class, meta, &mut members).is_err() {
                self.skip_member(Tok::Lbrack);
            }
        }
        members
    }

    fn member(&mut self, class: Name, meta: bool, members: &mut Members) -> Parsed<()> {
        if self.eat(Tok::Period) || self.eat(Tok::Bang) {
            return Ok(());
        }
        // A binary method may be called `|` or `<`: its parameter and body follow.
        let is_method = |n: usize| self.pattern_ahead(n).is_some_and(|end| self.ahead(end) == Tok::Lbrack);
        if self.bar_ahead('|') && !is_method(0) {
            return self.temporaries(&mut members.fields);
        }
        if self.pragma_ahead() && !is_method(0) {
            let pragma = self.pragma()?;
            members.pragmas.push(pragma);
            return Ok(());
        }
        let parts = self.path_ahead(0);
        let after = (2 * parts).saturating_sub(1);
        if parts == 1 && self.ahead(1) == Tok::Assign {
            return self.class_variable(members);
        }
        if parts == 1 && self.text_ahead(1) == "class" && self.ahead(2) == Tok::Lbrack {
            return self.class_side(class, members);
        }
        let to_meta = parts > 0 && self.text_ahead(after) == "class";
        let arrow = after + usize::from(to_meta);
        let (mut meta, mut owner) = (meta, None);
        if parts > 0 && self.is_binary(arrow, ">>") && is_method(arrow + 1) {
            let path = self.path(parts);
            self.at += usize::from(to_meta) + 1;
            owner = Some(path).filter(|path| path.parts[parts - 1].name != class);
            meta |= to_meta;
        }
        let method = self.bracket_method(meta)?;
        members.methods.push(Method { owner, ..method });
        Ok(())
    }

    /// Whether the name ahead is that of the class whose body is being read.
    fn check_class(&mut self, class: Name) -> Parsed<()> {
        let last = self.path_ahead(0).max(1) - 1;
        if self.text_ahead(2 * last) == self.names.text(class) {
            return Ok(());
        }
        let message = format!(
            "the body of {} defines nothing of {}",
            self.names.text(class),
            self.text_ahead(2 * last)
        );
        self.fail(message)
    }

    fn class_variable(&mut self, members: &mut Members) -> Parsed<()> {
        let ident = self.ident();
        self.next();
        let value = if self.tok() == Tok::Period { None } else { Some(self.expression()?) };
        // `nil` is what a variable has anyway.
        let value = value.filter(|v| match &v.kind {
            ExprKind::Name(path) => path.single().is_none_or(|n| self.names.text(n) != "nil"),
            ExprKind::Literal(literal) => *literal != Literal::Nil,
            _ => true,
        });
        members.class_variables.push(ClassVariable { ident, value });
        if self.at_end() || self.eat(Tok::Period) { Ok(()) } else { self.expected("a period") }
    }

    /// `Foo class [ … ]` in the body of `Foo`.
    fn class_side(&mut self, class: Name, members: &mut Members) -> Parsed<()> {
        self.check_class(class)?;
        self.at += 2;
        let mut side = self.class_body(class, true)?;
        members.class_fields.append(&mut side.fields);
        members.class_fields.append(&mut side.class_fields);
        members.class_variables.append(&mut side.class_variables);
        members.pragmas.append(&mut side.pragmas);
        members.methods.append(&mut side.methods);
        Ok(())
    }

    /// The pattern of a method, for syntaxes that write something between it and the body.
    pub(super) fn pattern_before(&mut self, separator: &str) -> Parsed<Pattern> {
        let pattern = self.pattern()?;
        if !self.is_binary(0, separator) || self.at_end() {
            return self.expected(&format!("{separator} after the pattern of the method"));
        }
        self.next();
        Ok(pattern)
    }
}
