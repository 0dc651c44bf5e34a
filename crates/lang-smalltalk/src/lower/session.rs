//! The module that a session runs in: the library, and what evaluates inputs. The host calls two functions of
//! it, which send a message to nil each.
//!
//! Knows nothing of inputs.

use purlin_base::{Interner, Name};
use purlin_dynamic::{prices, word};
use purlin_ir::{FuncBuilder, FuncId, Module, Opcode, Signature, Type};

use super::{Lowered, Shared, expr, prepare, start};
use crate::ast::arity;
use crate::resolve::code::{Method, Program};

/// The messages to nil that the host's functions send: the first takes an input, the second evaluates it.
const MESSAGES: [&str; 2] = ["loadSession", "runSession"];

/// The module of a session, and the functions that take and evaluate an input. They give 1 where the answer
/// to their message is an integer, and 0 else.
pub(crate) fn lower_session(
    program: &Program,
    names: &mut Interner,
    library: Lowered,
) -> (Module, [FuncId; 2]) {
    let messages = MESSAGES.map(|message| names.intern(message));
    let known = library.symbols.clone();
    let nothing = Method::nothing(names);
    let (mut module, mut shared) = prepare(program, names, Some(library), &nothing);
    shared.is_session = true;
    // A method that is typed is found by the function for what is not understood: each selector that the
    // library has a method for needs one.
    for selector in known {
        let text = shared.text(selector);
        if is_selector(text) {
            let operands = 1 + arity(text);
            expr::not_understood(&mut module, &mut shared, selector, operands);
        }
    }
    start::program(&mut module, &mut shared);
    let functions = messages.map(|message| sending(&mut module, &mut shared, message));
    start::functions(&mut module, &mut shared);
    (module, functions)
}

/// Whether a symbol can be sent: names of classes cannot.
fn is_selector(text: &str) -> bool {
    let is_name = text.starts_with(|c: char| c.is_lowercase() || c == '_')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == ':');
    let is_operator = text.chars().all(|c| c.is_ascii_punctuation() && !"_:.#'\"()[]{}$;^".contains(c));
    !text.is_empty() && (is_name || is_operator)
}

/// A function that sends a message to nil.
fn sending(module: &mut Module, shared: &mut Shared<'_>, message: Name) -> FuncId {
    let id = module.declare(format!("st.{}", shared.text(message)), &Signature::new([], [Type::I64]));
    let mut b = FuncBuilder::new(module, id);
    b.priced();
    b.price(prices::CALL);
    let nil = word::nil(&mut b);
    let answer = start::plain_send(&mut b, shared, message, &[nil]);
    let is_int = b.op(Opcode::DynIsInt, Type::I64, &[answer]);
    let [one, zero] = [1, 0].map(|n| b.iconst(Type::I64, n));
    let taken = b.select(is_int, one, zero);
    b.ret(&[taken]);
    b.finish();
    id
}
