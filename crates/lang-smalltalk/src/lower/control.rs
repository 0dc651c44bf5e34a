//! Control structures: blocks that are executed in place.

use purlin_dynamic::{condition, prices, word};
use purlin_ir::{Block, Opcode, Type, Value, Var};

use super::func::Func;
use crate::ast::Literal;
use crate::resolve::code::{Body, Control, ControlKind};

impl<'p> Func<'_, '_, 'p> {
    pub(super) fn control(&mut self, control: &'p Control) -> Value {
        self.b.set_pos(control.pos);
        self.b.price(prices::BRANCH);
        match &control.kind {
            ControlKind::If { condition, then, otherwise } => {
                let [yes, no] = [(); 2].map(|()| self.b.block());
                let neither = self.condition(condition, yes, no);
                self.arms(control, neither, [(yes, then.as_ref()), (no, otherwise.as_ref())], None)
            }
            ControlKind::Both { left, right, stops_at } => {
                let left = self.expr(left);
                let [yes, no] = [(); 2].map(|()| self.b.block());
                condition::branch(&mut self.b, left, yes, no);
                let (then, otherwise) = if *stops_at { (None, Some(right)) } else { (Some(right), None) };
                self.arms(control, Some(left), [(yes, then), (no, otherwise)], Some(left))
            }
            ControlKind::IfNil { receiver, absent, present } => {
                let receiver = self.expr(receiver);
                self.nil_test(receiver, absent.as_ref(), present.as_ref())
            }
            ControlKind::While { condition, body, until } => {
                self.while_loop(control, condition, body.as_ref(), *until)
            }
            ControlKind::Repeat(body) => {
                let head = self.b.block();
                self.b.jump(head, &[]);
                self.b.switch_to(head);
                self.b.price(prices::BRANCH);
                self.body(body);
                self.b.jump(head, &[]);
                let rest = self.b.block();
                self.b.switch_to(rest);
                word::nil(&mut self.b)
            }
            ControlKind::ToDo { from, to, step, var, body } => {
                let (first, last) = (self.expr(from), self.expr(to));
                self.counting(control, first, last, step, *var, body)
            }
            ControlKind::Times { count, body } => {
                let count = self.expr(count);
                self.times(control, count, body)
            }
        }
    }

    /// Stores a value in a variable and goes to a block.
    fn give(&mut self, result: Var, value: Value, join: Block) {
        self.b.def_var(result, value);
        self.b.jump(join, &[]);
    }

    /// A branch that is executed, or what stands for one that is not there.
    fn arm(&mut self, body: Option<&'p Body>, missing: Option<Value>) -> Value {
        match (body, missing) {
            (Some(body), _) => self.body(body),
            (None, Some(value)) => value,
            (None, None) => word::nil(&mut self.b),
        }
    }

