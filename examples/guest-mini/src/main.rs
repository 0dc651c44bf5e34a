//! The command `purlin` with one language, Mini: `guest-mini run programs/primes.mini`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    purlin_cli::main_with(vec![Box::new(guest_mini::Mini)])
}
