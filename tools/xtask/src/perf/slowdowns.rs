//! `cargo xtask perf slowdowns`: defects that make Purlin slower, each a patch under `tests/slowdowns`, are
//! put into a tree of their own one after the other, built, and looked for. The table of what caught them is
//! in `docs/alarm.md`.
//!
//! Knows nothing of what the patches do but what their first lines say.

use std::path::{Path, PathBuf};

use super::build::{self, Scratch};
use super::harness::{Harness, TIERS};
use super::judge::Finding;
use super::registry::{BENCHMARKS, Benchmark};
use super::{Options, cpu, judged, measure, reference};
use crate::Outcome;

const FOLDER: &str = "tests/slowdowns";
const DOCUMENT: &str = "docs/alarm.md";
const BEGIN: &str = "<!-- slowdowns: written by cargo xtask perf slowdowns --write -->";
const END: &str = "<!-- end of slowdowns -->";

/// A patch, and what it says of itself.
struct Slowdown {
    name: String,
    path: PathBuf,
    /// What it does.
    what: String,
    /// The benchmark that it aims at, `GUEST/NAME TIER`.
    aim: String,
    /// The counters of which one is to name it.
    counters: Vec<String>,
}

/// What was found of one.
struct Row {
    slowdown: Slowdown,
    /// How much longer the benchmark takes that it aims at.
    factor: Option<f64>,
    quick: Option<Finding>,
    full: Option<Finding>,
    right: bool,
}

pub fn run(root: &Path, args: &[String]) -> Outcome {
    let (mut filter, mut write) = (String::new(), false);
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--filter" => filter = args.next().cloned().ok_or("--filter needs a value")?,
            "--write" => write = true,
            other => return Err(format!("perf slowdowns does not know `{other}`")),
        }
    }
    let mut rows = Vec::new();
    for slowdown in slowdowns(root)?.into_iter().filter(|s| s.name.contains(&filter)) {
        let row = look_for(root, slowdown)?;
        println!("{}", line(&row));
        rows.push(row);
    }
    let caught = rows.iter().filter(|r| r.quick.is_some() || r.full.is_some()).count();
    println!(
        "{caught} of {} caught, {} by counters alone",
        rows.len(),
        rows.iter().filter(|r| r.quick.is_some()).count()
    );
    if write { document(root, &rows) } else { Ok(()) }
}

fn slowdowns(root: &Path) -> Result<Vec<Slowdown>, String> {
    let entries = std::fs::read_dir(root.join(FOLDER)).map_err(|e| format!("{FOLDER}: {e}"))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "patch"));
    paths.sort();
    paths.into_iter().map(read).collect()
}

/// Reads the lines before the patch: what it does, `Aims at:`, `Counters:`.
fn read(path: PathBuf) -> Result<Slowdown, String> {
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let head = text.split("\ndiff --git").next().unwrap_or_default();
    let after =
        |mark: &str| head.lines().find_map(|line| line.strip_prefix(mark)).map(|t| t.trim().to_owned());
    let missing = |mark: &str| format!("{}: no line `{mark}`", path.display());
    Ok(Slowdown {
        name: path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default(),
        what: head.lines().next().unwrap_or_default().to_owned(),
        aim: after("Aims at:").ok_or_else(|| missing("Aims at:"))?,
        counters: after("Counters:")
            .ok_or_else(|| missing("Counters:"))?
            .split(',')
            .map(|c| c.trim().to_owned())
            .collect(),
        path,
    })
}

