//! Trees as text that shows their structure, for `purlin inspect --stage=ast` and for tests. Knows nothing
//! of how the source was written.

use std::fmt::Write;

use purlin_base::Interner;

use super::print::literal;
use super::{Body, Expr, ExprKind, Ident, Item, Members, Message, Method, Path, Pragma, Superclass, Unit};

/// The tree of a file: a line for each class, method and statement. Expressions have the selector first:
/// `(+ 3 (negated 4))`.
pub fn dump(unit: &Unit, names: &Interner) -> String {
    let mut dumper = Dumper { names, out: String::new(), indent: 0 };
    dumper.items(&unit.items);
    dumper.out
}

struct Dumper<'a> {
    names: &'a Interner,
    out: String,
    indent: usize,
}

impl Dumper<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 2 * self.indent);
    }

    fn inside(&mut self, contents: impl FnOnce(&mut Self)) {
        self.indent += 1;
        contents(self);
        self.indent -= 1;
    }

    fn path(&self, path: &Path) -> String {
        super::print::path(path, self.names)
    }

    fn idents(&self, idents: &[Ident]) -> String {
        idents.iter().map(|i| format!(" {}", self.names.text(i.name))).collect()
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Class(class) => {
                    let above = match &class.superclass {
                        Superclass::Nil => " of nil".into(),
                        Superclass::Default => String::new(),
                        Superclass::Named(path) => format!(" of {}", self.path(path)),
                    };
                    self.line(&format!("class {}{above}", self.path(&class.name)));
                    self.inside(|d| d.members(&class.body));
                }
                Item::Extension(e) => {
                    let side = if e.meta { " class" } else { "" };
                    self.line(&format!("extend {}{side}", self.path(&e.class)));
                    self.inside(|d| d.members(&e.body));
                }
                Item::Statement(s) => {
                    let text = self.expr(&s.expr);
                    self.line(&format!("{}{text}", if s.returns { "^" } else { "" }));
                }
                Item::Temporaries(idents) => {
                    let text = self.idents(idents);
                    self.line(&format!("temporaries{text}"));
                }
                Item::Eval(body) => {
                    self.line("eval");
                    self.inside(|d| d.body(body));
                }
                Item::Namespace(n) => {
                    self.line(&format!("namespace {}", self.path(&n.path)));
                    self.inside(|d| d.items(&n.items));
                }
            }
        }
    }

    fn members(&mut self, members: &Members) {
        for pragma in &members.pragmas {
            self.pragma(pragma);
        }
        for (what, idents) in [("fields", &members.fields), ("class fields", &members.class_fields)] {
            if !idents.is_empty() {
                let text = self.idents(idents);
                self.line(&format!("{what}{text}"));
            }
        }
        for variable in &members.class_variables {
            let value = variable.value.as_ref().map_or(String::new(), |v| format!(" {}", self.expr(v)));
            self.line(&format!("class variable {}{value}", self.names.text(variable.ident.name)));
        }
        for method in &members.methods {
            self.method(method);
        }
    }

    fn method(&mut self, method: &Method) {
        let side = if method.meta { "class method" } else { "method" };
        let parameters = self.idents(&method.parameters);
        let primitive = if method.primitive { " = primitive" } else { "" };
        let owner = method.owner.as_ref().map_or(String::new(), |owner| format!("{}>>", self.path(owner)));
        let selector = self.names.text(method.selector);
        self.line(&format!("{side} {owner}{selector}{parameters}{primitive}"));
        self.inside(|d| {
            method.pragmas.iter().for_each(|p| d.pragma(p));
            d.body(&method.body);
        });
    }

    fn pragma(&mut self, pragma: &Pragma) {
        let arguments: String = pragma.arguments.iter().map(|a| format!(" {}", self.expr(a))).collect();
        self.line(&format!("pragma {}{arguments}", self.names.text(pragma.selector)));
    }

    fn body(&mut self, body: &Body) {
        if !body.temporaries.is_empty() {
            let text = self.idents(&body.temporaries);
            self.line(&format!("temporaries{text}"));
        }
        for statement in &body.statements {
            let text = self.expr(&statement.expr);
            self.line(&format!("{}{text}", if statement.returns { "^" } else { "" }));
        }
    }

    fn message(&self, message: &Message, receiver: &str) -> String {
        let arguments: String = message.arguments.iter().map(|a| format!(" {}", self.expr(a))).collect();
        format!("({}{receiver}{arguments})", self.names.text(message.selector))
    }

    fn expr(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Name(path) => self.path(path),
            ExprKind::Literal(value) => literal(value, self.names),
            ExprKind::Assign(path, value) => format!("(:= {} {})", self.path(path), self.expr(value)),
            ExprKind::Send(receiver, message) => self.message(message, &format!(" {}", self.expr(receiver))),
            ExprKind::Cascade(receiver, messages) => {
                let messages: String = messages.iter().map(|m| format!(" {}", self.message(m, ""))).collect();
                format!("(; {}{messages})", self.expr(receiver))
            }
            ExprKind::Block(block) => {
                let parameters: String =
                    block.parameters.iter().map(|p| format!(":{} ", self.names.text(p.name))).collect();
                let temporaries = match &block.body.temporaries[..] {
                    [] => String::new(),
                    some => format!("|{} | ", self.idents(some)),
                };
                let statements: Vec<String> = block
                    .body
                    .statements
                    .iter()
                    .map(|s| format!("{}{}", if s.returns { "^" } else { "" }, self.expr(&s.expr)))
                    .collect();
                format!("[{parameters}{temporaries}{}]", statements.join(". "))
            }
            ExprKind::Brace(values) => {
                let values: Vec<String> = values.iter().map(|v| self.expr(v)).collect();
                format!("{{{}}}", values.join(". "))
            }
            ExprKind::Constant(body) => {
                let temporaries = match &body.temporaries[..] {
                    [] => String::new(),
                    some => format!("|{} | ", self.idents(some)),
                };
                let statements: Vec<String> = body.statements.iter().map(|s| self.expr(&s.expr)).collect();
                format!("##({temporaries}{})", statements.join(". "))
            }
        }
    }
}
