//! `cargo xtask perf specificity`: runs the forms of the alarm again and again on a tree that has not changed
//! while busy loops share the machine. Each finding is a false alarm.
//!
//! Knows nothing of what the forms measure.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::Options;
use crate::Outcome;

/// Threads that compute without end.
const BUSY: usize = 2;

/// How often each form runs.
#[derive(Debug, PartialEq)]
struct Runs {
    quick: usize,
    full: usize,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (runs, rest) = runs(args)?;
    let options = super::options(&rest)?;
    if options.update || options.full {
        return Err("perf specificity takes no --update and no --full".into());
    }
    let stop = AtomicBool::new(false);
    let alarms = std::thread::scope(|scope| {
        for _ in 0..BUSY {
            scope.spawn(|| {
                let mut n = 0_u64;
                while !stop.load(Ordering::Relaxed) {
                    n = std::hint::black_box(n.wrapping_mul(3).wrapping_add(1));
                }
            });
        }
        let alarms = all(root, &options, &runs);
        stop.store(true, Ordering::Relaxed);
        alarms
    });
    match alarms {
        0 => Ok(()),
        some => Err(format!("{some} false alarms")),
    }
}

/// Runs both forms; how many raised an alarm.
fn all(root: &Path, options: &Options, runs: &Runs) -> usize {
    let forms = [("quick", false, runs.quick), ("full", true, runs.full)];
    let mut alarms = 0;
    for (name, full, count) in forms {
        let options = Options { full, no_times: options.no_times && !full, ..options.clone() };
        for number in 1..=count {
            let start = Instant::now();
            let result = super::check(root, &options);
            let seconds = start.elapsed().as_secs();
            match result {
                Ok(()) => println!("perf: {name} run {number} of {count}: no alarm, {seconds} s"),
                Err(why) => {
                    alarms += 1;
                    println!("perf: {name} run {number} of {count}: ALARM, {seconds} s: {why}");
                }
            }
        }
    }
    alarms
}

/// Takes `--quick-runs N` and `--full-runs N` out of the arguments.
fn runs(args: &[String]) -> Result<(Runs, Vec<String>), String> {
    let (mut runs, mut rest) = (Runs { quick: 20, full: 3 }, Vec::new());
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let count = match arg.as_str() {
            "--quick-runs" => &mut runs.quick,
            "--full-runs" => &mut runs.full,
            _ => {
                rest.push(arg.clone());
                continue;
            }
        };
        *count = args.next().and_then(|n| n.parse().ok()).ok_or(format!("{arg} needs a number"))?;
    }
    Ok((runs, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_runs_are_taken_out() {
        let parse = |text: &str| runs(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(parse("").unwrap(), (Runs { quick: 20, full: 3 }, vec![]));
        let (found, rest) = parse("--full-runs 1 --tier auto --quick-runs 2").unwrap();
        assert_eq!((found, rest.join(" ")), (Runs { quick: 2, full: 1 }, "--tier auto".to_owned()));
        assert!(parse("--quick-runs").is_err() && parse("--quick-runs many").is_err());
    }
}
