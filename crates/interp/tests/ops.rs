//! Every op on values, in every width, with operands in registers, as constants on either side, and as the
//! condition of a branch, against a plain evaluation.

mod common;
#[path = "common/eval.rs"]
mod eval;

use std::fmt::Write as _;

use common::{Setup, isolate, parse, run_words};
use purlin_base::{TrapCode, word};
use purlin_ir::{Opcode, Operand, Type, TypeClass, Yield};
use purlin_runtime::vm::Outcome;
use purlin_runtime::words::Words;

/// Interesting values of a type, in the form of slots.
fn samples(ty: Type) -> Vec<u64> {
    let ints = [
        0i128,
        1,
        2,
        3,
        7,
        8,
        31,
        32,
        63,
        64,
        100,
        127,
        128,
        255,
        256,
        32767,
        32768,
        65535,
        1 << 31,
        1 << 32,
    ];
    let ints = ints.iter().flat_map(|n| [*n, -*n, n - 1, -*n - 1]).chain([i128::from(i64::MAX), 1 << 62]);
    let floats = [
        0.0,
        0.5,
        1.0,
        1.5,
        2.5,
        3.0,
        1e10,
        1e19,
        1e300,
        9.3e18,
        1.8446744073709552e19,
        f64::MIN_POSITIVE,
        f64::INFINITY,
    ];
    let floats = floats.iter().flat_map(|x| [*x, -*x]).chain([f64::NAN, -f64::NAN, 0.1]);
    let mut list: Vec<u64> = match ty {
        Type::F64 => floats.map(f64::to_bits).chain([0x7ff0_0000_0000_0001]).collect(),
        Type::F32 => floats.map(|x| u64::from((x as f32).to_bits())).collect(),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::Ref => ints.map(|n| eval::wrap(ty, n)).collect(),
        Type::Dyn => {
            let ends =
                [word::MAX_INT, word::MIN_INT, word::MAX_INT - 1, 1, 2, -3, 1 << 31].map(word::from_int);
            let floats = [0.0, 1.5, -2.0, 1e60, 1e-60, 1e76, f64::INFINITY].map(word::from_float);
            let others = [0, word::from_imm(2, 0), word::from_imm(31, -1)];
            ends.into_iter().chain(floats).chain(others).collect()
        }
    };
    list.sort_unstable();
    list.dedup();
    list
}

fn constant(ty: Type, bits: u64) -> Option<String> {
    match ty {
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => Some(format!("iconst.{ty} {}", bits as i64)),
        Type::F32 => Some(format!("fconst.f32 bits {bits:#x}")),
        Type::F64 => Some(format!("fconst.f64 bits {bits:#x}")),
        Type::Ref | Type::Dyn => None,
    }
}

struct Case {
    op: Opcode,
    ty: Type,
    params: Vec<Type>,
    result: Type,
}

/// Whether an op is one on values alone, all of which are operands.
fn is_of_values(op: Opcode) -> bool {
    let row = op.row();
    let memory = matches!(op, Opcode::ElemAddr | Opcode::FieldAddr) || row.operands.is_empty();
    // Their kind is an immediate, which is no operand.
    let has_kind = matches!(op, Opcode::DynFromImm | Opcode::DynIsImm);
    let may_trap = matches!(op, Opcode::Sdiv | Opcode::Udiv | Opcode::Srem | Opcode::Urem);
    !(row.operands.contains(&Operand::Rest) || row.yields == Yield::Nothing || memory || has_kind)
        && (op.is_pure() || may_trap)
}

fn cases() -> Vec<Case> {
    let mut list = Vec::new();
    for op in Opcode::ALL {
        let row = op.row();
        if !is_of_values(*op) {
            continue;
        }
        for ty in Type::ALL {
            let class = match row.class {
                TypeClass::None => ty == Type::I64,
                TypeClass::Int => ty.is_int(),
                TypeClass::Float => ty.is_float(),
                TypeClass::Bits => !ty.is_float(),
                TypeClass::Any => true,
            };
            if !class {
                continue;
            }
            let result = match row.yields {
                Yield::Is(t) => t,
                Yield::T | Yield::Nothing | Yield::Callee => ty,
            };
            for from in Type::ALL {
                let open = |o: &Operand| matches!(o, Operand::AnyInt | Operand::AnyFloat | Operand::Any);
                if !row.operands.iter().any(open) && from != Type::I64 {
                    continue;
                }
                let params: Vec<Type> = row
                    .operands
                    .iter()
                    .map(|o| match o {
                        Operand::T => ty,
                        Operand::Is(t) => *t,
                        Operand::AnyInt | Operand::AnyFloat | Operand::Any | Operand::Rest => from,
                    })
                    .collect();
                let fits = row.operands.iter().all(|o| match o {
                    Operand::AnyInt => from.is_int(),
                    Operand::AnyFloat => from.is_float(),
                    Operand::T | Operand::Is(_) | Operand::Any | Operand::Rest => true,
                });
                let width = match op {
                    Opcode::Sext | Opcode::Zext => from.bytes() < ty.bytes(),
                    Opcode::Itrunc => from.bytes() > ty.bytes(),
                    Opcode::Bitcast => from.bytes() == ty.bytes(),
                    Opcode::FloatToSint | Opcode::FloatToUint => ty == Type::I64,
                    _ => true,
                };
                if fits && width {
                    list.push(Case { op: *op, ty, params, result });
                }
            }
        }
    }
    list
}

