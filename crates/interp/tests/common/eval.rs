//! The meaning of ops, written for clarity: integers as `i128`, one value at a time. And a slow evaluator of
//! whole functions to compare with. Knows nothing of bytecode.

#![allow(dead_code)]

use std::collections::HashMap;

use purlin_base::{TrapCode, nan, word};
use purlin_ir::{FuncId, Function, InstData, Module, Opcode, Type, Value};
use purlin_runtime::helpers;

/// Sign-extends from the type's width: the form of slots.
pub fn wrap(ty: Type, x: i128) -> u64 {
    match ty {
        Type::I8 => x as i8 as u64,
        Type::I16 => x as i16 as u64,
        Type::I32 => x as i32 as u64,
        Type::I64 | Type::Ref | Type::Dyn | Type::F64 => x as u64,
        Type::F32 => u64::from(x as u32),
    }
}

fn unsigned(ty: Type, x: u64) -> i128 {
    i128::from(x) & ((1i128 << ty.bits()) - 1)
}

/// The result of an op without memory on operands in the form of slots; `from` is the first operand's type.
pub fn op(op: Opcode, ty: Type, from: Type, args: &[u64]) -> Result<u64, TrapCode> {
    if let Some(result) = of_words(op, args) {
        return Ok(result);
    }
    if (from.is_float() || ty.is_float())
        && let Some(result) = float(op, ty, from, args)
    {
        return Ok(result);
    }
    let s = |n: usize| i128::from(args[n] as i64);
    let u = |n: usize| unsigned(from, args[n]);
    let bits = i128::from(ty.bits());
    let fits = |x: i128| u64::from(wrap(ty, x) as i64 as i128 != x);
    let zero = || if s(1) == 0 { Err(TrapCode::DivideByZero) } else { Ok(()) };
    let shift = |n: usize| i128::from(args[n]);
    use Opcode::*;
    Ok(match op {
        Iadd => wrap(ty, s(0) + s(1)),
        Isub => wrap(ty, s(0) - s(1)),
        Imul => wrap(ty, s(0) * s(1)),
        Iand => wrap(ty, s(0) & s(1)),
        Ior => wrap(ty, s(0) | s(1)),
        Ixor => wrap(ty, s(0) ^ s(1)),
        Ineg => wrap(ty, -s(0)),
        Inot => wrap(ty, !s(0)),
        Popcnt => u(0).count_ones().into(),
        Clz => u64::from(u(0).leading_zeros()) + bits as u64 - 128,
        Ctz => u64::from(u(0).trailing_zeros().min(bits as u32)),
        Bswap => wrap(ty, (args[0].swap_bytes() >> (64 - bits)).into()),
        UmulHigh => wrap(ty, u128::cast_signed((u(0).cast_unsigned() * u(1).cast_unsigned()) >> bits)),
        Sdiv => zero().map(|()| wrap(ty, s(0) / s(1)))?,
        Srem => zero().map(|()| wrap(ty, s(0) % s(1)))?,
        Udiv => zero().map(|()| wrap(ty, u(0) / u(1)))?,
        Urem => zero().map(|()| wrap(ty, u(0) % u(1)))?,
        Shl | Ushr if shift(1) >= bits => 0,
        Shl => wrap(ty, s(0) << shift(1)),
        Sshr => wrap(ty, s(0) >> shift(1).min(bits - 1)),
        Ushr => wrap(ty, u(0) >> shift(1)),
        SaddOvf => fits(s(0) + s(1)),
        SsubOvf => fits(s(0) - s(1)),
        SmulOvf => fits(s(0) * s(1)),
        Ieq => u64::from(s(0) == s(1)),
        Ine => u64::from(s(0) != s(1)),
        Slt => u64::from(s(0) < s(1)),
        Sle => u64::from(s(0) <= s(1)),
        Sgt => u64::from(s(0) > s(1)),
        Sge => u64::from(s(0) >= s(1)),
        Ult => u64::from(u(0) < u(1)),
        Ule => u64::from(u(0) <= u(1)),
        Ugt => u64::from(u(0) > u(1)),
        Uge => u64::from(u(0) >= u(1)),
        Sext => args[0],
        Zext => wrap(ty, u(0)),
        Itrunc => wrap(ty, s(0)),
        Bitcast => wrap(ty, s(0)),
        Select => args[if args[0] != 0 { 1 } else { 2 }],
        _ => panic!("{op:?} is not an op on values alone"),
    })
}

