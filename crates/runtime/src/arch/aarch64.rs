//! Stack switching on AArch64, AAPCS64.

use std::arch::naked_asm;

#[cfg(not(any(purlin_asan, purlin_tsan)))]
use super::Enter;
#[cfg(not(any(purlin_asan, purlin_tsan)))]
use crate::abi::RegFile;
#[cfg(not(any(purlin_asan, purlin_tsan)))]
use crate::vmctx::VmCtx;

/// Stores the callee-saved registers below the stack pointer.
macro_rules! save {
    () => {
        concat!(
            "stp x29, x30, [sp, #-160]!\n",
            "stp x19, x20, [sp, #16]\n",
            "stp x21, x22, [sp, #32]\n",
            "stp x23, x24, [sp, #48]\n",
            "stp x25, x26, [sp, #64]\n",
            "stp x27, x28, [sp, #80]\n",
            "stp d8, d9, [sp, #96]\n",
            "stp d10, d11, [sp, #112]\n",
            "stp d12, d13, [sp, #128]\n",
            "stp d14, d15, [sp, #144]",
        )
    };
}

/// Loads what `save` has stored.
macro_rules! restore {
    () => {
        concat!(
            "ldp x19, x20, [sp, #16]\n",
            "ldp x21, x22, [sp, #32]\n",
            "ldp x23, x24, [sp, #48]\n",
            "ldp x25, x26, [sp, #64]\n",
            "ldp x27, x28, [sp, #80]\n",
            "ldp d8, d9, [sp, #96]\n",
            "ldp d10, d11, [sp, #112]\n",
            "ldp d12, d13, [sp, #128]\n",
            "ldp d14, d15, [sp, #144]\n",
            "ldp x29, x30, [sp], #160",
        )
    };
}

/// Stores the callee-saved registers, keeps the stack pointer in `*save`, continues on the stack `to`, which
/// was left by the same function or made by [`prepare`].
///
/// Much happens before it returns: `changed` is not used, but tells the compiler what to read again
/// afterwards.
///
/// # Safety
/// `to` is such a stack pointer, and nothing else runs on that stack.
#[unsafe(naked)]
pub unsafe extern "C" fn switch(save: *mut usize, to: usize, changed: *mut ()) {
    naked_asm!(save!(), "mov x9, sp", "str x9, [x0]", "mov sp, x1", restore!(), "ret",)
}

/// Makes a stack on which [`switch`] starts `start(arg)`, which must never return.
///
/// # Safety
/// `top` is the 16-byte aligned end of writable memory of at least 192 bytes.
pub unsafe fn prepare(top: usize, start: extern "C" fn(usize) -> !, arg: usize) -> usize {
    let sp = top - 160;
    let mut words = [0usize; 20];
    words[1] = enter_fiber as *const () as usize;
    words[2] = start as *const () as usize;
    words[3] = arg;
    // SAFETY: the caller gives the memory below `top`.
    unsafe { std::ptr::copy_nonoverlapping(words.as_ptr(), sp as *mut usize, words.len()) };
    sp
}

/// First code on a new stack: `switch` has put the function in x19 and its argument in x20.
#[unsafe(naked)]
extern "C" fn enter_fiber() {
    naked_asm!("mov x29, xzr", "mov x0, x20", "blr x19", "brk #1")
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
        "stp x29, x30, [sp, #-16]!",
        "mov x29, sp",
        "str x29, [x0]",
        "mov sp, x1",
        "mov x9, x2",
        "mov x0, x3",
        "mov x1, x4",
        "blr x9",
        "mov sp, x29",
        "ldp x29, x30, [sp], #16",
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
        "mov x19, sp",
        "str x19, [x0]",
        "mov sp, x1",
        "mov x29, xzr",
        "mov x0, x3",
        "blr x2",
        "mov sp, x19",
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
        "mov x19, sp",
        "str x19, [x0]",
        "mov x20, x5",
        "mov x9, x2",
        "mov sp, x1",
        "mov x29, xzr",
        "mov x0, x3",
        "mov x2, x1",
        "mov x1, x4",
        "blr x9",
        "mov w1, w0",
        "mov x0, sp",
        "blr x20",
        "mov sp, x19",
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
        "stp x29, x30, [sp, #-96]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "mov x29, sp",
        "mov x9, x0",
        "mov x0, x1",
        "mov x1, sp",
        "blr x9",
        "mov sp, x29",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp x29, x30, [sp], #96",
        "ret",
    )
}

/// The stack pointer here, roughly.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: reads a register.
    unsafe { std::arch::asm!("mov {}, sp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}
