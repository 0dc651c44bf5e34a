//! x86-64, System V. Guest code uses Cranelift's `tail` convention: integer arguments in rdi (the context),
//! rsi (the gas), rdx, rcx, r8, r9, floats in xmm0-7; results in rax (the gas), rcx, rdx, rsi, rdi, r8, r9,
//! r10 and xmm0-7; callee-saved registers are System V's, except across exceptional edges, which keep none.
//!
//! Frame pointers are kept everywhere, and at every call `rsp` is aligned to 16.

use std::arch::global_asm;

use purlin_runtime::abi::{REGS_FLOATS, RegFile};
use purlin_runtime::helpers;
use purlin_runtime::vmctx::offset;

use super::Target;
use crate::crossing;

/// What code must be generated for to run here.
pub(crate) const HOST: Option<Target> = Some(Target::X86_64);
/// Bytes of a thunk.
pub(crate) const THUNK: usize = 16;
/// Bytes of an entry stub.
pub(crate) const ENTRY_STUB: usize = 16;
/// Bytes that a call reaches over.
pub(crate) const REACH: usize = 1 << 30;

/// Bytes of a register file on the stack, and of the context above it.
const FRAME: usize = size_of::<RegFile>() + 16;
const _: () = assert!(FRAME.is_multiple_of(16));

/// Loads and stores of the registers that carry arguments and results, from and to the register file at
/// `base`.
macro_rules! registers {
    (load_args $base:literal) => {
        concat!(registers!(load_int_args $base), registers!(load_floats $base))
    };
    (load_int_args $base:literal) => {
        concat!(
            "mov rsi, [", $base, "]\n mov rdx, [", $base, "+8]\n mov rcx, [", $base, "+16]\n",
            "mov r8, [", $base, "+24]\n mov r9, [", $base, "+32]\n"
        )
    };
    (store_args $base:literal) => {
        concat!(
            "mov [", $base, "], rsi\n mov [", $base, "+8], rdx\n mov [", $base, "+16], rcx\n",
            "mov [", $base, "+24], r8\n mov [", $base, "+32], r9\n", registers!(store_floats $base)
        )
    };
    (load_results $base:literal) => {
        concat!(
            "mov rax, [", $base, "]\n mov rcx, [", $base, "+8]\n mov rdx, [", $base, "+16]\n",
            "mov rsi, [", $base, "+24]\n mov rdi, [", $base, "+32]\n mov r8, [", $base, "+40]\n",
            "mov r9, [", $base, "+48]\n mov r10, [", $base, "+56]\n", registers!(load_floats $base)
        )
    };
    (store_int_results $base:literal) => {
        concat!(
            "mov [", $base, "], rax\n mov [", $base, "+8], rcx\n mov [", $base, "+16], rdx\n",
            "mov [", $base, "+24], rsi\n mov [", $base, "+32], rdi\n mov [", $base, "+40], r8\n",
            "mov [", $base, "+48], r9\n mov [", $base, "+56], r10\n"
        )
    };
    (store_results $base:literal) => {
        concat!(registers!(store_int_results $base), registers!(store_floats $base))
    };
    (load_floats $base:literal) => {
        concat!(
            "movsd xmm0, [", $base, "+64]\n movsd xmm1, [", $base, "+72]\n movsd xmm2, [", $base, "+80]\n",
            "movsd xmm3, [", $base, "+88]\n movsd xmm4, [", $base, "+96]\n movsd xmm5, [", $base, "+104]\n",
            "movsd xmm6, [", $base, "+112]\n movsd xmm7, [", $base, "+120]\n"
        )
    };
    (store_floats $base:literal) => {
        concat!(
            "movsd [", $base, "+64], xmm0\n movsd [", $base, "+72], xmm1\n movsd [", $base, "+80], xmm2\n",
            "movsd [", $base, "+88], xmm3\n movsd [", $base, "+96], xmm4\n movsd [", $base, "+104], xmm5\n",
            "movsd [", $base, "+112], xmm6\n movsd [", $base, "+120], xmm7\n"
        )
    };
}

