//! Expressions: literals, variables and sends.

use purlin_base::{EntityRef as _, Name};
use purlin_dynamic::send::{self, Likely, Place, Site};
use purlin_dynamic::{arith, condition, object, prices, word};
use purlin_ir::{FuncBuilder, FuncId, Module, Opcode, Type, Value};

use super::Binding;
use super::ModuleGlobal;
use super::func::Func;
use super::guess::Known;
use super::layout::{NUMBER, SUPERCLASS};
use super::test::Comparison;
use super::{Lasting, Shared};
use crate::ast::Literal;
use crate::resolve::ClassId;
use crate::resolve::code::{Expr, Message, ResolvedKind};

impl<'p> Func<'_, '_, 'p> {
    pub(super) fn expr(&mut self, expr: &'p Expr) -> Value {
        self.b.set_pos(expr.pos);
        match &expr.kind {
            ResolvedKind::Receiver => self.receiver,
            ResolvedKind::ThisContext => self.this_context(),
            ResolvedKind::Literal(literal) => self.literal(literal),
            ResolvedKind::Var(var) => {
                self.b.price(prices::ACCESS);
                self.read(*var)
            }
            ResolvedKind::Field(n) => {
                self.b.price(prices::ACCESS);
                let (object, offset) = self.field(*n);
                self.b.load(Type::Dyn, object, offset)
            }
            ResolvedKind::Shared(class, name) => self.lasting(Lasting::Shared(*class, *name)),
            ResolvedKind::Global(name) => self.global(*name),
            ResolvedKind::SetVar(_, value)
            | ResolvedKind::SetField(_, value)
            | ResolvedKind::SetShared(_, _, value)
            | ResolvedKind::SetGlobal(_, value) => {
                let value = self.expr(value);
                self.b.price(prices::ACCESS);
                self.assign(&expr.kind, value);
                value
            }
            ResolvedKind::Send { receiver, message, above } => {
                let known = self.known(receiver, *above);
                let receiver = self.expr(receiver);
                self.message(receiver, message, known)
            }
            ResolvedKind::Cascade { receiver, messages, above } => {
                let known = self.known(receiver, *above);
                let receiver = self.expr(receiver);
                let mut last = receiver;
                for message in messages {
                    last = self.message(receiver, message, known);
                }
                last
            }
            ResolvedKind::Block(code) => self.closure(code),
            ResolvedKind::Array(values) => {
                let values: Vec<Value> = values.iter().map(|v| self.expr(v)).collect();
                self.array(&values)
            }
            ResolvedKind::Constant(method) => {
                // Evaluated where it stands: once for each evaluation.
                let statement = self.closure_of(method, &method.code);
                let value = self.shared.selectors.value;
                self.send(value, &[statement])
            }
            ResolvedKind::Control(control) => self.control(control),
        }
    }

    /// The object that stands for the activation.
    fn this_context(&mut self) -> Value {
        let Some(class) = self.shared.layouts.named("ContextPart") else { return word::nil(&mut self.b) };
        let (class, receiver) = (self.class(class, false), self.receiver);
        let selector = self.shared.selectors.context;
        self.send(selector, &[class, receiver])
    }

    fn assign(&mut self, to: &ResolvedKind, value: Value) {
        let of = match to {
            ResolvedKind::SetVar(var, _) => return self.write(*var, value),
            ResolvedKind::SetField(n, _) => {
                let (object, offset) = self.field(*n);
                return self.b.store(object, offset, value);
            }
            ResolvedKind::SetShared(class, name, _) => Lasting::Shared(*class, *name),
            ResolvedKind::SetGlobal(name, _) => return self.set_global(*name, value),
            _ => unreachable!("this is no assignment"),
        };
        let at = self.shared.variable(&mut self.b, of);
        self.b.store(at, 0, value);
    }

    fn field(&mut self, n: u32) -> (Value, i64) {
        let object = word::as_ref(&mut self.b, self.receiver);
        let (class, meta) = self.work.class.expect("only methods name fields");
        let layouts = &self.shared.layouts;
        let all = if meta { layouts.class_fields(class) } else { layouts.fields(class) };
        let first = layouts.first_field(class, meta);
        assert!((first as usize - 1) + (n as usize) < all.max(1), "resolution gives fields of the class");
        (object, 8 * (first + i64::from(n)))
    }

