//! Which words of a dynamic guest are floats, as far as one can tell without having seen any: what begins
//! with a literal, a root or a quotient, what is made of it, and what it is made of. What it is taken for
//! changes nothing but what is tried first.

use purlin_base::SecondaryMap;

use crate::func::Function;
use crate::ids::Value;
use crate::inst::{InstData, Target};
use crate::op::Opcode;

/// An edge's parameters, each with its argument.
pub fn pairs<'f>(body: &'f Function, target: &'f Target) -> impl Iterator<Item = (Value, Value)> + 'f {
    body.blocks[target.block].params.iter().copied().zip(target.args.iter().copied())
}

/// The instructions of a function.
pub fn insts(body: &Function) -> impl Iterator<Item = &InstData> {
    body.layout.iter().flat_map(|b| &body.blocks[*b].insts).map(|inst| &body.insts[*inst])
}

/// Whether an op makes a float of two words.
pub fn makes_float(op: Opcode) -> bool {
    // wildcard: these are all.
    matches!(op, Opcode::DynFadd | Opcode::DynFsub | Opcode::DynFmul | Opcode::DynFdiv)
}

/// Whether an op makes an integer of words.
pub fn makes_int(op: Opcode) -> bool {
    // wildcard: these are all.
    matches!(op, Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul | Opcode::DynFromInt)
}

/// Repeats a walk over a function until it finds nothing new.
pub fn until_known(
    body: &Function,
    walk: impl Fn(&mut SecondaryMap<Value, bool>) -> bool,
) -> SecondaryMap<Value, bool> {
    let mut found: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    while walk(&mut found) {}
    found
}

/// Marks a value: whether that is new.
pub fn mark(found: &mut SecondaryMap<Value, bool>, value: Value) -> bool {
    !std::mem::replace(&mut found[value], true)
}

/// The words that are floats, as far as one can tell; none if there is nothing that it could begin with.
pub fn likely(body: &Function) -> Option<SecondaryMap<Value, bool>> {
    if !insts(body).any(|data| matches!(data.op, Opcode::DynFromFloat | Opcode::DynFdiv)) {
        return None;
    }
    let counts = |arg: Value| {
        let int = |value: &Value| body.made_by(*value).is_some_and(|made| made.op == Opcode::DynFromInt);
        let made = body.made_by(arg).filter(|made| makes_int(made.op));
        made.is_some_and(|made| made.op == Opcode::DynFromInt || made.args.iter().any(int))
    };
    let mut excluded: SecondaryMap<Value, bool> = purlin_base::filled(body.values.len());
    for (param, _) in
        insts(body).flat_map(|data| &data.targets).flat_map(|to| pairs(body, to)).filter(|p| counts(p.1))
    {
        excluded[param] = true;
    }
    let found = until_known(body, |found| {
        let mut new = false;
        for data in insts(body) {
            let of_floats = makes_float(data.op)
                && (data.op == Opcode::DynFdiv || data.args.iter().any(|arg| found[*arg]));
            if data.op == Opcode::DynFromFloat || of_floats {
                new |= mark(found, data.results[0]);
            }
            // What is made of floats in the end is made of floats before.
            if makes_float(data.op) && found[data.results[0]] {
                for arg in data.args.iter().filter(|arg| !excluded[**arg]) {
                    new |= mark(found, *arg);
                }
            }
            for (param, arg) in data.targets.iter().flat_map(|to| pairs(body, to)) {
                if found[arg] && !excluded[param] {
                    new |= mark(found, param);
                }
                let is_made = body.made_by(arg).is_some_and(|made| makes_float(made.op));
                if found[param] && is_made {
                    new |= mark(found, arg);
                }
            }
        }
        new
    });
    Some(found)
}
