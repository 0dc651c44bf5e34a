//! Intervals of integers, and what ops make of them.
//!
//! An integer of any type counts by its signed value. Of a `ref` only this is told: null is `[0, 0]`,
//! anything else `[1, 1]`. Floats and tagged words are never asked for. Knows nothing of control flow.

use purlin_ir::{Imm, Opcode, Type};

/// `lo <= v <= hi`; never empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub lo: i64,
    pub hi: i64,
}

/// Steps by which a bound gives way that a loop moves: what lengths may be, then what a comparison may still
/// leave.
const STEPS: [i64; 3] = [(1 << 48), i64::MAX - 1, i64::MAX];

impl Interval {
    pub(super) const BOOL: Interval = Interval { lo: 0, hi: 1 };
    pub(super) const NOT_NULL: Interval = Interval { lo: 1, hi: 1 };

    pub(super) fn exact(value: i64) -> Interval {
        Interval { lo: value, hi: value }
    }

    /// Everything that a value of the type may be.
    pub(super) fn full(ty: Type) -> Interval {
        match ty {
            Type::I8 => Interval { lo: i8::MIN.into(), hi: i8::MAX.into() },
            Type::I16 => Interval { lo: i16::MIN.into(), hi: i16::MAX.into() },
            Type::I32 => Interval { lo: i32::MIN.into(), hi: i32::MAX.into() },
            Type::Ref => Interval::BOOL,
            Type::I64 | Type::F32 | Type::F64 | Type::Dyn => Interval { lo: i64::MIN, hi: i64::MAX },
        }
    }

    pub(super) fn contains(self, other: Interval) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// What is in both; nothing if that is empty.
    pub(super) fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (both.lo <= both.hi).then_some(both)
    }

    /// Without one value, as far as an interval can tell.
    pub(super) fn without(self, value: i64) -> Interval {
        match (self.lo == value, self.hi == value) {
            (true, false) => Interval { lo: value + 1, ..self },
            (false, true) => Interval { hi: value - 1, ..self },
            (true, true) | (false, false) => self,
        }
    }

    /// An interval of the type that holds both, with room, so that a loop ends up in one that stays.
    pub(super) fn widen(self, other: Interval, ty: Type) -> Interval {
        let all = Interval::full(ty);
        let up = |hi: i64| STEPS.into_iter().find(|step| hi <= *step).unwrap_or(i64::MAX);
        let hi = if other.hi > self.hi { up(other.hi).min(all.hi) } else { self.hi };
        let down = |lo: i64| if lo >= -STEPS[0] { -STEPS[0] } else { i64::MIN };
        let lo = if other.lo < self.lo { down(other.lo).max(all.lo) } else { self.lo };
        Interval { lo, hi }
    }

    fn is_natural(self) -> bool {
        self.lo >= 0
    }

    /// The interval if the type has all of it, else what wrapping around may give.
    fn wrapped(lo: Option<i64>, hi: Option<i64>, ty: Type) -> Interval {
        let all = Interval::full(ty);
        match (lo, hi) {
            (Some(lo), Some(hi)) if all.lo <= lo && hi <= all.hi => Interval { lo, hi },
            _ => all,
        }
    }

    pub(super) fn add(self, other: Interval, ty: Type) -> Interval {
        Interval::wrapped(self.lo.checked_add(other.lo), self.hi.checked_add(other.hi), ty)
    }

    pub(super) fn sub(self, other: Interval, ty: Type) -> Interval {
        Interval::wrapped(self.lo.checked_sub(other.hi), self.hi.checked_sub(other.lo), ty)
    }

    fn mul(self, other: Interval, ty: Type) -> Interval {
        let corners = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let products = corners.map(|(a, b)| a.checked_mul(b));
        if products.contains(&None) {
            return Interval::full(ty);
        }
        let products = products.map(Option::unwrap_or_default);
        Interval::wrapped(products.into_iter().min(), products.into_iter().max(), ty)
    }

    fn and(self, other: Interval, ty: Type) -> Interval {
        match (self.is_natural(), other.is_natural()) {
            (true, true) => Interval { lo: 0, hi: self.hi.min(other.hi) },
            (true, false) => Interval { lo: 0, hi: self.hi },
            (false, true) => Interval { lo: 0, hi: other.hi },
            (false, false) => Interval::full(ty),
        }
    }

    fn or(self, other: Interval, ty: Type) -> Interval {
        if !self.is_natural() || !other.is_natural() {
            return Interval::full(ty);
        }
        let bits = 64 - (self.hi | other.hi).leading_zeros();
        Interval { lo: 0, hi: ((1u64 << bits) - 1) as i64 }
    }

    /// Shifts left by a number that is always the same.
    fn shl(self, by: Interval, ty: Type) -> Interval {
        if by.lo != by.hi || !(0..i64::from(ty.bits())).contains(&by.lo) {
            return Interval::full(ty);
        }
        let shift = |v: i64| v.checked_mul(1i64.checked_shl(by.lo as u32).filter(|m| *m > 0)?);
        Interval::wrapped(shift(self.lo), shift(self.hi), ty)
    }

    /// Shifts right, by signs or by zeros, by a number that is always the same.
    fn shr(self, by: Interval, ty: Type, signed: bool) -> Interval {
        let bits = i64::from(ty.bits());
        if self.is_natural() {
            let lo = if by.lo == by.hi && (0..bits).contains(&by.lo) { self.lo >> by.lo } else { 0 };
            let hi = if by.lo > 0 { self.hi >> by.lo.min(bits - 1) } else { self.hi };
            return Interval { lo, hi };
        }
        if by.lo != by.hi || !(1..bits).contains(&by.lo) {
            return Interval::full(ty);
        }
        if signed {
            return Interval { lo: self.lo >> by.lo, hi: self.hi >> by.lo };
        }
        Interval { lo: 0, hi: (u64::MAX >> (64 - bits + by.lo)) as i64 }
    }

    /// Divides by what is known to be positive, toward zero.
    fn div(self, by: Interval, ty: Type, signed: bool) -> Interval {
        if by.lo < 1 || !(signed || self.is_natural()) {
            return Interval::full(ty);
        }
        let least = if self.lo < 0 { self.lo / by.lo } else { self.lo / by.hi };
        let most = if self.hi < 0 { self.hi / by.hi } else { self.hi / by.lo };
        Interval { lo: least, hi: most }
    }

    /// The remainder of a division by what is known to be positive.
    fn rem(self, by: Interval, ty: Type, signed: bool) -> Interval {
        if by.lo < 1 {
            return Interval::full(ty);
        }
        match (self.is_natural(), signed) {
            (true, _) => Interval { lo: 0, hi: self.hi.min(by.hi - 1) },
            (false, true) => Interval { lo: 1 - by.hi, hi: by.hi - 1 },
            (false, false) => Interval { lo: 0, hi: by.hi - 1 },
        }
    }

    fn extended(self, from: Type, signed: bool) -> Interval {
        if signed || self.is_natural() { self } else { Interval { lo: 0, hi: (1 << from.bits()) - 1 } }
    }
}