    pub(super) fn lasting(&mut self, of: Lasting) -> Value {
        self.b.price(prices::ACCESS);
        let at = self.shared.variable(&mut self.b, of);
        self.b.load(Type::Dyn, at, 0)
    }

    /// A class as a value.
    pub(super) fn class(&mut self, class: ClassId, meta: bool) -> Value {
        self.b.price(prices::ACCESS);
        let at =
            self.b.global_addr(ModuleGlobal::Classes.id(), 8 * (2 * class.index() as i64 + i64::from(meta)));
        self.b.load(Type::Dyn, at, 0)
    }

    // Literals ------------------------------------------------------------------------------------------

    pub(super) fn int(&mut self, n: i64) -> Value {
        word::int(&mut self.b, n).expect("small numbers fit")
    }

    /// An object in the module's data.
    pub(super) fn constant(&mut self, words: &[i64], bytes: &[u8]) -> Value {
        constant(&mut self.b, words, bytes)
    }

    pub(super) fn string(&mut self, text: &str) -> Value {
        let class = i64::from(self.shared.layouts.number_named("String"));
        self.bytes(class, text.as_bytes())
    }

    fn bytes(&mut self, class: i64, bytes: &[u8]) -> Value {
        let length = purlin_base::word::from_int(bytes.len() as i64) as i64;
        self.constant(&[class, length], bytes)
    }

    pub(super) fn symbol(&mut self, name: Name) -> Value {
        symbol(&mut self.b, self.shared, name)
    }

    /// A new array of these values.
    pub(super) fn array(&mut self, values: &[Value]) -> Value {
        self.b.price(prices::CLOSURE);
        let number = i64::from(self.shared.layouts.number_named("Array"));
        let class = self.b.iconst(Type::I64, number);
        let mut words = vec![class, self.int(values.len() as i64)];
        words.extend(values);
        self.object(&words)
    }

    pub(super) fn literal(&mut self, literal: &'p Literal) -> Value {
        self.b.price(prices::LITERAL);
        match literal {
            Literal::Nil => word::nil(&mut self.b),
            Literal::True => word::boolean(&mut self.b, true),
            Literal::False => word::boolean(&mut self.b, false),
            Literal::Integer(value) => {
                match i64::try_from(value).ok().and_then(|n| word::int(&mut self.b, n)) {
                    Some(word) => word,
                    None => {
                        let (sign, bytes) = value.to_bytes_le();
                        let is_negative = sign == num_bigint::Sign::Minus;
                        let name = if is_negative { "LargeNegativeInteger" } else { "LargePositiveInteger" };
                        let class = i64::from(self.shared.layouts.number_named(name));
                        self.bytes(class, &bytes)
                    }
                }
            }
            Literal::Float(x) => match word::float(&mut self.b, x.value) {
                Some(word) => word,
                None => {
                    self.constant(&[i64::from(super::layout::Numbers::FLOAT), x.value.to_bits() as i64], &[])
                }
            },
            Literal::Char(c) => word::immediate(&mut self.b, word::CHARACTER, i64::from(u32::from(*c))),
            Literal::String(text) => self.string(text),
            Literal::Symbol(name) => self.symbol(*name),
            Literal::Bytes(bytes) => {
                let class = i64::from(self.shared.layouts.number_named("ByteArray"));
                self.bytes(class, bytes)
            }
            Literal::Array(elements) if elements.iter().any(has_scaled) => self.array_at_first_use(elements),
            Literal::Array(_) => {
                let place = Lasting::Literal(self.shared.variables.len());
                let place = self.shared.place(self.b.module, place);
                self.shared.literals.push((place, literal));
                register(self.b.module, self.shared, literal);
                let at = self.b.global_addr(ModuleGlobal::Variables.id(), place);
                self.b.load(Type::Dyn, at, 0)
            }
            Literal::Scaled(scaled) => self.scaled(scaled),
            Literal::Binding(_) => word::nil(&mut self.b),
        }
    }

