//! What a pure op yields for constants: the IR's arithmetic, bit for bit.
//!
//! Where only the machine knows (the bits of a NaN that arithmetic yields), or where the result is no
//! constant of the IR, it says nothing. Knows nothing of functions beyond what defines a value.

use purlin_base::{nan, word};
use purlin_ir::builder::truncate;
use purlin_ir::{Def, Function, Opcode, Type, Value};

/// A constant: integers sign-extended, the bits of floats, 0 for the null ref.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Const {
    pub ty: Type,
    pub bits: i64,
}

impl Const {
    /// An integer, truncated to its type.
    pub(crate) fn int(ty: Type, value: i64) -> Const {
        Const { ty, bits: truncate(ty, value) }
    }

    pub(crate) fn bool(value: bool) -> Const {
        Const { ty: Type::I8, bits: i64::from(value) }
    }

    /// The integer, zero-extended.
    fn unsigned(self) -> u64 {
        self.bits as u64 & mask(self.ty)
    }

    /// A float, exactly.
    fn float(self) -> f64 {
        if self.ty == Type::F32 {
            f64::from(f32::from_bits(self.bits as u32))
        } else {
            f64::from_bits(self.bits as u64)
        }
    }
}

/// The bits of a type, all ones.
pub(crate) fn mask(ty: Type) -> u64 {
    u64::MAX >> (64 - ty.bits())
}

/// The constant that `value` is, if it is one.
pub(crate) fn const_of(func: &Function, value: Value) -> Option<Const> {
    let Def::Result(inst, 0) = func.values[value].def else { return None };
    let data = &func.insts[inst];
    let bits = match data.op {
        Opcode::Iconst | Opcode::Fconst => data.const_bits(),
        Opcode::Null => 0,
        // wildcard: every other op computes.
        _ => return None,
    };
    Some(Const { ty: func.ty(value), bits })
}

