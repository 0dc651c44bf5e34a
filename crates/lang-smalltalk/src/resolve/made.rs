//! Classes that a statement at top level makes by a message with literals, as old sources do:
//! `Object subclass: #Foo instanceVariableNames: 'a b' …`. What comes after may name the class.
//!
//! Messages whose arguments are computed make classes when they are executed, of which nothing is known
//! here.

use super::Resolver;
use super::classes::{Class, Shape};
use super::code::Step;
use crate::ast::{self, ExprKind, Literal};

impl Resolver<'_> {
    /// The extension that a statement with names of variables is: `Foo class instanceVariableNames: 'a b'`,
    /// `Foo addInstVarName: 'a'`, `Foo addClassVarName: 'A'`.
    pub(super) fn extension_by(&mut self, expr: &ast::Expr) -> Option<ast::Extension> {
        let ExprKind::Send(receiver, message) = &expr.kind else { return None };
        let (path, meta) = match &receiver.kind {
            ExprKind::Name(path) => (path, false),
            ExprKind::Send(inner, class) => match &inner.kind {
                ExprKind::Name(path) if self.text(class.selector) == "class" => (path, true),
                _ => return None,
            },
            _ => return None,
        };
        let [argument] = &message.arguments[..] else { return None };
        let ExprKind::Literal(literal) = &argument.kind else { return None };
        let text = match literal {
            Literal::String(text) => text.clone(),
            Literal::Symbol(name) => self.text(*name).to_owned(),
            _ => return None,
        };
        let names: Vec<ast::Ident> = text
            .split_whitespace()
            .map(|name| ast::Ident { name: self.names.intern(name), pos: argument.pos })
            .collect();
        let mut body = ast::Members::default();
        let variable = |ident: ast::Ident| ast::ClassVariable { ident, value: None };
        match (self.text(message.selector), meta) {
            ("instanceVariableNames:" | "addInstVarName:", true) => body.class_fields = names,
            ("addInstVarName:", false) => body.fields = names,
            ("addClassVarName:", _) => body.class_variables = names.into_iter().map(variable).collect(),
            _ => return None,
        }
        Some(ast::Extension { class: path.clone(), pos: expr.pos, meta, body })
    }

    /// Adds the variables to a class that a statement names; whether it is such a statement.
    pub(super) fn class_extended_by(&mut self, expr: &ast::Expr) -> bool {
        let Some(mut extension) = self.extension_by(expr) else { return false };
        let Some(class) = self.find_class(&extension.class).filter(|class| !self.is_sealed(*class)) else {
            return false;
        };
        let (there, body) = (&self.classes.all[class], &mut extension.body);
        body.fields.retain(|ident| !there.fields.contains(&ident.name));
        body.class_fields.retain(|ident| !there.class_fields.contains(&ident.name));
        body.class_variables.retain(|v| !there.class_variables.contains(&v.ident.name));
        // What is wrong with it has been reported.
        drop(self.extension(&extension));
        true
    }

    /// Defines the class that the only statement of an `Eval` makes; whether it is such an `Eval`.
    pub(super) fn class_made_in(&mut self, body: &ast::Body) -> bool {
        match &body.statements[..] {
            [only] if body.temporaries.is_empty() => self.class_made_by(&only.expr),
            _ => false,
        }
    }

    /// Defines the class that a statement makes; whether it is such a statement.
    pub(super) fn class_made_by(&mut self, expr: &ast::Expr) -> bool {
        let ExprKind::Send(receiver, message) = &expr.kind else { return false };
        let ExprKind::Name(path) = &receiver.kind else { return false };
        let (first, rest) = match self.text(message.selector).split_once(':') {
            Some((first, rest)) => (first.to_owned(), rest.to_owned()),
            None => return false,
        };
        let shape = match &*first {
            "subclass" => None,
            "variableSubclass" => Some(Shape::Pointers),
            "variableByteSubclass" => Some(Shape::Bytes),
            _ => return false,
        };
        let Some((name, texts)) = literals(&message.arguments, self.names) else { return false };
        let above = match path.single().map(|n| self.text(n)) {
            Some("nil") => None,
            _ => match self.find_class(path) {
                Some(above) => Some(above),
                None => return false,
            },
        };
        let (mut fields, mut class_variables) = (Vec::new(), Vec::new());
        let mut category = None;
        for ((part, text), argument) in rest.split(':').zip(texts).zip(message.arguments.iter().skip(1)) {
            let names = text.split_whitespace().map(|n| self.names.intern(n));
            match part {
                "instanceVariableNames" => fields.extend(names),
                "classVariableNames" => class_variables.extend(names),
                "package" | "category" if !text.is_empty() => category = Some(argument.clone()),
                _ => {}
            }
        }
        let mut class_fields = Vec::new();
        self.add_later_fields(name, &mut fields, &mut class_fields);
        let name = self.qualified(name);
        let name = self.name_beside_library(name);
        if above.zip(self.classes.get(name)).is_some_and(|(above, id)| self.classes.is_above(above, id)) {
            return false;
        }
        let told = shape.or(above.map(|id| self.classes.all[id].shape)).unwrap_or(Shape::Fields);
        let shape = self.with_field_for_elements(above, &mut fields, told);
        if self.may_define(name, above, &fields, shape).is_err() {
            return false;
        }
        let (pos, superclass) = (expr.pos, above);
        let class = Class { name, pos, superclass, fields, class_fields, class_variables, shape };
        let class = self.classes.define(class);
        self.steps.push(Step::Define { class, initialisers: Vec::new() });
        self.tell_of_elements(class, told);
        if let Some(argument) = category {
            let path = ast::Path { parts: vec![ast::Ident { name, pos }] };
            let selector = self.names.intern("category:");
            self.told(&path, ast::Message { selector, pos, arguments: vec![argument] });
        }
        true
    }
}

/// A symbol or string, and strings after it, if that is what all arguments are.
fn literals<'a>(
    arguments: &'a [ast::Expr],
    names: &mut purlin_base::Interner,
) -> Option<(purlin_base::Name, Vec<&'a str>)> {
    let (first, rest) = arguments.split_first()?;
    let name = match &first.kind {
        ExprKind::Literal(Literal::Symbol(name)) => *name,
        ExprKind::Literal(Literal::String(text)) => names.intern(text),
        _ => return None,
    };
    let texts = rest.iter().map(|e| match &e.kind {
        ExprKind::Literal(Literal::String(text)) => Some(&**text),
        _ => None,
    });
    Some((name, texts.collect::<Option<Vec<&str>>>()?))
}
