//! Resolved programs as text, for tests and for reading. Variables print with their numbers (`x.3`), fields
//! as `@2`, globals as `$Name`.

use std::fmt::Write;

use purlin_base::{EntityRef, Interner, PrimaryMap};

use super::{
    Body, Code, Control, ControlKind, Expr, Message, Method, Program, ResolvedKind, Statement, Step, Storage,
    VarId, Variable,
};
use crate::ast::literal;
use crate::resolve::ClassId;

/// The steps of a program, a line each, with the variables of each method.
pub fn dump(program: &Program, names: &Interner) -> String {
    let mut out = String::new();
    let class = |id: ClassId| names.text(program.classes[id].name);
    for step in &program.steps {
        let (title, method) = match step {
            Step::Define { class: id, initialisers } => {
                let _ = writeln!(out, "define {}", class(*id));
                for (name, method) in initialisers {
                    let text = Dumper { program, names, method }.method();
                    let _ = write!(out, "  {} :={text}", names.text(*name));
                }
                continue;
            }
            Step::Method { class: id, meta, method } => {
                let side = if *meta { " class" } else { "" };
                let selector = names.text(method.selector);
                (format!("{}{side} >> {selector}", class(*id)), method)
            }
            Step::Run(method) => ("run".into(), method),
        };
        let _ = write!(out, "{title}{}", Dumper { program, names, method }.method());
    }
    out
}

struct Dumper<'a> {
    program: &'a Program,
    names: &'a Interner,
    method: &'a Method,
}

impl Dumper<'_> {
    /// What comes after the selector, in one line.
    fn method(&self) -> String {
        let primitive = self.method.primitive.map_or(String::new(), |p| format!(" <{}>", self.names.text(p)));
        let home = if self.method.has_home { " home" } else { "" };
        let stored = self.stored(&self.method.variables);
        format!("{primitive}{home}{stored} {}\n", self.code(&self.method.code))
    }

    /// The variables that are not plain ones.
    fn stored(&self, variables: &PrimaryMap<VarId, Variable>) -> String {
        let shown = variables.iter().filter_map(|(id, v)| {
            let storage = match v.storage {
                Storage::Local => return None,
                Storage::Copied => "copied",
                Storage::Cell => "cell",
            };
            Some(format!(" {storage} {}", self.var(id)))
        });
        shown.collect()
    }

    fn var(&self, id: VarId) -> String {
        format!("{}.{}", self.names.text(self.method.variables[id].name), id.index())
    }

    fn vars(&self, vars: &[VarId]) -> String {
        vars.iter().map(|v| self.var(*v)).collect::<Vec<_>>().join(" ")
    }

    fn code(&self, code: &Code) -> String {
        let mut head = String::new();
        for var in &code.parameters {
            let _ = write!(head, ":{} ", self.var(*var));
        }
        if code.captures_self || !code.captures.is_empty() {
            let receiver = if code.captures_self { "self" } else { "" };
            let captures = self.vars(&code.captures);
            let _ = write!(head, "<{}> ", [receiver, &captures].join(" ").trim());
        }
        if code.leaves {
            head.push_str("leaves ");
        }
        format!("[{head}{}]", self.body(&code.body))
    }

    fn body(&self, body: &Body) -> String {
        let temporaries = match &body.temporaries[..] {
            [] => String::new(),
            some => format!("|{}| ", self.vars(some)),
        };
        let statement = |s: &Statement| format!("{}{}", if s.returns { "^" } else { "" }, self.expr(&s.expr));
        let statements: Vec<String> = body.statements.iter().map(statement).collect();
        format!("{temporaries}{}", statements.join(". "))
    }

    fn message(&self, message: &Message, receiver: &str) -> String {
        let arguments: String = message.arguments.iter().map(|a| format!(" {}", self.expr(a))).collect();
        format!("({}{receiver}{arguments})", self.names.text(message.selector))
    }

    fn expr(&self, expr: &Expr) -> String {
        let set = |to: String, value: &Expr| format!("(:= {to} {})", self.expr(value));
        let shared = |id: &ClassId, name| {
            format!("{}::{}", self.names.text(self.program.classes[*id].name), self.names.text(name))
        };
        match &expr.kind {
            ResolvedKind::Receiver => "self".into(),
            ResolvedKind::ThisContext => "thisContext".into(),
            ResolvedKind::Literal(value) => literal(value, self.names),
            ResolvedKind::Var(var) => self.var(*var),
            ResolvedKind::Field(n) => format!("@{n}"),
            ResolvedKind::Shared(class, name) => shared(class, *name),
            ResolvedKind::Global(name) => format!("${}", self.names.text(*name)),
            ResolvedKind::SetVar(var, value) => set(self.var(*var), value),
            ResolvedKind::SetField(n, value) => set(format!("@{n}"), value),
            ResolvedKind::SetShared(class, name, value) => set(shared(class, *name), value),
            ResolvedKind::SetGlobal(name, value) => set(format!("${}", self.names.text(*name)), value),
            ResolvedKind::Send { receiver, message, above } => {
                let receiver = if *above { "super".into() } else { self.expr(receiver) };
                self.message(message, &format!(" {receiver}"))
            }
            ResolvedKind::Cascade { receiver, messages, above } => {
                let receiver = if *above { "super".into() } else { self.expr(receiver) };
                let messages: String = messages.iter().map(|m| format!(" {}", self.message(m, ""))).collect();
                format!("(; {receiver}{messages})")
            }
            ResolvedKind::Block(code) => self.code(code),
            ResolvedKind::Array(values) => {
                let values: Vec<String> = values.iter().map(|v| self.expr(v)).collect();
                format!("{{{}}}", values.join(". "))
            }
            ResolvedKind::Constant(method) => {
                let inner = Dumper { program: self.program, names: self.names, method };
                format!("##{}", inner.method().trim())
            }
            ResolvedKind::Control(control) => self.control(control),
        }
    }

    fn control(&self, control: &Control) -> String {
        let body = |body: &Body| format!("{{{}}}", self.body(body));
        let optional = |of: &Option<Body>| of.as_ref().map_or("-".to_owned(), body);
        match &control.kind {
            ControlKind::If { condition, then, otherwise } => {
                format!("(if {} {} {})", self.expr(condition), optional(then), optional(otherwise))
            }
            ControlKind::Both { left, right, stops_at } => {
                format!("({} {} {})", if *stops_at { "or" } else { "and" }, self.expr(left), body(right))
            }
            ControlKind::IfNil { receiver, absent, present } => {
                let present = match present {
                    Some((Some(var), inner)) => format!("{}: {}", self.var(*var), body(inner)),
                    Some((None, inner)) => body(inner),
                    None => "-".into(),
                };
                format!("(ifnil {} {} {present})", self.expr(receiver), optional(absent))
            }
            ControlKind::While { condition, body: inner, until } => {
                let word = if *until { "until" } else { "while" };
                format!("({word} {} {})", body(condition), optional(inner))
            }
            ControlKind::Repeat(inner) => format!("(repeat {})", body(inner)),
            ControlKind::ToDo { from, to, step, var, body: inner } => {
                let (from, to, step) = (self.expr(from), self.expr(to), literal(step, self.names));
                format!("(for {} {from} {to} {step} {})", self.var(*var), body(inner))
            }
            ControlKind::Times { count, body: inner } => {
                format!("(times {} {})", self.expr(count), body(inner))
            }
        }
    }
}
