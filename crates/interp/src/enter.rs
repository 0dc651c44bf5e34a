//! Entering the interpreter: an activation from its outermost frame, which begins with arguments or in a
//! frame state, to the status that it ends with.
//!
//! Knows nothing of what instructions do.

use purlin_bytecode::Func;
use purlin_runtime::hooks::Activation;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::{Vm, VmCtx};

use crate::activation::{Run, bytecode_of, no_room, resume_at, shape, vm};
use crate::frame::push_segment;
use crate::header::{self, HEADER};
use crate::run;
use crate::state::{EXIT, State};

/// Runs a function from its start, or from `VmCtx::deopt_state`, and with `COUNTED` counts what it executes.
///
/// # Safety
/// See `interp_call` and `interp_resume`.
pub(crate) unsafe fn activate<const COUNTED: bool>(
    ctx: *mut VmCtx,
    func: u32,
    slots: *mut u64,
    resume: bool,
) -> u32 {
    // SAFETY: `ctx` is the context of the isolate that runs on this thread, by the caller's promise.
    let mut run = unsafe { new_run(ctx) };
    let run = &raw mut run;
    // SAFETY: the run stays where it is and innermost until it is taken out of the fiber's list; `begin`
    // makes the frame for which the invariant holds when the loop starts; `slots` has room for arguments and
    // results.
    unsafe {
        let fiber = (*run).fiber;
        (*ctx).exit_fp = 0;
        (*fiber).activation = &raw const (*run).act;
        let top = (*fiber).slots.top;
        let pc = begin(run, func, slots, resume);
        let fp = (*run).fp;
        let status = run::run::<COUNTED>(run, pc, fp);
        let status = copy_results(run, status, fp, func, slots);
        (*fiber).slots.pop_to(top);
        (*fiber).slots.top = top;
        (*fiber).activation = (*run).act.prev;
        ((*ctx).exit_fp, (*ctx).exit_pc) = ((*run).act.caller_fp, (*run).act.caller_pc);
        status
    }
}

/// A run without a frame. Ends the fiber's run if the isolate has no state of the interpreter.
///
/// # Safety
/// `ctx` is the context of a running isolate, on its fiber's stack.
unsafe fn new_run(ctx: *mut VmCtx) -> Run {
    // SAFETY: the caller's promise; the borrow ends with the line, and the fiber's place in memory is its
    // own.
    let fiber = unsafe { &raw mut *vm(ctx).fiber() };
    // SAFETY: the caller's promise; only shared references to the state are made, here and later.
    let state = unsafe {
        let state = &(*(*ctx).vm.get()).tier_state;
        state.downcast_ref::<State>()
    };
    let Some(state) = state else {
        let trap = Trap::new(TrapKind::Internal, "this isolate was not set up for the interpreter");
        // SAFETY: the caller's promise; no other borrow of the Vm is used after this.
        unsafe { Vm::end(ctx, trap) }
    };
    if state.grow().is_err() {
        // SAFETY: the caller's promise; no other borrow of the Vm is used after this.
        unsafe { no_room(ctx) }
    }
    // SAFETY: the caller's promise; the fiber is the running one.
    unsafe {
        Run {
            act: Activation {
                prev: (*fiber).activation,
                frame: std::ptr::null(),
                base: std::ptr::null(),
                caller_fp: (*ctx).exit_fp,
                caller_pc: (*ctx).exit_pc,
            },
            ctx,
            entries: state.entries.base(),
            entry_count: state.entries.len(),
            cell_sizes: state.cell_sizes.as_ptr(),
            state,
            fiber,
            limit: (*fiber).slots.end,
            pc: std::ptr::null(),
            fp: std::ptr::null_mut(),
            handed_over: false,
        }
    }
}

/// Copies what the outermost frame `fp` ended with to where the caller of the activation looks for it; the
/// status.
///
/// # Safety
/// The loop has ended with `status`, having begun in `fp` with `func`; `slots` has room for the results of
/// `func`.
unsafe fn copy_results(run: *mut Run, status: u32, fp: *mut u64, func: u32, slots: *mut u64) -> u32 {
    // SAFETY: the frame has its results in its first slots, or the arguments of the function that is handed
    // over. The frame may belong to another function by now, which `func` called in its place: its results
    // have the same types.
    unsafe {
        let ctx = (*run).ctx;
        if (*run).handed_over {
            let params = shape(ctx, (*ctx).callee as u32).params.len();
            // Not to `slots`, which has room for what `func` takes.
            std::ptr::copy_nonoverlapping(fp, (&raw mut (*ctx).deopt_values).cast(), params);
            return 2;
        }
        if status == 0 {
            std::ptr::copy_nonoverlapping(fp, slots, shape(ctx, func).results.len());
        }
        status
    }
}

/// Makes the outermost frame, in `run.fp`; where to begin.
///
/// # Safety
/// See `activate`; `run` is in the fiber's list.
unsafe fn begin(run: *mut Run, id: u32, slots: *mut u64, resume: bool) -> *const u64 {
    // SAFETY: `slots.top` is the first unused slot of the fiber, and there is room for header and frame after
    // it, or a new segment has it. `slots` holds the arguments.
    unsafe {
        let func = bytecode_of(run, id);
        let frame_slots = func.frame_slots as usize;
        let fiber = (*run).fiber;
        if (*fiber).slots.top.add(HEADER + frame_slots) > (*fiber).slots.end {
            push_segment(run, HEADER + frame_slots);
        }
        let fp = (*fiber).slots.top.add(HEADER);
        header::set_memory(fp, 0);
        header::push(fp, (*run).entries.add(id as usize), EXIT.as_ptr(), fp);
        (*fiber).slots.top = fp.add(frame_slots);
        (*run).fp = fp;
        (*run).act.base = fp.cast();
        (*run).pc = func.code.as_ptr();
        if resume {
            return restore(run, func, fp);
        }
        std::ptr::copy_nonoverlapping(slots, fp, func.params as usize);
        func.code.as_ptr()
    }
}

/// Fills the frame `fp` with the values of the frame state that native code left at; where to resume.
///
/// # Safety
/// `VmCtx::deopt_state` is a state of `func`, `deopt_values` are its values, and the frame is one of `func`.
unsafe fn restore(run: *mut Run, func: &Func, fp: *mut u64) -> *const u64 {
    // SAFETY: the lowering bounds the slots of states and of the frame's memory by the frame's size.
    unsafe {
        let ctx = (*run).ctx;
        let number = (*ctx).deopt_state as usize;
        if let Some((first, count)) = func.memory {
            let own = fp.add(first as usize);
            std::ptr::write_bytes(own, 0, count as usize);
            header::set_memory(fp, if (*ctx).deopt_mem != 0 { (*ctx).deopt_mem as u64 } else { own as u64 });
        }
        for (n, slot) in func.states[number].slots.iter().enumerate() {
            *fp.add(*slot as usize) = (*ctx).deopt_values[n];
        }
        resume_at(func, number, fp)
    }
}
