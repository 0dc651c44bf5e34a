//! Methods that a send calls directly where its site has them, so that they can be inlined: small ones, and
//! the first parts of primitives on arrays and blocks. What a site has decides; a guess that is wrong costs
//! a comparison. Knows nothing of how often anything runs.

use purlin_base::Name;
use purlin_base::map::HashMap;
use purlin_dynamic::send::{self, Likely, LikelyFunction};
use purlin_dynamic::word;
use purlin_ir::{Block, FuncId, Opcode, Type, Value};

use super::Shared;
use super::func::Func;
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Body, ControlKind, Expr, Message, Method, ResolvedKind};

/// Functions that a send compares with what its site has, at most.
const MOST: usize = 2;

/// Why a function is worth a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Worth {
    /// A method that does hardly more than the send.
    Plain,
    /// A small method. Where many classes have one of the selector it is one of many.
    Small,
    /// The first part of a primitive, which is what most sends of its selector want.
    First,
}

/// A function that sends compare with.
#[derive(Clone, Copy)]
struct Guess {
    function: FuncId,
    worth: Worth,
    /// Whether it always returns: nothing that it does can leave it.
    stays: bool,
}

/// What is known of a selector.
#[derive(Default)]
struct Known {
    functions: Vec<Guess>,
    /// How many methods there are.
    methods: usize,
}

impl Known {
    fn likely(&self) -> Vec<Guess> {
        let is_one_of_few = |worth: Worth| worth != Worth::Small || self.methods <= MOST;
        self.functions.iter().copied().filter(|guess| is_one_of_few(guess.worth)).take(MOST).collect()
    }
}

/// The functions that sends may call directly, by selector.
#[derive(Default)]
pub(super) struct Guesses(HashMap<Name, Known>);

impl Guesses {
    /// The functions that a send of a selector compares with.
    pub(super) fn of(&self, selector: Name) -> Likely {
        let Some(known) = self.0.get(&selector) else { return Likely::default() };
        let likely = known.likely();
        let is_first = likely.iter().any(|guess| guess.worth == Worth::First);
        let others_are_rare = is_first || likely.len() == known.methods;
        let function = |guess: Guess| LikelyFunction { id: guess.function, stays: guess.stays };
        Likely { functions: likely.into_iter().map(function).collect(), others_are_rare }
    }

    /// Adds a method, with why it is worth a comparison, if it is, and whether it always returns.
    pub(super) fn add(&mut self, selector: Name, function: FuncId, worth: Option<Worth>, stays: bool) {
        let known = self.0.entry(selector).or_default();
        known.methods += 1;
        known.functions.extend(worth.map(|worth| Guess { function, worth, stays }));
    }

    /// All of them, in the order of their functions: each with its selector and a number, which is odd for a
    /// first part, and 2 or 3 for a function that always returns.
    pub(super) fn list(&self) -> Vec<(FuncId, (Name, usize))> {
        let each = |(name, known): (&Name, &Known)| {
            let entry = |guess: Guess| {
                let facts = usize::from(guess.worth == Worth::First) | usize::from(guess.stays) << 1;
                (guess.function, (*name, facts))
            };
            known.likely().into_iter().map(entry).collect::<Vec<_>>()
        };
        let mut list: Vec<(FuncId, (Name, usize))> = self.0.iter().flat_map(each).collect();
        list.sort_by_key(|(id, _)| *id);
        list
    }
}

impl From<Vec<(FuncId, (Name, usize))>> for Guesses {
    fn from(list: Vec<(FuncId, (Name, usize))>) -> Guesses {
        let mut guesses = Guesses::default();
        guesses.0.reserve(list.len());
        for (function, (selector, facts)) in list {
            let worth = if facts & 1 == 1 { Worth::First } else { Worth::Small };
            guesses.add(selector, function, Some(worth), facts & 2 == 2);
        }
        guesses
    }
}

/// Ops that a method may take, roughly, whose sends compare: as many as the inliner takes into a loop.
const SMALL: usize = 40;
/// Ops of an accessor, at most.
const PLAIN: usize = 2;
/// Ops that a send takes where its site has one answer, with the question whether the method was left.
const SEND: usize = 8;

/// Whether nothing that a method does can leave it: it sends nothing.
pub(super) fn stays(method: &Method, shared: &Shared<'_>) -> bool {
    if let Some(name) = method.primitive {
        return shared.is_som() && shared.text(name) == "==";
    }
    !method.has_home && method.code.body.statements.iter().all(|statement| sends_nothing(&statement.expr))
}

