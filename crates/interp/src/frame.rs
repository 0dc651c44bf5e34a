//! Frames: activations, calls that do not fit their segment, unwinding, tracebacks.
//!
//! A frame's header lies right before its first slot: `[-4]` address of the frame's memory, `[-3]` return
//! address, `[-2]` caller's frame, `[-1]` the function's [`Entry`]. A frame normally begins at its caller's
//! window. A *far* frame lies elsewhere (in a new segment, or anywhere where calls are counted): its
//! return address is [`FAR_RETURN`], and further words say where it really returns to: `[-8]` address, `[-7]` caller's
//! frame, `[-6]` window, `[-5]` whether it counts as a call.

use purlin_runtime::fiber::Fiber;
use purlin_runtime::hooks::Activation;
use purlin_runtime::trap::{Frame, Trap, TrapKind};
use purlin_runtime::vmctx::published_code;
use purlin_runtime::{Vm, VmCtx};

use crate::run;
use crate::state::{EXIT, Entry, FAR_RETURN, State};

/// Slots of a header.
const HEADER: usize = purlin_bytecode::func::HEADER as usize;
/// Slots of a far frame's further words.
const FAR: usize = 4;

/// One run of the loop.
#[repr(C)]
pub(crate) struct Run {
    /// First: `interp_frames` gets its address.
    act: Activation,
    pub ctx: *mut VmCtx,
    pub state: *mut State,
    pub entries: *const Entry,
    pub entry_count: usize,
    pub cells: *const usize,
    pub fiber: *mut Fiber,
    /// Where frames must end; null where calls are counted, so that all of them go through `far_call`.
    pub limit: *mut u64,
    /// The innermost frame and where it is, as of the last time something outside the loop could look.
    pub pc: *const u64,
    pub fp: *mut u64,
    /// The outermost frame made way for `VmCtx::callee`, which native code is to run in the activation's place.
    pub handed_over: bool,
}

/// # Safety
/// `fp` is a frame.
pub(crate) unsafe fn entry_of(fp: *mut u64) -> *const Entry {
    // SAFETY: the invariant: the header of a frame.
    unsafe { *fp.sub(1) as *const Entry }
}

/// # Safety
/// As for the loop: `ctx` is the context of a running isolate, on its fiber's stack.
pub(crate) unsafe fn vm<'a>(ctx: *mut VmCtx) -> &'a mut Vm {
    // SAFETY: the caller's promise; the borrow ends before guest code goes on.
    unsafe { &mut *(*ctx).vm }
}

/// Runs a function from its start, or from `VmCtx::deopt_state`.
///
/// # Safety
/// See `interp_call` and `interp_resume`.
pub(crate) unsafe fn activate(ctx: *mut VmCtx, func: u32, slots: *mut u64, resume: bool) -> u32 {
    // SAFETY: the caller's promises; each borrow ends before the loop runs. The `Run` outlives the activation's place
    // in the fiber's list.
    unsafe {
        let isolate = vm(ctx);
        let counted = isolate.limits.call_depth.is_some();
        let fiber = &raw mut *isolate.fiber();
        let Some(state) = isolate.tier_state.downcast_mut::<State>() else {
            isolate.end(Trap::new(TrapKind::Internal, "this isolate was not set up for the interpreter"))
        };
        let mut run = Run {
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
            cells: state.cells.as_ptr(),
            state,
            fiber,
            limit: if counted { std::ptr::null_mut() } else { (*fiber).slots.end },
            pc: std::ptr::null(),
            fp: std::ptr::null_mut(),
            handed_over: false,
        };
        let run = &raw mut run;
        (*ctx).exit_fp = 0;
        (*fiber).activation = &raw const (*run).act;
        let top = (*fiber).slots.top;
        let pc = begin(run, func, slots, resume);
        let fp = (*run).fp;
        let mut status = run::run(run, pc, fp);
        // The frame may belong to another function by now, which it called in its place: its results are the same.
        let shapes = &vm(ctx).shared.shapes;
        if (*run).handed_over {
            let params = shapes[(*ctx).callee as usize].params.len();
            // Not to `slots`, which has room for what `func` takes.
            std::ptr::copy_nonoverlapping(fp, (&raw mut (*ctx).deopt_values).cast(), params);
            status = 2;
        } else if status == 0 {
            std::ptr::copy_nonoverlapping(fp, slots, shapes[func as usize].results.len());
        }
        (*fiber).slots.pop_to(top);
        (*fiber).slots.top = top;
        (*fiber).activation = (*run).act.prev;
        ((*ctx).exit_fp, (*ctx).exit_pc) = ((*run).act.caller_fp, (*run).act.caller_pc);
        status
    }
}

