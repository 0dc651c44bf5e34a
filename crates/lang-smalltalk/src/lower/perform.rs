//! Primitives that call: messages by name, and blocks.

use purlin_dynamic::{send, word};
use purlin_ir::{Opcode, Type, Value};

use super::MAX_PERFORM;
use super::func::Func;

impl Func<'_, '_, '_> {
    pub(super) fn on_blocks(&mut self, name: &str) {
        if name == "perform" {
            return self.perform();
        }
        if !name.starts_with("block") {
            // The rest is the method's own.
            return;
        }
        let closure = word::as_ref(&mut self.b, self.receiver);
        let count = match name {
            "blockParameters" => {
                let value = self.b.load_fixed(Type::Dyn, closure, 16);
                return self.answer(value);
            }
            "blockValue0" => 0,
            "blockValue1" => 1,
            "blockValue2" => 2,
            "blockValue3" => 3,
            "blockValue4" => 4,
            "blockValueWithArguments" => return self.apply(closure),
            _ => return,
        };
        let fail = self.b.block();
        let arguments: Vec<Value> = (0..count).map(|n| self.argument(n)).collect();
        self.call_block(closure, &arguments, fail);
        self.b.switch_to(fail);
    }

    /// Returns what a block gives, if it has so many parameters.
    pub(super) fn call_block(&mut self, closure: Value, arguments: &[Value], fail: purlin_ir::Block) {
        let parameters = self.b.load_fixed(Type::Dyn, closure, 16);
        let wanted = self.int(arguments.len() as i64);
        let fits = self.b.binary(Opcode::Ieq, parameters, wanted);
        self.ask(fits, fail);
        let function = self.b.load_fixed(Type::Dyn, closure, 8);
        let function = self.b.op(Opcode::DynToInt, Type::I64, &[function]);
        let operands = [&[self.receiver], arguments].concat();
        let sig = self.b.module.sig(&send::signature(operands.len()));
        let result = self.b.call_indirect(sig, function, &operands)[0];
        self.b.ret(&[result]);
    }

    /// An array and the number of its elements; what is none goes to `fail`.
    pub(super) fn array_operand(&mut self, all: Value, fail: purlin_ir::Block) -> (Value, Value) {
        let [elements, others @ ..] = self.by_shape(all, fail);
        for block in others {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(elements);
        let array = word::as_ref(&mut self.b, all);
        let count = self.count(array, 8);
        (array, count)
    }

    /// Sends the message of a selector with the elements of an array; what is no such message continues.
    fn perform(&mut self) {
        let fail = self.b.block();
        let number = send::class_of(&mut self.b, self.receiver);
        self.dispatch(number, (self.receiver, self.argument(0), self.argument(1)), [fail, fail]);
        self.b.switch_to(fail);
    }

    /// Calls the method that a behaviour has for a message, with the elements of an array. Ends the block: a
    /// selector or array that is none goes to the first of the others, a message that is not found to the
    /// second.
    pub(super) fn dispatch(
        &mut self,
        number: Value,
        (receiver, selector, all): (Value, Value, Value),
        [fail, unknown]: [purlin_ir::Block; 2],
    ) {
        let [a, b, c, symbols] = self.by_shape(selector, fail);
        for block in [a, b, c] {
            self.b.switch_to(block);
            self.b.jump(fail, &[]);
        }
        self.b.switch_to(symbols);
        let (array, count) = self.array_operand(all, fail);
        let like = self.shared.selectors.like.clone();
        let cases: Vec<(i64, purlin_ir::Block)> = (0..).zip(like.iter().map(|_| self.b.block())).collect();
        self.b.switch(count, &cases, fail);
        for ((n, block), like) in cases.into_iter().zip(like) {
            self.b.switch_to(block);
            let fallback = super::expr::not_understood(self.b.module, self.shared, like, 1 + n as usize);
            let fallback = self.b.iconst(Type::I64, i64::from(fallback.as_u32()));
            let function = self.find(number, selector, fallback);
            let is_found = self.b.binary(Opcode::Ine, function, fallback);
            self.ask(is_found, unknown);
            let mut operands = vec![receiver];
            operands.extend((0..n).map(|i| self.b.load(Type::Dyn, array, 16 + 8 * i)));
            let sig = self.b.module.sig(&send::signature(operands.len()));
            let result = self.b.call_indirect(sig, function, &operands)[0];
            self.b.ret(&[result]);
        }
    }

    /// The function that a behaviour has for a symbol; `fallback` if it has none that takes as much as that.
    pub(super) fn find(&mut self, number: Value, symbol: Value, fallback: Value) -> Value {
        let native = self.b.module.native("dyn.find", &[Type::I64, Type::Dyn, Type::I64], &[Type::I64]);
        self.b.call_native(native, &[number, symbol, fallback])[0]
    }

    fn apply(&mut self, closure: Value) {
        let fail = self.b.block();
        let all = self.argument(0);
        let (array, count) = self.array_operand(all, fail);
        let cases: Vec<(i64, purlin_ir::Block)> =
            (0..=MAX_PERFORM as i64).map(|n| (n, self.b.block())).collect();
        self.b.switch(count, &cases, fail);
        for (n, block) in cases {
            self.b.switch_to(block);
            let arguments: Vec<Value> = (0..n).map(|i| self.b.load(Type::Dyn, array, 16 + 8 * i)).collect();
            self.call_block(closure, &arguments, fail);
        }
        self.b.switch_to(fail);
    }
}
