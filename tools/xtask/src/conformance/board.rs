//! Scoreboards of tests: for each package how many tests count, how many pass, and why the others do not. A
//! scoreboard only goes up: a result that would take a pass away is written only with a reason.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::Outcome;

/// One package.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is summed up under.
    pub group: String,
    pub counted: usize,
    pub passed: usize,
    /// `same`, or how tiers differ.
    pub tiers: String,
    /// Why nothing of it runs.
    pub problem: Option<String>,
    pub fail: BTreeMap<String, String>,
}

pub type Rows = BTreeMap<String, Row>;

/// A scoreboard, and the reasons for what it lost before.
#[derive(Default)]
pub struct Board {
    pub rows: Rows,
    pub lost: Vec<Value>,
}

pub fn read(path: &Path) -> Result<Board, String> {
    let Ok(text) = fs::read_to_string(path) else { return Ok(Board::default()) };
    let old: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let number = |v: &Value| v.as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    let word = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let row = |(name, r): (&String, &Value)| {
        let fail = r["fail"].as_object().into_iter().flatten();
        let row = Row {
            group: word(&r["group"]),
            counted: number(&r["counted"]),
            passed: number(&r["passed"]),
            tiers: word(&r["tiers"]),
            problem: r["problem"].as_str().map(str::to_owned),
            fail: fail.map(|(n, why)| (n.clone(), word(why))).collect(),
        };
        (name.clone(), row)
    };
    Ok(Board {
        rows: old["packages"].as_object().into_iter().flatten().map(row).collect(),
        lost: old["lost"].as_array().cloned().unwrap_or_default(),
    })
}

/// The tests that fail and did not fail before, of packages that were there.
pub fn lost(old: &Rows, new: &Rows) -> Vec<String> {
    let mut all = Vec::new();
    for (name, row) in new {
        let Some(before) = old.get(name).filter(|b| b.problem.is_none() && b.counted > 0) else { continue };
        let fresh = row.fail.keys().filter(|t| !before.fail.contains_key(*t));
        all.extend(fresh.map(|t| format!("{name} {t}")));
    }
    all
}

/// Tests that pass and that count, and packages, by group.
fn groups(rows: &Rows) -> BTreeMap<&str, (usize, usize, usize)> {
    let mut all: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for row in rows.values() {
        let sum = all.entry(&row.group).or_default();
        *sum = (sum.0 + row.passed, sum.1 + row.counted, sum.2 + 1);
    }
    all
}

/// One line a package and one a test that fails, so that a change of one result is a change of one line.
pub fn print(go: &str, board: &Board) -> String {
    let mut out = format!("{{\n\"go\": {},\n", json!(go));
    let row = |(name, (passed, counted, n)): (&&str, &(usize, usize, usize))| {
        format!("  {}: {{\"passed\": {passed}, \"counted\": {counted}, \"packages\": {n}}}", json!(name))
    };
    let rows: Vec<String> = groups(&board.rows).iter().map(row).collect();
    let _ = writeln!(out, "\"groups\": {{\n{}\n}},", rows.join(",\n"));
    let rows: Vec<String> = board.lost.iter().map(|l| format!("  {l}")).collect();
    let _ = writeln!(out, "\"lost\": [\n{}\n],", rows.join(",\n"));
    let row = |(name, r): (&String, &Row)| {
        let mut line = format!(
            "  {}: {{\"group\": {}, \"passed\": {}, \"counted\": {}, \"tiers\": {}",
            json!(name),
            json!(r.group),
            r.passed,
            r.counted,
            json!(r.tiers)
        );
        if let Some(problem) = &r.problem {
            let _ = write!(line, ", \"problem\": {}", json!(problem));
        }
        let fail: Vec<String> =
            r.fail.iter().map(|(n, why)| format!("\n    {}: {}", json!(n), json!(why))).collect();
        let _ = write!(line, ", \"fail\": {{{}}}}}", fail.join(","));
        line
    };
    let rows: Vec<String> = board.rows.iter().map(row).collect();
    let _ = write!(out, "\"packages\": {{\n{}\n}}\n}}\n", rows.join(",\n"));
    out
}

/// What to do with the rows of a run.
pub struct Keep<'a> {
    pub go: &'a str,
    /// Only when every tier was run is a result worth keeping.
    pub write: bool,
    pub reason: Option<&'a str>,
}

/// Prints a summary, and writes the scoreboard unless something was lost for no reason. `known` tells which
/// old rows are still of this suite.
pub fn keep(path: &Path, new: Rows, known: impl Fn(&str) -> bool, how: &Keep<'_>) -> Outcome {
    let old = read(path)?;
    let lost = lost(&old.rows, &new);
    for (name, (passed, counted, packages)) in groups(&new) {
        println!("{name:45} {passed:5} of {counted:5} tests in {packages} packages");
    }
    let (passed, counted) = new.values().fold((0, 0), |(p, c), r| (p + r.passed, c + r.counted));
    println!("{passed} of {counted} tests pass");
    for name in &lost {
        println!("LOST {name}");
    }
    if !how.write {
        println!("(not written)");
        return Ok(());
    }
    let mut board = Board { rows: old.rows, lost: old.lost };
    if !lost.is_empty() {
        let Some(reason) = how.reason else {
            return Err(format!(
                "{} tests that passed no longer do; the scoreboard stays as it was (--reason TEXT overrides)",
                lost.len()
            ));
        };
        board.lost.push(json!({ "tests": lost, "reason": reason }));
    }
    board.rows.retain(|name, _| known(name));
    board.rows.extend(new);
    fs::create_dir_all(path.parent().unwrap_or(path)).map_err(|e| e.to_string())?;
    fs::write(path, print(how.go, &board)).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toolchain::ScratchDir;

    #[test]
    fn a_scoreboard_is_read_back_and_knows_its_losses() {
        let row = |fail: &[(&str, &str)]| Row {
            group: "g".into(),
            counted: 3,
            passed: 3 - fail.len(),
            tiers: "same".into(),
            problem: None,
            fail: fail.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect(),
        };
        let board = Board { rows: [("a/b".to_owned(), row(&[("TestX", "\"q\"")]))].into(), lost: Vec::new() };
        let text = print("go1.26.8", &board);
        let dir = ScratchDir::new("suites-board").unwrap();
        let path = dir.path().join("b.json");
        fs::write(&path, &text).unwrap();
        let again = read(&path).unwrap();
        assert_eq!(again.rows, board.rows);
        assert_eq!(print("go1.26.8", &again), text);
        let new: Rows = [("a/b".to_owned(), row(&[("TestX", "z"), ("TestY", "y")]))].into();
        assert_eq!(lost(&board.rows, &new), ["a/b TestY"]);
    }
}
