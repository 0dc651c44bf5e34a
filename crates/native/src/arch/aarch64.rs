//! AArch64, AAPCS64. Guest code uses Cranelift's `tail` convention: integer arguments in x2 (the context), x3
//! (the gas), x4-7, floats in v0-7; results in x2 (the gas), x3-7 and v0-7; callee-saved registers are
//! AAPCS64's, except across exceptional edges, which keep none. x0 and x1 carry nothing, x16 and x17 belong
//! to thunks.
//!
//! Frame pointers are kept everywhere: at x29 lies the caller's, above it the return address.

use std::arch::{asm, global_asm};
use std::sync::Once;

use purlin_runtime::abi::{REGS_FLOATS, RegFile};
use purlin_runtime::helpers;
use purlin_runtime::vmctx::offset;

use super::Target;
use crate::crossing;

/// What code must be generated for to run here.
pub(crate) const HOST: Option<Target> = Some(Target::Aarch64);
/// Bytes of a thunk.
pub(crate) const THUNK: usize = 16;
/// Bytes of an entry stub.
pub(crate) const ENTRY_STUB: usize = 16;
/// Bytes that a call reaches over.
pub(crate) const REACH: usize = 1 << 27;

/// Bytes of a register file on the stack, and of two words above it.
const FRAME: usize = size_of::<RegFile>() + 16;
const _: () = assert!(FRAME.is_multiple_of(16));

/// Loads and stores of the registers that carry arguments and results, from and to the register file at
/// `base`.
macro_rules! registers {
    (load_args $base:literal) => {
        concat!(registers!(load_int_args $base), registers!(floats "ldp" $base))
    };
    (load_int_args $base:literal) => {
        concat!(
            "ldp x3, x4, [", $base, "]\n ldp x5, x6, [", $base, ", #16]\n ldr x7, [", $base, ", #32]\n"
        )
    };
    (store_args $base:literal) => {
        concat!(
            "stp x3, x4, [", $base, "]\n stp x5, x6, [", $base, ", #16]\n str x7, [", $base, ", #32]\n",
            registers!(floats "stp" $base)
        )
    };
    (results $op:literal $base:literal) => {
        concat!(registers!(int_results $op $base), registers!(floats $op $base))
    };
    (int_results $op:literal $base:literal) => {
        concat!(
            $op, " x2, x3, [", $base, "]\n", $op, " x4, x5, [", $base, ", #16]\n",
            $op, " x6, x7, [", $base, ", #32]\n"
        )
    };
    (floats $op:literal $base:literal) => {
        concat!(
            $op, " d0, d1, [", $base, ", #64]\n", $op, " d2, d3, [", $base, ", #80]\n",
            $op, " d4, d5, [", $base, ", #96]\n", $op, " d6, d7, [", $base, ", #112]\n"
        )
    };
}

/// The registers that a callee keeps, above the frame pointer.
macro_rules! callee_saved {
    ($op:literal) => {
        concat!(
            $op,
            " x19, x20, [sp, #16]\n",
            $op,
            " x21, x22, [sp, #32]\n",
            $op,
            " x23, x24, [sp, #48]\n",
            $op,
            " x25, x26, [sp, #64]\n",
            $op,
            " x27, x28, [sp, #80]\n",
            $op,
            " d8, d9, [sp, #96]\n",
            $op,
            " d10, d11, [sp, #112]\n",
            $op,
            " d12, d13, [sp, #128]\n",
            $op,
            " d14, d15, [sp, #144]\n"
        )
    };
}

// `enter(ctx, code, regs) -> status`, an AAPCS64 function. The frame above x29: its record, what it saves,
// regs, ctx.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_enter",
    "purlin_native_enter:",
    "stp x29, x30, [sp, #-176]!",
    "mov x29, sp",
    callee_saved!("stp"),
    "stp x2, x0, [sp, #160]",
    "mov x9, x1",
    "mov x10, x2",
    "mov x2, x0",
    registers!(load_int_args "x10"),
    "ldr x11, [x10, #{floats}]",
    "cbz x11, 3f",
    registers!(floats "ldp" "x10"),
    "3:",
    "blr x9",
    ".globl purlin_native_enter_return",
    "purlin_native_enter_return:",
    "ldp x10, x9, [x29, #160]",
    registers!(int_results "stp" "x10"),
    "ldr x11, [x10, #{floats}]",
    "cbz x11, 4f",
    registers!(floats "stp" "x10"),
    "4:",
    "mov w0, #0",
    "2:",
    "str xzr, [x9, #{exit_fp}]",
    "mov sp, x29",
    callee_saved!("ldp"),
    "ldp x29, x30, [sp], #176",
    "ret",
    // The unwinder comes here, with x29 and sp as they were at the call.
    ".globl purlin_native_enter_raised",
    "purlin_native_enter_raised:",
    "ldr x9, [x29, #168]",
    "mov w0, #1",
    "b 2b",
    exit_fp = const offset::EXIT_FP,
    floats = const REGS_FLOATS,
);

