//! Every op on every width against a reference in Rust.

mod common;

use common::{Rig, define, done, run, run_words};
use purlin_base::{nan, word};
use purlin_ir::builder::truncate;
use purlin_ir::{ClassDecl, FuncId, Module, Opcode, Pointers, Type};
use purlin_runtime::Vm;
use purlin_runtime::helpers::{float_to_sint, float_to_uint};
use purlin_runtime::trap::TrapKind;
use purlin_runtime::vm::Outcome;

const INTS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];

fn samples() -> Vec<i64> {
    let mut all = vec![0, 1, -1, 2, -2, 3, 7, -7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 100, -100, 1000, 12345];
    for bits in [7, 8, 15, 16, 31, 32, 62, 63] {
        let power = 1i64.wrapping_shl(bits);
        all.extend([power, power.wrapping_sub(1), power.wrapping_neg(), power.wrapping_add(1)]);
    }
    all.push(i64::MIN);
    all
}

fn unsigned(ty: Type, x: i64) -> u64 {
    x as u64 & (u64::MAX >> (64 - ty.bits()))
}

/// What a two-operand integer op yields; `None` if it traps.
fn reference(op: Opcode, ty: Type, a: i64, b: i64) -> Option<i64> {
    let (ua, ub) = (unsigned(ty, a), unsigned(ty, b));
    let wide = |x: i128| i64::from(x != i128::from(truncate(ty, x as i64)));
    let (ia, ib) = (i128::from(a), i128::from(b));
    let width = u64::from(ty.bits());
    let count = b as u64;
    let value = match op {
        Opcode::Iadd => a.wrapping_add(b),
        Opcode::Isub => a.wrapping_sub(b),
        Opcode::Imul => a.wrapping_mul(b),
        Opcode::UmulHigh => ((u128::from(ua) * u128::from(ub)) >> width) as i64,
        Opcode::Iand => a & b,
        Opcode::Ior => a | b,
        Opcode::Ixor => a ^ b,
        Opcode::Sdiv if b != 0 => a.wrapping_div(b),
        Opcode::Srem if b != 0 => a.wrapping_rem(b),
        Opcode::Udiv if b != 0 => (ua / ub) as i64,
        Opcode::Urem if b != 0 => (ua % ub) as i64,
        Opcode::Shl if count < width => a.wrapping_shl(count as u32),
        Opcode::Ushr if count < width => (ua >> count) as i64,
        Opcode::Shl | Opcode::Ushr => 0,
        Opcode::Sshr => a >> count.min(width - 1),
        Opcode::SaddOvf => wide(ia + ib),
        Opcode::SsubOvf => wide(ia - ib),
        Opcode::SmulOvf => wide(ia * ib),
        Opcode::Ieq => i64::from(a == b),
        Opcode::Ine => i64::from(a != b),
        Opcode::Slt => i64::from(a < b),
        Opcode::Sle => i64::from(a <= b),
        Opcode::Sgt => i64::from(a > b),
        Opcode::Sge => i64::from(a >= b),
        Opcode::Ult => i64::from(ua < ub),
        Opcode::Ule => i64::from(ua <= ub),
        Opcode::Ugt => i64::from(ua > ub),
        Opcode::Uge => i64::from(ua >= ub),
        _ => return None,
    };
    let narrow = op.row().yields == purlin_ir::Yield::T;
    Some(if narrow { truncate(ty, value) } else { value })
}

const BINARY: [Opcode; 27] = [
    Opcode::Iadd,
    Opcode::Isub,
    Opcode::Imul,
    Opcode::UmulHigh,
    Opcode::Iand,
    Opcode::Ior,
    Opcode::Ixor,
    Opcode::Sdiv,
    Opcode::Srem,
    Opcode::Udiv,
    Opcode::Urem,
    Opcode::Shl,
    Opcode::Sshr,
    Opcode::Ushr,
    Opcode::SaddOvf,
    Opcode::SsubOvf,
    Opcode::SmulOvf,
    Opcode::Ieq,
    Opcode::Ine,
    Opcode::Slt,
    Opcode::Sle,
    Opcode::Sgt,
    Opcode::Sge,
    Opcode::Ult,
    Opcode::Ule,
    Opcode::Ugt,
    Opcode::Uge,
];

