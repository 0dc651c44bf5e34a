//! The border between a program and its host: calls of the host's functions, and functions by which a host
//! calls methods of classes. Values cross as strings of bytes that say what they are, which the library makes
//! and reads (`lib/14-Host.st`).
//!
//! Knows nothing of how anything is packed.

use purlin_base::{EntityRef as _, Name};
use purlin_dynamic::prices;
use purlin_ir::{FuncBuilder, FuncId, Module, Signature, Type, Value};

use super::expr::symbol;
use super::func::Func;
use super::start::{class_at, plain_send};
use super::{Exported, MAX_PERFORM, Shared};
use crate::ast::arity;
use crate::resolve::ClassId;
use crate::resolve::code::Step;

/// What a packed value is in the code: the address and the length of its bytes.
const PACKED: [Type; 2] = [Type::Ref, Type::I64];

/// A string of bytes that have crossed.
fn unpacked(b: &mut FuncBuilder<'_>, bytes: [Value; 2], pack: Value) -> Value {
    let native = b.module.native("st.unpacked", &[Type::Ref, Type::I64, Type::I64], &[Type::Dyn]);
    b.call_native(native, &[bytes[0], bytes[1], pack])[0]
}

/// The bytes of a string, for the host.
fn packed(b: &mut FuncBuilder<'_>, string: Value, pack: Value) -> [Value; 2] {
    let native = b.module.native("st.packed", &[Type::Dyn, Type::I64], &PACKED);
    let bytes = b.call_native(native, &[string, pack]);
    [bytes[0], bytes[1]]
}

impl Func<'_, '_, '_> {
    /// Calls a function of the host's: the arguments are strings, and so is the answer.
    pub(super) fn host_call(&mut self, number: usize) {
        let Some(name) = self.shared.host.get(number) else { return };
        let (count, pack) = (self.work.code.parameters.len(), self.pack());
        let mut operands = Vec::new();
        for n in 0..count {
            let argument = self.argument(n);
            operands.extend(packed(&mut self.b, argument, pack));
        }
        let native = self.b.module.native(name, &PACKED.repeat(count), &PACKED);
        let answer = self.b.call_native(native, &operands);
        let value = unpacked(&mut self.b, [answer[0], answer[1]], pack);
        self.answer(value);
    }
}

/// Makes functions for the methods on the class side of the program's own classes: those after the library's
/// and the `skipped` ones of the host's. Of two methods of one name the later one is meant, as it takes the
/// place of the other.
pub(super) fn exported(module: &mut Module, shared: &mut Shared<'_>, skipped: usize) -> Vec<Exported> {
    let first = shared.library_classes + skipped;
    let mut methods: Vec<(ClassId, Name)> = Vec::new();
    for step in &shared.program.steps {
        let Step::Method { class, meta: true, method } = step else { continue };
        let is_callable = arity(shared.text(method.selector)) <= MAX_PERFORM;
        if is_callable && class.index() >= first && !methods.contains(&(*class, method.selector)) {
            methods.push((*class, method.selector));
        }
    }
    let make = |(class, selector)| {
        let class_name = shared.program.classes[class].plain_name(shared.names);
        let name = format!("{class_name} {}", shared.text(selector));
        let arguments = arity(shared.text(selector));
        Exported { func: caller(module, shared, &name, class, selector), name, arguments }
    };
    methods.into_iter().map(make).collect()
}

/// A function that calls a method of a class.
fn caller(
    module: &mut Module,
    shared: &mut Shared<'_>,
    name: &str,
    class: ClassId,
    selector: Name,
) -> FuncId {
    let count = arity(shared.text(selector));
    let id = module.declare(format!("st.host {name}"), &Signature::new(PACKED.repeat(count), PACKED));
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    b.price(prices::CALL);
    let pack = b.iconst(Type::I64, shared.layouts.for_natives().pack());
    let maker = shared.layouts.named("HostCall").expect("the library has it");
    let (maker, receiver) = (class_at(&mut b, maker, false), class_at(&mut b, class, false));
    let selector = symbol(&mut b, shared, selector);
    let call = plain_send(&mut b, shared, shared.selectors.host_call, &[maker, selector, receiver]);
    for n in 0..count {
        let bytes = [b.param(2 * n), b.param(2 * n + 1)];
        let argument = unpacked(&mut b, bytes, pack);
        b.price(prices::CLOSURE);
        plain_send(&mut b, shared, shared.selectors.host_argument, &[call, argument]);
    }
    let answer = plain_send(&mut b, shared, shared.selectors.host_answer, &[call]);
    let answer = packed(&mut b, answer, pack);
    b.ret(&answer);
    b.finish();
    id
}
