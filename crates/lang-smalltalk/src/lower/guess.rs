//! Methods that a send calls directly where its site has them, so that they can be inlined: small ones, and
//! the first parts of primitives on arrays and blocks. What a site has decides; a guess that is wrong costs
//! a comparison. Knows nothing of how often anything runs.

use purlin_base::map::HashMap;
use purlin_base::{Name, Pos};
use purlin_dynamic::send::{self, Likely, LikelyFunction};
use purlin_dynamic::word;
use purlin_ir::{Block, FuncId, Opcode, Type, Value};
use smallvec::SmallVec;

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
    /// The first part that makes an instance. Classes have methods of the same selectors.
    Instance,
    /// The first part that sends the message of a selector. What its primitive does not answer is left to
    /// this function.
    Perform(FuncId),
}

/// A function that sends compare with.
#[derive(Clone, Copy)]
pub(super) struct Guess {
    pub(super) function: FuncId,
    pub(super) worth: Worth,
    /// Whether it always returns: nothing that it does can leave it.
    pub(super) stays: bool,
    /// Where its method is in the source.
    pub(super) pos: Pos,
}

purlin_base::wire_enum!(Worth {
    0 Plain {}
    1 Small {}
    2 First {}
    3 Instance {}
    4 Perform { 0: rest }
});

purlin_base::wire_structs! {
    Guess { function, worth, stays, pos }
}

/// What the source of a send says of its receiver.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// The class that it is, or a subclass of it.
    pub(super) class: Option<ClassId>,
    /// Whether the method is looked up from the superclass of that on.
    pub(super) above: bool,
}

/// The methods of a selector.
#[derive(Default)]
struct Selector {
    functions: SmallVec<[Guess; 1]>,
    /// How many methods there are.
    methods: usize,
}

impl Selector {
    fn likely(&self) -> Vec<Guess> {
        let is_one_of_few = |worth: Worth| worth != Worth::Small || self.methods <= MOST;
        self.functions.iter().copied().filter(|guess| is_one_of_few(guess.worth)).take(MOST).collect()
    }

    /// Whether sends hardly ever want another function than these.
    fn others_are_rare(&self, likely: &[Guess]) -> bool {
        likely.len() == self.methods
            || likely.iter().any(|guess| matches!(guess.worth, Worth::First | Worth::Perform(_)))
    }
}

/// The functions that sends may call directly, by selector.
#[derive(Default)]
pub(super) struct Guesses(HashMap<Name, Selector>);

impl Guesses {
    /// The functions that a send of a selector compares with, and whether it hardly ever wants others.
    pub(super) fn likely(&self, selector: Name) -> (Vec<Guess>, bool) {
        let Some(known) = self.0.get(&selector) else { return (Vec::new(), false) };
        let likely = known.likely();
        let others_are_rare = known.others_are_rare(&likely);
        (likely, others_are_rare)
    }

    /// What a send likely calls of whose operands nothing is known.
    pub(super) fn of(&self, selector: Name) -> Likely {
        let (likely, others_are_rare) = self.likely(selector);
        let function =
            |guess: Guess| LikelyFunction { id: guess.function, stays: guess.stays, variant: None };
        Likely { functions: likely.into_iter().map(function).collect(), others_are_rare }
    }

    /// Adds a method, with what sends compare with, if it is worth a comparison.
    pub(super) fn add(&mut self, selector: Name, guess: Option<Guess>) {
        let known = self.0.entry(selector).or_default();
        known.methods += 1;
        known.functions.extend(guess);
    }

    /// All of them, in the order of their functions, each with its selector.
    pub(super) fn list(&self) -> Vec<(Name, Guess)> {
        let each = |(name, known): (&Name, &Selector)| {
            known.likely().into_iter().map(|guess| (*name, guess)).collect::<Vec<_>>()
        };
        let mut list: Vec<(Name, Guess)> = self.0.iter().flat_map(each).collect();
        list.sort_by_key(|(_, guess)| guess.function);
        list
    }
}

