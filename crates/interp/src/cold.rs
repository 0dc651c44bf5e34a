//! What the loop does rarely, or what takes longer than going out of line.
//!
//! All take the run and where the loop is. Those that may unwind give the place to go on, null if no frame of the
//! activation handles it; the frame is then in `Run::fp`.

use purlin_base::TrapCode;
use purlin_bytecode::table::{a, imm};
use purlin_runtime::abi::{self, RegFile};
use purlin_runtime::helpers;
use purlin_runtime::vmctx::published_code;

use crate::frame::{
    Run, entry_of, go_on, hide, native_waits_for, publish, replace_frame, resolve, step_out, unwind, vm,
};

/// A trapping op.
///
/// # Safety
/// The invariant; so for all below.
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
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, pc, fp);
        helpers::raise_trap((*run).ctx, code as u32, x as i64, y as i64);
        unwind(run)
    }
}

/// Something that was called raised.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn raised(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        (*run).fp = fp;
        unwind(run)
    }
}

/// A poll found gas negative. `at` is the polling instruction, `pc` where it goes on.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn poll(run: *mut Run, at: *const u64, pc: *const u64, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, at.add(1), fp);
        helpers::poll_slow((*run).ctx);
        // A slice is over: whoever is here when that happens counts as hot, as a profiler's sample does.
        if (*(*run).state).auto {
            look_for_compiled(run);
            return ask(run, at, pc, fp);
        }
        pc
    }
}

/// How many functions are looked up at the end of a slice.
const LOOKS: usize = 64;

/// Functions that got native code meanwhile are called there from now on.
unsafe fn look_for_compiled(run: *mut Run) {
    // SAFETY: the table of compiled functions has an entry for each.
    unsafe {
        let (state, compiled) = (&mut *(*run).state, (*(*run).ctx).compiled);
        if compiled.is_null() {
            return;
        }
        for _ in 0..LOOKS.min(state.lowered.len()) {
            state.look = (state.look + 1) % state.lowered.len();
            let id = state.lowered[state.look];
            if published_code(compiled, id as usize) != 0 {
                resolve(run, id);
            }
        }
    }
}

/// Clears the slots of a frame that going on at `state` needs nothing of: the frame stays for as long as native code stands
/// for it, and what lies there would live as long. (What the state does need, the native code takes and clears itself.)
///
/// # Safety
/// `fp` is the innermost frame, of `func`.
unsafe fn forget_others(func: &purlin_bytecode::Func, state: usize, fp: *mut u64) {
    let (first, count) = func.memory.map_or((0, 0), |(first, count)| (u32::from(first), count));
    let slots = &func.states[state].slots;
    for slot in (0..func.frame_slots).filter(|slot| !(first..first + count).contains(slot)) {
        if !slots.iter().any(|needed| u32::from(*needed) == slot) {
            // SAFETY: a slot of the frame.
            unsafe { *fp.add(slot as usize) = 0 };
        }
    }
}

/// Asks whether there is native code for the function and for going on behind the poll at `at`, and goes on there if
/// there is.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn ask(run: *mut Run, at: *const u64, pc: *const u64, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; native code keeps what `docs/tiers.md` says.
    unsafe {
        publish(run, at.add(1), fp);
        let ctx = (*run).ctx;
        let Some(func) = (*entry_of(fp)).func.as_ref() else { return pc };
        let hooks = vm(ctx).shared.hooks;
        if (hooks.on_hot_call)(&mut *ctx, func.id) != 0 {
            resolve(run, func.id);
        }
        let offset = at.offset_from(func.code.as_ptr()) as u32;
        let Some(state) = func.poll_state(offset) else { return pc };
        let code = (hooks.on_hot_loop)(&mut *ctx, func.id, state);
        if code == 0 {
            return pc;
        }
        forget_others(func, state as usize, fp);
        // Native code stands for the frame while it runs, so tracebacks begin with the caller.
        hide(run, fp);
        let mut regs = RegFile::default();
        regs.int[0] = fp as u64;
        regs.int[1] = *fp.sub(4);
        vm(ctx).counters.osr_entries += 1;
        let status = (hooks.enter)(ctx, code, &mut regs);
        if status != 0 {
            // The function's own handler, if any, was native code's business.
            (*run).fp = fp;
            return if step_out(run) { unwind(run) } else { std::ptr::null() };
        }
        if regs.int[0] as u32 == 2 {
            (*run).fp = fp;
            return go_on(func, (*ctx).deopt_state as usize, fp);
        }
        // Returned: the results are in the frame's first slots.
        (*run).fp = *fp.sub(2) as *mut u64;
        *fp.sub(3) as *const u64
    }
}

