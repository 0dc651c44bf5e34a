//! A resolved input as words, from which `session/Session.st` makes nodes. A word that says what comes is the
//! selector of the method there that reads the rest; numbers are decimal, places of variables count from 1.
//!
//! Knows nothing of how nodes are evaluated.

use num_bigint::BigInt;
use purlin_base::{Diagnostics, EntityRef as _, Interner, Name, Pos};

use crate::ast::Literal;
use crate::resolve::code::{
    Body, Code, Control, ControlKind, Expr, Message, Method, ResolvedKind, Step, Storage, VarId,
};
use crate::resolve::{ClassId, Input, Known, Place};

/// Parameters of a block, at most: the nodes have a block of each number.
const MAX_PARAMETERS: usize = 8;

/// The words of an input. What a session cannot evaluate is reported.
pub(super) fn words(input: &Input, names: &Interner, diags: &mut Diagnostics) -> Vec<String> {
    let mut writer =
        Writer { known: &input.known, names, diags, words: Vec::new(), method: None, class: None };
    writer.count(input.made.len());
    input.made.iter().for_each(|id| writer.made(*id));
    let values = |step: &Step| match step {
        Step::Define { initialisers, .. } => initialisers.len(),
        Step::Method { .. } | Step::Run(_) => 1,
    };
    writer.count(input.steps.iter().map(values).sum());
    for (n, step) in input.steps.iter().enumerate() {
        writer.step(step, input.shows && n + 1 == input.steps.len());
    }
    writer.words
}

struct Writer<'a> {
    known: &'a Known,
    names: &'a Interner,
    diags: &'a mut Diagnostics,
    words: Vec<String>,
    /// What is being written.
    method: Option<&'a Method>,
    /// The class of the method, and whether it is the metaclass.
    class: Option<(ClassId, bool)>,
}

impl<'a> Writer<'a> {
    fn word(&mut self, word: impl Into<String>) {
        self.words.push(word.into());
    }

    fn name(&mut self, name: Name) {
        self.word(self.names.text(name));
    }

    fn count(&mut self, n: usize) {
        self.word(n.to_string());
    }

    fn flag(&mut self, yes: bool) {
        self.count(usize::from(yes));
    }

    fn refuse(&mut self, pos: Pos, why: &str) {
        self.diags.error(pos, why);
    }

    // Definitions ---------------------------------------------------------------------------------------

    fn made(&mut self, id: ClassId) {
        let class = self.known.class(id);
        self.name(class.name);
        match class.superclass {
            Some(above) => self.name(self.known.class(above).name),
            // Was reported.
            None => self.word("Object"),
        }
        self.count(class.fields.len());
        class.fields.iter().for_each(|field| self.name(*field));
    }

    fn step(&mut self, step: &'a Step, shows: bool) {
        match step {
            Step::Define { class, initialisers } => {
                for (name, method) in initialisers {
                    self.word("sharedStep");
                    self.holder(*class, *name);
                    self.name(self.known.class(*class).name);
                    self.code(method, Some((*class, true)));
                }
            }
            Step::Method { class, meta, method } => {
                self.word("methodStep");
                self.name(self.known.class(*class).name);
                self.flag(*meta);
                self.name(method.selector);
                self.code(method, Some((*class, *meta)));
            }
            Step::Run(method) => {
                self.word("statementStep");
                self.flag(shows);
                self.code(method, None);
            }
        }
    }

    /// What holds a class variable. A class that was defined anew has other variables than the one before.
    fn holder(&mut self, class: ClassId, name: Name) {
        let text = format!("{}.{}", class.index(), self.names.text(name));
        self.word(text);
    }

    fn code(&mut self, method: &'a Method, class: Option<(ClassId, bool)>) {
        let outer = (self.method.replace(method), std::mem::replace(&mut self.class, class));
        self.count(method.variables.len());
        self.places(&method.code.parameters);
        self.body(&method.code.body);
        (self.method, self.class) = outer;
    }

    // Variables -----------------------------------------------------------------------------------------

    fn place(&mut self, var: VarId) {
        self.count(var.index() + 1);
    }

    fn places(&mut self, vars: &[VarId]) {
        self.count(vars.len());
        vars.iter().for_each(|var| self.place(*var));
    }

    fn is_held(&self, var: VarId) -> bool {
        self.method.is_some_and(|method| method.variables[var].storage == Storage::Cell)
    }

    fn variable(&mut self, var: VarId) {
        self.word(if self.is_held(var) { "holding" } else { "slot" });
        self.place(var);
    }

