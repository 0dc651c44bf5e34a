//! Methods that a send calls directly where its site has them, so that they can be inlined: accessors,
//! constant returns, and the first parts of primitives on arrays and blocks. What a site has decides; a guess
//! that is wrong costs a comparison. Knows nothing of how often anything runs.

use purlin_base::Name;
use purlin_base::map::HashMap;
use purlin_dynamic::{send, word};
use purlin_ir::{Block, FuncId, Opcode, Type, Value};

use super::Shared;
use super::func::Func;
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Expr, Method, ResolvedKind};

/// Functions that a send compares with what its site has, at most.
const MOST: usize = 2;

/// The functions that sends may call directly, by selector.
#[derive(Default)]
pub(super) struct Guesses(HashMap<Name, Vec<FuncId>>);

impl Guesses {
    /// The functions that a send of a selector compares with.
    pub(super) fn of(&self, selector: Name) -> Vec<FuncId> {
        self.0.get(&selector).cloned().unwrap_or_default()
    }

    pub(super) fn add(&mut self, selector: Name, function: FuncId) {
        let known = self.0.entry(selector).or_default();
        if known.len() < MOST {
            known.push(function);
        }
    }

    /// All of them, in the order of their functions.
    pub(super) fn list(&self) -> Vec<(FuncId, Name)> {
        let each = |(name, all): (&Name, &Vec<FuncId>)| all.iter().map(|id| (*id, *name)).collect::<Vec<_>>();
        let mut list: Vec<(FuncId, Name)> = self.0.iter().flat_map(each).collect();
        list.sort_by_key(|(id, _)| *id);
        list
    }
}

impl From<Vec<(FuncId, Name)>> for Guesses {
    fn from(list: Vec<(FuncId, Name)>) -> Guesses {
        let mut guesses = Guesses::default();
        list.into_iter().for_each(|(function, selector)| guesses.add(selector, function));
        guesses
    }
}

/// Whether a method does so little that it is worth a comparison at its sends: a variable, a literal or the
/// receiver is what it gives, one of its parameters becomes a field, or it compares words.
pub(super) fn is_small(method: &Method, shared: &Shared<'_>) -> bool {
    let body = &method.code.body;
    if method.primitive.is_some_and(|name| shared.is_som() && shared.text(name) == "==") {
        return true;
    }
    if method.primitive.is_some() || method.has_home || !body.temporaries.is_empty() {
        return false;
    }
    match body.statements.as_slice() {
        [] => true,
        [only] => is_plain(&only.expr) || is_setter(&only.expr),
        [set, last] => !set.returns && is_setter(&set.expr) && is_plain(&last.expr),
        _ => false,
    }
}

fn is_setter(expr: &Expr) -> bool {
    matches!(&expr.kind, ResolvedKind::SetField(_, value) if is_plain(value))
}

/// Whether an expression takes one op or none.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        ResolvedKind::Receiver | ResolvedKind::Var(_) | ResolvedKind::Field(_) => true,
        ResolvedKind::Literal(literal) => {
            matches!(literal, Literal::Nil | Literal::True | Literal::False | Literal::Integer(_))
        }
        _ => false,
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
        }
        self.b.switch_to(other);
        let operands: Vec<Value> = (0..=self.work.code.parameters.len()).map(|n| self.b.param(n)).collect();
        self.b.tail_call(rest, &operands);
    }

    /// Continues if the number of a class is this one.
    fn ask_number(&mut self, number: Value, wanted: u32, other: Block) {
        let wanted = self.b.iconst(Type::I64, i64::from(wanted));
        let is_it = self.b.binary(Opcode::Ieq, number, wanted);
        self.ask(is_it, other);
    }
}