    /// A literal array whose elements are made by sends, where it is evaluated first.
    fn array_at_first_use(&mut self, elements: &'p [Literal]) -> Value {
        let place = Lasting::Literal(self.shared.variables.len());
        let place = self.shared.place(self.b.module, place);
        let [missing, join] = [(); 2].map(|()| self.b.block());
        let result = self.b.block_param(join, Type::Dyn);
        let at = self.b.global_addr(ModuleGlobal::Variables.id(), place);
        let (known, nil) = (self.b.load(Type::Dyn, at, 0), word::nil(&mut self.b));
        let is_missing = self.b.binary(Opcode::Ieq, known, nil);
        self.b.brif_args(is_missing, (missing, &[]), (join, &[known]));
        self.b.cold(missing);
        self.b.switch_to(missing);
        let values: Vec<Value> = elements.iter().map(|element| self.literal(element)).collect();
        let array = self.array(&values);
        let at = self.b.global_addr(ModuleGlobal::Variables.id(), place);
        self.b.store(at, 0, array);
        self.b.jump(join, &[array]);
        self.b.switch_to(join);
        result
    }

    fn scaled(&mut self, scaled: &crate::ast::Scaled) -> Value {
        let layouts = &self.shared.layouts;
        let (fraction, decimal) = (layouts.named("Fraction"), layouts.named("ScaledDecimal"));
        let (Some(fraction), Some(decimal)) = (fraction, decimal) else { return word::nil(&mut self.b) };
        let number = |n: num_bigint::BigInt| i64::try_from(n).ok().filter(|n| purlin_base::word::fits(*n));
        let unscaled = num_bigint::BigInt::from(scaled.unscaled.clone());
        let unscaled = number(if scaled.negative { -unscaled } else { unscaled });
        let over = number(num_bigint::BigInt::from(10).pow(scaled.decimals));
        let (Some(unscaled), Some(over)) = (unscaled, over) else { return word::nil(&mut self.b) };
        let (unscaled, over, scale) = (self.int(unscaled), self.int(over), self.int(scaled.scale.into()));
        let fraction = self.class(fraction, false);
        let reduced = self.shared.selectors.reduced;
        let value = self.send(reduced, &[fraction, unscaled, over]);
        let decimal = self.class(decimal, false);
        let made = self.shared.selectors.scaled;
        self.send(made, &[decimal, value, scale])
    }

    // Sends ---------------------------------------------------------------------------------------------

    fn message(&mut self, receiver: Value, message: &'p Message, known: Known) -> Value {
        let mut operands = vec![receiver];
        operands.extend(message.arguments.iter().map(|a| self.expr(a)).collect::<Vec<_>>());
        self.b.set_pos(message.pos);
        if known.above {
            return self.send_above(message, known, &operands);
        }
        if let [x, y] = operands[..]
            && let Some(value) = self.in_place(message, x, y)
        {
            return value;
        }
        let likely = self.likely(message.selector, known, &message.arguments);
        let result = self.send_likely(message.selector, &operands, &likely);
        if message.selector == self.shared.selectors.restart
            && let Some(again) = self.again
        {
            let begins = word::is_immediate(&mut self.b, super::layout::RESTART, result);
            let on = self.b.block();
            self.b.brif(begins, again, on);
            self.b.switch_to(on);
        }
        result
    }

    /// Comparisons, arithmetic and the like, with a send for what is not done in place.
    fn in_place(&mut self, message: &'p Message, x: Value, y: Value) -> Option<Value> {
        match self.comparison(message) {
            Some(comparison) => Some(self.compared(comparison, message, x, y)),
            None => self.arithmetic(message.selector, x, y),
        }
    }

    /// The word that a comparison gives.
    fn compared(&mut self, comparison: Comparison, message: &'p Message, x: Value, y: Value) -> Value {
        if let Comparison::Identity = comparison {
            self.b.price(prices::ARITHMETIC);
            let same = self.b.binary(Opcode::Ieq, x, y);
            return condition::truth(&mut self.b, same);
        }
        let [yes, no, join] = [(); 3].map(|()| self.b.block());
        let result = self.b.block_param(join, Type::Dyn);
        if let Some(slow) = self.compare(comparison, message, [x, y], yes, no) {
            self.b.jump(join, &[slow]);
        }
        for (block, value) in [(yes, true), (no, false)] {
            self.b.switch_to(block);
            let value = word::boolean(&mut self.b, value);
            self.b.jump(join, &[value]);
        }
        self.b.switch_to(join);
        result
    }