    /// A field that is assigned to, or one that is read: then the class may tell it.
    fn field(&mut self, field: u32, pos: Pos, is_read: bool) {
        let place = self.class.map(|class| self.known.place(class, field, self.names));
        match place {
            Some(Place::Field(n)) => {
                self.word("field");
                self.count(n as usize);
            }
            Some(Place::OfClass(n)) => {
                self.word("classField");
                self.count(n as usize);
            }
            Some(Place::Told(name)) if is_read => {
                self.words.extend(["cascade", "receiver", "1", "message"].map(str::to_owned));
                self.name(name);
                self.count(0);
            }
            Some(Place::Told(_) | Place::Hidden) | None => {
                self.refuse(pos, "a session does not reach this variable of the library's classes");
            }
        }
    }

    fn shared(&mut self, class: ClassId, name: Name, pos: Pos) {
        if self.known.is_sealed(class) {
            return self.refuse(pos, "a session does not reach the class variables of the library");
        }
        self.word("shared");
        self.holder(class, name);
    }

    /// A variable at top level is held as a class variable is; other globals are those of the program.
    fn global(&mut self, name: Name) {
        self.word(if self.names.text(name).starts_with("Undeclared.") { "shared" } else { "global" });
        self.name(name);
    }

    // Expressions ---------------------------------------------------------------------------------------

    fn body(&mut self, body: &'a Body) {
        let (held, plain): (Vec<VarId>, Vec<VarId>) =
            body.temporaries.iter().copied().partition(|var| self.is_held(*var));
        self.places(&plain);
        self.places(&held);
        self.count(body.statements.len());
        for statement in &body.statements {
            if statement.returns {
                self.word("return");
            }
            self.expr(&statement.expr);
        }
    }

    fn optional(&mut self, body: Option<&'a Body>) {
        self.flag(body.is_some());
        if let Some(body) = body {
            self.body(body);
        }
    }

    fn exprs(&mut self, exprs: &'a [Expr]) {
        self.count(exprs.len());
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &'a Expr) {
        let pos = expr.pos;
        match &expr.kind {
            ResolvedKind::Receiver => self.word("receiver"),
            ResolvedKind::ThisContext => self.refuse(pos, "a session has no thisContext"),
            ResolvedKind::Literal(literal) => self.literal(literal),
            ResolvedKind::Var(var) => self.variable(*var),
            ResolvedKind::Field(n) => self.field(*n, pos, true),
            ResolvedKind::Shared(class, name) => self.shared(*class, *name, pos),
            ResolvedKind::Global(name) => self.global(*name),
            ResolvedKind::SetVar(_, value)
            | ResolvedKind::SetField(_, value)
            | ResolvedKind::SetShared(_, _, value)
            | ResolvedKind::SetGlobal(_, value) => {
                self.word("assign");
                self.target(&expr.kind, pos);
                self.expr(value);
            }
            ResolvedKind::Send { receiver, message, above } => {
                self.messages(receiver, std::slice::from_ref(message), *above);
            }
            ResolvedKind::Cascade { receiver, messages, above } => self.messages(receiver, messages, *above),
            ResolvedKind::Block(code) => self.block(code),
            ResolvedKind::Array(values) => {
                self.word("brace");
                self.exprs(values);
            }
            ResolvedKind::Constant(method) => {
                self.word("constant");
                self.code(method, self.class);
            }
            ResolvedKind::Control(control) => self.control(control),
        }
    }

    /// What an assignment sets.
    fn target(&mut self, kind: &ResolvedKind, pos: Pos) {
        match kind {
            ResolvedKind::SetVar(var, _) => self.variable(*var),
            ResolvedKind::SetField(n, _) => self.field(*n, pos, false),
            ResolvedKind::SetShared(class, name, _) => self.shared(*class, *name, pos),
            ResolvedKind::SetGlobal(name, _) => self.global(*name),
            ResolvedKind::Receiver
            | ResolvedKind::ThisContext
            | ResolvedKind::Literal(_)
            | ResolvedKind::Var(_)
            | ResolvedKind::Field(_)
            | ResolvedKind::Shared(..)
            | ResolvedKind::Global(_)
            | ResolvedKind::Send { .. }
            | ResolvedKind::Cascade { .. }
            | ResolvedKind::Block(_)
            | ResolvedKind::Array(_)
            | ResolvedKind::Constant(_)
            | ResolvedKind::Control(_) => unreachable!("no assignment"),
        }
    }

    fn messages(&mut self, receiver: &'a Expr, messages: &'a [Message], above: bool) {
        self.word("cascade");
        self.expr(receiver);
        self.count(messages.len());
        for message in messages {
            self.word(if above { "superMessage" } else { "message" });
            self.name(message.selector);
            self.exprs(&message.arguments);
        }
    }

