//! Stack switching on x86-64, System V.

use std::arch::naked_asm;

#[cfg(not(any(purlin_asan, purlin_tsan)))]
use super::Enter;
#[cfg(not(any(purlin_asan, purlin_tsan)))]
use crate::abi::RegFile;
#[cfg(not(any(purlin_asan, purlin_tsan)))]
use crate::vmctx::VmCtx;

/// Pushes the callee-saved registers.
macro_rules! save {
    () => {
        "push rbp\n push rbx\n push r12\n push r13\n push r14\n push r15"
    };
}

/// Pops what `save` has pushed.
macro_rules! restore {
    () => {
        "pop r15\n pop r14\n pop r13\n pop r12\n pop rbx\n pop rbp"
    };
}

/// Pushes the callee-saved registers, stores the stack pointer in `*save`, continues on the stack `to`, which
/// was left by the same function or made by [`prepare`].
///
/// Much happens before it returns: `changed` is not used, but tells the compiler what to read again
/// afterwards.
///
/// # Safety
/// `to` is such a stack pointer, and nothing else runs on that stack.
#[unsafe(naked)]
pub unsafe extern "C" fn switch(save: *mut usize, to: usize, changed: *mut ()) {
    naked_asm!(save!(), "mov [rdi], rsp", "mov rsp, rsi", restore!(), "ret",)
}

/// Makes a stack on which [`switch`] starts `start(arg)`, which must never return.
///
/// # Safety
/// `top` is the 16-byte aligned end of writable memory of at least 128 bytes.
pub unsafe fn prepare(top: usize, start: extern "C" fn(usize) -> !, arg: usize) -> usize {
    let words: [usize; 8] =
        [0, 0, start as *const () as usize, arg, 0, 0, enter_fiber as *const () as usize, 0];
    let sp = top - size_of_val(&words) - 8 * 2;
    // SAFETY: the caller gives the memory below `top`.
    unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), sp as *mut usize, words.len()) };
    sp
}

/// First code on a new stack: `switch` has put the function in r13 and its argument in r12.
#[unsafe(naked)]
extern "C" fn enter_fiber() {
    naked_asm!("xor ebp, ebp", "mov rdi, r12", "and rsp, -16", "call r13", "ud2")
}

/// Calls `f(a, b)` on the stack `sp`, and stores in `*save` the stack pointer here. Callee-saved registers
/// are those that `f` gets: they are still in registers, or in the frames of what it calls.
///
/// # Safety
/// `sp` is the stack pointer of a suspended stack with room for `f`, whose memory below `sp` is unused.
#[unsafe(naked)]
pub unsafe extern "C" fn call_on(
    save: *mut usize,
    sp: usize,
    f: unsafe extern "C" fn(usize, usize) -> usize,
    a: usize,
    b: usize,
) -> usize {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "and rsp, -16",
        "mov rax, rdx",
        "mov rdi, rcx",
        "mov rsi, r8",
        "call rax",
        "mov rsp, rbp",
        "pop rbp",
        "ret",
    )
}

/// Calls `f(a)` on the empty stack that ends at `top`, after it has stored in `*save` a stack pointer that
/// [`switch`] can continue at. Returns when `f` does; or when `switch` continues there, and then `f` must not
/// return any more.
///
/// # Safety
/// `top` is the 16-byte aligned end of unused memory with room for `f`.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[unsafe(naked)]
pub unsafe extern "C" fn start_on(save: *mut usize, top: usize, f: unsafe extern "C" fn(usize), a: usize) {
    naked_asm!(
        save!(),
        "mov [rdi], rsp",
        "mov rbx, rsp",
        "mov rsp, rsi",
        "xor ebp, ebp",
        "mov rdi, rcx",
        "call rdx",
        "mov rsp, rbx",
        restore!(),
        "ret",
    )
}

/// Calls `enter(ctx, code, regs)` on the empty stack that ends at `regs`, after it has stored in `*save` a
/// stack pointer that [`switch`] can continue at, and then `ended(regs, status)` there. Returns when that
/// does; or when `switch` continues there, and then `ended` must not return any more.
///
/// # Safety
/// `regs` is followed downwards by unused memory with room for both functions; it and the rest are what they
/// ask for.
#[cfg(not(any(purlin_asan, purlin_tsan)))]
#[unsafe(naked)]
pub unsafe extern "C" fn enter_on(
    save: *mut usize,
    regs: *mut RegFile,
    enter: Enter,
    ctx: *mut VmCtx,
    code: usize,
    ended: unsafe extern "C" fn(*mut RegFile, u32),
) {
    naked_asm!(
        save!(),
        "mov [rdi], rsp",
        "mov rbx, rsp",
        "mov r12, r9",
        "mov rax, rdx",
        "mov rsp, rsi",
        "xor ebp, ebp",
        "mov rdi, rcx",
        "mov rdx, rsi",
        "mov rsi, r8",
        "call rax",
        "mov rdi, rsp",
        "mov esi, eax",
        "call r12",
        "mov rsp, rbx",
        restore!(),
        "ret",
    )
}

/// Calls `f(a, sp)` where all callee-saved registers lie between `sp` and this frame.
///
/// # Safety
/// As for `f`.
#[unsafe(naked)]
pub unsafe extern "C" fn with_registers_on_stack(f: unsafe extern "C" fn(usize, usize), a: usize) {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "push r15",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov rsi, rsp",
        "call rax",
        "lea rsp, [rbp - 40]",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// The stack pointer here, roughly.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: reads a register.
    unsafe { std::arch::asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}