// `enter(ctx, code, regs) -> status`, a System V function. The frame below rbp: five registers, regs, ctx,
// padding.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_enter",
    "purlin_native_enter:",
    "push rbp",
    "mov rbp, rsp",
    "push rbx",
    "push r12",
    "push r13",
    "push r14",
    "push r15",
    "push rdx",
    "push rdi",
    "push rdi",
    "mov rax, rsi",
    "mov r11, rdx",
    registers!(load_int_args "r11"),
    "cmp dword ptr [r11+{floats}], 0",
    "je 3f",
    registers!(load_floats "r11"),
    "3:",
    "call rax",
    ".globl purlin_native_enter_return",
    "purlin_native_enter_return:",
    "mov r11, [rbp-48]",
    registers!(store_int_results "r11"),
    "cmp dword ptr [r11+{floats}], 0",
    "je 4f",
    registers!(store_floats "r11"),
    "4:",
    "mov rdi, [rbp-56]",
    "xor eax, eax",
    "2:",
    "mov qword ptr [rdi+{exit_fp}], 0",
    "lea rsp, [rbp-40]",
    "pop r15",
    "pop r14",
    "pop r13",
    "pop r12",
    "pop rbx",
    "pop rbp",
    "ret",
    // The unwinder comes here, with rbp and rsp as they were at the call.
    ".globl purlin_native_enter_raised",
    "purlin_native_enter_raised:",
    "mov rdi, [rbp-56]",
    "mov eax, 1",
    "jmp 2b",
    exit_fp = const offset::EXIT_FP,
    floats = const REGS_FLOATS,
);

/// Bytes from `enter`'s frame pointer down to its stack pointer at the call.
pub(super) const ENTER_FRAME: u32 = 64;

// `leave` and `leave_deopt`: jumped to as if they were the function `VmCtx::callee`.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_leave",
    "purlin_native_leave:",
    // What follows runs Rust code and perhaps native code again: only with the room that the limit leaves.
    "cmp rsp, [rdi+{limit}]",
    "jb 5f",
    "push rbp",
    "mov rbp, rsp",
    "sub rsp, {frame}",
    "mov [rbp-8], rdi",
    registers!(store_args "rsp"),
    "mov [rdi+{exit_fp}], rbp",
    "lea rax, [rip+purlin_native_leave_return]",
    "mov [rdi+{exit_pc}], rax",
    "mov rsi, [rdi+{callee}]",
    "mov rdx, rsp",
    "call {cross}",
    ".globl purlin_native_leave_return",
    "purlin_native_leave_return:",
    "cmp rax, 1",
    "je 3f",
    "ja 4f",
    "2:",
    registers!(load_results "rsp"),
    "mov rsp, rbp",
    "pop rbp",
    "ret",
    // It raised: continue as if the call that led here had.
    "3:",
    "mov rdi, [rbp-8]",
    "mov rsp, rbp",
    "pop rbp",
    "jmp purlin_native_raise",
    // It has code by now, or has tail-called what has.
    "4:",
    "mov rdi, [rbp-8]",
    registers!(load_args "rsp"),
    "mov rsp, rbp",
    "pop rbp",
    "jmp rax",
    ".p2align 4",
    ".globl purlin_native_leave_deopt",
    "purlin_native_leave_deopt:",
    "cmp rsp, [rdi+{limit}]",
    "jb 6f",
    "push rbp",
    "mov rbp, rsp",
    "sub rsp, {frame}",
    "mov [rbp-8], rdi",
    "mov [rdi+{exit_fp}], rbp",
    "lea rax, [rip+purlin_native_leave_deopt_return]",
    "mov [rdi+{exit_pc}], rax",
    "mov rsi, [rdi+{callee}]",
    "mov rdx, rsp",
    "call {resume}",
    ".globl purlin_native_leave_deopt_return",
    "purlin_native_leave_deopt_return:",
    "cmp rax, 1",
    "je 3b",
    "ja 4b",
    "jmp 2b",
    "5:",
    "lea rax, [rip+purlin_native_leave]",
    "jmp 7f",
    "6:",
    "lea rax, [rip+purlin_native_leave_deopt]",
    "7:",
    "mov [rdi+{target}], rax",
    "jmp purlin_native_more_stack",
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
    "push rbp",
    "mov rbp, rsp",
    "sub rsp, {frame}",
    "mov [rbp-8], rdi",
    registers!(store_args "rsp"),
    "mov [rdi+{exit_fp}], rbp",
    "lea rax, [rip+purlin_native_more_stack_grow]",
    "mov [rdi+{exit_pc}], rax",
    "push qword ptr [rdi+{target}]",
    "push rdi",
    "mov rsi, rsp",
    "call {grow}",
    ".globl purlin_native_more_stack_grow",
    "purlin_native_more_stack_grow:",
    "pop rdi",
    "pop r10",
    registers!(load_args "rsp"),
    "mov rsp, rax",
    "call r10",
    ".globl purlin_native_more_stack_return",
    "purlin_native_more_stack_return:",
    "lea rsp, [rbp-{frame}]",
    registers!(store_results "rsp"),
    "mov rdi, [rbp-8]",
    "mov rsi, rsp",
    "call {shrink}",
    registers!(load_results "rsp"),
    "mov rsp, rbp",
    "pop rbp",
    "ret",
    frame = const FRAME,
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    target = const offset::MORE_TARGET,
    grow = sym helpers::grow_stack,
    shrink = sym helpers::shrink_stack,
);