/// Bytes from `enter`'s frame pointer down to its stack pointer at the call.
pub(super) const ENTER_FRAME: u32 = 0;

// `leave` and `leave_deopt`: jumped to as if they were the function `VmCtx::callee`.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_leave",
    "purlin_native_leave:",
    // What follows runs Rust code and perhaps native code again: only with the room that the limit leaves.
    "ldr x9, [x2, #{limit}]",
    "cmp sp, x9",
    "b.lo 5f",
    "stp x29, x30, [sp, #-16]!",
    "mov x29, sp",
    "sub sp, sp, #{frame}",
    "str x2, [x29, #-8]",
    registers!(store_args "sp"),
    "str x29, [x2, #{exit_fp}]",
    "adr x9, purlin_native_leave_return",
    "str x9, [x2, #{exit_pc}]",
    "mov x0, x2",
    "ldr x1, [x2, #{callee}]",
    "mov x2, sp",
    "bl {cross}",
    ".globl purlin_native_leave_return",
    "purlin_native_leave_return:",
    "cmp x0, #1",
    "b.eq 3f",
    "b.hi 4f",
    "2:",
    registers!(results "ldp" "sp"),
    "mov sp, x29",
    "ldp x29, x30, [sp], #16",
    "ret",
    // It raised: continue as if the call that led here had.
    "3:",
    "ldr x2, [x29, #-8]",
    "mov sp, x29",
    "ldp x29, x30, [sp], #16",
    "b purlin_native_raise",
    // It has code by now, or has tail-called what has.
    "4:",
    "ldr x2, [x29, #-8]",
    registers!(load_args "sp"),
    "mov sp, x29",
    "ldp x29, x30, [sp], #16",
    "br x0",
    ".p2align 4",
    ".globl purlin_native_leave_deopt",
    "purlin_native_leave_deopt:",
    "ldr x9, [x2, #{limit}]",
    "cmp sp, x9",
    "b.lo 6f",
    "stp x29, x30, [sp, #-16]!",
    "mov x29, sp",
    "sub sp, sp, #{frame}",
    "str x2, [x29, #-8]",
    "str x29, [x2, #{exit_fp}]",
    "adr x9, purlin_native_leave_deopt_return",
    "str x9, [x2, #{exit_pc}]",
    "mov x0, x2",
    "ldr x1, [x2, #{callee}]",
    "mov x2, sp",
    "bl {resume}",
    ".globl purlin_native_leave_deopt_return",
    "purlin_native_leave_deopt_return:",
    "cmp x0, #1",
    "b.eq 3b",
    "b.hi 4b",
    "b 2b",
    "5:",
    "adr x9, purlin_native_leave",
    "b 7f",
    "6:",
    "adr x9, purlin_native_leave_deopt",
    "7:",
    "str x9, [x2, #{target}]",
    "b purlin_native_more_stack",
    limit = const offset::STACK_LIMIT,
    target = const offset::MORE_TARGET,
    frame = const FRAME,
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    callee = const offset::CALLEE,
    cross = sym crossing::native_to_interp,
    resume = sym crossing::deopt_to_interp,
);

// `morestack`: jumped to with the arguments of the function at `VmCtx::more_target`, whose frame is gone
// again.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_more_stack",
    "purlin_native_more_stack:",
    "stp x29, x30, [sp, #-16]!",
    "mov x29, sp",
    "sub sp, sp, #{frame}",
    registers!(store_args "sp"),
    "str x29, [x2, #{exit_fp}]",
    "adr x9, purlin_native_more_stack_grow",
    "str x9, [x2, #{exit_pc}]",
    "ldr x9, [x2, #{target}]",
    "stp x9, x2, [x29, #-16]",
    "mov x0, x2",
    "mov x1, sp",
    "bl {grow}",
    ".globl purlin_native_more_stack_grow",
    "purlin_native_more_stack_grow:",
    "ldp x9, x2, [x29, #-16]",
    registers!(load_args "sp"),
    "mov sp, x0",
    "blr x9",
    ".globl purlin_native_more_stack_return",
    "purlin_native_more_stack_return:",
    "sub sp, x29, #{frame}",
    registers!(results "stp" "sp"),
    "ldr x0, [x29, #-8]",
    "mov x1, sp",
    "bl {shrink}",
    registers!(results "ldp" "sp"),
    "mov sp, x29",
    "ldp x29, x30, [sp], #16",
    "ret",
    frame = const FRAME,
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    target = const offset::MORE_TARGET,
    grow = sym helpers::grow_stack,
    shrink = sym helpers::shrink_stack,
);

