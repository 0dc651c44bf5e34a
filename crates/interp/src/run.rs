//! The loop: one `match`, with the program counter and the frame in locals.
//!
//! Knows nothing of what is slow: that is in `cold`, so that nothing here needs more registers than there are.

use std::cmp::Ordering;

use purlin_base::{TrapCode, nan};
use purlin_bytecode::Op;
use purlin_bytecode::table::{a, b, c, imm};
use purlin_runtime::{VmCtx, helpers};

use crate::cold;
use crate::frame::{Run, call_slow, far_return, replace_frame, top_of};
use crate::state::Entry;

/// Runs from `pc` in the frame `fp` until the activation's outermost frame returns (0) or is unwound (1).
///
/// # Safety
/// The invariant of the crate: `pc` is in verified code, `fp` is a frame of it inside its segment, `run` is the
/// fiber's innermost run.
#[allow(clippy::too_many_lines)]
pub(crate) unsafe fn run(run: *mut Run, mut pc: *const u64, mut fp: *mut u64) -> u32 {
    // SAFETY: the invariant. It holds again after each arm: arms read and write slots of the frame, memory that the
    // IR promises to be inside objects, and words of the code; calls check that the new frame fits.
    unsafe {
        let ctx: *mut VmCtx = (*run).ctx;
        let entries: *const Entry = (*run).entries;
        loop {
            let i = *pc;
            pc = pc.add(1);
            macro_rules! slot {
                ($n:expr) => {
                    *fp.add($n as usize)
                };
            }
            // Operands.
            macro_rules! ra {
                () => {
                    slot!(a(i))
                };
            }
            macro_rules! rb {
                () => {
                    slot!(b(i))
                };
            }
            macro_rules! rc {
                () => {
                    slot!(c(i))
                };
            }
            macro_rules! sa {
                () => {
                    (ra!() as i64)
                };
            }
            macro_rules! sb {
                () => {
                    (rb!() as i64)
                };
            }
            macro_rules! sc {
                () => {
                    (rc!() as i64)
                };
            }
            macro_rules! fa {
                () => {
                    f64::from_bits(ra!())
                };
            }
            macro_rules! fb {
                () => {
                    f64::from_bits(rb!())
                };
            }
            macro_rules! fc {
                () => {
                    f64::from_bits(rc!())
                };
            }
            macro_rules! hb {
                () => {
                    f32::from_bits(rb!() as u32)
                };
            }
            macro_rules! hc {
                () => {
                    f32::from_bits(rc!() as u32)
                };
            }
            // Signed immediates of 16 bits.
            macro_rules! ib {
                () => {
                    i64::from(b(i) as i16)
                };
            }
            macro_rules! ic {
                () => {
                    i64::from(c(i) as i16)
                };
            }
            macro_rules! set {
                ($value:expr) => {{
                    let value = $value;
                    ra!() = value as u64;
                }};
            }
            macro_rules! jump {
                ($distance:expr) => {
                    pc = pc.offset($distance as isize)
                };
            }
            macro_rules! jump16 {
                ($if:expr) => {
                    if $if {
                        jump!(c(i) as i16)
                    }
                };
            }
            macro_rules! jump32 {
                ($if:expr) => {
                    if $if {
                        jump!(imm(i))
                    }
                };
            }
            // Going on where something cold says.
            macro_rules! resume {
                ($to:expr) => {{
                    pc = $to;
                    if pc.is_null() {
                        return 1;
                    }
                    fp = (*run).fp;
                    continue;
                }};
            }
            macro_rules! trap {
                ($code:expr, $x:expr, $y:expr) => {
                    resume!(cold::raise(run, pc, fp, $code, $x, $y))
                };
            }
            macro_rules! divide {
                ($by:expr, $value:expr) => {{
                    if $by == 0 {
                        trap!(TrapCode::DivideByZero, 0, 0);
                    }
                    set!($value)
                }};
            }
            macro_rules! load {
                ($ty:ty as $wide:ty, $at:expr) => {
                    set!(*($at as *const $ty) as $wide)
                };
            }
            macro_rules! store {
                ($ty:ty, $at:expr) => {
                    *($at as *mut $ty) = ra!() as $ty
                };
            }
            macro_rules! base {
                () => {
                    rb!().wrapping_add(ic!() as u64)
                };
            }
            macro_rules! index {
                ($scale:expr) => {
                    rb!().wrapping_add(rc!().wrapping_mul($scale))
                };
            }
            macro_rules! check {
                () => {{
                    let length = slot!(*pc as u16);
                    pc = pc.add(1);
                    if rc!() as i64 >= length as i64 || (rc!() as i64) < 0 {
                        trap!(TrapCode::IndexOutOfRange, rc!(), length);
                    }
                }};
            }
            macro_rules! take {
                ($units:expr) => {
                    (*ctx).gas -= $units
                };
            }
            // `$at` is the polling instruction; `pc` is where it goes on.
            macro_rules! take_and_poll {
                ($units:expr, $at:expr) => {{
                    take!($units);
                    if (*ctx).gas < 0 {
                        (*run).fp = fp;
                        resume!(cold::poll(run, $at, pc, fp));
                    }
                }};
            }
            macro_rules! toll {
                ($if:expr, $distance:expr) => {{
                    let word = *pc;
                    if $if {
                        take!((word & 0xffff) as i64);
                        jump!($distance)
                    } else {
                        take!((word >> 16 & 0xffff) as i64);
                        pc = pc.add(1);
                    }
                }};
            }
            macro_rules! toll16 {
                ($if:expr) => {
                    toll!($if, c(i) as i16)
                };
            }
            macro_rules! end_loop {
                ($if:expr) => {{
                    let word = *pc;
                    ra!() = ra!().wrapping_add((word >> 32) as i16 as u64);
                    if $if {
                        let at = pc.sub(1);
                        jump!(c(i) as i16);
                        take_and_poll!((word & 0xffff) as i64, at);
                    } else {
                        take!((word >> 16 & 0xffff) as i64);
                        pc = pc.add(1);
                    }
                }};
            }
            macro_rules! call {
                ($entry:expr) => {{
                    let (entry, window): (*const Entry, _) = ($entry, fp.add(a(i) as usize));
                    if window.add((*entry).frame_slots) <= (*run).limit {
                        *window.sub(3) = pc as u64;
                        *window.sub(2) = fp as u64;
                        *window.sub(1) = entry as u64;
                        fp = window;
                    } else {
                        fp = call_slow(run, entry, window, pc, fp);
                    }
                    pc = (*entry).code;
                    // The poll that most functions begin with.
                    if (*entry).poll != 0 {
                        let at = pc;
                        pc = pc.add(1);
                        take_and_poll!((*entry).poll, at);
                    }
                }};
            }
            macro_rules! tail_call {
                ($entry:expr) => {{
                    let entry: *const Entry = $entry;
                    if fp.add((*entry).frame_slots) <= (*run).limit {
                        *fp.sub(1) = entry as u64;
                    } else {
                        fp = replace_frame(run, entry, fp, top_of(fp));
                    }
                    pc = (*entry).code;
                }};
            }
            macro_rules! back {
                () => {{
                    pc = *fp.sub(3) as *const u64;
                    fp = *fp.sub(2) as *mut u64;
                }};
            }
            macro_rules! bool {
                ($value:expr) => {
                    set!(u64::from($value))
                };
            }
            // Code holds table rows only.
            match std::mem::transmute::<u16, Op>(i as u16) {
                Op::Const => set!(imm(i) as i64),
                Op::Wide => {
                    set!(*pc);
                    pc = pc.add(1);
                }
                Op::Mov => set!(rb!()),
                Op::Mov2 => {
                    set!(rb!());
                    slot!(c(i)) = slot!(*pc as u16);
                    pc = pc.add(1);
                }
                Op::Mov3 => {
                    let word = *pc;
                    pc = pc.add(1);
                    set!(rb!());
                    slot!(c(i)) = slot!(word as u16);
                    slot!((word >> 16) as u16) = slot!((word >> 32) as u16);
                }
                Op::Global => set!((*ctx).globals as u64 + imm(i) as i64 as u64),
                Op::Data => set!((*ctx).data as u64 + imm(i) as i64 as u64),
                Op::Stack => set!(*fp.sub(4) + imm(i) as i64 as u64),
                Op::Add64 => set!((rb!() as i64).wrapping_add(rc!() as i64)),
                Op::Add32 => set!((rb!() as i32).wrapping_add(rc!() as i32)),
                Op::Add16 => set!((rb!() as i16).wrapping_add(rc!() as i16)),
                Op::Add8 => set!((rb!() as i8).wrapping_add(rc!() as i8)),
                Op::AddI64 => set!((rb!() as i64).wrapping_add(ic!() as i64)),
                Op::AddI32 => set!((rb!() as i32).wrapping_add(ic!() as i32)),
                Op::AddI16 => set!((rb!() as i16).wrapping_add(ic!() as i16)),
                Op::AddI8 => set!((rb!() as i8).wrapping_add(ic!() as i8)),
                Op::Sub64 => set!((rb!() as i64).wrapping_sub(rc!() as i64)),
                Op::Sub32 => set!((rb!() as i32).wrapping_sub(rc!() as i32)),
                Op::Sub16 => set!((rb!() as i16).wrapping_sub(rc!() as i16)),
                Op::Sub8 => set!((rb!() as i8).wrapping_sub(rc!() as i8)),
                Op::Mul64 => set!((rb!() as i64).wrapping_mul(rc!() as i64)),
                Op::Mul32 => set!((rb!() as i32).wrapping_mul(rc!() as i32)),
                Op::Mul16 => set!((rb!() as i16).wrapping_mul(rc!() as i16)),
                Op::Mul8 => set!((rb!() as i8).wrapping_mul(rc!() as i8)),
                Op::MulI64 => set!((rb!() as i64).wrapping_mul(ic!() as i64)),
                Op::MulI32 => set!((rb!() as i32).wrapping_mul(ic!() as i32)),
                Op::And => set!(rb!() & rc!()),
                Op::Or => set!(rb!() | rc!()),
                Op::Xor => set!(rb!() ^ rc!()),
                Op::AndI => set!(sb!() & ic!()),
                Op::OrI => set!(sb!() | ic!()),
                Op::XorI => set!(sb!() ^ ic!()),
                Op::Not => set!(!rb!()),
                Op::Neg64 => set!((rb!() as i64).wrapping_neg()),
                Op::Neg32 => set!((rb!() as i32).wrapping_neg()),
                Op::Neg16 => set!((rb!() as i16).wrapping_neg()),
                Op::Neg8 => set!((rb!() as i8).wrapping_neg()),
                Op::Shl64 => set!(if rc!() < 64 { (rb!() as i64) << rc!() } else { 0 }),
                Op::Shl32 => set!(if rc!() < 32 { (rb!() as i32) << rc!() } else { 0 }),
                Op::Shl16 => set!(if rc!() < 16 { (rb!() as i16) << rc!() } else { 0 }),
                Op::Shl8 => set!(if rc!() < 8 { (rb!() as i8) << rc!() } else { 0 }),
                Op::ShlI64 => set!(rb!() << (c(i) & 63)),
                Op::ShlI32 => set!((rb!() as i32) << (c(i) & 31)),
                Op::Sshr => set!(sb!() >> rc!().min(63)),
                Op::SshrI => set!(sb!() >> (c(i) & 63)),
                Op::Ushr64 => set!(if rc!() < 64 { ((rb!() as u64) >> rc!()) as i64 } else { 0 }),
                Op::Ushr32 => set!(if rc!() < 32 { ((rb!() as u32) >> rc!()) as i32 } else { 0 }),
                Op::Ushr16 => set!(if rc!() < 16 { ((rb!() as u16) >> rc!()) as i16 } else { 0 }),
                Op::Ushr8 => set!(if rc!() < 8 { ((rb!() as u8) >> rc!()) as i8 } else { 0 }),
                Op::UshrI64 => set!(rb!() >> (c(i) & 63)),
                Op::UshrI32 => set!(((rb!() as u32) >> (c(i) & 31)) as i32),
                Op::Sdiv64 => divide!(rc!(), (rb!() as i64).wrapping_div(rc!() as i64)),
                Op::Sdiv32 => divide!(rc!(), (rb!() as i32).wrapping_div(rc!() as i32)),
                Op::Sdiv16 => divide!(rc!(), (rb!() as i16).wrapping_div(rc!() as i16)),
                Op::Sdiv8 => divide!(rc!(), (rb!() as i8).wrapping_div(rc!() as i8)),
                Op::Srem => divide!(rc!(), sb!().wrapping_rem(sc!())),
                Op::SdivI => set!(sb!().wrapping_div(ic!())),
                Op::SremI => set!(sb!().wrapping_rem(ic!())),
                Op::Udiv64 => divide!(rc!(), ((rb!() as u64) / (rc!() as u64)) as i64),
                Op::Udiv32 => divide!(rc!(), ((rb!() as u32) / (rc!() as u32)) as i32),
                Op::Udiv16 => divide!(rc!(), ((rb!() as u16) / (rc!() as u16)) as i16),
                Op::Udiv8 => divide!(rc!(), ((rb!() as u8) / (rc!() as u8)) as i8),
                Op::Urem64 => divide!(rc!(), ((rb!() as u64) % (rc!() as u64)) as i64),
                Op::Urem32 => divide!(rc!(), ((rb!() as u32) % (rc!() as u32)) as i32),
                Op::Urem16 => divide!(rc!(), ((rb!() as u16) % (rc!() as u16)) as i16),
                Op::Urem8 => divide!(rc!(), ((rb!() as u8) % (rc!() as u8)) as i8),
                Op::SaddOvf64 => bool!((rb!() as i64).overflowing_add(rc!() as i64).1),
                Op::SaddOvf32 => bool!((rb!() as i32).overflowing_add(rc!() as i32).1),
                Op::SaddOvf16 => bool!((rb!() as i16).overflowing_add(rc!() as i16).1),
                Op::SaddOvf8 => bool!((rb!() as i8).overflowing_add(rc!() as i8).1),
                Op::SsubOvf64 => bool!((rb!() as i64).overflowing_sub(rc!() as i64).1),
                Op::SsubOvf32 => bool!((rb!() as i32).overflowing_sub(rc!() as i32).1),
                Op::SsubOvf16 => bool!((rb!() as i16).overflowing_sub(rc!() as i16).1),
                Op::SsubOvf8 => bool!((rb!() as i8).overflowing_sub(rc!() as i8).1),
                Op::SmulOvf64 => bool!((rb!() as i64).overflowing_mul(rc!() as i64).1),
                Op::SmulOvf32 => bool!((rb!() as i32).overflowing_mul(rc!() as i32).1),
                Op::SmulOvf16 => bool!((rb!() as i16).overflowing_mul(rc!() as i16).1),
                Op::SmulOvf8 => bool!((rb!() as i8).overflowing_mul(rc!() as i8).1),
                Op::Eq => bool!(rb!() == rc!()),
                Op::Ne => bool!(rb!() != rc!()),
                Op::Slt => bool!(sb!() < sc!()),
                Op::Sle => bool!(sb!() <= sc!()),
                Op::Ult => bool!(rb!() < rc!()),
                Op::Ule => bool!(rb!() <= rc!()),
                Op::EqI => bool!(sb!() == ic!()),
                Op::NeI => bool!(sb!() != ic!()),
                Op::SltI => bool!(sb!() < ic!()),
                Op::SleI => bool!(sb!() <= ic!()),
                Op::SgtI => bool!(sb!() > ic!()),
                Op::SgeI => bool!(sb!() >= ic!()),
                Op::Feq64 => bool!(fb!() == fc!()),
                Op::Fne64 => bool!(fb!() != fc!()),
                Op::Flt64 => bool!(fb!() < fc!()),
                Op::Fle64 => bool!(fb!() <= fc!()),
                Op::Feq32 => bool!(hb!() == hc!()),
                Op::Fne32 => bool!(hb!() != hc!()),
                Op::Flt32 => bool!(hb!() < hc!()),
                Op::Fle32 => bool!(hb!() <= hc!()),
                Op::Fadd64 => set!((fb!() + fc!()).to_bits()),
                Op::Fsub64 => set!((fb!() - fc!()).to_bits()),
                Op::Fmul64 => set!((fb!() * fc!()).to_bits()),
                Op::Fdiv64 => set!((fb!() / fc!()).to_bits()),
                Op::FmulAdd64 => {
                    let d = f64::from_bits(slot!(*pc as u16));
                    pc = pc.add(1);
                    set!((fb!() * fc!() + d).to_bits())
                }
                Op::FmulSub64 => {
                    let d = f64::from_bits(slot!(*pc as u16));
                    pc = pc.add(1);
                    set!((d - fb!() * fc!()).to_bits())
                }
                Op::Fneg64 => set!(rb!() ^ (1 << 63)),
                Op::Fabs64 => set!(rb!() & !(1 << 63)),
                Op::Fsqrt64 => set!(fb!().sqrt().to_bits()),
                Op::Ffloor64 => set!(fb!().floor().to_bits()),
                Op::Fceil64 => set!(fb!().ceil().to_bits()),
                Op::Ftrunc64 => set!(fb!().trunc().to_bits()),
                Op::Fround64 => set!(fb!().round_ties_even().to_bits()),
                Op::Fcopysign64 => set!((rb!() & !(1 << 63)) | (nan::seen_64(rc!()) & (1 << 63))),
                Op::Fadd32 => set!((hb!() + hc!()).to_bits()),
                Op::Fsub32 => set!((hb!() - hc!()).to_bits()),
                Op::Fmul32 => set!((hb!() * hc!()).to_bits()),
                Op::Fdiv32 => set!((hb!() / hc!()).to_bits()),
                Op::Fneg32 => set!(rb!() ^ (1 << 31)),
                Op::Fabs32 => set!(rb!() & !(1 << 31)),
                Op::Fsqrt32 => set!(hb!().sqrt().to_bits()),
                Op::Ffloor32 => set!(hb!().floor().to_bits()),
                Op::Fceil32 => set!(hb!().ceil().to_bits()),
                Op::Ftrunc32 => set!(hb!().trunc().to_bits()),
                Op::Fround32 => set!(hb!().round_ties_even().to_bits()),
                Op::Fcopysign32 => {
                    set!((rb!() & !(1 << 31)) | (u64::from(nan::seen_32(rc!() as u32)) & (1 << 31)))
                }
                Op::Sext8 => set!(rb!() as i8),
                Op::Sext16 => set!(rb!() as i16),
                Op::Sext32 => set!(rb!() as i32),
                Op::Zext8 => set!(rb!() as u8),
                Op::Zext16 => set!(rb!() as u16),
                Op::Zext32 => set!(rb!() as u32),
                Op::SintToF64 => set!((sb!() as f64).to_bits()),
                Op::SintToF32 => set!((sb!() as f32).to_bits()),
                Op::UintToF64 => set!((rb!() as f64).to_bits()),
                Op::UintToF32 => set!((rb!() as f32).to_bits()),
                Op::F64ToSint => set!(helpers::float_to_sint(fb!())),
                Op::F32ToSint => set!(helpers::float_to_sint(f64::from(hb!()))),
                Op::F64ToUint => set!(helpers::float_to_uint(fb!())),
                Op::F32ToUint => set!(helpers::float_to_uint(f64::from(hb!()))),
                Op::Fpromote => set!(f64::from(hb!()).to_bits()),
                Op::Fdemote => set!((fb!() as f32).to_bits()),
                Op::F64Bits => set!(nan::seen_64(rb!())),
                Op::F32Bits => set!(nan::seen_32(rb!() as u32) as i32),
                Op::Select => {
                    let d = slot!(*pc as u16);
                    pc = pc.add(1);
                    set!(if rb!() != 0 { rc!() } else { d })
                }
                Op::Ld8 => load!(i8 as i64, base!()),
                Op::Ld16 => load!(i16 as i64, base!()),
                Op::Ld32 => load!(i32 as i64, base!()),
                Op::Ld64 => load!(u64 as u64, base!()),
                Op::LdU8 => load!(u8 as u64, base!()),
                Op::LdU16 => load!(u16 as u64, base!()),
                Op::LdU32 => load!(u32 as u64, base!()),
                Op::St8 => store!(u8, base!()),
                Op::St16 => store!(u16, base!()),
                Op::St32 => store!(u32, base!()),
                Op::St64 => store!(u64, base!()),
                Op::LdN64 => {
                    if rb!() == 0 {
                        trap!(TrapCode::NilDereference, 0, 0)
                    }
                    load!(u64 as u64, base!())
                }
                Op::Ld128 => {
                    let at = base!() as *const u64;
                    set!(*at);
                    slot!(*pc as u16) = *at.add(1);
                    pc = pc.add(1);
                }
                Op::St128 => {
                    let at = base!() as *mut u64;
                    *at = ra!();
                    *at.add(1) = slot!(*pc as u16);
                    pc = pc.add(1);
                }
                Op::LdX8 => load!(i8 as i64, index!(1)),
                Op::LdX16 => load!(i16 as i64, index!(2)),
                Op::LdX32 => load!(i32 as i64, index!(4)),
                Op::LdX64 => load!(u64 as u64, index!(8)),
                Op::LdXU8 => load!(u8 as u64, index!(1)),
                Op::LdXU16 => load!(u16 as u64, index!(2)),
                Op::LdXU32 => load!(u32 as u64, index!(4)),
                Op::StX8 => store!(u8, index!(1)),
                Op::StX16 => store!(u16, index!(2)),
                Op::StX32 => store!(u32, index!(4)),
                Op::StX64 => store!(u64, index!(8)),
                Op::LdC8 => {
                    check!();
                    load!(i8 as i64, index!(1))
                }
                Op::LdCU8 => {
                    check!();
                    load!(u8 as u64, index!(1))
                }
                Op::LdC32 => {
                    check!();
                    load!(i32 as i64, index!(4))
                }
                Op::LdC64 => {
                    check!();
                    load!(u64 as u64, index!(8))
                }
                Op::StC8 => {
                    check!();
                    store!(u8, index!(1))
                }
                Op::StC32 => {
                    check!();
                    store!(u32, index!(4))
                }
                Op::StC64 => {
                    check!();
                    store!(u64, index!(8))
                }
                Op::Elem => {
                    let word = *pc;
                    pc = pc.add(1);
                    set!(
                        rb!()
                            .wrapping_add(rc!().wrapping_mul(word & 0xffff_ffff))
                            .wrapping_add((word as i64 >> 32) as u64)
                    )
                }
                Op::LdG64 => set!(*(*ctx).globals.offset(imm(i) as isize).cast::<u64>()),
                Op::StG64 => *(*ctx).globals.offset(imm(i) as isize).cast::<u64>() = ra!(),
                Op::LdS64 => set!(*((*fp.sub(4) + imm(i) as i64 as u64) as *const u64)),
                Op::StS64 => *((*fp.sub(4) + imm(i) as i64 as u64) as *mut u64) = ra!(),
                Op::Copy => helpers::copy(ctx, ra!() as *mut u8, rb!() as *const u8, sc!()),
                Op::Zero => helpers::zero(ctx, ra!() as *mut u8, sb!()),
                Op::NilCheck => {
                    if ra!() == 0 {
                        trap!(TrapCode::NilDereference, 0, 0)
                    }
                }
                Op::Bounds => {
                    if ra!() as i64 >= sb!() || sa!() < 0 {
                        trap!(TrapCode::IndexOutOfRange, ra!(), rb!())
                    }
                }
                Op::TrapIf => {
                    if ra!() != 0 {
                        trap!(TrapCode::from_u32(imm(i) as u32).unwrap_or(TrapCode::Unreachable), 0, 0)
                    }
                }
                Op::Trap => trap!(TrapCode::from_u32(imm(i) as u32).unwrap_or(TrapCode::Unreachable), 0, 0),
                Op::Alloc => {
                    let bump = &mut *(*ctx).bumps.add(imm(i) as usize);
                    let (at, end) = (bump.cur, bump.cur + *(*run).cells.add(imm(i) as usize));
                    if end <= bump.end {
                        bump.cur = end;
                        set!(at);
                    } else {
                        set!(cold::alloc(run, pc, fp, imm(i) as u32));
                    }
                }
                Op::AllocArray => {
                    let class = *pc as u32;
                    pc = pc.add(1);
                    let at = cold::alloc_array(run, pc, fp, class, rb!());
                    if at == 0 {
                        resume!(cold::raised(run, fp));
                    }
                    set!(at);
                }
                Op::Call => call!(entries.add(imm(i) as usize)),
                Op::CallAddI => {
                    set!(rb!().wrapping_add(ic!() as u64));
                    let callee = *pc as usize;
                    pc = pc.add(1);
                    call!(entries.add(callee))
                }
                Op::CallLd64 => {
                    load!(u64 as u64, base!());
                    let callee = *pc as usize;
                    pc = pc.add(1);
                    call!(entries.add(callee))
                }
                Op::CallIndirect => {
                    let callee = rb!() as usize;
                    if callee >= (*run).entry_count {
                        trap!(TrapCode::Unreachable, 0, 0);
                    }
                    call!(entries.add(callee))
                }
                Op::CallMethod => {
                    let callee = *(*ctx).dispatch.add((rb!() + *pc) as usize);
                    pc = pc.add(1);
                    call!(entries.add(callee as usize))
                }
                Op::CallNative => {
                    let window = fp.add(a(i) as usize);
                    if cold::call_native(run, pc, fp, imm(i) as u32, window) != 0 {
                        resume!(cold::raised(run, fp));
                    }
                }
                Op::TailCall => tail_call!(entries.add(imm(i) as usize)),
                Op::TailCallIndirect => {
                    let callee = ra!() as usize;
                    if callee >= (*run).entry_count {
                        trap!(TrapCode::Unreachable, 0, 0);
                    }
                    tail_call!(entries.add(callee))
                }
                Op::Return => back!(),
                Op::Return1 => {
                    *fp = ra!();
                    back!()
                }
                Op::ReturnAdd64 => {
                    *fp = ra!().wrapping_add(rb!());
                    back!()
                }
                Op::ReturnI => {
                    *fp = imm(i) as i64 as u64;
                    back!()
                }
                Op::Method => {
                    set!(*(*ctx).dispatch.add((rb!() + *pc) as usize));
                    pc = pc.add(1);
                }
                Op::Implements => {
                    set!(*(*ctx).implements.add((rb!() + *pc) as usize));
                    pc = pc.add(1);
                }
                Op::DynIsInt => set!(rb!() & 1),
                Op::DynFromInt => set!(rb!() << 1 | 1),
                Op::DynToInt => set!(sb!() >> 1),
                Op::DynFits => bool!(sb!() << 1 >> 1 == sb!()),
                Op::Charge => take!(i64::from(imm(i))),
                Op::ChargeWide => {
                    (*ctx).gas = (*ctx).gas.saturating_sub(*pc as i64);
                    pc = pc.add(1);
                }
                Op::Poll => {
                    take_and_poll!(i64::from(imm(i)), pc.sub(1));
                }
                Op::Ask => {
                    (*run).fp = fp;
                    resume!(cold::ask_now_and_then(run, pc.sub(1), pc, fp));
                }
                Op::Frame => {
                    let memory = fp.add(a(i) as usize);
                    *fp.sub(4) = memory as u64;
                    std::ptr::write_bytes(memory, 0, imm(i) as usize);
                }
                Op::Jump => jump!(imm(i)),
                Op::ChargeJump => {
                    take!(i64::from(a(i)));
                    jump!(imm(i))
                }
                Op::PollJump => {
                    let at = pc.sub(1);
                    jump!(imm(i));
                    take_and_poll!(i64::from(a(i)), at);
                }
                Op::Jnz => jump32!(ra!() != 0),
                Op::Jz => jump32!(ra!() == 0),
                Op::JEq => jump16!(ra!() == rb!()),
                Op::JNe => jump16!(ra!() != rb!()),
                Op::JSlt => jump16!(sa!() < sb!()),
                Op::JSle => jump16!(sa!() <= sb!()),
                Op::JUlt => jump16!(ra!() < rb!()),
                Op::JUle => jump16!(ra!() <= rb!()),
                Op::JEqI => jump16!(sa!() == ib!()),
                Op::JNeI => jump16!(sa!() != ib!()),
                Op::JSltI => jump16!(sa!() < ib!()),
                Op::JSleI => jump16!(sa!() <= ib!()),
                Op::JSgtI => jump16!(sa!() > ib!()),
                Op::JSgeI => jump16!(sa!() >= ib!()),
                Op::JFeq => jump16!(fa!() == fb!()),
                Op::JFne => jump16!(fa!() != fb!()),
                Op::JFlt => jump16!(fa!() < fb!()),
                Op::JFle => jump16!(fa!() <= fb!()),
                Op::JFnlt => jump16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less))),
                Op::JFnle => {
                    jump16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less | Ordering::Equal)))
                }
                Op::TJnz => toll!(ra!() != 0, imm(i)),
                Op::TJz => toll!(ra!() == 0, imm(i)),
                Op::TJEq => toll16!(ra!() == rb!()),
                Op::TJNe => toll16!(ra!() != rb!()),
                Op::TJSlt => toll16!(sa!() < sb!()),
                Op::TJSle => toll16!(sa!() <= sb!()),
                Op::TJUlt => toll16!(ra!() < rb!()),
                Op::TJUle => toll16!(ra!() <= rb!()),
                Op::TJEqI => toll16!(sa!() == ib!()),
                Op::TJNeI => toll16!(sa!() != ib!()),
                Op::TJSltI => toll16!(sa!() < ib!()),
                Op::TJSleI => toll16!(sa!() <= ib!()),
                Op::TJSgtI => toll16!(sa!() > ib!()),
                Op::TJSgeI => toll16!(sa!() >= ib!()),
                Op::TJFeq => toll16!(fa!() == fb!()),
                Op::TJFne => toll16!(fa!() != fb!()),
                Op::TJFlt => toll16!(fa!() < fb!()),
                Op::TJFle => toll16!(fa!() <= fb!()),
                Op::TJFnlt => toll16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less))),
                Op::TJFnle => {
                    toll16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less | Ordering::Equal)))
                }
                Op::LoopSlt => end_loop!(sa!() < sb!()),
                Op::LoopSle => end_loop!(sa!() <= sb!()),
                Op::LoopSltI => end_loop!(sa!() < ib!()),
                Op::LoopNeI => end_loop!(sa!() != ib!()),
                Op::SwitchDense => {
                    let case = ra!().wrapping_sub(*pc).min(imm(i) as u64);
                    jump!(*pc.add(1 + case as usize) as i64)
                }
                Op::SwitchSparse => jump!(cold::switch_sparse(i, pc, fp)),
                Op::Exit => return 0,
                Op::FarReturn => resume!(far_return(run, fp)),
                Op::Lower => resume!(cold::lower(run, fp)),
                Op::Native => resume!(cold::native(run, fp)),
            }
        }
    }
}
