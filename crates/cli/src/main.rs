//! The command `purlin`, with the languages that this build brings.

#![forbid(unsafe_code)]

use std::process::ExitCode;

/// A compiler makes many small objects on several threads; the C library's allocator spends a fifth of a
/// short run on them, and grows the heap of each thread but the first by a page and a system call at a time.
#[cfg(all(feature = "allocator", not(any(purlin_asan, purlin_tsan))))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    purlin_cli::main_with(purlin::built_in_guests())
}
