//! How fast the loop is: `cargo run --release -p purlin-interp --example speed`. CPU time, and the bytecodes
//! that each program runs by count.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Setup, isolate, parse, run_words};
use purlin_base::EntityRef as _;
use purlin_runtime::vm::Outcome;

/// Name, text, argument, bytecode steps of a run with that argument.
const PROGRAMS: [(&str, &str, u64, f64); 4] = [
    ("fib", include_str!("fib.ir"), 35, 29_860_703.0 * 5.5),
    ("sum", include_str!("sum.ir"), 100_000_000, 100_000_000.0 * 4.0),
    ("sieve", include_str!("sieve.ir"), 20_000_000, 0.0),
    ("float", include_str!("float.ir"), 3000, 9_000_000.0 * 8.0),
];

fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the clock exists and `time` is ours to write.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn main() {
    for (name, text, n, steps) in PROGRAMS {
        let module = parse(text);
        let func = module.funcs.iter().find(|f| f.1.name == name).expect("the function").0.index();
        let mut vm = isolate(module, Setup::default());
        let mut best = f64::MAX;
        let mut result = 0;
        for _ in 0..5 {
            let start = cpu_seconds();
            match run_words(&mut vm, func as u32, vec![n]) {
                Outcome::Done(values) => result = values[0],
                Outcome::Trap(trap) => panic!("{trap:?}"),
            }
            best = best.min(cpu_seconds() - start);
        }
        let per_step =
            if steps > 0.0 { format!("{:.2} ns a step", best * 1e9 / steps) } else { String::new() };
        println!(
            "{name:8} {:8.1} ms  {per_step:16} gas {} result {result:#x}",
            best * 1e3,
            vm.gas_used() / 5
        );
    }
}