/// Makes the outermost frame, in `run.fp`; where to begin.
///
/// # Safety
/// See `activate`.
unsafe fn begin(run: *mut Run, id: u32, slots: *mut u64, resume: bool) -> *const u64 {
    // SAFETY: the caller's promises; the frame gets all the room it needs.
    unsafe {
        let func = lowered(run, id);
        let need = HEADER + (*func).frame_slots as usize;
        let fiber = (*run).fiber;
        if (*fiber).slots.top.add(need) > (*fiber).slots.end {
            push_segment(run, need);
        }
        let fp = (*fiber).slots.top.add(HEADER);
        *fp.sub(4) = 0;
        *fp.sub(3) = EXIT.as_ptr() as u64;
        *fp.sub(2) = fp as u64;
        *fp.sub(1) = (*run).entries.add(id as usize) as u64;
        (*fiber).slots.top = fp.add((*func).frame_slots as usize);
        (*run).fp = fp;
        (*run).act.base = fp.cast();
        let code = (*func).code.as_ptr();
        (*run).pc = code;
        if !resume {
            std::ptr::copy_nonoverlapping(slots, fp, (*func).params as usize);
            return code;
        }
        let ctx = (*run).ctx;
        let number = (*ctx).deopt_state as usize;
        if let Some((first, count)) = (*func).memory {
            let own = fp.add(first as usize);
            std::ptr::write_bytes(own, 0, count as usize);
            *fp.sub(4) = if (*ctx).deopt_mem != 0 { (*ctx).deopt_mem as u64 } else { own as u64 };
        }
        let states = &(*func).states;
        let state = &states[number];
        for (n, slot) in state.slots.iter().enumerate() {
            *fp.add(*slot as usize) = (*ctx).deopt_values[n];
        }
        go_on(&*func, number, fp)
    }
}

/// Where the code goes on for a frame state whose values are in the slots of the frame `fp`.
///
/// # Safety
/// The state is one of the function's, and the frame is the function's.
pub(crate) unsafe fn go_on(func: &purlin_bytecode::Func, state: usize, fp: *mut u64) -> *const u64 {
    // SAFETY: the invariant.
    unsafe {
        let state = &func.states[state];
        for (slot, bits) in &state.constants {
            *fp.add(*slot as usize) = *bits;
        }
        func.code.as_ptr().add(state.pc as usize)
    }
}

/// The bytecode of a function. Ends the run if it cannot be made.
///
/// # Safety
/// `run` is the innermost run of its fiber.
pub(crate) unsafe fn lowered(run: *mut Run, id: u32) -> *const purlin_bytecode::Func {
    // SAFETY: the state lives as long as the isolate; nothing else uses it here.
    unsafe {
        if (id as usize) < (*run).entry_count {
            let known = (*(*run).entries.add(id as usize)).func;
            if !known.is_null() {
                return known;
            }
        }
        let state = &mut *(*run).state;
        let isolate = vm((*run).ctx);
        // Fibers' stacks are small for a compiler.
        match isolate.with_host_stack(|_| state.lower(id).map(std::ptr::from_ref)) {
            Ok(func) => func,
            Err(why) => isolate.end(Trap::new(TrapKind::Internal, why)),
        }
    }
}

/// Makes room for a frame in a new segment. `slots.top` says how far this one is used.
unsafe fn push_segment(run: *mut Run, slots: usize) {
    // SAFETY: the run's fiber and isolate are alive.
    unsafe {
        let isolate = vm((*run).ctx);
        let limit = isolate.slot_room();
        if (*(*run).fiber).slots.push(slots, limit).is_none() {
            isolate.stack_overflow();
        }
        update_limit(run);
    }
}

/// The segment has changed.
unsafe fn update_limit(run: *mut Run) {
    // SAFETY: as above.
    unsafe {
        if !(*run).limit.is_null() {
            (*run).limit = (*(*run).fiber).slots.end;
        }
    }
}

/// Whether `fp` is the outermost frame of an activation that native code waits for.
///
/// # Safety
/// `fp` is a frame of this activation.
pub(crate) unsafe fn native_waits_for(run: *mut Run, fp: *mut u64) -> bool {
    // SAFETY: the invariant.
    unsafe { (*run).act.caller_fp != 0 && std::ptr::eq(*fp.sub(3) as *const u64, EXIT.as_ptr()) }
}

/// Lets others see where the interpreter is: before anything that can collect, trace, switch or unwind.
///
/// # Safety
/// `pc` and `fp` are where the loop is.
#[inline(always)]
pub(crate) unsafe fn publish(run: *mut Run, pc: *const u64, fp: *mut u64) {
    // SAFETY: the invariant.
    unsafe {
        (*run).pc = pc;
        (*run).fp = fp;
        (*(*run).fiber).slots.top = fp.add((*entry_of(fp)).frame_slots);
    }
}