/// What `op` on `ty` yields, if these operands decide it.
pub(crate) fn eval(op: Opcode, ty: Type, args: &[Const]) -> Option<Const> {
    let int = |value: i64| Some(Const::int(ty, value));
    let a = *args.first()?;
    let b = args.get(1).copied();
    let (x, ux) = (a.bits, a.unsigned());
    let (y, uy) = b.map_or((0, 0), |b| (b.bits, b.unsigned()));
    let (fx, fy) = (a.float(), b.map_or(0.0, Const::float));
    match op {
        Opcode::Iadd => int(x.wrapping_add(y)),
        Opcode::Isub => int(x.wrapping_sub(y)),
        Opcode::Imul => int(x.wrapping_mul(y)),
        Opcode::Iand => int(x & y),
        Opcode::Ior => int(x | y),
        Opcode::Ixor => int(x ^ y),
        Opcode::Ineg => int(x.wrapping_neg()),
        Opcode::Inot => int(!x),
        Opcode::Popcnt => int(i64::from(ux.count_ones())),
        Opcode::Clz => int(i64::from(ux.leading_zeros()) + i64::from(ty.bits()) - 64),
        Opcode::Ctz => int(i64::from(ux.trailing_zeros().min(ty.bits()))),
        Opcode::Bswap => int((ux.swap_bytes() >> (64 - ty.bits())) as i64),
        Opcode::UmulHigh => int(((u128::from(ux) * u128::from(uy)) >> ty.bits()) as i64),
        // Zero traps; MIN / -1 wraps.
        Opcode::Sdiv => (y != 0).then(|| Const::int(ty, x.wrapping_div(y))),
        Opcode::Srem => (y != 0).then(|| Const::int(ty, x.wrapping_rem(y))),
        Opcode::Udiv => (uy != 0).then(|| Const::int(ty, (ux / uy) as i64)),
        Opcode::Urem => (uy != 0).then(|| Const::int(ty, (ux % uy) as i64)),
        Opcode::Shl => int(if uy < u64::from(ty.bits()) { x << uy } else { 0 }),
        Opcode::Sshr => int(x >> uy.min(63)),
        Opcode::Ushr => int(if uy < u64::from(ty.bits()) { (ux >> uy) as i64 } else { 0 }),
        Opcode::SaddOvf => overflows(ty, i128::from(x) + i128::from(y)),
        Opcode::SsubOvf => overflows(ty, i128::from(x) - i128::from(y)),
        Opcode::SmulOvf => overflows(ty, i128::from(x) * i128::from(y)),
        Opcode::Ieq => Some(Const::bool(x == y)),
        Opcode::Ine => Some(Const::bool(x != y)),
        Opcode::Slt => Some(Const::bool(x < y)),
        Opcode::Sle => Some(Const::bool(x <= y)),
        Opcode::Sgt => Some(Const::bool(x > y)),
        Opcode::Sge => Some(Const::bool(x >= y)),
        Opcode::Ult => Some(Const::bool(ux < uy)),
        Opcode::Ule => Some(Const::bool(ux <= uy)),
        Opcode::Ugt => Some(Const::bool(ux > uy)),
        Opcode::Uge => Some(Const::bool(ux >= uy)),
        Opcode::Sext => int(x),
        Opcode::Zext => int(ux as i64),
        Opcode::Itrunc => int(x),
        Opcode::DynFits => Some(Const::bool(word::fits(x))),
        Opcode::DynFloatFits => Some(Const::bool(word::float_fits(a.float()))),
        Opcode::Select => Some(if x != 0 { b? } else { *args.get(2)? }),
        Opcode::Feq => Some(Const::bool(fx == fy)),
        Opcode::Fne => Some(Const::bool(fx != fy)),
        Opcode::Flt => Some(Const::bool(fx < fy)),
        Opcode::Fle => Some(Const::bool(fx <= fy)),
        Opcode::Fgt => Some(Const::bool(fx > fy)),
        Opcode::Fge => Some(Const::bool(fx >= fy)),
        Opcode::Fadd => float(a, b, |x, y| x + y, |x, y| x + y),
        Opcode::Fsub => float(a, b, |x, y| x - y, |x, y| x - y),
        Opcode::Fmul => float(a, b, |x, y| x * y, |x, y| x * y),
        Opcode::Fdiv => float(a, b, |x, y| x / y, |x, y| x / y),
        Opcode::Fneg => float(a, b, |x, _| -x, |x, _| -x),
        Opcode::Fabs => float(a, b, |x, _| x.abs(), |x, _| x.abs()),
        Opcode::Fsqrt => float(a, b, |x, _| x.sqrt(), |x, _| x.sqrt()),
        Opcode::Ffloor => float(a, b, |x, _| x.floor(), |x, _| x.floor()),
        Opcode::Fceil => float(a, b, |x, _| x.ceil(), |x, _| x.ceil()),
        Opcode::Ftrunc => float(a, b, |x, _| x.trunc(), |x, _| x.trunc()),
        Opcode::Fround => float(a, b, |x, _| x.round_ties_even(), |x, _| x.round_ties_even()),
        Opcode::Fcopysign => float(a, b, |x, y| x.copysign(y), |x, y| x.copysign(y)),
        Opcode::SintToFloat => Some(from_int(ty, x as f32, x as f64)),
        Opcode::UintToFloat => Some(from_int(ty, ux as f32, ux as f64)),
        Opcode::FloatToSint => int(to_sint(a.float())),
        // Outside 0..2^63 the result is what a certain sequence of amd64 instructions gives.
        Opcode::FloatToUint => {
            let value = a.float();
            (0.0..TWO_63).contains(&value).then(|| Const::int(ty, value as i64))
        }
        Opcode::Fpromote => number(Type::F64, a.float()),
        Opcode::Fdemote => number32(a.float() as f32),
        Opcode::Bitcast => bitcast(ty, a),
        Opcode::Iconst
        | Opcode::Fconst
        | Opcode::Null
        | Opcode::FuncRef
        | Opcode::DataAddr
        | Opcode::GlobalAddr
        | Opcode::StackAddr => None,
        Opcode::Load
        | Opcode::Store
        | Opcode::FieldAddr
        | Opcode::ElemAddr
        | Opcode::Copy
        | Opcode::Zero
        | Opcode::NilCheck
        | Opcode::Bounds
        | Opcode::AssumeLe
        | Opcode::TrapIf
        | Opcode::Alloc
        | Opcode::AllocArray => None,
        Opcode::Call
        | Opcode::CallIndirect
        | Opcode::CallNative
        | Opcode::IfaceMethod
        | Opcode::Implements => None,
        Opcode::ClassOf | Opcode::Find => None,
        // Words are no constants.
        Opcode::DynIsInt
        | Opcode::DynFromInt
        | Opcode::DynToInt
        | Opcode::DynIsFloat
        | Opcode::DynFromFloat
        | Opcode::DynToFloat
        | Opcode::DynIsRef
        | Opcode::DynFromImm
        | Opcode::DynIsImm
        | Opcode::DynToImm
        | Opcode::DynInts
        | Opcode::DynFloats => None,
        Opcode::DynAddOk | Opcode::DynSubOk | Opcode::DynMulOk => None,
        Opcode::DynAdd | Opcode::DynSub | Opcode::DynMul => None,
        Opcode::DynLt | Opcode::DynLe | Opcode::DynGt | Opcode::DynGe => None,
        Opcode::DynFaddOk | Opcode::DynFsubOk | Opcode::DynFmulOk | Opcode::DynFdivOk => None,
        Opcode::DynFadd | Opcode::DynFsub | Opcode::DynFmul | Opcode::DynFdiv => None,
        Opcode::Charge
        | Opcode::Probe
        | Opcode::Poll
        | Opcode::Jump
        | Opcode::Brif
        | Opcode::Switch
        | Opcode::Guard
        | Opcode::Return
        | Opcode::TailCall
        | Opcode::TailCallIndirect
        | Opcode::Trap => None,
    }
}

