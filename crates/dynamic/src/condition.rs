//! Conditions: branches on words that are true or false, and truth values as words. Knows nothing of what is
//! neither.

use purlin_ir::{Block, FuncBuilder, Opcode, Type, Value};

use crate::word;

/// Goes to `yes` or `no` as the word is true or false. The builder is then in the block, a cold one, of what
/// is neither.
pub fn branch(b: &mut FuncBuilder<'_>, word: Value, yes: Block, no: Block) {
    let (not_true, other) = (b.block(), b.block());
    let is_true = is(b, word, true);
    b.brif(is_true, yes, not_true);
    b.switch_to(not_true);
    let is_false = is(b, word, false);
    b.brif(is_false, no, other);
    b.cold(other);
    b.switch_to(other);
}

/// Whether a word is true, or whether it is false: an `i8`.
pub fn is(b: &mut FuncBuilder<'_>, word: Value, which: bool) -> Value {
    let constant = word::boolean(b, which);
    b.binary(Opcode::Ieq, word, constant)
}

/// True where `yes` is reached and false where `no` is, as a word. The builder is then behind both.
pub fn joined(b: &mut FuncBuilder<'_>, yes: Block, no: Block) -> Value {
    let join = b.block();
    let result = b.block_param(join, Type::Dyn);
    for (block, value) in [(yes, true), (no, false)] {
        b.switch_to(block);
        let value = word::boolean(b, value);
        b.jump(join, &[value]);
    }
    b.switch_to(join);
    result
}

/// A truth value, an `i8`, as a word.
pub fn truth(b: &mut FuncBuilder<'_>, truth: Value) -> Value {
    let (yes, no) = (word::boolean(b, true), word::boolean(b, false));
    b.select(truth, yes, no)
}

/// The opposite of a truth value.
pub fn not(b: &mut FuncBuilder<'_>, truth: Value) -> Value {
    let one = b.iconst(Type::I8, 1);
    b.binary(Opcode::Ixor, truth, one)
}
