//! Tables in a module's data, and loops over them: what a program does when it begins is a list, so that its
//! code is as long as there are kinds of things to be done.

use purlin_ir::{FuncBuilder, Opcode, Type, Value};

/// The address of read-only numbers.
pub(super) fn table(b: &mut FuncBuilder<'_>, numbers: &[u32]) -> Value {
    let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_ne_bytes()).collect();
    let data = b.module.bytes(&bytes);
    b.data_addr(data, 0)
}

/// A number of a row of a table, by the sizes in bytes.
pub(super) fn entry(b: &mut FuncBuilder<'_>, rows: Value, n: Value, size: u32, offset: i64) -> Value {
    let at = b.elem_addr(rows, n, size, offset);
    let number = b.load(Type::I32, at, 0);
    b.op(Opcode::Zext, Type::I64, &[number])
}

/// Does something with the numbers from 0 to below `count`.
pub(super) fn repeat(b: &mut FuncBuilder<'_>, count: usize, each: impl FnOnce(&mut FuncBuilder<'_>, Value)) {
    let [zero, count] = [0, count as i64].map(|n| b.iconst(Type::I64, n));
    between(b, zero, count, each);
}

/// Does something with the numbers from `from` to below `to`.
pub(super) fn between(
    b: &mut FuncBuilder<'_>,
    from: Value,
    to: Value,
    each: impl FnOnce(&mut FuncBuilder<'_>, Value),
) {
    let [head, body, done] = [(); 3].map(|()| b.block());
    let counter = b.var(Type::I64);
    b.def_var(counter, from);
    b.jump(head, &[]);
    b.switch_to(head);
    let n = b.use_var(counter);
    let goes_on = b.binary(Opcode::Slt, n, to);
    b.brif(goes_on, body, done);
    b.switch_to(body);
    each(b, n);
    let one = b.iconst(Type::I64, 1);
    let next = b.binary(Opcode::Iadd, n, one);
    b.def_var(counter, next);
    b.jump(head, &[]);
    b.switch_to(done);
}
