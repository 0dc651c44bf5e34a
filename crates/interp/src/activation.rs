//! Activations: one run of the loop on a fiber's Rust stack, from its outermost frame to the status it ends
//! with.
//!
//! Knows nothing of what instructions do. What this crate asks of the isolate as a whole goes through [`vm`]
//! and [`shape`].

use purlin_bytecode::Func;
use purlin_runtime::abi::Shape;
use purlin_runtime::fiber::Fiber;
use purlin_runtime::hooks::Activation;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vmctx::published_code;
use purlin_runtime::{Vm, VmCtx};

use crate::frame::push_segment;
use crate::header::{self, HEADER};
use crate::run;
use crate::state::{EXIT, Entry, State};

/// One run of the loop.
#[repr(C)]
pub(crate) struct Run {
    /// First: `interp_frames` gets its address.
    pub act: Activation,
    pub ctx: *mut VmCtx,
    state: *const State,
    pub entries: *const Entry,
    pub entry_count: usize,
    pub cell_sizes: *const usize,
    pub fiber: *mut Fiber,
    /// Where frames must end.
    pub limit: *mut u64,
    /// The innermost frame and where it is, as of the last time something outside the loop could look.
    pub pc: *const u64,
    pub fp: *mut u64,
    /// The outermost frame made way for `VmCtx::callee`, which native code is to run in the activation's
    /// place.
    pub handed_over: bool,
}

/// The isolate, for one call of one of its methods: never bound to a name, as the call may leave the
/// interpreter, and the runtime then makes a `&mut Vm` of its own.
///
/// # Safety
/// `ctx` is the context of a running isolate, on its fiber's stack, and no other reference to the Vm is in
/// use.
pub(crate) unsafe fn vm<'a>(ctx: *mut VmCtx) -> &'a mut Vm {
    // SAFETY: `VmCtx::vm` is set for good when the isolate is made; the caller promises that the borrow is
    // the only one.
    unsafe { &mut *(*ctx).vm }
}

/// Parameters and results of a function.
///
/// # Safety
/// `ctx` is the context of a running isolate, which has the function, and the reference is not used after the
/// activation.
pub(crate) unsafe fn shape<'a>(ctx: *mut VmCtx, function: u32) -> &'a Shape {
    // SAFETY: the shapes are behind an `Arc` that the Vm keeps until it is dropped, and are never written, so
    // the reference stays good while guest code runs. The borrow of the field itself ends here.
    unsafe {
        let shapes = &(*(*ctx).vm).shared.shapes;
        &shapes[function as usize]
    }
}

/// The interpreter's part of the isolate.
///
/// # Safety
/// `run` is an innermost run, and the reference is not used after the activation.
pub(crate) unsafe fn state<'a>(run: *mut Run) -> &'a State {
    // SAFETY: the isolate keeps its state while it runs, and only shared references to it exist.
    unsafe { &*(*run).state }
}

/// The number of the function that `entry` belongs to.
///
/// # Safety
/// `run` is the innermost run, and `entry` is one of its state's.
pub(crate) unsafe fn function_of(run: *mut Run, entry: *const Entry) -> u32 {
    // SAFETY: both addresses are in the table of entries.
    unsafe { entry.offset_from((*run).entries) as u32 }
}

/// Runs a function from its start, or from `VmCtx::deopt_state`.
///
/// # Safety
/// See `interp_call` and `interp_resume`.
pub(crate) unsafe fn activate(ctx: *mut VmCtx, func: u32, slots: *mut u64, resume: bool) -> u32 {
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
        let status = run::run(run, pc, fp);
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
        let state = &(*(*ctx).vm).tier_state;
        state.downcast_ref::<State>()
    };
    let Some(state) = state else {
        let trap = Trap::new(TrapKind::Internal, "this isolate was not set up for the interpreter");
        // SAFETY: the caller's promise; no other borrow of the Vm is used after this.
        unsafe { Vm::end(ctx, trap) }
    };
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
            entries: state.entries.as_ptr(),
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

/// Where the code resumes for a frame state whose values are in the slots of the frame `fp`.
///
/// # Safety
/// The state is one of the function's, and the frame is the function's.
pub(crate) unsafe fn resume_at(func: &Func, state: usize, fp: *mut u64) -> *const u64 {
    let state = &func.states[state];
    for (slot, bits) in &state.constants {
        // SAFETY: the lowering bounds the slots of states by the frame's size.
        unsafe { *fp.add(*slot as usize) = *bits };
    }
    // SAFETY: the place of a state is that of an instruction of the function.
    unsafe { func.code.as_ptr().add(state.pc as usize) }
}

/// The bytecode of a function. Ends the fiber's run if it cannot be made.
///
/// # Safety
/// `run` is the innermost run of its fiber, and the reference is not used after the activation.
pub(crate) unsafe fn bytecode_of<'a>(run: *mut Run, id: u32) -> &'a Func {
    // SAFETY: the caller's promise.
    let state = unsafe { state(run) };
    if let Some(func) = state.entries.get(id as usize).and_then(Entry::func) {
        return func;
    }
    // Fibers' stacks are small for a compiler.
    // SAFETY: the caller's promise; the borrow of the Vm ends with the call, and the state is shared.
    let lowered = unsafe { vm((*run).ctx).with_host_stack(|_| state.lower(id)) };
    match lowered {
        Ok(func) => func,
        // SAFETY: the caller's promise; no other borrow of the Vm is used after this.
        Err(why) => unsafe { Vm::end((*run).ctx, Trap::new(TrapKind::Internal, why)) },
    }
}

/// Finds out what a function runs as: its stub is replaced by bytecode or by the way to its native code.
///
/// # Safety
/// `run` is the innermost run of its fiber.
pub(crate) unsafe fn resolve(run: *mut Run, id: u32) {
    // SAFETY: the caller's promise.
    unsafe {
        if native_code(run, id) != 0 {
            let shape = shape((*run).ctx, id);
            let slots = shape.params.len().max(shape.results.len());
            state(run).use_native(id, slots);
        } else {
            bytecode_of(run, id);
        }
    }
}

/// The address of a function's native code, or 0.
///
/// # Safety
/// `run` is the innermost run of its fiber.
pub(crate) unsafe fn native_code(run: *mut Run, id: u32) -> usize {
    // SAFETY: the table of compiled functions has an entry for each, unless it is null.
    unsafe {
        let compiled = (*(*run).ctx).compiled;
        if compiled.is_null() { 0 } else { published_code(compiled, id as usize) }
    }
}

/// Lets others see where the interpreter is: before anything that can collect, trace, switch or unwind.
///
/// # Safety
/// `pc` and `fp` are where the loop is.
#[inline(always)]
pub(crate) unsafe fn publish(run: *mut Run, pc: *const u64, fp: *mut u64) {
    // SAFETY: the caller's promise; the run's fiber is the running one.
    unsafe {
        (*run).pc = pc;
        (*run).fp = fp;
        (*(*run).fiber).slots.top = header::end(fp);
    }
}
