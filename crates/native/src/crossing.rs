//! The Rust side of the borders of native code: from native code into the interpreter, and the search for a
//! handler. Called by the assembly in [`crate::arch`]; nothing here owns anything across a call.

#![cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), allow(dead_code))]

use std::mem::MaybeUninit;
use std::sync::Arc;

use purlin_runtime::abi::{self, RegFile, SPILL, Shape};
use purlin_runtime::hooks::CodeSite;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::{Vm, VmCtx};

/// Room for the arguments and results of most functions. What is not written is garbage that the collector
/// may take for pointers, which does no harm.
const FEW_SLOTS: usize = 12;

/// What a function takes and returns.
///
/// # Safety
/// `ctx` is the context of a running isolate, and the reference is not used after the isolate's run.
unsafe fn shape<'a>(ctx: *mut VmCtx, func: u32) -> &'a Shape {
    // SAFETY: the caller's promise; the table is shared, and its entries neither move nor change.
    unsafe { &(&*Arc::as_ptr(&(*(*ctx).vm.get()).shared.shapes))[func as usize] }
}

/// Slots that a function's arguments and results need.
///
/// # Safety
/// `ctx` is the context of a running isolate.
unsafe fn room(ctx: *mut VmCtx, func: u32) -> usize {
    // SAFETY: the caller's promise.
    let shape = unsafe { shape(ctx, func) };
    shape.params.len().max(shape.results.len())
}

/// Runs `func`, which has no code, for native code that called it with the arguments in `regs`; its results
/// go there. Returns 0, or 1 if it raised, or the address of code to continue in with the arguments in
/// `regs`: its own, if there is some by now, or that of a function that it has tail-called.
///
/// # Safety
/// Called by `leave` on a fiber's stack of the isolate of `ctx`.
pub(crate) unsafe extern "C" fn native_to_interp(ctx: *mut VmCtx, func: u64, regs: *mut RegFile) -> usize {
    let func = func as u32;
    // SAFETY: the context and its Vm outlive the call, and only this thread uses them. Each borrow ends
    // before guest code runs.
    unsafe {
        let hooks = (*(*ctx).vm.get()).shared.hooks;
        let code = (hooks.on_cold_entry)(Vm::from_context(ctx), func);
        if code != 0 {
            return code;
        }
        // Deep recursion through both tiers comes by here: the frame is kept small.
        if room(ctx, func) <= FEW_SLOTS {
            interpret::<FEW_SLOTS>(ctx, func, regs)
        } else {
            interpret::<SPILL>(ctx, func, regs)
        }
    }
}

/// # Safety
/// On a fiber's stack of the isolate of `ctx`; `N` slots are enough for `func`.
#[inline(never)]
unsafe fn interpret<const N: usize>(ctx: *mut VmCtx, func: u32, regs: *mut RegFile) -> usize {
    let mut slots = MaybeUninit::<[u64; N]>::uninit();
    let at = slots.as_mut_ptr().cast::<u64>();
    // SAFETY: the caller's promise; each borrow ends before guest code runs.
    unsafe {
        let hooks = (*(*ctx).vm.get()).shared.hooks;
        {
            let shape = shape(ctx, func);
            at.write_bytes(0, shape.params.len().max(shape.results.len()));
            let args = std::slice::from_raw_parts_mut(at, shape.params.len());
            (*ctx).gas = abi::unpack_args(&(*ctx).spill, &*regs, shape, args);
        }
        finish(ctx, func, regs, at, hooks.interp_call)
    }
}

/// # Safety
/// On a fiber's stack of the isolate of `ctx`; `N` slots are enough for `func`, whose frame state is in
/// `VmCtx::deopt_values`.
#[inline(never)]
unsafe fn resume<const N: usize>(ctx: *mut VmCtx, func: u32, regs: *mut RegFile) -> usize {
    let mut slots = MaybeUninit::<[u64; N]>::uninit();
    // SAFETY: the caller's promise; no reference to the Vm or its context is held while guest code runs.
    unsafe {
        let hooks = (*(*ctx).vm.get()).shared.hooks;
        finish(ctx, func, regs, slots.as_mut_ptr().cast(), hooks.interp_resume)
    }
}

