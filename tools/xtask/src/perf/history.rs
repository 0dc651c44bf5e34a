//! The history of the references as series: a line of `bench/perf/history.jsonl` is a point of each.
//!
//! Knows nothing of what is concluded from them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::reference::HISTORY;

/// The slopes of a toolchain by benchmark and tier, oldest first.
pub fn slopes(root: &Path, toolchain: &str) -> Result<BTreeMap<String, Vec<f64>>, String> {
    let text = std::fs::read_to_string(root.join(HISTORY)).unwrap_or_default();
    series(&text, toolchain)
}

fn series(text: &str, toolchain: &str) -> Result<BTreeMap<String, Vec<f64>>, String> {
    let mut all: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let entry: Value = serde_json::from_str(line).map_err(|e| format!("{HISTORY}: {e}"))?;
        if entry["toolchain"] != toolchain {
            continue;
        }
        for (name, slope) in entry["slopes"].as_object().into_iter().flatten() {
            all.entry(name.clone()).or_default().extend(slope.as_f64());
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_toolchain_are_a_series() {
        let text = "{\"toolchain\":\"a\",\"slopes\":{\"x\":1.5}}\n{\"toolchain\":\"b\",\"slopes\":{\"x\":9}}\n\
                    {\"toolchain\":\"a\",\"slopes\":{\"x\":2,\"y\":3}}\n";
        let all = series(text, "a").unwrap();
        assert_eq!((&all["x"], &all["y"]), (&vec![1.5, 2.0], &vec![3.0]));
        assert!(series("no", "a").is_err());
    }
}
