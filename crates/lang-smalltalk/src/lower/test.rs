//! Conditions that are branched on: a comparison in place goes where its answer leads, and makes no word of
//! it.

use purlin_dynamic::{arith, condition, prices};
use purlin_ir::{Block, Opcode, Type, Value};

use super::func::Func;
use crate::resolve::code::{Body, Control, ControlKind, Expr, Message, ResolvedKind};

/// A comparison that is done in place where its operands allow it.
#[derive(Clone, Copy)]
pub(super) enum Comparison {
    /// Whether both are the same word, whatever they are.
    Identity,
    /// Of numbers.
    Order(arith::Compare),
    /// Of integers and floats; whether it holds where they are equal or where they differ.
    Numbers { equal: bool },
    /// Of integers.
    Integers,
}

impl<'p> Func<'_, '_, 'p> {
    /// What a selector compares, if that is done in place.
    pub(super) fn comparison(&self, message: &Message) -> Option<Comparison> {
        let is_som = self.shared.is_som();
        Some(match self.shared.text(message.selector) {
            "<" => Comparison::Order(arith::Compare::Less),
            "<=" => Comparison::Order(arith::Compare::LessOrEqual),
            ">" => Comparison::Order(arith::Compare::Greater),
            ">=" => Comparison::Order(arith::Compare::GreaterOrEqual),
            "=" => Comparison::Numbers { equal: true },
            "<>" if is_som => Comparison::Numbers { equal: false },
            "==" if is_som => Comparison::Integers,
            "==" => Comparison::Identity,
            _ => return None,
        })
    }

    /// Goes to `yes` or `no` by a comparison. The builder is then in the slow path, whose word is the result;
    /// none where there is no slow path.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        message: &Message,
        [x, y]: [Value; 2],
        yes: Block,
        no: Block,
    ) -> Option<Value> {
        self.b.price(prices::ARITHMETIC);
        match comparison {
            Comparison::Identity => {
                let same = self.b.binary(Opcode::Ieq, x, y);
                self.b.brif(same, yes, no);
                return None;
            }
            Comparison::Order(op) => arith::compare(&mut self.b, op, x, y, yes, no),
            Comparison::Numbers { equal: true } => arith::equal_numbers(&mut self.b, x, y, yes, no),
            Comparison::Numbers { equal: false } => arith::equal_numbers(&mut self.b, x, y, no, yes),
            Comparison::Integers => arith::equal(&mut self.b, x, y, yes, no),
        }
        Some(self.send(message.selector, &[x, y]))
    }

    /// Goes to `yes` or `no` as an expression is true or false. The builder is then in the block, a cold one,
    /// of what is neither, with its word; none where it is always one of both.
    pub(super) fn condition(&mut self, expr: &'p Expr, yes: Block, no: Block) -> Option<Value> {
        self.b.set_pos(expr.pos);
        match &expr.kind {
            ResolvedKind::Send { receiver, message, above: false } => {
                if let [argument] = &message.arguments[..]
                    && let Some(comparison) = self.comparison(message)
                {
                    let operands = [self.expr(receiver), self.expr(argument)];
                    self.b.set_pos(message.pos);
                    let word = self.compare(comparison, message, operands, yes, no)?;
                    condition::branch(&mut self.b, word, yes, no);
                    return Some(word);
                }
            }
            ResolvedKind::Control(control) => {
                if let ControlKind::Both { left, right, stops_at } = &control.kind {
                    return self.both(control, (left, right), *stops_at, yes, no);
                }
            }
            // wildcard: other expressions are evaluated for their word.
            _ => {}
        }
        let word = self.expr(expr);
        condition::branch(&mut self.b, word, yes, no);
        Some(word)
    }

    /// [`Self::condition`] of the last statement of a body that is executed in place.
    pub(super) fn condition_of(&mut self, body: &'p Body, yes: Block, no: Block) -> Option<Value> {
        match body.statements.split_last() {
            Some((last, before)) if !last.returns => {
                self.begin(body);
                self.statements(before);
                self.condition(&last.expr, yes, no)
            }
            _ => {
                let word = self.body(body);
                condition::branch(&mut self.b, word, yes, no);
                Some(word)
            }
        }
    }

    /// A condition of two, the second of which decides where the first is not `stops_at`.
    fn both(
        &mut self,
        control: &'p Control,
        (left, right): (&'p Expr, &'p Body),
        stops_at: bool,
        yes: Block,
        no: Block,
    ) -> Option<Value> {
        self.b.set_pos(control.pos);
        self.b.price(prices::BRANCH);
        let [second, neither] = [(); 2].map(|()| self.b.block());
        let result = self.b.block_param(neither, Type::Dyn);
        let mut is_reached = false;
        let (left_yes, left_no) = if stops_at { (yes, second) } else { (second, no) };
        if let Some(word) = self.condition(left, left_yes, left_no) {
            // What the message answers to it is the value of both.
            let answer = self.must_be_boolean(control, word);
            condition::branch(&mut self.b, answer, yes, no);
            self.b.jump(neither, &[answer]);
            is_reached = true;
        }
        self.b.switch_to(second);
        if let Some(word) = self.condition_of(right, yes, no) {
            self.b.jump(neither, &[word]);
            is_reached = true;
        }
        self.b.cold(neither);
        self.b.switch_to(neither);
        is_reached.then_some(result)
    }
}
