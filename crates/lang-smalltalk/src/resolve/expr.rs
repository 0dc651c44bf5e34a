//! Expressions: variables, sends and closures.

use purlin_base::{Name, Pos};

use super::code::{Expr, Message, ResolvedKind};
use super::{Failed, Resolved, Resolver, Rules};
use crate::ast::{self, ExprKind, Literal, Path};

/// Names that are no variables.
enum Special {
    Receiver,
    Super,
    ThisContext,
    Constant(Literal),
}

impl Resolver<'_> {
    fn special(&self, path: &Path) -> Option<Special> {
        Some(match self.text(path.single()?) {
            "self" => Special::Receiver,
            "super" => Special::Super,
            "thisContext" if self.rules == Rules::Smalltalk80 => Special::ThisContext,
            "nil" => Special::Constant(Literal::Nil),
            "true" => Special::Constant(Literal::True),
            "false" => Special::Constant(Literal::False),
            _ => return None,
        })
    }

    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Resolved<Expr> {
        let pos = expr.pos;
        let kind = match &expr.kind {
            ExprKind::Name(path) => self.variable(path)?,
            ExprKind::Literal(literal) => ResolvedKind::Literal(literal.clone()),
            ExprKind::Assign(path, value) => self.assignment(path, value)?,
            ExprKind::Send(receiver, message) => match self.inlined(receiver, message) {
                Some(control) => control?,
                None => {
                    let (receiver, above) = self.receiver(receiver)?;
                    ResolvedKind::Send {
                        receiver: Box::new(receiver),
                        message: self.message(message)?,
                        above,
                    }
                }
            },
            ExprKind::Cascade(receiver, messages) => {
                let (receiver, above) = self.receiver(receiver)?;
                let messages = messages.iter().map(|m| self.message(m)).collect::<Resolved<_>>()?;
                ResolvedKind::Cascade { receiver: Box::new(receiver), messages, above }
            }
            ExprKind::Block(block) => {
                ResolvedKind::Block(Box::new(self.frame(pos, &block.parameters, &block.body)?))
            }
            ExprKind::Brace(values) => ResolvedKind::Array(self.exprs(values)?),
            ExprKind::Constant(body) => {
                let selector = self.names.intern("executeStatements");
                let mut body = (**body).clone();
                if let Some(last) = body.statements.last_mut() {
                    last.returns = true;
                }
                ResolvedKind::Constant(Box::new(self.code_of(selector, pos, &[], &body)?))
            }
        };
        Ok(Expr { kind, pos })
    }

    pub(super) fn exprs(&mut self, exprs: &[ast::Expr]) -> Resolved<Vec<Expr>> {
        exprs.iter().map(|e| self.expr(e)).collect()
    }

    pub(super) fn message(&mut self, message: &ast::Message) -> Resolved<Message> {
        if message.arguments.len() > super::MAX_ARGUMENTS {
            return self.fail(message.pos, "a message has at most 120 arguments");
        }
        let arguments = self.exprs(&message.arguments)?;
        Ok(Message { selector: message.selector, pos: message.pos, arguments })
    }

    /// The receiver of a message, and whether it is `super`.
    fn receiver(&mut self, receiver: &ast::Expr) -> Resolved<(Expr, bool)> {
        if let ExprKind::Name(path) = &receiver.kind
            && matches!(self.special(path), Some(Special::Super))
        {
            // Statements at top level are those of nil, which has a class and a superclass, too.
            let has_super = match self.class {
                Some((id, _)) => self.classes.all[id].superclass.is_some(),
                None => self.at_top,
            };
            // The superclass of a root's metaclass is Class.
            let is_meta = self.class.is_some_and(|(_, meta)| meta);
            if !has_super && !is_meta {
                return self.fail(receiver.pos, "there is no superclass here");
            }
            self.scopes.read_self();
            return Ok((Expr { kind: ResolvedKind::Receiver, pos: receiver.pos }, true));
        }
        Ok((self.expr(receiver)?, false))
    }

    fn variable(&mut self, path: &Path) -> Resolved<ResolvedKind> {
        match self.special(path) {
            Some(Special::Receiver) => {
                self.scopes.read_self();
                return Ok(ResolvedKind::Receiver);
            }
            // As a value it is the receiver, too.
            Some(Special::Super) if self.rules == Rules::Som => {
                self.scopes.read_self();
                return Ok(ResolvedKind::Receiver);
            }
            Some(Special::Super) => return self.fail(path.pos(), "super is only the receiver of a message"),
            Some(Special::ThisContext) => {
                self.uses_stack = true;
                return Ok(ResolvedKind::ThisContext);
            }
            Some(Special::Constant(literal)) => return Ok(ResolvedKind::Literal(literal)),
            None => {}
        }
        if let Some(var) = path.single().and_then(|name| self.scopes.read(name)) {
            return Ok(ResolvedKind::Var(var));
        }
        match self.declared(path) {
            Some(kind) => Ok(kind),
            None => {
                if self.rules == Rules::Som {
                    // Gets `unknownGlobal:` if there is none.
                    self.scopes.read_self();
                }
                self.global(path, false).map(ResolvedKind::Global)
            }
        }
    }

    /// A field or class variable.
    fn declared(&mut self, path: &Path) -> Option<ResolvedKind> {
        let (name, (class, meta)) = (path.single()?, self.class?);
        let field = match meta {
            false => self.classes.field(class, name),
            true => self.classes.class_field(class, name, self.names),
        };
        if let Some(field) = field {
            // The method dictionary is no object of the program's.
            if field == 0 && self.is_of_classes(0) {
                return None;
            }
            self.scopes.read_self();
            return Some(ResolvedKind::Field(field));
        }
        self.classes.class_variable(class, name).map(|owner| ResolvedKind::Shared(owner, name))
    }

    /// The global of a name that nothing nearer declares.
    fn global(&mut self, path: &Path, is_assigned: bool) -> Resolved<Name> {
        if let Some(name) = path.single() {
            if let Some(global) = self.top.get(&name).filter(|_| self.at_top) {
                return Ok(*global);
            }
            let is_stream = matches!(self.text(name), "stdin" | "stdout" | "stderr");
            let is_small = !is_stream && !self.text(name).starts_with(char::is_uppercase);
            if is_small && self.rules == Rules::Smalltalk80 {
                if self.named.contains(&name) {
                    return Ok(name);
                }
                if !self.at_top {
                    let message = format!("undeclared variable {}", self.text(name));
                    return self.fail(path.pos(), message);
                }
                self.declare_top(name);
                return Ok(self.top[&name]);
            }
        }
        let name = self.global_name(path);
        if let Some(coming) = self.in_namespaces(name).into_iter().find(|inner| self.coming.contains(inner)) {
            return Ok(coming);
        }
        if let Some(class) = self.find_class(path) {
            return Ok(self.classes.all[class].name);
        }
        // A variable that is assigned to is made where the text is.
        Ok(if is_assigned && path.parts.len() == 1 { self.qualified(name) } else { name })
    }

    fn assignment(&mut self, path: &Path, value: &ast::Expr) -> Resolved<ResolvedKind> {
        if self.special(path).is_some() {
            return self.cannot_assign(path, "which is no variable");
        }
        let (value, is_som) = (Box::new(self.expr(value)?), self.rules == Rules::Som);
        match path.single().and_then(|name| self.scopes.assign(name, is_som)) {
            Some(Ok(var)) => return Ok(ResolvedKind::SetVar(var, value)),
            Some(Err(_)) => return self.cannot_assign(path, "which is a parameter"),
            None => {}
        }
        Ok(match self.declared(path) {
            Some(ResolvedKind::Field(field)) => {
                if self.is_of_classes(field) {
                    return self.cannot_assign(path, "which the library keeps");
                }
                ResolvedKind::SetField(field, value)
            }
            Some(ResolvedKind::Shared(class, name)) => ResolvedKind::SetShared(class, name, value),
            _ => ResolvedKind::SetGlobal(self.global(path, true)?, value),
        })
    }

    /// Whether a field is one of those that all classes have, and the library whole.
    fn is_of_classes(&mut self, field: u32) -> bool {
        let Some((class, meta)) = self.class.filter(|_| self.library.is_some()) else { return false };
        let [behavior, of_classes] = ["Behavior", "Class"].map(|name| {
            let name = self.names.intern(name);
            self.classes.get(name)
        });
        let is_class = meta || behavior.is_some_and(|id| self.classes.is_above(class, id));
        is_class && of_classes.is_some_and(|id| (field as usize) < self.classes.instance_size(id))
    }

    fn cannot_assign<T>(&mut self, path: &Path, why: &str) -> Result<T, Failed> {
        let pos: Pos = path.pos();
        let message = format!("cannot assign to {}, {why}", self.text(path.parts[0].name));
        self.fail(pos, message)
    }
}