/// Resumes in the interpreter where native code of `func` gave up; the function's results go to `regs`.
/// Returns what [`native_to_interp`] does.
///
/// # Safety
/// Called by `leave_deopt` on a fiber's stack of the isolate of `ctx`; the frame state is in
/// `VmCtx::deopt_values`.
pub(crate) unsafe extern "C" fn deopt_to_interp(ctx: *mut VmCtx, func: u64, regs: *mut RegFile) -> usize {
    let func = func as u32;
    // SAFETY: the caller's promise; no reference to the Vm or its context is held while guest code runs.
    unsafe {
        let hooks = (*(*ctx).vm.get()).shared.hooks;
        let state = (*ctx).deopt_state as u32;
        (hooks.on_deopt)(Vm::from_context(ctx), func, state);
        if room(ctx, func) <= FEW_SLOTS {
            resume::<FEW_SLOTS>(ctx, func, regs)
        } else {
            resume::<SPILL>(ctx, func, regs)
        }
    }
}

/// # Safety
/// `slots` has room for the arguments and results of `func`; `run` is one of the hooks, ready to be called.
unsafe fn finish(
    ctx: *mut VmCtx,
    func: u32,
    regs: *mut RegFile,
    slots: *mut u64,
    run: unsafe extern "C" fn(*mut VmCtx, u32, *mut u64) -> u32,
) -> usize {
    // SAFETY: the caller's promise; the borrow of the shape begins after guest code ran.
    unsafe {
        match run(ctx, func, slots) {
            0 => {
                let shape = shape(ctx, func);
                let results = std::slice::from_raw_parts(slots, shape.results.len());
                abi::pack_results((*ctx).gas, &mut (*ctx).spill, &mut *regs, shape, results);
                0
            }
            1 => 1,
            _ => hand_over(ctx, regs),
        }
    }
}

/// The arguments of `VmCtx::callee`, which `interp_call` has left, go to `regs`. Where to continue with them:
/// its code, or the stub that stands for it.
///
/// # Safety
/// On a fiber's stack of the isolate of `ctx`; `interp_call` or `interp_resume` told to do this.
#[inline(never)]
unsafe fn hand_over(ctx: *mut VmCtx, regs: *mut RegFile) -> usize {
    // More may be passed than the function that made this call has room for.
    let mut args = MaybeUninit::<[u64; SPILL]>::uninit();
    let at = args.as_mut_ptr().cast::<u64>();
    // SAFETY: the caller's promise; no function takes more than there is room for.
    unsafe {
        let callee = (*ctx).callee as usize;
        let shape = shape(ctx, callee as u32);
        let params = shape.params.len();
        std::ptr::copy_nonoverlapping((&raw const (*ctx).deopt_values).cast(), at, params);
        let args = std::slice::from_raw_parts(at, params);
        abi::pack_args((*ctx).gas, &mut (*ctx).spill, &mut *regs, shape, args);
        purlin_runtime::vmctx::published_code((*ctx).entries, callee)
    }
}

/// Finds where a raise continues, from the innermost native frame (`VmCtx::exit_fp`, `exit_pc`) outward: a
/// landing pad, or `enter`. Leaves it in `VmCtx::unwind_*`.
///
/// # Safety
/// Called by `raise` on a fiber's stack of the isolate of `ctx`.
pub(crate) unsafe extern "C" fn find_handler(ctx: *mut VmCtx) {
    // SAFETY: the context outlives the call, and nothing else uses it or its Vm meanwhile. What is borrowed
    // of the Vm is shared and immutable.
    unsafe {
        let find_code = (*(*ctx).vm.get()).shared.hooks.find_code;
        let (mut fp, mut pc) = ((*ctx).exit_fp, (*ctx).exit_pc);
        loop {
            let found = match find_code(&(*(*ctx).vm.get()).shared, pc) {
                CodeSite::Guest { landing, .. } => landing,
                CodeSite::Enter { pc, frame_offset } => Some((pc, frame_offset)),
                CodeSite::Leave | CodeSite::MoreStack => None,
                CodeSite::Unknown => {
                    let what = "a raise met a frame that is not in the code map";
                    Vm::end(ctx, Trap::new(TrapKind::Internal, what))
                }
            };
            if let Some((landing, frame)) = found {
                ((*ctx).unwind_fp, (*ctx).unwind_sp, (*ctx).unwind_pc) = (fp, fp - frame as usize, landing);
                return;
            }
            // Frame pointers are kept in all our code: at `fp` lies the caller's, above it the return
            // address.
            (fp, pc) = (*(fp as *const usize), *((fp + 8) as *const usize));
        }
    }
}
