//! What both tiers call for the ops that are not a few machine instructions. All take the context first.

use purlin_base::{TrapCode, gas};

use crate::heap::ClassId;
use crate::native::Stop;
use crate::trap::Raised;
use crate::vm::Vm;
use crate::vmctx::VmCtx;

/// # Safety
/// `ctx` is the context of a running isolate, and the borrow ends before guest code goes on.
unsafe fn vm<'a>(ctx: *mut VmCtx) -> &'a mut Vm {
    // SAFETY: the caller's promise.
    unsafe { &mut *(*ctx).vm }
}

/// Called by polls that find gas negative.
///
/// # Safety
/// On a fiber's stack, with `ctx` its isolate's.
pub unsafe extern "C" fn poll_slow(ctx: *mut VmCtx) {
    // SAFETY: the caller's promise.
    unsafe { vm(ctx) }.poll();
}

/// An object of a class whose interval is used up.
///
/// # Safety
/// As for [`poll_slow`]; the class exists.
pub unsafe extern "C" fn alloc_slow(ctx: *mut VmCtx, class: u32) -> *mut u8 {
    // SAFETY: the caller's promise.
    let vm = unsafe { vm(ctx) };
    match vm.new_object(ClassId(class)) {
        Ok(at) => at as *mut u8,
        Err(stop) => ended(vm, stop),
    }
}

/// `count` objects of a class in a row; null if it raised.
///
/// # Safety
/// As for [`alloc_slow`].
pub unsafe extern "C" fn alloc_array(ctx: *mut VmCtx, class: u32, count: i64) -> *mut u8 {
    // SAFETY: the caller's promise.
    let vm = unsafe { vm(ctx) };
    let class = ClassId(class);
    let size = vm.heap.class_size(class) as u64;
    let bytes = u64::try_from(count).ok().and_then(|n| n.checked_mul(size)).filter(|b| *b < 1 << 47);
    if bytes.is_none() {
        raise(vm, TrapCode::BadLength, count, 0);
        return std::ptr::null_mut();
    }
    match vm.new_array(class, count as usize) {
        Ok(at) => at as *mut u8,
        Err(stop) => ended(vm, stop),
    }
}

fn ended(vm: &mut Vm, stop: Stop) -> *mut u8 {
    match stop {
        Stop::End(trap) => vm.end(trap),
        Stop::Raise | Stop::Park | Stop::Yield | Stop::Leave => std::ptr::null_mut(),
    }
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

/// Moves `n` bytes, which may overlap: a few of them as two words that do, both loaded before anything is stored.
///
/// # Safety
/// Both areas have that size.
#[inline]
pub(crate) unsafe fn move_bytes(to: *mut u8, from: *const u8, n: usize) {
    /// # Safety
    /// Both areas have `n` bytes, at least as many as a `T`.
    #[inline]
    unsafe fn ends<T>(to: *mut u8, from: *const u8, n: usize) {
        let last = n - size_of::<T>();
        // SAFETY: the caller's promise.
        unsafe {
            let (a, b) = (from.cast::<T>().read_unaligned(), from.add(last).cast::<T>().read_unaligned());
            to.cast::<T>().write_unaligned(a);
            to.add(last).cast::<T>().write_unaligned(b);
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        match n {
            8..=16 => ends::<u64>(to, from, n),
            4..=7 => ends::<u32>(to, from, n),
            17..=32 => ends::<u128>(to, from, n),
            2..=3 => ends::<u16>(to, from, n),
            1 => *to = *from,
            _ => std::ptr::copy(from, to, n),
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
/// As for [`poll_slow`].
pub unsafe extern "C" fn raise_trap(ctx: *mut VmCtx, code: u32, a: i64, b: i64) {
    let code = TrapCode::from_u32(code).unwrap_or(TrapCode::Unreachable);
    // SAFETY: the caller's promise.
    raise(unsafe { vm(ctx) }, code, a, b);
}

fn raise(vm: &mut Vm, code: TrapCode, a: i64, b: i64) {
    match vm.begin_raise(Raised::Trap { code, a, b }) {
        Stop::End(trap) => vm.end(trap),
        Stop::Raise | Stop::Park | Stop::Yield | Stop::Leave => vm.poll_raise(),
    }
}

/// A larger segment for the running fiber: the stack pointer to go on with. Ends the run if there is none.
///
/// # Safety
/// As for [`poll_slow`]; `sp` is the stack pointer, with everything live above it.
pub unsafe extern "C" fn grow_stack(ctx: *mut VmCtx, sp: usize) -> usize {
    // SAFETY: the caller's promise.
    unsafe { vm(ctx) }.grow_stack(sp)
}

/// The fiber's stack pointer is `sp` again, after a larger segment or after unwinding.
///
/// # Safety
/// As for [`poll_slow`]; nothing above `sp` lies in a later segment.
pub unsafe extern "C" fn shrink_stack(ctx: *mut VmCtx, sp: usize) {
    // SAFETY: the caller's promise.
    unsafe { vm(ctx) }.shrink_stack(sp);
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

#[cfg(test)]
mod tests {
    use super::move_bytes;

    #[test]
    fn bytes_are_moved_whatever_their_number_and_overlap() {
        for n in 0..50 {
            for (from, to) in [(0, 60), (10, 13), (13, 10), (10, 10), (3, 11), (11, 3), (2, 18), (18, 2)] {
                let mut bytes: Vec<u8> = (0..120).collect();
                let mut want = bytes.clone();
                want.copy_within(from..from + n, to);
                let at = bytes.as_mut_ptr();
                // SAFETY: both areas lie in the vector.
                unsafe { move_bytes(at.add(to), at.add(from), n) };
                assert_eq!(bytes, want, "{n} from {from} to {to}");
            }
        }
    }
}