    /// The arms of a branch. The builder is in the block of a condition that is neither true nor false, if
    /// there is one; a missing arm has the value that is given, or else nil.
    fn arms(
        &mut self,
        control: &'p Control,
        neither: Option<Value>,
        arms: [(Block, Option<&'p Body>); 2],
        missing: Option<Value>,
    ) -> Value {
        let join = self.b.block();
        let result = self.b.var(Type::Dyn);
        if let Some(word) = neither {
            let answer = self.must_be_boolean(control, word);
            self.give(result, answer, join);
        }
        for (block, body) in arms {
            self.b.switch_to(block);
            let value = self.arm(body, missing);
            self.give(result, value, join);
        }
        self.b.switch_to(join);
        self.b.use_var(result)
    }

    pub(super) fn must_be_boolean(&mut self, control: &'p Control, value: Value) -> Value {
        let symbol = self.symbol(control.selector);
        if self.shared.is_som() {
            let none = self.array(&[]);
            let selector = self.shared.selectors.som_not_understood;
            return self.send(selector, &[value, symbol, none]);
        }
        let selector = self.shared.selectors.must_be_boolean;
        self.send(selector, &[value, symbol])
    }

    fn nil_test(
        &mut self,
        receiver: Value,
        absent: Option<&'p Body>,
        present: Option<&'p (Option<crate::resolve::code::VarId>, Body)>,
    ) -> Value {
        let [yes, no, join] = [(); 3].map(|()| self.b.block());
        let result = self.b.var(Type::Dyn);
        let nil = word::nil(&mut self.b);
        let is_nil = self.b.binary(Opcode::Ieq, receiver, nil);
        self.b.brif(is_nil, yes, no);
        self.b.switch_to(yes);
        let value = self.arm(absent, Some(receiver));
        self.give(result, value, join);
        self.b.switch_to(no);
        if let Some((Some(var), _)) = present {
            self.declare(*var, receiver);
        }
        let value = self.arm(present.map(|(_, body)| body), Some(receiver));
        self.give(result, value, join);
        self.b.switch_to(join);
        self.b.use_var(result)
    }

    fn while_loop(
        &mut self,
        control: &'p Control,
        condition: &'p Body,
        body: Option<&'p Body>,
        until: bool,
    ) -> Value {
        let [head, inside, done, join] = [(); 4].map(|()| self.b.block());
        let result = self.b.var(Type::Dyn);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(prices::BRANCH);
        let (yes, no) = if until { (done, inside) } else { (inside, done) };
        if let Some(word) = self.condition_of(condition, yes, no) {
            let answer = self.must_be_boolean(control, word);
            self.give(result, answer, join);
        }
        self.b.switch_to(inside);
        if let Some(body) = body {
            self.body(body);
        }
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        let nil = word::nil(&mut self.b);
        self.give(result, nil, join);
        self.b.switch_to(join);
        self.b.use_var(result)
    }

    fn counting(
        &mut self,
        control: &'p Control,
        first: Value,
        last: Value,
        step: &'p Literal,
        var: crate::resolve::code::VarId,
        body: &'p Body,
    ) -> Value {
        use purlin_dynamic::arith;

        let [head, inside, done, join] = [(); 4].map(|()| self.b.block());
        let (counter, result) = (self.b.var(Type::Dyn), self.b.var(Type::Dyn));
        let is_down = match step {
            Literal::Integer(n) => n.sign() == num_bigint::Sign::Minus,
            Literal::Float(x) => x.value < 0.0,
            _ => false,
        };
        let (op, selector) = match is_down {
            true => (arith::Compare::GreaterOrEqual, self.shared.selectors.at_least),
            false => (arith::Compare::LessOrEqual, self.shared.selectors.at_most),
        };
        self.b.def_var(counter, first);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(prices::BRANCH + 2 * prices::ARITHMETIC);
        let value = self.b.use_var(counter);
        arith::compare(&mut self.b, op, value, last, inside, done);
        let answer = self.send(selector, &[value, last]);
        condition::branch(&mut self.b, answer, inside, done);
        let other = self.must_be_boolean(control, answer);
        self.give(result, other, join);
        self.b.switch_to(inside);
        self.declare(var, value);
        self.body(body);
        let step = self.literal(step);
        let pending = arith::binary(&mut self.b, arith::Op::Add, value, step);
        let plus = self.shared.selectors.plus;
        let slow = self.send(plus, &[value, step]);
        let next = pending.end(&mut self.b, slow);
        self.b.def_var(counter, next);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        self.give(result, first, join);
        self.b.switch_to(join);
        self.b.use_var(result)
    }

    fn times(&mut self, control: &'p Control, count: Value, body: &'p Body) -> Value {
        let [start, head, inside, done, other, join] = [(); 6].map(|()| self.b.block());
        let (counter, result) = (self.b.var(Type::I64), self.b.var(Type::Dyn));
        let is_int = self.b.op(Opcode::DynIsInt, Type::I64, &[count]);
        self.b.brif(is_int, start, other);
        self.b.cold(other);
        self.b.switch_to(other);
        let value = self.must_be_boolean(control, count);
        self.give(result, value, join);
        self.b.switch_to(start);
        let n = self.b.op(Opcode::DynToInt, Type::I64, &[count]);
        self.b.def_var(counter, n);
        self.b.jump(head, &[]);
        self.b.switch_to(head);
        self.b.price(prices::BRANCH);
        let (left, zero) = (self.b.use_var(counter), self.b.iconst(Type::I64, 0));
        let goes_on = self.b.binary(Opcode::Sgt, left, zero);
        self.b.brif(goes_on, inside, done);
        self.b.switch_to(inside);
        self.body(body);
        let (left, one) = (self.b.use_var(counter), self.b.iconst(Type::I64, 1));
        let less = self.b.binary(Opcode::Isub, left, one);
        self.b.def_var(counter, less);
        self.b.jump(head, &[]);
        self.b.switch_to(done);
        self.give(result, count, join);
        self.b.switch_to(join);
        self.b.use_var(result)
    }
}