fn is_shift(op: Opcode) -> bool {
    matches!(op, Opcode::Shl | Opcode::Sshr | Opcode::Ushr)
}

fn check(vm: &mut Vm, func: u32, want: Option<i64>, args: &[i64], what: &str) {
    match (run_words(vm, func, args.iter().map(|a| *a as u64).collect()), want) {
        (Outcome::Done(values), Some(want)) => assert_eq!(values, [want as u64], "{what} {args:?}"),
        (Outcome::Trap(trap), None) => assert_eq!(trap.kind, TrapKind::Uncaught, "{what} {args:?}"),
        (outcome, want) => panic!("{what} {args:?}: {outcome:?}, not {want:?}"),
    }
}

#[test]
fn integers_with_two_operands() {
    let mut module = Module::new();
    let mut cases = Vec::new();
    for op in BINARY {
        for ty in INTS {
            let second = if is_shift(op) { Type::I64 } else { ty };
            let result = if op.row().yields == purlin_ir::Yield::T { ty } else { Type::I8 };
            let f = define(&mut module, op.row().text, &[ty, second], &[result], |b| {
                let (x, y) = (b.param(0), b.param(1));
                let z = b.op(op, ty, &[x, y]);
                b.ret(&[z]);
            });
            cases.push((op, ty, second, f));
        }
    }
    let (mut vm, _) = Rig::new(module).build();
    for (op, ty, second, f) in cases {
        for a in samples() {
            for b in samples() {
                let (a, b) = (truncate(ty, a), truncate(second, b));
                check(&mut vm, f.as_u32(), reference(op, ty, a, b), &[a, b], op.row().text);
            }
        }
    }
}

/// Two shifts of a value and their union are one instruction where they make a rotation, and what they are
/// where they do not: by constants, by what is masked, by what may be the width.
#[test]
fn rotations() {
    let mut module = Module::new();
    let mut cases = Vec::new();
    let shifted = |ty: Type, x: i64, left: u64, right: u64, op: Opcode| {
        let (left, right) = (left as i64, right as i64);
        let [a, b] =
            [(Opcode::Shl, left), (Opcode::Ushr, right)].map(|(op, n)| reference(op, ty, x, n).unwrap());
        reference(op, ty, a, b).unwrap()
    };
    for ty in INTS {
        let width = i64::from(ty.bits());
        for (n, op) in (-1..=width + 1).zip([Opcode::Ior, Opcode::Ixor, Opcode::Iadd].into_iter().cycle()) {
            for (m, turned) in [(width - n, false), (width - n, true), (width - n - 1, false), (width, true)]
            {
                let f = define(&mut module, "by a constant", &[ty, Type::I64], &[ty], |b| {
                    let (x, left, right) = (b.param(0), b.iconst(Type::I64, n), b.iconst(Type::I64, m));
                    let (a, c) = (b.op(Opcode::Shl, ty, &[x, left]), b.op(Opcode::Ushr, ty, &[x, right]));
                    let z = b.op(op, ty, &if turned { [c, a] } else { [a, c] });
                    b.ret(&[z]);
                });
                let want: Box<dyn Fn(i64, i64) -> i64> =
                    Box::new(move |x, _| shifted(ty, x, n as u64, m as u64, op));
                cases.push((f, ty, want));
            }
        }
        for mask in [width - 1, 3, 2 * width - 1, -1] {
            let f = define(&mut module, "by a variable", &[ty, Type::I64], &[ty], |b| {
                let (x, n) = (b.param(0), b.param(1));
                let (mask, width) = (b.iconst(Type::I64, mask), b.iconst(Type::I64, width));
                let n = b.binary(Opcode::Iand, n, mask);
                let m = b.binary(Opcode::Isub, width, n);
                let (a, c) = (b.op(Opcode::Shl, ty, &[x, n]), b.op(Opcode::Ushr, ty, &[x, m]));
                let z = b.op(Opcode::Ior, ty, &[c, a]);
                b.ret(&[z]);
            });
            let want: Box<dyn Fn(i64, i64) -> i64> = Box::new(move |x, n| {
                let n = n & mask;
                shifted(ty, x, n as u64, width.wrapping_sub(n) as u64, Opcode::Ior)
            });
            cases.push((f, ty, want));
        }
    }
    let (mut vm, _) = Rig::new(module).build();
    for (f, ty, want) in cases {
        for a in samples() {
            for n in [0, 1, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, -1] {
                let a = truncate(ty, a);
                check(&mut vm, f.as_u32(), Some(want(a, n)), &[a, n], "rotation");
            }
        }
    }
}

