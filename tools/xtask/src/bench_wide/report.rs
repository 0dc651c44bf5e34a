//! What a run of the wide set came to: the distribution of all ratios, and the open half by name.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::items::Item;

/// CPU time below which a difference of two times says nothing: a few ticks of the clock.
const TELLING: Duration = Duration::from_millis(20);

/// What a program or benchmark took on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub ours: Duration,
    pub go: Duration,
    /// What the same took with one iteration: starting and compiling, for the most part.
    pub start: Duration,
    pub go_start: Duration,
    /// Nanoseconds of ours for a unit of gas, between the two; 0 if it is not known.
    pub per_gas: f64,
    /// How often it ran in a process; 0 for a program.
    pub iterations: u64,
}

impl Measured {
    pub fn ratio(&self) -> f64 {
        self.ours.as_secs_f64() / self.go.as_secs_f64().max(1e-9)
    }

    /// The ratio without what one iteration takes; `None` where compiled Go takes hardly more than that.
    fn steady(&self) -> Option<f64> {
        let (ours, go) = (self.ours.saturating_sub(self.start), self.go.saturating_sub(self.go_start));
        (go >= TELLING).then(|| ours.as_secs_f64() / go.as_secs_f64())
    }
}

pub struct Row {
    item: Item,
    result: Result<Measured, String>,
}

impl Row {
    /// A row, which is also printed if its name may be.
    pub fn told(item: &Item, result: Result<Measured, String>) -> Row {
        let name = if item.is_open() { item.name() } else { "(of the other half)".into() };
        match &result {
            Ok(m) => println!("{:6.2} {:>6}  {name}", m.ratio(), shown(m.steady())),
            Err(why) => {
                println!("     -      -  {name}: {}", if item.is_open() { why } else { "did not run" })
            }
        }
        Row { item: item.clone(), result }
    }
}

/// A ratio, or a dash for none.
fn shown(ratio: Option<f64>) -> String {
    ratio.map_or("-".into(), |ratio| format!("{ratio:.2}"))
}

