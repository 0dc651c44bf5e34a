//! What the loop does rarely, or what takes longer than a call out of line.
//!
//! Knows nothing of how the loop dispatches. All functions take the run and where the loop is, and ask for
//! *the invariant* of the crate. Those that may unwind give the place to resume, null if no frame of the
//! activation handles the raise; the frame is then in `Run::fp`.

use purlin_base::{TrapCode, gas};
use purlin_bytecode::Func;
use purlin_bytecode::table::{a, imm};
use purlin_runtime::VmCtx;
use purlin_runtime::abi::{self, RegFile};
use purlin_runtime::helpers;
use purlin_runtime::profile::Sight;
use purlin_runtime::vm::Hooks;

use crate::activation::{Run, function_of, grow, native_code, publish, resolve, resume_at, shape, state, vm};
use crate::frame::{native_waits_for, replace_frame};
use crate::header;
use crate::unwind::{hide, step_out, unwind};

/// Raises the trap of an op.
///
/// # Safety
/// The invariant of the crate holds.
#[cold]
#[inline(never)]
pub(crate) unsafe fn raise(
    run: *mut Run,
    pc: *const u64,
    fp: *mut u64,
    code: TrapCode,
    x: u64,
    y: u64,
) -> *const u64 {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call.
    unsafe {
        publish(run, pc, fp);
        helpers::raise_trap((*run).ctx, code as u32, x as i64, y as i64);
        unwind(run)
    }
}

/// Unwinds after something that was called has raised.
///
/// # Safety
/// The invariant of the crate holds.
#[cold]
#[inline(never)]
pub(crate) unsafe fn raised(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; `fp` is the current frame.
    unsafe {
        (*run).fp = fp;
        unwind(run)
    }
}

/// Does what a poll that found gas negative is for. `at` is the polling instruction, `pc` where the loop
/// resumes.
///
/// # Safety
/// The invariant of the crate holds; `at` is an instruction of the frame's function.
#[cold]
#[inline(never)]
pub(crate) unsafe fn poll(run: *mut Run, at: *const u64, pc: *const u64, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call, during which other
    // fibers may run and the collector may read the frames.
    unsafe {
        publish(run, at.add(1), fp);
        show_poll(run, at, fp);
        // The end of a slice is a sample of what is hot, as a profiler's is, unless a native took the units.
        let is_sample = (*(*run).ctx).gas > -MOST_OF_CODE;
        helpers::poll_slow((*run).ctx);
        if state(run).is_auto() {
            look_for_compiled(run);
            if is_sample {
                return ask(run, at, pc, fp, Where::Hot);
            }
        }
        pc
    }
}

/// Units that the code between two polls takes, at most, as far as samples of what is hot are concerned. A
/// poll that finds more to be missing comes after a native that took them.
const MOST_OF_CODE: i64 = gas::SLICE / 10;

/// Does what [`poll`] does for the poll of `units` that a function begins with, after a call took them; `pc`
/// is after it. A function that begins with none took 0: gas that was negative before is for the next poll to
/// see.
///
/// # Safety
/// As for [`poll`]; `pc` is where calls of the frame's function resume, and `run.fp` is `fp`.
#[cold]
#[inline(never)]
pub(crate) unsafe fn leading_poll(run: *mut Run, units: i64, pc: *const u64, fp: *mut u64) -> *const u64 {
    if units == 0 {
        return pc;
    }
    // SAFETY: the caller's promise; the poll is the word before `pc`.
    unsafe { poll(run, pc.sub(1), pc, fp) }
}

/// Says to a profiler which poll calls the slow path.
///
/// # Safety
/// As for [`poll`].
unsafe fn show_poll(run: *mut Run, at: *const u64, fp: *mut u64) {
    // SAFETY: the caller's promise; references end with their statements.
    unsafe {
        if !vm((*run).ctx).is_profiled() {
            return;
        }
        let Some(func) = header::entry_ref(fp).func() else { return };
        let state = func.poll_state(at.offset_from(func.code.as_ptr()) as u32);
        (*(*run).ctx).sight = state.map_or(0, |state| Sight::poll(func.id, state).to_word());
    }
}