// `raise_trap(ctx, code, a, b)` and `raise(ctx)`: called from guest code at a site of the code map; never
// return.
global_asm!(
    ".p2align 4",
    ".globl purlin_native_raise_trap",
    "purlin_native_raise_trap:",
    "mov rax, [rsp]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "push rdi",
    "call {record}",
    "pop rdi",
    ".globl purlin_native_raise",
    "purlin_native_raise:",
    "mov rax, [rsp]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "push rdi",
    "call {find}",
    "pop rdi",
    "mov rbp, [rdi+{fp}]",
    "mov rsp, [rdi+{sp}]",
    "mov rsi, rsp",
    "push rdi",
    "push rdi",
    "call {shrink}",
    "pop rdi",
    "pop rdi",
    "jmp qword ptr [rdi+{pc}]",
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    fp = const offset::UNWIND_FP,
    sp = const offset::UNWIND_SP,
    pc = const offset::UNWIND_PC,
    record = sym helpers::raise_trap,
    find = sym crossing::find_handler,
    shrink = sym helpers::shrink_stack,
);

/// Everything that System V lets a callee destroy, rax included, on the stack, where the collector sees it.
macro_rules! keep_all {
    () => {
        concat!(
            "push rax\n push rcx\n push rdx\n push rsi\n push rdi\n push r8\n push r9\n push r10\n push r11\n",
            "sub rsp, 256\n",
            "movups [rsp], xmm0\n movups [rsp+16], xmm1\n movups [rsp+32], xmm2\n movups [rsp+48], xmm3\n",
            "movups [rsp+64], xmm4\n movups [rsp+80], xmm5\n movups [rsp+96], xmm6\n movups [rsp+112], xmm7\n",
            "movups [rsp+128], xmm8\n movups [rsp+144], xmm9\n movups [rsp+160], xmm10\n movups [rsp+176], xmm11\n",
            "movups [rsp+192], xmm12\n movups [rsp+208], xmm13\n movups [rsp+224], xmm14\n movups [rsp+240], xmm15\n",
        )
    };
}

