//! SOM's class files: `Name = Super ( |fields| methods ---- |fields| methods )`.

use super::{Failed, Parsed, Parser};
use crate::ast::{Body, Class, Item, Members, Method, Path, Superclass, Unit};
use crate::lex::Tok;

impl Parser<'_> {
    pub(super) fn som_file(&mut self) -> Unit {
        let mut unit = Unit::default();
        if let Ok(class) = self.som_class() {
            unit.items.push(Item::Class(class));
        }
        if !self.at_end() && self.errors == 0 {
            self.error("a class file ends after the class");
        }
        unit
    }

    fn som_class(&mut self) -> Parsed<Class> {
        let pos = self.pos();
        let name = Path { parts: vec![self.name("the name of a class")?] };
        if !self.is_binary(0, "=") {
            return self.expected("= after the name of the class");
        }
        self.next();
        let superclass = match self.tok() {
            Tok::Name if self.word() == "nil" => {
                self.next();
                Superclass::Nil
            }
            Tok::Name => Superclass::Named(Path { parts: vec![self.ident()] }),
            _ => Superclass::Default,
        };
        if self.tok() != Tok::Lparen {
            return self.expected("( and the body of the class");
        }
        let body = self.within(|parser| {
            let mut members = Members::default();
            parser.som_side(false, &mut members);
            if parser.eat(Tok::Separator) {
                parser.som_side(true, &mut members);
            }
            Ok(members)
        })?;
        Ok(Class { name, pos, superclass, body })
    }

    /// The variables and methods of the class or its metaclass.
    fn som_side(&mut self, meta: bool, members: &mut Members) {
        if self.is_binary(0, "|") {
            let fields = if meta { &mut members.class_fields } else { &mut members.fields };
            if self.temporaries(fields).is_err() {
                self.skip_member(Tok::Lparen);
            }
        }
        while !self.at_end() && self.tok() != Tok::Separator {
            match self.som_method(meta) {
                Ok(method) => members.methods.push(method),
                Err(Failed) => self.skip_member(Tok::Lparen),
            }
        }
    }

    fn som_method(&mut self, meta: bool) -> Parsed<Method> {
        let pattern = self.pattern_before("=")?;
        let primitive = self.tok() == Tok::Name && self.word() == "primitive" && !self.at_end();
        let body = if primitive {
            self.next();
            Body::default()
        } else if self.tok() == Tok::Lparen && !self.at_end() {
            self.within(|parser| Ok(parser.body()))?
        } else {
            return self.expected("( and the body of the method, or `primitive`");
        };
        let super::method::Pattern { selector, pos, parameters } = pattern;
        Ok(Method { selector, pos, owner: None, meta, parameters, pragmas: vec![], primitive, body })
    }
}
