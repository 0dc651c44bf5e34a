//! Arithmetic and comparisons of words: integers and floats in place, the rest on a slow path that the front
//! end writes.
//!
//! Both are questions and results in the shape of which the tiers make one instruction (`docs/dynamic.md`).
//! What an operand is known to be from the op that makes it is not asked again.

use purlin_ir::{Block, FuncBuilder, Opcode, Type, Value};

/// Arithmetic that words can do in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    Add,
    Sub,
    Mul,
    /// Of floats; the quotient of integers is the slow path's.
    Div,
}

/// An order between two words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// An operation whose slow path is being written.
#[must_use]
pub struct Pending {
    join: Block,
    result: Value,
}

impl Pending {
    /// Ends the slow path with its value; the value of the operation. The builder is where all ways meet.
    pub fn end(self, b: &mut FuncBuilder<'_>, slow: Value) -> Value {
        b.jump(self.join, &[slow]);
        b.switch_to(self.join);
        self.result
    }
}

/// What an operand is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KnownKind {
    Nothing,
    Int,
    Float,
}

fn known(b: &FuncBuilder<'_>, value: Value) -> KnownKind {
    match b.func.made_by(value).map(|data| data.op) {
        Some(Opcode::DynFromInt) => KnownKind::Int,
        Some(Opcode::DynFromFloat) => KnownKind::Float,
        // wildcard: what other ops make is either.
        _ => KnownKind::Nothing,
    }
}

/// Whether both operands may be of a sort.
fn may_be(b: &FuncBuilder<'_>, x: Value, y: Value, sort: KnownKind) -> bool {
    [x, y].into_iter().all(|value| [sort, KnownKind::Nothing].contains(&known(b, value)))
}

impl Op {
    fn ints(self) -> Option<(Opcode, Opcode)> {
        match self {
            Op::Add => Some((Opcode::DynAddOk, Opcode::DynAdd)),
            Op::Sub => Some((Opcode::DynSubOk, Opcode::DynSub)),
            Op::Mul => Some((Opcode::DynMulOk, Opcode::DynMul)),
            Op::Div => None,
        }
    }

    fn floats(self) -> (Opcode, Opcode) {
        match self {
            Op::Add => (Opcode::DynFaddOk, Opcode::DynFadd),
            Op::Sub => (Opcode::DynFsubOk, Opcode::DynFsub),
            Op::Mul => (Opcode::DynFmulOk, Opcode::DynFmul),
            Op::Div => (Opcode::DynFdivOk, Opcode::DynFdiv),
        }
    }
}

impl Compare {
    /// Whether two values whose order is known are in this one.
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Compare::Less => order.is_lt(),
            Compare::LessOrEqual => order.is_le(),
            Compare::Greater => order.is_gt(),
            Compare::GreaterOrEqual => order.is_ge(),
        }
    }

    fn ops(self) -> (Opcode, Opcode) {
        match self {
            Compare::Less => (Opcode::DynLt, Opcode::Flt),
            Compare::LessOrEqual => (Opcode::DynLe, Opcode::Fle),
            Compare::Greater => (Opcode::DynGt, Opcode::Fgt),
            Compare::GreaterOrEqual => (Opcode::DynGe, Opcode::Fge),
        }
    }
}

/// Arithmetic on two words. The builder is then in the slow path: operands that are no two integers and no
/// two floats, or have a result that is no word.
pub fn binary(b: &mut FuncBuilder<'_>, op: Op, x: Value, y: Value) -> Pending {
    let join = b.block();
    let result = b.block_param(join, Type::Dyn);
    if let Some(ops) = op.ints().filter(|_| may_be(b, x, y, KnownKind::Int)) {
        ask(b, ops, [x, y], join);
    }
    if may_be(b, x, y, KnownKind::Float) {
        let is_hot = !may_be(b, x, y, KnownKind::Int) || op == Op::Div;
        let good = ask(b, op.floats(), [x, y], join);
        if !is_hot {
            b.cold(good);
        }
    }
    Pending { join, result }
}

/// Computes and joins if the question says so: the block that does. The builder is then where it does not.
fn ask(
    b: &mut FuncBuilder<'_>,
    (question, result): (Opcode, Opcode),
    both: [Value; 2],
    join: Block,
) -> Block {
    let (good, rest) = (b.block(), b.block());
    let is_good = b.op(question, Type::I64, &both);
    b.brif(is_good, good, rest);
    b.switch_to(good);
    let value = b.op(result, Type::I64, &both);
    b.jump(join, &[value]);
    b.cold(rest);
    b.switch_to(rest);
    good
}

/// An operation on two numbers: [`binary`], [`floor_divide`] or [`modulo`].
pub fn number(b: &mut FuncBuilder<'_>, op: crate::number::Op, x: Value, y: Value) -> Pending {
    use crate::number::Op as Number;

    match op {
        Number::Add => binary(b, Op::Add, x, y),
        Number::Subtract => binary(b, Op::Sub, x, y),
        Number::Multiply => binary(b, Op::Mul, x, y),
        Number::Divide => binary(b, Op::Div, x, y),
        Number::FloorDivide => floor_divide(b, x, y),
        Number::Modulo => modulo(b, x, y),
    }
}

/// The quotient of two integers, rounded toward minus infinity. The builder is then in the slow path:
/// operands that are no integers, and a divisor that is not positive.
pub fn floor_divide(b: &mut FuncBuilder<'_>, x: Value, y: Value) -> Pending {
    divide(b, x, y, |b, n, d| {
        let (quotient, sign) = (b.binary(Opcode::Sdiv, n, d), remainder_sign(b, n, d));
        b.binary(Opcode::Iadd, quotient, sign)
    })
}