/// Puts one in, and looks for it as the quick form does: counters of everything in all tiers first, which
/// take seconds, and if those say nothing, instructions of the tier that it aims at. What is still not found
/// is looked for in the times of both builds.
fn look_for(root: &Path, slowdown: Slowdown) -> Result<Row, String> {
    let scratch = Scratch::new(root, "slowdown", "HEAD")?;
    let patch = slowdown.path.display().to_string();
    build::git(&scratch.tree, &["apply", &patch]).map_err(|e| format!("{}: {e}", slowdown.name))?;
    let harness = Harness::new(scratch.build()?, root);
    let (benchmark, tier) = aim(&slowdown)?;
    let counts = Options { no_instructions: true, no_times: true, ..Options::default() };
    let mut quick = judged(root, &harness, &counts, &measure(&harness, &counts)?)?;
    if !quick.iter().any(|f| slowdown.counters.contains(&f.counter)) {
        let all = Options { tier: Some(tier.to_owned()), no_times: true, ..Options::default() };
        quick.extend(judged(root, &harness, &all, &measure(&harness, &all)?)?);
    }
    let commit = reference::read(root, &reference::toolchain())?.map(|(_, r)| r.commit).unwrap_or_default();
    let old = Harness { program: build::of_revision(root, &commit)?, ..harness.clone() };
    // All benchmarks only where their times are what is left to look at.
    let watched = if quick.is_empty() { Options::default().benchmarks() } else { vec![benchmark] };
    let pairs = cpu::alternate(&old, &harness, &watched, tier)?;
    let aimed = pairs.iter().find(|p| slowdown.aim.starts_with(&p.benchmark));
    let factor = aimed.map(cpu::Pair::ratio);
    let full = if quick.is_empty() { cpu::beyond(&pairs)? } else { Vec::new() };
    let named = |found: &[Finding]| found.iter().any(|f| slowdown.counters.contains(&f.counter));
    let right = named(&quick) || named(&full);
    let pick = |found: Vec<Finding>| {
        let best = found.iter().position(|f| slowdown.counters.contains(&f.counter)).unwrap_or(0);
        found.into_iter().nth(best)
    };
    Ok(Row { factor, quick: pick(quick), full: pick(full), right, slowdown })
}

/// The benchmark and the tier that a slowdown aims at.
fn aim(slowdown: &Slowdown) -> Result<(&'static Benchmark, &'static str), String> {
    let wrong = || format!("{}: `{}` is not GUEST/BENCHMARK TIER", slowdown.name, slowdown.aim);
    let (key, tier) = slowdown.aim.split_once(' ').ok_or_else(wrong)?;
    let benchmark = BENCHMARKS.iter().find(|b| key.split_once('/') == Some((b.guest, b.name)));
    let tier = TIERS.into_iter().find(|t| *t == tier);
    benchmark.zip(tier).ok_or_else(wrong)
}

fn line(row: &Row) -> String {
    let by = |finding: &Option<Finding>| {
        finding.as_ref().map_or("–".to_owned(), |f| {
            format!("{} of {} in {} ({} → {})", f.counter, f.benchmark, f.tier, brief(f.was), brief(f.is))
        })
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        row.slowdown.name,
        row.slowdown.what,
        row.slowdown.aim,
        row.factor.map_or("–".to_owned(), |f| format!("{f:.2}")),
        by(&row.quick),
        by(&row.full),
        if row.right { "yes" } else { "no" }
    )
}

fn brief(n: f64) -> String {
    if n.abs() >= 10_000.0 {
        format!("{:.1}k", n / 1000.0)
    } else {
        format!("{n:.1}").trim_end_matches(".0").to_owned()
    }
}

/// Replaces the table in the document.
fn document(root: &Path, rows: &[Row]) -> Outcome {
    let path = root.join(DOCUMENT);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    let (before, rest) = text.split_once(BEGIN).ok_or(format!("{DOCUMENT} has no mark of the table"))?;
    let (_, after) = rest.split_once(END).ok_or(format!("{DOCUMENT} has no mark of the table's end"))?;
    let lines: Vec<String> = rows.iter().map(line).collect();
    let head = "| patch | what it does | aims at | slower by | quick form | full form | named right |\n|---|---|---|---|---|---|---|";
    let table = format!("{BEGIN}\n{head}\n{}\n{END}", lines.join("\n"));
    std::fs::write(&path, format!("{before}{table}{after}")).map_err(|e| format!("{DOCUMENT}: {e}"))
}
