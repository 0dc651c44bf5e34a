//! What a text makes that what comes before it may name: classes in namespaces; fields that a class gets by
//! an extension; and globals by name, as `Smalltalk at: #x put: 3`, which make `x` that global in all of the
//! text, even though it begins with a small letter.
//!
//! Knows nothing of what the values are.

use purlin_base::Name;

use super::Resolver;
use crate::ast::{Body, Expr, ExprKind, Extension, Item, Literal, Members, Message};

impl Resolver<'_> {
    /// Adds the names of classes and of globals that some text among the items makes.
    pub(super) fn find_named(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Class(class) => {
                    let name = self.global_name(&class.name);
                    let name = self.qualified(name);
                    if !self.namespaces.is_empty() {
                        self.coming.insert(name);
                    }
                    self.name_beside_library(name);
                    self.named_in_members(&class.body);
                }
                Item::Extension(extension) => {
                    self.fields_of_extension(extension);
                    self.named_in_members(&extension.body);
                }
                Item::Statement(statement) => {
                    if let Some(extension) = self.extension_by(&statement.expr) {
                        self.fields_of_extension(&extension);
                    }
                    self.named_in(&statement.expr);
                }
                Item::Eval(body) => self.named_in_body(body),
                Item::Temporaries(_) => {}
                Item::Namespace(namespace) => {
                    let name = self.global_name(&namespace.path);
                    self.namespaces.push(name);
                    self.find_named(&namespace.items);
                    self.namespaces.pop();
                }
            }
        }
    }

    /// Keeps the fields that a class gets later: its subclasses, which may come before that, name theirs by
    /// places behind these.
    fn fields_of_extension(&mut self, extension: &Extension) {
        let Members { fields, class_fields, .. } = &extension.body;
        if fields.is_empty() && class_fields.is_empty() {
            return;
        }
        let name = self.global_name(&extension.class);
        let later = self.later.entry(name).or_default();
        later[0].extend(fields.iter().map(|ident| ident.name));
        later[1].extend(class_fields.iter().map(|ident| ident.name));
    }

    /// Adds the fields that later extensions of a class have to those of its definition.
    pub(super) fn add_later_fields(
        &mut self,
        class: Name,
        fields: &mut Vec<Name>,
        class_fields: &mut Vec<Name>,
    ) {
        let Some(later) = self.later.get(&class) else { return };
        for (own, later) in [fields, class_fields].into_iter().zip(later) {
            for name in later {
                if !own.contains(name) {
                    own.push(*name);
                }
            }
        }
    }

    fn named_in_members(&mut self, members: &Members) {
        let values = members.class_variables.iter().filter_map(|variable| variable.value.as_ref());
        values.for_each(|value| self.named_in(value));
        members.methods.iter().for_each(|method| self.named_in_body(&method.body));
    }

    fn named_in_body(&mut self, body: &Body) {
        body.statements.iter().for_each(|statement| self.named_in(&statement.expr));
    }

    fn named_in(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(_) | ExprKind::Literal(_) => {}
            ExprKind::Assign(_, value) => self.named_in(value),
            ExprKind::Send(receiver, message) => self.named_by(receiver, std::slice::from_ref(message)),
            ExprKind::Cascade(receiver, messages) => self.named_by(receiver, messages),
            ExprKind::Block(block) => self.named_in_body(&block.body),
            ExprKind::Brace(values) => values.iter().for_each(|value| self.named_in(value)),
            ExprKind::Constant(body) => self.named_in_body(body),
        }
    }

    fn named_by(&mut self, receiver: &Expr, messages: &[Message]) {
        let is_globals = matches!(&receiver.kind, ExprKind::Name(path)
            if path.single().is_some_and(|name| self.text(name) == "Smalltalk"));
        self.named_in(receiver);
        for message in messages {
            message.arguments.iter().for_each(|argument| self.named_in(argument));
            if !is_globals || !matches!(self.text(message.selector), "at:put:" | "at:ifAbsentPut:") {
                continue;
            }
            if let Some(ExprKind::Literal(Literal::Symbol(name))) = message.arguments.first().map(|a| &a.kind)
            {
                self.named.insert(*name);
            }
        }
    }
}
