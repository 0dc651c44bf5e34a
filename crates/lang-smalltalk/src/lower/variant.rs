//! First parts whose operands decide what they do, and their variants: functions that a send calls in place
//! of a first part where its source says more of the operands. A variant costs what the first part does, and
//! polls where that does, so a site may have either.

use purlin_base::gas;
use purlin_base::map::{HashMap, HashSet};
use purlin_base::{Name, Pos};
use purlin_dynamic::send::{self, Likely, LikelyFunction, Message, Variant};
use purlin_dynamic::{prices, word};
use purlin_ir::{Block, ClassDecl, FuncId, Module, Opcode, Pointers, Type, Value};

use super::func::Func;
use super::guess::{Guess, Known, Worth};
use super::layout::{FORMAT, NUMBER};
use super::{Shared, expr};
use crate::ast::{self, Literal};
use crate::resolve::ClassId;
use crate::resolve::code::{Expr, ResolvedKind};

/// Fields of an instance, at most, that a first part makes.
const FEW_FIELDS: usize = 8;

/// The variants of a module's first parts.
#[derive(Default)]
pub(super) struct Variants {
    /// Variants that make instances with so many fields, by their first parts.
    instances: HashMap<(FuncId, usize), FuncId>,
    /// What has no body yet.
    waiting: Vec<(FuncId, Pos, Body)>,
    /// The classes that have a method of their own in place of one that makes instances.
    makers: HashSet<(ClassId, Name)>,
}

/// The body of a variant.
enum Body {
    /// Makes an instance with so many fields.
    Instance(usize),
    /// Sends the message of this selector; the function takes what the message leaves.
    Perform(Name, FuncId),
}

impl Variants {
    /// Notes a method of a class's own. The selectors are those of first parts that make instances.
    pub(super) fn note_maker(&mut self, class: ClassId, selector: Name) {
        self.makers.insert((class, selector));
    }

    /// The classes that have such methods, in order.
    pub(super) fn makers(&self) -> Vec<(ClassId, Name)> {
        let mut all: Vec<(ClassId, Name)> = self.makers.iter().copied().collect();
        all.sort_unstable();
        all
    }

    /// No variants of a module whose classes have such methods.
    pub(super) fn with(makers: Vec<(ClassId, Name)>) -> Variants {
        Variants { makers: makers.into_iter().collect(), ..Variants::default() }
    }
}

/// Makes the bodies of all variants that were declared. Whether there were any.
pub(super) fn bodies(module: &mut Module, shared: &mut Shared<'_>) -> bool {
    let waiting = std::mem::take(&mut shared.variants.waiting);
    let is_any = !waiting.is_empty();
    for (id, pos, body) in waiting {
        // Where it stops it is the function that it is a variant of.
        super::func::bare(module, shared, (id, pos), |func| {
            func.b.price(prices::CALL);
            match body {
                Body::Instance(fields) => func.instance_with(fields),
                Body::Perform(selector, rest) => func.perform_known(selector, rest),
            }
        });
    }
    is_any
}

