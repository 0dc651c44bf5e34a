//! What a profiler of the system wants of a process that makes code: a mapping of the file in which the code
//! is described, and times by the clock that the profiler uses. Knows nothing of the file's format.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::time::Duration;

/// Maps the beginning of a file so that it could be run, which profilers (`perf record`, samply) notice: so
/// they find the file. The mapping stays until the process ends.
///
/// # Errors
/// What the system says; the file must not be empty.
pub fn mark(file: &File) -> io::Result<()> {
    let (length, protection) = (4096, libc::PROT_READ | libc::PROT_EXEC);
    // SAFETY: a fresh mapping of a file, wherever the system likes: it touches no memory of ours, and no code
    // reads or runs it.
    let at = unsafe {
        libc::mmap(std::ptr::null_mut(), length, protection, libc::MAP_PRIVATE, file.as_raw_fd(), 0)
    };
    if at == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The time by the clock that never goes back (`perf record -k mono`); zero where the system does not tell.
pub fn now() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock's id is a constant of the system, and `time` is ours to be written to.
    let answer = unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    if answer == 0 { Duration::new(time.tv_sec as u64, time.tv_nsec as u32) } else { Duration::ZERO }
}