const TWO_63: f64 = 9_223_372_036_854_775_808.0;

fn overflows(ty: Type, exact: i128) -> Option<Const> {
    Some(Const::bool(i128::from(truncate(ty, exact as i64)) != exact))
}

fn to_sint(value: f64) -> i64 {
    if (-TWO_63..TWO_63).contains(&value) { value as i64 } else { i64::MIN }
}

/// Each from the integer itself: rounding twice would differ.
fn from_int(ty: Type, narrow: f32, wide: f64) -> Const {
    let bits = if ty == Type::F32 { i64::from(narrow.to_bits()) } else { wide.to_bits() as i64 };
    Const { ty, bits }
}

/// A float constant, unless it is a NaN.
fn number(ty: Type, value: f64) -> Option<Const> {
    (!value.is_nan()).then_some(Const { ty, bits: value.to_bits() as i64 })
}

fn number32(value: f32) -> Option<Const> {
    (!value.is_nan()).then(|| Const { ty: Type::F32, bits: i64::from(value.to_bits()) })
}

/// Arithmetic of floats, each width in its own precision; NaNs are left to the machine.
fn float(
    a: Const,
    b: Option<Const>,
    narrow: impl Fn(f32, f32) -> f32,
    wide: impl Fn(f64, f64) -> f64,
) -> Option<Const> {
    let b = b.unwrap_or(Const { ty: a.ty, bits: 0 });
    if a.float().is_nan() || b.float().is_nan() {
        return None;
    }
    if a.ty == Type::F32 {
        return number32(narrow(f32::from_bits(a.bits as u32), f32::from_bits(b.bits as u32)));
    }
    number(Type::F64, wide(a.float(), b.float()))
}