impl Func<'_, '_, '_> {
    /// What the source says of an expression that is a receiver.
    pub(super) fn known(&self, receiver: &Expr, above: bool) -> Known {
        let class = match &receiver.kind {
            ResolvedKind::Global(name) => self.shared.layouts.of_name(*name),
            ResolvedKind::Receiver => self.work.class.and_then(|(class, meta)| meta.then_some(class)),
            _ => None,
        };
        Known { class, above }
    }

    /// What the site of a send likely has.
    pub(super) fn likely(&mut self, selector: Name, known: Known, arguments: &[Expr]) -> Likely {
        let (guesses, mut others_are_rare) = self.shared.guesses.likely(selector);
        let mut functions = Vec::with_capacity(guesses.len());
        for guess in guesses {
            let variant = match (guess.worth, known.class) {
                (Worth::Instance, Some(class)) => {
                    if self.has_maker(class, selector, known.above) {
                        continue;
                    }
                    others_are_rare = true;
                    self.instance_variant(guess, class)
                }
                (Worth::Perform(rest), _) => self.perform_variant(guess, rest, arguments),
                (Worth::Plain | Worth::Small | Worth::First | Worth::Instance, _) => None,
            };
            functions.push(LikelyFunction { id: guess.function, stays: guess.stays, variant });
        }
        others_are_rare &= !functions.is_empty();
        Likely { functions, others_are_rare }
    }

    /// Whether a class or a superclass has a method of its own in place of one that makes instances.
    fn has_maker(&self, class: ClassId, selector: Name, above: bool) -> bool {
        let classes = &self.shared.program.classes;
        let first = if above { classes[class].superclass } else { Some(class) };
        let mut chain = std::iter::successors(first, |class| classes[*class].superclass);
        chain.any(|class| self.shared.variants.makers.contains(&(class, selector)))
    }

    /// The variant that makes instances with as many fields as those of a class have, if they are few.
    fn instance_variant(&mut self, of: Guess, class: ClassId) -> Option<Variant> {
        let format = self.shared.layouts.format(class);
        let fields = self.shared.layouts.fields(class);
        if format != format_of_fields(fields) || fields > FEW_FIELDS {
            return None;
        }
        let known = self.shared.variants.instances.get(&(of.function, fields)).copied();
        let id = known.unwrap_or_else(|| {
            let id = self.declare_variant(of, 1, Body::Instance(fields));
            self.shared.variants.instances.insert((of.function, fields), id);
            id
        });
        Some(Variant { id, where_word: Some((FORMAT, format)) })
    }

    /// The variant that sends the message of a selector that is a literal and takes these arguments.
    fn perform_variant(&mut self, of: Guess, rest: FuncId, arguments: &[Expr]) -> Option<Variant> {
        let ResolvedKind::Literal(Literal::Symbol(selector)) = &arguments.first()?.kind else { return None };
        if ast::arity(self.shared.text(*selector)) + 1 != arguments.len() {
            return None;
        }
        let id = self.declare_variant(of, 1 + arguments.len(), Body::Perform(*selector, rest));
        Some(Variant { id, where_word: None })
    }

    fn declare_variant(&mut self, of: Guess, words: usize, body: Body) -> FuncId {
        let title = self.b.module.funcs[of.function].name.to_string();
        let id = self.b.module.declare(title, &send::signature(words));
        self.shared.variants.waiting.push((id, of.pos, body));
        id
    }

    /// The first part that makes an instance of a class whose instances have few fields.
    pub(super) fn instance_of_few_fields(&mut self, other: Block) {
        if self.shared.is_som() {
            self.ask_class(self.receiver, other);
        }
        let format = self.format_of(self.receiver);
        for (fields, block) in self.few_fields(format, other).into_iter().enumerate() {
            self.b.switch_to(block);
            self.instance_with(fields);
        }
    }

    /// The first part that copies an object with few fields.
    pub(super) fn copy_of_few_fields(&mut self, other: Block) {
        let is_ref = self.b.op(Opcode::DynIsRef, Type::I64, &[self.receiver]);
        self.ask(is_ref, other);
        let class = self.class_object(self.receiver);
        let format = self.format_of(class);
        for (fields, block) in self.few_fields(format, other).into_iter().enumerate() {
            self.b.switch_to(block);
            let object = word::as_ref(&mut self.b, self.receiver);
            let (class, mask) = (self.b.load(Type::I64, object, 0), self.b.iconst(Type::I64, 0xffff_ffff));
            let number = self.b.binary(Opcode::Iand, class, mask);
            let field = |func: &mut Self, n| func.b.load(Type::Dyn, object, 8 * n as i64);
            self.answer_object(number, fields, field);
        }
    }

    /// The blocks for numbers of fields, of which a format says one; other formats go to `other`.
    fn few_fields(&mut self, format: Value, other: Block) -> Vec<Block> {
        let cases: Vec<(i64, Block)> =
            (0..=FEW_FIELDS).map(|fields| (format_of_fields(fields), self.b.block())).collect();
        self.b.switch(format, &cases, other);
        cases.into_iter().map(|(_, block)| block).collect()
    }

    /// Answers a new instance of the receiver, which has so many fields.
    fn instance_with(&mut self, fields: usize) {
        let class = word::as_ref(&mut self.b, self.receiver);
        let number = self.b.load(Type::Dyn, class, NUMBER);
        let number = self.b.op(Opcode::DynToInt, Type::I64, &[number]);
        let nil = word::nil(&mut self.b);
        self.answer_object(number, fields, |_, _| nil);
    }

    /// Answers a new object of the class of a number. Fields are counted from 1.
    fn answer_object(
        &mut self,
        number: Value,
        fields: usize,
        mut field: impl FnMut(&mut Self, usize) -> Value,
    ) {
        let words = 1 + fields;
        // What it costs to make words that are not known to be few.
        self.b.price(fields as i64 + gas::bytes_allocated(8 * words as u64));
        let decl = ClassDecl { size: 8 * words as u32, pointers: Pointers::All };
        let decl = self.b.module.class(decl);
        let object = self.b.alloc(decl);
        self.b.store(object, 0, number);
        for n in 1..words {
            let value = field(self, n);
            self.b.store(object, 8 * n as i64, value);
        }
        let value = word::as_dyn(&mut self.b, object);
        self.answer(value);
    }

    /// The first part that sends the message of a selector, with the arguments after it.
    pub(super) fn perform_directly(&mut self, other: Block) {
        self.b.price(prices::SEND);
        let arguments = self.work.code.parameters.len() - 1;
        let selector = self.argument(0);
        let symbols = self.shared.layouts.number_named("Symbol");
        let number = send::class_of(&mut self.b, selector);
        self.ask_number(number, symbols, other);
        let number = send::class_of(&mut self.b, self.receiver);
        let like = self.shared.selectors.like[arguments];
        let fallback = expr::not_understood(self.b.module, self.shared, like, 1 + arguments);
        let fallback = self.b.iconst(Type::I64, i64::from(fallback.as_u32()));
        let function = self.find(number, selector, fallback);
        let is_found = self.b.binary(Opcode::Ine, function, fallback);
        self.ask(is_found, other);
        let operands = self.without_selector(arguments);
        let sig = self.b.module.sig(&send::signature(operands.len()));
        let result = self.b.call_indirect(sig, function, &operands)[0];
        self.b.ret(&[result]);
    }

    /// Sends the message of a selector that is known. One that the receiver does not understand is left to
    /// another function, with the selector.
    fn perform_known(&mut self, selector: Name, rest: FuncId) {
        self.b.price(prices::SEND);
        let arguments = ast::arity(self.shared.text(selector));
        let operands = self.without_selector(arguments);
        let unknown = self.b.block();
        self.b.cold(unknown);
        let site = self.site(selector, operands.len());
        let likely = self.shared.guesses.of(selector);
        let message = Message { site, operands: &operands, from: None, likely: &likely };
        let result = send::send_if_known(&mut self.b, message, unknown);
        self.b.ret(&[result]);
        self.b.switch_to(unknown);
        let all: Vec<Value> = (0..2 + arguments).map(|n| self.b.param(n)).collect();
        self.b.tail_call(rest, &all);
        self.after_end();
    }

    /// The receiver, and the arguments after the first.
    fn without_selector(&self, arguments: usize) -> Vec<Value> {
        let mut operands = vec![self.receiver];
        operands.extend((1..=arguments).map(|n| self.argument(n)));
        operands
    }
}

/// The format of a class whose instances have so many fields and no elements.
fn format_of_fields(fields: usize) -> i64 {
    (fields as i64) << 3
}
