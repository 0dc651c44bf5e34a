//! What both tiers call for the ops that are not a few machine instructions. All take the context first.

use purlin_base::{TrapCode, gas};

use crate::bytes::move_bytes;
use crate::heap::ClassId;
use crate::native::Stop;
use crate::trap::Raised;
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// # Safety
/// `ctx` is the context of a running isolate, and the borrow ends before guest code resumes or anything
/// switches.
#[inline(always)]
unsafe fn vm<'a>(ctx: *mut VmCtx) -> &'a mut Vm {
    // SAFETY: the scheduler stored a pointer to the live Vm when it switched to the fiber; the caller
    // promises that no other reference to it is in use.
    unsafe { Vm::from_context(ctx) }
}

/// Called by polls that find gas negative.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's.
pub unsafe extern "C" fn poll_slow(ctx: *mut VmCtx) {
    // SAFETY: running code holds no reference to the Vm.
    unsafe { Vm::poll(ctx) };
}

/// An object of a class whose interval is used up.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's; the class exists.
pub unsafe extern "C" fn alloc_slow(ctx: *mut VmCtx, class: u32) -> *mut u8 {
    // SAFETY: running code holds no reference to the Vm; the borrow ends with the statement.
    let made = unsafe { vm(ctx) }.new_object(ClassId(class));
    // SAFETY: the caller's promise.
    made.map_or_else(|stop| unsafe { failed(ctx, stop) }, |at| at as *mut u8)
}

/// `count` objects of a class in a row; null if it raised.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's; the class exists.
pub unsafe extern "C" fn alloc_array(ctx: *mut VmCtx, class: u32, count: i64) -> *mut u8 {
    // SAFETY: running code holds no reference to the Vm, whose borrow ends with the statement. A negative
    // count is a large one, for which there is no room at hand.
    let at_hand = unsafe { vm(ctx).heap.alloc_array_at_hand(ClassId(class), count as u64) };
    if let Some((at, bytes)) = at_hand {
        // SAFETY: the caller's promise.
        unsafe { (*ctx).gas -= gas::bytes_allocated(bytes as u64) };
        return at;
    }
    // SAFETY: the caller's promise.
    unsafe { alloc_array_slow(ctx, class, count) }
}

/// # Safety
/// See [`alloc_array`].
#[cold]
#[inline(never)]
unsafe fn alloc_array_slow(ctx: *mut VmCtx, class: u32, count: i64) -> *mut u8 {
    // SAFETY: running code holds no reference to the Vm; the borrow ends before `failed` may switch.
    let made = unsafe { new_array(vm(ctx), ClassId(class), count) };
    // SAFETY: the caller's promise.
    made.map_or_else(|stop| unsafe { failed(ctx, stop) }, |at| at as *mut u8)
}

fn new_array(vm: &mut Vm, class: ClassId, count: i64) -> Result<usize, Stop> {
    let size = vm.heap.class_size(class) as u64;
    let bytes = u64::try_from(count).ok().and_then(|n| n.checked_mul(size)).filter(|b| *b < 1 << 47);
    match bytes {
        Some(_) => vm.new_array(class, count as usize),
        None => Err(vm.raise_trap(TrapCode::BadLength, count, 0)),
    }
}

/// Raises, or ends the run.
///
/// # Safety
/// See [`Vm::poll`].
#[cold]
unsafe fn failed(ctx: *mut VmCtx, stop: Stop) -> *mut u8 {
    // SAFETY: the caller's promise.
    unsafe { Vm::stop(ctx, stop) };
    std::ptr::null_mut()
}

/// Moves `n` bytes, which may overlap.
///
/// # Safety
/// Both areas are guest memory of that size.
pub unsafe extern "C" fn copy(ctx: *mut VmCtx, to: *mut u8, from: *const u8, n: i64) {
    if n > 0 {
        // SAFETY: the caller's promise.
        unsafe {
            (*ctx).gas -= gas::bytes_touched(n as u64);
            move_bytes(to, from, n as usize);
        }
    }
}

/// Clears `n` bytes.
///
/// # Safety
/// The area is guest memory of that size.
pub unsafe extern "C" fn zero(ctx: *mut VmCtx, at: *mut u8, n: i64) {
    if n > 0 {
        // SAFETY: the caller's promise.
        unsafe {
            (*ctx).gas -= gas::bytes_touched(n as u64);
            std::ptr::write_bytes(at, 0, n as usize);
        }
    }
}

/// Records that an op trapped; the caller unwinds.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's.
pub unsafe extern "C" fn raise_trap(ctx: *mut VmCtx, code: u32, a: i64, b: i64) {
    let code = TrapCode::from_u32(code).unwrap_or(TrapCode::Unreachable);
    // SAFETY: running code holds no reference to the Vm; the borrow ends before `stop` may switch.
    unsafe {
        let stop = vm(ctx).begin_raise(Raised::Trap { code, a, b });
        Vm::stop(ctx, stop);
    }
}

/// A larger segment for the running fiber: the stack pointer to resume with. Ends the run if there is none.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's; `sp` is the stack pointer, with everything live above it.
pub unsafe extern "C" fn grow_stack(ctx: *mut VmCtx, sp: usize) -> usize {
    // SAFETY: running code holds no reference to the Vm; the borrow ends before `stack_overflow` switches.
    unsafe {
        match vm(ctx).grow_stack(sp) {
            Some((sp, limit)) => {
                (*ctx).stack_limit = limit;
                sp
            }
            None => Vm::stack_overflow(ctx),
        }
    }
}

/// The fiber's stack pointer is `sp` again, after a larger segment or after unwinding.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's; nothing above `sp` lies in a later segment.
pub unsafe extern "C" fn shrink_stack(ctx: *mut VmCtx, sp: usize) {
    // SAFETY: running code holds no reference to the Vm or to its context.
    unsafe { (*ctx).stack_limit = vm(ctx).shrink_stack(sp) };
}

/// Toward zero, with the results of the code that Go's compiler makes for amd64.
pub fn float_to_uint(x: f64) -> u64 {
    const HALF: f64 = 9223372036854775808.0;
    if x < HALF { float_to_sint(x) as u64 } else { (float_to_sint(x - HALF) as u64) ^ (1 << 63) }
}

/// Toward zero; out of range and NaN give the smallest integer.
pub fn float_to_sint(x: f64) -> i64 {
    if (-9223372036854775808.0..9223372036854775808.0).contains(&x) { x as i64 } else { i64::MIN }
}