    fn block(&mut self, code: &'a Code) {
        if code.parameters.len() > MAX_PARAMETERS {
            self.refuse(code.pos, "a block of a session has at most 8 parameters");
        }
        self.word("block");
        self.count(self.method.map_or(0, |method| method.variables.len()));
        self.places(&code.parameters);
        self.places(&code.captures);
        self.body(&code.body);
    }

    fn control(&mut self, control: &'a Control) {
        let selector = control.selector;
        let mut begin = |word: &str| {
            self.word(word);
            self.name(selector);
        };
        match &control.kind {
            ControlKind::If { condition, then, otherwise } => {
                begin("if");
                self.expr(condition);
                self.optional(then.as_ref());
                self.optional(otherwise.as_ref());
            }
            ControlKind::Both { left, right, stops_at } => {
                begin("both");
                self.flag(*stops_at);
                self.expr(left);
                self.body(right);
            }
            ControlKind::IfNil { receiver, absent, present } => {
                self.word("ifNil");
                self.expr(receiver);
                self.optional(absent.as_ref());
                let var = present.as_ref().and_then(|(var, _)| *var);
                self.count(var.map_or(0, |var| var.index() + 1));
                self.optional(present.as_ref().map(|(_, body)| body));
            }
            ControlKind::While { condition, body, until } => {
                begin("while");
                self.flag(*until);
                self.body(condition);
                self.optional(body.as_ref());
            }
            ControlKind::Repeat(body) => {
                self.word("repeated");
                self.body(body);
            }
            ControlKind::ToDo { from, to, step, var, body } => {
                begin("toDo");
                self.place(*var);
                self.flag(is_down(step));
                self.expr(from);
                self.expr(to);
                self.literal(step);
                self.body(body);
            }
            ControlKind::Times { count, body } => {
                begin("times");
                self.expr(count);
                self.body(body);
            }
        }
    }

    // Literals ------------------------------------------------------------------------------------------

    fn literal(&mut self, literal: &Literal) {
        match literal {
            // The lowering of whole programs gives nil for a binding, too.
            Literal::Nil | Literal::Binding(_) => self.word("null"),
            Literal::True => self.word("yes"),
            Literal::False => self.word("no"),
            Literal::Integer(value) => self.of_kind("digits", value.to_string()),
            Literal::Float(x) => match float(x.value) {
                Some(text) => self.of_kind("digits", text),
                None => self.word(if x.value > 0.0 { "infinite" } else { "minusInfinite" }),
            },
            Literal::Scaled(scaled) => {
                let unscaled = BigInt::from(scaled.unscaled.clone());
                let unscaled = if scaled.negative { -unscaled } else { unscaled };
                self.of_kind("scaled", unscaled.to_string());
                self.word(BigInt::from(10).pow(scaled.decimals).to_string());
                self.count(scaled.scale as usize);
            }
            Literal::Char(c) => self.of_kind("char", u32::from(*c).to_string()),
            Literal::String(text) => self.of_kind("text", text.clone()),
            Literal::Symbol(name) => self.of_kind("name", self.names.text(*name)),
            Literal::Array(elements) => {
                self.word("array");
                self.count(elements.len());
                elements.iter().for_each(|element| self.literal(element));
            }
            Literal::Bytes(bytes) => {
                self.word("bytes");
                self.count(bytes.len());
                bytes.iter().for_each(|byte| self.count(usize::from(*byte)));
            }
        }
    }

    fn of_kind(&mut self, kind: &str, value: impl Into<String>) {
        self.word(kind);
        self.word(value);
    }
}

/// Whether a loop with this step counts down.
fn is_down(step: &Literal) -> bool {
    match step {
        Literal::Integer(n) => n.sign() == num_bigint::Sign::Minus,
        Literal::Float(x) => x.value < 0.0,
        _ => false,
    }
}

/// The shortest digits of a float, as `String>>asNumber` reads them: with a point. `None` for what is not
/// finite.
fn float(x: f64) -> Option<String> {
    let text = format!("{x:?}");
    let point = match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    };
    x.is_finite().then_some(point)
}

#[cfg(test)]
mod tests {
    use super::float;

    #[test]
    fn floats_have_a_point() {
        let texts = [1.5, -0.25, 1e100, 1.25e-9, 3.0].map(|x| float(x).expect("it is finite"));
        assert_eq!(texts, ["1.5", "-0.25", "1.0e100", "1.25e-9", "3.0"]);
        assert_eq!((float(f64::INFINITY), float(f64::NAN)), (None, None));
    }
}
