//! What is asked of the kernels: the largest ratio of our CPU time to compiled Go's, by tier, for each kernel
//! and for the geometric mean of a group. Knows nothing of how the ratios come about.

use std::time::Duration;

use crate::kernels::{Group, Kernel, Size};

/// How Purlin ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    pub tier: &'static str,
    pub metered: bool,
}

/// The total CPU time of `auto` from cold, over that of `native`.
pub const AUTO_OVER_NATIVE: f64 = 1.15;

/// The wall time of `purlin run` on a small program, over that of `go run` with a warm cache.
pub const HELLO: f64 = 0.3;

/// CPU time of small programs that are compiled and run without a cache, in milliseconds.
pub const COLD: &[(&str, u64)] = &[("hello", 8), ("thirty", 40)];

/// What a use of Go's library may take, and the geometric mean of all but JSON.
pub const LIBRARY: f64 = 1.2;
pub const LIBRARY_MEAN: f64 = 0.9;

/// What `json.Marshal` and `json.Unmarshal` may take with structs, and with `any`.
pub const JSON_STRUCTS: f64 = 0.4;
pub const JSON_ANY: f64 = 0.5;

/// The runner of tests with two workers on two processors, over one: wall time of a suite, CPU time, and the
/// share of the time in which a worker has nothing to do.
pub const TESTS_WALL: f64 = 0.55;
pub const TESTS_CPU: f64 = 1.06;
pub const TESTS_IDLE: f64 = 0.05;

/// All of `cargo xtask sanitize`, by the clock, on two cores with nothing else to do.
pub const SANITIZERS: Duration = Duration::from_secs(30 * 60);

/// The time of a row of a batch over that of the same function in Rust.
pub const COLUMNS: f64 = 2.0;

/// Wall time of `purlin test -count=1` over that of `go test -count=1`, both with warm caches: of a hundred
/// small packages, and of one that computes much. What `-cover` makes of that package's time.
pub const TESTS_SMALL: f64 = 0.1;
pub const TESTS_HEAVY: f64 = 1.0;
pub const TESTS_COVER: f64 = 1.15;

/// CPU time of ten thousand trivial golden files, in seconds.
pub const TESTS_MANY: f64 = 10.0;

/// What one kernel may take, if anything is asked of it.
pub fn kernel(kernel: &Kernel, mode: Mode, size: Size) -> Option<f64> {
    match (mode.tier, mode.metered) {
        ("native", true) => Some(match (kernel.group, kernel.name) {
            (Group::Numeric, "fib") => 1.0,
            (Group::Numeric, _) => 1.1,
            (Group::Allocation, _) => 0.45,
            (Group::Text, "pidigits") => 1.5,
            (Group::Text, "reverse_complement" | "fasta") if size == Size::Full => 0.9,
            (Group::Text, _) => 1.0,
            (Group::Small, _) => 1.2,
        }),
        ("native", false) => (kernel.group == Group::Numeric).then_some(1.0),
        ("interp", true) => match kernel.name {
            "pair_throughput" => Some(0.8),
            "pair_swap" => Some(1.5),
            "pair_walk" => Some(1.8),
            "binary_trees_pair" | "binary_trees_pair_8" => Some(1.0),
            _ => None,
        },
        _ => None,
    }
}

/// What the peak of memory may be of Go's, if anything is asked of it.
pub fn memory(kernel: &Kernel, mode: Mode, size: Size) -> Option<f64> {
    match (mode.tier, kernel.name, size) {
        ("native", "binary_trees", Size::Second | Size::Full) => Some(1.5),
        ("native", "reverse_complement" | "fasta", Size::Full) => Some(1.2),
        _ => None,
    }
}

/// What the geometric mean of a group may be, if anything is asked of it.
pub fn group(group: Group, mode: Mode) -> Option<f64> {
    match (mode.tier, mode.metered, group) {
        ("native", true, Group::Numeric | Group::Small) => Some(0.95),
        ("native", false, Group::Numeric) => Some(0.85),
        ("interp", true, Group::Numeric) => Some(15.0),
        _ => None,
    }
}

/// `met` or `MISSED`, and what was asked.
pub fn verdict(ratio: f64, bar: f64) -> String {
    format!("{:<6} {bar:.2}", if ratio <= bar { "met" } else { "MISSED" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::KERNELS;

    #[test]
    fn every_kernel_has_a_bar_when_native_and_metered() {
        let mode = Mode { tier: "native", metered: true };
        assert!(KERNELS.iter().all(|k| kernel(k, mode, Size::Second).is_some()));
        let auto = Mode { tier: "auto", metered: true };
        assert!(KERNELS.iter().all(|k| kernel(k, auto, Size::Second).is_none()));
    }

    #[test]
    fn a_bar_is_met_up_to_its_own_value() {
        assert_eq!(verdict(1.1, 1.1), "met    1.10");
        assert_eq!(verdict(1.11, 1.1), "MISSED 1.10");
    }
}