/// Lets a profiler look at what was charged.
///
/// # Safety
/// The invariant of the crate holds; `pc` is after a probe of the frame's function.
#[cold]
#[inline(never)]
pub(crate) unsafe fn probe(run: *mut Run, number: u32, pc: *const u64, fp: *mut u64) {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call.
    unsafe {
        publish(run, pc, fp);
        let Some(func) = header::entry_ref(fp).func() else { return };
        (*(*run).ctx).sight = Sight::probe(func.id, number).to_word();
        helpers::poll_slow((*run).ctx);
    }
}

/// How many functions are looked up at the end of a slice.
const LOOKUPS: usize = 64;

/// Sends calls of functions that have got native code meanwhile to that code.
///
/// # Safety
/// `run` is the innermost run of its fiber.
unsafe fn look_for_compiled(run: *mut Run) {
    // SAFETY: the caller's promise; the state is shared, and what changes in it are cells.
    unsafe {
        if (*(*run).ctx).compiled.is_null() {
            return;
        }
        for id in state(run).next_lowered(LOOKUPS) {
            if native_code(run, id) != 0 {
                resolve(run, id);
            }
        }
    }
}

/// Clears the slots of a frame that the frame state `state` does not need: the frame stays for as long as
/// native code runs in its place, and objects that only those slots refer to would live as long. (What the
/// state does need, the native code takes and clears itself.)
///
/// # Safety
/// `fp` is the innermost frame, of `func`, and resumes at no other state of it.
unsafe fn clear_dead_slots(func: &Func, state: usize, fp: *mut u64) {
    let (first, count) = func.memory.map_or((0, 0), |(first, count)| (u32::from(first), count));
    let slots = &func.states[state].slots;
    for slot in (0..func.frame_slots).filter(|slot| !(first..first + count).contains(slot)) {
        if !slots.iter().any(|needed| u32::from(*needed) == slot) {
            // SAFETY: a number below `frame_slots` is a slot of the frame.
            unsafe { *fp.add(slot as usize) = 0 };
        }
    }
}

/// The tiers' hooks.
///
/// # Safety
/// `ctx` is the context of a running isolate.
unsafe fn hooks(ctx: *mut VmCtx) -> Hooks {
    // SAFETY: the caller's promise; the hooks are copied, so that nothing is borrowed.
    unsafe { (*(*ctx).vm.get()).shared.hooks }
}

/// What a poll asks native code for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// What is hot: calls of the function at the poll that it begins with, and further on the loop as well.
    Hot,
    /// Calls, and the rest of the activation.
    Everywhere,
}

/// Asks whether there is native code for the function and for resuming after the poll at `at`, and if there
/// is, enters it.
///
/// # Safety
/// The invariant of the crate holds; `at` is a polling instruction of the frame's function.
#[cold]
#[inline(never)]
unsafe fn ask(run: *mut Run, at: *const u64, pc: *const u64, fp: *mut u64, what: Where) -> *const u64 {
    // SAFETY: the caller's promise; the hooks get the only reference to the context, for the call.
    unsafe {
        publish(run, at.add(1), fp);
        let ctx = (*run).ctx;
        let Some(func) = header::entry_ref(fp).func() else { return pc };
        if (hooks(ctx).on_hot_call)(vm(ctx), func.id) != 0 {
            resolve(run, func.id);
        }
        let offset = at.offset_from(func.code.as_ptr()) as u32;
        let Some(state) = func.poll_state(offset).filter(|_| offset > 0 || what == Where::Everywhere) else {
            return pc;
        };
        let code = (hooks(ctx).on_hot_loop)(vm(ctx), func.id, state);
        if code == 0 { pc } else { enter_loop(run, func, state, code, fp) }
    }
}