/// What an op without control flow makes of its operands' intervals. `ty` is the result's type, `from` the
/// first operand's.
pub(super) fn transfer(op: Opcode, imm: Imm, ty: Type, from: Type, args: &[Interval]) -> Interval {
    match (op, args) {
        (Opcode::Iconst, _) => match imm {
            Imm::Int(value) => Interval::exact(value),
            _ => unreachable!("an `iconst` carries an integer"),
        },
        (Opcode::Null, _) => Interval::exact(0),
        (Opcode::DataAddr | Opcode::GlobalAddr | Opcode::StackAddr, _) => Interval::NOT_NULL,
        (Opcode::Alloc | Opcode::AllocArray, _) => Interval::NOT_NULL,
        // A piece of an object, if there is one.
        (Opcode::FieldAddr | Opcode::ElemAddr, [base, ..]) => *base,
        (Opcode::Iadd, [a, b]) => a.add(*b, ty),
        (Opcode::Isub, [a, b]) => a.sub(*b, ty),
        (Opcode::Imul, [a, b]) => a.mul(*b, ty),
        (Opcode::Iand, [a, b]) => a.and(*b, ty),
        (Opcode::Ior | Opcode::Ixor, [a, b]) => a.or(*b, ty),
        (Opcode::Ineg, [a]) => Interval::exact(0).sub(*a, ty),
        (Opcode::Inot, [a]) => Interval { lo: !a.hi, hi: !a.lo },
        (Opcode::Shl, [a, n]) => a.shl(*n, ty),
        (Opcode::Sshr, [a, n]) => a.shr(*n, ty, true),
        (Opcode::Ushr, [a, n]) => a.shr(*n, ty, false),
        (Opcode::Sdiv, [a, b]) => a.div(*b, ty, true),
        (Opcode::Udiv, [a, b]) => a.div(*b, ty, false),
        (Opcode::Srem, [a, b]) => a.rem(*b, ty, true),
        (Opcode::Urem, [a, b]) => a.rem(*b, ty, false),
        (Opcode::Sext, [a]) => a.extended(from, true),
        (Opcode::Zext, [a]) => a.extended(from, false),
        (Opcode::Popcnt | Opcode::Clz | Opcode::Ctz, _) => Interval { lo: 0, hi: i64::from(ty.bits()) },
        (Opcode::Itrunc, [a]) if Interval::full(ty).contains(*a) => *a,
        (Opcode::Select, [_, a, b]) => a.join(*b),
        // wildcard: by the type of the result alone.
        _ if is_truth(op) => Interval::BOOL,
        // wildcard: by the type of the result alone.
        _ => Interval::full(ty),
    }
}

