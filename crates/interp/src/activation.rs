//! The record of an activation (one run of the loop on a fiber's Rust stack), and what all of the interpreter
//! asks of it: its isolate, its functions, where it is.
//!
//! Knows nothing of what instructions do. What this crate asks of the isolate as a whole goes through [`vm`]
//! and [`shape`].

use std::sync::Arc;

use purlin_bytecode::Func;
use purlin_runtime::abi::Shape;
use purlin_runtime::fiber::Fiber;
use purlin_runtime::hooks::Activation;
use purlin_runtime::table::Table;
use purlin_runtime::trap::{Trap, TrapKind};
use purlin_runtime::vmctx::published_code;
use purlin_runtime::{Vm, VmCtx};

use crate::header;
use crate::state::{Entry, State};

/// One run of the loop.
#[repr(C)]
pub(crate) struct Run {
    /// First: `interp_frames` gets its address.
    pub act: Activation,
    pub ctx: *mut VmCtx,
    pub state: *const State,
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
    unsafe { Vm::from_context(ctx) }
}

/// Parameters and results of a function.
///
/// # Safety
/// `ctx` is the context of a running isolate, which has the function, and the reference is not used after the
/// activation.
pub(crate) unsafe fn shape<'a>(ctx: *mut VmCtx, function: u32) -> &'a Shape {
    // SAFETY: the shapes are behind an `Arc` that the Vm keeps until it is dropped, never move, and are never
    // written again, so the reference stays good while guest code runs. The borrow of the field itself ends
    // here.
    unsafe {
        let shapes: *const Table<Shape> = Arc::as_ptr(&(*(*ctx).vm.get()).shared.shapes);
        &(&(*shapes))[function as usize]
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

/// Ends the run of an isolate whose table of entries cannot take a function that the module has gained.
///
/// # Safety
/// `ctx` is the context of a running isolate, on its fiber's stack, and no reference to the Vm is in use.
#[cold]
pub(crate) unsafe fn no_room(ctx: *mut VmCtx) -> ! {
    let trap = Trap::new(TrapKind::OutOfMemory, "there is no address space for further functions");
    // SAFETY: the caller's promise.
    unsafe { Vm::end(ctx, trap) }
}

/// Makes entries for the functions that the module has gained, and lets the run see those that the isolate
/// has: to be called after what may have given code the number of a new function, or of a new type.
///
/// # Safety
/// `run` is the innermost run of its fiber.
pub(crate) unsafe fn grow(run: *mut Run) {
    // SAFETY: the caller's promise; the state is shared, and its table has cells for what changes.
    unsafe {
        if state(run).grow().is_err() {
            no_room((*run).ctx)
        }
        (*run).entry_count = state(run).entries.len();
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
