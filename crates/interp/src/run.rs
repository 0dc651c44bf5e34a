//! The loop: one `match`, with the program counter and the frame in locals.
//!
//! Knows nothing of what is slow: that is in `cold`, so that nothing here needs more registers than there
//! are. Knows nothing of raw memory either: each access is a function of `access` or `header`, whose
//! documentation says what makes it sound; the macros below give it the operands of the instruction at hand.
//! The arms hold no `unsafe`, and neither they nor the macros hold a reference to anything of the isolate.

use std::cmp::Ordering;

use purlin_base::{TrapCode, nan, word};
use purlin_bytecode::Op;
use purlin_bytecode::table::{ArithmeticJump, SiteFunction, a, b, c, imm};
use purlin_runtime::{VmCtx, helpers};

use crate::activation::Run;
use crate::frame::far_return;
use crate::state::Entry;
use crate::{access, cold, header};

/// Runs from `pc` in the frame `fp` until the activation's outermost frame returns (0) or is unwound (1). The
/// instance with `COUNTED` counts what it executes; the other one has nothing of that.
///
/// # Safety
/// The invariant of the crate: `pc` is in code of a verified function, `fp` is a frame of it inside its
/// segment, `run` is the fiber's innermost run. It holds again after each arm: arms use the fields of the
/// instruction as its row of the op table says, and calls check that the new frame fits.
#[allow(clippy::too_many_lines)]
pub(crate) unsafe fn run<const COUNTED: bool>(run: *mut Run, mut pc: *const u64, mut fp: *mut u64) -> u32 {
    // SAFETY: the run outlives its loop.
    let (ctx, entries): (*mut VmCtx, *const Entry) = unsafe { ((*run).ctx, (*run).entries) };
    loop {
        // SAFETY: an instruction begins at `pc`, by the invariant.
        let i = unsafe { access::word(pc) };
        macro_rules! count {
            ($counter:ident) => {
                if COUNTED {
                    // SAFETY: `run` outlives its loop.
                    unsafe { access::count(run, |executed| executed.$counter += 1) };
                }
            };
        }
        count!(instructions);
        // SAFETY: what follows the first word is the rest of the instruction, or another one.
        pc = unsafe { access::moved(pc, 1) };
        // --- Code. After the first word, `pc` is at the next word of the instruction, or after it.
        macro_rules! word {
            () => {
                word!(0)
            };
            ($n:expr) => {{
                let n = $n;
                // SAFETY: the format of the instruction says that it has further words, at least `n + 1` from
                // `pc` on.
                unsafe { access::word(access::moved(pc, n as isize)) }
            }};
        }
        macro_rules! jump {
            ($distance:expr) => {{
                let distance = $distance as isize;
                // SAFETY: a distance from the instruction stays inside its code; so does the end of a word.
                pc = unsafe { access::moved(pc, distance) };
            }};
        }
        macro_rules! skip {
            () => {
                jump!(1)
            };
        }
        macro_rules! next_word {
            () => {{
                let word = word!();
                skip!();
                word
            }};
        }
        // Where the instruction begins, before any further word was skipped.
        macro_rules! start {
            () => {
                // SAFETY: `pc` is after the first word of the instruction.
                unsafe { access::moved(pc, -1) }
            };
        }
        // --- Slots: of the fields as integers, signed integers and floats.
        macro_rules! slot {
            ($n:expr) => {{
                let n = $n;
                // SAFETY: a slot that the instruction names lies in the frame.
                unsafe { access::slot(fp, n) }
            }};
        }
        macro_rules! set_slot {
            ($n:expr, $value:expr) => {{
                let (n, value) = ($n, $value);
                // SAFETY: a slot that the instruction names lies in the frame.
                unsafe { access::set_slot(fp, n, value) }
            }};
        }
        macro_rules! set_result {
            ($value:expr) => {{
                let value = $value;
                // SAFETY: the instruction returns one result, for which frames have a first slot.
                unsafe { access::set_result(fp, value) }
            }};
        }
        macro_rules! memory {
            () => {
                // SAFETY: `fp` is a frame; it has memory, as the lowering begins functions that use it with
                // `Op::Frame`.
                unsafe { header::memory(fp) + imm(i) as i64 as u64 }
            };
        }
        macro_rules! make_memory {
            () => {
                // SAFETY: the instruction names the frame's memory, which the lowering puts inside the frame.
                unsafe { access::make_memory(fp, a(i), imm(i) as usize) }
            };
        }
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
            ($value:expr) => {
                set_slot!(a(i), $value as u64)
            };
        }
        macro_rules! bool {
            ($value:expr) => {
                set!(u64::from($value))
            };
        }
        // --- Calls of functions out of line, and what they lead to.
        macro_rules! out_of_line {
            ($module:ident :: $function:ident ( $($argument:expr),* )) => {
                out_of_line!(@ ($module::$function) $($argument),*)
            };
            ($function:ident ( $($argument:expr),* )) => {
                out_of_line!(@ ($function) $($argument),*)
            };
            (@ ($function:expr) $($argument:expr),*) => {
                // SAFETY: the invariant holds here of `run`, `pc` and `fp`; operands are those of the
                // instruction.
                unsafe { $function($($argument),*) }
            };
        }
        macro_rules! publish_frame {
            () => {
                // SAFETY: `run` outlives its loop, and `fp` is its frame.
                unsafe { access::publish_frame(run, fp) }
            };
        }
        // Resumes where a function out of line says, or ends the activation.
        macro_rules! resume {
            ($to:expr) => {{
                pc = $to;
                if pc.is_null() {
                    return 1;
                }
                // SAFETY: `run` outlives its loop; what gives a place to resume has stored the frame for it.
                fp = unsafe { access::published_frame(run) };
                continue;
            }};
        }
        macro_rules! trap {
            ($code:expr, $x:expr, $y:expr) => {{
                let (code, x, y) = ($code, $x, $y);
                resume!(out_of_line!(cold::raise(run, pc, fp, code, x, y)))
            }};
        }
        macro_rules! divide {
            ($by:expr, $value:expr) => {{
                if $by == 0 {
                    trap!(TrapCode::DivideByZero, 0, 0);
                }
                set!($value)
            }};
        }
        // --- Words of dynamic guests.
        macro_rules! floats {
            ($op:tt) => {
                word::from_float(word::to_float(rb!()) $op word::to_float(rc!()))
            };
        }
        macro_rules! too_far {
            ($word:expr) => {{
                let word = $word;
                (word, !word::is_float(word))
            }};
        }
        // `$result` is a word, and whether it is none.
        macro_rules! free_arithmetic {
            ($fits:expr, $result:expr) => {{
                let (result, over) = $result;
                if $fits && !over {
                    set!(result);
                    skip!();
                } else {
                    jump!(word!() as i64 >> 32);
                }
            }};
        }
        macro_rules! charged_arithmetic {
            ($fits:expr, $result:expr) => {{
                let (result, over) = $result;
                let word = word!();
                if $fits && !over {
                    set!(result);
                    take!((word >> 16 & 0xffff) as i64);
                    skip!();
                } else {
                    take!((word & 0xffff) as i64);
                    jump!(word as i64 >> 32);
                }
            }};
        }
        // --- Guest memory.
        macro_rules! guest {
            ($ty:ty, $at:expr) => {{
                let at = $at;
                // SAFETY: the IR promises that what it loads lies in guest memory, and its alignment.
                unsafe { access::load::<$ty>(at) }
            }};
        }
        macro_rules! class_of {
            ($word:expr) => {{
                let word = $word;
                if word::is_ref(word) { u64::from(guest!(u32, word)) } else { word::fixed_class(word) }
            }};
        }
        // What a site has for a behaviour.
        macro_rules! find {
            ($at:expr, $class:expr) => {{
                let (at, class) = ($at, $class);
                let pair = guest!(u64, at);
                if pair as u32 == class { pair >> 32 } else { out_of_line!(access::find_next(at, class)) }
            }};
        }
        // Looks up at a site, and jumps where `$jumps` holds of what it has and of the function.
        macro_rules! asked {
            ($class:expr, $jumps:expr) => {{
                let SiteFunction { site, function } = SiteFunction::decode(word!());
                let found = find!(context!(globals()).wrapping_add(u64::from(site)), $class as u32);
                set!(found);
                if $jumps(found, u64::from(function)) {
                    jump!(ArithmeticJump::decode(word!(1)).jump);
                } else {
                    jump!(2);
                }
            }};
        }
        macro_rules! charged_asked {
            ($class:expr, $jumps:expr) => {{
                let SiteFunction { site, function } = SiteFunction::decode(word!());
                let found = find!(context!(globals()).wrapping_add(u64::from(site)), $class as u32);
                set!(found);
                let ArithmeticJump { taken, other, jump } = ArithmeticJump::decode(word!(1));
                if $jumps(found, u64::from(function)) {
                    take!(i64::from(taken));
                    jump!(jump);
                } else {
                    take!(i64::from(other));
                    jump!(2);
                }
            }};
        }
        macro_rules! set_guest {
            ($ty:ty, $at:expr, $value:expr) => {{
                let (at, value) = ($at, $value);
                // SAFETY: the IR promises that what it stores to lies in guest memory, and its alignment.
                unsafe { access::store::<$ty>(at, value) }
            }};
        }
        macro_rules! load {
            ($ty:ty as $wide:ty, $at:expr) => {
                set!(guest!($ty, $at) as $wide)
            };
        }
        macro_rules! store {
            ($ty:ty, $at:expr) => {
                set_guest!($ty, $at, ra!() as $ty)
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
                let length = slot!(next_word!() as u16);
                if rc!() as i64 >= length as i64 || (rc!() as i64) < 0 {
                    trap!(TrapCode::IndexOutOfRange, rc!(), length);
                }
            }};
        }
        // --- The context: gas, tables, bump intervals.
        macro_rules! context {
            ($function:ident()) => {
                // SAFETY: `ctx` is the context of the running isolate.
                unsafe { access::$function(ctx) }
            };
            ($function:ident($x:expr)) => {{
                let x = $x;
                // SAFETY: `ctx` is the context of the running isolate; rows and offsets in code lie in its
                // tables.
                unsafe { access::$function(ctx, x) }
            }};
            ($function:ident($x:expr, $y:expr)) => {{
                let (x, y) = ($x, $y);
                // SAFETY: `ctx` is the context of the running isolate; offsets and areas are what the IR
                // promises.
                unsafe { access::$function(ctx, x, y) }
            }};
            ($function:ident($x:expr, $y:expr, $z:expr)) => {{
                let (x, y, z) = ($x, $y, $z);
                // SAFETY: `ctx` is the context of the running isolate; areas are what the IR promises.
                unsafe { access::$function(ctx, x, y, z) }
            }};
        }
        macro_rules! bump {
            () => {
                // SAFETY: the immediate is a class of the module.
                unsafe { access::bump(run, ctx, imm(i) as usize) }
            };
        }
        macro_rules! take {
            ($units:expr) => {
                context!(take_gas($units))
            };
        }
        // `$at` is the polling instruction; `pc` is where it resumes.
        macro_rules! take_and_poll {
            ($units:expr, $at:expr) => {{
                count!(polls);
                take!($units);
                if context!(gas_is_negative()) {
                    let at = $at;
                    publish_frame!();
                    resume!(out_of_line!(cold::poll(run, at, pc, fp)));
                }
                access::apart();
            }};
        }
        // The poll that most functions begin with; `pc` is after it. What begins with none takes 0 units: a
        // test for that stands out of line.
        macro_rules! take_leading_poll {
            ($units:expr) => {{
                let units = $units;
                if COUNTED && units != 0 {
                    count!(polls);
                }
                take!(units);
                if context!(gas_is_negative()) {
                    publish_frame!();
                    resume!(out_of_line!(cold::leading_poll(run, units, pc, fp)));
                }
                access::apart();
            }};
        }
        // --- Branches that take gas.
        macro_rules! jump16 {
            ($if:expr) => {
                if $if { jump!(c(i) as i16) } else { access::apart() }
            };
        }
        macro_rules! jump32 {
            ($if:expr) => {
                if $if { jump!(imm(i)) } else { access::apart() }
            };
        }
        macro_rules! charged_jump {
            ($if:expr, $distance:expr) => {{
                let word = word!();
                if $if {
                    take!((word & 0xffff) as i64);
                    jump!($distance)
                } else {
                    take!((word >> 16 & 0xffff) as i64);
                    skip!();
                }
            }};
        }
        macro_rules! charged_jump16 {
            ($if:expr) => {
                charged_jump!($if, c(i) as i16)
            };
        }
        macro_rules! end_loop {
            ($if:expr) => {{
                let word = word!();
                set!(ra!().wrapping_add((word >> 32) as i16 as u64));
                if $if {
                    let at = start!();
                    jump!(c(i) as i16);
                    take_and_poll!((word & 0xffff) as i64, at);
                } else {
                    take!((word >> 16 & 0xffff) as i64);
                    skip!();
                }
            }};
        }
        // --- Calls and returns.
        macro_rules! window {
            () => {
                // SAFETY: the window of a call lies in the frame or at its end.
                unsafe { access::window(fp, a(i)) }
            };
        }
        macro_rules! entry_count {
            () => {
                // SAFETY: `run` outlives its loop.
                unsafe { access::entry_count(run) }
            };
        }
        macro_rules! call {
            ($function:expr) => {{
                let (function, window) = ($function, window!());
                // SAFETY: the function exists, by the invariant or a check, and `window` is that of its call.
                let poll = unsafe {
                    let entry = access::entry(entries, function);
                    fp = access::push_frame(run, entry, window, pc, fp);
                    pc = access::after_poll(entry);
                    access::leading_poll(entry)
                };
                take_leading_poll!(poll);
            }};
        }
        macro_rules! tail_call {
            ($function:expr) => {{
                let function = $function;
                // SAFETY: the function exists, by the invariant or a check, and its arguments are in the
                // first slots.
                let poll = unsafe {
                    let entry = access::entry(entries, function);
                    fp = access::reuse_frame(run, entry, fp);
                    pc = access::after_poll(entry);
                    access::leading_poll(entry)
                };
                take_leading_poll!(poll);
            }};
        }
        macro_rules! leave {
            () => {
                // SAFETY: `fp` is a frame, so its header says where it returns to.
                (pc, fp) = unsafe { (header::return_address(fp), header::caller(fp)) }
            };
        }
        // SAFETY: `i` is the first word of an instruction.
        match unsafe { access::op(i) } {
            Op::Const => set!(imm(i) as i64),
            Op::Wide => {
                set!(word!());
                skip!();
            }
            Op::Mov => set!(rb!()),
            Op::Mov2 => {
                set!(rb!());
                set_slot!(c(i), slot!(next_word!() as u16));
            }
            Op::Mov3 => {
                let word = next_word!();
                set!(rb!());
                set_slot!(c(i), slot!(word as u16));
                set_slot!((word >> 16) as u16, slot!((word >> 32) as u16));
            }
            Op::Global => set!(context!(globals()) + imm(i) as i64 as u64),
            Op::Data => set!(context!(data()) + imm(i) as i64 as u64),
            Op::Stack => set!(memory!()),
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
            Op::Popcnt64 => set!(rb!().count_ones()),
            Op::Popcnt32 => set!((rb!() as u32).count_ones()),
            Op::Popcnt16 => set!((rb!() as u16).count_ones()),
            Op::Popcnt8 => set!((rb!() as u8).count_ones()),
            Op::Clz64 => set!(rb!().leading_zeros()),
            Op::Clz32 => set!((rb!() as u32).leading_zeros()),
            Op::Clz16 => set!((rb!() as u16).leading_zeros()),
            Op::Clz8 => set!((rb!() as u8).leading_zeros()),
            Op::Ctz64 => set!(rb!().trailing_zeros()),
            Op::Ctz32 => set!((rb!() as u32).trailing_zeros()),
            Op::Ctz16 => set!((rb!() as u16).trailing_zeros()),
            Op::Ctz8 => set!((rb!() as u8).trailing_zeros()),
            Op::Bswap64 => set!(rb!().swap_bytes()),
            Op::Bswap32 => set!((rb!() as i32).swap_bytes()),
            Op::Bswap16 => set!((rb!() as i16).swap_bytes()),
            Op::UmulHigh64 => set!(u128::from(rb!()).wrapping_mul(u128::from(rc!())) >> 64),
            Op::UmulHigh32 => set!(((u64::from(rb!() as u32) * u64::from(rc!() as u32)) >> 32) as i32),
            Op::UmulHigh16 => set!(((u32::from(rb!() as u16) * u32::from(rc!() as u16)) >> 16) as i16),
            Op::UmulHigh8 => set!(((u16::from(rb!() as u8) * u16::from(rc!() as u8)) >> 8) as i8),
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
                let d = f64::from_bits(slot!(next_word!() as u16));
                set!((fb!() * fc!() + d).to_bits())
            }
            Op::FmulSub64 => {
                let d = f64::from_bits(slot!(next_word!() as u16));
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
                let d = slot!(next_word!() as u16);
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
                let at = base!();
                set!(guest!(u64, at));
                set_slot!(next_word!() as u16, guest!(u64, at.wrapping_add(8)));
            }
            Op::St128 => {
                let at = base!();
                store!(u64, at);
                set_guest!(u64, at.wrapping_add(8), slot!(next_word!() as u16));
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
                let word = next_word!();
                set!(
                    rb!()
                        .wrapping_add(rc!().wrapping_mul(word & 0xffff_ffff))
                        .wrapping_add((word as i64 >> 32) as u64)
                )
            }
            Op::LdG64 => set!(context!(load_global(imm(i)))),
            Op::StG64 => context!(store_global(imm(i), ra!())),
            Op::LdS64 => load!(u64 as u64, memory!()),
            Op::StS64 => store!(u64, memory!()),
            Op::Copy => context!(copy(ra!(), rb!(), sc!())),
            Op::Zero => context!(zero(ra!(), sb!())),
            Op::NilCheck => {
                if ra!() == 0 {
                    trap!(TrapCode::NilDereference, 0, 0)
                }
                access::apart();
            }
            Op::Bounds => {
                if ra!() as i64 >= sb!() || sa!() < 0 {
                    trap!(TrapCode::IndexOutOfRange, ra!(), rb!())
                }
                access::apart();
            }
            Op::TrapIf => {
                if ra!() != 0 {
                    trap!(TrapCode::from_u32(imm(i) as u32).unwrap_or(TrapCode::Unreachable), 0, 0)
                }
                access::apart();
            }
            Op::Trap => trap!(TrapCode::from_u32(imm(i) as u32).unwrap_or(TrapCode::Unreachable), 0, 0),
            Op::Alloc => match bump!() {
                Some(at) => set!(at),
                None => set!(out_of_line!(cold::alloc(run, pc, fp, imm(i) as u32))),
            },
            Op::AllocArray => {
                let class = next_word!() as u32;
                let count = rb!();
                let at = out_of_line!(cold::alloc_array(run, pc, fp, class, count));
                if at == 0 {
                    resume!(out_of_line!(cold::raised(run, fp)));
                }
                set!(at);
            }
            Op::Call => call!(imm(i) as usize),
            Op::CallAddI => {
                set!(rb!().wrapping_add(ic!() as u64));
                call!(next_word!() as usize)
            }
            Op::CallLd64 => {
                load!(u64 as u64, base!());
                call!(next_word!() as usize)
            }
            Op::CallIndirect => {
                let callee = rb!() as usize;
                if callee >= entry_count!() && !out_of_line!(cold::exists(run, callee)) {
                    trap!(TrapCode::Unreachable, 0, 0);
                }
                call!(callee)
            }
            Op::CallMethod => {
                let callee = context!(dispatch(rb!() + word!()));
                skip!();
                call!(callee as usize)
            }
            Op::CallNative => {
                let window = window!();
                count!(natives);
                if out_of_line!(cold::call_native(run, pc, fp, imm(i) as u32, window)) != 0 {
                    resume!(out_of_line!(cold::raised(run, fp)));
                }
                access::apart();
            }
            Op::TailCall => tail_call!(imm(i) as usize),
            Op::TailCallIndirect => {
                let callee = ra!() as usize;
                if callee >= entry_count!() && !out_of_line!(cold::exists(run, callee)) {
                    trap!(TrapCode::Unreachable, 0, 0);
                }
                tail_call!(callee)
            }
            Op::Return => leave!(),
            Op::Return1 => {
                set_result!(ra!());
                leave!()
            }
            Op::ReturnAdd64 => {
                set_result!(ra!().wrapping_add(rb!()));
                leave!()
            }
            Op::ReturnI => {
                set_result!(imm(i) as i64 as u64);
                leave!()
            }
            Op::Method => {
                set!(context!(dispatch(rb!() + word!())));
                skip!();
            }
            Op::Implements => {
                set!(context!(implements(rb!() + word!())));
                skip!();
            }
            Op::DynIsInt => bool!(word::is_int(rb!())),
            Op::DynFromInt => set!(word::from_int(sb!())),
            Op::DynToInt => set!(word::to_int(rb!())),
            Op::DynFits => bool!(word::fits(sb!())),
            Op::DynIsFloat => bool!(word::is_float(rb!())),
            Op::DynFromFloat => set!(word::from_float(fb!())),
            Op::DynToFloat => set!(word::to_float(rb!()).to_bits()),
            Op::DynFloatFits => bool!(word::float_fits(fb!())),
            Op::DynIsRef => bool!(word::is_ref(rb!())),
            Op::DynFromImm => set!(word::from_imm(ic!(), sb!())),
            Op::DynIsImm => bool!(word::is_imm(ic!(), rb!())),
            Op::ClassOf => set!(class_of!(rb!())),
            Op::Find => {
                let at = rb!().wrapping_add((next_word!() as i64 >> 32) as u64);
                set!(find!(at, rc!() as u32))
            }
            Op::FindG => {
                let (class, at) = (rb!() as u32, next_word!());
                set!(find!(context!(globals()).wrapping_add(at), class))
            }
            Op::FindOfG => {
                let (class, at) = (class_of!(rb!()) as u32, next_word!());
                set!(find!(context!(globals()).wrapping_add(at), class))
            }
            Op::FindIsJ => asked!(rb!(), |found, function| found != function),
            Op::FindAnyJ => asked!(rb!(), |found, _| found == 0),
            Op::FindOfIsJ => asked!(class_of!(rb!()), |found, function| found != function),
            Op::FindOfAnyJ => asked!(class_of!(rb!()), |found, _| found == 0),
            Op::TFindIsJ => charged_asked!(rb!(), |found, function| found != function),
            Op::TFindAnyJ => charged_asked!(rb!(), |found, _| found == 0),
            Op::TFindOfIsJ => charged_asked!(class_of!(rb!()), |found, function| found != function),
            Op::TFindOfAnyJ => charged_asked!(class_of!(rb!()), |found, _| found == 0),
            Op::DynInts => bool!(word::ints(rb!(), rc!())),
            Op::DynFloats => bool!(word::floats(rb!(), rc!())),
            Op::DynAddOk => bool!(word::ints(rb!(), rc!()) && !word::add(rb!(), rc!()).1),
            Op::DynSubOk => bool!(word::ints(rb!(), rc!()) && !word::sub(rb!(), rc!()).1),
            Op::DynMulOk => bool!(word::ints(rb!(), rc!()) && !word::mul(rb!(), rc!()).1),
            Op::DynAdd => set!(word::add(rb!(), rc!()).0),
            Op::DynSub => set!(word::sub(rb!(), rc!()).0),
            Op::DynMul => set!(word::mul(rb!(), rc!()).0),
            Op::DynFaddOk => bool!(word::floats(rb!(), rc!()) && word::is_float(floats!(+))),
            Op::DynFsubOk => bool!(word::floats(rb!(), rc!()) && word::is_float(floats!(-))),
            Op::DynFmulOk => bool!(word::floats(rb!(), rc!()) && word::is_float(floats!(*))),
            Op::DynFdivOk => bool!(word::floats(rb!(), rc!()) && word::is_float(floats!(/))),
            Op::DynFadd => set!(floats!(+)),
            Op::DynFsub => set!(floats!(-)),
            Op::DynFmul => set!(floats!(*)),
            Op::DynFdiv => set!(floats!(/)),
            Op::DynAddJ => free_arithmetic!(word::ints(rb!(), rc!()), word::add(rb!(), rc!())),
            Op::DynAddIJ => free_arithmetic!(word::is_int(rb!()), word::add(rb!(), word::from_int(ic!()))),
            Op::DynSubJ => free_arithmetic!(word::ints(rb!(), rc!()), word::sub(rb!(), rc!())),
            Op::DynMulJ => free_arithmetic!(word::ints(rb!(), rc!()), word::mul(rb!(), rc!())),
            Op::DynFaddJ => free_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(+))),
            Op::DynFsubJ => free_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(-))),
            Op::DynFmulJ => free_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(*))),
            Op::DynFdivJ => free_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(/))),
            Op::TDynAddJ => charged_arithmetic!(word::ints(rb!(), rc!()), word::add(rb!(), rc!())),
            Op::TDynAddIJ => {
                charged_arithmetic!(word::is_int(rb!()), word::add(rb!(), word::from_int(ic!())))
            }
            Op::TDynSubJ => charged_arithmetic!(word::ints(rb!(), rc!()), word::sub(rb!(), rc!())),
            Op::TDynMulJ => charged_arithmetic!(word::ints(rb!(), rc!()), word::mul(rb!(), rc!())),
            Op::TDynFaddJ => charged_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(+))),
            Op::TDynFsubJ => charged_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(-))),
            Op::TDynFmulJ => charged_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(*))),
            Op::TDynFdivJ => charged_arithmetic!(word::floats(rb!(), rc!()), too_far!(floats!(/))),
            Op::Charge => take!(i64::from(imm(i))),
            Op::ChargeWide => {
                context!(take_much_gas(word!() as i64));
                skip!();
            }
            Op::Probe => {
                if context!(gas_is_negative()) {
                    publish_frame!();
                    out_of_line!(cold::probe(run, imm(i) as u32, pc, fp));
                }
            }
            Op::Poll => {
                take_and_poll!(i64::from(imm(i)), start!());
            }
            Op::Ask => {
                publish_frame!();
                let at = start!();
                resume!(out_of_line!(cold::ask_now_and_then(run, at, pc, fp)));
            }
            Op::Frame => make_memory!(),
            Op::Jump => jump!(imm(i)),
            Op::ChargeJump => {
                take!(i64::from(a(i)));
                jump!(imm(i))
            }
            Op::PollJump => {
                let at = start!();
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
            Op::JInts => jump16!(word::ints(ra!(), rb!())),
            Op::JNotInts => jump16!(!word::ints(ra!(), rb!())),
            Op::JFloats => jump16!(word::floats(ra!(), rb!())),
            Op::JNotFloats => jump16!(!word::floats(ra!(), rb!())),
            Op::TJInts => charged_jump16!(word::ints(ra!(), rb!())),
            Op::TJNotInts => charged_jump16!(!word::ints(ra!(), rb!())),
            Op::TJFloats => charged_jump16!(word::floats(ra!(), rb!())),
            Op::TJNotFloats => charged_jump16!(!word::floats(ra!(), rb!())),
            Op::TJnz => charged_jump!(ra!() != 0, imm(i)),
            Op::TJz => charged_jump!(ra!() == 0, imm(i)),
            Op::TJEq => charged_jump16!(ra!() == rb!()),
            Op::TJNe => charged_jump16!(ra!() != rb!()),
            Op::TJSlt => charged_jump16!(sa!() < sb!()),
            Op::TJSle => charged_jump16!(sa!() <= sb!()),
            Op::TJUlt => charged_jump16!(ra!() < rb!()),
            Op::TJUle => charged_jump16!(ra!() <= rb!()),
            Op::TJEqI => charged_jump16!(sa!() == ib!()),
            Op::TJNeI => charged_jump16!(sa!() != ib!()),
            Op::TJSltI => charged_jump16!(sa!() < ib!()),
            Op::TJSleI => charged_jump16!(sa!() <= ib!()),
            Op::TJSgtI => charged_jump16!(sa!() > ib!()),
            Op::TJSgeI => charged_jump16!(sa!() >= ib!()),
            Op::TJFeq => charged_jump16!(fa!() == fb!()),
            Op::TJFne => charged_jump16!(fa!() != fb!()),
            Op::TJFlt => charged_jump16!(fa!() < fb!()),
            Op::TJFle => charged_jump16!(fa!() <= fb!()),
            Op::TJFnlt => charged_jump16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less))),
            Op::TJFnle => {
                charged_jump16!(!matches!(fa!().partial_cmp(&fb!()), Some(Ordering::Less | Ordering::Equal)))
            }
            Op::LoopSlt => end_loop!(sa!() < sb!()),
            Op::LoopSle => end_loop!(sa!() <= sb!()),
            Op::LoopSltI => end_loop!(sa!() < ib!()),
            Op::LoopNeI => end_loop!(sa!() != ib!()),
            Op::SwitchDense => {
                let case = ra!().wrapping_sub(word!()).min(imm(i) as u64);
                jump!(word!(1 + case as usize))
            }
            Op::SwitchSparse => jump!(out_of_line!(cold::switch_sparse(i, pc, fp))),
            Op::Exit => return 0,
            Op::FarReturn => resume!(out_of_line!(far_return(run, fp))),
            Op::Lower => resume!(out_of_line!(cold::lower(run, fp))),
            Op::Native => resume!(out_of_line!(cold::native(run, fp))),
        }
    }
}
