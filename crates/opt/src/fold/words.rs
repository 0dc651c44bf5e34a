//! Words of dynamic guests: what is known of those that are made of constants.

use purlin_ir::{Imm, Opcode, Type};
use smallvec::smallvec;

use super::{New, Simpler, View};
use crate::counts::{self, Rewrite};
use crate::eval::Const;

/// Whether words are integers, and what an integer was made of.
pub(super) fn asked(view: &View<'_>) -> Simpler {
    if view.data.op == Opcode::DynInts { both_integers(view) } else { one_integer(view) }
}

/// Whether two words are integers: one of which that is known need not be asked.
fn both_integers(view: &View<'_>) -> Simpler {
    let tagged = |n: usize| view.def(view.arg(n)).is_some_and(|d| d.op == Opcode::DynFromInt);
    let rest = |n: usize| {
        Simpler::Op(New { op: Opcode::DynIsInt, ty: Type::I64, args: smallvec![view.arg(n)], imm: Imm::None })
    };
    match (tagged(0), tagged(1)) {
        (true, true) => view.by(Rewrite::FoldDynIsInt).truth(true),
        (true, false) => {
            counts::hit(Rewrite::FoldDynInts);
            rest(1)
        }
        (false, true) => {
            counts::hit(Rewrite::FoldDynInts);
            rest(0)
        }
        (false, false) => Simpler::No,
    }
}

/// Arithmetic and comparisons of two integers that are known.
pub(super) fn integers(view: &View<'_>) -> Simpler {
    let int = |n: usize| {
        let made = view.def(view.arg(n)).filter(|made| made.op == Opcode::DynFromInt)?;
        view.func.as_iconst(made.args[0])
    };
    let Some((x, y)) = int(0).zip(int(1)) else { return Simpler::No };
    let truth = |truth: bool| view.by(Rewrite::FoldDynKnown).truth(truth);
    let result = match view.data.op {
        Opcode::DynLt => return truth(x < y),
        Opcode::DynLe => return truth(x <= y),
        Opcode::DynGt => return truth(x > y),
        Opcode::DynGe => return truth(x >= y),
        Opcode::DynAddOk | Opcode::DynAdd => x.checked_add(y),
        Opcode::DynSubOk | Opcode::DynSub => x.checked_sub(y),
        // wildcard: the others multiply.
        _ => x.checked_mul(y),
    };
    let result = result.filter(|n| purlin_base::word::fits(*n));
    match (view.data.op, result) {
        (Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul, Some(n)) => {
            counts::hit(Rewrite::FoldDynKnown);
            Simpler::OfConst(Opcode::DynFromInt, Const::int(Type::I64, n))
        }
        // What does not fit is asked for and not computed.
        (Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul, None) => Simpler::No,
        // wildcard: the others ask.
        _ => truth(result.is_some()),
    }
}

/// Arithmetic on two floats that are known, where the result is a number.
pub(super) fn floats(view: &View<'_>) -> Simpler {
    let float = |n: usize| {
        let made = view.def(view.arg(n)).filter(|made| made.op == Opcode::DynFromFloat)?;
        let Imm::Float(bits) = view.def(made.args[0])?.imm else { return None };
        Some(f64::from_bits(bits)).filter(|x| purlin_base::word::float_fits(*x))
    };
    let Some((x, y)) = float(0).zip(float(1)) else { return Simpler::No };
    let (op, result) = match view.data.op {
        Opcode::DynFaddOk | Opcode::DynFadd => (Opcode::DynFadd, x + y),
        Opcode::DynFsubOk | Opcode::DynFsub => (Opcode::DynFsub, x - y),
        Opcode::DynFmulOk | Opcode::DynFmul => (Opcode::DynFmul, x * y),
        // wildcard: the others divide.
        _ => (Opcode::DynFdiv, x / y),
    };
    if result.is_nan() {
        return Simpler::No;
    }
    let fits = purlin_base::word::float_fits(result);
    if view.data.op != op {
        return view.by(Rewrite::FoldDynKnown).truth(fits);
    }
    if !fits {
        return Simpler::No;
    }
    counts::hit(Rewrite::FoldDynKnown);
    let result = Const { ty: Type::F64, bits: result.to_bits() as i64 };
    Simpler::OfConst(Opcode::DynFromFloat, result)
}

fn one_integer(view: &View<'_>) -> Simpler {
    match view.undone(Opcode::DynFromInt) {
        Some(int) if view.data.op == Opcode::DynToInt => view.by(Rewrite::FoldDynToInt).value(int),
        Some(_) => view.by(Rewrite::FoldDynIsInt).truth(true),
        None => Simpler::No,
    }
}