/// Whether the result is 1 or 0.
fn is_truth(op: Opcode) -> bool {
    let overflow = matches!(op, Opcode::SaddOvf | Opcode::SsubOvf | Opcode::SmulOvf);
    overflow
        || op.row().negation.is_some()
        || matches!(op, Opcode::Flt | Opcode::Fle | Opcode::Fgt | Opcode::Fge)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(i: Interval) -> impl Iterator<Item = i8> {
        (i.lo..=i.hi).map(|v| v as i8)
    }

    /// Every op on every pair out of small intervals at the ends and around zero of `i8`, computed and looked
    /// up.
    #[test]
    fn results_are_inside() {
        let edges = [-128i64, -127, -100, -65, -64, -3, -1, 0, 1, 2, 3, 7, 8, 63, 64, 100, 126, 127];
        let intervals: Vec<Interval> = edges
            .iter()
            .flat_map(|lo| {
                edges
                    .iter()
                    .filter(move |hi| *hi >= lo && *hi - lo < 9)
                    .map(|hi| Interval { lo: *lo, hi: *hi })
            })
            .collect();
        type Compute = fn(i8, i8) -> Option<i8>;
        let ops: [(Opcode, Compute); 15] = [
            (Opcode::Iadd, |a, b| Some(a.wrapping_add(b))),
            (Opcode::Isub, |a, b| Some(a.wrapping_sub(b))),
            (Opcode::Imul, |a, b| Some(a.wrapping_mul(b))),
            (Opcode::Iand, |a, b| Some(a & b)),
            (Opcode::Ior, |a, b| Some(a | b)),
            (Opcode::Ixor, |a, b| Some(a ^ b)),
            (Opcode::Ineg, |a, _| Some(a.wrapping_neg())),
            (Opcode::Inot, |a, _| Some(!a)),
            (Opcode::Shl, |a, b| Some(if (0..8).contains(&b) { a << b } else { 0 })),
            (Opcode::Sshr, |a, b| Some(a >> (b as u8).min(7))),
            (Opcode::Ushr, |a, b| Some(if (0..8).contains(&b) { (a as u8 >> b) as i8 } else { 0 })),
            (Opcode::Sdiv, |a, b| (b != 0).then(|| a.wrapping_div(b))),
            (Opcode::Udiv, |a, b| (b != 0).then(|| (a as u8 / b as u8) as i8)),
            (Opcode::Srem, |a, b| (b != 0).then(|| a.wrapping_rem(b))),
            (Opcode::Urem, |a, b| (b != 0).then(|| (a as u8 % b as u8) as i8)),
        ];
        for (op, compute) in ops {
            let operands = op.row().operands.len();
            for a in &intervals {
                for b in &intervals {
                    let told = transfer(op, Imm::None, Type::I8, Type::I8, &[*a, *b][..operands]);
                    for x in all(*a) {
                        for result in all(*b).filter_map(|y| compute(x, y)) {
                            let exact = Interval::exact(i64::from(result));
                            assert!(told.contains(exact), "{op:?} {a:?} {b:?}: {result} is not in {told:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn widening_ends() {
        for ty in [Type::I8, Type::I64] {
            let mut now = Interval::exact(0);
            for _ in 0..6 {
                let next = now.join(now.add(Interval::exact(1), ty)).join(now.sub(Interval::exact(1), ty));
                now = now.widen(next, ty);
            }
            assert_eq!(now, Interval::full(ty));
        }
    }
}