/// The remainder that goes with [`floor_divide`].
pub fn modulo(b: &mut FuncBuilder<'_>, x: Value, y: Value) -> Pending {
    divide(b, x, y, |b, n, d| {
        let (rest, sign) = (b.binary(Opcode::Srem, n, d), remainder_sign(b, n, d));
        let more = b.binary(Opcode::Iand, sign, d);
        b.binary(Opcode::Iadd, rest, more)
    })
}

/// All ones if the remainder of a division toward zero is negative, else zero.
fn remainder_sign(b: &mut FuncBuilder<'_>, n: Value, d: Value) -> Value {
    let (rest, width) = (b.binary(Opcode::Srem, n, d), b.iconst(Type::I64, 63));
    b.op(Opcode::Sshr, Type::I64, &[rest, width])
}

/// A result of two integers, of which the second is positive; it always fits.
fn divide(
    b: &mut FuncBuilder<'_>,
    x: Value,
    y: Value,
    compute: impl FnOnce(&mut FuncBuilder<'_>, Value, Value) -> Value,
) -> Pending {
    let [ints, good, join, slow] = [(); 4].map(|()| b.block());
    let result = b.block_param(join, Type::Dyn);
    let are_ints = b.op(Opcode::DynInts, Type::I64, &[x, y]);
    b.brif(are_ints, ints, slow);
    b.switch_to(ints);
    let (d, zero) = (b.op(Opcode::DynToInt, Type::I64, &[y]), b.iconst(Type::I64, 0));
    let is_positive = b.binary(Opcode::Sgt, d, zero);
    b.brif(is_positive, good, slow);
    b.switch_to(good);
    let n = b.op(Opcode::DynToInt, Type::I64, &[x]);
    let value = compute(b, n, d);
    let value = b.op(Opcode::DynFromInt, Type::I64, &[value]);
    b.jump(join, &[value]);
    b.cold(slow);
    b.switch_to(slow);
    Pending { join, result }
}

/// Goes to `yes` or `no` by the order of two words. The builder is then in the slow path, which goes there
/// itself.
pub fn compare(b: &mut FuncBuilder<'_>, op: Compare, x: Value, y: Value, yes: Block, no: Block) {
    let (ints, floats) = op.ops();
    if may_be(b, x, y, KnownKind::Int) {
        let (good, rest) = (b.block(), b.block());
        let are_ints = b.op(Opcode::DynInts, Type::I64, &[x, y]);
        b.brif(are_ints, good, rest);
        b.switch_to(good);
        let answer = b.op(ints, Type::I64, &[x, y]);
        b.brif(answer, yes, no);
        b.cold(rest);
        b.switch_to(rest);
    }
    if may_be(b, x, y, KnownKind::Float) {
        let (good, rest) = (b.block(), b.block());
        let are_floats = b.op(Opcode::DynFloats, Type::I64, &[x, y]);
        b.brif(are_floats, good, rest);
        b.cold(good);
        b.switch_to(good);
        let [x, y] = [x, y].map(|word| b.op(Opcode::DynToFloat, Type::I64, &[word]));
        let answer = b.binary(floats, x, y);
        b.brif(answer, yes, no);
        b.cold(rest);
        b.switch_to(rest);
    }
}

/// Goes to `yes` if two words are equal integers or floats, to `no` if they are two integers or two floats
/// that differ. The builder is then in the path of all others.
pub fn equal_numbers(b: &mut FuncBuilder<'_>, x: Value, y: Value, yes: Block, no: Block) {
    equal(b, x, y, yes, no);
    if may_be(b, x, y, KnownKind::Float) {
        let (good, rest) = (b.block(), b.block());
        let are_floats = b.op(Opcode::DynFloats, Type::I64, &[x, y]);
        b.brif(are_floats, good, rest);
        b.cold(good);
        b.switch_to(good);
        let [x, y] = [x, y].map(|word| b.op(Opcode::DynToFloat, Type::I64, &[word]));
        let same = b.binary(Opcode::Feq, x, y);
        b.brif(same, yes, no);
        b.cold(rest);
        b.switch_to(rest);
    }
}

/// Goes to `yes` if two words are equal integers, to `no` if they are integers that differ. The builder is
/// then in the path of all others.
pub fn equal(b: &mut FuncBuilder<'_>, x: Value, y: Value, yes: Block, no: Block) {
    let (good, rest) = (b.block(), b.block());
    let are_ints = b.op(Opcode::DynInts, Type::I64, &[x, y]);
    b.brif(are_ints, good, rest);
    b.switch_to(good);
    let same = b.binary(Opcode::Ieq, x, y);
    b.brif(same, yes, no);
    b.cold(rest);
    b.switch_to(rest);
}

/// An operation on the bits of two integers, of which the result fits whenever both do: `Iand`, `Ior` or
/// `Ixor`. The builder is then in the slow path: operands that are no two integers.
pub fn bitwise(b: &mut FuncBuilder<'_>, op: Opcode, x: Value, y: Value) -> Pending {
    let [good, join, slow] = [(); 3].map(|()| b.block());
    let result = b.block_param(join, Type::Dyn);
    let are_ints = b.op(Opcode::DynInts, Type::I64, &[x, y]);
    b.brif(are_ints, good, slow);
    b.switch_to(good);
    let [n, m] = [x, y].map(|word| b.op(Opcode::DynToInt, Type::I64, &[word]));
    let value = b.binary(op, n, m);
    let value = b.op(Opcode::DynFromInt, Type::I64, &[value]);
    b.jump(join, &[value]);
    b.cold(slow);
    b.switch_to(slow);
    Pending { join, result }
}
