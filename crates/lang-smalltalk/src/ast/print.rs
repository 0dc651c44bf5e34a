//! Trees as source in bracket syntax, which parses to an equal tree. Comments and layout of the original
//! are not kept.

use purlin_base::Interner;

use super::{
    Body, Expr, ExprKind, Float, Ident, Item, Literal, Members, Message, Method, Path, Pragma, Precision,
    Scaled, Statement, Superclass, Unit,
};

/// The source of a file in bracket syntax.
pub fn print(unit: &Unit, names: &Interner) -> String {
    let mut printer = Printer { names, out: String::new(), indent: 0 };
    printer.items(&unit.items);
    printer.out
}

pub(super) fn path(path: &Path, names: &Interner) -> String {
    let parts: Vec<&str> = path.parts.iter().map(|p| names.text(p.name)).collect();
    parts.join(".")
}

/// A literal as source.
pub(crate) fn literal(value: &Literal, names: &Interner) -> String {
    match value {
        Literal::Nil => "nil".into(),
        Literal::True => "true".into(),
        Literal::False => "false".into(),
        Literal::Integer(value) => value.to_string(),
        Literal::Float(value) => float_text(value),
        Literal::Scaled(value) => scaled(value),
        Literal::Char(c) if c.is_control() || *c == '<' || c.is_whitespace() => format!("$<{}>", *c as u32),
        Literal::Char(c) => format!("${c}"),
        Literal::String(text) => quoted(text),
        Literal::Symbol(name) => symbol(names.text(*name)),
        Literal::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(|e| literal(e, names)).collect();
            format!("#({})", elements.join(" "))
        }
        Literal::Bytes(bytes) => {
            let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
            format!("#[{}]", bytes.join(" "))
        }
        Literal::Binding(of) => format!("#{{{}}}", path(of, names)),
    }
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn symbol(text: &str) -> String {
    let is_letters = |part: &str| {
        let mut chars = part.chars();
        chars.next().is_some_and(|c| c == '_' || c.is_alphabetic())
            && chars.all(|c| c == '_' || c.is_alphabetic() || c.is_ascii_digit())
    };
    let words = text.strip_suffix(':').unwrap_or(text);
    let is_operator = |c: char| "%&*+,-/<=>?@\\~|".contains(c);
    let plain = words.split(':').all(is_letters) || !text.is_empty() && text.chars().all(is_operator);
    if plain { format!("#{text}") } else { format!("#{}", quoted(text)) }
}

/// A float literal as source: the shortest digits that are read as this float.
pub fn float_text(float: &Float) -> String {
    let plain = format!("{:?}", float.value);
    if float.precision == Precision::D && !plain.contains('e') {
        return plain;
    }
    let text = format!("{:e}", float.value);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let letter = match float.precision {
        Precision::D => 'd',
        Precision::E => 'e',
        Precision::Q => 'q',
    };
    format!("{mantissa}{point}{letter}{exponent}")
}

fn scaled(value: &Scaled) -> String {
    let digits = format!("{:0>width$}", value.unscaled.to_string(), width = value.decimals as usize + 1);
    let (integer, fraction) = digits.split_at(digits.len() - value.decimals as usize);
    let point = if fraction.is_empty() { "" } else { "." };
    let sign = if value.negative { "-" } else { "" };
    format!("{sign}{integer}{point}{fraction}s{}", value.scale)
}

/// What an expression must be to stand somewhere without parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Primary,
    Unary,
    Binary,
    Keyword,
    Any,
}

struct Printer<'a> {
    names: &'a Interner,
    out: String,
    indent: usize,
}

