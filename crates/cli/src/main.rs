//! The command `purlin`, with the languages that this build brings.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// A compiler makes many small objects on several threads; the C library's allocator spends a fifth of a
/// short run on them, and grows the heap of each thread but the first by a page and a system call at a time.
#[cfg(all(feature = "allocator", not(any(purlin_asan, purlin_tsan))))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    #[cfg(all(unix, feature = "allocator", not(any(purlin_asan, purlin_tsan))))]
    if std::env::args_os().nth(1).is_some_and(|command| command == "test") {
        keep_freed_memory();
    }
    purlin_cli::main_with(purlin::built_in_guests())
}

/// Lets the allocator keep for a second what is freed. It gives memory back to the system after 10 ms
/// otherwise, and the next package that is compiled faults the same pages in again, which took a twentieth of
/// the CPU time of a suite, and more with several workers. The allocator reads how long only when the process
/// begins, so the process begins anew.
#[cfg(all(unix, feature = "allocator", not(any(purlin_asan, purlin_tsan))))]
fn keep_freed_memory() {
    use std::os::unix::process::CommandExt as _;

    const DELAY: (&str, &str) = ("MIMALLOC_PURGE_DELAY", "1000");
    if std::env::var_os(DELAY.0).is_some() {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        // If the process cannot begin anew, it goes its way as it is.
        let _ = std::process::Command::new(program)
            .arg0(std::env::args_os().next().unwrap_or_default())
            .args(std::env::args_os().skip(1))
            .env(DELAY.0, DELAY.1)
            .exec();
    }
}