/// A function that applies the case's op; operands with `Some` are constants.
fn write_function(out: &mut String, n: usize, case: &Case, constants: &[Option<u64>], branch: bool) {
    let params = case.params.iter().map(|t| t.text()).collect::<Vec<_>>().join(", ");
    let named = (0..).zip(&case.params).map(|(n, t)| format!("v{n}: {t}")).collect::<Vec<_>>().join(", ");
    let result = if branch { Type::I64 } else { case.result };
    let _ = writeln!(out, "fn{n} \"f{n}\" ({params}) -> ({result}) {{\nblock0({named}):");
    let mut args = Vec::new();
    for (k, value) in constants.iter().enumerate() {
        match value.and_then(|bits| constant(case.params[k], bits)) {
            Some(text) => {
                let _ = writeln!(out, "    v{} = {text}", 10 + k);
                args.push(format!("v{}", 10 + k));
            }
            None => args.push(format!("v{k}")),
        }
    }
    let ty = if case.op.row().class == TypeClass::None { String::new() } else { format!(".{}", case.ty) };
    let _ = writeln!(out, "    v20 = {}{ty} {}", case.op.row().text, args.join(", "));
    if branch {
        let _ =
            writeln!(out, "    brif v20, block1, block2\nblock1:\n    v21 = iconst.i64 1\n    return v21");
        let _ = writeln!(out, "block2:\n    v22 = iconst.i64 0\n    return v22\n}}");
    } else {
        let _ = writeln!(out, "    return v20\n}}");
    }
}

/// Some combinations of operands: all of few, or each with some of the others.
fn combinations(params: &[Type]) -> Vec<Vec<u64>> {
    let lists: Vec<Vec<u64>> = params.iter().map(|t| samples(*t)).collect();
    match &lists[..] {
        [a] => a.iter().map(|x| vec![*x]).collect(),
        [a, b] => a.iter().flat_map(|x| b.iter().map(|y| vec![*x, *y])).collect(),
        [a, b, c] => {
            let pick = |n: usize| vec![a[n % a.len()], b[(n * 7) % b.len()], c[(n * 3) % c.len()]];
            (0..200).map(pick).collect()
        }
        _ => Vec::new(),
    }
}

/// What a commutative op on two NaNs may yield: either of them, quiet.
fn either_nan(case: &Case, args: &[u64]) -> Option<[u64; 2]> {
    let commutes = matches!(case.op, Opcode::Fadd | Opcode::Fmul);
    let (exponent, quiet) = if case.ty == Type::F32 { (0xff << 23, 1 << 22) } else { (0x7ff << 52, 1 << 51) };
    let is_nan = |bits: &u64| bits & (exponent | ((quiet << 1) - 1)) > exponent;
    (commutes && args.iter().all(is_nan)).then(|| [args[0] | quiet, args[1] | quiet])
}

#[test]
fn ops_in_registers_as_constants_and_as_conditions() {
    let cases = cases();
    assert!(cases.len() > 200, "{}", cases.len());
    for case in &cases {
        let mut text = String::new();
        // (constants, branch) of each function.
        let mut forms: Vec<(Vec<Option<u64>>, bool)> = Vec::new();
        let none = vec![None; case.params.len()];
        forms.push((none.clone(), false));
        let condition = case.result == Type::I8;
        if condition {
            forms.push((none.clone(), true));
        }
        for (k, ty) in case.params.iter().enumerate() {
            for bits in samples(*ty).into_iter().filter(|bits| constant(*ty, *bits).is_some()).step_by(2) {
                let mut constants = none.clone();
                constants[k] = Some(bits);
                forms.push((constants.clone(), false));
                if condition {
                    forms.push((constants, true));
                }
            }
        }
        forms.iter().enumerate().for_each(|(n, f)| write_function(&mut text, n, case, &f.0, f.1));
        let mut vm = isolate(parse(&text), Setup::default());
        for (n, (constants, branch)) in forms.iter().enumerate() {
            let step = if n == 0 { 1 } else { 17 };
            for args in combinations(&case.params).into_iter().skip(n % step).step_by(step) {
                let real: Vec<u64> = args.iter().zip(constants).map(|(a, c)| c.unwrap_or(*a)).collect();
                if !eval::is_meaningful(case.op, &real) {
                    continue;
                }
                let want = eval::op(case.op, case.ty, case.params[0], &real);
                let want = if *branch { want.map(|x| u64::from(x != 0)) } else { want };
                let have = match run_words(&mut vm, n as u32, args.clone()) {
                    Outcome::Done(values) => Ok(values[0]),
                    Outcome::Trap(trap) => Err(trap.message),
                };
                let want = want.map_err(|code| (Words::PLAIN.trap)(code, 0, 0));
                if !*branch && either_nan(case, &real).is_some_and(|nans| nans.map(Ok).contains(&have)) {
                    continue;
                }
                assert_eq!(
                    have, want,
                    "{:?}.{} {real:x?} (constants {constants:x?}, branch {branch})\n{text}",
                    case.op, case.ty
                );
            }
        }
    }
}

#[test]
fn the_evaluator_traps_as_said() {
    assert_eq!(eval::op(Opcode::Sdiv, Type::I64, Type::I64, &[1, 0]), Err(TrapCode::DivideByZero));
}