// `raise_trap(ctx, code, a, b)` and `raise(ctx)`: called from guest code at a site of the code map; never
// return. What they land at takes no register for kept: x19 may hold the context.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_raise_trap",
    "purlin_native_raise_trap:",
    "str x29, [x2, #{exit_fp}]",
    "str x30, [x2, #{exit_pc}]",
    "mov x19, x2",
    "mov x0, x2",
    "mov w1, w3",
    "mov x2, x4",
    "mov x3, x5",
    "bl {record}",
    "b 2f",
    ".globl purlin_native_raise",
    "purlin_native_raise:",
    "str x29, [x2, #{exit_fp}]",
    "str x30, [x2, #{exit_pc}]",
    "mov x19, x2",
    "2:",
    "mov x0, x19",
    "bl {find}",
    "ldr x29, [x19, #{fp}]",
    "ldr x1, [x19, #{sp}]",
    "mov sp, x1",
    "mov x0, x19",
    "bl {shrink}",
    "ldr x9, [x19, #{pc}]",
    "br x9",
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    fp = const offset::UNWIND_FP,
    sp = const offset::UNWIND_SP,
    pc = const offset::UNWIND_PC,
    record = sym helpers::raise_trap,
    find = sym crossing::find_handler,
    shrink = sym helpers::shrink_stack,
);

/// Everything that AAPCS64 lets a callee destroy, and the upper halves of the vector registers that it keeps
/// by half, on the stack, where the collector sees it.
macro_rules! all_registers {
    ($op:literal) => {
        concat!(
            $op,
            " x0, x1, [sp]\n",
            $op,
            " x2, x3, [sp, #16]\n",
            $op,
            " x4, x5, [sp, #32]\n",
            $op,
            " x6, x7, [sp, #48]\n",
            $op,
            " x8, x9, [sp, #64]\n",
            $op,
            " x10, x11, [sp, #80]\n",
            $op,
            " x12, x13, [sp, #96]\n",
            $op,
            " x14, x15, [sp, #112]\n",
            $op,
            " x16, x17, [sp, #128]\n",
            $op,
            " q0, q1, [sp, #160]\n",
            $op,
            " q2, q3, [sp, #192]\n",
            $op,
            " q4, q5, [sp, #224]\n",
            $op,
            " q6, q7, [sp, #256]\n",
            $op,
            " q8, q9, [sp, #288]\n",
            $op,
            " q10, q11, [sp, #320]\n",
            $op,
            " q12, q13, [sp, #352]\n",
            $op,
            " q14, q15, [sp, #384]\n",
            $op,
            " q16, q17, [sp, #416]\n",
            $op,
            " q18, q19, [sp, #448]\n",
            $op,
            " q20, q21, [sp, #480]\n",
            $op,
            " q22, q23, [sp, #512]\n",
            $op,
            " q24, q25, [sp, #544]\n",
            $op,
            " q26, q27, [sp, #576]\n",
            $op,
            " q28, q29, [sp, #608]\n",
            $op,
            " q30, q31, [sp, #640]\n",
        )
    };
}

macro_rules! keep_all {
    () => {
        concat!(
            "stp x29, x30, [sp, #-16]!\n mov x29, sp\n sub sp, sp, #672\n",
            all_registers!("stp"),
            "str x18, [sp, #144]\n"
        )
    };
}

macro_rules! restore_all {
    () => {
        concat!(
            all_registers!("ldp"),
            "ldr x18, [sp, #144]\n add sp, sp, #672\n ldp x29, x30, [sp], #16\n ret\n"
        )
    };
}

