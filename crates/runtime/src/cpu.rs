//! The processor time of a thread: for measurements, never for anything that a guest could see.

use std::time::Duration;

/// What this thread has taken so far; zero where the system does not tell.
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock's id is a constant of the system, and `time` is ours to be written to.
    let answer = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    if answer != 0 {
        return Duration::ZERO;
    }
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let start = thread_time();
        let mut sum = 0u64;
        while thread_time() <= start {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(thread_time() > start);
    }
}
