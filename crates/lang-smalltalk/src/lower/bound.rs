//! The library's methods by which sends look up at the rungs of dispatch that keep nothing: their own sends
//! are bound when they are lowered, and their primitives read method dictionaries.

use purlin_base::{EntityRef as _, Name};
use purlin_dynamic::{send, word};
use purlin_ir::{FuncId, Module, Opcode, Type, Value};
use purlin_runtime::dynamic::Dispatch;

use super::func::Func;
use super::{Binding, MAX_PERFORM, MethodPart, Shared, Work};
use crate::resolve::ClassId;
use crate::resolve::code::Method;

/// The selector of the method that begins a lookup.
const LOOKUP: &str = "lookup:";
/// The multipliers of a symbol's serial for its two places in a method dictionary.
const FIRST_PLACE: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND_PLACE: u64 = 0xc2b2_ae3d_27d4_eb4f;
/// Offsets in a method dictionary: how many pairs it has, how far a product is shifted for a place, and the
/// first pair.
const CAPACITY: i64 = 16;
const SHIFT: i64 = 24;
const PAIRS: i64 = 32;

/// Declares the functions of a bound method.
pub(super) fn declare<'p>(
    module: &mut Module,
    shared: &mut Shared<'p>,
    method: &'p Method,
    class: (ClassId, bool),
) {
    let title = format!("bound {}", shared.text(method.selector));
    let functions = [Binding::Objects, Binding::Direct].map(|binding| {
        let code = &method.code;
        let make = |id| Work {
            id,
            method,
            code,
            class: Some(class),
            is_method: true,
            binding,
            part: MethodPart::Whole,
        };
        let id = shared.declare(module, title.clone(), make);
        module.funcs[id].wrapper = true;
        id
    });
    shared.bound.insert(method.selector, functions);
}

/// Makes the functions by which sends of each number of operands ask for a lookup, if there is one.
pub(super) fn askers(module: &mut Module, shared: &Shared<'_>) {
    let begins =
        |(name, functions): (&Name, &[FuncId; 2])| (shared.text(*name) == LOOKUP).then_some(*functions);
    let Some([objects, direct]) = shared.bound.iter().find_map(begins) else { return };
    for (rung, find) in [(Dispatch::Lookup, objects), (Dispatch::Invoke, direct)] {
        for arguments in 0..=MAX_PERFORM {
            send::asker(module, rung, 1 + arguments, find);
        }
    }
}

impl Func<'_, '_, '_> {
    /// A send of a bound method. One of a selector that has none is on no path: it would be the slow path of
    /// arithmetic or of a condition.
    pub(super) fn bound_send(&mut self, selector: Name, operands: &[Value]) -> Value {
        let Some([object, direct]) = self.shared.bound.get(&selector).copied() else {
            self.b.trap(purlin_base::TrapCode::Unreachable);
            self.after_end();
            return word::nil(&mut self.b);
        };
        if self.work.binding == Binding::Direct {
            return self.b.call(direct, operands)[0];
        }
        let number = purlin_base::word::from_int(object.index() as i64) as i64;
        let method = self.constant(&[0, number], &[]);
        let method = word::as_ref(&mut self.b, method);
        let function = self.b.load(Type::Dyn, method, 8);
        let function = self.b.op(Opcode::DynToInt, Type::I64, &[function]);
        let sig = self.b.module.sig(&send::signature(operands.len()));
        self.b.call_indirect(sig, function, operands)[0]
    }

    /// Emits a primitive of a lookup. The receiver is a behaviour or a method dictionary, as only natives
    /// make them.
    pub(super) fn lookup_primitive(&mut self, name: &str) {
        let value = match name {
            "lookupFirstPlace" => self.place_in_dictionary(FIRST_PLACE),
            "lookupSecondPlace" => self.place_in_dictionary(SECOND_PLACE),
            "lookupKey" => self.word_of_pair(0),
            "lookupValue" => self.word_of_pair(8),
            "lookupFound" => {
                let depth = self.b.op(Opcode::DynToInt, Type::I64, &[self.argument(1)]);
                let method = self.argument(0);
                send::answer(&mut self.b, method, depth)
            }
            _ => return,
        };
        self.answer(value);
    }

    /// The place of a pair that a symbol may be at: the upper bits of a product.
    fn place_in_dictionary(&mut self, factor: u64) -> Value {
        let dictionary = word::as_ref(&mut self.b, self.receiver);
        let symbol = self.argument(0);
        let symbol = word::as_ref(&mut self.b, symbol);
        let [serial, shift, capacity] =
            [(symbol, 8), (dictionary, SHIFT), (dictionary, CAPACITY)].map(|(at, offset)| {
                let word = self.b.load(Type::Dyn, at, offset);
                self.b.op(Opcode::DynToInt, Type::I64, &[word])
            });
        let (factor, one) = (self.b.iconst(Type::I64, factor as i64), self.b.iconst(Type::I64, 1));
        let product = self.b.binary(Opcode::Imul, serial, factor);
        let place = self.b.binary(Opcode::Ushr, product, shift);
        // The one place of a table of one pair is 0.
        let mask = self.b.binary(Opcode::Isub, capacity, one);
        let place = self.b.binary(Opcode::Iand, place, mask);
        self.b.op(Opcode::DynFromInt, Type::Dyn, &[place])
    }

    fn word_of_pair(&mut self, offset: i64) -> Value {
        let dictionary = word::as_ref(&mut self.b, self.receiver);
        let place = self.b.op(Opcode::DynToInt, Type::I64, &[self.argument(0)]);
        let at = self.b.elem_addr(dictionary, place, 16, PAIRS + offset);
        self.b.load(Type::Dyn, at, 0)
    }
}
