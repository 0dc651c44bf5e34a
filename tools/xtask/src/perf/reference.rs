//! The references: what each benchmark took when it was last accepted, in `bench/perf/counts.json` by
//! toolchain, with a line of `bench/perf/history.jsonl` for each time that it was.
//!
//! Knows nothing of what differences are allowed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value, json};

use super::harness::Measured;

const COUNTS: &str = "bench/perf/counts.json";
pub const HISTORY: &str = "bench/perf/history.jsonl";

/// What counts depend on besides the source: compiler, architecture, valgrind, and how much the processor can
/// (machine code uses what there is).
pub fn toolchain() -> String {
    let line = |program: &str, arg: &str| {
        let output = Command::new(program).arg(arg).output().ok().filter(|o| o.status.success());
        let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned()).unwrap_or_default();
        text.lines().next().unwrap_or("none").to_owned()
    };
    let rustc = line("rustc", "--version");
    let rustc = rustc.split(" (").next().unwrap_or_default().to_owned();
    format!("{rustc}, {}-{}, {}", std::env::consts::ARCH, level(), line("valgrind", "--version"))
}

/// The level of x86-64 that the processor has, as psABI defines them; empty elsewhere. The fourth counts as
/// the third: valgrind does not know its instructions, and no benchmark reaches what the code generator has
/// them for, so that all counts are equal on both.
fn level() -> &'static str {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags = text.lines().find_map(|l| l.strip_prefix("flags")).unwrap_or_default();
    let has = |flag: &str| flags.split_whitespace().any(|f| f == flag);
    match () {
        () if has("avx2") && has("bmi2") => "v3",
        () if has("sse4_2") => "v2",
        () => "v1",
    }
}

/// The processor's name: what times depend on.
pub fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|l| l.strip_prefix("model name")?.split_once(": "));
    name.map_or("unknown processor".to_owned(), |(_, name)| name.trim().to_owned())
}

/// What one benchmark in one tier took: its sizes then, counters at the larger, instructions at both.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub sizes: [u64; 2],
    pub counters: BTreeMap<String, u64>,
    pub instructions: Option<[u64; 2]>,
}

impl Row {
    pub fn of(measured: &Measured) -> Row {
        let Measured { benchmark, tier, small, large } = measured;
        Row {
            sizes: benchmark.sizes(tier),
            counters: large.counters.clone(),
            instructions: small.instructions.zip(large.instructions).map(|(a, b)| [a, b]),
        }
    }

    /// Instructions for each unit of the size.
    pub fn slope(&self) -> Option<f64> {
        let [small, large] = self.instructions?;
        Some((large as f64 - small as f64) / (self.sizes[1] - self.sizes[0]) as f64)
    }

    /// Instructions that do not depend on the size.
    pub fn intercept(&self) -> Option<f64> {
        Some(self.instructions?[0] as f64 - self.slope()? * self.sizes[0] as f64)
    }

    fn json(&self) -> Value {
        let mut fields: Map<String, Value> =
            self.counters.iter().map(|(name, n)| (name.clone(), json!(n))).collect();
        fields.insert("sizes".into(), json!(self.sizes));
        if let Some(instructions) = self.instructions {
            fields.insert("instructions".into(), json!(instructions));
        }
        Value::Object(fields)
    }

    fn read(value: &Value) -> Option<Row> {
        let pair = |name: &str| {
            let list = value[name].as_array()?;
            Some([list.first()?.as_u64()?, list.get(1)?.as_u64()?])
        };
        let counters = value.as_object()?.iter().filter_map(|(name, n)| Some((name.clone(), n.as_u64()?)));
        Some(Row { sizes: pair("sizes")?, counters: counters.collect(), instructions: pair("instructions") })
    }
}

/// Rows by benchmark (`GUEST/NAME`) and tier.
pub type Rows = BTreeMap<(String, String), Row>;

pub fn rows(measured: &[Measured]) -> Rows {
    measured.iter().map(|m| (key(m), Row::of(m))).collect()
}

fn key(measured: &Measured) -> (String, String) {
    (measured.benchmark.key(), measured.tier.to_owned())
}

/// The references of a toolchain.
pub struct Reference {
    pub commit: String,
    pub rows: Rows,
}

/// Everything in the file, by toolchain.
fn all(root: &Path) -> Result<Map<String, Value>, String> {
    match std::fs::read_to_string(root.join(COUNTS)) {
        Ok(text) => serde_json::from_str(&text).map_err(|e| format!("{COUNTS}: {e}")),
        Err(_) => Ok(Map::new()),
    }
}