impl From<Vec<(Name, Guess)>> for Guesses {
    fn from(list: Vec<(Name, Guess)>) -> Guesses {
        let mut guesses = Guesses::default();
        guesses.0.reserve(list.len());
        for (selector, guess) in list {
            // A program may add methods of the selector, of which a plain one is then one of many.
            let worth = if guess.worth == Worth::Plain { Worth::Small } else { guess.worth };
            guesses.add(selector, Some(Guess { worth, ..guess }));
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
    /// A class whose instances have a few fields.
    Instance,
    /// A selector that the receiver understands.
    Perform,
    /// An object with a few fields, to be copied.
    Copy,
    /// The class of anything.
    Class,
    /// What arrays and strings answer of their elements.
    Elements(Elements),
    /// What a block gives that takes so many arguments.
    Block(usize),
    /// The square root of a float.
    Root,
}

/// Why a first part is worth a comparison; `rest` is what it calls.
pub(super) fn worth_of_first(part: FirstPart, rest: FuncId) -> Worth {
    match part {
        FirstPart::Instance => Worth::Instance,
        FirstPart::Perform => Worth::Perform(rest),
        FirstPart::Copy | FirstPart::Class | FirstPart::Root => Worth::First,
        FirstPart::Elements(_) | FirstPart::Block(_) => Worth::First,
    }
}

/// What is asked of elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    /// How many an array or string has.
    Count,
    /// One of an array's, or of a string's.
    At,
    /// Sets one of an array's.
    AtPut,
}

impl Shared<'_> {
    /// The first part of a method's primitive, if that has one.
    pub(super) fn first_part(&self, method: &Method, (class, meta): (ClassId, bool)) -> Option<FirstPart> {
        let name = self.text(method.primitive?);
        if !self.is_som() {
            return Some(match name {
                "basicNew" => FirstPart::Instance,
                "performWith0" | "performWith1" | "performWith2" | "performWith3" | "performWith4" => {
                    FirstPart::Perform
                }
                "shallowCopy" => FirstPart::Copy,
                "classOf" => FirstPart::Class,
                "elementCount" => FirstPart::Elements(Elements::Count),
                "elementAt" => FirstPart::Elements(Elements::At),
                "elementAtPut" => FirstPart::Elements(Elements::AtPut),
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
            ("Class", "new") => Some(FirstPart::Instance),
            ("Array" | "String", "length") => Some(FirstPart::Elements(Elements::Count)),
            ("Array", "at:") => Some(FirstPart::Elements(Elements::At)),
            ("Array", "at:put:") => Some(FirstPart::Elements(Elements::AtPut)),
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
            FirstPart::Instance => self.instance_of_few_fields(other),
            FirstPart::Perform => self.perform_directly(other),
            FirstPart::Copy => self.copy_of_few_fields(other),
            FirstPart::Class => {
                let class = self.class_object(self.receiver);
                self.b.ret(&[class]);
            }
            FirstPart::Block(parameters) => self.value_of_block(parameters, other),
            FirstPart::Elements(part) => self.part_of_elements(part, other),
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

    /// What a block gives that takes so many arguments.
    fn value_of_block(&mut self, parameters: usize, other: Block) {
        let number = send::class_of(&mut self.b, self.receiver);
        let wanted = self.shared.layouts.block_number(parameters);
        self.ask_number(number, wanted, other);
        let block = word::as_ref(&mut self.b, self.receiver);
        let arguments: Vec<Value> = (0..parameters).map(|n| self.argument(n)).collect();
        self.call_block(block, &arguments, other);
    }

    /// What arrays and strings answer of their elements.
    fn part_of_elements(&mut self, part: Elements, other: Block) {
        let number = send::class_of(&mut self.b, self.receiver);
        let [array, string] = ["Array", "String"].map(|name| self.shared.layouts.number_named(name));
        let [arrays, others] = [(); 2].map(|()| self.b.block());
        let wanted = self.b.iconst(Type::I64, i64::from(array));
        let is_array = self.b.binary(Opcode::Ieq, number, wanted);
        self.b.brif(is_array, arrays, others);
        if part != Elements::Count {
            // Bytes of strings are rarely asked for one at a time, compared with elements of arrays.
            self.b.cold(others);
        }
        self.b.switch_to(others);
        // Strings of SOM's have no elements.
        if part == Elements::AtPut || part == Elements::At && self.shared.is_som() {
            self.b.jump(other, &[]);
        } else {
            self.ask_number(number, string, other);
            self.answer_element(part, 3, other);
        }
        self.b.switch_to(arrays);
        self.answer_element(part, 1, other);
    }

    /// Answers what is asked of the elements of an object of a shape.
    fn answer_element(&mut self, part: Elements, shape: i64, other: Block) {
        let object = word::as_ref(&mut self.b, self.receiver);
        if part == Elements::Count {
            let value = self.b.load(Type::Dyn, object, 8);
            return self.b.ret(&[value]);
        }
        let count = self.count(object, 8);
        let n = self.index(self.argument(0), count, other);
        match part {
            Elements::AtPut => self.put_element(shape, object, n, 16, other),
            Elements::At | Elements::Count => self.element(shape, object, n, 16),
        }
    }

    /// Continues if the number of a class is this one.
    pub(super) fn ask_number(&mut self, number: Value, wanted: u32, other: Block) {
        let wanted = self.b.iconst(Type::I64, i64::from(wanted));
        let is_it = self.b.binary(Opcode::Ieq, number, wanted);
        self.ask(is_it, other);
    }
}