/// Resumes the frame `fp` at a frame state in native code; where the loop resumes after that.
///
/// # Safety
/// The invariant of the crate holds; `code` is native code for that state of the function, which has the
/// frame.
unsafe fn enter_loop(run: *mut Run, func: &Func, state: u32, code: usize, fp: *mut u64) -> *const u64 {
    let mut regs = RegFile::default();
    // SAFETY: the caller's promise; native code reads and writes the frame as `docs/tiers.md` says, and no
    // reference to the isolate is held while it runs. Native code runs in the frame's place, so tracebacks
    // begin with its caller.
    let status = unsafe {
        clear_dead_slots(func, state as usize, fp);
        hide(run, fp);
        regs.int[0] = fp as u64;
        regs.int[1] = header::memory(fp);
        vm((*run).ctx).counters.osr_entries += 1;
        (hooks((*run).ctx).enter)((*run).ctx, code, &mut regs)
    };
    // SAFETY: the frame is still there. Native code has handled a raise if the function can; if it left at a
    // guard, it has put the values of a state into the slots; if it returned, the results are in the first
    // slots.
    unsafe {
        (*run).fp = fp;
        if status != 0 {
            return unwind_outside(run);
        }
        if regs.int[0] as u32 == 2 {
            return resume_at(func, (*(*run).ctx).deopt_state as usize, fp);
        }
        returned(run, fp)
    }
}

/// Unwinds from the frame in `run.fp` without asking it for a handler.
///
/// # Safety
/// `run.fp` is a frame of this activation.
unsafe fn unwind_outside(run: *mut Run) -> *const u64 {
    // SAFETY: the caller's promise; after a step, `run.fp` is the frame outside.
    unsafe { if step_out(run) { unwind(run) } else { std::ptr::null() } }
}

/// Leaves the frame `fp`, which has its results in its first slots; where the caller resumes.
///
/// # Safety
/// `fp` is the innermost frame.
unsafe fn returned(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        (*run).fp = header::caller(fp);
        header::return_address(fp)
    }
}

/// Stress mode `osr`: enters native code at one of four polls. If it did so at the first that comes by, all
/// that follows would run in that code, and no loop would ever be entered in its middle.
///
/// # Safety
/// As for [`ask`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn ask_now_and_then(
    run: *mut Run,
    at: *const u64,
    pc: *const u64,
    fp: *mut u64,
) -> *const u64 {
    // SAFETY: the caller promises what `ask` needs.
    unsafe { if state(run).random() >> 62 == 0 { ask(run, at, pc, fp, Where::Everywhere) } else { pc } }
}

/// The stub of a function that has not been lowered; its frame is `fp`.
///
/// # Safety
/// The invariant of the crate holds, but that the frame has only the slots of the function's arguments.
#[cold]
#[inline(never)]
pub(crate) unsafe fn lower(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise. The frame may be too short for others to see; its caller is the
    // innermost.
    unsafe {
        let entry = header::entry(fp);
        (*run).fp = fp;
        (*run).pc = std::ptr::null();
        let id = function_of(run, entry);
        resolve(run, id);
        let params = shape((*run).ctx, id).params.len();
        (*run).fp = replace_frame(run, entry, fp, fp.add(params));
        (*entry).code()
    }
}

/// The stub of a function that has native code; its frame is `fp`.
///
/// # Safety
/// The invariant of the crate holds; the frame has room for arguments and results.
#[inline(never)]
pub(crate) unsafe fn native(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let id = function_of(run, header::entry(fp));
        publish(run, std::ptr::null(), fp);
        let code = native_code(run, id);
        if code == 0 {
            return back_to_bytecode(run, id, fp);
        }
        if native_waits_for(run, fp) {
            // A tail call led here: native code makes the call itself, so that calls back and forth take no
            // stack.
            (*(*run).ctx).callee = u64::from(id);
            (*run).handed_over = true;
            return std::ptr::null();
        }
        call_native_code(run, id, code, fp)
    }
}