/// Constants take other ways through the lowering: no test for zero, no select behind a shift.
#[test]
fn integers_with_a_constant_operand() {
    let mut module = Module::new();
    let mut cases = Vec::new();
    for op in BINARY {
        for ty in INTS {
            for c in [0, 1, -1, 2, 3, 7, 8, 10, 31, 32, 64, 100, -7, i64::MIN] {
                let second = if is_shift(op) { Type::I64 } else { ty };
                let c = truncate(second, c);
                let result = if op.row().yields == purlin_ir::Yield::T { ty } else { Type::I8 };
                let f = define(&mut module, op.row().text, &[ty], &[result], |b| {
                    let x = b.param(0);
                    let y = b.iconst(second, c);
                    let z = b.op(op, ty, &[x, y]);
                    b.ret(&[z]);
                });
                cases.push((op, ty, c, f));
            }
        }
    }
    let mut rig = Rig::new(module);
    rig.tweak = |c| c.verify = false;
    let (mut vm, _) = rig.build();
    for (op, ty, c, f) in cases {
        for a in samples() {
            let a = truncate(ty, a);
            check(&mut vm, f.as_u32(), reference(op, ty, a, c), &[a], &format!("{} {c}", op.row().text));
        }
    }
}

#[test]
fn masked_shifts() {
    for (op, ty) in [(Opcode::Shl, Type::I64), (Opcode::Sshr, Type::I32), (Opcode::Ushr, Type::I8)] {
        let mut module = Module::new();
        let mask = i64::from(ty.bits()) - 1;
        let f = define(&mut module, "masked", &[ty, Type::I64], &[ty], |b| {
            let m = b.iconst(Type::I64, mask);
            let n = b.binary(Opcode::Iand, b.param(1), m);
            let z = b.op(op, ty, &[b.param(0), n]);
            b.ret(&[z]);
        });
        let (mut vm, _) = Rig::new(module).build();
        for a in samples() {
            for n in samples() {
                let a = truncate(ty, a);
                check(&mut vm, f.as_u32(), reference(op, ty, a, n & mask), &[a, n], op.row().text);
            }
        }
    }
}

#[test]
fn integers_with_one_operand_and_resizing() {
    let mut module = Module::new();
    let mut cases = Vec::new();
    for from in INTS {
        for to in INTS {
            let ops: &[Opcode] = match from.bits().cmp(&to.bits()) {
                std::cmp::Ordering::Less => &[Opcode::Sext, Opcode::Zext],
                std::cmp::Ordering::Equal => {
                    &[Opcode::Ineg, Opcode::Inot, Opcode::Popcnt, Opcode::Clz, Opcode::Ctz, Opcode::Bswap]
                }
                std::cmp::Ordering::Greater => &[Opcode::Itrunc],
            };
            for op in ops {
                let f = define(&mut module, op.row().text, &[from], &[to], |b| {
                    let z = b.op(*op, to, &[b.param(0)]);
                    b.ret(&[z]);
                });
                cases.push((*op, from, to, f));
            }
        }
    }
    let (mut vm, _) = Rig::new(module).build();
    for (op, from, to, f) in cases {
        for a in samples() {
            let a = truncate(from, a);
            let want = match op {
                Opcode::Sext => a,
                Opcode::Zext => unsigned(from, a) as i64,
                Opcode::Ineg => a.wrapping_neg(),
                Opcode::Inot => !a,
                Opcode::Popcnt => unsigned(from, a).count_ones().into(),
                Opcode::Clz => i64::from(unsigned(from, a).leading_zeros()) + i64::from(from.bits()) - 64,
                Opcode::Ctz => unsigned(from, a).trailing_zeros().min(from.bits()).into(),
                Opcode::Bswap => a.swap_bytes() >> (64 - from.bits()),
                _ => a,
            };
            check(&mut vm, f.as_u32(), Some(truncate(to, want)), &[a], op.row().text);
        }
    }
}