    fn arithmetic(&mut self, selector: Name, x: Value, y: Value) -> Option<Value> {
        let op = match self.shared.text(selector) {
            "+" => arith::Op::Add,
            "-" => arith::Op::Sub,
            "*" => arith::Op::Mul,
            "&&" | "and:" => return Some(self.logical(selector, x, y, false)),
            "||" | "or:" => return Some(self.logical(selector, x, y, true)),
            "\\\\" if !self.shared.is_som() => return Some(self.divided(selector, x, y, arith::modulo)),
            "%" if self.shared.is_som() => return Some(self.divided(selector, x, y, arith::modulo)),
            "//" if !self.shared.is_som() => {
                return Some(self.divided(selector, x, y, arith::floor_divide));
            }
            "/" if self.shared.is_som() => return Some(self.divided(selector, x, y, arith::floor_divide)),
            // The quotient of floats; that of integers is one, too.
            "//" => arith::Op::Div,
            "&" if self.shared.is_som() => return Some(self.bits(selector, Opcode::Iand, x, y)),
            "bitAnd:" if !self.shared.is_som() => return Some(self.bits(selector, Opcode::Iand, x, y)),
            "bitOr:" if !self.shared.is_som() => return Some(self.bits(selector, Opcode::Ior, x, y)),
            "bitXor:" => return Some(self.bits(selector, Opcode::Ixor, x, y)),
            _ => return None,
        };
        self.b.price(prices::ARITHMETIC);
        let pending = arith::binary(&mut self.b, op, x, y);
        let slow = self.send(selector, &[x, y]);
        Some(pending.end(&mut self.b, slow))
    }

    /// Two booleans joined; a send for all others. The second is a value here: blocks are executed in place.
    fn logical(&mut self, selector: Name, x: Value, y: Value, stops_at: bool) -> Value {
        self.b.price(prices::ARITHMETIC);
        let [both, other, slow, join] = [(); 4].map(|()| self.b.block());
        let result = self.b.block_param(join, Type::Dyn);
        let [stop, pass] = [stops_at, !stops_at].map(|value| word::boolean(&mut self.b, value));
        let stops = self.b.binary(Opcode::Ieq, x, stop);
        self.b.brif_args(stops, (join, &[stop]), (other, &[]));
        self.b.switch_to(other);
        let passes = self.b.binary(Opcode::Ieq, x, pass);
        self.b.brif(passes, both, slow);
        self.b.switch_to(both);
        let next = self.b.block();
        let is_pass = self.b.binary(Opcode::Ieq, y, pass);
        self.b.brif_args(is_pass, (join, &[y]), (next, &[]));
        self.b.switch_to(next);
        let is_stop = self.b.binary(Opcode::Ieq, y, stop);
        self.b.brif_args(is_stop, (join, &[y]), (slow, &[]));
        self.b.cold(slow);
        self.b.switch_to(slow);
        let value = self.send(selector, &[x, y]);
        self.b.jump(join, &[value]);
        self.b.switch_to(join);
        result
    }

    /// A quotient or remainder of two integers in place, a send for all others.
    fn divided(
        &mut self,
        selector: Name,
        x: Value,
        y: Value,
        how: fn(&mut FuncBuilder<'_>, Value, Value) -> arith::Pending,
    ) -> Value {
        self.b.price(prices::ARITHMETIC);
        let pending = how(&mut self.b, x, y);
        let slow = self.send(selector, &[x, y]);
        pending.end(&mut self.b, slow)
    }

    /// An operation on the bits of two integers in place, a send for all others.
    fn bits(&mut self, selector: Name, op: Opcode, x: Value, y: Value) -> Value {
        self.b.price(prices::ARITHMETIC);
        let pending = arith::bitwise(&mut self.b, op, x, y);
        let slow = self.send(selector, &[x, y]);
        pending.end(&mut self.b, slow)
    }

    pub(super) fn site(&mut self, selector: Name, operands: usize) -> Site {
        let fallback = not_understood(self.b.module, self.shared, selector, operands);
        let symbol = Place::Global(ModuleGlobal::Symbols.id(), self.shared.symbol(self.b.module, selector));
        let at = self.shared.sites.add(&mut self.b);
        Site { at, selector: symbol, fallback }
    }

    /// Sends a message, whose result is none of a function that was left.
    pub(super) fn send(&mut self, selector: Name, operands: &[Value]) -> Value {
        let likely = self.shared.guesses.of(selector);
        self.send_likely(selector, operands, &likely)
    }

    fn send_likely(&mut self, selector: Name, operands: &[Value], likely: &Likely) -> Value {
        if self.work.binding != Binding::Sites {
            return self.bound_send(selector, operands);
        }
        self.b.price(prices::SEND);
        let site = self.site(selector, operands.len());
        let leaving = self.leaving();
        send::send_or_leave(&mut self.b, send::Message { site, operands, from: None, likely }, leaving)
    }

    /// A send to `super`.
    fn send_above(&mut self, message: &Message, known: Known, operands: &[Value]) -> Value {
        let selector = message.selector;
        let likely = self.likely(selector, known, &message.arguments);
        self.b.price(prices::SEND);
        let from = Some(self.superclass_number());
        let site = self.site(selector, operands.len());
        let leaving = self.leaving();
        send::send_or_leave(&mut self.b, send::Message { site, operands, from, likely: &likely }, leaving)
    }
}

impl Func<'_, '_, '_> {
    /// The number of the class from which on a send to `super` is looked up. That of a program's class is
    /// asked for when the send happens: `superclass:` may have given it another.
    fn superclass_number(&mut self) -> Value {
        let (layouts, program) = (&self.shared.layouts, self.shared.program);
        let is_fixed = program.is_som || program.library_steps > 0;
        let known = match self.work.class {
            Some((class, meta)) => match program.classes[class].superclass {
                Some(above) if is_fixed => layouts.number(above, meta),
                Some(_) => return self.superclass_number_of(layouts.number(class, meta)),
                // The superclass of a root's metaclass is Class.
                None => layouts.number_named("Class"),
            },
            // Statements at top level are those of nil, whose class is below Object.
            None => layouts.number_named("Object"),
        };
        self.b.iconst(Type::I64, i64::from(known))
    }