fn sends_nothing(expr: &Expr) -> bool {
    match &expr.kind {
        ResolvedKind::Receiver | ResolvedKind::Var(_) | ResolvedKind::Field(_) | ResolvedKind::Shared(..) => {
            true
        }
        // What is made at its first use is made by sends.
        ResolvedKind::Literal(literal) => !matches!(literal, Literal::Scaled(_) | Literal::Array(_)),
        ResolvedKind::SetVar(_, value)
        | ResolvedKind::SetField(_, value)
        | ResolvedKind::SetShared(_, _, value) => sends_nothing(value),
        ResolvedKind::Global(_) | ResolvedKind::SetGlobal(..) | ResolvedKind::ThisContext => false,
        ResolvedKind::Send { .. } | ResolvedKind::Cascade { .. } | ResolvedKind::Constant(_) => false,
        ResolvedKind::Block(_) | ResolvedKind::Array(_) | ResolvedKind::Control(_) => false,
    }
}

/// Whether a method does so little that it is worth a comparison at its sends.
pub(super) fn worth(method: &Method, shared: &Shared<'_>) -> Option<Worth> {
    if method.primitive.is_some() {
        let is_identity = shared.is_som() && method.primitive.is_some_and(|name| shared.text(name) == "==");
        return is_identity.then_some(Worth::Plain);
    }
    match body(&method.code.body, shared) {
        _ if method.has_home => None,
        0..=PLAIN => Some(Worth::Plain),
        ops => (ops <= SMALL).then_some(Worth::Small),
    }
}

/// Ops that statements take, roughly, slow paths left out.
fn body(body: &Body, shared: &Shared<'_>) -> usize {
    body.statements.iter().map(|statement| ops(&statement.expr, shared)).sum()
}

fn all(list: &[Expr], shared: &Shared<'_>) -> usize {
    list.iter().map(|expr| ops(expr, shared)).sum()
}

/// Ops that an expression takes, roughly.
fn ops(expr: &Expr, shared: &Shared<'_>) -> usize {
    match &expr.kind {
        ResolvedKind::Receiver | ResolvedKind::Var(_) | ResolvedKind::Literal(_) => 0,
        ResolvedKind::Field(_) | ResolvedKind::Shared(..) => 1,
        ResolvedKind::Global(_) => 4,
        ResolvedKind::SetVar(_, value) => ops(value, shared),
        ResolvedKind::SetField(_, value) | ResolvedKind::SetShared(_, _, value) => 1 + ops(value, shared),
        ResolvedKind::Send { receiver, message, .. } => ops(receiver, shared) + sent(message, shared),
        ResolvedKind::Cascade { receiver, messages, .. } => {
            ops(receiver, shared) + messages.iter().map(|message| sent(message, shared)).sum::<usize>()
        }
        ResolvedKind::Block(code) => 8 + code.captures.len(),
        ResolvedKind::Array(values) => 4 + values.len() + all(values, shared),
        ResolvedKind::ThisContext | ResolvedKind::SetGlobal(..) | ResolvedKind::Constant(_) => SMALL + 1,
        ResolvedKind::Control(control) => controlled(&control.kind, shared),
    }
}

/// Ops that a message takes whose receiver is there.
fn sent(message: &Message, shared: &Shared<'_>) -> usize {
    let own = match shared.text(message.selector) {
        "+" | "-" | "*" => 3,
        "<" | ">" | "<=" | ">=" | "=" | "==" | "<>" | "&" | "&&" | "||" => 4,
        "restart" => SMALL + 1,
        _ => SEND,
    };
    own + all(&message.arguments, shared)
}

/// Ops that a control structure takes.
fn controlled(kind: &ControlKind, shared: &Shared<'_>) -> usize {
    let arm = |arm: &Option<Body>| arm.as_ref().map_or(0, |arm| body(arm, shared));
    match kind {
        ControlKind::If { condition, then, otherwise } => {
            4 + ops(condition, shared) + arm(then) + arm(otherwise)
        }
        ControlKind::Both { left, right, .. } => 4 + ops(left, shared) + body(right, shared),
        ControlKind::IfNil { receiver, absent, present } => {
            let present = present.as_ref().map_or(0, |(_, present)| body(present, shared));
            2 + ops(receiver, shared) + arm(absent) + present
        }
        ControlKind::While { condition, body: inside, .. } => 5 + body(condition, shared) + arm(inside),
        ControlKind::Repeat(inside) => 1 + body(inside, shared),
        ControlKind::ToDo { from, to, body: inside, .. } => {
            8 + ops(from, shared) + ops(to, shared) + body(inside, shared)
        }
        ControlKind::Times { count, body: inside } => 5 + ops(count, shared) + body(inside, shared),
    }
}

/// What the first part of a primitive looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstPart {
    /// The count of an array's or string's elements.
    Count,
    /// One of an array's elements.
    At,
    AtPut,
    /// What a block gives that takes so many arguments.
    Block(usize),
    /// The square root of a float.
    Root,
}