fn floats() -> Vec<f64> {
    let mut all =
        vec![0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e300, -1e300, 1e-310, f64::NAN, -f64::NAN];
    all.extend([f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 4294967296.5, 1e19, -1e19]);
    for bits in [31, 32, 52, 53, 62, 63, 64] {
        let power = 2f64.powi(bits);
        all.extend([power, -power, power.next_down(), power.next_up(), -(power.next_up())]);
    }
    all
}

/// Equal bits, or both NaN.
fn similar(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// Of two NaNs `fadd` and `fmul` may yield either; otherwise the machine's arithmetic decides each bit.
fn same(a: f64, b: f64, op: Opcode, args: [f64; 2]) -> bool {
    let free = matches!(op, Opcode::Fadd | Opcode::Fmul) && args.iter().all(|x| x.is_nan());
    if free { similar(a, b) } else { a.to_bits() == b.to_bits() }
}

#[test]
fn floats_with_two_operands() {
    type F = (Opcode, fn(f64, f64) -> f64, fn(f32, f32) -> f32);
    let arithmetic: [F; 4] = [
        (Opcode::Fadd, |a, b| a + b, |a, b| a + b),
        (Opcode::Fsub, |a, b| a - b, |a, b| a - b),
        (Opcode::Fmul, |a, b| a * b, |a, b| a * b),
        (Opcode::Fdiv, |a, b| a / b, |a, b| a / b),
    ];
    for (op, wide, narrow) in arithmetic {
        let mut module = Module::new();
        let [f64s, f32s] = [Type::F64, Type::F32].map(|ty| {
            define(&mut module, op.row().text, &[ty, ty], &[ty], |b| {
                let z = b.op(op, ty, &[b.param(0), b.param(1)]);
                b.ret(&[z]);
            })
        });
        let (mut vm, _) = Rig::new(module).build();
        for a in floats() {
            for b in floats() {
                let got = done(run_words(&mut vm, f64s.as_u32(), vec![a.to_bits(), b.to_bits()]))[0];
                assert!(same(f64::from_bits(got), wide(a, b), op, [a, b]), "{} {a} {b}", op.row().text);
                let (a, b) = (a as f32, b as f32);
                let args = vec![u64::from(a.to_bits()), u64::from(b.to_bits())];
                let got = f32::from_bits(done(run_words(&mut vm, f32s.as_u32(), args))[0] as u32);
                let (got, want) = (f64::from(got), f64::from(narrow(a, b)));
                assert!(same(got, want, op, [a.into(), b.into()]), "{} {a} {b}", op.row().text);
            }
        }
    }
}

#[test]
fn signs_of_floats() {
    let mut module = Module::new();
    let [wide, narrow] = [Type::F64, Type::F32].map(|ty| {
        define(&mut module, "sign", &[ty, ty], &[ty], |b| {
            let z = b.op(Opcode::Fcopysign, ty, &[b.param(0), b.param(1)]);
            b.ret(&[z]);
        })
    });
    let (mut vm, _) = Rig::new(module).build();
    for a in floats() {
        for b in floats().into_iter().chain([f64::from_bits(nan::MADE_64 | 1)]) {
            let want = a.copysign(f64::from_bits(nan::seen_64(b.to_bits()))).to_bits();
            assert_eq!(
                done(run_words(&mut vm, wide.as_u32(), vec![a.to_bits(), b.to_bits()])),
                [want],
                "{a} {b}"
            );
            let (a, b) = (a as f32, b as f32);
            let want = a.copysign(f32::from_bits(nan::seen_32(b.to_bits()))).to_bits();
            let args = vec![u64::from(a.to_bits()), u64::from(b.to_bits())];
            assert_eq!(done(run_words(&mut vm, narrow.as_u32(), args))[0] as u32, want, "{a} {b}");
        }
    }
}

#[test]
fn float_comparisons() {
    type F = (Opcode, fn(&f64, &f64) -> bool);
    let orders: [F; 6] = [
        (Opcode::Feq, f64::eq),
        (Opcode::Fne, f64::ne),
        (Opcode::Flt, f64::lt),
        (Opcode::Fle, f64::le),
        (Opcode::Fgt, f64::gt),
        (Opcode::Fge, f64::ge),
    ];
    for (op, order) in orders {
        let mut module = Module::new();
        let f = define(&mut module, op.row().text, &[Type::F64, Type::F64], &[Type::I8, Type::I64], |b| {
            let z = b.op(op, Type::F64, &[b.param(0), b.param(1)]);
            // Once as a value, once as a condition.
            let (yes, no) = (b.block(), b.block());
            b.brif(z, yes, no);
            for (block, n) in [(yes, 1), (no, 0)] {
                b.switch_to(block);
                let n = b.iconst(Type::I64, n);
                b.ret(&[z, n]);
            }
        });
        let (mut vm, _) = Rig::new(module).build();
        for a in floats() {
            for b in floats() {
                let want = u64::from(order(&a, &b));
                let got = done(run_words(&mut vm, f.as_u32(), vec![a.to_bits(), b.to_bits()]));
                assert_eq!(got, [want, want], "{} {a} {b}", op.row().text);
            }
        }
    }
}

#[test]
fn floats_with_one_operand() {
    type F = (Opcode, fn(f64) -> f64);
    let ops: [F; 7] = [
        (Opcode::Fneg, |a| -a),
        (Opcode::Fabs, f64::abs),
        (Opcode::Fsqrt, f64::sqrt),
        (Opcode::Ffloor, f64::floor),
        (Opcode::Fceil, f64::ceil),
        (Opcode::Ftrunc, f64::trunc),
        (Opcode::Fround, f64::round_ties_even),
    ];
    let mut module = Module::new();
    let mut cases = Vec::new();
    for (op, want) in ops {
        let f = define(&mut module, op.row().text, &[Type::F64], &[Type::F64], |b| {
            let z = b.op(op, Type::F64, &[b.param(0)]);
            b.ret(&[z]);
        });
        cases.push((op, want, f));
    }
    let (mut vm, _) = Rig::new(module).build();
    for (op, want, f) in cases {
        for a in floats() {
            let got = f64::from_bits(done(run_words(&mut vm, f.as_u32(), vec![a.to_bits()]))[0]);
            assert_eq!(got.to_bits(), want(a).to_bits(), "{} {a}: {got}", op.row().text);
        }
    }
}

#[test]
fn conversions_between_floats_and_integers() {
    let mut module = Module::new();
    let mut one = |name: &str, from: Type, to: Type, op: Opcode| {
        define(&mut module, name, &[from], &[to], |b| {
            let z = b.op(op, to, &[b.param(0)]);
            b.ret(&[z]);
        })
    };
    let sint = one("sint", Type::F64, Type::I64, Opcode::FloatToSint);
    let uint = one("uint", Type::F64, Type::I64, Opcode::FloatToUint);
    let sint32 = one("sint32", Type::F32, Type::I64, Opcode::FloatToSint);
    let promote = one("promote", Type::F32, Type::F64, Opcode::Fpromote);
    let demote = one("demote", Type::F64, Type::F32, Opcode::Fdemote);
    let bits = one("bits", Type::F64, Type::I64, Opcode::Bitcast);
    let bits32 = one("bits32", Type::F32, Type::I32, Opcode::Bitcast);
    let from: Vec<_> = INTS
        .into_iter()
        .flat_map(|ty| [(ty, Opcode::SintToFloat), (ty, Opcode::UintToFloat)])
        .flat_map(|(ty, op)| [(ty, op, Type::F64), (ty, op, Type::F32)])
        .map(|(ty, op, to)| (ty, op, to, one("from", ty, to, op)))
        .collect();
    let (mut vm, _) = Rig::new(module).build();
    for x in floats() {
        let mut get = |f: purlin_ir::FuncId, bits: u64| done(run_words(&mut vm, f.as_u32(), vec![bits]))[0];
        assert_eq!(get(sint, x.to_bits()) as i64, float_to_sint(x), "{x}");
        assert_eq!(get(uint, x.to_bits()), float_to_uint(x), "{x}");
        assert_eq!(get(bits, x.to_bits()), nan::seen_64(x.to_bits()));
        assert_eq!(get(bits32, u64::from((x as f32).to_bits())) as u32, nan::seen_32((x as f32).to_bits()));
        let small = x as f32;
        assert_eq!(get(sint32, u64::from(small.to_bits())) as i64, float_to_sint(f64::from(small)), "{x}");
        assert_eq!(get(promote, u64::from(small.to_bits())), f64::from(small).to_bits(), "{x}");
        assert_eq!(get(demote, x.to_bits()) as u32, small.to_bits(), "{x}");
    }
    for (ty, op, to, f) in from {
        for a in samples() {
            let a = truncate(ty, a);
            let got = done(run_words(&mut vm, f.as_u32(), vec![a as u64]))[0];
            let signed = op == Opcode::SintToFloat;
            let u = unsigned(ty, a);
            let want = match (to, signed) {
                (Type::F32, true) => u64::from((a as f32).to_bits()),
                (Type::F32, false) => u64::from((u as f32).to_bits()),
                (_, true) => (a as f64).to_bits(),
                (_, false) => (u as f64).to_bits(),
            };
            assert_eq!(got, want, "{} {ty} {a} to {to}", op.row().text);
        }
    }
}

/// Words at which arithmetic changes: integers at the ends, floats of every class, immediates, a reference.
fn words() -> Vec<u64> {
    let ints = [0, 1, -1, 2, 7, 1 << 31, -(1 << 40), word::MAX_INT, word::MIN_INT, word::MAX_INT - 1];
    let floats = [0.0, -0.0, 1.5, -2.0, 1e60, 1e-60, 1e76, f64::INFINITY, f64::NAN, 5e-324];
    let mut words: Vec<u64> = ints.into_iter().map(word::from_int).collect();
    words.extend(floats.into_iter().map(word::from_float));
    words.extend([0, 4096, word::from_imm(2, 0), word::from_imm(31, -1)]);
    words
}

type Asked = fn(u64, u64) -> bool;
type Answered = fn(u64, u64) -> u64;

fn float_ok(f: fn(f64, f64) -> f64, a: u64, b: u64) -> bool {
    word::floats(a, b) && word::float_fits(f(word::to_float(a), word::to_float(b)))
}

const QUESTIONS: [(Opcode, Opcode, Asked, Answered); 7] = [
    (
        Opcode::DynAddOk,
        Opcode::DynAdd,
        |a, b| word::ints(a, b) && !word::add(a, b).1,
        |a, b| word::add(a, b).0,
    ),
    (
        Opcode::DynSubOk,
        Opcode::DynSub,
        |a, b| word::ints(a, b) && !word::sub(a, b).1,
        |a, b| word::sub(a, b).0,
    ),
    (
        Opcode::DynMulOk,
        Opcode::DynMul,
        |a, b| word::ints(a, b) && !word::mul(a, b).1,
        |a, b| word::mul(a, b).0,
    ),
    (
        Opcode::DynFaddOk,
        Opcode::DynFadd,
        |a, b| float_ok(|x, y| x + y, a, b),
        |a, b| word::from_float(word::to_float(a) + word::to_float(b)),
    ),
    (
        Opcode::DynFsubOk,
        Opcode::DynFsub,
        |a, b| float_ok(|x, y| x - y, a, b),
        |a, b| word::from_float(word::to_float(a) - word::to_float(b)),
    ),
    (
        Opcode::DynFmulOk,
        Opcode::DynFmul,
        |a, b| float_ok(|x, y| x * y, a, b),
        |a, b| word::from_float(word::to_float(a) * word::to_float(b)),
    ),
    (
        Opcode::DynFdivOk,
        Opcode::DynFdiv,
        |a, b| float_ok(|x, y| x / y, a, b),
        |a, b| word::from_float(word::to_float(a) / word::to_float(b)),
    ),
];

/// Each question and its result, as values and as the branch that makes one of them.
#[test]
fn questions_and_results() {
    let mut module = Module::new();
    let dyns = [Type::Dyn, Type::Dyn];
    let apart = QUESTIONS.map(|(question, result, ..)| {
        define(&mut module, "apart", &dyns, &[Type::I8, Type::Dyn], |b| {
            let (x, y) = (b.param(0), b.param(1));
            let is = b.op(question, Type::I64, &[x, y]);
            let value = b.op(result, Type::I64, &[x, y]);
            b.ret(&[is, value]);
        })
    });
    let joined = QUESTIONS.map(|(question, result, ..)| {
        define(&mut module, "joined", &dyns, &[Type::I8, Type::Dyn], |b| {
            let (x, y) = (b.param(0), b.param(1));
            let is = b.op(question, Type::I64, &[x, y]);
            let (yes, no) = (b.block(), b.block());
            b.brif(is, yes, no);
            b.switch_to(yes);
            let value = b.op(result, Type::I64, &[x, y]);
            let one = b.iconst(Type::I8, 1);
            b.ret(&[one, value]);
            b.switch_to(no);
            let zero = b.iconst(Type::I8, 0);
            b.ret(&[zero, y]);
        })
    });
    let (mut vm, _) = Rig::new(module).build();
    let mut call = |func: FuncId, args: &[u64]| done(run_words(&mut vm, func.as_u32(), args.to_vec()));
    for (n, (question, _, asked, computed)) in QUESTIONS.into_iter().enumerate() {
        for (a, b) in words().into_iter().flat_map(|a| words().into_iter().map(move |b| (a, b))) {
            let is = u64::from(asked(a, b));
            let name = question.row().text;
            assert_eq!(call(apart[n], &[a, b])[0], is, "{name} {a:#x} {b:#x}");
            let want = if is == 1 { computed(a, b) } else { b };
            assert_eq!(call(joined[n], &[a, b]), [is, want], "{name} {a:#x} {b:#x}");
            if is == 1 {
                assert_eq!(call(apart[n], &[a, b])[1], want, "{name} {a:#x} {b:#x}");
            }
        }
    }
}

#[test]
fn tagged_words_selects_and_switches() {
    let mut module = Module::new();
    let f = define(&mut module, "f", &[Type::I64], &[Type::I8, Type::I64, Type::I8, Type::I64], |b| {
        let x = b.param(0);
        let tagged = b.op(Opcode::DynFromInt, Type::I64, &[x]);
        let is = b.op(Opcode::DynIsInt, Type::I64, &[tagged]);
        let back = b.op(Opcode::DynToInt, Type::I64, &[tagged]);
        let fits = b.op(Opcode::DynFits, Type::I64, &[x]);
        let same = b.select(fits, back, x);
        b.ret(&[is, back, fits, same]);
    });
    let g = define(&mut module, "g", &[Type::I8], &[Type::I64], |b| {
        let cases: Vec<_> = [-3i64, 5, -128, 127, 0, 1, 2].into_iter().map(|c| (c, b.block())).collect();
        let other = b.block();
        b.switch(b.param(0), &cases, other);
        for (c, block) in cases.into_iter().chain([(1000, other)]) {
            b.switch_to(block);
            let c = b.iconst(Type::I64, c);
            b.ret(&[c]);
        }
    });
    let (mut vm, _) = Rig::new(module).build();
    for a in samples() {
        let fits = word::fits(a);
        let want = [1, word::to_int(word::from_int(a)) as u64, u64::from(fits), a as u64];
        assert_eq!(done(run_words(&mut vm, f.as_u32(), vec![a as u64])), want);
    }
    for a in i8::MIN..=i8::MAX {
        let a = i64::from(a);
        let want = if [-3, 5, -128, 127, 0, 1, 2].contains(&a) { a } else { 1000 };
        assert_eq!(done(run_words(&mut vm, g.as_u32(), vec![a as u64])), [want as u64]);
    }
}

#[test]
fn memory_of_every_kind() {
    let mut module = Module::new();
    let class = module.class(ClassDecl { size: 64, pointers: Pointers::None });
    let data = module.bytes(b"purlin..and more");
    module.globals.push(purlin_ir::GlobalDecl { name: "a".into(), size: 24 });
    let global = module.globals.push(purlin_ir::GlobalDecl { name: "b".into(), size: 8 });
    let types = [Type::I8, Type::I16, Type::I32, Type::I64, Type::F32, Type::F64];
    let f = define(&mut module, "f", &types, &types, |b| {
        let object = b.alloc(class);
        let slot = b.slot(64);
        let slots = b.stack_addr(slot);
        let n = b.iconst(Type::I64, 64);
        for (at, _) in types.iter().enumerate() {
            b.store(object, 8 * at as i64, b.param(at));
        }
        b.effect(Opcode::Copy, &[slots, object, n]);
        b.effect(Opcode::Zero, &[object, n]);
        let all: Vec<_> =
            types.iter().enumerate().map(|(at, ty)| b.load(*ty, slots, 8 * at as i64)).collect();
        b.ret(&all);
    });
    let g = define(&mut module, "g", &[Type::I64], &[Type::I8, Type::I64, Type::I64, Type::Ref], |b| {
        let at = b.data_addr(data, 2);
        let third = b.elem_addr(at, b.param(0), 3, 1);
        let byte = b.load(Type::I8, third, 0);
        let here = b.global_addr(global, 0);
        let before = b.load(Type::I64, here, 0);
        b.store(here, 0, b.param(0));
        let after = b.load(Type::I64, here, 0);
        let null = b.null();
        b.ret(&[byte, before, after, null]);
    });
    let (mut vm, _) = Rig::new(module).build();
    let args = vec![-7i64 as u64, -30000i64 as u64, 1 << 30, u64::MAX / 3, u64::from(2.5f32.to_bits()), 9];
    assert_eq!(done(run_words(&mut vm, f.as_u32(), args.clone())), args);
    assert_eq!(done(run_words(&mut vm, g.as_u32(), vec![2])), [u64::from(b'n'), 0, 2, 0]);
    assert_eq!(done(run_words(&mut vm, g.as_u32(), vec![1])), [u64::from(b'.'), 2, 1, 0]);
}

#[test]
fn interfaces() {
    let mut module = Module::new();
    module.type_count = 4;
    let sig = [Type::I64];
    let [one, two] = [1, 2].map(|n| {
        define(&mut module, "m", &[], &sig, |b| {
            let n = b.iconst(Type::I64, n);
            b.ret(&[n]);
        })
    });
    let methods = vec![(1, one), (3, two)];
    module.selectors.push(purlin_ir::SelectorDecl { name: "other".into(), methods: vec![] });
    let selector = module.selectors.push(purlin_ir::SelectorDecl { name: "m".into(), methods });
    module.interfaces.push(purlin_ir::InterfaceDecl { name: "none".into(), types: vec![] });
    let iface = module.interfaces.push(purlin_ir::InterfaceDecl { name: "M".into(), types: vec![1, 3] });
    let f = define(&mut module, "f", &[Type::I64], &[Type::I64], |b| {
        let ty = b.param(0);
        let is = b.implements(iface, ty);
        let (yes, no) = (b.block(), b.block());
        b.brif(is, yes, no);
        b.switch_to(yes);
        let method = b.iface_method(selector, ty);
        let sig = b.module.sig(&purlin_ir::Signature::new([], [Type::I64]));
        let results = b.call_indirect(sig, method, &[]);
        b.ret(&results);
        b.switch_to(no);
        let none = b.iconst(Type::I64, -1);
        b.ret(&[none]);
    });
    let (mut vm, _) = Rig::new(module).build();
    let all: Vec<_> = (0..4).map(|ty| done(run_words(&mut vm, f.as_u32(), vec![ty]))[0] as i64).collect();
    assert_eq!(all, [-1, 1, -1, 2]);
}

#[test]
fn narrow_values_survive_a_function() {
    let mut module = Module::new();
    let f = define(
        &mut module,
        "id",
        &[Type::I8, Type::I16, Type::I32],
        &[Type::I8, Type::I16, Type::I32],
        |b| {
            let all: Vec<_> = (0..3).map(|n| b.param(n)).collect();
            b.ret(&all);
        },
    );
    let args = [-1i64, -2, -3].map(|x| x as u64);
    assert_eq!(run(module, f, &args), args);
}