impl Printer<'_> {
    fn start_line(&mut self) {
        self.out.extend(std::iter::repeat_n('\t', self.indent));
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, ident: &Ident) {
        self.text(self.names.text(ident.name));
    }

    fn path(&mut self, of: &Path) {
        self.text(&path(of, self.names));
    }

    /// Brackets with indented contents, and the end of the line.
    fn bracketed(&mut self, contents: impl FnOnce(&mut Self)) {
        self.text(" [\n");
        self.indent += 1;
        contents(self);
        self.indent -= 1;
        self.start_line();
        self.text("]\n");
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.start_line();
            match item {
                Item::Class(class) => {
                    match &class.superclass {
                        Superclass::Nil => self.text("nil"),
                        Superclass::Default => self.text("Object"),
                        Superclass::Named(above) => self.path(above),
                    }
                    self.text(" subclass: ");
                    self.path(&class.name);
                    self.bracketed(|p| p.members(&class.body, false, &class.name));
                }
                Item::Extension(extension) => {
                    self.path(&extension.class);
                    self.text(if extension.meta { " class extend" } else { " extend" });
                    self.bracketed(|p| p.members(&extension.body, extension.meta, &extension.class));
                }
                Item::Statement(statement) => {
                    self.statement(statement);
                    self.text(".\n");
                }
                Item::Temporaries(idents) => self.temporaries(idents, "\n"),
                Item::Eval(body) => {
                    self.text("Eval");
                    self.bracketed(|p| p.body(body));
                }
                Item::Namespace(namespace) => {
                    self.text("Namespace current: ");
                    self.path(&namespace.path);
                    self.bracketed(|p| p.items(&namespace.items));
                }
            }
        }
    }

    /// `meta` says that the body is that of a metaclass.
    fn members(&mut self, members: &Members, meta: bool, class: &Path) {
        for pragma in &members.pragmas {
            self.start_line();
            self.pragma(pragma);
            self.text("\n");
        }
        if !members.fields.is_empty() {
            self.start_line();
            self.temporaries(&members.fields, "\n");
        }
        if !members.class_fields.is_empty() {
            self.start_line();
            if meta {
                self.temporaries(&members.class_fields, "\n");
            } else {
                self.text(class.parts.last().map_or("", |part| self.names.text(part.name)));
                self.text(" class [ ");
                self.temporaries(&members.class_fields, " ]\n");
            }
        }
        for variable in &members.class_variables {
            self.start_line();
            self.name(&variable.ident);
            self.text(" := ");
            match &variable.value {
                Some(value) => self.expr(value, Level::Any),
                None => self.text("nil"),
            }
            self.text(".\n");
        }
        for method in &members.methods {
            self.start_line();
            let of_meta = method.meta && !meta;
            if of_meta || method.owner.is_some() {
                let owner = method.owner.as_ref().unwrap_or(class);
                self.text(&path(owner, self.names));
                self.text(if of_meta { " class >> " } else { " >> " });
            }
            self.method(method);
        }
    }

    fn method(&mut self, method: &Method) {
        let selector = self.names.text(method.selector);
        if method.parameters.is_empty() {
            self.text(selector);
        } else if method.parameters.len() == 1 && !selector.ends_with(':') {
            self.text(selector);
            self.text(" ");
            self.name(&method.parameters[0]);
        } else {
            for (n, (part, parameter)) in selector.split(':').zip(&method.parameters).enumerate() {
                self.text(if n > 0 { " " } else { "" });
                self.text(part);
                self.text(": ");
                self.name(parameter);
            }
        }
        self.bracketed(|p| {
            if method.primitive {
                p.start_line();
                p.text("<primitive>\n");
            }
            for pragma in &method.pragmas {
                p.start_line();
                p.pragma(pragma);
                p.text("\n");
            }
            p.body(&method.body);
        });
    }

    fn pragma(&mut self, pragma: &Pragma) {
        self.text("<");
        let selector = self.names.text(pragma.selector);
        if pragma.arguments.is_empty() {
            self.text(selector);
        }
        for (n, (part, argument)) in selector.split(':').zip(&pragma.arguments).enumerate() {
            self.text(if n > 0 { " " } else { "" });
            self.text(part);
            self.text(": ");
            self.expr(argument, Level::Primary);
        }
        // Apart from an operator that ends with it.
        self.text(" >");
    }

    fn temporaries(&mut self, idents: &[Ident], end: &str) {
        self.text("|");
        for ident in idents {
            self.text(" ");
            self.name(ident);
        }
        self.text(" |");
        self.text(end);
    }

    fn body(&mut self, body: &Body) {
        if !body.temporaries.is_empty() {
            self.start_line();
            self.temporaries(&body.temporaries, "\n");
        }
        for statement in &body.statements {
            self.start_line();
            self.statement(statement);
            self.text(".\n");
        }
    }

    fn in_line(&mut self, body: &Body) {
        if !body.temporaries.is_empty() {
            self.temporaries(&body.temporaries, " ");
        }
        for (n, statement) in body.statements.iter().enumerate() {
            self.text(if n > 0 { ". " } else { "" });
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if statement.returns {
            self.text("^");
        }
        self.expr(&statement.expr, Level::Any);
    }

    /// The level of a message.
    fn level(&self, message: &Message) -> Level {
        match message.arguments.len() {
            0 => Level::Unary,
            1 if !self.names.text(message.selector).ends_with(':') => Level::Binary,
            _ => Level::Keyword,
        }
    }

    fn expr(&mut self, expr: &Expr, most: Level) {
        let level = match &expr.kind {
            ExprKind::Send(_, message) => self.level(message),
            ExprKind::Assign(..) | ExprKind::Cascade(..) => Level::Any,
            ExprKind::Name(_)
            | ExprKind::Literal(_)
            | ExprKind::Block(_)
            | ExprKind::Brace(_)
            | ExprKind::Constant(_) => Level::Primary,
        };
        if level > most {
            self.text("(");
            self.bare(expr);
            self.text(")");
        } else {
            self.bare(expr);
        }
    }

    fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(path) => self.path(path),
            ExprKind::Literal(value) => self.text(&literal(value, self.names)),
            ExprKind::Assign(target, value) => {
                self.path(target);
                self.text(" := ");
                self.expr(value, Level::Any);
            }
            ExprKind::Send(receiver, message) => {
                self.receiver(receiver, message);
                self.message(message);
            }
            ExprKind::Cascade(receiver, messages) => {
                if let Some(first) = messages.first() {
                    self.receiver(receiver, first);
                }
                for (n, message) in messages.iter().enumerate() {
                    self.text(if n > 0 { ";" } else { "" });
                    self.message(message);
                }
            }
            ExprKind::Block(block) => {
                self.text("[");
                for parameter in &block.parameters {
                    self.text(":");
                    self.name(parameter);
                    self.text(" ");
                }
                self.text(if block.parameters.is_empty() { "" } else { "| " });
                self.in_line(&block.body);
                self.text("]");
            }
            ExprKind::Brace(values) => {
                self.text("{");
                for (n, value) in values.iter().enumerate() {
                    self.text(if n > 0 { ". " } else { "" });
                    self.expr(value, Level::Any);
                }
                self.text("}");
            }
            ExprKind::Constant(body) => {
                self.text("##(");
                self.in_line(body);
                self.text(")");
            }
        }
    }

    /// The receiver of a message, in parentheses where a message of this level would take a part of it.
    fn receiver(&mut self, receiver: &Expr, message: &Message) {
        let most = match self.level(message) {
            Level::Unary => Level::Unary,
            _ => Level::Binary,
        };
        self.expr(receiver, most);
    }

    fn message(&mut self, message: &Message) {
        let selector = self.names.text(message.selector);
        match self.level(message) {
            Level::Unary => {
                self.text(" ");
                self.text(selector);
            }
            Level::Binary => {
                self.text(" ");
                self.text(selector);
                self.text(" ");
                self.expr(&message.arguments[0], Level::Unary);
            }
            _ => {
                for (part, argument) in selector.split(':').zip(&message.arguments) {
                    self.text(" ");
                    self.text(part);
                    self.text(": ");
                    self.expr(argument, Level::Binary);
                }
            }
        }
    }
}
