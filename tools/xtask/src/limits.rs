//! The time limits of the project's suites, in CPU seconds: all of them are in `bench/perf/limits.json`, with
//! what was measured when they were set.
//!
//! Knows nothing of the suites.

use std::sync::OnceLock;

use serde_json::Value;

use super::thresholds;

const FILE: &str = "bench/perf/limits.json";

fn table() -> Result<&'static Value, String> {
    static TABLE: OnceLock<Result<Value, String>> = OnceLock::new();
    TABLE.get_or_init(|| thresholds::read(FILE)).as_ref().map_err(Clone::clone)
}

/// The limit of a suite in CPU seconds.
pub fn of(suite: &str) -> Result<u64, String> {
    table()?[suite]["limit"].as_u64().ok_or(format!("{FILE} has no limit of {suite}"))
}

/// Limits that are too near to what was measured, or too far from it.
pub fn wrong() -> Result<Vec<String>, String> {
    let (least, most) =
        (thresholds::number("time_limits", "least")?, thresholds::number("time_limits", "most")?);
    let rows = table()?.as_object().ok_or(format!("{FILE} is no object"))?;
    let row = |(name, row): (&String, &Value)| {
        let (limit, measured) = (row["limit"].as_f64()?, row["measured"].as_f64()?);
        let ratio = limit / measured;
        (ratio < least || ratio > most).then(|| {
            format!("{FILE}: {name} may take {ratio:.1} times what was measured, not {least} to {most}")
        })
    };
    Ok(rows.iter().filter_map(row).collect())
}