/// The result of an op on words of dynamic guests.
fn of_words(op: Opcode, args: &[u64]) -> Option<u64> {
    use Opcode::*;
    let (a, b) = (args.first().copied()?, args.get(1).copied().unwrap_or_default());
    let x = f64::from_bits(a);
    let (m, n) = (word::to_int(a), word::to_int(b));
    let (p, q) = (word::to_float(a), word::to_float(b));
    let fits = |x: f64| word::floats(a, b) && word::float_fits(x);
    Some(match op {
        DynFromInt => word::from_int(a as i64),
        DynToInt => m as u64,
        DynFromFloat => word::from_float(x),
        DynToFloat => p.to_bits(),
        DynToImm => word::to_imm(a) as u64,
        DynAdd => word::add(a, b).0,
        DynSub => word::sub(a, b).0,
        DynMul => word::mul(a, b).0,
        DynFadd => word::from_float(p + q),
        DynFsub => word::from_float(p - q),
        DynFmul => word::from_float(p * q),
        DynFdiv => word::from_float(p / q),
        _ => u64::from(match op {
            DynIsInt => word::is_int(a),
            DynFits => word::fits(a as i64),
            DynIsFloat => word::is_float(a),
            DynFloatFits => word::float_fits(x),
            DynIsRef => word::is_ref(a),
            DynInts => word::ints(a, b),
            DynFloats => word::floats(a, b),
            DynAddOk => word::ints(a, b) && !word::add(a, b).1,
            DynSubOk => word::ints(a, b) && !word::sub(a, b).1,
            DynMulOk => word::ints(a, b) && !word::mul(a, b).1,
            DynLt => m < n,
            DynLe => m <= n,
            DynGt => m > n,
            DynGe => m >= n,
            DynFaddOk => fits(p + q),
            DynFsubOk => fits(p - q),
            DynFmulOk => fits(p * q),
            DynFdivOk => fits(p / q),
            _ => return None,
        }),
    })
}

/// Whether the result of an op is one that a program may use: that of others is some bits.
pub fn is_meaningful(op: Opcode, args: &[u64]) -> bool {
    use Opcode::*;
    let holds = |question| of_words(question, args) == Some(1);
    match op {
        DynFromInt => holds(DynFits),
        DynToInt => holds(DynIsInt),
        DynFromFloat => holds(DynFloatFits),
        DynToFloat => holds(DynIsFloat),
        DynToImm => word::kind(args[0]).is_some(),
        DynAdd => holds(DynAddOk),
        DynSub => holds(DynSubOk),
        DynMul => holds(DynMulOk),
        DynLt | DynLe | DynGt | DynGe => holds(DynInts),
        DynFadd => holds(DynFaddOk),
        DynFsub => holds(DynFsubOk),
        DynFmul => holds(DynFmulOk),
        DynFdiv => holds(DynFdivOk),
        _ => true,
    }
}

fn float(op: Opcode, ty: Type, from: Type, args: &[u64]) -> Option<u64> {
    use Opcode::*;
    let d = |n: usize| f64::from_bits(args[n]);
    let f = |n: usize| f32::from_bits(args[n] as u32);
    let single = from == Type::F32;
    let any = |n: usize| if single { f64::from(f(n)) } else { d(n) };
    let double = f64::to_bits;
    let short = |x: f32| u64::from(x.to_bits());
    let seen = |bits: u64| if single { u64::from(nan::seen_32(bits as u32)) } else { nan::seen_64(bits) };
    let either = |x: f32, y: f64| if single { short(x) } else { double(y) };
    let both = |x: f32, y: f64| if ty == Type::F32 { short(x) } else { double(y) };
    let sign = if single { 1u64 << 31 } else { 1 << 63 };
    let unsigned = || unsigned(from, args[0]);
    Some(match op {
        Fadd => either(f(0) + f(1), d(0) + d(1)),
        Fsub => either(f(0) - f(1), d(0) - d(1)),
        Fmul => either(f(0) * f(1), d(0) * d(1)),
        Fdiv => either(f(0) / f(1), d(0) / d(1)),
        Fneg => args[0] ^ sign,
        Fabs => args[0] & !sign,
        Fcopysign => args[0] & !sign | seen(args[1]) & sign,
        Fsqrt => either(f(0).sqrt(), d(0).sqrt()),
        Ffloor => either(f(0).floor(), d(0).floor()),
        Fceil => either(f(0).ceil(), d(0).ceil()),
        Ftrunc => either(f(0).trunc(), d(0).trunc()),
        Fround => either(f(0).round_ties_even(), d(0).round_ties_even()),
        Feq => u64::from(any(0) == any(1)),
        Fne => u64::from(any(0) != any(1)),
        Flt => u64::from(any(0) < any(1)),
        Fle => u64::from(any(0) <= any(1)),
        Fgt => u64::from(any(0) > any(1)),
        Fge => u64::from(any(0) >= any(1)),
        SintToFloat => both(args[0] as i64 as f32, args[0] as i64 as f64),
        UintToFloat => both(unsigned() as f32, unsigned() as f64),
        FloatToSint => helpers::float_to_sint(any(0)) as u64,
        FloatToUint => helpers::float_to_uint(any(0)),
        Fpromote => double(f64::from(f(0))),
        Fdemote => short(d(0) as f32),
        Bitcast if ty.is_int() && from.is_float() => wrap(ty, i128::from(seen(args[0]) as i64)),
        Bitcast => wrap(ty, i128::from(args[0] as i64)),
        _ => return None,
    })
}

