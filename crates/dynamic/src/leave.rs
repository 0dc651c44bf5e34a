//! Non-local returns as results: a function that is left gives the null word, and its caller goes on leaving.
//!
//! Which activation is to return, its *home*, and with what, is in the first two of the fiber's own words. Knows
//! nothing of what a home looks like but that it is an object made for one activation.

use purlin_ir::{Block, FuncBuilder, Opcode, Type, Value};

/// The fiber's own word that is the home while functions are being left.
pub const HOME: i64 = 0;
/// The fiber's own word that is what the home returns.
pub const RESULT: i64 = 1;
/// The first of the fiber's own words that is free for guests.
pub const FIRST_FREE: i64 = 2;

/// The fiber's own word of that number; null before it was set.
pub fn local(b: &mut FuncBuilder<'_>, n: i64) -> Value {
    let native = b.module.native("dyn.local", &[Type::I64], &[Type::Dyn]);
    let n = b.iconst(Type::I64, n);
    b.call_native(native, &[n])[0]
}

/// Sets the fiber's own word of that number.
pub fn set_local(b: &mut FuncBuilder<'_>, n: i64, word: Value) {
    let native = b.module.native("dyn.set_local", &[Type::I64, Type::Dyn], &[]);
    let n = b.iconst(Type::I64, n);
    b.call_native(native, &[n, word]);
}

/// Goes to `leaving` if what was called has been left, and else on, where the builder is then.
pub fn check(b: &mut FuncBuilder<'_>, result: Value, leaving: Block) {
    let on = b.block();
    let is_left = is_null(b, result);
    b.brif(is_left, leaving, on);
    b.switch_to(on);
}

fn is_null(b: &mut FuncBuilder<'_>, word: Value) -> Value {
    let null = null(b);
    b.binary(Opcode::Ieq, word, null)
}

/// The null word.
pub fn null(b: &mut FuncBuilder<'_>) -> Value {
    let null = b.null();
    b.op(Opcode::Bitcast, Type::Dyn, &[null])
}

/// Begins to leave for a home, whose function is to return a value: ends the block.
pub fn begin(b: &mut FuncBuilder<'_>, home: Value, value: Value) {
    set_local(b, HOME, home);
    set_local(b, RESULT, value);
    let null = null(b);
    b.ret(&[null]);
}

/// Where a function is being left that is the home of blocks: returns the value if it is the one meant, and else goes
/// on leaving. Ends the block. What is to be done whenever the function is left, is to be done before.
pub fn arrive(b: &mut FuncBuilder<'_>, home: Value) {
    let (own, other) = (b.block(), b.block());
    let wanted = local(b, HOME);
    let is_own = b.binary(Opcode::Ieq, wanted, home);
    b.brif(is_own, own, other);
    b.switch_to(own);
    let (value, null) = (local(b, RESULT), null(b));
    set_local(b, HOME, null);
    b.ret(&[value]);
    b.switch_to(other);
    go_on(b);
}

/// Goes on leaving: ends the block.
pub fn go_on(b: &mut FuncBuilder<'_>) {
    let null = null(b);
    b.ret(&[null]);
}