/// Lets tracebacks pass over the frame `fp`, which was published.
///
/// # Safety
/// `fp` is the innermost frame.
pub(crate) unsafe fn hide(run: *mut Run, fp: *mut u64) {
    // SAFETY: the invariant.
    let (pc, fp) = unsafe { outer(fp, |_| ()) }.unwrap_or((std::ptr::null(), std::ptr::null_mut()));
    // SAFETY: the run is alive.
    unsafe { ((*run).pc, (*run).fp) = (pc, fp) };
}

/// The first slot above the frame `fp` and everything inwards of it that is in use.
///
/// # Safety
/// `fp` is a frame.
pub(crate) unsafe fn top_of(fp: *mut u64) -> *mut u64 {
    // SAFETY: the invariant.
    unsafe { fp.add((*entry_of(fp)).frame_slots) }
}

/// Finds out what `id` runs as: its stub is replaced by bytecode or by the way to its native code.
///
/// # Safety
/// `run` is the innermost run of its fiber.
pub(crate) unsafe fn resolve(run: *mut Run, id: u32) {
    // SAFETY: the table of compiled functions has an entry for each.
    unsafe {
        let compiled = (*(*run).ctx).compiled;
        if !compiled.is_null() && published_code(compiled, id as usize) != 0 {
            let shape = &vm((*run).ctx).shared.shapes[id as usize];
            let slots = shape.params.len().max(shape.results.len());
            (*(*run).state).use_native(id, slots);
        } else {
            lowered(run, id);
        }
    }
}

/// Calls `entry`, whose arguments are at `window`, when it does not fit there or calls are counted: its frame.
///
/// # Safety
/// As for [`far_call`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn call_slow(
    run: *mut Run,
    entry: *const Entry,
    window: *mut u64,
    pc: *const u64,
    fp: *mut u64,
) -> *mut u64 {
    // SAFETY: the invariant.
    unsafe {
        publish(run, pc, fp);
        if (*entry).frame_slots == 0 {
            resolve(run, entry.offset_from((*run).entries) as u32);
        }
        far_call(run, entry, window, pc, fp, top_of(fp), true)
    }
}

/// Gives the frame `fp` to `entry` with the arguments in its first slots, or a new frame if there is no room.
/// From `live_top` on nothing is in use.
///
/// # Safety
/// As for [`far_call`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn replace_frame(
    run: *mut Run,
    entry: *const Entry,
    fp: *mut u64,
    live_top: *mut u64,
) -> *mut u64 {
    // SAFETY: the invariant.
    unsafe {
        if fp.add((*entry).frame_slots) <= (*(*run).fiber).slots.end {
            *fp.sub(1) = entry as u64;
            return fp;
        }
        far_call(run, entry, fp, *fp.sub(3) as *const u64, *fp.sub(2) as *mut u64, live_top, false)
    }
}

/// Makes a far frame for `entry`, whose arguments are at `window`; its first slot. Everything from `live_top` on
/// is unused.
///
/// # Safety
/// The invariant holds for the caller; `to` and `caller` are where the callee returns to.
#[cold]
#[inline(never)]
pub(crate) unsafe fn far_call(
    run: *mut Run,
    entry: *const Entry,
    window: *mut u64,
    to: *const u64,
    caller: *mut u64,
    live_top: *mut u64,
    counts: bool,
) -> *mut u64 {
    // SAFETY: the invariant; a new frame gets all the room it needs, or the run ends.
    unsafe {
        let fiber = (*run).fiber;
        (*fiber).slots.top = live_top;
        let id = entry.offset_from((*run).entries) as usize;
        let params = vm((*run).ctx).shared.shapes[id].params.len();
        let need = FAR + HEADER + (*entry).frame_slots.max(params);
        let counts = counts && (*run).limit.is_null();
        if counts {
            let isolate = vm((*run).ctx);
            (*fiber).depth += 1;
            if isolate.limits.call_depth.is_some_and(|limit| (*fiber).depth > limit) {
                isolate.end(Trap::new(TrapKind::CallDepth, "too many nested calls"));
            }
        }
        if live_top.add(need) > (*fiber).slots.end {
            push_segment(run, need);
        }
        let fp = (*fiber).slots.top.add(FAR + HEADER);
        *fp.sub(8) = to as u64;
        *fp.sub(7) = caller as u64;
        *fp.sub(6) = window as u64;
        *fp.sub(5) = u64::from(counts);
        *fp.sub(3) = FAR_RETURN.as_ptr() as u64;
        *fp.sub(2) = fp as u64;
        *fp.sub(1) = entry as u64;
        std::ptr::copy_nonoverlapping(window, fp, params);
        fp
    }
}

