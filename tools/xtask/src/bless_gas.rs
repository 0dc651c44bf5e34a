//! `cargo xtask bless-gas`: writes what each program of the corpus that imports nothing costs, so that a
//! change of the schedule, or of where lowering puts its charges, shows in a diff. Gas is part of a program's
//! result, so a change of what stands there needs a reason and a new version of the schedule, and both are
//! recorded.

use std::path::{Path, PathBuf};

use crate::Outcome;
use crate::corpus;
use crate::release;
use crate::test;
use crate::toolchain::ScratchDir;

const HISTORY: &str = "tests/gas-history.md";
const SCHEDULE: &str = "crates/base/src/gas.rs";

/// A program whose stated gas is not what it takes.
struct Change {
    file: PathBuf,
    text: String,
    before: Option<u64>,
    after: u64,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut reason, mut purlin) = (None, None);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--reason" => reason = args.next().cloned(),
            "--purlin" => purlin = args.next().map(PathBuf::from),
            other => return Err(format!("bless-gas: unknown option `{other}`")),
        }
    }
    let purlin = release::purlin(root, purlin.as_deref())?;
    let changes = changes(root, &purlin)?;
    let changed: Vec<&Change> = changes.iter().filter(|c| c.before.is_some()).collect();
    if !changed.is_empty() {
        let reason = reason.filter(|r| !r.trim().is_empty()).ok_or_else(|| refusal(root, &changed))?;
        record(root, &reason, changed.len())?;
    }
    for change in &changes {
        std::fs::write(&change.file, &change.text).map_err(|e| format!("{}: {e}", change.file.display()))?;
    }
    println!("{} programs have new gas, {} had none before", changes.len(), changes.len() - changed.len());
    Ok(())
}

fn changes(root: &Path, purlin: &Path) -> Result<Vec<Change>, String> {
    let scratch = ScratchDir::new("gas")?;
    let dir = root.join("tests/go");
    let mut changes = Vec::new();
    for file in corpus::go_files(&dir)? {
        if file.parent() != Some(&dir) {
            continue;
        }
        let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let mut case = corpus::parse(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        if !corpus::is_gas_golden(&case) {
            continue;
        }
        let before = case.expected.gas.take();
        let after = test::gas_of(root, purlin, &file, &case.expected, scratch.path())
            .map_err(|e| format!("{}: {e}", file.display()))?;
        if before != Some(after) {
            case.expected.gas = Some(after);
            changes.push(Change { file, text: corpus::print(&case), before, after });
        }
    }
    Ok(changes)
}

fn refusal(root: &Path, changed: &[&Change]) -> String {
    let mut text = format!(
        "{} programs take other gas than they state. If that is meant, raise SCHEDULE_VERSION in {SCHEDULE} and give \
         --reason:\n",
        changed.len()
    );
    for change in changed {
        let name = change.file.strip_prefix(root).unwrap_or(&change.file).display();
        text.push_str(&format!("  {name}: {}, stated {}\n", change.after, change.before.unwrap_or(0)));
    }
    text
}

/// Adds a row for the version that the schedule has now, which must be a new one.
fn record(root: &Path, reason: &str, programs: usize) -> Outcome {
    let schedule = std::fs::read_to_string(root.join(SCHEDULE)).map_err(|e| format!("{SCHEDULE}: {e}"))?;
    let version = version(&schedule).ok_or(format!("{SCHEDULE} states no version"))?;
    let path = root.join(HISTORY);
    let mut history = std::fs::read_to_string(&path).map_err(|e| format!("{HISTORY}: {e}"))?;
    if history.lines().any(|l| l.starts_with(&format!("| {version} |"))) {
        return Err(format!(
            "version {version} of the schedule is on record: raise SCHEDULE_VERSION in {SCHEDULE}"
        ));
    }
    history.push_str(&format!("| {version} | {programs} | {} |\n", reason.trim().replace('|', "/")));
    std::fs::write(&path, history).map_err(|e| format!("{HISTORY}: {e}"))
}

fn version(schedule: &str) -> Option<u32> {
    let line = schedule.lines().find(|l| l.starts_with("pub const SCHEDULE_VERSION"))?;
    line.split_once('=')?.1.trim().trim_end_matches(';').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_found_and_on_record() {
        let root = crate::root();
        let version = version(&std::fs::read_to_string(root.join(SCHEDULE)).unwrap()).unwrap();
        let history = std::fs::read_to_string(root.join(HISTORY)).unwrap();
        assert!(history.lines().any(|l| l.starts_with(&format!("| {version} |"))), "no row for {version}");
    }
}
