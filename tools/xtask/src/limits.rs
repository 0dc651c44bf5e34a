//! The time limits of the project's suites, in seconds of CPU time a process: all of them are in
//! `bench/perf/limits.json`, with what the longest process of the suite took when the limit was set. A busy
//! machine makes a process wait, and does not make it compute more.
//!
//! Knows nothing of the suites.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::Value;

use crate::perf::thresholds;

const FILE: &str = "bench/perf/limits.json";

/// The longest process of each suite of this run.
static LONGEST: Mutex<BTreeMap<String, Duration>> = Mutex::new(BTreeMap::new());

fn table() -> Result<&'static Value, String> {
    static TABLE: OnceLock<Result<Value, String>> = OnceLock::new();
    TABLE.get_or_init(|| thresholds::read(FILE)).as_ref().map_err(Clone::clone)
}

/// How much CPU time one process of a suite may take.
pub fn of(suite: &str) -> Result<Duration, String> {
    let seconds = table()?[suite]["limit"].as_u64().ok_or(format!("{FILE} has no limit of {suite}"))?;
    Ok(Duration::from_secs(seconds))
}

/// How much longer than its CPU time a process may take by the clock: one that waits for ever ends as well.
pub const BY_THE_CLOCK: u32 = 10;

/// How long one process or test of a suite may take by the clock, on a machine that does other things too.
pub fn by_the_clock(suite: &str) -> Result<Duration, String> {
    Ok(of(suite)? * BY_THE_CLOCK)
}

/// Keeps what a process of a suite took, for [`longest`].
pub fn took(suite: &str, cpu: Duration) {
    let mut all = LONGEST.lock().unwrap_or_else(PoisonError::into_inner);
    let longest = all.entry(suite.to_owned()).or_default();
    *longest = cpu.max(*longest);
}

/// What the longest process of each suite of this run took, a line each, beside its limit.
pub fn longest() -> Vec<String> {
    let all = LONGEST.lock().unwrap_or_else(PoisonError::into_inner);
    let line = |(suite, cpu): (&String, &Duration)| {
        let limit = of(suite).unwrap_or_default().as_secs();
        format!("{suite}: the longest process took {:.1} s of CPU, and may take {limit}", cpu.as_secs_f64())
    };
    all.iter().map(line).collect()
}

/// Limits that are too near to what was measured, or too far from it.
pub fn wrong() -> Result<Vec<String>, String> {
    let (least, most) =
        (thresholds::number("time_limits", "least")?, thresholds::number("time_limits", "most")?);
    let rows = table()?.as_object().ok_or(format!("{FILE} is no object"))?;
    Ok(rows.iter().filter_map(|(suite, row)| misjudged(suite, row, least, most)).collect())
}

/// What is wrong with the row of a suite.
fn misjudged(suite: &str, row: &Value, least: f64, most: f64) -> Option<String> {
    let (Some(limit), Some(measured)) = (row["limit"].as_f64(), row["measured"].as_f64()) else {
        return Some(format!("{FILE}: {suite} needs a limit and what was measured"));
    };
    let ratio = limit / measured;
    (!(least..=most).contains(&ratio)).then(|| {
        format!("{FILE}: {suite} may take {ratio:.1} times what was measured, not {least} to {most}")
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn limits_are_near_to_what_was_measured() {
        assert_eq!(wrong(), Ok(Vec::new()));
        let of = |limit: f64| misjudged("suite", &json!({ "limit": limit, "measured": 10.0 }), 3.0, 20.0);
        assert_eq!([of(30.0), of(200.0)], [None, None]);
        assert!(of(29.0).unwrap().contains("2.9 times"));
        assert!(of(201.0).unwrap().contains("20.1 times"));
        assert!(misjudged("suite", &json!({ "limit": 1 }), 3.0, 20.0).unwrap().contains("needs"));
    }

    #[test]
    fn the_longest_process_counts() {
        for seconds in [1, 3, 2] {
            took("perf.counters", Duration::from_secs(seconds));
        }
        assert!(
            longest().iter().any(|line| line.starts_with("perf.counters: the longest process took 3.0 s"))
        );
    }
}
