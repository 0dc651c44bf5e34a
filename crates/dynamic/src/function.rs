//! Functions as values: objects of a class word, the function's number and what the function captures. The
//! functions take the object before their arguments. Captured variables are copied, so they are such as do
//! not change.

use std::collections::HashMap;

use purlin_base::EntityRef as _;
use purlin_ir::{FuncBuilder, FuncId, Pointers, Type, Value};

use crate::{object, send, word};

/// The functions of a program by their numbers in the front end: those that something refers to are declared
/// then, and have their bodies made later.
#[derive(Default)]
pub struct Functions {
    ids: HashMap<usize, FuncId>,
    waiting: Vec<usize>,
}

impl Functions {
    /// The function of a number, which `declare` declares if it is new.
    pub fn id(&mut self, n: usize, declare: impl FnOnce() -> FuncId) -> FuncId {
        *self.ids.entry(n).or_insert_with(|| {
            self.waiting.push(n);
            declare()
        })
    }

    /// One that has no body yet: its number.
    pub fn next_waiting(&mut self) -> Option<(usize, FuncId)> {
        let n = self.waiting.pop()?;
        Some((n, self.ids[&n]))
    }
}

/// Words before what is captured: the class word and the function's number.
const HEAD: usize = 2;

/// A function that captures nothing, as a read-only object.
pub fn constant(b: &mut FuncBuilder<'_>, class: i64, function: FuncId) -> Value {
    object::constant(b, &[class, function.index() as i64], &[])
}

/// A function with what it captures, in the order of [`captured`]; a read-only object if that is nothing.
pub fn closure(b: &mut FuncBuilder<'_>, class: i64, function: FuncId, captures: &[Value]) -> Value {
    if captures.is_empty() {
        return constant(b, class, function);
    }
    let (class, number) = (b.iconst(Type::I64, class), b.func_ref(function));
    let words: Vec<Value> = [class, number].into_iter().chain(captures.iter().copied()).collect();
    object::new(b, Pointers::All, &words)
}

/// A captured variable, by its number, of a function that runs; `closure` is its first parameter.
pub fn captured(b: &mut FuncBuilder<'_>, closure: Value, n: usize) -> Value {
    object::field(b, closure, HEAD + n)
}

/// Calls a function that is a value with arguments of which it takes as many: the result. A tail call has
/// none, and ends the block.
pub fn call(b: &mut FuncBuilder<'_>, closure: Value, arguments: &[Value], is_tail: bool) -> Option<Value> {
    let object = word::as_ref(b, closure);
    let number = b.load(Type::I64, object, 8);
    let operands: Vec<Value> = [closure].into_iter().chain(arguments.iter().copied()).collect();
    let sig = b.module.sig(&send::signature(operands.len()));
    if is_tail {
        b.tail_call_indirect(sig, number, &operands);
        return None;
    }
    Some(b.call_indirect(sig, number, &operands)[0])
}
