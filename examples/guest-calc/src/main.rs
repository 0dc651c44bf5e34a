//! The command `purlin` with one language, Calc: `guest-calc run --tier=native programs/fib.calc`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    purlin_cli::main_with(vec![Box::new(guest_calc::Calc)])
}