/// Runs the bytecode of a function whose native code was taken back; its frame is `fp`.
///
/// # Safety
/// As for [`native`].
unsafe fn back_to_bytecode(run: *mut Run, id: u32, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; `replace_frame` makes room for what the bytecode needs.
    unsafe {
        state(run).use_bytecode(id);
        let params = shape((*run).ctx, id).params.len();
        let entry = header::entry(fp);
        (*run).fp = replace_frame(run, entry, fp, fp.add(params));
        (*entry).code()
    }
}

/// Calls native code with the arguments in the frame `fp`, and returns from the frame with its results.
///
/// # Safety
/// As for [`native`]; `code` is the function's.
unsafe fn call_native_code(run: *mut Run, id: u32, code: usize, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; references to the context and to slots end before native code runs, and
    // begin again after it. The shape may stay: it is never written.
    unsafe {
        let ctx = (*run).ctx;
        let shape = shape(ctx, id);
        let mut regs = RegFile::default();
        let args = std::slice::from_raw_parts(fp, shape.params.len());
        abi::pack_args((*ctx).gas, &mut (*ctx).spill, &mut regs, shape, args);
        if (hooks(ctx).enter)(ctx, code, &mut regs) != 0 {
            (*run).fp = fp;
            return unwind_outside(run);
        }
        let results = std::slice::from_raw_parts_mut(fp, shape.results.len());
        (*ctx).gas = abi::unpack_results(&(*ctx).spill, &regs, shape, results);
        returned(run, fp)
    }
}

/// An object of a class whose bump interval is used up.
///
/// # Safety
/// The invariant of the crate holds; the class exists.
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc(run: *mut Run, pc: *const u64, fp: *mut u64, class: u32) -> u64 {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call, which may collect.
    unsafe {
        publish(run, pc, fp);
        helpers::alloc_slow((*run).ctx, class) as u64
    }
}

/// `count` objects of a class in a row; 0 if that raised.
///
/// # Safety
/// The invariant of the crate holds; the class exists.
#[inline(never)]
pub(crate) unsafe fn alloc_array(run: *mut Run, pc: *const u64, fp: *mut u64, class: u32, count: u64) -> u64 {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call, which may collect.
    unsafe {
        publish(run, pc, fp);
        helpers::alloc_array((*run).ctx, class, count as i64) as u64
    }
}

/// Calls a native with the window `slots`; the status.
///
/// # Safety
/// The invariant of the crate holds; the native exists, and the window has room for its arguments and
/// results.
#[inline(never)]
pub(crate) unsafe fn call_native(
    run: *mut Run,
    pc: *const u64,
    fp: *mut u64,
    native: u32,
    slots: *mut u64,
) -> u32 {
    // SAFETY: the caller's promise; no reference to the isolate is held across the call, which may do
    // anything.
    unsafe {
        publish(run, pc, fp);
        purlin_runtime::native::call((*run).ctx, native, slots)
    }
}

/// Whether a function exists that was not there when the run was told last.
///
/// # Safety
/// The invariant of the crate holds.
#[cold]
#[inline(never)]
pub(crate) unsafe fn exists(run: *mut Run, function: usize) -> bool {
    // SAFETY: the caller's promise.
    unsafe {
        grow(run);
        function < (*run).entry_count
    }
}

/// The jump of a sparse switch, whose cases begin at `table`, counted from there.
///
/// # Safety
/// `word` is the switch, `table` what follows it: as many pairs of case and jump as `word` says, sorted, then
/// the jump of the default. `fp` is the current frame.
#[inline(never)]
pub(crate) unsafe fn switch_sparse(word: u64, table: *const u64, fp: *mut u64) -> i64 {
    let count = imm(word) as usize;
    // SAFETY: the caller's promise.
    let (cases, value) =
        unsafe { (std::slice::from_raw_parts(table, 2 * count + 1), *fp.add(a(word) as usize) as i64) };
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = (low + high) / 2;
        let case = cases[2 * middle] as i64;
        if case == value {
            return cases[2 * middle + 1] as i64;
        }
        if case < value { low = middle + 1 } else { high = middle }
    }
    cases[2 * count] as i64
}