impl Shared<'_> {
    /// The first part of a method's primitive, if that has one.
    pub(super) fn first_part(&self, method: &Method, (class, meta): (ClassId, bool)) -> Option<FirstPart> {
        let name = self.text(method.primitive?);
        if !self.is_som() {
            return Some(match name {
                "elementCount" => FirstPart::Count,
                "elementAt" => FirstPart::At,
                "elementAtPut" => FirstPart::AtPut,
                "floatSqrt" => FirstPart::Root,
                "blockValue0" => FirstPart::Block(0),
                "blockValue1" => FirstPart::Block(1),
                "blockValue2" => FirstPart::Block(2),
                _ => return None,
            });
        }
        let owner = self.text(self.program.classes[class].name);
        match (owner, name) {
            _ if meta => None,
            ("Array" | "String", "length") => Some(FirstPart::Count),
            ("Array", "at:") => Some(FirstPart::At),
            ("Array", "at:put:") => Some(FirstPart::AtPut),
            ("Double", "sqrt") => Some(FirstPart::Root),
            ("Block1", "value") => Some(FirstPart::Block(0)),
            ("Block2", "value:") => Some(FirstPart::Block(1)),
            ("Block3", "value:with:") => Some(FirstPart::Block(2)),
            _ => None,
        }
    }
}

impl Func<'_, '_, '_> {
    /// Emits the first part of a primitive, which ends the function: what it does not look for goes to
    /// `rest`.
    pub(super) fn first_part(&mut self, part: FirstPart, rest: FuncId) {
        let other = self.b.block();
        self.b.cold(other);
        match part {
            FirstPart::Root => self.root(other),
            FirstPart::Count | FirstPart::At | FirstPart::AtPut | FirstPart::Block(_) => {
                self.part_of_object(part, other);
            }
        }
        self.b.switch_to(other);
        let operands: Vec<Value> = (0..=self.work.code.parameters.len()).map(|n| self.b.param(n)).collect();
        self.b.tail_call(rest, &operands);
    }

    /// The square root of a float, if both need no box.
    fn root(&mut self, other: Block) {
        let is_float = self.b.op(Opcode::DynIsFloat, Type::I64, &[self.receiver]);
        self.ask(is_float, other);
        let x = self.b.op(Opcode::DynToFloat, Type::F64, &[self.receiver]);
        let root = self.b.op(Opcode::Fsqrt, Type::F64, &[x]);
        let fits = self.b.op(Opcode::DynFloatFits, Type::I64, &[root]);
        self.ask(fits, other);
        let value = self.b.op(Opcode::DynFromFloat, Type::I64, &[root]);
        self.b.ret(&[value]);
    }

    /// What blocks, arrays and strings answer of what is in them.
    fn part_of_object(&mut self, part: FirstPart, other: Block) {
        let number = send::class_of(&mut self.b, self.receiver);
        let layouts = &self.shared.layouts;
        let [array, string] = ["Array", "String"].map(|name| layouts.number_named(name));
        match part {
            FirstPart::Block(parameters) => {
                let wanted = layouts.block_number(parameters);
                self.ask_number(number, wanted, other);
            }
            FirstPart::At | FirstPart::AtPut => self.ask_number(number, array, other),
            FirstPart::Count => {
                let [next, good] = [(); 2].map(|()| self.b.block());
                self.ask_number(number, array, next);
                self.b.jump(good, &[]);
                self.b.switch_to(next);
                self.ask_number(number, string, other);
                self.b.jump(good, &[]);
                self.b.switch_to(good);
            }
            FirstPart::Root => {}
        }
        let object = word::as_ref(&mut self.b, self.receiver);
        match part {
            FirstPart::Block(parameters) => {
                let arguments: Vec<Value> = (0..parameters).map(|n| self.argument(n)).collect();
                self.call_block(object, &arguments, other);
            }
            FirstPart::Count => {
                let value = self.b.load(Type::Dyn, object, 8);
                self.b.ret(&[value]);
            }
            FirstPart::At | FirstPart::AtPut => {
                let count = self.count(object, 8);
                let n = self.index(self.argument(0), count, other);
                match part {
                    FirstPart::At => self.element(1, object, n, 16),
                    _ => self.put_element(1, object, n, 16, other),
                }
            }
            FirstPart::Root => {}
        }
    }

    /// Continues if the number of a class is this one.
    fn ask_number(&mut self, number: Value, wanted: u32, other: Block) {
        let wanted = self.b.iconst(Type::I64, i64::from(wanted));
        let is_it = self.b.binary(Opcode::Ieq, number, wanted);
        self.ask(is_it, other);
    }
}