/// Stress mode `osr`: goes on in native code at one of four polls. At the first that comes by, all that is behind it would run in that code,
/// and no loop would ever be entered in its middle.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn ask_now_and_then(
    run: *mut Run,
    at: *const u64,
    pc: *const u64,
    fp: *mut u64,
) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let draw = &mut (*(*run).state).draw;
        // Knuth, "The Art of Computer Programming", volume 2, 3.3.4.
        *draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if *draw >> 62 == 0 { ask(run, at, pc, fp) } else { pc }
    }
}

/// The stub of a function that has not been lowered; its frame is `fp`.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn lower(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise.
    unsafe {
        let entry = entry_of(fp);
        // The frame may be too short to be looked at yet; its caller is the innermost.
        (*run).fp = fp;
        (*run).pc = std::ptr::null();
        let id = entry.offset_from((*run).entries) as u32;
        resolve(run, id);
        let params = vm((*run).ctx).shared.shapes[id as usize].params.len();
        (*run).fp = replace_frame(run, entry, fp, fp.add(params));
        (*entry).code
    }
}

/// The stub of a function that has native code; its frame is `fp`.
///
/// # Safety
/// See [`raise`].
#[inline(never)]
pub(crate) unsafe fn native(run: *mut Run, fp: *mut u64) -> *const u64 {
    // SAFETY: the caller's promise; the frame has room for arguments and results.
    unsafe {
        let (ctx, entry) = ((*run).ctx, entry_of(fp));
        let id = entry.offset_from((*run).entries) as u32;
        publish(run, std::ptr::null(), fp);
        let code = published_code((*ctx).compiled, id as usize);
        if code == 0 {
            // It was taken back.
            (*(*run).state).use_bytecode(id);
            let params = vm(ctx).shared.shapes[id as usize].params.len();
            (*run).fp = replace_frame(run, entry, fp, fp.add(params));
            return (*entry).code;
        }
        if native_waits_for(run, fp) {
            // A tail call led here: native code goes on itself, so that calls back and forth take no stack.
            (*ctx).callee = u64::from(id);
            (*run).handed_over = true;
            return std::ptr::null();
        }
        let isolate = vm(ctx);
        let shape = &isolate.shared.shapes[id as usize];
        let enter = isolate.shared.hooks.enter;
        let mut regs = RegFile::default();
        let args = std::slice::from_raw_parts(fp, shape.params.len());
        abi::pack_args(&mut *ctx, &mut regs, shape, args);
        if enter(ctx, code, &mut regs) != 0 {
            (*run).fp = fp;
            return if step_out(run) { unwind(run) } else { std::ptr::null() };
        }
        let results = std::slice::from_raw_parts_mut(fp, shape.results.len());
        abi::unpack_results(&mut *ctx, &regs, shape, results);
        (*run).fp = *fp.sub(2) as *mut u64;
        *fp.sub(3) as *const u64
    }
}

/// An object of a class whose interval is used up.
///
/// # Safety
/// See [`raise`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn alloc(run: *mut Run, pc: *const u64, fp: *mut u64, class: u32) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, pc, fp);
        helpers::alloc_slow((*run).ctx, class) as u64
    }
}

/// `count` objects of a class; 0 if it raised.
///
/// # Safety
/// See [`raise`].
#[inline(never)]
pub(crate) unsafe fn alloc_array(run: *mut Run, pc: *const u64, fp: *mut u64, class: u32, count: u64) -> u64 {
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, pc, fp);
        helpers::alloc_array((*run).ctx, class, count as i64) as u64
    }
}

/// Calls a native with the window `slots`; the status.
///
/// # Safety
/// See [`raise`].
#[inline(never)]
pub(crate) unsafe fn call_native(
    run: *mut Run,
    pc: *const u64,
    fp: *mut u64,
    native: u32,
    slots: *mut u64,
) -> u32 {
    // SAFETY: the caller's promise.
    unsafe {
        publish(run, pc, fp);
        purlin_runtime::native::call((*run).ctx, native, slots)
    }
}

/// The jump of a sparse switch, whose cases begin at `table`, counted from there.
///
/// # Safety
/// `word` is the switch, `table` what follows it.
#[inline(never)]
pub(crate) unsafe fn switch_sparse(word: u64, table: *const u64, fp: *mut u64) -> i64 {
    // SAFETY: the invariant: so many pairs, then the default.
    unsafe {
        let count = imm(word) as usize;
        let on = *fp.add(a(word) as usize) as i64;
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = (low + high) / 2;
            let case = *table.add(2 * middle) as i64;
            if case == on {
                return *table.add(2 * middle + 1) as i64;
            }
            if case < on { low = middle + 1 } else { high = middle }
        }
        *table.add(2 * count) as i64
    }
}
