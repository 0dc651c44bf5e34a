//! What differences are allowed: the numbers of `bench/perf/thresholds.json`, each with its reason there.
//!
//! Knows nothing of what is compared.

use std::sync::OnceLock;

use serde_json::Value;

const FILE: &str = "bench/perf/thresholds.json";

/// Reads a JSON file of the repository.
pub fn read(file: &str) -> Result<Value, String> {
    let text = std::fs::read_to_string(crate::root().join(file)).map_err(|e| format!("{file}: {e}"))?;
    serde_json::from_str(&text).map_err(|e| format!("{file}: {e}"))
}

/// A number of a group.
pub fn number(group: &str, name: &str) -> Result<f64, String> {
    static TABLE: OnceLock<Result<Value, String>> = OnceLock::new();
    let table = TABLE.get_or_init(|| read(FILE)).as_ref().map_err(Clone::clone)?;
    table[group][name].as_f64().ok_or(format!("{FILE} has no number {group}.{name}"))
}
