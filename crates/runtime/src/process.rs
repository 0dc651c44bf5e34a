//! What concerns the process as a whole: its end, for a command that has done its work, and what its threads
//! take. Knows nothing of what the work was.

/// Ends the process with an exit code, now: nothing is dropped, no other thread is waited for, and memory
/// goes back to the system all at once, instead of by every owner piece by piece.
pub fn end_at_once(code: u8) -> ! {
    // What Rust itself keeps for later is the standard output; if that is closed, the text is lost without
    // harm.
    let _ = std::io::Write::flush(&mut std::io::stdout());
    // SAFETY: takes no pointers and does not return.
    unsafe { libc::_exit(i32::from(code)) }
}

/// Nanoseconds of CPU that the calling thread has taken, if the system tells.
pub fn thread_cpu_nanos() -> Option<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer leads to a `timespec` that lives as long as the call.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    (result == 0).then_some(seconds * 1_000_000_000 + time.tv_nsec as u64)
}