    /// The number that the superclass of a class has now.
    fn superclass_number_of(&mut self, class: u32) -> Value {
        let all = self.b.global_addr(ModuleGlobal::Behaviours.id(), 0);
        let class = self.b.load(Type::Dyn, all, 8 + 8 * i64::from(class));
        let class = word::as_ref(&mut self.b, class);
        let above = self.b.load(Type::Dyn, class, SUPERCLASS);
        let above = word::as_ref(&mut self.b, above);
        let number = self.b.load(Type::Dyn, above, NUMBER);
        self.b.op(Opcode::DynToInt, Type::I64, &[number])
    }
}

/// Whether there is a scaled decimal in a literal.
fn has_scaled(literal: &Literal) -> bool {
    match literal {
        Literal::Scaled(_) => true,
        Literal::Array(elements) => elements.iter().any(has_scaled),
        _ => false,
    }
}

/// Gives the symbols in a literal their places.
fn register(module: &mut Module, shared: &mut Shared<'_>, literal: &Literal) {
    match literal {
        Literal::Symbol(name) => {
            shared.symbol(module, *name);
        }
        Literal::Array(elements) => elements.iter().for_each(|e| register(module, shared, e)),
        _ => {}
    }
}

/// An object in the module's data.
/// An object that is read-only.
pub(super) fn constant(b: &mut FuncBuilder<'_>, words: &[i64], bytes: &[u8]) -> Value {
    object::constant(b, &hashed(words), bytes)
}

/// The bytes of an object that is read-only.
pub(super) fn constant_bytes(words: &[i64], bytes: &[u8]) -> Vec<u8> {
    object::constant_bytes(&hashed(words), bytes)
}

/// The words of an object that has a hash already: a constant cannot be given one.
fn hashed(words: &[i64]) -> Vec<i64> {
    words.iter().enumerate().map(|(n, word)| if n == 0 { word | 1 << 32 } else { *word }).collect()
}

pub(super) fn symbol(b: &mut FuncBuilder<'_>, shared: &mut Shared<'_>, name: Name) -> Value {
    let offset = shared.symbol(b.module, name);
    let at = b.global_addr(ModuleGlobal::Symbols.id(), offset);
    b.load(Type::Dyn, at, 0)
}

/// The function that is called with the operands of a message which the receiver does not understand.
pub(super) fn not_understood(
    module: &mut Module,
    shared: &mut Shared<'_>,
    selector: Name,
    operands: usize,
) -> FuncId {
    if let Some(id) = shared.not_understood.get(&(selector, operands)) {
        return *id;
    }
    let title = format!("{} is not understood", shared.text(selector));
    let id = module.declare(title, &send::signature(operands));
    shared.not_understood.insert((selector, operands), id);
    id
}