fn bitcast(ty: Type, a: Const) -> Option<Const> {
    match ty {
        Type::I64 if a.ty == Type::F64 => Some(Const::int(ty, nan::seen_64(a.bits as u64) as i64)),
        Type::I32 if a.ty == Type::F32 => Some(Const::int(ty, i64::from(nan::seen_32(a.bits as u32)))),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => Some(Const::int(ty, a.bits)),
        Type::F32 | Type::F64 => Some(Const { ty, bits: (a.bits as u64 & mask(ty)) as i64 }),
        Type::Ref | Type::Dyn => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(op: Opcode, ty: Type, a: i64, b: i64) -> Option<i64> {
        eval(op, ty, &[Const::int(ty, a), Const::int(ty, b)]).map(|c| c.bits)
    }

    fn shift(op: Opcode, ty: Type, a: i64, n: i64) -> Option<i64> {
        eval(op, ty, &[Const::int(ty, a), Const::int(Type::I64, n)]).map(|c| c.bits)
    }

    #[test]
    fn integers_at_their_edges() {
        assert_eq!(ints(Opcode::Iadd, Type::I8, 127, 1), Some(-128));
        assert_eq!(ints(Opcode::Sdiv, Type::I8, -128, -1), Some(-128));
        assert_eq!(ints(Opcode::Sdiv, Type::I64, i64::MIN, -1), Some(i64::MIN));
        assert_eq!(ints(Opcode::Srem, Type::I64, i64::MIN, -1), Some(0));
        assert_eq!(ints(Opcode::Sdiv, Type::I64, 1, 0), None);
        assert_eq!(ints(Opcode::Udiv, Type::I8, -1, 2), Some(127));
        assert_eq!(ints(Opcode::Urem, Type::I16, -1, 1000), Some(535));
        assert_eq!(ints(Opcode::Ult, Type::I8, 1, -1), Some(1));
        assert_eq!(ints(Opcode::SaddOvf, Type::I8, 100, 28), Some(1));
        assert_eq!(ints(Opcode::SmulOvf, Type::I64, i64::MIN, -1), Some(1));
        assert_eq!(ints(Opcode::SsubOvf, Type::I32, -1, i64::from(i32::MAX)), Some(0));
        assert_eq!(shift(Opcode::Shl, Type::I8, 1, 7), Some(-128));
        assert_eq!(shift(Opcode::Shl, Type::I8, 1, 8), Some(0));
        assert_eq!(shift(Opcode::Shl, Type::I64, 1, -1), Some(0));
        assert_eq!(shift(Opcode::Sshr, Type::I8, -2, 100), Some(-1));
        assert_eq!(shift(Opcode::Sshr, Type::I8, 2, -1), Some(0));
        assert_eq!(shift(Opcode::Ushr, Type::I8, -1, 4), Some(15));
        assert_eq!(shift(Opcode::Ushr, Type::I8, -1, 8), Some(0));
    }

    #[test]
    fn floats_and_conversions() {
        let f64c = |x: f64| Const { ty: Type::F64, bits: x.to_bits() as i64 };
        let f32c = |x: f32| Const { ty: Type::F32, bits: i64::from(x.to_bits()) };
        assert_eq!(eval(Opcode::Fadd, Type::F32, &[f32c(0.1), f32c(0.2)]), Some(f32c(0.1 + 0.2)));
        assert_eq!(eval(Opcode::Fdiv, Type::F64, &[f64c(0.0), f64c(0.0)]), None);
        assert_eq!(eval(Opcode::Feq, Type::F64, &[f64c(f64::NAN), f64c(1.0)]), Some(Const::bool(false)));
        assert_eq!(eval(Opcode::Fround, Type::F64, &[f64c(2.5)]), Some(f64c(2.0)));
        assert_eq!(eval(Opcode::FloatToSint, Type::I64, &[f64c(-1e300)]).unwrap().bits, i64::MIN);
        assert_eq!(eval(Opcode::FloatToSint, Type::I64, &[f64c(-1.9)]).unwrap().bits, -1);
        assert_eq!(eval(Opcode::FloatToUint, Type::I64, &[f64c(-1.0)]), None);
        let odd = Const::int(Type::I64, (1 << 60) + (1 << 36) + 1);
        assert_eq!(eval(Opcode::SintToFloat, Type::F32, &[odd]), Some(f32c(odd.bits as f32)));
        let all = Const::int(Type::I32, -1);
        assert_eq!(eval(Opcode::UintToFloat, Type::F64, &[all]), Some(f64c(4_294_967_295.0)));
        assert_eq!(eval(Opcode::Bitcast, Type::F32, &[all]).unwrap().bits, 0xffff_ffff);
        let made = Const::int(Type::I64, nan::MADE_64 as i64);
        let float = eval(Opcode::Bitcast, Type::F64, &[made]).unwrap();
        assert_eq!(float.bits, made.bits);
        assert_eq!(eval(Opcode::Bitcast, Type::I64, &[float]).unwrap().bits as u64, nan::SEEN_64);
        assert_eq!(eval(Opcode::Fneg, Type::F64, &[float]), None);
        assert_eq!(eval(Opcode::Fcopysign, Type::F64, &[f64c(1.0), float]), None);
        let made = Const { ty: Type::F32, bits: i64::from(nan::MADE_32) };
        assert_eq!(eval(Opcode::Bitcast, Type::I32, &[made]).unwrap().bits, i64::from(nan::SEEN_32));
        let one = Const::int(Type::I64, 1 << 62);
        assert_eq!(eval(Opcode::DynFits, Type::I64, &[one]), Some(Const::bool(false)));
    }
}