/// How an evaluation ended.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    Results(Vec<u64>),
    Trap(TrapCode),
    /// Too many steps or calls.
    Endless,
}

/// Where a frame's memory begins, so that no slot is null.
const FRAME: u32 = 8;

/// Evaluates a function of integers, floats and frame slots that calls such functions. `gas` counts charges.
pub struct Evaluator<'m> {
    pub module: &'m Module,
    pub steps: u64,
    pub gas: i64,
}

impl Evaluator<'_> {
    pub fn call(&mut self, id: FuncId, args: &[u64], depth: u32) -> End {
        let func = self.module.funcs[id].body.as_deref().expect("a body");
        let mut values: HashMap<Value, u64> = HashMap::new();
        let mut memory = frame_memory(func);
        let mut block = func.entry();
        let mut incoming = args.to_vec();
        loop {
            let params = &func.blocks[block].params;
            values.extend(params.iter().copied().zip(incoming.iter().copied()));
            let mut next = None;
            for inst in &func.blocks[block].insts {
                let Some(steps) = self.steps.checked_sub(1) else { return End::Endless };
                self.steps = steps;
                let data = &func.insts[*inst];
                let get: Vec<u64> = data.args.iter().map(|v| values[v]).collect();
                let from = data.args.first().map_or(data.ty, |v| func.ty(*v));
                match data.op {
                    Opcode::Charge => self.gas += data.units(),
                    Opcode::Probe | Opcode::Poll => {}
                    Opcode::Iconst | Opcode::Fconst => {
                        values.extend([(data.results[0], data.const_bits() as u64)])
                    }
                    Opcode::StackAddr | Opcode::FieldAddr | Opcode::ElemAddr => {
                        values.insert(data.results[0], address(func, data, &get));
                    }
                    Opcode::Load => {
                        let at = (get[0] as i64 + data.offset()) as usize;
                        let word = u64::from_le_bytes(memory[at..at + 8].try_into().expect("8 bytes"));
                        values.insert(data.results[0], wrap(data.ty, i128::from(word as i64)));
                    }
                    Opcode::Store => {
                        let (at, n) = ((get[0] as i64 + data.offset()) as usize, data.ty.bytes() as usize);
                        memory[at..at + n].copy_from_slice(&get[1].to_le_bytes()[..n]);
                    }
                    Opcode::Call if depth == 0 => return End::Endless,
                    Opcode::Call => match self.call(data.func(), &get, depth - 1) {
                        End::Results(results) => values.extend(data.results.iter().copied().zip(results)),
                        other => return other,
                    },
                    Opcode::Bounds if get[0] >= get[1] => return End::Trap(TrapCode::IndexOutOfRange),
                    Opcode::NilCheck if get[0] == 0 => return End::Trap(TrapCode::NilDereference),
                    Opcode::TrapIf if get[0] != 0 => return End::Trap(trap(data)),
                    Opcode::Bounds | Opcode::NilCheck | Opcode::TrapIf | Opcode::AssumeLe => {}
                    Opcode::Return => return End::Results(get),
                    Opcode::Jump => next = Some(0),
                    Opcode::Brif | Opcode::Guard => next = Some(usize::from(get[0] == 0)),
                    Opcode::Switch => next = Some(case(func, data, get[0])),
                    other => match op(other, data.ty, from, &get) {
                        Ok(value) => values.extend([(data.results[0], value)]),
                        Err(code) => return End::Trap(code),
                    },
                }
                if let Some(n) = next {
                    let target = &data.targets[n];
                    incoming = target.args.iter().map(|v| values[v]).collect();
                    block = target.block;
                }
            }
        }
    }
}

/// The zeroed memory of a frame's slots.
fn frame_memory(func: &Function) -> Vec<u8> {
    let slots: u32 = func.slots.values().map(|s| s.size.next_multiple_of(8)).sum();
    vec![0; (FRAME + slots) as usize + 8]
}

/// The address that an op computes.
fn address(func: &Function, inst: &InstData, args: &[u64]) -> u64 {
    let base = match inst.op {
        Opcode::StackAddr => {
            let before = func.slots.iter().take_while(|s| s.0 < inst.slot());
            let at: u32 = before.map(|s| s.1.size.next_multiple_of(8)).sum();
            return u64::from(FRAME + at);
        }
        Opcode::ElemAddr => args[0].wrapping_add(args[1].wrapping_mul(u64::from(inst.scale()))),
        _ => args[0],
    };
    base.wrapping_add(inst.offset() as u64)
}

/// The target that a switch goes to.
fn case(func: &Function, inst: &InstData, value: u64) -> usize {
    let cases = &func.switches[inst.switch()];
    cases.iter().position(|c| *c as u64 == value).map_or(0, |n| n + 1)
}

fn trap(inst: &InstData) -> TrapCode {
    inst.trap_code()
}