/// The value below which so many of a hundred lie.
fn percentile(sorted: &[f64], of_hundred: f64) -> f64 {
    let at = (of_hundred / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted[at.clamp(1, sorted.len()) - 1]
}

fn line(title: &str, ratios: impl Iterator<Item = f64>) -> String {
    let mut sorted: Vec<f64> = ratios.collect();
    if sorted.is_empty() {
        return format!("{title:<30} none\n");
    }
    sorted.sort_by(f64::total_cmp);
    let mean = (sorted.iter().map(|r| r.max(1e-9).ln()).sum::<f64>() / sorted.len() as f64).exp();
    let [low, middle, high, most] = [10.0, 50.0, 90.0, 99.0].map(|p| percentile(&sorted, p));
    let worst = percentile(&sorted, 100.0);
    format!(
        "{title:<30} {:>4}  {mean:7.3} {low:7.3} {middle:7.3} {high:7.3} {most:7.3} {worst:7.3}\n",
        sorted.len()
    )
}

/// The distributions, and the worst ten of the open half.
pub fn text(rows: &[Row]) -> String {
    let measured: Vec<(&Item, Measured)> =
        rows.iter().filter_map(|row| row.result.as_ref().ok().map(|m| (&row.item, *m))).collect();
    let mut out = format!(
        "\n{:<30} {:>4}  {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}\n",
        "CPU time over compiled Go's", "n", "geomean", "10th", "50th", "90th", "99th", "worst"
    );
    let plain = || measured.iter().filter(|(item, _)| !item.is_assembly());
    out += &line("all but assembly", plain().map(|(_, m)| m.ratio()));
    out += &line("  without one iteration", plain().filter_map(|(_, m)| m.steady()));
    for from in [super::From::Std, super::From::Library, super::From::Test] {
        let title = format!("  {}", from.word());
        out += &line(&title, plain().filter(|(item, _)| item.from == from).map(|(_, m)| m.ratio()));
    }
    out += &line("assembly in Go", measured.iter().filter(|(i, _)| i.is_assembly()).map(|(_, m)| m.ratio()));
    let failed = rows.len() - measured.len();
    let _ = writeln!(out, "{failed} did not run on both sides");
    out += "\nthe worst of the open half: ratio, without one iteration, s of one iteration, ns a unit\n";
    for (item, m) in worst(rows) {
        let (ratio, steady, start, per_gas) =
            (m.ratio(), shown(m.steady()), m.start.as_secs_f64(), m.per_gas);
        let _ = writeln!(out, "{ratio:7.2} {steady:>7} {start:7.3} {per_gas:7.2}  {}", item.name());
    }
    out
}

/// The worst ten of the open half.
pub fn worst(rows: &[Row]) -> Vec<(&Item, Measured)> {
    let open = rows.iter().filter(|row| row.item.is_open() && !row.item.is_assembly());
    let mut open: Vec<(&Item, Measured)> =
        open.filter_map(|row| Some((&row.item, *row.result.as_ref().ok()?))).collect();
    open.sort_by(|a, b| b.1.ratio().total_cmp(&a.1.ratio()));
    open.truncate(10);
    open
}

pub fn json(rows: &[Row]) -> String {
    let row = |row: &Row| {
        let Item { from, package, function } = &row.item;
        let mut value = json!({ "from": from.word(), "package": package, "function": function });
        match &row.result {
            Ok(m) => {
                value["ours"] = m.ours.as_secs_f64().into();
                value["go"] = m.go.as_secs_f64().into();
                value["start"] = m.start.as_secs_f64().into();
                value["go_start"] = m.go_start.as_secs_f64().into();
                value["ns_per_gas"] = m.per_gas.into();
            }
            Err(why) => value["problem"] = why.as_str().into(),
        }
        value
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    format!("{:#}\n", Value::from(rows))
}

#[cfg(test)]
mod tests {
    use super::super::From;
    use super::*;

    fn row(function: &str, ours: u64, go: u64) -> Row {
        let millis = Duration::from_millis;
        let measured = Measured {
            ours: millis(ours),
            go: millis(go),
            start: millis(10),
            go_start: millis(0),
            per_gas: 1.0,
            iterations: 1,
        };
        Row { item: Item::new(From::Library, "a/b", function), result: Ok(measured) }
    }

    #[test]
    fn distributions_are_those_of_the_ratios() {
        let mut rows: Vec<Row> = (1..=10).map(|n| row(&format!("Benchmark{n}"), n * 100, 100)).collect();
        let failed = Item::new(From::Library, "a/b", "BenchmarkNone");
        rows.push(Row { item: failed, result: Err("does not compile".into()) });
        let text = text(&rows);
        let all = text.lines().find(|line| line.starts_with("all but")).expect("a line");
        let numbers: Vec<&str> = all.split_whitespace().skip(3).collect();
        assert_eq!(numbers, ["10", "4.529", "1.000", "5.000", "9.000", "10.000", "10.000"]);
        assert!(text.contains("1 did not run"), "{text}");
        let value: Value = serde_json::from_str(&json(&rows)).expect("it is JSON");
        assert!(value[0]["ours"] == 0.1 && value[10]["problem"] == "does not compile");
    }

    #[test]
    fn a_difference_within_the_clock_is_no_ratio() {
        let mut few = row("BenchmarkFew", 300, 15);
        let Ok(measured) = &mut few.result else { panic!("it was measured") };
        assert_eq!(measured.steady(), None);
        measured.go = Duration::from_millis(100);
        assert_eq!(shown(measured.steady()), "2.90");
    }

    #[test]
    fn the_half_that_is_not_open_has_no_names() {
        let rows: Vec<Row> = (1..=40).map(|n| row(&format!("Benchmark{n}"), n * 100, 100)).collect();
        let text = text(&rows);
        assert!(
            rows.iter().all(|row| row.item.is_open() || !text.contains(&format!("{}\n", row.item.name())))
        );
    }
}