/// Returns from a far frame: its results go to the window. Where to go on, with the frame in `run.fp`.
///
/// # Safety
/// `fp` is a far frame that has returned.
#[cold]
#[inline(never)]
pub(crate) unsafe fn far_return(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the invariant; the window has room for the results.
    unsafe {
        let id = entry_of(fp).offset_from((*run).entries) as usize;
        let results = vm((*run).ctx).shared.shapes[id].results.len();
        let window = *fp.sub(6) as *mut u64;
        std::ptr::copy_nonoverlapping(fp, window, results);
        let to = *fp.sub(8) as *const u64;
        (*run).fp = *fp.sub(7) as *mut u64;
        leave_far(run, fp);
        to
    }
}

/// The far frame `fp` is gone, and the segment with it if it was its first.
unsafe fn leave_far(run: *mut Run, fp: *mut u64) {
    // SAFETY: as above.
    unsafe {
        let fiber = (*run).fiber;
        (*fiber).depth -= *fp.sub(5);
        (*fiber).slots.pop_to(*fp.sub(6) as *const u64);
        update_limit(run);
    }
}

/// The frame outside of `fp` and where it goes on; `None` at the activation's end. Frames that a tail call
/// has replaced are passed over. `leave` is called with each far frame.
unsafe fn outer(mut fp: *mut u64, mut leave: impl FnMut(*mut u64)) -> Option<(*const u64, *mut u64)> {
    // SAFETY: the invariant.
    unsafe {
        let mut to = *fp.sub(3) as *const u64;
        let mut caller = *fp.sub(2) as *mut u64;
        while std::ptr::eq(to, FAR_RETURN.as_ptr()) {
            leave(fp);
            (to, caller) = (*fp.sub(8) as *const u64, *fp.sub(7) as *mut u64);
            fp = caller;
        }
        (!std::ptr::eq(to, EXIT.as_ptr())).then_some((to, caller))
    }
}

/// Finds the frame that handles what was raised, from the one in `run.fp` on, which then is the frame; where to
/// go on, or null if none does.
///
/// # Safety
/// `run.fp` is a frame of this activation.
pub(crate) unsafe fn unwind(run: *mut Run) -> *const u64 {
    // SAFETY: the invariant.
    unsafe {
        loop {
            let fp = (*run).fp;
            let entry = entry_of(fp);
            if let Some(func) = (*entry).func.as_ref()
                && let Some(handler) = func.handler
            {
                return func.code.as_ptr().add(handler as usize);
            }
            if !step_out(run) {
                return std::ptr::null();
            }
        }
    }
}

/// Leaves the frame in `run.fp` without returning; false at the activation's end.
///
/// # Safety
/// `run.fp` is a frame of this activation.
pub(crate) unsafe fn step_out(run: *mut Run) -> bool {
    // SAFETY: the invariant.
    unsafe {
        // A frame replaced by a tail call has its words still in place when the one after it is left.
        match outer((*run).fp, |far| leave_far(run, far)) {
            Some((pc, fp)) => {
                ((*run).pc, (*run).fp) = (pc, fp);
                true
            }
            None => false,
        }
    }
}

/// `Hooks::interp_frames`: appends the frames of an activation, innermost first.
///
/// # Safety
/// `record` is the activation of a run that is not inside its loop.
pub unsafe fn interp_frames(_: &VmCtx, record: *const Activation, out: &mut Vec<Frame>, limit: usize) {
    // SAFETY: the activation is the first field of a `Run`, and what it published is true.
    unsafe {
        let run = record.cast::<Run>();
        let mut next = Some(((*run).pc, (*run).fp)).filter(|n| !n.1.is_null());
        while let Some((pc, fp)) = next.filter(|_| out.len() < limit) {
            if let Some(func) = (*entry_of(fp)).func.as_ref() {
                let offset = (pc as usize).wrapping_sub(func.code.as_ptr() as usize) / 8;
                // Behind the call or the instruction that trapped.
                if (1..=func.code.len()).contains(&offset) {
                    let frames = func.frames_at(offset as u32 - 1);
                    out.extend(frames.map(|f| Frame { func: f.func, pos: f.pos }));
                } else if std::ptr::eq(pc, func.code.as_ptr()) {
                    out.extend(func.frames_at(0).map(|f| Frame { func: f.func, pos: f.pos }));
                }
            }
            next = outer(fp, |_| ());
        }
        out.truncate(limit);
    }
}
