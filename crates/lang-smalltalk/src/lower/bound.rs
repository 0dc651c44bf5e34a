//! The library's methods by which sends look up at the rungs of dispatch that keep nothing: their own sends
//! are bound when they are lowered, and their primitives read method dictionaries.

use purlin_base::{EntityRef as _, Name};
use purlin_dynamic::lookup::{self, Place};
use purlin_dynamic::{send, word};
use purlin_ir::{FuncBuilder, FuncId, Module, Opcode, Type, Value};
use purlin_runtime::dynamic::Dispatch;

use super::func::Func;
use super::{Binding, MAX_PERFORM, MethodPart, Shared, Work};
use crate::resolve::ClassId;
use crate::resolve::code::Method;

/// The selector of the method that begins a lookup.
const LOOKUP: &str = "lookup:";

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
            "lookupFirstPlace" => self.place_in_dictionary(Place::First),
            "lookupSecondPlace" => self.place_in_dictionary(Place::Second),
            "lookupKey" => self.word_at_place(lookup::key),
            "lookupValue" => self.word_at_place(lookup::method),
            "lookupFound" => {
                let depth = self.b.op(Opcode::DynToInt, Type::I64, &[self.argument(1)]);
                let method = self.argument(0);
                send::answer(&mut self.b, method, depth)
            }
            "lookupFar" => {
                let (receiver, symbol) = (self.receiver, self.argument(0));
                let method = lookup::by_runtime(&mut self.b, receiver, symbol);
                // The runtime has charged for the depth.
                let depth = self.b.iconst(Type::I64, 0);
                send::answer(&mut self.b, method, depth)
            }
            _ => return,
        };
        self.answer(value);
    }

    fn place_in_dictionary(&mut self, which: Place) -> Value {
        let (dictionary, symbol) = (self.receiver, self.argument(0));
        let place = lookup::place(&mut self.b, dictionary, symbol, which);
        self.b.op(Opcode::DynFromInt, Type::Dyn, &[place])
    }

    fn word_at_place(&mut self, of: fn(&mut FuncBuilder<'_>, Value, Value) -> Value) -> Value {
        let place = self.b.op(Opcode::DynToInt, Type::I64, &[self.argument(0)]);
        let dictionary = self.receiver;
        of(&mut self.b, dictionary, place)
    }
}