/// The references of this toolchain, and else those of any other, of which only what is equal everywhere can
/// be compared.
pub fn read(root: &Path, toolchain: &str) -> Result<Option<(bool, Reference)>, String> {
    let all = all(root)?;
    let exact = all.contains_key(toolchain);
    let Some(value) = all.get(toolchain).or_else(|| all.values().next()) else { return Ok(None) };
    let mut rows = Rows::new();
    for (name, tiers) in value["benchmarks"].as_object().into_iter().flatten() {
        for (tier, row) in tiers.as_object().into_iter().flatten() {
            let row = Row::read(row).ok_or(format!("{COUNTS}: {name} in {tier} cannot be read"))?;
            rows.insert((name.clone(), tier.clone()), row);
        }
    }
    let commit = value["commit"].as_str().unwrap_or_default().to_owned();
    Ok(Some((exact, Reference { commit, rows })))
}

/// Makes `rows` the references of a toolchain, and says so in the history.
pub fn write(root: &Path, toolchain: &str, rows: &Rows, why: &str) -> Result<(), String> {
    let mut all = all(root)?;
    let mut benchmarks: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    for ((name, tier), row) in rows {
        benchmarks.entry(name).or_default().insert(tier, row.json());
    }
    let commit = commit(root);
    all.insert(toolchain.to_owned(), json!({ "commit": commit, "benchmarks": benchmarks }));
    let text = format!("{:#}\n", Value::Object(all));
    std::fs::write(root.join(COUNTS), compact(&text)).map_err(|e| format!("{COUNTS}: {e}"))?;
    append(
        root,
        &json!({
            "commit": commit, "toolchain": toolchain, "machine": machine(), "why": why, "load": load(),
            "slopes": shown(rows, Row::slope), "intercepts": shown(rows, Row::intercept),
        }),
    )
}

fn shown(rows: &Rows, number: impl Fn(&Row) -> Option<f64>) -> BTreeMap<String, f64> {
    let round = |n: f64| (n * 100.0).round() / 100.0;
    rows.iter()
        .filter_map(|((name, tier), row)| Some((format!("{name} {tier}"), round(number(row)?))))
        .collect()
}

/// Lists of numbers on one line: a row of the file is then a screen, not a page.
fn compact(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        let closes = inside && line.trim_start().starts_with(']');
        if closes {
            out.truncate(out.trim_end().len());
        }
        out.push_str(if inside { line.trim_start() } else { line });
        inside = (inside || line.ends_with('[')) && !closes;
        match (inside, line.ends_with('[')) {
            (false, _) => out.push('\n'),
            (true, false) => out.push(' '),
            (true, true) => {}
        }
    }
    out
}

/// Adds a line to the history.
pub fn append(root: &Path, line: &Value) -> Result<(), String> {
    use std::io::Write as _;
    let path = root.join(HISTORY);
    let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
    file.and_then(|mut f| writeln!(f, "{line}")).map_err(|e| format!("{HISTORY}: {e}"))
}

/// The commit that is checked out; with a mark if something has changed since.
pub fn commit(root: &Path) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(root).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let head = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let changed = git(&["status", "--porcelain", "-uno"]).is_some_and(|text| !text.is_empty());
    if changed { format!("{head}+") } else { head }
}

/// Load and stolen time, which belong to every figure: processes that wanted to run over the last minute, and
/// the share of time that other machines on the hardware took since the start.
pub fn load() -> Value {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let average = read("/proc/loadavg").split(' ').next().and_then(|n| n.parse::<f64>().ok());
    let times: Vec<f64> = read("/proc/stat")
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(1)
        .filter_map(|n| n.parse().ok())
        .collect();
    let all: f64 = times.iter().take(8).sum();
    let stolen = times.get(7).filter(|_| all > 0.0).map(|stolen| (stolen / all * 1e4).round() / 1e4);
    json!({ "average": average, "stolen": stolen })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_from_json() {
        let row =
            Row { sizes: [10, 30], counters: [("gas".to_owned(), 7)].into(), instructions: Some([150, 350]) };
        assert_eq!(Row::read(&row.json()), Some(row.clone()));
        assert_eq!((row.slope(), row.intercept()), (Some(10.0), Some(50.0)));
        let without = Row { instructions: None, ..row };
        assert_eq!(Row::read(&without.json()), Some(without.clone()));
        assert_eq!(without.slope(), None);
    }

    #[test]
    fn lists_stay_on_a_line() {
        let value = json!({ "a": { "sizes": [1, 2], "gas": 5 } });
        let text = compact(&format!("{value:#}\n"));
        assert!(text.contains("\"sizes\": [1, 2]"), "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
    }

    #[test]
    fn load_is_told_where_the_system_tells_it() {
        let load = load();
        assert_eq!(load["average"].is_number(), Path::new("/proc/loadavg").exists());
    }
}
