//! What ThreadSanitizer does not see of the standard library, which is not instrumented: that a lock was
//! taken after waiting for it, and that a value made once was made before it is read. `cargo xtask sanitize`
//! links each function here in place of one of the library's (`--wrap`), under names that it finds in the
//! library. Unlocking, and taking what is free, is compiled into the crates that do it, and is seen.
//!
//! Compiled only with `--cfg purlin_tsan`.

use std::sync::OnceState;
use std::sync::atomic::AtomicU32;

unsafe extern "C" {
    fn __tsan_acquire(address: *const AtomicU32);
    fn __tsan_release(address: *const AtomicU32);
}

// The functions of the library, by names that the linker is given.
unsafe extern "Rust" {
    fn purlin_std_mutex_lock(mutex: *const AtomicU32);
    fn purlin_std_rwlock_read(lock: *const [AtomicU32; 2]);
    fn purlin_std_rwlock_write(lock: *const [AtomicU32; 2]);
    fn purlin_std_once_call(once: *const AtomicU32, ignore_poison: bool, f: &mut dyn FnMut(&OnceState));
}

/// In place of `Mutex::lock_contended`.
///
/// # Safety
/// Called by the standard library with a mutex.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn purlin_tsan_mutex_lock(mutex: *const AtomicU32) {
    // SAFETY: the library's own arguments go to the library's own function; the mutex is one atomic number,
    // whose release by the last owner is what is acquired.
    unsafe {
        purlin_std_mutex_lock(mutex);
        __tsan_acquire(mutex);
    }
}

/// In place of `RwLock::read_contended`.
///
/// # Safety
/// Called by the standard library with a lock.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn purlin_tsan_rwlock_read(lock: *const [AtomicU32; 2]) {
    // SAFETY: the library's own arguments go to the library's own function; a lock is two atomic numbers.
    unsafe {
        purlin_std_rwlock_read(lock);
        acquire_both(lock);
    }
}

/// In place of `RwLock::write_contended`.
///
/// # Safety
/// Called by the standard library with a lock.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn purlin_tsan_rwlock_write(lock: *const [AtomicU32; 2]) {
    // SAFETY: the library's own arguments go to the library's own function; a lock is two atomic numbers.
    unsafe {
        purlin_std_rwlock_write(lock);
        acquire_both(lock);
    }
}

/// In place of `Once::call`.
///
/// # Safety
/// Called by the standard library with a `Once`.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn purlin_tsan_once_call(
    once: *const AtomicU32,
    ignore_poison: bool,
    f: &mut dyn FnMut(&OnceState),
) {
    let mut released = |state: &OnceState| {
        f(state);
        // SAFETY: a `Once` is one atomic number, and alive during its own call.
        unsafe { __tsan_release(once) };
    };
    // SAFETY: the library's own arguments go to the library's own function, but for a closure that calls `f`.
    unsafe {
        purlin_std_once_call(once, ignore_poison, &mut released);
        __tsan_acquire(once);
    }
}

/// Which of the two numbers the state is, the library does not promise.
///
/// # Safety
/// `lock` is a lock.
unsafe fn acquire_both(lock: *const [AtomicU32; 2]) {
    let first = lock.cast::<AtomicU32>();
    // SAFETY: two numbers in a row.
    unsafe {
        __tsan_acquire(first);
        __tsan_acquire(first.add(1));
    }
}