// Exit stubs: they tell where the guest is, then call the runtime. The first two keep all registers, so that
// loops which poll and allocate are compiled as if they called nothing.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_poll_slow",
    "purlin_native_poll_slow:",
    "str x29, [x0, #{exit_fp}]",
    "str x30, [x0, #{exit_pc}]",
    keep_all!(),
    "bl {poll}",
    restore_all!(),
    ".p2align 4",
    ".globl purlin_native_alloc_slow",
    "purlin_native_alloc_slow:",
    "str x29, [x0, #{exit_fp}]",
    "str x30, [x0, #{exit_pc}]",
    keep_all!(),
    "bl {alloc}",
    "ldr x9, [sp]",
    "str x0, [x9, #{spill}]",
    restore_all!(),
    ".p2align 4",
    ".globl purlin_native_alloc_array",
    "purlin_native_alloc_array:",
    "str x29, [x0, #{exit_fp}]",
    "str x30, [x0, #{exit_pc}]",
    "b {array}",
    ".p2align 4",
    ".globl purlin_native_call_native",
    "purlin_native_call_native:",
    "str x29, [x0, #{exit_fp}]",
    "str x30, [x0, #{exit_pc}]",
    "b {native}",
    ".p2align 4",
    ".globl purlin_native_call_direct",
    "purlin_native_call_direct:",
    "str x29, [x0, #{exit_fp}]",
    "str x30, [x0, #{exit_pc}]",
    "ldr x16, [x0, #{direct}]",
    "ldr x16, [x16, x1, lsl #3]",
    "br x16",
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    direct = const offset::DIRECT,
    spill = const offset::SPILL,
    poll = sym helpers::poll_slow,
    alloc = sym helpers::alloc_slow,
    array = sym helpers::alloc_array,
    native = sym purlin_runtime::native::call,
);

/// `ldr x16, #8; br x16` and the address: reaches anything from the arena.
pub(crate) fn thunk(target: usize) -> [u8; THUNK] {
    let mut code = [0; THUNK];
    code[..4].copy_from_slice(&0x5800_0050_u32.to_le_bytes());
    code[4..8].copy_from_slice(&0xd61f_0200_u32.to_le_bytes());
    code[8..].copy_from_slice(&target.to_le_bytes());
    code
}

/// Where `entry_stub` stores, in words, as the instruction says it.
const CALLEE: u32 = offset::CALLEE as u32 / 8;
const _: () = assert!(CALLEE < 1 << 12 && offset::CALLEE % 8 == 0);

/// `movz w9, func; movk w9, func >> 16; str x9, [x2, callee]; b leave`, for a stub at `at` and the thunk of
/// `leave`.
pub(crate) fn entry_stub(func: u32, at: usize, leave: usize) -> [u8; ENTRY_STUB] {
    let distance = (leave as i64 - (at as i64 + 12)) / 4;
    let words: [u32; 4] = [
        0x5280_0009 | (func & 0xffff) << 5,
        0x72a0_0009 | (func >> 16) << 5,
        0xf900_0049 | CALLEE << 10,
        0x1400_0000 | (distance as u32 & 0x03ff_ffff),
    ];
    let mut code = [0; ENTRY_STUB];
    for (bytes, word) in code.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    code
}

/// Makes code that was written at `write` run at `run`, on every core: what the data cache holds of it goes
/// where instructions are fetched from, older instructions are forgotten, and other threads fetch again
/// before they continue.
pub(crate) fn synchronise(write: *const u8, run: usize, len: usize) {
    let sizes: u64;
    // SAFETY: reads a register that user code may read.
    unsafe { asm!("mrs {}, ctr_el0", out(reg) sizes, options(nomem, nostack, preserves_flags)) };
    let (data, fetched) = (4usize << (sizes >> 16 & 15), 4usize << (sizes & 15));
    let write = write as usize;
    for line in (write & !(data - 1)..write + len).step_by(data) {
        // SAFETY: the caller's bytes; a cache line is cleaned, nothing changes.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in (run & !(fetched - 1)..run + len).step_by(fetched) {
        // SAFETY: a line of the same bytes is fetched again.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: waits.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
    synchronise_threads();
}

/// Every thread of the process executes an `isb`, as far as the kernel knows how (Linux since 4.16).
fn synchronise_threads() {
    const SYNC_CORE: libc::c_long = 1 << 5;
    const REGISTER_SYNC_CORE: libc::c_long = 1 << 6;
    static REGISTERED: Once = Once::new();
    let membarrier = |command: libc::c_long| {
        // SAFETY: a system call that touches no memory. An old kernel declines, as it does for every other
        // compiler of code that runs at once.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0 as libc::c_long, 0 as libc::c_long) };
    };
    REGISTERED.call_once(|| membarrier(REGISTER_SYNC_CORE));
    membarrier(SYNC_CORE);
}
