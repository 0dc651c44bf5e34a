//! Objects in IR: constants in read-only data, and new objects of which all words are written at once. The
//! first word is the guest's class word; `value` has what natives see of them. Knows no other layout.

use purlin_ir::{ClassDecl, FuncBuilder, Opcode, Pointers, Type, Value};

use crate::word;

/// Bytes of a word.
const WORD: usize = 8;

/// The bytes of an object of these words, of which the first is the class word, and these bytes after them.
pub fn constant_bytes(words: &[i64], bytes: &[u8]) -> Vec<u8> {
    let mut object: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    object.extend_from_slice(bytes);
    object.resize(object.len().next_multiple_of(WORD), 0);
    object
}

/// A read-only object.
pub fn constant(b: &mut FuncBuilder<'_>, words: &[i64], bytes: &[u8]) -> Value {
    let data = b.module.bytes(&constant_bytes(words, bytes));
    let at = b.data_addr(data, 0);
    word::as_dyn(b, at)
}

/// A read-only object of a class word, a length and bytes, as [`value::bytes`](crate::value::bytes) reads it.
pub fn text(b: &mut FuncBuilder<'_>, class: i64, bytes: &[u8]) -> Value {
    let length = purlin_base::word::from_int(bytes.len() as i64) as i64;
    constant(b, &[class, length], bytes)
}

/// A float: a word, or where it is none a read-only object of a class word and its bits.
pub fn float(b: &mut FuncBuilder<'_>, class: i64, x: f64) -> Value {
    word::float(b, x).unwrap_or_else(|| constant(b, &[class, x.to_bits() as i64], &[]))
}

/// A new object of these words, of which the first is the class word, an `i64`. The others are words of the
/// guest, or what `pointers` says is none.
pub fn new(b: &mut FuncBuilder<'_>, pointers: Pointers, words: &[Value]) -> Value {
    made(b, pointers, words, FuncBuilder::store)
}

/// A new object whose words never change, but for the guest's half of the class word. All are loaded by
/// [`FuncBuilder::load_fixed`].
pub fn new_fixed(b: &mut FuncBuilder<'_>, pointers: Pointers, words: &[Value]) -> Value {
    made(b, pointers, words, FuncBuilder::store_fixed)
}

fn made<'m>(
    b: &mut FuncBuilder<'m>,
    pointers: Pointers,
    words: &[Value],
    store: fn(&mut FuncBuilder<'m>, Value, i64, Value),
) -> Value {
    let class = b.module.class(ClassDecl { size: (WORD * words.len()) as u32, pointers });
    let object = b.alloc(class);
    for (n, value) in words.iter().enumerate() {
        store(b, object, (WORD * n) as i64, *value);
    }
    word::as_dyn(b, object)
}

/// A word of an object, by its number; 0 is the class word.
pub fn field(b: &mut FuncBuilder<'_>, object: Value, n: usize) -> Value {
    let object = word::as_ref(b, object);
    b.load(Type::Dyn, object, (WORD * n) as i64)
}

/// Whether an object, which is no null and no other word, has that class word: an `i8`.
pub fn is_of(b: &mut FuncBuilder<'_>, object: Value, class: i64) -> Value {
    let object = word::as_ref(b, object);
    let (found, class) = (b.load(Type::I64, object, 0), b.iconst(Type::I64, class));
    b.binary(Opcode::Ieq, found, class)
}