macro_rules! restore_all {
    () => {
        concat!(
            "movups xmm0, [rsp]\n movups xmm1, [rsp+16]\n movups xmm2, [rsp+32]\n movups xmm3, [rsp+48]\n",
            "movups xmm4, [rsp+64]\n movups xmm5, [rsp+80]\n movups xmm6, [rsp+96]\n movups xmm7, [rsp+112]\n",
            "movups xmm8, [rsp+128]\n movups xmm9, [rsp+144]\n movups xmm10, [rsp+160]\n movups xmm11, [rsp+176]\n",
            "movups xmm12, [rsp+192]\n movups xmm13, [rsp+208]\n movups xmm14, [rsp+224]\n movups xmm15, [rsp+240]\n",
            "add rsp, 256\n",
            "pop r11\n pop r10\n pop r9\n pop r8\n pop rdi\n pop rsi\n pop rdx\n pop rcx\n pop rax\n ret\n",
        )
    };
}

// Exit stubs: they tell where the guest is, then call the runtime. The first two keep all registers, so that
// loops which poll and allocate are compiled as if they called nothing. (Nine pushes and the return address
// are 80 bytes: rsp stays aligned.)
global_asm!(
    ".p2align 4",
    ".globl purlin_native_poll_slow",
    "purlin_native_poll_slow:",
    keep_all!(),
    "mov rax, [rsp+328]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "call {poll}",
    restore_all!(),
    ".p2align 4",
    ".globl purlin_native_alloc_slow",
    "purlin_native_alloc_slow:",
    keep_all!(),
    "mov rax, [rsp+328]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "call {alloc}",
    "mov rdi, [rsp+288]",
    "mov [rdi+{spill}], rax",
    restore_all!(),
    ".p2align 4",
    ".globl purlin_native_alloc_array",
    "purlin_native_alloc_array:",
    "mov rax, [rsp]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "jmp {array}",
    ".p2align 4",
    ".globl purlin_native_call_native",
    "purlin_native_call_native:",
    "mov rax, [rsp]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "jmp {native}",
    ".p2align 4",
    ".globl purlin_native_call_direct",
    "purlin_native_call_direct:",
    "mov rax, [rsp]",
    "mov [rdi+{exit_fp}], rbp",
    "mov [rdi+{exit_pc}], rax",
    "mov rax, [rdi+{direct}]",
    "jmp qword ptr [rax+8*rsi]",
    exit_fp = const offset::EXIT_FP,
    exit_pc = const offset::EXIT_PC,
    direct = const offset::DIRECT,
    spill = const offset::SPILL,
    poll = sym helpers::poll_slow,
    alloc = sym helpers::alloc_slow,
    array = sym helpers::alloc_array,
    native = sym purlin_runtime::native::call,
);

/// `jmp [rip+0]` and the address: reaches anything from the arena.
pub(crate) fn thunk(target: usize) -> [u8; THUNK] {
    let mut code = [0xcc; THUNK];
    code[..6].copy_from_slice(&[0xff, 0x25, 0, 0, 0, 0]);
    code[6..14].copy_from_slice(&target.to_le_bytes());
    code
}

/// `mov qword [rdi+callee], func; jmp leave`, for a stub at `at` and the thunk of `leave`.
pub(crate) fn entry_stub(func: u32, at: usize, leave: usize) -> [u8; ENTRY_STUB] {
    let mut code = [0xcc; ENTRY_STUB];
    code[..3].copy_from_slice(&[0x48, 0xc7, 0x87]);
    code[3..7].copy_from_slice(&offset::CALLEE.to_le_bytes());
    code[7..11].copy_from_slice(&func.to_le_bytes());
    code[11] = 0xe9;
    let distance = (leave as i64 - (at as i64 + 16)) as i32;
    code[12..16].copy_from_slice(&distance.to_le_bytes());
    code
}

/// Code that was written is code that runs: the machine sees to it.
pub(crate) fn synchronise(_: *const u8, _: usize, _: usize) {}
